/* nest.c: axes that layout ops walk, and nested sums over them. */
#include "nest.h"

#include "template/divide.h"
#include "template/nest_args.h"

enum { NEST_THREADS = 256, NEST_BYTES = 16, MOST_FAN = 8 };

/* ---- axes ---- */

static int is_empty(const struct image *im) { return im->lo >= im->hi; }

struct nest_part nest_whole(int64_t extent, int64_t to, int64_t from) {
  return (struct nest_part){extent, to, from, {[1] = {0, extent, 0, 1, 0}}};
}

int nest_is_whole(const struct nest_part *a) {
  const struct image *im = &a->image[1];
  return im->lo == 0 && im->hi == a->extent && im->place == 0 && is_empty(&a->image[0]) && is_empty(&a->image[2]);
}

static int64_t run_of(const struct image *im) { return is_empty(im) ? 0 : im->run ? im->run : 1; }

int64_t nest_places(const struct nest_part *a) {
  int64_t most = 0, sum = 0;
  for (int k = 0; k < MAX_TERMS; k++) {
    int64_t run = run_of(&a->image[k]);
    most = run > most ? run : most;
    sum += run > 0;
  }
  return most > 1 ? most : sum; /* images with runs do not overlap */
}

int nest_overlaps(const struct nest_part *a) {
  for (int k = 0; k < MAX_TERMS; k++)
    for (int m = 0; m < k; m++)
      if (a->image[k].lo < a->image[m].hi && a->image[m].lo < a->image[k].hi && !is_empty(&a->image[k]) && !is_empty(&a->image[m]))
        return 1;
  return 0;
}

/* Whether stretches of `inner` can be what a moves. */
static int can_merge(const struct nest_part *a, const struct nest_part *inner) {
  for (int k = 0; k < MAX_TERMS; k++)
    if (!is_empty(&a->image[k]) && (a->image[k].sign != 1 || a->image[k].run)) return 0;
  return nest_is_whole(inner) && a->to == inner->extent * inner->to && a->from == inner->extent * inner->from;
}

static void remove_axis(struct nest *nest, int i) {
  for (nest->n--; i < nest->n; i++) nest->axis[i] = nest->axis[i + 1];
}

void nest_pack(struct nest *nest) {
  for (int i = nest->n - 1; i >= 0; i--)
    if (nest->axis[i].extent == 1 && nest_is_whole(&nest->axis[i])) remove_axis(nest, i);
  for (int i = nest->n - 2; i >= 0; i--) {
    struct nest_part *a = &nest->axis[i], *inner = a + 1;
    int64_t n = inner->extent;
    if (!can_merge(a, inner)) continue;
    for (int k = 0; k < MAX_TERMS; k++) a->image[k].lo *= n, a->image[k].hi *= n, a->image[k].place *= n;
    a->extent *= n, a->to = inner->to, a->from = inner->from;
    remove_axis(nest, i + 1);
  }
  if (nest->n == 0) nest->axis[nest->n++] = nest_whole(1, 1, 1);
}

int64_t nest_cells(const struct nest *nest) {
  int64_t cells = 1;
  for (int i = 0; i < nest->n; i++) cells *= nest->axis[i].extent;
  return cells;
}

/* ---- numbers ---- */

/* reach += n * |stride|, or more than fits. */
static void reach_add(int64_t *reach, int64_t n, int64_t stride) {
  int64_t far;
  if (__builtin_mul_overflow(n, magnitude(stride), &far) || __builtin_add_overflow(*reach, far, reach)) *reach = INT64_MAX;
}

/* The largest place an axis meets, and all numbers on the way to it. */
static int64_t farthest(const struct nest_part *a) {
  int64_t far = magnitude(a->image[1].place) + a->extent;
  for (int k = 0; k < MAX_TERMS; k++) {
    const struct image *im = &a->image[k];
    if (!is_empty(im)) far = larger(far, magnitude(im->place) + im->hi + im->run);
  }
  return far;
}

void nest_say_numbers(struct planner *s, const struct nest *nest) {
  int64_t to = 0, from = 0;
  for (int i = 0; i < nest->n; i++) {
    reach_add(&to, nest->axis[i].extent, nest->axis[i].to);
    reach_add(&from, farthest(&nest->axis[i]), larger(1, magnitude(nest->axis[i].from)));
  }
  int small = nest_cells(nest) < INT32_MAX - NEST_BYTES && to < INT32_MAX && from < INT32_MAX;
  step_word(s, "INDEX", small ? "u32" : "u64");
  step_word(s, "OFFSET", small ? "i32" : "i64");
}

int nest_width_along(const struct nest *nest, const struct nest_part *axis) {
  int64_t bytes = larger(dtype_bytes(nest->to.dtype), dtype_bytes(nest->from.dtype));
  return axis->to == 1 ? (int)(NEST_BYTES / bytes) : 1;
}

int nest_width(const struct nest *nest) { return nest_width_along(nest, &nest->axis[nest->n - 1]); }

/* ---- the step ---- */

void nest_zone(const struct nest_part *a, int64_t zone[2]) {
  const struct image *middle = &a->image[1];
  if (is_empty(middle) || middle->run > 1 || middle->sign != 1) return;
  zone[0] = middle->lo, zone[1] = middle->hi;
  for (int k = 0; k < MAX_TERMS; k += 2) {
    const struct image *im = &a->image[k];
    if (is_empty(im) || im->hi <= zone[0] || im->lo >= zone[1]) continue;
    if (im->lo - zone[0] > zone[1] - im->hi) zone[1] = im->lo;
    else zone[0] = im->hi;
  }
}

static struct nest_axis nest_axis(const struct nest_part *a) {
  struct nest_axis x = {.extent = divisor_of(a->extent), .to = a->to, .from = a->from};
  nest_zone(a, x.zone);
  for (int k = 0; k < MAX_TERMS; k++) {
    const struct image *im = &a->image[k];
    if (is_empty(im)) continue;
    x.lo[k] = im->lo, x.hi[k] = im->hi, x.place[k] = im->place;
    x.run[k] = im->sign < 0 ? -1 : (i32)run_of(im);
  }
  return x;
}

/* Axes in the order of memory, one octal digit each; those of one point come first. */
static int memory_order(const struct nest_axis *axis, int n) {
  int order[NEST_AXES], digits = 0;
  for (int i = 0; i < n; i++) {
    int k = i;
    for (; k > 0 && axis[order[k - 1]].extent.d > 1; k--) {
      if (axis[i].extent.d > 1 && magnitude(axis[order[k - 1]].to) >= magnitude(axis[i].to)) break;
      order[k] = order[k - 1];
    }
    order[k] = i;
  }
  for (int k = 0; k < n; k++) digits |= order[k] << 3 * k;
  return digits;
}

static int bits_of(int64_t n) {
  int bits = 0;
  for (; n > 0; n >>= 1) bits++;
  return bits;
}

/* Which axis inside the last has places that can be read at once, and how many: they belong to one cell. */
struct fan {
  int axis, places;
};
static struct fan find_fan(const struct nest *nest) {
  struct fan fan = {0, 1};
  for (int i = 0; i < nest->n - 1; i++) {
    const struct nest_part *a = &nest->axis[i];
    if (a->extent > 1 || a->image[0].run < 2) continue;
    fan = (struct fan){i, 2};
    while (fan.places < MOST_FAN && fan.places < a->image[0].run) fan.places *= 2;
  }
  return fan;
}

/* Sums that wait while another is worked out; a power of two. */
static int depth_of(const struct nest *nest, struct fan fan) {
  int waiting = 1, depth = 1;
  for (int i = 0; i < nest->n - 1; i++)
    waiting += bits_of(ceil_div(nest_places(&nest->axis[i]), i == fan.axis ? fan.places : 1) - 1);
  while (depth < waiting) depth *= 2;
  return depth;
}

/* Kernels know 1, 2, 3, 4 or 6 axes. */
static int axes_class(int n) { return n <= 4 ? n : NEST_AXES; }

void nest_step(struct planner *s, const struct nest *nest) {
  int axes = axes_class(nest->n), missing = axes - nest->n, width = nest_width(nest);
  const struct nest_part one = nest_whole(1, 0, 0), *last = &nest->axis[nest->n - 1];
  struct fan fan = find_fan(nest);
  while (width > last->extent) width /= 2;
  step_begin(s, "nest", "-");
  struct nest_args *args = step_args(s, sizeof *args);
  args->cells = nest_cells(nest);
  for (int k = 0; k < axes; k++) args->axis[k] = nest_axis(k < missing ? &one : &nest->axis[k - missing]);
  step_pointer(s, 0, nest->to.place, nest->to.dtype, nest->to.accumulate);
  step_pointer(s, 1, nest->from.place, nest->from.dtype, 0);
  step_say(s, "AXES", axes);
  step_say(s, "ORDER", memory_order(args->axis, axes));
  step_say(s, "WIDTH", width);
  step_say(s, "ADJACENT", last->from == 1);
  step_say(s, "PLACES", nest_is_whole(last) ? 1 : last->image[0].run || last->image[2].run ? NEST_RUN : MAX_TERMS);
  step_say(s, "DEPTH", depth_of(nest, fan));
  step_say(s, "FAN", fan.places);
  step_say(s, "FAN_AXIS", fan.places > 1 ? fan.axis + missing : 0);
  nest_say_numbers(s, nest);
  step_end(s, ceil_div(args->cells, (int64_t)width * NEST_THREADS), NEST_THREADS);
}
