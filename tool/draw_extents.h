/* draw_extents.h: puts drawn extents into a line of the problem language. */
#ifndef TOOL_DRAW_EXTENTS_H
#define TOOL_DRAW_EXTENTS_H

#include "problem.h"

/* Takes the word draw=N out of a line and puts an extent in the place of every ?a to ?z: the same letter the same extent,
 * all letters together at most DRAWN_ELEMS elements. They are a function of the line's text, N included, so that a line
 * means one problem. A line without the word and without such letters stays as it is. Returns 0, or -1 with a sentence in why. */
int draw_extents(char line[LINE_BYTES], char *why, size_t why_bytes);

enum { DRAWN_ELEMS = 1 << 18 };

#endif
