/* rival.c: losses of rows with a list of classes on a GPU. A row is a block's, several share one where they are short, and several blocks
 * share a long one where there are few; how many launches there are follows from the shapes alone. */
#include "row.h"
#include "schedule/norm.h"
#include "schedule/rival.h"
#include "template/rival_args.h"

enum { SUMS, JOIN, LOSSES, SLOPES, OWN_SLOPES }; /* PART of the template */
enum { RIVAL_THREADS = 256, SMALL_BLOCK = 128, TEAMS = 8, ROW_BLOCKS = 2, OWN_BLOCKS = 4 };
enum { SUMS_MADE = 4, SUMS_READ, LISTED };

struct rival_launch {
  struct rival_space space;
  struct operand operand[RIVAL_COLUMNS];
  int lanes, lines; /* threads of a row, rows of a block                  */
  int64_t chunks;   /* of a row                                           */
  struct place out; /* where what rows give, or their elements, go        */
  int out_dtype, out_add;
};

/* ---- one launch ---- */

static void put_axes(struct rival_args *args, const struct space *from, int at, int axes) {
  for (int k = 0; k < axes; k++) {
    int i = k - (axes - from->n);
    args->axis[at + k].extent = i < 0 ? 1 : from->axis[i].extent;
    for (int o = 0; o < RIVAL_COLUMNS; o++) args->axis[at + k].stride[o] = i < 0 ? 0 : from->axis[i].stride[o];
  }
}

/* Over rows of these spaces. */
static struct rival_args *rival_begin(struct planner *s, const struct rival_launch *l, int part,
                                      const struct space *rows, const struct space *row) {
  int kept = kept_class(rows->n), run = run_class(row->n);
  step_begin(s, "rival", s->p->entry->name);
  struct rival_args *args = step_args(s, sizeof *args);
  args->n = l->space.n, args->lines = l->space.lines, args->chunks = l->chunks, args->parts = 1;
  args->over = args->all = real_bits(s->p, (double)l->space.n), args->share = real_bits(s->p, (double)l->space.share);
  put_axes(args, rows, 0, kept);
  put_axes(args, row, kept, run);
  step_say(s, "PART", part);
  step_say(s, "KEPT", kept);
  step_say(s, "RUN", run);
  step_word(s, "PLACE", l->space.n <= INT32_MAX ? "i32" : "i64");
  step_offsets(s, larger(l->space.lines, l->space.n));
  return args;
}

static void say_teams(struct planner *s, int lanes, int lines, int is_short, int last) {
  step_say(s, "LT", lanes);
  step_say(s, "LINES", lines);
  step_say(s, "SHORT", is_short);
  step_say(s, "LAST", last);
}

static void take_row(struct planner *s, const struct rival_launch *l) {
  static const int inputs[] = {RIVAL_X, RIVAL_TARGET, RIVAL_DY};
  for (int k = 0; k < 3; k++) {
    const struct operand *o = &l->operand[inputs[k]];
    if (o->slot >= 0) step_pointer(s, inputs[k], at_slot(o->slot), o->dtype, 0);
  }
}

static void give_out(struct planner *s, const struct rival_launch *l) {
  step_pointer(s, RIVAL_OUT, l->out, l->out_dtype, l->out_add);
}

/* SUMS or SLOPES: `parts` blocks have a row, or rows share one. beside: sums of chunks, or which elements are listed. */
static void row_step(struct planner *s, const struct rival_launch *l, int part, int64_t parts, struct place beside) {
  struct rival_args *args = rival_begin(s, l, part, &l->space.rows, &l->space.row);
  args->parts = parts;
  take_row(s, l);
  if (part == SLOPES || parts == 1) give_out(s, l);
  if (beside.from != FROM_NOWHERE) step_pointer(s, part == SUMS ? SUMS_MADE : LISTED, beside, 0, 0);
  say_teams(s, l->lanes, l->lines, l->space.n <= l->lanes, parts == 1);
  step_end(s, ceil_div(l->space.lines, l->lines) * parts, l->lanes * l->lines);
}

static void own_step(struct planner *s, const struct rival_launch *l, struct place listed) {
  int64_t units = s->gpu->facts.units, most = ceil_div(l->space.n, TEAMS);
  struct rival_args *args = rival_begin(s, l, OWN_SLOPES, &l->space.rows, &l->space.row);
  args->parts = smaller(most, ceil_div(OWN_BLOCKS * units, l->space.lines));
  take_row(s, l);
  give_out(s, l);
  step_pointer(s, LISTED, listed, 0, 0);
  say_teams(s, RIVAL_THREADS, 1, 0, 1);
  step_end(s, l->space.lines * args->parts, RIVAL_THREADS);
}

/* Sums of chunks, joined, of each of `lines` rows of a space. */
static void join_step(struct planner *s, const struct rival_launch *l, const struct space *rows, int64_t lines,
                      int64_t chunks, int64_t over, struct place sums) {
  static const struct space none = {0};
  struct rival_args *args = rival_begin(s, l, JOIN, rows, &none);
  args->chunks = chunks, args->over = real_bits(s->p, (double)over);
  args->span = power_of_two(ceil_div(chunks, RIVAL_THREADS));
  give_out(s, l);
  step_pointer(s, SUMS_READ, sums, 0, 0);
  step_end(s, lines, RIVAL_THREADS);
}

/* ---- forward ---- */

/* Blocks of a row: several where rows are too few, and long. */
static int64_t parts_of(const struct planner *s, const struct rival_launch *l) {
  int64_t wanted = ceil_div(ROW_BLOCKS * s->gpu->facts.units, l->space.lines);
  return l->lines > 1 ? 1 : larger(1, smaller(l->chunks, wanted));
}

static void give_to(struct rival_launch *l, struct place out, int dtype, int add) {
  l->out = out, l->out_dtype = dtype, l->out_add = add;
}

static void loss_steps(struct planner *s, const struct rival_launch *l) {
  int64_t parts = parts_of(s, l);
  struct place sums = {0};
  if (parts > 1) sums = in_workspace(take_workspace(s, l->space.lines * l->chunks * dtype_bytes(s->p->compute)));
  row_step(s, l, SUMS, parts, sums);
  if (parts > 1) join_step(s, l, &l->space.rows, l->space.lines, l->chunks, l->space.n, sums);
}

/* The losses of all rows, added up. */
static void total_steps(struct planner *s, const struct rival_launch *l, struct place losses) {
  static const struct space none = {0};
  int64_t chunks = ceil_div(l->space.lines, NORM_CHUNK);
  struct place sums = {0};
  if (chunks > 1) sums = in_workspace(take_workspace(s, chunks * dtype_bytes(s->p->compute)));
  struct rival_args *args = rival_begin(s, l, LOSSES, &none, &none);
  args->n = l->space.lines, args->over = args->share;
  if (chunks > 1) step_pointer(s, SUMS_MADE, sums, 0, 0);
  else give_out(s, l);
  step_pointer(s, SUMS_READ, losses, 0, 0);
  say_teams(s, RIVAL_THREADS, 1, 0, chunks <= 1);
  step_end(s, larger(chunks, 1), RIVAL_THREADS);
  if (chunks > 1) join_step(s, l, &none, 1, chunks, l->space.share, sums);
}

/* ---- both ---- */

/* Whether all that the workspace holds can be counted. */
static int fits(const struct rival_space *space) {
  return space->lines < INT64_MAX / 64 && (space->n == 0 || space->lines < INT64_MAX / 64 / space->n);
}

static int rival_open(struct planner *s, struct rival_launch *l) {
  *l = (struct rival_launch){.lines = 1};
  rival_spaces(s->p, &l->space);
  for (int o = 0; o < RIVAL_COLUMNS; o++) l->operand[o] = gpu_operand(s->p, rival_names(s->p)[o]);
  l->lanes = (int)power_of_two(smaller(larger(l->space.n, 1), RIVAL_THREADS));
  l->lines = (int)larger(1, SMALL_BLOCK / l->lanes);
  l->chunks = ceil_div(l->space.n, NORM_CHUNK);
  plan_sku(s, "rival");
  if (!fits(&l->space)) plan_fail(s, REM_UNSUPPORTED, "x: more elements than the workspace can tell apart");
  return s->status == REM_OK && l->operand[RIVAL_OUT].slot >= 0;
}

void gpu_rival(struct planner *s) {
  struct rival_launch l;
  struct place losses = {0};
  if (!rival_open(s, &l)) return;
  const struct operand *y = &l.operand[RIVAL_OUT];
  give_to(&l, at_slot(y->slot), y->dtype, y->accumulate);
  if (s->p->totalled) {
    losses = in_workspace(take_workspace(s, l.space.lines * dtype_bytes(s->p->compute)));
    give_to(&l, losses, s->p->compute, 0);
  }
  if (l.space.lines > 0) loss_steps(s, &l);
  if (!s->p->totalled) return;
  give_to(&l, at_slot(y->slot), y->dtype, y->accumulate);
  total_steps(s, &l, losses);
}

void gpu_rival_grad(struct planner *s) {
  struct rival_launch l;
  struct place listed = {0};
  if (!rival_open(s, &l) || l.space.lines == 0 || l.space.n == 0) return;
  const struct operand *dx = &l.operand[RIVAL_OUT];
  int is_short = l.space.n <= l.lanes;
  give_to(&l, at_slot(dx->slot), dx->dtype, dx->accumulate);
  if (!is_short) listed = in_workspace(take_workspace(s, l.space.lines * l.space.n));
  row_step(s, &l, SLOPES, parts_of(s, &l), listed);
  if (!is_short) own_step(s, &l, listed);
}
