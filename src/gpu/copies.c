/* copies.c: sums of copies on a GPU: nested sums in which every cell has the same places, along at most two runs. */
#include "nest.h"
#include "template/divide.h"
#include "template/copies_args.h"

enum { COPIES_THREADS = 256, COPIES_AXES = 4, COPIES_FAN = 4 };

/* The runs, and the other axes in the order in which they lie in `to`. */
struct copies {
  int runs, n;
  int64_t count[2], step[2];
  struct nest_part axis[COPIES_AXES + 1];
};

static void add_axis(struct copies *c, const struct nest_part *a) {
  int k = c->n++;
  for (; k > 0 && magnitude(c->axis[k - 1].to) < magnitude(a->to); k--) c->axis[k] = c->axis[k - 1];
  c->axis[k] = *a;
}

/* 0: they do not fit. */
static int copies_of(const struct nest *nest, struct copies *c) {
  *c = (struct copies){.count = {1, 1}};
  for (int i = 0; i < nest->n; i++) {
    const struct nest_part *a = &nest->axis[i];
    int is_run = a->extent == 1 && a->image[0].run;
    if (is_run ? c->runs == 2 : !nest_is_whole(a) || c->n > COPIES_AXES) return 0;
    if (!is_run) add_axis(c, a);
    else c->count[c->runs] = a->image[0].run, c->step[c->runs++] = a->from;
  }
  if (c->runs == 1) c->count[1] = c->count[0], c->step[1] = c->step[0], c->count[0] = 1, c->step[0] = 0;
  return c->n > 0;
}

/* Levels a run of n items needs: kernels know 1, 3, 5 or 8. */
static int depth_class(int64_t n) { return n <= 1 ? 1 : n <= 4 ? 3 : n <= 16 ? 5 : 8; }

int copies_step(struct planner *s, const struct nest *nest) {
  struct copies c;
  if (!copies_of(nest, &c)) return 0;
  const struct nest_part *inner = &c.axis[--c.n];
  int64_t width = nest_width_along(nest, inner), cols, rows = 1;
  int fan = c.count[1] < 3 ? 2 : COPIES_FAN, even;
  while (width > inner->extent) width /= 2;
  cols = ceil_div(inner->extent, width);
  for (int k = 0; k < c.n; k++) rows *= c.axis[k].extent;
  even = inner->from == 1 && c.step[0] % width == 0 && c.step[1] % width == 0;
  step_begin(s, "copies", "-");
  struct copies_args *args = step_args(s, sizeof *args);
  *args = (struct copies_args){.groups = rows * cols, .cols = divisor_of(cols), .tail = inner->extent - (cols - 1) * width,
                               .along = {inner->to, inner->from}, .n = {c.count[0], c.count[1]}, .step = {c.step[0], c.step[1]}};
  for (int k = 0; k < c.n; k++) {
    args->axis[k].extent = divisor_of(c.axis[k].extent);
    args->axis[k].stride[0] = c.axis[k].to, args->axis[k].stride[1] = c.axis[k].from;
  }
  step_pointer(s, 0, nest->to.place, nest->to.dtype, nest->to.accumulate);
  step_pointer(s, 1, nest->from.place, nest->from.dtype, 0);
  step_say(s, "AXES", c.n);
  step_say(s, "WIDTH", width);
  step_say(s, "ADJACENT", even);
  step_say(s, "FAN", fan);
  step_say(s, "DEPTH_0", depth_class(c.count[0]));
  step_say(s, "DEPTH_1", depth_class(ceil_div(c.count[1], fan)));
  nest_say_numbers(s, nest);
  step_end(s, ceil_div(args->groups, COPIES_THREADS), COPIES_THREADS);
  return 1;
}
