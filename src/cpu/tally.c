/* tally.c: reductions to whole numbers on the CPU. Lines side by side are columns of a tile, long lines are walked one by one; both
 * as they lie in memory. Where there are few lines, several tasks have parts of each. */
#include <stdio.h>

#include "cpu.h"
#include "schedule/tally.h"

enum { TILE_BYTES = 32768, LINE_ELEMS = 4096, SPAN_LEAST = 32768, FOLD_COLS = 256, SOLO_BYTES = 512 };

struct tally {
  struct exec exec;
  const struct tally_entry *entry;
  int64_t (*y_of)(int64_t r, int64_t at, int64_t n);
  struct tally_space space;
  struct tally_key key;
  struct operand x, y, index;
  struct run run;
  struct lines lines;
  int64_t fold;  /* rows that lie side by side as columns of their own; 1: none */
  int64_t spans; /* parts of a line                                             */
  size_t room_bytes;
};

/* What a task works with; value and at: [cols x fold]. */
struct room {
  int64_t *value, *at, *off;
  char *tile, *raw;
};

struct tally_call {
  const struct tally *t;
  char *const *elements;
  int64_t *value, *at; /* of parts: [groups][spans][cols] */
  char *rooms;
  int64_t tasks;
};

/* ---- y ---- */

#define Y(...) __VA_ARGS__
#define INTS_OF(name, loop, formula, exact)                      \
  static int64_t y_of_##name(int64_t r, int64_t at, int64_t n) { \
    int64_t y;                                                   \
    (void)r, (void)at, (void)n;                                  \
    formula return y;                                            \
  }
#define TALLY(name, says, holds, loop, formula, ...) INTS_OF(name, loop, formula, )
#include "tally.def"
#undef TALLY
#undef INTS_OF
#define INTS_OF(name, ...) [TALLY_##name] = y_of_##name,
#define TALLY INTS_OF
static int64_t (*const formulas[])(int64_t r, int64_t at, int64_t n) = {
#include "tally.def"
};

static void store(const struct tally_call *call, const struct group *g, const struct operand *o, int as,
                  const int64_t *values, struct room *room) {
  const struct tally *t = call->t;
  struct mover m = {t->exec.cpu->kernels->move, REM_I64, 8, room->raw};
  char *first = call->elements[o->slot] + t->space.begin[as] * dtype_bytes(o->dtype);
  struct grid to = group_grid(g, as, first, o->dtype, 0);
  to.accumulate = o->accumulate;
  tile_store(&m, &to, 0, 1, g->cols, (const char *)values);
}

/* What was folded is known of every line of the group. */
static void finish(const struct tally_call *call, const struct group *g, struct room *room) {
  const struct tally *t = call->t;
  int best = t->entry->loop == TALLY_BEST;
  for (int64_t c = 0; c < g->cols; c++) {
    int64_t r = room->value[c], at = t->space.from_end ? t->space.n - 1 - room->at[c] : room->at[c];
    room->at[c] = at;
    room->value[c] = t->y_of(best ? tally_element(&t->key, t->x.dtype, r) : r, at, t->space.n);
  }
  store(call, g, &t->y, TALLY_Y, room->value, room);
  if (t->index.slot >= 0) store(call, g, &t->index, TALLY_INDEX, room->at, room);
}

/* ---- folding ---- */

static void begin(const struct tally *t, int64_t *value, int64_t *at, int64_t n) {
  static const int64_t nothing[] = {[TALLY_ADD] = 0, [TALLY_MUL] = 1, [TALLY_COUNT] = 0, [TALLY_BEST] = INT64_MIN};
  for (int64_t c = 0; c < n; c++) value[c] = nothing[t->entry->loop], at[c] = INT64_MAX;
}

static void join(const struct tally *t, int64_t *value, int64_t *at, int64_t v, int64_t place) {
  enum tally_loop loop = t->entry->loop;
  if (loop == TALLY_BEST) {
    if (v > *value || (v == *value && place < *at)) *value = v, *at = place;
    return;
  }
  uint64_t a = (uint64_t)*value, b = (uint64_t)v;
  *value = (int64_t)(loop == TALLY_MUL ? a * b : a + b);
}

static char *x_first(const struct tally_call *call) {
  const struct tally *t = call->t;
  return call->elements[t->x.slot] + t->space.begin[TALLY_X] * dtype_bytes(t->x.dtype);
}

/* Elements [from, to) of line c of a group. */
static void fold_line(const struct tally_call *call, const struct group *g, int64_t c, int64_t from, int64_t to,
                      struct room *room) {
  const struct tally *t = call->t;
  int64_t size = dtype_bytes(t->x.dtype), stride = run_stride(&t->run, TALLY_X), step = run_stride(&t->run, TALLY_AT);
  int64_t most = stride == 1 ? TALLY_ROWS * TALLY_LINE / size : LINE_ELEMS;
  struct grid line = group_line(g, TALLY_X, x_first(call), t->x.dtype, stride, c);
  for (int64_t some; from < to; from += some) {
    some = smaller(to - from, most);
    int64_t base = run_piece(&t->run, TALLY_AT, from, &some);
    const char *x = line.at + run_piece(&t->run, TALLY_X, from, &some) * size;
    if (stride != 1) strided_in(room->tile, x, some, stride * size, size), x = room->tile;
    struct tally_tile tile = {
        .x = x, .cols = some, .key = t->key, .value = room->value + c, .at = room->at + c, .base = base, .step = step};
    t->exec.cpu->kernels->tally->loop[t->entry->loop][t->x.dtype].line(&tile);
  }
}

static void fold_tile(const struct tally *t, struct tally_tile *tile) {
  t->exec.cpu->kernels->tally->loop[t->entry->loop][t->x.dtype].cols(tile);
}

/* Rows that touch, so few elements each that several count as one: what is left of them comes last. */
static void fold_dense(const struct tally *t, struct tally_tile *tile, int64_t rows) {
  int64_t cols = tile->cols, size = dtype_bytes(t->x.dtype), whole = rows / t->fold, rest = rows % t->fold;
  tile->pitch = tile->cols = cols * t->fold, tile->rows = whole, tile->step *= t->fold;
  if (whole) fold_tile(t, tile);
  tile->x += whole * tile->cols * size, tile->base += whole * tile->step;
  tile->rows = 1, tile->cols = cols * rest;
  if (rest) fold_tile(t, tile);
}

/* Column c of row j of those that were folded as one is a line's too. */
static void join_dense(const struct tally *t, int64_t cols, struct room *room) {
  int64_t step = run_stride(&t->run, TALLY_AT);
  for (int64_t j = 1; j < t->fold; j++)
    for (int64_t c = 0; c < cols; c++) {
      int64_t i = j * cols + c, place = room->at[i] == INT64_MAX ? INT64_MAX : room->at[i] + j * step;
      join(t, &room->value[c], &room->at[c], room->value[i], place);
    }
}

/* Rows [from, to) of the lines of a group. */
static void fold_group(const struct tally_call *call, const struct group *g, int64_t from, int64_t to,
                       struct room *room) {
  const struct tally *t = call->t;
  int64_t size = dtype_bytes(t->x.dtype), stride = run_stride(&t->run, TALLY_X);
  int64_t most = t->fold > 1 ? TALLY_ROWS * t->fold : larger(1, smaller(TALLY_ROWS, TILE_BYTES / (size * g->cols)));
  struct mover m = {t->exec.cpu->kernels->move, t->x.dtype, size, room->raw};
  struct grid whole = group_grid(g, TALLY_X, x_first(call), t->x.dtype, stride);
  if (whole.col == 1 && !whole.off) most = t->fold > 1 ? most : TALLY_ROWS;
  for (int64_t some; from < to; from += some) {
    struct grid piece = whole;
    some = smaller(to - from, most);
    struct tally_tile tile = {.key = t->key, .value = room->value, .at = room->at, .cols = g->cols};
    tile.base = run_piece(&t->run, TALLY_AT, from, &some);
    tile.step = run_stride(&t->run, TALLY_AT);
    piece.at += run_piece(&t->run, TALLY_X, from, &some) * size;
    if (t->fold > 1) {
      tile.x = piece.at;
      fold_dense(t, &tile, some);
      continue;
    }
    if (piece.col == 1 && !piece.off) tile.x = piece.at, tile.pitch = stride;
    else tile.x = tile_load(&m, &piece, 0, some, g->cols, room->tile, &tile.pitch);
    tile.rows = some;
    fold_tile(t, &tile);
  }
  if (t->fold > 1) join_dense(t, g->cols, room);
}

/* ---- tasks ---- */

static void lay_out(const struct tally *t, struct arena *a, struct room *room) {
  int64_t cols = larger(t->lines.cols, 1), size = dtype_bytes(t->x.dtype);
  int64_t tile = larger(LINE_ELEMS * size, larger(TILE_BYTES, cols * size));
  room->value = (int64_t *)(void *)arena_elems(a, cols * t->fold, 8);
  room->at = (int64_t *)(void *)arena_elems(a, cols * t->fold, 8);
  room->off = (int64_t *)(void *)arena_elems(a, TALLY_COLUMNS * cols, 8);
  room->tile = arena_elems(a, tile, 1);
  room->raw = arena_elems(a, cols, 8);
}

static struct room room_of(const struct tally_call *call, int64_t task) {
  struct arena a = {call->rooms + (size_t)task * call->t->room_bytes, 0};
  struct room room;
  lay_out(call->t, &a, &room);
  return room;
}

/* Rows without elements may have no address: nothing is asked of it. */
static void fold(const struct tally_call *call, const struct group *g, int64_t from, int64_t to, struct room *room) {
  if (from == to) return;
  if (!call->t->lines.solo) {
    fold_group(call, g, from, to, room);
    return;
  }
  for (int64_t c = 0; c < g->cols; c++) fold_line(call, g, c, from, to, room);
}

static void fold_task(void *arg, int64_t task) {
  const struct tally_call *call = arg;
  const struct tally *t = call->t;
  struct room room = room_of(call, task);
  int64_t units = t->lines.groups * t->spans;
  for (int64_t i = units * task / call->tasks; i < units * (task + 1) / call->tasks; i++) {
    int64_t span = i % t->spans, from = t->space.n * span / t->spans, to = t->space.n * (span + 1) / t->spans;
    struct group g;
    group_seek(&t->lines, i / t->spans, &g, room.off);
    begin(t, room.value, room.at, g.cols * t->fold);
    fold(call, &g, from, to, &room);
    if (t->spans == 1) {
      finish(call, &g, &room);
      continue;
    }
    memcpy(call->value + i * t->lines.cols, room.value, (size_t)g.cols * 8);
    memcpy(call->at + i * t->lines.cols, room.at, (size_t)g.cols * 8);
  }
}

static void join_task(void *arg, int64_t task) {
  const struct tally_call *call = arg;
  const struct tally *t = call->t;
  struct room room = room_of(call, task);
  for (int64_t i = t->lines.groups * task / call->tasks; i < t->lines.groups * (task + 1) / call->tasks; i++) {
    struct group g;
    group_seek(&t->lines, i, &g, room.off);
    begin(t, room.value, room.at, g.cols);
    for (int64_t s = 0; s < t->spans; s++)
      for (int64_t c = 0; c < g.cols; c++) {
        int64_t from = (i * t->spans + s) * t->lines.cols + c;
        join(t, &room.value[c], &room.at[c], call->value[from], call->at[from]);
      }
    finish(call, &g, &room);
  }
}

static size_t lay_out_parts(const struct tally *t, struct tally_call *call, char *workspace) {
  struct arena a = {workspace, 0};
  int64_t parts = t->spans > 1 ? t->lines.groups * t->spans * t->lines.cols : 0;
  call->value = (int64_t *)(void *)arena_elems(&a, parts, 8);
  call->at = (int64_t *)(void *)arena_elems(&a, parts, 8);
  call->rooms = workspace ? workspace + a.used : NULL;
  return a.used;
}

static void run(rem_context *context, const struct exec *exec, char *const *elements, char *workspace) {
  const struct tally *t = (const struct tally *)(const void *)exec;
  struct tally_call call = {.t = t, .elements = elements};
  if (t->lines.groups == 0) return;
  lay_out_parts(t, &call, workspace);
  int64_t work = t->lines.cols * larger(1, t->space.n / t->spans);
  call.tasks = tasks_for(exec->cpu, t->lines.groups * t->spans, work);
  parallel(context, call.tasks, fold_task, &call);
  if (t->spans == 1) return;
  call.tasks = tasks_for(exec->cpu, t->lines.groups, t->lines.cols * t->spans);
  parallel(context, call.tasks, join_task, &call);
}

/* ---- planning ---- */

/* Few columns whose rows touch. */
static int64_t fold_of(const struct tally *t) {
  int64_t cols = t->lines.cols;
  if (t->lines.solo || t->lines.flat || cols != t->lines.inner || cols >= FOLD_COLS / 2) return 1;
  if (run_stride(&t->run, TALLY_X) != cols) return 1;
  return FOLD_COLS / cols;
}

static void plan_spans(struct tally *t) {
  int64_t threads = t->exec.cpu->threads, groups = t->lines.groups, wide = t->lines.cols * t->space.n;
  t->spans = 1;
  if (threads == 1 || groups == 0 || groups >= 4 * threads) return;
  t->spans = larger(1, smaller(4 * threads / groups, smaller(wide / SPAN_LEAST, t->space.n)));
}

static rem_status plan(const struct cpu *cpu, const struct problem *p, struct exec *exec, struct planned *planned,
                       rem_error *error) {
  struct tally *t = (struct tally *)(void *)exec;
  struct tally_call parts = {0};
  struct arena room = {NULL, 0};
  struct room r;
  (void)error;
  t->entry = problem_tally(p);
  t->y_of = formulas[p->entry->tally];
  tally_spaces(p, &t->space);
  t->x = operand_of(cpu, p, "x"), t->y = operand_of(cpu, p, "y"), t->index = operand_of(cpu, p, "index");
  t->key = tally_key_of(t->entry, t->x.dtype);
  t->run = (struct run){t->space.run, t->space.n};
  t->lines.kept = t->space.kept;
  t->lines.operands = TALLY_INDEX + 1;
  lines_plan(&t->lines, &t->run, BROAD_LINES, TALLY_COLS(dtype_bytes(t->x.dtype)), cpu->threads);
  t->fold = fold_of(t);
  plan_spans(t);
  lay_out(t, &room, &r);
  t->room_bytes = room.used;
  planned->workspace_bytes = lay_out_parts(t, &parts, NULL) + arena_rooms(t->room_bytes, cpu->threads);
  snprintf(planned->sku, sizeof planned->sku, "tally.%s", t->lines.solo ? "solo" : t->lines.flat ? "flat" : "wide");
  return REM_OK;
}

const struct family_ops cpu_tally = {sizeof(struct tally), plan, run};
