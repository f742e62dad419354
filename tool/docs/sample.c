/* sample.c: an op on a few numbers: its result, and its gradients where dy is 1 everywhere. */
#include "docs/sample.h"

#include "ref/ref.h"
#include "values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- dtypes ---- */

static int is_signed(int dtype) { return rem_dtype_name(dtype)[0] == 'i'; }

double dtype_largest(int dtype) {
  return dtype_is_real(dtype) ? dtype_facts(dtype).largest : ldexp(1, dtype_width(dtype) - is_signed(dtype)) - 1;
}

double dtype_lowest(int dtype) {
  if (dtype_is_real(dtype)) return -dtype_largest(dtype);
  return is_signed(dtype) ? -ldexp(1, dtype_width(dtype) - 1) : 0;
}

double dtype_least(int dtype) { return dtype_is_real(dtype) ? dtype_facts(dtype).least : 1; }

/* The dtype where the slot takes it, else the first of the floats, 32-bit integers and others that it takes. */
static int nearest(uint32_t accepted, int dtype) {
  static const int order[] = {REM_F32, REM_F64, REM_F16, REM_BF16, REM_I32, REM_I64};
  if (accepted >> dtype & 1) return dtype;
  for (size_t i = 0; i < sizeof order / sizeof *order; i++)
    if (accepted >> order[i] & 1) return order[i];
  for (int d = 1; d < 32; d++)
    if (accepted >> d & 1) return d;
  return dtype;
}

/* ---- numbers ---- */

static int numbers_create(struct numbers *t, const rem_view *view) {
  t->view = rem_view_packed(view->dtype, view->rank, view->shape);
  t->n = 1;
  for (int i = 0; i < view->rank; i++) t->n *= view->shape[i];
  t->at = calloc((size_t)t->n + 1, sizeof *t->at);
  return t->at ? 0 : -1;
}

static void numbers_destroy(struct numbers *t) {
  free(t->at);
  *t = (struct numbers){.at = NULL};
}

/* ---- samples ---- */

static int add_attr(struct sample *s, const rem_attr_info *info) {
  static const int64_t two[] = {2, 2, 2, 2, 2, 2, 2, 2};
  if (strcmp(info->otherwise, "required") || s->n_attrs == MAX_WORDS) return 0;
  rem_attr *a = &s->attrs[s->n_attrs++];
  *a = (rem_attr){.name = info->name, .kind = info->kind};
  switch (info->kind) {
    case REM_ATTR_INT:
      a->v.i = 3;
      break;
    case REM_ATTR_REAL:
      a->v.f = 0.5;
      break;
    case REM_ATTR_INTS:
      a->n = s->in[0].view.rank;
      a->v.is = two;
      break;
    default:
      s->n_attrs--;
  }
  return 0;
}

static int is_given(const struct entry *e, int slot) {
  const struct slot *s = &e->slots[REM_FORWARD][slot];
  return s->role == REM_INPUT && (s->need == REM_REQUIRED || e->family == FAMILY_MAP);
}

/* One input of the sample; a name that is NULL is the slot's own. */
static int add_input(struct sample *s, const char *name, const rem_slot_info *slot, const rem_view *like) {
  rem_view view = *like;
  view.dtype = nearest(slot->dtypes, view.dtype);
  if (s->inputs == MAX_INPUTS || numbers_create(&s->in[s->inputs], &view)) return -1;
  s->names[s->inputs++] = name ? name : slot->name;
  return 0;
}

/* The view of an input where x has this shape along its row: samples and channels come before it, in numbers of one. */
static rem_view input_view(const struct entry *e, const struct slot *slot, int dtype, int rank, const int64_t *shape) {
  static const int64_t one[] = {1};
  int64_t whole[REM_MAX_RANK] = {1, 1};
  int channels = e->family == FAMILY_NORM && e->space != ALONG_AXES;
  if (slot->shape == SHAPE_PARAM && channels) return rem_view_packed(dtype, 1, one);
  if (slot->shape == SHAPE_ROW && slot->kind == SLOT_PLACE) return rem_view_packed(dtype, 0, NULL);
  memcpy(whole + 2 * channels, shape, (size_t)rank * sizeof *shape);
  return rem_view_packed(dtype, rank + 2 * channels, whole);
}

int sample_create(struct sample *s, const struct entry *entry, int dtype, int rank, const int64_t *shape) {
  rem_slot_info info;
  rem_attr_info attr;
  *s = (struct sample){.entry = entry, .error = {.size = sizeof s->error}};
  for (int i = 0; !rem_op_slot(entry->name, REM_FORWARD, NULL, 0, i, &info, NULL); i++) {
    rem_view view = input_view(entry, &entry->slots[REM_FORWARD][i], dtype, rank, shape);
    if (!is_given(entry, i)) continue;
    if (entry->slots[REM_FORWARD][i].kind == SLOT_SEED) {
      rem_view one = rem_view_packed(REM_I64, 0, NULL);
      if (numbers_create(&s->seed, &one)) return -1;
      continue;
    }
    int parts = entry->split && i == 0;
    if (add_input(s, parts ? "a" : NULL, &info, &view)) return -1;
    if (parts && add_input(s, "b", &info, &view)) return -1;
  }
  if (entry_reduces(entry)) sample_attr_text(s, "reduction", "none");
  if (entry->split) s->attrs[s->n_attrs++] = (rem_attr){.name = "axis", .kind = REM_ATTR_INT, .v.i = 0};
  for (int i = 0; !rem_op_attr(entry->name, i, &attr, NULL); i++) add_attr(s, &attr);
  return 0;
}

static void drop_results(struct sample *s) {
  numbers_destroy(&s->y);
  numbers_destroy(&s->halves[0]);
  numbers_destroy(&s->halves[1]);
  numbers_destroy(&s->sum);
  for (int i = 0; i < MAX_INPUTS; i++) numbers_destroy(&s->d[i]);
}

void sample_destroy(struct sample *s) {
  drop_results(s);
  numbers_destroy(&s->seed);
  for (int i = 0; i < MAX_INPUTS; i++) numbers_destroy(&s->in[i]);
}

void sample_attr_text(struct sample *s, const char *name, const char *value) {
  int i = 0;
  while (i < s->n_attrs && strcmp(s->attrs[i].name, name)) i++;
  if (i == MAX_WORDS) return;
  s->n_attrs = i < s->n_attrs ? s->n_attrs : i + 1;
  s->attrs[i] = (rem_attr){.name = name, .kind = REM_ATTR_TEXT, .v.s = value};
}

/* ---- one pass ---- */

static int input_named(const struct sample *s, const char *name) {
  int i = 0;
  while (i < s->inputs && strcmp(s->names[i], name)) i++;
  return i < s->inputs ? i : -1;
}

/* Where the numbers of a slot are: NULL where it is left out. dy is one that the caller made. */
static struct numbers *numbers_of(struct sample *s, struct numbers *dy, int pass, const struct slot *slot) {
  const char *name = slot->name;
  if (slot->kind == SLOT_SEED) return &s->seed;
  if (!strcmp(name, "sum") && s->entry->family == FAMILY_NORM) return &s->sum;
  if (s->entry->split && !strcmp(name, "x")) return &s->halves[0];
  if (s->entry->split && !strcmp(name, "dx")) return &s->halves[1];
  int i = input_named(s, slot->role == REM_OUTPUT && pass ? name + 1 : name);
  if (slot->role == REM_OUTPUT) return !pass ? (strcmp(name, "y") ? NULL : &s->y) : i >= 0 ? &s->d[i] : NULL;
  if (!strcmp(name, "dy")) return dy;
  return i >= 0 ? &s->in[i] : !strcmp(name, "y") ? &s->y : NULL;
}

/* Bytes of a tensor on a boundary that every dtype likes. */
static void *packed(const struct numbers *t) {
  size_t size = rem_dtype_size(t->view.dtype);
  char *bytes = malloc((size_t)t->n * size + 64);
  for (int64_t i = 0; bytes && i < t->n; i++) store_real(t->view.dtype, bytes + (size_t)i * size, t->at[i]);
  return bytes;
}

static void unpacked(struct numbers *t, const void *bytes) {
  size_t size = rem_dtype_size(t->view.dtype);
  for (int64_t i = 0; i < t->n; i++) t->at[i] = (double)ref_load(t->view.dtype, (const char *)bytes + (size_t)i * size);
}

struct pass {
  struct sample *s;
  int pass, n;
  struct numbers *slots[REM_MAX_SLOTS];
  rem_view views[REM_MAX_SLOTS];
  rem_buffer buffers[REM_MAX_SLOTS];
  rem_plan *plan;
  void *workspace;
};

static void describe(struct pass *p, struct numbers *dy) {
  const struct entry *e = p->s->entry;
  p->n = e->n_slots[p->pass];
  for (int i = 0; i < p->n; i++) {
    const struct slot *slot = &e->slots[p->pass][i];
    p->slots[i] = numbers_of(p->s, dy, p->pass, slot);
    if (!p->slots[i]) p->views[i].rank = REM_LEFT_OUT;
    else if (slot->role == REM_OUTPUT && p->pass &&
             e->family == FAMILY_PICK) /* dy does not say how many rows there are */
      p->views[i] = p->s->in[input_named(p->s, slot->name + 1)].view;
    else if (slot->role == REM_OUTPUT) p->views[i].rank = REM_OPEN;
    else p->views[i] = p->slots[i]->view;
  }
}

static int make_buffers(struct pass *p) {
  const struct entry *e = p->s->entry;
  for (int i = 0; i < p->n; i++) {
    rem_view view;
    if (!p->slots[i]) continue;
    if (e->slots[p->pass][i].role == REM_OUTPUT &&
        (rem_plan_view(p->plan, i, &view, NULL) || numbers_create(p->slots[i], &view)))
      return -1;
    p->buffers[i].bytes = (size_t)p->slots[i]->n * rem_dtype_size(p->slots[i]->view.dtype) + 64;
    if (!(p->buffers[i].base = packed(p->slots[i]))) return -1;
  }
  return 0;
}

static int run_pass(struct sample *s, rem_context *context, int pass, struct numbers *dy) {
  struct pass p = {.s = s, .pass = pass};
  size_t bytes, align;
  describe(&p, dy);
  rem_desc desc = {.size = sizeof desc,
                   .pass = pass,
                   .op = s->entry->name,
                   .views = p.views,
                   .n_views = p.n,
                   .n_attrs = s->n_attrs,
                   .attrs = s->attrs};
  int rc = rem_plan_create(context, &desc, &p.plan, &s->error) || make_buffers(&p);
  if (!rc) {
    rem_plan_workspace(p.plan, &bytes, &align);
    p.workspace = aligned_alloc(4096, (bytes + 4096) / 4096 * 4096);
    rc = !p.workspace || rem_plan_run(p.plan, p.buffers, p.n, p.workspace, bytes, NULL, &s->error);
  }
  for (int i = 0; i < p.n; i++) {
    if (!rc && p.slots[i]) unpacked(p.slots[i], p.buffers[i].base);
    free(p.buffers[i].base);
  }
  free(p.workspace);
  rem_plan_destroy(p.plan);
  return rc ? -1 : 0;
}

/* a and b as one tensor, along a first axis of their own. */
static int join_halves(struct sample *s) {
  rem_view whole = s->in[0].view;
  memmove(whole.shape + 1, whole.shape, (size_t)whole.rank * sizeof *whole.shape);
  whole.shape[0] = 2;
  whole.rank++;
  if (numbers_create(&s->halves[0], &whole)) return -1;
  for (int i = 0; i < 2; i++)
    memcpy(s->halves[0].at + i * s->in[i].n, s->in[i].at, (size_t)s->in[i].n * sizeof(double));
  return 0;
}

static void part_halves(struct sample *s) {
  for (int i = 0; i < 2 && s->halves[1].at; i++)
    if (!numbers_create(&s->d[i], &s->in[i].view))
      memcpy(s->d[i].at, s->halves[1].at + i * s->in[i].n, (size_t)s->in[i].n * sizeof(double));
}

int sample_run(struct sample *s, rem_context *context) {
  struct numbers dy = {.at = NULL};
  drop_results(s);
  if (s->entry->split && join_halves(s)) return -1;
  if (run_pass(s, context, REM_FORWARD, NULL)) return -1;
  rem_slot_info info;
  if (rem_op_slot(s->entry->name, REM_BACKWARD, NULL, 0, 0, &info, NULL)) return 0; /* no gradient */
  rem_view view = s->y.view;
  view.dtype = nearest(info.dtypes, view.dtype);
  if (numbers_create(&dy, &view)) return -1;
  for (int64_t i = 0; i < dy.n; i++) dy.at[i] = !s->last_alone || i == dy.n - 1;
  if (run_pass(s, context, REM_BACKWARD, &dy))
    for (int i = 0; i < MAX_INPUTS; i++) numbers_destroy(&s->d[i]);
  else if (s->entry->split) part_halves(s);
  numbers_destroy(&dy);
  return 0;
}
