/* scan_short.c: one line of one segment, which nothing lies before: the sheet of one lane that it is, without blocks and without a workspace. */
#include "core/fpstate.h"
#include "scan.h"

/* Room for what a sheet of one lane names, of any T. `none` stands for what no formula asks for. */
struct short_room {
  double in[4][SEGMENT], side[SEGMENT], out[2][SEGMENT], state[4][SEGMENT], front[4], plain[2], none[SEGMENT],
      raw[SEGMENT];
};

int scan_is_short(const struct scan *s) {
  int init = s->kind == EXTRA_INIT && s->op[SCAN_EXTRA].slot >= 0;
  int positions = s->kind == EXTRA_INDEX && s->op[SCAN_EXTRA].slot >= 0;
  if (s->exclusive || init || positions || s->makes_y || s->makes_start || s->op[SCAN_DINIT].slot >= 0) return 0;
  if (s->makes_before && !s->by_segment) return 0;
  return s->folded && s->lone && s->tracks == 1 && s->lines.count == 1 && s->n > 0 && s->n <= SEGMENT;
}

struct short_call {
  const struct scan *scan;
  char *const *elements;
  struct short_room room;
};

static struct mover mover_of(struct short_call *call) {
  const struct exec *e = &call->scan->exec;
  return (struct mover){e->cpu->kernels->move, e->t, e->t_size, (char *)call->room.raw};
}

static struct track short_track(const struct short_call *call, int operand) {
  const struct scan *s = call->scan;
  const struct operand *o = &s->op[operand];
  int64_t stride = s->stride[operand], start = s->start[operand] + (s->back ? (s->n - 1) * stride : 0);
  char *at = call->elements[o->slot] + start * dtype_bytes(o->dtype);
  return (struct track){at, o->dtype, s->back ? -stride : stride, 0, NULL, o->accumulate, 0};
}

/* Steps of an operand, `shift` ones to the side; the one that lies outside the line is `fill`. */
static const char *load(struct short_call *call, int operand, int64_t shift, double fill, double *room,
                        int64_t *pitch) {
  const struct scan *s = call->scan;
  struct mover m = mover_of(call);
  struct track t = short_track(call, operand);
  int64_t skip = shift < 0 ? m.t_size : 0, count = s->n - (shift != 0);
  char *to = (char *)room;
  *pitch = t.stride;
  if (!shift && t.dtype == m.t) return t.at;
  *pitch = 1;
  if (shift) s->exec.real->fill(to, s->n, fill);
  if (count > 0) piece_load(&m, &t, 1, 0, shift > 0, count, to + skip);
  return to;
}

static void load_all(struct short_call *call, struct sheet *b) {
  const struct scan *s = call->scan;
  struct short_room *r = &call->room;
  b->in[0] = load(call, SCAN_KEY, 0, 0, r->in[0], &b->in_pitch[0]);
  if (s->back ? s->uses_x : s->inputs == 2) b->in[1] = load(call, SCAN_X, 0, 0, r->in[1], &b->in_pitch[1]);
  if (s->uses_y) b->in[2] = load(call, SCAN_Y, 0, 0, r->in[2], &b->in_pitch[2]);
  if (s->uses_xn) b->in[3] = load(call, SCAN_X, -1, 1, r->in[3], &b->in_pitch[3]);
  if (s->uses_yb) b->side[0] = load(call, SCAN_Y, 1, s->front, r->side, &b->side_pitch[0]);
}

static struct states short_states(struct short_room *r, double *front) {
  char *field[4];
  for (int f = 0; f < 4; f++) field[f] = (char *)(front ? front + f : r->state[f]);
  return (struct states){{field[0], field[1], field[2], field[3]}};
}

/* Nothing lies before the segment, in either direction. */
static void short_sheet(struct short_call *call, struct sheet *b, struct ahead *ahead) {
  const struct scan *s = call->scan;
  struct short_room *r = &call->room;
  struct chain none = {.levels = 0};
  *b = (struct sheet){.rows = s->n, .cols = 1, .ahead = ahead};
  b->state = short_states(r, NULL), b->front = short_states(r, r->front);
  b->before = b->state;
  for (int i = 0; i < 4; i++) b->in[i] = (char *)r->none;
  for (int i = 0; i < 3; i++) b->side[i] = (char *)r->none;
  if (s->idles) s->exec.real->fill((char *)r->none, 1, 1);
  if (s->by_segment) s->fwd->get(&none, b->before = short_states(r, r->state[0]), 1);
  (s->back ? s->back : s->fwd)->get(&none, b->front, 1);
}

/* As sheets have them. 0: forward states before each element are needed. */
static int make_results(struct short_call *call, const struct scan_kernels *kernels, struct sheet *b) {
  const struct scan *s = call->scan;
  double *p = call->room.plain, zero = 0;
  struct states plain = {{(char *)&p[0], (char *)&p[0], (char *)&p[1], (char *)&p[0]}}, front = b->front;
  if (s->moderate && moderate_totals(s, b, plain) && s->moderate(b, (char *)&zero)) return 1;
  if (s->by_segment) return 0;
  b->plain = kernels->plain_local && kernels->plain_local(b);
  if (!b->plain) kernels->local(b);
  if (b->plain && kernels->quick_apply) return kernels->quick_apply(b), 1;
  if (b->plain && kernels->narrow(plain, front, 1)) {
    b->front = plain;
    if (kernels->plain_apply(b)) return 1;
    b->front = front;
  }
  return kernels->apply(b), 1;
}

static int line_of_one(const struct scan *s, char *const *elements) {
  static const int operand[2] = {SCAN_OUT, SCAN_OUT2};
  struct short_call call = {.scan = s, .elements = elements};
  struct mover m = mover_of(&call);
  struct track y[2];
  struct sheet b;
  struct ahead ahead = {.areas = 0};
  short_sheet(&call, &b, &ahead);
  load_all(&call, &b);
  for (int i = 0; i < 2; i++) {
    int wanted = s->op[operand[i]].slot >= 0;
    if (wanted) y[i] = short_track(&call, operand[i]);
    int own = wanted && y[i].dtype == m.t && !y[i].accumulate;
    b.out[i] = own ? y[i].at : (char *)call.room.out[i], b.out_pitch[i] = own ? y[i].stride : 1;
  }
  if (!make_results(&call, s->back ? s->back : s->fwd, &b)) return 0;
  for (int i = 0; i < 2; i++)
    if (b.out[i] == (char *)call.room.out[i] && s->op[operand[i]].slot >= 0)
      piece_store(&m, &y[i], 1, 0, 0, s->n, b.out[i]);
  return 1;
}

/* In the state that tasks have, of which this is none. */
int short_line(const struct scan *s, char *const *elements) {
  fpstate old = fpstate_enter();
  int done = line_of_one(s, elements);
  fpstate_leave(old);
  return done;
}
