/* peers.c: the loops around SLEEF's and libmvec's functions, which take one vector each. SLEEF's of 1 ulp (u10) are
   taken, or what it has nearest to that. */
#include "peers.h"

#include <immintrin.h>
#include <sleef.h>

#define PASTE(a, b) a##b
#define JOIN(a, b) PASTE(a, b)

#ifdef __AVX512F__
typedef __m512 V32;
typedef __m512d V64;
#define LOAD32 _mm512_loadu_ps
#define LOAD64 _mm512_loadu_pd
#define STORE32 _mm512_storeu_ps
#define STORE64 _mm512_storeu_pd
enum { W32 = 16, W64 = 8 };
#define SLEEF32(name, ulp) Sleef_##name##f16_##ulp##avx512f
#define SLEEF64(name, ulp) Sleef_##name##d8_##ulp##avx512f
#define MVEC32(v, name) _ZGVeN16##v##_##name##f
#define MVEC64(v, name) _ZGVeN8##v##_##name
#else
typedef __m256 V32;
typedef __m256d V64;
#define LOAD32 _mm256_loadu_ps
#define LOAD64 _mm256_loadu_pd
#define STORE32 _mm256_storeu_ps
#define STORE64 _mm256_storeu_pd
enum { W32 = 8, W64 = 4 };
#define SLEEF32(name, ulp) Sleef_##name##f8_##ulp##avx2
#define SLEEF64(name, ulp) Sleef_##name##d4_##ulp##avx2
#define MVEC32(v, name) _ZGVdN8##v##_##name##f
#define MVEC64(v, name) _ZGVdN4##v##_##name
#endif

/* The loops, inlined with a known f. Lengths are multiples of a vector. */
REM_FN void one32(const f32 *a, f32 *y, int n, V32 (*f)(V32)) {
  for (int i = 0; i < n; i += W32) STORE32(y + i, f(LOAD32(a + i)));
}
REM_FN void one64(const f64 *a, f64 *y, int n, V64 (*f)(V64)) {
  for (int i = 0; i < n; i += W64) STORE64(y + i, f(LOAD64(a + i)));
}
REM_FN void two32(const f32 *a, const f32 *b, f32 *y, int n, V32 (*f)(V32, V32)) {
  for (int i = 0; i < n; i += W32) STORE32(y + i, f(LOAD32(a + i), LOAD32(b + i)));
}
REM_FN void two64(const f64 *a, const f64 *b, f64 *y, int n, V64 (*f)(V64, V64)) {
  for (int i = 0; i < n; i += W64) STORE64(y + i, f(LOAD64(a + i), LOAD64(b + i)));
}

#define ONE(name, which, f, bits)                                                  \
  static void name##_##which##bits(const void *a, const void *b, void *y, int n) { \
    (void)b;                                                                       \
    one##bits(a, y, n, f);                                                         \
  }
#define TWO(name, which, f, bits) \
  static void name##_##which##bits(const void *a, const void *b, void *y, int n) { two##bits(a, b, y, n, f); }

/* name, SLEEF's bound; libmvec has each of them but lgamma. */
#define UNARY(X)                                                                                             \
  X(exp, u10)                                                                                                \
  X(exp2, u10)                                                                                               \
  X(expm1, u10)                                                                                              \
  X(log, u10) X(log2, u10) X(log10, u10) X(log1p, u10) X(tanh, u10) X(sinh, u10) X(cosh, u10) X(asinh, u10)  \
      X(acosh, u10) X(atanh, u10) X(cbrt, u10) X(sin, u10) X(cos, u10) X(tan, u10) X(asin, u10) X(acos, u10) \
          X(atan, u10) X(erf, u10) X(erfc, u15)
#define BINARY(X) X(pow, u10) X(atan2, u10) X(hypot, u05)

#define DECLARE_ONE(name, ulp) \
  V32 MVEC32(v, name)(V32);    \
  V64 MVEC64(v, name)(V64);
#define DECLARE_TWO(name, ulp)    \
  V32 MVEC32(vv, name)(V32, V32); \
  V64 MVEC64(vv, name)(V64, V64);
UNARY(DECLARE_ONE)
BINARY(DECLARE_TWO)

#define LOOPS_ONE(name, ulp)               \
  ONE(name, sleef, SLEEF32(name, ulp), 32) \
  ONE(name, sleef, SLEEF64(name, ulp), 64) \
  ONE(name, mvec, MVEC32(v, name), 32)     \
  ONE(name, mvec, MVEC64(v, name), 64)
#define LOOPS_TWO(name, ulp)               \
  TWO(name, sleef, SLEEF32(name, ulp), 32) \
  TWO(name, sleef, SLEEF64(name, ulp), 64) \
  TWO(name, mvec, MVEC32(vv, name), 32)    \
  TWO(name, mvec, MVEC64(vv, name), 64)
UNARY(LOOPS_ONE)
BINARY(LOOPS_TWO)
ONE(lgamma, sleef, SLEEF32(lgamma, u10), 32)
ONE(lgamma, sleef, SLEEF64(lgamma, u10), 64)

#define ROW(name, ulp) {#name, {name##_sleef32, name##_sleef64}, {name##_mvec32, name##_mvec64}},
const struct peer JOIN(peers_, REM_ISA)[] = {
    UNARY(ROW) BINARY(ROW){"lgamma", {lgamma_sleef32, lgamma_sleef64}, {0, 0}},
    {0, {0, 0}, {0, 0}},
};
