/* step.c: the entries of step.def, the shapes of their slots, and what is made of attributes when a plan is made. */
#include "vocab.h"

#include "math.h"

#include "core/describe.h"
#include "core/entry_parts.h"
#include "core/error.h"

/* Tables, and the macros that fill them, are laid out by hand. */
/* clang-format off */

/* ---- slots and attributes ---- */

#define TENSOR(name, kind) {#name, REM_INPUT, REM_REQUIRED, SHAPE_X, kind, NULL},
#define OF2(a, b) TENSOR(a, SLOT_REAL) TENSOR(b, SLOT_REAL)
#define OF3(a, b, c) OF2(a, b) TENSOR(c, SLOT_REAL)
#define OF4_SQUARES(a, b, c, d) OF3(a, b, c) TENSOR(d, SLOT_SQUARE)
#define ONE(name, need, kind) {#name, REM_INPUT, need, SHAPE_ONE, kind, NULL},
#define RATE_(name) ONE(name, REM_REQUIRED, SLOT_RATE)
#define SCALE(name) ONE(name, REM_OPTIONAL, SLOT_RATE)
#define COUNT(name) ONE(name, REM_REQUIRED, SLOT_COUNT)
#define FREE_COUNT(name) ONE(name, REM_OPTIONAL, SLOT_COUNT)
#define NUMBERS(...) __VA_ARGS__
#define RESULT(name) {#name, REM_OUTPUT, REM_REQUIRED, SHAPE_X, SLOT_REAL, NULL},
#define GIVES1(a) RESULT(a)
#define GIVES2(a, b) RESULT(a) RESULT(b)
#define GIVES3(a, b, c) RESULT(a) RESULT(b) RESULT(c)
#define BESIDE(name) {#name, REM_OUTPUT, REM_OPTIONAL, SHAPE_X, SLOT_REAL, NULL}
#define ALONE
#define NUM(name, value) {#name, REM_ATTR_REAL, 1, NULL, #value, value, ATTR_ANY},
#define CHANCE(name, value) {#name, REM_ATTR_REAL, 1, NULL, #value, value, ATTR_CHANCE},
#define DECAY(name, value) {#name, REM_ATTR_REAL, 1, NULL, #value, value, ATTR_DECAY},
#define FLAG(name, value) {#name, REM_ATTR_INT, 1, NULL, #value, value, ATTR_FLAG},
#define ATTRS(...) __VA_ARGS__
#define NO_ATTRS
#define STEP(name, says, tensors, unless, gives, beside, numbers, attributes, ...) \
  static const struct slot name##_tensors[] = {tensors}, name##_results[] = {gives}, name##_slots[] = {tensors numbers gives beside}; \
  static const struct attr_rule name##_attrs[] = {attributes{NULL, 0, 0, NULL, NULL, 0, 0}};
#include "step.def"
#undef STEP
#undef NUM
#undef CHANCE
#undef DECAY
#undef FLAG
#undef BESIDE
#undef ALONE

/* ---- facts ---- */

#define NUM(name, value) const double name = *a_++; (void)name;
#define CHANCE NUM
#define DECAY NUM
#define FLAG NUM
#define FACT(name, value) *to_++ = value;
#define FACTS(...) __VA_ARGS__
#define NO_FACTS
#define STEP(name, says, tensors, unless, gives, beside, numbers, attributes, facts, ...)           \
  static void name##_facts(const double *a_, double *to_) {                                         \
    attributes facts (void)a_, (void)to_;                                          \
  }
#include "step.def"
#undef STEP
#undef NUM
#undef CHANCE
#undef DECAY
#undef FLAG

static void (*const facts_of[])(const double *attrs, double *to) = {
#define STEP(name, ...) [STEP_##name] = name##_facts,
#include "step.def"
#undef STEP
};

/* ---- the table ---- */

#define STEP(name, says, tensors, unless, gives, beside, numbers, attrs, facts, once, each, exact, on, bound) \
  BOUNDS(name, bound, bound)
#include "step.def"
#undef STEP
#define UNLESS_0(slot, attr) .unless = {#slot, #attr},
#define ALWAYS
#define BESIDE(name) .beside = 1,
#define ALONE
#define EACH TEXT
static const struct entry step_table[] = {
#define STEP(name_, says_, tensors, unless_, gives, beside_, numbers, attrs_, facts, once, each, exact, on_, bound)     \
  {.name = #name_, .says = says_, .family = FAMILY_STEP, .op = STEP_##name_, .slots = {name_##_slots, NULL},            \
   .n_slots = {COUNT_OF(name_##_slots), 0}, .attrs = name_##_attrs, .n_attrs = COUNT_OF(name_##_attrs) - 1,             \
   .inputs = COUNT_OF(name_##_tensors), .results = COUNT_OF(name_##_results), unless_ beside_                           \
   .forward = each, .gradient = "", on_, USE_BOUNDS(name_)},
#include "step.def"
#undef STEP
};

/* clang-format on */

struct entries step_entries(void) { return ENTRIES(step_table); }

void problem_step_numbers(const struct problem *p, double number[STEP_NUMBERS]) {
  const struct entry *e = p->entry;
  for (int i = 0; i < STEP_NUMBERS; i++) number[i] = 0;
  for (int i = 0; i < e->n_attrs; i++)
    number[i] = e->attrs[i].kind == REM_ATTR_REAL ? p->attrs[i].f : (double)p->attrs[i].i;
  facts_of[e->op](number, number + e->n_attrs);
}

/* ---- shapes: every tensor has that of the first that tells ---- */

static int is_tensor(const struct problem *p, int slot) { return p->entry->slots[p->pass][slot].shape == SHAPE_X; }

rem_status step_shapes(struct problem *p, rem_error *error) {
  int telling = 0;
  while (telling < p->n_slots && !(is_tensor(p, telling) && slot_given(p, telling))) telling++;
  if (telling == p->n_slots)
    return fail(error, REM_INVALID, AT_SLOT(0), "%s: its shape cannot be inferred; give its view", slot_name(p, 0));
  p->rank = p->views[telling].rank;
  for (int i = 0; i < p->rank; i++) p->shape[i] = p->views[telling].shape[i];
  for (int i = 0; i < p->n_slots; i++) {
    rem_view *v = &p->views[i];
    int rank = is_tensor(p, i) ? p->rank : 0;
    if (v->rank == REM_OPEN) shape_open(v, rank, p->shape);
    if (v->rank != REM_LEFT_OUT && !shape_same(v, rank, p->shape)) return shape_differs(p, i, rank, p->shape, error);
  }
  return REM_OK;
}
