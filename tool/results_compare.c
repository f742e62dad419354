/* results_compare.c: which measurement of a cell is the last, and what was lost since another. */
#include "results.h"

#include "problem.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int same_cell(const struct cell *a, const struct cell *b) {
  return a->threads == b->threads && !strcmp(a->problem, b->problem) && !strcmp(a->device, b->device) &&
         !strcmp(a->machine, b->machine);
}

static const struct cell *cell_at(const void *a) { return *(const struct cell *const *)a; }

/* Cells of one kind beside each other, in the order of their times; those without one as they were read. */
static int by_cell(const void *a, const void *b) {
  const struct cell *x = cell_at(a), *y = cell_at(b);
  int order = strcmp(x->problem, y->problem);
  if (!order) order = strcmp(x->device, y->device);
  if (!order) order = strcmp(x->machine, y->machine);
  if (!order) order = x->threads - y->threads;
  if (!order) order = strcmp(x->time, y->time);
  return order ? order : (x > y) - (x < y);
}

/* All cells but those of a revision, NULL: none, sorted. The caller frees it; NULL: no memory. */
static const struct cell **sorted(const struct results *r, const char *without, size_t *n) {
  const struct cell **list = malloc((r->n_cells + 1) * sizeof *list);
  *n = 0;
  for (size_t i = 0; list && i < r->n_cells; i++)
    if (!without || strncmp(r->cells[i].revision, without, strlen(without))) list[(*n)++] = &r->cells[i];
  if (list) qsort(list, *n, sizeof *list, by_cell);
  return list;
}

void latest(const struct results *r, char *marks) {
  size_t n;
  const struct cell **list = sorted(r, NULL, &n);
  memset(marks, 0, r->n_cells);
  for (size_t i = 0; list && i < n; i++)
    if (i + 1 == n || !same_cell(list[i], list[i + 1])) marks[list[i] - r->cells] = 1;
  free(list);
}

double loss(const struct cell *a, const struct cell *b) {
  if (a->share > 0 && b->share > 0) return 1 - b->share / a->share;
  return a->seconds > 0 && b->seconds > 0 ? 1 - a->seconds / b->seconds : 0;
}

/* The last cell of the same kind in base, of a revision where one is named. */
static const struct cell *find_base(const struct results *base, const char *revision, const struct cell *cell) {
  const struct cell *found = NULL;
  for (size_t i = 0; i < base->n_cells; i++) {
    const struct cell *c = &base->cells[i];
    if (revision && strncmp(c->revision, revision, strlen(revision))) continue;
    if (c != cell && same_cell(c, cell) && (!found || strcmp(c->time, found->time) >= 0)) found = c;
  }
  return found;
}

static void print_loss(const struct cell *a, const struct cell *b, double lost) {
  char share[64] = "";
  if (a->share > 0 && b->share > 0) snprintf(share, sizeof share, ", share %.2f to %.2f", a->share, b->share);
  printf("LOST %2.0f %%  %s, %s: %.4g us to %.4g us%s\n", 100 * lost, b->problem, b->device, a->seconds * 1e6,
         b->seconds * 1e6, share);
}

int results_against(const struct results *r, const char *against, double allowed) {
  struct results other = {0};
  char why[WHY_BYTES];
  int is_file = access(against, R_OK) == 0, compared = 0, lost = 0;
  size_t n = 0;
  if (is_file && results_read(&other, against, why, sizeof why)) {
    fprintf(stderr, "remora: %s\n", why);
    results_free(&other);
    return 2;
  }
  const struct cell **list = sorted(r, is_file ? NULL : against, &n);
  for (size_t i = 0; list && i < n; i++) {
    if (i + 1 < n && same_cell(list[i], list[i + 1])) continue;
    const struct cell *base = find_base(is_file ? &other : r, is_file ? NULL : against, list[i]);
    compared += base != NULL;
    if (!base || loss(base, list[i]) <= allowed) continue;
    print_loss(base, list[i], loss(base, list[i]));
    lost++;
  }
  free(list);
  results_free(&other);
  if (compared) printf("against %s: %d of %d cells lost more than %.0f %%\n", against, lost, compared, 100 * allowed);
  else
    fprintf(stderr, "remora: --against %s: no file, and no revision with a cell in common on an equal machine\n",
            against);
  return !compared ? 2 : lost ? 1 : 0;
}
