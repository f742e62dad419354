/* test_trial.c: that test cases notice what they are there to notice: writes where none belong, wrong elements, other
 * bits; and that their values do not depend on the layout. */
#include "check.h"
#include "compare.h"
#include "npy.h"
#include "ref/ref.h"
#include "sweep.h"
#include "tensors.h"

#include <math.h>
#include <stdlib.h>

/* A test case of a line, with its context and plan. */
struct bench {
  rem_context *context;
  rem_plan *plan;
  struct trial trial;
};

static int open_bench(struct check *c, struct bench *b, const char *line, uint64_t seed) {
  struct parsed p;
  rem_desc desc;
  char why[WHY_BYTES] = "";
  rem_error error = {.size = sizeof error};
  *b = (struct bench){0};
  int good = !parse_problem(line, &p, why, sizeof why);
  if (good) parsed_desc(&p, &desc);
  good = good && !open_context("cpu", NULL, 1, NULL, &b->context, &error) &&
         !rem_plan_create(b->context, &desc, &b->plan, &error) &&
         !trial_create(&b->trial, b->plan, seed, why, sizeof why);
  if (!CHECK(c, good)) printf("  %s: %s%s\n", line, why, error.text);
  return good;
}

static void close_bench(struct bench *b) {
  if (b->plan) trial_destroy(&b->trial);
  rem_plan_destroy(b->plan);
  rem_context_destroy(b->context);
}

/* Every byte of every slot but the elements of outputs is guarded, and so is what lies behind the workspace. */
static void test_guards(struct check *c) {
  struct bench b;
  char why[WHY_BYTES];
  if (!open_bench(c, &b, "sum axes=1 f32[5,70]@pad y:f16[5]@-3", 1)) return;
  CHECK_INT(c, trial_run(&b.trial, NULL), REM_OK);
  CHECK_INT(c, trial_intact(&b.trial, why, sizeof why), 0);
  for (int i = 0; i < 2; i++) {
    struct tensor *t = &b.trial.tensors[i];
    for (size_t k = 0; k < t->bytes; k++) {
      int element = 0;
      struct walk w;
      WALK (w, &t->view) {
        int64_t size = (int64_t)rem_dtype_size(t->view.dtype),
                at = (int64_t)k - (t->element - t->memory) - w.offset * size;
        element |= at >= 0 && at < size;
      }
      t->memory[k] ^= 1;
      CHECK_INT(c, trial_intact(&b.trial, why, sizeof why), i == 1 && element ? 0 : -1);
      t->memory[k] ^= 1;
    }
  }
  if (b.trial.workspace) {
    b.trial.workspace[b.trial.workspace_bytes] ^= 1;
    CHECK_INT(c, trial_intact(&b.trial, why, sizeof why), -1);
  }
  close_bench(&b);
}

/* Any bit of any output changes the digest, NaN payloads do not. */
static void test_digest(struct check *c) {
  struct bench b;
  if (!open_bench(c, &b, "cumsum f32[9]", 0)) return;
  CHECK_INT(c, trial_run(&b.trial, NULL), REM_OK);
  uint64_t digest = trial_digest(&b.trial);
  char *y = b.trial.tensors[1].element;
  for (int i = 0; i < 36; i++)
    for (int bit = 0; bit < 8; bit++) {
      y[i] ^= (char)(1 << bit);
      CHECK(c, trial_digest(&b.trial) != digest);
      y[i] ^= (char)(1 << bit);
    }
  CHECK(c, trial_digest(&b.trial) == digest);
  memcpy(y, &(uint32_t){0x7FC00000}, 4);
  digest = trial_digest(&b.trial);
  memcpy(y, &(uint32_t){0xFFC12345}, 4);
  CHECK(c, trial_digest(&b.trial) == digest);
  close_bench(&b);
}

/* Results are compared element by element whatever their layouts: any bit of any of them tells, and its place is found; NaN
 * payloads do not tell. */
static void test_same(struct check *c) {
  static const char *const lines[] = {"cumsum axis=1 f32[3,7]", "cumsum axis=1 f32[3,7] y:f32[3,7]@t",
                                      "cumsum axis=1 f32[3,7] y:f32[3,7]@rev", "cumsum axis=1 f32[3,7] y:f32[3,7]@pad"};
  struct bench b[4];
  for (int i = 0; i < 4; i++) {
    if (!open_bench(c, &b[i], lines[i], 0)) return;
    CHECK_INT(c, trial_run(&b[i].trial, NULL), REM_OK);
    CHECK(c, trial_same(&b[0].trial, &b[i].trial) && trial_same(&b[i].trial, &b[0].trial));
    for (int64_t k = 0, at; k < 21; k++) {
      struct tensor *y = &b[i].trial.tensors[1], *first = &b[0].trial.tensors[1];
      char *element = y->element + (tensor_at(y, k) - y->element); /* that may be written */
      uint32_t was;
      memcpy(&was, element, 4);
      for (int bit = 0; i > 0 && bit < 32; bit++) {
        memcpy(element, &(uint32_t){was ^ UINT32_C(1) << bit}, 4);
        CHECK(c, !trial_same(&b[0].trial, &b[i].trial) && !tensor_same(y, first, &at) && at == k);
      }
      memcpy(element, &(uint32_t){0xFFC12345}, 4);
      CHECK(c, i == 0 || !tensor_same(y, first, &at));
      memcpy(element, &was, 4);
    }
  }
  struct tensor *y = &b[0].trial.tensors[1], *t = &b[1].trial.tensors[1];
  memcpy(y->element, &(uint32_t){0x7FC00000}, 4);
  memcpy(t->element, &(uint32_t){0xFFC12345}, 4);
  CHECK(c, trial_same(&b[0].trial, &b[1].trial));
  for (int i = 0; i < 4; i++) close_bench(&b[i]);
}

/* The same values, whatever the layout, and other ones for another seed; the first input goes through every style. */
static void test_values(struct check *c) {
  static const char *const lines[] = {"sum f32[6,40]", "sum f32[6,40]@t", "sum f32[6,40]@rev", "sum f32[6,40]@pad"};
  struct bench b[4], other;
  int64_t at;
  int finite = 1, specials = 0;
  for (uint64_t seed = 0; seed < STYLES; seed++) {
    for (int i = 0; i < 4; i++) {
      if (!open_bench(c, &b[i], lines[i], seed)) return;
      CHECK(c, tensor_same(&b[0].trial.tensors[0], &b[i].trial.tensors[0], &at));
    }
    if (!open_bench(c, &other, lines[0], seed + STYLES)) return;
    CHECK(c, !tensor_same(&b[0].trial.tensors[0], &other.trial.tensors[0], &at));
    struct walk w;
    int clean = 1;
    WALK (w, &b[0].trial.tensors[0].view) {
      long double v = ref_load(REM_F32, b[0].trial.tensors[0].element + 4 * w.offset);
      clean &= isfinite(v) != 0;
    }
    finite &= clean;
    specials += !clean;
    for (int i = 0; i < 4; i++) close_bench(&b[i]);
    close_bench(&other);
  }
  CHECK_INT(c, finite, 0);
  CHECK_INT(c, specials, 1);
}

/* Saved tensors are those of the forward pass on the same inputs. */
static void test_saved(struct check *c) {
  struct bench forward, backward;
  int64_t at;
  for (uint64_t seed = 0; seed < 6; seed++) {
    if (!open_bench(c, &forward, "max axes=1 ties=last f32[6,40] index:i64", seed)) return;
    if (!open_bench(c, &backward, "max.bwd axes=1 ties=last f32[6,40]@t y:f32@rev index:i64", seed)) return;
    CHECK_INT(c, trial_run(&forward.trial, NULL), REM_OK);
    CHECK(c, tensor_same(&forward.trial.tensors[0], &backward.trial.tensors[1], &at));
    CHECK(c, tensor_same(&forward.trial.tensors[1], &backward.trial.tensors[2], &at));
    CHECK(c, tensor_same(&forward.trial.tensors[2], &backward.trial.tensors[3], &at));
    close_bench(&forward);
    close_bench(&backward);
  }
}

/* ---- one element against what it should be ---- */

static const struct {
  int dtype;
  double ulp, sum;
  long double got, value, scale;
  double least, most; /* the share */
} elements[] = {
    {REM_F32, 0.5, 0, 1, 1, 0, 0, 0},
    {REM_F32, 0.5, 0, 1 + 0x1p-23L, 1, 0, 2, 2},
    {REM_F32, 1, 1, 1 + 0x1p-23L, 1, 1, 0.5, 0.5},
    {REM_F16, 0.5, 0, 1 + 0x1p-10L, 1 + 0x1p-11L, 0, 1, 1},
    {REM_F32, 0.5, 0, NAN, NAN, 0, 0, 0},
    {REM_F32, 0.5, 9, NAN, 1, 9, INFINITY, INFINITY},
    {REM_F32, 0.5, 9, 1, NAN, 9, INFINITY, INFINITY},
    {REM_F32, 0.5, 9, INFINITY, -INFINITY, 9, INFINITY, INFINITY},
    {REM_F32, 0.5, 9, 1e38L, INFINITY, 9, INFINITY, INFINITY},
    {REM_F16, 0.5, 0, INFINITY, 65520, 0, 0, 0},
    {REM_F16, 0.5, 0, INFINITY, 65487, 0, INFINITY, INFINITY},
    {REM_F16, 0.5, 0, -INFINITY, 65520, 0, INFINITY, INFINITY},
    {REM_F32, 0.5, 0, 0.0L, -0.0L, 0, INFINITY, INFINITY}, /* exact results have the right sign */
    {REM_F32, 0.5, 1, 0.0L, -0.0L, 1, 0, 0},
    {REM_I64, 0, 0, 5, 5, 0, 0, 0},
    {REM_I64, 9, 9, 5, 6, 9, INFINITY, INFINITY},
    {REM_F32, 0.5, 9, 2, 1, INFINITY, 1e6, 1e8}, /* a scale that is not finite allows nothing */
};

static void test_elements(struct check *c) {
  for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
    rem_guarantee g = {sizeof g, REM_REPEAT_EVERYWHERE, REM_F32, REM_F32, elements[i].ulp, elements[i].sum};
    double share = error_share(&g, elements[i].dtype, elements[i].got, elements[i].value, elements[i].scale);
    if (!CHECK(c, share >= elements[i].least && share <= elements[i].most)) printf("  element %zu: %g\n", i, share);
  }
}

/* ---- files ---- */

static void test_npy(struct check *c) {
  static const char *const dtypes[] = {"f32", "f64", "f16", "bf16"}, *const shapes[] = {"[]", "[7]", "[3,5]@t",
                                                                                        "[2,0,3]"};
  for (int d = 0; d < 4; d++)
    for (int s = 0; s < 4; s++) {
      char line[64], why[WHY_BYTES] = "";
      struct bench b;
      struct tensor read;
      int64_t at;
      snprintf(line, sizeof line, "sum %s%s", dtypes[d], shapes[s]);
      if (!open_bench(c, &b, line, 0)) return;
      CHECK_INT(c, npy_write("trial.npy.tmp", &b.trial.tensors[0], why, sizeof why), 0);
      if (CHECK_INT(c, npy_read("trial.npy.tmp", &read, why, sizeof why), 0)) {
        CHECK_INT(c, read.view.dtype, b.trial.tensors[0].view.dtype);
        CHECK_INT(c, read.view.rank, b.trial.tensors[0].view.rank);
        CHECK_INT(c, slot_elems(&read.view), slot_elems(&b.trial.tensors[0].view));
        CHECK(c, tensor_same(&read, &b.trial.tensors[0], &at));
      }
      tensor_destroy(&read);
      close_bench(&b);
    }
  remove("trial.npy.tmp");
}

static void test_bad_npy(struct check *c) {
  static const char *const files[] = {
      "",
      "not numpy at all",
      "\x93NUMPY\x01\x00\x08\x00{'a': 1}",
      "\x93NUMPY\x01\x00\x3b\x00{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }  ",
      "\x93NUMPY\x01\x00\x3b\x00{'descr': '>f4', 'fortran_order': False, 'shape': (2,), }  ",
      "\x93NUMPY\x01\x00\x3b\x00{'descr': '<f4', 'fortran_order': False, 'shape': (-2), }  "};
  static const size_t bytes[] = {0, 16, 18, 69, 69, 69};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    FILE *file = fopen("trial.npy.tmp", "wb");
    struct tensor t;
    char why[WHY_BYTES] = "";
    if (!CHECK(c, file)) return;
    fwrite(files[i], 1, bytes[i], file);
    fclose(file);
    CHECK_INT(c, npy_read("trial.npy.tmp", &t, why, sizeof why), -1);
    CHECK(c, *why);
    tensor_destroy(&t);
  }
  remove("trial.npy.tmp");
}

/* No memory is made for what a header claims and the file does not have. */
static void test_short_npy(struct check *c) {
  static const struct {
    const char *shape, *why;
  } files[] = {{"(2,)", "trial.npy.tmp: the file ends before its data does"},
               {"(4000000000000,)", "trial.npy.tmp: the file ends before its data does"},
               {"(4000000, 0, 4000000, 4000000)", "trial.npy.tmp: no memory for a tensor of its shape"},
               {"(4000000, 4000000, 4000000)", "trial.npy.tmp: no memory for a tensor of its shape"}};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char header[128], why[WHY_BYTES] = "";
    struct tensor t;
    FILE *file = fopen("trial.npy.tmp", "wb");
    if (!CHECK(c, file)) return;
    int n = snprintf(header, sizeof header, "{'descr': '<f4', 'fortran_order': False, 'shape': %s, }", files[i].shape);
    fwrite("\x93NUMPY\x01", 1, 8, file);
    fputc(n, file);
    fputc(0, file);
    fwrite(header, 1, (size_t)n, file);
    fwrite("1234", 1, 4, file);
    fclose(file);
    CHECK_INT(c, npy_read("trial.npy.tmp", &t, why, sizeof why), -1);
    CHECK_TEXT(c, why, files[i].why);
    tensor_destroy(&t);
  }
  remove("trial.npy.tmp");
}

int main(void) {
  struct check c = {"trial", 0, 0};
  test_guards(&c);
  test_digest(&c);
  test_same(&c);
  test_values(&c);
  test_saved(&c);
  test_elements(&c);
  test_npy(&c);
  test_bad_npy(&c);
  test_short_npy(&c);
  return check_end(&c);
}
