/* in_place.c: an elementwise result written over one of its operands has the bits that it has in memory of its own. */
#include "check.h"
#include "draw.h"
#include "remora/remora.h"

#include <stdlib.h>

struct layout {
  const char *name;
  int rank;
  int64_t shape[2], stride[2];
  int64_t elems; /* from the first to the last */
};
static const struct layout layouts[] = {
    {"short", 1, {7}, {1}, 7},
    {"long", 1, {100003}, {1}, 100003},
    {"past the cache", 1, {5000011}, {1}, 5000011},
    {"rows in rows", 2, {301, 77}, {80, 1}, 301 * 80},
    {"transposed", 2, {301, 77}, {1, 301}, 301 * 77},
    {"every third", 1, {5003}, {3}, 3 * 5003},
};

/* Values near 1 in any of the dtypes: the sign and exponent of 1, a mantissa drawn; and here and there the largest, positive or negative by the
 * seed, of which quick forms are in doubt. After a prime number of them they come again. */
static void fill(char *to, int64_t elems, int dtype, uint64_t seed) {
  enum { PERIOD = 65521, RARE = 331 };
  static const uint64_t one[] = {[REM_F32] = 0x3f800000u, [REM_F16] = 0x3c00u, [REM_BF16] = 0x3f80u};
  static const uint64_t largest[] = {
      [REM_F32] = 0x7f7fffffu, [REM_F16] = 0x7bffu, [REM_BF16] = 0x7f7fu, [REM_F64] = 0x7fefffffffffffffu};
  int64_t size = (int64_t)rem_dtype_size(dtype);
  uint64_t extreme = largest[dtype] | seed % 2 << (8 * size - 1);
  for (int64_t i = 0; i < elems && i < PERIOD; i++) {
    uint64_t bits = dtype == REM_F64 ? 0x3ff0000000000000u | draw(&seed) >> 12 : one[dtype] | draw(&seed) % 0x80;
    if (i % RARE == RARE / 2) bits = extreme;
    memcpy(to + i * size, &bits, (size_t)size);
  }
  for (int64_t i = PERIOD; i < elems; i += PERIOD)
    memcpy(to + i * size, to, (size_t)(size * (elems - i < PERIOD ? elems - i : PERIOD)));
}

/* Passes whose last slot is the one result. */
struct pass {
  const char *op;
  int pass, inputs;
};
static const struct pass passes[] = {{"lerp", REM_FORWARD, 3}, {"bias_relu", REM_FORWARD, 2}, {"exp", REM_FORWARD, 1}, {"exp", REM_BACKWARD, 2}};

/* A pass with its result over input `over`, and beside all of them. */
static void compare(struct check *c, rem_context *context, const struct pass *p, const struct layout *l, int dtype, int over) {
  int n = p->inputs + 1, result = p->inputs;
  rem_view views[4];
  rem_desc desc = {.size = sizeof desc, .op = p->op, .pass = p->pass, .n_views = n, .views = views};
  rem_plan *plan = NULL;
  rem_error error = {.size = sizeof error};
  rem_buffer buffers[4];
  size_t bytes = (size_t)l->elems * rem_dtype_size(dtype), workspace_bytes, align;
  for (int i = 0; i < n; i++) {
    views[i] = rem_view_packed(dtype, l->rank, l->shape);
    memcpy(views[i].stride, l->stride, sizeof l->stride);
    buffers[i] = (rem_buffer){.base = aligned_alloc(64, (bytes + 63) / 64 * 64), .bytes = bytes};
    fill(buffers[i].base, l->elems, dtype,
         i < result ? (uint64_t)i : (uint64_t)over); /* gaps of the result as those of the input */
  }
  rem_buffer own = buffers[result];
  if (CHECK_INT(c, rem_plan_create(context, &desc, &plan, &error), REM_OK)) {
    rem_plan_workspace(plan, &workspace_bytes, &align);
    void *workspace = aligned_alloc(64, (workspace_bytes + 64) / 64 * 64);
    CHECK_INT(c, rem_plan_run(plan, buffers, n, workspace, workspace_bytes, NULL, &error), REM_OK);
    buffers[result] = buffers[over];
    CHECK_INT(c, rem_plan_run(plan, buffers, n, workspace, workspace_bytes, NULL, &error), REM_OK);
    if (!CHECK(c, memcmp(own.base, buffers[over].base, bytes) == 0))
      printf("     %s: %s of %s over input %d\n", p->op, l->name, rem_dtype_name(dtype), over);
    free(workspace);
  }
  rem_plan_destroy(plan);
  for (int i = 0; i < result; i++) free(buffers[i].base);
  free(own.base);
}

int main(void) {
  static const int dtypes[] = {REM_F32, REM_F64, REM_F16, REM_BF16};
  struct check c = {"in place", 0, 0};
  for (int threads = 1; threads <= 3; threads += 2) {
    rem_context_desc desc = {.size = sizeof desc, .threads = threads};
    rem_context *context = NULL;
    if (!CHECK_INT(&c, rem_context_create(&desc, &context, NULL), REM_OK)) continue;
    for (size_t k = 0; k < sizeof passes / sizeof *passes; k++)
      for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
        for (int d = 0; d < 4; d++)
          for (int over = 0; over < passes[k].inputs; over++)
            compare(&c, context, &passes[k], &layouts[i], dtypes[d], over);
    rem_context_destroy(context);
  }
  return check_end(&c);
}
