/* scan_plan.c: the geometry of a scan, what its tasks need of the workspace, and the carries between blocks. */
#include <string.h>

#include "scan.h"

enum {
  STATE_BUDGET = 256 * 1024, /* bytes of the states of a part                          */
  LONG_LINE = 2048,          /* steps from which contiguous lines are walked by blocks */
  LONG_COLS = 32,            /* blocks side by side                                    */
  WINDOW_BUDGET = 512 * 1024 /* bytes of what a backward scan computes again           */
};

static int field_count(int fields) { return (fields & 1) + (fields >> 1 & 1) + (fields >> 2 & 1) + (fields >> 3 & 1); }

static int widest(const struct scan *s) {
  int a = field_count(s->fields), b = s->back ? field_count(s->bfields) : 0;
  return a > b ? a : b;
}

void scan_words(struct scan *s, const struct problem *p) {
  const struct entry *e = p->entry;
  s->fwd = &s->exec.real->scan[e->op];
  s->fields = e->fields;
  s->kind = e->extra;
  for (int i = 0; i < SCAN_OPERANDS; i++) s->op[i] = (struct operand){.slot = -1};
  if (e->extra == EXTRA_INDEX) s->op[SCAN_EXTRA] = operand_of(s->exec.cpu, p, "index");
  if (e->extra == EXTRA_INIT) s->op[SCAN_EXTRA] = operand_of(s->exec.cpu, p, "init");
  s->reverse = problem_attr(p, "reverse")->i != 0;
  s->exclusive = !e->empty_refused && problem_attr(p, "exclusive")->i != 0;
  s->last = e->extra == EXTRA_INDEX && !strcmp(problem_choice(p, "ties"), "last");
  s->front = e->empty_refused ? 0 : e->empty;
}

/* Stride along axis i; views of init and dinit may lack the scanned axis. */
static int64_t stride_of(const struct problem *p, struct operand o, int i) {
  if (o.slot < 0) return 0;
  const rem_view *v = &p->views[o.slot];
  int scanned = p->axes >> i & 1;
  if (v->rank == p->rank) return v->shape[i] == 1 ? 0 : v->stride[i];
  if (scanned) return 0;
  int at = i;
  for (int k = 0; k < i; k++) at -= (int)(p->axes >> k & 1);
  return v->stride[at];
}

static void plan_window(struct scan *s) {
  int64_t makes = s->makes_y + s->makes_start + (s->makes_before ? field_count(s->fields) : 0);
  int64_t per = s->long_lines ? BLOCK : BLOCK * s->cols, most = makes ? WINDOW_BUDGET / (per * s->exec.t_size * makes) : 0;
  int64_t least = s->long_lines ? s->cols + 2 : 3; /* a part, and a step on either side */
  s->window = s->blocks <= most ? s->blocks : most > least ? most : least;
  if (s->window > s->blocks) s->window = s->blocks;
  s->checkpoints = makes && s->window < s->blocks;
}

static void plan_parts(struct scan *s) {
  int64_t cols = STATE_BUDGET / (BLOCK * s->exec.t_size * widest(s));
  struct run run = {{1, {{s->n, {0}}}}, s->n};
  memcpy(run.axes.axis[0].stride, s->stride, sizeof s->stride);
  int64_t step = s->stride[SCAN_KEY] < 0 ? -s->stride[SCAN_KEY] : s->stride[SCAN_KEY];
  run.axes.axis[0].stride[SCAN_KEY] = step;
  lines_plan(&s->lines, &run, cols < 16 ? 16 : cols, s->exec.cpu->threads);
  s->long_lines = s->lines.flat && s->n >= LONG_LINE && (step == 1 || s->lines.count < 16);
  if (!s->long_lines && s->lines.solo) { /* short lines go side by side, even few of them */
    s->lines.solo = 0;
    int64_t fair = (s->lines.count + s->exec.cpu->threads - 1) / s->exec.cpu->threads;
    s->lines.cols = fair < 64 ? (fair ? fair : 1) : 64;
    s->lines.groups = (s->lines.count + s->lines.cols - 1) / s->lines.cols;
  }
  s->blocks = (s->n + BLOCK - 1) / BLOCK;
  s->cols = s->lines.cols;
  if (s->long_lines) {
    s->cols = s->blocks < LONG_COLS ? s->blocks : LONG_COLS;
    s->lines.cols = 1;
    s->lines.groups = s->lines.count;
  }
  for (int64_t b = s->blocks; b > 1; b = (b + GROUP - 1) / GROUP) s->levels++;
  s->levels++;
  plan_window(s);
}

static void lay_out(const struct scan *s, struct arena *a, struct scan_room *room);

void scan_geometry(struct scan *s, const struct problem *p) {
  s->n = 1;
  for (int i = 0; i < p->rank; i++) {
    int64_t stride[MAX_OPERANDS] = {0};
    for (int o = 0; o < SCAN_OPERANDS; o++) stride[o] = stride_of(p, s->op[o], i);
    if (!(p->axes >> i & 1)) {
      space_push(&s->lines.kept, p->shape[i], stride);
      continue;
    }
    s->n = p->shape[i];
    for (int o = 0; o < SCAN_OPERANDS; o++) {
      s->stride[o] = s->reverse ? -stride[o] : stride[o];
      s->start[o] = s->reverse ? (s->n - 1) * stride[o] : 0;
    }
  }
  s->lines.operands = SCAN_OPERANDS;
  space_sort(&s->lines.kept, SCAN_OPERANDS);
  plan_parts(s);
  struct arena a = {NULL, 0};
  struct scan_room room;
  lay_out(s, &a, &room);
  s->room_bytes = a.used;
}

/* ---- workspace ---- */

static void lay_out_window(const struct scan *s, struct arena *a, struct scan_room *room) {
  int64_t size = s->exec.t_size, elems = s->window * BLOCK * (s->long_lines ? 1 : s->cols);
  if (s->makes_before) room->window_state = arena_states(a, s->fields, elems, size);
  if (s->makes_y) room->window_y = arena_elems(a, elems, size);
  if (s->makes_start) room->window_start = arena_elems(a, elems, size);
  if (s->checkpoints) room->points = arena_states(a, s->fields, s->blocks * (s->long_lines ? 1 : s->cols), size);
}

static void lay_out(const struct scan *s, struct arena *a, struct scan_room *room) {
  int64_t least = s->n ? s->n : 1; /* of a line without elements dinit is still written */
  int64_t size = s->exec.t_size, rows = least < BLOCK ? least : BLOCK, cols = s->cols, tile = rows * cols;
  int fields = s->fields | (s->back ? s->bfields : 0);
  memset(room, 0, sizeof *room);
  room->state = arena_states(a, fields, tile, size);
  room->total = arena_states(a, fields, (rows + SEGMENT - 1) / SEGMENT * cols, size);
  room->carry = arena_states(a, fields, cols, size);
  room->carries.base = arena_states(a, fields, cols, size);
  room->back.base = room->carries.base;
  for (int64_t l = 0; l < s->levels; l++) {
    room->carries.level[l] = arena_states(a, fields, cols, size);
    if (s->back) room->back.level[l] = arena_states(a, fields, cols, size);
  }
  room->raw = arena_elems(a, tile, 8);
  if (s->long_lines) room->bounce = arena_elems(a, tile, 8);
  int inputs = s->back ? 4 : s->inputs, sides = s->back ? 3 : 0, outs = s->second ? 2 : 1;
  for (int i = 0; i < 4; i++) room->in[i] = i < inputs ? arena_elems(a, tile, size) : room->in[0];
  for (int i = 0; i < 3; i++) room->side[i] = i < sides ? arena_elems(a, tile, size) : room->in[0];
  for (int i = 0; i < 2; i++) room->out[i] = i < outs ? arena_elems(a, tile, size) : room->out[0];
  room->before = room->state;
  if (s->makes_before && s->long_lines) room->before = arena_states(a, s->fields, tile, size);
  lay_out_window(s, a, room);
  int64_t offsets = s->lines.cols > cols ? s->lines.cols : cols;
  room->off = (int64_t *)(void *)arena_elems(a, SCAN_OPERANDS * offsets, 8);
  room->at = (int64_t *)(void *)arena_elems(a, cols, 8);
  if (s->kind == EXTRA_INDEX) room->index = (int64_t *)(void *)arena_elems(a, tile, 8);
}

size_t scan_workspace(const struct scan *s) {
  return s->room_bytes * (size_t)s->exec.cpu->threads;
}

void scan_room(const struct scan_call *call, int64_t task, struct scan_room *room) {
  struct arena a = {call->workspace + (size_t)task * call->scan->room_bytes, 0};
  lay_out(call->scan, &a, room);
}

/* ---- carries ---- */

void carries_start(struct carries *c) {
  memset(c->used, 0, sizeof c->used);
  c->has_base = 0;
}

static void join_into(const struct scan_kernels *kernels, struct states acc, struct states from, int64_t cols) {
  struct fold f = {.acc = acc, .from = from, .rows = 1, .cols = cols};
  kernels->join(&f);
}

/* Everything before the block: the value before the first element, then the largest groups first. */
void carries_get(const struct carries *c, const struct scan_kernels *kernels, const struct scan *s, int fields, int64_t cols,
                 struct states to) {
  int any = c->has_base;
  if (any) states_copy(to, c->base, fields, cols, s->exec.t_size);
  for (int64_t l = s->levels - 1; l >= 0; l--) {
    if (!c->used[l]) continue;
    if (any)
      join_into(kernels, to, c->level[l], cols);
    else
      states_copy(to, c->level[l], fields, cols, s->exec.t_size);
    any = 1;
  }
  if (!any) kernels->identity(to, cols);
}

/* A level that holds GROUP items becomes one item of the next. */
void carries_push(struct carries *c, const struct scan_kernels *kernels, const struct scan *s, int fields, int64_t cols,
                  struct states total) {
  for (int64_t l = 0; l < s->levels; l++) {
    if (c->used[l])
      join_into(kernels, c->level[l], total, cols);
    else
      states_copy(c->level[l], total, fields, cols, s->exec.t_size);
    if (++c->used[l] < GROUP) return;
    c->used[l] = 0;
    total = c->level[l];
  }
}

void carry_columns(const struct scan *s, const struct scan_kernels *kernels, int fields, struct scan_room *room,
                   const struct scan_block *b) {
  int64_t size = s->exec.t_size;
  struct states total = block_total(s, b);
  for (int64_t c = 0; c < b->cols; c++) {
    carries_get(&room->carries, kernels, s, fields, 1, states_at(room->carry, c, size));
    carries_push(&room->carries, kernels, s, fields, 1, states_at(total, c, size));
  }
}

struct states block_total(const struct scan *s, const struct scan_block *b) {
  return states_at(b->total, ((b->rows + SEGMENT - 1) / SEGMENT - 1) * b->cols, s->exec.t_size);
}

/* The value before the first element, as a state. */
void scan_base(const struct scan_call *call, const struct group *g, int64_t line, struct scan_room *room) {
  const struct scan *s = call->scan;
  const struct operand *o = &s->op[SCAN_EXTRA];
  struct mover m = scan_mover(s, room);
  if (s->kind != EXTRA_INIT || o->slot < 0) return;
  int64_t cols = s->long_lines ? 1 : g->cols;
  struct grid from = s->long_lines ? group_line(g, SCAN_EXTRA, call->elements[o->slot], o->dtype, 0, line)
                                   : group_grid(g, SCAN_EXTRA, call->elements[o->slot], o->dtype, 0);
  tile_copy(&m, &from, 0, 1, cols, room->in[0]);
  struct fold f = {.acc = room->carries.base, .x = room->in[0], .rows = 1, .cols = cols};
  s->fwd->lift(&f);
  room->carries.has_base = 1;
}
