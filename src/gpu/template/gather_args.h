/* gather_args.h: the arguments of the gather schedule, on the host and on the device. Operand 0 is y, operand 1 x. */

/* An axis falls into three pieces; index i of piece k comes from index place[k] + sign[k] * i of x. */
struct gather_axis {
  struct divisor extent;
  i64 edge[2];         /* where pieces 1 and 2 begin           */
  i64 place[3];
  i32 sign[3];         /* -1, 0 or 1                           */
  u32 filled;          /* bit k: piece k comes from nowhere    */
  i64 to, from;        /* strides of y and x                   */
};

struct gather_args {
  i64 at[8];           /* bytes from the start of each operand's memory: driver.h       */
  i64 cells;           /* of y                                                          */
  i64 value;           /* bits of what cells from nowhere get                           */
  struct gather_axis axis[8]; /* outermost first; the last one is where neighbours lie  */
};
