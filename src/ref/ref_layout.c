/* ref_layout.c: pad and repeat: where each element of y comes from, and the sums of where each of x went. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ref/oracle.h"
#include "ref/wide.h"

static int64_t modulo(int64_t i, int64_t n) { return (i % n + n) % n; }

/* Where index i, counted from the first element of an axis of extent n and perhaps outside it, comes from. */
static int64_t inside(const char *mode, int64_t i, int64_t n) {
  if (i >= 0 && i < n) return i;
  if (!strcmp(mode, "replicate")) return i < 0 ? 0 : n - 1;
  if (!strcmp(mode, "circular")) return modulo(i, n);
  int64_t mirror = !strcmp(mode, "reflect") ? 2 * n - 2 : !strcmp(mode, "symmetric") ? 2 * n : 0;
  if (mirror == 0) return -1;
  int64_t k = modulo(i, mirror);
  return k < n ? k : mirror - k - (mirror == 2 * n);
}

static int64_t list_at(const struct attr_value *list, int i) { return i < list->n ? list->is[i] : 0; }

/* The index along axis a of x that index t along axis a of y comes from; -1: from nowhere. Crops come first. */
static int64_t pad_source(const struct problem *p, int a, int64_t t) {
  int64_t low = list_at(problem_attr(p, "low"), a), high = list_at(problem_attr(p, "high"), a);
  int64_t crop = low < 0 ? -low : 0, n = p->shape[a] - crop + (high < 0 ? high : 0);
  int64_t i = inside(problem_choice(p, "mode"), t - (low > 0 ? low : 0), n);
  return i < 0 ? -1 : i + crop;
}

/* Offset in x, by these strides, of what element i of y holds; *from is 0 where that is no element. repeat may add
 * leading axes. */
static int64_t source(const struct problem *p, int64_t i, const int64_t *stride, int *from) {
  int64_t offset = 0;
  *from = 1;
  for (int a = p->out_rank - 1; a >= 0; a--) {
    int64_t t = i % p->out_shape[a];
    int to = a - (p->out_rank - p->rank);
    i /= p->out_shape[a];
    if (to < 0) continue;
    int64_t s = p->entry->op == LAYOUT_pad ? pad_source(p, to, t) : t % p->shape[to];
    if (s < 0) *from = 0;
    offset += s * stride[to];
  }
  return offset;
}

static int layout_forward(const struct job *job, const struct axes *space) {
  const struct problem *p = job->p;
  struct place x = place_of(job, "x"), y = place_of(job, "y");
  long double value =
      p->entry->op == LAYOUT_pad ? problem_pad_value(p) : 0; /* a number of y's dtype, also where it is added */
  for (int64_t i = 0; i < space->count; i++) {
    int from;
    int64_t offset = source(p, i, x.stride, &from);
    place_store(&y, i, from ? place_load(&x, offset) : value, 0);
  }
  return 0;
}

static int layout_backward(const struct job *job, const struct axes *space) {
  const struct problem *p = job->p;
  struct place dy = place_of(job, "dy"), dx = place_of(job, "dx");
  if (!dx.given) return 0;
  struct total *sums = calloc((size_t)dx.out->n + 1, sizeof *sums);
  if (!sums) return -1;
  for (int64_t i = 0; i < space->count; i++) {
    int from;
    int64_t at = source(p, i, dx.packed, &from);
    if (!from) continue;
    long double g = place_load(&dy, axes_offset(space, dy.stride, i));
    total_add(&sums[at], g);
    dx.out->scale[at] += fabsl(g);
  }
  for (int64_t i = 0; i < dx.out->n; i++) place_store(&dx, i, total_value(&sums[i]), dx.out->scale[i]);
  free(sums);
  return 0;
}

int ref_layout(const struct job *job) {
  const struct problem *p = job->p;
  struct axes space = axes_chosen(p->out_rank, p->out_shape, ~(uint32_t)0);
  return p->pass == REM_FORWARD ? layout_forward(job, &space) : layout_backward(job, &space);
}
