/* pick_sort_args.h: the arguments of the pick_sort schedule, on the host and on the device. Operands: 0 index, 1 and 2 the rows and
   positions that come, 3 and 4 those that go, 5 counts [digit][block], 6 their totals [digit], 7 how many positions there are once
   those that name no row are gone. */
struct pick_sort_args {
  i64 at[8];      /* bytes from the start of each operand's memory: driver.h */
  i64 n;          /* positions of index                                      */
  i64 rows;       /* of the table                                            */
  i64 padding;    /* the row that is left away; -1: none                     */
  i64 span;       /* positions of a block                                    */
  i64 blocks;
  i64 shift;      /* of the digit                                            */
  struct {
    struct divisor extent;
    i64 stride[1];
  } axis[8];      /* of index, outermost first                               */
};
