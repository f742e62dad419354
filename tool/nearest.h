/* nearest.h: the known word that is most like one that was typed. */
#ifndef TOOL_NEAREST_H
#define TOOL_NEAREST_H

struct nearest {
  const char *word; /* what was typed */
  const char *best; /* NULL: nothing like it so far */
  int distance;     /* letters to change, add, drop or swap */
};

/* Begin with {.word = ...}. A candidate counts if it takes a third of its letters or fewer, two in a word of six to
 * eight, or if one of the two begins with the other. */
void nearest_offer(struct nearest *n, const char *candidate);

/* "; did you mean 'check'?", or "" where nothing is like it. */
const char *nearest_text(const struct nearest *n, char *text, int size);

#endif
