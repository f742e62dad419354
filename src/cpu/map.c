/* map.c: elementwise ops: tiles of the broadcast space. A gradient of an operand that was broadcast is a reduction whose source
 * is computed, and so is y of a map that is reduced: they are left to the row machinery. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "row.h"
#include "tiling.h"

/* Operands, as columns of the space: up to three results, then the inputs, of which g is the fourth. */
enum { MAP_OUT, MAP_IN = 3, MAP_G = 3, MAP_OPERANDS = MAP_IN + MAP_SOURCES };

enum { NEAR_BYTES = 1 << 20 }; /* of an operand, so that two and a result are found in the second cache or close behind */

struct map {
  struct exec exec;
  struct tiling tiling;
  struct operand out[3];
  struct map_inputs inputs;
  map_formula *formula[3];
  line_formula *lines[3], *both, *all;
  struct draw draw; /* but for its seed; of the whole space */
  int seed;         /* the slot of it; -1: nothing is drawn */
  int seed_dtype;   /* i32 or i64                           */
  int wanted[3];    /* results that the tiles write */
  int moves;        /* the operand is handed on in its own dtype: the place of it in inputs; -1: no */
  int near;         /* operands have NEAR_BYTES at most, and are not asked for */
  int paired;       /* the first two inputs and the results alternate, side by side */
  int summed;       /* results that are sums */
  struct row sum[3];
  size_t sum_bytes;
};

/* ---- running ---- */

struct map_call {
  const struct map *map;
  char *const *elements;
};

struct map_room {
  char *in[MAP_SOURCES], *out[3], *raw;
};

/* What is absent has one element, and what nobody wants none. */
static void lay_out(const struct map *map, struct arena *a, struct map_room *room) {
  int64_t elems = tiling_room(&map->tiling), size = map->exec.t_size;
  for (int i = 0; i < map->inputs.sources; i++)
    room->in[i] = arena_elems(a, map->inputs.in[i].slot < 0 ? 1 : elems << (map->paired && i == 0), size);
  for (int i = 0; i < 3; i++)
    room->out[i] = arena_elems(a, map->wanted[i] ? elems << (map->paired && i == 0) : 0, size);
  room->raw = arena_elems(a, elems << map->paired, 8);
}

static struct grid grid_at(const struct map_call *call, const struct operand *o, int as, int64_t at) {
  const struct map *map = call->map;
  return operand_grid(o, call->elements[o->slot], o->offset + at, map->tiling.row[as], map->tiling.col[as]);
}

/* As 64 bits; that of an i32 has its sign extended. */
static uint64_t seed_at(const char *element, int dtype) {
  int32_t narrow;
  int64_t wide;
  if (dtype == REM_I64) {
    memcpy(&wide, element, sizeof wide);
  } else {
    memcpy(&narrow, element, sizeof narrow);
    wide = narrow;
  }
  return (uint64_t)wide;
}

void map_absent(const struct exec *exec, const struct map_inputs *inputs, char *const *elements, int i, char *to) {
  if (i != MAP_G || inputs->dy.slot < 0) {
    exec->real->fill(to, 1, inputs->absent);
    return;
  }
  exec->cpu->kernels->move->load(to, exec->t, elements[inputs->dy.slot], inputs->dy.dtype, 1);
  float single;
  double wide;
  if (exec->t == REM_F32) {
    memcpy(&single, to, sizeof single);
    single /= (float)inputs->share;
    memcpy(to, &single, sizeof single);
  } else {
    memcpy(&wide, to, sizeof wide);
    wide /= inputs->share;
    memcpy(to, &wide, sizeof wide);
  }
}

static void run_tile(const struct map_call *call, const struct map_room *room, const int64_t *at, int64_t rows,
                     int64_t cols) {
  const struct map *map = call->map;
  struct mover m = {map->exec.cpu->kernels->move, map->exec.t, map->exec.t_size, room->raw};
  struct map_tile t = {.rows = rows, .cols = cols, .number = map->inputs.number, .sources = map->inputs.sources};
  struct draw draw = map->draw;
  if (map->seed >= 0) {
    draw.seed = seed_at(call->elements[map->seed], map->seed_dtype);
    draw.index = (uint64_t)at[MAP_IN + MAP_DRAWN];
    draw.row = map->tiling.row[MAP_IN + MAP_DRAWN], draw.col = map->tiling.col[MAP_IN + MAP_DRAWN];
    t.draw = &draw;
  }
  t.paired = map->paired, t.both = map->both, t.all = map->all, t.near = map->near;
  for (int i = 0; i < t.sources; i++) {
    t.in[i] = (struct source){room->in[i], map->exec.t, 0, 0};
    if (map->inputs.in[i].slot < 0 || (map->paired && i == 1)) continue;
    struct grid g = grid_at(call, &map->inputs.in[i], MAP_IN + i, at[MAP_IN + i]);
    if (map->paired && i == 0) g.col = 1;
    t.in[i] = tile_source(&m, &g, 0, rows, cols << (map->paired && i == 0), room->in[i]);
  }
  struct grid to[3];
  for (int i = 0; i < 3; i++) {
    if (!map->wanted[i]) continue;
    t.formula[i] = map->formula[i], t.lines[i] = map->lines[i], t.place[i] = i;
    if (map->paired && i == 1) continue;
    to[i] = grid_at(call, &map->out[i], MAP_OUT + i, at[MAP_OUT + i]);
    if (map->paired) to[i].col = 1;
    t.out[i] = tile_sink(&m, &to[i], 0, rows, cols << map->paired, room->out[i]);
  }
  map->exec.real->map_tile(&t);
  for (int i = 0; i < 3; i++)
    if (t.out[i].at && t.out[i].at == room->out[i]) tile_store(&m, &to[i], 0, rows, cols << map->paired, room->out[i]);
}

static void move_tile(const struct map_call *call, const struct map_room *room, const int64_t *at, int64_t rows,
                      int64_t cols) {
  const struct map *map = call->map;
  const struct operand *in = &map->inputs.in[map->moves];
  struct mover m = {map->exec.cpu->kernels->move, in->dtype, dtype_bytes(in->dtype), NULL};
  struct grid from = grid_at(call, in, MAP_IN + map->moves, at[MAP_IN + map->moves]);
  struct grid to = grid_at(call, &map->out[0], MAP_OUT, at[MAP_OUT]);
  tile_move(&m, &from, &to, rows, cols, room->raw);
}

/* Asks for the rows of the next tile where operands lie across each other, which do not follow those of this one; lines that lie across
 * go on there. */
static void ask_next(const struct map_call *call, const struct tile_place *p) {
  const struct map *map = call->map;
  for (int i = 0; i < map->inputs.sources; i++) {
    const struct operand *o = &map->inputs.in[i];
    if (o->slot < 0) continue;
    struct grid g = grid_at(call, o, MAP_IN + i, p->at[MAP_IN + i]);
    int64_t size = dtype_bytes(g.dtype);
    if (g.col != 1 || g.row == 0) continue;
    for (int64_t r = 0; r < p->rows; r++)
      for (int64_t b = 0; b < p->cols * size; b += 64) __builtin_prefetch(g.at + r * g.row * size + b, 0, 2);
  }
}

static void run_pieces(const struct exec *exec, char *const *elements, char *room_at, int64_t from, int64_t to) {
  const struct map *map = (const struct map *)(const void *)exec;
  struct map_call call = {map, elements};
  struct arena a = {room_at, 0};
  struct map_room room;
  lay_out(map, &a, &room);
  for (int i = 0; i < map->inputs.sources; i++)
    if (map->inputs.in[i].slot < 0) map_absent(&map->exec, &map->inputs, elements, i, room.in[i]);
  for (int64_t u = from, tiles; u < to; u += tiles) {
    struct tile_place p = tiling_span(&map->tiling, u, to, MAP_OPERANDS, &tiles);
    if (map->moves >= 0) {
      move_tile(&call, &room, p.at, p.rows, p.cols);
      continue;
    }
    if (map->tiling.across && u + 1 < to) {
      struct tile_place next = tiling_place(&map->tiling, u + 1, MAP_OPERANDS);
      ask_next(&call, &next);
    }
    run_tile(&call, &room, p.at, p.rows, p.cols);
  }
}

/* What the tiles write; sums over broadcast axes come after them. */
static struct pieces tiles_of(const struct exec *exec) {
  const struct map *map = (const struct map *)(const void *)exec;
  struct arena a = {NULL, 0};
  struct map_room room;
  lay_out(map, &a, &room);
  int any = map->wanted[0] || map->wanted[1] || map->wanted[2];
  return (struct pieces){any ? map->tiling.tiles : 0, map->tiling.tile_rows * map->tiling.tile_cols, a.used,
                         !map->summed};
}

static void run(rem_context *context, const struct exec *exec, char *const *elements, char *workspace) {
  const struct map *map = (const struct map *)(const void *)exec;
  pieces_run(context, exec, &map_pieces, elements, workspace);
  for (int i = 0; i < map->summed; i++) row_run_forward(context, &map->sum[i], elements, workspace);
}

/* ---- planning ---- */

static int64_t stride_of(const struct problem *p, struct operand o, int axis) {
  return o.slot < 0 ? 0 : problem_stride(p, o.slot, axis);
}

/* Axes over which a result must be summed: it has extent 1 there, or no axis, and the space has more (or none). */
static uint32_t summed_axes(const struct problem *p, struct operand o) {
  const rem_view *v = &p->views[o.slot];
  uint32_t axes = 0;
  for (int i = 0; i < p->rank; i++) {
    int at = i - (p->rank - v->rank);
    if (p->shape[i] != 1 && (at < 0 || v->shape[at] == 1)) axes |= 1u << i;
  }
  return axes;
}

/* Whether the parts of x and of y alternate along columns, and lie side by side: both are then read and written as one. */
static int alternate(const struct map *map, const struct problem *p) {
  int beside = map->inputs.in[1].offset == 1 && map->out[1].offset == 1;
  return p->interleaved && beside && map->tiling.cols > 1 && map->tiling.col[MAP_IN] == 2 && map->tiling.col[MAP_OUT] == 2;
}

/* Bytes of an element of the narrowest operand that lies across. */
static int64_t least_across(const struct map *map) {
  int64_t least = 8;
  for (int o = 0; o < MAP_OPERANDS; o++) {
    const struct operand *is = o < MAP_IN ? &map->out[o] : &map->inputs.in[o - MAP_IN];
    if (is->slot >= 0 && magnitude(map->tiling.col[o]) > 1) least = smaller(least, dtype_bytes(is->dtype));
  }
  return least;
}

static void plan_tiles(struct map *map, const struct problem *p) {
  tiling_take(&map->tiling);
  map->paired = alternate(map, p);
  for (int o = 0; o < MAP_OPERANDS; o++) {
    int drawn = map->seed >= 0 && o == MAP_IN + MAP_DRAWN; /* and has no place to be near to */
    int pair = map->paired && (o == MAP_OUT || o == MAP_OUT + 1 || o == MAP_IN || o == MAP_IN + 1);
    map->tiling.across |= map->tiling.col[o] != 0 && map->tiling.col[o] != 1 && !drawn && !pair;
  }
  if (map->moves >= 0 && map->tiling.cols > 1 && map->tiling.col[MAP_IN + map->moves] == 0)
    map->moves = -1; /* it repeats */
  map->tiling.moves = map->moves >= 0;
  tiling_cut(&map->tiling, map->exec.t_size, least_across(map));
}

/* The only result that is not summed, if there is one: the first sum may make it beside its own. -1: none. */
static int lone_result(const struct map *map, const uint32_t *axes) {
  int lone = -1;
  for (int i = 0; i < 3; i++) {
    if (!map->wanted[i] || axes[i]) continue;
    if (lone >= 0) return -1;
    lone = i;
  }
  return lone;
}

/* Whether one loop reads f32 and makes both results of it. */
static int both_in_lines(const struct map *map, int i, int k) {
  int wide = map->out[i].dtype == REM_F32 && map->out[k].dtype == REM_F32;
  for (int o = 0; o < map->inputs.sources; o++) wide &= map->inputs.in[o].slot < 0 || map->inputs.in[o].dtype == REM_F32;
  return wide && map->all && map->all(NULL, 0, NULL);
}

/* Result i, summed over axes; y of a map that is reduced is then divided. `lone` is made beside it if it can, and is then not wanted. */
static void plan_sum(struct map *map, const struct problem *p, int i, uint32_t axes, int lone) {
  struct row *row = &map->sum[map->summed++];
  struct row_axes a = {.rank = p->rank, .reduced = axes};
  static const int as[MAP_SOURCES] = {ROW_IN1, ROW_IN2, ROW_IN3, ROW_G, ROW_IN4};
  int divided = p->pass == REM_FORWARD;
  row->exec = map->exec;
  row->op = &map->exec.real->row[divided ? ROW_mean : ROW_sum];
  row->fields = HAS_S;
  row->map = map->formula[i];
  row->inputs = map->inputs;
  row->empty_value = divided && p->share == 0 ? NAN : 0;
  row->reduces = 1;
  row->x = row->dx = row->extra = row->saved = (struct operand){.slot = -1};
  row->y = map->out[i];
  row->y.stream = 0;
  for (int k = 0; k < p->rank; k++) {
    a.shape[k] = p->shape[k];
    for (int o = 0; o < map->inputs.sources; o++) a.stride[k][as[o]] = stride_of(p, map->inputs.in[o], k);
    a.stride[k][ROW_Y] = stride_of(p, map->out[i], k);
    if (lone >= 0) a.stride[k][ROW_BESIDE] = stride_of(p, map->out[lone], k);
  }
  if (lone >= 0)
    row->beside =
        (struct beside){map->out[lone], map->formula[lone], {map->lines[i], map->lines[lone]}, map->all, {i, lone},
                        !both_in_lines(map, i, lone) && entry_same_gradient(p->entry, i, lone)};
  row_geometry(row, &a);
  if (lone >= 0 && row_takes_beside(row)) map->wanted[lone] = 0;
  else row->beside.formula = NULL;
  if (divided) row->all = (double)p->share;
  size_t bytes = row_workspace(row);
  map->sum_bytes = bytes > map->sum_bytes ? bytes : map->sum_bytes;
}

static struct operand operand_at(const struct cpu *cpu, const struct problem *p, struct operand_place place) {
  if (place.slot < 0) return (struct operand){.slot = -1};
  struct operand o = operand_of(cpu, p, p->entry->slots[p->pass][place.slot].name);
  o.offset = place.offset;
  return o;
}

/* y from the operands; or their gradients from the operands and dy. */
static void plan_operands(struct map *map, const struct cpu *cpu, const struct problem *p) {
  const struct entry *e = p->entry;
  const struct map_kernels *kernels = &map->exec.real->map[e->op];
  const struct line_kernels *lines = map->exec.real->lines ? &map->exec.real->lines[e->op] : NULL;
  if (lines) map->both = lines->both[p->pass == REM_BACKWARD], map->all = p->pass == REM_BACKWARD ? lines->all : NULL;
  struct map_inputs *inputs = &map->inputs;
  inputs->sources = problem_operands(p) > MAP_SOURCES - 1 - !e->split ? MAP_SOURCES : MAP_SOURCES - 1;
  for (int i = 0; i < MAP_SOURCES; i++) inputs->in[i] = (struct operand){.slot = -1};
  for (int i = 0; i < 3; i++) map->out[i] = (struct operand){.slot = -1};
  for (int i = 0; i < problem_operands(p); i++)
    if (i != problem_drawn(p)) inputs->in[problem_source(p, i)] = operand_at(cpu, p, problem_operand(p, i));
  for (int i = 0; i < problem_results(p); i++) {
    map->out[i] = operand_at(cpu, p, problem_result(p, i));
    map->wanted[i] = map->out[i].slot >= 0;
    map->formula[i] = p->pass == REM_BACKWARD ? kernels->grads[i] : kernels->forward[i];
    if (lines) map->lines[i] = p->pass == REM_BACKWARD ? lines->grads[i] : lines->forward[i];
  }
  inputs->dy = (struct operand){.slot = -1};
  if (p->pass == REM_BACKWARD && e->split != SPLIT_PAIRS)
    *(p->reduced ? &inputs->dy : &inputs->in[MAP_G]) = operand_of(cpu, p, "dy");
  inputs->share = (double)p->share;
  inputs->absent = problem_absent(p);
  problem_numbers(p, inputs->number);
  map->seed = problem_seed(p);
  if (!e->draws) return;
  map->draw.offset = (uint64_t)p->attrs[0].i;
  map->seed_dtype = p->views[map->seed].dtype;
}

/* bool is a dtype of two values, whatever its bytes are. */
static int moved_operand(const struct map *map, const struct problem *p) {
  int i = p->pass == REM_FORWARD ? 0 : MAP_G;
  const struct operand *from = &map->inputs.in[i], *to = &map->out[0];
  int same = from->slot >= 0 && to->slot >= 0 && from->dtype == to->dtype && to->dtype != REM_BOOL && !to->accumulate;
  return entry_moves(p->entry, p->pass) && same && !map->summed ? i : -1;
}

/* Inputs that no wanted gradient names are not loaded. */
static void drop_unused(struct map *map, const struct problem *p) {
  for (int i = 0; i < problem_operands(p) && p->pass == REM_BACKWARD; i++) {
    struct operand *in = &map->inputs.in[problem_source(p, i)];
    if (in->slot >= 0 && problem_need(p, in->slot) == REM_IGNORED) in->slot = -1;
  }
}

static rem_status plan(const struct cpu *cpu, const struct problem *p, struct exec *exec, struct planned *planned,
                       rem_error *error) {
  struct map *map = (struct map *)(void *)exec;
  (void)error;
  plan_operands(map, cpu, p);
  drop_unused(map, p);
  uint32_t axes[3] = {0};
  for (int i = 0; i < 3; i++) {
    if (!map->wanted[i]) continue;
    if (p->pass == REM_BACKWARD && !p->entry->split) axes[i] = summed_axes(p, map->out[i]);
    if (p->reduced && p->pass == REM_FORWARD) axes[i] = ((uint32_t)1 << p->rank) - 1;
  }
  for (int i = 0; i < 3; i++) {
    if (!axes[i]) continue;
    plan_sum(map, p, i, axes[i], lone_result(map, axes));
    map->wanted[i] = 0;
  }
  for (int k = 0; k < p->rank; k++) {
    int64_t s[MAX_OPERANDS] = {0};
    for (int i = 0; i < 3; i++)
      if (map->wanted[i]) s[MAP_OUT + i] = stride_of(p, map->out[i], k);
    for (int i = 0; i < map->inputs.sources; i++) s[MAP_IN + i] = stride_of(p, map->inputs.in[i], k);
    if (map->seed >= 0) s[MAP_IN + MAP_DRAWN] = problem_index_stride(p, k);
    space_push(&map->tiling.space, p->shape[k], s);
  }
  space_sort(&map->tiling.space, MAP_OPERANDS);
  map->moves = moved_operand(map, p);
  map->near = space_count(&map->tiling.space) <= NEAR_BYTES / map->exec.t_size;
  plan_tiles(map, p);
  size_t bytes = arena_rooms(tiles_of(exec).room_bytes, cpu->threads);
  planned->workspace_bytes = bytes > map->sum_bytes ? bytes : map->sum_bytes;
  snprintf(planned->sku, sizeof planned->sku, "map%s",
           p->reduced && p->pass == REM_FORWARD ? ".reduced"
           : map->summed                        ? ".sum"
           : map->moves >= 0                    ? ".move"
                                                : "");
  return REM_OK;
}

const struct family_ops cpu_map = {sizeof(struct map), plan, run};
const struct piece_ops map_pieces = {tiles_of, run_pieces};
