/* moderate.h: the kernels of scans of affine maps that are moderate numbers (ops/state.h): plain m and s. Where one returns an int, that
 * says whether its results have the bits of wide numbers; they are void if not. */
#ifndef REM_CPU_MODERATE_H
#define REM_CPU_MODERATE_H

#include "cpu/kernel.h"

/* Segments that come one after the other, as struct climb has them. Offsets alone are kept of what lies before. */
struct moderate {
  int64_t cols, segment;
  struct states total; /* [SEGMENTS][cols]: of the segments as they are */
  struct states prefix, group[CLIMB_GROUPS];
  char *carry, *front;
  char *growth; /* whole numbers of the size of T: of the segments up to here */
};

typedef int moderate_results_fn(const struct sheet *, const char *front);
typedef int64_t moderate_steps_fn(const struct sheet *, const char *front, struct states total);

struct moderate_kernels {
  int (*totals)(const struct sheet *, int factor, int offset,
                struct states total);    /* of whole segments; which inputs the maps are */
  int (*climb)(const struct moderate *); /* front becomes that of the next segment       */
  int (*tree)(const struct segments *);
  int (*carries)(char *carry, struct states total, char *front, int64_t blocks,
                 int64_t tracks);                            /* offsets before blocks, and after them */
  int (*fronts)(const struct segments *, const char *carry); /* offsets alone, in s */
  int (*narrow)(char *offset, struct states wide, int64_t n);
  void (*widen)(struct states wide, struct states plain, int64_t n);
  moderate_results_fn *scan[SCAN_OPS], *back[SCAN_OPS]; /* NULL: states are no affine maps */
  /* Totals and results at once, of whole segments whose front is known: of how many columns, from the first. What others were to have is
   * untouched. NULL also where vectors have not 64 bytes. */
  moderate_steps_fn *scan_steps[SCAN_OPS], *back_steps[SCAN_OPS];
};

#endif
