/* test_pack.c: plans for an imaginary device, and packs as `remora pack` makes them, where NVRTC is found: read back, damaged,
 * and used on a device, where there is one. */
#include "check.h"
#include "commands.h"
#include "gpu/gpu.h"
#include "gpu/pack.h"
#include "plan_of.h"
#include "record.h"

#include <stdlib.h>
#include <unistd.h>

static void count(void *arg, const char *head) { *(int *)arg += strstr(head, "#define") != NULL; }

static int heads_of(rem_context *context) {
  int n = 0;
  record_heads(context, count, &n);
  return n;
}

/* ---- an imaginary device --------------------------------------------------------------------------------------- */

static void test_record(struct check *c) {
  static float x[64 * 1000], y[64];
  rem_buffer buffers[2] = {{x, sizeof x, 0}, {y, sizeof y, 0}}, buffer = {0};
  rem_error error = {.size = sizeof error};
  rem_context *context = NULL;
  rem_plan *plan;
  if (!CHECK_INT(c, record_open(&context, &error), REM_OK)) return;
  CHECK_INT(c, heads_of(context), 0);
  plan = plan_of(c, context, "sum axes=1 f32[64,1000]");
  CHECK_INT(c, heads_of(context), 1);
  CHECK(c, strstr(rem_plan_notes(plan), "1 kernel, none compiled."));
  CHECK(c, strstr(rem_plan_source(plan), "OPERANDS(row_args)"));
  CHECK_INT(c, rem_plan_run(plan, buffers, 2, NULL, 0, NULL, &error), REM_UNSUPPORTED);
  CHECK_INT(c, rem_memory_create(context, 8, &buffer, &error), REM_UNSUPPORTED);
  CHECK(c, strstr(error.text, "imaginary"));
  rem_plan_destroy(plan);
  rem_plan_destroy(plan_of(c, context, "sum axes=1 f32[77,1044]")); /* no kernel is made for an extent */
  CHECK_INT(c, heads_of(context), 1);
  rem_plan_destroy(plan_of(c, context, "sum axes=1 f32[0,5]")); /* nothing runs */
  CHECK_INT(c, heads_of(context), 1);
  record_units(context, 7, RECORD_CLUSTER);
  CHECK_TEXT(c, rem_context_device(context), "cuda imaginary device of 7 multiprocessors");
  rem_plan_destroy(plan_of(c, context, "sum axes=1 bf16[64,1000]"));
  CHECK_INT(c, heads_of(context), 2);
  rem_context_destroy(context);
}

/* What has blocks larger than the device's is refused when it is planned; a step has the kernel of many. */
static void test_small_blocks(struct check *c) {
  static const char *const lines[] = {"sum axes=0 bf16[300,300]", "layer_norm axes=0 bf16[4000,70]",
                                      "cumsum axis=0 f32[300,40]", "add f32[9] f32[9]", "sgd f32[40]"};
  rem_context *context = NULL;
  rem_error error = {.size = sizeof error};
  if (!CHECK_INT(c, record_open(&context, &error), REM_OK)) return;
  rem_plan_destroy(plan_of(c, context, "add f32[9] f32[9]"));
  ((struct gpu *)context->device)->facts.most_threads = 128;
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct parsed parsed;
    rem_desc desc;
    rem_plan *plan = NULL;
    char why[WHY_BYTES];
    if (!CHECK_INT(c, parse_problem(lines[i], &parsed, why, sizeof why), 0)) continue;
    parsed_desc(&parsed, &desc);
    CHECK_INT(c, rem_plan_create(context, &desc, &plan, &error), REM_UNSUPPORTED);
    CHECK(c, strstr(error.text, "found at most 128"));
    rem_plan_destroy(plan);
  }
  rem_plan_destroy(plan_of(c, context, "softmax axes=1 f32[3,5]")); /* small enough */
  rem_context_destroy(context);
}

/* ---- a pack ---------------------------------------------------------------------------------------------------- */

#define PACKED "logsumexp.bwd axes=1 bf16[4096,160]" /* which of two schedules it is depends on the device */
#define OTHER "cumsum axis=1 f32[8,64]"

/* NULL: it was made; else why nothing could be. */
static const char *make_pack(struct check *c, const char *path) {
  char *arguments[] = {"pack", PACKED, "--arch", "sm_80,sm_90", "-o", (char *)path, "--threads", "2", NULL};
  struct gpu_binary binary = {0};
  static rem_error error = {.size = sizeof error};
  rem_context *context = NULL;
  rem_status status;
  if (!CHECK_INT(c, record_open(&context, &error), REM_OK)) return error.text;
  status = cuda_driver.compile(context, NULL, "sm_80", "extern \"C\" __global__ void remora() {}", &binary, &error);
  context_release(context, binary.data);
  rem_context_destroy(context);
  if (status == REM_UNSUPPORTED || (status == REM_DEVICE && error.native == 7))
    return error.text; /* 7: half of it is missing */
  CHECK_INT(c, status, REM_OK);
  CHECK_INT(c, cmd_pack(8, arguments), 0);
  return NULL;
}

struct search {
  struct check *c;
  struct pack *pack;
  int found;
};

static void find_head(void *arg, const char *head) {
  struct search *s = arg;
  const void *data = NULL;
  size_t bytes = 0;
  s->found +=
      CHECK(s->c, pack_find(s->pack, "sm_80", head, &data, &bytes) && bytes > 64 && !memcmp(data, "\177ELF", 4));
  CHECK(s->c, pack_find(s->pack, "sm_90", head, &data, &bytes) && !memcmp(data, "\177ELF", 4));
  CHECK(s->c, !pack_find(s->pack, "sm_100", head, &data, &bytes));
}

/* Whatever the number of multiprocessors, the pack has the kernels. */
static void test_whole(struct check *c, const char *path) {
  struct search s = {.c = c};
  rem_error error = {.size = sizeof error};
  rem_context *context = NULL;
  const void *data;
  size_t bytes;
  if (!CHECK_INT(c, record_open(&context, &error), REM_OK)) return;
  if (CHECK_INT(c, pack_open(context, path, &s.pack, &error), REM_OK)) {
    for (int units = 1; units <= 200; units += 7) {
      record_units(context, units, 0);
      rem_plan_destroy(plan_of(c, context, PACKED));
    }
    record_heads(context, find_head, &s);
    CHECK(c, s.found >= 2);
    CHECK(c, !pack_find(s.pack, "sm_90", "// sum", &data, &bytes));
  } else {
    printf("%s\n", error.text);
  }
  pack_close(context, s.pack);
  rem_context_destroy(context);
}

static void test_damaged(struct check *c, const char *path) {
  rem_error error = {.size = sizeof error};
  rem_context *context = NULL;
  struct pack *pack = NULL;
  FILE *file = fopen(path, "r+b");
  int byte;
  if (!CHECK(c, file) || !CHECK_INT(c, record_open(&context, &error), REM_OK)) return;
  fseek(file, 5000, SEEK_SET);
  byte = fgetc(file);
  fseek(file, 5000, SEEK_SET);
  fputc(byte ^ 1, file);
  fclose(file);
  CHECK_INT(c, pack_open(context, path, &pack, &error), REM_INVALID);
  CHECK(c, !pack && strstr(error.text, "is damaged"));
  rem_context_destroy(context);
}

/* ---- on a device ----------------------------------------------------------------------------------------------- */

/* Kernels of the pack come from it, others from the compiler, and without a cache. */
static void test_device(struct check *c, const char *path) {
  rem_context_desc desc = {.size = sizeof desc, .device = "cuda:0", .cache = "", .pack = path};
  rem_error error = {.size = sizeof error};
  rem_context *context = NULL;
  rem_plan *plan;
  rem_status status = rem_context_create(&desc, &context, &error);
  if (status == REM_UNSUPPORTED) {
    printf("device skipped: %s\n", error.text);
    return;
  }
  if (!CHECK_INT(c, status, REM_OK)) return;
  plan = plan_of(c, context, PACKED);
  if (!CHECK(c, strstr(rem_plan_notes(plan), "from the pack"))) printf("%s\n", rem_plan_notes(plan));
  CHECK(c, !strstr(rem_plan_notes(plan), "compiler"));
  rem_plan_destroy(plan);
  plan = plan_of(c, context, OTHER);
  CHECK(c, strstr(rem_plan_notes(plan), "from the compiler"));
  rem_plan_destroy(plan);
  rem_context_destroy(context);
}

int main(void) {
  struct check c = {.name = "gpu/pack"};
  const char *tmp = getenv("TMPDIR"), *why;
  char path[256];
  int file;
  test_record(&c);
  test_small_blocks(&c);
  snprintf(path, sizeof path, "%.200s/remora-pack-XXXXXX", tmp && *tmp ? tmp : "/tmp");
  file = mkstemp(path);
  if (!CHECK(&c, file >= 0)) return check_end(&c);
  close(file);
  why = make_pack(&c, path);
  if (why) {
    printf("packs skipped: %s\n", why);
  } else {
    test_whole(&c, path);
    test_device(&c, path);
    test_damaged(&c, path);
  }
  CHECK_INT(&c, unlink(path), 0);
  return check_end(&c);
}
