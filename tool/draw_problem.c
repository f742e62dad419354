/* draw_problem.c: draws a whole problem. Everything that an op may be asked for is drawn, also what it refuses together; what is refused
 * is drawn anew. Nothing here knows an op by name: slots, attributes and shapes are those of the op table. */
#include "draw_problem.h"

#include "core/describe.h"
#include "core/dtype.h"
#include "core/view.h"
#include "draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ATTEMPTS = 400, MOST_SPAN = 1 << 22, MOST_PLACES = 300 };

struct drawing {
  uint64_t seed;
  const char *name; /* of a family or an op, "": any */
  size_t name_length;
  int backward;  /* that pass alone */
  int real;      /* numbers are floats */
  int32_t dtype; /* of most slots */
  rem_view space;
  struct parsed p;
};

static int below(struct drawing *d, int n) { return (int)(draw(&d->seed) % (uint64_t)n); }
static int one_in(struct drawing *d, int n) { return below(d, n) == 0; }

/* ---- the op ---- */

static int is_named(const struct drawing *d, const char *name) {
  return strlen(name) == d->name_length && !memcmp(name, d->name, d->name_length);
}

static int is_wanted(const struct drawing *d, const struct entry *e) {
  if (d->backward && !e->n_slots[REM_BACKWARD]) return 0;
  return !d->name_length || is_named(d, e->name) || is_named(d, rem_op_family(e->name));
}

static int choose_op(struct drawing *d) {
  int n = 0;
  for (int i = 0; entry_at(i); i++) n += is_wanted(d, entry_at(i));
  if (!n) return 0;
  int k = below(d, n), i = 0;
  while (!is_wanted(d, entry_at(i)) || k--) i++;
  d->p.entry = entry_at(i);
  d->p.pass = d->backward || (d->p.entry->n_slots[REM_BACKWARD] && below(d, 5) < 3) ? REM_BACKWARD : REM_FORWARD;
  d->p.n_views = d->p.entry->n_slots[d->p.pass];
  return 1;
}

/* ---- shapes ---- */

/* From 1 to most, of every size alike; one in two is a power of two or beside one, where loops change over. */
static int64_t extent(struct drawing *d, int64_t most) {
  int64_t power = (int64_t)1 << below(d, 64 - __builtin_clzll((uint64_t)most));
  int64_t n = one_in(d, 2) ? power + below(d, 3) - 1 : power + below(d, (int)power);
  return n < 1 ? 1 : n > most ? most : n;
}

/* The axis that is drawn first may take all elements. */
static void choose_space(struct drawing *d) {
  int rank = one_in(d, 12) ? below(d, REM_MAX_RANK + 1) : 1 + below(d, 4), order[REM_MAX_RANK];
  int64_t most = (int64_t)1 << (one_in(d, 16) ? 17 : 3 + below(d, 11));
  d->space = (rem_view){.rank = rank};
  for (int k = 0; k < rank; k++) order[k] = k;
  for (int left = rank; left; left--) {
    int k = below(d, left);
    int64_t *n = &d->space.shape[order[k]];
    *n = one_in(d, 100) ? 0 : extent(d, most);
    most /= *n ? *n : 1;
    order[k] = order[left - 1];
  }
}

/* An operand that broadcasts to the space: without its first axes, or with extent 1 at some. */
static void broadcast(struct drawing *d, rem_view *v) {
  int drop = v->rank && one_in(d, 3) ? below(d, v->rank + 1) : 0;
  v->rank -= drop;
  memmove(v->shape, v->shape + drop, sizeof *v->shape * (size_t)v->rank);
  for (int k = 0; k < v->rank; k++)
    if (one_in(d, 3)) v->shape[k] = 1;
}

/* What is not told here is worked out, or is why the drawing is refused. */
static rem_view choose_shape(struct drawing *d, const struct slot *s) {
  rem_view v = d->space;
  switch (s->shape) {
    case SHAPE_X:
      if (d->p.entry->family == FAMILY_MAP && d->p.entry->inputs > 1 && one_in(d, 3)) broadcast(d, &v);
      return v;
    case SHAPE_CAST:
      if (one_in(d, 2)) broadcast(d, &v);
      return v;
    case SHAPE_INDEX:
      v.rank = below(d, 3);
      for (int k = 0; k < v.rank; k++) v.shape[k] = extent(d, v.rank > 1 ? 17 : MOST_PLACES);
      return v;
    default:
      return (rem_view){.rank = REM_OPEN};
  }
}

/* ---- dtypes ---- */

static int32_t any_dtype(struct drawing *d, enum slot_kind kind) {
  int number = kind == SLOT_NUMBER || kind == SLOT_TOTAL;
  for (;;) {
    int32_t dtype = 1 + below(d, REM_U32);
    if (dtype_is(dtype, kind) && (!number || dtype_is_real(dtype) == d->real)) return dtype;
  }
}

static int32_t choose_dtype(struct drawing *d, enum slot_kind kind) {
  int like_most = kind == SLOT_REAL || kind == SLOT_NUMBER || kind == SLOT_SQUARE || kind == SLOT_RATE;
  return like_most && dtype_is(d->dtype, kind) && below(d, 5) < 3 ? d->dtype : any_dtype(d, kind);
}

static void choose_numbers(struct drawing *d) {
  const struct entry *e = d->p.entry;
  d->real = !((e->ints || e->tally) && d->p.pass == REM_FORWARD && one_in(d, 3));
  d->dtype = any_dtype(d, d->real ? SLOT_REAL : SLOT_INTEGER);
}

/* ---- attributes ---- */

static int64_t whole(struct drawing *d, const struct attr_rule *rule) {
  int rank = d->space.rank ? d->space.rank : 1;
  if (rule->range == ATTR_FLAG) return below(d, 2);
  if (!strcmp(rule->name, "axis")) return below(d, 2 * rank) - rank;
  return below(d, 8) - 2;
}

static void some_axes(struct drawing *d, int64_t *list, int32_t *n) {
  int rank = d->space.rank;
  *n = 0;
  for (int k = 0; k < rank; k++)
    if (one_in(d, 2)) list[(*n)++] = one_in(d, 4) ? k - rank : k;
}

/* Of one for each axis; repeats may be more than that. */
static void some_ints(struct drawing *d, const struct attr_rule *rule, int64_t *list, int32_t *n) {
  int counts = !strcmp(rule->name, "repeats");
  *n = d->space.rank + (counts && d->space.rank < REM_MAX_RANK && one_in(d, 6));
  for (int k = 0; k < *n; k++) list[k] = counts ? (one_in(d, 30) ? 0 : 1 + below(d, 3)) : below(d, 8) - 2;
}

static double number(struct drawing *d, const struct attr_rule *rule) {
  static const double reals[] = {0.5, 1, 2, 0.3, 1e-5, 0, 10, 0.75};
  if (rule->range == ATTR_CHANCE && one_in(d, 6)) return below(d, 2);
  if (rule->range == ATTR_CHANCE || rule->range == ATTR_DECAY) return below(d, 100) / 100.0;
  return reals[below(d, sizeof reals / sizeof *reals)];
}

static void choose_word(struct drawing *d, const char *choices, char word[WORD_BYTES]) {
  int n = 1, k;
  for (const char *c = choices; (c = strchr(c, '|')); c++) n++;
  for (k = below(d, n); k; k--) choices = strchr(choices, '|') + 1;
  snprintf(word, WORD_BYTES, "%.*s", (int)strcspn(choices, "|"), choices);
}

static void choose_attr(struct drawing *d, const struct attr_rule *rule) {
  struct parsed *p = &d->p;
  int k = p->n_attrs++;
  rem_attr *a = &p->attrs[k];
  snprintf(p->names[k], WORD_BYTES, "%s", rule->name);
  *a = (rem_attr){.kind = rule->kind};
  if (rule->kind == REM_ATTR_INT) p->ints[k][0] = whole(d, rule);
  else if (rule->kind == REM_ATTR_REAL) p->reals[k][0] = number(d, rule);
  else if (rule->kind == REM_ATTR_TEXT) choose_word(d, rule->choices, p->texts[k]);
  else if (!strcmp(rule->name, "axes")) some_axes(d, p->ints[k], &a->n);
  else if (rule->kind == REM_ATTR_INTS) some_ints(d, rule, p->ints[k], &a->n);
  else p->n_attrs--;
}

static void choose_attrs(struct drawing *d) {
  const struct entry *e = d->p.entry;
  for (int i = 0; i < e->n_attrs; i++)
    if (e->attrs[i].passes >> d->p.pass & 1 && below(d, 5) < 3) choose_attr(d, &e->attrs[i]);
}

/* ---- slots ---- */

/* Bit i: slot i is given. Outputs first: what is needed beside them depends on which are wanted. */
static uint32_t choose_present(struct drawing *d) {
  struct parsed *p = &d->p;
  struct attr_value values[MAX_ATTRS];
  const struct slot *slots = p->entry->slots[p->pass];
  rem_desc desc;
  uint32_t present = (1u << p->n_views) - 1;
  parsed_desc(p, &desc);
  if (attrs_read(p->entry, p->pass, desc.attrs, desc.n_attrs, values, NULL)) return 0;
  for (int role = REM_OUTPUT; role >= REM_INPUT; role--)
    for (int i = 0; i < p->n_views; i++) {
      if (slots[i].role != role) continue;
      int needed = slot_need(p->entry, p->pass, values, present, i) == REM_REQUIRED &&
                   !(role == REM_OUTPUT && p->pass == REM_BACKWARD);
      if (!needed && one_in(d, role == REM_OUTPUT && p->pass == REM_BACKWARD ? 4 : 2)) present &= ~(1u << i);
    }
  return present;
}

static int has_output(const struct parsed *p, uint32_t present) {
  for (int i = 0; i < p->n_views; i++)
    if (present >> i & 1 && p->entry->slots[p->pass][i].role == REM_OUTPUT) return 1;
  return 0;
}

/* Slots of one tensor have one shape: an operand and its gradient. */
static int twin(const struct parsed *p, int i) {
  if (p->pass == REM_FORWARD || p->entry->family != FAMILY_MAP) return -1;
  for (int k = 0; k < p->entry->inputs; k++)
    if (entry_gradient_slot(p->entry, k) == i) return 1 + k;
  return -1;
}

static void choose_views(struct drawing *d, uint32_t present) {
  struct parsed *p = &d->p;
  rem_view shapes[REM_MAX_SLOTS];
  for (int i = 0; i < p->n_views; i++) {
    const struct slot *s = &p->entry->slots[p->pass][i];
    shapes[i] = twin(p, i) < 0 ? choose_shape(d, s) : shapes[twin(p, i)];
    p->views[i] = (rem_view){.rank = REM_LEFT_OUT};
    if (!(present >> i & 1)) continue;
    p->views[i] = shapes[i].rank >= 0 ? rem_view_packed(0, shapes[i].rank, shapes[i].shape) : shapes[i];
    p->views[i].dtype = choose_dtype(d, s->kind);
  }
}

static void choose_accumulate(struct drawing *d) {
  for (int i = 0; i < d->p.n_views; i++)
    if (d->p.entry->slots[d->p.pass][i].role == REM_OUTPUT && d->p.views[i].rank >= 0 && one_in(d, 6))
      d->p.accumulate |= 1u << i;
}

/* ---- layouts ---- */

/* Whether elements of a slot may share memory: those of an input that are not what a forward pass stored there. */
static int may_repeat(const struct parsed *p, int i) {
  const struct entry *e = p->entry;
  for (int k = 0; k < e->n_slots[REM_FORWARD]; k++)
    if (e->slots[REM_FORWARD][k].role == REM_OUTPUT &&
        !strcmp(e->slots[REM_FORWARD][k].name, e->slots[p->pass][i].name))
      return 0;
  return e->slots[p->pass][i].role == REM_INPUT;
}

/* Axes in any order, with gaps between, some of them walked backwards, and some not at all where repeats says so. */
static void choose_layout(struct drawing *d, rem_view *v, int repeats) {
  int order[REM_MAX_RANK], shuffled = one_in(d, 2);
  int64_t step = 1 + one_in(d, 6);
  if (v->rank < 1 || below(d, 5) < 2) return;
  for (int k = 0; k < v->rank; k++) order[k] = v->rank - 1 - k;
  for (int k = v->rank - 1; k > 0 && shuffled; k--) {
    int other = below(d, k + 1), kept = order[k];
    order[k] = order[other], order[other] = kept;
  }
  for (int k = 0; k < v->rank; k++) {
    int64_t *stride = &v->stride[order[k]], n = v->shape[order[k]];
    *stride = repeats && one_in(d, 3) ? 0 : one_in(d, 4) ? -step : step;
    if (*stride && n) step = step * n + (one_in(d, 3) ? below(d, 4) : 0);
  }
}

static int small_enough(const rem_view *v) {
  int64_t before, after;
  return v->rank < 0 || (view_span(v, &before, &after) && before + after < MOST_SPAN);
}

/* ---- all of it ---- */

/* Returns whether it is a problem that plans can be made of; then it is in line. */
static int draw_once(struct drawing *d, char line[LINE_BYTES]) {
  struct problem problem;
  rem_desc desc;
  d->p = (struct parsed){0};
  if (!choose_op(d)) return 0;
  choose_space(d);
  choose_numbers(d);
  choose_attrs(d);
  uint32_t present = choose_present(d);
  if (!has_output(&d->p, present) && !one_in(d, 50)) return 0;
  choose_views(d, present);
  parsed_desc(&d->p, &desc);
  if (rem_infer(&desc, d->p.views, d->p.n_views, NULL)) return 0;
  choose_accumulate(d);
  for (int i = 0; i < d->p.n_views; i++) {
    choose_layout(d, &d->p.views[i], may_repeat(&d->p, i) && one_in(d, 3));
    if (!small_enough(&d->p.views[i])) return 0;
  }
  desc.accumulate = d->p.accumulate;
  return !problem_resolve(&desc, &problem, NULL) && problem_text(&problem, line, LINE_BYTES) < LINE_BYTES;
}

int draw_problem(char line[LINE_BYTES], char *why, size_t why_bytes) {
  struct drawing d = {.name = line + 1};
  char drawn[LINE_BYTES];
  int n = 0;
  if (*line != '?') return 0;
  d.name_length = strcspn(d.name, ". \t");
  const char *rest = d.name + d.name_length;
  d.backward = !strncmp(rest, ".bwd", 4);
  rest += d.backward ? 4 : 0;
  if (sscanf(rest, " draw=%*[0-9]%n", &n) != 0 || !n || rest[n]) {
    snprintf(why, why_bytes, "'%.80s': a problem is drawn by ?[OP or family][.bwd] draw=N", line);
    return -1;
  }
  d.seed = draw_seed(line);
  for (int k = 0; k < ATTEMPTS; k++)
    if (draw_once(&d, drawn)) {
      strcpy(line, drawn);
      return 0;
    }
  snprintf(why, why_bytes, "'%.80s': no such problem was found", line);
  return -1;
}
