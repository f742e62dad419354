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

/* log2 e and log10 e in two parts; of log10 2 the first times k is exact. */
#define REM_LOG2E_LO_f32 0x1.4ae0cp-26f
#define REM_LOG10E_f32 0x1.bcb7b2p-2f
#define REM_LOG10E_LO_f32 -0x1.5b235ep-27f
#define REM_LOG10_2_f32 0x1.3442p-2f
#define REM_LOG10_2_LO_f32 -0x1.95ec1p-19f

/* log2(1 + f) = f log2 e + f^2 q(f) */
/* remez log2 9 -.33334 .33334 f32 */
REM_FN f32 log2_poly_f32(f32 f) {
  f32 w = f * f;
  f32 q0 = -0x1.812458p-3f;
  q0 = fma_f32(q0, w, -0x1.66d484p-3f);
  q0 = fma_f32(q0, w, -0x1.ecf60cp-3f);
  q0 = fma_f32(q0, w, -0x1.715322p-2f);
  q0 = fma_f32(q0, w, -0x1.715478p-1f);
  f32 q1 = 0x1.6754bap-3f;
  q1 = fma_f32(q1, w, 0x1.3c722ep-3f);
  q1 = fma_f32(q1, w, 0x1.a6c69ap-3f);
  q1 = fma_f32(q1, w, 0x1.27749p-2f);
  q1 = fma_f32(q1, w, 0x1.ec70a2p-2f);
  return fma_f32(q1, f, q0);
}
REM_FN f32 log2_f32(f32 x) {
  u32 i = log_bits_f32(x);
  f32 k = log_k_f32(i), f = log_f_f32(i), h = fma_f32(f, REM_LOG2E_f32, k), l = fma_f32(f, REM_LOG2E_f32, k - h);
  return log_ends_f32(x, h + fma_f32(f * f, log2_poly_f32(f), fma_f32(f, REM_LOG2E_LO_f32, l)));
}

/* log10(1 + f) = f log10 e + f^2 q(f) */
/* remez log10 8 -.33334 .33334 f32 */
REM_FN f32 log10_poly_f32(f32 f) {
  f32 w = f * f;
  f32 q0 = -0x1.ccb218p-5f;
  q0 = fma_f32(q0, w, -0x1.b0dfeap-5f);
  q0 = fma_f32(q0, w, -0x1.28c1bp-4f);
  q0 = fma_f32(q0, w, -0x1.bcb668p-4f);
  q0 = fma_f32(q0, w, -0x1.bcb7b2p-3f);
  f32 q1 = 0x1.f241fap-5f;
  q1 = fma_f32(q1, w, 0x1.f21fc2p-5f);
  q1 = fma_f32(q1, w, 0x1.63f71ap-4f);
  q1 = fma_f32(q1, w, 0x1.287a2ep-3f);
  return fma_f32(q1, f, q0);
}
REM_FN f32 log10_f32(f32 x) {
  u32 i = log_bits_f32(x);
  f32 k = log_k_f32(i), f = log_f_f32(i), c = k * REM_LOG10_2_f32;
  f32 h = fma_f32(f, REM_LOG10E_f32, c), l = fma_f32(f, REM_LOG10E_f32, c - h);
  f32 low = fma_f32(k, REM_LOG10_2_LO_f32, fma_f32(f, REM_LOG10E_LO_f32, l));
  return log_ends_f32(x, h + fma_f32(f * f, log10_poly_f32(f), low));
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

#define REM_LOG2E_LO_f64 0x1.777d0ffda0d24p-56
#define REM_LOG10E_f64 0x1.bcb7b1526e50ep-2
#define REM_LOG10E_LO_f64 0x1.95355baaafad3p-57
#define REM_LOG10_2_f64 0x1.34413509f78p-2
#define REM_LOG10_2_LO_f64 0x1.fef311f12b358p-46

/* remez log2 20 -.3333334 .3333334 f64 */
REM_FN f64 log2_poly_f64(f64 f) {
  f64 w = f * f;
  f64 q0 = -0x1.ed5064ffb4da8p-4;
  q0 = fma_f64(q0, w, -0x1.c4b3cd0dee2f8p-5);
  q0 = fma_f64(q0, w, -0x1.53bf4631625e8p-4);
  q0 = fma_f64(q0, w, -0x1.702a5e2562dbp-4);
  q0 = fma_f64(q0, w, -0x1.a62ae20e70209p-4);
  q0 = fma_f64(q0, w, -0x1.ec6fc9dbc75f9p-4);
  q0 = fma_f64(q0, w, -0x1.2776c7eb7f1dep-3);
  q0 = fma_f64(q0, w, -0x1.71547646c6c19p-3);
  q0 = fma_f64(q0, w, -0x1.ec709dc3bb6afp-3);
  q0 = fma_f64(q0, w, -0x1.71547652b8223p-2);
  q0 = fma_f64(q0, w, -0x1.71547652b82fep-1);
  f64 q1 = 0x1.f681a6289abd1p-4;
  q1 = fma_f64(q1, w, 0x1.ed347b13d74ccp-5);
  q1 = fma_f64(q1, w, 0x1.65a6035010141p-4);
  q1 = fma_f64(q1, w, 0x1.8900573010c58p-4);
  q1 = fma_f64(q1, w, 0x1.c69defba4387dp-4);
  q1 = fma_f64(q1, w, 0x1.0c9a3d60e5536p-3);
  q1 = fma_f64(q1, w, 0x1.484b1583e5444p-3);
  q1 = fma_f64(q1, w, 0x1.a61762a1eae49p-3);
  q1 = fma_f64(q1, w, 0x1.2776c50efea7dp-2);
  q1 = fma_f64(q1, w, 0x1.ec709dc3a03cfp-2);
  return fma_f64(q1, f, q0);
}
REM_FN f64 log2_f64(f64 x) {
  u64 i = log_bits_f64(x);
  f64 k = log_k_f64(i), f = log_f_f64(i), h = fma_f64(f, REM_LOG2E_f64, k), l = fma_f64(f, REM_LOG2E_f64, k - h);
  return log_ends_f64(x, h + fma_f64(f * f, log2_poly_f64(f), fma_f64(f, REM_LOG2E_LO_f64, l)));
}

/* remez log10 20 -.3333334 .3333334 f64 */
REM_FN f64 log10_poly_f64(f64 f) {
  f64 w = f * f;
  f64 q0 = -0x1.2901309112368p-5;
  q0 = fma_f64(q0, w, -0x1.108dd11356628p-6);
  q0 = fma_f64(q0, w, -0x1.9918aa6810c73p-6);
  q0 = fma_f64(q0, w, -0x1.bb50c04dfd878p-6);
  q0 = fma_f64(q0, w, -0x1.fc572054153bbp-6);
  q0 = fma_f64(q0, w, -0x1.2879f6a27edc6p-5);
  q0 = fma_f64(q0, w, -0x1.63c62ae730183p-5);
  q0 = fma_f64(q0, w, -0x1.bcb7b1440ccd6p-5);
  q0 = fma_f64(q0, w, -0x1.287a763704915p-4);
  q0 = fma_f64(q0, w, -0x1.bcb7b1526e406p-4);
  q0 = fma_f64(q0, w, -0x1.bcb7b1526e50ep-3);
  f64 q1 = 0x1.2e89fd7839408p-5;
  q1 = fma_f64(q1, w, 0x1.28f0624b183bap-6);
  q1 = fma_f64(q1, w, 0x1.aea6d53c76248p-6);
  q1 = fma_f64(q1, w, 0x1.d93883685696cp-6);
  q1 = fma_f64(q1, w, 0x1.11b4e85b2ebcp-5);
  q1 = fma_f64(q1, w, 0x1.436dfca88d746p-5);
  q1 = fma_f64(q1, w, 0x1.8b4df4f779f8fp-5);
  q1 = fma_f64(q1, w, 0x1.fc3fa60e203dep-5);
  q1 = fma_f64(q1, w, 0x1.63c627752af5cp-4);
  q1 = fma_f64(q1, w, 0x1.287a7636f4343p-3);
  return fma_f64(q1, f, q0);
}
REM_FN f64 log10_f64(f64 x) {
  u64 i = log_bits_f64(x);
  f64 k = log_k_f64(i), f = log_f_f64(i), c = k * REM_LOG10_2_f64;
  f64 h = fma_f64(f, REM_LOG10E_f64, c), l = fma_f64(f, REM_LOG10E_f64, c - h);
  f64 low = fma_f64(k, REM_LOG10_2_LO_f64, fma_f64(f, REM_LOG10E_LO_f64, l));
  return log_ends_f64(x, h + fma_f64(f * f, log10_poly_f64(f), low));
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
