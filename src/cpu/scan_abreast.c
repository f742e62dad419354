/* scan_abreast.c: scans whose state is one number, along a few lines side by side, a few blocks at a time; and along short lines one behind
 * the other, as many as fill a tile. Both in the order of memory. */
#include <string.h>

#include "scan.h"

enum { PIECE = ABREAST_LANES * SEGMENT, LEAST = 2 * BLOCK, SHORT_LEAST = 1024, GROUP_PIECES = 4, AHEAD = 2 };

static int64_t round_up(int64_t n, int64_t to) { return (n + to - 1) / to * to; }
static int power_of_two(int64_t n) { return n > 0 && (n & (n - 1)) == 0; }

/* Lines that touch, each of a power of two of whole segments, up to a block, and no more than a piece. */
static int short_lines(const struct scan *s, int64_t unit) {
  int64_t all = s->n * unit;
  struct lines l = s->lines;
  if (unit > 1) l.kept.n--;
  if (s->n < SEGMENT || s->n > BLOCK || all > PIECE || !power_of_two(s->n)) return 0;
  if (space_count(&l.kept) * all < SHORT_LEAST) return 0;
  lines_settle(&l);
  return l.step[SCAN_KEY] == all && l.step[SCAN_OUT] == all;
}

int scan_goes_abreast(const struct scan *s, int64_t unit) {
  const struct scan_kernels *kernels = s->back ? s->back : s->fwd;
  int64_t stride = s->stride[SCAN_KEY];
  if (!kernels->abreast || !scan_of_one(s) || !power_of_two(unit) || unit * s->exec.t_size > ABREAST_UNIT_BYTES)
    return 0;
  if (stride != s->stride[SCAN_OUT] || (stride != unit && stride != -unit)) return 0;
  return short_lines(s, unit) || (unit > 1 && s->n >= LEAST && unit * SEGMENTS <= ABREAST_LANES);
}

static int goes_on(const struct scan *s) { return s->n > BLOCK; }

/* Lines of a group: one; or short ones, as many as make a few pieces. */
int64_t abreast_lines(const struct scan *s) {
  int64_t each = PIECE / (s->n * s->unit), fair = (s->lines.count + s->exec.cpu->threads - 1) / s->exec.cpu->threads;
  return goes_on(s) ? 1 : smaller(GROUP_PIECES * each, round_up(fair, each));
}

void abreast_lay_out(const struct scan *s, struct arena *a, struct scan_room *room) {
  room->flow_in = arena_elems(a, PIECE, s->exec.t_size);
  room->flow_out = arena_elems(a, PIECE, s->exec.t_size);
}

/* Elements [first, first + n) from where x and y are, in the order of memory; what is missing of whole vectors of whole lines is in a room, in front
 * of them if `front`. */
static void abreast_piece(const struct scan_call *call, const struct scan_room *room, const struct track *x,
                          const struct track *y, int64_t first, int64_t n, int64_t whole, struct abreast *a) {
  struct mover m = scan_mover(call->scan, room);
  int64_t skip = a->chain && a->back ? whole - n : 0;
  char *from = x->at + first * dtype_bytes(x->dtype), *to = y->at + first * dtype_bytes(y->dtype);
  int own_in = whole == n && x->dtype == m.t, own_out = whole == n && y->dtype == m.t && !y->accumulate;
  if (!own_in) {
    if (whole != n) memset(room->flow_in, 0, (size_t)(whole * m.t_size));
    m.move->load(room->flow_in + skip * m.t_size, m.t, from, x->dtype, n);
  }
  a->in = own_in ? from : room->flow_in;
  a->out = own_out ? to : room->flow_out;
  a->lanes = whole / SEGMENT;
  a->stream = own_out && y->stream;
  call->pass.kernels->abreast(a);
  if (!own_out) m.move->store(to, y->dtype, room->flow_out + skip * m.t_size, m.t, n, y->accumulate, y->stream);
}

/* Short lines lie in the order of memory whichever way they are scanned. */
static void short_group(const struct scan_call *call, const struct scan_room *room, const struct group *g,
                        const struct track *x, const struct track *y, struct abreast *a) {
  const struct scan *s = call->scan;
  int64_t all = g->cols * s->n * s->unit,
          vector = larger(s->n * s->unit, SEGMENT * ABREAST_UNIT_BYTES / s->exec.t_size);
  int64_t first = a->back ? (s->n - 1) * -s->unit : 0;
  for (int64_t at = 0, n; at < all; at += n) {
    n = smaller(PIECE, all - at);
    abreast_piece(call, room, x, y, first + at, n, round_up(n, vector), a);
  }
}

/* Asks for what comes later. Straight on the hardware looks ahead by itself. */
static void ask_ahead(const struct track *x, int64_t first, int64_t n) {
  int64_t size = dtype_bytes(x->dtype);
  const char *at = x->at + (first - AHEAD * PIECE) * size;
  for (int64_t b = 0; b < n * size; b += LINE_BYTES) __builtin_prefetch(at + b, 0, 2);
}

static void long_lines(const struct scan_call *call, const struct scan_room *room, const struct track *x,
                       const struct track *y, struct abreast *a) {
  const struct scan *s = call->scan;
  int64_t most = PIECE / s->unit, n;
  for (int64_t step = 0; step < s->n; step += n) {
    n = smaller(most, s->n - step);
    int64_t first = a->back ? -(step + n - 1) * s->unit : step * s->unit;
    if (a->back && y->stream) ask_ahead(x, first, n * s->unit);
    abreast_piece(call, room, x, y, first, n * s->unit, round_up(n, BLOCK) * s->unit, a);
  }
}

void abreast_group(const struct scan_call *call, const struct group *g, struct scan_room *room) {
  const struct scan *s = call->scan;
  struct part p = part_at(s, g, 0, call->pass.back);
  struct track x = track_of(call, &p, SCAN_KEY), y = track_of(call, &p, SCAN_OUT);
  struct abreast a = {.unit = s->unit, .segments = smaller(s->n / SEGMENT, SEGMENTS), .back = x.stride < 0};
  if (!goes_on(s)) {
    short_group(call, room, g, &x, &y, &a);
    return;
  }
  a.chain = &room->chain;
  chain_start(s, &room->chain);
  long_lines(call, room, &x, &y, &a);
}
