/* layout_entry.c: the entries of layout.def and pick.def, which move elements. */
#include "core/entry_parts.h"

/* Tables, and the macros that fill them, are laid out by hand. */
/* clang-format off */

/* Elements are copied and, backward, added; problem_guarantee adds the bound of the sum. */
#define MOVES(name, ...) BOUNDS(name, BOUND(0.5, 0), BOUND_GRAD(0.5, 0))
#define LAYOUT MOVES
#include "layout.def"
#undef LAYOUT
#define PICK MOVES
#include "pick.def"
#undef PICK

/* ---- layout ---- */

static const struct slot layout_slots[2][2] = {{IN("x", SHAPE_X), OUT("y", SHAPE_Y)},
                                               {IN("dy", SHAPE_Y), OUT("dx", SHAPE_X)}};

static const struct attr_rule pad_attrs[] = {
    {"mode", REM_ATTR_TEXT, BOTH, "constant|reflect|replicate|circular|symmetric", "constant", 0, 0},
    {"low", REM_ATTR_INTS, BOTH, NULL, "zeros", 0, 0},
    {"high", REM_ATTR_INTS, BOTH, NULL, "zeros", 0, 0},
    {"value", REM_ATTR_REAL, BOTH, NULL, "0", 0, 0},
};
static const struct attr_rule repeat_attrs[] = {{"repeats", REM_ATTR_INTS, BOTH, NULL, "required", 0, 0}};

static const struct entry layout_table[] = {
#define LAYOUT(name_, says_)                                                                          \
  {.name = #name_, .says = says_, .family = FAMILY_LAYOUT, .op = LAYOUT_##name_,                      \
   .slots = {layout_slots[0], layout_slots[1]}, .n_slots = {2, 2}, .attrs = name_##_attrs,            \
   .n_attrs = COUNT_OF(name_##_attrs), .inputs = 1, .forward = "", .gradient = "", .on = {-8, 8}, USE_BOUNDS(name_)},
#include "layout.def"
#undef LAYOUT
};

/* ---- pick: the table is the entry's own, and its name is not known here ---- */

#define PLACES {"index", REM_INPUT, REM_REQUIRED, SHAPE_INDEX, SLOT_PLACE, NULL}
#define TABLE(name) {{IN(#name, SHAPE_X), PLACES, OUT("y", SHAPE_Y)}, {IN("dy", SHAPE_Y), PLACES, OUT("d" #name, SHAPE_X)}}
#define PADDING {"padding_idx", REM_ATTR_INT, BOTH, NULL, "-1: none", -1, 0}
#define ATTRS(...) {__VA_ARGS__}
#define PICK(name, says, table, attrs_)                     \
  static const struct slot name##_pick_slots[2][3] = table; \
  static const struct attr_rule name##_attrs[] = attrs_;
#include "pick.def"
#undef PICK

static const struct entry pick_table[] = {
#define PICK(name_, says_, ...)                                                                       \
  {.name = #name_, .says = says_, .family = FAMILY_PICK, .op = PICK_##name_,                          \
   .slots = {name_##_pick_slots[0], name_##_pick_slots[1]}, .n_slots = {3, 3}, .attrs = name_##_attrs, \
   .n_attrs = COUNT_OF(name_##_attrs), .inputs = 2, .forward = "", .gradient = "", .on = {-8, 8}, USE_BOUNDS(name_)},
#include "pick.def"
#undef PICK
};

/* clang-format on */

struct entries layout_entries(void) { return ENTRIES(layout_table); }
struct entries pick_entries(void) { return ENTRIES(pick_table); }
