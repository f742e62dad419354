/* map_shape.c: the shapes of elementwise ops: operands broadcast to y as in NumPy. */
#include <inttypes.h>
#include <string.h>

#include "core/checked.h"
#include "core/describe.h"
#include "core/error.h"

/* ---- operands that broadcast ---- */

static int y_slot(const struct problem *p) { return p->pass == REM_FORWARD ? p->entry->inputs : 0; }

/* Slots of operand i: itself and, backward, its gradient. */
static int operand_slot(const struct problem *p, int i) { return p->pass == REM_FORWARD ? i : 1 + i; }
static int gradient_slot(const struct problem *p, int i) {
  return p->pass == REM_FORWARD ? -1 : entry_gradient_slot(p->entry, i);
}

/* The slot that tells the shape of operand i; -1: none does. */
static int telling_slot(const struct problem *p, int i) {
  if (slot_given(p, operand_slot(p, i))) return operand_slot(p, i);
  return slot_given(p, gradient_slot(p, i)) ? gradient_slot(p, i) : -1;
}

/* Whether operand i is no tensor, as an attribute stands in for it. */
static int stood_in(const struct problem *p, int i) {
  const char *standin = p->entry->standin;
  return standin && i == p->entry->inputs - 1 && problem_attr(p, standin)->given;
}

/* Widens the space by a view, aligned at the last axis. */
static rem_status widen(struct problem *p, int slot, rem_error *error) {
  const rem_view *v = &p->views[slot];
  for (; p->rank < v->rank; p->rank++) {
    for (int i = p->rank; i > 0; i--) p->shape[i] = p->shape[i - 1];
    p->shape[0] = 1;
  }
  int lead = p->rank - v->rank;
  for (int i = 0; i < v->rank; i++) {
    int64_t *extent = &p->shape[lead + i];
    if (v->shape[i] == 1 || v->shape[i] == *extent) continue;
    if (*extent != 1)
      return fail(error, REM_INVALID, AT(slot, i, *extent, v->shape[i]),
                  "%s: axis %d has extent %" PRId64 ", which does not broadcast with %" PRId64, slot_name(p, slot), i,
                  v->shape[i], *extent);
    *extent = v->shape[i];
  }
  return REM_OK;
}

/* The space from the operands. *all says whether every operand told its shape, *any whether one did. */
static rem_status widen_by_operands(struct problem *p, int *all, int *any, rem_error *error) {
  *all = p->entry->inputs > 0;
  *any = 0;
  for (int i = 0; i < p->entry->inputs - p->entry->draws; i++) {
    int slot = telling_slot(p, i), gradient = gradient_slot(p, i);
    if (slot < 0) {
      *all = *all && stood_in(p, i);
      continue;
    }
    *any = 1;
    rem_status status = widen(p, slot, error);
    if (status != REM_OK) return status;
    const rem_view *v = &p->views[slot];
    if (slot_given(p, gradient) && !shape_same(&p->views[gradient], v->rank, v->shape))
      return shape_differs(p, gradient, v->rank, v->shape, error);
  }
  return REM_OK;
}

/* y has the shape of the space; it may be larger than the operands that are known where others are not. */
static rem_status widen_by_y(struct problem *p, int all, rem_error *error) {
  int slot = y_slot(p);
  const rem_view *v = &p->views[slot];
  if (!all) {
    rem_status status = widen(p, slot, error);
    if (status != REM_OK) return status;
  }
  return shape_same(v, p->rank, p->shape) ? REM_OK : shape_differs(p, slot, p->rank, p->shape, error);
}

/* An open operand, or the open gradient of one, that nothing else tells of is not broadcast; the gradient of an
 * attribute is a number. */
static void fill(struct problem *p) {
  int also = p->pass == REM_FORWARD && p->entry->results > 1 ? y_slot(p) + 1 : y_slot(p);
  for (int slot = y_slot(p); slot <= also; slot++)
    if (p->views[slot].rank == REM_OPEN) shape_open(&p->views[slot], p->rank, p->shape);
  for (int i = 0; i < p->entry->inputs; i++) {
    int telling = telling_slot(p, i), slots[2] = {operand_slot(p, i), gradient_slot(p, i)};
    int one = stood_in(p, i) || i == problem_drawn(p), rank = telling >= 0 ? p->views[telling].rank : one ? 0 : p->rank;
    const int64_t *shape = telling >= 0 ? p->views[telling].shape : p->shape;
    for (int k = 0; k < 2; k++)
      if (slots[k] >= 0 && p->views[slots[k]].rank == REM_OPEN) shape_open(&p->views[slots[k]], rank, shape);
  }
}

/* A second result is like the first. */
static rem_status also_shape(struct problem *p, rem_error *error) {
  int slot = y_slot(p) + 1;
  if (p->pass == REM_BACKWARD || !slot_given(p, slot) || shape_same(&p->views[slot], p->rank, p->shape)) return REM_OK;
  return shape_differs(p, slot, p->rank, p->shape, error);
}

/* ---- results that are added up ---- */

/* Whether they are, and what the sum is divided by, once the space is known; y is then a number, and so is dy. A product that does
 * not fit is refused later. */
static rem_status reduce_shape(struct problem *p, rem_error *error) {
  int y = y_slot(p);
  const char *how = problem_choice(p, "reduction");
  if (strcmp(how, "mean") == 0)
    for (int i = 0; i < p->rank; i++)
      if (!mul_fits(p->share, p->shape[i], &p->share)) p->share = INT64_MAX;
  if (strcmp(how, "batchmean") == 0 && p->rank > 0) p->share = p->shape[0];
  if (p->views[y].rank == REM_OPEN) shape_open(&p->views[y], 0, p->shape);
  return shape_same(&p->views[y], 0, p->shape) ? REM_OK : shape_differs(p, y, 0, p->shape, error);
}

/* dy tells no shapes then: every operand must. */
static rem_status all_told(const struct problem *p, rem_error *error) {
  for (int i = 0; i < p->entry->inputs; i++) {
    int slot = operand_slot(p, i), gradient = gradient_slot(p, i);
    if (p->views[slot].rank != REM_LEFT_OUT || (gradient >= 0 && p->views[gradient].rank != REM_LEFT_OUT)) continue;
    return fail(error, REM_INVALID, AT_SLOT(slot), "%s: its shape is needed; give its view", slot_name(p, slot));
  }
  return REM_OK;
}

/* ---- operands with weights ---- */

static rem_status part_shape(struct problem *p, int slot, rem_error *error);

/* All but the weights, and their gradients, have the shape of the terms; weights broadcast to it. */
static rem_status weighed_shapes(struct problem *p, rem_error *error) {
  int alike[5], n = 0, telling = -1, plain = p->entry->inputs - p->entry->weights;
  for (int i = 0; i < plain; i++) alike[n++] = operand_slot(p, i), alike[n++] = gradient_slot(p, i);
  if (!p->reduced) alike[n++] = y_slot(p);
  for (int k = n - 1; k >= 0; k--)
    if (slot_given(p, alike[k])) telling = alike[k];
  if (telling < 0)
    return fail(error, REM_INVALID, AT_SLOT(operand_slot(p, 0)), "%s: its shape cannot be inferred; give its view",
                slot_name(p, operand_slot(p, 0)));
  p->rank = p->views[telling].rank;
  for (int i = 0; i < p->rank; i++) p->shape[i] = p->views[telling].shape[i];
  for (int k = 0; k < n; k++) {
    if (alike[k] < 0) continue;
    rem_view *v = &p->views[alike[k]];
    if (v->rank == REM_OPEN) shape_open(v, p->rank, p->shape);
    if (v->rank != REM_LEFT_OUT && !shape_same(v, p->rank, p->shape))
      return shape_differs(p, alike[k], p->rank, p->shape, error);
  }
  rem_status status = REM_OK;
  for (int i = plain; i < p->entry->inputs && status == REM_OK; i++) status = part_shape(p, operand_slot(p, i), error);
  return status == REM_OK && p->reduced ? reduce_shape(p, error) : status;
}

/* ---- one input whose halves are the operands ---- */

/* The axis counts from the end where it is negative; it is one of x, and of y. */
static rem_status split_axis(struct problem *p, int slot, int rank, rem_error *error) {
  struct attr_value *axis = &p->attrs[0];
  int64_t at = axis->i < 0 ? axis->i + rank : axis->i;
  if (at < 0 || at >= rank)
    return fail(error, REM_INVALID, AT(slot, -1, rank, axis->i), "%s: axis %" PRId64 " is out of range for rank %d",
                slot_name(p, slot), axis->i, rank);
  axis->i = p->split = (int)at;
  return REM_OK;
}

/* The space, from x or from its gradient, and else from y. */
static rem_status split_space(struct problem *p, int telling, rem_error *error) {
  int slot = telling >= 0 ? telling : y_slot(p);
  const rem_view *v = &p->views[slot];
  rem_status status = split_axis(p, slot, v->rank, error);
  if (status != REM_OK) return status;
  p->rank = v->rank;
  for (int i = 0; i < v->rank; i++) p->shape[i] = v->shape[i];
  if (telling < 0) return REM_OK;
  if (v->shape[p->split] % 2)
    return fail(error, REM_INVALID, AT(slot, p->split, v->shape[p->split] - 1, v->shape[p->split]),
                "%s: axis %d has extent %" PRId64 ", which cannot be halved", slot_name(p, slot), p->split,
                v->shape[p->split]);
  p->shape[p->split] /= 2;
  return REM_OK;
}

static rem_status split_shapes(struct problem *p, rem_error *error) {
  int y = y_slot(p), x = operand_slot(p, 0), dx = gradient_slot(p, 0), telling = telling_slot(p, 0);
  int64_t whole[REM_MAX_RANK];
  if (telling < 0 && !slot_given(p, y))
    return fail(error, REM_INVALID, AT_SLOT(x), "%s: its shape cannot be inferred; give its view", slot_name(p, x));
  rem_status status = split_space(p, telling, error);
  if (status != REM_OK) return status;
  for (int i = 0; i < p->rank; i++) whole[i] = p->shape[i];
  if (!mul_fits(whole[p->split], 2, &whole[p->split])) whole[p->split] = INT64_MAX;
  if (slot_given(p, y) && !shape_same(&p->views[y], p->rank, p->shape))
    return shape_differs(p, y, p->rank, p->shape, error);
  if (slot_given(p, dx) && !shape_same(&p->views[dx], p->rank, whole)) return shape_differs(p, dx, p->rank, whole, error);
  if (p->views[y].rank == REM_OPEN) shape_open(&p->views[y], p->rank, p->shape);
  if (p->views[x].rank == REM_OPEN) shape_open(&p->views[x], p->rank, whole);
  if (dx >= 0 && p->views[dx].rank == REM_OPEN) shape_open(&p->views[dx], p->rank, whole);
  return REM_OK;
}

/* ---- pairs: x and y are alike, and each holds both parts; the other operands broadcast to one part ---- */

/* The first slot that is as x is and tells its shape; -1: none does. */
static int whole_slot(const struct problem *p) {
  static const char *const order[] = {"x", "dy", "y", "dx"};
  for (size_t k = 0; k < sizeof order / sizeof *order; k++)
    if (slot_given(p, problem_slot(p, order[k]))) return problem_slot(p, order[k]);
  return -1;
}

static rem_status part_shape(struct problem *p, int slot, rem_error *error) {
  return p->views[slot].rank == REM_LEFT_OUT ? REM_OK : shape_cast(p, slot, error);
}

static rem_status pair_shapes(struct problem *p, rem_error *error) {
  int telling = whole_slot(p), x = operand_slot(p, 0), dx = gradient_slot(p, 0), wholes[] = {x, dx, y_slot(p)};
  int64_t whole[REM_MAX_RANK];
  if (telling < 0)
    return fail(error, REM_INVALID, AT_SLOT(x), "%s: its shape cannot be inferred; give its view", slot_name(p, x));
  rem_status status = split_space(p, telling, error);
  if (status != REM_OK) return status;
  p->interleaved = strcmp(problem_choice(p, "layout"), "interleaved") == 0;
  for (int i = 0; i < p->rank; i++) whole[i] = p->views[telling].shape[i];
  for (int k = 0; k < 3; k++) {
    if (wholes[k] < 0) continue;
    rem_view *v = &p->views[wholes[k]];
    if (v->rank == REM_OPEN) shape_open(v, p->rank, whole);
    if (v->rank != REM_LEFT_OUT && !shape_same(v, p->rank, whole))
      return shape_differs(p, wholes[k], p->rank, whole, error);
  }
  for (int i = 1; i < p->entry->inputs && status == REM_OK; i++) status = part_shape(p, operand_slot(p, i), error);
  return status;
}

rem_status map_shapes(struct problem *p, rem_error *error) {
  int all, any;
  p->rank = 0;
  p->reduced = entry_reduces(p->entry) && strcmp(problem_choice(p, "reduction"), "none") != 0;
  if (p->entry->split) return (p->entry->split == SPLIT_PAIRS ? pair_shapes : split_shapes)(p, error);
  if (p->entry->weights) return weighed_shapes(p, error);
  rem_status status = p->reduced ? all_told(p, error) : REM_OK;
  if (status == REM_OK) status = widen_by_operands(p, &all, &any, error);
  if (status != REM_OK) return status;
  if (!any && (p->reduced || !slot_given(p, y_slot(p))))
    return fail(error, REM_INVALID, AT_SLOT(0), "%s: its shape cannot be inferred; give its view", slot_name(p, 0));
  if (p->reduced) status = reduce_shape(p, error);
  else if (slot_given(p, y_slot(p))) status = widen_by_y(p, all, error);
  if (status == REM_OK) fill(p);
  return status == REM_OK && p->entry->results > 1 ? also_shape(p, error) : status;
}
