/* golden.h: a file of digests, one "digest  problem" a line, and what it says about a problem. */
#ifndef TOOL_GOLDEN_H
#define TOOL_GOLDEN_H

#include <stddef.h>
#include <stdint.h>

struct golden_line {
  char *problem;
  uint64_t digest;
};

struct golden {
  struct golden_line *lines; /* sorted by problem */
  size_t n, room;
};

int golden_read(struct golden *g, const char *path, char *why, size_t why_bytes); /* 0, or -1 with a sentence */

/* The same from a text; name is what sentences call it. */
int golden_read_text(struct golden *g, const char *text, const char *name, char *why, size_t why_bytes);
int golden_find(const struct golden *g, const char *problem, uint64_t *digest); /* 1: found */
void golden_free(struct golden *g);

#endif
