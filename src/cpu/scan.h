/* scan.h: scans on the CPU: what their forward and backward plans share. A part is what one tile holds: up to BLOCK steps of the
 * lines of a group side by side; or, of one long line, whole blocks side by side. */
#ifndef REM_CPU_SCAN_H
#define REM_CPU_SCAN_H

#include "cpu.h"

/* Operands, as columns of the space. */
enum { SCAN_KEY, SCAN_OUT, SCAN_X, SCAN_Y, SCAN_EXTRA, SCAN_OUT2, SCAN_DINIT, SCAN_OPERANDS };
/* forward: x or a, y, b, -, index or init; backward: dy, dx or db, x or a, y, index or init, da, dinit */

enum { MAX_CARRIES = 12 }; /* levels of blocks, groups, groups of groups ... */

struct scan {
  struct exec exec;
  const struct scan_kernels *fwd, *back;
  int fields, bfields, inputs;
  enum extra kind;
  int64_t n;
  int64_t stride[MAX_OPERANDS];  /* along the line, in scan order        */
  int64_t start[MAX_OPERANDS];   /* offset of the first in scan order    */
  struct operand op[SCAN_OPERANDS];
  struct lines lines;
  int long_lines;       /* parts are blocks of one line */
  int64_t cols;         /* of a part, at most           */
  int64_t blocks;       /* of a line                    */
  int64_t levels;       /* of carries                   */
  size_t room_bytes;    /* of a task                    */
  int exclusive, reverse, last;
  double front;
  int second;           /* backward: da is wanted */
  /* backward: what the forward scan is run again for, within a window of blocks */
  int uses_x, uses_xn, uses_y, uses_yb, uses_start, uses_before;
  int makes_y, makes_start, makes_before;
  int64_t window;       /* blocks in it                                                       */
  int checkpoints;      /* the line has more blocks: carries of all blocks are computed first */
};

/* One tile's place. Steps are counted in the direction of the scan that runs: from the end when back is set. */
struct part {
  const struct group *g;
  int64_t line;         /* long lines: which of the group */
  int64_t step;         /* of row 0, column 0             */
  int64_t rows, cols;   /* long lines: column c starts BLOCK * c steps later */
  int back;
};

/* Carries of the blocks done so far, level by level. */
struct carries {
  struct states level[MAX_CARRIES], base;
  int used[MAX_CARRIES], has_base;
};

struct scan_room {
  struct states state, total, carry, before;
  struct carries carries, back;    /* of the forward scan, and of the one from the end */
  char *in[4], *side[3], *out[2], *raw, *bounce;
  struct states window_state;      /* backward: [window * BLOCK][cols] */
  char *window_y, *window_start;
  struct states points;            /* backward: carries of all blocks: [blocks][cols] */
  int64_t *off, *at, *index;
};

struct scan_call {
  const struct scan *scan;
  char *const *elements;
  char *workspace;
  int64_t tasks;
};

/* Planning. */
void scan_words(struct scan *scan, const struct problem *p); /* what both passes take from the entry and its attributes */
void scan_geometry(struct scan *scan, const struct problem *p);
size_t scan_workspace(const struct scan *scan);
void scan_room(const struct scan_call *call, int64_t task, struct scan_room *room);

/* Tiles of a part. Steps outside the line read `fill`; steps outside are not written. */
const char *part_load(const struct scan_call *call, const struct scan_room *room, const struct part *part, int operand,
                      int64_t shift, double fill, char *tile, int64_t *pitch);
char *part_target(const struct scan_call *call, const struct scan_room *room, const struct part *part, int operand, char *tile,
                  int64_t *pitch);
void part_store(const struct scan_call *call, const struct scan_room *room, const struct part *part, int operand, int64_t shift,
                const char *tile);
/* Blocks of a line of T that is kept in the workspace; step0 is where step 0 lies, or would lie. */
void line_blocks_load(const struct scan *scan, const struct scan_room *room, const struct part *part, const char *step0,
                      int64_t stride, int64_t shift, double fill, char *tile);
void line_blocks_store(const struct scan *scan, const struct scan_room *room, const struct part *part, char *step0,
                       const char *tile);
/* Positions, mirrored when the scan is reversed; storing spoils the tile. */
void part_index_load(const struct scan_call *call, const struct scan_room *room, const struct part *part, int operand,
                     int64_t *tile);
void part_index_store(const struct scan_call *call, const struct scan_room *room, const struct part *part, int operand,
                      int64_t *tile);

/* Carries. `kernels` and `fields` are those of the scan that runs. */
void carries_start(struct carries *c);
/* Carries of the blocks of a part of a long line, from the totals of its columns. */
void carry_columns(const struct scan *scan, const struct scan_kernels *kernels, int fields, struct scan_room *room,
                   const struct scan_block *b);
void carries_get(const struct carries *c, const struct scan_kernels *kernels, const struct scan *scan, int fields, int64_t cols,
                 struct states to);
void carries_push(struct carries *c, const struct scan_kernels *kernels, const struct scan *scan, int fields, int64_t cols,
                  struct states total);

/* A block with nothing but room in it; and the forward states within it, from its inputs. */
struct scan_block scan_block_of(const struct scan *scan, const struct scan_room *room, const struct part *part);
void scan_forward_states(const struct scan_call *call, const struct scan_room *room, const struct part *part, int x, int x2,
                         struct scan_block *b);

/* Backward: values that the forward scan makes, for steps of the part and one more on either side. */
struct window {
  int64_t first, end; /* forward blocks it holds now */
};
void window_start(const struct scan_call *call, const struct group *g, int64_t line, struct scan_room *room, struct window *w);
void window_cover(const struct scan_call *call, const struct part *part, struct scan_room *room, struct window *w);
const char *window_load(const struct scan_call *call, const struct scan_room *room, const struct part *part, const struct window *w,
                        const char *values, int64_t shift, double fill, char *tile, int64_t *pitch);

/* The state of the last segment: the total of a block of `rows` rows. */
struct states block_total(const struct scan *scan, const struct scan_block *b);
void scan_base(const struct scan_call *call, const struct group *g, int64_t line, struct scan_room *room);
struct mover scan_mover(const struct scan *scan, const struct scan_room *room);

#endif
