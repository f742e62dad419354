/* nest.h: nested sums of few items in the order of docs/order.md: the items of each axis are joined by neighbours, innermost
 * axis first. A caller walks the axes from the outermost in: an item of the innermost axis is a leaf, and every item of every
 * axis is counted once what it contains is complete. */
#ifndef REM_CPU_NEST_H
#define REM_CPU_NEST_H

#include "cpu.h"
#include "drain.h"

/* Where the leaf lies, in elements, for place 0, and from place to place. At most NEST_LEAVES. */
void nest_leaf(struct nest *nest, int64_t off, int64_t step);

/* Item k of n (at most LANES) is complete. A pair is joined as soon as both halves are there, as a binary counter carries;
 * after the last item those that are left are joined from the right. That is the tree by neighbours. */
void nest_item(struct nest *nest, int64_t k, int64_t n);

/* Where sums go: cells that lie side by side. */
struct nest_target {
  const struct exec *exec;
  struct operand op;
  struct drain *drain;
};

/* Writes the sums for places [at, at + n) to `to`. */
void nest_write(const struct nest_target *target, const struct nest *nest, const char *from, int64_t at, int64_t n,
                char *to);

/* Place j of many rows, at most NEST_STRIP, that lie `step` elements apart in what is summed: the rows are what the vectors run
 * along. The sums go to `to`, rounded to dtype, `pitch` bytes apart. */
void nest_column(const struct exec *exec, const struct nest *nest, const char *from, int64_t j, int64_t step,
                 int64_t rows, char *to, int dtype, int64_t pitch);

/* Writes n elements of the compute dtype, at most NEST_STRIP. */
void strip_write(const struct nest_target *target, const char *strip, int64_t n, char *to);

/* Writes n elements of any dtype that lie side by side. */
void stretch_write(const struct nest_target *target, const char *from, int dtype, int64_t n, char *to);

#endif
