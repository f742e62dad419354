/* chain.h: what lies in front of the groups of long lines. FOLD 1: every whole unit of 32 becomes one of the next level, operand 0
   to 1. FOLD 0: fronts of the units of level 0, to operand 7, from those of all levels, operands 0 to 5; INIT: operand 6 is the
   value before the first element. States lie as [unit][line]. */

REM_FN S chain_fold(GLOBAL const char *p, i64 count, i64 lines, i64 line, i64 from, i64 n) {
  S r = state_read((GLOBAL const T *)p, FIELDS, count * lines, from * lines + line);
  for (i64 i = 1; i < n; i++)
    r = scan_join(r, state_read((GLOBAL const T *)p, FIELDS, count * lines, (from + i) * lines + line), 1);
  return r;
}

#define LEVEL(l)                                                                     \
  if ((l) < a.levels) {                                                              \
    i64 here = unit >> (5 * (l)), n = here & 31;                                     \
    if (n > 0) {                                                                     \
      S g = chain_fold(AT(l), a.count[l], a.lines, line, here - n, n);               \
      r = has ? scan_join(r, g, 1) : g;                                              \
      has = 1;                                                                       \
    }                                                                                \
  }

KERNEL(THREADS)(OPERANDS(chain_args)) {
  i64 i = BLOCK * THREADS + THREAD;
  if (i >= a.units * a.lines) return;
  i64 unit = i / a.lines, line = i - unit * a.lines;
#if FOLD
  state_write((GLOBAL T *)AT(1), FIELDS, a.units * a.lines, i, chain_fold(AT(0), a.below, a.lines, line, unit * 32, 32));
#else
  S r = scan_identity();
  i32 has = 0;
#if INIT && !BACK
  OFFSET at[1] = {(OFFSET)a.start};
  DECODE(KEPT, line, a.axis, 1, at);
  scan_at init;
  init.u = K(1), init.v = GET(6, at[0]);
  r = scan_lift(init, 1);
  has = 1;
#endif
  LEVEL(5) LEVEL(4) LEVEL(3) LEVEL(2) LEVEL(1) LEVEL(0)
  if (has) state_write((GLOBAL T *)AT(7), FIELDS, a.units * a.lines, i, r);
#endif
}
