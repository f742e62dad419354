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

/* ---- transposition: columns that are contiguous in memory ---- */

/* Square blocks in vector registers: 16 x 16 of one byte, 8 x 8 of two or four, 4 x 4 of eight. A unit may be several halves, so nothing is
 * known of its alignment. */
typedef uint8_t b16 __attribute__((vector_size(16), aligned(1), may_alias));
typedef uint16_t h8 __attribute__((vector_size(16), aligned(1), may_alias));
typedef uint32_t w8 __attribute__((vector_size(32), aligned(1), may_alias));
typedef uint64_t d4 __attribute__((vector_size(32), aligned(1), may_alias));

/* Rounds of interleaving, within 16 bytes where vectors are longer, which costs least; their halves change places at the end. Rows
 * arrive in x and leave in y. */
#define LOW_PAIRS(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH_PAIRS(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
static inline void transpose_h8(const h8 *x, h8 *y) {
  h8 t0 = LOW_PAIRS(x[0], x[4]), t1 = HIGH_PAIRS(x[0], x[4]), t2 = LOW_PAIRS(x[1], x[5]), t3 = HIGH_PAIRS(x[1], x[5]);
  h8 t4 = LOW_PAIRS(x[2], x[6]), t5 = HIGH_PAIRS(x[2], x[6]), t6 = LOW_PAIRS(x[3], x[7]), t7 = HIGH_PAIRS(x[3], x[7]);
  h8 u0 = LOW_PAIRS(t0, t4), u1 = HIGH_PAIRS(t0, t4), u2 = LOW_PAIRS(t1, t5), u3 = HIGH_PAIRS(t1, t5);
  h8 u4 = LOW_PAIRS(t2, t6), u5 = HIGH_PAIRS(t2, t6), u6 = LOW_PAIRS(t3, t7), u7 = HIGH_PAIRS(t3, t7);
  y[0] = LOW_PAIRS(u0, u4), y[1] = HIGH_PAIRS(u0, u4), y[2] = LOW_PAIRS(u1, u5), y[3] = HIGH_PAIRS(u1, u5);
  y[4] = LOW_PAIRS(u2, u6), y[5] = HIGH_PAIRS(u2, u6), y[6] = LOW_PAIRS(u3, u7), y[7] = HIGH_PAIRS(u3, u7);
}

/* Not functions: without AVX, vectors of 32 bytes have no settled way to be passed. */
#define LOW_4X8(a, b) __builtin_shufflevector(a, b, 0, 4, 2, 6)
#define HIGH_4X8(a, b) __builtin_shufflevector(a, b, 1, 5, 3, 7)
#define FRONT_HALVES(a, b) __builtin_shufflevector(a, b, 0, 1, 4, 5)
#define BACK_HALVES(a, b) __builtin_shufflevector(a, b, 2, 3, 6, 7)
static inline void transpose_d4(const d4 *x, d4 *y) {
  d4 t0 = LOW_4X8(x[0], x[1]), t1 = HIGH_4X8(x[0], x[1]), t2 = LOW_4X8(x[2], x[3]), t3 = HIGH_4X8(x[2], x[3]);
  y[0] = FRONT_HALVES(t0, t2), y[1] = FRONT_HALVES(t1, t3), y[2] = BACK_HALVES(t0, t2), y[3] = BACK_HALVES(t1, t3);
}

#define LOW_8X4(a, b) (d4) __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define HIGH_8X4(a, b) (d4) __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
static inline void transpose_w8(const w8 *x, w8 *y) {
  d4 t0 = LOW_8X4(x[0], x[1]), t1 = HIGH_8X4(x[0], x[1]), t2 = LOW_8X4(x[2], x[3]), t3 = HIGH_8X4(x[2], x[3]);
  d4 t4 = LOW_8X4(x[4], x[5]), t5 = HIGH_8X4(x[4], x[5]), t6 = LOW_8X4(x[6], x[7]), t7 = HIGH_8X4(x[6], x[7]);
  d4 u0 = LOW_4X8(t0, t2), u1 = HIGH_4X8(t0, t2), u2 = LOW_4X8(t1, t3), u3 = HIGH_4X8(t1, t3);
  d4 u4 = LOW_4X8(t4, t6), u5 = HIGH_4X8(t4, t6), u6 = LOW_4X8(t5, t7), u7 = HIGH_4X8(t5, t7);
  y[0] = (w8)FRONT_HALVES(u0, u4), y[1] = (w8)FRONT_HALVES(u1, u5);
  y[2] = (w8)FRONT_HALVES(u2, u6), y[3] = (w8)FRONT_HALVES(u3, u7);
  y[4] = (w8)BACK_HALVES(u0, u4), y[5] = (w8)BACK_HALVES(u1, u5);
  y[6] = (w8)BACK_HALVES(u2, u6), y[7] = (w8)BACK_HALVES(u3, u7);
}

#define LOW_BYTES(a, b) __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH_BYTES(a, b) __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
/* Four rounds of interleaving transpose 16 x 16. */
static inline void transpose_bytes(b16 *x) {
  for (int round = 0; round < 4; round++) {
    b16 y[16];
    for (int i = 0; i < 8; i++) y[2 * i] = LOW_BYTES(x[i], x[i + 8]), y[2 * i + 1] = HIGH_BYTES(x[i], x[i + 8]);
    for (int i = 0; i < 16; i++) x[i] = y[i];
  }
}

/* One square block between packed rows, pitch bytes apart, and lines that are contiguous in memory. The pointers to the lines
 * stay in registers while the block moves along them. */
static inline void gather_1(char *to, int64_t pitch, const char *const *from, int64_t at) {
  b16 x[16];
  for (int i = 0; i < 16; i++) x[i] = *(const b16 *)(const void *)(from[i] + at);
  transpose_bytes(x);
  for (int i = 0; i < 16; i++) *(b16 *)(void *)(to + i * pitch) = x[i];
}
static inline void gather_2(char *to, int64_t pitch, const char *const *from, int64_t at) {
  h8 x[8], y[8];
  for (int i = 0; i < 8; i++) x[i] = *(const h8 *)(const void *)(from[i] + at);
  transpose_h8(x, y);
  for (int i = 0; i < 8; i++) *(h8 *)(void *)(to + i * pitch) = y[i];
}
static inline void gather_4(char *to, int64_t pitch, const char *const *from, int64_t at) {
  w8 x[8], y[8];
  for (int i = 0; i < 8; i++) x[i] = *(const w8 *)(const void *)(from[i] + at);
  transpose_w8(x, y);
  for (int i = 0; i < 8; i++) *(w8 *)(void *)(to + i * pitch) = y[i];
}
static inline void gather_8(char *to, int64_t pitch, const char *const *from, int64_t at) {
  d4 x[4], y[4];
  for (int i = 0; i < 4; i++) x[i] = *(const d4 *)(const void *)(from[i] + at);
  transpose_d4(x, y);
  for (int i = 0; i < 4; i++) *(d4 *)(void *)(to + i * pitch) = y[i];
}
static inline void scatter_1(char *const *to, int64_t at, const char *from, int64_t pitch) {
  b16 x[16];
  for (int i = 0; i < 16; i++) x[i] = *(const b16 *)(const void *)(from + i * pitch);
  transpose_bytes(x);
  for (int i = 0; i < 16; i++) *(b16 *)(void *)(to[i] + at) = x[i];
}
static inline void scatter_2(char *const *to, int64_t at, const char *from, int64_t pitch) {
  h8 x[8], y[8];
  for (int i = 0; i < 8; i++) x[i] = *(const h8 *)(const void *)(from + i * pitch);
  transpose_h8(x, y);
  for (int i = 0; i < 8; i++) *(h8 *)(void *)(to[i] + at) = y[i];
}
static inline void scatter_4(char *const *to, int64_t at, const char *from, int64_t pitch) {
  w8 x[8], y[8];
  for (int i = 0; i < 8; i++) x[i] = *(const w8 *)(const void *)(from + i * pitch);
  transpose_w8(x, y);
  for (int i = 0; i < 8; i++) *(w8 *)(void *)(to[i] + at) = y[i];
}
static inline void scatter_8(char *const *to, int64_t at, const char *from, int64_t pitch) {
  d4 x[4], y[4];
  for (int i = 0; i < 4; i++) x[i] = *(const d4 *)(const void *)(from + i * pitch);
  transpose_d4(x, y);
  for (int i = 0; i < 4; i++) *(d4 *)(void *)(to[i] + at) = y[i];
}

static inline void move_unit(char *to, const char *from, int64_t bytes) {
  switch (bytes) {
    case 1: *to = *from; break;
    case 2: memcpy(to, from, 2); break;
    case 4: memcpy(to, from, 4); break;
    case 8: memcpy(to, from, 8); break;
    case 16: memcpy(to, from, 16); break;
    case 32: memcpy(to, from, 32); break;
    case 64: memcpy(to, from, 64); break;
    case 128: memcpy(to, from, 128); break;
    default: memcpy(to, from, (size_t)bytes); break;
  }
}

/* Whole blocks first, then the rows and columns that are left. */
REM_FN void gather_all(char *to, int64_t pitch, const char *from, const int64_t *off, int64_t rows, int64_t cols, int64_t size,
                       void (*block)(char *, int64_t, const char *const *, int64_t)) {
  int64_t b = size == 8 ? 4 : size == 1 ? 16 : 8, whole = cols - cols % b;
  for (int64_t c = 0; c < cols; c += b) {
    int64_t n = c < whole ? b : cols - whole, r = 0;
    const char *line[16];
    for (int64_t i = 0; i < n; i++) line[i] = from + off[c + i] * size;
    for (; n == b && r + b <= rows; r += b) block(to + (r * pitch + c) * size, pitch * size, line, r * size);
    for (; r < rows; r++)
      for (int64_t i = 0; i < n; i++) move_unit(to + (r * pitch + c + i) * size, line[i] + r * size, size);
  }
}
REM_FN void scatter_all(char *to, const int64_t *off, const char *from, int64_t pitch, int64_t rows, int64_t cols, int64_t size,
                        void (*block)(char *const *, int64_t, const char *, int64_t)) {
  int64_t b = size == 8 ? 4 : size == 1 ? 16 : 8, whole = cols - cols % b;
  for (int64_t c = 0; c < cols; c += b) {
    int64_t n = c < whole ? b : cols - whole, r = 0;
    char *line[16];
    for (int64_t i = 0; i < n; i++) line[i] = to + off[c + i] * size;
    for (; n == b && r + b <= rows; r += b) block(line, r * size, from + (r * pitch + c) * size, pitch * size);
    for (; r < rows; r++)
      for (int64_t i = 0; i < n; i++) move_unit(line[i] + r * size, from + (r * pitch + c + i) * size, size);
  }
}

/* Units that are no single element of a vector are moved one by one. */
static void gather(char *to, int64_t pitch, const char *from, const int64_t *off, int64_t rows, int64_t cols, int size) {
  if (size == 1)
    gather_all(to, pitch, from, off, rows, cols, 1, gather_1);
  else if (size == 2)
    gather_all(to, pitch, from, off, rows, cols, 2, gather_2);
  else if (size == 4)
    gather_all(to, pitch, from, off, rows, cols, 4, gather_4);
  else if (size == 8)
    gather_all(to, pitch, from, off, rows, cols, 8, gather_8);
  else
    for (int64_t r = 0; r < rows; r++)
      for (int64_t c = 0; c < cols; c++) move_unit(to + (r * pitch + c) * size, from + (off[c] + r) * size, size);
}

static void scatter(char *to, const int64_t *off, const char *from, int64_t pitch, int64_t rows, int64_t cols, int size) {
  if (size == 1)
    scatter_all(to, off, from, pitch, rows, cols, 1, scatter_1);
  else if (size == 2)
    scatter_all(to, off, from, pitch, rows, cols, 2, scatter_2);
  else if (size == 4)
    scatter_all(to, off, from, pitch, rows, cols, 4, scatter_4);
  else if (size == 8)
    scatter_all(to, off, from, pitch, rows, cols, 8, scatter_8);
  else
    for (int64_t r = 0; r < rows; r++)
      for (int64_t c = 0; c < cols; c++) move_unit(to + (off[c] + r) * size, from + (r * pitch + c) * size, size);
}

#include "turn.inc"

#define MOVE_(isa) kernels_move_##isa
#define MOVE(isa) MOVE_(isa)
extern const struct move_kernels MOVE(REM_ISA);
const struct move_kernels MOVE(REM_ISA) = {load, store, gather, scatter, deal, collect};
