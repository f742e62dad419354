/* state.h: what the formulas of reductions and scans are made of beyond the vocabulary: the state of a monoid, and numbers
   whose exponent cannot overflow. Written once for every device; vocab_t.h comes first and decides T. No include guard: a
   second dtype needs a second translation unit, or other names. */

/* A state keeps up to four reals; an entry's STATE says which. m and s are the leading and the summed value; e and t their
   exponents or counts. Fields that carry integers hold their bits: they are only ever moved and selected. */
typedef struct {
  T m, e, s, t;
} S;

/* A number m * 2^e with 1 <= |m| < 2, or m zero, infinite or NaN. e holds the bits of an integer, so that products of
   millions of elements neither overflow nor underflow; zero has the exponent W_LOW and so never decides an alignment. */
typedef struct {
  T m, e;
} W;

#define W_BITS ((int)sizeof(T) == 4 ? 23 : 52)
#define W_BIAS ((int)sizeof(T) == 4 ? 127 : 1023)
#define W_LIMIT ((I)1 << 28)  /* exponents stop here, at either end */
#define W_LOW (-((I)3 << 28)) /* the exponent of zero: below any product, and twice it less W_LIMIT still fits */

REM_FN I w_exponent(T e) { return (I)bits_(e); }
REM_FN T w_power(I n) { return real_((U)(n + W_BIAS) << W_BITS); } /* 2^n for normal numbers */
REM_FN I w_limit(I e) {
  e = e > W_LIMIT ? W_LIMIT : e;
  return e < -W_LIMIT ? -W_LIMIT : e;
}

REM_FN W w_make(T m, T e) {
  W r;
  r.m = m;
  r.e = e;
  return r;
}

/* m * 2^e with m in range already, but for zero, which gets its exponent here. */
REM_FN W w_tidy(T m, I e) { return w_make(m, real_((U)(m == K(0) ? W_LOW : w_limit(e)))); }

/* m * 2^e for any m that is not denormal. Infinities and NaN stay what they are. */
REM_FN W w_normal(T m, I e) {
  U u = bits_(m), field = (U)(2 * W_BIAS + 1) << W_BITS;
  I k = (I)((u & field) >> W_BITS) - W_BIAS, plain = (m != K(0)) & (abs_(m) < INF_);
  return w_tidy(plain ? real_((u & ~field) | ((U)W_BIAS << W_BITS)) : m, plain ? e + k : e);
}

/* x as a W. A denormal is the integer of its bits, times a power of two: made without arithmetic on denormals, which is slow on
   some processors. */
REM_FN W w_lift(T x) {
  U u = bits_(x), sign = u & bits_(-K(0)), unit = bits_(w_power(W_BITS));
  T whole = real_((u ^ sign) | unit) - w_power(W_BITS);
  I small = abs_(x) < TINY_;
  return w_normal(small ? real_(bits_(whole) | sign) : x, small ? (I)(1 - W_BIAS - W_BITS) : (I)0);
}

/* The mantissa of a product is below 4, that of a quotient above 1/2: one step brings it back. */
REM_FN W w_mul(W a, W b) {
  T m = a.m * b.m;
  I large = abs_(m) >= K(2);
  return w_tidy(large ? m * K(0.5) : m, w_exponent(a.e) + w_exponent(b.e) + large);
}
REM_FN W w_div(W a, W b) {
  T m = a.m / b.m;
  I small = abs_(m) < K(1);
  return w_tidy(small ? m * K(2) : m, w_exponent(a.e) - w_exponent(b.e) - small);
}

/* a * b + c. The smaller term is aligned to the larger one; what is 2^-120 of it or less cannot matter. */
REM_FN W w_fma(W a, W b, W c) {
  T p = a.m * b.m;
  I ep = w_exponent(a.e) + w_exponent(b.e), ec = w_exponent(c.e), e = ep > ec ? ep : ec;
  I dp = ep - e < -120 ? (I)-120 : ep - e, dc = ec - e < -120 ? (I)-120 : ec - e;
  return w_normal(p * w_power(dp) + c.m * w_power(dc), e);
}

/* Rounded once. A denormal result is a whole number of the smallest one; adding 2^W_BITS rounds to whole numbers and leaves
   the number in the last bits, again without arithmetic on denormals. */
REM_FN T w_real(W w) {
  I e = w_exponent(w.e), low = 1 - W_BIAS, small = e < low, odd = !(abs_(w.m) < INF_);
  I ep = small ? low : (e > W_BIAS ? (I)W_BIAS : e), el = small ? (e < low - W_BITS - 3 ? low - W_BITS - 3 : e) : low;
  U u = bits_(abs_(w.m)), sign = bits_(w.m) & bits_(-K(0)), unit = bits_(w_power(W_BITS));
  U tiny = bits_(real_(u) * w_power(el - low + W_BITS) + w_power(W_BITS)) - unit;
  U large = e > W_BIAS ? bits_(INF_) : u + ((U)ep << W_BITS);
  return odd ? w.m : real_(sign | (small ? tiny : large));
}

/* ---- products, and affine maps g -> a g + b ----

   A product is m * 2^e; an affine map has a = m * 2^e and b = s * 2^t. Where nothing can overflow or underflow, the exponents
   are not needed, and the same operations on plain numbers give the same bits many times faster. So these formulas take `wide`:
   1 computes as described; 0 computes with m and s alone, and e is not 0 as soon as a result came near the ends of the range,
   so that it has to be computed again. Only what is multiplied can get there: a sum of two numbers in range is exact when it is
   small, and if it is used further, its product is looked at. */

#define W_NEAR ((int)sizeof(T) == 4 ? 100 : 900)
REM_FN T far_(T x) {
  return real_((U)(bits_(abs_(x)) - bits_(w_power(-W_NEAR)) > ((U)(2 * W_NEAR) << W_BITS) ? 1 : 0));
}
REM_FN T both_far_(T p, T q) { return real_(bits_(p) | bits_(q)); }

REM_FN S product_lift(T x, int wide) {
  W p = w_lift(x);
  S r = {wide ? p.m : x, wide ? p.e : far_(x), 0, 0};
  return r;
}
REM_FN S product_join(S a, S b, int wide) {
  T m = a.m * b.m;
  W p = w_mul(w_make(a.m, a.e), w_make(b.m, b.e));
  S r = {wide ? p.m : m, wide ? p.e : far_(m), 0, 0};
  return r;
}
REM_FN T product_real(S r, int wide) { return wide ? w_real(w_make(r.m, r.e)) : r.m; }

REM_FN S affine_lift(T a, T b, int wide) {
  W p = w_lift(a), q = w_lift(b);
  S r = {wide ? p.m : a, wide ? p.e : far_(a), wide ? q.m : b, wide ? q.e : K(0)};
  return r;
}

REM_FN S affine_identity(void) { return affine_lift(K(1), K(0), 1); }

/* First a, then b. A map that forgets its argument (a factor of 0) keeps forgetting it, even when an infinite factor follows. */
REM_FN S affine_join(S a, S b, int wide) {
  W p = w_mul(w_make(a.m, a.e), w_make(b.m, b.e));
  W q = w_fma(w_make(b.m, b.e), w_make(a.s, a.t), w_make(b.s, b.t));
  T m = a.m * b.m, s = a.s * b.m, far = both_far_(far_(m), a.s == K(0) ? K(0) : far_(s));
  S r;
  r.m = wide ? (a.m == K(0) ? a.m : p.m) : m;
  r.e = wide ? (a.m == K(0) ? a.e : p.e) : far;
  r.s = wide ? q.m : s + b.s;
  r.t = wide ? q.e : K(0);
  return r;
}

/* What the map makes of 0: its offset, as a number of either kind; and that times x, as the offset of another map. */
REM_FN W affine_offset(S r, int wide) {
  W q = w_lift(r.s);
  return w_make(wide ? r.s : q.m, wide ? r.t : q.e);
}
REM_FN T affine_real(S r, int wide) { return wide ? w_real(w_make(r.s, r.t)) : r.s; }
REM_FN S affine_times(S r, T x, int wide) {
  W p = w_mul(w_make(r.s, r.t), w_lift(x));
  T s = r.s * x;
  r.s = wide ? p.m : s;
  r.t = wide ? p.e : K(0);
  r.e = wide ? r.e : (((r.s == K(0)) & (abs_(x) < INF_)) ? r.e : both_far_(r.e, far_(s)));
  return r;
}

/* A number that is not far, as a wide one. */
REM_FN W w_near(T x) {
  U u = bits_(x), field = (U)(2 * W_BIAS + 1) << W_BITS;
  return w_make(real_((u & ~field) | ((U)W_BIAS << W_BITS)), real_(((u & field) >> W_BITS) - (U)W_BIAS));
}

/* A plain state as a wide one: what is multiplied in it is never far. */
REM_FN S wide_state(S r) {
  W p = w_near(r.m), q = w_lift(r.s);
  S wide = {p.m, p.e, q.m, q.e};
  return wide;
}
/* A wide affine map as a plain one, to stand in front of others: only its offset matters there. e is not 0 where the number does
   not stay in range. */
REM_FN S plain_front(S r) {
  W w = w_make(r.s, r.t);
  T y = w_real(w);
  S p = {K(1), w.m == K(0) ? K(0) : far_(y), y, 0};
  return p;
}

/* Whether all is zero behind a product m * 2^e. Nothing but time depends on the answer: CPUs may take long to round to zero what is too
   small, and a product that once is so small mostly stays so. */
#if defined(__CUDACC__) || defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#define W_GONE(m, e) ((I)0)
#else
#define W_GONE(m, e) (((e) < 2 * (1 - W_BIAS)) & (abs_(m) < INF_))
#endif
/* A wide product m * 2^e in front of plain ones: e and s become two factors whose product is 2^e, or a power of two beyond which
   nothing that is not far brings a result back. The first of two leaves the normal range only where the second makes zero or an
   infinity of all that is there, so that the result is rounded once, as w_real does it. */
REM_FN S product_front(S r) {
  I low = 1 - W_BIAS, high = W_BIAS, e = w_exponent(r.e), gone = W_GONE(r.m, e);
  e = e < 2 * low ? 2 * low : (e > 2 * high ? 2 * high : e);
  I rest = e < low ? low : (e > high ? high : (I)0);
  S f = {r.m, gone ? K(0) : w_power(e - rest), w_power(rest), 0};
  return f;
}
REM_FN T product_behind(S front, T x) { return front.m * x * front.e * front.s; }

/* ---- affine maps of moderate numbers ----

   Over many elements a factor soon leaves the range of plain numbers, mostly downwards, while offsets stay in it. Where a factor is
   small enough, what it multiplies does not matter beside the offset that is added, and it need not be known. So the maps of some
   segments are joined as plain numbers, and whether that was right is looked at once for all of them; where it was not, or may not
   have been, they are joined as wide numbers.

   A segment is moderate if its factors are at most QUICK_TOP and their product at least QUICK_LEAST, so that all products of them
   are normal; each |product| + |offset| is at least QUICK_LOW, so that a product that is not normal does not matter; and its
   offset is at most QUICK_MOST. Maps of moderate segments may be joined if their factors above 1 have no more than QUICK_GROWTH binary
   places together: one that has been below the normal range then stays below 2^(QUICK_GROWTH + 1 - W_BIAS), and joins in which it
   might matter leave low below QUICK_SURE. tests/gpu/quick.inc compares all of this with wide numbers. */
#define QUICK_IS(single, twice) w_power((int)sizeof(T) == 4 ? single : twice)
#define QUICK_TOP QUICK_IS(7, 60)
#define QUICK_LEAST QUICK_IS(-60, -500)
#define QUICK_LOW QUICK_IS(-90, -700)
#define QUICK_MOST QUICK_IS(60, 400)
#define QUICK_GROWTH ((int)sizeof(T) == 4 ? 60 : 500)
#define QUICK_LOST QUICK_IS(-39, -300)
#define QUICK_SURE QUICK_IS(-38, -299)
/* For QUICK_BFINISH factors are at most QUICK_NEAR, their product at least QUICK_SPAN, and r from 1 / QUICK_BOTH to QUICK_BOTH. */
#define QUICK_NEAR QUICK_IS(4, 30)
#define QUICK_SPAN QUICK_IS(-50, -200)
#define QUICK_BOTH QUICK_IS(44, 400)
REM_FN T product_times(S front, T x, T h) { return front.m * x * h * front.e * front.s; } /* front: of product_front */
/* The smaller and the larger of two. What is NaN nobody need find here: an offset or a product is NaN then, too. */
#if defined(__CUDACC__) || defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#define lesser_ min_
#define larger_ max_
#else
REM_FN T lesser_(T a, T b) { return a < b ? a : b; }
REM_FN T larger_(T a, T b) { return a > b ? a : b; }
#endif

/* The binary places of m above 1. */
REM_FN i32 quick_growth(T m) {
  i32 e = (i32)(bits_(abs_(m)) >> W_BITS) - W_BIAS + 1;
  return e > 0 ? e : 0;
}
/* The offset of what has the offset a, then of the map m, s. */
REM_FN T quick_join(T a, T m, T s, T *low) {
  T x = a * m;
  *low = lesser_(*low, fma_(-QUICK_LOST, size_(a), size_(x) + size_(s)));
  return x + s;
}
/* The map of one more element, x, s, behind those up to here; m and s become theirs. */
REM_FN void quick_step(T *m, T *s, T x, T b, T *top, T *low) {
  T y = *s * x;
  *top = larger_(*top, size_(x));
  *low = lesser_(*low, size_(y) + size_(b));
  *m = *m * x;
  *s = y + b;
}
REM_FN i32 quick_moderate(T m, T s, T top, T low) {
  return (top <= QUICK_TOP) & (size_(m) >= QUICK_LEAST) & (low >= QUICK_LOW) & (size_(s) <= QUICK_MOST);
}

/* The maps of a group are more than QUICK_GROWTH allows. So their factor is kept as a wide number: behind those of the factor f come maps whose
   factors are m, whose exponent e is apart. A factor of 0 stays the zero that it is. */
REM_FN W quick_factor(W f, T m, I e) { return f.m == K(0) ? f : w_normal(f.m * m, w_exponent(f.e) + e); }
/* That factor for quick_join, which need not know one below the normal range, and finds one above it. */
REM_FN T quick_plain(W f) {
  I e = w_exponent(f.e);
  e = e < 1 - W_BIAS ? (I)1 - W_BIAS : e;
  return f.m * w_power(e > W_BIAS ? (I)W_BIAS + 1 : e);
}

/* ---- products that can leave out one factor ---- */

/* Zero, infinite and NaN factors are kept apart: bit 0, 1, 2 say that there is one, bit 3, 4, 5 that there are more. */
REM_FN U odd_bits_(T x) {
  U inf = abs_(x) == INF_ ? 2u : 0u, nan = x != x ? 4u : 0u;
  return (x == K(0) ? 1u : 0u) | inf | nan;
}
REM_FN T odd_(T x) { return real_(odd_bits_(x)); }
REM_FN T odd_join_(T a, T b) {
  U p = bits_(a), q = bits_(b);
  return real_(p | q | ((p & q & 7u) << 3));
}
/* The same without one factor x. */
REM_FN T odd_without_(T t, T x) {
  U f = bits_(t);
  return real_(f & ~(odd_bits_(x) & ~(f >> 3)));
}
/* Where zeros are all that is odd, the product without any other factor is a zero. Its exponent e is then moved below what can be told
   from zero, so that w_without_ need not ask; and back, for who leaves out a zero. */
#define W_SUNK ((U)1 << 29)
REM_FN I zeros_alone_(T t) { return (bits_(t) & 7u) == 1u; }
REM_FN T zeros_sink_(I e, T t) { return real_((U)e - (zeros_alone_(t) ? W_SUNK : (U)0)); }
REM_FN T zeros_raise_(T e, T t) { return real_(bits_(e) + (zeros_alone_(t) ? W_SUNK : (U)0)); }
/* An odd factor counts as its sign alone. */
REM_FN W w_part(T x) {
  W w = w_lift(x), one = w_make(copysign_(K(1), x), real_((U)0));
  I odd = odd_bits_(x) != 0;
  return w_make(odd ? one.m : w.m, odd ? one.e : w.e);
}
/* The product of the factors counted in t and of w, times h; nothing overflows on the way. */
REM_FN T odd_real_(T t, W w, T h) {
  U f = bits_(t) & 7u, sign = bits_(w.m) & bits_(-K(0));
  U odd = f == 1u ? (U)0 : (f == 2u ? bits_(INF_) : bits_(NAN_));
  T all = w_real(w_mul(w, w_lift(h)));
  return f == 0u ? all : real_(odd | sign) * h;
}

/* Normal numbers: neither zero nor denormal, finite. */
REM_FN I plain_(T x) { return (abs_(x) >= TINY_) & (abs_(x) < INF_); }
/* As many steps of QUICK_JOIN may come between two tidyings. */
#define QUICK_STEPS 8
/* A product takes in factors not far from 1: for so many steps its mantissa stays a normal number, and rounding does not care for
   powers of two. prod_tidy_ moves those to the exponent. */
REM_FN I prod_near_(T x) {
  U reach = (U)(W_BIAS / QUICK_STEPS) << W_BITS, one = (U)W_BIAS << W_BITS;
  return bits_(abs_(x)) - (one - reach) < 2 * reach;
}
REM_FN S prod_step_(S r, T x) {
  r.m = r.m * x;
  return r;
}
REM_FN S prod_tidy_(S r) {
  U u = bits_(r.m), field = (U)(2 * W_BIAS + 1) << W_BITS;
  r.m = real_((u & ~field) | ((U)W_BIAS << W_BITS));
  r.e = real_(bits_(r.e) + ((u & field) >> W_BITS) - (U)W_BIAS);
  return r;
}
/* The product w without its plain factor x, times a mantissa h: the bits of odd_real_ over w_div. Rounding does not care for
   the powers of two that are left in the mantissa here. */
REM_FN T w_without_(W w, T x, T h) {
  U u = bits_(x), field = (U)(2 * W_BIAS + 1) << W_BITS;
  T part = real_((u & ~field) | ((U)W_BIAS << W_BITS));
  I e = w_exponent(w.e) + W_BIAS - (I)((u & field) >> W_BITS);
  I most = 2 * W_BIAS - 4, gone = e < -(W_BIAS + W_BITS + 3);
  e = e > most ? most : (gone ? (I)0 : e);
  I part_e = e / 2;
  T y = (w.m / part) * h * (gone ? K(0) : K(1));
  return y * w_power(part_e) * w_power(e - part_e);
}

/* ---- comparisons ---- */

/* a - b, where equal infinities differ by 0. */
REM_FN T gap_(T a, T b) { return a == b ? K(0) : a - b; }
/* Equal, or both NaN. */
REM_FN I tie_(T a, T b) { return (a == b) | ((a != a) & (b != b)); }

/* a wins over b; NaN wins over everything else. */
REM_FN I above_(T a, T b) { return !(a <= b) & (b == b); }
REM_FN I below_(T a, T b) { return !(a >= b) & (b == b); }

/* ---- sums of exponentials, s e^m ---- */

/* The larger of two whose difference is d; NaN if either is. */
#ifdef REM_OWN_MAX_f32
#define TOP_(a, b, d) (sizeof(T) == 4 ? max_(a, b) : TOP_BY_(a, b, d))
#else
#define TOP_ TOP_BY_
#endif
#define TOP_BY_(a, b, d) ((d) < K(0) ? (b) : (d) >= K(0) ? (a) : (a) + (b))
/* The join of two without a look at odd numbers. NaN is kept in m, and s stays a normal number. Next to an infinite m it need not
   be the s that a join with gap_ makes, and nobody can tell: m + log s is m; and an s times e^-87 changes none that stands next to
   a finite m, as that is 1 or more. */
REM_FN S mass_join_(S a, S b) {
  T d = a.m - b.m, most = d < K(0) ? b.s : a.s, less = d < K(0) ? a.s : b.s;
  S r = {TOP_(a.m, b.m, d), 0, most + less * decay_some_(d), 0};
  return r;
}
/* The same of one more element: s + e, or 1 + s e if it is the largest. */
REM_FN S mass_step_(S r, T x) {
  T d = r.m - x, e = decay_some_(d);
#ifdef __CUDACC__ /* compilers know selects alone: one instruction more */
  if (sizeof(T) == 4) {
    f32 e_ = (f32)e, s_ = (f32)r.s;
    asm("{.reg .pred up; setp.lt.f32 up, %2, 0f00000000; @up mul.rn.f32 %0, %0, %1; @up mov.f32 %1, 0f3f800000;}"
        : "+f"(e_), "+f"(s_)
        : "f"((f32)d));
    r.s = s_ + e_;
  } else
#endif
    r.s = (d < K(0) ? K(1) : r.s) + (d < K(0) ? r.s * e : e);
  r.m = TOP_(r.m, x, d);
  return r;
}

/* ---- quotients ---- */

/* A power of two that brings a normal y > 0 to at least 1 and below 4, so that x / y is the product of x * unit_(y), exact, and
   a number that serves the whole row: a division by y itself might overflow. */
REM_FN T unit_(T y) {
  U field = (U)(2 * W_BIAS + 1) << W_BITS, one = (U)1 << W_BITS, u = bits_(y) & field;
  return real_(u < field - one - one ? field - one - u : one);
}
