/* error.c: how wrong a result is.

   An error is that of a y over ulp(true value) + absolute / ulp bound. The wide references are slow, so that the errors
   of a block are first found with the near one, which is itself wrong by far less than MARGIN. */
#include <float.h>

#include "tool/math/exact.h"
#include "tool/math/subject.h"

#define WRONG 1e30 /* the error of a result of the wrong kind: NaN, infinity or a zero's sign */

/* Against hi + lo, by the book. A y that overflowed counts as 2^max_exp, the number rounding treats it as. */
static double error_any(const subject *s, double y, wide hi, wide lo) {
  if (hi != hi || y != y) return hi != hi && y != y ? 0 : WRONG;
  if (hi == 0 || hi - hi != 0) return y == hi && !__builtin_signbit(y) == !__builtin_signbit(hi) ? 0 : WRONG;
  wide top = __builtin_ldexpl(1, s->fmt->max_exp), got = y;
  if (y - y != 0) got = y > 0 ? top : -top;
  if (y - y != 0 && __builtin_fabsl(hi) >= top) return (y > 0) == (hi > 0) ? 0 : WRONG;
  int e;
  (void)__builtin_frexpl(hi, &e);
  e = e < s->fmt->min_exp ? s->fmt->min_exp : e > s->fmt->max_exp ? s->fmt->max_exp : e;
  wide unit = __builtin_ldexpl(1, e - s->fmt->mantissa) + s->absolute / s->ulp;
  if (!__builtin_signbit(y) != !__builtin_signbit(hi) && s->absolute == 0) return WRONG; /* even of a result of zero */
  return (double)(__builtin_fabsl((got - hi) - lo) / unit);
}

/* The same, without library calls where hi is an ordinary number: nowhere near the ends of the range, and not so near
   to a power of two that rounding it to f64 might change its exponent. */
static double error_of(const subject *s, double y, wide hi, wide lo) {
  u64 u = bits_f64((f64)hi);
  int e = (int)(u >> 52 & 2047) - 1022;
  int ordinary = e > s->fmt->min_exp && e < s->fmt->max_exp && e > -900 && (u & 0x000fffffffffffff) != 0 && y - y == 0;
  if (!ordinary || s->absolute != 0) return error_any(s, y, hi, lo);
  return (double)(__builtin_fabsl((y - hi) - lo) * pow2i_f64(s->fmt->mantissa - e));
}

/* For f32: the error against an f64 t. Too large by up to a factor of two where t is a power of two, and so the true
   value perhaps a little less; never too small. No branch, so that a loop over it vectorises; what it cannot judge is
   WRONG, which asks for the exact error. Equal numbers are right whatever they are, but for zeros, whose signs count.
 */
REM_FN double rough_error(double y, double t, double more) {
  u64 size = bits_f64(abs_f64(t)), e = (size - 1) & 0x7ff0000000000000, least = (u64)(FLT_MIN_EXP + 1022) << 52;
  f64 unit = real_f64(sel_(e < least, least, e)) * 0x1p-23; /* 2^(e-24) for |t| in (2^(e-1), 2^e] */
  f64 err = abs_f64(y - t) / (unit + more);
  err =
      sel_((abs_f64(t) < 0x1p127) & (t != 0.0) & (y - y == 0.0) & ((i64)(bits_f64(y) ^ bits_f64(t)) >= 0), err, WRONG);
  return sel_((bits_f64(y) == bits_f64(t)) | ((y != y) & (t != t)), 0.0, err);
}

#ifdef HAVE_MPFR
/* The true value as hi + lo. */
static void exact_value(const subject *s, f64 a, f64 b, wide *hi, wide *lo) {
  mpfr_t x, z, y;
  mpfr_inits2(EXACT_BITS, x, z, y, (mpfr_ptr)0);
  mpfr_set_d(x, a, MPFR_RNDN);
  mpfr_set_d(z, b, MPFR_RNDN);
  s->ref->exact(y, x, z);
  *hi = mpfr_get_ld(y, MPFR_RNDN);
  mpfr_set_ld(x, *hi, MPFR_RNDN);
  mpfr_sub(y, y, x, MPFR_RNDN);
  *lo = mpfr_get_ld(y, MPFR_RNDN);
  mpfr_clears(x, z, y, (mpfr_ptr)0);
}
#endif

double subject_error(const subject *s, f64 a, f64 b, f64 y) {
  wide hi = s->ref->far(a, b), lo = 0;
#ifdef HAVE_MPFR
  if (s->fmt == &MATH_F64 && hi - hi == 0 && hi != 0) exact_value(s, a, b, &hi, &lo);
#endif
  return error_of(s, y, hi, lo);
}

void subject_errors(const subject *s, const f64 *a, const f64 *b, const f64 *y, f64 *error, int n) {
  if (s->fmt == &MATH_F64 || !s->ref->near) {
    for (int i = 0; i < n; i++) error[i] = error_of(s, y[i], s->ref->far(a[i], b[i]), 0);
    return;
  }
  f64 more = s->absolute / s->ulp;
  for (int i = 0; i < n; i++) error[i] = s->ref->near(a[i], b[i]);
  for (int i = 0; i < n; i++) error[i] = rough_error(y[i], error[i], more);
}
