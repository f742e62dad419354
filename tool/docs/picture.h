/* picture.h: what is plotted of an op. */
#ifndef TOOL_DOCS_PICTURE_H
#define TOOL_DOCS_PICTURE_H

#include "core/entry.h"

#include <stdio.h>

/* Plots an op and its derivative, by running it. Writes nothing and returns 0 where there is nothing to plot; what the
 * plot shows is in says. */
int picture_write(FILE *file, const struct entry *entry, rem_context *context, char *says, size_t size);

#endif
