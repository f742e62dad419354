/* tally.c: the spaces of a reduction to whole numbers, and the keys that its elements are compared by. */
#include "schedule/tally.h"

#include <string.h>

#include "core/dtype.h"
#include "schedule/row.h"

static void turn(struct tally_space *s, int64_t extent, int64_t *stride) {
  for (int o = 0; o < TALLY_COLUMNS; o++) {
    if (extent > 1) s->begin[o] += (extent - 1) * stride[o];
    stride[o] = -stride[o];
  }
}

void tally_spaces(const struct problem *p, struct tally_space *s) {
  const rem_view *x = problem_view(p, "x"), *y = problem_view(p, "y"), *index = problem_view(p, "index");
  int ordered = problem_tally(p)->loop == TALLY_BEST && (p->entry->op < 0 || index);
  int64_t place[REM_MAX_RANK] = {0};
  *s = (struct tally_space){.lines = 1, .n = 1};
  s->from_end = ordered && index && strcmp(problem_choice(p, "ties"), "last") == 0;
  for (int i = p->rank - 1; i >= 0; i--)
    if (p->axes >> i & 1) place[i] = s->n, s->n *= p->shape[i];
  for (int i = 0; i < p->rank; i++) {
    int reduced = p->axes >> i & 1;
    int64_t stride[MAX_OPERANDS] = {x->stride[i], row_stride(p, y, i), row_stride(p, index, i), 0};
    if (!reduced) s->lines *= p->shape[i];
    if (s->from_end && reduced) turn(s, p->shape[i], stride);
    else if (!(ordered && reduced) && stride[TALLY_X] < 0) turn(s, p->shape[i], stride);
    if (reduced && ordered) stride[TALLY_AT] = place[i];
    space_push(reduced ? &s->run : &s->kept, p->shape[i], stride);
  }
  space_sort(&s->kept, TALLY_COLUMNS);
  space_sort(&s->run, TALLY_COLUMNS);
}

struct tally_key tally_key_of(const struct tally_entry *e, int dtype) {
  static const uint64_t infinities[] = {
      [REM_F32] = 0x7f800000, [REM_F64] = UINT64_C(0x7ff) << 52, [REM_F16] = 0x7c00, [REM_BF16] = 0x7f80};
  uint64_t sign = UINT64_C(1) << (8 * rem_dtype_size(dtype) - 1), all = ~UINT64_C(0);
  int real = dtype_is_real(dtype), plain = dtype == REM_U8 || dtype == REM_U32;
  struct tally_key k = {.rim = real ? infinities[dtype] : 0};
  k.flip = e->loop == TALLY_COUNT ? (real ? sign - 1 : all) : (e->bottom ? all : 0) ^ (plain ? sign : 0);
  return k;
}

int64_t tally_element(const struct tally_key *key, int dtype, int64_t k) {
  uint64_t x = (uint64_t)k ^ key->flip;
  return (int64_t)(dtype == REM_U8 ? (uint8_t)x : dtype == REM_U32 ? (uint32_t)x : x);
}
