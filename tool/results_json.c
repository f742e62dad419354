/* results_json.c: reads JSON, one value a line or over many lines, and hands over its objects. */
#include "results.h"

#include <stdlib.h>
#include <string.h>

struct reader {
  char *at;
  const char *begin, *name;
  void (*each)(void *arg, const struct object *object);
  void *arg;
  char *why;
  size_t why_bytes;
  int depth;
};

enum { MAX_DEPTH = 16 };

static int refuse(const struct reader *r, const char *expected) {
  int line = 1;
  for (const char *at = r->begin; at < r->at; at++) line += *at == '\n';
  snprintf(r->why, r->why_bytes, "%s:%d: expected %s", r->name, line, expected);
  return -1;
}

static void skip_blanks(struct reader *r) { r->at += strspn(r->at, " \t\r\n"); }

/* What stands behind a backslash; \u gives '?' for what is not ASCII. */
static char escaped(struct reader *r) {
  static const char from[] = "nrtbf", to[] = "\n\r\t\b\f";
  const char *found = *r->at ? strchr(from, *r->at) : NULL;
  if (found) return to[found - from];
  if (*r->at != 'u') return *r->at;
  char digits[5] = {0};
  strncpy(digits, r->at + 1, 4);
  r->at += strlen(digits);
  long code = strtol(digits, NULL, 16);
  return (char)(code > 0 && code < 128 ? code : '?');
}

/* Reads a text in place: what it says is never longer than how it is written. */
static int read_text(struct reader *r, char **text) {
  if (*r->at != '"') return refuse(r, "a text in quotes");
  char *to = *text = ++r->at;
  while (*r->at && *r->at != '"') {
    if (*r->at == '\\' && r->at[1]) r->at++, *to++ = escaped(r);
    else *to++ = *r->at;
    r->at++;
  }
  if (!*r->at) return refuse(r, "a text to end");
  r->at++;
  *to = 0;
  return 0;
}

static int read_value(struct reader *r, const char *under, struct field *field);

static int read_list(struct reader *r, const char *under) {
  struct field ignored = {0};
  for (r->at++, skip_blanks(r); *r->at != ']'; skip_blanks(r)) {
    if (read_value(r, under, &ignored) < 0) return -1;
    skip_blanks(r);
    if (*r->at == ',') r->at++;
    else if (*r->at != ']') return refuse(r, "',' or ']' in a list");
  }
  r->at++;
  return 0;
}

static int read_member(struct reader *r, struct object *o) {
  struct field field = {0};
  if (read_text(r, &field.key)) return -1;
  skip_blanks(r);
  if (*r->at != ':') return refuse(r, "':' behind a name");
  r->at++;
  skip_blanks(r);
  int rc = read_value(r, field.key, &field);
  if (rc < 0) return -1;
  if (rc == 0 && o->n < MAX_FIELDS) o->fields[o->n++] = field;
  return 0;
}

static int read_object(struct reader *r, const char *under) {
  struct object *o = calloc(1, sizeof *o);
  int rc = o ? 0 : refuse(r, "memory to read on");
  if (o) o->under = under;
  for (r->at++, skip_blanks(r); !rc && *r->at != '}'; skip_blanks(r)) {
    rc = read_member(r, o);
    if (rc) break;
    skip_blanks(r);
    if (*r->at == ',') r->at++;
    else if (*r->at != '}') rc = refuse(r, "',' or '}' in an object");
  }
  if (!rc) {
    r->at++;
    r->each(r->arg, o);
  }
  free(o);
  return rc;
}

/* Returns 0 with a text or a number in field, 1 for what is neither, -1 with a sentence. */
static int read_value(struct reader *r, const char *under, struct field *field) {
  static const char *const words[] = {"true", "false", "null", "NaN", "Infinity", "-Infinity"};
  char *end;
  if (*r->at == '"') return read_text(r, &field->text);
  if (*r->at == '{' || *r->at == '[') {
    if (r->depth == MAX_DEPTH) return refuse(r, "fewer brackets within each other");
    r->depth++;
    int rc = (*r->at == '{' ? read_object : read_list)(r, under);
    r->depth--;
    return rc ? rc : 1;
  }
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strncmp(r->at, words[i], strlen(words[i]))) return r->at += strlen(words[i]), 1;
  field->number = strtod(r->at, &end);
  if (end == r->at) return refuse(r, "a JSON value");
  r->at = end;
  return 0;
}

int json_read(char *text, const char *name, void (*each)(void *arg, const struct object *object), void *arg, char *why,
              size_t why_bytes) {
  struct reader r = {text, text, name, each, arg, why, why_bytes, 0};
  struct field ignored = {0};
  for (skip_blanks(&r); *r.at; skip_blanks(&r))
    if (read_value(&r, "", &ignored) < 0) return -1;
  return 0;
}

static const struct field *find(const struct object *o, const char *key) {
  for (int i = 0; i < o->n; i++)
    if (!strcmp(o->fields[i].key, key)) return &o->fields[i];
  return NULL;
}

int field_there(const struct object *o, const char *key) { return find(o, key) != NULL; }

const char *field_text(const struct object *o, const char *key) {
  const struct field *f = find(o, key);
  return f && f->text ? f->text : "";
}

double field_number(const struct object *o, const char *key) {
  const struct field *f = find(o, key);
  return f && !f->text ? f->number : 0;
}
