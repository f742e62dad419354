/* pad.c: pad and its gradient: every axis falls into pieces (schedule/layout.h). Where no row is contiguous, or cells have many
 * sources, they go box by box: a box is one piece of each axis. */
#include <stdio.h>
#include <string.h>

#include "copy.h"
#include "pad.h"
#include "row.h"

enum { SUM_COLS = 512, SUM_ROWS = 8, SUM_ELEMS = SUM_COLS * SUM_ROWS, MAX_LEVELS = REM_MAX_RANK + 1 };

struct box {
  const struct pad *pad;
  rem_context *context;
  char *to, *from;
  char *workspace;
  const struct piece *piece[REM_MAX_RANK];
};

/* ---- boxes whose cells have one source, or none ---- */

static void copy_box(const struct box *b) {
  const struct pad *p = b->pad;
  struct copy c = {.exec = &p->exec,
                   .context = b->context,
                   .to_op = p->to,
                   .from_op = p->from,
                   .value = p->value,
                   .workspace = b->workspace};
  int64_t to = 0, from = 0;
  int sources = 1;
  for (int i = 0; i < p->rank; i++) {
    const struct piece *q = b->piece[i];
    int64_t s[MAX_OPERANDS] = {p->to_stride[i], q->terms ? q->step[0] * p->from_stride[i] : 0};
    sources &= q->terms > 0;
    to += q->from * p->to_stride[i];
    from += q->terms ? q->start[0] * p->from_stride[i] : 0;
    space_push(&c.space, q->n, s);
  }
  c.to = b->to + to * dtype_bytes(p->to.dtype);
  c.from = sources ? b->from + from * dtype_bytes(p->from.dtype) : NULL;
  for (int i = 0; i < c.space.n && !sources; i++) c.space.axis[i].stride[COPY_FROM] = 0;
  copy_run(&c);
}

/* ---- boxes of a replicated axis: sums over runs of places ---- */

static void plan_run_box(const struct box *b, struct row *row, int64_t *to, int64_t *from) {
  const struct pad *p = b->pad;
  struct row_axes a = {.rank = 0, .apart = 1};
  *row = (struct row){.exec = p->exec, .op = &p->exec.real->row[ROW_sum], .fields = HAS_S, .reduces = 1};
  row->x = p->from;
  row->y = p->to;
  row->x.slot = 0;
  row->y.slot = 1;
  row->dx = row->extra = row->saved = (struct operand){.slot = -1};
  *to = *from = 0;
  for (int i = 0; i < p->rank; i++) {
    const struct piece *q = b->piece[i];
    *to += q->from * p->to_stride[i];
    *from += q->start[0] * p->from_stride[i];
    a.shape[a.rank] = q->run ? q->run : q->n;
    a.reduced |= q->run ? 1u << a.rank : 0;
    a.stride[a.rank][ROW_SOURCE] = q->run ? p->from_stride[i] : q->step[0] * p->from_stride[i];
    a.stride[a.rank++][ROW_Y] = q->run ? 0 : p->to_stride[i];
  }
  row_geometry(row, &a);
}

static void run_box(const struct box *b) {
  struct row row;
  int64_t to, from;
  plan_run_box(b, &row, &to, &from);
  char *elements[2] = {b->from + from * dtype_bytes(b->pad->from.dtype), b->to + to * dtype_bytes(b->pad->to.dtype)};
  row_run_forward(b->context, &row, elements, b->workspace);
}

/* ---- boxes whose cells have several sources: nested sums, innermost axis first ---- */

struct sums {
  const struct box *box;
  struct mover mover;
  int64_t at[REM_MAX_RANK]; /* index within the piece, of the tile's first cell          */
  int64_t rows, cols;       /* of the tile: the last two axes                            */
  char *level[MAX_LEVELS];  /* a tile for each axis                                      */
};

static void add_tile(const struct sums *k, char *acc, const char *more) {
  int64_t n = k->rows * k->cols;
  if (k->mover.t == REM_F32)
    for (int64_t i = 0; i < n; i++) ((float *)(void *)acc)[i] += ((const float *)(const void *)more)[i];
  else
    for (int64_t i = 0; i < n; i++) ((double *)(void *)acc)[i] += ((const double *)(const void *)more)[i];
}

/* The sum over the sources along axis i and all axes inside it, in level[i]; `from` and the strides are fixed by the axes
 * outside. */
static void sum_axis(const struct sums *k, int i, int64_t from, int64_t row, int64_t col) {
  const struct pad *p = k->box->pad;
  if (i == p->rank) {
    struct grid g = {k->box->from + from * dtype_bytes(p->from.dtype), p->from.dtype, row, col, NULL, 1, 0, 0};
    tile_copy(&k->mover, &g, 0, k->rows, k->cols, k->level[i]);
    return;
  }
  const struct piece *q = k->box->piece[i];
  int64_t size = k->rows * k->cols * k->mover.t_size;
  for (int t = 0; t < q->terms; t++) {
    int64_t stride = q->step[t] * p->from_stride[i];
    int64_t at = from + q->start[t] * p->from_stride[i] + k->at[i] * stride;
    sum_axis(k, i + 1, at, i == p->rank - 2 ? stride : row, i == p->rank - 1 ? stride : col);
    if (t == 0) memcpy(k->level[i], k->level[i + 1], (size_t)size);
    else add_tile(k, k->level[i], k->level[i + 1]);
  }
}

static void sum_tile(struct sums *k) {
  const struct pad *p = k->box->pad;
  int64_t to = 0;
  for (int i = 0; i < p->rank; i++) to += (k->box->piece[i]->from + k->at[i]) * p->to_stride[i];
  sum_axis(k, 0, 0, 0, 0);
  struct grid g = {k->box->to + to * dtype_bytes(p->to.dtype),
                   p->to.dtype,
                   p->rank > 1 ? p->to_stride[p->rank - 2] : 0,
                   p->to_stride[p->rank - 1],
                   NULL,
                   1,
                   p->to.accumulate,
                   0};
  int64_t pitch;
  char *to_tile = tile_target(&k->mover, &g, 0, k->level[0], k->cols, &pitch);
  for (int64_t r = 0; to_tile != k->level[0] && r < k->rows; r++)
    memcpy(to_tile + r * pitch * k->mover.t_size, k->level[0] + r * k->cols * k->mover.t_size,
           (size_t)(k->cols * k->mover.t_size));
  tile_store(&k->mover, &g, 0, k->rows, k->cols, to_tile);
}

static int64_t extent_of(const struct box *b, int i) { return i < 0 ? 1 : b->piece[i]->n; }

struct sum_job {
  const struct box *box;
  int64_t row_tiles, col_tiles, units, tasks;
};

static size_t sum_room(const struct pad *p) { return (size_t)(p->rank + 2) * SUM_ELEMS * 8; }

static void sum_task(void *arg, int64_t task) {
  const struct sum_job *job = arg;
  const struct box *b = job->box;
  const struct pad *p = b->pad;
  char *room = b->workspace + (size_t)task * sum_room(p);
  struct sums k = {.box = b, .mover = {p->exec.cpu->kernels->move, p->exec.t, p->exec.t_size, room}};
  for (int i = 0; i <= p->rank; i++) k.level[i] = room + (size_t)(i + 1) * SUM_ELEMS * 8;
  for (int64_t u = job->units * task / job->tasks; u < job->units * (task + 1) / job->tasks; u++) {
    int64_t rest = u / job->col_tiles / job->row_tiles, r = u / job->col_tiles % job->row_tiles * SUM_ROWS;
    int64_t c = u % job->col_tiles * SUM_COLS, rows = extent_of(b, p->rank - 2), cols = extent_of(b, p->rank - 1);
    for (int i = p->rank - 3; i >= 0; i--) {
      k.at[i] = rest % b->piece[i]->n;
      rest /= b->piece[i]->n;
    }
    if (p->rank > 1) k.at[p->rank - 2] = r;
    k.at[p->rank - 1] = c;
    k.rows = rows - r < SUM_ROWS ? rows - r : SUM_ROWS;
    k.cols = cols - c < SUM_COLS ? cols - c : SUM_COLS;
    sum_tile(&k);
  }
}

static void sum_box(const struct box *b) {
  const struct pad *p = b->pad;
  struct sum_job job = {.box = b, .units = 1};
  for (int i = 0; i < p->rank - 2; i++) job.units *= b->piece[i]->n;
  job.row_tiles = (extent_of(b, p->rank - 2) + SUM_ROWS - 1) / SUM_ROWS;
  job.col_tiles = (extent_of(b, p->rank - 1) + SUM_COLS - 1) / SUM_COLS;
  job.units *= job.row_tiles * job.col_tiles;
  job.tasks = tasks_for(p->exec.cpu, job.units, SUM_ROWS * extent_of(b, p->rank - 1));
  parallel(b->context, job.tasks, sum_task, &job);
}

/* ---- all boxes ---- */

static void do_box(const struct box *b) {
  int most = 1, runs = 0, none = 0;
  for (int i = 0; i < b->pad->rank; i++) {
    const struct piece *q = b->piece[i];
    if (q->n == 0) return;
    most = q->terms > most ? q->terms : most;
    none |= q->terms == 0;
    runs |= q->run > 1;
  }
  if (none || (most == 1 && !runs)) copy_box(b);
  else if (runs) run_box(b);
  else sum_box(b);
}

/* Calls do_box for every choice of pieces. */
static void for_boxes(struct box *b, void (*act)(const struct box *, void *), void *arg) {
  const struct pad *p = b->pad;
  int at[REM_MAX_RANK] = {0};
  for (int i = 0; i < p->rank; i++)
    if (p->n_pieces[i] == 0) return;
  for (;;) {
    int i = p->rank - 1;
    for (int k = 0; k < p->rank; k++) b->piece[k] = &p->pieces[k][at[k]];
    act(b, arg);
    while (i >= 0 && ++at[i] == p->n_pieces[i]) at[i--] = 0;
    if (i < 0) return;
  }
}

static void act_run(const struct box *b, void *unused) {
  (void)unused;
  do_box(b);
}

static void run(rem_context *context, const struct exec *exec, char *const *elements, char *workspace) {
  const struct pad *p = (const struct pad *)(const void *)exec;
  if (p->to.slot < 0) return;
  if (p->rows) {
    pad_rows_run(context, p, elements[p->to.slot], elements[p->from.slot]);
    return;
  }
  struct box b = {
      .pad = p, .context = context, .to = elements[p->to.slot], .from = elements[p->from.slot], .workspace = workspace};
  for_boxes(&b, act_run, NULL);
}

/* ---- planning ---- */

/* The largest workspace any box needs. */
static void act_measure(const struct box *b, void *arg) {
  size_t *most = arg;
  int runs = 0;
  for (int i = 0; i < b->pad->rank; i++) {
    if (b->piece[i]->n == 0 || b->piece[i]->terms == 0) return;
    runs |= b->piece[i]->run > 1;
  }
  if (!runs) return;
  struct row row;
  int64_t to, from;
  plan_run_box(b, &row, &to, &from);
  size_t bytes = row_workspace(&row);
  *most = bytes > *most ? bytes : *most;
}

static int is_whole(const struct pad *p, int i) {
  const struct piece *q = p->pieces[i];
  return p->n_pieces[i] == 1 && q->terms == 1 && !q->run && q->start[0] == 0 && q->step[0] == 1;
}

/* Whether axis i + 1, none of which is padded or cropped, can become part of axis i. */
static int can_merge(const struct pad *p, int i) {
  int64_t n = p->extent[i + 1];
  for (int k = 0; k < p->n_pieces[i]; k++) {
    const struct piece *q = &p->pieces[i][k];
    if (q->run || q->terms > 1 || (q->terms == 1 && q->step[0] != 1)) return 0;
  }
  return is_whole(p, i + 1) && p->to_stride[i] == n * p->to_stride[i + 1] &&
         p->from_stride[i] == n * p->from_stride[i + 1];
}

static void merge_axes(struct pad *p) {
  for (int i = p->rank - 2; i >= 0; i--) {
    int64_t n = p->extent[i + 1];
    if (!can_merge(p, i)) continue;
    for (int k = 0; k < p->n_pieces[i]; k++) {
      struct piece *q = &p->pieces[i][k];
      q->from *= n;
      q->n *= n;
      q->start[0] *= n;
    }
    p->extent[i] *= n;
    p->to_stride[i] = p->to_stride[i + 1];
    p->from_stride[i] = p->from_stride[i + 1];
    for (int k = i + 1; k + 1 < p->rank; k++) {
      p->extent[k] = p->extent[k + 1];
      p->to_stride[k] = p->to_stride[k + 1];
      p->from_stride[k] = p->from_stride[k + 1];
      p->n_pieces[k] = p->n_pieces[k + 1];
      memcpy(p->pieces[k], p->pieces[k + 1], sizeof p->pieces[k]);
    }
    p->rank--;
  }
}

static rem_status plan_pass(const struct cpu *cpu, const struct problem *p, struct exec *exec, struct planned *planned,
                            const char *to, const char *from,
                            int (*pieces)(enum pad_mode, int64_t, int64_t, int64_t, struct piece *)) {
  struct pad *pad = (struct pad *)(void *)exec;
  const struct attr_value *low = problem_attr(p, "low"), *high = problem_attr(p, "high");
  enum pad_mode mode = (enum pad_mode)problem_attr(p, "mode")->i;
  pad->to = operand_of(cpu, p, to);
  pad->from = operand_of(cpu, p, from);
  pad->rank = p->rank;
  snprintf(planned->sku, sizeof planned->sku, "rows");
  if (pad->to.slot < 0) return REM_OK;
  for (int i = 0; i < p->rank; i++) {
    pad->extent[i] = p->views[pad->to.slot].shape[i];
    pad->to_stride[i] = p->views[pad->to.slot].stride[i];
    pad->from_stride[i] = p->views[pad->from.slot].stride[i];
    pad->n_pieces[i] = pieces(mode, p->shape[i], low->is[i], high->is[i], pad->pieces[i]);
  }
  merge_axes(pad);
  pad_rows_plan(pad);
  if (pad->rows) return REM_OK;
  snprintf(planned->sku, sizeof planned->sku, "boxes");
  size_t most = copy_workspace(exec), sums = arena_rooms(sum_room(pad), cpu->threads);
  struct box b = {.pad = pad};
  if (p->pass == REM_BACKWARD) {
    most = sums > most ? sums : most;
    for_boxes(&b, act_measure, &most);
  }
  planned->workspace_bytes = most;
  return REM_OK;
}

static rem_status plan(const struct cpu *cpu, const struct problem *p, struct exec *exec, struct planned *planned,
                       rem_error *error) {
  (void)error;
  ((struct pad *)(void *)exec)->value = problem_pad_value(p);
  return plan_pass(cpu, p, exec, planned, "y", "x", pad_sources);
}

static rem_status plan_grad(const struct cpu *cpu, const struct problem *p, struct exec *exec, struct planned *planned,
                            rem_error *error) {
  (void)error;
  return plan_pass(cpu, p, exec, planned, "dx", "dy", pad_targets);
}

const struct family_ops cpu_pad = {sizeof(struct pad), plan, run};
const struct family_ops cpu_pad_grad = {sizeof(struct pad), plan_grad, run};
