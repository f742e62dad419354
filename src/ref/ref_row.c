/* ref_row.c: reductions and their gradients, a row at a time, from the EXACT parts of ops/row.def. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ref/oracle.h"
#include "ref/wide.h"

/* Every name an EXACT part may use: those of the row, then those of one element. */
struct row {
  const struct limits *limits;
  long double n, dof, first, hi, lo, mean, reach, shifted, total, absolute, product, y;
  long double fresh_y, fresh_mean, eps, tiny, largest, bound;
  long double x, g, others, tie, ties;
};

typedef long double formula(const struct row *r);
struct row_formulas {
  const char *text;
  formula *term, *result, *scale, *grad, *grad_scale;
};

#define NAMES                                                                                                         \
  __attribute__((unused)) const long double n = r->n, dof = r->dof, first = r->first, hi = r->hi, lo = r->lo,         \
                                            mean = r->mean, reach = r->reach, shifted = r->shifted, total = r->total, \
                                            absolute = r->absolute, product = r->product, y = r->y,                   \
                                            fresh_y = r->fresh_y, fresh_mean = r->fresh_mean, eps = r->eps,           \
                                            tiny = r->tiny, largest = r->largest, bound = r->bound, x = r->x,         \
                                            g = r->g, others = r->others, tie = r->tie, ties = r->ties;
#define CAPPED(value) capped(value, r->limits)
#define FORMULA(name, value) \
  static long double name(const struct row *r) { NAMES return value; }
#define ROW_FORMULAS(name, term, result, scale, grad, grad_scale) \
  FORMULA(name##_term, term)                                      \
  FORMULA(name##_result, result)                                  \
  FORMULA(name##_scale, scale)                                    \
  FORMULA(name##_grad, grad)                                      \
  FORMULA(name##_grad_scale, grad_scale)
#define ROW_EXPANDED(...) ROW_FORMULAS(__VA_ARGS__)
#define EXACT(...) __VA_ARGS__
#define EXACT_GRAD(...) __VA_ARGS__
#define ROW(name, says, state, lift, join, finish, empty, extra, rowgrad, grad, exact, exact_grad, ...) \
  ROW_EXPANDED(name, exact, exact_grad)
#include "row.def"
#undef ROW
#undef EXACT
#undef EXACT_GRAD

#define EXACT(...) #__VA_ARGS__
#define EXACT_GRAD(...) #__VA_ARGS__
#define ROW(name, says, state, lift, join, finish, empty, extra, rowgrad, grad, exact, exact_grad, ...) \
  [ROW_##name] = {exact " " exact_grad, name##_term, name##_result, name##_scale, name##_grad, name##_grad_scale},
static const struct row_formulas row_formulas[] = {
#include "row.def"
};

/* A job on rows: the formulas, the memory of one row, where it lies. */
struct rows {
  const struct job *job;
  const struct row_formulas *f;
  struct axes kept, reduced;
  int64_t n;
  long double bound;
  long double *x;              /* the row's elements                                                     */
  struct wide *before, *after; /* products of the elements in front of and behind each; or NULL   */
  struct place in;             /* x */
};

/* ---- the row ------------------------------------------------------------------------------------------ */

static void read_row(struct rows *rows, int64_t at) {
  int64_t base = axes_offset(&rows->kept, rows->in.stride, at);
  for (int64_t i = 0; i < rows->n; i++)
    rows->x[i] = place_load(&rows->in, base + axes_offset(&rows->reduced, rows->in.stride, i));
}

/* Above y, where NaN is above all and +0 above -0. */
static int exceeds(long double x, long double y) {
  return x > y || (isnan(x) && !isnan(y)) || (x == y && signbit(y) && !signbit(x));
}

/* The mean of a row that is not finite is NaN: nothing lies at a distance from it. */
static void statistics(const struct rows *rows, struct row *r) {
  struct total sum = {0}, reach = {0}, shifted = {0};
  r->first = r->hi = r->lo = rows->n ? rows->x[0] : 0;
  for (int64_t i = 0; i < rows->n; i++) {
    long double x = rows->x[i], d = x - r->first;
    total_add(&sum, x);
    total_add(&reach, fabsl(d));
    total_add(&shifted, d * d);
    if (exceeds(x, r->hi)) r->hi = x;
    if (exceeds(-x, -r->lo)) r->lo = x;
  }
  r->mean = isfinite(sum.hi) ? total_value(&sum) / rows->n : NAN;
  r->reach = total_value(&reach) / rows->n;
  r->shifted = total_value(&shifted);
}

static void totals(const struct rows *rows, struct row *r) {
  struct total sum = {0}, absolute = {0};
  for (int64_t i = 0; i < rows->n; i++) {
    r->x = rows->x[i];
    long double term = rows->f->term(r);
    total_add(&sum, term);
    total_add(&absolute, fabsl(term));
  }
  r->total = total_value(&sum);
  r->absolute = total_value(&absolute);
}

static void products(const struct rows *rows, struct row *r) {
  struct wide p = wide_of(1);
  for (int64_t i = 0; i < rows->n; i++) {
    rows->before[i] = p;
    p = wide_mul(p, wide_of(rows->x[i]));
  }
  r->product = wide_value(p);
  p = wide_of(1);
  for (int64_t i = rows->n - 1; i >= 0; i--) {
    rows->after[i] = p;
    p = wide_mul(p, wide_of(rows->x[i]));
  }
}

/* Everything known of a row before its result. */
static struct row known(const struct rows *rows) {
  const struct problem *p = rows->job->p;
  const struct limits *l = &rows->job->limits;
  struct row r = {.n = rows->n, .dof = rows->n, .fresh_y = 1, .fresh_mean = 1};
  if (p->entry->extra == EXTRA_MEAN) r.dof -= problem_attr(p, "correction")->f;
  r.limits = l;
  r.eps = l->eps;
  r.tiny = l->tiny;
  r.largest = l->largest;
  r.bound = rows->bound;
  statistics(rows, &r);
  totals(rows, &r);
  if (rows->before) products(rows, &r);
  return r;
}

/* ---- forward ------------------------------------------------------------------------------------------ */

/* The first or the last element that ties with y, or -1. */
static int64_t winner(const struct rows *rows, long double y, int last) {
  int64_t found = -1;
  for (int64_t i = 0; i < rows->n; i++)
    if (tied(rows->x[i], y) && (last || found < 0)) found = i;
  return found;
}

static int wants_last(const struct problem *p) { return !strcmp(problem_choice(p, "ties"), "last"); }

static void forward_row(struct rows *rows, int64_t at) {
  const struct job *job = rows->job;
  const struct entry *e = job->p->entry;
  struct place y = place_of(job, "y"), extra = place_of(job, e->extra == EXTRA_INDEX ? "index" : "mean");
  read_row(rows, at);
  struct row r = known(rows);
  r.y = rows->n ? rows->f->result(&r) : e->empty;
  place_store(&y, axes_offset(&rows->kept, y.packed, at), r.y, rows->n ? rows->f->scale(&r) : 0);
  int64_t to = axes_offset(&rows->kept, extra.packed, at);
  if (e->extra == EXTRA_INDEX) place_store(&extra, to, extra.given ? winner(rows, r.y, wants_last(job->p)) : 0, 0);
  if (e->extra == EXTRA_MEAN) place_store(&extra, to, rows->n ? r.mean : NAN, r.reach + r.tiny);
}

/* ---- backward ----------------------------------------------------------------------------------------- */

/* y and mean as given, where the plan uses them, else worked out again. */
static void saved(const struct rows *rows, int64_t at, struct row *r) {
  const struct job *job = rows->job;
  struct place y = place_of(job, "y"), mean = place_of(job, "mean");
  r->y = rows->f->result(r);
  if (y.given && problem_uses_saved(job->p, "y")) {
    r->y = place_load(&y, axes_offset(&rows->kept, y.stride, at));
    r->fresh_y = 0;
  }
  if (mean.given && problem_uses_saved(job->p, "mean")) {
    r->mean = place_load(&mean, axes_offset(&rows->kept, mean.stride, at));
    r->fresh_mean = 0;
  }
}

/* Who gets the gradient of a maximum: one element (the given index or the first or last tie), or every tie. */
struct share {
  int64_t only; /* -1: every tie */
  long double ties;
};

static struct share shared(const struct rows *rows, const struct row *r, int64_t at) {
  const struct problem *p = rows->job->p;
  if (p->entry->extra != EXTRA_INDEX) return (struct share){-1, 1};
  const char *ties = problem_choice(p, "ties");
  struct share s = {-1, 0};
  for (int64_t i = 0; i < rows->n; i++) s.ties += tied(rows->x[i], r->y);
  if (!strcmp(ties, "split")) return s;
  s.ties = 1;
  if (!strcmp(ties, "all")) return s;
  struct place index = place_of(rows->job, "index");
  s.only = index.given ? (int64_t)place_load(&index, axes_offset(&rows->kept, index.stride, at))
                       : winner(rows, r->y, wants_last(p));
  return s;
}

/* Whether rounding may make the slope 0, or turn its sign: then an infinite g may give NaN or another infinity. */
static int is_unsure(const struct rows *rows, struct row r) {
  r.g = 1;
  return fabsl(rows->f->grad(&r)) <= rows->bound * r.eps * rows->f->grad_scale(&r);
}

static void backward_row(struct rows *rows, int64_t at) {
  const struct job *job = rows->job;
  struct place dy = place_of(job, "dy"), dx = place_of(job, "dx");
  if (rows->in.given) read_row(rows, at);
  struct row r = known(rows);
  r.g = place_load(&dy, axes_offset(&rows->kept, dy.stride, at));
  saved(rows, at, &r);
  struct share share = shared(rows, &r, at);
  int64_t base = axes_offset(&rows->kept, dx.packed, at);
  r.ties = share.ties;
  for (int64_t i = 0; i < rows->n; i++) {
    r.x = rows->x[i];
    r.tie = share.only >= 0 ? i == share.only : tied(r.x, r.y);
    if (rows->before) r.others = wide_value(wide_mul(rows->before[i], rows->after[i]));
    int64_t to = base + axes_offset(&rows->reduced, dx.packed, i);
    place_store(&dx, to, rows->f->grad(&r), rows->f->grad_scale(&r));
    if (isinf(r.g) && is_unsure(rows, r)) place_skip(&dx, to);
  }
}

/* ---- all rows ----------------------------------------------------------------------------------------- */

int ref_row(const struct job *job) {
  const struct problem *p = job->p;
  struct rows rows = {.job = job, .f = &row_formulas[p->entry->op], .in = place_of(job, "x"), .bound = bound_of(p)};
  rows.kept = axes_chosen(p->rank, p->shape, ~p->axes);
  rows.reduced = axes_chosen(p->rank, p->shape, p->axes);
  rows.n = rows.reduced.count;
  size_t room = (size_t)rows.n + 1;
  int multiplies = formula_uses(rows.f->text, "product");
  rows.x = calloc(room, sizeof *rows.x);
  rows.before = multiplies ? calloc(room, sizeof *rows.before) : NULL;
  rows.after = multiplies ? calloc(room, sizeof *rows.after) : NULL;
  int good = rows.x && (!multiplies || (rows.before && rows.after));
  for (int64_t at = 0; good && at < rows.kept.count; at++)
    (p->pass == REM_FORWARD ? forward_row : backward_row)(&rows, at);
  free(rows.x);
  free(rows.before);
  free(rows.after);
  return good ? 0 : -1;
}
