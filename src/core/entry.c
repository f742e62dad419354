/* entry.c: the op table, built by including ops/ *.def. An op is found here and nowhere else. */
#include "core/entry.h"

#include <math.h>
#include <string.h>

/* Tables, and the macros that fill them, are laid out by hand. */
/* clang-format off */

/* ---- slots ------------------------------------------------------------------------------------------- */

#define IN(name, shape) {name, REM_INPUT, REM_REQUIRED, shape, SLOT_REAL, NULL}
#define MAYBE_IN(name, shape) {name, REM_INPUT, REM_OPTIONAL, shape, SLOT_REAL, NULL}
#define SAVED(name, shape) {name, REM_INPUT, REM_OPTIONAL, shape, SLOT_REAL, name}
#define SAVED_INDEX(shape) {"index", REM_INPUT, REM_OPTIONAL, shape, SLOT_INDEX, "index"}
#define OUT(name, shape) {name, REM_OUTPUT, REM_REQUIRED, shape, SLOT_REAL, NULL}
#define MAYBE_OUT(name, shape) {name, REM_OUTPUT, REM_OPTIONAL, shape, SLOT_REAL, NULL}
#define INDEX_OUT(shape) {"index", REM_OUTPUT, REM_OPTIONAL, shape, SLOT_INDEX, NULL}

#define ROW_IN(...) {IN("dy", SHAPE_ROW), SAVED("x", SHAPE_X), SAVED("y", SHAPE_ROW), __VA_ARGS__}
static const struct slot row_slots[][2][5] = {
    [EXTRA_NONE] = {{IN("x", SHAPE_X), OUT("y", SHAPE_ROW)}, ROW_IN(OUT("dx", SHAPE_X))},
    [EXTRA_INDEX] = {{IN("x", SHAPE_X), OUT("y", SHAPE_ROW), INDEX_OUT(SHAPE_ROW)},
                     ROW_IN(SAVED_INDEX(SHAPE_ROW), OUT("dx", SHAPE_X))},
    [EXTRA_MEAN] = {{IN("x", SHAPE_X), OUT("y", SHAPE_ROW), MAYBE_OUT("mean", SHAPE_ROW)},
                    ROW_IN(SAVED("mean", SHAPE_ROW), OUT("dx", SHAPE_X))},
};
/* Those that take integers too, forward. */
#define NUMBER_IN(name, shape) {name, REM_INPUT, REM_REQUIRED, shape, SLOT_NUMBER, NULL}
#define OUT_OF(kind) {"y", REM_OUTPUT, REM_REQUIRED, SHAPE_ROW, kind, NULL}
static const struct slot tallied_slots[][3] = {
    [EXTRA_NONE] = {NUMBER_IN("x", SHAPE_X), OUT_OF(SLOT_TOTAL)},
    [EXTRA_INDEX] = {NUMBER_IN("x", SHAPE_X), OUT_OF(SLOT_NUMBER), INDEX_OUT(SHAPE_ROW)},
    [EXTRA_MEAN] = {OUT_OF(SLOT_REAL)},
};
static const struct slot answer_slots[] = {NUMBER_IN("x", SHAPE_X), OUT_OF(SLOT_ANSWER)};
static const struct slot index_slots[] = {NUMBER_IN("x", SHAPE_X), OUT_OF(SLOT_INDEX)};
#define ROW_COUNTS(extra) {2 + ((extra) != EXTRA_NONE), 4 + ((extra) != EXTRA_NONE)}

#define SCAN_IN(...) {IN("dy", SHAPE_X), SAVED("x", SHAPE_X), SAVED("y", SHAPE_X), __VA_ARGS__}
static const struct slot scan_slots[][2][7] = {
    [EXTRA_NONE] = {{IN("x", SHAPE_X), OUT("y", SHAPE_X)}, SCAN_IN(OUT("dx", SHAPE_X))},
    [EXTRA_INDEX] = {{IN("x", SHAPE_X), OUT("y", SHAPE_X), INDEX_OUT(SHAPE_X)},
                     SCAN_IN(SAVED_INDEX(SHAPE_X), OUT("dx", SHAPE_X))},
    [EXTRA_INIT] = {{IN("a", SHAPE_X), IN("b", SHAPE_X), MAYBE_IN("init", SHAPE_BEFORE), OUT("y", SHAPE_X)},
                    {IN("dy", SHAPE_X), SAVED("a", SHAPE_X), SAVED("y", SHAPE_X), MAYBE_IN("init", SHAPE_BEFORE),
                     OUT("da", SHAPE_X), OUT("db", SHAPE_X), MAYBE_OUT("dinit", SHAPE_BEFORE)}},
};
#define SCAN_COUNTS(extra) \
  {(extra) == EXTRA_INIT ? 4 : 2 + ((extra) == EXTRA_INDEX), (extra) == EXTRA_INIT ? 7 : 4 + ((extra) == EXTRA_INDEX)}

static const struct slot layout_slots[2][2] = {{IN("x", SHAPE_X), OUT("y", SHAPE_Y)},
                                               {IN("dy", SHAPE_Y), OUT("dx", SHAPE_X)}};

/* The table is the entry's own: its name is not known here. */
#define PLACES {"index", REM_INPUT, REM_REQUIRED, SHAPE_INDEX, SLOT_PLACE, NULL}
#define TABLE(name) {{IN(#name, SHAPE_X), PLACES, OUT("y", SHAPE_Y)}, {IN("dy", SHAPE_Y), PLACES, OUT("d" #name, SHAPE_X)}}
#define SAYS(s)
#define ATTRS(...)
#define PICK(name, says, table, attrs) static const struct slot name##_pick_slots[2][3] = table;
#include "pick.def"
#undef PICK
#undef ATTRS
#undef SAYS

/* ---- attributes ---------------------------------------------------------------------------------------
 * Every attribute belongs to both passes, so that one list serves both; value and keepdim say nothing backward. */

#define BOTH 3
#define AXES {"axes", REM_ATTR_INTS, BOTH, NULL, "all axes", 0, 0}
#define KEEPDIM {"keepdim", REM_ATTR_INT, BOTH, NULL, "0", 0, ATTR_FLAG}
#define AXIS {"axis", REM_ATTR_INT, BOTH, NULL, "-1", -1, 0}
#define REVERSE {"reverse", REM_ATTR_INT, BOTH, NULL, "0", 0, ATTR_FLAG}
#define EXCLUSIVE {"exclusive", REM_ATTR_INT, BOTH, NULL, "0", 0, ATTR_FLAG}

static const struct attr_rule row_attrs[][3] = {
    [EXTRA_NONE] = {AXES, KEEPDIM},
    [EXTRA_INDEX] = {AXES, KEEPDIM, {"ties", REM_ATTR_TEXT, BOTH, "split|all|first|last", "split", 0, 0}},
    [EXTRA_MEAN] = {AXES, KEEPDIM, {"correction", REM_ATTR_REAL, BOTH, NULL, "1", 1, 0}},
};
static const struct attr_rule scan_attrs[][4] = {
    [EXTRA_NONE] = {AXIS, REVERSE, EXCLUSIVE},
    [EXTRA_INDEX] = {AXIS, REVERSE, EXCLUSIVE, {"ties", REM_ATTR_TEXT, BOTH, "first|last", "first", 0, 0}},
    [EXTRA_INIT] = {AXIS, REVERSE, EXCLUSIVE},
};
static const struct attr_rule pad_attrs[] = {
    {"mode", REM_ATTR_TEXT, BOTH, "constant|reflect|replicate|circular|symmetric", "constant", 0, 0},
    {"low", REM_ATTR_INTS, BOTH, NULL, "zeros", 0, 0},
    {"high", REM_ATTR_INTS, BOTH, NULL, "zeros", 0, 0},
    {"value", REM_ATTR_REAL, BOTH, NULL, "0", 0, 0},
};
static const struct attr_rule repeat_attrs[] = {{"repeats", REM_ATTR_INTS, BOTH, NULL, "required", 0, 0}};

#define PADDING {"padding_idx", REM_ATTR_INT, BOTH, NULL, "-1: none", -1, 0}
#define SAYS(s)
#define ATTRS(...) {__VA_ARGS__}
#define PICK(name, says, table, attrs_) static const struct attr_rule name##_attrs[] = attrs_;
#include "pick.def"
#undef PICK
#undef ATTRS
#undef SAYS

/* ---- what the parts of an entry become ----------------------------------------------------------------- */

#define SAYS(s) s
#define TEXT(...) #__VA_ARGS__
#define STATE(f) .fields = f
#define BSTATE(f) .bfields = f
#define LIFT TEXT
#define JOIN TEXT
#define QUICK_JOIN(sure, step, tidy, ...) TEXT(__VA_ARGS__)
#define IDENTITY TEXT
#define FINISH TEXT
#define EXACT_INTS(...)
#define GRADS TEXT
#define QUICK_GRADS(quick, ...) TEXT(__VA_ARGS__)
#define NO_GRADS ""
#define ROWGRAD TEXT
#define GRAD TEXT
#define QUICK_GRAD(quick, ...) TEXT(__VA_ARGS__)
#define BEATS TEXT
#define BLIFT TEXT
#define BJOIN TEXT
#define BIDENTITY TEXT
#define BFINISH TEXT
#define INITGRAD TEXT
#define EXACT(...)
#define NO_EXACT
#define EXACT_GRAD(...)
#define EXACT_GRADS(...)
#define NO_EXACT_GRADS
#define EMPTY(v) .empty = v
#define EMPTY_REFUSED .empty_refused = 1
#define FRONT EMPTY
#define FRONT_REFUSED EMPTY_REFUSED
#define EXTRA(e) EXTRA_IS_##e
#define EXTRA_IS_NONE EXTRA_NONE
#define EXTRA_IS_index EXTRA_INDEX
#define EXTRA_IS_mean EXTRA_MEAN
#define EXTRA_IS_init EXTRA_INIT
#define ON(lo, hi) .on = {lo, hi}
#define BOUND(u, s) u, s
#define BOUND_GRAD BOUND
#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* The bounds of one entry as functions of depth and n; name is its own name. */
#define BOUND_FUNCTION(name, value)              \
  static double name(double depth, double n) {   \
    (void)depth, (void)n;                        \
    return value;                                \
  }
#define BOUNDS_OF(name, u, s, gu, gs)  \
  BOUND_FUNCTION(name##_ulp, u)        \
  BOUND_FUNCTION(name##_sum, s)        \
  BOUND_FUNCTION(name##_grad_ulp, gu)  \
  BOUND_FUNCTION(name##_grad_sum, gs)
#define BOUNDS(...) BOUNDS_OF(__VA_ARGS__)
#define USE_BOUNDS(name) .ulp = {name##_ulp, name##_grad_ulp}, .sum = {name##_sum, name##_grad_sum}

BOUND_FUNCTION(exact_ulp, 0) /* whole numbers are exact */

#define IN0(...)
#define IN1(...)
#define IN2(...)
#define IN3(...)
#define HALVES(...)
#define PAIRS(...)
#define DRAWS(...)
#define ATTRS(...)
#define IF2(...)
#define IF3(...)
#define LABEL2(...)
#define LABEL3(...)
#define WEIGHED3(...)
#define WEIGHED4(...)
#define STANDIN(...)
#define NO_ATTRS
#define MAP(name, says, ins, attrs, fwd, grads, exact, exact_grads, on, bound, bound_grad) \
  BOUNDS(name, bound, bound_grad)
#include "map.def"
#undef MAP
#define ROW(name, says, state, lift, join, finish, empty, extra, rowgrad, grad, exact, exact_grad, on, bound, \
            bound_grad)                                                                                       \
  BOUNDS(name, bound, bound_grad)
#include "row.def"
#undef ROW
#define SCAN(name, says, ins, state, lift, join, identity, finish, front, extra, beats, bstate, blift, bjoin, \
             bidentity, bfinish, initgrad, exact, exact_grad, on, bound, bound_grad)                          \
  BOUNDS(name, bound, bound_grad)
#include "scan.def"
#undef SCAN
/* Ops that move elements copy and, backward, add; problem_guarantee adds the bound of the sum. */
#define LAYOUT(name, ...) BOUNDS(name, BOUND(0.5, 0), BOUND_GRAD(0.5, 0))
#include "layout.def"
#define PICK LAYOUT
#include "pick.def"
#undef PICK
#undef LAYOUT
#define SWEEP(...)
#define NORM(name, says, space, slots, grad_slots, attrs, steps, grad_steps, exact, exact_grad, exact_param, on, bound, bound_grad) \
  BOUNDS(name, bound, bound_grad)
#include "norm.def"
#undef NORM
#undef SWEEP
#undef ATTRS
#undef STANDIN
#undef NO_ATTRS

/* What a map takes and gives, by what stands behind FWD. */
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

/* The tables of a scan are chosen by its extra alone: init comes with two inputs. */
#define IN1(a) 1
#define IN2(a, b) 2
#define SCAN(name, says, ins, state, lift, join, identity, finish, front, extra, ...) \
  _Static_assert(((ins) == 2) == ((extra) == EXTRA_INIT), #name ": two inputs need EXTRA(init)");
#include "scan.def"
#undef SCAN

/* Which reductions take integers: what stands behind EMPTY. */
#undef EMPTY
#undef EMPTY_REFUSED
#define EMPTY(v)
#define EMPTY_REFUSED
#define TALLIED(name) + TALLY_##name
#define ROW(name, says, state, lift, join, finish, empty, ...) enum { name##_tally = 0 empty };
#include "row.def"
#undef ROW
#undef EMPTY
#undef EMPTY_REFUSED
#undef TALLIED
#define EMPTY(v) .empty = v
#define EMPTY_REFUSED .empty_refused = 1
#define TALLIED(name)

#define LOOP(loop, end) TALLY_##loop, TALLY_##end
#define Y TEXT
#define INTS_OF(name, loop, y, exact) [TALLY_##name] = {#name, loop, y},
#define TALLY(name, says, gives, loop, y, ...) [TALLY_##name] = {#name, loop, y},
enum { TALLY_TOP, TALLY_BOTTOM };
static const struct tally_entry tallies[] = {
#include "tally.def"
};
#undef INTS_OF
#undef TALLY

/* ---- sweeps, and the ops made of them ------------------------------------------------------------------ */

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
#define SOLVE(...) SWEEP_SOLVE, TEXT(__VA_ARGS__)
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

#define SQUARES_IN(name, shape) {name, REM_INPUT, REM_REQUIRED, shape, SLOT_SQUARE, NULL}
#define MAYBE_SQUARES_IN(name, shape) {name, REM_INPUT, REM_OPTIONAL, shape, SLOT_SQUARE, NULL}
#define CLASSES(name) {name, REM_INPUT, REM_REQUIRED, SHAPE_ROW, SLOT_PLACE, NULL}
#define REDUCTION {"reduction", REM_ATTR_TEXT, BOTH, "mean|sum|none", "mean", 0, 0}
#define WHOLE_NUMBER(name, value) {name, REM_ATTR_INT, BOTH, NULL, #value, value, 0}
#define MASK(name) {name, REM_INPUT, REM_OPTIONAL, SHAPE_CAST, SLOT_TRUTH, NULL}
#define LAST_AXES {"axes", REM_ATTR_INTS, BOTH, NULL, "the last axis", 0, 0}
#define GROUPS {"groups", REM_ATTR_INT, BOTH, NULL, "1", 1, ATTR_WHOLE}
#define REAL(name, value) {name, REM_ATTR_REAL, BOTH, NULL, #value, value, 0}
#define SLOTS(...) {__VA_ARGS__}
#define GRAD_SLOTS SLOTS
#define STEPS SLOTS
#define GRAD_STEPS SLOTS
#define ATTRS SLOTS
#define STEP(sweep, over, u, v, out) {SWEEP_##sweep, over, {u, v}, 0, out, {NULL, NULL}, NULL}
#define MEAN_STEP(sweep, over, u, v, out) {SWEEP_##sweep, over, {u, v}, 1, out, {NULL, NULL}, NULL}
#define VALUE_STEP(sweep, over, u, v, a, b) {SWEEP_##sweep, over, {u, v}, 0, NULL, {a, b}, NULL}
#define MEAN_VALUE_STEP(sweep, over, u, v, a, b) {SWEEP_##sweep, over, {u, v}, 1, NULL, {a, b}, NULL}
#define ROW_STEP(sweep, over, u, v, g, h) {SWEEP_##sweep, over, {u, v, g, h}, 0, NULL, {NULL, NULL}, NULL}
#define ROW_VALUE_STEP(sweep, over, u, v, g, h, a, b, c) {SWEEP_##sweep, over, {u, v, g, h}, 0, NULL, {a, b, c}, NULL}
#define STEP2(sweep, over, u, v, out, also) {SWEEP_##sweep, over, {u, v}, 0, out, {NULL, NULL}, also}
#define MEAN_STEP2(sweep, over, u, v, out, also) {SWEEP_##sweep, over, {u, v}, 1, out, {NULL, NULL}, also}
#define SWEEP(...)
#define NORM(name, says, space_, slots_, grad_slots_, attrs_, steps_, grad_steps_, ...) \
  static const struct slot name##_slots[] = slots_;                             \
  static const struct slot name##_grad_slots[] = grad_slots_;                   \
  static const struct attr_rule name##_attrs[] = attrs_;                        \
  static const struct norm_step name##_steps[] = steps_;                        \
  static const struct norm_step name##_grad_steps[] = grad_steps_;
#include "norm.def"
#undef NORM
#undef ATTRS

/* ---- the table ----------------------------------------------------------------------------------------- */

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
static const struct entry entries[] = {
#define MAP(name_, says_, ins, standin_, fwd, grads, exact, exact_grads, on_, bound, bound_grad)      \
  {.name = #name_, .says = says_, .family = FAMILY_MAP, .op = MAP_##name_,                            \
   .slots = {name_##_slots, name_##_grad_slots},                                                      \
   .n_slots = {COUNT(name_##_slots), sizeof(grads) > 1 ? COUNT(name_##_grad_slots) : 0},              \
   .attrs = name_##_attrs, .n_attrs = COUNT(name_##_attrs) - 1, .inputs = ins, standin_,              \
   fwd, .gradient = grads, on_, USE_BOUNDS(name_)},
#include "map.def"
#undef MAP
#define ROW(name_, says_, state, lift, join, finish, empty_, extra_, rowgrad, grad, exact, exact_grad, on_, bound, \
            bound_grad)                                                                               \
  {.name = #name_, .says = says_, .family = FAMILY_ROW, .op = ROW_##name_,                            \
   .slots = {(int)name_##_tally ? tallied_slots[extra_] : row_slots[extra_][0], row_slots[extra_][1]}, \
   .n_slots = ROW_COUNTS(extra_), .tally = (enum tally_op)name_##_tally, .attrs = row_attrs[extra_], .n_attrs = 2 + ((extra_) != EXTRA_NONE), .extra = extra_, .inputs = 1, \
   empty_, state, .forward = lift " " join " " finish, .gradient = rowgrad " " grad, on_, USE_BOUNDS(name_)},
#include "row.def"
#undef ROW
#define SCAN(name_, says_, ins, state, lift, join, identity, finish, front, extra_, beats, bstate, blift, bjoin, \
             bidentity, bfinish, initgrad, exact, exact_grad, on_, bound, bound_grad)                 \
  {.name = #name_, .says = says_, .family = FAMILY_SCAN, .op = SCAN_##name_,                          \
   .slots = {scan_slots[extra_][0], scan_slots[extra_][1]}, .n_slots = SCAN_COUNTS(extra_),           \
   .attrs = scan_attrs[extra_], .n_attrs = 3 + ((extra_) == EXTRA_INDEX), .extra = extra_, .inputs = ins, \
   front, state, bstate, .forward = lift " " join " " finish, .gradient = blift " " bjoin " " bfinish, \
   on_, USE_BOUNDS(name_)},
#include "scan.def"
#undef SCAN
#define LAYOUT(name_, says_)                                                                          \
  {.name = #name_, .says = says_, .family = FAMILY_LAYOUT, .op = LAYOUT_##name_,                      \
   .slots = {layout_slots[0], layout_slots[1]}, .n_slots = {2, 2}, .attrs = name_##_attrs,            \
   .n_attrs = COUNT(name_##_attrs), .inputs = 1, .forward = "", .gradient = "", .on = {-8, 8}, USE_BOUNDS(name_)},
#include "layout.def"
#undef LAYOUT
#define PICK(name_, says_, ...)                                                                       \
  {.name = #name_, .says = says_, .family = FAMILY_PICK, .op = PICK_##name_,                          \
   .slots = {name_##_pick_slots[0], name_##_pick_slots[1]}, .n_slots = {3, 3}, .attrs = name_##_attrs, \
   .n_attrs = COUNT(name_##_attrs), .inputs = 2, .forward = "", .gradient = "", .on = {-8, 8}, USE_BOUNDS(name_)},
#include "pick.def"
#undef PICK
#define NORM(name_, says_, space_, slots_, grad_slots_, attrs_, steps_, grad_steps_, exact, exact_grad, exact_param, on_, ...) \
  {.name = #name_, .says = says_, .family = FAMILY_NORM, .op = NORM_##name_,                          \
   .slots = {name_##_slots, name_##_grad_slots},                                                      \
   .n_slots = {COUNT(name_##_slots), COUNT(name_##_grad_slots)},                                      \
   .attrs = name_##_attrs, .n_attrs = COUNT(name_##_attrs), .inputs = 1, .forward = "", .gradient = "", .space = space_, \
   .steps = {name_##_steps, name_##_grad_steps}, .n_steps = {COUNT(name_##_steps), COUNT(name_##_grad_steps)}, \
   on_, USE_BOUNDS(name_)},
#include "norm.def"
#undef NORM
#undef SWEEP
#undef EMPTY
#define EMPTY .empty = 0
#define HOLDS(kind) kind##_slots
#define INTS_OF(...)
#define TALLY(name_, says_, gives, loop, y, empty_, exact)                                            \
  {.name = #name_, .says = says_, .family = FAMILY_ROW, .op = -1, .tally = TALLY_##name_,             \
   .slots = {gives, NULL}, .n_slots = {2, 0}, .attrs = row_attrs[EXTRA_NONE], .n_attrs = 2, .inputs = 1, \
   empty_, .forward = "", .gradient = "", .on = {-8, 8}, .ulp = {exact_ulp, exact_ulp}, .sum = {exact_ulp, exact_ulp}},
#include "tally.def"
#undef TALLY
#undef INTS_OF
};

/* clang-format on */

const struct sweep_entry *sweep_at(int sweep) { return &sweeps[sweep]; }

const struct tally_entry *tally_at(enum tally_op tally) { return &tallies[tally]; }

const struct entry *entry_at(int i) { return i >= 0 && i < COUNT(entries) ? &entries[i] : i >= 0 ? step_entry_at(i - COUNT(entries)) : NULL; }

const struct entry *entry_find(const char *name) {
  const struct entry *e;
  for (int i = 0; name && (e = entry_at(i)) != NULL; i++)
    if (strcmp(e->name, name) == 0) return e;
  return NULL;
}

static int is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Members of a state, as in r.m, are not names of their own. */
int formula_part_uses(const char *text, size_t length, const char *name) {
  size_t n = strlen(name);
  for (size_t i = 0; i + n <= length; i++) {
    if (text[i] != name[0] || memcmp(text + i, name, n) != 0) continue;
    int begins = i == 0 || (!is_word(text[i - 1]) && text[i - 1] != '.');
    if (begins && (i + n == length || !is_word(text[i + n]))) return 1;
  }
  return 0;
}

int formula_uses(const char *text, const char *name) { return formula_part_uses(text, strlen(text), name); }
