/* cuda.c: the driver for CUDA: kernels, launches, memory, and the table of what it offers. */
#include "cuda.h"

#include <string.h>

#include "core/error.h"

/* ---- kernels --------------------------------------------------------------------------------------------------- */

/* Modules may be loaded lazily: asking the function for an attribute, or loading it by name, has it on the device now, so that
 * no launch allocates. */
static int find_function(const struct cuda_device *d, struct cuda_kernel *k) {
  int threads, code = d->cu.cuModuleGetFunction(&k->function, k->module, "remora");
  if (code == CUDA_SUCCESS && d->cu.cuFuncLoad) code = d->cu.cuFuncLoad(k->function);
  if (code == CUDA_SUCCESS) code = d->cu.cuFuncGetAttribute(&threads, FUNC_MAX_THREADS_PER_BLOCK, k->function);
  return code;
}

/* Whether a code blames the binary, so that a fresh one may do better: invalid image, no binary for the GPU, invalid or too
 * new PTX, no compiler for it, invalid source, no such symbol. */
static int is_about_binary(int code) {
  static const int codes[] = {200, 209, 218, 221, 222, 223, 300, 302, 303, 500};
  for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
    if (codes[i] == code) return 1;
  return 0;
}

static rem_status load_module(const struct cuda_device *d, const void *data, struct cuda_kernel *k, rem_error *error) {
  const char *call = "cuModuleLoadDataEx";
  int mode, code;
  rem_status status = cuda_enter(d, &mode, error);
  if (status) return status;
  code = d->cu.cuModuleLoadDataEx(&k->module, data, 0, NULL, NULL);
  if (code == CUDA_SUCCESS) {
    call = "cuModuleGetFunction";
    code = find_function(d, k);
    if (code != CUDA_SUCCESS) d->cu.cuModuleUnload(k->module);
  }
  cuda_leave(d, mode);
  if (code == CUDA_SUCCESS) return REM_OK;
  if (!is_about_binary(code)) return cuda_fail(d, error, call, code);
  return fail(error, REM_UNSUPPORTED, NOWHERE, "kernel: the device does not take this binary: %s failed with %d (%s)",
              call, code, cuda_code_name(d, code));
}

/* CUDA takes no length: it believes an ELF header, or a text that ends with 0. */
static int is_image(const char *data, size_t bytes) {
  return bytes > 64 && (memcmp(data, "\177ELF", 4) == 0 || data[bytes - 1] == '\0');
}

static rem_status load(rem_context *context, void *device, const void *data, size_t bytes, void **kernel,
                       rem_error *error) {
  struct cuda_kernel *k;
  rem_status status;
  if (!is_image(data, bytes))
    return fail(error, REM_UNSUPPORTED, NOWHERE, "kernel: expected ELF or PTX, found neither");
  k = context_allocate(context, sizeof *k);
  if (!k)
    return fail(error, REM_NO_MEMORY, AT(-1, -1, (int64_t)sizeof *k, 0), "kernel: no memory for %zu bytes", sizeof *k);
  status = load_module(device, data, k, error);
  if (status) context_release(context, k);
  else *kernel = k;
  return status;
}

static void unload(rem_context *context, void *device, void *kernel) {
  struct cuda_device *d = device;
  struct cuda_kernel *k = kernel;
  int mode;
  if (!k) return;
  if (cuda_enter(d, &mode, NULL) == REM_OK) {
    d->cu.cuModuleUnload(k->module);
    cuda_leave(d, mode);
  }
  context_release(context, k);
}

/* A binary runs on every later arch of its generation: one of sm_80 on sm_86 and sm_89. */
static int older_arch(char arch[64]) {
  size_t n = strlen(arch);
  if (n < 5 || arch[n - 1] <= '0' || arch[n - 1] > '9') return 0;
  arch[n - 1]--;
  return 1;
}

/* ---- launch ---------------------------------------------------------------------------------------------------- */

/* NULL, the legacy stream (1) and the thread's own (2) mean one of whatever context is current. A stream of a green context
 * belongs to a part of the same device: the driver knows what to make of it. */
static rem_status check_stream(const struct cuda_device *d, handle stream, rem_error *error) {
  handle context = NULL, green = NULL;
  int code;
  if ((uintptr_t)stream <= 2 || !d->cu.cuStreamGetCtx) return REM_OK;
  code = d->cu.cuStreamGetCtx(stream, &context);
  if (code == CUDA_SUCCESS && context == d->context) return REM_OK;
  if (code == CUDA_SUCCESS && d->cu.cuStreamGetCtx_v2 &&
      d->cu.cuStreamGetCtx_v2(stream, &context, &green) == CUDA_SUCCESS && green)
    return REM_OK;
  if (code == CUDA_SUCCESS)
    return fail(error, REM_INVALID, NOWHERE, "stream: expected a CUstream of this context, found one of another");
  if (code == CUDA_ERROR_INVALID_HANDLE || code == CUDA_ERROR_INVALID_CONTEXT)
    return fail(error, REM_INVALID, NOWHERE, "stream: expected a CUstream of this context, found no stream at all");
  return REM_OK; /* the launch will tell */
}

static int enqueue(const struct cuda_device *d, const struct cuda_kernel *k, const struct gpu_launch *launch,
                   handle stream) {
  cuda_ptr address[GPU_POINTERS];
  void *params[GPU_POINTERS + 1], *arguments = (void *)(uintptr_t)launch->args; /* CUDA copies them before it returns */
  for (int i = 0; i < GPU_POINTERS; i++) {
    const struct gpu_memory *m = &launch->pointer[i];
    address[i] = m->base ? (cuda_ptr)(uintptr_t)m->base + (cuda_ptr)m->offset : 0;
    params[i] = &address[i];
  }
  params[GPU_POINTERS] = arguments;
  return d->cu.cuLaunchKernel(k->function, (unsigned)launch->blocks, 1, 1, (unsigned)launch->threads, 1, 1, 0, stream,
                              launch->handles ? &arguments : params, NULL);
}

static rem_status launch_kernel(void *device, void *kernel, const struct gpu_launch *launch, void *stream,
                                rem_error *error) {
  const struct cuda_device *d = device;
  handle current = NULL;
  rem_status status;
  int code;
  if (launch->blocks < 1 || launch->blocks > INT32_MAX || launch->threads < 1 ||
      launch->args_bytes > (launch->handles ? GPU_MANY_MOST : GPU_ARGS_MOST))
    return fail(error, REM_INTERNAL, NOWHERE, "launch of %lld blocks of %d threads with %zu bytes of arguments",
                (long long)launch->blocks, (int)launch->threads, launch->args_bytes);
  status = check_stream(d, stream, error);
  if (status) return status;
  code = d->cu.cuCtxGetCurrent(&current);
  if (code == CUDA_SUCCESS && current == d->context) { /* as in most programs */
    code = enqueue(d, kernel, launch, stream);
    return code == CUDA_SUCCESS ? REM_OK : cuda_fail(d, error, "cuLaunchKernel", code);
  }
  code = d->cu.cuCtxPushCurrent_v2(d->context);
  if (code != CUDA_SUCCESS) return cuda_fail(d, error, "cuCtxPushCurrent", code);
  code = enqueue(d, kernel, launch, stream);
  d->cu.cuCtxPopCurrent_v2(&current);
  return code == CUDA_SUCCESS ? REM_OK : cuda_fail(d, error, "cuLaunchKernel", code);
}

/* ---- memory ---------------------------------------------------------------------------------------------------- */

/* Managed memory, registered host memory and a peer's: whether kernels of this context reach it at its own address. */
static int is_reachable(const struct cuda_device *d, cuda_ptr base) {
  cuda_ptr seen = 0;
  int mode, code;
  if (cuda_enter(d, &mode, NULL) != REM_OK) return 1; /* cannot tell */
  code = d->cu.cuPointerGetAttribute(&seen, POINTER_DEVICE_POINTER, base);
  cuda_leave(d, mode);
  return code == CUDA_SUCCESS && seen == base;
}

static rem_status check_memory(void *device, const void *base, int slot, const char *slot_name, rem_error *error) {
  const struct cuda_device *d = device;
  int what[] = {POINTER_MEMORY_TYPE, POINTER_DEVICE_ORDINAL, POINTER_CONTEXT};
  unsigned type = 0;
  int ordinal = -1;
  handle context = NULL;
  void *values[] = {&type, &ordinal, &context};
  cuda_ptr address = (cuda_ptr)(uintptr_t)base;
  int mode, code = base ? d->cu.cuPointerGetAttributes(3, what, values, address) : CUDA_SUCCESS;
  if (code == CUDA_ERROR_INVALID_CONTEXT && cuda_enter(d, &mode, NULL) == REM_OK) { /* none is current */
    code = d->cu.cuPointerGetAttributes(3, what, values, address);
    cuda_leave(d, mode);
  }
  if (!base || code != CUDA_SUCCESS) return REM_OK; /* cannot tell */
  if (type == MEMORYTYPE_DEVICE && ordinal == d->ordinal && (!context || context == d->context)) return REM_OK;
  if (type && is_reachable(d, address)) return REM_OK;
  return fail(error, REM_INVALID, AT_SLOT(slot), "%s: expected device memory, found %s", slot_name,
              type == MEMORYTYPE_DEVICE ? "memory of another device or context" : "host memory");
}

static rem_status memory_create(void *device, size_t bytes, rem_buffer *buffer, rem_error *error) {
  const struct cuda_device *d = device;
  cuda_ptr address = 0;
  int mode, code;
  rem_status status = cuda_enter(d, &mode, error);
  if (status) return status;
  code = d->cu.cuMemAlloc_v2(&address, bytes ? bytes : 1);
  cuda_leave(d, mode);
  if (code == CUDA_ERROR_OUT_OF_MEMORY)
    return fail(error, REM_NO_MEMORY, AT(-1, -1, (int64_t)bytes, 0), "the device has no memory for %zu bytes", bytes);
  if (code != CUDA_SUCCESS) return cuda_fail(d, error, "cuMemAlloc", code);
  *buffer = (rem_buffer){(void *)(uintptr_t)address, bytes, 0};
  return REM_OK;
}

static void memory_destroy(void *device, rem_buffer *buffer) {
  const struct cuda_device *d = device;
  int mode;
  if (!buffer->base || cuda_enter(d, &mode, NULL) != REM_OK) return;
  d->cu.cuMemFree_v2((cuda_ptr)(uintptr_t)buffer->base);
  cuda_leave(d, mode);
}

/* Copies wait, and waiting would end a capture that is under way on the stream. */
static rem_status check_copy(const struct cuda_device *d, handle stream, rem_error *error) {
  int capturing = 0, code;
  if (!d->cu.cuStreamIsCapturing) return REM_OK;
  code = d->cu.cuStreamIsCapturing(stream, &capturing);
  if (code != CUDA_SUCCESS) return cuda_fail(d, error, "cuStreamIsCapturing", code);
  if (capturing)
    return fail(error, REM_INVALID, NOWHERE, "stream: expected one that is not being captured: the copy waits for it");
  return REM_OK;
}

static cuda_ptr address_of(const rem_buffer *buffer) { return (cuda_ptr)(uintptr_t)buffer->base + buffer->offset; }

enum direction { TO_DEVICE, TO_HOST };

static rem_status copy_and_wait(const struct cuda_device *d, enum direction direction, cuda_ptr there, void *here,
                                size_t bytes, handle stream, rem_error *error) {
  const char *call = direction == TO_DEVICE ? "cuMemcpyHtoDAsync" : "cuMemcpyDtoHAsync";
  int code = direction == TO_DEVICE ? d->cu.cuMemcpyHtoDAsync_v2(there, here, bytes, stream)
                                    : d->cu.cuMemcpyDtoHAsync_v2(here, there, bytes, stream);
  if (code != CUDA_SUCCESS) return cuda_fail(d, error, call, code);
  code = d->cu.cuStreamSynchronize(stream);
  return code == CUDA_SUCCESS ? REM_OK : cuda_fail(d, error, "cuStreamSynchronize", code);
}

static rem_status copy(const struct cuda_device *d, enum direction direction, cuda_ptr there, void *here, size_t bytes,
                       handle stream, rem_error *error) {
  int mode;
  rem_status status = check_stream(d, stream, error);
  if (status || bytes == 0) return status;
  status = cuda_enter(d, &mode, error);
  if (status) return status;
  status = check_copy(d, stream, error);
  if (!status) status = copy_and_wait(d, direction, there, here, bytes, stream, error);
  cuda_leave(d, mode);
  return status;
}

static rem_status memory_write(void *device, const rem_buffer *to, const void *from, size_t bytes, void *stream,
                               rem_error *error) {
  return copy(device, TO_DEVICE, address_of(to), (void *)(uintptr_t)from, bytes, stream, error);
}

static rem_status memory_read(void *device, void *to, const rem_buffer *from, size_t bytes, void *stream,
                              rem_error *error) {
  return copy(device, TO_HOST, address_of(from), to, bytes, stream, error);
}

static rem_status memory_copy(void *device, const rem_buffer *to, const rem_buffer *from, size_t bytes, void *stream,
                              rem_error *error) {
  const struct cuda_device *d = device;
  int mode, code;
  rem_status status = check_stream(d, stream, error);
  if (!status && bytes) status = cuda_enter(d, &mode, error);
  if (status || bytes == 0) return status;
  code = d->cu.cuMemcpyDtoDAsync_v2(address_of(to), address_of(from), bytes, stream);
  cuda_leave(d, mode);
  return code == CUDA_SUCCESS ? REM_OK : cuda_fail(d, error, "cuMemcpyDtoDAsync", code);
}

const struct driver cuda_driver = {
    .name = "cuda",
    .open = cuda_open,
    .close = cuda_close,
    .compile = cuda_compile,
    .load = load,
    .unload = unload,
    .launch = launch_kernel,
    .check_memory = check_memory,
    .memory_create = memory_create,
    .memory_destroy = memory_destroy,
    .memory_write = memory_write,
    .memory_read = memory_read,
    .memory_copy = memory_copy,
    .older_arch = older_arch,
};
