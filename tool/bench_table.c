/* bench_table.c: how a measurement is printed, for people and for programs. */
#include <string.h>

#include "bench.h"

static const double BAR = 0.85, BAR_WITH_EXP = 0.3, BAR_ACROSS = 0.6;

/* Bars of a device: what a pass over memory should reach, by how the op has to go over it. */
static const double BAR_WIDE = 0.9, BAR_MANY = 0.88, BAR_HALF = 0.85, BAR_FIRST_SCAN = 0.8, BAR_TWICE = 0.6;

/* Whether the gradient of a reduction looks at x twice when its rows do not fit on chip. */
static int looks_twice(const struct problem *p) {
  static const char *const ops[] = {"var", "std", "prod", "max", "min"};
  if (p->pass == REM_FORWARD || problem_uses_saved(p, "mean")) return 0;
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
    if (!strcmp(p->entry->name, ops[i])) return 1;
  return 0;
}

static int is_whole(const struct problem *p, const rem_view *v) {
  return v->rank == p->rank && !memcmp(v->shape, p->shape, (size_t)p->rank * sizeof *v->shape);
}

/* Whether tensors of an elementwise op lie across each other in memory: the same shape, and other axes along it. */
static int lies_across(const struct problem *p) {
  int first = -1;
  for (int i = 0; i < p->n_slots && p->entry->family == FAMILY_MAP; i++) {
    int axis = is_whole(p, &p->views[i]) ? view_last_axis(&p->views[i]) : -1;
    if (axis >= 0 && first >= 0 && axis != first) return 1;
    first = axis >= 0 ? axis : first;
  }
  return 0;
}

/* Halves, or nothing wider than they are. */
static int is_narrow(const struct problem *p) {
  int half = 0, wide = 0;
  for (int i = 0; i < p->n_slots; i++) {
    if (p->views[i].rank < 0) continue;
    half |= p->views[i].dtype == REM_F16 || p->views[i].dtype == REM_BF16;
    wide |= rem_dtype_size(p->views[i].dtype) > 2;
  }
  return half || !wide;
}

static double device_bar(const struct bench_case *c) {
  const struct problem *p = &c->plan->problem;
  int along_last = p->rank == 0 || (p->axes >> (p->rank - 1) & 1);
  if (p->entry->family == FAMILY_ROW && !along_last && looks_twice(p)) return BAR_TWICE;
  if (p->entry->family == FAMILY_SCAN && !along_last) return BAR_FIRST_SCAN;
  return is_narrow(p) ? BAR_HALF : c->members > 1 ? BAR_MANY : BAR_WIDE;
}

static double bar_for(const struct bench_case *c) {
  return lies_across(&c->plan->problem) ? BAR_ACROSS : c->device ? device_bar(c) : BAR;
}

enum bar bar_of(const struct bench_case *c, const struct measured *m) {
  if (m->share.middle <= 0) return BAR_NONE;
  if (m->share.middle >= bar_for(c)) return BAR_MET;
  if (m->limit > 0 && m->limit < 1 && share_of_limit(m) >= BAR) return BAR_LIMIT;
  return case_transcends(c) && m->share.middle >= BAR_WITH_EXP ? BAR_INSTRUCTIONS : BAR_MISSED;
}

double share_of_limit(const struct measured *m) {
  return m->limit > 0 ? m->share.middle / (m->limit < 1 ? m->limit : 1) : 0;
}

const char *bar_text(enum bar bar) {
  static const char *const bars[BARS] = {"met", "at limit", "exp/log", "MISSED", "-"};
  return bars[bar];
}

const char *seconds_text(double seconds, char *text, size_t size) {
  static const struct {
    double unit;
    const char *name;
  } units[] = {{1, "s "}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}};
  int i = 0;
  while (i < 3 && seconds < units[i].unit) i++;
  snprintf(text, size, "%6.4g %s", seconds / units[i].unit, units[i].name);
  return text;
}

void table_head(FILE *to) {
  fprintf(to, "%-64s %3s %9s %6s  %-22s %5s %7s %-8s %9s %9s  %s\n", "# problem", "thr", "time", "GB/s",
          "share of the stream", "limit", "cyc/el", "bar", "plan", "again", "kernel");
}

void table_row(FILE *to, const char *line, const struct bench_case *c, const struct measured *m) {
  char time[24], first[24], again[24], share[40] = "-", limit[16] = "-", cycles[16] = "-";
  enum bar v = bar_of(c, m);
  if (v != BAR_NONE)
    snprintf(share, sizeof share, "%.2f [%.2f..%.2f] %s", m->share.middle, m->share.low, m->share.high, m->yardstick);
  if (m->limit > 0) snprintf(limit, sizeof limit, "%.2f", m->limit);
  if (v != BAR_MET && m->cycles > 0) snprintf(cycles, sizeof cycles, "%.2f", m->cycles);
  fprintf(to, "%-64s %3d %9s %6.2f  %-22s %5s %7s %-8s %9s %9s  %s\n", line, c->threads,
          seconds_text(m->seconds.middle, time, sizeof time), m->rate * 1e-9, share, limit, cycles, bar_text(v),
          seconds_text(c->plan_first, first, sizeof first), seconds_text(c->plan_again, again, sizeof again),
          rem_plan_sku(c->plan));
}
