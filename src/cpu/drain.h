/* drain.h: where bytes go that are written in order of address. Outputs larger than the cache are written past it, in whole
 * lines: a line that begins with the end of one piece and ends with the start of the next is kept back until it is full, so
 * that it is written once and never read. */
#ifndef REM_CPU_DRAIN_H
#define REM_CPU_DRAIN_H

#include "cpu/kernel.h"

enum { LINE_BYTES = 64 };

struct drain {
  const struct move_kernels *move;
  int stream;                                 /* write past the cache                               */
  char *at;                                   /* where the next piece is expected                   */
  int64_t held;                               /* bytes before `at` that are still in `line`         */
  _Alignas(LINE_BYTES) char line[LINE_BYTES]; /* at the places they will have within their line */
};

/* Writes bytes to `to`; pieces that touch the one before make long runs. */
void drain_put(struct drain *s, char *to, const char *from, int64_t bytes);

/* Writes what is still held. After the last piece, and before anybody reads. */
void drain_flush(struct drain *s);

#endif
