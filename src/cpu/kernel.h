/* kernel.h: the inner loops of the CPU backend, as its drivers call them. A kernel works on a tile: rows x cols elements of the
 * compute dtype T, columns adjacent, rows a pitch apart. Pointers are char * because one driver serves every T; pitches and
 * extents count elements. The tables at the end exist once per T and instruction set. */
#ifndef REM_CPU_KERNEL_H
#define REM_CPU_KERNEL_H

#include "core/entry.h"
#include "schedule/norm.h"
#include "schedule/pick.h"
#include "schedule/tally.h"

enum { LANES = 128, CHUNK = 4096 };                           /* the order of reductions: docs/order.md */
enum { SEGMENT = 8, SEGMENTS = 32, BLOCK = 256, GROUP = 32 }; /* the order of scans       */

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

/* Elements side by side, each with a state of its own: acc[j] becomes the state of x[j] (lift), or is joined with those of
 * x[j], x[j + block], ... (fold). */
struct feed {
  struct states acc;
  const char *x;
  int dtype;
  int64_t cols, blocks, block;
  const char *first; /* [cols]: the row's first element           */
  double na;         /* elements in acc; one more with each block */
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
};

struct row_kernels {
  void (*lift)(const struct feed *);
  void (*fold)(const struct feed *);
  void (*eight)(const struct feed *); /* the first eight blocks, each a lane of its own, joined as the tree does */
  void (*chunk)(const struct chunk *);
  void (*merge)(const struct fold *); /* acc joined with states */
  void (*tree)(const struct tree *);
  void (*finish)(const struct finish *);
  void (*rowgrad)(const struct finish *);
  void (*grad)(const struct row_grad *);
};

/* What will be read next: `bytes` of each area are fetched with each row of a sheet. */
struct ahead {
  struct area {
    uintptr_t at;
    int64_t pitch, bytes;
  } area[4];
  int areas;
};

/* A sheet of a scan: up to SEGMENT steps one below the other, each column a segment of its own. What a formula does not name
 * points at anything of the right size. */
struct sheet {
  int64_t rows, cols;
  const char *in[4]; /* forward: x, or a and b; from the end: g x y xn */
  int64_t in_pitch[4];
  const char *side[3]; /* from the end: yb start startn                  */
  int64_t side_pitch[3];
  struct states before; /* from the end: p, the forward state before j    */
  int64_t before_pitch;
  struct states state;     /* [rows][cols]: prefixes within the segments     */
  struct states front;     /* [cols]: everything before the segment          */
  struct states out_state; /* prefix: the state before each element          */
  char *out[2];            /* y; or dx; or db and da                         */
  int64_t out_pitch[2], out_state_pitch;
  int last;  /* starts: ties go to the latest                  */
  int plain; /* state holds plain numbers, front wide ones     */
  struct ahead *ahead;
};

/* The segments of blocks: items[i][c] is segment i of the block of column c. */
struct segments {
  struct states items;
  int64_t n, cols;
  struct states carry; /* [cols]: everything before the block */
};

enum { MAX_CARRIES = 12 }; /* levels of blocks, groups, groups of groups ... */

/* What the blocks done so far add up to, level by level, for `cols` lines side by side. */
struct chain {
  struct states level[MAX_CARRIES], base;
  int used[MAX_CARRIES], levels, has_base;
};

/* Segments that come one after the other: the total of one becomes the prefix of its block up to it, and front what lies before the
 * next one. Arrays are of cols. */
enum { CLIMB_GROUPS = 5 }; /* 2^5 segments are a block */
struct climb {
  int64_t cols, segment;             /* segment: which of its block                             */
  struct states total, carry, front; /* of the segment; before its block; before the segment    */
  struct states group[CLIMB_GROUPS]; /* of 2^k segments: the last one that is whole             */
};

/* Segments of adjacent lines, one below the other, of a scan whose state is one number, or one and whether there was a mark: `rows` of
 * one block, of which only the last segment may be short. Arrays are of climb.cols, at most FLOW_BYTES. */
enum { FLOW_BYTES = 2048 };
struct flow {
  int64_t rows;
  const char *in;
  char *out;
  int64_t in_pitch, out_pitch;
  const unsigned char *marks; /* of the first segment; those of the segment before it in the order of the scan are `marks_pitch` further */
  int64_t marks_pitch;
  struct climb climb; /* its segment is the first of these; then the one behind them */
};

/* Whole blocks of one line of adjacent elements of T, of such a scan. */
enum { ALONG_BLOCKS = 4 };
struct along {
  const char *in;
  char *out;
  int64_t blocks; /* up to ALONG_BLOCKS                                  */
  int back;       /* the scan runs down in memory                        */
  int stream;     /* out: past the cache                                 */
  const unsigned char *marks; /* of the segments, in the order of the forward scan, and of the one behind them */
  struct chain *chain;
};

/* Who takes over from all before it, as bits: SEGMENT steps of a line make a byte, counted from the end of the line, so that a scan from
 * there has the same segments. The first byte may be short: its steps are the upper bits. `best` is what took over last, then the last of
 * these.
 * Of lines side by side `steps`, up to SEGMENT, `pitch` apart, make marks[cols], cols being at most FLOW_BYTES; of one line `steps` lie
 * side by side, the first of them last in memory if `back`. */
struct mark {
  const char *x;
  int64_t steps, pitch, cols;
  int back, last; /* last: ties go to the latest */
  char *best;
  unsigned char *marks;
};

struct scan_kernels {
  void (*local)(const struct sheet *);   /* state                                               */
  void (*tree)(const struct segments *); /* totals of segments become inclusive prefixes        */
  void (*climb)(const struct climb *);   /* the same, one segment after the other               */
  void (*push)(struct chain *, struct states total, int64_t cols);      /* one more block is done      */
  void (*get)(const struct chain *, struct states carry, int64_t cols); /* everything before the next  */
  void (*fronts)(const struct segments *); /* prefixes become what lies before each segment       */
  void (*apply)(const struct sheet *);     /* out                                                 */
  void (*prefix)(const struct sheet *);    /* out_state                                           */
  void (*starts)(const struct sheet *);    /* out[0] = 1 where x takes over                       */
  void (*lift)(const struct fold *);       /* states of x alone, for init: b = x                  */
  /* The same with plain numbers, where states are wide ones: whether that was exact. Else the result is void. NULL where states
   * are not wide. */
  int (*plain_local)(const struct sheet *);
  void (*quick_apply)(const struct sheet *); /* of plain states behind wide fronts, always exact; else the one below */
  int (*plain_apply)(const struct sheet *);  /* of plain states behind plain fronts                                  */
  void (*widen)(struct states, int64_t n);                      /* plain states become wide                        */
  int (*narrow)(struct states plain, struct states, int64_t n); /* wide states as plain ones, if that is exact      */
  void (*initgrad)(const char *a, const char *db, const char *g, char *dinit, int64_t cols);
  /* Where the state is one number, or one and a mark, and no formula asks for another input, else NULL: segments; and whole blocks. */
  void (*flow)(struct flow *);
  void (*along)(const struct along *);
  /* Where positions are asked for, else NULL: who takes over. */
  void (*mark)(const struct mark *);
  void (*mark_line)(const struct mark *);
};

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
/* The same of n halves, whole lines of them, where they lie: operands that vary and the result have one dtype, those that repeat are of
 * the compute dtype still. 0: nothing was done, the formula computes so much that strips are as good. */
enum { HALVES_LINE = 32 };
struct map_lines {
  struct map_strip strip;
  const char *ahead[MAP_SOURCES]; /* `streams` places: as much is asked for there as is read */
  int streams, dtype, stream;     /* stream: past the cache, to a place that is a multiple of a line */
};
typedef int line_formula(const struct map_lines *, int64_t n, void *y);
struct map_kernels {
  map_formula *forward[2], *grads[MAP_INPUTS]; /* NULL: there is none for this T */
};
struct line_kernels {
  line_formula *forward[2], *grads[MAP_INPUTS];
};

/* An operand that is drawn: element (r, c) of a tile is number index + r * row + c * col of a seed (ops/random.h). */
enum { MAP_DRAWN = 1 };
struct draw {
  uint64_t seed, offset, index;
  int64_t row, col;
};

struct map_tile {
  struct source in[MAP_SOURCES];    /* anything that repeats where there is none */
  struct sink out[MAP_INPUTS];      /* at NULL where there is none wanted        */
  map_formula *formula[MAP_INPUTS]; /* of each                                   */
  line_formula *lines[MAP_INPUTS];  /* of each, or NULL                          */
  int sources;                      /* how many are read: 4 or 5                 */
  const double *number;             /* as in map_strip                           */
  const struct draw *draw;          /* what in[MAP_DRAWN] is; NULL: as all others */
  int paired;                       /* the elements of in[0] and in[1], and of out[0] and out[1], alternate: in rows of 2 cols
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
};
enum { STEP_CONSTANTS = STEP_NUMBERS + STEP_RATES + STEP_KEPT };
struct step_kernels {
  /* STEP_CONSTANTS of T from problem_step_numbers and the numbers of a run. */
  void (*once)(const double *number, const struct step_rate *rate, void *constant);
  void (*each)(const struct step_strip *, int64_t n, void *const *y); /* y: one for each result, where it may be an operand */
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
enum { NEST_LEAVES = 64, NEST_STRIP = 256 };
struct nest {
  int dtype, leaves; /* dtype of what is summed */
  int64_t off[NEST_LEAVES], step[NEST_LEAVES];
  unsigned char adds[NEST_LEAVES];
};

/* ---- sweeps (ops/norm.def) ---- */

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
struct sweep_feed {
  const struct sweep_how *how;
  struct source in[SWEEP_OPERANDS];
  int64_t rows, width, begin; /* begin: which element of its row the first is */
  char *acc[3];                                  /* what is folded: the largest, or up to three sums   */
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

struct real_kernels {
  struct row_kernels row[ROW_OPS];
  struct scan_kernels scan[SCAN_OPS], back[SCAN_OPS];
  const struct moderate_kernels *moderate; /* moderate.h; NULL: there are none for this instruction set */
  const struct map_kernels *map;    /* by op */
  const struct line_kernels *lines; /* by op; NULL: the instruction set has no use for them */
  void (*map_tile)(const struct map_tile *);
  const struct step_kernels *step; /* by op */
  void (*step_tile)(const struct step_tile *);
  void (*seek)(const struct seek *);
  /* dx[r][j] = g at the winner of its row, else 0. base is the position of row 0; by_row: rows are lines. */
  void (*pick)(const struct row_grad *, const int64_t *at, int64_t base);
  void (*latest)(const struct latest *);
  void (*flags)(char *start, const int64_t *index, int64_t base, int64_t rows,
                int64_t cols); /* 1 where row r says base + r */
  void (*fill)(char *x, int64_t n, double value);
  /* to[j] = the sum for i = at + j, j in [0, n), n <= NEST_STRIP. At least one leaf. */
  void (*nest)(const struct nest *, const char *from, int64_t at, char *to, int64_t n);
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
enum { TALLY_ROWS = 124, TALLY_LINE = 512 }; /* bytes of a line that count as one row */
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
