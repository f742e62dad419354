/* random.c: docs/random.md: Philox against the vectors of its authors, what an op draws against that page, and whether the numbers look
 * random: rates, neighbours, places of a block, seeds and offsets. */
#include "check.h"
#include "remora/remora.h"

#include "vocab.h"

#include "random.h"

#include "ref/random.h"

#include <math.h>
#include <stdlib.h>

/* ---- known answers ---- */

static const struct {
  uint32_t counter[4], key[2], words[4];
} known[] = {
    {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
    {{~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
    {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
     {0xa4093822, 0x299f31d0},
     {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
};

static void known_answers(struct check *c) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const uint32_t *k = known[i].counter, *expected = known[i].words;
    uint32_t words[4];
    words_of_4 x = philox((words_of_4){k[0], k[1], k[2], k[3]}, known[i].key[0], known[i].key[1]);
    ref_philox(k, known[i].key, words);
    CHECK(c, x.a == expected[0] && x.b == expected[1] && x.c == expected[2] && x.d == expected[3]);
    CHECK(c, memcmp(words, expected, sizeof words) == 0);
  }
}

/* ---- what dropout keeps ---- */

struct drop {
  rem_plan *plan;
  int64_t n;
  double *x, *y;
  unsigned char *mask;
};

static int drop_create(struct drop *d, rem_context *context, int64_t n, double p, int64_t offset) {
  rem_view views[] = {rem_view_packed(REM_F64, 1, &n), rem_view_packed(REM_I64, 0, NULL),
                      rem_view_packed(REM_F64, 1, &n), rem_view_packed(REM_BOOL, 1, &n)};
  rem_attr attrs[] = {{.name = "p", .kind = REM_ATTR_REAL, .v.f = p},
                      {.name = "offset", .kind = REM_ATTR_INT, .v.i = offset}};
  rem_desc desc = {.size = sizeof desc, .op = "dropout", .views = views, .n_views = 4, .attrs = attrs, .n_attrs = 2};
  size_t bytes = (size_t)n * sizeof(double);
  *d = (struct drop){.n = n, .x = malloc(bytes), .y = malloc(bytes), .mask = malloc((size_t)n)};
  for (int64_t i = 0; d->x && i < n; i++) d->x[i] = 1;
  return !d->x || !d->y || !d->mask || rem_plan_create(context, &desc, &d->plan, NULL);
}

/* y may be x. */
static int drop_run_to(struct drop *d, int64_t seed, double *y) {
  size_t bytes, align, each = (size_t)d->n * sizeof(double);
  rem_buffer buffers[] = {{d->x, each, 0}, {&seed, sizeof seed, 0}, {y, each, 0}, {d->mask, (size_t)d->n, 0}};
  rem_plan_workspace(d->plan, &bytes, &align);
  void *workspace = aligned_alloc(4096, (bytes + 4096) / 4096 * 4096);
  int rc = !workspace || rem_plan_run(d->plan, buffers, 4, workspace, bytes, NULL, NULL);
  free(workspace);
  return rc;
}
static int drop_run(struct drop *d, int64_t seed) { return drop_run_to(d, seed, d->y); }

static void drop_destroy(struct drop *d) {
  rem_plan_destroy(d->plan);
  free(d->x), free(d->y), free(d->mask);
}

/* As docs/random.md says, element by element; one plan serves every seed. */
static void as_written(struct check *c, rem_context *context) {
  enum { N = 1003 };
  static const int64_t seeds[] = {0, 1, -1, INT64_MIN, 0x123456789abcdef};
  struct drop d;
  if (!CHECK(c, !drop_create(&d, context, N, 0.3, -5))) return;
  for (size_t s = 0; s < sizeof seeds / sizeof *seeds; s++) {
    int same = !drop_run(&d, seeds[s]);
    for (int64_t i = 0; i < N; i++) {
      int keep = ref_draw((uint64_t)seeds[s], (uint64_t)-5, (uint64_t)i) >= (float)0.3;
      same = same && d.mask[i] == keep && d.y[i] == (keep ? 1 / (1 - 0.3) : 0);
    }
    CHECK(c, same);
  }
  CHECK(c, !drop_run_to(&d, seeds[0], d.x) && !drop_run(&d, seeds[0]));
  for (int64_t i = 0; i < N; i++)
    d.x[i] *= d.mask[i] ? 1 / (1 - 0.3) : 0; /* once more: what was kept in place is kept again */
  CHECK(c, memcmp(d.x, d.y, N * sizeof *d.x) == 0);
  drop_destroy(&d);
}

/* ---- how random it looks: every statistic within five standard deviations ---- */

/* How far the sum of n independent numbers of mean 0 and variance v is from 0, in standard deviations. */
static double sigmas(double sum, double n, double v) { return fabs(sum) / sqrt(n * v); }

/* Kept or not, less the chance of it. */
static double at(const struct drop *d, double keep, int64_t i) { return d->mask[i] - keep; }

static void rates(struct check *c, const struct drop *d, double keep) {
  static const int64_t lags[] = {1, 2, 3, 4, 5, 7, 8, 16, 64, 256, 4096};
  double v = keep * (1 - keep), all = 0, place[4] = {0};
  for (int64_t i = 0; i < d->n; i++) all += at(d, keep, i), place[i % 4] += at(d, keep, i);
  CHECK(c, sigmas(all, (double)d->n, v) < 5);
  for (int k = 0; k < 4; k++) CHECK(c, sigmas(place[k], (double)d->n / 4, v) < 5);
  for (size_t k = 0; k < sizeof lags / sizeof *lags; k++) {
    double sum = 0;
    for (int64_t i = 0; i + lags[k] < d->n; i++) sum += at(d, keep, i) * at(d, keep, i + lags[k]);
    CHECK(c, sigmas(sum, (double)(d->n - lags[k]), v * v) < 5);
  }
}

/* Masks of two seeds, or of two offsets, have nothing to do with each other. */
static void apart(struct check *c, const struct drop *d, const struct drop *e, double keep) {
  double v = keep * (1 - keep), sum = 0;
  for (int64_t i = 0; i < d->n; i++) sum += at(d, keep, i) * at(e, keep, i);
  CHECK(c, sigmas(sum, (double)d->n, v * v) < 5);
}

static void statistics(struct check *c, rem_context *context) {
  enum { N = 400000 };
  static const double chances[] = {0.01, 0.1, 0.5, 0.9, 0.999};
  static const int64_t seeds[] = {0, 1, 2, 42, -1};
  for (size_t k = 0; k < sizeof chances / sizeof *chances; k++) {
    struct drop a, b;
    double keep = 1 - ceil((float)chances[k] * 0x1p24) * 0x1p-24;
    int rc = drop_create(&a, context, N, chances[k], 0) | drop_create(&b, context, N, chances[k], 1);
    for (size_t s = 0; !rc && s < sizeof seeds / sizeof *seeds; s++) {
      CHECK(c, !drop_run(&a, seeds[s]) && !drop_run(&b, seeds[s]));
      rates(c, &a, keep);
      apart(c, &a, &b, keep);
      CHECK(c, !drop_run(&b, seeds[s] + 1));
      apart(c, &a, &b, keep);
    }
    CHECK(c, !rc);
    drop_destroy(&a), drop_destroy(&b);
  }
}

/* Nothing is left of what is dropped, and with p = 0 everything is as it was. */
static void edges(struct check *c, rem_context *context) {
  static const double chances[] = {0, 1, 0.5};
  for (int k = 0; k < 3; k++) {
    struct drop d;
    if (!CHECK(c, !drop_create(&d, context, 64, chances[k], 0))) continue;
    for (int64_t i = 0; i < d.n; i++) d.x[i] = i % 4 == 0 ? INFINITY : i % 4 == 1 ? NAN : i % 4 == 2 ? -INFINITY : -0.0;
    int good = !drop_run(&d, 7), kept = 0;
    for (int64_t i = 0; i < d.n; i++) {
      kept += d.mask[i];
      if (!d.mask[i]) good = good && d.y[i] == 0 && !signbit(d.y[i]);
      else good = good && (isnan(d.x[i]) ? isnan(d.y[i]) : d.y[i] == d.x[i] && !signbit(d.y[i]) == !signbit(d.x[i]));
    }
    CHECK(c, good && (k == 0 ? kept == 64 : k == 1 ? kept == 0 : kept > 0));
    drop_destroy(&d);
  }
}

int main(void) {
  struct check c = {.name = "random"};
  rem_context *context = NULL;
  rem_context_desc desc = {.size = sizeof desc, .device = "cpu"};
  known_answers(&c);
  if (CHECK_INT(&c, rem_context_create(&desc, &context, NULL), REM_OK)) {
    as_written(&c, context);
    statistics(&c, context);
    edges(&c, context);
  }
  rem_context_destroy(context);
  return check_end(&c);
}
