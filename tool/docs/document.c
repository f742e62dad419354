/* document.c: a page in Markdown or in HTML. */
#include "docs/document.h"

#include <stdarg.h>
#include <string.h>

enum { TEXT_BYTES = 4096 };

static void html_char(FILE *file, char c) {
  static const char *const names[] = {['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};
  const char *name = (unsigned char)c < sizeof names / sizeof *names ? names[(unsigned char)c] : NULL;
  if (name) fputs(name, file);
  else fputc(c, file);
}

void html_text(FILE *file, const char *text) {
  for (; *text; text++) html_char(file, *text);
}

/* [words](to) at text; returns its last character, or NULL where it is no link. */
static const char *html_link(FILE *file, const char *text) {
  const char *middle = strstr(text, "]("), *end = middle ? strchr(middle, ')') : NULL;
  if (!end) return NULL;
  fprintf(file, "<a href=\"%.*s\">", (int)(end - middle - 2), middle + 2);
  for (const char *c = text + 1; c < middle; c++) html_char(file, *c);
  fputs("</a>", file);
  return end;
}

static void inline_html(FILE *file, const char *text) {
  int code = 0, bold = 0;
  for (; *text; text++) {
    const char *end = NULL;
    if (*text == '`') fputs((code = !code) ? "<code>" : "</code>", file);
    else if (!code && text[0] == '*' && text[1] == '*') fputs((bold = !bold) ? "<b>" : "</b>", file), text++;
    else if (!code && *text == '[' && (end = html_link(file, text))) text = end;
    else html_char(file, *text);
  }
}

void doc_heading(const struct document *d, int level, const char *text) {
  if (d->html) fprintf(d->file, "<h%d>%s</h%d>\n", level, text, level);
  else fprintf(d->file, "%.*s %s\n\n", level, "####", text);
}

static void write_inline(const struct document *d, const char *before, const char *after, const char *format,
                         va_list list) {
  char text[TEXT_BYTES];
  vsnprintf(text, sizeof text, format, list);
  if (d->html) {
    fputs(before, d->file);
    inline_html(d->file, text);
    fputs(after, d->file);
  } else {
    fputs(text, d->file);
  }
}

void doc_text(const struct document *d, const char *format, ...) {
  va_list list;
  va_start(list, format);
  write_inline(d, "<p>", "</p>\n", format, list);
  va_end(list);
  if (!d->html) fputs("\n\n", d->file);
}

void doc_item(const struct document *d, const char *format, ...) {
  va_list list;
  va_start(list, format);
  if (!d->html) fputs("- ", d->file);
  write_inline(d, "<p class=\"item\">", "</p>\n", format, list);
  va_end(list);
  if (!d->html) fputc('\n', d->file);
}

void doc_code(const struct document *d, const char *text) {
  if (d->html) {
    fputs("<pre>", d->file);
    html_text(d->file, text);
    fputs("</pre>\n", d->file);
  } else {
    fprintf(d->file, "```text\n%s```\n\n", text);
  }
}

void doc_picture(const struct document *d, const char *path, const char *says) {
  if (d->html) fprintf(d->file, "<img src=\"%s\" alt=\"%s\" loading=\"lazy\">\n", path, says);
  else fprintf(d->file, "![%s](%s)\n\n", says, path);
}

static void cell(const struct document *d, const char *tag, const char *text) {
  if (d->html) {
    fprintf(d->file, "<%s>", tag);
    inline_html(d->file, text);
    fprintf(d->file, "</%s>", tag);
    return;
  }
  fputc(' ', d->file);
  for (; *text; text++) {
    if (*text == '|') fputc('\\', d->file);
    fputc(*text, d->file);
  }
  fputs(" |", d->file);
}

static void line(const struct document *d, const char *tag, int columns, const char *const *cells) {
  fputs(d->html ? "<tr>" : "|", d->file);
  for (int i = 0; i < columns; i++) cell(d, tag, cells[i]);
  fputs(d->html ? "</tr>\n" : "\n", d->file);
}

void doc_table(const struct document *d, int columns, const char *const *titles) {
  if (d->html) fputs("<div class=\"wide\"><table>\n", d->file);
  line(d, "th", columns, titles);
  if (d->html) return;
  fputc('|', d->file);
  for (int i = 0; i < columns; i++) fputs("---|", d->file);
  fputc('\n', d->file);
}

void doc_row(const struct document *d, int columns, const char *const *cells) { line(d, "td", columns, cells); }

void doc_end(const struct document *d) { fputs(d->html ? "</table></div>\n" : "\n", d->file); }
