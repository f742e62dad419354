/* program.c: calls every function of remora/math.h and prints a digest of the bits; returns 1 where the compiler makes
   an fma of a product and a sum. The list of functions is math.def's. */
#include <inttypes.h>
#include <remora/math.h>
#include <stdio.h>

static uint64_t mix(uint64_t i) {
  i = (i + 1) * 0x9e3779b97f4a7c15u;
  i = (i ^ (i >> 30)) * 0xbf58476d1ce4e5b9u;
  i = (i ^ (i >> 27)) * 0x94d049bb133111ebu;
  return i ^ (i >> 31);
}

/* Any sign; three of four of middling size. */
static float any_f32(uint64_t i) {
  uint32_t u = (uint32_t)mix(i);
  float x;
  if (i % 4) u = (u & 0x80ffffff) | (0x3a000000 + (uint32_t)(mix(i + 7) % 16 << 23));
  memcpy(&x, &u, sizeof x);
  return x;
}
static double any_f64(uint64_t i) {
  uint64_t u = mix(i);
  double x;
  if (i % 4) u = (u & 0x800fffffffffffff) | (uint64_t)(1013 + mix(i + 7) % 20) << 52;
  memcpy(&x, &u, sizeof x);
  return x;
}

static uint64_t digest_f32(float y) {
  uint32_t u;
  memcpy(&u, &y, sizeof u);
  return y != y ? 1 : u;
}
static uint64_t digest_f64(double y) {
  uint64_t u;
  memcpy(&u, &y, sizeof u);
  return y != y ? 1 : u;
}

int main(void) {
  uint64_t sum = 0;
  if (rem_math_contracts()) return printf("contracted\n"), 1;
  for (uint64_t i = 0; i < 2000; i++) {
    float a = any_f32(i), b = any_f32(i + 5000);
    double c = any_f64(i), d = any_f64(i + 5000);
    int32_t n = (int32_t)(i % 41) - 20;
#define MATH_PART(...)
#define MATH(part, name, ...) sum = mix(sum ^ digest_f32(rem_##name##_f32(a))) ^ digest_f64(rem_##name##_f64(c));
#define MATH_ZEROS MATH
#define MATH_TWO(part, name, ...) \
  sum = mix(sum ^ digest_f32(rem_##name##_f32(a, b))) ^ digest_f64(rem_##name##_f64(c, d));
#define MATH_POWER(part, name, ...) \
  sum = mix(sum ^ digest_f32(rem_##name##_f32(a, n))) ^ digest_f64(rem_##name##_f64(c, n));
#include "../../ops/math.def"
    (void)n;
  }
  printf("%016" PRIx64 "\n", sum);
  return 0;
}
