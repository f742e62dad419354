/* many.h: elementwise members of a plan of many, and steps of optimizers, as launches of the many schedule. */
#ifndef REM_GPU_MANY_H
#define REM_GPU_MANY_H

#include "gpu.h"
#include "map.h"

/* Columns: results, then inputs. */
enum { MANY_OUT, MANY_IN = 4, MANY_COLUMNS = 8, MANY_NUMBERS = 8 };

/* A member as the schedule sees it. */
struct flat {
  int stepping;       /* an entry of step.def, not a map                                    */
  enum map_body body; /* of a map                                                           */
  int standin;        /* the input a number stands in for; -1: none                         */
  int slot[MANY_COLUMNS], dtype[MANY_COLUMNS], accumulate[MANY_COLUMNS]; /* slot -1: not there */
  int rates, rate_slot[STEP_RATES], rate_dtype[STEP_RATES], counts[STEP_RATES];
  double number[MANY_NUMBERS];
  struct space space; /* sorted and packed: no axis or one of strides 0 and 1 is flat       */
};

/* Whether a problem is elementwise over adjacent elements; f is then what it is. */
int map_flat(const struct problem *p, struct flat *f);
/* The axes that a member still has; 0: it is flat. */
int flat_axes(const struct flat *f);

/* Whether members can share a launch, if they are as f says, and numbers agree; f is filled for steps in any case. */
int flat_of(const struct problem *p, struct flat *f);

/* A launch over many, at run time. */
rem_status many_launch(const struct exec *exec, const struct step *step, const rem_buffer *buffers, void *stream,
                       rem_error *error);

/* The backend's plan of many. */
rem_status gpu_plan_many(rem_context *context, const struct problem *const *problems, int n, struct planned *planned,
                         int *at, rem_error *error);

#endif
