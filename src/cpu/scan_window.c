/* scan_window.c: what a gradient needs of the forward scan (y, starts, states before each element), computed again for a window
 * of blocks at a time. When the line has more blocks than the window, the carries of all blocks are computed first. */
#include <string.h>

#include "scan.h"

static int from_index(const struct scan *s) { return s->makes_start && s->op[SCAN_EXTRA].slot >= 0; }

/* Blocks [first, end) as a part: one block of several lines, or several blocks of one. */
static struct part blocks_part(const struct scan *s, const struct part *like, int64_t first, int64_t end) {
  struct part p = {.g = like->g, .line = like->line, .step = first * BLOCK, .back = 0};
  p.rows = s->n - p.step < BLOCK && !s->long_lines ? s->n - p.step : BLOCK;
  p.cols = s->long_lines ? end - first : like->cols;
  return p;
}

/* How many blocks a part may hold from `first` on. */
static int64_t some_blocks(const struct scan *s, int64_t first, int64_t end) {
  int64_t n = s->long_lines ? end - first : 1;
  return n < s->cols || !s->long_lines ? n : s->cols;
}

static void push_carries(const struct scan *s, struct scan_room *room, const struct scan_block *b) {
  if (s->long_lines) {
    carry_columns(s, s->fwd, s->fields, room, b);
    return;
  }
  carries_get(&room->carries, s->fwd, s, s->fields, b->cols, room->carry);
  carries_push(&room->carries, s->fwd, s, s->fields, b->cols, block_total(s, b));
}

/* The carries of every block of the line. */
void window_start(const struct scan_call *call, const struct group *g, int64_t line, struct scan_room *room, struct window *w) {
  const struct scan *s = call->scan;
  struct part like = {.g = g, .line = line, .cols = g->cols};
  int64_t each = s->long_lines ? 1 : g->cols;
  w->first = w->end = 0;
  carries_start(&room->carries);
  if (!s->checkpoints || from_index(s)) return;
  for (int64_t first = 0, some; first < s->blocks; first += some) {
    some = some_blocks(s, first, s->blocks);
    struct part p = blocks_part(s, &like, first, first + some);
    struct scan_block b = scan_block_of(s, room, &p);
    scan_forward_states(call, room, &p, SCAN_X, SCAN_X, &b);
    push_carries(s, room, &b);
    states_copy(states_at(room->points, first * each, s->exec.t_size), room->carry, s->fields, p.cols, s->exec.t_size);
  }
}

/* A tile of values goes to its place in the window. */
static void put(const struct scan *s, const struct scan_room *room, const struct part *p, const struct window *w, char *values,
                const char *tile) {
  int64_t size = s->exec.t_size;
  if (s->long_lines) {
    line_blocks_store(s, room, p, values - w->first * BLOCK * size, tile);
    return;
  }
  memcpy(values + (p->step - w->first * BLOCK) * p->cols * size, tile, (size_t)(p->rows * p->cols * size));
}

static void starts_from_index(const struct scan_call *call, struct scan_room *room, const struct part *p) {
  const struct scan *s = call->scan;
  part_index_load(call, room, p, SCAN_EXTRA, room->index);
  for (int64_t r = 0; r < p->rows; r++)
    for (int64_t c = 0; c < p->cols; c++) {
      int64_t at = r * p->cols + c, here = p->step + r + (s->long_lines ? c * BLOCK : 0);
      s->exec.real->fill(room->out[0] + at * s->exec.t_size, 1, room->index[at] == here);
    }
}

static void make_starts(const struct scan_call *call, struct scan_room *room, const struct part *p, struct scan_block *b) {
  const struct scan *s = call->scan;
  s->fwd->starts(b);
  if (p->step == 0) s->exec.real->fill(room->out[0], s->long_lines ? 1 : p->cols, 1);
}

static void fill_part(const struct scan_call *call, struct scan_room *room, const struct part *p, const struct window *w) {
  const struct scan *s = call->scan;
  struct scan_block b = scan_block_of(s, room, p);
  int64_t each = s->long_lines ? 1 : p->cols, size = s->exec.t_size;
  b.out_pitch[0] = p->cols;
  if (from_index(s)) {
    starts_from_index(call, room, p);
    put(s, room, p, w, room->window_start, room->out[0]);
    return;
  }
  scan_forward_states(call, room, p, SCAN_X, SCAN_X, &b);
  if (s->checkpoints)
    states_copy(room->carry, states_at(room->points, p->step / BLOCK * each, size), s->fields, p->cols, size);
  else
    push_carries(s, room, &b);
  if (s->makes_y) {
    s->fwd->apply(&b);
    put(s, room, p, w, room->window_y, room->out[0]);
  }
  if (s->makes_start) {
    make_starts(call, room, p, &b);
    put(s, room, p, w, room->window_start, room->out[0]);
  }
  if (!s->makes_before) return;
  b.out_state = s->long_lines ? room->before : states_at(room->window_state, (p->step - w->first * BLOCK) * p->cols, size);
  s->fwd->prefix(&b);
  for (int f = 0; f < 4 && s->long_lines; f++)
    if (s->fields & (1 << f)) put(s, room, p, w, room->window_state.field[f], room->before.field[f]);
}

void window_cover(const struct scan_call *call, const struct part *part, struct scan_room *room, struct window *w) {
  const struct scan *s = call->scan;
  int64_t steps = s->long_lines ? part->cols * BLOCK : part->rows;
  int64_t lo = s->n - part->step - steps - 1, hi = s->n - part->step + 1; /* forward steps, one more on either side */
  lo = lo < 0 ? 0 : lo;
  hi = hi > s->n ? s->n : hi;
  if (lo >= w->first * BLOCK && hi <= w->end * BLOCK) return;
  w->end = (hi + BLOCK - 1) / BLOCK;
  w->first = w->end > s->window ? w->end - s->window : 0;
  for (int64_t first = w->first, some; first < w->end; first += some) {
    some = some_blocks(s, first, w->end);
    struct part p = blocks_part(s, part, first, first + some);
    fill_part(call, room, &p, w);
  }
}

/* Values at the part's steps, which run from the end: row r is forward step n - 1 - (step + shift + r). */
const char *window_load(const struct scan_call *call, const struct scan_room *room, const struct part *part, const struct window *w,
                        const char *values, int64_t shift, double fill, char *tile, int64_t *pitch) {
  const struct scan *s = call->scan;
  int64_t size = s->exec.t_size, cols = part->cols, base = s->n - 1 - w->first * BLOCK;
  if (s->long_lines) {
    line_blocks_load(s, room, part, values + base * size, -1, shift, fill, tile);
    *pitch = cols;
    return tile;
  }
  int64_t from = part->step + shift;
  if (from >= 0 && from + part->rows <= s->n) {
    *pitch = -cols;
    return values + (base - from) * cols * size;
  }
  for (int64_t r = 0; r < part->rows; r++) {
    char *to = tile + r * cols * size;
    if (from + r < 0 || from + r >= s->n)
      s->exec.real->fill(to, cols, fill);
    else
      memcpy(to, values + (base - from - r) * cols * size, (size_t)(cols * size));
  }
  *pitch = cols;
  return tile;
}
