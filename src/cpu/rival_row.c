/* rival_row.c: the elements of a row that has a list of classes, and the list, a block of it at a time. */
#include "cpu/rival.h"

/* ---- elements ---- */

char *rival_element(const struct row *r, int o, int64_t offset) {
  const struct operand *a = &r->call->f->operand[o];
  return r->call->elements[a->slot] + (r->at[o] + offset) * dtype_bytes(a->dtype);
}

struct mover rival_mover(const struct row *r) {
  const struct exec *exec = &r->call->f->exec;
  return (struct mover){exec->cpu->kernels->move, exec->t, exec->t_size, r->room->raw};
}

void rival_load(const struct row *r, int64_t from, int64_t n) {
  const struct rival *f = r->call->f;
  struct mover m = rival_mover(r);
  for (int64_t i = 0, some; i < n; i += some) {
    some = n - i;
    int64_t off = run_piece(&f->run, RIVAL_X, from + i, &some);
    struct grid g = {
        rival_element(r, RIVAL_X, off), f->operand[RIVAL_X].dtype, 0, run_stride(&f->run, RIVAL_X), NULL, 1, 0, 0};
    tile_copy(&m, &g, 0, 1, some, r->room->x + i * m.t_size);
  }
}
void rival_store(const struct row *r, int64_t from, int64_t n, const char *dx) {
  const struct rival *f = r->call->f;
  const struct operand *o = &f->operand[RIVAL_OUT];
  struct mover m = rival_mover(r);
  for (int64_t i = 0, some; i < n; i += some) {
    some = n - i;
    int64_t off = run_piece(&f->run, RIVAL_OUT, from + i, &some);
    struct grid g = {
        rival_element(r, RIVAL_OUT, off), o->dtype, 0, run_stride(&f->run, RIVAL_OUT), NULL, 1, o->accumulate, 0};
    tile_store(&m, &g, 0, 1, some, dx + i * m.t_size);
  }
}

/* ---- the list ---- */

/* Entries [from, from + n) of target, whatever they are. */
static void read_targets(const struct row *r, int64_t from, int64_t n, int64_t *to) {
  const struct rival *f = r->call->f;
  for (int64_t i = 0, some; i < n; i += some) {
    some = n - i;
    int64_t off = run_piece(&f->run, RIVAL_TARGET, from + i, &some);
    places_read(f->exec.cpu->kernels->move, f->operand[RIVAL_TARGET].dtype, rival_element(r, RIVAL_TARGET, off),
                run_stride(&f->run, RIVAL_TARGET), some, to + i);
  }
}

/* x at n places. */
static void fetch_own(const struct row *r, int64_t n) {
  const struct rival *f = r->call->f;
  const struct move_kernels *move = f->exec.cpu->kernels->move;
  int dtype = f->operand[RIVAL_X].dtype, even = f->run.axes.n <= 1;
  int64_t stride = run_stride(&f->run, RIVAL_X);
  for (int64_t j = 0; j < n; j++) {
    int64_t at[MAX_OPERANDS] = {[RIVAL_X] = r->room->place[j] * stride};
    if (!even) at[RIVAL_X] = 0, space_seek(&f->run.axes, r->room->place[j], RIVAL_X + 1, at);
    r->room->off[j] = at[RIVAL_X];
  }
  move->gather(r->room->raw, n, rival_element(r, RIVAL_X, 0), r->room->off, 1, n, (int)dtype_bytes(dtype));
  move->load(r->room->own, f->exec.t, r->room->raw, dtype, n);
}

int64_t rival_need_block(struct row *r, int64_t first) {
  int64_t n = smaller(LIST_BLOCK, r->entries - first);
  if (r->read != first) read_targets(r, first, n, r->room->place);
  if (r->first != first) fetch_own(r, n);
  r->read = r->first = first;
  return n;
}

void rival_find_list(struct row *r) {
  int64_t n = r->call->f->space.n, some;
  r->entries = 0, r->broken = 0, r->read = r->first = -1;
  for (int64_t first = 0; first < n; first += some) {
    some = smaller(LIST_BLOCK, n - first);
    read_targets(r, first, some, r->room->place);
    r->read = first;
    for (int64_t j = 0; j < some; j++, r->entries++) {
      if (r->room->place[j] >= 0 && r->room->place[j] < n) continue;
      r->broken = r->room->place[j] >= 0;
      if (r->broken) r->entries = 0;
      return;
    }
  }
}

const int64_t *rival_places(const struct row *r, int64_t first, int64_t n) {
  if (r->read == first) return r->room->place;
  read_targets(r, first, n, r->room->mark);
  return r->room->mark;
}

void rival_mark(struct row *r, int64_t from, int64_t n, void (*once)(struct row *, int64_t i)) {
  memset(r->room->listed, 0, (size_t)n);
  for (int64_t first = 0, some; first < r->entries; first += some) {
    some = smaller(LIST_BLOCK, r->entries - first);
    const int64_t *place = rival_places(r, first, some);
    for (int64_t j = 0; j < some; j++) {
      int64_t i = place[j] - from;
      if (i < 0 || i >= n || r->room->listed[i]) continue;
      r->room->listed[i] = 1;
      if (once) once(r, i);
    }
  }
}

void rival_meet(struct row *r, int64_t from, int64_t n, void (*f)(const struct rival_tile *)) {
  struct rival_room *room = r->room;
  struct rival_tile tile = {.x = room->x, .own = room->own, .term = room->term, .count = room->count, .n = n};
  rival_load(r, from, n);
  for (int64_t first = 0; first < r->entries; first += LIST_BLOCK) {
    tile.entries = rival_need_block(r, first);
    f(&tile);
  }
}
