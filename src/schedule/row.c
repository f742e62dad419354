/* row.c: what the gradient of a reduction needs of its rows, and the runs of its axes. */
#include "row.h"

#include <string.h>

struct row_needs row_needs_of(const struct problem *p) {
  const char *text = p->entry->gradient;
  struct row_needs r = {.uses_x = formula_uses(text, "x"),
                        .uses_y = formula_uses(text, "y"),
                        .uses_mean = formula_uses(text, "mean"),
                        .uses_state = formula_uses(text, "r"),
                        .shares = formula_uses(text, "count")};
  if (p->entry->extra == EXTRA_INDEX) {
    const char *ties = problem_choice(p, "ties");
    r.last = !strcmp(ties, "last");
    r.picks = r.last || !strcmp(ties, "first");
    r.shares = !strcmp(ties, "split");
    if (r.picks) r.uses_x = 0;
  }
  r.found = r.picks && problem_has(p, "index");
  r.takes_y = r.uses_y && !r.found && problem_uses_saved(p, "y");
  r.takes_mean = r.uses_mean && problem_uses_saved(p, "mean");
  r.y_again = r.uses_y && !r.takes_y && !r.found;
  r.mean_again = r.uses_mean && !r.takes_mean;
  r.reduces = !r.found && (r.y_again || r.mean_again || r.shares || r.uses_state);
  r.y_again = r.y_again && problem_has(p, "y");
  r.mean_again = r.mean_again && problem_has(p, "mean");
  return r;
}

int64_t row_stride(const struct problem *p, const rem_view *v, int i) {
  int at = 0;
  if (!v) return 0;
  if (v->rank == p->rank) return v->shape[i] == 1 ? 0 : v->stride[i];
  if (p->axes >> i & 1) return 0;
  for (int k = 0; k < i; k++) at += !(p->axes >> k & 1);
  return v->stride[at];
}

int row_runs(int rank, const int64_t *shape, uint32_t reduced, int apart, int *run) {
  int runs = 0, inside = 0;
  for (int i = rank - 1; i >= 0; i--) {
    int here = reduced >> i & 1;
    run[i] = -2;
    if (shape[i] == 1) continue;
    if (here && !inside) runs++;
    inside = here && !apart;
    run[i] = here ? runs - 1 : -1;
  }
  return runs;
}
