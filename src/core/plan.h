/* plan.h: a plan, as the rest of the library and the tool see it. */
#ifndef REM_PLAN_H
#define REM_PLAN_H

#include <stdatomic.h>

#include "backend.h"
#include "core/overlap.h"

/* What a slot asks of its buffer, in bytes. */
struct span {
  uint64_t front; /* of the tensor before element (0,...,0)                                           */
  uint64_t back;  /* from element (0,...,0) on; 0: left out or without elements, the buffer is unused */
  uint64_t element;
  int output;
  uint32_t in_place; /* bit j: may be the very memory of slot j, whose view is the same */
};

/* One of many. */
struct member {
  struct problem problem;
  struct span spans[REM_MAX_SLOTS];
  int idle;
};

/* A buffer's place among those of a run. */
struct mark {
  uintptr_t base; /* the handle it lies in; 0 where memory has addresses */
  uintptr_t low, high;
  int32_t at; /* among all buffers */
};

/* What is remembered from run to run, so that buffers which come again need not be compared with each other again: thousands of them
 * would cost more than the work. One run at a time has it; another that comes meanwhile does without. */
struct memory_seen {
  atomic_flag busy;
  int known; /* the buffers below were found to be good */
  rem_buffer *buffers;
  struct mark *marks; /* room to sort in */
};

struct many {
  int n;
  struct member *member;
  struct memory_seen seen;
};

struct rem_plan {
  rem_context *context;
  struct problem problem;
  struct planned planned;
  rem_guarantee guarantee;
  struct span spans[REM_MAX_SLOTS];
  struct many *many; /* NULL: a plan of one; else problem is that of member 0, and spans are theirs */
  int idle;    /* no output has elements: a run does nothing, and no backend planned it */
  char text[]; /* the problem in one line                                               */
};

/* Fills the spans of a problem; fails where one does not fit the address space. *idle as in rem_plan. */
/* Everything that does not depend on the device: a description becomes a problem with tame strides. */
rem_status plan_resolve(const rem_desc *desc, struct problem *problem, rem_error *error);
/* Whether what is promised is what was demanded; NULL demands nothing. */
rem_status plan_check_demand(const rem_guarantee *demanded, const rem_guarantee *promised, rem_error *error);
rem_status plan_check_limit(size_t limit, size_t needed, rem_error *error);
void plan_idle(struct planned *planned); /* as no backend has planned it */

/* Says of an error that it is about member m, whose slots are n. Returns status. */
rem_status member_fail(rem_error *error, int m, int n, rem_status status);

/* The parts of the checks of a run. A span has elements. */
rem_status span_check(const rem_context *context, const struct problem *p, const struct span *s, int i,
                      const rem_buffer *buffer, rem_error *error);
rem_status workspace_check(const rem_plan *plan, const void *workspace, size_t bytes, rem_error *error);
int buffers_apart(const rem_context *context, const void *a, const void *b); /* in memory of different handles */
struct range buffer_range(const rem_context *context, const struct span *s, const rem_buffer *buffer);

/* Buffers of a plan of many: all checks of a run. */
rem_status many_check(const rem_plan *plan, const rem_buffer *buffers, int n_buffers, const void *workspace,
                      size_t workspace_bytes, rem_error *error);

rem_status spans_fill(const struct problem *problem, struct span *spans, int *idle, rem_error *error);

#endif
