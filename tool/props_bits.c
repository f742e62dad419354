/* props_bits.c: properties that hold bit for bit. */
#include "props.h"
#include "core/describe.h"
#include "core/dtype.h"
#include "ref/ref.h"
#include "ref/whole.h"
#include "saved.h"

#include <math.h>
#include <string.h>

static int empty(const struct scene *s) {
  for (int i = 0; i < s->parsed.n_views; i++)
    if (s->trial.tensors[i].memory && !slot_elems(&s->trial.tensors[i].view)) return 1;
  return 0;
}

/* ---- batches ---- */

/* Which axis of slot i is axis a of the op's space; -1: it has none, or repeats there. */
static int slot_axis(const struct scene *s, int i, int a) {
  const struct problem *p = s->trial.problem;
  const rem_view *v = &s->trial.tensors[i].view;
  enum shape_rule rule = p->entry->slots[p->pass][i].shape;
  int dropped = 0;
  if (rule == SHAPE_INDEX || (rule == SHAPE_PARAM && !(p->params >> a & 1))) return -1;
  if (p->entry->family == FAMILY_MAP || rule == SHAPE_Y) a += v->rank - p->rank;
  else if ((rule == SHAPE_ROW || rule == SHAPE_BEFORE) && v->rank < p->rank)
    for (int k = 0; k < a; k++) dropped += p->axes >> k & 1;
  else if (rule == SHAPE_PARAM && v->rank < p->rank)
    for (int k = 0; k < a; k++) dropped += !(p->params >> k & 1);
  a -= dropped;
  return a >= 0 && a < v->rank && v->shape[a] > 1 ? a : -1;
}

/* Whether axis a of a map or layout op and all axes before it are of the batch: no gradient sums over them. */
static int leading_batch(const struct scene *s, int a) {
  const struct problem *p = s->trial.problem;
  for (int k = 0; k <= a; k++)
    for (int i = 0; i < p->n_slots; i++) {
      const rem_view *v = &s->trial.tensors[i].view;
      int axis = k + v->rank - p->rank;
      if (v->rank >= 0 && (axis < 0 || v->shape[axis] != p->shape[k])) return 0;
    }
  return 1;
}

/* A layout op must leave the axis alone: no repeats, no padding. */
static int untouched(const struct problem *p, int a) {
  static const char *const lists[] = {"low", "high"};
  for (int k = 0; k < 2 && p->entry->op == LAYOUT_pad; k++)
    if (problem_attr(p, lists[k])->n > a && problem_attr(p, lists[k])->is[a]) return 0;
  return p->entry->op == LAYOUT_pad || (p->out_rank == p->rank && problem_attr(p, "repeats")->is[a] == 1);
}

/* Whether an output is a sum over axis a: the gradient of a parameter. */
static int is_summed(const struct scene *s, int a) {
  const struct problem *p = s->trial.problem;
  for (int i = 0; i < p->n_slots; i++) {
    const struct slot *slot = &p->entry->slots[p->pass][i];
    if (slot->role == REM_OUTPUT && slot->shape == SHAPE_PARAM && p->views[i].rank >= 0 && !(p->params >> a & 1))
      return 1;
  }
  return 0;
}

/* How many neighbours of the batch axis a to keep: one, or two where one would merge the runs of reduced axes on both
 * sides and so change the order of operations; 0: leave the axis as it is. */
static int64_t kept(const struct scene *s, int a) {
  const struct problem *p = s->trial.problem;
  if (p->shape[a] < 2) return 0;
  if (p->entry->family == FAMILY_MAP) return leading_batch(s, a);
  if (p->entry->family == FAMILY_LAYOUT) return leading_batch(s, a) && untouched(p, a);
  if (p->entry->family == FAMILY_PICK) return a > 0; /* columns of the rows */
  if (p->axes >> a & 1 || p->totalled || is_summed(s, a)) return 0;
  int between = p->axes & ((1u << a) - 1) && p->axes >> (a + 1);
  return !between ? 1 : p->shape[a] > 2 ? 2 : 0;
}

static enum held row_alone(struct scene *s) {
  const struct problem *p = s->trial.problem;
  struct variant v;
  int sliced = 0;
  if (empty(s)) return DOES_NOT_APPLY;
  variant_begin(&v, s);
  for (int a = 0; a < p->rank; a++) {
    int64_t n = kept(s, a);
    if (!n) continue;
    int64_t first = (int64_t)(mix64(s->seed, (uint64_t)a) % (uint64_t)(p->shape[a] - n + 1));
    sliced = 1;
    for (int i = 0; i < p->n_slots; i++) {
      int axis = v.source[i].memory ? slot_axis(s, i, a) : -1;
      if (axis >= 0) tensor_slice(&v.source[i], axis, first, n);
    }
  }
  enum held held = !sliced ? DOES_NOT_APPLY : variant_run(&v);
  if (held == HOLDS) held = variant_same(&v, "a row alone");
  variant_end(&v);
  return held;
}

/* ---- order along an axis ---- */

static int first_axis(uint32_t axes) {
  int a = 0;
  while (axes && !(axes >> a & 1)) a++;
  return a;
}

static enum held permuted(struct scene *s) {
  const struct problem *p = s->trial.problem;
  int index = slot_of(s, "index"), axis = first_axis(p->axes);
  if (p->pass != REM_FORWARD || p->entry->family != FAMILY_ROW || p->entry->extra != EXTRA_INDEX || !p->rank ||
      !p->axes)
    return DOES_NOT_APPLY;
  struct variant v;
  variant_begin(&v, s);
  tensor_mirror(&v.source[0], axis);
  if (index >= 0) v.parsed.views[index].rank = REM_LEFT_OUT;
  enum held held = variant_run(&v);
  if (held == HOLDS) held = variant_same(&v, "with the elements in another order");
  variant_end(&v);
  return held;
}

static int is_scan(const struct scene *s) { return s->trial.problem->entry->family == FAMILY_SCAN; }

static enum held mirrored(struct scene *s) {
  const struct problem *p = s->trial.problem;
  int index = is_scan(s) && p->entry->extra == EXTRA_INDEX ? problem_slot(p, "index") : -1;
  if (!is_scan(s) || !p->rank || (index >= 0 && p->pass == REM_BACKWARD && p->views[index].rank >= 0))
    return DOES_NOT_APPLY;
  struct variant v;
  variant_begin(&v, s);
  for (int i = 0; i < p->n_slots; i++)
    if (v.source[i].memory && p->entry->slots[p->pass][i].shape == SHAPE_X)
      tensor_mirror(&v.source[i], first_axis(p->axes));
  if (index >= 0) v.parsed.views[index].rank = REM_LEFT_OUT;
  enum held held = variant_attr(&v, "reverse", !problem_attr(p, "reverse")->i) ? DOES_NOT_APPLY : variant_run(&v);
  if (held == HOLDS) held = variant_same(&v, "mirrored");
  variant_end(&v);
  return held;
}

/* The inclusive scan, stored one place later. */
static enum held exclusive(struct scene *s) {
  const struct problem *p = s->trial.problem;
  if (!is_scan(s) || p->pass != REM_FORWARD || p->entry->empty_refused || !p->rank || empty(s)) return DOES_NOT_APPLY;
  int y = slot_of(s, "y"), axis = first_axis(p->axes), was = problem_attr(p, "exclusive")->i != 0;
  int reverse = problem_attr(p, "reverse")->i != 0;
  int64_t n = p->shape[axis];
  struct variant v;
  variant_begin(&v, s);
  enum held held = variant_attr(&v, "exclusive", !was) ? DOES_NOT_APPLY : variant_run(&v);
  if (held == HOLDS) {
    struct tensor a = s->trial.tensors[y], b = v.trial.tensors[y];
    int64_t at;
    tensor_slice(&a, axis, was != reverse, n - 1);
    tensor_slice(&b, axis, was == reverse, n - 1);
    if (!tensor_same(&a, &b, &at)) {
      char place[192];
      index_text(&a.view, at, place, sizeof place);
      held = fails(s, "exclusive and inclusive differ, near y%s", place);
    }
  }
  variant_end(&v);
  return held;
}

/* ---- what is left out ---- */

/* Whether an output can be left out: backward, any of them. */
static int may_go(const struct problem *p, int slot) {
  return p->pass == REM_BACKWARD || slot_need(p->entry, p->pass, p->attrs, ~(uint32_t)0, slot) != REM_REQUIRED;
}

static enum held one_output(struct scene *s) {
  const struct problem *p = s->trial.problem;
  const struct slot *slots = p->entry->slots[p->pass];
  enum held held = DOES_NOT_APPLY;
  for (int i = 0; i < p->n_slots && held != FAILS; i++) {
    if (slots[i].role == REM_INPUT || p->views[i].rank < 0 || (p->pass == REM_FORWARD && slots[i].need == REM_OPTIONAL))
      continue;
    struct variant v;
    int others = 0;
    variant_begin(&v, s);
    for (int k = 0; k < p->n_slots; k++)
      if (k != i && slots[k].role == REM_OUTPUT && p->views[k].rank >= 0 && may_go(p, k)) {
        v.parsed.views[k].rank = REM_LEFT_OUT;
        others++;
      }
    if (others) {
      held = variant_run(&v);
      if (held == HOLDS) held = variant_same(&v, "with the other outputs left out");
    }
    variant_end(&v);
  }
  return held;
}

/* Leaves y out where the scene has it, gives it where it has not. */
static enum held toggle_saved(struct scene *s, int y, const struct tensor *saved) {
  struct variant v;
  int given = s->parsed.views[y].rank >= 0;
  variant_begin(&v, s);
  v.parsed.views[y].rank = given ? REM_LEFT_OUT : saved->view.rank;
  v.source[y] = *saved;
  enum held held = variant_run(&v);
  if (held == HOLDS) held = variant_same(&v, given ? "with y left out" : "with y given");
  variant_end(&v);
  return held;
}

/* Giving y in the compute dtype and leaving it out yield the same bits, when it is what the forward pass gives: a
 * broadcast y is not. */
static enum held saved_or_not(struct scene *s) {
  const struct problem *p = s->trial.problem;
  int y = problem_slot(p, "y");
  if (p->pass != REM_BACKWARD || y < 0 || slot_of(s, "x") < 0 || problem_need(p, y) != REM_OPTIONAL)
    return DOES_NOT_APPLY;
  int given = p->views[y].rank >= 0;
  if (given && p->views[y].dtype != p->compute) return DOES_NOT_APPLY;
  struct tensor saved;
  int64_t at;
  rem_view packed = p->views[slot_of(s, "dy")];
  packed.dtype = p->compute;
  view_lay_out(&packed, LAYOUT_PACKED);
  enum held held = tensor_create(&saved, &packed, 0) ? fails(s, "no memory") : HOLDS;
  if (held == HOLDS && saved_forward(&s->trial, "y", &saved, s->why, s->why_bytes)) held = FAILS;
  if (held == HOLDS && given && !tensor_same(&saved, &s->trial.tensors[y], &at)) held = DOES_NOT_APPLY;
  if (held == HOLDS) held = toggle_saved(s, y, &saved);
  tensor_destroy(&saved);
  return held;
}

/* ---- arithmetic ---- */

static long double real_at(const struct tensor *t, int64_t offset) {
  return ref_load(t->view.dtype, t->element + offset * (int64_t)rem_dtype_size(t->view.dtype));
}

/* x + x in a compute dtype. */
static long double doubled(int dtype, long double x) {
  if (!dtype_is_real(dtype)) return (long double)whole_wrapped(dtype, 2 * (wide_int)x);
  return fabsl(2 * x) >= (dtype == REM_F64 ? 0x1p1024L : 0x1p128L) ? (long double)INFINITY * x : 2 * x;
}

/* The old value is added last, once: in the compute dtype this is one addition. */
static enum held accumulates(struct scene *s) {
  const struct problem *p = s->trial.problem;
  struct variant v;
  int some = 0;
  variant_begin(&v, s);
  for (int i = 0; i < p->n_slots; i++) {
    const struct slot *slot = &p->entry->slots[p->pass][i];
    if (slot->role != REM_OUTPUT || slot->kind == SLOT_INDEX || p->views[i].dtype != p->compute) continue;
    if (p->views[i].rank < 0) continue;
    v.parsed.accumulate |= 1u << i; /* the old value is the result itself */
    some = 1;
  }
  enum held held = some ? variant_run(&v) : DOES_NOT_APPLY;
  for (int i = 0; held == HOLDS && i < p->n_slots; i++) {
    struct walk a, b;
    if (!(v.parsed.accumulate >> i & 1)) continue;
    walk_begin(&b, &v.trial.tensors[i].view);
    WALK (a, &s->trial.tensors[i].view) {
      long double once = real_at(&s->trial.tensors[i], a.offset), twice = real_at(&v.trial.tensors[i], b.offset);
      long double sum = doubled(p->compute, once);
      if (!(twice == sum || (isnan(twice) && isnan(sum)))) {
        held = fails(s, "accumulating %.17Lg onto itself gave %.17Lg", once, twice);
        break;
      }
      walk_next(&b);
    }
  }
  variant_end(&v);
  return held;
}

/* Where a result is normal, its double or half is exact. */
static int is_normal(int dtype, long double v) {
  static const long double least[] = {
      [REM_F32] = 0x1p-124L, [REM_F64] = 0x1p-1020L, [REM_F16] = 0x1p-12L, [REM_BF16] = 0x1p-124L};
  static const long double most[] = {
      [REM_F32] = 0x1p126L, [REM_F64] = 0x1p1022L, [REM_F16] = 0x1p14L, [REM_BF16] = 0x1p126L};
  return fabsl(v) >= least[dtype] && fabsl(v) < most[dtype];
}

/* A gradient of -2 g is -2 times the gradient of g. */
static enum held scaled(struct scene *s) {
  const struct problem *p = s->trial.problem;
  int dy = p->pass == REM_BACKWARD ? slot_of(s, "dy") : -1;
  if (dy < 0) return DOES_NOT_APPLY;
  struct walk a, b;
  struct variant v;
  struct tensor g;
  rem_view packed = p->views[dy];
  view_lay_out(&packed, LAYOUT_PACKED);
  if (tensor_create(&g, &packed, 0)) return fails(s, "no memory");
  walk_begin(&b, &packed);
  WALK (a, &p->views[dy]) {
    store_real(packed.dtype, g.element + b.offset * (int64_t)rem_dtype_size(packed.dtype),
               (double)(-2 * real_at(&s->trial.tensors[dy], a.offset)));
    walk_next(&b);
  }
  variant_begin(&v, s);
  v.source[dy] = g;
  enum held held = variant_run(&v);
  for (int i = 0; held == HOLDS && i < p->n_slots; i++) {
    if (p->entry->slots[p->pass][i].role != REM_OUTPUT || p->views[i].rank < 0) continue;
    walk_begin(&b, &v.trial.tensors[i].view);
    WALK (a, &s->trial.tensors[i].view) {
      long double once = real_at(&s->trial.tensors[i], a.offset), scaled = real_at(&v.trial.tensors[i], b.offset);
      if (isnan(once) != isnan(scaled) || (is_normal(p->views[i].dtype, once) && scaled != -2 * once)) {
        held = fails(s, "%s is %.17Lg for g and %.17Lg for -2 g", p->entry->slots[p->pass][i].name, once, scaled);
        break;
      }
      walk_next(&b);
    }
  }
  variant_end(&v);
  tensor_destroy(&g);
  return held;
}

const struct property bit_properties[] = {
    {"a row alone", row_alone},   {"any order of elements", permuted}, {"mirrored", mirrored},
    {"exclusive", exclusive},     {"one output alone", one_output},    {"y saved or not", saved_or_not},
    {"accumulated", accumulates}, {"gradient scaled", scaled},         {NULL, NULL}};
