/* there.h: a test case's memory on a CUDA device, in this program's hands, and what tests of streams begin and end with. */
#ifndef THERE_H
#define THERE_H

#include "graph.h"
#include "plan_of.h"
#include "tensors.h"

#include <stdlib.h>

struct test {
  struct check check;
  struct cuda cu;
  rem_context *context;
  handle primary, stream;
};

static inline int device_begin(struct test *test) {
  rem_context_desc desc = {.size = sizeof desc, .device = "cuda:0"};
  struct check *c = &test->check;
  if (!CHECK_INT(c, rem_context_create(&desc, &test->context, NULL), REM_OK)) return 0;
  CHECK_INT(c, test->cu.cuDevicePrimaryCtxRetain(&test->primary, 0), 0);
  CHECK_INT(c, test->cu.cuCtxPushCurrent_v2(test->primary), 0);
  return CHECK_INT(c, test->cu.cuStreamCreate(&test->stream, NON_BLOCKING), 0);
}

static inline void device_end(struct test *test) {
  struct check *c = &test->check;
  handle popped;
  CHECK_INT(c, test->cu.cuStreamDestroy_v2(test->stream), 0);
  CHECK_INT(c, test->cu.cuCtxPopCurrent_v2(&popped), 0);
  CHECK_INT(c, test->cu.cuDevicePrimaryCtxRelease_v2(0), 0);
  rem_context_destroy(test->context);
}

/* ---- test cases ------------------------------------------------------------------------------------------------- */

/* A test case that was run plainly: inputs, and the results to expect. */
static inline int trial_ready(struct check *c, struct trial *t, const rem_plan *plan, int seed) {
  rem_error error = {.size = sizeof error};
  char why[WHY_BYTES] = "";
  if (!trial_create(t, plan, (uint64_t)seed, why, sizeof why) && !trial_run(t, &error)) return CHECK(c, 1);
  printf("%s: %s%s\n", rem_plan_problem(plan), why, error.text);
  return CHECK(c, 0);
}

/* ---- memory ----------------------------------------------------------------------------------------------------- */

/* Test cases of one plan differ in how far their elements lie from an aligned address; here, all of them lie where those of the
 * first do, so that a graph can be replayed on each. */
enum { MARGIN = 4096 };

struct there {
  rem_context *context;
  const struct cuda *owner; /* allocated the memory; NULL: Remora did */
  rem_buffer slots[REM_MAX_SLOTS], workspace;
  size_t element[REM_MAX_SLOTS]; /* bytes from the start of a slot's memory to element (0,...,0) */
};

static inline size_t element_at(const struct tensor *x) { return (size_t)(x->element - x->memory); }

/* Where the memory of a test case's slot goes. */
static inline rem_buffer place_of(const struct there *there, const struct trial *t, int i) {
  rem_buffer b = there->slots[i];
  b.offset = there->element[i] - element_at(&t->tensors[i]);
  return b;
}

static inline int take(struct there *there, size_t bytes, rem_buffer *buffer) {
  cuda_ptr address = 0;
  if (!there->owner) return rem_memory_create(there->context, bytes, buffer, NULL) == REM_OK;
  if (there->owner->cuMemAlloc_v2(&address, bytes)) return 0;
  *buffer = (rem_buffer){(void *)(uintptr_t)address, bytes, 0};
  return 1;
}

static inline void drop(struct there *there, rem_buffer *buffer) {
  if (!buffer->base) return;
  if (there->owner) there->owner->cuMemFree_v2((cuda_ptr)(uintptr_t)buffer->base);
  else rem_memory_destroy(there->context, buffer);
}

static inline int there_create(struct there *there, const struct trial *t, const struct cuda *owner) {
  size_t bytes, alignment;
  int good = 1;
  *there = (struct there){.context = t->plan->context, .owner = owner};
  for (int i = 0; i < t->problem->n_slots; i++) {
    if (!t->tensors[i].memory) continue;
    there->element[i] = MARGIN + element_at(&t->tensors[i]);
    good = good && take(there, t->tensors[i].bytes + 2 * MARGIN, &there->slots[i]);
  }
  rem_plan_workspace(t->plan, &bytes, &alignment);
  return good && (!bytes || take(there, bytes, &there->workspace));
}

static inline void there_destroy(struct there *there) {
  for (int i = 0; i < REM_MAX_SLOTS; i++) drop(there, &there->slots[i]);
  drop(there, &there->workspace);
}

/* Everything as it was before the test case's own run. */
static inline int there_send(const struct there *there, const struct trial *t, handle stream) {
  int good = 1;
  for (int i = 0; i < t->problem->n_slots; i++) {
    const struct tensor *x = &t->tensors[i];
    rem_buffer to;
    if (!x->memory) continue;
    to = place_of(there, t, i);
    good = good && !rem_memory_write(there->context, &to, x->before, x->bytes, stream, NULL);
  }
  return good;
}

static inline int there_run(const struct there *there, const struct trial *t, handle stream) {
  rem_buffer buffers[REM_MAX_SLOTS] = {{0}};
  rem_error error = {.size = sizeof error};
  for (int i = 0; i < t->problem->n_slots; i++) {
    buffers[i] = there->slots[i];
    buffers[i].offset = there->element[i];
  }
  if (!rem_plan_run(t->plan, buffers, t->problem->n_slots, there->workspace.base, there->workspace.bytes, stream,
                    &error))
    return 1;
  printf("run: %s\n", error.text);
  return 0;
}

/* Whether every byte, around the elements too, is what the test case's own run left. */
static inline int there_same(const struct there *there, const struct trial *t, handle stream) {
  int good = 1;
  for (int i = 0; i < t->problem->n_slots && good; i++) {
    const struct tensor *x = &t->tensors[i];
    rem_buffer from;
    char *now;
    if (!x->memory) continue;
    from = place_of(there, t, i);
    now = malloc(x->bytes);
    good = now && !rem_memory_read(there->context, now, &from, x->bytes, stream, NULL) &&
           !memcmp(now, x->memory, x->bytes);
    free(now);
  }
  return good;
}

#endif
