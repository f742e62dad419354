/* lines.c: lines in groups. */
#include "lines.h"

#include "core/checked.h"

enum { LONG_LINE = 512, SHORT_LINE = 64, FEW_LINES = 8, SMALL_TILE = 2048 };

int64_t run_stride(const struct run *run, int o) { return run->axes.n ? run->axes.axis[run->axes.n - 1].stride[o] : 1; }

int64_t run_piece(const struct run *run, int o, int64_t at, int64_t *n) {
  if (run->axes.n == 0) return 0;
  int64_t inner = run->axes.axis[run->axes.n - 1].extent, left = inner - at % inner;
  int64_t offset[MAX_OPERANDS] = {0};
  if (*n > left) *n = left;
  space_seek(&run->axes, at, MAX_OPERANDS, offset);
  return offset[o];
}

/* Where one group ends and the next begins, halves share no line of the cache. */
enum { GROUP_LINES = 32 };
static int64_t even_split(int64_t n, int64_t most) {
  int64_t parts = ceil_div(n, most), each = ceil_div(n, parts);
  each = ceil_div(each, GROUP_LINES) * GROUP_LINES;
  return each < n ? each : n;
}

/* Adjacent lines that fill vectors, or a dense block of lines and steps: the innermost axis is divided. */
static int divides_inner(const struct lines *l, const struct run *run) {
  if (!l->kept.n || l->kept.axis[l->kept.n - 1].stride[0] != 1) return 0;
  return l->inner >= WIDE_LINES || (run_stride(run, 0) == l->inner && run->n * l->inner >= SMALL_TILE);
}

void lines_settle(struct lines *l) {
  int last = l->kept.n - 1;
  l->even = 0;
  for (int o = 0; o < l->operands; o++) {
    int i = last;
    while (i > 0 && axis_goes_on(&l->kept.axis[i - 1], &l->kept.axis[i], o)) i--;
    if (i <= 0) l->even |= (uint32_t)1 << o;
    l->step[o] = i == 0 ? l->kept.axis[last].stride[o] : 0;
  }
}

void lines_plan(struct lines *l, const struct run *run, int64_t least, int64_t max_cols, int threads) {
  l->count = space_count(&l->kept);
  l->inner = l->kept.n ? l->kept.axis[l->kept.n - 1].extent : 1;
  l->solo = l->flat = 0;
  lines_settle(l);
  if (divides_inner(l, run)) {
    int64_t share = l->count / threads, most = max_cols; /* a group for every thread, if that leaves enough of them */
    if (share < most) most = share > least ? share : least;
    l->cols = even_split(l->inner, most);
    l->groups = l->count / l->inner * ceil_div(l->inner, l->cols);
    return;
  }
  l->flat = 1;
  l->solo = l->count < FEW_LINES || (run->n >= LONG_LINE && run_stride(run, 0) == 1);
  int64_t side = run->n < SHORT_LINE ? 512 : 128, most = l->solo ? 64 : max_cols < side ? max_cols : side;
  int64_t fair = ceil_div(l->count, threads);
  if (l->kept.n > 1 && l->inner > 1 && l->inner <= 4)
    most -= most % l->inner, fair += (l->inner - fair % l->inner) % l->inner;
  l->cols = fair < most ? fair : most;
  l->groups = l->count ? ceil_div(l->count, l->cols) : 0;
}

/* Offsets of cols lines from `line` on, counted as an odometer does. */
static void line_offsets(const struct lines *l, int o, int64_t line, int64_t cols, int64_t *off) {
  int64_t digit[MAX_AXES], at = 0;
  for (int i = l->kept.n - 1; i >= 0; i--) {
    digit[i] = line % l->kept.axis[i].extent;
    line /= l->kept.axis[i].extent;
    at += digit[i] * l->kept.axis[i].stride[o];
  }
  for (int64_t c = 0; c < cols; c++) {
    off[c] = at;
    for (int i = l->kept.n - 1; i >= 0; i--) {
      at += l->kept.axis[i].stride[o];
      if (++digit[i] < l->kept.axis[i].extent) break;
      at -= digit[i] * l->kept.axis[i].stride[o];
      digit[i] = 0;
    }
  }
}

/* Adjacent lines of the innermost axis that a group has whole. */
static int64_t whole_unit(const struct lines *l, const struct group *g) {
  return l->inner <= 4 && g->line % l->inner == 0 && g->cols % l->inner == 0 ? l->inner : 1;
}

static void seek_uneven(const struct lines *l, struct group *g, int o, int64_t *own) {
  line_offsets(l, o, g->line, l->skip >> o & 1 ? 1 : g->cols, own);
  if (l->skip >> o & 1 || g->cols == 1) { /* one line needs no table */
    g->at[o] = own[0];
    return;
  }
  g->off[o] = own;
  g->unit[o] = l->kept.axis[l->kept.n - 1].stride[o] == 1 ? whole_unit(l, g) : 1;
}

static void seek_flat(const struct lines *l, struct group *g, int64_t *off) {
  for (int o = 0; o < l->operands; o++) {
    g->at[o] = g->line * l->step[o];
    g->step[o] = l->step[o];
    if (!(l->even >> o & 1)) seek_uneven(l, g, o, off + o * l->cols);
  }
}

void group_seek(const struct lines *l, int64_t index, struct group *g, int64_t *off) {
  for (int o = 0; o < l->operands; o++) g->at[o] = 0, g->step[o] = 0, g->off[o] = 0, g->unit[o] = 1;
  if (l->flat) {
    g->line = index * l->cols;
    g->cols = l->count - g->line < l->cols ? l->count - g->line : l->cols;
    seek_flat(l, g, off);
    return;
  }
  int64_t per = ceil_div(l->inner, l->cols), first = index % per * l->cols;
  g->line = index / per * l->inner + first;
  g->cols = l->inner - first < l->cols ? l->inner - first : l->cols;
  space_seek(&l->kept, g->line, l->operands, g->at);
  for (int o = 0; o < l->operands; o++) g->step[o] = l->kept.axis[l->kept.n - 1].stride[o];
}

struct grid group_grid(const struct group *g, int o, char *elements, int dtype, int64_t row) {
  struct grid r = {elements + g->at[o] * dtype_bytes(dtype), dtype, row, g->step[o], g->off[o], g->unit[o], 0, 0};
  return r;
}

struct grid group_line(const struct group *g, int o, char *elements, int dtype, int64_t row, int64_t c) {
  int64_t at = g->at[o] + (g->off[o] ? g->off[o][c] : c * g->step[o]);
  struct grid r = {elements + at * dtype_bytes(dtype), dtype, row, 0, 0, 1, 0, 0};
  return r;
}
