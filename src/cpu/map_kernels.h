/* map_kernels.h: the loops of elementwise ops (ops/map) and of optimizers' steps, as map.c and step.c call them. */
#ifndef REM_CPU_MAP_KERNELS_H
#define REM_CPU_MAP_KERNELS_H

#include "cpu/kernel_parts.h"

/* One result of a map, n elements from operands in order: three, then g, or the fourth of pairs, which have none, then a fourth. An
 * operand that repeats holds n elements, or the next multiple of MAP_RUN, all alike, and has a mask of 0, others one of -1. Elements are of
 * the compute dtype. */
enum { MAP_INPUTS = 3, MAP_SOURCES = MAP_INPUTS + 2, MAP_RUN = 64 };
struct map_strip {
  const void *in[MAP_SOURCES];
  int64_t mask[MAP_SOURCES];
  const double *number; /* MAP_NUMBERS of them: problem_numbers */
};
typedef void map_formula(const struct map_strip *, int64_t n, void *y);
/* An operand that is drawn: element (r, c) of a tile is number index + r * row + c * col of a seed (ops/random.h). */
enum { MAP_DRAWN = 1 };
struct draw {
  uint64_t seed, offset, index;
  int64_t row, col;
};

/* The same of n elements of each of some rows, whole lines of them, where they lie and as they are stored, as halves or in the compute
 * dtype; operands that repeat are the same in all rows. 0: nothing was done, the formula computes so much that strips are as good. */
enum { HALVES_LINE = 32 };
struct map_line_out {
  char *at; /* NULL: nobody wants it */
  int64_t pitch;
  int stream;
};
struct map_lines {
  struct map_strip strip;
  int64_t rows, pitch[MAP_SOURCES], to_pitch; /* pitches in bytes                                                     */
  int dtype[MAP_SOURCES], to;                 /* to: the result's; -1: it repeats                                     */
  const char *ahead[MAP_SOURCES];             /* `streams` places: a line is asked for there with each line of halves */
  int streams, stream;                        /* stream: past the cache, to places that are multiples of a line       */
  int plain;                                  /* all that varies, and what is written, is of T                        */
  int apart;                                  /* rows do not touch: they are asked for                                */
  struct map_line_out result[MAP_INPUTS];     /* of `all`: in place of the y that others are given                    */
  const struct draw *draw;                    /* one row: what in[MAP_DRAWN] is, from element `first` on, or NULL     */
  uint64_t first;                             /* a multiple of 4                                                      */
  char *also;                                 /* of pairs: the second result; NULL: pairs alternate in in[0] and y    */
};
typedef int line_formula(const struct map_lines *, int64_t n, void *y);
struct map_kernels {
  map_formula *forward[2], *grads[MAP_INPUTS]; /* NULL: there is none for this T */
};
struct line_kernels {
  line_formula *forward[2], *grads[MAP_INPUTS];
  line_formula *both[2]; /* of pairs, forward and backward: the two results */
  line_formula *all;     /* the gradients of two or three operands at once, where all is of T; NULL: not for this op */
};

struct map_tile {
  int near;                         /* operands are few bytes, found in a cache: nothing is asked for */
  int64_t skips;                    /* elements of a lone row before what is asked for, or 0 */
  struct source in[MAP_SOURCES];    /* anything that repeats where there is none */
  struct sink out[MAP_INPUTS];      /* at NULL where there is none wanted        */
  map_formula *formula[MAP_INPUTS]; /* of each                                   */
  line_formula *lines[MAP_INPUTS];  /* of each, or NULL                          */
  line_formula *both;               /* of the first two at once, or NULL         */
  line_formula *all;                /* of all at once, or NULL, out[k] as its result place[k] */
  int place[MAP_INPUTS];
  int sources;             /* how many are read: 4 or 5                 */
  const double *number;    /* as in map_strip                           */
  const struct draw *draw; /* what in[MAP_DRAWN] is; NULL: as all others */
  int paired;              /* the elements of in[0] and in[1], and of out[0] and out[1], alternate: in rows of 2 cols
                                       elements of in[0] and out[0]                */
  int64_t rows, cols;
};

/* ---- steps of optimizers (ops/step.def) ---- */

/* A number of rank 0: a float, exactly, or an integer. */
struct step_rate {
  double real;
  int64_t count;
};
/* n elements: tensors as in map_strip, and the constants that `once` made. */
struct step_strip {
  const void *in[STEP_TENSORS];
  int64_t mask[STEP_TENSORS];
  const void *constant;
  int past; /* bit k: what is whole of result k goes past the cache, to a multiple of a line */
};
enum { STEP_CONSTANTS = STEP_NUMBERS + STEP_RATES + STEP_KEPT };
struct step_kernels {
  /* STEP_CONSTANTS of T from problem_step_numbers and the numbers of a run. */
  void (*once)(const double *number, const struct step_rate *rate, void *constant);
  void (*each)(const struct step_strip *, int64_t n,
               void *const *y); /* y: one for each result, where it may be an operand */
};
struct step_tile {
  struct source in[STEP_TENSORS]; /* anything that repeats where there is none            */
  struct sink out[STEP_RESULTS];  /* at NULL where there is none wanted                   */
  struct sink beside;             /* likewise: the first result once more                 */
  const struct step_kernels *kernels;
  const void *constant;
  int results;
  int64_t rows, cols;
};

#endif
