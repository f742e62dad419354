/* sweep.h: carries a command over every problem of its command line. */
#ifndef TOOL_SWEEP_H
#define TOOL_SWEEP_H

#include "core/plan.h"
#include "problem.h"
#include "report.h"

enum { MAX_OPENED = 8 };

struct sweep {
  struct report report;
  long long seeds, first_seed; /* of commands that fill test cases */
  long long threads;           /* of the contexts; 0: as many as OpenMP would use   */
  const char *cpu;             /* instruction set: baseline, avx2, avx512, neon; NULL: the best */
  /* Judges one problem; line is its text and reports it through report_problem. */
  void (*judge)(struct sweep *s, const char *line, struct parsed *parsed);
  void *arg;         /* the command's own */
  int silent_end;    /* print no counts in the end */
  const char *on;    /* device of lines without on=; NULL: the CPU */
  const char *pack;  /* file of compiled kernels for the contexts; NULL: none            */
  long long imagine; /* multiprocessors of an imaginary device on which all is planned; 0: none is */
  struct opened {
    char device[WORD_BYTES];
    rem_context *context;
  } opened[MAX_OPENED]; /* one for each device, and so its compiled kernels, for the whole run */
  int n_opened;
};

/* Runs over the problems of words[0 .. n). Returns the exit code. */
int sweep_run(struct sweep *s, int n, char **words);

/* The whole of a command that judges each problem with several test cases: reads the options that all of them have, then
 * runs. Returns the exit code. */
int sweep_command(struct sweep *s, const char *usage, const char *says, int argc, char **argv);

/* The context for a problem's device, "" being the command's own; NULL with a sentence in error. It stays open until the
 * sweep ends. */
rem_context *sweep_context(struct sweep *s, const char *device, rem_error *error);

/* Opens a context. cpu is the instruction set to use, NULL the best there is; pack a file of compiled kernels, NULL none. */
rem_status open_context(const char *device, const char *cpu, int threads, const char *pack, rem_context **context,
                        rem_error *error);

/* Gets a device that is there, and its context, which it closes; or, for the first of a kind that is not, NULL and why. */
typedef void (*each_device)(void *arg, const char *device, rem_context *context, const rem_error *error);

/* The CPU, then every CUDA and OpenCL device. */
void find_devices(each_device each, void *arg);

/* Parses the line and creates its plan; reports the problem as failed and returns NULL where this does not work. */
rem_plan *sweep_plan(struct sweep *s, const char *line, struct parsed *parsed);

#endif
