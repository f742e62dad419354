/* expand.c: turns a line with sets, ranges and drawn extents, or a file of lines, into single problems. */
#include "expand.h"

#include "draw_extents.h"
#include "draw_problem.h"
#include "problem.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NESTING = 8, MAX_CHOICES = 64 }; /* files that read files; sets and ranges of one line */

struct expander {
  each_line each;
  void *arg;
  char *why;
  size_t why_bytes;
  const char *folder; /* of the file being read, with its slash */
  int nesting, choices;
};

/* A part of a line that stands for several texts: [begin, end) of it. */
struct span {
  size_t begin, end;
};

static int expand(struct expander *x, const char *line);

static int refuse(struct expander *x, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(x->why, x->why_bytes, format, list);
  va_end(list);
  return -1;
}

/* Expands line with the span replaced by text. */
static int replace(struct expander *x, const char *line, struct span s, const char *text, size_t length) {
  char next[LINE_BYTES];
  size_t tail = strlen(line + s.end);
  if (s.begin + length + tail >= sizeof next) return refuse(x, "the line has more than %d characters", LINE_BYTES - 1);
  memcpy(next, line, s.begin);
  memcpy(next + s.begin, text, length);
  memcpy(next + s.begin + length, line + s.end, tail + 1);
  if (x->choices == MAX_CHOICES) return refuse(x, "the line has more than %d sets and ranges", MAX_CHOICES);
  x->choices++;
  int rc = expand(x, next);
  x->choices--;
  return rc;
}

/* ---- sets ---- */

/* The end of the first alternative in text, which ends at a separator or at the set's own brace, outside of inner
 * braces. */
static size_t alternative(const char *text, size_t length, char separator) {
  int depth = 0;
  size_t i = 0;
  for (; i < length; i++) {
    if (!depth && text[i] == separator) break;
    depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
  }
  return i;
}

static int expand_set(struct expander *x, const char *line, struct span s) {
  const char *text = line + s.begin + 1;
  size_t length = s.end - s.begin - 2;
  char separator = alternative(text, length, ';') < length ? ';' : ',';
  for (size_t at = 0; at <= length;) {
    size_t n = alternative(text + at, length - at, separator);
    int rc = replace(x, line, s, text + at, n);
    if (rc) return rc;
    at += n + 1;
  }
  return 0;
}

/* Finds the first set. Returns 1, 0 when there is none, -1 when braces do not match. */
static int find_set(const char *line, struct span *s) {
  s->begin = strcspn(line, "{}");
  if (!line[s->begin]) return 0;
  int depth = 0;
  for (size_t i = s->begin; line[i]; i++) {
    depth += line[i] == '{' ? 1 : line[i] == '}' ? -1 : 0;
    if (depth < 0) return -1;
    if (depth == 0 && line[i] == '}') {
      s->end = i + 1;
      return 1;
    }
  }
  return -1;
}

/* ---- ranges ---- */

struct range {
  int64_t lo, hi, step;
  char how; /* '+' or '*' */
};

/* Finds the first lo..hi[+step|*factor]. Returns 1, 0 when there is none, -1 when a number does not fit or the range
 * would not end, or has nothing in it: nested in others, such ranges would take for ever to give no line. */
static int find_range(const char *line, struct span *s, struct range *r) {
  const char *dots = strstr(line, "..");
  if (!dots) return 0;
  const char *begin = dots;
  while (begin > line && isdigit((unsigned char)begin[-1])) begin--;
  if (begin > line && begin[-1] == '-') begin--;
  char *end, *stop;
  errno = 0;
  *r = (struct range){.lo = strtoll(begin, &stop, 10), .hi = strtoll(dots + 2, &end, 10), .step = 1, .how = '+'};
  if (begin == dots || stop != dots || end == dots + 2) return -1;
  if (*end == '*' || *end == '+') {
    r->how = *end;
    char *number = end + 1;
    r->step = strtoll(number, &end, 10);
    if (end == number) return -1;
  }
  *s = (struct span){(size_t)(begin - line), (size_t)(end - line)};
  int endless = r->how == '*' ? r->step < 2 || r->lo < 1 : r->step < 1;
  return errno || endless || r->hi < r->lo ? -1 : 1;
}

static int expand_range(struct expander *x, const char *line, struct span s, struct range r) {
  for (int64_t v = r.lo; v <= r.hi;) {
    char text[24];
    int n = snprintf(text, sizeof text, "%" PRId64, v);
    int rc = replace(x, line, s, text, (size_t)n);
    if (rc) return rc;
    int over = r.how == '*' ? __builtin_mul_overflow(v, r.step, &v) : __builtin_add_overflow(v, r.step, &v);
    if (over) return 0;
  }
  return 0;
}

/* ---- lines and files ---- */

/* Joins the folder of the file that names it and a relative path. */
static int join_path(struct expander *x, const char *name, char *path, size_t size) {
  const char *folder = *name == '/' || !x->folder ? "" : x->folder;
  int n = snprintf(path, size, "%s%s", folder, name);
  return n < 0 || (size_t)n >= size ? refuse(x, "@%s: the path is too long", name) : 0;
}

/* A sentence that already begins with a file's name is left alone. */
static int read_lines(struct expander *x, FILE *file, const char *path) {
  char line[LINE_BYTES];
  for (long number = 1; fgets(line, sizeof line, file); number++) {
    if (!strchr(line, '\n') && !feof(file))
      return refuse(x, "%s:%ld: the line has more than %d characters", path, number, LINE_BYTES - 2);
    int rc = expand(x, line);
    if (rc == -1 && x->why[0] != '@') {
      char why[WHY_BYTES];
      snprintf(why, sizeof why, "%s", x->why);
      return refuse(x, "@%s:%ld: %s", path, number, why);
    }
    if (rc) return rc;
  }
  return 0;
}

static int expand_file(struct expander *x, const char *name) {
  char path[LINE_BYTES], folder[LINE_BYTES];
  if (join_path(x, name, path, sizeof path)) return -1;
  if (x->nesting == MAX_NESTING) return refuse(x, "@%s: files read each other more than %d deep", path, MAX_NESTING);
  FILE *file = fopen(path, "r");
  if (!file) return refuse(x, "@%s: %s", path, strerror(errno));
  snprintf(folder, sizeof folder, "%s", path);
  char *slash = strrchr(folder, '/');
  folder[slash ? slash - folder + 1 : 0] = 0;
  struct expander inner = *x;
  inner.folder = folder;
  inner.nesting++;
  int rc = read_lines(&inner, file, path);
  fclose(file);
  return rc;
}

/* Removes the comment and the blanks around line, in place. */
static void trim(char *line) {
  line[strcspn(line, "#\r\n")] = 0;
  size_t blanks = strspn(line, " \t"), n = strlen(line + blanks);
  memmove(line, line + blanks, n + 1);
  while (n && (line[n - 1] == ' ' || line[n - 1] == '\t')) line[--n] = 0;
}

static int expand(struct expander *x, const char *text) {
  char line[LINE_BYTES];
  if (strlen(text) >= sizeof line) return refuse(x, "the line has more than %d characters", LINE_BYTES - 1);
  trim(strcpy(line, text));
  if (!*line) return 0;
  if (*line == '@') return expand_file(x, line + 1);
  struct span s;
  struct range r;
  int found = find_set(line, &s);
  if (found < 0) return refuse(x, "'%.80s': a brace has no partner", line);
  if (found) return expand_set(x, line, s);
  found = find_range(line, &s, &r);
  if (found < 0) return refuse(x, "'%.80s': a range is written lo..hi, lo..hi+step or lo..hi*factor", line);
  if (found) return expand_range(x, line, s, r);
  if (draw_problem(line, x->why, x->why_bytes) || draw_extents(line, x->why, x->why_bytes)) return -1;
  return x->each(x->arg, line);
}

int expand_line(const char *line, each_line each, void *arg, char *why, size_t why_bytes) {
  struct expander x = {each, arg, why, why_bytes, NULL, 0, 0};
  *why = 0;
  return expand(&x, line);
}

/* ---- command lines ---- */

/* Whether word begins a problem: it has several words, is the name of an op, alone or in a set, or stands for one that is drawn. */
static int begins(const char *word) {
  if (strpbrk(word, " \t") || *word == '?') return 1;
  word += strspn(word, "{");
  char name[WORD_BYTES];
  size_t n = strcspn(word, ".,;}");
  if (n >= sizeof name) return 0;
  memcpy(name, word, n);
  name[n] = 0;
  return entry_find(name) != NULL;
}

int expand_arguments(int n, char **words, each_line each, void *arg, char *why, size_t why_bytes) {
  char line[LINE_BYTES];
  for (int i = 0; i < n;) {
    size_t used = (size_t)snprintf(line, sizeof line, "%s", words[i++]);
    while (i < n && *line != '@' && *words[i] != '@' && !begins(words[i]) && used < sizeof line)
      used += (size_t)snprintf(line + used, sizeof line - used, " %s", words[i++]);
    if (used >= sizeof line) {
      snprintf(why, why_bytes, "the line has more than %d characters", LINE_BYTES - 1);
      return -1;
    }
    int rc = expand_line(line, each, arg, why, why_bytes);
    if (rc) return rc;
  }
  return 0;
}
