/* resolve.c: turns a description into a problem, or says which rule it breaks. */
#include <inttypes.h>
#include <string.h>

#include "core/checked.h"
#include "core/describe.h"
#include "core/dtype.h"
#include "core/error.h"
#include "core/view.h"

static rem_status check_desc(const rem_desc *desc, rem_error *error) {
  if (!desc) return fail(error, REM_INVALID, NOWHERE, "desc: expected a description, found NULL");
  if (desc->size != sizeof *desc)
    return fail(error, REM_INVALID, AT(-1, -1, (int64_t)sizeof *desc, desc->size), "desc: expected size %zu, found %u",
                sizeof *desc, (unsigned)desc->size);
  if (desc->reserved != 0) return fail(error, REM_INVALID, NOWHERE, "desc: reserved must be 0");
  if (desc->pass != REM_FORWARD && desc->pass != REM_BACKWARD)
    return fail(error, REM_INVALID, AT(-1, -1, REM_BACKWARD, desc->pass), "desc: pass %d is not known",
                (int)desc->pass);
  return REM_OK;
}

static rem_status start(const rem_desc *desc, struct problem *p, rem_error *error) {
  const struct entry *e = entry_find(desc->op);
  if (!e) return fail(error, REM_INVALID, NOWHERE, "op %.40s is not known", desc->op ? desc->op : "NULL");
  if (!e->n_slots[desc->pass]) return fail(error, REM_INVALID, NOWHERE, "%s has no gradient", e->name);
  p->entry = e;
  p->pass = desc->pass;
  p->n_slots = e->n_slots[desc->pass];
  p->accumulate = desc->accumulate;
  p->compute = p->rank = p->out_rank = p->grouped = 0;
  p->axes = p->params = 0;
  p->split = -1;
  p->interleaved = p->reduced = p->totalled = 0;
  p->share = 1;
  if (desc->n_views < 0 || desc->n_views > p->n_slots)
    return fail(error, REM_INVALID, AT(-1, -1, p->n_slots, desc->n_views), "views: expected 0 to %d of them, found %d",
                p->n_slots, (int)desc->n_views);
  if (desc->n_views > 0 && !desc->views)
    return fail(error, REM_INVALID, NOWHERE, "views: expected %d of them, found NULL", (int)desc->n_views);
  return REM_OK;
}

/* ---- views as they were given ---------------------------------------------------------------------------- */

static rem_status check_dtype(const struct problem *p, int slot, rem_error *error) {
  enum slot_kind kind = p->entry->slots[p->pass][slot].kind;
  int32_t dtype = p->views[slot].dtype;
  if (dtype == 0 || dtype_is(dtype, kind)) return REM_OK;
  const char *name = rem_dtype_name(dtype), *expected = dtype_words(kind);
  if (!name)
    return fail(error, REM_INVALID, AT(slot, -1, 0, dtype), "%s: expected dtype %s, found number %d",
                slot_name(p, slot), expected, (int)dtype);
  int no_gradient = p->pass == REM_BACKWARD && kind == SLOT_REAL && !dtype_is_real(dtype);
  return fail(error, REM_INVALID, AT(slot, -1, 0, dtype), "%s: expected dtype %s, found %s%s", slot_name(p, slot),
              expected, name, no_gradient ? "; integers have no gradient" : "");
}

static rem_status check_given(const struct problem *p, int slot, rem_error *error) {
  const rem_view *v = &p->views[slot];
  if (v->rank > REM_MAX_RANK || v->rank < REM_OPEN)
    return fail(error, REM_INVALID, AT(slot, -1, REM_MAX_RANK, v->rank), "%s: expected rank 0 to %d, found %d",
                slot_name(p, slot), REM_MAX_RANK, (int)v->rank);
  for (int i = 0; i < v->rank; i++)
    if (v->shape[i] < 0)
      return fail(error, REM_INVALID, AT(slot, i, 0, v->shape[i]), "%s: axis %d has extent %" PRId64,
                  slot_name(p, slot), i, v->shape[i]);
  int one = p->entry->slots[p->pass][slot].kind == SLOT_SEED || p->entry->slots[p->pass][slot].shape == SHAPE_ONE;
  if (one && v->rank > 0)
    return fail(error, REM_INVALID, AT(slot, -1, 0, v->rank), "%s: expected rank 0, found %d", slot_name(p, slot),
                (int)v->rank);
  return v->rank == REM_LEFT_OUT ? REM_OK : check_dtype(p, slot, error);
}

/* Slots beyond n_views are open where they are required and left out where not. Whether a saved slot is required
 * follows from what else is present, so these come last. An operand for which an attribute may stand in is left
 * out unless it is named. */
static void fill_unsaid(struct problem *p, int said) {
  const struct slot *slots = p->entry->slots[p->pass];
  const rem_view out = {.rank = REM_LEFT_OUT}, open = {.rank = REM_OPEN};
  for (int i = said; i < p->n_slots; i++) p->views[i] = out;
  for (int saved = 0; saved <= 1; saved++)
    for (int i = said; i < p->n_slots; i++)
      if ((slots[i].saved != NULL) == saved && problem_need(p, i) == REM_REQUIRED &&
          !(saved && p->entry->standin && i == p->entry->inputs))
        p->views[i] = open;
}

static rem_status read_views(const rem_desc *desc, struct problem *p, rem_error *error) {
  rem_status status = REM_OK;
  for (int i = 0; i < desc->n_views; i++) p->views[i] = desc->views[i];
  for (int i = 0; i < desc->n_views && status == REM_OK; i++) status = check_given(p, i, error);
  if (status == REM_OK) fill_unsaid(p, desc->n_views);
  return status;
}

/* ---- what may be left out ---------------------------------------------------------------------------------- */

/* An operand and the attribute that stands in for it: one of them, not both, where its value is used. */
static rem_status check_standin(const struct problem *p, rem_error *error) {
  const struct entry *e = p->entry;
  if (!e->standin) return REM_OK;
  int slot = e->inputs - (p->pass == REM_FORWARD), given = problem_attr(p, e->standin)->given;
  int present = p->views[slot].rank != REM_LEFT_OUT;
  if (present && given)
    return fail(error, REM_INVALID, AT_SLOT(slot), "%s: given beside %s, for which it stands in", e->standin,
                slot_name(p, slot));
  if (!present && !given && (p->pass == REM_FORWARD || problem_need(p, slot) == REM_REQUIRED))
    return fail(error, REM_INVALID, AT_SLOT(slot), "%s: is required when %s is left out", e->standin,
                slot_name(p, slot));
  return REM_OK;
}

/* Backward outputs may be left out; an input or a forward result that is required may not. */
static rem_status check_left_out(const struct problem *p, rem_error *error) {
  for (int i = 0; i < p->n_slots; i++) {
    const struct slot *s = &p->entry->slots[p->pass][i];
    if (p->views[i].rank != REM_LEFT_OUT || (p->pass == REM_BACKWARD && s->role == REM_OUTPUT)) continue;
    if (problem_need(p, i) != REM_REQUIRED) continue;
    int index = problem_slot(p, "index"), instead = s->saved && index >= 0 && problem_need(p, index) == REM_OPTIONAL;
    return fail(error, REM_INVALID, AT_SLOT(i), "%s: is required and was left out%s", s->name,
                instead ? "; index would do instead" : "");
  }
  return REM_OK;
}

/* ---- dtypes -------------------------------------------------------------------------------------------------- */

/* Whether a slot holds what is computed with, and not positions, conditions or answers to questions. */
static int is_number(const struct problem *p, int slot) {
  enum slot_kind kind = p->entry->slots[p->pass][slot].kind;
  return kind == SLOT_REAL || kind == SLOT_NUMBER || kind == SLOT_TOTAL || kind == SLOT_INTEGER ||
         kind == SLOT_SQUARE || kind == SLOT_RATE;
}

/* The first number of a role that says its dtype; -1: none does. */
static int first_number(const struct problem *p, int role) {
  for (int i = 0; i < p->n_slots; i++)
    if (p->entry->slots[p->pass][i].role == role && is_number(p, i) && p->views[i].rank != REM_LEFT_OUT &&
        p->views[i].dtype)
      return i;
  return -1;
}

static void choose_open(struct problem *p, int32_t dtype) {
  for (int i = 0; i < p->n_slots; i++) {
    enum slot_kind kind = p->entry->slots[p->pass][i].kind;
    rem_view *v = &p->views[i];
    if (v->rank == REM_LEFT_OUT || v->dtype) continue;
    int wide = kind == SLOT_INDEX || kind == SLOT_SEED || kind == SLOT_PLACE || kind == SLOT_COUNT ||
               (kind == SLOT_TOTAL && !dtype_is_real(dtype));
    v->dtype = wide ? REM_I64 : kind == SLOT_TRUTH || kind == SLOT_ANSWER ? REM_BOOL : dtype;
  }
}

/* Numbers are all floats, or none is. */
static rem_status check_alike(const struct problem *p, int first, rem_error *error) {
  int real = dtype_is_real(p->views[first].dtype);
  for (int i = 0; i < p->n_slots; i++) {
    const rem_view *v = &p->views[i];
    if (v->rank == REM_LEFT_OUT || !is_number(p, i) || dtype_is_real(v->dtype) == real) continue;
    return fail(error, REM_INVALID, AT(i, -1, p->views[first].dtype, v->dtype),
                "%s: expected %s dtype as %s has, found %s; cast first", slot_name(p, i),
                real ? "a float" : "an integer", slot_name(p, first), rem_dtype_name(v->dtype));
  }
  return REM_OK;
}

/* The narrowest of f32 and f64, or of i32 and i64, that holds every number and what is made of them. What is counted is i64. */
static int compute_dtype(const struct problem *p, int real) {
  int wide = 0;
  if (p->entry->tally && (!real || p->entry->op < 0)) return REM_I64;
  for (int i = 0; i < p->n_slots; i++) {
    int32_t d = p->views[i].dtype;
    if (p->views[i].rank == REM_LEFT_OUT || p->entry->slots[p->pass][i].kind == SLOT_INDEX) continue;
    wide |= real ? d == REM_F64 : d == REM_I64 || d == REM_U32;
  }
  return real ? (wide ? REM_F64 : REM_F32) : (wide ? REM_I64 : REM_I32);
}

static rem_status choose_dtypes(struct problem *p, rem_error *error) {
  int first = first_number(p, REM_INPUT);
  if (first < 0) first = first_number(p, REM_OUTPUT);
  if (first < 0) return fail(error, REM_INVALID, AT_SLOT(0), "%s: no dtype is said", slot_name(p, 0));
  choose_open(p, p->views[first].dtype);
  rem_status status = check_alike(p, first, error);
  p->compute = compute_dtype(p, dtype_is_real(p->views[first].dtype));
  return status;
}

/* ---- sizes and layouts ------------------------------------------------------------------------------------------ */

static rem_status check_size(const struct problem *p, int slot, rem_error *error) {
  const rem_view *v = &p->views[slot];
  int64_t elems, before, after;
  if (!shape_elems(v->rank, v->shape, &elems))
    return fail(error, REM_INVALID, AT_SLOT(slot), "%s: the product of its extents does not fit 63 bits",
                slot_name(p, slot));
  if (!view_span(v, &before, &after))
    return fail(error, REM_INVALID, AT_SLOT(slot), "%s: the bytes it spans do not fit 63 bits", slot_name(p, slot));
  return REM_OK;
}

static rem_status check_output(const struct problem *p, int slot, rem_error *error) {
  const rem_view *v = &p->views[slot];
  int axis = -1;
  enum meets meets = view_meets_itself(v, &axis);
  if (meets == MEETS_NEVER) return REM_OK;
  return fail(error, REM_INVALID, AT(slot, axis, 0, v->stride[axis]),
              "%s: an output must not overlap itself, and with stride %" PRId64 " on axis %d %s", slot_name(p, slot),
              v->stride[axis], axis, meets == MEETS ? "it does" : "this cannot be ruled out");
}

/* A 32-bit index must be able to hold every position of the axes it is about. */
static rem_status check_index(const struct problem *p, int slot, rem_error *error) {
  int64_t positions = problem_positions(p);
  if (p->views[slot].dtype != REM_I32 || positions <= INT32_MAX) return REM_OK;
  return fail(error, REM_INVALID, AT(slot, -1, INT32_MAX, positions),
              "%s: i32 holds at most %d positions, found %" PRId64 "; use i64", slot_name(p, slot), INT32_MAX,
              positions);
}

/* Classes are compared as numbers of the compute dtype, and counted in 32 bits; those of lists are not. */
static rem_status check_classes(const struct problem *p, int slot, rem_error *error) {
  int64_t most = p->compute == REM_F32 ? (int64_t)1 << 24 : INT32_MAX, found = problem_positions(p);
  if (p->entry->family != FAMILY_NORM || p->entry->rival || found <= most) return REM_OK;
  return fail(error, REM_UNSUPPORTED, AT(slot, -1, most, found),
              "%s: in %s there are at most %" PRId64 " classes, found %" PRId64, slot_name(p, slot),
              rem_dtype_name(p->compute), most, found);
}

static rem_status check_views(const struct problem *p, rem_error *error) {
  rem_status status = REM_OK;
  int64_t elems;
  for (int i = 0; i < p->n_slots && status == REM_OK; i++) {
    const struct slot *s = &p->entry->slots[p->pass][i];
    if (p->views[i].rank == REM_LEFT_OUT) continue;
    status = check_size(p, i, error);
    if (status == REM_OK && s->role == REM_OUTPUT) status = check_output(p, i, error);
    if (status == REM_OK && s->kind == SLOT_INDEX) status = check_index(p, i, error);
    if (status == REM_OK && s->kind == SLOT_PLACE) status = check_classes(p, i, error);
  }
  if (status == REM_OK && !shape_elems(p->rank, p->shape, &elems))
    return fail(error, REM_INVALID, NOWHERE, "%s: the product of its extents does not fit 63 bits", p->entry->name);
  return status;
}

static rem_status check_accumulate(const struct problem *p, rem_error *error) {
  for (int i = 0; i < 32; i++) {
    if (!(p->accumulate >> i & 1)) continue;
    if (i >= p->n_slots)
      return fail(error, REM_INVALID, AT(-1, -1, p->n_slots, i), "accumulate: bit %d is no slot of %s", i,
                  p->entry->name);
    const struct slot *s = &p->entry->slots[p->pass][i];
    const char *why = s->role == REM_INPUT               ? "it is an input"
                      : p->views[i].rank == REM_LEFT_OUT ? "it is left out"
                      : s->kind == SLOT_INDEX            ? "it holds positions"
                      : p->views[i].dtype == REM_BOOL    ? "it is bool"
                      : dtype_is_real(p->views[i].dtype) != problem_is_real(p)
                          ? "it is made from another kind of number"
                          : NULL;
    if (why) return fail(error, REM_INVALID, AT_SLOT(i), "%s: cannot accumulate, as %s", s->name, why);
  }
  return REM_OK;
}

/* ---- all of it ---------------------------------------------------------------------------------------------------- */

rem_status problem_resolve(const rem_desc *desc, struct problem *p, rem_error *error) {
  rem_status status = check_desc(desc, error);
  if (status == REM_OK) status = start(desc, p, error);
  if (status == REM_OK) status = attrs_read(p->entry, p->pass, desc->attrs, desc->n_attrs, p->attrs, error);
  if (status == REM_OK) status = read_views(desc, p, error);
  if (status == REM_OK) status = check_standin(p, error);
  if (status == REM_OK) status = check_left_out(p, error);
  if (status == REM_OK) status = shapes_resolve(p, error);
  if (status == REM_OK) status = choose_dtypes(p, error);
  if (status == REM_OK) status = check_views(p, error);
  if (status == REM_OK) status = check_accumulate(p, error);
  return status;
}

rem_status rem_infer(const rem_desc *desc, rem_view *views, int32_t n_views, rem_error *error) {
  struct problem p;
  rem_status status = problem_resolve(desc, &p, error);
  if (status != REM_OK) return status;
  if (n_views < 0 || n_views > p.n_slots || (n_views > 0 && !views))
    return fail(error, REM_INVALID, AT(-1, -1, p.n_slots, n_views), "views: expected room for 0 to %d, found %d%s",
                p.n_slots, (int)n_views, views ? "" : " at NULL");
  if (n_views > 0) memcpy(views, p.views, (size_t)n_views * sizeof *views);
  return REM_OK;
}
