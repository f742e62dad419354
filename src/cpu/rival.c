/* rival.c: losses of rows with a list of classes, on the CPU. Tasks have rows, or, where these are few, parts of rows: chunks of their
 * elements and, backward, entries of their lists. A chunk is compared with a block of the list at a time, so that a task needs the same
 * room whatever the row. All counts are whole, so that parts may be any. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "core/error.h"
#include "cpu.h"
#include "cpu/pick.h"
#include "schedule/rival.h"

enum { LIST_BLOCK = PLACES_MOST, PART_ELEMS = 4 * NORM_CHUNK };

struct rival {
  struct exec exec;
  struct rival_space space;
  struct operand operand[RIVAL_COLUMNS];
  struct run run;
  const struct rival_kernels *op;
  int64_t chunks, parts; /* of a row */
  int adds, back;
};

/* What a task works with. */
struct rival_room {
  char *x, *term, *half, *raw, *own, *dy;
  char *sums;                  /* of the chunks of a row that has no parts */
  double *count, *lost;        /* of a chunk, of a block of entries    */
  int64_t *place, *mark, *off; /* [LIST_BLOCK]                         */
  unsigned char *listed;       /* of a chunk                           */
};

/* What tasks share: sums of chunks, by row, where rows have parts; losses, by row, where these are added up. */
struct rival_call {
  const struct rival *f;
  char *const *elements;
  char *sums, *losses, *rooms;
  int64_t tasks;
};

/* The row at hand. Of its list, `place` has the block that begins with entry `read`, `own` the one with entry `first`. */
struct row {
  const struct rival_call *call;
  struct rival_room *room;
  int64_t at[RIVAL_COLUMNS];
  int64_t entries, read, first;
  int broken; /* a number is no class, nor the end: it has no entries then */
};

/* ---- elements ---- */

static char *element(const struct row *r, int o, int64_t offset) {
  const struct operand *a = &r->call->f->operand[o];
  return r->call->elements[a->slot] + (r->at[o] + offset) * dtype_bytes(a->dtype);
}

static struct mover mover_of(const struct row *r) {
  const struct exec *exec = &r->call->f->exec;
  return (struct mover){exec->cpu->kernels->move, exec->t, exec->t_size, r->room->raw};
}

/* Elements [from, from + n) of the row, at most a chunk. */
static void load_x(const struct row *r, int64_t from, int64_t n) {
  const struct rival *f = r->call->f;
  struct mover m = mover_of(r);
  for (int64_t i = 0, some; i < n; i += some) {
    some = n - i;
    int64_t off = run_piece(&f->run, RIVAL_X, from + i, &some);
    struct grid g = {element(r, RIVAL_X, off), f->operand[RIVAL_X].dtype, 0, run_stride(&f->run, RIVAL_X), NULL, 1, 0,
                     0};
    tile_copy(&m, &g, 0, 1, some, r->room->x + i * m.t_size);
  }
}
static void store_dx(const struct row *r, int64_t from, int64_t n, const char *dx) {
  const struct rival *f = r->call->f;
  const struct operand *o = &f->operand[RIVAL_OUT];
  struct mover m = mover_of(r);
  for (int64_t i = 0, some; i < n; i += some) {
    some = n - i;
    int64_t off = run_piece(&f->run, RIVAL_OUT, from + i, &some);
    struct grid g = {element(r, RIVAL_OUT, off), o->dtype, 0, run_stride(&f->run, RIVAL_OUT), NULL, 1, o->accumulate,
                     0};
    tile_store(&m, &g, 0, 1, some, dx + i * m.t_size);
  }
}

/* ---- the list ---- */

/* Entries [from, from + n) of target, whatever they are. */
static void read_targets(const struct row *r, int64_t from, int64_t n, int64_t *to) {
  const struct rival *f = r->call->f;
  for (int64_t i = 0, some; i < n; i += some) {
    some = n - i;
    int64_t off = run_piece(&f->run, RIVAL_TARGET, from + i, &some);
    places_read(f->exec.cpu->kernels->move, f->operand[RIVAL_TARGET].dtype, element(r, RIVAL_TARGET, off),
                run_stride(&f->run, RIVAL_TARGET), some, to + i);
  }
}

/* x at n places. */
static void fetch_own(const struct row *r, int64_t n) {
  const struct rival *f = r->call->f;
  const struct move_kernels *move = f->exec.cpu->kernels->move;
  int dtype = f->operand[RIVAL_X].dtype, even = f->run.axes.n <= 1;
  int64_t stride = run_stride(&f->run, RIVAL_X);
  for (int64_t j = 0; j < n; j++) {
    int64_t at[MAX_OPERANDS] = {[RIVAL_X] = r->room->place[j] * stride};
    if (!even) at[RIVAL_X] = 0, space_seek(&f->run.axes, r->room->place[j], RIVAL_X + 1, at);
    r->room->off[j] = at[RIVAL_X];
  }
  move->gather(r->room->raw, n, element(r, RIVAL_X, 0), r->room->off, 1, n, (int)dtype_bytes(dtype));
  move->load(r->room->own, f->exec.t, r->room->raw, dtype, n);
}

static int64_t need_block(struct row *r, int64_t first) {
  int64_t n = smaller(LIST_BLOCK, r->entries - first);
  if (r->read != first) read_targets(r, first, n, r->room->place);
  if (r->first != first) fetch_own(r, n);
  r->read = r->first = first;
  return n;
}

static void find_list(struct row *r) {
  int64_t n = r->call->f->space.n, some;
  r->entries = 0, r->broken = 0, r->read = r->first = -1;
  for (int64_t first = 0; first < n; first += some) {
    some = smaller(LIST_BLOCK, n - first);
    read_targets(r, first, some, r->room->place);
    r->read = first;
    for (int64_t j = 0; j < some; j++, r->entries++) {
      if (r->room->place[j] >= 0 && r->room->place[j] < n) continue;
      r->broken = r->room->place[j] >= 0;
      if (r->broken) r->entries = 0;
      return;
    }
  }
}

/* Entries from `first` on: those at hand, or read beside them. */
static const int64_t *places_at(const struct row *r, int64_t first, int64_t n) {
  if (r->read == first) return r->room->place;
  read_targets(r, first, n, r->room->mark);
  return r->room->mark;
}

/* Notes in `listed` which of the elements [from, from + n) are listed; calls once(r, i) for each of them, in the order of the list. */
static void mark(struct row *r, int64_t from, int64_t n, void (*once)(struct row *, int64_t i)) {
  memset(r->room->listed, 0, (size_t)n);
  for (int64_t first = 0, some; first < r->entries; first += some) {
    some = smaller(LIST_BLOCK, r->entries - first);
    const int64_t *place = places_at(r, first, some);
    for (int64_t j = 0; j < some; j++) {
      int64_t i = place[j] - from;
      if (i < 0 || i >= n || r->room->listed[i]) continue;
      r->room->listed[i] = 1;
      if (once) once(r, i);
    }
  }
}

/* ---- forward ---- */

static void drop_term(struct row *r, int64_t i) {
  const struct exec *exec = &r->call->f->exec;
  exec->real->fill(r->room->term + i * exec->t_size, 1, 0);
}

/* Elements [from, from + n) of x, at most a chunk, and f on them and every block of the list. */
static void meet(struct row *r, int64_t from, int64_t n, void (*f)(const struct rival_tile *)) {
  struct rival_room *room = r->room;
  struct rival_tile tile = {.x = room->x, .own = room->own, .term = room->term, .count = room->count, .n = n};
  load_x(r, from, n);
  for (int64_t first = 0; first < r->entries; first += LIST_BLOCK) {
    tile.entries = need_block(r, first);
    f(&tile);
  }
}

/* The sum over the pairs of a chunk of elements. */
static void chunk_sum(struct row *r, int64_t chunk, char *sum) {
  const struct rival *f = r->call->f;
  int64_t from = chunk * NORM_CHUNK, n = smaller(NORM_CHUNK, f->space.n - from);
  f->exec.real->fill(r->room->term, n, r->broken ? (double)NAN : 0);
  meet(r, from, n, f->op->terms);
  mark(r, from, n, drop_term);
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
  struct mover m = mover_of(r);
  struct grid g = {element(r, RIVAL_OUT, 0), y->dtype, 0, 1, NULL, 1, y->accumulate, 0};
  tile_store(&m, &g, 0, 1, 1, sums);
}

static char *sums_of(const struct row *r, int64_t line) {
  const struct rival *f = r->call->f;
  return f->parts > 1 ? r->call->sums + line * f->chunks * f->exec.t_size : r->room->sums;
}

/* ---- backward ---- */

static void put_slopes(const struct row *r, int64_t from, int64_t n, const double *count) {
  const struct rival *f = r->call->f;
  f->exec.real->rival_slopes(r->room->term, count, n, r->room->dy, (double)f->space.share, (double)f->space.n);
  store_dx(r, from, n, r->room->term);
}

/* How many pairs count of each of the elements of a chunk, and which are listed. */
static int64_t chunk_counts(struct row *r, int64_t chunk) {
  const struct rival *f = r->call->f;
  int64_t from = chunk * NORM_CHUNK, n = smaller(NORM_CHUNK, f->space.n - from);
  for (int64_t i = 0; i < n; i++) r->room->count[i] = r->broken ? (double)NAN : 0;
  meet(r, from, n, f->op->counts);
  mark(r, from, n, NULL);
  return n;
}

/* Elements that are not listed, in stretches; of a broken row all. */
static void chunk_slopes(struct row *r, int64_t chunk) {
  int64_t from = chunk * NORM_CHUNK, n = chunk_counts(r, chunk);
  for (int64_t i = 0, end; i < n; i = end + 1) {
    for (end = i; end < n && !r->room->listed[end];) end++;
    if (end > i) put_slopes(r, from + i, end - i, r->room->count + i);
  }
}

/* Takes what is listed out of the n elements of x: what is left is in any order. */
static int64_t take_out(const struct row *r, int64_t n) {
  const struct rival_room *room = r->room;
  int64_t size = r->call->f->exec.t_size, left = n;
  for (int64_t i = 0; i < left; i++) {
    if (!room->listed[i]) continue;
    while (left > i && room->listed[left - 1]) left--;
    if (left > i) memcpy(room->x + i * size, room->x + --left * size, (size_t)size);
  }
  return left;
}

/* How often the class of entry j is listed; 0: it was before. */
static int64_t times_listed(const struct row *r, int64_t j) {
  int64_t times = 0, own = r->room->place[j - r->read];
  for (int64_t first = 0, some; first < r->entries; first += some) {
    some = smaller(LIST_BLOCK, r->entries - first);
    const int64_t *place = places_at(r, first, some);
    for (int64_t k = 0; k < some; k++) {
      if (place[k] == own && first + k < j) return 0;
      times += place[k] == own;
    }
  }
  return times;
}

/* A row of one chunk: what is listed is counted from x at hand, and all stored at once. Each entry takes what its class loses. */
static void short_slopes(struct row *r) {
  const struct rival *f = r->call->f;
  struct rival_room *room = r->room;
  int64_t n = chunk_counts(r, 0);
  struct rival_tile tile = {.x = room->x, .own = room->own, .n = r->entries ? take_out(r, n) : 0, .count = room->lost};
  for (int64_t i = 0; i < n; i++)
    if (room->listed[i]) room->count[i] = -0.0;
  for (int64_t first = 0; first < r->entries; first += LIST_BLOCK) {
    tile.entries = need_block(r, first);
    memset(room->lost, 0, (size_t)tile.entries * sizeof *room->lost);
    f->op->own_counts(&tile);
    for (int64_t j = 0; j < tile.entries; j++) room->count[room->place[j]] -= room->lost[j];
  }
  put_slopes(r, 0, n, room->count);
}

/* Entries [from, to) of the list, a block of it at most: what their classes lose. */
static void block_slopes(struct row *r, int64_t from, int64_t to) {
  const struct rival *f = r->call->f;
  struct rival_room *room = r->room;
  int64_t skip = from % LIST_BLOCK, n = to - from, size = f->exec.t_size;
  need_block(r, from - skip);
  struct rival_tile tile = {.x = room->x, .own = room->own + skip * size, .entries = n, .count = room->lost};
  memset(room->lost, 0, LIST_BLOCK * sizeof *room->lost);
  for (int64_t chunk = 0; chunk < f->chunks; chunk++) {
    int64_t begin = chunk * NORM_CHUNK, some = smaller(NORM_CHUNK, f->space.n - begin);
    load_x(r, begin, some);
    mark(r, begin, some, NULL);
    tile.n = take_out(r, some);
    f->op->own_counts(&tile);
  }
  for (int64_t j = 0; j < n; j++) {
    int64_t times = times_listed(r, from + j);
    double lost = -(room->lost[j] * (double)times);
    if (times) put_slopes(r, room->place[skip + j], 1, &lost);
  }
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
  const struct rival *f = r->call->f;
  int64_t begin = r->entries * part / f->parts, end = r->entries * (part + 1) / f->parts;
  f->exec.cpu->kernels->move->load(r->room->dy, f->exec.t, element(r, RIVAL_DY, 0), f->operand[RIVAL_DY].dtype, 1);
  if (f->chunks == 1) {
    short_slopes(r);
    return;
  }
  for (int64_t chunk = from; chunk < to; chunk++) chunk_slopes(r, chunk);
  for (int64_t next; begin < end; begin = next) {
    next = smaller(end, (begin / LIST_BLOCK + 1) * LIST_BLOCK);
    block_slopes(r, begin, next);
  }
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
    find_list(&r);
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
  static const char *const names[2][RIVAL_COLUMNS] = {{"x", "target", "y", "dy"}, {"x", "target", "dx", "dy"}};
  struct rival *f = (struct rival *)(void *)exec;
  struct rival_call call;
  rival_spaces(p, &f->space);
  if (f->space.lines > INT64_MAX / 64)
    return fail(error, REM_UNSUPPORTED, AT(f->space.slot[RIVAL_X], -1, INT64_MAX / 64, f->space.lines),
                "x: more rows than the workspace can tell apart: %" PRId64, f->space.lines);
  for (int o = 0; o < RIVAL_COLUMNS; o++) f->operand[o] = operand_of(cpu, p, names[p->pass][o]);
  f->op = &exec->real->rival[p->entry->op];
  f->run = (struct run){f->space.row, f->space.n};
  f->back = p->pass == REM_BACKWARD, f->adds = !f->back && p->totalled;
  f->chunks = (f->space.n + NORM_CHUNK - 1) / NORM_CHUNK, f->parts = 1;
  if (f->space.lines > 0 && f->space.lines < 4 * cpu->threads && cpu->threads > 1)
    f->parts = larger(1, smaller(4 * cpu->threads / f->space.lines, f->space.n / PART_ELEMS));
  planned->workspace_bytes = lay_out_call(f, NULL, &call) + room_bytes(f) * (size_t)cpu->threads;
  snprintf(planned->sku, sizeof planned->sku, "rival.%s", f->parts > 1 ? "parts" : "rows");
  return REM_OK;
}

const struct family_ops cpu_rival = {sizeof(struct rival), plan, run};
