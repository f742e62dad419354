/* backend.h: what a device must offer. A backend is one table of functions; core knows no device. */
#ifndef REM_BACKEND_H
#define REM_BACKEND_H

#include "core/problem.h"

enum { SKU_BYTES = 160, NOTES_BYTES = 512, TEXT_BYTES = 1024 };
/* Bytes of workspace that no memory has: a plan that would need as many is refused, and sums of them do not wrap. */
#define MOST_WORKSPACE (INT64_C(1) << 60)

/* What a backend makes of a problem. */
struct planned {
  void *exec;             /* the backend's own, immutable; allocated with context_allocate */
  size_t workspace_bytes; /* 0: none                                                       */
  size_t workspace_align;
  int repeat; /* rem_repeat                                                    */
  char sku[SKU_BYTES];
  char notes[NOTES_BYTES]; /* sentences, each ending in a full stop                         */
};

struct backend {
  const char *name; /* "cpu" */
  /* Opens the device of desc (device_number is its N); *device is the backend's own state, NULL if it needs none. Sets
   * context->handles where memory is no address. */
  rem_status (*open)(rem_context *context, const rem_context_desc *desc, void **device, rem_error *error);
  void (*close)(rem_context *context, void *device);
  /* One line about the device: "cpu avx512 2 threads". */
  void (*describe)(const rem_context *context, char *text, size_t size);
  rem_status (*plan)(rem_context *context, const struct problem *problem, struct planned *planned, rem_error *error);
  /* The same for many at once, whose exec run is given the buffers of all members one after the other, slots of each, and NULL
   * elements. One that has nothing to do is NULL; at least one is not. *at is the member an error is about. */
  rem_status (*plan_many)(rem_context *context, const struct problem *const *problems, int n, struct planned *planned, int *at,
                          rem_error *error);
  void (*forget)(rem_context *context, void *exec);
  /* Buffers were checked. elements[i] is NULL where slot i is left out or has no elements: buffers[i] may then be anything.
   * Else it is the address of element (0,...,0), unless context->handles: then only the buffer says where that is. */
  rem_status (*run)(rem_context *context, const void *exec, const rem_buffer *buffers, char *const *elements,
                    void *workspace, void *stream, rem_error *error);
  const char *(*source)(const void *exec); /* kernel text; NULL: none */
  rem_status (*memory_create)(rem_context *context, size_t bytes, rem_buffer *buffer, rem_error *error);
  void (*memory_destroy)(rem_context *context, rem_buffer *buffer);
  rem_status (*memory_write)(rem_context *context, const rem_buffer *to, const void *from, size_t bytes, void *stream,
                             rem_error *error);
  rem_status (*memory_read)(rem_context *context, void *to, const rem_buffer *from, size_t bytes, void *stream,
                            rem_error *error);
  /* Enqueues a copy between two buffers, at their offsets, and does not wait: what a bench compares with. NULL: none. */
  rem_status (*memory_copy)(rem_context *context, const rem_buffer *to, const rem_buffer *from, size_t bytes,
                            void *stream, rem_error *error);
  /* Whether base may be used on this device, as far as can be told: REM_OK, or a sentence about the slot, -1 being the
   * workspace. Every check of buffers asks; NULL: any memory will do. */
  rem_status (*check_memory)(const rem_context *context, const void *base, int slot, const char *slot_name,
                             rem_error *error);
};

extern const struct backend cpu_backend, cuda_backend, opencl_backend;

/* The context, for backends. */
struct rem_context {
  const struct backend *backend;
  void *device; /* the backend's own */
  int handles;  /* set by open: base of a buffer and workspace are handles of whole allocations, not addresses */
  int threads;  /* as asked for; 0: not said */
  rem_parallel_for parallel_for;
  void *pool;
  void *(*allocate)(void *user, size_t bytes);
  void (*release)(void *user, void *memory);
  void *user;
  char name[96]; /* rem_context_device */
};

/* rem_context_create on a backend that need not be in its list. */
rem_status context_open(const struct backend *backend, const rem_context_desc *desc, rem_context **context, rem_error *error);

void *context_allocate(rem_context *context, size_t bytes); /* NULL: no memory */
void context_release(rem_context *context, void *memory);   /* NULL is fine    */

/* N of "cuda:N", which rem_context_create has checked; 0 where there is none, or no text. */
int device_number(const char *device);

#endif
