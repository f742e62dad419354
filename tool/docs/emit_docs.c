/* emit_docs.c: writes docs/ops from the op table: a page and a plot for each op, lists of them all, and one page of
 * HTML that holds everything and can be searched. */
#include "docs/emit_docs.h"

#include "docs/index.h"
#include "docs/names.h"
#include "docs/page.h"
#include "docs/picture.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static const char *const family_titles[] = {
    [FAMILY_MAP] = "Elementwise", [FAMILY_ROW] = "Reductions", [FAMILY_SCAN] = "Scans", [FAMILY_LAYOUT] = "Layouts",
    [FAMILY_NORM] = "Softmax and normalisation", [FAMILY_PICK] = "Rows of a table", [FAMILY_STEP] = "Optimizers"};
enum { FAMILIES = sizeof family_titles / sizeof *family_titles, PATH_BYTES = 1024 };

static void path_of(char path[PATH_BYTES], const struct book *book, const char *name, const char *ending) {
  snprintf(path, PATH_BYTES, "%s/%s%s", book->folder, name, ending);
}

static FILE *open_page(const struct book *book, const char *name, const char *ending) {
  char path[PATH_BYTES];
  path_of(path, book, name, ending);
  FILE *file = fopen(path, "w");
  if (!file) fprintf(stderr, "remora: %s: %s\n", path, strerror(errno));
  return file;
}

static int close_page(FILE *file, const char *name) {
  if (!fclose(file)) return 0;
  fprintf(stderr, "remora: %s: %s\n", name, strerror(errno));
  return -1;
}

static const char emitted[] = "<!-- Emitted by `remora emit ops-docs`; do not edit. -->\n";

/* ---- an op ---- */

/* Writes the plot; says is "" where there is none, and then no file is left. */
static int write_plot(const struct book *book, const struct entry *e, char *says, size_t size) {
  FILE *file = open_page(book, e->name, ".svg");
  char path[PATH_BYTES];
  *says = 0;
  if (!file) return -1;
  int drawn = picture_write(file, e, book->context, says, size);
  if (close_page(file, e->name)) return -1;
  path_of(path, book, e->name, ".svg");
  return drawn ? 0 : unlink(path);
}

static int write_op(const struct book *book, const struct entry *e, const struct document *html) {
  char says[256];
  if (!names_of(e->name)) {
    fprintf(stderr, "remora: ops/names.def has no row for %s\n", e->name);
    return -1;
  }
  FILE *file = open_page(book, e->name, ".md");
  if (!file) return -1;
  if (write_plot(book, e, says, sizeof says)) return fclose(file), -1;
  struct document d = {.file = file};
  fputs(emitted, file);
  doc_heading(&d, 1, e->name);
  page_write(&d, book, e, says, 2);
  doc_text(&d, "[All ops](README.md), [names elsewhere](names.md), [differences by design](differences.md).");
  index_op_begin(html->file, e);
  page_write(html, book, e, says, 3);
  index_op_end(html->file);
  return close_page(file, e->name);
}

/* ---- lists ---- */

static int write_readme(const struct book *book) {
  static const char *const titles[] = {"op", ""};
  FILE *file = open_page(book, "README", ".md");
  if (!file) return -1;
  struct document d = {.file = file};
  fputs(emitted, file);
  doc_heading(&d, 1, "Ops");
  doc_text(
      &d,
      "Every op of the table, with its gradient. [index.html](index.html), opened from disk, holds all pages and can "
      "be "
      "searched. [What PyTorch, JAX and NumPy call them](names.md); [where they differ by design](differences.md); "
      "[how to add one](../adding-an-op.md).");
  for (int family = 0; family < FAMILIES; family++) {
    doc_heading(&d, 2, family_titles[family]);
    doc_table(&d, 2, titles);
    for (int i = 0; entry_at(i); i++) {
      char link[256];
      const char *cells[] = {link, entry_at(i)->says};
      if ((int)entry_at(i)->family != family) continue;
      snprintf(link, sizeof link, "[%s](%s.md)", entry_at(i)->name, entry_at(i)->name);
      doc_row(&d, 2, cells);
    }
    doc_end(&d);
  }
  return close_page(file, "README.md");
}

static int write_names(const struct book *book) {
  const char *titles[1 + LIBRARIES] = {"op"};
  FILE *file = open_page(book, "names", ".md");
  if (!file) return -1;
  struct document d = {.file = file};
  for (int i = 0; i < LIBRARIES; i++) titles[1 + i] = library_titles[i];
  fputs(emitted, file);
  doc_heading(&d, 1, "Names elsewhere");
  doc_text(&d,
           "The function that means the same, where there is one. `jnp` is `jax.numpy`, `np` is `numpy`. "
           "[Where they differ](differences.md) is by design.");
  doc_table(&d, 1 + LIBRARIES, titles);
  for (int i = 0; entry_at(i); i++) {
    char cells[1 + LIBRARIES][128];
    const char *at[1 + LIBRARIES], *op = entry_at(i)->name;
    snprintf(cells[0], sizeof cells[0], "[%s](%s.md)", op, op);
    for (int k = 0; k <= LIBRARIES; k++) {
      const char *name = k ? names_of(op)->in[k - 1] : "";
      if (k) snprintf(cells[k], sizeof cells[k], *name ? "`%s`" : "%s", name);
      at[k] = cells[k];
    }
    doc_row(&d, 1 + LIBRARIES, at);
  }
  doc_end(&d);
  return close_page(file, "names.md");
}

static void difference_row(const struct document *d, const struct difference *one, const char *op) {
  char whose[64];
  difference_whose(one, whose, sizeof whose);
  const char *cells[] = {op, whose, one->pass, one->values, one->sentence};
  doc_row(d, 5, cells);
}

static int write_differences(const struct book *book) {
  static const char *const titles[] = {"op", "other than", "in", "values", ""};
  FILE *file = open_page(book, "differences", ".md");
  if (!file) return -1;
  struct document d = {.file = file};
  fputs(emitted, file);
  doc_heading(&d, 1, "Differences by design");
  doc_text(
      &d,
      "Where PyTorch, JAX and NumPy agree on a meaning, that is Remora's. This is every disagreement that is meant, "
      "from "
      "`ops/names.def`. `python/tests/test_differential.py` compares with JAX and NumPy: a disagreement that is not "
      "listed fails it, and so does a listed one that is not found.");
  doc_text(&d,
           "Values are classes of that test: zeros, infinite, nan, denormal (denormal64: of f64), huge, ties; "
           "integers, which "
           "are whole floats; edges, which are 1, 1/2 and their neighbours; gradient, where dy is not finite or is 0; "
           "whole, "
           "which is integers and bool; all.");
  doc_table(&d, 5, titles);
  const struct difference *one;
  for (int k = 0; (one = difference_of("every", k)); k++) difference_row(&d, one, "every op");
  for (int i = 0; entry_at(i); i++)
    for (int k = 0; (one = difference_of(entry_at(i)->name, k)); k++) {
      char link[256];
      snprintf(link, sizeof link, "[%s](%s.md)", one->op, one->op);
      difference_row(&d, one, link);
    }
  doc_end(&d);
  return close_page(file, "differences.md");
}

/* ---- all ---- */

static int write_pages(const struct book *book) {
  struct document html = {.file = open_page(book, "index", ".html"), .html = 1};
  int rc = html.file ? 0 : -1;
  if (rc) return rc;
  index_begin(html.file);
  for (int family = 0; family < FAMILIES && !rc; family++) {
    index_family(html.file, family_titles[family]);
    for (int i = 0; entry_at(i) && !rc; i++)
      if ((int)entry_at(i)->family == family) rc = write_op(book, entry_at(i), &html);
  }
  index_end(html.file);
  return close_page(html.file, "index.html") || rc ? -1 : 0;
}

int emit_ops_docs(const char *folder) {
  struct book book = {.folder = folder};
  rem_error error = {.size = sizeof error};
  rem_context_desc desc = {.size = sizeof desc, .threads = 1};
  if (rem_context_create(&desc, &book.context, &error)) {
    fprintf(stderr, "remora: %s\n", error.text);
    return 2;
  }
  int rc = write_pages(&book) || write_readme(&book) || write_names(&book) || write_differences(&book);
  rem_context_destroy(book.context);
  return rc ? 2 : 0;
}
