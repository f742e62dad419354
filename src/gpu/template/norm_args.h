/* norm_args.h: the arguments of the norm schedule. Columns of strides: 0 to 5 the operands, 6 the elements made, 7 and 8 what is
   kept of a row. */
struct norm_args {
  i64 at[8];  /* bytes from the start of each operand's memory: driver.h */
  i64 n;      /* elements of a row                                       */
  i64 lines;  /* rows                                                    */
  i64 chunks; /* of a row                                                */
  i64 units;  /* blocks of a row                                         */
  i64 span;   /* chunks that one thread joins                            */
  i64 all;    /* bits of n, as a real                                    */
  i64 number; /* bits of the number that the formulas name               */
  struct {
    i64 extent, stride[9];
  } axis[9];  /* those of the rows, outermost first; then those of a row */
};
