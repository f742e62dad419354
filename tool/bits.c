/* bits.c: `remora bits`: one problem gives one result. Runs each problem for every instruction set and number of
 * threads and in several layouts, and compares the bits with each other and with golden digests. */
#define _POSIX_C_SOURCE 200809L
#include "commands.h"
#include "golden.h"
#include "options.h"
#include "sweep.h"
#include "tensors.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MACHINES = 32 };

/* A context to run on. */
struct machine {
  char name[WORD_BYTES]; /* "avx2 with 3 threads" */
  rem_context *context;
  int first; /* of its instruction set: runs every layout */
};

struct job {
  struct machine machines[MAX_MACHINES];
  int n_machines;
  long long seed;
  const char *threads, *cpus, *golden_path, *write_path;
  struct golden golden;
  FILE *write;
};

/* ---- machines ---- */

static const char *next_word(const char **list, char word[WORD_BYTES]) {
  size_t n = strcspn(*list, ",");
  if (!**list || n >= WORD_BYTES) return NULL;
  memcpy(word, *list, n);
  word[n] = 0;
  *list += n + ((*list)[n] == ',');
  return word;
}

/* Opens a context for each number of threads. Returns 0, or -1 when the instruction set is not there. */
static int open_machines(struct job *job, const char *cpu) {
  char word[WORD_BYTES];
  const char *list = job->threads;
  for (int first = 1; next_word(&list, word) && job->n_machines < MAX_MACHINES; first = 0) {
    struct machine *m = &job->machines[job->n_machines];
    rem_error error = {.size = sizeof error};
    if (open_context("cpu", cpu, atoi(word), &m->context, &error)) {
      fprintf(stderr, "remora: %s is left out: %s\n", cpu, error.text);
      return -1;
    }
    if (!strstr(rem_context_device(m->context), cpu)) {
      fprintf(stderr, "remora: %s is left out: the context is '%s'\n", cpu, rem_context_device(m->context));
      rem_context_destroy(m->context);
      return -1;
    }
    snprintf(m->name, sizeof m->name, "%.16s with %.8s threads", cpu, word);
    m->first = first;
    job->n_machines++;
  }
  return 0;
}

static int open_all(struct job *job) {
  char cpu[WORD_BYTES];
  const char *list = job->cpus;
  while (next_word(&list, cpu)) open_machines(job, cpu);
  if (!job->n_machines) fprintf(stderr, "remora: no instruction set left; --cpu takes baseline, avx2, avx512, neon\n");
  return job->n_machines ? 0 : -1;
}

static void close_all(struct job *job) {
  for (int i = 0; i < job->n_machines; i++) rem_context_destroy(job->machines[i].context);
}

/* ---- one problem ---- */

static const struct {
  const char *name;
  int layout;
} layouts[] = {{"packed", LAYOUT_PACKED}, {"@t", LAYOUT_T}, {"@rev", LAYOUT_REV}, {"@pad", LAYOUT_PAD}};

/* The same problem with every view laid out anew. */
static rem_status plan_in_layout(rem_context *context, const struct parsed *parsed, const rem_plan *model, int layout,
                                 rem_plan **plan) {
  struct parsed p = *parsed;
  rem_desc desc;
  for (int i = 0; i < p.n_views; i++) {
    p.views[i] = model->problem.views[i];
    if (p.views[i].rank >= 0 && view_lay_out(&p.views[i], layout)) return REM_UNSUPPORTED;
  }
  parsed_desc(&p, &desc);
  return rem_plan_create(context, &desc, plan, NULL);
}

/* Names the first element that differs. Returns -1. */
static int tell_difference(const struct trial *t, const struct trial *model, const struct machine *m,
                           const char *layout, char *why, size_t why_bytes) {
  const struct problem *p = t->problem;
  char place[192];
  int64_t at;
  for (int i = 0; i < p->n_slots; i++)
    if (p->entry->slots[p->pass][i].role == REM_OUTPUT && t->tensors[i].memory &&
        !tensor_same(&t->tensors[i], &model->tensors[i], &at)) {
      index_text(&t->tensors[i].view, at, place, sizeof place);
      snprintf(why, why_bytes, "%s, %s: other bits at %s%s", m->name, layout, p->entry->slots[p->pass][i].name, place);
    }
  return -1;
}

/* Runs a plan on the values of model and compares digests. Returns 0, or -1 with a sentence. */
static int run_alike(const rem_plan *plan, const struct trial *model, const struct machine *m, const char *layout,
                     uint64_t digest, char *why, size_t why_bytes) {
  struct trial t;
  rem_error error = {.size = sizeof error};
  int rc = trial_like(&t, plan, model, why, why_bytes);
  if (!rc && trial_run(&t, &error)) {
    snprintf(why, why_bytes, "%s, %s: %s", m->name, layout, error.text);
    rc = -1;
  }
  if (!rc && trial_digest(&t) != digest) rc = tell_difference(&t, model, m, layout, why, why_bytes);
  if (!rc) rc = trial_intact(&t, why, why_bytes);
  trial_destroy(&t);
  return rc;
}

static int run_on_machine(const struct machine *m, struct parsed *parsed, const struct trial *model, uint64_t digest,
                          int *runs, char *why, size_t why_bytes) {
  rem_error error = {.size = sizeof error};
  rem_desc desc;
  rem_plan *plan = NULL;
  parsed_desc(parsed, &desc);
  if (rem_plan_create(m->context, &desc, &plan, &error)) {
    snprintf(why, why_bytes, "%s: %s", m->name, error.text);
    return -1;
  }
  int rc = run_alike(plan, model, m, "as given", digest, why, why_bytes);
  rem_plan_destroy(plan);
  ++*runs;
  for (size_t k = 0; !rc && m->first && k < sizeof layouts / sizeof *layouts; k++) {
    plan = NULL;
    if (plan_in_layout(m->context, parsed, model->plan, layouts[k].layout, &plan)) continue;
    rc = run_alike(plan, model, m, layouts[k].name, digest, why, why_bytes);
    rem_plan_destroy(plan);
    ++*runs;
  }
  return rc;
}

/* The first machine's run is what the others are compared with. Returns 0, or -1 with a sentence. */
static int compare_all(struct job *job, struct parsed *parsed, uint64_t *digest, int *runs, char *why,
                       size_t why_bytes) {
  struct trial model = {0};
  rem_error error = {.size = sizeof error};
  rem_desc desc;
  rem_plan *plan = NULL;
  parsed_desc(parsed, &desc);
  int rc = rem_plan_create(job->machines[0].context, &desc, &plan, &error) ? -1 : 0;
  if (rc) snprintf(why, why_bytes, "%s", error.text);
  if (!rc) rc = trial_create(&model, plan, (uint64_t)job->seed, why, why_bytes);
  if (!rc && trial_run(&model, &error)) {
    snprintf(why, why_bytes, "%s", error.text);
    rc = -1;
  }
  if (!rc) {
    *digest = trial_digest(&model);
    for (int i = 0; !rc && i < job->n_machines; i++)
      rc = run_on_machine(&job->machines[i], parsed, &model, *digest, runs, why, why_bytes);
  }
  trial_destroy(&model);
  rem_plan_destroy(plan);
  return rc;
}

static void judge(struct sweep *s, const char *line, struct parsed *parsed) {
  struct job *job = s->arg;
  char why[1024] = "", extra[64];
  uint64_t digest = 0, golden;
  int runs = 0;
  int rc = compare_all(job, parsed, &digest, &runs, why, sizeof why);
  if (!rc && job->golden_path) {
    if (!golden_find(&job->golden, line, &golden)) {
      snprintf(why, sizeof why, "digest %016" PRIx64 ", and %s has none for this problem", digest, job->golden_path);
      rc = -1;
    } else if (golden != digest) {
      snprintf(why, sizeof why, "digest %016" PRIx64 ", %s has %016" PRIx64, digest, job->golden_path, golden);
      rc = -1;
    }
  }
  if (!rc && job->write) fprintf(job->write, "%016" PRIx64 "  %s\n", digest, line);
  snprintf(extra, sizeof extra, "\"digest\":\"%016" PRIx64 "\",\"runs\":%d", digest, runs);
  if (rc) report_problem(&s->report, line, VERDICT_FAIL, extra, "%s", why);
  else report_problem(&s->report, line, VERDICT_OK, extra, "%016" PRIx64 ", %d runs alike", digest, runs);
}

static int open_files(struct job *job) {
  char why[WHY_BYTES];
  if (job->golden_path && golden_read(&job->golden, job->golden_path, why, sizeof why)) {
    fprintf(stderr, "remora: %s\n", why);
    return -1;
  }
  if (job->write_path && !(job->write = fopen(job->write_path, "w"))) {
    fprintf(stderr, "remora: %s cannot be written\n", job->write_path);
    return -1;
  }
  return 0;
}

#if defined(__x86_64__)
#define EVERY_CPU "baseline,avx2,avx512"
#else
#define EVERY_CPU "neon"
#endif

int cmd_bits(int argc, char **argv) {
  struct job job = {.threads = "1,2,3,7", .cpus = EVERY_CPU};
  struct sweep s = {.judge = judge, .arg = &job};
  const struct option options[] = {
      {"--golden", "FILE", "compare with the digests of a file, lines of 'digest  problem'", OPTION_TEXT,
       &job.golden_path},
      {"--write", "FILE", "write the digests to a file", OPTION_TEXT, &job.write_path},
      {"--threads", "LIST", "numbers of threads (1,2,3,7)", OPTION_TEXT, &job.threads},
      {"--cpu", "LIST", "instruction sets (" EVERY_CPU "); those this machine lacks are left out", OPTION_TEXT,
       &job.cpus},
      {"--seed", "N", "what fills the inputs (0)", OPTION_INT, &job.seed},
      {"--quiet", NULL, "print failures only", OPTION_FLAG, &s.report.quiet},
      {"--json", NULL, "one JSON object for each line", OPTION_FLAG, &s.report.json},
      {NULL, NULL, NULL, OPTION_FLAG, NULL}};
  const struct command_help help = {"remora bits PROBLEM...|@file [options]",
                                    "Runs each problem for every instruction set and number of threads, as given and "
                                    "in other layouts.\nAll results must have the same bits, NaN equal to NaN.",
                                    options};
  int n = options_read(&help, argc, argv);
  if (n < 0) return options_exit(n);
  int rc = open_files(&job) || open_all(&job) ? 2 : sweep_run(&s, n, argv + 1);
  close_all(&job);
  golden_free(&job.golden);
  if (job.write && fclose(job.write)) rc = 2;
  return rc;
}
