/* ref_pick.c: rows of a table by number, and the sums of what came back for each: element by element, in the order of index. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/view.h"
#include "ref/oracle.h"
#include "ref/wide.h"

/* The slots, by name: of the table, d and that. */
struct picked {
  struct place table, index, y;
  struct axes places, row; /* of index, and of a row */
  int64_t rows, padding;
};

static struct picked picked_of(const struct job *job) {
  const struct problem *p = job->p;
  int back = p->pass == REM_BACKWARD, lead = p->out_rank - p->rank + 1;
  struct picked k = {.index = place_of(job, "index"), .y = place_of(job, back ? "dy" : "y"), .rows = p->shape[0]};
  k.table = place_of(job, p->entry->slots[p->pass][back ? 2 : 0].name);
  k.places = axes_chosen(lead, p->out_shape, ~(uint32_t)0);
  k.row = axes_chosen(p->rank, p->shape, ~(uint32_t)1);
  k.padding = problem_attr(p, "padding_idx")->i;
  return k;
}

/* Strides of y along the axes of a row, numbered as the table's are. */
static void row_strides(const struct job *job, const int64_t *stride, int64_t *along) {
  const struct problem *p = job->p;
  for (int a = 1; a < p->rank; a++) along[a] = stride[p->out_rank - p->rank + a];
}

/* The row that position i names; -1: none. An i64 is exact in a long double. */
static int64_t named(const struct picked *k, int64_t i) {
  long double row = place_load(&k->index, axes_offset(&k->places, k->index.stride, i));
  return row >= 0 && row < (long double)k->rows ? (int64_t)row : -1;
}

static int pick_forward(const struct job *job) {
  struct picked k = picked_of(job);
  int64_t along[REM_MAX_RANK] = {0};
  row_strides(job, k.y.packed, along);
  for (int64_t i = 0; i < k.places.count && k.row.count; i++) {
    int64_t row = named(&k, i), to = axes_offset(&k.places, k.y.packed, i);
    for (int64_t j = 0; j < k.row.count; j++) {
      long double value = NAN;
      if (row >= 0) value = place_load(&k.table, row * k.table.stride[0] + axes_offset(&k.row, k.table.stride, j));
      place_store(&k.y, to + axes_offset(&k.row, along, j), value, 0);
    }
  }
  return 0;
}

static int pick_backward(const struct job *job) {
  struct picked k = picked_of(job);
  int64_t along[REM_MAX_RANK] = {0};
  if (!k.table.given) return 0;
  struct total *sums = calloc((size_t)k.table.out->n + 1, sizeof *sums);
  if (!sums) return -1;
  row_strides(job, k.y.stride, along);
  for (int64_t i = 0; i < k.places.count && k.row.count; i++) {
    int64_t row = named(&k, i), from = axes_offset(&k.places, k.y.stride, i);
    for (int64_t j = 0; j < k.row.count && row >= 0 && row != k.padding; j++) {
      int64_t at = row * k.table.packed[0] + axes_offset(&k.row, k.table.packed, j);
      long double g = place_load(&k.y, from + axes_offset(&k.row, along, j));
      total_add(&sums[at], g);
      k.table.out->scale[at] += fabsl(g);
    }
  }
  long double nothing =
      job->p->accumulate ? -0.0L : 0; /* what nobody names stays as it is where it is added to: -0 too */
  for (int64_t i = 0; i < k.table.out->n; i++)
    place_store(&k.table, i, sums[i].begun ? total_value(&sums[i]) : nothing, k.table.out->scale[i]);
  free(sums);
  return 0;
}

int ref_pick(const struct job *job) { return job->p->pass == REM_FORWARD ? pick_forward(job) : pick_backward(job); }
