/* view.c: packed views, and the elements, bytes and overlaps of strided ones. */
#include "core/view.h"

#include "core/checked.h"
#include "core/overlap.h"

/* Where the product of extents does not fit, strides stay at the largest int64: validation refuses the shape. */
rem_view rem_view_packed(int32_t dtype, int32_t rank, const int64_t *shape) {
  rem_view v = {{0}, {0}, rank, dtype};
  int64_t stride = 1;
  if (rank > REM_MAX_RANK) return v;
  for (int i = rank - 1; i >= 0; i--) {
    v.shape[i] = shape[i];
    v.stride[i] = stride;
    if (shape[i] > 1 && !mul_fits(stride, shape[i], &stride)) stride = INT64_MAX;
  }
  return v;
}

int shape_elems(int rank, const int64_t *shape, int64_t *elems) {
  int64_t product = 1;
  int empty = 0;
  for (int i = 0; i < rank; i++) {
    if (shape[i] == 0) empty = 1;
    else if (!mul_fits(product, shape[i], &product)) return 0;
  }
  *elems = empty ? 0 : product;
  return 1;
}

int64_t view_elems(const rem_view *v) {
  int64_t elems = 0;
  shape_elems(v->rank, v->shape, &elems);
  return elems;
}

/* |s| of any int64; the magnitude of INT64_MIN is capped, as no span can hold it. */
static int64_t magnitude(int64_t s) { return s >= 0 ? s : s == INT64_MIN ? INT64_MAX : -s; }

int view_span(const rem_view *v, int64_t *before_bytes, int64_t *after_bytes) {
  int64_t size = (int64_t)rem_dtype_size(v->dtype), reach[2] = {0, 0}, step, total;
  *before_bytes = *after_bytes = 0;
  for (int i = 0; i < v->rank; i++)
    if (v->shape[i] == 0) return 1;
  for (int i = 0; i < v->rank; i++) {
    int64_t *side = &reach[v->stride[i] > 0];
    if (!mul_fits(v->shape[i] - 1, magnitude(v->stride[i]), &step) || !add_fits(*side, step, side)) return 0;
  }
  if (!mul_fits(reach[0], size, &reach[0]) || !mul_fits(reach[1], size, &reach[1])) return 0;
  if (!add_fits(reach[1], size, &reach[1]) || !add_fits(reach[0], reach[1], &total)) return 0;
  *before_bytes = reach[0];
  *after_bytes = reach[1];
  return 1;
}

int view_is_packed(const rem_view *v) {
  if (view_elems(v) == 0) return 1;
  rem_view packed = rem_view_packed(v->dtype, v->rank, v->shape);
  for (int i = 0; i < v->rank; i++)
    if (v->shape[i] != 1 && v->stride[i] != packed.stride[i]) return 0;
  return 1;
}

/* Axes with more than one element, by falling |stride|. Returns their number. */
static int sort_axes(const rem_view *v, int *order) {
  int n = 0;
  for (int i = 0; i < v->rank; i++) {
    if (v->shape[i] <= 1) continue;
    int k = n++;
    for (; k > 0 && magnitude(v->stride[order[k - 1]]) <= magnitude(v->stride[i]); k--) order[k] = order[k - 1];
    order[k] = i;
  }
  return n;
}

/* Whether every stride leads beyond all elements of the smaller ones: packed, transposed, padded, sliced. */
static int nests(const rem_view *v, const int *order, int n) {
  int64_t reach = 0, step;
  for (int k = n - 1; k >= 0; k--) {
    if (magnitude(v->stride[order[k]]) <= reach) return 0;
    if (!mul_fits(v->shape[order[k]] - 1, magnitude(v->stride[order[k]]), &step) || !add_fits(reach, step, &reach))
      return 0;
  }
  return 1;
}

enum meets view_meets_itself(const rem_view *v, int *axis) {
  static const enum meets meets[] = {
      [OVERLAP_NONE] = MEETS_NEVER, [OVERLAP_CERTAIN] = MEETS, [OVERLAP_UNKNOWN] = MEETS_PERHAPS};
  int order[REM_MAX_RANK], n = sort_axes(v, order);
  if (view_elems(v) == 0 || nests(v, order, n)) return MEETS_NEVER;
  *axis = order[n - 1];
  if (v->stride[*axis] == 0) return MEETS;
  return meets[overlap_itself(v, order, n, axis)];
}
