/* plan.h: a plan, as the rest of the library and the tool see it. */
#ifndef REM_PLAN_H
#define REM_PLAN_H

#include "backend.h"

/* What a slot asks of its buffer, in bytes. */
struct span {
  uint64_t front; /* of the tensor before element (0,...,0)                                           */
  uint64_t back;  /* from element (0,...,0) on; 0: left out or without elements, the buffer is unused */
  uint64_t element;
  int output;
  uint32_t in_place; /* bit j: may be the very memory of slot j, whose view is the same */
};

struct rem_plan {
  rem_context *context;
  struct problem problem;
  struct planned planned;
  rem_guarantee guarantee;
  struct span spans[REM_MAX_SLOTS];
  int idle;    /* no output has elements: a run does nothing, and no backend planned it */
  char text[]; /* the problem in one line                                               */
};

/* Fills the spans of a problem; fails where one does not fit the address space. *idle as in rem_plan. */
rem_status spans_fill(const struct problem *problem, struct span *spans, int *idle, rem_error *error);

#endif
