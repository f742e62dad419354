/* moderate.h: the kernels of scans of affine maps that are moderate numbers (ops/state.h): plain m and s. Where one returns an int, that
 * says whether its results have the bits of wide numbers; they are void if not. */
#ifndef REM_CPU_MODERATE_H
#define REM_CPU_MODERATE_H

#include "cpu/kernel.h"

/* What lies before a block, of lines side by side: groups of blocks, of which the offset alone matters, and behind them those of a group that is
 * not whole. Their factor is kept as a wide number if groups come before others. */
struct past {
  int keep, groups;   /* groups: there are some before */
  char *far;          /* their offset                  */
  struct states near; /* the factor, m and e; and the offset s, a plain number */
};

/* Segments that come one after the other, as struct climb has them. Offsets alone are kept of what lies before. */
struct moderate {
  int64_t cols, segment;
  int sure; /* of results and totals at once: whether what lies before the next segment is */
  struct states total; /* [SEGMENTS][cols]: of the segments as they are */
  struct states prefix, group[CLIMB_GROUPS];
  char *carry, *front;
  struct past past;
  struct states factor; /* of blocks, as past.near has it */
  char *growth; /* whole numbers of the size of T: of the segments up to here */
};

/* Whole blocks along a line of adjacent elements. in: factors and offsets; or from the end g, xn, and yb, or x. xn and yb are the line one step
 * to the side, and so lack an element: the first in memory if lacks < 0, the last if it is > 0. */
struct moderate_line {
  struct moderate_in {
    const char *at; /* the lowest element, be it there or not   */
    int dtype, lacks;
    double lacked;
    int64_t next; /* bytes to the line that comes after this one */
  } in[3];
  char *out[2];
  int out_dtype[2];
  int64_t blocks, first, end; /* of the line; of which those before `first` are done, and those from `end` on are not asked for */
  struct states before;  /* gradients of products: the forward state before each segment, as memory has them */
  int back, far, past;   /* the scan runs down in memory; in is asked for; out goes past the cache */
  struct past known;     /* what lies before, and then all that is done */
};
typedef int64_t moderate_line_fn(const struct moderate_line *);

typedef int moderate_results_fn(const struct sheet *, const char *front);
typedef int64_t moderate_steps_fn(const struct sheet *, struct moderate *, int64_t at);

struct moderate_kernels {
  int (*totals)(const struct sheet *, int factor, int offset,
                struct states total);    /* of whole segments; which inputs the maps are */
  int (*climb)(const struct moderate *, int64_t from, int64_t end); /* front of these columns becomes that of the next segment */
  int (*tree)(const struct segments *);
  void (*factors)(const struct segments *, struct states factor); /* of blocks, as past.near has it; before `tree` */
  int (*carries)(char *carry, struct states total, struct states factor, const struct past *past, int64_t blocks,
                 int64_t tracks); /* offsets before blocks, and what lies after them */
  int (*fronts)(const struct segments *, const char *carry); /* offsets alone, in s */
  int (*narrow)(char *offset, struct states wide, int64_t n);
  void (*widen)(struct states wide, struct states plain, int64_t n);
  moderate_results_fn *scan[SCAN_OPS], *back[SCAN_OPS]; /* NULL: states are no affine maps */
  /* Totals and results at once, of whole segments whose front is known, and then that of the next segment: of how many columns, from the
   * first, which is `at`. What others were to have is untouched. NULL also where vectors have not 64 bytes. */
  moderate_line_fn *scan_line[SCAN_OPS],
      *back_line[SCAN_OPS]; /* likewise: of how many blocks. Nothing is written of what is not done */
  moderate_steps_fn *scan_steps[SCAN_OPS], *back_steps[SCAN_OPS];
};

#endif
