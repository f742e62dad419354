/* golden.c: a file of digests, one "digest  problem" a line, and what it says about a problem. */
#define _POSIX_C_SOURCE 200809L
#include "golden.h"

#include "problem.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_problem(const void *a, const void *b) {
  return strcmp(((const struct golden_line *)a)->problem, ((const struct golden_line *)b)->problem);
}

static int append(struct golden *g, uint64_t digest, const char *problem) {
  if (g->n == g->room) {
    size_t room = g->room ? 2 * g->room : 1024;
    struct golden_line *lines = realloc(g->lines, room * sizeof *lines);
    if (!lines) return -1;
    g->lines = lines;
    g->room = room;
  }
  char *copy = strdup(problem);
  if (!copy) return -1;
  g->lines[g->n++] = (struct golden_line){copy, digest};
  return 0;
}

/* Lines that begin with # are comments. */
static int read_lines(struct golden *g, FILE *file, const char *path, char *why, size_t why_bytes) {
  char line[LINE_BYTES + 32];
  for (int number = 1; fgets(line, sizeof line, file); number++) {
    line[strcspn(line, "\r\n")] = 0;
    if (!*line || *line == '#') continue;
    char *end;
    uint64_t digest = strtoull(line, &end, 16);
    if (end != line + 16 || strncmp(end, "  ", 2) || append(g, digest, end + 2)) {
      snprintf(why, why_bytes, "%s:%d: expected 16 hexadecimal digits, two blanks and a problem", path, number);
      return -1;
    }
  }
  return 0;
}

/* Reads an open file, NULL with errno, and closes it. */
static int read_file(struct golden *g, FILE *file, const char *name, char *why, size_t why_bytes) {
  if (!file) {
    snprintf(why, why_bytes, "%s: %s", name, strerror(errno));
    return -1;
  }
  int rc = read_lines(g, file, name, why, why_bytes);
  fclose(file);
  qsort(g->lines, g->n, sizeof *g->lines, by_problem);
  return rc;
}

int golden_read(struct golden *g, const char *path, char *why, size_t why_bytes) {
  return read_file(g, fopen(path, "r"), path, why, why_bytes);
}

int golden_read_text(struct golden *g, const char *text, const char *name, char *why, size_t why_bytes) {
  return read_file(g, fmemopen((void *)(uintptr_t)text, strlen(text), "r"), name, why, why_bytes);
}

int golden_find(const struct golden *g, const char *problem, uint64_t *digest) {
  struct golden_line key = {(char *)(uintptr_t)problem, 0};
  const struct golden_line *found = g->n ? bsearch(&key, g->lines, g->n, sizeof key, by_problem) : NULL;
  if (found) *digest = found->digest;
  return found != NULL;
}

void golden_free(struct golden *g) {
  for (size_t i = 0; i < g->n; i++) free(g->lines[i].problem);
  free(g->lines);
  *g = (struct golden){0};
}
