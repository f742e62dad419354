/* map_args.h: the arguments of the map schedule, on the host and on the device. Operands 0 to 2 are results, 3 to 7 inputs. */
struct map_args {
  i64 at[8];      /* bytes from the start of each operand's memory: driver.h */
  i64 groups;     /* of WIDTH elements along the innermost axis              */
  struct divisor cols; /* of them along it                                   */
  i64 tail;       /* elements of the last one in a row, 1 to WIDTH           */
  i64 number[6];  /* bits of the numbers that formulas know by name          */
  i64 step[8];    /* strides of the innermost axis                           */
  i64 copies;     /* with COPIES: of what a thread writes                    */
  i64 copy_step;  /* from one to the next                                    */
  struct {
    struct divisor extent;
    i64 stride[8];
  } axis[7];      /* the others, outermost first                             */
};
