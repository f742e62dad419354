/* check.c: `remora check`: every element of every output against the oracle, inside the plan's own guarantee; guards
 * and inputs as they were. */
#include "commands.h"
#include "compare.h"
#include "ref/ref.h"
#include "sweep.h"
#include "tensors.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* What all the seeds of one problem have shown. */
struct findings {
  int64_t elements;   /* compared                     */
  int64_t skipped;    /* the oracle would take too long */
  int64_t numbers;    /* compared and not NaN         */
  int varied;         /* not all results are equal    */
  uint64_t first;     /* bits of the first result     */
  double worst;       /* error as a share of what is allowed */
  char sentence[512]; /* about the worst element, where it is wrong */
};

static void describe(struct findings *f, const struct trial *t, int slot, int64_t index, long double got,
                     const struct ref_slot *want) {
  const struct problem *p = t->problem;
  const rem_view *v = &p->views[slot];
  char place[192], a[48], b[48];
  index_text(v, index, place, sizeof place);
  value_text(v->dtype, got, a, sizeof a);
  value_text(v->dtype, want->value[index], b, sizeof b);
  char error[32] = "of another kind";
  if (isfinite(f->worst)) snprintf(error, sizeof error, "%.3g times the bound", f->worst);
  snprintf(f->sentence, sizeof f->sentence, "%s%s: got %s, expected %s, error %s (seed %" PRIu64 ")",
           p->entry->slots[p->pass][slot].name, place, a, b, error, t->seed);
}

static void compare_slot(struct findings *f, const struct trial *t, int slot, const struct ref_slot *want) {
  const struct tensor *s = &t->tensors[slot];
  const struct bit_rule rule = bit_rule_of(s->view.dtype);
  struct walk w;
  WALK (w, &s->view) {
    if (want->skip && want->skip[w.index]) {
      f->skipped++;
      continue;
    }
    const char *at = s->element + w.offset * (int64_t)rule.bytes;
    long double got = ref_load(s->view.dtype, at);
    double share = error_share(&t->plan->guarantee, s->view.dtype, got, want->value[w.index], want->scale[w.index]);
    uint64_t bits = element_bits(&rule, at);
    f->varied |= f->elements && bits != f->first;
    f->first = f->elements++ ? f->first : bits;
    f->numbers += got == got;
    if (share > f->worst) {
      f->worst = share;
      if (share > 1) describe(f, t, slot, w.index, got, want);
    }
  }
}

/* Runs and compares one test case. Returns 0, or -1 with a sentence. */
static int examine(struct findings *f, struct trial *t, char *why, size_t why_bytes) {
  struct ref_slot slots[REM_MAX_SLOTS] = {{0}};
  char *elements[REM_MAX_SLOTS];
  rem_error error = {.size = sizeof error};
  trial_elements(t, elements);
  if (ref_run(t->problem, elements, slots)) {
    snprintf(why, why_bytes, "no memory for the oracle");
    return -1;
  }
  int rc = 0;
  if (trial_run(t, &error)) {
    snprintf(why, why_bytes, "%s: %s", rem_status_name((rem_status)error.status), error.text);
    rc = -1;
  }
  for (int i = 0; !rc && i < t->problem->n_slots; i++)
    if (slots[i].value) compare_slot(f, t, i, &slots[i]);
  ref_free(t->problem, slots);
  if (!rc && f->worst > 1) {
    snprintf(why, why_bytes, "%s", f->sentence);
    return -1;
  }
  return rc ? rc : trial_intact(t, why, why_bytes);
}

static const char *weakness(const struct findings *f) {
  if (f->elements < 2) return f->elements ? "one element" : f->skipped ? "nothing could be checked" : "no elements";
  if (!f->numbers) return "all NaN";
  return f->varied ? NULL : "all results are equal";
}

static void judge(struct sweep *s, const char *line, struct parsed *parsed) {
  struct findings f = {0};
  char why[1024] = "";
  int rc = 0;
  rem_plan *plan = sweep_plan(s, line, parsed);
  if (!plan) return;
  for (long long k = 0; !rc && k < s->seeds; k++) {
    struct trial t;
    rc = trial_create(&t, plan, (uint64_t)(s->first_seed + k), why, sizeof why);
    if (!rc) rc = examine(&f, &t, why, sizeof why);
    trial_destroy(&t);
  }
  const char *weak = weakness(&f);
  char extra[512];
  snprintf(extra, sizeof extra, "\"worst\":%.4g,\"elements\":%" PRId64 ",\"skipped\":%" PRId64 ",\"sku\":\"%s\"",
           isfinite(f.worst) ? f.worst : -1, f.elements, f.skipped, rem_plan_sku(plan));
  if (rc) report_problem(&s->report, line, VERDICT_FAIL, extra, "%s", why);
  else if (weak)
    report_problem(&s->report, line, VERDICT_WEAK, extra, "%s, worst error %.3f of the bound", weak, f.worst);
  else
    report_problem(&s->report, line, VERDICT_OK, extra, "worst error %.3f of the bound, %" PRId64 " elements%s",
                   f.worst, f.elements, f.skipped ? ", others skipped" : "");
  rem_plan_destroy(plan);
}

int cmd_check(int argc, char **argv) {
  struct sweep s = {.judge = judge};
  return sweep_command(&s, "remora check PROBLEM...|@file [options]",
                       "Compares every element of every output with the oracle, inside the bound that the "
                       "plan promises. Guard bytes and inputs must be as they were. A result that proves "
                       "little is called weak.",
                       argc, argv);
}
