/* scan_args.h: the arguments of the scan schedule, on the host and on the device. Steps are counted in the direction of the scan
   that runs. A column of strides for each operand. */
struct scan_args {
  i64 at[8];     /* bytes from the start of each operand's memory: driver.h    */
  i64 n;         /* steps of a line                                            */
  i64 lines;
  i64 units;     /* groups of 32 blocks in a line                              */
  i64 blocks;    /* of 256 steps in a line, and ...                            */
  i64 all;       /* ... their totals, with those of groups, groups of groups   */
  i64 before;    /* states in each array of those before elements or segments  */
  i64 apart;     /* from the fronts or marks of a segment to those of the next */
  i64 first;     /* the position of step 0, and ...                            */
  i64 direction; /* 1 or -1, that of the next                                  */
  i64 front;     /* bits of what stands before the first element               */
  i64 start[8];  /* offset of step 0                                           */
  i64 stride[8]; /* from step to step                                          */
  struct {
    i64 extent, stride[8];
  } axis[7];     /* those of the lines, outermost first                        */
};
