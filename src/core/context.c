/* context.c: a device opened for use, and the host memory that goes with it. */
#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "core/error.h"

static const struct {
  const char *name;
  const struct backend *backend;
  int numbered; /* the name is followed by ":N" */
} backends[] = {
    {"cpu", &cpu_backend, 0},
    {"cuda", &cuda_backend, 1},
    {"opencl", &opencl_backend, 1},
};

static void *malloc_allocate(void *user, size_t bytes) {
  (void)user;
  return malloc(bytes);
}

static void malloc_release(void *user, void *memory) {
  (void)user;
  free(memory);
}

void *context_allocate(rem_context *context, size_t bytes) { return context->allocate(context->user, bytes); }

void context_release(rem_context *context, void *memory) {
  if (memory) context->release(context->user, memory);
}

/* Whether text is ":N" with a number that fits an int. */
static int is_number(const char *text) {
  size_t digits;
  if (text[0] != ':') return 0;
  digits = strspn(text + 1, "0123456789");
  return digits >= 1 && digits <= 9 && text[1 + digits] == '\0';
}

int device_number(const char *device) {
  const char *colon = device ? strchr(device, ':') : NULL;
  return colon ? (int)strtol(colon + 1, NULL, 10) : 0;
}

static rem_status find_backend(const char *device, const struct backend **backend, rem_error *error) {
  size_t i, length = strcspn(device, ":");
  for (i = 0; i < sizeof backends / sizeof backends[0]; i++) {
    const char *name = backends[i].name;
    if (strlen(name) != length || memcmp(name, device, length) != 0) continue;
    if (backends[i].numbered ? !is_number(device + length) : device[length] != '\0')
      return fail(error, REM_INVALID, NOWHERE, "device: expected \"%s%s\", found \"%.64s\"", name,
                  backends[i].numbered ? ":N" : "", device);
    *backend = backends[i].backend;
    return REM_OK;
  }
  return fail(error, REM_INVALID, NOWHERE, "device: expected \"cpu\", \"cuda:N\" or \"opencl:N\", found \"%.64s\"",
              device);
}

static rem_status check_desc(const rem_context_desc *desc, rem_error *error) {
  if (desc->size != sizeof *desc)
    return fail(error, REM_INVALID, AT(-1, -1, (int64_t)sizeof *desc, desc->size),
                "rem_context_desc: expected size %zu, found %u", sizeof *desc, (unsigned)desc->size);
  if (desc->threads < 0)
    return fail(error, REM_INVALID, AT(-1, -1, 0, desc->threads), "threads: expected 0 or more, found %d",
                (int)desc->threads);
  if (!desc->allocate != !desc->release)
    return fail(error, REM_INVALID, NOWHERE, "allocate and release: expected both or neither, found %s alone",
                desc->allocate ? "allocate" : "release");
  return REM_OK;
}

rem_status context_open(const struct backend *backend, const rem_context_desc *desc, rem_context **context,
                        rem_error *error) {
  void *(*allocate)(void *, size_t) = desc->allocate ? desc->allocate : malloc_allocate;
  rem_context *c = allocate(desc->user, sizeof *c);
  rem_status status;
  if (!c)
    return fail(error, REM_NO_MEMORY, AT(-1, -1, (int64_t)sizeof *c, 0), "context: no memory for %zu bytes", sizeof *c);
  *c = (rem_context){.backend = backend,
                     .threads = desc->threads,
                     .parallel_for = desc->parallel_for,
                     .pool = desc->pool,
                     .allocate = allocate,
                     .release = desc->release ? desc->release : malloc_release,
                     .user = desc->user};
  status = backend->open(c, desc, &c->device, error);
  if (status) {
    context_release(c, c);
    return status;
  }
  backend->describe(c, c->name, sizeof c->name);
  *context = c;
  return REM_OK;
}

rem_status rem_context_create(const rem_context_desc *desc, rem_context **context, rem_error *error) {
  static const rem_context_desc defaults = {.size = sizeof defaults};
  const struct backend *backend = NULL;
  rem_status status;
  if (!context) return fail(error, REM_INVALID, NOWHERE, "context: expected an address, found NULL");
  *context = NULL;
  if (!desc) desc = &defaults;
  status = check_desc(desc, error);
  if (!status) status = find_backend(desc->device ? desc->device : "cpu", &backend, error);
  return status ? status : context_open(backend, desc, context, error);
}

void rem_context_destroy(rem_context *context) {
  if (!context) return;
  context->backend->close(context, context->device);
  context_release(context, context);
}

const char *rem_context_device(const rem_context *context) { return context ? context->name : ""; }
