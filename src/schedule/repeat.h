/* repeat.h: repeat sees y as [c0, n0, c1, n1, ...], copies before elements. */
#ifndef REM_REPEAT_H
#define REM_REPEAT_H

#include "core/problem.h"

/* Axis i of y, split into copies and elements: the extents, and the strides of y and x along the elements. The copies lie
 * n * y apart. */
struct split {
  int64_t copies, n, y, x;
};

/* x is dx backward. Returns the number of axes of y. */
int repeat_split(const struct problem *p, const rem_view *y, const rem_view *x, struct split *s);

#endif
