/* exact.h: the functions that have a reference, and those in MPFR. */
#ifndef TOOL_MATH_EXACT_H
#define TOOL_MATH_EXACT_H

#define REFERENCES(X)                                                                                             \
  X(exp)                                                                                                          \
  X(exp2) X(expm1) X(log) X(log2) X(log10) X(log1p) X(cbrt) X(rsqrt) X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) \
      X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh) X(erf) X(erfc) X(erfinv) X(lgamma) X(digamma) X(sigmoid) \
          X(pow) X(powi) X(hypot) X(atan2)

#ifdef HAVE_MPFR
#include <mpfr.h>

enum { EXACT_BITS = 192 };
#define DECLARE(name) void exact_##name(mpfr_ptr y, mpfr_srcptr a, mpfr_srcptr b);
REFERENCES(DECLARE)
#undef DECLARE
#endif

#endif
