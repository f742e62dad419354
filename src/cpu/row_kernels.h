/* row_kernels.h: the loops of reductions (ops/row.def), as row.h and its drivers call them. */
#ifndef REM_CPU_ROW_KERNELS_H
#define REM_CPU_ROW_KERNELS_H

#include "cpu/kernel_parts.h"

enum { LANES = 128, CHUNK = 4096 }; /* the order of reductions: docs/order.md */

/* Elements side by side, each with a state of its own: acc[j] is joined with those of x[j], x[j + block], ... */
struct feed {
  struct states acc;
  const char *x;
  int dtype;
  int64_t cols, blocks, block;
  const char *first; /* [cols]: the row's first element           */
  double na;         /* elements in acc, one more with each block; 0: acc holds nothing yet */
};

/* Lines of n adjacent elements, at most a chunk, `pitch` apart: out[i] becomes the state of line i. Or, inner > 0, that many
 * lines side by side: `lines` blocks of n x inner elements that touch, n = 2^k, n * inner <= BLOCK_ELEMS. */
enum { BLOCK_ELEMS = 1024 };
struct chunk {
  struct states out;
  const char *x;
  int dtype;
  int64_t lines, pitch, n, inner;
  const char *first; /* of each line; NULL where no formula asks for it */
};

/* Joins items 0 .. n-1 by neighbours until item 0 holds all. Item i holds c0 elements if i < split, else c1. With cols == 1
 * the pitch is 1. */
struct tree {
  struct states acc;
  int64_t pitch, items, cols;
  int64_t split, c0, c1;
};

/* Values of a row for each column: what FINISH and ROWGRAD make. All are arrays of cols, also those that an entry's formulas
 * do not name; fields that a state does not keep point at one that it does. */
struct row_values {
  struct states state;
  char *y, *mean, *count, *g, *h, *first;
};

struct finish {
  struct row_values v;
  int64_t cols;
  double n, dof;
};

/* dx[r][j] from x[r][j] and the values of its row: v.*[j], or v.*[r] when by_row is set. */
struct row_grad {
  struct row_values v;
  struct source x; /* anything that repeats when the formula does not read x */
  struct sink dx;
  int64_t rows, cols;
  int by_row;
  char *marks; /* a bit for each element that ties with y, rows marks_pitch bytes apart; NULL: there are none */
  int64_t marks_pitch;
};

struct row_kernels {
  void (*fold)(const struct feed *);
  void (*eight)(const struct feed *); /* the first eight blocks, each a lane of its own, joined as the tree does */
  void (*chunk)(const struct chunk *);
  void (*merge)(const struct fold *); /* acc joined with states */
  void (*tree)(const struct tree *);
  void (*finish)(const struct finish *);
  void (*rowgrad)(const struct finish *);
  void (*grad)(const struct row_grad *);
};

#endif
