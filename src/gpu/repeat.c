/* repeat.c: repeat on a GPU: a copy onto split axes, and its gradient, a sum over the axes of copies. */
#include <string.h>

#include "nest.h"
#include "schedule/repeat.h"

/* ---- forward ---- */

/* More axes than a copy takes: x is repeated along one axis of y at a time, in the workspace. */
static void repeat_by_axis(struct planner *s, int rank, const struct split *split, const struct array *y, const struct array *x) {
  int64_t shape[REM_MAX_RANK];
  for (int i = 0; i < rank; i++) shape[i] = split[i].n;
  struct array now = array_packed(s, rank, shape), from = *x;
  for (int i = 0; i < rank; i++) from.stride[i] = split[i].x;
  array_copy(s, rank, shape, &now, &from);
  for (int i = 0; i < rank; i++) {
    if (split[i].copies == 1) continue;
    int64_t inner = now.stride[i] * shape[i], outer = 1;
    for (int k = 0; k < i; k++) outer *= shape[k];
    shape[i] *= split[i].copies;
    struct array next = array_packed(s, rank, shape), to = next;
    const int64_t axes[] = {outer, split[i].copies, inner}, to_stride[] = {inner * split[i].copies, inner, 1}, stride[] = {inner, 0, 1};
    memcpy(to.stride, to_stride, sizeof to_stride);
    memcpy(now.stride, stride, sizeof stride);
    array_copy(s, 3, axes, &to, &now);
    now = next;
  }
  array_copy(s, rank, shape, y, &now);
}

void gpu_repeat(struct planner *s) {
  struct split split[REM_MAX_RANK];
  struct array y = array_of(s->p, gpu_operand(s->p, "y")), x = array_of(s->p, gpu_operand(s->p, "x")), to = y, from = x;
  int64_t shape[MAX_AXES];
  int n = repeat_split(s->p, problem_view(s->p, "y"), problem_view(s->p, "x"), split);
  for (int i = 0; i < n; i++) {
    shape[2 * i] = split[i].copies, to.stride[2 * i] = split[i].n * split[i].y, from.stride[2 * i] = 0;
    shape[2 * i + 1] = split[i].n, to.stride[2 * i + 1] = split[i].y, from.stride[2 * i + 1] = split[i].x;
  }
  int direct = array_axes(2 * n, shape, &to, &from) <= ARRAY_AXES;
  if (direct) array_copy(s, 2 * n, shape, &to, &from);
  else repeat_by_axis(s, n, split, &y, &x);
  plan_sku(s, direct ? "map" : "map.stages");
}

/* ---- backward ---- */

enum { FEW_COPIES = 64, MANY_CELLS = 1 << 18 };

/* Copies of one cell; neighbours without elements between them are one run, which must be walked in step. 0: they are not. */
static int add_copies(struct nest *nest, int64_t copies, int64_t stride) {
  struct nest_part *outside = nest->n ? &nest->axis[nest->n - 1] : NULL;
  if (outside && outside->image[0].run) {
    if (outside->from != copies * stride) return 0;
    copies *= outside->image[0].run;
    nest->n--;
  }
  nest->axis[nest->n++] = (struct nest_part){1, 0, stride, {[0] = {0, 1, 0, 1, copies}}};
  return 1;
}

/* 0: the copies of a cell are too many for one thread, or do not fit the schedule. */
static int nest_of(struct nest *nest, const struct split *split, int n) {
  int64_t all = 1;
  for (int i = 0; i < n; i++) {
    const struct split *x = &split[i];
    if (x->copies > NEST_RUN || all > MANY_CELLS) return 0;
    all *= x->copies;
    if (x->copies > 1 && !add_copies(nest, x->copies, x->n * x->y)) return 0;
    if (x->n > 1) nest->axis[nest->n++] = nest_whole(x->n, x->x, x->y);
  }
  nest_pack(nest);
  for (int i = 0; i < nest->n; i++)
    if (nest_places(&nest->axis[i]) > NEST_RUN) return 0;
  return nest->n <= NEST_AXES && (all <= FEW_COPIES || nest_cells(nest) >= MANY_CELLS);
}

/* The same as a reduction over all axes of copies. */
static void sum_copies(struct planner *s, const struct split *split, int n, struct array to, struct array from) {
  int64_t shape[MAX_AXES];
  uint32_t reduced = 0;
  for (int i = 0; i < n; i++) {
    shape[2 * i] = split[i].copies, to.stride[2 * i] = 0, from.stride[2 * i] = split[i].n * split[i].y;
    shape[2 * i + 1] = split[i].n, to.stride[2 * i + 1] = split[i].x, from.stride[2 * i + 1] = split[i].y;
    reduced |= 1u << 2 * i;
  }
  array_sum(s, 2 * n, shape, reduced, &to, &from);
}

void gpu_repeat_grad(struct planner *s) {
  const struct problem *p = s->p;
  struct operand dx = gpu_operand(p, "dx"), dy = gpu_operand(p, "dy");
  struct split split[REM_MAX_RANK];
  if (dx.slot < 0) return;
  struct nest nest = {.to = array_of(p, dx), .from = array_of(p, dy)};
  int n = repeat_split(p, operand_view(p, dy), operand_view(p, dx), split), none = 0, few, same = 0;
  for (int i = 0; i < n; i++) none |= split[i].copies == 0;
  few = !none && nest_of(&nest, split, n);
  if (none) array_zero(s, p->rank, p->shape, &nest.to);
  else if (few) same = copies_step(s, &nest);
  else sum_copies(s, split, n, nest.to, nest.from);
  if (few && !same) nest_step(s, &nest);
  plan_sku(s, none ? "map" : same ? "copies" : few ? "nest" : "row");
}
