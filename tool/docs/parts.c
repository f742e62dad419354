/* parts.c: the parts of an entry as its .def file writes them. The files are included once more, each entry as one
 * string, so that a new column needs no change here. Macros that a .def file has for itself are expanded. */
#include "docs/parts.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define EXPANDED(...) WRITTEN(__VA_ARGS__)
#define WRITTEN(...) #__VA_ARGS__

static const struct {
  const char *op, *text;
} entries[] = {
#define MAP(name, ...) {#name, EXPANDED(__VA_ARGS__)},
#include "map.def"
#undef MAP
#define ROW(name, ...) {#name, EXPANDED(__VA_ARGS__)},
#include "row.def"
#undef ROW
#define SCAN(name, ...) {#name, EXPANDED(__VA_ARGS__)},
#include "scan.def"
#undef SCAN
#define LAYOUT(name, ...) {#name, EXPANDED(__VA_ARGS__)},
#include "layout.def"
#undef LAYOUT
#define SWEEP(...)
#define NORM(name, ...) {#name, EXPANDED(__VA_ARGS__)},
#include "norm.def"
#undef NORM
#undef SWEEP
#define RIVAL(name, ...) {#name, EXPANDED(__VA_ARGS__)},
#include "rival.def"
#undef RIVAL
#define STEP(name, ...) {#name, EXPANDED(__VA_ARGS__)},
#include "step.def"
#undef STEP
#define INTS_OF(name, ...) {"tally." #name, EXPANDED(__VA_ARGS__)},
#define TALLY INTS_OF
#include "tally.def"
#undef TALLY
#undef INTS_OF
};

static int is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* How far a piece of text goes until one of the ends in no brackets and no quotes. */
static size_t until(const char *at, size_t n, const char *ends) {
  int depth = 0, quoted = 0;
  for (size_t i = 0; i < n; i++) {
    if (at[i] == '"' && (!i || at[i - 1] != '\\')) quoted = !quoted;
    if (quoted) continue;
    if (!depth && strchr(ends, at[i])) return i;
    depth += (at[i] == '(') - (at[i] == ')');
  }
  return n;
}

static struct text trimmed(const char *at, size_t n) {
  while (n && isspace((unsigned char)*at)) at++, n--;
  while (n && isspace((unsigned char)at[n - 1])) n--;
  return (struct text){at, n};
}

struct text text_as(const char *text) { return (struct text){text, strlen(text)}; }

struct text text_argument(struct text t, int i) {
  for (; t.at; i--) {
    size_t n = until(t.at, t.n, ",");
    if (!i) return trimmed(t.at, n);
    if (n == t.n) break;
    t = (struct text){t.at + n + 1, t.n - n - 1};
  }
  return (struct text){NULL, 0};
}

/* The brackets behind a word that stands in no brackets itself. */
static struct text named(const char *text, const char *name) {
  size_t length = strlen(name), all = strlen(text);
  for (size_t i = 0; i < all;) {
    size_t word = 0;
    while (i + word < all && is_word(text[i + word])) word++;
    int found = word == length && !memcmp(text + i, name, length) && text[i + word] == '(';
    i += word;
    if (i >= all) break;
    if (text[i] == '(') {
      size_t n = until(text + i + 1, all - i - 1, ")");
      if (found) return trimmed(text + i + 1, n);
      i += n + 2;
    } else {
      i++;
    }
  }
  return (struct text){NULL, 0};
}

/* Behind the parts in brackets of their own that a cheaper formula consists of. */
static struct text behind_quick(struct text t) {
  while (t.n && *t.at == '(') {
    size_t n = until(t.at, t.n, ",");
    t = trimmed(t.at + n + (n < t.n), t.n - n - (n < t.n));
  }
  return t;
}

struct text part_of(const char *op, const char *name) {
  static const char *const kinds[] = {"", "QUICK_", "NEAR_", "GPU_", "STEP_"};
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
    if (strcmp(entries[i].op, op)) continue;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
      char word[64];
      snprintf(word, sizeof word, "%s%s", kinds[k], name);
      struct text t = named(entries[i].text, word);
      if (t.at) return k ? behind_quick(t) : t;
    }
  }
  return (struct text){NULL, 0};
}

int text_starts(struct text t, const char *word) {
  return t.n > strlen(word) && memcmp(t.at, word, strlen(word)) == 0;
}
