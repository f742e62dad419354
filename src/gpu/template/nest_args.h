/* nest_args.h: the arguments of the nest schedule, on the host and on the device. Operand 0 is dx, operand 1 dy. */

/* Indices i of [lo[k], hi[k]) meet place[k] + i of dy, and run[k] - 1 places behind it; with a run of -1, place[k] - i. */
struct nest_axis {
  struct divisor extent; /* of dx                                           */
  i64 zone[2];           /* indices that image 1 meets, once, and no other  */
  i64 lo[3], hi[3], place[3];
  i32 run[3], spare;
  i64 to, from;          /* strides of dx and dy                            */
};

struct nest_args {
  i64 at[8];             /* bytes from the start of each operand's memory: driver.h */
  i64 cells;             /* of dx                                                   */
  struct nest_axis axis[6]; /* in logical order                                     */
};
