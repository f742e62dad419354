/* repeat.c: splits the axes of repeat. */
#include "repeat.h"

int repeat_split(const struct problem *p, const rem_view *y, const rem_view *x, struct split *s) {
  const struct attr_value *repeats = problem_attr(p, "repeats");
  int extra = repeats->n - p->rank;
  for (int i = 0; i < repeats->n; i++) {
    int k = i - extra;
    s[i].copies = repeats->is[i];
    s[i].n = k < 0 ? 1 : p->shape[k];
    s[i].y = y->stride[i];
    s[i].x = k < 0 ? 0 : x->stride[k];
  }
  return repeats->n;
}
