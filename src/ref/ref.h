/* ref.h: the oracle. Slow, wide (long double), any strides; independent of every FWD, LIFT and JOIN formula: it
 * computes from the EXACT parts of the entries and from textbook definitions. Linked into the tool, not the library. */
#ifndef REM_REF_H
#define REM_REF_H

#include "core/problem.h"

/* What an output should be. Arrays are packed in logical row-major order; the caller frees with ref_free. */
struct ref_slot {
  long double *value; /* NULL: the slot is an input or left out; index slots hold exact integers */
  long double *scale; /* S of the guarantee, for each element */
  unsigned char *skip; /* 1: too expensive to check (long rows); NULL: all are checked */
  int64_t n;
};

/* Computes every output of the problem. elements[i] is the address of element (0,...,0) of slot i, with the strides
 * of problem->views[i]; for outputs it holds what was there before the run (accumulate adds it, and |it| to the scale).
 * Returns 0, or -1 when memory ran out. */
int ref_run(const struct problem *problem, char *const *elements, struct ref_slot *slots);
void ref_free(const struct problem *problem, struct ref_slot *slots);

/* One element of any dtype as long double, and its ulp at value v in that dtype. */
long double ref_load(int dtype, const void *element);
long double ref_ulp(int dtype, long double v);

#endif
