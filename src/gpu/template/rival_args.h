/* rival_args.h: the arguments of the rival schedule, on the host and on the device. Operands: 0 x, 1 target, 2 y, the losses of rows or
   dx, 3 dy, 4 sums that are made, 5 those that are read, 6 which elements are listed. Columns of strides: 0 x, 1 target, 2 what goes to
   operand 2, 3 dy. */
struct rival_args {
  i64 at[8];  /* bytes from the start of each operand's memory: driver.h */
  i64 n;      /* elements of a row, or losses                            */
  i64 lines;  /* rows                                                    */
  i64 chunks; /* of a row, or of losses                                  */
  i64 parts;  /* blocks of a row                                         */
  i64 span;   /* sums that one thread joins                              */
  i64 over;   /* bits of what a sum is divided by                        */
  i64 share;  /* of what dy is                                           */
  i64 all;    /* of the number of classes                                */
  struct {
    i64 extent, stride[4];
  } axis[16]; /* those of the rows, outermost first; then those of a row */
};
