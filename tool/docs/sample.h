/* sample.h: an op on a few numbers: its result, and its gradients where dy is 1 everywhere. */
#ifndef TOOL_DOCS_SAMPLE_H
#define TOOL_DOCS_SAMPLE_H

#include "core/dtype.h"

enum { MAX_INPUTS = 4, MAX_WORDS = 8 };

/* One tensor, packed, its elements as numbers. */
struct numbers {
  rem_view view;
  int64_t n;
  double *at; /* NULL: there is none */
};

/* Of an op whose operands are parts of x, the inputs are a and b; a seed, which is 0, is none of them. */
struct sample {
  const struct entry *entry;
  int inputs;
  struct numbers in[MAX_INPUTS]; /* the inputs that are given, in slot order           */
  const char *names[MAX_INPUTS];
  rem_attr attrs[MAX_WORDS]; /* further ones may be set before a run               */
  int n_attrs;
  int last_alone; /* dy is 1 at the last place and 0 elsewhere */
  struct numbers y;
  struct numbers d[MAX_INPUTS]; /* of each input; at is NULL where there is no gradient */
  rem_error error;              /* of the last run that failed                          */
  struct numbers halves[2];     /* a and b as one tensor, and its gradient              */
  struct numbers seed;
  struct numbers sum; /* what add_layer_norm and its like normalise           */
};

/* Inputs of one shape (of norms with channels, one sample and one channel of it; what rows or channels have one of, accordingly), of the dtype where a slot takes it and of the nearest one else. An input that may be left out
 * is, unless an attribute would have to stand in. Attributes that have no default are set. Returns 0, or -1: no
 * memory. */
int sample_create(struct sample *s, const struct entry *entry, int dtype, int rank, const int64_t *shape);
void sample_destroy(struct sample *s);

void sample_attr_text(struct sample *s, const char *name, const char *value); /* value must live on */

/* Runs forward, then backward. Numbers that a dtype lacks are rounded first, in s too. Returns 0, or -1: refused; a
 * refusal of the backward pass only leaves no gradients. */
int sample_run(struct sample *s, rem_context *context);

/* The ends of what a dtype holds. */
double dtype_lowest(int dtype);
double dtype_largest(int dtype);
double dtype_least(int dtype); /* the smallest number above 0 */

#endif
