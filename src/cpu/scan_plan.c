/* scan_plan.c: the geometry of a scan, and what its tasks need of the workspace. */
#include <string.h>

#include "scan.h"

enum {
  STATE_BUDGET = 512 * 1024,  /* bytes of the states of a block of wide lines           */
  LANE_BYTES = 2048,          /* of a row of a folded sheet                             */
  MOST_COLS = 256,            /* wide lines side by side                                */
  TURN_BYTES = 1024,          /* of a row of a group, where groups take turns           */
  FAR_COLS = 1024,            /* and where they come from memory                        */
  FEW_PARTS = 4,              /* a thread that divides lines with others wants more     */
  FAR_BYTES = 4 << 20,        /* of what no cache holds, in part                        */
  ASK_BYTES = 1 << 20,        /* and of what is asked for where little time is left for it */
  WINDOW_BUDGET = 1024 * 1024, /* bytes of what a backward scan computes again          */
  FRONTS_BUDGET = 4096 * 1024  /* and of a group of lines, if that is what lies before segments; groups that take turns have less together */
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


/* Groups of lines that no cache holds take turns, if they need nothing of the forward scan but what lies before segments. */
static int takes_turns(const struct scan *s) {
  return s->far && !s->makes_y && !s->makes_start && (!s->makes_before || s->by_segment);
}
static int64_t turns_of(const struct scan *s) {
  int64_t bytes = s->by_segment ? s->blocks * SEGMENTS * s->tracks * s->exec.t_size * field_count(s->fields) : 0;
  int64_t most = bytes ? larger(1, smaller(MOST_TURNS, WINDOW_BUDGET / bytes)) : MOST_TURNS;
  return takes_turns(s) ? smaller(most, s->lines.groups) : 1;
}

static void plan_window(struct scan *s) {
  if (s->flows || s->along || s->abreast) return; /* what took over is marked for all of a line */
  int64_t makes = s->makes_y + s->makes_start + (s->makes_before ? field_count(s->fields) : 0);
  int64_t steps = s->by_segment ? SEGMENTS : BLOCK, budget = s->by_segment && !s->folded ? FRONTS_BUDGET : WINDOW_BUDGET;
  int64_t most = makes ? budget / (steps * s->tracks * s->exec.t_size * makes) : 0;
  s->window = smaller(s->blocks, larger(most, s->span + 2)); /* a part, and a step on either side, or not aligned */
  s->checkpoints = makes && s->window < s->blocks;
}

/* Few adjacent lines are a group, whatever their number. */
static void plan_few(struct lines *l) {
  l->count = space_count(&l->kept);
  l->inner = l->cols = l->kept.axis[l->kept.n - 1].extent;
  l->groups = l->count / l->inner;
  lines_settle(l);
}

/* Every step of lines that are larger than the cache is in another page, whose address is looked up each time, and a step of few lines is
 * too short for the hardware to see where it goes on: groups take turns, and where they would share lines of the cache that are written, have
 * as many lines as make a page of f32. States of all steps of a block are not kept then. Where a segment of them is all there is at a time, the
 * nearest cache has their states. */
static int64_t wide_cols(const struct scan *s) {
  if (s->flows) return FLOW_BYTES / s->exec.t_size / field_count(s->back ? s->bfields : s->fields);
  int whole = s->stride[SCAN_OUT] * dtype_bytes(s->op[SCAN_OUT].dtype) % LINE_BYTES == 0;
  if (takes_turns(s) && whole) return s->fields & HAS_E ? MOST_COLS : TURN_BYTES / s->exec.t_size;
  if (s->op[SCAN_OUT].stream) return FAR_COLS;
  return smaller(MOST_COLS, STATE_BUDGET / (BLOCK * s->exec.t_size * widest(s)));
}

/* Adjacent lines that fill vectors lie side by side. */
static void plan_wide(struct scan *s) {
  struct run run = {{1, {{s->n, {0}}}}, s->n};
  memcpy(run.axes.axis[0].stride, s->stride, sizeof s->stride);
  int64_t cols = wide_cols(s);
  if (s->flows && s->lines.kept.axis[s->lines.kept.n - 1].extent < BROAD_LINES) plan_few(&s->lines);
  else lines_plan(&s->lines, &run, WIDE_LINES, cols, s->exec.cpu->threads);
  s->unit = s->span = 1;
  s->tracks = s->lanes = s->lines.cols;
}

/* A few adjacent lines that every operand has side by side are scanned as one. */
static int64_t joint_lines(const struct scan *s) {
  const struct axis *a = s->lines.kept.n ? &s->lines.kept.axis[s->lines.kept.n - 1] : NULL;
  if (!a || a->extent >= BROAD_LINES) return 1;
  for (int o = 0; o < SCAN_OPERANDS; o++) {
    int along = o != SCAN_DINIT && !(o == SCAN_EXTRA && s->kind == EXTRA_INIT);
    if (s->op[o].slot < 0) continue;
    if (a->stride[o] != 1 || (along && s->n > 1 && s->stride[o] != a->extent && s->stride[o] != -a->extent)) return 1;
  }
  return a->extent;
}

/* Lines that could be scanned as one are sheets of their own where they come from memory, are long, and have rows of a few lines of the cache:
 * to deal out their segments takes longer than their arithmetic. Not where kernels have no vectors of 64 bytes. */
static int lines_apart(const struct scan *s) {
  int64_t row = s->lines.kept.axis[s->lines.kept.n - 1].extent * dtype_bytes(s->op[SCAN_KEY].dtype);
  return s->far && s->n >= 4 * BLOCK && s->exec.real->direct && row >= (s->second ? 2 : 3) * LINE_BYTES;
}

/* As many blocks as parts of a group have, which end where it does. */
static int64_t whole_parts(int64_t span) {
  int64_t part = 1;
  while (2 * part <= span && 2 * part <= GROUP) part *= 2;
  return part;
}

/* Segments lie side by side: of one line, or of as many as fill a sheet. */
static void plan_folded(struct scan *s, int op) {
  s->folded = 1;
  s->unit = joint_lines(s);
  if (s->unit > 1) s->lines.kept.n--;
  int64_t all = larger(1, ceil_div(s->n, SEGMENT)), room = LANE_BYTES / s->exec.t_size / s->unit;
  s->span = larger(1, smaller(s->blocks, room / SEGMENTS));
  if (s->blocks > GROUP) s->span = whole_parts(s->span);
  int64_t lanes = s->blocks > 1 ? s->span * SEGMENTS : all;
  s->lines.count = space_count(&s->lines.kept);
  s->lines.flat = 1;
  int64_t fair = ceil_div(s->lines.count, s->exec.cpu->threads);
  s->along = s->unit == 1 && scan_goes_along(s);
  if (s->unit == 1 && scan_moderate(s, op) && scan_goes_by_lines(s))
    s->by_lines = (s->back ? s->exec.real->moderate->back_line : s->exec.real->moderate->scan_line)[op];
  if (s->abreast) s->lines.cols = abreast_lines(s);
  else s->lines.cols = s->along || s->by_lines || s->blocks > s->span ? 1 : larger(1, smaller(fair, room / lanes));
  s->lines.groups = ceil_div(s->lines.count, s->lines.cols);
  s->lines.inner = s->lines.kept.n ? s->lines.kept.axis[s->lines.kept.n - 1].extent : 1;
  lines_settle(&s->lines);
  s->lone = s->lines.groups == 1 && s->blocks <= s->span;
  s->tracks = s->lines.cols * s->unit;
  s->lanes = lanes * s->tracks;
}

/* Whether elements are far, and where results go: past the cache if no cache holds all that a run touches. With several operands, or results,
 * that is sooner than operand_of says, which has one of each in mind. */
static void plan_stores(struct scan *s) {
  static const int result[] = {SCAN_OUT, SCAN_OUT2};
  int64_t elems = larger(1, s->n * space_count(&s->lines.kept)), bytes = 0; /* views that repeat have any number of them */
  for (int i = 0; i < SCAN_DINIT; i++)
    if (s->op[i].slot >= 0 && !(i == SCAN_EXTRA && s->kind == EXTRA_INIT)) bytes += dtype_bytes(s->op[i].dtype);
  s->far = elems > FAR_BYTES / s->exec.t_size;
  if (bytes <= 2 * stream_limit(s->exec.cpu) / elems) return;
  for (int i = 0; i < 2; i++) s->op[result[i]].stream |= s->op[result[i]].slot >= 0 && !s->op[result[i]].accumulate;
}

static void plan_parts(struct scan *s, int op) {
  const struct axis *inner = s->lines.kept.n ? &s->lines.kept.axis[s->lines.kept.n - 1] : NULL;
  s->blocks = ceil_div(s->n, BLOCK);
  s->by_segment = s->makes_before && s->n % SEGMENT == 0 && scan_moderate(s, op);
  if (s->by_segment) s->uses_x = 1;
  plan_stores(s);
  s->abreast = scan_goes_abreast(s, joint_lines(s));
  s->flows = !s->abreast && scan_flows(s);
  if (s->flows || (inner && inner->stride[SCAN_KEY] == 1 && inner->extent >= WIDE_LINES && !s->abreast &&
                   (joint_lines(s) == 1 || lines_apart(s))))
    plan_wide(s);
  else plan_folded(s, op);
  for (int64_t b = s->blocks; b > 1; b = ceil_div(b, GROUP)) s->levels++;
  s->levels++;
  plan_window(s);
  int alone =
      s->makes_y || s->makes_start || s->makes_before || (s->kind == EXTRA_INDEX && s->op[SCAN_EXTRA].slot >= 0);
  int64_t parts = s->lines.groups * (s->blocks / s->span);
  int64_t threads = s->exec.cpu->threads, busy = s->lines.groups * (s->along || s->abreast || s->by_lines ? ONCE_THREADS : 1);
  s->divided = !alone && !s->flows && busy < threads && parts >= FEW_PARTS * threads;
  if (s->divided) s->along = s->abreast = 0, s->by_lines = NULL;
  if (s->abreast) s->tracks = abreast_tracks(s);
  s->steps = !s->folded && !s->flows && !s->divided;
  s->turns = s->steps ? turns_of(s) : 1;
  s->moderate = scan_moderate(s, op);
  s->brief = scan_is_short(s);
  if (s->moderate && s->steps) s->at_once = (s->back ? s->exec.real->moderate->back_steps : s->exec.real->moderate->scan_steps)[op];
  s->asks = !s->at_once || s->n * space_count(&s->lines.kept) > ASK_BYTES / s->exec.t_size;
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
  s->extent = s->n;
  if (s->back && s->exclusive && s->n > 0) { /* dy is taken one place later */
    s->n--;
    s->start[SCAN_KEY] += s->stride[SCAN_KEY];
  }
  s->lines.operands = SCAN_OPERANDS;
  space_sort(&s->lines.kept, SCAN_OPERANDS);
  plan_parts(s, p->entry->op);
  struct arena a = {NULL, 0};
  struct scan_room room;
  lay_out(s, &a, &room);
  s->room_bytes = a.used;
}

const char *scan_word(const struct scan *s) {
  if (s->folded) return s->along ? "along" : s->abreast ? "abreast" : "folded";
  return s->flows ? "flow" : "wide";
}

/* ---- workspace ---- */

static void lay_out_window(const struct scan *s, struct arena *a, struct scan_room *room) {
  int64_t size = s->exec.t_size, elems = s->window * BLOCK * s->tracks;
  if (s->makes_before) room->window_state = arena_states(a, s->fields, s->by_segment ? elems / SEGMENT : elems, size);
  if (s->makes_y) room->window_y = arena_elems(a, elems, size);
  if (s->makes_start) room->window_start = arena_elems(a, elems, size);
  if (s->checkpoints) room->points = arena_states(a, s->fields, s->blocks * s->tracks, size);
}

static void lay_out_chain(const struct scan *s, struct arena *a, int fields, struct chain *chain) {
  for (int l = 0; l < s->levels; l++) chain->level[l] = arena_states(a, fields, s->tracks, s->exec.t_size);
  chain->base = arena_states(a, fields, s->tracks, s->exec.t_size);
}

static void lay_out_sheets(const struct scan *s, struct arena *a, struct scan_room *room) {
  int64_t size = s->exec.t_size, tile = SEGMENT * (s->lanes + LINE_BYTES / size);
  int inputs = s->back ? 4 : s->inputs, sides = s->back ? 3 : 0, outs = s->second ? 2 : 1;
  for (int i = 0; i < 4; i++) room->in[i] = i < inputs ? arena_elems(a, tile, size) : room->in[0];
  for (int i = 0; i < 3; i++) room->side[i] = i < sides ? arena_elems(a, tile, size) : room->in[0];
  for (int i = 0; i < 2; i++) room->out[i] = i < outs ? arena_elems(a, tile, size) : room->out[0];
  room->raw = arena_elems(a, tile, 8);
  room->piece = arena_elems(a, tile, 8);
  if (s->makes_before) room->before = arena_states(a, s->fields, tile, size);
  if (s->kind != EXTRA_INDEX) return;
  room->starts = arena_elems(a, tile, size);
  room->index = (int64_t *)(void *)arena_elems(a, tile, 8);
}

static void lay_out_climb(const struct scan *s, struct arena *a, int fields, struct scan_room *room) {
  struct climb *c = &room->climb;
  c->total = room->total, c->carry = room->carry, c->front = room->front;
  for (int k = 0; k < CLIMB_GROUPS; k++) c->group[k] = arena_states(a, fields, s->tracks, s->exec.t_size);
}

/* What is kept of a group from sheet to sheet. */
static void lay_out_group(const struct scan *s, struct arena *a, struct scan_room *room) {
  int64_t size = s->exec.t_size, cols = s->span * s->tracks;
  int fields = s->fields | (s->back ? s->bfields : 0);
  room->carry = arena_states(a, fields, cols, size);
  room->front = s->folded || s->steps ? arena_states(a, fields, s->lanes, size) : room->total;
  if (s->steps) lay_out_climb(s, a, fields, room);
  moderate_lay_out(s, a, room);
  lay_out_chain(s, a, s->back ? s->bfields : s->fields, &room->chain);
  if (s->back) lay_out_chain(s, a, s->fields, &room->again);
  lay_out_window(s, a, room);
  room->off = (int64_t *)(void *)arena_elems(a, SCAN_OPERANDS * s->lines.cols, 8);
  room->at = (int64_t *)(void *)arena_elems(a, s->tracks, 8);
}

/* What a plan does not use stays unset: clearing all of it costs more than a small scan. */
static void lay_out(const struct scan *s, struct arena *a, struct scan_room *room) {
  int64_t size = s->exec.t_size, most = s->n < BLOCK ? s->n : BLOCK, segments = ceil_div(most, SEGMENT);
  int64_t sheets = s->folded || s->steps ? 1 : segments, cols = s->span * s->tracks;
  int fields = s->fields | (s->back ? s->bfields : 0);
  room->turn_from = room->turn_cols = 0; /* of groups that have no turns */
  if (s->flows || s->along || s->abreast) {
    (s->flows ? flow_lay_out : s->along ? along_lay_out : abreast_lay_out)(s, a, room);
    lay_out_chain(s, a, s->back ? s->bfields : s->fields, &room->chain);
    if (s->abreast && s->uses_start) lay_out_chain(s, a, s->fields, &room->again);
    room->off = (int64_t *)(void *)arena_elems(a, SCAN_OPERANDS * s->lines.cols, 8);
    return;
  }
  room->state = arena_states(a, fields, sheets * SEGMENT * s->lanes, size);
  room->total = arena_states(a, fields, s->steps ? cols : segments * cols, size);
  room->plain = arena_elems(a, sheets, 1);
  if (fields & HAS_E) room->plain_front = arena_states(a, fields & (HAS_M | HAS_S), s->lanes, size);
  lay_out_sheets(s, a, room);
  if (s->by_segment && s->steps) flow_climb_lay_out(s, a, s->fields, &room->flow.climb);
  room->lane = (int64_t *)(void *)arena_elems(a, cols, 8);
  room->ahead = (struct ahead *)(void *)arena_elems(a, 1, sizeof *room->ahead);
  if (a->base) room->ahead->areas = 0;
  size_t tiles = a->used;
  lay_out_group(s, a, room);
  if (!a->base) a->used += (size_t)(s->turns - 1) * (a->used - tiles); /* all that planning asks */
  for (int64_t k = 1; k < s->turns && a->base; k++) {
    room[k] = room[0];
    lay_out_group(s, a, &room[k]);
  }
}

/* Where lines are divided, the totals and carries of all blocks come first. */
size_t scan_workspace(const struct scan *s) {
  struct arena shared = {NULL, 0};
  if (s->divided)
    arena_states(&shared, s->back ? s->bfields : s->fields, s->lines.groups * s->blocks * s->tracks, s->exec.t_size);
  int64_t units = larger(1, s->lines.groups * scan_pieces(s));
  return 2 * shared.used + arena_rooms(s->room_bytes, smaller(units, s->exec.cpu->threads));
}

void scan_room(const struct scan_call *call, int64_t task, struct scan_room *room) {
  struct arena a = {call->workspace + (size_t)task * call->scan->room_bytes, 0};
  lay_out(call->scan, &a, room);
  if (call->scan->idles) call->scan->exec.real->fill(room->side[0], call->scan->lanes, 1);
}
