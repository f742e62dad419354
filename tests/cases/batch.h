/* batch.h: members of a plan of many with memory of any device, and the same as plans of one: their bits must agree. */
#ifndef REM_TEST_BATCH_H
#define REM_TEST_BATCH_H

#include "remora/remora.h"

enum { BATCH_SLOTS = 12 };

/* A member: the op's views in slot order, and its attributes. */
struct batch_member {
  rem_view views[BATCH_SLOTS];
  rem_attr attrs[4];
  int n_attrs;
};

struct batch {
  const char *op;
  int pass, n_slots, members;
  struct batch_member *member;
  rem_desc *descs;
};

/* Where tensors lie: in one allocation, each in one of its own, or results in place of operands, as far as the op allows. */
enum batch_memory { BATCH_POOLED, BATCH_APART, BATCH_IN_PLACE, BATCH_MEMORIES };

/* An op of n members of odd sizes, some without elements, some strided, in mixes of dtypes. 0, or -1: no memory. */
int batch_create(struct batch *b, const char *op, int pass, int n, uint64_t seed);
void batch_destroy(struct batch *b);

/* Runs members alone on one context and all at once on another, `times` times over; prints what differs. 0: all bits agree. */
int batch_compare(const struct batch *b, rem_context *alone, rem_context *together, enum batch_memory memory,
                  int times);

#endif
