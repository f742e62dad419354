/* gradient.c: the parts of a map's gradient, one for each operand, and whether two of them are one formula. */
#include <ctype.h>
#include <string.h>

#include "core/entry.h"

/* GRADS divides its parts by ";,"; that of a condition, the first operand, is empty. */
const char *gradient_part(const char *gradient, int i, size_t *length) {
  for (; i > 0 && *gradient == ','; i--) gradient++;
  const char *end = *gradient == ',' ? gradient : strstr(gradient, ";,");
  for (; i > 0 && end; i--) {
    gradient = end + 2;
    end = strstr(gradient, ";,");
  }
  *length = i > 0 ? 0 : end ? (size_t)(end - gradient) : strlen(gradient);
  if (*length > 0 && gradient[*length - 1] == ';') --*length;
  return gradient;
}

/* ---- two of them compared, name by name ---- */

struct word {
  const char *at;
  size_t n; /* 0: the text is at its end */
};
struct text {
  const char *at, *end;
};

/* A name, a number, or one other character. */
static struct word next_word(struct text *t) {
  while (t->at < t->end && isspace((unsigned char)*t->at)) t->at++;
  struct word w = {t->at, 0};
  while (t->at < t->end && (isalnum((unsigned char)*t->at) || *t->at == '_')) t->at++;
  if (t->at == w.at && t->at < t->end) t->at++;
  w.n = (size_t)(t->at - w.at);
  return w;
}
static int same_word(struct word a, struct word b) { return a.n == b.n && memcmp(a.at, b.at, a.n) == 0; }

/* Names of one text that stand for others in the other one. */
enum { MOST_PAIRS = 12 };
struct pairs {
  struct word a[MOST_PAIRS], b[MOST_PAIRS];
  int n;
};
/* 1: they stand for each other; 0: one of them stands for something else; -1: neither was seen. */
static int paired(const struct pairs *p, struct word a, struct word b) {
  for (int i = 0; i < p->n; i++)
    if (same_word(p->a[i], a) || same_word(p->b[i], b)) return same_word(p->a[i], a) && same_word(p->b[i], b);
  return -1;
}

/* The gradient of the operand whose name is behind the d. */
static int is_result(struct word w, const struct entry *e, int i) {
  const char *name = e->slots[REM_FORWARD][i].name;
  return w.n == strlen(name) + 1 && *w.at == 'd' && memcmp(w.at + 1, name, w.n - 1) == 0;
}

int entry_same_gradient(const struct entry *e, int i, int k) {
  size_t n, m;
  const char *a = gradient_part(e->gradient, i, &n), *b = gradient_part(e->gradient, k, &m);
  struct text left = {a, a + n}, right = {b, b + m};
  struct pairs pairs = {.n = 0};
  for (int declares = 0;;) {
    struct word p = next_word(&left), q = next_word(&right);
    if (!p.n || !q.n) return p.n == q.n && n > 0;
    int seen = paired(&pairs, p, q), results = is_result(p, e, i) && is_result(q, e, k);
    if (seen == 0 || (seen < 0 && !same_word(p, q) && !declares && !results)) return 0;
    if (seen < 0 && (declares || results)) {
      if (pairs.n == MOST_PAIRS) return 0;
      pairs.a[pairs.n] = p, pairs.b[pairs.n++] = q;
    }
    declares = p.n == 1 && *p.at == 'T';
  }
}
