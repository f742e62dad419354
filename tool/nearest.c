/* nearest.c: the known word that is most like one that was typed. */
#include "nearest.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 40 }; /* letters; longer words are compared by their beginnings */

static int least(int a, int b) { return a < b ? a : b; }

/* Letters to change, add, drop, or swap with a neighbour. */
static int distance(const char *a, const char *b) {
  int rows[3][MOST + 1], n = least((int)strlen(a), MOST), m = least((int)strlen(b), MOST);
  int *before = rows[0], *last = rows[1], *row = rows[2];
  for (int j = 0; j <= m; j++) last[j] = j;
  for (int i = 1; i <= n; i++) {
    row[0] = i;
    for (int j = 1; j <= m; j++) {
      row[j] = least(least(last[j], row[j - 1]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = least(row[j], before[j - 2] + 1);
    }
    int *free_row = before;
    before = last, last = row, row = free_row;
  }
  return last[m];
}

void nearest_offer(struct nearest *n, const char *candidate) {
  int typed = (int)strlen(n->word), length = (int)strlen(candidate), far = distance(n->word, candidate);
  int begins = !strncmp(n->word, candidate, (size_t)least(typed, length)) && least(typed, length) > 2;
  int near = far <= (length > 5 && length < 9 ? 2 : length / 3);
  if ((!begins && !near) || (n->best && far >= n->distance)) return;
  n->best = candidate;
  n->distance = far;
}

const char *nearest_text(const struct nearest *n, char *text, int size) {
  if (n->best) snprintf(text, (size_t)size, "; did you mean '%s'?", n->best);
  else text[0] = 0;
  return text;
}
