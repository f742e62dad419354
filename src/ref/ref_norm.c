/* ref_norm.c: softmax and normalisation, a row at a time, from the EXACT parts of ops/norm.def. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ref/oracle.h"
#include "ref/special.h"
#include "ref/wide.h"

/* Every name an EXACT part may use: those of the row, then those of one element. */
struct norm {
  const struct limits *limits;
  long double n, first, hi, mean, spread, squares, rstd, reach, far, drift, total, rest, absolute, rest_absolute;
  long double eps, scale, tau, level, tiny, bound, grain, margin, squared, swap, ignore_index;
  long double own, share, k, which, lost;
  long double target, x, dy, y, weight, bias, mask, noise, residual, sum, dsum, a, b, anchor, positive, negative;
};

typedef long double formula(const struct norm *r);
struct exact {
  formula *z, *term, *other, *value, *scale;
};
struct norm_formulas {
  struct exact forward, grad;
  formula *param, *param_other, *param_scale;
};

static long double weigh(long double z, long double hi) { return z == -INFINITY ? 0 : expl(gapl(z, hi)); }
static long double distance(long double z, long double hi) {
  long double d = fabsl(gapl(z, hi));
  return isfinite(d) ? d : 0;
}

/* The larger, or NaN. */
static long double most(long double a, long double b) { return isnan(a) ? a : fmaxl(a, b); }
static long double least(long double a, long double b) { return isnan(a) || isnan(b) ? NAN : fminl(a, b); }
static long double part_of_least(long double a, long double b) { return a < b ? 1 : a > b ? 0 : a == b ? 0.5L : NAN; }
static long double along(long double d, long double squares) {
  return squares == 0 || squares == INFINITY ? 0 : d / sqrtl(squares);
}

/* What underflow of the squares of a row does to their sum, in eps. A sum that may be nothing has a root that divides by 0. */
static long double faint_of(const struct norm *r, long double squares) {
  long double lost = r->n * r->limits->tiny;
  return squares <= 32 * lost ? REF_UNSURE : lost / r->limits->eps / squares;
}

#define NAMES                                                                                                         \
  __attribute__((unused))                                                                                             \
  const long double n = r->n,                                                                                         \
                    first = r->first, hi = r->hi, mean = r->mean, spread = r->spread, squares = r->squares,           \
                    rstd = r->rstd, reach = r->reach, far = r->far, drift = r->drift, total = r->total,               \
                    rest = r->rest, absolute = r->absolute, rest_absolute = r->rest_absolute, eps = r->eps,           \
                    scale = r->scale, tau = r->tau, tiny = r->tiny, bound = r->bound, x = r->x, dy = r->dy, y = r->y, \
                    weight = r->weight, bias = r->bias, mask = r->mask, noise = r->noise, target = r->target,         \
                    residual = r->residual, sum = r->sum, dsum = r->dsum, a = r->a, b = r->b, grain = r->grain,       \
                    margin = r->margin, squared = r->squared, swap = r->swap, ignore_index = r->ignore_index,         \
                    own = r->own, share = r->share, k = r->k, which = r->which, lost = r->lost, anchor = r->anchor,   \
                    positive = r->positive, negative = r->negative, level = r->level;
#define CAPPED(value) capped(value, r->limits)
#define along_size(d, squares) \
  ((squares) > 0 && (squares) < INFINITY ? (fabsl(d) + fabsl(eps)) / sqrtl(squares) * (1 + lost / sqrtl(squares)) : 0)
#define faint(squares) (sqrtl(squares) < eps ? 0 : faint_of(r, squares))
#define counts(squares) ((sqrtl(squares) > eps) + torn(sqrtl(squares) - eps, sqrtl(squares)))
#define per(p, q) (n == 0 ? 0 : (p) / (q))
#define torn(z, size) (fabsl(z) <= grain * (size) ? 2 / grain : 0)
#define dimmed(size, faint) ((faint) >= REF_UNSURE ? REF_UNSURE : (size) * (1 + (faint)))
#define away(z, hi) (2 * distance(z, hi) / bound)
#define FORMULA(name, value) \
  static long double name(const struct norm *r) { NAMES return value; }
#define EXACT_FORMULAS(name, z, term, other, value, scale) \
  FORMULA(name##_z, z)                                     \
  FORMULA(name##_term, term)                               \
  FORMULA(name##_other, other)                             \
  FORMULA(name##_value, value)                             \
  FORMULA(name##_scale, scale)
#define PARAM_FORMULAS(name, term, other, scale) \
  FORMULA(name##_param, term)                    \
  FORMULA(name##_param_other, other)             \
  FORMULA(name##_param_scale, scale)
#define EXACT_EXPANDED(...) EXACT_FORMULAS(__VA_ARGS__)
#define PARAM_EXPANDED(...) PARAM_FORMULAS(__VA_ARGS__)
#define EXACT(...) __VA_ARGS__
#define EXACT_GRAD(...) __VA_ARGS__
#define EXACT_PARAM(...) __VA_ARGS__
#define NO_EXACT_PARAM 0, 0, 0
#define SWEEP(...)
#define NORM(name, says, space, slots, grad_slots, attrs, steps, grad_steps, exact, exact_grad, exact_param, ...) \
  EXACT_EXPANDED(name, exact)                                                                                     \
  EXACT_EXPANDED(name##_grad, exact_grad)                                                                         \
  PARAM_EXPANDED(name, exact_param)
#include "norm.def"
#undef NORM

#define EXACT_OF(name) \
  { name##_z, name##_term, name##_other, name##_value, name##_scale }
#define NORM(name, ...) \
  [NORM_##name] = {EXACT_OF(name), EXACT_OF(name##_grad), name##_param, name##_param_other, name##_param_scale},
static const struct norm_formulas norm_formulas[] = {
#include "norm.def"
};
#undef NORM

/* ---- operands ------------------------------------------------------------------------------------------- */

enum { X, DY, Y, WEIGHT, BIAS, MASK, NOISE, RESIDUAL, SUM, DSUM, A, B, TARGET, ANCHOR, POSITIVE, NEGATIVE, OPERANDS };
static const char *const names[OPERANDS] = {"x",   "dy",   "y", "weight", "bias",   "mask",   "noise",    "residual",
                                            "sum", "dsum", "a", "b",      "target", "anchor", "positive", "negative"};

struct rows {
  const struct job *job;
  const struct norm_formulas *f;
  struct axes kept, along;
  struct place in[OPERANDS], mean, rstd, var;
  int loaded[OPERANDS], n_loaded; /* which of them are inputs that are given */
  long double bound, over, strain; /* of losses: what dy is divided by, and what rounding of that does */
  int which;
};

/* Before any element is loaded: what operands are that are left out. */
static struct norm nothing_loaded(const struct rows *rows) {
  return (struct norm){.n = (long double)rows->along.count, .weight = 1, .mask = 1};
}

static void find_loaded(struct rows *rows) {
  rows->n_loaded = 0;
  for (int k = 0; k < OPERANDS; k++)
    if (rows->in[k].given && !rows->in[k].out) rows->loaded[rows->n_loaded++] = k;
}

/* Element i of row `at`, of every operand that is an input. */
static void load_element(const struct rows *rows, int64_t at, int64_t i, struct norm *r) {
  long double *to[OPERANDS] = {&r->x,      &r->dy,       &r->y,        &r->weight,  &r->bias, &r->mask,
                               &r->noise,  &r->residual, &r->sum,      &r->dsum,    &r->a,    &r->b,
                               &r->target, &r->anchor,   &r->positive, &r->negative};
  for (int k = 0; k < rows->n_loaded; k++) {
    const struct place *p = &rows->in[rows->loaded[k]];
    *to[rows->loaded[k]] =
        place_load(p, axes_offset(&rows->kept, p->stride, at) + axes_offset(&rows->along, p->stride, i));
  }
  r->k = (long double)i;
  r->dy /= rows->over;
  if (!rows->var.given) return;
  /* Statistics that are given, of each element: of its channel. */
  r->mean = place_load(
      &rows->mean, axes_offset(&rows->kept, rows->mean.stride, at) + axes_offset(&rows->along, rows->mean.stride, i));
  r->rstd = 1 / sqrtl(place_load(&rows->var, axes_offset(&rows->kept, rows->var.stride, at) +
                                                 axes_offset(&rows->along, rows->var.stride, i)) +
                      r->eps);
}

/* ---- the row -------------------------------------------------------------------------------------------- */

static void statistics(const struct rows *rows, const struct exact *f, int64_t at, struct norm *r) {
  struct total sum = {0}, reach = {0}, squares = {0}, spread = {0};
  r->hi = -INFINITY;
  for (int64_t i = 0; i < rows->along.count; i++) {
    load_element(rows, at, i, r);
    long double z = f->z(r);
    if (i == 0) r->first = z;
    if (z > r->hi || isnan(z)) r->hi = isnan(r->hi) ? r->hi : z;
    total_add(&sum, z);
    total_add(&squares, z * z);
    total_add(&reach, fabsl(z - r->first));
    r->far = fmaxl(r->far, fabsl(z - r->first));
  }
  r->mean = total_value(&sum) / r->n;
  r->squares = total_value(&squares);
  r->reach = total_value(&reach) / r->n;
  for (int64_t i = 0; i < rows->along.count; i++) {
    load_element(rows, at, i, r);
    long double d = f->z(r) - r->mean;
    total_add(&spread, d * d);
  }
  r->spread = total_value(&spread);
}

/* Statistics as given, where the plan uses them: then they have no error. */
static void saved(const struct rows *rows, int64_t at, struct norm *r) {
  const struct problem *p = rows->job->p;
  const struct place *mean = &rows->mean, *rstd = &rows->rstd;
  int centred = problem_slot(p, "mean") >= 0;
  if (rows->var.given) return;
  r->rstd = 1 / sqrtl((centred ? r->spread : r->squares) / r->n + r->eps);
  r->drift = 1 + (centred ? r->reach * r->rstd : 0) + faint_of(r, (centred ? r->spread : r->squares) + r->n * r->eps);
  if (p->pass == REM_FORWARD || !problem_uses_saved(p, "rstd") || (centred && !problem_uses_saved(p, "mean"))) return;
  r->rstd = place_load(rstd, axes_offset(&rows->kept, rstd->stride, at));
  if (centred) r->mean = place_load(mean, axes_offset(&rows->kept, mean->stride, at));
  r->far = 0, r->drift = 1;
}

static void totals(const struct rows *rows, const struct exact *f, int64_t at, struct norm *r) {
  struct total sum = {0}, rest = {0}, absolute = {0}, rest_absolute = {0};
  for (int64_t i = 0; i < rows->along.count; i++) {
    load_element(rows, at, i, r);
    long double term = f->term(r), other = f->other(r);
    total_add(&sum, term);
    total_add(&absolute, fabsl(term));
    total_add(&rest, other);
    total_add(&rest_absolute, fabsl(other));
  }
  r->total = total_value(&sum), r->absolute = total_value(&absolute);
  r->rest = total_value(&rest), r->rest_absolute = total_value(&rest_absolute);
}

/* An attribute that is an integer. */
static long double number_word(const struct problem *p, const char *name, long double otherwise) {
  const struct attr_value *v = problem_attr(p, name);
  return v ? (long double)v->i : otherwise;
}

/* Of losses: what a row has one of, and x and weight at its class; 0 where that is ignored, or of a row without elements. */
static void load_class(const struct rows *rows, int64_t at, struct norm *r) {
  const struct problem *p = rows->job->p;
  const struct place *target = &rows->in[TARGET];
  if (!target->given || p->entry->slots[p->pass][problem_slot(p, "target")].shape != SHAPE_ROW) return;
  long double t = place_load(target, axes_offset(&rows->kept, target->stride, at));
  int is_class = t >= 0 && t < r->n, none = t == r->ignore_index || r->n == 0;
  if (is_class) load_element(rows, at, (int64_t)t, r);
  r->own = none ? 0 : is_class ? r->x : NAN, r->share = none ? 0 : is_class ? r->weight : NAN;
  r->target = t;
}

static int falling(const void *a, const void *b) {
  long double p = *(const long double *)a, q = *(const long double *)b;
  return (p < q) - (p > q);
}

/* The threshold above which the elements, less the largest, have a sum of 1: that of the k largest, for the last k whose
 * least one is above it. -1 where there are none that count; NaN, which then fails, where there is no memory. */
static long double level_of(const struct rows *rows, const struct exact *f, int64_t at, struct norm *r) {
  long double *z = malloc((size_t)rows->along.count * sizeof *z + 1), level = isnan(r->hi) ? NAN : -1;
  struct total sum = {0};
  if (!z) return NAN;
  for (int64_t i = 0; i < rows->along.count; i++) {
    load_element(rows, at, i, r);
    z[i] = f->z(r) == -INFINITY ? -INFINITY : gapl(f->z(r), r->hi);
  }
  if (!isnan(r->hi)) qsort(z, (size_t)rows->along.count, sizeof *z, falling);
  for (int64_t k = 0; k < rows->along.count && z[k] > -1; k++) {
    total_add(&sum, z[k]);
    long double next = (total_value(&sum) - 1) / (long double)(k + 1);
    if (z[k] > next) level = next;
  }
  free(z);
  return level;
}

static int solves(const struct problem *p) {
  for (int i = 0; i < p->entry->n_steps[0]; i++)
    if (sweep_at(p->entry->steps[0][i].sweep)->kind == SWEEP_SOLVE) return p->pass == REM_FORWARD;
  return 0;
}

static struct norm known(const struct rows *rows, const struct exact *f, int64_t at) {
  const struct problem *p = rows->job->p;
  struct norm r = nothing_loaded(rows);
  r.bound = rows->bound, r.limits = &rows->job->limits;
  r.eps = attr_number(p, "eps"), r.scale = attr_number(p, "scale"), r.tau = attr_number(p, "tau");
  r.margin = attr_number(p, "margin"), r.squared = number_word(p, "squared", 0), r.swap = number_word(p, "swap", 0);
  r.ignore_index = number_word(p, "ignore_index", NAN), r.which = rows->which;
  r.grain = r.bound * rows->job->limits.eps;
  r.tiny = (p->compute == REM_F32 ? 2 * 0x1p-126L : 2 * 0x1p-1022L) / rows->job->limits.eps;
  r.lost = 4 * fabsl(r.eps) * sqrtl(r.n) + sqrtl(r.n * r.tiny / r.grain);
  load_class(rows, at, &r);
  statistics(rows, f, at, &r);
  saved(rows, at, &r);
  totals(rows, f, at, &r);
  if (solves(p)) r.level = level_of(rows, f, at, &r);
  return r;
}

/* y of the whole row, which may have no elements. */
static int is_of_rows(const struct problem *p) {
  return p->pass == REM_FORWARD && p->entry->slots[0][problem_slot(p, "y")].shape == SHAPE_ROW;
}

/* S of one result, as its formula says, but where something on the way overflows, or may divide by 0. */
static long double scale_of(const struct rows *rows, const struct exact *f, const struct norm *r) {
  int overflows = isfinite(r->dy) && fabsl(r->dy) > rows->job->limits.largest;
  return overflows || r->drift >= REF_UNSURE ? REF_UNSURE : f->scale(r) * rows->strain;
}

/* Whether rounding may make 0, or the other sign, of what an infinite factor is multiplied with. */
static int is_unsure(const struct rows *rows, const struct exact *f, struct norm r) {
  if (!isinf(r.dy) && !isinf(r.weight)) return 0;
  r.dy = isinf(r.dy) ? 1 : r.dy;
  r.weight = isinf(r.weight) ? 1 : r.weight;
  long double scale = scale_of(rows, f, &r);
  return isfinite(scale) && fabsl(f->value(&r)) <= rows->bound * rows->job->limits.eps * scale;
}

static void run_row(const struct rows *rows, int64_t at, const char *name) {
  const struct job *job = rows->job;
  int back = job->p->pass == REM_BACKWARD;
  const struct exact *f = back ? &rows->f->grad : &rows->f->forward;
  struct place out = place_of(job, name), sum = place_of(job, "sum");
  struct norm r = known(rows, f, at);
  if (is_of_rows(job->p)) {
    place_store(&out, axes_offset(&rows->kept, out.packed, at), f->value(&r), f->scale(&r));
    return;
  }
  for (int64_t i = 0; i < rows->along.count; i++) {
    load_element(rows, at, i, &r);
    int64_t to = axes_offset(&rows->kept, out.packed, at) + axes_offset(&rows->along, out.packed, i);
    place_store(&out, to, f->value(&r), scale_of(rows, f, &r));
    if (is_unsure(rows, f, r)) place_skip(&out, to);
    if (sum.out) place_store(&sum, to, r.x + r.residual, fabsl(r.x + r.residual) + r.tiny);
  }
  if (back || rows->var.given) return;
  if (isnan(r.spread)) r.mean = NAN;
  place_store(&rows->mean, axes_offset(&rows->kept, rows->mean.packed, at), r.mean,
              r.reach + fabsl(r.mean) / r.bound + r.tiny);
  place_store(&rows->rstd, axes_offset(&rows->kept, rows->rstd.packed, at), r.rstd, r.rstd * r.drift + r.tiny);
}

/* ---- running statistics --------------------------------------------------------------------------------- */

/* What storing a statistic in its slot's dtype costs, in eps of the computation. */
static long double coarseness(const struct rows *rows, const struct place *of) {
  return of->given && of->dtype != rows->job->p->compute ? limits_of(of->dtype).eps / rows->job->limits.eps : 0;
}

/* Of channel `at`, from mean and rstd as they are stored. */
static void run_running(const struct rows *rows, int64_t at) {
  const struct job *job = rows->job;
  struct norm r = known(rows, &rows->f->forward, at);
  struct place mean = place_of(job, "running_mean"), spread = place_of(job, "running_var");
  struct place next_mean = place_of(job, "next_mean"), next_var = place_of(job, "next_var");
  long double momentum = attr_number(job->p, "momentum"), wide = r.n > 1 ? r.n / (r.n - 1) : 1;
  long double m = mean.given ? place_load(&mean, axes_offset(&rows->kept, mean.stride, at)) : 0;
  long double v = spread.given ? place_load(&spread, axes_offset(&rows->kept, spread.stride, at)) : 0;
  long double to_mean = isnan(r.spread) ? NAN : r.mean, to_var = r.spread / r.n;
  long double mean_scale = r.reach + fabsl(to_mean) * (1 + coarseness(rows, &rows->mean)) + fabsl(m);
  long double var_scale = wide * (to_var + r.eps) * (4 * r.drift + 2 * coarseness(rows, &rows->rstd)) + fabsl(v);
  place_store(&next_mean, axes_offset(&rows->kept, next_mean.packed, at), m + momentum * (to_mean - m),
              fabsl(m) + fabsl(momentum) * mean_scale + r.tiny);
  place_store(&next_var, axes_offset(&rows->kept, next_var.packed, at), v + momentum * (to_var * wide - v),
              fabsl(v) + fabsl(momentum) * var_scale + r.tiny);
}

/* ---- gradients of parameters ---------------------------------------------------------------------------- */

/* One element of dweight or dbias: the sum over all that share it, and that of the scales. */
struct param {
  struct total sum, scale;
};
enum { DWEIGHT, DBIAS, PARAMS };

/* Adds what row `at` has for every element of the gradients that are wanted: those with memory. */
static void add_row(const struct rows *rows, int64_t at, const struct place *out, struct param *const *params) {
  struct norm r = known(rows, &rows->f->grad, at);
  for (int64_t i = 0; i < rows->along.count; i++) {
    load_element(rows, at, i, &r);
    for (int k = 0; k < PARAMS; k++) {
      if (!params[k]) continue;
      const int64_t *packed = out[k].packed;
      struct param *to = &params[k][axes_offset(&rows->kept, packed, at) + axes_offset(&rows->along, packed, i)];
      long double term = k == DWEIGHT ? rows->f->param(&r) : rows->f->param_other(&r);
      total_add(&to->sum, term);
      total_add(&to->scale, k == DWEIGHT ? rows->f->param_scale(&r) : fabsl(term));
    }
  }
}

static int run_params(const struct rows *rows) {
  static const char *const slots[PARAMS] = {"dweight", "dbias"};
  const struct problem *p = rows->job->p;
  struct place out[PARAMS];
  struct param *params[PARAMS] = {NULL};
  struct axes own = axes_chosen(p->rank, p->shape, p->params);
  int wanted = 0, bad = 0;
  for (int k = 0; k < PARAMS; k++) {
    out[k] = place_of(rows->job, slots[k]);
    if (!out[k].given || own.count == 0) continue;
    params[k] = calloc((size_t)own.count, sizeof *params[k]);
    wanted = 1, bad |= !params[k];
  }
  for (int64_t at = 0; wanted && !bad && at < rows->kept.count; at++) add_row(rows, at, out, params);
  for (int k = 0; k < PARAMS; k++) {
    for (int64_t i = 0; !bad && params[k] && i < own.count; i++)
      place_store(&out[k], i, total_value(&params[k][i].sum), total_value(&params[k][i].scale));
    free(params[k]);
  }
  return -bad;
}

/* ---- losses ---------------------------------------------------------------------------------------------- */

static int is_loss(const struct problem *p) { return problem_attr(p, "reduction") != NULL; }

/* The weight of a row, where a mean is by weight: as given, where the plan uses it. */
static long double share_of(const struct rows *rows, int64_t at) {
  struct place share = place_of(rows->job, "share");
  struct norm r = nothing_loaded(rows);
  r.ignore_index = number_word(rows->job->p, "ignore_index", NAN);
  if (problem_uses_saved(rows->job->p, "share")) return place_load(&share, axes_offset(&rows->kept, share.stride, at));
  load_class(rows, at, &r);
  return r.share;
}

/* What a mean divides by: rows, or the sum of their weights, which cancel. */
static void find_over(struct rows *rows) {
  const struct problem *p = rows->job->p;
  struct total sum = {0}, absolute = {0};
  rows->over = rows->strain = 1;
  if (!p->totalled || strcmp(problem_choice(p, "reduction"), "mean") != 0) return;
  int weighed = problem_slot(p, "share") >= 0;
  for (int64_t at = 0; at < rows->kept.count && weighed; at++) {
    long double share = share_of(rows, at);
    total_add(&sum, share);
    total_add(&absolute, fabsl(share));
  }
  rows->strain = weighed ? 1 + total_value(&absolute) / fabsl(total_value(&sum)) : 1;
  rows->over = weighed ? total_value(&sum) : (long double)rows->kept.count;
}

static void loss_forward(struct rows *rows) {
  struct total sum = {0}, scale = {0};
  struct place y = place_of(rows->job, "y"), share = place_of(rows->job, "share");
  const struct exact *f = &rows->f->forward;
  int totalled = rows->job->p->totalled;
  long double over = rows->over;
  rows->over = 1;
  for (int64_t at = 0; at < rows->kept.count; at++) {
    struct norm r = known(rows, f, at);
    long double value = f->value(&r), size = f->scale(&r);
    if (!totalled) place_store(&y, axes_offset(&rows->kept, y.packed, at), value, size);
    place_store(&share, axes_offset(&rows->kept, share.packed, at), r.share, fabsl(r.share) + rows->job->limits.tiny);
    total_add(&sum, value);
    total_add(&scale, isfinite(size) ? size : fabsl(value));
  }
  if (totalled)
    place_store(&y, 0, total_value(&sum) / over,
                total_value(&scale) / fabsl(over) * rows->strain + 2 * rows->job->limits.tiny);
}

/* ---- all ------------------------------------------------------------------------------------------------- */

/* Gradients of the op's own shape, in the order of their slots; a and b change places for the second. */
static void run_gradients(struct rows *rows) {
  const struct problem *p = rows->job->p;
  for (int i = 0; i < p->n_slots; i++) {
    const struct slot *slot = &p->entry->slots[p->pass][i];
    if (slot->role != REM_OUTPUT || slot->shape != SHAPE_X) continue;
    if (strcmp(slot->name, "db") == 0) {
      struct place a = rows->in[A];
      rows->in[A] = rows->in[B], rows->in[B] = a;
      find_loaded(rows);
    }
    for (int64_t at = 0; at < rows->kept.count; at++) run_row(rows, at, slot->name);
    rows->which++;
  }
}

int ref_norm(const struct job *job) {
  const struct problem *p = job->p;
  if (sweep_at(p->entry->steps[0][0].sweep)->kind == SWEEP_CROSS) return ref_cross(job);
  struct rows rows = {.job = job, .f = &norm_formulas[p->entry->op], .bound = bound_of(p), .over = 1, .strain = 1};
  rows.kept = axes_chosen(p->rank, p->shape, ~p->axes);
  rows.along = axes_chosen(p->rank, p->shape, p->axes);
  for (int k = 0; k < OPERANDS; k++) rows.in[k] = place_of(job, names[k]);
  find_loaded(&rows);
  rows.mean = place_of(job, "mean"), rows.rstd = place_of(job, "rstd"), rows.var = place_of(job, "var");
  if (is_loss(p)) find_over(&rows);
  if (is_loss(p) && p->pass == REM_FORWARD) return loss_forward(&rows), 0;
  if (p->pass == REM_BACKWARD) {
    run_gradients(&rows);
    return run_params(&rows);
  }
  for (int64_t at = 0; at < rows.kept.count; at++) run_row(&rows, at, "y");
  for (int64_t at = 0; at < rows.kept.count && problem_slot(p, "next_mean") >= 0; at++) run_running(&rows, at);
  return 0;
}
