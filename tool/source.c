/* source.c: `remora source`: the text of the kernel that a plan runs. */
#include "commands.h"
#include "device.h"
#include "options.h"
#include "sweep.h"

static void judge(struct sweep *s, const char *line, struct parsed *parsed) {
  rem_plan *plan = sweep_plan(s, line, parsed);
  if (!plan) return;
  const char *text = rem_plan_source(plan);
  if (*text) {
    s->report.counts[VERDICT_OK]++;
    printf("/* %s */\n%s", rem_plan_problem(plan), text);
  } else {
    s->report.counts[VERDICT_FAIL]++;
    fprintf(stderr, "%s  # %s has no text: it was compiled with the library, or runs nothing\n", line,
            rem_plan_sku(plan));
  }
  rem_plan_destroy(plan);
}

int cmd_source(int argc, char **argv) {
  struct sweep s = {.judge = judge, .silent_end = 1};
  const struct option options[] = {{"--on", "DEVICE", ON_HELP, OPTION_TEXT, &s.on},
                                   {NULL, NULL, NULL, OPTION_FLAG, NULL}};
  const struct command_help help = {"remora source PROBLEM...|@file --on DEVICE",
                                    "Prints the text of the kernel that a plan runs, as its device's compiler gets it.",
                                    options};
  int n = options_read(&help, argc, argv);
  return n < 0 ? options_exit(n) : sweep_run(&s, n, argv + 1);
}
