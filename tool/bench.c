/* bench.c: `remora bench`: how fast problems run, against memory that only moves the same bytes. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "expand.h"
#include "options.h"
#include "problem.h"

#ifndef REM_SOURCE_DIR
#define REM_SOURCE_DIR "."
#endif

/* ---- a list of problems -------------------------------------------------------------------------------- */

struct lister {
  const struct bench_options *o;
  struct bench_device named; /* the device of the last line with an on= of its own */
  char name[WORD_BYTES];
  int counts[BARS];
  int refused;
};

static void show(struct lister *l, const char *line, const struct bench_case *c, const struct measured *m) {
  l->counts[bar_of(c, m)]++;
  if (l->o->json) record_json(stdout, line, c, m);
  else table_row(stdout, line, c, m);
  fflush(stdout);
}

/* The device of a line: that of its on=, else that of the command line. *device NULL: the CPU. */
static rem_status find_device(struct lister *l, const char *on, struct bench_device **device, rem_error *error) {
  *device = !*on ? l->o->device : strcmp(on, "cpu") ? &l->named : NULL;
  if (*device != &l->named || !strcmp(on, l->name)) return REM_OK;
  if (*l->name) device_close(&l->named);
  *l->name = 0;
  rem_status status = device_open(&l->named, on, error);
  if (!status) snprintf(l->name, sizeof l->name, "%s", on);
  return status;
}

/* A problem below its bar is also measured on tensors that a cache holds. */
static rem_status measure_case(const struct lister *l, struct bench_case *c, const rem_desc *descs, struct measured *m,
                               rem_error *error) {
  c->busy = l->o->busy;
  rem_status status = measure(c, l->o->rounds, !l->o->alone, m, error);
  enum bar bar = status ? BAR_NONE : bar_of(c, m);
  if (bar != BAR_MET && bar != BAR_NONE && !l->o->no_limit) measure_limit(c, descs, m);
  return status;
}

/* Times n descriptions, more than one as one plan, with every number of threads; on is the device that they name. */
static void bench_plan(struct lister *l, const char *line, const rem_desc *descs, int n, const char *on) {
  rem_error error = {.size = sizeof error};
  for (int t = 0; t < l->o->n_threads; t++) {
    struct bench_case c = {0};
    struct measured m;
    struct bench_device *device;
    enum yardstick yardstick = l->o->alone ? YARDSTICK_NONE : YARDSTICK_STREAMS;
    rem_status status = find_device(l, on, &device, &error);
    if (!status) status = case_open(&c, descs, n, device, l->o->threads[t], yardstick, l->o->uniform, &error);
    if (!status) status = measure_case(l, &c, descs, &m, &error);
    if (!status) show(l, line, &c, &m);
    else fprintf(stderr, "%s # %s: %s\n", line, rem_status_name(status), error.text);
    l->refused += status != REM_OK;
    case_close(&c);
    if (device) break; /* threads are the CPU's */
  }
}

static int each_problem(void *arg, const char *line) {
  struct lister *l = arg;
  struct parsed parsed;
  char why[WHY_BYTES];
  rem_desc desc;
  if (parse_problem(line, &parsed, why, sizeof why)) {
    fprintf(stderr, "%s # %s\n", line, why);
    return l->refused++, 0;
  }
  parsed_desc(&parsed, &desc);
  bench_plan(l, line, &desc, 1, parsed.device);
  return 0;
}

static int bench_gathered(struct lister *l, int n, char **words, char *why, size_t why_bytes) {
  struct gathered *g = calloc(1, sizeof *g);
  int bad = g ? gather(g, n, words, why, why_bytes) : 2;
  if (!g) snprintf(why, why_bytes, "no memory");
  if (bad == 1) fprintf(stderr, "remora bench: %s\n", why), l->refused++;
  if (!bad) bench_plan(l, g->label, g->descs, g->n, g->problems[0].device);
  if (g) gathered_free(g);
  free(g);
  return bad == 2;
}

static void print_summary(const struct lister *l) {
  const int *n = l->counts;
  printf(
      "# %d at %s or %s, %d at 0.85 of what instructions allow, %d at 0.3 or more where exp and log bind, %d below, ",
      n[BAR_MET], l->o->device ? "their bar" : "0.85 of the stream", l->o->device ? "above" : "more", n[BAR_LIMIT],
      n[BAR_INSTRUCTIONS], n[BAR_MISSED]);
  if (!l->o->device) printf("%d without a stream, ", n[BAR_NONE]);
  printf("%d refused\n", l->refused);
}

int bench_list(const struct bench_options *o, int n, char **words) {
  struct lister l = {.o = o};
  char why[WHY_BYTES];
  if (!o->json) table_head(stdout);
  int bad = o->many ? bench_gathered(&l, n, words, why, sizeof why)
                    : expand_arguments(n, words, each_problem, &l, why, sizeof why);
  if (*l.name) device_close(&l.named);
  if (bad) {
    fprintf(stderr, "remora bench: %s\n", why);
    return 2;
  }
  if (!o->json) print_summary(&l);
  return l.refused ? 1 : 0;
}

/* ---- the command line ----------------------------------------------------------------------------------- */

static int read_threads(struct bench_options *o, const char *text) {
  o->n_threads = 0;
  while (*text && o->n_threads < 8) {
    char *end;
    long n = strtol(text, &end, 10);
    if (end == text || n < 1 || n > 4096) return 0;
    o->threads[o->n_threads++] = (int)n;
    text = end + (*end == ',');
  }
  return o->n_threads > 0 && !*text;
}

/* Runs all that was asked for; the worst exit code counts. */
static int run_modes(const struct bench_options *o, int bars, int grid, int overhead, int n, char **words) {
  static char file[] = "@" REM_SOURCE_DIR "/tests/problems/bench.txt";
  static char device_file[] = "@" REM_SOURCE_DIR "/tests/problems/bench_gpu.txt";
  char *list[] = {o->device ? device_file : file};
  int code[4] = {0};
  if (n > 0) code[0] = bench_list(o, n, words);
  if (bars) code[1] = bench_list(o, 1, list);
  if (grid) code[2] = bench_grid(o);
  if (overhead) code[3] = bench_overhead(o);
  if (n > 0 || bars || grid || overhead) {
    for (int i = 1; i < 4; i++) code[0] = code[i] > code[0] ? code[i] : code[0];
    return code[0];
  }
  fprintf(stderr, "remora bench: a problem, a file or one of --bars, --grid and --overhead is needed\n");
  return 2;
}

/* The same on a device, which stays open, with its kernels and its memory, for all of it. */
static int run_on(struct bench_options *o, const char *on, int bars, int grid, int overhead, int n, char **words) {
  struct bench_device device;
  char name[WORD_BYTES];
  rem_error error = {.size = sizeof error};
  if (device_text(on, name)) snprintf(name, sizeof name, "?");
  if (device_open(&device, name, &error)) {
    fprintf(stderr, "remora bench: %s\n", error.text);
    return 2;
  }
  o->device = &device;
  o->on = name;
  o->n_threads = 1;
  int code = run_modes(o, bars, grid, overhead, n, words);
  device_close(&device);
  return code;
}

int cmd_bench(int argc, char **argv) {
  struct bench_options o = {.dtype = "f32"};
  int bars = 0, grid = 0, overhead = 0;
  long long rounds = 0, limit = -1, least = -1;
  const char *threads = NULL, *on = "cpu";
  const struct option options[] = {
      {"--on", "DEVICE", ON_HELP, OPTION_TEXT, &on},
      {"--many", NULL, "all problems as one plan of many", OPTION_FLAG, &o.many},
      {"--bars", NULL, "the list tests/problems/bench.txt; on a device bench_gpu.txt", OPTION_FLAG, &bars},
      {"--grid", NULL, "shapes (outer, n, inner): what falls behind the best", OPTION_FLAG, &grid},
      {"--overhead", NULL, "planning, and runs on 8 elements", OPTION_FLAG, &overhead},
      {"--threads", "1,2", "numbers of threads; otherwise 1 and as many as there are", OPTION_TEXT, &threads},
      {"--rounds", "N", "measurements of each; otherwise 15, or 5 in the grid", OPTION_INT, &rounds},
      {"--ops", "sum,...", "the grid's ops", OPTION_TEXT, &o.ops},
      {"--dtype", "f32", "the grid's dtype", OPTION_TEXT, &o.dtype},
      {"--limit", "MiB", "the grid's largest tensor; or 256, on a device 1024", OPTION_INT, &limit},
      {"--least", "MiB", "the grid's smallest tensor; otherwise 0, on a device 64", OPTION_INT, &least},
      {"--alone", NULL, "without the kernels that move bytes", OPTION_FLAG, &o.alone},
      {"--no-limit", NULL, "below a bar, without what instructions allow", OPTION_FLAG, &o.no_limit},
      {"--busy", NULL, "with one thread, the processor's time, not the wall's", OPTION_FLAG, &o.busy},
      {"--uniform", NULL, "rows of a table alike, not some more often", OPTION_FLAG, &o.uniform},
      {"--json", NULL, "one object a line", OPTION_FLAG, &o.json},
      {0}};
  const struct command_help help = {"remora bench PROBLEM...|@file|--bars|--grid|--overhead [options]",
                                    "Times problems in turns with kernels that only move the same bytes over as many "
                                    "streams, on a device with copies "
                                    "of as many bytes.",
                                    options, NULL};
  int n = options_read(&help, argc, argv), most = stream_threads();
  if (n < 0) return options_exit(n);
  o.rounds = (int)(rounds > 1000 ? 1000 : rounds);
  int device = strcmp(on, "cpu") != 0;
  o.limit_bytes = (double)(limit >= 0 ? limit : device ? 1024 : 256) * (1 << 20);
  o.least_bytes = (double)(least >= 0 ? least : device ? 64 : 0) * (1 << 20);
  o.threads[0] = 1;
  o.threads[1] = most;
  o.n_threads = most > 1 ? 2 : 1;
  if (threads && !read_threads(&o, threads)) {
    fprintf(stderr, "remora bench: --threads %s: expected numbers such as 1,2\n", threads);
    return 2;
  }
  return device ? run_on(&o, on, bars, grid, overhead, n, argv + 1) : run_modes(&o, bars, grid, overhead, n, argv + 1);
}
