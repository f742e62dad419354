/* demo.c: `remora demo`: every op forward and backward on this machine, with what its plan says of itself. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "golden.h"
#include "options.h"
#include "problem.h"
#include "tensors.h"

#ifndef REM_SOURCE_DIR
#define REM_SOURCE_DIR "."
#endif

/* Tensors of 16 MiB: past the private caches of a core, and the whole table takes seconds. */
static const char *const problems[] = {
    "lerp weight=0.25 f32[2048,2048] f32[2048,1]",
    "lerp.bwd weight=0.25 f32[2048,2048] f32[2048,1]",
    "sum axes=1 f32[2048,2048]",
    "sum.bwd axes=1 f32[2048,2048]",
    "mean axes=0 bf16[2048,4096] y:f32",
    "mean.bwd axes=0 bf16[2048,4096]",
    "max axes=1 f32[2048,2048]",
    "max.bwd axes=1 f32[2048,2048] y:",
    "min axes=0 f32[2048,2048]",
    "min.bwd axes=0 f32[2048,2048] y:",
    "prod axes=1 f32[2048,2048]",
    "prod.bwd axes=1 f32[2048,2048]",
    "norm2 axes=1 f16[2048,4096] y:f32",
    "norm2.bwd axes=1 f16[2048,4096] y:f32",
    "logsumexp axes=1 f32[2048,2048]",
    "logsumexp.bwd axes=1 f32[2048,2048] y:",
    "var axes=1 f32[2048,2048]",
    "var.bwd axes=1 f32[2048,2048]",
    "std axes=0 f64[2048,1024]",
    "std.bwd axes=0 f64[2048,1024]",
    "cumsum axis=0 f32[2048,2048]",
    "cumsum.bwd axis=0 f32[2048,2048]",
    "cumprod axis=1 f32[2048,2048]",
    "cumprod.bwd axis=1 f32[2048,2048]",
    "cummax axis=1 f32[2048,2048] index:i64",
    "cummax.bwd axis=1 f32[2048,2048]",
    "cummin axis=0 f32[2048,2048]",
    "cummin.bwd axis=0 f32[2048,2048]",
    "logcumsumexp axis=1 f32[2048,2048]",
    "logcumsumexp.bwd axis=1 f32[2048,2048] y:",
    "linrec axis=0 a:f32[2048,2048] b:f32[2048,2048]",
    "linrec.bwd axis=0 a:f32[2048,2048] y:",
    "pad mode=reflect low=3,3 high=3,3 f32[2048,2048]",
    "pad.bwd mode=reflect low=3,3 high=3,3 f32[2048,2048]",
    "repeat repeats=2,2 f32[1024,1024]",
    "repeat.bwd repeats=2,2 f32[1024,1024]",
};

static const struct {
  const char *name, *says;
} families[] = {
    {"map", "elementwise; operands broadcast, and a broadcast operand's gradient is summed in the same plan"},
    {"row", "reductions over axes"},
    {"scan", "running results along one axis"},
    {"layout", "moves elements; the gradient sums over the places an element went to"},
};

enum { ROUNDS = 7, SEED = 0 }; /* the seed of `remora bits`, which checks the same digests */

struct demo {
  int colour, print_golden;
  struct bench_device *device; /* NULL: the CPU */
  int wrong, failed, known;
  struct golden golden;
  const char *record_path; /* measurements go there too; NULL: nowhere */
  FILE *record;
};

/* ---- digests ------------------------------------------------------------------------------------------- */

/* Runs the plan on the tests' own values. Returns 0, or -1 with a sentence. */
static int digest_of(const rem_plan *plan, uint64_t *digest, char *why, size_t why_bytes) {
  struct trial t;
  rem_error error = {.size = sizeof error};
  int bad = trial_create(&t, plan, SEED, why, why_bytes);
  if (!bad && trial_run(&t, &error)) {
    snprintf(why, why_bytes, "%s", error.text);
    bad = -1;
  }
  if (!bad) *digest = trial_digest(&t);
  trial_destroy(&t);
  return bad;
}

/* ---- the table --------------------------------------------------------------------------------------- */

static const char *paint(const struct demo *d, const char *code) { return d->colour ? code : ""; }

static const char *promise_text(const rem_plan *plan, char *text, size_t size) {
  static const char *const repeats[] = {"none", "this machine", "everywhere"};
  rem_guarantee g = {.size = sizeof g};
  if (rem_plan_guarantee(plan, &g, NULL)) return "?";
  snprintf(text, size, g.sum > 0 ? "%s, %.3g ulp + %.4g e" : "%s, %.3g ulp", repeats[g.repeat], g.ulp, g.sum);
  return text;
}

static void print_row(struct demo *d, const char *line, const struct bench_case *c, const struct measured *m,
                      uint64_t digest) {
  char time[24], promise[64];
  uint64_t golden = 0;
  int known = golden_find(&d->golden, line, &golden), wrong = known && golden != digest;
  const char *bits = !known ? "new" : wrong ? "DIFFER" : "same";
  d->known += known;
  d->wrong += wrong;
  printf("%-58.58s %-30.30s %9s %6.1f %5.2f  %s%s%s\n", line, promise_text(c->plan, promise, sizeof promise),
         seconds_text(m->seconds.middle, time, sizeof time), m->rate * 1e-9, m->share.middle,
         paint(d, wrong   ? "\033[31m"
                  : known ? "\033[32m"
                          : ""),
         bits, paint(d, "\033[0m"));
  printf("%s    %s%s\n", paint(d, "\033[2m"), rem_plan_sku(c->plan), paint(d, "\033[0m"));
  fflush(stdout);
}

static void show_problem(struct demo *d, const char *line) {
  struct parsed parsed;
  struct bench_case c = {0};
  struct measured m;
  rem_desc desc;
  rem_error error = {.size = sizeof error};
  char why[WHY_BYTES] = "";
  uint64_t digest = 0;
  int bad = parse_problem(line, &parsed, why, sizeof why);
  if (!bad) {
    parsed_desc(&parsed, &desc);
    bad = case_open(&c, &desc, 1, d->device, stream_threads(), YARDSTICK_COPY, 0, &error) ||
          (!d->print_golden && measure(&c, ROUNDS, 1, &m, &error));
    if (bad) snprintf(why, sizeof why, "%s", error.text);
  }
  if (!bad) bad = digest_of(c.plan, &digest, why, sizeof why);
  if (bad) printf("%-58.58s %s%s%s\n", line, paint(d, "\033[31m"), why, paint(d, "\033[0m"));
  else if (d->print_golden) printf("%016llx  %s\n", (unsigned long long)digest, line);
  else print_row(d, line, &c, &m, digest);
  if (!bad && d->record) record_json(d->record, line, &c, &m);
  d->failed += bad != 0;
  case_close(&c);
}

static void print_head(const struct demo *d) {
  rem_context *context = NULL, *shown = d->device ? d->device->context : NULL;
  rem_error error = {.size = sizeof error};
  if (!shown && rem_context_create(NULL, &context, &error)) printf("%s\n", error.text);
  if (!shown) shown = context;
  printf(
      "Remora %s on %s.\n\n"
      "Each op runs forward and backward (.bwd) on tensors of 16 MiB. A line is a problem that `remora bench`, "
      "`remora\n"
      "check` or `remora explain` takes as it stands; below it stands the kernel that was chosen.\n"
      "  promise  the same bits on which machines, and the largest error; e: the rounding errors of a sum\n"
      "  GB/s     the fewest bytes the op must move, by its time\n"
      "  copy     the same as a share of what a plain copy of as many bytes reaches here\n"
      "  bits     whether the result equals, bit for bit, the digest kept in tests/golden/demo.txt\n\n",
      rem_version(), shown ? rem_context_device(shown) : "no device");
  rem_context_destroy(context);
  printf("%s%-58s %-30s %9s %6s %5s  %s%s\n", paint(d, "\033[1m"), "problem", "promise", "time", "GB/s", "copy", "bits",
         paint(d, "\033[0m"));
}

static void print_family(const struct demo *d, const char *name) {
  for (size_t i = 0; i < sizeof families / sizeof *families; i++)
    if (!strcmp(name, families[i].name))
      printf("\n%s%s%s: %s\n", paint(d, "\033[1m"), name, paint(d, "\033[0m"), families[i].says);
}

static void print_tail(const struct demo *d) {
  int all = (int)(sizeof problems / sizeof *problems);
  printf("\n");
  if (!d->golden.n) printf("no golden file: the digests could not be compared.\n");
  else
    printf("%d of %d results have the same bits as on the machine that wrote the golden file%s\n", d->known - d->wrong,
           all, d->wrong ? "; a difference is a defect, please report it." : ".");
  if (d->failed) printf("%d problems could not be run.\n", d->failed);
  if (d->record) printf("Next: `remora report %s --html report.html` draws these numbers;", d->record_path);
  else printf("Next:");
  printf(
      " `remora list` names the ops, `remora explain 'PROBLEM'` says why a kernel was chosen, `make test` checks it "
      "all.\n");
}

static int show_all(struct demo *d) {
  const char *family = "";
  char why[WHY_BYTES];
  golden_read(&d->golden, REM_SOURCE_DIR "/tests/golden/demo.txt", why, sizeof why);
  if (!d->print_golden) print_head(d);
  for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
    char op[WORD_BYTES];
    snprintf(op, sizeof op, "%.*s", (int)strcspn(problems[i], ". "), problems[i]);
    const char *its = rem_op_family(op);
    if (its && strcmp(its, family) && !d->print_golden) print_family(d, its);
    family = its ? its : family;
    show_problem(d, problems[i]);
  }
  if (!d->print_golden) print_tail(d);
  golden_free(&d->golden);
  return d->wrong || d->failed ? 1 : 0;
}

static int show_on(struct demo *d, const char *name) {
  struct bench_device device;
  rem_error error = {.size = sizeof error};
  if (device_open(&device, name, &error)) {
    fprintf(stderr, "remora: %s\n", error.text);
    return 2;
  }
  d->device = &device;
  int code = show_all(d);
  device_close(&device);
  return code;
}

int cmd_demo(int argc, char **argv) {
  struct demo d = {.colour = isatty(STDOUT_FILENO)};
  const char *on = "cpu";
  char name[WORD_BYTES];
  const struct option options[] = {
      {"--on", "DEVICE", "cpu, cuda:N, opencl:N (cpu)", OPTION_TEXT, &on},
      {"--record", "FILE", "write the measurements there too, for 'remora report'", OPTION_TEXT, &d.record_path},
      {"--golden", NULL, "prints tests/golden/demo.txt anew", OPTION_FLAG, &d.print_golden},
      {NULL, NULL, NULL, OPTION_FLAG, NULL}};
  const struct command_help help = {"remora demo [options]", "Every op forward and backward: speed, promise, bits.",
                                    options, NULL};
  int n = options_read(&help, argc, argv);
  if (n < 0) return options_exit(n);
  if (n > 0 || device_text(on, name)) {
    fprintf(stderr, "remora: demo takes no problem; 'remora bench' does\nusage: %s\n", help.usage);
    return 2;
  }
  if (d.record_path && !d.print_golden && !(d.record = fopen(d.record_path, "w"))) {
    fprintf(stderr, "remora: %s cannot be written\n", d.record_path);
    return 2;
  }
  int code = strcmp(name, "cpu") ? show_on(&d, name) : show_all(&d);
  if (d.record && fclose(d.record)) code = 2;
  return code;
}
