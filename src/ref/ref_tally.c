/* ref_tally.c: reductions to whole numbers, a row at a time, from the EXACT_INTS parts of ops/tally.def. */
#include <math.h>

#include "core/dtype.h"
#include "ref/oracle.h"
#include "ref/whole.h"

/* Every name an EXACT_INTS part may use. */
struct tally {
  wide_int total, product, hi, lo, nonzero, first_hi, first_lo, n;
};

#define UNUSED __attribute__((unused))
#define EXACT_INTS(...) (__VA_ARGS__)
#define INTS_OF(name, loop, y, exact)                                                                           \
  static wide_int name##_exact(const struct tally *r) {                                                         \
    UNUSED const wide_int total = r->total, product = r->product, hi = r->hi, lo = r->lo, nonzero = r->nonzero, \
                          first_hi = r->first_hi, first_lo = r->first_lo, n = r->n;                             \
    return exact;                                                                                               \
  }
#define TALLY(name, says, holds, loop, y, empty, exact) INTS_OF(name, loop, y, exact)
#include "tally.def"
#undef TALLY
#undef INTS_OF
#define INTS_OF(name, ...) [TALLY_##name] = name##_exact,
#define TALLY INTS_OF
static wide_int (*const formulas[])(const struct tally *) = {
#include "tally.def"
};

/* Whether b comes before a as the largest, or as the smallest: NaN does before everything. */
static int beats(long double b, long double a, int smallest) {
  if (isnan(a)) return 0;
  return isnan(b) || (smallest ? b < a : b > a);
}

static struct tally tally_of(const struct place *x, int64_t base, const struct axes *row, int last) {
  struct tally r = {.product = 1, .n = row->count};
  long double hi = 0, lo = 0;
  for (int64_t i = 0; i < row->count; i++) {
    long double v = place_load(x, base + axes_offset(row, x->stride, i));
    wide_int whole = dtype_is_real(x->dtype) ? 0 : (wide_int)v;
    r.total += whole;
    r.product = whole_wrapped(REM_I64, r.product * whole);
    r.nonzero += v != 0;
    if (i == 0 || beats(v, hi, 0)) hi = v, r.first_hi = i;
    if (i == 0 || beats(v, lo, 1)) lo = v, r.first_lo = i;
    if (last && v == hi) r.first_hi = i;
    if (last && v == lo) r.first_lo = i;
  }
  if (!dtype_is_real(x->dtype)) r.hi = (wide_int)hi, r.lo = (wide_int)lo;
  return r;
}

static long double stored(const struct place *to, wide_int value) {
  wide_int kept = whole_wrapped(REM_I64, value);
  return (long double)(dtype_is_real(to->dtype) ? kept : whole_wrapped(to->dtype, kept));
}

int ref_tally(const struct job *job) {
  const struct problem *p = job->p;
  struct place x = place_of(job, "x"), y = place_of(job, "y"), index = place_of(job, "index");
  struct axes rows = axes_chosen(p->rank, p->shape, ~p->axes), row = axes_chosen(p->rank, p->shape, p->axes);
  int last = index.given && problem_choice(p, "ties")[0] == 'l';
  for (int64_t i = 0; i < rows.count; i++) {
    struct tally r = tally_of(&x, axes_offset(&rows, x.stride, i), &row, last);
    place_store(&y, axes_offset(&rows, y.packed, i), stored(&y, formulas[p->entry->tally](&r)), 0);
    if (index.given)
      place_store(&index, axes_offset(&rows, index.packed, i),
                  (long double)(problem_tally(p)->bottom ? r.first_lo : r.first_hi), 0);
  }
  return 0;
}
