/* scan.c: scans on a GPU, and their gradients: a scan from the end, beside what the forward scan made. */
#include "scan.h"

#include <string.h>

/* ---- operands ---- */

/* Stride along axis i; views of init and dinit may lack the scanned axis. */
static int64_t stride_of(const struct problem *p, const rem_view *v, int i) {
  int at = i, scanned = p->axes >> i & 1;
  if (!v) return 0;
  if (v->rank == p->rank) return v->shape[i] == 1 ? 0 : v->stride[i];
  if (scanned) return 0;
  for (int k = 0; k < i; k++) at -= (int)(p->axes >> k & 1);
  return v->stride[at];
}

static int scanned_axis(const struct problem *p) {
  int axis = 0;
  while (!(p->axes >> axis & 1)) axis++;
  return axis;
}

static int flag(const struct problem *p, const char *name) { return problem_attr(p, name)->i != 0; }
static int exclusive(const struct problem *p) { return !p->entry->empty_refused && flag(p, "exclusive"); }

static void take(struct scan_job *job, struct operand o, int as) {
  if (o.slot < 0) return;
  job->place[as] = at_slot(o.slot);
  job->dtype[as] = o.dtype;
  job->accumulate[as] = o.accumulate;
}

/* A tensor of the workspace with the shape of x: packed, its axes in the order that the memory of `like` has. */
struct room {
  struct place place;
  int64_t stride[REM_MAX_RANK];
};

static struct room room_like(struct planner *s, const rem_view *like, int64_t bytes) {
  struct room r = {{0}, {0}};
  struct space order = {0};
  int64_t count = 1;
  for (int i = 0; i < like->rank; i++) { /* the axis' number travels as a second stride */
    struct axis *a = &order.axis[order.n++];
    *a = (struct axis){like->shape[i], {like->stride[i], i}};
    for (int k = order.n - 1; k > 0; k--) {
      struct axis *inner = &order.axis[k], *outer = &order.axis[k - 1], t = *inner;
      int64_t p = inner->stride[0] < 0 ? -inner->stride[0] : inner->stride[0];
      int64_t q = outer->stride[0] < 0 ? -outer->stride[0] : outer->stride[0];
      if (p <= q) break;
      *inner = *outer;
      *outer = t;
    }
  }
  for (int k = order.n - 1; k >= 0; k--) {
    r.stride[order.axis[k].stride[1]] = count;
    count *= order.axis[k].extent;
  }
  r.place = in_workspace(take_workspace(s, count * bytes));
  return r;
}

/* ---- geometry ---- */

/* The steps of an operand whose stride along the scanned axis is `along`: over the first n elements, forward or from the end. */
static void column_strides(struct scan_job *job, const struct problem *p, int as, int64_t along) {
  int axis = scanned_axis(p), reverse = flag(p, "reverse");
  job->stride[as] = reverse ? -along : along;
  job->start[as] = reverse ? (p->shape[axis] - 1) * along : 0;
  if (job->back) {
    job->start[as] += (job->n - 1) * job->stride[as];
    job->stride[as] = -job->stride[as];
  }
}

/* Fills the lines of a job from the views of its operands; rooms are those of the workspace, by operand, or NULL. */
static void job_geometry(struct scan_job *job, const struct problem *p, const struct room *const *rooms) {
  int axis = scanned_axis(p);
  int64_t strides[SCAN_OPERANDS][REM_MAX_RANK] = {{0}};
  for (int o = 0; o < SCAN_OPERANDS; o++) {
    for (int i = 0; i < p->rank; i++) {
      if (rooms[o]) strides[o][i] = rooms[o]->stride[i];
      else if (job->place[o].from == FROM_SLOT) strides[o][i] = stride_of(p, &p->views[job->place[o].slot], i);
    }
    column_strides(job, p, o, strides[o][axis]);
  }
  for (int i = 0; i < p->rank; i++) {
    int64_t stride[MAX_OPERANDS] = {0};
    for (int o = 0; o < SCAN_OPERANDS; o++) stride[o] = strides[o][i];
    if (i != axis) space_push(&job->lines, p->shape[i], stride);
  }
  int down = flag(p, "reverse") != job->back;
  job->direction = down ? -1 : 1;
  job->first = flag(p, "reverse") ? p->shape[axis] - 1 : 0;
  if (job->back) job->first += (job->n - 1) * -job->direction;
}

/* ---- forward ---- */

void gpu_scan(struct planner *s) {
  const struct problem *p = s->p;
  const struct entry *e = p->entry;
  const struct room *rooms[SCAN_OPERANDS] = {0};
  struct scan_job job = {.entry = e, .n = p->shape[scanned_axis(p)], .front = e->empty_refused ? 0 : e->empty};
  take(&job, gpu_operand(p, e->inputs == 2 ? "a" : "x"), FWD_X);
  if (e->inputs == 2) take(&job, gpu_operand(p, "b"), FWD_B);
  take(&job, gpu_operand(p, "y"), FWD_Y);
  if (e->extra == EXTRA_INDEX) take(&job, gpu_operand(p, "index"), SCAN_EXTRA);
  if (e->extra == EXTRA_INIT) take(&job, gpu_operand(p, "init"), SCAN_EXTRA);
  int extra = job.place[SCAN_EXTRA].from != FROM_NOWHERE;
  job.indexed = e->extra == EXTRA_INDEX && extra;
  job.init = e->extra == EXTRA_INIT && extra;
  job.last = e->extra == EXTRA_INDEX && !strcmp(problem_choice(p, "ties"), "last");
  job.shift = exclusive(p);
  job_geometry(&job, p, rooms);
  scan_steps(s, &job);
  plan_sku(s, "scan");
}

/* ---- from the end ---- */

/* What is worked out again, and where it is kept. */
struct again {
  int y, marks, before;
  int fronts; /* lines of whole segments: the states before these are all that is kept of those before elements */
  struct room room;
  int64_t states; /* in an array of them */
};

/* What is kept of each segment lies in the order of the forward scan, whatever the direction. */
static void take_states(struct scan_job *job, const struct problem *p, const struct again *again) {
  job->before = again->states, job->fronts = again->fronts, job->marks = again->marks;
  if (!again->fronts && !again->marks) return;
  job->apart = again->room.stride[scanned_axis(p)];
  job->start[SCAN_BEFORE] = job->stride[SCAN_BEFORE] = 0;
}

static void make_room(struct planner *s, struct again *again, int64_t n) {
  const struct problem *p = s->p;
  rem_view like = *operand_view(p, gpu_operand(p, "x"));
  int64_t bytes = dtype_bytes(p->compute), fields = 0;
  for (int f = 0; f < 4; f++) fields += p->entry->fields >> f & 1;
  if (again->fronts || again->marks) like.shape[scanned_axis(p)] = ceil_div(n, SEGMENT);
  again->states = 1;
  for (int i = 0; i < like.rank; i++) again->states *= like.shape[i];
  if (again->y) fields = 1;
  again->room = room_like(s, &like, again->marks ? 1 : fields * bytes);
}

static void run_again(struct planner *s, struct again *again, int64_t n) {
  const struct problem *p = s->p;
  const struct entry *e = p->entry;
  const struct room *rooms[SCAN_OPERANDS] = {0};
  struct operand x = gpu_operand(p, "x");
  struct scan_job job = {.entry = e, .n = n, .front = e->empty_refused ? 0 : e->empty};
  make_room(s, again, n);
  int as = again->y ? FWD_Y : SCAN_BEFORE;
  take(&job, x, FWD_X);
  job.place[as] = again->room.place;
  job.dtype[as] = again->y ? p->compute : 0;
  job.last = again->marks && !strcmp(problem_choice(p, "ties"), "last");
  job.out_before = again->before && !again->fronts;
  rooms[as] = &again->room;
  job_geometry(&job, p, rooms);
  take_states(&job, p, again);
  scan_steps(s, &job);
}

/* Elements of `to` that lie at position `at` of the scanned axis, from those of `from` at the same place, or a number. */
static void fill_slice(struct planner *s, struct operand to, int64_t to_at, struct operand from, int64_t from_at, double value) {
  const struct problem *p = s->p;
  if (to.slot < 0) return;
  struct map_space m = {.standin = from.slot < 0 ? 0 : -1, .number = {value}};
  int axis = scanned_axis(p);
  m.place[MAP_OUT] = at_slot(to.slot), m.dtype[MAP_OUT] = to.dtype, m.accumulate[MAP_OUT] = to.accumulate;
  m.place[MAP_OUT].offset = to_at * stride_of(p, operand_view(p, to), axis) * dtype_bytes(to.dtype);
  if (from.slot >= 0) {
    m.place[MAP_IN] = at_slot(from.slot), m.dtype[MAP_IN] = from.dtype;
    m.place[MAP_IN].offset = from_at * stride_of(p, operand_view(p, from), axis) * dtype_bytes(from.dtype);
  }
  for (int i = 0; i < p->rank; i++) {
    int64_t stride[MAX_OPERANDS] = {0};
    stride[MAP_OUT] = stride_of(p, operand_view(p, to), i);
    stride[MAP_IN] = stride_of(p, operand_view(p, from), i);
    if (i != axis) space_push(&m.space, p->shape[i], stride);
  }
  map_step(s, "-", &m, MAP_COPY);
}

/* Nothing depends on the last element of an exclusive scan; of a line without steps the value before it gets its own dy. */
static void finish_rest(struct planner *s, int64_t n, int64_t extent) {
  const struct problem *p = s->p;
  struct operand none = {.slot = -1}, dinit = gpu_operand(p, "dinit");
  int reverse = flag(p, "reverse"), two = p->entry->inputs == 2;
  if (n == 0) fill_slice(s, dinit, 0, exclusive(p) && extent > 0 ? gpu_operand(p, "dy") : none, 0, 0);
  if (extent == n) return;
  int64_t last = reverse ? 0 : extent - 1;
  fill_slice(s, gpu_operand(p, two ? "db" : "dx"), last, none, 0, 0);
  if (two) fill_slice(s, gpu_operand(p, "da"), last, none, 0, 0);
}

static struct scan_names names_of(const struct problem *p) {
  const char *text = p->entry->gradient;
  int two = p->entry->inputs == 2, second = two && problem_has(p, "da");
  return (struct scan_names){.x = !two && formula_uses(text, "x"),
                             .xn = formula_uses(text, "xn"),
                             .y = formula_uses(text, "y"),
                             .yb = formula_uses(text, "yb") && (!two || second),
                             .start = formula_uses(text, "start") || formula_uses(text, "startn"),
                             .before = formula_uses(text, "p")};
}

/* What the forward scan is run again for; at most one thing. */
static struct again again_of(const struct problem *p, const struct scan_names *uses, int64_t n) {
  int two = p->entry->inputs == 2;
  int given = two ? problem_has(p, "y") : problem_uses_saved(p, "y") && !exclusive(p);
  struct again again = {.y = (uses->y || uses->yb) && !given,
                        .marks = uses->start && gpu_operand(p, "index").slot < 0,
                        .before = uses->before};
  again.fronts = again.before && n % SEGMENT == 0;
  return again;
}

/* dy is taken one place later where the scan is exclusive. */
static void shift_dy(struct scan_job *job, const struct problem *p) {
  if (exclusive(p)) job->start[BACK_DY] -= job->stride[BACK_DY];
}

void gpu_scan_grad(struct planner *s) {
  const struct problem *p = s->p;
  const struct entry *e = p->entry;
  int two = e->inputs == 2;
  int64_t extent = p->shape[scanned_axis(p)], n = extent - (exclusive(p) && extent > 0);
  const struct room *rooms[SCAN_OPERANDS] = {0};
  struct scan_job job = {.entry = e, .back = 1, .n = n, .front = e->empty_refused ? 0 : e->empty, .uses = names_of(p)};
  struct again again = again_of(p, &job.uses, n);
  plan_sku(s, "scangrad");
  if (again.y && problem_has(p, "y"))
    plan_note(s, "y is narrower than the compute dtype, or exclusive, and was recomputed from x.");
  finish_rest(s, n, extent);
  if (n == 0) return;
  if (again.y || again.marks || again.before) run_again(s, &again, n);
  take(&job, gpu_operand(p, "dy"), BACK_DY);
  if (again.fronts) job.uses.x = 1;
  if (job.uses.x || job.uses.xn) take(&job, gpu_operand(p, two ? "a" : "x"), BACK_X);
  if ((job.uses.y || job.uses.yb) && !again.y) take(&job, gpu_operand(p, "y"), BACK_Y);
  if (job.uses.start && !again.marks) take(&job, gpu_operand(p, "index"), SCAN_EXTRA);
  if (e->extra == EXTRA_INIT) take(&job, gpu_operand(p, "init"), SCAN_EXTRA), take(&job, gpu_operand(p, "dinit"), BACK_DINIT);
  take(&job, gpu_operand(p, two ? "db" : "dx"), BACK_DX);
  take(&job, gpu_operand(p, "da"), BACK_DA);
  job.init = e->extra == EXTRA_INIT && job.place[SCAN_EXTRA].from != FROM_NOWHERE;
  int made = again.y ? BACK_Y : SCAN_BEFORE;
  if (again.y || again.marks || again.before) {
    job.place[made] = again.room.place;
    job.dtype[made] = again.y ? p->compute : 0;
    rooms[made] = &again.room;
  }
  job.yb_here = exclusive(p) && !again.y;
  job.first_g = exclusive(p);
  job_geometry(&job, p, rooms);
  take_states(&job, p, &again);
  shift_dy(&job, p);
  if (two && job.place[BACK_DX].from == FROM_NOWHERE && job.place[BACK_DA].from == FROM_NOWHERE &&
      job.place[BACK_DINIT].from == FROM_NOWHERE)
    return;
  scan_steps(s, &job);
}
