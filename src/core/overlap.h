/* overlap.h: whether two tensors share memory, or two elements of one do. */
#ifndef REM_OVERLAP_H
#define REM_OVERLAP_H

#include "remora/remora.h"

enum overlap {
  OVERLAP_NONE,    /* no byte belongs to both                                        */
  OVERLAP_CERTAIN, /* some byte belongs to both                                      */
  OVERLAP_UNKNOWN  /* the search gave up; never when the strides of both views agree */
};

/* The bytes from the first to the last element of a tensor. */
struct range {
  uintptr_t low, high;
};

/* Both views have elements, are aligned to them, lie within the address space, and have ranges that meet. */
enum overlap overlap_decide(const rem_view *a, struct range a_in, const rem_view *b, struct range b_in);

/* Whether two indices of one view lead to the same element. order has its n axes of more than one element, by falling
 * |stride|, none of them 0. *axis is the axis of the largest stride on which two such indices differ. */
enum overlap overlap_itself(const rem_view *view, const int *order, int n, int *axis);

#endif
