/* plan_of.h: the plan of a problem's text, for tests. */
#ifndef PLAN_OF_H
#define PLAN_OF_H

#include "check.h"
#include "problem.h"

static inline rem_plan *plan_of(struct check *c, rem_context *context, const char *line) {
  struct parsed parsed;
  rem_desc desc;
  rem_plan *plan = NULL;
  rem_error error = {.size = sizeof error};
  char why[WHY_BYTES];
  if (!CHECK_INT(c, parse_problem(line, &parsed, why, sizeof why), 0)) return NULL;
  parsed_desc(&parsed, &desc);
  if (!CHECK_INT(c, rem_plan_create(context, &desc, &plan, &error), REM_OK)) printf("%s: %s\n", line, error.text);
  return plan;
}

#endif
