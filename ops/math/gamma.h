/* gamma.h: lgamma and digamma, and trigamma for its gradient. math.h says what they have in common; exp.h and log.h
   come first. */
#ifndef REM_MATH_GAMMA_H
#define REM_MATH_GAMMA_H

/* Both reduce x to a = |x| and, where it is negative, its distance from the nearest integer, which is exact. Logarithms
   are h + l with h the leading part: where something of like size is taken off h, nothing is lost. */

/* ---- f32 ---- */

/* log x = h + l, as log_sum adds it, from the bits that log_bits gives */
REM_FN f32 log_high_f32(u32 i) { return fma_f32(log_k_f32(i), REM_LN2_HI_f32, log_f_f32(i)); }
REM_FN f32 log_low_f32(u32 i) {
  f32 k = log_k_f32(i), f = log_f_f32(i), l = fma_f32(k, REM_LN2_HI_f32, -log_high_f32(i)) + f;
  return fma_f32(f * f, fma_f32(f, log_poly_f32(f), -0.5f), fma_f32(k, REM_LN2_LO_f32, l));
}

/* sin(pi f) / pi = f + f v q(v), v = f^2, |f| <= 1/2 */
/* special sinpi 3 0 .25 f32 */
REM_FN f32 sinpi_poly_f32(f32 v) {
  f32 q = 0x1.950198p-6f;
  q = fma_f32(q, v, -0x1.8607dp-3f);
  q = fma_f32(q, v, 0x1.9f993cp-1f);
  q = fma_f32(q, v, -0x1.a51a5ap+0f);
  return q;
}

/* a - the nearest integer, for a >= 0 */
REM_FN f32 off_integer_f32(f32 a) { return sel_(a >= 0x1p23f, 0.0f, a - ((a + 0x1p23f) - 0x1p23f)); }

/* ---- lgamma ---- */

/* lgamma(2 + d) = d q(d) */
/* special lgamma2 9 -.5 .75 f32 */
REM_FN f32 lgamma2_poly_f32(f32 d) {
  f32 q = 0x1.a4bcc2p-14f;
  q = fma_f32(q, d, -0x1.200048p-12f);
  q = fma_f32(q, d, 0x1.0f8126p-11f);
  q = fma_f32(q, d, -0x1.332b74p-10f);
  q = fma_f32(q, d, 0x1.7a7fa2p-9f);
  q = fma_f32(q, d, -0x1.e44652p-8f);
  q = fma_f32(q, d, 0x1.51334cp-6f);
  q = fma_f32(q, d, -0x1.13dfbp-4f);
  q = fma_f32(q, d, 0x1.4a34ccp-2f);
  q = fma_f32(q, d, 0x1.b0ee6p-2f);
  return q;
}

/* lgamma a = (a - 1/2)(log a - 1) + (log 2 pi - 1)/2 + q(v)/a, v = 1/a^2, from 2.75 on */
/* special stirling 2 0 .1323 f32 */
REM_FN f32 stirling_poly_f32(f32 v) {
  f32 q = 0x1.5a11dcp-11f;
  q = fma_f32(q, v, -0x1.6aa622p-9f);
  q = fma_f32(q, v, 0x1.555508p-4f);
  return q;
}

/* |sin(pi f)| / pi */
REM_FN f32 sinpi_size_f32(f32 f) { return abs_f32(fma_f32(f * (f * f), sinpi_poly_f32(f * f), f)); }

/* With log w = h + l, where w = a, or |x + x^2| below 1/2:
     a < 1/2:    lgamma x = lgamma(2 + x) - log|x (1 + x)|
     a < 3/2:    lgamma a = lgamma(2 + (a - 1)) - log a
     a < 11/4:   lgamma a = lgamma(2 + (a - 2))
     else:       Stirling's formula
   and for x <= -1/2:  lgamma x = -(lgamma a + log a + log(|sin(pi a)| / pi)).
   `lost` is what rounding log a - 1 lost: near the zeros it counts. */
REM_FN f32 lgamma_f32(f32 x) {
  f32 a = abs_f32(x), w = sel_(a < 0.5f, abs_f32(fma_f32(x, x, x)), a);
  u32 i = log_bits_f32(w);
  f32 h = log_high_f32(i), l = log_low_f32(i);
  f32 d = sel_(a < 0.5f, x, a - sel_(a < 1.5f, 1.0f, 2.0f)), p = lgamma2_poly_f32(d);
  f32 r = 1.0f / a, c = fma_f32(r, stirling_poly_f32(r * r), 0x1.acfe3ap-2f);
  i32 reflect = !(x > -0.5f);
  f32 two = sel_(reflect, fma_f32(d, p, l) + h, d * p), one = sel_(reflect, d * p, fma_f32(d, p, -l) - h);
  f32 m = a + sel_(reflect, 0.5f, -0.5f), b = (h - 1.0f) + l, lost = ((h - 1.0f) - b) + l;
  f32 far = fma_f32(m, b, c + sel_(reflect, 1.0f, 0.0f));
  f32 y = sel_(a < 1.5f, one, sel_(a < 2.75f, two, far)), off = off_integer_f32(a);
  u32 j = log_bits_f32(sinpi_size_f32(off));
  f32 low = fma_f32(m, sel_(a < 2.75f, 0.0f, lost), log_low_f32(j));
  y = sel_(reflect, -((y + log_high_f32(j)) + low), y);
  return sel_((off == 0.0f) & (x <= 0.0f), INF_f32, y);
}

/* ---- digamma ---- */

/* digamma(z + d) = d q(d), z the positive zero, for arguments from 1 to 2 */
/* special digamma 10 -.4617 .5384 f32 */
REM_FN f32 digamma_poly_f32(f32 d) {
  f32 q = 0x1.8ed352p-7f;
  q = fma_f32(q, d, -0x1.53b7f8p-6f);
  q = fma_f32(q, d, 0x1.71e7c6p-6f);
  q = fma_f32(q, d, -0x1.053d3ap-5f);
  q = fma_f32(q, d, 0x1.8fd2b6p-5f);
  q = fma_f32(q, d, -0x1.284552p-4f);
  q = fma_f32(q, d, 0x1.b99df8p-4f);
  q = fma_f32(q, d, -0x1.4fbe36p-3f);
  q = fma_f32(q, d, 0x1.08b45ep-2f);
  q = fma_f32(q, d, -0x1.c563bap-2f);
  q = fma_f32(q, d, 0x1.ef72bcp-1f);
  return q;
}

/* digamma z = log z - 1/(2 z) - v q(v), v = 1/z^2, from 3 on */
/* special digamma_tail 2 0 .11112 f32 */
REM_FN f32 digamma_tail_f32(f32 v) {
  f32 q = 0x1.a7b89cp-9f;
  q = fma_f32(q, v, -0x1.0f87d2p-7f);
  q = fma_f32(q, v, 0x1.55545ep-4f);
  return q;
}

/* pi cot(pi f) = (1 + v q(v)) / f, v = f^2, |f| <= 1/2 */
/* special cotpi 6 0 .25 f32 */
REM_FN f32 cotpi_poly_f32(f32 v) {
  f32 q = -0x1.8531ep+2f;
  q = fma_f32(q, v, 0x1.48559p-7f);
  q = fma_f32(q, v, -0x1.3be22cp+1f);
  q = fma_f32(q, v, -0x1.f36f68p+0f);
  q = fma_f32(q, v, -0x1.04e9f4p+1f);
  q = fma_f32(q, v, -0x1.150f6ep+1f);
  q = fma_f32(q, v, -0x1.a51a7p+1f);
  return q;
}

/* c + digamma z for z > 0, by where z lies:
     z < 1:   digamma(z + 1) - 1/z
     z < 2:   digamma z, from its zero in two parts
     z < 3:   digamma(z - 1) + 1/(z - 1)
     else:    the series for large z */
REM_FN f32 digamma_sum_f32(f32 z, f32 c) {
  f32 b = sel_(z < 1.0f, z + 1.0f, sel_(z < 2.0f, z, z - 1.0f)), d = (b - 0x1.762d86p+0f) - 0x1.ab5f2p-27f;
  f32 r = 1.0f / sel_(z < 1.0f, -z, sel_(z < 3.0f, b, z)), v = r * r;
  u32 i = log_bits_f32(z);
  f32 far = (log_high_f32(i) + c) + fma_f32(-v, digamma_tail_f32(v), fma_f32(-0.5f, r, log_low_f32(i)));
  f32 near = fma_f32(d, digamma_poly_f32(d), sel_((z < 1.0f) | (z >= 2.0f), r, -0.0f));
  return sel_(z < 3.0f, near + c, far);
}

/* Below zero: digamma x = digamma(1 - x) - pi cot(pi x), which has no value at an integer. */
REM_FN f32 digamma_f32(f32 x) {
  f32 off = off_integer_f32(abs_f32(x)), v = off * off;
  f32 cot = fma_f32(v, cotpi_poly_f32(v), 1.0f) / off;
  f32 y = digamma_sum_f32(sel_(x < 0.0f, 1.0f - x, x), sel_(x < 0.0f, cot, 0.0f));
  y = sel_((x < 0.0f) & (off == 0.0f), NAN_f32, y);
  return sel_(x < INF_f32, y, x);
}

/* ---- trigamma: the gradient of digamma ---- */

/* For z > 0: 1/z^2 + ... + 1/(z + 5)^2 + trigamma(z + 6), smallest first, or from 6 on trigamma z alone, which is
   1/z + 1/(2 z^2) + 1/(6 z^3) - 1/(30 z^5) + ..., with Bernoulli's numbers. */
REM_FN f32 trigamma_sum_f32(f32 z) {
  f32 w = sel_(z < 6.0f, z + 6.0f, z), r = 1.0f / w, v = r * r, q = -0x1.111112p-5f, sum = 0.0f;
  q = fma_f32(q, v, 0x1.861862p-6f);
  q = fma_f32(q, v, -0x1.111112p-5f);
  q = fma_f32(q, v, 0x1.555556p-3f);
  for (i32 k = 5; k >= 0; k--) sum += 1.0f / ((z + (f32)k) * (z + (f32)k));
  f32 tail = fma_f32(v, fma_f32(r, q, 0.5f), r);
  return sel_(z < 6.0f, tail + sum, tail);
}

/* Below zero: (pi / sin(pi x))^2 - trigamma(1 - x), which is infinite at an integer. */
REM_FN f32 trigamma_f32(f32 x) {
  f32 f = off_integer_f32(abs_f32(x)), s = fma_f32(f * (f * f), sinpi_poly_f32(f * f), f);
  f32 y = trigamma_sum_f32(sel_(x < 0.0f, 1.0f - x, x));
  return sel_(x < 0.0f, 1.0f / (s * s) - y, y);
}

/* ---- f64: the same methods ---- */

#ifdef REM_HAS_F64
REM_FN f64 log_high_f64(u64 i) { return fma_f64(log_k_f64(i), REM_LN2_HI_f64, log_f_f64(i)); }
REM_FN f64 log_low_f64(u64 i) {
  f64 k = log_k_f64(i), f = log_f_f64(i), l = fma_f64(k, REM_LN2_HI_f64, -log_high_f64(i)) + f;
  return fma_f64(f * f, fma_f64(f, log_poly_f64(f), -0.5), fma_f64(k, REM_LN2_LO_f64, l));
}

/* sin(pi f) / pi = f + f v q(v), v = f^2, |f| <= 1/2 */
/* special sinpi 7 0 .25 f64 */
REM_FN f64 sinpi_poly_f64(f64 v) {
  f64 q = 0x1.0743914b5db89p-22;
  q = fma_f64(q, v, -0x1.d3e6a555ef07ap-18);
  q = fma_f64(q, v, 0x1.3746a1892a6dap-13);
  q = fma_f64(q, v, -0x1.33816997c6cd7p-9);
  q = fma_f64(q, v, 0x1.ac6805cc89badp-6);
  q = fma_f64(q, v, -0x1.86a8e4720a1ddp-3);
  q = fma_f64(q, v, 0x1.9f9cb402bc429p-1);
  q = fma_f64(q, v, -0x1.a51a6625307d3p+0);
  return q;
}

/* a - the nearest integer, for a >= 0 */
REM_FN f64 off_integer_f64(f64 a) { return sel_(a >= 0x1p52, 0.0, a - ((a + 0x1p52) - 0x1p52)); }

/* lgamma(2 + d) = d q(d) */
/* special lgamma2 19 -.5 .75 f64 */
REM_FN f64 lgamma2_poly_f64(f64 d) {
  f64 z = d * d;
  f64 q0 = -0x1.da3ace20a888fp-24;
  q0 = fma_f64(q0, z, -0x1.ec52baea427adp-22);
  q0 = fma_f64(q0, z, -0x1.10920c99f6be5p-19);
  q0 = fma_f64(q0, z, -0x1.3cd5124a09b6fp-17);
  q0 = fma_f64(q0, z, -0x1.78dd3d1dd3b63p-15);
  q0 = fma_f64(q0, z, -0x1.d3fd5412d04b2p-13);
  q0 = fma_f64(q0, z, -0x1.38ac5c1d31b4ap-10);
  q0 = fma_f64(q0, z, -0x1.e404fc21ad74p-8);
  f64 q1 = 0x1.b16409f1a1cdp-26;
  q1 = fma_f64(q1, z, 0x1.06d5a54dddbecp-22);
  q1 = fma_f64(q1, z, 0x1.f86b83afed235p-21);
  q1 = fma_f64(q1, z, 0x1.25d5f4deaa6a6p-18);
  q1 = fma_f64(q1, z, 0x1.580bf52c8ae3ep-16);
  q1 = fma_f64(q1, z, 0x1.a127b6b7aa96cp-14);
  q1 = fma_f64(q1, z, 0x1.0b36af89ad40cp-11);
  q1 = fma_f64(q1, z, 0x1.7add6ead8c357p-9);
  f64 q = fma_f64(q1, d, q0);
  q = fma_f64(q, d, 0x1.51322ac7d86f9p-6);
  q = fma_f64(q, d, -0x1.13e001a55759ep-4);
  q = fma_f64(q, d, 0x1.4a34cc4a60fa6p-2);
  q = fma_f64(q, d, 0x1.b0ee6072093cep-2);
  return q;
}

/* lgamma a = (a - 1/2)(log a - 1) + (log 2 pi - 1)/2 + q(v)/a, v = 1/a^2, from 2.75 on */
/* special stirling 10 0 .1323 f64 */
REM_FN f64 stirling_poly_f64(f64 v) {
  f64 q = 0x1.bbab9104a1d5ap-4;
  q = fma_f64(q, v, -0x1.c3ffa82e0c25p-4);
  q = fma_f64(q, v, 0x1.c1d1b6c4170eep-5);
  q = fma_f64(q, v, -0x1.36244a8c32571p-6);
  q = fma_f64(q, v, 0x1.7556eb96fe0bp-8);
  q = fma_f64(q, v, -0x1.ed641e0111bafp-10);
  q = fma_f64(q, v, 0x1.b8acd2f4ab45bp-11);
  q = fma_f64(q, v, -0x1.380fb67f3f496p-11);
  q = fma_f64(q, v, 0x1.a019f41444598p-11);
  q = fma_f64(q, v, -0x1.6c16c165c1629p-9);
  q = fma_f64(q, v, 0x1.5555555555322p-4);
  return q;
}

/* |sin(pi f)| / pi */
REM_FN f64 sinpi_size_f64(f64 f) { return abs_f64(fma_f64(f * (f * f), sinpi_poly_f64(f * f), f)); }

/* With log w = h + l, where w = a, or |x + x^2| below 1/2:
     a < 1/2:    lgamma x = lgamma(2 + x) - log|x (1 + x)|
     a < 3/2:    lgamma a = lgamma(2 + (a - 1)) - log a
     a < 11/4:   lgamma a = lgamma(2 + (a - 2))
     else:       Stirling's formula
   and for x <= -1/2:  lgamma x = -(lgamma a + log a + log(|sin(pi a)| / pi)).
   `lost` is what rounding log a - 1 lost: near the zeros it counts. */
REM_FN f64 lgamma_f64(f64 x) {
  f64 a = abs_f64(x), w = sel_(a < 0.5, abs_f64(fma_f64(x, x, x)), a);
  u64 i = log_bits_f64(w);
  f64 h = log_high_f64(i), l = log_low_f64(i);
  f64 d = sel_(a < 0.5, x, a - sel_(a < 1.5, 1.0, 2.0)), p = lgamma2_poly_f64(d);
  f64 r = 1.0 / a, c = fma_f64(r, stirling_poly_f64(r * r), 0x1.acfe390c97d69p-2);
  i32 reflect = !(x > -0.5);
  f64 two = sel_(reflect, fma_f64(d, p, l) + h, d * p), one = sel_(reflect, d * p, fma_f64(d, p, -l) - h);
  f64 m = a + sel_(reflect, 0.5, -0.5), b = (h - 1.0) + l, lost = ((h - 1.0) - b) + l;
  f64 far = fma_f64(m, b, c + sel_(reflect, 1.0, 0.0));
  f64 y = sel_(a < 1.5, one, sel_(a < 2.75, two, far)), off = off_integer_f64(a);
  u64 j = log_bits_f64(sinpi_size_f64(off));
  f64 low = fma_f64(m, sel_(a < 2.75, 0.0, lost), log_low_f64(j));
  y = sel_(reflect, -((y + log_high_f64(j)) + low), y);
  return sel_((off == 0.0) & (x <= 0.0), INF_f64, y);
}

/* digamma(z + d) = d q(d), z the positive zero, for arguments from 1 to 2 */
/* special digamma 21 -.4617 .5384 f64 */
REM_FN f64 digamma_poly_f64(f64 d) {
  f64 z = d * d;
  f64 q0 = 0x1.ab7a4bf7371ffp-12;
  q0 = fma_f64(q0, z, 0x1.b1d212b263d8fp-12);
  q0 = fma_f64(q0, z, 0x1.21a903dbdcb6ep-10);
  q0 = fma_f64(q0, z, 0x1.2d894494ca023p-9);
  q0 = fma_f64(q0, z, 0x1.42ea672229a7fp-8);
  q0 = fma_f64(q0, z, 0x1.595577157c276p-7);
  q0 = fma_f64(q0, z, 0x1.723d6a1876d72p-6);
  q0 = fma_f64(q0, z, 0x1.8fce02a9cf33cp-5);
  q0 = fma_f64(q0, z, 0x1.b9a5b63723cdfp-4);
  f64 q1 = -0x1.805195cdda80ap-13;
  q1 = fma_f64(q1, z, -0x1.9d17ded4da14p-12);
  q1 = fma_f64(q1, z, -0x1.6f539dadc62ecp-11);
  q1 = fma_f64(q1, z, -0x1.a0a16e040f2a4p-10);
  q1 = fma_f64(q1, z, -0x1.b961bb35a8c13p-9);
  q1 = fma_f64(q1, z, -0x1.d82c8421b4252p-8);
  q1 = fma_f64(q1, z, -0x1.f97027c482587p-7);
  q1 = fma_f64(q1, z, -0x1.0fa7eca55e0e9p-5);
  q1 = fma_f64(q1, z, -0x1.27baba24d319p-4);
  f64 q = fma_f64(q1, d, q0);
  q = fma_f64(q, d, -0x1.4fc13172599d5p-3);
  q = fma_f64(q, d, 0x1.08b4294d502b7p-2);
  q = fma_f64(q, d, -0x1.c563b54aa1a2ap-2);
  q = fma_f64(q, d, 0x1.ef72bc8ee38acp-1);
  return q;
}

/* digamma z = log z - 1/(2 z) - v q(v), v = 1/z^2, from 3 on */
/* special digamma_tail 10 0 .11112 f64 */
REM_FN f64 digamma_tail_f64(f64 v) {
  f64 q = 0x1.80076eef914b2p+1;
  q = fma_f64(q, v, -0x1.4361be38485c5p+1);
  q = fma_f64(q, v, 0x1.0ab04d04ce41fp+0);
  q = fma_f64(q, v, -0x1.3238adf720b41p-2);
  q = fma_f64(q, v, 0x1.3488124ee01cap-4);
  q = fma_f64(q, v, -0x1.5445ef05aa9dbp-6);
  q = fma_f64(q, v, 0x1.efe37274be4e2p-8);
  q = fma_f64(q, v, -0x1.110e4314bf8b7p-8);
  q = fma_f64(q, v, 0x1.04103918d84fdp-8);
  q = fma_f64(q, v, -0x1.1111110b4d902p-7);
  q = fma_f64(q, v, 0x1.5555555554f3dp-4);
  return q;
}

/* pi cot(pi f) = (1 + v q(v)) / f, v = f^2, |f| <= 1/2 */
/* special cotpi 14 0 .25 f64 */
REM_FN f64 cotpi_poly_f64(f64 v) {
  f64 z = v * v;
  f64 q0 = -0x1.27bfa74c3e0bcp+4;
  q0 = fma_f64(q0, z, -0x1.e278bf10bb0fep+3);
  q0 = fma_f64(q0, z, -0x1.b672b16043739p+1);
  q0 = fma_f64(q0, z, -0x1.04f92e5a17e64p+1);
  q0 = fma_f64(q0, z, -0x1.000d9d41e913dp+1);
  q0 = fma_f64(q0, z, -0x1.004132cf52014p+1);
  q0 = fma_f64(q0, z, -0x1.0470984c6a849p+1);
  f64 q1 = 0x1.28eea9e11ac7dp+4;
  q1 = fma_f64(q1, z, 0x1.9cb9f2ab9024ep+1);
  q1 = fma_f64(q1, z, -0x1.b93770b397021p+0);
  q1 = fma_f64(q1, z, -0x1.fefdd4b20f7dep+0);
  q1 = fma_f64(q1, z, -0x1.000fa01d947a7p+1);
  q1 = fma_f64(q1, z, -0x1.010b36940cb2cp+1);
  f64 q = fma_f64(q1, v, q0);
  q = fma_f64(q, v, -0x1.151322ac7cd5dp+1);
  q = fma_f64(q, v, -0x1.a51a6625307dap+1);
  return q;
}

/* c + digamma z for z > 0, by where z lies:
     z < 1:   digamma(z + 1) - 1/z
     z < 2:   digamma z, from its zero in two parts
     z < 3:   digamma(z - 1) + 1/(z - 1)
     else:    the series for large z */
REM_FN f64 digamma_sum_f64(f64 z, f64 c) {
  f64 b = sel_(z < 1.0, z + 1.0, sel_(z < 2.0, z, z - 1.0)), d = (b - 0x1.762d86356be3fp+0) - 0x1.b86a722197829p-54;
  f64 r = 1.0 / sel_(z < 1.0, -z, sel_(z < 3.0, b, z)), v = r * r;
  u64 i = log_bits_f64(z);
  f64 far = (log_high_f64(i) + c) + fma_f64(-v, digamma_tail_f64(v), fma_f64(-0.5, r, log_low_f64(i)));
  f64 near = fma_f64(d, digamma_poly_f64(d), sel_((z < 1.0) | (z >= 2.0), r, -0.0));
  return sel_(z < 3.0, near + c, far);
}

/* Below zero: digamma x = digamma(1 - x) - pi cot(pi x), which has no value at an integer. */
REM_FN f64 digamma_f64(f64 x) {
  f64 off = off_integer_f64(abs_f64(x)), v = off * off;
  f64 cot = fma_f64(v, cotpi_poly_f64(v), 1.0) / off;
  f64 y = digamma_sum_f64(sel_(x < 0.0, 1.0 - x, x), sel_(x < 0.0, cot, 0.0));
  y = sel_((x < 0.0) & (off == 0.0), NAN_f64, y);
  return sel_(x < INF_f64, y, x);
}

/* ---- trigamma: the gradient of digamma ---- */

/* For z > 0: 1/z^2 + ... + 1/(z + 15)^2 + trigamma(z + 16), smallest first, or from 16 on trigamma z alone, which is
   1/z + 1/(2 z^2) + 1/(6 z^3) - 1/(30 z^5) + ..., with Bernoulli's numbers. */
REM_FN f64 trigamma_sum_f64(f64 z) {
  f64 w = sel_(z < 16.0, z + 16.0, z), r = 1.0 / w, v = r * r, q = 0x1.2aaaaaaaaaaabp+0, sum = 0.0;
  q = fma_f64(q, v, -0x1.033033033033p-2);
  q = fma_f64(q, v, 0x1.364d9364d9365p-4);
  q = fma_f64(q, v, -0x1.1111111111111p-5);
  q = fma_f64(q, v, 0x1.8618618618618p-6);
  q = fma_f64(q, v, -0x1.1111111111111p-5);
  q = fma_f64(q, v, 0x1.5555555555555p-3);
  for (i32 k = 15; k >= 0; k--) sum += 1.0 / ((z + (f64)k) * (z + (f64)k));
  f64 tail = fma_f64(v, fma_f64(r, q, 0.5), r);
  return sel_(z < 16.0, tail + sum, tail);
}

/* Below zero: (pi / sin(pi x))^2 - trigamma(1 - x), which is infinite at an integer. */
REM_FN f64 trigamma_f64(f64 x) {
  f64 f = off_integer_f64(abs_f64(x)), s = fma_f64(f * (f * f), sinpi_poly_f64(f * f), f);
  f64 y = trigamma_sum_f64(sel_(x < 0.0, 1.0 - x, x));
  return sel_(x < 0.0, 1.0 / (s * s) - y, y);
}
#endif

#endif
