/* row.c: reductions forward: y, and the mean or the winner's position beside it. */
#include "row.h"

#include <stdio.h>
#include <string.h>

static void store_row(const struct row_call *call, const struct group *g, struct row_room *room,
                      const struct operand *o, int as, const char *values) {
  struct mover m = row_mover(call->row, room);
  if (o->slot < 0) return;
  struct grid to = group_grid(g, as, call->elements[o->slot], o->dtype, 0);
  to.accumulate = o->accumulate;
  int64_t pitch;
  char *target = tile_target(&m, &to, 0, room->tile, g->cols, &pitch);
  memcpy(target, values, (size_t)(g->cols * m.t_size));
  tile_store(&m, &to, 0, 1, g->cols, target);
}

void row_load_first(const struct row_call *call, const struct group *g, struct row_room *room) {
  const struct row *row = call->row;
  struct mover m = row_mover(row, room);
  if (!row->uses_first) return;
  struct grid from = group_grid(g, ROW_FIRST, call->elements[row->x.slot], row->x.dtype, 0);
  tile_copy(&m, &from, 0, 1, g->cols, room->v.first);
}

static void keep(char *to, const char *from, const struct group *g, int64_t size) {
  for (int64_t c = 0; c < g->cols; c++) memcpy(to + point_of(g, c) * size, from + c * size, (size_t)size);
}

void row_keep_values(const struct row_call *call, const struct group *g, const struct row_room *room) {
  const struct row_shared *to = &call->shared;
  int64_t size = call->row->exec.t_size;
  keep(to->y, room->v.y, g, size);
  keep(to->mean, room->v.mean, g, size);
  keep(to->count, room->v.count, g, size);
  for (int f = 0; f < 4; f++)
    if (call->row->fields & (1 << f)) keep(to->state.field[f], room->v.state.field[f], g, size);
}

/* Looks for the position of each line's winner, whose value is in v.y. */
void row_seek(const struct row_call *call, const struct group *g, struct row_room *room) {
  const struct row *row = call->row;
  struct mover m = row_mover(row, room);
  int64_t stride = run_stride(&row->run, ROW_SOURCE), cols = row->lines.solo ? 1 : g->cols;
  for (int64_t c = 0; c < g->cols; c += cols) {
    char *x = call->elements[row->x.slot];
    struct grid whole = cols == 1 ? group_line(g, ROW_SOURCE, x, row->x.dtype, stride, c)
                                  : group_grid(g, ROW_SOURCE, x, row->x.dtype, stride);
    for (int64_t i = 0; i < cols; i++) room->at[c + i] = -1;
    for (int64_t r = 0, some; r < row->n; r += some) {
      struct grid from = whole;
      some = row->n - r < row->map_rows ? row->n - r : row->map_rows;
      from.at += run_piece(&row->run, ROW_SOURCE, r, &some) * dtype_bytes(from.dtype);
      struct seek s = {
          .y = room->v.y + c * m.t_size, .rows = some, .cols = cols, .base = r, .at = room->at + c, .last = row->last};
      s.x = tile_load(&m, &from, 0, some, cols, room->tile, &s.x_pitch);
      row->exec.real->seek(&s);
    }
  }
}

static void store_positions(const struct row_call *call, const struct group *g, struct row_room *room) {
  const struct operand *o = &call->row->extra;
  struct grid to = group_grid(g, ROW_EXTRA, call->elements[o->slot], o->dtype, 0);
  row_seek(call, g, room);
  index_store(&to, 0, 1, g->cols, room->at);
}

/* The state of every line of the group is known: its values. */
void row_finish(const struct row_call *call, const struct group *g, struct row_room *room) {
  const struct row *row = call->row;
  struct finish f = {room->v, g->cols, row->all, row->dof};
  row_load_first(call, g, room);
  row->op->finish(&f);
  if (!row->fused && call->shared.y) row_keep_values(call, g, room);
  if (row->dx.slot >= 0) return;
  store_row(call, g, room, &row->y, ROW_Y, room->v.y);
  if (row->kind == EXTRA_MEAN) store_row(call, g, room, &row->extra, ROW_EXTRA, room->v.mean);
  if (row->seeks && row->fused) store_positions(call, g, room);
}

static void seek_task(void *arg, int64_t task) {
  const struct row_call *call = arg;
  const struct row *row = call->row;
  int64_t size = row->exec.t_size;
  struct row_room room;
  row_room(call, task, &room);
  for (int64_t i = row->lines.groups * task / call->tasks; i < row->lines.groups * (task + 1) / call->tasks; i++) {
    struct group g;
    group_seek(&row->lines, i, &g, room.off);
    for (int64_t c = 0; c < g.cols; c++)
      memcpy(room.v.y + c * size, call->shared.y + point_of(&g, c) * size, (size_t)size);
    store_positions(call, &g, &room);
  }
}

/* Rows without elements. */
static void fill_empty(struct row_call *call) {
  const struct row *row = call->row;
  struct row_room room;
  row_room(call, 0, &room);
  for (int64_t i = 0; i < row->lines.groups; i++) {
    struct group g;
    group_seek(&row->lines, i, &g, room.off);
    row->exec.real->fill(room.v.y, g.cols, row->empty_value);
    store_row(call, &g, &room, &row->y, ROW_Y, room.v.y);
    if (row->kind == EXTRA_MEAN) store_row(call, &g, &room, &row->extra, ROW_EXTRA, room.v.y);
  }
}

void row_run_forward(rem_context *context, const struct row *row, char *const *elements, char *workspace) {
  struct row_call call;
  row_call_start(&call, row, context, elements, workspace);
  if (row->points == 0) return;
  if (row->n == 0) {
    fill_empty(&call);
    return;
  }
  row_reduce_levels(&call);
  if (!row->seeks || row->fused) return;
  call.tasks = tasks_for(row->exec.cpu, row->lines.groups, row->lines.cols * row->n);
  parallel(context, call.tasks, seek_task, &call);
}

static void run(rem_context *context, const struct exec *exec, char *const *elements, char *workspace) {
  row_run_forward(context, (const struct row *)(const void *)exec, elements, workspace);
}

static rem_status plan(const struct cpu *cpu, const struct problem *p, struct exec *exec, struct planned *planned,
                       rem_error *error) {
  struct row *row = (struct row *)(void *)exec;
  const struct entry *e = p->entry;
  (void)cpu, (void)error;
  row_operands(row, p);
  row->seeks = e->extra == EXTRA_INDEX && row->extra.slot >= 0;
  row->last = e->extra == EXTRA_INDEX && !strcmp(problem_choice(p, "ties"), "last");
  row->empty_value = e->empty;
  row->reduces = 1;
  struct row_axes axes;
  row_axes_of(row, p, &axes);
  row_geometry(row, &axes);
  if (formula_uses(e->forward, "dof")) row->dof = (double)row->n - problem_attr(p, "correction")->f;
  planned->workspace_bytes = row_workspace(row);
  snprintf(planned->sku, sizeof planned->sku, "row.%s", row->lines.solo ? "solo" : row->lines.flat ? "flat" : "wide");
  return REM_OK;
}

const struct family_ops cpu_row = {sizeof(struct row), plan, run};
