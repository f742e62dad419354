/* rival.c: the spaces of losses of rows with a list of classes. */
#include "schedule/rival.h"

#include <string.h>

static int64_t stride_of(const struct problem *p, int slot, int axis) {
  if (slot < 0) return 0;
  const rem_view *v = &p->views[slot];
  return problem_norm_stride(p, v, p->entry->slots[p->pass][slot].shape, v->stride, axis);
}

const char *const *rival_names(const struct problem *p) {
  static const char *const names[2][RIVAL_COLUMNS] = {{"x", "target", "y", "dy"}, {"x", "target", "dx", "dy"}};
  return names[p->pass];
}

void rival_spaces(const struct problem *p, struct rival_space *s) {
  int adds = p->pass == REM_FORWARD && p->totalled;
  const char *const *names = rival_names(p);
  int64_t number[REM_MAX_RANK] = {0}; /* from row to row, in logical order */
  *s = (struct rival_space){.lines = 1, .n = 1, .share = 1};
  for (int o = 0; o < RIVAL_COLUMNS; o++) s->slot[o] = problem_has(p, names[o]) ? problem_slot(p, names[o]) : -1;
  for (int i = p->rank - 1; i >= 0; i--)
    if (p->axes >> i & 1) s->n *= p->shape[i];
    else number[i] = s->lines, s->lines *= p->shape[i];
  for (int i = 0; i < p->rank; i++) {
    int64_t stride[MAX_OPERANDS] = {0};
    for (int o = 0; o < RIVAL_COLUMNS; o++) stride[o] = stride_of(p, s->slot[o], i);
    if (adds) stride[RIVAL_OUT] = number[i];
    space_push(p->axes >> i & 1 ? &s->row : &s->rows, p->shape[i], stride);
  }
  space_pack(&s->row);
  space_sort(&s->rows, RIVAL_COLUMNS);
  if (p->totalled && strcmp(problem_choice(p, "reduction"), "mean") == 0) s->share = s->lines;
}
