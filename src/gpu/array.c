/* array.c: copies and sums of tensors, wherever they lie. */
#include "array.h"

#include <string.h>

#include "row.h"

struct array array_of(const struct problem *p, struct operand o) {
  struct array t = {at_slot(o.slot), o.dtype, o.accumulate, {0}};
  const rem_view *v = operand_view(p, o);
  memcpy(t.stride, v->stride, (size_t)v->rank * sizeof *t.stride);
  return t;
}

struct array array_packed(struct planner *s, int rank, const int64_t *shape) {
  struct array t = {.dtype = s->p->compute};
  int64_t count = 1;
  for (int i = rank - 1; i >= 0; i--) t.stride[i] = count, count *= shape[i];
  t.place = in_workspace(take_workspace(s, count * dtype_bytes(t.dtype)));
  return t;
}

/* ---- copies ---- */

static struct space space_of(int rank, const int64_t *shape, const struct array *to, const struct array *from) {
  struct space space = {0};
  for (int i = 0; i < rank; i++) {
    int64_t stride[MAX_OPERANDS] = {[MAP_OUT] = to->stride[i], [MAP_IN] = from ? from->stride[i] : 0};
    space_push(&space, shape[i], stride);
  }
  return space;
}

int array_axes(int rank, const int64_t *shape, const struct array *to, const struct array *from) {
  struct space space = space_of(rank, shape, to, from);
  space_sort(&space, MAP_OPERANDS);
  return space.n;
}

static void map_to(struct map_space *m, const struct array *to) {
  m->place[MAP_OUT] = to->place;
  m->dtype[MAP_OUT] = to->dtype;
  m->accumulate[MAP_OUT] = to->accumulate;
}

void array_copy(struct planner *s, int rank, const int64_t *shape, const struct array *to, const struct array *from) {
  struct map_space m = {.space = space_of(rank, shape, to, from), .standin = -1};
  map_to(&m, to);
  m.place[MAP_IN] = from->place;
  m.dtype[MAP_IN] = from->dtype;
  map_step(s, "-", &m, MAP_COPY);
}

void array_zero(struct planner *s, int rank, const int64_t *shape, const struct array *to) {
  struct map_space m = {.space = space_of(rank, shape, to, NULL), .standin = 0};
  map_to(&m, to);
  map_step(s, "-", &m, MAP_COPY);
}

/* ---- sums ---- */

void array_sum(struct planner *s, int rank, const int64_t *shape, uint32_t reduced, const struct array *to,
                const struct array *from) {
  struct row_job job = {.entry = "sum", .rank = rank, .reduced = reduced, .source = SOURCE_X, .fields = HAS_S, .n = 1};
  job.x = from->place, job.x_dtype = from->dtype;
  job.y = to->place, job.y_dtype = to->dtype, job.y_add = to->accumulate;
  for (int i = 0; i < rank; i++) {
    job.shape[i] = shape[i];
    job.stride[i][ROW_SOURCE] = from->stride[i];
    job.stride[i][ROW_Y] = to->stride[i];
    if (reduced >> i & 1) job.n *= shape[i];
  }
  gpu_reduce(s, &job);
}
