/* tiling.c: a space cut into tiles. */
#include "tiling.h"

#include <string.h>

static void take_axis(struct tiling *t, int64_t *extent, int64_t *strides) {
  struct axis one = {1, {0}}, a = t->space.n ? t->space.axis[--t->space.n] : one;
  *extent = a.extent;
  memcpy(strides, a.stride, sizeof a.stride);
}

void tiling_take(struct tiling *t) {
  take_axis(t, &t->cols, t->col);
  take_axis(t, &t->rows, t->row);
}

void tiling_cut(struct tiling *t, int64_t size) {
  int64_t most = t->across ? TILE_WIDE / size : TILE_COLS;
  t->tile_cols = larger(smaller(t->cols, most), 1);
  most = t->across ? TILE_DEEP : TILE_ELEMS / t->tile_cols;
  t->tile_rows = larger(smaller(t->rows, most), 1);
  t->col_tiles = (t->cols + t->tile_cols - 1) / t->tile_cols;
  t->row_tiles = (t->rows + t->tile_rows - 1) / t->tile_rows;
  t->tiles = t->col_tiles * t->row_tiles * space_count(&t->space);
}

int64_t tiling_room(const struct tiling *t) {
  return t->tile_rows > 1 || t->across || t->tile_cols < TILE_FEW ? t->tile_rows * t->tile_cols : TILE_FEW;
}

struct tile_place tiling_place(const struct tiling *t, int64_t u, int operands) {
  struct tile_place p = {{0}, 0, 0};
  int64_t c = u % t->col_tiles * t->tile_cols, r = u / t->col_tiles % t->row_tiles * t->tile_rows;
  space_seek(&t->space, u / t->col_tiles / t->row_tiles, operands, p.at);
  for (int o = 0; o < operands; o++) p.at[o] += r * t->row[o] + c * t->col[o];
  p.rows = smaller(t->rows - r, t->tile_rows);
  p.cols = smaller(t->cols - c, t->tile_cols);
  return p;
}
