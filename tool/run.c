/* run.c: `remora run`: one problem on .npy files. */
#include "commands.h"
#include "device.h"
#include "npy.h"
#include "options.h"
#include "sweep.h"
#include "tensors.h"

#include <inttypes.h>
#include <string.h>

struct job {
  struct texts in, out; /* "slot=file" */
  long long seed;
  struct tensor files[MAX_TEXTS]; /* what was read */
};

/* Divides "slot=file". */
static int divide(const char *text, char slot[WORD_BYTES], const char **path, char *why, size_t why_bytes) {
  const char *equals = strchr(text, '=');
  if (!equals || equals == text || equals - text >= WORD_BYTES || !equals[1]) {
    snprintf(why, why_bytes, "'%s': write slot=file.npy", text);
    return -1;
  }
  snprintf(slot, WORD_BYTES, "%.*s", (int)(equals - text), text);
  *path = equals + 1;
  return 0;
}

/* Whether the line has a view of the slot. */
static int speaks_of(const char *line, const char *slot) {
  struct parsed p;
  char why[WHY_BYTES];
  if (parse_problem(line, &p, why, sizeof why)) return 0;
  for (int i = 0; i < p.n_views; i++)
    if (!strcmp(p.entry->slots[p.pass][i].name, slot)) return p.mentioned >> i & 1;
  return 0;
}

/* Appends " slot:dtype[shape]" where the line does not speak of the slot itself. */
static void append_view(char line[LINE_BYTES], const char *slot, const rem_view *v) {
  if (speaks_of(line, slot)) return;
  size_t n = strlen(line);
  n += (size_t)snprintf(line + n, LINE_BYTES - n, " %s:%s[", slot, rem_dtype_name(v->dtype));
  for (int i = 0; i < v->rank && n < LINE_BYTES; i++)
    n += (size_t)snprintf(line + n, LINE_BYTES - n, "%s%" PRId64, i ? "," : "", v->shape[i]);
  if (n < LINE_BYTES) snprintf(line + n, LINE_BYTES - n, "]");
}

static int read_files(struct job *job, char line[LINE_BYTES], char *why, size_t why_bytes) {
  for (int k = 0; k < job->in.n; k++) {
    char slot[WORD_BYTES];
    const char *path;
    if (divide(job->in.text[k], slot, &path, why, why_bytes) || npy_read(path, &job->files[k], why, why_bytes))
      return -1;
    append_view(line, slot, &job->files[k].view);
  }
  return 0;
}

static int find_slot(const struct trial *t, const char *slot, char *why, size_t why_bytes) {
  int i = problem_slot(t->problem, slot);
  if (i >= 0 && t->problem->views[i].rank >= 0) return i;
  snprintf(why, why_bytes, "%s: the problem has no such slot, or leaves it out", slot);
  return -1;
}

static int same_shape(const rem_view *a, const rem_view *b) {
  return a->dtype == b->dtype && a->rank == b->rank && !memcmp(a->shape, b->shape, sizeof(int64_t) * (size_t)a->rank);
}

static int fill_inputs(const struct job *job, struct trial *t, uint32_t *given, char *why, size_t why_bytes) {
  for (int k = 0; k < job->in.n; k++) {
    char slot[WORD_BYTES];
    const char *path;
    int i = divide(job->in.text[k], slot, &path, why, why_bytes) ? -1 : find_slot(t, slot, why, why_bytes);
    if (i < 0) return -1;
    if (!same_shape(&job->files[k].view, &t->problem->views[i])) {
      snprintf(why, why_bytes, "%s: the shape or dtype of %s is not the problem's", slot, path);
      return -1;
    }
    tensor_copy(&t->tensors[i], &job->files[k]);
    *given |= 1u << i;
  }
  return 0;
}

static int write_outputs(const struct job *job, const struct trial *t, char *why, size_t why_bytes) {
  for (int k = 0; k < job->out.n; k++) {
    char slot[WORD_BYTES];
    const char *path;
    int i = divide(job->out.text[k], slot, &path, why, why_bytes) ? -1 : find_slot(t, slot, why, why_bytes);
    if (i < 0 || npy_write(path, &t->tensors[i], why, why_bytes)) return -1;
  }
  return 0;
}

/* The names of inputs that no file filled. */
static void from_seed(const struct trial *t, uint32_t given, char *text, size_t size) {
  const struct problem *p = t->problem;
  size_t n = 0;
  *text = 0;
  for (int i = 0; i < p->n_slots && n < size; i++)
    if (p->entry->slots[p->pass][i].role == REM_INPUT && p->views[i].rank >= 0 && !(given >> i & 1))
      n += (size_t)snprintf(text + n, size - n, "%s %s",
                            n ? "" : ", filled from the seed:", p->entry->slots[p->pass][i].name);
}

static void judge(struct sweep *s, const char *line, struct parsed *parsed) {
  struct job *job = s->arg;
  struct trial t = {0};
  rem_error error = {.size = sizeof error};
  char why[1024], rest[256];
  uint32_t given = 0;
  rem_plan *plan = sweep_plan(s, line, parsed);
  if (!plan) return;
  int rc =
      trial_create(&t, plan, (uint64_t)job->seed, why, sizeof why) || fill_inputs(job, &t, &given, why, sizeof why);
  if (!rc && trial_run(&t, &error)) {
    rc = -1;
    snprintf(why, sizeof why, "%s", error.text);
  }
  if (rc || write_outputs(job, &t, why, sizeof why)) {
    report_problem(&s->report, line, VERDICT_FAIL, NULL, "%s", why);
  } else {
    from_seed(&t, given, rest, sizeof rest);
    report_problem(&s->report, line, VERDICT_OK, NULL, "digest %016" PRIx64 "%s", trial_digest(&t), rest);
  }
  trial_destroy(&t);
  rem_plan_destroy(plan);
}

/* The words of the problem as one line, with the views of the files. */
static int make_line(struct job *job, int n, char **words, char line[LINE_BYTES], char *why, size_t why_bytes) {
  size_t used = 0;
  *line = 0;
  for (int i = 0; i < n && used < LINE_BYTES; i++)
    used += (size_t)snprintf(line + used, LINE_BYTES - used, "%s%s", i ? " " : "", words[i]);
  if (!n || used >= LINE_BYTES) {
    snprintf(why, why_bytes, "%s",
             n ? "the line is too long" : "no problem given; try 'sum axes=1' --in x=x.npy --out y=y.npy");
    return -1;
  }
  return read_files(job, line, why, why_bytes);
}

int cmd_run(int argc, char **argv) {
  struct job job = {0};
  struct sweep s = {.judge = judge, .arg = &job, .silent_end = 1};
  const struct option options[] = {
      {"--in", "slot=FILE", "read a slot from a .npy file, its shape too where the problem does not say it",
       OPTION_TEXTS, &job.in},
      {"--out", "slot=FILE", "write a slot to a .npy file", OPTION_TEXTS, &job.out},
      {"--seed", "N", "fills inputs that no file fills (0)", OPTION_INT, &job.seed},
      {"--threads", "N", "threads of the context (as many as OpenMP would use)", OPTION_INT, &s.threads},
      {"--cpu", "NAME", "instruction set: baseline, avx2, avx512, neon (the best there is)", OPTION_TEXT, &s.cpu},
      {"--on", "DEVICE", ON_HELP, OPTION_TEXT, &s.on},
      {"--json", NULL, "the answer as a JSON object", OPTION_FLAG, &s.report.json},
      {NULL, NULL, NULL, OPTION_FLAG, NULL}};
  const struct command_help help = {
      "remora run PROBLEM [--in slot=FILE]... [--out slot=FILE]... [options]",
      "Runs one problem on .npy files: remora run 'logsumexp axes=1' --in x=x.npy --out y=y.npy\nbf16 is stored as "
      "'<V2', as ml_dtypes does: np.load('y.npy').view(ml_dtypes.bfloat16).",
      options, NULL};
  int n = options_read(&help, argc, argv);
  if (n < 0) return options_exit(n);
  char line[LINE_BYTES], why[WHY_BYTES], *words[] = {line};
  int rc = 2;
  if (make_line(&job, n, argv + 1, line, why, sizeof why)) fprintf(stderr, "remora: %s\n", why);
  else rc = sweep_run(&s, 1, words);
  for (int k = 0; k < MAX_TEXTS; k++) tensor_destroy(&job.files[k]);
  return rc;
}
