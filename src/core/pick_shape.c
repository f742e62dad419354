/* pick_shape.c: the shapes of ops that take rows of a table: from the table and index to y. */
#include <inttypes.h>
#include <string.h>

#include "core/describe.h"
#include "core/error.h"

static int slot_with(const struct problem *p, enum shape_rule rule) {
  for (int i = 0; i < p->n_slots; i++)
    if (p->entry->slots[p->pass][i].shape == rule) return i;
  return -1;
}

static rem_status unknown(const struct problem *p, int slot, rem_error *error) {
  return fail(error, REM_INVALID, AT_SLOT(slot), "%s: its shape cannot be inferred; give its view", slot_name(p, slot));
}

/* Nobody asks for the gradient, and nothing says how many rows the table has: those of a row follow from dy. */
static rem_status table_from_y(struct problem *p, int table, int index, int y, rem_error *error) {
  if (p->views[table].rank != REM_LEFT_OUT || !slot_given(p, y)) return unknown(p, table, error);
  const rem_view *v = &p->views[y];
  int lead = p->views[index].rank;
  if (v->rank < lead) return shape_differs(p, y, lead, p->views[index].shape, error);
  if (v->rank - lead >= REM_MAX_RANK)
    return fail(error, REM_INVALID, AT(y, -1, lead + REM_MAX_RANK - 1, v->rank),
                "%s: expected rows of at most %d axes, found %d", slot_name(p, y), REM_MAX_RANK - 1, v->rank - lead);
  p->rank = v->rank - lead + 1;
  p->shape[0] = 0;
  for (int i = 1; i < p->rank; i++) p->shape[i] = v->shape[lead + i - 1];
  return REM_OK;
}

static rem_status table_space(struct problem *p, int table, int index, int y, rem_error *error) {
  if (!slot_given(p, index)) return unknown(p, index, error);
  if (!slot_given(p, table)) return table_from_y(p, table, index, y, error);
  p->rank = p->views[table].rank;
  memcpy(p->shape, p->views[table].shape, (size_t)p->rank * sizeof *p->shape);
  if (p->rank > 0) return REM_OK;
  return fail(error, REM_INVALID, AT(table, -1, 1, 0), "%s: expected rows along axis 0, so rank 1 or more, found 0",
              slot_name(p, table));
}

static rem_status check_padding(const struct problem *p, int table, rem_error *error) {
  int64_t row = problem_attr(p, "padding_idx")->i;
  if (row == -1 || (row >= 0 && (row < p->shape[0] || !slot_given(p, table)))) return REM_OK;
  return fail(error, REM_INVALID, AT(table, 0, p->shape[0], row),
              "padding_idx: expected -1 or one of the %" PRId64 " rows of %s, found %" PRId64, p->shape[0],
              slot_name(p, table), row);
}

rem_status pick_space(struct problem *p, rem_error *error) {
  int table = slot_with(p, SHAPE_X), index = slot_with(p, SHAPE_INDEX), y = slot_with(p, SHAPE_Y);
  rem_status status = table_space(p, table, index, y, error);
  if (status != REM_OK) return status;
  int lead = p->views[index].rank;
  p->out_rank = lead + p->rank - 1;
  if (p->out_rank > REM_MAX_RANK)
    return fail(error, REM_INVALID, AT(index, -1, REM_MAX_RANK - p->rank + 1, lead),
                "%s: %d axes, and %d of a row, are more than the %d that %s may have", slot_name(p, index), lead,
                p->rank - 1, REM_MAX_RANK, slot_name(p, y));
  for (int i = 0; i < p->out_rank; i++) p->out_shape[i] = i < lead ? p->views[index].shape[i] : p->shape[i - lead + 1];
  return check_padding(p, table, error);
}
