/* bench_limit.c: what instructions allow: the speed of a kernel on tensors that a cache holds. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <unistd.h>

#include "bench.h"

enum { ROUNDS = 15, FEWEST_ROUNDS = 3 };
enum {
  CORE_CACHE = 1 << 20,     /* where the system does not tell                                                       */
  DEVICE_CACHE = 24 << 20,  /* half of what large devices have                                                      */
  WHOLE_CACHE = 36 << 20,   /* most of it                                                                           */
  TASK_ELEMENTS = 32768,    /* a thread with fewer stays out of a run of several                                    */
  DEVICE_LINES = 256,       /* rows of a device, whose units take them in turns: one left over is to count little */
  MANY_LINES = 4096,        /* as many take each unit several turns, so that the last turn counts as at the full size */
  DEVICE_ELEMENTS = 1 << 20 /* of a map, whose rows are taken apart as its threads like                           */
};
static const double SAMPLE_SECONDS = 1e-3, DEVICE_SAMPLE_SECONDS = 4e-3; /* a sample takes at least this long */
static const double MOST_SECONDS = 0.12;                                 /* all rounds take not much longer   */

/* Of a run's time at the larger size, at least this part must come with its size; half of it would, were there nothing else. */
static const double GROWS = 0.2;

/* A full size that is faster than its small form by more than this, noise aside, is not bound by what binds the small one. */
static const double FASTER = 1.15;

/* ---- the two sizes --------------------------------------------------------------------------------------- */

/* The second-level cache of a core. */
static double core_cache(void) {
  long bytes = 0;
#ifdef _SC_LEVEL2_CACHE_SIZE
  bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
#endif
  return bytes > 0 ? (double)bytes : CORE_CACHE;
}

/* Half of a core's cache for each thread, or all of it where half holds too few elements for them; an eighth more for small tensors
 * beside the large ones. */
static int find_forms(const struct bench_case *c, int along, struct small forms[2], char *why, size_t size) {
  const struct problem *p = case_problem(c, 0);
  struct small_room device = {DEVICE_CACHE, 0, DEVICE_LINES, 1, 0}, cut = {WHOLE_CACHE, 0, MANY_LINES, 1, 1},
                    room = {.lines = 2.0 * c->threads, .threads = c->threads};
  if (along) return small_forms(p, &cut, forms, why, size);
  if (p->entry->family == FAMILY_MAP && !p->reduced) device.lines = 1, device.elements = DEVICE_ELEMENTS;
  if (c->device) return small_forms(p, &device, forms, why, size);
  room.elements = c->threads > 1 ? (double)TASK_ELEMENTS * c->threads : 0;
  int bad = -1;
  for (int eighths = 5; bad && eighths <= 9; eighths += 4) {
    room.bytes = core_cache() * c->threads * eighths / 8;
    bad = small_forms(p, &room, forms, why, size);
  }
  if (!bad) *why = 0;
  return bad;
}

/* ---- times ----------------------------------------------------------------------------------------------- */

/* Seconds of one of several runs, behind one that brings the tensors into the cache. */
static rem_status sample(const struct bench_case *c, int times, double *seconds, rem_error *error) {
  double (*clock)(void) = c->busy && c->threads == 1 ? clock_busy : clock_seconds;
  rem_status status = case_run(c, 0, error);
  if (!status && c->device) status = device_wait(c, error);
  double start = clock();
  for (int i = 0; i < times && !status; i++) status = case_run(c, 0, error);
  if (!status && c->device) status = device_wait(c, error);
  *seconds = (clock() - start) / times;
  return status;
}

/* Both sizes in turns, as often in a sample: what a sample takes beside its runs is the same for both. Seconds of a run in a quick round:
 * short samples either meet what else the machine does, or not at all. */
static rem_status time_forms(const struct bench_case c[2], double seconds[2], rem_error *error) {
  double at_least = c->device ? DEVICE_SAMPLE_SECONDS : SAMPLE_SECONDS, first = 0, begun = clock_seconds();
  double taken[2][ROUNDS];
  int n = 0;
  rem_status status = sample(&c[1], 1, &first, error);
  if (!status) status = sample(&c[1], 4, &first, error);
  int times = first < at_least ? (int)(at_least / (first + 1e-9)) + 1 : 1;
  while (!status && n < ROUNDS && (n < FEWEST_ROUNDS || clock_seconds() - begun < MOST_SECONDS)) {
    for (int i = 0; i < 2 && !status; i++) status = sample(&c[i], times, &taken[i][n], error);
    n++;
  }
  for (int i = 0; i < 2 && !status; i++) seconds[i] = spread_of(taken[i], n).low;
  return status;
}

/* ---- the limit ------------------------------------------------------------------------------------------- */

static int refuse(struct measured *m, const char *why, const char *more) {
  snprintf(m->limit_why, sizeof m->limit_why, "%s%.200s", why, more);
  return -1;
}

static void conclude(const struct bench_case c[2], const double seconds[2], struct measured *m) {
  double more = seconds[0] - seconds[1];
  int grows = more >= GROWS * seconds[0];
  double rate = grows ? (c[0].bytes - c[1].bytes) / more : 0;
  if (!grows)
    refuse(m, "the time of a run hardly grows with its size: overhead, or a machine with much else to do", "");
  else if (m->rate > FASTER * rate) refuse(m, "a small form is slower than the full size", "");
  else m->limit = rate / (m->rate / m->share.middle);
}

/* Names leave out how many threads share a line, texts do not. */
static int same_kernel(const rem_plan *a, const rem_plan *b) {
  const char *text[] = {rem_plan_source(a), rem_plan_source(b)};
  return !strcmp(rem_plan_sku(a), rem_plan_sku(b)) && (!text[0] || !text[1] || !strcmp(text[0], text[1]));
}

/* Opens the problem with the views of a form; another kernel than that of the full size would tell nothing about it. */
static int open_form(const struct bench_case *full, const rem_desc *desc, const struct small *form,
                     struct bench_case *c, struct measured *m) {
  rem_error error = {.size = sizeof error};
  rem_desc small = *desc;
  small.views = form->views;
  small.n_views = full->plan->problem.n_slots;
  if (case_open(c, &small, 1, full->device, full->threads, YARDSTICK_CACHED, full->uniform, &error))
    return refuse(m, "a small form is refused: ", error.text);
  c->busy = full->busy;
  if (!same_kernel(c->plan, full->plan)) return refuse(m, "a small form has another kernel: ", rem_plan_sku(c->plan));
  return 0;
}

/* Fewer lines as they are, or as many shorter ones. */
static void measure_forms(const struct bench_case *c, const rem_desc *descs, int along, struct measured *m) {
  struct bench_case cases[2] = {0};
  struct small forms[2];
  double seconds[2];
  rem_error error = {.size = sizeof error};
  int bad = find_forms(c, along, forms, m->limit_why, sizeof m->limit_why);
  for (int i = 0; i < 2 && !bad; i++) bad = open_form(c, descs, &forms[i], &cases[i], m);
  if (!bad && time_forms(cases, seconds, &error)) bad = refuse(m, "a small form failed: ", error.text);
  if (!bad) conclude(cases, seconds, m);
  for (int i = 0; i < 2; i++) case_close(&cases[i]);
}

/* A device needs many lines at a time, of which its cache has no room for whole ones: then they are cut. */
void measure_limit(const struct bench_case *c, const rem_desc *descs, struct measured *m) {
  if (c->members > 1) {
    refuse(m, "many problems in one plan are not made smaller", "");
    return;
  }
  measure_forms(c, descs, 0, m);
  if (m->limit > 0 || !c->device) return;
  char first[WHY_BYTES];
  snprintf(first, sizeof first, "%s", m->limit_why);
  *m->limit_why = 0;
  measure_forms(c, descs, 1, m);
  if (m->limit <= 0) snprintf(m->limit_why, sizeof m->limit_why, "%s", first);
}
