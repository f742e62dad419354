/* ref.h: the oracle. Slow, wide (long double), any strides; independent of every FWD, LIFT and JOIN formula: it
 * computes from the EXACT parts of the entries and from textbook definitions. Linked into the tool, not the library. */
#ifndef REM_REF_H
#define REM_REF_H

#include "core/problem.h"

/* A scale beside which any infinity or NaN is right, where the value is none. */
#define REF_UNSURE 0x1p+8000L

/* What an output should be. Arrays are packed in logical row-major order; the caller frees with ref_free.
 *
 * The guarantee says |y - value| <= ulp * ref_ulp(dtype, value) + sum * eps * scale. value NaN: y must be NaN; an
 * infinite value must be met exactly; a finite one beyond the largest of the dtype is an infinity when stored. A sum
 * whose scale is beyond the largest of the compute dtype may have overflowed on the way. With scale 0 the sign of a
 * zero counts too. What an infinite factor of a linear recurrence makes of a sum depends on the association (inf * 0,
 * or inf * b and inf * c apart): value is that of the sequential loop, and skip is set; likewise for gradients of an
 * exclusive scan whose last element, on which no output depends, is not finite. */
struct ref_slot {
  long double *value;  /* NULL: the slot is an input or left out; index slots hold exact integers */
  long double *scale;  /* S of the guarantee, for each element */
  unsigned char *skip; /* 1: value is not promised; NULL: all are */
  int64_t n;
};

/* Computes every output of the problem. elements[i] is the address of element (0,...,0) of slot i, with the strides
 * of problem->views[i]; for outputs it holds what was there before the run. An output that accumulates has it added,
 * and |old| + |value| added to the scale, for the value is rounded once before and once after the addition.
 * Returns 0, or -1 when memory ran out. */
int ref_run(const struct problem *problem, char *const *elements, struct ref_slot *slots);
void ref_free(const struct problem *problem, struct ref_slot *slots);

/* One element of any dtype as long double, and its ulp at value v in that dtype: the spacing of the binade that v lies
 * in, of the lowest one for 0, of the highest one beyond it. 0 for index dtypes: they are exact. */
long double ref_load(int dtype, const void *element);
long double ref_ulp(int dtype, long double v);

/* The oracle's backward pass against central differences of its own forward pass. */
struct ref_difference {
  long double disagreement; /* |<g, Jv> - <J'g, v>| over the sum of the absolute values of the terms of <J'g, v> */
  const char *skipped;      /* NULL, or why nothing was compared: a kink, an underflow, too large a problem */
};

/* Takes the op, attributes and shapes of a backward problem, draws every input and a direction v from the seed, all in
 * f64 within the entry's domain, and compares. Where the function has a kink between the points, such as a tie of a
 * maximum, it says so and compares nothing. The oracle is right when the disagreement is below REF_DIFFERENCE.
 * Returns 0, or -1 when memory ran out or the problem has no forward pass (a slot that neither pass describes). */
#define REF_DIFFERENCE 1e-7L
int ref_gradient_difference(const struct problem *backward, uint64_t seed, struct ref_difference *difference);

#endif
