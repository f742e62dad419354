/* emit_docs.h: writes docs/ops, the pages of ops, from the op table. */
#ifndef TOOL_DOCS_EMIT_DOCS_H
#define TOOL_DOCS_EMIT_DOCS_H

/* Writes every page into a folder that is there. Returns an exit code; what went wrong is on stderr. */
int emit_ops_docs(const char *folder);

#endif
