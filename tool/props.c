/* props.c: `remora props`: what must hold of every op without an oracle. */
#include "props.h"

#include "commands.h"
#include "sweep.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- variants ---- */

enum held fails(struct scene *s, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(s->why, s->why_bytes, format, list);
  va_end(list);
  return FAILS;
}

void variant_begin(struct variant *v, struct scene *s) {
  *v = (struct variant){.scene = s, .parsed = s->parsed};
  memcpy(v->source, s->trial.tensors, sizeof v->source);
}

static int is_input(const struct variant *v, int i) {
  return v->parsed.entry->slots[v->parsed.pass][i].role == REM_INPUT;
}

enum held variant_run(struct variant *v) {
  struct scene *s = v->scene;
  rem_error error = {.size = sizeof error};
  rem_desc desc;
  for (int i = 0; i < v->parsed.n_views; i++)
    if (v->parsed.views[i].rank >= 0) {
      v->parsed.views[i] = v->source[i].view;
      view_lay_out(&v->parsed.views[i], LAYOUT_PACKED);
    }
  parsed_desc(&v->parsed, &desc);
  if (rem_plan_create(s->context, &desc, &v->plan, &error)) return fails(s, "no plan for a variant: %s", error.text);
  if (v->plan->problem.compute != s->plan->problem.compute) return DOES_NOT_APPLY;
  if (trial_blank(&v->trial, v->plan, s->seed, s->why, s->why_bytes)) return FAILS;
  for (int i = 0; i < v->parsed.n_views; i++)
    if (v->trial.tensors[i].memory && (is_input(v, i) || v->parsed.accumulate >> i & 1))
      tensor_copy(&v->trial.tensors[i], &v->source[i]);
  if (trial_run(&v->trial, &error)) return fails(s, "a variant does not run: %s", error.text);
  return HOLDS;
}

enum held variant_same(struct variant *v, const char *what) {
  for (int i = 0; i < v->parsed.n_views; i++) {
    int64_t at;
    if (is_input(v, i) || !v->trial.tensors[i].memory || tensor_same(&v->source[i], &v->trial.tensors[i], &at))
      continue;
    char place[192];
    index_text(&v->trial.tensors[i].view, at, place, sizeof place);
    return fails(v->scene, "%s: other bits at %s%s of '%.300s'", what, v->parsed.entry->slots[v->parsed.pass][i].name,
                 place, rem_plan_problem(v->plan));
  }
  return HOLDS;
}

void variant_end(struct variant *v) {
  trial_destroy(&v->trial);
  rem_plan_destroy(v->plan);
}

int slot_of(const struct scene *s, const char *name) {
  int i = problem_slot(s->trial.problem, name);
  return i >= 0 && s->trial.problem->views[i].rank >= 0 ? i : -1;
}

int variant_attr(struct variant *v, const char *name, int64_t value) {
  struct parsed *p = &v->parsed;
  int k = 0;
  while (k < p->n_attrs && strcmp(p->names[k], name)) k++;
  if (k == MAX_ATTRS) return -1;
  if (k == p->n_attrs) {
    snprintf(p->names[k], WORD_BYTES, "%s", name);
    p->attrs[k].kind = REM_ATTR_INT;
    p->n_attrs++;
  }
  p->ints[k][0] = value;
  return 0;
}

void tensor_slice(struct tensor *t, int axis, int64_t first, int64_t n) {
  t->element += first * t->view.stride[axis] * (int64_t)rem_dtype_size(t->view.dtype);
  t->view.shape[axis] = n;
}

void tensor_mirror(struct tensor *t, int axis) {
  int64_t n = t->view.shape[axis];
  if (n > 1) t->element += (n - 1) * t->view.stride[axis] * (int64_t)rem_dtype_size(t->view.dtype);
  t->view.stride[axis] = -t->view.stride[axis];
}

/* ---- the command ---- */

/* Plans the line without accumulation, runs it, and keeps every view. Returns 0, or -1 with a sentence. */
static int scene_open(struct scene *s, const struct parsed *parsed, rem_context *context) {
  rem_error error = {.size = sizeof error};
  rem_desc desc;
  s->parsed = *parsed;
  s->parsed.accumulate = 0;
  s->context = context;
  parsed_desc(&s->parsed, &desc);
  if (rem_plan_create(context, &desc, &s->plan, &error)) {
    fails(s, "%s", error.text);
    return -1;
  }
  memcpy(s->parsed.views, s->plan->problem.views, sizeof s->parsed.views);
  if (trial_create(&s->trial, s->plan, s->seed, s->why, s->why_bytes)) return -1;
  return trial_run(&s->trial, &error) ? fails(s, "%s", error.text) : 0;
}

static void scene_close(struct scene *s) {
  trial_destroy(&s->trial);
  rem_plan_destroy(s->plan);
}

/* Names of the properties that were tested. */
struct tally {
  char names[512];
  int tested;
};

static int test_all(struct scene *s, const struct property *properties, struct tally *tally) {
  for (const struct property *p = properties; p->name; p++) {
    enum held held = p->test(s);
    if (held == FAILS) return -1;
    if (held == HOLDS && !strstr(tally->names, p->name)) {
      size_t used = strlen(tally->names);
      snprintf(tally->names + used, sizeof tally->names - used, "%s%s", used ? ", " : "", p->name);
    }
    tally->tested += held == HOLDS;
  }
  return 0;
}

static int test_seed(const struct parsed *parsed, rem_context *context, uint64_t seed, struct tally *tally, char *why,
                     size_t why_bytes) {
  struct scene s = {.seed = seed, .why = why, .why_bytes = why_bytes};
  int rc = scene_open(&s, parsed, context);
  if (!rc) rc = test_all(&s, bit_properties, tally) || test_all(&s, sum_properties, tally) ? -1 : 0;
  scene_close(&s);
  return rc;
}

static void judge(struct sweep *s, const char *line, struct parsed *parsed) {
  char why[1024] = "";
  rem_error error = {.size = sizeof error};
  rem_context *context = sweep_context(s, parsed->device, &error);
  struct tally tally = {{0}, 0};
  int rc = context ? 0 : -1;
  if (rc) snprintf(why, sizeof why, "%s", error.text);
  for (long long k = 0; !rc && k < s->seeds; k++)
    rc = test_seed(parsed, context, (uint64_t)(s->first_seed + k), &tally, why, sizeof why);
  if (rc) report_problem(&s->report, line, VERDICT_FAIL, NULL, "%s", why);
  else if (!tally.tested) report_problem(&s->report, line, VERDICT_WEAK, NULL, "no property applies");
  else report_problem(&s->report, line, VERDICT_OK, NULL, "%s", tally.names);
}

int cmd_props(int argc, char **argv) {
  struct sweep s = {.judge = judge};
  return sweep_command(
      &s, "remora props PROBLEM...|@file [options]",
      "Tests what must hold without an oracle. Bit for bit: a row alone and in a batch, a mirrored scan, an exclusive "
      "and an inclusive scan, a permuted maximum, outputs left out, saved tensors left out, accumulation, a gradient "
      "scaled by -2. Within the guarantees: <g, Jv> = <J'g, v>, and the last of a scan against the reduction.",
      argc, argv);
}
