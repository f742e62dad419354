/* draw_extents.c: puts drawn extents into a line of the problem language. */
#include "draw_extents.h"

#include "draw.h"
#include "problem.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LETTERS = 26 };

/* From 1 to most, of every size alike; one in two is a power of two or beside one, where loops change over. */
static int64_t extent(uint64_t *seed, int64_t most) {
  int bits = 64 - __builtin_clzll((uint64_t)most);
  int64_t power = (int64_t)1 << draw(seed) % (uint64_t)bits;
  int64_t n = draw(seed) % 2 ? power + (int64_t)(draw(seed) % 3) - 1 : power + (int64_t)(draw(seed) % (uint64_t)power);
  return n < 1 ? 1 : n > most ? most : n;
}

/* Draws an extent for each letter that line has, in an order that is drawn too: the first may take all elements. */
static void draw_letters(const char *line, int64_t extents[LETTERS]) {
  uint64_t seed = draw_seed(line);
  char order[LETTERS];
  int n = 0;
  memset(extents, 0, LETTERS * sizeof *extents);
  for (const char *at = line; (at = strchr(at, '?')); at++) {
    int letter = at[1] - 'a';
    if (!extents[letter]) order[n++] = (char)letter;
    extents[letter] = 1;
  }
  for (int64_t most = DRAWN_ELEMS; n; n--) {
    int i = (int)(draw(&seed) % (uint64_t)n);
    int64_t *e = &extents[(int)order[i]];
    *e = extent(&seed, most);
    most /= *e;
    order[i] = order[n - 1];
  }
}

/* The word draw=N. Returns its length with the blank behind it, 0 where there is none, -1 where N is no number. */
static int find_word(const char *line, const char **word) {
  const char *at = line;
  while ((at = strstr(at, "draw=")) && at > line && at[-1] != ' ' && at[-1] != '\t') at++;
  if (!at) return 0;
  size_t n = strlen("draw="), digits = strspn(at + n, "0123456789");
  if (!digits || (at[n + digits] && at[n + digits] != ' ' && at[n + digits] != '\t')) return -1;
  *word = at;
  return (int)(n + digits + strspn(at + n + digits, " \t"));
}

/* Whether every ? has a letter behind it, and nothing behind that. */
static int letters_good(const char *line) {
  for (const char *at = line; (at = strchr(at, '?')); at++)
    if (at[1] < 'a' || at[1] > 'z' || isalnum((unsigned char)at[2])) return 0;
  return 1;
}

static int refuse(const char *line, char *why, size_t why_bytes) {
  snprintf(why, why_bytes, "'%.80s': drawn extents are written ?a to ?z, and draw=N says which drawing it is", line);
  return -1;
}

int draw_extents(char line[LINE_BYTES], char *why, size_t why_bytes) {
  const char *word = NULL;
  int word_length = find_word(line, &word), asks = strchr(line, '?') != NULL;
  if (!word_length && !asks) return 0;
  if (word_length <= 0 || !asks || !letters_good(line)) return refuse(line, why, why_bytes);
  int64_t extents[LETTERS];
  char drawn[LINE_BYTES];
  size_t used = 0;
  draw_letters(line, extents);
  for (const char *at = line; *at && used < sizeof drawn;) {
    if (at == word) at += word_length;
    else if (*at != '?') drawn[used++] = *at++;
    else used += (size_t)snprintf(drawn + used, sizeof drawn - used, "%" PRId64, extents[at[1] - 'a']), at += 2;
  }
  while (used && (drawn[used - 1] == ' ' || drawn[used - 1] == '\t')) used--; /* the word stood last */
  if (used >= sizeof drawn) return refuse(line, why, why_bytes);
  memcpy(line, drawn, used);
  line[used] = 0;
  return 0;
}
