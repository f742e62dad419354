/* need.c: which slots a pass needs, read off the names in the gradient's formula; which outputs may replace an input. */
#include <string.h>

#include "core/describe.h"

enum { MAX_NAMES = 8 };

/* The names by which a gradient speaks of what a saved slot holds, or of what is worked out from it: the count
 * of ties, the first element and the states are functions of x, and so are y and mean. */
struct source {
  enum family family;
  const char *saved, *names[MAX_NAMES];
};
static const struct source sources[] = {
    {FAMILY_ROW, "x", {"x", "y", "mean", "count", "first", "r"}},
    {FAMILY_ROW, "y", {"y"}},
    {FAMILY_ROW, "mean", {"mean"}},
    {FAMILY_SCAN, "x", {"x", "xn", "y", "yb", "p", "start", "startn"}},
    {FAMILY_SCAN, "a", {"xn"}},
    {FAMILY_SCAN, "y", {"y", "yb"}},
};

static int text_uses(const struct entry *e, const char *text, size_t length, const char *saved) {
  for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
    if (sources[k].family != e->family || strcmp(sources[k].saved, saved) != 0) continue;
    for (int i = 0; i < MAX_NAMES && sources[k].names[i]; i++)
      if (formula_part_uses(text, length, sources[k].names[i])) return 1;
  }
  return 0;
}

/* Whether a statement makes an output that is not wanted: "da = ...". */
static int makes_unwanted(const struct entry *e, uint32_t present, const char *statement, size_t length) {
  for (int i = 0; i < e->n_slots[REM_BACKWARD]; i++) {
    const struct slot *s = &e->slots[REM_BACKWARD][i];
    size_t name = strlen(s->name);
    if (s->role != REM_OUTPUT || (present >> i & 1) || name + 2 > length) continue;
    if (memcmp(statement, s->name, name) == 0 && memcmp(statement + name, " =", 2) == 0) return 1;
  }
  return 0;
}

/* Statement by statement, but for those of outputs that were left out. */
static int gradient_uses(const struct entry *e, uint32_t present, const char *saved) {
  for (const char *at = e->gradient; *at;) {
    size_t length = strcspn(at, ";");
    if (text_uses(e, at, length, saved) && !makes_unwanted(e, present, at, length)) return 1;
    at += length;
    at += strspn(at, "; ");
  }
  return 0;
}

/* Whether an index says where each gradient goes: it cannot share one out among ties. */
static int index_decides(const struct entry *e, const struct attr_value *values) {
  if (e->extra != EXTRA_INDEX) return 0;
  const char *ties = attr_word(e->attrs[attr_place(e, "ties")].choices, values[attr_place(e, "ties")].i);
  return ties && (strcmp(ties, "first") == 0 || strcmp(ties, "last") == 0);
}

static int index_present(const struct entry *e, uint32_t present) {
  for (int i = 0; i < e->n_slots[REM_BACKWARD]; i++)
    if (e->slots[REM_BACKWARD][i].kind == SLOT_INDEX) return present >> i & 1;
  return 0;
}

/* Rows and scans: x is needed when the formula of a wanted output uses it; y and mean can be worked out again where x is the whole
 * input, and are needed where it is not (a recurrence saves a and y, not b). */
static int saved_need(const struct entry *e, const struct attr_value *values, uint32_t present,
                      const struct slot *slot) {
  int decides = index_decides(e, values);
  if (slot->kind == SLOT_INDEX) return decides ? REM_OPTIONAL : REM_IGNORED;
  if (decides && index_present(e, present)) return REM_IGNORED;
  if (!gradient_uses(e, present, slot->saved)) return REM_IGNORED;
  int result = strcmp(slot->saved, "y") == 0 || strcmp(slot->saved, "mean") == 0;
  return result && e->inputs == 1 ? REM_OPTIONAL : REM_REQUIRED;
}

static int part_uses(const char *gradient, int i, const char *name) {
  size_t length;
  const char *part = gradient_part(gradient, i, &length);
  return formula_part_uses(part, length, name);
}

/* Whether slot `slot` backward is a weight: it may have been left out forward. */
static int is_weight(const struct entry *e, int slot) { return slot > e->inputs - e->weights && slot <= e->inputs; }

/* Maps: slots backward are dy, the operands, their gradients. y would be worked out from every operand. */
static int operand_need(const struct entry *e, uint32_t present, int at) {
  const struct slot *slot = &e->slots[REM_BACKWARD][at];
  for (int i = 0; i < e->inputs; i++) {
    int gradient = entry_gradient_slot(e, i), wanted = gradient >= 0 && (present >> gradient & 1);
    if (wanted && (part_uses(e->gradient, i, slot->saved) || part_uses(e->gradient, i, "y")))
      return is_weight(e, at) ? REM_OPTIONAL : REM_REQUIRED;
  }
  return REM_IGNORED;
}

/* The operand for which an attribute may stand in is the last one. */
static int is_standin(const struct entry *e, int pass, int slot) {
  return e->standin && slot == e->inputs - (pass == REM_FORWARD);
}

int slot_need(const struct entry *e, int pass, const struct attr_value *values, uint32_t present, int slot) {
  const struct slot *s = &e->slots[pass][slot];
  if (is_standin(e, pass, slot)) {
    if (values[attr_place(e, e->standin)].given) return REM_IGNORED;
    if (pass == REM_FORWARD) return REM_OPTIONAL;
  }
  if (e->standin && pass == REM_BACKWARD && slot == 2 * e->inputs) return REM_OPTIONAL;
  if (e->unless[0] && strncmp(s->name, e->unless[0], strlen(e->unless[0])) == 0) { /* it, or what becomes of it */
    if (values[attr_place(e, e->unless[1])].f != 0) return REM_REQUIRED;
    return s->role == REM_INPUT ? REM_IGNORED : REM_OPTIONAL;
  }
  if (!s->saved || e->family == FAMILY_NORM) return s->need;
  return e->family == FAMILY_MAP ? operand_need(e, present, slot) : saved_need(e, values, present, s);
}

uint32_t slots_present(const struct problem *p) {
  uint32_t present = 0;
  for (int i = 0; i < p->n_slots; i++)
    if (p->views[i].rank != REM_LEFT_OUT) present |= (uint32_t)1 << i;
  return present;
}

int problem_need(const struct problem *p, int slot) {
  return slot_need(p->entry, p->pass, p->attrs, slots_present(p), slot);
}

/* NAME_out may be the memory of NAME: a step reads all of an element before it writes any of it. */
static uint32_t step_in_place(const struct entry *e, int slot) {
  const char *name = e->slots[REM_FORWARD][slot].name;
  uint32_t own = 0;
  for (int i = 0; i < e->inputs && e->slots[REM_FORWARD][slot].role == REM_OUTPUT; i++) {
    size_t n = strlen(e->slots[REM_FORWARD][i].name);
    if (strncmp(name, e->slots[REM_FORWARD][i].name, n) == 0 && strcmp(name + n, "_out") == 0) own |= (uint32_t)1 << i;
  }
  return own;
}

/* An elementwise result: every element is written once, after all that it is made of was read. A backward pass of several
 * operands may read dy again for the next gradient, a second result of pairs their elements, and the other families read elements of
 * many places; where y may be a sum, dy may be one number for many elements. */
uint32_t slot_in_place(const struct entry *e, int pass, int slot) {
  if (e->family == FAMILY_STEP) return step_in_place(e, slot);
  if (e->family != FAMILY_MAP || e->slots[pass][slot].role != REM_OUTPUT) return 0;
  if (entry_reduces(e) || e->split == SPLIT_PAIRS || (e->draws && slot == e->inputs + 1 && pass == REM_FORWARD))
    return 0;
  if (pass == REM_FORWARD) return ((uint32_t)1 << (e->inputs - e->constants)) - 1;
  return e->inputs - e->constants == 1 && !e->split ? 3 : 0;
}
