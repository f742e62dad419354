/* map.c: elementwise ops on a GPU. A gradient of an operand that was broadcast is a reduction whose source is computed, and so is y of
 * a map that is reduced: they are left to the row schedule. */
#include "map.h"

#include <string.h>

#include "many.h"
#include "row.h"
#include "source.h"
#include "template/divide.h"
#include "template/map_args.h"
#include "template/tile_args.h"

enum { MAP_THREADS = 256, MAP_BYTES = 16, MAP_COPIES = 8, TILE_LEAST = 16, TILE_ROOM = 32768 };
enum { TILE_USUAL = 32, TILE_WIDE = 64, TILE_VECTORS = 8 };

/* ---- what a thread has ---- */

/* Elements of a thread: 16 bytes of the widest operand, but no more than the innermost axis has. */
static int width_of(const struct map_space *m, int64_t cols) {
  int64_t widest = 1, width;
  for (int o = 0; o < MAP_OPERANDS; o++)
    if (m->place[o].from != FROM_NOWHERE && dtype_bytes(m->dtype[o]) > widest) widest = dtype_bytes(m->dtype[o]);
  for (width = MAP_BYTES / widest; width > 1 && width > cols; width /= 2) continue;
  return (int)width;
}

static int step_class(int64_t stride) { return stride == 0 ? 0 : stride == 1 ? 1 : 2; }

/* Kernels know of the fifth input where it is there. */
static int operands_in(const struct map_space *m) { return m->place[MAP_FIFTH].from != FROM_NOWHERE ? MAP_OPERANDS : MAP_FIFTH; }

/* Points to operand o; whether it is there. */
static int point_to(struct planner *s, const struct map_space *m, int o) {
  int there = m->place[o].from != FROM_NOWHERE;
  if (there) step_pointer(s, o, m->place[o], m->dtype[o], m->accumulate[o]);
  return there;
}

/* A result is wanted, an input is used. */
static void say_role(struct planner *s, int o, int there) {
  if (o < MAP_IN) step_say_at(s, "WANTED", o, there);
  else step_say_at(s, "USED", o - MAP_IN, there);
}

/* An operand that is drawn is not read, and yet has strides; its seed has a pointer of its own. */
static int has_strides(const struct map_space *m, int o) {
  return m->place[o].from != FROM_NOWHERE || (m->draws && o == MAP_DRAWN);
}
static void describe_draw(struct planner *s, const struct map_space *m) {
  if (!m->draws) return;
  step_say(s, "DRAWN", 1);
  step_pointer(s, MAP_SEED, at_slot(problem_seed(s->p)), s->p->views[problem_seed(s->p)].dtype, 0);
}

/* Whether the parts of x and of y alternate along the innermost axis, and lie side by side. */
static int lie_beside(const struct map_space *m, int o) {
  return m->place[o + 1].offset - m->place[o].offset == dtype_bytes(m->dtype[o]);
}
static int alternate(const struct map_space *m, const struct axis *inner) {
  return m->pairs && inner->stride[MAP_IN] == 2 && inner->stride[MAP_OUT] == 2 && lie_beside(m, MAP_IN) &&
         lie_beside(m, MAP_OUT);
}

/* The innermost axis is adjacent for the result. */
static void describe_operands(struct planner *s, const struct map_space *m, const struct axis *inner, struct map_args *args) {
  for (int o = 0; o < operands_in(m); o++) {
    int there = point_to(s, m, o);
    args->step[o] = has_strides(m, o) ? inner->stride[o] : 0;
    step_say_at(s, "STEP", o, step_class(args->step[o]));
    say_role(s, o, there);
  }
  if (alternate(m, inner)) step_say(s, "PAIRED", 1);
  if (operands_in(m) > MAP_FIFTH) step_say(s, "FIFTH", 1);
  describe_draw(s, m);
}

void step_numbers(const struct planner *s, const struct map_space *m, i64 *bits) {
  for (int i = 0; i < MAP_NUMBERS; i++) bits[i] = real_bits(s->p, m->number[i]);
  if (m->draws) bits[MAP_ATTRS - 1] = m->offset;
}

void map_words(struct planner *s, enum map_body body) {
  static const char *const bodies[] = {[MAP_FORWARD] = "T y; FWD_", [MAP_GRADS] = "T g = in[3]; OUTS_ GRADS_",
                                       [MAP_COPY] = "T y = in[0];", [MAP_INTS] = "T y; T bits = y_largest; INTS_",
                                       [MAP_FORWARD2] = "T y; T also; FWD_",
                                       [MAP_SHARED_GRADS] = "T g = in[3] / y_largest; OUTS_ GRADS_"};
  static const char *const takes[] = {[MAP_FORWARD] = "out[0] = y;", [MAP_GRADS] = "TAKE_GRADS_", [MAP_COPY] = "out[0] = y;",
                                      [MAP_INTS] = "out[0] = y;", [MAP_FORWARD2] = "out[0] = y; out[1] = also;",
                                      [MAP_SHARED_GRADS] = "TAKE_GRADS_"};
  step_word(s, "BODY_", bodies[body]);
  step_word(s, "TAKE_", takes[body]);
  if (body != MAP_COPY) return;
  step_word(s, "INS_", "");
  step_word(s, "ATTRS_", "");
}

/* Kernels know 0, 1, 2, 3, 4 or 7 further axes. */
static int axes_class(int n) { return n <= 4 ? n : 7; }

static int fills_device(const struct planner *s, int64_t groups) {
  return groups >= 4 * MAP_THREADS * (int64_t)s->gpu->facts.units * 8;
}

/* Takes the outermost axis along which input 0 repeats out of the space and puts batches of copies in front: what would be read again
 * much later, when no cache has it any more, is read once. 0: there is none, or too little is left to do. */
static int take_copies(struct planner *s, struct map_space *m, int64_t cols, struct map_args *args) {
  struct space *space = &m->space;
  int k = 0;
  while (k < space->n && (space->axis[k].stride[MAP_IN] || space->axis[k].extent < 2)) k++;
  if (k == space->n) return 0;
  struct axis copies = space->axis[k];
  int64_t batches = ceil_div(copies.extent, MAP_COPIES);
  if (!fills_device(s, space_count(space) / copies.extent * batches * cols)) return 0;
  args->copies = copies.extent, args->copy_step = copies.stride[MAP_OUT];
  for (; k > 0; k--) space->axis[k] = space->axis[k - 1];
  space->axis[0] = copies;
  space->axis[0].extent = batches, space->axis[0].stride[MAP_OUT] *= MAP_COPIES;
  return MAP_COPIES;
}

/* ---- operands that lie across each other ---- */

static int lies_across(const struct map_space *m, int o, const struct axis *row, const struct axis *col) {
  int64_t down = magnitude(row->stride[o]), along = magnitude(col->stride[o]);
  return m->place[o].from != FROM_NOWHERE && down != 0 && down < along;
}

/* The axis along which an operand is adjacent that is not adjacent along the innermost; -1: there is none. */
static int row_axis(const struct map_space *m) {
  const struct space *space = &m->space;
  if (space->n < 2) return -1;
  const struct axis *inner = &space->axis[space->n - 1];
  if (inner->extent < TILE_LEAST) return -1;
  for (int k = space->n - 2; k >= 0; k--)
    for (int o = 0; o < MAP_OPERANDS; o++)
      if (space->axis[k].extent >= TILE_LEAST && magnitude(space->axis[k].stride[o]) == 1 &&
          lies_across(m, o, &space->axis[k], inner))
        return k;
  return -1;
}

/* Which operands are turned, where, and along which strides vectors go. Results take the places of inputs, which have been read. */
static int describe_across(struct planner *s, const struct map_space *m, const struct axis *row, const struct axis *col) {
  int inputs = 0, results = 0;
  for (int o = 0; o < operands_in(m); o++) {
    int across = lies_across(m, o, row, col), *slot = o < MAP_IN ? &results : &inputs;
    step_say_at(s, "CROSS", o, across);
    step_say_at(s, "SLOT", o, across ? *slot : 0);
    step_say_at(s, "STEP", o, step_class(across ? row->stride[o] : col->stride[o]));
    *slot += across;
  }
  int crossing = (int)larger(inputs, results);
  step_say(s, "CROSSING", crossing);
  step_say(s, "TURNED", results > 0);
  return crossing;
}

/* Elements along a tile, whose vectors are at least 8: no more than fit the memory that a block has on every device, nor much more
 * than there are. */
static int tile_of(const struct planner *s, int crossing, int64_t least_extent) {
  int64_t bytes = crossing * dtype_bytes(s->p->compute);
  int tile = dtype_bytes(s->p->compute) > 4 ? TILE_USUAL : TILE_WIDE;
  while (bytes * tile * tile > TILE_ROOM || (tile > TILE_USUAL && least_extent <= tile / 2)) tile /= 2;
  return tile;
}

static void tile_step(struct planner *s, const char *entry, struct map_space *m, enum map_body body, int k) {
  struct axis col = m->space.axis[--m->space.n], row = m->space.axis[k];
  for (m->space.n--; k < m->space.n; k++) m->space.axis[k] = m->space.axis[k + 1];
  step_begin(s, "tile", entry);
  struct tile_args *args = step_args(s, sizeof *args);
  int tile = tile_of(s, describe_across(s, m, &row, &col), smaller(row.extent, col.extent));
  step_say(s, "TILE", tile);
  step_say(s, "WIDTH", (int)smaller(width_of(m, tile), tile / TILE_VECTORS));
  int64_t row_tiles = ceil_div(row.extent, tile), col_tiles = ceil_div(col.extent, tile);
  *args = (struct tile_args){.rows = row.extent, .cols = col.extent};
  args->row_tiles = divisor_of(row_tiles), args->col_tiles = divisor_of(col_tiles);
  args->tiles = space_count(&m->space) * row_tiles * col_tiles;
  step_numbers(s, m, args->number);
  for (int o = 0; o < operands_in(m); o++) {
    int there = point_to(s, m, o);
    say_role(s, o, there);
    args->row[o] = has_strides(m, o) ? row.stride[o] : 0, args->col[o] = has_strides(m, o) ? col.stride[o] : 0;
  }
  if (operands_in(m) > MAP_FIFTH) step_say(s, "FIFTH", 1);
  describe_draw(s, m);
  for (int i = 0; i < m->space.n; i++) {
    args->axis[i].extent = divisor_of(m->space.axis[i].extent);
    for (int o = 0; o < MAP_OPERANDS; o++) args->axis[i].stride[o] = m->space.axis[i].stride[o];
  }
  step_say(s, "AXES", m->space.n);
  step_say(s, "STANDIN", m->standin);
  step_offsets(s, args->tiles);
  map_words(s, body);
  step_end(s, args->tiles, MAP_THREADS);
}

/* ---- one map ---- */

void map_step(struct planner *s, const char *entry, struct map_space *m, enum map_body body) {
  struct axis one = {1, {0}};
  if (space_count(&m->space) == 0) return;
  space_sort(&m->space, MAP_OPERANDS);
  int across = row_axis(m);
  if (across >= 0) {
    tile_step(s, entry, m, body, across);
    return;
  }
  struct axis inner = m->space.n ? m->space.axis[--m->space.n] : one;
  int width = width_of(m, inner.extent), axes = axes_class(m->space.n);
  int64_t cols = ceil_div(inner.extent, width);
  step_begin(s, "map", entry);
  struct map_args *args = step_args(s, sizeof *args);
  *args = (struct map_args){.cols = divisor_of(cols), .tail = inner.extent - (cols - 1) * width};
  step_numbers(s, m, args->number);
  int copies = body == MAP_COPY && m->place[MAP_IN].from != FROM_NOWHERE ? take_copies(s, m, cols, args) : 0;
  int64_t groups = args->groups = space_count(&m->space) * cols;
  describe_operands(s, m, &inner, args);
  for (int k = 0; k < axes; k++) { /* those that are not there have one point */
    int from = k - (axes - m->space.n);
    args->axis[k].extent = divisor_of(from < 0 ? 1 : m->space.axis[from].extent);
    for (int o = 0; o < MAP_OPERANDS; o++) args->axis[k].stride[o] = from < 0 ? 0 : m->space.axis[from].stride[o];
  }
  int turns = !copies && fills_device(s, groups) ? 2 : 1;
  step_say(s, "WIDTH", width);
  step_say(s, "TURNS", turns);
  step_say(s, "AXES", axes);
  step_say(s, "COPIES", copies);
  step_say(s, "STANDIN", m->standin);
  step_offsets(s, groups);
  map_words(s, body);
  step_end(s, ceil_div(groups, turns * MAP_THREADS), MAP_THREADS);
}

/* ---- the family ---- */

/* Whether a result must be summed: it has extent 1, or no axis, where the space has more (or none). */
static uint32_t summed_axes(const struct problem *p, const rem_view *v) {
  uint32_t axes = 0;
  for (int i = 0; i < p->rank; i++) {
    int at = i - (p->rank - v->rank);
    if (p->shape[i] != 1 && (at < 0 || v->shape[at] == 1)) axes |= 1u << i;
  }
  return axes;
}

static void take_operand(struct map_space *m, const struct problem *p, struct operand_place from, int as) {
  const rem_view *v = &p->views[from.slot];
  if (v->rank == REM_LEFT_OUT) return;
  m->place[as] = at_slot(from.slot);
  m->place[as].offset = from.offset * dtype_bytes(v->dtype);
  m->dtype[as] = problem_dtype(p, from.slot);
  m->accumulate[as] = p->accumulate >> from.slot & 1;
}

/* Inputs of either pass, at their columns; the number that stands in for the last one. */
static void take_inputs(struct map_space *m, const struct problem *p) {
  int inputs = problem_operands(p), back = p->pass == REM_BACKWARD;
  for (int i = 0; i < inputs; i++)
    if (i != problem_drawn(p) && problem_need(p, problem_operand(p, i).slot) != REM_IGNORED)
      take_operand(m, p, problem_operand(p, i), MAP_IN + problem_source(p, i));
  if (back && p->entry->split != SPLIT_PAIRS) take_operand(m, p, (struct operand_place){0, 0}, MAP_G);
  m->draws = p->entry->draws;
  m->pairs = p->interleaved;
  if (m->draws) m->offset = p->attrs[0].i;
  m->standin = -1;
  problem_numbers(p, m->number);
  if (!p->entry->standin || m->place[MAP_IN + inputs - 1].from != FROM_NOWHERE) return;
  m->standin = inputs - 1;
}

static void take_axes(struct map_space *m, const struct problem *p) {
  for (int i = 0; i < p->rank; i++) {
    int64_t stride[MAX_OPERANDS] = {0};
    for (int o = 0; o < MAP_OPERANDS; o++)
      if (m->place[o].from != FROM_NOWHERE) stride[o] = problem_stride(p, m->place[o].slot, i);
    if (m->draws) stride[MAP_DRAWN] = problem_index_stride(p, i);
    space_push(&m->space, p->shape[i], stride);
  }
}

/* Whether the one result that is not summed can be written by the launch that sums another, and reads all there is anyway. Long
 * formulas had better be done by the many threads of a map. */
static int goes_beside(const char *entry, struct map_space *m) {
  space_sort(&m->space, MAP_OPERANDS);
  return !source_is_long(entry) && m->place[MAP_IN + 2].from == FROM_NOWHERE && m->place[MAP_FIFTH].from == FROM_NOWHERE && row_axis(m) < 0;
}

static void drop_results(struct map_space *m) {
  for (int o = MAP_OUT; o < MAP_IN; o++) m->place[o] = (struct place){0};
}

void gpu_map(struct planner *s) {
  const struct problem *p = s->p;
  int results = problem_results(p), back = p->pass == REM_BACKWARD, summed = 0, mapped = 0;
  struct map_space m = {.standin = -1};
  take_inputs(&m, p);
  for (int i = 0; i < results; i++) {
    struct operand_place to = problem_result(p, i);
    if (to.slot < 0 || p->views[to.slot].rank == REM_LEFT_OUT) continue;
    if (back && !p->entry->split && summed_axes(p, &p->views[to.slot])) summed |= 1 << i;
    else if (back || !p->reduced) take_operand(&m, p, to, MAP_OUT + i), mapped++;
  }
  struct map_space source = m;
  take_axes(&m, p);
  enum map_body forward = !problem_is_real(p) ? MAP_INTS : results > 1 ? MAP_FORWARD2 : MAP_FORWARD;
  enum map_body grads = p->reduced ? MAP_SHARED_GRADS : MAP_GRADS;
  int beside = summed && mapped == 1 && goes_beside(p->entry->name, &m);
  if (mapped && !beside) map_step(s, p->entry->name, &m, back ? grads : forward);
  if (!beside) drop_results(&source);
  for (int i = 0; i < results; i++) {
    if (!(summed >> i & 1)) continue;
    int slot = problem_result(p, i).slot;
    row_sum_of_map(s, &source, grads, i, slot, summed_axes(p, &p->views[slot]));
    drop_results(&source);
  }
  if (!back && p->reduced) row_mean_of_map(s, &source, problem_result(p, 0).slot);
  plan_sku(s, !back && p->reduced ? "map.reduced" : "map");
}

/* ---- one of many ---- */

/* Parts of a slot, what is drawn or summed, a g that is a quotient, and a fifth input are left to plans of one. */
int map_flat(const struct problem *p, struct flat *f) {
  int results = problem_results(p), back = p->pass == REM_BACKWARD, mapped = 0;
  struct map_space m = {.standin = -1};
  if (p->entry->split || p->entry->draws || p->reduced || p->entry->inputs > 3) return 0;
  take_inputs(&m, p);
  for (int i = 0; i < results; i++) {
    struct operand_place to = problem_result(p, i);
    if (to.slot < 0 || p->views[to.slot].rank == REM_LEFT_OUT) continue;
    if (back && summed_axes(p, &p->views[to.slot])) return 0;
    take_operand(&m, p, to, MAP_OUT + i), mapped++;
  }
  take_axes(&m, p);
  space_sort(&m.space, MAP_OPERANDS);
  f->standin = m.standin;
  f->body = back ? MAP_GRADS : !problem_is_real(p) ? MAP_INTS : results > 1 ? MAP_FORWARD2 : MAP_FORWARD;
  f->space = m.space;
  for (int k = 0; k < f->space.n; k++)
    for (int o = 0; o < MAX_OPERANDS; o++) f->space.axis[k].stride[o] = 0;
  for (int o = 0; o < MAP_FIFTH; o++) {
    int column = o < MAP_IN ? MANY_OUT + o : MANY_IN + o - MAP_IN;
    if (m.place[o].from == FROM_NOWHERE) continue;
    f->slot[column] = m.place[o].slot, f->dtype[column] = m.dtype[o], f->accumulate[column] = m.accumulate[o];
    for (int k = 0; k < f->space.n; k++) f->space.axis[k].stride[column] = m.space.axis[k].stride[o];
  }
  for (int i = 0; i < MAP_NUMBERS; i++) f->number[i] = m.number[i];
  return mapped && flat_axes(f) == 0;
}
