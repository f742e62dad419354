/* bench.c: `remora bench`: how fast problems run, against memory that only moves the same bytes. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

#include "expand.h"
#include "options.h"
#include "problem.h"

#ifndef REM_SOURCE_DIR
#define REM_SOURCE_DIR "."
#endif

/* ---- a list of problems -------------------------------------------------------------------------------- */

struct lister {
  const struct bench_options *o;
  int counts[BAR_NONE + 1];
  int refused;
};

static void show(struct lister *l, const char *line, const struct bench_case *c, const struct measured *m) {
  l->counts[bar_of(c, m)]++;
  if (l->o->json) table_json(stdout, line, c, m);
  else table_row(stdout, line, c, m);
  fflush(stdout);
}

static int each_problem(void *arg, const char *line) {
  struct lister *l = arg;
  struct parsed parsed;
  char why[WHY_BYTES];
  rem_error error = {.size = sizeof error};
  rem_desc desc;
  if (parse_problem(line, &parsed, why, sizeof why)) {
    fprintf(stderr, "%s # %s\n", line, why);
    return l->refused++, 0;
  }
  parsed_desc(&parsed, &desc);
  for (int t = 0; t < l->o->n_threads; t++) {
    struct bench_case c;
    struct measured m;
    enum yardstick yardstick = l->o->alone ? YARDSTICK_NONE : YARDSTICK_STREAMS;
    rem_status status = case_open(&c, &desc, l->o->threads[t], yardstick, &error);
    c.busy = l->o->busy;
    if (!status) status = measure(&c, l->o->rounds, !l->o->alone, &m, &error);
    if (!status) show(l, line, &c, &m);
    else fprintf(stderr, "%s # %s: %s\n", line, rem_status_name(status), error.text);
    l->refused += status != REM_OK;
    case_close(&c);
  }
  return 0;
}

int bench_list(const struct bench_options *o, int n, char **words) {
  struct lister l = {.o = o};
  char why[WHY_BYTES];
  if (!o->json) table_head(stdout);
  if (expand_arguments(n, words, each_problem, &l, why, sizeof why)) {
    fprintf(stderr, "remora bench: %s\n", why);
    return 2;
  }
  if (!o->json)
    printf(
        "# %d at 0.85 of the stream or more, %d at 0.3 or more where exp and log bind, %d below, %d without a "
        "stream, %d refused\n",
        l.counts[BAR_MET], l.counts[BAR_INSTRUCTIONS], l.counts[BAR_MISSED], l.counts[BAR_NONE], l.refused);
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
  char *list[] = {file};
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

int cmd_bench(int argc, char **argv) {
  struct bench_options o = {.dtype = "f32"};
  int bars = 0, grid = 0, overhead = 0;
  long long rounds = 0, limit = 256;
  const char *threads = NULL;
  const struct option options[] = {
      {"--bars", NULL, "the list tests/problems/bench.txt", OPTION_FLAG, &bars},
      {"--grid", NULL, "shapes (outer, n, inner): cells that fall behind the op's best", OPTION_FLAG, &grid},
      {"--overhead", NULL, "planning, and runs on 8 elements", OPTION_FLAG, &overhead},
      {"--threads", "1,2", "numbers of threads; otherwise 1 and as many as there are", OPTION_TEXT, &threads},
      {"--rounds", "N", "measurements of each; otherwise 15, or 5 in the grid", OPTION_INT, &rounds},
      {"--ops", "sum,...", "the grid's ops", OPTION_TEXT, &o.ops},
      {"--dtype", "f32", "the grid's dtype", OPTION_TEXT, &o.dtype},
      {"--limit", "MiB", "the grid's largest tensor; otherwise 256", OPTION_INT, &limit},
      {"--alone", NULL, "without the kernels that move bytes", OPTION_FLAG, &o.alone},
      {"--busy", NULL, "with one thread, count the processor's time, not the wall's: others use the machine",
       OPTION_FLAG, &o.busy},
      {"--json", NULL, "one object a line", OPTION_FLAG, &o.json},
      {0}};
  const struct command_help help = {
      "remora bench PROBLEM...|@file|--bars|--grid|--overhead [options]",
      "Times problems in turns with kernels that only move the same bytes over as many streams.", options};
  int n = options_read(&help, argc, argv), most = stream_threads();
  if (n < 0) return options_exit(n);
  o.rounds = (int)(rounds > 1000 ? 1000 : rounds);
  o.limit_bytes = (double)limit * (1 << 20);
  o.threads[0] = 1;
  o.threads[1] = most;
  o.n_threads = most > 1 ? 2 : 1;
  if (threads && !read_threads(&o, threads)) {
    fprintf(stderr, "remora bench: --threads %s: expected numbers such as 1,2\n", threads);
    return 2;
  }
  return run_modes(&o, bars, grid, overhead, n, argv + 1);
}
