/* map.h: a map over a space, as one step. */
#ifndef REM_GPU_MAP_H
#define REM_GPU_MAP_H

#include "gpu.h"

/* Operands, as columns of the space: up to three results, then the inputs: three, g, and a fourth, which few maps have. */
enum { MAP_OUT, MAP_IN = 3, MAP_G = 6, MAP_FIFTH = 7, MAP_OPERANDS = 8, MAP_DRAWN = 4, MAP_SEED = 7 };

struct map_space {
  struct space space; /* its axes may be in any order */
  struct place place[MAP_OPERANDS];
  int dtype[MAP_OPERANDS], accumulate[MAP_OPERANDS];
  int standin;        /* the input for which number[0] stands in; -1: none. Others that are not there are 1 */
  double number[MAP_NUMBERS];
  int draws;          /* operand MAP_DRAWN is drawn: its strides count elements, and MAP_SEED is its seed */
  int64_t offset;     /* of what is drawn */
  int pairs;          /* results 0 and 1, and inputs 0 and 1, alternate in their slots */
};

/* Adds the step, if the space has a point. body and take name the formulas of the entry; entry "-" copies input 0 to result 0. */
enum map_body { MAP_FORWARD, MAP_GRADS, MAP_COPY, MAP_INTS, MAP_FORWARD2, MAP_SHARED_GRADS /* g is dy / share */ };
void map_step(struct planner *s, const char *entry, struct map_space *m, enum map_body body);

/* What ins, body and results of an entry are called in a kernel; for schedules whose source is a map too. */
void map_words(struct planner *s, enum map_body body);

/* The numbers that the formulas know by name, as arguments; the offset of what is drawn is the last of the attributes. */
void step_numbers(const struct planner *s, const struct map_space *m, i64 *bits);

#endif
