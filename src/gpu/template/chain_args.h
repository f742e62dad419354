/* chain_args.h: the arguments of the chain schedule, on the host and on the device. */
struct chain_args {
  i64 at[8];
  i64 units, lines; /* of the units whose fronts are wanted, or of those that are made */
  i64 below;        /* FOLD: units of the level below                                   */
  i64 count[6];     /* units of each level, level 0 first                               */
  i64 levels;
  struct {
    i64 extent, stride[1];
  } axis[7];        /* of init                                                          */
  i64 start;
};
