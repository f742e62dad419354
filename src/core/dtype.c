/* dtype.c: the element types, from ops/dtype.def. */
#include "core/dtype.h"

struct dtype {
  const char *name;
  size_t size;
  enum slot_kind kind;
};

static const struct dtype dtypes[] = {
#define REAL SLOT_REAL
#define INDEX SLOT_INDEX
#define DTYPE(name, number, bytes, kind) [number] = {#name, bytes, kind},
#include "dtype.def"
#undef DTYPE
#undef INDEX
#undef REAL
};
enum { DTYPES = sizeof dtypes / sizeof *dtypes };

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
  return d && d->kind == kind;
}

struct dtype_facts dtype_facts(int32_t dtype) {
  static const struct dtype_facts facts[] = {
      [REM_F32] = {0x1.fffffep127, 0x1p-23, 0x1p-149},
      [REM_F64] = {0x1.fffffffffffffp1023, 0x1p-52, 0x1p-1074},
      [REM_F16] = {0x1.ffcp15, 0x1p-10, 0x1p-24},
      [REM_BF16] = {0x1.fep127, 0x1p-7, 0x1p-133},
  };
  return dtype_is(dtype, SLOT_REAL) ? facts[dtype] : (struct dtype_facts){0, 0, 0};
}

uint32_t dtype_bits(enum slot_kind kind) {
  uint32_t bits = 0;
  for (int32_t d = 1; d < DTYPES; d++)
    if (dtype_is(d, kind)) bits |= (uint32_t)1 << d;
  return bits;
}
