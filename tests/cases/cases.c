/* cases.c: the problems of cases.h and how they are planned, filled, run and compared. */
#include "cases/cases.h"
#include "draw.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INT(key, value) {.name = key, .kind = REM_ATTR_INT, .v.i = value}
#define REAL(key, value) {.name = key, .kind = REM_ATTR_REAL, .v.f = value}
#define TEXT(key, value) {.name = key, .kind = REM_ATTR_TEXT, .v.s = value}
#define INTS(key, count, ...) {.name = key, .kind = REM_ATTR_INTS, .n = count, .v.is = (const int64_t[]){__VA_ARGS__}}

enum { F = REM_FORWARD, B = REM_BACKWARD };

/* How long lists of classes are in long rows: several blocks, the last of them not full. Time grows with the square. */
enum { LISTED = 1100 };

/* Long rows and many rows, so that plans split over threads in both ways; every family, pass and dtype. */
const struct test_case test_cases[] = {
    {"lerp f32", "lerp", F, {REAL("weight", 0.3)},
     {{"a", REM_F32, 2, {300, 511}}, {"b", REM_F32, 2, {300, 511}}, {"y", REM_F32, 2, {300, 511}}}},
    {"lerp.bwd broadcast", "lerp", B, {REAL("weight", 0.7)},
     {{"dy", REM_F32, 2, {700, 130}}, {"da", REM_F32, 2, {700, 1}}, {"db", REM_F32, 1, {130}}}},
    {"sum last axis", "sum", F, {INTS("axes", 1, 1)}, {{"x", REM_F32, 2, {37, 9001}}, {"y", REM_F32, 1, {37}}}},
    {"sum first axis", "sum", F, {INTS("axes", 1, 0)}, {{"x", REM_F16, 2, {5000, 67}}, {"y", REM_F16, 1, {67}}}},
    {"sum all", "sum", F, {{0}}, {{"x", REM_F32, 1, {300001}}, {"y", REM_F32, 0, {0}}}},
    {"mean bf16", "mean", F, {INTS("axes", 1, 1)}, {{"x", REM_BF16, 2, {129, 2000}}, {"y", REM_BF16, 1, {129}}}},
    {"prod", "prod", F, {INTS("axes", 1, 1)}, {{"x", REM_F32, 2, {200, 300}}, {"y", REM_F32, 1, {200}}}},
    {"norm2", "norm2", F, {INTS("axes", 1, 1)}, {{"x", REM_F64, 2, {64, 1500}}, {"y", REM_F64, 1, {64}}}},
    {"logsumexp", "logsumexp", F, {INTS("axes", 1, 1)}, {{"x", REM_F32, 2, {64, 1500}}, {"y", REM_F32, 1, {64}}}},
    {"logsumexp.bwd", "logsumexp", B, {INTS("axes", 1, 1)},
     {{"dy", REM_F32, 1, {64}}, {"x", REM_BF16, 2, {64, 1500}}, {"y", REM_F32, 1, {64}},
      {"dx", REM_BF16, 2, {64, 1500}}}},
    {"std.bwd", "std", B, {INTS("axes", 1, 0)},
     {{"dy", REM_F32, 1, {90}}, {"x", REM_F32, 2, {800, 90}}, {"y", REM_F32, 1, {90}}, {"mean", REM_F32, 1, {90}},
      {"dx", REM_F32, 2, {800, 90}}}},
    {"max with index", "max", F, {INTS("axes", 1, 1)},
     {{"x", REM_F32, 2, {100, 900}}, {"y", REM_F32, 1, {100}}, {"index", REM_I64, 1, {100}}}},
    {"argmax long row", "argmax", F, {{0}}, {{"x", REM_F32, 1, {300001}}, {"y", REM_I64, 0, {0}}}},
    {"count_nonzero first axis", "count_nonzero", F, {INTS("axes", 1, 0)},
     {{"x", REM_BF16, 2, {5000, 67}}, {"y", REM_I64, 1, {67}}}},
    {"cumsum long row", "cumsum", F, {INT("axis", 0)}, {{"x", REM_F32, 1, {200003}}, {"y", REM_F32, 1, {200003}}}},
    {"cumsum slow axis", "cumsum", F, {INT("axis", 0), INT("reverse", 1)},
     {{"x", REM_F64, 2, {900, 65}}, {"y", REM_F64, 2, {900, 65}}}},
    {"cumprod.bwd", "cumprod", B, {INT("axis", 1)},
     {{"dy", REM_F32, 2, {40, 700}}, {"x", REM_F32, 2, {40, 700}}, {"y", REM_F32, 2, {40, 700}},
      {"dx", REM_F32, 2, {40, 700}}}},
    {"logcumsumexp", "logcumsumexp", F, {INT("axis", 1)},
     {{"x", REM_F32, 2, {30, 1100}}, {"y", REM_F32, 2, {30, 1100}}}},
    {"linrec", "linrec", F, {INT("axis", 1)},
     {{"a", REM_F32, 2, {50, 800}}, {"b", REM_F32, 2, {50, 800}}, {"y", REM_F32, 2, {50, 800}}}},
    {"pad reflect", "pad", F, {TEXT("mode", "reflect"), INTS("low", 2, 3, 7), INTS("high", 2, 2, 5)},
     {{"x", REM_F32, 2, {200, 300}}, {"y", REM_F32, 2, {205, 312}}}},
    {"repeat.bwd", "repeat", B, {INTS("repeats", 2, 3, 5)},
     {{"dy", REM_F32, 2, {300, 505}}, {"dx", REM_F32, 2, {100, 101}}}},
    {"embedding", "embedding", F, {{0}},
     {{"weight", REM_F32, 2, {60, 33}}, {"index", REM_I32, 1, {9000}}, {"y", REM_F32, 2, {9000, 33}}}},
    {"embedding.bwd", "embedding", B, {{0}},
     {{"dy", REM_BF16, 2, {9000, 33}}, {"index", REM_I64, 1, {9000}}, {"dweight", REM_F32, 2, {60, 33}}}},
    {"embedding.bwd unsorted", "embedding", B, {{0}},
     {{"dy", REM_BF16, 2, {9000, 33}}, {"index", REM_I32, 1, {9000}}, {"dweight", REM_F32, 2, {600, 33}}}},
    {"adam, whose plan works out reals", "adam", F, {REAL("beta1", 0.3), REAL("beta2", 0.7)},
     {{"param", REM_F64, 1, {5000}}, {"grad", REM_F64, 1, {5000}}, {"m", REM_F64, 1, {5000}}, {"v", REM_F64, 1, {5000}},
      {"lr", REM_F64, 0, {0}}, {"step", REM_I64, 0, {0}}, {"param_out", REM_F64, 1, {5000}}, {"m_out", REM_F64, 1, {5000}},
      {"v_out", REM_F64, 1, {5000}}}},
    {"multilabel_margin_loss", "multilabel_margin_loss", F, {{0}},
     {{"x", REM_F32, 2, {300, 70}}, {"target", REM_I64, 2, {300, 70}}, {"y", REM_F32, 0, {0}}}},
    {"multilabel_margin_loss long row", "multilabel_margin_loss", F, {{0}},
     {{"x", REM_F32, 1, {4100}}, {"target", REM_I32, 1, {4100}}, {"y", REM_F32, 0, {0}}}},
    {"multilabel_margin_loss.bwd long rows", "multilabel_margin_loss", B, {{0}},
     {{"dy", REM_F32, 0, {0}}, {"x", REM_BF16, 2, {2, 4100}}, {"target", REM_I64, 2, {2, 4100}},
      {"dx", REM_BF16, 2, {2, 4100}}}},
};
const int n_test_cases = (int)(sizeof test_cases / sizeof *test_cases);

static int64_t elements(const rem_view *v) {
  int64_t n = 1;
  for (int i = 0; i < v->rank; i++) n *= v->shape[i];
  return n;
}

static int complain(const struct test_case *c, const char *what, const rem_error *error) {
  printf("FAIL %s: %s: %s\n", c->name, what, error->text);
  return -1;
}

static const struct case_view *given(const struct test_case *c, const char *slot) {
  for (int i = 0; i < REM_MAX_SLOTS && c->views[i].slot; i++)
    if (strcmp(c->views[i].slot, slot) == 0) return &c->views[i];
  return NULL;
}

static int count_attrs(const struct test_case *c) {
  int n = 0;
  while (n < 3 && c->attrs[n].name) n++;
  return n;
}

/* Fills the views, and what the work knows of its slots, in slot order. */
static void describe(struct work *w, rem_view *views) {
  const struct test_case *c = w->which;
  rem_slot_info info;
  int n = 0;
  while (n < REM_MAX_SLOTS && rem_op_slot(c->op, c->pass, c->attrs, count_attrs(c), n, &info, NULL) == REM_OK) {
    const struct case_view *v = given(c, info.name);
    memset(&views[n], 0, sizeof views[n]);
    views[n].rank = REM_LEFT_OUT;
    if (v) views[n] = rem_view_packed(v->dtype, v->rank, v->shape);
    w->output[n] = v && info.role == REM_OUTPUT;
    w->listed[n] = v && strcmp(info.name, "target") == 0 ? LISTED : 0;
    n++;
  }
  w->n = n;
}

/* A bit pattern for element i of an input: magnitudes from denormal to 4, both signs, some zeros; never NaN or
 * infinite. Denormals make flush-to-zero visible, many magnitudes make rounding visible. */
static void store(char *at, int dtype, int64_t i, uint64_t *seed) {
  uint64_t r = draw(seed) >> 11;
  if (dtype > REM_BF16) { /* the number of a row: one of the first three more often, or one that few tables have */
    uint64_t row = (r >> 40) % 4 ? (r >> 20) % 3 : (r >> 20) % 64;
    memcpy(at, &row, rem_dtype_size(dtype));
    return;
  }
  static const struct { int bytes, mantissa, bias; } formats[] = {
      [REM_F32] = {4, 23, 127}, [REM_F64] = {8, 52, 1023}, [REM_F16] = {2, 10, 15}, [REM_BF16] = {2, 7, 127}};
  int m = formats[dtype].mantissa, bias = formats[dtype].bias;
  uint64_t exponent = (uint64_t)bias + 1 - (r >> 40) % 6;
  if (i % 17 == 3) exponent = (r >> 44) % 3;
  uint64_t bits = exponent << m | (r & ((UINT64_C(1) << m) - 1)) | (r >> 39 & 1) << (formats[dtype].bytes * 8 - 1);
  if (i % 101 == 50) bits = 0;
  memcpy(at, &bits, (size_t)formats[dtype].bytes);
}

static void fill(char *to, const rem_view *v, int64_t listed, uint64_t *seed) {
  size_t item = rem_dtype_size(v->dtype);
  for (int64_t i = 0; i < elements(v); i++, to += item)
    if (listed && i % v->shape[v->rank - 1] >= listed) memset(to, 0xff, item); /* -1 ends the list */
    else store(to, v->dtype, i, seed);
}

/* Inputs are those of the original, where there is one: to draw them takes an emulator longer than the run. */
static int allocate(struct work *w, const rem_view *views, const struct work *original) {
  uint64_t seed = 42;
  for (int s = 0; s < w->n; s++) {
    if (views[s].rank < 0) continue;
    w->buffers[s].bytes = (size_t)elements(&views[s]) * rem_dtype_size(views[s].dtype);
    w->buffers[s].base = calloc(1, w->buffers[s].bytes + 1);
    if (!w->buffers[s].base) return -1;
    if (w->output[s]) continue;
    if (original) memcpy(w->buffers[s].base, original->buffers[s].base, w->buffers[s].bytes);
    else fill(w->buffers[s].base, &views[s], w->listed[s], &seed);
  }
  size_t align;
  rem_plan_workspace(w->plan, &w->workspace_bytes, &align);
  if (align < 1) align = 1;
  w->workspace_memory = malloc(w->workspace_bytes + align);
  if (!w->workspace_memory) return -1;
  w->workspace = (void *)(((uintptr_t)w->workspace_memory + align - 1) / align * align);
  return 0;
}

static int plan_with(struct work *w, rem_context *context, const struct test_case *c, const struct work *original) {
  rem_view views[REM_MAX_SLOTS];
  rem_error error = {.size = sizeof error};
  memset(w, 0, sizeof *w);
  w->which = c;
  describe(w, views);
  rem_desc desc = {.size = sizeof desc, .pass = c->pass, .op = c->op, .views = views, .n_views = w->n,
                   .attrs = c->attrs, .n_attrs = count_attrs(c)};
  if (rem_plan_create(context, &desc, &w->plan, &error)) return complain(c, "plan", &error);
  w->owns_plan = 1;
  if (allocate(w, views, original)) return printf("FAIL %s: no memory\n", c->name), -1;
  return 0;
}

int work_plan(struct work *w, rem_context *context, const struct test_case *c) {
  return plan_with(w, context, c, NULL);
}

int work_again(struct work *w, rem_context *context, const struct work *original) {
  return plan_with(w, context, original->which, original);
}

int work_share(struct work *w, const struct work *original) {
  rem_view views[REM_MAX_SLOTS];
  memset(w, 0, sizeof *w);
  w->which = original->which;
  w->plan = original->plan;
  describe(w, views);
  if (allocate(w, views, original)) return printf("FAIL %s: no memory\n", w->which->name), -1;
  return 0;
}

int work_run(struct work *w) {
  rem_error error = {.size = sizeof error};
  if (rem_plan_run(w->plan, w->buffers, w->n, w->workspace, w->workspace_bytes, NULL, &error))
    return complain(w->which, "run", &error);
  return 0;
}

void work_free(struct work *w) {
  for (int s = 0; s < w->n; s++) free(w->buffers[s].base);
  free(w->workspace_memory);
  if (w->owns_plan) rem_plan_destroy(w->plan);
}

void work_spoil(struct work *w) {
  for (int s = 0; s < w->n; s++)
    if (w->output[s]) memset(w->buffers[s].base, 0xA5, w->buffers[s].bytes);
}

/* Whether element i of a real dtype is NaN: everything below the sign exceeds infinity's bits. */
static int is_nan(const char *at, int dtype) {
  uint64_t bits = 0, infinity[] = {[REM_F32] = 0x7f800000, [REM_F64] = UINT64_C(0x7ff0000000000000),
                                   [REM_F16] = 0x7c00, [REM_BF16] = 0x7f80, [REM_I32] = 0, [REM_I64] = 0};
  size_t item = rem_dtype_size(dtype);
  if (!infinity[dtype]) return 0;
  memcpy(&bits, at, item);
  return (bits & ~(UINT64_C(1) << (item * 8 - 1))) > infinity[dtype];
}

int work_equal(const struct work *a, const struct work *b) {
  for (int s = 0; s < a->n; s++) {
    rem_view view;
    if (!a->output[s] || rem_plan_view(a->plan, s, &view, NULL)) continue;
    size_t item = rem_dtype_size(view.dtype);
    const char *p = a->buffers[s].base, *q = b->buffers[s].base;
    if (memcmp(p, q, a->buffers[s].bytes) == 0) continue; /* as a rule; only a NaN is to be looked at by itself */
    for (size_t i = 0; i < a->buffers[s].bytes; i += item) {
      if (memcmp(p + i, q + i, item) == 0 || (is_nan(p + i, view.dtype) && is_nan(q + i, view.dtype))) continue;
      printf("FAIL %s: slot %d differs at element %zu\n", a->which->name, s, i / item);
      return 0;
    }
  }
  return 1;
}
