/* bench.c: `remora bench`: how fast problems run, against memory that only moves the same bytes.
 *
 *   remora bench PROBLEM...|@file [--threads 1,2] [--rounds N] [--json]
 *   remora bench --bars            the list tests/problems/bench.txt
 *   remora bench --grid            shapes (outer, n, inner): cells that fall behind the op's best
 *   remora bench --overhead        planning, and runs on 8 elements */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

#include "expand.h"
#include "problem.h"

#ifndef REM_SOURCE_DIR
#define REM_SOURCE_DIR "."
#endif

static const char usage[] =
    "usage: remora bench PROBLEM...|@file [--threads 1,2] [--rounds N] [--json]\n"
    "       remora bench --bars [--threads 1,2] [--rounds N] [--json]\n"
    "       remora bench --grid [--ops sum,cumsum] [--dtype f32] [--limit MiB] [--threads 1,2] [--rounds N] [--json]\n"
    "       remora bench --overhead [--json]\n";

/* ---- a list of problems -------------------------------------------------------------------------------- */

struct lister {
  const struct bench_options *o;
  int counts[BAR_NONE + 1];
  int refused;
};

static void show(struct lister *l, const struct bench_case *c, const struct measured *m) {
  l->counts[verdict_of(c, m)]++;
  if (l->o->json) table_json(stdout, c, m);
  else table_row(stdout, c, m);
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
    rem_status status = case_open(&c, &desc, l->o->threads[t], YARDSTICK_STREAMS, &error);
    if (!status) status = measure(&c, l->o->rounds, 1, &m, &error);
    if (!status) show(l, &c, &m);
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
    printf("# %d at 0.85 of the stream or more, %d at 0.3 or more where exp and log bind, %d below, %d without a "
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

static int read_rounds(struct bench_options *o, const char *text) {
  o->rounds = atoi(text);
  return o->rounds > 0;
}

static int read_ops(struct bench_options *o, const char *text) {
  o->ops = text;
  return 1;
}

static int read_dtype(struct bench_options *o, const char *text) {
  o->dtype = text;
  return 1;
}

static int read_limit(struct bench_options *o, const char *text) {
  o->limit_bytes = atof(text) * (1 << 20);
  return o->limit_bytes > 0;
}

static const struct {
  const char *name;
  int (*read)(struct bench_options *o, const char *text);
} values[] = {{"--threads", read_threads}, {"--rounds", read_rounds}, {"--ops", read_ops},
              {"--dtype", read_dtype},     {"--limit", read_limit}};

enum mode { MODE_LIST, MODE_BARS, MODE_GRID, MODE_OVERHEAD };
static const char *const modes[] = {"", "--bars", "--grid", "--overhead"};

/* Takes options out of argv; returns how many words are left, -1 when one makes no sense. */
static int read_options(struct bench_options *o, enum mode *mode, int argc, char **argv) {
  int left = 0;
  for (int i = 0; i < argc; i++) {
    size_t k = 0, m = 1;
    while (k < sizeof values / sizeof *values && strcmp(argv[i], values[k].name)) k++;
    while (m < 4 && strcmp(argv[i], modes[m])) m++;
    if (!strcmp(argv[i], "--json")) o->json = 1;
    else if (m < 4) *mode = (enum mode)m;
    else if (k < sizeof values / sizeof *values) {
      if (++i == argc || !values[k].read(o, argv[i])) return -1;
    } else if (argv[i][0] == '-' && argv[i][1] == '-') return -1;
    else argv[left++] = argv[i];
  }
  return left;
}

int cmd_bench(int argc, char **argv) {
  static char bars_file[] = "@" REM_SOURCE_DIR "/tests/problems/bench.txt";
  char *bars[] = {bars_file};
  int most = stream_threads();
  struct bench_options o = {.threads = {1, most}, .n_threads = most > 1 ? 2 : 1, .dtype = "f32",
                            .limit_bytes = 256 << 20};
  enum mode mode = MODE_LIST;
  int n = argc > 0 ? read_options(&o, &mode, argc - 1, argv + 1) : -1;
  if (n < 0 || (mode == MODE_LIST && n == 0)) {
    fputs(usage, stderr);
    return 2;
  }
  switch (mode) {
  case MODE_BARS: return bench_list(&o, 1, bars);
  case MODE_GRID: return bench_grid(&o);
  case MODE_OVERHEAD: return bench_overhead(&o);
  default: return bench_list(&o, n, argv + 1);
  }
}
