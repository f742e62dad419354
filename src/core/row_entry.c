/* row_entry.c: the entries of row.def, which reduce, and those of tally.def, which reduce to whole numbers and do so for the
 * integers of row.def. */
#include <math.h>

#include "core/entry_parts.h"

/* Tables, and the macros that fill them, are laid out by hand. */
/* clang-format off */

/* ---- slots and attributes, by what an op has beside x and y ---- */

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

#define AXES {"axes", REM_ATTR_INTS, BOTH, NULL, "all axes", 0, 0}
#define KEEPDIM {"keepdim", REM_ATTR_INT, BOTH, NULL, "0", 0, ATTR_FLAG}
static const struct attr_rule row_attrs[][3] = {
    [EXTRA_NONE] = {AXES, KEEPDIM},
    [EXTRA_INDEX] = {AXES, KEEPDIM, {"ties", REM_ATTR_TEXT, BOTH, "split|all|first|last", "split", 0, 0}},
    [EXTRA_MEAN] = {AXES, KEEPDIM, {"correction", REM_ATTR_REAL, BOTH, NULL, "1", 1, 0}},
};

/* ---- whole numbers ---- */

/* Which reductions take integers: what stands behind EMPTY. */
#define EMPTY(v)
#define EMPTY_REFUSED
#define TALLIED(name) + TALLY_##name
#define ROW(name, says, state, lift, join, finish, empty, ...) enum { name##_tally = 0 empty };
#include "row.def"
#undef ROW
#undef EMPTY
#undef EMPTY_REFUSED
#undef TALLIED

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

BOUND_FUNCTION(exact_ulp, 0) /* whole numbers are exact */

#define EMPTY .empty = 0
#define EMPTY_REFUSED .empty_refused = 1
#define HOLDS(kind) kind##_slots
#define INTS_OF(...)
static const struct entry tally_table[] = {
#define TALLY(name_, says_, gives, loop, y, empty_, exact)                                            \
  {.name = #name_, .says = says_, .family = FAMILY_ROW, .op = -1, .tally = TALLY_##name_,             \
   .slots = {gives, NULL}, .n_slots = {2, 0}, .attrs = row_attrs[EXTRA_NONE], .n_attrs = 2, .inputs = 1, \
   empty_, .forward = "", .gradient = "", .on = {-8, 8}, .ulp = {exact_ulp, exact_ulp}, .sum = {exact_ulp, exact_ulp}},
#include "tally.def"
#undef TALLY
#undef INTS_OF
};
#undef EMPTY

/* ---- the table ---- */

#define ROW(name, says, state, lift, join, finish, empty, extra, rowgrad, grad, exact, exact_grad, on, bound, \
            bound_grad)                                                                                       \
  BOUNDS(name, bound, bound_grad)
#include "row.def"
#undef ROW

#define EMPTY(v) .empty = v
#define TALLIED(name)
#define EXTRA(e) EXTRA_IS_##e
#define EXTRA_IS_NONE EXTRA_NONE
#define EXTRA_IS_index EXTRA_INDEX
#define EXTRA_IS_mean EXTRA_MEAN
#define STATE(f) .fields = f
#define LIFT TEXT
#define JOIN TEXT
#define QUICK_JOIN(sure, step, tidy, ...) TEXT(__VA_ARGS__)
#define STEP_JOIN(step, ...) TEXT(__VA_ARGS__)
#define GPU_JOIN(own, step, ...) TEXT(__VA_ARGS__)
#define FINISH TEXT
#define ROWGRAD TEXT
#define GRAD TEXT
#define QUICK_GRAD(quick, ...) TEXT(__VA_ARGS__)
static const struct entry row_table[] = {
#define ROW(name_, says_, state, lift, join, finish, empty_, extra_, rowgrad, grad, exact, exact_grad, on_, bound, \
            bound_grad)                                                                               \
  {.name = #name_, .says = says_, .family = FAMILY_ROW, .op = ROW_##name_,                            \
   .slots = {(int)name_##_tally ? tallied_slots[extra_] : row_slots[extra_][0], row_slots[extra_][1]}, \
   .n_slots = ROW_COUNTS(extra_), .tally = (enum tally_op)name_##_tally, .attrs = row_attrs[extra_], .n_attrs = 2 + ((extra_) != EXTRA_NONE), .extra = extra_, .inputs = 1, \
   empty_, state, .forward = lift " " join " " finish, .gradient = rowgrad " " grad, on_, USE_BOUNDS(name_)},
#include "row.def"
#undef ROW
};

/* clang-format on */

struct entries row_entries(void) { return ENTRIES(row_table); }
struct entries tally_entries(void) { return ENTRIES(tally_table); }

const struct tally_entry *tally_at(enum tally_op tally) { return &tallies[tally]; }
