/* entry_parts.h: what the parts of an entry that several families have become in the op table. The files that make its parts,
 * *_entry.c and step.c, include it; each says itself what the parts of its own family become. */
#ifndef REM_ENTRY_PARTS_H
#define REM_ENTRY_PARTS_H

#include "core/entry.h"

/* Tables, and the macros that fill them, are laid out by hand. */
/* clang-format off */

/* ---- slots ---- */

#define IN(name, shape) {name, REM_INPUT, REM_REQUIRED, shape, SLOT_REAL, NULL}
#define MAYBE_IN(name, shape) {name, REM_INPUT, REM_OPTIONAL, shape, SLOT_REAL, NULL}
#define SAVED(name, shape) {name, REM_INPUT, REM_OPTIONAL, shape, SLOT_REAL, name}
#define SAVED_INDEX(shape) {"index", REM_INPUT, REM_OPTIONAL, shape, SLOT_INDEX, "index"}
#define OUT(name, shape) {name, REM_OUTPUT, REM_REQUIRED, shape, SLOT_REAL, NULL}
#define MAYBE_OUT(name, shape) {name, REM_OUTPUT, REM_OPTIONAL, shape, SLOT_REAL, NULL}
#define INDEX_OUT(shape) {"index", REM_OUTPUT, REM_OPTIONAL, shape, SLOT_INDEX, NULL}

/* ---- attributes: each belongs to both passes, so that one list serves both; value and keepdim say nothing backward ---- */

#define BOTH 3
#define AXIS {"axis", REM_ATTR_INT, BOTH, NULL, "-1", -1, 0}

/* ---- texts, domains, bounds ---- */

#define SAYS(s) s
#define TEXT(...) #__VA_ARGS__
#define ON(lo, hi) .on = {lo, hi}
#define BOUND(u, s) u, s
#define BOUND_GRAD BOUND
#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))
#define ENTRIES(array) ((struct entries){array, COUNT_OF(array)})

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

/* clang-format on */

#endif
