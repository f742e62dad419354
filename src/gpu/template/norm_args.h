/* norm_args.h: the arguments of the norm schedule. Columns of strides: 0 to 5 the operands, 6 and 7 the elements made, 8 and 9
   what is kept of a row. */
struct norm_args {
  i64 at[8];  /* bytes from the start of each operand's memory: driver.h */
  i64 n;      /* elements of a row                                       */
  i64 lines;  /* rows                                                    */
  i64 chunks; /* of a row                                                */
  i64 units;  /* of a row                                                */
  i64 parts;  /* blocks of a row, where these share it: norm.h           */
  i64 span;   /* units that one thread joins, or one of these blocks has; norm.h: rows, how far on those lie that are brought near */
  i64 all;    /* bits of what formulas call n, as a real                 */
  i64 number[3]; /* bits of the numbers that the formulas name           */
  struct {
    i64 extent, stride[10];
  } axis[9];  /* those of the rows, outermost first; then those of a row */
};
