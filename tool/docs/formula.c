/* formula.c: formulas of entries in a form that is read: without the vocabulary's underscores, casts and constants in
 * hexadecimal, with conditions in words. */
#include "docs/formula.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- tokens ---- */

enum kind { WORD, NUMBER, MARK };
struct token {
  enum kind kind;
  const char *at;
  int n;
};
enum { MAX_TOKENS = 1024 };
struct tokens {
  int n;
  struct token at[MAX_TOKENS];
};

/* Some of the tokens: from lo up to hi. */
struct range {
  const struct token *all;
  int lo, hi;
};

static int is(const struct token *t, const char *text) {
  return t->n == (int)strlen(text) && !memcmp(t->at, text, (size_t)t->n);
}

static size_t mark_length(const char *at, size_t n) {
  static const char *const pairs[] = {"==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "->"};
  for (size_t i = 0; n > 1 && i < sizeof pairs / sizeof *pairs; i++)
    if (!memcmp(at, pairs[i], 2)) return 2;
  return 1;
}

static size_t number_length(const char *at, size_t n) {
  size_t i = 1;
  for (; i < n && (isalnum((unsigned char)at[i]) || at[i] == '.' ||
                   ((at[i] == '+' || at[i] == '-') && strchr("pPeE", at[i - 1]) &&
                    (at[i - 1] | 32) == (at[1] == 'x' ? 'p' : 'e')));)
    i++;
  return i;
}

static void read_tokens(struct text t, struct tokens *out) {
  out->n = 0;
  for (size_t i = 0; i < t.n && out->n < MAX_TOKENS;) {
    char c = t.at[i];
    size_t n = 1;
    if (isspace((unsigned char)c)) {
      i++;
      continue;
    }
    enum kind kind = MARK;
    if (isdigit((unsigned char)c) || (c == '.' && i + 1 < t.n && isdigit((unsigned char)t.at[i + 1]))) {
      kind = NUMBER;
      n = number_length(t.at + i, t.n - i);
    } else if (isalpha((unsigned char)c) || c == '_') {
      kind = WORD;
      while (i + n < t.n && (isalnum((unsigned char)t.at[i + n]) || t.at[i + n] == '_')) n++;
    } else {
      n = mark_length(t.at + i, t.n - i);
    }
    out->at[out->n++] = (struct token){kind, t.at + i, (int)n};
    i += n;
  }
}

/* The next place from lo on where a mark stands in no brackets; hi: nowhere. */
static int find(struct range r, const char *mark) {
  int depth = 0;
  for (int i = r.lo; i < r.hi; i++) {
    if (!depth && is(&r.all[i], mark)) return i;
    depth += is(&r.all[i], "(") - is(&r.all[i], ")");
  }
  return r.hi;
}

/* Where the bracket that opens at i closes. */
static int closing(struct range r, int i) {
  int depth = 0;
  for (; i < r.hi; i++) {
    depth += is(&r.all[i], "(") - is(&r.all[i], ")");
    if (!depth) return i;
  }
  return r.hi;
}

/* Without brackets around the whole. */
static struct range bare(struct range r) {
  while (r.hi - r.lo > 2 && is(&r.all[r.lo], "(") && closing(r, r.lo) == r.hi - 1) r.lo++, r.hi--;
  return r;
}

/* The colon that belongs to the question mark at i. */
static int otherwise(struct range r, int i) {
  int open = 0, depth = 0;
  for (i++; i < r.hi; i++) {
    depth += is(&r.all[i], "(") - is(&r.all[i], ")");
    if (depth) continue;
    open += is(&r.all[i], "?");
    if (is(&r.all[i], ":") && !open--) return i;
  }
  return r.hi;
}

/* ---- numbers and words ---- */

static const struct {
  double value;
  const char *text;
} constants[] = {
    {0x1.62e42fefa39efp-1, "log(2)"},       {0x1.26bb1bbb55516p+1, "log(10)"},
    {0x1.71547652b82fep+0, "1/log(2)"},     {0x1.921fb54442d18p+1, "pi"},
    {0x1.921fb54442d18p+0, "pi/2"},         {0x1.921fb54442d18p+2, "2*pi"},
    {0x1.45f306dc9c883p-2, "1/pi"},         {0x1.20dd750429b6dp+0, "2/sqrt(pi)"},
    {0x1.c5bf891b4ef6ap-1, "sqrt(pi)/2"},   {0x1.6a09e667f3bcdp+0, "sqrt(2)"},
    {0x1.6a09e667f3bcdp-1, "1/sqrt(2)"},    {0x1.988453365de00p-2, "1/sqrt(2*pi)"},
    {0x1.9884533d43651p-2, "1/sqrt(2*pi)"}, {0x1.9884533d43651p-1, "sqrt(2/pi)"},
    {0x1.ca5dc1a63c1f8p+5, "180/pi"},       {0x1.1df46a2529d39p-6, "pi/180"},
    {0x1.bcb7b1526e50ep-2, "1/log(10)"},
};

static int ends(const struct token *t, const char *text) {
  int n = (int)strlen(text);
  return t->n >= n && !memcmp(t->at + t->n - n, text, (size_t)n);
}

/* A name of the vocabulary or of libm as a reader knows it. */
static void write_word(FILE *file, const struct token *t, int called) {
  static const char *const words[][2] = {{"INF_", "inf"},    {"INFINITY", "inf"},     {"NAN_", "NaN"},
                                         {"NAN", "NaN"},     {"LARGEST_", "largest"}, {"TINY_", "tiny"},
                                         {"fabsl", "abs"},   {"real", "real"},        {"larger", "max"},
                                         {"smaller", "min"}, {"TURN_LIMIT_", "limit"}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (is(t, words[i][0])) {
      fputs(words[i][1], file);
      return;
    }
  int n = t->n;
  if (n > 1 && t->at[n - 1] == '_') n--;
  else if (called && n > 2 && t->at[n - 1] == 'l' && !ends(t, "real") && !ends(t, "mul")) n--; /* long double's */
  fprintf(file, "%.*s", n, t->at);
}

static int is_type(const struct token *t) {
  static const char *const types[] = {"T",      "U",        "I",   "W",   "S",   "int", "long",
                                      "double", "wide_int", "i32", "u32", "i64", "u64"};
  for (size_t i = 0; t->kind == WORD && i < sizeof types / sizeof *types; i++)
    if (is(t, types[i])) return 1;
  return 0;
}

/* ---- expressions ---- */

/* What is being written: in a condition, & and | are words; for NumPy, choices and conditions are calls. */
struct writer {
  FILE *file;
  int condition, numpy;
};

static void expression(struct writer w, struct range r);

/* A bracket around what is more than a number, where something stands beside it. */
static void write_number(struct writer w, const struct token *t, int alone) {
  char text[64];
  int exponent;
  snprintf(text, sizeof text, "%.*s", t->n, t->at);
  double value = strtod(text, NULL);
  if (w.numpy) {
    fprintf(w.file, "%.17g", value);
    return;
  }
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
    if (constants[i].value == value) {
      int sum = !alone && strpbrk(constants[i].text, "/*");
      fprintf(w.file, "%s%s%s", sum ? "(" : "", constants[i].text, sum ? ")" : "");
      return;
    }
  if (value > 0 && frexp(value, &exponent) == 0.5 && (exponent > 11 || exponent < -9))
    fprintf(w.file, "2^%d", exponent - 1);
  else fprintf(w.file, "%.10g", value);
}

static void numpy_call(struct writer w, const char *name, int n, const struct range *arguments) {
  fprintf(w.file, "%s(", name);
  for (int i = 0; i < n; i++) {
    if (i) fputs(", ", w.file);
    expression(w, bare(arguments[i]));
  }
  fputc(')', w.file);
}

/* The outermost or, else and, of an expression, as a call; 0: there is none. */
static int numpy_logic(struct writer w, struct range r) {
  static const char *const names[][2] = {{"||", "logical_or"}, {"&&", "logical_and"}};
  for (int i = 0; i < 2; i++) {
    int at = find(r, names[i][0]);
    const struct range sides[] = {{r.all, r.lo, at}, {r.all, at + 1, r.hi}};
    if (at == r.hi) continue;
    numpy_call(w, names[i][1], 2, sides);
    return 1;
  }
  return 0;
}

static void choice(struct writer w, struct range condition, struct range yes, struct range no) {
  struct writer in_condition = {w.file, 1, 0};
  if (w.numpy) {
    numpy_call(w, "where", 3, (const struct range[]){condition, yes, no});
    return;
  }
  expression(w, bare(yes));
  fputs(" if ", w.file);
  expression(in_condition, bare(condition));
  fputs(" else ", w.file);
  expression(w, bare(no));
}

static void arguments(struct writer w, struct range r) {
  for (int first = 1; r.lo < r.hi; first = 0) {
    int end = find(r, ",");
    if (!first) fputs(", ", w.file);
    expression(w, (struct range){r.all, r.lo, end});
    r.lo = end + 1;
  }
}

/* Macros that leave a value as it is: K(1), CAPPED(v). */
static int is_wrapper(const struct token *t) {
  return is(t, "K") || is(t, "CAPPED") || is(t, "AROUND") || is(t, "number");
}

static int is_operator(const struct token *t) { return t->kind == MARK && !is(t, ".") && !is(t, ")"); }

/* Whether something with an operator in no brackets is inside: it needs brackets beside others. */
static int is_compound(struct range r) {
  int depth = 0;
  for (int i = r.lo; i < r.hi; i++) {
    if (!depth && i > r.lo && is_operator(&r.all[i]) && !is(&r.all[i], "(")) return 1;
    depth += is(&r.all[i], "(") - is(&r.all[i], ")");
  }
  return 0;
}

static void operator_text(struct writer w, const struct token *t, int unary) {
  static const char *const words[][2] = {{"&", "and"}, {"|", "or"}, {"&&", "and"}, {"||", "or"}};
  for (size_t i = 0; i < 4; i++)
    if (!w.numpy && (w.condition || t->n == 2) && is(t, words[i][0])) {
      fprintf(w.file, " %s ", words[i][1]);
      return;
    }
  if (is(t, "!")) fputs(w.numpy ? "~" : "not ", w.file);
  else if (is(t, ".")) fputc('.', w.file);
  else if (unary) fprintf(w.file, "%.*s", t->n, t->at);
  else fprintf(w.file, " %.*s ", t->n, t->at);
}

/* pi is written acosl(-1). */
static int is_pi(struct range r, int i) {
  return i + 4 < r.hi && is(&r.all[i], "acosl") && is(&r.all[i + 2], "-") && is(&r.all[i + 3], "1") &&
         is(&r.all[i + 4], ")");
}

/* In brackets where it needs them. */
static void factor(struct writer w, struct range r, int brackets) {
  if (brackets) fputc('(', w.file);
  expression(w, r);
  if (brackets) fputc(')', w.file);
}

/* The oracle's sums and products of numbers that cannot overflow. */
static int is_infix(const struct token *t) { return is(t, "plus") || is(t, "times"); }

static void infix(struct writer w, struct range r, int i, int end) {
  struct range left = {r.all, i + 2, end}, right = {r.all, 0, end};
  int times = is(&r.all[i], "times"), brackets = !times && (i > r.lo || end + 1 < r.hi);
  left.hi = find(left, ",");
  right.lo = left.hi + 1;
  if (brackets) fputc('(', w.file);
  factor(w, left, times && is(&r.all[left.lo], "plus"));
  fputs(times ? " * " : " + ", w.file);
  factor(w, right, times && is(&r.all[right.lo], "plus"));
  if (brackets) fputc(')', w.file);
}

/* A word with brackets behind it, at i; returns the place of the last token written. */
static int call(struct writer w, struct range r, int i) {
  int end = closing(r, i + 1);
  struct range inside = {r.all, i + 2, end};
  if (is_pi(r, i)) {
    fputs("pi", w.file);
  } else if (is_wrapper(&r.all[i]) && end == i + 3 && r.all[i + 2].kind == NUMBER) {
    write_number(w, &r.all[i + 2], i == r.lo && end + 1 == r.hi);
  } else if (is_wrapper(&r.all[i])) {
    factor(w, inside, (i > r.lo || end + 1 < r.hi) && is_compound(inside));
  } else if (is_infix(&r.all[i])) {
    infix(w, r, i, end);
  } else if (is(&r.all[i], "sel_")) {
    int one = find(inside, ","), two = find((struct range){r.all, one + 1, end}, ",");
    fputc('(', w.file);
    choice(w, (struct range){r.all, i + 2, one}, (struct range){r.all, one + 1, two},
           (struct range){r.all, two + 1, end});
    fputc(')', w.file);
  } else {
    write_word(w.file, &r.all[i], 1);
    fputc('(', w.file);
    arguments((struct writer){w.file, 0, w.numpy}, inside);
    fputc(')', w.file);
  }
  return end;
}

/* Whether a comparison in brackets, from i to end, stands alone or between and and or. */
static int is_plain_condition(struct range r, int i, int end) {
  static const char *const marks[] = {"&", "|", "&&", "||", "?"};
  int joined = 1;
  for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
    if (find((struct range){r.all, i + 1, end}, marks[k]) < end) return 0;
  if (i > r.lo) joined &= is(&r.all[i - 1], "&") || is(&r.all[i - 1], "|");
  if (end + 1 < r.hi) joined &= is(&r.all[end + 1], "&") || is(&r.all[end + 1], "|");
  return joined;
}

static int bracket(struct writer w, struct range r, int i) {
  int end = closing(r, i);
  if (end == i + 2 && is_type(&r.all[i + 1])) return end; /* a cast */
  factor(w, (struct range){r.all, i + 1, end}, !w.condition || !is_plain_condition(r, i, end));
  return end;
}

static void expression(struct writer w, struct range r) {
  int question = find(r, "?");
  if (question < r.hi) {
    int colon = otherwise(r, question);
    choice(w, (struct range){r.all, r.lo, question}, (struct range){r.all, question + 1, colon},
           (struct range){r.all, colon + 1, r.hi});
    return;
  }
  if (w.numpy && numpy_logic(w, r)) return;
  for (int i = r.lo; i < r.hi; i++) {
    const struct token *t = &r.all[i];
    int called = t->kind == WORD && i + 1 < r.hi && is(&r.all[i + 1], "(");
    if (called) i = call(w, r, i);
    else if (is(t, "(")) i = bracket(w, r, i);
    else if (t->kind == WORD) write_word(w.file, t, 0);
    else if (t->kind == NUMBER) write_number(w, t, r.hi - r.lo == 1 && i == r.lo);
    else operator_text(w, t, i == r.lo || is_operator(&r.all[i - 1]));
  }
}

/* ---- statements ---- */

/* The text of an expression; the caller frees it. */
static char *rendered(struct range r, int condition) {
  char *text = NULL;
  size_t size;
  FILE *file = open_memstream(&text, &size);
  if (!file) return NULL;
  expression((struct writer){file, condition, 0}, bare(r));
  fclose(file);
  return text;
}

enum { MAX_CASES = 16, CASE_COLUMN = 60 };

/* "name = value", or each value with its condition in lines of their own. */
static void equation(FILE *file, const char *name, struct range r) {
  char *values[MAX_CASES], *conditions[MAX_CASES] = {NULL};
  int n = 0, width = 0;
  if (r.hi - r.lo > 3 && is(&r.all[r.lo], "AROUND") && closing(r, r.lo + 1) == r.hi - 1) r.lo++;
  for (r = bare(r);; r = bare(r)) {
    int question = find(r, "?"), last = question == r.hi || n == MAX_CASES - 1;
    int colon = last ? r.hi : otherwise(r, question);
    if (!last) conditions[n] = rendered((struct range){r.all, r.lo, question}, 1);
    values[n] = rendered((struct range){r.all, last ? r.lo : question + 1, colon}, 0);
    int length = (int)strlen(values[n] ? values[n] : "");
    if (length > width && length <= CASE_COLUMN) width = length;
    n++;
    if (last) break;
    r.lo = colon + 1;
  }
  for (int i = 0; i < n; i++) {
    if (i) fprintf(file, "%*s", (int)strlen(name) + 3, "");
    else fprintf(file, "%s = ", name);
    if (n == 1) fprintf(file, "%s\n", values[i]);
    else if (i < n - 1) fprintf(file, "%-*s  if %s\n", width, values[i], conditions[i]);
    else fprintf(file, "%-*s  otherwise\n", width, values[i]);
    free(values[i]);
    free(conditions[i]);
  }
}

/* One assignment, with a type in front or not; a declaration alone says nothing. */
static void assignment(FILE *file, struct range r, int indent) {
  if (r.hi - r.lo > 2 && is_type(&r.all[r.lo]) && r.all[r.lo + 1].kind == WORD) r.lo++;
  int sign = find(r, "=");
  char name[64];
  if (sign == r.hi) return;
  const char *begin = r.all[r.lo].at, *end = r.all[sign - 1].at + r.all[sign - 1].n;
  snprintf(name, sizeof name, "%*s%.*s", indent, "", (int)(end - begin), begin);
  equation(file, name, (struct range){r.all, sign + 1, r.hi});
}

static void statements(FILE *file, struct range r, int indent);

/* Where the brace that opens at i closes. */
static int brace_end(struct range r, int i) {
  int depth = 0;
  for (; i < r.hi; i++) {
    depth += is(&r.all[i], "{") - is(&r.all[i], "}");
    if (!depth) return i;
  }
  return r.hi;
}

/* What an if or else governs, from i on: a block or a statement. Returns what comes behind it. */
static int governed(FILE *file, struct range r, int i, int indent) {
  int block = i < r.hi && is(&r.all[i], "{");
  int end = block ? brace_end(r, i) : find((struct range){r.all, i, r.hi}, ";");
  statements(file, (struct range){r.all, i + block, end}, indent + 2);
  return end + 1;
}

static void statements(FILE *file, struct range r, int indent) {
  while (r.lo < r.hi) {
    const struct token *t = &r.all[r.lo];
    if (is(t, ",") || is(t, ";")) {
      r.lo++;
    } else if (is(t, "if")) {
      int end = closing(r, r.lo + 1);
      char *condition = rendered((struct range){r.all, r.lo + 1, end + 1}, 1);
      fprintf(file, "%*sif %s:\n", indent, "", condition ? condition : "");
      free(condition);
      r.lo = governed(file, r, end + 1, indent);
    } else if (is(t, "else")) {
      fprintf(file, "%*selse:\n", indent, "");
      r.lo = governed(file, r, r.lo + 1, indent);
    } else {
      int end = find(r, ";");
      assignment(file, (struct range){r.all, r.lo, end}, indent);
      r.lo = end + 1;
    }
  }
}

void formula_statements(FILE *file, struct text t) {
  struct tokens tokens;
  read_tokens(t, &tokens);
  statements(file, (struct range){tokens.at, 0, tokens.n}, 0);
}

void formula_equation(FILE *file, const char *name, struct text t) {
  struct tokens tokens;
  read_tokens(t, &tokens);
  equation(file, name, (struct range){tokens.at, 0, tokens.n});
}

void formula_expression(FILE *file, struct text t) {
  struct tokens tokens;
  read_tokens(t, &tokens);
  expression((struct writer){file, 0, 0}, bare((struct range){tokens.at, 0, tokens.n}));
}

char *formula_text_of(struct text t) {
  char *text = NULL;
  size_t size;
  FILE *file = t.at ? open_memstream(&text, &size) : NULL;
  if (!file) return NULL;
  formula_expression(file, t);
  fclose(file);
  return text;
}

void formula_numpy(FILE *file, struct text t) {
  struct tokens tokens;
  read_tokens(t, &tokens);
  expression((struct writer){file, 0, 1}, bare((struct range){tokens.at, 0, tokens.n}));
}
