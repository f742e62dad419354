/* guarantee.c: what a problem's results are promised to be, from its entry's bounds. */
#include <string.h>

#include "core/checked.h"
#include "core/problem.h"

/* Axes some of which are summed over. */
struct axes {
  int n;
  int64_t extent[2 * REM_MAX_RANK];
  int summed[2 * REM_MAX_RANK];
};

static void add(struct axes *axes, int64_t extent, int summed) {
  axes->extent[axes->n] = extent;
  axes->summed[axes->n++] = summed;
}

/* Axes of extent 1 vanish, neighbours that are summed over form one run, and runs pass states on: depths add. */
static int64_t depth_of(const struct axes *axes, double *elems) {
  int64_t depth = 0, run = 1;
  *elems = 1;
  for (int i = 0; i < axes->n; i++) {
    if (axes->extent[i] == 1) continue;
    if (axes->summed[i]) {
      *elems *= (double)axes->extent[i];
      if (!mul_fits(run, axes->extent[i], &run)) run = INT64_MAX;
      continue;
    }
    depth += order_row_depth(run);
    run = 1;
  }
  return depth + order_row_depth(run);
}

static int64_t marked_depth(const struct problem *p, double *elems) {
  struct axes axes = {0};
  if (p->entry->family == FAMILY_SCAN) {
    int64_t extent = 1;
    for (int i = 0; i < p->rank; i++)
      if (p->axes >> i & 1) extent = p->shape[i];
    *elems = (double)extent;
    return order_scan_depth(extent);
  }
  for (int i = 0; i < p->rank; i++) add(&axes, p->shape[i], p->axes >> i & 1);
  return depth_of(&axes, elems);
}

/* A norm goes along all its axes as one line; backward, gradients of parameters sum over the others. The deeper one counts; both do
 * where what rows give is added up. */
static int64_t norm_depth(const struct problem *p, double *elems) {
  int64_t n[2] = {1, 1};
  for (int i = 0; i < p->rank; i++) {
    if ((p->axes >> i & 1) && !mul_fits(n[0], p->shape[i], &n[0])) n[0] = INT64_MAX;
    if (!(p->params >> i & 1) && !mul_fits(n[1], p->shape[i], &n[1])) n[1] = INT64_MAX;
  }
  *elems = (double)n[0];
  int64_t own = order_norm_depth(n[0]), others = p->pass == REM_BACKWARD || p->totalled ? order_norm_depth(n[1]) : 0;
  if (p->totalled) return own + others;
  return own > others ? own : others;
}

/* The gradient of an operand is summed over the axes along which it was broadcast; the deepest one counts. */
static int64_t broadcast_depth(const struct problem *p) {
  int64_t deepest = 0;
  for (int slot = 1 + p->entry->inputs; slot < p->n_slots; slot++) {
    const rem_view *v = &p->views[slot];
    struct axes axes = {0};
    double elems;
    if (v->rank == REM_LEFT_OUT) continue;
    for (int i = 0, lead = p->rank - v->rank; i < p->rank; i++)
      add(&axes, p->shape[i], i < lead || v->shape[i - lead] == 1);
    int64_t depth = depth_of(&axes, &elems);
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}

/* A copy of x for each place of the repeats: axes of copies alternate with axes of x. */
static int64_t repeat_depth(const struct problem *p) {
  const struct attr_value *repeats = problem_attr(p, "repeats");
  struct axes axes = {0};
  double elems;
  for (int i = 0, lead = repeats->n - p->rank; i < repeats->n; i++) {
    add(&axes, repeats->is[i], 1);
    if (i >= lead) add(&axes, p->shape[i - lead], 0);
  }
  return depth_of(&axes, &elems);
}

/* Along an axis an element meets itself and at most one image on either side, which is two joins; with replicate
 * each side may be a whole border, a sum of its own. */
static int64_t pad_depth(const struct problem *p) {
  const char *mode = problem_choice(p, "mode");
  int64_t depth = 0;
  if (strcmp(mode, "constant") == 0) return 0;
  for (int i = 0; i < p->rank; i++) {
    int64_t low = problem_attr(p, "low")->is[i], high = problem_attr(p, "high")->is[i];
    int64_t border = low > high ? low : high;
    if (border <= 0) continue;
    depth += 2;
    if (strcmp(mode, "replicate") == 0) depth += order_row_depth(border < INT64_MAX ? border + 1 : border);
  }
  return depth;
}

/* Every index may name the same row. */
static int64_t pick_depth(const struct problem *p) {
  int64_t n = 1;
  for (int i = 0; i < p->out_rank - p->rank + 1; i++)
    if (!mul_fits(n, p->out_shape[i], &n)) n = INT64_MAX;
  return order_pick_depth(n);
}

/* Sums that are no part of the formula: of gradients that come from several places. */
static double gathered_sum(const struct problem *p) {
  if (p->pass == REM_FORWARD) return 0;
  if (p->entry->family == FAMILY_MAP) return 0.5 * (double)broadcast_depth(p);
  if (p->entry->family == FAMILY_PICK) return 0.5 * (double)pick_depth(p);
  if (p->entry->family != FAMILY_LAYOUT) return 0;
  return 0.5 * (double)(p->entry->op == LAYOUT_pad ? pad_depth(p) : repeat_depth(p));
}

/* A map whose results are added up: terms as the entry promises them, in the compute dtype, their sum, and, where it is divided,
 * the rounding of the divisor and of the quotient. Backward dy is divided likewise. */
static void reduce_bound(const struct problem *p, double *ulp, double *sum) {
  struct axes axes = {0};
  double elems;
  for (int i = 0; i < p->rank; i++) add(&axes, p->shape[i], 1);
  if (p->share != 1) *sum += 1;
  if (p->pass == REM_BACKWARD) return;
  *sum += *ulp + 0.5 * (double)depth_of(&axes, &elems);
  *ulp = 0.501;
}

/* Accumulating is one more addition: half an ulp of the result and half an eps of the terms. What was ulp of the
 * value added may be many of the result's after cancellation; its rounding, all but the last half, then counts
 * in eps of the terms, of which the old value is one. */
void problem_guarantee(const struct problem *p, rem_guarantee *g) {
  double elems = 1;
  if (!problem_is_real(p)) { /* exact, but for the rounding of a cast to a float */
    *g = (rem_guarantee){sizeof *g, REM_REPEAT_EVERYWHERE, p->compute, p->compute, 0.5, 0};
    return;
  }
  double depth = p->entry->family == FAMILY_NORM ? (double)norm_depth(p, &elems)
                 : p->axes                       ? (double)marked_depth(p, &elems)
                                                 : 0;
  double ulp = p->entry->ulp[p->pass](depth, elems), sum = p->entry->sum[p->pass](depth, elems) + gathered_sum(p);
  if (p->reduced) reduce_bound(p, &ulp, &sum);
  if (p->accumulate) {
    sum += ulp;
    ulp += 0.5;
  }
  *g = (rem_guarantee){sizeof *g, REM_REPEAT_EVERYWHERE, p->compute, p->compute, ulp, sum};
}
