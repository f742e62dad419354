/* test_near.c: sin_near, cos_near and tan_near have the bits of sin, cos and tan wherever |x| is below the limit,
   whatever the compiler makes of the loops around them. */
#include "check.h"
#include "tool/math/subject.h"

#include "ops/math.h"

enum { BLOCK = 1024, BLOCKS = 256 };

/* Every exponent below the limit in turn, and its last numbers. */
static void fill_f32(f32 *x, uint64_t first) {
  u32 limit = bits_f32(REM_TURN_LIMIT_f32);
  for (int i = 0; i < BLOCK; i++) {
    uint64_t r = mix_index(first + (uint64_t)i);
    u32 size = i % 8 ? (u32)i % (limit >> 23) << 23 | (u32)(r >> 41) : limit - 1 - (u32)(r % 4096);
    x[i] = real_f32(size | (u32)(r >> 32 & 1) << 31);
  }
}
static void fill_f64(f64 *x, uint64_t first) {
  u64 limit = bits_f64(REM_TURN_LIMIT_f64);
  for (int i = 0; i < BLOCK; i++) {
    uint64_t r = mix_index(first + (uint64_t)i);
    u64 exponent = i % 2 ? r >> 52 : 1000 + (r >> 52) % 64;
    u64 size = i % 8 ? exponent % (limit >> 52) << 52 | r >> 12 : limit - 1 - r % 4096;
    x[i] = real_f64(size | (r & 1) << 63);
  }
}

#define SAME(name, dtype)                                                                                          \
  static int name##_differs_##dtype(const dtype *x) {                                                              \
    dtype near[BLOCK], any[BLOCK];                                                                                 \
    int differ = 0;                                                                                                \
    for (int i = 0; i < BLOCK; i++) near[i] = name##_near_##dtype(x[i]);                                           \
    for (int i = 0; i < BLOCK; i++) any[i] = name##_##dtype(x[i]);                                                 \
    for (int i = 0; i < BLOCK; i++) differ += bits_##dtype(near[i]) != bits_##dtype(any[i]) || near[i] != near[i]; \
    return differ;                                                                                                 \
  }
SAME(sin, f32)
SAME(cos, f32)
SAME(tan, f32)
SAME(sin, f64)
SAME(cos, f64)
SAME(tan, f64)

int main(void) {
  struct check c = {"test_near", 0, 0};
  for (uint64_t i = 0; i < BLOCKS; i++) {
    f32 x[BLOCK];
    f64 w[BLOCK];
    fill_f32(x, i * BLOCK);
    fill_f64(w, i * BLOCK);
    CHECK_INT(&c, sin_differs_f32(x), 0);
    CHECK_INT(&c, cos_differs_f32(x), 0);
    CHECK_INT(&c, tan_differs_f32(x), 0);
    CHECK_INT(&c, sin_differs_f64(w), 0);
    CHECK_INT(&c, cos_differs_f64(w), 0);
    CHECK_INT(&c, tan_differs_f64(w), 0);
  }
  return check_end(&c);
}
