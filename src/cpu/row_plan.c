/* row_plan.c: the geometry of a reduction: runs of reduced axes, lines, spans; and what its tasks need of the workspace. */
#include <string.h>

#include "row.h"
#include "schedule/row.h"

enum { STATE_BUDGET = 256 * 1024, LANE_BUDGET = 64 * 1024, NEAR_BUDGET = 16 * 1024 };
enum { MAP_TILE = 4096, LANE_DEPTH = 7, NARROW = 64 };

/* ---- operands ---- */

void row_operands(struct row *row, const struct problem *p) {
  const struct cpu *cpu = row->exec.cpu;
  const struct entry *e = p->entry;
  int back = p->pass == REM_BACKWARD;
  row->op = &row->exec.real->row[e->op];
  row->fields = e->fields & ~(e->fields & ONLY_COUNT ? HAS_TIES : 0);
  row->uses_first = formula_uses(e->forward, "first");
  row->kind = e->extra;
  row->x = operand_of(cpu, p, "x");
  row->y = operand_of(cpu, p, back ? "dy" : "y");
  row->extra = operand_of(cpu, p, e->extra == EXTRA_INDEX ? "index" : "mean");
  row->dx = operand_of(cpu, p, "dx");
  row->saved = back ? operand_of(cpu, p, "y") : (struct operand){.slot = -1};
}

/* ---- axes ---- */

static const rem_view *view_of(const struct problem *p, struct operand o) {
  return o.slot < 0 ? NULL : &p->views[o.slot];
}

void row_axes_of(const struct row *row, const struct problem *p, struct row_axes *axes) {
  const rem_view *x = view_of(p, row->x), *dx = view_of(p, row->dx);
  *axes = (struct row_axes){.rank = p->rank, .reduced = p->axes};
  for (int i = 0; i < p->rank; i++) {
    int64_t *s = axes->stride[i];
    axes->shape[i] = p->shape[i];
    s[ROW_SOURCE] = x ? x->stride[i] : dx ? dx->stride[i] : 0;
    s[ROW_DX] = dx ? dx->stride[i] : 0;
    s[ROW_Y] = row_stride(p, view_of(p, row->y), i);
    s[ROW_EXTRA] = row_stride(p, view_of(p, row->extra), i);
    s[ROW_SAVED] = row_stride(p, view_of(p, row->saved), i);
    s[ROW_FIRST] = (p->axes >> i & 1) || !x ? 0 : x->stride[i];
  }
}

/* ---- levels ---- */

static int64_t power_floor(int64_t n) {
  int64_t p = 1;
  while (p * 2 <= n) p *= 2;
  return p;
}

/* One span a line, unless that leaves threads without work. */
static void plan_spans(struct row_level *l, int threads) {
  l->chunks = ceil_div(l->run.n, CHUNK);
  l->span = power_floor(l->chunks > 0 ? l->chunks : 1) * 2;
  if (threads > 1 && l->lines.groups < 2 * threads)
    while (l->span > 1 && l->lines.groups * ceil_div(l->chunks, l->span) < 4 * threads) l->span /= 2;
  l->spans = l->chunks ? ceil_div(l->chunks, l->span) : 1;
  l->depth = 2;
  for (int64_t s = l->span; s > 1; s /= 2) l->depth++;
}

static int64_t state_bytes(const struct row *row) {
  int64_t fields = 0;
  for (int f = 0; f < 4; f++) fields += row->fields >> f & 1;
  return row->exec.t_size * (fields ? fields : 1);
}

/* Columns may be folded straight from memory. What is computed pays where a lane has several elements. */
static int may_stream(const struct row *row, const struct run *run) {
  return row->levels == 1 && run->axes.n <= 1 && (!row->map || run->n > LANES);
}

/* Lanes of a few elements are joined almost as often as they are folded: their states stay in the nearest cache. */
static int few_rows(int64_t n) { return n > LANES && n < 4 * LANES; }

/* The states of a tile fit the second cache; so do those of a few lanes, when lanes are streamed. Rows that are cut into pieces
 * come slowly from memory, so that a lane may have a good part of it. */
static int64_t max_cols(const struct row *row, const struct run *run) {
  if (!row->reduces) return MAP_TILE;                       /* no states: rows as long as they come */
  if (may_stream(row, run) && row->counts) return MAP_TILE; /* a count is all there is to keep */
  if (may_stream(row, run)) return (few_rows(run->n) ? NEAR_BUDGET : LANE_BUDGET) / state_bytes(row);
  int64_t cols = STATE_BUDGET / (LANES * state_bytes(row));
  return cols < 16 ? 16 : cols > 512 ? 512 : cols;
}

/* Lanes that are folded together. Their rows follow each other, so that memory is read straight on for some time. */
static int64_t lanes_at_once(const struct row *row, int64_t n, int64_t cols) {
  int64_t each = cols * (state_bytes(row) + (row->uses_first ? row->exec.t_size : 0));
  return smaller(LANES, power_floor(larger(1, (few_rows(n) ? NEAR_BUDGET : STATE_BUDGET) / each)));
}

enum { DENSE_GROUP = 4096 };

/* Short lines of 2^k elements, `inner` of them side by side, in blocks that touch: a group is several blocks, seen as one run
 * of memory. */
static void plan_dense(struct row *row, struct lines *l, const struct run *run) {
  int64_t n = run->n, inner = l->kept.n == 2 ? l->inner : 1;
  if (row->levels > 1 || row->map || row->seeks || row->picks || run->axes.n != 1 || l->kept.n < 1 || l->kept.n > 2)
    return;
  if (n < 2 || n > NARROW || n & (n - 1) || n * inner > BLOCK_ELEMS) return;
  for (int o = ROW_SOURCE; o <= (row->dx.slot < 0 ? ROW_SOURCE : ROW_DX); o++) {
    if (run_stride(run, o) != inner || l->kept.axis[0].stride[o] != n * inner) return;
    if (l->kept.n == 2 && l->kept.axis[1].stride[o] != 1) return;
  }
  int64_t most = DENSE_GROUP / (n * inner), threads = row->exec.cpu->threads, blocks = l->count / inner;
  int64_t fair = ceil_div(blocks, threads);
  row->dense = inner;
  l->flat = 1, l->solo = 0;
  l->skip = 1u << ROW_SOURCE | 1u << ROW_DX | (row->uses_first ? 0 : 1u << ROW_FIRST);
  l->cols = (most < fair ? most : fair) * inner;
  l->groups = l->count ? ceil_div(l->count, l->cols) : 0;
}

/* Level l reduces run l; the axes of later runs are still lines. point holds, for each axis, its stride among the points of the
 * level before, and is renewed. */
static void plan_level(struct row *row, const struct row_axes *p, const int *run, int at, int64_t *point) {
  struct row_level *l = &row->level[at];
  int64_t next[MAX_AXES] = {0}, count = 1;
  for (int i = p->rank - 1; i >= 0; i--) {
    if (run[i] == -2 || (run[i] >= 0 && run[i] <= at)) continue;
    next[i] = count;
    count *= p->shape[i];
  }
  l->run.n = 1;
  for (int i = 0; i < p->rank; i++) {
    int64_t s[MAX_OPERANDS];
    memcpy(s, p->stride[i], sizeof s);
    if (at > 0) s[ROW_SOURCE] = point[i];
    s[ROW_POINT] = next[i];
    if (run[i] == at) {
      space_push(&l->run.axes, p->shape[i], s);
      l->run.n *= p->shape[i];
    } else if (run[i] == -1 || run[i] > at) {
      space_push(&l->lines.kept, p->shape[i], s);
    }
  }
  space_pack(&l->run.axes);
  l->lines.operands = ROW_OPERANDS;
  space_sort(&l->lines.kept, ROW_OPERANDS);
  int streams = may_stream(row, &l->run);
  lines_plan(&l->lines, &l->run, BROAD_LINES, max_cols(row, &l->run), row->exec.cpu->threads);
  plan_dense(row, &l->lines, &l->run);
  int wide = l->lines.cols >= NARROW * (row->map ? 2 : 1); /* a row of what is computed is a call more */
  l->streams = streams && !l->lines.flat && (wide || (!row->map && run_stride(&l->run, ROW_SOURCE) != l->lines.cols));
  if (l->streams) l->lanes = lanes_at_once(row, l->run.n, l->lines.cols);
  plan_spans(l, row->exec.cpu->threads);
  l->each = at ? row->level[at - 1].each * row->level[at - 1].run.n : 1;
  memcpy(point, next, sizeof next);
}

enum { AGAIN_BYTES = 512 * 1024 };

/* Rows that are reduced, and read again from the second cache: as many as it holds beside what is on its way. */
static void plan_again(struct row *row) {
  struct lines *l = &row->lines;
  if (!l->solo || !row->reduces || row->dx.slot < 0) return;
  l->cols = smaller(l->cols, larger(1, AGAIN_BYTES / larger(1, row->n * dtype_bytes(row->x.dtype))));
  l->groups = ceil_div(l->count, l->cols);
}

/* Lines of x as a whole, along all reduced axes. */
static void plan_whole(struct row *row, const struct row_axes *p, const int *run) {
  int64_t count = 1, point[MAX_AXES] = {0};
  for (int i = p->rank - 1; i >= 0; i--)
    if (run[i] == -1) point[i] = count, count *= p->shape[i];
  row->points = count;
  for (int i = 0; i < p->rank; i++) {
    int64_t s[MAX_OPERANDS];
    memcpy(s, p->stride[i], sizeof s);
    s[ROW_POINT] = point[i];
    if (run[i] >= 0) space_push(&row->run.axes, p->shape[i], s);
    if (run[i] == -1) space_push(&row->lines.kept, p->shape[i], s);
  }
  space_pack(&row->run.axes);
  row->run.n = row->n;
  row->lines.operands = ROW_OPERANDS;
  space_sort(&row->lines.kept, ROW_OPERANDS);
  lines_plan(&row->lines, &row->run, BROAD_LINES, max_cols(row, &row->run), row->exec.cpu->threads);
  plan_again(row);
  plan_dense(row, &row->lines, &row->run);
}

enum { WIDE_ROW = 256 };

/* Rows of a gradient that are short: blocks of short lines, or few columns. */
static void plan_wide(struct row *row) {
  if (row->dx.slot < 0 || row->picks) return;
  if (row->dense) row->unit = row->dense, row->each = row->n;
  else if (!row->lines.solo && row->lines.cols < NARROW) row->unit = row->lines.cols, row->each = WIDE_ROW / row->unit;
}

static void lay_out_room(const struct row *row, struct arena *a, struct row_room *room);

void row_geometry(struct row *row, const struct row_axes *p) {
  int run[MAX_AXES], runs = row_runs(p->rank, p->shape, p->reduced, p->apart, run);
  int64_t point[MAX_AXES] = {0};
  row->n = 1;
  for (int i = 0; i < p->rank; i++)
    if (p->reduced >> i & 1) row->n *= p->shape[i];
  row->all = (double)row->n;
  row->levels = runs ? runs : 1;
  for (int l = 0; l < row->levels; l++) plan_level(row, p, run, l, point);
  plan_whole(row, p, run);
  int64_t cols = row->lines.solo ? 1 : row->lines.cols, threads = row->exec.cpu->threads;
  row->map_rows = row->lines.solo ? MAP_TILE : MAP_TILE / cols > 1 ? MAP_TILE / cols : 1;
  if (row->map_rows > row->n) row->map_rows = row->n > 1 ? row->n : 1;
  int64_t pieces = ceil_div(row->n, row->map_rows);
  row->map_spans = row->lines.groups >= 2 * threads || threads == 1 ? 1 : pieces < 4 * threads ? pieces : 4 * threads;
  if (row->map_spans < 1 || row->dense) row->map_spans = 1;
  row->fused = row->levels == 1 && row->level[0].spans == 1;
  plan_wide(row);
  struct arena room = {NULL, 0};
  struct row_room r;
  lay_out_room(row, &room, &r);
  row->room_bytes = room.used;
}

int row_takes_beside(const struct row *row) {
  const struct row_level *first = &row->level[0];
  return first->run.axes.n == 1 && first->lines.groups * first->spans >= row->exec.cpu->threads;
}

/* ---- workspace ---- */

static void lay_out_room(const struct row *row, struct arena *a, struct row_room *room) {
  int64_t size = row->exec.t_size, cols = row->lines.cols, depth = 1, lanes = LANES;
  int64_t wide = row->lines.solo ? 1 : row->lines.cols;
  for (int l = 0; l < row->levels; l++) {
    const struct row_level *level = &row->level[l];
    cols = larger(cols, level->lines.cols);
    wide = larger(wide, level->lines.solo ? 1 : level->lines.cols);
    depth = larger(depth, level->depth);
  }
  if (row->levels == 1 && row->n < lanes) lanes = row->n;
  if (row->level[0].streams) lanes = LANE_DEPTH + row->level[0].lanes;
  int64_t tile = larger(larger(row->map_rows * wide, cols), smaller(row->n, CHUNK)); /* a last group may have one column */
  if (!row->level[0].streams) tile = larger(tile, lanes * wide);
  if (row->map) tile = larger(tile, 8 * PIECE_COLS);
  room->acc = arena_states(a, row->fields, lanes * wide, size);
  room->stack = arena_states(a, row->fields, depth * wide, size);
  if (row->levels > 1) room->part = arena_states(a, row->fields, larger(LANES * wide, CHUNK), size);
  else room->part = room->acc;
  room->tile = arena_elems(a, tile, size);
  room->raw = arena_elems(a, tile, 8);
  for (int i = 0; i < MAP_SOURCES && row->map; i++) room->in[i] = arena_elems(a, tile, size);
  room->beside = arena_elems(a, row->beside.formula && !row->beside.same ? tile : 0, size);
  room->out = row->dx.slot >= 0 ? arena_elems(a, tile, size) : room->tile;
  room->firsts =
      row->uses_first ? arena_elems(a, lanes * wide, size) : room->acc.field[0]; /* loaded, though nobody looks */
  room->v.state = arena_states(a, row->fields, cols, size);
  char **values[] = {&room->v.y, &room->v.mean, &room->v.count, &room->v.g, &room->v.h, &room->v.first};
  for (int i = 0; i < 6; i++) *values[i] = arena_elems(a, cols, size);
  room->wide = room->v;
  if (row->unit) {
    int64_t wide_cols = row->lines.cols * row->each;
    room->wide.state = arena_states(a, row->fields, wide_cols, size);
    char **wides[] = {&room->wide.y, &room->wide.mean, &room->wide.h, &room->wide.count};
    for (int i = 0; i < 4; i++) *wides[i] = arena_elems(a, wide_cols, size);
  }
  room->off = (int64_t *)(void *)arena_elems(a, ROW_OPERANDS * cols, 8);
  room->at = (int64_t *)(void *)arena_elems(a, cols, 8);
}

static void lay_out_shared(const struct row *row, struct arena *a, struct row_shared *shared) {
  int64_t size = row->exec.t_size;
  for (int l = 0; l < row->levels && row->reduces; l++) {
    const struct row_level *level = &row->level[l];
    if (level->spans > 1)
      shared->spans[l] = arena_states(a, row->fields, arena_count(arena_count(level->lines.groups, level->spans), level->lines.cols), size);
    if (l + 1 < row->levels) shared->level[l] = arena_states(a, row->fields, level->lines.count, size);
  }
  if (!row->fused && (row->seeks || row->dx.slot >= 0) && row->reduces) {
    shared->state = arena_states(a, row->fields, row->points, size);
    shared->y = arena_elems(a, row->points, size);
    shared->mean = arena_elems(a, row->points, size);
    shared->count = arena_elems(a, row->points, size);
  }
  shared->marks = arena_elems(a, row->marks, row->exec.cpu->threads);
}

size_t row_workspace(const struct row *row) {
  struct arena shared = {NULL, 0};
  struct row_shared s;
  lay_out_shared(row, &shared, &s);
  return shared.used + arena_rooms(row->room_bytes, row->exec.cpu->threads);
}

void row_call_start(struct row_call *call, const struct row *row, rem_context *context, char *const *elements,
                    char *workspace) {
  struct arena shared = {workspace, 0};
  *call = (struct row_call){.row = row, .context = context, .elements = elements};
  lay_out_shared(row, &shared, &call->shared);
  call->shared.task = workspace + shared.used;
}

void row_room(const struct row_call *call, int64_t task, struct row_room *room) {
  struct arena a = {call->shared.task + (size_t)task * call->row->room_bytes, 0};
  lay_out_room(call->row, &a, room);
  room->marks = call->shared.marks + task * call->row->marks;
}

struct mover row_mover(const struct row *row, const struct row_room *room) {
  struct mover m = {row->exec.cpu->kernels->move, row->exec.t, row->exec.t_size, room->raw};
  return m;
}
