/* copies_args.h: the arguments of the copies schedule, on the host and on the device. Operand 0 is dx, operand 1 dy. */
struct copies_args {
  i64 at[8];           /* bytes from the start of each operand's memory: driver.h */
  i64 groups;          /* of WIDTH cells along the innermost axis                 */
  struct divisor cols; /* of them along it                                        */
  i64 tail;            /* cells of the last one in a row, 1 to WIDTH              */
  i64 along[2];        /* strides of the innermost axis: of dx, of dy             */
  i64 n[2], step[2];   /* copies of a cell along the outer and the inner run      */
  struct {
    struct divisor extent;
    i64 stride[2];
  } axis[4];           /* the others, outermost first                             */
};
