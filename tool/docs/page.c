/* page.c: the page of one op: formulas as the entry has them, names elsewhere, slots, attributes, edges, accuracy. */
#include "docs/page.h"

#include "docs/edges.h"
#include "docs/formula.h"
#include "docs/names.h"

#include <stdlib.h>
#include <string.h>

/* ---- formulas ---- */

/* A text that is written to like a file. */
struct note {
  char *text;
  size_t size;
  FILE *file;
};

static int note_begin(struct note *n) {
  *n = (struct note){0};
  n->file = open_memstream(&n->text, &n->size);
  return n->file ? 0 : -1;
}

/* What a function writes about an entry; the caller frees it. */
static char *text_of(void (*write)(FILE *, const struct entry *), const struct entry *e) {
  struct note n;
  if (note_begin(&n)) return NULL;
  write(n.file, e);
  fclose(n.file);
  return n.text;
}

static int starts(struct text t, const char *word) { return t.n > strlen(word) && !memcmp(t.at, word, strlen(word)); }

/* The value and the scale of result i among pairs, of which AROUND(value) is one too; 0: there is none. */
static int pair_of(struct text list, int i, struct text *value, struct text *scale) {
  for (int at = 0;; i--) {
    *value = text_argument(list, at);
    if (!value->at) return 0;
    int around = starts(*value, "AROUND(");
    *scale = around ? (struct text){NULL, 0} : text_argument(list, at + 1);
    if (!i) return 1;
    at += around ? 1 : 2;
  }
}

static void part(FILE *file, const char *says, struct text t) {
  if (!t.n) return;
  if (*says) fprintf(file, "# %s\n", says);
  formula_statements(file, t);
}

static int statements_of(struct text t) {
  int n = 0;
  for (size_t i = 0; i < t.n; i++) n += t.at[i] == ';';
  return n;
}

/* The formula for integers and bool, under whichever name it stands. */
static struct text integer_formula(const struct entry *e) {
  static const char *const names[] = {"INTS", "ASKS", "CASTS", "BITS"};
  struct text t = {NULL, 0};
  for (size_t i = 0; !t.at && i < sizeof names / sizeof *names; i++) t = part_of(e->name, names[i]);
  return t;
}

static void map_computed(FILE *file, const struct entry *e) {
  struct text forward = part_of(e->name, e->results > 1 ? "FWD2" : "FWD"), backward = part_of(e->name, "GRADS");
  int plain = statements_of(forward) <= e->results && statements_of(backward) <= e->inputs;
  part(file, "", forward);
  part(file, plain ? "" : "backward", backward);
  part(file, "of integers and bool", integer_formula(e));
}

/* The name of the gradient of operand k of a map; 0: there is none. */
static int gradient_name(const struct entry *e, int k, char *name, size_t size) {
  struct text half = text_argument(part_of(e->name, e->split == SPLIT_PAIRS ? "PAIRS" : "HALVES"), k);
  if (e->split) return k < 2 ? snprintf(name, size, "d%.*s", (int)half.n, half.at) : 0;
  for (int i = 0; i < e->n_slots[REM_BACKWARD]; i++)
    if (e->slots[REM_BACKWARD][i].role == REM_OUTPUT && !k--)
      return snprintf(name, size, "%s", e->slots[REM_BACKWARD][i].name);
  return 0;
}

/* Value and scale of gradient k; a condition, which comes first, has a pair and no gradient. */
static int gradient_pair(const struct entry *e, int k, struct text *value, struct text *scale) {
  return pair_of(part_of(e->name, "EXACT_GRADS"), k + e->conditions, value, scale);
}

/* What a second result is called, forward: that of pairs as formulas call it. */
static const char *also_name(const struct entry *e) {
  return e->split ? "also" : e->slots[REM_FORWARD][e->inputs + 1].name;
}

static void map_exact(FILE *file, const struct entry *e) {
  struct text value, scale;
  char name[64];
  if (entry_reduces(e)) fputs("# of each element; where y is their sum or mean, g is dy or dy / n\n", file);
  if (e->split == SPLIT_HALVES) fputs("# a and b are the halves of x along axis, dx is da, then db\n", file);
  if (e->split == SPLIT_PAIRS)
    fputs("# a and b are a pair of x, y and also the pair of y, ga and gb that of dy, da and db that of dx\n", file);
  if (pair_of(part_of(e->name, "EXACT"), 0, &value, &scale)) formula_equation(file, "y", value);
  if (e->results > 1 && pair_of(part_of(e->name, "EXACT"), 1, &value, &scale))
    formula_equation(file, also_name(e), value);
  for (int k = 0; gradient_name(e, k, name, sizeof name) && gradient_pair(e, k, &value, &scale); k++)
    formula_equation(file, name, value);
  struct text integers = part_of(e->name, "EXACT_INTS");
  if (integers.at) fputs("# of integers and bool\n", file);
  if (integers.at) formula_equation(file, "y", integers);
}

/* Reductions to whole numbers: a part of their entry. */
static struct text tally_part(const struct entry *e, const char *name) {
  char key[64];
  if (!e->tally) return (struct text){NULL, 0};
  snprintf(key, sizeof key, "tally.%s", tally_at(e->tally)->name);
  return part_of(key, name);
}

static void tally_computed(FILE *file, const struct entry *e) {
  static const char *const folded[][2] = {
      [TALLY_ADD] = {"r is the sum of the elements, in i64"},
      [TALLY_MUL] = {"r is the product of the elements, in i64"},
      [TALLY_COUNT] = {"r is the number of elements that are not 0"},
      [TALLY_BEST] = {"r is the largest element, at the position where it comes first",
                      "r is the smallest element, at the position where it comes first"}};
  const struct tally_entry *t = tally_at(e->tally);
  if (!e->tally) return;
  fprintf(file, "# %s%s\n", e->op < 0 ? "" : "of integers and bool: ", folded[t->loop][t->bottom]);
  part(file, "", tally_part(e, "Y"));
}

static void row_computed(FILE *file, const struct entry *e) {
  part(file, "the state r of one element x", part_of(e->name, "LIFT"));
  part(file, "of two neighbouring parts a and b", part_of(e->name, "JOIN"));
  part(file, "the result, from the state of the row", part_of(e->name, "FINISH"));
  part(file, "backward, once a row", part_of(e->name, "ROWGRAD"));
  part(file, "and for each element", part_of(e->name, "GRAD"));
  tally_computed(file, e);
}

static void row_exact(FILE *file, const struct entry *e) {
  struct text exact = part_of(e->name, "EXACT"), term = text_argument(exact, 0);
  if (term.n && !(term.n == 1 && *term.at == '0')) {
    fputs("total = sum over the row of ", file);
    formula_expression(file, term);
    fputc('\n', file);
  }
  if (exact.at) formula_equation(file, "y", text_argument(exact, 1));
  if (exact.at) formula_equation(file, "dx", text_argument(part_of(e->name, "EXACT_GRAD"), 0));
  if (exact.at && e->tally) fputs("# of integers and bool\n", file);
  if (e->tally) formula_equation(file, "y", tally_part(e, "EXACT_INTS"));
}

static void scan_computed(FILE *file, const struct entry *e) {
  part(file, "the state r of one element", part_of(e->name, "LIFT"));
  part(file, "of a, then b", part_of(e->name, "JOIN"));
  part(file, "the result, from the state of everything up to here", part_of(e->name, "FINISH"));
  part(file, "backward, from the end: the state of one position", part_of(e->name, "BLIFT"));
  part(file, "of the rest a, then b", part_of(e->name, "BJOIN"));
  part(file, "the gradient, from the state of everything from here on", part_of(e->name, "BFINISH"));
  part(file, "and of what is before the first", part_of(e->name, "INITGRAD"));
}

static void scan_exact(FILE *file, const struct entry *e) {
  struct text exact = part_of(e->name, "EXACT"), grad = part_of(e->name, "EXACT_GRAD");
  const char *output = e->inputs > 1 ? "db" : "dx";
  fputs("# s at the start, then after each element; y is s\n", file);
  formula_equation(file, "s", text_argument(exact, 0));
  formula_equation(file, "s", text_argument(exact, 1));
  if (e->extra == EXTRA_INDEX) {
    fprintf(file, "%s = sum of g over the positions where x is the result\n", output);
    return;
  }
  fprintf(file, "# at position j\n%s = sum over i >= j of ", output);
  formula_expression(file, text_argument(grad, 0));
  fputc('\n', file);
}

/* A sweep: what is looked at in each chunk, the values of a row, its elements. */
static void sweep_computed(FILE *file, const struct norm_step *step) {
  static const char *const looks[] = {
      [SWEEP_PEAK] = "m is the largest z, s the sum of e = exp(z - m), along",
      [SWEEP_SPREAD] = "m is the mean of z - first, s the sum of (z - first - m)^2, along",
      [SWEEP_SUMS] = "m is the sum of p, s that of q, along",
      [SWEEP_CROSS] = "m is the largest z, s the sum of exp(z - m), p that of w (z - m), q that of w, along",
      [SWEEP_SOLVE] = "level is -inf, then the largest u so far, until it no longer rises: m is the sum of p, s that of q, along",
      [SWEEP_PLAIN] = "for each element along"};
  static const char *const over[] = {[OVER_AXES] = "axes",
                                     [OVER_OTHERS] = "the other axes",
                                     [OVER_PARAMS] = "the axes of parameters",
                                     [OVER_ROWS] = "rows"};
  const struct sweep_entry *s = sweep_at(step->sweep);
  fprintf(file, "# %s %s\n", looks[s->kind], over[step->over]);
  if (s->kind != SWEEP_PLAIN) {
    part(file, "", text_as(s->formula));
    part(file, "of the row", text_as(s->values));
  }
  if (step->out) part(file, step->out, text_as(s->each));
}

static void norm_computed(FILE *file, const struct entry *e) {
  for (int pass = 0; pass < 2; pass++) {
    if (pass) fputs("# backward\n", file);
    for (int i = 0; i < e->n_steps[pass]; i++) sweep_computed(file, &e->steps[pass][i]);
  }
}

static void norm_sum(FILE *file, const char *name, struct text term) {
  if (!term.n || (term.n == 1 && *term.at == '0')) return;
  fprintf(file, "%s = sum over the row of ", name);
  formula_expression(file, term);
  fputc('\n', file);
}
static void norm_pass(FILE *file, const char *output, struct text exact) {
  norm_sum(file, "total", text_argument(exact, 1));
  norm_sum(file, "rest", text_argument(exact, 2));
  formula_equation(file, output, text_argument(exact, 3));
}
static void norm_exact(FILE *file, const struct entry *e) {
  struct text param = part_of(e->name, "EXACT_PARAM");
  norm_pass(file, "y", part_of(e->name, "EXACT"));
  fputs("# backward\n", file);
  norm_pass(file, "dx", part_of(e->name, "EXACT_GRAD"));
  if (!param.at) return;
  fputs("# sums over the other axes\n", file);
  formula_equation(file, "dweight", text_argument(param, 0));
  if (*text_argument(param, 1).at != '0') formula_equation(file, "dbias", text_argument(param, 1));
}

/* What is made once a run, then of each element. FACTS are "FACT(name, value) ...". */
static void step_computed(FILE *file, const struct entry *e) {
  struct text facts = part_of(e->name, "FACTS"), once = part_of(e->name, "ONCE");
  for (size_t i = 0; facts.at && i < facts.n; i++) {
    if (!starts((struct text){facts.at + i, facts.n - i}, "FACT(")) continue;
    size_t end = i + 5;
    for (int depth = 1; end < facts.n && depth; end++) depth += (facts.at[end] == '(') - (facts.at[end] == ')');
    struct text fact = {facts.at + i + 5, end - i - 6}, name = text_argument(fact, 0);
    char said[64];
    snprintf(said, sizeof said, "%.*s", (int)name.n, name.at);
    formula_equation(file, said, text_argument(fact, 1));
  }
  part(file, "once a run", text_argument(once, 1));
  part(file, "of each element", part_of(e->name, "EACH"));
}

/* What names of the oracle's formulas mean. */
static const struct {
  enum family family;
  const char *name, *means;
} glossary[] = {
    {FAMILY_ROW, "hi", "the largest element"},
    {FAMILY_ROW, "lo", "the smallest element"},
    {FAMILY_ROW, "product", "that of the elements"},
    {FAMILY_ROW, "nonzero", "the number of elements that are not 0"},
    {FAMILY_ROW, "first_hi", "the position of the largest element, the first of those that tie"},
    {FAMILY_ROW, "first_lo", "the position of the smallest element, the first of those that tie"},
    {FAMILY_ROW, "others", "the product of the other elements"},
    {FAMILY_ROW, "mean", "that of the row"},
    {FAMILY_ROW, "n", "the number of elements of a row"},
    {FAMILY_ROW, "dof", "n - correction"},
    {FAMILY_ROW, "tie", "whether x gets a share"},
    {FAMILY_ROW, "ties", "how many shares there are"},
    {FAMILY_ROW, "absolute", "the sum of the magnitudes of the terms"},
    {FAMILY_ROW, "shifted", "the sum of (x - first)^2"},
    {FAMILY_ROW, "reach", "the mean of |x - first|"},
    {FAMILY_ROW, "fresh_y", "1 where y is worked out again, else 0"},
    {FAMILY_ROW, "fresh_mean", "1 where the mean is worked out again, else 0"},
    {FAMILY_SCAN, "before", "the product of the elements before j"},
    {FAMILY_SCAN, "between", "the product of the elements after j up to i"},
    {FAMILY_SCAN, "yi", "y at i"},
    {FAMILY_SCAN, "damp", "damp(v, p, q) is v * exp(p - q)"},
    {FAMILY_SCAN, "c", "the result over absolute values"},
    {FAMILY_SCAN, "k", "the same with each term times the number of its multiplications"},
    {FAMILY_SCAN, "fresh", "1 where y is worked out again, else 0"},
    {FAMILY_MAP, "gap", "gap(p, q) is p - q, and 0 where both are the same infinity"},
    {FAMILY_ROW, "gap", "gap(p, q) is p - q, and 0 where both are the same infinity"},
    {FAMILY_SCAN, "gap", "gap(p, q) is p - q, and 0 where both are the same infinity"},
    {FAMILY_MAP, "LOST", "the smallest normal number of the compute dtype, in eps: what underflow may lose"},
    {FAMILY_MAP, "u", "the number drawn for the element, from 0 to below 1: [random numbers](../random.md)"},
    {FAMILY_MAP, "sign", "-1, 0 or 1"},
    {FAMILY_MAP, "upper", "the larger of two"},
    {FAMILY_MAP, "share", "what the first gets of g as the larger of two, where ties share"},
    {FAMILY_MAP, "slope", "slope(a, b) is a / hypot(a, b), and 0 at the origin"},
    {FAMILY_MAP, "turn", "turn(a, b, g) is g * a / (a * a + b * b)"},
    {FAMILY_MAP, "damp", "damp(x, s) is x * s, and 0 where s is 0"},
    {FAMILY_MAP, "logistic", "1 / (1 + exp(-x))"},
    {FAMILY_MAP, "softplus", "log(1 + exp(x))"},
    {FAMILY_MAP, "normal_below", "the probability that a normal number is less than x"},
    {FAMILY_MAP, "normal_density", "its derivative"},
    {FAMILY_MAP, "mish_density", "the derivative of tanh(log(1 + exp(x)))"},
    {FAMILY_MAP, "truncated_quotient", "a / b without its fraction"},
    {FAMILY_MAP, "floored_quotient", "a / b rounded down"},
    {FAMILY_MAP, "floored_remainder", "what a / b rounded down leaves of a"},
    {FAMILY_MAP, "next", "the neighbour of a on the side of b"},
    {FAMILY_MAP, "y_largest", "the largest number of y's dtype"},
    {FAMILY_MAP, "y_spacing", "the distance from 1 to the next number of y's dtype"},
    {FAMILY_MAP, "y_least", "the least positive number of y's dtype"},
    {FAMILY_MAP, "sinc", "sin(pi x) / (pi x)"},
    {FAMILY_MAP, "sinc_slope", "its derivative"},
    {FAMILY_MAP, "tiny", "the smallest normal number of the compute dtype"},
    {FAMILY_NORM, "tiny", "the smallest number of the compute dtype, over its eps"},
    {FAMILY_NORM, "hi", "the largest of what is weighed"},
    {FAMILY_NORM, "weigh", "weigh(z, hi) is exp(z - hi), and 0 for z of -inf"},
    {FAMILY_NORM, "away", "away(z, hi) is 2 |z - hi| over the factor of eps S"},
    {FAMILY_NORM, "gap", "gap(p, q) is p - q, and 0 where both are the same infinity"},
    {FAMILY_NORM, "mean", "that of the row, or as it was given"},
    {FAMILY_NORM, "rstd", "1 over the root of the variance, or mean square, plus eps; or as it was given"},
    {FAMILY_NORM, "n", "the number of elements of a row"},
    {FAMILY_NORM, "first", "the row's first element"},
    {FAMILY_NORM, "reach", "the mean distance from the first element"},
    {FAMILY_NORM, "far", "the largest distance from the first element; 0 where the mean was given"},
    {FAMILY_NORM, "drift", "what rounding does to rstd, in eps"},
    {FAMILY_NORM, "absolute", "the sum of the magnitudes of the terms of total"},
    {FAMILY_NORM, "rest_absolute", "that of rest"},
    {FAMILY_NORM, "bound", "the factor of eps S"},
    {FAMILY_ROW, "tiny", "the smallest normal number of the compute dtype"},
    {FAMILY_SCAN, "tiny", "the smallest normal number of the compute dtype"},
    {FAMILY_ROW, "bound", "the factor of eps S"},
    {FAMILY_SCAN, "bound", "the factor of eps S"},
    {FAMILY_SCAN, "depth", "the number of joins on the longest path"},
};

static void explain_names(const struct document *d, const struct entry *e, const char *formulas) {
  char text[2048];
  size_t n = 0;
  for (size_t i = 0; i < sizeof glossary / sizeof *glossary; i++)
    if (glossary[i].family == e->family && formula_uses(formulas, glossary[i].name) && n < sizeof text)
      n += (size_t)snprintf(text + n, sizeof text - n, "%s`%s`: %s", n ? "; " : "Here ", glossary[i].name,
                            glossary[i].means);
  if (n) doc_text(d, "%s.", text);
}

static void formulas(const struct document *d, const struct entry *e, int level) {
  static const struct {
    void (*exact)(FILE *, const struct entry *), (*computed)(FILE *, const struct entry *);
  } by_family[] = {[FAMILY_MAP] = {map_exact, map_computed},      [FAMILY_ROW] = {row_exact, row_computed},
                   [FAMILY_SCAN] = {scan_exact, scan_computed},   [FAMILY_LAYOUT] = {NULL, NULL},
                   [FAMILY_NORM] = {norm_exact, norm_computed},   [FAMILY_PICK] = {NULL, NULL},
                   [FAMILY_STEP] = {step_computed, step_computed}};
  if (!by_family[e->family].exact) return;
  char *exact = text_of(by_family[e->family].exact, e), *computed = text_of(by_family[e->family].computed, e);
  if (exact && computed) {
    int same = !strcmp(exact, computed);
    doc_heading(d, level, "Formula");
    doc_text(d, "What it means%s%s:", same ? ", and how it is computed on every device" : "",
             e->op < 0 || e->family == FAMILY_STEP ? "" : "; `g` is `dy`");
    doc_code(d, exact);
    explain_names(d, e, exact);
    if (!same) doc_text(d, "How it is computed, on every device:");
    if (!same) doc_code(d, computed);
  }
  free(exact);
  free(computed);
}

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

/* ---- accuracy ---- */

static char *expression_text(struct text t) {
  struct note n;
  if (!t.at || note_begin(&n)) return NULL;
  formula_expression(n.file, t);
  fclose(n.file);
  return n.text;
}

/* The bound of one pass as the entry writes it; that of a layout op, which copies and adds, is one rounding. */
static char *bound_part(const struct entry *e, int pass, int i) {
  char *text = expression_text(text_argument(part_of(e->name, pass ? "BOUND_GRAD" : "BOUND"), i));
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
  char name[64];
  snprintf(name, sizeof name, "S of %s", output);
  if (scale.at) formula_equation(file, name, scale);
  else if (starts(value, "AROUND("))
    fprintf(file, "%s = abs(%s) + %sLOST\n", name, output, strcmp(output, "y") ? "(1 + abs(g)) * " : "");
}

/* S of every output whose bound has a part of it. */
static void scales(FILE *file, const struct entry *e) {
  struct text value = {NULL, 0}, scale;
  const int has_sum[] = {bound_has_sum(e, REM_FORWARD), e->n_slots[REM_BACKWARD] && bound_has_sum(e, REM_BACKWARD)};
  if (has_sum[0] && e->family == FAMILY_MAP && pair_of(part_of(e->name, "EXACT"), 0, &value, &scale))
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
  if (starts(value, "AROUND(")) {
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
    if (e->family != FAMILY_MAP || !pair_of(part_of(e->name, "EXACT"), 0, &value, &scale)) continue;
    fprintf(file, "%s\n\"%s\": {", n++ ? "," : "{", e->name);
    scale_json(file, "y", value, scale, "");
    char name[64];
    for (int k = 0; gradient_name(e, k, name, sizeof name); k++)
      if (gradient_pair(e, k, &value, &scale)) scale_json(file, name, value, scale, ", ");
    fputc('}', file);
  }
  fputs("\n}\n", file);
}

static void accuracy(const struct document *d, const struct entry *e, int level) {
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
  char *text = text_of(scales, e);
  if (text && *text) {
    doc_code(d, text);
    explain_names(d, e, text);
  }
  free(text);
}

void page_write(const struct document *d, const struct book *book, const struct entry *e, const char *picture,
                int level) {
  char path[128];
  doc_text(d, "%s", e->says);
  snprintf(path, sizeof path, "%s.svg", e->name);
  if (*picture) {
    doc_picture(d, path, picture);
    doc_text(d, "%c%s.", picture[0], picture + 1);
  }
  formulas(d, e, level);
  if (e->family != FAMILY_STEP) {
    doc_heading(d, level, e->family == FAMILY_LAYOUT || e->family == FAMILY_PICK ? "Example" : "Edges");
    edges_write(d, e, book->context);
  }
  elsewhere(d, e, level);
  attributes(d, e, level);
  slots(d, e, level);
  accuracy(d, e, level);
}
