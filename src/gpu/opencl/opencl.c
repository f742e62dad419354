/* opencl.c: the driver for OpenCL: launches, memory, and the table of what it offers. */
#include "opencl.h"

#include <string.h>

#include "core/error.h"

/* ---- launch ---------------------------------------------------------------------------------------------------- */

/* The queue that stream means. One of another context or device would fail late, or reach a driver it does not know; one that
 * is out of order would run the kernels of a plan side by side. */
static rem_status find_queue(const struct opencl_device *d, handle stream, handle *queue, rem_error *error) {
  handle context = NULL, device = NULL;
  uint64_t properties = 0;
  int32_t code;
  *queue = stream ? stream : d->queue;
  if (!stream) return REM_OK;
  code = d->cl.clGetCommandQueueInfo(stream, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
  if (code == CL_SUCCESS) code = d->cl.clGetCommandQueueInfo(stream, CL_QUEUE_DEVICE, sizeof device, &device, NULL);
  if (code == CL_SUCCESS)
    code = d->cl.clGetCommandQueueInfo(stream, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
  if (code != CL_SUCCESS) return opencl_fail(error, "clGetCommandQueueInfo", code);
  if (properties & CL_QUEUE_OUT_OF_ORDER)
    return fail(error, REM_INVALID, NOWHERE, "stream: expected a cl_command_queue that is in order, found one that is not");
  if (context != d->context || device != d->device)
    return fail(error, REM_INVALID, NOWHERE, "stream: expected a cl_command_queue of this %s, found one of another",
                context == d->context ? "device" : "context");
  return REM_OK;
}

/* Over many tensors the arguments say where they lie in which of the handles. */
static int32_t set_many(const struct opencl_device *d, handle kernel, const struct gpu_launch *launch) {
  for (uint32_t i = 0; i < GPU_HANDLES; i++) {
    handle memory = launch->handles[i];
    int32_t code = d->cl.clSetKernelArg(kernel, i, sizeof memory, &memory);
    if (code != CL_SUCCESS) return code;
  }
  return d->cl.clSetKernelArg(kernel, GPU_HANDLES, launch->args_bytes, launch->args);
}

/* Memory is a handle here: the kernel adds the offsets, which come first in its arguments. */
static int32_t set_args(const struct opencl_device *d, handle kernel, const struct gpu_launch *launch) {
  _Alignas(16) char args[GPU_ARGS_MOST];
  int64_t offsets[GPU_POINTERS];
  for (uint32_t i = 0; i < GPU_POINTERS; i++) {
    handle memory = launch->pointer[i].base;
    int32_t code = d->cl.clSetKernelArg(kernel, i, sizeof memory, &memory);
    if (code != CL_SUCCESS) return code;
    offsets[i] = memory ? launch->pointer[i].offset : 0;
  }
  memcpy(args, launch->args, launch->args_bytes);
  memcpy(args, offsets, sizeof offsets);
  return d->cl.clSetKernelArg(kernel, GPU_POINTERS, launch->args_bytes, args);
}

static rem_status check_launch(const struct gpu_launch *launch, rem_error *error) {
  if (launch->blocks >= 1 && launch->threads >= 1 && launch->handles && launch->args_bytes <= GPU_MANY_BESIDE_HANDLES) return REM_OK;
  if (launch->blocks >= 1 && launch->threads >= 1 && !launch->handles && launch->args_bytes <= GPU_ARGS_MOST &&
      launch->args_bytes >= GPU_POINTERS * sizeof(int64_t))
    return REM_OK;
  return fail(error, REM_INTERNAL, NOWHERE, "launch of %lld blocks of %d threads with %zu bytes of arguments",
              (long long)launch->blocks, (int)launch->threads, launch->args_bytes);
}

static rem_status launch_kernel(void *device, void *kernel, const struct gpu_launch *launch, void *stream,
                                rem_error *error) {
  struct opencl_device *d = device;
  struct opencl_kernel *k = kernel;
  const char *call = "clSetKernelArg";
  size_t threads = (size_t)launch->threads, all = (size_t)launch->blocks * threads;
  handle queue;
  int32_t code;
  rem_status status = check_launch(launch, error);
  if (!status) status = find_queue(d, stream, &queue, error);
  if (status) return status;
  pthread_mutex_lock(&k->lock);
  code = (launch->handles ? set_many : set_args)(d, k->kernel, launch);
  if (code == CL_SUCCESS) {
    call = "clEnqueueNDRangeKernel";
    code = d->cl.clEnqueueNDRangeKernel(queue, k->kernel, 1, NULL, &all, &threads, 0, NULL, NULL);
  }
  pthread_mutex_unlock(&k->lock);
  return code == CL_SUCCESS ? REM_OK : opencl_fail(error, call, code);
}

/* ---- memory ---------------------------------------------------------------------------------------------------- */

static rem_status check_memory(void *device, const void *base, int slot, const char *slot_name, rem_error *error) {
  struct opencl_device *d = device;
  handle context = NULL;
  void *tag;
  if (!base || !d->tag) return REM_OK;
  memcpy(&tag, base, sizeof tag);
  if (tag != d->tag)
    return fail(error, REM_INVALID, AT_SLOT(slot), "%s: expected a cl_mem of this context, found host memory",
                slot_name);
  if (d->cl.clGetMemObjectInfo((handle)base, CL_MEM_CONTEXT, sizeof context, &context, NULL) != CL_SUCCESS)
    return fail(error, REM_INVALID, AT_SLOT(slot), "%s: expected a cl_mem, found another handle", slot_name);
  if (context != d->context)
    return fail(error, REM_INVALID, AT_SLOT(slot), "%s: expected a cl_mem of this context, found one of another",
                slot_name);
  return REM_OK;
}

static rem_status memory_create(void *device, size_t bytes, rem_buffer *buffer, rem_error *error) {
  struct opencl_device *d = device;
  int32_t code = CL_SUCCESS;
  handle memory = d->cl.clCreateBuffer(d->context, CL_MEM_READ_WRITE, bytes ? bytes : 1, NULL, &code);
  if (!memory || code != CL_SUCCESS) return opencl_fail(error, "clCreateBuffer", code);
  *buffer = (rem_buffer){memory, bytes, 0};
  return REM_OK;
}

static void memory_destroy(void *device, rem_buffer *buffer) {
  struct opencl_device *d = device;
  if (buffer->base) d->cl.clReleaseMemObject(buffer->base);
}

static rem_status memory_write(void *device, const rem_buffer *to, const void *from, size_t bytes, void *stream,
                               rem_error *error) {
  struct opencl_device *d = device;
  handle queue;
  int32_t code;
  rem_status status = find_queue(d, stream, &queue, error);
  if (status || bytes == 0) return status;
  code = d->cl.clEnqueueWriteBuffer(queue, to->base, CL_TRUE, to->offset, bytes, from, 0, NULL, NULL);
  return code == CL_SUCCESS ? REM_OK : opencl_fail(error, "clEnqueueWriteBuffer", code);
}

static rem_status memory_read(void *device, void *to, const rem_buffer *from, size_t bytes, void *stream,
                              rem_error *error) {
  struct opencl_device *d = device;
  handle queue;
  int32_t code;
  rem_status status = find_queue(d, stream, &queue, error);
  if (status || bytes == 0) return status;
  code = d->cl.clEnqueueReadBuffer(queue, from->base, CL_TRUE, from->offset, bytes, to, 0, NULL, NULL);
  return code == CL_SUCCESS ? REM_OK : opencl_fail(error, "clEnqueueReadBuffer", code);
}

static rem_status memory_copy(void *device, const rem_buffer *to, const rem_buffer *from, size_t bytes, void *stream,
                              rem_error *error) {
  struct opencl_device *d = device;
  handle queue;
  int32_t code;
  rem_status status = find_queue(d, stream, &queue, error);
  if (status || bytes == 0) return status;
  code = d->cl.clEnqueueCopyBuffer(queue, from->base, to->base, from->offset, to->offset, bytes, 0, NULL, NULL);
  return code == CL_SUCCESS ? REM_OK : opencl_fail(error, "clEnqueueCopyBuffer", code);
}

const struct driver opencl_driver = {
    .name = "opencl",
    .open = opencl_open,
    .close = opencl_close,
    .compile = opencl_compile,
    .load = opencl_load,
    .unload = opencl_unload,
    .launch = launch_kernel,
    .check_memory = check_memory,
    .memory_create = memory_create,
    .memory_destroy = memory_destroy,
    .memory_write = memory_write,
    .memory_read = memory_read,
    .memory_copy = memory_copy,
};
