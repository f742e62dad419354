/* whole.h: integers: the primitives of formulas that compute in i32 or i64, and an element between an integer, bool or float dtype
   and the dtype computed in.

   Arithmetic wraps as two's complement does and nothing traps: what divides by 0 is 0, the lowest number divided by -1 is itself.
   As in vocab.h everything is branch-free, means the same on every device, and has its dtype at the end of its name. vocab.h and
   convert.h come first. */
#ifndef REM_WHOLE_H
#define REM_WHOLE_H

typedef unsigned char u8; /* bool too */
typedef signed char i8;
typedef short i16;

#define LOWEST_i32 ((i32)0x80000000u)
#define HIGHEST_i32 ((i32)0x7fffffff)
#define LOWEST_i64 ((i64)0x8000000000000000u)
#define HIGHEST_i64 ((i64)0x7fffffffffffffff)

/* ---- a float to an integer: towards 0, to the nearest end beyond the range, NaN to 0 ---- */

REM_FN u8 bool_from_f32(f32 x) { return x != 0.0f; }
REM_FN i32 within_f32(f32 x, f32 lo, f32 hi) {
  f32 y = sel_(x > lo, x, lo);
  y = sel_(y < hi, y, hi);
  return (i32)sel_(x != x, 0.0f, y);
}
REM_FN u8 u8_from_f32(f32 x) { return (u8)within_f32(x, 0.0f, 255.0f); }
REM_FN i8 i8_from_f32(f32 x) { return (i8)within_f32(x, -128.0f, 127.0f); }
REM_FN i16 i16_from_f32(f32 x) { return (i16)within_f32(x, -32768.0f, 32767.0f); }
REM_FN i32 i32_from_f32(f32 x) {
  i32 n = (i32)sel_(abs_f32(x) < 0x1p31f, x, 0.0f);
  n = sel_(x >= 0x1p31f, HIGHEST_i32, n);
  return sel_(x <= -0x1p31f, LOWEST_i32, n);
}
REM_FN i64 i64_from_f32(f32 x) {
  i64 n = (i64)sel_(abs_f32(x) < 0x1p63f, x, 0.0f);
  n = sel_(x >= 0x1p63f, HIGHEST_i64, n);
  return sel_(x <= -0x1p63f, LOWEST_i64, n);
}
REM_FN u32 u32_from_f32(f32 x) {
  i64 n = (i64)sel_((x > 0.0f) & (x < 0x1p32f), x, 0.0f);
  return (u32)sel_(x >= 0x1p32f, (i64)0xffffffff, n);
}

#ifdef REM_HAS_F64
REM_FN u8 bool_from_f64(f64 x) { return x != 0.0; }
REM_FN i32 within_f64(f64 x, f64 lo, f64 hi) {
  f64 y = sel_(x > lo, x, lo);
  y = sel_(y < hi, y, hi);
  return (i32)sel_(x != x, 0.0, y);
}
REM_FN u8 u8_from_f64(f64 x) { return (u8)within_f64(x, 0.0, 255.0); }
REM_FN i8 i8_from_f64(f64 x) { return (i8)within_f64(x, -128.0, 127.0); }
REM_FN i16 i16_from_f64(f64 x) { return (i16)within_f64(x, -32768.0, 32767.0); }
REM_FN i32 i32_from_f64(f64 x) { return within_f64(x, -2147483648.0, 2147483647.0); }
REM_FN i64 i64_from_f64(f64 x) {
  i64 n = (i64)sel_(abs_f64(x) < 0x1p63, x, 0.0);
  n = sel_(x >= 0x1p63, HIGHEST_i64, n);
  return sel_(x <= -0x1p63, LOWEST_i64, n);
}
REM_FN u32 u32_from_f64(f64 x) {
  i64 n = (i64)sel_((x > 0.0) & (x < 0x1p32), x, 0.0);
  return (u32)sel_(x >= 0x1p32, (i64)0xffffffff, n);
}
#endif

/* ---- an integer to a float: rounded once, to nearest even ---- */

/* Beyond 65520 every number is infinite in f16, and below it f32 holds all of them. */
REM_FN u16 f16_from_i32(i32 n) { return f16_from_f32((f32)clamp_i32(n, -65536, 65536)); }
REM_FN u16 f16_from_i64(i64 n) { return f16_from_i32((i32)sel_(n < -65536, (i64)-65536, sel_(n > 65536, (i64)65536, n))); }

/* So many low bits go that f32 holds the rest, and more of them stay than bf16 has; where one of them was 1 the last that stays
   becomes 1 (rounding to odd), so that rounding again rounds as if it were once. */
REM_FN u16 bf16_from_i64(i64 n) {
  u64 m = (u64)n, spare = sel_(m + 0x1000000u <= 0x2000000u, (u64)0, (u64)0x3fff);
  spare = sel_(m + ((u64)1 << 38) <= (u64)1 << 39, spare, (u64)0xfffffff);
  spare = sel_(m + ((u64)1 << 52) <= (u64)1 << 53, spare, (u64)0x7fffffffff);
  u64 odd = sel_((m & spare) == 0, (u64)0, spare + 1);
  return bf16_from_f32((f32)(i64)((m & ~spare) | odd));
}
REM_FN u16 bf16_from_i32(i32 n) { return bf16_from_i64((i64)n); }
REM_FN f32 f32_from_i32(i32 n) { return (f32)n; }
REM_FN f32 f32_from_i64(i64 n) { return (f32)n; }
#ifdef REM_HAS_F64
REM_FN f64 f64_from_i32(i32 n) { return (f64)n; }
REM_FN f64 f64_from_i64(i64 n) { return (f64)n; }
#endif

/* ---- an integer to a narrower one: its low bits; to bool: whether it is not 0 ---- */

REM_FN u8 bool_from_i32(i32 n) { return n != 0; }
REM_FN u8 u8_from_i32(i32 n) { return (u8)n; }
REM_FN i8 i8_from_i32(i32 n) { return (i8)n; }
REM_FN i16 i16_from_i32(i32 n) { return (i16)n; }
REM_FN i32 i32_from_i32(i32 n) { return n; }
REM_FN u32 u32_from_i32(i32 n) { return (u32)n; }
REM_FN i64 i64_from_i32(i32 n) { return n; }
REM_FN u8 bool_from_i64(i64 n) { return n != 0; }
REM_FN u8 u8_from_i64(i64 n) { return (u8)n; }
REM_FN i8 i8_from_i64(i64 n) { return (i8)n; }
REM_FN i16 i16_from_i64(i64 n) { return (i16)n; }
REM_FN i32 i32_from_i64(i64 n) { return (i32)n; }
REM_FN u32 u32_from_i64(i64 n) { return (u32)n; }
REM_FN i64 i64_from_i64(i64 n) { return n; }

/* ---- i32 ---- */

REM_FN u32 bits_i32(i32 x) { return (u32)x; }
REM_FN i32 real_i32(u32 u) { return (i32)u; }
REM_FN i32 add_i32(i32 a, i32 b) { return (i32)((u32)a + (u32)b); }
REM_FN i32 sub_i32(i32 a, i32 b) { return (i32)((u32)a - (u32)b); }
REM_FN i32 mul_i32(i32 a, i32 b) { return (i32)((u32)a * (u32)b); }
REM_FN i32 abs_i32(i32 x) { return sel_(x < 0, sub_i32(0, x), x); } /* of the lowest number: itself */
REM_FN i32 max_i32(i32 a, i32 b) { return sel_(a > b, a, b); }
REM_FN i32 min_i32(i32 a, i32 b) { return sel_(a < b, a, b); }

/* The quotient towards 0 and what it leaves, of the sign of a. */
REM_FN i32 quotient_i32(i32 a, i32 b) {
#if defined(__CUDACC__) || defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
  return a / b;
#else
  return (i32)((f64)a / (f64)b); /* exact once cut off, and there are vectors of it */
#endif
}
REM_FN i32 div_i32(i32 a, i32 b) {
  i32 q = quotient_i32(a, sel_((b == 0) | (b == -1), 1, b));
  return sel_(b == 0, 0, sel_(b == -1, sub_i32(0, a), q));
}
REM_FN i32 rem_i32(i32 a, i32 b) { return sel_(b == 0, 0, sub_i32(a, mul_i32(div_i32(a, b), b))); }
/* The quotient downwards and what it leaves, of the sign of b. */
REM_FN i32 floordiv_i32(i32 a, i32 b) {
  i32 r = rem_i32(a, b);
  return div_i32(a, b) - ((r != 0) & ((r < 0) != (b < 0)));
}
REM_FN i32 mod_i32(i32 a, i32 b) {
  i32 r = rem_i32(a, b);
  return r + sel_((r != 0) & ((r < 0) != (b < 0)), b, 0);
}

/* Of a number whose dtype has `bits` bits: shifts by n, which counts as all bits where it is negative or more; the ones; the
   zeros above the highest one, and below the lowest. */
REM_FN i32 shl_i32(i32 a, i32 n, i32 bits) {
  i32 some = (n >= 0) & (n < bits);
  return sel_(some, (i32)((u32)a << sel_(some, n, 0)), 0);
}
REM_FN i32 shr_i32(i32 a, i32 n, i32 bits) { return a >> sel_((n >= 0) & (n < bits), n, 31); }
REM_FN u32 low_bits_i32(i32 x, i32 bits) { return (u32)x & (0xffffffffu >> (32 - bits)); }
REM_FN i32 ones_i32(u32 u) {
  u = u - ((u >> 1) & 0x55555555u);
  u = (u & 0x33333333u) + ((u >> 2) & 0x33333333u);
  return (i32)((((u + (u >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24);
}
REM_FN i32 popcount_i32(i32 x, i32 bits) { return ones_i32(low_bits_i32(x, bits)); }
REM_FN i32 clz_i32(i32 x, i32 bits) {
  u32 u = low_bits_i32(x, bits);
  u |= u >> 1, u |= u >> 2, u |= u >> 4, u |= u >> 8, u |= u >> 16;
  return bits - ones_i32(u);
}
REM_FN i32 ctz_i32(i32 x, i32 bits) {
  u32 u = low_bits_i32(x, bits);
  return ones_i32(low_bits_i32((i32)((u & (0u - u)) - 1u), bits));
}

/* ---- i64 ---- */

REM_FN u64 bits_i64(i64 x) { return (u64)x; }
REM_FN i64 real_i64(u64 u) { return (i64)u; }
REM_FN i64 add_i64(i64 a, i64 b) { return (i64)((u64)a + (u64)b); }
REM_FN i64 sub_i64(i64 a, i64 b) { return (i64)((u64)a - (u64)b); }
REM_FN i64 mul_i64(i64 a, i64 b) { return (i64)((u64)a * (u64)b); }
REM_FN i64 abs_i64(i64 x) { return sel_(x < 0, sub_i64(0, x), x); }
REM_FN i64 max_i64(i64 a, i64 b) { return sel_(a > b, a, b); }
REM_FN i64 min_i64(i64 a, i64 b) { return sel_(a < b, a, b); }
REM_FN i64 div_i64(i64 a, i64 b) {
  i64 q = a / sel_((b == 0) | (b == -1), (i64)1, b);
  return sel_(b == 0, (i64)0, sel_(b == -1, sub_i64(0, a), q));
}
REM_FN i64 rem_i64(i64 a, i64 b) { return sel_(b == 0, (i64)0, sub_i64(a, mul_i64(div_i64(a, b), b))); }
REM_FN i64 floordiv_i64(i64 a, i64 b) {
  i64 r = rem_i64(a, b);
  return div_i64(a, b) - ((r != 0) & ((r < 0) != (b < 0)));
}
REM_FN i64 mod_i64(i64 a, i64 b) {
  i64 r = rem_i64(a, b);
  return r + sel_((r != 0) & ((r < 0) != (b < 0)), b, (i64)0);
}
REM_FN i64 shl_i64(i64 a, i64 n, i64 bits) {
  i32 some = (n >= 0) & (n < bits);
  return sel_(some, (i64)((u64)a << sel_(some, n, (i64)0)), (i64)0);
}
REM_FN i64 shr_i64(i64 a, i64 n, i64 bits) { return a >> sel_((n >= 0) & (n < bits), n, (i64)63); }
REM_FN u64 low_bits_i64(i64 x, i64 bits) { return (u64)x & (0xffffffffffffffffu >> (64 - bits)); }
REM_FN i64 ones_i64(u64 u) {
  u = u - ((u >> 1) & 0x5555555555555555u);
  u = (u & 0x3333333333333333u) + ((u >> 2) & 0x3333333333333333u);
  return (i64)((((u + (u >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u) >> 56);
}
REM_FN i64 popcount_i64(i64 x, i64 bits) { return ones_i64(low_bits_i64(x, bits)); }
REM_FN i64 clz_i64(i64 x, i64 bits) {
  u64 u = low_bits_i64(x, bits);
  u |= u >> 1, u |= u >> 2, u |= u >> 4, u |= u >> 8, u |= u >> 16, u |= u >> 32;
  return bits - ones_i64(u);
}
REM_FN i64 ctz_i64(i64 x, i64 bits) {
  u64 u = low_bits_i64(x, bits);
  return ones_i64(low_bits_i64((i64)((u & (0u - u)) - 1u), bits));
}

#endif
