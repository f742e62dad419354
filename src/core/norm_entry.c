/* norm_entry.c: the sweeps of norm.def, and the entries that are made of them. */
#include "core/entry_parts.h"

/* Tables, and the macros that fill them, are laid out by hand. */
/* clang-format off */

/* ---- sweeps ---- */

#define OF1(a) {#a}
#define OF2(a, b) {#a, #b}
#define OF3(a, b, c) {#a, #b, #c}
#define OF4(a, b, c, d) {#a, #b, #c, #d}
#define OF5(a, b, c, d, e) {#a, #b, #c, #d, #e}
#define OF6(a, b, c, d, e, f) {#a, #b, #c, #d, #e, #f}
#define NUM1(a) {#a}
#define NUM2(a, b) {#a, #b}
#define NUM3(a, b, c) {#a, #b, #c}
#define NO_NUM {NULL}
#define PEAK(...) SWEEP_PEAK, TEXT(__VA_ARGS__)
#define SPREAD(...) SWEEP_SPREAD, TEXT(__VA_ARGS__)
#define SUMS(...) SWEEP_SUMS, TEXT(__VA_ARGS__)
#define PLAIN SWEEP_PLAIN, ""
#define CROSS(...) SWEEP_CROSS, TEXT(__VA_ARGS__)
#define BARE(...) __VA_ARGS__ /* of its brackets */
#define TEXT_OF(...) TEXT(__VA_ARGS__)
#define SOLVE(of, ...) SWEEP_SOLVE, TEXT_OF(BARE of __VA_ARGS__)
#define VALUES TEXT
#define VALUES4 TEXT
#define NO_VALUES "u = K(0); v = K(0);"
#define EACH TEXT
#define EACH2 TEXT
#define NO_EACH ""
#define SWEEP(name, of, num, kind, values, each) {.operand = of, .number = num, SWEEP_KIND(#name, kind, values, each)},
#define SWEEP_KIND(...) SWEEP_KIND_OF(__VA_ARGS__)
#define SWEEP_KIND_OF(name_, kind_, formula_, values_, each_) \
  .name = name_, .kind = kind_, .formula = formula_, .values = values_, .each = each_
#define NORM(...)
static const struct sweep_entry sweeps[] = {
#include "norm.def"
};
#undef SWEEP
#undef NORM

/* ---- slots, attributes and steps ---- */

#define SQUARES_IN(name, shape) {name, REM_INPUT, REM_REQUIRED, shape, SLOT_SQUARE, NULL}
#define MAYBE_SQUARES_IN(name, shape) {name, REM_INPUT, REM_OPTIONAL, shape, SLOT_SQUARE, NULL}
#define SHAPED(name, shape) {name, REM_INPUT, REM_IGNORED, shape, SLOT_REAL, NULL}
#define CLASSES(name) {name, REM_INPUT, REM_REQUIRED, SHAPE_ROW, SLOT_PLACE, NULL}
#define REDUCTION {"reduction", REM_ATTR_TEXT, BOTH, "mean|sum|none", "mean", 0, 0}
#define WHOLE_NUMBER(name, value) {name, REM_ATTR_INT, BOTH, NULL, #value, value, 0}
#define MASK(name) {name, REM_INPUT, REM_OPTIONAL, SHAPE_CAST, SLOT_TRUTH, NULL}
#define LAST_AXES {"axes", REM_ATTR_INTS, BOTH, NULL, "the last axis", 0, 0}
#define SWITCH(name, value) {name, REM_ATTR_INT, BOTH, NULL, #value, value, ATTR_FLAG}
#define GROUPS {"groups", REM_ATTR_INT, BOTH, NULL, "1", 1, ATTR_WHOLE}
#define REAL(name, value) {name, REM_ATTR_REAL, BOTH, NULL, #value, value, 0}
#define CHANCE(name, value) {name, REM_ATTR_REAL, BOTH, NULL, #value, value, ATTR_CHANCE}
#define SLOTS(...) {__VA_ARGS__}
#define GRAD_SLOTS SLOTS
#define STEPS SLOTS
#define GRAD_STEPS SLOTS
#define ATTRS SLOTS
#define STEP(sweep, over, u, v, out) {SWEEP_##sweep, over, {u, v}, 0, out, {NULL, NULL}, NULL, NULL}
#define MEAN_STEP(sweep, over, u, v, out) {SWEEP_##sweep, over, {u, v}, 1, out, {NULL, NULL}, NULL, NULL}
#define VALUE_STEP(sweep, over, u, v, a, b) {SWEEP_##sweep, over, {u, v}, 0, NULL, {a, b}, NULL, NULL}
#define MEAN_VALUE_STEP(sweep, over, u, v, a, b) {SWEEP_##sweep, over, {u, v}, 1, NULL, {a, b}, NULL, NULL}
#define ROW_STEP(sweep, over, u, v, g, h) {SWEEP_##sweep, over, {u, v, g, h}, 0, NULL, {NULL, NULL}, NULL, NULL}
#define ROW_VALUE_STEP(sweep, over, u, v, g, h, a, b, c) {SWEEP_##sweep, over, {u, v, g, h}, 0, NULL, {a, b, c}, NULL, NULL}
#define STEP_IF(attr, sweep, over, u, v, out) {SWEEP_##sweep, over, {u, v}, 0, out, {NULL, NULL}, NULL, attr}
#define STEP2(sweep, over, u, v, out, also) {SWEEP_##sweep, over, {u, v}, 0, out, {NULL, NULL}, also, NULL}
#define MEAN_STEP2(sweep, over, u, v, out, also) {SWEEP_##sweep, over, {u, v}, 1, out, {NULL, NULL}, also, NULL}
#define SWEEP(...)
#define NORM(name, says, space_, slots_, grad_slots_, attrs_, steps_, grad_steps_, ...) \
  static const struct slot name##_slots[] = slots_;                             \
  static const struct slot name##_grad_slots[] = grad_slots_;                   \
  static const struct attr_rule name##_attrs[] = attrs_;                        \
  static const struct norm_step name##_steps[] = steps_;                        \
  static const struct norm_step name##_grad_steps[] = grad_steps_;
#include "norm.def"
#undef NORM

/* ---- the table ---- */

#define NORM(name, says, space, slots, grad_slots, attrs, steps, grad_steps, exact, exact_grad, exact_param, on, bound, bound_grad) \
  BOUNDS(name, bound, bound_grad)
#include "norm.def"
#undef NORM
static const struct entry norm_table[] = {
#define NORM(name_, says_, space_, slots_, grad_slots_, attrs_, steps_, grad_steps_, exact, exact_grad, exact_param, on_, ...) \
  {.name = #name_, .says = says_, .family = FAMILY_NORM, .op = NORM_##name_,                          \
   .slots = {name_##_slots, name_##_grad_slots},                                                      \
   .n_slots = {COUNT_OF(name_##_slots), COUNT_OF(name_##_grad_slots)},                                      \
   .attrs = name_##_attrs, .n_attrs = COUNT_OF(name_##_attrs), .inputs = 1, .forward = "", .gradient = "", .space = space_, \
   .steps = {name_##_steps, name_##_grad_steps}, .n_steps = {COUNT_OF(name_##_steps), COUNT_OF(name_##_grad_steps)}, \
   on_, USE_BOUNDS(name_)},
#include "norm.def"
};

/* clang-format on */

struct entries norm_entries(void) { return ENTRIES(norm_table); }

const struct sweep_entry *sweep_at(int sweep) { return &sweeps[sweep]; }
