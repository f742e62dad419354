/* reference.c: what the elementary functions are compared with: libm where it has them, src/ref/special.c where not.

   libm is reached through the compiler's builtins: <math.h> is not included, so that no search path can confuse it with
   ours. Each body is written once, for f64 (near) and long double (far). */
#include <string.h>

#include "ref/special.h"
#include "tool/math/exact.h"
#include "tool/math/subject.h"

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

/* ---- what libm lacks ---- */

static f64 erfinv_near(f64 a, f64 b) {
  (void)b;
  return (f64)erfinv_steps(a, 2);
}
static wide erfinv_far(wide a, wide b) {
  (void)b;
  return erfinvl(a);
}

static f64 digamma_near(f64 a, f64 b) {
  (void)b;
  return (f64)digamma_from(a, 8, 7);
}
static wide digamma_far(wide a, wide b) {
  (void)b;
  return digammal(a);
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
