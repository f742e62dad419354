/* memory.c: tensors' memory on the CPU: the C library's, aligned to a cache line. */
#include "cpu/memory.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"

enum { LINE = 64 };

rem_status cpu_memory_create(rem_context *context, size_t bytes, rem_buffer *buffer, rem_error *error) {
  size_t lines = bytes / LINE + (bytes % LINE != 0);
  void *base = NULL;
  (void)context;
  if (lines == 0) lines = 1;
  if (lines <= PTRDIFF_MAX / LINE) base = aligned_alloc(LINE, lines * LINE);
  if (!base)
    return fail(error, REM_NO_MEMORY, AT(-1, -1, (int64_t)bytes, 0), "no memory for a buffer of %zu bytes", bytes);
  *buffer = (rem_buffer){.base = base, .bytes = bytes};
  return REM_OK;
}

void cpu_memory_destroy(rem_context *context, rem_buffer *buffer) {
  (void)context;
  free(buffer->base);
}

rem_status cpu_memory_write(rem_context *context, const rem_buffer *to, const void *from, size_t bytes, void *stream,
                            rem_error *error) {
  (void)context, (void)stream, (void)error;
  memcpy((char *)to->base + to->offset, from, bytes);
  return REM_OK;
}

rem_status cpu_memory_read(rem_context *context, void *to, const rem_buffer *from, size_t bytes, void *stream,
                           rem_error *error) {
  (void)context, (void)stream, (void)error;
  memcpy(to, (const char *)from->base + from->offset, bytes);
  return REM_OK;
}
