/* vocab_t.h: the vocabulary's names without a dtype, for formulas that are written once.

   Every name means that of the dtype REM_T, f32 or f64, at the place where it is used; those of whole.h exist for i32
   and i64. T is the dtype, U and I the unsigned and signed integers of its width, K(c) a constant of it. A constant that
   is not exact in f32 is best written in hexadecimal: a device without f64 reads decimal ones straight into f32. vocab.h
   and math.h, or whole.h, come first. */

#ifndef REM_VOCAB_T_H
#define REM_VOCAB_T_H

#define REM_PASTE(a, b) a##b
#define REM_JOIN(a, b) REM_PASTE(a, b)
#define REM_NAME(a) REM_JOIN(a, REM_T)
#define REM_U_f32 u32
#define REM_I_f32 i32
#define REM_U_f64 u64
#define REM_I_f64 i64
#define REM_U_i32 u32
#define REM_I_i32 i32
#define REM_U_i64 u64
#define REM_I_i64 i64

#define T REM_T
#define U REM_NAME(REM_U_)
#define I REM_NAME(REM_I_)
#define K(c) ((T)(c))
#define INF_ REM_NAME(INF_)
#define NAN_ REM_NAME(NAN_)
#define LARGEST_ REM_NAME(LARGEST_)
#define TINY_ REM_NAME(TINY_)
#define fma_ REM_NAME(fma_)
#define sqrt_ REM_NAME(sqrt_)
#define bits_ REM_NAME(bits_)
#define real_ REM_NAME(real_)
#define abs_ REM_NAME(abs_)
#define size_ REM_NAME(size_)
#define copysign_ REM_NAME(copysign_)
#define isnan_ REM_NAME(isnan_)
#define max_ REM_NAME(max_)
#define min_ REM_NAME(min_)
#define rint_ REM_NAME(rint_)
#define pow2i_ REM_NAME(pow2i_)
#define scale_ REM_NAME(scale_)
#define exp_ REM_NAME(exp_)
#define exp2_ REM_NAME(exp2_)
#define brief_ REM_NAME(brief_)
#define brief_lifted_ REM_NAME(brief_lifted_)
#define brief_near_ REM_NAME(brief_near_)
#define decay_ REM_NAME(decay_)
#define decay_some_ REM_NAME(decay_some_)
#define fall_ REM_NAME(fall_)
#define fall_some_ REM_NAME(fall_some_)
#define expm1_ REM_NAME(expm1_)
#define log_ REM_NAME(log_)
#define log_near_ REM_NAME(log_near_)
#define log2_ REM_NAME(log2_)
#define log10_ REM_NAME(log10_)
#define log1p_ REM_NAME(log1p_)
#define tanh_ REM_NAME(tanh_)
#define sigmoid_ REM_NAME(sigmoid_)
#define sinh_ REM_NAME(sinh_)
#define cosh_ REM_NAME(cosh_)
#define asinh_ REM_NAME(asinh_)
#define acosh_ REM_NAME(acosh_)
#define atanh_ REM_NAME(atanh_)
#define cbrt_ REM_NAME(cbrt_)
#define rsqrt_ REM_NAME(rsqrt_)
#define hypot_ REM_NAME(hypot_)
#define pow_ REM_NAME(pow_)
#define powi_ REM_NAME(powi_)
#define EXP_LOW_ REM_NAME(REM_EXP_LOW_)
#define EXP_MAX_ REM_NAME(REM_EXP_MAX_)
#define exp_near_ REM_NAME(exp_near_)
#define sigmoid_near_ REM_NAME(sigmoid_near_)
#define TURN_LIMIT_ REM_NAME(REM_TURN_LIMIT_)
#define sin_near_ REM_NAME(sin_near_)
#define cos_near_ REM_NAME(cos_near_)
#define tan_near_ REM_NAME(tan_near_)
#define sin_ REM_NAME(sin_)
#define cos_ REM_NAME(cos_)
#define tan_ REM_NAME(tan_)
#define asin_ REM_NAME(asin_)
#define acos_ REM_NAME(acos_)
#define atan_ REM_NAME(atan_)
#define atan2_ REM_NAME(atan2_)
#define erf_ REM_NAME(erf_)
#define erfc_ REM_NAME(erfc_)
#define mills_ REM_NAME(mills_)
#define erfinv_ REM_NAME(erfinv_)
#define lgamma_ REM_NAME(lgamma_)
#define digamma_ REM_NAME(digamma_)
#define trigamma_ REM_NAME(trigamma_)
#define add_ REM_NAME(add_)
#define sub_ REM_NAME(sub_)
#define mul_ REM_NAME(mul_)
#define div_ REM_NAME(div_)
#define rem_ REM_NAME(rem_)
#define floordiv_ REM_NAME(floordiv_)
#define mod_ REM_NAME(mod_)
#define shl_ REM_NAME(shl_)
#define shr_ REM_NAME(shr_)
#define popcount_ REM_NAME(popcount_)
#define clz_ REM_NAME(clz_)
#define ctz_ REM_NAME(ctz_)

#endif
