/* wide.h: the oracle's numbers. A wide is exact to about twice a long double under addition, cannot overflow or
 * underflow, and remembers what went into it, so that S of a guarantee comes out of the formula itself. */
#ifndef REM_WIDE_H
#define REM_WIDE_H

#include <math.h>
#include <stdint.h>

/* The value is (hi + lo) * 2^e; size and work carry the same exponent. */
struct wide {
  long double hi, lo;
  long double size; /* the same expression over absolute values                                           */
  long double work; /* likewise, each term times the number of multiplications in it, and what else counts */
  int64_t e;
};

struct wide wide_of(long double x);
struct wide wide_add(struct wide a, struct wide b);
struct wide wide_mul(struct wide a, struct wide b);
struct wide wide_max(struct wide a, struct wide b); /* NaN if either is; +0 is above -0 */
struct wide wide_min(struct wide a, struct wide b);
struct wide wide_logaddexp(struct wide a, struct wide b); /* log(exp(a) + exp(b)) */

/* v * exp(a - b), where equal infinities differ by 0. Rounding a - b costs |a - b| of each term, which is added to the
 * work; the exponential may be off by floor where it underflows. */
struct wide wide_damp(struct wide v, struct wide a, struct wide b, long double floor);

/* As long double. Finite values stay finite, other values than 0 stay other than 0. */
long double wide_value(struct wide a);
long double wide_size(struct wide a);
long double wide_work(struct wide a);

/* a - b, where equal infinities differ by 0. */
long double gapl(long double a, long double b);

/* Equal, or both NaN. */
static inline int tied(long double a, long double b) { return a == b || (a != a && b != b); }

/* A running sum with the rounding errors of its additions. Of nothing it is 0, of nothing but -0 it is -0. */
struct total {
  long double hi, lo;
  int begun;
};

static inline void total_add(struct total *t, long double x) {
  long double s = t->begun ? t->hi + x : x, part = s - t->hi;
  if (t->begun && isfinite(s)) t->lo += (t->hi - (s - part)) + (x - part);
  t->hi = s;
  t->begun = 1;
}

static inline long double total_value(const struct total *t) {
  return t->lo == 0 || !isfinite(t->hi) ? t->hi : t->hi + t->lo;
}

#endif
