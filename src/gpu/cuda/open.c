/* open.c: finds a device of CUDA, or adopts the caller's context, and tells what it can do. */
#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "cuda.h"

static const struct library_function functions[] = {
#define LINE(name, arguments, optional) {#name, offsetof(struct cuda, name), optional},
    CUDA_FUNCTIONS(LINE)
#undef LINE
};

/* ---- codes and the current context ----------------------------------------------------------------------------- */

const char *cuda_code_name(const struct cuda_device *d, int code) {
  const char *name = NULL;
  return d->cu.cuGetErrorName(code, &name) == CUDA_SUCCESS && name ? name : "unknown";
}

rem_status cuda_fail(const struct cuda_device *d, rem_error *error, const char *call, int code) {
  rem_status status = code == CUDA_ERROR_OUT_OF_MEMORY ? REM_NO_MEMORY : REM_DEVICE;
  fail(error, status, NOWHERE, "%s failed with %d (%s)", call, code, cuda_code_name(d, code));
  return keep_native(error, status, code);
}

rem_status cuda_enter(const struct cuda_device *d, int *mode, rem_error *error) {
  int code = d->cu.cuCtxPushCurrent_v2(d->context);
  *mode = CAPTURE_MODE_RELAXED;
  if (code != CUDA_SUCCESS) return cuda_fail(d, error, "cuCtxPushCurrent", code);
  if (d->cu.cuThreadExchangeStreamCaptureMode) d->cu.cuThreadExchangeStreamCaptureMode(mode);
  return REM_OK;
}

void cuda_leave(const struct cuda_device *d, int mode) {
  handle ours;
  if (d->cu.cuThreadExchangeStreamCaptureMode) d->cu.cuThreadExchangeStreamCaptureMode(&mode);
  d->cu.cuCtxPopCurrent_v2(&ours);
}

/* ---- which device ---------------------------------------------------------------------------------------------- */

static rem_status open_library(struct cuda_device *d, rem_error *error) {
  const char *missing;
  int code;
  d->library = library_open("libcuda.so.1");
  if (!d->library) return fail(error, REM_UNSUPPORTED, NOWHERE, "cuda: libcuda.so.1 cannot be opened here");
  missing = library_functions(d->library, functions, sizeof functions / sizeof functions[0], &d->cu);
  if (missing) return fail(error, REM_UNSUPPORTED, NOWHERE, "cuda: libcuda.so.1 lacks %s", missing);
  code = d->cu.cuInit(0);
  if (code == CUDA_ERROR_NO_DEVICE || code == CUDA_ERROR_STUB_LIBRARY)
    return fail(error, REM_UNSUPPORTED, NOWHERE, "cuda: no device: cuInit said %d (%s)", code, cuda_code_name(d, code));
  return code == CUDA_SUCCESS ? REM_OK : cuda_fail(d, error, "cuInit", code);
}

static rem_status find(struct cuda_device *d, int number, rem_error *error) {
  int count = 0, code = d->cu.cuDeviceGetCount(&count);
  if (code != CUDA_SUCCESS) return cuda_fail(d, error, "cuDeviceGetCount", code);
  if (number >= count)
    return fail(error, REM_UNSUPPORTED, AT(-1, -1, number + (int64_t)1, count),
                "cuda:%d: no such device: CUDA found %d device%s", number, count, count == 1 ? "" : "s");
  code = d->cu.cuDeviceGet(&d->ordinal, number);
  return code == CUDA_SUCCESS ? REM_OK : cuda_fail(d, error, "cuDeviceGet", code);
}

static rem_status retain(struct cuda_device *d, rem_error *error) {
  int code = d->cu.cuDevicePrimaryCtxRetain(&d->context, d->ordinal);
  if (code != CUDA_SUCCESS) return cuda_fail(d, error, "cuDevicePrimaryCtxRetain", code);
  d->retained = 1;
  return REM_OK;
}

/* The caller's context, which must be one of the device that was named. */
static rem_status adopt(struct cuda_device *d, handle native, int number, rem_error *error) {
  int of_context = -1, mode, code;
  rem_status status;
  d->context = native;
  status = cuda_enter(d, &mode, error);
  if (status) return status;
  code = d->cu.cuCtxGetDevice(&of_context);
  cuda_leave(d, mode);
  if (code != CUDA_SUCCESS) return cuda_fail(d, error, "cuCtxGetDevice", code);
  if (of_context != d->ordinal)
    return fail(error, REM_INVALID, AT(-1, -1, number, of_context),
                "native: expected a context of cuda:%d, found one of cuda:%d", number, of_context);
  return REM_OK;
}

/* ---- what it can do -------------------------------------------------------------------------------------------- */

static int attribute(const struct cuda_device *d, int what) {
  int value = 0;
  return d->cu.cuDeviceGetAttribute(&value, what, d->ordinal) == CUDA_SUCCESS ? value : 0;
}

/* The compiler's own version is not asked for, since a context whose kernels come from a pack or the disk must not need
 * the compiler; the bits of a kernel do not depend on it. What decides instead is Remora's version and the options. */
static void tell(const struct cuda_device *d, struct gpu_facts *facts) {
  *facts = (struct gpu_facts){.units = attribute(d, ATTRIBUTE_MULTIPROCESSOR_COUNT),
                              .most_threads = attribute(d, ATTRIBUTE_MAX_THREADS_PER_BLOCK),
                              .local_bytes = attribute(d, ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK),
                              .cluster = attribute(d, ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) >= 9 ? 8 : 0,
                              .in_turn = 1,
                              .has_f64 = 1,
                              .exact = 1};
  if (d->cu.cuDeviceGetName(facts->name, (int)sizeof facts->name - 1, d->ordinal) != CUDA_SUCCESS)
    snprintf(facts->name, sizeof facts->name, "CUDA device %d", d->ordinal);
  snprintf(facts->arch, sizeof facts->arch, "sm_%d%d", attribute(d, ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
           attribute(d, ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
  snprintf(facts->compiler, sizeof facts->compiler, "nvrtc for remora %s, fmad=false", rem_version());
}

/* ---- open and close -------------------------------------------------------------------------------------------- */

rem_status cuda_open(rem_context *context, const rem_context_desc *desc, int number, void **device,
                     struct gpu_facts *facts, rem_error *error) {
  struct cuda_device *d = context_allocate(context, sizeof *d);
  rem_status status;
  if (!d)
    return fail(error, REM_NO_MEMORY, AT(-1, -1, (int64_t)sizeof *d, 0), "cuda: no memory for %zu bytes", sizeof *d);
  *d = (struct cuda_device){0};
  status = open_library(d, error);
  if (!status) status = find(d, number, error);
  if (!status) status = desc->native ? adopt(d, desc->native, number, error) : retain(d, error);
  if (status) {
    cuda_close(context, d);
    return status;
  }
  tell(d, facts);
  *device = d;
  return REM_OK;
}

void cuda_close(rem_context *context, void *device) {
  struct cuda_device *d = device;
  if (!d) return;
  if (d->retained) d->cu.cuDevicePrimaryCtxRelease_v2(d->ordinal);
  library_close(d->library);
  context_release(context, d);
}
