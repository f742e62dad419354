/* pad.c: pad on a GPU: where cells come from, and where they went, is worked out from the images of each axis
 * (schedule/layout.h). */
#include <string.h>

#include "slide.h"
#include "template/divide.h"
#include "template/gather_args.h"

enum { PAD_THREADS = 256, MOST_PLACES = 1024 };

/* ---- axes ---- */

typedef void images_of(enum pad_mode, int64_t, int64_t, int64_t, struct image *);

/* to is y forward and dx backward; from is x forward and dy backward. */
static void take_axes(struct nest *pad, const struct problem *p, struct operand to, struct operand from, images_of *images) {
  const struct attr_value *low = problem_attr(p, "low"), *high = problem_attr(p, "high");
  *pad = (struct nest){.n = p->rank, .to = array_of(p, to), .from = array_of(p, from)};
  for (int i = 0; i < p->rank; i++) {
    struct nest_part *a = &pad->axis[i];
    *a = nest_whole(operand_view(p, to)->shape[i], pad->to.stride[i], pad->from.stride[i]);
    images((enum pad_mode)problem_attr(p, "mode")->i, p->shape[i], low->is[i], high->is[i], a->image);
  }
}

/* Brings axes into the order in which they lie in `to`. */
static void sort_axes(struct nest *pad) {
  for (int i = 1; i < pad->n; i++)
    for (int k = i; k > 0 && magnitude(pad->axis[k].to) > magnitude(pad->axis[k - 1].to); k--) {
      struct nest_part a = pad->axis[k];
      pad->axis[k] = pad->axis[k - 1];
      pad->axis[k - 1] = a;
    }
}

static int is_packed(const struct nest *pad) {
  int64_t stride = 1;
  for (int i = pad->n - 1; i >= 0; stride *= pad->axis[i--].extent)
    if (pad->axis[i].to != stride) return 0;
  return 1;
}

/* ---- forward ---- */

/* What kernels say of the borders: filled, or the direction in which x is walked there. */
static const struct {
  int fills, sign;
} borders[] = {[PAD_CONSTANT] = {1, 1},
               [PAD_REFLECT] = {0, -1},
               [PAD_REPLICATE] = {0, 0},
               [PAD_CIRCULAR] = {0, 1},
               [PAD_SYMMETRIC] = {0, -1}};

static struct gather_axis gather_axis(const struct nest_part *a) {
  const struct image *im = a->image;
  return (struct gather_axis){divisor_of(a->extent),
                              {im[1].lo, im[1].hi},
                              im[1].place,
                              im[0].place - im[1].place,
                              im[2].place - im[1].place,
                              a->to,
                              a->from};
}

/* Kernels know 1, 2, 3, 4 or 8 axes. */
static int gather_class(int n) { return n <= 4 ? n : 8; }

static void gather_step(struct planner *s, const struct nest *pad) {
  const struct nest_part one = nest_whole(1, 0, 0);
  int mode = (int)problem_attr(s->p, "mode")->i;
  int axes = gather_class(pad->n), missing = axes - pad->n, width = nest_width(pad);
  step_begin(s, "gather", "-");
  struct gather_args *args = step_args(s, sizeof *args);
  args->cells = nest_cells(pad);
  args->value = real_bits(s->p, problem_pad_value(s->p));
  for (int k = 0; k < axes; k++) args->axis[k] = gather_axis(k < missing ? &one : &pad->axis[k - missing]);
  step_pointer(s, 0, pad->to.place, pad->to.dtype, pad->to.accumulate);
  step_pointer(s, 1, pad->from.place, pad->from.dtype, 0);
  step_say(s, "AXES", axes);
  step_say(s, "WIDTH", width);
  step_say(s, "PACKED", is_packed(pad));
  step_say(s, "ADJACENT", pad->axis[pad->n - 1].from == 1);
  step_say(s, "FILLS", borders[mode].fills);
  step_say(s, "SIGN", borders[mode].sign);
  nest_say_numbers(s, pad);
  step_end(s, ceil_div(args->cells, (int64_t)width * PAD_THREADS), PAD_THREADS);
}

void gpu_pad(struct planner *s) {
  struct nest pad;
  take_axes(&pad, s->p, gpu_operand(s->p, "y"), gpu_operand(s->p, "x"), pad_source_images);
  sort_axes(&pad);
  nest_pack(&pad);
  int slides = slide_step(s, &pad, problem_view(s->p, "x"), real_bits(s->p, problem_pad_value(s->p)));
  if (!slides) gather_step(s, &pad);
  plan_sku(s, slides ? "slide" : "gather");
}

/* ---- backward, axis by axis: where cells have too many places for a thread, or there are too many axes ---- */

/* Cell `cell` of the middle of three axes gets the sum of a run of places. */
static void sum_run(struct planner *s, const struct nest *pass, const struct image *im) {
  const struct nest_part *a = pass->axis;
  const int64_t shape[] = {a[0].extent, im->run, a[2].extent}, size = dtype_bytes(s->p->compute);
  struct array to = pass->to, from = pass->from;
  for (int i = 0; i < 3; i++) to.stride[i] = i == 1 ? 0 : a[i].to, from.stride[i] = a[i].from;
  to.place.offset += im->lo * a[1].to * size;
  from.place.offset += (im->place + im->lo) * a[1].from * size;
  array_sum(s, 3, shape, 1u << 1, &to, &from);
}

/* One axis, of packed arrays. Long runs are left out, and summed afterwards. */
static void grad_axis(struct planner *s, const struct nest *pass) {
  struct nest short_ones = *pass;
  for (int k = 0; k < MAX_TERMS; k++)
    if (pass->axis[1].image[k].run > NEST_RUN) short_ones.axis[1].image[k] = (struct image){0};
  nest_pack(&short_ones);
  nest_step(s, &short_ones);
  for (int k = 0; k < MAX_TERMS; k++)
    if (pass->axis[1].image[k].run > NEST_RUN) sum_run(s, pass, &pass->axis[1].image[k]);
}

static void grad_by_axis(struct planner *s, const struct nest *pad, const rem_view *dy) {
  int64_t shape[REM_MAX_RANK], inner = 1;
  memcpy(shape, dy->shape, sizeof shape);
  struct array now = array_packed(s, pad->n, shape);
  array_copy(s, pad->n, shape, &now, &pad->from);
  for (int i = pad->n - 1; i >= 0; i--) {
    const struct nest_part *a = &pad->axis[i];
    int64_t n = shape[i], outer = 1;
    for (int k = 0; k < i; k++) outer *= shape[k];
    shape[i] = a->extent;
    if (!nest_is_whole(a)) {
      struct nest pass = {.n = 3, .from = now, .to = array_packed(s, pad->n, shape)};
      pass.axis[0] = nest_whole(outer, a->extent * inner, n * inner);
      pass.axis[1] = *a, pass.axis[1].to = pass.axis[1].from = inner;
      pass.axis[2] = nest_whole(inner, 1, 1);
      grad_axis(s, &pass);
      now = pass.to;
    }
    inner *= a->extent;
  }
  array_copy(s, pad->n, shape, &pad->to, &now);
}

/* ---- backward ---- */

static int64_t places_of(const struct nest *pad) {
  int64_t most = 1;
  for (int i = 0; i < pad->n && most <= MOST_PLACES; i++) {
    int64_t places = nest_places(&pad->axis[i]);
    if (places > NEST_RUN) return INT64_MAX;
    if (places) most *= places;
  }
  return most;
}

void gpu_pad_grad(struct planner *s) {
  struct operand dx = gpu_operand(s->p, "dx"), dy = gpu_operand(s->p, "dy");
  struct nest pad, packed;
  if (dx.slot < 0) return;
  take_axes(&pad, s->p, dx, dy, pad_target_images);
  packed = pad;
  nest_pack(&packed);
  int at_once = packed.n <= NEST_AXES && places_of(&packed) <= MOST_PLACES;
  int slides = at_once && slide_step(s, &packed, operand_view(s->p, dy), real_bits(s->p, 0));
  if (at_once && !slides) nest_step(s, &packed);
  else if (!at_once) grad_by_axis(s, &pad, operand_view(s->p, dy));
  plan_sku(s, slides ? "slide" : at_once ? "nest" : "nest.axes");
}
