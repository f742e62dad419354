/* norm_columns.c: sweeps along rows side by side, a step of all of them at a time. */
#include <string.h>

#include "norm.h"

/* ---- operands ---- */

/* Steps [r, r + steps) of columns side by side, packed. */
static struct source pack_steps(const struct rows *k, int i, int64_t r, int64_t steps) {
  const struct sweep_plan *s = k->call->s;
  struct grid g = strand_grid(k, &s->in[i], i, run_stride(&s->run, i));
  for (int64_t done = 0, some; done < steps; done += some) {
    some = steps - done;
    struct grid piece = g;
    piece.at += run_piece(&s->run, i, r + done, &some) * dtype_bytes(g.dtype);
    tile_copy(&k->mover, &piece, 0, some, k->cols, k->room->in[i] + done * k->cols * k->mover.t_size);
  }
  return (struct source){k->room->in[i], k->mover.t, k->cols, 1};
}

/* Operand i at steps [r, r + steps) of rows side by side: one row of columns for each. */
static struct source column_source(const struct rows *k, int i, int64_t r, int64_t steps) {
  const struct sweep_plan *s = k->call->s;
  int repeats = norm_repeats(&s->run, i);
  if (s->in[i].from == NORM_NOWHERE) return (struct source){k->room->constant[i], k->mover.t, 0, 0};
  if (s->in[i].from == NORM_LEVEL) return (struct source){k->room->level, k->mover.t, 0, 1};
  if (s->run.axes.n > 1 && !repeats) return pack_steps(k, i, r, steps);
  int64_t stride = repeats ? 0 : run_stride(&s->run, i);
  struct grid g = strand_grid(k, &s->in[i], i, stride);
  g.at += r * stride * dtype_bytes(g.dtype);
  return tile_source(&k->mover, &g, 0, steps, k->cols, k->room->in[i]);
}

static struct sweep_feed feed_of(const struct rows *k) {
  const struct norm_room *room = k->room;
  return (struct sweep_feed){.how = &k->call->s->how,
                             .wait = {room->wait[0], room->wait[1]},
                             .first = room->first,
                             .middle = room->middle,
                             .u = room->value[0],
                             .v = room->value[1],
                             .factor = room->factor};
}

void norm_columns_first(const struct rows *k) {
  const struct sweep_plan *s = k->call->s;
  struct sweep_feed f = feed_of(k);
  if (s->how.kind != SWEEP_SPREAD) return;
  f.rows = 1, f.width = k->cols;
  f.acc[0] = k->room->first;
  for (int i = 0; i < s->how.operands; i++) f.in[i] = column_source(k, i, 0, 1);
  k->call->norm->exec.real->column_first(&f);
}

/* ---- one section ---- */

/* Folds the c steps of the chunk from r on. */
static void fold_chunk(const struct rows *k, int64_t r, int64_t c, enum sweep_pass pass, struct sweep_feed *f) {
  const struct sweep_plan *s = k->call->s;
  f->rows = c, f->begin = r, f->width = f->hold_pitch = k->cols;
  f->hold = s->holds ? k->room->hold + r * k->cols * k->mover.t_size : NULL;
  for (int i = 0; i < s->how.operands; i++) f->in[i] = column_source(k, i, r, c);
  const struct real_kernels *real = k->call->norm->exec.real;
  if (!real->swift || !real->swift->column_fold(f, pass)) real->column_fold(f, pass);
}

/* The same of the section from step r on, chunk by chunk; part is left joined. */
static void fold_section(const struct rows *k, int64_t r, int64_t c, enum sweep_pass pass, int largest) {
  int64_t bytes = k->cols * k->mover.t_size, parts = (c + NORM_CHUNK - 1) / NORM_CHUNK;
  int from = pass == PASS_CROSS, sums = from || k->call->s->how.kind == SWEEP_SUMS ? 2 : 1;
  struct sweep_feed f = feed_of(k);
  for (int64_t i = 0; i < parts; i++) {
    for (int a = 0; a < norm_sums(k->call->s); a++) f.acc[a] = k->room->part[a] + i * bytes;
    fold_chunk(k, r + i * NORM_CHUNK, smaller(c - i * NORM_CHUNK, NORM_CHUNK), pass, &f);
  }
  for (int a = from; a < from + sums; a++)
    k->call->norm->exec.real->norm_tree(k->room->part[a], parts, k->cols, largest);
}

void norm_columns_state(const struct rows *k, int64_t r, int64_t c, char *const *state) {
  const struct sweep_plan *s = k->call->s;
  char **part = k->room->part;
  size_t bytes = (size_t)(k->cols * k->mover.t_size);
  int sums = s->how.kind == SWEEP_SUMS, peak = s->how.kind != SWEEP_SPREAD;
  if (!sums) {
    fold_section(k, r, c, PASS_LOOK, peak);
    norm_set_middle(k, part[0], peak, c);
    memcpy(state[STATE_M], peak ? part[0] : k->room->middle, bytes);
  }
  fold_section(k, r, c, PASS_SUMS, 0);
  if (sums) memcpy(state[STATE_M], part[0], bytes);
  memcpy(state[STATE_S], part[sums], bytes);
  if (s->how.kind != SWEEP_CROSS) return;
  fold_section(k, r, c, PASS_CROSS, 0);
  memcpy(state[STATE_P], part[1], bytes);
  memcpy(state[STATE_Q], part[2], bytes);
}

/* ---- its elements ---- */

/* Where steps from r on go, of which `some` are in reach; nowhere: they are not wanted. */
struct column_out {
  struct grid to;
  int nowhere;
};
static struct column_out column_out(const struct rows *k, const struct strand *o, int as, int64_t r, int64_t *some) {
  const struct run *run = &k->call->s->run;
  if (o->from == NORM_NOWHERE) return (struct column_out){.nowhere = 1};
  struct column_out out = {.to = strand_grid(k, o, as, run_stride(run, as))};
  out.to.at += run_piece(run, as, r, some) * dtype_bytes(out.to.dtype);
  return out;
}
static struct sink column_sink(const struct rows *k, const struct column_out *out, int64_t steps, char *room) {
  if (out->nowhere) return (struct sink){.at = NULL};
  return tile_sink(&k->mover, &out->to, 0, steps, k->cols, room);
}

void norm_columns_each(const struct rows *k, int64_t r, int64_t c) {
  const struct sweep_plan *s = k->call->s;
  struct sweep_feed feed = feed_of(k), *f = &feed;
  const struct real_kernels *real = k->call->norm->exec.real;
  int64_t most = larger(EACH_TILE / k->cols, 1);
  f->width = f->hold_pitch = k->cols;
  for (int64_t done = 0, some; done < c; done += some) {
    some = smaller(c - done, most);
    struct column_out out = column_out(k, &s->out, NORM_OUT, r + done, &some),
                      also = column_out(k, &s->also, NORM_ALSO, r + done, &some);
    f->rows = some, f->begin = r + done;
    f->hold = s->holds ? k->room->hold + (r + done) * k->cols * k->mover.t_size : NULL;
    for (int i = 0; i < s->how.operands; i++) f->in[i] = column_source(k, i, r + done, some);
    f->out = column_sink(k, &out, some, k->room->out);
    f->also = column_sink(k, &also, some, k->room->also);
    if (!real->swift || !real->swift->column_each(f)) real->column_each(f);
    if (f->out.at && f->out.at == k->room->out) tile_store(&k->mover, &out.to, 0, some, k->cols, k->room->out);
    if (f->also.at && f->also.at == k->room->also) tile_store(&k->mover, &also.to, 0, some, k->cols, k->room->also);
  }
}
