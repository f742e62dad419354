/* rival_entry.c: the entries of rival.def. To the core they are losses of rows as those of norm.def are. */
#include "core/entry_parts.h"

/* Tables, and the macros that fill them, are laid out by hand. */
/* clang-format off */

#define LISTED {"target", REM_INPUT, REM_REQUIRED, SHAPE_X, SLOT_PLACE, NULL}
static const struct slot forward_slots[] = {IN("x", SHAPE_X), LISTED, OUT("y", SHAPE_TOTAL)};
static const struct slot backward_slots[] = {IN("dy", SHAPE_TOTAL), IN("x", SHAPE_X), LISTED, OUT("dx", SHAPE_X)};
static const struct attr_rule rival_attrs[] = {
    {"axes", REM_ATTR_INTS, BOTH, NULL, "the last axis", 0, 0},
    {"reduction", REM_ATTR_TEXT, BOTH, "mean|sum|none", "mean", 0, 0},
};

#define RIVAL(name, says, ahead, exact, on, bound, bound_grad) BOUNDS(name, bound, bound_grad)
#include "rival.def"
#undef RIVAL

#define AHEAD TEXT
static const struct entry rival_table[] = {
#define RIVAL(name_, says_, ahead, exact, on_, ...)                                                   \
  {.name = #name_, .says = says_, .family = FAMILY_NORM, .op = RIVAL_##name_, .rival = 1,             \
   .slots = {forward_slots, backward_slots}, .n_slots = {COUNT_OF(forward_slots), COUNT_OF(backward_slots)}, \
   .attrs = rival_attrs, .n_attrs = COUNT_OF(rival_attrs), .inputs = 2, .forward = ahead, .gradient = ahead, \
   .space = ALONG_AXES, on_, USE_BOUNDS(name_)},
#include "rival.def"
#undef RIVAL
};

/* clang-format on */

struct entries rival_entries(void) { return ENTRIES(rival_table); }
