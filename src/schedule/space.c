/* space.c: iteration spaces: packing, ordering, seeking. */
#include "space.h"

void space_push(struct space *s, int64_t extent, const int64_t *strides) {
  struct axis *a = &s->axis[s->n++];
  a->extent = extent;
  for (int i = 0; i < MAX_OPERANDS; i++) a->stride[i] = strides[i];
}

static int in_step(const struct axis *outer, const struct axis *inner) {
  for (int i = 0; i < MAX_OPERANDS; i++)
    if (!axis_goes_on(outer, inner, i)) return 0;
  return 1;
}

void space_pack(struct space *s) {
  int n = 0;
  for (int i = 0; i < s->n; i++) {
    if (s->axis[i].extent == 1) continue;
    if (n && in_step(&s->axis[n - 1], &s->axis[i])) {
      int64_t extent = s->axis[n - 1].extent * s->axis[i].extent;
      s->axis[n - 1] = s->axis[i];
      s->axis[n - 1].extent = extent;
    } else {
      s->axis[n++] = s->axis[i];
    }
  }
  s->n = n;
}

/* Whether a belongs outside b. */
static int outside(const struct axis *a, const struct axis *b, int operands) {
  for (int i = 0; i < operands; i++) {
    int64_t p = magnitude(a->stride[i]), q = magnitude(b->stride[i]);
    if (p == q) continue;
    if (p == 0 || q == 0) return p == 0;
    return p > q;
  }
  return a->extent < b->extent;
}

void space_sort(struct space *s, int operands) {
  for (int i = 1; i < s->n; i++)
    for (int j = i; j > 0 && outside(&s->axis[j], &s->axis[j - 1], operands); j--) {
      struct axis t = s->axis[j];
      s->axis[j] = s->axis[j - 1];
      s->axis[j - 1] = t;
    }
  space_pack(s);
}

int64_t space_count(const struct space *s) {
  int64_t n = 1;
  for (int i = 0; i < s->n; i++) n *= s->axis[i].extent;
  return n;
}

void space_seek(const struct space *s, int64_t index, int operands, int64_t *at) {
  for (int i = s->n - 1; i >= 0; i--) {
    int64_t k = index % s->axis[i].extent;
    index /= s->axis[i].extent;
    for (int o = 0; o < operands; o++) at[o] += k * s->axis[i].stride[o];
  }
}
