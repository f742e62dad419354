/* scan_sheet.c: parts of lines as sheets: fetched from their operands and written back. */
#include <string.h>

#include "scan.h"

struct mover scan_mover(const struct scan *scan, const struct scan_room *room) {
  struct mover m = {scan->exec.cpu->kernels->move, scan->exec.t, scan->exec.t_size, room->raw};
  return m;
}

/* ---- parts and tracks ---- */

void part_cut(const struct scan *s, struct part *p, int64_t steps) {
  p->steps = steps < p->steps ? steps : p->steps;
  p->blocks = (p->steps + BLOCK - 1) / BLOCK;
  p->segments = p->blocks > 1 ? SEGMENTS : (p->steps + SEGMENT - 1) / SEGMENT;
  p->sheets = s->folded ? 1 : p->segments;
  p->lanes = s->folded ? p->blocks * p->segments * p->tracks : p->tracks;
}

struct part part_at(const struct scan *s, const struct group *g, int64_t step, int back) {
  struct part p = {.g = g, .step = step, .steps = s->n - step, .tracks = g->cols * s->unit, .back = back};
  p.mirrored = s->folded && (back ? s->stride[SCAN_KEY] >= 0 : s->stride[SCAN_KEY] < 0); /* one way back if not the other, of 0 too */
  part_cut(s, &p, s->span * BLOCK);
  return p;
}

int64_t sheet_rows(const struct part *p, int64_t sheet) {
  int64_t left = p->steps - sheet * SEGMENT;
  return left < SEGMENT ? left : SEGMENT;
}

/* Rows of a folded tile do not begin at the same place of a page: kernels walk all of them side by side. */
static int64_t own_pitch(const struct scan *s, const struct part *p) {
  return p->lanes + (s->folded ? LINE_BYTES / s->exec.t_size : 0);
}

char *own_rows(const struct scan *s, const struct part *p, char *tile, int64_t *pitch) {
  int64_t own = own_pitch(s, p);
  *pitch = p->mirrored ? -own : own;
  return p->mirrored ? tile + (SEGMENT - 1) * own * s->exec.t_size : tile;
}

struct track track_of(const struct scan_call *call, const struct part *p, int operand) {
  const struct scan *s = call->scan;
  const struct operand *o = &s->op[operand];
  int64_t stride = s->stride[operand], start = s->start[operand] + p->g->at[operand];
  if (p->back) {
    start += (s->n - 1) * stride;
    stride = -stride;
  }
  struct track t = {call->elements[o->slot] + start * dtype_bytes(o->dtype),
                    o->dtype,
                    stride,
                    p->g->step[operand],
                    p->g->off[operand],
                    o->accumulate,
                    o->stream};
  return t;
}

static char *line_at(const struct track *t, int64_t line, int64_t step) {
  return t->at + ((t->off ? t->off[line] : line * t->line) + step * t->stride) * dtype_bytes(t->dtype);
}

/* Steps [from, from + count) that lie on the line; *skip in front do not. */
static int64_t inside(const struct scan *s, int64_t from, int64_t count, int64_t *skip) {
  int64_t end = from + count < s->n ? from + count : s->n;
  *skip = from < 0 ? -from : 0;
  return end - (from + *skip);
}

/* ---- pieces of one line ---- */

void piece_load(const struct mover *m, const struct track *t, int64_t unit, int64_t line, int64_t from, int64_t count,
                char *to) {
  int64_t size = dtype_bytes(t->dtype);
  char *at = line_at(t, line, from);
  if (t->stride == unit) {
    m->move->load(to, m->t, at, t->dtype, count * unit);
    return;
  }
  char *raw = t->dtype == m->t ? to : m->raw;
  strided_in(raw, at, count, t->stride * size, unit * size);
  if (raw != to) m->move->load(to, m->t, raw, t->dtype, count * unit);
}

void piece_store(const struct mover *m, const struct track *t, int64_t unit, int64_t line, int64_t from, int64_t count,
                 const char *values) {
  int64_t size = dtype_bytes(t->dtype);
  char *at = line_at(t, line, from);
  if (t->stride == unit) {
    m->move->store(at, t->dtype, values, m->t, count * unit, t->accumulate, t->stream);
    return;
  }
  if (t->accumulate) strided_in(m->raw, at, count, t->stride * size, unit * size);
  if (t->accumulate || t->dtype != m->t) {
    m->move->store(m->raw, t->dtype, values, m->t, count * unit, t->accumulate, 0);
    values = m->raw;
  }
  strided_out(at, values, count, t->stride * size, unit * size);
}

/* ---- folded: pieces dealt out to lanes ---- */

/* The lanes of a line, or of several that touch, and the piece of memory order that fills them: positions [first, first + count)
 * of 8 * lanes. Seen backwards, a mirrored track runs up in memory. */
struct stretch {
  int64_t lines, lane;  /* lane of the first one, counted in units */
  int64_t first, count; /* positions                               */
  struct track track;   /* as memory order has it; step 0 is position `first` */
};

static int64_t line_lanes(const struct part *p) { return p->blocks * p->segments; }

/* The same track, walked from step `last` down to 0. */
static struct track turned(struct track t, int64_t last) {
  t.at += last * t.stride * dtype_bytes(t.dtype);
  t.stride = -t.stride;
  return t;
}

/* Whole lines without a gap, each of whole segments, are one piece. */
static int touching(const struct scan *s, const struct part *p, const struct track *t) {
  int64_t n = line_lanes(p) * SEGMENT, stride = p->mirrored ? -t->stride : t->stride;
  return p->g->cols > 1 && p->steps == n && s->n == n && !t->off && stride == s->unit && t->line == n * s->unit;
}

static struct stretch stretch_of(const struct scan *s, const struct part *p, const struct track *t, int64_t line,
                                 int64_t shift, int joint) {
  struct stretch x = {.lines = 1, .lane = line * line_lanes(p), .count = p->steps, .track = *t};
  x.track.at += (p->step + shift) * t->stride * dtype_bytes(t->dtype);
  if (p->mirrored) {
    x.track = turned(x.track, p->steps - 1);
    x.first = line_lanes(p) * SEGMENT - p->steps;
  }
  if (!joint || !touching(s, p, t)) return x;
  x.lines = p->g->cols;
  x.count *= x.lines;
  return x;
}

/* Elements of a piece between line order and the lanes of a tile; a segment that is not whole goes one by one. */
static void deal_piece(const struct mover *m, const struct stretch *x, int64_t unit, char *tile, int64_t pitch,
                       char *piece, int in, int stream) {
  int64_t bytes = unit * m->t_size, head = (SEGMENT - x->first % SEGMENT) % SEGMENT;
  head = head < x->count ? head : x->count;
  int64_t lane = (x->first + head) / SEGMENT, whole = (x->count - head) / SEGMENT;
  char *column = tile + (x->lane + lane) * bytes, *from = piece + head * bytes;
  if (in) m->move->deal(column, pitch * m->t_size, from, whole, bytes);
  else m->move->collect(from, column, pitch * m->t_size, whole, bytes, stream);
  for (int64_t i = 0; i < x->count; i++) {
    if (i == head) i += whole * SEGMENT;
    if (i >= x->count) break;
    int64_t at = x->first + i;
    char *cell = tile + at % SEGMENT * pitch * m->t_size + (x->lane + at / SEGMENT) * bytes,
         *element = piece + i * bytes;
    memcpy(in ? cell : element, in ? element : cell, (size_t)bytes);
  }
}

static int direct(const struct mover *m, const struct stretch *x, int64_t unit) {
  return x->track.dtype == m->t && x->track.stride == unit;
}

/* The steps of a stretch that lie on the line, as positions [lo, hi) from x->first on. */
static void on_line(const struct scan *s, const struct part *p, int64_t shift, int64_t *lo, int64_t *hi) {
  int64_t skip, n = inside(s, p->step + shift, p->steps, &skip);
  n = n < 0 ? 0 : n;
  *lo = p->mirrored ? p->steps - skip - n : skip;
  *hi = *lo + n;
}

/* The steps of one line that lie outside it. */
static void fill_edges(const struct scan *s, const struct part *p, int64_t lo, int64_t hi, double fill, char *piece) {
  s->exec.real->fill(piece, lo * s->unit, fill);
  s->exec.real->fill(piece + hi * s->unit * s->exec.t_size, (p->steps - hi) * s->unit, fill);
}

/* The only segment of an only line is a sheet where it lies, one stride from row to row: its memory, else NULL. */
static char *own_sheet(const struct scan *s, const struct part *p, const struct track *t, int64_t shift) {
  return p->lanes != s->unit || shift || t->dtype != s->exec.t ? NULL : line_at(t, 0, p->step);
}

static const char *folded_load(const struct scan_call *call, const struct scan_room *room, const struct part *p,
                               const struct track *t, int64_t shift, double fill, char *tile, int64_t *pitch) {
  const struct scan *s = call->scan;
  const char *own = own_sheet(s, p, t, shift);
  if (own) return *pitch = t->stride, own;
  struct mover m = scan_mover(s, room);
  int64_t unit = s->unit, lo, hi, bytes = unit * m.t_size;
  on_line(s, p, shift, &lo, &hi);
  if (p->lanes * SEGMENT > p->steps * p->tracks)
    s->exec.real->fill(tile, own_pitch(s, p) * SEGMENT, 1); /* what is not there does no harm */
  for (int64_t line = 0; line < p->g->cols;) {
    struct stretch x = stretch_of(s, p, t, line, shift, 1);
    int whole = lo == 0 && hi == p->steps;
    char *piece = line_at(&x.track, line, 0);
    if (!whole || !direct(&m, &x, unit)) {
      int64_t end = x.count - (p->steps - hi);
      piece = room->piece;
      if (end > lo) piece_load(&m, &x.track, unit, line, lo, end - lo, piece + lo * bytes);
      for (int64_t i = 0; !whole && i < x.count; i += p->steps) fill_edges(s, p, lo, hi, fill, piece + i * bytes);
    }
    deal_piece(&m, &x, unit, tile, own_pitch(s, p), piece, 1, 0);
    line += x.lines;
  }
  return own_rows(s, p, tile, pitch);
}

static void folded_store(const struct scan_call *call, const struct scan_room *room, const struct part *p,
                         const struct track *t, int64_t shift, const char *from) {
  const struct scan *s = call->scan;
  if (from == own_sheet(s, p, t, shift)) return;
  struct mover m = scan_mover(s, room);
  int64_t unit = s->unit, lo, hi, bytes = unit * m.t_size;
  char *tile = (char *)(uintptr_t)(p->mirrored ? from - (SEGMENT - 1) * own_pitch(s, p) * m.t_size : from); /* only read */
  on_line(s, p, shift, &lo, &hi);
  for (int64_t line = 0; line < p->g->cols && hi > lo;) {
    struct stretch x = stretch_of(s, p, t, line, shift, shift == 0);
    int whole = lo == 0 && hi == p->steps, straight = whole && direct(&m, &x, unit) && !t->accumulate;
    char *piece = straight ? line_at(&x.track, line, 0) : room->piece;
    deal_piece(&m, &x, unit, tile, own_pitch(s, p), piece, 0, straight && t->stream);
    if (!straight) piece_store(&m, &x.track, unit, line, lo, whole ? x.count : hi - lo, piece + lo * bytes);
    line += x.lines;
  }
}

void folded_cells(const struct scan *s, const struct part *p, char *sheet, int64_t pitch, int64_t step, char *values,
                  int in) {
  int64_t at = step - p->step, segment = at / SEGMENT, lane = p->mirrored ? line_lanes(p) - 1 - segment : segment;
  int64_t size = s->exec.t_size, bytes = s->unit * size, each = line_lanes(p) * bytes;
  char *cell = sheet + (at % SEGMENT * pitch + lane * s->unit) * size;
  if (in) strided_out(cell, values, p->g->cols, each, bytes);
  else strided_in(values, cell, p->g->cols, each, bytes);
}

/* ---- wide: adjacent lines ---- */

static struct grid wide_grid(const struct track *t) {
  struct grid g = {t->at, t->dtype, t->stride, t->line, t->off, 1, t->accumulate, t->stream};
  return g;
}

static const char *wide_load(const struct scan_call *call, const struct scan_room *room, const struct part *p,
                             const struct track *t, int64_t sheet, int64_t shift, double fill, char *tile,
                             int64_t *pitch) {
  const struct scan *s = call->scan;
  struct mover m = scan_mover(s, room);
  struct grid g = wide_grid(t);
  int64_t from = p->step + sheet * SEGMENT + shift, rows = sheet_rows(p, sheet), skip, n = inside(s, from, rows, &skip);
  if (n == rows) return tile_load(&m, &g, from, n, p->lanes, tile, pitch);
  if (n > 0) tile_copy(&m, &g, from + skip, n, p->lanes, tile + skip * p->lanes * m.t_size);
  for (int64_t r = 0; r < rows; r++)
    if (r < skip || r >= skip + n) s->exec.real->fill(tile + r * p->lanes * m.t_size, p->lanes, fill);
  *pitch = p->lanes;
  return tile;
}

/* ---- either ---- */

const char *sheet_load(const struct scan_call *call, const struct scan_room *room, const struct part *p,
                       const struct track *t, int64_t sheet, int64_t shift, double fill, char *tile, int64_t *pitch) {
  if (call->scan->folded) return folded_load(call, room, p, t, shift, fill, tile, pitch);
  return wide_load(call, room, p, t, sheet, shift, fill, tile, pitch);
}

char *sheet_target(const struct scan_call *call, const struct scan_room *room, const struct part *p,
                   const struct track *t, int64_t sheet, int64_t shift, char *tile, int64_t *pitch) {
  const struct scan *s = call->scan;
  char *own = s->folded && !shift && !t->accumulate ? own_sheet(s, p, t, 0) : NULL;
  if (own) return *pitch = t->stride, own;
  if (s->folded || shift) return own_rows(s, p, tile, pitch);
  struct mover m = scan_mover(s, room);
  struct grid g = wide_grid(t);
  return tile_target(&m, &g, p->step + sheet * SEGMENT, tile, p->lanes, pitch);
}

int sheet_past(const struct scan_call *call, const struct scan_room *room, struct track *t) {
  const struct scan *s = call->scan;
  int64_t row = t->stride * dtype_bytes(t->dtype);
  if (!s->at_once || !room->moderate_on || !t->stream || t->accumulate || t->dtype != s->exec.t) return 0;
  if (t->off || t->line != 1 || (uintptr_t)t->at % LINE_BYTES || row % LINE_BYTES) return 0;
  t->stream = 0;
  return 1;
}

void sheet_store(const struct scan_call *call, const struct scan_room *room, const struct part *p,
                 const struct track *t, int64_t sheet, int64_t shift, const char *from) {
  if (call->scan->folded) {
    folded_store(call, room, p, t, shift, from);
    return;
  }
  struct mover m = scan_mover(call->scan, room);
  struct grid g = wide_grid(t);
  int64_t at = p->step + sheet * SEGMENT + shift, skip, rows = inside(call->scan, at, sheet_rows(p, sheet), &skip);
  if (rows > 0) tile_store(&m, &g, at, rows, p->lanes, from);
}

/* ---- what comes next ---- */

enum { SHEETS_AHEAD = 2, AHEAD_BYTES = 8192, NEAR_BYTES = 384 };

/* The rows that a track has for a sheet or two later, or more of few lines: of this block, the next one, or the first one of the lines beside these. */
static struct area wide_ahead(const struct scan *s, const struct part *p, const struct track *t, int64_t sheet) {
  int64_t size = dtype_bytes(t->dtype), later = larger(SHEETS_AHEAD, AHEAD_BYTES / (SEGMENT * p->lanes * size));
  int64_t from = p->step + (sheet + later) * SEGMENT, aside = 0;
  if (from >= s->n) aside = p->lanes, from -= s->n;
  struct area a = {(uintptr_t)t->at + (uintptr_t)((from * t->stride + aside) * size), t->stride * size,
                   p->lanes * size, 0, p->lanes * size};
  if (t->off || t->line != 1) a.bytes = 0;
  return a;
}

/* Of groups that take turns: the rows of the next one, which lie beside these, or of the first one for the next sheet. */
static struct area turn_ahead(const struct scan_room *room, const struct part *p, const struct track *t, int64_t sheet) {
  int64_t size = dtype_bytes(t->dtype), from = (p->step + sheet * SEGMENT) * t->stride;
  int64_t next = room->turn_from + p->lanes < room->turn_cols ? p->lanes : SEGMENT * t->stride - room->turn_from;
  struct area a = {(uintptr_t)t->at + (uintptr_t)((from + next) * size), t->stride * size, p->lanes * size,
                   (uintptr_t)t->at + (uintptr_t)(from * size), smaller(NEAR_BYTES, p->lanes * size)};
  if (t->off || t->line != 1) a.bytes = 0;
  return a;
}

/* The piece of the line that comes next, or that of the line after this one; half of it with local, half with apply. */
static struct area folded_ahead(const struct scan *s, const struct part *p, const struct track *t, int64_t half) {
  int64_t size = dtype_bytes(t->dtype), next = p->step + p->steps, bytes = p->steps * p->tracks * size,
          piece = bytes / 2 / SEGMENT;
  int64_t down = t->stride < 0, from = next < s->n ? next * t->stride : p->g->cols * t->line;
  struct area a = {(uintptr_t)t->at + (uintptr_t)(from * size - (down ? bytes : 0) + half * (bytes / 2)), piece, piece, 0, 0};
  if (t->off || (t->stride != s->unit && t->stride != -s->unit)) a.bytes = 0;
  return a;
}

void sheet_ahead(const struct scan_call *call, const struct scan_room *room, const struct part *p, int64_t sheet,
                 int half, const int *operands, int n) {
  const struct scan *s = call->scan;
  struct ahead *ahead = room->ahead;
  int last = s->at_once && p->back == (s->back != NULL); /* all of a sheet is done with its results */
  ahead->areas = 0;
  for (int i = 0; i < n && !s->lone && s->asks; i++) {
    if (operands[i] < 0 || s->op[operands[i]].slot < 0) continue;
    struct track t = track_of(call, p, operands[i]);
    struct area a = s->folded ? folded_ahead(s, p, &t, half)
                    : p->lanes < room->turn_cols ? turn_ahead(room, p, &t, sheet)
                                                 : wide_ahead(s, p, &t, sheet);
    int halves = !s->at_once && p->lanes < room->turn_cols;
    if (halves) a.bytes /= 2, a.at += (uintptr_t)(half * a.bytes);
    if (a.bytes > 0 && (s->folded || halves || half == last)) ahead->area[ahead->areas++] = a;
  }
}

/* ---- one value for each line ---- */

/* The values from line c on that one grid holds: of all lines, or of the unit that a line is. */
static struct grid tracks_grid(const struct scan_call *call, const struct part *p, int operand, int64_t offset,
                               int64_t c) {
  const struct scan *s = call->scan;
  const struct operand *o = &s->op[operand];
  char *base = call->elements[o->slot] + offset * dtype_bytes(o->dtype);
  struct grid g = group_grid(p->g, operand, base, o->dtype, 0);
  if (s->unit > 1) {
    g = group_line(p->g, operand, base, o->dtype, 0, c);
    g.col = 1;
  }
  g.accumulate = o->accumulate;
  return g;
}

void tracks_load(const struct scan_call *call, const struct scan_room *room, const struct part *p, int operand,
                 int64_t offset, char *to) {
  const struct scan *s = call->scan;
  struct mover m = scan_mover(s, room);
  int64_t cols = s->unit > 1 ? s->unit : p->tracks;
  for (int64_t at = 0; at < p->tracks; at += cols) {
    struct grid g = tracks_grid(call, p, operand, offset, at / s->unit);
    tile_copy(&m, &g, 0, 1, cols, to + at * m.t_size);
  }
}

void tracks_store(const struct scan_call *call, const struct scan_room *room, const struct part *p, int operand,
                  int64_t offset, const char *from) {
  const struct scan *s = call->scan;
  struct mover m = scan_mover(s, room);
  int64_t cols = s->unit > 1 ? s->unit : p->tracks;
  for (int64_t at = 0; at < p->tracks; at += cols) {
    struct grid g = tracks_grid(call, p, operand, offset, at / s->unit);
    tile_store(&m, &g, 0, 1, cols, from + at * m.t_size);
  }
}

/* ---- positions ---- */

static int64_t logical(const struct scan *s, int64_t at) { return s->reverse && at >= 0 ? s->extent - 1 - at : at; }

/* Positions are moved as reals of their size, bit for bit. */
static struct mover position_mover(const struct scan *s, const struct scan_room *room, struct track *t) {
  t->dtype = t->dtype == REM_I32 ? REM_F32 : REM_F64;
  struct mover m = {s->exec.cpu->kernels->move, t->dtype, dtype_bytes(t->dtype), room->raw};
  return m;
}

static int64_t position_count(const struct scan *s, const struct part *p, int64_t sheet) {
  return s->folded ? p->steps * s->unit : sheet_rows(p, sheet) * p->lanes;
}

void positions_store(const struct scan_call *call, const struct scan_room *room, const struct part *p, int64_t line,
                     int64_t sheet) {
  const struct scan *s = call->scan;
  struct track t = track_of(call, p, SCAN_EXTRA);
  struct mover m = position_mover(s, room, &t);
  char *raw = (char *)room->index; /* narrowed where it lies */
  int64_t n = position_count(s, p, sheet);
  for (int64_t i = 0; i < n && m.t_size == 4; i++) {
    int32_t narrow = (int32_t)logical(s, room->index[i]);
    memcpy(raw + i * 4, &narrow, 4);
  }
  for (int64_t i = 0; i < n && m.t_size == 8 && s->reverse; i++) room->index[i] = logical(s, room->index[i]);
  if (s->folded) {
    piece_store(&m, &t, s->unit, line, p->step, p->steps, raw);
  } else {
    struct grid g = wide_grid(&t);
    tile_store(&m, &g, p->step + sheet * SEGMENT, sheet_rows(p, sheet), p->lanes, raw);
  }
}

void positions_load(const struct scan_call *call, const struct scan_room *room, const struct part *p, int64_t line,
                    int64_t sheet) {
  const struct scan *s = call->scan;
  struct track t = track_of(call, p, SCAN_EXTRA);
  struct mover m = position_mover(s, room, &t);
  int64_t n = position_count(s, p, sheet);
  char *packed = m.t_size == 8 ? (char *)room->index : room->piece;
  if (s->folded) {
    piece_load(&m, &t, s->unit, line, p->step, p->steps, packed);
  } else {
    struct grid g = wide_grid(&t);
    tile_copy(&m, &g, p->step + sheet * SEGMENT, sheet_rows(p, sheet), p->lanes, packed);
  }
  for (int64_t i = 0; i < n && m.t_size == 4; i++) {
    int32_t narrow;
    memcpy(&narrow, packed + i * 4, 4);
    room->index[i] = narrow;
  }
  for (int64_t i = 0; i < n && s->reverse; i++) room->index[i] = logical(s, room->index[i]);
}
