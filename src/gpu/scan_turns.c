/* scan_turns.c: scans of long lines in one launch, each element read once: blocks of threads that take turns. */
#include "row.h"
#include "scan.h"
#include "template/scan_args.h"

enum { BLOCK_STEPS = 256, LEVELS = 4, TURN_HEAD = 64, TURN_THREADS = 256, TURN_LINES = 16, HELD_BYTES = 128 };
enum { FEW_BYTES = 16, EXCHANGED_BYTES = 8 };

/* How threads lie over a strip of lines, and what blocks tell each other: turns.h of the templates. */
struct turns {
  int columns, lines, across, tl, tiles, runs, staged;
  int levels;
  int64_t count[LEVELS], all; /* totals of a line at each level, and of all       */
  int64_t strips;
};

/* A few lines, packed: all of them to a thread. Where nothing lies between their steps, memory is walked as it lies. */
static int lay_few(struct turns *t, const struct scan_job *job, const struct axis *inner) {
  int64_t out = scan_output(job), widest = larger(dtype_bytes(job->dtype[0]), dtype_bytes(job->dtype[out])), lines = inner->extent;
  if (inner->stride[0] != 1 || inner->stride[out] != 1 || lines != power_of_two(lines) || lines * widest > FEW_BYTES) return 0;
  t->across = (int)lines, t->tl = TURN_THREADS;
  int64_t low = smaller(job->stride[0], job->stride[out]), high = larger(job->stride[0], job->stride[out]);
  if (low == high && magnitude(low) == lines) t->staged = low > 0 ? 1 : -1;
  return 1;
}

/* Adjacent lines: two to a thread where they are packed halves, and the others across threads. */
static void lay_across(struct turns *t, const struct scan_job *job, const struct axis *inner) {
  int packed = inner->stride[0] == 1 && inner->stride[scan_output(job)] == 1;
  t->columns = 1, t->tl = BLOCK_STEPS / SEGMENT;
  t->across = packed && dtype_bytes(job->dtype[0]) == 2 && inner->extent % 2 == 0 ? 2 : 1;
  t->lines = (int)smaller(TURN_LINES, power_of_two(ceil_div(inner->extent, t->across)));
}

/* A thread holds as many steps as registers allow. */
static void lay_out(struct turns *t, const struct planner *s, const struct scan_job *job) {
  const struct axis *inner = job->lines.n ? &job->lines.axis[job->lines.n - 1] : NULL;
  int64_t along = job->stride[0];
  *t = (struct turns){.lines = 1, .across = 1, .tl = TURN_THREADS};
  if (inner && inner->stride[0] && magnitude(inner->stride[0]) < magnitude(along)) {
    if (!lay_few(t, job, inner)) lay_across(t, job, inner);
  } else if (magnitude(along) == 1 && job->stride[scan_output(job)] == along) {
    t->runs = (int)along;
  }
  int64_t held = scan_state_bytes(s, job) * SEGMENT * t->across;
  t->tiles = t->across > 1 && !t->columns ? 1 : (int)larger(1, smaller(4, HELD_BYTES / held));
  t->strips = ceil_div(space_count(&job->lines), t->lines * t->across);
}

/* Levels hold five bits each of the number of every block. Totals are counted in 32 bits. */
static int count_totals(struct turns *t, const struct scan_job *job) {
  t->levels = 1;
  t->all = t->count[0] = ceil_div(job->n, BLOCK_STEPS);
  while (t->levels < 2 || (t->count[0] - 1) >> 5 * t->levels) {
    if (t->levels == LEVELS) return 0;
    t->count[t->levels] = t->count[t->levels - 1] / 32;
    t->all += t->count[t->levels++];
  }
  return t->all <= INT32_MAX / (t->strips * t->lines * t->across);
}

/* Of what a block of threads keeps; the stage, if there is one, has 16 bytes more to a thread than its steps. */
static int64_t local_bytes(const struct turns *t, const struct scan_job *job, int64_t state) {
  int64_t strip = t->lines * t->across, blocks = t->tiles * t->tl / 32;
  int64_t widest = larger(dtype_bytes(job->dtype[0]), dtype_bytes(job->dtype[scan_output(job)]));
  int64_t stage = t->staged || (t->runs && widest == EXCHANGED_BYTES) ? t->tl * (SEGMENT * strip * widest + 16) : 0;
  return (t->tiles * (t->tl + 1) + 32 * t->levels + blocks + 1) * strip * state + stage + 16;
}

static void clear(struct planner *s, struct place at, int64_t bytes) {
  struct map_space m = {.standin = 0};
  m.place[MAP_OUT] = at, m.dtype[MAP_OUT] = REM_F32;
  space_push(&m.space, bytes / 4, (int64_t[MAX_OPERANDS]){1});
  map_step(s, "-", &m, MAP_COPY);
}

int scan_in_turns(struct planner *s, const struct scan_job *job) {
  struct turns t;
  int64_t state = scan_state_bytes(s, job);
  if (!s->gpu->facts.in_turn || !scan_is_plain(job)) return 0;
  lay_out(&t, s, job);
  if (!count_totals(&t, job) || local_bytes(&t, job, state) > s->gpu->facts.local_bytes) return 0;
  int64_t bytes = TURN_HEAD + 2 * state * t.all * space_count(&job->lines);
  struct place totals = in_workspace(take_workspace(s, bytes));
  clear(s, totals, bytes);
  struct scan_args *args = scan_begin(s, job, "turns");
  args->blocks = t.count[0], args->all = t.all;
  step_pointer(s, SCAN_UNITS, totals, 0, 0);
  step_say(s, "COLUMNS", t.columns);
  step_say(s, "LINES", t.lines);
  step_say(s, "ACROSS", t.across);
  step_say(s, "RUNS", t.runs);
  step_say(s, "STAGED", t.staged);
  step_say(s, "WIDTH", t.runs ? SEGMENT : t.across);
  step_say(s, "TL", t.tl);
  step_say(s, "TILES", t.tiles);
  step_say(s, "LEVELS", t.levels);
  step_say(s, "SHIFT", job->shift);
  step_say(s, "FRONTS", 0);
  step_end(s, t.strips * ceil_div(job->n, (int64_t)t.tiles * t.tl * SEGMENT), t.lines * t.tl);
  return 1;
}
