/* special.c: textbook formulas for functions that libm has not. */
#include "ref/special.h"

#include <math.h>
#include <stddef.h>

static const long double PI = 0xc.90fdaa22168c235p-2L, EULER = 0x9.3c467e37db0c7a5p-4L;

long double slopel(long double a, long double b) {
  if (a == 0 && b == 0) return a;
  if (isinf(a) && !isnan(b)) return isinf(b) ? NAN : copysignl(1, a);
  return a / hypotl(a, b);
}

long double turnl(long double a, long double b, long double g) {
  if (isinf(a) && isfinite(b)) return g / a;
  return g * (a / (a * a + b * b));
}

/* ---- erfinv ---- */

/* Good to two digits everywhere, which Halley's method makes 6 and 18, or 20: Winitzki's formula for |a| < 1, where
   rest = 1 - |a|. */
static long double erfinv_start(long double a, long double rest) {
  long double l = logl(rest * (1 + a)), k = 2 / (PI * 0.147L) + l / 2;
  return sqrtl(sqrtl(k * k - l / 0.147L) - k);
}

/* sqrt(pi)/2 (a + pi/12 a^3 + 7 pi^2/480 a^5 + 127 pi^3/40320 a^7 + ...) */
static long double erfinv_series(long double a) {
  long double z = PI * a * a;
  return sqrtl(PI) / 2 * a * (1 + z * (1 / 12.0L + z * (7 / 480.0L + z * (127 / 40320.0L))));
}

long double erfinv_steps(long double a, int steps) {
  long double size = fabsl(a), rest = 1 - size;
  if (!(size < 1)) return size == 1 ? a / 0.0L : size != size ? a : NAN;
  if (size < 0x1p-9L) return erfinv_series(a);
  long double y = erfinv_start(size, rest);
  for (int i = 0; i < steps; i++) {
    long double over = size < 0.5L ? size - erfl(y) : erfcl(y) - rest;
    long double step = over * sqrtl(PI) / 2 * expl(y * y);
    y += step / (1 - y * step);
  }
  return copysignl(y, a);
}

long double erfinvl(long double x) { return erfinv_steps(x, 3); }

/* ---- digamma ---- */

/* log x - 1/2x - the sum of B_2k / (2k x^2k), of which n terms are taken. */
static long double digamma_asymptote(long double x, int n) {
  static const long double b[] = {1 / 12.0L,       -1 / 120.0L, 1 / 252.0L,      -1 / 240.0L,      1 / 132.0L,
                           -691 / 32760.0L, 1 / 12.0L,   -3617 / 8160.0L, 43867 / 14364.0L, -174611 / 6600.0L};
  long double z = 1 / (x * x), sum = 0;
  while (n > 0) sum = (sum + b[--n]) * z;
  return logl(x) - 0.5L / x - sum;
}

/* For x > 0: up to `least`, from where the asymptote is good. The sum of 1/(x + k) is kept as one fraction. */
static long double digamma_above(long double x, long double least, int terms) {
  long double over = 0, under = 1;
  for (; x < least; x += 1) over = over * x + under, under *= x;
  return digamma_asymptote(x, terms) - over / under;
}

long double digamma_from(long double a, long double least, int terms) {
  if (a == 0) return -1 / a;
  if (a != a || a == INFINITY) return a;
  if (fabsl(a) < 0x1p-33L) return -1 / a - EULER + PI * PI / 6 * a;
  if (a > 0) return a < 1 ? digamma_above(a + 1, least, terms) - 1 / a : digamma_above(a, least, terms);
  long double r = a - rintl(a);
  if (!(r != 0)) return NAN; /* a pole, or -inf */
  return digamma_above(1 - a, least, terms) - PI / tanl(PI * r);
}

long double digammal(long double x) { return digamma_from(x, 24, 10); }

/* ---- trigamma ---- */

/* As digamma: the sum of 1/(x + k)^2 up to where 1/x + 1/2x^2 and the sum of B_2k / x^(2k + 1) do. */
long double trigammal(long double x) {
  static const long double b[] = {1 / 6.0L,  -1 / 30.0L,     1 / 42.0L, -1 / 30.0L,
                                  5 / 66.0L, -691 / 2730.0L, 7 / 6.0L,  -3617 / 510.0L};
  long double f = x - rintl(x), sine = sinl(PI * f), sum = 0;
  if (x < 0) return isinf(x) ? INFINITY : PI * PI / (sine * sine) - trigammal(1 - x);
  for (; x < 40; x++) sum += 1 / (x * x);
  long double power = 1 / x;
  sum += power + 1 / (2 * x * x);
  for (size_t k = 0; k < sizeof b / sizeof *b && isfinite(x); k++) sum += b[k] * (power /= x * x);
  return sum;
}

/* ---- pieces of elementwise ops ---- */

long double dampl(long double x, long double s) { return s == 0 ? 0 : x * s; }

long double truncated_quotientl(long double a, long double b) { return rintl((a - fmodl(a, b)) / b); }

long double floored_quotientl(long double a, long double b) {
  long double r = fmodl(a, b), q = rintl((a - r) / b);
  if (b == 0) return a / b;
  return r != 0 && signbit(r) != signbit(b) ? q - 1 : q;
}

long double floored_remainderl(long double a, long double b) {
  long double r = fmodl(a, b);
  return r == 0 ? copysignl(r, b) : signbit(r) != signbit(b) ? r + b : r;
}

long double signl(long double x) { return isnan(x) ? x : (x > 0) - (x < 0); }

long double upperl(long double a, long double b) { return a == b ? (signbit(a) ? b : a) : fmaxl(a, b); }

long double sharel(long double a, long double b, int nan_first, long double g) {
  if (a == b || (isnan(a) && isnan(b))) return g / 2;
  return isnan(a) ? (nan_first ? g : 0) : isnan(b) ? (nan_first ? 0 : g) : a > b ? g : 0;
}

/* Whole steps of the dtype: below the least normal number they are all alike. */
long double nextl(long double a, long double b, long double largest, long double spacing, long double least) {
  int e;
  if (isnan(a) || isnan(b)) return a + b;
  if (a == b) return b;
  if (a == 0) return copysignl(least, b);
  if (isinf(a)) return copysignl(largest, a);
  int outward = (b > a) == (a > 0);
  long double fraction = frexpl(fabsl(a), &e), step = ldexpl(spacing, e - 1);
  if (!outward && fraction == 0.5L) step /= 2;
  step = fmaxl(step, least);
  long double m = fabsl(a) + (outward ? step : -step);
  return copysignl(m > largest ? INFINITY : m, a);
}

long double logisticl(long double x) { return x < 0 ? expl(x) / (1 + expl(x)) : 1 / (1 + expl(-x)); }

long double softplusl(long double x) { return x > 0 ? x + log1pl(expl(-x)) : log1pl(expl(x)); }

static const long double root_2_pi = 0.797884560802865355879892119868763736951L; /* sqrt(2 / pi) */

long double normal_belowl(long double x, long double tanh) {
  if (tanh == 0) return erfcl(-x * sqrtl(0.5L)) / 2;
  return logisticl(2 * root_2_pi * x * (1 + 0.044715L * x * x));
}

long double normal_densityl(long double x, long double tanh) {
  if (tanh == 0) return expl(-x * x / 2) * root_2_pi / 2;
  long double u = 2 * root_2_pi * x * (1 + 0.044715L * x * x), s = logisticl(u) * logisticl(-u);
  return s == 0 ? 0 : s * 2 * root_2_pi * (1 + 3 * 0.044715L * x * x);
}

long double mish_densityl(long double x) {
  long double c = coshl(softplusl(x));
  return logisticl(x) / (c * c);
}

static long double logit_of(long double x, long double eps, int f32) {
  if (eps < 0 || isnan(x)) return x;
  long double high = f32 ? (float)(1 - eps) : (double)(1 - eps);
  return fminl(fmaxl(x, eps), high);
}

long double logitl(long double x, long double eps, int f32) {
  long double p = logit_of(x, eps, f32);
  return fabsl(p - 0.5L) < 0.25L ? 2 * atanhl(2 * p - 1) : logl(p / (1 - p));
}

long double logit_slopel(long double x, long double eps, int f32, long double g) {
  if (eps < 0) return x < 0 || x > 1 ? NAN : g / (x * (1 - x));
  return isnan(x) ? x : x == logit_of(x, eps, f32) ? g / (x * (1 - x)) : 0;
}

/* The sine and cosine of pi x: x is brought near 0 by whole numbers, which is exact. */
static long double sinpil(long double x) {
  long double n = rintl(x), s = sinl(PI * (x - n));
  return fmodl(n, 2) == 0 ? s : -s;
}
static long double cospil(long double x) {
  long double n = rintl(x), c = cosl(PI * (x - n));
  return fmodl(n, 2) == 0 ? c : -c;
}

long double sincl(long double x) { return x == 0 ? 1 : sinpil(x) / (PI * x); }

/* Near 0 by the series, whose terms fall quickly; elsewhere by the quotient. */
long double sinc_slopel(long double x) {
  long double u = PI * x, term = 1, sum = 0;
  if (fabsl(x) > 0.5L) return (cospil(x) - sincl(x)) / x;
  for (int k = 1; k < 24; k++) {
    term *= -u * u / ((2 * k) * (2 * k + 1));
    sum += term * 2 * k;
  }
  return u == 0 ? 0 * x : sum / x;
}
