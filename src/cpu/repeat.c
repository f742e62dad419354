/* repeat.c: repeat as a copy onto split axes, and its gradient as a sum over the axes of copies. */
#include <stdio.h>
#include <string.h>

#include "copy.h"
#include "row.h"

/* Axis i of y, split into copies and elements: the strides of y, of x, and the extents. x is dx backward. */
struct split {
  int64_t copies, n, y, x;
};

static int split_axes(const struct problem *p, const rem_view *y, const rem_view *x, struct split *s) {
  const struct attr_value *repeats = problem_attr(p, "repeats");
  int extra = repeats->n - p->rank;
  for (int i = 0; i < repeats->n; i++) {
    int k = i - extra;
    s[i].copies = repeats->is[i];
    s[i].n = k < 0 ? 1 : p->shape[k];
    s[i].y = y->stride[i];
    s[i].x = k < 0 ? 0 : x->stride[k];
  }
  return repeats->n;
}

struct repeat {
  struct exec exec;
  struct space space;
  struct operand x, y;
};

static void run(rem_context *context, const struct exec *exec, char *const *elements, char *workspace) {
  const struct repeat *r = (const struct repeat *)(const void *)exec;
  struct copy c = {.exec = exec, .context = context, .space = r->space, .to = elements[r->y.slot],
                   .from = elements[r->x.slot], .to_op = r->y, .from_op = r->x, .workspace = workspace};
  copy_run(&c);
}

static rem_status plan(const struct cpu *cpu, const struct problem *p, struct exec *exec, struct planned *planned,
                       rem_error *error) {
  struct repeat *r = (struct repeat *)(void *)exec;
  struct split s[REM_MAX_RANK];
  (void)error;
  r->x = operand_of(cpu, p, "x");
  r->y = operand_of(cpu, p, "y");
  int n = split_axes(p, problem_view(p, "y"), problem_view(p, "x"), s);
  for (int i = 0; i < n; i++) {
    int64_t copies[MAX_OPERANDS] = {s[i].n * s[i].y, 0}, own[MAX_OPERANDS] = {s[i].y, s[i].x};
    space_push(&r->space, s[i].copies, copies);
    space_push(&r->space, s[i].n, own);
  }
  planned->workspace_bytes = copy_workspace(exec);
  snprintf(planned->sku, sizeof planned->sku, "copy");
  return REM_OK;
}

static void run_grad(rem_context *context, const struct exec *exec, char *const *elements, char *workspace) {
  const struct row *row = (const struct row *)(const void *)exec;
  if (row->y.slot >= 0) row_run_forward(context, row, elements, workspace);
}

static rem_status plan_grad(const struct cpu *cpu, const struct problem *p, struct exec *exec, struct planned *planned,
                            rem_error *error) {
  struct row *row = (struct row *)(void *)exec;
  struct split s[REM_MAX_RANK];
  struct row_axes a = {.rank = 0};
  (void)error;
  row->op = &exec->real->row[ROW_sum];
  row->fields = HAS_S;
  row->reduces = 1;
  row->x = operand_of(cpu, p, "dy");
  row->y = operand_of(cpu, p, "dx");
  row->dx = row->extra = row->saved = (struct operand){.slot = -1};
  snprintf(planned->sku, sizeof planned->sku, "row");
  if (row->y.slot < 0) return REM_OK;
  int n = split_axes(p, problem_view(p, "dy"), problem_view(p, "dx"), s);
  for (int i = 0; i < n; i++) {
    a.reduced |= 1u << a.rank;
    a.shape[a.rank] = s[i].copies;
    a.stride[a.rank++][ROW_SOURCE] = s[i].n * s[i].y;
    a.shape[a.rank] = s[i].n;
    a.stride[a.rank][ROW_SOURCE] = s[i].y;
    a.stride[a.rank++][ROW_Y] = s[i].x;
  }
  row_geometry(row, &a);
  planned->workspace_bytes = row_workspace(row);
  snprintf(planned->sku, sizeof planned->sku, "row.%s", row->lines.solo ? "solo" : row->lines.flat ? "flat" : "wide");
  return REM_OK;
}

const struct family_ops cpu_repeat = {sizeof(struct repeat), plan, run};
const struct family_ops cpu_repeat_grad = {sizeof(struct row), plan_grad, run_grad};
