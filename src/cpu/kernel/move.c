/* move.c: moving elements: runs between a storage dtype and T, streaming stores, and transposition. */
#include "vocab.h"

#include "convert.h"

#include "whole.h"

#include "cpu/kernel.h"

#include "whole.inc"

#include "halves.inc"

#if defined(__aarch64__)
#include <arm_neon.h>
#endif

/* ---- runs of f32 to halves ---- */

#if defined(__AVX512F__)
/* 16 or 32 halves; past the cache if `stream`, to an aligned place. */
REM_FN void put_16(uint16_t *to, __m256i halves, int stream) {
  if (stream)
    _mm256_stream_si256((__m256i *)(void *)to, halves);
  else
    _mm256_storeu_si256((__m256i *)(void *)to, halves);
}
REM_FN void put_32(uint16_t *to, __m512i halves, int stream) {
  if (stream)
    _mm512_stream_si512((void *)to, halves);
  else
    _mm512_storeu_si512((void *)to, halves);
}

/* 16 elements rounded to bf16, in the high halves. */
REM_FN __m512i round_bf16(const f32 *from) {
  const __m512i half = _mm512_set1_epi32(0x7fff), one = _mm512_set1_epi32(1), quiet = _mm512_set1_epi32(0x400000);
  __m512 x = _mm512_loadu_ps(from);
  __m512i u = _mm512_castps_si512(x), odd = _mm512_and_si512(_mm512_srli_epi32(u, 16), one);
  __m512i r = _mm512_add_epi32(_mm512_add_epi32(u, half), odd);
  return _mm512_mask_or_epi32(r, _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q), u, quiet);
}
#endif

REM_FN void f32_to_f16(uint16_t *to, const f32 *from, int64_t n, int stream) {
  int64_t i = 0;
  (void)stream;
#if defined(__AVX512F__)
  for (; i + 16 <= n; i += 16)
    put_16(to + i, _mm512_cvtps_ph(_mm512_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT), stream);
#elif defined(__F16C__)
  for (; i + 8 <= n; i += 8)
    _mm_storeu_si128((__m128i *)(void *)(to + i), _mm256_cvtps_ph(_mm256_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT));
#endif
#pragma omp simd
  for (int64_t j = i; j < n; j++) to[j] = f16_from_f32(from[j]);
}

REM_FN void f32_to_bf16(uint16_t *to, const f32 *from, int64_t n, int stream) {
  int64_t i = 0;
  (void)stream;
#if defined(__AVX512BW__)
  static const uint16_t high[32] = {1,  3,  5,  7,  9,  11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31,
                                    33, 35, 37, 39, 41, 43, 45, 47, 49, 51, 53, 55, 57, 59, 61, 63};
  const __m512i pick = _mm512_loadu_si512(high);
  for (; i + 32 <= n; i += 32)
    put_32(to + i, _mm512_permutex2var_epi16(round_bf16(from + i), pick, round_bf16(from + i + 16)), stream);
#endif
#pragma omp simd
  for (int64_t j = i; j < n; j++) to[j] = bf16_from_f32(from[j]);
}

/* ---- any dtype to T ---- */

static void load_f32(f32 *to, const char *from, int dtype, int64_t n) {
  switch (dtype) {
    case REM_F32: memcpy(to, from, (size_t)n * 4); break; /* on the way to f64 */
    case REM_F16: f16_to_f32(to, (const uint16_t *)(const void *)from, n); break;
    case REM_BF16: bf16_to_f32(to, (const uint16_t *)(const void *)from, n); break;
    default: break;
  }
}

enum { PIECE = 512 }; /* elements converted through a buffer at a time */

static void load_f64(f64 *to, const char *from, int dtype, int64_t n) {
  f32 buffer[PIECE];
  int64_t size = dtype == REM_F32 ? 4 : 2;
  for (int64_t i = 0; i < n; i += PIECE) {
    int64_t some = n - i < PIECE ? n - i : PIECE;
    load_f32(buffer, from + i * size, dtype, some);
    for (int64_t j = 0; j < some; j++) to[i + j] = (f64)buffer[j];
  }
}

static int size_of(int dtype) {
  static const unsigned char bytes[] = {
#define DTYPE(name, number, size, kind) [number] = size,
#include "dtype.def"
#undef DTYPE
  };
  return bytes[dtype];
}

static void load(char *to, int t, const char *from, int dtype, int64_t n) {
  convert_fn *whole = whole_loads[place_of_t[t]][dtype];
  if (t == dtype)
    memcpy(to, from, (size_t)n * (size_t)size_of(t));
  else if (whole)
    whole(to, from, n);
  else if (t == REM_F32)
    load_f32((f32 *)(void *)to, from, dtype, n);
  else
    load_f64((f64 *)(void *)to, from, dtype, n);
}

/* ---- T to any dtype ---- */

/* One line of 64 bytes, to an address that is a multiple of it, past the cache where the processor can. */
static inline void stream_line(char *to, const char *from) {
#if defined(__AVX512F__)
  _mm512_stream_si512((void *)to, _mm512_loadu_si512(from));
#elif defined(__AVX2__)
  for (int k = 0; k < 64; k += 32)
    _mm256_stream_si256((__m256i *)(void *)(to + k), _mm256_loadu_si256((const __m256i *)(const void *)(from + k)));
#elif defined(__x86_64__)
  for (int k = 0; k < 64; k += 16)
    _mm_stream_si128((__m128i *)(void *)(to + k), _mm_loadu_si128((const __m128i *)(const void *)(from + k)));
#else
  memcpy(to, from, 64);
#endif
}

/* Copies bytes past the cache. Heads and tails that do not fill a line go the ordinary way. */
static void stream_bytes(char *to, const char *from, int64_t bytes) {
  int64_t head = (int64_t)(-(uintptr_t)to & 63);
  head = head < bytes ? head : bytes;
  if (head) memcpy(to, from, (size_t)head);
  int64_t i = head;
  for (; i + 64 <= bytes; i += 64) stream_line(to + i, from + i);
  if (i < bytes) memcpy(to + i, from + i, (size_t)(bytes - i));
}

static void put_bytes(char *to, const char *from, int64_t bytes, int stream) {
  if (stream)
    stream_bytes(to, from, bytes);
  else
    memcpy(to, from, (size_t)bytes);
}

REM_FN void round_f32(char *to, int dtype, const f32 *from, int64_t n, int stream) {
  if (dtype == REM_F16)
    f32_to_f16((uint16_t *)(void *)to, from, n, stream);
  else
    f32_to_bf16((uint16_t *)(void *)to, from, n, stream);
}

static void round_f64(char *to, int dtype, const f64 *from, int64_t n) {
  f32 *y = (f32 *)(void *)to;
  uint16_t *h = (uint16_t *)(void *)to;
  if (dtype == REM_F32)
    for (int64_t j = 0; j < n; j++) y[j] = (f32)from[j];
  else if (dtype == REM_F16)
    for (int64_t j = 0; j < n; j++) h[j] = f16_from_f64(from[j]);
  else
    for (int64_t j = 0; j < n; j++) h[j] = bf16_from_f64(from[j]);
}

/* Whole lines of halves go past the cache as they are rounded. */
static int streams_halves(const char *to, int t, int64_t n) {
#if defined(__AVX512F__)
  return t == REM_F32 && (uintptr_t)to % 64 == 0 && n % 32 == 0;
#else
  return (void)to, (void)t, (void)n, 0;
#endif
}

static void store_piece(char *to, int dtype, const char *from, int t, int64_t n, int stream) {
  convert_fn *whole = whole_stores[place_of_t[t]][dtype];
  if (dtype == t) {
    put_bytes(to, from, n * size_of(t), stream);
    return;
  }
  if (stream && !whole && streams_halves(to, t, n)) {
    round_f32(to, dtype, (const f32 *)(const void *)from, n, 1);
    return;
  }
  char buffer[PIECE * 8];
  char *at = stream ? buffer : to;
  if (whole)
    whole(at, from, n);
  else if (t == REM_F32)
    round_f32(at, dtype, (const f32 *)(const void *)from, n, 0);
  else
    round_f64(at, dtype, (const f64 *)(const void *)from, n);
  if (stream) stream_bytes(to, buffer, n * size_of(dtype));
}

/* The old value is added last, once, before rounding; integers wrap. */
#define ADD_PIECE(name, type)                                                                                             \
  static void name(char *to, const char *from, const char *old, int64_t n) {                                              \
    for (int64_t j = 0; j < n; j++)                                                                                       \
      ((type *)(void *)to)[j] = ((const type *)(const void *)from)[j] + ((const type *)(const void *)old)[j];             \
  }
ADD_PIECE(add_f32, f32)
ADD_PIECE(add_f64, f64)
ADD_PIECE(add_u32, u32)
ADD_PIECE(add_u64, u64)
static void add_piece(char *to, const char *from, const char *old, int t, int64_t n) {
  static void (*const adds[OF_COUNT])(char *, const char *, const char *, int64_t) = {add_f32, add_f64, add_u32, add_u64};
  adds[place_of_t[t]](to, from, old, n);
}

static void store(char *to, int dtype, const char *from, int t, int64_t n, int accumulate, int stream) {
  if (!accumulate && dtype == t) {
    put_bytes(to, from, n * size_of(t), stream);
    return;
  }
  char old[PIECE * 8], sum[PIECE * 8];
  for (int64_t i = 0; i < n; i += PIECE) {
    int64_t some = n - i < PIECE ? n - i : PIECE;
    const char *piece = from + i * size_of(t);
    char *at = to + i * size_of(dtype);
    if (accumulate) {
      load(old, t, at, dtype, some);
      add_piece(sum, piece, old, t, some);
      piece = sum;
    }
    store_piece(at, dtype, piece, t, some, stream);
  }
}

#include "across.inc"

#include "turn.inc"

#define MOVE_(isa) kernels_move_##isa
#define MOVE(isa) MOVE_(isa)
extern const struct move_kernels MOVE(REM_ISA);
const struct move_kernels MOVE(REM_ISA) = {load, store, gather, scatter, cross, deal, collect};
