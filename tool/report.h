/* report.h: what a command prints: one line for each problem, counts, progress; as text or as JSON. */
#ifndef TOOL_REPORT_H
#define TOOL_REPORT_H

#include <stdint.h>
#include <stdio.h>

enum verdict { VERDICT_OK, VERDICT_WEAK, VERDICT_FAIL, VERDICTS };

struct report {
  int json;
  int quiet; /* print failures and the closing lines only */
  int64_t counts[VERDICTS];
  int64_t total; /* problems to come, for progress; 0: not known */
  int progress;  /* whether a progress line may be shown         */
  int shown;     /* whether one is on the screen                 */
};

void report_begin(struct report *r, int64_t total);

/* One problem: "PROBLEM  # ok text". Text is one sentence; extra is JSON members to add, or NULL. */
void report_problem(struct report *r, const char *problem, enum verdict verdict, const char *extra, const char *format,
                    ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 5, 6)))
#endif
    ;

/* Shows how far the sweep is, where stderr is a terminal. */
void report_progress(struct report *r, const char *problem);

/* The exit code: 0 when all passed, 1 when some failed, 2 when there was none; report_end prints the counts too. */
int report_exit(struct report *r);
int report_end(struct report *r);

/* Text as a JSON string, with its quotes. */
void json_text(FILE *file, const char *text);

#endif
