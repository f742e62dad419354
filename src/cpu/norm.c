/* norm.c: softmax and normalisation: sweeps along rows. A row, or several side by side, is read section by section, each looked
 * at while it is in the cache; when all of them are joined, the row's elements are made from the same memory. Where there are
 * fewer rows than threads, sections are dealt out instead, and the three parts wait for each other. */
#include "schedule/norm.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cpu.h"

/* Operands, as columns of the spaces. */
enum { NORM_OUT = SWEEP_OPERANDS, NORM_KEEP, NORM_COLUMNS = NORM_KEEP + 2 };
_Static_assert((int)NORM_COLUMNS <= (int)MAX_OPERANDS, "a sweep has more operands than a space");
/* Columns side by side fill the second cache with what is read of them; an element of each operand fits a tile. */
enum {
  ROW_BUDGET = 2048 * 1024,
  LEAST_COLS = 64,
  MOST_COLS = 256,
  SUM_COLS = 512,
  EACH_TILE = 8192,
  HOLD_BYTES = 2048 * 1024
};
enum { PARTS = NORM_SECTION / NORM_CHUNK };
/* Lines of at least SHORT elements are walked along; as many at once as make up a batch. */
enum { SHORT_LINE = 48, BATCH_ELEMS = 2048, MOST_LINES = 32 };

/* A slot, or an array of values in the workspace. */
struct strand {
  enum norm_from from;
  int at, dtype, accumulate, stream;
};

struct sweep_plan {
  const struct sweep_kernels *op;
  enum sweep_kind kind;
  int operands, each, keep_first, split, holds;
  struct run run;
  struct lines lines;
  int64_t n, sections, batch; /* batch: lines at once where they are walked along */
  struct strand in[SWEEP_OPERANDS], out, keep[2];
  double standin[SWEEP_OPERANDS], number;
  size_t room_bytes;
};

struct norm {
  struct exec exec;
  int sweeps, values;
  int64_t rows; /* of the op's own axes: elements of a value */
  struct sweep_plan sweep[NORM_STEPS];
};

/* ---- memory ---- */

/* What a task works with. Of lines that are walked along, a batch has the place of columns side by side. */
struct norm_room {
  char *acc[2];                                 /* [cols]; of lines, all lanes       */
  char *half[2];                                /* of lines                          */
  char *part[2];                                /* of chunks: [parts][cols]          */
  char *state[3];                               /* m, s, peaks: [sections][cols]     */
  char *first, *middle, *u, *v, *factor, *kept; /* [cols]                            */
  char *hold;
  char *in[SWEEP_OPERANDS], *out, *raw, *constant[SWEEP_OPERANDS];
  int64_t *off;
  int64_t shared[SWEEP_OPERANDS]; /* of lines: the section of an operand common to all that `in` has, plus 1 */
};

static int64_t cols_of(const struct sweep_plan *s) { return s->lines.solo ? s->batch : s->lines.cols; }
static int64_t whole_runs(int64_t n) { return (n + LINE_RUN - 1) / LINE_RUN * LINE_RUN; }

static void lay_out_room(const struct norm *norm, const struct sweep_plan *s, struct arena *a, struct norm_room *room) {
  int64_t size = norm->exec.t_size, cols = cols_of(s), chunk = smaller(s->n, NORM_CHUNK),
          section = smaller(s->n, NORM_SECTION);
  int64_t tile = s->lines.solo ? larger(section, 1) * cols : larger(chunk * cols, EACH_TILE);
  for (int k = 0; k < 2; k++) {
    room->acc[k] = arena_elems(a, s->lines.solo ? LINE_ITEMS + LINE_RUN : cols, size);
    room->half[k] = s->lines.solo ? arena_elems(a, LINE_ITEMS / 2 + LINE_RUN, size) : NULL;
    room->part[k] = arena_elems(a, PARTS * cols, size);
  }
  for (int k = 0; k < 3; k++) room->state[k] = s->split ? NULL : arena_elems(a, larger(s->sections, 1) * cols, size);
  char **values[] = {&room->first, &room->middle, &room->u, &room->v, &room->factor, &room->kept};
  for (int k = 0; k < 6; k++) *values[k] = arena_elems(a, cols, size);
  room->hold = s->holds ? arena_elems(a, (s->lines.solo ? whole_runs(s->n) : s->n) * cols, size) : NULL;
  for (int k = 0; k < s->operands; k++) {
    room->in[k] = s->in[k].from == NORM_NOWHERE ? NULL : arena_elems(a, tile, size);
    room->constant[k] = s->in[k].from == NORM_NOWHERE ? arena_elems(a, 1, size) : NULL;
    room->shared[k] = 0;
  }
  room->out = arena_elems(a, tile, size);
  room->raw = arena_elems(a, tile, 8);
  room->off = (int64_t *)(void *)arena_elems(a, NORM_COLUMNS * s->lines.cols, 8);
}

/* What tasks share: values; of rows that are split, the states of sections and what becomes of them. */
struct norm_call {
  const struct norm *norm;
  const struct sweep_plan *s;
  char *const *elements;
  char *value[2 * NORM_STEPS], *state[3], *u, *v, *rooms;
  int64_t tasks;
};

static void lay_out_values(const struct norm *norm, struct arena *a, char **value) {
  for (int i = 0; i < norm->values; i++) value[i] = arena_elems(a, norm->rows, norm->exec.t_size);
}
static void lay_out_shared(const struct norm *norm, const struct sweep_plan *s, struct arena *a,
                           struct norm_call *call) {
  int64_t all = s->lines.groups * s->lines.cols, size = norm->exec.t_size;
  if (!s->split) return;
  for (int k = 0; k < 3; k++) call->state[k] = arena_elems(a, all * s->sections, size);
  call->u = arena_elems(a, all, size);
  call->v = arena_elems(a, all, size);
}

static void open_room(const struct norm_call *call, int64_t task, struct norm_room *room) {
  const struct sweep_plan *s = call->s;
  struct arena a = {call->rooms + (size_t)task * s->room_bytes, 0};
  lay_out_room(call->norm, s, &a, room);
  for (int k = 0; k < s->operands; k++)
    if (room->constant[k]) call->norm->exec.real->fill(room->constant[k], 1, s->standin[k]);
  for (int k = 0; k < 2 && s->lines.solo; k++) { /* the ends of trees are of some value */
    call->norm->exec.real->fill(room->acc[k], LINE_ITEMS + LINE_RUN, 0);
    call->norm->exec.real->fill(room->half[k], LINE_ITEMS / 2 + LINE_RUN, 0);
  }
}

static char *strand_base(const struct norm_call *call, const struct strand *o) {
  return o->from == NORM_SLOT ? call->elements[o->at] : call->value[o->at];
}

/* ---- the rows at hand ---- */

/* A group of lines side by side, or a batch of those of a group: `cols` of them, from `line` on. */
struct rows {
  const struct norm_call *call;
  const struct group *g;
  struct norm_room *room;
  struct mover mover;
  int64_t line, cols;
  char *m, *s, *peaks; /* [sections][cols] */
};

static int is_line(const struct rows *k) { return k->call->s->lines.solo; }

static struct grid strand_grid(const struct rows *k, const struct strand *o, int as, int64_t row) {
  struct grid g = group_grid(k->g, as, strand_base(k->call, o), o->dtype, row);
  if (g.off) g.off += k->line;
  else g.at += k->line * g.col * dtype_bytes(g.dtype);
  g.accumulate = o->accumulate;
  g.stream = o->stream;
  return g;
}
/* The same with line b of the batch alone. */
static struct grid strand_line(const struct rows *k, const struct strand *o, int as, int64_t row, int64_t b) {
  struct grid g = group_line(k->g, as, strand_base(k->call, o), o->dtype, row, k->line + b);
  g.accumulate = o->accumulate;
  g.stream = o->stream;
  return g;
}

/* Steps [r, r + steps) of columns side by side, packed. */
static struct source pack_steps(const struct rows *k, int i, int64_t r, int64_t steps) {
  const struct sweep_plan *s = k->call->s;
  struct grid g = strand_grid(k, &s->in[i], i, run_stride(&s->run, i));
  for (int64_t done = 0, some; done < steps; done += some) {
    some = steps - done;
    struct grid piece = g;
    piece.at += run_piece(&s->run, i, r + done, &some) * dtype_bytes(g.dtype);
    tile_copy(&k->mover, &piece, 0, some, k->cols, k->room->in[i] + done * k->cols * k->mover.t_size);
  }
  return (struct source){k->room->in[i], k->mover.t, k->cols, 1};
}

static int repeats_along(const struct run *run, int i) {
  for (int a = 0; a < run->axes.n; a++)
    if (run->axes.axis[a].stride[i]) return 0;
  return 1;
}

/* Operand i at steps [r, r + steps) of rows side by side: one row of columns for each. */
static struct source column_source(const struct rows *k, int i, int64_t r, int64_t steps) {
  const struct sweep_plan *s = k->call->s;
  int repeats = repeats_along(&s->run, i);
  if (s->in[i].from == NORM_NOWHERE) return (struct source){k->room->constant[i], k->mover.t, 0, 0};
  if (s->run.axes.n > 1 && !repeats) return pack_steps(k, i, r, steps);
  int64_t stride = repeats ? 0 : run_stride(&s->run, i);
  struct grid g = strand_grid(k, &s->in[i], i, stride);
  g.at += r * stride * dtype_bytes(g.dtype);
  return tile_source(&k->mover, &g, 0, steps, k->cols, k->room->in[i]);
}

static struct sweep_feed feed_of(const struct rows *k) {
  const struct norm_room *room = k->room;
  return (struct sweep_feed){.acc = {room->acc[0], room->acc[1]},
                             .first = room->first,
                             .middle = room->middle,
                             .u = room->u,
                             .v = room->v,
                             .factor = room->factor,
                             .number = k->call->s->number};
}

static void load_first(const struct rows *k) {
  const struct sweep_plan *s = k->call->s;
  struct sweep_feed f = feed_of(k);
  if (s->kind != SWEEP_SPREAD) return;
  f.rows = 1, f.width = k->cols;
  f.acc[0] = k->room->first;
  for (int i = 0; i < s->operands; i++) f.in[i] = column_source(k, i, 0, 1);
  s->op->first(&f);
}

/* ---- one section ---- */

/* Folds the c steps of the chunk from r on with one of the sweep's loops. */
static void fold_chunk(const struct rows *k, int64_t r, int64_t c, void (*fold)(const struct sweep_feed *),
                       struct sweep_feed *f) {
  const struct sweep_plan *s = k->call->s;
  f->rows = c, f->width = f->hold_pitch = k->cols;
  f->hold = s->holds ? k->room->hold + r * k->cols * k->mover.t_size : NULL;
  for (int i = 0; i < s->operands; i++) f->in[i] = column_source(k, i, r, c);
  fold(f);
}

/* The same of the section from step r on, chunk by chunk; part is left joined. */
static void fold_section(const struct rows *k, int64_t r, int64_t c, void (*fold)(const struct sweep_feed *),
                         int largest) {
  int64_t bytes = k->cols * k->mover.t_size, parts = (c + NORM_CHUNK - 1) / NORM_CHUNK;
  int sums = k->call->s->kind == SWEEP_SUMS ? 2 : 1;
  struct sweep_feed f = feed_of(k);
  for (int64_t i = 0; i < parts; i++) {
    for (int a = 0; a < 2; a++) f.acc[a] = k->room->part[a] + i * bytes;
    fold_chunk(k, r + i * NORM_CHUNK, smaller(c - i * NORM_CHUNK, NORM_CHUNK), fold, &f);
  }
  for (int a = 0; a < sums; a++) k->call->norm->exec.real->norm_tree(k->room->part[a], parts, k->cols, largest);
}

/* Makes what the section's elements are relative to, where they are. */
static void set_middle(const struct rows *k, const char *from, int peak, int64_t c) {
  k->call->norm->exec.real->norm_middle(k->room->middle, from, k->cols, peak, (double)c);
}

static void columns_state(const struct rows *k, int64_t r, int64_t c, char *m, char *sum) {
  const struct sweep_plan *s = k->call->s;
  char **part = k->room->part;
  size_t bytes = (size_t)(k->cols * k->mover.t_size);
  int sums = s->kind == SWEEP_SUMS, peak = s->kind == SWEEP_PEAK;
  if (!sums) {
    fold_section(k, r, c, s->op->look, peak);
    set_middle(k, part[0], peak, c);
    memcpy(m, peak ? part[0] : k->room->middle, bytes);
  }
  fold_section(k, r, c, s->op->sums, 0);
  if (sums) memcpy(m, part[0], bytes);
  memcpy(sum, part[sums], bytes);
}

/* ---- one section of lines ---- */

/* Whether the elements of a line lie side by side, whatever axes other operands know. */
static int adjacent_along(const struct run *run, int i) {
  int64_t stride = 1;
  for (int a = run->axes.n - 1; a >= 0; stride *= run->axes.axis[a--].extent)
    if (run->axes.axis[a].stride[i] != stride) return 0;
  return 1;
}

/* Elements [r, r + c) of line b of the batch, packed as T. */
static void load_line(const struct rows *k, int i, int64_t r, int64_t c, int64_t b) {
  const struct sweep_plan *s = k->call->s;
  struct grid g = strand_line(k, &s->in[i], i, run_stride(&s->run, i), b);
  char *to = k->room->in[i] + b * c * k->mover.t_size;
  for (int64_t done = 0, some; done < c; done += some) {
    some = c - done;
    struct grid piece = g;
    piece.at += run_piece(&s->run, i, r + done, &some) * dtype_bytes(g.dtype);
    tile_copy(&k->mover, &piece, 0, some, 1, to + done * k->mover.t_size);
  }
}

/* Lines of adjacent elements at one pitch become T; what all lines share stays from batch to batch. */
static struct line_in load_lines(const struct rows *k, int i, const struct grid *g, int64_t r, int64_t c) {
  const struct mover *m = &k->mover;
  int64_t have = r / NORM_SECTION + 1, pitch = k->g->step[i], size = dtype_bytes(g->dtype);
  struct line_in in = {k->room->in[i], pitch ? c : 0, 1};
  if (pitch == c || k->g->off[i]) m->move->load(k->room->in[i], m->t, g->at, g->dtype, k->cols * c);
  else if (pitch)
    for (int64_t b = 0; b < k->cols; b++)
      m->move->load(k->room->in[i] + b * c * m->t_size, m->t, g->at + b * pitch * size, g->dtype, c);
  else if (k->room->shared[i] != have) m->move->load(k->room->in[i], m->t, g->at, g->dtype, c);
  k->room->shared[i] = pitch || k->g->off[i] ? 0 : have;
  return in;
}

/* Operand i of a batch: its own memory, or T in the room, where it stays as long as the section is at hand (again). */
static struct line_in line_operand(const struct rows *k, int i, int64_t r, int64_t c, int again) {
  const struct sweep_plan *s = k->call->s;
  if (s->in[i].from == NORM_NOWHERE) return (struct line_in){k->room->constant[i], 0, 0};
  struct grid g = strand_grid(k, &s->in[i], i, 0);
  int own = g.dtype == k->mover.t, even = !g.off || k->cols == 1;
  if (k->cols == 1) g = strand_line(k, &s->in[i], i, 0, 0);
  if (repeats_along(&s->run, i)) {
    if (own && even) return (struct line_in){g.at, g.col, 0};
    if (!again) tile_copy(&k->mover, &g, 0, 1, k->cols, k->room->in[i]);
    return (struct line_in){k->room->in[i], 1, 0};
  }
  if (adjacent_along(&s->run, i) && even) {
    g.at += r * dtype_bytes(g.dtype);
    if (own) return (struct line_in){g.at, k->g->step[i], 1};
    if (again) return (struct line_in){k->room->in[i], k->g->step[i] ? c : 0, 1};
    return load_lines(k, i, &g, r, c);
  }
  for (int64_t b = 0; b < k->cols && !again; b++) load_line(k, i, r, c, b);
  return (struct line_in){k->room->in[i], c, 1};
}

/* What comes after the batch, or after a section of a long line. */
static void look_ahead(const struct rows *k, struct sweep_lines *f, int64_t r, int64_t c) {
  const struct sweep_plan *s = k->call->s;
  f->nexts = 0;
  f->share = s->each && s->sections == 1 ? LINE_WHOLE / 2 : LINE_WHOLE;
  f->passes = 1;
  for (int i = 0; i < s->operands; i++) {
    if (s->in[i].from == NORM_NOWHERE || repeats_along(&s->run, i) || !adjacent_along(&s->run, i)) continue;
    struct grid g = strand_grid(k, &s->in[i], i, 0);
    int64_t size = dtype_bytes(g.dtype), on = s->sections > 1 ? c : k->cols * g.col;
    if (g.off || g.col == 0) continue;
    f->next[f->nexts++] = (struct line_next){g.at + (r + on) * size, g.col * size, size};
  }
}

static struct sweep_lines lines_of(const struct rows *k, int64_t r, int64_t c, int again) {
  const struct sweep_plan *s = k->call->s;
  const struct norm_room *room = k->room;
  struct sweep_lines f = {.lines = k->cols,
                          .n = c,
                          .acc = {room->acc[0], room->acc[1]},
                          .half = {room->half[0], room->half[1]},
                          .first = room->first,
                          .middle = room->middle,
                          .u = room->u,
                          .v = room->v,
                          .factor = room->factor,
                          .number = s->number};

  f.hold_pitch = whole_runs(s->n);
  f.hold = s->holds ? room->hold + r * k->mover.t_size : NULL;
  for (int i = 0; i < s->operands; i++) f.in[i] = line_operand(k, i, r, c, again);
  look_ahead(k, &f, r, c);
  return f;
}

static void lines_state(const struct rows *k, int64_t r, int64_t c, char *m, char *sum) {
  struct sweep_lines f = lines_of(k, r, c, 0);
  f.begins = r == 0, f.m = m, f.s = sum;
  k->call->s->op->line_state(&f);
}

static void section_state(const struct rows *k, int64_t section) {
  const struct sweep_plan *s = k->call->s;
  int64_t r = section * NORM_SECTION, c = smaller(s->n - r, NORM_SECTION), bytes = k->cols * k->mover.t_size;
  char *m = k->m + section * bytes, *sum = k->s + section * bytes;
  (is_line(k) ? lines_state : columns_state)(k, r, c, m, sum);
  memcpy(k->peaks + section * bytes, m, (size_t)bytes);
}

/* ---- the row ---- */

static void keep(const struct rows *k, int which, const char *values) {
  const struct strand *o = &k->call->s->keep[which];
  if (o->from == NORM_NOWHERE) return;
  struct grid to = strand_grid(k, o, NORM_KEEP + which, 0);
  tile_store(&k->mover, &to, 0, 1, k->cols, values);
}

static void finish(const struct rows *k) {
  const struct sweep_plan *s = k->call->s;
  const struct real_kernels *real = k->call->norm->exec.real;
  struct norm_join join = {k->m, k->s, s->sections, k->cols, NORM_SECTION, s->n, s->kind};
  struct sweep_values values = {k->m, k->s, k->room->u, k->room->v, k->cols, (double)s->n, s->number};
  real->norm_join(&join);
  s->op->values(&values);
  if (s->keep_first) real->norm_plus(k->room->kept, k->room->first, k->room->u, k->cols);
  keep(k, 0, s->keep_first ? k->room->kept : k->room->u);
  keep(k, 1, k->room->v);
}

/* ---- its elements ---- */

/* Where lines go if their elements do not lie side by side. */
static void store_lines(const struct rows *k, int64_t r, int64_t c) {
  const struct sweep_plan *s = k->call->s;
  for (int64_t b = 0; b < k->cols; b++) {
    for (int64_t done = 0, some; done < c; done += some) {
      some = c - done;
      struct grid to = strand_line(k, &s->out, NORM_OUT, 0, b);
      to.col = run_stride(&s->run, NORM_OUT);
      to.at += run_piece(&s->run, NORM_OUT, r + done, &some) * dtype_bytes(to.dtype);
      tile_store(&k->mover, &to, 0, 1, some, k->room->out + (b * c + done) * k->mover.t_size);
    }
  }
}

static void each_lines(const struct rows *k, int64_t r, int64_t c) {
  const struct sweep_plan *s = k->call->s;
  struct sweep_lines f = lines_of(k, r, c, s->sections == 1 && !s->split);
  struct grid to = strand_grid(k, &s->out, NORM_OUT, 0);
  int direct = adjacent_along(&s->run, NORM_OUT) && (!to.off || k->cols == 1);
  if (k->cols == 1) to = strand_line(k, &s->out, NORM_OUT, 0, 0);
  if (s->sections > 1) f.share = LINE_WHOLE, f.passes = 0;
  f.out = (struct sink){k->room->out, k->mover.t, c, 0, 0};
  if (direct) f.out = (struct sink){to.at + r * dtype_bytes(to.dtype), to.dtype, to.col, to.accumulate, to.stream};
  s->op->line_each(&f);
  if (!direct) store_lines(k, r, c);
}

static void each_columns(const struct rows *k, int64_t r, int64_t c) {
  const struct sweep_plan *s = k->call->s;
  struct sweep_feed feed = feed_of(k), *f = &feed;
  int64_t most = larger(EACH_TILE / k->cols, 1), stride = run_stride(&s->run, NORM_OUT);
  f->width = f->hold_pitch = k->cols;
  for (int64_t done = 0, some; done < c; done += some) {
    some = smaller(c - done, most);
    struct grid to = strand_grid(k, &s->out, NORM_OUT, stride);
    to.at += run_piece(&s->run, NORM_OUT, r + done, &some) * dtype_bytes(to.dtype);
    f->rows = some;
    f->hold = s->holds ? k->room->hold + (r + done) * k->cols * k->mover.t_size : NULL;
    for (int i = 0; i < s->operands; i++) f->in[i] = column_source(k, i, r + done, some);
    f->out = tile_sink(&k->mover, &to, 0, some, k->cols, k->room->out);
    s->op->each(f);
    if (f->out.at == k->room->out) tile_store(&k->mover, &to, 0, some, k->cols, k->room->out);
  }
}

static void each_section(const struct rows *k, int64_t section) {
  const struct sweep_plan *s = k->call->s;
  int64_t r = section * NORM_SECTION, c = smaller(s->n - r, NORM_SECTION), bytes = k->cols * k->mover.t_size;
  if (s->kind == SWEEP_PEAK) {
    set_middle(k, k->peaks + section * bytes, 1, c);
    k->call->norm->exec.real->norm_factor(k->room->factor, k->peaks + section * bytes, k->room->u, k->room->v, k->cols);
  }
  (is_line(k) ? each_lines : each_columns)(k, r, c);
}

/* ---- tasks ---- */

static struct rows rows_of(const struct norm_call *call, const struct group *g, struct norm_room *room, int64_t line) {
  const struct exec *exec = &call->norm->exec;
  int64_t cols = call->s->lines.solo ? smaller(g->cols - line, call->s->batch) : g->cols;
  struct rows k = {.call = call,
                   .g = g,
                   .room = room,
                   .line = line,
                   .cols = cols,
                   .m = room->state[0],
                   .s = room->state[1],
                   .peaks = room->state[2],
                   .mover = {exec->cpu->kernels->move, exec->t, exec->t_size, room->raw}};
  return k;
}

/* Rows without elements have sums of 0, and no mean. */
static void no_elements(const struct rows *k) {
  const struct real_kernels *real = k->call->norm->exec.real;
  real->fill(k->m, k->cols, 0);
  real->fill(k->s, k->cols, 0);
  real->fill(k->room->first, k->cols, NAN);
}

/* Whole rows, one batch after the other. */
static void whole_task(void *arg, int64_t task) {
  const struct norm_call *call = arg;
  const struct sweep_plan *s = call->s;
  struct norm_room room;
  open_room(call, task, &room);
  for (int64_t i = s->lines.groups * task / call->tasks; i < s->lines.groups * (task + 1) / call->tasks; i++) {
    struct group g;
    group_seek(&s->lines, i, &g, room.off);
    for (int64_t line = 0; line < g.cols; line += cols_of(s)) {
      struct rows k = rows_of(call, &g, &room, line);
      if (s->n == 0) no_elements(&k);
      else if (!s->lines.solo) load_first(&k);
      for (int64_t section = 0; section < s->sections; section++) section_state(&k, section);
      finish(&k);
      for (int64_t section = 0; section < s->sections && s->each; section++) each_section(&k, section);
    }
  }
}

/* Of split rows, group i. Every group has one line, or is side by side. */
static struct rows split_rows(const struct norm_call *call, struct group *g, struct norm_room *room, int64_t i) {
  group_seek(&call->s->lines, i, g, room->off);
  struct rows k = rows_of(call, g, room, 0);
  int64_t at = i * call->s->lines.cols * call->s->sections * k.mover.t_size;
  k.m = call->state[0] + at, k.s = call->state[1] + at, k.peaks = call->state[2] + at;
  return k;
}

static void state_task(void *arg, int64_t task) {
  const struct norm_call *call = arg;
  int64_t sections = call->s->sections, units = call->s->lines.groups * sections;
  struct norm_room room;
  open_room(call, task, &room);
  for (int64_t i = units * task / call->tasks; i < units * (task + 1) / call->tasks; i++) {
    struct group g;
    struct rows k = split_rows(call, &g, &room, i / sections);
    load_first(&k);
    section_state(&k, i % sections);
  }
}

static char *shared_values(const struct norm_call *call, char *values, int64_t i) {
  return values + i * call->s->lines.cols * call->norm->exec.t_size;
}

static void finish_task(void *arg, int64_t task) {
  const struct norm_call *call = arg;
  struct norm_room room;
  open_room(call, task, &room);
  for (int64_t i = call->s->lines.groups * task / call->tasks; i < call->s->lines.groups * (task + 1) / call->tasks;
       i++) {
    struct group g;
    struct rows k = split_rows(call, &g, &room, i);
    load_first(&k);
    finish(&k);
    memcpy(shared_values(call, call->u, i), room.u, (size_t)(k.cols * k.mover.t_size));
    memcpy(shared_values(call, call->v, i), room.v, (size_t)(k.cols * k.mover.t_size));
  }
}

static void each_task(void *arg, int64_t task) {
  const struct norm_call *call = arg;
  int64_t sections = call->s->sections, units = call->s->lines.groups * sections;
  struct norm_room room;
  open_room(call, task, &room);
  for (int64_t i = units * task / call->tasks; i < units * (task + 1) / call->tasks; i++) {
    struct group g;
    struct rows k = split_rows(call, &g, &room, i / sections);
    memcpy(room.u, shared_values(call, call->u, i / sections), (size_t)(k.cols * k.mover.t_size));
    memcpy(room.v, shared_values(call, call->v, i / sections), (size_t)(k.cols * k.mover.t_size));
    load_first(&k);
    each_section(&k, i % sections);
  }
}

static void run_sweep(rem_context *context, struct norm_call *call) {
  const struct sweep_plan *s = call->s;
  const struct cpu *cpu = call->norm->exec.cpu;
  int64_t groups = s->lines.groups, units = groups * s->sections, work = s->lines.cols * smaller(s->n, NORM_SECTION);
  if (groups == 0) return;
  call->tasks = s->split ? tasks_for(cpu, units, work) : tasks_for(cpu, groups, s->lines.cols * s->n);
  parallel(context, call->tasks, s->split ? state_task : whole_task, call);
  if (!s->split) return;
  call->tasks = tasks_for(cpu, groups, s->lines.cols * s->sections);
  parallel(context, call->tasks, finish_task, call);
  call->tasks = tasks_for(cpu, units, work);
  if (s->each) parallel(context, call->tasks, each_task, call);
}

static void run(rem_context *context, const struct exec *exec, char *const *elements, char *workspace) {
  const struct norm *norm = (const struct norm *)(const void *)exec;
  struct norm_call call = {.norm = norm, .elements = elements};
  struct arena values = {workspace, 0};
  lay_out_values(norm, &values, call.value);
  for (int i = 0; i < norm->sweeps; i++) {
    struct arena a = values;
    call.s = &norm->sweep[i];
    lay_out_shared(norm, call.s, &a, &call);
    call.rooms = workspace + a.used;
    run_sweep(context, &call);
  }
}

/* ---- planning ---- */

static struct strand strand_of(const struct cpu *cpu, const struct problem *p, const struct norm_place *place) {
  struct strand o = {.from = place->from, .at = place->at, .dtype = p->compute};
  if (place->from != NORM_SLOT) return o;
  struct operand slot = operand_of(cpu, p, p->entry->slots[p->pass][place->at].name);
  o.dtype = slot.dtype, o.accumulate = slot.accumulate, o.stream = slot.stream;
  return o;
}

static void plan_axes(struct sweep_plan *s, const struct problem *p, const struct norm_sweep *n) {
  for (int i = 0; i < p->rank; i++) {
    int64_t stride[MAX_OPERANDS] = {0};
    for (int k = 0; k < SWEEP_OPERANDS; k++) stride[k] = n->operand[k].stride[i];
    stride[NORM_OUT] = n->out.stride[i];
    for (int k = 0; k < 2; k++) stride[NORM_KEEP + k] = n->keep[k].stride[i];
    space_push(n->axes >> i & 1 ? &s->run.axes : &s->lines.kept, p->shape[i], stride);
  }
  space_pack(&s->run.axes);
  s->run.n = n->n;
  s->lines.operands = NORM_COLUMNS;
  space_sort(&s->lines.kept, NORM_COLUMNS);
}

/* Rows side by side are so many that what is read of them stays in the second cache; sums alone need less. */
static int64_t most_cols(const struct norm *norm, const struct sweep_plan *s) {
  if (!s->each && s->kind == SWEEP_SUMS) return SUM_COLS;
  int64_t bytes = s->n * norm->exec.t_size;
  int64_t cols = bytes ? ROW_BUDGET / bytes : MOST_COLS;
  return cols < LEAST_COLS || cols > MOST_COLS ? MOST_COLS : cols;
}

/* Lines that lie in memory one after the other, or few of them, are walked along. */
static void plan_lines(struct sweep_plan *s) {
  if (s->lines.flat && s->n >= SHORT_LINE && run_stride(&s->run, 0) == 1) s->lines.solo = 1;
  s->batch = 1;
  if (s->split || s->n == 0) return;
  s->batch = smaller(smaller(s->lines.cols, MOST_LINES), larger(BATCH_ELEMS / s->n, 1));
  s->batch = smaller(s->batch, larger(LINE_ITEMS / line_items(s->n), 1));
}

static void plan_sweep(struct norm *norm, struct sweep_plan *s, const struct problem *p, const struct norm_sweep *n) {
  const struct cpu *cpu = norm->exec.cpu;
  s->op = &norm->exec.real->sweep[n->number];
  s->kind = n->sweep->kind;
  s->each = n->out.from != NORM_NOWHERE;
  s->keep_first = n->keep_first;
  s->number = n->attr;
  s->n = n->n;
  s->sections = (n->n + NORM_SECTION - 1) / NORM_SECTION;
  for (; s->operands < SWEEP_OPERANDS && n->sweep->operand[s->operands]; s->operands++) {
    s->in[s->operands] = strand_of(cpu, p, &n->operand[s->operands]);
    s->standin[s->operands] = n->standin[s->operands];
  }
  s->out = strand_of(cpu, p, &n->out);
  for (int k = 0; k < 2; k++) s->keep[k] = strand_of(cpu, p, &n->keep[k]);
  plan_axes(s, p, n);
  lines_plan(&s->lines, &s->run, most_cols(norm, s), cpu->threads);
  s->split = s->sections > 1 && s->lines.groups < cpu->threads;
  plan_lines(s);
  if (s->split && s->lines.solo) s->lines.cols = 1, s->lines.groups = s->lines.count;
  s->holds = s->kind == SWEEP_PEAK && s->each && !s->split && s->n * cols_of(s) * norm->exec.t_size <= HOLD_BYTES;
  struct arena room = {NULL, 0};
  struct norm_room r;
  lay_out_room(norm, s, &room, &r);
  s->room_bytes = room.used;
}

static rem_status plan(const struct cpu *cpu, const struct problem *p, struct exec *exec, struct planned *planned,
                       rem_error *error) {
  struct norm *norm = (struct norm *)(void *)exec;
  struct norm_job job;
  struct arena values = {NULL, 0};
  char *none[2 * NORM_STEPS];
  (void)error;
  norm_job_of(p, &job);
  norm->sweeps = job.sweeps, norm->values = job.values;
  norm->rows = 1;
  for (int i = 0; i < p->rank; i++)
    if (!(p->axes >> i & 1)) norm->rows *= p->shape[i];
  lay_out_values(norm, &values, none);
  for (int i = 0; i < job.sweeps; i++) {
    struct norm_call call;
    struct arena a = values;
    plan_sweep(norm, &norm->sweep[i], p, &job.sweep[i]);
    lay_out_shared(norm, &norm->sweep[i], &a, &call);
    size_t bytes = a.used + norm->sweep[i].room_bytes * (size_t)cpu->threads;
    if (bytes > planned->workspace_bytes) planned->workspace_bytes = bytes;
  }
  const struct sweep_plan *main_sweep = &norm->sweep[norm->sweeps ? norm->sweeps - 1 : 0];
  for (int i = 0; i < norm->sweeps; i++)
    if (norm->sweep[i].each) main_sweep = &norm->sweep[i];
  snprintf(planned->sku, sizeof planned->sku, "norm.%s.%s%s",
           main_sweep->lines.solo   ? "solo"
           : main_sweep->lines.flat ? "flat"
                                    : "wide",
           main_sweep->split ? "split" : "whole", norm->values ? ".again" : "");
  if (norm->values)
    note(planned, "The statistics of rows are not given in the compute dtype and were worked out again from x.");
  return REM_OK;
}

const struct family_ops cpu_norm = {sizeof(struct norm), plan, run};
