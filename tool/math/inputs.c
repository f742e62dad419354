/* inputs.c: what the elementary functions are called with. Only IEEE arithmetic and integers make it, so that the
   inputs, and with them the digests, are the same on every machine. */
#include <float.h>
#include <string.h>

#include "tool/math/subject.h"

uint64_t mix_index(uint64_t i) {
  i = (i + 1) * 0x9e3779b97f4a7c15u;
  i = (i ^ (i >> 30)) * 0xbf58476d1ce4e5b9u;
  i = (i ^ (i >> 27)) * 0x94d049bb133111ebu;
  return i ^ (i >> 31);
}

static int is_f32(const inputs *in) { return in->s->fmt == &MATH_F32; }

/* ---- of one number ---- */

/* Where some function changes its path or its value is special, for f32 or f64. Thirds times powers of two, and
   half-odd multiples of ln 2 and all of pi/4, come on top. */
/* clang-format off */
static const double SPECIAL[] = {
    0.0, -0.0, 0x1p-149, 0x1p-1074, 0x1p-126, 0x1p-1022, 0x1p-25, -0x1p-25, 0x1p-54, -0x1p-54, 0x1p24, 0x1p53,
    FLT_MAX, DBL_MAX, __builtin_inf(), -__builtin_inf(), __builtin_nan(""), 0.5, -0.5, 1.0, -1.0, 1.5, 2.0, 3.0,
    /* ends of exp, exp2, expm1, sigmoid, sinh, cosh, tanh */
    -86.0, -104.0, -707.0, -746.0, -20.0, -40.0, 9.1, 19.1, 0x1.62e42ep6, 0x1.62e42fefa39efp9, -0x1.9d1dap6,
    -0x1.74910d52d3051p9, 128.0, 1024.0, -126.0, -149.0, -150.0, -1022.0, -1074.0, -1075.0, 0x1.65a9f8p6,
    -0x1.65a9f8p6, 0x1.633ce8fb9f87dp9, -0x1.633ce8fb9f87dp9,
    /* where sin, cos and tan take another way, and close to multiples of pi/2: the closest f32 and the closest f64 */
    0x1p18, 0x1p40, 0x1.f37c8ap+95, 0x1.f9cbe2p+7, 0x1.6ac5b262ca1ffp+849, 0x1.6c6cbc45dc8dep+5, 0x1.b951f1572eba5p+23,
    0x1.504cac51f1eafp+131, 0x1.e009c53148be1p+991, 0x1.4c96c11134d36p+577, 0x1.cfe482285f8edp+860,
    /* ends of erfc, zeros of digamma and lgamma, their overflow */
    10.05, 26.54, -3.9, -5.9, 0x1.762d86356be3fp+0, -0x1.0260dcd72ebc3p-1, -0x1.3a7fc9600f86cp+1,
    -0x1.5fb410a1bd901p+1, 0x1.00ap+121, 0x1.754d9278b51a8p+1014,
    -0x1.92d0cbc289d4ap+0, -0x1.4e2c19f679e5ap+1, -0x1.9260dbc9e59afp+1, -0x1.fa471547c2fe5p+1, -0x1.0284e78599581p+2,
    /* where erf, erfc, erfinv and lgamma change their piece, and poles */
    0.90625, 3.9375, 6.0, 0x1p-8, 0x1p-18, 0x1.21c5b70d9f824p+3, 0x1.a751f9447b724p+4, 10.3125, 27.5,
    0x1.fe45acf144b67p-1, 0x1.ff9d6efcff8e9p-1,
    0x1.fffffep-1, 0x1.fffffffffffffp-1, 2.75, -1.5, -2.0, -3.0, -4.0, -5.0, -6.0, -7.0, -8.0, -9.0, -10.0, -12.0,
    -14.0, -16.0, -17.0, -18.0, -23.0, -100.0, -0x1.fffffep22, -0x1p23, -0x1p52, -0x1.fffffffffffffp51,
};
/* clang-format on */
enum { N_SPECIAL = sizeof SPECIAL / sizeof SPECIAL[0], EXPONENTS = 2200, N_BREAKS = N_SPECIAL + 4 * EXPONENTS };

static double breakpoint(int64_t i) {
  if (i < N_SPECIAL) return SPECIAL[i];
  i -= N_SPECIAL;
  int step = (int)(i % EXPONENTS) - EXPONENTS / 2;
  double third = scale_f64(4.0 / 3.0, step);
  if (i < EXPONENTS) return (step + 0.5) * 0x1.62e42fefa39efp-1;
  if (i < 2 * EXPONENTS) return third;
  return i < 3 * EXPONENTS ? third - 1.0 : step * 0x1.921fb54442d18p-1;
}

/* A number of any sign and the exponent e of 2^e <= |x|, its other bits from r. */
static double number(int f32_bits, uint64_t r, int e) {
  double x = real_f64((r & 0x800fffffffffffff) | (uint64_t)(e + 1023) << 52);
  return f32_bits ? (double)(f32)x : x;
}

/* All signs and exponents in turn for f32. For f64 in one of four; of the others some crowd about 1 and -1, and most
   lie between 2^-60 and 2^11, where it matters. */
static double spread_input(const inputs *in, uint64_t i) {
  uint64_t r = mix_index(i);
  if (is_f32(in)) return real_f32((u32)(i & 511) << 23 | (u32)(r >> 41));
  if (i % 16 == 15) return ((r >> 52 & 1) ? 1.0 : -1.0) + number(0, r, -1 - (int)((r >> 53) % 52));
  uint64_t exponent = i % 4 == 0 ? (i / 4) % 2048 : 1023 - 60 + (r >> 52) % 71;
  return real_f64((r & 0x800fffffffffffff) | exponent << 52);
}

static double neighbour(const inputs *in, double x, uint64_t steps) {
  return is_f32(in) ? (double)real_f32(bits_f32((f32)x) + (u32)steps) : real_f64(bits_f64(x) + steps);
}

static double hard_input(const inputs *in, uint64_t i) {
  uint64_t width = 2 * in->radius + 1;
  return neighbour(in, breakpoint((int64_t)(i / width)), i % width - in->radius);
}

/* ---- of two numbers ---- */

/* Both signs of each of these meet each other, and their neighbours. */
static const double CORNERS[] = {
    0.0,
    0x1p-149,
    0x1p-1074,
    0x1p-126,
    0x1p-1022,
    0x1p-64,
    0x1p-24,
    0x1p-53,
    0.25,
    1.0 / 3.0,
    0.5,
    0.75,
    1.0,
    1.5,
    2.0,
    3.0,
    4.0,
    5.0,
    127.0,
    128.0,
    149.0,
    150.0,
    151.0,
    1023.0,
    1024.0,
    1074.0,
    1075.0,
    0x1p23,
    0x1p24,
    0x1p31,
    0x1p52,
    0x1p53,
    0x1p60,
    1e10,
    0x1p64,
    FLT_MAX,
    DBL_MAX,
    2147483647.0,
    2147483646.0,
    65537.0,
    255.0,
    2047.0,
    __builtin_inf(),
    __builtin_nan(""),
};
enum { N_CORNERS = 2 * sizeof CORNERS / sizeof CORNERS[0], SIDES = 3 * N_CORNERS, N_PAIRS = SIDES * SIDES };

static double corner(const inputs *in, int i) {
  double x = CORNERS[i / 6];
  return neighbour(in, i % 2 ? -x : x, (uint64_t)(int64_t)(i / 2 % 3 - 1));
}

/* log2 x for a positive x, and 2^t for |t| < 1000, to 1 %: enough to aim at a result. No fma: it is slow without its
   instruction. */
static double aim_log2(double x) {
  u64 i = bits_f64(x) + (0x3ff0000000000000 - 0x3fe5555555555555);
  double f = real_f64((i & 0x000fffffffffffff) + 0x3fe5555555555555) - 1.0;
  return (double)((int)(i >> 52) - 1023) + f * (1.4427 - f * (0.7213 - f * (0.4809 - f * 0.36)));
}
static double aim_exp2(double t) {
  double n = rint_f64(t), f = t - n;
  return (1.0 + f * (0.6931 + f * (0.2402 + f * 0.0555))) * pow2i_f64((int)n);
}

/* An exponent from below the least denormal to above the largest number. */
static double aim(const inputs *in, uint64_t r) {
  int lo = in->s->fmt->min_exp - in->s->fmt->mantissa - 4, hi = in->s->fmt->max_exp + 4;
  return lo + (double)(hi - lo) * ((double)(r >> 11) * 0x1p-53);
}

static int any_exponent(const inputs *in, uint64_t r) {
  return is_f32(in) ? (int)(r % 277) - 149 : (int)(r % 2046) - 1022;
}

/* Any two; two of similar exponent; two of middling size; two of nearly the same. */
static void plain_pair(const inputs *in, uint64_t i, double *a, double *b) {
  uint64_t r = mix_index(2 * i), q = mix_index(2 * i + 1);
  int e = i % 4 == 2 ? (int)(r >> 52) % 25 - 12 : any_exponent(in, r >> 8);
  int near = i % 4 == 1 ? (int)(q % 61) - 30 : (int)(q % 7) - 3;
  int d = i % 4 == 0   ? any_exponent(in, q >> 8)
          : i % 4 == 2 ? (int)(q >> 52) % 25 - 12
                       : clamp_i32(e + near, -1022, 1023);
  *a = number(is_f32(in), r, e);
  *b = number(is_f32(in), q, d);
}

/* One of eight is any pair, one of middling size, one a whole power of any base; the rest are powers of a positive
   base, for one of them near 1, whose results are spread over all exponents. */
static void pow_pair(const inputs *in, uint64_t i, double *a, double *b) {
  uint64_t r = mix_index(2 * i), q = mix_index(2 * i + 1);
  int kind = (int)(i % 8);
  if (kind < 2) {
    plain_pair(in, kind ? 4 * i + 2 : 4 * i, a, b);
    return;
  }
  double x = number(is_f32(in), r & 0x7fffffffffffffff, any_exponent(in, r >> 8)), result = aim(in, q);
  if (kind == 2) x = 1.0 + number(0, r, -1 - (int)((r >> 52) % (unsigned)in->s->fmt->mantissa));
  if (kind == 3) {
    *b = (double)((int)(r % 129) - 64);
    *a = aim_exp2(result / (*b == 0 ? 1.0 : *b)) * (r >> 63 ? -1.0 : 1.0);
  } else {
    *a = is_f32(in) ? (double)(f32)x : x;
    *b = result / aim_log2(*a);
  }
  if (is_f32(in)) *a = (f32)*a, *b = (f32)*b;
}

/* Exponents of all sizes and both signs, with a base whose power is spread over all exponents; one of four is small,
   with any base. */
static void powi_pair(const inputs *in, uint64_t i, double *a, double *b) {
  uint64_t r = mix_index(2 * i), q = mix_index(2 * i + 1);
  if (i % 4 == 0) {
    *a = number(is_f32(in), r, any_exponent(in, r >> 8));
    *b = (double)((int)(q % 65) - 32);
    return;
  }
  double size = (double)(1 + ((q >> 33) >> (r % 31))), x = aim_exp2(clamp_i32((i32)aim(in, q), -1000, 1000) / size);
  double noise = (double)(r >> 11) * 0x1p-53 - 0.5; /* moves the result's exponent by half of one at most */
  x = x * (1.0 + noise / size);
  *a = (is_f32(in) ? (double)(f32)x : x) * (r >> 63 ? -1.0 : 1.0);
  *b = q & 1 ? -size : size;
  if (q & 1) *a = 1.0 / *a;
  if (is_f32(in)) *a = (f32)*a;
}

static void pair(const inputs *in, uint64_t i, double *a, double *b) {
  if (in->s->args == ARGS_POWER) powi_pair(in, i, a, b);
  else if (!strcmp(in->s->name, "pow")) pow_pair(in, i, a, b);
  else plain_pair(in, i, a, b);
}

/* Of an i32 operand, what fits. */
static void hard_pair(const inputs *in, uint64_t i, double *a, double *b) {
  *a = corner(in, (int)(i / SIDES));
  *b = corner(in, (int)(i % SIDES));
  if (in->s->args == ARGS_POWER) *b = *b >= -2147483648.0 && *b <= 2147483647.0 ? (double)(i32)*b : -2147483648.0;
}

/* ---- the list ---- */

static uint64_t hard_count(const inputs *in) {
  return in->s->args == ARGS_ONE ? (uint64_t)N_BREAKS * (2 * in->radius + 1) : (uint64_t)N_PAIRS;
}

inputs inputs_plan(const subject *s, int exhaustive, uint64_t samples) {
  inputs in = {.s = s, .radius = exhaustive ? 64 : 2};
  if (exhaustive && is_f32(&in) && s->args == ARGS_ONE) return in.all = 1, in.spread = (uint64_t)1 << 32, in;
  in.hard = hard_count(&in);
  in.spread = exhaustive ? (is_f32(&in) ? 1000000000 : 100000000)
              : samples  ? samples
                         : (uint64_t)1 << (is_f32(&in) ? 22 : 20);
  return in;
}

inputs inputs_of(const subject *s, uint64_t total) {
  inputs in = {.s = s, .radius = 2};
  in.hard = hard_count(&in);
  in.spread = total > in.hard ? total - in.hard : 0;
  in.hard = total - in.spread;
  return in;
}

static void fill_one(const inputs *in, uint64_t i, double *a, double *b) {
  int spread = i < in->spread;
  if (in->s->args == ARGS_ONE) *a = spread ? spread_input(in, i) : hard_input(in, i - in->spread), *b = 0;
  else if (spread) pair(in, i, a, b);
  else hard_pair(in, i - in->spread, a, b);
}

void inputs_fill(const inputs *in, uint64_t first, f64 *a, f64 *b, int n) {
  for (int i = 0; i < n; i++)
    if (in->all) a[i] = real_f32((u32)first + (u32)i), b[i] = 0;
    else fill_one(in, first + (uint64_t)i, &a[i], &b[i]);
}
