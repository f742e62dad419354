/* neighbours.c: the bits of a line do not depend on what the lines beside it hold. Kernels take a quick way where everything in
 * reach is an ordinary number, and a slow one next to zeros, infinities, and numbers that overflow or underflow when multiplied. */
#include <remora/remora.h>

#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "draw.h"

enum { MAX_INPUTS = 3, MAX_OUTPUTS = 2, PACKED_ALIGN = 64 };

/* A problem over [lines, n] along axis 1, or [n, lines] along axis 0, with the first inputs and outputs of the op. */
struct scene {
  const char *op;
  int pass, axis, dtype, inputs, outputs;
  int64_t lines, n;
};

/* Numbers of every magnitude that keep a line's products in range for a while: mantissa in [1, 2), exponents -span .. span. */
static double ordinary(uint64_t *seed, int span) {
  double m = 1 + (double)(draw(seed) & 0xfffff) / 0x100000;
  int e = (int)(draw(seed) % (uint64_t)(2 * span + 1)) - span;
  return ldexp(draw(seed) & 1 ? m : -m, e);
}

static double odd(uint64_t *seed) {
  static const double list[] = {0, -0.0, 0x1p-126, 0x1p-140, 0x1p127, -0x1.8p120, 0x1p-100, 1e-30, 1, -1};
  return list[draw(seed) % (sizeof list / sizeof *list)];
}

static void put(void *data, int dtype, int64_t at, double x) {
  if (dtype == REM_F64) ((double *)data)[at] = x;
  else ((float *)data)[at] = (float)x;
}

static int64_t place(const struct scene *s, int64_t line, int64_t i) {
  return s->axis ? line * s->n + i : i * s->lines + line;
}

/* Every second line is the same in both fillings; the others are ordinary, or odd. */
static void fill(const struct scene *s, void *data, uint64_t seed, int oddly) {
  for (int64_t line = 0; line < s->lines; line++)
    for (int64_t i = 0; i < s->n; i++) {
      int spans[] = {1, 0, 12, 40};
      double x = ordinary(&seed, spans[line % 4]), y = odd(&seed);
      put(data, s->dtype, place(s, line, i), oddly && line % 2 ? y : x);
    }
}

/* Runs the scene; out[k] receives its outputs. 0: it could not be run. */
static int run(const struct scene *s, rem_context *context, int oddly, void *const *out) {
  int64_t shape[2] = {s->axis ? s->lines : s->n, s->axis ? s->n : s->lines};
  size_t bytes = (size_t)(s->lines * s->n) * rem_dtype_size(s->dtype), need, align;
  rem_view views[MAX_INPUTS + MAX_OUTPUTS + 2];
  rem_buffer buffers[MAX_INPUTS + MAX_OUTPUTS + 2] = {{0}};
  rem_attr attr = {.name = "axis", .kind = REM_ATTR_INT, .v = {.i = s->axis}};
  rem_desc desc = {.size = sizeof desc, .op = s->op, .pass = s->pass, .views = views, .attrs = &attr, .n_attrs = 1};
  rem_error error = {.size = sizeof error};
  rem_plan *plan = NULL;
  void *data[MAX_INPUTS] = {0}, *workspace = NULL;
  int n = 0, done = 0, outs = 0;
  rem_slot_info info;
  for (; rem_op_slot(s->op, s->pass, NULL, 0, n, &info, NULL) == REM_OK; n++) {
    int input = info.role == REM_INPUT, kept = input ? n < s->inputs : outs < s->outputs;
    views[n].rank = REM_LEFT_OUT;
    if (!kept) continue;
    views[n] = rem_view_packed(s->dtype, 2, shape);
    if (input) {
      data[n] = malloc(bytes);
      fill(s, data[n], (uint64_t)n + 7, oddly);
    }
    buffers[n] = (rem_buffer){input ? data[n] : out[outs++], bytes, 0};
  }
  desc.n_views = n;
  if (rem_plan_create(context, &desc, &plan, &error) == REM_OK) {
    rem_plan_workspace(plan, &need, &align);
    if (!need || !posix_memalign(&workspace, PACKED_ALIGN, need))
      done = rem_plan_run(plan, buffers, n, workspace, need, NULL, &error) == REM_OK;
  }
  if (!done) printf("FAIL %s: %s\n", s->op, error.text);
  for (int i = 0; i < MAX_INPUTS; i++) free(data[i]);
  free(workspace);
  rem_plan_destroy(plan);
  return done;
}

/* Lines that both runs share have the same bits, NaN apart. */
static int same(const struct scene *s, const void *a, const void *b) {
  size_t size = rem_dtype_size(s->dtype);
  for (int64_t line = 0; line < s->lines; line += 2)
    for (int64_t i = 0; i < s->n; i++) {
      size_t at = (size_t)place(s, line, i) * size;
      double x = s->dtype == REM_F64 ? ((const double *)a)[at / 8] : (double)((const float *)a)[at / 4];
      if (memcmp((const char *)a + at, (const char *)b + at, size) && x == x) {
        printf("FAIL %s%s axis=%d [%" PRId64 " lines of %" PRId64 "]: line %" PRId64 ", element %" PRId64 "\n", s->op,
               s->pass ? ".bwd" : "", s->axis, s->lines, s->n, line, i);
        return 0;
      }
    }
  return 1;
}

static int holds(const struct scene *s, rem_context *context) {
  void *out[2][MAX_OUTPUTS];
  int good = 1;
  for (int k = 0; k < 4; k++) good &= (out[k / 2][k % 2] = calloc((size_t)(s->lines * s->n), 8)) != NULL;
  good = good && run(s, context, 0, out[0]) && run(s, context, 1, out[1]);
  for (int k = 0; good && k < s->outputs; k++) good = same(s, out[0][k], out[1][k]);
  for (int k = 0; k < 4; k++) free(out[k / 2][k % 2]);
  return good;
}

int main(void) {
  static const struct scene ops[] = {{.op = "cumprod", .pass = 0, .inputs = 1, .outputs = 1},
                                     {.op = "cumprod", .pass = 1, .inputs = 2, .outputs = 1},
                                     {.op = "linrec", .pass = 0, .inputs = 2, .outputs = 1},
                                     {.op = "linrec", .pass = 1, .inputs = 3, .outputs = 2},
                                     {.op = "logcumsumexp", .pass = 0, .inputs = 1, .outputs = 1}};
  static const int64_t sizes[][2] = {{64, 16}, {128, 37}, {6, 300}, {3, 5000}, {70, 260}};
  rem_context *context = NULL;
  struct check c = {"neighbours", 0, 0};
  if (!CHECK_INT(&c, rem_context_create(NULL, &context, NULL), REM_OK)) return check_end(&c);
  for (size_t o = 0; o < sizeof ops / sizeof *ops; o++)
    for (int v = 0; v < 4 * 5; v++) {
      struct scene s = ops[o];
      s.axis = v & 1, s.dtype = v & 2 ? REM_F64 : REM_F32, s.lines = sizes[v / 4][0], s.n = sizes[v / 4][1];
      check_count(&c, holds(&s, context));
    }
  rem_context_destroy(context);
  return check_end(&c);
}
