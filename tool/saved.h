/* saved.h: what a backward test case reads of the forward pass. */
#ifndef TOOL_SAVED_H
#define TOOL_SAVED_H

#include "tensors.h"

/* Fills y, index and mean of a backward test case by running the forward pass on its inputs. Inputs that the backward
 * pass does not have get the values they would have in a forward test case. Returns 0, or -1 with a sentence. */
int saved_fill(struct trial *t, char *why, size_t why_bytes);

/* Draws half of those values anew, after saved_fill: tensors that no forward pass on these inputs has made. */
void saved_estrange(struct trial *t);

/* One output of the forward pass on the inputs of a backward test case, in the dtype of `to` and as many elements. */
int saved_forward(const struct trial *t, const char *output, struct tensor *to, char *why, size_t why_bytes);

/* The attributes of a resolved problem as a description has them; texts need MAX_ATTRS buffers of WORD_BYTES. */
int problem_attrs(const struct problem *p, rem_attr attrs[MAX_ATTRS], char texts[MAX_ATTRS][64]);

#endif
