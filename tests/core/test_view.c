/* test_view.c: views against brute force, and the depth of the canonical order against the order itself. */
#include "check.h"
#include "core/checked.h"
#include "core/problem.h"
#include "core/view.h"
#include "problem.h"

#include <stdlib.h>

/* ---- views ----------------------------------------------------------------------------------------------------- */

static void test_packed(struct check *c) {
  static const int64_t shape[] = {2, 3, 4}, empty[] = {2, 0, 4}, huge[] = {INT64_MAX, INT64_MAX, 2};
  rem_view v = rem_view_packed(REM_F16, 3, shape);
  CHECK(c, v.stride[0] == 12 && v.stride[1] == 4 && v.stride[2] == 1 && v.rank == 3 && v.dtype == REM_F16);
  CHECK(c, view_is_packed(&v) && view_elems(&v) == 24);
  v.stride[1] = 5;
  CHECK(c, !view_is_packed(&v));
  v.shape[1] = 1, v.stride[0] = 4;
  CHECK(c, view_is_packed(&v));
  v = rem_view_packed(REM_F32, 3, empty);
  v.stride[0] = 99;
  CHECK(c, view_is_packed(&v) && view_elems(&v) == 0);
  v = rem_view_packed(REM_F32, 3, huge);
  CHECK_INT(c, v.stride[0], INT64_MAX);
  v = rem_view_packed(REM_F32, 0, NULL);
  CHECK_INT(c, view_elems(&v), 1);
  v = rem_view_packed(REM_F32, 9, NULL);
  CHECK_INT(c, v.rank, 9);
}

static void test_elems(struct check *c) {
  static const int64_t fits[] = {INT64_MAX, 1}, wide[] = {INT64_C(1) << 62, 2}, empty[] = {0, INT64_C(1) << 62, 2};
  int64_t elems;
  CHECK(c, shape_elems(2, fits, &elems) && elems == INT64_MAX);
  CHECK(c, !shape_elems(2, wide, &elems));
  CHECK(c, !shape_elems(3, empty, &elems));
  CHECK(c, shape_elems(2, empty, &elems) && elems == 0);
}

static void test_checked(struct check *c) {
  int64_t r;
  CHECK(c, mul_fits(INT64_MAX, 1, &r) && r == INT64_MAX && !mul_fits(INT64_MAX, 2, &r) && mul_fits(INT64_MAX, 0, &r));
  CHECK(c, add_fits(INT64_MAX, -1, &r) && !add_fits(INT64_MAX, 1, &r));
  CHECK(c, !add_fits(INT64_MIN, -1, &r) && add_fits(INT64_MIN, 0, &r) && add_fits(-1, INT64_MIN + 1, &r));
}

static void test_span(struct check *c) {
  static const int64_t shape[] = {3, 4};
  rem_view v = rem_view_packed(REM_F32, 2, shape);
  int64_t before, after;
  CHECK(c, view_span(&v, &before, &after) && before == 0 && after == 48);
  v.stride[0] = -10;
  CHECK(c, view_span(&v, &before, &after) && before == 80 && after == 16);
  v.stride[1] = 0;
  CHECK(c, view_span(&v, &before, &after) && before == 80 && after == 4);
  v.shape[1] = 0;
  CHECK(c, view_span(&v, &before, &after) && before == 0 && after == 0);
  v.shape[1] = 1, v.stride[1] = INT64_MAX;
  CHECK(c, view_span(&v, &before, &after) && after == 4);
  v.stride[0] = INT64_MIN;
  CHECK(c, !view_span(&v, &before, &after));
  v.shape[0] = 2, v.stride[0] = (INT64_C(1) << 61) - 2, v.dtype = REM_F32;
  CHECK(c, view_span(&v, &before, &after) && after == INT64_MAX - 3);
  v.stride[0]++;
  CHECK(c, !view_span(&v, &before, &after));
}

static void test_dtypes(struct check *c) {
  static const int sizes[] = {0, 4, 8, 2, 2, 4, 8, 1, 1, 1, 2, 4, 0};
  for (int d = 0; d < 13; d++) CHECK_INT(c, (int64_t)rem_dtype_size(d), sizes[d]);
  CHECK_TEXT(c, rem_dtype_name(REM_BF16), "bf16");
  CHECK_TEXT(c, rem_dtype_name(REM_BOOL), "bool");
  CHECK_TEXT(c, rem_dtype_name(REM_U32), "u32");
  CHECK(c, rem_dtype_name(0) == NULL && rem_dtype_name(12) == NULL && rem_dtype_name(-1) == NULL);
}

/* ---- self overlap, against all pairs of elements ----------------------------------------------------------------- */

enum { FORCE_RANK = 4, FORCE_EXTENT = 5, FORCE_STRIDE = 40 };

static int meets_by_force(const rem_view *v) {
  enum { REACH = FORCE_RANK * FORCE_EXTENT * FORCE_STRIDE };
  unsigned char taken[2 * REACH] = {0};
  int64_t index[FORCE_RANK] = {0};
  if (view_elems(v) == 0) return 0;
  for (int k = 0; k >= 0;) {
    int64_t at = REACH;
    for (k = 0; k < v->rank; k++) at += index[k] * v->stride[k];
    if (taken[at]++) return 1;
    for (k = v->rank - 1; k >= 0 && ++index[k] == v->shape[k]; k--) index[k] = 0;
  }
  return 0;
}

static int64_t draw(uint64_t *state, int64_t lo, int64_t hi) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return lo + (int64_t)((*state >> 33) % (uint64_t)(hi - lo + 1));
}

static void test_meets(struct check *c) {
  uint64_t state = 1;
  int met = 0, rounds = 40000;
  for (int round = 0; round < rounds; round++) {
    rem_view v = {.rank = (int32_t)draw(&state, 1, FORCE_RANK), .dtype = REM_F32};
    int axis = -1, truth;
    for (int i = 0; i < v.rank; i++) {
      v.shape[i] = draw(&state, round % 50 != 0, FORCE_EXTENT);
      v.stride[i] = draw(&state, -FORCE_STRIDE, FORCE_STRIDE);
    }
    truth = meets_by_force(&v);
    met += truth;
    CHECK_INT(c, view_meets_itself(&v, &axis), truth ? MEETS : MEETS_NEVER);
    CHECK(c, !truth || (axis >= 0 && axis < v.rank && v.shape[axis] > 1));
  }
  CHECK(c, met > rounds / 10 && met < rounds * 9 / 10);
}

/* Extents no enumeration could reach. */
static void test_meets_large(struct check *c) {
  static const struct {
    rem_view view;
    enum meets expected;
  } cases[] = {
      {{{1 << 20, 1 << 20, 3}, {3 << 20, 3, 1}, 3, REM_F32}, MEETS_NEVER},
      {{{1 << 20, 1 << 20, 4}, {3 << 20, 3, 1}, 3, REM_F32}, MEETS},
      /* windows over a signal, as frameworks unfold one */
      {{{1 << 20, 7}, {2, 1}, 2, REM_F32}, MEETS},
      {{{1 << 20, 7}, {7, 1}, 2, REM_F32}, MEETS_NEVER},
      /* strides that do not nest but have no sum in common: even and odd multiples, residues of 7 */
      {{{1000, 2, 500}, {2, 1, 2000}, 3, REM_F32}, MEETS_NEVER},
      {{{6, 1 << 20, 2}, {1 << 21, 2, (6 << 21) + 1}, 3, REM_F32}, MEETS_NEVER},
      {{{7, 1 << 20, 1 << 20}, {1, 7, 7 << 20}, 3, REM_F32}, MEETS_NEVER},
      {{{8, 1 << 20, 1 << 20}, {1, 7, 7 << 20}, 3, REM_F32}, MEETS},
      {{{2, 2, 2}, {5, 2, 4}, 3, REM_F32}, MEETS_NEVER},
      {{{3, 3, 2}, {10, 13, 35}, 3, REM_F32}, MEETS_NEVER},
      {{{3, 3, 2}, {10, 13, 36}, 3, REM_F32}, MEETS},
      /* too many ways to sum: the search gives up */
      {{{3, 3, 3, 3, 3, 3, 3, 3},
        {100000000003, 109000012001, 118000123007, 127001234011, 136012345013, 145001234567, 154000123457,
         163000012347},
        8,
        REM_F32},
       MEETS_PERHAPS},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int axis = -1;
    if (!CHECK_INT(c, view_meets_itself(&cases[i].view, &axis), cases[i].expected)) printf("     case %zu\n", i);
  }
}

/* ---- the order: joins on the longest path, by following it -------------------------------------------------------- */

static int64_t join(int64_t a, int64_t b) { return (a > b ? a : b) + 1; }

/* Pairs of neighbours, in place; what has no neighbour passes. */
static int64_t tree(int64_t *depth, int64_t n) {
  for (; n > 1; n = (n + 1) / 2)
    for (int64_t i = 0; i < n; i += 2) depth[i / 2] = i + 1 < n ? join(depth[i], depth[i + 1]) : depth[i];
  return depth[0];
}

static int64_t row_by_hand(int64_t n) {
  int64_t chunks = (n + 4095) / 4096, *totals = malloc((size_t)chunks * sizeof *totals), lanes[128];
  for (int64_t k = 0; k < chunks; k++) {
    int64_t m = n - k * 4096 < 4096 ? n - k * 4096 : 4096, used = m < 128 ? m : 128;
    for (int64_t l = 0; l < used; l++) lanes[l] = (m - l + 127) / 128 - 1;
    totals[k] = tree(lanes, used);
  }
  int64_t depth = tree(totals, chunks);
  free(totals);
  return depth;
}

/* Inclusive prefixes of units whose totals have these depths: sequential in groups of 32, the groups' own totals
 * the same way, and one join with what came before the group. */
static void prefixes(int64_t *depth, int64_t n) {
  int64_t groups = (n + 31) / 32, *totals = malloc((size_t)groups * sizeof *totals);
  for (int64_t i = 0; i < n; i++) {
    if (i % 32) depth[i] = join(depth[i - 1], depth[i]);
    totals[i / 32] = depth[i];
  }
  if (groups > 1) {
    prefixes(totals, groups);
    for (int64_t i = 32; i < n; i++) depth[i] = join(totals[i / 32 - 1], depth[i]);
  }
  free(totals);
}

/* Inclusive prefixes of the segments of one block by doubling offsets. */
static void segment_prefixes(int64_t *depth, int64_t n) {
  for (int64_t offset = 1; offset < n; offset *= 2)
    for (int64_t i = n - 1; i >= offset; i--) depth[i] = join(depth[i - offset], depth[i]);
}

/* The deepest y of a scan. */
static int64_t scan_by_hand(int64_t n) {
  int64_t blocks = (n + 255) / 256, deepest = 0, *totals = malloc((size_t)blocks * sizeof *totals), segments[32];
  int64_t *before = malloc((size_t)blocks * sizeof *before);
  for (int64_t k = 0; k < blocks; k++) {
    int64_t m = n - k * 256 < 256 ? n - k * 256 : 256, used = (m + 7) / 8;
    for (int64_t s = 0; s < used; s++) segments[s] = (m - s * 8 < 8 ? m - s * 8 : 8) - 1;
    segment_prefixes(segments, used);
    totals[k] = segments[used - 1];
  }
  memcpy(before, totals, (size_t)blocks * sizeof *before);
  prefixes(before, blocks);
  for (int64_t i = 0; i < n; i++) {
    int64_t k = i / 256, s = i % 256 / 8, y = i % 8;
    for (int64_t t = 0; t < s; t++) segments[t] = 7;
    segment_prefixes(segments, s);
    int64_t left = s ? segments[s - 1] : -1;
    if (k) left = left < 0 ? before[k - 1] : join(before[k - 1], left);
    if (left >= 0) y = join(left, y);
    if (y > deepest) deepest = y;
  }
  free(before);
  free(totals);
  return deepest;
}

static void test_order(struct check *c) {
  static const int64_t sizes[] = {1,    2,    3,    7,     8,     9,     16,    17,     127,    128,    129,   200,
                                  255,  256,  257,  300,   512,   513,   4095,  4096,   4097,   8191,   8192,  8193,
                                  8448, 8449, 9000, 12345, 16384, 65536, 65537, 262143, 262144, 262145, 300000};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    int64_t n = sizes[i], scan = scan_by_hand(n);
    CHECK_INT(c, order_row_depth(n), row_by_hand(n));
    /* a bound, and no more than the joins a shape cannot use above the truth */
    CHECK(c, order_scan_depth(n) >= scan && order_scan_depth(n) <= scan + 4);
  }
  CHECK_INT(c, order_row_depth(0), 0);
  CHECK_INT(c, order_scan_depth(0), 0);
  CHECK(c, order_row_depth(INT64_MAX) < 128 && order_scan_depth(INT64_MAX) < 512);
}

/* ---- guarantees ---------------------------------------------------------------------------------------------------- */

/* The depth and length of a row or scan, and the depth of the sums beside the formula, counted by hand; what an
 * entry makes of them is its own. */
struct promise {
  const char *line;
  double depth, n, gathered;
};
static const struct promise promises[] = {
    {"sum axes=1 f32[4,128]", 7, 128, 0},
    {"sum axes=0,2 f32[2,3,4]", 1 + 2, 8, 0},       /* two runs */
    {"sum axes=0,2 f32[64,1,64]", 31 + 7, 4096, 0}, /* one run */
    {"sum axes=0,1 f32[64,64]", 31 + 7, 4096, 0},
    {"sum axes=none f32[2,3]", 0, 1, 0},
    {"sum f32[]", 0, 1, 0},
    {"sum axes=1 f32[4,128] +y", 7, 128, 0},
    {"mean axes=1 f64[4,128] +y", 7, 128, 0},
    {"max.bwd axes=0 f32[8]", 3, 8, 0},
    {"prod f32[10]", 4, 10, 0},
    {"cumsum f32[3,8]", 7, 8, 0},
    {"cumprod.bwd axis=0 f32[10,2]", 9, 10, 0}, /* 7 in the segment, 1 for two segments, 1 with the local prefix */
    {"lerp weight=1 f32[8,1] f32[3]", 0, 1, 0},
    {"lerp.bwd weight=1 f32[3] f32[3]", 0, 1, 0},
    {"lerp.bwd weight=1 f32[8,1] f32[3]", 0, 1, 3}, /* db over 8, da over 3 */
    {"lerp.bwd weight=1 f32[8,1] f32[3] da: +da", 0, 1, 2},
    {"lerp.bwd weight=1 dy:f32[4,2,5] da:f32[2,1]", 0, 1, 2 + 3},
    {"pad low=3 f32[3]", 0, 1, 0},
    {"pad.bwd low=3 dy:f32[9]", 0, 1, 0},
    {"pad.bwd mode=reflect low=3,1 dy:f32[9,9]", 0, 1, 2 + 2},
    {"pad.bwd mode=replicate low=3 dy:f32[9]", 0, 1, 2 + 2},
    {"repeat repeats=4 f32[3]", 0, 1, 0},
    {"repeat.bwd repeats=4 dy:f32[12]", 0, 1, 2},
    {"repeat.bwd repeats=64,64 dx:f32[3]", 0, 1, 31 + 7}, /* one run of 4096 */
    {"repeat.bwd repeats=4,2 dx:f32[3,1]", 0, 1, 2 + 1},
    {"embedding f32[50,4] i32[1000]", 0, 1, 0},
    {"embedding.bwd f32[50,4] i32[5]", 0, 1, 4}, /* all may name one row */
    {"embedding.bwd f32[50,4] i32[5,200]", 0, 1, 31 + 5},
};

static void test_promise(struct check *c, const struct promise *promise) {
  struct parsed parsed;
  struct problem p;
  rem_desc desc;
  rem_guarantee g = {0};
  char why[WHY_BYTES];
  if (!CHECK_INT(c, parse_problem(promise->line, &parsed, why, sizeof why), 0)) return;
  parsed_desc(&parsed, &desc);
  if (!CHECK_INT(c, problem_resolve(&desc, &p, NULL), REM_OK)) return;
  problem_guarantee(&p, &g);
  double ulp = p.entry->ulp[p.pass](promise->depth, promise->n);
  double sum = p.entry->sum[p.pass](promise->depth, promise->n) + 0.5 * promise->gathered;
  if (p.accumulate) sum += ulp, ulp += 0.5;
  if (g.ulp != ulp || g.sum != sum)
    printf("FAIL %s: expected ulp %g, sum %g, found ulp %g, sum %g\n", promise->line, ulp, sum, g.ulp, g.sum);
  check_count(c, g.ulp == ulp && g.sum == sum);
  CHECK_INT(c, g.size, (int64_t)sizeof g);
  CHECK(c, g.repeat == REM_REPEAT_EVERYWHERE && g.compute == p.compute && g.accumulate == p.compute);
}

int main(void) {
  struct check c = {"core view", 0, 0};
  test_packed(&c);
  test_elems(&c);
  test_checked(&c);
  test_span(&c);
  test_dtypes(&c);
  test_meets(&c);
  test_meets_large(&c);
  test_order(&c);
  for (size_t i = 0; i < sizeof promises / sizeof *promises; i++) test_promise(&c, &promises[i]);
  return check_end(&c);
}
