/* bench_record.c: a measurement as one JSON object a line, with where and when it was made. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "report.h"
#include "revision.h"

/* The processor's name, as Linux tells it, and how many of them there are: "AMD EPYC 9654, 192 CPUs". */
static void machine_text(char *text, size_t size) {
  char line[256], name[128] = "unknown processor";
  FILE *file = fopen("/proc/cpuinfo", "r");
  while (file && fgets(line, sizeof line, file))
    if (!strncmp(line, "model name", 10) && strchr(line, ':')) {
      snprintf(name, sizeof name, "%.100s", strchr(line, ':') + 2);
      break;
    }
  if (file) fclose(file);
  name[strcspn(name, "\n")] = 0;
  snprintf(text, size, "%s, %ld CPUs", name, sysconf(_SC_NPROCESSORS_ONLN));
}

static void print_text(FILE *to, const char *key, const char *value) {
  fprintf(to, "\"%s\": ", key);
  json_text(to, value);
  fprintf(to, ", ");
}

static void print_where(FILE *to) {
  char machine[160], when[32];
  time_t now = time(NULL);
  struct tm utc;
  machine_text(machine, sizeof machine);
  gmtime_r(&now, &utc);
  strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &utc);
  print_text(to, "machine", machine);
  print_text(to, "version", rem_version());
  print_text(to, "revision", tool_revision);
  print_text(to, "time", when);
}

static void print_times(FILE *to, const struct bench_case *c, const struct measured *m) {
  double compile = c->device && c->plan_first > c->plan_again ? c->plan_first - c->plan_again : 0;
  fprintf(to, "\"seconds\": %.6g, \"seconds_low\": %.6g, \"seconds_high\": %.6g, \"bytes\": %.0f, \"rate\": %.6g, ",
          m->seconds.middle, m->seconds.low, m->seconds.high, c->bytes, m->rate);
  fprintf(to, "\"share\": %.4f, \"share_low\": %.4f, \"share_high\": %.4f, \"stream\": \"%s\", ", m->share.middle,
          m->share.low, m->share.high, strcmp(m->yardstick, "nt") ? m->yardstick : "nontemporal");
  fprintf(to, "\"plan_first\": %.4g, \"plan_again\": %.4g, \"compile\": %.4g, \"rounds\": %d, ", c->plan_first,
          c->plan_again, compile, m->rounds);
}

/* What binds; null where the limit of instructions was not measured. */
static void print_limit(FILE *to, const struct bench_case *c, const struct measured *m) {
  static const char *const binds[BARS] = {
      [BAR_MET] = "memory", [BAR_LIMIT] = "instructions", [BAR_INSTRUCTIONS] = "instructions"};
  enum bar bar = bar_of(c, m);
  fprintf(to, "\"bar\": \"%s\", \"binds\": \"%s\", ", bar_text(bar), binds[bar] ? binds[bar] : "");
  if (m->limit > 0) fprintf(to, "\"limit\": %.4f, \"of_limit\": %.4f, ", m->limit, share_of_limit(m));
  else fprintf(to, "\"limit\": null, \"of_limit\": null, ");
  print_text(to, "limit_why", m->limit_why);
  fprintf(to, "\"cycles\": %.4f, ", m->cycles);
}

void record_json(FILE *to, const char *line, const struct bench_case *c, const struct measured *m) {
  fprintf(to, "{");
  print_text(to, "problem", line);
  print_text(to, "full", rem_plan_problem(c->plan));
  print_text(to, "device", rem_context_device(c->context));
  fprintf(to, "\"threads\": %d, \"members\": %d, ", c->threads, c->members);
  print_times(to, c, m);
  print_limit(to, c, m);
  print_where(to);
  fprintf(to, "\"sku\": \"%s\"}\n", rem_plan_sku(c->plan));
  fflush(to);
}
