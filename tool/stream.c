/* stream.c: moves bytes at the speed of memory, with the widest vectors of the machine. */
#include "stream.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { BLOCK = 512 }; /* bytes of the longest stream before the next one has its turn */

/* What is written where nothing is read: not 0, for some processors write lines of zeros twice as fast as others. */
#define WRITTEN 0x0123456789abcdefu

typedef uint64_t (*slice_function)(const struct stream_set *set, char *const *at, const size_t *bytes,
                                   enum stream_kind kind);

static int same_lengths(const struct stream_set *set, const size_t *bytes) {
  int n = set->reads + set->writes;
  for (int k = 1; k < n; k++)
    if (bytes[k] != bytes[0]) return 0;
  return set->reads <= 4 && set->writes <= 3;
}

static size_t block_count(const size_t *bytes, int n) {
  size_t most = 0;
  for (int k = 0; k < n; k++)
    if (bytes[k] > most) most = bytes[k];
  return most / BLOCK;
}

/* Where block b of a stream begins, in whole vectors of any width. */
static size_t block_edge(size_t bytes, size_t b, size_t blocks) {
  return (size_t)((double)bytes / (double)blocks * (double)b) & ~(size_t)63;
}

/* Without vectors of one's own the compiler's generic ones do: two registers of 16 bytes, or what the machine has. */
typedef uint64_t vector16 __attribute__((vector_size(16), may_alias));
#define V vector16
#define TARGET
#define NAME(x) x##_base
#if defined(__x86_64__)
#define PUT(address, v)                                              \
  do {                                                               \
    if (kind == STREAM_PLAIN) *(V *)(address) = v;                   \
    else _mm_stream_si128((__m128i *)(void *)(address), (__m128i)v); \
  } while (0)
#else
#define PUT(address, v) (*(V *)(address) = v, (void)kind)
#endif
#include "stream.inc"
#undef V
#undef TARGET
#undef NAME
#undef PUT

#if defined(__x86_64__)
typedef uint64_t vector32 __attribute__((vector_size(32), may_alias));
#define V vector32
#define TARGET __attribute__((target("avx2")))
#define NAME(x) x##_avx2
#define PUT(address, v)                                                 \
  do {                                                                  \
    if (kind == STREAM_PLAIN) *(V *)(address) = v;                      \
    else _mm256_stream_si256((__m256i *)(void *)(address), (__m256i)v); \
  } while (0)
#include "stream.inc"
#undef V
#undef TARGET
#undef NAME
#undef PUT

typedef uint64_t vector64 __attribute__((vector_size(64), may_alias));
#define V vector64
#define TARGET __attribute__((target("avx512f")))
#define NAME(x) x##_avx512
#define PUT(address, v)                                                 \
  do {                                                                  \
    if (kind == STREAM_PLAIN) *(V *)(address) = v;                      \
    else _mm512_stream_si512((__m512i *)(void *)(address), (__m512i)v); \
  } while (0)
#include "stream.inc"
#undef V
#undef TARGET
#undef NAME
#undef PUT
#endif

static slice_function widest(const char **isa) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return *isa = "avx512", slice_avx512;
  if (__builtin_cpu_supports("avx2")) return *isa = "avx2", slice_avx2;
#endif
  return *isa = "base", slice_base;
}

/* The part of every stream that thread t of several moves. */
static uint64_t move_part(const struct stream_set *set, enum stream_kind kind, int t, int threads) {
  const char *isa;
  char *at[STREAM_MAX] = {0};
  size_t bytes[STREAM_MAX] = {0};
  for (int k = 0; k < set->reads + set->writes; k++) {
    bytes[k] = set->bytes[k] / (size_t)threads & ~(size_t)(BLOCK - 1);
    at[k] = set->at[k] + bytes[k] * (size_t)t;
  }
  uint64_t sum = widest(&isa)(set, at, bytes, kind);
#if defined(__x86_64__)
  if (kind == STREAM_NONTEMPORAL) _mm_sfence();
#endif
  return sum;
}

uint64_t stream_move(const struct stream_set *set, enum stream_kind kind, int threads) {
  uint64_t sum = 0;
  if (threads < 1) threads = 1;
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(static) reduction(^ : sum) if (threads > 1)
#endif
  for (int t = 0; t < threads; t++) sum ^= move_part(set, kind, t, threads);
  return sum;
}

int stream_has(enum stream_kind kind) {
#if defined(__x86_64__)
  return kind == STREAM_PLAIN || kind == STREAM_NONTEMPORAL;
#else
  return kind == STREAM_PLAIN;
#endif
}

const char *stream_isa(void) {
  const char *isa;
  widest(&isa);
  return isa;
}

int stream_threads(void) {
#ifdef _OPENMP
  extern int omp_get_max_threads(void);
  return omp_get_max_threads();
#else
  return 1;
#endif
}
