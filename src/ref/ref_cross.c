/* ref_cross.c: cross entropy, a row at a time: by number of a class, or of probabilities. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ref/oracle.h"
#include "ref/wide.h"

struct cross {
  const struct job *job;
  struct axes kept, along;
  struct place x, target, weight, y, dy, share, peak, mass, dx, dtarget;
  long double ignored, smoothing, z_loss, n, bound;
  int classes, mean, back;
};

/* What is known of a row; loss_scale and the like are what its terms amount to. */
struct cross_row {
  long double peak, mass, share, share_scale, loss, loss_scale, lse;
};

static struct cross cross_of(const struct job *job) {
  const struct problem *p = job->p;
  struct cross c = {.job = job, .back = p->pass == REM_BACKWARD};
  c.kept = axes_chosen(p->rank, p->shape, ~p->axes);
  c.along = axes_chosen(p->rank, p->shape, p->axes);
  c.n = (long double)c.along.count;
  c.bound = bound_of(p);
  const char *const names[] = {"x", "target", "weight", "y", "dy", "share", "peak", "mass", "dx", "dtarget"};
  struct place *to[] = {&c.x, &c.target, &c.weight, &c.y, &c.dy, &c.share, &c.peak, &c.mass, &c.dx, &c.dtarget};
  for (int i = 0; i < 10; i++) *to[i] = place_of(job, names[i]);
  c.classes = strcmp(p->entry->name, "cross_entropy") == 0;
  c.z_loss = attr_number(p, "z_loss");
  c.mean = strcmp(problem_choice(p, "reduction"), "mean") == 0;
  if (!c.classes) return c;
  c.smoothing = attr_number(p, "smoothing");
  c.ignored = (long double)problem_attr(p, "ignore_index")->i;
  return c;
}

static long double at_element(const struct cross *c, const struct place *p, int64_t row, int64_t i) {
  return place_load(p, axes_offset(&c->kept, p->stride, row) + axes_offset(&c->along, p->stride, i));
}
static long double at_row(const struct cross *c, const struct place *p, int64_t row) {
  return place_load(p, axes_offset(&c->kept, p->stride, row));
}
static int is_ignored(const struct cross *c, int64_t row) {
  return c->classes && at_row(c, &c->target, row) == c->ignored;
}

/* The weight of class i in a row. */
static long double weight_of(const struct cross *c, int64_t row, int64_t i) {
  long double weight = c->weight.given ? at_element(c, &c->weight, row, i) : 1;
  if (!c->classes) return at_element(c, &c->target, row, i) * weight;
  long double target = at_row(c, &c->target, row);
  if (target == c->ignored) return 0;
  if (!(target >= 0 && target < c->n)) return NAN;
  long double share = (target == (long double)i ? 1 - c->smoothing : 0) + c->smoothing / c->n;
  return share == 0 ? 0 : share * weight;
}

/* Whether rounding decides about 0 or not. */
static int is_unsure(const struct cross *c, long double sum, long double absolute) {
  return fabsl(sum) <= c->bound * c->job->limits.eps * absolute && absolute > 0;
}

static struct cross_row row_of(const struct cross *c, int64_t row) {
  struct cross_row r = {.peak = -INFINITY};
  struct total mass = {0}, share = {0}, absolute = {0}, rest = {0}, size = {0};
  for (int64_t i = 0; i < c->along.count; i++) {
    long double x = at_element(c, &c->x, row, i);
    if (x > r.peak || isnan(x) || (x == r.peak && !signbit(x))) r.peak = isnan(r.peak) ? r.peak : x;
  }
  for (int64_t i = 0; i < c->along.count; i++) {
    long double x = at_element(c, &c->x, row, i), w = weight_of(c, row, i), d = gapl(x, r.peak);
    total_add(&mass, x == -INFINITY ? 0 : expl(d));
    total_add(&share, w);
    total_add(&absolute, fabsl(w));
    total_add(&rest, w == 0 ? 0 : w * d);
    total_add(&size, w == 0 ? 0 : fabsl(w) * (1 + fabsl(d)));
  }
  if (c->along.count == 0) r.peak = 0;
  r.mass = total_value(&mass), r.share = total_value(&share), r.lse = r.peak + logl(r.mass),
  r.share_scale = total_value(&absolute);
  r.loss = r.share == 0  ? 0
           : r.mass == 0 ? r.share * INFINITY /* nothing is likely */
                         : r.share * logl(r.mass) - total_value(&rest) +
                               (c->z_loss == 0 ? 0 : r.share * c->z_loss * r.lse * r.lse);
  r.loss_scale = total_value(&size) * (1 + fabsl(logl(r.mass))) +
                 (c->z_loss == 0 ? 0 : r.share_scale * fabsl(c->z_loss)) * (2 * fabsl(r.lse) + 1) *
                     (fabsl(r.peak) + fabsl(logl(r.mass)) + 1);
  r.loss_scale += 2 * c->job->limits.tiny / c->job->limits.eps *
                  (1 + fabsl(logl(r.mass)) + (c->z_loss == 0 ? 0 : fabsl(c->z_loss) * r.lse * r.lse));
  int lost = isinf(r.share) && logl(r.mass) <= c->bound * c->job->limits.eps; /* what may be 0 times infinity */
  if (lost || is_unsure(c, r.share, r.share_scale)) r.loss_scale = REF_UNSURE;
  return r;
}

/* ---- forward ---- */

/* What a mean divides by, and what rounding of that does to a quotient, in its own size. */
struct over {
  long double value, strain;
};
static struct over over_of(const struct cross *c, const struct total *share, const struct total *absolute) {
  if (!c->mean || !c->job->p->totalled) return (struct over){1, 1};
  if (!c->classes) return (struct over){(long double)c->kept.count, 1};
  long double value = total_value(share), whole = total_value(absolute);
  return (struct over){value, is_unsure(c, value, whole) ? REF_UNSURE : 1 + whole / fabsl(value)};
}

static void cross_forward(const struct cross *c) {
  struct total sum = {0}, scale = {0}, share = {0}, absolute = {0};
  long double tiny = 2 * c->job->limits.tiny / c->job->limits.eps;
  for (int64_t row = 0; row < c->kept.count; row++) {
    struct cross_row r = row_of(c, row);
    int64_t to = axes_offset(&c->kept, c->y.packed, row);
    place_store(&c->share, axes_offset(&c->kept, c->share.packed, row), r.share, r.share_scale + tiny);
    place_store(&c->peak, axes_offset(&c->kept, c->peak.packed, row), r.peak, 0);
    place_store(&c->mass, axes_offset(&c->kept, c->mass.packed, row), r.mass, r.mass * (1 + fabsl(r.lse)) + tiny);
    if (!c->job->p->totalled) place_store(&c->y, to, r.loss, r.loss_scale + tiny);
    total_add(&sum, r.loss);
    total_add(&scale, r.loss_scale + tiny);
    total_add(&share, r.share);
    total_add(&absolute, r.share_scale);
  }
  if (!c->job->p->totalled) return;
  struct over over = over_of(c, &share, &absolute);
  place_store(&c->y, 0, total_value(&sum) / over.value, fabsl(total_value(&scale) / over.value) * over.strain + tiny);
}

/* ---- backward ---- */

/* Statistics as given, where the plan uses them. */
static int is_given(const struct cross *c) {
  const struct problem *p = c->job->p;
  return problem_uses_saved(p, "share") && problem_uses_saved(p, "peak") && problem_uses_saved(p, "mass");
}
static struct cross_row saved_row(const struct cross *c, int64_t row) {
  if (!is_given(c)) return row_of(c, row);
  struct cross_row r = {at_row(c, &c->peak, row), at_row(c, &c->mass, row), at_row(c, &c->share, row), 0, 0, 0, 0};
  r.share_scale = fabsl(r.share);
  r.lse = r.peak + logl(r.mass);
  return r;
}

/* What a probability adds, times the class's weight, which is its gradient. */
static void target_gradient(const struct cross *c, const struct cross_row *r, long double gain, int64_t row,
                            int64_t i) {
  long double weight = c->weight.given ? at_element(c, &c->weight, row, i) : 1,
              d = gapl(at_element(c, &c->x, row, i), r->peak);
  long double value =
      weight == 0
          ? 0
          : gain * weight *
                ((r->mass == 0 ? INFINITY : logl(r->mass) - d) + (c->z_loss == 0 ? 0 : c->z_loss * r->lse * r->lse));
  long double more =
      c->z_loss == 0 ? 0 : fabsl(c->z_loss) * (2 * fabsl(r->lse) + 1) * (fabsl(r->peak) + fabsl(logl(r->mass)) + 1);
  long double tiny = 2 * c->job->limits.tiny / c->job->limits.eps;
  place_store(&c->dtarget, axes_offset(&c->kept, c->dtarget.packed, row) + axes_offset(&c->along, c->dtarget.packed, i),
              value,
              fabsl(gain * weight) * ((1 + fabsl(d)) * (1 + fabsl(logl(r->mass))) + more) +
                  tiny * (1 + fabsl(gain) + fabsl(weight)));
}

static void cross_backward(const struct cross *c) {
  struct total share = {0}, absolute = {0};
  long double tiny = 2 * c->job->limits.tiny / c->job->limits.eps;
  int totalled = c->job->p->totalled;
  for (int64_t row = 0; row < c->kept.count; row++) {
    struct cross_row r = saved_row(c, row);
    total_add(&share, r.share);
    total_add(&absolute, r.share_scale);
  }
  struct over over = over_of(c, &share, &absolute);
  for (int64_t row = 0; row < c->kept.count; row++) {
    struct cross_row r = saved_row(c, row);
    long double gain = (totalled ? place_load(&c->dy, 0) : at_row(c, &c->dy, row)) / over.value;
    long double more = c->z_loss == 0 ? 0 : 2 * c->z_loss * r.lse,
                a = r.share == 0 || r.mass == 0 ? 0 : gain * r.share * (1 + more) / r.mass;
    long double doubt = c->z_loss == 0 ? 0 : fabsl(2 * c->z_loss) * (fabsl(r.peak) + 1);
    long double a_scale = r.share_scale == 0 || r.mass == 0 ? 0
                                                            : fabsl(gain) * r.share_scale / fabsl(r.mass) *
                                                                  (1 + logl(c->n + 1)) * (1 + fabsl(more) + doubt);
    int overflows = isfinite(gain) && fabsl(gain) > c->job->limits.largest;
    for (int64_t i = 0; i < c->along.count; i++) {
      long double x = at_element(c, &c->x, row, i), w = weight_of(c, row, i), d = gapl(x, r.peak);
      long double e = x == -INFINITY ? 0 : expl(d), own = w == 0 ? 0 : gain * w;
      int64_t to = axes_offset(&c->kept, c->dx.packed, row) + axes_offset(&c->along, c->dx.packed, i);
      long double value = is_ignored(c, row) ? 0 : (a == 0 ? 0 : a * e) - own;
      if (c->dtarget.given) target_gradient(c, &r, gain, row, i);
      long double size = (a_scale == 0 ? 0 : a_scale * e * (1 + fabsl(isfinite(d) ? d : 0))) + fabsl(own);
      place_store(&c->dx, to, value,
                  overflows ? REF_UNSURE : size * over.strain + tiny * (1 + fabsl(gain) * (1 + fabsl(more)) + a_scale));
    }
  }
}

int ref_cross(const struct job *job) {
  struct cross c = cross_of(job);
  (c.back ? cross_backward : cross_forward)(&c);
  return 0;
}
