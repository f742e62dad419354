/* rival.h: rows with a list of classes (ops/rival.def): where they lie. No device. */
#ifndef REM_SCHEDULE_RIVAL_H
#define REM_SCHEDULE_RIVAL_H

#include "core/problem.h"
#include "space.h"

/* Operands of the spaces. RIVAL_OUT is y, of rows alone, or dx; where what rows give is added up, the number of the row in logical
 * order. */
enum { RIVAL_X, RIVAL_TARGET, RIVAL_OUT, RIVAL_DY, RIVAL_COLUMNS };

struct rival_space {
  int slot[RIVAL_COLUMNS]; /* -1: not there                                                   */
  struct space rows;       /* in any order                                                    */
  struct space row;        /* its elements, in logical order                                  */
  int64_t lines, n;        /* rows, and elements of one: the classes                          */
  int64_t share;           /* what the sum over rows, or dy, is divided by: rows of a mean, else 1 */
};
const char *const *rival_names(const struct problem *p); /* the slots of the columns */
void rival_spaces(const struct problem *p, struct rival_space *s);

#endif
