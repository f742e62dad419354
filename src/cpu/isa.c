/* isa.c: which instruction set to use. */
#include "isa.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#define DECLARE(isa)                                                     \
  extern const struct real_kernels kernels_f32_##isa, kernels_f64_##isa; \
  extern const struct real_kernels kernels_i32_##isa, kernels_i64_##isa; \
  extern const struct move_kernels kernels_move_##isa;                   \
  extern const struct tally_kernels kernels_tally_##isa;
#define ENTRY(isa, has)     \
  {                         \
    {#isa,                  \
     &kernels_f32_##isa,    \
     &kernels_f64_##isa,    \
     &kernels_i32_##isa,    \
     &kernels_i64_##isa,    \
     &kernels_move_##isa,   \
     &kernels_tally_##isa}, \
        has                 \
  }

struct isa {
  struct kernels kernels;
  int (*has)(void);
};

static int always(void) { return 1; }

#if defined(__x86_64__)
static int has_f16c(void) { /* compilers do not agree on its name */
  unsigned a, b, c, d;
  return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C);
}
static int has_avx2(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2") &&
         has_f16c();
}
static int has_avx512(void) {
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
DECLARE(baseline)
DECLARE(avx2)
DECLARE(avx512)
static const struct isa sets[] = {ENTRY(avx512, has_avx512), ENTRY(avx2, has_avx2), ENTRY(baseline, always)};
#elif defined(__aarch64__)
DECLARE(neon)
static const struct isa sets[] = {ENTRY(neon, always)};
#else
DECLARE(baseline)
static const struct isa sets[] = {ENTRY(baseline, always)};
#endif

const struct kernels *isa_choose(const char **wanted) {
  *wanted = getenv("REM_CPU");
  for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
    if (*wanted && **wanted && strcmp(*wanted, sets[i].kernels.name)) continue;
    if (sets[i].has()) return &sets[i].kernels;
  }
  return NULL;
}

int64_t isa_cache_bytes(void) {
  long bytes = -1;
#ifdef _SC_LEVEL3_CACHE_SIZE
  bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
#endif
  return bytes > 0 ? bytes : (int64_t)32 << 20;
}
