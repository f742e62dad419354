/* pick.c: rows of a table by number on a GPU, and the sums of what came back for each: positions are sorted by row, and the rows of dy
 * of one row are added up in pieces, level by level. How many launches there are follows from the shapes alone. */
#include <math.h>

#include "array.h"
#include "core/checked.h"
#include "gpu.h"
#include "schedule/pick.h"
#include "template/divide.h"
#include "template/pick_args.h"
#include "template/pick_sort_args.h"
#include "template/pick_sum_args.h"

enum {
  PICK_THREADS = 256,
  PICK_BYTES = 16,
  DIGIT_BITS = 8,
  DIGITS = 1 << DIGIT_BITS,
  SORT_BLOCKS = 1024,
  FAN = 64,
  LEVELS_MOST = 10
};

/* Kernels know 1, 2, 4 or 8 axes. */
static int axes_class(int n) { return n <= 1 ? 1 : n <= 2 ? 2 : n <= 4 ? 4 : 8; }

/* The innermost axis of a row; the others stay. */
static struct axis take_inner(struct space *row) {
  struct axis one = {1, {0}};
  if (row->n) one = row->axis[--row->n];
  return one;
}

static int width_of(const struct axis *inner, int64_t bytes, int adjacent) {
  int width = adjacent ? (int)(PICK_BYTES / bytes) : 1;
  while (width > inner->extent) width /= 2;
  return width;
}

/* ---- forward ---- */

void gpu_pick(struct planner *s) {
  const struct problem *p = s->p;
  struct pick_space space;
  pick_spaces(p, &space);
  struct operand y = gpu_operand(p, p->entry->slots[p->pass][space.y].name);
  int dtype = p->views[space.table].dtype;
  plan_sku(s, "pick");
  if (space.n == 0 || space.elems == 0) return;
  struct axis inner = take_inner(&space.row);
  int adjacent = inner.extent > 1 && inner.stride[PICK_TABLE] == 1 && inner.stride[PICK_Y] == 1;
  int width = width_of(&inner, larger(dtype_bytes(dtype), dtype_bytes(y.dtype)), adjacent);
  int64_t cols = ceil_div(inner.extent, width);
  int n = space.places.n + space.row.n, axes = axes_class(n);
  step_begin(s, "pick", "-");
  struct pick_args *args = step_args(s, sizeof *args);
  *args = (struct pick_args){.groups = space.n * (space.elems / inner.extent) * cols,
                             .cols = divisor_of(cols),
                             .tail = inner.extent - (cols - 1) * width,
                             .rows = space.rows,
                             .pitch = space.pitch,
                             .step = {inner.stride[PICK_TABLE], inner.stride[PICK_Y]},
                             .nan = real_bits(p, NAN)};
  for (int k = 0; k < axes; k++) {
    int i = k - (axes - n);
    const struct axis *from = i < 0                ? NULL
                              : i < space.places.n ? &space.places.axis[i]
                                                   : &space.row.axis[i - space.places.n];
    args->axis[k].extent = divisor_of(from ? from->extent : 1);
    for (int o = 0; o < PICK_COLUMNS && from; o++) args->axis[k].stride[o] = from->stride[o];
  }
  step_pointer(s, 0, at_slot(space.table), dtype, 0);
  step_pointer(s, 1, at_slot(y.slot), y.dtype, y.accumulate);
  step_pointer(s, 2, at_slot(space.index), p->views[space.index].dtype, 0);
  step_say(s, "AXES", axes);
  step_say(s, "WIDTH", width);
  step_say(s, "ADJACENT", adjacent);
  step_offsets(s, args->groups);
  step_end(s, ceil_div(args->groups, PICK_THREADS), PICK_THREADS);
}

/* ---- positions in the order of their rows ---- */

/* What the launches of the gradient leave to each other, in the workspace. */
struct sorted {
  struct pick_space space;
  int64_t key_bytes, place_bytes;
  struct place keys[2], places[2], counts, totals, count, begin;
  int last; /* which of the two is sorted */
};

static void say_words(struct planner *s, const struct sorted *f) {
  step_word(s, "KEY", f->key_bytes == 4 ? "i32" : "i64");
  step_word(s, "PLACE", f->place_bytes == 4 ? "i32" : "i64");
}

static void sort_step(struct planner *s, const struct sorted *f, int part, int pass, int64_t blocks, int64_t span) {
  int axes = axes_class(f->space.places.n), missing = axes - f->space.places.n, to = pass % 2;
  step_begin(s, "pick_sort", "-");
  struct pick_sort_args *args = step_args(s, sizeof *args);
  *args = (struct pick_sort_args){.n = f->space.n,
                                  .rows = f->space.rows,
                                  .padding = f->space.padding,
                                  .span = span,
                                  .blocks = blocks,
                                  .shift = pass * DIGIT_BITS};
  for (int k = 0; k < axes; k++) {
    const struct axis *from = k < missing ? NULL : &f->space.places.axis[k - missing];
    args->axis[k].extent = divisor_of(from ? from->extent : 1);
    args->axis[k].stride[0] = from ? from->stride[PICK_INDEX] : 0;
  }
  step_pointer(s, 0, at_slot(f->space.index), s->p->views[f->space.index].dtype, 0);
  if (pass) step_pointer(s, 1, f->keys[1 - to], 0, 0), step_pointer(s, 2, f->places[1 - to], 0, 0);
  step_pointer(s, 3, f->keys[to], 0, 0);
  step_pointer(s, 4, f->places[to], 0, 0);
  step_pointer(s, 5, f->counts, 0, 0);
  step_pointer(s, 6, f->totals, 0, 0);
  step_pointer(s, 7, f->count, 0, 0);
  step_say(s, "PART", part);
  step_say(s, "FIRST", pass == 0);
  step_say(s, "AXES", axes);
  say_words(s, f);
  step_offsets(s, f->space.n);
  step_end(s, part == 1 ? DIGITS : blocks, PICK_THREADS);
}

static void sort_places(struct planner *s, struct sorted *f) {
  int64_t span = larger(1, ceil_div(ceil_div(f->space.n, SORT_BLOCKS), PICK_THREADS)) * PICK_THREADS;
  int64_t blocks = ceil_div(f->space.n, span);
  int bits = pick_bits(f->space.rows), passes = (int)larger(1, ceil_div(bits, DIGIT_BITS));
  for (int k = 0; k < 2 && k < passes; k++) {
    f->keys[k] = in_workspace(take_workspace(s, f->space.n * f->key_bytes));
    f->places[k] = in_workspace(take_workspace(s, f->space.n * f->place_bytes));
  }
  f->counts = in_workspace(take_workspace(s, blocks * DIGITS * f->place_bytes));
  f->totals = in_workspace(take_workspace(s, DIGITS * f->place_bytes));
  f->count = in_workspace(take_workspace(s, f->place_bytes));
  f->begin = in_workspace(take_workspace(s, (f->space.rows + 1) * f->place_bytes));
  for (int pass = 0; pass < passes; pass++)
    for (int part = 0; part < 3; part++) sort_step(s, f, part, pass, blocks, span);
  f->last = (passes - 1) % 2;
}

/* ---- sums ---- */

struct sums {
  struct operand dy, out;
  struct axis inner;
  int width, adjacent, adjacent_to;
  int64_t cols, lines; /* groups along the innermost axis, and how many such lines a row has */
  struct place parts;
  int64_t level_at[LEVELS_MOST];
  int levels;
};

static void sum_step(struct planner *s, const struct sorted *f, const struct sums *m, int part, int level,
                     int64_t window) {
  const struct space *row = &f->space.row, *places = &f->space.places;
  int place_axes = axes_class(places->n), missing = place_axes - places->n;
  int64_t units = part == 3 ? f->space.rows : part == 0 ? f->space.rows + 1 : ceil_div(f->space.n, window);
  step_begin(s, "pick_sum", "-");
  struct pick_sum_args *args = step_args(s, sizeof *args);
  *args = (struct pick_sum_args){.groups = part == 0 ? units : units * m->lines * m->cols,
                                 .cols = divisor_of(m->cols),
                                 .tail = m->inner.extent - (m->cols - 1) * m->width,
                                 .rows = f->space.rows,
                                 .pitch = f->space.pitch,
                                 .step = {m->inner.stride[PICK_TABLE], m->inner.stride[PICK_Y]},
                                 .elems = f->space.elems,
                                 .inner = m->inner.extent,
                                 .window = window,
                                 .to = m->level_at[level]};
  for (int k = 0; k < LEVELS_MOST && part == 3; k++) args->from[k] = m->level_at[k];
  if (part == 2) args->from[0] = m->level_at[level - 1];
  for (int k = 0; k < row->n; k++) {
    args->row[k].extent = divisor_of(row->axis[k].extent);
    args->row[k].stride[0] = row->axis[k].stride[PICK_TABLE], args->row[k].stride[1] = row->axis[k].stride[PICK_Y];
  }
  for (int k = 0; k < place_axes; k++) {
    const struct axis *from = k < missing ? NULL : &places->axis[k - missing];
    args->place[k].extent = divisor_of(from ? from->extent : 1);
    args->place[k].stride[0] = from ? from->stride[PICK_Y] : 0;
  }
  if (part == 3) step_pointer(s, 0, at_slot(m->out.slot), m->out.dtype, m->out.accumulate);
  if (part & 1) step_pointer(s, 1, at_slot(m->dy.slot), m->dy.dtype, 0);
  step_pointer(s, 2, f->keys[f->last], 0, 0);
  step_pointer(s, 3, f->places[f->last], 0, 0);
  step_pointer(s, 4, f->begin, 0, 0);
  if (m->levels) step_pointer(s, 5, m->parts, s->p->compute, 0), step_pointer(s, 6, m->parts, s->p->compute, 0);
  step_pointer(s, 7, f->count, 0, 0);
  step_say(s, "PART", part);
  step_say(s, "ROW_AXES", row->n);
  step_say(s, "PLACE_AXES", place_axes);
  step_say(s, "WIDTH", m->width);
  step_say(s, "ADJACENT", m->adjacent);
  step_say(s, "ADJACENT_TO", m->adjacent_to);
  say_words(s, f);
  step_offsets(s, larger(args->groups, f->space.n));
  step_end(s, ceil_div(args->groups, PICK_THREADS), PICK_THREADS);
}

/* Pieces of a level: rows that have several have room for twice as many as there are, one place for each. */
static void take_levels(struct planner *s, const struct sorted *f, struct sums *m) {
  int64_t elems = 0, size = dtype_bytes(s->p->compute);
  for (int64_t window = PICK_CHUNK; f->space.n > window; window *= FAN) {
    m->level_at[m->levels++] = elems;
    elems += (f->space.n / (window / 2) + 2) * f->space.elems;
  }
  if (elems) m->parts = in_workspace(take_workspace(s, elems * size));
}

static void plan_sums(struct planner *s, struct sorted *f) {
  const struct problem *p = s->p;
  const struct slot *slots = p->entry->slots[p->pass];
  struct sums m = {.dy = gpu_operand(p, slots[f->space.y].name), .out = gpu_operand(p, slots[f->space.table].name)};
  m.inner = take_inner(&f->space.row);
  m.adjacent = m.inner.extent > 1 && m.inner.stride[PICK_Y] == 1;
  m.adjacent_to = m.inner.extent > 1 && m.inner.stride[PICK_TABLE] == 1;
  m.width = width_of(&m.inner, larger(dtype_bytes(m.dy.dtype), dtype_bytes(m.out.dtype)), m.adjacent && m.adjacent_to);
  m.cols = ceil_div(m.inner.extent, m.width);
  m.lines = f->space.elems / m.inner.extent;
  take_levels(s, f, &m);
  sum_step(s, f, &m, 0, 0, PICK_CHUNK);
  int64_t window = PICK_CHUNK;
  for (int level = 0; level < m.levels; level++, window *= FAN) sum_step(s, f, &m, level ? 2 : 1, level, window);
  sum_step(s, f, &m, 3, 0, PICK_CHUNK);
}

/* Whether all that the workspace holds, at most 64 bytes for each, can be counted. */
static int fits(const struct pick_space *space) {
  int64_t parts;
  return space->n < INT64_MAX / 256 && space->rows < INT64_MAX / 256 &&
         mul_fits(space->n / 8 + 32, space->elems, &parts) && parts < INT64_MAX / 256;
}

void gpu_pick_grad(struct planner *s) {
  struct sorted f = {0};
  const struct problem *p = s->p;
  pick_spaces(p, &f.space);
  struct operand out = gpu_operand(p, p->entry->slots[p->pass][f.space.table].name);
  plan_sku(s, "pick");
  if (out.slot < 0 || f.space.rows == 0 || f.space.elems == 0 || (f.space.n == 0 && out.accumulate)) return;
  if (f.space.n == 0) {
    struct array to = array_of(p, out);
    array_zero(s, p->rank, p->shape, &to);
    return;
  }
  if (!fits(&f.space)) {
    plan_fail(s, REM_UNSUPPORTED, "index: more positions or rows than can be sorted");
    return;
  }
  f.key_bytes = f.space.rows <= INT32_MAX ? 4 : 8, f.place_bytes = f.space.n <= INT32_MAX ? 4 : 8;
  sort_places(s, &f);
  plan_sums(s, &f);
}
