/* props_sums.c: properties that hold within the guarantees of the plans involved.
 *
 * <g, Jv> = <J'g, v>: J'g is the backward plan. Jv is known without an oracle where the op is linear (the op of v),
 * where it moves with its input (v = 1 gives 1, or 0 for a variance), and where it is homogeneous (v = x gives the
 * degree times y). The scale S of a guarantee comes from the same plans on absolute values. */
#include "compare.h"
#include "props.h"
#include "ref/ref.h"
#include "saved.h"

#include <math.h>
#include <string.h>

enum known { LINEAR, MOVES, STANDS, HOMOGENEOUS };

static const struct pairing {
  const char *op;
  enum known known;
  int style;      /* of x */
  int absolute_x; /* whether S is the plan on |x| as well as on |g| */
} pairings[] = {{"sum", LINEAR, STYLE_PLAIN, 0},
                {"mean", LINEAR, STYLE_PLAIN, 0},
                {"cumsum", LINEAR, STYLE_PLAIN, 0},
                {"pad", LINEAR, STYLE_PLAIN, 0},
                {"repeat", LINEAR, STYLE_PLAIN, 0},
                {"embedding", LINEAR, STYLE_PLAIN, 0},
                {"max", MOVES, STYLE_TIES, 0},
                {"min", MOVES, STYLE_TIES, 0},
                {"cummax", MOVES, STYLE_TIES, 0},
                {"cummin", MOVES, STYLE_TIES, 0},
                {"logsumexp", MOVES, STYLE_PLAIN, 0},
                {"logcumsumexp", MOVES, STYLE_PLAIN, 0},
                {"var", STANDS, STYLE_PLAIN, 0},
                {"prod", HOMOGENEOUS, STYLE_NEAR_ONE, 1},
                {"cumprod", HOMOGENEOUS, STYLE_NEAR_ONE, 1},
                {"norm2", HOMOGENEOUS, STYLE_PLAIN, 1}};

static const struct pairing *find_pairing(const char *op) {
  for (size_t i = 0; i < sizeof pairings / sizeof *pairings; i++)
    if (!strcmp(pairings[i].op, op)) return &pairings[i];
  return NULL;
}

/* The slot of the gradient: dx, or what the table of a pick is called. */
static int gradient_of(const struct scene *s) {
  return s->parsed.entry->family == FAMILY_PICK ? slot_of(s, s->parsed.entry->slots[REM_BACKWARD][2].name)
                                                : slot_of(s, "dx");
}

/* ---- tensors ---- */

static char *element(const struct tensor *t, int64_t offset) {
  return t->element + offset * (int64_t)rem_dtype_size(t->view.dtype);
}

static long double real_at(const struct tensor *t, int64_t offset) {
  return ref_load(t->view.dtype, element(t, offset));
}

/* A packed tensor of the view's shape. */
static int make(struct tensor *t, rem_view view) {
  view_lay_out(&view, LAYOUT_PACKED);
  return tensor_create(t, &view, 0);
}

static void make_absolute(struct tensor *t) {
  struct walk w;
  WALK (w, &t->view) store_real(t->view.dtype, element(t, w.offset), (double)fabsl(real_at(t, w.offset)));
}

/* Everything a pairing needs: the tensors are packed, so that one index serves those of one shape. */
struct pair {
  struct scene *scene;
  const struct pairing *how;
  struct tensor g, x;         /* what the backward plan reads                 */
  struct tensor dx, dx_scale; /* J'g and its S                                */
  struct tensor y, y_scale;   /* the forward plan on v or x, and its S        */
  rem_guarantee backward, forward;
};

static void pair_end(struct pair *p) {
  struct tensor *all[] = {&p->g, &p->x, &p->dx, &p->dx_scale, &p->y, &p->y_scale};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) tensor_destroy(all[i]);
}

static int pair_begin(struct pair *p, struct scene *s, const struct pairing *how) {
  int dy = slot_of(s, "dy"), dx = gradient_of(s), x = slot_of(s, "x");
  const rem_view *views = s->parsed.views;
  const struct entry *e = s->parsed.entry;
  *p = (struct pair){.scene = s, .how = how};
  if (make(&p->g, views[dy]) || make(&p->x, views[x < 0 ? dx : x]) || make(&p->dx, views[dx]) ||
      make(&p->dx_scale, views[dx]) || make(&p->y, views[dy]) || make(&p->y_scale, views[dy]))
    return -1;
  struct source from = {.key = mix64(s->seed, 11), .style = STYLE_PLAIN, .lo = -4, .hi = 4, .dtype = p->g.view.dtype};
  tensor_fill(&p->g, &from);
  from = (struct source){
      .key = mix64(s->seed, 12), .style = how->style, .lo = e->on[0], .hi = e->on[1], .dtype = p->x.view.dtype};
  tensor_fill(&p->x, &from);
  return 0;
}

/* ---- plans ---- */

/* The backward plan on g and x, without saved tensors. */
static enum held run_backward(struct pair *p, struct tensor *to) {
  struct variant v;
  struct scene *s = p->scene;
  static const char *const saved[] = {"y", "mean", "index"};
  variant_begin(&v, s);
  for (int k = 0; k < 3; k++)
    if (slot_of(s, saved[k]) >= 0 && s->parsed.entry->family != FAMILY_PICK)
      v.parsed.views[slot_of(s, saved[k])].rank = REM_LEFT_OUT;
  v.source[slot_of(s, "dy")] = p->g;
  if (slot_of(s, "x") >= 0) v.source[slot_of(s, "x")] = p->x;
  enum held held = variant_run(&v);
  if (held == HOLDS) {
    tensor_copy(to, &v.trial.tensors[gradient_of(s)]);
    p->backward = v.plan->guarantee;
  }
  variant_end(&v);
  return held;
}

/* A forward plan of op with x and y of the given views and the attributes given; what is between them is the scene's index. */
static enum held run_forward(struct scene *s, rem_desc *desc, const struct tensor *x, struct tensor *y,
                             rem_guarantee *guarantee) {
  rem_error error = {.size = sizeof error};
  const struct tensor *index = s->parsed.entry->family == FAMILY_PICK ? &s->trial.tensors[slot_of(s, "index")] : NULL;
  int last = index ? 2 : 1;
  rem_view views[3] = {x->view};
  rem_plan *plan = NULL;
  struct trial t = {0};
  view_lay_out(&views[0], LAYOUT_PACKED);
  if (index) views[1] = index->view;
  views[last] = y->view;
  desc->views = views;
  desc->n_views = last + 1;
  enum held held = HOLDS;
  if (rem_plan_create(s->context, desc, &plan, &error)) held = fails(s, "no forward plan: %s", error.text);
  else if (trial_blank(&t, plan, s->seed, s->why, s->why_bytes)) held = FAILS;
  if (held == HOLDS) {
    tensor_copy(&t.tensors[0], x);
    if (index) tensor_copy(&t.tensors[1], index);
    held = trial_run(&t, &error) ? fails(s, "the forward run failed: %s", error.text) : HOLDS;
  }
  if (held == HOLDS) {
    tensor_copy(y, &t.tensors[last]);
    *guarantee = plan->guarantee;
  }
  trial_destroy(&t);
  rem_plan_destroy(plan);
  return held;
}

/* The scene's own op forward; value, with which pad is not linear, is left at 0. */
static enum held own_forward(struct pair *p, struct tensor *y) {
  rem_attr attrs[MAX_ATTRS];
  char texts[MAX_ATTRS][WORD_BYTES];
  rem_desc desc = {.size = sizeof desc, .op = p->how->op, .attrs = attrs};
  desc.n_attrs = problem_attrs(p->scene->trial.problem, attrs, texts);
  for (int k = 0; k < desc.n_attrs; k++)
    if (!strcmp(attrs[k].name, "value")) attrs[k] = attrs[--desc.n_attrs];
  return run_forward(p->scene, &desc, &p->x, y, &p->forward);
}

/* ---- the two sides ---- */

/* Where element `index` of the problem's space lies along axis a. */
static int64_t place_along(const struct problem *q, int a, int64_t index) {
  for (int i = q->rank - 1; i > a; i--) index /= q->shape[i];
  return index % q->shape[a];
}

/* How often x enters y at this place: in a running product, once for each element up to here. */
static int64_t degree(const struct pair *p, int64_t index) {
  const struct problem *q = p->scene->trial.problem;
  int64_t n = 1;
  if (!strcmp(p->how->op, "norm2")) return 1;
  for (int a = 0; a < q->rank; a++)
    if (q->axes >> a & 1) {
      if (q->entry->family == FAMILY_SCAN) {
        int64_t at = place_along(q, a, index), i = problem_attr(q, "reverse")->i ? q->shape[a] - 1 - at : at;
        return i + !problem_attr(q, "exclusive")->i;
      }
      n *= q->shape[a];
    }
  return n;
}

/* The error of a gradient grows with how far x lies from y, which the domain and the row's length bound. */
static long double spread(const struct pair *p) {
  const struct problem *q = p->scene->trial.problem;
  if (strncmp(p->how->op, "log", 3)) return 1;
  return 1 + (q->entry->on[1] - q->entry->on[0]) + logl((long double)slot_elems(&p->dx.view) + 1);
}

/* <J'g, v>, and what its plan may be wrong by. */
static void right_side(const struct pair *p, long double *value, long double *allowed) {
  struct walk w;
  long double far = spread(p);
  WALK (w, &p->dx.view) {
    long double dx = real_at(&p->dx, w.offset);
    long double v = p->how->known == MOVES || p->how->known == STANDS ? 1 : real_at(&p->x, w.offset);
    *value += dx * v;
    *allowed += fabsl(v) * allowed_error(&p->backward, p->dx.view.dtype, dx, far * real_at(&p->dx_scale, w.offset));
    *allowed += fabsl(dx * v) * 0x1p-60L;
  }
}

static void left_side(const struct pair *p, long double *value, long double *allowed) {
  struct walk w;
  WALK (w, &p->g.view) {
    long double g = real_at(&p->g, w.offset), jv = p->how->known == MOVES, error = 0;
    if (p->how->known == LINEAR || p->how->known == HOMOGENEOUS) {
      long double times = p->how->known == LINEAR ? 1 : (long double)degree(p, w.index);
      jv = times * real_at(&p->y, w.offset);
      error =
          times * allowed_error(&p->forward, p->y.view.dtype, real_at(&p->y, w.offset), real_at(&p->y_scale, w.offset));
    }
    *value += g * jv;
    *allowed += fabsl(g) * error + fabsl(g * jv) * 0x1p-60L;
  }
}

/* A variance's S is |2 g / dof| (|x - mean| + |mean|), at most three times the largest |x|. */
static long double variance_scale(const struct pair *p) {
  const struct problem *q = p->scene->trial.problem;
  long double total = 0, n = (long double)slot_elems(&p->dx.view) / (long double)slot_elems(&p->g.view);
  struct walk w;
  WALK (w, &p->g.view) total += fabsl(real_at(&p->g, w.offset));
  return total * 2 * n / (n - problem_attr(q, "correction")->f) * 3 * q->entry->on[1];
}

static enum held compare_sides(struct pair *p) {
  long double left = 0, right = 0, allowed = 0;
  left_side(p, &left, &allowed);
  right_side(p, &right, &allowed);
  if (p->how->known == STANDS)
    allowed += p->backward.sum * (p->backward.accumulate == REM_F64 ? 0x1p-52L : 0x1p-23L) * variance_scale(p);
  if (!isfinite(left) || !isfinite(right) || !isfinite(allowed)) return DOES_NOT_APPLY;
  if (fabsl(left - right) <= allowed) return HOLDS;
  return fails(p->scene,
               "<g, Jv> is %.12Lg, <J'g, v> is %.12Lg, the guarantees allow a difference of %.3Lg (seed %llu)", left,
               right, allowed, (unsigned long long)p->scene->seed);
}

/* Whether what is known of Jv is known for this problem. */
static int known_here(const struct scene *s, const struct pairing *how) {
  const struct problem *p = s->trial.problem;
  if (gradient_of(s) < 0 || !slot_elems(&p->views[gradient_of(s)]) || !slot_elems(&p->views[slot_of(s, "dy")]))
    return 0;
  if (p->entry->family == FAMILY_PICK && problem_attr(p, "padding_idx")->i >= 0)
    return 0; /* no gradient of what y has */
  if (how->known != LINEAR && slot_of(s, "x") < 0) return 0;
  if (how->known == MOVES && p->entry->extra == EXTRA_INDEX && !strcmp(problem_choice(p, "ties"), "all")) return 0;
  if (how->known == MOVES && p->entry->family == FAMILY_SCAN && problem_attr(p, "exclusive")->i) return 0;
  if (how->known != STANDS) return 1;
  int64_t n = slot_elems(&p->views[slot_of(s, "dx")]) / slot_elems(&p->views[slot_of(s, "dy")]);
  return (double)n > problem_attr(p, "correction")->f;
}

static int copy_of(struct tensor *to, const struct tensor *from, int absolute) {
  if (make(to, from->view)) return -1;
  tensor_copy(to, from);
  if (absolute) make_absolute(to);
  return 0;
}

/* S of both sides: the plans on absolute values. */
static enum held run_scales(struct pair *p, int forward) {
  struct pair twin = *p;
  int absolute_x = p->how->absolute_x || p->how->known == LINEAR;
  enum held held = copy_of(&twin.g, &p->g, 1) | copy_of(&twin.x, &p->x, absolute_x) ? FAILS : HOLDS;
  if (held == FAILS) fails(p->scene, "no memory");
  if (held == HOLDS && forward) held = own_forward(&twin, &p->y_scale);
  if (held == HOLDS) held = run_backward(&twin, &p->dx_scale);
  tensor_destroy(&twin.g);
  tensor_destroy(&twin.x);
  return held;
}

static enum held adjoint(struct scene *s) {
  const struct pairing *how = s->parsed.pass == REM_BACKWARD ? find_pairing(s->parsed.entry->name) : NULL;
  if (!how || !known_here(s, how)) return DOES_NOT_APPLY;
  struct pair p;
  int forward = how->known == LINEAR || how->known == HOMOGENEOUS;
  enum held held = pair_begin(&p, s, how) ? fails(s, "no memory") : run_backward(&p, &p.dx);
  if (held == HOLDS && forward) held = own_forward(&p, &p.y);
  if (held == HOLDS) held = run_scales(&p, forward);
  if (held == HOLDS) held = compare_sides(&p);
  pair_end(&p);
  return held;
}

/* ---- the last of a scan ---- */

enum scale { SCALE_NONE, SCALE_ONE, SCALE_ABSOLUTE };

static const struct {
  const char *scan, *row;
  enum scale scale;
} lasts[] = {{"cumsum", "sum", SCALE_ABSOLUTE},
             {"cumprod", "prod", SCALE_ABSOLUTE},
             {"cummax", "max", SCALE_NONE},
             {"cummin", "min", SCALE_NONE},
             {"logcumsumexp", "logsumexp", SCALE_ONE}};

static enum held compare_last(struct scene *s, const struct tensor *last, const struct tensor *row,
                              const struct tensor *scale, enum scale kind, const rem_guarantee *g) {
  struct walk a, b;
  walk_begin(&b, &row->view);
  WALK (a, &last->view) {
    long double x = real_at(last, a.offset), y = real_at(row, b.offset);
    long double size = kind == SCALE_ABSOLUTE ? real_at(scale, b.offset) : kind == SCALE_ONE;
    long double larger = 2 * fmaxl(fabsl(x), fabsl(y)); /* the exact value's ulp is at most that of this one */
    long double allowed = allowed_error(&s->plan->guarantee, last->view.dtype, larger, size) +
                          allowed_error(g, row->view.dtype, larger, size);
    int same = isnan(x) ? isnan(y) : x == y || (isfinite(x) && isfinite(y) && fabsl(x - y) <= allowed);
    if (!same && !(kind == SCALE_ABSOLUTE && !isfinite(size)))
      return fails(s, "the last of the scan is %.12Lg, the reduction %.12Lg, allowed %.3Lg (seed %llu)", x, y, allowed,
                   (unsigned long long)s->seed);
    walk_next(&b);
  }
  return HOLDS;
}

/* Where the scan of this problem is in the table; -1: it is not, or its last element is not the reduction. */
static int last_known(const struct problem *p) {
  int known = p->pass == REM_FORWARD && p->entry->family == FAMILY_SCAN && p->rank && slot_elems(&p->views[0]);
  for (int k = 0; known && k < (int)(sizeof lasts / sizeof *lasts); k++)
    if (!strcmp(lasts[k].scan, p->entry->name)) return problem_attr(p, "exclusive")->i ? -1 : k;
  return -1;
}

static enum held last_of_scan(struct scene *s) {
  const struct problem *p = s->trial.problem;
  int k = last_known(p);
  int64_t axis = 0;
  if (k < 0) return DOES_NOT_APPLY;
  while (!(p->axes >> axis & 1)) axis++;
  struct tensor last = s->trial.tensors[slot_of(s, "y")], row, scale, x;
  tensor_slice(&last, (int)axis, problem_attr(p, "reverse")->i ? 0 : p->shape[axis] - 1, 1);
  rem_attr attr = {.name = "axes", .kind = REM_ATTR_INTS, .n = 1, .v.is = &axis};
  rem_desc desc = {.size = sizeof desc, .op = lasts[k].row, .attrs = &attr, .n_attrs = 1};
  rem_guarantee g;
  enum held held =
      make(&row, last.view) | make(&scale, last.view) | copy_of(&x, &s->trial.tensors[0], 0) ? FAILS : HOLDS;
  if (held == FAILS) fails(s, "no memory");
  else held = run_forward(s, &desc, &x, &row, &g);
  if (held == HOLDS && lasts[k].scale == SCALE_ABSOLUTE) {
    make_absolute(&x);
    held = run_forward(s, &desc, &x, &scale, &g);
  }
  if (held == HOLDS) held = compare_last(s, &last, &row, &scale, lasts[k].scale, &g);
  tensor_destroy(&row);
  tensor_destroy(&scale);
  tensor_destroy(&x);
  return held;
}

const struct property sum_properties[] = {{"adjoint", adjoint}, {"last of a scan", last_of_scan}, {NULL, NULL}};
