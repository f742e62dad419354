/* test_docs.c: formulas as pages show them, and the parts of entries they are made of. */
#include "check.h"
#include "core/entry.h"
#include "docs/formula.h"
#include "docs/names.h"
#include "docs/parts.h"

#include <stdlib.h>

static char *statements(const char *formula) {
  char *text = NULL;
  size_t size;
  FILE *file = open_memstream(&text, &size);
  formula_statements(file, (struct text){formula, strlen(formula)});
  fclose(file);
  return text;
}

static const struct {
  const char *formula, *shown;
} formulas[] = {
    {"y = exp_(x);", "y = exp(x)\n"},
    {"T r = cbrt_(x); dx = g / (K(3) * (r * r));", "r = cbrt(x)\ndx = g / (3 * (r * r))\n"},
    {"da = w *g;, db = -g;", "da = w * g\ndb = -g\n"},
    {"dx = K(-0.5) * g;", "dx = -0.5 * g\n"},
    {"dx = g * K(0x1.62e42fefa39efp-1);", "dx = g * log(2)\n"},
    {"dx = g * (K(0x1.20dd750429b6dp+0) * y);", "dx = g * ((2/sqrt(pi)) * y)\n"},
    {"y = x < K(0x1p40) ? a : b;", "y = a  if x < 2^40\n    b  otherwise\n"},
    {"y = (a == K(0)) & (b > K(0)) ? K(0) : c == d ? e : f;",
     "y = 0  if a == 0 and b > 0\n    e  if c == d\n    f  otherwise\n"},
    {"y = a & b;", "y = a & b\n"},
    {"y = g / (x < 1 ? a : b);", "y = g / (a if x < 1 else b)\n"},
    {"y = max_(a, c ? d : e);", "y = max(a, d if c else e)\n"},
    {"y = sel_(a < b, a, b) + (T)n;", "y = (a if a < b else b) + n\n"},
    {"r.s = a.s + b.s;", "r.s = a.s + b.s\n"},
    {"y = 2 / sqrtl(acosl(-1)) * fabsl(x);", "y = 2 / sqrt(pi) * abs(x)\n"},
    {"y = g *CAPPED(b - a);", "y = g * (b - a)\n"},
    {"s = plus(times(a, s), times(plus(p, q), b));", "s = a * s + (p + q) * b\n"},
    {"y = 1e-5f * x;", "y = 1e-05 * x\n"},
    {"T p; if (n == K(0)) p = a_; else { T u = b; p = u; } y = p;",
     "if n == 0:\n  p = a\nelse:\n  u = b\n  p = u\ny = p\n"},
    {"y = normal_belowl(x, 0);", "y = normal_below(x, 0)\n"},
    {"y = affine_real(r, wide);", "y = affine_real(r, wide)\n"},
};

static void test_formulas(struct check *c) {
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
    char *shown = statements(formulas[i].formula);
    CHECK_TEXT(c, shown, formulas[i].shown);
    free(shown);
  }
}

static int is(struct text t, const char *text) { return t.at && t.n == strlen(text) && !memcmp(t.at, text, t.n); }

static void test_parts(struct check *c) {
  CHECK(c, is(part_of("exp", "FWD"), "y = exp_(x);"));
  CHECK(c, is(part_of("sin", "FWD"), "y = sin_(x);")); /* behind a cheaper formula */
  CHECK(c, is(text_argument(part_of("exp", "ON"), 1), "80"));
  CHECK(c, is(text_argument(part_of("exp", "BOUND"), 0), "1"));
  CHECK(c, is(text_argument(part_of("hypot", "IN2"), 1), "b"));
  CHECK(c, !part_of("exp", "JOIN").at);
  CHECK(c, !part_of("no such op", "FWD").at);
  CHECK(c, !text_argument(part_of("exp", "ON"), 2).at);
}

/* Every op has a row in ops/names.def; what differs is said of an op of the table, once. */
static void test_names(struct check *c) {
  for (int i = 0; entry_at(i); i++) {
    if (!CHECK(c, names_of(entry_at(i)->name) != NULL)) printf("  %s\n", entry_at(i)->name);
    const struct difference *d;
    for (int k = 0; (d = difference_of(entry_at(i)->name, k)); k++) {
      char whose[64] = "";
      difference_whose(d, whose, sizeof whose);
      CHECK(c, *whose);
      CHECK(c, !strcmp(d->pass, "forward") || !strcmp(d->pass, "backward") || !strcmp(d->pass, "default"));
      CHECK(c, strlen(d->sentence) > 10);
    }
  }
}

int main(void) {
  struct check c = {"docs", 0, 0};
  test_formulas(&c);
  test_parts(&c);
  test_names(&c);
  return check_end(&c);
}
