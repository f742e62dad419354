/* cases.h: a few problems of every family, made through the public interface alone, for tests that do the same work
 * under different conditions and compare the bits. */
#ifndef REM_TEST_CASES_H
#define REM_TEST_CASES_H

#include "remora/remora.h"

struct case_view {
  const char *slot;
  int dtype, rank;
  int64_t shape[3];
};

struct test_case {
  const char *name, *op;
  int pass;
  rem_attr attrs[3];
  struct case_view views[REM_MAX_SLOTS]; /* every slot that is given; the others are left out */
};

extern const struct test_case test_cases[];
extern const int n_test_cases;

/* A case, planned, with memory of its own. Several works may share one plan. */
struct work {
  const struct test_case *which;
  rem_plan *plan;
  int owns_plan;
  rem_buffer buffers[REM_MAX_SLOTS];
  int output[REM_MAX_SLOTS];
  int64_t listed[REM_MAX_SLOTS]; /* of lists of classes: after how many they end; 0: other inputs */
  int n;
  void *workspace, *workspace_memory;
  size_t workspace_bytes;
};

/* Each returns 0, or prints what went wrong and returns -1. */
int work_plan(struct work *w, rem_context *context, const struct test_case *c);
int work_again(struct work *w, rem_context *context, const struct work *original); /* another plan, same inputs */
int work_share(struct work *w, const struct work *original); /* same plan, same inputs, other outputs and workspace */
int work_run(struct work *w);
void work_free(struct work *w);

/* Fills the outputs with a pattern, so that a run that writes nothing is noticed. */
void work_spoil(struct work *w);

/* Whether the outputs are the same bit for bit, where any NaN equals any NaN; prints the first difference. */
int work_equal(const struct work *a, const struct work *b);

#endif
