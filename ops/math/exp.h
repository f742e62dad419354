/* exp.h: exp, exp2 and expm1, and what other functions build on them. math.h says what they have in common. */
#ifndef REM_MATH_EXP_H
#define REM_MATH_EXP_H

/* How exp and expm1 reduce: x = n ln 2 + r with n an integer and |r| <= ln 2 / 2. ln 2 is split in two; the first
   step rh = x - n LN2_HI is exact (multiples of LN2_HI's last bit, and no more of them than fit), so r is rh + rl
   nearly unrounded. */

/* ---- f32 ---- */

#define REM_LN2_HI_f32 0x1.62e43p-1f
#define REM_LN2_LO_f32 -0x1.05c61p-29f
#define REM_LOG2E_f32 0x1.715476p+0f
#define REM_EXP_MAX_f32 0x1.62e42ep6f /* the largest x with a finite exp x */

/* e^r = 1 + r + r^2/2 + r^3 q(r) */
/* remez exp 3 -.3466 .3466 f32 */
REM_FN f32 exp_poly_f32(f32 r) {
  f32 q = 0x1.6b6e44p-10f;
  q = fma_f32(q, r, 0x1.122f84p-7f);
  q = fma_f32(q, r, 0x1.555688p-5f);
  q = fma_f32(q, r, 0x1.5554a4p-3f);
  return q;
}

/* The same, but relative to e^r - 1. */
/* remez expm1 4 -.3466 .3466 f32 */
REM_FN f32 expm1_poly_f32(f32 r) {
  f32 q = 0x1.9fbep-13f;
  q = fma_f32(q, r, 0x1.6d4078p-10f);
  q = fma_f32(q, r, 0x1.1111cap-7f);
  q = fma_f32(q, r, 0x1.5554f2p-5f);
  q = fma_f32(q, r, 0x1.555554p-3f);
  return q;
}

/* e^v = 2^n e^r: exp_round holds n in its last bits, exp_rest is e^r. */
REM_FN f32 exp_round_f32(f32 v) { return fma_f32(v, REM_LOG2E_f32, 0x1.8p23f); }
REM_FN f32 exp_rest_f32(f32 v) {
  f32 n = exp_round_f32(v) - 0x1.8p23f, rh = fma_f32(n, -REM_LN2_HI_f32, v), h = 1.0f + rh;
#ifdef REM_SLOW_FMA
  f32 rl = n * -REM_LN2_LO_f32, r = rh + rl, l = ((1.0f - h) + rh) + rl;
#else /* rl need not be rounded: all v of an exp, tried one by one, have the same bits */
  f32 r = fma_f32(n, -REM_LN2_LO_f32, rh), l = fma_f32(n, -REM_LN2_LO_f32, (1.0f - h) + rh);
#endif
  return h + fma_f32(r * r, fma_f32(r, exp_poly_f32(r), 0.5f), l);
}

/* e 2^n for an e about 1, with n in the last bits of t. Where `low` says that the result might leave the normal range
   it is scaled by 2^149 first. If it is denormal, that is a number of smallest units below 2^23: adding 2^23 rounds it
   to a whole one, whose bits are the result's. No arithmetic is done on denormals, which is slow on some processors. */
REM_FN f32 exp_scale_f32(f32 e, f32 t, i32 low) {
#ifdef __CUDACC__
  if (!low) return real_f32(bits_f32(e) + (bits_f32(t) << 23)); /* warps agree more often than not */
#endif
  u32 lift = sel_(low, (u32)149 << 23, 0);
  f32 q = real_f32(bits_f32(e) + (bits_f32(t) << 23) + lift);
  u32 normal = bits_f32(q) - lift, units = bits_f32(q + 0x1p23f) - bits_f32(0x1p23f);
  return real_f32(sel_(low & (q < 0x1p23f), units, normal));
}
/* Of an x from REM_EXP_LOW to REM_EXP_MAX, where nothing is special: on a processor that is a loop of its own. */
#define REM_EXP_LOW_f32 -86.0f
REM_FN f32 exp_near_f32(f32 x) { return exp_scale_f32(exp_rest_f32(x), exp_round_f32(x), 0); }
REM_FN f32 exp_f32(f32 x) {
  f32 v = sel_(x < -104.0f, -104.0f, x);
  f32 y = exp_scale_f32(exp_rest_f32(v), exp_round_f32(v), x < REM_EXP_LOW_f32);
  return sel_(x <= REM_EXP_MAX_f32, y, x + INF_f32);
}

/* 2^r = 1 + r ln 2 + r^2 q(r) */
/* remez exp2 4 -.5 .5 f32 */
REM_FN f32 exp2_poly_f32(f32 r) {
  f32 q = 0x1.414ed2p-13f;
  q = fma_f32(q, r, 0x1.5f03dap-10f);
  q = fma_f32(q, r, 0x1.3b2e0cp-7f);
  q = fma_f32(q, r, 0x1.c6af88p-5f);
  q = fma_f32(q, r, 0x1.ebfbdcp-3f);
  return q;
}

/* 2^r for |r| <= 1/2 is its head, the leading sum, and its tail, which has the head's rounding error. */
REM_FN f32 exp2_head_f32(f32 r) { return fma_f32(r, REM_LN2_HI_f32, 1.0f); }
REM_FN f32 exp2_tail_f32(f32 r) {
  f32 l = fma_f32(r, REM_LN2_LO_f32, fma_f32(r, REM_LN2_HI_f32, 1.0f - exp2_head_f32(r)));
  return fma_f32(r * r, exp2_poly_f32(r), l);
}

/* Here 1 + r (ln 2 + r q(r)) is good enough, and shorter. */
REM_FN f32 exp2_f32(f32 x) {
  f32 v = sel_(x < -150.0f, -150.0f, x), t = v + 0x1.8p23f;
  f32 r = v - (t - 0x1.8p23f), q = fma_f32(r, exp2_poly_f32(r), REM_LN2_HI_f32);
  f32 y = exp_scale_f32(fma_f32(r, q, 1.0f), t, x < -124.0f);
  return sel_(x < 128.0f, y, x + INF_f32);
}

/* What follows is for a d that was rounded itself, a difference of two others, which costs e^d up to |d| / 2 of its units: the
   first part of ln 2 alone (|d| / 40 of them) and a shorter polynomial (1.3 in all) are as good there, in half of the steps. */
/* e^r = 1 + r q(r) */
/* remez rise 4 -.3466 .3466 f32 */
REM_FN f32 brief_rest_f32(f32 d) {
  f32 r = fma_f32(exp_round_f32(d) - 0x1.8p23f, -REM_LN2_HI_f32, d), q = 0x1.0fa826p-7f;
  q = fma_f32(q, r, 0x1.573a66p-5f);
  q = fma_f32(q, r, 0x1.555a6cp-3f);
  q = fma_f32(q, r, 0x1.fffdc6p-2f);
  q = fma_f32(q, r, 0x1.fffff6p-1f);
  return fma_f32(q, r, 1.0f);
}

/* e^d as exp has it at the ends of the range; brief_near of a d from REM_EXP_LOW to REM_EXP_MAX. */
REM_FN f32 brief_near_f32(f32 d) { return exp_scale_f32(brief_rest_f32(d), exp_round_f32(d), 0); }
REM_FN f32 brief_f32(f32 d) {
  f32 v = sel_(d < -104.0f, -104.0f, d);
  f32 y = exp_scale_f32(brief_rest_f32(v), exp_round_f32(v), d < REM_EXP_LOW_f32);
  return sel_(d <= REM_EXP_MAX_f32, y, d + INF_f32);
}

/* e^d 2^64 of a d from -128 to 0, for a product that is brought down again: no step is denormal but the last. NaN is some number. */
REM_FN f32 brief_lifted_f32(f32 d) {
  return real_f32(bits_f32(brief_rest_f32(d)) + (bits_f32(exp_round_f32(d)) << 23) + ((u32)64 << 23));
}

/* e^(v^2/2) times the probability that a normal number is more than v, for v >= 0, over 2^64: q(t) / (v + 4) with t = (v - 4) / (v + 4),
   up to 15. It is Mills' ratio over the root of 2 pi, for the factor brief_lifted(-v^2/2), whose rounding of v^2/2 costs more the larger v is. */
/* special mills 8 -1 .5677 f32 4 */
REM_FN f32 mills_poly_f32(f32 t) {
  f32 q = 0x1.059edcp-11f;
  q = fma_f32(q, t, 0x1.c91d12p-10f);
  q = fma_f32(q, t, -0x1.db49dcp-9f);
  q = fma_f32(q, t, -0x1.f4b832p-8f);
  q = fma_f32(q, t, 0x1.eed2c6p-5f);
  q = fma_f32(q, t, -0x1.7df6f2p-3f);
  q = fma_f32(q, t, 0x1.8c6e22p-2f);
  q = fma_f32(q, t, -0x1.373e4cp-1f);
  return fma_f32(q, t, 0x1.82b4bap-1f);
}
REM_FN f32 mills_f32(f32 v) {
  f32 s = 0x1p-64f / (v + 4.0f);
  return s * mills_poly_f32(fma_f32(-0x1p67f, s, 1.0f));
}

/* e^-|d|, but not below e^-87, for sums in which what is smaller does not count. */
REM_FN f32 decay_f32(f32 d) {
  f32 x = -abs_f32(d), v = sel_(x < -87.0f, -87.0f, x);
  f32 y = real_f32(bits_f32(brief_rest_f32(v)) + (bits_f32(exp_round_f32(v)) << 23));
  return sel_(x == x, y, x);
}
/* The same of any d, in fewer steps: of NaN, too, it is e^-87. */
REM_FN f32 decay_some_f32(f32 d) {
  f32 v = least_f32(-size_f32(d), -87.0f);
  return real_f32(bits_f32(brief_rest_f32(v)) + (bits_f32(exp_round_f32(v)) << 23));
}

/* e^d for d <= 0, and 0 below -87, for weights relative to the largest. */
REM_FN f32 fall_f32(f32 d) {
  f32 t = exp_round_f32(d), y = brief_rest_f32(d) * real_f32((bits_f32(t) << 23) + 0x3f800000);
  return sel_(d < -87.0f, 0.0f, y);
}
/* The same of a d that is not NaN, in one step less: what is not 0 is normal. */
REM_FN f32 fall_some_f32(f32 d) {
  f32 y = real_f32(bits_f32(brief_rest_f32(d)) + (bits_f32(exp_round_f32(d)) << 23));
  return sel_(d < -87.0f, 0.0f, y);
}

/* s = 2^(n-1), halved so that n = 128 fits; then s (e^r - 1) + (s - 1/2). Around n = 1 that cancels, so h, its leading
   part, and c are kept with their rounding errors, and rl enters with its whole factor e^r = 1 + p. */
REM_FN f32 expm1_f32(f32 x) {
  f32 v = sel_(x < -20.0f, -20.0f, x);
  f32 t = fma_f32(v, REM_LOG2E_f32, 0x1.8p23f), n = t - 0x1.8p23f;
  f32 rh = fma_f32(n, -REM_LN2_HI_f32, v), rl = n * -REM_LN2_LO_f32;
  f32 z = rh * rh, w = fma_f32(rh, expm1_poly_f32(rh), 0.5f), p = fma_f32(z, w, rh);
  f32 s = real_f32((bits_f32(t) << 23) + 0x3f000000), c = s - 0.5f, cl = (s - c) - 0.5f;
  f32 h = fma_f32(s, rh, c), l = fma_f32(s, rh, c - h) + cl;
  f32 y = h + fma_f32(s * z, w, fma_f32(s, fma_f32(rl, p, rl), l));
  y = sel_(x <= REM_EXP_MAX_f32, y + y, x + INF_f32);
  return sel_(abs_f32(x) < 0x1p-25f, x, y);
}

/* ---- f64: the same methods ---- */

#ifdef REM_HAS_F64
#define REM_LN2_HI_f64 0x1.62e42fefa39efp-1
#define REM_LN2_LO_f64 0x1.abc9e3b39803fp-56
#define REM_LOG2E_f64 0x1.71547652b82fep+0
#define REM_EXP_MAX_f64 0x1.62e42fefa39efp9

/* remez exp 8 -.3466 .3466 f64 */
REM_FN f64 exp_poly_f64(f64 r) {
  f64 z = r * r;
  f64 q0 = 0x1.ad201d24a728dp-26;
  q0 = fma_f64(q0, z, 0x1.71df5539a2383p-19);
  q0 = fma_f64(q0, z, 0x1.a01a011c281e6p-13);
  q0 = fma_f64(q0, z, 0x1.1111111128867p-7);
  q0 = fma_f64(q0, z, 0x1.5555555555501p-3);
  f64 q1 = 0x1.289f88ec4bdd5p-22;
  q1 = fma_f64(q1, z, 0x1.a019ab2efb739p-16);
  q1 = fma_f64(q1, z, 0x1.6c16c17cc2ae8p-10);
  q1 = fma_f64(q1, z, 0x1.5555555553208p-5);
  return fma_f64(q1, r, q0);
}

/* remez expm1 9 -.3466 .3466 f64 */
REM_FN f64 expm1_poly_f64(f64 r) {
  f64 z = r * r;
  f64 q0 = 0x1.af5d29bdef351p-26;
  q0 = fma_f64(q0, z, 0x1.71ddf94ef0dd6p-19);
  q0 = fma_f64(q0, z, 0x1.a01a01af77562p-13);
  q0 = fma_f64(q0, z, 0x1.111111110f7e9p-7);
  q0 = fma_f64(q0, z, 0x1.5555555555559p-3);
  f64 q1 = 0x1.1ef5234aee479p-29;
  q1 = fma_f64(q1, z, 0x1.27e52b304fea7p-22);
  q1 = fma_f64(q1, z, 0x1.a01a0183028acp-16);
  q1 = fma_f64(q1, z, 0x1.6c16c16c1ccf3p-10);
  q1 = fma_f64(q1, z, 0x1.5555555555549p-5);
  return fma_f64(q1, r, q0);
}

REM_FN f64 exp_round_f64(f64 v) { return fma_f64(v, REM_LOG2E_f64, 0x1.8p52); }
REM_FN f64 exp_rest_f64(f64 v) {
  f64 n = exp_round_f64(v) - 0x1.8p52, rh = fma_f64(n, -REM_LN2_HI_f64, v), rl = n * -REM_LN2_LO_f64, r = rh + rl;
  f64 h = 1.0 + rh, l = ((1.0 - h) + rh) + rl;
  return h + fma_f64(r * r, fma_f64(r, exp_poly_f64(r), 0.5), l);
}
REM_FN f64 exp_scale_f64(f64 e, f64 t, i32 low) {
  u64 lift = sel_(low, (u64)1074 << 52, 0);
  f64 q = real_f64(bits_f64(e) + (bits_f64(t) << 52) + lift);
  u64 normal = bits_f64(q) - lift, units = bits_f64(q + 0x1p52) - bits_f64(0x1p52);
  return real_f64(sel_(low & (q < 0x1p52), units, normal));
}
/* Of an x from REM_EXP_LOW to REM_EXP_MAX, where nothing is special: on a processor that is a loop of its own. */
#define REM_EXP_LOW_f64 -707.0
REM_FN f64 exp_near_f64(f64 x) { return exp_scale_f64(exp_rest_f64(x), exp_round_f64(x), 0); }
REM_FN f64 exp_f64(f64 x) {
  f64 v = sel_(x < -746.0, -746.0, x);
  f64 y = exp_scale_f64(exp_rest_f64(v), exp_round_f64(v), x < REM_EXP_LOW_f64);
  return sel_(x <= REM_EXP_MAX_f64, y, x + INF_f64);
}

/* remez exp2 9 -.5 .5 f64 */
REM_FN f64 exp2_poly_f64(f64 r) {
  f64 w = r * r;
  f64 q0 = 0x1.e617b51f6ef77p-28;
  q0 = fma_f64(q0, w, 0x1.62bfc9f52387cp-20);
  q0 = fma_f64(q0, w, 0x1.4309130dc598cp-13);
  q0 = fma_f64(q0, w, 0x1.3b2ab6fba0791p-7);
  q0 = fma_f64(q0, w, 0x1.ebfbdff82c5a1p-3);
  f64 q1 = 0x1.e7c6da5b3796cp-32;
  q1 = fma_f64(q1, w, 0x1.b52652da1aedap-24);
  q1 = fma_f64(q1, w, 0x1.ffcbfbc7c8f9p-17);
  q1 = fma_f64(q1, w, 0x1.5d87fe78c3743p-10);
  q1 = fma_f64(q1, w, 0x1.c6b08d704a046p-5);
  return fma_f64(q1, r, q0);
}
REM_FN f64 exp2_head_f64(f64 r) { return fma_f64(r, REM_LN2_HI_f64, 1.0); }
REM_FN f64 exp2_tail_f64(f64 r) {
  f64 l = fma_f64(r, REM_LN2_LO_f64, fma_f64(r, REM_LN2_HI_f64, 1.0 - exp2_head_f64(r)));
  return fma_f64(r * r, exp2_poly_f64(r), l);
}
REM_FN f64 exp2_f64(f64 x) {
  f64 v = sel_(x < -1075.0, -1075.0, x), t = v + 0x1.8p52;
  f64 r = v - (t - 0x1.8p52), y = exp_scale_f64(exp2_head_f64(r) + exp2_tail_f64(r), t, x < -1020.0);
  return sel_(x < 1024.0, y, x + INF_f64);
}

/* Both parts of ln 2, as |d| may be 700 here; a shorter polynomial would cost a unit. */
REM_FN f64 brief_rest_f64(f64 d) {
  f64 n = exp_round_f64(d) - 0x1.8p52, r = fma_f64(n, -REM_LN2_LO_f64, fma_f64(n, -REM_LN2_HI_f64, d));
  return fma_f64(fma_f64(fma_f64(exp_poly_f64(r), r, 0.5), r, 1.0), r, 1.0);
}
REM_FN f64 brief_near_f64(f64 d) { return exp_scale_f64(brief_rest_f64(d), exp_round_f64(d), 0); }
REM_FN f64 brief_f64(f64 d) {
  f64 v = sel_(d < -746.0, -746.0, d);
  f64 y = exp_scale_f64(brief_rest_f64(v), exp_round_f64(v), d < REM_EXP_LOW_f64);
  return sel_(d <= REM_EXP_MAX_f64, y, d + INF_f64);
}

/* e^d 2^128 of a d from -790 to 0. */
REM_FN f64 brief_lifted_f64(f64 d) {
  return real_f64(bits_f64(brief_rest_f64(d)) + (bits_f64(exp_round_f64(d)) << 52) + ((u64)128 << 52));
}

/* Over 2^128: q(t) / (v + 6) with t = (v - 6) / (v + 6), up to 39. */
/* special mills 20 -1 .7334 f64 6 */
REM_FN f64 mills_poly_f64(f64 t) {
  f64 q = -0x1.4aad0b5766f24p-27;
  q = fma_f64(q, t, -0x1.7b223d1c1389dp-25);
  q = fma_f64(q, t, 0x1.ea7d889d58188p-26);
  q = fma_f64(q, t, 0x1.5eef11949aa7dp-22);
  q = fma_f64(q, t, -0x1.da96db01a3ce1p-22);
  q = fma_f64(q, t, -0x1.e848abc43b9dap-20);
  q = fma_f64(q, t, 0x1.c82485e6a37c2p-18);
  q = fma_f64(q, t, 0x1.237bab9ef3883p-20);
  q = fma_f64(q, t, -0x1.0f9459bdfae58p-14);
  q = fma_f64(q, t, 0x1.7c5591aec294ap-13);
  q = fma_f64(q, t, 0x1.13b952242689dp-15);
  q = fma_f64(q, t, -0x1.1764c98bee2c9p-9);
  q = fma_f64(q, t, 0x1.48a83c595ad83p-7);
  q = fma_f64(q, t, -0x1.fba9d53932bb3p-6);
  q = fma_f64(q, t, 0x1.33e7777437e76p-4);
  q = fma_f64(q, t, -0x1.38b069dbb0074p-3);
  q = fma_f64(q, t, 0x1.1267d738433dap-2);
  q = fma_f64(q, t, -0x1.a7d65772699a7p-2);
  q = fma_f64(q, t, 0x1.234fe3fd924f7p-1);
  q = fma_f64(q, t, -0x1.66eaa7d096415p-1);
  return fma_f64(q, t, 0x1.8e010d2b8a0eap-1);
}
REM_FN f64 mills_f64(f64 v) {
  f64 s = 0x1p-128 / (v + 6.0);
  return s * mills_poly_f64(fma_f64(-0x1.8p131, s, 1.0));
}

/* e^-|d|, but not below e^-708. */
REM_FN f64 decay_f64(f64 d) {
  f64 x = -abs_f64(d), v = sel_(x < -708.0, -708.0, x);
  f64 y = real_f64(bits_f64(brief_rest_f64(v)) + (bits_f64(exp_round_f64(v)) << 52));
  return sel_(x == x, y, x);
}
REM_FN f64 decay_some_f64(f64 d) {
  f64 v = least_f64(-size_f64(d), -708.0);
  return real_f64(bits_f64(brief_rest_f64(v)) + (bits_f64(exp_round_f64(v)) << 52));
}

REM_FN f64 fall_f64(f64 d) {
  f64 t = exp_round_f64(d), y = brief_rest_f64(d) * real_f64((bits_f64(t) << 52) + 0x3ff0000000000000);
  return sel_(d < -708.0, 0.0, y);
}
REM_FN f64 fall_some_f64(f64 d) {
  f64 y = real_f64(bits_f64(brief_rest_f64(d)) + (bits_f64(exp_round_f64(d)) << 52));
  return sel_(d < -708.0, 0.0, y);
}

REM_FN f64 expm1_f64(f64 x) {
  f64 v = sel_(x < -40.0, -40.0, x);
  f64 t = fma_f64(v, REM_LOG2E_f64, 0x1.8p52), n = t - 0x1.8p52;
  f64 rh = fma_f64(n, -REM_LN2_HI_f64, v), rl = n * -REM_LN2_LO_f64;
  f64 z = rh * rh, w = fma_f64(rh, expm1_poly_f64(rh), 0.5), p = fma_f64(z, w, rh);
  f64 s = real_f64((bits_f64(t) << 52) + 0x3fe0000000000000), c = s - 0.5, cl = (s - c) - 0.5;
  f64 h = fma_f64(s, rh, c), l = fma_f64(s, rh, c - h) + cl;
  f64 y = h + fma_f64(s * z, w, fma_f64(s, fma_f64(rl, p, rl), l));
  y = sel_(x <= REM_EXP_MAX_f64, y + y, x + INF_f64);
  return sel_(abs_f64(x) < 0x1p-54, x, y);
}
#endif

#endif
