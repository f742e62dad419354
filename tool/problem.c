/* problem.c: reads one problem of the problem language (docs/problems.md) into a description.
 *
 *   op[.bwd] [attr=value]... [slot:]view ... [+slot ...] [on=device] [ask=everywhere|run] [ws=bytes]
 *   view = dtype[d0,d1,...][@s0,s1,...|@packed|@t|@rev|@pad|@bcast]   a view without [...] has its shape worked out
 *
 * Unnamed views fill slots in order; in a backward line they are the forward's inputs. Every function returns 0, or
 * -1 after it has written a sentence. */
#define _POSIX_C_SOURCE 200809L
#include "problem.h"

#include "core/describe.h"
#include "nearest.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
  struct parsed *p;
  int next; /* unnamed views so far */
  char *why;
  size_t why_bytes;
};

static int refuse(struct reader *r, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(r->why, r->why_bytes, format, list);
  va_end(list);
  return -1;
}

/* ---- lists of numbers ---- */

static int read_int(const char *text, char **end, int64_t *value) {
  errno = 0;
  *value = strtoll(text, end, 10);
  return errno || *end == text ? -1 : 0;
}

/* Reads "1,2,3" up to the first other character. Returns how many there are, -1 when it is no list or too long. */
static int read_ints(const char *text, const char **end, int64_t *values) {
  int n = 0;
  for (;;) {
    char *stop;
    if (n == REM_MAX_RANK || read_int(text, &stop, &values[n])) return -1;
    n++;
    *end = stop;
    if (*stop != ',') return n;
    text = stop + 1;
  }
}

static int read_reals(const char *text, double *values) {
  int n = 0;
  for (;;) {
    char *stop;
    if (n == REM_MAX_RANK) return -1;
    values[n++] = strtod(text, &stop);
    if (stop == text || (*stop != ',' && *stop)) return -1;
    if (!*stop) return n;
    text = stop + 1;
  }
}

/* ---- attributes and settings ---- */

static const struct attr_rule *find_attr(const struct entry *e, const char *name, size_t length) {
  for (int i = 0; i < e->n_attrs; i++)
    if (strlen(e->attrs[i].name) == length && !memcmp(e->attrs[i].name, name, length)) return &e->attrs[i];
  return NULL;
}

static int unknown_attr(struct reader *r, const char *word, size_t length) {
  char all[160] = "";
  const struct entry *e = r->p->entry;
  for (int i = 0; i < e->n_attrs; i++) {
    size_t used = strlen(all);
    snprintf(all + used, sizeof all - used, "%s, ", e->attrs[i].name);
  }
  return refuse(r, "%s has no attribute '%.*s'; it takes %son, ask and ws", e->name, (int)length, word, all);
}

static int read_value(struct reader *r, int k, int kind, const char *value) {
  struct parsed *p = r->p;
  rem_attr *a = &p->attrs[k];
  const char *end = value + strlen(value);
  char *stop;
  int bad = 0;
  a->kind = kind;
  switch (kind) {
    case REM_ATTR_INT:
      bad = read_int(value, &stop, &p->ints[k][0]) || *stop;
      break;
    case REM_ATTR_REAL:
      bad = read_reals(value, p->reals[k]) != 1;
      break;
    case REM_ATTR_TEXT:
      bad = end - value >= WORD_BYTES || end == value;
      snprintf(p->texts[k], WORD_BYTES, "%s", value);
      break;
    case REM_ATTR_INTS:
      a->n = strcmp(value, "none") ? read_ints(value, &end, p->ints[k]) : 0;
      bad = a->n < 0 || *end;
      break;
    default:
      a->n = strcmp(value, "none") ? read_reals(value, p->reals[k]) : 0;
      bad = a->n < 0;
  }
  if (!bad) return 0;
  static const char *const wanted[] = {
      "", "an integer", "a number", "a word", "a list such as 0,1, or none", "a list such as 0.5,1, or none"};
  return refuse(r, "%s=%s: expected %s", p->names[k], value, wanted[kind]);
}

static int read_attr(struct reader *r, const char *word, size_t length, const char *value) {
  struct parsed *p = r->p;
  const struct attr_rule *rule = find_attr(p->entry, word, length);
  if (!rule) return unknown_attr(r, word, length);
  if (p->n_attrs == MAX_ATTRS) return refuse(r, "%s: more than %d attributes", word, MAX_ATTRS);
  int k = p->n_attrs++;
  snprintf(p->names[k], WORD_BYTES, "%s", rule->name);
  return read_value(r, k, rule->kind, value);
}

int device_text(const char *word, char device[WORD_BYTES]) {
  int numbered = !strcmp(word, "cuda") || !strcmp(word, "opencl");
  int n = snprintf(device, WORD_BYTES, "%s%s", word, numbered ? ":0" : "");
  return *word && n < WORD_BYTES ? 0 : -1;
}

static int set_device(struct reader *r, const char *value) {
  if (!device_text(value, r->p->device)) return 0;
  return refuse(r, "on=%s: expected a device such as cpu, cuda or opencl:1", value);
}

static int set_ask(struct reader *r, const char *value) {
  static const char *const levels[] = {"none", "run", "everywhere"};
  for (int i = 0; i < 3; i++)
    if (!strcmp(value, levels[i])) {
      r->p->asks = 1;
      r->p->at_least = (rem_guarantee){.size = sizeof(rem_guarantee), .repeat = i, .ulp = -1, .sum = -1};
      return 0;
    }
  return refuse(r, "ask=%s: expected none, run or everywhere", value);
}

static int set_workspace(struct reader *r, const char *value) {
  char *stop;
  int64_t bytes;
  if (read_int(value, &stop, &bytes) || *stop || bytes < 0)
    return refuse(r, "ws=%s: expected a number of bytes (0: no limit, 1: none)", value);
  r->p->max_workspace = (size_t)bytes;
  return 0;
}

static const struct {
  const char *name;
  int (*set)(struct reader *r, const char *value);
} settings[] = {{"on", set_device}, {"ask", set_ask}, {"ws", set_workspace}};

static int read_pair(struct reader *r, const char *word, const char *equals) {
  size_t length = (size_t)(equals - word);
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
    if (strlen(settings[i].name) == length && !memcmp(settings[i].name, word, length))
      return settings[i].set(r, equals + 1);
  return read_attr(r, word, length, equals + 1);
}

/* ---- slots ---- */

static int find_slot(const struct entry *e, int pass, const char *name, size_t length) {
  for (int i = 0; i < e->n_slots[pass]; i++) {
    const char *has = e->slots[pass][i].name;
    if (strlen(has) == length && !memcmp(has, name, length)) return i;
  }
  return -1;
}

static int unknown_slot(struct reader *r, const char *name, size_t length) {
  char all[200] = "";
  const struct parsed *p = r->p;
  for (int i = 0; i < p->n_views; i++) {
    size_t used = strlen(all);
    snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "", p->entry->slots[p->pass][i].name);
  }
  return refuse(r, "%s%s has no slot '%.*s'; its slots are %s", p->entry->name, p->pass ? ".bwd" : "", (int)length,
                name, all);
}

/* The slot of the k-th forward input in a backward pass; where the pass does not read it, its gradient's, which has
 * the same shape. */
static int backward_slot(const struct entry *e, int k) {
  const struct slot *s = k < e->n_slots[0] ? &e->slots[0][k] : NULL;
  if (!s || s->role != REM_INPUT) return -1;
  int i = find_slot(e, REM_BACKWARD, s->name, strlen(s->name));
  if (i >= 0) return i;
  char gradient[WORD_BYTES];
  snprintf(gradient, sizeof gradient, "d%s", s->name);
  return find_slot(e, REM_BACKWARD, gradient, strlen(gradient));
}

static int next_slot(struct reader *r) {
  const struct parsed *p = r->p;
  for (;;) {
    int k = r->next++;
    int i = p->pass == REM_BACKWARD ? backward_slot(p->entry, k) : k < p->n_views ? k : -1;
    if (i < 0 || !(p->mentioned >> i & 1)) return i;
  }
}

/* ---- views ---- */

static int mul(int64_t a, int64_t b, int64_t *c) { return __builtin_mul_overflow(a, b, c) ? -1 : 0; }

/* Strides of axes ordered by pace: the innermost axis first, each extent enlarged by gap where it is a row. */
static int packed_strides(rem_view *v, int column_major, int64_t gap) {
  int64_t step = 1;
  for (int k = 0; k < v->rank; k++) {
    int axis = column_major ? k : v->rank - 1 - k;
    int64_t extent = v->shape[axis] > 0 ? v->shape[axis] : 1;
    v->stride[axis] = step;
    if (extent > INT64_MAX - gap || mul(step, extent + (k == 0 ? gap : 0), &step)) return -1;
  }
  return 0;
}

int view_lay_out(rem_view *v, int layout) {
  enum { ROW_GAP = 3 };
  if (layout == LAYOUT_STRIDES) return 0;
  if (packed_strides(v, layout == LAYOUT_T, layout == LAYOUT_PAD ? ROW_GAP : 0)) return -1;
  for (int i = 0; i < v->rank && layout == LAYOUT_REV; i++) v->stride[i] = -v->stride[i];
  for (int i = 0; i < v->rank && layout == LAYOUT_BCAST; i++)
    if (v->shape[i] > 1) {
      rem_view rest = *v;
      rest.shape[i] = 1;
      if (packed_strides(&rest, 0, 0)) return -1;
      memcpy(v->stride, rest.stride, sizeof rest.stride);
      v->stride[i] = 0;
      return 0;
    }
  return 0;
}

static int read_layout(struct reader *r, const char *text, const char *slot, rem_view *v, int *layout) {
  static const char *const names[] = {"packed", "t", "rev", "pad", "bcast"};
  for (int i = 0; i < 5; i++)
    if (!strcmp(text, names[i])) {
      *layout = i;
      return 0;
    }
  const char *end = text;
  int64_t strides[REM_MAX_RANK];
  int n = *text ? read_ints(text, &end, strides) : 0;
  if (n < 0 || *end)
    return refuse(r, "%s: '@%s' is no layout; expected @packed, @t, @rev, @pad, @bcast or strides such as @8,1", slot,
                  text);
  if (v->rank != n) return refuse(r, "%s: expected %d strides, found %d", slot, v->rank < 0 ? 0 : v->rank, n);
  memcpy(v->stride, strides, sizeof strides[0] * (size_t)n);
  *layout = LAYOUT_STRIDES;
  return 0;
}

static int read_dtype(struct reader *r, const char *text, size_t length, const char *slot, int32_t *dtype) {
  *dtype = 0;
  if (!length) return 0;
  char all[64] = "";
  for (int d = 1; rem_dtype_name(d); d++) {
    const char *name = rem_dtype_name(d);
    size_t used = strlen(all);
    snprintf(all + used, sizeof all - used, "%s%s", d > 1 ? ", " : "", name);
    if (strlen(name) == length && !memcmp(name, text, length)) *dtype = d;
  }
  if (*dtype) return 0;
  return refuse(r, "%s: '%.*s' is no dtype; expected one of %s", slot, (int)length, text, all);
}

static int read_shape(struct reader *r, const char **text, const char *slot, rem_view *v) {
  const char *at = *text + 1;
  int n = *at == ']' ? 0 : read_ints(at, &at, v->shape);
  if (n < 0 || *at != ']')
    return refuse(r, "%s: expected a shape such as [64,1000] of at most %d axes, found '%s'", slot, REM_MAX_RANK,
                  *text);
  for (int i = 0; i < n; i++)
    if (v->shape[i] < 0) return refuse(r, "%s: axis %d has the negative extent %lld", slot, i, (long long)v->shape[i]);
  v->rank = n;
  *text = at + 1;
  return 0;
}

static int read_view(struct reader *r, int i, const char *text) {
  struct parsed *p = r->p;
  const char *slot = p->entry->slots[p->pass][i].name;
  rem_view *v = &p->views[i];
  if (p->mentioned >> i & 1) return refuse(r, "%s is given twice", slot);
  p->mentioned |= 1u << i;
  *v = (rem_view){.rank = REM_OPEN};
  if (!strcmp(text, "-")) {
    v->rank = REM_LEFT_OUT;
    return 0;
  }
  size_t length = strcspn(text, "[@");
  if (read_dtype(r, text, length, slot, &v->dtype)) return -1;
  text += length;
  if (*text == '[' && read_shape(r, &text, slot, v)) return -1;
  if (*text && *text != '@') return refuse(r, "%s: expected @ and a layout after the shape, found '%s'", slot, text);
  if (*text && read_layout(r, text + 1, slot, v, &p->layouts[i])) return -1;
  if (v->rank >= 0 && view_lay_out(v, p->layouts[i])) return refuse(r, "%s: the strides overflow 64 bits", slot);
  return 0;
}

static int read_accumulate(struct reader *r, const char *name) {
  struct parsed *p = r->p;
  int i = find_slot(p->entry, p->pass, name, strlen(name));
  if (i < 0) return unknown_slot(r, name, strlen(name));
  p->accumulate |= 1u << i;
  p->named |= 1u << i;
  return 0;
}

static int read_slot(struct reader *r, const char *word) {
  const char *colon = strchr(word, ':');
  int i = colon ? find_slot(r->p->entry, r->p->pass, word, (size_t)(colon - word)) : next_slot(r);
  if (i < 0 && colon) return unknown_slot(r, word, (size_t)(colon - word));
  if (i < 0) return refuse(r, "'%s' is one view too many; name its slot, as in y:%s", word, word);
  r->p->named |= colon ? 1u << i : 0;
  return read_view(r, i, colon ? colon + 1 : word);
}

/* ---- the line ---- */

static int refuse_op(struct reader *r, const char *word) {
  struct nearest near = {.word = word};
  char text[64];
  const char *op;
  for (int i = 0; (op = rem_op_list(i)); i++) nearest_offer(&near, op);
  nearest_text(&near, text, sizeof text);
  return refuse(r, "'%.40s' is no op%s%s 'remora list' shows them all", word, text, *text ? "" : ";");
}

static int read_op(struct reader *r, char *word) {
  struct parsed *p = r->p;
  char *dot = strchr(word, '.');
  if (dot && strcmp(dot, ".bwd")) return refuse(r, "'%s': a pass is written op or op.bwd", word);
  if (dot) *dot = 0;
  p->pass = dot ? REM_BACKWARD : REM_FORWARD;
  p->entry = entry_find(word);
  if (!p->entry) return refuse_op(r, word);
  p->n_views = p->entry->n_slots[p->pass];
  return 0;
}

static int read_word(struct reader *r, const char *word) {
  const char *equals = strchr(word, '=');
  if (*word == '+') return read_accumulate(r, word + 1);
  return equals ? read_pair(r, word, equals) : read_slot(r, word);
}

/* What the need of a slot depends on. */
struct needs {
  const struct parsed *p;
  struct attr_value values[MAX_ATTRS];
  int legal; /* the attributes are; else the table's word counts and the plan will be refused */
};

static int need_of(const struct needs *n, int pass, uint32_t present, int i) {
  const struct entry *e = n->p->entry;
  return n->legal ? slot_need(e, pass, n->values, present, i) : e->slots[pass][i].need;
}

static int names_output(const struct parsed *p) {
  for (int i = 0; i < p->n_views; i++)
    if (p->entry->slots[p->pass][i].role == REM_OUTPUT && p->named >> i & 1) return 1;
  return 0;
}

/* Whether an output that the line does not name is wanted: forward when it is required, backward when the line names
 * none at all and it is not the gradient of an input that may be left out and was. */
static int wants_output(const struct needs *n, int i) {
  const struct parsed *p = n->p;
  if (p->accumulate >> i & 1) return 1;
  if (p->pass == REM_FORWARD || names_output(p))
    return p->pass == REM_FORWARD && p->entry->slots[0][i].need == REM_REQUIRED;
  const char *name = p->entry->slots[p->pass][i].name + 1;
  int input = find_slot(p->entry, REM_BACKWARD, name, strlen(name));
  int forward = find_slot(p->entry, REM_FORWARD, name, strlen(name));
  int given = input >= 0 && p->mentioned >> input & 1 && p->views[input].rank != REM_LEFT_OUT;
  return given || (forward >= 0 && need_of(n, REM_FORWARD, ~0u, forward) == REM_REQUIRED);
}

/* Opens slots of a role that the line does not speak of and that are needed, and leaves out the others. */
static void fill_silent(struct parsed *p, const struct needs *n, int role) {
  uint32_t present = 0;
  for (int i = 0; i < p->n_views; i++)
    present |= (uint32_t)(p->mentioned >> i & 1 ? p->views[i].rank != REM_LEFT_OUT : p->views[i].rank == REM_OPEN) << i;
  for (int i = 0; i < p->n_views; i++) {
    if (p->entry->slots[p->pass][i].role != role || p->mentioned >> i & 1) continue;
    int open = role == REM_OUTPUT ? wants_output(n, i) : need_of(n, p->pass, present, i) == REM_REQUIRED;
    p->views[i].rank = open ? REM_OPEN : REM_LEFT_OUT;
  }
}

/* Outputs first: what is needed saved depends on which are wanted. */
static void fill_all_silent(struct parsed *p) {
  rem_desc desc;
  struct needs n = {.p = p};
  parsed_desc(p, &desc);
  n.legal = !attrs_read(p->entry, p->pass, desc.attrs, desc.n_attrs, n.values, NULL);
  fill_silent(p, &n, REM_OUTPUT);
  fill_silent(p, &n, REM_INPUT);
}

/* Open views that were given a layout get their shape now. What cannot be worked out is left for rem_plan_create to
 * refuse, which has the better sentence. */
static int lay_out_open(struct reader *r) {
  struct parsed *p = r->p;
  uint32_t some = 0;
  for (int i = 0; i < p->n_views; i++)
    if (p->views[i].rank == REM_OPEN && p->layouts[i] != LAYOUT_PACKED) some |= 1u << i;
  if (!some) return 0;
  rem_desc desc;
  rem_view views[REM_MAX_SLOTS];
  parsed_desc(p, &desc);
  if (rem_infer(&desc, views, p->n_views, NULL)) return 0;
  for (int i = 0; i < p->n_views; i++)
    if (some >> i & 1) {
      p->views[i] = views[i];
      if (view_lay_out(&p->views[i], p->layouts[i]))
        return refuse(r, "%s: the strides overflow 64 bits", p->entry->slots[p->pass][i].name);
    }
  return 0;
}

static int read_line(struct reader *r, char *line) {
  static const char blank[] = " \t\r\n";
  char *rest = NULL;
  char *word = strtok_r(line, blank, &rest);
  if (!word) return refuse(r, "the line is empty");
  if (read_op(r, word)) return -1;
  while ((word = strtok_r(NULL, blank, &rest)))
    if (read_word(r, word)) return -1;
  fill_all_silent(r->p);
  return lay_out_open(r);
}

int parse_problem(const char *line, struct parsed *out, char *why, size_t why_bytes) {
  struct reader r = {out, 0, why, why_bytes};
  char copy[LINE_BYTES];
  memset(out, 0, sizeof *out);
  size_t length = strcspn(line, "#");
  if (length >= sizeof copy) return refuse(&r, "the line has more than %d characters", LINE_BYTES - 1);
  memcpy(copy, line, length);
  copy[length] = 0;
  return read_line(&r, copy);
}

void parsed_desc(struct parsed *p, rem_desc *desc) {
  for (int k = 0; k < p->n_attrs; k++) {
    rem_attr *a = &p->attrs[k];
    a->name = p->names[k];
    switch (a->kind) {
      case REM_ATTR_INT:
        a->v.i = p->ints[k][0];
        break;
      case REM_ATTR_REAL:
        a->v.f = p->reals[k][0];
        break;
      case REM_ATTR_TEXT:
        a->v.s = p->texts[k];
        break;
      case REM_ATTR_INTS:
        a->v.is = p->ints[k];
        break;
      default:
        a->v.fs = p->reals[k];
    }
  }
  *desc = (rem_desc){.size = sizeof *desc, .pass = p->pass, .op = p->entry->name};
  desc->views = p->views;
  desc->n_views = p->n_views;
  desc->attrs = p->attrs;
  desc->n_attrs = p->n_attrs;
  desc->accumulate = p->accumulate;
  desc->at_least = p->asks ? &p->at_least : NULL;
  desc->max_workspace = p->max_workspace;
}
