/* hyper.h: tanh, sigmoid, sinh, cosh, asinh, acosh and atanh. math.h says what they have in common; exp.h and log.h
   come first. */
#ifndef REM_MATH_HYPER_H
#define REM_MATH_HYPER_H

/* ---- f32 ---- */

/* tanh r = r + r^3 q(r^2) */
/* remez tanh 6 0 1.0 f32 refit */
REM_FN f32 tanh_poly_f32(f32 z) {
  f32 q = -0x1.77d234p-12f;
  q = fma_f32(q, z, 0x1.2da0ep-9f);
  q = fma_f32(q, z, -0x1.045ffep-7f);
  q = fma_f32(q, z, 0x1.6009a6p-6f);
  q = fma_f32(q, z, -0x1.b9623ap-5f);
  q = fma_f32(q, z, 0x1.110be4p-3f);
  q = fma_f32(q, z, -0x1.55553cp-2f);
  return q;
}

/* That below 1; from there on 1 - 2 / d with d = e^(2|x|) + 1, rounded once: 2 / d is below 1/4, so that its errors
   count little. 2 log2 e is split in two. */
REM_FN f32 tanh_f32(f32 x) {
  f32 a = abs_f32(x), z = a * a, small = fma_f32(a * z, tanh_poly_f32(z), a), b = sel_(a < 10.0f, a, 10.0f);
  f32 t = fma_f32(b, 2 * REM_LOG2E_f32, 0x1.8p23f), n = t - 0x1.8p23f;
  f32 r = fma_f32(b, 2 * REM_LOG2E_LO_f32, fma_f32(b, 2 * REM_LOG2E_f32, -n));
  f32 p = real_f32(bits_f32(1.0f) + (bits_f32(t) << 23));
  f32 d = fma_f32(p * r, fma_f32(r, exp2_poly_f32(r), REM_LN2_HI_f32), p + 1.0f);
  return copysign_f32(sel_(a >= 1.0f, fma_f32(-2.0f, rcp_near_f32(d), 1.0f), small), x);
}

/* p / (p + e^r) with x = n ln 2 - r, p = 2^n. The divisor, 1 + p plus r q(r), is kept in two parts, d and l; its
   reciprocal is corrected by what its product with them lacks. p comes in last, so that denormal results are rounded as
   exp's are; below -86 it adds nothing to the divisor. */
REM_FN f32 sigmoid_of_f32(f32 v, i32 low) {
  f32 t = exp_round_f32(v), n = t - 0x1.8p23f;
  f32 r = fma_f32(n, REM_LN2_LO_f32, fma_f32(n, REM_LN2_HI_f32, -v));
  f32 q = fma_f32(r, fma_f32(r, exp_poly_f32(r), 0.5f), 1.0f);
  f32 p = sel_(low, 0.0f, real_f32(bits_f32(1.0f) + (bits_f32(t) << 23)));
  f32 c = 1.0f + p, d = fma_f32(r, q, c), l = fma_f32(r, q, c - d) + ((1.0f - c) + p), inv = rcp_near_f32(d);
  f32 y = fma_f32(inv, fma_f32(-inv, l, fma_f32(-inv, d, 1.0f)), inv);
  return exp_scale_f32(y, t, low);
}
REM_FN f32 sigmoid_f32(f32 x) {
  f32 m = sel_(x < 18.0f, x, 18.0f), v = sel_(m > -104.0f, m, -104.0f);
  return sel_(x == x, sigmoid_of_f32(v, x < REM_EXP_LOW_f32), x);
}
/* Of an x from REM_EXP_LOW on. */
REM_FN f32 sigmoid_near_f32(f32 x) { return sigmoid_of_f32(sel_(x < 18.0f, x, 18.0f), 0); }

/* |x| = n ln 2 + r as for exp, and then with p = 2^n and m = 2^-n, halved,
     sinh |x| = (p + m) sinh r + (p - m) cosh r        cosh |x| = (p - m) sinh r + (p + m) cosh r
   All of it is halved once more, so that n = 128 and more fits. sinh r = rh + s and cosh r = 1 + c: what is added last
   is small, and the sum of the rest loses nothing that its rounding error does not give back. */

/* sinh r = r + r^3 q(r^2) */
/* remez sinh 2 0 .1203 f32 */
REM_FN f32 sinh_poly_f32(f32 z) {
  f32 q = 0x1.a17p-13f;
  q = fma_f32(q, z, 0x1.1110b2p-7f);
  q = fma_f32(q, z, 0x1.555556p-3f);
  return q;
}

/* cosh r = 1 + r^2/2 + r^4 q(r^2) */
/* remez cosh 1 0 .1203 f32 */
REM_FN f32 cosh_poly_f32(f32 z) {
  f32 q = 0x1.6d4e8p-10f;
  q = fma_f32(q, z, 0x1.5554e6p-5f);
  return q;
}

REM_FN f32 sinhcosh_f32(f32 v, f32 sign) {
  f32 t = exp_round_f32(v), n = t - 0x1.8p23f, rh = fma_f32(n, -REM_LN2_HI_f32, v), rl = n * -REM_LN2_LO_f32;
  f32 r = rh + rl, z = r * r, s = fma_f32(r * z, sinh_poly_f32(z), rl), c = z * fma_f32(z, cosh_poly_f32(z), 0.5f);
  f32 p = real_f32(bits_f32(0.25f) + (bits_f32(t) << 23));
  f32 m = sign * sel_(v < 80.0f, real_f32(bits_f32(0.25f) - (bits_f32(t) << 23)), 0.0f);
  f32 a = p + m, al = (p - a) + m, b = p - m;
  f32 y = fma_f32(b, rh, a) + fma_f32(a, c, fma_f32(b, s, al));
  return y + y;
}
REM_FN f32 sinh_f32(f32 x) {
  f32 a = abs_f32(x), y = sinhcosh_f32(sel_(a > 89.5f, 89.5f, a), -1.0f);
  y = sel_(a < 89.5f, y, a + INF_f32);
  return copysign_f32(sel_(a < 0x1p-12f, a, y), x);
}
REM_FN f32 cosh_f32(f32 x) {
  f32 a = abs_f32(x), y = sinhcosh_f32(sel_(a > 89.5f, 89.5f, a), 1.0f);
  return sel_(a < 89.5f, y, a + INF_f32);
}

/* log(a + sqrt(a^2 + 1)) = log1p(a + a^2 / (1 + sqrt(a^2 + 1))) with a = |x|; log 2a for a large one. */
REM_FN f32 asinh_f32(f32 x) {
  f32 a = abs_f32(x), z = a * a, t = z / (1.0f + sqrt_f32(1.0f + z)), u = a + t;
  i32 large = a > 0x1p30f;
  f32 y = log1p_sum_f32(sel_(large, a, u), sel_(large, 0.0f, (a - u) + t), sel_(large, 1.0f, 0.0f));
  return copysign_f32(sel_(a < INF_f32, y, a), x);
}

/* log(x + sqrt(x^2 - 1)) = log1p(t + sqrt(t^2 + 2t)) with t = x - 1; log 2x for a large one. */
REM_FN f32 acosh_f32(f32 x) {
  f32 t = x - 1.0f, s = sqrt_f32(fma_f32(t, t, t + t)), u = s + t;
  i32 large = x > 0x1p30f;
  f32 y = log1p_sum_f32(sel_(large, x, u), sel_(large, 0.0f, (s - u) + t), sel_(large, 1.0f, 0.0f));
  return sel_((x >= 1.0f) & (x < INF_f32), y, sel_(x < 1.0f, NAN_f32, x));
}

/* log1p(2a / (1 - a)) / 2 with a = |x|; 1 - a is kept with its rounding error, and the quotient too. */
REM_FN f32 atanh_f32(f32 x) {
  f32 a = abs_f32(x), b = a + a, d = 1.0f - a, dl = (1.0f - d) - a, inv = 1.0f / d, q = b * inv;
  f32 left = fma_f32(-q, dl, fma_f32(-q, d, b));
  f32 y = 0.5f * log1p_sum_f32(q, left * inv, 0.0f);
  return copysign_f32(sel_(a < 1.0f, y, sel_(a == 1.0f, INF_f32, NAN_f32)), x);
}

/* ---- f64: the same methods ---- */

#ifdef REM_HAS_F64
/* remez tanh 12 0 .578 f64 refit */
REM_FN f64 tanh_poly_f64(f64 z) {
  f64 w = z * z;
  f64 q0 = -0x1.7f4201d47183cp-20;
  q0 = fma_f64(q0, w, -0x1.1747a099606cdp-15);
  q0 = fma_f64(q0, w, -0x1.f1f5dcde588dbp-13);
  q0 = fma_f64(q0, w, -0x1.7d9b384d3ce88p-10);
  q0 = fma_f64(q0, w, -0x1.226e30e36146bp-7);
  q0 = fma_f64(q0, w, -0x1.ba1ba1b949311p-5);
  q0 = fma_f64(q0, w, -0x1.5555555555545p-2);
  f64 q1 = 0x1.379753ac293cbp-17;
  q1 = fma_f64(q1, w, 0x1.86af899258587p-14);
  q1 = fma_f64(q1, w, 0x1.35101890a8c05p-11);
  q1 = fma_f64(q1, w, 0x1.d6d32abdbe703p-9);
  q1 = fma_f64(q1, w, 0x1.664f485ad5fcap-6);
  q1 = fma_f64(q1, w, 0x1.111111110ff8fp-3);
  return fma_f64(q1, z, q0);
}

/* A polynomial up to 1 would be long: below 0.76, and from there on (d - 2) / d, where d - 2 is exact up to e^(2|x|) =
   2^54. A little above that the nearest number is 1. */
REM_FN f64 tanh_f64(f64 x) {
  f64 a = abs_f64(x), z = a * a, small = fma_f64(a * z, tanh_poly_f64(z), a), b = sel_(a < 18.7, a, 18.7);
  f64 t = fma_f64(b, 2 * REM_LOG2E_f64, 0x1.8p52), n = t - 0x1.8p52;
  f64 r = fma_f64(b, 2 * REM_LOG2E_LO_f64, fma_f64(b, 2 * REM_LOG2E_f64, -n));
  f64 p = real_f64(bits_f64(1.0) + (bits_f64(t) << 52));
  f64 d = fma_f64(p, exp2_head_f64(r), fma_f64(p, exp2_tail_f64(r), 1.0));
  return copysign_f64(sel_(a >= 0.76, sel_(a > 19.0615, 1.0, (d - 2.0) / d), small), x);
}

REM_FN f64 sigmoid_of_f64(f64 v, i32 low) {
  f64 t = exp_round_f64(v), n = t - 0x1.8p52;
  f64 r = fma_f64(n, REM_LN2_LO_f64, fma_f64(n, REM_LN2_HI_f64, -v));
  f64 q = fma_f64(r, fma_f64(r, exp_poly_f64(r), 0.5), 1.0);
  f64 p = sel_(low, 0.0, real_f64(bits_f64(1.0) + (bits_f64(t) << 52)));
  f64 c = 1.0 + p, d = fma_f64(r, q, c), l = fma_f64(r, q, c - d) + ((1.0 - c) + p), inv = 1.0 / d;
  f64 y = fma_f64(inv, fma_f64(-inv, l, fma_f64(-inv, d, 1.0)), inv);
  return exp_scale_f64(y, t, low);
}
REM_FN f64 sigmoid_f64(f64 x) {
  f64 m = sel_(x < 38.0, x, 38.0), v = sel_(m > -746.0, m, -746.0);
  return sel_(x == x, sigmoid_of_f64(v, x < REM_EXP_LOW_f64), x);
}
/* Of an x from REM_EXP_LOW on. */
REM_FN f64 sigmoid_near_f64(f64 x) { return sigmoid_of_f64(sel_(x < 38.0, x, 38.0), 0); }

/* remez sinh 4 0 .1203 f64 */
REM_FN f64 sinh_poly_f64(f64 z) {
  f64 q = 0x1.af5ee27a46d6ap-26;
  q = fma_f64(q, z, 0x1.71ddf843f50f7p-19);
  q = fma_f64(q, z, 0x1.a01a01afe9699p-13);
  q = fma_f64(q, z, 0x1.111111110f6a9p-7);
  q = fma_f64(q, z, 0x1.5555555555559p-3);
  return q;
}

/* remez cosh 4 0 .1203 f64 */
REM_FN f64 cosh_poly_f64(f64 z) {
  f64 q = 0x1.1f8b631c0425p-29;
  q = fma_f64(q, z, 0x1.27e4cc60f6cbdp-22);
  q = fma_f64(q, z, 0x1.a01a01ad59abfp-16);
  q = fma_f64(q, z, 0x1.6c16c16c1506fp-10);
  q = fma_f64(q, z, 0x1.5555555555558p-5);
  return q;
}

REM_FN f64 sinhcosh_f64(f64 v, f64 sign) {
  f64 t = exp_round_f64(v), n = t - 0x1.8p52, rh = fma_f64(n, -REM_LN2_HI_f64, v), rl = n * -REM_LN2_LO_f64;
  f64 r = rh + rl, z = r * r, s = fma_f64(r * z, sinh_poly_f64(z), rl), c = z * fma_f64(z, cosh_poly_f64(z), 0.5);
  f64 p = real_f64(bits_f64(0.25) + (bits_f64(t) << 52));
  f64 m = sign * sel_(v < 700.0, real_f64(bits_f64(0.25) - (bits_f64(t) << 52)), 0.0);
  f64 a = p + m, al = (p - a) + m, b = p - m;
  f64 y = fma_f64(b, rh, a) + fma_f64(a, c, fma_f64(b, s, al));
  return y + y;
}
REM_FN f64 sinh_f64(f64 x) {
  f64 a = abs_f64(x), y = sinhcosh_f64(sel_(a > 710.5, 710.5, a), -1.0);
  y = sel_(a < 710.5, y, a + INF_f64);
  return copysign_f64(sel_(a < 0x1p-27, a, y), x);
}
REM_FN f64 cosh_f64(f64 x) {
  f64 a = abs_f64(x), y = sinhcosh_f64(sel_(a > 710.5, 710.5, a), 1.0);
  return sel_(a < 710.5, y, a + INF_f64);
}

REM_FN f64 asinh_f64(f64 x) {
  f64 a = abs_f64(x), z = a * a, t = z / (1.0 + sqrt_f64(1.0 + z)), u = a + t;
  i32 large = a > 0x1p60;
  f64 y = log1p_sum_f64(sel_(large, a, u), sel_(large, 0.0, (a - u) + t), sel_(large, 1.0, 0.0));
  return copysign_f64(sel_(a < INF_f64, y, a), x);
}

REM_FN f64 acosh_f64(f64 x) {
  f64 t = x - 1.0, s = sqrt_f64(fma_f64(t, t, t + t)), u = s + t;
  i32 large = x > 0x1p60;
  f64 y = log1p_sum_f64(sel_(large, x, u), sel_(large, 0.0, (s - u) + t), sel_(large, 1.0, 0.0));
  return sel_((x >= 1.0) & (x < INF_f64), y, sel_(x < 1.0, NAN_f64, x));
}

REM_FN f64 atanh_f64(f64 x) {
  f64 a = abs_f64(x), b = a + a, d = 1.0 - a, dl = (1.0 - d) - a, inv = 1.0 / d, q = b * inv;
  f64 left = fma_f64(-q, dl, fma_f64(-q, d, b));
  f64 y = 0.5 * log1p_sum_f64(q, left * inv, 0.0);
  return copysign_f64(sel_(a < 1.0, y, sel_(a == 1.0, INF_f64, NAN_f64)), x);
}
#endif

#endif
