/* formula.h: formulas of entries in a form that is read, not compiled. */
#ifndef TOOL_DOCS_FORMULA_H
#define TOOL_DOCS_FORMULA_H

#include "docs/parts.h"

#include <stdio.h>

/* Writes statements, one a line: "T r = cbrt_(x); dx = g / (K(3) * (r * r));" becomes "r = cbrt(x)" and
 * "dx = g / (3 * (r * r))". What a statement chooses between stands in lines of its own, each with its condition. */
void formula_statements(FILE *file, struct text t);

/* Writes "name = ..." for an expression, in the same manner. */
void formula_equation(FILE *file, const char *name, struct text expression);

/* Writes an expression in one line. */
void formula_expression(FILE *file, struct text expression);

/* The same as a string, which the caller frees; NULL: there is none. */
char *formula_text_of(struct text expression);

/* Writes an expression as NumPy reads it, of arrays: where(condition, this, that), logical_and(p, q). */
void formula_numpy(FILE *file, struct text expression);

#endif
