/* row.c: reductions on a GPU: y, and the mean or the winner's position beside it; their gradients. */
#include "row.h"

#include <math.h>
#include <string.h>

/* ---- a reduction of the problem's own ---- */

static void job_formulas(struct row_job *job, const struct problem *p, int counts) {
  const struct entry *e = p->entry;
  job->entry = e->name;
  job->counts = counts;
  job->fields = e->fields & 15 & ~((e->fields & ONLY_COUNT) && !counts ? HAS_T : 0);
  job->uses_first = formula_uses(e->forward, "first");
  job->divides = formula_uses(e->forward, "nb");
  job->n = 1;
  for (int i = 0; i < p->rank; i++)
    if (p->axes >> i & 1) job->n *= p->shape[i];
  if (formula_uses(e->forward, "dof")) job->dof = (double)job->n - problem_attr(p, "correction")->f;
}

static void job_of(struct row_job *job, const struct problem *p, int counts) {
  struct operand x = gpu_operand(p, "x");
  const rem_view *view = operand_view(p, x);
  memset(job, 0, sizeof *job);
  job_formulas(job, p, counts);
  job->x = at_slot(x.slot);
  job->x_dtype = x.dtype;
  job->rank = p->rank;
  job->reduced = p->axes;
  for (int i = 0; i < p->rank; i++) {
    job->shape[i] = p->shape[i];
    job->stride[i][ROW_SOURCE] = view->stride[i];
    job->stride[i][ROW_FIRST] = p->axes >> i & 1 ? 0 : view->stride[i];
  }
}

static void job_column(struct row_job *job, const struct problem *p, struct operand o, int column) {
  for (int i = 0; i < p->rank; i++) job->stride[i][column] = row_stride(p, operand_view(p, o), i);
}

static int64_t points_of(const struct problem *p) {
  int64_t points = 1;
  for (int i = 0; i < p->rank; i++)
    if (!(p->axes >> i & 1)) points *= p->shape[i];
  return points;
}

/* ---- whole lines: along all reduced axes at once ---- */

/* Strides of the points, as row_reduce counts them: kept axes in logical order. */
void whole_space(const struct problem *p, int columns, int64_t (*stride)[MAX_OPERANDS], int point_column, struct line_space *l) {
  int64_t point[REM_MAX_RANK] = {0}, count = 1;
  *l = (struct line_space){.n = 1};
  for (int i = p->rank - 1; i >= 0; i--)
    if (!(p->axes >> i & 1)) point[i] = count, count *= p->shape[i];
  for (int i = 0; i < p->rank; i++) {
    int64_t here[MAX_OPERANDS] = {0};
    memcpy(here, stride[i], sizeof here);
    here[point_column] = point[i];
    if (p->axes >> i & 1) space_push(&l->run, p->shape[i], here), l->n *= p->shape[i];
    else space_push(&l->kept, p->shape[i], here);
  }
  l->lines = count;
  space_pack(&l->run);
  space_sort(&l->kept, columns);
}

/* ---- positions ---- */

static void seek_step(struct planner *s, const struct row_job *job, const struct row_search *k) {
  const struct problem *p = s->p;
  struct line_space l;
  int64_t stride[REM_MAX_RANK][MAX_OPERANDS] = {{0}};
  for (int i = 0; i < p->rank; i++) {
    stride[i][0] = job->stride[i][ROW_SOURCE];
    stride[i][2] = row_stride(p, operand_view(p, k->index), i);
    stride[i][3] = row_stride(p, operand_view(p, k->y), i);
  }
  whole_space(p, ROW_COLUMNS, stride, ROW_POINT, &l);
  gpu_seek(s, job, &l, k);
}

/* ---- forward ---- */

/* y of rows without elements. */
static void fill_empty(struct planner *s, struct operand o, double value) {
  const rem_view *v = operand_view(s->p, o);
  if (!v) return;
  struct map_space m = {.standin = 0, .number = {value}};
  m.place[MAP_OUT] = at_slot(o.slot);
  m.dtype[MAP_OUT] = o.dtype;
  m.accumulate[MAP_OUT] = o.accumulate;
  for (int i = 0; i < v->rank; i++) space_push(&m.space, v->shape[i], (int64_t[MAX_OPERANDS]){v->stride[i]});
  map_step(s, "-", &m, MAP_COPY);
}

/* Lines of one run carry the position beside the state. 0: there are several, and it has to be looked for. */
static int take_index(struct row_job *job, const struct problem *p, struct operand index, int last) {
  int run[REM_MAX_RANK];
  if (row_runs(p->rank, p->shape, p->axes, 0, run) > 1 || job->n > INT32_MAX) return 0;
  job->indexed = 1, job->last = last;
  job->fields |= HAS_T;
  job->mean = at_slot(index.slot), job->mean_dtype = index.dtype;
  job_column(job, p, index, ROW_MEAN);
  return 1;
}

void gpu_row(struct planner *s) {
  const struct problem *p = s->p;
  struct row_job job;
  struct operand y = gpu_operand(p, "y"), mean = gpu_operand(p, "mean"), index = gpu_operand(p, "index");
  job_of(&job, p, 0);
  plan_sku(s, "row");
  if (job.n == 0) {
    fill_empty(s, y, p->entry->empty);
    if (p->entry->extra == EXTRA_MEAN) fill_empty(s, mean, p->entry->empty);
    return;
  }
  job.y = at_slot(y.slot), job.y_dtype = y.dtype, job.y_add = y.accumulate;
  job_column(&job, p, y, ROW_Y);
  if (mean.slot >= 0) {
    job.mean = at_slot(mean.slot), job.mean_dtype = mean.dtype, job.mean_add = mean.accumulate;
    job_column(&job, p, mean, ROW_MEAN);
  }
  int last = index.slot >= 0 && !strcmp(problem_choice(p, "ties"), "last");
  int seeks = index.slot >= 0 && !take_index(&job, p, index, last);
  if (seeks) job.states = in_workspace(take_workspace(s, points_of(p) * state_bytes(p, &job)));
  gpu_reduce(s, &job);
  if (!seeks) return;
  struct row_search k = {.y = {.slot = -1}, .index = index, .states = job.states, .last = last};
  seek_step(s, &job, &k);
}

/* ---- gradients ---- */

/* Where y is known, its ties are counted without the maximum being looked for again. */
static void count_ties(struct row_job *job, const struct problem *p, const struct rowmap *m) {
  if (!m->needs.shares || !m->needs.takes_y) return;
  job->ties = 1, job->tied = m->y;
  job->fields = HAS_T;
  job_column(job, p, m->y, ROW_MEAN);
}

static void note_needs(struct planner *s, const struct row_needs *needs) {
  if (needs->y_again) plan_note(s, "y is narrower than the compute dtype or exclusive and was recomputed from x.");
  if (needs->mean_again) plan_note(s, "mean is narrower than the compute dtype and was recomputed from x.");
}

void gpu_row_grad(struct planner *s) {
  const struct problem *p = s->p;
  struct row_needs needs = row_needs_of(p);
  struct row_job job;
  struct rowmap m = {.needs = needs, .dx = gpu_operand(p, "dx"), .dy = gpu_operand(p, "dy"), .x = gpu_operand(p, "x"),
                     .y = gpu_operand(p, "y"), .extra = gpu_operand(p, p->entry->extra == EXTRA_INDEX ? "index" : "mean")};
  note_needs(s, &needs);
  memset(&job, 0, sizeof job);
  if (m.x.slot >= 0) job_of(&job, p, needs.shares);
  else job_formulas(&job, p, needs.shares);
  count_ties(&job, p, &m);
  if (needs.reduces && !needs.picks && (row_ties(s, &job, &m) || row_grad_at_once(s, &job, &m))) {
    plan_sku(s, "rowgrad.fused");
    return;
  }
  int64_t points = points_of(p);
  job.marks = m.marks = row_marks(s, &job, &m);
  if (m.marks.width)
    for (int i = 0; i < p->rank; i++) job.stride[i][ROW_FIRST] = m.marks.stride[i];
  if (needs.reduces) {
    job.states = m.states = in_workspace(take_workspace(s, points * state_bytes(p, &job)));
    gpu_reduce(s, &job);
  }
  if (needs.picks && !needs.found) {
    m.positions = in_workspace(take_workspace(s, points * 8));
    struct row_search k = {.y = needs.takes_y ? m.y : (struct operand){.slot = -1}, .index = {.slot = -1}, .states = m.states,
                       .positions = m.positions, .last = needs.last};
    seek_step(s, &job, &k);
  }
  row_map(s, &job, &m);
  plan_sku(s, m.marks.width ? "rowgrad.marked" : needs.reduces ? "rowgrad.split" : "rowgrad.map");
}

/* ---- sums of what a map makes: gradients over broadcast axes, y over all ---- */

/* y of no elements is `empty`. */
static void reduce_map(struct planner *s, struct row_job *job, const struct map_space *inputs, int slot, double empty) {
  const struct problem *p = s->p;
  for (int i = 0; i < p->rank; i++)
    if ((job->reduced >> i & 1) && p->shape[i] == 0) {
      fill_empty(s, (struct operand){slot, p->views[slot].dtype, p->accumulate >> slot & 1}, empty);
      return;
    }
  job->rank = p->rank, job->source = SOURCE_MAP, job->map = inputs, job->fields = HAS_S;
  job->y = at_slot(slot), job->y_dtype = p->views[slot].dtype, job->y_add = p->accumulate >> slot & 1;
  for (int i = 0; i < p->rank; i++) {
    job->shape[i] = p->shape[i];
    for (int k = 0; k < MAP_OPERANDS - MAP_IN; k++)
      if (inputs->place[MAP_IN + k].from != FROM_NOWHERE)
        job->stride[i][k < ROW_POINT ? k : ROW_POINT - 1] = problem_stride(p, inputs->place[MAP_IN + k].slot, i);
    if (job->beside >= 0) job->stride[i][ROW_BESIDE] = problem_stride(p, inputs->place[job->beside].slot, i);
    job->stride[i][ROW_POINT] = problem_stride(p, slot, i);
  }
  gpu_reduce(s, job);
}

void row_sum_of_map(struct planner *s, const struct map_space *inputs, enum map_body body, int out, int slot, uint32_t axes) {
  struct row_job job = {.entry = "sum", .reduced = axes, .map_body = body, .map_out = out, .beside = -1, .n = 1};
  for (int o = MAP_OUT; o < MAP_IN; o++)
    if (inputs->place[o].from != FROM_NOWHERE) job.beside = o;
  for (int i = 0; i < s->p->rank; i++)
    if (axes >> i & 1) job.n *= s->p->shape[i];
  reduce_map(s, &job, inputs, slot, 0);
}

void row_mean_of_map(struct planner *s, const struct map_space *inputs, int slot) {
  const struct problem *p = s->p;
  struct row_job job = {.entry = "mean", .reduced = ((uint32_t)1 << p->rank) - 1, .map_body = MAP_FORWARD, .beside = -1,
                        .n = p->share};
  reduce_map(s, &job, inputs, slot, p->share ? 0 : NAN);
}
