/* pick.c: the spaces of ops that take rows of a table. */
#include "schedule/pick.h"

static int slot_with(const struct problem *p, enum shape_rule rule) {
  int i = 0;
  while (p->entry->slots[p->pass][i].shape != rule) i++;
  return i;
}

/* A table that is left out has no rows. */
void pick_spaces(const struct problem *p, struct pick_space *s) {
  *s = (struct pick_space){.table = slot_with(p, SHAPE_X),
                           .index = slot_with(p, SHAPE_INDEX),
                           .y = slot_with(p, SHAPE_Y),
                           .rows = p->shape[0]};
  const rem_view *table = &p->views[s->table], *index = &p->views[s->index], *y = &p->views[s->y];
  for (int i = 0; i < index->rank; i++)
    space_push(&s->places, index->shape[i],
               (int64_t[MAX_OPERANDS]){[PICK_Y] = y->stride[i], [PICK_INDEX] = index->stride[i]});
  for (int i = 1; i < p->rank; i++)
    space_push(&s->row, p->shape[i],
               (int64_t[MAX_OPERANDS]){[PICK_TABLE] = table->stride[i], [PICK_Y] = y->stride[index->rank + i - 1]});
  s->n = space_count(&s->places);
  s->elems = space_count(&s->row);
  s->pitch = table->stride[0];
  s->padding = problem_attr(p, "padding_idx")->i;
  space_pack(&s->places);
  space_sort(&s->row, PICK_Y + 1);
}

int pick_bits(int64_t count) {
  int bits = 0;
  while (bits < 63 && (int64_t)1 << bits < count) bits++;
  return bits;
}
