/* glossary.h: what the names in the oracle's formulas mean. */
#ifndef TOOL_DOCS_GLOSSARY_H
#define TOOL_DOCS_GLOSSARY_H

#include "core/entry.h"
#include "docs/document.h"

/* Explains the names that formulas of an entry use. */
void glossary_write(const struct document *d, const struct entry *entry, const char *formulas);

#endif
