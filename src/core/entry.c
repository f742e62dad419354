/* entry.c: the op table. Its parts are made by the files of families, by including ops/ *.def; an op is found here and nowhere
 * else. */
#include "core/entry.h"

#include <string.h>

/* In the order in which ops are listed. */
static struct entries (*const families[])(void) = {map_entries,  row_entries,  scan_entries,  layout_entries,
                                                   pick_entries, norm_entries, rival_entries, tally_entries, step_entries};
enum { FAMILIES = sizeof families / sizeof *families };

const struct entry *entry_at(int i) {
  for (int f = 0; i >= 0 && f < FAMILIES; f++) {
    struct entries some = families[f]();
    if (i < some.n) return &some.at[i];
    i -= some.n;
  }
  return NULL;
}

const struct entry *entry_find(const char *name) {
  const struct entry *e;
  for (int i = 0; name && (e = entry_at(i)) != NULL; i++)
    if (e->name[0] == name[0] && strcmp(e->name, name) == 0) return e; /* every plan asks: few need the call */
  return NULL;
}

static int is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Members of a state, as in r.m, are not names of their own. */
int formula_part_uses(const char *text, size_t length, const char *name) {
  size_t n = strlen(name);
  for (size_t i = 0; i + n <= length; i++) {
    if (text[i] != name[0] || memcmp(text + i, name, n) != 0) continue;
    int begins = i == 0 || (!is_word(text[i - 1]) && text[i - 1] != '.');
    if (begins && (i + n == length || !is_word(text[i + n]))) return 1;
  }
  return 0;
}

int formula_uses(const char *text, const char *name) { return formula_part_uses(text, strlen(text), name); }
