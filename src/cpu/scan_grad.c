/* scan_grad.c: gradients of scans: a scan from the end, beside what the forward scan made. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scan.h"

/* ---- inputs ---- */

/* y before the first element: init, or what an empty scan gives. */
static void set_before_first(const struct scan_call *call, const struct scan_room *room, const struct part *part, char *tile) {
  const struct scan *s = call->scan;
  const struct operand *o = &s->op[SCAN_EXTRA];
  int64_t row = s->n - 1 - part->step, size = s->exec.t_size;
  if (s->kind != EXTRA_INIT || o->slot < 0) return;
  struct mover m = scan_mover(s, room);
  if (s->long_lines) {
    int64_t c = row / BLOCK, r = row % BLOCK;
    if (c >= part->cols) return;
    struct grid from = group_line(part->g, SCAN_EXTRA, call->elements[o->slot], o->dtype, 0, part->line);
    tile_copy(&m, &from, 0, 1, 1, tile + (r * part->cols + c) * size);
  } else if (row < part->rows) {
    struct grid from = group_grid(part->g, SCAN_EXTRA, call->elements[o->slot], o->dtype, 0);
    tile_copy(&m, &from, 0, 1, part->cols, tile + row * part->cols * size);
  }
}

/* y one place before; a given y that is exclusive lies there already. */
static void load_y_before(const struct scan_call *call, const struct scan_room *room, const struct part *part,
                          const struct window *w, struct scan_block *b) {
  const struct scan *s = call->scan;
  double front = s->front;
  if (s->makes_y)
    b->side[0] = window_load(call, room, part, w, room->window_y, 1, front, room->side[0], &b->side_pitch[0]);
  else
    b->side[0] = part_load(call, room, part, SCAN_Y, !s->exclusive, front, room->side[0], &b->side_pitch[0]);
  if (b->side[0] == room->side[0] && !s->exclusive) set_before_first(call, room, part, room->side[0]);
}

static void load_states_before(const struct scan_call *call, const struct scan_room *room, const struct part *part,
                               const struct window *w, struct scan_block *b) {
  const struct scan *s = call->scan;
  char *some = NULL;
  for (int f = 0; f < 4; f++) {
    if (!(s->fields & (1 << f))) continue;
    char *tile = s->long_lines ? room->before.field[f] : room->side[0];
    const char *at = window_load(call, room, part, w, room->window_state.field[f], 0, 0, tile, &b->before_pitch);
    b->before.field[f] = some = (char *)(uintptr_t)at; /* only read */
  }
  for (int f = 0; f < 4; f++)
    if (!(s->fields & (1 << f))) b->before.field[f] = some;
}

static void load_part(const struct scan_call *call, struct scan_room *room, const struct part *part, struct window *w,
                      struct scan_block *b) {
  const struct scan *s = call->scan;
  if (s->makes_y || s->makes_start || s->makes_before) window_cover(call, part, room, w);
  b->in[0] = part_load(call, room, part, SCAN_KEY, s->exclusive ? -1 : 0, 0, room->in[0], &b->in_pitch[0]);
  if (s->uses_x) b->in[1] = part_load(call, room, part, SCAN_X, 0, 0, room->in[1], &b->in_pitch[1]);
  if (s->uses_y && s->makes_y)
    b->in[2] = window_load(call, room, part, w, room->window_y, 0, 0, room->in[2], &b->in_pitch[2]);
  else if (s->uses_y)
    b->in[2] = part_load(call, room, part, SCAN_Y, 0, 0, room->in[2], &b->in_pitch[2]);
  if (s->uses_xn) b->in[3] = part_load(call, room, part, SCAN_X, -1, 1, room->in[3], &b->in_pitch[3]);
  if (s->uses_yb) load_y_before(call, room, part, w, b);
  if (s->uses_start) {
    b->side[1] = window_load(call, room, part, w, room->window_start, 0, 0, room->side[1], &b->side_pitch[1]);
    b->side[2] = window_load(call, room, part, w, room->window_start, -1, 0, room->side[2], &b->side_pitch[2]);
  }
  if (s->uses_before) load_states_before(call, room, part, w, b);
}

/* ---- results ---- */

static void finish_part(const struct scan_call *call, struct scan_room *room, const struct part *part, struct scan_block *b) {
  const struct scan *s = call->scan;
  int wanted = s->op[SCAN_OUT].slot >= 0;
  b->out_pitch[0] = part->cols;
  if (wanted) b->out[0] = part_target(call, room, part, SCAN_OUT, room->out[0], &b->out_pitch[0]);
  b->out[1] = room->in[1]; /* da of every row, where nobody wants it: IN2 has no x here */
  if (s->second) b->out[1] = part_target(call, room, part, SCAN_OUT2, room->out[1], &b->out_pitch[1]);
  s->back->apply(b);
  if (wanted) part_store(call, room, part, SCAN_OUT, 0, b->out[0]);
  if (s->second) part_store(call, room, part, SCAN_OUT2, 0, b->out[1]);
}

/* dy of the output that the value before the first element itself is: there is one in an exclusive scan only. */
static void load_first_g(const struct scan_call *call, struct scan_room *room, const struct part *part, int64_t cols, char *to) {
  const struct scan *s = call->scan;
  const struct operand *o = &s->op[SCAN_KEY];
  if (!s->exclusive) {
    s->exec.real->fill(to, cols, -0.0);
    return;
  }
  struct mover m = scan_mover(s, room);
  char *base = call->elements[o->slot] + s->start[SCAN_KEY] * dtype_bytes(o->dtype);
  struct grid from = s->long_lines ? group_line(part->g, SCAN_KEY, base, o->dtype, 0, part->line)
                                   : group_grid(part->g, SCAN_KEY, base, o->dtype, 0);
  tile_copy(&m, &from, 0, 1, cols, to);
}

/* The gradient of the value before the first element, from db of the first one, which the last part holds. */
static void finish_init(const struct scan_call *call, struct scan_room *room, const struct part *part, const struct scan_block *b) {
  const struct scan *s = call->scan;
  const struct operand *o = &s->op[SCAN_DINIT], *a = &s->op[SCAN_X];
  int64_t size = s->exec.t_size, cols = s->long_lines ? 1 : part->cols, row = s->n - 1 - part->step;
  if (o->slot < 0) return;
  struct mover m = scan_mover(s, room);
  int64_t at = s->long_lines ? row % BLOCK * b->out_pitch[0] + row / BLOCK : row * b->out_pitch[0];
  char *base = call->elements[a->slot] + s->start[SCAN_X] * dtype_bytes(a->dtype), *to = call->elements[o->slot];
  struct grid first = s->long_lines ? group_line(part->g, SCAN_X, base, a->dtype, 0, part->line)
                                    : group_grid(part->g, SCAN_X, base, a->dtype, 0);
  struct grid home = s->long_lines ? group_line(part->g, SCAN_DINIT, to, o->dtype, 0, part->line)
                                   : group_grid(part->g, SCAN_DINIT, to, o->dtype, 0);
  home.accumulate = o->accumulate;
  tile_copy(&m, &first, 0, 1, cols, room->in[0]);
  load_first_g(call, room, part, cols, room->in[2]);
  s->back->initgrad(room->in[0], b->out[0] + at * size, room->in[2], room->in[1], cols);
  tile_store(&m, &home, 0, 1, cols, room->in[1]);
}

/* Of a line without elements: y is nothing, so the value before it has no gradient. */
static void empty_init(const struct scan_call *call, const struct group *g, struct scan_room *room) {
  const struct scan *s = call->scan;
  const struct operand *o = &s->op[SCAN_DINIT];
  struct mover m = scan_mover(s, room);
  struct grid home = group_grid(g, SCAN_DINIT, call->elements[o->slot], o->dtype, 0);
  home.accumulate = o->accumulate;
  memset(room->in[1], 0, (size_t)(g->cols * s->exec.t_size));
  tile_store(&m, &home, 0, 1, g->cols, room->in[1]);
}

/* ---- lines ---- */

static void back_group(const struct scan_call *call, const struct group *g, struct scan_room *room) {
  const struct scan *s = call->scan;
  struct part part = {.g = g, .cols = g->cols, .back = 1};
  struct window w;
  struct carries back = room->back;
  window_start(call, g, 0, room, &w);
  carries_start(&back);
  for (part.step = 0; part.step < s->n; part.step += BLOCK) {
    part.rows = s->n - part.step < BLOCK ? s->n - part.step : BLOCK;
    struct scan_block b = scan_block_of(s, room, &part);
    load_part(call, room, &part, &w, &b);
    s->back->local(&b);
    s->back->segments(&b);
    carries_get(&back, s->back, s, s->bfields, part.cols, room->carry);
    carries_push(&back, s->back, s, s->bfields, part.cols, block_total(s, &b));
    finish_part(call, room, &part, &b);
    if (part.step + BLOCK >= s->n) finish_init(call, room, &part, &b);
  }
}

static void back_line(const struct scan_call *call, const struct group *g, int64_t line, struct scan_room *room) {
  const struct scan *s = call->scan;
  struct part part = {.g = g, .line = line, .rows = BLOCK, .back = 1};
  struct window w;
  struct scan_room back = *room;
  back.carries = room->back;
  window_start(call, g, line, room, &w);
  carries_start(&back.carries);
  for (int64_t first = 0; first < s->blocks; first += part.cols) {
    part.cols = s->blocks - first < s->cols ? s->blocks - first : s->cols;
    part.step = first * BLOCK;
    struct scan_block b = scan_block_of(s, room, &part);
    load_part(call, room, &part, &w, &b);
    s->back->local(&b);
    s->back->segments(&b);
    carry_columns(s, s->back, s->bfields, &back, &b);
    finish_part(call, room, &part, &b);
    if (first + part.cols >= s->blocks) finish_init(call, room, &part, &b);
  }
}

static void back_task(void *arg, int64_t task) {
  const struct scan_call *call = arg;
  const struct scan *s = call->scan;
  struct scan_room room;
  scan_room(call, task, &room);
  for (int64_t i = s->lines.groups * task / call->tasks; i < s->lines.groups * (task + 1) / call->tasks; i++) {
    struct group g;
    group_seek(&s->lines, i, &g, room.off);
    if (s->n == 0) {
      empty_init(call, &g, &room);
      continue;
    }
    if (!s->long_lines) {
      back_group(call, &g, &room);
      continue;
    }
    for (int64_t line = 0; line < g.cols; line++) back_line(call, &g, line, &room);
  }
}

static void run(rem_context *context, const struct exec *exec, char *const *elements, char *workspace) {
  const struct scan *s = (const struct scan *)(const void *)exec;
  struct scan_call call = {s, elements, workspace, 1};
  int wanted = s->op[SCAN_OUT].slot >= 0 || s->op[SCAN_OUT2].slot >= 0 || s->op[SCAN_DINIT].slot >= 0;
  if (s->lines.count == 0 || !wanted) return;
  if (s->n == 0 && s->op[SCAN_DINIT].slot < 0) return;
  call.tasks = tasks_for(exec->cpu, s->lines.groups, s->lines.cols * s->n);
  parallel(context, call.tasks, back_task, &call);
}

/* ---- planning ---- */

static void plan_names(struct scan *s, const struct problem *p, struct planned *planned) {
  const struct entry *e = p->entry;
  const char *text = e->gradient;
  s->uses_x = formula_uses(text, e->inputs == 2 ? "a" : "x") && e->inputs == 1;
  s->uses_xn = formula_uses(text, "xn");
  s->uses_y = formula_uses(text, "y");
  s->uses_yb = formula_uses(text, "yb");
  s->uses_start = formula_uses(text, "start") || formula_uses(text, "startn");
  s->uses_before = formula_uses(text, "p");
  int given = e->inputs == 2 ? problem_has(p, "y") : problem_uses_saved(p, "y") && !s->exclusive;
  s->makes_y = (s->uses_y || s->uses_yb) && !given;
  s->makes_start = s->uses_start;
  s->makes_before = s->uses_before;
  if (s->makes_y && problem_has(p, "y")) note(planned, "y is narrower than the compute dtype, or exclusive, and was recomputed from x.");
}

static rem_status plan(const struct cpu *cpu, const struct problem *p, struct exec *exec, struct planned *planned,
                       rem_error *error) {
  struct scan *s = (struct scan *)(void *)exec;
  const struct entry *e = p->entry;
  int two = e->inputs == 2;
  (void)error;
  scan_words(s, p);
  s->back = &exec->real->back[e->op];
  s->bfields = e->bfields;
  s->inputs = 1; /* what is computed again has one input; IN2 computes nothing again */
  s->op[SCAN_KEY] = operand_of(cpu, p, "dy");
  s->op[SCAN_OUT] = operand_of(cpu, p, two ? "db" : "dx");
  s->op[SCAN_X] = operand_of(cpu, p, two ? "a" : "x");
  s->op[SCAN_Y] = operand_of(cpu, p, "y");
  s->op[SCAN_OUT2] = operand_of(cpu, p, "da");
  s->op[SCAN_DINIT] = operand_of(cpu, p, "dinit");
  s->second = s->op[SCAN_OUT2].slot >= 0;
  plan_names(s, p, planned);
  scan_geometry(s, p);
  planned->workspace_bytes = scan_workspace(s);
  snprintf(planned->sku, sizeof planned->sku, "scangrad.%s%s", s->long_lines ? "long" : s->lines.flat ? "flat" : "wide",
           s->checkpoints ? ".window" : "");
  return REM_OK;
}

const struct family_ops cpu_scan_grad = {sizeof(struct scan), plan, run};
