/* many.c: makes one plan of many descriptions: docs/decisions/0018-many-tensors.md. */
#include <stdio.h>
#include <string.h>

#include "core/describe.h"
#include "core/error.h"
#include "core/fpstate.h"
#include "core/plan.h"

rem_status member_fail(rem_error *error, int m, int n, rem_status status) {
  char said[sizeof error->text];
  if (!error || error->size != sizeof *error) return status;
  memcpy(said, error->text, sizeof said);
  snprintf(error->text, sizeof error->text, "member %d: %.*s", m, (int)sizeof said - 24, said);
  if (error->slot >= 0) error->slot += m * n;
  return status;
}

static size_t aligned(size_t bytes) { return (bytes + 15) & ~(size_t)15; }

/* One block holds all that is kept of the members. */
static struct many *allocate(rem_context *context, int n, int n_slots, rem_error *error) {
  size_t all = (size_t)n * (size_t)n_slots, members = aligned((size_t)n * sizeof(struct member));
  size_t buffers = aligned(all * sizeof(rem_buffer)), bytes = aligned(sizeof(struct many)) + members + buffers;
  int fits = (size_t)n < SIZE_MAX / 2 / sizeof(struct member); /* of which buffers and marks are less than a third */
  char *block = fits ? context_allocate(context, bytes + all * sizeof(struct mark)) : NULL;
  struct many *many = (struct many *)(void *)block;
  if (!block) {
    fail(error, REM_NO_MEMORY, NOWHERE, "plan: no memory for %d members", n);
    return NULL;
  }
  *many = (struct many){.n = n};
  atomic_flag_clear(&many->seen.busy);
  block += aligned(sizeof *many);
  many->member = (struct member *)(void *)block;
  many->seen.buffers = (rem_buffer *)(void *)(block + members);
  many->seen.marks = (struct mark *)(void *)(block + members + buffers);
  return many;
}

/* Every member is of the op and pass of the first. */
static rem_status resolve_member(const rem_desc *desc, const struct problem *first, struct member *member,
                                 rem_error *error) {
  rem_status status = plan_resolve(desc, &member->problem, error);
  const struct problem *p = &member->problem;
  if (status) return status;
  if (p->entry != first->entry || p->pass != first->pass)
    return fail(error, REM_INVALID, NOWHERE, "expected %s%s as of member 0, found %s%s", first->entry->name,
                first->pass ? ".bwd" : "", p->entry->name, p->pass ? ".bwd" : "");
  return spans_fill(p, member->spans, &member->idle, error);
}

/* The text of all members; the plan that it stands behind. */
static rem_plan *allocate_plan(rem_context *context, const struct many *many, rem_error *error) {
  size_t length = 0, at = 0;
  for (int i = 0; i < many->n; i++) length += (size_t)problem_text(&many->member[i].problem, NULL, 0) + 3;
  rem_plan *plan = context_allocate(context, sizeof(rem_plan) + length + 1);
  if (!plan) {
    fail(error, REM_NO_MEMORY, AT(-1, -1, (int64_t)length, 0), "plan: no memory for a text of %zu bytes", length);
    return NULL;
  }
  memset(plan, 0, sizeof *plan);
  plan->context = context;
  plan->problem = many->member[0].problem;
  for (int i = 0; i < many->n; i++) {
    if (i) memcpy(plan->text + at, " | ", 3), at += 3;
    at += (size_t)problem_text(&many->member[i].problem, plan->text + at, length + 1 - at);
  }
  return plan;
}

/* The backend sees the members that have something to do. */
static rem_status plan_members(rem_plan *plan, struct many *many, rem_error *error) {
  rem_context *context = plan->context;
  const struct problem **problems = context_allocate(context, (size_t)many->n * sizeof *problems);
  int at = -1;
  if (!problems) return fail(error, REM_NO_MEMORY, NOWHERE, "plan: no memory for %d members", many->n);
  plan->idle = 1;
  for (int i = 0; i < many->n; i++) {
    problems[i] = many->member[i].idle ? NULL : &many->member[i].problem;
    plan->idle &= many->member[i].idle;
  }
  rem_status status = REM_OK;
  if (plan->idle) plan_idle(&plan->planned);
  else status = context->backend->plan_many(context, problems, many->n, &plan->planned, &at, error);
  context_release(context, problems);
  if (!status) return REM_OK;
  plan->planned.exec = NULL;
  return at < 0 ? status : member_fail(error, at, plan->problem.n_slots, status);
}

static double larger_of(double a, double b) { return a > b ? a : b; }

/* Holds each member to its demand, and keeps the weakest promise of all. */
static rem_status promise(rem_plan *plan, const struct many *many, const rem_desc *descs, rem_error *error) {
  size_t limit = 0;
  for (int i = 0; i < many->n; i++) {
    rem_guarantee g = {.size = sizeof g}, *all = &plan->guarantee;
    problem_guarantee(&many->member[i].problem, &g);
    g.repeat = plan->planned.repeat;
    rem_status status = plan_check_demand(descs[i].at_least, &g, error);
    if (status) return member_fail(error, i, plan->problem.n_slots, status);
    if (i == 0) *all = g;
    if (g.compute == REM_F32) all->compute = all->accumulate = REM_F32;
    all->ulp = larger_of(all->ulp, g.ulp);
    all->sum = larger_of(all->sum, g.sum);
    if (descs[i].max_workspace && (!limit || descs[i].max_workspace < limit)) limit = descs[i].max_workspace;
  }
  return plan_check_limit(limit, plan->planned.workspace_bytes, error);
}

static rem_status make_plan(rem_context *context, const rem_desc *descs, struct many *many, rem_plan **plan,
                            rem_error *error) {
  rem_status status = REM_OK;
  for (int i = 0; i < many->n && !status; i++) {
    status = resolve_member(&descs[i], &many->member[0].problem, &many->member[i], error);
    if (status) return member_fail(error, i, many->member[0].problem.n_slots, status);
  }
  rem_plan *p = allocate_plan(context, many, error);
  if (!p) return REM_NO_MEMORY;
  status = plan_members(p, many, error);
  if (!status && p->planned.workspace_align == 0) p->planned.workspace_align = 1;
  if (!status) status = promise(p, many, descs, error);
  if (status) {
    rem_plan_destroy(p);
    return status;
  }
  *plan = p;
  return REM_OK;
}

/* As rem_plan_create does. */
static rem_status make(rem_context *context, const rem_desc *descs, struct many *many, rem_plan **plan,
                       rem_error *error) {
  fpstate old = fpstate_enter_all();
  rem_status status = make_plan(context, descs, many, plan, error);
  fpstate_leave_all(old);
  return status;
}

/* How many slots a member has: room is made before any is resolved. */
static rem_status find_slots(const rem_desc *desc, int *n_slots, rem_error *error) {
  struct problem first;
  rem_status status = problem_resolve(desc, &first, error);
  *n_slots = status ? 0 : first.n_slots;
  return status ? member_fail(error, 0, 0, status) : REM_OK;
}

rem_status rem_plan_create_many(rem_context *context, const rem_desc *descs, int32_t n, rem_plan **plan,
                                rem_error *error) {
  int n_slots;
  if (!plan) return fail(error, REM_INVALID, NOWHERE, "plan: expected an address, found NULL");
  *plan = NULL;
  if (!context) return fail(error, REM_INVALID, NOWHERE, "context: expected a context, found NULL");
  if (n < 1 || n > INT32_MAX / REM_MAX_SLOTS / 2)
    return fail(error, REM_INVALID, AT(-1, -1, 1, n), "n: expected 1 to %d members, found %d",
                INT32_MAX / REM_MAX_SLOTS / 2, (int)n);
  if (!descs) return fail(error, REM_INVALID, NOWHERE, "descs: expected %d of them, found NULL", (int)n);
  rem_status status = find_slots(&descs[0], &n_slots, error);
  if (status) return status;
  struct many *many = allocate(context, n, n_slots, error);
  if (!many) return REM_NO_MEMORY;
  status = make(context, descs, many, plan, error);
  if (status) context_release(context, many);
  else (*plan)->many = many;
  return status;
}
