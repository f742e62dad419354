/* scan.c: scans forward. */
#include <stdio.h>
#include <string.h>

#include "scan.h"

struct scan_block scan_block_of(const struct scan *s, const struct scan_room *room, const struct part *part) {
  struct scan_block b = {.rows = part->rows, .cols = part->cols, .state = room->state, .total = room->total,
                         .carry = room->carry, .before = room->state, .last = s->last};
  for (int i = 0; i < 4; i++) b.in[i] = room->in[0];
  for (int i = 0; i < 3; i++) b.side[i] = room->in[0];
  for (int i = 0; i < 2; i++) b.out[i] = room->out[0];
  return b;
}

void scan_forward_states(const struct scan_call *call, const struct scan_room *room, const struct part *part, int x, int x2,
                         struct scan_block *b) {
  b->in[0] = part_load(call, room, part, x, 0, 0, room->in[0], &b->in_pitch[0]);
  if (call->scan->inputs == 2) b->in[1] = part_load(call, room, part, x2, 0, 0, room->in[1], &b->in_pitch[1]);
  call->scan->fwd->local(b);
  call->scan->fwd->segments(b);
}

/* What an exclusive scan starts with. */
static void store_front(const struct scan_call *call, const struct scan_room *room, const struct part *part) {
  const struct scan *s = call->scan;
  struct part front = *part;
  struct mover m = scan_mover(s, room);
  const struct operand *o = &s->op[SCAN_EXTRA];
  front.rows = 1;
  if (s->long_lines) front.cols = 1;
  s->exec.real->fill(room->out[0], front.cols, s->front);
  if (s->kind == EXTRA_INIT && o->slot >= 0) {
    struct grid from = s->long_lines ? group_line(part->g, SCAN_EXTRA, call->elements[o->slot], o->dtype, 0, part->line)
                                     : group_grid(part->g, SCAN_EXTRA, call->elements[o->slot], o->dtype, 0);
    tile_copy(&m, &from, 0, 1, front.cols, room->out[0]);
  }
  part_store(call, room, &front, SCAN_OUT, 0, room->out[0]);
}

/* ---- positions of winners ---- */

static void store_positions(const struct scan_call *call, struct scan_room *room, const struct part *part, struct scan_block *b) {
  const struct scan *s = call->scan;
  b->out[0] = room->out[0];
  b->out_pitch[0] = part->cols;
  s->fwd->starts(b);
  if (part->step == 0) s->exec.real->fill(room->out[0], s->long_lines ? 1 : part->cols, 1);
  int64_t before = room->at[0];
  for (int64_t c = 0; c < part->cols && s->long_lines; c++) room->at[c] = -1;
  struct latest f = {room->out[0], part->cols, part->rows, part->cols, part->step, s->long_lines ? BLOCK : 0, room->at, room->index};
  s->exec.real->latest(&f);
  for (int64_t c = 0; c < part->cols && s->long_lines; c++) { /* the winner may be in a block before */
    for (int64_t r = 0; r < part->rows && room->index[r * part->cols + c] < 0; r++) room->index[r * part->cols + c] = before;
    if (room->at[c] >= 0) before = room->at[c];
  }
  if (s->long_lines) room->at[0] = before;
  part_index_store(call, room, part, SCAN_EXTRA, room->index);
}

/* The carry and all prefixes of a part are known: y, and positions. The kernels that follow spoil total. */
static void finish_part(const struct scan_call *call, struct scan_room *room, const struct part *part, struct scan_block *b) {
  const struct scan *s = call->scan;
  int positions = s->kind == EXTRA_INDEX && s->op[SCAN_EXTRA].slot >= 0;
  if (positions) {
    store_positions(call, room, part, b);
    s->fwd->segments(b);
  }
  b->out[0] = part_target(call, room, part, SCAN_OUT, room->out[0], &b->out_pitch[0]);
  s->fwd->apply(b);
  part_store(call, room, part, SCAN_OUT, s->exclusive, b->out[0]);
  if (s->exclusive && part->step == 0) store_front(call, room, part);
}

/* ---- several lines side by side ---- */

static void scan_group(const struct scan_call *call, const struct group *g, struct scan_room *room) {
  const struct scan *s = call->scan;
  struct part part = {.g = g, .cols = g->cols};
  carries_start(&room->carries);
  scan_base(call, g, 0, room);
  for (part.step = 0; part.step < s->n; part.step += BLOCK) {
    part.rows = s->n - part.step < BLOCK ? s->n - part.step : BLOCK;
    struct scan_block b = scan_block_of(s, room, &part);
    scan_forward_states(call, room, &part, SCAN_KEY, SCAN_X, &b);
    carries_get(&room->carries, s->fwd, s, s->fields, part.cols, room->carry);
    carries_push(&room->carries, s->fwd, s, s->fields, part.cols, block_total(s, &b));
    finish_part(call, room, &part, &b);
  }
}

/* ---- one long line ---- */

static void scan_line(const struct scan_call *call, const struct group *g, int64_t line, struct scan_room *room) {
  const struct scan *s = call->scan;
  struct part part = {.g = g, .line = line, .rows = BLOCK};
  carries_start(&room->carries);
  scan_base(call, g, line, room);
  for (int64_t first = 0; first < s->blocks; first += part.cols) {
    part.cols = s->blocks - first < s->cols ? s->blocks - first : s->cols;
    part.step = first * BLOCK;
    struct scan_block b = scan_block_of(s, room, &part);
    scan_forward_states(call, room, &part, SCAN_KEY, SCAN_X, &b);
    carry_columns(s, s->fwd, s->fields, room, &b);
    finish_part(call, room, &part, &b);
  }
}

static void scan_task(void *arg, int64_t task) {
  const struct scan_call *call = arg;
  const struct scan *s = call->scan;
  struct scan_room room;
  scan_room(call, task, &room);
  for (int64_t i = s->lines.groups * task / call->tasks; i < s->lines.groups * (task + 1) / call->tasks; i++) {
    struct group g;
    group_seek(&s->lines, i, &g, room.off);
    if (!s->long_lines) {
      scan_group(call, &g, &room);
      continue;
    }
    for (int64_t line = 0; line < g.cols; line++) scan_line(call, &g, line, &room);
  }
}

static void run(rem_context *context, const struct exec *exec, char *const *elements, char *workspace) {
  const struct scan *s = (const struct scan *)(const void *)exec;
  struct scan_call call = {s, elements, workspace, 1};
  if (s->n == 0 || s->lines.count == 0) return;
  call.tasks = tasks_for(exec->cpu, s->lines.groups, s->lines.cols * s->n);
  parallel(context, call.tasks, scan_task, &call);
}

static rem_status plan(const struct cpu *cpu, const struct problem *p, struct exec *exec, struct planned *planned,
                       rem_error *error) {
  struct scan *s = (struct scan *)(void *)exec;
  const struct entry *e = p->entry;
  (void)error;
  scan_words(s, p);
  s->inputs = e->inputs;
  s->op[SCAN_KEY] = operand_of(cpu, p, e->inputs == 2 ? "a" : "x");
  if (e->inputs == 2) s->op[SCAN_X] = operand_of(cpu, p, "b");
  s->op[SCAN_OUT] = operand_of(cpu, p, "y");
  scan_geometry(s, p);
  planned->workspace_bytes = scan_workspace(s);
  snprintf(planned->sku, sizeof planned->sku, "scan.%s", s->long_lines ? "long" : s->lines.flat ? "flat" : "wide");
  return REM_OK;
}

const struct family_ops cpu_scan = {sizeof(struct scan), plan, run};
