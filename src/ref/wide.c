/* wide.c: arithmetic on the oracle's numbers. */
#include "ref/wide.h"

#include <float.h>

/* Outside of these a number is brought back to the middle. */
static const long double LEAST = 0x1p-4000L, MOST = 0x1p4000L;

/* Brings the exponents of the parts back when they have gone far; nothing is rounded, for size bounds the others. */
static struct wide centred(struct wide a) {
  if (a.size == 0) a.e = 0;
  if (a.size == 0 || !isfinite(a.size) || (a.size >= LEAST && a.size <= MOST)) return a;
  int k = ilogbl(a.size);
  return (struct wide){ldexpl(a.hi, -k), ldexpl(a.lo, -k), ldexpl(a.size, -k), ldexpl(a.work, -k), a.e + k};
}

static struct wide shifted(struct wide a, int64_t to) {
  int k = a.e - to < -2 * LDBL_MAX_EXP ? -2 * LDBL_MAX_EXP : (int)(a.e - to);
  return (struct wide){ldexpl(a.hi, k), ldexpl(a.lo, k), ldexpl(a.size, k), ldexpl(a.work, k), to};
}

struct wide wide_of(long double x) {
  return (struct wide){x, 0, fabsl(x), 0, 0};
}

struct wide wide_add(struct wide a, struct wide b) {
  if (a.e < b.e && b.size != 0) a = shifted(a, b.e);
  if (b.e < a.e && a.size != 0) b = shifted(b, a.e);
  long double s = a.hi + b.hi, part = s - a.hi;
  long double lost = (a.hi - (s - part)) + (b.hi - part) + (a.lo + b.lo), hi = s + lost;
  if (!isfinite(s)) return (struct wide){s, 0, a.size + b.size, a.work + b.work, 0};
  struct wide sum = {s, 0, a.size + b.size, a.work + b.work, a.size != 0 ? a.e : b.e};
  if (lost != 0) { /* else -0 stays -0 */
    sum.hi = hi;
    sum.lo = lost - (hi - s);
  }
  return centred(sum);
}

struct wide wide_mul(struct wide a, struct wide b) {
  struct wide p = {a.hi * b.hi, 0, a.size * b.size, a.work * b.size + a.size * b.work + a.size * b.size, a.e + b.e};
  if (isfinite(p.hi)) p.lo = a.hi * b.lo + a.lo * b.hi;
  return centred(p);
}

static int above(struct wide a, struct wide b) {
  long double x = wide_value(a), y = wide_value(b);
  return x > y || (x == y && signbit(y));
}

struct wide wide_max(struct wide a, struct wide b) {
  if (isnan(a.hi) || isnan(b.hi)) return isnan(a.hi) ? a : b;
  return above(b, a) ? b : a;
}

struct wide wide_min(struct wide a, struct wide b) {
  if (isnan(a.hi) || isnan(b.hi)) return isnan(a.hi) ? a : b;
  return above(a, b) ? b : a;
}

static struct wide negative(struct wide a) {
  a.hi = -a.hi;
  a.lo = -a.lo;
  return a;
}

static long double difference(struct wide a, struct wide b) {
  return a.hi == b.hi && isinf(a.hi) ? 0 : wide_value(wide_add(a, negative(b)));
}

struct wide wide_logaddexp(struct wide a, struct wide b) {
  struct wide high = wide_max(a, b), low = wide_min(a, b);
  if (!isfinite(high.hi)) return high;
  return wide_add(high, wide_of(log1pl(expl(difference(low, high)))));
}

struct wide wide_damp(struct wide v, struct wide a, struct wide b, long double floor) {
  long double d = difference(a, b), w = expl(d), cost = w == 0 ? 0 : w * fabsl(d);
  struct wide r = {v.hi * w, v.lo * w, v.size * (w + floor), v.work * w + v.size * cost, v.e};
  if (!isfinite(r.hi)) r.lo = 0;
  return centred(r);
}

static long double leave(long double m, int64_t e) {
  if (e == 0 || m == 0 || !isfinite(m)) return m;
  int far = e > 4 * LDBL_MAX_EXP ? 4 * LDBL_MAX_EXP : e < -4 * LDBL_MAX_EXP ? -4 * LDBL_MAX_EXP : (int)e;
  long double v = ldexpl(m, far);
  if (isinf(v)) return copysignl(LDBL_MAX, m);
  return v == 0 ? copysignl(LDBL_TRUE_MIN, m) : v;
}

long double wide_value(struct wide a) { return leave(a.lo == 0 ? a.hi : a.hi + a.lo, a.e); } /* -0 stays -0 */
long double wide_size(struct wide a) { return leave(a.size, a.e); }
long double wide_work(struct wide a) { return leave(a.work, a.e); }

long double gapl(long double a, long double b) { return a == b ? 0 : a - b; }
