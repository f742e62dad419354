/* attr.c: reads attributes by the rules of an entry. */
#include <inttypes.h>
#include <string.h>

#include "core/describe.h"
#include "core/error.h"

int attr_place(const struct entry *e, const char *name) {
  for (int i = 0; i < e->n_attrs; i++)
    if (strcmp(e->attrs[i].name, name) == 0) return i;
  return -1;
}

/* The place of text in "one|two|three"; -1: it is none of them. */
static int64_t choice_place(const char *choices, const char *text) {
  size_t length = strlen(text);
  int64_t place = 0;
  for (const char *c = choices; c; place++) {
    const char *end = strchr(c, '|');
    size_t n = end ? (size_t)(end - c) : strlen(c);
    if (n == length && memcmp(c, text, n) == 0) return place;
    c = end ? end + 1 : NULL;
  }
  return -1;
}

const char *attr_word(const char *choices, int64_t place) {
  static const char *const words[] = {"split",       "all",      "first",     "last",     "constant", "reflect",
                                      "replicate",   "circular", "symmetric", "none",     "tanh",     "halves",
                                      "interleaved", "mean",     "sum",       "batchmean"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (choice_place(choices, words[i]) == place) return words[i];
  return NULL;
}

static const char *kind_name(int kind) {
  static const char *const names[] = {"an unknown kind", "an int",         "a real",
                                      "a text",          "a list of ints", "a list of reals"};
  return names[kind >= REM_ATTR_INT && kind <= REM_ATTR_REALS ? kind : 0];
}

static rem_status read_int(const struct attr_rule *rule, int64_t i, struct attr_value *value, rem_error *error) {
  if (rule->range == ATTR_FLAG && i != 0 && i != 1)
    return fail(error, REM_INVALID, AT(-1, -1, 1, i), "%s: expected 0 or 1, found %" PRId64, rule->name, i);
  if (rule->range == ATTR_WHOLE && (i < -WHOLE_MOST || i > WHOLE_MOST))
    return fail(error, REM_INVALID, AT(-1, -1, WHOLE_MOST, i), "%s: expected an integer from -%d to %d, found %" PRId64,
                rule->name, WHOLE_MOST, WHOLE_MOST, i);
  value->i = i;
  return REM_OK;
}

static rem_status read_real(const struct attr_rule *rule, double f, struct attr_value *value, rem_error *error) {
  if (rule->range == ATTR_CHANCE && !(f >= 0 && f <= 1))
    return fail(error, REM_INVALID, NOWHERE, "%s: expected a number from 0 to 1, found %g", rule->name, f);
  if (rule->range == ATTR_DECAY && !(f >= 0 && f < 1))
    return fail(error, REM_INVALID, NOWHERE, "%s: expected a number from 0 to below 1, found %g", rule->name, f);
  value->f = f;
  return REM_OK;
}

static rem_status read_text(const struct attr_rule *rule, const char *s, struct attr_value *value, rem_error *error) {
  if (!s) return fail(error, REM_INVALID, NOWHERE, "%s: expected a text, found NULL", rule->name);
  value->i = choice_place(rule->choices, s);
  if (value->i >= 0) return REM_OK;
  return fail(error, REM_INVALID, NOWHERE, "%s: expected %s, found %.40s", rule->name, rule->choices, s);
}

static rem_status read_ints(const struct attr_rule *rule, const rem_attr *attr, struct attr_value *value,
                            rem_error *error) {
  if (attr->n < 0 || attr->n > REM_MAX_RANK)
    return fail(error, REM_INVALID, AT(-1, -1, REM_MAX_RANK, attr->n), "%s: expected at most %d entries, found %d",
                rule->name, REM_MAX_RANK, (int)attr->n);
  if (attr->n > 0 && !attr->v.is)
    return fail(error, REM_INVALID, NOWHERE, "%s: expected a list, found NULL", rule->name);
  value->n = attr->n;
  for (int i = 0; i < attr->n; i++) value->is[i] = attr->v.is[i];
  return REM_OK;
}

/* An int serves where a real is expected, never the reverse. */
static rem_status read_value(const struct attr_rule *rule, const rem_attr *attr, struct attr_value *value,
                             rem_error *error) {
  if (rule->kind == REM_ATTR_REAL && attr->kind == REM_ATTR_INT)
    return read_real(rule, (double)attr->v.i, value, error);
  if (attr->kind != rule->kind)
    return fail(error, REM_INVALID, AT(-1, -1, rule->kind, attr->kind), "%s: expected %s, found %s", rule->name,
                kind_name(rule->kind), kind_name(attr->kind));
  if (rule->kind == REM_ATTR_INT) return read_int(rule, attr->v.i, value, error);
  if (rule->kind == REM_ATTR_TEXT) return read_text(rule, attr->v.s, value, error);
  if (rule->kind == REM_ATTR_INTS) return read_ints(rule, attr, value, error);
  return read_real(rule, attr->v.f, value, error);
}

static rem_status read_one(const struct entry *e, int pass, const rem_attr *attr, struct attr_value *values,
                           rem_error *error) {
  if (!attr->name) return fail(error, REM_INVALID, NOWHERE, "%s: an attribute has no name", e->name);
  int place = attr_place(e, attr->name);
  if (place < 0) return fail(error, REM_INVALID, NOWHERE, "%s has no attribute %.40s", e->name, attr->name);
  const struct attr_rule *rule = &e->attrs[place];
  if (!(rule->passes >> pass & 1))
    return fail(error, REM_INVALID, NOWHERE, "%s: not an attribute of the %s pass of %s", rule->name,
                pass == REM_FORWARD ? "forward" : "backward", e->name);
  if (values[place].given) return fail(error, REM_INVALID, NOWHERE, "%s: given twice", rule->name);
  values[place].given = 1;
  return read_value(rule, attr, &values[place], error);
}

rem_status attrs_read(const struct entry *e, int pass, const rem_attr *attrs, int32_t n, struct attr_value *values,
                      rem_error *error) {
  if (n < 0 || (n > 0 && !attrs))
    return fail(error, REM_INVALID, AT(-1, -1, 0, n), "attrs: expected %s, found %s", n < 0 ? "a count" : "a list",
                n < 0 ? "a negative one" : "NULL");
  for (int i = 0; i < e->n_attrs; i++) {
    double standard = e->attrs[i].standard;
    values[i] = (struct attr_value){.i = e->attrs[i].kind == REM_ATTR_REAL ? 0 : (int64_t)standard, .f = standard};
  }
  rem_status status = REM_OK;
  for (int32_t i = 0; i < n && status == REM_OK; i++) status = read_one(e, pass, &attrs[i], values, error);
  return status;
}
