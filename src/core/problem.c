/* problem.c: what a resolved problem holds, by name. */
#include "core/problem.h"

#include <string.h>

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
    int i = k + e->split; /* the axis is no number of a formula */
    number[k] = i >= e->n_attrs ? 0 : e->attrs[i].kind == REM_ATTR_REAL ? p->attrs[i].f : (double)p->attrs[i].i;
  }
  number[MAP_ATTRS] = problem_is_real(p) ? facts.largest : dtype_width(p->views[e->conditions].dtype);
  number[MAP_ATTRS + 1] = facts.spacing;
  number[MAP_ATTRS + 2] = facts.least;
}

int problem_operands(const struct problem *p) { return p->entry->split ? 2 : p->entry->inputs; }

static struct operand_place half_of(const struct problem *p, int slot, int i) {
  const rem_view *v = &p->views[slot];
  return (struct operand_place){slot, v->rank < 0 ? 0 : i * p->shape[p->split] * v->stride[p->split]};
}

struct operand_place problem_operand(const struct problem *p, int i) {
  int first = p->pass == REM_BACKWARD;
  return p->entry->split ? half_of(p, first, i) : (struct operand_place){first + i, 0};
}

struct operand_place problem_gradient(const struct problem *p, int i) {
  int slot = entry_gradient_slot(p->entry, p->entry->split ? 0 : i);
  return p->entry->split ? half_of(p, slot, i) : (struct operand_place){slot, 0};
}
