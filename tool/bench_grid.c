/* bench_grid.c: looks for cliffs: each op over shapes [outer, n, inner] along the middle axis, and the cells that fall
 * behind what the op reaches at its best. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "problem.h"

/* A line of the problem language; %s is the dtype and shape of the large tensors. */
static const struct {
  const char *op, *line;
} lines[] = {
    {"sum", "sum axes=1 %s"},
    {"sum", "sum.bwd axes=1 %s"},
    {"max", "max axes=1 %s"},
    {"max", "max.bwd axes=1 %s y:"},
    {"logsumexp", "logsumexp axes=1 %s"},
    {"logsumexp", "logsumexp.bwd axes=1 %s y:"},
    {"var", "var axes=1 %s"},
    {"var", "var.bwd axes=1 %s mean:"},
    {"prod", "prod axes=1 %s"},
    {"prod", "prod.bwd axes=1 %s"},
    {"cumsum", "cumsum axis=1 %s"},
    {"cumsum", "cumsum.bwd axis=1 %s"},
    {"cumprod", "cumprod axis=1 %s"},
    {"cumprod", "cumprod.bwd axis=1 %s"},
    {"cummax", "cummax axis=1 %s"},
    {"cummax", "cummax.bwd axis=1 %s"},
    {"cummin", "cummin axis=1 %s"},
    {"cummin", "cummin.bwd axis=1 %s"},
    {"logcumsumexp", "logcumsumexp axis=1 %s"},
    {"logcumsumexp", "logcumsumexp.bwd axis=1 %s y:"},
    {"linrec", "linrec axis=1 a:%s b:"},
    {"linrec", "linrec.bwd axis=1 a:%s y:"},
};

enum { MAX_CELLS = 128 };

/* A cell is compared with cells that move about as many bytes or more: what fits a cache is no measure for what does
 * not, but what lies in memory is one for what fits a cache. */
static const double ABOUT = 0.7;

static const double SHORT_SECONDS = 20e-6, CLIFF = 0.5;
static const int64_t sides[] = {1, 2, 4, 32, 4096}, extents[] = {16, 1 << 10, 64 << 10, 1 << 20};

struct cell {
  char problem[160];
  double seconds, rate, bytes, share;
};

struct sheet { /* one op and pass with one number of threads */
  const struct bench_options *o;
  int threads;
  int n, refused;
  struct cell cells[MAX_CELLS];
};

static void measure_cell(struct sheet *s, const char *line) {
  struct parsed parsed;
  struct bench_case c;
  struct measured m;
  rem_desc desc;
  rem_error error = {.size = sizeof error};
  char why[WHY_BYTES];
  if (parse_problem(line, &parsed, why, sizeof why)) {
    fprintf(stderr, "%s # %s\n", line, why);
    s->refused++;
    return;
  }
  parsed_desc(&parsed, &desc);
  int copies = s->o->device && !s->o->alone;
  rem_status status =
      case_open(&c, &desc, 1, s->o->device, s->threads, copies ? YARDSTICK_COPY : YARDSTICK_NONE, 0, &error);
  c.busy = s->o->busy;
  if (!status) status = measure(&c, s->o->rounds, copies, &m, &error);
  if (!status && s->n < MAX_CELLS) {
    struct cell *cell = &s->cells[s->n++];
    *cell = (struct cell){"", m.seconds.middle, m.rate, c.bytes, m.share.middle};
    snprintf(cell->problem, sizeof cell->problem, "%s", line);
    if (s->o->json) record_json(stdout, line, &c, &m);
  } else if (status) {
    fprintf(stderr, "%s # %s: %s\n", line, rem_status_name(status), error.text);
    s->refused++;
  }
  case_close(&c);
}

static void measure_sheet(struct sheet *s, const char *form) {
  size_t size = 0;
  for (int d = 1; rem_dtype_name(d); d++)
    if (!strcmp(rem_dtype_name(d), s->o->dtype)) size = rem_dtype_size(d);
  for (int a = 0; a < 5; a++)
    for (int b = 0; b < 4; b++)
      for (int c = 0; c < 5; c++) {
        char shape[80], line[160];
        double bytes = (double)sides[a] * (double)extents[b] * (double)sides[c] * (double)size;
        if (bytes > s->o->limit_bytes || bytes < s->o->least_bytes) continue;
        snprintf(shape, sizeof shape, "%s[%" PRId64 ",%" PRId64 ",%" PRId64 "]", s->o->dtype, sides[a], extents[b],
                 sides[c]);
        snprintf(line, sizeof line, form, shape);
        measure_cell(s, line);
      }
}

/* The op's best among cells of at least so many bytes, short runs apart. */
static double best_rate(const struct sheet *s, double bytes) {
  double best = 0;
  for (int i = 0; i < s->n; i++)
    if (s->cells[i].bytes >= bytes && s->cells[i].seconds >= SHORT_SECONDS && s->cells[i].rate > best)
      best = s->cells[i].rate;
  return best;
}

static void print_cliff(const struct sheet *s, const struct cell *c, double ratio) {
  char time[24];
  printf("%-64s threads %d: %s, %.2f GB/s, %.2f of the best\n", c->problem, s->threads,
         seconds_text(c->seconds, time, sizeof time), c->rate * 1e-9, ratio);
}

/* Prints every cell below half of the op's best and a summary; returns how many cells there are. */
static int report(const struct sheet *s, const char *form) {
  int cliffs = 0, judged = 0, below_all = 0;
  double worst = 1, best = best_rate(s, 0);
  for (int i = 0; i < s->n; i++) {
    const struct cell *c = &s->cells[i];
    if (c->seconds < SHORT_SECONDS) continue;
    double ratio = c->rate / best_rate(s, ABOUT * c->bytes);
    judged++;
    worst = ratio < worst ? ratio : worst;
    below_all += c->rate < CLIFF * best;
    cliffs += ratio < CLIFF;
    if (ratio < CLIFF) print_cliff(s, c, ratio);
  }
  printf(
      "# %.*s, %d thread%s: %d cells, %d of 20 us or more, %d of them below %.1f, worst %.2f; best %.1f GB/s, in "
      "memory "
      "%.1f GB/s (%d below half of the former)\n",
      (int)strcspn(form, " "), form, s->threads, s->threads > 1 ? "s" : "", s->n, judged, cliffs, CLIFF, worst,
      best * 1e-9, best_rate(s, 64 << 20) * 1e-9, below_all);
  fflush(stdout);
  return cliffs;
}

/* On a device a cell of LARGE bytes is held against a copy of as many; a smaller one may take LATE seconds more than its
 * bytes do at the best rate of a copy. Prints those that fail; returns how many. */
static int report_device(const struct sheet *s, const char *form) {
  static const double LARGE = 64 << 20, BAR = 0.6, LATE = 12e-6;
  double worst = 1, latest = 0, best = s->o->device->best_rate;
  int cliffs = 0, large = 0;
  for (int i = 0; i < s->n; i++) {
    const struct cell *c = &s->cells[i];
    double late = best > 0 ? c->seconds - c->bytes / best : 0;
    int is_large = c->bytes >= LARGE, fails = is_large ? c->share < BAR : late > LATE;
    large += is_large;
    if (is_large && c->share < worst) worst = c->share;
    if (!is_large && late > latest) latest = late;
    cliffs += fails;
    if (fails)
      printf("%-64s %8.2f us, %.0f GB/s, %.2f of a copy, %.1f us late\n", c->problem, c->seconds * 1e6, c->rate * 1e-9,
             c->share, late * 1e6);
  }
  printf("# %.*s: %d cells of 64 MiB or more, worst %.2f of a copy; %d smaller ones, at most %.1f us late; %d fail\n",
         (int)strcspn(form, " "), form, large, worst, s->n - large, latest * 1e6, cliffs);
  fflush(stdout);
  return cliffs;
}

static int chosen(const char *ops, const char *op) {
  size_t length = strlen(op);
  for (const char *at = ops; at && *at; at += strcspn(at, ","), at += *at == ',')
    if (strcspn(at, ",") == length && !memcmp(at, op, length)) return 1;
  return ops == NULL;
}

int bench_grid(const struct bench_options *o) {
  struct sheet *s = malloc(sizeof *s);
  int cliffs = 0, cells = 0, refused = 0;
  if (!s) return 1;
  for (size_t k = 0; k < sizeof lines / sizeof *lines; k++)
    for (int t = 0; t < o->n_threads && chosen(o->ops, lines[k].op); t++) {
      *s = (struct sheet){.o = o, .threads = o->threads[t]};
      measure_sheet(s, lines[k].line);
      if (!o->json) cliffs += (o->device && !o->alone ? report_device : report)(s, lines[k].line);
      cells += s->n;
      refused += s->refused;
    }
  if (!o->json && o->device) printf("# %d cells, %d fail, %d refused\n", cells, cliffs, refused);
  else if (!o->json) printf("# %d cells, %d below %.1f of the op's best, %d refused\n", cells, cliffs, CLIFF, refused);
  free(s);
  return refused ? 1 : 0;
}
