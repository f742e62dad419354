/* test_math_header.c: include/remora/math.h, beside ops/math in one file, has the same bits. */
#include <remora/math.h>

#include "check.h"
#include "ops/vocab.h"
#include "ops/math.h"
#include "tool/math/subject.h"

enum { SAMPLES = 64 * AT_ONCE };

static int same_f32(f32 y, f32 z) { return y != y ? z != z : bits_f32(y) == bits_f32(z); }
static int same_f64(f64 y, f64 z) { return y != y ? z != z : bits_f64(y) == bits_f64(z); }

/* One function of each kind of operands; i is the next subject. */
#define EACH(name, call32, call64)                                           \
  static int name##_same(int is_f32, f64 a, f64 b) {                         \
    (void)b;                                                                 \
    if (is_f32) return same_f32(rem_##name##_f32 call32, name##_f32 call32); \
    return same_f64(rem_##name##_f64 call64, name##_f64 call64);             \
  }
#define MATH_PART(...)
#define MATH(part, name, ...) EACH(name, ((f32)a), (a))
#define MATH_ZEROS MATH
#define MATH_TWO(part, name, ...) EACH(name, ((f32)a, (f32)b), (a, b))
#define MATH_POWER(part, name, ...) EACH(name, ((f32)a, (i32)b), (a, (i32)b))
#include "ops/math.def"
#undef MATH

#define MATH(part, name, ...) name##_same,
static int (*const same[])(int, f64, f64) = {
#include "ops/math.def"
};

static void test_function(struct check *c, const subject *s) {
  const inputs in = inputs_of(s, SAMPLES);
  f64 a[AT_ONCE], b[AT_ONCE];
  int differ = 0;
  for (uint64_t first = 0; first < SAMPLES; first += AT_ONCE) {
    inputs_fill(&in, first, a, b, AT_ONCE);
    for (int i = 0; i < AT_ONCE; i++) differ += !same[s->index](s->fmt == &MATH_F32, a[i], b[i]);
  }
  if (!CHECK_INT(c, differ, 0)) printf("  %s %s\n", s->name, s->fmt->name);
}

int main(void) {
  struct check c = {"test_math_header", 0, 0};
  subject s;
  for (int i = 0; subject_get(i, &s); i++) test_function(&c, &s);
  CHECK(&c, !rem_math_contracts());
  return check_end(&c);
}
