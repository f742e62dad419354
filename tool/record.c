/* record.c: a driver without a device: compiling and loading succeed and do nothing, running is refused. */
#include "record.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "gpu/gpu.h"

/* ---- the driver ------------------------------------------------------------------------------------------------ */

static void tell(struct gpu_facts *facts, int units) {
  facts->units = units;
  snprintf(facts->name, sizeof facts->name, "imaginary device of %d multiprocessors", units);
}

static rem_status open_record(rem_context *context, const rem_context_desc *desc, int number, void **device,
                              struct gpu_facts *facts, rem_error *error) {
  (void)desc, (void)number, (void)error;
  *facts = (struct gpu_facts){
      .most_threads = 1024, .local_bytes = 49152, .in_turn = 1, .has_f64 = 1, .exact = 1, .imaginary = 1};
  snprintf(facts->arch, sizeof facts->arch, "none");
  tell(facts, RECORD_UNITS);
  *device = context; /* any address but NULL: there is no state */
  return REM_OK;
}

static void close_record(rem_context *context, void *device) { (void)context, (void)device; }

static rem_status compile(rem_context *context, void *device, const char *arch, const char *text,
                          struct gpu_binary *binary, rem_error *error) {
  (void)device, (void)arch, (void)text;
  *binary = (struct gpu_binary){context_allocate(context, 1), 1};
  return binary->data ? REM_OK : fail(error, REM_NO_MEMORY, NOWHERE, "kernel: no memory for its binary");
}

static rem_status load(rem_context *context, void *device, const void *data, size_t bytes, void **kernel,
                       rem_error *error) {
  (void)context, (void)data, (void)bytes, (void)error;
  *kernel = device;
  return REM_OK;
}

static void unload(rem_context *context, void *device, void *kernel) { (void)context, (void)device, (void)kernel; }

/* ---- what an imaginary device cannot do ------------------------------------------------------------------------ */

static rem_status refuse(rem_error *error) {
  return fail(error, REM_UNSUPPORTED, NOWHERE, "an imaginary device plans, but has no memory and runs nothing");
}

static rem_status launch(void *device, void *kernel, const struct gpu_launch *launch, void *stream, rem_error *error) {
  (void)device, (void)kernel, (void)launch, (void)stream;
  return refuse(error);
}

static rem_status check_memory(void *device, const void *base, int slot, const char *slot_name, rem_error *error) {
  (void)device, (void)base, (void)slot, (void)slot_name;
  return refuse(error);
}

static rem_status memory_create(void *device, size_t bytes, rem_buffer *buffer, rem_error *error) {
  (void)device, (void)bytes, (void)buffer;
  return refuse(error);
}

static void memory_destroy(void *device, rem_buffer *buffer) { (void)device, (void)buffer; }

static rem_status memory_write(void *device, const rem_buffer *to, const void *from, size_t bytes, void *stream,
                               rem_error *error) {
  (void)device, (void)to, (void)from, (void)bytes, (void)stream;
  return refuse(error);
}

static rem_status memory_read(void *device, void *to, const rem_buffer *from, size_t bytes, void *stream,
                              rem_error *error) {
  (void)device, (void)to, (void)from, (void)bytes, (void)stream;
  return refuse(error);
}

static rem_status memory_copy(void *device, const rem_buffer *to, const rem_buffer *from, size_t bytes, void *stream,
                              rem_error *error) {
  (void)device, (void)to, (void)from, (void)bytes, (void)stream;
  return refuse(error);
}

static const struct driver record_driver = {.name = "cuda",
                                            .open = open_record,
                                            .close = close_record,
                                            .compile = compile,
                                            .load = load,
                                            .unload = unload,
                                            .launch = launch,
                                            .check_memory = check_memory,
                                            .memory_create = memory_create,
                                            .memory_destroy = memory_destroy,
                                            .memory_write = memory_write,
                                            .memory_read = memory_read,
                                            .memory_copy = memory_copy};

/* ---- the context ----------------------------------------------------------------------------------------------- */

static rem_status open_backend(rem_context *context, const rem_context_desc *desc, void **device, rem_error *error) {
  return gpu_open(context, desc, &record_driver, device, error);
}

/* CUDA's backend, but for the driver. A context keeps the address of its table. */
static struct backend record_backend;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void make_backend(void) {
  record_backend = cuda_backend;
  record_backend.open = open_backend;
}

rem_status record_open(rem_context **context, rem_error *error) {
  rem_context_desc desc = {.size = sizeof desc, .cache = ""};
  pthread_once(&once, make_backend);
  return context_open(&record_backend, &desc, context, error);
}

void record_units(rem_context *context, int units, int cluster) {
  struct gpu *gpu = context->device;
  gpu->facts.cluster = cluster;
  tell(&gpu->facts, units);
  context->backend->describe(context, context->name, sizeof context->name);
}

struct listener {
  void (*each)(void *arg, const char *head);
  void *arg;
};

static void tell_head(void *arg, const struct kernel *kernel) {
  const struct listener *l = arg;
  l->each(l->arg, kernel->head);
}

void record_heads(rem_context *context, void (*each)(void *arg, const char *head), void *arg) {
  struct listener l = {each, arg};
  cache_each(((const struct gpu *)context->device)->cache, tell_head, &l);
}
