/* vocab.h: the primitives every formula is made of, for f32 and f64.

   The same text is C11, CUDA C (through NVRTC, without includes) and OpenCL C 1.2. Everything is scalar and
   branch-free, so that a plain loop around it vectorises. Each primitive has one meaning to the last bit on every
   device; NaN payloads are the only exception. Names end in the dtype; vocab_t.h gives the names without it that
   entries use. */
#ifndef REM_VOCAB_H
#define REM_VOCAB_H

#if defined(__FAST_MATH__) || defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ || defined(__FAST_RELAXED_MATH__)
#error "Remora's bits need IEEE arithmetic: build without fast-math"
#endif
#if defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error "Remora's bits need IEEE arithmetic: no reassociation, reciprocals or lost zero signs"
#endif

/* The select. Both arms are evaluated; neither may trap or be expensive on its own. */
#define sel_(c, a, b) ((c) ? (a) : (b))

/* Where REM_MAY_BRANCH is set, an arm that is expensive and seldom needed stands behind an if: a GPU skips it where no
   lane takes it, gcc makes a select of it where it vectorises the loop around. clang would not vectorise that loop. */
#if !defined(__clang__) || defined(__CUDACC__) || defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#define REM_MAY_BRANCH 1
#endif

#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#pragma OPENCL FP_CONTRACT OFF
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define REM_HAS_F64 1
#endif
#define REM_FN static inline
typedef float f32;
typedef ushort u16;
typedef int i32;
typedef uint u32;
typedef long i64;
typedef ulong u64;
REM_FN f32 fma_f32(f32 a, f32 b, f32 c) { return fma(a, b, c); }
REM_FN f32 sqrt_f32(f32 x) { return sqrt(x); }
REM_FN u32 bits_f32(f32 x) { return as_uint(x); }
REM_FN f32 real_f32(u32 u) { return as_float(u); }
#ifdef REM_HAS_F64
typedef double f64;
REM_FN f64 fma_f64(f64 a, f64 b, f64 c) { return fma(a, b, c); }
REM_FN f64 sqrt_f64(f64 x) { return sqrt(x); }
REM_FN u64 bits_f64(f64 x) { return as_ulong(x); }
REM_FN f64 real_f64(u64 u) { return as_double(u); }
#endif

#elif defined(__CUDACC__)
#define REM_HAS_F64 1
#define REM_FN __device__ __forceinline__
typedef float f32;
typedef double f64;
typedef unsigned short u16;
typedef int i32;
typedef unsigned u32;
typedef long long i64;
typedef unsigned long long u64;
REM_FN f32 fma_f32(f32 a, f32 b, f32 c) { return __fmaf_rn(a, b, c); }
REM_FN f64 fma_f64(f64 a, f64 b, f64 c) { return __fma_rn(a, b, c); }
REM_FN f32 sqrt_f32(f32 x) { return __fsqrt_rn(x); }
REM_FN f64 sqrt_f64(f64 x) { return __dsqrt_rn(x); }
REM_FN u32 bits_f32(f32 x) { return __float_as_uint(x); }
REM_FN f32 real_f32(u32 u) { return __uint_as_float(u); }
REM_FN u64 bits_f64(f64 x) { return (u64)__double_as_longlong(x); }
REM_FN f64 real_f64(u64 u) { return __longlong_as_double((i64)u); }
/* 1 / b by the steps that the division itself takes, without a look at numbers near the ends of the range: as exact. */
#define REM_OWN_RCP_f32 1
REM_FN f32 rcp_near_f32(f32 b) {
  f32 r;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(b));
  return __fmaf_rn(r, __fmaf_rn(-b, r, 1.0f), r);
}
#define REM_OWN_LEAST_f32 1
REM_FN f32 size_f32(f32 x) { return fabsf(x); }
REM_FN f32 least_f32(f32 x, f32 least) { return fmaxf(x, least); }
#if __CUDA_ARCH__ >= 800 /* one instruction that means what max_f32 below does, but for payloads of NaN */
#define REM_OWN_MAX_f32 1
REM_FN f32 max_f32(f32 a, f32 b) {
  f32 y;
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(y) : "f"(a), "f"(b));
  return y;
}
REM_FN f32 min_f32(f32 a, f32 b) {
  f32 y;
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
#define REM_HAS_F64 1
#define REM_FN __attribute__((always_inline, unused)) static inline
typedef float f32;
typedef double f64;
typedef uint16_t u16;
typedef int32_t i32;
typedef uint32_t u32;
typedef int64_t i64;
typedef uint64_t u64;
REM_FN f32 sqrt_f32(f32 x) { return __builtin_sqrtf(x); }
REM_FN f64 sqrt_f64(f64 x) { return __builtin_sqrt(x); }
REM_FN u32 bits_f32(f32 x) {
  u32 u;
  memcpy(&u, &x, sizeof u);
  return u;
}
REM_FN f32 real_f32(u32 u) {
  f32 x;
  memcpy(&x, &u, sizeof x);
  return x;
}
REM_FN u64 bits_f64(f64 x) {
  u64 u;
  memcpy(&u, &x, sizeof u);
  return u;
}
REM_FN f64 real_f64(u64 u) {
  f64 x;
  memcpy(&x, &u, sizeof x);
  return x;
}
#if defined(__FMA__) || defined(__aarch64__) || defined(__FP_FAST_FMAF) && defined(__FP_FAST_FMA)
REM_FN f32 fma_f32(f32 a, f32 b, f32 c) { return __builtin_fmaf(a, b, c); }
#else
/* Exact in f64 but for the sum, which is rounded to odd: of its two f64 neighbours an inexact sum becomes the one with
   the odd last bit. 53 bits rounded to odd can be rounded again to 24 without harm. An even, finite, inexact sum moves
   by one unit, away from zero where the rounding error has its sign and towards zero where not. Integer arithmetic
   does what comparisons would, because SSE2 cannot compare 64-bit integers and the loop would stay scalar. With
   REM_FMA_CALLED it is a call all the same: a formula has a dozen of them, and inline they make half a library. */
#define REM_SLOW_FMA 1
#ifdef REM_FMA_CALLED
__attribute__((noinline, unused)) static f32 fma_f32(f32 a, f32 b, f32 c) {
#else
REM_FN f32 fma_f32(f32 a, f32 b, f32 c) {
#endif
  f64 p = (f64)a * (f64)b, s = p + (f64)c, t = s - p;
  u64 u = bits_f64(s), err = bits_f64((p - (s - t)) + ((f64)c - t));
  u64 infinite = (u & 0x7ff0000000000000) + 0x0010000000000000, inexact = (err << 1) | (0 - (err << 1));
  u64 move = ((inexact & ~infinite) >> 63) & ~u, toward = 0 - ((u ^ err) >> 63);
  return (f32)real_f64(u + ((move ^ toward) - toward));
}
#endif
REM_FN f64 fma_f64(f64 a, f64 b, f64 c) { return __builtin_fma(a, b, c); }
#endif

REM_FN i32 clamp_i32(i32 n, i32 lo, i32 hi) { return sel_(n < lo, lo, sel_(n > hi, hi, n)); }

/* ---- f32 ---- */

#define INF_f32 real_f32(0x7f800000)
#define NAN_f32 real_f32(0x7fc00000)
#define LARGEST_f32 0x1.fffffep127f
#define TINY_f32 0x1p-126f /* the smallest normal number */

REM_FN f32 abs_f32(f32 x) { return real_f32(bits_f32(x) & 0x7fffffff); }
REM_FN i32 isnan_f32(f32 x) { return x != x; }

/* The magnitude of x with the sign of s; both may be NaN or zero. */
REM_FN f32 copysign_f32(f32 x, f32 s) { return real_f32((bits_f32(x) & 0x7fffffff) | (bits_f32(s) & 0x80000000)); }

/* The larger and the smaller of two; NaN if either is; +0 is above -0. */
#ifndef REM_OWN_MAX_f32
REM_FN f32 max_f32(f32 a, f32 b) {
  f32 y = sel_(a > b, a, b);
  y = sel_(a == b, real_f32(bits_f32(a) & bits_f32(b)), y);
  return sel_(a != a, a, y);
}
REM_FN f32 min_f32(f32 a, f32 b) {
  f32 y = sel_(a < b, a, b);
  y = sel_(a == b, real_f32(bits_f32(a) | bits_f32(b)), y);
  return sel_(a != a, a, y);
}
#endif

/* |x| for an operation that can take it so, where abs_f32 would be one of its own; and x, but not less than `least`, which it is
   for NaN. */
#ifndef REM_OWN_LEAST_f32
REM_FN f32 size_f32(f32 x) { return abs_f32(x); }
REM_FN f32 least_f32(f32 x, f32 least) { return sel_(x > least, x, least); }
#endif

/* 1 / b, where |b| lies between 2^-60 and 2^60. */
#ifndef REM_OWN_RCP_f32
REM_FN f32 rcp_near_f32(f32 b) { return 1.0f / b; }
#endif

/* The nearest integer, ties to even, for |x| < 2^22. A result of zero is +0. */
REM_FN f32 rint_f32(f32 x) { return (x + 0x1.8p23f) - 0x1.8p23f; }

/* 2^n for -126 <= n <= 127. */
REM_FN f32 pow2i_f32(i32 n) { return real_f32((u32)(n + 127) << 23); }

/* x * 2^n, rounded once, for every x and n. Down, a step of 2^-102 can only be inexact where what is left to do
   (2^-25 or less) takes the result to zero anyway. */
REM_FN i32 scale_step_f32(i32 n) { return sel_(n > 127, 127, sel_(n < -126, -102, 0)); }
REM_FN f32 scale_f32(f32 x, i32 n) {
  i32 n1 = scale_step_f32(n), n2 = scale_step_f32(n - n1), n3 = clamp_i32(n - n1 - n2, -126, 127);
  return x * pow2i_f32(n1) * pow2i_f32(n2) * pow2i_f32(n3);
}

/* ---- f64 ---- */

#ifdef REM_HAS_F64
#define INF_f64 real_f64(0x7ff0000000000000)
#define NAN_f64 real_f64(0x7ff8000000000000)
#define LARGEST_f64 0x1.fffffffffffffp1023
#define TINY_f64 0x1p-1022

REM_FN f64 abs_f64(f64 x) { return real_f64(bits_f64(x) & 0x7fffffffffffffff); }
REM_FN i32 isnan_f64(f64 x) { return x != x; }
REM_FN f64 copysign_f64(f64 x, f64 s) {
  return real_f64((bits_f64(x) & 0x7fffffffffffffff) | (bits_f64(s) & 0x8000000000000000));
}
REM_FN f64 max_f64(f64 a, f64 b) {
  f64 y = sel_(a > b, a, b);
  y = sel_(a == b, real_f64(bits_f64(a) & bits_f64(b)), y);
  return sel_(a != a, a, y);
}
REM_FN f64 min_f64(f64 a, f64 b) {
  f64 y = sel_(a < b, a, b);
  y = sel_(a == b, real_f64(bits_f64(a) | bits_f64(b)), y);
  return sel_(a != a, a, y);
}
REM_FN f64 size_f64(f64 x) { return abs_f64(x); }
REM_FN f64 least_f64(f64 x, f64 least) { return sel_(x > least, x, least); }

/* As rint_f32, for |x| < 2^51. */
REM_FN f64 rint_f64(f64 x) { return (x + 0x1.8p52) - 0x1.8p52; }

/* 2^n for -1022 <= n <= 1023. */
REM_FN f64 pow2i_f64(i32 n) { return real_f64((u64)(u32)(n + 1023) << 52); }

/* As scale_f32; the step down is 2^-969, so that 2^-54 or less is left. */
REM_FN i32 scale_step_f64(i32 n) { return sel_(n > 1023, 1023, sel_(n < -1022, -969, 0)); }
REM_FN f64 scale_f64(f64 x, i32 n) {
  i32 n1 = scale_step_f64(n), n2 = scale_step_f64(n - n1), n3 = clamp_i32(n - n1 - n2, -1022, 1023);
  return x * pow2i_f64(n1) * pow2i_f64(n2) * pow2i_f64(n3);
}
#endif

#endif
