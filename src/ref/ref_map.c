/* ref_map.c: elementwise ops, and the sums over broadcast axes of their gradients. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/dtype.h"
#include "ref/oracle.h"
#include "ref/random.h"
#include "ref/special.h"
#include "ref/whole.h"
#include "ref/wide.h"

enum { MAX_OPERANDS = 4, MAX_RESULTS = 3 };

/* out[2 * i] and out[2 * i + 1]: value and scale of result i forward, or of the gradient of operand i. */
typedef void formula(const long double *v, long double g, const long double *c, const struct limits *l, long double *out);
struct map_formulas {
  int operands;
  const char *names[MAX_OPERANDS], *grad_names[MAX_RESULTS];
  formula *forward, *backward;
  wide_int (*ints)(const wide_int *v, int bits, const wide_int *c); /* 0 of those for floats only */
};

long double capped(long double value, const struct limits *l) {
  if (fabsl(value) > l->largest) return copysignl(INFINITY, value);
  return fabsl(value) <= l->tiny / 2 ? copysignl(0, value) : value;
}

#define UNUSED __attribute__((unused))
#define IN0()
#define OPERAND(i, name) UNUSED const long double name = in_[i];
#define IN1(p) OPERAND(0, p)
#define IN2(p, q) IN1(p) OPERAND(1, q)
#define IN3(p, q, r) IN2(p, q) OPERAND(2, r)
#define HALVES IN2
/* Backward the first two are those of dy, by names of their own. */
#define PAIRS(p, q, r, s) IN3(p, q, r) OPERAND(3, s) OPERAND(0, g##p) OPERAND(1, g##q)
#define DRAWS(p, u, also) IN2(p, u)
#define SPLIT_AXIS
#define DRAW_OFFSET
#define REDUCED
#define REDUCED_BY_BATCH
#define IF2 IN2
#define IF3 IN3
#define LABEL2 IN2
#define LABEL3 IN3
#define WEIGHED3 IN3
#define WEIGHED4(p, q, r, s) IN3(p, q, r) OPERAND(3, s)
#define NUM(attr, ...) UNUSED const long double attr = *c_++;
#define NUM_OR NUM
#define WHOLE NUM
#define FLAG NUM
#define CHANCE NUM
#define CHOICE NUM
#define ATTRS(...) __VA_ARGS__
#define STANDIN(...)
#define NO_ATTRS
#define EXACT(...) \
  { __VA_ARGS__ }
#define EXACT_GRADS(...) \
  { __VA_ARGS__ }
#define NO_EXACT {0}
#define NO_EXACT_GRADS {0}
#define LOST (limits_->tiny / limits_->eps)
#define IN_F32 (limits_->eps > 1e-10L)
#define torn(z, size) (fabsl(z) <= limits_->eps * fabsl(size) + limits_->tiny ? 1 / limits_->eps : 0)
#define AROUND(value) (value), fabsl(value) + (1 + fabsl(g)) * LOST
#define CAPPED(value) capped(value, limits_)
#define FACTS \
  UNUSED const long double y_largest = c_[MAP_ATTRS], y_spacing = c_[MAP_ATTRS + 1], y_least = c_[MAP_ATTRS + 2];
#define FORMULA(name, ins, attrs, ...)                                                                  \
  static void name(UNUSED const long double *in_, UNUSED long double g, const long double *c_,          \
                   UNUSED const struct limits *limits_, long double *out_) {                            \
    ins FACTS attrs const long double terms[] = __VA_ARGS__;                                            \
    (void)c_;                                                                                           \
    memcpy(out_, terms, sizeof terms);                                                                  \
  }
#define MAP(name, says, ins, attrs, fwd, grads, exact, exact_grads, ...) \
  FORMULA(name##_forward, ins, attrs, exact)                             \
  FORMULA(name##_backward, ins, attrs, exact_grads)
#include "map.def"
#undef MAP

/* The same of integers, where an entry has a formula for them. */
#undef OPERAND
#undef NUM
#define OPERAND(i, name) UNUSED const wide_int name = in_[i];
#define NUM(attr, ...) UNUSED const wide_int attr = *c_++;
#define FWD(...)
#define FWD2(...)
#define QUICK_FWD(...)
#define NO_FWD
#define INTS(...)
#define BITS INTS
#define ASKS INTS
#define CASTS INTS
#define EXACT_INTS(...) return __VA_ARGS__;
#define MAP(name, says, ins, attrs, fwd, ...)                                                          \
  static wide_int name##_ints(UNUSED const wide_int *in_, UNUSED int bits, UNUSED const wide_int *c_) { \
    ins attrs fwd return 0;                                                                            \
  }
#include "map.def"
#undef MAP
#undef IN0
#undef IN1
#undef IN2
#undef IN3
#undef IF2
#undef IF3

#define IN0() \
  0, {NULL}, { NULL }
#define IN1(p) \
  1, {#p}, { "d" #p }
#define IN2(p, q) \
  2, {#p, #q}, { "d" #p, "d" #q }
#define IN3(p, q, r) \
  3, {#p, #q, #r}, { "d" #p, "d" #q, "d" #r }
#undef HALVES
#define HALVES(p, q) \
  2, {"x", "x"}, { "dx", "dx" }
#undef PAIRS
#define PAIRS(p, q, r, s) \
  4, {"x", "x", #r, #s}, { "dx", "dx" }
#undef DRAWS
#define DRAWS(p, u, also) \
  2, {#p, "seed"}, { "d" #p, NULL }
#undef WEIGHED4
#define WEIGHED4(p, q, r, s) \
  4, {#p, #q, #r, #s}, { "d" #p, "d" #q }
#define IF2 IN2
#define IF3 IN3
#define MAP(name, says, ins, ...) [MAP_##name] = {ins, name##_forward, name##_backward, name##_ints},
static const struct map_formulas map_formulas[] = {
#include "map.def"
};

/* The operands at one place of the space. Those that are not given have no part in what is wanted. */
struct operands {
  struct place at[MAX_OPERANDS];
  long double number[MAP_NUMBERS];
  long double absent; /* what an operand is that is left out */
  int drawn;          /* the operand that is; -1: none       */
  uint64_t seed, offset;
};

/* Part i of a slot that is split: where it begins, and how far apart its elements are. */
static int64_t part_begins(const struct problem *p, int i, const int64_t *stride) {
  return i * (p->interleaved ? 1 : p->shape[p->split]) * stride[p->split];
}
static struct place part_of(const struct job *job, const char *slot, int i) {
  const struct problem *p = job->p;
  struct place place = place_of(job, slot);
  if (!place.given) return place;
  place.base += part_begins(p, i, place.stride) * (int64_t)rem_dtype_size(place.dtype);
  place.out_at = part_begins(p, i, place.packed);
  if (!p->interleaved) return place;
  place.stride[p->split] *= 2;
  place.packed[p->split] *= 2;
  return place;
}

/* Operand k as a slot, or a part of one; backward, those of pairs are parts of dy. */
static struct place operand_place(const struct job *job, const struct map_formulas *f, int k) {
  const struct problem *p = job->p;
  if (p->split < 0 || k > 1) return place_of(job, f->names[k]);
  return part_of(job, p->pass == REM_BACKWARD && p->entry->split == SPLIT_PAIRS ? "dy" : "x", k);
}

static struct operands operands_of(const struct job *job, const struct map_formulas *f) {
  const struct problem *p = job->p;
  struct operands o = {.drawn = problem_drawn(p)};
  double number[MAP_NUMBERS];
  for (int i = 0; i < f->operands; i++) o.at[i] = operand_place(job, f, i);
  if (o.drawn >= 0) {
    o.seed = (uint64_t)(int64_t)place_load(&o.at[o.drawn], 0);
    o.offset = (uint64_t)problem_attr(p, "offset")->i;
  }
  problem_numbers(p, number);
  for (int i = 0; i < MAP_NUMBERS; i++) o.number[i] = p->compute == REM_F32 ? (float)number[i] : number[i];
  o.absent = p->compute == REM_F32 ? (float)problem_absent(p) : problem_absent(p);
  return o;
}

static void operands_load(const struct operands *o, const struct axes *space, int64_t i, int n, long double *v) {
  for (int k = 0; k < n; k++)
    v[k] = k == o->drawn      ? ref_draw(o->seed, o->offset, (uint64_t)i)
           : o->at[k].given ? place_load(&o->at[k], axes_offset(space, o->at[k].stride, i))
                            : o->absent;
}

/* Result k forward: y or a part of it, or the slot behind y. */
static struct place result_place(const struct job *job, int k) {
  const struct problem *p = job->p;
  if (p->entry->split == SPLIT_PAIRS) return part_of(job, "y", k);
  return place_of(job, p->entry->slots[REM_FORWARD][p->entry->inputs + k].name);
}

static int map_forward(const struct job *job, const struct map_formulas *f, const struct axes *space) {
  struct operands o = operands_of(job, f);
  int results = job->p->entry->results;
  struct place y[MAX_RESULTS];
  for (int k = 0; k < results; k++) y[k] = result_place(job, k);
  for (int64_t i = 0; i < space->count; i++) {
    long double v[MAX_OPERANDS], out[2 * MAX_RESULTS];
    operands_load(&o, space, i, f->operands, v);
    f->forward(v, 0, o.number, &job->limits, out);
    for (int k = 0; k < results; k++) {
      if (!y[k].given) continue;
      if (!dtype_is_real(y[k].dtype)) out[2 * k] = whole_cast(y[k].dtype, out[2 * k]);
      place_store(&y[k], y[k].out_at + axes_offset(space, y[k].packed, i), out[2 * k], out[2 * k + 1]);
    }
  }
  return 0;
}

/* A term of a sum, which is infinite where the compute dtype does not hold it. */
static long double held(long double term, const struct limits *l) {
  return fabsl(term) > l->largest ? copysignl(INFINITY, term) : term;
}

/* y is the sum of its elements, divided by share. S is that of the terms, or their magnitude, as both are rounded and then added. */
static int map_reduced(const struct job *job, const struct map_formulas *f, const struct axes *space) {
  struct operands o = operands_of(job, f);
  struct place y = place_of(job, "y");
  struct total sum = {0}, scale = {0};
  for (int64_t i = 0; i < space->count; i++) {
    long double v[MAX_OPERANDS], out[2 * MAX_RESULTS];
    operands_load(&o, space, i, f->operands, v);
    f->forward(v, 0, o.number, &job->limits, out);
    total_add(&sum, held(out[0], &job->limits));
    total_add(&scale, isfinite(out[1]) ? fmaxl(fabsl(out[0]), fabsl(out[1])) : fabsl(out[0]));
  }
  long double share = (long double)job->p->share, whole = total_value(&scale);
  int overflows = whole > job->limits.largest; /* on the way, whatever the quotient is */
  place_store(&y, 0, total_value(&sum) / share, overflows ? whole : whole / share);
  return 0;
}

static int map_ints(const struct job *job, const struct map_formulas *f, const struct axes *space) {
  const struct problem *p = job->p;
  struct operands o = operands_of(job, f);
  struct place y = place_of(job, "y");
  wide_int number[MAP_ATTRS];
  for (int i = 0; i < MAP_ATTRS; i++) number[i] = (wide_int)whole_cast(p->compute, o.number[i]);
  for (int64_t i = 0; i < space->count; i++) {
    long double loaded[MAX_OPERANDS];
    wide_int v[MAX_OPERANDS];
    operands_load(&o, space, i, f->operands, loaded);
    for (int k = 0; k < f->operands; k++) v[k] = (wide_int)loaded[k];
    wide_int exact = whole_wrapped(p->compute, f->ints(v, dtype_width(p->views[p->entry->conditions].dtype), number));
    place_store(&y, axes_offset(space, y.packed, i),
                (long double)(dtype_is_real(y.dtype) ? exact : whole_wrapped(y.dtype, exact)), 0);
  }
  return 0;
}

/* Whether a gradient that is not finite is the product of an infinity and of what may underflow to 0: then NaN is as right. */
static int is_unsure(const struct job *job, const struct map_formulas *f, const struct operands *o, const long double *v, long double g, int k) {
  long double factor = g, least = job->limits.tiny / job->limits.eps, slope[2 * MAX_RESULTS];
  if (isinf(g)) f->backward(v, 1, o->number, &job->limits, slope), factor = slope[2 * k];
  return factor != 0 && fabsl(factor) < least;
}

/* S of a gradient whose g is dy / share: that quotient is rounded, and what it loses when it underflows is as often in the gradient as
 * g is. */
static long double divided_scale(const struct job *job, const struct map_formulas *f, const struct operands *o,
                                 const long double *v, int k, const long double *out) {
  long double slope[2 * MAX_RESULTS];
  f->backward(v, 1, o->number, &job->limits, slope);
  return fmaxl(fabsl(out[2 * k]), fabsl(out[2 * k + 1])) + fabsl(slope[2 * k]) * job->limits.tiny / job->limits.eps;
}

/* The sum of the terms of operand k over the axes along which it was broadcast. */
static int map_backward_one(const struct job *job, const struct map_formulas *f, const struct axes *space, int k) {
  struct operands o = operands_of(job, f);
  if (entry_gradient_slot(job->p->entry, k) < 0) return 0;
  struct place dy = place_of(job, "dy"), d = place_of(job, f->grad_names[k]);
  if (!d.given) return 0;
  struct total *sums = calloc((size_t)d.out->n + 1, sizeof *sums);
  long double share = (long double)job->p->share;
  if (!sums) return -1;
  for (int64_t i = 0; i < space->count; i++) {
    long double v[MAX_OPERANDS], out[2 * MAX_RESULTS];
    operands_load(&o, space, i, f->operands, v);
    long double g = place_load(&dy, axes_offset(space, dy.stride, i)) / share;
    f->backward(v, g, o.number, &job->limits, out);
    if (job->p->share != 1) out[2 * k + 1] = divided_scale(job, f, &o, v, k, out);
    if (!isfinite(out[2 * k]) && is_unsure(job, f, &o, v, g, k)) out[2 * k + 1] = REF_UNSURE;
    int64_t at = axes_offset(space, d.packed, i);
    if (d.out->n < space->count) out[2 * k] = held(out[2 * k], &job->limits);
    total_add(&sums[at], out[2 * k]);
    d.out->scale[at] += isfinite(out[2 * k + 1]) ? out[2 * k + 1] : fabsl(out[2 * k]); /* as place_store has it */
  }
  for (int64_t i = 0; i < d.out->n; i++) place_store(&d, i, total_value(&sums[i]), d.out->scale[i]);
  free(sums);
  return 0;
}

/* The gradient of one part of x. */
static void part_backward(const struct job *job, const struct map_formulas *f, const struct axes *space, int k) {
  struct operands o = operands_of(job, f);
  struct place d = part_of(job, "dx", k), dy = place_of(job, "dy");
  int pairs = job->p->entry->split == SPLIT_PAIRS; /* whose dy is among the operands */
  if (!d.given) return;
  for (int64_t i = 0; i < space->count; i++) {
    long double v[MAX_OPERANDS], out[2 * MAX_RESULTS];
    operands_load(&o, space, i, f->operands, v);
    f->backward(v, pairs ? 0 : place_load(&dy, axes_offset(space, dy.stride, i)), o.number, &job->limits, out);
    place_store(&d, d.out_at + axes_offset(space, d.packed, i), out[2 * k], out[2 * k + 1]);
  }
}

int ref_map(const struct job *job) {
  const struct problem *p = job->p;
  const struct map_formulas *f = &map_formulas[p->entry->op];
  struct axes space = axes_chosen(p->rank, p->shape, ~(uint32_t)0);
  if (!problem_is_real(p)) return map_ints(job, f, &space);
  if (p->pass == REM_FORWARD) return (p->reduced ? map_reduced : map_forward)(job, f, &space);
  int bad = 0;
  for (int k = 0; k < problem_results(p) && !bad; k++) {
    if (p->split >= 0) part_backward(job, f, &space, k);
    else bad = map_backward_one(job, f, &space, k);
  }
  return bad;
}
