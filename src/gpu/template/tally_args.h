/* tally_args.h: the arguments of the tally schedule, on the host and on the device. Columns of strides: of the lines 0 x,
   1 y, 2 index; along a line 0 x, 3 the position. */
struct tally_args {
  i64 at[8];   /* bytes from the start of each operand's memory: driver.h */
  i64 n;       /* items of a line: elements, or units                     */
  i64 lines;
  i64 units;   /* blocks of a line                                        */
  i64 span;    /* items of a unit                                         */
  i64 all;     /* elements of a line                                      */
  i64 flip, rim; /* keys: schedule/tally.h                                */
  i64 begin[3];  /* where the first element of x, y and index lies        */
  struct {
    i64 extent, stride[4];
  } axis[16];  /* those of the lines, outermost first; then those of a line */
};
