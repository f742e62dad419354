/* test_mass_f32.c: mass.inc in f32, and what exp.h says of all f32. */
#define REM_T f32
#include "mass.inc"

/* The rest of e^v from r, and from l, which has what rounding h lost. */
static f32 rest(f32 rh, f32 r, f32 l) { return (1.0f + rh) + fma_f32(r * r, fma_f32(r, exp_poly_f32(r), 0.5f), l); }

/* Whether exp_rest_f32 has the same bits with rl = n LN2_LO rounded and not; of most v already r and l do. */
static int same_rest(f32 v) {
  f32 n = exp_round_f32(v) - 0x1.8p23f, rh = fma_f32(n, -REM_LN2_HI_f32, v), rl = n * -REM_LN2_LO_f32, h = 1.0f + rh;
  f32 r0 = rh + rl, l0 = ((1.0f - h) + rh) + rl;
  f32 r1 = fma_f32(n, -REM_LN2_LO_f32, rh), l1 = fma_f32(n, -REM_LN2_LO_f32, (1.0f - h) + rh);
  return ((bits_f32(r0) == bits_f32(r1)) & (bits_f32(l0) == bits_f32(l1))) || bits_f32(rest(rh, r0, l0)) == bits_f32(rest(rh, r1, l1));
}

int main(void) {
  struct check c = {"mass_f32", 0, 0};
  int64_t wrong = 0;
  /* Below 1/4 n is 0, and so is rl. */
  for (u32 u = bits_f32(0.25f); u <= bits_f32(104.5f); u++) wrong += !same_rest(-real_f32(u));
  for (u32 u = bits_f32(0.25f); u <= bits_f32(REM_EXP_MAX_f32); u++) wrong += !same_rest(real_f32(u));
  CHECK_INT(&c, wrong, 0);
  masses(&c);
  return check_end(&c);
}
