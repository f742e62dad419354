/* document.h: a page in Markdown or in HTML. Texts are Markdown of which `code`, **bold** and [links](to) are known. */
#ifndef TOOL_DOCS_DOCUMENT_H
#define TOOL_DOCS_DOCUMENT_H

#include <stdio.h>

struct document {
  FILE *file;
  int html;
};

void doc_heading(const struct document *d, int level, const char *text);
void doc_text(const struct document *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
void doc_item(const struct document *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
void doc_code(const struct document *d, const char *text);
void doc_picture(const struct document *d, const char *path, const char *says);

/* A table: its columns, rows of cells, its end. */
void doc_table(const struct document *d, int columns, const char *const *titles);
void doc_row(const struct document *d, int columns, const char *const *cells);
void doc_end(const struct document *d);

/* Text as HTML: with its special characters escaped. */
void html_text(FILE *file, const char *text);

#endif
