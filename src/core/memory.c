/* memory.c: tensors' memory for programs without an allocator of their own. Checks the call; the backend does it. */
#include "backend.h"
#include "core/error.h"

rem_status rem_memory_create(rem_context *context, size_t bytes, rem_buffer *buffer, rem_error *error) {
  if (!context || !buffer)
    return fail(error, REM_INVALID, NOWHERE, "%s: expected an address, found NULL", context ? "buffer" : "context");
  *buffer = (rem_buffer){0};
  return context->backend->memory_create(context, bytes, buffer, error);
}

void rem_memory_destroy(rem_context *context, rem_buffer *buffer) {
  if (!context || !buffer || !buffer->base) return;
  context->backend->memory_destroy(context, buffer);
  *buffer = (rem_buffer){0};
}

static rem_status check_copy(const rem_context *context, const rem_buffer *buffer, const void *host, size_t bytes,
                             rem_error *error) {
  size_t offset;
  if (!context || !buffer)
    return fail(error, REM_INVALID, NOWHERE, "%s: expected an address, found NULL", context ? "buffer" : "context");
  if (bytes == 0) return REM_OK;
  if (!host) return fail(error, REM_INVALID, NOWHERE, "host memory: expected %zu bytes, found NULL", bytes);
  offset = buffer->offset;
  if (!buffer->base || offset > buffer->bytes || bytes > buffer->bytes - offset)
    return fail(error, REM_BUFFER_TOO_SMALL, AT(-1, -1, (int64_t)bytes, (int64_t)buffer->bytes),
                "buffer: expected %zu bytes from offset %zu on, found %s of %zu bytes", bytes, offset,
                buffer->base ? "a buffer" : "NULL instead", buffer->bytes);
  return REM_OK;
}

rem_status rem_memory_write(rem_context *context, const rem_buffer *to, const void *from, size_t bytes, void *stream,
                            rem_error *error) {
  rem_status status = check_copy(context, to, from, bytes, error);
  if (status || bytes == 0) return status;
  return context->backend->memory_write(context, to, from, bytes, stream, error);
}

rem_status rem_memory_read(rem_context *context, void *to, const rem_buffer *from, size_t bytes, void *stream,
                           rem_error *error) {
  rem_status status = check_copy(context, from, to, bytes, error);
  if (status || bytes == 0) return status;
  return context->backend->memory_read(context, to, from, bytes, stream, error);
}
