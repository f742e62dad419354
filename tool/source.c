/* source.c: `remora source`: the texts of the kernels that a plan runs. */
#include "commands.h"
#include "device.h"
#include "gpu/formula.h"
#include "gpu/gpu.h"
#include "options.h"
#include "sweep.h"

#include <inttypes.h>
#include <string.h>

/* What is a kernel's own: its head, and the formulas of the entries that the head's first line names. */
static void print_brief(const char *head) {
  char line[256];
  printf("%s", head);
  snprintf(line, sizeof line, "%.*s", (int)strcspn(head, "\n"), head);
  for (const char *word = strtok(line, "/ "); word; word = strtok(NULL, "/ ")) {
    const char *formulas = formula_text(word);
    if (formulas) printf("%s", formulas);
  }
}

static void print_kernel(const struct sweep *s, const rem_plan *plan, const struct step *step) {
  const int *brief = s->arg;
  char *text;
  if (*brief) {
    print_brief(step->kernel->head);
    return;
  }
  text = source_make(plan->context, step->kernel->head);
  printf("%s", text ? text : "");
  context_release(plan->context, text);
}

static int is_idle(const rem_plan *plan) { return !plan->planned.exec || !exec_step(plan->planned.exec, 0); }

static void judge(struct sweep *s, const char *line, struct parsed *parsed) {
  rem_plan *plan = sweep_plan(s, line, parsed);
  const struct step *step;
  int steps = 0;
  if (!plan) return;
  if (is_host(plan->context) || is_idle(plan)) {
    s->report.counts[VERDICT_FAIL]++;
    fprintf(stderr, "%s  # %s has no text: it %s\n", line, rem_plan_sku(plan),
            is_host(plan->context) ? "was compiled with the library; name a device with --on or --imagine"
                                   : "runs nothing");
  } else {
    s->report.counts[VERDICT_OK]++;
    while (exec_step(plan->planned.exec, steps)) steps++;
    for (int i = 0; (step = exec_step(plan->planned.exec, i)); i++) {
      printf("/* %s: kernel %d of %d, %" PRId64 " blocks of %d threads */\n", rem_plan_problem(plan), i + 1, steps,
             step->blocks, (int)step->threads);
      print_kernel(s, plan, step);
    }
  }
  rem_plan_destroy(plan);
}

int cmd_source(int argc, char **argv) {
  int brief = 0;
  struct sweep s = {.judge = judge, .silent_end = 1, .arg = &brief};
  const struct option options[] = {
      {"--on", "DEVICE", ON_HELP, OPTION_TEXT, &s.on},
      {"--imagine", "N", IMAGINE_HELP, OPTION_INT, &s.imagine},
      {"--brief", NULL, "what tells kernels apart: their heads and the entries' formulas", OPTION_FLAG, &brief},
      {NULL, NULL, NULL, OPTION_FLAG, NULL}};
  const struct command_help help = {"remora source PROBLEM...|@file --on DEVICE|--imagine N [--brief]",
                                    "Prints the texts of the kernels that a plan runs, as the device's compiler gets "
                                    "them: the head, the vocabulary, the entry's formulas, the schedule.",
                                    options, NULL};
  int n = options_read(&help, argc, argv);
  return n < 0 ? options_exit(n) : sweep_run(&s, n, argv + 1);
}
