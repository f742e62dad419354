/* verify_run.c: runs the list of golden problems on a machine, and notes what differs. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"
#include "tensors.h"
#include "verify.h"

#include <inttypes.h>
#include <stdarg.h>
#include <unistd.h>

enum { SEED = 0 }; /* the seed of `remora bits`, which wrote the digests */

static void note(struct verify *v, const struct machine *m, const char *problem, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;

static void note(struct verify *v, const struct machine *m, const char *problem, const char *format, ...) {
  va_list list;
  if (v->n_differences++ >= MAX_DIFFERENCES) return;
  struct difference *d = &v->differences[v->n_differences - 1];
  d->machine = m;
  d->problem = problem;
  va_start(list, format);
  vsnprintf(d->text, sizeof d->text, format, list);
  va_end(list);
}

/* Fills the inputs, runs, checks that nothing else was touched. Returns 0, or -1 with a sentence. */
static int run_plan(const rem_plan *plan, uint64_t *digest, char *why, size_t why_bytes) {
  struct trial t;
  rem_error error = {.size = sizeof error};
  int rc = trial_create(&t, plan, SEED, why, why_bytes);
  if (!rc && trial_run(&t, &error)) {
    snprintf(why, why_bytes, "%s", error.text);
    rc = -1;
  }
  if (!rc) rc = trial_intact(&t, why, why_bytes);
  if (!rc) *digest = trial_digest(&t);
  trial_destroy(&t);
  return rc;
}

static const char *promise(const rem_plan *plan) {
  return plan->guarantee.repeat == REM_REPEAT_EVERYWHERE ? "" : "; its plan does not promise the same bits";
}

static void run_problem(struct verify *v, struct machine *m, const struct golden_line *line) {
  struct parsed parsed;
  rem_desc desc;
  rem_plan *plan = NULL;
  rem_error error = {.size = sizeof error};
  uint64_t digest = 0;
  char why[WHY_BYTES];
  if (parse_problem(line->problem, &parsed, why, sizeof why)) {
    note(v, m, line->problem, "%s", why);
    return;
  }
  parsed_desc(&parsed, &desc);
  rem_status status = rem_plan_create(m->context, &desc, &plan, &error);
  if (status == REM_UNSUPPORTED) m->refused++;
  else if (status) note(v, m, line->problem, "%s", error.text);
  else if (run_plan(plan, &digest, why, sizeof why)) note(v, m, line->problem, "%s", why);
  else if (digest != line->digest)
    note(v, m, line->problem, "digest %016" PRIx64 ", expected %016" PRIx64 "%s", digest, line->digest, promise(plan));
  else m->agree++;
  m->digest = digest_add(m->digest, digest);
  rem_plan_destroy(plan);
}

void verify_run(struct verify *v, struct machine *m, double seconds) {
  double start = clock_seconds();
  int show = isatty(STDERR_FILENO);
  m->digest = DIGEST_START;
  while (m->ran < v->list.n && (m->ran == 0 || clock_seconds() - start < seconds)) {
    if (show && m->ran % 16 == 0) fprintf(stderr, "\r\033[K%s: %zu/%zu", m->what, m->ran, v->list.n);
    run_problem(v, m, &v->list.lines[m->ran++]);
  }
  if (show) fprintf(stderr, "\r\033[K");
  m->seconds = clock_seconds() - start;
}
