/* names.h: what other libraries call the ops, and where they differ: ops/names.def. */
#ifndef TOOL_DOCS_NAMES_H
#define TOOL_DOCS_NAMES_H

enum { LIBRARIES = 3 };
extern const char *const library_titles[LIBRARIES]; /* "PyTorch", ... in the order of a row */

struct names {
  const char *op;
  const char *in[LIBRARIES]; /* "" where there is none */
};

struct difference {
  const char *op;
  const char *libraries; /* "jax numpy"                     */
  const char *pass;      /* "forward", "backward", "default" */
  const char *values;    /* classes of values, or ""        */
  const char *sentence;
};

const struct names *names_of(const char *op);                  /* NULL: ops/names.def has no row */
const struct difference *difference_of(const char *op, int i); /* NULL past the end         */

/* "JAX and NumPy": the libraries of a difference in words. */
void difference_whose(const struct difference *d, char *text, int size);

#endif
