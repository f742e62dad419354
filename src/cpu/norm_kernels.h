/* norm_kernels.h: the loops of rows that are reduced, then mapped (ops/norm.def), and of rows with a list of classes (ops/rival.def). */
#ifndef REM_CPU_NORM_KERNELS_H
#define REM_CPU_NORM_KERNELS_H

#include "cpu/kernel_parts.h"
#include "schedule/norm.h"

/* What a sweep's formulas see: n elements side by side, at most a strip of 1 KiB, of its operands and of what is known of rows. */
struct sweep_run {
  const char *in[SWEEP_OPERANDS];
  const char *e, *f, *u, *v, *first; /* each                                                      */
  char *p, *q;                       /* terms: z, p and q, or z and w. each: out, also. q may be NULL */
  int64_t n, k, step;                /* element i is k + i * step of its row                      */
  const struct sweep_how *how;
};
struct sweep_values {
  const char *m, *s, *p, *q; /* p, q: of CROSS */
  char *value[SWEEP_VALUES];
  int64_t cols;
  const struct sweep_how *how;
};
/* All that is compiled for a sweep; folds and loops are those of its kind, and take a sweep as `struct sweep_how` has it. */
struct sweep_kernels {
  void (*terms)(const struct sweep_run *);
  double (*only)(const struct sweep_run *); /* of CROSS: which element of the row of the run's first alone has a weight; -1: any may */
  void (*each)(const struct sweep_run *);
  void (*values)(const struct sweep_values *);
};
struct sweep_how {
  const struct sweep_kernels *op;
  int sweep; /* its number */
  enum sweep_kind kind;
  int operands;
  int plain;   /* z is the first operand as it is       */
  int two;     /* the second sum is not 0 throughout    */
  int weighs;  /* each names e                          */
  double count, number[SWEEP_NUMBERS]; /* count: n of the formulas */
};

/* Rows side by side as columns, `rows` of their steps, at most a chunk where they are folded. What is known of a row stands in
 * arrays of `width`. */
enum sweep_pass { PASS_LOOK, PASS_SUMS, PASS_CROSS };
enum { LANES_WAIT = 8 }; /* parts of 1, 2, 4 ... lanes, at most one of each size, but all of them */
struct sweep_feed {
  const struct sweep_how *how;
  struct source in[SWEEP_OPERANDS];
  int64_t rows, width, begin; /* begin: which element of its row the first is */
  char *acc[3];                                  /* what is folded: the largest, or up to three sums   */
  char *wait[2];                                 /* [LANES_WAIT][width]: lanes that wait for neighbours  */
  const char *first, *middle, *u, *v, *factor;   /* middle: what a section is relative to              */
  char *hold;                                    /* z, then exponentials, for each; NULL: none         */
  int64_t hold_pitch;
  struct sink out, also;
};

/* Lines of n adjacent elements, at most a section of each. What is known of a line stands in arrays of `lines`. Lines that are
 * one section may be many, of which `batch` are worked on at a time; others are a batch of T. A batch has at most LINE_ITEMS /
 * line_items(n). */
enum { LINE_RUN = 64, LINE_LEAST = 16, LINE_ITEMS = 2048, COLUMN_AHEAD = 4096, COLUMN_NEAR = 2048 };
enum line_pass { LINE_LOOK, LINE_SUMS, LINE_EACH, LINE_PASSES, LINE_WHOLE = 64 };
struct sweep_lines {
  const struct sweep_how *how;
  struct line_in {
    const char *at;
    int64_t pitch, step; /* from line to line; 0: one element all along the line */
  } in[SWEEP_OPERANDS];
  struct line_raw {      /* what is not T; a batch at a time becomes so in the room, and `in` is there. room NULL: it is T */
    const char *at;
    int64_t pitch;
    int dtype;
    char *room;
  } raw[SWEEP_OPERANDS];
  int64_t lines, n, begin;    /* begin: which element of its row the first is; 0: then `first` is made */
  int64_t batch;
  char *acc[3], *half[2];     /* room for LINE_ITEMS, and for half of that                      */
  char *first, *middle, *m, *s, *p, *q;
  char *value[SWEEP_VALUES], *factor;
  char *kept;                 /* first + u; NULL: not wanted                                    */
  char *hold;                 /* z, then exponentials; lines are hold_pitch apart, whole runs   */
  int64_t hold_pitch;
  struct sink out, also;
  struct line_next {          /* what is read after this batch, in bytes: asked for meanwhile   */
    const char *at;
    int64_t pitch, size;
  } next[SWEEP_OPERANDS];
  int nexts;
  unsigned char ask[LINE_PASSES + 1]; /* pass p asks for what is behind ask[p] / LINE_WHOLE of a line, up to ask[p + 1] / LINE_WHOLE */
  int each;                   /* every element is made                                          */
};
/* Lanes of all chunks of a line, in powers of two. */
static inline int64_t line_items(int64_t n) {
  int64_t items = LINE_RUN;
  while (items < n && items < NORM_LANES) items *= 2;
  for (int64_t span = NORM_CHUNK; span < n; span *= 2) items *= 2;
  return items;
}
/* States [items][cols] of sections of `section` elements, n in all, joined until item 0 holds all. */
struct norm_join {
  char *m, *s, *p, *q; /* p, q: of CROSS */
  int64_t items, cols, section, n;
  enum sweep_kind kind;
};

/* Sweeps that have loops of their own. Each declines for itself: 0, and nothing is done. */
enum { SWIFT_UNIT = 32 }; /* lines have whole units of them */
struct swift_kernels {
  int (*knows)(const struct sweep_how *); /* whether there are any for lines */
  int (*line_whole)(const struct sweep_lines *);
  int (*line_state)(const struct sweep_lines *); /* of operands as they lie, as line_each is  */
  int (*line_each)(const struct sweep_lines *);
  int (*column_fold)(const struct sweep_feed *, enum sweep_pass);
  int (*column_each)(const struct sweep_feed *);
};

/* ---- rows with a list of classes (ops/rival.def) ---- */

/* n elements of x, at most a chunk, against entries of a list: x at so many classes. */
struct rival_tile {
  const char *x, *own;
  char *term; /* [n]: what pairs cost is added, entry after entry; room where they are counted */
  double *count;
  int64_t n, entries;
};
struct rival_kernels {
  void (*terms)(const struct rival_tile *);
  void (*counts)(const struct rival_tile *);     /* count[i] += pairs of element i that count, NaN where one is NaN */
  void (*own_counts)(const struct rival_tile *); /* the same of entry j                                            */
};

#endif
