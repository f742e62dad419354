/* report.c: what a command prints: one line for each problem, counts, progress; as text or as JSON. */
#define _POSIX_C_SOURCE 200809L
#include "report.h"

#include <inttypes.h>
#include <stdarg.h>
#include <unistd.h>

void json_text(FILE *file, const char *text) {
  fputc('"', file);
  for (; *text; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\') fprintf(file, "\\%c", c);
    else if (c < 32) fprintf(file, "\\u%04x", c);
    else fputc(c, file);
  }
  fputc('"', file);
}

void report_begin(struct report *r, int64_t total) {
  r->total = total;
  r->progress = isatty(STDERR_FILENO);
}

static int64_t done(const struct report *r) {
  return r->counts[VERDICT_OK] + r->counts[VERDICT_WEAK] + r->counts[VERDICT_FAIL];
}

void report_progress(struct report *r, const char *problem) {
  if (!r->progress) return;
  fprintf(stderr, "\r\033[K%" PRId64 "/%" PRId64 "  %.60s", done(r), r->total, problem);
  fflush(stderr);
  r->shown = 1;
}

static void clear(struct report *r) {
  if (r->shown) fprintf(stderr, "\r\033[K");
  r->shown = 0;
}

void report_problem(struct report *r, const char *problem, enum verdict verdict, const char *extra, const char *format,
                    ...) {
  static const char *const words[VERDICTS] = {"ok", "weak", "FAIL"};
  char text[1024];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  r->counts[verdict]++;
  if (r->quiet && verdict != VERDICT_FAIL) return;
  clear(r);
  if (!r->json) {
    printf("%s  # %s %s\n", problem, words[verdict], text);
    return;
  }
  printf("{\"problem\":");
  json_text(stdout, problem);
  printf(",\"verdict\":\"%s\",\"text\":", words[verdict]);
  json_text(stdout, text);
  printf("%s%s}\n", extra ? "," : "", extra ? extra : "");
}

int report_exit(struct report *r) {
  clear(r);
  return r->counts[VERDICT_FAIL] ? 1 : done(r) ? 0 : 2;
}

int report_end(struct report *r) {
  int64_t weak = r->counts[VERDICT_WEAK], failed = r->counts[VERDICT_FAIL], passed = done(r) - failed;
  clear(r);
  if (r->json) {
    printf("{\"passed\":%" PRId64 ",\"failed\":%" PRId64 ",\"weak\":%" PRId64 "}\n", passed, failed, weak);
  } else {
    if (weak) printf("%" PRId64 " weak: the result proves little\n", weak);
    printf("%" PRId64 " passed, %" PRId64 " failed\n", passed, failed);
  }
  return report_exit(r);
}
