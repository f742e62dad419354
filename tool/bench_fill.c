/* bench_fill.c: gives a tensor plausible values, on whatever device it lies. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "core/error.h"

/* Values repeat after a prime number of elements, so that no line of a tensor holds one value many times. */
enum { PATTERN = 65521, CHUNK_BYTES = 4 << 20 };

/* A normal float in a half type's range, cut off; smaller ones become 0. */
static uint16_t narrow_bits(uint32_t bits, int dtype) {
  int exponent = (int)(bits >> 23 & 255) - 127 + 15;
  uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
  if (dtype == REM_BF16) return (uint16_t)(bits >> 16);
  return exponent <= 0 ? sign : (uint16_t)(sign | exponent << 10 | (bits >> 13 & 0x3ff));
}

static void put_value(char *at, int dtype, double x) {
  float f = (float)x;
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  uint16_t narrow = narrow_bits(bits, dtype);
  int64_t whole = (int64_t)x; /* little-endian, as every target is */
  if (dtype == REM_F64) memcpy(at, &x, sizeof x);
  else if (dtype == REM_F32) memcpy(at, &f, sizeof f);
  else if (dtype == REM_F16 || dtype == REM_BF16) memcpy(at, &narrow, sizeof narrow);
  else if (dtype == REM_BOOL) *at = x > 0;
  else memcpy(at, &whole, rem_dtype_size(dtype));
}

/* A few thousand values of a domain. */
static void fill_pattern(char *at, size_t bytes, int dtype, const struct domain *domain, uint64_t seed) {
  const double *on = domain->on;
  size_t size = rem_dtype_size(dtype);
  for (size_t i = 0; i + size <= bytes; i += size) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    double unit = (double)(seed >> 40) * 0x1p-24;
    put_value(at + i, dtype, on[0] + (domain->often ? exp(unit * log(1 + on[1] - on[0])) - 1 : (on[1] - on[0]) * unit));
  }
}

/* Writes a chunk that holds whole patterns, over and over. */
static rem_status spread(rem_context *context, rem_buffer to, size_t bytes, const char *chunk, size_t chunk_bytes,
                         rem_error *error) {
  rem_status status = REM_OK;
  for (size_t done = 0; done < bytes && !status; done += chunk_bytes, to.offset += chunk_bytes)
    status =
        rem_memory_write(context, &to, chunk, bytes - done < chunk_bytes ? bytes - done : chunk_bytes, NULL, error);
  return status;
}

struct domain slot_domain(const struct bench_case *c, const struct problem *p, int slot) {
  switch (p->entry->slots[p->pass][slot].kind) {
    case SLOT_PLACE:
      if (p->entry->rival) return (struct domain){{-(double)problem_places(p) / 8, (double)problem_places(p)}, 0};
      return (struct domain){{0, (double)problem_places(p)}, !c->uniform};
    case SLOT_INDEX: return (struct domain){{0, 0}, 0};
    case SLOT_RATE: return (struct domain){{0x1p-10, 0x1p-8}, 0};
    case SLOT_COUNT: return (struct domain){{1, 1000}, 0};
    case SLOT_SQUARE: return (struct domain){{0, 8}, 0};
    default: return (struct domain){{p->entry->on[0], p->entry->on[1]}, 0};
  }
}

rem_status fill_tensor(rem_context *context, rem_buffer to, size_t bytes, int dtype, const struct domain *domain,
                       uint64_t seed, rem_error *error) {
  size_t block = rem_dtype_size(dtype) * PATTERN, most = CHUNK_BYTES / block, times = bytes / block + 1;
  times = times < most ? times : most;
  char *chunk = malloc(block * times);
  if (!chunk) return fail(error, REM_NO_MEMORY, NOWHERE, "no memory to fill a tensor from");
  fill_pattern(chunk, bytes < block ? bytes : block, dtype, domain, seed);
  for (size_t i = 1; i < times; i++) memcpy(chunk + i * block, chunk, block);
  rem_status status = spread(context, to, bytes, chunk, block * times, error);
  free(chunk);
  return status;
}
