/* rival.h: rows with a list of classes, as they were planned, and the row at hand while they run. */
#ifndef REM_CPU_RIVAL_H
#define REM_CPU_RIVAL_H

#include "cpu.h"
#include "cpu/pick.h"
#include "schedule/rival.h"

enum { LIST_BLOCK = PLACES_MOST };

struct rival {
  struct exec exec;
  struct rival_space space;
  struct operand operand[RIVAL_COLUMNS];
  struct run run;
  const struct rival_kernels *op;
  int64_t chunks, parts; /* of a row */
  int adds, back;
};

/* What a task works with. */
struct rival_room {
  char *x, *term, *half, *raw, *own, *dy;
  char *sums;                  /* of the chunks of a row that has no parts */
  double *count, *lost;        /* of a chunk, of a block of entries    */
  int64_t *place, *mark, *off; /* [LIST_BLOCK]                         */
  unsigned char *listed;       /* of a chunk                           */
};

/* What tasks share: sums of chunks, by row, where rows have parts; losses, by row, where these are added up. */
struct rival_call {
  const struct rival *f;
  char *const *elements;
  char *sums, *losses, *rooms;
  int64_t tasks;
};

/* The row at hand. Of its list, `place` has the block that begins with entry `read`, `own` the one with entry `first`. */
struct row {
  const struct rival_call *call;
  struct rival_room *room;
  int64_t at[RIVAL_COLUMNS];
  int64_t entries, read, first;
  int broken; /* a number is no class, nor the end: it has no entries then */
};

/* ---- its elements and its list (rival_row.c) ---- */

struct mover rival_mover(const struct row *r);
char *rival_element(const struct row *r, int o, int64_t offset);
/* Elements [from, from + n) of x, at most a chunk, to the room; of dx, from dx. */
void rival_load(const struct row *r, int64_t from, int64_t n);
void rival_store(const struct row *r, int64_t from, int64_t n, const char *dx);

void rival_find_list(struct row *r);
/* Makes the block that begins with entry `first` the one at hand; returns how many entries it has. */
int64_t rival_need_block(struct row *r, int64_t first);
/* Entries from `first` on, a block at most: those at hand, or read beside them. */
const int64_t *rival_places(const struct row *r, int64_t first, int64_t n);
/* Notes in `listed` which of the elements [from, from + n) are listed; calls once(r, i) for each of them, in the order of the list. */
void rival_mark(struct row *r, int64_t from, int64_t n, void (*once)(struct row *, int64_t i));
/* Elements [from, from + n) of x, at most a chunk, and f on them and every block of the list. */
void rival_meet(struct row *r, int64_t from, int64_t n, void (*f)(const struct rival_tile *));

/* ---- its gradient (rival_grad.c) ---- */

/* Elements of chunks [from, to) that are not listed, and what classes of entries [begin, end) of the list lose: each a part of a row. */
void rival_slopes_of(struct row *r, int64_t from, int64_t to, int64_t begin, int64_t end);

#endif
