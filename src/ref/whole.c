/* whole.c: the oracle's integers. */
#include "ref/whole.h"

#include <math.h>

#include "core/dtype.h"

static int is_signed(int dtype) { return dtype == REM_I8 || dtype == REM_I16 || dtype == REM_I32 || dtype == REM_I64; }

wide_int whole_wrapped(int dtype, wide_int n) {
  wide_int size = (wide_int)1 << dtype_width(dtype), low = n % size;
  if (dtype == REM_BOOL) return n != 0;
  if (low < 0) low += size;
  return is_signed(dtype) && low >= size / 2 ? low - size : low;
}

long double whole_cast(int dtype, long double x) {
  if (dtype == REM_BOOL) return x != 0;
  long double size = ldexpl(1, dtype_width(dtype)), low = is_signed(dtype) ? -size / 2 : 0, high = low + (size - 1);
  return isnan(x) ? 0 : x <= low ? low : x >= high ? high : truncl(x);
}

wide_int floor_quotient(wide_int a, wide_int b) {
  if (b == 0) return 0;
  wide_int q = a / b;
  return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
}

wide_int ones_of(wide_int x, int bits) {
  wide_int n = 0;
  for (int i = 0; i < bits; i++) n += x >> i & 1;
  return n;
}

wide_int zeros_above(wide_int x, int bits) {
  int n = 0;
  while (n < bits && !(x >> (bits - 1 - n) & 1)) n++;
  return n;
}

wide_int zeros_below(wide_int x, int bits) {
  int n = 0;
  while (n < bits && !(x >> n & 1)) n++;
  return n;
}
