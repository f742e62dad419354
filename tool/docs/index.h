/* index.h: the frame of docs/ops/index.html: one file, no network, that can be searched. */
#ifndef TOOL_DOCS_INDEX_H
#define TOOL_DOCS_INDEX_H

#include "core/entry.h"

#include <stdio.h>

void index_begin(FILE *file);
void index_family(FILE *file, const char *title);
void index_op_begin(FILE *file, const struct entry *entry);
void index_op_end(FILE *file);
void index_end(FILE *file);

#endif
