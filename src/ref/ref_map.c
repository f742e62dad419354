/* ref_map.c: elementwise ops, and the sums over broadcast axes of their gradients. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ref/oracle.h"
#include "ref/special.h"
#include "ref/wide.h"

enum { MAX_OPERANDS = 3 };

/* out[0] and out[1]: value and scale forward; out[2 * i] and out[2 * i + 1]: those of the gradient of operand i. */
typedef void formula(const long double *v, long double g, const struct limits *l, long double *out);
struct map_formulas {
  int operands;
  const char *names[MAX_OPERANDS], *grad_names[MAX_OPERANDS];
  formula *forward, *backward;
};

#define UNUSED __attribute__((unused))
#define IN1(p) UNUSED const long double p = v[0];
#define IN2(p, q) UNUSED const long double p = v[0], q = v[1];
#define IN3(p, q, r) UNUSED const long double p = v[0], q = v[1], r = v[2];
#define EXACT(...) \
  { __VA_ARGS__ }
#define EXACT_GRADS(...) \
  { __VA_ARGS__ }
#define AROUND(value) (value), fabsl(value) + (1 + fabsl(g)) * tiny / eps
#define CAPPED(value) (fabsl(value) > largest ? copysignl(INFINITY, value) : (value))
#define LIMITS UNUSED const long double eps = l->eps, tiny = l->tiny, largest = l->largest;
#define MAP(name, says, ins, standin, fwd, grads, exact, exact_grads, ...)                                           \
  static void name##_forward(const long double *v, UNUSED long double g, const struct limits *l, long double *out) { \
    ins LIMITS const long double terms[] = exact;                                                                    \
    memcpy(out, terms, sizeof terms);                                                                                \
  }                                                                                                                  \
  static void name##_backward(const long double *v, long double g, const struct limits *l, long double *out) {       \
    ins LIMITS const long double terms[] = exact_grads;                                                              \
    memcpy(out, terms, sizeof terms);                                                                                \
  }
#include "map.def"
#undef MAP
#undef IN1
#undef IN2
#undef IN3

#define IN1(p) \
  1, {#p}, { "d" #p }
#define IN2(p, q) \
  2, {#p, #q}, { "d" #p, "d" #q }
#define IN3(p, q, r) \
  3, {#p, #q, #r}, { "d" #p, "d" #q, "d" #r }
#define MAP(name, says, ins, ...) [MAP_##name] = {ins, name##_forward, name##_backward},
static const struct map_formulas map_formulas[] = {
#include "map.def"
};

/* The operands at one place of the space. Those that are not given have no part in what is wanted. */
struct operands {
  struct place at[MAX_OPERANDS];
  long double standin;
};

static struct operands operands_of(const struct job *job, const struct map_formulas *f) {
  const struct problem *p = job->p;
  struct operands o = {.standin = 0};
  for (int i = 0; i < f->operands; i++) o.at[i] = place_of(job, f->names[i]);
  if (p->entry->standin && problem_attr(p, p->entry->standin)->given) {
    double weight = problem_attr(p, p->entry->standin)->f;
    o.standin = p->compute == REM_F32 ? (float)weight : weight;
  }
  return o;
}

static void operands_load(const struct operands *o, const struct axes *space, int64_t i, int n, long double *v) {
  for (int k = 0; k < n; k++)
    v[k] = o->at[k].given ? place_load(&o->at[k], axes_offset(space, o->at[k].stride, i)) : o->standin;
}

static int map_forward(const struct job *job, const struct map_formulas *f, const struct axes *space) {
  struct operands o = operands_of(job, f);
  struct place y = place_of(job, "y");
  for (int64_t i = 0; i < space->count; i++) {
    long double v[MAX_OPERANDS], out[2];
    operands_load(&o, space, i, f->operands, v);
    f->forward(v, 0, &job->limits, out);
    place_store(&y, axes_offset(space, y.packed, i), out[0], out[1]);
  }
  return 0;
}

/* The sum of the terms of operand k over the axes along which it was broadcast. */
static int map_backward_one(const struct job *job, const struct map_formulas *f, const struct axes *space, int k) {
  struct operands o = operands_of(job, f);
  struct place dy = place_of(job, "dy"), d = place_of(job, f->grad_names[k]);
  if (!d.given) return 0;
  struct total *sums = calloc((size_t)d.out->n + 1, sizeof *sums);
  if (!sums) return -1;
  for (int64_t i = 0; i < space->count; i++) {
    long double v[MAX_OPERANDS], out[2 * MAX_OPERANDS];
    operands_load(&o, space, i, f->operands, v);
    f->backward(v, place_load(&dy, axes_offset(space, dy.stride, i)), &job->limits, out);
    int64_t at = axes_offset(space, d.packed, i);
    total_add(&sums[at], out[2 * k]);
    d.out->scale[at] += out[2 * k + 1];
  }
  for (int64_t i = 0; i < d.out->n; i++) place_store(&d, i, total_value(&sums[i]), d.out->scale[i]);
  free(sums);
  return 0;
}

int ref_map(const struct job *job) {
  const struct problem *p = job->p;
  const struct map_formulas *f = &map_formulas[p->entry->op];
  struct axes space = axes_chosen(p->rank, p->shape, ~(uint32_t)0);
  if (p->pass == REM_FORWARD) return map_forward(job, f, &space);
  int bad = 0;
  for (int k = 0; k < f->operands && !bad; k++) bad = map_backward_one(job, f, &space, k);
  return bad;
}
