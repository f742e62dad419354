/* pad_rows.c: pad and its gradient row by row, in the order in which the output lies in memory: every row falls into pieces
 * (schedule/layout.h) that are copied, filled or summed as they come, so that a line at a seam is written once. */
#include <string.h>

#include "nest.h"
#include "pad.h"

/* ---- planning ---- */

static int64_t items_of(const struct piece *q) { return q->run ? q->run : q->terms; }

static int64_t most_items(const struct pad *p, int axis) {
  int64_t most = 1;
  for (int k = 0; k < p->n_pieces[axis]; k++)
    if (items_of(&p->pieces[axis][k]) > most) most = items_of(&p->pieces[axis][k]);
  return most;
}

/* All axes but col, by falling stride of to. */
static void order_outer(struct pad *p) {
  int n = 0;
  for (int i = 0; i < p->rank; i++) {
    int at = n;
    if (i == p->col) continue;
    for (; at > 0 && magnitude(p->to_stride[p->outer[at - 1]]) < magnitude(p->to_stride[i]); at--)
      p->outer[at] = p->outer[at - 1];
    p->outer[at] = i;
    n++;
  }
}

void pad_rows_plan(struct pad *p) {
  int64_t leaves = 1;
  p->col = -1;
  p->count = 1;
  for (int i = 0; i < p->rank; i++) {
    int64_t items = most_items(p, i);
    p->count *= p->extent[i];
    leaves = items > NEST_LEAVES / leaves ? NEST_LEAVES + 1 : leaves * items;
    for (int k = 0; k < p->n_pieces[i]; k++) p->blanks |= p->pieces[i][k].terms == 0;
    if (p->to_stride[i] == 1 && p->from_stride[i] == 1 && (p->col < 0 || p->extent[i] > p->extent[p->col])) p->col = i;
  }
  p->rows = p->col >= 0 && p->count > 0 && leaves <= NEST_LEAVES;
  if (p->rows) order_outer(p);
}

/* ---- a row ---- */

/* A task. Of the row it is at: the piece that holds each axis' index, and the index within that piece. */
struct walk {
  const struct pad *p;
  const char *from;
  struct drain drain;
  struct nest_target target;
  const struct piece *piece[REM_MAX_RANK];
  int64_t at[REM_MAX_RANK];
  int blank;                    /* nothing of the row has a source                                             */
  int grown;                    /* nest is as the row wants it                                                 */
  int64_t base;                 /* what the axes with one source add to all places of nest                     */
  struct nest nest[MAX_PIECES]; /* the places that cells of each piece of the row meet         */
  _Alignas(LINE_BYTES) char fill[NEST_STRIP * 8]; /* the value: of the compute dtype where it is added, else of to's */
};

static int64_t place_of(const struct piece *q, int64_t at, int64_t k) {
  return q->run ? q->start[0] + k : q->start[k] + q->step[k] * at;
}

/* Returns the offset of the row's first cell. */
static int64_t seek_row(struct walk *w, int64_t row) {
  const struct pad *p = w->p;
  int64_t off = 0;
  w->blank = 0;
  w->base = 0;
  for (int k = p->rank - 2; k >= 0; k--) {
    int i = p->outer[k];
    int64_t next = k ? row / p->extent[i] : 0, index = row - next * p->extent[i];
    const struct piece *q = p->pieces[i];
    row = next;
    while (index >= q->from + q->n) q++;
    w->grown &= q == w->piece[i] && items_of(q) == 1;
    w->piece[i] = q;
    w->at[i] = index - q->from;
    w->blank |= q->terms == 0;
    w->base += place_of(q, w->at[i], 0) * p->from_stride[i];
    off += index * p->to_stride[i];
  }
  return off;
}

/* The places that the cells of a piece of the row meet, from `base` on: a nested sum over all axes, in their logical order. */
static void grow(const struct walk *w, struct nest *nest, int i, int64_t off, int64_t step) {
  const struct pad *p = w->p;
  if (i == p->rank) {
    nest_leaf(nest, off, step);
    return;
  }
  const struct piece *q = w->piece[i];
  int64_t items = items_of(q), first = i == p->col ? 0 : place_of(q, w->at[i], 0);
  for (int64_t k = 0; k < items; k++) {
    int64_t place = place_of(q, w->at[i], k) - first;
    grow(w, nest, i + 1, off + place * p->from_stride[i], i != p->col ? step : q->run ? 1 : q->step[k]);
    nest_item(nest, k, items);
  }
}

static void grow_row(struct walk *w) {
  const struct pad *p = w->p;
  for (int k = 0; k < p->n_pieces[p->col] && !w->blank; k++) {
    w->piece[p->col] = &p->pieces[p->col][k];
    w->nest[k].dtype = p->from.dtype;
    w->nest[k].leaves = 0;
    if (p->pieces[p->col][k].terms) grow(w, &w->nest[k], 0, 0, 1);
  }
  w->grown = 1;
}

static void put_fill(struct walk *w, int64_t n, char *to) {
  int64_t size = dtype_bytes(w->p->to.dtype);
  for (int64_t i = 0; i < n; i += NEST_STRIP) {
    int64_t some = n - i < NEST_STRIP ? n - i : NEST_STRIP;
    if (w->p->to.accumulate) strip_write(&w->target, w->fill, some, to + i * size);
    else drain_put(&w->drain, to + i * size, w->fill, some * size);
  }
}

/* One source, of the same dtype, not side by side. */
static void put_picked(struct walk *w, const char *from, int64_t step, int64_t n, char *to) {
  int64_t size = dtype_bytes(w->p->to.dtype);
  char strip[NEST_STRIP * 8];
  for (int64_t i = 0; i < n; i += NEST_STRIP) {
    int64_t some = n - i < NEST_STRIP ? n - i : NEST_STRIP;
    strided_in(strip, from + i * step * size, some, step * size, size);
    drain_put(&w->drain, to + i * size, strip, some * size);
  }
}

enum { FEW_CELLS = 16, FAR_BYTES = 1 << 12 };

/* What few cells at a seam meet at the other end of the row is asked for a row before: nothing else there is read meanwhile. */
static void ask_below(const struct pad *p, const struct nest *nest, const char *from) {
  int64_t size = dtype_bytes(p->from.dtype), next = p->from_stride[p->outer[p->rank - 2]];
  for (int k = 1; k < nest->leaves; k++)
    if (magnitude(nest->off[k] - nest->off[0]) * size > FAR_BYTES)
      __builtin_prefetch(from + (nest->off[k] + next) * size, 0, 3);
}

/* Cells [j, j + n) of piece k of the row. */
static void put_cells(struct walk *w, int k, int64_t j, int64_t n, char *to) {
  const struct pad *p = w->p;
  const struct nest *nest = &w->nest[k];
  int64_t size = dtype_bytes(p->from.dtype);
  if (w->blank || nest->leaves == 0) { /* there may be no source at all */
    put_fill(w, n, to);
    return;
  }
  const char *from = w->from + w->base * size;
  if (n <= FEW_CELLS && p->rank > 1) ask_below(p, nest, from + j * size);
  if (nest->leaves == 1 && nest->step[0] == 1)
    stretch_write(&w->target, from + (nest->off[0] + j) * size, p->from.dtype, n, to);
  else if (nest->leaves == 1 && p->from.dtype == p->to.dtype && !p->to.accumulate)
    put_picked(w, from + (nest->off[0] + j * nest->step[0]) * size, nest->step[0], n, to);
  else nest_write(&w->target, nest, from, j, n, to);
}

/* Cells [lo, hi) of a row that starts at `to`. */
static void put_row(struct walk *w, int64_t lo, int64_t hi, char *to) {
  const struct pad *p = w->p;
  if (!w->grown) grow_row(w);
  for (int k = 0; k < p->n_pieces[p->col]; k++) {
    const struct piece *q = &p->pieces[p->col][k];
    int64_t a = q->from > lo ? q->from : lo, b = q->from + q->n < hi ? q->from + q->n : hi;
    if (a < b) put_cells(w, k, a - q->from, b - a, to + a * dtype_bytes(p->to.dtype));
  }
}

/* ---- short rows: many at a time, each piece for all of them ---- */

enum { STAGE_BYTES = 1 << 14, SHORT_ROW = 1 << 11 };

/* Rows that follow each other in memory, from the one the walk is at on: they lie in one piece of the innermost outer axis. */
struct batch {
  char *to; /* where they are put together: a stage, or their own place */
  int64_t rows;
  int64_t step; /* of the sources, from row to row */
};

/* How many rows, of `rows` that are left whole, the walk can take at once; 1 also where only part of one is left. */
static int64_t batch_rows(const struct walk *w, int64_t rows) {
  const struct pad *p = w->p;
  int64_t bytes = p->extent[p->col] * dtype_bytes(p->to.dtype);
  if (rows < 2 || p->rank < 2 || bytes > SHORT_ROW || p->to.accumulate) return 1;
  int i = p->outer[p->rank - 2];
  const struct piece *q = w->piece[i];
  if (p->to_stride[i] != p->extent[p->col] || items_of(q) > 1) return 1;
  int64_t most = STAGE_BYTES / bytes < NEST_STRIP ? STAGE_BYTES / bytes : NEST_STRIP, left = q->n - w->at[i];
  most = most < rows ? most : rows;
  return most < left ? most : left;
}

static void stage_fill(const struct walk *w, const struct batch *b, int64_t n, char *to) {
  int64_t size = dtype_bytes(w->p->to.dtype), pitch = w->p->extent[w->p->col] * size;
  for (int64_t r = 0; r < b->rows; r++)
    for (int64_t i = 0; i < n; i += NEST_STRIP)
      memcpy(to + r * pitch + i * size, w->fill, (size_t)((n - i < NEST_STRIP ? n - i : NEST_STRIP) * size));
}

/* Cells of piece k, from `to` on in the first row. */
static void stage_piece(const struct walk *w, const struct batch *b, int k, char *to) {
  const struct pad *p = w->p;
  const struct nest *nest = &w->nest[k];
  int64_t n = p->pieces[p->col][k].n, size = dtype_bytes(p->to.dtype), pitch = p->extent[p->col] * size;
  int64_t unit = dtype_bytes(p->from.dtype);
  if (w->blank || nest->leaves == 0) {
    stage_fill(w, b, n, to);
    return;
  }
  const char *from = w->from + w->base * unit;
  int plain = nest->leaves == 1 && p->from.dtype == p->to.dtype;
  if (plain && nest->step[0] == 1) {
    for (int64_t r = 0; r < b->rows; r++)
      memcpy(to + r * pitch, from + (nest->off[0] + r * b->step) * unit, (size_t)(n * size));
  } else if (plain) {
    for (int64_t r = 0; r < b->rows; r++)
      strided_in(to + r * pitch, from + (nest->off[0] + r * b->step) * unit, n, nest->step[0] * size, size);
  } else if (n <= FEW_CELLS) {
    for (int64_t j = 0; j < n; j++)
      nest_column(&p->exec, nest, from, j, b->step, b->rows, to + j * size, p->to.dtype, pitch);
  } else {
    struct drain own = {.move = w->drain.move};
    struct nest_target target = {&p->exec, p->to, &own};
    for (int64_t r = 0; r < b->rows; r++) nest_write(&target, nest, from + r * b->step * unit, 0, n, to + r * pitch);
  }
}

static void put_rows(struct walk *w, int64_t rows, char *to) {
  const struct pad *p = w->p;
  _Alignas(LINE_BYTES) char stage[STAGE_BYTES];
  int64_t size = dtype_bytes(p->to.dtype);
  int i = p->outer[p->rank - 2];
  struct batch b = {w->drain.stream ? stage : to, rows, w->piece[i]->step[0] * p->from_stride[i]};
  if (!w->grown) grow_row(w);
  for (int k = 0; k < p->n_pieces[p->col]; k++) stage_piece(w, &b, k, b.to + p->pieces[p->col][k].from * size);
  if (w->drain.stream) drain_put(&w->drain, to, stage, rows * p->extent[p->col] * size);
}

/* ---- all rows ---- */

struct rows_job {
  const struct pad *p;
  char *to;
  const char *from;
  int64_t tasks;
};

static void start_fill(struct walk *w) {
  const struct exec *e = &w->p->exec;
  char value[8];
  e->real->fill(w->p->to.accumulate ? w->fill : value, w->p->to.accumulate ? NEST_STRIP : 1, w->p->value);
  if (w->p->to.accumulate) return;
  e->cpu->kernels->move->store(w->fill, w->p->to.dtype, value, e->t, 1, 0, 0);
  strided_in(w->fill, w->fill, NEST_STRIP, 0, dtype_bytes(w->p->to.dtype));
}

static void rows_task(void *arg, int64_t task) {
  const struct rows_job *job = arg;
  const struct pad *p = job->p;
  struct walk w;
  w.p = p;
  w.from = job->from;
  w.drain = (struct drain){.move = p->exec.cpu->kernels->move, .stream = p->to.stream};
  w.target = (struct nest_target){&p->exec, p->to, &w.drain};
  w.at[p->col] = w.grown = 0;
  if (p->blanks) start_fill(&w);
  int64_t cols = p->extent[p->col], end = p->count * (task + 1) / job->tasks, next;
  for (int64_t u = p->count * task / job->tasks; u < end; u = next) {
    int64_t row = u / cols, lo = u % cols;
    char *to = job->to + seek_row(&w, row) * dtype_bytes(p->to.dtype);
    int64_t rows = lo ? 1 : batch_rows(&w, (end - u) / cols);
    next = (row + rows) * cols < end ? (row + rows) * cols : end;
    if (rows > 1) put_rows(&w, rows, to);
    else put_row(&w, lo, next - row * cols, to);
  }
  drain_flush(&w.drain);
}

void pad_rows_run(rem_context *context, const struct pad *p, char *to, const char *from) {
  struct rows_job job = {p, to, from, tasks_for(p->exec.cpu, p->count, 1)};
  parallel(context, job.tasks, rows_task, &job);
}
