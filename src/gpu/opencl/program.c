/* program.c: kernel text to a binary of OpenCL, and a binary to a kernel. */
#include <inttypes.h>
#include <string.h>

#include "core/error.h"
#include "opencl.h"

enum { MOST = 64 }; /* devices of an adopted context */

/* ---- text to binary -------------------------------------------------------------------------------------------- */

/* The compiler's log says more than its code. */
static rem_status build_failed(rem_context *context, const struct opencl_device *d, handle program, int32_t code,
                               rem_error *error) {
  size_t bytes = 0;
  char *log = NULL;
  rem_status status = opencl_fail(error, "clBuildProgram", code);
  if (d->cl.clGetProgramBuildInfo(program, d->device, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes) == CL_SUCCESS && bytes)
    log = context_allocate(context, bytes + 1);
  if (log && d->cl.clGetProgramBuildInfo(program, d->device, CL_PROGRAM_BUILD_LOG, bytes, log, NULL) == CL_SUCCESS) {
    log[bytes] = '\0';
    fail(error, status, NOWHERE, "clBuildProgram failed with %d (%s): %s", (int)code, opencl_code_name(code),
         log_excerpt(log));
    keep_native(error, status, code);
  }
  context_release(context, log);
  return status;
}

/* A program of an adopted context may list devices that it was not built for: ours is found by its handle. */
static rem_status find_binary(const struct opencl_device *d, handle program, size_t *sizes, uint32_t *n, uint32_t *ours,
                              rem_error *error) {
  handle devices[MOST];
  int32_t code = d->cl.clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof *n, n, NULL);
  if (code == CL_SUCCESS && *n > MOST) code = CL_INVALID_VALUE;
  if (code == CL_SUCCESS)
    code = d->cl.clGetProgramInfo(program, CL_PROGRAM_DEVICES, *n * sizeof devices[0], devices, NULL);
  if (code == CL_SUCCESS)
    code = d->cl.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, *n * sizeof sizes[0], sizes, NULL);
  if (code != CL_SUCCESS) return opencl_fail(error, "clGetProgramInfo", code);
  for (*ours = 0; *ours < *n && devices[*ours] != d->device;) ++*ours;
  if (*ours == *n || sizes[*ours] == 0)
    return fail(error, REM_DEVICE, NOWHERE, "clGetProgramInfo: expected a binary for the device, found none");
  return REM_OK;
}

static rem_status take_binary(rem_context *context, const struct opencl_device *d, handle program,
                              struct gpu_binary *binary, rem_error *error) {
  size_t sizes[MOST];
  unsigned char *places[MOST] = {NULL}; /* NULL: that one is not wanted */
  uint32_t n = 0, ours = 0;
  int32_t code;
  rem_status status = find_binary(d, program, sizes, &n, &ours, error);
  if (status) return status;
  places[ours] = context_allocate(context, sizes[ours]);
  if (!places[ours])
    return fail(error, REM_NO_MEMORY, AT(-1, -1, (int64_t)sizes[ours], 0), "kernel: no memory for %zu bytes",
                sizes[ours]);
  code = d->cl.clGetProgramInfo(program, CL_PROGRAM_BINARIES, n * sizeof places[0], places, NULL);
  if (code != CL_SUCCESS) {
    context_release(context, places[ours]);
    return opencl_fail(error, "clGetProgramInfo", code);
  }
  *binary = (struct gpu_binary){places[ours], sizes[ours]};
  return REM_OK;
}

/* PoCL compiles a kernel once more for every size of a block when it is launched, and keeps that on disk: a binary, for which it
 * compiles yet another one, would only cost time. */
static rem_status keep_text(rem_context *context, const char *text, struct gpu_binary *binary, rem_error *error) {
  size_t bytes = strlen(text) + 1;
  char *copy = context_allocate(context, bytes);
  if (!copy) return fail(error, REM_NO_MEMORY, AT(-1, -1, (int64_t)bytes, 0), "kernel: no memory for %zu bytes", bytes);
  memcpy(copy, text, bytes);
  *binary = (struct gpu_binary){copy, bytes};
  return REM_OK;
}

rem_status opencl_compile(rem_context *context, void *device, const char *arch, const char *text,
                          struct gpu_binary *binary, rem_error *error) {
  struct opencl_device *d = device;
  int32_t code = CL_SUCCESS;
  rem_status status;
  handle program;
  if (!d || strcmp(arch, d->arch) != 0)
    return fail(error, REM_UNSUPPORTED, NOWHERE, "arch: OpenCL compiles for the device it has opened, found \"%.64s\"",
                arch);
  program = d->cl.clCreateProgramWithSource(d->context, 1, &text, NULL, &code);
  if (!program || code != CL_SUCCESS) return opencl_fail(error, "clCreateProgramWithSource", code);
  code = d->cl.clBuildProgram(program, 1, &d->device, d->options, NULL, NULL);
  if (code != CL_SUCCESS) status = build_failed(context, d, program, code, error);
  else if (d->keeps_texts) status = keep_text(context, text, binary, error);
  else status = take_binary(context, d, program, binary, error);
  d->cl.clReleaseProgram(program);
  return status;
}

/* ---- binary to kernel ------------------------------------------------------------------------------------------ */

/* Whatever is wrong with a binary, a fresh one may do better: only a lack of memory is not its fault. */
static rem_status refuse(rem_error *error, const char *call, int32_t code) {
  if (opencl_fail(error, call, code) == REM_NO_MEMORY) return REM_NO_MEMORY;
  return fail(error, REM_UNSUPPORTED, NOWHERE, "kernel: the device does not take this binary: %s failed with %d (%s)",
              call, (int)code, opencl_code_name(code));
}

/* Some compilers build a kernel that needs more local memory than there is, which only its launch would find out. */
static rem_status check_local(const struct opencl_device *d, handle kernel, rem_error *error) {
  uint64_t needed = 0;
  int32_t code = d->cl.clGetKernelWorkGroupInfo(kernel, d->device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof needed, &needed, NULL);
  if (code != CL_SUCCESS || needed <= (uint64_t)d->local_bytes) return REM_OK;
  return fail(error, REM_UNSUPPORTED, AT(-1, -1, (int64_t)needed, d->local_bytes),
              "kernel: needs %" PRIu64 " bytes of local memory, the device has %" PRId64, needed, d->local_bytes);
}

static rem_status make_kernel(const struct opencl_device *d, handle program, handle *kernel, rem_error *error) {
  int32_t code = CL_SUCCESS;
  *kernel = d->cl.clCreateKernel(program, "remora", &code);
  if (!*kernel || code != CL_SUCCESS) return refuse(error, "clCreateKernel", code);
  rem_status status = check_local(d, *kernel, error);
  if (status) d->cl.clReleaseKernel(*kernel);
  return status;
}

static rem_status load_text(rem_context *context, const struct opencl_device *d, const char *text, size_t bytes, handle *kernel,
                            rem_error *error) {
  int32_t code = CL_SUCCESS;
  rem_status status;
  if (bytes == 0 || text[bytes - 1] != '\0')
    return fail(error, REM_UNSUPPORTED, NOWHERE, "kernel: expected a text, found something else");
  handle program = d->cl.clCreateProgramWithSource(d->context, 1, &text, NULL, &code);
  if (!program || code != CL_SUCCESS) return opencl_fail(error, "clCreateProgramWithSource", code);
  code = d->cl.clBuildProgram(program, 1, &d->device, d->options, NULL, NULL);
  if (code != CL_SUCCESS) status = build_failed(context, d, program, code, error);
  else status = make_kernel(d, program, kernel, error);
  d->cl.clReleaseProgram(program);
  return status;
}

static rem_status load_kernel(const struct opencl_device *d, const unsigned char *data, size_t bytes, handle *kernel,
                              rem_error *error) {
  int32_t code = CL_SUCCESS, of_binary = CL_SUCCESS;
  rem_status status;
  handle program = d->cl.clCreateProgramWithBinary(d->context, 1, &d->device, &bytes, &data, &of_binary, &code);
  if (code == CL_SUCCESS) code = of_binary;
  const char *call = "clCreateProgramWithBinary";
  if (program && code == CL_SUCCESS)
    call = "clBuildProgram", code = d->cl.clBuildProgram(program, 1, &d->device, d->options, NULL, NULL);
  if (program && code == CL_SUCCESS) status = make_kernel(d, program, kernel, error);
  else status = refuse(error, call, code);
  if (program) d->cl.clReleaseProgram(program); /* the kernel holds it */
  return status;
}

rem_status opencl_load(rem_context *context, void *device, const void *data, size_t bytes, void **kernel,
                       rem_error *error) {
  struct opencl_device *d = device;
  struct opencl_kernel *k = context_allocate(context, sizeof *k);
  rem_status status;
  if (!k)
    return fail(error, REM_NO_MEMORY, AT(-1, -1, (int64_t)sizeof *k, 0), "kernel: no memory for %zu bytes", sizeof *k);
  k->kernel = NULL;
  if (d->keeps_texts) status = load_text(context, d, data, bytes, &k->kernel, error);
  else status = load_kernel(d, data, bytes, &k->kernel, error);
  if (!status && pthread_mutex_init(&k->lock, NULL) != 0) {
    d->cl.clReleaseKernel(k->kernel);
    status = fail(error, REM_NO_MEMORY, NOWHERE, "kernel: no memory for a mutex");
  }
  if (status) context_release(context, k);
  else *kernel = k;
  return status;
}

void opencl_unload(rem_context *context, void *device, void *kernel) {
  struct opencl_device *d = device;
  struct opencl_kernel *k = kernel;
  if (!k) return;
  d->cl.clReleaseKernel(k->kernel);
  pthread_mutex_destroy(&k->lock);
  context_release(context, k);
}
