/* scan_steps.c: the launches of one scan: groups of 8192 steps, and where lines are longer, what lies in front of them. */
#include <string.h>

#include "row.h"
#include "scan.h"
#include "template/chain_args.h"
#include "template/scan_args.h"

enum { GROUP_STEPS = 8192, STRIP_STEPS = 256, SCAN_THREADS = 256, WIDE_LINES = 32, CHAIN_LEVELS = 6 };
enum { WARP = 32, MANY_LINES = 16, MARKED_LINES = 16 };

struct shape {
  int columns, lines, tl, across; /* across > 1: by the strip schedule */
};

static int there(const struct scan_job *job, int operand) { return job->place[operand].from != FROM_NOWHERE; }

int scan_output(const struct scan_job *job) { return job->back ? BACK_DX : job->marks ? SCAN_BEFORE : FWD_Y; }

/* Whether y, or dx, or the marks are made of one input; dx perhaps of marks, too. */
static int one_input(const struct scan_job *job) {
  const struct scan_names *uses = &job->uses;
  if (job->entry->inputs > 1 || job->init || job->indexed || job->out_before || job->fronts) return 0;
  if (job->back && (uses->x || uses->xn || uses->y || uses->yb || (uses->start && !job->marks) || uses->before)) return 0;
  return there(job, scan_output(job));
}
int scan_is_plain(const struct scan_job *job) { return one_input(job) && !job->marks; }

/* Lines of halves that lie side by side, and are many: a thread has two of them. */
static int strip_shape(const struct planner *s, const struct scan_job *job, struct shape *t) {
  const struct axis *inner = &job->lines.axis[job->lines.n - 1];
  int64_t blocks = space_count(&job->lines) * ceil_div(job->n, GROUP_STEPS) / (2 * WIDE_LINES);
  if (dtype_bytes(job->dtype[0]) != 2 || !one_input(job)) return 0;
  if (inner->stride[0] != 1 || inner->stride[scan_output(job)] != 1 || inner->extent % 2) return 0;
  if (job->marks && inner->stride[SCAN_BEFORE] != 1) return 0;
  if (job->n < STRIP_STEPS || inner->extent < 2 * WIDE_LINES || 4 * blocks < 3 * (int64_t)s->gpu->facts.units) return 0;
  t->lines = job->marks ? MARKED_LINES : WIDE_LINES, t->tl = STRIP_STEPS / SEGMENT, t->across = 2;
  return 1;
}

/* A block of threads that run across lines has 32 segments of each, so that all of a block of the scan are in flight at once. Along
 * lines 32 threads take one, if there are many, and need not wait for others; else more of them share one, and where little is
 * computed to 4 bytes, which is a little faster then. */
static struct shape shape_of(const struct planner *s, const struct scan_job *job) {
  const struct axis *inner = job->lines.n ? &job->lines.axis[job->lines.n - 1] : NULL;
  int64_t segments = power_of_two(ceil_div(job->n, SEGMENT));
  int fields = (job->back ? job->entry->bfields : job->entry->fields) & 15, light = !(fields & (fields - 1)) && !job->indexed;
  struct shape t = {0, 1, 1, 1};
  t.columns = inner && inner->stride[0] && magnitude(inner->stride[0]) < magnitude(job->stride[0]);
  if (!t.columns) {
    int64_t parts = space_count(&job->lines) * ceil_div(job->n, GROUP_STEPS);
    int many = parts >= MANY_LINES * (int64_t)s->gpu->facts.units && (!light || job->marks || dtype_bytes(job->dtype[0]) != 4);
    t.tl = (int)smaller(segments, many ? WARP : SCAN_THREADS);
    t.lines = SCAN_THREADS / t.tl;
    return t;
  }
  if ((light || job->marks) && strip_shape(s, job, &t)) return t;
  int64_t bytes = dtype_bytes(job->dtype[0]);
  int positions = job->entry->extra == EXTRA_INDEX && there(job, SCAN_EXTRA); /* their rows had better be wide */
  int heavy = (fields & HAS_E) || bytes > 4 || (bytes == 4 && !light && !positions); /* 16 of them will do */
  int wide = (fields & HAS_E) && (fields & HAS_S) && bytes == 8; /* 128 registers a thread are too few */
  t.lines = (int)smaller(power_of_two(inner->extent), wide ? WIDE_LINES / 4 : heavy ? WIDE_LINES / 2 : WIDE_LINES);
  t.tl = (int)smaller(segments, larger(32, SCAN_THREADS / t.lines));
  while (t.lines * t.tl < SCAN_THREADS && t.lines < power_of_two(inner->extent)) t.lines *= 2;
  while (t.lines * t.tl < 32) t.lines *= 2;
  return t;
}

static int state_fields(const struct planner *s, const struct scan_job *job) {
  int fields = (job->back ? job->entry->bfields : job->entry->fields) & 15;
  if (job->indexed) fields |= HAS_T | (s->p->compute == REM_F32 && job->n > INT32_MAX ? HAS_E : 0);
  return fields;
}

int64_t scan_state_bytes(const struct planner *s, const struct scan_job *job) {
  int64_t count = 0;
  for (int f = 0, fields = state_fields(s, job); f < 4; f++) count += fields >> f & 1;
  return count * dtype_bytes(s->p->compute);
}

int scan_kept(int n) { return n <= 1 ? 1 : n <= 2 ? 2 : n <= 4 ? 4 : 7; }

/* ---- words ---- */

void scan_monoid(struct planner *s, const struct scan_job *job) {
  step_say(s, "BACK", job->back);
  step_say(s, "INPUTS", job->entry->inputs);
  step_say(s, "INDEXED", job->indexed);
  step_say(s, "FAR_INDEX", s->p->compute == REM_F32 && job->n > INT32_MAX);
  step_say(s, "LAST", job->last);
  step_say(s, "INIT", job->init);
}

/* What is written; phase 1 writes totals alone. */
static void describe_results(struct planner *s, const struct scan_job *job) {
  if (job->back) {
    step_say(s, "OUT_DX", there(job, BACK_DX));
    step_say(s, "OUT_DA", there(job, BACK_DA));
    step_say(s, "OUT_DINIT", there(job, BACK_DINIT) && job->entry->extra == EXTRA_INIT);
    step_say(s, "FIRST_G", job->first_g);
    return;
  }
  step_say(s, "OUT_Y", there(job, FWD_Y));
  step_say(s, "OUT_INDEX", job->indexed);
  step_say(s, "OUT_BEFORE", job->out_before);
  step_say(s, "OUT_FRONTS", job->fronts);
  step_say(s, "OUT_MARKS", job->marks);
  step_say(s, "SHIFT", job->shift);
}

static void describe_names(struct planner *s, const struct scan_job *job) {
  if (!job->back) return;
  step_say(s, "USES_X", job->uses.x);
  step_say(s, "USES_XN", job->uses.xn);
  step_say(s, "USES_Y", job->uses.y);
  step_say(s, "USES_YB", job->uses.yb);
  step_say(s, "USES_START", job->uses.start);
  step_say(s, "USES_BEFORE", job->uses.before);
  step_say(s, "YB_HERE", job->yb_here);
  step_say(s, "FRONTS", job->fronts);
  step_say(s, "MARKS", job->marks);
}

/* ---- one launch ---- */

/* The arguments that every schedule of a scan has, and its operands. */
struct scan_args *scan_begin(struct planner *s, const struct scan_job *job, const char *schedule) {
  int kept = scan_kept(job->lines.n);
  step_begin(s, schedule, job->entry->name);
  struct scan_args *args = step_args(s, sizeof *args);
  args->n = job->n, args->lines = space_count(&job->lines);
  args->front = real_bits(s->p, job->front);
  for (int o = 0; o < SCAN_OPERANDS; o++) {
    args->start[o] = job->start[o], args->stride[o] = job->stride[o];
    if (there(job, o)) step_pointer(s, o, job->place[o], job->dtype[o], job->accumulate[o]);
  }
  for (int k = 0; k < kept; k++) {
    int i = k - (kept - job->lines.n);
    args->axis[k].extent = i < 0 ? 1 : job->lines.axis[i].extent;
    for (int o = 0; o < SCAN_OPERANDS; o++) args->axis[k].stride[o] = i < 0 ? 0 : job->lines.axis[i].stride[o];
  }
  step_say(s, "KEPT", kept);
  step_offsets(s, args->lines);
  scan_monoid(s, job);
  return args;
}

static void scan_step(struct planner *s, const struct scan_job *job, struct shape t, int phase, struct place units) {
  int64_t lines = space_count(&job->lines), groups = phase ? ceil_div(job->n, GROUP_STEPS) : 1;
  struct scan_args *args = scan_begin(s, job, t.across > 1 ? "strip" : "scan");
  args->units = groups, args->before = job->before, args->apart = job->apart;
  args->first = job->first, args->direction = job->direction;
  for (int o = 0; o < SCAN_OPERANDS; o++)
    step_say_at(s, "RUNS", o, there(job, o) && magnitude(job->stride[o]) == 1 ? job->stride[o] : 0);
  if (phase) step_pointer(s, SCAN_UNITS, units, 0, 0);
  step_say(s, "PHASE", phase);
  step_say(s, "COLUMNS", t.columns);
  step_say(s, "LINES", t.lines);
  step_say(s, "TL", t.tl);
  if (t.across > 1) step_say(s, "ACROSS", t.across);
  else step_say(s, "MODERATE", !(job->back && job->entry->inputs > 1 && s->p->compute == REM_F64)); /* 255 registers are too few */
  step_say(s, "WIDTH", t.across > 1 ? t.across : SEGMENT);
  describe_results(s, job);
  describe_names(s, job);
  step_end(s, ceil_div(lines, (int64_t)t.lines * t.across) * groups, t.lines * t.tl);
}

/* ---- what lies in front of groups ---- */

/* Formulas that only the scan itself uses are left out. */
static struct chain_args *chain_begin(struct planner *s, const struct scan_job *job, int fold, int64_t units, int64_t lines) {
  step_begin(s, "chain", job->entry->name);
  struct chain_args *args = step_args(s, sizeof *args);
  args->units = units, args->lines = lines;
  step_say(s, "FOLD", fold);
  step_say(s, "FRONTS", 0);
  step_offsets(s, lines);
  scan_monoid(s, job);
  return args;
}

static void chain_end(struct planner *s, int64_t units, int64_t lines) {
  step_end(s, ceil_div(units * lines, SCAN_THREADS), SCAN_THREADS);
}

/* Totals of groups at level 0; those of 32 at level 1, and so on, until levels hold five bits each of the number of every group. Then
 * the fronts. */
static struct place chain_steps(struct planner *s, const struct scan_job *job, int64_t units, struct place totals) {
  int64_t lines = space_count(&job->lines), bytes = scan_state_bytes(s, job), count[CHAIN_LEVELS] = {units};
  struct place level[CHAIN_LEVELS] = {totals}, fronts = in_workspace(take_workspace(s, units * lines * bytes));
  int levels = 1;
  for (; levels < CHAIN_LEVELS && (units - 1) >> 5 * levels; levels++) {
    count[levels] = count[levels - 1] / 32;
    level[levels] = in_workspace(take_workspace(s, count[levels] * lines * bytes));
    struct chain_args *args = chain_begin(s, job, 1, count[levels], lines);
    args->below = count[levels - 1];
    step_pointer(s, 0, level[levels - 1], 0, 0);
    step_pointer(s, 1, level[levels], 0, 0);
    chain_end(s, count[levels], lines);
  }
  struct chain_args *args = chain_begin(s, job, 0, units, lines);
  int kept = scan_kept(job->lines.n);
  args->levels = levels;
  args->start = job->start[SCAN_EXTRA];
  for (int l = 0; l < levels; l++) args->count[l] = count[l], step_pointer(s, l, level[l], 0, 0);
  for (int k = 0; k < kept; k++) {
    int i = k - (kept - job->lines.n);
    args->axis[k].extent = i < 0 ? 1 : job->lines.axis[i].extent;
    args->axis[k].stride[0] = i < 0 ? 0 : job->lines.axis[i].stride[SCAN_EXTRA];
  }
  step_say(s, "KEPT", kept);
  if (job->init && !job->back) step_pointer(s, 6, job->place[SCAN_EXTRA], job->dtype[SCAN_EXTRA], 0);
  step_pointer(s, 7, fronts, 0, 0);
  chain_end(s, units, lines);
  return fronts;
}

void scan_steps(struct planner *s, struct scan_job *job) {
  space_sort(&job->lines, SCAN_OPERANDS);
  int64_t units = ceil_div(job->n, GROUP_STEPS);
  if (units > 1 && scan_in_turns(s, job)) return;
  struct shape t = shape_of(s, job);
  if (units <= 1) {
    scan_step(s, job, t, 0, (struct place){0});
    return;
  }
  struct place totals = in_workspace(take_workspace(s, units * space_count(&job->lines) * scan_state_bytes(s, job)));
  scan_step(s, job, t, 1, totals);
  scan_step(s, job, t, 2, chain_steps(s, job, units, totals));
}
