/* values.c: the numbers tests draw, and how an element of each dtype is stored. The generator is a hash of a key and
 * the element's logical index, so that a value depends on neither layout nor order. Golden digests rest on every
 * constant here. */
#include "values.h"

#include "remora/remora.h"

#include <math.h>
#include <string.h>

/* ---- numbers ---- */

static uint64_t scramble(uint64_t z) {
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

uint64_t mix64(uint64_t a, uint64_t b) {
  return scramble(scramble(a + UINT64_C(0x9E3779B97F4A7C15)) ^ (b + UINT64_C(0xD1B54A32D192ED03)));
}

uint64_t hash_text(const char *text) {
  uint64_t h = UINT64_C(0xCBF29CE484222325);
  for (; *text; text++) h = (h ^ (unsigned char)*text) * UINT64_C(0x100000001B3);
  return scramble(h);
}

/* [0, 1), in steps coarse enough that sums and products with the ends of a domain are exact: a compiler that fuses
 * them gets the same value. */
static double unit(uint64_t r) { return (double)(r >> 20) * 0x1p-44; }

/* The division gives f64 values all their bits. */
static double spread(const struct source *s, uint64_t r) { return (s->lo + (s->hi - s->lo) * unit(r)) / (1 + 0x1p-30); }

/* Small multiples of the smallest denormal of the dtype. */
static double denormal(const struct source *s, uint64_t r) {
  static const double least[] = {
      [REM_F32] = 0x1p-149, [REM_F64] = 0x1p-1074, [REM_F16] = 0x1p-24, [REM_BF16] = 0x1p-133};
  double d = least[s->dtype >= REM_F32 && s->dtype <= REM_BF16 ? s->dtype : REM_F32];
  return (r & 1 ? -d : d) * (double)(1 + (r >> 1) % 100);
}

static double plain(const struct source *s, int64_t i) { return spread(s, mix64(s->key, (uint64_t)i)); }

static double ties(const struct source *s, int64_t i) {
  uint64_t run = 1 + s->key % 5;
  double level = floor(unit(mix64(s->key, (uint64_t)i / run)) * 5) / 4; /* both ends included */
  return s->lo + (s->hi - s->lo) * level;
}

static double zeros(const struct source *s, int64_t i) {
  uint64_t r = mix64(s->key, (uint64_t)i);
  unsigned many = s->key >> 8 & 1 ? 2 : 10; /* of 16: few zeros, or mostly zeros */
  unsigned pick = r & 15;
  if (pick < many) return r & 16 ? -0.0 : 0.0;
  return pick == 15 ? denormal(s, r >> 8) : spread(s, scramble(r));
}

static double near_one(const struct source *s, int64_t i) {
  uint64_t r = mix64(s->key, (uint64_t)i);
  double v = 1 + (unit(r) - 0.5) / 64;
  return r & 1 ? -v : v;
}

static double ends(const struct source *s, int64_t i) {
  uint64_t r = mix64(s->key, (uint64_t)i);
  const double few[] = {s->lo, s->hi, 0, -0.0, 0.5, 1, -1, 1 - 0x1p-8, 1 + 0x1p-7, 0.5 - 0x1p-9, s->lo / 2, s->hi / 2};
  return r & 1 ? few[(r >> 1) % (sizeof few / sizeof *few)] : spread(s, scramble(r));
}

/* Specials lie in one block of 32 out of four, so that most short rows stay clean. */
static double special(const struct source *s, int64_t i) {
  uint64_t r = mix64(s->key, (uint64_t)i);
  uint64_t block = mix64(s->key ^ 1, (uint64_t)i / 32);
  if (block & 3 || (r & 7)) return spread(s, scramble(r));
  switch ((s->key >> 4) % 4) {
    case 0:
      return INFINITY;
    case 1:
      return -INFINITY;
    case 2:
      return NAN;
    default:
      return r & 8 ? INFINITY : r & 16 ? -INFINITY : r & 32 ? NAN : 0;
  }
}

double source_value(const struct source *s, int64_t index) {
  static double (*const styles[STYLES])(const struct source *, int64_t) = {plain, ties, zeros, near_one, ends, special};
  double value = styles[s->style](s, index);
  return s->squares ? fabs(value) : value;
}

/* ---- integers: the styles of floats, over the whole range of a dtype ---- */

/* Of the width of the dtype: its ends, powers of two and their neighbours, numbers around 0 and around the width. */
static uint64_t edge(const struct source *s, uint64_t r) {
  unsigned bits = 8 * (unsigned)rem_dtype_size(s->dtype);
  uint64_t top = UINT64_C(1) << (bits - 1), few[] = {0, 1, ~UINT64_C(0), top, top - 1, top + 1, bits, bits - 1};
  if (r & 1) return few[(r >> 1) % (sizeof few / sizeof *few)];
  return (UINT64_C(1) << (r >> 8) % bits) + (r >> 16) % 3 - 1;
}

uint64_t source_bits(const struct source *s, int64_t index) {
  uint64_t r = mix64(s->key, (uint64_t)index), run = mix64(s->key, (uint64_t)index / (1 + s->key % 5));
  switch (s->style) {
    case STYLE_TIES:
      return edge(s, (run % 5) << 1 | 1);
    case STYLE_ZEROS:
      return (r & 15) < (s->key >> 8 & 1 ? 2 : 10) ? 0 : scramble(r);
    case STYLE_NEAR_ONE:
      return (r >> 8) % 7 - 3;
    case STYLE_ENDS:
      return edge(s, r);
    case STYLE_SPECIAL: /* what shifts count with: from below 0 to beyond the width */
      return (r >> 8) % (8 * rem_dtype_size(s->dtype) + 4) - 2;
    default:
      return scramble(r);
  }
}

/* ---- numbers of rows: often the same, sometimes none that there is ---- */

/* A number of a table of `rows`, small ones more often: each power of two is as likely as the next, as words of a language are. */
static uint64_t often_small(uint64_t rows, uint64_t r) {
  unsigned bits = 0;
  while (bits < 63 && rows >> bits > 1) bits++;
  uint64_t reach = rows >> r % (bits + 1);
  return (r >> 8) % (reach ? reach : 1);
}

/* Just outside, far outside. Narrow dtypes keep the low bits. */
static uint64_t outside(uint64_t rows, uint64_t r) {
  const uint64_t few[] = {rows, ~UINT64_C(0), rows + 1, UINT64_C(1) << 63, ~(UINT64_C(1) << 63), ~rows};
  return few[r % (sizeof few / sizeof *few)];
}

/* How seldom a number ends a list: so that many such lists, in either order of their elements, are short, some long. */
static int ends_list(const struct source *s, int64_t index) {
  static const unsigned char bits[STYLES] = {
      [STYLE_PLAIN] = 3, [STYLE_TIES] = 6, [STYLE_ZEROS] = 4, [STYLE_NEAR_ONE] = 8, [STYLE_ENDS] = 5, [STYLE_SPECIAL] = 4};
  return s->lists && mix64(s->key ^ 2, (uint64_t)index) % (UINT64_C(1) << bits[s->style]) == 0;
}

uint64_t source_place(const struct source *s, int64_t index) {
  if (ends_list(s, index)) return (uint64_t)(-1 - index % 3);
  uint64_t r = mix64(s->key, (uint64_t)index), run = mix64(s->key, (uint64_t)index / (1 + s->key % 5));
  uint64_t rows = (uint64_t)s->rows, any = rows ? (r >> 8) % rows : 0;
  switch (s->style) {
    case STYLE_TIES:
      return rows ? (run >> 8) % rows : 0;
    case STYLE_ZEROS:
      return r & 15 ? 0 : any;
    case STYLE_NEAR_ONE:
      return often_small(rows, r);
    case STYLE_ENDS:
      return r & 7 ? (r & 8 || !rows ? 0 : rows - 1) : outside(rows, r >> 8);
    case STYLE_SPECIAL:
      return r & 15 ? often_small(rows, scramble(r)) : outside(rows, r >> 8);
    default:
      return any;
  }
}

/* ---- elements ---- */

void source_store(const struct source *s, int64_t index, void *element) {
  uint64_t bits = s->places ? source_place(s, index) : s->whole ? source_bits(s, index) : 0;
  unsigned char truth = (bits ^ bits >> 7 ^ bits >> 14) & 1;
  if (!s->whole && !s->places) store_real(s->dtype, element, source_value(s, index));
  else if (s->dtype == REM_BOOL) memcpy(element, &truth, 1);
  else memcpy(element, &bits, rem_dtype_size(s->dtype)); /* little-endian, as every target is */
}

static uint16_t to_f16(double v) {
  uint16_t sign = signbit(v) ? 0x8000 : 0;
  double a = fabs(v);
  if (a != a) return 0x7E00;
  if (a >= 65520) return sign | 0x7C00;
  if (a < 0x1p-14) return sign | (uint16_t)nearbyint(a * 0x1p24);
  int e;
  double m = frexp(a, &e);                              /* [0.5, 1) */
  unsigned significand = (unsigned)nearbyint(m * 2048); /* 1024 to 2048; the last carries into the exponent */
  return sign | (uint16_t)(((unsigned)(e + 14) << 10) + (significand - 1024));
}

static uint16_t to_bf16(double v) {
  float f = (float)v;
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  if (f != f) return 0x7FC0;
  return (uint16_t)((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

void store_real(int dtype, void *element, double value) {
  union {
    float f32;
    uint16_t half;
    int32_t i32;
    int64_t i64;
  } u;
  switch (dtype) {
    case REM_F32:
      u.f32 = (float)value;
      break;
    case REM_F64:
      memcpy(element, &value, sizeof value);
      return;
    case REM_F16:
      u.half = to_f16(value);
      break;
    case REM_BF16:
      u.half = to_bf16(value);
      break;
    case REM_I32:
      u.i32 = (int32_t)value;
      break;
    default:
      u.i64 = (int64_t)value;
  }
  memcpy(element, &u, rem_dtype_size(dtype));
}

struct bit_rule bit_rule_of(int dtype) {
  static const struct {
    uint64_t infinity, nan;
  } patterns[] = {[REM_F32] = {0x7F800000, 0x7FC00000},
                  [REM_F64] = {UINT64_C(0x7FF) << 52, UINT64_C(0x7FF8) << 48},
                  [REM_F16] = {0x7C00, 0x7E00},
                  [REM_BF16] = {0x7F80, 0x7FC0}};
  size_t bytes = rem_dtype_size(dtype);
  if (dtype > REM_BF16) return (struct bit_rule){bytes, UINT64_MAX, UINT64_MAX, 0}; /* integers and bool */
  return (struct bit_rule){bytes, (UINT64_C(1) << (8 * bytes - 1)) - 1, patterns[dtype].infinity, patterns[dtype].nan};
}
