/* meaning.h: the formulas of an entry: what the op means, as the oracle has it, and how it is computed. */
#ifndef TOOL_DOCS_MEANING_H
#define TOOL_DOCS_MEANING_H

#include "core/entry.h"
#include "docs/document.h"
#include "docs/parts.h"

/* Both, under a heading. Ops that only move elements have none. */
void meaning_write(const struct document *d, const struct entry *entry, int level);

/* What a function writes about an entry; the caller frees it. NULL: no memory. */
char *text_about(void (*write)(FILE *, const struct entry *), const struct entry *entry);

/* Maps: value and scale of result i among the pairs of EXACT, of which AROUND(value) is one too; 0: there is none. */
int exact_pair(struct text pairs, int i, struct text *value, struct text *scale);

/* Maps: the name of the gradient of operand k, and its value and scale; 0: there is none. */
int gradient_name(const struct entry *entry, int k, char *name, size_t size);
int gradient_pair(const struct entry *entry, int k, struct text *value, struct text *scale);

#endif
