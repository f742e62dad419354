/* log.h: log and log1p. math.h says what they have in common; exp.h comes first. */
#ifndef REM_MATH_LOG_H
#define REM_MATH_LOG_H

/* How log and log1p reduce: x = 2^k (1 + f) with 1 + f in [2/3, 4/3), and f is exact. The exponent falls out of an
   integer subtraction, because the offset is 2/3's own bits. */

/* ---- f32 ---- */

/* log1p f = f - f^2/2 + f^3 q(f) */
/* remez log 8 -.33334 .33334 f32 */
REM_FN f32 log_poly_f32(f32 f) {
  f32 z = f * f;
  f32 q0 = 0x1.ebd198p-4f;
  q0 = fma_f32(q0, z, 0x1.b87dfep-4f);
  q0 = fma_f32(q0, z, 0x1.24f49p-3f);
  q0 = fma_f32(q0, z, 0x1.99977ep-3f);
  q0 = fma_f32(q0, z, 0x1.555556p-2f);
  f32 q1 = -0x1.0711dap-3f;
  q1 = fma_f32(q1, z, -0x1.f389b2p-4f);
  q1 = fma_f32(q1, z, -0x1.55990ap-3f);
  q1 = fma_f32(q1, z, -0x1.ffff0ep-3f);
  return fma_f32(q1, f, q0);
}

/* k ln 2 + log(1 + f + e), e a correction far below f. The leading part h is kept with its rounding error: k LN2_HI
   is either zero or larger than f. */
REM_FN f32 log_sum_f32(f32 k, f32 f, f32 e) {
  f32 h = fma_f32(k, REM_LN2_HI_f32, f), l = fma_f32(k, REM_LN2_HI_f32, -h) + f;
  f32 low = fma_f32(k, REM_LN2_LO_f32, l + e);
  return h + fma_f32(f * f, fma_f32(f, log_poly_f32(f), -0.5f), low);
}

/* Denormals are lifted by 2^24, and the lift's own exponent is taken off again with the offset. The sign bit spread
   over a word makes NaN of a negative's result. (Integer tests, because gcc rewrites a chain of comparisons of x
   into a longer one.) */
REM_FN f32 log_f32(f32 x) {
  f32 lift = sel_(x < TINY_f32, 0x1p24f, 1.0f);
  u32 i = bits_f32(x * lift) - bits_f32(lift) + (0x3f800000 - 0x3f2aaaab);
  f32 f = real_f32((i & 0x007fffff) + 0x3f2aaaab) - 1.0f;
  f32 y = log_sum_f32((f32)((i32)i >> 23), f, -0.0f);
  y = sel_((i32)bits_f32(x) < (i32)0x7f800000, y, x);
  y = real_f32(bits_f32(y) | (u32)((i32)bits_f32(x) >> 31));
  return sel_(x == 0.0f, -INF_f32, y);
}

/* k comes from 1 + x rounded, f from x itself: f = a + b with a = x 2^-k and b = 2^-k - 1, and e is what rounding f
   lost. The sign of the result is that of x (for -0 too); a negative 1 + x makes NaN. */
REM_FN f32 log1p_f32(f32 x) {
  f32 u = 1.0f + x;
  u32 i = bits_f32(u) - 0x3f2aaaab, k = i & 0xff800000;
  i32 down = (i32)(0x3f800000 - k);
  f32 a = real_f32(bits_f32(x) - k), b = real_f32((u32)sel_(down > 0, down, 0)) - 1.0f;
  f32 f = a + b, e = a - (f - b);
  f32 y = log_sum_f32((f32)((i32)i >> 23), f, fma_f32(-e, f, e));
  y = real_f32(bits_f32(y) | (bits_f32(x) & 0x80000000) | (u32)((i32)bits_f32(u) >> 31));
  y = sel_(x < INF_f32, y, x);
  return sel_(u == 0.0f, -INF_f32, y);
}

/* ---- f64: the same methods ---- */

#ifdef REM_HAS_F64
/* remez log 19 -.3333334 .3333334 f64 */
REM_FN f64 log_poly_f64(f64 f) {
  f64 z = f * f;
  f64 q0 = 0x1.5bfc77f37cfep-4;
  q0 = fma_f64(q0, z, 0x1.563d0ae2856e9p-5);
  q0 = fma_f64(q0, z, 0x1.efb6b061260ccp-5);
  q0 = fma_f64(q0, z, 0x1.106a03ef7f16dp-4);
  q0 = fma_f64(q0, z, 0x1.3b1dacb193b34p-4);
  q0 = fma_f64(q0, z, 0x1.745cb66037fbp-4);
  q0 = fma_f64(q0, z, 0x1.c71c740967a5p-4);
  q0 = fma_f64(q0, z, 0x1.24924920b8e4ep-3);
  q0 = fma_f64(q0, z, 0x1.99999999a0099p-3);
  q0 = fma_f64(q0, z, 0x1.5555555555538p-2);
  f64 q1 = -0x1.556124478b8dcp-4;
  q1 = fma_f64(q1, z, -0x1.3a7e3e90aa2b6p-5);
  q1 = fma_f64(q1, z, -0x1.d6cc3751e02f3p-5);
  q1 = fma_f64(q1, z, -0x1.fe6a5c16ae883p-5);
  q1 = fma_f64(q1, z, -0x1.249f6ead02a28p-4);
  q1 = fma_f64(q1, z, -0x1.5554c85c6da3ap-4);
  q1 = fma_f64(q1, z, -0x1.99999d53809edp-4);
  q1 = fma_f64(q1, z, -0x1.fffffff10755fp-4);
  q1 = fma_f64(q1, z, -0x1.5555555565101p-3);
  q1 = fma_f64(q1, z, -0x1.fffffffffff36p-3);
  return fma_f64(q1, f, q0);
}

REM_FN f64 log_sum_f64(f64 k, f64 f, f64 e) {
  f64 h = fma_f64(k, REM_LN2_HI_f64, f), l = fma_f64(k, REM_LN2_HI_f64, -h) + f;
  f64 low = fma_f64(k, REM_LN2_LO_f64, l + e);
  return h + fma_f64(f * f, fma_f64(f, log_poly_f64(f), -0.5), low);
}

/* k from the exponent field of i, which holds k + 2047: through the last bits of 2^52, since AVX2 converts no
   64-bit integers. */
REM_FN f64 log_exponent_f64(u64 i) { return real_f64((i >> 52) | 0x4330000000000000) - (0x1p52 + 2047.0); }

REM_FN f64 log_f64(f64 x) {
  f64 lift = sel_(x < TINY_f64, 0x1p54, 1.0);
  u64 i = bits_f64(x * lift) - bits_f64(lift) + (0x7ff0000000000000 + (0x3ff0000000000000 - 0x3fe5555555555555));
  f64 f = real_f64((i & 0x000fffffffffffff) + 0x3fe5555555555555) - 1.0;
  f64 y = log_sum_f64(log_exponent_f64(i), f, -0.0);
  y = sel_((i64)bits_f64(x) < (i64)0x7ff0000000000000, y, x);
  y = real_f64(bits_f64(y) | (u64)((i64)bits_f64(x) >> 63));
  return sel_(x == 0.0, -INF_f64, y);
}

REM_FN f64 log1p_f64(f64 x) {
  f64 u = 1.0 + x;
  u64 i = bits_f64(u) + (0x7ff0000000000000 - 0x3fe5555555555555);
  u64 k = (i & 0xfff0000000000000) - 0x7ff0000000000000;
  i64 down = (i64)(0x3ff0000000000000 - k);
  f64 a = real_f64(bits_f64(x) - k), b = real_f64((u64)sel_(down > 0, down, 0)) - 1.0;
  f64 f = a + b, e = a - (f - b);
  f64 y = log_sum_f64(log_exponent_f64(i), f, fma_f64(-e, f, e));
  y = real_f64(bits_f64(y) | (bits_f64(x) & 0x8000000000000000) | (u64)((i64)bits_f64(u) >> 63));
  y = sel_(x < INF_f64, y, x);
  return sel_(u == 0.0, -INF_f64, y);
}
#endif

#endif
