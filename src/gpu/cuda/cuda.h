/* cuda.h: the part of CUDA's driver API that Remora uses, declared by hand so that building needs no toolkit, and the
 * state of a device. */
#ifndef REM_GPU_CUDA_H
#define REM_GPU_CUDA_H

#include "gpu/driver.h"

typedef void *handle;      /* CUcontext, CUmodule, CUfunction, CUstream, CUgreenCtx */
typedef uint64_t cuda_ptr; /* CUdeviceptr */

enum { /* codes that decide a status */
       CUDA_SUCCESS = 0,
       CUDA_ERROR_OUT_OF_MEMORY = 2,
       CUDA_ERROR_STUB_LIBRARY = 34,
       CUDA_ERROR_NO_DEVICE = 100,
       CUDA_ERROR_INVALID_CONTEXT = 201,
       CUDA_ERROR_INVALID_HANDLE = 400
};
enum { /* CUdevice_attribute */
       ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
       ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
       ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
       ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
       ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76
};
enum { /* CUpointer_attribute, CUmemorytype */
       POINTER_CONTEXT = 1,
       POINTER_MEMORY_TYPE = 2,
       POINTER_DEVICE_POINTER = 3,
       POINTER_DEVICE_ORDINAL = 9,
       MEMORYTYPE_DEVICE = 2
};
enum { CAPTURE_MODE_RELAXED = 2, FUNC_MAX_THREADS_PER_BLOCK = 0 };

/* The last column: whether Remora can do without it, since older drivers lack it. */
/* clang-format off */
#define CUDA_FUNCTIONS(F) \
  F(cuInit, (unsigned), 0) \
  F(cuGetErrorName, (int, const char **), 0) \
  F(cuDeviceGetCount, (int *), 0) \
  F(cuDeviceGet, (int *, int), 0) \
  F(cuDeviceGetName, (char *, int, int), 0) \
  F(cuDeviceGetAttribute, (int *, int, int), 0) \
  F(cuDevicePrimaryCtxRetain, (handle *, int), 0) \
  F(cuDevicePrimaryCtxRelease_v2, (int), 0) \
  F(cuCtxGetCurrent, (handle *), 0) \
  F(cuCtxPushCurrent_v2, (handle), 0) \
  F(cuCtxPopCurrent_v2, (handle *), 0) \
  F(cuCtxGetDevice, (int *), 0) \
  F(cuModuleLoadDataEx, (handle *, const void *, unsigned, int *, void **), 0) \
  F(cuModuleUnload, (handle), 0) \
  F(cuModuleGetFunction, (handle *, handle, const char *), 0) \
  F(cuFuncGetAttribute, (int *, int, handle), 0) \
  F(cuFuncLoad, (handle), 1) \
  F(cuLaunchKernel, (handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, handle, void **, \
                     void **), 0) \
  F(cuMemAlloc_v2, (cuda_ptr *, size_t), 0) \
  F(cuMemFree_v2, (cuda_ptr), 0) \
  F(cuMemcpyHtoDAsync_v2, (cuda_ptr, const void *, size_t, handle), 0) \
  F(cuMemcpyDtoHAsync_v2, (void *, cuda_ptr, size_t, handle), 0) \
  F(cuMemcpyDtoDAsync_v2, (cuda_ptr, cuda_ptr, size_t, handle), 0) \
  F(cuStreamSynchronize, (handle), 0) \
  F(cuPointerGetAttribute, (void *, int, cuda_ptr), 0) \
  F(cuPointerGetAttributes, (unsigned, int *, void **, cuda_ptr), 0) \
  F(cuStreamGetCtx, (handle, handle *), 1) \
  F(cuStreamGetCtx_v2, (handle, handle *, handle *), 1) \
  F(cuStreamIsCapturing, (handle, int *), 1) \
  F(cuThreadExchangeStreamCaptureMode, (int *), 1)
/* clang-format on */

struct cuda {
#define DECLARE(name, arguments, optional) int(*name) arguments;
  CUDA_FUNCTIONS(DECLARE)
#undef DECLARE
};

struct cuda_device {
  void *library;
  struct cuda cu;
  int ordinal;
  handle context;
  int retained; /* the context is the primary one, retained here; else it is the caller's */
};

struct cuda_kernel {
  handle module, function;
};

rem_status cuda_open(rem_context *context, const rem_context_desc *desc, int number, void **device,
                     struct gpu_facts *facts, rem_error *error);
void cuda_close(rem_context *context, void *device);
rem_status cuda_compile(rem_context *context, void *device, const char *arch, const char *text,
                        struct gpu_binary *binary, rem_error *error);

/* The status and the sentence for a call that returned code. */
rem_status cuda_fail(const struct cuda_device *d, rem_error *error, const char *call, int code);
const char *cuda_code_name(const struct cuda_device *d, int code);

/* Makes the device's context current and lets this thread load and allocate while some stream is being captured; *mode
 * goes to cuda_leave, which puts back what the caller had. */
rem_status cuda_enter(const struct cuda_device *d, int *mode, rem_error *error);
void cuda_leave(const struct cuda_device *d, int mode);

#endif
