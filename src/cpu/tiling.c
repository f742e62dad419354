/* tiling.c: a space cut into tiles. */
#include "tiling.h"

#include <string.h>

static void take_axis(struct tiling *t, int k, int64_t *extent, int64_t *strides) {
  struct axis a = {1, {0}};
  if (k >= 0) {
    a = t->space.axis[k];
    for (t->space.n--; k < t->space.n; k++) t->space.axis[k] = t->space.axis[k + 1];
  }
  *extent = a.extent;
  memcpy(strides, a.stride, sizeof a.stride);
}

/* The axis that goes with the columns: the next one; or, where an operand lies across them, the one along which it is adjacent. */
static int row_axis(const struct tiling *t) {
  const struct space *s = &t->space;
  for (int o = 0; o < MAX_OPERANDS; o++)
    for (int k = 0; k < s->n && magnitude(t->col[o]) > 1; k++)
      if (magnitude(s->axis[k].stride[o]) == 1) return k;
  return s->n - 1;
}

void tiling_take(struct tiling *t) {
  take_axis(t, t->space.n - 1, &t->cols, t->col);
  take_axis(t, row_axis(t), &t->rows, t->row);
}

void tiling_cut(struct tiling *t, int64_t size, int64_t least) {
  int narrow = t->across && t->moves;
  int64_t most = narrow ? DOWN_COLS : t->across ? TILE_WIDE / size : TILE_COLS;
  t->tile_cols = larger(smaller(t->cols, most), 1);
  most = narrow      ? DOWN_ROWS
         : t->across ? TILE_DEEP / least
                     : (t->tile_cols < TILE_LONG ? TILE_ELEMS : TILE_COLS) / t->tile_cols;
  t->tile_rows = larger(smaller(t->rows, most), 1);
  t->col_tiles = (t->cols + t->tile_cols - 1) / t->tile_cols;
  t->row_tiles = (t->rows + t->tile_rows - 1) / t->tile_rows;
  t->tiles = t->col_tiles * t->row_tiles * space_count(&t->space);
}

int64_t tiling_room(const struct tiling *t) {
  return t->across || t->tile_cols < TILE_FEW ? t->tile_rows * t->tile_cols : TILE_FEW;
}

struct tile_place tiling_place(const struct tiling *t, int64_t u, int operands) {
  struct tile_place p = {{0}, 0, 0};
  int64_t plane = t->col_tiles * t->row_tiles, v = u % plane;
  int64_t c = (t->across ? v / t->row_tiles : v % t->col_tiles) * t->tile_cols;
  int64_t r = (t->across ? v % t->row_tiles : v / t->col_tiles) * t->tile_rows;
  space_seek(&t->space, u / plane, operands, p.at);
  for (int o = 0; o < operands; o++) p.at[o] += r * t->row[o] + c * t->col[o];
  p.rows = smaller(t->rows - r, t->tile_rows);
  p.cols = smaller(t->cols - c, t->tile_cols);
  return p;
}

struct tile_place tiling_span(const struct tiling *t, int64_t u, int64_t end, int operands, int64_t *tiles) {
  struct tile_place p = tiling_place(t, u, operands);
  int64_t v = u % (t->col_tiles * t->row_tiles), c = v % t->col_tiles, r = v / t->col_tiles;
  *tiles = 1;
  if (t->across || t->moves || t->tile_cols < TILE_FEW) return p;
  if (t->col_tiles > 1) {
    *tiles = smaller(end - u, t->col_tiles - c);
    p.cols = smaller(t->cols - c * t->tile_cols, *tiles * t->tile_cols);
  } else {
    *tiles = smaller(end - u, t->row_tiles - r);
    p.rows = smaller(t->rows - r * t->tile_rows, *tiles * t->tile_rows);
  }
  return p;
}
