/* fuzz_parse.c: bytes as a problem line. What can be read and resolved is printed; the print must be read back as the
 * same problem, and print the same again; so must every problem of the line's sets and ranges. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "must.h"
#include "tool/expand.h"
#include "tool/problem.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_TEXT = 4096, MOST_LINES = 64 };

/* 1: the line is a problem that the library accepts. */
static int resolve(const char *line, struct parsed *parsed, struct problem *problem) {
  rem_desc desc;
  rem_error error = {.size = sizeof error};
  rem_status status;
  char why[WHY_BYTES] = "";
  if (parse_problem(line, parsed, why, sizeof why)) {
    MUST(*why && strlen(why) < sizeof why);
    return 0;
  }
  parsed_desc(parsed, &desc);
  memset(problem, 0, sizeof *problem);
  status = problem_resolve(&desc, problem, &error);
  MUST(status == REM_OK || (error.status == (int)status && error.text[0] && !strchr(error.text, '\n')));
  return status == REM_OK;
}

static void same_views(const struct problem *a, const struct problem *b) {
  int i, k;
  for (i = 0; i < a->n_slots; i++) {
    const rem_view *v = &a->views[i], *w = &b->views[i];
    int empty = 0;
    MUST(v->rank == w->rank);
    for (k = 0; k < v->rank; k++) empty |= v->shape[k] == 0;
    for (k = 0; k < v->rank; k++) {
      MUST(v->shape[k] == w->shape[k]);
      MUST(empty || v->shape[k] == 1 || v->stride[k] == w->stride[k]);
    }
    MUST(v->rank < 0 || v->dtype == w->dtype);
  }
}

static void one_line(const char *line) {
  static struct parsed parsed;
  static struct problem problem, again;
  static char text[MOST_TEXT], second[MOST_TEXT];
  int length;
  if (!resolve(line, &parsed, &problem)) return;
  length = problem_text(&problem, text, sizeof text);
  MUST(length > 0 && length < MOST_TEXT && (int)strlen(text) == length);
  MUST(resolve(text, &parsed, &again));
  MUST(problem_text(&again, second, sizeof second) == length && !strcmp(text, second));
  MUST(again.entry == problem.entry && again.pass == problem.pass && again.accumulate == problem.accumulate);
  MUST(again.compute == problem.compute && again.axes == problem.axes && again.rank == problem.rank);
  same_views(&problem, &again);
  /* A text that does not fit is cut, never overrun, and its length is still told. */
  memset(second, 'x', sizeof second);
  MUST(problem_text(&problem, second, 8) == length && strlen(second) == 7 && second[8] == 'x');
}

static int each(void *arg, const char *line) {
  int *left = arg;
  one_line(line);
  return --*left == 0;
}

/* Lines that read files are left out: the answer would depend on the machine. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char line[LINE_BYTES], why[WHY_BYTES] = "";
  int left = MOST_LINES;
  if (size >= sizeof line) return 0;
  memcpy(line, data, size);
  line[size] = 0;
  if (line[strspn(line, " \t\r\n\v\f")] == '@') return 0;
  one_line(line);
  if (expand_line(line, each, &left, why, sizeof why) == -1) MUST(*why);
  return 0;
}

#include "standalone.h"
