/* stream.h: the yardstick of the bench: kernels that move bytes and do nothing else. */
#ifndef REM_TOOL_STREAM_H
#define REM_TOOL_STREAM_H

#include <stddef.h>
#include <stdint.h>

enum stream_kind { STREAM_PLAIN, STREAM_NONTEMPORAL, STREAM_KINDS };
enum { STREAM_MAX = 16 };

/* Streams that a kernel walks in step: reads first, then writes. Addresses are 64-byte aligned. */
struct stream_set {
  int reads, writes;
  char *at[STREAM_MAX];
  size_t bytes[STREAM_MAX];
};

/* Reads every read stream once and writes every write stream once, with this many threads; a stream's last few
 * bytes, less than 512 for each thread, stay out. The value depends on all that was read. */
uint64_t stream_move(const struct stream_set *set, enum stream_kind kind, int threads);

int stream_has(enum stream_kind kind); /* whether this machine has such stores                     */
const char *stream_isa(void);          /* the vectors the kernels use on this machine: "avx512"     */
int stream_threads(void);              /* threads this build can use; 1 without OpenMP              */

#endif
