/* array.h: tensors that layout ops read, write, and keep in the workspace in between. */
#ifndef REM_GPU_ARRAY_H
#define REM_GPU_ARRAY_H

#include "gpu.h"

struct array {
  struct place place;
  int dtype, accumulate;
  int64_t stride[MAX_AXES];
};

struct array array_of(const struct problem *p, struct operand o);

/* Room for a tensor of the compute dtype. */
struct array array_packed(struct planner *s, int rank, const int64_t *shape);

/* One step: from, repeated where its stride is 0, goes to `to`. At most 16 axes, of which at most ARRAY_AXES are left once
 * neighbours are merged. */
enum { ARRAY_AXES = 8 };
void array_copy(struct planner *s, int rank, const int64_t *shape, const struct array *to, const struct array *from);

/* Every element of `to` gets +0. */
void array_zero(struct planner *s, int rank, const int64_t *shape, const struct array *to);

/* The sum of from over the axes in `reduced`, each run of them in the order of reductions; to has stride 0 there. */
void array_sum(struct planner *s, int rank, const int64_t *shape, uint32_t reduced, const struct array *to,
                const struct array *from);

/* Axes that are left once neighbours are merged. */
int array_axes(int rank, const int64_t *shape, const struct array *to, const struct array *from);

#endif
