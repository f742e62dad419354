/* pick_small.c: the gradient of a table that stays in the cache: nothing is sorted, as the positions of a row come in their order anyway.
 * Tasks have the same number of positions, not of rows. */
#include <string.h>

#include "pick.h"

enum { SMALL_BYTES = 512 << 10, LEVELS_BYTES = 32 << 20, TILE_ELEMS = 4096, ROWS_EACH = 64 };

struct small_call {
  const struct pick_small *s;
  const struct small_sink *sink;
  const char *dy, *index;
  struct rows_deal sums; /* of the whole table                     */
  int64_t *counts;       /* [tasks][rows]; then where tasks begin  */
  int64_t *place;        /* [tasks][PLACES_MOST]                   */
  char *tile;            /* [tasks][TILE_ELEMS]                    */
  int64_t tasks;
};

/* Rows of dy one behind the other, whole. */
static int packed(const struct pick_space *s) {
  int line = s->row.n == 0 || (s->row.n == 1 && s->row.axis[0].stride[PICK_Y] == 1);
  return line && (s->places.n == 0 || (s->places.n == 1 && s->places.axis[0].stride[PICK_Y] == s->elems));
}

int small_plan(struct pick_small *s, const struct exec *exec, const struct pick_space *space, int index_dtype,
               int dy_dtype) {
  int64_t most = SMALL_BYTES / exec->t_size, threads = exec->cpu->threads;
  *s = (struct pick_small){exec, space, index_dtype, dy_dtype, 1, pick_bits(space->n / PICK_CHUNK + 1) + 1};
  if (!packed(space) || space->rows > most || space->elems > most / space->rows) return 0;
  if (threads > 1 && space->rows < ROWS_EACH * threads) return 0;
  s->tile = larger(1, smaller(PLACES_MOST, TILE_ELEMS / space->elems));
  return space->rows * space->elems * exec->t_size * s->levels <= LEVELS_BYTES;
}

static size_t lay_out(const struct pick_small *s, char *base, struct small_call *call) {
  struct arena a = {base, 0};
  int64_t threads = s->exec->cpu->threads, table = s->space->rows * s->space->elems;
  call->sums.sum = arena_elems(&a, table, s->exec->t_size);
  call->sums.level = arena_elems(&a, table * s->levels, s->exec->t_size);
  call->sums.count = (int64_t *)(void *)arena_elems(&a, s->space->rows, 8);
  call->counts = (int64_t *)(void *)arena_elems(&a, threads * larger(s->space->rows, 2), 8);
  call->place = (int64_t *)(void *)arena_elems(&a, threads * PLACES_MOST, 8);
  call->tile = arena_elems(&a, threads * s->tile * s->space->elems, s->exec->t_size);
  call->sums.elems = s->space->elems, call->sums.level_pitch = table;
  return a.used;
}

size_t small_bytes(const struct pick_small *s) {
  struct small_call call;
  return lay_out(s, NULL, &call);
}

/* The rows that positions [at, at + n) name, at most `n` of them: returns how many; -1 where none counts. */
static int64_t read_rows(const struct small_call *call, int64_t at, int64_t n, int64_t *row) {
  const struct pick_small *s = call->s;
  int64_t step = s->space->places.n ? s->space->places.axis[0].stride[PICK_INDEX] : 0;
  const char *from = call->index + at * step * dtype_bytes(s->index_dtype);
  places_read(s->exec->cpu->kernels->move, s->index_dtype, from, step, n, row);
  for (int64_t i = 0; i < n; i++)
    if (row[i] < 0 || row[i] >= s->space->rows || row[i] == s->space->padding) row[i] = -1;
  return n;
}

/* ---- rows for tasks ---- */

static void count_task(void *arg, int64_t task) {
  const struct small_call *call = arg;
  int64_t rows = call->s->space->rows, n = call->s->space->n, end = n * (task + 1) / call->tasks, some;
  int64_t *counts = call->counts + task * rows, *row = call->place + task * PLACES_MOST;
  memset(counts, 0, (size_t)rows * sizeof *counts);
  for (int64_t at = n * task / call->tasks; at < end; at += some) {
    some = read_rows(call, at, smaller(PLACES_MOST, end - at), row);
    for (int64_t i = 0; i < some; i++)
      if (row[i] >= 0) counts[row[i]]++;
  }
}

/* Where the rows of a task begin: work is rows and positions. */
static void divide_rows(struct small_call *call) {
  int64_t rows = call->s->space->rows, all = rows, task = 1, done = 0;
  for (int64_t t = 1; t < call->tasks; t++)
    for (int64_t r = 0; r < rows; r++) call->counts[r] += call->counts[t * rows + r];
  for (int64_t r = 0; r < rows; r++) all += call->counts[r];
  int64_t *begin = call->counts + rows; /* of the second task's, which are added up */
  for (int64_t r = 0; r < rows && task < call->tasks; r++) {
    done += 1 + call->counts[r];
    while (task < call->tasks && done >= all / call->tasks * task) begin[task++ - 1] = r + 1;
  }
  while (task < call->tasks) begin[task++ - 1] = rows;
}

/* ---- sums ---- */

static void deal_tile(const struct small_call *call, struct rows_deal *sums, int64_t at, int64_t task) {
  const struct pick_small *s = call->s;
  int64_t elems = s->space->elems, size = dtype_bytes(s->dy_dtype);
  char *tile = call->tile + task * s->tile * elems * s->exec->t_size;
  sums->x = call->dy + at * elems * size, sums->dtype = s->dy_dtype, sums->room = tile;
  if (call->tasks == 1 && s->dy_dtype != s->exec->t) { /* else each task would convert what is another's */
    s->exec->cpu->kernels->move->load(tile, s->exec->t, sums->x, s->dy_dtype, sums->n * elems);
    sums->x = tile, sums->dtype = s->exec->t;
  }
  s->exec->real->deal_rows(sums);
}

static void deal_task(void *arg, int64_t task) {
  const struct small_call *call = arg;
  const struct pick_small *s = call->s;
  struct rows_deal sums = call->sums;
  int64_t *row = call->place + task * PLACES_MOST, *begin = call->counts + s->space->rows;
  sums.first = task ? begin[task - 1] : 0, sums.last = task + 1 < call->tasks ? begin[task] : s->space->rows;
  sums.row = row;
  memset(sums.count + sums.first, 0, (size_t)(sums.last - sums.first) * sizeof *sums.count);
  for (int64_t at = 0; at < s->space->n; at += sums.n) {
    sums.n = read_rows(call, at, smaller(s->tile, s->space->n - at), row);
    deal_tile(call, &sums, at, task);
  }
  for (int64_t r = sums.first; r < sums.last; r++)
    if (sums.count[r]) s->exec->real->deal_end(&sums, r);
  call->sink->put(call->sink->arg, task, &sums);
}

void small_run(rem_context *context, const struct pick_small *s, const char *dy, const char *index, char *workspace,
               const struct small_sink *sink) {
  struct small_call call = {.s = s, .sink = sink, .dy = dy, .index = index};
  lay_out(s, workspace, &call);
  call.tasks = tasks_for(s->exec->cpu, s->space->rows, larger(1, s->space->n / s->space->rows) * s->space->elems);
  if (call.tasks > 1) {
    parallel(context, call.tasks, count_task, &call);
    divide_rows(&call);
  }
  parallel(context, call.tasks, deal_task, &call);
}
