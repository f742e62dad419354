/* scan_grad.c: gradients of scans: a scan from the end, beside what the forward scan made. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scan.h"

/* ---- inputs ---- */

/* y before the first element of a line: init, where there is one. The sheet is a copy, as that step lies outside the line. */
static void set_before_first(const struct scan_call *call, const struct scan_room *room, const struct part *p,
                             int64_t sheet, const char *values, int64_t pitch) {
  const struct scan *s = call->scan;
  int64_t size = s->exec.t_size, last = s->n - 1, first = p->step + sheet * SEGMENT;
  if (s->kind != EXTRA_INIT || s->op[SCAN_EXTRA].slot < 0) return;
  if (last < first || last >= first + (s->folded ? p->steps : sheet_rows(p, sheet))) return;
  tracks_load(call, room, p, SCAN_EXTRA, 0, room->piece);
  if (!s->folded) {
    memcpy((char *)(uintptr_t)values + (last - first) * pitch * size, room->piece, (size_t)(p->lanes * size));
    return;
  }
  folded_cells(s, p, (char *)(uintptr_t)values, pitch, last, room->piece, 1); /* of our own tile */
}

/* y one place before; a given y that is exclusive lies there already. */
static void load_y_before(const struct scan_call *call, const struct scan_room *room, const struct part *p,
                          int64_t sheet, struct sheet *b) {
  const struct scan *s = call->scan;
  struct track t = s->makes_y ? window_track(call, room, p, room->window_y) : track_of(call, p, SCAN_Y);
  int64_t shift = s->makes_y || !s->exclusive;
  b->side[0] = sheet_load(call, room, p, &t, sheet, shift, s->front, room->side[0], &b->side_pitch[0]);
  if (shift) set_before_first(call, room, p, sheet, b->side[0], b->side_pitch[0]);
}

static void load_states_before(const struct scan_call *call, const struct scan_room *room, const struct part *p,
                               int64_t sheet, struct sheet *b) {
  const struct scan *s = call->scan;
  char *some = NULL;
  if (s->by_segment) {
    window_fronts(call, room, p, sheet, b);
    return;
  }
  for (int f = 0; f < 4; f++) {
    if (!(s->fields & (1 << f))) continue;
    struct track t = window_track(call, room, p, room->window_state.field[f]);
    const char *at = sheet_load(call, room, p, &t, sheet, 0, 0, room->before.field[f], &b->before_pitch);
    b->before.field[f] = some = (char *)(uintptr_t)at; /* only read */
  }
  for (int f = 0; f < 4; f++)
    if (!(s->fields & (1 << f))) b->before.field[f] = some;
}

/* What BLIFT may name. */
static void load_sheet(const struct scan_call *call, const struct scan_room *room, const struct part *p, int64_t sheet,
                       struct sheet *b) {
  const struct scan *s = call->scan;
  struct track g = track_of(call, p, SCAN_KEY), x = {0}, y = {0}, start = {0};
  b->in[0] = sheet_load(call, room, p, &g, sheet, 0, 0, room->in[0], &b->in_pitch[0]);
  if (s->uses_x || s->uses_xn) x = track_of(call, p, SCAN_X);
  if (s->uses_x) b->in[1] = sheet_load(call, room, p, &x, sheet, 0, 0, room->in[1], &b->in_pitch[1]);
  if (s->uses_y) {
    y = s->makes_y ? window_track(call, room, p, room->window_y) : track_of(call, p, SCAN_Y);
    b->in[2] = sheet_load(call, room, p, &y, sheet, 0, 0, room->in[2], &b->in_pitch[2]);
  }
  if (s->uses_xn) b->in[3] = sheet_load(call, room, p, &x, sheet, -1, 1, room->in[3], &b->in_pitch[3]);
  if (s->uses_yb) load_y_before(call, room, p, sheet, b);
  if (s->uses_start) {
    start = window_track(call, room, p, room->window_start);
    b->side[1] = sheet_load(call, room, p, &start, sheet, 0, 0, room->side[1], &b->side_pitch[1]);
    b->side[2] = sheet_load(call, room, p, &start, sheet, -1, 0, room->side[2], &b->side_pitch[2]);
  }
  if (s->uses_before) load_states_before(call, room, p, sheet, b);
}

static void fetch_ahead(const struct scan_call *call, const struct scan_room *room, const struct part *p, int64_t sheet,
                        int half) {
  const struct scan *s = call->scan;
  int x = s->uses_x || s->uses_xn;
  int y = (s->uses_y || s->uses_yb) && !s->makes_y, reads[3] = {SCAN_KEY, x ? SCAN_X : -1, y ? SCAN_Y : -1};
  sheet_ahead(call, room, p, sheet, half, reads, 3);
}

/* ---- results ---- */

static void finish_sheet(const struct scan_call *call, struct scan_room *room, const struct part *p, int64_t sheet,
                         struct sheet *b) {
  const struct scan *s = call->scan;
  static const int operand[2] = {SCAN_OUT, SCAN_OUT2};
  struct track t[2];
  for (int i = 0; i < 2; i++) {
    int wanted = s->op[operand[i]].slot >= 0;
    char *tile = i == 1 && !s->second ? room->in[1] : room->out[i]; /* da where nobody wants it: IN2 has no x here */
    if (wanted) t[i] = track_of(call, p, operand[i]), b->past[i] = sheet_past(call, room, &t[i]);
    b->out[i] = sheet_target(call, room, p, wanted ? &t[i] : NULL, sheet, !wanted, tile, &b->out_pitch[i]);
  }
  fetch_ahead(call, room, p, sheet, 1);
  sheet_apply(s, room, p, s->back, s->bfields, b, sheet);
  for (int i = 0; i < 2; i++)
    if (s->op[operand[i]].slot >= 0) sheet_store(call, room, p, &t[i], sheet, 0, b->out[i]);
}

/* ---- the value before the first element ---- */

/* db of the first element of each line, which the last sheet of the last part holds. */
static const char *first_db(const struct scan *s, const struct scan_room *room, const struct part *p,
                            const struct sheet *b) {
  if (!s->folded) return b->out[0] + (b->rows - 1) * b->out_pitch[0] * s->exec.t_size;
  folded_cells(s, p, b->out[0], b->out_pitch[0], s->n - 1, room->piece, 0);
  return room->piece;
}

/* dy of the output that init itself is: there is one in an exclusive scan only. */
static void load_first_g(const struct scan_call *call, const struct scan_room *room, const struct part *p, double none,
                         char *to) {
  const struct scan *s = call->scan;
  if (s->exclusive && s->extent > 0) tracks_load(call, room, p, SCAN_KEY, s->start[SCAN_KEY] - s->stride[SCAN_KEY], to);
  else s->exec.real->fill(to, p->tracks, none);
}

static void finish_init(const struct scan_call *call, struct scan_room *room, const struct part *p,
                        const struct sheet *b) {
  const struct scan *s = call->scan;
  if (s->op[SCAN_DINIT].slot < 0) return;
  const char *db = first_db(s, room, p, b);
  tracks_load(call, room, p, SCAN_X, s->start[SCAN_X], room->in[0]);
  load_first_g(call, room, p, -0.0, room->in[2]);
  s->back->initgrad(room->in[0], db, room->in[2], room->in[1], p->tracks);
  tracks_store(call, room, p, SCAN_DINIT, 0, room->in[1]);
}

/* ---- places without steps ---- */

/* Nothing depends on the last element of an exclusive scan. */
static void finish_last(const struct scan_call *call, struct scan_room *room, const struct part *p) {
  const struct scan *s = call->scan;
  static const int operand[2] = {SCAN_OUT, SCAN_OUT2};
  s->exec.real->fill(room->in[1], p->tracks, 0);
  for (int i = 0; i < 2; i++) {
    int64_t last = s->start[operand[i]] + (s->extent - 1) * s->stride[operand[i]];
    if (s->op[operand[i]].slot >= 0) tracks_store(call, room, p, operand[i], last, room->in[1]);
  }
}

/* Of a line without steps the value before it gets its own dy, or none. */
static void finish_empty(const struct scan_call *call, struct scan_room *room, const struct part *p) {
  const struct scan *s = call->scan;
  if (s->op[SCAN_DINIT].slot < 0) return;
  load_first_g(call, room, p, 0, room->in[1]);
  tracks_store(call, room, p, SCAN_DINIT, 0, room->in[1]);
}

/* ---- the pass ---- */

static void begin(const struct scan_call *call, const struct group *g, struct scan_room *room) {
  window_start(call, g, room);
  chain_start(call->scan, &room->chain);
}

static void local(const struct scan_call *call, const struct part *p, struct scan_room *room, int64_t sheet) {
  const struct scan *s = call->scan;
  if (sheet == 0 && (s->makes_y || s->makes_start || s->makes_before)) window_cover(call, p, room);
  sheet_start(s, room, p, sheet, &room->sheet);
  load_sheet(call, room, p, sheet, &room->sheet);
  fetch_ahead(call, room, p, sheet, 0);
  sheet_local(s, room, p, s->back, s->bfields, &room->sheet, sheet);
}

static void finish(const struct scan_call *call, const struct part *p, struct scan_room *room, int64_t sheet) {
  const struct scan *s = call->scan;
  if (!s->folded && !s->steps) { /* else it is still there */
    sheet_start(s, room, p, sheet, &room->sheet);
    load_sheet(call, room, p, sheet, &room->sheet);
  }
  finish_sheet(call, room, p, sheet, &room->sheet);
  if (sheet == p->sheets - 1 && p->step + p->steps == s->n) finish_init(call, room, p, &room->sheet);
}

static void end(const struct scan_call *call, const struct group *g, struct scan_room *room) {
  const struct scan *s = call->scan;
  struct part none = part_at(s, g, 0, 1);
  if (s->n == 0) finish_empty(call, room, &none);
  if (s->extent > s->n) finish_last(call, room, &none);
}

static void run(rem_context *context, const struct exec *exec, char *const *elements, char *workspace) {
  const struct scan *s = (const struct scan *)(const void *)exec;
  struct scan_pass pass = {s->back, s->bfields, 1, begin, local, finish, end};
  int wanted = s->op[SCAN_OUT].slot >= 0 || s->op[SCAN_OUT2].slot >= 0 || s->op[SCAN_DINIT].slot >= 0;
  if (s->lines.count == 0 || !wanted) return;
  if (s->extent == 0 && s->op[SCAN_DINIT].slot < 0) return;
  scan_run(context, s, &pass, elements, workspace);
}

/* ---- planning ---- */

static void plan_names(struct scan *s, const struct problem *p, struct planned *planned) {
  const struct entry *e = p->entry;
  const char *text = e->gradient;
  s->uses_x = formula_uses(text, e->inputs == 2 ? "a" : "x") && e->inputs == 1;
  s->uses_xn = formula_uses(text, "xn");
  s->uses_y = formula_uses(text, "y");
  s->uses_yb = formula_uses(text, "yb") && (e->inputs == 1 || s->second); /* with IN2 it is for da alone */
  s->uses_start = formula_uses(text, "start") || formula_uses(text, "startn");
  s->uses_before = formula_uses(text, "p");
  int given = e->inputs == 2 ? problem_has(p, "y") : problem_uses_saved(p, "y") && !s->exclusive;
  s->makes_y = (s->uses_y || s->uses_yb) && !given;
  s->makes_start = s->uses_start;
  s->makes_before = s->uses_before;
  if (s->makes_y && problem_has(p, "y"))
    note(planned, "y is narrower than the compute dtype, or exclusive, and was recomputed from x.");
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
  s->idles = two && !s->second;
  plan_names(s, p, planned);
  scan_geometry(s, p);
  planned->workspace_bytes = scan_workspace(s);
  snprintf(planned->sku, sizeof planned->sku, "scangrad.%s%s", scan_word(s),
           s->checkpoints ? ".window"
           : s->divided   ? ".divided"
                          : "");
  return REM_OK;
}

const struct family_ops cpu_scan_grad = {sizeof(struct scan), plan, run};
