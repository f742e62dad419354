/* pieces.h: what the formulas of elementwise ops are made of beyond the vocabulary and state.h, for one T. Written once for every
   device; of ops/math only exp and log are there. */

/* ---- signs and selections ---- */

/* -1, 0 or 1; NaN of NaN. */
REM_FN T sign_(T x) { return x > K(0) ? K(1) : x < K(0) ? K(-1) : x == x ? K(0) : x; }

/* x * s, and 0 where s is 0, however large x is. */
REM_FN T damp_(T x, T s) { return s == K(0) ? s : x * s; }

/* What a gets of g where the larger of a and b took it all, NaN before everything: ties share. */
REM_FN T won_(T a, T b, T g) { return above_(a, b) ? g : tie_(a, b) ? K(0.5) * g : K(0); }
/* The same where NaN comes last. */
REM_FN T left_(T a, T b, T g) { return ((a > b) | ((b != b) & (a == a))) ? g : tie_(a, b) ? K(0.5) * g : K(0); }

/* ---- whole numbers ---- */

#define WHOLE_FROM_ K(sizeof(T) == 4 ? 0x1p23 : 0x1p52) /* numbers from here on are whole */

/* The nearest whole number, ties to even; the others. Zeros keep the sign of x. */
REM_FN T round_(T x) {
  T a = abs_(x), r = (a + WHOLE_FROM_) - WHOLE_FROM_;
  return a < WHOLE_FROM_ ? copysign_(r, x) : x;
}
REM_FN T floor_(T x) {
  T r = round_(x);
  return r > x ? r - K(1) : r;
}
REM_FN T ceil_(T x) {
  T r = round_(x);
  return copysign_(r < x ? r + K(1) : r, x);
}
REM_FN T trunc_(T x) { return copysign_(floor_(abs_(x)), x); }

/* ---- remainders ---- */

/* p - n d with the whole n that brings it to at least 0 and below d, for p / d < WHOLE_FROM_ / 2. n is p / d, cut, or one less
   where that was rounded up; the difference is exact. */
REM_FN T rest_near_(T p, T d) {
  T r = fma_(-trunc_(p / d), d, p);
  return p < d ? p : r < K(0) ? r + d : r;
}
#define REST_NEAR_(p, d) ((p) / (d) < K(0.5) * WHOLE_FROM_)

/* As C's fmod, exact for all numbers: far ones are brought near in steps, each by a multiple of |b|. */
REM_FN T fmod_(T a, T b) {
  T p = abs_(a), d = abs_(b), r = rest_near_(p, d);
  if (!REST_NEAR_(p, d)) {
    I bad = (a != a) | (b != b) | (p == INF_) | (d == K(0));
    T lift = K(sizeof(T) == 4 ? 0x1p24 : 0x1p53);
    I down = (I)(bits_(d < TINY_ ? d * lift : d) >> W_BITS) - (d < TINY_ ? W_BITS + 1 : 0);
    r = bad ? K(0) : p;
    for (I e; r >= d && !bad;) {
      e = (I)(bits_(r < TINY_ ? r * lift : r) >> W_BITS) - (r < TINY_ ? W_BITS + 1 : 0) - down - (W_BITS - 2);
      r = rest_near_(r, e > 0 ? scale_(d, (i32)e) : d);
    }
    r = bad ? NAN_ : r;
  }
  return copysign_(r, a);
}

/* The sign of b, as in Python; a remainder of 0 has it too. */
REM_FN T remainder_of_(T r, T b) {
  return r == K(0) ? copysign_(r, b) : (r < K(0)) != (b < K(0)) ? r + b : r;
}
/* The quotient whose remainder is r, cut or rounded down. */
REM_FN T quotient_(T a, T b, T r) { return round_((a - r) / b); }
REM_FN T floor_quotient_(T a, T b, T r) {
  T q = quotient_(a, b, r);
  return b == K(0) ? a / b : ((r != K(0)) & ((r < K(0)) != (b < K(0)))) ? q - K(1) : q;
}

/* ---- neighbours ---- */

/* The number after a in the direction of b, of a dtype whose facts these are. */
REM_FN T next_(T a, T b, T largest, T spacing, T least) {
  T m = abs_(a), power = real_(bits_(m) & ((U)(2 * W_BIAS + 1) << W_BITS));
  I out = (b > a) == (a > K(0));
  T up = max_(power * spacing, least), down = max_((m == power ? K(0.5) : K(1)) * power * spacing, least);
  T y = copysign_(out ? m + up : m == INF_ ? largest : m - down, a);
  y = m == K(0) ? copysign_(least, b) : y;
  return a == b ? b : ((a != a) | (b != b)) ? a + b : y;
}

/* ---- curves ---- */

/* lerp_ where b - a does not overflow. */
REM_FN T lerp_near_(T a, T b, T w) {
  T d = b - a, middle = b - K(0.5) * d, low = a + w * d, high = b - (K(1) - w) * d;
  low = d < K(0) ? (low < middle ? middle : low) : (low > middle ? middle : low);
  T y = w < K(0.5) ? low : high;
  return w == K(0) ? a : (w == K(1) ? b : y);
}

/* From the nearer end, so that both ends are exact; the half from a never passes the middle, so that y is monotone in w; and
   where b - a overflows, both are halved first. */
REM_FN T lerp_(T a, T b, T w) {
  T far = b - a;
  I big = (abs_(far) == INF_) & (abs_(a) < INF_) & (abs_(b) < INF_);
  T q = big ? K(0.5) : K(1), p = a * q, r = b * q, d = r - p;
  T middle = r - K(0.5) * d, low = p + w * d, high = r - (K(1) - w) * d;
  low = d < K(0) ? (low < middle ? middle : low) : (low > middle ? middle : low);
  T y = (w < K(0.5) ? low : high) * (big ? K(2) : K(1));
  return w == K(0) ? a : (w == K(1) ? b : y);
}

/* a / hypot(a, b), and 0 at the origin. */
REM_FN T slope_(T a, T b) {
  T p = abs_(a), q = abs_(b), large = max_(p, q), t = min_(p, q) / large;
  T part = sel_(p < q, t, K(1)) / sqrt_(fma_(t, t, K(1)));
  return copysign_(sel_(large == K(0), K(0), part), a);
}

/* g * a / (a * a + b * b). */
REM_FN T turn_(T a, T b, T g) {
  T p = abs_(a), q = abs_(b), large = max_(p, q), t = min_(p, q) / large;
  T part = g * sel_(p < q, t, K(1)) / large / fma_(t, t, K(1));
  return sel_(bits_(a) >> (sizeof(T) * 8 - 1), -part, part);
}

/* exp(-x * x); l is what rounding x * x lost. */
REM_FN T bell_(T x) {
  T h = x * x, l = sel_(h < K(1000), fma_(x, x, -h), K(0)), e = exp_(-h);
  return fma_(-l, e, e);
}

/* The slopes of sigmoid and of silu, from e = exp(-|x|) alone: the larger of sigmoid(x) and sigmoid(-x) is 1 / (1 + e), the other e times that. */
REM_FN T sigmoid_slope_(T x) {
  T e = exp_(-abs_(x));
  return e / ((K(1) + e) * (K(1) + e));
}
REM_FN T silu_slope_of_(T x, T e) {
  T r = K(1) / (K(1) + e);
  return r * fma_(damp_(x, e), r, x < K(0) ? e : K(1));
}
REM_FN T silu_slope_(T x) { return silu_slope_of_(x, exp_(-abs_(x))); }
/* Of an x from EXP_LOW_ on; beyond -EXP_LOW_ nothing is left of e. */
REM_FN T silu_slope_near_(T x) {
  T v = -abs_(x);
  return silu_slope_of_(x, v < EXP_LOW_ ? K(0) : exp_near_(v < EXP_LOW_ ? EXP_LOW_ : v));
}

/* gelu and its slope: v is |x|, but no more than leaves all of x > 0 and nothing of x < 0; exp(-v * v / 2) comes lifted, and what it is
 * multiplied with lowered. */
REM_FN T gelu_reach_(T x) {
  T far = K(sizeof(T) == 4 ? 15 : 39), a = abs_(x);
  return a > far ? far : a;
}
REM_FN T gelu_(T x) {
  T v = gelu_reach_(x), e = brief_lifted_(K(-0.5) * (v * v));
  return fma_(-e * v, mills_(v), x > K(0) ? x : copysign_(K(0), x));
}
REM_FN T gelu_slope_(T x) {
  T v = gelu_reach_(x), e = brief_lifted_(K(-0.5) * (v * v));
  T m = fma_(v, K(0x1.9884533d43651p-2) * K(sizeof(T) == 4 ? 0x1p-64 : 0x1p-128), -mills_(v));
  return fma_(x > K(0) ? e : -e, m, x > K(0) ? K(1) : K(0));
}

/* By tanh: the probability is sigmoid(u) of a cubic u, from e = exp(-|u|) alone, as above. */
REM_FN T gelu_cubic_(T x) { return K(0x1.9884533d43651p+0) * (x * fma_(K(0x1.6e4e26d4801f7p-5) * x, x, K(1))); }
REM_FN T gelu_cubed_(T x) {
  T u = gelu_cubic_(x), e = exp_(-abs_(u)), r = K(1) / (K(1) + e);
  return damp_(x, u < K(0) ? e * r : r);
}
REM_FN T gelu_cubed_slope_(T x) {
  T u = gelu_cubic_(x), e = exp_(-abs_(u)), r = K(1) / (K(1) + e), d = (e * r) * r;
  d = d == K(0) ? d : d * (K(0x1.9884533d43651p+0) * fma_(K(0x1.12ba9d1f60179p-3) * x, x, K(1)));
  return (u < K(0) ? e * r : r) + damp_(x, d);
}

/* The derivative of sin(pi x) / (pi x) for |x| <= 1/2: its Taylor series. */
REM_FN T sinc_slope_(T x) {
  T u = K(0x1.921fb54442d18p+1) * x, v = u * u;
  T p = K(0x1.dedb34ba18f7dp-80);
  p = fma_(p, v, K(-0x1.0132bcd1f4692p-70));
  p = fma_(p, v, K(0x1.ce272b49432cep-62));
  p = fma_(p, v, K(-0x1.5532eaf516982p-53));
  p = fma_(p, v, K(0x1.952c77030ad4ap-45));
  p = fma_(p, v, K(-0x1.78af56a4d411bp-37));
  p = fma_(p, v, K(0x1.08db48ebe51c7p-29));
  p = fma_(p, v, K(-0x1.0cfeb60f94b0ep-22));
  p = fma_(p, v, K(0x1.71de3a556c734p-16));
  p = fma_(p, v, K(-0x1.3813813813814p-10));
  p = fma_(p, v, K(0x1.1111111111111p-5));
  p = fma_(p, v, K(-0x1.5555555555555p-2));
  return K(0x1.921fb54442d18p+1) * u * p;
}
