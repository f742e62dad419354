/* kernel_parts.h: what kernels of several families are handed: operands as rows of elements, arrays of states, and folds of them. */
#ifndef REM_CPU_KERNEL_PARTS_H
#define REM_CPU_KERNEL_PARTS_H

#include "core/entry.h"

/* The states of a tile, one array for each field m e s t; a field that the entry does not keep points at one that it does. */
struct states {
  char *field[4];
};

/* An operand as kernels read it: rows of adjacent elements (step 1), or of one element that repeats (step 0), as stored. */
struct source {
  const char *at;
  int dtype;
  int64_t pitch, step;
};

/* An operand as kernels write it: rows of adjacent elements. */
struct sink {
  char *at;
  int dtype;
  int64_t pitch;
  int accumulate; /* add to what is there                     */
  int stream;     /* too large for the cache: write past it   */
};

/* acc[r][j] becomes, or is joined with, the state of x[r][j]. */
struct fold {
  struct states acc;
  int64_t acc_pitch;
  const char *x;      /* elements (lift, fold)                          */
  struct states from; /* states (merge)                                 */
  int64_t x_pitch;    /* of x or from                                   */
  int64_t rows, cols;
  int64_t blocks, block; /* repeat for `blocks` tiles, `block` elements apart in x, into the same acc */
  const char *first;     /* [cols]: the row's first element                                           */
  double na, nb;         /* elements in acc (one more, or nb more, with each block), in an item of x   */
};

#endif
