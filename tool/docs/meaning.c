/* meaning.c: the formulas of an entry, family by family: what the op means, as the oracle has it, and how it is computed. */
#include "docs/meaning.h"

#include "docs/formula.h"
#include "docs/glossary.h"

#include <stdlib.h>
#include <string.h>

char *text_about(void (*write)(FILE *, const struct entry *), const struct entry *e) {
  char *text = NULL;
  size_t size;
  FILE *file = open_memstream(&text, &size);
  if (!file) return NULL;
  write(file, e);
  fclose(file);
  return text;
}

int exact_pair(struct text list, int i, struct text *value, struct text *scale) {
  for (int at = 0;; i--) {
    *value = text_argument(list, at);
    if (!value->at) return 0;
    int around = text_starts(*value, "AROUND(");
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

/* ---- maps ---- */

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

int gradient_name(const struct entry *e, int k, char *name, size_t size) {
  struct text half = text_argument(part_of(e->name, e->split == SPLIT_PAIRS ? "PAIRS" : "HALVES"), k);
  if (e->split) return k < 2 ? snprintf(name, size, "d%.*s", (int)half.n, half.at) : 0;
  for (int i = 0; i < e->n_slots[REM_BACKWARD]; i++)
    if (e->slots[REM_BACKWARD][i].role == REM_OUTPUT && !k--)
      return snprintf(name, size, "%s", e->slots[REM_BACKWARD][i].name);
  return 0;
}

/* Value and scale of gradient k; a condition, which comes first, has a pair and no gradient. */
int gradient_pair(const struct entry *e, int k, struct text *value, struct text *scale) {
  return exact_pair(part_of(e->name, "EXACT_GRADS"), k + e->conditions, value, scale);
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
  if (exact_pair(part_of(e->name, "EXACT"), 0, &value, &scale)) formula_equation(file, "y", value);
  if (e->results > 1 && exact_pair(part_of(e->name, "EXACT"), 1, &value, &scale))
    formula_equation(file, also_name(e), value);
  for (int k = 0; gradient_name(e, k, name, sizeof name) && gradient_pair(e, k, &value, &scale); k++)
    formula_equation(file, name, value);
  struct text integers = part_of(e->name, "EXACT_INTS");
  if (integers.at) fputs("# of integers and bool\n", file);
  if (integers.at) formula_equation(file, "y", integers);
}

/* ---- reductions ---- */

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

/* ---- scans ---- */

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

/* ---- norms ---- */

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
  struct text value = text_argument(exact, 3);
  if (formula_part_uses(value.at, value.n, "squares")) formula_equation(file, "z", text_argument(exact, 0));
  norm_sum(file, "total", text_argument(exact, 1));
  norm_sum(file, "rest", text_argument(exact, 2));
  formula_equation(file, output, value);
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

/* ---- rows with a list of classes ---- */

static void rival_exact(FILE *file, const struct entry *e) {
  fputs("# of a pair: own is x at an entry of the list, x that of a class that is not listed\n", file);
  formula_equation(file, "z", text_argument(part_of(e->name, "EXACT"), 0));
  fputs("y = sum over all pairs of max(z, 0), over n\n"
        "# backward: count is the number of pairs that an element is part of and whose z is above 0\n"
        "dx = -dy / n * count if listed else dy / n * count\n",
        file);
}
static void rival_computed(FILE *file, const struct entry *e) {
  part(file, "of a pair", part_of(e->name, "AHEAD"));
  fputs("# of a class that is not listed: the sum over the list, from its first entry to its last, of z where it is above 0;\n"
        "# m is the sum of these along axes, in which classes that are listed are 0\n"
        "loss = m / n\n"
        "# backward\n"
        "dx = dy / rows / n * count\n",
        file);
}

/* ---- steps ---- */

/* What is made once a run, then of each element. FACTS are "FACT(name, value) ...". */
static void step_computed(FILE *file, const struct entry *e) {
  struct text facts = part_of(e->name, "FACTS"), once = part_of(e->name, "ONCE");
  for (size_t i = 0; facts.at && i < facts.n; i++) {
    if (!text_starts((struct text){facts.at + i, facts.n - i}, "FACT(")) continue;
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

/* ---- the page ---- */

void meaning_write(const struct document *d, const struct entry *e, int level) {
  static const struct {
    void (*exact)(FILE *, const struct entry *), (*computed)(FILE *, const struct entry *);
  } by_family[] = {[FAMILY_MAP] = {map_exact, map_computed},      [FAMILY_ROW] = {row_exact, row_computed},
                   [FAMILY_SCAN] = {scan_exact, scan_computed},   [FAMILY_LAYOUT] = {NULL, NULL},
                   [FAMILY_NORM] = {norm_exact, norm_computed},   [FAMILY_PICK] = {NULL, NULL},
                   [FAMILY_STEP] = {step_computed, step_computed}};
  if (!by_family[e->family].exact) return;
  char *exact = text_about(e->rival ? rival_exact : by_family[e->family].exact, e);
  char *computed = text_about(e->rival ? rival_computed : by_family[e->family].computed, e);
  if (exact && computed) {
    int same = !strcmp(exact, computed);
    doc_heading(d, level, "Formula");
    doc_text(d, "What it means%s%s:", same ? ", and how it is computed on every device" : "",
             e->op < 0 || e->family == FAMILY_STEP ? "" : "; `g` is `dy`");
    doc_code(d, exact);
    glossary_write(d, e, exact);
    if (!same) doc_text(d, "How it is computed, on every device:");
    if (!same) doc_code(d, computed);
  }
  free(exact);
  free(computed);
}
