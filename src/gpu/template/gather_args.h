/* gather_args.h: the arguments of the gather schedule, on the host and on the device. Operand 0 is y, operand 1 x. */

/* Index i of the middle comes from index place + i of x; of the borders, from SIGN * i + place, and `before` or `behind`. */
struct gather_axis {
  struct divisor extent;
  i64 edge[2];           /* where the middle and the high border begin */
  i64 place, before, behind;
  i64 to, from;          /* strides of y and x                         */
};

struct gather_args {
  i64 at[8];           /* bytes from the start of each operand's memory: driver.h       */
  i64 cells;           /* of y                                                          */
  i64 value;           /* bits of what cells from nowhere get                           */
  struct gather_axis axis[8]; /* outermost first; the last one is where neighbours lie  */
};
