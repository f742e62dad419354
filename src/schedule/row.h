/* row.h: what the gradient of a reduction needs of its rows: no device. */
#ifndef REM_SCHEDULE_ROW_H
#define REM_SCHEDULE_ROW_H

#include "core/problem.h"

struct row_needs {
  int uses_x, uses_y, uses_mean, uses_state; /* names in the formulas                                       */
  int shares;                                /* ties divide the gradient: they are counted                  */
  int picks, last;                           /* it goes to one position instead: the first, or the last     */
  int found;                                 /* ... which an index gives                                    */
  int takes_y, takes_mean;                   /* given, in the compute dtype                                 */
  int reduces;                               /* something must be worked out from x first                   */
  int y_again, mean_again;                   /* given, but not taken                                        */
};

struct row_needs row_needs_of(const struct problem *p);

/* Stride along logical axis i of a view that has the op's rank, or lacks the reduced axes; 0 for no view. */
int64_t row_stride(const struct problem *p, const rem_view *v, int i);

/* The run each axis belongs to, innermost run 0; -1: kept; -2: extent 1. apart: neighbours are runs of their own. Returns the
 * number of runs. */
int row_runs(int rank, const int64_t *shape, uint32_t reduced, int apart, int *run);

#endif
