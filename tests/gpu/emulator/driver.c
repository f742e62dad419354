/* driver.c: stands in for libcuda.so.1: one device, whose memory is the process's own. EMULATOR_UNITS says how many multiprocessors it has
 * (132): with fewer of them, fewer lines are many. Pointers and streams are not told apart, as by a driver that cannot. */
#define REM_EMULATOR_HOST
#include "emulator.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/cuda/cuda.h"

#define DECLARE(name, arguments, optional) int name arguments;
CUDA_FUNCTIONS(DECLARE)
#undef DECLARE

enum { NOT_FOUND = 500, LAUNCH_FAILED = 719, INVALID = 1, UNITS = 132, MAJOR = 9 };

static int context; /* whose address is all there is to it */

/* ---- the device ---- */

int cuInit(unsigned flags) { return (void)flags, CUDA_SUCCESS; }
int cuGetErrorName(int code, const char **name) { return (void)code, *name = "an error of the emulator", CUDA_SUCCESS; }
int cuDeviceGetCount(int *n) { return *n = 1, CUDA_SUCCESS; }
int cuDeviceGet(int *device, int number) { return *device = number, CUDA_SUCCESS; }
int cuDeviceGetName(char *name, int bytes, int device) {
  (void)device;
  snprintf(name, (size_t)bytes, "emulated device");
  return CUDA_SUCCESS;
}
int cuDeviceGetAttribute(int *value, int what, int device) {
  const char *units = getenv("EMULATOR_UNITS");
  (void)device;
  switch (what) {
    case ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      *value = 1024;
      break;
    case ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK:
      *value = 49152;
      break;
    case ATTRIBUTE_MULTIPROCESSOR_COUNT:
      *value = units ? atoi(units) : UNITS;
      break;
    case ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
      *value = MAJOR;
      break;
    default:
      *value = 0;
  }
  return CUDA_SUCCESS;
}
int cuDevicePrimaryCtxRetain(handle *c, int device) { return (void)device, *c = &context, CUDA_SUCCESS; }
int cuDevicePrimaryCtxRelease_v2(int device) { return (void)device, CUDA_SUCCESS; }
int cuCtxGetCurrent(handle *c) { return *c = &context, CUDA_SUCCESS; }
int cuCtxPushCurrent_v2(handle c) { return (void)c, CUDA_SUCCESS; }
int cuCtxPopCurrent_v2(handle *c) { return *c = &context, CUDA_SUCCESS; }
int cuCtxGetDevice(int *device) { return *device = 0, CUDA_SUCCESS; }

/* ---- kernels ---- */

struct module {
  void *object;
  struct emulated emulated;
  struct kernel_code code;
};

int cuModuleLoadDataEx(handle *to, const void *binary, unsigned n, int *options, void **values) {
  struct module *m = calloc(1, sizeof *m);
  (void)n, (void)options, (void)values;
  if (!m) return CUDA_ERROR_OUT_OF_MEMORY;
  m->object = dlopen((const char *)binary + 8, RTLD_NOW | RTLD_LOCAL);
  struct emulated **link = m->object ? (struct emulated **)dlsym(m->object, "emulated") : NULL;
  void (*describe)(struct kernel_code *) = NULL;
  if (link) *(void **)(void *)&describe = dlsym(m->object, "describe");
  if (!describe) {
    fprintf(stderr, "emulator: %s\n", dlerror());
    free(m);
    return NOT_FOUND;
  }
  *link = &m->emulated;
  describe(&m->code);
  *to = m;
  return CUDA_SUCCESS;
}
int cuModuleUnload(handle module) {
  struct module *m = module;
  dlclose(m->object);
  free(m);
  return CUDA_SUCCESS;
}
int cuModuleGetFunction(handle *function, handle module, const char *name) {
  return (void)name, *function = module, CUDA_SUCCESS;
}
int cuFuncGetAttribute(int *value, int what, handle function) {
  return (void)what, (void)function, *value = 1024, CUDA_SUCCESS;
}
int cuFuncLoad(handle function) { return (void)function, CUDA_SUCCESS; }
int cuLaunchKernel(handle function, unsigned x, unsigned y, unsigned z, unsigned threads, unsigned threads_y,
                   unsigned threads_z, unsigned bytes, handle stream, void **parameters, void **extra) {
  struct module *m = function;
  (void)y, (void)z, (void)threads_y, (void)threads_z, (void)bytes, (void)stream, (void)extra;
  return run_blocks(&m->code, &m->emulated, x, (int)threads, parameters) ? LAUNCH_FAILED : CUDA_SUCCESS;
}

/* ---- memory and streams ---- */

int cuMemAlloc_v2(cuda_ptr *to, size_t bytes) {
  void *p = aligned_alloc(256, (bytes + 255) / 256 * 256 + 256);
  *to = (cuda_ptr)(uintptr_t)p;
  return p ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}
int cuMemFree_v2(cuda_ptr p) { return free((void *)(uintptr_t)p), CUDA_SUCCESS; }
int cuMemcpyHtoDAsync_v2(cuda_ptr to, const void *from, size_t bytes, handle stream) {
  (void)stream;
  memcpy((void *)(uintptr_t)to, from, bytes);
  return CUDA_SUCCESS;
}
int cuMemcpyDtoHAsync_v2(void *to, cuda_ptr from, size_t bytes, handle stream) {
  (void)stream;
  memcpy(to, (const void *)(uintptr_t)from, bytes);
  return CUDA_SUCCESS;
}
int cuMemcpyDtoDAsync_v2(cuda_ptr to, cuda_ptr from, size_t bytes, handle stream) {
  (void)stream;
  memmove((void *)(uintptr_t)to, (const void *)(uintptr_t)from, bytes);
  return CUDA_SUCCESS;
}
int cuStreamSynchronize(handle stream) { return (void)stream, CUDA_SUCCESS; }
int cuPointerGetAttribute(void *value, int what, cuda_ptr p) { return (void)value, (void)what, (void)p, INVALID; }
int cuPointerGetAttributes(unsigned n, int *what, void **values, cuda_ptr p) {
  return (void)n, (void)what, (void)values, (void)p, INVALID;
}
int cuStreamGetCtx(handle stream, handle *c) { return (void)stream, *c = &context, CUDA_SUCCESS; }
int cuStreamGetCtx_v2(handle stream, handle *c, handle *green) {
  return (void)stream, *c = &context, *green = NULL, CUDA_SUCCESS;
}
int cuStreamIsCapturing(handle stream, int *capturing) { return (void)stream, *capturing = 0, CUDA_SUCCESS; }
int cuThreadExchangeStreamCaptureMode(int *mode) { return (void)mode, CUDA_SUCCESS; }
