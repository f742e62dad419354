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
  double compiled, loaded;    /* on a device: seconds of the first plan, without kernels on disk and with them */
};

static const struct bars {
  double fresh, again, eight;
} cpu_bars = {20e-6, 5e-6, 300e-9}, device_bars = {10e-6, 10e-6, 6e-6};

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

/* Seconds of the calls alone: a device may run them later, and is waited for when they have been timed. */
static rem_status sample_runs(const struct bench_case *c, double *seconds, rem_error *error) {
  rem_status status = REM_OK;
  double (*clock)(void) = c->device ? clock_seconds : clock_busy, start = clock();
  for (int i = 0; i < RUNS && !status; i++) status = case_run(c, 0, error);
  *seconds = (clock() - start) / RUNS;
  return status || !c->device ? status : device_wait(c, error);
}

static rem_status time_runs(struct bench_device *device, const char *form, int extent, double *seconds,
                            rem_error *error) {
  struct parsed parsed;
  struct bench_case c;
  rem_desc desc;
  char line[160], why[WHY_BYTES];
  double sample[SAMPLES];
  snprintf(line, sizeof line, form, extent, extent);
  if (parse_problem(line, &parsed, why, sizeof why)) return REM_INVALID;
  parsed_desc(&parsed, &desc);
  rem_status status = case_open(&c, &desc, 1, device, 1, YARDSTICK_NONE, 0, error);
  for (int s = 0; s < SAMPLES && !status; s++) status = sample_runs(&c, &sample[s], error);
  if (!status) *seconds = spread_of(sample, SAMPLES).middle;
  case_close(&c);
  return status;
}

/* Plans once in a context of its own. cache as in rem_context_desc: "" compiles, NULL finds what was compiled before. */
static rem_status time_first(const struct bench_options *o, const char *form, const char *cache, double *seconds,
                             rem_error *error) {
  rem_context_desc desc = {.size = sizeof desc, .device = o->on, .cache = cache};
  rem_context *context = NULL;
  rem_plan *plan = NULL;
  rem_status status = rem_context_create(&desc, &context, error);
  if (!status) status = plan_line(context, form, 1000, &plan, seconds, error);
  rem_plan_destroy(plan);
  rem_context_destroy(context);
  return status;
}

static rem_status measure_form(const struct bench_options *o, rem_context *context, const char *form,
                               struct overhead *h, rem_error *error) {
  memset(h, 0, sizeof *h);
  rem_status status = time_plans(context, form, 1, NEW_PROBLEMS, &h->fresh, error);
  if (!status) status = time_plans(context, form, 0, REPEATS, &h->again, error);
  if (!status) status = time_runs(o->device, form, 8, &h->eight, error);
  if (!status) time_runs(o->device, form, 0, &h->empty, NULL); /* some ops have no value for nothing: then it stays 0 */
  if (!status && o->device) status = time_first(o, form, "", &h->compiled, error);
  if (!status && o->device) status = time_first(o, form, NULL, &h->loaded, error);
  return status;
}

static void print_form(const struct bench_options *o, const char *form, const struct overhead *h) {
  char line[160];
  snprintf(line, sizeof line, form, 8, 8);
  if (o->json)
    printf("{\"problem\": \"%s\", \"plan_new\": %.4g, \"plan_again\": %.4g, \"run_8\": %.4g, \"run_0\": %.4g", line,
           h->fresh.middle, h->again.middle, h->eight, h->empty);
  else
    printf("%-48s %7.2f %7.2f %9.2f %9.0f %9.0f", line, h->fresh.middle * 1e6, h->fresh.high * 1e6,
           h->again.middle * 1e6, h->eight * 1e9, h->empty * 1e9);
  if (o->json && o->device) printf(", \"plan_compiled\": %.4g, \"plan_loaded\": %.4g", h->compiled, h->loaded);
  else if (o->device) printf(" %9.1f %9.2f", h->compiled * 1e3, h->loaded * 1e3);
  printf(o->json ? "}\n" : "\n");
}

static void print_head(const struct bench_options *o, const struct bars *bars) {
  printf(
      "# plans in microseconds (bars: %g new, %g repeated), runs in nanoseconds (bar: %g on 8 elements)%s\n"
      "%-48s %7s %7s %9s %9s %9s%s\n",
      bars->fresh * 1e6, bars->again * 1e6, bars->eight * 1e9,
      o->device ? "; a first plan in milliseconds (bars: 250 compiled, 2 loaded)" : "", "# problem", "new", "3rd q.",
      "repeated", "run of 8", "run of 0", o->device ? "  compiled    loaded" : "");
}

int bench_overhead(const struct bench_options *o) {
  rem_error error = {.size = sizeof error};
  rem_context_desc desc = {.size = sizeof desc, .device = o->device ? o->on : NULL};
  const struct bars *bars = o->device ? &device_bars : &cpu_bars;
  rem_context *context;
  int over = 0;
  if (rem_context_create(&desc, &context, &error)) return fprintf(stderr, "%s\n", error.text), 1;
  if (!o->json) print_head(o, bars);
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    struct overhead h;
    rem_status status = measure_form(o, context, forms[i], &h, &error);
    if (status) fprintf(stderr, "%s # %s: %s\n", forms[i], rem_status_name(status), error.text);
    else print_form(o, forms[i], &h);
    over += status || h.fresh.middle > bars->fresh || h.again.middle > bars->again || h.eight > bars->eight ||
            h.compiled > 250e-3 || h.loaded > 2e-3;
  }
  rem_context_destroy(context);
  if (!o->json) printf("# %d of %zu over a bar\n", over, sizeof forms / sizeof *forms);
  return 0;
}
