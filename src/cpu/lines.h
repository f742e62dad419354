/* lines.h: the lines of a reduction or scan (one for each point of the axes that stay), in groups that a tile can hold side by
 * side as columns. */
#ifndef REM_CPU_LINES_H
#define REM_CPU_LINES_H

#include "schedule/space.h"
#include "tile.h"

/* The steps along a line: one axis, or several that do not merge. */
struct run {
  struct space axes;
  int64_t n;
};

struct lines {
  struct space kept; /* sorted by operand 0 */
  int operands;
  int64_t count;
  int64_t inner; /* extent of the innermost kept axis                                     */
  int64_t cols;  /* lines in a group, at most                                             */
  int64_t groups;
  int flat;                   /* groups run across the innermost axis; else they divide it             */
  int solo;                   /* the lines of a group are walked one by one                            */
  uint32_t skip;              /* bit o: only the first line of a group is looked up for operand o      */
  uint32_t even;              /* bit o: the lines of operand o lie one step apart throughout           */
  int64_t step[MAX_OPERANDS]; /* from line to line of an even operand, else 0                          */
};

/* Where the lines of a group lie, for each operand. */
struct group {
  int64_t cols, line; /* line: number of its first line */
  int64_t at[MAX_OPERANDS];
  int64_t step[MAX_OPERANDS];
  int64_t unit[MAX_OPERANDS];
  const int64_t *off[MAX_OPERANDS]; /* NULL: step */
};

enum { WIDE_LINES = 16, BROAD_LINES = 64 }; /* adjacent lines that fill vectors; and those whose rows are worth a call */

/* Decides the groups for lines of n elements. kept and operands are set; max_cols is what scratch holds; adjacent lines are not
 * divided among threads into fewer than `least`. */
void lines_plan(struct lines *lines, const struct run *run, int64_t least, int64_t max_cols, int threads);

/* Notes which operands are even, for whoever decides the groups without lines_plan. kept and operands are set. */
void lines_settle(struct lines *lines);

/* Group g; off is room for operands x cols offsets. */
void group_seek(const struct lines *lines, int64_t g, struct group *group, int64_t *off);

/* Operand o of a group as a grid; elements is its element (0,...,0), dtype its storage, row its stride along the line. */
struct grid group_grid(const struct group *group, int o, char *elements, int dtype, int64_t row);

/* The same with only column c. */
struct grid group_line(const struct group *group, int o, char *elements, int dtype, int64_t row, int64_t c);

/* Elements [at, at + *n) of a run that lie one stride apart: the offset of the first, and how many there are. */
int64_t run_piece(const struct run *run, int o, int64_t at, int64_t *n);
int64_t run_stride(const struct run *run, int o); /* of the innermost axis; 1 when there is none */

#endif
