/* verify_list.c: the golden digests that the program carries, in an order of which any beginning is a fair sample. */
#include "verify.h"

#include <stdlib.h>
#include <string.h>

extern const char golden_cpu[]; /* tests/golden/cpu.txt */

uint64_t digest_add(uint64_t digest, uint64_t next) {
  for (int i = 0; i < 64; i += 8) digest = (digest ^ (next >> i & 255)) * UINT64_C(0x100000001b3);
  return digest;
}

/* A problem's op and pass: its first word. */
static size_t kind_length(const char *problem) { return strcspn(problem, " "); }

static int compare_kinds(const char *a, const char *b) {
  size_t n = kind_length(a), m = kind_length(b);
  int order = memcmp(a, b, n < m ? n : m);
  return order ? order : (n > m) - (n < m);
}

struct place {
  struct golden_line line;
  size_t turn; /* how many of its kind come before it */
};

/* Within a kind in the order of their digests, which is as good as drawn by lot and the same everywhere. */
static int by_kind(const void *a, const void *b) {
  const struct golden_line *p = &((const struct place *)a)->line, *q = &((const struct place *)b)->line;
  int order = compare_kinds(p->problem, q->problem);
  if (!order) order = (p->digest > q->digest) - (p->digest < q->digest);
  return order ? order : strcmp(p->problem, q->problem);
}

static int by_turn(const void *a, const void *b) {
  const struct place *p = a, *q = b;
  return p->turn != q->turn ? (p->turn > q->turn) - (p->turn < q->turn) : by_kind(a, b);
}

/* Returns 0, or -1: no memory. */
static int deal(struct golden *list) {
  struct place *places = malloc((list->n + 1) * sizeof *places);
  if (!places) return -1;
  for (size_t i = 0; i < list->n; i++) places[i] = (struct place){list->lines[i], 0};
  qsort(places, list->n, sizeof *places, by_kind);
  for (size_t i = 1; i < list->n; i++)
    places[i].turn = compare_kinds(places[i].line.problem, places[i - 1].line.problem) ? 0 : places[i - 1].turn + 1;
  qsort(places, list->n, sizeof *places, by_turn);
  for (size_t i = 0; i < list->n; i++) list->lines[i] = places[i].line;
  free(places);
  return 0;
}

int verify_list(struct golden *list, const char *path, char *why, size_t why_bytes) {
  int rc = path ? golden_read(list, path, why, why_bytes)
                : golden_read_text(list, golden_cpu, "the list of this program", why, why_bytes);
  if (rc) return rc;
  if (!list->n) snprintf(why, why_bytes, "%s has no digests", path ? path : "the list of this program");
  else if (deal(list)) snprintf(why, why_bytes, "no memory for the list of problems");
  else return 0;
  return -1;
}

/* The first turn has one problem of each kind. */
int verify_kinds(const struct golden *list) {
  size_t n = list->n > 0;
  while (n < list->n && compare_kinds(list->lines[n].problem, list->lines[n - 1].problem) > 0) n++;
  return (int)n;
}
