/* isa.c: which instruction set to use. */
#include "isa.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

/* REM_EACH_ISA is ISA(name) for each instruction set that kernels were compiled for, the best first. */
#define ISA(isa)                                                         \
  extern const struct real_kernels kernels_f32_##isa, kernels_f64_##isa; \
  extern const struct real_kernels kernels_i32_##isa, kernels_i64_##isa; \
  extern const struct move_kernels kernels_move_##isa;                   \
  extern const struct tally_kernels kernels_tally_##isa;
REM_EACH_ISA
#undef ISA
#define ISA(isa)        \
  {#isa,                \
   &kernels_f32_##isa,  \
   &kernels_f64_##isa,  \
   &kernels_i32_##isa,  \
   &kernels_i64_##isa,  \
   &kernels_move_##isa, \
   &kernels_tally_##isa},
static const struct kernels sets[] = {REM_EACH_ISA};

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
static int is_here(const char *isa) {
  if (strcmp(isa, "avx512") == 0) return has_avx512();
  if (strcmp(isa, "avx2") == 0) return has_avx2();
  return 1;
}
#else
static int is_here(const char *isa) { return isa != NULL; }
#endif

const struct kernels *isa_choose(const char **wanted) {
  *wanted = getenv("REM_CPU");
  for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
    if (*wanted && **wanted && strcmp(*wanted, sets[i].name)) continue;
    if (is_here(sets[i].name)) return &sets[i];
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
