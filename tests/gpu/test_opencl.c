/* test_opencl.c: the driver for OpenCL, on whatever device it finds first (PoCL on a machine without a GPU). */
#include "check.h"
#include "gpu/opencl/opencl.h"

#include <stdlib.h>

static void *allocate(void *user, size_t bytes) {
  ++*(int64_t *)user;
  return malloc(bytes);
}

static void release(void *user, void *memory) {
  --*(int64_t *)user;
  free(memory);
}

/* What a test works with. live counts allocations that were not given back. */
struct fixture {
  int64_t live;
  rem_context context;
  struct opencl_device *device;
  struct gpu_facts facts;
  rem_error error;
};

static rem_context_desc no_desc(void) { return (rem_context_desc){.size = sizeof(rem_context_desc)}; }

static rem_status open_fixture(struct fixture *f, const rem_context_desc *desc, int number) {
  *f = (struct fixture){.error = {.size = sizeof f->error}};
  f->context = (rem_context){.allocate = allocate, .release = release, .user = &f->live};
  return opencl_driver.open(&f->context, desc, number, (void **)&f->device, &f->facts, &f->error);
}

static void close_fixture(struct check *c, struct fixture *f) {
  opencl_driver.close(&f->context, f->device);
  CHECK_INT(c, f->live, 0);
}

/* ---- a kernel: y[i] = scale * x[i] + i ------------------------------------------------------------------------- */

struct args {
  int64_t offset[GPU_POINTERS];
  int64_t n;
  float scale;
};

static const char text[] =
    "typedef struct { long offset[8]; long n; float scale; } args;\n"
    "kernel void remora(global char *p0, global char *p1, global char *p2, global char *p3, global char *p4,\n"
    "                   global char *p5, global char *p6, global char *p7, args a) {\n"
    "  long i = get_global_id(0);\n"
    "  global const float *x = (global const float *)(p0 + a.offset[0]);\n"
    "  global float *y = (global float *)(p5 + a.offset[5]);\n"
    "  if (i < a.n) y[i] = a.scale * x[i] + (p1 ? 1000 : i);\n"
    "}\n";

enum { N = 1000, SHIFT = 16 };

static rem_status compile_and_load(struct fixture *f, void **kernel) {
  struct gpu_binary binary = {0};
  rem_status status = opencl_driver.compile(&f->context, f->device, f->facts.arch, text, &binary, &f->error);
  if (!status) status = opencl_driver.load(&f->context, f->device, binary.data, binary.bytes, kernel, &f->error);
  context_release(&f->context, binary.data);
  return status;
}

static rem_status run(struct fixture *f, void *kernel, const rem_buffer *x, const rem_buffer *y, float scale,
                      void *stream) {
  struct args args = {.offset = {-1, -1, -1, -1, -1, -1, -1, -1}, .n = N, .scale = scale};
  struct gpu_launch launch = {.blocks = (N + 63) / 64, .threads = 64, .args = &args, .args_bytes = sizeof args};
  launch.pointer[0] = (struct gpu_memory){x->base, (int64_t)x->offset};
  launch.pointer[5] = (struct gpu_memory){y->base, (int64_t)y->offset};
  return opencl_driver.launch(f->device, kernel, &launch, stream, &f->error);
}

static int differences(const float *x, const float *y, float scale) {
  int wrong = 0;
  for (int i = 0; i < N; i++) wrong += y[i] != scale * x[i] + (float)i;
  return wrong;
}

static void test_launch(struct check *c, struct fixture *f, void *stream) {
  float x[N], y[N];
  rem_buffer a = {0}, b = {0};
  void *kernel = NULL;
  for (int i = 0; i < N; i++) x[i] = (float)(i % 17), y[i] = -1;
  if (!CHECK_INT(c, compile_and_load(f, &kernel), REM_OK)) {
    printf("%s\n", f->error.text);
    return;
  }
  CHECK_INT(c, opencl_driver.memory_create(f->device, sizeof x + SHIFT, &a, &f->error), REM_OK);
  CHECK_INT(c, opencl_driver.memory_create(f->device, sizeof y + SHIFT, &b, &f->error), REM_OK);
  a.offset = SHIFT, b.offset = 4;
  CHECK_INT(c, opencl_driver.memory_write(f->device, &a, x, sizeof x, stream, &f->error), REM_OK);
  CHECK_INT(c, run(f, kernel, &a, &b, 3, stream), REM_OK);
  CHECK_INT(c, opencl_driver.memory_read(f->device, y, &b, sizeof y, stream, &f->error), REM_OK);
  CHECK_INT(c, differences(x, y, 3), 0);
  CHECK_INT(c, opencl_driver.check_memory(f->device, a.base, 0, "x", &f->error), REM_OK);
  if (f->device->tag) {
    CHECK_INT(c, opencl_driver.check_memory(f->device, x, 0, "x", &f->error), REM_INVALID);
    CHECK_TEXT(c, f->error.text, "x: expected a cl_mem of this context, found host memory");
  }
  opencl_driver.memory_destroy(f->device, &a);
  opencl_driver.memory_destroy(f->device, &b);
  opencl_driver.unload(&f->context, f->device, kernel);
}

/* ---- one kernel, many threads ---------------------------------------------------------------------------------- */

struct worker {
  struct fixture *f;
  void *kernel;
  float scale;
  int wrong;
};

static void *work(void *arg) {
  struct worker *w = arg;
  struct fixture *f = w->f, own = {.device = f->device, .error = {.size = sizeof own.error}};
  float x[N], y[N];
  rem_buffer a = {0}, b = {0};
  for (int i = 0; i < N; i++) x[i] = (float)i * w->scale;
  w->wrong += opencl_driver.memory_create(f->device, sizeof x, &a, &own.error) != REM_OK;
  w->wrong += opencl_driver.memory_create(f->device, sizeof y, &b, &own.error) != REM_OK;
  w->wrong += opencl_driver.memory_write(f->device, &a, x, sizeof x, NULL, &own.error) != REM_OK;
  for (int round = 0; round < 20; round++) {
    w->wrong += run(&own, w->kernel, &a, &b, w->scale, NULL) != REM_OK;
    w->wrong += opencl_driver.memory_read(f->device, y, &b, sizeof y, NULL, &own.error) != REM_OK;
    w->wrong += differences(x, y, w->scale);
  }
  opencl_driver.memory_destroy(f->device, &a);
  opencl_driver.memory_destroy(f->device, &b);
  return NULL;
}

static void test_threads(struct check *c, struct fixture *f) {
  pthread_t threads[4];
  struct worker workers[4];
  void *kernel = NULL;
  if (!CHECK_INT(c, compile_and_load(f, &kernel), REM_OK)) return;
  for (int i = 0; i < 4; i++) {
    workers[i] = (struct worker){f, kernel, (float)(i + 1), 0};
    CHECK_INT(c, pthread_create(&threads[i], NULL, work, &workers[i]), 0);
  }
  for (int i = 0; i < 4; i++) {
    pthread_join(threads[i], NULL);
    CHECK_INT(c, workers[i].wrong, 0);
  }
  opencl_driver.unload(&f->context, f->device, kernel);
}

/* ---- refusals -------------------------------------------------------------------------------------------------- */

static void test_refusals(struct check *c, struct fixture *f) {
  struct gpu_binary binary = {0};
  struct gpu_launch nothing = {.blocks = 0, .threads = 1};
  void *kernel = NULL;
  rem_buffer huge = {0};
  CHECK_INT(c,
            opencl_driver.compile(&f->context, f->device, f->facts.arch, "kernel void remora( {", &binary, &f->error),
            REM_DEVICE);
  CHECK_INT(c, f->error.native, -11);
  CHECK(c, strstr(f->error.text, "clBuildProgram failed with -11 (CL_BUILD_PROGRAM_FAILURE): ") == f->error.text);
  CHECK(c, strstr(f->error.text, "error") != NULL);
  CHECK_INT(c, opencl_driver.compile(&f->context, f->device, "sm_90", text, &binary, &f->error), REM_UNSUPPORTED);
  CHECK_INT(c, opencl_driver.compile(&f->context, NULL, f->facts.arch, text, &binary, &f->error), REM_UNSUPPORTED);
  CHECK_INT(c, opencl_driver.load(&f->context, f->device, "rubbish", 7, &kernel, &f->error), REM_UNSUPPORTED);
  CHECK(c, !kernel && !binary.data);
  CHECK_INT(c, opencl_driver.launch(f->device, NULL, &nothing, NULL, &f->error), REM_INTERNAL);
  CHECK_INT(c, opencl_driver.memory_create(f->device, SIZE_MAX / 4, &huge, &f->error), REM_NO_MEMORY);
  CHECK(c, !huge.base && f->error.native == 0);
}

static void test_no_device(struct check *c) {
  struct fixture f;
  rem_context_desc desc = no_desc();
  CHECK_INT(c, open_fixture(&f, &desc, 1000), REM_UNSUPPORTED);
  CHECK(c, strstr(f.error.text, "opencl:1000: no such device") != NULL);
  CHECK(c, f.device == NULL && f.live == 0);
  desc.native_device = &f;
  CHECK_INT(c, open_fixture(&f, &desc, 0), REM_INVALID);
  CHECK_INT(c, f.live, 0);
}

/* ---- a context of the caller ----------------------------------------------------------------------------------- */

static void test_adopted(struct check *c, struct fixture *f) {
  struct fixture adopted;
  rem_context_desc desc = no_desc();
  void *kernel = NULL;
  rem_buffer theirs = {0}, ours = {0};
  desc.native = f->device->context;
  CHECK_INT(c, open_fixture(&adopted, &desc, 7), REM_OK);
  CHECK(c, adopted.device->device == f->device->device);
  CHECK_TEXT(c, adopted.facts.arch, f->facts.arch);
  test_launch(c, &adopted, f->device->queue); /* a queue of the same context */
  close_fixture(c, &adopted);
  desc.native_device = f; /* no device of the context */
  CHECK_INT(c, open_fixture(&adopted, &desc, 0), REM_INVALID);
  desc.native_device = f->device->device;
  CHECK_INT(c, open_fixture(&adopted, &desc, 0), REM_OK);
  close_fixture(c, &adopted);

  desc = no_desc();
  CHECK_INT(c, open_fixture(&adopted, &desc, 0), REM_OK); /* a second context: its queue and memory are foreign */
  CHECK_INT(c, compile_and_load(&adopted, &kernel), REM_OK);
  CHECK_INT(c, opencl_driver.memory_create(f->device, 64, &theirs, &f->error), REM_OK);
  CHECK_INT(c, opencl_driver.memory_create(adopted.device, 64, &ours, &f->error), REM_OK);
  CHECK_INT(c, run(&adopted, kernel, &ours, &ours, 1, f->device->queue), REM_INVALID);
  CHECK_TEXT(c, adopted.error.text, "stream: expected a cl_command_queue of this context, found one of another");
  if (adopted.device->tag)
    CHECK_INT(c, opencl_driver.check_memory(adopted.device, theirs.base, 2, "dy", &adopted.error), REM_INVALID);
  opencl_driver.memory_destroy(f->device, &theirs);
  opencl_driver.memory_destroy(adopted.device, &ours);
  opencl_driver.unload(&adopted.context, adopted.device, kernel);
  close_fixture(c, &adopted);
}

int main(void) {
  struct check c = {.name = "gpu/opencl"};
  struct fixture f;
  rem_context_desc desc = no_desc();
  rem_status status = open_fixture(&f, &desc, 0);
  if (status == REM_UNSUPPORTED) {
    printf("skipped: %s\n", f.error.text);
    CHECK(&c, f.device == NULL && f.live == 0 && f.error.text[0]);
    return check_end(&c);
  }
  if (!CHECK_INT(&c, status, REM_OK)) {
    printf("%s\n", f.error.text);
    return check_end(&c);
  }
  printf("%s, arch %s, compiler %s, %d units, %d threads, %lld bytes local, f64 %d, exact %d\n", f.facts.name,
         f.facts.arch, f.facts.compiler, f.facts.units, f.facts.most_threads, (long long)f.facts.local_bytes,
         f.facts.has_f64, f.facts.exact);
  CHECK(&c, f.facts.handles && f.facts.units > 0 && f.facts.most_threads >= 64 && f.facts.local_bytes >= 32768);
  test_launch(&c, &f, NULL);
  test_threads(&c, &f);
  test_refusals(&c, &f);
  test_no_device(&c);
  test_adopted(&c, &f);
  close_fixture(&c, &f);
  return check_end(&c);
}
