/* log.h: log, log2, log10 and log1p. math.h says what they have in common; exp.h comes first. */
#ifndef REM_MATH_LOG_H
#define REM_MATH_LOG_H

/* How they reduce: x = 2^k (1 + f) with 1 + f in [2/3, 4/3), and f is exact. The exponent falls out of an
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

/* x = 2^k (1 + f): log_bits holds k in its exponent's place and f in the rest. Denormals are lifted by 2^24, and the
   lift's own exponent is taken off again with the offset. */
REM_FN u32 log_bits_f32(f32 x) {
  f32 lift = sel_(x < TINY_f32, 0x1p24f, 1.0f);
  return bits_f32(x * lift) - bits_f32(lift) + (0x3f800000 - 0x3f2aaaab);
}
REM_FN f32 log_k_f32(u32 i) { return (f32)((i32)i >> 23); }
REM_FN f32 log_f_f32(u32 i) { return real_f32((i & 0x007fffff) + 0x3f2aaaab) - 1.0f; }

/* y, but for an x that is not positive and finite. The sign bit spread over a word makes NaN of a negative's result.
   (Integer tests, because gcc rewrites a chain of comparisons of x into a longer one.) */
REM_FN f32 log_ends_f32(f32 x, f32 y) {
  y = sel_((i32)bits_f32(x) < (i32)0x7f800000, y, x);
  y = real_f32(bits_f32(y) | (u32)((i32)bits_f32(x) >> 31));
  return sel_(x == 0.0f, -INF_f32, y);
}
REM_FN f32 log_f32(f32 x) {
  u32 i = log_bits_f32(x);
  return log_ends_f32(x, log_sum_f32(log_k_f32(i), log_f_f32(i), -0.0f));
}
/* Of an x that is positive, normal and finite. */
REM_FN f32 log_near_f32(f32 x) {
  u32 i = bits_f32(x) - 0x3f2aaaab;
  return log_sum_f32(log_k_f32(i), log_f_f32(i), -0.0f);
}

/* log2 e and log10 e in two parts; of log10 2 the first times k is exact. */
#define REM_LOG2E_LO_f32 0x1.4ae0cp-26f
#define REM_LOG10E_f32 0x1.bcb7b2p-2f
#define REM_LOG10E_LO_f32 -0x1.5b235ep-27f
#define REM_LOG10_2_f32 0x1.3442p-2f
#define REM_LOG10_2_LO_f32 -0x1.95ec1p-19f

/* log2(1 + f) = (f - f^2/2) log2 e + f^3 q(f) */
/* remez log2 8 -.33334 .33334 f32 */
REM_FN f32 log2_poly_f32(f32 f) {
  f32 w = f * f;
  f32 q0 = 0x1.62c5bp-3f;
  q0 = fma_f32(q0, w, 0x1.3dbf78p-3f);
  q0 = fma_f32(q0, w, 0x1.a6a52cp-3f);
  q0 = fma_f32(q0, w, 0x1.27754p-2f);
  q0 = fma_f32(q0, w, 0x1.ec70ap-2f);
  f32 q1 = -0x1.7b8786p-3f;
  q1 = fma_f32(q1, w, -0x1.685726p-3f);
  q1 = fma_f32(q1, w, -0x1.ecd24ap-3f);
  q1 = fma_f32(q1, w, -0x1.7153c8p-2f);
  return fma_f32(q1, f, q0);
}
REM_FN f32 log2_f32(f32 x) {
  u32 i = log_bits_f32(x);
  f32 k = log_k_f32(i), f = log_f_f32(i), h = fma_f32(f, REM_LOG2E_f32, k), l = fma_f32(f, REM_LOG2E_f32, k - h);
  f32 z = f * f, low = fma_f32(z * f, log2_poly_f32(f), fma_f32(f, REM_LOG2E_LO_f32, l));
  return log_ends_f32(x, h + fma_f32(z, -0.5f * REM_LOG2E_f32, low));
}

/* log10(1 + f) = (f - f^2/2) log10 e + f^3 q(f) */
/* remez log10 8 -.33334 .33334 f32 */
REM_FN f32 log10_poly_f32(f32 f) {
  f32 w = f * f;
  f32 q0 = 0x1.ab3036p-5f;
  q0 = fma_f32(q0, w, 0x1.7e9b4cp-5f);
  q0 = fma_f32(q0, w, 0x1.fcea6p-5f);
  q0 = fma_f32(q0, w, 0x1.63c452p-4f);
  q0 = fma_f32(q0, w, 0x1.287a78p-3f);
  f32 q1 = -0x1.c8ffb8p-5f;
  q1 = fma_f32(q1, w, -0x1.b1e4a2p-5f);
  q1 = fma_f32(q1, w, -0x1.28b544p-4f);
  q1 = fma_f32(q1, w, -0x1.bcb6ep-4f);
  return fma_f32(q1, f, q0);
}
REM_FN f32 log10_f32(f32 x) {
  u32 i = log_bits_f32(x);
  f32 k = log_k_f32(i), f = log_f_f32(i), c = k * REM_LOG10_2_f32;
  f32 h = fma_f32(f, REM_LOG10E_f32, c), l = fma_f32(f, REM_LOG10E_f32, c - h);
  f32 z = f * f, low = fma_f32(k, REM_LOG10_2_LO_f32, fma_f32(f, REM_LOG10E_LO_f32, l));
  low = fma_f32(z * f, log10_poly_f32(f), low);
  return log_ends_f32(x, h + fma_f32(z, -0.5f * REM_LOG10E_f32, low));
}

/* k comes from 1 + x rounded, f from x itself: f = a + b with a = x 2^-k and b = 2^-k - 1, and e is what rounding f
   lost. The sign of the result is that of x (for -0 too); a negative 1 + x makes NaN. */
REM_FN f32 log1p_f32(f32 x) {
  f32 u = 1.0f + x;
  u32 i = bits_f32(u) - 0x3f2aaaab, k = i & 0xff800000;
  i32 down = (i32)(0x3f800000 - k);
  f32 a = real_f32(bits_f32(x) - k), b = real_f32((u32)sel_(down > 0, down, 0)) - 1.0f;
  f32 f = a + b, e = a - (f - b);
  f32 y = log_sum_f32(log_k_f32(i), f, fma_f32(-e, f, e));
  y = real_f32(bits_f32(y) | (bits_f32(x) & 0x80000000) | (u32)((i32)bits_f32(u) >> 31));
  y = sel_(x < INF_f32, y, x);
  return sel_(u == 0.0f, -INF_f32, y);
}

/* log(1 + x + e) + more ln 2 for a finite x >= 0, e a correction far below x: as log1p. */
REM_FN f32 log1p_sum_f32(f32 x, f32 e, f32 more) {
  u32 i = bits_f32(1.0f + x) - 0x3f2aaaab, k = i & 0xff800000;
  i32 down = (i32)(0x3f800000 - k);
  f32 s = real_f32((u32)sel_(down > 0, down, 0)), a = real_f32(bits_f32(x) - k), b = s - 1.0f;
  f32 f = a + b, d = fma_f32(e, s, a - (f - b));
  return log_sum_f32(log_k_f32(i) + more, f, fma_f32(-d, f, d));
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
REM_FN f64 log_k_f64(u64 i) { return real_f64((i >> 52) | 0x4330000000000000) - (0x1p52 + 2047.0); }

REM_FN u64 log_bits_f64(f64 x) {
  f64 lift = sel_(x < TINY_f64, 0x1p54, 1.0);
  return bits_f64(x * lift) - bits_f64(lift) + (0x7ff0000000000000 + (0x3ff0000000000000 - 0x3fe5555555555555));
}
REM_FN f64 log_f_f64(u64 i) { return real_f64((i & 0x000fffffffffffff) + 0x3fe5555555555555) - 1.0; }
REM_FN f64 log_ends_f64(f64 x, f64 y) {
  y = sel_((i64)bits_f64(x) < (i64)0x7ff0000000000000, y, x);
  y = real_f64(bits_f64(y) | (u64)((i64)bits_f64(x) >> 63));
  return sel_(x == 0.0, -INF_f64, y);
}
REM_FN f64 log_f64(f64 x) {
  u64 i = log_bits_f64(x);
  return log_ends_f64(x, log_sum_f64(log_k_f64(i), log_f_f64(i), -0.0));
}
REM_FN f64 log_near_f64(f64 x) {
  u64 i = bits_f64(x) + (0x7ff0000000000000 - 0x3fe5555555555555);
  return log_sum_f64(log_k_f64(i), log_f_f64(i), -0.0);
}

#define REM_LOG2E_LO_f64 0x1.777d0ffda0d24p-56
#define REM_LOG10E_f64 0x1.bcb7b1526e50ep-2
#define REM_LOG10E_LO_f64 0x1.95355baaafad3p-57
#define REM_LOG10_2_f64 0x1.34413509f78p-2
#define REM_LOG10_2_LO_f64 0x1.fef311f12b358p-46

/* remez log2 19 -.3333334 .3333334 f64 */
REM_FN f64 log2_poly_f64(f64 f) {
  f64 w = f * f;
  f64 q0 = 0x1.f609b89423965p-4;
  q0 = fma_f64(q0, w, 0x1.edbee6e6cd75fp-5);
  q0 = fma_f64(q0, w, 0x1.6594f0a625191p-4);
  q0 = fma_f64(q0, w, 0x1.8902b05e648a6p-4);
  q0 = fma_f64(q0, w, 0x1.c69dbd4e1ffd5p-4);
  q0 = fma_f64(q0, w, 0x1.0c9a3eb3caf72p-3);
  q0 = fma_f64(q0, w, 0x1.484b1578e6c3p-3);
  q0 = fma_f64(q0, w, 0x1.a61762a2204efp-3);
  q0 = fma_f64(q0, w, 0x1.2776c50efe64bp-2);
  q0 = fma_f64(q0, w, 0x1.ec709dc3a03d3p-2);
  f64 q1 = -0x1.ec81a6f41d157p-4;
  q1 = fma_f64(q1, w, -0x1.c5b7baf6dc4cap-5);
  q1 = fma_f64(q1, w, -0x1.539bd82cb652fp-4);
  q1 = fma_f64(q1, w, -0x1.702fdac66e61bp-4);
  q1 = fma_f64(q1, w, -0x1.a62a5a17bc2fap-4);
  q1 = fma_f64(q1, w, -0x1.ec6fd26257746p-4);
  q1 = fma_f64(q1, w, -0x1.2776c7bf121b8p-3);
  q1 = fma_f64(q1, w, -0x1.71547647eb811p-3);
  q1 = fma_f64(q1, w, -0x1.ec709dc3b6f13p-3);
  q1 = fma_f64(q1, w, -0x1.71547652b826cp-2);
  return fma_f64(q1, f, q0);
}
REM_FN f64 log2_f64(f64 x) {
  u64 i = log_bits_f64(x);
  f64 k = log_k_f64(i), f = log_f_f64(i), h = fma_f64(f, REM_LOG2E_f64, k), l = fma_f64(f, REM_LOG2E_f64, k - h);
  f64 z = f * f, low = fma_f64(z * f, log2_poly_f64(f), fma_f64(f, REM_LOG2E_LO_f64, l));
  return log_ends_f64(x, h + fma_f64(z, -0.5 * REM_LOG2E_f64, low));
}

/* remez log10 19 -.3333334 .3333334 f64 */
REM_FN f64 log10_poly_f64(f64 f) {
  f64 w = f * f;
  f64 q0 = 0x1.2e41c946d3cc9p-5;
  q0 = fma_f64(q0, w, 0x1.2943b8c90773dp-6);
  q0 = fma_f64(q0, w, 0x1.ae92466ec0c29p-6);
  q0 = fma_f64(q0, w, 0x1.d93b574d34b0ep-6);
  q0 = fma_f64(q0, w, 0x1.11b4c9ffb566fp-5);
  q0 = fma_f64(q0, w, 0x1.436dfe40a00fep-5);
  q0 = fma_f64(q0, w, 0x1.8b4df4ea3cf88p-5);
  q0 = fma_f64(q0, w, 0x1.fc3fa60e608f8p-5);
  q0 = fma_f64(q0, w, 0x1.63c627752aa4fp-4);
  q0 = fma_f64(q0, w, 0x1.287a7636f4345p-3);
  f64 q1 = -0x1.2884b7e98dbebp-5;
  q1 = fma_f64(q1, w, -0x1.112a4f4c16e24p-6);
  q1 = fma_f64(q1, w, -0x1.98ee01042b717p-6);
  q1 = fma_f64(q1, w, -0x1.bb575ba5874d9p-6);
  q1 = fma_f64(q1, w, -0x1.fc567c9ca2eecp-6);
  q1 = fma_f64(q1, w, -0x1.2879fbc487804p-5);
  q1 = fma_f64(q1, w, -0x1.63c62ab1b1a07p-5);
  q1 = fma_f64(q1, w, -0x1.bcb7b1456d4e6p-5);
  q1 = fma_f64(q1, w, -0x1.287a763701df8p-4);
  q1 = fma_f64(q1, w, -0x1.bcb7b1526e45fp-4);
  return fma_f64(q1, f, q0);
}
REM_FN f64 log10_f64(f64 x) {
  u64 i = log_bits_f64(x);
  f64 k = log_k_f64(i), f = log_f_f64(i), c = k * REM_LOG10_2_f64;
  f64 h = fma_f64(f, REM_LOG10E_f64, c), l = fma_f64(f, REM_LOG10E_f64, c - h);
  f64 z = f * f, low = fma_f64(k, REM_LOG10_2_LO_f64, fma_f64(f, REM_LOG10E_LO_f64, l));
  low = fma_f64(z * f, log10_poly_f64(f), low);
  return log_ends_f64(x, h + fma_f64(z, -0.5 * REM_LOG10E_f64, low));
}

REM_FN f64 log1p_f64(f64 x) {
  f64 u = 1.0 + x;
  u64 i = bits_f64(u) + (0x7ff0000000000000 - 0x3fe5555555555555);
  u64 k = (i & 0xfff0000000000000) - 0x7ff0000000000000;
  i64 down = (i64)(0x3ff0000000000000 - k);
  f64 a = real_f64(bits_f64(x) - k), b = real_f64((u64)sel_(down > 0, down, 0)) - 1.0;
  f64 f = a + b, e = a - (f - b);
  f64 y = log_sum_f64(log_k_f64(i), f, fma_f64(-e, f, e));
  y = real_f64(bits_f64(y) | (bits_f64(x) & 0x8000000000000000) | (u64)((i64)bits_f64(u) >> 63));
  y = sel_(x < INF_f64, y, x);
  return sel_(u == 0.0, -INF_f64, y);
}

REM_FN f64 log1p_sum_f64(f64 x, f64 e, f64 more) {
  u64 i = bits_f64(1.0 + x) + (0x7ff0000000000000 - 0x3fe5555555555555);
  u64 k = (i & 0xfff0000000000000) - 0x7ff0000000000000;
  i64 down = (i64)(0x3ff0000000000000 - k);
  f64 s = real_f64((u64)sel_(down > 0, down, 0)), a = real_f64(bits_f64(x) - k), b = s - 1.0;
  f64 f = a + b, d = fma_f64(e, s, a - (f - b));
  return log_sum_f64(log_k_f64(i) + more, f, fma_f64(-d, f, d));
}
#endif

#endif
