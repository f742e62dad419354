/* move.c: moving elements: runs between a storage dtype and T, streaming stores, and transposition. */
#include "vocab.h"

#include "convert.h"

#include "whole.h"

#include "cpu/kernel.h"

#include "whole.inc"

#include "halves.inc"

#include "past.inc"

#if defined(__aarch64__)
#include <arm_neon.h>
#endif

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

/* A line that is asked for with each that is read: many at once wait for each other, and for what is being written. */
static void load_next(char *to, int t, const char *from, int dtype, int64_t n, const char *ahead) {
  int64_t i = 0, some = t == REM_F32 && (dtype == REM_F16 || dtype == REM_BF16) ? n & -(int64_t)HALVES_LINE : 0;
  f32 *x = (f32 *)(void *)to;
  const uint16_t *h = (const uint16_t *)(const void *)from;
  if (dtype == REM_F16)
    for (; i < some; i += HALVES_LINE) __builtin_prefetch(ahead + 2 * i, 0, 2), f16_to_f32(x + i, h + i, HALVES_LINE);
  else
    for (; i < some; i += HALVES_LINE) __builtin_prefetch(ahead + 2 * i, 0, 2), bf16_to_f32(x + i, h + i, HALVES_LINE);
  if (i == n) return;
  for (int64_t b = i * size_of(dtype); b < n * size_of(dtype); b += 64) __builtin_prefetch(ahead + b, 0, 2);
  load(to + i * size_of(t), t, from + i * size_of(dtype), dtype, n - i);
}

/* ---- T to any dtype ---- */

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
const struct move_kernels MOVE(REM_ISA) = {load, load_next, store, gather, scatter, cross, deal, collect};
