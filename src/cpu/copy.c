/* copy.c: copies between strided boxes, tile by tile. */
#include "copy.h"

#include "tiling.h"

/* The box, cut into tiles. */
struct cut {
  const struct copy *copy;
  struct tiling tiling;
  int64_t tasks;
  struct mover mover;
  int same; /* elements keep their dtype, and are copied as they are */
};

enum { COPY_ELEMS = DOWN_ROWS * DOWN_COLS }; /* of the largest tile */

size_t copy_workspace(const struct exec *exec) { return (size_t)exec->cpu->threads * COPY_ELEMS * 16; }

static void copy_tile(const struct cut *k, const struct mover *m, const struct tile_place *p, char *tile) {
  const struct copy *c = k->copy;
  const struct tiling *t = &k->tiling;
  struct grid to = operand_grid(&c->to_op, c->to, p->at[COPY_TO], t->row[COPY_TO], t->col[COPY_TO]), from;
  if (c->from) {
    from = operand_grid(&c->from_op, (char *)(uintptr_t)c->from, p->at[COPY_FROM], t->row[COPY_FROM], t->col[COPY_FROM]);
    if (k->same) {
      tile_move(m, &from, &to, p->rows, p->cols, tile);
      return;
    }
    tile_copy(m, &from, 0, p->rows, p->cols, tile);
  }
  tile_store(m, &to, 0, p->rows, p->cols, tile);
}

static void copy_task(void *arg, int64_t task) {
  const struct cut *k = arg;
  const struct tiling *t = &k->tiling;
  struct mover m = k->mover;
  char *tile = k->copy->workspace + (size_t)task * COPY_ELEMS * 16;
  m.raw = tile + (size_t)COPY_ELEMS * 8;
  if (!k->copy->from) k->copy->exec->real->fill(tile, t->tile_rows * t->tile_cols, k->copy->value);
  for (int64_t u = t->tiles * task / k->tasks; u < t->tiles * (task + 1) / k->tasks; u++) {
    struct tile_place p = tiling_place(t, u, COPY_OPERANDS);
    copy_tile(k, &m, &p, tile);
  }
}

void copy_run(const struct copy *copy) {
  struct cut k = {.copy = copy, .tiling.space = copy->space};
  struct tiling *t = &k.tiling;
  const struct exec *e = copy->exec;
  space_sort(&t->space, COPY_OPERANDS);
  tiling_take(t);
  if (!t->rows || !t->cols || !space_count(&t->space)) return;
  k.same = copy->from && copy->from_op.dtype == copy->to_op.dtype && !copy->to_op.accumulate;
  int type = k.same ? copy->to_op.dtype : e->t;
  k.mover = (struct mover){e->cpu->kernels->move, type, dtype_bytes(type), NULL};
  for (int o = 0; o < COPY_OPERANDS; o++) t->across |= t->col[o] != 0 && t->col[o] != 1;
  t->moves = 1;
  tiling_cut(t, k.mover.t_size, k.mover.t_size);
  k.tasks = tasks_for(e->cpu, t->tiles, t->tile_rows * t->tile_cols);
  parallel(copy->context, k.tasks, copy_task, &k);
}
