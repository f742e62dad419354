/* source.h: the text of kernels: what an entry says, the words of the dialect, a schedule. */
#ifndef REM_GPU_SOURCE_H
#define REM_GPU_SOURCE_H

#include "backend.h"

/* A head is the short text that tells a kernel from every other: a first line "// SCHEDULE ENTRY", then #defines. The entry "-"
 * stands for none: the schedule then has formulas of its own. */
enum { HEAD_BYTES = 2048 };

/* The whole text of the kernel with this head, allocated with context_allocate; NULL: no memory. */
char *source_make(rem_context *context, const char *head);

/* Whether an entry's formulas call functions of ops/math, or pieces that do: they are long. */
int source_is_long(const char *entry);

/* A number that changes with every text that kernels are put together from. */
uint64_t source_version(void);

#endif
