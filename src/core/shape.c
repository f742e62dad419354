/* shape.c: the shapes of rows, norms, scans, layout and pick ops: the op's space, and every slot from it. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/describe.h"
#include "core/error.h"
#include "core/view.h"

const char *slot_name(const struct problem *p, int slot) { return p->entry->slots[p->pass][slot].name; }

int slot_given(const struct problem *p, int slot) { return slot >= 0 && p->views[slot].rank >= 0; }

const char *shape_text(char text[SHAPE_BYTES], int rank, const int64_t *shape) {
  int at = 0;
  text[at++] = '[';
  for (int i = 0; i < rank; i++) at += snprintf(text + at, 22, i ? ",%" PRId64 : "%" PRId64, shape[i]);
  text[at++] = ']';
  text[at] = 0;
  return text;
}

int shape_same(const rem_view *v, int rank, const int64_t *shape) {
  if (v->rank != rank) return 0;
  for (int i = 0; i < rank; i++)
    if (v->shape[i] != shape[i]) return 0;
  return 1;
}

rem_status shape_differs(const struct problem *p, int slot, int rank, const int64_t *shape, rem_error *error) {
  char expected[SHAPE_BYTES], found[SHAPE_BYTES];
  const rem_view *v = &p->views[slot];
  struct where at = AT(slot, -1, rank, v->rank);
  for (int i = 0; v->rank == rank && i < rank && at.axis < 0; i++)
    if (v->shape[i] != shape[i]) at = AT(slot, i, shape[i], v->shape[i]);
  return fail(error, REM_INVALID, at, "%s: expected shape %s, found %s", slot_name(p, slot),
              shape_text(expected, rank, shape), shape_text(found, v->rank, v->shape));
}

void shape_open(rem_view *v, int rank, const int64_t *shape) { *v = rem_view_packed(v->dtype, rank, shape); }

/* The slot whose view is the op's space: the input where it is given, else its gradient, else, for scans and what is normalised, any
 * other, as all have one shape. -1: none is given. */
static int space_slot(const struct problem *p) {
  static const char *const order[] = {"x", "a", "b", "dx", "da", "db", "y", "dy"};
  for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
    int slot = problem_slot(p, order[k]);
    if (slot_given(p, slot) && p->entry->slots[p->pass][slot].shape == SHAPE_X) return slot;
  }
  for (int i = 0; i < p->n_slots && p->entry->family == FAMILY_NORM; i++)
    if (slot_given(p, i) && p->entry->slots[p->pass][i].shape == SHAPE_X) return i;
  return -1;
}

static rem_status space_unknown(const struct problem *p, rem_error *error) {
  int dx = problem_slot(p, "dx");
  if (p->pass == REM_BACKWARD && p->entry->family == FAMILY_ROW)
    return fail(error, REM_INVALID, AT_SLOT(dx), "dx: its shape cannot be inferred; give x or the view of dx");
  return fail(error, REM_INVALID, AT_SLOT(0), "%s: its shape cannot be inferred; give its view", slot_name(p, 0));
}

/* A rank-0 tensor has one axis to reduce or scan over, of one element. */
static rem_status add_axis(struct problem *p, int slot, int64_t axis, rem_error *error) {
  int64_t axes = p->rank > 0 ? p->rank : 1, i = axis < 0 ? axis + axes : axis;
  if (i < 0 || i >= axes)
    return fail(error, REM_INVALID, AT(slot, axis < -128 || axis > 127 ? -1 : (int)axis, p->rank, axis),
                "%s: axis %" PRId64 " is out of range for rank %d", slot_name(p, slot), axis, p->rank);
  if (p->axes >> i & 1)
    return fail(error, REM_INVALID, AT_AXIS(slot, (int)i), "%s: axis %d is repeated in axes", slot_name(p, slot),
                (int)i);
  p->axes |= (uint32_t)1 << i;
  return REM_OK;
}

/* Leaves the list of axes in increasing order, counted from the front. Without one all are reduced, the last is normalised. */
static rem_status row_axes(struct problem *p, int slot, rem_error *error) {
  struct attr_value *axes = &p->attrs[attr_place(p->entry, "axes")];
  if (!axes->given) p->axes = problem_default_axes(p);
  for (int i = 0; i < axes->n; i++) {
    rem_status status = add_axis(p, slot, axes->is[i], error);
    if (status != REM_OK) return status;
  }
  if (p->rank == 0) p->axes = 0;
  axes->n = 0;
  for (int i = 0; i < p->rank; i++)
    if (p->axes >> i & 1) axes->is[axes->n++] = i;
  return REM_OK;
}

static rem_status scan_axis(struct problem *p, int slot, rem_error *error) {
  struct attr_value *axis = &p->attrs[attr_place(p->entry, "axis")];
  rem_status status = add_axis(p, slot, axis->i, error);
  if (status == REM_OK && axis->i < 0) axis->i += p->rank > 0 ? p->rank : 1;
  if (status == REM_OK && p->entry->empty_refused && problem_attr(p, "exclusive")->i)
    return fail(error, REM_INVALID, NOWHERE, "exclusive: %s has no exclusive scan, as no elements have no value",
                p->entry->name);
  return status;
}

/* Channels in groups: axis 1 of x becomes two of the space. */
static rem_status group_channels(struct problem *p, int slot, rem_error *error) {
  int64_t groups = problem_attr(p, "groups")->i, channels = p->shape[1];
  if (p->rank == REM_MAX_RANK)
    return fail(error, REM_UNSUPPORTED, AT(slot, -1, REM_MAX_RANK - 1, p->rank), "%s: expected rank %d at most, found %d",
                slot_name(p, slot), REM_MAX_RANK - 1, p->rank);
  if (groups < 1) return fail(error, REM_INVALID, AT(-1, -1, 1, groups), "groups: expected 1 or more, found %" PRId64, groups);
  if (channels % groups != 0)
    return fail(error, REM_INVALID, AT(slot, 1, groups, channels),
                "groups: %" PRId64 " does not divide the %" PRId64 " channels of axis 1 of %s", groups, channels, slot_name(p, slot));
  for (int i = p->rank; i > 2; i--) p->shape[i] = p->shape[i - 1];
  p->shape[1] = groups, p->shape[2] = channels / groups;
  p->rank++, p->grouped = 1;
  return REM_OK;
}

/* The axes that are normalised, and those of parameters. */
static rem_status norm_axes(struct problem *p, int slot, rem_error *error) {
  enum norm_space space = p->entry->space;
  p->out_rank = p->rank;
  memcpy(p->out_shape, p->shape, sizeof p->out_shape);
  p->totalled = attr_place(p->entry, "reduction") >= 0 && strcmp(problem_choice(p, "reduction"), "none") != 0;
  if (space == ALONG_AXES) {
    rem_status status = row_axes(p, slot, error);
    p->params = p->axes;
    return status;
  }
  if (p->rank < 2)
    return fail(error, REM_INVALID, AT(slot, -1, 2, p->rank), "%s: expected samples and channels, so rank 2 or more, found %d",
                slot_name(p, slot), p->rank);
  p->params = space == IN_GROUPS ? 6 : 2;
  rem_status status = space == IN_GROUPS ? group_channels(p, slot, error) : REM_OK;
  uint32_t all = ((uint32_t)1 << p->rank) - 1;
  p->axes = space == OVER_SAMPLES ? all & ~p->params : space == IN_SAMPLES ? all & ~(uint32_t)1 : all & ~(uint32_t)3;
  return status;
}

static rem_status find_space(struct problem *p, rem_error *error) {
  int slot = space_slot(p);
  if (slot < 0) return space_unknown(p, error);
  p->rank = p->views[slot].rank;
  memcpy(p->shape, p->views[slot].shape, (size_t)p->rank * sizeof *p->shape);
  if (p->entry->family == FAMILY_NORM) return norm_axes(p, slot, error);
  return p->entry->family == FAMILY_SCAN ? scan_axis(p, slot, error) : row_axes(p, slot, error);
}

/* The space without its marked axes, or with extent 1 there. Returns the rank. */
static int without_axes(const struct problem *p, int keep, int64_t *shape) {
  int rank = 0;
  for (int i = 0; i < p->rank; i++) {
    int marked = p->axes >> i & 1;
    if (!marked || keep) shape[rank++] = marked ? 1 : p->shape[i];
  }
  return rank;
}

static int is_short(const struct problem *p, int slot) {
  enum shape_rule rule = p->entry->slots[p->pass][slot].shape;
  return rule == SHAPE_ROW || rule == SHAPE_BEFORE || (rule == SHAPE_TOTAL && !p->totalled);
}

/* Whether open slots without the marked axes keep them: as keepdim says, else like the first one given. */
static int keeps_axes(const struct problem *p) {
  if (p->entry->family == FAMILY_ROW && problem_attr(p, "keepdim")->given) return (int)problem_attr(p, "keepdim")->i;
  for (int i = 0; i < p->n_slots; i++)
    if (slot_given(p, i) && is_short(p, i)) return p->views[i].rank == p->rank;
  return 0;
}

static rem_status short_shape(struct problem *p, int slot, int keep, rem_error *error) {
  int64_t shape[2][REM_MAX_RANK];
  int rank[2] = {without_axes(p, 0, shape[0]), without_axes(p, 1, shape[1])};
  rem_view *v = &p->views[slot];
  if (v->rank == REM_OPEN) {
    shape_open(v, rank[keep], shape[keep]);
    return REM_OK;
  }
  int said = p->pass == REM_FORWARD && p->entry->family == FAMILY_ROW && problem_attr(p, "keepdim")->given &&
             strcmp(slot_name(p, slot), "y") == 0;
  if (said && !shape_same(v, rank[keep], shape[keep]) && shape_same(v, rank[!keep], shape[!keep])) {
    char expected[SHAPE_BYTES], found[SHAPE_BYTES];
    return fail(error, REM_INVALID, AT(slot, -1, rank[keep], v->rank), "y: keepdim=%d expects shape %s, found %s", keep,
                shape_text(expected, rank[keep], shape[keep]), shape_text(found, v->rank, v->shape));
  }
  int form = v->rank == rank[1];
  return shape_same(v, rank[form], shape[form]) ? REM_OK : shape_differs(p, slot, rank[form], shape[form], error);
}

/* The axes of parameters alone, groups as the one axis they are of x; or all, with extent 1 elsewhere. */
static rem_status param_shape(struct problem *p, int slot, rem_error *error) {
  int64_t shape[REM_MAX_RANK], full[REM_MAX_RANK];
  int rank = 0;
  rem_view *v = &p->views[slot];
  for (int i = 0; i < p->rank; i++) {
    full[i] = p->params >> i & 1 ? p->shape[i] : 1;
    if (p->params >> i & 1) shape[rank++] = p->shape[i];
  }
  if (p->grouped) shape[0] *= shape[1], rank = 1;
  if (v->rank == REM_OPEN) shape_open(v, rank, shape);
  if (shape_same(v, rank, shape) || shape_same(v, p->rank, full)) return REM_OK;
  return shape_differs(p, slot, rank, shape, error);
}

rem_status shape_cast(struct problem *p, int slot, rem_error *error) {
  rem_view *v = &p->views[slot];
  if (v->rank == REM_OPEN) shape_open(v, p->rank, p->shape);
  int lead = p->rank - v->rank;
  if (lead < 0) return shape_differs(p, slot, p->rank, p->shape, error);
  for (int i = 0; i < v->rank; i++)
    if (v->shape[i] != p->shape[lead + i] && v->shape[i] != 1)
      return fail(error, REM_INVALID, AT(slot, i, p->shape[lead + i], v->shape[i]),
                  "%s: axis %d: expected extent %" PRId64 " or 1, found %" PRId64, slot_name(p, slot), i, p->shape[lead + i],
                  v->shape[i]);
  return REM_OK;
}

static rem_status slot_shape(struct problem *p, int slot, int keep, rem_error *error) {
  rem_view *v = &p->views[slot];
  if (v->rank == REM_LEFT_OUT) return REM_OK;
  if (is_short(p, slot)) return short_shape(p, slot, keep, error);
  if (p->entry->slots[p->pass][slot].shape == SHAPE_PARAM) return param_shape(p, slot, error);
  if (p->entry->slots[p->pass][slot].shape == SHAPE_CAST) return shape_cast(p, slot, error);
  if (p->entry->slots[p->pass][slot].shape == SHAPE_TOTAL) {
    if (v->rank == REM_OPEN) shape_open(v, 0, p->shape);
    return v->rank == 0 ? REM_OK : shape_differs(p, slot, 0, p->shape, error);
  }
  enum shape_rule rule = p->entry->slots[p->pass][slot].shape;
  int out = rule == SHAPE_Y || rule == SHAPE_INDEX || p->entry->family == FAMILY_NORM;
  int rank = rule == SHAPE_INDEX ? p->out_rank - p->rank + 1 : out ? p->out_rank : p->rank;
  const int64_t *shape = out ? p->out_shape : p->shape;
  if (v->rank == REM_OPEN) shape_open(v, rank, shape);
  return shape_same(v, rank, shape) ? REM_OK : shape_differs(p, slot, rank, shape, error);
}

/* A reduction of no elements needs a value for them, unless there is nowhere to write it. */
static rem_status check_empty(const struct problem *p, rem_error *error) {
  if (p->pass != REM_FORWARD || p->entry->family != FAMILY_ROW || !p->entry->empty_refused) return REM_OK;
  if (view_elems(problem_view(p, "y")) == 0) return REM_OK;
  for (int i = 0; i < p->rank; i++)
    if ((p->axes >> i & 1) && p->shape[i] == 0)
      return fail(error, REM_INVALID, AT(0, i, 1, 0), "x: axis %d has extent 0, and %s of no elements has no value", i,
                  p->entry->name);
  return REM_OK;
}

/* Axes past the rank count as extent 1, so that the axis of a rank-0 scan is one element long. */
rem_status shapes_resolve(struct problem *p, rem_error *error) {
  for (int i = 0; i < REM_MAX_RANK; i++) p->shape[i] = p->out_shape[i] = 1;
  if (p->entry->family == FAMILY_MAP) return map_shapes(p, error);
  if (p->entry->family == FAMILY_STEP) return step_shapes(p, error);
  rem_status status = p->entry->family == FAMILY_LAYOUT ? layout_space(p, error)
                      : p->entry->family == FAMILY_PICK ? pick_space(p, error)
                                                        : find_space(p, error);
  if (status != REM_OK) return status;
  int keep = keeps_axes(p);
  for (int i = 0; i < p->n_slots && status == REM_OK; i++) status = slot_shape(p, i, keep, error);
  return status == REM_OK ? check_empty(p, error) : status;
}
