/* parts.h: the parts of an entry as its .def file writes them. */
#ifndef TOOL_DOCS_PARTS_H
#define TOOL_DOCS_PARTS_H

#include <stddef.h>

/* A piece of text that somebody else keeps; at is NULL where there is none. */
struct text {
  const char *at;
  size_t n;
};

/* What stands in the brackets of a part: part_of("exp", "FWD") is "y = exp_(x);". Of a part that has a cheaper formula
 * in front, QUICK_FWD or STEP_JOIN, or one for GPUs, GPU_JOIN, it is what stands behind that. */
struct text part_of(const char *op, const char *name);

/* Argument i: what stands between commas that are in no brackets, without spaces around it. */
struct text text_argument(struct text t, int i);

struct text text_as(const char *text); /* the whole of it */

int text_starts(struct text t, const char *word); /* and goes on behind it */

#endif
