/* scan_abreast.c: scans whose state is one number, or one and whether there was a mark, or a product, along a few lines side by side, a few blocks at a
 * time; and along short lines one behind the other, as many as fill a tile. Both in the order of memory. */
#include <string.h>

#include "scan.h"

enum {
  LEAST = 2 * BLOCK,  /* steps of lines that are not short */
  SHORT_LEAST = 1024, /* elements of short lines           */
  GROUP_PIECES = 4,   /* of short lines                    */
  NEAR_BYTES = 1024,  /* of lanes                          */
  AHEAD = 1           /* pieces: of what is asked for      */
};

static int64_t round_up(int64_t n, int64_t to) { return ceil_div(n, to) * to; }
static int64_t power_from(int64_t least, int64_t n) {
  while (least < n) least *= 2;
  return least;
}

static int goes_on(const struct scan *s) { return s->n > BLOCK; }

/* Lines side by side, and steps of a short line, as the kernel has them: powers of two. */
static int64_t lines_beside(int64_t unit) { return power_from(1, unit); }
static int64_t steps_of(const struct scan *s) { return power_from(SEGMENT, s->n); }

/* A block at least, and no more than is near. */
static int64_t most_lanes(const struct scan *s, int64_t unit) {
  int64_t most = ABREAST_BYTES / s->exec.t_size, near = NEAR_BYTES / s->exec.t_size;
  return goes_on(s) && lines_beside(unit) * SEGMENTS > near ? most : near;
}
static int64_t piece_elems(const struct scan *s) { return most_lanes(s, s->unit) * SEGMENT; }
static int64_t vector_elems(const struct scan *s) { return LINE_BYTES / s->exec.t_size * SEGMENT; }

/* ---- which ---- */

/* Lines that touch, up to a block and no more than a piece. Marks want segments from the end to be those from the start. */
static int short_lines(const struct scan *s, int64_t unit) {
  int64_t all = s->n * unit, count = space_count(&s->lines.kept) / unit;
  struct lines l = s->lines;
  if (unit > 1) l.kept.n--;
  if (s->n < 2 || goes_on(s) || steps_of(s) * lines_beside(unit) > most_lanes(s, unit) * SEGMENT ||
      count * all < SHORT_LEAST)
    return 0;
  if (s->uses_start && steps_of(s) != s->n) return 0;
  lines_settle(&l);
  return l.step[SCAN_KEY] == all && l.step[SCAN_OUT] == all && (!s->uses_start || l.step[SCAN_X] == all);
}
static int long_lines(const struct scan *s, int64_t unit) {
  int fits = lines_beside(unit) * SEGMENTS <= most_lanes(s, unit);
  return unit > 1 && s->n >= LEAST && fits && (!s->uses_start || s->n % SEGMENT == 0);
}

int scan_goes_abreast(const struct scan *s, int64_t unit) {
  const struct scan_kernels *kernels = s->back ? s->back : s->fwd;
  int64_t stride = s->stride[SCAN_KEY];
  if (!kernels->abreast || !scan_of_one(s) || unit > ABREAST_UNIT) return 0;
  if (stride != s->stride[SCAN_OUT] || (stride != unit && stride != -unit)) return 0;
  if (s->uses_start && s->stride[SCAN_X] != stride) return 0;
  return short_lines(s, unit) || long_lines(s, unit);
}

int64_t abreast_tracks(const struct scan *s) { return lines_beside(s->unit); }

int64_t abreast_lines(const struct scan *s) {
  if (goes_on(s)) return 1;
  int64_t each = piece_elems(s) / (steps_of(s) * lines_beside(s->unit)), threads = s->exec.cpu->threads;
  return smaller(GROUP_PIECES * each, round_up(ceil_div(s->lines.count, threads), each));
}

/* ---- room ---- */

/* In front of the marks of a group, and behind them: of a block that is not whole, and of a unit. */
static int64_t margin_of(const struct scan *s) { return SEGMENTS * lines_beside(s->unit); }
static int64_t marks_of(const struct scan *s) {
  return goes_on(s) ? s->n / SEGMENT * lines_beside(s->unit) : most_lanes(s, s->unit);
}

void abreast_lay_out(const struct scan *s, struct arena *a, struct scan_room *room) {
  room->flow_in = arena_elems(a, piece_elems(s), s->exec.t_size);
  room->flow_out = arena_elems(a, piece_elems(s), s->exec.t_size);
  if (!s->uses_start) return;
  room->marks = (unsigned char *)arena_elems(a, 2 * margin_of(s) + marks_of(s), 1);
}

/* ---- pieces ---- */

/* Some lines of some steps each, `first` being the place of the first of them in memory, where they touch. In a room of `whole` elements a unit
 * and a line may have more: so many elements lie from step to step, and from line to line, the first of them `skip` from its start. */
struct piece {
  int64_t first, lines, steps, whole, step, line, skip;
};

static int64_t elems_of(const struct scan *s, const struct piece *p) { return p->lines * p->steps * s->unit; }
/* Whether memory has it as the room would. */
static int as_it_is(const struct scan *s, const struct piece *p) {
  return p->whole == elems_of(s, p) && p->step == s->unit;
}

/* Rows of `bytes` from one pitch to another. What is copied beside a row, less than it has, the next one overwrites, or nobody reads. */
static void copy_rows(char *to, int64_t to_pitch, const char *from, int64_t pitch, int64_t bytes, int64_t rows) {
  int64_t r = 0;
  if (bytes <= 16)
    for (; r < rows - 1; r++) memcpy(to + r * to_pitch, from + r * pitch, 16);
  else if (bytes <= 32)
    for (; r < rows - 1; r++) memcpy(to + r * to_pitch, from + r * pitch, 32);
  else if (bytes <= 64)
    for (; r < rows - 1; r++) memcpy(to + r * to_pitch, from + r * pitch, 64);
  for (; r < rows; r++) memcpy(to + r * to_pitch, from + r * pitch, (size_t)bytes);
}

/* Between the room and elements that touch. */
static void spread(const struct scan *s, const struct piece *p, char *room, char *touching, int in) {
  int64_t size = s->exec.t_size, unit = s->unit * size, line = p->steps * unit, each = p->line * size,
          step = p->step * size;
  room += p->skip * size;
  if (p->step == s->unit) {
    if (in) copy_rows(room, each, touching, line, line, p->lines);
    else copy_rows(touching, line, room, each, line, p->lines);
    return;
  }
  for (int64_t l = 0; l < p->lines; l++) {
    if (in) copy_rows(room + l * each, step, touching + l * line, unit, unit, p->steps);
    else copy_rows(touching + l * line, unit, room + l * each, step, unit, p->steps);
  }
}

static const char *piece_in(const struct scan_call *call, const struct scan_room *room, const struct track *x,
                            const struct piece *p) {
  const struct scan *s = call->scan;
  struct mover m = scan_mover(s, room);
  char *from = x->at + p->first * dtype_bytes(x->dtype);
  int own = x->dtype == m.t;
  if (own && as_it_is(s, p)) return from;
  if (!own) m.move->load(as_it_is(s, p) ? room->flow_in : room->flow_out, m.t, from, x->dtype, elems_of(s, p));
  if (!as_it_is(s, p)) spread(s, p, room->flow_in, own ? from : room->flow_out, 1);
  return room->flow_in;
}

static void piece_out(const struct scan_call *call, const struct scan_room *room, const struct track *y,
                      const struct piece *p) {
  const struct scan *s = call->scan;
  struct mover m = scan_mover(s, room);
  int plain = y->dtype == m.t && !y->accumulate && !y->stream;
  char *to = y->at + p->first * dtype_bytes(y->dtype), *from = as_it_is(s, p) ? room->flow_out
                                                               : plain        ? to
                                                                              : room->flow_in;
  if (!as_it_is(s, p)) spread(s, p, room->flow_out, from, 0);
  if (from != to) m.move->store(to, y->dtype, from, m.t, elems_of(s, p), y->accumulate, y->stream);
}

static void mark_piece(const struct scan_call *call, const struct scan_room *room, const struct track *x,
                       const struct piece *p, struct abreast *a) {
  a->in = piece_in(call, room, x, p);
  a->lanes = p->whole / SEGMENT;
  call->scan->fwd->mark_abreast(a);
}

static void scan_piece(const struct scan_call *call, const struct scan_room *room, const struct track *x,
                       const struct track *y, const struct piece *p, struct abreast *a) {
  const struct scan *s = call->scan;
  int own = as_it_is(s, p) && y->dtype == s->exec.t && !y->accumulate;
  a->in = piece_in(call, room, x, p);
  a->out = own ? y->at + p->first * s->exec.t_size : room->flow_out;
  a->lanes = p->whole / SEGMENT;
  a->stream = own && y->stream;
  call->pass.kernels->abreast(a);
  if (!own) piece_out(call, room, y, p);
}

/* ---- groups ---- */

/* As much as a piece has, from `first` on, is asked for: by the kernel, line by line, if it reads memory as it is. */
static void ask(const struct scan *s, const struct track *x, int64_t first, int64_t elems, struct abreast *a) {
  int64_t size = dtype_bytes(x->dtype);
  const char *at = x->at + first * size;
  a->ahead = x->dtype == s->exec.t ? at : NULL;
  for (int64_t b = 0; !a->ahead && b < elems * size; b += LINE_BYTES) __builtin_prefetch(at + b, 0, 2);
}

static struct abreast abreast_of(const struct scan *s, const struct track *x) {
  int64_t segments = goes_on(s) ? SEGMENTS : steps_of(s) / SEGMENT;
  return (struct abreast){.unit = lines_beside(s->unit), .segments = segments, .back = x->stride < 0, .last = s->last};
}
/* The first element of a line in memory, from its first step. */
static int64_t lowest(const struct scan *s, const struct abreast *a) { return a->back ? -(s->n - 1) * s->unit : 0; }

/* Lines [line, line + count) of a group. They lie in the order of memory whichever way they are scanned. */
static struct piece piece_lines(const struct scan *s, const struct abreast *a, int64_t line, int64_t count) {
  int64_t vector = vector_elems(s);
  struct piece p = {.lines = count, .steps = s->n, .step = a->unit, .line = steps_of(s) * a->unit};
  p.first = lowest(s, a) + line * s->n * s->unit;
  p.whole = round_up(count * p.line, larger(vector, p.line));
  p.skip = a->back ? (steps_of(s) - s->n) * a->unit : 0;
  return p;
}

/* `forward`: x, where marks are asked for. */
static void short_group(const struct scan_call *call, const struct scan_room *room, const struct group *g,
                        const struct track *forward, const struct track *x, const struct track *y) {
  const struct scan *s = call->scan;
  struct abreast a = abreast_of(s, x), m = abreast_of(s, forward);
  int64_t most = piece_elems(s) / (steps_of(s) * a.unit);
  if (s->uses_start) a.marks = m.marks = room->marks + margin_of(s);
  for (int64_t at = 0, n; at < g->cols; at += n) {
    n = smaller(most, g->cols - at);
    struct piece p = piece_lines(s, &a, at, n), q = piece_lines(s, &m, at, n);
    int64_t all = elems_of(s, &p);
    if (s->far) ask(s, x, p.first + AHEAD * all, all, &a);
    if (s->far && s->uses_start) ask(s, forward, q.first + AHEAD * all, all, &m);
    if (s->uses_start) mark_piece(call, room, forward, &q, &m);
    scan_piece(call, room, x, y, &p, &a);
  }
}

/* Steps [step, step + n) of lines that go on, which are up to a piece; and where their marks are. */
static struct piece piece_steps(const struct scan *s, const struct abreast *a, int64_t step) {
  int64_t n = smaller(piece_elems(s) / a->unit, s->n - step), whole = round_up(n, BLOCK);
  return (struct piece){.first = (a->back ? -(step + n - 1) : step) * s->unit,
                        .lines = 1,
                        .steps = n,
                        .whole = whole * a->unit,
                        .step = a->unit,
                        .line = whole * a->unit,
                        .skip = a->back ? (whole - n) * a->unit : 0};
}
static unsigned char *marks_at(const struct scan *s, const struct scan_room *room, const struct abreast *a,
                               const struct piece *p) {
  int64_t step = (p->first - lowest(s, a)) / s->unit;
  return room->marks + margin_of(s) + (step * a->unit - p->skip) / SEGMENT;
}

/* Asks for the piece that comes AHEAD later, of this line or of one that comes after it. */
static void ask_ahead(const struct scan *s, int operand, const struct track *x, struct abreast *a, int64_t step) {
  int64_t each = piece_elems(s) / a->unit, later = step + AHEAD * each, lines = later / s->n, from = later % s->n;
  struct piece p = piece_steps(s, a, from - from % each);
  ask(s, x, p.first + lines * s->lines.step[operand], elems_of(s, &p), a);
}

/* The first step always takes over; none do outside the lines. */
static void mark_lines(const struct scan_call *call, struct scan_room *room, const struct track *x) {
  const struct scan *s = call->scan;
  struct abreast m = abreast_of(s, x);
  struct piece p;
  int64_t margin = margin_of(s), marks = marks_of(s);
  chain_start(s, &room->again);
  m.chain = &room->again;
  for (int64_t step = 0; step < s->n; step += p.steps) {
    p = piece_steps(s, &m, step);
    m.marks = marks_at(s, room, &m, &p);
    if (s->far) ask_ahead(s, SCAN_X, x, &m, step);
    mark_piece(call, room, x, &p, &m);
  }
  memset(room->marks, 0, (size_t)margin);
  memset(room->marks + margin + marks, 0, (size_t)margin);
  for (int64_t u = 0; u < m.unit; u++) room->marks[margin + (m.back ? marks - m.unit : 0) + u] |= 1;
}

static void long_group(const struct scan_call *call, struct scan_room *room, const struct track *x,
                       const struct track *y) {
  const struct scan *s = call->scan;
  struct abreast a = abreast_of(s, x);
  struct piece p;
  chain_start(s, &room->chain);
  a.chain = &room->chain;
  for (int64_t step = 0; step < s->n; step += p.steps) {
    p = piece_steps(s, &a, step);
    if (s->uses_start) a.marks = marks_at(s, room, &a, &p);
    if (s->far) ask_ahead(s, SCAN_KEY, x, &a, step);
    scan_piece(call, room, x, y, &p, &a);
  }
}

/* Whether all of a group is whole vectors, or blocks, of its own elements. */
static int fits(const struct scan *s, const struct group *g) {
  int64_t vector = vector_elems(s);
  if (lines_beside(s->unit) != s->unit) return 0;
  return goes_on(s) ? s->n % BLOCK == 0 : steps_of(s) == s->n && g->cols * s->n * s->unit % vector == 0;
}

void abreast_group(const struct scan_call *call, const struct group *g, struct scan_room *room) {
  const struct scan *s = call->scan;
  struct part p = part_at(s, g, 0, call->pass.back), again = part_at(s, g, 0, 0);
  struct track x = track_of(call, &p, SCAN_KEY), y = track_of(call, &p, SCAN_OUT);
  struct track forward = s->uses_start ? track_of(call, &again, SCAN_X) : x;
  y.stream |= goes_on(s) && x.stride < 0 && s->far && !y.accumulate; /* nobody looks ahead where it is written */
  if (!fits(s, g))
    s->exec.real->fill(room->flow_in, piece_elems(s), 1); /* what nobody writes does no harm */
  if (!goes_on(s)) {
    short_group(call, room, g, &forward, &x, &y);
    return;
  }
  if (s->uses_start) mark_lines(call, room, &forward);
  long_group(call, room, &x, &y);
}
