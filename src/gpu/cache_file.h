/* cache_file.h: whole files, read and written without trust in what lies there. */
#ifndef REM_GPU_CACHE_FILE_H
#define REM_GPU_CACHE_FILE_H

#include "backend.h"

/* Reads a regular file, relative to the directory at, into memory from context_allocate. Returns 0, or what went wrong
 * as an errno. *data may be NULL for an empty file. */
int file_read(rem_context *context, int at, const char *path, char **data, size_t *bytes);

/* Writes everything; returns 0 or an errno. */
int file_write(int file, const void *data, size_t bytes);

/* Makes a name beside path that no other thread or process uses, and opens it for writing. Returns the file, or -1 with
 * errno set. */
int file_create_beside(int at, const char *path, unsigned mode, char *name, size_t size);

/* What an errno means, in words that follow "it": "is full". */
const char *errno_words(int code);

#endif
