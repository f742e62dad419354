/* row_reduce.c: the launches of a reduction: run by run, and where lines are long, unit by unit. */
#include <stdio.h>
#include <string.h>

#include "row.h"
#include "template/row_args.h"

enum { CHUNK = 4096, LANES = 128, BLOCK_THREADS = 256, MOST_CHUNKS = 8, COLUMN_LINES = 32, COLUMN_THREADS = 512, LOADS = 16 };
enum { FEW_BYTES = 16, FEW_LOADS = 4, MARKING_LINES = 8, MARKING_LOADS = 4 };

/* ---- geometry ---- */

int64_t power_of_two(int64_t n) {
  int64_t p = 1;
  while (p < n) p *= 2;
  return p;
}

/* Kernels are made for some numbers of axes only; what is not there has one point. Rank 16 needs exact ones. */
int kept_class(int n) { return n <= 1 ? 1 : n <= 2 ? 2 : n <= 4 ? 4 : n <= 8 ? 8 : n; }
int run_class(int n) { return n <= 1 ? 1 : n; }

static const struct axis *innermost(const struct space *s) { return s->n ? &s->axis[s->n - 1] : NULL; }

int columns_first(const struct line_space *l, int column) {
  const struct axis *line = innermost(&l->kept), *run = innermost(&l->run);
  if (!line || !line->stride[column]) return 0;
  return !run || magnitude(line->stride[column]) < magnitude(run->stride[column]);
}

static int64_t run_stride(const struct line_space *l, int column) {
  return l->run.n ? l->run.axis[l->run.n - 1].stride[column] : 1;
}

struct teams along(const struct line_space *l, int vector, int64_t bytes) {
  struct teams t = {.across = 1, .vector = vector, .lp = vector && bytes == 2 ? 8 : 4, .ct = 1};
  int64_t chunks = ceil_div(l->n, CHUNK);
  t.lt = (int)power_of_two(ceil_div(smaller(l->n, LANES), t.lp));
  t.ct = (int)smaller(MOST_CHUNKS, power_of_two(chunks));
  t.lines = (int)larger(1, BLOCK_THREADS / (t.lt * t.ct));
  if (chunks >= MOST_CHUNKS && l->lines == 1) t.lines = 1; /* others would do as it does, and take as long */
  t.batch = l->n > LANES ? LOADS / t.lp : 1;
  return t;
}

/* A few lines that lie side by side, packed: a thread loads one element of each of them at once. 0: there are others. */
static int few_side_by_side(const struct line_space *l, int64_t bytes, struct teams *t) {
  const struct axis *lines = innermost(&l->kept);
  int64_t across = lines->extent, batch = power_of_two(ceil_div(l->n, LANES));
  if (across < 2 || across * bytes > FEW_BYTES || across != power_of_two(across) || lines->stride[ROW_SOURCE] != 1) return 0;
  *t = (struct teams){.across = (int)across, .lp = 1, .lt = (int)power_of_two(smaller(l->n, LANES))};
  t->ct = (int)smaller(BLOCK_THREADS / LANES, power_of_two(ceil_div(l->n, CHUNK)));
  t->lines = (int)larger(1, BLOCK_THREADS / (t->lt * t->ct));
  t->batch = (int)smaller(batch, FEW_LOADS * FEW_BYTES / (across * bytes));
  return 1;
}

/* Adjacent lines: threads run across so many of them; pairs: two at a time, where they lie side by side. Of short lines a thread has
 * up to `most_lanes`, so that as much is in flight, while that leaves 128 of them. */
static struct teams across(const struct line_space *l, int pairs, int64_t most_lines, int64_t most_lanes) {
  const struct axis *lines = innermost(&l->kept);
  struct teams t = {.columns = 1, .across = 1, .ct = 1};
  if (pairs && lines->stride[ROW_SOURCE] == 1 && lines->extent % 2 == 0 && lines->extent >= 2 * COLUMN_LINES) t.across = 2;
  int64_t inner = power_of_two(lines->extent / t.across), lanes = power_of_two(smaller(l->n, LANES));
  t.lines = (int)smaller(inner, most_lines);
  int64_t least = lanes == LANES ? LANES : larger(smaller(lanes, LANES / inner), lanes / most_lanes);
  t.lt = (int)smaller(smaller(COLUMN_THREADS / t.lines, LANES), larger(1, least));
  t.lines = (int)larger(t.lines, smaller(inner, BLOCK_THREADS / t.lt));
  t.lp = (int)(lanes / t.lt);
  t.batch = l->n > LANES ? (int)larger(1, LOADS / t.lp) : 1;
  return t;
}

/* Adjacent lines of which a thread marks `width`, if there are as many: bytes of a row that many threads write together cost less,
 * and so do more blocks, of which halves have fewer. */
static struct teams marking(const struct line_space *l, int width, int64_t bytes) {
  struct teams t = {.columns = 1, .across = width, .ct = 1};
  int64_t most = bytes == 2 ? MARKING_LINES : 2 * MARKING_LINES;
  t.lines = (int)smaller(power_of_two(innermost(&l->kept)->extent / width), most);
  t.lt = (int)smaller(COLUMN_THREADS / t.lines, LANES);
  t.lp = LANES / t.lt;
  t.batch = (int)larger(1, MARKING_LOADS / t.lp);
  return t;
}

/* Lines of halves take no longer than a few launches do: two chunks are joined in the same one, if that leaves blocks
 * enough. */
static void join_chunks(const struct planner *s, const struct line_space *l, struct teams *t) {
  int lines = t->across > 1 ? t->lines / 2 : t->lines;
  if (ceil_div(l->n, CHUNK) != 2 || 2 * l->lines < 3 * lines * t->across * (int64_t)s->gpu->facts.units) return;
  t->ct = 2;
  t->lines = lines;
}

/* ---- one launch ---- */

struct launch {
  const struct row_job *job;
  struct line_space lines;
  enum row_source source;
  int64_t each;                   /* elements in an item                 */
  int64_t total;                  /* of a line, where items are units    */
  int64_t from_count;             /* states where they are read          */
  struct place from, to;          /* states                              */
  int64_t to_count;
  int last;                       /* y and mean are written, if wanted   */
  int y_column;                   /* ROW_Y, or ROW_POINT where inputs of a map take that column */
  const struct row_search *seek;  /* positions instead of states         */
};

static void describe_teams(struct planner *s, const struct teams *t) {
  step_say(s, "COLUMNS", t->columns);
  step_say(s, "LINES", t->lines);
  step_say(s, "LT", t->lt);
  step_say(s, "LP", t->lp);
  step_say(s, "CT", t->ct);
  step_say(s, "BATCH", t->batch);
  step_say(s, "VECTOR", t->vector);
  step_say(s, "ACROSS", t->across);
  if (t->vector || t->across > 1) step_say(s, "WIDTH", t->vector ? t->lp : t->across);
}

static void fill_axes(struct row_args *args, const struct space *from, int at, int axes) {
  for (int k = 0; k < axes; k++) {
    int i = k - (axes - from->n);
    args->axis[at + k].extent = i < 0 ? 1 : from->axis[i].extent;
    for (int o = 0; o < ROW_COLUMNS; o++) args->axis[at + k].stride[o] = i < 0 ? 0 : from->axis[i].stride[o];
  }
}

static void describe_source(struct planner *s, const struct launch *l, const struct teams *t, struct row_args *args) {
  const struct row_job *job = l->job;
  step_say(s, "SOURCE", l->source);
  step_say(s, "USES_FIRST", job->uses_first && (l->source == SOURCE_X || l->last));
  if (l->source == SOURCE_X || (job->uses_first && l->last)) step_pointer(s, 0, job->x, job->x_dtype, 0);
  if (l->source >= SOURCE_STATES) step_pointer(s, 7, l->from, 0, 0);
  step_say(s, "TIES", job->ties);
  if (job->ties && l->source == SOURCE_X) step_pointer(s, 3, at_slot(job->tied.slot), job->tied.dtype, 0);
  args->from = l->from_count;
  if (l->source != SOURCE_MAP) return;
  for (int i = 0; i < 5; i++) { /* the fifth lies where g would */
    int o = MAP_IN + i, column = i < 4 ? i : 3, there = job->map->place[o].from != FROM_NOWHERE;
    if (there) step_pointer(s, column, job->map->place[o], job->map->dtype[o], 0);
    step_say_at(s, "USED", i, there);
    step_say_at(s, "NEXT", i, there && t->vector && run_stride(&l->lines, column) == 1);
    step_say_at(s, "STILL", i, there && l->lines.run.n <= 1 && run_stride(&l->lines, column) == 0);
  }
  if (job->beside >= 0) {
    int o = job->beside;
    step_pointer(s, ROW_BESIDE, job->map->place[o], job->map->dtype[o], job->map->accumulate[o]);
    step_say(s, "ALSO_I", o - MAP_OUT);
    step_say(s, "NEXT_ALSO", t->vector && run_stride(&l->lines, ROW_BESIDE) == 1);
  }
  step_say(s, "OUT_I", job->map_out);
  step_say(s, "STANDIN", job->map->standin);
  step_numbers(s, job->map, args->number);
  map_words(s, job->map_body);
}

/* Along a line the strides of marks are multiples of the elements of a byte. */
static void describe_marks(struct planner *s, const struct launch *l, int kept, int run, struct row_args *args) {
  const struct marks *marks = &l->job->marks;
  if (l->source != SOURCE_X || !marks->width) return;
  step_say(s, "MARKS", 1);
  step_pointer(s, 1, marks->at, 0, 0);
  for (int k = 0; k < run; k++) args->axis[kept + k].stride[ROW_FIRST] /= marks->width;
}

/* The words of an end that is not wanted are 0. */
static void describe_end(struct planner *s, const struct launch *l, int unit) {
  const struct row_job *job = l->job;
  if (l->seek) {
    int index = !unit && l->seek->index.slot >= 0;
    if (index) step_pointer(s, 5, at_slot(l->seek->index.slot), l->seek->index.dtype, 0);
    step_say(s, "END_Y", index);
    step_say(s, "END_MEAN", 0);
    step_say(s, "END_POINT", !unit && !index);
    step_say(s, "END_UNIT", unit);
    return;
  }
  int y = l->last && !unit && job->y.from != FROM_NOWHERE, mean = y && job->mean.from != FROM_NOWHERE;
  int point = !unit && l->to.from != FROM_NOWHERE;
  if (y) step_pointer(s, 4, job->y, job->y_dtype, job->y_add);
  if (mean) step_pointer(s, 5, job->mean, job->mean_dtype, job->mean_add);
  step_say(s, "END_Y", y);
  step_say(s, "END_MEAN", mean);
  step_say(s, "END_POINT", point);
  step_say(s, "END_UNIT", unit);
  step_say(s, "COL_Y", l->y_column);
}

/* The gradient at the end is row_grad.c's. */
static void describe_seek(struct planner *s, const struct launch *l) {
  const struct row_job *job = l->job;
  step_say(s, "SEEK", l->seek != NULL);
  step_say(s, "LAST", l->seek ? l->seek->last : job->indexed && job->last);
  step_say(s, "TAKES_Y", l->seek && l->seek->y.slot >= 0);
  step_say(s, "TAKES_MEAN", 0);
  step_say(s, "END_GRAD", 0);
  step_say(s, "HOLD", 0);
  if (!l->seek || l->source != SOURCE_X) return;
  if (l->seek->y.slot >= 0) step_pointer(s, 3, at_slot(l->seek->y.slot), l->seek->y.dtype, 0);
  else step_pointer(s, 7, l->seek->states, 0, 0);
}

/* Launches one pass over the items of lines; returns the units of a line that are left. */
static int64_t reduce_once(struct planner *s, const struct launch *l, const struct teams *t, int64_t span, struct place units_to) {
  const struct row_job *job = l->job;
  int kept = kept_class(l->lines.kept.n), run = run_class(l->lines.run.n);
  int64_t chunks = ceil_div(l->lines.n, span), units = ceil_div(chunks, t->ct), lines = l->lines.lines;
  char entries[64];
  snprintf(entries, sizeof entries, "%s %s", job->entry, l->source == SOURCE_MAP ? s->p->entry->name : "");
  step_begin(s, "row", entries);
  struct row_args *args = step_args(s, sizeof *args);
  args->n = l->lines.n, args->lines = lines, args->chunks = chunks, args->units = units;
  args->each = l->each, args->total = l->total;
  args->points = units > 1 ? units * lines : l->to_count;
  args->all = real_bits(s->p, (double)job->n), args->dof = real_bits(s->p, job->dof);
  fill_axes(args, &l->lines.kept, 0, kept);
  fill_axes(args, &l->lines.run, kept, run);
  step_say(s, "KEPT", kept);
  step_say(s, "RUN", run);
  step_say(s, "COUNTS", job->counts);
  step_say(s, "INDEXED", job->indexed && !l->seek);
  step_say(s, "DIVIDES", job->divides);
  step_offsets(s, lines > l->lines.n ? lines : l->lines.n);
  describe_teams(s, t);
  describe_source(s, l, t, args);
  describe_marks(s, l, kept, run, args);
  describe_end(s, l, units > 1);
  describe_seek(s, l);
  if (units > 1) step_pointer(s, 6, units_to, 0, 0);
  else if (l->to.from != FROM_NOWHERE) step_pointer(s, 6, l->to, 0, 0);
  step_end(s, ceil_div(lines, t->lines * t->across) * units, t->lines * t->lt * t->ct);
  return units;
}

int64_t state_bytes(const struct problem *p, const struct row_job *job) {
  int64_t count = 0;
  for (int f = 0; f < 4; f++) count += job->fields >> f & 1;
  return (count ? count : 1) * dtype_bytes(p->compute);
}
static int64_t unit_bytes(const struct planner *s, const struct launch *l) { return l->seek ? 8 : state_bytes(s->p, l->job); }

/* Joins units until one is left: they lie as [unit][line]. */
static void join_units(struct planner *s, const struct launch *first, int64_t units, int64_t each, struct place from) {
  struct launch l = *first;
  int64_t count = l.lines.lines;
  l.source = SOURCE_UNITS;
  l.total = first->lines.n * first->each;
  l.lines.run = (struct space){0};
  while (units > 1 && !s->status) {
    struct teams t = {.columns = 1, .across = 1, .ct = 1, .batch = 1};
    t.lines = (int)smaller(power_of_two(count), COLUMN_LINES);
    t.lt = (int)smaller(power_of_two(units), BLOCK_THREADS / t.lines);
    t.lp = (int)smaller(8, power_of_two(ceil_div(units, t.lt)));
    int64_t span = (int64_t)t.lt * t.lp, left = ceil_div(units, span);
    struct place to = left > 1 ? in_workspace(take_workspace(s, left * count * unit_bytes(s, &l))) : (struct place){0};
    l.from = from;
    l.from_count = units * count;
    l.lines.n = units;
    l.each = each;
    reduce_once(s, &l, &t, span, to);
    from = to;
    each *= span;
    units = left;
  }
}

/* Bytes of the widest input of a map whose elements are adjacent along lines; 0: there is none. */
static int64_t adjacent_bytes(const struct launch *l) {
  const struct map_space *m = l->job->map;
  int64_t bytes = 0;
  for (int i = 0; l->lines.run.n <= 1 && i < 5; i++)
    if (m->place[MAP_IN + i].from != FROM_NOWHERE && run_stride(&l->lines, i < 4 ? i : 3) == 1)
      bytes = larger(bytes, dtype_bytes(m->dtype[MAP_IN + i]));
  return bytes;
}

static void reduce_level(struct planner *s, struct launch *l) {
  int lead = ROW_SOURCE;
  for (int i = 3; l->source == SOURCE_MAP && i >= 0; i--) /* the input that decides how memory is walked */
    if (l->job->map->place[MAP_IN + i].from != FROM_NOWHERE && (run_stride(&l->lines, i) || i == 3)) lead = i;
  int columns = columns_first(&l->lines, lead);
  int plain = l->source == SOURCE_X, vector = plain && l->lines.run.n <= 1 && run_stride(&l->lines, ROW_SOURCE) == 1;
  const struct row_job *job = l->job;
  int64_t bytes = l->source == SOURCE_MAP ? adjacent_bytes(l) : dtype_bytes(job->x_dtype);
  vector = l->source == SOURCE_MAP ? bytes > 0 : vector;
  int light = !(job->fields & (job->fields - 1)) && !job->indexed; /* longer formulas want the registers */
  int wide = (job->fields & HAS_E) && bytes == 8; /* they do not fit if a thread has eight lanes */
  /* What is written on the way takes blocks that wait for different things: two to a multiprocessor at least. */
  int beside = l->source == SOURCE_MAP && job->beside >= 0 && dtype_bytes(job->map->dtype[MAP_IN + lead]) >= 4 &&
               l->lines.lines < 2 * COLUMN_LINES * (int64_t)s->gpu->facts.units;
  int pairs = plain && light && bytes == 2 && !l->seek, most_lines = wide || beside ? COLUMN_LINES / 2 : COLUMN_LINES;
  struct teams t;
  int marks = plain ? job->marks.width : 0;
  int few = columns && plain && !l->seek && few_side_by_side(&l->lines, bytes, &t) && (!marks || t.across == marks);
  if (!few && marks) t = marking(&l->lines, marks, bytes);
  else if (!few) t = columns ? across(&l->lines, pairs, most_lines, wide ? LOADS / 2 : LOADS) : along(&l->lines, vector, bytes);
  if (!few && !marks && columns && plain && bytes == 2) join_chunks(s, &l->lines, &t);
  int64_t units = ceil_div(ceil_div(l->lines.n, CHUNK), t.ct);
  struct place to = {0};
  if (units > 1) to = in_workspace(take_workspace(s, units * l->lines.lines * unit_bytes(s, l)));
  reduce_once(s, l, &t, CHUNK, to);
  if (units > 1) join_units(s, l, units, (int64_t)t.ct * CHUNK * l->each, to);
}

/* ---- run by run ---- */

/* Level `at` reduces run `at`; the axes of later runs are still lines. point holds, for each axis, its stride among the points
 * of the level before, and is renewed; returns the number of new points. */
static int64_t level_space(const struct row_job *job, const int *run, int at, int last, int64_t *point, struct line_space *l) {
  int64_t next[MAX_AXES] = {0}, count = 1;
  for (int i = job->rank - 1; i >= 0; i--) {
    if (run[i] == -2 || (run[i] >= 0 && run[i] <= at)) continue;
    next[i] = count;
    count *= job->shape[i];
  }
  *l = (struct line_space){.lines = count, .n = 1};
  for (int i = 0; i < job->rank; i++) {
    int64_t stride[MAX_OPERANDS] = {0};
    memcpy(stride, job->stride[i], sizeof job->stride[i]);
    if (at > 0) stride[ROW_SOURCE] = point[i];
    if (at > 0 && job->source == SOURCE_MAP) stride[ROW_Y] = stride[ROW_POINT];
    if (!last || job->source != SOURCE_MAP || at > 0) stride[ROW_POINT] = next[i];
    if (run[i] == at) space_push(&l->run, job->shape[i], stride), l->n *= job->shape[i];
    else if (run[i] == -1 || run[i] > at) space_push(&l->kept, job->shape[i], stride);
  }
  space_pack(&l->run);
  space_sort(&l->kept, ROW_COLUMNS);
  memcpy(point, next, sizeof next);
  return count;
}

void gpu_reduce(struct planner *s, const struct row_job *job) {
  int run[MAX_AXES], runs = row_runs(job->rank, job->shape, job->reduced, job->apart, run), levels = runs ? runs : 1;
  int64_t point[MAX_AXES] = {0}, each = 1;
  struct launch l = {.job = job, .source = job->source};
  for (int at = 0; at < levels; at++) {
    l.last = at == levels - 1;
    l.y_column = l.source == SOURCE_MAP ? ROW_POINT : ROW_Y;
    int64_t points = level_space(job, run, at, l.last, point, &l.lines);
    l.each = each;
    l.to = job->states;
    if (!l.last) l.to = in_workspace(take_workspace(s, points * state_bytes(s->p, job)));
    l.to_count = points;
    reduce_level(s, &l);
    each *= l.lines.n;
    l.source = SOURCE_STATES;
    l.from = l.to;
    l.from_count = points;
  }
}

void gpu_seek(struct planner *s, const struct row_job *job, const struct line_space *lines, const struct row_search *seek) {
  struct launch l = {.job = job, .source = SOURCE_X, .lines = *lines, .each = 1, .seek = seek, .last = 1};
  l.to = seek->positions;
  l.to_count = lines->lines;
  l.from_count = lines->lines;
  reduce_level(s, &l);
}

/* ---- the gradient at the end ---- */

static void describe_fused(struct planner *s, const struct row_job *job, const struct rowmap *m, int holds) {
  const struct row_needs *needs = &m->needs;
  step_say(s, "SOURCE", SOURCE_X);
  step_say(s, "USES_FIRST", job->uses_first);
  step_say(s, "COUNTS", needs->shares);
  step_say(s, "DIVIDES", job->divides);
  step_say(s, "TIES", job->ties);
  step_say(s, "SEEK", 0);
  step_say(s, "END_Y", 0);
  step_say(s, "END_POINT", 0);
  step_say(s, "END_UNIT", 0);
  step_say(s, "END_GRAD", 1);
  step_say(s, "HOLD", holds);
  step_say(s, "TAKES_Y", needs->takes_y);
  step_say(s, "TAKES_MEAN", needs->takes_mean);
  step_pointer(s, 0, at_slot(m->x.slot), m->x.dtype, 0);
  step_pointer(s, 1, at_slot(m->dx.slot), m->dx.dtype, m->dx.accumulate);
  step_pointer(s, 2, at_slot(m->dy.slot), m->dy.dtype, 0);
  if (needs->takes_y) step_pointer(s, 3, at_slot(m->y.slot), m->y.dtype, 0);
  if (needs->takes_mean) step_pointer(s, 5, at_slot(m->extra.slot), m->extra.dtype, 0);
}

void row_fused_step(struct planner *s, const struct row_job *job, const struct line_space *l, const struct teams *t,
                    const struct rowmap *m, int holds) {
  int kept = kept_class(l->kept.n);
  step_begin(s, "row", job->entry);
  struct row_args *args = step_args(s, sizeof *args);
  args->n = l->n, args->lines = l->lines, args->chunks = ceil_div(l->n, CHUNK);
  args->units = args->each = 1;
  args->all = real_bits(s->p, (double)job->n), args->dof = real_bits(s->p, job->dof);
  fill_axes(args, &l->kept, 0, kept);
  fill_axes(args, &l->run, kept, 1);
  step_say(s, "KEPT", kept);
  step_say(s, "RUN", 1);
  step_offsets(s, l->lines);
  describe_teams(s, t);
  describe_fused(s, job, m, holds);
  step_end(s, ceil_div(l->lines, t->lines), t->lines * t->lt * t->ct);
}
