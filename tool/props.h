/* props.h: what the properties share: a problem that has been run, and variants of it. */
#ifndef TOOL_PROPS_H
#define TOOL_PROPS_H

#include "problem.h"
#include "tensors.h"

/* A problem that has been run once. It accumulates nothing. */
struct scene {
  struct parsed parsed; /* every view is known */
  rem_context *context;
  rem_plan *plan;
  struct trial trial;
  uint64_t seed;
  char *why; /* where a property that does not hold says so */
  size_t why_bytes;
};

/* Another problem made from it. source[i] is where slot i's values come from and, for an output, what it should be:
 * it refers to the scene's memory, sliced or mirrored. */
struct variant {
  struct scene *scene;
  struct parsed parsed;
  struct tensor source[REM_MAX_SLOTS];
  rem_plan *plan;
  struct trial trial;
};

enum held { FAILS = -1, DOES_NOT_APPLY = 0, HOLDS = 1 };

/* Writes the sentence and returns FAILS. */
enum held fails(struct scene *s, const char *format, ...);

void variant_begin(struct variant *v, struct scene *s); /* everything as in the scene */
/* Makes the plan, in packed layout with the shapes of the sources, copies the inputs and runs. DOES_NOT_APPLY: without
 * a wide slot it computes in another dtype than the scene. */
enum held variant_run(struct variant *v);
/* Whether every output has the bits of its source. */
enum held variant_same(struct variant *v, const char *what);
void variant_end(struct variant *v);

int slot_of(const struct scene *s, const char *name);                 /* -1: not there or left out       */
int variant_attr(struct variant *v, const char *name, int64_t value); /* sets an integer attribute; 0: done */
void tensor_slice(struct tensor *t, int axis, int64_t first, int64_t n);
void tensor_mirror(struct tensor *t, int axis);

struct property {
  const char *name;
  enum held (*test)(struct scene *s);
};
extern const struct property bit_properties[]; /* props_bits.c; ends with a NULL name */
extern const struct property sum_properties[]; /* props_sums.c; likewise              */

#endif
