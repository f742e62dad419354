/* slide.h: nested sums of long rows, most cells of which have one place. */
#ifndef REM_GPU_SLIDE_H
#define REM_GPU_SLIDE_H

#include "nest.h"

/* from is seen as view; cells without a place get the number with these bits, or +0 where cells have several places.
 * 0: the nest is of another kind, and there is no step. */
int slide_step(struct planner *s, const struct nest *nest, const rem_view *view, int64_t bits);

#endif
