/* refuse.c: every call in tests/problems/refuse.txt is refused with the status, slot and axis it names, with a
 * sentence, and with nothing written. The list's own header has its grammar. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"
#include "core/view.h"
#include "tool/problem.h"

#include <errno.h>
#include <stdlib.h>

enum { LINE_MOST = 2048, WORDS = 5, GUARD = 64, FILL = 0xa5, MOST_BYTES = 1 << 26 };

/* One line of the list, taken apart; problem and directives point into it. */
struct refusal {
  char line[LINE_MOST];
  int number; /* of the line in the file */
  int status;
  char slot[WORD_BYTES];
  int axis;
  char *problem, *directives;
};

/* A call being made: what the problem line says, changed by the directives. */
struct attempt {
  rem_context *context;
  rem_plan *plan;
  struct parsed parsed;
  rem_desc desc;
  const rem_desc *given; /* &desc, or NULL */
  rem_guarantee demand;
  rem_attr attrs[2 * MAX_ATTRS];
  int64_t ints[MAX_ATTRS][REM_MAX_RANK];
  double reals[MAX_ATTRS][REM_MAX_RANK];
  char *memory[REM_MAX_SLOTS]; /* with GUARD bytes on both sides of what the buffer shows */
  size_t memory_bytes[REM_MAX_SLOTS];
  rem_buffer buffers[REM_MAX_SLOTS], *given_buffers;
  int n_buffers;
  char *workspace_memory;
  size_t workspace_memory_bytes;
  char *workspace;
  size_t workspace_bytes;
};

typedef int directive(struct attempt *t, char words[WORDS][WORD_BYTES]); /* -1: it makes no sense */

static int slot_of(const struct attempt *t, const char *name) {
  const struct entry *e = t->parsed.entry;
  int i;
  for (i = 0; i < e->n_slots[t->parsed.pass]; i++)
    if (!strcmp(e->slots[t->parsed.pass][i].name, name)) return i;
  return -1;
}

static int read_number(const char *word, int64_t *value) {
  char *end;
  errno = 0;
  *value = strtoll(word, &end, 10);
  return errno || end == word || *end ? -1 : 0;
}

/* ---- directives about the description ---- */

static int set_size(struct attempt *t, char w[WORDS][WORD_BYTES]) {
  int64_t delta;
  if (read_number(w[2], &delta)) return -1;
  if (!strcmp(w[1], "desc")) return t->desc.size += (uint32_t)delta, 0;
  if (!strcmp(w[1], "at_least")) return t->demand.size += (uint32_t)delta, t->desc.at_least = &t->demand, 0;
  return -1;
}

static int set_field(struct attempt *t, char w[WORDS][WORD_BYTES]) {
  int64_t value;
  if (read_number(w[2], &value)) return -1;
  if (!strcmp(w[1], "pass")) return t->desc.pass = (int32_t)value, 0;
  if (!strcmp(w[1], "reserved")) return t->desc.reserved = (uint32_t)value, 0;
  if (!strcmp(w[1], "accumulate")) return t->desc.accumulate = (uint32_t)value, 0;
  if (!strcmp(w[1], "n_views")) return t->desc.n_views = (int32_t)value, 0;
  if (!strcmp(w[1], "n_attrs")) return t->desc.n_attrs = (int32_t)value, 0;
  if (!strcmp(w[1], "max_workspace")) return t->desc.max_workspace = (size_t)value, 0;
  return -1;
}

static int set_op(struct attempt *t, char w[WORDS][WORD_BYTES]) {
  t->desc.op = w[1];
  return 0;
}

static int set_null(struct attempt *t, char w[WORDS][WORD_BYTES]) {
  if (!strcmp(w[1], "desc")) return t->given = NULL, 0;
  if (!strcmp(w[1], "op")) return t->desc.op = NULL, 0;
  if (!strcmp(w[1], "views")) return t->desc.views = NULL, 0;
  if (!strcmp(w[1], "attrs")) return t->desc.attrs = NULL, 0;
  if (!strcmp(w[1], "context")) return t->context = NULL, 0;
  return -1;
}

/* view SLOT rank|dtype N, view SLOT shape|stride AXIS N */
static int set_view(struct attempt *t, char w[WORDS][WORD_BYTES]) {
  int i = slot_of(t, w[1]), per_axis = !strcmp(w[2], "shape") || !strcmp(w[2], "stride");
  rem_view *v = &t->parsed.views[i < 0 ? 0 : i];
  int64_t axis = 0, value;
  if (i < 0 || read_number(w[per_axis ? 4 : 3], &value)) return -1;
  if (per_axis && (read_number(w[3], &axis) || axis < 0 || axis >= REM_MAX_RANK)) return -1;
  if (!strcmp(w[2], "rank")) return v->rank = (int32_t)value, 0;
  if (!strcmp(w[2], "dtype")) return v->dtype = (int32_t)value, 0;
  if (!strcmp(w[2], "shape")) return v->shape[axis] = value, 0;
  if (!strcmp(w[2], "stride")) return v->stride[axis] = value, 0;
  return -1;
}

static int set_demand(struct attempt *t, char w[WORDS][WORD_BYTES]) {
  double value = strtod(w[2], NULL);
  t->desc.at_least = &t->demand;
  if (!strcmp(w[1], "repeat")) return t->demand.repeat = (int32_t)value, 0;
  if (!strcmp(w[1], "compute")) return t->demand.compute = (int32_t)value, 0;
  if (!strcmp(w[1], "accumulate")) return t->demand.accumulate = (int32_t)value, 0;
  if (!strcmp(w[1], "ulp")) return t->demand.ulp = value, 0;
  if (!strcmp(w[1], "sum")) return t->demand.sum = value, 0;
  return -1;
}

/* attr NAME int|real|text|ints|reals|KIND VALUE: one more attribute, of that kind whatever its rule says */
static int add_attr(struct attempt *t, char w[WORDS][WORD_BYTES]) {
  static const char *const kinds[] = {"", "int", "real", "text", "ints", "reals"};
  int n = t->desc.n_attrs, k = 1;
  rem_attr *a = &t->attrs[n];
  char *word, *rest = NULL;
  int64_t raw;
  if (n >= MAX_ATTRS) return -1;
  if (n) memcpy(t->attrs, t->desc.attrs, (size_t)n * sizeof *a);
  while (k < 6 && strcmp(w[2], kinds[k])) k++;
  if (k == 6) k = read_number(w[2], &raw) ? 0 : (int)raw;
  *a = (rem_attr){.name = strcmp(w[1], "NULL") ? w[1] : NULL, .kind = k};
  if (k == REM_ATTR_TEXT) a->v.s = strcmp(w[3], "NULL") ? w[3] : NULL;
  if (k == REM_ATTR_INT) a->v.i = strtoll(w[3], NULL, 10);
  if (k == REM_ATTR_REAL) a->v.f = strtod(w[3], NULL);
  if (k == REM_ATTR_INTS) a->v.is = t->ints[n];
  if (k == REM_ATTR_REALS) a->v.fs = t->reals[n];
  if (k == REM_ATTR_INTS || k == REM_ATTR_REALS)
    for (word = strtok_r(w[3], ",", &rest); word && a->n < REM_MAX_RANK; word = strtok_r(NULL, ",", &rest)) {
      t->ints[n][a->n] = strtoll(word, NULL, 10);
      t->reals[n][a->n++] = strtod(word, NULL);
    }
  if (*w[4]) a->n = (int32_t)strtoll(w[4], NULL, 10);
  t->desc.attrs = t->attrs;
  t->desc.n_attrs = n + 1;
  return 0;
}

/* ---- directives about the memory ---- */

static int set_bytes(struct attempt *t, char w[WORDS][WORD_BYTES]) {
  int i = slot_of(t, w[1]);
  int64_t delta;
  if (i < 0 || read_number(w[2], &delta)) return -1;
  t->buffers[i].bytes += (size_t)delta;
  return 0;
}

static int set_offset(struct attempt *t, char w[WORDS][WORD_BYTES]) {
  int i = slot_of(t, w[1]);
  int64_t delta;
  if (i < 0 || read_number(w[2], &delta)) return -1;
  t->buffers[i].offset += (size_t)delta;
  return 0;
}

static int set_base(struct attempt *t, char w[WORDS][WORD_BYTES]) {
  int i = slot_of(t, w[1]);
  int64_t delta;
  if (i < 0) return -1;
  if (!strcmp(w[2], "NULL")) return t->buffers[i].base = NULL, 0;
  if (read_number(w[2], &delta) || delta < -GUARD || delta > GUARD) return -1;
  t->buffers[i].base = (char *)t->buffers[i].base + delta;
  return 0;
}

/* overlap A B DELTA: the first element of A lies DELTA bytes behind that of B, in the same buffer */
static int set_overlap(struct attempt *t, char w[WORDS][WORD_BYTES]) {
  int a = slot_of(t, w[1]), b = slot_of(t, w[2]);
  int64_t delta = 0, front, back;
  if (a < 0 || b < 0 || (*w[3] && read_number(w[3], &delta))) return -1;
  view_span(&t->parsed.views[a], &front, &back);
  t->buffers[a].base = t->buffers[b].base;
  t->buffers[a].bytes = t->buffers[b].bytes;
  t->buffers[a].offset = t->buffers[b].offset + (size_t)delta;
  return 0;
}

static int set_buffers(struct attempt *t, char w[WORDS][WORD_BYTES]) {
  int64_t n;
  if (!strcmp(w[1], "NULL")) return t->given_buffers = NULL, 0;
  if (read_number(w[1], &n)) return -1;
  t->n_buffers = (int)n;
  return 0;
}

/* workspace NULL, workspace bytes DELTA, workspace base DELTA, workspace over SLOT */
static int set_workspace(struct attempt *t, char w[WORDS][WORD_BYTES]) {
  int i = slot_of(t, w[2]);
  int64_t delta = 0;
  if (t->workspace_bytes == 0) return -1; /* the problem needs none: the line tests nothing */
  if (!strcmp(w[1], "NULL")) return t->workspace = NULL, 0;
  if (!strcmp(w[1], "over") && i >= 0)
    return t->workspace = (char *)((uintptr_t)t->buffers[i].base & ~(uintptr_t)63), 0;
  if (read_number(w[2], &delta)) return -1;
  if (!strcmp(w[1], "bytes")) return t->workspace_bytes += (size_t)delta, 0;
  if (!strcmp(w[1], "base")) return t->workspace += delta, 0;
  return -1;
}

enum phase { DESCRIBE, RUN };

static const struct {
  const char *name;
  enum phase phase;
  directive *apply;
} directives[] = {
    {"size", DESCRIBE, set_size},      {"field", DESCRIBE, set_field}, {"op", DESCRIBE, set_op},
    {"null", DESCRIBE, set_null},      {"view", DESCRIBE, set_view},   {"demand", DESCRIBE, set_demand},
    {"attr", DESCRIBE, add_attr},      {"bytes", RUN, set_bytes},      {"offset", RUN, set_offset},
    {"base", RUN, set_base},           {"overlap", RUN, set_overlap},  {"buffers", RUN, set_buffers},
    {"workspace", RUN, set_workspace},
};

/* Applies the directives of one phase. words must outlive the attempt: names point into it. */
static int apply(struct attempt *t, const char *text, enum phase phase, char words[][WORDS][WORD_BYTES], int most) {
  char copy[LINE_MOST], *one, *rest = NULL;
  int n = 0, applied = 0;
  snprintf(copy, sizeof copy, "%s", text);
  for (one = strtok_r(copy, ";", &rest); one; one = strtok_r(NULL, ";", &rest), n++) {
    size_t i = 0;
    if (n == most) return -1;
    memset(words[n], 0, sizeof words[n]);
    if (sscanf(one, "%63s %63s %63s %63s %63s", words[n][0], words[n][1], words[n][2], words[n][3], words[n][4]) < 1)
      continue;
    while (i < sizeof directives / sizeof directives[0] && strcmp(words[n][0], directives[i].name)) i++;
    if (i == sizeof directives / sizeof directives[0]) return -1;
    if (directives[i].phase != phase) continue;
    if (directives[i].apply(t, words[n])) return -1;
    applied++;
  }
  return applied;
}

/* ---- one attempt ---- */

/* 0, or -1 when memory runs out or the problem is too large to run in a test. */
static int give_memory(struct attempt *t, int fill) {
  size_t align;
  int i;
  t->n_buffers = rem_plan_slots(t->plan);
  t->given_buffers = t->buffers;
  for (i = 0; i < t->n_buffers; i++) {
    rem_view v;
    int64_t front, back;
    if (rem_plan_view(t->plan, i, &v, NULL)) return -1;
    t->parsed.views[i] = v;
    if (v.rank < 0) continue;
    if (!view_span(&v, &front, &back) || front > MOST_BYTES || back > MOST_BYTES) return -1;
    t->memory_bytes[i] = (size_t)(front + back) + 2 * GUARD;
    t->memory[i] = malloc(t->memory_bytes[i]);
    if (!t->memory[i]) return -1;
    memset(t->memory[i], fill, t->memory_bytes[i]);
    t->buffers[i] = (rem_buffer){t->memory[i] + GUARD, (size_t)(front + back), (size_t)front};
  }
  rem_plan_workspace(t->plan, &t->workspace_bytes, &align);
  t->workspace_memory_bytes = (t->workspace_bytes + align - 1) / align * align + align;
  t->workspace_memory = aligned_alloc(align < 16 ? 16 : align, (t->workspace_memory_bytes + 15) / 16 * 16);
  if (!t->workspace_memory) return -1;
  memset(t->workspace_memory, fill, t->workspace_memory_bytes);
  t->workspace = t->workspace_memory;
  return 0;
}

static int untouched(const char *memory, size_t bytes, int fill) {
  size_t i;
  for (i = 0; i < bytes; i++)
    if ((unsigned char)memory[i] != fill) return 0;
  return 1;
}

static int all_untouched(const struct attempt *t, int fill) {
  int i;
  for (i = 0; i < REM_MAX_SLOTS; i++)
    if (t->memory[i] && !untouched(t->memory[i], t->memory_bytes[i], fill)) return 0;
  return !t->workspace_memory || untouched(t->workspace_memory, t->workspace_memory_bytes, fill);
}

static void end_attempt(struct attempt *t) {
  int i;
  for (i = 0; i < REM_MAX_SLOTS; i++) free(t->memory[i]);
  free(t->workspace_memory);
  rem_plan_destroy(t->plan);
  free(t);
}

/* A problem line, and the context it runs in; the caller frees. NULL: the line itself cannot be read. */
static struct attempt *begin_attempt(rem_context *context, const char *problem, char *why) {
  struct attempt *t = calloc(1, sizeof *t);
  if (!t) return NULL;
  if (parse_problem(problem, &t->parsed, why, WHY_BYTES)) {
    free(t);
    return NULL;
  }
  t->context = context;
  t->demand = (rem_guarantee){.size = sizeof t->demand, .ulp = -1, .sum = -1};
  if (t->parsed.asks) t->demand = t->parsed.at_least;
  parsed_desc(&t->parsed, &t->desc);
  t->given = &t->desc;
  return t;
}

static rem_status run(struct attempt *t, rem_error *error) {
  return rem_plan_run(t->plan, t->given_buffers, t->n_buffers, t->workspace, t->workspace_bytes, NULL, error);
}

/* ---- what is checked ---- */

static int complain(struct check *c, const struct refusal *r, const char *what, const char *found) {
  printf("FAIL refuse.txt:%d: %s%s%s: %s\n", r->number, what, *found ? ": " : "", found, r->line);
  return check_count(c, 0);
}

static int expect(struct check *c, const struct refusal *r, int good, const char *what, const char *found) {
  return good ? check_count(c, 1) : complain(c, r, what, found);
}

static void check_error(struct check *c, const struct refusal *r, const struct attempt *t, rem_status status,
                        const rem_error *e) {
  char found[400];
  int slot = strcmp(r->slot, "-") ? slot_of(t, r->slot) : -1;
  size_t length = strlen(e->text);
  snprintf(found, sizeof found, "%s slot %d axis %d: %s", rem_status_name(status), (int)e->slot, (int)e->axis, e->text);
  expect(c, r, (int)status == r->status && e->status == r->status, "another status", found);
  expect(c, r, e->slot == slot && (slot >= 0 || !strcmp(r->slot, "-")), "another slot", found);
  expect(c, r, e->axis == r->axis, "another axis", found);
  expect(c, r, length > 0 && e->text[length - 1] != '\n' && !strchr(e->text, '\n'), "not one sentence", found);
  expect(c, r, e->native == 0, "a native code", found);
  if (status == REM_BUFFER_TOO_SMALL || status == REM_WORKSPACE_TOO_SMALL)
    expect(c, r, e->needed > e->got, "needed is not above got", found);
}

/* The refusal at run time: the dry run says the same, and nothing is written. */
static void check_run(struct check *c, const struct refusal *r, struct attempt *t) {
  char words[8][WORDS][WORD_BYTES];
  rem_error error = {.size = sizeof error}, dry = error;
  rem_status status, dry_status;
  if (give_memory(t, FILL)) {
    complain(c, r, "was not refused, and is too large to run", "");
    return;
  }
  if (apply(t, r->directives, RUN, words, 8) < 0) {
    complain(c, r, "a directive makes no sense", r->directives);
    return;
  }
  dry_status = rem_plan_check(t->plan, t->given_buffers, t->n_buffers, t->workspace, t->workspace_bytes, &dry);
  status = run(t, &error);
  expect(c, r, status == dry_status && !memcmp(&error, &dry, sizeof dry), "rem_plan_check says otherwise", dry.text);
  expect(c, r, all_untouched(t, FILL), "something was written", "");
  if (status) check_error(c, r, t, status, &error);
  else complain(c, r, "was not refused", rem_plan_problem(t->plan));
}

/* Without its directives the problem is accepted: it is they that are refused. */
static void check_control(struct check *c, const struct refusal *r, rem_context *context) {
  char why[WHY_BYTES] = "";
  rem_error error = {.size = sizeof error};
  struct attempt *t = begin_attempt(context, r->problem, why);
  if (!t) {
    complain(c, r, "cannot be read", why);
    return;
  }
  if (rem_plan_create(t->context, t->given, &t->plan, &error))
    complain(c, r, "is refused without its directives too", error.text);
  else if (!give_memory(t, 0))
    expect(c, r, run(t, &error) == REM_OK, "does not run without its directives", error.text);
  end_attempt(t);
}

static void check_refusal(struct check *c, const struct refusal *r, rem_context *context) {
  char words[8][WORDS][WORD_BYTES], why[WHY_BYTES] = "";
  rem_error error = {.size = sizeof error};
  struct attempt *t = begin_attempt(context, r->problem, why);
  rem_status status;
  if (r->status < 0) { /* LINE: the problem language itself refuses */
    expect(c, r, !t && *why, "was read", "");
    if (t) end_attempt(t);
    return;
  }
  if (!t) {
    complain(c, r, "cannot be read", why);
    return;
  }
  if (*r->directives) check_control(c, r, context);
  if (apply(t, r->directives, DESCRIBE, words, 8) < 0) {
    complain(c, r, "a directive makes no sense", r->directives);
  } else {
    status = rem_plan_create(t->context, t->given, &t->plan, &error);
    expect(c, r, (status == REM_OK) == (t->plan != NULL), "a plan and a failure", error.text);
    if (status) check_error(c, r, t, status, &error);
    else check_run(c, r, t);
  }
  end_attempt(t);
}

/* ---- the list ---- */

static char *trim(char *text) {
  char *end = text + strlen(text);
  while (end > text && strchr(" \t\r\n", end[-1])) *--end = 0;
  return text + strspn(text, " \t");
}

static int read_status(const char *name) {
  char full[WORD_BYTES + 4];
  int i;
  if (!strcmp(name, "LINE")) return -1;
  snprintf(full, sizeof full, "REM_%s", name);
  for (i = REM_INVALID; i <= REM_INTERNAL; i++)
    if (!strcmp(full, rem_status_name((rem_status)i))) return i;
  return 0;
}

/* STATUS slot axis | problem [| directives] */
static int read_refusal(struct refusal *r) {
  static char empty[1];
  char status[WORD_BYTES], axis[WORD_BYTES], *bar = strchr(r->line, '|');
  if (!bar || sscanf(r->line, "%63s %63s %63s", status, r->slot, axis) != 3) return -1;
  r->status = read_status(status);
  r->axis = strcmp(axis, "-") ? (int)strtol(axis, NULL, 10) : -1;
  r->problem = bar + 1;
  r->directives = empty;
  bar = strchr(r->problem, '|');
  return r->status == 0 ? -1 : bar ? (r->directives = bar + 1, 0) : 0;
}

static int check_list(struct check *c, FILE *list, rem_context *context) {
  char line[LINE_MOST];
  int number = 0, refusals = 0;
  while (fgets(line, sizeof line, list)) {
    struct refusal r = {.number = ++number};
    char copy[LINE_MOST], *text = trim(line), *bar;
    if (!*text || *text == '#') continue;
    snprintf(r.line, sizeof r.line, "%s", text);
    snprintf(copy, sizeof copy, "%s", text);
    if (read_refusal(&r)) {
      complain(c, &r, "expected STATUS slot axis | problem | directives", "");
      continue;
    }
    /* The problem ends where the directives begin; the line stays whole for messages. */
    r.problem = copy + (r.problem - r.line);
    bar = strchr(r.problem, '|');
    if (bar) *bar = 0;
    r.directives = bar ? trim(bar + 1) : r.directives;
    refusals += r.status > 0;
    check_refusal(c, &r, context);
  }
  return refusals;
}

int main(int argc, char **argv) {
  struct check c = {"refuse", 0, 0};
  const char *path = argc > 1 ? argv[1] : "tests/problems/refuse.txt";
  rem_context_desc desc = {.size = sizeof desc, .threads = 2};
  rem_context *context = NULL;
  FILE *list = fopen(path, "r");
  if (!CHECK(&c, list != NULL)) return check_end(&c);
  if (CHECK_INT(&c, rem_context_create(&desc, &context, NULL), REM_OK))
    CHECK(&c, check_list(&c, list, context) >= (argc > 1 ? 0 : 120));
  rem_context_destroy(context);
  fclose(list);
  return check_end(&c);
}
