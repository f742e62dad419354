/* oracle.h: what the parts of the oracle share: a problem with its memory, and how a slot lies in the op's space. */
#ifndef REM_ORACLE_H
#define REM_ORACLE_H

#include "ref/ref.h"

/* Of the compute dtype: machine epsilon, the smallest and the largest number. */
struct limits {
  long double eps, tiny, largest;
};
struct limits limits_of(int dtype);
long double bound_of(const struct problem *p); /* the entry's bound of a sum, without accumulation */

struct job {
  const struct problem *p;
  char *const *elements;
  struct ref_slot *slots;
  struct limits limits;
};

/* A slot as seen from the op's space (of y for a layout op's SHAPE_Y; a pick op's as they are). Strides count elements and are 0 along an axis
 * that the slot has not got. */
struct place {
  const char *base;
  int dtype;
  struct ref_slot *out;         /* outputs only; NULL: an input, or left out */
  int given;                    /* 0: left out                               */
  int64_t stride[REM_MAX_RANK]; /* in memory                                 */
  int64_t packed[REM_MAX_RANK]; /* in the arrays of out                      */
  int64_t out_at;               /* where it begins there                     */
};
struct place place_of(const struct job *job, const char *slot);

/* Some axes of a space, walked in row-major order. */
struct axes {
  int n;
  int which[REM_MAX_RANK];
  int64_t extent[REM_MAX_RANK];
  int64_t count; /* of indices; 1 where there is no axis */
};
struct axes axes_chosen(int rank, const int64_t *shape, uint32_t mask);

/* How far index i of the axes is from index 0, by these strides. */
int64_t axes_offset(const struct axes *axes, const int64_t *stride, int64_t i);

long double place_load(const struct place *place, int64_t offset);
/* Scales that make no sense, next to an infinity, become |value|. Nothing happens where the output is left out. */
void place_store(const struct place *place, int64_t offset, long double value, long double scale);

void place_skip(const struct place *place, int64_t offset); /* not promised */

/* Each family computes all outputs of a job, without accumulation. 0, or -1: no memory. */
int ref_map(const struct job *job);
int ref_row(const struct job *job);
int ref_scan(const struct job *job);
int ref_layout(const struct job *job);
int ref_norm(const struct job *job);
int ref_cross(const struct job *job); /* of those, the cross entropies */
int ref_rival(const struct job *job); /* and those with lists of classes */
int ref_tally(const struct job *job);
int ref_pick(const struct job *job);
int ref_step(const struct job *job);

/* A real attribute as the compute dtype has it; 0 where the op has none of that name. */
long double attr_number(const struct problem *p, const char *name);

/* What the compute dtype makes of a value on the way: an infinity, or nothing. */
long double capped(long double value, const struct limits *l);

#endif
