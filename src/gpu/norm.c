/* norm.c: softmax and normalisation on a GPU: every sweep is one launch where a block can have whole rows, else three: states of
 * chunks, states of rows, elements. */
#include "row.h"
#include "schedule/norm.h"
#include "template/norm_args.h"

enum { NORM_OUT = SWEEP_OPERANDS, NORM_KEEP, NORM_COLUMNS = NORM_KEEP + 2, STATES_POINTER = 7 };
enum { BLOCK_THREADS = 256, COLUMN_THREADS = 512, COLUMN_LINES = 32, REGISTERS = 65536, OTHER_REGISTERS = 45 };
enum { MOST_TEAM = 8, MOST_TURNS = 64, MOST_COLUMN_CHUNKS = 8, FEW_CHUNKS = 32 };
enum { STAGE_ALL, STAGE_STATES, STAGE_ROWS, STAGE_EACH };

/* A sweep on its way to launches. */
struct norm_launch {
  const struct norm_sweep *sweep;
  int operands, dtype[SWEEP_OPERANDS], varies[SWEEP_OPERANDS];
  struct place place[SWEEP_OPERANDS], out, keep[2], states;
  struct operand out_operand, keep_operand[2];
  struct line_space lines;
  int columns, vector, holds, stays;
  int64_t chunks;
};

/* How threads are laid over rows, as the template says. */
struct norm_teams {
  int lines, lt, lp, ct, steps;
};

/* ---- operands ---- */

static struct place place_of(const struct planner *s, const struct norm_place *from, const int64_t *values) {
  (void)s;
  if (from->from == NORM_SLOT) return at_slot(from->at);
  return from->from == NORM_VALUE ? in_workspace(values[from->at]) : (struct place){0};
}

static struct operand result_of(const struct problem *p, const struct norm_place *to) {
  struct operand o = {.slot = -1, .dtype = p->compute};
  if (to->from != NORM_SLOT) return o;
  return gpu_operand(p, p->entry->slots[p->pass][to->at].name);
}

static void take_operands(struct norm_launch *l, const struct planner *s, const int64_t *values) {
  const struct problem *p = s->p;
  const struct norm_sweep *n = l->sweep;
  for (int k = 0; k < SWEEP_OPERANDS && n->sweep->operand[k]; k++) {
    l->operands++;
    l->place[k] = place_of(s, &n->operand[k], values);
    l->dtype[k] = n->operand[k].from == NORM_SLOT ? problem_dtype(p, n->operand[k].at) : p->compute;
  }
  l->out = place_of(s, &n->out, values);
  l->out_operand = result_of(p, &n->out);
  for (int k = 0; k < 2; k++) {
    l->keep[k] = place_of(s, &n->keep[k], values);
    l->keep_operand[k] = result_of(p, &n->keep[k]);
  }
}

static void take_axes(struct norm_launch *l, const struct problem *p) {
  const struct norm_sweep *n = l->sweep;
  l->lines = (struct line_space){.lines = n->rows, .n = n->n};
  for (int i = 0; i < p->rank; i++) {
    int64_t stride[MAX_OPERANDS] = {0};
    for (int k = 0; k < SWEEP_OPERANDS; k++) stride[k] = n->operand[k].stride[i];
    stride[NORM_OUT] = n->out.stride[i];
    for (int k = 0; k < 2; k++) stride[NORM_KEEP + k] = n->keep[k].stride[i];
    space_push(n->axes >> i & 1 ? &l->lines.run : &l->lines.kept, p->shape[i], stride);
  }
  space_pack(&l->lines.run);
  space_sort(&l->lines.kept, NORM_COLUMNS);
  for (int k = 0; k < l->operands; k++)
    for (int i = 0; i < l->lines.run.n; i++)
      if (l->lines.run.axis[i].stride[k]) l->varies[k] = 1;
}

/* Whether what varies along a row is adjacent there. */
static int is_adjacent(const struct norm_launch *l) {
  if (l->lines.run.n != 1) return 0;
  const struct axis *run = &l->lines.run.axis[0];
  for (int k = 0; k < l->operands; k++)
    if (l->varies[k] && run->stride[k] != 1) return 0;
  return l->out.from == FROM_NOWHERE || run->stride[NORM_OUT] == 1;
}

/* ---- teams ---- */

static int64_t narrowest(const struct norm_launch *l) {
  int64_t bytes = 8;
  for (int k = 0; k < l->operands; k++)
    if (l->varies[k] && dtype_bytes(l->dtype[k]) > 1) bytes = smaller(bytes, dtype_bytes(l->dtype[k]));
  return bytes;
}

/* Registers that a thread needs for its part of a chunk. */
static int64_t registers_of(const struct norm_launch *l, const struct problem *p, const struct norm_teams *t) {
  int64_t words = 0, weighed = l->sweep->sweep->kind == SWEEP_PEAK ? t->steps * t->lp * dtype_bytes(p->compute) / 4 : 0;
  for (int k = 0; k < l->operands; k++)
    if (l->varies[k]) words += t->steps * larger(dtype_bytes(l->dtype[k]) * t->lp / 4, 1);
  return larger(words, weighed) + OTHER_REGISTERS;
}

static struct norm_teams along_teams(const struct norm_launch *l) {
  int64_t lanes = smaller(larger(l->lines.n, 1), NORM_LANES);
  struct norm_teams t = {.ct = 1};
  t.lp = !l->vector ? 1 : lanes < NORM_LANES ? 4 : narrowest(l) == 2 ? 2 : 1;
  t.lt = (int)power_of_two(ceil_div(lanes, t.lp));
  t.steps = (int)power_of_two(ceil_div(smaller(larger(l->lines.n, 1), NORM_CHUNK), NORM_LANES));
  return t;
}

static struct norm_teams across_teams(const struct norm_launch *l) {
  int64_t lanes = power_of_two(smaller(larger(l->lines.n, 1), NORM_LANES));
  int64_t inner = l->lines.kept.n ? l->lines.kept.axis[l->lines.kept.n - 1].extent : 1;
  struct norm_teams t = {.ct = 1, .steps = 1, .lines = (int)smaller(power_of_two(inner), COLUMN_LINES)};
  t.lt = (int)smaller(smaller(COLUMN_THREADS / t.lines, NORM_LANES), lanes);
  t.lp = (int)(lanes / t.lt);
  return t;
}

/* As many chunks at once as registers hold; stays: those are all of a row. */
static void team_up(struct norm_launch *l, const struct problem *p, struct norm_teams *t) {
  int64_t most = REGISTERS / registers_of(l, p, t) / t->lt, chunks = power_of_two(larger(l->chunks, 1));
  while (2 * t->ct <= smaller(smaller(most, MOST_TEAM), chunks) && 2 * t->ct * t->lt <= 1024) t->ct *= 2;
  l->stays = l->chunks <= t->ct;
  t->lines = (int)larger(1, BLOCK_THREADS / (t->lt * t->ct));
}

/* ---- one launch ---- */

static void norm_axes(struct norm_args *args, const struct space *from, int at, int axes) {
  for (int k = 0; k < axes; k++) {
    int i = k - (axes - from->n);
    args->axis[at + k].extent = i < 0 ? 1 : from->axis[i].extent;
    for (int o = 0; o < NORM_COLUMNS; o++) args->axis[at + k].stride[o] = i < 0 ? 0 : from->axis[i].stride[o];
  }
}

static void say_operands(struct planner *s, const struct norm_launch *l) {
  for (int k = 0; k < SWEEP_OPERANDS; k++) {
    int used = k < l->operands && l->place[k].from != FROM_NOWHERE;
    if (used) step_pointer(s, k, l->place[k], l->dtype[k], 0);
    step_say_at(s, "USED", k, used);
    step_say_at(s, "VARIES", k, used && l->varies[k]);
    step_say_at(s, "STANDIN", k, k < l->operands ? (int64_t)l->sweep->standin[k] : 0);
  }
}

/* Results take the pointers behind the operands. */
static void say_results(struct planner *s, const struct norm_launch *l, int stage) {
  static const char *const has[] = {"EACH", "KEEP0", "KEEP1"}, *const where[] = {"EACH_P", "KEEP0_P", "KEEP1_P"};
  const struct place *place[] = {&l->out, &l->keep[0], &l->keep[1]};
  const struct operand *operand[] = {&l->out_operand, &l->keep_operand[0], &l->keep_operand[1]};
  for (int i = 0, at = l->operands; i < 3; i++) {
    int wanted = place[i]->from != FROM_NOWHERE && stage != STAGE_STATES && (stage == STAGE_ALL || (stage == STAGE_EACH) == !i);
    step_say(s, has[i], wanted);
    if (!wanted) continue;
    step_say(s, where[i], at);
    step_pointer(s, at++, *place[i], operand[i]->dtype, operand[i]->accumulate);
  }
}

static struct norm_args *norm_begin(struct planner *s, const struct norm_launch *l, int stage) {
  int kept = (int)smaller(kept_class(l->lines.kept.n), 8), run = run_class(l->lines.run.n);
  if (kept + run > 9) kept = l->lines.kept.n > 1 ? l->lines.kept.n : 1;
  step_begin(s, "norm", l->sweep->sweep->name);
  struct norm_args *args = step_args(s, sizeof *args);
  args->n = l->lines.n, args->lines = l->lines.lines, args->chunks = l->chunks, args->units = 1;
  args->all = real_bits(s->p, (double)l->lines.n), args->number = real_bits(s->p, l->sweep->attr);
  norm_axes(args, &l->lines.kept, 0, kept);
  norm_axes(args, &l->lines.run, kept, run);
  step_say(s, "STAGE", stage);
  step_say(s, "KIND", l->sweep->sweep->kind);
  step_say(s, "KEPT", kept);
  step_say(s, "RUN", run);
  step_say(s, "KEEP_FIRST", l->sweep->keep_first);
  step_offsets(s, larger(l->lines.lines, l->lines.n));
  say_operands(s, l);
  say_results(s, l, stage);
  if (stage != STAGE_ALL) step_pointer(s, STATES_POINTER, l->states, 0, 0);
  return args;
}

static void chunk_step(struct planner *s, const struct norm_launch *l, const struct norm_teams *t, int stage) {
  struct norm_args *args = norm_begin(s, l, stage);
  int64_t units = stage == STAGE_ALL ? 1 : ceil_div(l->chunks, t->ct);
  args->units = units;
  step_say(s, "COLUMNS", l->columns);
  step_say(s, "LINES", t->lines);
  step_say(s, "LT", t->lt);
  step_say(s, "LP", t->lp);
  step_say(s, "CT", t->ct);
  step_say(s, "STEPS", t->steps);
  step_say(s, "VECTOR", l->vector);
  if (l->vector) step_say(s, "WIDTH", t->lp);
  step_say(s, "HOLD", l->holds);
  step_say(s, "STAYS", stage == STAGE_ALL && l->stays);
  if (stage == STAGE_ALL) step_say(s, "MOST", power_of_two(larger(l->chunks, 1)));
  step_end(s, ceil_div(l->lines.lines, t->lines) * units, t->lines * t->lt * t->ct);
}

static void rows_step(struct planner *s, const struct norm_launch *l) {
  struct norm_args *args = norm_begin(s, l, STAGE_ROWS);
  int few = l->chunks <= FEW_CHUNKS, side = few ? 1 : BLOCK_THREADS;
  int lines = few ? (int)smaller(power_of_two(l->lines.lines), BLOCK_THREADS / 2) : 1;
  args->span = power_of_two(ceil_div(l->chunks, side));
  step_say(s, "SIDE", side);
  step_say(s, "LINES", lines);
  step_end(s, ceil_div(l->lines.lines, lines), lines * side);
}

/* ---- a sweep ---- */

/* Blocks of whole rows, unless they would be too few, or rows too long for one. */
static int is_split(const struct planner *s, const struct norm_launch *l, const struct norm_teams *t) {
  int64_t units = s->gpu->facts.units, blocks = ceil_div(l->lines.lines, t->lines);
  if (l->chunks <= 1 || (!l->columns && l->stays)) return 0;
  return l->columns ? blocks < 2 * units || l->chunks > MOST_COLUMN_CHUNKS : blocks < units || l->chunks > MOST_TURNS;
}

static void sweep_steps(struct planner *s, const struct norm_sweep *sweep, const int64_t *values) {
  struct norm_launch l = {.sweep = sweep, .chunks = ceil_div(sweep->n, NORM_CHUNK)};
  take_operands(&l, s, values);
  take_axes(&l, s->p);
  if (l.lines.lines == 0) return;
  l.columns = columns_first(&l.lines, 0);
  l.vector = !l.columns && is_adjacent(&l);
  l.holds = !l.columns;
  struct norm_teams t = l.columns ? across_teams(&l) : along_teams(&l);
  if (!l.columns) team_up(&l, s->p, &t);
  if (!is_split(s, &l, &t)) {
    chunk_step(s, &l, &t, STAGE_ALL);
    return;
  }
  if (!l.columns) t.ct = (int)larger(1, smaller(t.ct, BLOCK_THREADS / t.lt)), t.lines = 1;
  l.states = in_workspace(take_workspace(s, 2 * (l.chunks + 1) * l.lines.lines * dtype_bytes(s->p->compute)));
  chunk_step(s, &l, &t, STAGE_STATES);
  rows_step(s, &l);
  if (l.out.from != FROM_NOWHERE) chunk_step(s, &l, &t, STAGE_EACH);
}

void gpu_norm(struct planner *s) {
  const struct problem *p = s->p;
  struct norm_job job;
  int64_t values[2 * NORM_STEPS], rows = 1;
  norm_job_of(p, &job);
  for (int i = 0; i < p->rank; i++)
    if (!(p->axes >> i & 1)) rows *= p->shape[i];
  for (int i = 0; i < job.values; i++) values[i] = take_workspace(s, rows * dtype_bytes(p->compute));
  for (int i = 0; i < job.sweeps; i++) sweep_steps(s, &job.sweep[i], values);
  if (job.values) plan_note(s, "The statistics of rows are not given in the compute dtype and were worked out again from x.");
  plan_sku(s, job.values ? "norm.again" : "norm");
}
