/* scan_flow.c: scans whose state is one number, down adjacent lines: a segment of all of them at a time, in the order of memory, read
 * once and written once. */
#include <string.h>

#include "scan.h"

enum { FLOW_LEAST = 64, STRIP_BYTES = 2048, LINE_BYTES = 64, STRIPS_AHEAD = 2 };

static int64_t strip_cols(const struct scan *s) { return STRIP_BYTES / s->exec.t_size; }
/* Rows of a strip do not begin at the same place of a page. */
static int64_t strip_pitch(const struct scan *s) { return (STRIP_BYTES + LINE_BYTES) / s->exec.t_size; }

int scan_of_one(const struct scan *s) {
  const struct scan_kernels *kernels = s->back ? s->back : s->fwd;
  int positions = s->kind == EXTRA_INDEX && s->op[SCAN_EXTRA].slot >= 0;
  int asks = s->uses_x || s->uses_xn || s->uses_y || s->uses_yb || s->uses_start || s->uses_before;
  return kernels->flow && !asks && !positions && !s->exclusive && s->op[SCAN_OUT].slot >= 0;
}

int scan_flows(const struct scan *s) {
  const struct axis *inner = s->lines.kept.n ? &s->lines.kept.axis[s->lines.kept.n - 1] : NULL;
  if (!inner || !scan_of_one(s)) return 0;
  return inner->stride[SCAN_KEY] == 1 && inner->stride[SCAN_OUT] == 1 && inner->extent >= FLOW_LEAST &&
         space_count(&s->lines.kept) >= FLOW_LEAST * s->exec.cpu->threads;
}

void flow_lay_out(const struct scan *s, struct arena *a, struct scan_room *room) {
  int64_t size = s->exec.t_size;
  struct flow *f = &room->flow;
  f->carry = arena_elems(a, s->tracks, size), f->front = arena_elems(a, s->tracks, size);
  f->total = arena_elems(a, s->tracks, size);
  for (int k = 0; k < CLIMB_GROUPS; k++) f->group[k] = arena_elems(a, s->tracks, size);
  room->flow_in = arena_elems(a, SEGMENT * strip_pitch(s), size);
  room->flow_out = arena_elems(a, SEGMENT * strip_pitch(s), size);
}

/* Columns [c, c + cols) of all that a segment has. */
static struct flow flow_strip(const struct scan *s, const struct flow *all, int64_t c, int64_t cols) {
  struct flow f = *all;
  int64_t at = c * s->exec.t_size;
  f.cols = cols;
  f.carry += at, f.front += at, f.total += at;
  for (int k = 0; k < CLIMB_GROUPS; k++) f.group[k] += at;
  return f;
}

static char *row_at(const struct track *t, int64_t step, int64_t c) {
  return t->at + (step * t->stride + c) * dtype_bytes(t->dtype);
}

/* Asks for the strip that comes a few later, of this segment or the next. */
static void ask_ahead(const struct scan *s, const struct track *x, int64_t step, int64_t c, const struct flow *all, int64_t cols) {
  int64_t at = c + STRIPS_AHEAD * strip_cols(s), bytes = cols * dtype_bytes(x->dtype);
  for (; at >= all->cols; at -= all->cols) step += SEGMENT;
  for (int64_t r = 0; r < all->rows; r++)
    for (int64_t b = 0; b < bytes; b += LINE_BYTES) __builtin_prefetch(row_at(x, step + r, at) + b, 0, 2);
}

static void run_strip(const struct scan_call *call, const struct scan_room *room, const struct track *x, const struct track *y,
                      int64_t step, int64_t c, struct flow *f) {
  const struct scan *s = call->scan;
  struct mover m = scan_mover(s, room);
  int own = y->dtype == m.t && !y->accumulate && !y->stream;
  f->in = row_at(x, step, c), f->in_pitch = x->stride;
  f->out = own ? row_at(y, step, c) : room->flow_out, f->out_pitch = own ? y->stride : strip_pitch(s);
  for (int64_t r = 0; r < f->rows && x->dtype != m.t; r++)
    m.move->load(room->flow_in + r * strip_pitch(s) * m.t_size, m.t, row_at(x, step + r, c), x->dtype, f->cols);
  if (x->dtype != m.t) f->in = room->flow_in, f->in_pitch = strip_pitch(s);
  call->pass.kernels->flow(f);
  for (int64_t r = 0; r < f->rows && !own; r++)
    m.move->store(row_at(y, step + r, c), y->dtype, f->out + r * f->out_pitch * m.t_size, m.t, f->cols, y->accumulate, y->stream);
}

static struct states one_number(char *at) { return (struct states){{at, at, at, at}}; }

/* What lies before the next block, which is what lies before its first segment. */
static void next_block(const struct scan_call *call, struct scan_room *room, const struct flow *f) {
  call->pass.kernels->get(&room->chain, one_number(f->carry), f->cols);
  memcpy(f->front, f->carry, (size_t)(f->cols * call->scan->exec.t_size));
}

void flow_group(const struct scan_call *call, const struct group *g, struct scan_room *room) {
  const struct scan *s = call->scan;
  struct part p = part_at(s, g, 0, call->pass.back);
  struct track x = track_of(call, &p, SCAN_KEY), y = track_of(call, &p, SCAN_OUT);
  struct flow *all = &room->flow;
  chain_start(s, &room->chain);
  all->cols = g->cols;
  next_block(call, room, all);
  for (int64_t step = 0; step < s->n; step += SEGMENT) {
    all->rows = smaller(SEGMENT, s->n - step), all->segment = step / SEGMENT % SEGMENTS;
    for (int64_t c = 0; c < g->cols; c += strip_cols(s)) {
      struct flow f = flow_strip(s, all, c, smaller(strip_cols(s), g->cols - c));
      if (x.dtype != s->exec.t && y.stream) ask_ahead(s, &x, step, c, all, f.cols);
      run_strip(call, room, &x, &y, step, c, &f);
    }
    if (all->rows < SEGMENT || all->segment < SEGMENTS - 1) continue;
    call->pass.kernels->push(&room->chain, one_number(all->total), all->cols);
    next_block(call, room, all);
  }
}
