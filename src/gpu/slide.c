/* slide.c: nested sums of long rows on a GPU, most cells of which have one place. */
#include "slide.h"

#include "template/divide.h"
#include "template/slide_args.h"

enum { SLIDE_THREADS = 256, SLIDE_AXES = 4, SLIDE_TURNS = 2, MOST_ROWS = 64, FEWEST_VECTORS = 8 };
enum { EDGE_CELLS = 2, MOST_EDGE_CELLS = 8, LATE_PART = 16 };

static int is_empty(const struct image *im) { return im->lo >= im->hi; }

static struct slide_axis slide_axis(const struct nest_part *a) {
  struct slide_axis x = {.extent = divisor_of(a->extent), .to = a->to, .from = a->from};
  nest_zone(a, x.zone);
  for (int k = 0; k < MAX_TERMS; k++) {
    const struct image *im = &a->image[k];
    if (is_empty(im)) continue;
    x.lo[k] = im->lo, x.hi[k] = im->hi, x.place[k] = im->place;
    x.sign[k] = im->sign, x.run[k] = im->run ? (i32)im->run : 1;
  }
  return x;
}

/* Most places of a cell along one axis: 1, 3, or as many as a run has. */
static int places_class(const struct nest *nest) {
  int several = 0, runs = 0;
  for (int i = 0; i < nest->n; i++) {
    several |= nest_places(&nest->axis[i]) > 1 && nest_overlaps(&nest->axis[i]);
    for (int k = 0; k < MAX_TERMS; k++) runs |= !is_empty(&nest->axis[i].image[k]) && nest->axis[i].image[k].run > 1;
  }
  return runs ? NEST_RUN : several ? MAX_TERMS : 1;
}

/* Sums that wait while another is worked out. */
static int depth_of(const struct nest *nest) {
  int waiting = 1, depth = 1;
  for (int i = 0; i < nest->n; i++)
    for (int64_t n = nest_places(&nest->axis[i]) - 1; n > 0; n >>= 1) waiting++;
  while (depth < waiting) depth *= 2;
  return depth;
}

/* Axes outside the last in the order of memory, one octal digit each; those that are not there come first. */
static int memory_order(const struct slide_axis *axis, int n) {
  int order[SLIDE_AXES], digits = 0;
  for (int i = 0; i < n; i++) {
    int k = i;
    for (; k > 0 && axis[order[k - 1]].extent.d > 1; k--) {
      int64_t here = axis[i].to < 0 ? -axis[i].to : axis[i].to, there = axis[order[k - 1]].to;
      if (axis[i].extent.d > 1 && (there < 0 ? -there : there) >= here) break;
      order[k] = order[k - 1];
    }
    order[k] = i;
  }
  for (int k = 0; k < n; k++) digits |= order[k] << 3 * k;
  return digits;
}

/* How many rows make a tile: as few threads as can be have nothing to do. */
static void choose_tile(struct slide_args *a) {
  double best = 0;
  for (int64_t rows = 1; rows <= MOST_ROWS && rows <= a->rows; rows++) {
    int64_t vectors = ceil_div(rows * a->slots.d, SLIDE_THREADS), edges = ceil_div(rows * a->edges.d, SLIDE_THREADS);
    double use = (double)(rows * (a->slots.d + a->edges.d)) / (double)(vectors + edges);
    if (use <= best * 1.01) continue;
    best = use;
    a->tile = rows, a->vector_members = vectors, a->members = divisor_of(vectors + edges);
  }
}

/* Threads for the cells of a row that vectors do not reach: a few to each. Where all rows begin as vectors do, these are the cells of a
 * tensor that begins so, which most do; others have up to 2 * (width - 1) more. */
static int64_t edge_threads(const struct nest *nest, const int64_t zone[2], int64_t width) {
  int64_t extent = nest->axis[nest->n - 1].extent, most = extent - (zone[1] - zone[0]) + 2 * (width - 1), cells = most;
  int64_t first = ceil_div(zone[0], width) * width;
  if (first <= zone[1]) cells = extent - (zone[1] - first) / width * width;
  for (int i = 0; i < nest->n - 1; i++)
    if (nest->axis[i].to % width) cells = most;
  return larger(ceil_div(cells, EDGE_CELLS), ceil_div(most, MOST_EDGE_CELLS));
}

static void find_bounds(const rem_view *v, struct slide_args *a) {
  a->from_hi = 1;
  for (int i = 0; i < v->rank; i++) {
    int64_t far = (v->shape[i] - 1) * v->stride[i];
    if (v->shape[i] == 0) a->from_hi = INT32_MIN;
    else if (far < 0) a->from_lo += far;
    else a->from_hi += far;
  }
}

int slide_step(struct planner *s, const struct nest *nest, const rem_view *view, int64_t bits) {
  const struct nest_part one = nest_whole(1, 0, 0), *last = &nest->axis[nest->n - 1];
  int64_t width = nest_width(nest), zone[2] = {0, 0};
  int axes = nest->n < 2 ? 2 : nest->n, missing = axes - nest->n, places = places_class(nest);
  nest_zone(last, zone);
  int64_t inside = zone[1] - zone[0], vectors = inside / width;
  if (axes > SLIDE_AXES || last->to != 1 || last->from != 1 || width < 2) return 0;
  if (vectors < FEWEST_VECTORS || inside < last->extent / 2 || last->extent > INT32_MAX / 2) return 0;
  int turns = vectors >= SLIDE_TURNS * FEWEST_VECTORS ? SLIDE_TURNS : 1;
  step_begin(s, "slide", "-");
  struct slide_args *args = step_args(s, sizeof *args);
  args->rows = nest_cells(nest) / last->extent;
  args->slots = divisor_of(ceil_div(vectors, turns));
  args->edges = divisor_of(edge_threads(nest, zone, width));
  args->value = bits;
  find_bounds(view, args);
  choose_tile(args);
  /* Cells at corners have the most places, one after the other: what is last in memory must not be what all wait for. */
  args->tiles = ceil_div(args->rows, args->tile), args->late = places > 1 ? args->tiles / LATE_PART : 0;
  for (int k = 0; k < axes; k++) args->axis[k] = slide_axis(k < missing ? &one : &nest->axis[k - missing]);
  step_pointer(s, 0, nest->to.place, nest->to.dtype, nest->to.accumulate);
  step_pointer(s, 1, nest->from.place, nest->from.dtype, 0);
  step_say(s, "AXES", axes);
  step_say(s, "ORDER", memory_order(args->axis, axes - 1));
  step_say(s, "WIDTH", width);
  step_say(s, "PLACES", places);
  step_say(s, "DEPTH", places > MAX_TERMS ? depth_of(nest) : 1);
  step_say(s, "TURNS", turns);
  step_say(s, "SAME", nest->to.dtype == nest->from.dtype && !nest->to.accumulate);
  nest_say_numbers(s, nest);
  step_end(s, args->tiles * args->members.d, SLIDE_THREADS);
  return 1;
}
