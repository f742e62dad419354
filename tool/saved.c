/* saved.c: what a backward test case reads of the forward pass: y, index and mean come from a forward plan. */
#include "saved.h"

#include "core/view.h"
#include "problem.h"

#include <stdio.h>
#include <string.h>

/* The i-th of "split|all|first". */
static void choice_text(const char *choices, int64_t i, char text[WORD_BYTES]) {
  for (; i > 0; i--) choices = strchr(choices, '|') + 1;
  snprintf(text, WORD_BYTES, "%.*s", (int)strcspn(choices, "|"), choices);
}

int problem_attrs(const struct problem *p, rem_attr attrs[MAX_ATTRS], char texts[MAX_ATTRS][64]) {
  int n = 0;
  for (int k = 0; k < p->entry->n_attrs; k++) {
    const struct attr_rule *rule = &p->entry->attrs[k];
    const struct attr_value *v = &p->attrs[k];
    if (!v->given) continue;
    rem_attr *a = &attrs[n];
    *a = (rem_attr){.name = rule->name, .kind = rule->kind, .n = v->n};
    switch (rule->kind) {
      case REM_ATTR_INT:
        a->v.i = v->i;
        break;
      case REM_ATTR_REAL:
        a->v.f = v->f;
        break;
      case REM_ATTR_TEXT:
        choice_text(rule->choices, v->i, texts[n]), a->v.s = texts[n];
        break;
      default:
        a->v.is = v->is;
    }
    n++;
  }
  return n;
}

/* Where the results of a forward run go: the tensors of a backward test case, or one tensor for one output. */
struct wish {
  const struct trial *t;
  struct tensor *to[REM_MAX_SLOTS]; /* by forward slot; NULL: not wanted */
};

static int backward_tensor(const struct trial *t, const char *name) {
  int i = problem_slot(t->problem, name);
  return i >= 0 && t->problem->views[i].rank >= 0 ? i : -1;
}

/* The view of forward slot k. Inputs are the backward pass's where it has them. Outputs are made packed and copied,
 * for a saved tensor may be one that no run could write, such as a broadcast one. */
static rem_view forward_view(const struct wish *w, int k) {
  const struct problem *p = w->t->problem;
  const struct slot *slot = &p->entry->slots[0][k];
  int required = slot->need == REM_REQUIRED, i = backward_tensor(w->t, slot->name);
  if (slot->role == REM_INPUT && i >= 0) return p->views[i];
  if (slot->role == REM_INPUT && required) return rem_view_packed(p->compute, p->rank, p->shape);
  rem_view open = {.rank = required || w->to[k] ? REM_OPEN : REM_LEFT_OUT};
  open.dtype = w->to[k] ? w->to[k]->view.dtype : p->compute;
  return open;
}

/* Puts the values of a forward input that the backward pass shares, or would have, into its place. */
static void fill_input(const struct trial *t, struct trial *forward, int k) {
  const struct slot *slot = &t->problem->entry->slots[0][k];
  struct tensor *to = &forward->tensors[k];
  int i = backward_tensor(t, slot->name);
  if (i >= 0) tensor_copy(to, &t->tensors[i]);
  else if (to->memory) {
    struct source s = slot_source(t->problem, t->seed, slot->name, to->view.dtype);
    tensor_fill(to, &s);
  }
}

static int run_forward(const struct wish *w, const rem_plan *plan, char *why, size_t why_bytes) {
  struct trial forward;
  rem_error error = {.size = sizeof error};
  const struct entry *e = plan->problem.entry;
  int rc = trial_blank(&forward, plan, w->t->seed, why, why_bytes);
  for (int k = 0; !rc && k < e->n_slots[0]; k++)
    if (e->slots[0][k].role == REM_INPUT) fill_input(w->t, &forward, k);
  if (!rc && trial_run(&forward, &error)) {
    snprintf(why, why_bytes, "the forward run failed: %s", error.text);
    rc = -1;
  }
  for (int k = 0; !rc && k < e->n_slots[0]; k++)
    if (w->to[k]) tensor_copy(w->to[k], &forward.tensors[k]);
  trial_destroy(&forward);
  return rc;
}

static int forward(const struct wish *w, char *why, size_t why_bytes) {
  const struct problem *p = w->t->problem;
  rem_view views[REM_MAX_SLOTS];
  rem_attr attrs[MAX_ATTRS];
  char texts[MAX_ATTRS][WORD_BYTES];
  rem_desc desc = {.size = sizeof desc, .op = p->entry->name, .views = views, .attrs = attrs};
  rem_error error = {.size = sizeof error};
  rem_plan *plan = NULL;
  desc.n_views = p->entry->n_slots[0];
  for (int k = 0; k < desc.n_views; k++) views[k] = forward_view(w, k);
  desc.n_attrs = problem_attrs(p, attrs, texts);
  if (rem_plan_create(w->t->plan->context, &desc, &plan, &error)) {
    snprintf(why, why_bytes, "no forward plan for the saved tensors: %s", error.text);
    return -1;
  }
  int rc = run_forward(w, plan, why, why_bytes);
  rem_plan_destroy(plan);
  return rc;
}

/* Whether a run writes any element: else nobody reads what is saved, and a forward pass of no elements may be refused. */
static int has_results(const struct problem *p) {
  for (int i = 0; i < p->n_slots; i++)
    if (p->views[i].rank >= 0 && p->entry->slots[p->pass][i].role == REM_OUTPUT && view_elems(&p->views[i]) > 0)
      return 1;
  return 0;
}

int saved_fill(struct trial *t, char *why, size_t why_bytes) {
  const struct entry *e = t->problem->entry;
  struct wish w = {.t = t};
  int some = 0;
  for (int k = 0; k < e->n_slots[0]; k++) {
    int i = e->slots[0][k].role == REM_OUTPUT ? backward_tensor(t, e->slots[0][k].name) : -1;
    if (i >= 0) w.to[k] = &t->tensors[i], some = 1;
  }
  return some && has_results(t->problem) ? forward(&w, why, why_bytes) : 0;
}

/* Numbers like those of the first operand, so that some tie with it; positions, some of which there are not. */
static struct source foreign_source(const struct trial *t, const struct slot *saved, int dtype) {
  struct source s = slot_source(t->problem, t->seed, t->problem->entry->slots[0][0].name, dtype);
  s.places = !dtype_is_real(dtype);
  if (s.places) s.style = STYLE_ENDS, s.rows = problem_positions(t->problem), s.key = hash_text(saved->name);
  return s;
}

void saved_estrange(struct trial *t) {
  const struct problem *p = t->problem;
  for (int k = 0; p->pass == REM_BACKWARD && k < p->entry->n_slots[0]; k++) {
    const struct slot *saved = &p->entry->slots[0][k];
    int i = saved->role == REM_OUTPUT ? backward_tensor(t, saved->name) : -1;
    if (i < 0) continue;
    struct tensor *to = &t->tensors[i];
    struct source s = foreign_source(t, saved, to->view.dtype);
    uint64_t key = mix64(t->seed, hash_text(saved->name));
    struct walk w;
    for (walk_begin_distinct(&w, &to->view); w.left > 0; walk_next(&w))
      if (mix64(key, (uint64_t)w.index) & 1)
        source_store(&s, w.index, to->element + w.offset * (int64_t)rem_dtype_size(to->view.dtype));
  }
}

int saved_forward(const struct trial *t, const char *output, struct tensor *to, char *why, size_t why_bytes) {
  const struct entry *e = t->problem->entry;
  struct wish w = {.t = t};
  for (int k = 0; k < e->n_slots[0]; k++)
    if (!strcmp(e->slots[0][k].name, output)) w.to[k] = to;
  return forward(&w, why, why_bytes);
}
