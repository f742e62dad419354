/* bench_many.c: gathers the problems of a command line, which are to be one plan. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "expand.h"

struct gathering {
  struct gathered *to;
  char *why;
  size_t why_bytes;
};

static struct parsed *one_more(struct gathered *g) {
  if (g->n == g->room) {
    int room = g->room ? 2 * g->room : 64;
    struct parsed *moved = realloc(g->problems, (size_t)room * sizeof *moved);
    if (!moved) return NULL;
    g->problems = moved;
    g->room = room;
  }
  return &g->problems[g->n++];
}

static int each_problem(void *arg, const char *line) {
  struct gathering *to = arg;
  struct gathered *g = to->to;
  struct parsed *p = one_more(g);
  char why[WHY_BYTES];
  if (!p) return snprintf(to->why, to->why_bytes, "no memory for %d problems", g->n + 1), 2;
  if (parse_problem(line, p, why, sizeof why)) return snprintf(to->why, to->why_bytes, "%.160s # %s", line, why), 1;
  if (strcmp(p->device, g->problems[0].device))
    return snprintf(to->why, to->why_bytes, "%.160s # one plan is for one device, that of the first problem", line), 1;
  if (g->n == 1) snprintf(g->label, sizeof g->label, "%s", line);
  return 0;
}

int gather(struct gathered *g, int n, char **words, char *why, size_t why_bytes) {
  struct gathering to = {g, why, why_bytes};
  *g = (struct gathered){0};
  int bad = expand_arguments(n, words, each_problem, &to, why, why_bytes);
  if (bad) return bad < 0 ? 2 : bad;
  if (!g->n) return snprintf(why, why_bytes, "no problem given"), 2;
  g->descs = malloc((size_t)g->n * sizeof *g->descs);
  if (!g->descs) return snprintf(why, why_bytes, "no memory for %d problems", g->n), 2;
  for (int i = 0; i < g->n; i++) parsed_desc(&g->problems[i], &g->descs[i]);
  size_t length = strlen(g->label);
  if (g->n > 1) snprintf(g->label + length, sizeof g->label - length, " and %d other%s", g->n - 1, g->n > 2 ? "s" : "");
  return 0;
}

void gathered_free(struct gathered *g) {
  free(g->problems);
  free(g->descs);
  *g = (struct gathered){0};
}
