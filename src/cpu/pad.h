/* pad.h: pad and its gradient: what the two ways to walk them share. */
#ifndef REM_CPU_PAD_H
#define REM_CPU_PAD_H

#include "cpu.h"
#include "schedule/layout.h"

/* to is y forward and dx backward; from is x forward and dy backward. */
struct pad {
  struct exec exec;
  struct operand to, from;
  int rank;
  int64_t extent[REM_MAX_RANK]; /* of to */
  int64_t to_stride[REM_MAX_RANK], from_stride[REM_MAX_RANK];
  int n_pieces[REM_MAX_RANK];
  struct piece pieces[REM_MAX_RANK][MAX_PIECES];
  double value;
  int rows;                /* walked by rows, else by boxes                   */
  int col;                 /* the axis of a row, contiguous in both           */
  int outer[REM_MAX_RANK]; /* the other axes, as they lie in to               */
  int64_t count;           /* elements of to                                  */
  int blanks;              /* some cells have no source                       */
};

/* Decides whether to walk by rows. */
void pad_rows_plan(struct pad *p);
void pad_rows_run(rem_context *context, const struct pad *p, char *to, const char *from);

#endif
