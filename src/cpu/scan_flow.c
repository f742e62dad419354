/* scan_flow.c: scans whose state is one number, or one and whether there was a mark, down adjacent lines: segments of all of them at a
 * time, in the order of memory, read once and written once. */
#include <string.h>

#include "scan.h"

enum { FLOW_LEAST = 64, STRIPS_AHEAD = 2, AHEAD_BYTES = 16384 };

static int64_t strip_cols(const struct scan *s) { return FLOW_BYTES / s->exec.t_size; }
/* Rows of a strip do not begin at the same place of a page. */
static int64_t strip_pitch(const struct scan *s) { return (FLOW_BYTES + LINE_BYTES) / s->exec.t_size; }
int scan_of_one(const struct scan *s) {
  const struct scan_kernels *kernels = s->back ? s->back : s->fwd;
  int positions = s->kind == EXTRA_INDEX && s->op[SCAN_EXTRA].slot >= 0;
  int asks = s->uses_x || s->uses_xn || s->uses_y || s->uses_yb || s->uses_before || (s->uses_start && !s->fwd->mark);
  return kernels->flow && !asks && !positions && !s->exclusive && s->op[SCAN_OUT].slot >= 0;
}

int scan_of_products(const struct scan *s) { return !s->back && s->fwd->flow && s->fields == (HAS_M | HAS_E); }

int scan_direct(const struct scan *s, int dtype) {
  int half = s->exec.t == REM_F32 && (dtype == REM_F16 || dtype == REM_BF16);
  return s->exec.real->direct && (dtype == s->exec.t || half);
}

/* Whether rows of `cols` lines touch. */
static int touch(int64_t stride, int64_t cols) { return stride == cols || stride == -cols; }

/* Fewer lines than are worth a call for a row are worth one for a block, if a row fills vectors, or is one, or half of one of sums, and
 * rows touch. */
static int flows_few(const struct scan *s, int64_t lines, int64_t groups) {
  int64_t bytes = lines * s->exec.t_size;
  int whole = bytes == 32 || (bytes == 16 && (s->back ? s->bfields : s->fields) == HAS_S);
  if (lines < WIDE_LINES && (!whole || s->uses_start)) return 0;
  if (!touch(s->stride[SCAN_KEY], lines) || !touch(s->stride[SCAN_OUT], lines)) return 0;
  return (!s->uses_start || touch(s->stride[SCAN_X], lines)) && s->n >= BLOCK &&
         ONCE_THREADS * groups >= s->exec.cpu->threads;
}

int scan_flows(const struct scan *s) {
  const struct axis *inner = s->lines.kept.n ? &s->lines.kept.axis[s->lines.kept.n - 1] : NULL;
  if (!inner || !scan_of_one(s) || (s->uses_start && inner->stride[SCAN_X] != 1)) return 0;
  if (inner->stride[SCAN_KEY] != 1 || inner->stride[SCAN_OUT] != 1) return 0;
  int64_t lines = space_count(&s->lines.kept), threads = s->exec.cpu->threads;
  if (inner->extent < FLOW_LEAST) return flows_few(s, inner->extent, lines / inner->extent);
  return lines >= FLOW_LEAST * threads;
}

/* As many as kernels take at once, where they take no others. */
static int64_t whole_cols(int64_t cols) { return (cols + FLOW_DIRECT - 1) / FLOW_DIRECT * FLOW_DIRECT; }

static int64_t segments_of(const struct scan *s) { return (s->n + SEGMENT - 1) / SEGMENT; }

void flow_climb_lay_out(const struct scan *s, struct arena *a, int fields, struct climb *c) {
  int64_t size = s->exec.t_size, cols = strip_cols(s);
  c->carry = arena_states(a, fields, cols, size), c->front = arena_states(a, fields, cols, size);
  c->total = arena_states(a, fields, cols, size);
  for (int k = 0; k < CLIMB_GROUPS; k++) c->group[k] = arena_states(a, fields, cols, size);
}

void flow_lay_out(const struct scan *s, struct arena *a, struct scan_room *room) {
  int64_t size = s->exec.t_size;
  flow_climb_lay_out(s, a, s->back ? s->bfields : s->fields, &room->flow.climb);
  room->flow.fronts.field[0] = NULL;
  room->flow_in = arena_elems(a, SEGMENT * strip_pitch(s), size);
  room->flow_out = arena_elems(a, SEGMENT * strip_pitch(s), size);
  if (s->uses_start) room->marks = (unsigned char *)arena_elems(a, (segments_of(s) + 1) * s->tracks, 1);
}

/* Columns from c on of what segments have, in place: copies of all of it would take longer than some segments. */
static void flow_shift(const struct scan *s, struct flow *f, int64_t c) {
  struct climb *at = &f->climb;
  int64_t size = s->exec.t_size;
  at->carry = states_at(at->carry, c, size), at->front = states_at(at->front, c, size),
  at->total = states_at(at->total, c, size);
  for (int k = 0; k < CLIMB_GROUPS; k++) at->group[k] = states_at(at->group[k], c, size);
}

static char *row_at(const struct track *t, int64_t step, int64_t c) {
  return t->at + (step * t->stride + c) * dtype_bytes(t->dtype);
}

/* Rows [step, step + rows) of a strip, and in a room: `runs` of adjacent elements each, from `at` on, so far apart. Rows that touch are one,
 * and lie in the room as in memory. */
struct strip {
  char *at, *first; /* first: row `step` in the room, others a pitch apart */
  int64_t pitch, runs, run, apart;
};
static struct strip strip_at(const struct scan *s, const struct track *t, char *room, int64_t step, int64_t rows,
                             int64_t c, int64_t cols) {
  struct strip x = {row_at(t, step, c), room, strip_pitch(s), rows, cols, t->stride};
  if (rows == 1 || !touch(t->stride, cols)) return x;
  x.runs = 1, x.run = rows * cols, x.pitch = t->stride;
  if (t->stride < 0) x.at = row_at(t, step + rows - 1, c), x.first = room + (rows - 1) * cols * s->exec.t_size;
  return x;
}

/* Asks for the strip that comes a few later, of these rows or of later ones. */
static void ask_ahead(const struct scan *s, const struct track *x, char *room, int64_t step, int64_t rows, int64_t c,
                      int64_t cols, int64_t all) {
  int64_t at = c + STRIPS_AHEAD * strip_cols(s), size = dtype_bytes(x->dtype);
  struct strip t = strip_at(s, x, room, step + at / all * SEGMENT, rows, at % all, cols);
  for (int64_t r = 0; r < t.runs; r++)
    for (int64_t b = 0; b < t.run * size; b += LINE_BYTES) __builtin_prefetch(t.at + r * t.apart * size + b, 0, 2);
}

/* Rows as T: where they are, or in the room. */
static const char *strip_load(const struct scan_call *call, const struct scan_room *room, const struct track *x,
                              int64_t step, int64_t rows, int64_t c, int64_t cols, int64_t *pitch) {
  struct mover m = scan_mover(call->scan, room);
  if (x->dtype == m.t) return *pitch = x->stride, row_at(x, step, c);
  struct strip t = strip_at(call->scan, x, room->flow_in, step, rows, c, cols);
  int64_t size = dtype_bytes(x->dtype);
  for (int64_t r = 0; r < t.runs; r++)
    m.move->load(room->flow_in + r * t.pitch * m.t_size, m.t, t.at + r * t.apart * size, x->dtype, t.run);
  *pitch = t.pitch;
  return t.first;
}

/* ---- elements as they are ---- */

static int aligned(const char *at) { return (uintptr_t)at % LINE_BYTES == 0; }

/* Of `cols` lines from c on, those that the kernel takes as they lie in memory; the others come next. None if results go past the cache
 * and rows are not aligned. */
static int64_t direct_cols(const struct scan *s, const struct track *x, const struct track *y, int64_t c,
                           int64_t cols) {
  if (!scan_direct(s, x->dtype) || x->dtype != y->dtype || y->accumulate) return 0;
  if (y->stream && !(aligned(row_at(y, 0, c)) && aligned(row_at(y, 1, c)))) return 0;
  return cols - cols % FLOW_DIRECT;
}

/* Of a few lines whose rows touch, several segments are a strip. */
static int64_t strip_rows(const struct scan *s, const struct track *x, const struct track *y, int64_t cols) {
  if (scan_of_products(s) || !touch(x->stride, cols) || !touch(y->stride, cols)) return SEGMENT;
  return larger(SEGMENT, smaller(BLOCK, strip_cols(s) / cols * SEGMENT));
}

/* Beside lines [c, ...) of a segment so much of a later one is asked for, a row after the other, that all of them ask for all of it. Rows
 * that touch are one. */
struct flow_ahead flow_ahead_of(const struct track *x, int64_t step, int64_t c, int64_t all) {
  int64_t size = dtype_bytes(x->dtype), segment = SEGMENT * all * size, later = ceil_div(AHEAD_BYTES, segment);
  int64_t place = c * SEGMENT, row = touch(x->stride, all) ? SEGMENT * all : all, first = step + later * SEGMENT;
  if (x->stride < 0 && row > all) first += SEGMENT - 1;
  const char *at = row_at(x, first, 0) + (place / row * x->stride + place % row) * size;
  return (struct flow_ahead){(uintptr_t)at, (row - place % row) * size, row * size, (x->stride - all) * size};
}

static void run_direct(const struct scan_call *call, const struct track *x, const struct track *y, int64_t step,
                       int64_t c, int64_t all, struct flow *f) {
  f->in = row_at(x, step, c), f->out = row_at(y, step, c), f->in_pitch = x->stride, f->out_pitch = y->stride;
  f->direct = 1, f->dtype = x->dtype, f->stream = y->stream;
  f->ahead = y->stream ? flow_ahead_of(x, step, c, all) : (struct flow_ahead){0};
  call->pass.kernels->flow(f);
}

/* ---- strips ---- */

static void run_strip(const struct scan_call *call, const struct scan_room *room, const struct track *x,
                      const struct track *y, int64_t step, int64_t c, struct flow *f) {
  const struct scan *s = call->scan;
  struct mover m = scan_mover(s, room);
  int own = y->dtype == m.t && !y->accumulate && !y->stream;
  int64_t rows = f->rows, cols = f->climb.cols, size = dtype_bytes(y->dtype);
  struct strip t = strip_at(s, y, room->flow_out, step, rows, c, cols);
  f->in = strip_load(call, room, x, step, rows, c, cols, &f->in_pitch);
  f->out = own ? row_at(y, step, c) : t.first, f->out_pitch = own ? y->stride : t.pitch;
  f->direct = 0;
  call->pass.kernels->flow(f);
  for (int64_t r = 0; r < t.runs && !own; r++)
    m.move->store(t.at + r * t.apart * size, y->dtype, room->flow_out + r * t.pitch * m.t_size, m.t, t.run,
                  y->accumulate, y->stream);
}

/* The same where kernels take whole segments of whole vectors alone: through a room, with numbers that do no harm beside them. */
static void run_whole(const struct scan_call *call, const struct scan_room *room, const struct track *x,
                      const struct track *y, int64_t step, int64_t c, struct flow *f) {
  const struct scan *s = call->scan;
  struct mover m = scan_mover(s, room);
  int64_t rows = f->rows, cols = f->climb.cols, whole = whole_cols(cols), pitch = strip_pitch(s);
  for (int64_t r = 0; r < SEGMENT; r++) {
    char *to = room->flow_in + r * pitch * m.t_size;
    if (r >= rows || cols < whole) s->exec.real->fill(to, whole, 1);
    if (r < rows) m.move->load(to, m.t, row_at(x, step + r, c), x->dtype, cols);
  }
  f->in = room->flow_in, f->out = room->flow_out, f->in_pitch = f->out_pitch = pitch;
  f->direct = 1, f->dtype = m.t, f->stream = 0, f->ahead = (struct flow_ahead){0};
  f->rows = SEGMENT, f->climb.cols = whole;
  call->pass.kernels->flow(f);
  for (int64_t r = 0; r < rows; r++)
    m.move->store(row_at(y, step + r, c), y->dtype, room->flow_out + r * pitch * m.t_size, m.t, cols, y->accumulate,
                  y->stream);
}

/* ---- marks ---- */

/* Who takes over, for all segments of the lines, from the first step on: [segments][cols], and none behind the last. The first step
 * always does. */
static void mark_group(const struct scan_call *call, const struct group *g, struct scan_room *room) {
  const struct scan *s = call->scan;
  struct part p = part_at(s, g, 0, 0);
  struct track x = track_of(call, &p, SCAN_X);
  struct states best = room->flow.climb.total;
  int64_t all = g->cols, first = s->n % SEGMENT ? s->n % SEGMENT : SEGMENT;
  unsigned char *marks = room->marks;
  s->fwd->get(&room->chain, best, all);
  for (int64_t step = 0, rows = first; step < s->n; step += rows, rows = SEGMENT, marks += all) {
    struct mark m = {
        .steps = rows, .cols = all, .last = s->last, .best = best.field[0], .marks = marks, .dtype = x.dtype};
    if (s->far) m.ahead = flow_ahead_of(&x, step, 0, all);
    m.x = row_at(&x, step, 0), m.pitch = x.stride;
    if (scan_direct(s, x.dtype)) s->fwd->mark(&m);
    if (m.done == all) continue;
    m.x = strip_load(call, room, &x, step, rows, 0, all, &m.pitch), m.dtype = s->exec.t;
    s->fwd->mark(&m);
  }
  memset(marks, 0, (size_t)all);
  for (int64_t c = 0; c < all; c++) room->marks[c] |= (unsigned char)(1 << (SEGMENT - first));
}

/* ---- groups ---- */

/* What lies before the next block, which is what lies before its first segment. */
static void next_block(const struct scan_call *call, struct scan_room *room, const struct climb *c) {
  call->pass.kernels->get(&room->chain, c->carry, c->cols);
  states_copy(c->front, c->carry, call->pass.fields, c->cols, call->scan->exec.t_size);
}

/* Steps [step, step + rows) of a block, of lines [c, c + cols), by one call: as they lie in memory, or not. */
static void flow_rows(const struct scan_call *call, struct scan_room *room, const struct track *x,
                      const struct track *y, int64_t step, int64_t rows, int64_t c, int64_t cols, int64_t all,
                      int direct) {
  const struct scan *s = call->scan;
  struct flow *f = &room->flow;
  f->rows = rows, f->climb.cols = cols, f->climb.segment = step / SEGMENT % SEGMENTS;
  if (s->uses_start) f->marks = room->marks + (segments_of(s) - 1 - step / SEGMENT) * all + c;
  if (c) flow_shift(s, f, c);
  if (direct) {
    run_direct(call, x, y, step, c, all, f);
  } else {
    if (x->dtype != s->exec.t && y->stream) ask_ahead(s, x, room->flow_in, step, rows, c, cols, all);
    (scan_of_products(s) ? run_whole : run_strip)(call, room, x, y, step, c, f);
  }
  if (c) flow_shift(s, f, -c);
}

/* All steps of a block, of as many lines from c on as kernels take alike. Returns how many. Rows that touch are not taken apart. A call does
 * all it can: what it is told by memory waits for all that was stored before, and results that go past the cache take their time. */
static int64_t flow_block(const struct scan_call *call, struct scan_room *room, const struct track *x,
                          const struct track *y, int64_t step, int64_t rows, int64_t c, int64_t all) {
  const struct scan *s = call->scan;
  int64_t strip = strip_rows(s, x, y, all), end = step + rows, now;
  int64_t direct = strip > SEGMENT && all % FLOW_DIRECT ? 0 : direct_cols(s, x, y, c, all - c),
          cols = direct ? direct : all - c;
  for (; step < end; step += now) {
    int whole = direct && end - step >= SEGMENT;
    now = whole ? (end - step) / SEGMENT * SEGMENT : smaller(direct ? SEGMENT : strip, end - step);
    flow_rows(call, room, x, y, step, now, c, cols, all, whole);
  }
  return cols;
}

void flow_group(const struct scan_call *call, const struct group *g, struct scan_room *room) {
  const struct scan *s = call->scan;
  struct part p = part_at(s, g, 0, call->pass.back);
  struct track x = track_of(call, &p, SCAN_KEY), y = track_of(call, &p, SCAN_OUT);
  struct climb *climb = &room->flow.climb;
  int64_t cols = g->cols, rows;
  chain_start(s, &room->chain);
  if (s->uses_start) mark_group(call, g, room);
  room->flow.marks_pitch = cols;
  for (int64_t step = 0; step < s->n; step += rows) {
    rows = smaller(BLOCK, s->n - step);
    climb->cols = cols;
    next_block(call, room, climb);
    for (int64_t c = 0; c < cols;) c += flow_block(call, room, &x, &y, step, rows, c, cols);
    if (rows == BLOCK) call->pass.kernels->push(&room->chain, climb->total, cols);
  }
}
