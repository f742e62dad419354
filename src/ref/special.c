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
  if (x < 0) return isinf(x) ? NAN : PI * PI / (sine * sine) - trigammal(1 - x);
  for (; x < 40; x++) sum += 1 / (x * x);
  long double power = 1 / x;
  sum += power + 1 / (2 * x * x);
  for (size_t k = 0; k < sizeof b / sizeof *b && isfinite(x); k++) sum += b[k] * (power /= x * x);
  return sum;
}
