/* many_args.h: the arguments of the many schedule, all of them numbers of 64 bits; src/gpu/many.c writes them. */
struct many_args {
  i64 number[8]; /* bits of the numbers that formulas know by name                                         */
  i64 members;   /* of this launch, at most MEMBERS                                                        */
  i64 word[MEMBERS * WORDS_OF]; /* of each: its first block, its elements, then where its operands lie     */
#if AXES
  struct {
    i64 extent, stride[8];
  } axis[AXES];  /* of the one member, outermost first                                                     */
#endif
};
