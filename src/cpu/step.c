/* step.c: steps of optimizers: tiles of a space in which every tensor has one shape; all results of a tile are made at once. */
#include <stdio.h>
#include <string.h>

#include "core/describe.h"
#include "cpu.h"
#include "tile.h"
#include "tiling.h"

/* Columns of the space: results, what is beside the first, tensors. */
enum { STEP_OUT, STEP_BESIDE = STEP_RESULTS, STEP_IN, STEP_COLUMNS = STEP_IN + STEP_TENSORS };

struct step {
  struct exec exec;
  struct tiling tiling;
  struct operand column[STEP_COLUMNS];
  int partner[STEP_RESULTS]; /* the slot whose memory a result may be; -1: none                     */
  int results;
  struct {
    int slot, dtype; /* slot -1: left out                                                   */
  } rate[STEP_RATES];
  struct step_rate otherwise[STEP_RATES];
  int rates;
  const struct step_kernels *kernels;
  double number[STEP_NUMBERS];
};

/* ---- running ---- */

struct step_room {
  char *column[STEP_COLUMNS], *raw, *constant;
};

static size_t lay_out(const struct step *step, char *base, struct step_room *room) {
  struct arena a = {base, 0};
  int64_t elems = tiling_room(&step->tiling), size = step->exec.t_size;
  for (int i = 0; i < STEP_COLUMNS; i++) room->column[i] = arena_elems(&a, i == STEP_BESIDE ? 0 : elems, size);
  room->raw = arena_elems(&a, elems, 8);
  room->constant = arena_elems(&a, STEP_CONSTANTS, size);
  return a.used;
}

/* Floats are exact in f64. */
static struct step_rate rate_at(const struct step *step, char *const *elements, int i) {
  const struct move_kernels *move = step->exec.cpu->kernels->move;
  struct step_rate r = step->otherwise[i];
  int32_t narrow;
  if (step->rate[i].slot < 0) return r;
  const char *from = elements[step->rate[i].slot];
  if (step->rate[i].dtype == REM_I64) {
    memcpy(&r.count, from, sizeof r.count);
  } else if (step->rate[i].dtype == REM_I32) {
    memcpy(&narrow, from, sizeof narrow);
    r.count = narrow;
  } else {
    move->load((char *)&r.real, REM_F64, from, step->rate[i].dtype, 1);
  }
  return r;
}

/* A result that is where an operand was is in the cache, and is not written past it. */
static struct grid grid_at(const struct step *step, char *const *elements, int column, const struct tile_place *p) {
  const struct operand *o = &step->column[column];
  int own = column < STEP_RESULTS && step->partner[column] >= 0 && elements[o->slot] == elements[step->partner[column]];
  struct grid g = operand_grid(o, elements[o->slot], p->at[column], step->tiling.row[column], step->tiling.col[column]);
  g.stream = o->stream && !own;
  return g;
}

static void run_tile(const struct step *step, char *const *elements, const struct step_room *room,
                     const struct tile_place *p) {
  struct mover m = {step->exec.cpu->kernels->move, step->exec.t, step->exec.t_size, room->raw};
  struct step_tile t = {
      .kernels = step->kernels, .constant = room->constant, .results = step->results, .rows = p->rows, .cols = p->cols};
  struct grid to[STEP_RESULTS], beside = {0};
  for (int i = 0; i < STEP_TENSORS; i++) {
    t.in[i] = (struct source){room->constant, step->exec.t, 0, 0};
    if (step->column[STEP_IN + i].slot < 0) continue;
    struct grid g = grid_at(step, elements, STEP_IN + i, p);
    t.in[i] = tile_source(&m, &g, 0, p->rows, p->cols, room->column[STEP_IN + i]);
  }
  for (int i = 0; i < step->results; i++) {
    if (step->column[STEP_OUT + i].slot < 0) continue;
    to[i] = grid_at(step, elements, STEP_OUT + i, p);
    t.out[i] = tile_sink(&m, &to[i], 0, p->rows, p->cols, room->column[STEP_OUT + i]);
  }
  if (step->column[STEP_BESIDE].slot >= 0) {
    beside = grid_at(step, elements, STEP_BESIDE, p);
    t.beside = tile_sink(&m, &beside, 0, p->rows, p->cols, NULL);
    if (!t.beside.at || t.out[0].at == room->column[STEP_OUT]) { /* both by way of the first one's tile */
      t.beside.at = NULL;
      t.out[0] = (struct sink){room->column[STEP_OUT], step->exec.t, p->cols, 0, 0};
    }
  }
  step->exec.real->step_tile(&t);
  for (int i = 0; i < step->results; i++)
    if (t.out[i].at && t.out[i].at == room->column[STEP_OUT + i])
      tile_store(&m, &to[i], 0, p->rows, p->cols, room->column[STEP_OUT + i]);
  if (beside.at && !t.beside.at) tile_store(&m, &beside, 0, p->rows, p->cols, room->column[STEP_OUT]);
}

static void run_pieces(const struct exec *exec, char *const *elements, char *room_at, int64_t from, int64_t to) {
  const struct step *step = (const struct step *)(const void *)exec;
  struct step_rate rate[STEP_RATES];
  struct step_room room;
  lay_out(step, room_at, &room);
  for (int i = 0; i < step->rates; i++) rate[i] = rate_at(step, elements, i);
  step->kernels->once(step->number, rate, room.constant);
  for (int64_t u = from, tiles; u < to; u += tiles) {
    struct tile_place p = tiling_span(&step->tiling, u, to, STEP_COLUMNS, &tiles);
    run_tile(step, elements, &room, &p);
  }
}

static struct pieces tiles_of(const struct exec *exec) {
  const struct step *step = (const struct step *)(const void *)exec;
  struct step_room room;
  size_t bytes = lay_out(step, NULL, &room);
  return (struct pieces){step->tiling.tiles, step->tiling.tile_rows * step->tiling.tile_cols, bytes, 1};
}

static void run(rem_context *context, const struct exec *exec, char *const *elements, char *workspace) {
  pieces_run(context, exec, &step_pieces, elements, workspace);
}

/* ---- planning ---- */

static struct operand slot_operand(const struct cpu *cpu, const struct problem *p, int slot) {
  if (problem_need(p, slot) == REM_IGNORED) return (struct operand){.slot = -1};
  return operand_of(cpu, p, p->entry->slots[p->pass][slot].name);
}

static int partner_of(const struct problem *p, int slot) {
  uint32_t own = slot_in_place(p->entry, p->pass, slot);
  return own ? __builtin_ctz(own) : -1;
}

static void plan_slots(struct step *step, const struct cpu *cpu, const struct problem *p) {
  const struct entry *e = p->entry;
  int first = e->inputs + entry_rates(e);
  for (int i = 0; i < STEP_COLUMNS; i++) step->column[i] = (struct operand){.slot = -1};
  for (int i = 0; i < e->inputs; i++) step->column[STEP_IN + i] = slot_operand(cpu, p, i);
  for (int i = 0; i < e->results; i++) {
    step->column[STEP_OUT + i] = slot_operand(cpu, p, first + i);
    step->partner[i] = partner_of(p, first + i);
  }
  if (e->beside) step->column[STEP_BESIDE] = slot_operand(cpu, p, first + e->results);
  step->results = e->results;
  step->rates = entry_rates(e);
  for (int i = 0; i < step->rates; i++) {
    int slot = e->inputs + i, given = p->views[slot].rank != REM_LEFT_OUT;
    step->rate[i].slot = given ? slot : -1;
    step->rate[i].dtype = p->views[slot].dtype;
    step->otherwise[i] = (struct step_rate){1, 0}; /* a scale that is left out, and a count */
  }
}

static rem_status plan(const struct cpu *cpu, const struct problem *p, struct exec *exec, struct planned *planned,
                       rem_error *error) {
  struct step *step = (struct step *)(void *)exec;
  (void)error;
  plan_slots(step, cpu, p);
  step->kernels = &exec->real->step[p->entry->op];
  problem_step_numbers(p, step->number);
  for (int k = 0; k < p->rank; k++) {
    int64_t s[MAX_OPERANDS] = {0};
    for (int o = 0; o < STEP_COLUMNS; o++)
      if (step->column[o].slot >= 0) s[o] = p->shape[k] == 1 ? 0 : p->views[step->column[o].slot].stride[k];
    space_push(&step->tiling.space, p->shape[k], s);
  }
  space_sort(&step->tiling.space, STEP_COLUMNS);
  tiling_take(&step->tiling);
  for (int o = 0; o < STEP_COLUMNS; o++) step->tiling.across |= step->tiling.col[o] != 0 && step->tiling.col[o] != 1;
  tiling_cut(&step->tiling, exec->t_size, exec->t_size);
  planned->workspace_bytes = arena_rooms(tiles_of(exec).room_bytes, cpu->threads);
  snprintf(planned->sku, sizeof planned->sku, "step");
  return REM_OK;
}

const struct family_ops cpu_step = {sizeof(struct step), plan, run};
const struct piece_ops step_pieces = {tiles_of, run_pieces};
