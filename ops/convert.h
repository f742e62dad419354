/* convert.h: one element between its storage dtype and f32 or f64, rounded once, to nearest even. Integer code: hardware
   conversions of bf16 flush denormals, and those of f16 are not everywhere; where a device has them, its own code uses them
   with the same bits. vocab.h comes first. */
#ifndef REM_CONVERT_H
#define REM_CONVERT_H

REM_FN f32 f32_from_bf16(u16 h) { return real_f32((u32)h << 16); }

/* Quiet NaN stays NaN: its top mantissa bit is kept set. */
REM_FN u16 bf16_from_f32(f32 x) {
  u32 u = bits_f32(x), rounded = (u + 0x7fffu + ((u >> 16) & 1u)) >> 16, nan = (u >> 16) | 0x40u;
  return (u16)(x != x ? nan : rounded);
}

/* The exponent is rebased by a multiplication, which is exact, denormals included. */
REM_FN f32 f32_from_f16(u16 h) {
  u32 magnitude = (u32)(h & 0x7fffu) << 13, sign = (u32)(h & 0x8000u) << 16;
  f32 finite = real_f32(magnitude) * 0x1p112f;
  u32 bits = (h & 0x7c00u) == 0x7c00u ? magnitude | 0x7f800000u : bits_f32(finite);
  return real_f32(bits | sign);
}

/* Normal results round by adding half a unit to the bits; denormal ones by adding a magic number that puts the unit in the
 * last place where f16 has it. */
REM_FN u16 f16_from_f32(f32 x) {
  u32 u = bits_f32(x), sign = (u >> 16) & 0x8000u, a = u & 0x7fffffffu;
  u32 normal = (a - (112u << 23) + 0xfffu + ((a >> 13) & 1u)) >> 13;
  u32 small = bits_f32(real_f32(a) + 0.5f) - bits_f32(0.5f);
  u32 r = a < 0x38800000u ? small : normal;
  r = a >= 0x47800000u ? 0x7c00u : r;
  r = a > 0x7f800000u ? 0x7e00u : r;
  return (u16)(r | sign);
}

#ifdef REM_HAS_F64
/* f64 to f32 rounded to odd, so that a second rounding to a half type rounds as if there had been one. */
REM_FN f32 f32_odd_from_f64(f64 x) {
  f32 y = (f32)x;
  f64 back = (f64)y;
  u32 u = bits_f32(y);
  u32 up = (back < x) == (y > 0.0f) ? 1u : 0xffffffffu;
  i32 exact = (back == x) | (x != x);
  u32 step = exact | (i32)(u & 1u) ? 0u : (y == 0.0f ? 1u : up);
  u32 sign = (u32)(bits_f64(x) >> 32) & 0x80000000u;
  return real_f32(y == 0.0f ? (step | sign) : u + step);
}
REM_FN u16 f16_from_f64(f64 x) { return f16_from_f32(f32_odd_from_f64(x)); }
REM_FN u16 bf16_from_f64(f64 x) { return bf16_from_f32(f32_odd_from_f64(x)); }
#endif

#endif
