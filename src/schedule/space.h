/* space.h: iteration spaces: axes with an extent and, for each operand, a stride in elements. */
#ifndef REM_SPACE_H
#define REM_SPACE_H

#include <stdint.h>

enum { MAX_AXES = 16, MAX_OPERANDS = 10 };

static inline int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

struct axis {
  int64_t extent;
  int64_t stride[MAX_OPERANDS];
};

/* Whether an operand walks the inner axis on into the outer one. What wraps is no stride that a tensor can have. */
static inline int axis_goes_on(const struct axis *outer, const struct axis *inner, int operand) {
  return (uint64_t)outer->stride[operand] == (uint64_t)inner->stride[operand] * (uint64_t)inner->extent;
}

/* Outermost axis first. No axes: one point. */
struct space {
  int n;
  struct axis axis[MAX_AXES];
};

void space_push(struct space *s, int64_t extent, const int64_t *strides);

/* Drops axes of extent 1 and merges neighbours that every operand walks in step. */
void space_pack(struct space *s);

/* Orders the axes of a space whose order does not matter: by falling |stride| of the first operand, then of the next ones;
 * then packs it. Axes on which an operand repeats go outside. */
void space_sort(struct space *s, int operands);

int64_t space_count(const struct space *s);

/* Adds the offsets of point `index`, counted in row-major order, to at[0 .. operands). */
void space_seek(const struct space *s, int64_t index, int operands, int64_t *at);

#endif
