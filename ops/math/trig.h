/* trig.h: sin, cos and tan. math.h says what they have in common.

   How they reduce: |x| = n pi/2 + r + e with n an integer, |r| at most a little above pi/4 and e far below r. Then each
   is made of sin(r + e) and cos(r + e), which n's last two bits choose and sign. Two ways lead there. Below
   REM_TURN_LIMIT a product with pi/2 in three parts is subtracted (near); from there on x is multiplied by those bits
   of 2/pi that matter at its size (far), which costs several times as much and which a vector loop does for all.
   sin_near_, cos_near_ and tan_near_ know the near way alone and have the same bits wherever |x| < REM_TURN_LIMIT: on a
   CPU the fastest loop takes them first, and starts over with the others where an argument was larger, or NaN. */
#ifndef REM_MATH_TRIG_H
#define REM_MATH_TRIG_H

/* ---- f32 ---- */

#define REM_TURN_LIMIT_f32 0x1p18f
#define REM_TWO_PI_f32 0x1.45f306p-1f /* 2/pi */
#define REM_PI2_1_f32 0x1.921fb6p+0f  /* pi/2 in three parts, each the nearest to what is left */
#define REM_PI2_2_f32 -0x1.777a5cp-25f
#define REM_PI2_3_f32 -0x1.ee59dap-50f

struct turn_f32 {
  f32 r, e;
  u32 n; /* its last two bits count */
};

/* h = a - n PI2_1 is exact: a multiple of a's and PI2_1's last places, and too small to need more bits than there are.
   So is h - r: h, t and hence r are multiples of t's last place, and the difference is hardly larger than t. Thus e
   lacks its own roundings alone, even where h and t nearly cancel. */
REM_FN struct turn_f32 turn_near_f32(f32 a) {
  struct turn_f32 p;
  f32 k = fma_f32(a, REM_TWO_PI_f32, 0x1.8p23f), n = k - 0x1.8p23f;
  f32 h = fma_f32(n, -REM_PI2_1_f32, a), t = n * REM_PI2_2_f32;
  p.r = h - t;
  p.e = fma_f32(n, -REM_PI2_3_f32, fma_f32(n, -REM_PI2_2_f32, h - p.r));
  p.n = bits_f32(k);
  return p;
}

/* a = m 2^(k - 5) with a 24-bit m and k >= 0 from the limit on. The words are 2/pi's bits behind seven zeros; of those
   from bit k on the first 96 are taken (w0 w1 w2): what stands before makes multiples of four turns of pi/2, what
   follows is too small. The product's first 64 bits are the turns modulo four, two bits of them before the point. The
   rest, moved to [-1/2, 1/2], goes through three numbers of 20 and 21 bits into a sum h + l; no f32 lies so close to a
   multiple of pi/2 that these would not do. An infinite a, or NaN, makes e NaN. */
REM_FN struct turn_f32 turn_far_f32(f32 a) {
  struct turn_f32 p;
  u32 m = (bits_f32(a) & 0x007fffff) | 0x00800000, k = (bits_f32(a) >> 23) - 145, s = k & 31;
  u32 a0 = sel_(k & 64, 0x53f84eafu, 0x0145f306u), a1 = sel_(k & 64, 0xa3ea69bbu, 0xdc9c882au);
  u32 a2 = sel_(k & 64, 0x81b6c52bu, 0x53f84eafu), a3 = sel_(k & 64, 0x32788720u, 0xa3ea69bbu);
  u32 a4 = sel_(k & 64, 0x83fca2c7u, 0x81b6c52bu);
  u32 b0 = sel_(k & 32, a1, a0), b1 = sel_(k & 32, a2, a1), b2 = sel_(k & 32, a3, a2), b3 = sel_(k & 32, a4, a3);
  u32 w0 = b0 << s | b1 >> 1 >> (31 - s), w1 = b1 << s | b2 >> 1 >> (31 - s), w2 = b2 << s | b3 >> 1 >> (31 - s);
  u32 carry = (u32)((u64)m * w2 >> 32), low = m * w1 + carry;
  u32 turns = m * w0 + (u32)((u64)m * w1 >> 32) + sel_(low < carry, 1u, 0u);
  p.n = (turns + 0x20000000) >> 30;
  u32 top = turns - (p.n << 30);
  f32 f1 = (f32)((i32)top >> 10) * 0x1p-20f, f2 = (f32)(i32)((top & 0x3ff) << 11 | low >> 21) * 0x1p-41f;
  f32 f3 = (f32)(i32)(low & 0x1fffff) * 0x1p-62f;
  f32 s1 = f1 + f2, s2 = ((f1 - s1) + f2) + f3, h = s1 + s2, l = (s1 - h) + s2;
  p.r = h * REM_PI2_1_f32;
  p.e = fma_f32(h, REM_PI2_1_f32, -p.r) + fma_f32(h, REM_PI2_2_f32, fma_f32(l, REM_PI2_1_f32, a - a));
  return p;
}

REM_FN struct turn_f32 turn_any_f32(f32 a) {
  struct turn_f32 p = turn_near_f32(a);
#ifdef REM_MAY_BRANCH
  if (!(a < REM_TURN_LIMIT_f32)) p = turn_far_f32(a);
#else
  struct turn_f32 q = turn_far_f32(a);
  p.r = sel_(a < REM_TURN_LIMIT_f32, p.r, q.r);
  p.e = sel_(a < REM_TURN_LIMIT_f32, p.e, q.e);
  p.n = sel_(a < REM_TURN_LIMIT_f32, p.n, q.n);
#endif
  return p;
}

/* sin r = r + r^3 q(r^2) */
/* remez sin 2 0 .634 f32 refit */
REM_FN f32 sin_poly_f32(f32 z) {
  f32 q = -0x1.9917cap-13f;
  q = fma_f32(q, z, 0x1.1106bep-7f);
  q = fma_f32(q, z, -0x1.555544p-3f);
  return q;
}

/* cos r = 1 - r^2/2 + r^4 q(r^2) */
/* remez cos 2 0 .634 f32 refit */
REM_FN f32 cos_poly_f32(f32 z) {
  f32 q = 0x1.99da8cp-16f;
  q = fma_f32(q, z, -0x1.6c0c0cp-10f);
  q = fma_f32(q, z, 0x1.55554ap-5f);
  return q;
}

/* The two of r + e as a head and a tail far below it; the head of the sine is r itself. That of the cosine, 1 - z/2, is
   kept with its rounding error. */
REM_FN f32 sin_tail_f32(struct turn_f32 p) {
  f32 z = p.r * p.r;
  return fma_f32(p.r * z, sin_poly_f32(z), p.e * fma_f32(z, -0.5f, 1.0f));
}
REM_FN f32 cos_head_f32(struct turn_f32 p) { return fma_f32(p.r * p.r, -0.5f, 1.0f); }
REM_FN f32 cos_tail_f32(struct turn_f32 p) {
  f32 z = p.r * p.r, l = fma_f32(z, -0.5f, 1.0f - cos_head_f32(p));
  return fma_f32(z * z, cos_poly_f32(z), fma_f32(p.r, -p.e, l));
}

/* The sine of n pi/2 + r + e, its sign turned where `flip` has the sign bit set. */
REM_FN f32 sin_turn_f32(struct turn_f32 p, u32 flip) {
  f32 s = p.r + sin_tail_f32(p), c = cos_head_f32(p) + cos_tail_f32(p);
  return real_f32(bits_f32(sel_(p.n & 1, c, s)) ^ ((p.n << 30 ^ flip) & 0x80000000));
}
REM_FN f32 cos_turn_f32(struct turn_f32 p) {
  p.n += 1;
  return sin_turn_f32(p, 0);
}

/* s + sl over c + cl, or for an odd n the negative of its inverse: a / b first, then what that lacks. */
REM_FN f32 tan_turn_f32(struct turn_f32 p, u32 flip) {
  f32 st = sin_tail_f32(p), s = p.r + st, sl = (p.r - s) + st;
  f32 ch = cos_head_f32(p), ct = cos_tail_f32(p), c = ch + ct, cl = (ch - c) + ct;
  f32 a = sel_(p.n & 1, c, s), al = sel_(p.n & 1, cl, sl), b = sel_(p.n & 1, s, c), bl = sel_(p.n & 1, sl, cl);
  f32 inverse = 1.0f / b, q = a * inverse, lack = fma_f32(-q, bl, fma_f32(-q, b, a) + al);
  f32 y = fma_f32(lack, inverse, q);
  return real_f32(bits_f32(y) ^ ((p.n << 31 ^ flip) & 0x80000000));
}

REM_FN f32 sin_near_f32(f32 x) { return sin_turn_f32(turn_near_f32(abs_f32(x)), bits_f32(x)); }
REM_FN f32 cos_near_f32(f32 x) { return cos_turn_f32(turn_near_f32(abs_f32(x))); }
REM_FN f32 tan_near_f32(f32 x) { return tan_turn_f32(turn_near_f32(abs_f32(x)), bits_f32(x)); }
REM_FN f32 sin_f32(f32 x) { return sin_turn_f32(turn_any_f32(abs_f32(x)), bits_f32(x)); }
REM_FN f32 cos_f32(f32 x) { return cos_turn_f32(turn_any_f32(abs_f32(x))); }
REM_FN f32 tan_f32(f32 x) { return tan_turn_f32(turn_any_f32(abs_f32(x)), bits_f32(x)); }

/* ---- f64: the same methods ---- */

#ifdef REM_HAS_F64
#define REM_TURN_LIMIT_f64 0x1p40
#define REM_TWO_PI_f64 0x1.45f306dc9c883p-1
#define REM_PI2_1_f64 0x1.921fb54442d18p+0
#define REM_PI2_2_f64 0x1.1a62633145c07p-54
#define REM_PI2_3_f64 -0x1.f1976b7ed8fbcp-110

struct turn_f64 {
  f64 r, e;
  u64 n;
};

REM_FN struct turn_f64 turn_near_f64(f64 a) {
  struct turn_f64 p;
  f64 k = fma_f64(a, REM_TWO_PI_f64, 0x1.8p52), n = k - 0x1.8p52;
  f64 h = fma_f64(n, -REM_PI2_1_f64, a), t = n * REM_PI2_2_f64;
  p.r = h - t;
  p.e = fma_f64(n, -REM_PI2_3_f64, fma_f64(n, -REM_PI2_2_f64, h - p.r));
  p.n = bits_f64(k);
  return p;
}

/* The first 64 bits of a product of 128. */
REM_FN u64 mul_high_u64(u64 a, u64 b) {
  u64 al = a & 0xffffffff, ah = a >> 32, bl = b & 0xffffffff, bh = b >> 32;
  u64 t = ah * bl + (al * bl >> 32), u = al * bh + (t & 0xffffffff);
  return ah * bh + (t >> 32) + (u >> 32);
}

/* a = m 2^(k - 12) with a 53-bit m. The words are 2/pi's bits behind fourteen zeros, four selects deep; of those from
   bit k on the first 192 are taken. The product's first 128 bits are the turns; 62 of its fraction's may be zeros. The
   fraction plus 1/2 goes in pieces of 40, 42 and 44 bits through the last bits of 2^52 into numbers. */
REM_FN struct turn_f64 turn_far_f64(f64 a) {
  struct turn_f64 p;
  u64 m = (bits_f64(a) & 0x000fffffffffffff) | 0x0010000000000000, k = (bits_f64(a) >> 52) - 1063, s = k & 63;
  u64 a0 = sel_(k & 512, 0x1213a671c09ad17d, 0x00028be60db93910);
  u64 a1 = sel_(k & 512, 0xf904e64758e60d4c, 0x54a7f09d5f47d4d3);
  u64 a2 = sel_(k & 512, 0xe7d272117e2ef7e4, 0x77036d8a5664f10e);
  u64 a3 = sel_(k & 512, 0xa0ec7fe25fff7816, 0x4107f9458eaf7aef);
  u64 a4 = sel_(k & 512, 0x603fbcbc462d6829, 0x1586dc91b8e90937);
  u64 a5 = sel_(k & 512, 0xb47db4d9fb3c9f2c, 0x4b801924bba82746);
  u64 a6 = sel_(k & 512, 0x26dd3d18fd9a797f, 0x4873f877ac72c4a6);
  u64 a7 = sel_(k & 512, 0xa8b5d49eeb1faf97, 0x9cfba208d7d4baed);
  u64 a8 = sel_(k & 512, 0xc5ecf41ce7de294a, 0x1213a671c09ad17d);
  u64 a9 = sel_(k & 512, 0x4ba9afed7ec47e35, 0xf904e64758e60d4c);
  u64 a10 = sel_(k & 512, 0x7421580cc11bf1ed, 0xe7d272117e2ef7e4);
  u64 b0 = sel_(k & 256, a4, a0), b1 = sel_(k & 256, a5, a1), b2 = sel_(k & 256, a6, a2), b3 = sel_(k & 256, a7, a3);
  u64 b4 = sel_(k & 256, a8, a4), b5 = sel_(k & 256, a9, a5), b6 = sel_(k & 256, a10, a6);
  u64 c0 = sel_(k & 128, b2, b0), c1 = sel_(k & 128, b3, b1), c2 = sel_(k & 128, b4, b2), c3 = sel_(k & 128, b5, b3);
  u64 c4 = sel_(k & 128, b6, b4);
  u64 d0 = sel_(k & 64, c1, c0), d1 = sel_(k & 64, c2, c1), d2 = sel_(k & 64, c3, c2), d3 = sel_(k & 64, c4, c3);
  u64 w0 = d0 << s | d1 >> 1 >> (63 - s), w1 = d1 << s | d2 >> 1 >> (63 - s), w2 = d2 << s | d3 >> 1 >> (63 - s);
  u64 carry = mul_high_u64(m, w2), low = m * w1 + carry;
  u64 turns = m * w0 + mul_high_u64(m, w1) + sel_(low < carry, 1u, 0u) + 0x2000000000000000;
  u64 top = turns & 0x3fffffffffffffff;
  f64 f1 = (real_f64(top >> 22 | 0x4330000000000000) - (0x1p52 + 0x1p39)) * 0x1p-40;
  f64 f2 = (real_f64((top & 0x3fffff) << 20 | low >> 44 | 0x4330000000000000) - 0x1p52) * 0x1p-82;
  f64 f3 = (real_f64((low & 0x00000fffffffffff) | 0x4330000000000000) - 0x1p52) * 0x1p-126;
  f64 s1 = f1 + f2, s2 = ((f1 - s1) + f2) + f3, h = s1 + s2, l = (s1 - h) + s2;
  p.n = turns >> 62;
  p.r = h * REM_PI2_1_f64;
  p.e = fma_f64(h, REM_PI2_1_f64, -p.r) + fma_f64(h, REM_PI2_2_f64, fma_f64(l, REM_PI2_1_f64, a - a));
  return p;
}

REM_FN struct turn_f64 turn_any_f64(f64 a) {
  struct turn_f64 p = turn_near_f64(a);
#ifdef REM_MAY_BRANCH
  if (!(a < REM_TURN_LIMIT_f64)) p = turn_far_f64(a);
#else
  struct turn_f64 q = turn_far_f64(a);
  p.r = sel_(a < REM_TURN_LIMIT_f64, p.r, q.r);
  p.e = sel_(a < REM_TURN_LIMIT_f64, p.e, q.e);
  p.n = sel_(a < REM_TURN_LIMIT_f64, p.n, q.n);
#endif
  return p;
}

/* remez sin 5 0 .6193 f64 refit */
REM_FN f64 sin_poly_f64(f64 z) {
  f64 q = 0x1.5d8b55932ebd6p-33;
  q = fma_f64(q, z, -0x1.ae5e4b83e1e7ep-26);
  q = fma_f64(q, z, 0x1.71de35552b51cp-19);
  q = fma_f64(q, z, -0x1.a01a019be9217p-13);
  q = fma_f64(q, z, 0x1.111111110f73p-7);
  q = fma_f64(q, z, -0x1.5555555555548p-3);
  return q;
}

/* remez cos 5 0 .6193 f64 refit */
REM_FN f64 cos_poly_f64(f64 z) {
  f64 q = -0x1.8f99cb7848a9bp-37;
  q = fma_f64(q, z, 0x1.1ee9c3356fcb2p-29);
  q = fma_f64(q, z, -0x1.27e4f7cd31881p-22);
  q = fma_f64(q, z, 0x1.a01a019c5c392p-16);
  q = fma_f64(q, z, -0x1.6c16c16c14ep-10);
  q = fma_f64(q, z, 0x1.555555555554ap-5);
  return q;
}

REM_FN f64 sin_tail_f64(struct turn_f64 p) {
  f64 z = p.r * p.r;
  return fma_f64(p.r * z, sin_poly_f64(z), p.e * fma_f64(z, -0.5, 1.0));
}
REM_FN f64 cos_head_f64(struct turn_f64 p) { return fma_f64(p.r * p.r, -0.5, 1.0); }
REM_FN f64 cos_tail_f64(struct turn_f64 p) {
  f64 z = p.r * p.r, l = fma_f64(z, -0.5, 1.0 - cos_head_f64(p));
  return fma_f64(z * z, cos_poly_f64(z), fma_f64(p.r, -p.e, l));
}

REM_FN f64 sin_turn_f64(struct turn_f64 p, u64 flip) {
  f64 s = p.r + sin_tail_f64(p), c = cos_head_f64(p) + cos_tail_f64(p);
  return real_f64(bits_f64(sel_(p.n & 1, c, s)) ^ ((p.n << 62 ^ flip) & 0x8000000000000000));
}
REM_FN f64 cos_turn_f64(struct turn_f64 p) {
  p.n += 1;
  return sin_turn_f64(p, 0);
}

REM_FN f64 tan_turn_f64(struct turn_f64 p, u64 flip) {
  f64 st = sin_tail_f64(p), s = p.r + st, sl = (p.r - s) + st;
  f64 ch = cos_head_f64(p), ct = cos_tail_f64(p), c = ch + ct, cl = (ch - c) + ct;
  f64 a = sel_(p.n & 1, c, s), al = sel_(p.n & 1, cl, sl), b = sel_(p.n & 1, s, c), bl = sel_(p.n & 1, sl, cl);
  f64 inverse = 1.0 / b, q = a * inverse, lack = fma_f64(-q, bl, fma_f64(-q, b, a) + al);
  f64 y = fma_f64(lack, inverse, q);
  return real_f64(bits_f64(y) ^ ((p.n << 63 ^ flip) & 0x8000000000000000));
}

REM_FN f64 sin_near_f64(f64 x) { return sin_turn_f64(turn_near_f64(abs_f64(x)), bits_f64(x)); }
REM_FN f64 cos_near_f64(f64 x) { return cos_turn_f64(turn_near_f64(abs_f64(x))); }
REM_FN f64 tan_near_f64(f64 x) { return tan_turn_f64(turn_near_f64(abs_f64(x)), bits_f64(x)); }
REM_FN f64 sin_f64(f64 x) { return sin_turn_f64(turn_any_f64(abs_f64(x)), bits_f64(x)); }
REM_FN f64 cos_f64(f64 x) { return cos_turn_f64(turn_any_f64(abs_f64(x))); }
REM_FN f64 tan_f64(f64 x) { return tan_turn_f64(turn_any_f64(abs_f64(x)), bits_f64(x)); }
#endif

#endif
