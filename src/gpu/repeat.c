/* repeat.c: repeat on a GPU: a copy onto split axes, and its gradient, a sum over the axes of copies. */
#include <string.h>

#include "schedule/repeat.h"
#include "array.h"

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
