/* test_opencl.c: the driver for OpenCL, on whatever device it finds first (PoCL on a machine without a GPU). */
#include "gpu/gpu.h"
#include "gpu/opencl/opencl.h"
#include "launches.h"
#include "plan_of.h"

static const char text[] =
    "typedef struct { long offset[8]; long n; float scale; } args;\n"
    "kernel void remora(global char *p0, global char *p1, global char *p2, global char *p3, global char *p4,\n"
    "                   global char *p5, global char *p6, global char *p7, args a) {\n"
    "  long i = get_global_id(0);\n"
    "  global const float *x = (global const float *)(p0 + a.offset[0]);\n"
    "  global float *y = (global float *)(p5 + a.offset[5]);\n"
    "  if (i < a.n) y[i] = a.scale * x[i] + (p1 ? 1000 : i);\n"
    "}\n";

static const struct opencl_device *inside(const struct fixture *f) { return f->device; }

static void test_refusals(struct check *c, struct fixture *f) {
  struct gpu_binary binary = {0};
  struct gpu_launch nothing = {.blocks = 0, .threads = 1};
  const char *arch = f->facts.arch;
  void *kernel = NULL;
  rem_buffer huge = {0};
  float host[4] = {1, 2, 3, 4};
  CHECK_INT(c, opencl_driver.compile(&f->context, f->device, arch, "kernel void remora( {", &binary, &f->error),
            REM_DEVICE);
  CHECK_INT(c, f->error.native, -11);
  CHECK(c, strstr(f->error.text, "clBuildProgram failed with -11 (CL_BUILD_PROGRAM_FAILURE): ") == f->error.text);
  CHECK(c, strstr(f->error.text, "error") != NULL);
  CHECK_INT(c, opencl_driver.compile(&f->context, f->device, "sm_90", text, &binary, &f->error), REM_UNSUPPORTED);
  CHECK_INT(c, opencl_driver.compile(&f->context, NULL, arch, text, &binary, &f->error), REM_UNSUPPORTED);
  CHECK_INT(c, opencl_driver.load(&f->context, f->device, "rubbish", 7, &kernel, &f->error), REM_UNSUPPORTED);
  CHECK(c, !kernel && !binary.data);
  CHECK_INT(c, opencl_driver.launch(f->device, NULL, &nothing, NULL, &f->error), REM_INTERNAL);
  CHECK_INT(c, opencl_driver.memory_create(f->device, SIZE_MAX / 4, &huge, &f->error), REM_NO_MEMORY);
  CHECK(c, !huge.base && f->error.native == 0);
  if (!inside(f)->tag) return;
  CHECK_INT(c, opencl_driver.check_memory(f->device, host, 0, "x", &f->error), REM_INVALID);
  CHECK_TEXT(c, f->error.text, "x: expected a cl_mem of this context, found host memory");
}

static void test_no_device(struct check *c) {
  struct fixture f;
  rem_context_desc desc = no_desc();
  CHECK_INT(c, open_fixture(&f, &opencl_driver, text, &desc, 1000), REM_UNSUPPORTED);
  CHECK(c, strstr(f.error.text, "opencl:1000: no such device") != NULL);
  CHECK(c, f.device == NULL && f.live == 0);
  desc.native_device = &f;
  CHECK_INT(c, open_fixture(&f, &opencl_driver, text, &desc, 0), REM_INVALID);
  CHECK_INT(c, f.live, 0);
}

/* A context of the caller is used as it is; the number of the device does not matter then. */
static void test_adopted(struct check *c, const struct fixture *f) {
  struct fixture adopted;
  rem_context_desc desc = no_desc();
  desc.native = inside(f)->context;
  CHECK_INT(c, open_fixture(&adopted, &opencl_driver, text, &desc, 7), REM_OK);
  CHECK(c, inside(&adopted)->device == inside(f)->device);
  CHECK_TEXT(c, adopted.facts.arch, f->facts.arch);
  test_launch(c, &adopted, inside(f)->queue);
  close_fixture(c, &adopted);
  desc.native_device = &desc; /* no device of the context */
  CHECK_INT(c, open_fixture(&adopted, &opencl_driver, text, &desc, 0), REM_INVALID);
  CHECK_INT(c, adopted.live, 0);
  desc.native_device = inside(f)->device;
  CHECK_INT(c, open_fixture(&adopted, &opencl_driver, text, &desc, 0), REM_OK);
  close_fixture(c, &adopted);
}

static void test_foreign(struct check *c, const struct fixture *f) {
  struct fixture other;
  rem_context_desc desc = no_desc();
  void *kernel = NULL;
  rem_buffer theirs = {0}, ours = {0};
  CHECK_INT(c, open_fixture(&other, &opencl_driver, text, &desc, 0), REM_OK);
  CHECK_INT(c, compile_and_load(&other, &kernel), REM_OK);
  CHECK_INT(c, opencl_driver.memory_create(f->device, 64, &theirs, &other.error), REM_OK);
  CHECK_INT(c, opencl_driver.memory_create(other.device, 64, &ours, &other.error), REM_OK);
  CHECK_INT(c, run(&other, kernel, &ours, &ours, 1, inside(f)->queue), REM_INVALID);
  CHECK_TEXT(c, other.error.text, "stream: expected a cl_command_queue of this context, found one of another");
  int32_t code = 0;
  handle loose = inside(&other)->cl.clCreateCommandQueue(inside(&other)->context, inside(&other)->device, CL_QUEUE_OUT_OF_ORDER, &code);
  if (loose && code == CL_SUCCESS) { /* some devices have none */
    CHECK_INT(c, run(&other, kernel, &ours, &ours, 1, loose), REM_INVALID);
    CHECK_TEXT(c, other.error.text, "stream: expected a cl_command_queue that is in order, found one that is not");
    inside(&other)->cl.clReleaseCommandQueue(loose);
  }
  if (inside(&other)->tag)
    CHECK_INT(c, opencl_driver.check_memory(other.device, theirs.base, 2, "dy", &other.error), REM_INVALID);
  opencl_driver.memory_destroy(f->device, &theirs);
  opencl_driver.memory_destroy(other.device, &ours);
  opencl_driver.unload(&other.context, other.device, kernel);
  close_fixture(c, &other);
}

/* Few columns: a thread takes 16 rows at once. Each lane has its 16 large factors before its small ones, so that products of more than
 * QUICK_STEPS of them would overflow on the way to 1. */
static void test_steps(struct check *c) {
  enum { ROWS = 4096, COLS = 4, LANES = 128, TAKEN = 16 };
  static float x[ROWS][COLS];
  float y[COLS] = {0};
  rem_context_desc desc = {.size = sizeof desc, .device = "opencl:0"};
  rem_context *context = NULL;
  rem_error error = {.size = sizeof error};
  rem_buffer in = {0}, out = {0}, work = {0};
  size_t bytes = 0;
  if (!CHECK_INT(c, rem_context_create(&desc, &context, &error), REM_OK)) return;
  for (int r = 0; r < ROWS; r++)
    for (int k = 0; k < COLS; k++) x[r][k] = r / LANES < TAKEN ? 256 : 1.0f / 256;
  rem_plan *plan = plan_of(c, context, "prod axes=0 f32[4096,4]");
  CHECK_INT(c, rem_memory_create(context, sizeof x, &in, &error), REM_OK);
  CHECK_INT(c, rem_memory_create(context, sizeof y, &out, &error), REM_OK);
  if (plan) rem_plan_workspace(plan, &bytes, NULL);
  CHECK_INT(c, rem_memory_create(context, bytes + 1, &work, &error), REM_OK);
  CHECK_INT(c, rem_memory_write(context, &in, x, sizeof x, NULL, &error), REM_OK);
  CHECK_INT(c, rem_plan_run(plan, (const rem_buffer[]){in, out}, 2, work.base, work.bytes, NULL, &error), REM_OK);
  CHECK_INT(c, rem_memory_read(context, y, &out, sizeof y, NULL, &error), REM_OK);
  for (int k = 0; k < COLS; k++) CHECK(c, y[k] == 1);
  rem_memory_destroy(context, &in);
  rem_memory_destroy(context, &out);
  rem_memory_destroy(context, &work);
  rem_plan_destroy(plan);
  rem_context_destroy(context);
}

/* A kernel that needs more local memory than there is is refused when its plan is made, and the context goes on. */
static void test_local_memory(struct check *c) {
  rem_context_desc desc = {.size = sizeof desc, .device = "opencl:0", .cache = ""};
  rem_desc sum = {.size = sizeof sum, .op = "sum"};
  rem_view x = rem_view_packed(REM_F32, 2, (int64_t[]){4096, 4});
  rem_attr axes = {"axes", REM_ATTR_INTS, 1, {.is = (int64_t[]){0}}};
  rem_error error = {.size = sizeof error};
  rem_context *context = NULL;
  rem_plan *plan = NULL;
  if (!CHECK_INT(c, rem_context_create(&desc, &context, &error), REM_OK)) return;
  struct opencl_device *device = ((struct gpu *)context->device)->device;
  int64_t there = device->local_bytes;
  sum.views = &x, sum.n_views = 1, sum.attrs = &axes, sum.n_attrs = 1;
  device->local_bytes = 64;
  CHECK_INT(c, rem_plan_create(context, &sum, &plan, &error), REM_UNSUPPORTED);
  CHECK(c, strstr(error.text, "local memory, the device has 64") && error.needed > 64 && error.got == 64);
  device->local_bytes = there;
  CHECK_INT(c, rem_plan_create(context, &sum, &plan, &error), REM_OK);
  rem_plan_destroy(plan);
  rem_context_destroy(context);
}

int main(void) {
  struct check c = {.name = "gpu/opencl"};
  struct fixture f;
  rem_context_desc desc = no_desc();
  rem_status status = open_fixture(&f, &opencl_driver, text, &desc, 0);
  if (status == REM_UNSUPPORTED) {
    printf("skipped: %s\n", f.error.text);
    CHECK(&c, f.device == NULL && f.live == 0 && f.error.text[0]);
    return check_end(&c);
  }
  if (!CHECK_INT(&c, status, REM_OK)) {
    printf("%s\n", f.error.text);
    return check_end(&c);
  }
  say_facts(&f.facts);
  CHECK(&c, f.facts.handles && f.facts.units > 0 && f.facts.most_threads >= 64 && f.facts.local_bytes >= 32768);
  test_launch(&c, &f, NULL);
  test_threads(&c, &f);
  test_refusals(&c, &f);
  test_no_device(&c);
  test_adopted(&c, &f);
  test_foreign(&c, &f);
  test_steps(&c);
  test_local_memory(&c);
  close_fixture(&c, &f);
  return check_end(&c);
}
