/* describe.h: the steps by which a description becomes a problem. resolve.c takes them in this order. */
#ifndef REM_DESCRIBE_H
#define REM_DESCRIBE_H

#include "core/problem.h"

/* Reads attributes into values, in the order of e->attrs, with defaults for those not given. Checks all that can
 * be checked without a shape. */
rem_status attrs_read(const struct entry *e, int pass, const rem_attr *attrs, int32_t n, struct attr_value *values,
                      rem_error *error);
int attr_place(const struct entry *e, const char *name);   /* index into e->attrs; -1: none        */
const char *attr_word(const char *choices, int64_t place); /* the text of a choice; NULL: none     */

/* How much a slot is needed (rem_need) when the slots in present (bit i: slot i) are given or open. */
int slot_need(const struct entry *e, int pass, const struct attr_value *values, uint32_t present, int slot);
uint32_t slots_present(const struct problem *p);

/* Bit i: output `slot` may be the very memory of input i, where both views are the same. */
uint32_t slot_in_place(const struct entry *e, int pass, int slot);

/* Works out the op's space, checks the shapes of given views and fills those of open ones (packed, with dtype as
 * it was). Ranks and extents were checked. */
rem_status shapes_resolve(struct problem *p, rem_error *error);
rem_status map_shapes(struct problem *p, rem_error *error);
rem_status step_shapes(struct problem *p, rem_error *error);
rem_status layout_space(struct problem *p, rem_error *error);
rem_status pick_space(struct problem *p, rem_error *error);

/* What the files that know shapes share. */
enum { SHAPE_BYTES = REM_MAX_RANK * 21 + 3 };
const char *shape_text(char text[SHAPE_BYTES], int rank, const int64_t *shape); /* "[64,1000]"; returns text */
int shape_same(const rem_view *v, int rank, const int64_t *shape);
rem_status shape_differs(const struct problem *p, int slot, int rank, const int64_t *shape, rem_error *error);
/* A slot that broadcasts to the problem's shape: aligned at the last axis, with extent 1 wherever it repeats. Open, it does not. */
rem_status shape_cast(struct problem *p, int slot, rem_error *error);
void shape_open(rem_view *v, int rank, const int64_t *shape); /* makes an open view a packed one */
const char *slot_name(const struct problem *p, int slot);
int slot_given(const struct problem *p, int slot); /* it has a view of its own, not an open one */

#endif
