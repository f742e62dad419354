/* scan.h: scans on a GPU, as steps of a plan. */
#ifndef REM_GPU_SCAN_H
#define REM_GPU_SCAN_H

#include "map.h"

/* Operands, as the scan schedule numbers them. */
enum { FWD_X, FWD_B, FWD_Y, SCAN_EXTRA, SCAN_BEFORE, SCAN_UNITS = 7, SCAN_OPERANDS };
enum { BACK_DY, BACK_X, BACK_Y, BACK_DINIT = 4, BACK_DX, BACK_DA };

enum { SEGMENT = 8 }; /* steps of a thread: docs/order.md */

/* What the formulas from the end name, beside g. */
struct scan_names {
  int x, xn, y, yb, start, before;
};

/* One scan over all lines. */
struct scan_job {
  const struct entry *entry;
  int back;
  int64_t n;                                          /* steps                                               */
  struct space lines;
  int64_t start[SCAN_OPERANDS], stride[SCAN_OPERANDS]; /* offset of step 0, and from step to step             */
  struct place place[SCAN_OPERANDS];
  int dtype[SCAN_OPERANDS], accumulate[SCAN_OPERANDS];
  int indexed;       /* forward: the position of the winner is kept       */
  int last;          /* ... of the last one                               */
  int init;          /* SCAN_EXTRA is the value before the first element  */
  int shift;         /* forward: exclusive                                */
  int out_before;    /* forward: states before each element are written   */
  int64_t before;    /* states in an array of those                       */
  int fronts;        /* or of those before each segment                   */
  int marks;         /* SCAN_BEFORE has a byte to a segment instead: bit k says that its element k takes over */
  int64_t apart;     /* from the fronts or marks of a segment to the next */
  int64_t first, direction; /* positions of steps                         */
  double front;
  struct scan_names uses;
  int yb_here, first_g;
};

void scan_steps(struct planner *s, struct scan_job *job);
/* Lines of more than a group in one launch, on a device whose blocks may wait for each other: 0 if they cannot. */
int scan_in_turns(struct planner *s, const struct scan_job *job);

/* ---- what schedules of scans share ---- */

struct scan_args;
/* Begins a step: operands, lines and the monoid are said. */
struct scan_args *scan_begin(struct planner *s, const struct scan_job *job, const char *schedule);
void scan_monoid(struct planner *s, const struct scan_job *job);
int64_t scan_state_bytes(const struct planner *s, const struct scan_job *job);
int scan_kept(int n); /* the number of axes of lines that a kernel is made for */
/* Whether y, or dx, is made of one input and nothing beside it. */
int scan_is_plain(const struct scan_job *job);
int scan_output(const struct scan_job *job);

#endif
