/* place.c: where the elements of a slot lie, seen from the space that an op works in. */
#include <math.h>
#include <string.h>

#include "ref/oracle.h"

/* The axis of the view that walks along an axis of the space; -1: none does. */
static int view_axis(const struct problem *p, enum shape_rule rule, const rem_view *v, int axis) {
  if (p->entry->family == FAMILY_MAP) {
    int a = axis - (p->rank - v->rank);
    return a >= 0 && v->shape[a] != 1 ? a : -1;
  }
  if (rule == SHAPE_ONE) return -1;
  if (rule == SHAPE_X || rule == SHAPE_Y || rule == SHAPE_INDEX) return axis;
  if (p->axes >> axis & 1) return -1;
  if (v->rank == p->rank) return axis;
  int a = axis;
  for (int i = 0; i < axis; i++) a -= (int)(p->axes >> i & 1);
  return a;
}

struct place place_of(const struct job *job, const char *slot) {
  const struct problem *p = job->p;
  struct place place = {0};
  int i = problem_slot(p, slot);
  if (i < 0 || p->views[i].rank < 0) return place;
  const struct slot *rule = &p->entry->slots[p->pass][i];
  const rem_view *v = &p->views[i];
  rem_view packed = rem_view_packed(v->dtype, v->rank, v->shape);
  int rank = p->entry->family == FAMILY_LAYOUT && rule->shape == SHAPE_Y ? p->out_rank
             : p->entry->family == FAMILY_PICK                           ? v->rank
                                                                         : p->rank;
  for (int a = 0; a < rank; a++) {
    if (p->entry->family == FAMILY_NORM) {
      place.stride[a] = problem_norm_stride(p, v, rule->shape, v->stride, a);
      place.packed[a] = problem_norm_stride(p, v, rule->shape, packed.stride, a);
      continue;
    }
    int from = view_axis(p, rule->shape, v, a);
    place.stride[a] = from < 0 ? 0 : v->stride[from];
    place.packed[a] = from < 0 ? 0 : packed.stride[from];
  }
  place.base = job->elements[i];
  place.dtype = problem_dtype(p, i);
  place.out = rule->role == REM_OUTPUT ? &job->slots[i] : NULL;
  place.given = 1;
  return place;
}

long double bound_of(const struct problem *p) {
  struct problem alone = *p;
  rem_guarantee g;
  alone.accumulate = 0;
  problem_guarantee(&alone, &g);
  return g.sum;
}

struct axes axes_chosen(int rank, const int64_t *shape, uint32_t mask) {
  struct axes axes = {.count = 1};
  for (int a = 0; a < rank; a++) {
    if (!(mask >> a & 1)) continue;
    axes.which[axes.n] = a;
    axes.extent[axes.n++] = shape[a];
    axes.count *= shape[a];
  }
  return axes;
}

int64_t axes_offset(const struct axes *axes, const int64_t *stride, int64_t i) {
  int64_t offset = 0;
  for (int k = axes->n - 1; k > 0; k--) {
    offset += i % axes->extent[k] * stride[axes->which[k]];
    i /= axes->extent[k];
  }
  return axes->n ? offset + i * stride[axes->which[0]] : 0;
}

long double place_load(const struct place *place, int64_t offset) {
  return ref_load(place->dtype, place->base + offset * (int64_t)rem_dtype_size(place->dtype));
}

void place_store(const struct place *place, int64_t offset, long double value, long double scale) {
  if (!place->out) return;
  place->out->value[offset] = value;
  place->out->scale[offset] = isfinite(scale) ? scale : fabsl(value);
}

void place_skip(const struct place *place, int64_t offset) {
  if (place->out) place->out->skip[offset] = 1;
}

long double attr_number(const struct problem *p, const char *name) {
  const struct attr_value *v = problem_attr(p, name);
  if (!v) return 0;
  return p->compute == REM_F32 ? (long double)(float)v->f : (long double)v->f;
}
