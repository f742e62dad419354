/* names.c: what other libraries call the ops, and where they differ: ops/names.def. */
#include "docs/names.h"

#include <stdio.h>
#include <string.h>

const char *const library_titles[LIBRARIES] = {"PyTorch", "JAX", "NumPy"};
static const char *const words[LIBRARIES] = {"torch", "jax", "numpy"};

static const struct names names[] = {
#define NAMES(op, torch, jax, numpy) {#op, {torch, jax, numpy}},
#define DIFFERS(...)
#include "names.def"
#undef NAMES
#undef DIFFERS
};

static const struct difference differences[] = {
#define NAMES(...)
#define DIFFERS(op, libraries, pass, values, sentence) {#op, libraries, pass, values, sentence},
#include "names.def"
};

const struct names *names_of(const char *op) {
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i].op, op)) return &names[i];
  return NULL;
}

const struct difference *difference_of(const char *op, int i) {
  for (size_t k = 0; k < sizeof differences / sizeof *differences; k++)
    if (!strcmp(differences[k].op, op) && !i--) return &differences[k];
  return NULL;
}

void difference_whose(const struct difference *d, char *text, int size) {
  int n = 0, left = 0;
  for (int i = 0; i < LIBRARIES; i++) left += strstr(d->libraries, words[i]) != NULL;
  for (int i = 0; i < LIBRARIES && n < size; i++) {
    if (!strstr(d->libraries, words[i])) continue;
    left--;
    n += snprintf(text + n, (size_t)(size - n), "%s%s", library_titles[i], left > 1 ? ", " : left ? " and " : "");
  }
}
