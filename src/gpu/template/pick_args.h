/* pick_args.h: the arguments of the pick schedule, on the host and on the device. Operand 0 is the table, 1 y, 2 index. */
struct pick_args {
  i64 at[8];           /* bytes from the start of each operand's memory: driver.h     */
  i64 groups;          /* of WIDTH elements of a row, of all rows of y                */
  struct divisor cols; /* of them along the innermost axis of a row                   */
  i64 tail;            /* elements of the last one there, 1 to WIDTH                  */
  i64 step[2];         /* strides of that axis                                        */
  i64 rows, pitch;     /* of the table                                                */
  i64 nan;             /* bits                                                        */
  struct {
    struct divisor extent;
    i64 stride[3];     /* those of index: y and index; then those of a row: table, y  */
  } axis[8];           /* outermost first                                             */
};
