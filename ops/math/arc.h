/* arc.h: asin, acos, atan and atan2. math.h says what they have in common.

   Each is k pi/2 + m f(t) with an odd f(t) = t + t^3 q(t^2), t in [0, 1] and small integers k and m. Where t is a root
   or a quotient, its rounding error is known exactly as a residue, and enters. */
#ifndef REM_MATH_ARC_H
#define REM_MATH_ARC_H

/* ---- f32 ---- */

#define REM_ARC_1_f32 0x1.921fb6p+0f /* pi/2 in two parts */
#define REM_ARC_2_f32 -0x1.777a5cp-25f

/* asin r = r + r^3 q(r^2) */
/* remez asin 4 0 .25 f32 refit */
REM_FN f32 asin_poly_f32(f32 z) {
  f32 q = 0x1.595c8cp-5f;
  q = fma_f32(q, z, 0x1.8c3e2ap-6f);
  q = fma_f32(q, z, 0x1.747bbap-5f);
  q = fma_f32(q, z, 0x1.330204p-4f);
  q = fma_f32(q, z, 0x1.5555c8p-3f);
  return q;
}

/* atan r = r + r^3 q(r^2), q(z) = ATAN_0 + z p(z), and this is p: q is wanted with its rounding error */
/* remez atan 8 0 1 f32 refit */
#define REM_ATAN_0_f32 -0x1.55553ep-2f
REM_FN f32 atan_poly_f32(f32 z) {
  f32 q = -0x1.db0bb4p-10f;
  q = fma_f32(q, z, 0x1.67c0aap-7f);
  q = fma_f32(q, z, -0x1.00136cp-5f);
  q = fma_f32(q, z, 0x1.db20aep-5f);
  q = fma_f32(q, z, -0x1.58359cp-4f);
  q = fma_f32(q, z, 0x1.c09342p-4f);
  q = fma_f32(q, z, -0x1.2420aap-3f);
  q = fma_f32(q, z, 0x1.9991e4p-3f);
  return q;
}

/* k pi/2 + m (t + e + t z q) for k of 0, 1, 2, m of 1, -1, 2, -2, 0 <= t <= 1 and e of t's rounding errors. */
REM_FN f32 arc_sum_f32(f32 k, f32 m, f32 t, f32 e, f32 z, f32 q) {
  f32 b = k * REM_ARC_1_f32, v = m * t, h = b + v, l = (b - h) + v;
  return h + fma_f32(v * z, q, fma_f32(k, REM_ARC_2_f32, fma_f32(m, e, l)));
}

/* 1/x to an eighth, for a correction; x below 2^126 (f64: 2^1022). A number's bits are nearly its logarithm. */
REM_FN f32 arc_inverse_f32(f32 x) { return real_f32(0x7ef311c7 - bits_f32(x)); }

/* Above 1/2 asin a = pi/2 - 2 asin t with t^2 = z = (1 - a)/2, where z is exact; e is what the root lacks. A root of a
   negative number makes NaN of what is outside [-1, 1]. */
REM_FN f32 arc_square_f32(f32 a) { return sel_(a <= 0.5f, a * a, fma_f32(a, -0.5f, 0.5f)); }
REM_FN f32 arc_root_f32(f32 a) { return sel_(a <= 0.5f, a, sqrt_f32(fma_f32(a, -0.5f, 0.5f))); }
REM_FN f32 arc_lack_f32(f32 a, f32 t, f32 z) {
  return sel_(a <= 0.5f, 0.0f, fma_f32(-t, t, z) * (0.5f * arc_inverse_f32(t)));
}
REM_FN f32 asin_f32(f32 x) {
  f32 a = abs_f32(x), k = sel_(a <= 0.5f, 0.0f, 1.0f), m = sel_(a <= 0.5f, 1.0f, -2.0f);
  f32 z = arc_square_f32(a), t = arc_root_f32(a);
  return copysign_f32(arc_sum_f32(k, m, t, arc_lack_f32(a, t, z), z, asin_poly_f32(z)), x);
}
REM_FN f32 acos_f32(f32 x) {
  f32 a = abs_f32(x), one = copysign_f32(1.0f, x), z = arc_square_f32(a), t = arc_root_f32(a);
  f32 k = sel_(a <= 0.5f, 1.0f, 1.0f - one), m = sel_(a <= 0.5f, -one, one + one);
  return arc_sum_f32(k, m, t, arc_lack_f32(a, t, z), z, asin_poly_f32(z));
}

/* k pi/2 + m atan(t + e) for 0 <= t <= 1 and an e that is known to an eighth: it enters with nearly the derivative's
   factor 1 / (1 + z), together with what rounding takes from t's square and cube and from q. */
REM_FN f32 atan_sum_f32(f32 k, f32 m, f32 t, f32 e) {
  f32 z = t * t, c = t * z, p = atan_poly_f32(z), q = fma_f32(p, z, REM_ATAN_0_f32);
  f32 ql = fma_f32(p, z, REM_ATAN_0_f32 - q), lack = fma_f32(t, fma_f32(t, t, -z), fma_f32(t, z, -c));
  return arc_sum_f32(k, m, t, fma_f32(lack, q, fma_f32(c, ql, e * fma_f32(z, -0.5f, 1.0f))), z, q);
}

/* Above 1 atan a = pi/2 - atan(1/a). e is what the quotient lacks, but where a may be infinite. */
REM_FN f32 atan_f32(f32 x) {
  f32 a = abs_f32(x), k = sel_(a > 1.0f, 1.0f, 0.0f), m = sel_(a > 1.0f, -1.0f, 1.0f);
  f32 low = sel_(a > 1.0f, 1.0f, a), high = sel_(a > 1.0f, a, 1.0f), t = low / high;
  f32 e = sel_(t > 0x1p-60f, fma_f32(-t, high, low) * t, 0.0f);
  return copysign_f32(atan_sum_f32(k, m, t, e), x);
}

/* t is the smaller of |y| and |x| over the larger, 0 for two zeros and 1 for two infinities. */
REM_FN f32 atan2_f32(f32 y, f32 x) {
  f32 a = abs_f32(y), b = abs_f32(x), low = sel_(a > b, b, a), high = sel_(a > b, a, b);
  f32 t = sel_(low == high, sel_(high > 0.0f, 1.0f, 0.0f), low / high);
  f32 e = sel_(high < 0x1p126f, fma_f32(-t, high, low) * arc_inverse_f32(high), 0.0f);
  f32 one = copysign_f32(1.0f, x), k = sel_(a > b, 1.0f, 1.0f - one), m = sel_(a > b, -one, one);
  return copysign_f32(atan_sum_f32(k, m, t, e), y);
}

/* ---- f64: the same methods ---- */

#ifdef REM_HAS_F64
#define REM_ARC_1_f64 0x1.921fb54442d18p+0 /* pi/2 in two parts */
#define REM_ARC_2_f64 0x1.1a62633145c07p-54

/* remez asin 12 0 .25 f64 refit */
REM_FN f64 asin_poly_f64(f64 z) {
  f64 q = 0x1.0b46bd061559dp-5;
  q = fma_f64(q, z, -0x1.57fd8127d5de8p-6);
  q = fma_f64(q, z, 0x1.639c7967a06c4p-6);
  q = fma_f64(q, z, 0x1.e5f568bc34615p-9);
  q = fma_f64(q, z, 0x1.613c8eb3011e5p-7);
  q = fma_f64(q, z, 0x1.7585894928a23p-7);
  q = fma_f64(q, z, 0x1.ca1f8d7954c55p-7);
  q = fma_f64(q, z, 0x1.1c49f05c9b52p-6);
  q = fma_f64(q, z, 0x1.6e8bdee042013p-6);
  q = fma_f64(q, z, 0x1.f1c71a94f2e3fp-6);
  q = fma_f64(q, z, 0x1.6db6db721267fp-5);
  q = fma_f64(q, z, 0x1.333333332e131p-4);
  q = fma_f64(q, z, 0x1.5555555555577p-3);
  return q;
}

/* remez atan 19 0 1 f64 refit */
#define REM_ATAN_0_f64 -0x1.5555555555526p-2
REM_FN f64 atan_poly_f64(f64 z) {
  f64 q = 0x1.bbec119fe2bd7p-17;
  q = fma_f64(q, z, -0x1.3f3542d43771ep-13);
  q = fma_f64(q, z, 0x1.b3f98151c29f8p-11);
  q = fma_f64(q, z, -0x1.7a389f0f0b387p-9);
  q = fma_f64(q, z, 0x1.d7b8201a62075p-8);
  q = fma_f64(q, z, -0x1.c78f043b4274fp-7);
  q = fma_f64(q, z, 0x1.683c55f1f87b6p-6);
  q = fma_f64(q, z, -0x1.e9f9a78dbd9ep-6);
  q = fma_f64(q, z, 0x1.2c2e39c54729p-5);
  q = fma_f64(q, z, -0x1.59a3ec652bbaap-5);
  q = fma_f64(q, z, 0x1.82dacfc67add7p-5);
  q = fma_f64(q, z, -0x1.ae5e703824fe1p-5);
  q = fma_f64(q, z, 0x1.e1bba5cbb7e02p-5);
  q = fma_f64(q, z, -0x1.110e5118203e8p-4);
  q = fma_f64(q, z, 0x1.3b13669828dc5p-4);
  q = fma_f64(q, z, -0x1.745d11ae44a19p-4);
  q = fma_f64(q, z, 0x1.c71c717fcc8a1p-4);
  q = fma_f64(q, z, -0x1.249249237f4aep-3);
  q = fma_f64(q, z, 0x1.99999999955b1p-3);
  return q;
}

REM_FN f64 arc_sum_f64(f64 k, f64 m, f64 t, f64 e, f64 z, f64 q) {
  f64 b = k * REM_ARC_1_f64, v = m * t, h = b + v, l = (b - h) + v;
  return h + fma_f64(v * z, q, fma_f64(k, REM_ARC_2_f64, fma_f64(m, e, l)));
}

REM_FN f64 arc_inverse_f64(f64 x) { return real_f64(0x7fde6238502484ba - bits_f64(x)); }

REM_FN f64 arc_square_f64(f64 a) { return sel_(a <= 0.5, a * a, fma_f64(a, -0.5, 0.5)); }
REM_FN f64 arc_root_f64(f64 a) { return sel_(a <= 0.5, a, sqrt_f64(fma_f64(a, -0.5, 0.5))); }
REM_FN f64 arc_lack_f64(f64 a, f64 t, f64 z) {
  return sel_(a <= 0.5, 0.0, fma_f64(-t, t, z) * (0.5 * arc_inverse_f64(t)));
}
REM_FN f64 asin_f64(f64 x) {
  f64 a = abs_f64(x), k = sel_(a <= 0.5, 0.0, 1.0), m = sel_(a <= 0.5, 1.0, -2.0);
  f64 z = arc_square_f64(a), t = arc_root_f64(a);
  return copysign_f64(arc_sum_f64(k, m, t, arc_lack_f64(a, t, z), z, asin_poly_f64(z)), x);
}
REM_FN f64 acos_f64(f64 x) {
  f64 a = abs_f64(x), one = copysign_f64(1.0, x), z = arc_square_f64(a), t = arc_root_f64(a);
  f64 k = sel_(a <= 0.5, 1.0, 1.0 - one), m = sel_(a <= 0.5, -one, one + one);
  return arc_sum_f64(k, m, t, arc_lack_f64(a, t, z), z, asin_poly_f64(z));
}

REM_FN f64 atan_sum_f64(f64 k, f64 m, f64 t, f64 e) {
  f64 z = t * t, c = t * z, p = atan_poly_f64(z), q = fma_f64(p, z, REM_ATAN_0_f64);
  f64 ql = fma_f64(p, z, REM_ATAN_0_f64 - q), lack = fma_f64(t, fma_f64(t, t, -z), fma_f64(t, z, -c));
  return arc_sum_f64(k, m, t, fma_f64(lack, q, fma_f64(c, ql, e * fma_f64(z, -0.5, 1.0))), z, q);
}

REM_FN f64 atan_f64(f64 x) {
  f64 a = abs_f64(x), k = sel_(a > 1.0, 1.0, 0.0), m = sel_(a > 1.0, -1.0, 1.0);
  f64 low = sel_(a > 1.0, 1.0, a), high = sel_(a > 1.0, a, 1.0), t = low / high;
  f64 e = sel_(t > 0x1p-60, fma_f64(-t, high, low) * t, 0.0);
  return copysign_f64(atan_sum_f64(k, m, t, e), x);
}

REM_FN f64 atan2_f64(f64 y, f64 x) {
  f64 a = abs_f64(y), b = abs_f64(x), low = sel_(a > b, b, a), high = sel_(a > b, a, b);
  f64 t = sel_(low == high, sel_(high > 0.0, 1.0, 0.0), low / high);
  f64 e = sel_(high < 0x1p1022, fma_f64(-t, high, low) * arc_inverse_f64(high), 0.0);
  f64 one = copysign_f64(1.0, x), k = sel_(a > b, 1.0, 1.0 - one), m = sel_(a > b, -one, one);
  return copysign_f64(atan_sum_f64(k, m, t, e), y);
}
#endif

#endif
