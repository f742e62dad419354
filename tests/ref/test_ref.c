/* test_ref.c: the oracle against vectors worked out by hand, and against itself. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "ref/ref.h"
#include "ref/whole.h"

enum { MOST = 8, MOST_TENSORS = 6 };
#define INF INFINITY

/* Tensors are rows of f64; one that lacks the op's axis is of rank 0. */
struct tensor {
  const char *slot;
  int n;
  double v[MOST];
};
struct sample {
  const char *op;
  int pass, n_attrs;
  rem_attr attrs[4];
  struct tensor tensors[MOST_TENSORS]; /* inputs, and what every output should be */
};

#define F REM_FORWARD
#define B REM_BACKWARD
#define T(slot, n, ...)      \
  {                          \
    slot, n, { __VA_ARGS__ } \
  }
#define ONE(name_, value)                                   \
  {                                                         \
    .name = name_, .kind = REM_ATTR_INT, .v = {.i = value } \
  }
#define REAL(name_, value)                                   \
  {                                                          \
    .name = name_, .kind = REM_ATTR_REAL, .v = {.f = value } \
  }
#define WORD(name_, value)                                   \
  {                                                          \
    .name = name_, .kind = REM_ATTR_TEXT, .v = {.s = value } \
  }
#define LIST(name_, value)                                                               \
  {                                                                                      \
    .name = name_, .kind = REM_ATTR_INTS, .n = 1, .v = {.is = (const int64_t[]){value} } \
  }
#define NO_ATTRS \
  0, {           \
    { 0 }        \
  }

static const struct sample samples[] = {
    {"sum", F, NO_ATTRS, {T("x", 3, 1, 2, 4), T("y", 1, 7)}},
    {"sum", F, NO_ATTRS, {T("x", 3, 1e300, 1, -1e300), T("y", 1, 1)}},
    {"sum", F, NO_ATTRS, {T("x", 0, 0), T("y", 1, 0)}},
    {"sum", B, NO_ATTRS, {T("dy", 1, 3), T("dx", 2, 3, 3)}},
    {"mean", F, NO_ATTRS, {T("x", 4, 1, 2, 3, 4), T("y", 1, 2.5)}},
    {"mean", F, NO_ATTRS, {T("x", 0, 0), T("y", 1, NAN)}},
    {"mean", B, NO_ATTRS, {T("dy", 1, 8), T("dx", 4, 2, 2, 2, 2)}},
    {"max", F, NO_ATTRS, {T("x", 4, 1, 5, 5, 2), T("y", 1, 5), T("index", 1, 1)}},
    {"max", F, 1, {WORD("ties", "last")}, {T("x", 4, 1, 5, 5, 2), T("y", 1, 5), T("index", 1, 2)}},
    {"max", F, 1, {WORD("ties", "last")}, {T("x", 4, 1, NAN, NAN, 2), T("y", 1, NAN), T("index", 1, 2)}},
    {"max", F, NO_ATTRS, {T("x", 3, -0.0, 0.0, -1), T("y", 1, 0.0), T("index", 1, 0)}},
    {"min", F, NO_ATTRS, {T("x", 3, 0.0, -0.0, 1), T("y", 1, -0.0), T("index", 1, 0)}},
    {"max", B, NO_ATTRS, {T("dy", 1, 6), T("x", 4, 1, 5, 5, 5), T("dx", 4, 0, 2, 2, 2)}},
    {"max", B, NO_ATTRS, {T("dy", 1, 6), T("x", 3, -0.0, 0.0, -1), T("dx", 3, 3, 3, 0)}},
    {"max", B, NO_ATTRS, {T("dy", 1, 6), T("x", 3, NAN, 5, NAN), T("dx", 3, 3, 0, 3)}},
    {"max", B, 1, {WORD("ties", "all")}, {T("dy", 1, 6), T("x", 3, 5, 5, 1), T("dx", 3, 6, 6, 0)}},
    {"max", B, 1, {WORD("ties", "first")}, {T("dy", 1, 6), T("x", 3, 1, 5, 5), T("dx", 3, 0, 6, 0)}},
    {"max", B, 1, {WORD("ties", "last")}, {T("dy", 1, 6), T("x", 3, 1, 5, 5), T("dx", 3, 0, 0, 6)}},
    {"max", B, 1, {WORD("ties", "first")}, {T("dy", 1, 6), T("index", 1, 0), T("dx", 3, 6, 0, 0)}},
    {"min", B, NO_ATTRS, {T("dy", 1, 6), T("x", 3, 1, 1, 5), T("dx", 3, 3, 3, 0)}},
    {"prod", F, NO_ATTRS, {T("x", 4, 0x1p1000, 0x1p1000, 0x1p-1000, 0x1p-1000), T("y", 1, 1)}},
    {"prod", F, NO_ATTRS, {T("x", 3, 0, INF, 1), T("y", 1, NAN)}},
    {"prod", F, NO_ATTRS, {T("x", 0, 0), T("y", 1, 1)}},
    {"prod", B, NO_ATTRS, {T("dy", 1, 1), T("x", 3, 0, 2, 3), T("dx", 3, 6, 0, 0)}},
    {"prod", B, NO_ATTRS, {T("dy", 1, 1), T("x", 3, 0, 0, 3), T("dx", 3, 0, 0, 0)}},
    {"prod", B, NO_ATTRS, {T("dy", 1, 2), T("x", 2, 0x1p1000, 0x1p1000), T("dx", 2, 0x1p1001, 0x1p1001)}},
    {"prod",
     B,
     NO_ATTRS,
     {T("dy", 1, 1), T("x", 5, 0x1p-100, 0x1p-100, 5, 0x1p100, 0x1p100),
      T("dx", 5, 5 * 0x1p100, 5 * 0x1p100, 1, 5 * 0x1p-100, 5 * 0x1p-100)}},
    {"norm2", F, NO_ATTRS, {T("x", 2, 3, -4), T("y", 1, 5)}},
    {"norm2", F, NO_ATTRS, {T("x", 0, 0), T("y", 1, 0)}},
    {"norm2", B, NO_ATTRS, {T("dy", 1, 10), T("x", 2, 3, -4), T("dx", 2, 6, -8)}},
    {"norm2", B, NO_ATTRS, {T("dy", 1, 10), T("x", 2, 0, 0), T("dx", 2, 0, 0)}},
    {"logsumexp", F, NO_ATTRS, {T("x", 2, 1000, 1000), T("y", 1, 1000.6931471805599453)}},
    {"logsumexp", F, NO_ATTRS, {T("x", 2, -INF, -INF), T("y", 1, -INF)}},
    {"logsumexp", F, NO_ATTRS, {T("x", 0, 0), T("y", 1, -INF)}},
    {"logsumexp", F, NO_ATTRS, {T("x", 3, -INF, INF, 1), T("y", 1, INF)}},
    {"logsumexp", F, NO_ATTRS, {T("x", 3, NAN, INF, 1), T("y", 1, NAN)}},
    {"logsumexp", B, NO_ATTRS, {T("dy", 1, 8), T("x", 2, 3, 3), T("dx", 2, 4, 4)}},
    {"logsumexp", B, NO_ATTRS, {T("dy", 1, 8), T("x", 2, -INF, -INF), T("dx", 2, 0, 0)}},
    {"logsumexp", B, NO_ATTRS, {T("dy", 1, 8), T("x", 3, -INF, INF, 1), T("dx", 3, 0, 8, 0)}},
    {"logsumexp", B, NO_ATTRS, {T("dy", 1, 8), T("x", 2, 3, 3), T("y", 1, 3), T("dx", 2, 8, 8)}}, /* y as given */
    {"var", F, NO_ATTRS, {T("x", 3, 1e6 - 1, 1e6, 1e6 + 1), T("y", 1, 1), T("mean", 1, 1e6)}},
    {"var", F, 1, {REAL("correction", 0)}, {T("x", 4, 1, 1, 3, 3), T("y", 1, 1), T("mean", 1, 2)}},
    {"var", F, NO_ATTRS, {T("x", 1, 3), T("y", 1, NAN), T("mean", 1, 3)}},
    {"var", F, NO_ATTRS, {T("x", 3, 1, INF, 3), T("y", 1, NAN)}},
    {"var", B, NO_ATTRS, {T("dy", 1, 1), T("x", 3, 1, 2, 6), T("dx", 3, -2, -1, 3)}},
    {"var", B, NO_ATTRS, {T("dy", 1, 1), T("x", 3, 1, 2, 6), T("mean", 1, 2), T("dx", 3, -1, 0, 4)}},
    {"var", B, NO_ATTRS, {T("dy", 1, 1), T("x", 1, 3), T("dx", 1, NAN)}},
    {"std", F, 1, {REAL("correction", 0)}, {T("x", 2, 1, 5), T("y", 1, 2)}},
    {"std", F, NO_ATTRS, {T("x", 1, 3), T("y", 1, NAN)}},
    {"std", B, 1, {REAL("correction", 0)}, {T("dy", 1, 2), T("x", 2, 1, 5), T("dx", 2, -1, 1)}},
    {"std", B, NO_ATTRS, {T("dy", 1, 2), T("x", 2, 5, 5), T("dx", 2, 0, 0)}},
    {"std", B, NO_ATTRS, {T("dy", 1, 2), T("x", 1, 5), T("dx", 1, NAN)}},

    {"cumsum", F, NO_ATTRS, {T("x", 3, 1, 2, 4), T("y", 3, 1, 3, 7)}},
    {"cumsum", F, 1, {ONE("reverse", 1)}, {T("x", 3, 1, 2, 4), T("y", 3, 7, 6, 4)}},
    {"cumsum", F, 1, {ONE("exclusive", 1)}, {T("x", 3, 1, 2, 4), T("y", 3, 0, 1, 3)}},
    {"cumsum", F, 2, {ONE("exclusive", 1), ONE("reverse", 1)}, {T("x", 3, 1, 2, 4), T("y", 3, 6, 4, 0)}},
    {"cumsum", B, NO_ATTRS, {T("dy", 3, 1, 2, 4), T("dx", 3, 7, 6, 4)}},
    {"cumsum", B, 1, {ONE("exclusive", 1)}, {T("dy", 3, 1, 2, 4), T("dx", 3, 6, 4, 0)}},
    {"cumsum", B, 2, {ONE("exclusive", 1), ONE("reverse", 1)}, {T("dy", 3, 1, 2, 4), T("dx", 3, 0, 1, 3)}},
    {"cumprod", F, NO_ATTRS, {T("x", 4, 2, 3, 0, 4), T("y", 4, 2, 6, 0, 0)}},
    {"cumprod", F, 1, {ONE("exclusive", 1)}, {T("x", 4, 2, 3, 0, 4), T("y", 4, 1, 2, 6, 0)}},
    {"cumprod", B, NO_ATTRS, {T("dy", 4, 1, 1, 1, 1), T("x", 4, 2, 0, 3, 4), T("dx", 4, 1, 32, 0, 0)}},
    {"cumprod", B, NO_ATTRS, {T("dy", 3, 1, 1, 1), T("x", 3, 0, 2, 3), T("dx", 3, 9, 0, 0)}},
    {"cumprod", B, NO_ATTRS, {T("dy", 3, 1, 1, 1), T("x", 3, 2, 3, 0), T("dx", 3, 4, 2, 6)}},
    {"cumprod", B, NO_ATTRS, {T("dy", 4, 1, 1, 1, 1), T("x", 4, 2, 0, 0, 3), T("dx", 4, 1, 2, 0, 0)}},
    {"cumprod", B, 1, {ONE("exclusive", 1)}, {T("dy", 3, 1, 1, 1), T("x", 3, 2, 3, INF), T("dx", 3, 4, 2, 0)}},
    {"cummax", F, NO_ATTRS, {T("x", 5, 1, 3, 3, NAN, 9), T("y", 5, 1, 3, 3, NAN, NAN), T("index", 5, 0, 1, 1, 3, 3)}},
    {"cummax",
     F,
     1,
     {WORD("ties", "last")},
     {T("x", 5, 3, 3, NAN, 9, NAN), T("y", 5, 3, 3, NAN, NAN, NAN), T("index", 5, 0, 1, 2, 2, 4)}},
    {"cummax", F, 1, {ONE("reverse", 1)}, {T("x", 4, 1, 3, 3, 2), T("y", 4, 3, 3, 3, 2), T("index", 4, 2, 2, 2, 3)}},
    {"cummax", F, NO_ATTRS, {T("x", 3, -INF, -INF, 1), T("y", 3, -INF, -INF, 1), T("index", 3, 0, 0, 2)}},
    {"cummin", F, NO_ATTRS, {T("x", 4, 2, 3, 1, 1), T("y", 4, 2, 2, 1, 1), T("index", 4, 0, 0, 2, 2)}},
    {"cummax", B, NO_ATTRS, {T("dy", 4, 1, 2, 4, 8), T("x", 4, 1, 3, 3, 9), T("dx", 4, 1, 6, 0, 8)}},
    {"cummax", B, 1, {WORD("ties", "last")}, {T("dy", 4, 1, 2, 4, 8), T("x", 4, 1, 3, 3, 9), T("dx", 4, 1, 2, 4, 8)}},
    {"cummax", B, NO_ATTRS, {T("dy", 4, 1, 2, 4, 8), T("index", 4, 0, 0, 2, 0), T("dx", 4, 11, 0, 4, 0)}},
    {"cummin", B, 1, {ONE("reverse", 1)}, {T("dy", 3, 1, 2, 4), T("x", 3, 5, 1, 3), T("dx", 3, 0, 3, 4)}},
    {"logcumsumexp", F, NO_ATTRS, {T("x", 3, -INF, 0, 0), T("y", 3, -INF, 0, 0.69314718055994530942)}},
    {"logcumsumexp", F, NO_ATTRS, {T("x", 4, 1e4, -1e4, INF, 1), T("y", 4, 1e4, 1e4, INF, INF)}},
    {"logcumsumexp", F, 1, {ONE("exclusive", 1)}, {T("x", 2, 3, 4), T("y", 2, -INF, 3)}},
    {"logcumsumexp", B, NO_ATTRS, {T("dy", 3, 1, 2, 4), T("x", 3, -INF, 0, 0), T("dx", 3, 0, 4, 2)}},
    {"logcumsumexp", B, NO_ATTRS, {T("dy", 4, 1, 2, 4, 8), T("x", 4, 0, INF, INF, 5), T("dx", 4, 1, 14, 0, 0)}},
    {"logcumsumexp", B, NO_ATTRS, {T("dy", 3, 1, 2, NAN), T("x", 3, 0, INF, 1), T("dx", 3, NAN, NAN, NAN)}},
    {"linrec", F, NO_ATTRS, {T("a", 3, 9, 2, 3), T("b", 3, 1, 1, 1), T("y", 3, 1, 3, 10)}},
    {"linrec", F, NO_ATTRS, {T("a", 3, 9, 2, 3), T("b", 3, 1, 1, 1), T("init", 1, 1), T("y", 3, 10, 21, 64)}},
    {"linrec", F, NO_ATTRS, {T("a", 3, 1e200, 1e200, 0), T("b", 3, 1e200, 1, 5), T("y", 3, 1e200, INF, 5)}},
    {"linrec", F, 1, {ONE("exclusive", 1)}, {T("a", 2, 9, 2), T("b", 2, 1, 1), T("init", 1, 1), T("y", 2, 1, 10)}},
    {"linrec",
     B,
     NO_ATTRS,
     {T("dy", 3, 1, 1, 1), T("a", 3, 9, 2, 3), T("y", 3, 10, 21, 64), T("init", 1, 1), T("db", 3, 9, 4, 1)}},
    {"linrec",
     B,
     NO_ATTRS,
     {T("dy", 3, 1, 1, 1), T("a", 3, 9, 2, 3), T("y", 3, 10, 21, 64), T("init", 1, 1), T("da", 3, 9, 40, 21),
      T("dinit", 1, 81)}},
    {"linrec",
     B,
     1,
     {ONE("exclusive", 1)},
     {T("dy", 3, 1, 1, 1), T("a", 3, 9, 2, 3), T("y", 3, 1, 10, 21), T("init", 1, 1), T("da", 3, 3, 10, 0),
      T("dinit", 1, 28)}},
    {"linrec",
     B,
     1,
     {ONE("reverse", 1)},
     {T("dy", 3, 1, 1, 1), T("a", 3, 3, 2, 9), T("y", 3, 64, 21, 10), T("da", 3, 21, 40, 0), T("dinit", 1, 81)}},

    {"pad",
     F,
     3,
     {LIST("low", 2), LIST("high", 1), REAL("value", 9)},
     {T("x", 3, 1, 2, 3), T("y", 6, 9, 9, 1, 2, 3, 9)}},
    {"pad",
     F,
     3,
     {WORD("mode", "reflect"), LIST("low", 2), LIST("high", 1)},
     {T("x", 3, 1, 2, 3), T("y", 6, 3, 2, 1, 2, 3, 2)}},
    {"pad",
     F,
     3,
     {WORD("mode", "symmetric"), LIST("low", 2), LIST("high", 3)},
     {T("x", 3, 1, 2, 3), T("y", 8, 2, 1, 1, 2, 3, 3, 2, 1)}},
    {"pad",
     F,
     3,
     {WORD("mode", "replicate"), LIST("low", 2), LIST("high", 1)},
     {T("x", 3, 1, 2, 3), T("y", 6, 1, 1, 1, 2, 3, 3)}},
    {"pad",
     F,
     3,
     {WORD("mode", "circular"), LIST("low", 2), LIST("high", 1)},
     {T("x", 3, 1, 2, 3), T("y", 6, 2, 3, 1, 2, 3, 1)}},
    {"pad",
     F,
     3,
     {WORD("mode", "reflect"), LIST("low", -1), LIST("high", 2)},
     {T("x", 4, 1, 2, 3, 4), T("y", 5, 2, 3, 4, 3, 2)}},
    {"pad",
     B,
     3,
     {WORD("mode", "reflect"), LIST("low", -1), LIST("high", 2)},
     {T("dy", 5, 1, 2, 4, 8, 16), T("dx", 4, 0, 17, 10, 4)}},
    {"pad",
     B,
     3,
     {WORD("mode", "replicate"), LIST("low", 2), LIST("high", 1)},
     {T("dy", 6, 1, 2, 4, 8, 16, 32), T("dx", 3, 7, 8, 48)}},
    {"pad", B, 2, {LIST("low", 1), LIST("high", -1)}, {T("dy", 3, 1, 2, 4), T("dx", 3, 2, 4, 0)}},
    {"repeat", F, 1, {LIST("repeats", 2)}, {T("x", 3, 1, 2, 3), T("y", 6, 1, 2, 3, 1, 2, 3)}},
    {"repeat", B, 1, {LIST("repeats", 2)}, {T("dy", 6, 1, 2, 4, 8, 16, 32), T("dx", 3, 9, 18, 36)}},
    {"repeat", B, 1, {LIST("repeats", 0)}, {T("dy", 0, 0), T("dx", 3, 0, 0, 0)}},

    {"lerp",
     F,
     NO_ATTRS,
     {T("a", 4, 1, INF, 2, -0.0), T("b", 4, NAN, 5, 6, NAN), T("w", 4, 0, 1, 0.25, 0), T("y", 4, 1, 5, 3, -0.0)}},
    {"lerp", F, 1, {REAL("weight", 0.75)}, {T("a", 1, 2), T("b", 3, 6, 10, 2), T("y", 3, 5, 8, 2)}},
    {"lerp",
     B,
     NO_ATTRS,
     {T("dy", 3, 1, 2, 4), T("a", 1, 1), T("b", 3, 3, 5, 2), T("w", 1, 0.25), T("da", 1, 5.25), T("dw", 1, 14)}},
    {"lerp", B, NO_ATTRS, {T("dy", 3, 1, 2, 4), T("w", 1, 0.25), T("db", 3, 0.25, 0.5, 1)}},
};

/* ---- running one --------------------------------------------------------------------------------------- */

static const struct tensor *tensor_named(const struct sample *s, const char *slot) {
  for (int i = 0; i < MOST_TENSORS && s->tensors[i].slot; i++)
    if (!strcmp(s->tensors[i].slot, slot)) return &s->tensors[i];
  return NULL;
}

static int sample_problem(const struct sample *s, struct problem *p) {
  const struct entry *e = entry_find(s->op);
  rem_view views[REM_MAX_SLOTS];
  for (int i = 0; i < e->n_slots[s->pass]; i++) {
    const struct slot *slot = &e->slots[s->pass][i];
    const struct tensor *t = tensor_named(s, slot->name);
    int row = slot->shape == SHAPE_ROW || slot->shape == SHAPE_BEFORE;
    int64_t shape[] = {t ? t->n : 0};
    views[i] = rem_view_packed(slot->kind == SLOT_INDEX ? REM_I64 : REM_F64, row ? 0 : 1, shape);
    if (!t) views[i].rank = REM_LEFT_OUT;
  }
  rem_desc desc = {.size = sizeof desc, .pass = s->pass, .op = s->op, .views = views, .attrs = s->attrs};
  desc.n_views = e->n_slots[s->pass];
  desc.n_attrs = s->n_attrs;
  rem_error error = {.size = sizeof error};
  rem_status status = problem_resolve(&desc, p, &error);
  if (status) printf("%s: %s\n", s->op, error.text);
  return status == REM_OK;
}

static int same(double a, double b) {
  return (a != a && b != b) || (a == b && (a != 0 || !signbit(b) || signbit(a) == signbit(b)));
}

static void sample_check(struct check *c, const struct sample *s) {
  struct problem p;
  if (!CHECK(c, sample_problem(s, &p))) return;
  struct ref_slot out[REM_MAX_SLOTS];
  double memory[REM_MAX_SLOTS][MOST] = {{0}};
  int64_t index[REM_MAX_SLOTS][MOST] = {{0}};
  char *elements[REM_MAX_SLOTS] = {0};
  for (int i = 0; i < p.n_slots; i++) {
    const struct tensor *t = tensor_named(s, p.entry->slots[p.pass][i].name);
    if (!t) continue;
    int is_index = p.views[i].dtype == REM_I64;
    for (int k = 0; k < t->n; k++) {
      memory[i][k] = t->v[k];
      if (is_index) index[i][k] = (int64_t)t->v[k];
    }
    elements[i] = is_index ? (char *)index[i] : (char *)memory[i];
  }
  if (!CHECK(c, ref_run(&p, elements, out) == 0)) return;
  for (int i = 0; i < p.n_slots; i++) {
    const struct tensor *t = tensor_named(s, p.entry->slots[p.pass][i].name);
    for (int k = 0; out[i].value && k < t->n; k++)
      if (!CHECK(c, same((double)out[i].value[k], t->v[k])))
        printf("  sample %d, %s%s: %s[%d] is %.17g, expected %.17g\n", (int)(s - samples), s->op, s->pass ? ".bwd" : "",
               t->slot, k, (double)out[i].value[k], t->v[k]);
  }
  ref_free(&p, out);
}

/* ---- dtypes -------------------------------------------------------------------------------------------- */

static void check_dtypes(struct check *c) {
  static const struct {
    int dtype;
    uint16_t bits;
    long double value;
  } halves[] = {
      {REM_F16, 0x3c00, 1},          {REM_F16, 0xc000, -2},         {REM_F16, 0x7bff, 65504},
      {REM_F16, 0x0001, 0x1p-24L},   {REM_F16, 0x7c00, INFINITY},   {REM_F16, 0xfc00, -INFINITY},
      {REM_F16, 0x0400, 0x1p-14L},   {REM_BF16, 0x3f80, 1},         {REM_BF16, 0xc040, -3},
      {REM_BF16, 0x0001, 0x1p-133L}, {REM_BF16, 0xff80, -INFINITY}, {REM_BF16, 0x7f7f, 0x1.fep127L},
  };
  for (size_t i = 0; i < sizeof halves / sizeof *halves; i++)
    CHECK(c, ref_load(halves[i].dtype, &halves[i].bits) == halves[i].value);
  CHECK(c, isnan(ref_load(REM_F16, &(uint16_t){0x7c01})));
  CHECK(c, isnan(ref_load(REM_BF16, &(uint16_t){0x7fc0})));
  CHECK(c, ref_load(REM_I64, &(int64_t){INT64_MAX}) == (long double)INT64_MAX);
  CHECK(c, ref_ulp(REM_F32, 1) == FLT_EPSILON && ref_ulp(REM_F32, 0.75L) == FLT_EPSILON / 2);
  CHECK(c, ref_ulp(REM_F32, 0) == 0x1p-149L && ref_ulp(REM_F32, 1e-40L) == 0x1p-149L);
  CHECK(c, ref_ulp(REM_F64, -3) == 2 * DBL_EPSILON);
  CHECK(c, ref_ulp(REM_F16, 1e9L) == 32 && ref_ulp(REM_BF16, 1) == 0x1p-7L);
  CHECK(c, ref_ulp(REM_I64, 5) == 0 && ref_ulp(REM_BOOL, 1) == 0);
  CHECK(c, ref_load(REM_BOOL, &(uint8_t){2}) == 1 && ref_load(REM_U8, &(uint8_t){200}) == 200);
  CHECK(c, ref_load(REM_I8, &(int8_t){-100}) == -100 && ref_load(REM_I16, &(int16_t){-30000}) == -30000);
  CHECK(c, ref_load(REM_U32, &(uint32_t){4000000000u}) == 4000000000.0L);
}

static void check_whole(struct check *c) {
  CHECK(c, whole_wrapped(REM_I8, 200) == -56 && whole_wrapped(REM_U8, -1) == 255 && whole_wrapped(REM_U8, 256) == 0);
  CHECK(c, whole_wrapped(REM_I64, -((wide_int)INT64_MIN)) == INT64_MIN && whole_wrapped(REM_BOOL, -2) == 1);
  CHECK(c, whole_cast(REM_I8, 127.9L) == 127 && whole_cast(REM_I8, -1e9L) == -128 && whole_cast(REM_U8, -0.5L) == 0);
  CHECK(c, whole_cast(REM_U32, 1e30L) == 4294967295.0L && whole_cast(REM_I64, INFINITY) == (long double)INT64_MAX);
  CHECK(c, whole_cast(REM_I32, NAN) == 0 && whole_cast(REM_BOOL, NAN) == 1 && whole_cast(REM_BOOL, -0.0L) == 0);
  CHECK(c, floor_quotient(-7, 2) == -4 && floor_quotient(7, -2) == -4 && floor_quotient(-8, -2) == 4);
  CHECK(c, floor_quotient(5, 0) == 0 && ones_of(-1, 8) == 8 && ones_of(5, 64) == 2);
  CHECK(c, zeros_above(1, 8) == 7 && zeros_above(0, 8) == 8 && zeros_above(-1, 32) == 0);
  CHECK(c, zeros_below(8, 8) == 3 && zeros_below(0, 16) == 16);
}

/* ---- strides, accumulation, what is saved ----------------------------------------------------------------- */

static struct problem resolved(struct check *c, const char *op, int pass, const rem_view *views, int n, uint32_t add) {
  struct problem p = {0};
  rem_desc desc = {.size = sizeof desc, .pass = pass, .op = op, .views = views, .n_views = n, .accumulate = add};
  rem_error error = {.size = sizeof error};
  if (!CHECK(c, problem_resolve(&desc, &p, &error) == REM_OK)) printf("  %s: %s\n", op, error.text);
  return p;
}

/* A transposed and reversed x, reduced to a y that accumulates and lies backwards. */
static void check_strides(struct check *c) {
  float x[6] = {1, 2, 4, 8, 16, 32}, y[3] = {100, 200, 300};
  rem_view views[] = {{{2, 3}, {1, -2}, 2, REM_F32}, {{2}, {-1}, 1, REM_F32}};
  rem_attr axes = {.name = "axes", .kind = REM_ATTR_INTS, .n = 1, .v = {.is = (const int64_t[]){1}}};
  struct problem p = {0};
  rem_desc desc = {.size = sizeof desc, .op = "sum", .views = views, .n_views = 2, .attrs = &axes, .n_attrs = 1};
  desc.accumulate = 2;
  CHECK(c, problem_resolve(&desc, &p, NULL) == REM_OK);
  struct ref_slot out[2];
  char *elements[] = {(char *)&x[4], (char *)&y[1]};
  if (!CHECK(c, ref_run(&p, elements, out) == 0)) return;
  CHECK(c, out[1].n == 2 && out[1].value[0] == 21 + 200 && out[1].value[1] == 42 + 100);
  CHECK(c, out[1].scale[0] == 21 + 21 + 200);
  ref_free(&p, out);
}

/* A y narrower than the compute dtype is worked out again from x. */
static void check_narrow(struct check *c) {
  int64_t two = 2;
  double x[2] = {3, 3}, dy = 8, dx[2];
  float y = 3;
  rem_view views[] = {rem_view_packed(REM_F64, 0, NULL), rem_view_packed(REM_F64, 1, &two),
                      rem_view_packed(REM_F32, 0, NULL), rem_view_packed(REM_F64, 1, &two)};
  struct problem p = resolved(c, "logsumexp", REM_BACKWARD, views, 4, 0);
  struct ref_slot out[4];
  char *elements[] = {(char *)&dy, (char *)x, (char *)&y, (char *)dx};
  if (!CHECK(c, ref_run(&p, elements, out) == 0)) return;
  CHECK(c, (double)out[3].value[0] == 4);
  ref_free(&p, out);
}

/* ---- long rows ------------------------------------------------------------------------------------------- */

static double unit(int64_t i, int key) { return fmod((double)i * 0.6180339887498949 + key * 0.37, 1) * 2 - 1; }

/* Six times the same row: the first are summed term by term, the later ones by recurrence. */
static void check_two_ways(struct check *c, const char *op, int exclusive) {
  enum { N = 500, ROWS = 6 };
  const struct entry *e = entry_find(op);
  rem_view views[REM_MAX_SLOTS];
  static double memory[REM_MAX_SLOTS][N];
  char *elements[REM_MAX_SLOTS];
  for (int i = 0; i < e->n_slots[1]; i++) {
    int before = e->slots[1][i].shape == SHAPE_BEFORE;
    int result = e->extra != EXTRA_INIT && !strcmp(e->slots[1][i].name, "y");
    views[i] = (rem_view){{ROWS, N}, {0, 1}, 2, REM_F64};
    if (e->slots[1][i].role == REM_OUTPUT) views[i].stride[0] = N;
    if (before || result || e->slots[1][i].kind == SLOT_INDEX) views[i].rank = REM_LEFT_OUT;
    for (int k = 0; k < N; k++) memory[i][k] = unit(k, i) * e->on[1];
    elements[i] = (char *)memory[i];
  }
  rem_attr attr = ONE("exclusive", exclusive);
  rem_desc desc = {.size = sizeof desc, .pass = REM_BACKWARD, .op = op, .views = views, .attrs = &attr};
  desc.n_views = e->n_slots[1];
  desc.n_attrs = 1;
  struct problem p;
  struct ref_slot out[REM_MAX_SLOTS];
  if (!CHECK(c, problem_resolve(&desc, &p, NULL) == REM_OK) || !CHECK(c, ref_run(&p, elements, out) == 0)) return;
  for (int i = 0; i < p.n_slots; i++)
    for (int64_t k = 0; out[i].value && k < N; k++) {
      long double v = out[i].value[k], w = out[i].value[k + (ROWS - 1) * N], s = out[i].scale[k];
      CHECK(c, fabsl(v - w) <= N * LDBL_EPSILON * s);
      CHECK(c, fabsl(s - out[i].scale[k + (ROWS - 1) * N]) <= s / 8);
    }
  ref_free(&p, out);
}

/* 128 tens: no overflow meets a zero; a recurrence of tens from nothing stays nothing. */
static void check_tens(struct check *c) {
  enum { N = 256 };
  float tens[N], g[N] = {1}, zeros[N] = {0}, to[N];
  for (int i = 0; i < N; i++) tens[i] = 10;
  int64_t n = N;
  rem_view row = rem_view_packed(REM_F32, 1, &n), none = {.rank = REM_LEFT_OUT};
  struct ref_slot out[REM_MAX_SLOTS];
  struct problem p = resolved(c, "cumprod", REM_BACKWARD, (rem_view[]){row, row, none, row}, 4, 0);
  char *elements[] = {(char *)g, (char *)tens, NULL, (char *)to};
  if (!CHECK(c, ref_run(&p, elements, out) == 0)) return;
  for (int i = 0; i < N; i++) CHECK(c, out[3].value[i] == (i == 0));
  ref_free(&p, out);
  p = resolved(c, "linrec", REM_FORWARD, (rem_view[]){row, row, none, row}, 4, 0);
  char *inputs[] = {(char *)tens, (char *)zeros, NULL, (char *)to};
  if (!CHECK(c, ref_run(&p, inputs, out) == 0)) return;
  for (int i = 0; i < N; i++) CHECK(c, out[3].value[i] == 0);
  ref_free(&p, out);
}

/* ---- gradients against differences --------------------------------------------------------------------- */

static void check_difference(struct check *c, const char *op, const rem_attr *attrs, int n_attrs, const rem_view *views,
                             int n_views) {
  rem_desc desc = {.size = sizeof desc, .pass = REM_BACKWARD, .op = op, .views = views, .attrs = attrs};
  desc.n_views = n_views;
  desc.n_attrs = n_attrs;
  struct problem p;
  rem_error error = {.size = sizeof error};
  if (!CHECK(c, problem_resolve(&desc, &p, &error) == REM_OK)) {
    printf("  %s: %s\n", op, error.text);
    return;
  }
  int compared = 0;
  for (uint64_t seed = 0; seed < 8; seed++) {
    struct ref_difference d;
    CHECK(c, ref_gradient_difference(&p, seed, &d) == 0);
    if (d.skipped) continue;
    compared++;
    if (!CHECK(c, d.disagreement < REF_DIFFERENCE)) printf("  %s: disagreement %Lg\n", op, d.disagreement);
  }
  if (!CHECK(c, compared > 0)) printf("  %s: nothing compared\n", op);
}

static void check_differences(struct check *c) {
  const rem_view x = rem_view_packed(REM_F32, 2, (const int64_t[]){7, 33}), open = {.rank = REM_OPEN};
  const rem_view none = {.rank = REM_LEFT_OUT};
  const char *rows[] = {"sum", "mean", "max", "min", "prod", "norm2", "logsumexp", "var", "std"};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const rem_attr axes = LIST("axes", 1);
    const rem_view views[] = {open, x, none, none, open};
    check_difference(c, rows[i], &axes, 1, views, entry_find(rows[i])->n_slots[1]);
    check_difference(c, rows[i], NULL, 0, views, entry_find(rows[i])->n_slots[1]);
  }
  const char *scans[] = {"cumsum", "cumprod", "cummax", "cummin", "logcumsumexp"};
  for (size_t i = 0; i < sizeof scans / sizeof *scans; i++)
    for (int how = 0; how < 4; how++) {
      const rem_attr attrs[] = {ONE("axis", how & 1), ONE("reverse", how >> 1), ONE("exclusive", 1)};
      const rem_view views[] = {x, x, none, none, open};
      int n_attrs = entry_find(scans[i])->empty_refused ? 2 : 3;
      check_difference(c, scans[i], attrs, 2, views, entry_find(scans[i])->n_slots[1]);
      check_difference(c, scans[i], attrs, n_attrs, views, entry_find(scans[i])->n_slots[1]);
    }
  const rem_view before = rem_view_packed(REM_F32, 1, (const int64_t[]){7});
  for (int how = 0; how < 4; how++) {
    const rem_attr attrs[] = {ONE("exclusive", how & 1), ONE("reverse", how >> 1)};
    check_difference(c, "linrec", attrs, 2, (rem_view[]){x, x, x, before, open, open, open}, 7);
    check_difference(c, "linrec", attrs, 2, (rem_view[]){x, x, x, none, open, open, none}, 7);
  }
  const char *modes[] = {"constant", "reflect", "replicate", "circular", "symmetric"};
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
    const int64_t low[] = {3, -4}, high[] = {-2, 9};
    const rem_attr attrs[] = {WORD("mode", modes[i]),
                              {.name = "low", .kind = REM_ATTR_INTS, .n = 2, .v = {.is = low}},
                              {.name = "high", .kind = REM_ATTR_INTS, .n = 2, .v = {.is = high}}};
    check_difference(c, "pad", attrs, 3, (rem_view[]){open, x}, 2);
  }
  const rem_attr repeats = {.name = "repeats", .kind = REM_ATTR_INTS, .n = 3, .v = {.is = (const int64_t[]){2, 1, 3}}};
  check_difference(c, "repeat", &repeats, 1, (rem_view[]){open, x}, 2);
  const rem_view column = rem_view_packed(REM_F32, 2, (const int64_t[]){7, 1});
  const rem_view last = rem_view_packed(REM_F32, 1, (const int64_t[]){33});
  check_difference(c, "lerp", NULL, 0, (rem_view[]){x, column, x, last, open, open, open}, 7);
  check_difference(c, "lerp", NULL, 0, (rem_view[]){x, x, column, column, open, open, open}, 7);
  const rem_attr weight = REAL("weight", 0.3);
  check_difference(c, "lerp", &weight, 1, (rem_view[]){x, none, none, none, x, column, none}, 7);
}

int main(void) {
  struct check c = {.name = "ref"};
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) sample_check(&c, &samples[i]);
  check_dtypes(&c);
  check_whole(&c);
  check_strides(&c);
  check_narrow(&c);
  const char *scans[] = {"cumsum", "cumprod", "logcumsumexp", "linrec"};
  for (size_t i = 0; i < sizeof scans / sizeof *scans; i++)
    for (int exclusive = 0; exclusive < 2; exclusive++) check_two_ways(&c, scans[i], exclusive);
  check_tens(&c);
  check_differences(&c);
  return check_end(&c);
}
