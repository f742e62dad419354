/* scan_entry.c: the entries of scan.def. */
#include <math.h>

#include "core/entry_parts.h"

/* Tables, and the macros that fill them, are laid out by hand. */
/* clang-format off */

/* ---- slots and attributes, by what an op has beside x and y ---- */

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

#define REVERSE {"reverse", REM_ATTR_INT, BOTH, NULL, "0", 0, ATTR_FLAG}
#define EXCLUSIVE {"exclusive", REM_ATTR_INT, BOTH, NULL, "0", 0, ATTR_FLAG}
static const struct attr_rule scan_attrs[][4] = {
    [EXTRA_NONE] = {AXIS, REVERSE, EXCLUSIVE},
    [EXTRA_INDEX] = {AXIS, REVERSE, EXCLUSIVE, {"ties", REM_ATTR_TEXT, BOTH, "first|last", "first", 0, 0}},
    [EXTRA_INIT] = {AXIS, REVERSE, EXCLUSIVE},
};

/* ---- the table ---- */

#define SCAN(name, says, ins, state, lift, join, identity, finish, front, extra, beats, bstate, blift, bjoin, \
             bidentity, bfinish, initgrad, exact, exact_grad, on, bound, bound_grad)                          \
  BOUNDS(name, bound, bound_grad)
#include "scan.def"
#undef SCAN

#define EXTRA(e) EXTRA_IS_##e
#define EXTRA_IS_NONE EXTRA_NONE
#define EXTRA_IS_index EXTRA_INDEX
#define EXTRA_IS_init EXTRA_INIT
#define IN1(a) 1
#define IN2(a, b) 2
/* Slots and attributes are chosen by the extra alone: init comes with two inputs. */
#define SCAN(name, says, ins, state, lift, join, identity, finish, front, extra, ...) \
  _Static_assert(((ins) == 2) == ((extra) == EXTRA_INIT), #name ": two inputs need EXTRA(init)");
#include "scan.def"
#undef SCAN

#define STATE(f) .fields = f
#define BSTATE(f) .bfields = f
#define LIFT TEXT
#define JOIN TEXT
#define QUICK_JOIN(sure, step, tidy, ...) TEXT(__VA_ARGS__)
#define GPU_JOIN(own, step, ...) TEXT(__VA_ARGS__)
#define FINISH TEXT
#define QUICK_FINISH(front, value, ...) TEXT(__VA_ARGS__)
#define FRONT(v) .empty = v
#define FRONT_REFUSED .empty_refused = 1
#define BLIFT TEXT
#define BJOIN TEXT
#define BFINISH TEXT
#define QUICK_BFINISH(value, ...) TEXT(__VA_ARGS__)
#define NEAR_BJOIN(near, ...) TEXT(__VA_ARGS__)
#define NEAR_BFINISH(near, ...) TEXT(__VA_ARGS__)
static const struct entry scan_table[] = {
#define SCAN(name_, says_, ins, state, lift, join, identity, finish, front, extra_, beats, bstate, blift, bjoin, \
             bidentity, bfinish, initgrad, exact, exact_grad, on_, bound, bound_grad)                 \
  {.name = #name_, .says = says_, .family = FAMILY_SCAN, .op = SCAN_##name_,                          \
   .slots = {scan_slots[extra_][0], scan_slots[extra_][1]}, .n_slots = SCAN_COUNTS(extra_),           \
   .attrs = scan_attrs[extra_], .n_attrs = 3 + ((extra_) == EXTRA_INDEX), .extra = extra_, .inputs = ins, \
   front, state, bstate, .forward = lift " " join " " finish, .gradient = blift " " bjoin " " bfinish, \
   on_, USE_BOUNDS(name_)},
#include "scan.def"
#undef SCAN
};

/* clang-format on */

struct entries scan_entries(void) { return ENTRIES(scan_table); }
