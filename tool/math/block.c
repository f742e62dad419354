/* block.c: a loop over every elementary function, compiled once for each instruction set as the library's kernels are.
 */
#include "tool/math/subject.h"

#include "ops/math.h"

#define PASTE(a, b) a##b
#define BLOCKS(isa) PASTE(math_blocks_, isa)
#define TEXT(a) #a
#define NAME(a) TEXT(a)

/* Inlined with a known f, so that they become vector loops as in the library. */
REM_FN void each_one_f32(const f32 *a, f32 *y, int n, f32 (*f)(f32)) {
  for (int i = 0; i < n; i++) y[i] = f(a[i]);
}
REM_FN void each_one_f64(const f64 *a, f64 *y, int n, f64 (*f)(f64)) {
  for (int i = 0; i < n; i++) y[i] = f(a[i]);
}
REM_FN void each_two_f32(const f32 *a, const f32 *b, f32 *y, int n, f32 (*f)(f32, f32)) {
  for (int i = 0; i < n; i++) y[i] = f(a[i], b[i]);
}
REM_FN void each_two_f64(const f64 *a, const f64 *b, f64 *y, int n, f64 (*f)(f64, f64)) {
  for (int i = 0; i < n; i++) y[i] = f(a[i], b[i]);
}
REM_FN void each_power_f32(const f32 *a, const i32 *b, f32 *y, int n, f32 (*f)(f32, i32)) {
  for (int i = 0; i < n; i++) y[i] = f(a[i], b[i]);
}
REM_FN void each_power_f64(const f64 *a, const i32 *b, f64 *y, int n, f64 (*f)(f64, i32)) {
  for (int i = 0; i < n; i++) y[i] = f(a[i], b[i]);
}

#define MATH_PART(...)
#define MATH(part, name, ...)                                                         \
  static void name##_block32(const void *a, const void *b, void *restrict y, int n) { \
    (void)b;                                                                          \
    each_one_f32(a, y, n, name##_f32);                                                \
  }                                                                                   \
  static void name##_block64(const void *a, const void *b, void *restrict y, int n) { \
    (void)b;                                                                          \
    each_one_f64(a, y, n, name##_f64);                                                \
  }
#define BOTH(name, each)                                                              \
  static void name##_block32(const void *a, const void *b, void *restrict y, int n) { \
    each_##each##_f32(a, b, y, n, name##_f32);                                        \
  }                                                                                   \
  static void name##_block64(const void *a, const void *b, void *restrict y, int n) { \
    each_##each##_f64(a, b, y, n, name##_f64);                                        \
  }
#define MATH_TWO(part, name, ...) BOTH(name, two)
#define MATH_POWER(part, name, ...) BOTH(name, power)
#define MATH_ZEROS MATH
#include "ops/math.def"
#undef MATH

#define MATH(part, name, ...) {name##_block32, name##_block64},
static block_fn *const run[][2] = {
#include "ops/math.def"
};

extern const blocks BLOCKS(REM_ISA);
const blocks BLOCKS(REM_ISA) = {NAME(REM_ISA), run};
