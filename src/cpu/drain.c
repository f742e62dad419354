/* drain.c: bytes written in order of address, past the cache where they are many. */
#include "drain.h"

#include <string.h>

static int64_t place(const char *at) { return (int64_t)((uintptr_t)at % LINE_BYTES); }

static void put_lines(const struct drain *s, char *to, const char *from, int64_t bytes) {
  if (bytes) s->move->store(to, REM_F32, from, REM_F32, bytes / 4, 0, 1);
}

void drain_flush(struct drain *s) {
  if (!s->held) return;
  char *first = s->at - s->held;
  if (s->held == LINE_BYTES) put_lines(s, first, s->line, LINE_BYTES);
  else memcpy(first, s->line + place(first), (size_t)s->held);
  s->held = 0;
}

/* Adds bytes that stay within the current line. */
static void hold(struct drain *s, const char *from, int64_t bytes) {
  memcpy(s->line + place(s->at), from, (size_t)bytes);
  s->at += bytes;
  s->held += bytes;
}

static void put_past(struct drain *s, char *to, const char *from, int64_t bytes) {
  if (to != s->at) {
    drain_flush(s);
    s->at = to;
  }
  int64_t open = place(s->at), head = open ? LINE_BYTES - open : 0;
  head = head < bytes ? head : bytes;
  if (head) hold(s, from, head);
  if (place(s->at)) return;
  drain_flush(s);
  int64_t whole = (bytes - head) / LINE_BYTES * LINE_BYTES;
  put_lines(s, s->at, from + head, whole);
  s->at += whole;
  hold(s, from + head + whole, bytes - head - whole);
}

void drain_put(struct drain *s, char *to, const char *from, int64_t bytes) {
  if (s->stream) put_past(s, to, from, bytes);
  else memcpy(to, from, (size_t)bytes);
}
