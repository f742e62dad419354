/* near.c: sin, cos and tan as the op runs them: the near way for all, and once more where some argument is large. */
#include "peers.h"

#include "ops/math.h"

#define PASTE(a, b) a##b
#define JOIN(a, b) PASTE(a, b)
enum { STRIP = 256 };

REM_FN int near_f32(const f32 *x, f32 *y, int n, f32 (*f)(f32)) {
  int doubt = 0;
  for (int i = 0; i < n; i++) y[i] = f(x[i]), doubt |= !(abs_f32(x[i]) < REM_TURN_LIMIT_f32);
  return doubt;
}
REM_FN int near_f64(const f64 *x, f64 *y, int n, f64 (*f)(f64)) {
  i64 doubt = 0;
  for (int i = 0; i < n; i++) y[i] = f(x[i]), doubt |= !(abs_f64(x[i]) < REM_TURN_LIMIT_f64);
  return doubt != 0;
}
REM_FN void any_f32(const f32 *x, f32 *y, int n, f32 (*f)(f32)) {
  for (int i = 0; i < n; i++) y[i] = f(x[i]);
}
REM_FN void any_f64(const f64 *x, f64 *y, int n, f64 (*f)(f64)) {
  for (int i = 0; i < n; i++) y[i] = f(x[i]);
}

#define LOOP(name, T)                                                                               \
  static void name##_loop_##T(const void *a, const void *b, void *restrict to, int n) {             \
    const T *x = a;                                                                                 \
    T *y = to;                                                                                      \
    (void)b;                                                                                        \
    for (int i = 0; i < n; i += STRIP)                                                              \
      if (near_##T(x + i, y + i, STRIP, name##_near_##T)) any_##T(x + i, y + i, STRIP, name##_##T); \
  }
#define EACH(X) X(sin) X(cos) X(tan)
#define LOOPS(name) LOOP(name, f32) LOOP(name, f64)
EACH(LOOPS)

#define ROW(name) {#name, {name##_loop_f32, name##_loop_f64}},
const struct near JOIN(near_, REM_ISA)[] = {EACH(ROW){0, {0, 0}}};
