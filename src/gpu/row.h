/* row.h: reductions on a GPU, as steps of a plan. */
#ifndef REM_GPU_ROW_H
#define REM_GPU_ROW_H

#include "map.h"
#include "schedule/row.h"

/* Columns of strides, as row_args.h has them. */
enum { ROW_SOURCE, ROW_FIRST, ROW_Y, ROW_MEAN, ROW_POINT, ROW_COLUMNS };
enum { ROW_BESIDE = 2 }; /* of a map: what is written on the way, where a third input would lie */
/* With the gradient at the end: x, dx, dy, y, mean. */
enum { FUSED_DX = 1, FUSED_DY, FUSED_Y, FUSED_MEAN };

enum row_source { SOURCE_X, SOURCE_MAP, SOURCE_STATES, SOURCE_UNITS };

/* Which elements take part in a gradient, so that x need not be read again: a bit each, a byte for `width` of them in lines that lie
 * side by side. The reduction writes the bytes and the gradient reads them. */
struct marks {
  struct place at;
  int width;                    /* 0: there are none                */
  int64_t stride[REM_MAX_RANK]; /* elements, of which width are a byte */
};

/* A reduction of a whole tensor: all its runs. */
struct row_job {
  const char *entry;
  int rank;
  uint32_t reduced;
  int apart; /* neighbouring reduced axes are runs of their own */
  int64_t shape[MAX_AXES], stride[MAX_AXES][ROW_COLUMNS];
  enum row_source source;
  struct place x;
  int x_dtype;
  const struct map_space *map; /* SOURCE_MAP: the inputs; their strides are in columns 0 to 3, that of a fifth in g's */
  enum map_body map_body;
  int map_out;
  int beside;     /* the result that is written on the way; -1: none */
  int fields;     /* of a state, without ties that nobody counts */
  int counts, uses_first;
  int divides;    /* joins divide by counts of elements */
  int ties;       /* y is known, and what is counted is what ties with it */
  struct operand tied; /* y */
  struct marks marks; /* of what ties, their strides in column ROW_FIRST */
  int indexed, last; /* mean is the position of the winner: the first, or the last, of those that tie */
  int64_t n;      /* elements of a row */
  double dof;
  /* what becomes of the states */
  struct place y, mean, states;
  int y_dtype, y_add, mean_dtype, mean_add;
};

void gpu_reduce(struct planner *s, const struct row_job *job);
int64_t state_bytes(const struct problem *p, const struct row_job *job); /* of one state */

/* The sum, over `axes`, of result `out` of a map whose inputs are given; it goes to `slot`. Another result that is given too is written
 * on the way: one at most, and of a map that has no third input. */
void row_sum_of_map(struct planner *s, const struct map_space *inputs, enum map_body body, int out, int slot, uint32_t axes);
/* y of a map that is reduced: the sum of all its elements, divided by the problem's share. */
void row_mean_of_map(struct planner *s, const struct map_space *inputs, int slot);

/* Rows of a space: its lines and the axis or axes along one. */
struct line_space {
  struct space kept, run;
  int64_t lines, n;
};
int kept_class(int n);
int run_class(int n);
int64_t power_of_two(int64_t n); /* the least that is not smaller */
/* How threads are laid over lines: row.h of the templates. */
struct teams {
  int columns, across, lines, lt, lp, ct, batch, vector;
};
/* Lines whose elements are adjacent, `bytes` each: a thread has several lanes, and a warp a whole chunk. */
struct teams along(const struct line_space *l, int vector, int64_t bytes);
/* Whether threads had better run across lines: they are closer to each other than the elements of one. */
int columns_first(const struct line_space *l, int column);

/* The position of every row's winner: y is a slot, in the compute dtype, or made from the states, by point. Positions go to the
 * index slot, or by point to the workspace. Lines run along all reduced axes; columns: x, -, index, y, point. */
struct row_search {
  struct operand y, index;
  struct place states, positions;
  int last;
};
void gpu_seek(struct planner *s, const struct row_job *job, const struct line_space *lines, const struct row_search *seek);

/* The gradient of rows whose values are known. */
struct rowmap {
  struct row_needs needs;
  struct operand dx, dy, x, y, extra;
  struct place states, positions; /* by point */
  struct marks marks;             /* in place of x */
};
/* Whether a reduction that counts ties had better mark them, and how; width is 0 where it had not. */
struct marks row_marks(struct planner *s, const struct row_job *job, const struct rowmap *m);
void row_map(struct planner *s, const struct row_job *job, const struct rowmap *m);
/* Shares in one launch, where y is given and a block has room for a bit for each element of its lines: 0 if it has not. */
int row_ties(struct planner *s, const struct row_job *job, const struct rowmap *m);
/* The reduction and the gradient in one launch, where lines fit a block: 0 if they do not. */
int row_grad_at_once(struct planner *s, const struct row_job *job, const struct rowmap *m);

void row_fused_step(struct planner *s, const struct row_job *job, const struct line_space *l, const struct teams *t,
                    const struct rowmap *m, int holds); /* holds: the line stays in registers */

/* Lines along all reduced axes of the problem; stride[i] are the columns of axis i, point_column gets the strides of points. */
void whole_space(const struct problem *p, int columns, int64_t (*stride)[MAX_OPERANDS], int point_column, struct line_space *l);

#endif
