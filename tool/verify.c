/* verify.c: `remora verify`: the golden digests on every device of this machine, and one verdict. */
#include "verify.h"

#include "bench.h"
#include "commands.h"
#include "options.h"
#include "sweep.h"

#include <string.h>

#if defined(__x86_64__)
static const char *const cpus[] = {"avx512", "avx2", "baseline"};
#else
static const char *const cpus[] = {"neon"};
#endif

struct search {
  struct verify *v;
  const char *on; /* devices with commas; NULL: all */
};

static int wanted(const char *on, const char *device) {
  size_t length = strlen(device);
  for (const char *at = on; at && *at; at += strcspn(at, ","), at += *at == ',')
    if (strcspn(at, ",") == length && !memcmp(at, device, length)) return 1;
  return on == NULL;
}

static void add(struct verify *v, const char *device, rem_context *context) {
  if (v->n_machines == MAX_MACHINES) {
    rem_context_destroy(context);
    return;
  }
  struct machine *m = &v->machines[v->n_machines++];
  *m = (struct machine){.context = context};
  snprintf(m->device, sizeof m->device, "%s", device);
  snprintf(m->what, sizeof m->what, "%s", rem_context_device(context));
}

/* Every instruction set this machine has, with one thread and with all of them. */
static void add_cpus(struct verify *v) {
  for (size_t k = 0; k < sizeof cpus / sizeof *cpus; k++)
    for (int threads = 1; threads >= 0; threads--) {
      rem_context *context = NULL;
      if (open_context("cpu", cpus[k], threads, NULL, &context, NULL)) continue;
      const char *what = rem_context_device(context);
      int again = !threads && v->n_machines && !strcmp(what, v->machines[v->n_machines - 1].what);
      if (strstr(what, cpus[k]) && !again) add(v, "cpu", context);
      else rem_context_destroy(context);
    }
}

static void found(void *arg, const char *device, rem_context *context, const rem_error *error) {
  struct search *s = arg;
  struct verify *v = s->v;
  int is_cpu = !strcmp(device, "cpu");
  if (!context && (!s->on || wanted(s->on, device)))
    snprintf(v->missing[v->n_missing++], sizeof v->missing[0], "%s", error->text);
  else if (context && is_cpu && wanted(s->on, device)) add_cpus(v);
  else if (context && !is_cpu && wanted(s->on, device)) {
    add(v, device, context);
    return;
  }
  rem_context_destroy(context);
}

/* Each machine may take its part of the time that is left: what a CPU does not need, devices have. */
static void run_all(struct verify *v, double seconds) {
  double end = clock_seconds() + seconds;
  for (int i = 0; i < v->n_machines; i++) verify_run(v, &v->machines[i], (end - clock_seconds()) / (v->n_machines - i));
}

static int verify_all(struct verify *v, const char *on, double seconds, int json) {
  struct search s = {v, on};
  find_devices(found, &s);
  if (!v->n_machines) {
    fprintf(stderr, "remora: --on %s: no such device here; 'remora list' shows those there are\n", on ? on : "");
    return 2;
  }
  run_all(v, seconds);
  (json ? verify_json : verify_say)(v, stdout);
  for (int i = 0; i < v->n_machines; i++) rem_context_destroy(v->machines[i].context);
  return verify_exit(v);
}

int cmd_verify(int argc, char **argv) {
  struct verify v = {0};
  const char *on = NULL, *path = NULL;
  long long seconds = 100;
  int json = 0;
  char why[WHY_BYTES];
  const struct option options[] = {
      {"--on", "LIST", "devices: cpu, cuda:N, opencl:N (all there are)", OPTION_TEXT, &on},
      {"--seconds", "N", "time for all devices together (100); one that needs longer runs the beginning of the list",
       OPTION_INT, &seconds},
      {"--golden", "FILE", "digests of a file, lines of 'digest  problem' (those this program carries)", OPTION_TEXT,
       &path},
      {"--json", NULL, "the verdict as one JSON object", OPTION_FLAG, &json},
      {NULL, NULL, NULL, OPTION_FLAG, NULL}};
  const struct command_help help = {"remora verify [options]",
                                    "Runs the golden digests on every device of this machine, with every instruction "
                                    "set, and prints a verdict that can "
                                    "be pasted into a paper or an issue. 0 is returned only if every result agrees.",
                                    options, NULL};
  int n = options_read(&help, argc, argv);
  if (n < 0) return options_exit(n);
  if (n > 0) {
    fprintf(stderr, "remora: verify takes no problem; 'remora bits' does\nusage: %s\n", help.usage);
    return 2;
  }
  if (verify_list(&v.list, path, why, sizeof why)) {
    fprintf(stderr, "remora: %s\n", why);
    golden_free(&v.list);
    return 2;
  }
  int rc = verify_all(&v, on, (double)seconds, json);
  golden_free(&v.list);
  return rc;
}
