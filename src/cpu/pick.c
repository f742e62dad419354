/* pick.c: rows of a table by number, on the CPU: stretches of rows are copied as they lie, written past the cache where y is large;
 * other layouts, dtypes and single elements go through tiles. */
#include <math.h>
#include <stdio.h>

#include "cpu.h"
#include "cpu/pick.h"
#include "drain.h"
#include "schedule/pick.h"

enum { TILE_ELEMS = 4096, TILE_PLACES = 512 };

struct pick {
  struct exec exec;
  struct pick_space space;
  struct operand table, y;
  int index_dtype;
  int t;        /* what tiles hold: the dtype of both, or that of the problem           */
  int direct;   /* a stretch is copied as it is                                         */
  int64_t cols; /* of a tile, along the innermost axis of a row                         */
  int64_t rows; /* positions of a tile, along the innermost axis of index               */
  struct axis col, run;
  struct space planes, outer; /* the other axes of a row, and of index */
  int64_t col_tiles, run_tiles, units;
};

struct pick_room {
  int64_t *place; /* [TILE_PLACES]: the row that each names, -1: none; then offsets */
  char *nan, *tile, *raw;
};

struct pick_call {
  const struct pick *f;
  const char *table, *index;
  char *y, *rooms;
  int64_t tasks;
};

void places_read(const struct move_kernels *move, int dtype, const char *from, int64_t step, int64_t n, int64_t *to) {
  char raw[PLACES_MOST * 8];
  int64_t size = dtype_bytes(dtype);
  if (step != 1) strided_in(raw, from, n, step * size, size), from = raw;
  move->load((char *)to, REM_I64, from, dtype, n);
}

/* ---- a tile ---- */

/* Positions [r0, r0 + rows) of a run of index. */
static void read_places(const struct pick_call *call, const int64_t *at, int64_t r0, int64_t rows, int64_t *place) {
  const struct pick *f = call->f;
  int64_t step = f->run.stride[PICK_INDEX], size = dtype_bytes(f->index_dtype);
  places_read(f->exec.cpu->kernels->move, f->index_dtype, call->index + (at[PICK_INDEX] + r0 * step) * size, step, rows,
              place);
  for (int64_t i = 0; i < rows; i++)
    if (place[i] < 0 || place[i] >= f->space.rows) place[i] = -1;
}

static const char *row_of(const struct pick_call *call, int64_t place, int64_t at) {
  const struct pick *f = call->f;
  return call->table + (place * f->space.pitch + at) * dtype_bytes(f->table.dtype);
}

static void copy_rows(const struct pick_call *call, struct drain *drain, struct pick_room *room, const int64_t *at,
                      int64_t rows, int64_t cols) {
  const struct pick *f = call->f;
  int64_t size = dtype_bytes(f->y.dtype), bytes = cols * size, ahead = rows_ahead(bytes);
  for (int64_t r = 0; r < rows; r++) {
    if (r + ahead < rows && room->place[r + ahead] >= 0)
      ask_row(row_of(call, room->place[r + ahead], at[PICK_TABLE]), bytes);
    const char *from = room->place[r] < 0 ? room->nan : row_of(call, room->place[r], at[PICK_TABLE]);
    drain_put(drain, call->y + (at[PICK_Y] + r * f->run.stride[PICK_Y]) * size, from, bytes);
  }
}

/* Rows of one element each: all are fetched at once, those that are none from the first row. */
static void fetch_singles(const struct pick_call *call, const struct mover *m, struct pick_room *room, int64_t rows) {
  const struct pick *f = call->f;
  int64_t *off = room->place + TILE_PLACES;
  char *raw = f->table.dtype == f->t ? room->tile : room->raw;
  if (f->space.rows == 0) return;
  for (int64_t r = 0; r < rows; r++) off[r] = (room->place[r] < 0 ? 0 : room->place[r]) * f->space.pitch;
  m->move->gather(raw, rows, call->table, off, 1, rows, (int)dtype_bytes(f->table.dtype));
  if (raw != room->tile) m->move->load(room->tile, f->t, raw, f->table.dtype, rows);
}

static void fetch_rows(const struct pick_call *call, const struct mover *m, struct pick_room *room, const int64_t *at,
                       int64_t rows, int64_t cols) {
  const struct pick *f = call->f;
  if (f->space.elems == 1) fetch_singles(call, m, room, rows);
  for (int64_t r = 0; r < rows; r++) {
    char *to = room->tile + r * cols * m->t_size;
    if (room->place[r] < 0) {
      memcpy(to, room->nan, (size_t)(cols * m->t_size));
      continue;
    }
    if (f->space.elems == 1) continue;
    struct grid line = {(char *)(uintptr_t)row_of(call, room->place[r], at[PICK_TABLE]),
                        f->table.dtype,
                        1,
                        f->col.stride[PICK_TABLE],
                        NULL,
                        1,
                        0,
                        0}; /* only read */
    tile_copy(m, &line, 0, 1, cols, to);
  }
}

static void fill_tile(const struct pick_call *call, struct pick_room *room, const int64_t *at, int64_t rows,
                      int64_t cols) {
  const struct pick *f = call->f;
  struct mover m = {f->exec.cpu->kernels->move, f->t, dtype_bytes(f->t), room->raw};
  struct grid y = operand_grid(&f->y, call->y, at[PICK_Y], f->run.stride[PICK_Y], f->col.stride[PICK_Y]);
  fetch_rows(call, &m, room, at, rows, cols);
  tile_store(&m, &y, 0, rows, cols, room->tile);
}

/* ---- tasks ---- */

static size_t lay_out(const struct pick *f, char *base, struct pick_room *room) {
  struct arena a = {base, 0};
  int64_t elems = larger(f->rows * f->cols, f->cols);
  room->place = (int64_t *)(void *)arena_elems(&a, 2 * TILE_PLACES, 8);
  room->nan = arena_elems(&a, f->cols, 8);
  room->tile = arena_elems(&a, f->direct ? 0 : elems, 8);
  room->raw = arena_elems(&a, f->direct ? 0 : elems, 8);
  return a.used;
}

/* NaN in the dtype of tiles; stretches that are copied have that of y. */
static void fill_nan(const struct pick *f, struct pick_room *room) {
  const struct move_kernels *move = f->exec.cpu->kernels->move;
  const struct real_kernels *real = f->exec.real;
  double one = 0; /* room for one element of any T */
  real->fill((char *)&one, 1, NAN);
  for (int64_t i = 0; i < f->cols; i++)
    move->store(room->nan + i * dtype_bytes(f->t), f->t, (const char *)&one, f->exec.t, 1, 0, 0);
}

static void pick_task(void *arg, int64_t task) {
  const struct pick_call *call = arg;
  const struct pick *f = call->f;
  struct pick_room room;
  struct drain drain = {.move = f->exec.cpu->kernels->move, .stream = f->y.stream};
  char *base = call->rooms + (size_t)task * lay_out(f, NULL, &room);
  int64_t planes = space_count(&f->planes);
  lay_out(f, base, &room);
  fill_nan(f, &room);
  for (int64_t u = f->units * task / call->tasks; u < f->units * (task + 1) / call->tasks; u++) {
    int64_t c0 = u % f->col_tiles * f->cols, plane = u / f->col_tiles % planes, tile = u / f->col_tiles / planes;
    int64_t r0 = tile % f->run_tiles * f->rows, at[MAX_OPERANDS] = {0};
    int64_t cols = smaller(f->cols, f->col.extent - c0), rows = smaller(f->rows, f->run.extent - r0);
    space_seek(&f->outer, tile / f->run_tiles, PICK_COLUMNS, at);
    read_places(call, at, r0, rows, room.place);
    space_seek(&f->planes, plane, PICK_COLUMNS, at);
    for (int o = 0; o < PICK_COLUMNS; o++) at[o] += r0 * f->run.stride[o] + c0 * f->col.stride[o];
    if (f->direct) copy_rows(call, &drain, &room, at, rows, cols);
    else fill_tile(call, &room, at, rows, cols);
  }
  drain_flush(&drain);
}

static void run(rem_context *context, const struct exec *exec, char *const *elements, char *workspace) {
  const struct pick *f = (const struct pick *)(const void *)exec;
  struct pick_call call = {f, elements[f->space.table], elements[f->space.index], elements[f->space.y], workspace, 1};
  if (f->units == 0) return;
  call.tasks = tasks_for(exec->cpu, f->units, f->rows * f->cols);
  parallel(context, call.tasks, pick_task, &call);
}

/* ---- planning ---- */

static struct axis innermost(const struct space *s, struct space *rest) {
  struct axis one = {1, {0}};
  *rest = *s;
  if (rest->n) one = rest->axis[--rest->n];
  return one;
}

static rem_status plan(const struct cpu *cpu, const struct problem *p, struct exec *exec, struct planned *planned,
                       rem_error *error) {
  struct pick *f = (struct pick *)(void *)exec;
  struct pick_room room;
  const struct slot *slots = p->entry->slots[p->pass];
  (void)error;
  pick_spaces(p, &f->space);
  f->table = operand_of(cpu, p, slots[f->space.table].name), f->y = operand_of(cpu, p, slots[f->space.y].name);
  f->index_dtype = p->views[f->space.index].dtype;
  f->col = innermost(&f->space.row, &f->planes), f->run = innermost(&f->space.places, &f->outer);
  int same = f->table.dtype == f->y.dtype && !f->y.accumulate;
  int adjacent = (f->col.stride[PICK_TABLE] == 1 && f->col.stride[PICK_Y] == 1) || f->col.extent == 1;
  f->t = same ? f->y.dtype : exec->t;
  f->direct = same && adjacent && f->space.elems > 1;
  f->cols = larger(1, smaller(f->col.extent, TILE_ELEMS));
  f->rows = larger(1, smaller(f->run.extent, smaller(TILE_PLACES, f->direct ? TILE_PLACES : TILE_ELEMS / f->cols)));
  if (f->space.n > 0 && f->space.elems > 0) {
    int64_t share = ceil_div(f->space.n, cpu->threads); /* a tile for every thread */
    f->rows = smaller(f->rows, larger(1, share));
    f->col_tiles = ceil_div(f->col.extent, f->cols), f->run_tiles = ceil_div(f->run.extent, f->rows);
    f->units = f->run_tiles * space_count(&f->outer) * space_count(&f->planes) * f->col_tiles;
  }
  planned->workspace_bytes = arena_rooms(lay_out(f, NULL, &room), cpu->threads);
  snprintf(planned->sku, sizeof planned->sku, "pick.%s", f->direct ? "rows" : f->space.elems == 1 ? "single" : "tiles");
  return REM_OK;
}

const struct family_ops cpu_pick = {sizeof(struct pick), plan, run};
