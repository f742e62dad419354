/* test_overlap.c: overlap_decide against marking every byte of both tensors. */
#include "check.h"
#include "core/overlap.h"
#include "core/view.h"
#include "draw.h"

#include <stdlib.h>

enum { ARENA = 1 << 14, MIDDLE = ARENA / 2 };

struct tensor {
  rem_view view;
  int64_t at; /* byte of element (0,...,0) in the arena */
};

static int64_t between(uint64_t *state, int64_t low, int64_t high) {
  return low + (int64_t)(draw(state) % (uint64_t)(high - low + 1));
}

static enum overlap decide(const struct tensor *a, const struct tensor *b) {
  struct range in[2];
  const struct tensor *t[2] = {a, b};
  int64_t front, back;
  int i;
  for (i = 0; i < 2; i++) {
    view_span(&t[i]->view, &front, &back);
    in[i] = (struct range){(uintptr_t)(t[i]->at - front), (uintptr_t)(t[i]->at + back)};
  }
  if (in[0].low >= in[1].high || in[1].low >= in[0].high) return OVERLAP_NONE;
  return overlap_decide(&a->view, in[0], &b->view, in[1]);
}

/* Marks every byte; returns 1 if one was marked already. */
static int mark(const struct tensor *t, unsigned char *bytes, int look_only) {
  int64_t index[REM_MAX_RANK] = {0}, size = (int64_t)rem_dtype_size(t->view.dtype);
  int k, hit = 0;
  for (;;) {
    int64_t at = t->at, b;
    for (k = 0; k < t->view.rank; k++) at += index[k] * t->view.stride[k] * size;
    for (b = 0; b < size; b++) {
      hit |= bytes[at + b];
      if (!look_only) bytes[at + b] = 1;
    }
    for (k = t->view.rank - 1; k >= 0 && ++index[k] == t->view.shape[k]; k--) index[k] = 0;
    if (k < 0) return hit;
  }
}

static struct tensor random_tensor(uint64_t *state, const struct tensor *like) {
  static const int dtypes[] = {REM_F32, REM_F16, REM_F64};
  struct tensor t = {.at = 0};
  int k;
  t.view.rank = (int32_t)between(state, 0, 4);
  t.view.dtype = dtypes[between(state, 0, 2)];
  for (k = 0; k < t.view.rank; k++) {
    t.view.shape[k] = between(state, 1, 4);
    t.view.stride[k] = between(state, -20, 20);
  }
  /* Half of the pairs have the same strides, as slices of one buffer do. */
  if (like && draw(state) % 2) {
    t.view.rank = like->view.rank;
    if (draw(state) % 2) t.view.dtype = like->view.dtype;
    for (k = 0; k < t.view.rank; k++) {
      t.view.shape[k] = between(state, 1, 4);
      t.view.stride[k] = like->view.stride[k];
    }
  }
  t.at = MIDDLE + between(state, -40, 40) * (int64_t)rem_dtype_size(t.view.dtype);
  return t;
}

static void test_random(struct check *c) {
  static unsigned char bytes[ARENA];
  uint64_t state = 1;
  int64_t round, unknown = 0, shared = 0, rounds = 200000;
  for (round = 0; round < rounds; round++) {
    struct tensor a = random_tensor(&state, NULL), b = random_tensor(&state, &a);
    enum overlap found = decide(&a, &b);
    enum overlap swapped = decide(&b, &a);
    int truth;
    memset(bytes, 0, sizeof bytes);
    mark(&a, bytes, 0);
    truth = mark(&b, bytes, 1);
    shared += truth;
    unknown += found == OVERLAP_UNKNOWN;
    if (found != OVERLAP_UNKNOWN) CHECK_INT(c, found == OVERLAP_CERTAIN, truth);
    if (swapped != OVERLAP_UNKNOWN) CHECK_INT(c, swapped == OVERLAP_CERTAIN, truth);
  }
  CHECK_INT(c, unknown, 0); /* views of this size never exhaust the search */
  CHECK(c, shared > rounds / 10 && shared < rounds * 9 / 10);
}

/* Slices of packed buffers, as frameworks make them, with extents no enumeration could reach. */
static void test_slices(struct check *c) {
  static const struct {
    rem_view a, b;
    int64_t apart; /* b's element 0, in bytes from a's */
    enum overlap expected;
  } cases[] = {
      /* even and odd columns */
      {{{1 << 20, 512}, {1024, 2}, 2, REM_F32}, {{1 << 20, 512}, {1024, 2}, 2, REM_F32}, 4, OVERLAP_NONE},
      {{{1 << 20, 512}, {1024, 2}, 2, REM_F32}, {{1 << 20, 512}, {1024, 2}, 2, REM_F32}, 8, OVERLAP_CERTAIN},
      /* left and right half of the columns; then one column more */
      {{{1 << 20, 512}, {1024, 1}, 2, REM_F32}, {{1 << 20, 512}, {1024, 1}, 2, REM_F32}, 2048, OVERLAP_NONE},
      {{{1 << 20, 513}, {1024, 1}, 2, REM_F32}, {{1 << 20, 512}, {1024, 1}, 2, REM_F32}, 2048, OVERLAP_CERTAIN},
      /* the middle axis of three, cut */
      {{{64, 30, 1000}, {100000, 1000, 1}, 3, REM_F16},
       {{64, 70, 1000}, {100000, 1000, 1}, 3, REM_F16},
       60000,
       OVERLAP_NONE},
      {{{64, 31, 1000}, {100000, 1000, 1}, 3, REM_F16},
       {{64, 70, 1000}, {100000, 1000, 1}, 3, REM_F16},
       60000,
       OVERLAP_CERTAIN},
      /* one of them reversed, one transposed */
      {{{1 << 20, 512}, {1024, 1}, 2, REM_F32},
       {{1 << 20, 512}, {-1024, -1}, 2, REM_F32},
       ((1 << 20) - 1) * 4096LL + 1023 * 4,
       OVERLAP_NONE},
      {{{1 << 20, 512}, {1024, 1}, 2, REM_F32}, {{512, 1 << 20}, {1, 1024}, 2, REM_F32}, 2048, OVERLAP_NONE},
      {{{1 << 20, 512}, {1024, 1}, 2, REM_F32}, {{512, 1 << 20}, {1, 1024}, 2, REM_F32}, 2044, OVERLAP_CERTAIN},
      /* two dtypes interleaved in records of 8 bytes: f32 at 0, bf16 at 4 and 6 */
      {{{1LL << 40}, {2}, 1, REM_F32}, {{1LL << 40, 2}, {4, 1}, 2, REM_BF16}, 4, OVERLAP_NONE},
      {{{1LL << 40}, {2}, 1, REM_F32}, {{1LL << 40, 2}, {4, 1}, 2, REM_BF16}, 2, OVERLAP_CERTAIN},
      /* broadcast: one element, in a gap and on an element */
      {{{1000}, {2}, 1, REM_F64}, {{1LL << 50, 3}, {0, 0}, 2, REM_F64}, 8, OVERLAP_NONE},
      {{{1000}, {2}, 1, REM_F64}, {{1LL << 50, 3}, {0, 0}, 2, REM_F64}, 16, OVERLAP_CERTAIN},
  };
  size_t i;
  for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct tensor a = {cases[i].a, 1LL << 56}, b = {cases[i].b, (1LL << 56) + cases[i].apart};
    CHECK_INT(c, decide(&a, &b), cases[i].expected);
    CHECK_INT(c, decide(&b, &a), cases[i].expected);
  }
}

/* Strides without any common structure: the search may give up, but soon, and never with a wrong answer. */
static void test_gives_up(struct check *c) {
  struct tensor a = {{{1000, 1000, 1000, 1000}, {1000003, 1000033, 1000037, 1000039}, 4, REM_F32}, 1LL << 50};
  struct tensor b = {{{1000, 1000, 1000, 1000}, {1000081, 1000099, 1000117, 1000121}, 4, REM_F32}, 1LL << 50};
  b.at += 4;
  CHECK(c, decide(&a, &b) != OVERLAP_NONE);
}

int main(void) {
  struct check c = {"core overlap", 0, 0};
  test_random(&c);
  test_slices(&c);
  test_gives_up(&c);
  return check_end(&c);
}
