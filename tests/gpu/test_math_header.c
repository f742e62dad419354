/* test_math_header.c: include/remora/math.h in front of a kernel: on OpenCL it has the bits of the C compiler, and
   NVRTC, where there is one, compiles it. */
#include <remora/math.h>

#include "launches.h"

enum { ROOM = 1 << 20, X = 512 };

static const struct function {
  const char *name, *rest; /* what follows the first operand */
} functions[] = {
#define MATH_PART(...)
#define MATH(part, name, ...) {#name, ")"},
#define MATH_ZEROS MATH
#define MATH_TWO(part, name, ...) {#name, ", x[(i + 1) % 512])"},
#define MATH_POWER(part, name, ...) {#name, ", (int)(i % 41) - 20)"},
#include "ops/math.def"
#undef MATH
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static float host(const float *x, int i, int f) {
  float y[FUNCTIONS];
  int k = 0;
#define MATH(part, name, ...) y[k++] = rem_##name##_f32(x[i]);
#define MATH_ZEROS MATH
#define MATH_TWO(part, name, ...) y[k++] = rem_##name##_f32(x[i], x[(i + 1) % X]);
#define MATH_POWER(part, name, ...) y[k++] = rem_##name##_f32(x[i], (i % 41) - 20);
#include "ops/math.def"
  return y[f];
}

static const char opencl_head[] =
    "typedef struct { long offset[8]; } args;\n"
    "kernel void remora(global char *p0, global char *p1, global char *p2, global char *p3, global char *p4,\n"
    "                   global char *p5, global char *p6, global char *p7, args a) {\n"
    "  int i = get_global_id(0);\n"
    "  global const float *x = (global const float *)(p0 + a.offset[0]);\n"
    "  global float *y = (global float *)(p5 + a.offset[5]);\n";
static const char cuda_head[] =
    "struct args { long long offset[8]; };\n"
    "extern \"C\" __global__ void remora(char *p0, char *p1, char *p2, char *p3, char *p4, char *p5, char *p6, char "
    "*p7, args a) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  const float *x = (const float *)p0;\n"
    "  float *y = (float *)p5;\n";

/* The header, then a kernel that calls every function; allocated. */
static char *make_text(const char *head) {
  char *text = calloc(1, ROOM);
  FILE *file = fopen("include/remora/math.h", "rb");
  size_t used = text && file ? fread(text, 1, ROOM / 2, file) : 0;
  if (file) fclose(file);
  if (!used) return free(text), NULL;
  used += (size_t)snprintf(text + used, ROOM - used, "%s", head);
  for (int f = 0; f < FUNCTIONS; f++)
    used += (size_t)snprintf(text + used, ROOM - used, "  y[%d + i] = rem_%s_f32(x[i]%s;\n", f * X, functions[f].name,
                             functions[f].rest);
  snprintf(text + used, ROOM - used, "}\n");
  return text;
}

static void fill(float *x) {
  for (int i = 0; i < X; i++) {
    uint32_t u = (uint32_t)i * 0x9e3779b9u ^ 0x3f000000;
    if (i % 2) u = (u & 0x80ffffff) | 0x3e000000 | (uint32_t)(i % 8) << 23;
    memcpy(&x[i], &u, sizeof u);
  }
}

static int differ(const float *x, const float *y, int f) {
  int wrong = 0;
  for (int i = 0; i < X; i++) {
    float z = host(x, i, f);
    wrong += z != z ? y[f * X + i] == y[f * X + i] : memcmp(&z, &y[f * X + i], sizeof z) != 0;
  }
  return wrong;
}

static void run_all(struct check *c, struct fixture *f, void *kernel) {
  static float x[X], y[FUNCTIONS * X];
  struct args {
    int64_t offset[GPU_POINTERS];
  } args = {{0}};
  struct gpu_launch launch = {.blocks = X / 64, .threads = 64, .args = &args, .args_bytes = sizeof args};
  rem_buffer a = {0}, b = {0};
  fill(x);
  CHECK_INT(c, f->driver->memory_create(f->device, sizeof x, &a, &f->error), REM_OK);
  CHECK_INT(c, f->driver->memory_create(f->device, sizeof y, &b, &f->error), REM_OK);
  launch.pointer[0].base = a.base, launch.pointer[5].base = b.base;
  CHECK_INT(c, f->driver->memory_write(f->device, &a, x, sizeof x, NULL, &f->error), REM_OK);
  CHECK_INT(c, f->driver->launch(f->device, kernel, &launch, NULL, &f->error), REM_OK);
  CHECK_INT(c, f->driver->memory_read(f->device, y, &b, sizeof y, NULL, &f->error), REM_OK);
  for (int k = 0; k < FUNCTIONS; k++)
    if (!CHECK_INT(c, differ(x, y, k), 0)) printf("  %s\n", functions[k].name);
  f->driver->memory_destroy(f->device, &a);
  f->driver->memory_destroy(f->device, &b);
}

static void test_opencl(struct check *c) {
  struct fixture f;
  rem_context_desc desc = no_desc();
  char *text = make_text(opencl_head);
  void *kernel = NULL;
  if (!CHECK(c, text)) return;
  rem_status status = open_fixture(&f, &opencl_driver, text, &desc, 0);
  if (status == REM_UNSUPPORTED) printf("OpenCL skipped: %s\n", f.error.text);
  else if (CHECK_INT(c, status, REM_OK) && CHECK_INT(c, compile_and_load(&f, &kernel), REM_OK)) {
    run_all(c, &f, kernel);
    f.driver->unload(&f.context, f.device, kernel);
    close_fixture(c, &f);
  }
  free(text);
}

static void test_nvrtc(struct check *c) {
  int64_t live = 0;
  rem_context context = {.allocate = allocate, .release = release, .user = &live};
  rem_error error = {.size = sizeof error};
  struct gpu_binary binary = {0};
  char *text = make_text(cuda_head);
  if (!CHECK(c, text)) return;
  rem_status status = cuda_driver.compile(&context, NULL, "sm_90", text, &binary, &error);
  if (status == REM_UNSUPPORTED || strstr(error.text, "BUILTIN")) printf("NVRTC skipped: %s\n", error.text);
  else if (!CHECK_INT(c, status, REM_OK)) printf("%s\n", error.text);
  context_release(&context, binary.data);
  free(text);
}

int main(void) {
  struct check c = {.name = "gpu/math_header"};
  test_nvrtc(&c);
  test_opencl(&c);
  return check_end(&c);
}
