/* number.c: elements of every dtype as long double, by their bits, and the spacing of each dtype. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "ref/oracle.h"

_Static_assert(LDBL_MANT_DIG >= 64, "the oracle must be wider than f64");

/* digits of the significand, exponents of the lowest and of the highest binade */
struct format {
  int digits, low, high;
};
static const struct format formats[] = {
    [REM_F32] = {24, -126, 127}, [REM_F64] = {53, -1022, 1023}, [REM_F16] = {11, -14, 15},
    [REM_BF16] = {8, -126, 127}, [REM_U32] = {0, 0, 0}, /* integers are exact */
};

/* 2^e as a double has it, where it has it: from -1074 to 1023. */
static double power(int e) {
  double value;
  uint64_t bits = e < -1022 ? UINT64_C(1) << (e + 1074) : (uint64_t)(e + 1023) << 52;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* A 16-bit float: sign, exponent, then digits - 1 bits of fraction. */
static long double load_half(const struct format *f, unsigned bits) {
  int fraction_bits = f->digits - 1;
  int field = (int)(bits >> fraction_bits) & (0x7fff >> fraction_bits);
  long fraction = (long)(bits & ((1u << fraction_bits) - 1));
  long double sign = bits & 0x8000 ? -1 : 1;
  if (field == 0x7fff >> fraction_bits) return fraction ? NAN : sign * INFINITY;
  if (field == 0) return sign * (long double)fraction * power(f->low - fraction_bits);
  return sign * (long double)(fraction + (1L << fraction_bits)) * power(f->low + field - 1 - fraction_bits);
}

long double ref_load(int dtype, const void *element) {
  union {
    float f32;
    double f64;
    uint16_t half;
    uint8_t u8;
    int8_t i8;
    int16_t i16;
    int32_t i32;
    uint32_t u32;
    int64_t i64;
  } u;
  memcpy(&u, element, rem_dtype_size(dtype));
  switch (dtype) {
    case REM_F32:
      return u.f32;
    case REM_F64:
      return u.f64;
    case REM_I32:
      return u.i32;
    case REM_I64:
      return u.i64;
    case REM_BOOL:
      return u.u8 != 0;
    case REM_U8:
      return u.u8;
    case REM_I8:
      return u.i8;
    case REM_I16:
      return u.i16;
    case REM_U32:
      return u.u32;
    default:
      return load_half(&formats[dtype], u.half);
  }
}

long double ref_ulp(int dtype, long double v) {
  const struct format *f = &formats[dtype];
  if (f->digits == 0) return 0;
  int e = v == 0 ? f->low : isfinite(v) ? ilogbl(v) : f->high;
  e = e < f->low ? f->low : e > f->high ? f->high : e;
  return power(e - (f->digits - 1));
}

struct limits limits_of(int dtype) {
  const struct format *f = &formats[dtype];
  long double eps = ldexpl(1, 1 - f->digits);
  return (struct limits){eps, ldexpl(1, f->low + 1 - f->digits), ldexpl(2 - eps, f->high)};
}
