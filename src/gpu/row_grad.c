/* row_grad.c: gradients of reductions: a map over rows whose values are known, or the reduction and the map in one launch. */
#include "row.h"
#include "template/row_args.h"
#include "template/rowmap_args.h"

enum { GRAD_THREADS = 256, GRAD_BYTES = 16, GRAD_LOOPS = 16, LEAST_BLOCKS = 16, FEW_LINES = 4096, FEW_THREADS = 64, ROW_THREADS = 32 };
enum { CHUNK = 4096, LANES = 128, MOST_CHUNKS = 8 };
enum { HELD_THREADS = 512, MOST_THREADS = 1024, SECTOR_BYTES = 32, WARP = 32, MARKED_LEAST = 256, MARKED_TURNS = 8 };
enum { TIES_THREADS = 512, TIES_LINES = 8, TIES_BYTES = 32768, WORD_BITS = 32 };
enum { MAP_X, MAP_DX, MAP_DY, MAP_Y, MAP_EXTRA, MAP_FIRST, MAP_POINT, ROWMAP_COLUMNS };

/* ---- marks in place of x ---- */

/* Where element (0,...,0)'s neighbours are marked: as they lie in x, packed. */
static int64_t packed_stride(const struct problem *p, const rem_view *x, int axis) {
  int64_t stride = 1;
  for (int i = 0; i < p->rank; i++) {
    int64_t here = magnitude(x->stride[i]), there = magnitude(x->stride[axis]);
    if (here < there || (here == there && i > axis)) stride *= p->shape[i];
  }
  return stride;
}

/* The axis along which x and dx are adjacent, and x lies closer than along any other; -1: there is none. */
static int closest_axis(const struct problem *p, const rem_view *x, const rem_view *dx) {
  int closest = -1;
  for (int i = 0; i < p->rank; i++) {
    if (p->shape[i] == 1 || magnitude(x->stride[i]) > 1) continue;
    if (closest >= 0 || x->stride[i] != 1 || dx->stride[i] != 1) return -1;
    closest = i;
  }
  return closest;
}

/* Lines that lie side by side and are too long to be held: a whole number of bytes across them. */
struct marks row_marks(struct planner *s, const struct row_job *job, const struct rowmap *m) {
  const struct problem *p = s->p;
  struct marks marks = {.width = 0};
  if (!job->ties || job->uses_first || job->n < MARKED_LEAST) return marks;
  const rem_view *x = operand_view(p, m->x);
  int closest = closest_axis(p, x, operand_view(p, m->dx));
  if (closest < 0 || (p->axes >> closest & 1)) return marks;
  int64_t width = GRAD_BYTES / larger(dtype_bytes(m->x.dtype), dtype_bytes(m->dx.dtype)), elements = 1;
  while (p->shape[closest] % width) width /= 2;
  if (width == 1) return marks;
  for (int i = 0; i < p->rank; i++) {
    marks.stride[i] = p->shape[i] == 1 ? 0 : packed_stride(p, x, i);
    elements *= p->shape[i]; /* as many as dx has: that fits */
  }
  marks.width = (int)width;
  marks.at = in_workspace(take_workspace(s, elements / width));
  return marks;
}

/* ---- rows whose values are known ---- */

static void rowmap_space(const struct problem *p, const struct rowmap *m, struct line_space *l) {
  int64_t stride[REM_MAX_RANK][MAX_OPERANDS] = {{0}};
  const rem_view *x = operand_view(p, m->x), *dx = operand_view(p, m->dx);
  for (int i = 0; i < p->rank; i++) {
    stride[i][MAP_X] = m->marks.width ? m->marks.stride[i] : x ? x->stride[i] : 0;
    stride[i][MAP_DX] = dx->stride[i];
    stride[i][MAP_DY] = row_stride(p, operand_view(p, m->dy), i);
    stride[i][MAP_Y] = row_stride(p, operand_view(p, m->y), i);
    stride[i][MAP_EXTRA] = row_stride(p, operand_view(p, m->extra), i);
    stride[i][MAP_FIRST] = x && !(p->axes >> i & 1) ? x->stride[i] : 0;
  }
  whole_space(p, ROWMAP_COLUMNS, stride, MAP_POINT, l);
}

static int64_t widest_of(const struct rowmap *m) {
  int64_t dx = dtype_bytes(m->dx.dtype), x = m->needs.uses_x ? dtype_bytes(m->x.dtype) : 0;
  return x > dx ? x : dx;
}

/* Whether x and dx are adjacent along an axis. */
static int adjacent(const struct axis *a, const struct rowmap *m) {
  return a->stride[MAP_DX] == 1 && (!m->needs.uses_x || a->stride[MAP_X] == 1);
}

/* A thread makes 16 bytes of the widest operand: along a line, or across lines, of which a whole number of such groups lies side
 * by side. */
static int width_along(const struct line_space *l, const struct rowmap *m) {
  int64_t width = GRAD_BYTES / widest_of(m);
  if (l->run.n != 1 || !adjacent(&l->run.axis[0], m)) return 1;
  while (width > 1 && width > l->n) width /= 2;
  return (int)width;
}
static int width_across(const struct line_space *l, const struct rowmap *m) {
  const struct axis *inner = &l->kept.axis[l->kept.n - 1];
  int64_t width = GRAD_BYTES / widest_of(m);
  if (!adjacent(inner, m)) return 1;
  while (width > 1 && (inner->extent % width || inner->extent < width * ROW_THREADS)) width /= 2;
  return (int)width;
}

static void rowmap_axes(struct rowmap_args *args, const struct space *from, int at, int axes) {
  for (int k = 0; k < axes; k++) {
    int i = k - (axes - from->n);
    args->axis[at + k].extent = i < 0 ? 1 : from->axis[i].extent;
    for (int o = 0; o < ROWMAP_COLUMNS; o++) args->axis[at + k].stride[o] = i < 0 ? 0 : from->axis[i].stride[o];
  }
}

static void rowmap_operands(struct planner *s, const struct row_job *job, const struct rowmap *m) {
  const struct row_needs *needs = &m->needs;
  int states = m->states.from != FROM_NOWHERE && !needs->picks, first = states && job->uses_first;
  int uses_x = needs->uses_x && !m->marks.width;
  step_say(s, "USES_X", uses_x);
  step_say(s, "USES_FIRST", first);
  step_say(s, "STATES", states);
  step_say(s, "TAKES_Y", needs->takes_y && !needs->picks);
  step_say(s, "TAKES_MEAN", needs->takes_mean);
  step_say(s, "PICK", !needs->picks ? 0 : needs->found ? 1 : 2);
  step_say(s, "COUNTS", needs->shares);
  step_say(s, "TIES", job->ties);
  if (m->marks.width) step_say(s, "MARKS", 1), step_pointer(s, 0, m->marks.at, 0, 0);
  else if (uses_x || first) step_pointer(s, 0, at_slot(m->x.slot), m->x.dtype, 0);
  step_pointer(s, 1, at_slot(m->dx.slot), m->dx.dtype, m->dx.accumulate);
  step_pointer(s, 2, at_slot(m->dy.slot), m->dy.dtype, 0);
  if (needs->takes_y && !needs->picks) step_pointer(s, 3, at_slot(m->y.slot), m->y.dtype, 0);
  if (needs->takes_mean || (needs->picks && needs->found)) step_pointer(s, 4, at_slot(m->extra.slot), m->extra.dtype, 0);
  if (states) step_pointer(s, 5, m->states, 0, 0);
  if (needs->picks && !needs->found) step_pointer(s, 6, m->positions, 0, 0);
}

/* How many times 16 bytes a thread has in flight: as measured, between registers and waiting for memory. Small elements have most
 * formulas to a load. */
static int turns_of(int width, int columns) {
  if (width == GRAD_BYTES / 2) return columns ? 2 : 1;
  return width == 2 ? (columns ? 2 : 4) : 8;
}

/* Threads across lines, and those of small elements, make few of each line at a time: they do so more often, while there
 * are blocks enough. */
static int64_t loops_for(const struct planner *s, int64_t groups, int64_t units) {
  int64_t loops = 1;
  int64_t least = LEAST_BLOCKS * (int64_t)s->gpu->facts.units;
  while (loops < GRAD_LOOPS && 2 * loops <= units && groups * units / (2 * loops) >= least) loops *= 2;
  return loops;
}

void row_map(struct planner *s, const struct row_job *job, const struct rowmap *m) {
  struct line_space l;
  rowmap_space(s->p, m, &l);
  int columns = columns_first(&l, MAP_DX), width = columns ? width_across(&l, m) : width_along(&l, m), lines, lt;
  if (m->marks.width) width = m->marks.width;
  int kept = (int)smaller(kept_class(l.kept.n), 8), run = run_class(l.run.n), across = columns ? width : 1, along = width / across;
  if (kept + run > 9) kept = l.kept.n > 1 ? l.kept.n : 1;
  int small = width == GRAD_BYTES / 2;
  if (columns) {
    lines = (int)smaller(power_of_two(l.kept.axis[l.kept.n - 1].extent / across), GRAD_THREADS);
    lt = GRAD_THREADS / lines;
  } else {
    lt = (int)smaller(power_of_two(ceil_div(l.n, width)), small && l.lines >= FEW_LINES ? FEW_THREADS : GRAD_THREADS);
    lines = GRAD_THREADS / lt;
  }
  int turns = m->marks.width ? MARKED_TURNS : turns_of(width, columns);
  while (turns > 1 && l.n < (int64_t)lt * along * turns) turns /= 2;
  step_begin(s, "rowmap", job->entry);
  struct rowmap_args *args = step_args(s, sizeof *args);
  args->n = l.n, args->lines = l.lines, args->points = l.lines;
  args->units = ceil_div(l.n, (int64_t)lt * along * turns);
  args->loops = columns || small ? loops_for(s, ceil_div(l.lines, (int64_t)lines * across), args->units) : 1;
  args->units = ceil_div(args->units, args->loops);
  args->all = real_bits(s->p, (double)job->n), args->dof = real_bits(s->p, job->dof);
  rowmap_axes(args, &l.kept, 0, kept);
  rowmap_axes(args, &l.run, kept, run);
  for (int k = 0; m->marks.width && k < run; k++) args->axis[kept + k].stride[MAP_X] /= m->marks.width;
  step_say(s, "COLUMNS", columns);
  step_say(s, "LINES", lines);
  step_say(s, "LT", lt);
  step_say(s, "WIDTH", width);
  step_say(s, "TURNS", turns);
  step_say(s, "KEPT", kept);
  step_say(s, "RUN", run);
  step_offsets(s, l.lines > l.n ? l.lines : l.n);
  rowmap_operands(s, job, m);
  step_end(s, ceil_div(l.lines, (int64_t)lines * across) * args->units, GRAD_THREADS);
}

/* ---- shares, counted and given at once ---- */

/* Words of bits that a thread needs for its part of a line. */
static int64_t ties_words(const struct line_space *l, const struct teams *t, int width) {
  return ceil_div(ceil_div(l->n, (int64_t)t->lt * t->ct * (t->columns ? 1 : width)), WORD_BITS / width);
}
/* Adjacent lines: as many side by side as their bits leave room for, two sectors of the cache at least; two blocks that start together have
 * half of each where one has no room for all of TIES_LINES. Along a line: two words to a thread, so that what it does but once is not the most of it. */
static struct teams ties_teams(const struct line_space *l, int columns, int width, int cluster) {
  struct teams t = {.columns = columns, .across = columns ? width : 1, .lines = TIES_LINES, .ct = 1};
  if (columns) {
    t.lt = TIES_THREADS / t.lines;
    if (ties_words(l, &t, width) * TIES_THREADS * 4 > TIES_BYTES && cluster >= 2) t.ct = 2;
    while (ties_words(l, &t, width) * TIES_THREADS * 4 > TIES_BYTES && t.lines > TIES_LINES / 2) t.lines /= 2, t.lt *= 2;
    return t;
  }
  t.lt = (int)larger(WARP, smaller(TIES_THREADS, power_of_two(ceil_div(l->n, 2 * WORD_BITS))));
  t.lines = (int)larger(1, GRAD_THREADS / t.lt);
  return t;
}

/* Columns of one chunk are held as they are, and so are lines but of halves, whose elements outnumber the instructions for them. */
int row_ties(struct planner *s, const struct row_job *job, const struct rowmap *m) {
  struct line_space l;
  if (!job->ties) return 0;
  rowmap_space(s->p, m, &l);
  int columns = columns_first(&l, MAP_DX), width = columns ? width_across(&l, m) : width_along(&l, m);
  struct teams t = ties_teams(&l, columns, width, s->gpu->facts.cluster);
  int64_t words = ties_words(&l, &t, width), threads = t.lines * t.lt, blocks = ceil_div(l.lines, t.lines * t.across);
  int64_t bytes = power_of_two(words) * threads * 4;
  if (l.run.n != 1 || width < 4 || l.n < WARP * width || 4 * blocks * t.ct < 3 * (int64_t)s->gpu->facts.units) return 0;
  if (bytes > TIES_BYTES || bytes + threads * t.across * 4 > s->gpu->facts.local_bytes) return 0;
  if (!columns && width < GRAD_BYTES / 2) return 0;
  if (columns && (l.n <= CHUNK || l.kept.axis[l.kept.n - 1].extent % (t.lines * t.across))) return 0;
  int kept = (int)smaller(kept_class(l.kept.n), 8);
  step_begin(s, "ties", job->entry);
  struct rowmap_args *args = step_args(s, sizeof *args);
  args->n = l.n, args->lines = l.lines, args->points = l.lines, args->units = 1, args->loops = words;
  args->all = real_bits(s->p, (double)job->n), args->dof = real_bits(s->p, job->dof);
  rowmap_axes(args, &l.kept, 0, kept);
  rowmap_axes(args, &l.run, kept, 1);
  step_say(s, "COLUMNS", columns);
  step_say(s, "LINES", t.lines);
  step_say(s, "LT", t.lt);
  step_say(s, "WIDTH", width);
  step_say(s, "CLUSTER", t.ct);
  step_say(s, "MOST_WORDS", power_of_two(words));
  step_say(s, "KEPT", kept);
  step_offsets(s, larger(l.lines, l.n));
  rowmap_operands(s, job, m);
  step_end(s, blocks * t.ct, (int)threads);
  return 1;
}

/* ---- the reduction and the gradient at once ---- */

/* A line is held in registers: threads that have one lane each, or two of halves; four where the line is short. */
static struct teams hold_teams(const struct line_space *l, int64_t bytes) {
  struct teams t = {.across = 1};
  int64_t lanes = smaller(l->n, LANES);
  t.lp = lanes < LANES ? 4 : bytes == 2 ? 2 : 1;
  t.vector = t.lp > 1;
  t.lt = (int)power_of_two(ceil_div(lanes, t.lp));
  t.ct = (int)power_of_two(ceil_div(l->n, CHUNK));
  t.batch = (int)power_of_two(ceil_div(smaller(l->n, CHUNK), LANES));
  t.lines = t.lt * t.ct < GRAD_THREADS ? GRAD_THREADS / (t.lt * t.ct) : 1;
  return t;
}

/* Adjacent lines of one chunk, each held by the threads across which they lie: no more elements to a thread than registers allow, and
 * whole sectors of the cache to a row. 0: they do not fit. */
static int hold_across(const struct line_space *l, int64_t bytes, struct teams *t) {
  const struct axis *inner = &l->kept.axis[l->kept.n - 1];
  int64_t lanes = power_of_two(smaller(l->n, LANES)), steps = power_of_two(ceil_div(l->n, LANES)), held = bytes == 8 ? 16 : 32;
  if (l->n > CHUNK || inner->stride[ROW_SOURCE] != 1 || inner->stride[FUSED_DX] != 1) return 0;
  *t = (struct teams){.columns = 1, .across = 1, .ct = 1, .lp = 1, .batch = (int)steps};
  while (2 * t->lp * steps <= held && 2 * t->lp <= lanes) t->lp *= 2;
  t->lt = (int)(lanes / t->lp);
  int64_t most = power_of_two(inner->extent);
  int64_t threads = l->n <= LANES ? GRAD_THREADS : HELD_THREADS;
  t->lines = (int)smaller(most, larger(threads / t->lt, ceil_div(SECTOR_BYTES, bytes)));
  return steps * t->lp <= held && t->lines * t->lt <= MOST_THREADS && t->lines * t->lt >= WARP && t->lines * bytes >= SECTOR_BYTES;
}

int row_grad_at_once(struct planner *s, const struct row_job *job, const struct rowmap *m) {
  const struct problem *p = s->p;
  const rem_view *x = operand_view(p, m->x), *dx = operand_view(p, m->dx);
  struct line_space l;
  int64_t stride[REM_MAX_RANK][MAX_OPERANDS] = {{0}};
  int run[REM_MAX_RANK];
  if (row_runs(p->rank, p->shape, p->axes, 0, run) > 1) return 0;
  for (int i = 0; i < p->rank; i++) {
    stride[i][ROW_SOURCE] = x->stride[i];
    stride[i][FUSED_DX] = dx->stride[i];
    stride[i][FUSED_DY] = row_stride(p, operand_view(p, m->dy), i);
    stride[i][FUSED_Y] = row_stride(p, operand_view(p, m->y), i);
    stride[i][FUSED_MEAN] = row_stride(p, operand_view(p, m->extra), i);
  }
  whole_space(p, ROW_COLUMNS, stride, 5, &l);
  const struct axis *line = l.run.n == 1 ? &l.run.axis[0] : NULL;
  int along_it = line && line->stride[ROW_SOURCE] == 1 && line->stride[FUSED_DX] == 1, bytes = (int)dtype_bytes(m->x.dtype);
  if (!line || l.n > MOST_CHUNKS * CHUNK || (l.n > LANES && l.lines * l.n < CHUNK * (int64_t)s->gpu->facts.units)) return 0;
  if (along_it && l.n > LANES && l.lines < s->gpu->facts.units) return 0;
  /* Products are long formulas: 32 copies of them do not fit the registers. Twice as many exponentials as f32 has are too many. */
  int exponentials = !job->divides && (job->fields & (HAS_M | HAS_S)) == (HAS_M | HAS_S);
  int holds = !(job->fields & HAS_E) && !(bytes == 2 && exponentials);
  struct teams t;
  if (along_it) {
    t = holds ? hold_teams(&l, bytes) : along(&l, 1, bytes);
  } else {
    /* Columns whose joins divide by counts had better share the quotient among many lanes. */
    if ((job->fields & HAS_E) || ((!holds || job->divides) && l.n > LANES) || !columns_first(&l, ROW_SOURCE) || !hold_across(&l, bytes, &t))
      return 0;
    if (l.lines < t.lines * (int64_t)s->gpu->facts.units) return 0;
    holds = 1;
  }
  row_fused_step(s, job, &l, &t, m, holds);
  return 1;
}
