/* scan_window.c: what a gradient needs of the forward scan (y, starts, states before each element), computed again for a window
 * of blocks at a time. When the line has more blocks than the window, the carries of all blocks are computed first.
 * Values lie as [step][track] for wide parts, as [line][step][unit] for folded ones. */
#include <string.h>

#include "scan.h"

static int from_index(const struct scan *s) { return s->makes_start && s->op[SCAN_EXTRA].slot >= 0; }

static void again(const struct scan_call *call, const struct part *p, struct scan_room *room, int64_t sheet) {
  sheet_forward(call, room, p, SCAN_X, SCAN_X, sheet);
}

/* The carries of every block of the lines. */
void window_start(const struct scan_call *call, const struct group *g, struct scan_room *room) {
  const struct scan *s = call->scan;
  int64_t size = s->exec.t_size;
  room->window = (struct window){0, 0};
  chain_start(s, &room->again);
  if (!s->checkpoints || from_index(s)) return;
  for (int64_t step = 0; step < s->n; step += s->span * BLOCK) {
    struct part p = part_at(s, g, step, 0);
    if (s->steps) {
      block_steps(call, &p, room, s->fwd, &room->again, NULL, again, NULL);
    } else {
      part_forward(call, room, &p, SCAN_X, SCAN_X);
      part_carry(s, room, &p, s->fwd, &room->again);
    }
    states_copy(states_at(room->points, step / BLOCK * p.tracks, size), room->carry, s->fields, p.blocks * p.tracks,
                size);
  }
}

/* Values of the window along the lines, in the direction of the part. */
struct track window_track(const struct scan_call *call, const struct scan_room *room, const struct part *p,
                          const char *values) {
  const struct scan *s = call->scan;
  int64_t size = s->exec.t_size, step = s->folded ? s->unit : p->tracks, first = room->window.first * BLOCK;
  struct track t = {
      (char *)(uintptr_t)values - first * step * size, s->exec.t, step, 1, NULL, 0, 0}; /* read, or ours */
  if (s->folded) t.line = (s->blocks > 1 ? s->window * BLOCK : s->n) * s->unit; /* short lines touch */
  if (p->back) {
    t.at += (s->n - 1) * step * size;
    t.stride = -step;
  }
  return t;
}

/* ---- filling the window ---- */

static void starts_from_index(const struct scan_call *call, struct scan_room *room, const struct part *p) {
  const struct scan *s = call->scan;
  struct track t = window_track(call, room, p, room->window_start);
  int64_t size = s->exec.t_size;
  for (int64_t line = 0; s->folded && line < p->g->cols; line++) {
    positions_load(call, room, p, line, 0);
    s->exec.real->flags(t.at + (line * t.line + p->step * t.stride) * size, room->index, p->step, p->steps, s->unit);
  }
  for (int64_t i = 0; !s->folded && i < p->sheets; i++) {
    int64_t base = p->step + i * SEGMENT;
    positions_load(call, room, p, 0, i);
    s->exec.real->flags(t.at + base * t.stride * size, room->index, base, sheet_rows(p, i), p->lanes);
  }
}

static void put(const struct scan_call *call, const struct scan_room *room, const struct part *p, int64_t sheet,
                const char *values, const char *from) {
  struct track t = window_track(call, room, p, values);
  sheet_store(call, room, p, &t, sheet, 0, from);
}

/* The first element of a line always takes over; a part with it is the first of the window. */
static void start_lines(const struct scan_call *call, const struct scan_room *room, const struct part *p) {
  const struct scan *s = call->scan;
  struct track t = window_track(call, room, p, room->window_start);
  int64_t lines = s->folded ? p->g->cols : 1, each = s->folded ? s->unit : p->tracks;
  for (int64_t line = 0; line < lines; line++) s->exec.real->fill(t.at + line * t.line * s->exec.t_size, each, 1);
}

/* ---- states before segments ---- */

/* Adjacent lines have them as [segment][track]. */
static struct states wide_fronts(const struct scan_call *call, const struct scan_room *room, const struct part *p, int64_t sheet) {
  int64_t at = p->step / SEGMENT + sheet, forward = p->back ? call->scan->n / SEGMENT - 1 - at : at;
  return states_at(room->window_state, (forward - room->window.first * SEGMENTS) * p->tracks, call->scan->exec.t_size);
}

/* Segments side by side as [line][segment][unit], as memory has them; lanes hold those of a part, and of none where a block is short. */
static void folded_fronts(const struct scan_call *call, const struct scan_room *room, const struct part *p, struct states lanes, int in) {
  const struct scan *s = call->scan;
  int64_t all = p->blocks * p->segments, count = p->steps / SEGMENT, from = p->step / SEGMENT, segments = s->n / SEGMENT;
  int64_t first = room->window.first * SEGMENTS, end = smaller(room->window.end * SEGMENTS, segments), unit = s->unit * s->exec.t_size;
  int64_t skip = p->mirrored ? all - count : 0, at = p->mirrored ? segments - from - count : from;
  at -= p->mirrored == p->back ? first : segments - end; /* of lines that run up in memory; or down */
  for (int f = 0; f < 4; f++)
    for (int64_t line = 0; line < p->g->cols && s->fields >> f & 1; line++) {
      char *kept = room->window_state.field[f] + (line * s->window * SEGMENTS + at) * unit;
      char *lane = lanes.field[f] + line * all * unit;
      if (in && count < all) memset(lane, 0, (size_t)(all * unit));
      memcpy(in ? lane + skip * unit : kept, in ? kept : lane + skip * unit, (size_t)(count * unit));
    }
}

void window_fronts(const struct scan_call *call, const struct scan_room *room, const struct part *p, int64_t sheet, struct sheet *b) {
  b->before = room->before;
  if (call->scan->folded) folded_fronts(call, room, p, b->before, 1);
  else b->before = wide_fronts(call, room, p, sheet);
  b->before_pitch = 0;
}

void window_spread(const struct scan *s, const struct scan_room *room, struct sheet *b) {
  int64_t last = (SEGMENT - 1) * b->cols, size = s->exec.t_size;
  struct sheet f = *b;
  f.in[0] = b->in[1] + (SEGMENT - 1) * b->in_pitch[1] * size, f.in_pitch[0] = -b->in_pitch[1]; /* x, seen from the front */
  f.front = b->before;
  f.out_state = states_at(room->before, last, size), f.out_state_pitch = -b->cols;
  f.plain = s->fwd->plain_local(&f);
  if (!f.plain) s->fwd->local(&f);
  s->fwd->prefix(&f);
  b->before = room->before, b->before_pitch = b->cols;
}

/* Values of one sheet. */
static void fill_sheet(const struct scan_call *call, const struct part *p, struct scan_room *room, int64_t sheet) {
  const struct scan *s = call->scan;
  struct sheet b;
  sheet_start(s, room, p, sheet, &b);
  b.out[0] = own_rows(s, p, room->out[0], &b.out_pitch[0]);
  if (s->makes_y) {
    s->fwd->apply(&b);
    put(call, room, p, sheet, room->window_y, b.out[0]);
  }
  if (s->makes_start) {
    sheet_inputs(call, room, p, SCAN_X, SCAN_X, sheet, &b);
    s->fwd->starts(&b);
    put(call, room, p, sheet, room->window_start, b.out[0]);
  }
  if (s->by_segment && s->folded) folded_fronts(call, room, p, b.front, 0);
  if (s->by_segment && !s->folded)
    states_copy(wide_fronts(call, room, p, sheet), b.front, s->fields, p->tracks, s->exec.t_size);
  if (!s->makes_before || s->by_segment) return;
  for (int f = 0; f < 4; f++) b.out_state.field[f] = own_rows(s, p, room->before.field[f], &b.out_state_pitch);
  s->fwd->prefix(&b);
  for (int f = 0; f < 4; f++)
    if (s->fields & (1 << f)) put(call, room, p, sheet, room->window_state.field[f], b.out_state.field[f]);
}

/* The values of a part, whose carries are `known`, or NULL: the chain has them. */
static void fill_sheets(const struct scan_call *call, struct scan_room *room, const struct part *p, const struct states *known) {
  const struct scan *s = call->scan;
  if (s->steps) {
    block_steps(call, p, room, s->fwd, &room->again, known, again, fill_sheet);
    return;
  }
  part_forward(call, room, p, SCAN_X, SCAN_X);
  if (known) states_copy(room->carry, *known, s->fields, p->blocks * p->tracks, s->exec.t_size);
  else part_carry(s, room, p, s->fwd, &room->again);
  part_fronts(s, room, p, s->fwd, s->fields);
  for (int64_t i = 0; i < p->sheets; i++) fill_sheet(call, p, room, i);
}

static void fill_part(const struct scan_call *call, struct scan_room *room, const struct part *p) {
  const struct scan *s = call->scan;
  if (from_index(s)) {
    starts_from_index(call, room, p);
    return;
  }
  if (s->checkpoints) {
    struct states point = states_at(room->points, p->step / BLOCK * p->tracks, s->exec.t_size);
    fill_sheets(call, room, p, &point);
  } else {
    fill_sheets(call, room, p, NULL);
  }
  if (s->makes_start && p->step == 0) start_lines(call, room, p);
}

/* The states before all segments of adjacent lines of products, in one go; 0: not of these. */
static int flow_fronts(const struct scan_call *call, const struct group *g, struct scan_room *room) {
  const struct scan *s = call->scan;
  if (!s->by_segment || !s->steps || s->window < s->blocks || !scan_direct(s, s->op[SCAN_X].dtype)) return 0;
  struct part p = part_at(s, g, 0, 0);
  struct track x = track_of(call, &p, SCAN_X);
  struct flow f = {.in_pitch = x.stride, .direct = 1, .dtype = x.dtype, .climb = room->flow.climb};
  struct climb *c = &f.climb;
  int64_t size = s->exec.t_size, row = x.stride * dtype_bytes(x.dtype);
  if (x.off || x.line != 1 || p.tracks * size % LINE_BYTES || p.tracks * size > FLOW_BYTES) return 0;
  c->cols = p.tracks;
  for (int64_t step = 0; step < s->n; step += BLOCK) {
    s->fwd->get(&room->again, c->carry, c->cols);
    states_copy(c->front, c->carry, s->fields, c->cols, size);
    f.rows = smaller(BLOCK, s->n - step), c->segment = 0;
    f.in = x.at + step * row, f.ahead = flow_ahead_of(&x, step, 0, c->cols);
    f.fronts = states_at(room->window_state, step / SEGMENT * c->cols, size);
    s->fwd->flow(&f);
    if (s->n - step >= BLOCK) s->fwd->push(&room->again, c->total, c->cols);
  }
  room->window = (struct window){0, s->blocks};
  return 1;
}

void window_cover(const struct scan_call *call, const struct part *part, struct scan_room *room) {
  const struct scan *s = call->scan;
  struct window *w = &room->window;
  int64_t lo = s->n - part->step - part->steps - s->uses_yb, hi = s->n - part->step + s->uses_start; /* forward steps */
  lo = lo < 0 ? 0 : lo;
  hi = hi > s->n ? s->n : hi;
  if (lo >= w->first * BLOCK && hi <= w->end * BLOCK) return;
  if (flow_fronts(call, part->g, room)) return;
  w->end = (hi + BLOCK - 1) / BLOCK;
  w->first = w->end > s->window ? w->end - s->window : 0;
  for (int64_t first = w->first; first < w->end; first += s->span) {
    struct part p = part_at(s, part->g, first * BLOCK, 0);
    if (first + p.blocks > w->end) part_cut(s, &p, (w->end - first) * BLOCK);
    fill_part(call, room, &p);
  }
}
