/* arena.c: parts of the workspace. */
#include <string.h>

#include "cpu.h"

char *arena_elems(struct arena *a, int64_t elems, int64_t elem_bytes) {
  size_t bytes = ((size_t)(elems * elem_bytes) + WORKSPACE_ALIGN - 1) / WORKSPACE_ALIGN * WORKSPACE_ALIGN;
  char *at = a->base ? a->base + a->used : NULL;
  a->used += bytes;
  return at;
}

struct states arena_states(struct arena *a, int fields, int64_t count, int64_t elem_bytes) {
  struct states s = {{NULL, NULL, NULL, NULL}};
  char *some = NULL;
  for (int f = 0; f < 4; f++)
    if (fields & (1 << f)) some = s.field[f] = arena_elems(a, count, elem_bytes);
  for (int f = 0; f < 4; f++)
    if (!(fields & (1 << f))) s.field[f] = some;
  return s;
}

void states_copy(struct states to, struct states from, int fields, int64_t elems, int64_t elem_bytes) {
  for (int f = 0; f < 4; f++)
    if (fields & (1 << f)) memcpy(to.field[f], from.field[f], (size_t)(elems * elem_bytes));
}
