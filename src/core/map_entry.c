/* map_entry.c: the entries of map.def. */
#include <math.h>

#include "core/entry_parts.h"

/* Tables, and the macros that fill them, are laid out by hand. */
/* clang-format off */

/* ---- what a map takes and gives, by what stands behind FWD ---- */

#define EXACT_INTS(...)
#define FWD(...)
#define FWD2(...)
#define QUICK_FWD(...)
#define NO_FWD
#define INTS(...) + DTYPES_INTS
#define BITS(...) + DTYPES_BITS
#define ASKS(...) + DTYPES_ASKS
#define CASTS(...) + DTYPES_CASTS
enum { DTYPES_REAL, DTYPES_INTS, DTYPES_BITS, DTYPES_ASKS, DTYPES_CASTS };
#define TAKES(dtypes) \
  ((int)(dtypes) == DTYPES_REAL ? SLOT_REAL : (int)(dtypes) == DTYPES_BITS ? SLOT_INTEGER : SLOT_NUMBER)
#define GIVES(dtypes) \
  ((int)(dtypes) == DTYPES_ASKS ? SLOT_ANSWER : (int)(dtypes) == DTYPES_CASTS ? SLOT_ANY : TAKES(dtypes))
#define MAP(name, says, ins, attrs, fwd, ...) enum { name##_dtypes = 0 fwd };
#include "map.def"
#undef MAP

/* ---- slots and attributes ---- */

/* The slots of a map come from its operands, backward all floats but for conditions; a last, empty rule keeps the array
 * of its attributes from being empty. */
#define OPERAND(name, kind) {name, REM_INPUT, REM_REQUIRED, SHAPE_X, kind, NULL}
#define SLOTS0(kind, ...)
#define SLOTS1(kind, a) OPERAND(#a, kind),
#define SLOTS2(kind, a, b) SLOTS1(kind, a) SLOTS1(kind, b)
#define SLOTS3(kind, a, b, c) SLOTS2(kind, a, b) SLOTS1(kind, c)
#define SLOTS_HALVES(kind, a, b) SLOTS1(kind, x)
#define SLOTS_PAIRS(kind, a, b, c, d) SLOTS3(kind, x, c, d)
#define SLOTS_DRAWS(kind, a, u, m) SLOTS1(kind, a) SEED,
#define SLOTS_IF2(kind, c, a) OPERAND(#c, SLOT_TRUTH), SLOTS1(kind, a)
#define SLOTS_IF3(kind, c, a, b) OPERAND(#c, SLOT_TRUTH), SLOTS2(kind, a, b)
#define SLOTS_LABEL2 SLOTS2
#define SLOTS_LABEL3 SLOTS3
#define SLOTS_WEIGHED3(kind, a, b, c) SLOTS2(kind, a, b) WEIGHT(c),
#define SLOTS_WEIGHED4(kind, a, b, c, d) SLOTS2(kind, a, b) WEIGHT(c), WEIGHT(d),
#define WEIGHT(name) MAYBE_IN(#name, SHAPE_X)
#define SEED {"seed", REM_INPUT, REM_REQUIRED, SHAPE_X, SLOT_SEED, NULL}
/* An output behind y. */
#define ALSO0(...)
#define ALSO1(...)
#define ALSO2(...)
#define ALSO3(...)
#define ALSO_HALVES(...)
#define ALSO_PAIRS(...)
#define ALSO_DRAWS(a, u, m) , {#m, REM_OUTPUT, REM_OPTIONAL, SHAPE_Y, SLOT_TRUTH, NULL}
#define ALSO_IF2(...)
#define ALSO_IF3(...)
#define ALSO_LABEL2(...)
#define ALSO_LABEL3(...)
#define ALSO_WEIGHED3(...)
#define ALSO_WEIGHED4(...)
#define GRAD_OUT(a) OUT("d" #a, SHAPE_X)
#define GRAD_SLOTS0(...)
#define GRAD_SLOTS1(a) SAVED(#a, SHAPE_X), GRAD_OUT(a)
#define GRAD_SLOTS2(a, b) SAVED(#a, SHAPE_X), SAVED(#b, SHAPE_X), GRAD_OUT(a), GRAD_OUT(b)
#define GRAD_SLOTS3(a, b, c) \
  SAVED(#a, SHAPE_X), SAVED(#b, SHAPE_X), SAVED(#c, SHAPE_X), GRAD_OUT(a), GRAD_OUT(b), GRAD_OUT(c)
#define GRAD_SLOTS_HALVES(a, b) IN("x", SHAPE_X), GRAD_OUT(x)
#define GRAD_SLOTS_PAIRS(a, b, c, d) SAVED("x", SHAPE_X), SAVED(#c, SHAPE_X), SAVED(#d, SHAPE_X), GRAD_OUT(x)
#define GRAD_SLOTS_DRAWS(a, u, m) SAVED(#a, SHAPE_X), SEED, GRAD_OUT(a)
#define SAVED_TRUTH(c) {#c, REM_INPUT, REM_OPTIONAL, SHAPE_X, SLOT_TRUTH, #c}
#define GRAD_SLOTS_IF2(c, a) SAVED_TRUTH(c), GRAD_SLOTS1(a)
#define GRAD_SLOTS_IF3(c, a, b) SAVED_TRUTH(c), GRAD_SLOTS2(a, b)
#define GRAD_SLOTS_LABEL2(a, t) SAVED(#a, SHAPE_X), SAVED(#t, SHAPE_X), GRAD_OUT(a)
#define GRAD_SLOTS_LABEL3(a, b, t) \
  SAVED(#a, SHAPE_X), SAVED(#b, SHAPE_X), SAVED(#t, SHAPE_X), GRAD_OUT(a), GRAD_OUT(b)
#define GRAD_SLOTS_WEIGHED3(a, b, c) \
  SAVED(#a, SHAPE_X), SAVED(#b, SHAPE_X), SAVED(#c, SHAPE_X), GRAD_OUT(a), GRAD_OUT(b)
#define GRAD_SLOTS_WEIGHED4(a, b, c, d) \
  SAVED(#a, SHAPE_X), SAVED(#b, SHAPE_X), SAVED(#c, SHAPE_X), SAVED(#d, SHAPE_X), GRAD_OUT(a), GRAD_OUT(b)
#define IN0() 0,
#define IN1(...) 1, __VA_ARGS__
#define IN2(...) 2, __VA_ARGS__
#define IN3(...) 3, __VA_ARGS__
#define HALVES(...) _HALVES, __VA_ARGS__
#define PAIRS(...) _PAIRS, __VA_ARGS__
#define DRAWS(...) _DRAWS, __VA_ARGS__
#define IF2(...) _IF2, __VA_ARGS__
#define IF3(...) _IF3, __VA_ARGS__
#define LABEL2(...) _LABEL2, __VA_ARGS__
#define LABEL3(...) _LABEL3, __VA_ARGS__
#define WEIGHED3(...) _WEIGHED3, __VA_ARGS__
#define WEIGHED4(...) _WEIGHED4, __VA_ARGS__
#define STANDIN(operand, attr) {#attr, REM_ATTR_REAL, BOTH, NULL, "required when " #operand " is left out", 0, 0},
#define NUM_OR(attr, value, words) {#attr, REM_ATTR_REAL, BOTH, NULL, words, value, 0},
#define NUM(attr, value) NUM_OR(attr, value, #value)
#define WHOLE(attr, value) {#attr, REM_ATTR_INT, BOTH, NULL, #value, value, ATTR_WHOLE},
#define FLAG(attr, value) {#attr, REM_ATTR_INT, BOTH, NULL, #value, value, ATTR_FLAG},
#define CHANCE(attr, value) {#attr, REM_ATTR_REAL, BOTH, NULL, #value, value, ATTR_CHANCE},
#define CHOICE(attr, words, first) {#attr, REM_ATTR_TEXT, BOTH, words, #first, 0, 0},
#define SPLIT_AXIS AXIS,
#define REDUCED {"reduction", REM_ATTR_TEXT, BOTH, "mean|sum|none", "mean", 0, 0},
#define REDUCED_BY_BATCH {"reduction", REM_ATTR_TEXT, BOTH, "mean|sum|none|batchmean", "mean", 0, 0},
#define DRAW_OFFSET {"offset", REM_ATTR_INT, BOTH, NULL, "0", 0, 0},
#define ATTRS(...) __VA_ARGS__
#define NO_ATTRS
#define MAP(name, says, ins, attrs, ...)                                                  \
  MAP_SLOTS(name, ins)                                                                    \
  static const struct attr_rule name##_attrs[] = {attrs{NULL, 0, 0, NULL, NULL, 0, 0}};
#define MAP_SLOTS(...) MAP_SLOTS_OF(__VA_ARGS__)
#define MAP_SLOTS_OF(name, form, ...)                                                               \
  static const struct slot name##_slots[] = {SLOTS##form(TAKES(name##_dtypes), __VA_ARGS__)         \
                                             {"y", REM_OUTPUT, REM_REQUIRED, SHAPE_Y, GIVES(name##_dtypes), NULL} \
                                             ALSO##form(__VA_ARGS__)};                              \
  static const struct slot name##_grad_slots[] = {IN("dy", SHAPE_Y), GRAD_SLOTS##form(__VA_ARGS__)};
#include "map.def"
#undef MAP
#undef IN0
#undef IN1
#undef IN2
#undef IN3
#undef HALVES
#undef PAIRS
#undef DRAWS
#undef IF2
#undef IF3
#undef LABEL2
#undef LABEL3
#undef WEIGHED3
#undef WEIGHED4
#undef ATTRS
#undef STANDIN
#undef NO_ATTRS
#undef FWD
#undef FWD2
#undef QUICK_FWD
#undef NO_FWD
#undef INTS
#undef BITS
#undef ASKS
#undef CASTS

/* ---- the table ---- */

#define MAP(name, says, ins, attrs, fwd, grads, exact, exact_grads, on, bound, bound_grad) \
  BOUNDS(name, bound, bound_grad)
#include "map.def"
#undef MAP

#define GRADS TEXT
#define QUICK_GRADS(quick, ...) TEXT(__VA_ARGS__)
#define NO_GRADS ""
#define IN1(a) 1
#define IN2(a, b) 2
#define IN0() 0
#define IN3(a, b, c) 3
#define HALVES(a, b) 1, .split = SPLIT_HALVES
#define PAIRS(a, b, c, d) 3, .split = SPLIT_PAIRS, .constants = 2
#define DRAWS(a, u, m) 2, .draws = 1, .constants = 1
#define IF2(c, a) 2, .conditions = 1
#define IF3(c, a, b) 3, .conditions = 1
#define LABEL2(a, t) 2, .constants = 1
#define LABEL3(a, b, t) 3, .constants = 1
#define WEIGHED3(a, b, c) 3, .constants = 1, .weights = 1
#define WEIGHED4(a, b, c, d) 4, .constants = 2, .weights = 2
#define STANDIN(operand, attr) .standin = #attr
#define ATTRS(...) .standin = NULL
#define NO_ATTRS .standin = NULL
#define FWD(...) .results = 1, .forward = TEXT(__VA_ARGS__)
#define FWD2(...) .results = 2, .forward = TEXT(__VA_ARGS__)
#define QUICK_FWD(quick, ...) FWD(__VA_ARGS__)
#define NO_FWD .results = 1, .forward = ""
#define INTS(...) , .ints = TEXT(__VA_ARGS__)
#define BITS INTS
#define ASKS INTS
#define CASTS INTS
static const struct entry map_table[] = {
#define MAP(name_, says_, ins, standin_, fwd, grads, exact, exact_grads, on_, bound, bound_grad)      \
  {.name = #name_, .says = says_, .family = FAMILY_MAP, .op = MAP_##name_,                            \
   .slots = {name_##_slots, name_##_grad_slots},                                                      \
   .n_slots = {COUNT_OF(name_##_slots), sizeof(grads) > 1 ? COUNT_OF(name_##_grad_slots) : 0},              \
   .attrs = name_##_attrs, .n_attrs = COUNT_OF(name_##_attrs) - 1, .inputs = ins, standin_,              \
   fwd, .gradient = grads, on_, USE_BOUNDS(name_)},
#include "map.def"
#undef MAP
};

/* clang-format on */

struct entries map_entries(void) { return ENTRIES(map_table); }
