/* accuracy.c: the bounds of an entry in words: ulp and S of every pass; S also as JSON, for tests in Python. */
#include "docs/accuracy.h"

#include "docs/formula.h"
#include "docs/glossary.h"
#include "docs/meaning.h"

#include <stdlib.h>
#include <string.h>

/* The bound of one pass as the entry writes it; that of a layout op, which copies and adds, is one rounding. */
static char *bound_part(const struct entry *e, int pass, int i) {
  char *text = formula_text_of(text_argument(part_of(e->name, pass ? "BOUND_GRAD" : "BOUND"), i));
  return text ? text : strdup(i || e->op < 0 ? "0" : "0.5");
}

static int bound_has_sum(const struct entry *e, int pass) {
  char *sum = bound_part(e, pass, 1);
  int has = sum && strcmp(sum, "0");
  free(sum);
  return has;
}

static void bound(const struct document *d, const struct entry *e, int pass) {
  char *ulp = bound_part(e, pass, 0), *sum = bound_part(e, pass, 1);
  const char *title = pass ? "Backward" : "Forward";
  int known = ulp && sum, has_sum = known && strcmp(sum, "0");
  const char *rounding = known && (!strcmp(ulp, "0.501") || !strcmp(ulp, "0.5")) ? " (one rounding)" : "";
  if (known && !strcmp(ulp, "0") && !has_sum) doc_item(d, "%s: exact.", title);
  else if (has_sum) doc_item(d, "%s: at most %s ulp of the result's dtype%s + `%s` eps S.", title, ulp, rounding, sum);
  else if (known) doc_item(d, "%s: at most %s ulp of the result's dtype%s.", title, ulp, rounding);
  free(ulp);
  free(sum);
}

static void scale_line(FILE *file, const char *output, struct text value, struct text scale) {
  char name[80];
  snprintf(name, sizeof name, "S of %s", output);
  if (scale.at) formula_equation(file, name, scale);
  else if (text_starts(value, "AROUND("))
    fprintf(file, "%s = abs(%s) + %sLOST\n", name, output, strcmp(output, "y") ? "(1 + abs(g)) * " : "");
}

/* Pairs that count, or might. */
static void rival_scales(FILE *file, const struct entry *e) {
  formula_equation(file, "size", text_argument(part_of(e->name, "EXACT"), 1));
  fputs("S of y = (1 + entries / (2 * bound)) * sum of size over the pairs with z > -grain * size, over n, + tiny\n"
        "S of dx = (abs(dy / n) + tiny) * (count + close / grain) + tiny\n"
        "# close is the number of pairs of the element with abs(z) <= grain * size, entries that of entries of the list\n",
        file);
}

/* S of every output whose bound has a part of it. */
static void scales(FILE *file, const struct entry *e) {
  struct text value = {NULL, 0}, scale;
  const int has_sum[] = {bound_has_sum(e, REM_FORWARD), e->n_slots[REM_BACKWARD] && bound_has_sum(e, REM_BACKWARD)};
  if (has_sum[0] && e->family == FAMILY_MAP && exact_pair(part_of(e->name, "EXACT"), 0, &value, &scale))
    scale_line(file, "y", value, scale);
  else if (has_sum[0] && e->family == FAMILY_NORM)
    scale_line(file, "y", value, text_argument(part_of(e->name, "EXACT"), 4));
  else if (has_sum[0] && e->family != FAMILY_STEP)
    scale_line(file, "y", scale, text_argument(part_of(e->name, "EXACT"), 2));
  if (!has_sum[1]) return;
  if (e->family == FAMILY_NORM) scale_line(file, "dx", value, text_argument(part_of(e->name, "EXACT_GRAD"), 4));
  if (e->family == FAMILY_ROW) scale_line(file, "dx", value, text_argument(part_of(e->name, "EXACT_GRAD"), 1));
  if (e->family == FAMILY_SCAN)
    scale_line(file, e->inputs > 1 ? "db" : "dx", value, text_argument(part_of(e->name, "EXACT_GRAD"), 3));
  char name[64];
  for (int k = 0; e->family == FAMILY_MAP && gradient_name(e, k, name, sizeof name); k++)
    if (gradient_pair(e, k, &value, &scale)) scale_line(file, name, value, scale);
}

static void scale_json(FILE *file, const char *output, struct text value, struct text scale, const char *before) {
  fprintf(file, "%s\"%s\": ", before, output);
  if (text_starts(value, "AROUND(")) {
    fputs("null", file);
    return;
  }
  fputc('"', file);
  formula_numpy(file, scale);
  fputc('"', file);
}

void scales_write(FILE *file) {
  int n = 0;
  for (int i = 0; entry_at(i); i++) {
    const struct entry *e = entry_at(i);
    struct text value, scale;
    if (e->family != FAMILY_MAP || !exact_pair(part_of(e->name, "EXACT"), 0, &value, &scale)) continue;
    fprintf(file, "%s\n\"%s\": {", n++ ? "," : "{", e->name);
    scale_json(file, "y", value, scale, "");
    char name[64];
    for (int k = 0; gradient_name(e, k, name, sizeof name); k++)
      if (gradient_pair(e, k, &value, &scale)) scale_json(file, name, value, scale, ", ");
    fputc('}', file);
  }
  fputs("\n}\n", file);
}

void accuracy_write(const struct document *d, const struct entry *e, int level) {
  static const char *const more[] = {
      [FAMILY_MAP] = "A gradient that is summed over broadcast axes adds the bound of [sum](sum.md).",
      [FAMILY_ROW] =
          "depth is the number of joins on the longest path of the [order](../order.md), n the number of elements.",
      [FAMILY_SCAN] =
          "depth is the number of joins on the longest path of the [order](../order.md), n the number of elements.",
      [FAMILY_LAYOUT] = "Backward, sums of several places add the bound of [sum](sum.md).",
      [FAMILY_NORM] =
          "depth is the number of joins on the longest path of the [order](../order.md) of a row, or of a sum over "
          "rows.",
      [FAMILY_PICK] =
          "Backward, rows that go to one place add half an eps of S for each join on the longest path of the "
          "[order](../order.md).",
      [FAMILY_STEP] =
          "S is the formula over absolute values; attributes count as they were given, before they are rounded."};
  doc_heading(d, level, "Accuracy");
  bound(d, e, REM_FORWARD);
  if (e->n_slots[REM_BACKWARD]) bound(d, e, REM_BACKWARD);
  else doc_item(d, "There is no backward pass.");
  if (!d->html) fputc('\n', d->file);
  if (e->op < 0) {
    doc_text(d, "The same bits on every device, in i64.");
    return;
  }
  if (e->tally) doc_text(d, "Integers and bool are exact, in i64, which wraps; they have no gradient.");
  doc_text(
      d,
      "The same bits on every device. It computes in f64 where a tensor is f64, else in f32; eps is 2^-52 or 2^-23. %s",
      more[e->family]);
  if (entry_reduces(e))
    doc_text(d,
             "Where elements are added up, the bound forward is 0.501 ulp + (%g + depth / 2) eps S, with S the sum of "
             "theirs, or of "
             "their magnitudes; a mean adds 1 eps S to it and to the bound backward. depth is the number of joins on "
             "the longest path of "
             "the [order](../order.md).",
             e->ulp[REM_FORWARD](0, 1) + e->sum[REM_FORWARD](0, 1));
  char *text = text_about(e->rival ? rival_scales : scales, e);
  if (text && *text) {
    doc_code(d, text);
    glossary_write(d, e, text);
  }
  free(text);
}
