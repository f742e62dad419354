/* norm.h: the sweeps of a problem of norm.def: what each reads and writes, and where that lies in the op's space. No device. */
#ifndef REM_SCHEDULE_NORM_H
#define REM_SCHEDULE_NORM_H

#include "core/problem.h"
#include "space.h"

/* Where an operand or a result of a sweep is. */
enum norm_from { NORM_NOWHERE, NORM_SLOT, NORM_VALUE, NORM_LEVEL /* what SOLVE has found of a row so far */ };
struct norm_place {
  enum norm_from from;
  int at; /* the slot, or the number of the value: an array of the compute dtype */
  int64_t stride
      [REM_MAX_RANK]; /* in elements, along the axes of the space                                                */
};

struct norm_sweep {
  const struct sweep_entry *sweep;
  int op;          /* sweep_op */
  uint32_t axes;   /* along which rows go */
  uint32_t absent; /* axes that the sweep does not know: it is over parameters alone */
  int64_t n, rows; /* elements of a row, rows */
  int64_t count;   /* what formulas call n: the elements of a row of the op's own axes, or of this one */
  struct norm_place operand[SWEEP_OPERANDS], keep[SWEEP_VALUES], out, also;
  double standin[SWEEP_OPERANDS]; /* of operands that are nowhere */
  int keep_first;
  double number[SWEEP_NUMBERS]; /* that its formulas name */
};

/* Steps, and what puts values into slots behind them. */
enum { NORM_SWEEPS = NORM_STEPS + SWEEP_VALUES, NORM_VALUES = SWEEP_VALUES * NORM_STEPS };
struct norm_job {
  int sweeps, values, again;        /* again: values are statistics that could have been given */
  int64_t value_elems[NORM_VALUES]; /* of each array of values */
  struct norm_sweep sweep[NORM_SWEEPS];
};

/* Operands and results, as columns of the spaces of rows and of a row. Where no elements are made, more may be kept of a row. */
enum { NORM_OUT = SWEEP_OPERANDS, NORM_ALSO, NORM_KEEP, NORM_COLUMNS = NORM_KEEP + 2 };
static inline int norm_keep_column(int k) { return k < 2 ? NORM_KEEP + k : NORM_OUT + k - 2; }
void norm_spaces(const struct problem *p, const struct norm_sweep *sweep, struct space *rows, struct space *row);

void norm_job_of(const struct problem *p, struct norm_job *job);
int norm_sums_two(const struct sweep_entry *sweep); /* p and q; else q is 0, and need not be summed */

/* The order of a row, docs/order.md. */
enum { NORM_LANES = 256, NORM_CHUNK = 4 * NORM_LANES, NORM_SECTION = 8 * NORM_CHUNK };

#endif
