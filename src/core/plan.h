/* plan.h: a plan, as the rest of the library and the tool see it. */
#ifndef REM_PLAN_H
#define REM_PLAN_H

#include "backend.h"

struct rem_plan {
  rem_context *context;
  struct problem problem;
  struct planned planned;
  rem_guarantee guarantee;
  char text[TEXT_BYTES]; /* the problem in one line */
};

#endif
