/* pack.c: `remora pack`: compiles the kernels of a list of problems for several archs, on a machine without a GPU. */
#define _POSIX_C_SOURCE 200809L
#include "commands.h"
#include "gpu/pack.h"
#include "gpu/source.h"
#include "options.h"
#include "record.h"
#include "sweep.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ARCHS = 16, MOST_THREADS = 64 };

/* One kernel for one arch. */
struct job {
  const char *head, *arch;
  struct gpu_binary binary;
};

struct packing {
  rem_context *context; /* an imaginary device, and where binaries are allocated */
  int64_t problems;
  int archs;
  char arch[MOST_ARCHS][WORD_BYTES];
  const char **heads;
  size_t n_heads;
  struct job *jobs;
  size_t n_jobs, next; /* the next that no thread has begun */
  pthread_mutex_t lock;
  rem_status failed; /* the first failure, and its sentence */
  rem_error error;
};

/* ---- which kernels ---- */

/* A pack serves devices with any number of multiprocessors, with clusters and without. */
static void judge(struct sweep *s, const char *line, struct parsed *parsed) {
  struct packing *p = s->arg;
  rem_error error = {.size = sizeof error};
  rem_desc desc;
  parsed_desc(parsed, &desc);
  for (int i = 0; i < 2 * RECORD_MOST_UNITS; i++) {
    rem_plan *plan = NULL;
    record_units(p->context, 1 + i / 2, i % 2 ? RECORD_CLUSTER : 0);
    if (rem_plan_create(p->context, &desc, &plan, &error)) {
      report_problem(&s->report, line, VERDICT_FAIL, NULL, "%s: %s", rem_status_name((rem_status)error.status),
                     error.text);
      return;
    }
    rem_plan_destroy(plan);
  }
  s->report.counts[VERDICT_OK]++;
  p->problems++;
}

static void count_head(void *arg, const char *head) {
  (void)head;
  ++*(size_t *)arg;
}

static void take_head(void *arg, const char *head) {
  struct packing *p = arg;
  p->heads[p->n_heads++] = head;
}

static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

/* Kernels of clusters are for devices that have them. */
static int runs_on(const char *head, const char *arch) {
  const char *cluster = strstr(head, "#define CLUSTER ");
  return !cluster || atoi(cluster + strlen("#define CLUSTER ")) == 1 || atoi(arch + strcspn(arch, "0123456789")) >= 90;
}

/* Jobs in an order that the list's does not decide, so that equal sets of kernels make equal packs. 0: no memory. */
static int make_jobs(struct packing *p) {
  size_t heads = 0;
  record_heads(p->context, count_head, &heads);
  p->heads = calloc(heads + 1, sizeof *p->heads);
  p->jobs = calloc(heads * (size_t)p->archs + 1, sizeof *p->jobs);
  if (!p->heads || !p->jobs) return 0;
  record_heads(p->context, take_head, p);
  qsort(p->heads, heads, sizeof *p->heads, by_text);
  for (size_t i = 0; i < heads; i++)
    for (int k = 0; k < p->archs; k++)
      if (runs_on(p->heads[i], p->arch[k])) p->jobs[p->n_jobs++] = (struct job){.head = p->heads[i], .arch = p->arch[k]};
  return 1;
}

/* ---- compiling them ---- */

static rem_status compile(const struct packing *p, struct job *job, rem_error *error) {
  char *text = source_make(p->context, job->head);
  rem_status status = REM_NO_MEMORY;
  if (text) status = cuda_driver.compile(p->context, NULL, job->arch, text, &job->binary, error);
  else snprintf(error->text, sizeof error->text, "no memory for the text of a kernel");
  context_release(p->context, text);
  return status;
}

/* The next job, where none has failed yet; NULL: there is none. */
static struct job *take_job(struct packing *p) {
  struct job *job = NULL;
  pthread_mutex_lock(&p->lock);
  if (!p->failed && p->next < p->n_jobs) job = &p->jobs[p->next++];
  if (job && isatty(STDERR_FILENO)) fprintf(stderr, "\r\033[Kkernel %zu of %zu", p->next, p->n_jobs);
  pthread_mutex_unlock(&p->lock);
  return job;
}

static void *work(void *arg) {
  struct packing *p = arg;
  struct job *job;
  while ((job = take_job(p))) {
    rem_error error = {.size = sizeof error};
    rem_status status = compile(p, job, &error);
    if (!status) continue;
    pthread_mutex_lock(&p->lock);
    if (!p->failed) p->failed = status, p->error = error;
    pthread_mutex_unlock(&p->lock);
  }
  return NULL;
}

/* The calling thread works too, so that a machine without threads to spare packs as well. */
static void compile_all(struct packing *p, int threads) {
  pthread_t others[MOST_THREADS];
  int n = 0;
  while (n < threads - 1 && !pthread_create(&others[n], NULL, work, p)) n++;
  work(p);
  while (n > 0) pthread_join(others[--n], NULL);
  if (isatty(STDERR_FILENO)) fprintf(stderr, "\r\033[K");
}

/* ---- writing them ---- */

static rem_status write_all(struct packing *p, struct pack_writer *writer, size_t *bytes, rem_error *error) {
  rem_status status = REM_OK;
  for (size_t i = 0; i < p->n_jobs && !status; i++) {
    const struct job *job = &p->jobs[i];
    status = pack_write_add(writer, job->arch, job->head, job->binary.data, job->binary.bytes, error);
    *bytes += job->binary.bytes;
  }
  return status;
}

/* The file is begun first: whoever named a place that cannot be written should not wait for the compiler to hear it. */
static rem_status fill_pack(struct packing *p, const char *path, int threads, size_t *bytes, rem_error *error) {
  struct pack_writer *writer = NULL;
  rem_status status = pack_write_begin(p->context, path, &writer, error);
  if (status) return status;
  compile_all(p, threads);
  if (p->failed) *error = p->error;
  status = p->failed ? p->failed : write_all(p, writer, bytes, error);
  if (!status) return pack_write_end(writer, 1, error);
  pack_write_end(writer, 0, NULL);
  return status;
}

static int make_pack(struct packing *p, const char *path, int threads) {
  rem_error error = {.size = sizeof error};
  size_t bytes = 0;
  if (!make_jobs(p)) {
    fprintf(stderr, "remora: no memory to pack\n");
    return 1;
  }
  if (fill_pack(p, path, threads, &bytes, &error)) {
    fprintf(stderr, "remora: %s\n", error.text);
    return 1;
  }
  printf("%s: %zu kernel%s of %lld problem%s, each for %d arch%s, %.1f MB\n", path, p->n_heads,
         p->n_heads == 1 ? "" : "s", (long long)p->problems, p->problems == 1 ? "" : "s", p->archs,
         p->archs == 1 ? "" : "s", (double)bytes / 1e6);
  return 0;
}

/* ---- the command ---- */

/* "sm_80,sm_90": whether all of them could be archs is for the compiler to say. */
static int read_archs(struct packing *p, const char *list) {
  while (*list) {
    size_t length = strcspn(list, ",");
    if (length == 0 || length >= WORD_BYTES || strncmp(list, "sm_", 3) || p->archs == MOST_ARCHS) return 0;
    memcpy(p->arch[p->archs], list, length);
    p->arch[p->archs++][length] = 0;
    list += length + (list[length] == ',');
  }
  return p->archs > 0;
}

static int run(struct packing *p, struct sweep *s, const char *path, int threads, int n, char **words) {
  rem_error error = {.size = sizeof error};
  int rc;
  if (record_open(&p->context, &error)) {
    fprintf(stderr, "remora: %s\n", error.text);
    return 1;
  }
  pthread_mutex_init(&p->lock, NULL);
  rc = sweep_run(s, n, words);
  if (!rc) rc = make_pack(p, path, threads);
  for (size_t i = 0; i < p->n_jobs; i++) context_release(p->context, p->jobs[i].binary.data);
  free(p->jobs);
  free(p->heads);
  pthread_mutex_destroy(&p->lock);
  rem_context_destroy(p->context);
  return rc;
}

int cmd_pack(int argc, char **argv) {
  struct packing p = {.archs = 0};
  struct sweep s = {.judge = judge, .silent_end = 1, .arg = &p};
  const char *archs = "sm_80,sm_90,sm_100", *path = NULL;
  long long threads = sysconf(_SC_NPROCESSORS_ONLN);
  const struct option options[] = {
      {"--arch", "LIST", "what to compile for (sm_80,sm_90,sm_100)", OPTION_TEXT, &archs},
      {"-o", "FILE", "the pack to write", OPTION_TEXT, &path},
      {"--threads", "N", "kernels compiled at once (as many as there are cores)", OPTION_INT, &threads},
      {NULL, NULL, NULL, OPTION_FLAG, NULL}};
  const struct command_help help = {
      "remora pack PROBLEM...|@file --arch sm_80,sm_90 -o FILE",
      "Compiles the kernels of problems for CUDA devices into one file. It needs NVRTC and no "
      "GPU; a context that is given the file needs neither NVRTC nor a cache for them.",
      options, NULL};
  int n = options_read(&help, argc, argv);
  if (n < 0) return options_exit(n);
  const char *wrong = !path                                   ? "pack needs -o FILE"
                      : !read_archs(&p, archs)                ? "--arch takes names like sm_90, with commas between"
                      : threads < 1 || threads > MOST_THREADS ? "--threads takes 1 to 64"
                                                              : NULL;
  if (!wrong) return run(&p, &s, path, (int)threads, n, argv + 1);
  fprintf(stderr, "remora: %s\nusage: %s\n", wrong, help.usage);
  return 2;
}
