/* compare.c: one element against what it should be, inside a plan's guarantee. */
#include "compare.h"

#include "ref/ref.h"

#include <math.h>
#include <stdio.h>

long double allowed_error(const rem_guarantee *g, int dtype, long double value, long double scale) {
  int wide = g->accumulate == REM_F64;
  long double eps = wide ? 0x1p-52L : 0x1p-23L, least = scale == 0 ? 0 : wide ? 0x1p-1022L : 0x1p-126L;
  long double sum = isfinite(scale) ? g->sum * eps * fmaxl(fabsl(scale), least) : 0;
  return g->ulp * ref_ulp(dtype, value) + sum;
}

static long double largest(int dtype) { return dtype == REM_F64 ? 0x1.fffffffffffffp1023L : 0x1.fffffep127L; }

/* From here on a value rounds to infinity. */
static long double overflow(int dtype) {
  static const long double limits[] = {
      [REM_F32] = 0x1.ffffffp127L, [REM_F64] = 0x1.fffffffffffff8p1023L, [REM_F16] = 65520, [REM_BF16] = 0x1.ffp127L};
  return limits[dtype];
}

double error_share(const rem_guarantee *g, int dtype, long double got, long double value, long double scale) {
  if (dtype >= REM_I32) return got == value ? 0 : INFINITY;
  if (!isfinite(got) && isfinite(scale) && scale > largest(g->accumulate))
    return 0; /* it may have overflowed on the way, or value itself is not sure */
  if (isnan(value)) return isnan(got) ? 0 : INFINITY;
  if (isinf(value)) return got == value ? 0 : INFINITY;
  long double allowed = allowed_error(g, dtype, value, scale);
  if (isnan(got)) return INFINITY;
  if (isinf(got)) return !signbit(got) == !signbit(value) && fabsl(value) + allowed >= overflow(dtype) ? 0 : INFINITY;
  if (value == 0 && got == 0) return scale == 0 && !signbit(got) != !signbit(value) ? INFINITY : 0;
  long double error = fabsl(got - value);
  return error == 0 ? 0 : allowed == 0 ? INFINITY : (double)(error / allowed);
}

void value_text(int dtype, long double value, char *text, size_t size) {
  static const int digits[] = {[REM_F32] = 9, [REM_F64] = 17, [REM_F16] = 6, [REM_BF16] = 5};
  snprintf(text, size, "%.*Lg", dtype <= REM_BF16 ? digits[dtype] : 21, value);
}
