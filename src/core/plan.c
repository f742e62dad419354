/* plan.c: makes a plan, holds it to what was demanded of it, and tells what it is. */
#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "core/fpstate.h"
#include "core/plan.h"
#include "core/view.h"

/* How much a dtype can hold, for "at least"; 0: nothing can be computed in it. */
static int precision(int dtype) {
  static const int bits[] = {[REM_F32] = 24, [REM_F64] = 53, [REM_F16] = 11, [REM_BF16] = 8};
  return dtype >= 0 && dtype < (int)(sizeof bits / sizeof bits[0]) ? bits[dtype] : 0;
}

static rem_status check_dtype(const char *what, int demanded, int promised, rem_error *error) {
  if (!demanded) return REM_OK;
  if (!precision(demanded))
    return fail(error, REM_INVALID, AT(-1, -1, 0, demanded), "at_least: %s %d is not a float dtype", what, demanded);
  if (precision(promised) >= precision(demanded) || !precision(promised)) return REM_OK; /* integers are exact */
  return fail(error, REM_UNSUPPORTED, NOWHERE, "at_least: %s in %s is promised, %s was demanded", what,
              rem_dtype_name(promised), rem_dtype_name(demanded));
}

static rem_status check_bound(const char *what, double demanded, double promised, rem_error *error) {
  if (demanded != demanded) return fail(error, REM_INVALID, NOWHERE, "at_least: %s is NaN", what);
  if (demanded < 0 || promised <= demanded) return REM_OK;
  return fail(error, REM_UNSUPPORTED, NOWHERE, "at_least: %s %.9g is promised, %.9g was demanded", what, promised,
              demanded);
}

static rem_status check_repeat(int demanded, int promised, rem_error *error) {
  static const char *const names[] = {"NONE", "RUN", "EVERYWHERE"};
  if (demanded < REM_REPEAT_NONE || demanded > REM_REPEAT_EVERYWHERE)
    return fail(error, REM_INVALID, AT(-1, -1, 0, demanded), "at_least: repeat %d is none of NONE, RUN, EVERYWHERE",
                demanded);
  if (promised >= demanded) return REM_OK;
  return fail(error, REM_UNSUPPORTED, AT(-1, -1, demanded, promised),
              "at_least: repeat %s is promised, %s was demanded", names[promised], names[demanded]);
}

rem_status plan_check_demand(const rem_guarantee *demanded, const rem_guarantee *promised, rem_error *error) {
  rem_status status;
  if (!demanded) return REM_OK;
  if (demanded->size != sizeof *demanded)
    return fail(error, REM_INVALID, AT(-1, -1, (int64_t)sizeof *demanded, demanded->size),
                "at_least: expected size %zu, found %u", sizeof *demanded, (unsigned)demanded->size);
  status = check_repeat(demanded->repeat, promised->repeat, error);
  if (!status) status = check_dtype("compute", demanded->compute, promised->compute, error);
  if (!status) status = check_dtype("accumulate", demanded->accumulate, promised->accumulate, error);
  if (!status) status = check_bound("ulp", demanded->ulp, promised->ulp, error);
  if (!status) status = check_bound("sum", demanded->sum, promised->sum, error);
  return status;
}

/* limit is as in rem_desc.max_workspace: 0 is no limit but what memories have, 1 is none. */
rem_status plan_check_limit(size_t limit, size_t needed, rem_error *error) {
  size_t most = limit == 1 ? 0 : limit;
  if (needed >= (size_t)MOST_WORKSPACE)
    return fail(error, REM_UNSUPPORTED, NOWHERE, "the plan needs more workspace than any memory has: 2^60 bytes or more");
  if (limit == 0 || needed <= most) return REM_OK;
  return fail(error, REM_WORKSPACE_TOO_SMALL, AT(-1, -1, (int64_t)needed, (int64_t)most),
              "max_workspace: the plan needs %zu bytes, %zu were allowed", needed, most);
}

/* Nothing will be written: no backend has to know what that means for its schedules. */
void plan_idle(struct planned *planned) {
  planned->repeat = REM_REPEAT_EVERYWHERE;
  snprintf(planned->sku, sizeof planned->sku, "idle");
  snprintf(planned->notes, sizeof planned->notes, "No output has elements: a run does nothing.");
}

/* Makes what is in plan->problem concrete. On failure plan->planned.exec is what has to be forgotten, or NULL. */
static rem_status make(rem_plan *plan, const rem_desc *desc, rem_error *error) {
  rem_context *context = plan->context;
  rem_status status = spans_fill(&plan->problem, plan->spans, &plan->idle, error);
  if (status) return status;
  if (plan->idle) plan_idle(&plan->planned);
  else status = context->backend->plan(context, &plan->problem, &plan->planned, error);
  if (status) {
    plan->planned.exec = NULL;
    return status;
  }
  if (plan->planned.workspace_align == 0) plan->planned.workspace_align = 1;
  plan->guarantee = (rem_guarantee){.size = sizeof plan->guarantee};
  problem_guarantee(&plan->problem, &plan->guarantee);
  plan->guarantee.repeat = plan->planned.repeat;
  status = plan_check_demand(desc->at_least, &plan->guarantee, error);
  if (!status) status = plan_check_limit(desc->max_workspace, plan->planned.workspace_bytes, error);
  return status;
}

/* Strides that lead nowhere, along axes of extent 1 and in tensors without elements, become those of a packed view:
 * they may be any number, and no backend shall have to guard its arithmetic against them. */
static void tame_strides(struct problem *problem) {
  int i, k;
  for (i = 0; i < problem->n_slots; i++) {
    rem_view *view = &problem->views[i], packed;
    int empty;
    if (view->rank < 0) continue;
    packed = rem_view_packed(view->dtype, view->rank, view->shape);
    empty = view_elems(view) == 0;
    for (k = 0; k < view->rank; k++)
      if (empty || view->shape[k] == 1) view->stride[k] = packed.stride[k];
  }
}

/* One block holds the plan and, behind it, the problem's text. */
static rem_plan *allocate(rem_context *context, const struct problem *problem, rem_error *error) {
  char line[TEXT_BYTES];
  size_t length = (size_t)problem_text(problem, line, sizeof line), bytes = sizeof(rem_plan) + length + 1;
  rem_plan *plan = context_allocate(context, bytes);
  if (!plan) {
    fail(error, REM_NO_MEMORY, AT(-1, -1, (int64_t)bytes, 0), "plan: no memory for %zu bytes", bytes);
    return NULL;
  }
  plan->context = context;
  plan->problem = *problem;
  plan->planned = (struct planned){0};
  plan->many = NULL;
  if (length < sizeof line) memcpy(plan->text, line, length + 1);
  else problem_text(problem, plan->text, length + 1);
  return plan;
}

rem_status plan_resolve(const rem_desc *desc, struct problem *problem, rem_error *error) {
  rem_status status = problem_resolve(desc, problem, error);
  if (!status) tame_strides(problem);
  return status;
}

static rem_status create(rem_context *context, const rem_desc *desc, rem_plan **plan, rem_error *error) {
  struct problem problem;
  rem_plan *p;
  rem_status status = plan_resolve(desc, &problem, error);
  if (status) return status;
  p = allocate(context, &problem, error);
  if (!p) return REM_NO_MEMORY;
  status = make(p, desc, error);
  if (status) {
    rem_plan_destroy(p);
    return status;
  }
  *plan = p;
  return REM_OK;
}

/* Plans keep reals that they work out: those do not follow the caller's rounding mode. */
rem_status rem_plan_create(rem_context *context, const rem_desc *desc, rem_plan **plan, rem_error *error) {
  rem_status status;
  fpstate old;
  if (!plan) return fail(error, REM_INVALID, NOWHERE, "plan: expected an address, found NULL");
  *plan = NULL;
  if (!context) return fail(error, REM_INVALID, NOWHERE, "context: expected a context, found NULL");
  old = fpstate_enter_all();
  status = create(context, desc, plan, error);
  fpstate_leave_all(old);
  return status;
}

void rem_plan_destroy(rem_plan *plan) {
  if (!plan) return;
  if (plan->planned.exec) plan->context->backend->forget(plan->context, plan->planned.exec);
  if (plan->many) context_release(plan->context, plan->many);
  context_release(plan->context, plan);
}

void rem_plan_workspace(const rem_plan *plan, size_t *bytes, size_t *alignment) {
  if (bytes) *bytes = plan ? plan->planned.workspace_bytes : 0;
  if (alignment) *alignment = plan ? plan->planned.workspace_align : 1;
}

const char *rem_plan_sku(const rem_plan *plan) { return plan ? plan->planned.sku : ""; }
const char *rem_plan_problem(const rem_plan *plan) { return plan ? plan->text : ""; }
const char *rem_plan_notes(const rem_plan *plan) { return plan ? plan->planned.notes : ""; }
int32_t rem_plan_members(const rem_plan *plan) { return !plan ? 0 : plan->many ? plan->many->n : 1; }
int32_t rem_plan_slots(const rem_plan *plan) { return plan ? plan->problem.n_slots * rem_plan_members(plan) : 0; }

const char *rem_plan_source(const rem_plan *plan) {
  const char *source = NULL;
  if (plan && plan->planned.exec && plan->context->backend->source)
    source = plan->context->backend->source(plan->planned.exec);
  return source ? source : "";
}

rem_status rem_plan_guarantee(const rem_plan *plan, rem_guarantee *guarantee, rem_error *error) {
  if (!plan || !guarantee)
    return fail(error, REM_INVALID, NOWHERE, "%s: expected an address, found NULL", plan ? "guarantee" : "plan");
  if (guarantee->size != sizeof *guarantee)
    return fail(error, REM_INVALID, AT(-1, -1, (int64_t)sizeof *guarantee, guarantee->size),
                "rem_guarantee: expected size %zu, found %u", sizeof *guarantee, (unsigned)guarantee->size);
  *guarantee = plan->guarantee;
  return REM_OK;
}

rem_status rem_plan_view(const rem_plan *plan, int32_t slot, rem_view *view, rem_error *error) {
  if (!plan || !view)
    return fail(error, REM_INVALID, NOWHERE, "%s: expected an address, found NULL", plan ? "view" : "plan");
  if (slot < 0 || slot >= rem_plan_slots(plan))
    return fail(error, REM_INVALID, AT(slot, -1, rem_plan_slots(plan), slot), "slot %d is out of range for %d slots",
                (int)slot, (int)rem_plan_slots(plan));
  int n = plan->problem.n_slots;
  *view = plan->many ? plan->many->member[slot / n].problem.views[slot % n] : plan->problem.views[slot];
  return REM_OK;
}
