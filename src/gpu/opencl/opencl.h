/* opencl.h: the part of OpenCL that Remora uses, declared by hand so that building needs no toolkit, and the state of a
 * device. Types and numbers are those of the OpenCL 1.2 specification. */
#ifndef REM_GPU_OPENCL_H
#define REM_GPU_OPENCL_H

#include <pthread.h>

#include "gpu/driver.h"

/* cl_platform_id, cl_device_id, cl_context, cl_command_queue, cl_mem, cl_program, cl_kernel, cl_event. */
typedef void *handle;

enum { CL_SUCCESS = 0, CL_TRUE = 1 };
enum { /* codes that decide a status */
       CL_MEM_OBJECT_ALLOCATION_FAILURE = -4,
       CL_OUT_OF_HOST_MEMORY = -6,
       CL_INVALID_VALUE = -30,
       CL_INVALID_BUFFER_SIZE = -61
};
enum {
  CL_PLATFORM_VERSION = 0x0901,
  CL_PLATFORM_NAME = 0x0902,
  CL_PLATFORM_EXTENSIONS = 0x0904,
  CL_DEVICE_MAX_COMPUTE_UNITS = 0x1002,
  CL_DEVICE_MAX_WORK_GROUP_SIZE = 0x1004,
  CL_DEVICE_ADDRESS_BITS = 0x100D,
  CL_DEVICE_SINGLE_FP_CONFIG = 0x101B,
  CL_DEVICE_LOCAL_MEM_SIZE = 0x1023,
  CL_DEVICE_ENDIAN_LITTLE = 0x1026,
  CL_DEVICE_AVAILABLE = 0x1027,
  CL_DEVICE_COMPILER_AVAILABLE = 0x1028,
  CL_DEVICE_NAME = 0x102B,
  CL_DRIVER_VERSION = 0x102D,
  CL_DEVICE_PROFILE = 0x102E,
  CL_DEVICE_VERSION = 0x102F,
  CL_DEVICE_PLATFORM = 0x1031,
  CL_DEVICE_DOUBLE_FP_CONFIG = 0x1032,
  CL_CONTEXT_DEVICES = 0x1081,
  CL_CONTEXT_PLATFORM = 0x1084,
  CL_QUEUE_CONTEXT = 0x1090,
  CL_QUEUE_DEVICE = 0x1091,
  CL_QUEUE_PROPERTIES = 0x1093,
  CL_QUEUE_OUT_OF_ORDER = 1, /* a bit of its value, which has 64 */
  CL_MEM_CONTEXT = 0x1106,
  CL_PROGRAM_NUM_DEVICES = 0x1162,
  CL_PROGRAM_DEVICES = 0x1163,
  CL_PROGRAM_BINARY_SIZES = 0x1165,
  CL_PROGRAM_BINARIES = 0x1166,
  CL_PROGRAM_BUILD_LOG = 0x1183,
  CL_KERNEL_LOCAL_MEM_SIZE = 0x11B2
};
#define CL_DEVICE_TYPE_ALL UINT64_C(0xFFFFFFFF)
#define CL_MEM_READ_WRITE UINT64_C(1)
enum { /* bits of the two FP_CONFIGs */
       CL_FP_DENORM = 1,
       CL_FP_INF_NAN = 2,
       CL_FP_ROUND_TO_NEAREST = 4,
       CL_FP_FMA = 32,
       CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT = 128
};

/* clang-format off */
#define OPENCL_FUNCTIONS(F) \
  F(int32_t, clGetPlatformIDs, (uint32_t, handle *, uint32_t *)) \
  F(int32_t, clGetPlatformInfo, (handle, uint32_t, size_t, void *, size_t *)) \
  F(int32_t, clGetDeviceIDs, (handle, uint64_t, uint32_t, handle *, uint32_t *)) \
  F(int32_t, clGetDeviceInfo, (handle, uint32_t, size_t, void *, size_t *)) \
  F(handle, clCreateContext, (const intptr_t *, uint32_t, const handle *, void *, void *, int32_t *)) \
  F(int32_t, clRetainContext, (handle)) \
  F(int32_t, clReleaseContext, (handle)) \
  F(int32_t, clGetContextInfo, (handle, uint32_t, size_t, void *, size_t *)) \
  F(handle, clCreateCommandQueue, (handle, handle, uint64_t, int32_t *)) \
  F(int32_t, clReleaseCommandQueue, (handle)) \
  F(int32_t, clGetCommandQueueInfo, (handle, uint32_t, size_t, void *, size_t *)) \
  F(handle, clCreateBuffer, (handle, uint64_t, size_t, void *, int32_t *)) \
  F(int32_t, clReleaseMemObject, (handle)) \
  F(int32_t, clGetMemObjectInfo, (handle, uint32_t, size_t, void *, size_t *)) \
  F(handle, clCreateProgramWithSource, (handle, uint32_t, const char **, const size_t *, int32_t *)) \
  F(handle, clCreateProgramWithBinary, (handle, uint32_t, const handle *, const size_t *, const unsigned char **, \
                                        int32_t *, int32_t *)) \
  F(int32_t, clBuildProgram, (handle, uint32_t, const handle *, const char *, void *, void *)) \
  F(int32_t, clGetProgramInfo, (handle, uint32_t, size_t, void *, size_t *)) \
  F(int32_t, clGetProgramBuildInfo, (handle, handle, uint32_t, size_t, void *, size_t *)) \
  F(int32_t, clReleaseProgram, (handle)) \
  F(handle, clCreateKernel, (handle, const char *, int32_t *)) \
  F(int32_t, clReleaseKernel, (handle)) \
  F(int32_t, clGetKernelWorkGroupInfo, (handle, handle, uint32_t, size_t, void *, size_t *)) \
  F(int32_t, clSetKernelArg, (handle, uint32_t, size_t, const void *)) \
  F(int32_t, clEnqueueNDRangeKernel, (handle, handle, uint32_t, const size_t *, const size_t *, const size_t *, \
                                      uint32_t, const handle *, handle *)) \
  F(int32_t, clEnqueueWriteBuffer, (handle, handle, uint32_t, size_t, size_t, const void *, uint32_t, const handle *, \
                                    handle *)) \
  F(int32_t, clEnqueueCopyBuffer, (handle, handle, handle, size_t, size_t, size_t, uint32_t, const handle *, \
                                   handle *)) \
  F(int32_t, clEnqueueReadBuffer, (handle, handle, uint32_t, size_t, size_t, void *, uint32_t, const handle *, \
                                   handle *))
/* clang-format on */

struct opencl {
#define DECLARE(type, name, arguments) type(*name) arguments;
  OPENCL_FUNCTIONS(DECLARE)
#undef DECLARE
};

struct opencl_device {
  void *library;
  struct opencl cl;
  handle device, context; /* the context is held once, adopted or not                             */
  handle queue;           /* the stream NULL                                                      */
  char arch[64];          /* as in the facts                                                      */
  char options[128];      /* of clBuildProgram                                                    */
  int64_t local_bytes;    /* likewise                                                             */
  int keeps_texts;        /* a binary is the text itself: the platform has a cache of its own     */
  void *tag;              /* first word of every cl_mem of this platform; NULL: not known         */
};

struct opencl_kernel {
  handle kernel;
  pthread_mutex_t lock; /* arguments belong to the cl_kernel: setting them and the enqueue must not be torn apart */
};

rem_status opencl_open(rem_context *context, const rem_context_desc *desc, int number, void **device,
                       struct gpu_facts *facts, rem_error *error);
void opencl_close(rem_context *context, void *device);
rem_status opencl_compile(rem_context *context, void *device, const char *arch, const char *text,
                          struct gpu_binary *binary, rem_error *error);
rem_status opencl_load(rem_context *context, void *device, const void *data, size_t bytes, void **kernel,
                       rem_error *error);
void opencl_unload(rem_context *context, void *device, void *kernel);

/* "CL_BUILD_PROGRAM_FAILURE"; "unknown" for a number that is none of OpenCL's. */
const char *opencl_code_name(int32_t code);
/* The status and the sentence for a call that returned code. */
rem_status opencl_fail(rem_error *error, const char *call, int32_t code);

#endif
