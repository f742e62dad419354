/* norm.c: softmax and normalisation on a GPU: every sweep is one launch where a block can have whole rows, else three: states of
 * units, states of rows, elements. Threads run along rows, or across those that lie next to each other. */
#include <string.h>

#include "row.h"
#include "schedule/norm.h"
#include "template/norm_args.h"

enum {
  BLOCK_THREADS = 256,
  SMALL_BLOCK = 128,
  WARP = 32,
  MOST_THREADS = 2048,
  REGISTERS = 65536,
  AHEAD_REGISTERS = 40,
  SUM_REGISTERS = 8,  /* of a second sum */
  ALSO_REGISTERS = 3, /* of each element of a second result */
  COLUMN_REGISTERS = 40 /* of 64 */
};
enum { THREAD_ELEMENTS = 32, VECTOR_BYTES = 16, PARTS = NORM_SECTION / NORM_CHUNK };
enum { MOST_CHUNKS = 32, MOST_SECTIONS = 16, MOST_COLUMN_UNITS = 8, FEW_UNITS = 32, COLUMN_WIDTH = 4, TWO_LANES = 2 };
enum { LARGE_ELEMENTS = 1 << 22 }; /* which the caches do not hold, or not all operands of them */
enum { STAGE_ALL, STAGE_STATES, STAGE_ROWS, STAGE_EACH };

/* A sweep on its way to launches. */
struct norm_launch {
  const struct norm_sweep *sweep;
  int operands, dtype[SWEEP_OPERANDS], varies[SWEEP_OPERANDS], vector[SWEEP_OPERANDS], late[SWEEP_OPERANDS];
  struct place place[SWEEP_OPERANDS], out, also, keep[SWEEP_VALUES], states;
  struct operand out_operand, also_operand, keep_operand[SWEEP_VALUES];
  struct line_space lines;
  int columns, adjacent, width, stays, cluster, back;
  int64_t chunks, units; /* units: sections, or chunks of columns that are but summed */
};

/* How threads are laid over rows, as the templates say. */
struct norm_teams {
  int lines, lt, lanes, groups, ct, steps, ahead;
};

/* ---- operands ---- */

static struct place place_of(const struct norm_place *from, const int64_t *values) {
  if (from->from == NORM_SLOT) return at_slot(from->at);
  return from->from == NORM_VALUE ? in_workspace(values[from->at]) : (struct place){0};
}

static struct operand result_of(const struct problem *p, const struct norm_place *to) {
  struct operand o = {.slot = -1, .dtype = p->compute};
  if (to->from != NORM_SLOT) return o;
  return gpu_operand(p, p->entry->slots[p->pass][to->at].name);
}

static void take_operands(struct norm_launch *l, const struct problem *p, const int64_t *values) {
  const struct norm_sweep *n = l->sweep;
  for (int k = 0; k < SWEEP_OPERANDS && n->sweep->operand[k]; k++) {
    l->operands++;
    l->place[k] = place_of(&n->operand[k], values);
    l->dtype[k] = n->operand[k].from == NORM_SLOT ? problem_dtype(p, n->operand[k].at) : p->compute;
  }
  l->out = place_of(&n->out, values);
  l->out_operand = result_of(p, &n->out);
  l->also = place_of(&n->also, values);
  l->also_operand = result_of(p, &n->also);
  for (int k = 0; k < SWEEP_VALUES; k++) {
    l->keep[k] = place_of(&n->keep[k], values);
    l->keep_operand[k] = result_of(p, &n->keep[k]);
  }
}

/* Which operand it is; -1: none. */
static int operand_named(const struct norm_launch *l, const char *name) {
  for (int k = 0; k < l->operands; k++)
    if (strcmp(l->sweep->sweep->operand[k], name) == 0) return k;
  return -1;
}

static void take_axes(struct norm_launch *l, const struct problem *p) {
  const struct norm_sweep *n = l->sweep;
  l->lines = (struct line_space){.lines = n->rows, .n = n->n};
  norm_spaces(p, n, &l->lines.kept, &l->lines.run);
  for (int k = 0; k < l->operands; k++)
    for (int i = 0; i < l->lines.run.n; i++)
      if (l->lines.run.axis[i].stride[k])
        l->varies[k] = 1, l->late[k] = !formula_uses(n->sweep->formula, n->sweep->operand[k]);
}

/* ---- vectors ---- */

/* Column o of the strides: an operand, or what is made. */
static int is_there(const struct norm_launch *l, int o) {
  const struct place *made = o == NORM_OUT ? &l->out : &l->also;
  return o >= NORM_OUT ? made->from != FROM_NOWHERE : o < l->operands && l->place[o].from != FROM_NOWHERE;
}
static int64_t column_bytes(const struct norm_launch *l, int o) {
  return dtype_bytes(o == NORM_OUT ? l->out_operand.dtype : o == NORM_ALSO ? l->also_operand.dtype : l->dtype[o]);
}
static int has_vector(const struct norm_launch *l, int o) { return is_there(l, o) && (o >= NORM_OUT || l->vector[o]); }

/* Whether vectors of `width` along one axis never begin in between: all other strides are multiples of it. */
static int fits_axes(const struct norm_launch *l, const struct space *space, int but, int64_t width) {
  for (int i = 0; i < space->n; i++) {
    for (int o = 0; o <= NORM_ALSO && i != but; o++)
      if (has_vector(l, o) && space->axis[i].stride[o] % width) return 0;
  }
  return 1;
}
static int64_t widest_vector(const struct norm_launch *l) {
  int64_t bytes = 1;
  for (int o = 0; o <= NORM_ALSO; o++)
    if (has_vector(l, o)) bytes = larger(bytes, column_bytes(l, o));
  return VECTOR_BYTES / bytes;
}

/* Whether all that varies along a row is adjacent there, throughout. */
static int is_adjacent(const struct norm_launch *l) {
  if (l->lines.run.n == 0) return 1;
  for (int o = 0; o <= NORM_ALSO; o++)
    if (is_there(l, o) && (o >= NORM_OUT || l->varies[o]) && l->lines.run.axis[0].stride[o] != 1) return 0;
  return l->lines.run.n == 1;
}
/* A vector lies along the innermost axis of a row, where elements are adjacent or, of some operands, the same. */
static void plan_along(struct norm_launch *l) {
  const struct space *run = &l->lines.run;
  const struct axis *inner = run->n ? &run->axis[run->n - 1] : NULL;
  int plain = inner != NULL && l->lines.n > 0;
  for (int k = 0; k < l->operands; k++) l->vector[k] = l->varies[k] && inner->stride[k] != 0;
  for (int o = 0; o <= NORM_ALSO && inner; o++)
    if (has_vector(l, o) && inner->stride[o] != 1) plain = 0;
  l->adjacent = is_adjacent(l);
  l->width = plain ? (int)smaller(widest_vector(l), 8) : 1;
  while (l->width > 1 && (inner->extent % l->width || !fits_axes(l, &l->lines.kept, -1, l->width) ||
                          !fits_axes(l, run, run->n - 1, l->width)))
    l->width /= 2;
}

/* Across rows, a vector has one element of each of them; what is the same for all is no vector. */
static void plan_across(struct norm_launch *l) {
  const struct space *kept = &l->lines.kept;
  const struct axis *inner = &kept->axis[kept->n - 1];
  int plain = 1;
  for (int k = 0; k < l->operands; k++) l->vector[k] = inner->stride[k] != 0, l->late[k] = 0;
  for (int o = 0; o <= NORM_ALSO; o++)
    if (has_vector(l, o) && inner->stride[o] != 1) plain = 0;
  l->width = plain ? (int)smaller(widest_vector(l), COLUMN_WIDTH) : 1;
  while (l->width > 1 && (inner->extent % l->width || !fits_axes(l, kept, kept->n - 1, l->width) ||
                          !fits_axes(l, &l->lines.run, -1, l->width)))
    l->width /= 2;
}

/* ---- teams ---- */

static int log_of(int64_t n) {
  int k = 0;
  while ((int64_t)1 << k < n) k++;
  return k;
}

/* Registers of one vector of what is early, or late. */
static int64_t vector_registers(const struct norm_launch *l, int late) {
  int64_t words = 0;
  for (int k = 0; k < l->operands; k++)
    if (l->varies[k] && l->late[k] == late) words += larger(dtype_bytes(l->dtype[k]) * l->width / 4, 1);
  return words;
}
/* What a kind of sweep does with registers, as measured on an H200: how many it needs beside operands, whether a number of each
 * element is kept between two looks, or made anew from the operand as it was loaded. */
static const struct norm_habits {
  int other, keeps, anew;
} norm_habits[] = {[SWEEP_PEAK] = {.other = 24, .keeps = 1},
                   [SWEEP_SPREAD] = {.other = 32, .anew = 1},
                   [SWEEP_SUMS] = {.other = 24},
                   [SWEEP_PLAIN] = {.other = 40},
                   [SWEEP_CROSS] = {.other = 40, .anew = 1},
                   [SWEEP_SOLVE] = {.other = 24, .keeps = 1}};
static const struct norm_habits *habits_of(const struct norm_launch *l) { return &norm_habits[l->sweep->sweep->kind]; }

static int64_t early_registers(const struct norm_launch *l, const struct problem *p, const struct norm_teams *t) {
  int64_t vectors = (int64_t)t->steps * t->groups, kept = vectors * l->width * dtype_bytes(p->compute) / 4;
  return larger(vectors * vector_registers(l, 0), habits_of(l)->keeps ? kept : 0);
}
/* Registers that a thread needs for its part of a chunk. Of a second result there is a vector beside that of the first. */
static int64_t registers_of(const struct norm_launch *l, const struct problem *p, const struct norm_teams *t) {
  int64_t also = is_there(l, NORM_ALSO) ? ALSO_REGISTERS * l->width * dtype_bytes(p->compute) / 4 : 0;
  return early_registers(l, p, t) + t->ahead * vector_registers(l, 1) + habits_of(l)->other + also +
         (norm_sums_two(l->sweep->sweep) ? SUM_REGISTERS : 0);
}
/* What is late is loaded as far ahead as registers allow. */
static int ahead_of(const struct norm_launch *l, const struct problem *p, const struct norm_teams *t) {
  int64_t vectors = (int64_t)t->steps * t->groups, early = early_registers(l, p, t);
  int ahead = 1;
  while (2 * ahead <= vectors && (ahead < 2 || early + 2 * ahead * vector_registers(l, 1) <= AHEAD_REGISTERS))
    ahead *= 2;
  return ahead;
}

/* A warp, or less, has a chunk; as many chunks at once as registers hold. stays: those are all of a row. */
static struct norm_teams along_teams(struct norm_launch *l, const struct problem *p) {
  int64_t n = larger(l->lines.n, 1), lanes = power_of_two(smaller(n, NORM_LANES));
  struct norm_teams t = {.ct = 1, .steps = (int)ceil_div(smaller(n, NORM_CHUNK), NORM_LANES)};
  t.lt = (int)smaller(power_of_two(ceil_div(smaller(n, NORM_CHUNK), THREAD_ELEMENTS)), lanes / l->width);
  t.groups = (int)(lanes / (t.lt * l->width));
  t.ahead = ahead_of(l, p, &t);
  int64_t most = smaller(REGISTERS / registers_of(l, p, &t) / WARP, MOST_CHUNKS);
  l->stays = l->chunks <= most;
  t.ct = (int)(l->stays ? larger(l->chunks, 1) : PARTS);
  t.lines = (int)larger(1, SMALL_BLOCK / (t.lt * t.ct));
  return t;
}
static int64_t threads_of(const struct norm_teams *t) { return (int64_t)t->lines * t->lt * t->ct; }
/* Blocks that registers are to suffice for. */
static int64_t resident_blocks(const struct norm_launch *l, const struct problem *p, const struct norm_teams *t) {
  return larger(1, smaller(MOST_THREADS, REGISTERS / registers_of(l, p, t)) / threads_of(t));
}
/* How many rows further on those lie that are brought to the cache of all meanwhile: so many are at work at a time. What is further
 * ahead than AHEAD_BYTES may be gone again when it is wanted, as measured on an H200. Rows of one section that are looked at once
 * were slower so. 0: none are. */
enum { AHEAD_BYTES = 5 << 20 };
static int64_t rows_ahead(const struct planner *s, const struct norm_launch *l, const struct norm_teams *t) {
  const struct space *kept = &l->lines.kept;
  int64_t bytes = 0, rows = s->gpu->facts.units * resident_blocks(l, s->p, t) * t->lines / (l->cluster ? l->units : 1);
  if (!l->stays || !l->adjacent || l->width == 1 || (l->units == 1 && l->sweep->sweep->kind == SWEEP_SUMS)) return 0;
  for (int k = 0; k < l->operands; k++) {
    if (!l->varies[k] || l->late[k]) continue;
    if (t->lines > 1 && (kept->n != 1 || kept->axis[0].stride[k] != l->lines.n)) return 0;
    bytes += l->lines.n * dtype_bytes(l->dtype[k]);
  }
  return bytes ? smaller(rows, AHEAD_BYTES / bytes) / t->lines * t->lines : 0;
}
/* Few rows: smaller blocks, so that every multiprocessor has one. */
static void spread_teams(struct norm_teams *t, int64_t rows, int64_t units) {
  while (t->lines > 1 && t->lines % 2 == 0 && t->lines * t->lt * t->ct > WARP && ceil_div(rows, t->lines) < 2 * units)
    t->lines /= 2;
}

static struct norm_teams across_teams(const struct norm_launch *l) {
  int64_t lanes = larger(power_of_two(smaller(larger(l->lines.n, 1), NORM_LANES)), TWO_LANES);
  int64_t inner = l->lines.kept.axis[l->lines.kept.n - 1].extent / l->width;
  struct norm_teams t = {.ct = 1, .lines = (int)smaller(power_of_two(inner), WARP)};
  t.lt = (int)smaller(BLOCK_THREADS / t.lines, lanes / TWO_LANES);
  t.lanes = (int)(lanes / t.lt);
  return t;
}

/* Columns that threads hold as they were loaded, each two lanes of a chunk: rows of one section that are looked at twice, and not so
 * short that the nearest caches have them. Blocks that start together have a chunk each, and thus more columns side by side; else, and with
 * few chunks of peaks, which were faster so, a block has all of them. Of halves, which take as many instructions and half as long to come, two such blocks
 * share a multiprocessor. Returns how many do; 0: columns are not held. */
enum { SHARED_CHUNKS = 4, COLUMN_THREADS = 1024 };
static int hold_columns(struct planner *s, struct norm_launch *l, struct norm_teams *t) {
  const int lt = NORM_LANES / TWO_LANES;
  int64_t words = 0, bytes = 0;
  int kind = l->sweep->sweep->kind;
  if ((kind != SWEEP_PEAK && kind != SWEEP_SPREAD) || l->units != 1 || l->lines.n <= NORM_CHUNK) return 0;
  for (int k = 0; k < l->operands; k++) {
    if (!l->varies[k]) continue;
    words += l->vector[k] ? larger(dtype_bytes(l->dtype[k]) * l->width / 4, 1) : 1;
    if (l->vector[k]) bytes = larger(bytes, dtype_bytes(l->dtype[k]) * l->width);
  }
  l->cluster = l->chunks <= s->gpu->facts.cluster && (kind == SWEEP_SPREAD || l->chunks >= SHARED_CHUNKS);
  struct norm_teams held = {.ct = l->cluster ? 1 : (int)l->chunks, .lt = lt, .lanes = TWO_LANES, .lines = 1};
  int halves = bytes / l->width < 4;
  int64_t least = halves ? 2 * VECTOR_BYTES : VECTOR_BYTES; /* half a sector of the cache is slower in halves, as measured */
  int blocks = l->cluster && halves && COLUMN_THREADS / 2 / lt * bytes >= least ? 2 : 1;
  int64_t most = smaller(s->gpu->facts.most_threads, COLUMN_THREADS / blocks);
  while (2 * held.lines <= t->lines && 2 * held.lines * lt * held.ct <= most) {
    if (held.lines * bytes >= 2 * VECTOR_BYTES && l->lines.lines * l->chunks < 2 * held.lines * l->width * (int64_t)s->gpu->facts.units) break;
    held.lines *= 2;
  }
  if (threads_of(&held) > most || held.lines * bytes < least || words * TWO_LANES * NORM_CHUNK / NORM_LANES > COLUMN_REGISTERS)
    return l->cluster = 0;
  *t = held;
  return blocks;
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
    step_say_at(s, "VECTOR", k, used && l->vector[k]);
    step_say_at(s, "LATE", k, used && l->late[k]);
    step_say_at(s, "STANDIN", k, k < l->operands ? (int64_t)l->sweep->standin[k] : 0);
  }
}

/* The last pointer that neither operands nor results take, which end at `behind`: that of states. -1: there is none. */
static int free_pointer(const struct norm_launch *l, int behind) {
  int at = GPU_POINTERS - 1;
  while (at >= 0 && at < behind && (at >= l->operands || l->place[at].from != FROM_NOWHERE)) at--;
  return at;
}

/* Results take the pointers behind the operands. Returns the first behind those. */
static int say_results(struct planner *s, const struct norm_launch *l, int stage) {
  static const char *const has[] = {"EACH", "ALSO", "KEEP0", "KEEP1", "KEEP2", "KEEP3"};
  static const char *const where[] = {"EACH_P", "ALSO_P", "KEEP0_P", "KEEP1_P", "KEEP2_P", "KEEP3_P"};
  const struct place *place[] = {&l->out, &l->also, &l->keep[0], &l->keep[1], &l->keep[2], &l->keep[3]};
  const struct operand *operand[] = {&l->out_operand,     &l->also_operand,    &l->keep_operand[0],
                                     &l->keep_operand[1], &l->keep_operand[2], &l->keep_operand[3]};
  int at = l->operands;
  for (int i = 0; i < 6; i++) {
    int wanted = place[i]->from != FROM_NOWHERE && stage != STAGE_STATES &&
                 (stage == STAGE_ALL || (stage == STAGE_EACH) == (i < 2));
    step_say(s, has[i], wanted);
    step_say(s, where[i], wanted ? at : 0);
    if (!wanted) continue;
    step_pointer(s, at++, *place[i], operand[i]->dtype, operand[i]->accumulate);
  }
  return at;
}

static void say_states(struct planner *s, const struct norm_launch *l, int at) {
  step_say(s, "STATES_P", at);
  step_pointer(s, at, l->states, 0, 0);
}

static struct norm_args *norm_begin(struct planner *s, const struct norm_launch *l, const char *schedule, int stage) {
  int kept = (int)smaller(kept_class(l->lines.kept.n), 8), run = run_class(l->lines.run.n);
  if (kept + run > 9) kept = l->lines.kept.n > 1 ? l->lines.kept.n : 1;
  step_begin(s, schedule, l->sweep->sweep->name);
  struct norm_args *args = step_args(s, sizeof *args);
  args->n = l->lines.n, args->lines = l->lines.lines, args->chunks = l->chunks, args->units = l->units;
  args->all = real_bits(s->p, (double)l->sweep->count);
  for (int i = 0; i < SWEEP_NUMBERS; i++) args->number[i] = real_bits(s->p, l->sweep->number[i]);
  norm_axes(args, &l->lines.kept, 0, kept);
  norm_axes(args, &l->lines.run, kept, run);
  step_say(s, "STAGE", stage);
  step_say(s, "KIND", l->sweep->sweep->kind);
  step_say(s, "COLUMNS", l->columns);
  step_say(s, "ADJACENT", l->adjacent);
  step_say(s, "KEPT", kept);
  step_say(s, "RUN", run);
  step_say(s, "KEEP_FIRST", l->sweep->keep_first);
  step_offsets(s, larger(l->lines.lines, l->lines.n));
  if (l->sweep->sweep->kind == SWEEP_SOLVE)
    step_say(s, "LEVEL", operand_named(l, "level")), step_say(s, "PEAK", operand_named(l, "peak"));
  say_operands(s, l);
  int behind = say_results(s, l, stage);
  if (stage == STAGE_ALL) step_say(s, "MOST", power_of_two(larger(l->units, 1)));
  else if (l->states.from != FROM_NOWHERE) say_states(s, l, free_pointer(l, behind));
  return args;
}

/* Every thread of every team has all its elements. */
static int is_full(const struct norm_launch *l, const struct norm_teams *t) {
  int64_t n = l->lines.n;
  if (n >= NORM_CHUNK) return n % NORM_CHUNK == 0 && l->chunks % t->ct == 0;
  return n == (int64_t)t->steps * t->groups * t->lt * l->width;
}

/* How many sections of a row a block has, one after another, so that what it has to find out first is of use to more of them. That pays for
 * halves, which have twice as many instructions to a byte; larger elements were slower so, as measured on an H200. */
enum { MOST_SPAN = 8, LEAST_BLOCKS = 16 };
static int64_t sections_of_block(const struct planner *s, const struct norm_launch *l, const struct norm_teams *t) {
  int64_t span = 1, blocks = ceil_div(l->lines.lines, t->lines), least = LEAST_BLOCKS * (int64_t)s->gpu->facts.units;
  for (int o = 0; o <= NORM_ALSO; o++)
    if (has_vector(l, o) && column_bytes(l, o) >= 4) return 1;
  while (span < MOST_SPAN && 2 * span <= l->units && blocks * ceil_div(l->units, 2 * span) >= least) span *= 2;
  return span;
}

static void along_step(struct planner *s, const struct norm_launch *l, const struct norm_teams *t, int stage) {
  struct norm_args *args = norm_begin(s, l, l->sweep->sweep->kind == SWEEP_SOLVE ? "norm_level" : "norm", stage);
  args->span = stage == STAGE_ALL ? rows_ahead(s, l, t) : sections_of_block(s, l, t);
  args->parts = stage == STAGE_ALL ? 1 : ceil_div(l->units, args->span);
  step_say(s, "LINES", t->lines);
  step_say(s, "LT", t->lt);
  step_say(s, "CT", t->ct);
  step_say(s, "G", t->groups);
  step_say(s, "STEPS", t->steps);
  step_say(s, "HOLDS_", (int64_t)t->steps * t->groups);
  step_say(s, "WIDTH", l->width);
  step_say(s, "FULL", is_full(l, t));
  step_say(s, "AHEAD", t->ahead);
  step_say(s, "ONLY", formula_uses(l->sweep->sweep->formula, "only"));
  step_say(s, "GAPS", l->sweep->sweep->kind == SWEEP_PLAIN && formula_uses(l->sweep->sweep->each, "gap_"));
  step_say(s, "STAYS", stage == STAGE_ALL && l->stays);
  step_say(s, "BACK", l->back && !l->cluster);
  step_say(s, "CLUSTER", stage == STAGE_ALL && l->cluster ? l->units : 1);
  step_say(s, "ANEW_", habits_of(l)->anew);
  step_say(s, "ONE_SUM", l->sweep->sweep->kind == SWEEP_SUMS && !norm_sums_two(l->sweep->sweep));
  step_say(s, "RESIDENT", resident_blocks(l, s->p, t));
  step_say(s, "SPANS", stage != STAGE_ALL && args->span > 1);
  step_say(s, "COMING", stage == STAGE_ALL && args->span > 0);
  int64_t blocks = ceil_div(l->lines.lines, t->lines), each = l->cluster ? l->units : args->parts;
  step_end(s, blocks * each, (int)threads_of(t));
}

static void across_step(struct planner *s, const struct norm_launch *l, const struct norm_teams *t, int stage) {
  norm_begin(s, l, "norm_across", stage);
  step_say(s, "STAYS", l->stays > 0);
  step_say(s, "CLUSTER", l->cluster ? l->chunks : 1);
  step_say(s, "BACK", l->back && !l->cluster);
  step_say(s, "CT", t->ct);
  step_say(s, "RESIDENT", l->stays);
  step_say(s, "FULL", l->lines.n % NORM_CHUNK == 0 && l->lines.lines % (t->lines * l->width) == 0);
  step_say(s, "LINES", t->lines);
  step_say(s, "LT", t->lt);
  step_say(s, "LP", t->lanes);
  step_say(s, "LOG_LP", log_of(t->lanes));
  step_say(s, "HOLDS_", TWO_LANES * NORM_CHUNK / NORM_LANES);
  step_say(s, "AHEAD", 1);
  step_say(s, "WIDTH", l->width);
  int64_t each = l->cluster ? l->chunks : stage == STAGE_ALL ? 1 : l->units;
  step_end(s, ceil_div(l->lines.lines, t->lines * l->width) * each, (int)threads_of(t));
}

static void rows_step(struct planner *s, const struct norm_launch *l) {
  struct norm_args *args = norm_begin(s, l, "norm_join", STAGE_ROWS);
  int few = l->units <= FEW_UNITS, side = few ? 1 : BLOCK_THREADS;
  int lines = few ? (int)smaller(power_of_two(l->lines.lines), SMALL_BLOCK) : 1;
  args->span = power_of_two(ceil_div(l->units, side));
  step_say(s, "SIDE", side);
  step_say(s, "LINES", lines);
  step_end(s, ceil_div(l->lines.lines, lines), lines * side);
}

/* A thread for each lane of a row; short rows share a block. */
static void solve_step(struct planner *s, const struct norm_launch *l) {
  int lanes = (int)power_of_two(smaller(l->lines.n, NORM_LANES)), lines = (int)larger(1, SMALL_BLOCK / lanes);
  norm_begin(s, l, "solve", STAGE_ALL);
  step_say(s, "LT", lanes);
  step_say(s, "LINES", lines);
  step_end(s, ceil_div(l->lines.lines, lines), lines * lanes);
}

/* ---- a sweep ---- */

/* Blocks of whole rows, unless they would be too few, or rows too long for one. */
static int is_split(const struct planner *s, const struct norm_launch *l, const struct norm_teams *t) {
  int64_t units = s->gpu->facts.units,
          blocks = ceil_div(l->lines.lines, (int64_t)t->lines * (l->columns ? l->width : 1));
  if (l->units <= 1) return 0;
  return l->columns ? blocks < 2 * units || l->units > MOST_COLUMN_UNITS
                    : blocks < units || (!l->stays && l->units > MOST_SECTIONS);
}

/* Whether a multiprocessor has room for two blocks of a whole row each. */
static int is_at_home(const struct norm_launch *l, const struct problem *p, const struct norm_teams *t) {
  return l->stays && resident_blocks(l, p, t) > 1;
}

typedef void norm_step(struct planner *, const struct norm_launch *, const struct norm_teams *, int);

/* The elements of rows whose states are known. Two results leave those no pointer where all six operands are there: each is then made
 * alone, for no result lies in the memory of an operand. */
static void each_steps(struct planner *s, const struct norm_launch *l, const struct norm_teams *t, norm_step *step) {
  int made = is_there(l, NORM_OUT) + is_there(l, NORM_ALSO);
  struct norm_launch first = *l, second = *l;
  if (free_pointer(l, l->operands + made) >= 0) {
    step(s, l, t, STAGE_EACH);
    return;
  }
  first.also = second.out = (struct place){0};
  step(s, &first, t, STAGE_EACH);
  step(s, &second, t, STAGE_EACH);
}

/* *back: a large sweep, of which the next reads some again, begins where the last one ended; caches still have that. */
static void sweep_steps(struct planner *s, const struct norm_sweep *sweep, const int64_t *values, int *back) {
  struct norm_launch l = {.sweep = sweep, .chunks = ceil_div(sweep->n, NORM_CHUNK)};
  int is_large = sweep->n > 0 && sweep->rows > LARGE_ELEMENTS / sweep->n;
  l.back = is_large && *back;
  if (is_large) *back = !*back;
  struct norm_teams t;
  take_operands(&l, s->p, values);
  take_axes(&l, s->p);
  if (l.lines.lines == 0) return;
  int makes = l.out.from != FROM_NOWHERE || l.also.from != FROM_NOWHERE;
  if (sweep->sweep->kind == SWEEP_SOLVE) {
    if (makes && sweep->n) solve_step(s, &l);
    return;
  }
  l.columns = columns_first(&l.lines, 0);
  l.units = l.columns && (sweep->sweep->kind == SWEEP_SUMS || sweep->sweep->kind == SWEEP_PLAIN)
                ? l.chunks
                : ceil_div(sweep->n, NORM_SECTION);
  if (l.columns) plan_across(&l), t = across_teams(&l), l.stays = hold_columns(s, &l, &t);
  else plan_along(&l), t = along_teams(&l, s->p);
  norm_step *step = l.columns ? across_step : along_step;
  if (sweep->sweep->kind == SWEEP_PLAIN) {
    if (!l.columns && l.units > 1) t.ct = PARTS, t.lines = 1;
    if (makes && l.units) step(s, &l, &t, STAGE_EACH);
    return;
  }
  if (!l.columns && l.units > 1 && l.units <= s->gpu->facts.cluster && !is_at_home(&l, s->p, &t))
    l.cluster = l.stays = 1, t.ct = PARTS, t.lines = 1;
  if (l.cluster || !is_split(s, &l, &t)) {
    if (!l.columns) spread_teams(&t, l.lines.lines, s->gpu->facts.units);
    step(s, &l, &t, STAGE_ALL);
    return;
  }
  int numbers = sweep->sweep->kind == SWEEP_CROSS ? 4 : 2; /* of a unit */
  if (!l.columns) t.ct = PARTS, t.lines = 1;
  l.states = in_workspace(take_workspace(s, (numbers * l.units + 2) * l.lines.lines * dtype_bytes(s->p->compute)));
  step(s, &l, &t, STAGE_STATES);
  rows_step(s, &l);
  if (!makes) return;
  l.back = is_large && *back;
  if (is_large) *back = !*back;
  each_steps(s, &l, &t, step);
}

/* SOLVE of rows that stay with threads, which find their peak too: then no sweep need leave it. Returns whether they do. */
static int solve_held(struct planner *s, const struct norm_sweep *sweep, const int64_t *values) {
  struct norm_launch l = {.sweep = sweep, .chunks = ceil_div(sweep->n, NORM_CHUNK), .units = 1};
  take_operands(&l, s->p, values);
  take_axes(&l, s->p);
  int peak = operand_named(&l, "peak");
  plan_along(&l);
  struct norm_teams t = along_teams(&l, s->p);
  if (!l.stays || peak < 0 || l.out.from == FROM_NOWHERE) return 0;
  l.place[peak] = (struct place){0};
  if (t.ct > 1) t.lines = 1;
  spread_teams(&t, l.lines.lines, s->gpu->facts.units);
  if (l.lines.lines > 0 && l.lines.n > 0) along_step(s, &l, &t, STAGE_ALL);
  return 1;
}
/* Whether all that a sweep makes is the peak that the next one looks for levels from. */
static int leads_to_search(const struct norm_job *job, int i) {
  return i + 1 < job->sweeps && job->sweep[i].sweep->kind == SWEEP_PEAK &&
         job->sweep[i + 1].sweep->kind == SWEEP_SOLVE && job->sweep[i].out.from == NORM_NOWHERE;
}

void gpu_norm(struct planner *s) {
  const struct problem *p = s->p;
  struct norm_job job;
  int64_t values[NORM_VALUES];
  int back = 0;
  norm_job_of(p, &job);
  for (int i = 0; i < job.values; i++) values[i] = take_workspace(s, job.value_elems[i] * dtype_bytes(p->compute));
  for (int i = 0; i < job.sweeps; i++) {
    if (leads_to_search(&job, i) && solve_held(s, &job.sweep[i + 1], values)) i++;
    else sweep_steps(s, &job.sweep[i], values, &back);
  }
  if (job.again)
    plan_note(s, "The statistics of rows are not given in the compute dtype and were worked out again from x.");
  plan_sku(s, job.again ? "norm.again" : "norm");
}
