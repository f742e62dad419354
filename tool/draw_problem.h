/* draw_problem.h: draws a whole problem: op, pass, attributes, dtypes, shapes, layouts, what is left out and what accumulates. */
#ifndef TOOL_DRAW_PROBLEM_H
#define TOOL_DRAW_PROBLEM_H

#include "problem.h"

/* Turns a line "?[NAME][.bwd] draw=N" into a problem that plans can be made of: of any op, or of those of a family or of one op where
 * NAME says so. It is a function of the line's text and of the op table, so that a line means one problem while the table stays.
 * Other lines stay as they are. Returns 0, or -1 with a sentence in why. */
int draw_problem(char line[LINE_BYTES], char *why, size_t why_bytes);

#endif
