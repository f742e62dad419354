/* walk.c: walks the elements of a view in logical row-major order. */
#include "tensors.h"

#include <inttypes.h>
#include <stdio.h>

int64_t slot_elems(const rem_view *view) {
  int64_t n = view->rank >= 0;
  for (int i = 0; i < view->rank; i++) n *= view->shape[i];
  return n;
}

/* Adds an axis in front of those that are there. */
static void add_axis(struct walk *w, int64_t shape, int64_t stride, int64_t weight) {
  int last = w->rank - 1;
  int64_t whole; /* a view without elements may have any strides */
  w->left *= shape;
  if (shape == 1) return;
  if (last >= 0 && !__builtin_mul_overflow(w->stride[last], w->shape[last], &whole) && stride == whole &&
      weight == w->weight[last] * w->shape[last]) {
    w->shape[last] *= shape;
    return;
  }
  w->shape[w->rank] = shape;
  w->stride[w->rank] = stride;
  w->weight[w->rank++] = weight;
}

static void begin(struct walk *w, const rem_view *view, int distinct) {
  int64_t weight = 1;
  *w = (struct walk){.left = view->rank >= 0};
  for (int i = view->rank - 1; i >= 0; i--) {
    int repeats = view->stride[i] == 0 && view->shape[i] > 1;
    add_axis(w, distinct && repeats ? 1 : view->shape[i], view->stride[i], weight);
    weight *= view->shape[i];
  }
  if (w->rank) return;
  w->rank = 1; /* of one element */
  w->shape[0] = w->stride[0] = w->weight[0] = 1;
}

void walk_begin(struct walk *w, const rem_view *view) { begin(w, view, 0); }
void walk_begin_distinct(struct walk *w, const rem_view *view) { begin(w, view, 1); }

void walk_turn(struct walk *w) {
  for (int i = 0; i < w->rank; i++) {
    if (i > 0) {
      w->offset += w->stride[i];
      w->index += w->weight[i];
      if (++w->at[i] < w->shape[i]) return;
    }
    w->offset -= w->stride[i] * w->shape[i];
    w->index -= w->weight[i] * w->shape[i];
    w->at[i] = 0;
  }
}

static void coordinates(const rem_view *view, int64_t index, int64_t at[REM_MAX_RANK]) {
  for (int i = view->rank - 1; i >= 0; i--) {
    at[i] = index % view->shape[i];
    index /= view->shape[i];
  }
}

const char *tensor_at(const struct tensor *t, int64_t index) {
  int64_t at[REM_MAX_RANK], offset = 0;
  coordinates(&t->view, index, at);
  for (int i = 0; i < t->view.rank; i++) offset += at[i] * t->view.stride[i];
  return t->element + offset * (int64_t)rem_dtype_size(t->view.dtype);
}

void index_text(const rem_view *view, int64_t index, char *text, size_t size) {
  int64_t at[REM_MAX_RANK];
  coordinates(view, index, at);
  size_t used = (size_t)snprintf(text, size, "[");
  for (int i = 0; i < view->rank && used < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%" PRId64, i ? "," : "", at[i]);
  if (used < size) snprintf(text + used, size - used, "]");
}
