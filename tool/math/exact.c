/* exact.c: the elementary functions in MPFR. Operands are finite, and so is the result. */
#include "tool/math/exact.h"

#ifdef HAVE_MPFR
#include "tool/math/subject.h"

#define ONE(name, theirs)                                       \
  void exact_##name(mpfr_ptr y, mpfr_srcptr a, mpfr_srcptr b) { \
    (void)b;                                                    \
    mpfr_##theirs(y, a, MPFR_RNDN);                             \
  }
#define TWO(name, theirs) \
  void exact_##name(mpfr_ptr y, mpfr_srcptr a, mpfr_srcptr b) { mpfr_##theirs(y, a, b, MPFR_RNDN); }

ONE(exp, exp)
ONE(exp2, exp2)
ONE(expm1, expm1)
ONE(log, log)
ONE(log2, log2)
ONE(log10, log10)
ONE(log1p, log1p)
ONE(cbrt, cbrt)
ONE(rsqrt, rec_sqrt)
ONE(sin, sin)
ONE(cos, cos)
ONE(tan, tan)
ONE(asin, asin)
ONE(acos, acos)
ONE(atan, atan)
ONE(sinh, sinh)
ONE(cosh, cosh)
ONE(tanh, tanh)
ONE(asinh, asinh)
ONE(acosh, acosh)
ONE(atanh, atanh)
ONE(erf, erf)
ONE(erfc, erfc)
ONE(digamma, digamma)
TWO(pow, pow)
TWO(powi, pow)
TWO(hypot, hypot)
TWO(atan2, atan2)

void exact_lgamma(mpfr_ptr y, mpfr_srcptr a, mpfr_srcptr b) {
  int sign;
  (void)b;
  mpfr_lgamma(y, &sign, a, MPFR_RNDN);
}

void exact_sigmoid(mpfr_ptr y, mpfr_srcptr a, mpfr_srcptr b) {
  (void)b;
  mpfr_neg(y, a, MPFR_RNDN);
  mpfr_exp(y, y, MPFR_RNDN);
  mpfr_add_ui(y, y, 1, MPFR_RNDN);
  mpfr_ui_div(y, 1, y, MPFR_RNDN);
}

/* Newton's step from y: (erfc y - (1 - a)) / erfc' y is taken off, with a positive. 1 - a is exact, and erfc keeps all
   its bits where erf is near one. */
static void newton_erfinv(mpfr_ptr y, mpfr_srcptr rest, mpfr_ptr t, mpfr_ptr slope) {
  mpfr_sqr(t, y, MPFR_RNDN);
  mpfr_exp(slope, t, MPFR_RNDN); /* 1 / erfc' is -sqrt(pi)/2 e^(y^2) */
  mpfr_const_pi(t, MPFR_RNDN);
  mpfr_sqrt(t, t, MPFR_RNDN);
  mpfr_mul(slope, slope, t, MPFR_RNDN);
  mpfr_div_2ui(slope, slope, 1, MPFR_RNDN);
  mpfr_erfc(t, y, MPFR_RNDN);
  mpfr_sub(t, t, rest, MPFR_RNDN);
  mpfr_fma(y, t, slope, y, MPFR_RNDN);
}

/* Its precision is raised by what 1 - a and erfc y lose for a small a. */
void exact_erfinv(mpfr_ptr y, mpfr_srcptr a, mpfr_srcptr b) {
  wide start = reference_find("erfinv")->far(mpfr_get_ld(a, MPFR_RNDN), 0);
  long lost = mpfr_get_exp(a) < 0 ? -mpfr_get_exp(a) : 0;
  mpfr_t rest, root, t, slope;
  (void)b;
  mpfr_inits2(EXACT_BITS + lost, rest, root, t, slope, (mpfr_ptr)0);
  mpfr_abs(rest, a, MPFR_RNDN);
  mpfr_ui_sub(rest, 1, rest, MPFR_RNDN);
  mpfr_set_ld(root, start < 0 ? -start : start, MPFR_RNDN);
  for (int step = 0; step < 2; step++) newton_erfinv(root, rest, t, slope); /* 64, 128, 256 bits */
  mpfr_set(y, root, MPFR_RNDN);
  if (start < 0) mpfr_neg(y, y, MPFR_RNDN);
  mpfr_clears(rest, root, t, slope, (mpfr_ptr)0);
}
#else
typedef int nothing_here;
#endif
