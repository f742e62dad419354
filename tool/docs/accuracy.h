/* accuracy.h: the bounds of an entry in words. */
#ifndef TOOL_DOCS_ACCURACY_H
#define TOOL_DOCS_ACCURACY_H

#include "core/entry.h"
#include "docs/document.h"

/* Bounds, and S of every output that needs it, under a heading. */
void accuracy_write(const struct document *d, const struct entry *entry, int level);

/* Writes S of the guarantee of every elementwise output as JSON: {"op": {"y": "expression of NumPy", "dx": null}}; null
 * stands for |value| + (1 + |g|) LOST. */
void scales_write(FILE *file);

#endif
