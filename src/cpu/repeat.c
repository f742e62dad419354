/* repeat.c: repeat as a copy onto split axes, and its gradient as a sum over the axes of copies. */
#include <stdio.h>
#include <string.h>

#include "copy.h"
#include "nest.h"
#include "row.h"
#include "schedule/repeat.h"

/* ---- forward ---- */

enum {
  BLOCK_BYTES = 1 << 18,   /* of x, read once and kept in the second cache while all its copies are written   */
  PATTERN_BYTES = 1 << 12, /* shorter stretches of x are repeated in the first cache                          */
  LONG_STRETCH = 64,       /* elements that are worth converting alone                                        */
};

struct repeat {
  struct exec exec;
  struct space space; /* direct: the last axis is a stretch that both x and y have contiguous            */
  struct operand x, y;
  int direct, same;       /* same: bytes are copied as they are                                              */
  int64_t read[MAX_AXES]; /* bytes of x that the axes from this one on reach                                 */
  int64_t count;          /* elements of y                                                                   */
  int longest;            /* the axis that is divided among tasks                                            */
};

/* Part of a task: [lo, hi) of every axis. */
struct walk {
  const struct repeat *r;
  struct drain drain;
  struct nest_target target;
  int64_t to_size, from_size; /* of an element */
  int64_t lo[MAX_AXES], hi[MAX_AXES];
};

static int stays(const struct axis *a) { return a->stride[COPY_FROM] == 0; }

/* to becomes `times` copies of a short stretch. */
static void fan_out(char *to, const char *from, int64_t bytes, int64_t times) {
  int64_t all = bytes * times;
  memcpy(to, from, (size_t)bytes);
  for (int64_t have = bytes; have < all; have *= 2)
    memcpy(to + have, to, (size_t)(all - have < have ? all - have : have));
}

static void put_pattern(struct walk *w, char *to, const char *from, int64_t bytes, int64_t times) {
  char pattern[PATTERN_BYTES];
  int64_t most = PATTERN_BYTES / bytes < times ? PATTERN_BYTES / bytes : times;
  fan_out(pattern, from, bytes, most);
  for (int64_t i = 0; i < times; i += most)
    drain_put(&w->drain, to + i * bytes, pattern, (times - i < most ? times - i : most) * bytes);
}

/* Axis k puts copies of one short stretch side by side. */
static int is_pattern(const struct walk *w, int k) {
  const struct space *s = &w->r->space;
  int last = s->n - 1;
  int64_t extent = s->axis[last].extent;
  return w->r->same && k + 1 == last && stays(&s->axis[k]) && s->axis[k].stride[COPY_TO] == extent &&
         w->hi[last] - w->lo[last] == extent && w->r->read[last] <= PATTERN_BYTES / 4;
}

/* Bytes of the pattern of axis k + 1, where those of axis k follow each other in y and many fit a stage; else 0. */
static int64_t row_bytes(const struct walk *w, int k) {
  const struct axis *a = &w->r->space.axis[k];
  int64_t times = a[1].extent, bytes = w->r->read[k + 2] * times;
  int rows = !stays(a) && is_pattern(w, k + 1) && w->hi[k + 1] - w->lo[k + 1] == times;
  return rows && bytes <= PATTERN_BYTES / 4 && a->stride[COPY_TO] * w->to_size == bytes ? bytes : 0;
}

static void put_rows(struct walk *w, int k, char *to, const char *from, int64_t bytes) {
  char stage[PATTERN_BYTES];
  int64_t step = w->r->space.axis[k].stride[COPY_FROM] * w->from_size, unit = w->r->read[k + 2],
          most = PATTERN_BYTES / bytes;
  for (int64_t i = w->lo[k], some; i < w->hi[k]; i += some) {
    some = w->hi[k] - i < most ? w->hi[k] - i : most;
    for (int64_t r = 0; r < some; r++) fan_out(stage + r * bytes, from + (i + r) * step, unit, bytes / unit);
    drain_put(&w->drain, to + i * bytes, stage, some * bytes);
  }
}

static void walk_axis(struct walk *w, int k, char *to, const char *from);

static void walk_range(struct walk *w, int k, char *to, const char *from) {
  const struct axis *a = &w->r->space.axis[k];
  for (int64_t i = w->lo[k]; i < w->hi[k]; i++)
    walk_axis(w, k + 1, to + i * a->stride[COPY_TO] * w->to_size, from + i * a->stride[COPY_FROM] * w->from_size);
}

/* Copies of more than a block: block by block along the next axis on which x moves. */
static void walk_blocks(struct walk *w, int k, char *to, const char *from) {
  const struct space *s = &w->r->space;
  int b = k + 1;
  while (stays(&s->axis[b])) b++;
  int64_t each = b + 1 < s->n ? w->r->read[b + 1] : w->from_size, lo = w->lo[b], hi = w->hi[b];
  int64_t step = each < BLOCK_BYTES ? BLOCK_BYTES / each : 1;
  for (int64_t i = lo; i < hi; i += step) {
    w->lo[b] = i;
    w->hi[b] = hi - i < step ? hi : i + step;
    walk_range(w, k, to, from);
  }
  w->lo[b] = lo;
  w->hi[b] = hi;
}

static void walk_axis(struct walk *w, int k, char *to, const char *from) {
  const struct space *s = &w->r->space;
  int64_t lo = w->lo[k], n = w->hi[k] - lo;
  int last = s->n - 1;
  if (k == last) {
    stretch_write(&w->target, from + lo * w->from_size, w->r->x.dtype, n, to + lo * w->to_size);
    return;
  }
  int64_t bytes = k + 2 <= last ? row_bytes(w, k) : 0;
  if (bytes) put_rows(w, k, to, from, bytes);
  else if (is_pattern(w, k)) put_pattern(w, to + lo * w->r->read[last], from, w->r->read[last], n);
  else if (stays(&s->axis[k]) && w->r->read[k + 1] > BLOCK_BYTES) walk_blocks(w, k, to, from);
  else walk_range(w, k, to, from);
}

struct repeat_job {
  const struct repeat *r;
  char *to;
  const char *from;
  int64_t tasks;
};

static void repeat_task(void *arg, int64_t task) {
  const struct repeat_job *job = arg;
  const struct repeat *r = job->r;
  struct walk w = {.r = r, .to_size = dtype_bytes(r->y.dtype), .from_size = dtype_bytes(r->x.dtype)};
  w.target = (struct nest_target){&r->exec, r->y, &w.drain};
  w.drain = (struct drain){.move = r->exec.cpu->kernels->move, .stream = r->y.stream};
  for (int k = 0; k < r->space.n; k++) w.hi[k] = r->space.axis[k].extent;
  int64_t n = w.hi[r->longest];
  w.lo[r->longest] = n * task / job->tasks;
  w.hi[r->longest] = n * (task + 1) / job->tasks;
  walk_axis(&w, 0, job->to, job->from);
  drain_flush(&w.drain);
}

static void run(rem_context *context, const struct exec *exec, char *const *elements, char *workspace) {
  const struct repeat *r = (const struct repeat *)(const void *)exec;
  if (r->count == 0) return;
  if (r->direct) {
    struct repeat_job job = {r, elements[r->y.slot], elements[r->x.slot], 1};
    int64_t n = r->space.axis[r->longest].extent;
    job.tasks = tasks_for(exec->cpu, n, r->count / n);
    parallel(context, job.tasks, repeat_task, &job);
    return;
  }
  struct copy c = {.exec = exec,
                   .context = context,
                   .space = r->space,
                   .to = elements[r->y.slot],
                   .from = elements[r->x.slot],
                   .to_op = r->y,
                   .from_op = r->x,
                   .workspace = workspace};
  copy_run(&c);
}

/* A stretch lies side by side in both; single elements of x are stretches too. Short ones that are converted are left to
 * copy.c, and so is what has no axis left for single elements. */
static void plan_direct(struct repeat *r) {
  const int64_t one[MAX_OPERANDS] = {1, 1};
  space_sort(&r->space, COPY_OPERANDS);
  if (r->space.n == 0 || stays(&r->space.axis[r->space.n - 1])) {
    if (r->space.n == MAX_AXES) return;
    space_push(&r->space, 1, one);
  }
  const struct axis *last = &r->space.axis[r->space.n - 1];
  r->same = r->x.dtype == r->y.dtype && !r->y.accumulate;
  r->direct = last->stride[COPY_TO] == 1 && last->stride[COPY_FROM] == 1 && (r->same || last->extent >= LONG_STRETCH);
  int64_t bytes = dtype_bytes(r->x.dtype);
  for (int k = r->space.n - 1; k >= 0; k--) {
    const struct axis *a = &r->space.axis[k];
    bytes *= stays(a) ? 1 : a->extent;
    r->read[k] = bytes;
    if (a->extent > r->space.axis[r->longest].extent) r->longest = k;
  }
}

static rem_status plan(const struct cpu *cpu, const struct problem *p, struct exec *exec, struct planned *planned,
                       rem_error *error) {
  struct repeat *r = (struct repeat *)(void *)exec;
  struct split s[REM_MAX_RANK];
  (void)error;
  r->x = operand_of(cpu, p, "x");
  r->y = operand_of(cpu, p, "y");
  int n = repeat_split(p, problem_view(p, "y"), problem_view(p, "x"), s);
  for (int i = 0; i < n; i++) {
    int64_t copies[MAX_OPERANDS] = {s[i].n * s[i].y, 0}, own[MAX_OPERANDS] = {s[i].y, s[i].x};
    space_push(&r->space, s[i].copies, copies);
    space_push(&r->space, s[i].n, own);
  }
  r->count = space_count(&r->space);
  if (r->count) plan_direct(r);
  planned->workspace_bytes = r->direct ? 0 : copy_workspace(exec);
  snprintf(planned->sku, sizeof planned->sku, r->direct ? "blocks" : "copy");
  return REM_OK;
}

/* ---- backward: few copies ---- */

enum { GRAD_TO, GRAD_FROM, GRAD_OPERANDS }; /* dx and dy */

struct repeat_grad {
  struct row row;    /* many copies, and layouts in which no stretch of dx lies side by side with its copies */
  int few, narrow;   /* narrow: stretches are short, and many go at a time                                   */
  struct nest nest;  /* the copies of an element                                                            */
  struct space kept; /* dx; the last axis is a stretch                                                      */
};

enum { SHORT_STRETCH = 8 }; /* elements */

struct grad_job {
  const struct repeat_grad *r;
  char *to;
  const char *from;
  int64_t strips; /* of a stretch; narrow: of the stretches along the axis outside */
  int64_t units, tasks;
};

static void grad_task(void *arg, int64_t task) {
  const struct grad_job *job = arg;
  const struct repeat_grad *r = job->r;
  const struct row *row = &r->row;
  struct space outer = r->kept;
  int64_t n = outer.axis[--outer.n].extent, end = job->units * (task + 1) / job->tasks, some;
  struct drain drain = {.move = row->exec.cpu->kernels->move, .stream = row->y.stream};
  struct nest_target target = {&row->exec, row->y, &drain};
  for (int64_t u = job->units * task / job->tasks; u < end; u += some) {
    int64_t at[MAX_OPERANDS] = {0}, strip = u % job->strips, i = strip * NEST_STRIP;
    some = job->strips - strip < end - u ? job->strips - strip : end - u;
    space_seek(&outer, u / job->strips, GRAD_OPERANDS, at);
    nest_write(&target, &r->nest, job->from + at[GRAD_FROM] * dtype_bytes(row->x.dtype), i,
               n - i < some * NEST_STRIP ? n - i : some * NEST_STRIP,
               job->to + (at[GRAD_TO] + i) * dtype_bytes(row->y.dtype));
  }
  drain_flush(&drain);
}

/* Short stretches: a unit is up to NEST_STRIP of them, side by side in dx. */
static void narrow_unit(const struct grad_job *job, const struct nest_target *target, int64_t u) {
  const struct repeat_grad *r = job->r;
  const struct exec *e = &r->row.exec;
  _Alignas(LINE_BYTES) char sums[NEST_STRIP * SHORT_STRETCH * 8];
  struct space outer = r->kept;
  int64_t n = outer.axis[--outer.n].extent, at[MAX_OPERANDS] = {0}, to_size = dtype_bytes(r->row.y.dtype);
  struct axis rows = outer.axis[--outer.n];
  int64_t first = u % job->strips * NEST_STRIP,
          some = rows.extent - first < NEST_STRIP ? rows.extent - first : NEST_STRIP;
  space_seek(&outer, u / job->strips, GRAD_OPERANDS, at);
  const char *from = job->from + (at[GRAD_FROM] + first * rows.stride[GRAD_FROM]) * dtype_bytes(r->row.x.dtype);
  char *to = job->to + (at[GRAD_TO] + first * n) * to_size;
  for (int64_t j = 0; j < n; j++)
    nest_column(e, &r->nest, from, j, rows.stride[GRAD_FROM], some, sums + j * e->t_size, e->t, n * e->t_size);
  for (int64_t i = 0; i < some * n; i += NEST_STRIP)
    strip_write(target, sums + i * e->t_size, some * n - i < NEST_STRIP ? some * n - i : NEST_STRIP, to + i * to_size);
}

static void narrow_task(void *arg, int64_t task) {
  const struct grad_job *job = arg;
  const struct row *row = &job->r->row;
  struct drain drain = {.move = row->exec.cpu->kernels->move, .stream = row->y.stream};
  struct nest_target target = {&row->exec, row->y, &drain};
  for (int64_t u = job->units * task / job->tasks; u < job->units * (task + 1) / job->tasks; u++)
    narrow_unit(job, &target, u);
  drain_flush(&drain);
}

static void run_grad(rem_context *context, const struct exec *exec, char *const *elements, char *workspace) {
  const struct repeat_grad *r = (const struct repeat_grad *)(const void *)exec;
  if (r->row.y.slot < 0) return;
  if (!r->few) {
    row_run_forward(context, &r->row, elements, workspace);
    return;
  }
  struct grad_job job = {.r = r, .to = elements[r->row.y.slot], .from = elements[r->row.x.slot]};
  const struct axis *last = &r->kept.axis[r->kept.n - 1], *cut = r->narrow ? last - 1 : last;
  job.strips = (cut->extent + NEST_STRIP - 1) / NEST_STRIP;
  job.units = job.strips * (space_count(&r->kept) / cut->extent / (r->narrow ? last->extent : 1));
  job.tasks = tasks_for(exec->cpu, job.units, space_count(&r->kept) / job.units * r->nest.leaves);
  parallel(context, job.tasks, r->narrow ? narrow_task : grad_task, &job);
}

/* Leaves for the axes of copies from i on: neighbours without elements between them are one run, counted as one. */
struct copies {
  struct nest *nest;
  struct space runs[REM_MAX_RANK]; /* outermost first; stride 0 is dy's */
  int n;
};

static void grow(const struct copies *c, int run, int64_t off) {
  if (run == c->n) {
    nest_leaf(c->nest, off, 1);
    return;
  }
  int64_t items = space_count(&c->runs[run]);
  for (int64_t k = 0; k < items; k++) {
    int64_t at[MAX_OPERANDS] = {off};
    space_seek(&c->runs[run], k, 1, at);
    grow(c, run + 1, at[0]);
    nest_item(c->nest, k, items);
  }
}

/* The last axis must be contiguous in dx and dy; single elements are stretches too, unless their copies lie side by side and
 * are so many that rows do better. Short ones must touch in dx. */
static void find_stretch(struct repeat_grad *r, int64_t copies) {
  const int64_t one[MAX_OPERANDS] = {1, 1};
  struct space *s = &r->kept;
  if (s->n == 0 || s->axis[s->n - 1].stride[GRAD_FROM] != 1) space_push(s, 1, one);
  const struct axis *last = &s->axis[s->n - 1];
  int contiguous = last->stride[GRAD_TO] == 1 && last->stride[GRAD_FROM] == 1;
  r->narrow = contiguous && last->extent <= SHORT_STRETCH && s->n > 1 && last[-1].stride[GRAD_TO] == last->extent &&
              (last->extent > 1 || copies <= SHORT_STRETCH);
  r->few = r->narrow || (contiguous && last->extent > SHORT_STRETCH);
}

static void plan_few(struct repeat_grad *r, const struct split *s, int n) {
  struct copies c = {.nest = &r->nest};
  int64_t all = 1;
  for (int i = 0, inside = 0; i < n; i++) {
    int64_t copies[MAX_OPERANDS] = {s[i].n * s[i].y}, own[MAX_OPERANDS] = {s[i].x, s[i].y};
    if (s[i].copies == 0 || s[i].n == 0 || s[i].copies > NEST_LEAVES / all) return;
    all *= s[i].copies;
    if (s[i].copies > 1) {
      c.n += !inside;
      space_push(&c.runs[c.n - 1], s[i].copies, copies);
    }
    inside = s[i].n == 1 && (inside || s[i].copies > 1);
    space_push(&r->kept, s[i].n, own);
  }
  space_sort(&r->kept, GRAD_OPERANDS);
  find_stretch(r, all);
  r->nest.dtype = r->row.x.dtype;
  if (r->few) grow(&c, 0, 0);
}

static void plan_rows(struct row *row, const struct split *s, int n) {
  struct row_axes a = {.rank = 0};
  for (int i = 0; i < n; i++) {
    a.reduced |= 1u << a.rank;
    a.shape[a.rank] = s[i].copies;
    a.stride[a.rank++][ROW_SOURCE] = s[i].n * s[i].y;
    a.shape[a.rank] = s[i].n;
    a.stride[a.rank][ROW_SOURCE] = s[i].y;
    a.stride[a.rank++][ROW_Y] = s[i].x;
  }
  row_geometry(row, &a);
}

static rem_status plan_grad(const struct cpu *cpu, const struct problem *p, struct exec *exec, struct planned *planned,
                            rem_error *error) {
  struct repeat_grad *r = (struct repeat_grad *)(void *)exec;
  struct row *row = &r->row;
  struct split s[REM_MAX_RANK] = {{0}};
  (void)error;
  row->op = &exec->real->row[ROW_sum];
  row->fields = HAS_S;
  row->reduces = 1;
  row->x = operand_of(cpu, p, "dy");
  row->y = operand_of(cpu, p, "dx");
  row->dx = row->extra = row->saved = (struct operand){.slot = -1};
  snprintf(planned->sku, sizeof planned->sku, "nest");
  if (row->y.slot < 0) return REM_OK;
  int n = repeat_split(p, problem_view(p, "dy"), problem_view(p, "dx"), s);
  plan_few(r, s, n);
  if (r->few) return REM_OK;
  plan_rows(row, s, n);
  planned->workspace_bytes = row_workspace(row);
  snprintf(planned->sku, sizeof planned->sku, "row.%s", row->lines.solo ? "solo" : row->lines.flat ? "flat" : "wide");
  return REM_OK;
}

const struct family_ops cpu_repeat = {sizeof(struct repeat), plan, run};
const struct family_ops cpu_repeat_grad = {sizeof(struct repeat_grad), plan_grad, run_grad};
