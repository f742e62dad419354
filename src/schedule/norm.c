/* norm.c: the steps of an op of norm.def as sweeps over a problem's tensors. */
#include "norm.h"

#include <string.h>

/* ---- where things lie ---- */

static struct norm_place slot_place(const struct problem *p, int slot) {
  struct norm_place place = {.from = NORM_SLOT, .at = slot};
  const rem_view *v = &p->views[slot];
  for (int i = 0; i < p->rank; i++)
    place.stride[i] = problem_norm_stride(p, v, p->entry->slots[p->pass][slot].shape, v->stride, i);
  return place;
}

/* Rows of the op's own axes, counted in row-major order of the others. */
static struct norm_place value_place(const struct problem *p, int value) {
  struct norm_place place = {.from = NORM_VALUE, .at = value};
  int64_t count = 1;
  for (int i = p->rank - 1; i >= 0; i--) {
    if (p->axes >> i & 1) continue;
    place.stride[i] = count;
    count *= p->shape[i];
  }
  return place;
}

/* The first element of each row of the op's own axes. */
static struct norm_place first_place(const struct problem *p, int slot) {
  struct norm_place place = slot_place(p, slot);
  for (int i = 0; i < p->rank; i++)
    if (p->axes >> i & 1) place.stride[i] = 0;
  return place;
}

/* ---- names ---- */

/* The values that steps have left so far. */
struct names {
  const char *value[2 * NORM_STEPS];
  int n;
};

static int value_named(const struct names *names, const char *name) {
  for (int i = 0; i < names->n; i++)
    if (strcmp(names->value[i], name) == 0) return i;
  return -1;
}

static int slot_of(const struct problem *p, const char *name) {
  int slot = name ? problem_slot(p, name) : -1;
  return slot >= 0 && p->views[slot].rank != REM_LEFT_OUT ? slot : -1;
}

/* A mean lies in base and shift: as given in base alone; as worked out again, the row's first element and the rest. */
static struct norm_place operand_place(const struct problem *p, const struct names *names, const char *name) {
  int value = value_named(names, name), slot = slot_of(p, name);
  if (value >= 0) return value_place(p, value);
  if (strcmp(name, "base") == 0)
    return value_named(names, "shift") >= 0 ? first_place(p, slot_of(p, "x")) : slot_place(p, slot_of(p, "mean"));
  return slot >= 0 ? slot_place(p, slot) : (struct norm_place){.from = NORM_NOWHERE};
}

static double standin_of(const char *name) { return strcmp(name, "weight") == 0 || strcmp(name, "mask") == 0; }

/* ---- steps ---- */

/* A step that leaves values is for those who come later, unless slots serve instead; another one must have a result. */
static int is_wanted(const struct problem *p, const struct norm_step *step) {
  int instead = step->unless[0] != NULL;
  if (!instead) return slot_of(p, step->keep[0]) >= 0 || slot_of(p, step->keep[1]) >= 0 || slot_of(p, step->out) >= 0;
  for (int k = 0; k < 2; k++)
    if (step->unless[k] && !problem_uses_saved(p, step->unless[k])) instead = 0;
  return !instead;
}

static struct norm_place kept_place(const struct problem *p, struct names *names, const struct norm_step *step, int k) {
  int slot = slot_of(p, step->keep[k]);
  if (!step->keep[k]) return (struct norm_place){.from = NORM_NOWHERE};
  if (!step->unless[0]) return slot < 0 ? (struct norm_place){.from = NORM_NOWHERE} : slot_place(p, slot);
  names->value[names->n] = step->keep[k];
  return value_place(p, names->n++);
}

/* Gradients of parameters sum over the axes that these do not have. */
static uint32_t axes_of(const struct problem *p, const struct norm_step *step) {
  uint32_t all = ((uint32_t)1 << p->rank) - 1;
  return step->over == OVER_AXES ? p->axes : all & ~p->params;
}

static void add_sweep(const struct problem *p, struct norm_job *job, struct names *names, const struct norm_step *step) {
  struct norm_sweep *s = &job->sweep[job->sweeps++];
  const struct sweep_entry *sweep = sweep_at(step->sweep);
  *s = (struct norm_sweep){.sweep = sweep, .number = step->sweep, .axes = axes_of(p, step), .n = 1, .rows = 1};
  for (int i = 0; i < p->rank; i++) *(s->axes >> i & 1 ? &s->n : &s->rows) *= p->shape[i];
  for (int i = 0; i < SWEEP_OPERANDS && sweep->operand[i]; i++) {
    s->operand[i] = operand_place(p, names, sweep->operand[i]);
    s->standin[i] = standin_of(sweep->operand[i]);
  }
  for (int k = 0; k < 2; k++) s->keep[k] = kept_place(p, names, step, k);
  if (slot_of(p, step->out) >= 0) s->out = slot_place(p, slot_of(p, step->out));
  s->keep_first = step->keep_first;
  if (sweep->number) s->attr = problem_attr(p, sweep->number)->f;
}

void norm_job_of(const struct problem *p, struct norm_job *job) {
  struct names names = {.n = 0};
  *job = (struct norm_job){.sweeps = 0};
  for (int i = 0; i < p->entry->n_steps[p->pass]; i++)
    if (is_wanted(p, &p->entry->steps[p->pass][i])) add_sweep(p, job, &names, &p->entry->steps[p->pass][i]);
  job->values = names.n;
}
