/* row_grad.c: gradients of reductions: reduce a group of rows where the gradient needs it, then map over them while they are
 * in the cache. */
#include <stdio.h>
#include <string.h>

#include "row.h"
#include "schedule/row.h"

/* ---- the values of rows ---- */

static void load_row(const struct row_call *call, const struct group *g, struct row_room *room, const struct operand *o,
                     int as, char *values) {
  struct mover m = row_mover(call->row, room);
  struct grid from = group_grid(g, as, call->elements[o->slot], o->dtype, 0);
  tile_copy(&m, &from, 0, 1, g->cols, values);
}

static void recall(char *to, const char *from, const struct group *g, int64_t size) {
  for (int64_t c = 0; c < g->cols; c++) memcpy(to + c * size, from + point_of(g, c) * size, (size_t)size);
}

static void recall_values(const struct row_call *call, const struct group *g, struct row_room *room) {
  const struct row_shared *from = &call->shared;
  int64_t size = call->row->exec.t_size;
  recall(room->v.y, from->y, g, size);
  recall(room->v.mean, from->mean, g, size);
  recall(room->v.count, from->count, g, size);
  for (int f = 0; f < 4; f++)
    if (call->row->fields & (1 << f)) recall(room->v.state.field[f], from->state.field[f], g, size);
}

/* A run of `bytes` bytes, `times` times. Short runs have loops of their own, which the compiler widens. */
static void repeat_run(char *to, const char *from, int64_t bytes, int64_t times) {
  if (bytes == 4)
    for (int64_t i = 0; i < times; i++) memcpy(to + 4 * i, from, 4);
  else if (bytes == 8)
    for (int64_t i = 0; i < times; i++) memcpy(to + 8 * i, from, 8);
  else if (bytes == 16)
    for (int64_t i = 0; i < times; i++) memcpy(to + 16 * i, from, 16);
  else
    for (int64_t i = 0; i < times; i++) memcpy(to + bytes * i, from, (size_t)bytes);
}

/* Every run of values that belong to one row, as often as the row has its like in a wide one. */
static void repeat_values(const struct row *row, const struct group *g, char *to, const char *from) {
  int64_t unit = (row->dense ? row->dense : g->cols) * row->exec.t_size;
  for (int64_t c = 0; c < g->cols * row->exec.t_size; c += unit)
    repeat_run(to + c * row->each, from + c, unit, row->each);
}

static void widen(const struct row *row, const struct group *g, struct row_room *room) {
  const struct row_values *v = &room->v, *w = &room->wide;
  if (row->uses_y) repeat_values(row, g, w->y, v->y);
  if (row->uses_mean) repeat_values(row, g, w->mean, v->mean);
  repeat_values(row, g, w->h, v->h);
  for (int f = 0; f < 4 && row->uses_state; f++)
    if (row->fields & (1 << f)) repeat_values(row, g, w->state.field[f], v->state.field[f]);
}

/* ---- the elements ---- */

/* Values of columns from c on. */
static struct row_values values_at(struct row_values v, int64_t c, int64_t size) {
  v.state = states_at(v.state, c, size);
  v.y += c * size, v.mean += c * size, v.count += c * size, v.g += c * size, v.h += c * size, v.first += c * size;
  return v;
}

/* The lines from `line` on, as the kernel walks them: lines are rows when the group is solo, else columns. */
struct piece {
  const struct row_call *call;
  const struct group *g;
  struct row_room *room;
  /* `some` steps of the lines, from r on; x_at and dx_at are where they start */
  void (*visit)(const struct piece *k, int64_t r, int64_t x_at, int64_t dx_at, int64_t some);
  int64_t line, lines;
  int whole; /* nothing needs a tile: any number of steps at a time */
};

static struct grid piece_grid(const struct piece *k, const struct operand *o, int as, int64_t at) {
  const struct row *row = k->call->row;
  int64_t stride = run_stride(&row->run, as);
  char *base = k->call->elements[o->slot] + at * dtype_bytes(o->dtype);
  if (!row->lines.solo) return group_grid(k->g, as, base, o->dtype, stride);
  struct grid g = group_line(k->g, as, base, o->dtype, k->g->step[as], k->line);
  g.col = stride;
  return g;
}

/* Few columns whose rows touch: with the values repeated, several rows are one. */
static int grad_wide(const struct piece *k, const struct row_grad *f) {
  const struct row *row = k->call->row;
  int64_t all = f->rows * f->cols, width = f->cols * row->each;
  if (!row->unit || f->dx.pitch != f->cols || f->x.pitch != f->x.step * f->cols) return 0;
  struct row_grad w = *f;
  w.v = k->room->wide;
  for (int64_t done = 0; done < all; done += w.rows * w.cols) {
    w.cols = all - done < width ? all - done : width;
    w.rows = (all - done) / w.cols;
    w.x.at = f->x.at + done * w.x.step * dtype_bytes(w.x.dtype);
    w.dx.at = f->dx.at + done * dtype_bytes(w.dx.dtype);
    w.x.pitch = w.x.step * w.cols;
    w.dx.pitch = w.cols;
    row->op->grad(&w);
  }
  return 1;
}

/* A group of blocks that touch is one row. */
static void map_dense(const struct row_call *call, const struct group *g, struct row_room *room) {
  const struct row *row = call->row;
  struct row_grad f = {.v = room->wide, .x = {room->wide.h, row->exec.t, 0, 0}, .rows = 1, .cols = g->cols * row->n};
  if (row->uses_x)
    f.x = (struct source){call->elements[row->x.slot] + g->at[ROW_SOURCE] * dtype_bytes(row->x.dtype), row->x.dtype, 0,
                          1};
  f.dx = (struct sink){call->elements[row->dx.slot] + g->at[ROW_DX] * dtype_bytes(row->dx.dtype), row->dx.dtype, 0,
                       row->dx.accumulate, row->dx.stream};
  row->op->grad(&f);
}

/* The values and elements of a piece. */
static struct row_grad piece_of(const struct piece *k, int64_t x_at, int64_t some) {
  const struct row *row = k->call->row;
  struct mover m = row_mover(row, k->room);
  int solo = row->lines.solo;
  struct row_grad f = {.v = values_at(k->room->v, k->line, m.t_size),
                       .rows = solo ? k->lines : some,
                       .cols = solo ? some : k->lines,
                       .by_row = solo};
  f.x = (struct source){f.v.h, m.t, 0, 0};
  if (row->uses_x) {
    struct grid x = piece_grid(k, &row->x, ROW_SOURCE, x_at);
    f.x = tile_source(&m, &x, 0, f.rows, f.cols, k->room->tile);
  }
  return f;
}

static void map_piece(const struct piece *k, int64_t r, int64_t x_at, int64_t dx_at, int64_t some) {
  const struct row *row = k->call->row;
  struct mover m = row_mover(row, k->room);
  struct row_grad f = piece_of(k, x_at, some);
  struct grid dx = piece_grid(k, &row->dx, ROW_DX, dx_at);
  dx.accumulate = row->dx.accumulate;
  dx.stream = row->dx.stream;
  f.dx = tile_sink(&m, &dx, 0, f.rows, f.cols, k->room->out);
  if (row->picks) row->exec.real->pick(&f, k->room->at + k->line, r);
  else if (!grad_wide(k, &f)) row->op->grad(&f);
  if (f.dx.at == k->room->out) tile_store(&m, &dx, 0, f.rows, f.cols, k->room->out);
}

enum { SPREAD = 1024 };

/* A gradient that does not depend on x repeats. `width` of its elements, of line i or of all columns, are made in dx's dtype. */
static void make_run(const struct piece *k, int64_t i, int64_t width) {
  const struct row *row = k->call->row;
  struct row_grad f = {
      .v = values_at(k->room->v, i, row->exec.t_size), .rows = 1, .cols = width, .by_row = row->lines.solo};
  f.x = (struct source){f.v.h, row->exec.t, 0, 0};
  f.dx = (struct sink){k->room->out, row->dx.dtype, 0, 0, 0};
  row->op->grad(&f);
}

static void copy_run(const struct piece *k, char *to, int64_t elems) {
  const struct operand *dx = &k->call->row->dx;
  row_mover(k->call->row, k->room).move->store(to, dx->dtype, k->room->out, dx->dtype, elems, 0, dx->stream);
}

/* Along the lines, or from row to row. */
static void spread(const struct piece *k, int64_t r0, int64_t r1) {
  const struct row *row = k->call->row;
  struct grid dx = piece_grid(k, &row->dx, ROW_DX, r0 * run_stride(&row->run, ROW_DX));
  int64_t steps = r1 - r0, size = dtype_bytes(dx.dtype), width = steps < SPREAD ? steps : SPREAD;
  for (int64_t i = 0; row->lines.solo && i < k->lines; i++) {
    make_run(k, i, width);
    for (int64_t c = 0; c < steps; c += width)
      copy_run(k, dx.at + (i * dx.row + c) * size, steps - c < width ? steps - c : width);
  }
  if (row->lines.solo) return;
  make_run(k, 0, k->lines);
  for (int64_t r = 0; r < steps; r++) copy_run(k, dx.at + r * dx.row * size, k->lines);
}

static void map_steps(const struct piece *k, int64_t r0, int64_t r1) {
  const struct row *row = k->call->row;
  for (int64_t r = r0, some; r < r1; r += some) {
    some = r1 - r < row->map_rows || k->whole ? r1 - r : row->map_rows;
    int64_t x_at = run_piece(&row->run, ROW_SOURCE, r, &some), dx_at = run_piece(&row->run, ROW_DX, r, &some);
    k->visit(k, r, x_at, dx_at, some);
  }
}

/* Whether kernels can walk an operand of the whole group where it lies. */
static int walks(const struct row *row, const struct group *g, int as) {
  if (g->off[as] || row->run.axes.n > 1) return 0;
  return row->lines.solo ? run_stride(&row->run, as) == 1 : g->step[as] == 1;
}

/* Whether who ties is marked: where rows are walked as they lie. Those of a last group may be too short for it. */
static int marked(const struct row *row, const struct group *g) {
  int wide = row->lines.solo || row->unit || g->cols >= WALKABLE;
  return row->marks && wide && walks(row, g, ROW_SOURCE) && walks(row, g, ROW_DX);
}

/* Few columns whose rows touch are marked in rows as wide as their values were repeated, the last of which may be a part: those from `row` on. */
static struct row_grad wide_marks(const struct row *row, const struct row_grad *all, struct row_room *room,
                                  int64_t at) {
  struct row_grad f = *all;
  int64_t width = all->cols * row->each, left = all->rows * all->cols - at * width;
  f.v = room->wide;
  f.cols = left < width ? left : width;
  f.rows = left / f.cols;
  f.x.at += at * width * dtype_bytes(f.x.dtype), f.dx.at += at * width * dtype_bytes(f.dx.dtype);
  f.x.pitch = f.dx.pitch = width;
  f.marks += at * f.marks_pitch;
  return f;
}

static void mark_wide(const struct row *row, const struct group *g, const struct row_grad *all, struct row_room *room) {
  int64_t width = g->cols * row->each, rows = ceil_div(all->rows * g->cols, width);
  repeat_values(row, g, room->wide.y, room->v.y);
  row->exec.real->fill(room->wide.count, width, 0.0);
  for (int64_t r = 0; r < rows;) {
    struct row_grad f = wide_marks(row, all, room, r);
    row->exec.real->mark_ties(&f);
    r += f.rows;
  }
  for (int64_t i = 0; i < width; i += g->cols)
    row->exec.real->add_row(room->v.count, room->wide.count + i * row->exec.t_size, g->cols);
}

static void share_wide(const struct row *row, const struct row_grad *all, struct row_room *room) {
  int64_t rows = ceil_div(all->rows * all->cols, all->cols * row->each);
  for (int64_t r = 0; r < rows;) {
    struct row_grad f = wide_marks(row, all, room, r);
    row->exec.real->share_marks(&f, room->out);
    r += f.rows;
  }
}

/* A group whose ties are marked. */
static struct row_grad marks_of(const struct row_call *call, const struct group *g, struct row_room *room) {
  const struct row *row = call->row;
  struct piece k = {call, g, room, NULL, 0, g->cols, 1};
  struct grid dx = piece_grid(&k, &row->dx, ROW_DX, 0);
  struct row_grad f = piece_of(&k, 0, row->n);
  f.dx = (struct sink){dx.at, dx.dtype, dx.row, 0, row->dx.stream};
  f.marks = room->marks, f.marks_pitch = row->marks_pitch;
  return f;
}

static void map_group(const struct row_call *call, const struct group *g, struct row_room *room, int64_t r0,
                      int64_t r1) {
  const struct row *row = call->row;
  if (marked(row, g)) {
    struct row_grad f = marks_of(call, g, room);
    if (row->unit) share_wide(row, &f, room);
    else row->exec.real->share_marks(&f, room->out);
    return;
  }
  int solo = row->lines.solo, whole = (solo ? r1 - r0 : g->cols) >= WALKABLE && walks(row, g, ROW_DX);
  whole = whole && (!row->uses_x || walks(row, g, ROW_SOURCE));
  struct piece k = {call, g, room, map_piece, 0, solo && !whole ? 1 : g->cols, whole};
  if (row->dense) {
    map_dense(call, g, room);
    return;
  }
  if (whole && !row->uses_x && !row->picks && !row->dx.accumulate) {
    spread(&k, r0, r1);
    return;
  }
  for (; k.line < g->cols; k.line += k.lines) map_steps(&k, r0, r1);
}

/* ---- what belongs to rows, once they are reduced or looked at ---- */

static void count_piece(const struct piece *k, int64_t r, int64_t x_at, int64_t dx_at, int64_t some) {
  struct row_grad f = piece_of(k, x_at, some);
  (void)r, (void)dx_at;
  k->call->row->exec.real->ties(&f);
}

/* Blocks of short lines that touch, one after the other. */
static void count_dense(const struct row_call *call, const struct group *g, struct row_room *room) {
  const struct row *row = call->row;
  int64_t inner = row->dense, bytes = dtype_bytes(row->x.dtype);
  struct row_grad f = {.rows = row->n, .cols = inner};
  f.x = (struct source){call->elements[row->x.slot] + g->at[ROW_SOURCE] * bytes, row->x.dtype, inner, 1};
  for (int64_t c = 0; c < g->cols; c += inner, f.x.at += inner * row->n * bytes) {
    f.v = values_at(room->v, c, row->exec.t_size);
    row->exec.real->ties(&f);
  }
}

enum { MOST_TIES = 1 << 24 };

/* As many elements at a time as T counts one by one; more are added up behind them. */
static void count_steps(struct piece *k) {
  const struct row *row = k->call->row;
  const struct row_values *v = &k->room->v;
  int64_t cols = k->g->cols;
  for (int64_t from = 0, end; from < row->n; from = end) {
    end = smaller(row->n, from + MOST_TIES);
    for (k->line = 0; k->line < cols; k->line += k->lines) map_steps(k, from, end);
    if (from > 0) row->exec.real->add_row(v->count, v->g, cols);
    if (end == row->n) return;
    memcpy(v->g, v->count, (size_t)(cols * row->exec.t_size));
    row->exec.real->fill(v->count, cols, 0.0);
  }
}

static void count_ties(const struct row_call *call, const struct group *g, struct row_room *room) {
  const struct row *row = call->row;
  int solo = row->lines.solo, whole = (solo ? row->n : g->cols) >= WALKABLE && walks(row, g, ROW_SOURCE);
  struct piece k = {call, g, room, count_piece, 0, solo && !whole ? 1 : g->cols, whole};
  row->exec.real->fill(room->v.count, g->cols, 0.0);
  if (marked(row, g)) {
    struct row_grad f = marks_of(call, g, room);
    if (row->unit) mark_wide(row, g, &f, room);
    else row->exec.real->mark_ties(&f);
    return;
  }
  if (row->dense) {
    count_dense(call, g, room);
    return;
  }
  count_steps(&k);
}

/* Column c of some values. */
static double value_at(const struct row *row, const char *values, int64_t c) {
  if (row->exec.t == REM_F64) return ((const double *)(const void *)values)[c];
  return ((const float *)(const void *)values)[c];
}
static int values_tie(const struct row *row, const char *a, const char *b, int64_t c) {
  double x = value_at(row, a, c), y = value_at(row, b, c);
  return x == y || (x != x && y != y);
}

/* The rows were reduced, and have their y and the number of those that tie with it. Rows whose given y is another one are counted: it need
 * not come from them. h and g are made later. */
static void recount(const struct row_call *call, const struct group *g, struct row_room *room) {
  const struct row *row = call->row;
  int64_t size = row->exec.t_size, others = 0;
  size_t bytes = (size_t)(g->cols * size);
  char *y = room->v.y, *given = room->v.h, *known = room->v.mean;
  for (int64_t c = 0; c < g->cols; c++) others += !values_tie(row, y, given, c);
  if (others == 0) return;
  memcpy(known, room->v.count, bytes);
  room->v.y = given, room->v.h = y;
  count_ties(call, g, room);
  room->v.y = y, room->v.h = given;
  for (int64_t c = 0; c < g->cols; c++)
    if (values_tie(row, y, given, c)) memcpy(room->v.count + c * size, known + c * size, (size_t)size);
  memcpy(y, given, bytes);
}

/* The y that is given. Ties are elements that tie with it. */
static void take_y(const struct row_call *call, const struct group *g, struct row_room *room) {
  const struct row *row = call->row;
  int found = row->shares && !row->counts;
  load_row(call, g, room, &row->saved, ROW_SAVED, found ? room->v.h : room->v.y);
  if (found) recount(call, g, room);
  else if (row->shares) count_ties(call, g, room);
}

/* What was reduced is in v, or waits in the shared values; saved tensors that are used replace it. Then h. */
static void prepare(const struct row_call *call, const struct group *g, struct row_room *room) {
  const struct row *row = call->row;
  if (row->reduces && !row->fused) recall_values(call, g, room);
  if (row->takes_y) take_y(call, g, room);
  if (row->takes_mean) load_row(call, g, room, &row->extra, ROW_EXTRA, room->v.mean);
  if (!row->shares) row->exec.real->fill(room->v.count, g->cols, 1.0);
  load_row(call, g, room, &row->y, ROW_Y, room->v.g);
  struct finish f = {room->v, g->cols, (double)row->n, row->dof};
  row->op->rowgrad(&f);
  if (row->unit) widen(row, g, room);
  if (!row->picks) return;
  if (row->extra.slot >= 0) {
    struct grid from = group_grid(g, ROW_EXTRA, call->elements[row->extra.slot], row->extra.dtype, 0);
    index_load(&from, 0, 1, g->cols, room->at);
  } else {
    row_seek(call, g, room);
  }
}

/* ---- tasks ---- */

static void map_task(void *arg, int64_t task) {
  const struct row_call *call = arg;
  const struct row *row = call->row;
  int64_t spans = row->map_spans, units = row->lines.groups * spans;
  struct row_room room;
  row_room(call, task, &room);
  for (int64_t u = units * task / call->tasks; u < units * (task + 1) / call->tasks; u++) {
    struct group g;
    group_seek(&row->lines, u / spans, &g, room.off);
    if (row->reduces && row->fused && !row->counts) {
      row_load_first(call, &g, &room);
      row_reduce(call, &row->level[0], &g, 0, &room);
      row_finish(call, &g, &room);
    }
    prepare(call, &g, &room);
    map_group(call, &g, &room, row->n * (u % spans) / spans, row->n * (u % spans + 1) / spans);
  }
}

static void run(rem_context *context, const struct exec *exec, char *const *elements, char *workspace) {
  const struct row *row = (const struct row *)(const void *)exec;
  struct row_call call;
  row_call_start(&call, row, context, elements, workspace);
  if (row->points == 0 || row->n == 0 || row->dx.slot < 0) return;
  if (row->reduces && !row->fused) row_reduce_levels(&call);
  call.level = 0;
  call.tasks = tasks_for(exec->cpu, row->lines.groups * row->map_spans, row->lines.cols * row->n / row->map_spans);
  parallel(context, call.tasks, map_task, &call);
}

/* ---- planning ---- */

/* What the gradient's formula needs, what is given, and so whether the rows must be reduced first. */
static void plan_values(struct row *row, const struct problem *p, struct planned *planned) {
  struct row_needs needs = row_needs_of(p);
  row->uses_x = needs.uses_x, row->uses_y = needs.uses_y, row->uses_mean = needs.uses_mean;
  row->uses_state = needs.uses_state;
  row->shares = needs.shares, row->picks = needs.picks, row->last = needs.last;
  row->takes_y = needs.takes_y, row->takes_mean = needs.takes_mean, row->reduces = needs.reduces;
  if (row->shares) row->fields = p->entry->fields & ~ONLY_COUNT;
  if (needs.y_again) note(planned, "y is narrower than the compute dtype or exclusive and was recomputed from x.");
  if (needs.mean_again) note(planned, "mean is narrower than the compute dtype and was recomputed from x.");
}

/* Ties are counted where y is given, T holds their number, and x is T, or halves that an instruction set has lines of. */
static int may_count(const struct row *row, const struct row_axes *axes) {
  int64_t n = 1;
  if (!row->shares || !row->takes_y) return 0;
  if (row->x.dtype != row->exec.t && !row->exec.real->lines) return 0;
  for (int i = 0; i < axes->rank; i++) {
    if (axes->shape[i] > 1 && axes->stride[i][ROW_SOURCE] == 0) return 0;
    if (axes->reduced >> i & 1) n *= axes->shape[i];
  }
  return n <= MOST_TIES;
}

enum { LEAST_MARKED = 4096, NEAR_BYTES = 1 << 20 };

/* Few columns, which all groups have, whose rows touch and fill cache lines once they are repeated: they can be marked, which pays where a group
 * is worth the repeating, and near or asked for ahead. */
static int touches(const struct row *row) {
  const struct lines *l = &row->lines;
  int64_t elems = row->n * l->cols;
  if (elems < LEAST_MARKED || (!row->dx.stream && elems * dtype_bytes(row->x.dtype) > NEAR_BYTES)) return 0;
  if (l->flat || l->kept.n == 0 || row->run.axes.n != 1) return 0;
  if (l->cols != l->inner || l->cols * row->each % 64 || row->n < row->each) return 0;
  for (int o = ROW_SOURCE; o <= ROW_DX; o++)
    if (run_stride(&row->run, o) != l->cols || l->kept.axis[l->kept.n - 1].stride[o] != 1) return 0;
  return 1;
}

enum { MOST_MARKS = 64 << 20, MARKS_ALIGN = 64 };

static int marks_dtype(const struct row *row, int dtype) {
  return dtype == row->exec.t || (row->exec.real->lines && (dtype == REM_F16 || dtype == REM_BF16));
}

/* A bit for each element of a group. */
static void plan_marks(struct row *row) {
  int64_t lines = row->lines.cols, steps = row->lines.solo ? row->n : lines, rows = row->lines.solo ? lines : row->n;
  if (row->unit) steps = lines * row->each, rows = ceil_div(row->n, row->each);
  if (!row->counts || !row->exec.real->mark_ties || row->picks || row->dense || row->dx.slot < 0 || row->dx.accumulate)
    return;
  if (steps < WALKABLE || !marks_dtype(row, row->x.dtype) || !marks_dtype(row, row->dx.dtype)) return;
  row->marks_pitch = ceil_div(steps, 8 * MARKS_ALIGN) * MARKS_ALIGN;
  if (row->marks_pitch * rows <= MOST_MARKS) row->marks = row->marks_pitch * rows + MARKS_ALIGN;
}

static rem_status plan(const struct cpu *cpu, const struct problem *p, struct exec *exec, struct planned *planned,
                       rem_error *error) {
  struct row *row = (struct row *)(void *)exec;
  const struct entry *e = p->entry;
  (void)error;
  row_operands(row, p);
  plan_values(row, p, planned);
  struct row_axes axes;
  row_axes_of(row, p, &axes);
  row->counts = may_count(row, &axes);
  row_geometry(row, &axes);
  /* Rows of several tasks, and short ones, are reduced as ever. */
  row->counts = row->counts && row->levels == 1 && row->lines.groups >= cpu->threads && (!row->unit || touches(row));
  plan_marks(row);
  if (row->unit && !row->marks) row->counts = 0;
  row->fused = row->fused || row->counts;
  if (row->picks || (row->reduces && row->fused)) row->map_spans = 1;
  if (row->fused && row->reduces && row->lines.groups < cpu->threads) {
    row->fused = 0;
    row->map_spans = row->dense ? 1 : cpu->threads;
  }
  if (formula_uses(e->gradient, "dof") || formula_uses(e->forward, "dof"))
    row->dof = (double)row->n - problem_attr(p, "correction")->f;
  planned->workspace_bytes = row_workspace(row);
  snprintf(planned->sku, sizeof planned->sku, "rowgrad.%s.%s",
           row->lines.solo   ? "solo"
           : row->lines.flat ? "flat"
                             : "wide",
           !row->reduces ? "map"
           : row->fused  ? "fused"
                         : "split");
  return REM_OK;
}

const struct family_ops cpu_row_grad = {sizeof(struct row), plan, run};
