/* rival.c: losses of rows with a list of classes, on the CPU. Tasks have rows, or, where these are few, parts of rows: chunks of their
 * elements and, backward, entries of their lists. A chunk is compared with a block of the list at a time, so that a task needs the same
 * room whatever the row. All counts are whole, so that parts may be any. */
#include "cpu/rival.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "core/error.h"

enum { PART_ELEMS = 2 * NORM_CHUNK };

/* ---- forward ---- */

static void drop_term(struct row *r, int64_t i) {
  const struct exec *exec = &r->call->f->exec;
  exec->real->fill(r->room->term + i * exec->t_size, 1, 0);
}

/* The sum over the pairs of a chunk of elements. */
static void chunk_sum(struct row *r, int64_t chunk, char *sum) {
  const struct rival *f = r->call->f;
  int64_t from = chunk * NORM_CHUNK, n = smaller(NORM_CHUNK, f->space.n - from);
  f->exec.real->fill(r->room->term, n, r->broken ? (double)NAN : 0);
  rival_meet(r, from, n, f->op->terms);
  rival_mark(r, from, n, drop_term);
  f->exec.real->rival_fold(r->room->term, n, r->room->half, sum);
}

/* The loss of a row from the sums of its chunks, which are used up. */
static void finish_row(const struct row *r, char *sums) {
  const struct rival *f = r->call->f;
  int64_t size = f->exec.t_size;
  if (f->chunks == 0) f->exec.real->fill(sums, 1, 0);
  f->exec.real->norm_tree(sums, f->chunks, 1, 0);
  f->exec.real->rival_over(sums, (double)f->space.n);
  if (f->adds) {
    memcpy(r->call->losses + r->at[RIVAL_OUT] * size, sums, (size_t)size);
    return;
  }
  const struct operand *y = &f->operand[RIVAL_OUT];
  struct mover m = rival_mover(r);
  struct grid g = {rival_element(r, RIVAL_OUT, 0), y->dtype, 0, 1, NULL, 1, y->accumulate, 0};
  tile_store(&m, &g, 0, 1, 1, sums);
}

static char *sums_of(const struct row *r, int64_t line) {
  const struct rival *f = r->call->f;
  return f->parts > 1 ? r->call->sums + line * f->chunks * f->exec.t_size : r->room->sums;
}

/* ---- tasks ---- */

static void lay_out(const struct rival *f, struct arena *a, struct rival_room *room) {
  int64_t size = f->exec.t_size;
  room->x = arena_elems(a, NORM_CHUNK, size);
  room->term = arena_elems(a, NORM_CHUNK, size);
  room->half = arena_elems(a, NORM_LANES, size);
  room->raw = arena_elems(a, NORM_CHUNK, 8);
  room->own = arena_elems(a, LIST_BLOCK, size);
  room->dy = arena_elems(a, 1, size);
  room->count = (double *)(void *)arena_elems(a, NORM_CHUNK, sizeof(double));
  room->lost = (double *)(void *)arena_elems(a, LIST_BLOCK, sizeof(double));
  room->place = (int64_t *)(void *)arena_elems(a, LIST_BLOCK, 8);
  room->mark = (int64_t *)(void *)arena_elems(a, LIST_BLOCK, 8);
  room->off = (int64_t *)(void *)arena_elems(a, LIST_BLOCK, 8);
  room->sums = arena_elems(a, f->back || f->parts > 1 ? 0 : larger(f->chunks, 1), size);
  room->listed = (unsigned char *)arena_elems(a, NORM_CHUNK, 1);
}
static size_t room_bytes(const struct rival *f) {
  struct arena a = {NULL, 0};
  struct rival_room room;
  lay_out(f, &a, &room);
  return a.used;
}

static void forward_part(struct row *r, int64_t line, int64_t from, int64_t to) {
  const struct rival *f = r->call->f;
  char *sums = sums_of(r, line);
  for (int64_t chunk = from; chunk < to; chunk++) chunk_sum(r, chunk, sums + chunk * f->exec.t_size);
  if (f->parts == 1) finish_row(r, sums);
}

static void backward_part(struct row *r, int64_t part, int64_t from, int64_t to) {
  int64_t parts = r->call->f->parts;
  rival_slopes_of(r, from, to, r->entries * part / parts, r->entries * (part + 1) / parts);
}

static void row_task(void *arg, int64_t task) {
  const struct rival_call *call = arg;
  const struct rival *f = call->f;
  struct arena a = {call->rooms + (size_t)task * room_bytes(f), 0};
  struct rival_room room;
  int64_t units = f->space.lines * f->parts;
  lay_out(f, &a, &room);
  for (int64_t u = units * task / call->tasks; u < units * (task + 1) / call->tasks; u++) {
    struct row r = {.call = call, .room = &room};
    int64_t part = u % f->parts, from = f->chunks * part / f->parts, to = f->chunks * (part + 1) / f->parts;
    space_seek(&f->space.rows, u / f->parts, RIVAL_COLUMNS, r.at);
    rival_find_list(&r);
    if (f->back) backward_part(&r, part, from, to);
    else forward_part(&r, u / f->parts, from, to);
  }
}

static void join_task(void *arg, int64_t task) {
  const struct rival_call *call = arg;
  const struct rival *f = call->f;
  struct arena a = {call->rooms + (size_t)task * room_bytes(f), 0};
  struct rival_room room;
  lay_out(f, &a, &room);
  for (int64_t i = f->space.lines * task / call->tasks; i < f->space.lines * (task + 1) / call->tasks; i++) {
    struct row r = {.call = call, .room = &room};
    space_seek(&f->space.rows, i, RIVAL_COLUMNS, r.at);
    finish_row(&r, sums_of(&r, i));
  }
}

/* The losses of all rows, added up in their place. */
static void total(const struct rival_call *call) {
  const struct rival *f = call->f;
  const struct operand *y = &f->operand[RIVAL_OUT];
  struct arena a = {call->rooms, 0};
  struct rival_room room;
  int64_t size = f->exec.t_size, chunks = 0;
  lay_out(f, &a, &room);
  for (int64_t from = 0; from < f->space.lines; from += NORM_CHUNK)
    f->exec.real->rival_fold(call->losses + from * size, smaller(NORM_CHUNK, f->space.lines - from), room.half,
                             call->losses + chunks++ * size);
  if (chunks == 0) f->exec.real->fill(call->losses, 1, 0);
  f->exec.real->norm_tree(call->losses, chunks, 1, 0);
  f->exec.real->rival_over(call->losses, (double)f->space.share);
  f->exec.cpu->kernels->move->store(call->elements[y->slot], y->dtype, call->losses, f->exec.t, 1, y->accumulate, 0);
}

static void total_task(void *arg, int64_t task) {
  (void)task;
  total(arg);
}

/* ---- runs and plans ---- */

static size_t lay_out_call(const struct rival *f, char *workspace, struct rival_call *call) {
  struct arena a = {workspace, 0};
  int64_t size = f->exec.t_size;
  call->sums = f->back || f->parts == 1 ? NULL : arena_elems(&a, f->space.lines * f->chunks, size);
  call->losses = f->adds ? arena_elems(&a, larger(f->space.lines, 1), size) : NULL;
  call->rooms = workspace ? workspace + a.used : NULL;
  return a.used;
}

static void run(rem_context *context, const struct exec *exec, char *const *elements, char *workspace) {
  const struct rival *f = (const struct rival *)(const void *)exec;
  struct rival_call call = {.f = f, .elements = elements};
  if (f->operand[RIVAL_OUT].slot < 0) return;
  lay_out_call(f, workspace, &call);
  if (f->space.lines > 0 && !(f->back && f->space.n == 0)) {
    call.tasks = tasks_for(exec->cpu, f->space.lines * f->parts, larger(f->space.n / f->parts, 1));
    parallel(context, call.tasks, row_task, &call);
    call.tasks = tasks_for(exec->cpu, f->space.lines, f->chunks);
    if (!f->back && f->parts > 1) parallel(context, call.tasks, join_task, &call);
  }
  if (f->adds) parallel(context, 1, total_task, &call);
}

static rem_status plan(const struct cpu *cpu, const struct problem *p, struct exec *exec, struct planned *planned,
                       rem_error *error) {
  struct rival *f = (struct rival *)(void *)exec;
  struct rival_call call;
  rival_spaces(p, &f->space);
  if (f->space.lines > INT64_MAX / 64)
    return fail(error, REM_UNSUPPORTED, AT(f->space.slot[RIVAL_X], -1, INT64_MAX / 64, f->space.lines),
                "x: more rows than the workspace can tell apart: %" PRId64, f->space.lines);
  for (int o = 0; o < RIVAL_COLUMNS; o++) f->operand[o] = operand_of(cpu, p, rival_names(p)[o]);
  f->op = &exec->real->rival[p->entry->op];
  f->run = (struct run){f->space.row, f->space.n};
  f->back = p->pass == REM_BACKWARD, f->adds = !f->back && p->totalled;
  f->chunks = (f->space.n + NORM_CHUNK - 1) / NORM_CHUNK, f->parts = 1;
  if (f->space.lines > 0 && f->space.lines < 4 * cpu->threads && cpu->threads > 1)
    f->parts = larger(1, smaller(4 * cpu->threads / f->space.lines, f->space.n / PART_ELEMS));
  planned->workspace_bytes = lay_out_call(f, NULL, &call) + arena_rooms(room_bytes(f), cpu->threads);
  snprintf(planned->sku, sizeof planned->sku, "rival.%s", f->parts > 1 ? "parts" : "rows");
  return REM_OK;
}

const struct family_ops cpu_rival = {sizeof(struct rival), plan, run};
