/* copy.c: copies between strided boxes, tile by tile. */
#include "copy.h"

#include <string.h>

enum { COPY_ELEMS = 4096, COPY_COLS = 2048, COPY_SQUARE = 64 };

/* The box, cut into tiles of its two innermost axes. */
struct cut {
  const struct copy *copy;
  struct space outer;
  struct axis row, col;
  int64_t rows, cols, row_tiles, col_tiles, tiles, tasks;
  struct mover mover;
};

size_t copy_workspace(const struct exec *exec) { return (size_t)exec->cpu->threads * COPY_ELEMS * 16; }

static void load_tile(const struct cut *k, const struct mover *m, const int64_t *at, int64_t rows, int64_t cols,
                      char *tile, const char **from, int64_t *pitch) {
  const struct copy *c = k->copy;
  if (!c->from) {
    *from = tile;
    *pitch = cols;
    return;
  }
  struct grid g = {(char *)(uintptr_t)c->from + at[COPY_FROM] * dtype_bytes(c->from_op.dtype),
                   c->from_op.dtype,
                   k->row.stride[COPY_FROM],
                   k->col.stride[COPY_FROM],
                   NULL,
                   1,
                   0,
                   0}; /* only read */
  *from = tile_load(m, &g, 0, rows, cols, tile, pitch);
}

static void copy_tile(const struct cut *k, const struct mover *m, const int64_t *at, int64_t rows, int64_t cols,
                      char *tile) {
  const struct copy *c = k->copy;
  const char *from;
  int64_t pitch, own;
  struct grid g = operand_grid(&c->to_op, c->to, at[COPY_TO], k->row.stride[COPY_TO], k->col.stride[COPY_TO]);
  load_tile(k, m, at, rows, cols, tile, &from, &pitch);
  char *to = tile_target(m, &g, 0, tile, cols, &own);
  if (to == tile && pitch == cols) { /* packed already */
    tile_store(m, &g, 0, rows, cols, from);
    return;
  }
  for (int64_t r = 0; r < rows; r++)
    memcpy(to + r * own * m->t_size, from + r * pitch * m->t_size, (size_t)(cols * m->t_size));
  tile_store(m, &g, 0, rows, cols, to);
}

static void copy_task(void *arg, int64_t task) {
  const struct cut *k = arg;
  struct mover m = k->mover;
  char *tile = k->copy->workspace + (size_t)task * COPY_ELEMS * 16;
  m.raw = tile + (size_t)COPY_ELEMS * 8;
  if (!k->copy->from) k->copy->exec->real->fill(tile, k->rows * k->cols, k->copy->value);
  for (int64_t u = k->tiles * task / k->tasks; u < k->tiles * (task + 1) / k->tasks; u++) {
    int64_t c = u % k->col_tiles * k->cols, r = u / k->col_tiles % k->row_tiles * k->rows, at[MAX_OPERANDS] = {0};
    space_seek(&k->outer, u / k->col_tiles / k->row_tiles, COPY_OPERANDS, at);
    for (int o = 0; o < COPY_OPERANDS; o++) at[o] += r * k->row.stride[o] + c * k->col.stride[o];
    copy_tile(k, &m, at, k->row.extent - r < k->rows ? k->row.extent - r : k->rows,
              k->col.extent - c < k->cols ? k->col.extent - c : k->cols, tile);
  }
}

static struct axis take_axis(struct space *s, int k) {
  struct axis one = {1, {0}};
  if (k < 0) return one;
  one = s->axis[k];
  for (s->n--; k < s->n; k++) s->axis[k] = s->axis[k + 1];
  return one;
}

/* The axis that goes with the columns: the next one, or, where the source lies along another, that one: a transposition. */
static int row_axis(const struct space *s, int adjacent) {
  for (int k = 0; k < s->n && !adjacent; k++)
    if (s->axis[k].stride[COPY_FROM] == 1 || s->axis[k].stride[COPY_FROM] == -1) return k;
  return s->n - 1;
}

void copy_run(const struct copy *copy) {
  struct cut k = {.copy = copy, .outer = copy->space};
  const struct exec *e = copy->exec;
  space_sort(&k.outer, COPY_OPERANDS);
  k.col = take_axis(&k.outer, k.outer.n - 1);
  int adjacent =
      k.col.stride[COPY_TO] == 1 && (!copy->from || k.col.stride[COPY_FROM] == 1 || k.col.stride[COPY_FROM] == 0);
  k.row = take_axis(&k.outer, row_axis(&k.outer, adjacent));
  int64_t most = adjacent ? COPY_COLS : COPY_SQUARE;
  k.cols = k.col.extent < most ? k.col.extent : most;
  most = COPY_ELEMS / (k.cols ? k.cols : 1);
  k.rows = k.row.extent < most ? k.row.extent : most;
  if (!k.rows || !k.cols) return;
  k.row_tiles = (k.row.extent + k.rows - 1) / k.rows;
  k.col_tiles = (k.col.extent + k.cols - 1) / k.cols;
  k.tiles = k.row_tiles * k.col_tiles * space_count(&k.outer);
  if (!k.tiles) return;
  int same = copy->from && copy->from_op.dtype == copy->to_op.dtype && !copy->to_op.accumulate;
  int t = same ? copy->to_op.dtype : e->t; /* equal dtypes are copied as they are */
  k.mover = (struct mover){e->cpu->kernels->move, t, dtype_bytes(t), NULL};
  k.tasks = tasks_for(e->cpu, k.tiles, k.rows * k.cols);
  parallel(copy->context, k.tasks, copy_task, &k);
}
