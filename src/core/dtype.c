/* dtype.c: the element types, from ops/dtype.def. */
#include "core/dtype.h"

#include <math.h>

enum kind { KIND_REAL = 1, KIND_INTEGER = 2, KIND_BOOL = 4 };
struct dtype {
  const char *name;
  size_t size;
  enum kind kind;
};

static const struct dtype dtypes[] = {
#define DTYPE(name, number, bytes, kind) [number] = {#name, bytes, KIND_##kind},
#include "dtype.def"
#undef DTYPE
};
enum { DTYPES = sizeof dtypes / sizeof *dtypes };

/* What a kind of slot takes: kinds of dtypes, or these dtypes alone. */
static const struct {
  unsigned kinds;
  uint32_t only;
  const char *words;
} slot_kinds[] = {
    [SLOT_REAL] = {KIND_REAL, 0, "f32, f64, f16 or bf16"},
    [SLOT_INDEX] = {0, 1u << REM_I32 | 1u << REM_I64, "i32 or i64"},
    [SLOT_NUMBER] = {KIND_REAL | KIND_INTEGER | KIND_BOOL, 0, "a float, an integer or bool"},
    [SLOT_TOTAL] = {KIND_REAL | KIND_INTEGER | KIND_BOOL, 0, "a float, an integer or bool"},
    [SLOT_INTEGER] = {KIND_INTEGER | KIND_BOOL, 0, "an integer or bool"},
    [SLOT_TRUTH] = {0, 1u << REM_BOOL | 1u << REM_U8, "bool or u8"},
    [SLOT_ANSWER] = {KIND_REAL | KIND_INTEGER | KIND_BOOL, 0, "a float, an integer or bool"},
    [SLOT_ANY] = {KIND_REAL | KIND_INTEGER | KIND_BOOL, 0, "a float, an integer or bool"},
    [SLOT_PLACE] = {KIND_INTEGER, 0, "an integer"},
    [SLOT_SEED] = {0, 1u << REM_I32 | 1u << REM_I64, "i32 or i64"},
    [SLOT_SQUARE] = {KIND_REAL, 0, "f32, f64, f16 or bf16"},
    [SLOT_RATE] = {KIND_REAL, 0, "f32, f64, f16 or bf16"},
    [SLOT_COUNT] = {0, 1u << REM_I32 | 1u << REM_I64, "i32 or i64"},
};

static const struct dtype *find(int32_t dtype) {
  return dtype > 0 && dtype < DTYPES && dtypes[dtype].name ? &dtypes[dtype] : NULL;
}

size_t rem_dtype_size(int32_t dtype) {
  const struct dtype *d = find(dtype);
  return d ? d->size : 0;
}

const char *rem_dtype_name(int32_t dtype) {
  const struct dtype *d = find(dtype);
  return d ? d->name : NULL;
}

int dtype_is(int32_t dtype, enum slot_kind kind) {
  const struct dtype *d = find(dtype);
  return d && ((d->kind & slot_kinds[kind].kinds) || (slot_kinds[kind].only >> dtype & 1));
}

struct dtype_facts dtype_facts(int32_t dtype) {
  static const struct dtype_facts facts[] = {
      [REM_F32] = {0x1.fffffep127, 0x1p-23, 0x1p-149},
      [REM_F64] = {0x1.fffffffffffffp1023, 0x1p-52, 0x1p-1074},
      [REM_F16] = {0x1.ffcp15, 0x1p-10, 0x1p-24},
      [REM_BF16] = {0x1.fep127, 0x1p-7, 0x1p-133},
  };
  return dtype_is_real(dtype) ? facts[dtype] : (struct dtype_facts){0, 0, 0};
}

double dtype_nearest(int32_t dtype, double value) {
  const uint64_t sign = UINT64_C(1) << 63, exponent = UINT64_C(0x7ff) << 52;
  const struct dtype_facts facts = dtype_facts(dtype);
  uint64_t bits, size, power_bits;
  double far, power, place;
  memcpy(&bits, &value, sizeof bits);
  size = bits & ~sign, power_bits = bits & exponent;
  memcpy(&far, &size, sizeof far), memcpy(&power, &power_bits, sizeof power); /* without its sign; the power of 2 below it */
  if (dtype == REM_F64 || power_bits == exponent) return value;
  if (far < 2 * facts.largest) {
    place = power * facts.spacing > facts.least ? power * facts.spacing : facts.least; /* to the next number */
    far = (far + place * 0x1.8p52) - place * 0x1.8p52;
  }
  if (far > facts.largest) far = HUGE_VAL;
  memcpy(&size, &far, sizeof size);
  bits = size | (bits & sign);
  memcpy(&value, &bits, sizeof value);
  return value;
}

uint32_t dtype_bits(enum slot_kind kind) {
  uint32_t bits = 0;
  for (int32_t d = 1; d < DTYPES; d++)
    if (dtype_is(d, kind)) bits |= (uint32_t)1 << d;
  return bits;
}

const char *dtype_words(enum slot_kind kind) { return slot_kinds[kind].words; }

int dtype_is_real(int32_t dtype) { return dtype_is(dtype, SLOT_REAL); }

int dtype_width(int32_t dtype) { return dtype == REM_BOOL ? 1 : 8 * (int)rem_dtype_size(dtype); }
