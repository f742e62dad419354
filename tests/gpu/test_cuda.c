/* test_cuda.c: the driver for CUDA: the compiler where its library is found, the rest where there is a device. */
#include "gpu/cuda/cuda.h"
#include "launches.h"

static const char text[] =
    "struct args { long long offset[8]; long long n; float scale; };\n"
    "extern \"C\" __global__ void remora(char *p0, char *p1, char *p2, char *p3, char *p4, char *p5, char *p6, char "
    "*p7,\n"
    "                                  struct args a) {\n"
    "  long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  const float *x = (const float *)(p0 + a.offset[0]);\n"
    "  float *y = (float *)(p5 + a.offset[5]);\n"
    "  if (i < a.n) y[i] = a.scale * x[i] + (p1 ? 1000 : i);\n"
    "}\n";

/* ---- the compiler, which needs no device ----------------------------------------------------------------------- */

static void test_compiler(struct check *c) {
  static const char *const archs[] = {"sm_80", "sm_90", "sm_100"};
  struct fixture f = {.error = {.size = sizeof f.error}};
  struct gpu_binary binary = {0};
  rem_status status;
  f.context = (rem_context){.allocate = allocate, .release = release, .user = &f.live};
  status = cuda_driver.compile(&f.context, NULL, archs[0], text, &binary, &f.error);
  if (status == REM_UNSUPPORTED ||
      (status == REM_DEVICE && f.error.native == 7)) { /* 7: half of the compiler is missing */
    printf("compiler skipped: %s\n", f.error.text);
    CHECK(c, !binary.data && f.live == 0 && strstr(f.error.text, "nvrtc"));
    return;
  }
  context_release(&f.context, binary.data);
  for (size_t i = 0; i < sizeof archs / sizeof archs[0]; i++) {
    CHECK_INT(c, cuda_driver.compile(&f.context, NULL, archs[i], text, &binary, &f.error), REM_OK);
    CHECK(c, binary.bytes > 64 && memcmp(binary.data, "\177ELF", 4) == 0);
    context_release(&f.context, binary.data);
  }
  binary.data = NULL;
  CHECK_INT(c, cuda_driver.compile(&f.context, NULL, "sm_90", "void remora( {", &binary, &f.error), REM_DEVICE);
  CHECK_INT(c, f.error.native, 6);
  CHECK(c, strstr(f.error.text, "nvrtcCompileProgram failed with 6 (NVRTC_ERROR_COMPILATION): remora.cu(1): error"));
  CHECK_INT(c, cuda_driver.compile(&f.context, NULL, "sm_999", text, &binary, &f.error), REM_UNSUPPORTED);
  CHECK_INT(c, cuda_driver.compile(&f.context, NULL, "gfx90", text, &binary, &f.error), REM_INVALID);
  CHECK_INT(c, cuda_driver.compile(&f.context, NULL, "sm_", text, &binary, &f.error), REM_INVALID);
  CHECK(c, !binary.data && f.live == 0);
}

/* ---- a device -------------------------------------------------------------------------------------------------- */

static const struct cuda_device *inside(const struct fixture *f) { return f->device; }

static void test_refusals(struct check *c, struct fixture *f) {
  struct gpu_launch nothing = {.blocks = 0, .threads = 1};
  char rubbish[256] = "rubbish", elf[256] = "\177ELF";
  float host[4] = {1, 2, 3, 4};
  void *kernel = NULL;
  rem_buffer huge = {0};
  CHECK_INT(c, cuda_driver.load(&f->context, f->device, rubbish, sizeof rubbish, &kernel, &f->error), REM_UNSUPPORTED);
  CHECK_INT(c, cuda_driver.load(&f->context, f->device, elf, sizeof elf, &kernel, &f->error), REM_UNSUPPORTED);
  CHECK_INT(c, cuda_driver.load(&f->context, f->device, elf, 4, &kernel, &f->error), REM_UNSUPPORTED);
  CHECK(c, !kernel);
  CHECK_INT(c, cuda_driver.launch(f->device, NULL, &nothing, NULL, &f->error), REM_INTERNAL);
  CHECK_INT(c, cuda_driver.memory_create(f->device, (size_t)1 << 50, &huge, &f->error), REM_NO_MEMORY);
  CHECK(c, !huge.base);
  CHECK_INT(c, cuda_driver.check_memory(f->device, host, 0, "x", &f->error), REM_INVALID);
  CHECK_TEXT(c, f->error.text, "x: expected device memory, found host memory");
}

static void test_no_device(struct check *c) {
  struct fixture f;
  rem_context_desc desc = no_desc();
  CHECK_INT(c, open_fixture(&f, &cuda_driver, text, &desc, 1000), REM_UNSUPPORTED);
  CHECK(c, strstr(f.error.text, "cuda:1000: no such device") != NULL);
  CHECK(c, f.device == NULL && f.live == 0);
}

/* Whatever context the caller had current, or none, is current afterwards. */
static void test_current(struct check *c, struct fixture *f) {
  const struct cuda *cu = &inside(f)->cu;
  handle current = NULL;
  CHECK_INT(c, cu->cuCtxGetCurrent(&current), CUDA_SUCCESS);
  CHECK(c, current == NULL);
  test_launch(c, f, NULL);
  CHECK_INT(c, cu->cuCtxGetCurrent(&current), CUDA_SUCCESS);
  CHECK(c, current == NULL);
  CHECK_INT(c, cu->cuCtxPushCurrent_v2(inside(f)->context), CUDA_SUCCESS);
  test_launch(c, f, NULL);
  CHECK_INT(c, cu->cuCtxGetCurrent(&current), CUDA_SUCCESS);
  CHECK(c, current == inside(f)->context);
  CHECK_INT(c, cu->cuCtxPopCurrent_v2(&current), CUDA_SUCCESS);
}

static void test_adopted(struct check *c, const struct fixture *f) {
  struct fixture adopted;
  rem_context_desc desc = no_desc();
  desc.native = inside(f)->context;
  CHECK_INT(c, open_fixture(&adopted, &cuda_driver, text, &desc, 0), REM_OK);
  test_launch(c, &adopted, NULL);
  close_fixture(c, &adopted);
}

/* The stream, created with the functions this test alone needs, is captured: a launch is recorded, a copy refused. */
struct more {
  int (*cuStreamCreate)(handle *, unsigned);
  int (*cuStreamDestroy_v2)(handle);
  int (*cuStreamBeginCapture_v2)(handle, int);
  int (*cuStreamEndCapture)(handle, handle *);
  int (*cuGraphDestroy)(handle);
  int (*cuCtxCreate_v2)(handle *, unsigned, int);
  int (*cuCtxDestroy_v2)(handle);
};

static void test_streams(struct check *c, struct fixture *f, const struct more *m) {
  const struct cuda *cu = &inside(f)->cu;
  handle stream = NULL, graph = NULL, context = NULL, foreign = NULL, kernel = NULL, second = NULL;
  rem_buffer a = {0};
  float x[N] = {0};
  CHECK_INT(c, cu->cuCtxPushCurrent_v2(inside(f)->context), CUDA_SUCCESS);
  CHECK_INT(c, m->cuStreamCreate(&stream, 1), CUDA_SUCCESS);
  test_launch(c, f, stream);
  CHECK_INT(c, compile_and_load(f, &kernel), REM_OK);
  CHECK_INT(c, cuda_driver.memory_create(f->device, sizeof x, &a, &f->error), REM_OK);
  CHECK_INT(c, m->cuStreamBeginCapture_v2(stream, 0), CUDA_SUCCESS);
  CHECK_INT(c, cuda_driver.check_memory(f->device, a.base, 0, "x", &f->error), REM_OK);
  CHECK_INT(c, run(f, kernel, &a, &a, 1, stream), REM_OK);
  CHECK_INT(c, cuda_driver.memory_read(f->device, x, &a, sizeof x, stream, &f->error), REM_INVALID);
  CHECK_INT(c, compile_and_load(f, &second), REM_OK); /* plans may be made meanwhile */
  CHECK_INT(c, m->cuStreamEndCapture(stream, &graph), CUDA_SUCCESS);
  CHECK_INT(c, m->cuGraphDestroy(graph), CUDA_SUCCESS);
  CHECK_INT(c, m->cuStreamDestroy_v2(stream), CUDA_SUCCESS);
  CHECK_INT(c, m->cuCtxCreate_v2(&context, 0, inside(f)->ordinal), CUDA_SUCCESS); /* current from here on */
  CHECK_INT(c, m->cuStreamCreate(&foreign, 1), CUDA_SUCCESS);
  CHECK_INT(c, run(f, kernel, &a, &a, 1, foreign), REM_INVALID);
  CHECK_TEXT(c, f->error.text, "stream: expected a CUstream of this context, found one of another");
  CHECK_INT(c, m->cuStreamDestroy_v2(foreign), CUDA_SUCCESS);
  CHECK_INT(c, m->cuCtxDestroy_v2(context), CUDA_SUCCESS);
  cuda_driver.memory_destroy(f->device, &a);
  cuda_driver.unload(&f->context, f->device, kernel);
  cuda_driver.unload(&f->context, f->device, second);
  CHECK_INT(c, cu->cuCtxPopCurrent_v2(&context), CUDA_SUCCESS);
}

static void test_device(struct check *c, struct fixture *f) {
#define LINE(name) \
  { #name, offsetof(struct more, name), 0 }
  static const struct library_function list[] = {
      LINE(cuStreamCreate), LINE(cuStreamDestroy_v2), LINE(cuStreamBeginCapture_v2), LINE(cuStreamEndCapture),
      LINE(cuGraphDestroy), LINE(cuCtxCreate_v2),     LINE(cuCtxDestroy_v2)};
#undef LINE
  struct more more;
  say_facts(&f->facts);
  CHECK(c, !f->facts.handles && f->facts.exact && f->facts.units > 0 && strncmp(f->facts.arch, "sm_", 3) == 0);
  test_current(c, f);
  test_threads(c, f);
  test_refusals(c, f);
  test_no_device(c);
  test_adopted(c, f);
  if (CHECK(c, !library_functions(inside(f)->library, list, sizeof list / sizeof list[0], &more)))
    test_streams(c, f, &more);
}

int main(void) {
  struct check c = {.name = "gpu/cuda"};
  struct fixture f;
  rem_context_desc desc = no_desc();
  rem_status status = open_fixture(&f, &cuda_driver, text, &desc, 0);
  test_compiler(&c);
  if (status == REM_UNSUPPORTED) {
    printf("device skipped: %s\n", f.error.text);
    CHECK(&c, f.device == NULL && f.live == 0 && f.error.text[0]);
  } else if (CHECK_INT(&c, status, REM_OK)) {
    test_device(&c, &f);
    close_fixture(&c, &f);
  } else {
    printf("%s\n", f.error.text);
  }
  return check_end(&c);
}
