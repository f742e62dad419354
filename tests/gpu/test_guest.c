/* test_guest.c: on a CUDA device one plan runs from several threads, several contexts live at once, and Remora is a guest in a process
 * whose primary context belongs to somebody else. Results are compared bit for bit with plain runs of the same plan. */
#include "there.h"

#include <pthread.h>

enum { THREADS = 6, ROUNDS = 40 };

/* ---- threads ---------------------------------------------------------------------------------------------------- */

struct worker {
  const struct test *test;
  const struct trial *t;
  int wrong;
};

static void *work(void *arg) {
  struct worker *w = arg;
  const struct cuda *cu = &w->test->cu;
  struct there there;
  handle stream = NULL, popped;
  w->wrong += cu->cuCtxPushCurrent_v2(w->test->primary) || cu->cuStreamCreate(&stream, NON_BLOCKING);
  w->wrong += cu->cuCtxPopCurrent_v2(&popped) != 0; /* runs need no current context */
  w->wrong += !there_create(&there, w->t, NULL);
  for (int i = 0; i < ROUNDS && !w->wrong; i++)
    w->wrong +=
        !there_send(&there, w->t, stream) || !there_run(&there, w->t, stream) || !there_same(&there, w->t, stream);
  there_destroy(&there);
  w->wrong +=
      cu->cuCtxPushCurrent_v2(w->test->primary) || cu->cuStreamDestroy_v2(stream) || cu->cuCtxPopCurrent_v2(&popped);
  return NULL;
}

static void test_threads(struct test *test, const char *line) {
  struct check *c = &test->check;
  struct trial sets[THREADS] = {{0}};
  struct worker workers[THREADS];
  pthread_t threads[THREADS];
  rem_plan *plan = plan_of(c, test->context, line);
  int n = 0;
  if (!plan) return;
  while (n < THREADS && trial_ready(c, &sets[n], plan, n)) n++;
  for (int i = 0; i < n; i++) {
    workers[i] = (struct worker){test, &sets[i], 0};
    CHECK_INT(c, pthread_create(&threads[i], NULL, work, &workers[i]), 0);
  }
  for (int i = 0; i < n; i++) {
    pthread_join(threads[i], NULL);
    if (!CHECK_INT(c, workers[i].wrong, 0)) printf("FAIL thread %d of %s\n", i, line);
  }
  for (int i = 0; i < THREADS; i++) trial_destroy(&sets[i]);
  rem_plan_destroy(plan);
}

/* ---- contexts --------------------------------------------------------------------------------------------------- */

enum { CONTEXTS = 3 };

/* The same problem in every context that is still there; returns how many gave other bits than expected. */
static int differ(struct check *c, rem_context *const contexts[CONTEXTS], const char *line, uint64_t *expected) {
  int wrong = 0;
  for (int i = 0; i < CONTEXTS; i++) {
    struct trial t = {0};
    rem_plan *plan = contexts[i] ? plan_of(c, contexts[i], line) : NULL;
    if (!plan) continue;
    if (trial_ready(c, &t, plan, 1)) {
      if (!*expected) *expected = trial_digest(&t);
      wrong += trial_digest(&t) != *expected;
    }
    trial_destroy(&t);
    rem_plan_destroy(plan);
  }
  return wrong;
}

/* Two of the primary context, and one that adopts a context of the caller's. */
static void test_contexts(struct test *test, const char *line) {
  struct check *c = &test->check;
  rem_context_desc desc = {.size = sizeof desc, .device = "cuda:0"};
  rem_context *contexts[CONTEXTS] = {NULL};
  handle own = NULL, popped;
  uint64_t expected = 0;
  CHECK_INT(c, test->cu.cuCtxCreate_v2(&own, 0, 0), 0);
  CHECK_INT(c, test->cu.cuCtxPopCurrent_v2(&popped), 0);
  for (int i = 0; i < CONTEXTS; i++) {
    desc.native = i == 2 ? own : NULL;
    CHECK_INT(c, rem_context_create(&desc, &contexts[i], NULL), REM_OK);
  }
  for (int round = 0; round < 3; round++) CHECK_INT(c, differ(c, contexts, line, &expected), 0);
  for (int i = 0; i < CONTEXTS; i++) { /* the others go on without it */
    rem_context_destroy(contexts[i]);
    contexts[i] = NULL;
    CHECK_INT(c, differ(c, contexts, line, &expected), 0);
  }
  CHECK_INT(c, test->cu.cuCtxDestroy_v2(own), 0);
}

/* ---- a guest ---------------------------------------------------------------------------------------------------- */

/* Runs on the host's memory and the host's stream. */
static void visit(struct check *c, const struct cuda *cu, handle stream, const char *line) {
  rem_context_desc desc = {.size = sizeof desc, .device = "cuda:0"};
  rem_error error = {.size = sizeof error};
  rem_context *context = NULL;
  struct trial t = {0};
  struct there there = {0};
  rem_plan *plan = NULL;
  if (!CHECK_INT(c, rem_context_create(&desc, &context, &error), REM_OK)) printf("%s\n", error.text);
  else plan = plan_of(c, context, line);
  if (plan && trial_ready(c, &t, plan, 3) && CHECK(c, there_create(&there, &t, cu))) {
    CHECK(c, there_send(&there, &t, stream));
    CHECK(c, there_run(&there, &t, stream));
    CHECK(c, there_same(&there, &t, stream));
  }
  there_destroy(&there);
  trial_destroy(&t);
  rem_plan_destroy(plan);
  rem_context_destroy(context);
}

/* Before Remora has touched the device, somebody retains the primary context, as PyTorch does; when Remora has left, nothing of
 * theirs has changed. */
static void test_guest(struct check *c, const struct cuda *cu) {
  handle primary = NULL, current = NULL, stream = NULL;
  cuda_ptr memory = 0;
  unsigned flags = 0;
  int active = 0, byte = 0;
  CHECK_INT(c, cu->cuDevicePrimaryCtxRetain(&primary, 0), 0);
  CHECK_INT(c, cu->cuCtxPushCurrent_v2(primary), 0);
  CHECK_INT(c, cu->cuMemAlloc_v2(&memory, 64), 0);
  CHECK_INT(c, cu->cuStreamCreate(&stream, NON_BLOCKING), 0);
  visit(c, cu, stream, "logsumexp.bwd axes=1 bf16[67,130]");
  visit(c, cu, stream, "cumprod.bwd f32[20011]");
  CHECK_INT(c, cu->cuCtxGetCurrent(&current), 0);
  CHECK(c, current == primary);
  CHECK_INT(c, cu->cuDevicePrimaryCtxGetState(0, &flags, &active), 0);
  CHECK_INT(c, active, 1);
  CHECK_INT(c, cu->cuMemcpyDtoH_v2(&byte, memory, 1), 0);
  CHECK_INT(c, cu->cuStreamDestroy_v2(stream), 0);
  CHECK_INT(c, cu->cuMemFree_v2(memory), 0);
  CHECK_INT(c, cu->cuCtxPopCurrent_v2(&current), 0);
  CHECK_INT(c, cu->cuDevicePrimaryCtxRelease_v2(0), 0);
}

/* ---- all of it -------------------------------------------------------------------------------------------------- */

static void test_device(struct test *test) {
  static const char *const lines[] = {"sum axes=1 f32[67,130]", "prod.bwd f32[20011]", "cumsum bf16[20011]",
                                      "pad.bwd mode=reflect low=1,0 high=0,2 f32[67,130]"};
  struct check *c = &test->check;
  test_guest(c, &test->cu);
  printf("a guest: %" PRId64 " passed, %" PRId64 " failed so far\n", c->passed, c->failed);
  if (!device_begin(test)) return;
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) test_threads(test, lines[i]);
  printf("threads: %" PRId64 " passed, %" PRId64 " failed so far\n", c->passed, c->failed);
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) test_contexts(test, lines[i]);
  device_end(test);
}

int main(void) {
  struct test test = {.check = {.name = "gpu/guest"}};
  void *library;
  const char *missing = cuda_open(&test.cu, &library);
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (missing) printf("skipped: %s is not there\n", missing);
  if (missing) CHECK(&test.check, 1); /* that it was skipped in good order */
  else test_device(&test);
  library_close(library);
  return check_end(&test.check);
}
