/* pick_sum_args.h: the arguments of the pick_sum schedule, on the host and on the device. Operands: 0 the gradient of the table, 1 dy,
   2 and 3 rows and positions, sorted, 4 where each row's begin among them, 5 sums of pieces that are made, 6 those that are read,
   7 how many positions there are. */
struct pick_sum_args {
  i64 at[8];            /* bytes from the start of each operand's memory: driver.h   */
  i64 groups;           /* of WIDTH elements of a row, of all rows or windows        */
  struct divisor cols;  /* of them along the innermost axis of a row                 */
  i64 tail;             /* elements of the last one there, 1 to WIDTH                */
  i64 step[2];          /* strides of that axis: of the table and of dy              */
  i64 rows, pitch;      /* of the table                                              */
  i64 elems, inner;     /* of a row, and of its innermost axis                       */
  i64 window;           /* positions of a piece                                      */
  i64 from[10];         /* where the sums of pieces of each level begin, in elements */
  i64 to;
  struct {
    struct divisor extent;
    i64 stride[2];      /* of the table and of dy                                    */
  } row[7];             /* the other axes of a row, outermost first                  */
  struct {
    struct divisor extent;
    i64 stride[1];
  } place[8];           /* of dy along the axes of index, outermost first            */
};
