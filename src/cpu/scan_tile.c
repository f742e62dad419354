/* scan_tile.c: tiles of a scan: steps of several lines, or blocks of one. */
#include <string.h>

#include "scan.h"

struct mover scan_mover(const struct scan *scan, const struct scan_room *room) {
  struct mover m = {scan->exec.cpu->kernels->move, scan->exec.t, scan->exec.t_size, room->raw};
  return m;
}

/* ---- an operand along a line, in the direction of the scan that runs ---- */

struct track {
  char *at;       /* step 0 */
  int dtype;
  int64_t stride;
};

static struct track track_of(const struct scan_call *call, const struct part *part, int operand) {
  const struct scan *s = call->scan;
  const struct operand *o = &s->op[operand];
  int64_t stride = s->stride[operand], start = s->start[operand];
  if (part->back) {
    start += (s->n - 1) * stride;
    stride = -stride;
  }
  struct track t = {call->elements[o->slot] + start * dtype_bytes(o->dtype), o->dtype, stride};
  return t;
}

static void set_value(const struct scan *s, char *tile, int64_t at, double value) {
  s->exec.real->fill(tile + at * s->exec.t_size, 1, value);
}

/* ---- several lines side by side ---- */

static struct grid wide_grid(const struct scan_call *call, const struct part *part, int operand) {
  struct track t = track_of(call, part, operand);
  return group_grid(part->g, operand, t.at, t.dtype, t.stride);
}

/* Steps [from, from + rows) that lie on the line; *skip rows in front do not. */
static int64_t inside(const struct scan *s, int64_t from, int64_t rows, int64_t *skip) {
  int64_t end = from + rows < s->n ? from + rows : s->n;
  *skip = from < 0 ? -from : 0;
  return end - (from + *skip);
}

static const char *wide_load(const struct scan_call *call, const struct scan_room *room, const struct part *part, int operand,
                             int64_t shift, double fill, char *tile, int64_t *pitch) {
  const struct scan *s = call->scan;
  struct mover m = scan_mover(s, room);
  struct grid g = wide_grid(call, part, operand);
  int64_t skip, n = inside(s, part->step + shift, part->rows, &skip);
  if (n == part->rows) return tile_load(&m, &g, part->step + shift, n, part->cols, tile, pitch);
  if (n > 0) tile_copy(&m, &g, part->step + shift + skip, n, part->cols, tile + skip * part->cols * m.t_size);
  for (int64_t r = 0; r < part->rows; r++)
    if (r < skip || r >= skip + n) s->exec.real->fill(tile + r * part->cols * m.t_size, part->cols, fill);
  *pitch = part->cols;
  return tile;
}

/* ---- blocks of one line side by side: cell (r, c) is step from + c * BLOCK + r ---- */

struct blocks {
  struct track t;
  int64_t from, n, rows, cols; /* n: steps of the line         */
  char *bounce;                /* room for the cells of a tile */
  int stream;                  /* outputs: write past the cache */
};

static struct blocks blocks_of(const struct scan_call *call, const struct scan_room *room, const struct part *part, int operand,
                               int64_t shift) {
  struct track t = track_of(call, part, operand);
  const struct group *g = part->g;
  int64_t at = g->at[operand] + (g->off[operand] ? g->off[operand][part->line] : part->line * g->step[operand]);
  t.at += at * dtype_bytes(t.dtype);
  struct blocks b = {t, part->step + shift, call->scan->n, part->rows, part->cols, room->bounce, call->scan->op[operand].stream};
  return b;
}

/* Columns [*lo, *hi) lie on the line as a whole. */
static void whole_columns(const struct blocks *b, int64_t *lo, int64_t *hi) {
  *lo = b->from < 0 ? 1 : 0;
  *hi = (b->n - b->from - b->rows) / BLOCK + 1;
  if (b->n - b->from < b->rows) *hi = 0;
  if (*hi > b->cols) *hi = b->cols;
  if (*lo > *hi) *lo = *hi;
}

enum { SOME_BLOCKS = 64 };

static void move_cell(char *to, const char *from, int64_t size) {
  if (size == 2)
    memcpy(to, from, 2);
  else if (size == 4)
    memcpy(to, from, 4);
  else
    memcpy(to, from, 8);
}

/* n elements between a line, from `at` on, and a packed piece, in the line's direction. */
static void move_strided(char *piece, char *at, int64_t n, int64_t stride, int64_t size, int in) {
  if (size == 2)
    for (int64_t i = 0; i < n; i++) memcpy(in ? piece + 2 * i : at + 2 * i * stride, in ? at + 2 * i * stride : piece + 2 * i, 2);
  else if (size == 4)
    for (int64_t i = 0; i < n; i++) memcpy(in ? piece + 4 * i : at + 4 * i * stride, in ? at + 4 * i * stride : piece + 4 * i, 4);
  else
    for (int64_t i = 0; i < n; i++) memcpy(in ? piece + 8 * i : at + 8 * i * stride, in ? at + 8 * i * stride : piece + 8 * i, 8);
}

/* Moves whole columns between the line and a packed tile in the storage dtype. The piece of the line they cover goes through a
 * buffer in the cache, in the order of memory: memory likes one long stream better than many short ones. */
static void move_columns(const struct mover *m, const struct blocks *b, int64_t lo, int64_t hi, char *raw, int in) {
  int64_t size = dtype_bytes(b->t.dtype), off[SOME_BLOCKS], s = b->t.stride, n = (hi - lo - 1) * BLOCK + b->rows;
  int back = s == -1; /* a contiguous line walked from its end is moved as it lies, and turned around in the tile */
  char *first = b->t.at + (b->from + lo * BLOCK) * s * size, *piece = back ? first - (n - 1) * size : first;
  char *packed = raw + ((back ? (b->rows - 1) * b->cols : 0) + lo) * size;
  int64_t pitch = back ? -b->cols : b->cols;
  for (int64_t c = lo; c < hi; c++) off[c - lo] = (back ? hi - 1 - c : c - lo) * BLOCK;
  if (in) {
    if (s == 1 || back)
      memcpy(b->bounce, piece, (size_t)(n * size));
    else
      move_strided(b->bounce, piece, n, s, size, 1);
    m->move->gather(packed, pitch, b->bounce, off, b->rows, hi - lo, (int)size);
  } else {
    m->move->scatter(b->bounce, off, packed, pitch, b->rows, hi - lo, (int)size);
    if (s == 1 || back)
      m->move->store(piece, b->t.dtype, b->bounce, b->t.dtype, n, 0, b->stream);
    else
      move_strided(b->bounce, piece, n, s, size, 0);
  }
}

/* The same for the cells of columns that are only partly on the line. Others read as zero bytes. */
static void move_edges(const struct blocks *b, int64_t lo, int64_t hi, char *raw, int in) {
  int64_t size = dtype_bytes(b->t.dtype);
  for (int64_t c = 0; c < b->cols; c++) {
    if (c >= lo && c < hi) continue;
    for (int64_t r = 0; r < b->rows; r++) {
      int64_t step = b->from + c * BLOCK + r;
      char *cell = raw + (r * b->cols + c) * size;
      if (step >= 0 && step < b->n) {
        char *element = b->t.at + step * b->t.stride * size;
        move_cell(in ? cell : element, in ? element : cell, size);
      } else if (in) {
        memset(cell, 0, (size_t)size);
      }
    }
  }
}

static void move_blocks(const struct mover *m, const struct blocks *b, char *raw, int in) {
  int64_t lo, hi;
  whole_columns(b, &lo, &hi);
  if (hi > lo) move_columns(m, b, lo, hi, raw, in);
  if (lo > 0 || hi < b->cols) move_edges(b, lo, hi, raw, in);
}

static void fill_outside(const struct scan *s, const struct blocks *b, char *tile, double fill) {
  if (b->from < 0) set_value(s, tile, 0, fill);
  for (int64_t c = 0; c < b->cols; c++)
    for (int64_t r = b->n - b->from - c * BLOCK; r < b->rows; r++)
      if (r >= 0) set_value(s, tile, r * b->cols + c, fill);
}

static void load_blocks(const struct scan *s, const struct mover *m, const struct blocks *b, double fill, char *tile) {
  char *raw = b->t.dtype == m->t ? tile : m->raw;
  move_blocks(m, b, raw, 1);
  if (raw != tile) m->move->load(tile, m->t, raw, b->t.dtype, b->rows * b->cols);
  int64_t last = b->from + (b->cols - 1) * BLOCK + b->rows;
  if (b->from < 0 || last > b->n) fill_outside(s, b, tile, fill);
}

static const char *long_load(const struct scan_call *call, const struct scan_room *room, const struct part *part, int operand,
                             int64_t shift, double fill, char *tile, int64_t *pitch) {
  struct mover m = scan_mover(call->scan, room);
  struct blocks b = blocks_of(call, room, part, operand, shift);
  load_blocks(call->scan, &m, &b, fill, tile);
  *pitch = part->cols;
  return tile;
}

void line_blocks_load(const struct scan *s, const struct scan_room *room, const struct part *part, const char *step0,
                      int64_t stride, int64_t shift, double fill, char *tile) {
  struct mover m = scan_mover(s, room);
  struct blocks b = {{(char *)(uintptr_t)step0, m.t, stride}, part->step + shift, s->n, part->rows, part->cols, room->bounce, 0};
  load_blocks(s, &m, &b, fill, tile); /* step0 is only read */
}

void line_blocks_store(const struct scan *s, const struct scan_room *room, const struct part *part, char *step0, const char *tile) {
  struct mover m = scan_mover(s, room);
  struct blocks b = {{step0, m.t, 1}, part->step, s->n, part->rows, part->cols, room->bounce, 0};
  move_blocks(&m, &b, (char *)(uintptr_t)tile, 0); /* tile is only read */
}

static void long_store(const struct scan_call *call, const struct scan_room *room, const struct part *part, int operand,
                       int64_t shift, const char *tile) {
  const struct operand *o = &call->scan->op[operand];
  struct mover m = scan_mover(call->scan, room);
  struct blocks b = blocks_of(call, room, part, operand, shift);
  if (o->dtype == m.t && !o->accumulate) {
    move_blocks(&m, &b, (char *)(uintptr_t)tile, 0); /* only read */
    return;
  }
  if (o->accumulate) move_blocks(&m, &b, m.raw, 1);
  m.move->store(m.raw, o->dtype, tile, m.t, b.rows * b.cols, o->accumulate, 0);
  move_blocks(&m, &b, m.raw, 0);
}

/* ---- either ---- */

const char *part_load(const struct scan_call *call, const struct scan_room *room, const struct part *part, int operand,
                      int64_t shift, double fill, char *tile, int64_t *pitch) {
  if (call->scan->long_lines) return long_load(call, room, part, operand, shift, fill, tile, pitch);
  return wide_load(call, room, part, operand, shift, fill, tile, pitch);
}

static struct grid out_grid(const struct scan_call *call, const struct part *part, int operand) {
  struct grid g = wide_grid(call, part, operand);
  g.accumulate = call->scan->op[operand].accumulate;
  g.stream = call->scan->op[operand].stream;
  return g;
}

char *part_target(const struct scan_call *call, const struct scan_room *room, const struct part *part, int operand, char *tile,
                  int64_t *pitch) {
  struct mover m = scan_mover(call->scan, room);
  *pitch = part->cols;
  if (call->scan->long_lines || call->scan->exclusive) return tile;
  struct grid g = out_grid(call, part, operand);
  return tile_target(&m, &g, part->step, tile, part->cols, pitch);
}

void part_store(const struct scan_call *call, const struct scan_room *room, const struct part *part, int operand, int64_t shift,
                const char *tile) {
  if (call->scan->long_lines) {
    long_store(call, room, part, operand, shift, tile);
    return;
  }
  struct mover m = scan_mover(call->scan, room);
  struct grid g = out_grid(call, part, operand);
  int64_t rows = part->step + shift + part->rows <= call->scan->n ? part->rows : call->scan->n - part->step - shift;
  if (rows > 0) tile_store(&m, &g, part->step + shift, rows, part->cols, tile);
}

/* ---- positions, in logical order ---- */

static int64_t mirror(const struct scan *s, int64_t at) { return s->reverse && at >= 0 ? s->n - 1 - at : at; }

/* Positions are moved as reals of their size, bit for bit. */
static int alias_of(const struct operand *o) { return o->dtype == REM_I32 ? REM_F32 : REM_F64; }

static struct mover alias_mover(const struct scan *s, const struct scan_room *room, int alias) {
  struct mover m = {s->exec.cpu->kernels->move, alias, dtype_bytes(alias), room->raw};
  return m;
}

void part_index_store(const struct scan_call *call, const struct scan_room *room, const struct part *part, int operand,
                      int64_t *tile) {
  const struct scan *s = call->scan;
  int alias = alias_of(&s->op[operand]);
  struct mover m = alias_mover(s, room, alias);
  char *raw = (char *)tile; /* narrowed where it lies */
  for (int64_t i = 0; i < part->rows * part->cols; i++) {
    int64_t wide = mirror(s, tile[i]);
    int32_t narrow = (int32_t)wide;
    memcpy(raw + i * m.t_size, alias == REM_F32 ? (void *)&narrow : (void *)&wide, (size_t)m.t_size);
  }
  if (s->long_lines) {
    struct blocks b = blocks_of(call, room, part, operand, 0);
    b.t.dtype = alias;
    move_blocks(&m, &b, raw, 0);
  } else {
    struct grid g = wide_grid(call, part, operand);
    g.dtype = alias;
    tile_store(&m, &g, part->step, part->rows, part->cols, raw);
  }
}

void part_index_load(const struct scan_call *call, const struct scan_room *room, const struct part *part, int operand,
                     int64_t *tile) {
  const struct scan *s = call->scan;
  int alias = alias_of(&s->op[operand]);
  struct mover m = alias_mover(s, room, alias);
  if (s->long_lines) {
    struct blocks b = blocks_of(call, room, part, operand, 0);
    b.t.dtype = alias;
    move_blocks(&m, &b, room->raw, 1);
  } else {
    struct grid g = wide_grid(call, part, operand);
    g.dtype = alias;
    tile_copy(&m, &g, part->step, part->rows, part->cols, room->raw);
  }
  for (int64_t i = 0; i < part->rows * part->cols; i++) {
    int64_t wide;
    int32_t narrow;
    memcpy(alias == REM_F32 ? (void *)&narrow : (void *)&wide, room->raw + i * m.t_size, (size_t)m.t_size);
    tile[i] = mirror(s, alias == REM_F32 ? narrow : wide);
  }
}
