/* mapof.h: an entry of map.def as a function, for the schedules of maps. Operands 0 to 2 are results, the others inputs.

   FIFTH       defined: there is an input 4, operand 7
   INS_ NAMES_ BODY_ TAKE_   the entry: names of the inputs in[], of its numbers c_[], its formulas, results out[] */
#ifdef FIFTH
#define MAP_OPERANDS 8
#else
#define MAP_OPERANDS 7
#endif

REM_FN void map_formula(const T *in, const T *c_, T *out) {
  INS_
  NAMES_
  BODY_
  TAKE_
}
