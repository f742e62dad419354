/* tally.c: the loops of reductions to whole numbers. They fold elements as they lie in memory, in integers as narrow as a few rows
 * allow, and join what that gives in i64: one instance for each loop and kind of element. */
#include "vocab.h"

#include "cpu/kernel.h"

/* A loop has three callers, and one copy does. */
#ifdef __clang__
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE __attribute__((noinline, noclone))
#endif

typedef uint8_t x8 __attribute__((may_alias));
typedef uint16_t x16 __attribute__((may_alias));
typedef uint32_t x32 __attribute__((may_alias));
typedef uint64_t x64 __attribute__((may_alias));

/* Several rows are folded at once, strip by strip. Each is a stream with loads of its own, in which processors look ahead by themselves
 * once they see where it goes on; an address that is not there does no harm. */
enum {
  STRIP_BYTES = 2048,
  SHORT_BYTES = 256,
  LINE_BYTES = 64,
  AHEAD_BYTES = 2048,
  FAR_BYTES = 8192,
  MANY = 8,
  FEW = 4
};
#define STRIP_OF(X) (STRIP_BYTES / (int64_t)sizeof(X))
#define SHORT_OF(X) (SHORT_BYTES / (int64_t)sizeof(X))
/* Where there are registers for it: states of a line stay in them, and MANY rows are folded at once. Elsewhere such loops are long. */
#if defined(__AVX512F__)
enum { ROOMY = 1 };
#else
enum { ROOMY = 0 };
#endif
#define STREAMS_OF(X) (sizeof(X) < 4 || !ROOMY ? (int64_t)FEW : (int64_t)MANY)
REM_FN void lines_ahead(const void *at, int64_t offset, int64_t bytes) {
  for (int64_t i = 0; i < bytes; i += LINE_BYTES)
    __builtin_prefetch((const char *)((uintptr_t)at + (uintptr_t)(offset + i)), 0, 2);
}
/* The first lines of what comes in MANY rows, of which columns from j on are next, or in those behind them. */
REM_FN void streams_ahead(const void *x, int64_t j, int64_t cols, int64_t pitch, int64_t size) {
  int64_t to = j * size + AHEAD_BYTES;
  if (to >= cols * size) to += (MANY * pitch - cols) * size;
  for (int64_t r = 0; r < MANY; r++) lines_ahead(x, to + r * pitch * size, 2 * LINE_BYTES);
}
/* Where folding takes long: every line of short strips, in the next FEW rows. */
REM_FN void rows_ahead(const void *at, int64_t pitch_bytes) {
  for (int64_t r = FEW; r < 2 * FEW; r++) lines_ahead(at, r * pitch_bytes, SHORT_BYTES);
}

/* ---- sums ---- */

#define JOIN(a, b) ((A)((a) + (b)))
#define WIDE_JOIN(a, b) ((a) + (b))
#define NOTHING 0
#define NAME(f) add_u8_##f
#define X x8
#define A int16_t
#define TERM(x) ((A)(x))
#include "tally_sum.inc"
#define NAME(f) add_i8_##f
#define X x8
#define A int16_t
#define TERM(x) ((A)(int8_t)(x))
#include "tally_sum.inc"
#define NAME(f) add_bool_##f
#define X x8
#define A int16_t
#define TERM(x) ((A)((x) != 0))
#include "tally_sum.inc"
#define NAME(f) add_i16_##f
#define X x16
#define A int32_t
#define TERM(x) ((A)(int16_t)(x))
#include "tally_sum.inc"
#define NAME(f) add_i32_##f
#define X x32
#define A int64_t
#define TERM(x) ((A)(int32_t)(x))
#include "tally_sum.inc"
#define NAME(f) add_u32_##f
#define X x32
#define A int64_t
#define TERM(x) ((A)(x))
#include "tally_sum.inc"
#define NAME(f) add_i64_##f
#define X x64
#define A uint64_t
#define TERM(x) ((A)(x))
#include "tally_sum.inc"

/* ---- counts: `flip` says which bits count ---- */

#define NAME(f) count_8_##f
#define X x8
#define A int8_t
#define TERM(x) ((A)(((x)&flip) != 0))
#include "tally_sum.inc"
#define NAME(f) count_16_##f
#define X x16
#define A int16_t
#define TERM(x) ((A)(((x)&flip) != 0))
#include "tally_sum.inc"
#define NAME(f) count_32_##f
#define X x32
#define A int32_t
#define TERM(x) ((A)(((x)&flip) != 0))
#include "tally_sum.inc"
#define NAME(f) count_64_##f
#define X x64
#define A int64_t
#define TERM(x) ((A)(((x)&flip) != 0))
#include "tally_sum.inc"
#undef JOIN
#undef WIDE_JOIN
#undef NOTHING

/* ---- products ---- */

#define JOIN(a, b) ((a) * (b))
#define WIDE_JOIN(a, b) ((a) * (b))
#define NOTHING 1
#define NAME(f) mul_u8_##f
#define X x8
#define A uint64_t
#define TERM(x) ((A)(x))
#include "tally_sum.inc"
#define NAME(f) mul_i8_##f
#define X x8
#define A uint64_t
#define TERM(x) ((A)(int8_t)(x))
#include "tally_sum.inc"
#define NAME(f) mul_bool_##f
#define X x8
#define A uint64_t
#define TERM(x) ((A)((x) != 0))
#include "tally_sum.inc"
#define NAME(f) mul_i16_##f
#define X x16
#define A uint64_t
#define TERM(x) ((A)(int16_t)(x))
#include "tally_sum.inc"
#define NAME(f) mul_i32_##f
#define X x32
#define A uint64_t
#define TERM(x) ((A)(int32_t)(x))
#include "tally_sum.inc"
#define NAME(f) mul_u32_##f
#define X x32
#define A uint64_t
#define TERM(x) ((A)(x))
#include "tally_sum.inc"
#define NAME(f) mul_i64_##f
#define X x64
#define A uint64_t
#define TERM(x) ((A)(x))
#include "tally_sum.inc"

/* ---- the best ---- */

#define NAME(f) best_8_##f
#define X x8
#define N int8_t
#define LOWEST INT8_MIN
#define KEY(x) ((N)((x) ^ flip))
#include "tally_best.inc"
#define NAME(f) best_bool_##f
#define X x8
#define N int8_t
#define LOWEST INT8_MIN
#define KEY(x) ((N)(((x) != 0) ^ flip))
#include "tally_best.inc"
#define NAME(f) best_16_##f
#define X x16
#define N int16_t
#define LOWEST INT16_MIN
#define KEY(x) ((N)((x) ^ flip))
#include "tally_best.inc"
#define NAME(f) best_32_##f
#define X x32
#define N int32_t
#define LOWEST INT32_MIN
#define KEY(x) ((N)((x) ^ flip))
#include "tally_best.inc"
#define NAME(f) best_64_##f
#define X x64
#define N int64_t
#define LOWEST INT64_MIN
#define KEY(x) ((N)((x) ^ flip))
#include "tally_best.inc"

/* Sign and magnitude as one integer, NaN as the highest. */
REM_FN int16_t key_half(uint16_t x, uint16_t flip, uint16_t rim) {
  int16_t sign = (int16_t)((int16_t)x >> 15), size = (int16_t)(x & INT16_MAX);
  int16_t k = (int16_t)(((size ^ sign) - sign) ^ flip);
  return size > (int16_t)rim ? INT16_MAX : k;
}
REM_FN int32_t key_f32(uint32_t x, uint32_t flip, uint32_t rim) {
  int32_t sign = (int32_t)x >> 31, size = (int32_t)(x & INT32_MAX);
  int32_t k = ((size ^ sign) - sign) ^ (int32_t)flip;
  return size > (int32_t)rim ? INT32_MAX : k;
}
REM_FN int64_t key_f64(uint64_t x, uint64_t flip, uint64_t rim) {
  int64_t sign = (int64_t)x >> 63, size = (int64_t)(x & INT64_MAX);
  int64_t k = ((size ^ sign) - sign) ^ (int64_t)flip;
  return size > (int64_t)rim ? INT64_MAX : k;
}
#define NAME(f) best_half_##f
#define X x16
#define N int16_t
#define LOWEST INT16_MIN
#define KEY(x) key_half(x, flip, rim)
#include "tally_best.inc"
#define NAME(f) best_f32_##f
#define X x32
#define N int32_t
#define LOWEST INT32_MIN
#define KEY(x) key_f32(x, flip, rim)
#include "tally_best.inc"
#define NAME(f) best_f64_##f
#define X x64
#define N int64_t
#define LOWEST INT64_MIN
#define KEY(x) key_f64(x, flip, rim)
#include "tally_best.inc"

/* ---- the table ---- */

#define PAIR(name) \
  { name##_cols, name##_line }
#define OF_INTEGERS(loop)                                                                   \
  [REM_BOOL] = PAIR(loop##_bool), [REM_U8] = PAIR(loop##_u8), [REM_I8] = PAIR(loop##_i8),   \
  [REM_I16] = PAIR(loop##_i16), [REM_I32] = PAIR(loop##_i32), [REM_U32] = PAIR(loop##_u32), \
  [REM_I64] = PAIR(loop##_i64)
#define TALLY_KERNELS_(isa) kernels_tally_##isa
#define TALLY_KERNELS(isa) TALLY_KERNELS_(isa)
extern const struct tally_kernels TALLY_KERNELS(REM_ISA);
const struct tally_kernels TALLY_KERNELS(REM_ISA) = {{
    [TALLY_ADD] = {OF_INTEGERS(add)},
    [TALLY_MUL] = {OF_INTEGERS(mul)},
    [TALLY_COUNT] = {[REM_BOOL] = PAIR(count_8),
                     [REM_U8] = PAIR(count_8),
                     [REM_I8] = PAIR(count_8),
                     [REM_I16] = PAIR(count_16),
                     [REM_F16] = PAIR(count_16),
                     [REM_BF16] = PAIR(count_16),
                     [REM_I32] = PAIR(count_32),
                     [REM_U32] = PAIR(count_32),
                     [REM_F32] = PAIR(count_32),
                     [REM_I64] = PAIR(count_64),
                     [REM_F64] = PAIR(count_64)},
    [TALLY_BEST] = {[REM_BOOL] = PAIR(best_bool),
                    [REM_U8] = PAIR(best_8),
                    [REM_I8] = PAIR(best_8),
                    [REM_I16] = PAIR(best_16),
                    [REM_I32] = PAIR(best_32),
                    [REM_U32] = PAIR(best_32),
                    [REM_I64] = PAIR(best_64),
                    [REM_F16] = PAIR(best_half),
                    [REM_BF16] = PAIR(best_half),
                    [REM_F32] = PAIR(best_f32),
                    [REM_F64] = PAIR(best_f64)},
}};
