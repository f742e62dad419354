/* page.c: the page of one op: formulas as the entry has them, names elsewhere, slots, attributes, edges, accuracy. */
#include "docs/page.h"

#include "docs/accuracy.h"
#include "docs/edges.h"
#include "docs/meaning.h"
#include "docs/names.h"

/* ---- elsewhere ---- */

static void elsewhere(const struct document *d, const struct entry *e, int level) {
  const struct names *names = names_of(e->name);
  const struct difference *difference;
  char cells[LIBRARIES][128];
  const char *at[LIBRARIES];
  doc_heading(d, level, "Elsewhere");
  for (int i = 0; i < LIBRARIES; i++) {
    const char *name = names ? names->in[i] : "";
    snprintf(cells[i], sizeof cells[i], *name ? "`%s`" : "%s", name);
    at[i] = cells[i];
  }
  doc_table(d, LIBRARIES, library_titles);
  doc_row(d, LIBRARIES, at);
  doc_end(d);
  int n = 0;
  for (; (difference = difference_of(e->name, n)); n++) {
    char whose[64];
    difference_whose(difference, whose, sizeof whose);
    doc_item(d, "Other than %s, by design: %s", whose, difference->sentence);
  }
  if (n && !d->html) fputc('\n', d->file);
}

/* ---- slots and attributes ---- */

/* Names of what a mask says, in the order of its bits. */
static void dtypes_text(uint32_t bits, char *text, size_t size) {
  size_t n = 0;
  *text = 0;
  for (int i = 0; i < 32 && n < size; i++)
    if (bits >> i & 1 && rem_dtype_name(i))
      n += (size_t)snprintf(text + n, size - n, "%s%s", n ? " " : "", rem_dtype_name(i));
}

static void places_text(const struct entry *e, int pass, uint32_t bits, char *text, size_t size) {
  size_t n = 0;
  *text = 0;
  for (int i = 0; i < e->n_slots[pass] && n < size; i++)
    if (bits >> i & 1) n += (size_t)snprintf(text + n, size - n, "%s`%s`", n ? ", " : "", e->slots[pass][i].name);
}

static void slots(const struct document *d, const struct entry *e, int level) {
  static const char *const titles[] = {"pass", "slot", "", "need", "dtypes", "may be in place of"};
  static const char *const needs[] = {"required", "may be left out", "never read"};
  rem_slot_info s;
  doc_heading(d, level, "Tensors");
  doc_table(d, 6, titles);
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; !rem_op_slot(e->name, pass, NULL, 0, i, &s, NULL); i++) {
      char name[64], dtypes[128], places[128];
      snprintf(name, sizeof name, "`%s`", s.name);
      dtypes_text(s.dtypes, dtypes, sizeof dtypes);
      places_text(e, pass, s.in_place, places, sizeof places);
      const char *cells[] = {pass ? "backward" : "forward",
                             name,
                             s.role == REM_OUTPUT ? "output" : "input",
                             needs[s.need],
                             dtypes,
                             places};
      doc_row(d, 6, cells);
    }
  doc_end(d);
}

static void attributes(const struct document *d, const struct entry *e, int level) {
  static const char *const titles[] = {"attribute", "kind", "default"};
  static const char *const kinds[] = {"", "integer", "number", "word", "integers", "numbers"};
  rem_attr_info a;
  for (int i = 0; !rem_op_attr(e->name, i, &a, NULL); i++) {
    char name[64];
    if (!i) {
      doc_heading(d, level, "Attributes");
      doc_table(d, 3, titles);
    }
    snprintf(name, sizeof name, "`%s`", a.name);
    const char *cells[] = {name, a.choices ? a.choices : kinds[a.kind], a.otherwise};
    doc_row(d, 3, cells);
  }
  if (!rem_op_attr(e->name, 0, &a, NULL)) doc_end(d);
}

/* ---- the page ---- */

void page_write(const struct document *d, const struct book *book, const struct entry *e, const char *picture,
                int level) {
  char path[128];
  doc_text(d, "%s", e->says);
  snprintf(path, sizeof path, "%s.svg", e->name);
  if (*picture) {
    doc_picture(d, path, picture);
    doc_text(d, "%c%s.", picture[0], picture + 1);
  }
  meaning_write(d, e, level);
  if (e->family != FAMILY_STEP) {
    doc_heading(d, level, e->family == FAMILY_LAYOUT || e->family == FAMILY_PICK ? "Example" : "Edges");
    edges_write(d, e, book->context);
  }
  elsewhere(d, e, level);
  attributes(d, e, level);
  slots(d, e, level);
  accuracy_write(d, e, level);
}
