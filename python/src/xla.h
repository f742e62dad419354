/* xla.h: the layout that XLA's foreign function interface 0.x prescribes, only what is used here, and our two handlers.
 * */
#ifndef XLA_H
#define XLA_H

#include <stddef.h>
#include <stdint.h>

struct xla_extension {
  size_t size;
  int type; /* 1: what XLA wants to know of a handler */
  struct xla_extension *next;
};

struct xla_version {
  size_t size;
  struct xla_extension *extension;
  int major, minor;
};

struct xla_metadata {
  size_t size;
  struct xla_version version;
  uint32_t traits;
};

struct xla_metadata_extension {
  struct xla_extension base;
  struct xla_metadata *metadata;
};

struct xla_error_args {
  size_t size;
  struct xla_extension *extension;
  const char *message;
  int code; /* that of absl's statuses */
};

struct xla_stream_args {
  size_t size;
  struct xla_extension *extension;
  void *context, *stream;
};

struct xla_allocate_args {
  size_t size;
  struct xla_extension *extension;
  void *context;
  size_t bytes, alignment;
  void *data;
};

struct xla_free_args {
  size_t size;
  struct xla_extension *extension;
  void *context;
  size_t bytes;
  void *data;
};

struct xla_ordinal_args {
  size_t size;
  struct xla_extension *extension;
  void *context;
  int32_t ordinal;
};

struct xla_error_destroy_args {
  size_t size;
  struct xla_extension *extension;
  void *error;
};

struct xla_api {
  size_t size;
  struct xla_extension *extension;
  struct xla_version version;
  const void *internal;
  void *(*error_create)(struct xla_error_args *args);
  void *error_message;
  void (*error_destroy)(struct xla_error_destroy_args *args);
  void *handler_register;
  void *(*stream_get)(struct xla_stream_args *args);
  void *type_register, *context_get, *state_set, *state_get;
  void *(*memory_allocate)(struct xla_allocate_args *args);
  void *(*memory_free)(struct xla_free_args *args);
  void *pool_schedule, *pool_threads, *future_create, *future_available, *future_error, *run_id;
  void *(*ordinal_get)(struct xla_ordinal_args *args); /* since 0.2: see size */
};

struct xla_buffer {
  size_t size;
  struct xla_extension *extension;
  int dtype;
  void *data;
  int64_t rank;
  int64_t *dims;
};

struct xla_span {
  const char *text;
  size_t length;
};

/* Arguments and results: types are all 1, buffers. */
struct xla_list {
  size_t size;
  struct xla_extension *extension;
  int64_t n;
  int *types;
  struct xla_buffer **buffers;
};

struct xla_attrs {
  size_t size;
  struct xla_extension *extension;
  int64_t n;
  int *types; /* 4: text, a struct xla_span */
  struct xla_span **names;
  void **values;
};

struct xla_frame {
  size_t size;
  struct xla_extension *extension;
  const struct xla_api *api;
  void *context;
  int stage; /* 3: run */
  struct xla_list args, results;
  struct xla_attrs attrs;
};

void *xla_cpu(struct xla_frame *frame);
void *xla_cuda(struct xla_frame *frame);

#endif
