/* row_grad.c: gradients of reductions: reduce a group of rows where the gradient needs it, then map over them while they are
 * in the cache. */
#include <stdio.h>
#include <string.h>

#include "row.h"

/* ---- the values of rows ---- */

static void load_row(const struct row_call *call, const struct group *g, struct row_room *room, const struct operand *o, int as,
                     char *values) {
  struct mover m = row_mover(call->row, room);
  struct grid from = group_grid(g, as, call->elements[o->slot], o->dtype, 0);
  tile_copy(&m, &from, 0, 1, g->cols, values);
}

static void recall(char *to, const char *from, const struct group *g, int64_t size) {
  for (int64_t c = 0; c < g->cols; c++) memcpy(to + c * size, from + point_of(g, c) * size, (size_t)size);
}

static void recall_values(const struct row_call *call, const struct group *g, struct row_room *room) {
  const struct row_shared *from = &call->shared;
  int64_t size = call->row->exec.t_size;
  recall(room->v.y, from->y, g, size);
  recall(room->v.mean, from->mean, g, size);
  recall(room->v.count, from->count, g, size);
  for (int f = 0; f < 4; f++)
    if (call->row->fields & (1 << f)) recall(room->v.state.field[f], from->state.field[f], g, size);
}

/* What was reduced is in v, or waits in the shared values; saved tensors that are used replace it. Then h. */
static void prepare(const struct row_call *call, const struct group *g, struct row_room *room) {
  const struct row *row = call->row;
  if (row->reduces && !row->fused) recall_values(call, g, room);
  if (row->takes_y) load_row(call, g, room, &row->saved, ROW_SAVED, room->v.y);
  if (row->takes_mean) load_row(call, g, room, &row->extra, ROW_EXTRA, room->v.mean);
  if (!row->shares) row->exec.real->fill(room->v.count, g->cols, 1.0);
  load_row(call, g, room, &row->y, ROW_Y, room->v.g);
  struct finish f = {room->v, g->cols, (double)row->n, row->dof};
  row->op->rowgrad(&f);
  if (!row->picks) return;
  if (row->extra.slot >= 0) {
    struct grid from = group_grid(g, ROW_EXTRA, call->elements[row->extra.slot], row->extra.dtype, 0);
    index_load(&from, 0, 1, g->cols, room->at);
  } else {
    row_seek(call, g, room);
  }
}

/* ---- the elements ---- */

/* Values of columns from c on. */
static struct row_values values_at(struct row_values v, int64_t c, int64_t size) {
  v.state = states_at(v.state, c, size);
  v.y += c * size, v.mean += c * size, v.count += c * size, v.g += c * size, v.h += c * size, v.first += c * size;
  return v;
}

struct piece {
  const struct row_call *call;
  struct row_room *room;
  struct mover mover;
  struct grid x, dx; /* rows x cols as the kernel walks them */
  struct row_values v;
  const int64_t *at;
  int by_row;
};

static void map_piece(const struct piece *k, int64_t base, int64_t rows, int64_t cols) {
  const struct row *row = k->call->row;
  struct row_grad f = {.v = k->v, .rows = rows, .cols = cols, .by_row = k->by_row, .x = k->room->tile, .x_pitch = 0,
                       .x_step = row->uses_x};
  if (row->uses_x) f.x = tile_load(&k->mover, &k->x, 0, rows, cols, k->room->tile, &f.x_pitch);
  f.dx = tile_target(&k->mover, &k->dx, 0, k->room->out, cols, &f.dx_pitch);
  if (row->picks)
    row->exec.real->pick(&f, k->at, base);
  else
    row->op->grad(&f);
  tile_store(&k->mover, &k->dx, 0, rows, cols, f.dx);
}

/* Steps [r0, r1) of the lines from c on: tiles of rows, or pieces of one line. */
static void map_steps(struct piece *k, const struct group *g, int64_t c, int64_t r0, int64_t r1) {
  const struct row *row = k->call->row;
  int solo = row->lines.solo;
  for (int64_t r = r0, some; r < r1; r += some) {
    some = r1 - r < row->map_rows ? r1 - r : row->map_rows;
    int64_t x_at = run_piece(&row->run, ROW_SOURCE, r, &some), dx_at = run_piece(&row->run, ROW_DX, r, &some);
    struct grid grids[2];
    for (int i = 0; i < 2; i++) {
      const struct operand *o = i ? &row->dx : &row->x;
      int as = i ? ROW_DX : ROW_SOURCE;
      if (o->slot < 0) continue;
      char *base = k->call->elements[o->slot] + (i ? dx_at : x_at) * dtype_bytes(o->dtype);
      int64_t stride = run_stride(&row->run, as);
      grids[i] = solo ? group_line(g, as, base, o->dtype, 0, c) : group_grid(g, as, base, o->dtype, stride);
      if (solo) grids[i].col = stride;
    }
    if (row->x.slot >= 0) k->x = grids[0];
    k->dx = grids[1];
    k->dx.accumulate = row->dx.accumulate;
    k->dx.stream = row->dx.stream;
    map_piece(k, r, solo ? 1 : some, solo ? some : g->cols);
  }
}

static void map_group(const struct row_call *call, const struct group *g, struct row_room *room, int64_t r0, int64_t r1) {
  const struct row *row = call->row;
  struct piece k = {.call = call, .room = room, .mover = row_mover(row, room), .by_row = row->lines.solo};
  for (int64_t c = 0; c < g->cols; c += row->lines.solo ? 1 : g->cols) {
    k.v = values_at(room->v, c, row->exec.t_size);
    k.at = room->at + c;
    map_steps(&k, g, c, r0, r1);
  }
}

/* ---- tasks ---- */

static void map_task(void *arg, int64_t task) {
  const struct row_call *call = arg;
  const struct row *row = call->row;
  int64_t spans = row->map_spans, units = row->lines.groups * spans;
  struct row_room room;
  row_room(call, task, &room);
  for (int64_t u = units * task / call->tasks; u < units * (task + 1) / call->tasks; u++) {
    struct group g;
    group_seek(&row->lines, u / spans, &g, room.off);
    if (row->reduces && row->fused) {
      row_load_first(call, &g, &room);
      row_reduce(call, &row->level[0], &g, 0, &room);
      row_finish(call, &g, &room);
    }
    prepare(call, &g, &room);
    map_group(call, &g, &room, row->n * (u % spans) / spans, row->n * (u % spans + 1) / spans);
  }
}

static void run(rem_context *context, const struct exec *exec, char *const *elements, char *workspace) {
  const struct row *row = (const struct row *)(const void *)exec;
  struct row_call call;
  row_call_start(&call, row, context, elements, workspace);
  if (row->points == 0 || row->n == 0 || row->dx.slot < 0) return;
  if (row->reduces && !row->fused) row_reduce_levels(&call);
  call.level = 0;
  call.tasks = tasks_for(exec->cpu, row->lines.groups * row->map_spans, row->lines.cols * row->n / row->map_spans);
  parallel(context, call.tasks, map_task, &call);
}

/* ---- planning ---- */

/* What the gradient's formula needs, what is given, and so whether the rows must be reduced first. */
static void plan_values(struct row *row, const struct problem *p, struct planned *planned) {
  const struct entry *e = p->entry;
  int y = formula_uses(e->gradient, "y"), mean = formula_uses(e->gradient, "mean");
  row->uses_x = formula_uses(e->gradient, "x");
  row->shares = formula_uses(e->gradient, "count");
  if (e->extra == EXTRA_INDEX) {
    const char *ties = problem_choice(p, "ties");
    row->picks = !strcmp(ties, "first") || !strcmp(ties, "last");
    row->last = !strcmp(ties, "last");
    row->shares = !strcmp(ties, "split");
    if (row->picks) row->uses_x = 0;
  }
  int found = row->picks && row->extra.slot >= 0;
  row->takes_y = y && !found && problem_uses_saved(p, "y");
  row->takes_mean = mean && problem_uses_saved(p, "mean");
  row->reduces = !found && ((y && !row->takes_y) || (mean && !row->takes_mean) || row->shares || formula_uses(e->gradient, "r"));
  if (y && !row->takes_y && problem_has(p, "y") && !found)
    note(planned, "y is narrower than the compute dtype or exclusive and was recomputed from x.");
  if (mean && !row->takes_mean && problem_has(p, "mean"))
    note(planned, "mean is narrower than the compute dtype and was recomputed from x.");
}

static rem_status plan(const struct cpu *cpu, const struct problem *p, struct exec *exec, struct planned *planned,
                       rem_error *error) {
  struct row *row = (struct row *)(void *)exec;
  const struct entry *e = p->entry;
  (void)error;
  row_operands(row, p);
  plan_values(row, p, planned);
  struct row_axes axes;
  row_axes_of(row, p, &axes);
  row_geometry(row, &axes);
  if (row->picks || (row->reduces && row->fused)) row->map_spans = 1;
  if (row->fused && row->reduces && row->lines.groups < cpu->threads) row->fused = 0, row->map_spans = cpu->threads;
  if (formula_uses(e->gradient, "dof") || formula_uses(e->forward, "dof"))
    row->dof = (double)row->n - problem_attr(p, "correction")->f;
  planned->workspace_bytes = row_workspace(row);
  snprintf(planned->sku, sizeof planned->sku, "rowgrad.%s.%s", row->lines.solo ? "solo" : row->lines.flat ? "flat" : "wide",
           !row->reduces ? "map" : row->fused ? "fused" : "split");
  return REM_OK;
}

const struct family_ops cpu_row_grad = {sizeof(struct row), plan, run};
