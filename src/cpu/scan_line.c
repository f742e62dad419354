/* scan_line.c: scans of affine maps along lines of adjacent elements, in the order of memory, as long as their numbers are moderate; blocks that
 * are not, and the last one of a line if it is not whole, are sheets (scan_run.c). */
#include "scan.h"

enum { LEAST = 2 * BLOCK, DOWN_BYTES = 1 << 20 };

/* Operands as the kernel has them. Gradients that ask for forward states have x, which those are made of. */
static int named(const struct scan *s, int *operand) {
  operand[0] = SCAN_KEY, operand[1] = SCAN_X, operand[2] = s->makes_before ? SCAN_X : SCAN_Y;
  return s->back ? 3 : 2;
}
static int results_of(const struct scan *s) { return s->back && !s->makes_before ? 2 : 1; }

static int adjacent(const struct scan *s, int o) {
  return s->op[o].slot >= 0 && s->stride[o] == s->stride[SCAN_KEY] && scan_direct(s, s->op[o].dtype);
}

int scan_goes_by_lines(const struct scan *s) {
  int operand[3], count = named(s, operand), ok = s->stride[SCAN_KEY] == 1 || s->stride[SCAN_KEY] == -1;
  int init = s->kind == EXTRA_INIT && s->op[SCAN_EXTRA].slot >= 0;
  if (!ok || s->n < LEAST || s->exclusive || init || s->makes_y || s->op[SCAN_DINIT].slot >= 0) return 0;
  for (int i = 0; i < count; i++) ok &= adjacent(s, operand[i]);
  if (s->makes_before && (s->n % BLOCK || !s->fwd->along)) return 0;
  for (int i = 0; i < results_of(s); i++) {
    int o = i ? SCAN_OUT2 : SCAN_OUT;
    ok &= adjacent(s, o) && !s->op[o].accumulate;
  }
  return ok;
}

/* Whether what comes later is asked for: the hardware looks ahead upwards alone. */
static int asks(const struct scan *s, int down) {
  return s->far || (down && s->n * s->lines.count > DOWN_BYTES / s->exec.t_size);
}

/* The line, from the first step that the kernel is to do; `shift` as of sheet_load. */
static struct moderate_in input_of(const struct scan_call *call, const struct part *p, int operand, int64_t shift,
                                   double lacked) {
  const struct scan *s = call->scan;
  struct track t = track_of(call, p, operand);
  int64_t size = dtype_bytes(t.dtype), blocks = s->n / BLOCK * BLOCK, low = t.stride < 0 ? blocks - 1 : 0;
  struct moderate_in in = {.at = t.at + (low + shift) * t.stride * size, .dtype = t.dtype, .lacked = lacked};
  in.lacks = shift < 0 ? (int)-t.stride : blocks == s->n ? (int)(shift * t.stride) : 0;
  in.next = s->lines.step[operand] * size;
  return in;
}

static void output_of(const struct scan_call *call, const struct part *p, int operand, struct moderate_line *a, int i) {
  struct track t = track_of(call, p, operand);
  int64_t low = t.stride < 0 ? call->scan->n / BLOCK * BLOCK - 1 : 0;
  a->out[i] = t.at + low * t.stride * dtype_bytes(t.dtype);
  a->out_dtype[i] = t.dtype;
  a->past |= t.stream;
}

static struct moderate_line line_of(const struct scan_call *call, const struct group *g, const struct scan_room *room) {
  const struct scan *s = call->scan;
  struct part p = part_at(s, g, 0, call->pass.back);
  struct moderate_line a = {.blocks = s->n / BLOCK, .back = p.mirrored, .known = room->moderate.past};
  a.in[0] = input_of(call, &p, SCAN_KEY, 0, 0);
  a.in[1] = input_of(call, &p, SCAN_X, s->back ? -1 : 0, 1);
  a.in[2] = s->makes_before ? input_of(call, &p, SCAN_X, 0, 0)
            : s->back       ? input_of(call, &p, SCAN_Y, 1, s->front)
                            : a.in[0];
  a.before = room->window_state;
  output_of(call, &p, SCAN_OUT, &a, 0);
  a.out[1] = a.out[0], a.out_dtype[1] = a.out_dtype[0];
  if (results_of(s) == 2) output_of(call, &p, SCAN_OUT2, &a, 1);
  a.far = asks(s, a.back);
  return a;
}

/* The forward states before all segments of the line, where window_cover would have them. */
static void make_fronts(const struct scan_call *call, const struct group *g, struct scan_room *room) {
  const struct scan *s = call->scan;
  struct part p = part_at(s, g, 0, 0);
  struct track x = track_of(call, &p, SCAN_X);
  struct along a = {.blocks = s->blocks, .in_dtype = x.dtype, .out_dtype = x.dtype, .back = x.stride < 0};
  a.in = x.at + (a.back ? s->n - 1 : 0) * x.stride * dtype_bytes(x.dtype);
  a.fronts = room->window_state, a.chain = &room->again;
  a.far = asks(s, a.back), a.next = s->lines.step[SCAN_X] * dtype_bytes(x.dtype);
  s->fwd->along(&a);
  room->window = (struct window){0, s->blocks};
}

int64_t line_blocks(const struct scan_call *call, const struct group *g, struct scan_room *room, int64_t step) {
  const struct scan *s = call->scan;
  if (!s->by_lines || step % BLOCK || s->n - step < BLOCK || !moderate_before(s, room, 1)) return 0;
  if (s->makes_before && s->window < s->blocks) return 0;
  if (s->makes_before && room->window.end == 0) make_fronts(call, g, room);
  struct moderate_line a = line_of(call, g, room);
  a.first = step / BLOCK;
  a.end = smaller(a.blocks, a.first / GROUP * GROUP + GROUP);
  int64_t done = s->by_lines(&a);
  if (done) moderate_after(s, room, done, 1);
  return done;
}
