/* overlap.h: whether two tensors share memory. */
#ifndef REM_OVERLAP_H
#define REM_OVERLAP_H

#include "remora/remora.h"

enum overlap {
  OVERLAP_NONE,    /* no byte belongs to both                                        */
  OVERLAP_CERTAIN, /* some byte belongs to both                                      */
  OVERLAP_UNKNOWN  /* the search gave up; never when the strides of both views agree */
};

/* The address of the first byte, and of the last element, of a tensor. */
struct place {
  uintptr_t low, last;
};

/* Both views have elements, are aligned to them, and lie within the address space. */
enum overlap overlap_decide(const rem_view *a, struct place a_at, const rem_view *b, struct place b_at);

#endif
