/* bench_small.c: the same problem on tensors that a cache holds: shorter along axes that do not change the kernel's work. */
#include <stdarg.h>
#include <string.h>

#include "bench.h"

/* How an axis of the op's space may be shortened. */
enum axis_kind {
  AXIS_FIXED, /* not at all: x is in parts along it, or the op works along it, it lies along memory, and lines are not to be cut */
  AXIS_OUTER,  /* the op does the same for each of its places, which are far apart                      */
  AXIS_INNER,  /* ... which lie side by side                                                            */
  AXIS_WORKED, /* the op reduces, scans or normalises along it, over places that are far apart, or lines are to be cut */
};

struct space {
  const struct problem *p;
  int64_t shape[REM_MAX_RANK];
  enum axis_kind kind[REM_MAX_RANK];
  uint32_t worked; /* axes that the op works along, whatever their kind */
};

static int refuse(char *why, size_t size, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(why, size, format, list);
  va_end(list);
  return -1;
}

/* ---- axes ----------------------------------------------------------------------------------------------- */

/* The number of the i-th bit that is set; -1: there are fewer. */
static int nth_bit(uint32_t bits, int i) {
  for (int k = 0; k < 32; k++)
    if (bits >> k & 1 && i-- == 0) return k;
  return -1;
}

/* The axis of the op's space that axis i of a view is, by the rule of its slot; -1: none, or it is two. */
static int space_axis(const struct problem *p, int slot, int i) {
  const rem_view *v = &p->views[slot];
  uint32_t all = ((uint32_t)1 << p->rank) - 1;
  int at = i + p->rank - p->grouped - v->rank; /* of x */
  switch (p->entry->slots[p->pass][slot].shape) {
    case SHAPE_ROW:
    case SHAPE_BEFORE:
    case SHAPE_TOTAL:
      return v->rank == p->rank ? i : nth_bit(all & ~p->axes, i);
    case SHAPE_PARAM:
      return v->rank == p->rank ? i : p->grouped ? -1 : nth_bit(p->params, i);
    case SHAPE_X:
    case SHAPE_Y:
    case SHAPE_CAST:
      return !p->grouped || at < 1 ? at : at == 1 ? -1 : at + 1;
    default:
      return -1;
  }
}

/* Axes that a slot extends along. */
static uint32_t slot_axes(const struct problem *p, int slot) {
  uint32_t axes = 0;
  for (int i = 0; i < p->views[slot].rank; i++) {
    int at = space_axis(p, slot, i);
    if (at >= 0 && p->views[slot].shape[i] > 1) axes |= (uint32_t)1 << at;
  }
  return axes;
}

/* Axes that the op works along: its own, and those that an output lacks, since it is summed over them. A total of what rows give makes
 * nothing else of the rows. */
static uint32_t worked_axes(const struct problem *p) {
  uint32_t axes = p->axes;
  for (int i = 0; i < p->n_slots; i++) {
    const struct slot *s = &p->entry->slots[p->pass][i];
    if (p->views[i].rank >= 0 && s->role == REM_OUTPUT && s->shape != SHAPE_TOTAL) axes |= ~slot_axes(p, i);
  }
  return axes;
}

static int64_t distance(const rem_view *v, int axis) {
  return v->stride[axis] < 0 ? -v->stride[axis] : v->stride[axis];
}

static double elements_of(const rem_view *v) {
  double n = v->rank >= 0;
  for (int i = 0; i < v->rank; i++) n *= (double)v->shape[i];
  return n;
}

/* Of the axes in `of`, the one whose places lie closest together in memory, the last of equals; -1: none is left. */
static int closest_axis(const rem_view *v, uint32_t of) {
  int found = -1;
  for (int i = 0; i < v->rank; i++)
    if (of >> i & 1 && (found < 0 || distance(v, i) <= distance(v, found))) found = i;
  return found;
}

/* Axes with places that lie apart. */
static uint32_t real_axes(const rem_view *v) {
  uint32_t axes = 0;
  for (int i = 0; i < v->rank; i++)
    if (v->shape[i] > 1 && v->stride[i] != 0) axes |= (uint32_t)1 << i;
  return axes;
}

int view_last_axis(const rem_view *v) { return closest_axis(v, real_axes(v)); }

/* Axes of the op's space along which tensors lie in memory: those at least half as large as the largest. */
static uint32_t last_axes(const struct problem *p) {
  uint32_t axes = 0;
  double most = 0;
  for (int i = 0; i < p->n_slots; i++)
    if (elements_of(&p->views[i]) > most) most = elements_of(&p->views[i]);
  for (int i = 0; i < p->n_slots; i++) {
    int axis = 2 * elements_of(&p->views[i]) < most ? -1 : view_last_axis(&p->views[i]);
    int at = axis < 0 ? -1 : space_axis(p, i, axis);
    if (at >= 0) axes |= (uint32_t)1 << at;
  }
  return axes;
}

static int open_space(struct space *s, const struct problem *p, int along, char *why, size_t size) {
  static const char *const families[] = {
      [FAMILY_LAYOUT] = "edges and repeats would be another share of a smaller tensor",
      [FAMILY_PICK] = "which rows are picked is not made smaller"};
  enum family family = p->entry->family;
  if (family == FAMILY_LAYOUT || family == FAMILY_PICK) return refuse(why, size, "%s", families[family]);
  uint32_t last = last_axes(p);
  int free = 0;
  *s = (struct space){.p = p, .worked = worked_axes(p)};
  for (int i = 0; i < p->rank; i++) {
    int worked = s->worked >> i & 1, is_last = last >> i & 1,
        parted = i == p->split || (p->grouped && (i == 1 || i == 2));
    s->shape[i] = p->shape[i];
    s->kind[i] = parted || (worked && is_last && !along) ? AXIS_FIXED
                 : worked                                ? AXIS_WORKED
                 : is_last                               ? AXIS_INNER
                                                         : AXIS_OUTER;
    free += !worked && !parted && p->shape[i] > 1;
  }
  return free ? 0 : refuse(why, size, "every axis is one that the op works along");
}

/* ---- views ---------------------------------------------------------------------------------------------- */

/* New strides of the same kind: axes in the same order in memory, the same gaps between them, the same signs, and 0 stays. */
static int lay_out(const rem_view *from, rem_view *to) {
  int inner = -1;
  for (uint32_t left = real_axes(from); left;) {
    int k = closest_axis(from, left);
    int64_t gap = inner < 0 ? 0 : distance(from, k) - distance(from, inner) * from->shape[inner];
    if (gap < 0) return -1;
    if (inner >= 0) to->stride[k] = (distance(to, inner) * to->shape[inner] + gap) * (from->stride[k] < 0 ? -1 : 1);
    left &= ~((uint32_t)1 << k);
    inner = k;
  }
  return 0;
}

/* The views of a problem whose space has this shape, and how much memory they take. */
static int shape_views(const struct space *s, struct small *small, char *why, size_t size) {
  const struct problem *p = s->p;
  small->bytes = 0;
  small->elements = 1;
  for (int i = 0; i < p->rank; i++) small->elements *= (double)s->shape[i];
  for (int slot = 0; slot < p->n_slots; slot++) {
    rem_view *v = &small->views[slot];
    size_t offset;
    *v = p->views[slot];
    for (int i = 0; i < v->rank; i++) {
      int at = space_axis(p, slot, i);
      if (at >= 0 && v->shape[i] == p->shape[at]) v->shape[i] = s->shape[at];
    }
    if (lay_out(&p->views[slot], v))
      return refuse(why, size, "elements of %s share memory", p->entry->slots[p->pass][slot].name);
    if (v->rank >= 0 && problem_need(p, slot) != REM_IGNORED) small->bytes += (double)view_bytes(v, &offset);
  }
  return 0;
}

/* ---- shortening ----------------------------------------------------------------------------------------- */

/* What is halved first, down to which extent; of axes that the op works along, down to how many places in all. Fewer places side by
 * side would be narrower tiles than the full size has, and fewer places of a line than kernels take at a time. */
struct stage {
  enum axis_kind kind;
  int64_t floor;
};
static const struct stage fewer[] = {{AXIS_OUTER, 2},
                                     {AXIS_INNER, 512},
                                     {AXIS_WORKED, 256},
                                     {AXIS_INNER, 256},
                                     {AXIS_WORKED, 64}},
                          shorter[] = {{AXIS_WORKED, 1024}, {AXIS_OUTER, 2}, {AXIS_INNER, 512}, {AXIS_WORKED, 256}};
enum { FEWER = sizeof fewer / sizeof *fewer, SHORTER = sizeof shorter / sizeof *shorter };

/* How many places the axes have that the op works along, or those where it does the same for each. */
static double places(const struct space *s, int worked) {
  double n = 1;
  for (int i = 0; i < s->p->rank; i++) {
    int is_worked = s->worked >> i & 1, is_free = s->kind[i] == AXIS_OUTER || s->kind[i] == AXIS_INNER;
    if (worked ? is_worked : is_free) n *= (double)s->shape[i];
  }
  return n;
}

/* Whole cache lines stay whole. */
static int64_t half(int64_t extent, enum axis_kind kind) {
  int64_t step = kind == AXIS_INNER && extent % 64 == 0 ? 64 : 1;
  return extent / 2 / step * step;
}

/* The longest axis that a stage lets be halved, the first of equals; -1: none. */
static int axis_of(const struct space *s, const struct stage *stage, const struct small_room *room) {
  enum axis_kind kind = stage->kind;
  int found = -1, worked = kind == AXIS_WORKED;
  int64_t floor = stage->floor * (kind == AXIS_INNER ? room->threads : 1);
  for (int i = 0; i < s->p->rank; i++) {
    if (s->kind[i] != kind || (found >= 0 && s->shape[i] <= s->shape[found])) continue;
    int64_t halved = half(s->shape[i], kind), least = worked ? 2 : floor;
    double left = places(s, worked) / (double)s->shape[i] * (double)halved;
    if (halved >= least && left >= (worked ? (double)floor : room->lines)) found = i;
  }
  return found;
}

static int shorten(struct space *s, const struct stage *stages, int n, const struct small_room *room) {
  for (int k = 0; k < n; k++) {
    int i = axis_of(s, &stages[k], room);
    if (i < 0) continue;
    s->shape[i] = half(s->shape[i], s->kind[i]);
    return 0;
  }
  return -1;
}

/* One size smaller, with its views. Of lines that become shorter, both forms have as many. */
static int step_down(struct space *s, const struct small_room *room, int second, struct small *small, char *why,
                     size_t size) {
  const struct stage *stages = !room->along ? fewer : second ? &shorter[SHORTER - 1] : shorter;
  if (shorten(s, stages, !room->along ? FEWER : second ? 1 : SHORTER, room))
    return refuse(why, size,
                  room->along ? "a cache holds too few of its rows, however short"
                              : "a cache holds too few of its rows, and they are not to be cut");
  return shape_views(s, small, why, size);
}

int small_forms(const struct problem *p, const struct small_room *room, struct small forms[2], char *why, size_t size) {
  struct space s;
  if (open_space(&s, p, room->along, why, size) || shape_views(&s, &forms[0], why, size)) return -1;
  if (forms[0].bytes <= room->bytes) return refuse(why, size, "a cache holds it as it is");
  while (forms[0].bytes > room->bytes)
    if (step_down(&s, room, 0, &forms[0], why, size)) return -1;
  if (step_down(&s, room, 1, &forms[1], why, size)) return -1;
  if (forms[1].elements < room->elements)
    return refuse(why, size, "a cache holds too few of its elements for as many threads");
  return 0;
}
