/* scan_along.c: scans whose state is one number, or one and whether there was a mark, along lines of adjacent elements: a few blocks at a
 * time, in the order of memory. */
#include <string.h>

#include "scan.h"

enum { PIECE = ALONG_BLOCKS * BLOCK, LEAST = BLOCK + 1, AHEAD = 2 };

static int adjacent(const struct scan *s, int operand) { return s->stride[operand] == 1 || s->stride[operand] == -1; }

int scan_goes_along(const struct scan *s) {
  if (!scan_of_one(s) || s->n < LEAST || (s->uses_start && !adjacent(s, SCAN_X))) return 0;
  return adjacent(s, SCAN_KEY) && s->stride[SCAN_KEY] == s->stride[SCAN_OUT];
}

static int64_t segments_of(const struct scan *s) { return (s->n + SEGMENT - 1) / SEGMENT; }

void along_lay_out(const struct scan *s, struct arena *a, struct scan_room *room) {
  room->flow_in = arena_elems(a, PIECE, s->exec.t_size);
  room->flow_out = arena_elems(a, PIECE, s->exec.t_size);
  if (s->uses_start) room->marks = (unsigned char *)arena_elems(a, SEGMENTS + segments_of(s) + 1, 1);
}

/* Asks for a piece that comes later, of this line or, where lines are even, of the one after it. Straight on the hardware looks ahead
 * by itself. */
static void ask_ahead(const struct scan *s, const struct track *x, int64_t step) {
  int64_t size = dtype_bytes(x->dtype), aside = 0;
  if (step >= s->n) aside = s->lines.step[SCAN_KEY], step %= PIECE;
  int64_t last = smaller(step + PIECE, s->n) - 1, first = x->stride < 0 ? last : step;
  const char *at = x->at + (first * x->stride + aside) * size;
  for (int64_t b = 0; b < PIECE * size; b += 64) __builtin_prefetch(at + b, 0, 2);
}

/* ---- marks ---- */

/* Who takes over, for all segments of a line, behind SEGMENTS that are none, which a block that is not whole has; and none behind the
 * last. The first step always does. */
static void mark_whole(const struct scan_call *call, const struct group *g, struct scan_room *room) {
  const struct scan *s = call->scan;
  struct mover m = scan_mover(s, room);
  struct part p = part_at(s, g, 0, 0);
  struct track x = track_of(call, &p, SCAN_X);
  double best; /* of any T */
  struct mark k = {
      .back = x.stride < 0, .last = s->last, .far = s->far, .best = (char *)&best, .marks = room->marks + SEGMENTS};
  int direct = scan_direct(s, x.dtype);
  int64_t most = direct ? s->n : PIECE, n = s->n % most ? s->n % most : most;
  s->fwd->get(&room->chain, (struct states){{k.best, k.best, k.best, k.best}}, 1);
  for (int64_t step = 0; step < s->n; step += n, n = most) {
    char *from = x.at + (k.back ? step + n - 1 : step) * x.stride * dtype_bytes(x.dtype);
    int own = direct || x.dtype == m.t;
    if (!own) m.move->load(room->flow_in, m.t, from, x.dtype, n);
    k.x = own ? from : room->flow_in, k.dtype = own ? x.dtype : m.t;
    k.steps = n;
    s->fwd->mark_line(&k);
    k.marks += (n + SEGMENT - 1) / SEGMENT;
  }
  memset(room->marks, 0, SEGMENTS);
  room->marks[SEGMENTS] |= (unsigned char)(1 << (segments_of(s) * SEGMENT - s->n));
  *k.marks = 0;
}

/* ---- lines ---- */

/* Whether the kernel takes elements as they are. */
static int takes(const struct scan *s, const struct track *t) {
  return t->dtype == s->exec.t || (scan_direct(s, t->dtype) && !t->accumulate);
}

/* Steps [step, step + n) of a line, which lie in memory from `at` on, in a room of whole blocks or where they are. Of a block that is
 * not whole the steps that are there come first in the order of the scan. */
static void along_piece(const struct scan_call *call, const struct scan_room *room, const struct track *x,
                        const struct track *y, int64_t step, int64_t n, struct along *a) {
  const struct scan *s = call->scan;
  struct mover m = scan_mover(s, room);
  int64_t first = a->back ? step + n - 1 : step, whole = (n + BLOCK - 1) / BLOCK * BLOCK,
          skip = a->back ? whole - n : 0;
  char *from = x->at + first * x->stride * dtype_bytes(x->dtype),
       *to = y->at + first * y->stride * dtype_bytes(y->dtype);
  int own_in = whole == n && takes(s, x),
      own_out = whole == n && takes(s, y) && (!y->accumulate || s->exec.real->direct);
  if (!own_in) {
    if (whole != n) s->exec.real->fill(room->flow_in, whole, 1); /* what is not there does no harm */
    m.move->load(room->flow_in + skip * m.t_size, m.t, from, x->dtype, n);
  }
  a->in = own_in ? from : room->flow_in;
  a->out = own_out ? to : room->flow_out;
  a->blocks = whole / BLOCK;
  a->in_dtype = own_in ? x->dtype : m.t, a->out_dtype = own_out ? y->dtype : m.t;
  a->stream = own_out && y->stream, a->accumulate = own_out && y->accumulate;
  if (s->uses_start) a->marks = room->marks + SEGMENTS + segments_of(s) - (step + whole) / SEGMENT;
  call->pass.kernels->along(a);
  if (!own_out) m.move->store(to, y->dtype, room->flow_out + skip * m.t_size, m.t, n, y->accumulate, y->stream);
}

void along_line(const struct scan_call *call, const struct group *g, struct scan_room *room) {
  const struct scan *s = call->scan;
  struct part p = part_at(s, g, 0, call->pass.back);
  struct track x = track_of(call, &p, SCAN_KEY), y = track_of(call, &p, SCAN_OUT);
  struct along a = {.back = x.stride < 0, .chain = &room->chain};
  y.stream |= a.back && s->far && !y.accumulate; /* nobody looks ahead where it is written */
  int64_t straight = s->exec.real->direct && takes(s, &x) && takes(s, &y) ? s->n / BLOCK * BLOCK : 0, n;
  a.far = y.stream || y.accumulate;
  a.next = s->lines.step[SCAN_KEY] * dtype_bytes(x.dtype), a.out_next = s->lines.step[SCAN_OUT] * dtype_bytes(y.dtype);
  chain_start(s, &room->chain);
  if (s->uses_start) mark_whole(call, g, room);
  for (int64_t step = 0; step < s->n; step += n) {
    n = step < straight ? straight : smaller(PIECE, s->n - step);
    if (!straight && (a.back ? s->far : y.stream && x.dtype != s->exec.t)) ask_ahead(s, &x, step + AHEAD * PIECE);
    along_piece(call, room, &x, &y, step, n, &a);
  }
}
