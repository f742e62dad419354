/* norm.h: sweeps along rows, as they were planned, and the rows at hand while they run. */
#ifndef REM_CPU_NORM_H
#define REM_CPU_NORM_H

#include "cpu.h"
#include "schedule/norm.h"

_Static_assert((int)NORM_COLUMNS <= (int)MAX_OPERANDS, "a sweep has more operands than a space");
/* What is known of a section of a row; peaks are m as it was before sections were joined, p and q are of CROSS. */
enum { STATE_M, STATE_S, STATE_PEAKS, STATE_P, STATE_Q, NORM_STATES };
enum { NORM_PARTS = NORM_SECTION / NORM_CHUNK, EACH_TILE = 8192 };

/* A slot, or an array of values in the workspace. */
struct strand {
  enum norm_from from;
  int at, dtype, accumulate, stream;
};

struct sweep_plan {
  struct sweep_how how;
  int each, keep_first, split, holds, solves; /* solves: sums are taken until the level no longer rises */
  uint32_t looks; /* bit k: the state of a row depends on operand k */
  int pieces;     /* every operand is adjacent or repeats along the innermost of several axes of a row */
  struct run run;
  struct lines lines;
  int64_t n, sections;
  int64_t batch; /* lines at once where they are walked along */
  int direct;    /* lines are one section each and lie as kernels walk them: a group is handed over as it is */
  struct strand in[SWEEP_OPERANDS], out, also, keep[SWEEP_VALUES];
  double standin[SWEEP_OPERANDS];
  size_t room_bytes;
};

struct norm {
  struct exec exec;
  int sweeps, values;
  int64_t value_elems[NORM_VALUES];
  struct sweep_plan sweep[NORM_SWEEPS];
};

/* What a task works with. Of lines that are walked along, a batch has the place of columns side by side. */
struct norm_room {
  char *acc[3];                                 /* of lines, all lanes               */
  char *wait[2];                                /* of columns: [LANES_WAIT][cols]    */
  char *half[2];                                /* of lines                          */
  char *part[3];                                /* of chunks: [parts][cols]          */
  char *state[NORM_STATES];                     /* [sections][cols]                  */
  char *value[SWEEP_VALUES];                    /* [cols]: u, v, g, h                */
  char *first, *middle, *factor, *kept, *level; /* [cols]                    */
  char *hold;
  char *in[SWEEP_OPERANDS], *out, *also, *raw, *constant[SWEEP_OPERANDS];
  int64_t *off;
  int loaded;                     /* operands that are not T were loaded when the section was looked at */
  int64_t shared[SWEEP_OPERANDS]; /* of lines: the section of an operand common to all that `in` has, plus 1 */
};

/* What tasks share: values; of rows that are split, the states of sections and what becomes of them. */
struct norm_call {
  const struct norm *norm;
  const struct sweep_plan *s;
  char *const *elements;
  char *value[NORM_VALUES], *state[NORM_STATES], *u, *v, *rooms;
  int64_t tasks;
};

/* ---- where memory is (norm_plan.c) ---- */

static inline int64_t whole_runs(int64_t n) { return (n + LINE_RUN - 1) / LINE_RUN * LINE_RUN; }
int norm_sums(const struct sweep_plan *s);     /* numbers that are folded at once */
int64_t norm_cols(const struct sweep_plan *s); /* rows that a task has at once */
void norm_room_of(const struct norm *norm, const struct sweep_plan *s, struct arena *a, struct norm_room *room);
void norm_values_of(const struct norm *norm, struct arena *a, char **value);
void norm_shared_of(const struct norm *norm, const struct sweep_plan *s, struct arena *a, struct norm_call *call);

rem_status norm_plan(const struct cpu *cpu, const struct problem *p, struct exec *exec, struct planned *planned,
                     rem_error *error);

/* ---- the rows at hand ---- */

/* A group of lines side by side, or a batch of those of a group: `cols` of them, from `line` on. */
struct rows {
  const struct norm_call *call;
  const struct group *g;
  struct norm_room *room;
  struct mover mover;
  int64_t line, cols;
  char *state[NORM_STATES]; /* [sections][cols] */
};

struct grid strand_grid(const struct rows *k, const struct strand *o, int as, int64_t row);
struct grid strand_line(const struct rows *k, const struct strand *o, int as, int64_t row,
                        int64_t b); /* line b of the batch alone */
int norm_repeats(const struct run *run, int i);
int norm_common(const struct sweep_plan *s, int i); /* whether operand i is the same for all lines */

/* The state of the c elements from r on, a section, of every row. Then their elements. */
void norm_columns_first(const struct rows *k);
void norm_columns_state(const struct rows *k, int64_t r, int64_t c, char *const *state);
void norm_columns_each(const struct rows *k, int64_t r, int64_t c);
void norm_lines_state(const struct rows *k, int64_t r, int64_t c, char *const *state);
void norm_lines_each(const struct rows *k, int64_t r, int64_t c);
/* Whether there are loops of their own for lines of this sweep; they may decline these. */
int norm_has_swift(const struct norm *norm, const struct sweep_plan *s);
int norm_lines_direct(const struct sweep_plan *s); /* whether groups may be handed over */
void norm_lines_whole(const struct rows *k);       /* states, values and elements of such a group */
void norm_set_middle(const struct rows *k, const char *from, int peak,
                     int64_t c); /* what the elements of a section are relative to */

#endif
