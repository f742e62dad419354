/* scan.c: scans forward. */
#include <stdio.h>
#include <string.h>

#include "scan.h"

/* The value before the first element, as a state. */
static void begin(const struct scan_call *call, const struct group *g, struct scan_room *room) {
  const struct scan *s = call->scan;
  struct part p = part_at(s, g, 0, 0);
  chain_start(s, &room->chain);
  if (s->kind != EXTRA_INIT || s->op[SCAN_EXTRA].slot < 0) return;
  tracks_load(call, room, &p, SCAN_EXTRA, 0, room->in[0]);
  struct fold f = {.acc = room->chain.base, .x = room->in[0], .rows = 1, .cols = p.tracks};
  s->fwd->lift(&f);
  room->chain.has_base = 1;
}

/* ---- positions of winners ---- */

/* Where x takes over, for a sheet whose input is loaded. The first element of a line always does. */
static void find_starts(const struct scan *s, const struct scan_room *room, const struct part *p, struct sheet *b) {
  b->out[0] = own_rows(s, p, room->out[0], &b->out_pitch[0]);
  s->fwd->starts(b);
}

static void wide_positions(const struct scan_call *call, struct scan_room *room, const struct part *p, int64_t sheet) {
  const struct scan *s = call->scan;
  struct sheet b;
  sheet_start(s, room, p, sheet, &b);
  sheet_inputs(call, room, p, SCAN_KEY, SCAN_X, sheet, &b);
  find_starts(s, room, p, &b);
  int64_t base = p->step + sheet * SEGMENT;
  if (base == 0) s->exec.real->fill(room->out[0], p->lanes, 1);
  struct latest f = {room->out[0], p->lanes, b.rows, p->lanes, base, room->at, room->index};
  s->exec.real->latest(&f);
  positions_store(call, room, p, 0, sheet);
}

/* The flags go back to the order of lines first. */
static void folded_positions(const struct scan_call *call, struct scan_room *room, const struct part *p) {
  const struct scan *s = call->scan;
  int64_t size = s->exec.t_size, each = p->steps * s->unit;
  struct sheet b;
  sheet_start(s, room, p, 0, &b);
  sheet_inputs(call, room, p, SCAN_KEY, SCAN_X, 0, &b);
  find_starts(s, room, p, &b);
  struct track flags = {room->starts - p->step * s->unit * size, s->exec.t, s->unit, each, NULL, 0, 0};
  sheet_store(call, room, p, &flags, 0, 0, b.out[0]);
  for (int64_t line = 0; line < p->g->cols; line++) {
    char *start = room->starts + line * each * size;
    if (p->step == 0) s->exec.real->fill(start, s->unit, 1);
    struct latest f = {start, s->unit, p->steps, s->unit, p->step, room->at + line * s->unit, room->index};
    s->exec.real->latest(&f);
    positions_store(call, room, p, line, 0);
  }
}

/* ---- parts ---- */

static void finish_sheet(const struct scan_call *call, struct scan_room *room, const struct part *p, int64_t sheet) {
  const struct scan *s = call->scan;
  struct sheet *b = &room->sheet;
  struct track y = track_of(call, p, SCAN_OUT);
  if (!s->folded && !s->steps) sheet_start(s, room, p, sheet, b); /* else it is still there */
  if (!s->exclusive) b->past[0] = sheet_past(call, room, &y); /* else results are made in a tile, and stored a step later */
  b->out[0] = sheet_target(call, room, p, &y, sheet, s->exclusive, room->out[0], &b->out_pitch[0]);
  sheet_ahead(call, room, p, sheet, 1, (const int[]){SCAN_KEY, SCAN_X}, s->inputs);
  sheet_apply(s, room, p, s->fwd, s->fields, b, sheet);
  sheet_store(call, room, p, &y, sheet, s->exclusive, b->out[0]);
}

static void local(const struct scan_call *call, const struct part *p, struct scan_room *room, int64_t sheet) {
  sheet_forward(call, room, p, SCAN_KEY, SCAN_X, sheet);
}

static void finish(const struct scan_call *call, const struct part *p, struct scan_room *room, int64_t sheet) {
  const struct scan *s = call->scan;
  int positions = s->kind == EXTRA_INDEX && s->op[SCAN_EXTRA].slot >= 0;
  if (positions && s->folded) folded_positions(call, room, p);
  else if (positions) wide_positions(call, room, p, sheet);
  finish_sheet(call, room, p, sheet);
}

/* What an exclusive scan starts with. */
static void end(const struct scan_call *call, const struct group *g, struct scan_room *room) {
  const struct scan *s = call->scan;
  struct part p = part_at(s, g, 0, 0);
  if (!s->exclusive) return;
  s->exec.real->fill(room->out[0], p.tracks, s->front);
  if (s->kind == EXTRA_INIT && s->op[SCAN_EXTRA].slot >= 0) tracks_load(call, room, &p, SCAN_EXTRA, 0, room->out[0]);
  tracks_store(call, room, &p, SCAN_OUT, s->start[SCAN_OUT], room->out[0]);
}

static void run(rem_context *context, const struct exec *exec, char *const *elements, char *workspace) {
  const struct scan *s = (const struct scan *)(const void *)exec;
  struct scan_pass pass = {s->fwd, s->fields, 0, begin, local, finish, end};
  if (s->n && s->lines.count) scan_run(context, s, &pass, elements, workspace);
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
  snprintf(planned->sku, sizeof planned->sku, "scan.%s%s", scan_word(s), s->divided ? ".divided" : "");
  return REM_OK;
}

const struct family_ops cpu_scan = {sizeof(struct scan), plan, run};
