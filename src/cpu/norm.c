/* norm.c: softmax and normalisation: sweeps along rows. A row, or several side by side, is read section by section, each looked
 * at while it is in the cache; when all of them are joined, the row's elements are made from the same memory. Where there are
 * fewer rows than threads, sections are dealt out instead, and the three parts wait for each other. */
#include "norm.h"

#include <math.h>
#include <string.h>

static void open_room(const struct norm_call *call, int64_t task, struct norm_room *room) {
  const struct sweep_plan *s = call->s;
  struct arena a = {call->rooms + (size_t)task * s->room_bytes, 0};
  room->loaded = 0;
  norm_room_of(call->norm, s, &a, room);
  for (int k = 0; k < s->how.operands; k++)
    if (room->constant[k]) call->norm->exec.real->fill(room->constant[k], 1, s->standin[k]);
  if (!s->lines.solo) return;
  const struct real_kernels *real = call->norm->exec.real; /* the ends of trees are of some value */
  for (int k = 0; k < norm_sums(s); k++) real->fill(room->acc[k], LINE_ITEMS + LINE_RUN, 0);
  for (int k = 0; k < 2 && room->half[k]; k++) real->fill(room->half[k], LINE_ITEMS / 2 + LINE_RUN, 0);
}

static char *strand_base(const struct norm_call *call, const struct strand *o) {
  return o->from == NORM_SLOT ? call->elements[o->at] : call->value[o->at];
}

/* ---- the rows at hand ---- */

static int is_line(const struct rows *k) { return k->call->s->lines.solo; }

struct grid strand_grid(const struct rows *k, const struct strand *o, int as, int64_t row) {
  struct grid g = group_grid(k->g, as, strand_base(k->call, o), o->dtype, row);
  if (k->line % g.unit || k->cols % g.unit) g.unit = 1; /* a batch may have parts of units */
  if (g.off) g.off += k->line;
  else g.at += k->line * g.col * dtype_bytes(g.dtype);
  g.accumulate = o->accumulate;
  g.stream = o->stream;
  return g;
}
/* The same with line b of the batch alone. */
struct grid strand_line(const struct rows *k, const struct strand *o, int as, int64_t row, int64_t b) {
  struct grid g = group_line(k->g, as, strand_base(k->call, o), o->dtype, row, k->line + b);
  g.accumulate = o->accumulate;
  g.stream = o->stream;
  return g;
}

int norm_repeats(const struct run *run, int i) {
  for (int a = 0; a < run->axes.n; a++)
    if (run->axes.axis[a].stride[i]) return 0;
  return 1;
}

/* Makes what the section's elements are relative to, where they are. */
void norm_set_middle(const struct rows *k, const char *from, int peak, int64_t c) {
  k->call->norm->exec.real->norm_middle(k->room->middle, from, k->cols, peak, (double)c);
}

static void section_state(const struct rows *k, int64_t section) {
  const struct sweep_plan *s = k->call->s;
  int64_t r = section * NORM_SECTION, c = smaller(s->n - r, NORM_SECTION), bytes = k->cols * k->mover.t_size;
  char *state[NORM_STATES];
  for (int i = 0; i < NORM_STATES; i++) state[i] = k->state[i] ? k->state[i] + section * bytes : NULL;
  (is_line(k) ? norm_lines_state : norm_columns_state)(k, r, c, state);
  memcpy(state[STATE_PEAKS], state[STATE_M], (size_t)bytes);
}

/* ---- the row ---- */

static void keep(const struct rows *k, int which, const char *values) {
  const struct strand *o = &k->call->s->keep[which];
  if (o->from == NORM_NOWHERE) return;
  struct grid to = strand_grid(k, o, norm_keep_column(which), 0);
  tile_store(&k->mover, &to, 0, 1, k->cols, values);
}

static void keep_values(const struct rows *k) {
  keep(k, 0, k->call->s->keep_first ? k->room->kept : k->room->value[0]);
  for (int i = 1; i < SWEEP_VALUES; i++) keep(k, i, k->room->value[i]);
}

static void finish(const struct rows *k) {
  const struct sweep_plan *s = k->call->s;
  const struct real_kernels *real = k->call->norm->exec.real;
  char *const *state = k->state, *const *value = k->room->value;
  struct norm_join join = {state[STATE_M], state[STATE_S], state[STATE_P], state[STATE_Q], s->sections,
                           k->cols,        NORM_SECTION,   s->n,           s->how.kind};
  struct sweep_values values = {.m = state[STATE_M],
                                .s = state[STATE_S],
                                .p = state[STATE_P],
                                .q = state[STATE_Q],
                                .cols = k->cols,
                                .how = &s->how};
  memcpy(values.value, value, sizeof values.value);
  real->norm_join(&join);
  s->how.op->values(&values);
  if (s->keep_first) real->norm_plus(k->room->kept, k->room->first, value[0], k->cols);
  keep_values(k);
}

/* ---- its elements ---- */

static void each_section(const struct rows *k, int64_t section) {
  const struct sweep_plan *s = k->call->s;
  int64_t r = section * NORM_SECTION, c = smaller(s->n - r, NORM_SECTION), bytes = k->cols * k->mover.t_size;
  if (s->how.kind == SWEEP_PEAK) {
    const char *peaks = k->state[STATE_PEAKS] + section * bytes;
    norm_set_middle(k, peaks, 1, c);
    k->call->norm->exec.real->norm_factor(k->room->factor, peaks, k->room->value[0], k->room->value[1], k->cols);
  }
  (is_line(k) ? norm_lines_each : norm_columns_each)(k, r, c);
}

/* ---- tasks ---- */

static struct rows rows_of(const struct norm_call *call, const struct group *g, struct norm_room *room, int64_t line,
                           int64_t most) {
  const struct exec *exec = &call->norm->exec;
  int64_t cols = smaller(g->cols - line, most);
  struct rows k = {.call = call,
                   .g = g,
                   .room = room,
                   .line = line,
                   .cols = cols,
                   .mover = {exec->cpu->kernels->move, exec->t, exec->t_size, room->raw}};
  memcpy(k.state, room->state, sizeof k.state);
  return k;
}

/* Rows without elements have sums of 0, and no mean. */
static void no_elements(const struct rows *k) {
  const struct real_kernels *real = k->call->norm->exec.real;
  for (int i = 0; i < NORM_STATES; i++)
    if (k->state[i]) real->fill(k->state[i], k->cols, 0);
  real->fill(k->room->first, k->cols, NAN);
}

/* All sections of the rows at hand, and what they give. */
static void reduce(const struct rows *k) {
  const struct sweep_plan *s = k->call->s;
  if (s->n == 0) no_elements(k);
  else if (!s->lines.solo) norm_columns_first(k);
  for (int64_t section = 0; section < s->sections; section++) section_state(k, section);
  finish(k);
}

/* The same until no row's level rises; what a row has found, more turns for the others leave as it is. */
static void solve(const struct rows *k) {
  const struct real_kernels *real = k->call->norm->exec.real;
  real->fill(k->room->level, k->cols, -INFINITY);
  do reduce(k);
  while (real->norm_rise(k->room->level, k->room->value[0], k->cols));
}

/* Whether all lines of a group lie one step apart. */
static int is_even(const struct group *g) {
  for (int o = 0; o < NORM_KEEP; o++)
    if (g->off[o]) return 0;
  return 1;
}

/* Whole rows, one batch after the other. */
static void whole_task(void *arg, int64_t task) {
  const struct norm_call *call = arg;
  const struct sweep_plan *s = call->s;
  struct norm_room room;
  open_room(call, task, &room);
  for (int64_t i = s->lines.groups * task / call->tasks; i < s->lines.groups * (task + 1) / call->tasks; i++) {
    struct group g;
    group_seek(&s->lines, i, &g, room.off);
    int direct = s->direct && is_even(&g);
    int64_t most = direct || !s->lines.solo ? g.cols : s->batch;
    for (int64_t line = 0; line < g.cols; line += most) {
      struct rows k = rows_of(call, &g, &room, line, most);
      if (direct) {
        norm_lines_whole(&k);
        if (s->how.kind != SWEEP_PLAIN) keep_values(&k);
        continue;
      }
      if (s->solves) solve(&k);
      else if (s->how.kind != SWEEP_PLAIN) reduce(&k);
      for (int64_t section = 0; section < s->sections && s->each; section++) each_section(&k, section);
    }
  }
}

/* Of split rows, group i. Every group has one line, or is side by side. */
static struct rows split_rows(const struct norm_call *call, struct group *g, struct norm_room *room, int64_t i) {
  group_seek(&call->s->lines, i, g, room->off);
  struct rows k = rows_of(call, g, room, 0, g->cols);
  int64_t at = i * call->s->lines.cols * call->s->sections * k.mover.t_size;
  for (int i = 0; i < NORM_STATES; i++) k.state[i] = call->state[i] ? call->state[i] + at : NULL;
  return k;
}

static void state_task(void *arg, int64_t task) {
  const struct norm_call *call = arg;
  int64_t sections = call->s->sections, units = call->s->lines.groups * sections;
  struct norm_room room;
  open_room(call, task, &room);
  for (int64_t i = units * task / call->tasks; i < units * (task + 1) / call->tasks; i++) {
    struct group g;
    struct rows k = split_rows(call, &g, &room, i / sections);
    norm_columns_first(&k);
    section_state(&k, i % sections);
  }
}

static char *shared_values(const struct norm_call *call, char *values, int64_t i) {
  return values + i * call->s->lines.cols * call->norm->exec.t_size;
}

static void finish_task(void *arg, int64_t task) {
  const struct norm_call *call = arg;
  struct norm_room room;
  open_room(call, task, &room);
  for (int64_t i = call->s->lines.groups * task / call->tasks; i < call->s->lines.groups * (task + 1) / call->tasks;
       i++) {
    struct group g;
    struct rows k = split_rows(call, &g, &room, i);
    norm_columns_first(&k);
    finish(&k);
    memcpy(shared_values(call, call->u, i), room.value[0], (size_t)(k.cols * k.mover.t_size));
    memcpy(shared_values(call, call->v, i), room.value[1], (size_t)(k.cols * k.mover.t_size));
  }
}

static void each_task(void *arg, int64_t task) {
  const struct norm_call *call = arg;
  int64_t sections = call->s->sections, units = call->s->lines.groups * sections;
  struct norm_room room;
  open_room(call, task, &room);
  for (int64_t i = units * task / call->tasks; i < units * (task + 1) / call->tasks; i++) {
    struct group g;
    struct rows k = split_rows(call, &g, &room, i / sections);
    memcpy(room.value[0], shared_values(call, call->u, i / sections), (size_t)(k.cols * k.mover.t_size));
    memcpy(room.value[1], shared_values(call, call->v, i / sections), (size_t)(k.cols * k.mover.t_size));
    norm_columns_first(&k);
    each_section(&k, i % sections);
  }
}

static void run_sweep(rem_context *context, struct norm_call *call) {
  const struct sweep_plan *s = call->s;
  const struct cpu *cpu = call->norm->exec.cpu;
  int64_t groups = s->lines.groups, units = groups * s->sections, work = s->lines.cols * smaller(s->n, NORM_SECTION);
  if (groups == 0) return;
  if (!s->split) {
    call->tasks = tasks_for(cpu, groups, s->lines.cols * s->n);
    parallel(context, call->tasks, whole_task, call);
    return;
  }
  if (s->how.kind != SWEEP_PLAIN) {
    call->tasks = tasks_for(cpu, units, work);
    parallel(context, call->tasks, state_task, call);
    call->tasks = tasks_for(cpu, groups, s->lines.cols * s->sections);
    parallel(context, call->tasks, finish_task, call);
  }
  call->tasks = tasks_for(cpu, units, work);
  if (s->each) parallel(context, call->tasks, each_task, call);
}

static void run(rem_context *context, const struct exec *exec, char *const *elements, char *workspace) {
  const struct norm *norm = (const struct norm *)(const void *)exec;
  struct norm_call call = {.norm = norm, .elements = elements};
  struct arena values = {workspace, 0};
  norm_values_of(norm, &values, call.value);
  for (int i = 0; i < norm->sweeps; i++) {
    struct arena a = values;
    call.s = &norm->sweep[i];
    norm_shared_of(norm, call.s, &a, &call);
    call.rooms = workspace + a.used;
    run_sweep(context, &call);
  }
}

const struct family_ops cpu_norm = {sizeof(struct norm), norm_plan, run};
