/* text.c: a problem as one line that the tool reads back. Equal problems give equal lines: views stand there in
 * full, defaults and what only serves inference do not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/problem.h"
#include "core/view.h"

/* A text that grows past its end without being written there, so that the length needed is known. */
struct line {
  char *text;
  size_t size, length;
};

static void put(struct line *line, const char *text) {
  for (; *text; text++, line->length++)
    if (line->length < line->size) line->text[line->length] = *text;
}

/* By hand: a plan's line is mostly ints, and printf takes longer than all the rest of planning. */
static void put_int(struct line *line, int64_t i) {
  char digits[24];
  int at = sizeof digits - 1;
  uint64_t rest = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
  digits[at] = 0;
  do digits[--at] = (char)('0' + rest % 10);
  while ((rest /= 10) != 0);
  if (i < 0) digits[--at] = '-';
  put(line, digits + at);
}

/* The fewest digits that read back as the same number. The host's locale may write another decimal point. */
static void put_real(struct line *line, double f) {
  char text[48], plain[48];
  int n = 0;
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, f);
    if (strtod(text, NULL) == f) break;
  }
  for (const char *c = text; *c; c++) {
    int known = (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z') || *c == '-' || *c == '+';
    if (known) plain[n++] = *c;
    else if (n == 0 || plain[n - 1] != '.') plain[n++] = '.';
  }
  plain[n] = 0;
  put(line, plain);
}

static void put_ints(struct line *line, int n, const int64_t *is) {
  for (int i = 0; i < n; i++) {
    if (i) put(line, ",");
    put_int(line, is[i]);
  }
}

static int all_zero(const struct attr_value *value) {
  for (int i = 0; i < value->n; i++)
    if (value->is[i] != 0) return 0;
  return 1;
}

/* Whether an attribute has the value it has when it is left out. */
static int is_default(const struct problem *p, const struct attr_rule *rule, const struct attr_value *value) {
  if (!value->given) return 1;
  if (strcmp(rule->name, "axes") == 0) return p->axes == problem_default_axes(p);
  if (strcmp(rule->name, "axis") == 0) return value->i == (p->rank > 0 ? p->rank - 1 : 0);
  if (strcmp(rule->name, "low") == 0 || strcmp(rule->name, "high") == 0) return all_zero(value);
  if (rule->kind == REM_ATTR_INTS || (p->entry->standin && strcmp(rule->name, p->entry->standin) == 0)) return 0;
  if (rule->kind == REM_ATTR_REAL) return memcmp(&value->f, &rule->standard, sizeof value->f) == 0;
  return (double)value->i == rule->standard;
}

/* keepdim only serves inference, and the value of pad says nothing backward. */
static int says_nothing(const struct problem *p, const struct attr_rule *rule) {
  int pads = p->entry->family == FAMILY_LAYOUT && p->pass == REM_BACKWARD;
  return strcmp(rule->name, "keepdim") == 0 || (pads && strcmp(rule->name, "value") == 0);
}

static void put_attr(struct line *line, const struct problem *p, int i) {
  const struct attr_rule *rule = &p->entry->attrs[i];
  const struct attr_value *value = &p->attrs[i];
  if (says_nothing(p, rule) || is_default(p, rule, value)) return;
  put(line, " ");
  put(line, rule->name);
  put(line, "=");
  if (rule->kind == REM_ATTR_INTS && value->n == 0) put(line, "none");
  else if (rule->kind == REM_ATTR_INTS) put_ints(line, value->n, value->is);
  else if (rule->kind == REM_ATTR_REAL) put_real(line, value->f);
  else if (rule->kind == REM_ATTR_TEXT) put(line, problem_choice(p, rule->name));
  else put_int(line, value->i);
}

/* The stride of an axis of extent 1 means nothing and is written as 0. */
static void put_view(struct line *line, const rem_view *v) {
  int64_t stride[REM_MAX_RANK];
  put(line, rem_dtype_name(v->dtype));
  put(line, "[");
  put_ints(line, v->rank, v->shape);
  put(line, "]");
  if (view_is_packed(v)) return;
  for (int i = 0; i < v->rank; i++) stride[i] = v->shape[i] == 1 ? 0 : v->stride[i];
  put(line, "@");
  put_ints(line, v->rank, stride);
}

/* A slot that is left out is named where the reader would open it otherwise. */
static void put_slot(struct line *line, const struct problem *p, int slot) {
  int present = p->views[slot].rank != REM_LEFT_OUT;
  if (!present && problem_need(p, slot) != REM_REQUIRED) return;
  put(line, " ");
  put(line, p->entry->slots[p->pass][slot].name);
  put(line, present ? ":" : ":-");
  if (present) put_view(line, &p->views[slot]);
}

int problem_text(const struct problem *p, char *text, size_t size) {
  struct line line = {text, size, 0};
  put(&line, p->entry->name);
  if (p->pass == REM_BACKWARD) put(&line, ".bwd");
  for (int i = 0; i < p->entry->n_attrs; i++) put_attr(&line, p, i);
  for (int i = 0; i < p->n_slots; i++) put_slot(&line, p, i);
  for (int i = 0; i < p->n_slots; i++) {
    if (!(p->accumulate >> i & 1)) continue;
    put(&line, " +");
    put(&line, p->entry->slots[p->pass][i].name);
  }
  if (size > 0) text[line.length < size ? line.length : size - 1] = 0;
  return (int)line.length;
}
