/* ref_scan.c: scans and their gradients, a row at a time, from the EXACT parts of ops/scan.def. A row is held in scan
 * order: a reverse scan is read from its end. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ref/oracle.h"
#include "ref/wide.h"

/* Every name an EXACT part may use. */
struct at {
  struct wide s, x, a, b, init;                            /* forward                                       */
  struct wide g, xn, y, yn, yb, yi, before, between, rest; /* backward                                      */
  long double c, k, n, depth, tiny, eps, bound, fresh;     /* scales                                        */
};

typedef struct wide formula(const struct at *t);
typedef long double scale_formula(const struct at *t);
struct scan_formulas {
  const char *text;
  formula *start, *step;
  scale_formula *scale;
  formula *term, *sum, *result;
  scale_formula *grad_scale;
};

#define NAMES                                                                                                 \
  __attribute__((unused)) const struct wide s = t->s, x = t->x, a = t->a, b = t->b, init = t->init, g = t->g, \
                                            xn = t->xn, y = t->y, yn = t->yn, yb = t->yb, yi = t->yi,         \
                                            before = t->before, between = t->between, rest = t->rest;
#define SCALE_NAMES                                                                                         \
  __attribute__((unused)) const long double c = t->c, k = t->k, n = t->n, depth = t->depth, tiny = t->tiny, \
                                            eps = t->eps, bound = t->bound, fresh = t->fresh;
#define number(v) wide_of(v)
#define real(v) wide_value(v)
#define plus(p, q) wide_add(p, q)
#define times(p, q) wide_mul(p, q)
#define larger(p, q) wide_max(p, q)
#define smaller(p, q) wide_min(p, q)
#define logaddexp(p, q) wide_logaddexp(p, q)
#define damp(v, p, q) wide_damp(v, p, q, t->tiny / t->eps)
#define FORMULA(name, value) \
  static struct wide name(const struct at *t) { NAMES return value; }
#define SCALE_FORMULA(name, value) \
  static long double name(const struct at *t) { SCALE_NAMES return value; }
#define SCAN_FORMULAS(name, start, step, scale, term, sum, result, grad_scale) \
  FORMULA(name##_start, start)                                                 \
  FORMULA(name##_step, step)                                                   \
  SCALE_FORMULA(name##_scale, scale)                                           \
  FORMULA(name##_term, term)                                                   \
  FORMULA(name##_sum, sum)                                                     \
  FORMULA(name##_result, result)                                               \
  SCALE_FORMULA(name##_grad_scale, grad_scale)
#define SCAN_EXPANDED(...) SCAN_FORMULAS(__VA_ARGS__)
#define EXACT(...) __VA_ARGS__
#define EXACT_GRAD(...) __VA_ARGS__
#define SCAN(name, says, ins, state, lift, join, identity, finish, front, extra, beats, bstate, blift, bjoin, \
             bidentity, bfinish, initgrad, exact, exact_grad, ...)                                            \
  SCAN_EXPANDED(name, exact, exact_grad)
#include "scan.def"
#undef SCAN
#undef EXACT
#undef EXACT_GRAD

#define EXACT(...) #__VA_ARGS__
#define EXACT_GRAD(...) #__VA_ARGS__
#define SCAN(name, says, ins, state, lift, join, identity, finish, front, extra, beats, bstate, blift, bjoin, \
             bidentity, bfinish, initgrad, exact, exact_grad, ...)                                            \
  [SCAN_##name] = {exact " " exact_grad, name##_start, name##_step,   name##_scale,                           \
                   name##_term,          name##_sum,   name##_result, name##_grad_scale},
static const struct scan_formulas scan_formulas[] = {
#include "scan.def"
};

/* A job on rows, and the memory of one row. */
struct scans {
  const struct job *job;
  const struct scan_formulas *f;
  struct axes kept;  /* all but the scanned axis */
  struct axes along; /* the scanned axis         */
  int64_t n, terms;  /* extent; how many dy have a part in the gradient: n, or n - 1 when exclusive */
  int reverse, exclusive, last;
  int finite;     /* backward: x, y and dy of the row are */
  int64_t budget; /* terms of double sums that may still be computed */
  struct at at;   /* what is common to all rows: n, depth, floor */
  struct wide *x, *b, *y, *g, *before;
  int64_t *winner;
  int multiplies[2]; /* by pass: whether a sum is multiplied by factors, the elements in x  */
  int64_t infinite;  /* forward the first, backward the last place of an infinite factor;
                        n and -1: there is none, or the formula multiplies no sum           */
};

/* ---- memory of a row ---------------------------------------------------------------------------------- */

/* The place in scan order of an index along the axis, and the other way round. */
static int64_t turned(const struct scans *s, int64_t i) { return s->reverse ? s->n - 1 - i : i; }

static int64_t offset_at(const struct scans *s, const int64_t *stride, int64_t row, int64_t i) {
  return axes_offset(&s->kept, stride, row) + axes_offset(&s->along, stride, turned(s, i));
}

static void read_slot(const struct scans *s, const char *slot, int64_t row, struct wide *to) {
  struct place p = place_of(s->job, slot);
  for (int64_t i = 0; p.given && i < s->n; i++) to[i] = wide_of(place_load(&p, offset_at(s, p.stride, row, i)));
}

static struct wide read_init(const struct scans *s, int64_t row) {
  struct place p = place_of(s->job, "init");
  return wide_of(p.given ? place_load(&p, axes_offset(&s->kept, p.stride, row)) : 0);
}

static void find_infinite(struct scans *s, int pass) {
  s->infinite = pass == REM_FORWARD ? s->n : -1;
  int64_t n = pass == REM_FORWARD ? s->n : s->terms;
  for (int64_t k = 0; s->multiplies[pass] && k < n; k++) {
    int64_t i = pass == REM_FORWARD ? s->n - 1 - k : k;
    if (isinf(s->x[i].hi)) s->infinite = i;
  }
}

static int is_recurrence(const struct scans *s) { return s->job->p->entry->extra == EXTRA_INIT; }
static int has_index(const struct scans *s) { return s->job->p->entry->extra == EXTRA_INDEX; }

/* ---- forward ------------------------------------------------------------------------------------------ */

/* y of every place, inclusive, and for running extrema who won it. The first element always wins; a later one wins
 * when it changes the value, or when the last of several ties is asked for. */
static void run_forward(const struct scans *s, int64_t row) {
  struct at t = s->at;
  t.init = is_recurrence(s) ? read_init(s, row) : wide_of(0);
  t.s = s->f->start(&t);
  for (int64_t i = 0; i < s->n; i++) {
    long double was = wide_value(t.s);
    t.x = t.a = s->x[i];
    t.b = s->b[i];
    t.s = s->f->step(&t);
    long double now = wide_value(t.s);
    int wins = i == 0 || !tied(was, now) || (s->last && tied(wide_value(t.x), now));
    s->winner[i] = wins ? i : s->winner[i - 1];
    s->y[i] = t.s;
  }
}

static void store(const struct scans *s, const struct place *to, int64_t row, int64_t i, struct wide v,
                  scale_formula *scale) {
  struct at t = s->at;
  t.c = wide_size(v);
  t.k = wide_work(v);
  if (to->out) place_store(to, offset_at(s, to->packed, row, i), wide_value(v), scale(&t));
}

static void forward_row(struct scans *s, int64_t row) {
  struct place y = place_of(s->job, "y"), index = place_of(s->job, "index");
  struct wide front = is_recurrence(s) ? read_init(s, row) : wide_of(s->job->p->entry->empty);
  read_slot(s, is_recurrence(s) ? "a" : "x", row, s->x);
  if (is_recurrence(s)) read_slot(s, "b", row, s->b);
  run_forward(s, row);
  find_infinite(s, REM_FORWARD);
  for (int64_t i = 0; i < s->n; i++) {
    struct wide v = !s->exclusive ? s->y[i] : i > 0 ? s->y[i - 1] : front;
    store(s, &y, row, i, v, s->f->scale);
    if (i - s->exclusive >= s->infinite) place_skip(&y, offset_at(s, y.packed, row, i));
    if (index.given) place_store(&index, offset_at(s, index.packed, row, i), turned(s, s->winner[i]), 0);
  }
}

/* ---- backward ----------------------------------------------------------------------------------------- */

/* y at each place, inclusive: as given where the plan uses that, else worked out again. An exclusive y lies one place
 * later, and its last inclusive value is unknown; no dy belongs to it. */
static void read_y(const struct scans *s, int64_t row) {
  struct place y = place_of(s->job, "y");
  if (!is_recurrence(s)) run_forward(s, row);
  if (!y.given || !(is_recurrence(s) || problem_uses_saved(s->job->p, "y"))) return;
  for (int64_t i = 0; i < s->terms; i++)
    s->y[i] = wide_of(place_load(&y, offset_at(s, y.stride, row, i + s->exclusive)));
}

/* dy of each inclusive place. Where y is worked out again it is rounded, which costs the term |y| of itself. */
static void read_g(const struct scans *s, int64_t row) {
  struct place dy = place_of(s->job, "dy");
  for (int64_t i = 0; i < s->terms; i++) {
    s->g[i] = wide_of(place_load(&dy, offset_at(s, dy.stride, row, i + s->exclusive)));
    long double cost = s->at.fresh != 0 ? wide_size(s->g[i]) * fabsl(wide_value(s->y[i])) : 0;
    if (isfinite(cost)) s->g[i].work = cost;
  }
}

static void read_winners(const struct scans *s, int64_t row) {
  struct place index = place_of(s->job, "index");
  for (int64_t i = 0; index.given && i < s->n; i++)
    s->winner[i] = turned(s, (int64_t)place_load(&index, offset_at(s, index.stride, row, i)));
}

static int all_finite(const struct scans *s) {
  int finite = 1;
  for (int64_t i = 0; i < s->terms; i++) finite &= isfinite(s->x[i].hi);
  for (int64_t i = 0; i < s->terms; i++) finite &= isfinite(s->g[i].hi) && isfinite(s->y[i].hi);
  return finite;
}

/* The names of place j. */
static struct at names_at(const struct scans *s, int64_t j) {
  struct at t = s->at;
  t.x = s->x[j];
  t.before = s->before[j];
  t.g = s->g[j];
  t.y = s->y[j];
  t.yb = j > 0 ? s->y[j - 1] : wide_of(-INFINITY);
  if (j + 1 < s->terms) {
    t.xn = s->x[j + 1];
    t.yn = s->y[j + 1];
  }
  return t;
}

/* Each place in turn, from every later dy: the definition. */
static void double_sum(const struct scans *s, struct wide *dx) {
  for (int64_t j = 0; j < s->n; j++) {
    struct at t = names_at(s, j);
    dx[j] = wide_of(j < s->terms ? -0.0L : 0.0L); /* nothing depends on the last element of an exclusive scan */
    t.between = wide_of(1);
    for (int64_t i = j; i < s->terms; i++) {
      if (i > j) t.between = wide_mul(t.between, s->x[i]);
      t.g = s->g[i];
      t.yi = s->y[i];
      dx[j] = wide_add(dx[j], s->f->term(&t));
    }
  }
}

/* The same from the end, by the recurrence that the adjoint of the sequential loop is. */
static void recurrence(const struct scans *s, struct wide *dx) {
  struct wide rest = wide_of(0);
  for (int64_t j = s->n - 1; j >= 0; j--) {
    struct at t = names_at(s, j);
    t.rest = rest;
    if (j < s->terms) rest = j == s->terms - 1 ? t.g : s->f->sum(&t);
    t.rest = rest;
    dx[j] = j < s->terms ? s->f->result(&t) : wide_of(0);
  }
}

/* A running extremum hands each dy to its winner. */
static void hand_out(const struct scans *s, struct wide *dx) {
  for (int64_t j = 0; j < s->n; j++) dx[j] = wide_of(0);
  for (int64_t i = 0; i < s->n; i++)
    if (s->winner[i] >= 0 && s->winner[i] < s->n) dx[s->winner[i]] = wide_of(-0.0L);
  for (int64_t i = 0; i < s->n; i++)
    if (s->winner[i] >= 0 && s->winner[i] < s->n) dx[s->winner[i]] = wide_add(dx[s->winner[i]], s->g[i]);
}

static void gradient(struct scans *s, struct wide *dx) {
  struct wide p = wide_of(1);
  for (int64_t j = 0; j < s->n; j++) {
    s->before[j] = p;
    p = wide_mul(p, s->x[j]);
  }
  int64_t work = s->n <= 2048 ? s->n * s->n / 2 : INT64_MAX;
  if (has_index(s)) {
    hand_out(s, dx);
  } else if (work <= s->budget && s->finite) {
    s->budget -= work;
    double_sum(s, dx);
  } else {
    recurrence(s, dx);
  }
}

static void store_grad(const struct scans *s, const struct place *to, int64_t row, int64_t j, struct wide v) {
  store(s, to, row, j, v, s->f->grad_scale);
  if (j < s->infinite) place_skip(to, offset_at(s, to->packed, row, j));
}

/* da = db times y one place before, of the y given; init receives what the first place hands on, and its own dy where
 * it is itself the first output. */
static void recurrence_outputs(const struct scans *s, int64_t row, const struct wide *db) {
  struct place da = place_of(s->job, "da"), dinit = place_of(s->job, "dinit"), dy = place_of(s->job, "dy");
  struct place y = place_of(s->job, "y");
  for (int64_t j = 0; j < s->n && da.given; j++) {
    struct wide yb = j > 0 ? s->y[j - 1] : read_init(s, row);
    if (j == 0 && s->exclusive && y.given) yb = wide_of(place_load(&y, offset_at(s, y.stride, row, 0)));
    store_grad(s, &da, row, j, j < s->terms ? wide_mul(db[j], yb) : wide_of(0));
  }
  if (!dinit.given) return;
  struct wide total = s->terms > 0 ? wide_mul(s->x[0], db[0]) : wide_of(0);
  if (s->exclusive && s->n > 0) total = wide_add(total, wide_of(place_load(&dy, offset_at(s, dy.stride, row, 0))));
  struct at t = s->at;
  t.c = wide_size(total);
  t.k = wide_work(total);
  place_store(&dinit, axes_offset(&s->kept, dinit.packed, row), wide_value(total), s->f->grad_scale(&t));
  if (s->infinite >= 0) place_skip(&dinit, axes_offset(&s->kept, dinit.packed, row));
}

static void backward_row(struct scans *s, int64_t row) {
  struct wide *dx = s->b;
  struct place out = place_of(s->job, is_recurrence(s) ? "db" : "dx");
  read_slot(s, is_recurrence(s) ? "a" : "x", row, s->x);
  read_y(s, row);
  read_g(s, row);
  read_winners(s, row);
  find_infinite(s, REM_BACKWARD);
  s->finite = all_finite(s);
  gradient(s, dx);
  for (int64_t j = 0; j < s->n; j++) store_grad(s, &out, row, j, dx[j]);
  if (is_recurrence(s)) recurrence_outputs(s, row, dx);
}

/* ---- all rows ----------------------------------------------------------------------------------------- */

enum { BUDGET = 1 << 18 };

static int scans_begin(struct scans *s) {
  struct wide **arrays[] = {&s->x, &s->b, &s->y, &s->g, &s->before};
  int good = 1;
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
    *arrays[i] = calloc((size_t)s->n + 1, sizeof **arrays[i]);
    good &= *arrays[i] != NULL;
  }
  s->winner = calloc((size_t)s->n + 1, sizeof *s->winner);
  return good && s->winner;
}

static void scans_end(struct scans *s) {
  struct wide *arrays[] = {s->x, s->b, s->y, s->g, s->before};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
  free(s->winner);
}

int ref_scan(const struct job *job) {
  const struct problem *p = job->p;
  struct scans s = {.job = job, .f = &scan_formulas[p->entry->op], .budget = BUDGET};
  s.kept = axes_chosen(p->rank, p->shape, ~p->axes);
  s.along = axes_chosen(p->rank, p->shape, p->axes);
  s.n = s.along.count;
  s.reverse = problem_attr(p, "reverse")->i != 0;
  s.exclusive = problem_attr(p, "exclusive")->i != 0;
  s.last = has_index(&s) && !strcmp(problem_choice(p, "ties"), "last");
  s.terms = s.exclusive && s.n > 0 ? s.n - 1 : s.n;
  s.at = (struct at){.n = s.n, .depth = order_scan_depth(s.n), .tiny = job->limits.tiny, .eps = job->limits.eps};
  s.at.fresh = p->pass == REM_BACKWARD && formula_uses(s.f->text, "yi") && !problem_uses_saved(p, "y");
  s.at.bound = bound_of(p);
  s.multiplies[REM_FORWARD] = formula_uses(s.f->text, "a");
  s.multiplies[REM_BACKWARD] = formula_uses(s.f->text, "xn");
  int good = scans_begin(&s);
  for (int64_t row = 0; good && row < s.kept.count; row++)
    (p->pass == REM_FORWARD ? forward_row : backward_row)(&s, row);
  scans_end(&s);
  return good ? 0 : -1;
}
