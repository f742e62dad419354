/* math.h: Remora's elementary functions, header only, with the same bits in C, CUDA C and OpenCL C.

   Written by `remora emit math-header` from ops/vocab.h and ops/math; do not edit. It needs neither the library nor
   <math.h>. Every function is inline and free of loops, tables and calls, so that a loop around it vectorises. Besides
   rem_... (types rem_math_f32 = float and so on) it defines only names that begin with rem_math_ or REM_MATH_.

   What it needs:
     C         C99 or later, or C++17 or later (gnu++11 will do), by gcc or clang
     CUDA C    nvcc or NVRTC with --fmad=false; __device__ functions
     OpenCL C  1.2 or later; f64 where the device has cl_khr_fp64. Put the text in front of the kernel's, or -I it
   The bits need IEEE arithmetic: no -ffast-math, and no contraction of a product and a sum into an fma. gcc contracts
   unless it is told -ffp-contract=off or -std=c99 and the like; for clang this file turns it off, for what comes behind
   it too. rem_math_contracts() says whether a C compiler did it all the same. Without -mfma or the like, f64 needs -lm for
   libc's own fma, and is slow.
   gcc vectorises some of them only with -fno-trapping-math -fno-math-errno -fno-tree-pre -fno-thread-jumps.

   Worst errors for f32 and f64, in ulp of the true value over every input; where two more numbers follow, an absolute
   error may be added. docs/math.md has what was measured. n is a 32-bit integer.

     rem_exp_f32(x), rem_exp_f64(x)                  1, 1
     rem_exp2_f32(x), rem_exp2_f64(x)                1, 1
     rem_expm1_f32(x), rem_expm1_f64(x)              1, 1
     rem_log_f32(x), rem_log_f64(x)                  1, 1
     rem_log2_f32(x), rem_log2_f64(x)                1, 1
     rem_log10_f32(x), rem_log10_f64(x)              2, 2
     rem_log1p_f32(x), rem_log1p_f64(x)              1, 1
     rem_tanh_f32(x), rem_tanh_f64(x)                1, 1
     rem_sigmoid_f32(x), rem_sigmoid_f64(x)          1, 1
     rem_sinh_f32(x), rem_sinh_f64(x)                2, 2
     rem_cosh_f32(x), rem_cosh_f64(x)                2, 2
     rem_asinh_f32(x), rem_asinh_f64(x)              2, 2
     rem_acosh_f32(x), rem_acosh_f64(x)              2, 2
     rem_atanh_f32(x), rem_atanh_f64(x)              2, 2
     rem_rsqrt_f32(x), rem_rsqrt_f64(x)              1, 1
     rem_cbrt_f32(x), rem_cbrt_f64(x)                1, 1
     rem_hypot_f32(a, b), rem_hypot_f64(a, b)        2, 2
     rem_pow_f32(a, b), rem_pow_f64(a, b)            2, 2
     rem_powi_f32(x, n), rem_powi_f64(x, n)          2, 2
     rem_sin_f32(x), rem_sin_f64(x)                  1, 1
     rem_cos_f32(x), rem_cos_f64(x)                  1, 1
     rem_tan_f32(x), rem_tan_f64(x)                  2, 2
     rem_asin_f32(x), rem_asin_f64(x)                1, 1
     rem_acos_f32(x), rem_acos_f64(x)                1, 1
     rem_atan_f32(x), rem_atan_f64(x)                1, 1
     rem_atan2_f32(a, b), rem_atan2_f64(a, b)        2, 2
     rem_erf_f32(x), rem_erf_f64(x)                  1, 1
     rem_erfc_f32(x), rem_erfc_f64(x)                2, 2
     rem_erfinv_f32(x), rem_erfinv_f64(x)            4, 4
     rem_lgamma_f32(x), rem_lgamma_f64(x)            4, 4 and 9.53674e-07, 7.10543e-15
     rem_digamma_f32(x), rem_digamma_f64(x)          4, 4 and 9.53674e-07, 3.55271e-15
 */
#ifndef REMORA_MATH_H
#define REMORA_MATH_H

#if !defined(__OPENCL_VERSION__) && !defined(__OPENCL_C_VERSION__) && !defined(__CUDACC__)
#pragma GCC system_header
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif
#endif

/* vocab.h: the primitives every formula is made of, for f32 and f64.

   The same text is C11, CUDA C (through NVRTC, without includes) and OpenCL C 1.2. Everything is scalar and
   branch-free, so that a plain loop around it vectorises. Each primitive has one meaning to the last bit on every
   device; NaN payloads are the only exception. Names end in the dtype; vocab_t.h gives the names without it that
   entries use. */
#ifndef REM_MATH_VOCAB_H
#define REM_MATH_VOCAB_H

#if defined(__FAST_MATH__) || defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ || defined(__FAST_RELAXED_MATH__)
#error "Remora's bits need IEEE arithmetic: build without fast-math"
#endif
#if defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error "Remora's bits need IEEE arithmetic: no reassociation, reciprocals or lost zero signs"
#endif

/* The select. Both arms are evaluated; neither may trap or be expensive on its own. */
#define rem_math_sel_(c, a, b) ((c) ? (a) : (b))

/* Where REM_MAY_BRANCH is set, an arm that is expensive and seldom needed stands behind an if: a GPU skips it where no
   lane takes it, gcc makes a select of it where it vectorises the loop around. clang would not vectorise that loop. */
#if !defined(__clang__) || defined(__CUDACC__) || defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#define REM_MATH_MAY_BRANCH 1
#endif

#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#pragma OPENCL FP_CONTRACT OFF
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define REM_MATH_HAS_F64 1
#endif
#define REM_MATH_FN static inline
typedef float rem_math_f32;
typedef ushort rem_math_u16;
typedef int rem_math_i32;
typedef uint rem_math_u32;
typedef long rem_math_i64;
typedef ulong rem_math_u64;
REM_MATH_FN rem_math_f32 rem_math_fma_f32(rem_math_f32 a, rem_math_f32 b, rem_math_f32 c) { return fma(a, b, c); }
REM_MATH_FN rem_math_f32 rem_math_sqrt_f32(rem_math_f32 x) { return sqrt(x); }
REM_MATH_FN rem_math_u32 rem_math_bits_f32(rem_math_f32 x) { return as_uint(x); }
REM_MATH_FN rem_math_f32 rem_math_real_f32(rem_math_u32 u) { return as_float(u); }
#ifdef REM_MATH_HAS_F64
typedef double rem_math_f64;
REM_MATH_FN rem_math_f64 rem_math_fma_f64(rem_math_f64 a, rem_math_f64 b, rem_math_f64 c) { return fma(a, b, c); }
REM_MATH_FN rem_math_f64 rem_math_sqrt_f64(rem_math_f64 x) { return sqrt(x); }
REM_MATH_FN rem_math_u64 rem_math_bits_f64(rem_math_f64 x) { return as_ulong(x); }
REM_MATH_FN rem_math_f64 rem_math_real_f64(rem_math_u64 u) { return as_double(u); }
#endif

#elif defined(__CUDACC__)
#define REM_MATH_HAS_F64 1
#define REM_MATH_FN __device__ __forceinline__
typedef float rem_math_f32;
typedef double rem_math_f64;
typedef unsigned short rem_math_u16;
typedef int rem_math_i32;
typedef unsigned rem_math_u32;
typedef long long rem_math_i64;
typedef unsigned long long rem_math_u64;
REM_MATH_FN rem_math_f32 rem_math_fma_f32(rem_math_f32 a, rem_math_f32 b, rem_math_f32 c) { return __fmaf_rn(a, b, c); }
REM_MATH_FN rem_math_f64 rem_math_fma_f64(rem_math_f64 a, rem_math_f64 b, rem_math_f64 c) { return __fma_rn(a, b, c); }
REM_MATH_FN rem_math_f32 rem_math_sqrt_f32(rem_math_f32 x) { return __fsqrt_rn(x); }
REM_MATH_FN rem_math_f64 rem_math_sqrt_f64(rem_math_f64 x) { return __dsqrt_rn(x); }
REM_MATH_FN rem_math_u32 rem_math_bits_f32(rem_math_f32 x) { return __float_as_uint(x); }
REM_MATH_FN rem_math_f32 rem_math_real_f32(rem_math_u32 u) { return __uint_as_float(u); }
REM_MATH_FN rem_math_u64 rem_math_bits_f64(rem_math_f64 x) { return (rem_math_u64)__double_as_longlong(x); }
REM_MATH_FN rem_math_f64 rem_math_real_f64(rem_math_u64 u) { return __longlong_as_double((rem_math_i64)u); }
/* 1 / b by the steps that the division itself takes, without a look at numbers near the ends of the range: as exact. */
#define REM_MATH_OWN_RCP_f32 1
REM_MATH_FN rem_math_f32 rem_math_rcp_near_f32(rem_math_f32 b) {
  rem_math_f32 r;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(b));
  return __fmaf_rn(r, __fmaf_rn(-b, r, 1.0f), r);
}
#define REM_MATH_OWN_LEAST_f32 1
REM_MATH_FN rem_math_f32 rem_math_size_f32(rem_math_f32 x) { return fabsf(x); }
REM_MATH_FN rem_math_f32 rem_math_least_f32(rem_math_f32 x, rem_math_f32 least) { return fmaxf(x, least); }
#if __CUDA_ARCH__ >= 800 /* one instruction that means what max_f32 below does, but for payloads of NaN */
#define REM_MATH_OWN_MAX_f32 1
REM_MATH_FN rem_math_f32 rem_math_max_f32(rem_math_f32 a, rem_math_f32 b) {
  rem_math_f32 y;
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(y) : "f"(a), "f"(b));
  return y;
}
REM_MATH_FN rem_math_f32 rem_math_min_f32(rem_math_f32 a, rem_math_f32 b) {
  rem_math_f32 y;
  asm("min.NaN.f32 %0, %1, %2;" : "=f"(y) : "f"(a), "f"(b));
  return y;
}
#endif

#else
#include <float.h>
#include <stdint.h>
#include <string.h>
/* 16 says that _Float16 is not widened either; some targets with half arithmetic have it. */
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16
#error "f32 and f64 arithmetic must not be done wider"
#endif
#define REM_MATH_HAS_F64 1
#define REM_MATH_FN __attribute__((always_inline, unused)) static inline
typedef float rem_math_f32;
typedef double rem_math_f64;
typedef uint16_t rem_math_u16;
typedef int32_t rem_math_i32;
typedef uint32_t rem_math_u32;
typedef int64_t rem_math_i64;
typedef uint64_t rem_math_u64;
REM_MATH_FN rem_math_f32 rem_math_sqrt_f32(rem_math_f32 x) { return __builtin_sqrtf(x); }
REM_MATH_FN rem_math_f64 rem_math_sqrt_f64(rem_math_f64 x) { return __builtin_sqrt(x); }
REM_MATH_FN rem_math_u32 rem_math_bits_f32(rem_math_f32 x) {
  rem_math_u32 u;
  memcpy(&u, &x, sizeof u);
  return u;
}
REM_MATH_FN rem_math_f32 rem_math_real_f32(rem_math_u32 u) {
  rem_math_f32 x;
  memcpy(&x, &u, sizeof x);
  return x;
}
REM_MATH_FN rem_math_u64 rem_math_bits_f64(rem_math_f64 x) {
  rem_math_u64 u;
  memcpy(&u, &x, sizeof u);
  return u;
}
REM_MATH_FN rem_math_f64 rem_math_real_f64(rem_math_u64 u) {
  rem_math_f64 x;
  memcpy(&x, &u, sizeof x);
  return x;
}
#if defined(__FMA__) || defined(__aarch64__) || defined(__FP_FAST_FMAF) && defined(__FP_FAST_FMA)
REM_MATH_FN rem_math_f32 rem_math_fma_f32(rem_math_f32 a, rem_math_f32 b, rem_math_f32 c) { return __builtin_fmaf(a, b, c); }
#else
/* Exact in f64 but for the sum, which is rounded to odd: of its two f64 neighbours an inexact sum becomes the one with
   the odd last bit. 53 bits rounded to odd can be rounded again to 24 without harm. An even, finite, inexact sum moves
   by one unit, away from zero where the rounding error has its sign and towards zero where not. Integer arithmetic
   does what comparisons would, because SSE2 cannot compare 64-bit integers and the loop would stay scalar. With
   REM_FMA_CALLED it is a call all the same: a formula has a dozen of them, and inline they make half a library. */
#define REM_MATH_SLOW_FMA 1
#ifdef REM_MATH_FMA_CALLED
__attribute__((noinline, unused)) static rem_math_f32 rem_math_fma_f32(rem_math_f32 a, rem_math_f32 b, rem_math_f32 c) {
#else
REM_MATH_FN rem_math_f32 rem_math_fma_f32(rem_math_f32 a, rem_math_f32 b, rem_math_f32 c) {
#endif
  rem_math_f64 p = (rem_math_f64)a * (rem_math_f64)b, s = p + (rem_math_f64)c, t = s - p;
  rem_math_u64 u = rem_math_bits_f64(s), err = rem_math_bits_f64((p - (s - t)) + ((rem_math_f64)c - t));
  rem_math_u64 infinite = (u & 0x7ff0000000000000) + 0x0010000000000000, inexact = (err << 1) | (0 - (err << 1));
  rem_math_u64 move = ((inexact & ~infinite) >> 63) & ~u, toward = 0 - ((u ^ err) >> 63);
  return (rem_math_f32)rem_math_real_f64(u + ((move ^ toward) - toward));
}
#endif
REM_MATH_FN rem_math_f64 rem_math_fma_f64(rem_math_f64 a, rem_math_f64 b, rem_math_f64 c) { return __builtin_fma(a, b, c); }
#endif

REM_MATH_FN rem_math_i32 rem_math_clamp_i32(rem_math_i32 n, rem_math_i32 lo, rem_math_i32 hi) { return rem_math_sel_(n < lo, lo, rem_math_sel_(n > hi, hi, n)); }

/* ---- f32 ---- */

#define rem_math_INF_f32 rem_math_real_f32(0x7f800000)
#define rem_math_NAN_f32 rem_math_real_f32(0x7fc00000)
#define rem_math_LARGEST_f32 0x1.fffffep127f
#define rem_math_TINY_f32 0x1p-126f /* the smallest normal number */

REM_MATH_FN rem_math_f32 rem_math_abs_f32(rem_math_f32 x) { return rem_math_real_f32(rem_math_bits_f32(x) & 0x7fffffff); }
REM_MATH_FN rem_math_i32 rem_math_isnan_f32(rem_math_f32 x) { return x != x; }

/* The magnitude of x with the sign of s; both may be NaN or zero. */
REM_MATH_FN rem_math_f32 rem_math_copysign_f32(rem_math_f32 x, rem_math_f32 s) { return rem_math_real_f32((rem_math_bits_f32(x) & 0x7fffffff) | (rem_math_bits_f32(s) & 0x80000000)); }

/* The larger and the smaller of two; NaN if either is; +0 is above -0. */
#ifndef REM_MATH_OWN_MAX_f32
REM_MATH_FN rem_math_f32 rem_math_max_f32(rem_math_f32 a, rem_math_f32 b) {
  rem_math_f32 y = rem_math_sel_(a > b, a, b);
  y = rem_math_sel_(a == b, rem_math_real_f32(rem_math_bits_f32(a) & rem_math_bits_f32(b)), y);
  return rem_math_sel_(a != a, a, y);
}
REM_MATH_FN rem_math_f32 rem_math_min_f32(rem_math_f32 a, rem_math_f32 b) {
  rem_math_f32 y = rem_math_sel_(a < b, a, b);
  y = rem_math_sel_(a == b, rem_math_real_f32(rem_math_bits_f32(a) | rem_math_bits_f32(b)), y);
  return rem_math_sel_(a != a, a, y);
}
#endif

/* |x| for an operation that can take it so, where abs_f32 would be one of its own; and x, but not less than `least`, which it is
   for NaN. */
#ifndef REM_MATH_OWN_LEAST_f32
REM_MATH_FN rem_math_f32 rem_math_size_f32(rem_math_f32 x) { return rem_math_abs_f32(x); }
REM_MATH_FN rem_math_f32 rem_math_least_f32(rem_math_f32 x, rem_math_f32 least) { return rem_math_sel_(x > least, x, least); }
#endif

/* 1 / b, where |b| lies between 2^-60 and 2^60. */
#ifndef REM_MATH_OWN_RCP_f32
REM_MATH_FN rem_math_f32 rem_math_rcp_near_f32(rem_math_f32 b) { return 1.0f / b; }
#endif

/* The nearest integer, ties to even, for |x| < 2^22. A result of zero is +0. */
REM_MATH_FN rem_math_f32 rem_math_rint_f32(rem_math_f32 x) { return (x + 0x1.8p23f) - 0x1.8p23f; }

/* 2^n for -126 <= n <= 127. */
REM_MATH_FN rem_math_f32 rem_math_pow2i_f32(rem_math_i32 n) { return rem_math_real_f32((rem_math_u32)(n + 127) << 23); }

/* x * 2^n, rounded once, for every x and n. Down, a step of 2^-102 can only be inexact where what is left to do
   (2^-25 or less) takes the result to zero anyway. */
REM_MATH_FN rem_math_i32 rem_math_scale_step_f32(rem_math_i32 n) { return rem_math_sel_(n > 127, 127, rem_math_sel_(n < -126, -102, 0)); }
REM_MATH_FN rem_math_f32 rem_math_scale_f32(rem_math_f32 x, rem_math_i32 n) {
  rem_math_i32 n1 = rem_math_scale_step_f32(n), n2 = rem_math_scale_step_f32(n - n1), n3 = rem_math_clamp_i32(n - n1 - n2, -126, 127);
  return x * rem_math_pow2i_f32(n1) * rem_math_pow2i_f32(n2) * rem_math_pow2i_f32(n3);
}

/* ---- f64 ---- */

#ifdef REM_MATH_HAS_F64
#define rem_math_INF_f64 rem_math_real_f64(0x7ff0000000000000)
#define rem_math_NAN_f64 rem_math_real_f64(0x7ff8000000000000)
#define rem_math_LARGEST_f64 0x1.fffffffffffffp1023
#define rem_math_TINY_f64 0x1p-1022

REM_MATH_FN rem_math_f64 rem_math_abs_f64(rem_math_f64 x) { return rem_math_real_f64(rem_math_bits_f64(x) & 0x7fffffffffffffff); }
REM_MATH_FN rem_math_i32 rem_math_isnan_f64(rem_math_f64 x) { return x != x; }
REM_MATH_FN rem_math_f64 rem_math_copysign_f64(rem_math_f64 x, rem_math_f64 s) {
  return rem_math_real_f64((rem_math_bits_f64(x) & 0x7fffffffffffffff) | (rem_math_bits_f64(s) & 0x8000000000000000));
}
REM_MATH_FN rem_math_f64 rem_math_max_f64(rem_math_f64 a, rem_math_f64 b) {
  rem_math_f64 y = rem_math_sel_(a > b, a, b);
  y = rem_math_sel_(a == b, rem_math_real_f64(rem_math_bits_f64(a) & rem_math_bits_f64(b)), y);
  return rem_math_sel_(a != a, a, y);
}
REM_MATH_FN rem_math_f64 rem_math_min_f64(rem_math_f64 a, rem_math_f64 b) {
  rem_math_f64 y = rem_math_sel_(a < b, a, b);
  y = rem_math_sel_(a == b, rem_math_real_f64(rem_math_bits_f64(a) | rem_math_bits_f64(b)), y);
  return rem_math_sel_(a != a, a, y);
}
REM_MATH_FN rem_math_f64 rem_math_size_f64(rem_math_f64 x) { return rem_math_abs_f64(x); }
REM_MATH_FN rem_math_f64 rem_math_least_f64(rem_math_f64 x, rem_math_f64 least) { return rem_math_sel_(x > least, x, least); }

/* As rint_f32, for |x| < 2^51. */
REM_MATH_FN rem_math_f64 rem_math_rint_f64(rem_math_f64 x) { return (x + 0x1.8p52) - 0x1.8p52; }

/* 2^n for -1022 <= n <= 1023. */
REM_MATH_FN rem_math_f64 rem_math_pow2i_f64(rem_math_i32 n) { return rem_math_real_f64((rem_math_u64)(rem_math_u32)(n + 1023) << 52); }

/* As scale_f32; the step down is 2^-969, so that 2^-54 or less is left. */
REM_MATH_FN rem_math_i32 rem_math_scale_step_f64(rem_math_i32 n) { return rem_math_sel_(n > 1023, 1023, rem_math_sel_(n < -1022, -969, 0)); }
REM_MATH_FN rem_math_f64 rem_math_scale_f64(rem_math_f64 x, rem_math_i32 n) {
  rem_math_i32 n1 = rem_math_scale_step_f64(n), n2 = rem_math_scale_step_f64(n - n1), n3 = rem_math_clamp_i32(n - n1 - n2, -1022, 1023);
  return x * rem_math_pow2i_f64(n1) * rem_math_pow2i_f64(n2) * rem_math_pow2i_f64(n3);
}
#endif

#endif

/* exp.h: exp, exp2 and expm1, and what other functions build on them. math.h says what they have in common. */
#ifndef REM_MATH_MATH_EXP_H
#define REM_MATH_MATH_EXP_H

/* How exp and expm1 reduce: x = n ln 2 + r with n an integer and |r| <= ln 2 / 2. ln 2 is split in two; the first
   step rh = x - n LN2_HI is exact (multiples of LN2_HI's last bit, and no more of them than fit), so r is rh + rl
   nearly unrounded. */

/* ---- f32 ---- */

#define REM_MATH_LN2_HI_f32 0x1.62e43p-1f
#define REM_MATH_LN2_LO_f32 -0x1.05c61p-29f
#define REM_MATH_LOG2E_f32 0x1.715476p+0f
#define REM_MATH_EXP_MAX_f32 0x1.62e42ep6f /* the largest x with a finite exp x */

/* e^r = 1 + r + r^2/2 + r^3 q(r) */
/* remez exp 3 -.3466 .3466 f32 */
REM_MATH_FN rem_math_f32 rem_math_exp_poly_f32(rem_math_f32 r) {
  rem_math_f32 q = 0x1.6b6e44p-10f;
  q = rem_math_fma_f32(q, r, 0x1.122f84p-7f);
  q = rem_math_fma_f32(q, r, 0x1.555688p-5f);
  q = rem_math_fma_f32(q, r, 0x1.5554a4p-3f);
  return q;
}

/* The same, but relative to e^r - 1. */
/* remez expm1 4 -.3466 .3466 f32 */
REM_MATH_FN rem_math_f32 rem_math_expm1_poly_f32(rem_math_f32 r) {
  rem_math_f32 q = 0x1.9fbep-13f;
  q = rem_math_fma_f32(q, r, 0x1.6d4078p-10f);
  q = rem_math_fma_f32(q, r, 0x1.1111cap-7f);
  q = rem_math_fma_f32(q, r, 0x1.5554f2p-5f);
  q = rem_math_fma_f32(q, r, 0x1.555554p-3f);
  return q;
}

/* e^v = 2^n e^r: exp_round holds n in its last bits, exp_rest is e^r. */
REM_MATH_FN rem_math_f32 rem_math_exp_round_f32(rem_math_f32 v) { return rem_math_fma_f32(v, REM_MATH_LOG2E_f32, 0x1.8p23f); }
REM_MATH_FN rem_math_f32 rem_math_exp_rest_f32(rem_math_f32 v) {
  rem_math_f32 n = rem_math_exp_round_f32(v) - 0x1.8p23f, rh = rem_math_fma_f32(n, -REM_MATH_LN2_HI_f32, v), h = 1.0f + rh;
#ifdef REM_MATH_SLOW_FMA
  rem_math_f32 rl = n * -REM_MATH_LN2_LO_f32, r = rh + rl, l = ((1.0f - h) + rh) + rl;
#else /* rl need not be rounded: all v of an exp, tried one by one, have the same bits */
  rem_math_f32 r = rem_math_fma_f32(n, -REM_MATH_LN2_LO_f32, rh), l = rem_math_fma_f32(n, -REM_MATH_LN2_LO_f32, (1.0f - h) + rh);
#endif
  return h + rem_math_fma_f32(r * r, rem_math_fma_f32(r, rem_math_exp_poly_f32(r), 0.5f), l);
}

/* e 2^n for an e about 1, with n in the last bits of t. Where `low` says that the result might leave the normal range
   it is scaled by 2^149 first. If it is denormal, that is a number of smallest units below 2^23: adding 2^23 rounds it
   to a whole one, whose bits are the result's. No arithmetic is done on denormals, which is slow on some processors. */
REM_MATH_FN rem_math_f32 rem_math_exp_scale_f32(rem_math_f32 e, rem_math_f32 t, rem_math_i32 low) {
#ifdef __CUDACC__
  if (!low) return rem_math_real_f32(rem_math_bits_f32(e) + (rem_math_bits_f32(t) << 23)); /* warps agree more often than not */
#endif
  rem_math_u32 lift = rem_math_sel_(low, (rem_math_u32)149 << 23, 0);
  rem_math_f32 q = rem_math_real_f32(rem_math_bits_f32(e) + (rem_math_bits_f32(t) << 23) + lift);
  rem_math_u32 normal = rem_math_bits_f32(q) - lift, units = rem_math_bits_f32(q + 0x1p23f) - rem_math_bits_f32(0x1p23f);
  return rem_math_real_f32(rem_math_sel_(low & (q < 0x1p23f), units, normal));
}
/* Of an x from REM_EXP_LOW to REM_EXP_MAX, where nothing is special: on a processor that is a loop of its own. */
#define REM_MATH_EXP_LOW_f32 -86.0f
REM_MATH_FN rem_math_f32 rem_math_exp_near_f32(rem_math_f32 x) { return rem_math_exp_scale_f32(rem_math_exp_rest_f32(x), rem_math_exp_round_f32(x), 0); }
REM_MATH_FN rem_math_f32 rem_exp_f32(rem_math_f32 x) {
  rem_math_f32 v = rem_math_sel_(x < -104.0f, -104.0f, x);
  rem_math_f32 y = rem_math_exp_scale_f32(rem_math_exp_rest_f32(v), rem_math_exp_round_f32(v), x < REM_MATH_EXP_LOW_f32);
  return rem_math_sel_(x <= REM_MATH_EXP_MAX_f32, y, x + rem_math_INF_f32);
}

/* 2^r = 1 + r ln 2 + r^2 q(r) */
/* remez exp2 4 -.5 .5 f32 */
REM_MATH_FN rem_math_f32 rem_math_exp2_poly_f32(rem_math_f32 r) {
  rem_math_f32 q = 0x1.414ed2p-13f;
  q = rem_math_fma_f32(q, r, 0x1.5f03dap-10f);
  q = rem_math_fma_f32(q, r, 0x1.3b2e0cp-7f);
  q = rem_math_fma_f32(q, r, 0x1.c6af88p-5f);
  q = rem_math_fma_f32(q, r, 0x1.ebfbdcp-3f);
  return q;
}

/* 2^r for |r| <= 1/2 is its head, the leading sum, and its tail, which has the head's rounding error. */
REM_MATH_FN rem_math_f32 rem_math_exp2_head_f32(rem_math_f32 r) { return rem_math_fma_f32(r, REM_MATH_LN2_HI_f32, 1.0f); }
REM_MATH_FN rem_math_f32 rem_math_exp2_tail_f32(rem_math_f32 r) {
  rem_math_f32 l = rem_math_fma_f32(r, REM_MATH_LN2_LO_f32, rem_math_fma_f32(r, REM_MATH_LN2_HI_f32, 1.0f - rem_math_exp2_head_f32(r)));
  return rem_math_fma_f32(r * r, rem_math_exp2_poly_f32(r), l);
}

/* Here 1 + r (ln 2 + r q(r)) is good enough, and shorter. */
REM_MATH_FN rem_math_f32 rem_exp2_f32(rem_math_f32 x) {
  rem_math_f32 v = rem_math_sel_(x < -150.0f, -150.0f, x), t = v + 0x1.8p23f;
  rem_math_f32 r = v - (t - 0x1.8p23f), q = rem_math_fma_f32(r, rem_math_exp2_poly_f32(r), REM_MATH_LN2_HI_f32);
  rem_math_f32 y = rem_math_exp_scale_f32(rem_math_fma_f32(r, q, 1.0f), t, x < -124.0f);
  return rem_math_sel_(x < 128.0f, y, x + rem_math_INF_f32);
}

/* What follows is for a d that was rounded itself, a difference of two others, which costs e^d up to |d| / 2 of its units: the
   first part of ln 2 alone (|d| / 40 of them) and a shorter polynomial (1.3 in all) are as good there, in half of the steps. */
/* e^r = 1 + r q(r) */
/* remez rise 4 -.3466 .3466 f32 */
REM_MATH_FN rem_math_f32 rem_math_brief_rest_f32(rem_math_f32 d) {
  rem_math_f32 r = rem_math_fma_f32(rem_math_exp_round_f32(d) - 0x1.8p23f, -REM_MATH_LN2_HI_f32, d), q = 0x1.0fa826p-7f;
  q = rem_math_fma_f32(q, r, 0x1.573a66p-5f);
  q = rem_math_fma_f32(q, r, 0x1.555a6cp-3f);
  q = rem_math_fma_f32(q, r, 0x1.fffdc6p-2f);
  q = rem_math_fma_f32(q, r, 0x1.fffff6p-1f);
  return rem_math_fma_f32(q, r, 1.0f);
}

/* e^d as exp has it at the ends of the range; brief_near of a d from REM_EXP_LOW to REM_EXP_MAX. */
REM_MATH_FN rem_math_f32 rem_math_brief_near_f32(rem_math_f32 d) { return rem_math_exp_scale_f32(rem_math_brief_rest_f32(d), rem_math_exp_round_f32(d), 0); }
REM_MATH_FN rem_math_f32 rem_math_brief_f32(rem_math_f32 d) {
  rem_math_f32 v = rem_math_sel_(d < -104.0f, -104.0f, d);
  rem_math_f32 y = rem_math_exp_scale_f32(rem_math_brief_rest_f32(v), rem_math_exp_round_f32(v), d < REM_MATH_EXP_LOW_f32);
  return rem_math_sel_(d <= REM_MATH_EXP_MAX_f32, y, d + rem_math_INF_f32);
}

/* e^d 2^64 of a d from -128 to 0, for a product that is brought down again: no step is denormal but the last. NaN is some number. */
REM_MATH_FN rem_math_f32 rem_math_brief_lifted_f32(rem_math_f32 d) {
  return rem_math_real_f32(rem_math_bits_f32(rem_math_brief_rest_f32(d)) + (rem_math_bits_f32(rem_math_exp_round_f32(d)) << 23) + ((rem_math_u32)64 << 23));
}

/* e^(v^2/2) times the probability that a normal number is more than v, for v >= 0, over 2^64: q(t) / (v + 4) with t = (v - 4) / (v + 4),
   up to 15. It is Mills' ratio over the root of 2 pi, for the factor brief_lifted(-v^2/2), whose rounding of v^2/2 costs more the larger v is. */
/* special mills 8 -1 .5677 f32 4 */
REM_MATH_FN rem_math_f32 rem_math_mills_poly_f32(rem_math_f32 t) {
  rem_math_f32 q = 0x1.059edcp-11f;
  q = rem_math_fma_f32(q, t, 0x1.c91d12p-10f);
  q = rem_math_fma_f32(q, t, -0x1.db49dcp-9f);
  q = rem_math_fma_f32(q, t, -0x1.f4b832p-8f);
  q = rem_math_fma_f32(q, t, 0x1.eed2c6p-5f);
  q = rem_math_fma_f32(q, t, -0x1.7df6f2p-3f);
  q = rem_math_fma_f32(q, t, 0x1.8c6e22p-2f);
  q = rem_math_fma_f32(q, t, -0x1.373e4cp-1f);
  return rem_math_fma_f32(q, t, 0x1.82b4bap-1f);
}
REM_MATH_FN rem_math_f32 rem_math_mills_f32(rem_math_f32 v) {
  rem_math_f32 s = 0x1p-64f / (v + 4.0f);
  return s * rem_math_mills_poly_f32(rem_math_fma_f32(-0x1p67f, s, 1.0f));
}

/* e^-|d|, but not below e^-87, for sums in which what is smaller does not count. */
REM_MATH_FN rem_math_f32 rem_math_decay_f32(rem_math_f32 d) {
  rem_math_f32 x = -rem_math_abs_f32(d), v = rem_math_sel_(x < -87.0f, -87.0f, x);
  rem_math_f32 y = rem_math_real_f32(rem_math_bits_f32(rem_math_brief_rest_f32(v)) + (rem_math_bits_f32(rem_math_exp_round_f32(v)) << 23));
  return rem_math_sel_(x == x, y, x);
}
/* The same of any d, in fewer steps: of NaN, too, it is e^-87. */
REM_MATH_FN rem_math_f32 rem_math_decay_some_f32(rem_math_f32 d) {
  rem_math_f32 v = rem_math_least_f32(-rem_math_size_f32(d), -87.0f);
  return rem_math_real_f32(rem_math_bits_f32(rem_math_brief_rest_f32(v)) + (rem_math_bits_f32(rem_math_exp_round_f32(v)) << 23));
}

/* e^d for d <= 0, and 0 below -87, for weights relative to the largest. */
REM_MATH_FN rem_math_f32 rem_math_fall_f32(rem_math_f32 d) {
  rem_math_f32 t = rem_math_exp_round_f32(d), y = rem_math_brief_rest_f32(d) * rem_math_real_f32((rem_math_bits_f32(t) << 23) + 0x3f800000);
  return rem_math_sel_(d < -87.0f, 0.0f, y);
}
/* The same of a d that is not NaN, in one step less: what is not 0 is normal. */
REM_MATH_FN rem_math_f32 rem_math_fall_some_f32(rem_math_f32 d) {
  rem_math_f32 y = rem_math_real_f32(rem_math_bits_f32(rem_math_brief_rest_f32(d)) + (rem_math_bits_f32(rem_math_exp_round_f32(d)) << 23));
  return rem_math_sel_(d < -87.0f, 0.0f, y);
}

/* s = 2^(n-1), halved so that n = 128 fits; then s (e^r - 1) + (s - 1/2). Around n = 1 that cancels, so h, its leading
   part, and c are kept with their rounding errors, and rl enters with its whole factor e^r = 1 + p. */
REM_MATH_FN rem_math_f32 rem_expm1_f32(rem_math_f32 x) {
  rem_math_f32 v = rem_math_sel_(x < -20.0f, -20.0f, x);
  rem_math_f32 t = rem_math_fma_f32(v, REM_MATH_LOG2E_f32, 0x1.8p23f), n = t - 0x1.8p23f;
  rem_math_f32 rh = rem_math_fma_f32(n, -REM_MATH_LN2_HI_f32, v), rl = n * -REM_MATH_LN2_LO_f32;
  rem_math_f32 z = rh * rh, w = rem_math_fma_f32(rh, rem_math_expm1_poly_f32(rh), 0.5f), p = rem_math_fma_f32(z, w, rh);
  rem_math_f32 s = rem_math_real_f32((rem_math_bits_f32(t) << 23) + 0x3f000000), c = s - 0.5f, cl = (s - c) - 0.5f;
  rem_math_f32 h = rem_math_fma_f32(s, rh, c), l = rem_math_fma_f32(s, rh, c - h) + cl;
  rem_math_f32 y = h + rem_math_fma_f32(s * z, w, rem_math_fma_f32(s, rem_math_fma_f32(rl, p, rl), l));
  y = rem_math_sel_(x <= REM_MATH_EXP_MAX_f32, y + y, x + rem_math_INF_f32);
  return rem_math_sel_(rem_math_abs_f32(x) < 0x1p-25f, x, y);
}

/* ---- f64: the same methods ---- */

#ifdef REM_MATH_HAS_F64
#define REM_MATH_LN2_HI_f64 0x1.62e42fefa39efp-1
#define REM_MATH_LN2_LO_f64 0x1.abc9e3b39803fp-56
#define REM_MATH_LOG2E_f64 0x1.71547652b82fep+0
#define REM_MATH_EXP_MAX_f64 0x1.62e42fefa39efp9

/* remez exp 8 -.3466 .3466 f64 */
REM_MATH_FN rem_math_f64 rem_math_exp_poly_f64(rem_math_f64 r) {
  rem_math_f64 z = r * r;
  rem_math_f64 q0 = 0x1.ad201d24a728dp-26;
  q0 = rem_math_fma_f64(q0, z, 0x1.71df5539a2383p-19);
  q0 = rem_math_fma_f64(q0, z, 0x1.a01a011c281e6p-13);
  q0 = rem_math_fma_f64(q0, z, 0x1.1111111128867p-7);
  q0 = rem_math_fma_f64(q0, z, 0x1.5555555555501p-3);
  rem_math_f64 q1 = 0x1.289f88ec4bdd5p-22;
  q1 = rem_math_fma_f64(q1, z, 0x1.a019ab2efb739p-16);
  q1 = rem_math_fma_f64(q1, z, 0x1.6c16c17cc2ae8p-10);
  q1 = rem_math_fma_f64(q1, z, 0x1.5555555553208p-5);
  return rem_math_fma_f64(q1, r, q0);
}

/* remez expm1 9 -.3466 .3466 f64 */
REM_MATH_FN rem_math_f64 rem_math_expm1_poly_f64(rem_math_f64 r) {
  rem_math_f64 z = r * r;
  rem_math_f64 q0 = 0x1.af5d29bdef351p-26;
  q0 = rem_math_fma_f64(q0, z, 0x1.71ddf94ef0dd6p-19);
  q0 = rem_math_fma_f64(q0, z, 0x1.a01a01af77562p-13);
  q0 = rem_math_fma_f64(q0, z, 0x1.111111110f7e9p-7);
  q0 = rem_math_fma_f64(q0, z, 0x1.5555555555559p-3);
  rem_math_f64 q1 = 0x1.1ef5234aee479p-29;
  q1 = rem_math_fma_f64(q1, z, 0x1.27e52b304fea7p-22);
  q1 = rem_math_fma_f64(q1, z, 0x1.a01a0183028acp-16);
  q1 = rem_math_fma_f64(q1, z, 0x1.6c16c16c1ccf3p-10);
  q1 = rem_math_fma_f64(q1, z, 0x1.5555555555549p-5);
  return rem_math_fma_f64(q1, r, q0);
}

REM_MATH_FN rem_math_f64 rem_math_exp_round_f64(rem_math_f64 v) { return rem_math_fma_f64(v, REM_MATH_LOG2E_f64, 0x1.8p52); }
REM_MATH_FN rem_math_f64 rem_math_exp_rest_f64(rem_math_f64 v) {
  rem_math_f64 n = rem_math_exp_round_f64(v) - 0x1.8p52, rh = rem_math_fma_f64(n, -REM_MATH_LN2_HI_f64, v), rl = n * -REM_MATH_LN2_LO_f64, r = rh + rl;
  rem_math_f64 h = 1.0 + rh, l = ((1.0 - h) + rh) + rl;
  return h + rem_math_fma_f64(r * r, rem_math_fma_f64(r, rem_math_exp_poly_f64(r), 0.5), l);
}
REM_MATH_FN rem_math_f64 rem_math_exp_scale_f64(rem_math_f64 e, rem_math_f64 t, rem_math_i32 low) {
  rem_math_u64 lift = rem_math_sel_(low, (rem_math_u64)1074 << 52, 0);
  rem_math_f64 q = rem_math_real_f64(rem_math_bits_f64(e) + (rem_math_bits_f64(t) << 52) + lift);
  rem_math_u64 normal = rem_math_bits_f64(q) - lift, units = rem_math_bits_f64(q + 0x1p52) - rem_math_bits_f64(0x1p52);
  return rem_math_real_f64(rem_math_sel_(low & (q < 0x1p52), units, normal));
}
/* Of an x from REM_EXP_LOW to REM_EXP_MAX, where nothing is special: on a processor that is a loop of its own. */
#define REM_MATH_EXP_LOW_f64 -707.0
REM_MATH_FN rem_math_f64 rem_math_exp_near_f64(rem_math_f64 x) { return rem_math_exp_scale_f64(rem_math_exp_rest_f64(x), rem_math_exp_round_f64(x), 0); }
REM_MATH_FN rem_math_f64 rem_exp_f64(rem_math_f64 x) {
  rem_math_f64 v = rem_math_sel_(x < -746.0, -746.0, x);
  rem_math_f64 y = rem_math_exp_scale_f64(rem_math_exp_rest_f64(v), rem_math_exp_round_f64(v), x < REM_MATH_EXP_LOW_f64);
  return rem_math_sel_(x <= REM_MATH_EXP_MAX_f64, y, x + rem_math_INF_f64);
}

/* remez exp2 9 -.5 .5 f64 */
REM_MATH_FN rem_math_f64 rem_math_exp2_poly_f64(rem_math_f64 r) {
  rem_math_f64 w = r * r;
  rem_math_f64 q0 = 0x1.e617b51f6ef77p-28;
  q0 = rem_math_fma_f64(q0, w, 0x1.62bfc9f52387cp-20);
  q0 = rem_math_fma_f64(q0, w, 0x1.4309130dc598cp-13);
  q0 = rem_math_fma_f64(q0, w, 0x1.3b2ab6fba0791p-7);
  q0 = rem_math_fma_f64(q0, w, 0x1.ebfbdff82c5a1p-3);
  rem_math_f64 q1 = 0x1.e7c6da5b3796cp-32;
  q1 = rem_math_fma_f64(q1, w, 0x1.b52652da1aedap-24);
  q1 = rem_math_fma_f64(q1, w, 0x1.ffcbfbc7c8f9p-17);
  q1 = rem_math_fma_f64(q1, w, 0x1.5d87fe78c3743p-10);
  q1 = rem_math_fma_f64(q1, w, 0x1.c6b08d704a046p-5);
  return rem_math_fma_f64(q1, r, q0);
}
REM_MATH_FN rem_math_f64 rem_math_exp2_head_f64(rem_math_f64 r) { return rem_math_fma_f64(r, REM_MATH_LN2_HI_f64, 1.0); }
REM_MATH_FN rem_math_f64 rem_math_exp2_tail_f64(rem_math_f64 r) {
  rem_math_f64 l = rem_math_fma_f64(r, REM_MATH_LN2_LO_f64, rem_math_fma_f64(r, REM_MATH_LN2_HI_f64, 1.0 - rem_math_exp2_head_f64(r)));
  return rem_math_fma_f64(r * r, rem_math_exp2_poly_f64(r), l);
}
REM_MATH_FN rem_math_f64 rem_exp2_f64(rem_math_f64 x) {
  rem_math_f64 v = rem_math_sel_(x < -1075.0, -1075.0, x), t = v + 0x1.8p52;
  rem_math_f64 r = v - (t - 0x1.8p52), y = rem_math_exp_scale_f64(rem_math_exp2_head_f64(r) + rem_math_exp2_tail_f64(r), t, x < -1020.0);
  return rem_math_sel_(x < 1024.0, y, x + rem_math_INF_f64);
}

/* Both parts of ln 2, as |d| may be 700 here; a shorter polynomial would cost a unit. */
REM_MATH_FN rem_math_f64 rem_math_brief_rest_f64(rem_math_f64 d) {
  rem_math_f64 n = rem_math_exp_round_f64(d) - 0x1.8p52, r = rem_math_fma_f64(n, -REM_MATH_LN2_LO_f64, rem_math_fma_f64(n, -REM_MATH_LN2_HI_f64, d));
  return rem_math_fma_f64(rem_math_fma_f64(rem_math_fma_f64(rem_math_exp_poly_f64(r), r, 0.5), r, 1.0), r, 1.0);
}
REM_MATH_FN rem_math_f64 rem_math_brief_near_f64(rem_math_f64 d) { return rem_math_exp_scale_f64(rem_math_brief_rest_f64(d), rem_math_exp_round_f64(d), 0); }
REM_MATH_FN rem_math_f64 rem_math_brief_f64(rem_math_f64 d) {
  rem_math_f64 v = rem_math_sel_(d < -746.0, -746.0, d);
  rem_math_f64 y = rem_math_exp_scale_f64(rem_math_brief_rest_f64(v), rem_math_exp_round_f64(v), d < REM_MATH_EXP_LOW_f64);
  return rem_math_sel_(d <= REM_MATH_EXP_MAX_f64, y, d + rem_math_INF_f64);
}

/* e^d 2^128 of a d from -790 to 0. */
REM_MATH_FN rem_math_f64 rem_math_brief_lifted_f64(rem_math_f64 d) {
  return rem_math_real_f64(rem_math_bits_f64(rem_math_brief_rest_f64(d)) + (rem_math_bits_f64(rem_math_exp_round_f64(d)) << 52) + ((rem_math_u64)128 << 52));
}

/* Over 2^128: q(t) / (v + 6) with t = (v - 6) / (v + 6), up to 39. */
/* special mills 20 -1 .7334 f64 6 */
REM_MATH_FN rem_math_f64 rem_math_mills_poly_f64(rem_math_f64 t) {
  rem_math_f64 q = -0x1.4aad0b5766f24p-27;
  q = rem_math_fma_f64(q, t, -0x1.7b223d1c1389dp-25);
  q = rem_math_fma_f64(q, t, 0x1.ea7d889d58188p-26);
  q = rem_math_fma_f64(q, t, 0x1.5eef11949aa7dp-22);
  q = rem_math_fma_f64(q, t, -0x1.da96db01a3ce1p-22);
  q = rem_math_fma_f64(q, t, -0x1.e848abc43b9dap-20);
  q = rem_math_fma_f64(q, t, 0x1.c82485e6a37c2p-18);
  q = rem_math_fma_f64(q, t, 0x1.237bab9ef3883p-20);
  q = rem_math_fma_f64(q, t, -0x1.0f9459bdfae58p-14);
  q = rem_math_fma_f64(q, t, 0x1.7c5591aec294ap-13);
  q = rem_math_fma_f64(q, t, 0x1.13b952242689dp-15);
  q = rem_math_fma_f64(q, t, -0x1.1764c98bee2c9p-9);
  q = rem_math_fma_f64(q, t, 0x1.48a83c595ad83p-7);
  q = rem_math_fma_f64(q, t, -0x1.fba9d53932bb3p-6);
  q = rem_math_fma_f64(q, t, 0x1.33e7777437e76p-4);
  q = rem_math_fma_f64(q, t, -0x1.38b069dbb0074p-3);
  q = rem_math_fma_f64(q, t, 0x1.1267d738433dap-2);
  q = rem_math_fma_f64(q, t, -0x1.a7d65772699a7p-2);
  q = rem_math_fma_f64(q, t, 0x1.234fe3fd924f7p-1);
  q = rem_math_fma_f64(q, t, -0x1.66eaa7d096415p-1);
  return rem_math_fma_f64(q, t, 0x1.8e010d2b8a0eap-1);
}
REM_MATH_FN rem_math_f64 rem_math_mills_f64(rem_math_f64 v) {
  rem_math_f64 s = 0x1p-128 / (v + 6.0);
  return s * rem_math_mills_poly_f64(rem_math_fma_f64(-0x1.8p131, s, 1.0));
}

/* e^-|d|, but not below e^-708. */
REM_MATH_FN rem_math_f64 rem_math_decay_f64(rem_math_f64 d) {
  rem_math_f64 x = -rem_math_abs_f64(d), v = rem_math_sel_(x < -708.0, -708.0, x);
  rem_math_f64 y = rem_math_real_f64(rem_math_bits_f64(rem_math_brief_rest_f64(v)) + (rem_math_bits_f64(rem_math_exp_round_f64(v)) << 52));
  return rem_math_sel_(x == x, y, x);
}
REM_MATH_FN rem_math_f64 rem_math_decay_some_f64(rem_math_f64 d) {
  rem_math_f64 v = rem_math_least_f64(-rem_math_size_f64(d), -708.0);
  return rem_math_real_f64(rem_math_bits_f64(rem_math_brief_rest_f64(v)) + (rem_math_bits_f64(rem_math_exp_round_f64(v)) << 52));
}

REM_MATH_FN rem_math_f64 rem_math_fall_f64(rem_math_f64 d) {
  rem_math_f64 t = rem_math_exp_round_f64(d), y = rem_math_brief_rest_f64(d) * rem_math_real_f64((rem_math_bits_f64(t) << 52) + 0x3ff0000000000000);
  return rem_math_sel_(d < -708.0, 0.0, y);
}
REM_MATH_FN rem_math_f64 rem_math_fall_some_f64(rem_math_f64 d) {
  rem_math_f64 y = rem_math_real_f64(rem_math_bits_f64(rem_math_brief_rest_f64(d)) + (rem_math_bits_f64(rem_math_exp_round_f64(d)) << 52));
  return rem_math_sel_(d < -708.0, 0.0, y);
}

REM_MATH_FN rem_math_f64 rem_expm1_f64(rem_math_f64 x) {
  rem_math_f64 v = rem_math_sel_(x < -40.0, -40.0, x);
  rem_math_f64 t = rem_math_fma_f64(v, REM_MATH_LOG2E_f64, 0x1.8p52), n = t - 0x1.8p52;
  rem_math_f64 rh = rem_math_fma_f64(n, -REM_MATH_LN2_HI_f64, v), rl = n * -REM_MATH_LN2_LO_f64;
  rem_math_f64 z = rh * rh, w = rem_math_fma_f64(rh, rem_math_expm1_poly_f64(rh), 0.5), p = rem_math_fma_f64(z, w, rh);
  rem_math_f64 s = rem_math_real_f64((rem_math_bits_f64(t) << 52) + 0x3fe0000000000000), c = s - 0.5, cl = (s - c) - 0.5;
  rem_math_f64 h = rem_math_fma_f64(s, rh, c), l = rem_math_fma_f64(s, rh, c - h) + cl;
  rem_math_f64 y = h + rem_math_fma_f64(s * z, w, rem_math_fma_f64(s, rem_math_fma_f64(rl, p, rl), l));
  y = rem_math_sel_(x <= REM_MATH_EXP_MAX_f64, y + y, x + rem_math_INF_f64);
  return rem_math_sel_(rem_math_abs_f64(x) < 0x1p-54, x, y);
}
#endif

#endif

/* log.h: log, log2, log10 and log1p. math.h says what they have in common; exp.h comes first. */
#ifndef REM_MATH_MATH_LOG_H
#define REM_MATH_MATH_LOG_H

/* How they reduce: x = 2^k (1 + f) with 1 + f in [2/3, 4/3), and f is exact. The exponent falls out of an
   integer subtraction, because the offset is 2/3's own bits. */

/* ---- f32 ---- */

/* log1p f = f - f^2/2 + f^3 q(f) */
/* remez log 8 -.33334 .33334 f32 */
REM_MATH_FN rem_math_f32 rem_math_log_poly_f32(rem_math_f32 f) {
  rem_math_f32 z = f * f;
  rem_math_f32 q0 = 0x1.ebd198p-4f;
  q0 = rem_math_fma_f32(q0, z, 0x1.b87dfep-4f);
  q0 = rem_math_fma_f32(q0, z, 0x1.24f49p-3f);
  q0 = rem_math_fma_f32(q0, z, 0x1.99977ep-3f);
  q0 = rem_math_fma_f32(q0, z, 0x1.555556p-2f);
  rem_math_f32 q1 = -0x1.0711dap-3f;
  q1 = rem_math_fma_f32(q1, z, -0x1.f389b2p-4f);
  q1 = rem_math_fma_f32(q1, z, -0x1.55990ap-3f);
  q1 = rem_math_fma_f32(q1, z, -0x1.ffff0ep-3f);
  return rem_math_fma_f32(q1, f, q0);
}

/* k ln 2 + log(1 + f + e), e a correction far below f. The leading part h is kept with its rounding error: k LN2_HI
   is either zero or larger than f. */
REM_MATH_FN rem_math_f32 rem_math_log_sum_f32(rem_math_f32 k, rem_math_f32 f, rem_math_f32 e) {
  rem_math_f32 h = rem_math_fma_f32(k, REM_MATH_LN2_HI_f32, f), l = rem_math_fma_f32(k, REM_MATH_LN2_HI_f32, -h) + f;
  rem_math_f32 low = rem_math_fma_f32(k, REM_MATH_LN2_LO_f32, l + e);
  return h + rem_math_fma_f32(f * f, rem_math_fma_f32(f, rem_math_log_poly_f32(f), -0.5f), low);
}

/* x = 2^k (1 + f): log_bits holds k in its exponent's place and f in the rest. Denormals are lifted by 2^24, and the
   lift's own exponent is taken off again with the offset. */
REM_MATH_FN rem_math_u32 rem_math_log_bits_f32(rem_math_f32 x) {
  rem_math_f32 lift = rem_math_sel_(x < rem_math_TINY_f32, 0x1p24f, 1.0f);
  return rem_math_bits_f32(x * lift) - rem_math_bits_f32(lift) + (0x3f800000 - 0x3f2aaaab);
}
REM_MATH_FN rem_math_f32 rem_math_log_k_f32(rem_math_u32 i) { return (rem_math_f32)((rem_math_i32)i >> 23); }
REM_MATH_FN rem_math_f32 rem_math_log_f_f32(rem_math_u32 i) { return rem_math_real_f32((i & 0x007fffff) + 0x3f2aaaab) - 1.0f; }

/* y, but for an x that is not positive and finite. The sign bit spread over a word makes NaN of a negative's result.
   (Integer tests, because gcc rewrites a chain of comparisons of x into a longer one.) */
REM_MATH_FN rem_math_f32 rem_math_log_ends_f32(rem_math_f32 x, rem_math_f32 y) {
  y = rem_math_sel_((rem_math_i32)rem_math_bits_f32(x) < (rem_math_i32)0x7f800000, y, x);
  y = rem_math_real_f32(rem_math_bits_f32(y) | (rem_math_u32)((rem_math_i32)rem_math_bits_f32(x) >> 31));
  return rem_math_sel_(x == 0.0f, -rem_math_INF_f32, y);
}
REM_MATH_FN rem_math_f32 rem_log_f32(rem_math_f32 x) {
  rem_math_u32 i = rem_math_log_bits_f32(x);
  return rem_math_log_ends_f32(x, rem_math_log_sum_f32(rem_math_log_k_f32(i), rem_math_log_f_f32(i), -0.0f));
}
/* Of an x that is positive, normal and finite. */
REM_MATH_FN rem_math_f32 rem_math_log_near_f32(rem_math_f32 x) {
  rem_math_u32 i = rem_math_bits_f32(x) - 0x3f2aaaab;
  return rem_math_log_sum_f32(rem_math_log_k_f32(i), rem_math_log_f_f32(i), -0.0f);
}

/* log2 e and log10 e in two parts; of log10 2 the first times k is exact. */
#define REM_MATH_LOG2E_LO_f32 0x1.4ae0cp-26f
#define REM_MATH_LOG10E_f32 0x1.bcb7b2p-2f
#define REM_MATH_LOG10E_LO_f32 -0x1.5b235ep-27f
#define REM_MATH_LOG10_2_f32 0x1.3442p-2f
#define REM_MATH_LOG10_2_LO_f32 -0x1.95ec1p-19f

/* log2(1 + f) = (f - f^2/2) log2 e + f^3 q(f) */
/* remez log2 8 -.33334 .33334 f32 */
REM_MATH_FN rem_math_f32 rem_math_log2_poly_f32(rem_math_f32 f) {
  rem_math_f32 w = f * f;
  rem_math_f32 q0 = 0x1.62c5bp-3f;
  q0 = rem_math_fma_f32(q0, w, 0x1.3dbf78p-3f);
  q0 = rem_math_fma_f32(q0, w, 0x1.a6a52cp-3f);
  q0 = rem_math_fma_f32(q0, w, 0x1.27754p-2f);
  q0 = rem_math_fma_f32(q0, w, 0x1.ec70ap-2f);
  rem_math_f32 q1 = -0x1.7b8786p-3f;
  q1 = rem_math_fma_f32(q1, w, -0x1.685726p-3f);
  q1 = rem_math_fma_f32(q1, w, -0x1.ecd24ap-3f);
  q1 = rem_math_fma_f32(q1, w, -0x1.7153c8p-2f);
  return rem_math_fma_f32(q1, f, q0);
}
REM_MATH_FN rem_math_f32 rem_log2_f32(rem_math_f32 x) {
  rem_math_u32 i = rem_math_log_bits_f32(x);
  rem_math_f32 k = rem_math_log_k_f32(i), f = rem_math_log_f_f32(i), h = rem_math_fma_f32(f, REM_MATH_LOG2E_f32, k), l = rem_math_fma_f32(f, REM_MATH_LOG2E_f32, k - h);
  rem_math_f32 z = f * f, low = rem_math_fma_f32(z * f, rem_math_log2_poly_f32(f), rem_math_fma_f32(f, REM_MATH_LOG2E_LO_f32, l));
  return rem_math_log_ends_f32(x, h + rem_math_fma_f32(z, -0.5f * REM_MATH_LOG2E_f32, low));
}

/* log10(1 + f) = (f - f^2/2) log10 e + f^3 q(f) */
/* remez log10 8 -.33334 .33334 f32 */
REM_MATH_FN rem_math_f32 rem_math_log10_poly_f32(rem_math_f32 f) {
  rem_math_f32 w = f * f;
  rem_math_f32 q0 = 0x1.ab3036p-5f;
  q0 = rem_math_fma_f32(q0, w, 0x1.7e9b4cp-5f);
  q0 = rem_math_fma_f32(q0, w, 0x1.fcea6p-5f);
  q0 = rem_math_fma_f32(q0, w, 0x1.63c452p-4f);
  q0 = rem_math_fma_f32(q0, w, 0x1.287a78p-3f);
  rem_math_f32 q1 = -0x1.c8ffb8p-5f;
  q1 = rem_math_fma_f32(q1, w, -0x1.b1e4a2p-5f);
  q1 = rem_math_fma_f32(q1, w, -0x1.28b544p-4f);
  q1 = rem_math_fma_f32(q1, w, -0x1.bcb6ep-4f);
  return rem_math_fma_f32(q1, f, q0);
}
REM_MATH_FN rem_math_f32 rem_log10_f32(rem_math_f32 x) {
  rem_math_u32 i = rem_math_log_bits_f32(x);
  rem_math_f32 k = rem_math_log_k_f32(i), f = rem_math_log_f_f32(i), c = k * REM_MATH_LOG10_2_f32;
  rem_math_f32 h = rem_math_fma_f32(f, REM_MATH_LOG10E_f32, c), l = rem_math_fma_f32(f, REM_MATH_LOG10E_f32, c - h);
  rem_math_f32 z = f * f, low = rem_math_fma_f32(k, REM_MATH_LOG10_2_LO_f32, rem_math_fma_f32(f, REM_MATH_LOG10E_LO_f32, l));
  low = rem_math_fma_f32(z * f, rem_math_log10_poly_f32(f), low);
  return rem_math_log_ends_f32(x, h + rem_math_fma_f32(z, -0.5f * REM_MATH_LOG10E_f32, low));
}

/* k comes from 1 + x rounded, f from x itself: f = a + b with a = x 2^-k and b = 2^-k - 1, and e is what rounding f
   lost. The sign of the result is that of x (for -0 too); a negative 1 + x makes NaN. */
REM_MATH_FN rem_math_f32 rem_log1p_f32(rem_math_f32 x) {
  rem_math_f32 u = 1.0f + x;
  rem_math_u32 i = rem_math_bits_f32(u) - 0x3f2aaaab, k = i & 0xff800000;
  rem_math_i32 down = (rem_math_i32)(0x3f800000 - k);
  rem_math_f32 a = rem_math_real_f32(rem_math_bits_f32(x) - k), b = rem_math_real_f32((rem_math_u32)rem_math_sel_(down > 0, down, 0)) - 1.0f;
  rem_math_f32 f = a + b, e = a - (f - b);
  rem_math_f32 y = rem_math_log_sum_f32(rem_math_log_k_f32(i), f, rem_math_fma_f32(-e, f, e));
  y = rem_math_real_f32(rem_math_bits_f32(y) | (rem_math_bits_f32(x) & 0x80000000) | (rem_math_u32)((rem_math_i32)rem_math_bits_f32(u) >> 31));
  y = rem_math_sel_(x < rem_math_INF_f32, y, x);
  return rem_math_sel_(u == 0.0f, -rem_math_INF_f32, y);
}

/* log(1 + x + e) + more ln 2 for a finite x >= 0, e a correction far below x: as log1p. */
REM_MATH_FN rem_math_f32 rem_math_log1p_sum_f32(rem_math_f32 x, rem_math_f32 e, rem_math_f32 more) {
  rem_math_u32 i = rem_math_bits_f32(1.0f + x) - 0x3f2aaaab, k = i & 0xff800000;
  rem_math_i32 down = (rem_math_i32)(0x3f800000 - k);
  rem_math_f32 s = rem_math_real_f32((rem_math_u32)rem_math_sel_(down > 0, down, 0)), a = rem_math_real_f32(rem_math_bits_f32(x) - k), b = s - 1.0f;
  rem_math_f32 f = a + b, d = rem_math_fma_f32(e, s, a - (f - b));
  return rem_math_log_sum_f32(rem_math_log_k_f32(i) + more, f, rem_math_fma_f32(-d, f, d));
}

/* ---- f64: the same methods ---- */

#ifdef REM_MATH_HAS_F64
/* remez log 19 -.3333334 .3333334 f64 */
REM_MATH_FN rem_math_f64 rem_math_log_poly_f64(rem_math_f64 f) {
  rem_math_f64 z = f * f;
  rem_math_f64 q0 = 0x1.5bfc77f37cfep-4;
  q0 = rem_math_fma_f64(q0, z, 0x1.563d0ae2856e9p-5);
  q0 = rem_math_fma_f64(q0, z, 0x1.efb6b061260ccp-5);
  q0 = rem_math_fma_f64(q0, z, 0x1.106a03ef7f16dp-4);
  q0 = rem_math_fma_f64(q0, z, 0x1.3b1dacb193b34p-4);
  q0 = rem_math_fma_f64(q0, z, 0x1.745cb66037fbp-4);
  q0 = rem_math_fma_f64(q0, z, 0x1.c71c740967a5p-4);
  q0 = rem_math_fma_f64(q0, z, 0x1.24924920b8e4ep-3);
  q0 = rem_math_fma_f64(q0, z, 0x1.99999999a0099p-3);
  q0 = rem_math_fma_f64(q0, z, 0x1.5555555555538p-2);
  rem_math_f64 q1 = -0x1.556124478b8dcp-4;
  q1 = rem_math_fma_f64(q1, z, -0x1.3a7e3e90aa2b6p-5);
  q1 = rem_math_fma_f64(q1, z, -0x1.d6cc3751e02f3p-5);
  q1 = rem_math_fma_f64(q1, z, -0x1.fe6a5c16ae883p-5);
  q1 = rem_math_fma_f64(q1, z, -0x1.249f6ead02a28p-4);
  q1 = rem_math_fma_f64(q1, z, -0x1.5554c85c6da3ap-4);
  q1 = rem_math_fma_f64(q1, z, -0x1.99999d53809edp-4);
  q1 = rem_math_fma_f64(q1, z, -0x1.fffffff10755fp-4);
  q1 = rem_math_fma_f64(q1, z, -0x1.5555555565101p-3);
  q1 = rem_math_fma_f64(q1, z, -0x1.fffffffffff36p-3);
  return rem_math_fma_f64(q1, f, q0);
}

REM_MATH_FN rem_math_f64 rem_math_log_sum_f64(rem_math_f64 k, rem_math_f64 f, rem_math_f64 e) {
  rem_math_f64 h = rem_math_fma_f64(k, REM_MATH_LN2_HI_f64, f), l = rem_math_fma_f64(k, REM_MATH_LN2_HI_f64, -h) + f;
  rem_math_f64 low = rem_math_fma_f64(k, REM_MATH_LN2_LO_f64, l + e);
  return h + rem_math_fma_f64(f * f, rem_math_fma_f64(f, rem_math_log_poly_f64(f), -0.5), low);
}

/* k from the exponent field of i, which holds k + 2047: through the last bits of 2^52, since AVX2 converts no
   64-bit integers. */
REM_MATH_FN rem_math_f64 rem_math_log_k_f64(rem_math_u64 i) { return rem_math_real_f64((i >> 52) | 0x4330000000000000) - (0x1p52 + 2047.0); }

REM_MATH_FN rem_math_u64 rem_math_log_bits_f64(rem_math_f64 x) {
  rem_math_f64 lift = rem_math_sel_(x < rem_math_TINY_f64, 0x1p54, 1.0);
  return rem_math_bits_f64(x * lift) - rem_math_bits_f64(lift) + (0x7ff0000000000000 + (0x3ff0000000000000 - 0x3fe5555555555555));
}
REM_MATH_FN rem_math_f64 rem_math_log_f_f64(rem_math_u64 i) { return rem_math_real_f64((i & 0x000fffffffffffff) + 0x3fe5555555555555) - 1.0; }
REM_MATH_FN rem_math_f64 rem_math_log_ends_f64(rem_math_f64 x, rem_math_f64 y) {
  y = rem_math_sel_((rem_math_i64)rem_math_bits_f64(x) < (rem_math_i64)0x7ff0000000000000, y, x);
  y = rem_math_real_f64(rem_math_bits_f64(y) | (rem_math_u64)((rem_math_i64)rem_math_bits_f64(x) >> 63));
  return rem_math_sel_(x == 0.0, -rem_math_INF_f64, y);
}
REM_MATH_FN rem_math_f64 rem_log_f64(rem_math_f64 x) {
  rem_math_u64 i = rem_math_log_bits_f64(x);
  return rem_math_log_ends_f64(x, rem_math_log_sum_f64(rem_math_log_k_f64(i), rem_math_log_f_f64(i), -0.0));
}
REM_MATH_FN rem_math_f64 rem_math_log_near_f64(rem_math_f64 x) {
  rem_math_u64 i = rem_math_bits_f64(x) + (0x7ff0000000000000 - 0x3fe5555555555555);
  return rem_math_log_sum_f64(rem_math_log_k_f64(i), rem_math_log_f_f64(i), -0.0);
}

#define REM_MATH_LOG2E_LO_f64 0x1.777d0ffda0d24p-56
#define REM_MATH_LOG10E_f64 0x1.bcb7b1526e50ep-2
#define REM_MATH_LOG10E_LO_f64 0x1.95355baaafad3p-57
#define REM_MATH_LOG10_2_f64 0x1.34413509f78p-2
#define REM_MATH_LOG10_2_LO_f64 0x1.fef311f12b358p-46

/* remez log2 19 -.3333334 .3333334 f64 */
REM_MATH_FN rem_math_f64 rem_math_log2_poly_f64(rem_math_f64 f) {
  rem_math_f64 w = f * f;
  rem_math_f64 q0 = 0x1.f609b89423965p-4;
  q0 = rem_math_fma_f64(q0, w, 0x1.edbee6e6cd75fp-5);
  q0 = rem_math_fma_f64(q0, w, 0x1.6594f0a625191p-4);
  q0 = rem_math_fma_f64(q0, w, 0x1.8902b05e648a6p-4);
  q0 = rem_math_fma_f64(q0, w, 0x1.c69dbd4e1ffd5p-4);
  q0 = rem_math_fma_f64(q0, w, 0x1.0c9a3eb3caf72p-3);
  q0 = rem_math_fma_f64(q0, w, 0x1.484b1578e6c3p-3);
  q0 = rem_math_fma_f64(q0, w, 0x1.a61762a2204efp-3);
  q0 = rem_math_fma_f64(q0, w, 0x1.2776c50efe64bp-2);
  q0 = rem_math_fma_f64(q0, w, 0x1.ec709dc3a03d3p-2);
  rem_math_f64 q1 = -0x1.ec81a6f41d157p-4;
  q1 = rem_math_fma_f64(q1, w, -0x1.c5b7baf6dc4cap-5);
  q1 = rem_math_fma_f64(q1, w, -0x1.539bd82cb652fp-4);
  q1 = rem_math_fma_f64(q1, w, -0x1.702fdac66e61bp-4);
  q1 = rem_math_fma_f64(q1, w, -0x1.a62a5a17bc2fap-4);
  q1 = rem_math_fma_f64(q1, w, -0x1.ec6fd26257746p-4);
  q1 = rem_math_fma_f64(q1, w, -0x1.2776c7bf121b8p-3);
  q1 = rem_math_fma_f64(q1, w, -0x1.71547647eb811p-3);
  q1 = rem_math_fma_f64(q1, w, -0x1.ec709dc3b6f13p-3);
  q1 = rem_math_fma_f64(q1, w, -0x1.71547652b826cp-2);
  return rem_math_fma_f64(q1, f, q0);
}
REM_MATH_FN rem_math_f64 rem_log2_f64(rem_math_f64 x) {
  rem_math_u64 i = rem_math_log_bits_f64(x);
  rem_math_f64 k = rem_math_log_k_f64(i), f = rem_math_log_f_f64(i), h = rem_math_fma_f64(f, REM_MATH_LOG2E_f64, k), l = rem_math_fma_f64(f, REM_MATH_LOG2E_f64, k - h);
  rem_math_f64 z = f * f, low = rem_math_fma_f64(z * f, rem_math_log2_poly_f64(f), rem_math_fma_f64(f, REM_MATH_LOG2E_LO_f64, l));
  return rem_math_log_ends_f64(x, h + rem_math_fma_f64(z, -0.5 * REM_MATH_LOG2E_f64, low));
}

/* remez log10 19 -.3333334 .3333334 f64 */
REM_MATH_FN rem_math_f64 rem_math_log10_poly_f64(rem_math_f64 f) {
  rem_math_f64 w = f * f;
  rem_math_f64 q0 = 0x1.2e41c946d3cc9p-5;
  q0 = rem_math_fma_f64(q0, w, 0x1.2943b8c90773dp-6);
  q0 = rem_math_fma_f64(q0, w, 0x1.ae92466ec0c29p-6);
  q0 = rem_math_fma_f64(q0, w, 0x1.d93b574d34b0ep-6);
  q0 = rem_math_fma_f64(q0, w, 0x1.11b4c9ffb566fp-5);
  q0 = rem_math_fma_f64(q0, w, 0x1.436dfe40a00fep-5);
  q0 = rem_math_fma_f64(q0, w, 0x1.8b4df4ea3cf88p-5);
  q0 = rem_math_fma_f64(q0, w, 0x1.fc3fa60e608f8p-5);
  q0 = rem_math_fma_f64(q0, w, 0x1.63c627752aa4fp-4);
  q0 = rem_math_fma_f64(q0, w, 0x1.287a7636f4345p-3);
  rem_math_f64 q1 = -0x1.2884b7e98dbebp-5;
  q1 = rem_math_fma_f64(q1, w, -0x1.112a4f4c16e24p-6);
  q1 = rem_math_fma_f64(q1, w, -0x1.98ee01042b717p-6);
  q1 = rem_math_fma_f64(q1, w, -0x1.bb575ba5874d9p-6);
  q1 = rem_math_fma_f64(q1, w, -0x1.fc567c9ca2eecp-6);
  q1 = rem_math_fma_f64(q1, w, -0x1.2879fbc487804p-5);
  q1 = rem_math_fma_f64(q1, w, -0x1.63c62ab1b1a07p-5);
  q1 = rem_math_fma_f64(q1, w, -0x1.bcb7b1456d4e6p-5);
  q1 = rem_math_fma_f64(q1, w, -0x1.287a763701df8p-4);
  q1 = rem_math_fma_f64(q1, w, -0x1.bcb7b1526e45fp-4);
  return rem_math_fma_f64(q1, f, q0);
}
REM_MATH_FN rem_math_f64 rem_log10_f64(rem_math_f64 x) {
  rem_math_u64 i = rem_math_log_bits_f64(x);
  rem_math_f64 k = rem_math_log_k_f64(i), f = rem_math_log_f_f64(i), c = k * REM_MATH_LOG10_2_f64;
  rem_math_f64 h = rem_math_fma_f64(f, REM_MATH_LOG10E_f64, c), l = rem_math_fma_f64(f, REM_MATH_LOG10E_f64, c - h);
  rem_math_f64 z = f * f, low = rem_math_fma_f64(k, REM_MATH_LOG10_2_LO_f64, rem_math_fma_f64(f, REM_MATH_LOG10E_LO_f64, l));
  low = rem_math_fma_f64(z * f, rem_math_log10_poly_f64(f), low);
  return rem_math_log_ends_f64(x, h + rem_math_fma_f64(z, -0.5 * REM_MATH_LOG10E_f64, low));
}

REM_MATH_FN rem_math_f64 rem_log1p_f64(rem_math_f64 x) {
  rem_math_f64 u = 1.0 + x;
  rem_math_u64 i = rem_math_bits_f64(u) + (0x7ff0000000000000 - 0x3fe5555555555555);
  rem_math_u64 k = (i & 0xfff0000000000000) - 0x7ff0000000000000;
  rem_math_i64 down = (rem_math_i64)(0x3ff0000000000000 - k);
  rem_math_f64 a = rem_math_real_f64(rem_math_bits_f64(x) - k), b = rem_math_real_f64((rem_math_u64)rem_math_sel_(down > 0, down, 0)) - 1.0;
  rem_math_f64 f = a + b, e = a - (f - b);
  rem_math_f64 y = rem_math_log_sum_f64(rem_math_log_k_f64(i), f, rem_math_fma_f64(-e, f, e));
  y = rem_math_real_f64(rem_math_bits_f64(y) | (rem_math_bits_f64(x) & 0x8000000000000000) | (rem_math_u64)((rem_math_i64)rem_math_bits_f64(u) >> 63));
  y = rem_math_sel_(x < rem_math_INF_f64, y, x);
  return rem_math_sel_(u == 0.0, -rem_math_INF_f64, y);
}

REM_MATH_FN rem_math_f64 rem_math_log1p_sum_f64(rem_math_f64 x, rem_math_f64 e, rem_math_f64 more) {
  rem_math_u64 i = rem_math_bits_f64(1.0 + x) + (0x7ff0000000000000 - 0x3fe5555555555555);
  rem_math_u64 k = (i & 0xfff0000000000000) - 0x7ff0000000000000;
  rem_math_i64 down = (rem_math_i64)(0x3ff0000000000000 - k);
  rem_math_f64 s = rem_math_real_f64((rem_math_u64)rem_math_sel_(down > 0, down, 0)), a = rem_math_real_f64(rem_math_bits_f64(x) - k), b = s - 1.0;
  rem_math_f64 f = a + b, d = rem_math_fma_f64(e, s, a - (f - b));
  return rem_math_log_sum_f64(rem_math_log_k_f64(i) + more, f, rem_math_fma_f64(-d, f, d));
}
#endif

#endif

/* hyper.h: tanh, sigmoid, sinh, cosh, asinh, acosh and atanh. math.h says what they have in common; exp.h and log.h
   come first. */
#ifndef REM_MATH_MATH_HYPER_H
#define REM_MATH_MATH_HYPER_H

/* ---- f32 ---- */

/* tanh r = r + r^3 q(r^2) */
/* remez tanh 6 0 1.0 f32 refit */
REM_MATH_FN rem_math_f32 rem_math_tanh_poly_f32(rem_math_f32 z) {
  rem_math_f32 q = -0x1.77d234p-12f;
  q = rem_math_fma_f32(q, z, 0x1.2da0ep-9f);
  q = rem_math_fma_f32(q, z, -0x1.045ffep-7f);
  q = rem_math_fma_f32(q, z, 0x1.6009a6p-6f);
  q = rem_math_fma_f32(q, z, -0x1.b9623ap-5f);
  q = rem_math_fma_f32(q, z, 0x1.110be4p-3f);
  q = rem_math_fma_f32(q, z, -0x1.55553cp-2f);
  return q;
}

/* That below 1; from there on 1 - 2 / d with d = e^(2|x|) + 1, rounded once: 2 / d is below 1/4, so that its errors
   count little. 2 log2 e is split in two. */
REM_MATH_FN rem_math_f32 rem_tanh_f32(rem_math_f32 x) {
  rem_math_f32 a = rem_math_abs_f32(x), z = a * a, small = rem_math_fma_f32(a * z, rem_math_tanh_poly_f32(z), a), b = rem_math_sel_(a < 10.0f, a, 10.0f);
  rem_math_f32 t = rem_math_fma_f32(b, 2 * REM_MATH_LOG2E_f32, 0x1.8p23f), n = t - 0x1.8p23f;
  rem_math_f32 r = rem_math_fma_f32(b, 2 * REM_MATH_LOG2E_LO_f32, rem_math_fma_f32(b, 2 * REM_MATH_LOG2E_f32, -n));
  rem_math_f32 p = rem_math_real_f32(rem_math_bits_f32(1.0f) + (rem_math_bits_f32(t) << 23));
  rem_math_f32 d = rem_math_fma_f32(p * r, rem_math_fma_f32(r, rem_math_exp2_poly_f32(r), REM_MATH_LN2_HI_f32), p + 1.0f);
  return rem_math_copysign_f32(rem_math_sel_(a >= 1.0f, rem_math_fma_f32(-2.0f, rem_math_rcp_near_f32(d), 1.0f), small), x);
}

/* p / (p + e^r) with x = n ln 2 - r, p = 2^n. The divisor, 1 + p plus r q(r), is kept in two parts, d and l; its
   reciprocal is corrected by what its product with them lacks. p comes in last, so that denormal results are rounded as
   exp's are; below -86 it adds nothing to the divisor. */
REM_MATH_FN rem_math_f32 rem_math_sigmoid_of_f32(rem_math_f32 v, rem_math_i32 low) {
  rem_math_f32 t = rem_math_exp_round_f32(v), n = t - 0x1.8p23f;
  rem_math_f32 r = rem_math_fma_f32(n, REM_MATH_LN2_LO_f32, rem_math_fma_f32(n, REM_MATH_LN2_HI_f32, -v));
  rem_math_f32 q = rem_math_fma_f32(r, rem_math_fma_f32(r, rem_math_exp_poly_f32(r), 0.5f), 1.0f);
  rem_math_f32 p = rem_math_sel_(low, 0.0f, rem_math_real_f32(rem_math_bits_f32(1.0f) + (rem_math_bits_f32(t) << 23)));
  rem_math_f32 c = 1.0f + p, d = rem_math_fma_f32(r, q, c), l = rem_math_fma_f32(r, q, c - d) + ((1.0f - c) + p), inv = rem_math_rcp_near_f32(d);
  rem_math_f32 y = rem_math_fma_f32(inv, rem_math_fma_f32(-inv, l, rem_math_fma_f32(-inv, d, 1.0f)), inv);
  return rem_math_exp_scale_f32(y, t, low);
}
REM_MATH_FN rem_math_f32 rem_sigmoid_f32(rem_math_f32 x) {
  rem_math_f32 m = rem_math_sel_(x < 18.0f, x, 18.0f), v = rem_math_sel_(m > -104.0f, m, -104.0f);
  return rem_math_sel_(x == x, rem_math_sigmoid_of_f32(v, x < REM_MATH_EXP_LOW_f32), x);
}
/* Of an x from REM_EXP_LOW on. */
REM_MATH_FN rem_math_f32 rem_math_sigmoid_near_f32(rem_math_f32 x) { return rem_math_sigmoid_of_f32(rem_math_sel_(x < 18.0f, x, 18.0f), 0); }

/* |x| = n ln 2 + r as for exp, and then with p = 2^n and m = 2^-n, halved,
     sinh |x| = (p + m) sinh r + (p - m) cosh r        cosh |x| = (p - m) sinh r + (p + m) cosh r
   All of it is halved once more, so that n = 128 and more fits. sinh r = rh + s and cosh r = 1 + c: what is added last
   is small, and the sum of the rest loses nothing that its rounding error does not give back. */

/* sinh r = r + r^3 q(r^2) */
/* remez sinh 2 0 .1203 f32 */
REM_MATH_FN rem_math_f32 rem_math_sinh_poly_f32(rem_math_f32 z) {
  rem_math_f32 q = 0x1.a17p-13f;
  q = rem_math_fma_f32(q, z, 0x1.1110b2p-7f);
  q = rem_math_fma_f32(q, z, 0x1.555556p-3f);
  return q;
}

/* cosh r = 1 + r^2/2 + r^4 q(r^2) */
/* remez cosh 1 0 .1203 f32 */
REM_MATH_FN rem_math_f32 rem_math_cosh_poly_f32(rem_math_f32 z) {
  rem_math_f32 q = 0x1.6d4e8p-10f;
  q = rem_math_fma_f32(q, z, 0x1.5554e6p-5f);
  return q;
}

REM_MATH_FN rem_math_f32 rem_math_sinhcosh_f32(rem_math_f32 v, rem_math_f32 sign) {
  rem_math_f32 t = rem_math_exp_round_f32(v), n = t - 0x1.8p23f, rh = rem_math_fma_f32(n, -REM_MATH_LN2_HI_f32, v), rl = n * -REM_MATH_LN2_LO_f32;
  rem_math_f32 r = rh + rl, z = r * r, s = rem_math_fma_f32(r * z, rem_math_sinh_poly_f32(z), rl), c = z * rem_math_fma_f32(z, rem_math_cosh_poly_f32(z), 0.5f);
  rem_math_f32 p = rem_math_real_f32(rem_math_bits_f32(0.25f) + (rem_math_bits_f32(t) << 23));
  rem_math_f32 m = sign * rem_math_sel_(v < 80.0f, rem_math_real_f32(rem_math_bits_f32(0.25f) - (rem_math_bits_f32(t) << 23)), 0.0f);
  rem_math_f32 a = p + m, al = (p - a) + m, b = p - m;
  rem_math_f32 y = rem_math_fma_f32(b, rh, a) + rem_math_fma_f32(a, c, rem_math_fma_f32(b, s, al));
  return y + y;
}
REM_MATH_FN rem_math_f32 rem_sinh_f32(rem_math_f32 x) {
  rem_math_f32 a = rem_math_abs_f32(x), y = rem_math_sinhcosh_f32(rem_math_sel_(a > 89.5f, 89.5f, a), -1.0f);
  y = rem_math_sel_(a < 89.5f, y, a + rem_math_INF_f32);
  return rem_math_copysign_f32(rem_math_sel_(a < 0x1p-12f, a, y), x);
}
REM_MATH_FN rem_math_f32 rem_cosh_f32(rem_math_f32 x) {
  rem_math_f32 a = rem_math_abs_f32(x), y = rem_math_sinhcosh_f32(rem_math_sel_(a > 89.5f, 89.5f, a), 1.0f);
  return rem_math_sel_(a < 89.5f, y, a + rem_math_INF_f32);
}

/* log(a + sqrt(a^2 + 1)) = log1p(a + a^2 / (1 + sqrt(a^2 + 1))) with a = |x|; log 2a for a large one. */
REM_MATH_FN rem_math_f32 rem_asinh_f32(rem_math_f32 x) {
  rem_math_f32 a = rem_math_abs_f32(x), z = a * a, t = z / (1.0f + rem_math_sqrt_f32(1.0f + z)), u = a + t;
  rem_math_i32 large = a > 0x1p30f;
  rem_math_f32 y = rem_math_log1p_sum_f32(rem_math_sel_(large, a, u), rem_math_sel_(large, 0.0f, (a - u) + t), rem_math_sel_(large, 1.0f, 0.0f));
  return rem_math_copysign_f32(rem_math_sel_(a < rem_math_INF_f32, y, a), x);
}

/* log(x + sqrt(x^2 - 1)) = log1p(t + sqrt(t^2 + 2t)) with t = x - 1; log 2x for a large one. */
REM_MATH_FN rem_math_f32 rem_acosh_f32(rem_math_f32 x) {
  rem_math_f32 t = x - 1.0f, s = rem_math_sqrt_f32(rem_math_fma_f32(t, t, t + t)), u = s + t;
  rem_math_i32 large = x > 0x1p30f;
  rem_math_f32 y = rem_math_log1p_sum_f32(rem_math_sel_(large, x, u), rem_math_sel_(large, 0.0f, (s - u) + t), rem_math_sel_(large, 1.0f, 0.0f));
  return rem_math_sel_((x >= 1.0f) & (x < rem_math_INF_f32), y, rem_math_sel_(x < 1.0f, rem_math_NAN_f32, x));
}

/* log1p(2a / (1 - a)) / 2 with a = |x|; 1 - a is kept with its rounding error, and the quotient too. */
REM_MATH_FN rem_math_f32 rem_atanh_f32(rem_math_f32 x) {
  rem_math_f32 a = rem_math_abs_f32(x), b = a + a, d = 1.0f - a, dl = (1.0f - d) - a, inv = 1.0f / d, q = b * inv;
  rem_math_f32 left = rem_math_fma_f32(-q, dl, rem_math_fma_f32(-q, d, b));
  rem_math_f32 y = 0.5f * rem_math_log1p_sum_f32(q, left * inv, 0.0f);
  return rem_math_copysign_f32(rem_math_sel_(a < 1.0f, y, rem_math_sel_(a == 1.0f, rem_math_INF_f32, rem_math_NAN_f32)), x);
}

/* ---- f64: the same methods ---- */

#ifdef REM_MATH_HAS_F64
/* remez tanh 12 0 .578 f64 refit */
REM_MATH_FN rem_math_f64 rem_math_tanh_poly_f64(rem_math_f64 z) {
  rem_math_f64 w = z * z;
  rem_math_f64 q0 = -0x1.7f4201d47183cp-20;
  q0 = rem_math_fma_f64(q0, w, -0x1.1747a099606cdp-15);
  q0 = rem_math_fma_f64(q0, w, -0x1.f1f5dcde588dbp-13);
  q0 = rem_math_fma_f64(q0, w, -0x1.7d9b384d3ce88p-10);
  q0 = rem_math_fma_f64(q0, w, -0x1.226e30e36146bp-7);
  q0 = rem_math_fma_f64(q0, w, -0x1.ba1ba1b949311p-5);
  q0 = rem_math_fma_f64(q0, w, -0x1.5555555555545p-2);
  rem_math_f64 q1 = 0x1.379753ac293cbp-17;
  q1 = rem_math_fma_f64(q1, w, 0x1.86af899258587p-14);
  q1 = rem_math_fma_f64(q1, w, 0x1.35101890a8c05p-11);
  q1 = rem_math_fma_f64(q1, w, 0x1.d6d32abdbe703p-9);
  q1 = rem_math_fma_f64(q1, w, 0x1.664f485ad5fcap-6);
  q1 = rem_math_fma_f64(q1, w, 0x1.111111110ff8fp-3);
  return rem_math_fma_f64(q1, z, q0);
}

/* A polynomial up to 1 would be long: below 0.76, and from there on (d - 2) / d, where d - 2 is exact up to e^(2|x|) =
   2^54. A little above that the nearest number is 1. */
REM_MATH_FN rem_math_f64 rem_tanh_f64(rem_math_f64 x) {
  rem_math_f64 a = rem_math_abs_f64(x), z = a * a, small = rem_math_fma_f64(a * z, rem_math_tanh_poly_f64(z), a), b = rem_math_sel_(a < 18.7, a, 18.7);
  rem_math_f64 t = rem_math_fma_f64(b, 2 * REM_MATH_LOG2E_f64, 0x1.8p52), n = t - 0x1.8p52;
  rem_math_f64 r = rem_math_fma_f64(b, 2 * REM_MATH_LOG2E_LO_f64, rem_math_fma_f64(b, 2 * REM_MATH_LOG2E_f64, -n));
  rem_math_f64 p = rem_math_real_f64(rem_math_bits_f64(1.0) + (rem_math_bits_f64(t) << 52));
  rem_math_f64 d = rem_math_fma_f64(p, rem_math_exp2_head_f64(r), rem_math_fma_f64(p, rem_math_exp2_tail_f64(r), 1.0));
  return rem_math_copysign_f64(rem_math_sel_(a >= 0.76, rem_math_sel_(a > 19.0615, 1.0, (d - 2.0) / d), small), x);
}

REM_MATH_FN rem_math_f64 rem_math_sigmoid_of_f64(rem_math_f64 v, rem_math_i32 low) {
  rem_math_f64 t = rem_math_exp_round_f64(v), n = t - 0x1.8p52;
  rem_math_f64 r = rem_math_fma_f64(n, REM_MATH_LN2_LO_f64, rem_math_fma_f64(n, REM_MATH_LN2_HI_f64, -v));
  rem_math_f64 q = rem_math_fma_f64(r, rem_math_fma_f64(r, rem_math_exp_poly_f64(r), 0.5), 1.0);
  rem_math_f64 p = rem_math_sel_(low, 0.0, rem_math_real_f64(rem_math_bits_f64(1.0) + (rem_math_bits_f64(t) << 52)));
  rem_math_f64 c = 1.0 + p, d = rem_math_fma_f64(r, q, c), l = rem_math_fma_f64(r, q, c - d) + ((1.0 - c) + p), inv = 1.0 / d;
  rem_math_f64 y = rem_math_fma_f64(inv, rem_math_fma_f64(-inv, l, rem_math_fma_f64(-inv, d, 1.0)), inv);
  return rem_math_exp_scale_f64(y, t, low);
}
REM_MATH_FN rem_math_f64 rem_sigmoid_f64(rem_math_f64 x) {
  rem_math_f64 m = rem_math_sel_(x < 38.0, x, 38.0), v = rem_math_sel_(m > -746.0, m, -746.0);
  return rem_math_sel_(x == x, rem_math_sigmoid_of_f64(v, x < REM_MATH_EXP_LOW_f64), x);
}
/* Of an x from REM_EXP_LOW on. */
REM_MATH_FN rem_math_f64 rem_math_sigmoid_near_f64(rem_math_f64 x) { return rem_math_sigmoid_of_f64(rem_math_sel_(x < 38.0, x, 38.0), 0); }

/* remez sinh 4 0 .1203 f64 */
REM_MATH_FN rem_math_f64 rem_math_sinh_poly_f64(rem_math_f64 z) {
  rem_math_f64 q = 0x1.af5ee27a46d6ap-26;
  q = rem_math_fma_f64(q, z, 0x1.71ddf843f50f7p-19);
  q = rem_math_fma_f64(q, z, 0x1.a01a01afe9699p-13);
  q = rem_math_fma_f64(q, z, 0x1.111111110f6a9p-7);
  q = rem_math_fma_f64(q, z, 0x1.5555555555559p-3);
  return q;
}

/* remez cosh 4 0 .1203 f64 */
REM_MATH_FN rem_math_f64 rem_math_cosh_poly_f64(rem_math_f64 z) {
  rem_math_f64 q = 0x1.1f8b631c0425p-29;
  q = rem_math_fma_f64(q, z, 0x1.27e4cc60f6cbdp-22);
  q = rem_math_fma_f64(q, z, 0x1.a01a01ad59abfp-16);
  q = rem_math_fma_f64(q, z, 0x1.6c16c16c1506fp-10);
  q = rem_math_fma_f64(q, z, 0x1.5555555555558p-5);
  return q;
}

REM_MATH_FN rem_math_f64 rem_math_sinhcosh_f64(rem_math_f64 v, rem_math_f64 sign) {
  rem_math_f64 t = rem_math_exp_round_f64(v), n = t - 0x1.8p52, rh = rem_math_fma_f64(n, -REM_MATH_LN2_HI_f64, v), rl = n * -REM_MATH_LN2_LO_f64;
  rem_math_f64 r = rh + rl, z = r * r, s = rem_math_fma_f64(r * z, rem_math_sinh_poly_f64(z), rl), c = z * rem_math_fma_f64(z, rem_math_cosh_poly_f64(z), 0.5);
  rem_math_f64 p = rem_math_real_f64(rem_math_bits_f64(0.25) + (rem_math_bits_f64(t) << 52));
  rem_math_f64 m = sign * rem_math_sel_(v < 700.0, rem_math_real_f64(rem_math_bits_f64(0.25) - (rem_math_bits_f64(t) << 52)), 0.0);
  rem_math_f64 a = p + m, al = (p - a) + m, b = p - m;
  rem_math_f64 y = rem_math_fma_f64(b, rh, a) + rem_math_fma_f64(a, c, rem_math_fma_f64(b, s, al));
  return y + y;
}
REM_MATH_FN rem_math_f64 rem_sinh_f64(rem_math_f64 x) {
  rem_math_f64 a = rem_math_abs_f64(x), y = rem_math_sinhcosh_f64(rem_math_sel_(a > 710.5, 710.5, a), -1.0);
  y = rem_math_sel_(a < 710.5, y, a + rem_math_INF_f64);
  return rem_math_copysign_f64(rem_math_sel_(a < 0x1p-27, a, y), x);
}
REM_MATH_FN rem_math_f64 rem_cosh_f64(rem_math_f64 x) {
  rem_math_f64 a = rem_math_abs_f64(x), y = rem_math_sinhcosh_f64(rem_math_sel_(a > 710.5, 710.5, a), 1.0);
  return rem_math_sel_(a < 710.5, y, a + rem_math_INF_f64);
}

REM_MATH_FN rem_math_f64 rem_asinh_f64(rem_math_f64 x) {
  rem_math_f64 a = rem_math_abs_f64(x), z = a * a, t = z / (1.0 + rem_math_sqrt_f64(1.0 + z)), u = a + t;
  rem_math_i32 large = a > 0x1p60;
  rem_math_f64 y = rem_math_log1p_sum_f64(rem_math_sel_(large, a, u), rem_math_sel_(large, 0.0, (a - u) + t), rem_math_sel_(large, 1.0, 0.0));
  return rem_math_copysign_f64(rem_math_sel_(a < rem_math_INF_f64, y, a), x);
}

REM_MATH_FN rem_math_f64 rem_acosh_f64(rem_math_f64 x) {
  rem_math_f64 t = x - 1.0, s = rem_math_sqrt_f64(rem_math_fma_f64(t, t, t + t)), u = s + t;
  rem_math_i32 large = x > 0x1p60;
  rem_math_f64 y = rem_math_log1p_sum_f64(rem_math_sel_(large, x, u), rem_math_sel_(large, 0.0, (s - u) + t), rem_math_sel_(large, 1.0, 0.0));
  return rem_math_sel_((x >= 1.0) & (x < rem_math_INF_f64), y, rem_math_sel_(x < 1.0, rem_math_NAN_f64, x));
}

REM_MATH_FN rem_math_f64 rem_atanh_f64(rem_math_f64 x) {
  rem_math_f64 a = rem_math_abs_f64(x), b = a + a, d = 1.0 - a, dl = (1.0 - d) - a, inv = 1.0 / d, q = b * inv;
  rem_math_f64 left = rem_math_fma_f64(-q, dl, rem_math_fma_f64(-q, d, b));
  rem_math_f64 y = 0.5 * rem_math_log1p_sum_f64(q, left * inv, 0.0);
  return rem_math_copysign_f64(rem_math_sel_(a < 1.0, y, rem_math_sel_(a == 1.0, rem_math_INF_f64, rem_math_NAN_f64)), x);
}
#endif

#endif

/* power.h: rsqrt, cbrt, hypot, pow and powi. math.h says what they have in common; exp.h and log.h come first. */
#ifndef REM_MATH_MATH_POWER_H
#define REM_MATH_MATH_POWER_H

/* ---- f32 ---- */

/* 1 / sqrt x: the root and the quotient are each half an ulp off, which what their squares and product lack makes good.
   A small x is lifted, so that its root's square is not denormal. */
REM_MATH_FN rem_math_f32 rem_rsqrt_f32(rem_math_f32 x) {
  rem_math_i32 small = x < 0x1p-100f;
  rem_math_f32 w = x * rem_math_sel_(small, 0x1p48f, 1.0f), s = rem_math_sqrt_f32(w), y = 1.0f / s;
  rem_math_f32 left = rem_math_fma_f32(-(0.5f * y) * y, rem_math_fma_f32(-s, s, w), rem_math_fma_f32(-y, s, 1.0f));
  rem_math_f32 z = rem_math_fma_f32(y, left, y) * rem_math_sel_(small, 0x1p24f, 1.0f);
  return rem_math_sel_((x > 0.0f) & (x < rem_math_INF_f32), z, y);
}

/* |x| = 2^(3j + i) m with m in [2/3, 4/3) and i = -1, 0 or 1. p is near to w^(-1/3) with w = 2^i m, hence w p^2 near to
   its cube root y, and (w - y^3) / (3 y^2), where 1 / y^2 is p^2 again, corrects that. */

/* m^(-1/3) */
/* remez cbrt 5 .66666 1.33334 f32 */
REM_MATH_FN rem_math_f32 rem_math_cbrt_poly_f32(rem_math_f32 m) {
  rem_math_f32 q = -0x1.2efc0ep-3f;
  q = rem_math_fma_f32(q, m, 0x1.cf151ep-1f);
  q = rem_math_fma_f32(q, m, -0x1.27a8dep+1f);
  q = rem_math_fma_f32(q, m, 0x1.9a0cdcp+1f);
  q = rem_math_fma_f32(q, m, -0x1.5830dep+1f);
  q = rem_math_fma_f32(q, m, 0x1.04f786p+1f);
  return q;
}

REM_MATH_FN rem_math_f32 rem_cbrt_f32(rem_math_f32 x) {
  rem_math_f32 a = rem_math_abs_f32(x);
  rem_math_i32 small = a < rem_math_TINY_f32;
  rem_math_u32 i = rem_math_bits_f32(a * rem_math_sel_(small, 0x1p24f, 1.0f)) - 0x3f2aaaab;
  rem_math_f32 k = rem_math_log_k_f32(i), t = rem_math_fma_f32(k, 0x1.555556p-2f, 0x1.8p23f), j = t - 0x1.8p23f, rest = rem_math_fma_f32(-3.0f, j, k);
  rem_math_f32 m = rem_math_real_f32((i & 0x007fffff) + 0x3f2aaaab), w = m * rem_math_sel_(rest > 0.0f, 2.0f, rem_math_sel_(rest < 0.0f, 0.5f, 1.0f));
  rem_math_f32 p = rem_math_cbrt_poly_f32(m) * rem_math_sel_(rest > 0.0f, 0x1.965feap-1f, rem_math_sel_(rest < 0.0f, 0x1.428a3p+0f, 1.0f));
  rem_math_f32 g = p * p, y = w * g, s = y * y, left = rem_math_fma_f32(-y, rem_math_fma_f32(y, y, -s), rem_math_fma_f32(-y, s, w));
  y = rem_math_fma_f32(left, g * 0x1.555556p-2f, y);
  y = rem_math_real_f32(rem_math_bits_f32(y) + (rem_math_bits_f32(t) << 23) - rem_math_sel_(small, (rem_math_u32)8 << 23, 0));
  return rem_math_sel_((a > 0.0f) & (a < rem_math_INF_f32), rem_math_copysign_f32(y, x), x);
}

/* Both are scaled by the larger one's exponent, or as nearly as that can be undone; infinity wins over NaN. */
REM_MATH_FN rem_math_f32 rem_hypot_f32(rem_math_f32 a, rem_math_f32 b) {
  rem_math_f32 x = rem_math_abs_f32(a), z = rem_math_abs_f32(b), u = rem_math_sel_(x > z, x, z), v = rem_math_sel_(x > z, z, x);
  rem_math_u32 e = rem_math_bits_f32(rem_math_sel_(u > 0x1p126f, 0x1p126f, rem_math_sel_(u > rem_math_TINY_f32, u, rem_math_TINY_f32))) & 0x7f800000;
  rem_math_f32 down = rem_math_real_f32(0x7f000000 - e), s = u * down, t = v * down;
  rem_math_f32 y = rem_math_sqrt_f32(rem_math_fma_f32(s, s, t * t)) * rem_math_real_f32(e);
  return rem_math_sel_((x == rem_math_INF_f32) | (z == rem_math_INF_f32), rem_math_INF_f32, y);
}

/* pow: log2 |x| and its product with y are kept in two parts each, so that their error is well below that of 2^(hi +
 * lo). */

typedef struct rem_math_two_f32 {
  rem_math_f32 hi, lo;
} rem_math_two_f32;

/* atanh r = r + r^3/3 + r^5 q(r^2) */
/* remez atanh4 3 0 .0401 f32 */
REM_MATH_FN rem_math_f32 rem_math_pow_poly_f32(rem_math_f32 z) {
  rem_math_f32 q = 0x1.98d708p-4f;
  q = rem_math_fma_f32(q, z, 0x1.c5aa8cp-4f);
  q = rem_math_fma_f32(q, z, 0x1.24954ep-3f);
  q = rem_math_fma_f32(q, z, 0x1.999996p-3f);
  return q;
}

/* log2 of a positive x, normal or not: k + 2 log2 e atanh(s) with s = f / (2 + f) and x = 2^k (1 + f). */
REM_MATH_FN rem_math_two_f32 rem_math_log2_two_f32(rem_math_f32 x) {
  rem_math_u32 i = rem_math_log_bits_f32(x);
  rem_math_f32 k = rem_math_log_k_f32(i), f = rem_math_log_f_f32(i);
  rem_math_f32 d = 2.0f + f, dl = f - (d - 2.0f), inv = 1.0f / d, s = f * inv, sl = rem_math_fma_f32(-s, dl, rem_math_fma_f32(-s, d, f)) * inv;
  rem_math_f32 z = s * s, zl = rem_math_fma_f32(s + s, sl, rem_math_fma_f32(s, s, -z));
  rem_math_f32 c = rem_math_fma_f32(z, rem_math_pow_poly_f32(z), -0x1.555556p-27f), w = 0x1.555556p-2f + c, wl = (0x1.555556p-2f - w) + c;
  rem_math_f32 p = w * z, pl = rem_math_fma_f32(w, z, -p) + rem_math_fma_f32(w, zl, wl * z);
  rem_math_f32 v = s * p, vl = rem_math_fma_f32(s, p, -v) + rem_math_fma_f32(s, pl, sl * p), r = s + v, rl = ((s - r) + v) + (sl + vl);
  rem_math_f32 g = r * (2 * REM_MATH_LOG2E_f32), gl = rem_math_fma_f32(r, 2 * REM_MATH_LOG2E_f32, -g);
  gl = gl + rem_math_fma_f32(r, 2 * REM_MATH_LOG2E_LO_f32, rl * (2 * REM_MATH_LOG2E_f32));
  rem_math_two_f32 y = {k + g, 0.0f};
  y.lo = ((k - y.hi) + g) + gl;
  return y;
}

/* a^(y + yl) for an a that is not negative. log2 0 is -inf and log2 inf is inf; a product out of range stands for all
   such. 0 times infinity, a NaN, is left to the caller. */
REM_MATH_FN rem_math_f32 rem_math_pow_size_f32(rem_math_f32 a, rem_math_f32 y, rem_math_f32 yl) {
  rem_math_two_f32 g = rem_math_log2_two_f32(a);
  rem_math_f32 e = y * rem_math_sel_(a == 0.0f, -rem_math_INF_f32, rem_math_sel_(a < rem_math_INF_f32, g.hi, a));
  rem_math_f32 el = rem_math_fma_f32(g.hi, y, -e) + rem_math_fma_f32(g.hi, yl, g.lo * y);
  rem_math_f32 v = rem_math_sel_(e > 128.25f, 128.25f, rem_math_sel_(e < -160.0f, -160.0f, e)), t = v + 0x1.8p23f;
  rem_math_f32 d = v - (t - 0x1.8p23f), dl = rem_math_sel_(v == e, el, 0.0f), r = d + dl;
  rem_math_f32 q = rem_math_exp2_head_f32(r) + rem_math_fma_f32((d - r) + dl, REM_MATH_LN2_HI_f32, rem_math_exp2_tail_f32(r));
  rem_math_f32 z = rem_math_exp_scale_f32(q, t, v < -124.0f);
  z = rem_math_sel_((rem_math_i32)rem_math_bits_f32(z) < (rem_math_i32)0x7f800000, z, rem_math_INF_f32);
  return rem_math_sel_(e == e, z, e);
}

/* As C99 has it: 1 for y = 0 or x = 1, whatever the other; a negative x takes whole y only, and odd ones keep its sign.
 */
REM_MATH_FN rem_math_f32 rem_pow_f32(rem_math_f32 x, rem_math_f32 y) {
  rem_math_f32 a = rem_math_abs_f32(x), b = rem_math_abs_f32(y), t = rem_math_sel_(b < 0x1p23f, b + 0x1p23f, b);
  rem_math_i32 whole = (b >= 0x1p23f) | (t - 0x1p23f == b);
  rem_math_u32 odd = rem_math_sel_(whole & (b < 0x1p24f), rem_math_bits_f32(t) << 31, 0);
  rem_math_f32 z = rem_math_real_f32(rem_math_bits_f32(rem_math_pow_size_f32(a, y, 0.0f)) ^ (odd & rem_math_bits_f32(x)));
  z = rem_math_sel_((x < 0.0f) & (a < rem_math_INF_f32) & !whole, rem_math_NAN_f32, z);
  return rem_math_sel_((x == 1.0f) | (y == 0.0f) | ((a == 1.0f) & (b == rem_math_INF_f32)), 1.0f, z);
}

/* The same of a whole number, which may be too long for an f32: it is split in two. */
REM_MATH_FN rem_math_f32 rem_powi_f32(rem_math_f32 x, rem_math_i32 n) {
  rem_math_i32 large = (n >= 0x1000000) | (n <= -0x1000000);
  rem_math_f32 y = rem_math_sel_(large, (rem_math_f32)(n >> 8) * 256.0f, (rem_math_f32)n), yl = rem_math_sel_(large, (rem_math_f32)(n & 255), 0.0f);
  rem_math_f32 z = rem_math_real_f32(rem_math_bits_f32(rem_math_pow_size_f32(rem_math_abs_f32(x), y, yl)) ^ (((rem_math_u32)n << 31) & rem_math_bits_f32(x)));
  return rem_math_sel_((x == 1.0f) | (n == 0), 1.0f, z);
}

/* ---- f64: the same methods; cbrt's p takes a step of Newton's, and atanh's next term is in two parts too ---- */

#ifdef REM_MATH_HAS_F64
REM_MATH_FN rem_math_f64 rem_rsqrt_f64(rem_math_f64 x) {
  rem_math_i32 small = x < 0x1p-800;
  rem_math_f64 w = x * rem_math_sel_(small, 0x1p200, 1.0), s = rem_math_sqrt_f64(w), y = 1.0 / s;
  rem_math_f64 left = rem_math_fma_f64(-(0.5 * y) * y, rem_math_fma_f64(-s, s, w), rem_math_fma_f64(-y, s, 1.0));
  rem_math_f64 z = rem_math_fma_f64(y, left, y) * rem_math_sel_(small, 0x1p100, 1.0);
  return rem_math_sel_((x > 0.0) & (x < rem_math_INF_f64), z, y);
}

/* remez cbrt 5 .66666 1.33334 f64 */
REM_MATH_FN rem_math_f64 rem_math_cbrt_poly_f64(rem_math_f64 m) {
  rem_math_f64 q = -0x1.2efc0e13b1cc5p-3;
  q = rem_math_fma_f64(q, m, 0x1.cf151db4a106ap-1);
  q = rem_math_fma_f64(q, m, -0x1.27a8dd08ed6b2p+1);
  q = rem_math_fma_f64(q, m, 0x1.9a0cdcfe3f0f1p+1);
  q = rem_math_fma_f64(q, m, -0x1.5830ddb158f4ap+1);
  q = rem_math_fma_f64(q, m, 0x1.04f786823cd99p+1);
  return q;
}

REM_MATH_FN rem_math_f64 rem_cbrt_f64(rem_math_f64 x) {
  rem_math_f64 a = rem_math_abs_f64(x);
  rem_math_i32 small = a < rem_math_TINY_f64;
  rem_math_u64 i = rem_math_bits_f64(a * rem_math_sel_(small, 0x1p54, 1.0)) + (0x7ff0000000000000 - 0x3fe5555555555555);
  rem_math_f64 k = rem_math_log_k_f64(i), t = rem_math_fma_f64(k, 0x1.5555555555555p-2, 0x1.8p52), j = t - 0x1.8p52, rest = rem_math_fma_f64(-3.0, j, k);
  rem_math_f64 m = rem_math_real_f64((i & 0x000fffffffffffff) + 0x3fe5555555555555),
      w = m * rem_math_sel_(rest > 0.0, 2.0, rem_math_sel_(rest < 0.0, 0.5, 1.0));
  rem_math_f64 p = rem_math_cbrt_poly_f64(m) * rem_math_sel_(rest > 0.0, 0x1.965fea53d6e3dp-1, rem_math_sel_(rest < 0.0, 0x1.428a2f98d728bp+0, 1.0));
  p = rem_math_fma_f64(p * 0x1.5555555555555p-2, rem_math_fma_f64(-w * p, p * p, 1.0), p);
  rem_math_f64 g = p * p, y = w * g, s = y * y, left = rem_math_fma_f64(-y, rem_math_fma_f64(y, y, -s), rem_math_fma_f64(-y, s, w));
  y = rem_math_fma_f64(left, g * 0x1.5555555555555p-2, y);
  y = rem_math_real_f64(rem_math_bits_f64(y) + (rem_math_bits_f64(t) << 52) - rem_math_sel_(small, (rem_math_u64)18 << 52, 0));
  return rem_math_sel_((a > 0.0) & (a < rem_math_INF_f64), rem_math_copysign_f64(y, x), x);
}

REM_MATH_FN rem_math_f64 rem_hypot_f64(rem_math_f64 a, rem_math_f64 b) {
  rem_math_f64 x = rem_math_abs_f64(a), z = rem_math_abs_f64(b), u = rem_math_sel_(x > z, x, z), v = rem_math_sel_(x > z, z, x);
  rem_math_u64 e = rem_math_bits_f64(rem_math_sel_(u > 0x1p1022, 0x1p1022, rem_math_sel_(u > rem_math_TINY_f64, u, rem_math_TINY_f64))) & 0x7ff0000000000000;
  rem_math_f64 down = rem_math_real_f64(0x7fe0000000000000 - e), s = u * down, t = v * down;
  rem_math_f64 y = rem_math_sqrt_f64(rem_math_fma_f64(s, s, t * t)) * rem_math_real_f64(e);
  return rem_math_sel_((x == rem_math_INF_f64) | (z == rem_math_INF_f64), rem_math_INF_f64, y);
}

typedef struct rem_math_two_f64 {
  rem_math_f64 hi, lo;
} rem_math_two_f64;

/* remez atanh6 7 0 .0401 f64 */
REM_MATH_FN rem_math_f64 rem_math_pow_poly_f64(rem_math_f64 z) {
  rem_math_f64 w = z * z;
  rem_math_f64 q0 = 0x1.a7bdea7a5d2d4p-5;
  q0 = rem_math_fma_f64(q0, w, 0x1.110fb1ee37701p-4);
  q0 = rem_math_fma_f64(q0, w, 0x1.745d1734b970cp-4);
  q0 = rem_math_fma_f64(q0, w, 0x1.249249249241dp-3);
  rem_math_f64 q1 = 0x1.d7fa162adadb1p-5;
  q1 = rem_math_fma_f64(q1, w, 0x1.e23f400bc6fc1p-5);
  q1 = rem_math_fma_f64(q1, w, 0x1.3b13b7865d505p-4);
  q1 = rem_math_fma_f64(q1, w, 0x1.c71c71c735508p-4);
  return rem_math_fma_f64(q1, z, q0);
}

REM_MATH_FN rem_math_two_f64 rem_math_log2_two_f64(rem_math_f64 x) {
  rem_math_u64 i = rem_math_log_bits_f64(x);
  rem_math_f64 k = rem_math_log_k_f64(i), f = rem_math_log_f_f64(i);
  rem_math_f64 d = 2.0 + f, dl = f - (d - 2.0), inv = 1.0 / d, s = f * inv, sl = rem_math_fma_f64(-s, dl, rem_math_fma_f64(-s, d, f)) * inv;
  rem_math_f64 z = s * s, zl = rem_math_fma_f64(s + s, sl, rem_math_fma_f64(s, s, -z));
  rem_math_f64 c = rem_math_fma_f64(z, rem_math_pow_poly_f64(z), -0x1.999999999999ap-57), w = 0x1.999999999999ap-3 + c,
      wl = (0x1.999999999999ap-3 - w) + c;
  rem_math_f64 m = w * z, ml = rem_math_fma_f64(w, z, -m) + rem_math_fma_f64(w, zl, wl * z);
  w = 0x1.5555555555555p-2 + m, wl = ((0x1.5555555555555p-2 - w) + m) + (ml + 0x1.5555555555555p-56);
  rem_math_f64 p = w * z, pl = rem_math_fma_f64(w, z, -p) + rem_math_fma_f64(w, zl, wl * z);
  rem_math_f64 v = s * p, vl = rem_math_fma_f64(s, p, -v) + rem_math_fma_f64(s, pl, sl * p), r = s + v, rl = ((s - r) + v) + (sl + vl);
  rem_math_f64 g = r * (2 * REM_MATH_LOG2E_f64), gl = rem_math_fma_f64(r, 2 * REM_MATH_LOG2E_f64, -g);
  gl = gl + rem_math_fma_f64(r, 2 * REM_MATH_LOG2E_LO_f64, rl * (2 * REM_MATH_LOG2E_f64));
  rem_math_two_f64 y = {k + g, 0.0};
  y.lo = ((k - y.hi) + g) + gl;
  return y;
}

REM_MATH_FN rem_math_f64 rem_math_pow_size_f64(rem_math_f64 a, rem_math_f64 y, rem_math_f64 yl) {
  rem_math_two_f64 g = rem_math_log2_two_f64(a);
  rem_math_f64 e = y * rem_math_sel_(a == 0.0, -rem_math_INF_f64, rem_math_sel_(a < rem_math_INF_f64, g.hi, a));
  rem_math_f64 el = rem_math_fma_f64(g.hi, y, -e) + rem_math_fma_f64(g.hi, yl, g.lo * y);
  rem_math_f64 v = rem_math_sel_(e > 1024.25, 1024.25, rem_math_sel_(e < -1100.0, -1100.0, e)), t = v + 0x1.8p52;
  rem_math_f64 d = v - (t - 0x1.8p52), dl = rem_math_sel_(v == e, el, 0.0), r = d + dl;
  rem_math_f64 q = rem_math_exp2_head_f64(r) + rem_math_fma_f64((d - r) + dl, REM_MATH_LN2_HI_f64, rem_math_exp2_tail_f64(r));
  rem_math_f64 z = rem_math_exp_scale_f64(q, t, v < -1020.0);
  z = rem_math_sel_((rem_math_i64)rem_math_bits_f64(z) < (rem_math_i64)0x7ff0000000000000, z, rem_math_INF_f64);
  return rem_math_sel_(e == e, z, e);
}

REM_MATH_FN rem_math_f64 rem_pow_f64(rem_math_f64 x, rem_math_f64 y) {
  rem_math_f64 a = rem_math_abs_f64(x), b = rem_math_abs_f64(y), t = rem_math_sel_(b < 0x1p52, b + 0x1p52, b);
  rem_math_i32 whole = (b >= 0x1p52) | (t - 0x1p52 == b);
  rem_math_u64 odd = rem_math_sel_(whole & (b < 0x1p53), rem_math_bits_f64(t) << 63, 0);
  rem_math_f64 z = rem_math_real_f64(rem_math_bits_f64(rem_math_pow_size_f64(a, y, 0.0)) ^ (odd & rem_math_bits_f64(x)));
  z = rem_math_sel_((x < 0.0) & (a < rem_math_INF_f64) & !whole, rem_math_NAN_f64, z);
  return rem_math_sel_((x == 1.0) | (y == 0.0) | ((a == 1.0) & (b == rem_math_INF_f64)), 1.0, z);
}

REM_MATH_FN rem_math_f64 rem_powi_f64(rem_math_f64 x, rem_math_i32 n) {
  rem_math_f64 z = rem_math_real_f64(rem_math_bits_f64(rem_math_pow_size_f64(rem_math_abs_f64(x), (rem_math_f64)n, 0.0)) ^ (((rem_math_u64)(rem_math_u32)n << 63) & rem_math_bits_f64(x)));
  return rem_math_sel_((x == 1.0) | (n == 0), 1.0, z);
}
#endif

#endif

/* trig.h: sin, cos and tan. math.h says what they have in common.

   How they reduce: |x| = n pi/2 + r + e with n an integer, |r| at most a little above pi/4 and e far below r. Then each
   is made of sin(r + e) and cos(r + e), which n's last two bits choose and sign. Two ways lead there. Below
   REM_TURN_LIMIT a product with pi/2 in three parts is subtracted (near); from there on x is multiplied by those bits
   of 2/pi that matter at its size (far), which costs several times as much and which a vector loop does for all.
   sin_near_, cos_near_ and tan_near_ know the near way alone and have the same bits wherever |x| < REM_TURN_LIMIT: on a
   CPU the fastest loop takes them first, and starts over with the others where an argument was larger, or NaN. */
#ifndef REM_MATH_MATH_TRIG_H
#define REM_MATH_MATH_TRIG_H

/* ---- f32 ---- */

#define REM_MATH_TURN_LIMIT_f32 0x1p18f
#define REM_MATH_TWO_PI_f32 0x1.45f306p-1f /* 2/pi */
#define REM_MATH_PI2_1_f32 0x1.921fb6p+0f  /* pi/2 in three parts, each the nearest to what is left */
#define REM_MATH_PI2_2_f32 -0x1.777a5cp-25f
#define REM_MATH_PI2_3_f32 -0x1.ee59dap-50f

struct rem_math_turn_f32 {
  rem_math_f32 r, e;
  rem_math_u32 n; /* its last two bits count */
};

/* h = a - n PI2_1 is exact: a multiple of a's and PI2_1's last places, and too small to need more bits than there are.
   So is h - r: h, t and hence r are multiples of t's last place, and the difference is hardly larger than t. Thus e
   lacks its own roundings alone, even where h and t nearly cancel. */
REM_MATH_FN struct rem_math_turn_f32 rem_math_turn_near_f32(rem_math_f32 a) {
  struct rem_math_turn_f32 p;
  rem_math_f32 k = rem_math_fma_f32(a, REM_MATH_TWO_PI_f32, 0x1.8p23f), n = k - 0x1.8p23f;
  rem_math_f32 h = rem_math_fma_f32(n, -REM_MATH_PI2_1_f32, a), t = n * REM_MATH_PI2_2_f32;
  p.r = h - t;
  p.e = rem_math_fma_f32(n, -REM_MATH_PI2_3_f32, rem_math_fma_f32(n, -REM_MATH_PI2_2_f32, h - p.r));
  p.n = rem_math_bits_f32(k);
  return p;
}

/* a = m 2^(k - 5) with a 24-bit m and k >= 0 from the limit on. The words are 2/pi's bits behind seven zeros; of those
   from bit k on the first 96 are taken (w0 w1 w2): what stands before makes multiples of four turns of pi/2, what
   follows is too small. The product's first 64 bits are the turns modulo four, two bits of them before the point. The
   rest, moved to [-1/2, 1/2], goes through three numbers of 20 and 21 bits into a sum h + l; no f32 lies so close to a
   multiple of pi/2 that these would not do. An infinite a, or NaN, makes e NaN. */
REM_MATH_FN struct rem_math_turn_f32 rem_math_turn_far_f32(rem_math_f32 a) {
  struct rem_math_turn_f32 p;
  rem_math_u32 m = (rem_math_bits_f32(a) & 0x007fffff) | 0x00800000, k = (rem_math_bits_f32(a) >> 23) - 145, s = k & 31;
  rem_math_u32 a0 = rem_math_sel_(k & 64, 0x53f84eafu, 0x0145f306u), a1 = rem_math_sel_(k & 64, 0xa3ea69bbu, 0xdc9c882au);
  rem_math_u32 a2 = rem_math_sel_(k & 64, 0x81b6c52bu, 0x53f84eafu), a3 = rem_math_sel_(k & 64, 0x32788720u, 0xa3ea69bbu);
  rem_math_u32 a4 = rem_math_sel_(k & 64, 0x83fca2c7u, 0x81b6c52bu);
  rem_math_u32 b0 = rem_math_sel_(k & 32, a1, a0), b1 = rem_math_sel_(k & 32, a2, a1), b2 = rem_math_sel_(k & 32, a3, a2), b3 = rem_math_sel_(k & 32, a4, a3);
  rem_math_u32 w0 = b0 << s | b1 >> 1 >> (31 - s), w1 = b1 << s | b2 >> 1 >> (31 - s), w2 = b2 << s | b3 >> 1 >> (31 - s);
  rem_math_u32 carry = (rem_math_u32)((rem_math_u64)m * w2 >> 32), low = m * w1 + carry;
  rem_math_u32 turns = m * w0 + (rem_math_u32)((rem_math_u64)m * w1 >> 32) + rem_math_sel_(low < carry, 1u, 0u);
  p.n = (turns + 0x20000000) >> 30;
  rem_math_u32 top = turns - (p.n << 30);
  rem_math_f32 f1 = (rem_math_f32)((rem_math_i32)top >> 10) * 0x1p-20f, f2 = (rem_math_f32)(rem_math_i32)((top & 0x3ff) << 11 | low >> 21) * 0x1p-41f;
  rem_math_f32 f3 = (rem_math_f32)(rem_math_i32)(low & 0x1fffff) * 0x1p-62f;
  rem_math_f32 s1 = f1 + f2, s2 = ((f1 - s1) + f2) + f3, h = s1 + s2, l = (s1 - h) + s2;
  p.r = h * REM_MATH_PI2_1_f32;
  p.e = rem_math_fma_f32(h, REM_MATH_PI2_1_f32, -p.r) + rem_math_fma_f32(h, REM_MATH_PI2_2_f32, rem_math_fma_f32(l, REM_MATH_PI2_1_f32, a - a));
  return p;
}

REM_MATH_FN struct rem_math_turn_f32 rem_math_turn_any_f32(rem_math_f32 a) {
  struct rem_math_turn_f32 p = rem_math_turn_near_f32(a);
#ifdef REM_MATH_MAY_BRANCH
  if (!(a < REM_MATH_TURN_LIMIT_f32)) p = rem_math_turn_far_f32(a);
#else
  struct rem_math_turn_f32 q = rem_math_turn_far_f32(a);
  p.r = rem_math_sel_(a < REM_MATH_TURN_LIMIT_f32, p.r, q.r);
  p.e = rem_math_sel_(a < REM_MATH_TURN_LIMIT_f32, p.e, q.e);
  p.n = rem_math_sel_(a < REM_MATH_TURN_LIMIT_f32, p.n, q.n);
#endif
  return p;
}

/* sin r = r + r^3 q(r^2) */
/* remez sin 2 0 .634 f32 refit */
REM_MATH_FN rem_math_f32 rem_math_sin_poly_f32(rem_math_f32 z) {
  rem_math_f32 q = -0x1.9917cap-13f;
  q = rem_math_fma_f32(q, z, 0x1.1106bep-7f);
  q = rem_math_fma_f32(q, z, -0x1.555544p-3f);
  return q;
}

/* cos r = 1 - r^2/2 + r^4 q(r^2) */
/* remez cos 2 0 .634 f32 refit */
REM_MATH_FN rem_math_f32 rem_math_cos_poly_f32(rem_math_f32 z) {
  rem_math_f32 q = 0x1.99da8cp-16f;
  q = rem_math_fma_f32(q, z, -0x1.6c0c0cp-10f);
  q = rem_math_fma_f32(q, z, 0x1.55554ap-5f);
  return q;
}

/* The two of r + e as a head and a tail far below it; the head of the sine is r itself. That of the cosine, 1 - z/2, is
   kept with its rounding error. */
REM_MATH_FN rem_math_f32 rem_math_sin_tail_f32(struct rem_math_turn_f32 p) {
  rem_math_f32 z = p.r * p.r;
  return rem_math_fma_f32(p.r * z, rem_math_sin_poly_f32(z), p.e * rem_math_fma_f32(z, -0.5f, 1.0f));
}
REM_MATH_FN rem_math_f32 rem_math_cos_head_f32(struct rem_math_turn_f32 p) { return rem_math_fma_f32(p.r * p.r, -0.5f, 1.0f); }
REM_MATH_FN rem_math_f32 rem_math_cos_tail_f32(struct rem_math_turn_f32 p) {
  rem_math_f32 z = p.r * p.r, l = rem_math_fma_f32(z, -0.5f, 1.0f - rem_math_cos_head_f32(p));
  return rem_math_fma_f32(z * z, rem_math_cos_poly_f32(z), rem_math_fma_f32(p.r, -p.e, l));
}

/* The sine of n pi/2 + r + e, its sign turned where `flip` has the sign bit set. */
REM_MATH_FN rem_math_f32 rem_math_sin_turn_f32(struct rem_math_turn_f32 p, rem_math_u32 flip) {
  rem_math_f32 s = p.r + rem_math_sin_tail_f32(p), c = rem_math_cos_head_f32(p) + rem_math_cos_tail_f32(p);
  return rem_math_real_f32(rem_math_bits_f32(rem_math_sel_(p.n & 1, c, s)) ^ ((p.n << 30 ^ flip) & 0x80000000));
}
REM_MATH_FN rem_math_f32 rem_math_cos_turn_f32(struct rem_math_turn_f32 p) {
  p.n += 1;
  return rem_math_sin_turn_f32(p, 0);
}

/* s + sl over c + cl, or for an odd n the negative of its inverse: a / b first, then what that lacks. */
REM_MATH_FN rem_math_f32 rem_math_tan_turn_f32(struct rem_math_turn_f32 p, rem_math_u32 flip) {
  rem_math_f32 st = rem_math_sin_tail_f32(p), s = p.r + st, sl = (p.r - s) + st;
  rem_math_f32 ch = rem_math_cos_head_f32(p), ct = rem_math_cos_tail_f32(p), c = ch + ct, cl = (ch - c) + ct;
  rem_math_f32 a = rem_math_sel_(p.n & 1, c, s), al = rem_math_sel_(p.n & 1, cl, sl), b = rem_math_sel_(p.n & 1, s, c), bl = rem_math_sel_(p.n & 1, sl, cl);
  rem_math_f32 inverse = 1.0f / b, q = a * inverse, lack = rem_math_fma_f32(-q, bl, rem_math_fma_f32(-q, b, a) + al);
  rem_math_f32 y = rem_math_fma_f32(lack, inverse, q);
  return rem_math_real_f32(rem_math_bits_f32(y) ^ ((p.n << 31 ^ flip) & 0x80000000));
}

REM_MATH_FN rem_math_f32 rem_math_sin_near_f32(rem_math_f32 x) { return rem_math_sin_turn_f32(rem_math_turn_near_f32(rem_math_abs_f32(x)), rem_math_bits_f32(x)); }
REM_MATH_FN rem_math_f32 rem_math_cos_near_f32(rem_math_f32 x) { return rem_math_cos_turn_f32(rem_math_turn_near_f32(rem_math_abs_f32(x))); }
REM_MATH_FN rem_math_f32 rem_math_tan_near_f32(rem_math_f32 x) { return rem_math_tan_turn_f32(rem_math_turn_near_f32(rem_math_abs_f32(x)), rem_math_bits_f32(x)); }
REM_MATH_FN rem_math_f32 rem_sin_f32(rem_math_f32 x) { return rem_math_sin_turn_f32(rem_math_turn_any_f32(rem_math_abs_f32(x)), rem_math_bits_f32(x)); }
REM_MATH_FN rem_math_f32 rem_cos_f32(rem_math_f32 x) { return rem_math_cos_turn_f32(rem_math_turn_any_f32(rem_math_abs_f32(x))); }
REM_MATH_FN rem_math_f32 rem_tan_f32(rem_math_f32 x) { return rem_math_tan_turn_f32(rem_math_turn_any_f32(rem_math_abs_f32(x)), rem_math_bits_f32(x)); }

/* ---- f64: the same methods ---- */

#ifdef REM_MATH_HAS_F64
#define REM_MATH_TURN_LIMIT_f64 0x1p40
#define REM_MATH_TWO_PI_f64 0x1.45f306dc9c883p-1
#define REM_MATH_PI2_1_f64 0x1.921fb54442d18p+0
#define REM_MATH_PI2_2_f64 0x1.1a62633145c07p-54
#define REM_MATH_PI2_3_f64 -0x1.f1976b7ed8fbcp-110

struct rem_math_turn_f64 {
  rem_math_f64 r, e;
  rem_math_u64 n;
};

REM_MATH_FN struct rem_math_turn_f64 rem_math_turn_near_f64(rem_math_f64 a) {
  struct rem_math_turn_f64 p;
  rem_math_f64 k = rem_math_fma_f64(a, REM_MATH_TWO_PI_f64, 0x1.8p52), n = k - 0x1.8p52;
  rem_math_f64 h = rem_math_fma_f64(n, -REM_MATH_PI2_1_f64, a), t = n * REM_MATH_PI2_2_f64;
  p.r = h - t;
  p.e = rem_math_fma_f64(n, -REM_MATH_PI2_3_f64, rem_math_fma_f64(n, -REM_MATH_PI2_2_f64, h - p.r));
  p.n = rem_math_bits_f64(k);
  return p;
}

/* The first 64 bits of a product of 128. */
REM_MATH_FN rem_math_u64 rem_math_mul_high_u64(rem_math_u64 a, rem_math_u64 b) {
  rem_math_u64 al = a & 0xffffffff, ah = a >> 32, bl = b & 0xffffffff, bh = b >> 32;
  rem_math_u64 t = ah * bl + (al * bl >> 32), u = al * bh + (t & 0xffffffff);
  return ah * bh + (t >> 32) + (u >> 32);
}

/* a = m 2^(k - 12) with a 53-bit m. The words are 2/pi's bits behind fourteen zeros, four selects deep; of those from
   bit k on the first 192 are taken. The product's first 128 bits are the turns; 62 of its fraction's may be zeros. The
   fraction plus 1/2 goes in pieces of 40, 42 and 44 bits through the last bits of 2^52 into numbers. */
REM_MATH_FN struct rem_math_turn_f64 rem_math_turn_far_f64(rem_math_f64 a) {
  struct rem_math_turn_f64 p;
  rem_math_u64 m = (rem_math_bits_f64(a) & 0x000fffffffffffff) | 0x0010000000000000, k = (rem_math_bits_f64(a) >> 52) - 1063, s = k & 63;
  rem_math_u64 a0 = rem_math_sel_(k & 512, 0x1213a671c09ad17d, 0x00028be60db93910);
  rem_math_u64 a1 = rem_math_sel_(k & 512, 0xf904e64758e60d4c, 0x54a7f09d5f47d4d3);
  rem_math_u64 a2 = rem_math_sel_(k & 512, 0xe7d272117e2ef7e4, 0x77036d8a5664f10e);
  rem_math_u64 a3 = rem_math_sel_(k & 512, 0xa0ec7fe25fff7816, 0x4107f9458eaf7aef);
  rem_math_u64 a4 = rem_math_sel_(k & 512, 0x603fbcbc462d6829, 0x1586dc91b8e90937);
  rem_math_u64 a5 = rem_math_sel_(k & 512, 0xb47db4d9fb3c9f2c, 0x4b801924bba82746);
  rem_math_u64 a6 = rem_math_sel_(k & 512, 0x26dd3d18fd9a797f, 0x4873f877ac72c4a6);
  rem_math_u64 a7 = rem_math_sel_(k & 512, 0xa8b5d49eeb1faf97, 0x9cfba208d7d4baed);
  rem_math_u64 a8 = rem_math_sel_(k & 512, 0xc5ecf41ce7de294a, 0x1213a671c09ad17d);
  rem_math_u64 a9 = rem_math_sel_(k & 512, 0x4ba9afed7ec47e35, 0xf904e64758e60d4c);
  rem_math_u64 a10 = rem_math_sel_(k & 512, 0x7421580cc11bf1ed, 0xe7d272117e2ef7e4);
  rem_math_u64 b0 = rem_math_sel_(k & 256, a4, a0), b1 = rem_math_sel_(k & 256, a5, a1), b2 = rem_math_sel_(k & 256, a6, a2), b3 = rem_math_sel_(k & 256, a7, a3);
  rem_math_u64 b4 = rem_math_sel_(k & 256, a8, a4), b5 = rem_math_sel_(k & 256, a9, a5), b6 = rem_math_sel_(k & 256, a10, a6);
  rem_math_u64 c0 = rem_math_sel_(k & 128, b2, b0), c1 = rem_math_sel_(k & 128, b3, b1), c2 = rem_math_sel_(k & 128, b4, b2), c3 = rem_math_sel_(k & 128, b5, b3);
  rem_math_u64 c4 = rem_math_sel_(k & 128, b6, b4);
  rem_math_u64 d0 = rem_math_sel_(k & 64, c1, c0), d1 = rem_math_sel_(k & 64, c2, c1), d2 = rem_math_sel_(k & 64, c3, c2), d3 = rem_math_sel_(k & 64, c4, c3);
  rem_math_u64 w0 = d0 << s | d1 >> 1 >> (63 - s), w1 = d1 << s | d2 >> 1 >> (63 - s), w2 = d2 << s | d3 >> 1 >> (63 - s);
  rem_math_u64 carry = rem_math_mul_high_u64(m, w2), low = m * w1 + carry;
  rem_math_u64 turns = m * w0 + rem_math_mul_high_u64(m, w1) + rem_math_sel_(low < carry, 1u, 0u) + 0x2000000000000000;
  rem_math_u64 top = turns & 0x3fffffffffffffff;
  rem_math_f64 f1 = (rem_math_real_f64(top >> 22 | 0x4330000000000000) - (0x1p52 + 0x1p39)) * 0x1p-40;
  rem_math_f64 f2 = (rem_math_real_f64((top & 0x3fffff) << 20 | low >> 44 | 0x4330000000000000) - 0x1p52) * 0x1p-82;
  rem_math_f64 f3 = (rem_math_real_f64((low & 0x00000fffffffffff) | 0x4330000000000000) - 0x1p52) * 0x1p-126;
  rem_math_f64 s1 = f1 + f2, s2 = ((f1 - s1) + f2) + f3, h = s1 + s2, l = (s1 - h) + s2;
  p.n = turns >> 62;
  p.r = h * REM_MATH_PI2_1_f64;
  p.e = rem_math_fma_f64(h, REM_MATH_PI2_1_f64, -p.r) + rem_math_fma_f64(h, REM_MATH_PI2_2_f64, rem_math_fma_f64(l, REM_MATH_PI2_1_f64, a - a));
  return p;
}

REM_MATH_FN struct rem_math_turn_f64 rem_math_turn_any_f64(rem_math_f64 a) {
  struct rem_math_turn_f64 p = rem_math_turn_near_f64(a);
#ifdef REM_MATH_MAY_BRANCH
  if (!(a < REM_MATH_TURN_LIMIT_f64)) p = rem_math_turn_far_f64(a);
#else
  struct rem_math_turn_f64 q = rem_math_turn_far_f64(a);
  p.r = rem_math_sel_(a < REM_MATH_TURN_LIMIT_f64, p.r, q.r);
  p.e = rem_math_sel_(a < REM_MATH_TURN_LIMIT_f64, p.e, q.e);
  p.n = rem_math_sel_(a < REM_MATH_TURN_LIMIT_f64, p.n, q.n);
#endif
  return p;
}

/* remez sin 5 0 .6193 f64 refit */
REM_MATH_FN rem_math_f64 rem_math_sin_poly_f64(rem_math_f64 z) {
  rem_math_f64 q = 0x1.5d8b55932ebd6p-33;
  q = rem_math_fma_f64(q, z, -0x1.ae5e4b83e1e7ep-26);
  q = rem_math_fma_f64(q, z, 0x1.71de35552b51cp-19);
  q = rem_math_fma_f64(q, z, -0x1.a01a019be9217p-13);
  q = rem_math_fma_f64(q, z, 0x1.111111110f73p-7);
  q = rem_math_fma_f64(q, z, -0x1.5555555555548p-3);
  return q;
}

/* remez cos 5 0 .6193 f64 refit */
REM_MATH_FN rem_math_f64 rem_math_cos_poly_f64(rem_math_f64 z) {
  rem_math_f64 q = -0x1.8f99cb7848a9bp-37;
  q = rem_math_fma_f64(q, z, 0x1.1ee9c3356fcb2p-29);
  q = rem_math_fma_f64(q, z, -0x1.27e4f7cd31881p-22);
  q = rem_math_fma_f64(q, z, 0x1.a01a019c5c392p-16);
  q = rem_math_fma_f64(q, z, -0x1.6c16c16c14ep-10);
  q = rem_math_fma_f64(q, z, 0x1.555555555554ap-5);
  return q;
}

REM_MATH_FN rem_math_f64 rem_math_sin_tail_f64(struct rem_math_turn_f64 p) {
  rem_math_f64 z = p.r * p.r;
  return rem_math_fma_f64(p.r * z, rem_math_sin_poly_f64(z), p.e * rem_math_fma_f64(z, -0.5, 1.0));
}
REM_MATH_FN rem_math_f64 rem_math_cos_head_f64(struct rem_math_turn_f64 p) { return rem_math_fma_f64(p.r * p.r, -0.5, 1.0); }
REM_MATH_FN rem_math_f64 rem_math_cos_tail_f64(struct rem_math_turn_f64 p) {
  rem_math_f64 z = p.r * p.r, l = rem_math_fma_f64(z, -0.5, 1.0 - rem_math_cos_head_f64(p));
  return rem_math_fma_f64(z * z, rem_math_cos_poly_f64(z), rem_math_fma_f64(p.r, -p.e, l));
}

REM_MATH_FN rem_math_f64 rem_math_sin_turn_f64(struct rem_math_turn_f64 p, rem_math_u64 flip) {
  rem_math_f64 s = p.r + rem_math_sin_tail_f64(p), c = rem_math_cos_head_f64(p) + rem_math_cos_tail_f64(p);
  return rem_math_real_f64(rem_math_bits_f64(rem_math_sel_(p.n & 1, c, s)) ^ ((p.n << 62 ^ flip) & 0x8000000000000000));
}
REM_MATH_FN rem_math_f64 rem_math_cos_turn_f64(struct rem_math_turn_f64 p) {
  p.n += 1;
  return rem_math_sin_turn_f64(p, 0);
}

REM_MATH_FN rem_math_f64 rem_math_tan_turn_f64(struct rem_math_turn_f64 p, rem_math_u64 flip) {
  rem_math_f64 st = rem_math_sin_tail_f64(p), s = p.r + st, sl = (p.r - s) + st;
  rem_math_f64 ch = rem_math_cos_head_f64(p), ct = rem_math_cos_tail_f64(p), c = ch + ct, cl = (ch - c) + ct;
  rem_math_f64 a = rem_math_sel_(p.n & 1, c, s), al = rem_math_sel_(p.n & 1, cl, sl), b = rem_math_sel_(p.n & 1, s, c), bl = rem_math_sel_(p.n & 1, sl, cl);
  rem_math_f64 inverse = 1.0 / b, q = a * inverse, lack = rem_math_fma_f64(-q, bl, rem_math_fma_f64(-q, b, a) + al);
  rem_math_f64 y = rem_math_fma_f64(lack, inverse, q);
  return rem_math_real_f64(rem_math_bits_f64(y) ^ ((p.n << 63 ^ flip) & 0x8000000000000000));
}

REM_MATH_FN rem_math_f64 rem_math_sin_near_f64(rem_math_f64 x) { return rem_math_sin_turn_f64(rem_math_turn_near_f64(rem_math_abs_f64(x)), rem_math_bits_f64(x)); }
REM_MATH_FN rem_math_f64 rem_math_cos_near_f64(rem_math_f64 x) { return rem_math_cos_turn_f64(rem_math_turn_near_f64(rem_math_abs_f64(x))); }
REM_MATH_FN rem_math_f64 rem_math_tan_near_f64(rem_math_f64 x) { return rem_math_tan_turn_f64(rem_math_turn_near_f64(rem_math_abs_f64(x)), rem_math_bits_f64(x)); }
REM_MATH_FN rem_math_f64 rem_sin_f64(rem_math_f64 x) { return rem_math_sin_turn_f64(rem_math_turn_any_f64(rem_math_abs_f64(x)), rem_math_bits_f64(x)); }
REM_MATH_FN rem_math_f64 rem_cos_f64(rem_math_f64 x) { return rem_math_cos_turn_f64(rem_math_turn_any_f64(rem_math_abs_f64(x))); }
REM_MATH_FN rem_math_f64 rem_tan_f64(rem_math_f64 x) { return rem_math_tan_turn_f64(rem_math_turn_any_f64(rem_math_abs_f64(x)), rem_math_bits_f64(x)); }
#endif

#endif

/* arc.h: asin, acos, atan and atan2. math.h says what they have in common.

   Each is k pi/2 + m f(t) with an odd f(t) = t + t^3 q(t^2), t in [0, 1] and small integers k and m. Where t is a root
   or a quotient, its rounding error is known exactly as a residue, and enters. */
#ifndef REM_MATH_MATH_ARC_H
#define REM_MATH_MATH_ARC_H

/* ---- f32 ---- */

#define REM_MATH_ARC_1_f32 0x1.921fb6p+0f /* pi/2 in two parts */
#define REM_MATH_ARC_2_f32 -0x1.777a5cp-25f

/* asin r = r + r^3 q(r^2) */
/* remez asin 4 0 .25 f32 refit */
REM_MATH_FN rem_math_f32 rem_math_asin_poly_f32(rem_math_f32 z) {
  rem_math_f32 q = 0x1.595c8cp-5f;
  q = rem_math_fma_f32(q, z, 0x1.8c3e2ap-6f);
  q = rem_math_fma_f32(q, z, 0x1.747bbap-5f);
  q = rem_math_fma_f32(q, z, 0x1.330204p-4f);
  q = rem_math_fma_f32(q, z, 0x1.5555c8p-3f);
  return q;
}

/* atan r = r + r^3 q(r^2), q(z) = ATAN_0 + z p(z), and this is p: q is wanted with its rounding error */
/* remez atan 8 0 1 f32 refit */
#define REM_MATH_ATAN_0_f32 -0x1.55553ep-2f
REM_MATH_FN rem_math_f32 rem_math_atan_poly_f32(rem_math_f32 z) {
  rem_math_f32 q = -0x1.db0bb4p-10f;
  q = rem_math_fma_f32(q, z, 0x1.67c0aap-7f);
  q = rem_math_fma_f32(q, z, -0x1.00136cp-5f);
  q = rem_math_fma_f32(q, z, 0x1.db20aep-5f);
  q = rem_math_fma_f32(q, z, -0x1.58359cp-4f);
  q = rem_math_fma_f32(q, z, 0x1.c09342p-4f);
  q = rem_math_fma_f32(q, z, -0x1.2420aap-3f);
  q = rem_math_fma_f32(q, z, 0x1.9991e4p-3f);
  return q;
}

/* k pi/2 + m (t + e + t z q) for k of 0, 1, 2, m of 1, -1, 2, -2, 0 <= t <= 1 and e of t's rounding errors. */
REM_MATH_FN rem_math_f32 rem_math_arc_sum_f32(rem_math_f32 k, rem_math_f32 m, rem_math_f32 t, rem_math_f32 e, rem_math_f32 z, rem_math_f32 q) {
  rem_math_f32 b = k * REM_MATH_ARC_1_f32, v = m * t, h = b + v, l = (b - h) + v;
  return h + rem_math_fma_f32(v * z, q, rem_math_fma_f32(k, REM_MATH_ARC_2_f32, rem_math_fma_f32(m, e, l)));
}

/* 1/x to an eighth, for a correction; x below 2^126 (f64: 2^1022). A number's bits are nearly its logarithm. */
REM_MATH_FN rem_math_f32 rem_math_arc_inverse_f32(rem_math_f32 x) { return rem_math_real_f32(0x7ef311c7 - rem_math_bits_f32(x)); }

/* Above 1/2 asin a = pi/2 - 2 asin t with t^2 = z = (1 - a)/2, where z is exact; e is what the root lacks. A root of a
   negative number makes NaN of what is outside [-1, 1]. */
REM_MATH_FN rem_math_f32 rem_math_arc_square_f32(rem_math_f32 a) { return rem_math_sel_(a <= 0.5f, a * a, rem_math_fma_f32(a, -0.5f, 0.5f)); }
REM_MATH_FN rem_math_f32 rem_math_arc_root_f32(rem_math_f32 a) { return rem_math_sel_(a <= 0.5f, a, rem_math_sqrt_f32(rem_math_fma_f32(a, -0.5f, 0.5f))); }
REM_MATH_FN rem_math_f32 rem_math_arc_lack_f32(rem_math_f32 a, rem_math_f32 t, rem_math_f32 z) {
  return rem_math_sel_(a <= 0.5f, 0.0f, rem_math_fma_f32(-t, t, z) * (0.5f * rem_math_arc_inverse_f32(t)));
}
REM_MATH_FN rem_math_f32 rem_asin_f32(rem_math_f32 x) {
  rem_math_f32 a = rem_math_abs_f32(x), k = rem_math_sel_(a <= 0.5f, 0.0f, 1.0f), m = rem_math_sel_(a <= 0.5f, 1.0f, -2.0f);
  rem_math_f32 z = rem_math_arc_square_f32(a), t = rem_math_arc_root_f32(a);
  return rem_math_copysign_f32(rem_math_arc_sum_f32(k, m, t, rem_math_arc_lack_f32(a, t, z), z, rem_math_asin_poly_f32(z)), x);
}
REM_MATH_FN rem_math_f32 rem_acos_f32(rem_math_f32 x) {
  rem_math_f32 a = rem_math_abs_f32(x), one = rem_math_copysign_f32(1.0f, x), z = rem_math_arc_square_f32(a), t = rem_math_arc_root_f32(a);
  rem_math_f32 k = rem_math_sel_(a <= 0.5f, 1.0f, 1.0f - one), m = rem_math_sel_(a <= 0.5f, -one, one + one);
  return rem_math_arc_sum_f32(k, m, t, rem_math_arc_lack_f32(a, t, z), z, rem_math_asin_poly_f32(z));
}

/* k pi/2 + m atan(t + e) for 0 <= t <= 1 and an e that is known to an eighth: it enters with nearly the derivative's
   factor 1 / (1 + z), together with what rounding takes from t's square and cube and from q. */
REM_MATH_FN rem_math_f32 rem_math_atan_sum_f32(rem_math_f32 k, rem_math_f32 m, rem_math_f32 t, rem_math_f32 e) {
  rem_math_f32 z = t * t, c = t * z, p = rem_math_atan_poly_f32(z), q = rem_math_fma_f32(p, z, REM_MATH_ATAN_0_f32);
  rem_math_f32 ql = rem_math_fma_f32(p, z, REM_MATH_ATAN_0_f32 - q), lack = rem_math_fma_f32(t, rem_math_fma_f32(t, t, -z), rem_math_fma_f32(t, z, -c));
  return rem_math_arc_sum_f32(k, m, t, rem_math_fma_f32(lack, q, rem_math_fma_f32(c, ql, e * rem_math_fma_f32(z, -0.5f, 1.0f))), z, q);
}

/* Above 1 atan a = pi/2 - atan(1/a). e is what the quotient lacks, but where a may be infinite. */
REM_MATH_FN rem_math_f32 rem_atan_f32(rem_math_f32 x) {
  rem_math_f32 a = rem_math_abs_f32(x), k = rem_math_sel_(a > 1.0f, 1.0f, 0.0f), m = rem_math_sel_(a > 1.0f, -1.0f, 1.0f);
  rem_math_f32 low = rem_math_sel_(a > 1.0f, 1.0f, a), high = rem_math_sel_(a > 1.0f, a, 1.0f), t = low / high;
  rem_math_f32 e = rem_math_sel_(t > 0x1p-60f, rem_math_fma_f32(-t, high, low) * t, 0.0f);
  return rem_math_copysign_f32(rem_math_atan_sum_f32(k, m, t, e), x);
}

/* t is the smaller of |y| and |x| over the larger, 0 for two zeros and 1 for two infinities. */
REM_MATH_FN rem_math_f32 rem_atan2_f32(rem_math_f32 y, rem_math_f32 x) {
  rem_math_f32 a = rem_math_abs_f32(y), b = rem_math_abs_f32(x), low = rem_math_sel_(a > b, b, a), high = rem_math_sel_(a > b, a, b);
  rem_math_f32 t = rem_math_sel_(low == high, rem_math_sel_(high > 0.0f, 1.0f, 0.0f), low / high);
  rem_math_f32 e = rem_math_sel_(high < 0x1p126f, rem_math_fma_f32(-t, high, low) * rem_math_arc_inverse_f32(high), 0.0f);
  rem_math_f32 one = rem_math_copysign_f32(1.0f, x), k = rem_math_sel_(a > b, 1.0f, 1.0f - one), m = rem_math_sel_(a > b, -one, one);
  return rem_math_copysign_f32(rem_math_atan_sum_f32(k, m, t, e), y);
}

/* ---- f64: the same methods ---- */

#ifdef REM_MATH_HAS_F64
#define REM_MATH_ARC_1_f64 0x1.921fb54442d18p+0 /* pi/2 in two parts */
#define REM_MATH_ARC_2_f64 0x1.1a62633145c07p-54

/* remez asin 12 0 .25 f64 refit */
REM_MATH_FN rem_math_f64 rem_math_asin_poly_f64(rem_math_f64 z) {
  rem_math_f64 q = 0x1.0b46bd061559dp-5;
  q = rem_math_fma_f64(q, z, -0x1.57fd8127d5de8p-6);
  q = rem_math_fma_f64(q, z, 0x1.639c7967a06c4p-6);
  q = rem_math_fma_f64(q, z, 0x1.e5f568bc34615p-9);
  q = rem_math_fma_f64(q, z, 0x1.613c8eb3011e5p-7);
  q = rem_math_fma_f64(q, z, 0x1.7585894928a23p-7);
  q = rem_math_fma_f64(q, z, 0x1.ca1f8d7954c55p-7);
  q = rem_math_fma_f64(q, z, 0x1.1c49f05c9b52p-6);
  q = rem_math_fma_f64(q, z, 0x1.6e8bdee042013p-6);
  q = rem_math_fma_f64(q, z, 0x1.f1c71a94f2e3fp-6);
  q = rem_math_fma_f64(q, z, 0x1.6db6db721267fp-5);
  q = rem_math_fma_f64(q, z, 0x1.333333332e131p-4);
  q = rem_math_fma_f64(q, z, 0x1.5555555555577p-3);
  return q;
}

/* remez atan 19 0 1 f64 refit */
#define REM_MATH_ATAN_0_f64 -0x1.5555555555526p-2
REM_MATH_FN rem_math_f64 rem_math_atan_poly_f64(rem_math_f64 z) {
  rem_math_f64 q = 0x1.bbec119fe2bd7p-17;
  q = rem_math_fma_f64(q, z, -0x1.3f3542d43771ep-13);
  q = rem_math_fma_f64(q, z, 0x1.b3f98151c29f8p-11);
  q = rem_math_fma_f64(q, z, -0x1.7a389f0f0b387p-9);
  q = rem_math_fma_f64(q, z, 0x1.d7b8201a62075p-8);
  q = rem_math_fma_f64(q, z, -0x1.c78f043b4274fp-7);
  q = rem_math_fma_f64(q, z, 0x1.683c55f1f87b6p-6);
  q = rem_math_fma_f64(q, z, -0x1.e9f9a78dbd9ep-6);
  q = rem_math_fma_f64(q, z, 0x1.2c2e39c54729p-5);
  q = rem_math_fma_f64(q, z, -0x1.59a3ec652bbaap-5);
  q = rem_math_fma_f64(q, z, 0x1.82dacfc67add7p-5);
  q = rem_math_fma_f64(q, z, -0x1.ae5e703824fe1p-5);
  q = rem_math_fma_f64(q, z, 0x1.e1bba5cbb7e02p-5);
  q = rem_math_fma_f64(q, z, -0x1.110e5118203e8p-4);
  q = rem_math_fma_f64(q, z, 0x1.3b13669828dc5p-4);
  q = rem_math_fma_f64(q, z, -0x1.745d11ae44a19p-4);
  q = rem_math_fma_f64(q, z, 0x1.c71c717fcc8a1p-4);
  q = rem_math_fma_f64(q, z, -0x1.249249237f4aep-3);
  q = rem_math_fma_f64(q, z, 0x1.99999999955b1p-3);
  return q;
}

REM_MATH_FN rem_math_f64 rem_math_arc_sum_f64(rem_math_f64 k, rem_math_f64 m, rem_math_f64 t, rem_math_f64 e, rem_math_f64 z, rem_math_f64 q) {
  rem_math_f64 b = k * REM_MATH_ARC_1_f64, v = m * t, h = b + v, l = (b - h) + v;
  return h + rem_math_fma_f64(v * z, q, rem_math_fma_f64(k, REM_MATH_ARC_2_f64, rem_math_fma_f64(m, e, l)));
}

REM_MATH_FN rem_math_f64 rem_math_arc_inverse_f64(rem_math_f64 x) { return rem_math_real_f64(0x7fde6238502484ba - rem_math_bits_f64(x)); }

REM_MATH_FN rem_math_f64 rem_math_arc_square_f64(rem_math_f64 a) { return rem_math_sel_(a <= 0.5, a * a, rem_math_fma_f64(a, -0.5, 0.5)); }
REM_MATH_FN rem_math_f64 rem_math_arc_root_f64(rem_math_f64 a) { return rem_math_sel_(a <= 0.5, a, rem_math_sqrt_f64(rem_math_fma_f64(a, -0.5, 0.5))); }
REM_MATH_FN rem_math_f64 rem_math_arc_lack_f64(rem_math_f64 a, rem_math_f64 t, rem_math_f64 z) {
  return rem_math_sel_(a <= 0.5, 0.0, rem_math_fma_f64(-t, t, z) * (0.5 * rem_math_arc_inverse_f64(t)));
}
REM_MATH_FN rem_math_f64 rem_asin_f64(rem_math_f64 x) {
  rem_math_f64 a = rem_math_abs_f64(x), k = rem_math_sel_(a <= 0.5, 0.0, 1.0), m = rem_math_sel_(a <= 0.5, 1.0, -2.0);
  rem_math_f64 z = rem_math_arc_square_f64(a), t = rem_math_arc_root_f64(a);
  return rem_math_copysign_f64(rem_math_arc_sum_f64(k, m, t, rem_math_arc_lack_f64(a, t, z), z, rem_math_asin_poly_f64(z)), x);
}
REM_MATH_FN rem_math_f64 rem_acos_f64(rem_math_f64 x) {
  rem_math_f64 a = rem_math_abs_f64(x), one = rem_math_copysign_f64(1.0, x), z = rem_math_arc_square_f64(a), t = rem_math_arc_root_f64(a);
  rem_math_f64 k = rem_math_sel_(a <= 0.5, 1.0, 1.0 - one), m = rem_math_sel_(a <= 0.5, -one, one + one);
  return rem_math_arc_sum_f64(k, m, t, rem_math_arc_lack_f64(a, t, z), z, rem_math_asin_poly_f64(z));
}

REM_MATH_FN rem_math_f64 rem_math_atan_sum_f64(rem_math_f64 k, rem_math_f64 m, rem_math_f64 t, rem_math_f64 e) {
  rem_math_f64 z = t * t, c = t * z, p = rem_math_atan_poly_f64(z), q = rem_math_fma_f64(p, z, REM_MATH_ATAN_0_f64);
  rem_math_f64 ql = rem_math_fma_f64(p, z, REM_MATH_ATAN_0_f64 - q), lack = rem_math_fma_f64(t, rem_math_fma_f64(t, t, -z), rem_math_fma_f64(t, z, -c));
  return rem_math_arc_sum_f64(k, m, t, rem_math_fma_f64(lack, q, rem_math_fma_f64(c, ql, e * rem_math_fma_f64(z, -0.5, 1.0))), z, q);
}

REM_MATH_FN rem_math_f64 rem_atan_f64(rem_math_f64 x) {
  rem_math_f64 a = rem_math_abs_f64(x), k = rem_math_sel_(a > 1.0, 1.0, 0.0), m = rem_math_sel_(a > 1.0, -1.0, 1.0);
  rem_math_f64 low = rem_math_sel_(a > 1.0, 1.0, a), high = rem_math_sel_(a > 1.0, a, 1.0), t = low / high;
  rem_math_f64 e = rem_math_sel_(t > 0x1p-60, rem_math_fma_f64(-t, high, low) * t, 0.0);
  return rem_math_copysign_f64(rem_math_atan_sum_f64(k, m, t, e), x);
}

REM_MATH_FN rem_math_f64 rem_atan2_f64(rem_math_f64 y, rem_math_f64 x) {
  rem_math_f64 a = rem_math_abs_f64(y), b = rem_math_abs_f64(x), low = rem_math_sel_(a > b, b, a), high = rem_math_sel_(a > b, a, b);
  rem_math_f64 t = rem_math_sel_(low == high, rem_math_sel_(high > 0.0, 1.0, 0.0), low / high);
  rem_math_f64 e = rem_math_sel_(high < 0x1p1022, rem_math_fma_f64(-t, high, low) * rem_math_arc_inverse_f64(high), 0.0);
  rem_math_f64 one = rem_math_copysign_f64(1.0, x), k = rem_math_sel_(a > b, 1.0, 1.0 - one), m = rem_math_sel_(a > b, -one, one);
  return rem_math_copysign_f64(rem_math_atan_sum_f64(k, m, t, e), y);
}
#endif

#endif

/* erf.h: erf, erfc and erfinv. math.h says what they have in common; exp.h and log.h come first. */
#ifndef REM_MATH_MATH_ERF_H
#define REM_MATH_MATH_ERF_H

/* ---- f32 ---- */

/* erf x = x + x q(x^2) for |x| < 0.90625 */
/* special erf 6 0 .8214 f32 */
REM_MATH_FN rem_math_f32 rem_math_erf_poly_f32(rem_math_f32 z) {
  rem_math_f32 q = 0x1.5f46dp-14f;
  q = rem_math_fma_f32(q, z, -0x1.aace22p-11f);
  q = rem_math_fma_f32(q, z, 0x1.54d16ap-8f);
  q = rem_math_fma_f32(q, z, -0x1.b80e98p-6f);
  q = rem_math_fma_f32(q, z, 0x1.ce2df8p-4f);
  return rem_math_fma_f32(q, z * z, rem_math_fma_f32(z, -0x1.812742p-2f, 0x1.06eba8p-3f));
}

/* log2 erfc v = c v + v^2 q(v) for 0.90625 <= v, where the error counts the less the smaller erfc v is */
#define REM_MATH_ERF_LOG_f32 -0x1.a0cb5ap+0f
/* special erflog 5 .906 3.95 f32 */
REM_MATH_FN rem_math_f32 rem_math_erf_log_f32(rem_math_f32 v) {
  rem_math_f32 q = 0x1.43b1e8p-12f;
  q = rem_math_fma_f32(q, v, -0x1.2ff85cp-8f);
  q = rem_math_fma_f32(q, v, 0x1.0e87fp-5f);
  q = rem_math_fma_f32(q, v, -0x1.3703bp-3f);
  q = rem_math_fma_f32(q, v, -0x1.d5941cp-1f);
  return q;
}

/* 2^r = 1 + r q(r) */
/* special exp2 5 -.5 .5 f32 */
REM_MATH_FN rem_math_f32 rem_math_erf_exp2_f32(rem_math_f32 r) {
  rem_math_f32 q = 0x1.3f9fc8p-13f;
  q = rem_math_fma_f32(q, r, 0x1.5f0b82p-10f);
  q = rem_math_fma_f32(q, r, 0x1.3b30a2p-7f);
  q = rem_math_fma_f32(q, r, 0x1.c6af76p-5f);
  q = rem_math_fma_f32(q, r, 0x1.ebfbd8p-3f);
  q = rem_math_fma_f32(q, r, 0x1.62e43p-1f);
  return q;
}

/* From 0.90625 on: 1 - 2^n 2^r with n + r = log2 erfc |x|. n is taken off before the terms are summed, and 1 - 2^n is
   exact, so that little is rounded but the result. From 3.9375 on that is 1. */
REM_MATH_FN rem_math_f32 rem_erf_f32(rem_math_f32 x) {
  rem_math_f32 a = rem_math_abs_f32(x), v = rem_math_sel_(a > 3.9375f, 3.9375f, a);
  rem_math_f32 p = rem_math_erf_log_f32(v), t = rem_math_fma_f32(rem_math_fma_f32(p, v, REM_MATH_ERF_LOG_f32), v, 0x1.8p23f);
  rem_math_f32 r = rem_math_fma_f32(p, v * v, rem_math_fma_f32(v, REM_MATH_ERF_LOG_f32, 0x1.8p23f - t)), s = rem_math_real_f32((rem_math_bits_f32(t) << 23) + 0x3f800000);
  rem_math_f32 far = rem_math_fma_f32(-(s * r), rem_math_erf_exp2_f32(r), 1.0f - s);
  rem_math_f32 near = rem_math_fma_f32(x, rem_math_erf_poly_f32(x * x), x);
  return rem_math_sel_(a < 0.90625f, near, rem_math_copysign_f32(far, x));
}

/* e^(x^2) erfc x = (c + t q(t)) / (x + 3) with t = (x - 3) / (x + 3) */
#define REM_MATH_ERFCX_f32 0x1.12f21ep+0f
/* special erfcx 9 -1 .5489 f32 3 */
REM_MATH_FN rem_math_f32 rem_math_erfcx_rest_f32(rem_math_f32 t) {
  rem_math_f32 q = -0x1.513378p-12f;
  q = rem_math_fma_f32(q, t, -0x1.f508e2p-12f);
  q = rem_math_fma_f32(q, t, 0x1.936b6ep-9f);
  q = rem_math_fma_f32(q, t, -0x1.42d60cp-10f);
  q = rem_math_fma_f32(q, t, -0x1.b7bc12p-6f);
  q = rem_math_fma_f32(q, t, 0x1.e9991ap-4f);
  q = rem_math_fma_f32(q, t, -0x1.3dead2p-2f);
  q = rem_math_fma_f32(q, t, 0x1.2e326p-1f);
  q = rem_math_fma_f32(q, t, -0x1.c44c48p-1f);
  return q;
}

/* For v >= 0, erfc v = 2^n m with n in the last bits of `round`; returns m. e^(-v^2) comes from h, which is v^2
   rounded, and l, what that lost; it is multiplied with (c + t q(t)) s, s = 1 / (v + 3). Each factor has a leading and
   a low part. t follows exactly from s, e is the relative error of s, and 1.875 - 1.1875 t, to a tenth, is by how
   much more the product feels it. */
REM_MATH_FN rem_math_f32 rem_math_erfc_parts_f32(rem_math_f32 v, rem_math_f32 h, rem_math_f32 round) {
  rem_math_f32 n = round - 0x1.8p23f, l = rem_math_fma_f32(v, v, -h);
  rem_math_f32 rh = rem_math_fma_f32(n, -REM_MATH_LN2_HI_f32, -h), rl = rem_math_fma_f32(n, -REM_MATH_LN2_LO_f32, -l), r = rh + rl;
  rem_math_f32 eh = 1.0f + rh, el = rem_math_fma_f32(r * r, rem_math_fma_f32(r, rem_math_exp_poly_f32(r), 0.5f), ((1.0f - eh) + rh) + rl);
  rem_math_f32 d = v + 3.0f, dl = v - (d - 3.0f), s = 1.0f / d, e = rem_math_fma_f32(-s, dl, rem_math_fma_f32(-s, d, 1.0f));
  rem_math_f32 t = rem_math_fma_f32(-6.0f, s, 1.0f), q = rem_math_erfcx_rest_f32(t);
  rem_math_f32 qh = rem_math_fma_f32(q, t, REM_MATH_ERFCX_f32), ql = rem_math_fma_f32(q, t, REM_MATH_ERFCX_f32 - qh);
  rem_math_f32 ph = s * qh, pl = rem_math_fma_f32(s, ql, rem_math_fma_f32(s, qh, -ph));
  pl = rem_math_fma_f32(ph, e * rem_math_fma_f32(t, -1.1875f, 1.875f), pl);
  return rem_math_fma_f32(eh, ph, rem_math_fma_f32(el, ph, eh * pl));
}

/* Results that might be denormal are lifted as those of exp are. Near zero the line 1 - x 2 / sqrt pi is all there
   is. */
REM_MATH_FN rem_math_f32 rem_erfc_f32(rem_math_f32 x) {
  rem_math_f32 a = rem_math_abs_f32(x), v = rem_math_sel_(a > 10.3125f, 10.3125f, a), h = v * v, round = rem_math_exp_round_f32(-h);
  rem_math_f32 y = rem_math_exp_scale_f32(rem_math_erfc_parts_f32(v, h, round), round, h > 82.0f);
  y = rem_math_sel_(x < 0.0f, 2.0f - y, y);
  y = rem_math_sel_(a < 0x1p-8f, rem_math_fma_f32(x, -0x1.20dd76p+0f, 1.0f), y);
  return rem_math_sel_(x == x, y, x);
}

/* erfinv x = x q(v) with v + 2.5 = -log(1 - x^2), up to 5.0 */
/* special inverse 10 -2.4999 2.501 f32 2.5 */
REM_MATH_FN rem_math_f32 rem_math_erfinv_poly_f32(rem_math_f32 v) {
  rem_math_f32 q = -0x1.466f3cp-33f;
  q = rem_math_fma_f32(q, v, -0x1.2adc92p-27f);
  q = rem_math_fma_f32(q, v, 0x1.c77a3p-26f);
  q = rem_math_fma_f32(q, v, 0x1.f30bc2p-22f);
  q = rem_math_fma_f32(q, v, -0x1.d4422ep-19f);
  q = rem_math_fma_f32(q, v, -0x1.4c9a3cp-18f);
  q = rem_math_fma_f32(q, v, 0x1.ca176ep-13f);
  q = rem_math_fma_f32(q, v, -0x1.48670cp-10f);
  q = rem_math_fma_f32(q, v, -0x1.11c716p-8f);
  q = rem_math_fma_f32(q, v, 0x1.f91e8cp-3f);
  q = rem_math_fma_f32(q, v, 0x1.805c5ep+0f);
  return q;
}

/* erfinv x = s q(v) with s^2 = -log(1 - x^2), v + 0.34375 = 1/s, from there on */
/* special inverse_tail 6 -.0935 .1036 f32 .34375 */
REM_MATH_FN rem_math_f32 rem_math_erfinv_tail_f32(rem_math_f32 v) {
  rem_math_f32 q = 0x1.95cd5ap+0f;
  q = rem_math_fma_f32(q, v, -0x1.85b60ap-3f);
  q = rem_math_fma_f32(q, v, -0x1.c44432p-1f);
  q = rem_math_fma_f32(q, v, 0x1.f65fbp-3f);
  q = rem_math_fma_f32(q, v, 0x1.8b5764p-3f);
  q = rem_math_fma_f32(q, v, -0x1.5eb654p-3f);
  q = rem_math_fma_f32(q, v, 0x1.e28a7ep-1f);
  return q;
}

REM_MATH_FN rem_math_f32 rem_erfinv_f32(rem_math_f32 x) {
  rem_math_f32 a = rem_math_abs_f32(x);
  rem_math_u32 i = rem_math_log_bits_f32(rem_math_fma_f32(-x, x, 1.0f));
  rem_math_f32 w = -rem_math_log_sum_f32(rem_math_log_k_f32(i), rem_math_log_f_f32(i), -0.0f), s = rem_math_sqrt_f32(w);
  rem_math_f32 near = x * rem_math_erfinv_poly_f32(w - 2.5f), far = rem_math_copysign_f32(s * rem_math_erfinv_tail_f32(1.0f / s - 0.34375f), x);
  rem_math_f32 y = rem_math_sel_(w < 5.0f, near, far);
  return rem_math_sel_(a < 1.0f, y, rem_math_sel_(a == 1.0f, rem_math_copysign_f32(rem_math_INF_f32, x), rem_math_NAN_f32));
}

/* ---- f64: the same methods ---- */

#ifdef REM_MATH_HAS_F64
/* erf x = x + x q(x^2) for |x| < 0.90625 */
/* special erf 11 0 .8214 f64 */
REM_MATH_FN rem_math_f64 rem_math_erf_poly_f64(rem_math_f64 z) {
  rem_math_f64 zz = z * z;
  rem_math_f64 q0 = 0x1.e51c18381b72bp-27;
  q0 = rem_math_fma_f64(q0, zz, 0x1.b9c41e2c41de6p-20);
  q0 = rem_math_fma_f64(q0, zz, 0x1.f9a3193fec07cp-14);
  q0 = rem_math_fma_f64(q0, zz, 0x1.565bcd0f568cbp-8);
  rem_math_f64 q1 = -0x1.da77b6c11d7cbp-31;
  q1 = rem_math_fma_f64(q1, zz, -0x1.5dd7d8c9b24c2p-23);
  q1 = rem_math_fma_f64(q1, zz, -0x1.f4d08e68ae69fp-17);
  q1 = rem_math_fma_f64(q1, zz, -0x1.c02db3d9e7438p-11);
  rem_math_f64 q = rem_math_fma_f64(q1, z, q0);
  q = rem_math_fma_f64(q, z, -0x1.b82ce3129bb4p-6);
  q = rem_math_fma_f64(q, z, 0x1.ce2f21a0433b3p-4);
  return rem_math_fma_f64(q, zz, rem_math_fma_f64(z, -0x1.812746b0379fbp-2, 0x1.06eba8214db69p-3));
}

/* log2 erfc v = c v + v^2 q(v) for 0.90625 <= v, where the error counts the less the smaller erfc v is */
#define REM_MATH_ERF_LOG_f64 -0x1.a0be84b2daf1p+0
/* special erflog 18 .906 6 f64 */
REM_MATH_FN rem_math_f64 rem_math_erf_log_f64(rem_math_f64 v) {
  rem_math_f64 z = v * v;
  rem_math_f64 q0 = -0x1.447985682977ap-42;
  q0 = rem_math_fma_f64(q0, z, -0x1.6ed2ea7a26399p-32);
  q0 = rem_math_fma_f64(q0, z, -0x1.ae0db6fd445c7p-25);
  q0 = rem_math_fma_f64(q0, z, -0x1.2daa3db935dfep-19);
  q0 = rem_math_fma_f64(q0, z, -0x1.33e8f061dba54p-15);
  q0 = rem_math_fma_f64(q0, z, -0x1.6253cbba176bfp-13);
  q0 = rem_math_fma_f64(q0, z, 0x1.96d681e1f3879p-11);
  q0 = rem_math_fma_f64(q0, z, 0x1.1e00ebafa1535p-12);
  q0 = rem_math_fma_f64(q0, z, -0x1.2fa9b451032fap-3);
  rem_math_f64 q1 = 0x1.f6af8eb33b765p-37;
  q1 = rem_math_fma_f64(q1, z, 0x1.4f40e1364a01fp-28);
  q1 = rem_math_fma_f64(q1, z, 0x1.9ab52c45b5603p-22);
  q1 = rem_math_fma_f64(q1, z, 0x1.59c9cad8e7851p-17);
  q1 = rem_math_fma_f64(q1, z, 0x1.9a2773463ef0ep-14);
  q1 = rem_math_fma_f64(q1, z, 0x1.8bae0dcd8833cp-15);
  q1 = rem_math_fma_f64(q1, z, -0x1.39c5e0da4a9e8p-9);
  q1 = rem_math_fma_f64(q1, z, 0x1.c455c90a13b2ep-6);
  rem_math_f64 q = rem_math_fma_f64(q1, v, q0);
  q = rem_math_fma_f64(q, v, -0x1.d63ec30650a6ep-1);
  return q;
}

/* 2^r = 1 + r q(r) */
/* special exp2 10 -.5 .5 f64 */
REM_MATH_FN rem_math_f64 rem_math_erf_exp2_f64(rem_math_f64 r) {
  rem_math_f64 z = r * r;
  rem_math_f64 q0 = 0x1.e944dbc8b1955p-32;
  q0 = rem_math_fma_f64(q0, z, 0x1.b52540a4fb836p-24);
  q0 = rem_math_fma_f64(q0, z, 0x1.ffcbfc58e651fp-17);
  q0 = rem_math_fma_f64(q0, z, 0x1.5d87fe78a11f4p-10);
  q0 = rem_math_fma_f64(q0, z, 0x1.c6b08d704a122p-5);
  q0 = rem_math_fma_f64(q0, z, 0x1.62e42fefa39efp-1);
  rem_math_f64 q1 = 0x1.e61af464b76bdp-28;
  q1 = rem_math_fma_f64(q1, z, 0x1.62bfc7d7a2d79p-20);
  q1 = rem_math_fma_f64(q1, z, 0x1.4309130ebea2cp-13);
  q1 = rem_math_fma_f64(q1, z, 0x1.3b2ab6fba01b2p-7);
  q1 = rem_math_fma_f64(q1, z, 0x1.ebfbdff82c5a4p-3);
  return rem_math_fma_f64(q1, r, q0);
}

/* From 0.90625 on: 1 - 2^n 2^r with n + r = log2 erfc |x|. n is taken off before the terms are summed, and 1 - 2^n is
   exact, so that little is rounded but the result. From 6 on that is 1. */
REM_MATH_FN rem_math_f64 rem_erf_f64(rem_math_f64 x) {
  rem_math_f64 a = rem_math_abs_f64(x), v = rem_math_sel_(a > 6.0, 6.0, a);
  rem_math_f64 p = rem_math_erf_log_f64(v), t = rem_math_fma_f64(rem_math_fma_f64(p, v, REM_MATH_ERF_LOG_f64), v, 0x1.8p52);
  rem_math_f64 r = rem_math_fma_f64(p, v * v, rem_math_fma_f64(v, REM_MATH_ERF_LOG_f64, 0x1.8p52 - t)),
      s = rem_math_real_f64((rem_math_bits_f64(t) << 52) + 0x3ff0000000000000);
  rem_math_f64 far = rem_math_fma_f64(-(s * r), rem_math_erf_exp2_f64(r), 1.0 - s);
  rem_math_f64 near = rem_math_fma_f64(x, rem_math_erf_poly_f64(x * x), x);
  return rem_math_sel_(a < 0.90625, near, rem_math_copysign_f64(far, x));
}

/* e^(x^2) erfc x = (c + t q(t)) / (x + 4) with t = (x - 4) / (x + 4) */
#define REM_MATH_ERFCX_f64 0x1.18932bf08e154p+0
/* special erfcx 22 -1 .74604 f64 4 */
REM_MATH_FN rem_math_f64 rem_math_erfcx_rest_f64(rem_math_f64 t) {
  rem_math_f64 z = t * t;
  rem_math_f64 q0 = -0x1.066cbc1fdb0ccp-30;
  q0 = rem_math_fma_f64(q0, z, 0x1.232301add02ecp-28);
  q0 = rem_math_fma_f64(q0, z, -0x1.575783a12b2a6p-24);
  q0 = rem_math_fma_f64(q0, z, 0x1.7f2a14ad132fp-20);
  q0 = rem_math_fma_f64(q0, z, -0x1.3c74fccb9aad3p-16);
  q0 = rem_math_fma_f64(q0, z, 0x1.72cddf16a8a6ap-13);
  q0 = rem_math_fma_f64(q0, z, -0x1.269b56f4f0483p-12);
  q0 = rem_math_fma_f64(q0, z, -0x1.b00c052a35d7bp-6);
  q0 = rem_math_fma_f64(q0, z, -0x1.645fd8a4bfb2p-3);
  rem_math_f64 q1 = 0x1.c101338ca8a19p-31;
  q1 = rem_math_fma_f64(q1, z, -0x1.069dd74562f86p-26);
  q1 = rem_math_fma_f64(q1, z, 0x1.0bb8de5ead0bep-23);
  q1 = rem_math_fma_f64(q1, z, -0x1.c6f396010ee7ep-21);
  q1 = rem_math_fma_f64(q1, z, 0x1.3b1c98aaeaaaap-18);
  q1 = rem_math_fma_f64(q1, z, -0x1.e7fb0b12baa59p-19);
  q1 = rem_math_fma_f64(q1, z, -0x1.dd283a5cb7bcep-12);
  q1 = rem_math_fma_f64(q1, z, 0x1.908f470304b85p-8);
  q1 = rem_math_fma_f64(q1, z, 0x1.38dbd2c91fbfp-4);
  rem_math_f64 q = rem_math_fma_f64(q1, t, q0);
  q = rem_math_fma_f64(q, t, 0x1.52cac2370f19ap-2);
  q = rem_math_fma_f64(q, t, -0x1.14eacb1ad02dbp-1);
  q = rem_math_fma_f64(q, t, 0x1.8be202d26c741p-1);
  q = rem_math_fma_f64(q, t, -0x1.f3fe31ecb49cp-1);
  return q;
}

/* For v >= 0, erfc v = 2^n m with n in the last bits of `round`; returns m. e^(-v^2) comes from h, which is v^2
   rounded, and l, what that lost; it is multiplied with (c + t q(t)) s, s = 1 / (v + 4). Each factor has a leading and
   a low part. t follows exactly from s, e is the relative error of s, and 1.90625 - 1.625 t + 0.8125 t^2,
   to a few percent, is by how much more the product feels it. */
REM_MATH_FN rem_math_f64 rem_math_erfc_parts_f64(rem_math_f64 v, rem_math_f64 h, rem_math_f64 round) {
  rem_math_f64 n = round - 0x1.8p52, l = rem_math_fma_f64(v, v, -h);
  rem_math_f64 rh = rem_math_fma_f64(n, -REM_MATH_LN2_HI_f64, -h), rl = rem_math_fma_f64(n, -REM_MATH_LN2_LO_f64, -l), r = rh + rl;
  rem_math_f64 eh = 1.0 + rh, el = rem_math_fma_f64(r * r, rem_math_fma_f64(r, rem_math_exp_poly_f64(r), 0.5), ((1.0 - eh) + rh) + rl);
  rem_math_f64 d = v + 4.0, dl = v - (d - 4.0), s = 1.0 / d, e = rem_math_fma_f64(-s, dl, rem_math_fma_f64(-s, d, 1.0));
  rem_math_f64 t = rem_math_fma_f64(-8.0, s, 1.0), q = rem_math_erfcx_rest_f64(t);
  rem_math_f64 qh = rem_math_fma_f64(q, t, REM_MATH_ERFCX_f64), ql = rem_math_fma_f64(q, t, REM_MATH_ERFCX_f64 - qh);
  rem_math_f64 ph = s * qh, pl = rem_math_fma_f64(s, ql, rem_math_fma_f64(s, qh, -ph));
  pl = rem_math_fma_f64(ph, e * rem_math_fma_f64(t, rem_math_fma_f64(t, 0.8125, -1.625), 1.90625), pl);
  return rem_math_fma_f64(eh, ph, rem_math_fma_f64(el, ph, eh * pl));
}

/* Results that might be denormal are lifted as those of exp are. Near zero the line 1 - x 2 / sqrt pi is all there
   is. */
REM_MATH_FN rem_math_f64 rem_erfc_f64(rem_math_f64 x) {
  rem_math_f64 a = rem_math_abs_f64(x), v = rem_math_sel_(a > 27.5, 27.5, a), h = v * v, round = rem_math_exp_round_f64(-h);
  rem_math_f64 y = rem_math_exp_scale_f64(rem_math_erfc_parts_f64(v, h, round), round, h > 700.0);
  y = rem_math_sel_(x < 0.0, 2.0 - y, y);
  y = rem_math_sel_(a < 0x1p-18, rem_math_fma_f64(x, -0x1.20dd750429b6dp+0, 1.0), y);
  return rem_math_sel_(x == x, y, x);
}

/* erfinv x = x q(v) with v + 3.25 = -log(1 - x^2), up to 6.5 */
/* special inverse 23 -3.2499 3.251 f64 3.25 */
REM_MATH_FN rem_math_f64 rem_math_erfinv_poly_f64(rem_math_f64 v) {
  rem_math_f64 z = v * v;
  rem_math_f64 q0 = 0x1.6a5a8c0826998p-69;
  q0 = rem_math_fma_f64(q0, z, -0x1.5fc601ea0d496p-62);
  q0 = rem_math_fma_f64(q0, z, 0x1.2e6436a3aa4bp-56);
  q0 = rem_math_fma_f64(q0, z, -0x1.40fe04272b4dcp-52);
  q0 = rem_math_fma_f64(q0, z, -0x1.e9a45ac73cadcp-46);
  q0 = rem_math_fma_f64(q0, z, 0x1.56099bac97436p-39);
  q0 = rem_math_fma_f64(q0, z, -0x1.35f24ecac2685p-34);
  q0 = rem_math_fma_f64(q0, z, -0x1.87bd930510f3bp-29);
  q0 = rem_math_fma_f64(q0, z, 0x1.a544b69f9f56ep-22);
  q0 = rem_math_fma_f64(q0, z, -0x1.efa1a935ca7f2p-17);
  q0 = rem_math_fma_f64(q0, z, -0x1.548db55d30e23p-11);
  rem_math_f64 q1 = 0x1.786ea638aedfbp-68;
  q1 = rem_math_fma_f64(q1, z, 0x1.db9e775ba79bp-62);
  q1 = rem_math_fma_f64(q1, z, -0x1.b2da37298f68ep-54);
  q1 = rem_math_fma_f64(q1, z, 0x1.c42f4cbced88bp-48);
  q1 = rem_math_fma_f64(q1, z, -0x1.450239e30a13dp-43);
  q1 = rem_math_fma_f64(q1, z, -0x1.3755ec6d1ee3bp-37);
  q1 = rem_math_fma_f64(q1, z, 0x1.0935dc8ad3118p-30);
  q1 = rem_math_fma_f64(q1, z, -0x1.1b44f35837555p-25);
  q1 = rem_math_fma_f64(q1, z, -0x1.0ea774747fda9p-20);
  q1 = rem_math_fma_f64(q1, z, 0x1.74cd69f467f4dp-13);
  rem_math_f64 q = rem_math_fma_f64(q1, v, q0);
  q = rem_math_fma_f64(q, v, -0x1.9c7f37c136117p-8);
  q = rem_math_fma_f64(q, v, 0x1.e8afc29b9bb5p-3);
  q = rem_math_fma_f64(q, v, 0x1.aeff02cbbb1f7p+0);
  return q;
}

/* erfinv x = s q(v) with s^2 = -log(1 - x^2), v + 0.28125 = 1/s, from there on */
/* special inverse_tail 22 -.1149 .1111 f64 .28125 */
REM_MATH_FN rem_math_f64 rem_math_erfinv_tail_f64(rem_math_f64 v) {
  rem_math_f64 z = v * v;
  rem_math_f64 q0 = -0x1.1bfd06f66676bp+35;
  q0 = rem_math_fma_f64(q0, z, 0x1.7634f6e89b81cp+31);
  q0 = rem_math_fma_f64(q0, z, -0x1.7ec009219c13bp+26);
  q0 = rem_math_fma_f64(q0, z, 0x1.d27e3f968bf2ap+18);
  q0 = rem_math_fma_f64(q0, z, 0x1.94091f96cac77p+16);
  q0 = rem_math_fma_f64(q0, z, -0x1.7689263a79b5bp+12);
  q0 = rem_math_fma_f64(q0, z, 0x1.c946cad8d2805p+7);
  q0 = rem_math_fma_f64(q0, z, 0x1.c626c620ba608p-4);
  q0 = rem_math_fma_f64(q0, z, 0x1.a50679cfb20edp-3);
  q0 = rem_math_fma_f64(q0, z, 0x1.cdc438492713cp-2);
  rem_math_f64 q1 = -0x1.a42c913ce9864p+36;
  q1 = rem_math_fma_f64(q1, z, 0x1.b0a25d5b48739p+33);
  q1 = rem_math_fma_f64(q1, z, -0x1.d48479eed0ad2p+29);
  q1 = rem_math_fma_f64(q1, z, 0x1.5bfb90ce50c2cp+25);
  q1 = rem_math_fma_f64(q1, z, -0x1.9222a623601bap+20);
  q1 = rem_math_fma_f64(q1, z, 0x1.95d62cb5d317p+15);
  q1 = rem_math_fma_f64(q1, z, -0x1.bca75f47c94bbp+10);
  q1 = rem_math_fma_f64(q1, z, 0x1.050d0cc3fe788p+6);
  q1 = rem_math_fma_f64(q1, z, -0x1.04e01df3a1ec3p+2);
  q1 = rem_math_fma_f64(q1, z, -0x1.927a4ee40419fp-1);
  rem_math_f64 q = rem_math_fma_f64(q1, v, q0);
  q = rem_math_fma_f64(q, v, 0x1.049263d08f133p-3);
  q = rem_math_fma_f64(q, v, -0x1.88868bd3c5d53p-3);
  q = rem_math_fma_f64(q, v, 0x1.e85e98479d956p-1);
  return q;
}

REM_MATH_FN rem_math_f64 rem_erfinv_f64(rem_math_f64 x) {
  rem_math_f64 a = rem_math_abs_f64(x);
  rem_math_u64 i = rem_math_log_bits_f64(rem_math_fma_f64(-x, x, 1.0));
  rem_math_f64 w = -rem_math_log_sum_f64(rem_math_log_k_f64(i), rem_math_log_f_f64(i), -0.0), s = rem_math_sqrt_f64(w);
  rem_math_f64 near = x * rem_math_erfinv_poly_f64(w - 3.25), far = rem_math_copysign_f64(s * rem_math_erfinv_tail_f64(1.0 / s - 0.28125), x);
  rem_math_f64 y = rem_math_sel_(w < 6.5, near, far);
  return rem_math_sel_(a < 1.0, y, rem_math_sel_(a == 1.0, rem_math_copysign_f64(rem_math_INF_f64, x), rem_math_NAN_f64));
}
#endif

#endif

/* gamma.h: lgamma and digamma, and trigamma for its gradient. math.h says what they have in common; exp.h and log.h
   come first. */
#ifndef REM_MATH_MATH_GAMMA_H
#define REM_MATH_MATH_GAMMA_H

/* Both reduce x to a = |x| and, where it is negative, its distance from the nearest integer, which is exact. Logarithms
   are h + l with h the leading part: where something of like size is taken off h, nothing is lost. */

/* ---- f32 ---- */

/* log x = h + l, as log_sum adds it, from the bits that log_bits gives */
REM_MATH_FN rem_math_f32 rem_math_log_high_f32(rem_math_u32 i) { return rem_math_fma_f32(rem_math_log_k_f32(i), REM_MATH_LN2_HI_f32, rem_math_log_f_f32(i)); }
REM_MATH_FN rem_math_f32 rem_math_log_low_f32(rem_math_u32 i) {
  rem_math_f32 k = rem_math_log_k_f32(i), f = rem_math_log_f_f32(i), l = rem_math_fma_f32(k, REM_MATH_LN2_HI_f32, -rem_math_log_high_f32(i)) + f;
  return rem_math_fma_f32(f * f, rem_math_fma_f32(f, rem_math_log_poly_f32(f), -0.5f), rem_math_fma_f32(k, REM_MATH_LN2_LO_f32, l));
}

/* sin(pi f) / pi = f + f v q(v), v = f^2, |f| <= 1/2 */
/* special sinpi 3 0 .25 f32 */
REM_MATH_FN rem_math_f32 rem_math_sinpi_poly_f32(rem_math_f32 v) {
  rem_math_f32 q = 0x1.950198p-6f;
  q = rem_math_fma_f32(q, v, -0x1.8607dp-3f);
  q = rem_math_fma_f32(q, v, 0x1.9f993cp-1f);
  q = rem_math_fma_f32(q, v, -0x1.a51a5ap+0f);
  return q;
}

/* a - the nearest integer, for a >= 0 */
REM_MATH_FN rem_math_f32 rem_math_off_integer_f32(rem_math_f32 a) { return rem_math_sel_(a >= 0x1p23f, 0.0f, a - ((a + 0x1p23f) - 0x1p23f)); }

/* ---- lgamma ---- */

/* lgamma(2 + d) = d q(d) */
/* special lgamma2 9 -.5 .75 f32 */
REM_MATH_FN rem_math_f32 rem_math_lgamma2_poly_f32(rem_math_f32 d) {
  rem_math_f32 q = 0x1.a4bcc2p-14f;
  q = rem_math_fma_f32(q, d, -0x1.200048p-12f);
  q = rem_math_fma_f32(q, d, 0x1.0f8126p-11f);
  q = rem_math_fma_f32(q, d, -0x1.332b74p-10f);
  q = rem_math_fma_f32(q, d, 0x1.7a7fa2p-9f);
  q = rem_math_fma_f32(q, d, -0x1.e44652p-8f);
  q = rem_math_fma_f32(q, d, 0x1.51334cp-6f);
  q = rem_math_fma_f32(q, d, -0x1.13dfbp-4f);
  q = rem_math_fma_f32(q, d, 0x1.4a34ccp-2f);
  q = rem_math_fma_f32(q, d, 0x1.b0ee6p-2f);
  return q;
}

/* lgamma a = (a - 1/2)(log a - 1) + (log 2 pi - 1)/2 + q(v)/a, v = 1/a^2, from 2.75 on */
/* special stirling 2 0 .1323 f32 */
REM_MATH_FN rem_math_f32 rem_math_stirling_poly_f32(rem_math_f32 v) {
  rem_math_f32 q = 0x1.5a11dcp-11f;
  q = rem_math_fma_f32(q, v, -0x1.6aa622p-9f);
  q = rem_math_fma_f32(q, v, 0x1.555508p-4f);
  return q;
}

/* |sin(pi f)| / pi */
REM_MATH_FN rem_math_f32 rem_math_sinpi_size_f32(rem_math_f32 f) { return rem_math_abs_f32(rem_math_fma_f32(f * (f * f), rem_math_sinpi_poly_f32(f * f), f)); }

/* With log w = h + l, where w = a, or |x + x^2| below 1/2:
     a < 1/2:    lgamma x = lgamma(2 + x) - log|x (1 + x)|
     a < 3/2:    lgamma a = lgamma(2 + (a - 1)) - log a
     a < 11/4:   lgamma a = lgamma(2 + (a - 2))
     else:       Stirling's formula
   and for x <= -1/2:  lgamma x = -(lgamma a + log a + log(|sin(pi a)| / pi)).
   `lost` is what rounding log a - 1 lost: near the zeros it counts. */
REM_MATH_FN rem_math_f32 rem_lgamma_f32(rem_math_f32 x) {
  rem_math_f32 a = rem_math_abs_f32(x), w = rem_math_sel_(a < 0.5f, rem_math_abs_f32(rem_math_fma_f32(x, x, x)), a);
  rem_math_u32 i = rem_math_log_bits_f32(w);
  rem_math_f32 h = rem_math_log_high_f32(i), l = rem_math_log_low_f32(i);
  rem_math_f32 d = rem_math_sel_(a < 0.5f, x, a - rem_math_sel_(a < 1.5f, 1.0f, 2.0f)), p = rem_math_lgamma2_poly_f32(d);
  rem_math_f32 r = 1.0f / a, c = rem_math_fma_f32(r, rem_math_stirling_poly_f32(r * r), 0x1.acfe3ap-2f);
  rem_math_i32 reflect = !(x > -0.5f);
  rem_math_f32 two = rem_math_sel_(reflect, rem_math_fma_f32(d, p, l) + h, d * p), one = rem_math_sel_(reflect, d * p, rem_math_fma_f32(d, p, -l) - h);
  rem_math_f32 m = a + rem_math_sel_(reflect, 0.5f, -0.5f), b = (h - 1.0f) + l, lost = ((h - 1.0f) - b) + l;
  rem_math_f32 far = rem_math_fma_f32(m, b, c + rem_math_sel_(reflect, 1.0f, 0.0f));
  rem_math_f32 y = rem_math_sel_(a < 1.5f, one, rem_math_sel_(a < 2.75f, two, far)), off = rem_math_off_integer_f32(a);
  rem_math_u32 j = rem_math_log_bits_f32(rem_math_sinpi_size_f32(off));
  rem_math_f32 low = rem_math_fma_f32(m, rem_math_sel_(a < 2.75f, 0.0f, lost), rem_math_log_low_f32(j));
  y = rem_math_sel_(reflect, -((y + rem_math_log_high_f32(j)) + low), y);
  return rem_math_sel_((off == 0.0f) & (x <= 0.0f), rem_math_INF_f32, y);
}

/* ---- digamma ---- */

/* digamma(z + d) = d q(d), z the positive zero, for arguments from 1 to 2 */
/* special digamma 10 -.4617 .5384 f32 */
REM_MATH_FN rem_math_f32 rem_math_digamma_poly_f32(rem_math_f32 d) {
  rem_math_f32 q = 0x1.8ed352p-7f;
  q = rem_math_fma_f32(q, d, -0x1.53b7f8p-6f);
  q = rem_math_fma_f32(q, d, 0x1.71e7c6p-6f);
  q = rem_math_fma_f32(q, d, -0x1.053d3ap-5f);
  q = rem_math_fma_f32(q, d, 0x1.8fd2b6p-5f);
  q = rem_math_fma_f32(q, d, -0x1.284552p-4f);
  q = rem_math_fma_f32(q, d, 0x1.b99df8p-4f);
  q = rem_math_fma_f32(q, d, -0x1.4fbe36p-3f);
  q = rem_math_fma_f32(q, d, 0x1.08b45ep-2f);
  q = rem_math_fma_f32(q, d, -0x1.c563bap-2f);
  q = rem_math_fma_f32(q, d, 0x1.ef72bcp-1f);
  return q;
}

/* digamma z = log z - 1/(2 z) - v q(v), v = 1/z^2, from 3 on */
/* special digamma_tail 2 0 .11112 f32 */
REM_MATH_FN rem_math_f32 rem_math_digamma_tail_f32(rem_math_f32 v) {
  rem_math_f32 q = 0x1.a7b89cp-9f;
  q = rem_math_fma_f32(q, v, -0x1.0f87d2p-7f);
  q = rem_math_fma_f32(q, v, 0x1.55545ep-4f);
  return q;
}

/* pi cot(pi f) = (1 + v q(v)) / f, v = f^2, |f| <= 1/2 */
/* special cotpi 6 0 .25 f32 */
REM_MATH_FN rem_math_f32 rem_math_cotpi_poly_f32(rem_math_f32 v) {
  rem_math_f32 q = -0x1.8531ep+2f;
  q = rem_math_fma_f32(q, v, 0x1.48559p-7f);
  q = rem_math_fma_f32(q, v, -0x1.3be22cp+1f);
  q = rem_math_fma_f32(q, v, -0x1.f36f68p+0f);
  q = rem_math_fma_f32(q, v, -0x1.04e9f4p+1f);
  q = rem_math_fma_f32(q, v, -0x1.150f6ep+1f);
  q = rem_math_fma_f32(q, v, -0x1.a51a7p+1f);
  return q;
}

/* c + digamma z for z > 0, by where z lies:
     z < 1:   digamma(z + 1) - 1/z
     z < 2:   digamma z, from its zero in two parts
     z < 3:   digamma(z - 1) + 1/(z - 1)
     else:    the series for large z */
REM_MATH_FN rem_math_f32 rem_math_digamma_sum_f32(rem_math_f32 z, rem_math_f32 c) {
  rem_math_f32 b = rem_math_sel_(z < 1.0f, z + 1.0f, rem_math_sel_(z < 2.0f, z, z - 1.0f)), d = (b - 0x1.762d86p+0f) - 0x1.ab5f2p-27f;
  rem_math_f32 r = 1.0f / rem_math_sel_(z < 1.0f, -z, rem_math_sel_(z < 3.0f, b, z)), v = r * r;
  rem_math_u32 i = rem_math_log_bits_f32(z);
  rem_math_f32 far = (rem_math_log_high_f32(i) + c) + rem_math_fma_f32(-v, rem_math_digamma_tail_f32(v), rem_math_fma_f32(-0.5f, r, rem_math_log_low_f32(i)));
  rem_math_f32 near = rem_math_fma_f32(d, rem_math_digamma_poly_f32(d), rem_math_sel_((z < 1.0f) | (z >= 2.0f), r, -0.0f));
  return rem_math_sel_(z < 3.0f, near + c, far);
}

/* Below zero: digamma x = digamma(1 - x) - pi cot(pi x), which has no value at an integer. */
REM_MATH_FN rem_math_f32 rem_digamma_f32(rem_math_f32 x) {
  rem_math_f32 off = rem_math_off_integer_f32(rem_math_abs_f32(x)), v = off * off;
  rem_math_f32 cot = rem_math_fma_f32(v, rem_math_cotpi_poly_f32(v), 1.0f) / off;
  rem_math_f32 y = rem_math_digamma_sum_f32(rem_math_sel_(x < 0.0f, 1.0f - x, x), rem_math_sel_(x < 0.0f, cot, 0.0f));
  y = rem_math_sel_((x < 0.0f) & (off == 0.0f), rem_math_NAN_f32, y);
  return rem_math_sel_(x < rem_math_INF_f32, y, x);
}

/* ---- trigamma: the gradient of digamma ---- */

/* For z > 0: 1/z^2 + ... + 1/(z + 5)^2 + trigamma(z + 6), smallest first, or from 6 on trigamma z alone, which is
   1/z + 1/(2 z^2) + 1/(6 z^3) - 1/(30 z^5) + ..., with Bernoulli's numbers. */
REM_MATH_FN rem_math_f32 rem_math_trigamma_sum_f32(rem_math_f32 z) {
  rem_math_f32 w = rem_math_sel_(z < 6.0f, z + 6.0f, z), r = 1.0f / w, v = r * r, q = -0x1.111112p-5f, sum = 0.0f;
  q = rem_math_fma_f32(q, v, 0x1.861862p-6f);
  q = rem_math_fma_f32(q, v, -0x1.111112p-5f);
  q = rem_math_fma_f32(q, v, 0x1.555556p-3f);
  for (rem_math_i32 k = 5; k >= 0; k--) sum += 1.0f / ((z + (rem_math_f32)k) * (z + (rem_math_f32)k));
  rem_math_f32 tail = rem_math_fma_f32(v, rem_math_fma_f32(r, q, 0.5f), r);
  return rem_math_sel_(z < 6.0f, tail + sum, tail);
}

/* Below zero: (pi / sin(pi x))^2 - trigamma(1 - x), which is infinite at an integer. */
REM_MATH_FN rem_math_f32 rem_math_trigamma_f32(rem_math_f32 x) {
  rem_math_f32 f = rem_math_off_integer_f32(rem_math_abs_f32(x)), s = rem_math_fma_f32(f * (f * f), rem_math_sinpi_poly_f32(f * f), f);
  rem_math_f32 y = rem_math_trigamma_sum_f32(rem_math_sel_(x < 0.0f, 1.0f - x, x));
  return rem_math_sel_(x < 0.0f, 1.0f / (s * s) - y, y);
}

/* ---- f64: the same methods ---- */

#ifdef REM_MATH_HAS_F64
REM_MATH_FN rem_math_f64 rem_math_log_high_f64(rem_math_u64 i) { return rem_math_fma_f64(rem_math_log_k_f64(i), REM_MATH_LN2_HI_f64, rem_math_log_f_f64(i)); }
REM_MATH_FN rem_math_f64 rem_math_log_low_f64(rem_math_u64 i) {
  rem_math_f64 k = rem_math_log_k_f64(i), f = rem_math_log_f_f64(i), l = rem_math_fma_f64(k, REM_MATH_LN2_HI_f64, -rem_math_log_high_f64(i)) + f;
  return rem_math_fma_f64(f * f, rem_math_fma_f64(f, rem_math_log_poly_f64(f), -0.5), rem_math_fma_f64(k, REM_MATH_LN2_LO_f64, l));
}

/* sin(pi f) / pi = f + f v q(v), v = f^2, |f| <= 1/2 */
/* special sinpi 7 0 .25 f64 */
REM_MATH_FN rem_math_f64 rem_math_sinpi_poly_f64(rem_math_f64 v) {
  rem_math_f64 q = 0x1.0743914b5db89p-22;
  q = rem_math_fma_f64(q, v, -0x1.d3e6a555ef07ap-18);
  q = rem_math_fma_f64(q, v, 0x1.3746a1892a6dap-13);
  q = rem_math_fma_f64(q, v, -0x1.33816997c6cd7p-9);
  q = rem_math_fma_f64(q, v, 0x1.ac6805cc89badp-6);
  q = rem_math_fma_f64(q, v, -0x1.86a8e4720a1ddp-3);
  q = rem_math_fma_f64(q, v, 0x1.9f9cb402bc429p-1);
  q = rem_math_fma_f64(q, v, -0x1.a51a6625307d3p+0);
  return q;
}

/* a - the nearest integer, for a >= 0 */
REM_MATH_FN rem_math_f64 rem_math_off_integer_f64(rem_math_f64 a) { return rem_math_sel_(a >= 0x1p52, 0.0, a - ((a + 0x1p52) - 0x1p52)); }

/* lgamma(2 + d) = d q(d) */
/* special lgamma2 19 -.5 .75 f64 */
REM_MATH_FN rem_math_f64 rem_math_lgamma2_poly_f64(rem_math_f64 d) {
  rem_math_f64 z = d * d;
  rem_math_f64 q0 = -0x1.da3ace20a888fp-24;
  q0 = rem_math_fma_f64(q0, z, -0x1.ec52baea427adp-22);
  q0 = rem_math_fma_f64(q0, z, -0x1.10920c99f6be5p-19);
  q0 = rem_math_fma_f64(q0, z, -0x1.3cd5124a09b6fp-17);
  q0 = rem_math_fma_f64(q0, z, -0x1.78dd3d1dd3b63p-15);
  q0 = rem_math_fma_f64(q0, z, -0x1.d3fd5412d04b2p-13);
  q0 = rem_math_fma_f64(q0, z, -0x1.38ac5c1d31b4ap-10);
  q0 = rem_math_fma_f64(q0, z, -0x1.e404fc21ad74p-8);
  rem_math_f64 q1 = 0x1.b16409f1a1cdp-26;
  q1 = rem_math_fma_f64(q1, z, 0x1.06d5a54dddbecp-22);
  q1 = rem_math_fma_f64(q1, z, 0x1.f86b83afed235p-21);
  q1 = rem_math_fma_f64(q1, z, 0x1.25d5f4deaa6a6p-18);
  q1 = rem_math_fma_f64(q1, z, 0x1.580bf52c8ae3ep-16);
  q1 = rem_math_fma_f64(q1, z, 0x1.a127b6b7aa96cp-14);
  q1 = rem_math_fma_f64(q1, z, 0x1.0b36af89ad40cp-11);
  q1 = rem_math_fma_f64(q1, z, 0x1.7add6ead8c357p-9);
  rem_math_f64 q = rem_math_fma_f64(q1, d, q0);
  q = rem_math_fma_f64(q, d, 0x1.51322ac7d86f9p-6);
  q = rem_math_fma_f64(q, d, -0x1.13e001a55759ep-4);
  q = rem_math_fma_f64(q, d, 0x1.4a34cc4a60fa6p-2);
  q = rem_math_fma_f64(q, d, 0x1.b0ee6072093cep-2);
  return q;
}

/* lgamma a = (a - 1/2)(log a - 1) + (log 2 pi - 1)/2 + q(v)/a, v = 1/a^2, from 2.75 on */
/* special stirling 10 0 .1323 f64 */
REM_MATH_FN rem_math_f64 rem_math_stirling_poly_f64(rem_math_f64 v) {
  rem_math_f64 q = 0x1.bbab9104a1d5ap-4;
  q = rem_math_fma_f64(q, v, -0x1.c3ffa82e0c25p-4);
  q = rem_math_fma_f64(q, v, 0x1.c1d1b6c4170eep-5);
  q = rem_math_fma_f64(q, v, -0x1.36244a8c32571p-6);
  q = rem_math_fma_f64(q, v, 0x1.7556eb96fe0bp-8);
  q = rem_math_fma_f64(q, v, -0x1.ed641e0111bafp-10);
  q = rem_math_fma_f64(q, v, 0x1.b8acd2f4ab45bp-11);
  q = rem_math_fma_f64(q, v, -0x1.380fb67f3f496p-11);
  q = rem_math_fma_f64(q, v, 0x1.a019f41444598p-11);
  q = rem_math_fma_f64(q, v, -0x1.6c16c165c1629p-9);
  q = rem_math_fma_f64(q, v, 0x1.5555555555322p-4);
  return q;
}

/* |sin(pi f)| / pi */
REM_MATH_FN rem_math_f64 rem_math_sinpi_size_f64(rem_math_f64 f) { return rem_math_abs_f64(rem_math_fma_f64(f * (f * f), rem_math_sinpi_poly_f64(f * f), f)); }

/* With log w = h + l, where w = a, or |x + x^2| below 1/2:
     a < 1/2:    lgamma x = lgamma(2 + x) - log|x (1 + x)|
     a < 3/2:    lgamma a = lgamma(2 + (a - 1)) - log a
     a < 11/4:   lgamma a = lgamma(2 + (a - 2))
     else:       Stirling's formula
   and for x <= -1/2:  lgamma x = -(lgamma a + log a + log(|sin(pi a)| / pi)).
   `lost` is what rounding log a - 1 lost: near the zeros it counts. */
REM_MATH_FN rem_math_f64 rem_lgamma_f64(rem_math_f64 x) {
  rem_math_f64 a = rem_math_abs_f64(x), w = rem_math_sel_(a < 0.5, rem_math_abs_f64(rem_math_fma_f64(x, x, x)), a);
  rem_math_u64 i = rem_math_log_bits_f64(w);
  rem_math_f64 h = rem_math_log_high_f64(i), l = rem_math_log_low_f64(i);
  rem_math_f64 d = rem_math_sel_(a < 0.5, x, a - rem_math_sel_(a < 1.5, 1.0, 2.0)), p = rem_math_lgamma2_poly_f64(d);
  rem_math_f64 r = 1.0 / a, c = rem_math_fma_f64(r, rem_math_stirling_poly_f64(r * r), 0x1.acfe390c97d69p-2);
  rem_math_i32 reflect = !(x > -0.5);
  rem_math_f64 two = rem_math_sel_(reflect, rem_math_fma_f64(d, p, l) + h, d * p), one = rem_math_sel_(reflect, d * p, rem_math_fma_f64(d, p, -l) - h);
  rem_math_f64 m = a + rem_math_sel_(reflect, 0.5, -0.5), b = (h - 1.0) + l, lost = ((h - 1.0) - b) + l;
  rem_math_f64 far = rem_math_fma_f64(m, b, c + rem_math_sel_(reflect, 1.0, 0.0));
  rem_math_f64 y = rem_math_sel_(a < 1.5, one, rem_math_sel_(a < 2.75, two, far)), off = rem_math_off_integer_f64(a);
  rem_math_u64 j = rem_math_log_bits_f64(rem_math_sinpi_size_f64(off));
  rem_math_f64 low = rem_math_fma_f64(m, rem_math_sel_(a < 2.75, 0.0, lost), rem_math_log_low_f64(j));
  y = rem_math_sel_(reflect, -((y + rem_math_log_high_f64(j)) + low), y);
  return rem_math_sel_((off == 0.0) & (x <= 0.0), rem_math_INF_f64, y);
}

/* digamma(z + d) = d q(d), z the positive zero, for arguments from 1 to 2 */
/* special digamma 21 -.4617 .5384 f64 */
REM_MATH_FN rem_math_f64 rem_math_digamma_poly_f64(rem_math_f64 d) {
  rem_math_f64 z = d * d;
  rem_math_f64 q0 = 0x1.ab7a4bf7371ffp-12;
  q0 = rem_math_fma_f64(q0, z, 0x1.b1d212b263d8fp-12);
  q0 = rem_math_fma_f64(q0, z, 0x1.21a903dbdcb6ep-10);
  q0 = rem_math_fma_f64(q0, z, 0x1.2d894494ca023p-9);
  q0 = rem_math_fma_f64(q0, z, 0x1.42ea672229a7fp-8);
  q0 = rem_math_fma_f64(q0, z, 0x1.595577157c276p-7);
  q0 = rem_math_fma_f64(q0, z, 0x1.723d6a1876d72p-6);
  q0 = rem_math_fma_f64(q0, z, 0x1.8fce02a9cf33cp-5);
  q0 = rem_math_fma_f64(q0, z, 0x1.b9a5b63723cdfp-4);
  rem_math_f64 q1 = -0x1.805195cdda80ap-13;
  q1 = rem_math_fma_f64(q1, z, -0x1.9d17ded4da14p-12);
  q1 = rem_math_fma_f64(q1, z, -0x1.6f539dadc62ecp-11);
  q1 = rem_math_fma_f64(q1, z, -0x1.a0a16e040f2a4p-10);
  q1 = rem_math_fma_f64(q1, z, -0x1.b961bb35a8c13p-9);
  q1 = rem_math_fma_f64(q1, z, -0x1.d82c8421b4252p-8);
  q1 = rem_math_fma_f64(q1, z, -0x1.f97027c482587p-7);
  q1 = rem_math_fma_f64(q1, z, -0x1.0fa7eca55e0e9p-5);
  q1 = rem_math_fma_f64(q1, z, -0x1.27baba24d319p-4);
  rem_math_f64 q = rem_math_fma_f64(q1, d, q0);
  q = rem_math_fma_f64(q, d, -0x1.4fc13172599d5p-3);
  q = rem_math_fma_f64(q, d, 0x1.08b4294d502b7p-2);
  q = rem_math_fma_f64(q, d, -0x1.c563b54aa1a2ap-2);
  q = rem_math_fma_f64(q, d, 0x1.ef72bc8ee38acp-1);
  return q;
}

/* digamma z = log z - 1/(2 z) - v q(v), v = 1/z^2, from 3 on */
/* special digamma_tail 10 0 .11112 f64 */
REM_MATH_FN rem_math_f64 rem_math_digamma_tail_f64(rem_math_f64 v) {
  rem_math_f64 q = 0x1.80076eef914b2p+1;
  q = rem_math_fma_f64(q, v, -0x1.4361be38485c5p+1);
  q = rem_math_fma_f64(q, v, 0x1.0ab04d04ce41fp+0);
  q = rem_math_fma_f64(q, v, -0x1.3238adf720b41p-2);
  q = rem_math_fma_f64(q, v, 0x1.3488124ee01cap-4);
  q = rem_math_fma_f64(q, v, -0x1.5445ef05aa9dbp-6);
  q = rem_math_fma_f64(q, v, 0x1.efe37274be4e2p-8);
  q = rem_math_fma_f64(q, v, -0x1.110e4314bf8b7p-8);
  q = rem_math_fma_f64(q, v, 0x1.04103918d84fdp-8);
  q = rem_math_fma_f64(q, v, -0x1.1111110b4d902p-7);
  q = rem_math_fma_f64(q, v, 0x1.5555555554f3dp-4);
  return q;
}

/* pi cot(pi f) = (1 + v q(v)) / f, v = f^2, |f| <= 1/2 */
/* special cotpi 14 0 .25 f64 */
REM_MATH_FN rem_math_f64 rem_math_cotpi_poly_f64(rem_math_f64 v) {
  rem_math_f64 z = v * v;
  rem_math_f64 q0 = -0x1.27bfa74c3e0bcp+4;
  q0 = rem_math_fma_f64(q0, z, -0x1.e278bf10bb0fep+3);
  q0 = rem_math_fma_f64(q0, z, -0x1.b672b16043739p+1);
  q0 = rem_math_fma_f64(q0, z, -0x1.04f92e5a17e64p+1);
  q0 = rem_math_fma_f64(q0, z, -0x1.000d9d41e913dp+1);
  q0 = rem_math_fma_f64(q0, z, -0x1.004132cf52014p+1);
  q0 = rem_math_fma_f64(q0, z, -0x1.0470984c6a849p+1);
  rem_math_f64 q1 = 0x1.28eea9e11ac7dp+4;
  q1 = rem_math_fma_f64(q1, z, 0x1.9cb9f2ab9024ep+1);
  q1 = rem_math_fma_f64(q1, z, -0x1.b93770b397021p+0);
  q1 = rem_math_fma_f64(q1, z, -0x1.fefdd4b20f7dep+0);
  q1 = rem_math_fma_f64(q1, z, -0x1.000fa01d947a7p+1);
  q1 = rem_math_fma_f64(q1, z, -0x1.010b36940cb2cp+1);
  rem_math_f64 q = rem_math_fma_f64(q1, v, q0);
  q = rem_math_fma_f64(q, v, -0x1.151322ac7cd5dp+1);
  q = rem_math_fma_f64(q, v, -0x1.a51a6625307dap+1);
  return q;
}

/* c + digamma z for z > 0, by where z lies:
     z < 1:   digamma(z + 1) - 1/z
     z < 2:   digamma z, from its zero in two parts
     z < 3:   digamma(z - 1) + 1/(z - 1)
     else:    the series for large z */
REM_MATH_FN rem_math_f64 rem_math_digamma_sum_f64(rem_math_f64 z, rem_math_f64 c) {
  rem_math_f64 b = rem_math_sel_(z < 1.0, z + 1.0, rem_math_sel_(z < 2.0, z, z - 1.0)), d = (b - 0x1.762d86356be3fp+0) - 0x1.b86a722197829p-54;
  rem_math_f64 r = 1.0 / rem_math_sel_(z < 1.0, -z, rem_math_sel_(z < 3.0, b, z)), v = r * r;
  rem_math_u64 i = rem_math_log_bits_f64(z);
  rem_math_f64 far = (rem_math_log_high_f64(i) + c) + rem_math_fma_f64(-v, rem_math_digamma_tail_f64(v), rem_math_fma_f64(-0.5, r, rem_math_log_low_f64(i)));
  rem_math_f64 near = rem_math_fma_f64(d, rem_math_digamma_poly_f64(d), rem_math_sel_((z < 1.0) | (z >= 2.0), r, -0.0));
  return rem_math_sel_(z < 3.0, near + c, far);
}

/* Below zero: digamma x = digamma(1 - x) - pi cot(pi x), which has no value at an integer. */
REM_MATH_FN rem_math_f64 rem_digamma_f64(rem_math_f64 x) {
  rem_math_f64 off = rem_math_off_integer_f64(rem_math_abs_f64(x)), v = off * off;
  rem_math_f64 cot = rem_math_fma_f64(v, rem_math_cotpi_poly_f64(v), 1.0) / off;
  rem_math_f64 y = rem_math_digamma_sum_f64(rem_math_sel_(x < 0.0, 1.0 - x, x), rem_math_sel_(x < 0.0, cot, 0.0));
  y = rem_math_sel_((x < 0.0) & (off == 0.0), rem_math_NAN_f64, y);
  return rem_math_sel_(x < rem_math_INF_f64, y, x);
}

/* ---- trigamma: the gradient of digamma ---- */

/* For z > 0: 1/z^2 + ... + 1/(z + 15)^2 + trigamma(z + 16), smallest first, or from 16 on trigamma z alone, which is
   1/z + 1/(2 z^2) + 1/(6 z^3) - 1/(30 z^5) + ..., with Bernoulli's numbers. */
REM_MATH_FN rem_math_f64 rem_math_trigamma_sum_f64(rem_math_f64 z) {
  rem_math_f64 w = rem_math_sel_(z < 16.0, z + 16.0, z), r = 1.0 / w, v = r * r, q = 0x1.2aaaaaaaaaaabp+0, sum = 0.0;
  q = rem_math_fma_f64(q, v, -0x1.033033033033p-2);
  q = rem_math_fma_f64(q, v, 0x1.364d9364d9365p-4);
  q = rem_math_fma_f64(q, v, -0x1.1111111111111p-5);
  q = rem_math_fma_f64(q, v, 0x1.8618618618618p-6);
  q = rem_math_fma_f64(q, v, -0x1.1111111111111p-5);
  q = rem_math_fma_f64(q, v, 0x1.5555555555555p-3);
  for (rem_math_i32 k = 15; k >= 0; k--) sum += 1.0 / ((z + (rem_math_f64)k) * (z + (rem_math_f64)k));
  rem_math_f64 tail = rem_math_fma_f64(v, rem_math_fma_f64(r, q, 0.5), r);
  return rem_math_sel_(z < 16.0, tail + sum, tail);
}

/* Below zero: (pi / sin(pi x))^2 - trigamma(1 - x), which is infinite at an integer. */
REM_MATH_FN rem_math_f64 rem_math_trigamma_f64(rem_math_f64 x) {
  rem_math_f64 f = rem_math_off_integer_f64(rem_math_abs_f64(x)), s = rem_math_fma_f64(f * (f * f), rem_math_sinpi_poly_f64(f * f), f);
  rem_math_f64 y = rem_math_trigamma_sum_f64(rem_math_sel_(x < 0.0, 1.0 - x, x));
  return rem_math_sel_(x < 0.0, 1.0 / (s * s) - y, y);
}
#endif

#endif

#if !defined(__OPENCL_VERSION__) && !defined(__OPENCL_C_VERSION__) && !defined(__CUDACC__)
/* Whether this compilation makes an fma of a product and a sum: then the bits are not Remora's. */
REM_MATH_FN int rem_math_contracts(void) {
  volatile float a = 0x1.001p+0f, c = -0x1.002p+0f;
  float product = a * a;
  return product + c != 0.0f;
}
#endif

#endif
