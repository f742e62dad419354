/* grad.c: `remora grad`: the oracle's backward passes against differences of its own forward passes, so that `check`
 * compares with something that has been checked itself. */
#include "commands.h"
#include "device.h"
#include "options.h"
#include "ref/ref.h"
#include "sweep.h"

struct options {
  long long seeds, first_seed;
};

static void judge(struct sweep *s, const char *line, struct parsed *parsed) {
  const struct options *o = s->arg;
  if (parsed->pass != REM_BACKWARD) {
    report_problem(&s->report, line, VERDICT_WEAK, NULL, "a forward problem has no gradient of its own; write %s.bwd",
                   parsed->entry->name);
    return;
  }
  rem_plan *plan = sweep_plan(s, line, parsed);
  if (!plan) return;
  long double worst = 0;
  const char *skipped = NULL;
  int rc = 0, compared = 0;
  for (long long k = 0; !rc && k < o->seeds; k++) {
    struct ref_difference d = {0};
    rc = ref_gradient_difference(&plan->problem, (uint64_t)(o->first_seed + k), &d);
    if (d.skipped) skipped = d.skipped;
    else if (!rc) compared++;
    if (!rc && !d.skipped && !(d.disagreement <= worst)) worst = d.disagreement;
  }
  if (rc)
    report_problem(&s->report, line, VERDICT_FAIL, NULL,
                   "the oracle ran out of memory, or has no forward pass for this");
  else if (!(worst < REF_DIFFERENCE))
    report_problem(&s->report, line, VERDICT_FAIL, NULL, "differences disagree by %.3Lg, at most %.3Lg is right", worst,
                   REF_DIFFERENCE);
  else if (!compared)
    report_problem(&s->report, line, VERDICT_WEAK, NULL, "nothing was compared: %s", skipped ? skipped : "no seeds");
  else
    report_problem(&s->report, line, VERDICT_OK, NULL, "differences agree to %.3Lg in %d of %lld cases", worst,
                   compared, o->seeds);
  rem_plan_destroy(plan);
}

int cmd_grad(int argc, char **argv) {
  struct options o = {.seeds = 3};
  struct sweep s = {.judge = judge, .arg = &o};
  const struct option options[] = {{"--seeds", "N", "cases for each problem (3)", OPTION_INT, &o.seeds},
                                   {"--seed", "N", "the first seed (0)", OPTION_INT, &o.first_seed},
                                   {"--on", "DEVICE", ON_HELP, OPTION_TEXT, &s.on},
                                   {"--quiet", NULL, "print failures only", OPTION_FLAG, &s.report.quiet},
                                   {"--json", NULL, "one JSON object for each line", OPTION_FLAG, &s.report.json},
                                   {NULL, NULL, NULL, OPTION_FLAG, NULL}};
  const struct command_help help = {"remora grad PROBLEM...|@file [options]",
                                    "Compares the oracle's backward pass with central differences of its forward "
                                    "pass; 'remora check' then holds kernels to the oracle.",
                                    options, NULL};
  int n = options_read(&help, argc, argv);
  return n < 0 ? options_exit(n) : sweep_run(&s, n, argv + 1);
}
