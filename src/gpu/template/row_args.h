/* row_args.h: the arguments of the row schedule, on the host and on the device. Columns of strides: 0 the source, or 0 to 3 what
   it is computed from, of which 2 may be what is written beside; with a plain source 1 its first element, 2 y, 3 mean; 4 points of the workspace, or y of a computed one. */
struct row_args {
  i64 at[8];   /* bytes from the start of each operand's memory: driver.h */
  i64 n;       /* items of a line                                         */
  i64 lines;
  i64 chunks;  /* of a line                                               */
  i64 units;   /* blocks of a line                                        */
  i64 each;    /* elements in an item                                     */
  i64 total;   /* elements of a line, where items are units of them       */
  i64 points;  /* states in each array of the workspace that is written   */
  i64 from;    /* ... that is read                                        */
  i64 all;     /* bits of the number of elements of a whole row           */
  i64 dof;     /* bits of n - correction                                  */
  i64 number[6]; /* bits of the numbers that a map's formulas know by name */
  struct {
    i64 extent, stride[5];
  } axis[16];  /* those of the lines, outermost first; then those of a line */
};
