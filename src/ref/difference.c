/* difference.c: the oracle's backward pass against central differences of its own forward pass, in f64 tensors whose
 * values are so coarse that x + h v is exact. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/view.h"
#include "ref/ref.h"

/* x is a multiple of 1/GRID, v and g of 1/FINE; h v is then one of 2^-32. */
enum { GRID = 4096, FINE = 64, STEP_BITS = 26, MOST_ELEMS = 1 << 20, NAME_BYTES = 32 };

/* A pass of the op on f64 tensors of its own. */
struct side {
  struct problem p;
  char *elements[REM_MAX_SLOTS];
  struct ref_slot out[REM_MAX_SLOTS];
};

/* ---- random numbers: a function of the seed, the slot's name and the place ------------------------------- */

static uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static double drawn(uint64_t seed, const char *name, int64_t i, double lo, double hi, double grid) {
  uint64_t key = seed;
  for (; *name; name++) key = mix(key * 31 + (unsigned char)*name);
  double unit = (double)(mix(key + (uint64_t)i * 0x9e3779b97f4a7c15u) >> 11) * 0x1p-53;
  return floor((lo + (hi - lo) * unit) * grid) / grid;
}

/* ---- the two passes ---------------------------------------------------------------------------------- */

static int attrs_of(const struct problem *p, rem_attr *attrs) {
  int n = 0;
  for (int k = 0; k < p->entry->n_attrs; k++) {
    const struct attr_rule *rule = &p->entry->attrs[k];
    const struct attr_value *v = &p->attrs[k];
    if (!v->given) continue;
    rem_attr *a = &attrs[n++];
    *a = (rem_attr){.name = rule->name, .kind = rule->kind, .n = v->n};
    if (rule->kind == REM_ATTR_INT) a->v.i = v->i;
    if (rule->kind == REM_ATTR_REAL) a->v.f = v->f;
    if (rule->kind == REM_ATTR_TEXT) a->v.s = problem_choice(p, rule->name);
    if (rule->kind == REM_ATTR_INTS) a->v.is = v->is;
  }
  return n;
}

/* Resolves one pass and gives every slot memory. views has one entry for each slot of the pass. */
static int side_begin(struct side *s, const struct problem *like, int pass, const rem_view *views) {
  rem_attr attrs[MAX_ATTRS];
  rem_desc desc = {.size = sizeof desc, .pass = pass, .op = like->entry->name, .views = views, .attrs = attrs};
  desc.n_views = like->entry->n_slots[pass];
  desc.n_attrs = attrs_of(like, attrs);
  if (problem_resolve(&desc, &s->p, NULL)) return -1;
  for (int i = 0; i < s->p.n_slots; i++) {
    const rem_view *v = &s->p.views[i];
    if (v->rank < 0) continue;
    s->elements[i] = calloc((size_t)view_elems(v) + 1, rem_dtype_size(v->dtype));
    if (!s->elements[i]) return -1;
  }
  return 0;
}

static void side_end(struct side *s) {
  ref_free(&s->p, s->out);
  for (int i = 0; i < REM_MAX_SLOTS; i++) free(s->elements[i]);
}

/* All is f64 but conditions, seeds and numbers of rows. */
static rem_view packed(const struct slot *slot, int rank, const int64_t *shape) {
  int dtype = slot->kind == SLOT_TRUTH ? REM_BOOL : slot->kind == SLOT_SEED || slot->kind == SLOT_PLACE ? REM_I64 : REM_F64;
  return rem_view_packed(dtype, rank, shape);
}

/* The view of a forward input: that of its backward slot or of its gradient, where one is given. An operand that no
 * slot shows has the shape of y; init and what an attribute stands in for are then left out. */
static rem_view input_view(const struct problem *b, const struct slot *slot, int is_last) {
  char gradient[NAME_BYTES];
  snprintf(gradient, sizeof gradient, "d%s", slot->name);
  const rem_view *v = problem_view(b, slot->name);
  if (!v) v = problem_view(b, gradient);
  int standin = is_last && b->entry->standin && problem_attr(b, b->entry->standin)->given;
  if (standin || (!v && slot->need == REM_OPTIONAL)) return (rem_view){.rank = REM_LEFT_OUT};
  return v ? packed(slot, v->rank, v->shape) : packed(slot, b->rank, b->shape);
}

static int forward_begin(struct side *f, const struct problem *b) {
  const struct entry *e = b->entry;
  rem_view views[REM_MAX_SLOTS];
  for (int i = 0; i < e->n_slots[0]; i++) {
    const struct slot *slot = &e->slots[0][i];
    int open = slot->need == REM_OPTIONAL ? REM_LEFT_OUT : REM_OPEN;
    views[i] = slot->role == REM_INPUT ? input_view(b, slot, i + 1 == e->inputs && e->family == FAMILY_MAP)
                                       : (rem_view){.rank = open, .dtype = REM_F64};
  }
  return side_begin(f, b, REM_FORWARD, views);
}

/* Backward from the same inputs; results that can be worked out again are left out. */
static int backward_begin(struct side *s, const struct side *f) {
  const struct entry *e = f->p.entry;
  rem_view views[REM_MAX_SLOTS];
  for (int i = 0; i < e->n_slots[1]; i++) {
    const struct slot *slot = &e->slots[1][i];
    const char *name = slot->name;
    int result = problem_slot(&f->p, name) >= 0 && f->p.entry->slots[0][problem_slot(&f->p, name)].role == REM_OUTPUT;
    const rem_view *v = problem_view(&f->p, slot->role == REM_OUTPUT || !strcmp(name, "dy") ? name + 1 : name);
    views[i] = (rem_view){.rank = REM_LEFT_OUT};
    if (v && !(result && e->inputs == 1 && slot->need != REM_REQUIRED)) views[i] = packed(slot, v->rank, v->shape);
  }
  return side_begin(s, &f->p, REM_BACKWARD, views);
}

/* ---- values ------------------------------------------------------------------------------------------ */

/* Whether an input has a gradient. */
static int has_gradient(const struct entry *e, const char *name) {
  for (int i = 0; i < e->n_slots[1]; i++) {
    const struct slot *s = &e->slots[1][i];
    if (s->role == REM_OUTPUT && strcmp(s->name + 1, name) == 0) return 1;
  }
  return 0;
}

/* Lists of classes end sooner or later. */
static int64_t drawn_place(const struct problem *p, uint64_t seed, const char *name, int64_t k) {
  double places = (double)problem_places(p);
  return (int64_t)drawn(seed, name, k, p->entry->rival ? -places / 4 : 0, places, 1);
}

/* Inputs of the forward pass at x + step v; those without a gradient stay as they are. */
static void fill_inputs(struct side *f, uint64_t seed, double step) {
  const double *on = f->p.entry->on;
  for (int i = 0; i < f->p.n_slots; i++) {
    const struct slot *slot = &f->p.entry->slots[0][i];
    const char *name = slot->name;
    if (!f->elements[i] || slot->role == REM_OUTPUT) continue;
    double own = has_gradient(f->p.entry, name) ? step : 0;
    for (int64_t k = 0; k < view_elems(&f->p.views[i]); k++)
      if (slot->kind == SLOT_TRUTH) f->elements[i][k] = drawn(seed, name, k, -1, 1, FINE) < 0;
      else if (slot->kind == SLOT_SEED) memcpy(f->elements[i], &seed, sizeof seed);
      else if (slot->kind == SLOT_PLACE)
        ((int64_t *)(void *)f->elements[i])[k] = drawn_place(&f->p, seed, name, k);
      else
        ((double *)(void *)f->elements[i])[k] =
            drawn(seed, name, k, on[0], on[1], GRID) + own * drawn(mix(seed + 1), name, k, -1, 1, FINE);
  }
}

/* What the backward pass reads: g, the inputs, and y where it is needed. */
static void fill_backward(struct side *b, const struct side *f, uint64_t seed) {
  for (int i = 0; i < b->p.n_slots; i++) {
    if (!b->elements[i] || b->p.entry->slots[1][i].role == REM_OUTPUT) continue;
    const char *name = b->p.entry->slots[1][i].name;
    int from = problem_slot(&f->p, name);
    int64_t n = view_elems(&b->p.views[i]);
    if (from >= 0 && !f->out[from].value) {
      memcpy(b->elements[i], f->elements[from], (size_t)n * rem_dtype_size(b->p.views[i].dtype));
      continue;
    }
    for (int64_t k = 0; k < n; k++)
      ((double *)(void *)b->elements[i])[k] =
          from < 0 ? drawn(seed, name, k, -1, 1, FINE) : (double)f->out[from].value[k];
  }
}

static long double *forward_at(struct side *f, uint64_t seed, double step) {
  fill_inputs(f, seed, step);
  int y = problem_slot(&f->p, "y");
  if (ref_run(&f->p, f->elements, f->out)) return NULL;
  long double *value = f->out[y].value;
  f->out[y].value = NULL;
  ref_free(&f->p, f->out);
  return value;
}

/* All three lie where long double itself loses digits: their differences say nothing. Zeros alone may be true. */
static int underflows(long double a, long double b, long double c) {
  long double most = fmaxl(fabsl(a), fmaxl(fabsl(b), fabsl(c)));
  return most > 0 && most < LDBL_MIN / LDBL_EPSILON;
}

/* <g, (y+ - y-) / 2h>. A kink shows in the second difference, which is of order h^2 where the function is smooth. */
static long double differenced(const struct side *f, uint64_t seed, const long double *below, const long double *here,
                               const long double *above, const char **skipped) {
  long double sum = 0, h = ldexpl(1, -STEP_BITS);
  int64_t n = view_elems(&f->p.views[problem_slot(&f->p, "y")]);
  for (int64_t k = 0; k < n; k++) {
    int constant = above[k] == here[k] && here[k] == below[k]; /* an infinity may be */
    long double up = constant ? 0 : above[k] - here[k], down = constant ? 0 : here[k] - below[k];
    if (!isfinite(up) || !isfinite(down)) *skipped = "the function is not finite at a point drawn";
    else if (underflows(below[k], here[k], above[k])) *skipped = "the function underflows at a point drawn";
    else if (fabsl(up - down) > ldexpl(fabsl(up) + fabsl(down), -10) + (constant ? 0 : ldexpl(fabsl(here[k]), -58)))
      *skipped = "a kink lies at a point drawn";
    sum += (up + down) / (2 * h) * drawn(seed, "dy", k, -1, 1, FINE);
  }
  return sum;
}

/* <J'g, v>, and the sum of the absolute values of its terms. */
static long double projected(const struct side *b, uint64_t seed, long double *size) {
  long double sum = 0;
  *size = 0;
  for (int i = 0; i < b->p.n_slots; i++) {
    if (!b->out[i].value) continue;
    for (int64_t k = 0; k < b->out[i].n; k++) {
      long double term = b->out[i].value[k] * drawn(mix(seed + 1), b->p.entry->slots[1][i].name + 1, k, -1, 1, FINE);
      sum += term;
      *size += fabsl(term);
    }
  }
  return sum;
}

static int compare(struct side *f, struct side *b, uint64_t seed, struct ref_difference *d) {
  double h = ldexp(1, -STEP_BITS);
  long double *below = forward_at(f, seed, -h), *above = forward_at(f, seed, h), *here = NULL;
  int rc = -1;
  fill_inputs(f, seed, 0);
  if (below && above && !ref_run(&f->p, f->elements, f->out)) {
    here = f->out[problem_slot(&f->p, "y")].value;
    fill_backward(b, f, seed);
    rc = ref_run(&b->p, b->elements, b->out);
  }
  if (!rc) {
    long double size, by_difference = differenced(f, seed, below, here, above, &d->skipped);
    long double by_gradient = projected(b, seed, &size);
    d->disagreement = by_difference == by_gradient ? 0 : fabsl(by_difference - by_gradient) / size;
  }
  free(below);
  free(above);
  return rc;
}

int ref_gradient_difference(const struct problem *backward, uint64_t seed, struct ref_difference *difference) {
  struct side f = {.elements = {0}}, b = {.elements = {0}};
  *difference = (struct ref_difference){0, NULL};
  int64_t elems = 0;
  for (int i = 0; i < backward->n_slots; i++) {
    int64_t n = backward->views[i].rank >= 0 ? view_elems(&backward->views[i]) : 0;
    elems = n > elems ? n : elems;
  }
  if (elems > MOST_ELEMS) {
    difference->skipped = "the problem is too large to difference";
    return 0;
  }
  int rc = forward_begin(&f, backward);
  if (!rc) rc = backward_begin(&b, &f);
  if (!rc) rc = compare(&f, &b, seed, difference);
  side_end(&f);
  side_end(&b);
  return rc;
}
