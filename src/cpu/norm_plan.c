/* norm_plan.c: which rows are walked along or side by side, which are split, and what memory that takes. */
#include <stdio.h>
#include <string.h>

#include "norm.h"

/* What is read of columns side by side is more than a second cache of today: that they are wider pays more than to find all of them
 * there again. An element of each operand fits a tile. */
enum { ROW_BUDGET = 4096 * 1024, LEAST_COLS = 64, MOST_COLS = 256, HOLD_BYTES = 4096 * 1024 };
enum { SUM_COLS = 512, BROAD_SUMS = 4096 };
/* Lines of at least SHORT elements are walked along; as many at once as make up a batch. */
enum { LEAST_PIECE = 1024, SHORT_LINE = 48, BATCH_ELEMS = 2048, MOST_LINES = 32 };

/* ---- memory ---- */

int64_t norm_cols(const struct sweep_plan *s) { return s->lines.solo && !s->direct ? s->batch : s->lines.cols; }

int norm_sums(const struct sweep_plan *s) {
  return s->how.kind == SWEEP_PLAIN ? 0 : s->how.kind == SWEEP_CROSS ? 3 : 2;
}

static int states_of(const struct sweep_plan *s) { return s->how.kind == SWEEP_CROSS ? NORM_STATES : STATE_P; }

/* Whether operand i, where rows lie side by side, is read where it is: its columns are adjacent or repeat, along one axis. */
static int is_near(const struct sweep_plan *s, int i) {
  const struct space *kept = &s->lines.kept;
  if (s->run.axes.n > 1 || kept->n == 0) return 0;
  return kept->axis[kept->n - 1].stride[i] == 1 || kept->axis[kept->n - 1].stride[i] == 0;
}
static int all_near(const struct sweep_plan *s) {
  for (int k = 0; k < s->how.operands; k++)
    if ((s->in[k].from == NORM_SLOT || s->in[k].from == NORM_VALUE) && !is_near(s, k)) return 0;
  return 1;
}

void norm_room_of(const struct norm *norm, const struct sweep_plan *s, struct arena *a, struct norm_room *room) {
  int64_t size = norm->exec.t_size, cols = norm_cols(s), chunk = smaller(s->n, NORM_CHUNK),
          section = smaller(s->n, NORM_SECTION);
  int64_t at_once = s->batch * (s->direct ? 2 : 1); /* lines */
  int64_t tile = s->lines.solo ? larger(larger(section, 1) * at_once, cols) : larger(chunk * cols, EACH_TILE);
  int64_t few = larger(chunk * smaller(cols, WALKABLE), EACH_TILE); /* of a last group, which tile_source packs */
  int64_t raw = 0;
  for (int k = 0; k < 3; k++) {
    int folds = k < norm_sums(s);
    room->acc[k] = folds && s->lines.solo ? arena_elems(a, LINE_ITEMS + LINE_RUN, size) : NULL;
    room->part[k] = folds ? arena_elems(a, NORM_PARTS * cols, size) : NULL;
  }
  for (int k = 0; k < 2; k++) {
    room->half[k] = norm_sums(s) && s->lines.solo ? arena_elems(a, LINE_ITEMS / 2 + LINE_RUN, size) : NULL;
    room->wait[k] = norm_sums(s) && !s->lines.solo ? arena_elems(a, LANES_WAIT * cols, size) : NULL;
  }
  for (int k = 0; k < NORM_STATES; k++)
    room->state[k] = s->split || k >= states_of(s) ? NULL : arena_elems(a, larger(s->sections, 1) * cols, size);
  for (int k = 0; k < SWEEP_VALUES; k++) room->value[k] = arena_elems(a, cols, size);
  char **values[] = {&room->first, &room->middle, &room->factor, &room->kept, &room->level};
  for (int k = 0; k < 5; k++) *values[k] = arena_elems(a, cols, size);
  room->hold = s->holds ? arena_elems(a, s->lines.solo ? whole_runs(s->n) * at_once : s->n * cols, size) : NULL;
  for (int k = 0; k < s->how.operands; k++) {
    int lies = s->in[k].from == NORM_SLOT || s->in[k].from == NORM_VALUE;
    int64_t elems = !s->lines.solo && !s->lines.flat && is_near(s, k) ? few : tile;
    room->in[k] = lies ? arena_elems(a, elems, size) : NULL;
    if (lies && elems > raw) raw = elems;
    room->constant[k] = s->in[k].from == NORM_NOWHERE ? arena_elems(a, 1, size) : NULL;
    room->shared[k] = 0;
  }
  room->out = s->out.from == NORM_NOWHERE ? NULL : arena_elems(a, tile, size);
  room->also = s->also.from == NORM_NOWHERE ? NULL : arena_elems(a, tile, size);
  room->raw = arena_elems(a, s->each ? tile : larger(raw, cols), 8);
  room->off = (int64_t *)(void *)arena_elems(a, NORM_COLUMNS * s->lines.cols, 8);
}

void norm_values_of(const struct norm *norm, struct arena *a, char **value) {
  for (int i = 0; i < norm->values; i++) value[i] = arena_elems(a, norm->value_elems[i], norm->exec.t_size);
}
void norm_shared_of(const struct norm *norm, const struct sweep_plan *s, struct arena *a, struct norm_call *call) {
  int64_t all = s->lines.groups * s->lines.cols, size = norm->exec.t_size;
  if (!s->split) return;
  for (int k = 0; k < states_of(s); k++) call->state[k] = arena_elems(a, all * s->sections, size);
  call->u = arena_elems(a, all, size);
  call->v = arena_elems(a, all, size);
}

/* ---- planning ---- */

static struct strand strand_of(const struct cpu *cpu, const struct problem *p, const struct norm_place *place) {
  struct strand o = {.from = place->from, .at = place->at, .dtype = p->compute};
  if (place->from != NORM_SLOT) return o;
  struct operand slot = operand_of(cpu, p, p->entry->slots[p->pass][place->at].name);
  o.dtype = slot.dtype, o.accumulate = slot.accumulate, o.stream = slot.stream;
  return o;
}

/* Rows side by side, so many that what is read of them stays within the budget; sums alone need less: as many as make long pieces of
 * memory, unless these have to be copied. */
static int64_t most_cols(const struct norm *norm, const struct sweep_plan *s) {
  if (!s->each && s->how.kind == SWEEP_SUMS) return all_near(s) ? BROAD_SUMS : SUM_COLS;
  int64_t bytes = s->n * norm->exec.t_size;
  int64_t cols = bytes ? ROW_BUDGET / bytes : MOST_COLS;
  return cols < LEAST_COLS || cols > MOST_COLS ? MOST_COLS : cols;
}

/* Lines that lie in memory one after the other, or few of them, are walked along. */
static void plan_lines(struct sweep_plan *s) {
  if (s->lines.flat && s->n >= SHORT_LINE && run_stride(&s->run, 0) == 1) s->lines.solo = 1;
  s->batch = 1, s->direct = 0;
  if (s->split || s->n == 0) return;
  s->batch = smaller(smaller(s->lines.cols, MOST_LINES), larger(BATCH_ELEMS / s->n, 1));
  s->batch = smaller(s->batch, larger(LINE_ITEMS / line_items(s->n), 1));
  s->direct = norm_lines_direct(s);
}

/* What its formulas leave out is not worked out. */
static struct sweep_how how_of(const struct norm *norm, const struct norm_sweep *n) {
  const struct sweep_entry *sweep = n->sweep;
  struct sweep_how how = {
      .op = &norm->exec.real->sweep[n->op], .sweep = n->op, .kind = sweep->kind, .count = (double)n->count};
  memcpy(how.number, n->number, sizeof how.number);
  while (how.operands < SWEEP_OPERANDS && sweep->operand[how.operands]) how.operands++;
  how.plain = strncmp(sweep->formula, "z = x;", 6) == 0 && strcmp(sweep->operand[0], "x") == 0;
  if (how.kind == SWEEP_SOLVE) how.kind = SWEEP_SUMS; /* of one turn */
  how.two = norm_sums_two(sweep);
  how.weighs = sweep->kind == SWEEP_PEAK && formula_uses(sweep->each, "e");
  return how;
}

/* Operands that the state of a row depends on. */
static uint32_t looks_of(const struct sweep_entry *sweep) {
  uint32_t looks = 0;
  for (int k = 0; k < SWEEP_OPERANDS && sweep->operand[k]; k++)
    if (formula_uses(sweep->formula, sweep->operand[k])) looks |= (uint32_t)1 << k;
  return looks;
}
/* Whether a row of several axes is made piece by piece, along the innermost: if there are loops for them as they lie, and they are worth the
 * calls. */
static int has_pieces(const struct norm *norm, const struct sweep_plan *s) {
  if (s->run.axes.n < 2 || !norm_has_swift(norm, s)) return 0;
  const struct axis *last = &s->run.axes.axis[s->run.axes.n - 1];
  if (last->extent < LEAST_PIECE || last->extent % SWIFT_UNIT) return 0;
  for (int k = 0; k < s->how.operands; k++)
    if (s->in[k].from != NORM_NOWHERE && last->stride[k] != 0 && last->stride[k] != 1) return 0;
  if (s->out.from != NORM_NOWHERE && last->stride[NORM_OUT] != 1) return 0;
  return s->also.from == NORM_NOWHERE || last->stride[NORM_ALSO] == 1;
}

static void plan_sweep(struct norm *norm, struct sweep_plan *s, const struct problem *p, const struct norm_sweep *n) {
  const struct cpu *cpu = norm->exec.cpu;
  s->how = how_of(norm, n);
  s->each = n->out.from != NORM_NOWHERE || n->also.from != NORM_NOWHERE;
  s->keep_first = n->keep_first;
  s->n = n->n;
  s->sections = (n->n + NORM_SECTION - 1) / NORM_SECTION;
  for (int k = 0; k < s->how.operands; k++) {
    s->in[k] = strand_of(cpu, p, &n->operand[k]);
    s->standin[k] = n->standin[k];
  }
  s->out = strand_of(cpu, p, &n->out);
  s->also = strand_of(cpu, p, &n->also);
  for (int k = 0; k < SWEEP_VALUES; k++) s->keep[k] = strand_of(cpu, p, &n->keep[k]);
  norm_spaces(p, n, &s->lines.kept, &s->run.axes);
  s->run.n = n->n;
  s->lines.operands = NORM_COLUMNS;
  lines_plan(&s->lines, &s->run, BROAD_LINES, most_cols(norm, s), cpu->threads);
  s->solves = n->sweep->kind == SWEEP_SOLVE;
  s->looks = looks_of(n->sweep);
  s->pieces = has_pieces(norm, s);
  s->split = s->sections > 1 && s->lines.groups < cpu->threads && !s->solves;
  plan_lines(s);
  if (s->split && s->lines.solo) s->lines.cols = 1, s->lines.groups = s->lines.count;
  s->holds = s->how.weighs && s->each && !s->split &&
             s->n * (s->lines.solo ? s->batch : s->lines.cols) * norm->exec.t_size <= HOLD_BYTES;
  struct arena room = {NULL, 0};
  struct norm_room r;
  norm_room_of(norm, s, &room, &r);
  s->room_bytes = room.used;
}

rem_status norm_plan(const struct cpu *cpu, const struct problem *p, struct exec *exec, struct planned *planned,
                     rem_error *error) {
  struct norm *norm = (struct norm *)(void *)exec;
  struct norm_job job;
  struct arena values = {NULL, 0};
  char *none[NORM_VALUES];
  (void)error;
  norm_job_of(p, &job);
  norm->sweeps = job.sweeps, norm->values = job.values;
  memcpy(norm->value_elems, job.value_elems, sizeof norm->value_elems);
  norm_values_of(norm, &values, none);
  for (int i = 0; i < job.sweeps; i++) {
    struct norm_call call;
    struct arena a = values;
    plan_sweep(norm, &norm->sweep[i], p, &job.sweep[i]);
    norm_shared_of(norm, &norm->sweep[i], &a, &call);
    size_t bytes = a.used + arena_rooms(norm->sweep[i].room_bytes, cpu->threads);
    if (bytes > planned->workspace_bytes) planned->workspace_bytes = bytes;
  }
  const struct sweep_plan *main_sweep = &norm->sweep[norm->sweeps ? norm->sweeps - 1 : 0];
  for (int i = 0; i < norm->sweeps; i++)
    if (norm->sweep[i].each) main_sweep = &norm->sweep[i];
  snprintf(planned->sku, sizeof planned->sku, "norm.%s.%s%s",
           main_sweep->lines.solo   ? "solo"
           : main_sweep->lines.flat ? "flat"
                                    : "wide",
           main_sweep->split ? "split" : "whole", job.again ? ".again" : "");
  if (job.again)
    note(planned, "The statistics of rows are not given in the compute dtype and were worked out again from x.");
  return REM_OK;
}
