/* edges.h: what an op gives at the edges: zeros, denormals, infinities, NaN; the ends of integers; short rows. */
#ifndef TOOL_DOCS_EDGES_H
#define TOOL_DOCS_EDGES_H

#include "core/entry.h"
#include "docs/document.h"

void edges_write(const struct document *d, const struct entry *entry, rem_context *context);

#endif
