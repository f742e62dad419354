/* saved.c: what a backward test case reads of the forward pass: y, index and mean come from a forward plan. */
#include "saved.h"

#include "problem.h"

#include <stdio.h>
#include <string.h>

/* The i-th of "split|all|first". */
static void choice_text(const char *choices, int64_t i, char text[WORD_BYTES]) {
  for (; i > 0; i--)
    choices = strchr(choices, '|') + 1;
  snprintf(text, WORD_BYTES, "%.*s", (int)strcspn(choices, "|"), choices);
}

int problem_attrs(const struct problem *p, rem_attr attrs[MAX_ATTRS], char texts[MAX_ATTRS][64]) {
  int n = 0;
  for (int k = 0; k < p->entry->n_attrs; k++) {
    const struct attr_rule *rule = &p->entry->attrs[k];
    const struct attr_value *v = &p->attrs[k];
    if (!v->given)
      continue;
    rem_attr *a = &attrs[n];
    *a = (rem_attr){.name = rule->name, .kind = rule->kind, .n = v->n};
    switch (rule->kind) {
    case REM_ATTR_INT: a->v.i = v->i; break;
    case REM_ATTR_REAL: a->v.f = v->f; break;
    case REM_ATTR_TEXT: choice_text(rule->choices, v->i, texts[n]), a->v.s = texts[n]; break;
    default: a->v.is = v->is;
    }
    n++;
  }
  return n;
}

static int backward_tensor(const struct trial *t, const char *name) {
  int i = problem_slot(t->problem, name);
  return i >= 0 && t->problem->views[i].rank >= 0 ? i : -1;
}

/* Whether the forward pass writes something that this test case reads. */
static int reads_forward(const struct trial *t) {
  const struct entry *e = t->problem->entry;
  for (int k = 0; k < e->n_slots[0]; k++)
    if (e->slots[0][k].role == REM_OUTPUT && backward_tensor(t, e->slots[0][k].name) >= 0)
      return 1;
  return 0;
}

/* The view of forward slot k: the backward one's where there is one. Outputs are made packed and copied, for a saved
 * tensor may be one that no run could write, such as a broadcast one. */
static rem_view forward_view(const struct trial *t, int k) {
  const struct problem *p = t->problem;
  const struct slot *slot = &p->entry->slots[0][k];
  int i = backward_tensor(t, slot->name);
  int dtype = i >= 0 ? p->views[i].dtype : p->compute;
  rem_view open = {.rank = slot->need == REM_REQUIRED || i >= 0 ? REM_OPEN : REM_LEFT_OUT, .dtype = dtype};
  if (slot->role == REM_OUTPUT)
    return open;
  if (i >= 0)
    return p->views[i];
  return slot->need == REM_REQUIRED ? rem_view_packed(dtype, p->rank, p->shape) : open;
}

/* Puts the values of a forward input that the backward pass shares, or would have, into its place. */
static void fill_input(const struct trial *t, struct trial *forward, int k) {
  const struct slot *slot = &t->problem->entry->slots[0][k];
  struct tensor *to = &forward->tensors[k];
  int i = backward_tensor(t, slot->name);
  if (i >= 0)
    tensor_copy(to, &t->tensors[i]);
  else if (to->memory) {
    struct source s = slot_source(t->problem, t->seed, slot->name, to->view.dtype);
    tensor_fill(to, &s);
  }
}

static void fetch_outputs(struct trial *t, const struct trial *forward) {
  const struct entry *e = t->problem->entry;
  for (int k = 0; k < e->n_slots[0]; k++) {
    int i = e->slots[0][k].role == REM_OUTPUT ? backward_tensor(t, e->slots[0][k].name) : -1;
    if (i >= 0)
      tensor_copy(&t->tensors[i], &forward->tensors[k]);
  }
}

static int run_forward(struct trial *t, const rem_plan *plan, rem_error *error, char *why, size_t why_bytes) {
  struct trial forward;
  const struct entry *e = t->problem->entry;
  int rc = trial_create(&forward, plan, t->seed, why, why_bytes);
  if (!rc) {
    for (int k = 0; k < e->n_slots[0]; k++)
      if (e->slots[0][k].role == REM_INPUT)
        fill_input(t, &forward, k);
    rc = trial_run(&forward, error) ? -1 : 0;
    if (rc)
      snprintf(why, why_bytes, "the forward run failed: %s", error->text);
    else
      fetch_outputs(t, &forward);
  }
  trial_destroy(&forward);
  return rc;
}

int saved_fill(struct trial *t, char *why, size_t why_bytes) {
  if (!reads_forward(t))
    return 0;
  rem_view views[REM_MAX_SLOTS];
  rem_attr attrs[MAX_ATTRS];
  char texts[MAX_ATTRS][WORD_BYTES];
  rem_desc desc = {.size = sizeof desc, .op = t->problem->entry->name, .views = views, .attrs = attrs};
  desc.n_views = t->problem->entry->n_slots[0];
  for (int k = 0; k < desc.n_views; k++)
    views[k] = forward_view(t, k);
  desc.n_attrs = problem_attrs(t->problem, attrs, texts);
  rem_error error = {.size = sizeof error};
  rem_plan *plan = NULL;
  int rc = -1;
  if (rem_plan_create(t->plan->context, &desc, &plan, &error))
    snprintf(why, why_bytes, "no forward plan for the saved tensors: %s", error.text);
  else
    rc = run_forward(t, plan, &error, why, why_bytes);
  rem_plan_destroy(plan);
  return rc;
}
