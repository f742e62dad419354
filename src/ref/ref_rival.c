/* ref_rival.c: losses of rows with a list of classes, pair by pair, from the EXACT parts of ops/rival.def. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ref/oracle.h"
#include "ref/wide.h"

/* What of a pair is above 0 counts, and by what it may be off. */
struct exact {
  long double (*z)(long double x, long double own), (*size)(long double x, long double own);
};
#define FORMULA(name, value) \
  static long double name(long double x, long double own) { return value; }
#define FORMULAS(name, z, size) FORMULA(name##_z, z) FORMULA(name##_size, size)
#define EXPANDED(...) FORMULAS(__VA_ARGS__)
#define EXACT(...) __VA_ARGS__
#define RIVAL(name, says, ahead, exact, ...) EXPANDED(name, exact)
#include "rival.def"
#undef RIVAL
static const struct exact formulas[] = {
#define RIVAL(name, ...) [RIVAL_##name] = {name##_z, name##_size},
#include "rival.def"
#undef RIVAL
};

struct rows {
  const struct job *job;
  const struct exact *f;
  struct axes kept, along;
  struct place x, target, dy;
  long double grain, bound, tiny, over; /* over: what a mean divides by */
  long double *value;                   /* of the row at hand           */
  int64_t *list, entries;               /* -1: some number is no class  */
  int64_t *times;                       /* how often each is listed     */
};

/* ---- the row at hand ---- */

static void read_row(struct rows *rows, int64_t at) {
  int64_t n = rows->along.count, from = axes_offset(&rows->kept, rows->x.stride, at);
  int64_t listed = axes_offset(&rows->kept, rows->target.stride, at);
  rows->entries = 0;
  for (int64_t i = 0; i < n; i++) {
    rows->value[i] = place_load(&rows->x, from + axes_offset(&rows->along, rows->x.stride, i));
    rows->times[i] = 0;
  }
  for (int64_t j = 0; j < n; j++) {
    long double k = place_load(&rows->target, listed + axes_offset(&rows->along, rows->target.stride, j));
    if (k < 0) return;
    if (k >= (long double)n) {
      rows->entries = -1;
      return;
    }
    rows->list[rows->entries++] = (int64_t)k;
    rows->times[(int64_t)k]++;
  }
}

/* ---- forward ---- */

/* The list is added up from its first to its last entry: S says what that costs. */
static long double row_loss(const struct rows *rows, long double *scale) {
  struct total sum = {0}, size = {0};
  long double n = (long double)rows->along.count, entries = (long double)rows->entries;
  *scale = 0;
  if (rows->entries < 0) return NAN;
  for (int64_t i = 0; i < rows->along.count; i++) {
    for (int64_t j = 0; j < rows->entries && rows->times[i] == 0; j++) {
      long double x = rows->value[i], own = rows->value[rows->list[j]];
      long double z = rows->f->z(x, own), part = rows->f->size(x, own);
      total_add(&sum, z > 0 ? z : z <= 0 ? 0 : z);
      if (z > -rows->grain * part) total_add(&size, part);
    }
  }
  *scale = (1 + entries / (2 * rows->bound)) * total_value(&size) / n + rows->tiny;
  return total_value(&sum) / n;
}

static void forward(struct rows *rows) {
  struct total sum = {0}, size = {0};
  struct place y = place_of(rows->job, "y");
  for (int64_t at = 0; at < rows->kept.count; at++) {
    long double scale, value;
    read_row(rows, at);
    value = row_loss(rows, &scale);
    if (!rows->job->p->totalled) place_store(&y, axes_offset(&rows->kept, y.packed, at), value, scale);
    total_add(&sum, value);
    total_add(&size, isfinite(scale) ? scale : fabsl(value));
  }
  if (rows->job->p->totalled)
    place_store(&y, 0, total_value(&sum) / rows->over, total_value(&size) / fabsl(rows->over) + rows->tiny);
}

/* ---- backward ---- */

/* How many pairs that element i is part of count, from one side, and how many might. */
static long double slope(const struct rows *rows, int64_t i, long double *torn) {
  int64_t others = rows->times[i] ? rows->along.count : rows->entries;
  long double count = 0;
  *torn = 0;
  for (int64_t k = 0; k < others; k++) {
    int64_t other = rows->times[i] ? k : rows->list[k];
    if (rows->times[i] && rows->times[k]) continue;
    long double x = rows->value[rows->times[i] ? other : i], own = rows->value[rows->times[i] ? i : other];
    long double z = rows->f->z(x, own);
    count += z > 0 ? 1 : z <= 0 ? 0 : z;
    *torn += fabsl(z) <= rows->grain * rows->f->size(x, own);
  }
  long double times = rows->times[i] ? (long double)rows->times[i] : 1;
  *torn *= times;
  return rows->times[i] ? -times * count : count;
}

static void backward(struct rows *rows) {
  struct place dx = place_of(rows->job, "dx");
  long double n = (long double)rows->along.count;
  for (int64_t at = 0; at < rows->kept.count && dx.given; at++) {
    long double dy = place_load(&rows->dy, axes_offset(&rows->kept, rows->dy.stride, at)) / rows->over / n;
    int64_t to = axes_offset(&rows->kept, dx.packed, at);
    read_row(rows, at);
    for (int64_t i = 0; i < rows->along.count; i++) {
      long double torn = 0, count = rows->entries < 0 ? NAN : slope(rows, i, &torn);
      long double scale = (fabsl(dy) + rows->tiny) * (fabsl(count) + torn / rows->grain) + rows->tiny;
      place_store(&dx, to + axes_offset(&rows->along, dx.packed, i), dy * count, scale);
    }
  }
}

/* ---- all ---- */

int ref_rival(const struct job *job) {
  const struct problem *p = job->p;
  struct rows rows = {.job = job, .f = &formulas[p->entry->op], .bound = bound_of(p), .over = 1};
  rows.kept = axes_chosen(p->rank, p->shape, ~p->axes);
  rows.along = axes_chosen(p->rank, p->shape, p->axes);
  rows.x = place_of(job, "x"), rows.target = place_of(job, "target"), rows.dy = place_of(job, "dy");
  rows.grain = rows.bound * job->limits.eps;
  rows.tiny = (p->compute == REM_F32 ? 2 * 0x1p-126L : 2 * 0x1p-1022L) / job->limits.eps;
  if (p->totalled && strcmp(problem_choice(p, "reduction"), "mean") == 0) rows.over = (long double)rows.kept.count;
  size_t n = (size_t)rows.along.count + 1;
  rows.value = malloc(n * sizeof *rows.value);
  rows.list = malloc(2 * n * sizeof *rows.list);
  rows.times = rows.list + n;
  int rc = rows.value && rows.list ? 0 : -1;
  if (rc == 0) (p->pass == REM_BACKWARD ? backward : forward)(&rows);
  free(rows.value);
  free(rows.list);
  return rc;
}
