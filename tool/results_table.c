/* results_table.c: measurements as a table on the terminal: how each op stands, what misses its bar, who is ahead. */
#include "results.h"

#include "bench.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LISTED = 20 };

/* Cells of one op, dtype and device. */
struct group {
  const struct cell *first;
  int cells, shares, met, limited, instructions, missed;
  double worst, *share, *rate;
};

static int together(const struct cell *a, const struct cell *b) {
  return !strcmp(a->op, b->op) && !strcmp(a->dtype, b->dtype) && !strcmp(a->device, b->device);
}

static void add(struct group *g, const struct cell *c) {
  g->rate[g->cells++] = c->bytes / c->seconds;
  g->met += !strcmp(c->bar, "met");
  g->limited += !strcmp(c->bar, "at limit");
  g->instructions += !strcmp(c->bar, "exp/log");
  g->missed += !strcmp(c->bar, "MISSED");
  if (c->share <= 0) return;
  g->worst = g->shares && g->worst < c->share ? g->worst : c->share;
  g->share[g->shares++] = c->share;
}

static void print_group(FILE *to, struct group *g) {
  char share[32] = "        -";
  if (g->shares) snprintf(share, sizeof share, "%5.2f %5.2f", spread_of(g->share, g->shares).middle, g->worst);
  fprintf(to, "%-18s %-5s %5d %9.2f  %-11s %5d %5d %5d %6d  %s\n", g->first->op, g->first->dtype, g->cells,
          spread_of(g->rate, g->cells).middle * 1e-9, share, g->met, g->limited, g->instructions, g->missed,
          g->first->device);
}

/* In the order in which ops first appear. marks: 1 a cell that counts, 2 one that was counted. */
static void print_groups(FILE *to, const struct results *r, char *marks, double *rooms) {
  fprintf(to, "%-18s %-5s %5s %9s  %5s %5s %5s %5s %5s %6s  %s\n", "op", "dtype", "cells", "GB/s", "share", "worst",
          "met", "limit", "instr", "MISSED", "device");
  for (size_t i = 0; i < r->n_cells; i++) {
    struct group g = {.first = &r->cells[i], .share = rooms, .rate = rooms + r->n_cells};
    for (size_t k = i; marks[i] == 1 && k < r->n_cells; k++)
      if (marks[k] == 1 && together(&r->cells[i], &r->cells[k])) {
        add(&g, &r->cells[k]);
        if (k > i) marks[k] = 2;
      }
    if (g.cells) print_group(to, &g);
  }
}

/* The option that names the device of a cell, so that a line runs where it was measured. */
static const char *on(const char *device) {
  return !strncmp(device, "cuda", 4) ? " --on cuda" : !strncmp(device, "opencl", 6) ? " --on opencl" : "";
}

static void print_missed(FILE *to, const struct results *r, const char *marks) {
  int missed = 0;
  char limit[16];
  for (size_t i = 0; i < r->n_cells; i++) {
    const struct cell *c = &r->cells[i];
    if (!marks[i] || strcmp(c->bar, "MISSED")) continue;
    if (!missed++) fprintf(to, "\nbelow their bar, of what instructions allow where that is known:\n");
    if (missed > MOST_LISTED) continue;
    if (c->limit > 0) snprintf(limit, sizeof limit, "of %.2f", c->limit < 1 ? c->limit : 1);
    else *limit = 0;
    fprintf(to, "  %.2f %-7s  remora explain '%s'%s\n", c->share, limit, c->problem, on(c->device));
  }
  if (missed > MOST_LISTED) fprintf(to, "  and %d more; --html lists them all\n", missed - MOST_LISTED);
}

static void print_peer(FILE *to, const struct results *r, const char *name, double *ratios) {
  int n = 0, ahead = 0;
  for (size_t i = 0; i < r->n_peers; i++)
    if (!strcmp(r->peers[i].name, name)) {
      ratios[n++] = r->peers[i].ratio;
      ahead += r->peers[i].ratio >= 1;
    }
  double middle = spread_of(ratios, n).middle; /* sorts */
  fprintf(to, "%s: Remora is ahead in %d of %d cells, median %.2f times, least %.2f\n", name, ahead, n, middle,
          ratios[0]);
  for (size_t i = 0; i < r->n_peers; i++)
    if (!strcmp(r->peers[i].name, name) && r->peers[i].ratio < 1)
      fprintf(to, "  %.2f  remora explain '%s'%s\n", r->peers[i].ratio, r->peers[i].problem, on(r->peers[i].device));
}

static void print_peers(FILE *to, const struct results *r) {
  double *ratios = malloc((r->n_peers + 1) * sizeof *ratios);
  for (size_t i = 0; ratios && i < r->n_peers; i++) {
    size_t k = 0;
    while (strcmp(r->peers[k].name, r->peers[i].name)) k++;
    if (k == i) fprintf(to, "\n"), print_peer(to, r, r->peers[i].name, ratios);
  }
  free(ratios);
}

void results_table(const struct results *r, FILE *to) {
  char *marks = malloc(2 * (r->n_cells + 1)), *counted = marks ? marks + r->n_cells + 1 : NULL;
  double *rooms = malloc((2 * r->n_cells + 1) * sizeof *rooms);
  if (marks && rooms) {
    latest(r, marks);
    memcpy(counted, marks, r->n_cells);
    if (r->n_cells) print_groups(to, r, counted, rooms);
    print_missed(to, r, marks);
  }
  print_peers(to, r);
  if (r->others) fprintf(to, "\n%zu lines are no measurements of a problem and were left out\n", r->others);
  free(rooms);
  free(marks);
}
