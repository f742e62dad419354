/* tally.h: the spaces of a reduction to whole numbers, whose order is free: no device. */
#ifndef REM_SCHEDULE_TALLY_H
#define REM_SCHEDULE_TALLY_H

#include "core/problem.h"
#include "schedule/space.h"

/* Columns of strides: of the lines, and along a line x and the position in logical order. */
enum { TALLY_X, TALLY_Y, TALLY_INDEX, TALLY_AT, TALLY_COLUMNS };

struct tally_space {
  struct space kept, run;       /* both sorted by x                                                          */
  int64_t lines, n;             /* n: elements of a line                                                     */
  int64_t begin[TALLY_COLUMNS]; /* offset of the first element of each operand                               */
  int from_end;                 /* the last of those that tie counts: positions are counted from the end     */
};

/* Axes that x walks backwards are turned round, but not along a line whose positions matter. */
void tally_spaces(const struct problem *p, struct tally_space *s);

/* Keys of BEST are integers in the order of the elements: an integer x is x ^ flip; so is a float, once its sign and
 * magnitude are an integer and -0 is 0, and NaN, whose magnitude is above rim, is the highest. COUNT looks at x & flip. */
struct tally_key {
  uint64_t flip, rim;
};
struct tally_key tally_key_of(const struct tally_entry *e, int dtype);

/* The element that has this key. */
int64_t tally_element(const struct tally_key *key, int dtype, int64_t k);

#endif
