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
  struct grid source[4];       /* x; or a grid for each field of the states */
  struct grid in[MAP_SOURCES]; /* of a source that is computed */
  struct grid beside;          /* of what is made with it      */
  const char *first;           /* [cols] */
  int64_t cols;
};

static int of_elements(const struct columns *k) { return k->level == k->call->row->level; }

/* ---- fetching ---- */

/* Steps r0 .. of an operand of the columns, packed; the run may hold them in several pieces. */
static void pack_operand(const struct columns *k, const struct grid *g, int as, int64_t r0, int64_t rows, char *tile) {
  for (int64_t done = 0, some; done < rows; done += some) {
    some = rows - done;
    struct grid piece = *g;
    piece.at += run_piece(&k->level->run, as, r0 + done, &some) * dtype_bytes(g->dtype);
    tile_copy(&k->mover, &piece, 0, some, k->cols, tile + done * k->cols * k->mover.t_size);
  }
}

/* The same for kernels that walk rows, or one line as one row. */
static struct source load_operand(const struct columns *k, const struct grid *g, int as, int64_t r0, int64_t rows,
                                  char *tile) {
  if (k->level->run.axes.n > 1) {
    pack_operand(k, g, as, r0, rows, tile);
    return (struct source){tile, k->mover.t, k->cols, 1};
  }
  if (k->cols > 1) return tile_source(&k->mover, g, r0, rows, k->cols, tile);
  struct grid line = {g->at + r0 * g->row * dtype_bytes(g->dtype), g->dtype, 0, g->row, NULL, 1, 0, 0};
  return tile_source(&k->mover, &line, 0, 1, rows, tile);
}

static const int input_columns[MAP_SOURCES] = {ROW_IN1, ROW_IN2, ROW_IN3, ROW_G, ROW_IN4};

/* Steps of the columns from r0 on, as kernels see them: one line is one row. */
static struct grid steps_from(const struct columns *k, const struct grid *g, int64_t r0) {
  struct grid at = *g;
  at.at += r0 * g->row * dtype_bytes(g->dtype);
  if (k->cols == 1) at.col = g->row, at.row = 0, at.off = NULL, at.unit = 1;
  return at;
}

/* A source that is computed, element by element, from the operands of a map; and what is made of them beside it, which may take the place of
 * one: it comes last. */
static void compute_rows(const struct columns *k, int64_t r0, int64_t rows) {
  const struct row *row = k->call->row;
  const struct map_inputs *from = &row->inputs;
  struct map_tile t = {
      .rows = rows, .cols = k->cols, .formula = {row->map}, .number = from->number, .sources = from->sources};
  t.out[0] = (struct sink){k->room->tile, k->mover.t, k->cols, 0, 0};
  /* the next ones are asked for while these are made, for nothing is while they are summed */
  if (k->cols == 1) t.rows = 1, t.cols = t.skips = rows;
  struct grid beside = {0};
  int same = row->beside.formula && row->beside.same;
  if (row->beside.formula) beside = steps_from(k, &k->beside, r0);
  if (row->beside.formula && !same) {
    t.formula[1] = row->beside.formula;
    t.lines[0] = row->beside.lines[0], t.lines[1] = row->beside.lines[1];
    t.all = row->beside.all, t.place[0] = row->beside.place[0], t.place[1] = row->beside.place[1];
    t.out[1] = tile_sink(&k->mover, &beside, 0, t.rows, t.cols, k->room->beside);
  }
  for (int i = 0; i < from->sources; i++) {
    t.in[i] = (struct source){k->room->in[i], k->mover.t, 0, 0};
    if (from->in[i].slot >= 0) t.in[i] = load_operand(k, &k->in[i], input_columns[i], r0, rows, k->room->in[i]);
    else map_absent(&row->exec, from, k->call->elements, i, k->room->in[i]);
  }
  row->exec.real->map_tile(&t);
  if (same) tile_store(&k->mover, &beside, 0, t.rows, t.cols, k->room->tile);
  else if (t.out[1].at && t.out[1].at == k->room->beside) tile_store(&k->mover, &beside, 0, t.rows, t.cols, k->room->beside);
}

/* The same of rows r, r + apart, ... and of `cols` columns from c on. */
static void compute_piece(const struct columns *k, int64_t r, int64_t apart, int64_t rows, int64_t c, int64_t cols) {
  struct columns piece = *k;
  piece.cols = cols;
  for (int i = 0; i <= k->call->row->inputs.sources; i++) {
    struct grid *g = i < k->call->row->inputs.sources ? &piece.in[i] : &piece.beside;
    if (g->at) g->at += (r * g->row + c * g->col) * dtype_bytes(g->dtype);
    g->row *= apart;
  }
  compute_rows(&piece, 0, rows);
}

/* Whether the rows of x touch each other where they lie. */
static int touching(const struct columns *k) {
  const struct grid *g = &k->source[0];
  if (k->call->row->map || k->level->run.axes.n > 1 || g->row != k->cols) return 0;
  return k->cols == 1 || (!g->off && g->col == 1);
}

/* Rows of x, or of what is computed in its place, that touch each other. */
static const char *fetch(const struct columns *k, int64_t r0, int64_t rows, int *dtype) {
  const struct grid *g = &k->source[0];
  *dtype = k->mover.t;
  if (k->call->row->map) {
    compute_rows(k, r0, rows);
  } else if (touching(k)) {
    *dtype = g->dtype;
    return g->at + r0 * g->row * dtype_bytes(g->dtype);
  } else {
    pack_operand(k, g, ROW_SOURCE, r0, rows, k->room->tile);
  }
  return k->room->tile;
}

/* ---- one chunk, in tiles: lanes of columns side by side ---- */

/* Rows [0, rows) of a fetched tile, which starts at row `from` of the chunk, go to their lanes. */
static void fold_elements(const struct columns *k, int64_t r0, int64_t from, int64_t rows) {
  struct feed f = {.acc = k->room->acc, .block = LANES * k->cols, .first = k->room->firsts};
  const char *x = fetch(k, r0 + from, rows, &f.dtype);
  for (int64_t done = 0, lanes; done < rows; done += f.blocks * lanes) {
    lanes = rows - done < LANES ? rows - done : LANES;
    f.x = x + done * k->cols * dtype_bytes(f.dtype);
    f.cols = lanes * k->cols;
    f.blocks = lanes < LANES ? 1 : (rows - done) / LANES;
    f.na = (double)((from + done) / LANES);
    k->call->row->op->fold(&f);
  }
}

static void fold_states(const struct columns *k, int64_t r0, int64_t from, int64_t rows) {
  const struct row *row = k->call->row;
  int64_t size = k->mover.t_size;
  for (int i = 0; i < 4; i++)
    if (row->fields & (1 << i)) pack_operand(k, &k->source[i], ROW_SOURCE, r0 + from, rows, k->room->part.field[i]);
  struct fold f = {.acc = k->room->acc, .rows = 1, .blocks = 1, .nb = (double)k->level->each};
  for (int64_t done = 0, lanes; done < rows; done += lanes) {
    lanes = rows - done < LANES ? rows - done : LANES;
    f.from = states_at(k->room->part, done * k->cols, size);
    f.cols = lanes * k->cols;
    f.na = (double)((from + done) / LANES) * f.nb;
    if (from + done == 0) states_copy(f.acc, f.from, row->fields, f.cols, size);
    else row->op->merge(&f);
  }
}

static void chunk_tiles(const struct columns *k, int64_t r0, int64_t rows, struct states to) {
  const struct row *row = k->call->row;
  int64_t most = of_elements(k) && touching(k) ? CHUNK : TILE_ELEMS / k->cols / LANES * LANES;
  if (most < LANES) most = LANES;
  for (int64_t r = 0; r < rows; r += most)
    (of_elements(k) ? fold_elements : fold_states)(k, r0, r, rows - r < most ? rows - r : most);
  int64_t lanes = rows < LANES ? rows : LANES, full = rows / LANES, each = k->level->each;
  struct tree t = {k->room->acc, k->cols, lanes, k->cols, 0, each, each};
  if (rows >= LANES) t.split = rows % LANES, t.c0 = (full + 1) * each, t.c1 = full * each;
  row->op->tree(&t);
  states_copy(to, k->room->acc, row->fields, k->cols, k->mover.t_size);
}

/* ---- subtrees, merged as a binary counter counts ---- */

struct stack {
  struct states base; /* of all but the lowest, which lies in `to` */
  struct states to;
  int64_t counts[64], top;
};

static struct states stack_at(const struct columns *k, const struct stack *s, int64_t i) {
  return i ? states_at(s->base, (i - 1) * k->cols, k->mover.t_size) : s->to;
}

static void stack_join(const struct columns *k, struct stack *s) {
  struct fold f = {.acc = stack_at(k, s, s->top - 1),
                   .from = stack_at(k, s, s->top),
                   .rows = 1,
                   .cols = k->cols,
                   .blocks = 1,
                   .na = (double)s->counts[s->top - 1],
                   .nb = (double)s->counts[s->top]};
  k->call->row->op->merge(&f);
  s->counts[s->top - 1] += s->counts[s->top];
  s->top--;
}

/* Item i of `count` elements lies on the top. */
static void stack_push(const struct columns *k, struct stack *s, int64_t i, int64_t count) {
  s->counts[s->top] = count;
  for (; i & 1; i >>= 1) stack_join(k, s);
  s->top++;
}

static void stack_close(const struct columns *k, struct stack *s) {
  for (s->top--; s->top > 0;) stack_join(k, s);
}

/* ---- one chunk, lane by lane: rows as long as the cache allows, straight from memory ---- */

/* Rows r, r + apart, ..., `cols` columns of them, are fed to acc: where they lie, or computed, a piece at a time. */
static void feed_rows(const struct columns *k, void (*loop)(const struct feed *), struct feed *f, struct states acc,
                      int64_t r, int64_t apart, int64_t cols) {
  const struct grid *g = &k->source[0];
  f->acc = acc, f->cols = cols;
  if (!k->call->row->map) {
    f->x = g->at + r * g->row * dtype_bytes(g->dtype);
    f->block = apart * g->row;
    loop(f);
    return;
  }
  f->x = k->room->tile;
  for (int64_t c = 0; c < cols; c += f->cols) {
    f->cols = f->block = smaller(cols - c, PIECE_COLS);
    f->acc = states_at(acc, c, k->mover.t_size);
    compute_piece(k, r, apart, f->blocks, c, f->cols);
    loop(f);
  }
}

/* Blocks of `lanes` lanes from row r on join acc, which holds `held` elements a lane: one call where rows touch. */
static void fold_lanes(const struct columns *k, struct feed *f, struct states acc, int64_t r, int64_t lanes,
                       int64_t blocks, int64_t held) {
  int64_t wide = touching(k) ? lanes : 1;
  f->blocks = blocks, f->na = (double)held;
  for (int64_t l = 0; l < lanes; l += wide)
    feed_rows(k, k->call->row->op->fold, f, states_at(acc, l * k->cols, k->mover.t_size), r + l, LANES, wide * k->cols);
}

enum { BLOCKS = 8 }; /* of a row before the next row: few enough for processors to look ahead in each */

/* Several elements a lane: some lanes after the others. A lone one needs no place but the stack's. */
static void chunk_deep(const struct columns *k, int64_t r0, int64_t rows, struct stack *s, struct feed *f) {
  const struct row *row = k->call->row;
  int64_t each = k->level->lanes, full = rows / LANES, most = touching(k) ? full : BLOCKS;
  if (touching(k)) f->first = k->room->firsts;
  for (int64_t l = 0; l < LANES; l += each) {
    struct states top = stack_at(k, s, s->top), acc = each > 1 ? k->room->acc : top;
    int64_t more = smaller(larger(rows % LANES - l, 0), each);
    for (int64_t b = 0; b < full; b += most)
      fold_lanes(k, f, acc, r0 + l + b * LANES, each, smaller(full - b, most), b);
    if (more) fold_lanes(k, f, acc, r0 + l + full * LANES, more, 1, full);
    struct tree t = {acc, k->cols, each, k->cols, more, full + 1, full};
    row->op->tree(&t);
    if (each > 1) states_copy(top, acc, row->fields, k->cols, k->mover.t_size);
    stack_push(k, s, l / each, each * full + more);
  }
}

enum { EIGHT_LANES = 8, PAIR = 2 };

/* One element a lane: eight lanes at a time, then pairs, of which the join is the fold of the second. */
static void chunk_flat(const struct columns *k, int64_t r0, int64_t rows, struct stack *s, struct feed *f) {
  const struct row_kernels *op = k->call->row->op;
  for (int64_t l = 0, some; l < rows; l += some) {
    some = rows - l < EIGHT_LANES ? PAIR : EIGHT_LANES;
    f->blocks = smaller(rows - l, some);
    feed_rows(k, some == PAIR ? op->fold : op->eight, f, stack_at(k, s, s->top), r0 + l, 1, k->cols);
    stack_push(k, s, l / some, f->blocks);
  }
}

static void chunk_lanes(const struct columns *k, int64_t r0, int64_t rows, struct states to) {
  struct stack s = {.base = states_at(k->room->acc, k->level->lanes * k->cols, k->mover.t_size), .to = to};
  struct feed f = {.dtype = k->call->row->map ? k->mover.t : k->source[0].dtype, .first = k->first};
  (rows > LANES ? chunk_deep : chunk_flat)(k, r0, rows, &s, &f);
  stack_close(k, &s);
}

/* ---- chunks of a span ---- */

static void reduce_chunk(const struct columns *k, int64_t r0, int64_t rows, struct states to) {
  if (of_elements(k) && k->cols == 1) {
    struct chunk c = {.out = to, .lines = 1, .n = rows, .first = k->call->row->uses_first ? k->first : NULL};
    c.x = fetch(k, r0, rows, &c.dtype);
    k->call->row->op->chunk(&c);
  } else if (k->level->streams) {
    chunk_lanes(k, r0, rows, to);
  } else {
    chunk_tiles(k, r0, rows, to);
  }
}

static void reduce_columns(const struct columns *k, int64_t span, struct states found) {
  const struct row_level *level = k->level;
  struct stack s = {.base = k->room->stack, .to = found};
  int64_t first = span * level->span, end = first + level->span < level->chunks ? first + level->span : level->chunks;
  for (int64_t c = first; c < end; c++) {
    int64_t r0 = c * CHUNK, rows = level->run.n - r0 < CHUNK ? level->run.n - r0 : CHUNK;
    reduce_chunk(k, r0, rows, stack_at(k, &s, s.top));
    stack_push(k, &s, c - first, rows * level->each);
  }
  stack_close(k, &s);
}

/* ---- the lines of a group ---- */

/* The first elements, once for each lane of a tile. */
static void set_first(struct columns *k, int64_t c) {
  int64_t size = k->mover.t_size, lanes = k->level->streams ? k->level->lanes : LANES;
  int64_t n = (lanes < k->level->run.n ? lanes : k->level->run.n) * k->cols;
  k->first = k->room->v.first + c * size;
  if (!k->call->row->uses_first || k->cols == 1) return;
  for (int64_t i = 0; i < n; i += k->cols) memcpy(k->room->firsts + i * size, k->first, (size_t)(k->cols * size));
}

static struct grid grid_at(const struct columns *k, const struct group *g, int as, char *base, int dtype,
                           int64_t line) {
  int64_t stride = run_stride(&k->level->run, as);
  return k->level->lines.solo ? group_line(g, as, base, dtype, stride, line) : group_grid(g, as, base, dtype, stride);
}

static void set_source(struct columns *k, const struct group *g, int64_t line) {
  const struct row *row = k->call->row;
  int64_t at = k->level - row->level;
  char *const *elements = k->call->elements;
  for (int i = 0; i < 4; i++) {
    if (at > 0) k->source[i] = grid_at(k, g, ROW_SOURCE, k->call->shared.level[at - 1].field[i], row->exec.t, line);
    else if (!row->map) k->source[i] = grid_at(k, g, ROW_SOURCE, elements[row->x.slot], row->x.dtype, line);
  }
  for (int i = 0; at == 0 && row->map && i < row->inputs.sources; i++) {
    const struct operand *in = &row->inputs.in[i];
    if (in->slot >= 0) k->in[i] = grid_at(k, g, input_columns[i], elements[in->slot], in->dtype, line);
  }
  if (at > 0 || !row->beside.formula) return;
  const struct operand *beside = &row->beside.out;
  k->beside = grid_at(k, g, ROW_BESIDE, elements[beside->slot], beside->dtype, line);
  k->beside.accumulate = beside->accumulate, k->beside.stream = beside->stream;
}

/* Lines of one chunk that lie alike: all of them in one call. */
static int reduce_alike(const struct row_call *call, const struct row_level *level, const struct group *g,
                        struct row_room *room) {
  const struct row *row = call->row;
  if (!level->lines.solo || level->chunks > 1 || level != row->level || row->map) return 0;
  if (g->off[ROW_SOURCE] || level->run.axes.n > 1 || run_stride(&level->run, ROW_SOURCE) != 1) return 0;
  struct grid x = group_grid(g, ROW_SOURCE, call->elements[row->x.slot], row->x.dtype, 1);
  struct chunk c = {.out = room->v.state,
                    .x = x.at,
                    .dtype = x.dtype,
                    .lines = g->cols,
                    .pitch = x.col,
                    .n = level->run.n,
                    .first = row->uses_first ? room->v.first : NULL};
  row->op->chunk(&c);
  return 1;
}

static void reduce_dense(const struct row_call *call, const struct group *g, struct row_room *room) {
  const struct row *row = call->row;
  struct chunk c = {.out = room->v.state,
                    .dtype = row->x.dtype,
                    .lines = g->cols / row->dense,
                    .n = row->n,
                    .inner = row->dense,
                    .first = row->uses_first ? room->v.first : NULL};
  c.x = call->elements[row->x.slot] + g->at[ROW_SOURCE] * dtype_bytes(c.dtype);
  row->op->chunk(&c);
}

void row_reduce(const struct row_call *call, const struct row_level *level, const struct group *g, int64_t span,
                struct row_room *room) {
  if (call->row->dense) {
    reduce_dense(call, g, room);
    return;
  }
  if (reduce_alike(call, level, g, room)) return;
  struct columns k = {.call = call, .level = level, .room = room, .mover = row_mover(call->row, room)};
  k.cols = level->lines.solo ? 1 : g->cols;
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

static struct states span_states(const struct row_call *call, const struct row_level *level, int64_t group,
                                 int64_t span) {
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
    if (level->spans == 1) pass_on(call, &g, &room);
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
          memmove(all.field[f] + s * g.cols * size, all.field[f] + s * level->lines.cols * size,
                  (size_t)(g.cols * size));
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
