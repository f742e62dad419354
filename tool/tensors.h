/* tensors.h: a test case made from a plan: tensors with guards, filled from a seed, and what became of them. */
#ifndef TOOL_TENSORS_H
#define TOOL_TENSORS_H

#include "core/plan.h"
#include "values.h"

/* Walks the elements of a view in logical row-major order. Its axes are the view's, the last one first, and neighbours that
 * are walked in step are one: tests spend much of their time here. */
struct walk {
  int rank; /* at least 1 */
  int64_t shape[REM_MAX_RANK], stride[REM_MAX_RANK], at[REM_MAX_RANK];
  int64_t weight[REM_MAX_RANK]; /* how far a step along an axis goes in logical order */
  int64_t offset;               /* of the current element, in elements                */
  int64_t index;                /* of the current element, in logical order           */
  int64_t left;                 /* elements, this one included                        */
};
void walk_begin(struct walk *w, const rem_view *view);
void walk_begin_distinct(struct walk *w, const rem_view *view); /* axes of stride 0 count as extent 1 */
void walk_turn(struct walk *w); /* at the end of the first axis: goes back there and a step along the next */
static inline void walk_next(struct walk *w) {
  w->left--;
  w->offset += w->stride[0];
  w->index += w->weight[0];
  if (++w->at[0] == w->shape[0]) walk_turn(w);
}
static inline int walk_is_run(const struct walk *w) { return w->rank == 1 && w->stride[0] == 1; } /* no gaps */
/* Elements from the current one to the end of the first axis, stride[0] apart; and a step over n of them. */
static inline int64_t walk_run(const struct walk *w) { return w->shape[0] - w->at[0]; }
static inline void walk_ahead(struct walk *w, int64_t n) {
  w->left -= n;
  w->offset += n * w->stride[0];
  w->index += n * w->weight[0];
  if ((w->at[0] += n) == w->shape[0]) walk_turn(w);
}
/* A loop over all of them. */
#define WALK(w, view) for (walk_begin(&(w), (view)); (w).left > 0; walk_next(&(w)))

int64_t slot_elems(const rem_view *view); /* 0 where a slot is left out */

/* One slot's memory. What lies around and between the elements is a known pattern. */
struct tensor {
  rem_view view;
  char *memory;  /* NULL: left out                       */
  char *before;  /* the memory as it was before the run  */
  char *element; /* element (0,...,0)                    */
  size_t bytes;
};

struct trial {
  const rem_plan *plan;
  const struct problem *problem;
  uint64_t seed;
  struct tensor tensors[REM_MAX_SLOTS];
  char *workspace; /* with a guard behind it */
  size_t workspace_bytes;
  char *workspace_memory;
  size_t workspace_memory_bytes;
};

/* Makes a test case: inputs hold values that depend on the seed, the slot's name and the logical index alone; what a
 * backward pass reads of the forward one (y, index, mean) comes from a forward plan on the same inputs; outputs that
 * accumulate hold values too. Returns 0, or -1 with a sentence. Release with trial_destroy either way. */
int trial_create(struct trial *t, const rem_plan *plan, uint64_t seed, char *why, size_t why_bytes);
/* Seeds that have it are tame: ordinary numbers everywhere, and every tensor begins at a cache line, so that what is done for rare numbers
 * and for odd places alone is not all that large tensors see. */
#define SEED_TAME (UINT64_C(1) << 63)
void trial_destroy(struct trial *t);

/* The same without values: every byte is the pattern. */
int trial_blank(struct trial *t, const rem_plan *plan, uint64_t seed, char *why, size_t why_bytes);

/* The parts of it: one tensor, with its lowest element shift elements from an aligned address, and its values. */
int tensor_create(struct tensor *t, const rem_view *view, int shift); /* 0, or -1: no memory */
void tensor_destroy(struct tensor *t);
struct source slot_source(const struct problem *p, uint64_t seed, const char *slot, int dtype);
void tensor_fill(struct tensor *t, const struct source *s);

/* A test case of another plan of the same problem, in another layout or on another device: the same values, element
 * by element in logical order. */
int trial_like(struct trial *t, const rem_plan *plan, const struct trial *model, char *why, size_t why_bytes);

/* Copies values, element by element in logical order, between tensors of one dtype and number of elements. */
void tensor_copy(struct tensor *to, const struct tensor *from);

/* Runs the plan on the test case, once, on whatever device it was planned for; error may be NULL. */
rem_status trial_run(struct trial *t, rem_error *error);

/* After a run: 0 when inputs, guards and the workspace's guard are as they were, else -1 with a sentence. */
int trial_intact(const struct trial *t, char *why, size_t why_bytes);

/* The address of every slot's element (0,...,0), NULL where it is left out. */
void trial_elements(const struct trial *t, char *elements[REM_MAX_SLOTS]);

/* A 64-bit digest of the bits of all outputs in slot and logical order, NaN as one pattern. */
uint64_t trial_digest(const struct trial *t);

/* Whether two tensors of one shape and dtype hold the same bits, NaN equal to NaN; else *where is the first logical
 * index at which they differ. */
int tensor_same(const struct tensor *a, const struct tensor *b, int64_t *where);

/* Whether all outputs of two test cases of one problem do: then their digests are equal. */
int trial_same(const struct trial *a, const struct trial *b);

/* Element at a logical index. */
const char *tensor_at(const struct tensor *t, int64_t index);

/* "[3,0,17]", the place of a logical index in a view. */
void index_text(const rem_view *view, int64_t index, char *text, size_t size);

#endif
