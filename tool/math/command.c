/* command.c: `remora math`: measures the worst error of the elementary functions and holds them to the bounds in
   ops/math.def. */
#define _POSIX_C_SOURCE 200809L
#include "tool/math.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device.h"
#include "options.h"
#include "tool/math/subject.h"
#ifdef _OPENMP
#include <omp.h>
#endif

/* ---- the measurement ---- */

typedef struct result {
  uint64_t count, digest;
  double worst, a, b; /* the worst error, and where */
} result;

static void merge(result *into, const result *part) {
  into->count += part->count;
  into->digest += part->digest;
  if (part->worst > into->worst) into->worst = part->worst, into->a = part->a, into->b = part->b;
}

/* One block of at most AT_ONCE inputs. Only an error that may exceed the worst one known is measured exactly. */
static void measure_block(const inputs *in, const blocks *with, uint64_t first, int n, result *r) {
  f64 a[AT_ONCE] = {0}, b[AT_ONCE], y[AT_ONCE], e[AT_ONCE];
  inputs_fill(in, first, a, b, n);
  subject_run(in->s, with, a, b, y, n);
  r->digest += digest_results(y, n, first);
  subject_errors(in->s, a, b, y, e, n);
  for (int i = 0; i < n; i++) {
    if (e[i] <= r->worst - MARGIN) continue;
    double exact = subject_error(in->s, a[i], b[i], y[i]);
    if (exact > r->worst) r->worst = exact, r->a = a[i], r->b = b[i];
  }
}

static result measure_range(const inputs *in, const blocks *with, uint64_t first, uint64_t end, double floor) {
  result r = {.count = end - first, .worst = floor};
  for (; first < end; first += AT_ONCE)
    measure_block(in, with, first, end - first < AT_ONCE ? (int)(end - first) : AT_ONCE, &r);
  return r;
}

static void show_progress(const subject *s, uint64_t done, uint64_t all) {
  fprintf(stderr, "\r%s %s %3.0f %% ", s->name, s->fmt->name, 100.0 * (double)done / (double)all);
  if (done >= all) fprintf(stderr, "\r%30s\r", "");
}

/* Each thread's floor is the worst error that any has found; what they find together does not depend on their number.
 */
static result measure(const inputs *in, int threads) {
  const blocks *with = blocks_get(0);
  const uint64_t all = in->spread + in->hard, chunk = (uint64_t)1 << 18;
  const int64_t chunks = (int64_t)((all + chunk - 1) / chunk);
  const int talk = isatty(2);
  result sum = {0};
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic) num_threads(threads)
#endif
  for (int64_t c = 0; c < chunks; c++) {
    uint64_t first = (uint64_t)c * chunk, end = first + chunk < all ? first + chunk : all;
    double floor;
#ifdef _OPENMP
#pragma omp critical(rem_math_sum)
#endif
    floor = sum.worst;
    result part = measure_range(in, with, first, end, floor);
#ifdef _OPENMP
#pragma omp critical(rem_math_sum)
#endif
    {
      merge(&sum, &part);
      if (talk) show_progress(in->s, sum.count, all);
    }
  }
  (void)threads;
  return sum;
}

/* ---- what is printed ---- */

static void place_text(const subject *s, const result *r, const char *format, char *text, size_t bytes) {
  int n = snprintf(text, bytes, format, r->a);
  if (s->args != ARGS_ONE && n > 0 && (size_t)n + 2 < bytes) {
    text[n++] = ',';
    snprintf(text + n, bytes - (size_t)n, format, r->b);
  }
}

static void print_result(const subject *s, const result *r, int json, int first) {
  const int ok = r->worst <= s->ulp;
  char exact[80], readable[80];
  place_text(s, r, "%a", exact, sizeof exact);
  place_text(s, r, "%.7g", readable, sizeof readable);
  if (json)
    printf("%s  {\"fn\": \"%s\", \"dtype\": \"%s\", \"inputs\": %" PRIu64
           ", \"worst_ulp\": %.6g, \"at\": \"%s\", "
           "\"bound_ulp\": %g, \"bound_absolute\": %g, \"digest\": \"%016" PRIx64 "\", \"ok\": %s}",
           first ? "" : ",\n", s->name, s->fmt->name, r->count, r->worst, exact, s->ulp, s->absolute, r->digest,
           ok ? "true" : "false");
  else
    printf("%-8s %-5s %11" PRIu64 "  %9.4f  %6.2f %8.2g  %-4s %016" PRIx64 "  %s (%s)\n", s->name, s->fmt->name,
           r->count, r->worst, s->ulp, s->absolute, ok ? "ok" : "bad", r->digest, exact, readable);
  fflush(stdout);
}

/* ---- the command ---- */

static int check_names(char **words, int n) {
  for (int w = 0; w < n; w++) {
    subject s;
    int known = 0;
    for (int i = 0; !known && subject_get(i, &s); i++) known = !strcmp(s.name, words[w]);
    if (!known) return fprintf(stderr, "remora math: no function '%s' in ops/math.def\n", words[w]), -1;
  }
  return 0;
}

static int measure_all(int exhaustive, uint64_t samples, int threads, int json, char **wanted, int n_wanted) {
  int over = 0, printed = 0;
  subject s;
  if (json) printf("[\n");
  else printf("function dtype      inputs  worst ulp   bound absolute       digest            at\n");
  for (int i = 0; subject_get(i, &s); i++) {
    if (!math_is_wanted(s.name, wanted, n_wanted)) continue;
    if (!s.ref) return 2;
    inputs in = inputs_plan(&s, exhaustive, samples);
    result r = measure(&in, threads);
    print_result(&s, &r, json, printed++ == 0);
    over |= r.worst > s.ulp;
  }
  if (json) printf("\n]\n");
  return over;
}

int cmd_math(int argc, char **argv) {
  int exhaustive = 0, json = 0, digests = 0;
  long long samples = 0, threads = 0;
  const char *on = NULL, *golden = NULL;
  const struct option options[] = {
      {"--exhaustive", NULL, "every f32, 10^9 pairs of them, 10^8 of f64", OPTION_FLAG, &exhaustive},
      {"--samples", "N", "so many inputs beside the hard cases (2^22 of f32, 2^20 of f64)", OPTION_INT, &samples},
      {"--threads", "N", "threads that measure (all cores)", OPTION_INT, &threads},
      {"--json", NULL, "print JSON", OPTION_FLAG, &json},
      {"--digests", NULL, "digests over N inputs (2^24) with every instruction set, errors unmeasured", OPTION_FLAG,
       &digests},
      {"--on", "DEVICE", "digests: of the ops on a device: cuda:N, opencl:N (plain functions and ops on the CPU)",
       OPTION_TEXT, &on},
      {"--golden", "FILE", "digests: compare with a file of them", OPTION_TEXT, &golden},
      {NULL, NULL, NULL, OPTION_FLAG, NULL}};
  const struct command_help help = {"remora math [FUNCTION]... [options]",
                                    "Measures the worst error of the elementary functions, in ulp, and holds them to "
                                    "ops/math.def. REM_CPU names the instruction set to measure with.",
                                    options, NULL};
  int n = options_read(&help, argc, argv);
  if (n < 0) return options_exit(n);
  if (check_names(argv + 1, n)) return 2;
  if (!blocks_get(0)) return fprintf(stderr, "remora math: REM_CPU names no instruction set of this machine\n"), 2;
#ifdef _OPENMP
  if (threads <= 0) threads = omp_get_num_procs();
#endif
  if (digests) return math_digests(on, golden, samples > 0 ? (uint64_t)samples : (uint64_t)1 << 24, argv + 1, n);
  return measure_all(exhaustive, samples > 0 ? (uint64_t)samples : 0, (int)threads, json, argv + 1, n);
}
