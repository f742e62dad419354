/* kernel.h: the inner loops of the CPU backend, as its drivers call them. A kernel works on a tile: rows x cols elements of the
 * compute dtype T, columns adjacent, rows a pitch apart. Pointers are char * because one driver serves every T; pitches and
 * extents count elements. The tables at the end exist once per T and instruction set. */
#ifndef REM_CPU_KERNEL_H
#define REM_CPU_KERNEL_H

#include "cpu/map_kernels.h"
#include "cpu/norm_kernels.h"
#include "cpu/row_kernels.h"
#include "cpu/scan_kernels.h"
#include "schedule/pick.h"
#include "schedule/tally.h"

/* Finds the first (last) position whose element ties with y: at[j], or -1 so far, over rows base, base + 1, ... */
struct seek {
  const char *x, *y;
  int64_t x_pitch, rows, cols, base;
  int64_t *at;
  int last;
};

/* The latest start up to each element: index[rows][cols]; row r is position base + r. */
struct latest {
  const char *start;
  int64_t pitch, rows, cols, base;
  int64_t *at, *index; /* at[j]: the latest before row 0; then the latest of all */
};

/* A nested sum of few items, element by element: leaf k, elements off[k] + i * step[k], is pushed on a stack; then the two
 * topmost entries become their sum, adds[k] times. cpu/nest.h makes them. */
enum { NEST_LEAVES = 64, NEST_STRIP = 256, NEST_STEP = 128 }; /* the last in bytes: lines are summed by twos */
struct nest {
  int dtype, leaves; /* dtype of what is summed */
  int64_t off[NEST_LEAVES], step[NEST_LEAVES];
  unsigned char adds[NEST_LEAVES];
};

/* n rows of `elems` elements, one behind the other, of which row i goes to sum row[i], where that is in [first, last). Each sum has
 * its count, and level d, `level_pitch` elements from the one before, the sum of 2^d chunks where there are as many. */
struct rows_deal {
  const char *x;
  int dtype;
  char *room; /* for a row as T */
  const int64_t *row;
  int64_t n, elems, first, last;
  char *sum, *level;
  int64_t level_pitch, *count;
};

struct real_kernels {
  struct row_kernels row[ROW_OPS];
  struct scan_kernels scan[SCAN_OPS], back[SCAN_OPS];
  int direct; /* flow and along of these read and write halves, beside f32, and store past the cache */
  const struct moderate_kernels *moderate; /* moderate.h; NULL: there are none for this instruction set */
  const struct map_kernels *map;    /* by op */
  const struct line_kernels *lines; /* by op; NULL: the instruction set has no use for them */
  void (*map_tile)(const struct map_tile *);
  const struct step_kernels *step; /* by op */
  void (*step_tile)(const struct step_tile *);
  void (*seek)(const struct seek *);
  /* dx[r][j] = g at the winner of its row, else 0. base is the position of row 0; by_row: rows are lines. */
  void (*pick)(const struct row_grad *, const int64_t *at, int64_t base);
  void (*ties)(const struct row_grad *); /* adds to v.count how many elements of x tie with v.y; x does not repeat */
  /* The same, and marks are made; dx = h, as dx has it in `room`, where they are, else 0. Of T, and of halves where there are lines of them.
   * NULL: there are none for this instruction set. */
  void (*mark_ties)(const struct row_grad *), (*share_marks)(const struct row_grad *, char *room);
  void (*latest)(const struct latest *);
  void (*flags)(char *start, const int64_t *index, int64_t base, int64_t rows,
                int64_t cols); /* 1 where row r says base + r */
  void (*fill)(char *x, int64_t n, double value);
  /* to[j] = the sum for i = at + j, j in [0, n), n <= NEST_STRIP. At least one leaf. */
  void (*nest)(const struct nest *, const char *from, int64_t at, char *to, int64_t n);
  /* The same for n places of adjacent elements, written in the dtype of what is summed; or, if `stream`, past the cache for as many of them as
   * are whole lines, to whole lines: how many. 0: fewer than NEST_STEP bytes, or leaves are others than 2, 4 or 8, joined by twos. */
  int64_t (*nest_lines)(const struct nest *, const char *from, int64_t at, char *to, int64_t n, int stream);
  /* to[j] = the sum, from the first to the last, of `rows` stretches of adjacent elements, at[i] bytes from `from`. */
  void (*sum_rows)(char *to, const char *from, int dtype, const int64_t *at, int64_t rows, int64_t cols);
  void (*add_row)(char *to, const char *from, int64_t cols); /* to[j] += from[j] */
  void (*deal_rows)(const struct rows_deal *);
  void (*deal_end)(const struct rows_deal *, int64_t row); /* of a row that some went to: sum holds all of them */
  struct sweep_kernels sweep[SWEEPS];
  void (*column_first)(const struct sweep_feed *);                 /* acc[0] = z of row 0                              */
  void (*column_fold)(const struct sweep_feed *, enum sweep_pass); /* acc = the largest z or sum of z - first, then the sums of a chunk; hold */
  void (*column_each)(const struct sweep_feed *);                  /* out                                              */
  void (*line_state)(const struct sweep_lines *);                  /* m, s, middle, hold; first                        */
  void (*line_each)(const struct sweep_lines *);                   /* out                                              */
  void (*line_whole)(const struct sweep_lines *);                  /* all of that, for many lines of one section each  */
  const struct swift_kernels *swift; /* NULL: there are none for this T and instruction set                             */
  void (*norm_tree)(char *acc, int64_t items, int64_t cols, int largest); /* parts joined by neighbours, in place */
  void (*norm_join)(const struct norm_join *);
  void (*norm_middle)(char *to, const char *from, int64_t cols, int peak, double c);
  void (*norm_factor)(char *to, const char *peak, const char *u, const char *v, int64_t cols);
  void (*norm_plus)(char *to, const char *a, const char *b, int64_t cols);
  int (*norm_rise)(char *level, const char *u, int64_t cols);
  struct rival_kernels rival[RIVAL_OPS];
  /* to[i] = dy / share / classes * count[i] */
  void (*rival_slopes)(char *to, const double *count, int64_t n, const char *dy, double share, double classes);
  void (*rival_fold)(char *x, int64_t n, char *half, char *sum); /* a chunk at most, in the order of norms; x is used up */
  void (*rival_over)(char *x, double over);                      /* *x /= over                                          */
};

/* ---- whole numbers (ops/tally.def) ---- */

/* rows x cols elements as they lie in memory, at most TALLY_ROWS and TALLY_COLS of an element's bytes: what is made of column c is
 * joined with value[c], and at[c] is the position of the best, base + row * step. Or one line of `cols` adjacent elements, at most
 * TALLY_ROWS * TALLY_LINE bytes, joined with value[0]; its elements are `step` positions apart. */
enum { TALLY_ROWS = 120, TALLY_LINE = 512 }; /* bytes of a line that count as one row */
#define TALLY_COLS(bytes) ((bytes) == 1 ? 4096 : (bytes) <= 4 ? 2048 : 1024)
struct tally_tile {
  const char *x;
  int64_t pitch, rows, cols;
  struct tally_key key;
  int64_t *value, *at, base, step;
};
struct tally_kernels {
  struct {
    void (*cols)(const struct tally_tile *), (*line)(const struct tally_tile *);
  } loop[TALLY_LOOPS][REM_U32 + 1]; /* by storage dtype */
};

/* Moving elements: conversion between a storage dtype and T, and transposition. */
struct move_kernels {
  void (*load)(char *to, int t, const char *from, int dtype, int64_t n); /* contiguous, any dtype to T  */
  /* The same, and as many bytes at `ahead`, which nobody needs to own, are asked for on the way. */
  void (*load_next)(char *to, int t, const char *from, int dtype, int64_t n, const char *ahead);
  void (*store)(char *to, int dtype, const char *from, int t, int64_t n, int accumulate, int stream);
  /* to[r * pitch + c] = from[off[c] + r] (elements of size bytes), and the other way */
  void (*gather)(char *to, int64_t pitch, const char *from, const int64_t *off, int64_t rows, int64_t cols, int size);
  void (*scatter)(char *to, const int64_t *off, const char *from, int64_t pitch, int64_t rows, int64_t cols, int size);
  /* to[r][c] = from[c][r]: rows and lines of adjacent elements, so many bytes apart; size is 1, 2, 4 or 8. */
  void (*cross)(char *to, int64_t apart, const char *from, int64_t from_apart, int64_t rows, int64_t cols, int size, int stream);
  /* Segments of a line, `bytes` an element, become columns: to[r][l] = from[l * SEGMENT + r]; and back. pitch is in bytes. */
  void (*deal)(char *to, int64_t pitch, const char *from, int64_t lanes, int64_t bytes);
  void (*collect)(char *to, const char *from, int64_t pitch, int64_t lanes, int64_t bytes, int stream);
};

struct kernels {
  const char *name; /* "avx512" */
  const struct real_kernels *f32, *f64;
  const struct real_kernels *i32, *i64; /* elementwise ops alone */
  const struct move_kernels *move;
  const struct tally_kernels *tally;
};

#endif
