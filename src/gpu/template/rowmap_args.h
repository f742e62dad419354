/* rowmap_args.h: the arguments of the gradient of rows whose values are known. Columns: x, dx, dy, y, mean or index, first, point. */
struct rowmap_args {
  i64 at[8];  /* bytes from the start of each operand's memory: driver.h */
  i64 n;      /* elements of a line                                      */
  i64 lines;
  i64 units;  /* blocks of a line                                        */
  i64 loops;  /* turns of turns of a block                               */
  i64 points; /* states in each array of the workspace                   */
  i64 all;    /* bits of n, as a real                                    */
  i64 dof;    /* bits of n - correction                                  */
  struct {
    i64 extent, stride[7];
  } axis[9];  /* those of the lines, outermost first; then those of a line */
};
