/* order.c: docs/order.md, written down plainly and one element after the other, gives the bits of the library: so the
 * document is what every backend can be built from. All in f32, on values that neither overflow nor underflow. */
#include "check.h"
#include "problem.h"
#include "remora/remora.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 1 << 19, LEVELS = 6 };

/* A state, and how many elements it holds. */
struct state {
  float m, s;
  int64_t n;
};
typedef struct state joiner(struct state a, struct state b);

static struct state add(struct state a, struct state b) { return (struct state){0, a.s + b.s, a.n + b.n}; }
static struct state times(struct state a, struct state b) { return (struct state){0, a.s * b.s, a.n + b.n}; }
static struct state chan(struct state a, struct state b) {
  float na = (float)a.n, nb = (float)b.n, d = b.m - a.m, q = nb / (na + nb);
  return (struct state){a.m + d * q, (a.s + b.s) + d * d * (na * q), a.n + b.n};
}
/* The map h -> m h + s, first a, then b. */
static struct state affine(struct state a, struct state b) {
  return (struct state){a.m * b.m, b.m * a.s + b.s, a.n + b.n};
}

/* ---- reductions ---- */

static struct state tree(struct state *items, int64_t n, joiner *join) {
  for (; n > 1; n = (n + 1) / 2)
    for (int64_t i = 0; i < n; i += 2) items[i / 2] = i + 1 < n ? join(items[i], items[i + 1]) : items[i];
  return items[0];
}

static struct state reduce(const struct state *x, int64_t n, joiner *join) {
  struct state chunks[MOST / 4096 + 1], lanes[128];
  int64_t k = 0;
  for (int64_t c = 0; c < n; c += 4096) {
    int64_t end = c + 4096 < n ? c + 4096 : n, width = end - c < 128 ? end - c : 128;
    for (int64_t l = 0; l < width; l++) {
      lanes[l] = x[c + l];
      for (int64_t i = c + l + 128; i < end; i += 128) lanes[l] = join(lanes[l], x[i]);
    }
    chunks[k++] = tree(lanes, width, join);
  }
  return tree(chunks, k, join);
}

/* Rows that are normalised: lanes of 256 in chunks of 1024, chunks in sections of 8192. */
static float section_sum(const struct state *x, int64_t n) {
  struct state chunks[8], lanes[256];
  int64_t k = 0;
  for (int64_t c = 0; c < n; c += 1024) {
    int64_t end = c + 1024 < n ? c + 1024 : n, width = end - c < 256 ? end - c : 256;
    for (int64_t l = 0; l < width; l++) {
      lanes[l] = x[c + l];
      for (int64_t i = c + l + 256; i < end; i += 256) lanes[l] = add(lanes[l], x[i]);
    }
    chunks[k++] = tree(lanes, width, add);
  }
  return tree(chunks, k, add).s;
}

/* ---- scans ---- */

/* at[i]: the state of everything up to i; before[i]: of everything before it. */
static void scan(const struct state *x, int64_t n, joiner *join, struct state identity, struct state *at,
                 struct state *before) {
  struct state group[LEVELS] = {{0, 0, 0}}, local[256], total[32];
  int used[LEVELS] = {0};
  for (int64_t b = 0; b < n; b += 256) {
    int64_t rows = n - b < 256 ? n - b : 256, segments = (rows + 7) / 8;
    for (int64_t r = 0; r < rows; r++) total[r / 8] = local[r] = r % 8 ? join(local[r - 1], x[b + r]) : x[b + r];
    for (int64_t half = 1; half < segments; half *= 2)
      for (int64_t s = segments - 1; s >= 0; s--)
        if (s & half) total[s] = join(total[s / half * half - 1], total[s]);
    struct state carry = identity;
    int any = 0;
    for (int l = LEVELS - 1; l >= 0; l--)
      if (used[l]) carry = any++ ? join(carry, group[l]) : group[l];
    for (int64_t r = 0; r < rows; r++) {
      struct state front = r < 8 ? carry : join(carry, total[r / 8 - 1]);
      at[b + r] = join(front, local[r]);
      before[b + r] = r % 8 ? join(front, local[r - 1]) : front;
    }
    struct state whole = total[segments - 1];
    for (int l = 0; l < LEVELS; l++) {
      group[l] = used[l] ? join(group[l], whole) : whole;
      if (++used[l] < 32) break;
      used[l] = 0;
      whole = group[l];
    }
  }
}

/* ---- the library ---- */

struct test {
  struct check check;
  rem_context *context;
  float *x, *g, *y; /* inputs, and what is expected */
  struct state *items, *at, *before;
};

/* Runs a line whose inputs are in (slot order) and compares its last output with y. */
static void compare(struct test *t, const char *line, float *const *in, int64_t n) {
  struct parsed parsed;
  rem_desc desc;
  rem_plan *plan = NULL;
  rem_error error = {.size = sizeof error};
  rem_buffer buffers[REM_MAX_SLOTS] = {{0}};
  char why[WHY_BYTES] = "";
  size_t bytes = 0, align = 0;
  float *found = calloc((size_t)n + 1, sizeof *found);
  if (!CHECK(&t->check, found && !parse_problem(line, &parsed, why, sizeof why))) goto out;
  parsed_desc(&parsed, &desc);
  if (!CHECK(&t->check, rem_plan_create(t->context, &desc, &plan, &error) == REM_OK)) goto out;
  for (int i = 0, k = 0; i < parsed.n_views; i++) {
    if (parsed.views[i].rank == REM_LEFT_OUT) continue;
    float *base = in[k] ? in[k] : found;
    k += in[k] != NULL;
    buffers[i] = (rem_buffer){base, (size_t)(base == found ? n : MOST) * sizeof *base, 0};
  }
  rem_plan_workspace(plan, &bytes, &align);
  void *workspace = aligned_alloc(64, (bytes + 64) / 64 * 64);
  rem_status status = rem_plan_run(plan, buffers, parsed.n_views, workspace, bytes, NULL, &error);
  free(workspace);
  if (!CHECK(&t->check, status == REM_OK && !memcmp(found, t->y, (size_t)n * sizeof *found)))
    printf("  in %s %s\n", line, error.text);
out:
  if (*why || error.text[0]) printf("  %s: %s%s\n", line, why, error.text);
  rem_plan_destroy(plan);
  free(found);
}

static void fill(float *x, int64_t n, float lo, float hi, uint64_t seed) {
  for (int64_t i = 0; i < n; i++) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    x[i] = lo + (hi - lo) * (float)(seed >> 40) * 0x1p-24f;
  }
}

static struct state one(float m, float s) { return (struct state){m, s, 1}; }

/* ---- what is compared ---- */

static void test_rows(struct test *t, int64_t n) {
  char line[96];
  float *const in[] = {t->x, NULL};
  fill(t->x, n, -8, 8, 1);
  for (int64_t i = 0; i < n; i++) t->items[i] = one(0, t->x[i]);
  t->y[0] = reduce(t->items, n, add).s;
  snprintf(line, sizeof line, "sum x:f32[%" PRId64 "] y:f32[]", n);
  compare(t, line, in, 1);
  for (int64_t i = 0; i < n; i++) t->items[i] = one(t->x[i] - t->x[0], 0);
  t->y[0] = reduce(t->items, n, chan).s / (float)n;
  snprintf(line, sizeof line, "var correction=0 x:f32[%" PRId64 "] y:f32[]", n);
  compare(t, line, in, 1);
}

/* Every section is looked at for its mean, then for the squares around it. */
static void test_norms(struct test *t, int64_t n) {
  char line[128];
  float *const in[] = {t->x, NULL};
  struct state sections[MOST / 8192 + 1];
  int64_t k = 0;
  fill(t->x, n, 90, 110, 9);
  for (int64_t c = 0; c < n; c += 8192) {
    int64_t some = n - c < 8192 ? n - c : 8192;
    for (int64_t i = 0; i < some; i++) t->items[i] = one(0, t->x[c + i] - t->x[0]);
    float mean = section_sum(t->items, some) / (float)some;
    for (int64_t i = 0; i < some; i++) {
      float d = (t->x[c + i] - t->x[0]) - mean;
      t->items[i] = one(0, d * d);
    }
    sections[k++] = (struct state){mean, section_sum(t->items, some), some};
  }
  struct state row = tree(sections, k, chan);
  float rstd = 1.0f / sqrtf(row.s / (float)n + 1e-5f);
  for (int64_t i = 0; i < n; i++) t->y[i] = ((t->x[i] - t->x[0]) - row.m) * rstd * 1.0f + 0.0f;
  snprintf(line, sizeof line, "layer_norm x:f32[%" PRId64 "] y:f32[%" PRId64 "]", n, n);
  compare(t, line, in, n);
}

/* Axes 0 and 2 of [67,3,131]: the inner run first, states in between. */
static void test_runs(struct test *t) {
  enum { A = 67, B = 3, C = 131 };
  struct state outer[A];
  float *const in[] = {t->x, NULL};
  fill(t->x, A * B * C, -8, 8, 2);
  for (int b = 0; b < B; b++) {
    for (int a = 0; a < A; a++) {
      for (int c = 0; c < C; c++) t->items[c] = one(t->x[(a * B + b) * C + c] - t->x[b * C], 0);
      outer[a] = reduce(t->items, C, chan);
    }
    t->y[b] = reduce(outer, A, chan).s / (float)(A * C);
  }
  compare(t, "var axes=0,2 correction=0 x:f32[67,3,131] y:f32[3]", in, B);
}

static void test_scans(struct test *t, int64_t n) {
  char line[128];
  float *const one_in[] = {t->x, NULL}, *const two_in[] = {t->g, t->x, NULL};
  fill(t->x, n, -8, 8, 3);
  for (int64_t i = 0; i < n; i++) t->items[i] = one(0, t->x[i]);
  scan(t->items, n, add, one(0, -0.0f), t->at, t->before);
  for (int64_t i = 0; i < n; i++) t->y[i] = t->at[i].s;
  snprintf(line, sizeof line, "cumsum x:f32[%" PRId64 "] y:f32[%" PRId64 "]", n, n);
  compare(t, line, one_in, n);
  for (int64_t i = n - 1; i > 0; i--) t->y[i] = t->y[i - 1];
  t->y[0] = 0;
  snprintf(line, sizeof line, "cumsum exclusive=1 x:f32[%" PRId64 "] y:f32[%" PRId64 "]", n, n);
  compare(t, line, one_in, n);
  for (int64_t i = 0; i < n; i++) t->items[i] = one(0, t->x[n - 1 - i]);
  scan(t->items, n, add, one(0, -0.0f), t->at, t->before);
  for (int64_t i = 0; i < n; i++) t->y[i] = t->at[n - 1 - i].s;
  snprintf(line, sizeof line, "cumsum reverse=1 x:f32[%" PRId64 "] y:f32[%" PRId64 "]", n, n);
  compare(t, line, one_in, n);
  snprintf(line, sizeof line, "cumsum.bwd dy:f32[%" PRId64 "] dx:f32[%" PRId64 "]", n, n);
  compare(t, line, one_in, n);

  fill(t->x, n, 0.99f, 1.01f, 4);
  fill(t->g, n, -8, 8, 5);
  for (int64_t i = 0; i < n; i++) t->items[i] = one(0, t->x[i]);
  scan(t->items, n, times, one(0, 1), t->at, t->before);
  for (int64_t i = 0; i < n; i++) t->y[i] = t->before[i].s;
  for (int64_t j = 0; j < n; j++) t->items[n - 1 - j] = one(j + 1 < n ? t->x[j + 1] : 1, t->g[j]);
  scan(t->items, n, affine, one(1, 0), t->at, t->before);
  for (int64_t j = 0; j < n; j++) t->y[j] *= t->at[n - 1 - j].s;
  snprintf(line, sizeof line, "cumprod.bwd dy:f32[%" PRId64 "] x:f32[%" PRId64 "] dx:f32[%" PRId64 "]", n, n, n);
  compare(t, line, two_in, n);
}

/* Each axis by itself, the inner one first; rows of dy that go to row i of dx are [from(i), from(i) + many(i)). */
static void test_replicate(struct test *t) {
  enum { LOW = 300, N = 3, HIGH = 200, P = LOW + N + HIGH, Q = 2 + N + 150 };
  static const int64_t from[2][N] = {{0, LOW + 1, LOW + 2}, {0, 3, 4}},
                       many[2][N] = {{LOW + 1, 1, 1 + HIGH}, {3, 1, 151}};
  float *const in[] = {t->g, NULL};
  fill(t->g, P * Q, -8, 8, 6);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      for (int64_t p = 0; p < many[0][i]; p++) {
        for (int64_t q = 0; q < many[1][j]; q++) t->at[q] = one(0, t->g[(from[0][i] + p) * Q + from[1][j] + q]);
        t->items[p] = reduce(t->at, many[1][j], add);
      }
      t->y[i * N + j] = reduce(t->items, many[0][i], add).s;
    }
  compare(t, "pad.bwd mode=replicate low=300,2 high=200,150 dy:f32[503,155] dx:f32[3,3]", in, N * N);
}

/* reflect by one on every side of [3,3]: the middle of each axis has three places. */
static void test_reflect(struct test *t) {
  float *const in[] = {t->g, NULL};
  fill(t->g, 25, -8, 8, 7);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      float sum = 0;
      for (int p = i == 1 ? 0 : i + 1, first = 1; p < 5; p += i == 1 ? 2 : 5, first = 0) {
        const float *row = t->g + 5 * p;
        float inner = j == 1 ? (row[0] + row[2]) + row[4] : row[j + 1];
        sum = first ? inner : sum + inner;
      }
      t->y[i * 3 + j] = sum;
    }
  compare(t, "pad.bwd mode=reflect low=1,1 high=1,1 dy:f32[5,5] dx:f32[3,3]", in, 9);
}

static void test_repeat(struct test *t) {
  enum { C0 = 150, N0 = 3, C1 = 300, N1 = 2 };
  float *const in[] = {t->g, NULL};
  fill(t->g, C0 * N0 * C1 * N1, -8, 8, 8);
  for (int i = 0; i < N0; i++)
    for (int j = 0; j < N1; j++) {
      for (int a = 0; a < C0; a++) {
        for (int b = 0; b < C1; b++) t->at[b] = one(0, t->g[((a * N0 + i) * C1 + b) * N1 + j]);
        t->items[a] = reduce(t->at, C1, add);
      }
      t->y[i * N1 + j] = reduce(t->items, C0, add).s;
    }
  compare(t, "repeat.bwd repeats=150,300 dy:f32[450,600] dx:f32[3,2]", in, N0 * N1);
}

/* Rows that are picked: 32 of those that go to one place one after the other, then chunks by neighbours. Of three rows of the table
 * the first gets most; the index 7 is none of them. */
static void test_picked(struct test *t, int64_t n) {
  enum { ROWS = 3 };
  int32_t *index = (int32_t *)(void *)t->x;
  float *const in[] = {t->g, t->x, NULL};
  char line[80];
  fill(t->g, n, -8, 8, 9);
  for (int64_t i = 0; i < n; i++) index[i] = i % 5 == 4 ? 1 + i % 2 : i % 97 == 96 ? 7 : 0;
  for (int row = 0; row < ROWS; row++) {
    int64_t chunks = 0, count = 0;
    for (int64_t i = 0; i < n; i++) {
      if (index[i] != row) continue;
      struct state *to = &t->items[chunks - (count % 32 != 0)];
      *to = count % 32 ? add(*to, one(0, t->g[i])) : one(0, t->g[i]);
      chunks += count++ % 32 == 0;
    }
    t->y[row] = count ? tree(t->items, chunks, add).s : 0;
  }
  snprintf(line, sizeof line, "embedding.bwd f32[3] i32[%lld] dy:f32", (long long)n);
  compare(t, line, in, ROWS);
}

/* Rows with a list of classes: of each class that is not listed the pairs in the order of the list, then the order of norms. */
static void test_rivals(struct test *t, int64_t n) {
  int32_t *list = (int32_t *)(void *)t->g;
  float *const in[] = {t->x, t->g, NULL};
  int64_t entries = n / 2 < 7 ? n / 2 : 7, sections = 0;
  char line[80];
  fill(t->x, n, -2, 2, 11);
  for (int64_t j = 0; j < n; j++) list[j] = j < entries ? (int32_t)(j * j * 31 % n) : -1;
  for (int64_t i = 0; i < n; i++) {
    float sum = 0;
    int listed = 0;
    for (int64_t j = 0; j < entries; j++) {
      float ahead = 1 + (t->x[i] - t->x[list[j]]);
      sum += ahead > 0 ? ahead : 0;
      listed |= list[j] == i;
    }
    t->at[i] = one(0, listed ? 0 : sum);
  }
  for (int64_t c = 0; c < n; c += 8192) t->items[sections++] = one(0, section_sum(t->at + c, n - c < 8192 ? n - c : 8192));
  t->y[0] = tree(t->items, sections, add).s / (float)n;
  snprintf(line, sizeof line, "multilabel_margin_loss reduction=none f32[%lld] i32[%lld] y:f32", (long long)n, (long long)n);
  compare(t, line, in, 1);
}

int main(void) {
  static const int64_t sizes[] = {1, 2, 3, 5, 8, 9, 127, 128, 129, 256, 257, 4095, 4097, 8193, 9000, 70000, 300001};
  struct test t = {.check = {"order", 0, 0}};
  t.x = calloc(MOST, sizeof *t.x);
  t.g = calloc(MOST, sizeof *t.g);
  t.y = calloc(MOST, sizeof *t.y);
  t.items = calloc(MOST, sizeof *t.items);
  t.at = calloc(MOST, sizeof *t.at);
  t.before = calloc(MOST, sizeof *t.before);
  if (!t.x || !t.g || !t.y || !t.items || !t.at || !t.before || rem_context_create(NULL, &t.context, NULL)) return 2;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    test_rows(&t, sizes[i]);
    test_scans(&t, sizes[i]);
    test_norms(&t, sizes[i]);
    test_picked(&t, sizes[i]);
    test_rivals(&t, sizes[i]);
  }
  test_runs(&t);
  test_replicate(&t);
  test_reflect(&t);
  test_repeat(&t);
  rem_context_destroy(t.context);
  free(t.x), free(t.g), free(t.y), free(t.items), free(t.at), free(t.before);
  return check_end(&t.check);
}
