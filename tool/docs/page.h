/* page.h: the page of one op. */
#ifndef TOOL_DOCS_PAGE_H
#define TOOL_DOCS_PAGE_H

#include "core/entry.h"
#include "docs/document.h"

/* What all pages share. */
struct book {
  const char *folder;
  rem_context *context;
};

/* Writes the body of an op's page, its headings at this level and below; picture says what the plot shows, "" where
 * there is none. */
void page_write(const struct document *d, const struct book *book, const struct entry *entry, const char *picture,
                int level);

#endif
