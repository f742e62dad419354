/* row.h: reductions on the CPU: what their forward and backward plans share. */
#ifndef REM_CPU_ROW_H
#define REM_CPU_ROW_H

#include "cpu.h"

enum { MAX_RUNS = MAX_AXES / 2 }; /* runs of adjacent reduced axes: at most every other axis */

/* Operands, as columns of the spaces. SOURCE is x, or the states that the run before left; POINT counts the points of the axes
 * that are still there, in logical order; BESIDE is what is made of every element beside a sum. */
enum { ROW_SOURCE, ROW_DX, ROW_Y, ROW_EXTRA, ROW_SAVED, ROW_FIRST, ROW_POINT, ROW_BESIDE, ROW_OPERANDS };

/* A source that is computed: the gradient of a map, summed over broadcast axes, or y of one that is reduced. Its operands take these
 * columns. */
enum { ROW_IN1 = ROW_DX, ROW_IN2 = ROW_EXTRA, ROW_IN3 = ROW_SAVED, ROW_G = ROW_SOURCE, ROW_IN4 = ROW_FIRST };

/* Columns of a source that are computed at a time, in all rows that are folded together. */
enum { PIECE_COLS = 4096 };

/* What a map reads. */
struct map_inputs {
  struct operand in[MAP_SOURCES];
  int sources;       /* how many places there are                                           */
  double absent;     /* what is not there                                                   */
  struct operand dy; /* where y is a sum: g is dy / share, one number; slot -1: it is in[3] */
  double share;
  double number[MAP_NUMBERS];
};

/* A result of a map that has all elements of the space, made of what a sum reads: then it is read once. formula NULL: none. */
struct beside {
  struct operand out;
  map_formula *formula;
  line_formula *lines[2]; /* of the source, and of this; or NULL           */
  line_formula *all;      /* of both at once, as its results place; or NULL */
  int place[2];
  int same; /* it is the source itself: made once, and stored */
};

/* The axes of a reduction, in logical order, with the strides of every operand but POINT. */
struct row_axes {
  int rank;
  uint32_t reduced; /* bit i: axis i */
  int apart;        /* neighbouring reduced axes are runs of their own */
  int64_t shape[MAX_AXES];
  int64_t stride[MAX_AXES][MAX_OPERANDS];
};

/* One run of reduced axes, over the lines of all axes that are still there. */
struct row_level {
  struct run run;
  struct lines lines;
  int64_t chunks; /* of a line                                              */
  int64_t span;   /* chunks that one task reduces alone, a power of two     */
  int64_t spans;  /* of a line                                              */
  int64_t each;   /* elements in one item of the source                     */
  int64_t depth;  /* of the stack of subtrees                               */
  int streams;    /* columns are wide: straight from memory                 */
  int64_t lanes;  /* ... so many lanes at a time, a power of two            */
};

struct row {
  struct exec exec;
  const struct row_kernels *op;
  int fields, uses_first;
  int64_t n;  /* elements of a row */
  double all; /* what FINISH knows as n */
  double dof;
  int levels;
  struct row_level level[MAX_RUNS];
  struct lines lines; /* of x as a whole, and the run of all reduced axes: gradients, positions */
  struct run run;
  int64_t points;                        /* rows */
  size_t room_bytes;                     /* of a task */
  struct operand x, dx, y, extra, saved; /* y is dy backward */
  enum extra kind;                       /* what extra is: index or mean */
  int last;                              /* ties go to the last position */
  int seeks;                             /* positions are looked for */
  double empty_value;                    /* forward: y when n is 0   */
  map_formula *map;                      /* the source is computed by this, from in; NULL: it is x */
  struct map_inputs inputs;
  struct beside beside;
  /* backward */
  int reduces; /* the rows are reduced first          */
  int fused;   /* ... and mapped while in cache       */
  int picks;   /* the gradient goes to one position   */
  int uses_x, uses_y, uses_mean, uses_state;
  int takes_y, takes_mean, shares; /* shares: ties divide the gradient */
  int counts;                      /* ... and are counted, for y is given: nothing is reduced */
  int64_t marks_pitch, marks;      /* ... and marked: bytes of a row's marks, and of a task's; else 0 */
  int64_t map_rows, map_spans;
  int64_t dense;      /* groups are blocks of short lines that touch, this many side by side; else 0          */
  int64_t unit, each; /* rows of the gradient are short: wide holds every run of `unit` values `each` times; else 0 */
};

/* What all tasks share. */
struct row_shared {
  struct states level[MAX_RUNS]; /* states that a run leaves, by POINT                */
  struct states spans[MAX_RUNS]; /* [group][span][cols]                               */
  struct states state;           /* of whole rows, by POINT                           */
  char *y, *mean, *count;        /* values of whole rows, by POINT                    */
  char *marks;                   /* of tasks                                          */
  char *task;                    /* where the rooms of tasks start                    */
};

/* What a task works with. */
struct row_room {
  struct states acc, stack, part; /* [lanes][cols], [depth][cols], a tile of states */
  char *tile, *out, *raw, *firsts, *in[MAP_SOURCES], *beside;
  struct row_values v;    /* [cols] each; v.state is what was found         */
  struct row_values wide; /* v repeated, where rows of a gradient are short */
  int64_t *off, *at;
  char *marks;
};

struct row_call {
  const struct row *row;
  rem_context *context;
  char *const *elements;
  struct row_shared shared;
  int level; /* of the phase that is running */
  int64_t tasks;
};

/* Planning. */
void row_operands(struct row *row, const struct problem *p);
void row_axes_of(const struct row *row, const struct problem *p, struct row_axes *axes);
void row_geometry(struct row *row, const struct row_axes *axes);
size_t row_workspace(const struct row *row);
void row_call_start(struct row_call *call, const struct row *row, rem_context *context, char *const *elements,
                    char *workspace);

/* Whether a source that is computed reads every element once, in one place, with as much to do as there are threads. */
int row_takes_beside(const struct row *row);

/* Running. */
void row_room(const struct row_call *call, int64_t task, struct row_room *room);
struct mover row_mover(const struct row *row, const struct row_room *room);
void row_run_forward(rem_context *context, const struct row *row, char *const *elements, char *workspace);
void row_reduce_levels(struct row_call *call);
void row_reduce(const struct row_call *call, const struct row_level *level, const struct group *g, int64_t span,
                struct row_room *room);
void row_load_first(const struct row_call *call, const struct group *g, struct row_room *room);
void row_finish(const struct row_call *call, const struct group *g, struct row_room *room);
void row_keep_values(const struct row_call *call, const struct group *g, const struct row_room *room);
void row_seek(const struct row_call *call, const struct group *g, struct row_room *room);
int64_t point_of(const struct group *g, int64_t c);

/* One element of the compute dtype at `to`: what every element of input i of a map is, where that has none in memory. */
void map_absent(const struct exec *exec, const struct map_inputs *inputs, char *const *elements, int i, char *to);

#endif
