/* walk.c: walks the elements of a view in logical row-major order. */
#include "tensors.h"

#include <inttypes.h>
#include <stdio.h>

int64_t slot_elems(const rem_view *view) {
  int64_t n = view->rank >= 0;
  for (int i = 0; i < view->rank; i++) n *= view->shape[i];
  return n;
}

static void begin(struct walk *w, const rem_view *view, int distinct) {
  int64_t weight = 1;
  *w = (struct walk){.rank = view->rank > 0 ? view->rank : 0, .left = view->rank >= 0};
  for (int i = w->rank - 1; i >= 0; i--) {
    w->weight[i] = weight;
    w->stride[i] = view->stride[i];
    w->shape[i] = distinct && view->stride[i] == 0 && view->shape[i] > 1 ? 1 : view->shape[i];
    weight *= view->shape[i];
    w->left *= w->shape[i];
  }
}

void walk_begin(struct walk *w, const rem_view *view) { begin(w, view, 0); }
void walk_begin_distinct(struct walk *w, const rem_view *view) { begin(w, view, 1); }

void walk_next(struct walk *w) {
  w->left--;
  for (int i = w->rank - 1; i >= 0; i--) {
    w->offset += w->stride[i];
    w->index += w->weight[i];
    if (++w->at[i] < w->shape[i]) return;
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
