/* problem.c: what a resolved problem holds, by name. */
#include "core/problem.h"

#include <string.h>

#include "core/checked.h"
#include "core/describe.h"
#include "core/dtype.h"

int problem_slot(const struct problem *p, const char *name) {
  for (int i = 0; i < p->n_slots; i++)
    if (strcmp(p->entry->slots[p->pass][i].name, name) == 0) return i;
  return -1;
}

const rem_view *problem_view(const struct problem *p, const char *name) {
  int slot = problem_slot(p, name);
  return slot >= 0 && p->views[slot].rank != REM_LEFT_OUT ? &p->views[slot] : NULL;
}

int problem_has(const struct problem *p, const char *name) { return problem_view(p, name) != NULL; }

const struct attr_value *problem_attr(const struct problem *p, const char *name) {
  int place = attr_place(p->entry, name);
  return place >= 0 ? &p->attrs[place] : NULL;
}

const char *problem_choice(const struct problem *p, const char *name) {
  int place = attr_place(p->entry, name);
  return place >= 0 && p->entry->attrs[place].choices ? attr_word(p->entry->attrs[place].choices, p->attrs[place].i)
                                                      : NULL;
}

uint32_t problem_default_axes(const struct problem *p) {
  if (p->entry->family == FAMILY_NORM) return p->rank > 0 ? (uint32_t)1 << (p->rank - 1) : 0;
  return ((uint32_t)1 << p->rank) - 1;
}

/* The axis of a view of `axes` alone, or of all, that is axis i of the space; -1: none is. */
static int axis_among(const struct problem *p, const rem_view *v, uint32_t axes, int i) {
  int at = 0;
  if (!(axes >> i & 1)) return -1;
  if (v->rank == p->rank) return i;
  for (int k = 0; k < i; k++) at += (int)(axes >> k & 1);
  return at;
}

int64_t problem_positions(const struct problem *p) {
  int64_t n = 1;
  for (int i = 0; i < p->rank; i++)
    if ((p->axes >> i & 1) && !mul_fits(n, p->shape[i], &n)) return INT64_MAX;
  return n;
}

int64_t problem_places(const struct problem *p) {
  return p->entry->family == FAMILY_NORM ? problem_positions(p) : p->shape[0];
}

/* Of a grouped axis, the parts of a group are adjacent, and groups as far apart as they have parts. */
int64_t problem_norm_stride(const struct problem *p, const rem_view *v, enum shape_rule rule, const int64_t *strides,
                            int i) {
  uint32_t all = ((uint32_t)1 << p->rank) - 1;
  int grouped = p->grouped && rule != SHAPE_ROW && !(rule == SHAPE_PARAM && v->rank == p->rank);
  int64_t times = grouped && i == 1 ? p->shape[2] : 1;
  if (rule == SHAPE_TOTAL) rule = p->totalled ? SHAPE_TOTAL : SHAPE_ROW;
  int axis = rule == SHAPE_TOTAL   ? -1
             : rule == SHAPE_CAST  ? i - (p->rank - v->rank)
             : rule == SHAPE_ROW   ? axis_among(p, v, all & ~p->axes, i)
             : rule == SHAPE_PARAM ? axis_among(p, v, p->params, i)
                                   : i;
  if (grouped && i > 1 && axis > 0) axis--;
  return axis < 0 || v->shape[axis] == 1 ? 0 : strides[axis] * times;
}

int problem_dtype(const struct problem *p, int slot) {
  return p->entry->slots[p->pass][slot].kind == SLOT_TRUTH ? REM_BOOL : p->views[slot].dtype;
}

int problem_is_real(const struct problem *p) { return dtype_is_real(p->compute); }

const struct tally_entry *problem_tally(const struct problem *p) {
  return p->entry->tally && !problem_is_real(p) ? tally_at(p->entry->tally) : NULL;
}

/* A result that could be worked out again is taken from its slot only where its rounding is that of the
 * computation; an exclusive scan keeps the results of other positions. Inputs and indices are exact as given. */
int problem_uses_saved(const struct problem *p, const char *name) {
  int slot = problem_slot(p, name);
  if (p->pass != REM_BACKWARD || slot < 0 || p->views[slot].rank == REM_LEFT_OUT) return 0;
  const struct slot *s = &p->entry->slots[p->pass][slot];
  int need = problem_need(p, slot);
  if (!s->saved || need != REM_OPTIONAL) return need != REM_IGNORED;
  if (s->kind == SLOT_INDEX) return 1;
  int exclusive = p->entry->family == FAMILY_SCAN && problem_attr(p, "exclusive")->i;
  return p->views[slot].dtype == p->compute && !exclusive;
}

/* Choices count as the place of their word. The facts are those of y, or of dy; of integers the one fact is the width of the
 * first operand's dtype. */
void problem_numbers(const struct problem *p, double number[MAP_NUMBERS]) {
  const struct entry *e = p->entry;
  struct dtype_facts facts = dtype_facts(p->views[p->pass == REM_FORWARD ? e->inputs : 0].dtype);
  for (int k = 0; k < MAP_ATTRS; k++) {
    int i = k + (e->split || e->draws || entry_reduces(e)); /* axis, offset and reduction are no numbers of a formula */
    number[k] = i >= e->n_attrs ? 0 : e->attrs[i].kind == REM_ATTR_REAL ? p->attrs[i].f : (double)p->attrs[i].i;
  }
  number[MAP_ATTRS] = p->reduced           ? (double)p->share
                      : problem_is_real(p) ? facts.largest
                                           : dtype_width(p->views[e->conditions].dtype);
  number[MAP_ATTRS + 1] = facts.spacing;
  number[MAP_ATTRS + 2] = facts.least;
}

int problem_operands(const struct problem *p) { return p->entry->inputs + (p->entry->split != SPLIT_NONE); }

double problem_absent(const struct problem *p) { return p->entry->standin ? problem_attr(p, p->entry->standin)->f : 1; }

/* Part i of a slot that is split. */
static struct operand_place part_of(const struct problem *p, int slot, int i) {
  const rem_view *v = &p->views[slot];
  int64_t apart = p->interleaved ? 1 : p->shape[p->split];
  return (struct operand_place){slot, v->rank < 0 ? 0 : i * apart * v->stride[p->split]};
}

struct operand_place problem_operand(const struct problem *p, int i) {
  int back = p->pass == REM_BACKWARD, pairs = p->entry->split == SPLIT_PAIRS;
  if (!p->entry->split) return (struct operand_place){back + i, 0};
  return i < 2 ? part_of(p, back && !pairs, i) : (struct operand_place){back + i - 1, 0};
}

int problem_results(const struct problem *p) {
  if (p->pass == REM_FORWARD) return p->entry->results;
  return p->entry->split ? 2 : p->entry->inputs - p->entry->constants;
}

int problem_source(const struct problem *p, int i) { return i < 3 || p->entry->split ? i : i + 1; }

struct operand_place problem_result(const struct problem *p, int i) {
  const struct entry *e = p->entry;
  int y = e->inputs;
  if (p->pass == REM_FORWARD) return e->split == SPLIT_PAIRS ? part_of(p, y, i) : (struct operand_place){y + i, 0};
  return e->split ? part_of(p, entry_gradient_slot(e, 0), i) : (struct operand_place){entry_gradient_slot(e, i), 0};
}

double problem_pad_value(const struct problem *p) {
  const rem_view *y = problem_view(p, "y");
  double value = problem_attr(p, "value")->f;
  return y ? dtype_nearest(y->dtype, value) : value;
}

/* Whether a slot holds both parts of what is split. */
static int is_whole(const struct problem *p, int slot) {
  const struct slot *s = &p->entry->slots[p->pass][slot];
  if (!p->entry->split) return 0;
  if (s->shape == SHAPE_Y) return p->entry->split == SPLIT_PAIRS;
  return strcmp(s->name, "x") == 0 || strcmp(s->name, "dx") == 0;
}

int64_t problem_stride(const struct problem *p, int slot, int axis) {
  const rem_view *v = &p->views[slot];
  int at = axis - (p->rank - v->rank);
  if (at < 0 || v->shape[at] == 1) return 0;
  return axis == p->split && p->interleaved && is_whole(p, slot) ? 2 * v->stride[at] : v->stride[at];
}

int problem_drawn(const struct problem *p) { return p->entry->draws ? p->entry->inputs - 1 : -1; }

int problem_seed(const struct problem *p) { return p->entry->draws ? p->entry->inputs - (p->pass == REM_FORWARD) : -1; }

int64_t problem_index_stride(const struct problem *p, int axis) {
  int64_t stride = 1;
  for (int i = axis + 1; i < p->rank; i++) stride *= p->shape[i];
  return stride;
}
