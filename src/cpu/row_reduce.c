/* row_reduce.c: reduces the lines of a group in the canonical order: lanes, chunks, spans, runs. */
#include <string.h>

#include "row.h"

enum { TILE_ELEMS = CHUNK }; /* a tile holds at least one chunk of a single line */

int64_t point_of(const struct group *g, int64_t c) {
  return g->at[ROW_POINT] + (g->off[ROW_POINT] ? g->off[ROW_POINT][c] : c * g->step[ROW_POINT]);
}

/* The columns being reduced: a whole group, or one line of it. */
struct columns {
  const struct row_call *call;
  const struct row_level *level;
  struct row_room *room;
  struct mover mover;
  struct grid source[4]; /* x; or a grid for each field of the states */
  struct grid in[4];     /* of a source that is computed */
  int64_t cols;
};

/* ---- one chunk ---- */

/* Steps r0 .. of an operand of the columns, which the run may hold in several pieces. */
static const char *load_operand(const struct columns *k, const struct grid *g, int as, int64_t r0, int64_t rows, char *tile,
                                int64_t *pitch) {
  const struct run *run = &k->level->run;
  if (run->axes.n <= 1) return tile_load(&k->mover, g, r0, rows, k->cols, tile, pitch);
  for (int64_t done = 0, some; done < rows; done += some) {
    some = rows - done;
    struct grid piece = *g;
    piece.at += run_piece(run, as, r0 + done, &some) * dtype_bytes(g->dtype);
    tile_copy(&k->mover, &piece, 0, some, k->cols, tile + done * k->cols * k->mover.t_size);
  }
  *pitch = k->cols;
  return tile;
}

/* A source that is computed, element by element, from the operands of a map. */
static const char *compute_rows(const struct columns *k, int64_t r0, int64_t rows, int64_t *pitch) {
  static const int as[4] = {ROW_IN1, ROW_IN2, ROW_IN3, ROW_G};
  const struct row *row = k->call->row;
  struct map_tile t = {.out = k->room->tile, .out_pitch = k->cols, .rows = rows, .cols = k->cols};
  for (int i = 0; i < 4; i++) {
    if (row->in[i].slot >= 0) {
      t.in[i] = load_operand(k, &k->in[i], as[i], r0, rows, k->room->in[i], &t.in_pitch[i]);
    } else {
      row->exec.real->fill(k->room->in[i], k->cols, row->standin);
      t.in[i] = k->room->in[i];
    }
  }
  row->map(&t);
  *pitch = k->cols;
  return k->room->tile;
}

/* Rows of the source at run position r0: x, or field f of the states. */
static const char *load_rows(const struct columns *k, int f, int64_t r0, int64_t rows, char *tile, int64_t *pitch) {
  if (k->call->row->map && k->level == k->call->row->level) return compute_rows(k, r0, rows, pitch);
  return load_operand(k, &k->source[f], ROW_SOURCE, r0, rows, tile, pitch);
}

/* A tile of the source, ready for the kernels. Rows that touch are seen as one long row. */
static struct fold fetch(const struct columns *k, int64_t r0, int64_t rows) {
  const struct row *row = k->call->row;
  struct fold f = {.acc = k->room->acc, .acc_pitch = k->cols, .rows = rows, .cols = k->cols, .blocks = 1,
                   .first = k->room->firsts, .na = 0, .nb = (double)k->level->each};
  if (k->level == row->level) {
    f.x = load_rows(k, 0, r0, rows, k->room->tile, &f.x_pitch);
    return f;
  }
  f.from = k->room->part;
  f.x_pitch = k->cols;
  for (int i = 0; i < 4; i++) {
    int64_t pitch;
    if (!(row->fields & (1 << i))) continue;
    const char *from = load_rows(k, i, r0, rows, k->room->part.field[i], &pitch);
    for (int64_t r = 0; from != k->room->part.field[i] && r < rows; r++)
      memcpy(k->room->part.field[i] + r * k->cols * k->mover.t_size, from + r * pitch * k->mover.t_size,
             (size_t)(k->cols * k->mover.t_size));
  }
  return f;
}

static void narrow(struct fold *f, int64_t rows) {
  f->rows = rows;
  if (f->x_pitch != f->acc_pitch || f->rows == 1) return;
  f->cols *= f->rows;
  f->rows = 1;
}

/* Rows [0, rows) of a fetched tile, which starts at row `from` of the chunk, go to their lanes. */
static void fold_tile(const struct columns *k, struct fold f, int64_t from, int64_t rows) {
  const struct row *row = k->call->row;
  int states = k->level != row->level;
  int64_t done = 0, size = k->mover.t_size;
  if (from == 0) {
    struct fold g = f;
    done = rows < LANES ? rows : LANES;
    narrow(&g, done);
    if (states)
      states_copy(f.acc, f.from, row->fields, done * k->cols, size);
    else
      row->op->lift(&g);
  }
  while (done < rows) {
    struct fold g = f;
    int64_t lanes = rows - done < LANES ? rows - done : LANES;
    g.blocks = lanes < LANES ? 1 : (rows - done) / LANES;
    g.block = LANES * f.x_pitch;
    g.na = (double)((from + done) / LANES) * (double)k->level->each;
    if (states)
      g.from = states_at(f.from, done * f.x_pitch, size);
    else
      g.x = f.x + done * f.x_pitch * size;
    narrow(&g, lanes);
    (states ? row->op->merge : row->op->fold)(&g);
    done += g.blocks * lanes;
  }
}

/* The state of one chunk, in row 0 of acc. */
static void reduce_chunk(const struct columns *k, int64_t r0, int64_t rows) {
  int64_t most = TILE_ELEMS / k->cols / LANES * LANES;
  if (most < LANES) most = LANES;
  for (int64_t r = 0; r < rows; r += most) {
    int64_t some = rows - r < most ? rows - r : most;
    fold_tile(k, fetch(k, r0 + r, some), r, some);
  }
  int64_t lanes = rows < LANES ? rows : LANES, full = rows / LANES, each = k->level->each;
  struct tree t = {k->room->acc, k->cols, lanes, k->cols, 0, each, each};
  if (rows >= LANES) t.split = rows % LANES, t.c0 = (full + 1) * each, t.c1 = full * each;
  k->call->row->op->tree(&t);
}

/* ---- chunks of a span: a stack of subtrees, merged as a binary counter counts ---- */

static void merge_top(const struct columns *k, int64_t top, const int64_t *counts) {
  const struct row *row = k->call->row;
  int64_t size = k->mover.t_size;
  struct fold f = {.acc = states_at(k->room->stack, (top - 1) * k->cols, size),
                   .from = states_at(k->room->stack, top * k->cols, size),
                   .rows = 1, .cols = k->cols, .blocks = 1, .na = (double)counts[top - 1], .nb = (double)counts[top]};
  row->op->merge(&f);
}

static void reduce_columns(const struct columns *k, int64_t span, struct states found) {
  const struct row *row = k->call->row;
  const struct row_level *level = k->level;
  int64_t counts[64], top = -1, size = k->mover.t_size;
  int64_t first = span * level->span, end = first + level->span < level->chunks ? first + level->span : level->chunks;
  for (int64_t c = first; c < end; c++) {
    int64_t r0 = c * CHUNK, rows = level->run.n - r0 < CHUNK ? level->run.n - r0 : CHUNK;
    reduce_chunk(k, r0, rows);
    counts[++top] = rows * level->each;
    states_copy(states_at(k->room->stack, top * k->cols, size), k->room->acc, row->fields, k->cols, size);
    for (int64_t i = c - first; i & 1; i >>= 1, top--) {
      merge_top(k, top, counts);
      counts[top - 1] += counts[top];
    }
  }
  for (; top > 0; top--) {
    merge_top(k, top, counts);
    counts[top - 1] += counts[top];
  }
  states_copy(found, k->room->stack, row->fields, k->cols, size);
}

/* ---- the lines of a group ---- */

static void set_first(struct columns *k, int64_t c) {
  int64_t size = k->mover.t_size, lanes = k->level->run.n < LANES ? k->level->run.n : LANES, n = lanes * k->cols;
  const char *from = k->room->v.first + c * size;
  if (!k->call->row->uses_first) return;
  for (int64_t i = 0; i < n; i += k->cols) memcpy(k->room->firsts + i * size, from, (size_t)(k->cols * size));
}

static struct grid grid_at(const struct columns *k, const struct group *g, int as, char *base, int dtype, int64_t line) {
  int64_t stride = run_stride(&k->level->run, as);
  return k->level->lines.solo ? group_line(g, as, base, dtype, stride, line) : group_grid(g, as, base, dtype, stride);
}

static void set_source(struct columns *k, const struct group *g, int64_t line) {
  static const int as[4] = {ROW_IN1, ROW_IN2, ROW_IN3, ROW_G};
  const struct row *row = k->call->row;
  int64_t at = k->level - row->level;
  char *const *elements = k->call->elements;
  for (int i = 0; i < 4; i++) {
    if (at > 0)
      k->source[i] = grid_at(k, g, ROW_SOURCE, k->call->shared.level[at - 1].field[i], row->exec.t, line);
    else if (!row->map)
      k->source[i] = grid_at(k, g, ROW_SOURCE, elements[row->x.slot], row->x.dtype, line);
    else if (row->in[i].slot >= 0)
      k->in[i] = grid_at(k, g, as[i], elements[row->in[i].slot], row->in[i].dtype, line);
  }
}

void row_reduce(const struct row_call *call, const struct row_level *level, const struct group *g, int64_t span,
                struct row_room *room) {
  struct columns k = {.call = call, .level = level, .room = room, .mover = row_mover(call->row, room)};
  int solo = level->lines.solo;
  k.cols = solo ? 1 : g->cols;
  for (int64_t c = 0; c < g->cols; c += k.cols) {
    set_source(&k, g, c);
    set_first(&k, c);
    reduce_columns(&k, span, states_at(room->v.state, c, k.mover.t_size));
  }
}

/* ---- all runs ---- */

/* What a run leaves goes to the next one, or becomes the values of rows. */
static void pass_on(const struct row_call *call, const struct group *g, struct row_room *room) {
  const struct row *row = call->row;
  int64_t size = row->exec.t_size;
  if (call->level + 1 == row->levels) {
    row_finish(call, g, room);
    return;
  }
  const struct states *to = &call->shared.level[call->level];
  for (int f = 0; f < 4; f++)
    for (int64_t c = 0; (row->fields & (1 << f)) && c < g->cols; c++)
      memcpy(to->field[f] + point_of(g, c) * size, room->v.state.field[f] + c * size, (size_t)size);
}

static struct states span_states(const struct row_call *call, const struct row_level *level, int64_t group, int64_t span) {
  int64_t at = (group * level->spans + span) * level->lines.cols;
  return states_at(call->shared.spans[call->level], at, call->row->exec.t_size);
}

static void reduce_task(void *arg, int64_t task) {
  const struct row_call *call = arg;
  const struct row *row = call->row;
  const struct row_level *level = &row->level[call->level];
  int64_t units = level->lines.groups * level->spans;
  struct row_room room;
  row_room(call, task, &room);
  for (int64_t u = units * task / call->tasks; u < units * (task + 1) / call->tasks; u++) {
    struct group g;
    group_seek(&level->lines, u / level->spans, &g, room.off);
    if (call->level == 0) row_load_first(call, &g, &room);
    row_reduce(call, level, &g, u % level->spans, &room);
    if (level->spans == 1)
      pass_on(call, &g, &room);
    else
      states_copy(span_states(call, level, u / level->spans, u % level->spans), room.v.state, row->fields, g.cols,
                  row->exec.t_size);
  }
}

/* Spans of a group lie level->lines.cols apart; the tree wants them g.cols apart. */
static void join_task(void *arg, int64_t task) {
  const struct row_call *call = arg;
  const struct row *row = call->row;
  const struct row_level *level = &row->level[call->level];
  int64_t size = row->exec.t_size;
  struct row_room room;
  row_room(call, task, &room);
  for (int64_t i = level->lines.groups * task / call->tasks; i < level->lines.groups * (task + 1) / call->tasks; i++) {
    struct group g;
    group_seek(&level->lines, i, &g, room.off);
    struct states all = span_states(call, level, i, 0);
    for (int64_t s = 1; s < level->spans && g.cols < level->lines.cols; s++)
      for (int f = 0; f < 4; f++)
        if (row->fields & (1 << f))
          memmove(all.field[f] + s * g.cols * size, all.field[f] + s * level->lines.cols * size, (size_t)(g.cols * size));
    int64_t full = level->span * CHUNK, last = level->run.n - (level->spans - 1) * full;
    struct tree t = {all, g.cols, level->spans, g.cols, level->spans - 1, full * level->each, last * level->each};
    row->op->tree(&t);
    states_copy(room.v.state, all, row->fields, g.cols, size);
    pass_on(call, &g, &room);
  }
}

void row_reduce_levels(struct row_call *call) {
  const struct row *row = call->row;
  for (call->level = 0; call->level < row->levels; call->level++) {
    const struct row_level *level = &row->level[call->level];
    int64_t groups = level->lines.groups, work = level->lines.cols * (level->run.n / level->spans + 1);
    call->tasks = tasks_for(row->exec.cpu, groups * level->spans, work);
    parallel(call->context, call->tasks, reduce_task, call);
    if (level->spans == 1) continue;
    call->tasks = tasks_for(row->exec.cpu, groups, level->lines.cols * level->spans);
    parallel(call->context, call->tasks, join_task, call);
  }
}
