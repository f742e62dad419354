/* pack.h: kernels compiled ahead of time, in one file. A program that opens its context with one needs no compiler. */
#ifndef REM_GPU_PACK_H
#define REM_GPU_PACK_H

#include "backend.h"

/* ---- reading --------------------------------------------------------------------------------------------------- */

struct pack;

/* Reads a whole pack and checks it: a damaged or foreign file is REM_INVALID, one of another version of Remora is
 * REM_UNSUPPORTED. */
rem_status pack_open(rem_context *context, const char *path, struct pack **pack, rem_error *error);
void pack_close(rem_context *context, struct pack *pack); /* NULL is fine */

/* The binary for an arch and a head, aligned to 16 bytes, which lives as long as the pack; 0: it has none. */
int pack_find(const struct pack *pack, const char *arch, const char *head, const void **data, size_t *bytes);

/* ---- writing --------------------------------------------------------------------------------------------------- */

struct pack_writer;

/* path appears, or is replaced, when pack_write_end succeeds; until then all goes to a file beside it. */
rem_status pack_write_begin(rem_context *context, const char *path, struct pack_writer **writer, rem_error *error);
/* The kernel with this head for this arch. After a failure only pack_write_end is of use. */
rem_status pack_write_add(struct pack_writer *writer, const char *arch, const char *head, const void *data,
                          size_t bytes, rem_error *error);
/* Ends the writer, whatever it returns: REM_OK when the pack is whole and in place, else what failed first. keep 0 gives
 * the pack up and returns REM_OK. */
rem_status pack_write_end(struct pack_writer *writer, int keep, rem_error *error);

#endif
