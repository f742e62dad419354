/* norm.c: the steps of an op of norm.def as sweeps over a problem's tensors. */
#include "norm.h"

#include <math.h>
#include <string.h>

#include "core/describe.h"

/* ---- where things lie ---- */

static struct norm_place slot_place(const struct problem *p, int slot) {
  struct norm_place place = {.from = NORM_SLOT, .at = slot};
  const rem_view *v = &p->views[slot];
  for (int i = 0; i < p->rank; i++)
    place.stride[i] = problem_norm_stride(p, v, p->entry->slots[p->pass][slot].shape, v->stride, i);
  return place;
}

/* Elements along the axes that it has, counted in row-major order. */
static struct norm_place value_place(const struct problem *p, int value, uint32_t has) {
  struct norm_place place = {.from = NORM_VALUE, .at = value};
  int64_t count = 1;
  for (int i = p->rank - 1; i >= 0; i--) {
    if (!(has >> i & 1)) continue;
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
  const char *value[NORM_VALUES];
  uint32_t has[NORM_VALUES]; /* axes */
  int slot[NORM_VALUES];     /* where a value goes as well, at the end; -1: nowhere */
  int n;
};

static int value_named(const struct names *names, const char *name) {
  for (int i = 0; i < names->n; i++)
    if (strcmp(names->value[i], name) == 0) return i;
  return -1;
}

/* The loss of a row is y itself where losses are not added up. */
static const char *name_of(const struct problem *p, const char *name) {
  return strcmp(name, "loss") == 0 && !p->totalled ? "y" : name;
}

static int slot_of(const struct problem *p, const char *name) {
  int slot = name ? problem_slot(p, name_of(p, name)) : -1;
  return slot >= 0 && p->views[slot].rank != REM_LEFT_OUT ? slot : -1;
}

/* A mean lies in base and shift: as given in base alone; as worked out again, the row's first element and the rest. gain is dy where
 * no step left one. A slot that only tells a shape is not read. */
static struct norm_place operand_place(const struct problem *p, const struct names *names, const char *name) {
  int value = value_named(names, name), slot = slot_of(p, strcmp(name, "gain") == 0 ? "dy" : name);
  if (value >= 0) return value_place(p, value, names->has[value]);
  if (slot >= 0 && problem_need(p, slot) == REM_IGNORED) slot = -1;
  if (strcmp(name, "level") == 0) return (struct norm_place){.from = NORM_LEVEL};
  if (strcmp(name, "base") == 0)
    return value_named(names, "shift") >= 0 ? first_place(p, slot_of(p, "x")) : slot_place(p, slot_of(p, "mean"));
  return slot >= 0 ? slot_place(p, slot) : (struct norm_place){.from = NORM_NOWHERE};
}

static double standin_of(const char *name) {
  return strcmp(name, "weight") == 0 || strcmp(name, "mask") == 0 || strcmp(name, "total") == 0;
}

/* ---- steps ---- */

/* What is no slot of the pass is a value. */
static int is_value(const struct problem *p, const char *name) { return name && problem_slot(p, name_of(p, name)) < 0; }

/* A step that leaves values is for those who come later, unless slots serve instead; another one must have a result. */
static int is_wanted(const struct problem *p, const struct norm_step *step) {
  int makes = is_value(p, step->out) || slot_of(p, step->out) >= 0 || slot_of(p, step->also) >= 0;
  if (step->where && problem_attr(p, step->where)->i == 0) return 0;
  if (sweep_at(step->sweep)->kind == SWEEP_SUMS && step->over == OVER_ROWS && !p->totalled) return 0;
  for (int k = 0; k < 3 && step->unless[0]; k++)
    if (step->unless[k] && !problem_uses_saved(p, step->unless[k])) return 1;
  for (int k = 0; k < SWEEP_VALUES && !step->unless[0]; k++)
    if (is_value(p, step->keep[k]) || slot_of(p, step->keep[k]) >= 0) return 1;
  return !step->unless[0] && makes;
}

static struct norm_place new_value(const struct problem *p, struct norm_job *job, struct names *names, const char *name,
                                   uint32_t has) {
  int64_t elems = 1;
  for (int i = 0; i < p->rank; i++)
    if (has >> i & 1) elems *= p->shape[i];
  names->value[names->n] = name;
  names->has[names->n] = has;
  names->slot[names->n] = -1;
  job->value_elems[names->n] = elems;
  return value_place(p, names->n++, has);
}

static struct norm_place slot_or_nowhere(const struct problem *p, const char *name) {
  int slot = slot_of(p, name);
  return slot < 0 ? (struct norm_place){.from = NORM_NOWHERE} : slot_place(p, slot);
}

/* Whether a later step that is wanted reads it. */
static int is_read_later(const struct problem *p, const struct norm_step *step, const char *name) {
  const struct norm_step *end = p->entry->steps[p->pass] + p->entry->n_steps[p->pass];
  for (step++; step < end; step++) {
    const struct sweep_entry *sweep = sweep_at(step->sweep);
    for (int i = 0; i < SWEEP_OPERANDS && sweep->operand[i] && is_wanted(p, step); i++)
      if (strcmp(sweep->operand[i], name) == 0) return 1;
  }
  return 0;
}

static struct norm_place made_place(const struct problem *p, struct norm_job *job, struct names *names,
                                    const char *name, uint32_t has) {
  return is_value(p, name) ? new_value(p, job, names, name, has) : slot_or_nowhere(p, name);
}

/* Whether what is read from a slot again is what was made: not rounded, nor added to what was there. */
static int keeps_all(const struct problem *p, int slot) {
  return p->views[slot].dtype == p->compute && !(p->accumulate >> slot & 1);
}

/* What goes to no slot is for later steps, and so is what a slot does not keep as it is: the slot gets it at the end. */
static void place_results(const struct problem *p, struct norm_job *job, struct names *names,
                          const struct norm_step *step, struct norm_sweep *s) {
  uint32_t all = ((uint32_t)1 << p->rank) - 1;
  for (int k = 0; k < SWEEP_VALUES; k++) {
    const char *name = step->keep[k];
    int slot = slot_of(p, name), lost = slot < 0 || !keeps_all(p, slot);
    int value = name && (step->unless[0] || is_value(p, name) || (lost && is_read_later(p, step, name)));
    s->keep[k] = value ? new_value(p, job, names, name, all & ~(s->axes | s->absent)) : slot_or_nowhere(p, name);
    if (value && !step->unless[0]) names->slot[names->n - 1] = slot;
  }
  s->out = made_place(p, job, names, step->out, all & ~s->absent);
  s->also = made_place(p, job, names, step->also, all & ~s->absent);
}

/* Gradients of parameters sum over the axes that these do not have; what is made of parameters alone knows no others. */
static uint32_t axes_of(const struct problem *p, const struct norm_step *step) {
  uint32_t all = ((uint32_t)1 << p->rank) - 1;
  switch (step->over) {
    case OVER_AXES:
      return p->axes;
    case OVER_OTHERS:
      return all & ~p->params;
    case OVER_PARAMS:
      return p->params;
    case OVER_ROWS:
      return all & ~p->axes;
  }
  return 0;
}

/* What a mean of losses divides by; 1 where there is none. */
static double rows_of(const struct problem *p) {
  double rows = 1;
  if (!p->totalled || strcmp(problem_choice(p, "reduction"), "mean") != 0) return rows;
  for (int i = 0; i < p->rank; i++)
    if (!(p->axes >> i & 1)) rows *= (double)p->shape[i];
  return rows;
}

/* Reals as they are, of texts the place among the choices. What the op has not is NaN: nothing is equal to it. */
static double number_of(const struct problem *p, const char *name) {
  if (strcmp(name, "rows") == 0) return rows_of(p);
  const struct attr_value *v = problem_attr(p, name);
  if (!v) return (double)NAN;
  return p->entry->attrs[attr_place(p->entry, name)].kind == REM_ATTR_REAL ? v->f : (double)v->i;
}

static void add_sweep(const struct problem *p, struct norm_job *job, struct names *names,
                      const struct norm_step *step) {
  struct norm_sweep *s = &job->sweep[job->sweeps++];
  const struct sweep_entry *sweep = sweep_at(step->sweep);
  *s = (struct norm_sweep){.sweep = sweep, .op = step->sweep, .axes = axes_of(p, step), .n = 1, .rows = 1, .count = 1};
  if (step->over == OVER_PARAMS || step->over == OVER_ROWS) s->absent = (((uint32_t)1 << p->rank) - 1) & ~s->axes;
  for (int i = 0; i < p->rank; i++) {
    if (!(s->absent >> i & 1)) *(s->axes >> i & 1 ? &s->n : &s->rows) *= p->shape[i];
    if ((step->over == OVER_PARAMS ? p->axes : s->axes) >> i & 1) s->count *= p->shape[i];
  }
  for (int i = 0; i < SWEEP_OPERANDS && sweep->operand[i]; i++) {
    s->operand[i] = operand_place(p, names, sweep->operand[i]);
    s->standin[i] = standin_of(sweep->operand[i]);
  }
  place_results(p, job, names, step, s);
  s->keep_first = step->keep_first;
  for (int i = 0; i < SWEEP_NUMBERS && sweep->number[i]; i++) s->number[i] = number_of(p, sweep->number[i]);
  job->again |= step->unless[0] != NULL;
}

/* Values that have a slot, too. */
static void store_values(const struct problem *p, struct norm_job *job, struct names *names) {
  for (int v = 0, n = names->n; v < n; v++) {
    const struct norm_step step = {.sweep = SWEEP_stored, .over = OVER_ROWS, .out = names->value[v]};
    if (names->slot[v] < 0) continue;
    add_sweep(p, job, names, &step);
    job->sweep[job->sweeps - 1].operand[0] = value_place(p, v, names->has[v]);
  }
}

int norm_sums_two(const struct sweep_entry *sweep) {
  static const char none[] = "q = K(0);";
  size_t length = strlen(sweep->formula), end = sizeof none - 1;
  if (sweep->kind != SWEEP_SUMS && sweep->kind != SWEEP_SOLVE) return 0;
  return length < end || strcmp(sweep->formula + length - end, none) != 0;
}

void norm_job_of(const struct problem *p, struct norm_job *job) {
  struct names names = {.n = 0};
  *job = (struct norm_job){.sweeps = 0};
  for (int i = 0; i < p->entry->n_steps[p->pass]; i++)
    if (is_wanted(p, &p->entry->steps[p->pass][i])) add_sweep(p, job, &names, &p->entry->steps[p->pass][i]);
  store_values(p, job, &names);
  job->values = names.n;
}

void norm_spaces(const struct problem *p, const struct norm_sweep *sweep, struct space *rows, struct space *row) {
  for (int i = 0; i < p->rank; i++) {
    int64_t stride[MAX_OPERANDS] = {0};
    if (sweep->absent >> i & 1) continue;
    for (int k = 0; k < SWEEP_OPERANDS; k++) stride[k] = sweep->operand[k].stride[i];
    stride[NORM_OUT] = sweep->out.stride[i], stride[NORM_ALSO] = sweep->also.stride[i];
    for (int k = 0; k < SWEEP_VALUES; k++)
      if (sweep->keep[k].from != NORM_NOWHERE) stride[norm_keep_column(k)] = sweep->keep[k].stride[i];
    space_push(sweep->axes >> i & 1 ? row : rows, p->shape[i], stride);
  }
  space_pack(row);
  space_sort(rows, NORM_COLUMNS);
}
