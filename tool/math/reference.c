/* reference.c: what the elementary functions are compared with: libm where it has them, textbook formulas where not.

   libm is reached through the compiler's builtins: <math.h> is not included, so that no search path can confuse it with
   ours. Each body is written once, for f64 (near) and long double (far). */
#include <string.h>

#include "tool/math/exact.h"
#include "tool/math/subject.h"

static const wide PI = 0xc.90fdaa22168c235p-2L, EULER = 0x9.3c467e37db0c7a5p-4L;

#define LIBM(name)                         \
  static f64 name##_near(f64 a, f64 b) {   \
    (void)b;                               \
    return __builtin_##name(a);            \
  }                                        \
  static wide name##_far(wide a, wide b) { \
    (void)b;                               \
    return __builtin_##name##l(a);         \
  }
#define LIBM_TWO(name)                                                    \
  static f64 name##_near(f64 a, f64 b) { return __builtin_##name(a, b); } \
  static wide name##_far(wide a, wide b) { return __builtin_##name##l(a, b); }

LIBM(exp)
LIBM(exp2)
LIBM(expm1)
LIBM(log)
LIBM(log2)
LIBM(log10)
LIBM(log1p)
LIBM(cbrt)
LIBM(sin)
LIBM(cos)
LIBM(tan)
LIBM(asin)
LIBM(acos)
LIBM(atan)
LIBM(sinh)
LIBM(cosh)
LIBM(tanh)
LIBM(asinh)
LIBM(acosh)
LIBM(atanh)
LIBM(erf)
LIBM(erfc)
LIBM_TWO(pow)
LIBM_TWO(hypot)
LIBM_TWO(atan2)

static f64 powi_near(f64 a, f64 b) { return __builtin_pow(a, b); }
static wide powi_far(wide a, wide b) { return __builtin_powl(a, b); }

/* Those of libm that keep no sign in a global; clang has no builtin for them. */
double lgamma_r(double x, int *sign);
long double lgammal_r(long double x, int *sign);
static f64 lgamma_near(f64 a, f64 b) {
  int sign;
  (void)b;
  return lgamma_r(a, &sign);
}
static wide lgamma_far(wide a, wide b) {
  int sign;
  (void)b;
  return lgammal_r(a, &sign);
}

static f64 rsqrt_near(f64 a, f64 b) {
  (void)b;
  return 1.0 / __builtin_sqrt(a);
}
static wide rsqrt_far(wide a, wide b) {
  (void)b;
  return 1.0L / __builtin_sqrtl(a);
}

static f64 sigmoid_near(f64 a, f64 b) {
  (void)b;
  return 1.0 / (1.0 + __builtin_exp(-a));
}
static wide sigmoid_far(wide a, wide b) {
  (void)b;
  return 1.0L / (1.0L + __builtin_expl(-a));
}

/* ---- erfinv ---- */

/* Good to two digits everywhere, which Halley's method makes 6 and 18, or 20: Winitzki's formula for |a| < 1, where
   rest = 1 - |a|. */
static wide erfinv_start(wide a, wide rest) {
  wide l = __builtin_logl(rest * (1 + a)), k = 2 / (PI * 0.147L) + l / 2;
  return __builtin_sqrtl(__builtin_sqrtl(k * k - l / 0.147L) - k);
}

/* sqrt(pi)/2 (a + pi/12 a^3 + 7 pi^2/480 a^5 + 127 pi^3/40320 a^7 + ...) */
static wide erfinv_series(wide a) {
  wide z = PI * a * a;
  return __builtin_sqrtl(PI) / 2 * a * (1 + z * (1 / 12.0L + z * (7 / 480.0L + z * (127 / 40320.0L))));
}

static wide erfinv_of(wide a, int steps) {
  wide size = __builtin_fabsl(a), rest = 1 - size;
  if (!(size < 1)) return size == 1 ? a / 0.0L : size != size ? a : __builtin_nanl("");
  if (size < 0x1p-9L) return erfinv_series(a);
  wide y = erfinv_start(size, rest);
  for (int i = 0; i < steps; i++) {
    wide over = size < 0.5L ? size - __builtin_erfl(y) : __builtin_erfcl(y) - rest;
    wide step = over * __builtin_sqrtl(PI) / 2 * __builtin_expl(y * y);
    y += step / (1 - y * step);
  }
  return __builtin_copysignl(y, a);
}

static f64 erfinv_near(f64 a, f64 b) {
  (void)b;
  return (f64)erfinv_of(a, 2);
}
static wide erfinv_far(wide a, wide b) {
  (void)b;
  return erfinv_of(a, 3);
}

/* ---- digamma ---- */

/* log x - 1/2x - the sum of B_2k / (2k x^2k), of which n terms are taken. */
static wide digamma_asymptote(wide x, int n) {
  static const wide b[] = {1 / 12.0L,       -1 / 120.0L, 1 / 252.0L,      -1 / 240.0L,      1 / 132.0L,
                           -691 / 32760.0L, 1 / 12.0L,   -3617 / 8160.0L, 43867 / 14364.0L, -174611 / 6600.0L};
  wide z = 1 / (x * x), sum = 0;
  while (n > 0) sum = (sum + b[--n]) * z;
  return __builtin_logl(x) - 0.5L / x - sum;
}

/* For x > 0: up to `least`, from where the asymptote is good. The sum of 1/(x + k) is kept as one fraction. */
static wide digamma_above(wide x, wide least, int terms) {
  wide over = 0, under = 1;
  for (; x < least; x += 1) over = over * x + under, under *= x;
  return digamma_asymptote(x, terms) - over / under;
}

static wide digamma_of(wide a, wide least, int terms) {
  if (a == 0) return -1 / a;
  if (a != a || a == __builtin_infl()) return a;
  if (__builtin_fabsl(a) < 0x1p-33L) return -1 / a - EULER + PI * PI / 6 * a;
  if (a > 0) return a < 1 ? digamma_above(a + 1, least, terms) - 1 / a : digamma_above(a, least, terms);
  wide r = a - __builtin_rintl(a);
  if (!(r != 0)) return __builtin_nanl(""); /* a pole, or -inf */
  return digamma_above(1 - a, least, terms) - PI / __builtin_tanl(PI * r);
}

static f64 digamma_near(f64 a, f64 b) {
  (void)b;
  return (f64)digamma_of(a, 8, 7);
}
static wide digamma_far(wide a, wide b) {
  (void)b;
  return digamma_of(a, 24, 10);
}

/* ---- the table ---- */

#ifdef HAVE_MPFR
#define ROW(name) {#name, name##_near, name##_far, exact_##name},
#else
#define ROW(name) {#name, name##_near, name##_far},
#endif
static const reference references[] = {REFERENCES(ROW)};

const reference *reference_find(const char *name) {
  for (size_t i = 0; i < sizeof references / sizeof *references; i++)
    if (!strcmp(references[i].name, name)) return &references[i];
  return NULL;
}
