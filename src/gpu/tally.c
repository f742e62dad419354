/* tally.c: reductions to whole numbers on a GPU: one launch, or two where lines are divided into units. */
#include <string.h>

#include "core/dtype.h"
#include "row.h"
#include "schedule/tally.h"
#include "template/tally_args.h"

enum { BLOCK_THREADS = 256, COLUMN_LINES = 32, LOAD_BYTES = 16, MOST_COLUMNS = 4, BATCH = 4, BLOCKS_EACH = 8 };
enum { UNIT_LEAST = 16384, THREAD_MOST = 32768 }; /* so many elements of 16 bits can be added up in 32 */

struct tally_launch {
  const struct tally_entry *entry;
  struct tally_space space;
  struct operand x, y, index;
  struct place states;
  int64_t units, span;
  int columns, width, lines, lt;
};

/* Whether WIDTH adjacent elements are loaded at once: along a line, or of neighbouring lines. */
static int width_of(const struct tally_launch *l, const struct axis *along) {
  int64_t most = LOAD_BYTES / dtype_bytes(l->x.dtype);
  if (!along || along->stride[TALLY_X] != 1) return 1;
  if (!l->columns) return l->space.run.n == 1 && l->space.n >= most ? (int)most : 1;
  for (most = smaller(most, MOST_COLUMNS); most > 1 && along->extent % most; most /= 2) continue;
  return (int)most;
}

static void team_up(struct tally_launch *l) {
  const struct tally_space *s = &l->space;
  const struct axis *kept = s->kept.n ? &s->kept.axis[s->kept.n - 1] : NULL,
                    *run = s->run.n ? &s->run.axis[s->run.n - 1] : NULL;
  l->columns =
      kept && kept->stride[TALLY_X] && (!run || magnitude(kept->stride[TALLY_X]) < magnitude(run->stride[TALLY_X]));
  if (run && !run->stride[TALLY_X] && !l->columns) l->columns = kept && kept->stride[TALLY_X];
  l->width = width_of(l, l->columns ? kept : run);
  if (l->columns) {
    l->lines = (int)smaller(power_of_two(ceil_div(kept->extent, l->width)), COLUMN_LINES);
    l->lt = (int)smaller(BLOCK_THREADS / l->lines, power_of_two(larger(s->n, 1)));
    l->lines = BLOCK_THREADS / l->lt;
  } else {
    l->lt = (int)smaller(BLOCK_THREADS, power_of_two(ceil_div(larger(s->n, 1), BATCH * l->width)));
    l->lines = BLOCK_THREADS / l->lt;
  }
}

/* Lines of a block, and items of a line that its threads fold at once. */
static int64_t block_lines(const struct tally_launch *l) { return (int64_t)l->lines * (l->columns ? l->width : 1); }
static int64_t turn_items(const struct tally_launch *l) { return (int64_t)l->lt * (l->columns ? 1 : l->width); }

/* So many units that the device is full, each with enough to do, and none with too much. */
static void divide(struct planner *s, struct tally_launch *l) {
  int64_t blocks = larger(1, ceil_div(l->space.lines, block_lines(l))), n = larger(1, l->space.n), turn = turn_items(l);
  int64_t full = BLOCKS_EACH * (int64_t)s->gpu->facts.units / blocks, least = larger(1, UNIT_LEAST / block_lines(l));
  int64_t units = larger(1, larger(smaller(full, n / least), ceil_div(n, THREAD_MOST * turn)));
  l->span = ceil_div(ceil_div(n, units), turn) * turn;
  l->units = ceil_div(n, l->span);
}

/* ---- one launch ---- */

static void put_axes(struct tally_args *args, const struct space *from, int at, int axes) {
  for (int k = 0; k < axes; k++) {
    int i = k - (axes - from->n);
    args->axis[at + k].extent = i < 0 ? 1 : from->axis[i].extent;
    for (int o = 0; o < TALLY_COLUMNS; o++) args->axis[at + k].stride[o] = i < 0 ? 0 : from->axis[i].stride[o];
  }
}

/* Floats are loaded as integers of their bits. */
static int bits_dtype(int dtype) {
  return !dtype_is_real(dtype) ? dtype : dtype == REM_F64 ? REM_I64 : dtype == REM_F32 ? REM_I32 : REM_I16;
}

/* What is loaded is as wide as its dtype says, but for signs: those of unsigned numbers need no flip here. */
static struct tally_key key_of(const struct tally_launch *l) {
  struct tally_key key = tally_key_of(l->entry, l->x.dtype);
  if (l->entry->loop == TALLY_BEST) key.flip = l->entry->bottom ? ~UINT64_C(0) : 0;
  return key;
}

static void say_end(struct planner *s, const struct tally_launch *l, int ends) {
  step_say(s, "END_Y", ends);
  step_say(s, "INDEXED", ends && l->index.slot >= 0);
  step_say(s, "FROM_END", l->space.from_end);
  step_word(s, "ELEMENT_", l->entry->bottom ? "~key" : "key");
  if (!ends) {
    step_pointer(s, 6, l->states, 0, 0);
    return;
  }
  step_pointer(s, 4, at_slot(l->y.slot), l->y.dtype, l->y.accumulate);
  if (l->index.slot >= 0) step_pointer(s, 5, at_slot(l->index.slot), l->index.dtype, 0);
}

/* Whether 32 bits hold the keys of x, or what a thread adds up of it. */
static int is_narrow(const struct tally_launch *l) {
  int dtype = l->x.dtype, wide = dtype == REM_I64 || dtype == REM_F64;
  if (l->entry->loop == TALLY_COUNT) return !wide;
  if (l->entry->loop == TALLY_BEST) return !wide && dtype != REM_U32;
  return l->entry->loop == TALLY_ADD && dtype_bytes(dtype) < 4;
}

static void launch(struct planner *s, const struct tally_launch *l, int source, int64_t units, int ends) {
  char entry[32] = "tally.";
  int kept = kept_class(l->space.kept.n), run = run_class(l->space.run.n);
  struct tally_key key = key_of(l);
  strncat(entry, l->entry->name, sizeof entry - sizeof "tally.");
  step_begin(s, "tally", entry);
  struct tally_args *args = step_args(s, sizeof *args);
  *args =
      (struct tally_args){.n = l->space.n, .lines = l->space.lines, .units = units, .span = l->span, .all = l->space.n};
  if (source) args->n = args->span = l->units;
  args->flip = (i64)key.flip, args->rim = (i64)key.rim;
  for (int o = 0; o < 3; o++) args->begin[o] = l->space.begin[o];
  put_axes(args, &l->space.kept, 0, kept);
  put_axes(args, &l->space.run, kept, run);
  step_pointer(s, 0, at_slot(l->x.slot), bits_dtype(l->x.dtype), 0);
  if (source) step_pointer(s, 7, l->states, 0, 0);
  step_say(s, "LOOP", l->entry->loop);
  step_say(s, "SOURCE", source);
  step_say(s, "REAL", dtype_is_real(l->x.dtype));
  step_say(s, "NARROW", is_narrow(l));
  step_say(s, "COLUMNS", l->columns);
  step_say(s, "KEPT", kept);
  step_say(s, "RUN", run);
  step_say(s, "WIDTH", l->width);
  step_say(s, "LINES", l->lines);
  step_say(s, "LT", l->lt);
  step_say(s, "BATCH", BATCH);
  say_end(s, l, ends);
  step_offsets(s, larger(l->space.lines, l->space.n));
  step_end(s, ceil_div(l->space.lines, block_lines(l)) * units, BLOCK_THREADS);
}

void gpu_tally(struct planner *s) {
  const struct problem *p = s->p;
  struct tally_launch l = {.entry = problem_tally(p), .x = gpu_operand(p, "x"), .y = gpu_operand(p, "y")};
  l.index = gpu_operand(p, "index");
  tally_spaces(p, &l.space);
  team_up(&l);
  divide(s, &l);
  plan_sku(s, "tally");
  if (l.units == 1) {
    launch(s, &l, 0, 1, 1);
    return;
  }
  l.states = in_workspace(take_workspace(s, 2 * l.units * l.space.lines * 8));
  launch(s, &l, 0, l.units, 0);
  l.columns = 1, l.width = 1;
  l.lines = (int)smaller(power_of_two(l.space.lines), COLUMN_LINES);
  l.lt = BLOCK_THREADS / l.lines;
  launch(s, &l, 1, 1, 1);
}
