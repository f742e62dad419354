/* erf.h: erf, erfc and erfinv. math.h says what they have in common; exp.h and log.h come first. */
#ifndef REM_MATH_ERF_H
#define REM_MATH_ERF_H

/* ---- f32 ---- */

/* erf x = x + x q(x^2) for |x| < 0.90625 */
/* special erf 6 0 .8214 f32 */
REM_FN f32 erf_poly_f32(f32 z) {
  f32 q = 0x1.5f46dp-14f;
  q = fma_f32(q, z, -0x1.aace22p-11f);
  q = fma_f32(q, z, 0x1.54d16ap-8f);
  q = fma_f32(q, z, -0x1.b80e98p-6f);
  q = fma_f32(q, z, 0x1.ce2df8p-4f);
  return fma_f32(q, z * z, fma_f32(z, -0x1.812742p-2f, 0x1.06eba8p-3f));
}

/* log2 erfc v = c v + v^2 q(v) for 0.90625 <= v, where the error counts the less the smaller erfc v is */
#define REM_ERF_LOG_f32 -0x1.a0cb5ap+0f
/* special erflog 5 .906 3.95 f32 */
REM_FN f32 erf_log_f32(f32 v) {
  f32 q = 0x1.43b1e8p-12f;
  q = fma_f32(q, v, -0x1.2ff85cp-8f);
  q = fma_f32(q, v, 0x1.0e87fp-5f);
  q = fma_f32(q, v, -0x1.3703bp-3f);
  q = fma_f32(q, v, -0x1.d5941cp-1f);
  return q;
}

/* 2^r = 1 + r q(r) */
/* special exp2 5 -.5 .5 f32 */
REM_FN f32 erf_exp2_f32(f32 r) {
  f32 q = 0x1.3f9fc8p-13f;
  q = fma_f32(q, r, 0x1.5f0b82p-10f);
  q = fma_f32(q, r, 0x1.3b30a2p-7f);
  q = fma_f32(q, r, 0x1.c6af76p-5f);
  q = fma_f32(q, r, 0x1.ebfbd8p-3f);
  q = fma_f32(q, r, 0x1.62e43p-1f);
  return q;
}

/* From 0.90625 on: 1 - 2^n 2^r with n + r = log2 erfc |x|. n is taken off before the terms are summed, and 1 - 2^n is
   exact, so that little is rounded but the result. From 3.9375 on that is 1. */
REM_FN f32 erf_f32(f32 x) {
  f32 a = abs_f32(x), v = sel_(a > 3.9375f, 3.9375f, a);
  f32 p = erf_log_f32(v), t = fma_f32(fma_f32(p, v, REM_ERF_LOG_f32), v, 0x1.8p23f);
  f32 r = fma_f32(p, v * v, fma_f32(v, REM_ERF_LOG_f32, 0x1.8p23f - t)), s = real_f32((bits_f32(t) << 23) + 0x3f800000);
  f32 far = fma_f32(-(s * r), erf_exp2_f32(r), 1.0f - s);
  f32 near = fma_f32(x, erf_poly_f32(x * x), x);
  return sel_(a < 0.90625f, near, copysign_f32(far, x));
}

/* e^(x^2) erfc x = (c + t q(t)) / (x + 3) with t = (x - 3) / (x + 3) */
#define REM_ERFCX_f32 0x1.12f21ep+0f
/* special erfcx 9 -1 .5489 f32 3 */
REM_FN f32 erfcx_rest_f32(f32 t) {
  f32 q = -0x1.513378p-12f;
  q = fma_f32(q, t, -0x1.f508e2p-12f);
  q = fma_f32(q, t, 0x1.936b6ep-9f);
  q = fma_f32(q, t, -0x1.42d60cp-10f);
  q = fma_f32(q, t, -0x1.b7bc12p-6f);
  q = fma_f32(q, t, 0x1.e9991ap-4f);
  q = fma_f32(q, t, -0x1.3dead2p-2f);
  q = fma_f32(q, t, 0x1.2e326p-1f);
  q = fma_f32(q, t, -0x1.c44c48p-1f);
  return q;
}

/* For v >= 0, erfc v = 2^n m with n in the last bits of `round`; returns m. e^(-v^2) comes from h, which is v^2
   rounded, and l, what that lost; it is multiplied with (c + t q(t)) s, s = 1 / (v + 3). Each factor has a leading and
   a low part. t follows exactly from s, e is the relative error of s, and 1.875 - 1.1875 t, to a tenth, is by how
   much more the product feels it. */
REM_FN f32 erfc_parts_f32(f32 v, f32 h, f32 round) {
  f32 n = round - 0x1.8p23f, l = fma_f32(v, v, -h);
  f32 rh = fma_f32(n, -REM_LN2_HI_f32, -h), rl = fma_f32(n, -REM_LN2_LO_f32, -l), r = rh + rl;
  f32 eh = 1.0f + rh, el = fma_f32(r * r, fma_f32(r, exp_poly_f32(r), 0.5f), ((1.0f - eh) + rh) + rl);
  f32 d = v + 3.0f, dl = v - (d - 3.0f), s = 1.0f / d, e = fma_f32(-s, dl, fma_f32(-s, d, 1.0f));
  f32 t = fma_f32(-6.0f, s, 1.0f), q = erfcx_rest_f32(t);
  f32 qh = fma_f32(q, t, REM_ERFCX_f32), ql = fma_f32(q, t, REM_ERFCX_f32 - qh);
  f32 ph = s * qh, pl = fma_f32(s, ql, fma_f32(s, qh, -ph));
  pl = fma_f32(ph, e * fma_f32(t, -1.1875f, 1.875f), pl);
  return fma_f32(eh, ph, fma_f32(el, ph, eh * pl));
}

/* Results that might be denormal are lifted as those of exp are. Near zero the line 1 - x 2 / sqrt pi is all there
   is. */
REM_FN f32 erfc_f32(f32 x) {
  f32 a = abs_f32(x), v = sel_(a > 10.3125f, 10.3125f, a), h = v * v, round = exp_round_f32(-h);
  f32 y = exp_scale_f32(erfc_parts_f32(v, h, round), round, h > 82.0f);
  y = sel_(x < 0.0f, 2.0f - y, y);
  y = sel_(a < 0x1p-8f, fma_f32(x, -0x1.20dd76p+0f, 1.0f), y);
  return sel_(x == x, y, x);
}

/* erfinv x = x q(v) with v + 2.5 = -log(1 - x^2), up to 5.0 */
/* special inverse 10 -2.4999 2.501 f32 2.5 */
REM_FN f32 erfinv_poly_f32(f32 v) {
  f32 q = -0x1.466f3cp-33f;
  q = fma_f32(q, v, -0x1.2adc92p-27f);
  q = fma_f32(q, v, 0x1.c77a3p-26f);
  q = fma_f32(q, v, 0x1.f30bc2p-22f);
  q = fma_f32(q, v, -0x1.d4422ep-19f);
  q = fma_f32(q, v, -0x1.4c9a3cp-18f);
  q = fma_f32(q, v, 0x1.ca176ep-13f);
  q = fma_f32(q, v, -0x1.48670cp-10f);
  q = fma_f32(q, v, -0x1.11c716p-8f);
  q = fma_f32(q, v, 0x1.f91e8cp-3f);
  q = fma_f32(q, v, 0x1.805c5ep+0f);
  return q;
}

/* erfinv x = s q(v) with s^2 = -log(1 - x^2), v + 0.34375 = 1/s, from there on */
/* special inverse_tail 6 -.0935 .1036 f32 .34375 */
REM_FN f32 erfinv_tail_f32(f32 v) {
  f32 q = 0x1.95cd5ap+0f;
  q = fma_f32(q, v, -0x1.85b60ap-3f);
  q = fma_f32(q, v, -0x1.c44432p-1f);
  q = fma_f32(q, v, 0x1.f65fbp-3f);
  q = fma_f32(q, v, 0x1.8b5764p-3f);
  q = fma_f32(q, v, -0x1.5eb654p-3f);
  q = fma_f32(q, v, 0x1.e28a7ep-1f);
  return q;
}

REM_FN f32 erfinv_f32(f32 x) {
  f32 a = abs_f32(x);
  u32 i = log_bits_f32(fma_f32(-x, x, 1.0f));
  f32 w = -log_sum_f32(log_k_f32(i), log_f_f32(i), -0.0f), s = sqrt_f32(w);
  f32 near = x * erfinv_poly_f32(w - 2.5f), far = copysign_f32(s * erfinv_tail_f32(1.0f / s - 0.34375f), x);
  f32 y = sel_(w < 5.0f, near, far);
  return sel_(a < 1.0f, y, sel_(a == 1.0f, copysign_f32(INF_f32, x), NAN_f32));
}

/* ---- f64: the same methods ---- */

#ifdef REM_HAS_F64
/* erf x = x + x q(x^2) for |x| < 0.90625 */
/* special erf 11 0 .8214 f64 */
REM_FN f64 erf_poly_f64(f64 z) {
  f64 zz = z * z;
  f64 q0 = 0x1.e51c18381b72bp-27;
  q0 = fma_f64(q0, zz, 0x1.b9c41e2c41de6p-20);
  q0 = fma_f64(q0, zz, 0x1.f9a3193fec07cp-14);
  q0 = fma_f64(q0, zz, 0x1.565bcd0f568cbp-8);
  f64 q1 = -0x1.da77b6c11d7cbp-31;
  q1 = fma_f64(q1, zz, -0x1.5dd7d8c9b24c2p-23);
  q1 = fma_f64(q1, zz, -0x1.f4d08e68ae69fp-17);
  q1 = fma_f64(q1, zz, -0x1.c02db3d9e7438p-11);
  f64 q = fma_f64(q1, z, q0);
  q = fma_f64(q, z, -0x1.b82ce3129bb4p-6);
  q = fma_f64(q, z, 0x1.ce2f21a0433b3p-4);
  return fma_f64(q, zz, fma_f64(z, -0x1.812746b0379fbp-2, 0x1.06eba8214db69p-3));
}

/* log2 erfc v = c v + v^2 q(v) for 0.90625 <= v, where the error counts the less the smaller erfc v is */
#define REM_ERF_LOG_f64 -0x1.a0be84b2daf1p+0
/* special erflog 18 .906 6 f64 */
REM_FN f64 erf_log_f64(f64 v) {
  f64 z = v * v;
  f64 q0 = -0x1.447985682977ap-42;
  q0 = fma_f64(q0, z, -0x1.6ed2ea7a26399p-32);
  q0 = fma_f64(q0, z, -0x1.ae0db6fd445c7p-25);
  q0 = fma_f64(q0, z, -0x1.2daa3db935dfep-19);
  q0 = fma_f64(q0, z, -0x1.33e8f061dba54p-15);
  q0 = fma_f64(q0, z, -0x1.6253cbba176bfp-13);
  q0 = fma_f64(q0, z, 0x1.96d681e1f3879p-11);
  q0 = fma_f64(q0, z, 0x1.1e00ebafa1535p-12);
  q0 = fma_f64(q0, z, -0x1.2fa9b451032fap-3);
  f64 q1 = 0x1.f6af8eb33b765p-37;
  q1 = fma_f64(q1, z, 0x1.4f40e1364a01fp-28);
  q1 = fma_f64(q1, z, 0x1.9ab52c45b5603p-22);
  q1 = fma_f64(q1, z, 0x1.59c9cad8e7851p-17);
  q1 = fma_f64(q1, z, 0x1.9a2773463ef0ep-14);
  q1 = fma_f64(q1, z, 0x1.8bae0dcd8833cp-15);
  q1 = fma_f64(q1, z, -0x1.39c5e0da4a9e8p-9);
  q1 = fma_f64(q1, z, 0x1.c455c90a13b2ep-6);
  f64 q = fma_f64(q1, v, q0);
  q = fma_f64(q, v, -0x1.d63ec30650a6ep-1);
  return q;
}

/* 2^r = 1 + r q(r) */
/* special exp2 10 -.5 .5 f64 */
REM_FN f64 erf_exp2_f64(f64 r) {
  f64 z = r * r;
  f64 q0 = 0x1.e944dbc8b1955p-32;
  q0 = fma_f64(q0, z, 0x1.b52540a4fb836p-24);
  q0 = fma_f64(q0, z, 0x1.ffcbfc58e651fp-17);
  q0 = fma_f64(q0, z, 0x1.5d87fe78a11f4p-10);
  q0 = fma_f64(q0, z, 0x1.c6b08d704a122p-5);
  q0 = fma_f64(q0, z, 0x1.62e42fefa39efp-1);
  f64 q1 = 0x1.e61af464b76bdp-28;
  q1 = fma_f64(q1, z, 0x1.62bfc7d7a2d79p-20);
  q1 = fma_f64(q1, z, 0x1.4309130ebea2cp-13);
  q1 = fma_f64(q1, z, 0x1.3b2ab6fba01b2p-7);
  q1 = fma_f64(q1, z, 0x1.ebfbdff82c5a4p-3);
  return fma_f64(q1, r, q0);
}

/* From 0.90625 on: 1 - 2^n 2^r with n + r = log2 erfc |x|. n is taken off before the terms are summed, and 1 - 2^n is
   exact, so that little is rounded but the result. From 6 on that is 1. */
REM_FN f64 erf_f64(f64 x) {
  f64 a = abs_f64(x), v = sel_(a > 6.0, 6.0, a);
  f64 p = erf_log_f64(v), t = fma_f64(fma_f64(p, v, REM_ERF_LOG_f64), v, 0x1.8p52);
  f64 r = fma_f64(p, v * v, fma_f64(v, REM_ERF_LOG_f64, 0x1.8p52 - t)),
      s = real_f64((bits_f64(t) << 52) + 0x3ff0000000000000);
  f64 far = fma_f64(-(s * r), erf_exp2_f64(r), 1.0 - s);
  f64 near = fma_f64(x, erf_poly_f64(x * x), x);
  return sel_(a < 0.90625, near, copysign_f64(far, x));
}

/* e^(x^2) erfc x = (c + t q(t)) / (x + 4) with t = (x - 4) / (x + 4) */
#define REM_ERFCX_f64 0x1.18932bf08e154p+0
/* special erfcx 22 -1 .74604 f64 4 */
REM_FN f64 erfcx_rest_f64(f64 t) {
  f64 z = t * t;
  f64 q0 = -0x1.066cbc1fdb0ccp-30;
  q0 = fma_f64(q0, z, 0x1.232301add02ecp-28);
  q0 = fma_f64(q0, z, -0x1.575783a12b2a6p-24);
  q0 = fma_f64(q0, z, 0x1.7f2a14ad132fp-20);
  q0 = fma_f64(q0, z, -0x1.3c74fccb9aad3p-16);
  q0 = fma_f64(q0, z, 0x1.72cddf16a8a6ap-13);
  q0 = fma_f64(q0, z, -0x1.269b56f4f0483p-12);
  q0 = fma_f64(q0, z, -0x1.b00c052a35d7bp-6);
  q0 = fma_f64(q0, z, -0x1.645fd8a4bfb2p-3);
  f64 q1 = 0x1.c101338ca8a19p-31;
  q1 = fma_f64(q1, z, -0x1.069dd74562f86p-26);
  q1 = fma_f64(q1, z, 0x1.0bb8de5ead0bep-23);
  q1 = fma_f64(q1, z, -0x1.c6f396010ee7ep-21);
  q1 = fma_f64(q1, z, 0x1.3b1c98aaeaaaap-18);
  q1 = fma_f64(q1, z, -0x1.e7fb0b12baa59p-19);
  q1 = fma_f64(q1, z, -0x1.dd283a5cb7bcep-12);
  q1 = fma_f64(q1, z, 0x1.908f470304b85p-8);
  q1 = fma_f64(q1, z, 0x1.38dbd2c91fbfp-4);
  f64 q = fma_f64(q1, t, q0);
  q = fma_f64(q, t, 0x1.52cac2370f19ap-2);
  q = fma_f64(q, t, -0x1.14eacb1ad02dbp-1);
  q = fma_f64(q, t, 0x1.8be202d26c741p-1);
  q = fma_f64(q, t, -0x1.f3fe31ecb49cp-1);
  return q;
}

/* For v >= 0, erfc v = 2^n m with n in the last bits of `round`; returns m. e^(-v^2) comes from h, which is v^2
   rounded, and l, what that lost; it is multiplied with (c + t q(t)) s, s = 1 / (v + 4). Each factor has a leading and
   a low part. t follows exactly from s, e is the relative error of s, and 1.90625 - 1.625 t + 0.8125 t^2,
   to a few percent, is by how much more the product feels it. */
REM_FN f64 erfc_parts_f64(f64 v, f64 h, f64 round) {
  f64 n = round - 0x1.8p52, l = fma_f64(v, v, -h);
  f64 rh = fma_f64(n, -REM_LN2_HI_f64, -h), rl = fma_f64(n, -REM_LN2_LO_f64, -l), r = rh + rl;
  f64 eh = 1.0 + rh, el = fma_f64(r * r, fma_f64(r, exp_poly_f64(r), 0.5), ((1.0 - eh) + rh) + rl);
  f64 d = v + 4.0, dl = v - (d - 4.0), s = 1.0 / d, e = fma_f64(-s, dl, fma_f64(-s, d, 1.0));
  f64 t = fma_f64(-8.0, s, 1.0), q = erfcx_rest_f64(t);
  f64 qh = fma_f64(q, t, REM_ERFCX_f64), ql = fma_f64(q, t, REM_ERFCX_f64 - qh);
  f64 ph = s * qh, pl = fma_f64(s, ql, fma_f64(s, qh, -ph));
  pl = fma_f64(ph, e * fma_f64(t, fma_f64(t, 0.8125, -1.625), 1.90625), pl);
  return fma_f64(eh, ph, fma_f64(el, ph, eh * pl));
}

/* Results that might be denormal are lifted as those of exp are. Near zero the line 1 - x 2 / sqrt pi is all there
   is. */
REM_FN f64 erfc_f64(f64 x) {
  f64 a = abs_f64(x), v = sel_(a > 27.5, 27.5, a), h = v * v, round = exp_round_f64(-h);
  f64 y = exp_scale_f64(erfc_parts_f64(v, h, round), round, h > 700.0);
  y = sel_(x < 0.0, 2.0 - y, y);
  y = sel_(a < 0x1p-18, fma_f64(x, -0x1.20dd750429b6dp+0, 1.0), y);
  return sel_(x == x, y, x);
}

/* erfinv x = x q(v) with v + 3.25 = -log(1 - x^2), up to 6.5 */
/* special inverse 23 -3.2499 3.251 f64 3.25 */
REM_FN f64 erfinv_poly_f64(f64 v) {
  f64 z = v * v;
  f64 q0 = 0x1.6a5a8c0826998p-69;
  q0 = fma_f64(q0, z, -0x1.5fc601ea0d496p-62);
  q0 = fma_f64(q0, z, 0x1.2e6436a3aa4bp-56);
  q0 = fma_f64(q0, z, -0x1.40fe04272b4dcp-52);
  q0 = fma_f64(q0, z, -0x1.e9a45ac73cadcp-46);
  q0 = fma_f64(q0, z, 0x1.56099bac97436p-39);
  q0 = fma_f64(q0, z, -0x1.35f24ecac2685p-34);
  q0 = fma_f64(q0, z, -0x1.87bd930510f3bp-29);
  q0 = fma_f64(q0, z, 0x1.a544b69f9f56ep-22);
  q0 = fma_f64(q0, z, -0x1.efa1a935ca7f2p-17);
  q0 = fma_f64(q0, z, -0x1.548db55d30e23p-11);
  f64 q1 = 0x1.786ea638aedfbp-68;
  q1 = fma_f64(q1, z, 0x1.db9e775ba79bp-62);
  q1 = fma_f64(q1, z, -0x1.b2da37298f68ep-54);
  q1 = fma_f64(q1, z, 0x1.c42f4cbced88bp-48);
  q1 = fma_f64(q1, z, -0x1.450239e30a13dp-43);
  q1 = fma_f64(q1, z, -0x1.3755ec6d1ee3bp-37);
  q1 = fma_f64(q1, z, 0x1.0935dc8ad3118p-30);
  q1 = fma_f64(q1, z, -0x1.1b44f35837555p-25);
  q1 = fma_f64(q1, z, -0x1.0ea774747fda9p-20);
  q1 = fma_f64(q1, z, 0x1.74cd69f467f4dp-13);
  f64 q = fma_f64(q1, v, q0);
  q = fma_f64(q, v, -0x1.9c7f37c136117p-8);
  q = fma_f64(q, v, 0x1.e8afc29b9bb5p-3);
  q = fma_f64(q, v, 0x1.aeff02cbbb1f7p+0);
  return q;
}

/* erfinv x = s q(v) with s^2 = -log(1 - x^2), v + 0.28125 = 1/s, from there on */
/* special inverse_tail 22 -.1149 .1111 f64 .28125 */
REM_FN f64 erfinv_tail_f64(f64 v) {
  f64 z = v * v;
  f64 q0 = -0x1.1bfd06f66676bp+35;
  q0 = fma_f64(q0, z, 0x1.7634f6e89b81cp+31);
  q0 = fma_f64(q0, z, -0x1.7ec009219c13bp+26);
  q0 = fma_f64(q0, z, 0x1.d27e3f968bf2ap+18);
  q0 = fma_f64(q0, z, 0x1.94091f96cac77p+16);
  q0 = fma_f64(q0, z, -0x1.7689263a79b5bp+12);
  q0 = fma_f64(q0, z, 0x1.c946cad8d2805p+7);
  q0 = fma_f64(q0, z, 0x1.c626c620ba608p-4);
  q0 = fma_f64(q0, z, 0x1.a50679cfb20edp-3);
  q0 = fma_f64(q0, z, 0x1.cdc438492713cp-2);
  f64 q1 = -0x1.a42c913ce9864p+36;
  q1 = fma_f64(q1, z, 0x1.b0a25d5b48739p+33);
  q1 = fma_f64(q1, z, -0x1.d48479eed0ad2p+29);
  q1 = fma_f64(q1, z, 0x1.5bfb90ce50c2cp+25);
  q1 = fma_f64(q1, z, -0x1.9222a623601bap+20);
  q1 = fma_f64(q1, z, 0x1.95d62cb5d317p+15);
  q1 = fma_f64(q1, z, -0x1.bca75f47c94bbp+10);
  q1 = fma_f64(q1, z, 0x1.050d0cc3fe788p+6);
  q1 = fma_f64(q1, z, -0x1.04e01df3a1ec3p+2);
  q1 = fma_f64(q1, z, -0x1.927a4ee40419fp-1);
  f64 q = fma_f64(q1, v, q0);
  q = fma_f64(q, v, 0x1.049263d08f133p-3);
  q = fma_f64(q, v, -0x1.88868bd3c5d53p-3);
  q = fma_f64(q, v, 0x1.e85e98479d956p-1);
  return q;
}

REM_FN f64 erfinv_f64(f64 x) {
  f64 a = abs_f64(x);
  u64 i = log_bits_f64(fma_f64(-x, x, 1.0));
  f64 w = -log_sum_f64(log_k_f64(i), log_f_f64(i), -0.0), s = sqrt_f64(w);
  f64 near = x * erfinv_poly_f64(w - 3.25), far = copysign_f64(s * erfinv_tail_f64(1.0 / s - 0.28125), x);
  f64 y = sel_(w < 6.5, near, far);
  return sel_(a < 1.0, y, sel_(a == 1.0, copysign_f64(INF_f64, x), NAN_f64));
}
#endif

#endif
