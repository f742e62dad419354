/* sweep.c: carries a command over every problem of its command line. */
#define _POSIX_C_SOURCE 200809L
#include "sweep.h"

#include "device.h"
#include "expand.h"
#include "options.h"
#include "record.h"

#include <stdlib.h>
#include <string.h>

/* The library reads the instruction set from REM_CPU when a context is created. */
rem_status open_context(const char *device, const char *cpu, int threads, const char *pack, rem_context **context,
                        rem_error *error) {
  rem_context_desc desc = {.size = sizeof desc, .device = device, .threads = threads, .pack = pack};
  char before[WORD_BYTES];
  const char *set = getenv("REM_CPU");
  snprintf(before, sizeof before, "%s", set ? set : "");
  if (cpu) setenv("REM_CPU", cpu, 1);
  rem_status status = rem_context_create(&desc, context, error);
  if (cpu && set) setenv("REM_CPU", before, 1);
  else if (cpu) unsetenv("REM_CPU");
  return status;
}

void find_devices(each_device each, void *arg) {
  static const char *const kinds[] = {"cpu", "cuda", "opencl"};
  enum { MOST = 64 };
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    for (int i = 0; i < (k ? MOST : 1); i++) {
      char device[WORD_BYTES];
      rem_context *context = NULL;
      rem_error error = {.size = sizeof error};
      snprintf(device, sizeof device, k ? "%s:%d" : "%s", kinds[k], i);
      int there = !open_context(device, NULL, 0, NULL, &context, &error);
      if (there || i == 0) each(arg, device, context, &error);
      if (!there) break;
    }
}

static rem_status open_imaginary(int units, rem_context **context, rem_error *error) {
  rem_status status = record_open(context, error);
  if (!status) record_units(*context, units, RECORD_CLUSTER);
  return status;
}

rem_context *sweep_context(struct sweep *s, const char *device, rem_error *error) {
  char name[WORD_BYTES];
  rem_context *context = NULL;
  if (s->imagine) snprintf(name, sizeof name, "imaginary");
  else if (device_text(*device ? device : s->on ? s->on : "cpu", name)) snprintf(name, sizeof name, "?");
  for (int i = 0; i < s->n_opened; i++)
    if (!strcmp(s->opened[i].device, name)) return s->opened[i].context;
  if (s->n_opened == MAX_OPENED) rem_context_destroy(s->opened[--s->n_opened].context);
  if (s->imagine ? open_imaginary((int)s->imagine, &context, error)
                 : open_context(name, s->cpu, (int)s->threads, s->pack, &context, error))
    return NULL;
  struct opened *o = &s->opened[s->n_opened++];
  memcpy(o->device, name, sizeof name);
  return o->context = context;
}

static void close_contexts(struct sweep *s) {
  while (s->n_opened) rem_context_destroy(s->opened[--s->n_opened].context);
}

/* Whether the device of the command line is there; else says why not. */
static int device_there(struct sweep *s) {
  rem_error error = {.size = sizeof error};
  if ((!s->on && !s->imagine) || sweep_context(s, "", &error)) return 1;
  fprintf(stderr, "remora: %s\n", error.text);
  return 0;
}

rem_plan *sweep_plan(struct sweep *s, const char *line, struct parsed *parsed) {
  rem_error error = {.size = sizeof error};
  rem_desc desc;
  rem_plan *plan = NULL;
  rem_context *context = sweep_context(s, parsed->device, &error);
  parsed_desc(parsed, &desc);
  if (!context || rem_plan_create(context, &desc, &plan, &error)) {
    report_problem(&s->report, line, VERDICT_FAIL, NULL, "%s: %s", rem_status_name((rem_status)error.status),
                   error.text);
    return NULL;
  }
  return plan;
}

static int judge_line(void *arg, const char *line) {
  struct sweep *s = arg;
  struct parsed parsed;
  char why[WHY_BYTES];
  report_progress(&s->report, line);
  if (parse_problem(line, &parsed, why, sizeof why)) report_problem(&s->report, line, VERDICT_FAIL, NULL, "%s", why);
  else s->judge(s, line, &parsed);
  return 0;
}

static int count_line(void *arg, const char *line) {
  (void)line;
  ++*(int64_t *)arg;
  return 0;
}

int sweep_run(struct sweep *s, int n, char **words) {
  char why[WHY_BYTES];
  int64_t total = 0;
  if (s->imagine < 0 || s->imagine > RECORD_MOST_UNITS) {
    fprintf(stderr, "remora: an imaginary device has 1 to %d multiprocessors, not %lld\n", RECORD_MOST_UNITS,
            s->imagine);
    return 2;
  }
  if (!n) {
    fprintf(stderr, "remora: no problem given; try 'sum axes=1 f32[4,5]' or @tests/problems/smoke.txt\n");
    return 2;
  }
  if (expand_arguments(n, words, count_line, &total, why, sizeof why)) {
    fprintf(stderr, "remora: %s\n", why);
    return 2;
  }
  if (!device_there(s)) return 2;
  report_begin(&s->report, total);
  expand_arguments(n, words, judge_line, s, why, sizeof why);
  close_contexts(s);
  return s->silent_end ? report_exit(&s->report) : report_end(&s->report);
}

int sweep_command(struct sweep *s, const char *usage, const char *says, int argc, char **argv) {
  const struct option options[] = {
      {"--seeds", "N", "test cases for each problem, filled differently (3)", OPTION_INT, &s->seeds},
      {"--seed", "N", "the first seed (0)", OPTION_INT, &s->first_seed},
      {"--threads", "N", "threads of the context (as many as OpenMP would use)", OPTION_INT, &s->threads},
      {"--cpu", "NAME", "instruction set: baseline, avx2, avx512, neon (the best there is)", OPTION_TEXT, &s->cpu},
      {"--on", "DEVICE", ON_HELP, OPTION_TEXT, &s->on},
      {"--pack", "FILE", PACK_HELP, OPTION_TEXT, &s->pack},
      {"--quiet", NULL, "print failures only", OPTION_FLAG, &s->report.quiet},
      {"--json", NULL, "one JSON object for each line", OPTION_FLAG, &s->report.json},
      {NULL, NULL, NULL, OPTION_FLAG, NULL}};
  const struct command_help help = {usage, says, options, NULL};
  s->seeds = 3;
  int n = options_read(&help, argc, argv);
  return n < 0 ? options_exit(n) : sweep_run(s, n, argv + 1);
}
