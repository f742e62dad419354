/* pad.c: pad on a GPU: where cells come from is worked out from the images of each axis (schedule/layout.h). */
#include "gpu.h"
#include "schedule/layout.h"
#include "template/divide.h"
#include "template/gather_args.h"

enum { PAD_THREADS = 256, PAD_BYTES = 16 };

/* to is y forward and dx backward; from is x forward and dy backward. */
struct pad_axis {
  int64_t extent, to, from; /* extent of to; strides */
  struct image image[MAX_TERMS];
};
struct pad {
  struct operand to, from;
  int n;
  struct pad_axis axis[REM_MAX_RANK];
};

/* ---- axes ---- */

typedef void images_of(enum pad_mode, int64_t, int64_t, int64_t, struct image *);

static void take_axes(struct pad *pad, const struct problem *p, images_of *images) {
  const struct attr_value *low = problem_attr(p, "low"), *high = problem_attr(p, "high");
  const rem_view *to = operand_view(p, pad->to), *from = operand_view(p, pad->from);
  for (pad->n = 0; pad->n < p->rank; pad->n++) {
    int i = pad->n;
    struct pad_axis *a = &pad->axis[i];
    a->extent = to->shape[i], a->to = to->stride[i], a->from = from->stride[i];
    images((enum pad_mode)problem_attr(p, "mode")->i, p->shape[i], low->is[i], high->is[i], a->image);
  }
}

static int is_empty(const struct image *im) { return im->lo >= im->hi; }

/* Neither padded nor cropped. */
static int is_whole(const struct pad_axis *a) {
  const struct image *im = &a->image[1];
  return im->lo == 0 && im->hi == a->extent && im->place == 0 && is_empty(&a->image[0]) && is_empty(&a->image[2]);
}

/* Whether stretches of `inner` can be what a moves. */
static int can_merge(const struct pad_axis *a, const struct pad_axis *inner) {
  for (int k = 0; k < MAX_TERMS; k++)
    if (!is_empty(&a->image[k]) && (a->image[k].sign != 1 || a->image[k].run > 1)) return 0;
  return is_whole(inner) && a->to == inner->extent * inner->to && a->from == inner->extent * inner->from;
}

static void remove_axis(struct pad *pad, int i) {
  for (pad->n--; i < pad->n; i++) pad->axis[i] = pad->axis[i + 1];
}

/* Drops axes of one point and merges neighbours; what is left has at least one axis. */
static void pack_axes(struct pad *pad) {
  for (int i = pad->n - 1; i >= 0; i--)
    if (pad->axis[i].extent == 1 && is_whole(&pad->axis[i])) remove_axis(pad, i);
  for (int i = pad->n - 2; i >= 0; i--) {
    struct pad_axis *a = &pad->axis[i], *inner = a + 1;
    int64_t n = inner->extent;
    if (!can_merge(a, inner)) continue;
    for (int k = 0; k < MAX_TERMS; k++) a->image[k].lo *= n, a->image[k].hi *= n, a->image[k].place *= n;
    a->extent *= n, a->to = inner->to, a->from = inner->from;
    remove_axis(pad, i + 1);
  }
  if (pad->n == 0) pad->axis[pad->n++] = (struct pad_axis){1, 1, 1, {[1] = {0, 1, 0, 1, 0}}};
}

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

/* Brings axes into the order in which they lie in `to`. */
static void sort_axes(struct pad *pad) {
  for (int i = 1; i < pad->n; i++)
    for (int k = i; k > 0 && magnitude(pad->axis[k].to) > magnitude(pad->axis[k - 1].to); k--) {
      struct pad_axis a = pad->axis[k];
      pad->axis[k] = pad->axis[k - 1];
      pad->axis[k - 1] = a;
    }
}

static int64_t cells_of(const struct pad *pad) {
  int64_t cells = 1;
  for (int i = 0; i < pad->n; i++) cells *= pad->axis[i].extent;
  return cells;
}

/* ---- numbers that fit 31 bits ---- */

/* The largest offset of an element, or more than fits. */
static int64_t reach_of(const rem_view *v) {
  int64_t reach = 0, far;
  for (int i = 0; i < v->rank; i++) {
    if (v->shape[i] < 2) continue;
    if (__builtin_mul_overflow(v->shape[i], magnitude(v->stride[i]), &far) || __builtin_add_overflow(reach, far, &reach))
      return INT64_MAX;
  }
  return reach;
}

static void describe_numbers(struct planner *s, const struct pad *pad) {
  int small = cells_of(pad) < INT32_MAX - PAD_BYTES;
  small = small && reach_of(operand_view(s->p, pad->to)) < INT32_MAX && reach_of(operand_view(s->p, pad->from)) < INT32_MAX;
  step_word(s, "INDEX", small ? "u32" : "u64");
  step_word(s, "OFFSET", small ? "i32" : "i64");
}

/* Elements of a thread, where neighbours are adjacent in `to`. */
static int width_of(const struct pad *pad) {
  int64_t to = dtype_bytes(pad->to.dtype), from = dtype_bytes(pad->from.dtype);
  return pad->axis[pad->n - 1].to == 1 ? (int)(PAD_BYTES / (to > from ? to : from)) : 1;
}

static int is_packed(const struct pad *pad) {
  int64_t stride = 1;
  for (int i = pad->n - 1; i >= 0; stride *= pad->axis[i--].extent)
    if (pad->axis[i].to != stride) return 0;
  return 1;
}

/* ---- forward ---- */

static struct gather_axis gather_axis(const struct pad_axis *a) {
  struct gather_axis g = {divisor_of(a->extent), {a->image[1].lo, a->image[1].hi}, {0}, {0}, 0, a->to, a->from};
  for (int k = 0; k < MAX_TERMS; k++) {
    const struct image *im = &a->image[k];
    if (is_empty(im)) g.filled |= 1u << k;
    else g.place[k] = im->place, g.sign[k] = im->sign;
  }
  return g;
}

/* Kernels know 1, 2, 3, 4 or 8 axes. */
static int gather_class(int n) { return n <= 4 ? n : 8; }

void gpu_pad(struct planner *s) {
  const struct pad_axis one = {1, 0, 0, {[1] = {0, 1, 0, 1, 0}}};
  struct pad pad = {.to = gpu_operand(s->p, "y"), .from = gpu_operand(s->p, "x")};
  take_axes(&pad, s->p, pad_source_images);
  sort_axes(&pad);
  pack_axes(&pad);
  int axes = gather_class(pad.n), width = width_of(&pad);
  int64_t cells = cells_of(&pad);
  step_begin(s, "gather", "-");
  struct gather_args *args = step_args(s, sizeof *args);
  args->cells = cells;
  args->value = real_bits(s->p, problem_attr(s->p, "value")->f);
  for (int k = 0; k < axes; k++) {
    int from = k - (axes - pad.n);
    args->axis[k] = gather_axis(from < 0 ? &one : &pad.axis[from]);
  }
  step_pointer(s, 0, at_slot(pad.to.slot), pad.to.dtype, pad.to.accumulate);
  step_pointer(s, 1, at_slot(pad.from.slot), pad.from.dtype, 0);
  step_say(s, "AXES", axes);
  step_say(s, "WIDTH", width);
  step_say(s, "PACKED", is_packed(&pad));
  step_say(s, "ADJACENT", pad.axis[pad.n - 1].from == 1);
  describe_numbers(s, &pad);
  step_end(s, ceil_div(cells, (int64_t)width * PAD_THREADS), PAD_THREADS);
  plan_sku(s, "gather");
}

void gpu_pad_grad(struct planner *s) { plan_fail(s, REM_UNSUPPORTED, "gpu_pad_grad is not there yet"); }
