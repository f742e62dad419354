/* scan_abreast.c: scans whose state is one number, or one and whether there was a mark, along a few lines side by side, a few blocks at a
 * time; and along short lines one behind the other, as many as fill a tile. Both in the order of memory. */
#include <string.h>

#include "scan.h"

enum {
  LEAST = 2 * BLOCK,  /* steps of lines that are not short                         */
  SHORT_LEAST = 1024, /* elements of short lines                                   */
  GROUP_PIECES = 4,   /* of short lines                                            */
  AHEAD = 2,          /* pieces                                                    */
  FAR_BYTES = 8 << 20 /* of an operand that is not in a cache                      */
};

static int64_t round_up(int64_t n, int64_t to) { return (n + to - 1) / to * to; }
static int power_of_two(int64_t n) { return n > 0 && (n & (n - 1)) == 0; }

static int64_t most_lanes(const struct scan *s) { return ABREAST_BYTES / s->exec.t_size; }
static int64_t piece_elems(const struct scan *s) { return most_lanes(s) * SEGMENT; }
static int goes_on(const struct scan *s) { return s->n > BLOCK; }

/* ---- which ---- */

/* Lines that touch, each of a power of two of whole segments, up to a block, and no more than a piece. */
static int short_lines(const struct scan *s, int64_t unit) {
  int64_t all = s->n * unit;
  struct lines l = s->lines;
  if (unit > 1) l.kept.n--;
  if (s->n < SEGMENT || s->n > BLOCK || all > piece_elems(s) || !power_of_two(s->n)) return 0;
  if (space_count(&l.kept) * all < SHORT_LEAST) return 0;
  lines_settle(&l);
  return l.step[SCAN_KEY] == all && l.step[SCAN_OUT] == all && (!s->uses_start || l.step[SCAN_X] == all);
}

/* Segments from the end are those from the start where marks are asked for. */
static int long_lines(const struct scan *s, int64_t unit) {
  return unit > 1 && s->n >= LEAST && unit * SEGMENTS <= most_lanes(s) && (!s->uses_start || s->n % SEGMENT == 0);
}

int scan_goes_abreast(const struct scan *s, int64_t unit) {
  const struct scan_kernels *kernels = s->back ? s->back : s->fwd;
  int64_t stride = s->stride[SCAN_KEY];
  if (!kernels->abreast || !scan_of_one(s) || !power_of_two(unit) || unit > ABREAST_UNIT) return 0;
  if (stride != s->stride[SCAN_OUT] || (stride != unit && stride != -unit)) return 0;
  if (s->uses_start && s->stride[SCAN_X] != stride) return 0;
  return short_lines(s, unit) || long_lines(s, unit);
}

int64_t abreast_lines(const struct scan *s) {
  if (goes_on(s)) return 1;
  int64_t each = piece_elems(s) / (s->n * s->unit), threads = s->exec.cpu->threads;
  return smaller(GROUP_PIECES * each, round_up((s->lines.count + threads - 1) / threads, each));
}

/* ---- room ---- */

/* In front of the marks of a group, and behind them: of a block that is not whole, and of a unit. */
static int64_t margin_of(const struct scan *s) { return SEGMENTS * s->unit; }
static int64_t marks_of(const struct scan *s) { return goes_on(s) ? s->n / SEGMENT * s->unit : most_lanes(s); }

void abreast_lay_out(const struct scan *s, struct arena *a, struct scan_room *room) {
  room->flow_in = arena_elems(a, piece_elems(s), s->exec.t_size);
  room->flow_out = arena_elems(a, piece_elems(s), s->exec.t_size);
  if (!s->uses_start) return;
  room->marks = (unsigned char *)arena_elems(a, 2 * margin_of(s) + marks_of(s), 1);
}

/* ---- pieces ---- */

/* Elements [first, first + n) of x in the order of memory, and those that `whole` vectors or blocks have beside them: where they are, or in
 * the room, from `skip` on. */
static const char *piece_in(const struct scan_call *call, const struct scan_room *room, const struct track *x,
                            int64_t first, int64_t n, int64_t whole, int64_t skip) {
  struct mover m = scan_mover(call->scan, room);
  const char *from = x->at + first * dtype_bytes(x->dtype);
  if (whole == n && x->dtype == m.t) return from;
  if (whole != n) memset(room->flow_in, 0, (size_t)(whole * m.t_size));
  m.move->load(room->flow_in + skip * m.t_size, m.t, from, x->dtype, n);
  return room->flow_in;
}

/* Of a line that goes on, what makes the last block whole comes behind it in the order of the scan; of short ones, in that of memory. */
static int64_t skip_of(const struct abreast *a, int64_t n, int64_t whole) {
  return a->chain && a->back ? whole - n : 0;
}

static void mark_piece(const struct scan_call *call, const struct scan_room *room, const struct track *x, int64_t first,
                       int64_t n, int64_t whole, struct abreast *a) {
  a->in = piece_in(call, room, x, first, n, whole, skip_of(a, n, whole));
  a->lanes = whole / SEGMENT;
  call->scan->fwd->mark_abreast(a);
}

static void scan_piece(const struct scan_call *call, const struct scan_room *room, const struct track *x,
                       const struct track *y, int64_t first, int64_t n, int64_t whole, struct abreast *a) {
  struct mover m = scan_mover(call->scan, room);
  int64_t skip = skip_of(a, n, whole);
  char *to = y->at + first * dtype_bytes(y->dtype);
  int own = whole == n && y->dtype == m.t && !y->accumulate;
  a->in = piece_in(call, room, x, first, n, whole, skip);
  a->out = own ? to : room->flow_out;
  a->lanes = whole / SEGMENT;
  a->stream = own && y->stream;
  call->pass.kernels->abreast(a);
  if (!own) m.move->store(to, y->dtype, room->flow_out + skip * m.t_size, m.t, n, y->accumulate, y->stream);
}

/* ---- groups ---- */

static struct abreast abreast_of(const struct scan *s, const struct track *x) {
  return (struct abreast){
      .unit = s->unit, .segments = smaller(s->n / SEGMENT, SEGMENTS), .back = x->stride < 0, .last = s->last};
}
/* The first element of a line in memory, from its first step. */
static int64_t lowest(const struct scan *s, const struct abreast *a) { return a->back ? -(s->n - 1) * s->unit : 0; }

/* Lines lie in the order of memory whichever way they are scanned. `forward` and m: x and its marks, where they are asked for. */
static void short_group(const struct scan_call *call, const struct scan_room *room, const struct group *g,
                        const struct track *forward, const struct track *x, const struct track *y) {
  const struct scan *s = call->scan;
  struct abreast a = abreast_of(s, x), m = abreast_of(s, forward);
  int64_t all = g->cols * s->n * s->unit, vector = larger(s->n * s->unit, piece_elems(s) * 64 / ABREAST_BYTES);
  if (s->uses_start) a.marks = m.marks = room->marks + margin_of(s);
  for (int64_t at = 0, n; at < all; at += n) {
    n = smaller(piece_elems(s), all - at);
    if (s->uses_start) mark_piece(call, room, forward, lowest(s, &m) + at, n, round_up(n, vector), &m);
    scan_piece(call, room, x, y, lowest(s, &a) + at, n, round_up(n, vector), &a);
  }
}

/* Steps [step, step + n) of lines that go on: the first of them in memory, and of their marks. */
static int64_t steps_at(const struct scan *s, const struct abreast *a, int64_t step, int64_t n) {
  return a->back ? -(step + n - 1) * s->unit : step * s->unit;
}
static unsigned char *marks_at(const struct scan *s, const struct scan_room *room, const struct abreast *a,
                               int64_t step, int64_t n) {
  int64_t first = steps_at(s, a, step, n) - skip_of(a, n, round_up(n, BLOCK)) * s->unit - lowest(s, a);
  return room->marks + margin_of(s) + first / SEGMENT;
}

/* The first step always takes over; none do outside the lines. */
static void mark_lines(const struct scan_call *call, struct scan_room *room, const struct track *x) {
  const struct scan *s = call->scan;
  struct abreast m = abreast_of(s, x);
  int64_t most = piece_elems(s) / s->unit, margin = margin_of(s), marks = marks_of(s), n;
  chain_start(s, &room->again);
  m.chain = &room->again;
  for (int64_t step = 0; step < s->n; step += n) {
    n = smaller(most, s->n - step);
    m.marks = marks_at(s, room, &m, step, n);
    mark_piece(call, room, x, steps_at(s, &m, step, n), n * s->unit, round_up(n, BLOCK) * s->unit, &m);
  }
  memset(room->marks, 0, (size_t)margin);
  memset(room->marks + margin + marks, 0, (size_t)margin);
  for (int64_t u = 0; u < s->unit; u++) room->marks[margin + (m.back ? marks - s->unit : 0) + u] |= 1;
}

/* Asks for what comes later. Straight on the hardware looks ahead by itself. */
static void ask_ahead(const struct scan *s, const struct track *x, int64_t first) {
  int64_t size = dtype_bytes(x->dtype), piece = piece_elems(s);
  const char *at = x->at + (first - AHEAD * piece) * size;
  for (int64_t b = 0; b < piece * size; b += LINE_BYTES) __builtin_prefetch(at + b, 0, 2);
}

static void long_group(const struct scan_call *call, struct scan_room *room, const struct track *x,
                       const struct track *y) {
  const struct scan *s = call->scan;
  struct abreast a = abreast_of(s, x);
  int64_t most = piece_elems(s) / s->unit, n;
  chain_start(s, &room->chain);
  a.chain = &room->chain;
  for (int64_t step = 0; step < s->n; step += n) {
    n = smaller(most, s->n - step);
    int64_t first = steps_at(s, &a, step, n);
    if (s->uses_start) a.marks = marks_at(s, room, &a, step, n);
    if (a.back && s->far) ask_ahead(s, x, first);
    scan_piece(call, room, x, y, first, n * s->unit, round_up(n, BLOCK) * s->unit, &a);
  }
}

void abreast_group(const struct scan_call *call, const struct group *g, struct scan_room *room) {
  const struct scan *s = call->scan;
  struct part p = part_at(s, g, 0, call->pass.back), again = part_at(s, g, 0, 0);
  struct track x = track_of(call, &p, SCAN_KEY), y = track_of(call, &p, SCAN_OUT);
  struct track forward = s->uses_start ? track_of(call, &again, SCAN_X) : x;
  y.stream |= goes_on(s) && x.stride < 0 && s->far && !y.accumulate; /* nobody looks ahead where it is written */
  if (!goes_on(s)) {
    short_group(call, room, g, &forward, &x, &y);
    return;
  }
  if (s->uses_start) mark_lines(call, room, &forward);
  long_group(call, room, &x, &y);
}
