/* driver.h: what CUDA and OpenCL must offer the GPU backend. A driver opens its library at run time, compiles, loads, launches
 * and moves bytes; it knows no op, no schedule and no cache. */
#ifndef REM_GPU_DRIVER_H
#define REM_GPU_DRIVER_H

#include "backend.h"

/* Every kernel is called "remora" and takes GPU_POINTERS pointers, then its arguments as one struct by value. The struct begins
 * with one int64_t for each pointer: bytes from the start of its memory to element (0,...,0). A driver that launches with
 * addresses adds them itself and leaves those numbers 0; one whose memory is a handle writes them there. */
enum { GPU_POINTERS = 8, GPU_ARGS_MOST = 960 };

/* A launch over many tensors is told where they lie in its arguments: addresses; or, where memory is a handle, GPU_HANDLES handles come
 * before the struct, and the arguments say which. */
enum { GPU_HANDLES = 16, GPU_MANY_MOST = 4000, GPU_MANY_BESIDE_HANDLES = 888 };

/* Memory a kernel works on: a CUdeviceptr or a cl_mem, and bytes into it. base NULL: not used. */
struct gpu_memory {
  void *base;
  int64_t offset;
};

struct gpu_launch {
  int64_t blocks;
  int32_t threads; /* of a block */
  struct gpu_memory pointer[GPU_POINTERS];
  const void *args;
  size_t args_bytes; /* at most GPU_ARGS_MOST */
  void *const *handles; /* of a launch over many tensors, GPU_HANDLES of them, some NULL; pointer is then not used. NULL: another */
};

/* What the planner asks about a device. */
struct gpu_facts {
  char name[64];        /* "NVIDIA H200"                                                          */
  char arch[64];        /* what binaries are made for and keyed by: "sm_90", or device and driver */
  char compiler[64];    /* version of the compiler: a binary of another one is not used           */
  int units;            /* multiprocessors                                                        */
  int most_threads;     /* of a block                                                             */
  int64_t local_bytes;  /* of a block                                                             */
  int cluster;          /* blocks that can read each other's memory; 0: none can                  */
  int in_turn;          /* blocks may wait for those that began before them: these go on               */
  int has_f64;
  int exact;            /* IEEE: denormals, fma, division and square root rounded correctly       */
  int handles;          /* buffers are handles, not addresses                                     */
  int imaginary;        /* there is no such device: it plans, but compiles and runs nothing       */
};

struct gpu_binary {
  void *data; /* allocated with context_allocate */
  size_t bytes;
};

struct driver {
  const char *name; /* "cuda" */
  /* Opens device `number`, or adopts desc->native. *device is the driver's own, allocated with context_allocate. */
  rem_status (*open)(rem_context *context, const rem_context_desc *desc, int number, void **device, struct gpu_facts *facts,
                     rem_error *error);
  void (*close)(rem_context *context, void *device);
  /* Kernel text to a binary for arch. device may be NULL where the compiler needs none (packs for other devices). */
  rem_status (*compile)(rem_context *context, void *device, const char *arch, const char *text, struct gpu_binary *binary,
                        rem_error *error);
  /* A binary to a kernel that can be launched. A binary that this device cannot take fails with REM_UNSUPPORTED. */
  rem_status (*load)(rem_context *context, void *device, const void *data, size_t bytes, void **kernel, rem_error *error);
  void (*unload)(rem_context *context, void *device, void *kernel);
  /* Enqueues on stream (NULL: the default one); allocates nothing, waits for nothing. Any number of threads at once. */
  rem_status (*launch)(void *device, void *kernel, const struct gpu_launch *launch, void *stream, rem_error *error);
  /* Whether memory belongs to this device, as far as the driver can tell: REM_OK, or a sentence about slot. */
  rem_status (*check_memory)(void *device, const void *base, int slot, const char *slot_name, rem_error *error);
  rem_status (*memory_create)(void *device, size_t bytes, rem_buffer *buffer, rem_error *error);
  void (*memory_destroy)(void *device, rem_buffer *buffer);
  /* Both wait for the copy. */
  rem_status (*memory_write)(void *device, const rem_buffer *to, const void *from, size_t bytes, void *stream, rem_error *error);
  rem_status (*memory_read)(void *device, void *to, const rem_buffer *from, size_t bytes, void *stream, rem_error *error);
  /* Steps arch to the next older one whose binaries run on it as well, for packs; 0: there is none. NULL: there never is. */
  int (*older_arch)(char arch[64]);
  /* Enqueues a copy from device memory to device memory and does not wait: what a bench compares with. */
  rem_status (*memory_copy)(void *device, const rem_buffer *to, const rem_buffer *from, size_t bytes, void *stream,
                            rem_error *error);
};

extern const struct driver cuda_driver, opencl_driver;

/* ---- for drivers ------------------------------------------------------------------------------------------------------ */

/* One function of a library: its name and where its address goes, counted from the start of a struct of functions. */
struct library_function {
  const char *name;
  size_t at;
  int optional; /* left NULL where the library lacks it */
};

/* A variable of the environment that says where code comes from: a library, or kernels. NULL: it is not set, or the program has rights
 * that whoever set it may not have (setuid), where the C library can tell. */
const char *code_variable(const char *name);
/* Opens a shared library that stays in the process once opened: drivers keep threads and exit handlers that outlive an unload.
 * NULL: there is none. Give it back with library_close. */
void *library_open(const char *name);
void library_close(void *library); /* NULL is fine */
/* Fills functions; returns the name of the first that the library lacks, NULL when all is well. */
const char *library_functions(void *library, const struct library_function *list, size_t n, void *functions);

/* Where in a compiler's log its first error begins, else its start; line breaks and runs of blanks become one blank each. */
const char *log_excerpt(char *log);

/* Keeps the driver's own code in an error that fail() filled with REM_DEVICE. */
static inline rem_status keep_native(rem_error *error, rem_status status, int64_t code) {
  if (status == REM_DEVICE && error && error->size == sizeof *error) error->native = code;
  return status;
}

#endif
