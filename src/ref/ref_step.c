/* ref_step.c: steps of optimizers. */
#include <math.h>
#include <string.h>

#include "ref/oracle.h"

/* out[2 * i] and out[2 * i + 1]: value and scale of result i. */
typedef void formula(const long double *in, const long double *rate, const double *attr, const struct limits *l,
                     long double *out);

#define UNUSED __attribute__((unused))
#define TENSOR(i, name) UNUSED const long double name = in_[i];
#define OF2(a, b) TENSOR(0, a) TENSOR(1, b)
#define OF3(a, b, c) OF2(a, b) TENSOR(2, c)
#define OF4_SQUARES(a, b, c, d) OF3(a, b, c) TENSOR(3, d)
#define RATE_(name) UNUSED const long double name = *rate_++;
#define SCALE RATE_
#define COUNT RATE_
#define FREE_COUNT RATE_
#define NUMBERS(...) __VA_ARGS__
#define NUM(name, ...) UNUSED const long double name = *attr_++;
#define CHANCE NUM
#define DECAY NUM
#define FLAG NUM
#define ATTRS(...) __VA_ARGS__
#define NO_ATTRS
#define LOST (limits_->tiny / limits_->eps)
#define UNSURE REF_UNSURE
#define CAPPED(value) capped(value, limits_)
#define NAMES(...) __VA_ARGS__
#define EXACT(names, ...) NAMES names const long double terms[] = {__VA_ARGS__};
#define STEP(op, says, of, unless, gives, beside, numbers, attrs, facts, once, each, exact, ...)       \
  static void exact_##op(const long double *in_, const long double *rate_, UNUSED const double *attr_, \
                         UNUSED const struct limits *limits_, long double *out_) {                     \
    of numbers attrs exact memcpy(out_, terms, sizeof terms);                                          \
    (void)rate_;                                                                                       \
  }
#include "step.def"
#undef STEP
static formula *const formulas[] = {
#define STEP(name, ...) [STEP_##name] = exact_##name,
#include "step.def"
#undef STEP
};

struct step_places {
  struct place in[STEP_TENSORS], out[STEP_RESULTS], beside;
  long double rate[STEP_RATES];
  double attr[STEP_NUMBERS];
};

static const char *name_at(const struct problem *p, int slot) { return p->entry->slots[p->pass][slot].name; }

static void find_places(const struct job *job, struct step_places *s) {
  const struct problem *p = job->p;
  const struct entry *e = p->entry;
  int rates = entry_rates(e), first = e->inputs + rates;
  problem_step_numbers(p, s->attr); /* attributes, and facts that no formula here names */
  for (int i = 0; i < e->inputs; i++) s->in[i] = place_of(job, name_at(p, i));
  for (int i = 0; i < e->results; i++) s->out[i] = place_of(job, name_at(p, first + i));
  if (e->beside) s->beside = place_of(job, name_at(p, first + e->results));
  for (int i = 0; i < rates; i++) {
    struct place rate = place_of(job, name_at(p, e->inputs + i));
    int counts = e->slots[REM_FORWARD][e->inputs + i].kind == SLOT_COUNT;
    s->rate[i] = rate.given ? place_load(&rate, 0) : counts ? 0 : 1;
  }
}

int ref_step(const struct job *job) {
  const struct problem *p = job->p;
  struct axes space = axes_chosen(p->rank, p->shape, ~(uint32_t)0);
  struct step_places s = {0};
  find_places(job, &s);
  for (int64_t i = 0; i < space.count; i++) {
    long double in[STEP_TENSORS] = {0}, out[2 * STEP_RESULTS];
    for (int k = 0; k < p->entry->inputs; k++)
      if (s.in[k].given && problem_need(p, k) != REM_IGNORED)
        in[k] = place_load(&s.in[k], axes_offset(&space, s.in[k].stride, i));
    formulas[p->entry->op](in, s.rate, s.attr, &job->limits, out);
    for (int k = 0; k < p->entry->results; k++)
      if (s.out[k].given) place_store(&s.out[k], axes_offset(&space, s.out[k].packed, i), out[2 * k], out[2 * k + 1]);
    if (s.beside.given) place_store(&s.beside, axes_offset(&space, s.beside.packed, i), out[0], out[1]);
  }
  return 0;
}
