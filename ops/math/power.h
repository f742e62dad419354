/* power.h: rsqrt, cbrt, hypot, pow and powi. math.h says what they have in common; exp.h and log.h come first. */
#ifndef REM_MATH_POWER_H
#define REM_MATH_POWER_H

/* ---- f32 ---- */

/* 1 / sqrt x: the root and the quotient are each half an ulp off, which what their squares and product lack makes good.
   A small x is lifted, so that its root's square is not denormal. */
REM_FN f32 rsqrt_f32(f32 x) {
  i32 small = x < 0x1p-100f;
  f32 w = x * sel_(small, 0x1p48f, 1.0f), s = sqrt_f32(w), y = 1.0f / s;
  f32 left = fma_f32(-(0.5f * y) * y, fma_f32(-s, s, w), fma_f32(-y, s, 1.0f));
  f32 z = fma_f32(y, left, y) * sel_(small, 0x1p24f, 1.0f);
  return sel_((x > 0.0f) & (x < INF_f32), z, y);
}

/* |x| = 2^(3j + i) m with m in [2/3, 4/3) and i = -1, 0 or 1. p is near to w^(-1/3) with w = 2^i m, hence w p^2 near to
   its cube root y, and (w - y^3) / (3 y^2), where 1 / y^2 is p^2 again, corrects that. */

/* m^(-1/3) */
/* remez cbrt 5 .66666 1.33334 f32 */
REM_FN f32 cbrt_poly_f32(f32 m) {
  f32 q = -0x1.2efc0ep-3f;
  q = fma_f32(q, m, 0x1.cf151ep-1f);
  q = fma_f32(q, m, -0x1.27a8dep+1f);
  q = fma_f32(q, m, 0x1.9a0cdcp+1f);
  q = fma_f32(q, m, -0x1.5830dep+1f);
  q = fma_f32(q, m, 0x1.04f786p+1f);
  return q;
}

REM_FN f32 cbrt_f32(f32 x) {
  f32 a = abs_f32(x);
  i32 small = a < TINY_f32;
  u32 i = bits_f32(a * sel_(small, 0x1p24f, 1.0f)) - 0x3f2aaaab;
  f32 k = log_k_f32(i), t = fma_f32(k, 0x1.555556p-2f, 0x1.8p23f), j = t - 0x1.8p23f, rest = fma_f32(-3.0f, j, k);
  f32 m = real_f32((i & 0x007fffff) + 0x3f2aaaab), w = m * sel_(rest > 0.0f, 2.0f, sel_(rest < 0.0f, 0.5f, 1.0f));
  f32 p = cbrt_poly_f32(m) * sel_(rest > 0.0f, 0x1.965feap-1f, sel_(rest < 0.0f, 0x1.428a3p+0f, 1.0f));
  f32 g = p * p, y = w * g, s = y * y, left = fma_f32(-y, fma_f32(y, y, -s), fma_f32(-y, s, w));
  y = fma_f32(left, g * 0x1.555556p-2f, y);
  y = real_f32(bits_f32(y) + (bits_f32(t) << 23) - sel_(small, (u32)8 << 23, 0));
  return sel_((a > 0.0f) & (a < INF_f32), copysign_f32(y, x), x);
}

/* Both are scaled by the larger one's exponent, or as nearly as that can be undone; infinity wins over NaN. */
REM_FN f32 hypot_f32(f32 a, f32 b) {
  f32 x = abs_f32(a), z = abs_f32(b), u = sel_(x > z, x, z), v = sel_(x > z, z, x);
  u32 e = bits_f32(sel_(u > 0x1p126f, 0x1p126f, sel_(u > TINY_f32, u, TINY_f32))) & 0x7f800000;
  f32 down = real_f32(0x7f000000 - e), s = u * down, t = v * down;
  f32 y = sqrt_f32(fma_f32(s, s, t * t)) * real_f32(e);
  return sel_((x == INF_f32) | (z == INF_f32), INF_f32, y);
}

/* pow: log2 |x| and its product with y are kept in two parts each, so that their error is well below that of 2^(hi +
 * lo). */

typedef struct two_f32 {
  f32 hi, lo;
} two_f32;

/* atanh r = r + r^3/3 + r^5 q(r^2) */
/* remez atanh4 3 0 .0401 f32 */
REM_FN f32 pow_poly_f32(f32 z) {
  f32 q = 0x1.98d708p-4f;
  q = fma_f32(q, z, 0x1.c5aa8cp-4f);
  q = fma_f32(q, z, 0x1.24954ep-3f);
  q = fma_f32(q, z, 0x1.999996p-3f);
  return q;
}

/* log2 of a positive x, normal or not: k + 2 log2 e atanh(s) with s = f / (2 + f) and x = 2^k (1 + f). */
REM_FN two_f32 log2_two_f32(f32 x) {
  u32 i = log_bits_f32(x);
  f32 k = log_k_f32(i), f = log_f_f32(i);
  f32 d = 2.0f + f, dl = f - (d - 2.0f), inv = 1.0f / d, s = f * inv, sl = fma_f32(-s, dl, fma_f32(-s, d, f)) * inv;
  f32 z = s * s, zl = fma_f32(s + s, sl, fma_f32(s, s, -z));
  f32 c = fma_f32(z, pow_poly_f32(z), -0x1.555556p-27f), w = 0x1.555556p-2f + c, wl = (0x1.555556p-2f - w) + c;
  f32 p = w * z, pl = fma_f32(w, z, -p) + fma_f32(w, zl, wl * z);
  f32 v = s * p, vl = fma_f32(s, p, -v) + fma_f32(s, pl, sl * p), r = s + v, rl = ((s - r) + v) + (sl + vl);
  f32 g = r * (2 * REM_LOG2E_f32), gl = fma_f32(r, 2 * REM_LOG2E_f32, -g);
  gl = gl + fma_f32(r, 2 * REM_LOG2E_LO_f32, rl * (2 * REM_LOG2E_f32));
  two_f32 y = {k + g, 0.0f};
  y.lo = ((k - y.hi) + g) + gl;
  return y;
}

/* a^(y + yl) for an a that is not negative. log2 0 is -inf and log2 inf is inf; a product out of range stands for all
   such. 0 times infinity, a NaN, is left to the caller. */
REM_FN f32 pow_size_f32(f32 a, f32 y, f32 yl) {
  two_f32 g = log2_two_f32(a);
  f32 e = y * sel_(a == 0.0f, -INF_f32, sel_(a < INF_f32, g.hi, a));
  f32 el = fma_f32(g.hi, y, -e) + fma_f32(g.hi, yl, g.lo * y);
  f32 v = sel_(e > 128.25f, 128.25f, sel_(e < -160.0f, -160.0f, e)), t = v + 0x1.8p23f;
  f32 d = v - (t - 0x1.8p23f), dl = sel_(v == e, el, 0.0f), r = d + dl;
  f32 q = exp2_head_f32(r) + fma_f32((d - r) + dl, REM_LN2_HI_f32, exp2_tail_f32(r));
  f32 z = exp_scale_f32(q, t, v < -124.0f);
  z = sel_((i32)bits_f32(z) < (i32)0x7f800000, z, INF_f32);
  return sel_(e == e, z, e);
}

/* As C99 has it: 1 for y = 0 or x = 1, whatever the other; a negative x takes whole y only, and odd ones keep its sign.
 */
REM_FN f32 pow_f32(f32 x, f32 y) {
  f32 a = abs_f32(x), b = abs_f32(y), t = sel_(b < 0x1p23f, b + 0x1p23f, b);
  i32 whole = (b >= 0x1p23f) | (t - 0x1p23f == b);
  u32 odd = sel_(whole & (b < 0x1p24f), bits_f32(t) << 31, 0);
  f32 z = real_f32(bits_f32(pow_size_f32(a, y, 0.0f)) ^ (odd & bits_f32(x)));
  z = sel_((x < 0.0f) & (a < INF_f32) & !whole, NAN_f32, z);
  return sel_((x == 1.0f) | (y == 0.0f) | ((a == 1.0f) & (b == INF_f32)), 1.0f, z);
}

/* The same of a whole number, which may be too long for an f32: it is split in two. */
REM_FN f32 powi_f32(f32 x, i32 n) {
  i32 large = (n >= 0x1000000) | (n <= -0x1000000);
  f32 y = sel_(large, (f32)(n >> 8) * 256.0f, (f32)n), yl = sel_(large, (f32)(n & 255), 0.0f);
  f32 z = real_f32(bits_f32(pow_size_f32(abs_f32(x), y, yl)) ^ (((u32)n << 31) & bits_f32(x)));
  return sel_((x == 1.0f) | (n == 0), 1.0f, z);
}

/* ---- f64: the same methods; cbrt's p takes a step of Newton's, and atanh's next term is in two parts too ---- */

#ifdef REM_HAS_F64
REM_FN f64 rsqrt_f64(f64 x) {
  i32 small = x < 0x1p-800;
  f64 w = x * sel_(small, 0x1p200, 1.0), s = sqrt_f64(w), y = 1.0 / s;
  f64 left = fma_f64(-(0.5 * y) * y, fma_f64(-s, s, w), fma_f64(-y, s, 1.0));
  f64 z = fma_f64(y, left, y) * sel_(small, 0x1p100, 1.0);
  return sel_((x > 0.0) & (x < INF_f64), z, y);
}

/* remez cbrt 5 .66666 1.33334 f64 */
REM_FN f64 cbrt_poly_f64(f64 m) {
  f64 q = -0x1.2efc0e13b1cc5p-3;
  q = fma_f64(q, m, 0x1.cf151db4a106ap-1);
  q = fma_f64(q, m, -0x1.27a8dd08ed6b2p+1);
  q = fma_f64(q, m, 0x1.9a0cdcfe3f0f1p+1);
  q = fma_f64(q, m, -0x1.5830ddb158f4ap+1);
  q = fma_f64(q, m, 0x1.04f786823cd99p+1);
  return q;
}

REM_FN f64 cbrt_f64(f64 x) {
  f64 a = abs_f64(x);
  i32 small = a < TINY_f64;
  u64 i = bits_f64(a * sel_(small, 0x1p54, 1.0)) + (0x7ff0000000000000 - 0x3fe5555555555555);
  f64 k = log_k_f64(i), t = fma_f64(k, 0x1.5555555555555p-2, 0x1.8p52), j = t - 0x1.8p52, rest = fma_f64(-3.0, j, k);
  f64 m = real_f64((i & 0x000fffffffffffff) + 0x3fe5555555555555),
      w = m * sel_(rest > 0.0, 2.0, sel_(rest < 0.0, 0.5, 1.0));
  f64 p = cbrt_poly_f64(m) * sel_(rest > 0.0, 0x1.965fea53d6e3dp-1, sel_(rest < 0.0, 0x1.428a2f98d728bp+0, 1.0));
  p = fma_f64(p * 0x1.5555555555555p-2, fma_f64(-w * p, p * p, 1.0), p);
  f64 g = p * p, y = w * g, s = y * y, left = fma_f64(-y, fma_f64(y, y, -s), fma_f64(-y, s, w));
  y = fma_f64(left, g * 0x1.5555555555555p-2, y);
  y = real_f64(bits_f64(y) + (bits_f64(t) << 52) - sel_(small, (u64)18 << 52, 0));
  return sel_((a > 0.0) & (a < INF_f64), copysign_f64(y, x), x);
}

REM_FN f64 hypot_f64(f64 a, f64 b) {
  f64 x = abs_f64(a), z = abs_f64(b), u = sel_(x > z, x, z), v = sel_(x > z, z, x);
  u64 e = bits_f64(sel_(u > 0x1p1022, 0x1p1022, sel_(u > TINY_f64, u, TINY_f64))) & 0x7ff0000000000000;
  f64 down = real_f64(0x7fe0000000000000 - e), s = u * down, t = v * down;
  f64 y = sqrt_f64(fma_f64(s, s, t * t)) * real_f64(e);
  return sel_((x == INF_f64) | (z == INF_f64), INF_f64, y);
}

typedef struct two_f64 {
  f64 hi, lo;
} two_f64;

/* remez atanh6 7 0 .0401 f64 */
REM_FN f64 pow_poly_f64(f64 z) {
  f64 w = z * z;
  f64 q0 = 0x1.a7bdea7a5d2d4p-5;
  q0 = fma_f64(q0, w, 0x1.110fb1ee37701p-4);
  q0 = fma_f64(q0, w, 0x1.745d1734b970cp-4);
  q0 = fma_f64(q0, w, 0x1.249249249241dp-3);
  f64 q1 = 0x1.d7fa162adadb1p-5;
  q1 = fma_f64(q1, w, 0x1.e23f400bc6fc1p-5);
  q1 = fma_f64(q1, w, 0x1.3b13b7865d505p-4);
  q1 = fma_f64(q1, w, 0x1.c71c71c735508p-4);
  return fma_f64(q1, z, q0);
}

REM_FN two_f64 log2_two_f64(f64 x) {
  u64 i = log_bits_f64(x);
  f64 k = log_k_f64(i), f = log_f_f64(i);
  f64 d = 2.0 + f, dl = f - (d - 2.0), inv = 1.0 / d, s = f * inv, sl = fma_f64(-s, dl, fma_f64(-s, d, f)) * inv;
  f64 z = s * s, zl = fma_f64(s + s, sl, fma_f64(s, s, -z));
  f64 c = fma_f64(z, pow_poly_f64(z), -0x1.999999999999ap-57), w = 0x1.999999999999ap-3 + c,
      wl = (0x1.999999999999ap-3 - w) + c;
  f64 m = w * z, ml = fma_f64(w, z, -m) + fma_f64(w, zl, wl * z);
  w = 0x1.5555555555555p-2 + m, wl = ((0x1.5555555555555p-2 - w) + m) + (ml + 0x1.5555555555555p-56);
  f64 p = w * z, pl = fma_f64(w, z, -p) + fma_f64(w, zl, wl * z);
  f64 v = s * p, vl = fma_f64(s, p, -v) + fma_f64(s, pl, sl * p), r = s + v, rl = ((s - r) + v) + (sl + vl);
  f64 g = r * (2 * REM_LOG2E_f64), gl = fma_f64(r, 2 * REM_LOG2E_f64, -g);
  gl = gl + fma_f64(r, 2 * REM_LOG2E_LO_f64, rl * (2 * REM_LOG2E_f64));
  two_f64 y = {k + g, 0.0};
  y.lo = ((k - y.hi) + g) + gl;
  return y;
}

REM_FN f64 pow_size_f64(f64 a, f64 y, f64 yl) {
  two_f64 g = log2_two_f64(a);
  f64 e = y * sel_(a == 0.0, -INF_f64, sel_(a < INF_f64, g.hi, a));
  f64 el = fma_f64(g.hi, y, -e) + fma_f64(g.hi, yl, g.lo * y);
  f64 v = sel_(e > 1024.25, 1024.25, sel_(e < -1100.0, -1100.0, e)), t = v + 0x1.8p52;
  f64 d = v - (t - 0x1.8p52), dl = sel_(v == e, el, 0.0), r = d + dl;
  f64 q = exp2_head_f64(r) + fma_f64((d - r) + dl, REM_LN2_HI_f64, exp2_tail_f64(r));
  f64 z = exp_scale_f64(q, t, v < -1020.0);
  z = sel_((i64)bits_f64(z) < (i64)0x7ff0000000000000, z, INF_f64);
  return sel_(e == e, z, e);
}

REM_FN f64 pow_f64(f64 x, f64 y) {
  f64 a = abs_f64(x), b = abs_f64(y), t = sel_(b < 0x1p52, b + 0x1p52, b);
  i32 whole = (b >= 0x1p52) | (t - 0x1p52 == b);
  u64 odd = sel_(whole & (b < 0x1p53), bits_f64(t) << 63, 0);
  f64 z = real_f64(bits_f64(pow_size_f64(a, y, 0.0)) ^ (odd & bits_f64(x)));
  z = sel_((x < 0.0) & (a < INF_f64) & !whole, NAN_f64, z);
  return sel_((x == 1.0) | (y == 0.0) | ((a == 1.0) & (b == INF_f64)), 1.0, z);
}

REM_FN f64 powi_f64(f64 x, i32 n) {
  f64 z = real_f64(bits_f64(pow_size_f64(abs_f64(x), (f64)n, 0.0)) ^ (((u64)(u32)n << 63) & bits_f64(x)));
  return sel_((x == 1.0) | (n == 0), 1.0, z);
}
#endif

#endif
