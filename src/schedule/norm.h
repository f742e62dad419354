/* norm.h: the sweeps of a problem of norm.def: what each reads and writes, and where that lies in the op's space. No device. */
#ifndef REM_SCHEDULE_NORM_H
#define REM_SCHEDULE_NORM_H

#include "core/problem.h"

/* Where an operand or a result of a sweep is. */
enum norm_from { NORM_NOWHERE, NORM_SLOT, NORM_VALUE };
struct norm_place {
  enum norm_from from;
  int at;                       /* the slot, or the number of the value: an array of the compute dtype by row of its sweep */
  int64_t stride[REM_MAX_RANK]; /* in elements, along the axes of the space                                                */
};

struct norm_sweep {
  const struct sweep_entry *sweep;
  int number;             /* sweep_op */
  uint32_t axes;          /* along which rows go */
  int64_t n, rows;        /* elements of a row, rows */
  struct norm_place operand[SWEEP_OPERANDS], keep[2], out;
  double standin[SWEEP_OPERANDS]; /* of operands that are nowhere */
  int keep_first;
  double attr;            /* the number its formulas name */
};

struct norm_job {
  int sweeps, values; /* values: arrays, one element for each row of the op's own axes */
  struct norm_sweep sweep[NORM_STEPS];
};

void norm_job_of(const struct problem *p, struct norm_job *job);

/* The order of a row, docs/order.md. */
enum { NORM_LANES = 256, NORM_CHUNK = 4 * NORM_LANES, NORM_SECTION = 8 * NORM_CHUNK };

#endif
