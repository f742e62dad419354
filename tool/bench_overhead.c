/* bench_overhead.c: what a call costs beside the arithmetic: planning a new and a repeated problem, and running on 8
 * elements and on none. */
#include <inttypes.h>
#include <string.h>

#include "bench.h"
#include "problem.h"

/* %d is an extent. */
static const char *const forms[] = {
    "lerp weight=0.25 f32[%d] f32[%d]",
    "lerp.bwd weight=0.25 f32[%d] f32[%d]",
    "sum axes=1 f32[1,%d]",
    "max.bwd axes=1 f32[1,%d] y:f32",
    "logsumexp axes=1 bf16[1,%d]",
    "logsumexp.bwd axes=1 bf16[1,%d] y:f32",
    "var.bwd axes=1 f32[1,%d] mean:f32",
    "prod.bwd axes=1 f32[1,%d]",
    "cumsum axis=1 f32[1,%d]",
    "cumprod.bwd axis=1 f32[1,%d]",
    "logcumsumexp axis=1 f32[1,%d]",
    "linrec.bwd axis=1 a:f32[1,%d] y:f32",
    "pad low=0,0 high=0,0 mode=reflect f32[1,%d]",
    "repeat repeats=1,1 f32[1,%d]",
};
enum { NEW_PROBLEMS = 101, REPEATS = 501, RUNS = 201, SAMPLES = 101 };

struct overhead {
  struct spread fresh, again; /* seconds of rem_plan_create                    */
  double eight, empty;        /* seconds of a run on 8 elements and on none    */
};

static rem_status plan_line(rem_context *context, const char *form, int extent, rem_plan **plan, double *seconds,
                            rem_error *error) {
  struct parsed parsed;
  rem_desc desc;
  char line[160], why[WHY_BYTES];
  snprintf(line, sizeof line, form, extent, extent);
  if (parse_problem(line, &parsed, why, sizeof why)) {
    snprintf(error->text, sizeof error->text, "%.200s", why);
    return REM_INVALID;
  }
  parsed_desc(&parsed, &desc);
  double start = clock_seconds();
  rem_status status = rem_plan_create(context, &desc, plan, error);
  *seconds = clock_seconds() - start;
  return status;
}

/* Extents lo, lo + step, ...: step 0 plans one problem over and over. */
static rem_status time_plans(rem_context *context, const char *form, int step, int n, struct spread *seconds,
                             rem_error *error) {
  double sample[REPEATS];
  for (int i = 0; i < n; i++) {
    rem_plan *plan = NULL;
    rem_status status = plan_line(context, form, 1000 + i * step, &plan, &sample[i], error);
    rem_plan_destroy(plan);
    if (status) return status;
  }
  *seconds = spread_of(sample, n);
  return REM_OK;
}

static rem_status time_runs(const char *form, int extent, double *seconds, rem_error *error) {
  struct parsed parsed;
  struct bench_case c;
  rem_desc desc;
  char line[160], why[WHY_BYTES];
  double sample[SAMPLES];
  snprintf(line, sizeof line, form, extent, extent);
  if (parse_problem(line, &parsed, why, sizeof why)) return REM_INVALID;
  parsed_desc(&parsed, &desc);
  rem_status status = case_open(&c, &desc, 1, YARDSTICK_NONE, error);
  for (int s = 0; s < SAMPLES && !status; s++) {
    double start = clock_busy();
    for (int i = 0; i < RUNS && !status; i++) status = case_run(&c, error);
    sample[s] = (clock_busy() - start) / RUNS;
  }
  if (!status) *seconds = spread_of(sample, SAMPLES).middle;
  case_close(&c);
  return status;
}

static rem_status measure_form(rem_context *context, const char *form, struct overhead *h, rem_error *error) {
  memset(h, 0, sizeof *h);
  rem_status status = time_plans(context, form, 1, NEW_PROBLEMS, &h->fresh, error);
  if (!status) status = time_plans(context, form, 0, REPEATS, &h->again, error);
  if (!status) status = time_runs(form, 8, &h->eight, error);
  if (!status) time_runs(form, 0, &h->empty, NULL); /* some ops have no value for nothing: then it stays 0 */
  return status;
}

static void print_form(const struct bench_options *o, const char *form, const struct overhead *h) {
  char line[160];
  snprintf(line, sizeof line, form, 8, 8);
  if (o->json)
    printf("{\"problem\": \"%s\", \"plan_new\": %.4g, \"plan_again\": %.4g, \"run_8\": %.4g, \"run_0\": %.4g}\n", line,
           h->fresh.middle, h->again.middle, h->eight, h->empty);
  else
    printf("%-48s %7.2f %7.2f %9.2f %9.0f %9.0f\n", line, h->fresh.middle * 1e6, h->fresh.high * 1e6,
           h->again.middle * 1e6, h->eight * 1e9, h->empty * 1e9);
}

int bench_overhead(const struct bench_options *o) {
  rem_error error = {.size = sizeof error};
  rem_context *context;
  int over = 0;
  if (rem_context_create(NULL, &context, &error)) return fprintf(stderr, "%s\n", error.text), 1;
  if (!o->json)
    printf(
        "# plans in microseconds (bars: 20 new, 5 repeated), runs in nanoseconds (bar: 300 on 8 elements)\n"
        "%-48s %7s %7s %9s %9s %9s\n",
        "# problem", "new", "3rd q.", "repeated", "run of 8", "run of 0");
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    struct overhead h;
    rem_status status = measure_form(context, forms[i], &h, &error);
    if (status) fprintf(stderr, "%s # %s: %s\n", forms[i], rem_status_name(status), error.text);
    else print_form(o, forms[i], &h);
    over += status || h.fresh.middle > 20e-6 || h.again.middle > 5e-6 || h.eight > 300e-9;
  }
  rem_context_destroy(context);
  if (!o->json) printf("# %d of %zu over a bar\n", over, sizeof forms / sizeof *forms);
  return 0;
}
