/* test_brief.c: what exp.h says of the brief exponential, from 0 to where it ends. */
#include "check.h"
#include "draw.h"

#include <math.h>

#include "vocab.h"

#include "math.h"

/* The error of y for e^d in units of the last place of 1. */
static double units(long double y, long double exact, double unit) { return (double)(fabsl(y - exact) / exact / unit); }

/* f32 down to -87, where results are normal, one in a thousand: 1.3 units, and |d| / 40 for ln 2 in one part. */
static void whole_f32(struct check *c) {
  int64_t off = 0, above = 0, near = 0;
  for (u32 u = bits_f32(0.0f); u <= bits_f32(87.0f); u += 1009) {
    f32 d = -real_f32(u), y = brief_f32(d);
    off += units(y, exp((double)d), 0x1p-23) > 1.3 + real_f32(u) / 40.0;
    above += y > 1.0f;
    near += d >= REM_EXP_LOW_f32 && bits_f32(y) != bits_f32(brief_near_f32(d));
  }
  CHECK_INT(c, off, 0);
  CHECK_INT(c, above, 0);
  CHECK_INT(c, near, 0);
}

static void drawn_f64(struct check *c) {
  uint64_t seed = 1;
  int64_t off = 0, above = 0, near = 0;
  for (int i = 0; i < 200000; i++) {
    f64 d = -(f64)(draw(&seed) >> 11) * 0x1p-53 * (i & 1 ? 700.0 : 1.0), y = brief_f64(d);
    off += units(y, expl((long double)d), 0x1p-52) > 0.7;
    above += y > 1.0;
    near += bits_f64(y) != bits_f64(brief_near_f64(d));
  }
  CHECK_INT(c, off, 0);
  CHECK_INT(c, above, 0);
  CHECK_INT(c, near, 0);
}

/* The ends of the range are those of exp: infinities, what is denormal and what is lost. */
static void ends(struct check *c) {
  CHECK(c, brief_f32(0.0f) == 1.0f && brief_f32(-INF_f32) == 0.0f && brief_f32(INF_f32) == INF_f32 && brief_f32(89.0f) == INF_f32);
  CHECK(c, brief_f32(NAN_f32) != brief_f32(NAN_f32) && brief_f32(-104.0f) == 0.0f && brief_f32(-103.0f) == 0x1p-149f);
  CHECK(c, brief_f64(0.0) == 1.0 && brief_f64(-INF_f64) == 0.0 && brief_f64(INF_f64) == INF_f64 && brief_f64(710.0) == INF_f64);
  CHECK(c, brief_f64(NAN_f64) != brief_f64(NAN_f64) && brief_f64(-746.0) == 0.0 && brief_f64(-745.0) == 0x1p-1074);
}

int main(void) {
  struct check c = {"brief", 0, 0};
  whole_f32(&c);
  drawn_f64(&c);
  ends(&c);
  return check_end(&c);
}
