/* results.h: the parts of `remora report`: what files of measurements say, as a table, as a page, against others. */
#ifndef TOOL_RESULTS_H
#define TOOL_RESULTS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- results_json.c: reads JSON ---- */

enum { MAX_FIELDS = 64 };

/* A member of an object: a text, or a number; lists and objects in it are objects of their own. */
struct field {
  char *key, *text; /* text NULL: a number */
  double number;
};

struct object {
  struct field fields[MAX_FIELDS];
  int n;
  const char *under; /* the key that the list or object around it has; "" at the top */
};

/* Reads every value of a text and hands over every object, inner ones first. Returns 0, or -1 with a sentence that
 * names the line. */
int json_read(char *text, const char *name, void (*each)(void *arg, const struct object *object), void *arg, char *why,
              size_t why_bytes);

const char *field_text(const struct object *o, const char *key); /* "" where there is none */
double field_number(const struct object *o, const char *key);    /* 0 where there is none  */
int field_there(const struct object *o, const char *key);

/* ---- results_read.c: files of measurements ---- */

/* A measurement of `remora bench --json`. Texts are "" and numbers 0 where a file does not say. */
struct cell {
  char problem[256], op[48], dtype[16], device[128], machine[160], revision[48], time[32], sku[128], bar[12], binds[16];
  char limit_why[160];
  int threads;
  double seconds, seconds_low, seconds_high, bytes, share, share_low, share_high, limit, of_limit, cycles, plan_first,
      plan_again, compile;
  int64_t outer, n, inner; /* extents before, along and behind the axes; n 0: the op has none */
};

/* How long a peer takes for a problem, by Remora's own time: above 1 Remora is ahead. */
struct peer {
  char problem[256], device[128], name[32];
  int threads;
  double ratio;
};

struct results {
  struct cell *cells;
  size_t n_cells, cells_room;
  struct peer *peers;
  size_t n_peers, peers_room;
  size_t others;    /* objects that are neither */
  char device[128]; /* of the peers that follow */
  int failed;       /* no memory */
};

/* Adds what a file says, "-" being the standard input. Returns 0, or -1 with a sentence. */
int results_read(struct results *r, const char *path, char *why, size_t why_bytes);
void results_free(struct results *r);

/* Keeps the cells and peers that have every word in their op, dtype, device or problem. */
void results_keep(struct results *r, const char *const *words, int n);

/* ---- results_compare.c ---- */

int same_cell(const struct cell *a, const struct cell *b); /* problem, device, machine and threads are equal */

/* For every cell the last measurement of it; marks[i] is 1 for those that are. */
void latest(const struct results *r, char *marks);

/* How much of its speed b lost against a: 0.1 is a tenth. Shares of the yardstick are compared where both have them. */
double loss(const struct cell *a, const struct cell *b);

/* Prints the cells that lost more than the part allowed since a revision among r's own, or since the measurements of a
 * file. Returns the exit code: 0 none did, 1 some did, 2 there is nothing to compare. */
int results_against(const struct results *r, const char *against, double allowed);

/* ---- results_table.c, results_page.c ---- */

void results_table(const struct results *r, FILE *to);
void results_page(const struct results *r, FILE *to);

#endif
