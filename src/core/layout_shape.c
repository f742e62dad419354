/* layout_shape.c: the shapes of pad and repeat, from x to y and back. */
#include <inttypes.h>
#include <string.h>

#include "core/checked.h"
#include "core/describe.h"
#include "core/error.h"

/* From the view in slot, a whole shape of x or y, work out the other; p->rank and p->shape are x. */
struct layout_rule {
  rem_status (*forward)(struct problem *p, int slot, rem_error *error);
  rem_status (*inverse)(struct problem *p, int slot, rem_error *error);
};

/* ---- pad ----------------------------------------------------------------------------------------------- */

/* The most a side may be padded by when extent elements are left after cropping, by mode. */
static int64_t pad_limit(const char *mode, int64_t extent) {
  if (strcmp(mode, "constant") == 0) return INT64_MAX;
  if (strcmp(mode, "replicate") == 0) return extent > 0 ? INT64_MAX : 0;
  if (strcmp(mode, "reflect") == 0) return extent > 0 ? extent - 1 : 0;
  return extent;
}

static rem_status pad_axis(struct problem *p, int slot, int axis, rem_error *error) {
  const char *mode = problem_choice(p, "mode");
  int64_t low = problem_attr(p, "low")->is[axis], high = problem_attr(p, "high")->is[axis], left = p->shape[axis];
  if (!add_fits(left, low < 0 ? low : 0, &left) || !add_fits(left, high < 0 ? high : 0, &left) || left < 0)
    return fail(error, REM_INVALID, AT(slot, axis, 0, left),
                "%s: axis %d has extent %" PRId64 ", less than low %" PRId64 " and high %" PRId64 " crop",
                slot_name(p, slot), axis, p->shape[axis], low, high);
  int64_t limit = pad_limit(mode, left), most = low > high ? low : high, *out = &p->out_shape[axis];
  if (most > limit)
    return fail(error, REM_INVALID, AT(slot, axis, limit, most),
                "%s: axis %d with %" PRId64 " elements can be padded by at most %" PRId64 " in mode %s, found %" PRId64,
                slot_name(p, slot), axis, left, limit, mode, most);
  if (!add_fits(left, low > 0 ? low : 0, out) || !add_fits(*out, high > 0 ? high : 0, out))
    return fail(error, REM_INVALID, AT_AXIS(slot, axis), "%s: axis %d grows past 2^63 elements", slot_name(p, slot),
                axis);
  return REM_OK;
}

/* low and high have one entry for each axis; zeros are the default. */
static rem_status pad_lists(struct problem *p, int slot, int rank, rem_error *error) {
  static const char *const names[] = {"low", "high"};
  for (int k = 0; k < 2; k++) {
    struct attr_value *list = &p->attrs[attr_place(p->entry, names[k])];
    if (list->given && list->n != rank)
      return fail(error, REM_INVALID, AT(slot, -1, rank, list->n), "%s: expected %d entries for rank %d, found %d",
                  names[k], rank, rank, list->n);
    list->n = rank;
  }
  return REM_OK;
}

static rem_status pad_forward(struct problem *p, int slot, rem_error *error) {
  rem_status status = pad_lists(p, slot, p->rank, error);
  p->out_rank = p->rank;
  for (int i = 0; i < p->rank && status == REM_OK; i++) status = pad_axis(p, slot, i, error);
  return status;
}

static rem_status pad_inverse(struct problem *p, int slot, rem_error *error) {
  const rem_view *v = &p->views[slot];
  rem_status status = pad_lists(p, slot, v->rank, error);
  p->rank = v->rank;
  for (int i = 0; i < v->rank && status == REM_OK; i++) {
    int64_t low = problem_attr(p, "low")->is[i], high = problem_attr(p, "high")->is[i], *extent = &p->shape[i];
    if (low < -INT64_MAX || high < -INT64_MAX || !add_fits(v->shape[i], -low, extent) ||
        !add_fits(*extent, -high, extent) || *extent < 0)
      return fail(error, REM_INVALID, AT(slot, i, 0, v->shape[i]),
                  "%s: axis %d has extent %" PRId64 ", less than low %" PRId64 " and high %" PRId64 " pad",
                  slot_name(p, slot), i, v->shape[i], low, high);
  }
  return status == REM_OK ? pad_forward(p, slot, error) : status;
}

/* ---- repeat --------------------------------------------------------------------------------------------- */

static rem_status repeat_list(const struct problem *p, int rank, rem_error *error) {
  const struct attr_value *repeats = problem_attr(p, "repeats");
  if (!repeats->given) return fail(error, REM_INVALID, NOWHERE, "repeats: is required");
  if (repeats->n < rank)
    return fail(error, REM_INVALID, AT(-1, -1, rank, repeats->n),
                "repeats: expected at least %d entries for rank %d, found %d", rank, rank, repeats->n);
  for (int i = 0; i < repeats->n; i++)
    if (repeats->is[i] < 0)
      return fail(error, REM_INVALID, AT(-1, i, 0, repeats->is[i]),
                  "repeats: axis %d is repeated %" PRId64 " times, expected 0 or more", i, repeats->is[i]);
  return REM_OK;
}

static rem_status repeat_forward(struct problem *p, int slot, rem_error *error) {
  const struct attr_value *repeats = problem_attr(p, "repeats");
  rem_status status = repeat_list(p, p->rank, error);
  if (status != REM_OK) return status;
  int lead = repeats->n - p->rank;
  int64_t places = 1; /* of x and its copies, where an axis with no copy counts as if it had one: planners multiply them all */
  p->out_rank = repeats->n;
  for (int i = 0; i < repeats->n; i++) {
    int64_t extent = i < lead ? 1 : p->shape[i - lead], copies = repeats->is[i];
    if (!mul_fits(extent, copies, &p->out_shape[i]))
      return fail(error, REM_INVALID, AT_AXIS(slot, i - lead), "%s: axis %d grows past 2^63 elements",
                  slot_name(p, slot), i - lead);
    if (!mul_fits(places, extent ? extent : 1, &places) || !mul_fits(places, copies ? copies : 1, &places))
      return fail(error, REM_INVALID, NOWHERE, "repeats: the product of all extents and repeats does not fit 63 bits");
  }
  return REM_OK;
}

static rem_status repeat_inverse(struct problem *p, int slot, rem_error *error) {
  const struct attr_value *repeats = problem_attr(p, "repeats");
  const rem_view *v = &p->views[slot];
  rem_status status = repeat_list(p, v->rank, error);
  if (status != REM_OK) return status;
  if (repeats->n != v->rank)
    return fail(error, REM_INVALID, AT(slot, -1, repeats->n, v->rank), "%s: expected rank %d, found %d",
                slot_name(p, slot), repeats->n, v->rank);
  p->rank = v->rank;
  for (int i = 0; i < v->rank; i++) {
    if (repeats->is[i] == 0 || v->shape[i] % repeats->is[i] != 0)
      return fail(error, REM_INVALID, AT(slot, i, repeats->is[i], v->shape[i]),
                  "%s: axis %d has extent %" PRId64 ", which %" PRId64 " repeats do not tell the extent of x from",
                  slot_name(p, slot), i, v->shape[i], repeats->is[i]);
    p->shape[i] = v->shape[i] / repeats->is[i];
  }
  return repeat_forward(p, slot, error);
}

/* ---- both ----------------------------------------------------------------------------------------------- */

rem_status layout_space(struct problem *p, rem_error *error) {
  static const struct layout_rule rules[LAYOUT_OPS] = {
      [LAYOUT_pad] = {pad_forward, pad_inverse}, [LAYOUT_repeat] = {repeat_forward, repeat_inverse}};
  const struct layout_rule *rule = &rules[p->entry->op];
  int x = problem_slot(p, p->pass == REM_FORWARD ? "x" : "dx"),
      y = problem_slot(p, p->pass == REM_FORWARD ? "y" : "dy");
  if (slot_given(p, x)) {
    p->rank = p->views[x].rank;
    memcpy(p->shape, p->views[x].shape, (size_t)p->rank * sizeof *p->shape);
    return rule->forward(p, x, error);
  }
  if (slot_given(p, y)) return rule->inverse(p, y, error);
  return fail(error, REM_INVALID, AT_SLOT(x), "%s: its shape cannot be inferred; give its view", slot_name(p, x));
}
