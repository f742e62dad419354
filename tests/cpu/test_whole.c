/* test_whole.c: ops/whole.h against arithmetic of 128 bits: conversions, ties to even among them, division, shifts and
 * counts, for edges of every width and numbers drawn. */
#include "vocab.h"

#include "convert.h"

#include "whole.h"

#include "check.h"
#include "draw.h"
#include "ref/whole.h"

#include <math.h>

enum { DRAWN = 200000 };

/* Of every magnitude, and often next to a power of two or to the middle between two numbers of few digits. */
static int64_t number(uint64_t *seed) {
  uint64_t r = draw(seed), n = draw(seed) >> (r & 63);
  if (r >> 6 & 1) n = (UINT64_C(1) << (r >> 8 & 63)) + (UINT64_C(1) << (r >> 16 & 63)) + (r >> 32) % 5 - 2;
  return (int64_t)(r >> 7 & 1 ? 0 - n : n);
}

/* n rounded to so many digits, to nearest even. */
static long double rounded(int64_t n, int digits) {
  wide_int m = n < 0 ? -(wide_int)n : n, unit = 1;
  while (m / unit >= (wide_int)1 << digits) unit *= 2;
  wide_int low = m % unit, q = m / unit;
  if (2 * low > unit || (2 * low == unit && q % 2)) q++;
  return (long double)(n < 0 ? -q * unit : q * unit);
}

static void test_to_floats(struct check *c) {
  uint64_t seed = 1;
  for (int i = 0; i < DRAWN; i++) {
    int64_t n = number(&seed);
    int32_t k = (int32_t)n;
    u16 h[] = {bf16_from_i64(n), bf16_from_i32(k), f16_from_i64(n), f16_from_i32(k)};
    long double f16 = rounded(n, 11), f16_k = rounded(k, 11);
    CHECK(c, ref_load(REM_BF16, &h[0]) == rounded(n, 8) && ref_load(REM_BF16, &h[1]) == rounded(k, 8));
    CHECK(c, ref_load(REM_F16, &h[2]) == (fabsl(f16) > 65504 ? copysignl(INFINITY, f16) : f16));
    CHECK(c, ref_load(REM_F16, &h[3]) == (fabsl(f16_k) > 65504 ? copysignl(INFINITY, f16_k) : f16_k));
    CHECK(c, f32_from_i64(n) == rounded(n, 24) && f32_from_i32(k) == rounded(k, 24) && f64_from_i64(n) == rounded(n, 53));
  }
}

static void check_float(struct check *c, float x) {
  CHECK(c, i32_from_f32(x) == whole_cast(REM_I32, x) && i64_from_f32(x) == whole_cast(REM_I64, x));
  CHECK(c, u32_from_f32(x) == whole_cast(REM_U32, x) && i16_from_f32(x) == whole_cast(REM_I16, x));
  CHECK(c, i8_from_f32(x) == whole_cast(REM_I8, x) && u8_from_f32(x) == whole_cast(REM_U8, x));
  CHECK(c, bool_from_f32(x) == whole_cast(REM_BOOL, x));
}
static void check_double(struct check *c, double x) {
  CHECK(c, i32_from_f64(x) == whole_cast(REM_I32, x) && i64_from_f64(x) == whole_cast(REM_I64, x));
  CHECK(c, u32_from_f64(x) == whole_cast(REM_U32, x) && i16_from_f64(x) == whole_cast(REM_I16, x));
  CHECK(c, i8_from_f64(x) == whole_cast(REM_I8, x) && u8_from_f64(x) == whole_cast(REM_U8, x));
  CHECK(c, bool_from_f64(x) == whole_cast(REM_BOOL, x));
}

static void test_from_floats(struct check *c) {
  static const double ends[] = {0, -0.0, 0.5, 0x1p-1074, 127, 128, 255, 256, 32767, 32768, 0x1p31, 0x1p32, 0x1p63,
                                0x1p64, INFINITY, NAN};
  uint64_t seed = 2;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    for (int k = 0; k < 6; k++) {
      double x = k & 1 ? -ends[i] : ends[i], up = nextafter(x, INFINITY), down = nextafter(x, -INFINITY);
      check_double(c, k < 2 ? x : k < 4 ? up : down);
      check_float(c, k < 2 ? (float)x : nextafterf((float)x, k < 4 ? INFINITY : -INFINITY));
    }
  for (int i = 0; i < DRAWN; i++) {
    double x = ldexp((double)number(&seed), -(int)(draw(&seed) % 64));
    check_double(c, x);
    check_float(c, (float)x);
    check_float(c, real_f32((u32)draw(&seed)));
    check_double(c, real_f64(draw(&seed)));
  }
}

static void check_pair(struct check *c, int64_t a, int64_t b) {
  int32_t p = (int32_t)a, q = (int32_t)b;
  CHECK(c, floordiv_i64(a, b) == whole_wrapped(REM_I64, floor_quotient(a, b)));
  CHECK(c, floordiv_i32(p, q) == whole_wrapped(REM_I32, floor_quotient(p, q)));
  CHECK(c, mod_i64(a, b) == (b ? a - floor_quotient(a, b) * b : 0));
  CHECK(c, mod_i32(p, q) == (q ? p - floor_quotient(p, q) * q : 0));
  CHECK(c, div_i64(a, b) == (b ? whole_wrapped(REM_I64, (wide_int)a / b) : 0));
  CHECK(c, rem_i32(p, q) == (q ? (wide_int)p % q : 0) && rem_i64(a, b) == (b ? (wide_int)a % b : 0));
  CHECK(c, mul_i64(a, b) == whole_wrapped(REM_I64, (wide_int)a * b) && sub_i32(p, q) == whole_wrapped(REM_I32, (wide_int)p - q));
  CHECK(c, abs_i64(a) == whole_wrapped(REM_I64, a < 0 ? -(wide_int)a : a) && max_i64(a, b) == (a > b ? a : b));
}

static void check_bits(struct check *c, int64_t x, int64_t n) {
  static const int dtypes[] = {REM_BOOL, REM_U8, REM_I8, REM_I16, REM_I32, REM_U32, REM_I64};
  for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
    int bits = dtypes[i] == REM_BOOL ? 1 : 8 * (int)rem_dtype_size(dtypes[i]), outside = n < 0 || n >= bits;
    int64_t a = (int64_t)whole_wrapped(dtypes[i], x);
    int64_t left = (int64_t)whole_wrapped(REM_I64, outside ? 0 : a * ((wide_int)1 << n));
    int64_t right = (int64_t)(outside ? -(a < 0) : floor_quotient(a, (wide_int)1 << n));
    CHECK(c, shl_i64(a, n, bits) == left && shr_i64(a, n, bits) == right);
    CHECK(c, popcount_i64(a, bits) == ones_of(a, bits));
    CHECK(c, clz_i64(a, bits) == zeros_above(a, bits) && ctz_i64(a, bits) == zeros_below(a, bits));
    if (dtypes[i] == REM_U32 || dtypes[i] == REM_I64) continue;
    int32_t k = n < -5 || n > 70 ? 70 : (int32_t)n, away = k < 0 || k >= bits;
    CHECK(c, shl_i32((i32)a, k, bits) == whole_wrapped(REM_I32, away ? 0 : a * ((wide_int)1 << k)));
    CHECK(c, shr_i32((i32)a, k, bits) == (away ? -(a < 0) : floor_quotient(a, (wide_int)1 << k)));
    CHECK(c, popcount_i32((i32)a, bits) == ones_of(a, bits));
    CHECK(c, clz_i32((i32)a, bits) == zeros_above(a, bits) && ctz_i32((i32)a, bits) == zeros_below(a, bits));
  }
}

static void test_arithmetic(struct check *c) {
  static const int64_t ends[] = {0, 1, -1, 2, -2, 3, -7, INT32_MAX, INT32_MIN, UINT32_MAX, INT64_MAX, INT64_MIN};
  enum { ENDS = sizeof ends / sizeof *ends };
  uint64_t seed = 3;
  for (int i = 0; i < ENDS; i++)
    for (int j = 0; j < ENDS; j++) check_pair(c, ends[i], ends[j]);
  for (int i = 0; i < DRAWN; i++) check_pair(c, number(&seed), number(&seed));
  for (int i = 0; i < DRAWN / 10; i++) check_bits(c, number(&seed), (int64_t)(draw(&seed) % 70) - 3);
}

int main(void) {
  struct check c = {.name = "whole"};
  test_to_floats(&c);
  test_from_floats(&c);
  test_arithmetic(&c);
  return check_end(&c);
}
