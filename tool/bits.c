/* bits.c: `remora bits`: one problem gives one result. Runs each problem for every instruction set and number of
 * threads, on every device, and in several layouts, and compares the bits with each other and with golden digests. */
#define _POSIX_C_SOURCE 200809L
#include "commands.h"
#include "core/fpstate.h"
#include "device.h"
#include "golden.h"
#include "options.h"
#include "saved.h"
#include "sweep.h"
#include "tensors.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MACHINES = 32 };

/* A context to run on. */
struct machine {
  char name[WORD_BYTES];   /* "avx2 with 3 threads", "opencl:0" */
  char device[WORD_BYTES]; /* "cpu", "opencl:0"                 */
  rem_context *context;
  int first; /* of its instruction set or device: runs every layout */
  int named; /* opened for a line with on=: others do not run on it */
  int upset; /* called with other floating-point modes              */
};

struct job {
  struct machine machines[MAX_MACHINES];
  int n_machines;
  rem_context *referee; /* a CPU, opened when a device's digest is not the golden one */
  long long seed;
  int foreign; /* saved tensors are not what the forward pass gives */
  int tame;    /* SEED_TAME */
  int upset;   /* machines are */
  const char *on, *layouts, *threads, *cpus, *golden_path, *write_path;
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
    if (open_context("cpu", cpu, atoi(word), NULL, &m->context, &error)) {
      fprintf(stderr, "remora: %s is left out: %s\n", cpu, error.text);
      return -1;
    }
    if (!strstr(rem_context_device(m->context), cpu)) {
      fprintf(stderr, "remora: %s is left out: the context is '%s'\n", cpu, rem_context_device(m->context));
      rem_context_destroy(m->context);
      return -1;
    }
    snprintf(m->name, sizeof m->name, "%.16s with %.8s threads", cpu, word);
    snprintf(m->device, sizeof m->device, "cpu");
    m->first = first;
    m->upset = job->upset;
    job->n_machines++;
  }
  return 0;
}

static int open_cpus(struct job *job) {
  char cpu[WORD_BYTES];
  const char *list = job->cpus;
  int before = job->n_machines;
  while (next_word(&list, cpu)) open_machines(job, cpu);
  if (job->n_machines > before) return 0;
  fprintf(stderr, "remora: no instruction set left; --cpu takes baseline, avx2, avx512, neon\n");
  return -1;
}

/* One context for the whole run: a device's compiled kernels live in it. */
static int open_device(struct job *job, const char *word) {
  struct machine *m = &job->machines[job->n_machines];
  rem_error error = {.size = sizeof error};
  if (job->n_machines == MAX_MACHINES || device_text(word, m->device)) {
    fprintf(stderr, "remora: --on %s: expected cpu, cuda:N, opencl:N, or some of them\n", word);
    return -1;
  }
  if (open_context(m->device, NULL, 0, NULL, &m->context, &error)) {
    fprintf(stderr, "remora: %s\n", error.text);
    return -1;
  }
  memcpy(m->name, m->device, sizeof m->name);
  m->first = 1;
  job->n_machines++;
  return 0;
}

static int open_all(struct job *job) {
  char word[WORD_BYTES];
  const char *list = job->on;
  while (next_word(&list, word))
    if (strcmp(word, "cpu") ? open_device(job, word) : open_cpus(job)) return -1;
  if (!job->n_machines) fprintf(stderr, "remora: --on names no device\n");
  return job->n_machines ? 0 : -1;
}

static void close_all(struct job *job) {
  for (int i = 0; i < job->n_machines; i++) rem_context_destroy(job->machines[i].context);
  rem_context_destroy(job->referee);
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

/* The state in which a machine is called. Returns the one found. */
static fpstate call_state(const struct machine *m) {
  fpstate old = fpstate_upset();
  if (!m->upset) fpstate_leave(old);
  return old;
}

/* Runs a plan on the values of model and compares the results. Returns 0, or -1 with a sentence. */
static int run_alike(const rem_plan *plan, const struct trial *model, const struct machine *m, const char *layout,
                     char *why, size_t why_bytes) {
  struct trial t;
  rem_error error = {.size = sizeof error};
  int rc = trial_like(&t, plan, model, why, why_bytes);
  fpstate old = call_state(m);
  rem_status status = rc ? REM_OK : trial_run(&t, &error);
  fpstate_leave(old);
  if (status) {
    snprintf(why, why_bytes, "%s, %s: %s", m->name, layout, error.text);
    rc = -1;
  }
  if (!rc && !trial_same(&t, model)) rc = tell_difference(&t, model, m, layout, why, why_bytes);
  if (!rc) rc = trial_intact(&t, why, why_bytes);
  trial_destroy(&t);
  return rc;
}

static int run_on_machine(const struct machine *m, struct parsed *parsed, int every_layout, const struct trial *model,
                          int *runs, char *why, size_t why_bytes) {
  rem_error error = {.size = sizeof error};
  rem_desc desc;
  rem_plan *plan = NULL;
  parsed_desc(parsed, &desc);
  fpstate old = call_state(m);
  rem_status status = rem_plan_create(m->context, &desc, &plan, &error);
  fpstate_leave(old);
  if (status) {
    snprintf(why, why_bytes, "%s: %s", m->name, error.text);
    return -1;
  }
  int rc = run_alike(plan, model, m, "as given", why, why_bytes);
  rem_plan_destroy(plan);
  ++*runs;
  for (size_t k = 0; !rc && every_layout && m->first && k < sizeof layouts / sizeof *layouts; k++) {
    plan = NULL;
    if (plan_in_layout(m->context, parsed, model->plan, layouts[k].layout, &plan)) continue;
    rc = run_alike(plan, model, m, layouts[k].name, why, why_bytes);
    rem_plan_destroy(plan);
    ++*runs;
  }
  return rc;
}

/* Finds out where a device's result differs from the CPU's, whose digest should be the golden one. */
static void ask_referee(struct job *job, struct parsed *parsed, const struct trial *model, uint64_t golden, char *why,
                        size_t why_bytes) {
  const struct machine cpu = {.name = "the device, not as the CPU"};
  struct trial t = {0};
  rem_plan *plan = NULL;
  rem_desc desc;
  char sentence[512];
  parsed_desc(parsed, &desc);
  if (!job->referee && open_context("cpu", NULL, 0, NULL, &job->referee, NULL)) return;
  if (rem_plan_create(job->referee, &desc, &plan, NULL)) return;
  if (!trial_like(&t, plan, model, sentence, sizeof sentence) && !trial_run(&t, NULL) && trial_digest(&t) == golden)
    tell_difference(&t, model, &cpu, "as given", why, why_bytes);
  trial_destroy(&t);
  rem_plan_destroy(plan);
}

/* Compares with the golden digest, where there are some. Returns 0, or -1 with a sentence. */
static int compare_golden(struct job *job, const char *line, struct parsed *parsed, const struct trial *model,
                          uint64_t digest, char *why, size_t why_bytes) {
  uint64_t golden;
  if (!job->golden_path) return 0;
  if (!golden_find(&job->golden, line, &golden)) {
    snprintf(why, why_bytes, "digest %016" PRIx64 ", and %s has none for this problem", digest, job->golden_path);
    return -1;
  }
  if (golden == digest) return 0;
  snprintf(why, why_bytes, "digest %016" PRIx64 ", %s has %016" PRIx64, digest, job->golden_path, golden);
  if (!is_host(model->plan->context)) ask_referee(job, parsed, model, golden, why, why_bytes);
  return -1;
}

/* Whether a line runs on a machine: one with on= runs on machines of that device alone. */
static int serves(const struct machine *m, const struct parsed *parsed) {
  return *parsed->device ? !strcmp(parsed->device, m->device) : !m->named;
}

/* The first machine that serves the line. NULL: it names a device that cannot be opened. */
static const struct machine *first_machine(struct job *job, const struct parsed *parsed) {
  for (int i = 0; i < job->n_machines; i++)
    if (serves(&job->machines[i], parsed)) return &job->machines[i];
  int at = job->n_machines, failed = strcmp(parsed->device, "cpu") ? open_device(job, parsed->device) : open_cpus(job);
  for (int i = at; i < job->n_machines; i++) job->machines[i].named = 1;
  return failed ? NULL : &job->machines[at];
}

/* The first machine's run is what the others are compared with. Returns 0, or -1 with a sentence. */
static int compare_all(struct job *job, const char *line, struct parsed *parsed, uint64_t *digest, int *runs, char *why,
                       size_t why_bytes) {
  const struct machine *first = first_machine(job, parsed);
  struct trial model = {0};
  rem_error error = {.size = sizeof error};
  rem_desc desc;
  rem_plan *plan = NULL;
  parsed_desc(parsed, &desc);
  if (!first) snprintf(error.text, sizeof error.text, "device %s cannot be opened", parsed->device);
  int rc = !first || rem_plan_create(first->context, &desc, &plan, &error) ? -1 : 0;
  if (rc) snprintf(why, why_bytes, "%s", error.text);
  uint64_t seed = (uint64_t)job->seed | (job->tame ? SEED_TAME : 0);
  if (!rc) rc = trial_create(&model, plan, seed, why, why_bytes);
  if (!rc && job->foreign) saved_estrange(&model);
  if (!rc && trial_run(&model, &error)) {
    snprintf(why, why_bytes, "%s", error.text);
    rc = -1;
  }
  if (!rc) {
    *digest = trial_digest(&model);
    for (int i = 0; !rc && i < job->n_machines; i++)
      if (serves(&job->machines[i], parsed))
        rc = run_on_machine(&job->machines[i], parsed, !strcmp(job->layouts, "all"), &model, runs, why, why_bytes);
  }
  if (!rc) rc = compare_golden(job, line, parsed, &model, *digest, why, why_bytes);
  trial_destroy(&model);
  rem_plan_destroy(plan);
  return rc;
}

static void judge(struct sweep *s, const char *line, struct parsed *parsed) {
  struct job *job = s->arg;
  char why[1024] = "", extra[64];
  uint64_t digest = 0;
  int runs = 0;
  int rc = compare_all(job, line, parsed, &digest, &runs, why, sizeof why);
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
  struct job job = {.on = "cpu", .layouts = "all", .threads = "1,2,3,7", .cpus = EVERY_CPU};
  struct sweep s = {.judge = judge, .arg = &job};
  const struct option options[] = {
      {"--golden", "FILE", "compare with the digests of a file, lines of 'digest  problem'", OPTION_TEXT,
       &job.golden_path},
      {"--write", "FILE", "write the digests to a file", OPTION_TEXT, &job.write_path},
      {"--on", "LIST", "devices: cpu, cuda:N, opencl:N (cpu)", OPTION_TEXT, &job.on},
      {"--layouts", "all|none", "the problem in other layouts too, or as given alone (all)", OPTION_TEXT, &job.layouts},
      {"--threads", "LIST", "numbers of threads (1,2,3,7)", OPTION_TEXT, &job.threads},
      {"--cpu", "LIST", "instruction sets (" EVERY_CPU "); those this machine lacks are left out", OPTION_TEXT,
       &job.cpus},
      {"--seed", "N", "what fills the inputs (0)", OPTION_INT, &job.seed},
      {"--foreign", NULL, "saved tensors of which half is drawn, not what a forward pass gives", OPTION_FLAG,
       &job.foreign},
      {"--upset", NULL, "callers that round upward and flush to zero", OPTION_FLAG, &job.upset},
      {"--tame", NULL, "ordinary numbers alone, at lines of the cache", OPTION_FLAG, &job.tame},
      {"--quiet", NULL, "print failures only", OPTION_FLAG, &s.report.quiet},
      {"--json", NULL, "one JSON object for each line", OPTION_FLAG, &s.report.json},
      {NULL, NULL, NULL, OPTION_FLAG, NULL}};
  const struct command_help help = {
      "remora bits PROBLEM...|@file [options]",
      "Runs each problem for every instruction set and number of threads of the CPU and on "
      "other devices, as given and in other layouts. All results must have the same bits, "
      "NaN equal to NaN.",
      options, NULL};
  int n = options_read(&help, argc, argv);
  if (n < 0) return options_exit(n);
  if (strcmp(job.layouts, "all") && strcmp(job.layouts, "none")) {
    fprintf(stderr, "remora: --layouts %s: expected all or none\n", job.layouts);
    return 2;
  }
  int rc = open_files(&job) || open_all(&job) ? 2 : sweep_run(&s, n, argv + 1);
  close_all(&job);
  golden_free(&job.golden);
  if (job.write && fclose(job.write)) rc = 2;
  return rc;
}
