/* scan_part.c: the states of a part: within segments, over segments, and from block to block. */
#include <string.h>

#include "scan.h"

/* Totals stand in the order of lanes where a sheet has one segment of each line. */
static int turns(const struct part *p) { return p->lanes != p->tracks; }

/* Where a sheet stands among those of a part whose states are kept. */
static int64_t place_of(const struct scan *s, int64_t sheet) { return s->steps ? 0 : sheet; }

/* Set field by field: zeroing the whole costs more than a small sheet. */
void sheet_start(const struct scan *s, const struct scan_room *room, const struct part *p, int64_t sheet,
                 struct sheet *b) {
  int64_t size = s->exec.t_size, at = place_of(s, sheet) * p->lanes;
  b->rows = sheet_rows(p, sheet);
  b->cols = p->lanes;
  b->state = states_at(room->state, at * SEGMENT, size);
  b->front = turns(p) || s->steps ? room->front : states_at(room->total, at, size);
  b->before = b->out_state = room->state;
  b->before_pitch = b->out_state_pitch = 0;
  b->last = s->last;
  b->plain = room->plain[place_of(s, sheet)];
  b->ahead = room->ahead;
  for (int i = 0; i < 4; i++) b->in[i] = room->in[0], b->in_pitch[i] = 0;
  for (int i = 0; i < 3; i++) b->side[i] = s->idles ? room->side[0] : room->in[0], b->side_pitch[i] = 0;
  for (int i = 0; i < 2; i++) b->out[i] = room->out[0], b->out_pitch[i] = p->lanes, b->past[i] = 0;
}

/* ---- totals: [segment][block][track] ---- */

/* Lane of the first segment, in memory order, of each block of each line. */
static void find_lanes(const struct part *p, int64_t *lane) {
  int64_t all = p->blocks * p->segments;
  for (int64_t k = 0; k < p->blocks; k++)
    for (int64_t c = 0; c < p->g->cols; c++)
      lane[k * p->g->cols + c] = c * all + (p->mirrored ? all - (k + 1) * p->segments : k * p->segments);
}

/* Between the lanes of a folded sheet and the order of segments. Mirrored, the last segment comes first in memory. */
static void turn_lanes(const struct scan *s, const struct scan_room *room, const struct part *p, int fields,
                       struct states lanes, int in) {
  const struct move_kernels *move = s->exec.cpu->kernels->move;
  int64_t cols = p->blocks * p->g->cols, unit = s->unit, size = s->exec.t_size;
  int64_t pitch = p->mirrored ? -cols : cols, top = p->mirrored ? (p->segments - 1) * cols * unit * size : 0;
  for (int f = 0; f < 4; f++) {
    if (!(fields & (1 << f))) continue;
    char *total = room->total.field[f] + top;
    if (in) move->gather(total, pitch, lanes.field[f], room->lane, p->segments, cols, (int)(unit * size));
    else move->scatter(lanes.field[f], room->lane, total, pitch, p->segments, cols, (int)(unit * size));
  }
}

static void sheet_totals(const struct scan *s, const struct scan_room *room, const struct part *p,
                         const struct sheet *b, int fields, int64_t sheet) {
  int64_t size = s->exec.t_size;
  struct states last = states_at(b->state, (b->rows - 1) * b->cols, size);
  if (turns(p)) {
    find_lanes(p, room->lane);
    turn_lanes(s, room, p, fields, last, 1);
  } else {
    states_copy(states_at(room->total, place_of(s, sheet) * p->lanes, size), last, fields, p->lanes, size);
  }
}

void sheet_states(const struct scan *s, const struct scan_room *room, const struct scan_kernels *kernels, struct sheet *b,
                  int64_t sheet) {
  if (s->by_segment && kernels == s->back) window_spread(s, room, b);
  room->plain[place_of(s, sheet)] = b->plain = kernels->plain_local && kernels->plain_local(b);
  if (!b->plain) kernels->local(b);
}

void sheet_not_moderate(const struct scan *s, const struct scan_room *room, const struct part *p,
                        const struct scan_kernels *kernels, int fields, struct sheet *b, int64_t sheet) {
  int64_t rows = s->folded ? p->segments * p->blocks : 1;
  sheet_states(s, room, kernels, b, sheet);
  if (!b->plain) {
    sheet_totals(s, room, p, b, fields, sheet);
    return;
  }
  sheet_totals(s, room, p, b, fields & (HAS_M | HAS_S), sheet);
  kernels->widen(states_at(room->total, place_of(s, sheet) * p->lanes, s->exec.t_size), rows * p->tracks);
}

void sheet_local(const struct scan *s, struct scan_room *room, const struct part *p, const struct scan_kernels *kernels,
                 int fields, struct sheet *b, int64_t sheet) {
  int own = s->moderate && kernels == (s->back ? s->back : s->fwd);
  if (sheet == 0) room->moderate_on = own;
  if (own && s->steps && room->moderate_on && moderate_local(s, room, kernels, b, sheet)) return;
  if (own && s->folded) {
    struct states last = turns(p) ? b->state : room->total;
    room->moderate_on = moderate_totals(s, b, last);
    if (room->moderate_on && turns(p)) find_lanes(p, room->lane), turn_lanes(s, room, p, HAS_M | HAS_S, last, 1);
    if (room->moderate_on) return;
  }
  sheet_not_moderate(s, room, p, kernels, fields, b, sheet);
}

void sheet_apply(const struct scan *s, struct scan_room *room, const struct part *p, const struct scan_kernels *kernels,
                 int fields, struct sheet *b, int64_t sheet) {
  struct states front = b->front;
  if (room->moderate_on && moderate_at_once(s, b)) {
    moderate_steps(s, room, p, kernels, fields, b, sheet);
    return;
  }
  if (room->moderate_on) {
    if (moderate_apply(s, room, b)) return;
    if (s->steps) moderate_leave(s, room, kernels, sheet), sheet_not_moderate(s, room, p, kernels, fields, b, sheet);
    else sheet_states(s, room, kernels, b, sheet);
  }
  if (b->plain && kernels->quick_apply) {
    kernels->quick_apply(b);
    return;
  }
  if (b->plain && kernels->narrow(room->plain_front, front, b->cols)) {
    b->front = room->plain_front;
    int exact = kernels->plain_apply(b);
    b->front = front;
    if (exact) return;
  }
  kernels->apply(b);
}

static struct segments segments_of(const struct scan_room *room, const struct part *p) {
  struct segments t = {room->total, p->segments, p->blocks * p->tracks, room->carry};
  return t;
}

void part_tree(const struct scan_room *room, const struct part *p, const struct scan_kernels *kernels) {
  struct segments t = segments_of(room, p);
  kernels->tree(&t);
}

void carry_blocks(const struct scan *s, const struct scan_kernels *kernels, struct chain *chain, struct states total,
                  struct states carry, int64_t blocks, int64_t tracks) {
  for (int64_t b = 0; b < blocks; b++) {
    kernels->get(chain, states_at(carry, b * tracks, s->exec.t_size), tracks);
    kernels->push(chain, states_at(total, b * tracks, s->exec.t_size), tracks);
  }
}

/* The total of a block is the prefix up to its last segment. What a short last block gives nobody reads. */
void part_carry(const struct scan *s, struct scan_room *room, const struct part *p, const struct scan_kernels *kernels,
                struct chain *chain) {
  struct states total = states_at(room->total, (p->segments - 1) * p->blocks * p->tracks, s->exec.t_size);
  carry_blocks(s, kernels, chain, total, room->carry, p->blocks, p->tracks);
}

void part_fronts(const struct scan *s, const struct scan_room *room, const struct part *p,
                 const struct scan_kernels *kernels, int fields) {
  struct segments t = segments_of(room, p);
  if (!room->moderate_on) kernels->fronts(&t);
  if (turns(p)) turn_lanes(s, room, p, room->moderate_on ? HAS_S : fields, room->front, 0);
}

void chain_start(const struct scan *s, struct chain *chain) {
  memset(chain->used, 0, sizeof chain->used);
  chain->levels = s->levels;
  chain->has_base = 0;
}

/* ---- the forward scan ---- */

void sheet_inputs(const struct scan_call *call, const struct scan_room *room, const struct part *p, int x, int x2,
                  int64_t sheet, struct sheet *b) {
  int from[2] = {x, x2};
  for (int i = 0; i < call->scan->inputs; i++) {
    struct track t = track_of(call, p, from[i]);
    b->in[i] = sheet_load(call, room, p, &t, sheet, 0, 0, room->in[i], &b->in_pitch[i]);
  }
}

void sheet_forward(const struct scan_call *call, struct scan_room *room, const struct part *p, int x, int x2, int64_t sheet) {
  const struct scan *s = call->scan;
  struct sheet *b = &room->sheet;
  sheet_start(s, room, p, sheet, b);
  sheet_inputs(call, room, p, x, x2, sheet, b);
  sheet_ahead(call, room, p, sheet, 0, (const int[]){x, x2}, s->inputs);
  sheet_local(s, room, p, s->fwd, s->fields, b, sheet);
}

void part_forward(const struct scan_call *call, struct scan_room *room, const struct part *p, int x, int x2) {
  for (int64_t i = 0; i < p->sheets; i++) sheet_forward(call, room, p, x, x2, i);
  part_tree(room, p, call->scan->fwd);
}
