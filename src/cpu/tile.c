/* tile.c: tiles of an operand, in and out. */
#include "tile.h"

#include <string.h>

#include "core/dtype.h"

int64_t dtype_bytes(int dtype) {
  static const int64_t bytes[] = {
#define DTYPE(name, number, size, kind) [number] = size,
#include "dtype.def"
#undef DTYPE
  };
  return bytes[dtype];
}

static int adjacent(const struct grid *g, int64_t cols) { return cols == 1 || (!g->off && g->col == 1); }

/* Kernels like rows that are long, or that touch. */
static int usable(const struct grid *g, int64_t cols) { return adjacent(g, cols) && (cols >= 8 || g->row == cols); }

static int64_t column(const struct grid *g, int64_t c) { return g->off ? g->off[c] : c * g->col; }

/* ---- packed copies in the storage dtype ---- */

enum { SOME = 512 }; /* columns whose offsets fit on the stack */

/* Columns that are contiguous in memory, alone or in units: a transposition of units. row is +1 or -1 unit. */
static int transposable(const struct grid *g, int64_t cols) {
  int64_t bytes = g->unit * dtype_bytes(g->dtype);
  int moves = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8; /* three halves are no unit that the kernels move */
  return (g->row == g->unit || g->row == -g->unit) && cols > 1 && cols % g->unit == 0 && moves &&
         cols / g->unit <= SOME;
}

/* Offsets of the units, counted in units from `at` moved back by `shift` elements; 0 when they are not whole units apart. */
static int unit_offsets(const struct grid *g, int64_t cols, int64_t *off) {
  if (g->unit == 1) {
    for (int64_t c = 0; c < cols; c++) off[c] = column(g, c);
    return 1;
  }
  for (int64_t c = 0; c < cols; c += g->unit) {
    int64_t o = column(g, c);
    if (o % g->unit) return 0;
    off[c / g->unit] = o / g->unit;
  }
  return 1;
}

/* Walking backwards, the last row comes first in memory: the packed side is then walked from its end. */
static int transpose_in(const struct mover *m, const struct grid *g, int64_t r0, int64_t rows, int64_t cols,
                        char *raw) {
  int64_t off[SOME], size = dtype_bytes(g->dtype), units = cols / g->unit;
  if (!g->off && g->row == 1 && cols > 1) {
    m->move->cross(raw, cols * size, g->at + r0 * size, g->col * size, rows, cols, (int)size, 0);
    return 1;
  }
  if (!transposable(g, cols) || !unit_offsets(g, cols, off)) return 0;
  int back = g->row < 0;
  const char *from = g->at + (back ? r0 + rows - 1 : r0) * g->row * size;
  m->move->gather(back ? raw + (rows - 1) * cols * size : raw, back ? -units : units, from, off, rows, units,
                  (int)(g->unit * size));
  return 1;
}
static int transpose_out(const struct mover *m, const struct grid *g, int64_t r0, int64_t rows, int64_t cols,
                         const char *raw) {
  int64_t off[SOME], size = dtype_bytes(g->dtype), units = cols / g->unit;
  if (!transposable(g, cols) || !unit_offsets(g, cols, off)) return 0;
  int back = g->row < 0;
  char *to = g->at + (back ? r0 + rows - 1 : r0) * g->row * size;
  m->move->scatter(to, off, back ? raw + (rows - 1) * cols * size : raw, back ? -units : units, rows, units,
                   (int)(g->unit * size));
  return 1;
}

static void walk_in(const struct grid *g, int64_t r0, int64_t rows, int64_t cols, char *raw) {
  int64_t size = dtype_bytes(g->dtype), bytes = g->unit * size;
  for (int64_t r = 0; r < rows; r++)
    for (int64_t c = 0; c < cols; c += g->unit, raw += bytes)
      element_copy(raw, g->at + ((r0 + r) * g->row + column(g, c)) * size, (size_t)bytes);
}
static void walk_out(const struct grid *g, int64_t r0, int64_t rows, int64_t cols, const char *raw) {
  int64_t size = dtype_bytes(g->dtype), bytes = g->unit * size;
  for (int64_t r = 0; r < rows; r++)
    for (int64_t c = 0; c < cols; c += g->unit, raw += bytes)
      element_copy(g->at + ((r0 + r) * g->row + column(g, c)) * size, raw, (size_t)bytes);
}

void strided_in(char *to, const char *from, int64_t n, int64_t step, int64_t bytes) {
  if (bytes == 1)
    for (int64_t i = 0; i < n; i++) to[i] = from[i * step];
  else if (bytes == 2)
    for (int64_t i = 0; i < n; i++) memcpy(to + 2 * i, from + i * step, 2);
  else if (bytes == 4)
    for (int64_t i = 0; i < n; i++) memcpy(to + 4 * i, from + i * step, 4);
  else if (bytes == 8)
    for (int64_t i = 0; i < n; i++) memcpy(to + 8 * i, from + i * step, 8);
  else
    for (int64_t i = 0; i < n; i++) memcpy(to + i * bytes, from + i * step, (size_t)bytes);
}
void strided_out(char *to, const char *from, int64_t n, int64_t step, int64_t bytes) {
  if (bytes == 1)
    for (int64_t i = 0; i < n; i++) to[i * step] = from[i];
  else if (bytes == 2)
    for (int64_t i = 0; i < n; i++) memcpy(to + i * step, from + 2 * i, 2);
  else if (bytes == 4)
    for (int64_t i = 0; i < n; i++) memcpy(to + i * step, from + 4 * i, 4);
  else if (bytes == 8)
    for (int64_t i = 0; i < n; i++) memcpy(to + i * step, from + 8 * i, 8);
  else
    for (int64_t i = 0; i < n; i++) memcpy(to + i * step, from + i * bytes, (size_t)bytes);
}

/* One column, or one row, with a fixed stride. */
static int line_in(const struct grid *g, int64_t r0, int64_t rows, int64_t cols, char *raw) {
  if (rows > 1 && cols > 1) return 0;
  if (g->off && cols > 1) return 0;
  int64_t step = cols > 1 ? g->col : g->row, size = dtype_bytes(g->dtype);
  strided_in(raw, g->at + r0 * g->row * size, rows * cols, step * size, size);
  return 1;
}

static void pack_in(const struct mover *m, const struct grid *g, int64_t r0, int64_t rows, int64_t cols, char *raw) {
  if (line_in(g, r0, rows, cols, raw)) return;
  if (transpose_in(m, g, r0, rows, cols, raw)) return;
  walk_in(g, r0, rows, cols, raw);
}
static void pack_out(const struct mover *m, const struct grid *g, int64_t r0, int64_t rows, int64_t cols,
                     const char *raw) {
  if (transpose_out(m, g, r0, rows, cols, raw)) return;
  walk_out(g, r0, rows, cols, raw);
}

/* ---- tiles of T ---- */

/* Adjacent columns: runs, or one run when the rows touch as well. */
static void copy_runs(const struct mover *m, const struct grid *g, int64_t r0, int64_t rows, int64_t cols, char *tile) {
  int64_t size = dtype_bytes(g->dtype);
  const char *from = g->at + r0 * g->row * size;
  if (g->row == cols) {
    m->move->load(tile, m->t, from, g->dtype, rows * cols);
    return;
  }
  for (int64_t r = 0; r < rows; r++)
    m->move->load(tile + r * cols * m->t_size, m->t, from + r * g->row * size, g->dtype, cols);
}

/* One value a row, repeated. Rows that repeat too share one. */
static void copy_repeated(const struct mover *m, const struct grid *g, int64_t r0, int64_t rows, int64_t cols,
                          char *tile) {
  for (int64_t r = 0; r < rows; r++) {
    char *to = tile + r * cols * m->t_size;
    m->move->load(to, m->t, g->at + (r0 + r) * g->row * dtype_bytes(g->dtype), g->dtype, 1);
    for (int64_t c = 1; c < cols; c++) element_copy(to + c * m->t_size, to, (size_t)m->t_size);
  }
}

void tile_copy(const struct mover *m, const struct grid *g, int64_t r0, int64_t rows, int64_t cols, char *tile) {
  if (adjacent(g, cols) && (cols > 1 || g->row == 1)) {
    copy_runs(m, g, r0, rows, cols, tile);
    return;
  }
  if (!g->off && g->col == 0 && cols > 1) {
    copy_repeated(m, g, r0, rows, cols, tile);
    return;
  }
  char *raw = g->dtype == m->t ? tile : m->raw;
  pack_in(m, g, r0, rows, cols, raw);
  if (raw != tile) m->move->load(tile, m->t, raw, g->dtype, rows * cols);
}

const char *tile_load(const struct mover *m, const struct grid *g, int64_t r0, int64_t rows, int64_t cols, char *tile,
                      int64_t *pitch) {
  if (g->dtype == m->t && usable(g, cols)) {
    *pitch = g->row;
    return g->at + r0 * g->row * m->t_size;
  }
  int repeats = cols > 1 && !g->off && g->col == 0 && g->row == 0;
  *pitch = repeats ? 0 : cols;
  tile_copy(m, g, r0, repeats ? 1 : rows, cols, tile);
  return tile;
}

static int direct(const struct mover *m, const struct grid *g, int64_t cols) {
  return g->dtype == m->t && !g->accumulate && !g->stream && usable(g, cols);
}

char *tile_target(const struct mover *m, const struct grid *g, int64_t r0, char *tile, int64_t cols, int64_t *pitch) {
  *pitch = direct(m, g, cols) ? g->row : cols;
  return direct(m, g, cols) ? g->at + r0 * g->row * m->t_size : tile;
}

static void store_runs(const struct mover *m, const struct grid *g, int64_t r0, int64_t rows, int64_t cols,
                       const char *tile) {
  int64_t size = dtype_bytes(g->dtype);
  char *to = g->at + r0 * g->row * size;
  int64_t runs = g->row == cols ? 1 : rows, n = g->row == cols ? rows * cols : cols;
  for (int64_t r = 0; r < runs; r++)
    m->move->store(to + r * g->row * size, g->dtype, tile + r * cols * m->t_size, m->t, n, g->accumulate, g->stream);
}

void tile_store(const struct mover *m, const struct grid *g, int64_t r0, int64_t rows, int64_t cols, const char *tile) {
  if (direct(m, g, cols) && tile == g->at + r0 * g->row * m->t_size) return;
  if (adjacent(g, cols) && (cols > 1 || g->row == 1)) {
    store_runs(m, g, r0, rows, cols, tile);
    return;
  }
  if (g->dtype == m->t && !g->accumulate) {
    pack_out(m, g, r0, rows, cols, tile);
    return;
  }
  if (g->accumulate) pack_in(m, g, r0, rows, cols, m->raw);
  m->move->store(m->raw, g->dtype, tile, m->t, rows * cols, g->accumulate, 0);
  pack_out(m, g, r0, rows, cols, m->raw);
}

static int crosses(const struct grid *from, const struct grid *to, int64_t cols) {
  return !from->off && from->row == 1 && cols > 1 && !to->off && to->col == 1;
}

void tile_move(const struct mover *m, const struct grid *from, const struct grid *to, int64_t rows, int64_t cols, char *tile) {
  int64_t pitch, size = m->t_size;
  if (crosses(from, to, cols)) {
    m->move->cross(to->at, to->row * size, from->at, from->col * size, rows, cols, (int)size, to->stream);
    return;
  }
  const char *at = tile_load(m, from, 0, rows, cols, tile, &pitch);
  if (!adjacent(to, cols) || (pitch == cols && to->row == cols)) {
    if (pitch != cols) tile_copy(m, from, 0, rows, cols, tile), at = tile;
    tile_store(m, to, 0, rows, cols, at);
    return;
  }
  for (int64_t r = 0; r < rows; r++)
    m->move->store(to->at + r * to->row * size, m->t, at + r * pitch * size, m->t, cols, 0, to->stream);
}

/* ---- strips ---- */

/* Rows of adjacent columns: one row, rows that touch, or rows long enough to walk one by one. */
static int walkable(const struct grid *g, int64_t rows, int64_t cols) {
  return (cols == 1 || (!g->off && g->col == 1)) && (rows == 1 || cols >= WALKABLE || g->row == cols);
}

struct source tile_source(const struct mover *m, const struct grid *g, int64_t r0, int64_t rows, int64_t cols,
                          char *tile) {
  int repeats = !g->off && g->col == 0 && (rows == 1 || cols >= WALKABLE || g->row == 0);
  if (repeats || walkable(g, rows, cols))
    return (struct source){g->at + r0 * g->row * dtype_bytes(g->dtype), g->dtype, g->row, !repeats};
  if (dtype_bytes(g->dtype) > m->t_size) { /* more than the tile has room for */
    tile_copy(m, g, r0, rows, cols, tile);
    return (struct source){tile, m->t, cols, 1};
  }
  pack_in(m, g, r0, rows, cols, tile);
  return (struct source){tile, g->dtype, cols, 1};
}

struct sink tile_sink(const struct mover *m, const struct grid *g, int64_t r0, int64_t rows, int64_t cols, char *tile) {
  if (walkable(g, rows, cols))
    return (struct sink){g->at + r0 * g->row * dtype_bytes(g->dtype), g->dtype, g->row, g->accumulate, g->stream};
  return (struct sink){tile, m->t, cols, 0, 0};
}

/* ---- positions ---- */

void index_load(const struct grid *g, int64_t r0, int64_t rows, int64_t cols, int64_t *tile) {
  int64_t size = dtype_bytes(g->dtype);
  for (int64_t r = 0; r < rows; r++)
    for (int64_t c = 0; c < cols; c++, tile++) {
      const char *from = g->at + ((r0 + r) * g->row + column(g, c)) * size;
      int32_t narrow;
      if (g->dtype == REM_I32) {
        memcpy(&narrow, from, 4);
        *tile = narrow;
      } else {
        memcpy(tile, from, 8);
      }
    }
}

void index_store(const struct grid *g, int64_t r0, int64_t rows, int64_t cols, const int64_t *tile) {
  int64_t size = dtype_bytes(g->dtype);
  for (int64_t r = 0; r < rows; r++)
    for (int64_t c = 0; c < cols; c++, tile++) {
      char *to = g->at + ((r0 + r) * g->row + column(g, c)) * size;
      int32_t narrow = (int32_t)*tile;
      if (g->dtype == REM_I32) memcpy(to, &narrow, 4);
      else memcpy(to, tile, 8);
    }
}
