/* memory.h: the memory functions of the CPU backend's table. */
#ifndef REM_CPU_MEMORY_H
#define REM_CPU_MEMORY_H

#include "backend.h"

rem_status cpu_memory_create(rem_context *context, size_t bytes, rem_buffer *buffer, rem_error *error);
void cpu_memory_destroy(rem_context *context, rem_buffer *buffer);
rem_status cpu_memory_write(rem_context *context, const rem_buffer *to, const void *from, size_t bytes, void *stream,
                            rem_error *error);
rem_status cpu_memory_read(rem_context *context, void *to, const rem_buffer *from, size_t bytes, void *stream,
                           rem_error *error);

#endif
