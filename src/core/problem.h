/* problem.h: a description, validated and with every default filled in. Backends and the oracle see only this. */
#ifndef REM_PROBLEM_H
#define REM_PROBLEM_H

#include "entry.h"

enum { MAX_ATTRS = 8 };

struct attr_value {
  int given;
  int64_t i; /* ints; for texts the choice's place in the rule's list */
  double f;  /* reals                                                 */
  int n;     /* lists                                                 */
  int64_t is[REM_MAX_RANK];
};

struct problem {
  const struct entry *entry;
  int pass;
  int n_slots;
  rem_view views[REM_MAX_SLOTS];      /* left-out slots have rank REM_LEFT_OUT, no slot is open     */
  uint32_t accumulate;                /* bits of output slots that are present                      */
  struct attr_value attrs[MAX_ATTRS]; /* in the order of entry->attrs                          */
  int compute;                        /* REM_F32 or REM_F64; REM_I32 or REM_I64 of integers         */
  int rank;                           /* of the op's space: x for row, scan, layout; y for a map;
                                  pick: of the table                                        */
  int64_t shape[REM_MAX_RANK];
  int64_t out_shape[REM_MAX_RANK]; /* layout, pick: shape of y (rank out_rank); norm: of x     */
  int out_rank;
  int split;       /* map: the axis along which x is in two parts; -1: none      */
  int interleaved; /* ... which alternate there, and are not halves              */
  int reduced;     /* map: y is the sum of its elements, divided by share        */
  int64_t share;
  uint32_t axes;   /* row, norm: reduced axes; scan: the one axis; bit i: axis i */
  uint32_t params; /* norm: axes along which parameters extend                   */
  int grouped;     /* norm: axis 1 of x is axes 1 and 2 of the space             */
  int totalled;    /* norm: what rows give is added up                           */
};

/* Validates desc and resolves it. Fails with a sentence, touches nothing else. */
rem_status problem_resolve(const rem_desc *desc, struct problem *problem, rem_error *error);

int problem_slot(const struct problem *p, const char *name);             /* -1: the pass has no such slot */
int problem_has(const struct problem *p, const char *name);              /* the slot exists and is given  */
const rem_view *problem_view(const struct problem *p, const char *name); /* NULL: absent or left out */
const struct attr_value *problem_attr(const struct problem *p,
                                      const char *name);               /* never NULL for an attr of the entry */
const char *problem_choice(const struct problem *p, const char *name); /* the text chosen: "split" */

/* The axes where none are named: all are reduced, the last one is normalised. */
uint32_t problem_default_axes(const struct problem *p);

/* What a pad puts around x: its value in the dtype of y, rounded once. */
double problem_pad_value(const struct problem *p);

/* How many there are to choose from where a slot holds numbers of rows, or of classes. */
int64_t problem_places(const struct problem *p);
int64_t problem_positions(const struct problem *p); /* of the marked axes; INT64_MAX: they cannot be counted */

/* Norms: how far apart elements of a view lie along axis i of the space, in elements: strides are those of its own axes. */
int64_t problem_norm_stride(const struct problem *p, const rem_view *v, enum shape_rule rule, const int64_t *strides,
                            int i);

/* The numbers that the formulas of a map know by name: its attributes in order, as many as MAP_ATTRS, then largest, spacing and
 * least of y's dtype (docs/adding-an-op.md). Where results are added up, share stands in the place of the first of these: backward
 * g is dy / share. */
void problem_numbers(const struct problem *p, double number[MAP_NUMBERS]);

/* The same of a step: its attributes, then what is made of them when the plan is made. */
void problem_step_numbers(const struct problem *p, double number[STEP_NUMBERS]);

/* Operand i of a map in its slot, or result i: y, what is behind it, or the gradient of operand i. Parts of a slot that is split begin
 * `offset` elements from the first. Backward, the operands of a map of pairs are those of dy. Slot -1: there is none. */
struct operand_place {
  int slot;
  int64_t offset;
};
int problem_operands(const struct problem *p);
/* What every element of an operand is that is left out: the attribute that stands in for it, or 1. */
double problem_absent(const struct problem *p);
struct operand_place problem_operand(const struct problem *p, int i);
/* The place of operand i among the five that formulas read: g has the fourth, unless operands are pairs. */
int problem_source(const struct problem *p, int i);
int problem_results(const struct problem *p);
struct operand_place problem_result(const struct problem *p, int i);

/* Stride along an axis of a map's space of what an operand or result sees of a slot that is given: 0 where it repeats. */
int64_t problem_stride(const struct problem *p, int slot, int axis);

/* The operand of a map that is drawn, and the slot of its seed; -1: none is. Its elements are not in memory: its strides are those of
 * a packed tensor of y's shape, so that an offset is the number of an element in logical order. */
int problem_drawn(const struct problem *p);
int problem_seed(const struct problem *p);
int64_t problem_index_stride(const struct problem *p, int axis);

/* How much slot i is needed under this problem's attributes (rem_need). */
int problem_need(const struct problem *p, int slot);

/* The dtype by which kernels read and write a slot that is given: bool where it is a condition. */
int problem_dtype(const struct problem *p, int slot);
int problem_is_real(const struct problem *p); /* 0: it computes in integers */
/* How a reduction to whole numbers goes; NULL: it is none. */
const struct tally_entry *problem_tally(const struct problem *p);

/* Backward: whether a saved slot is given in the compute dtype and thus used rather than recomputed. */
int problem_uses_saved(const struct problem *p, const char *name);

/* Joins on the longest path of the canonical order (docs/order.md), for a reduction or scan of n elements. */
int64_t order_row_depth(int64_t n);
int64_t order_scan_depth(int64_t n);
int64_t order_norm_depth(int64_t n);
int64_t order_pick_depth(int64_t n); /* of n rows of dy that go to one row */

/* The guarantee of a problem, from its entry's bounds. */
void problem_guarantee(const struct problem *p, rem_guarantee *g);

/* One line that the tool reads back. Returns the length needed, like snprintf. */
int problem_text(const struct problem *p, char *text, size_t size);

#endif
