/* threads.c: many threads, several contexts, the caller's own pool, a forked child: always the bits of one thread. */
#include "cases/cases.h"
#include "cases/pool.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__SANITIZE_THREAD__)
#define UNDER_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define UNDER_TSAN 1
#endif
#endif
#ifndef UNDER_TSAN
#define UNDER_TSAN 0
#endif

enum { CALLERS = 6, ROUNDS = 3, CHILD_SECONDS = 60 };

struct tally {
  int passed, failed;
};

static void count(struct tally *t, int good, const char *what, const char *which) {
  if (good) t->passed++;
  else t->failed++, printf("FAIL %s: %s\n", which, what);
}

static rem_context *open_context(int threads, struct pool *pool) {
  rem_context_desc desc = {.size = sizeof desc, .threads = threads};
  rem_context *context = NULL;
  rem_error error = {.size = sizeof error};
  if (pool) desc.parallel_for = pool_run, desc.pool = pool;
  if (rem_context_create(&desc, &context, &error)) printf("FAIL context: %s\n", error.text);
  return context;
}

/* Plans and runs every case in a context of its own; 1: all have the bits of expected. */
static int run_all(rem_context *context, const struct work *expected) {
  int good = context != NULL;
  for (int i = 0; good && i < n_test_cases; i++) {
    struct work w;
    good = work_again(&w, context, &expected[i]) == 0;
    work_spoil(&w);
    good = good && work_run(&w) == 0 && work_equal(&w, &expected[i]);
    work_free(&w);
  }
  return good;
}

/* ---- contexts of every kind, one after the other ---- */

static void test_contexts(struct tally *t, const struct work *expected) {
  static const int threads[] = {0, 2, 3, 7};
  for (int pooled = 0; pooled < 2; pooled++)
    for (int i = 0; i < 4; i++) {
      struct pool *pool = pooled ? pool_create(3, NULL) : NULL;
      rem_context *context = open_context(threads[i], pool);
      count(t, run_all(context, expected), "differs from one thread", context ? rem_context_device(context) : "context");
      rem_context_destroy(context);
      if (pool) pool_destroy(pool);
    }
}

/* ---- one plan, many callers ---- */

struct caller {
  pthread_t thread;
  const struct work *shared, *expected;
  struct pool *pool;
  int good;
};

static void *call_shared(void *arg) {
  struct caller *c = arg;
  struct work w;
  c->good = work_share(&w, c->shared) == 0;
  for (int i = 0; c->good && i < ROUNDS; i++) {
    work_spoil(&w);
    c->good = work_run(&w) == 0 && work_equal(&w, c->expected);
  }
  work_free(&w);
  return NULL;
}

/* Starts body in CALLERS threads that differ in nothing but their memory; 1: all were good. */
static int call_all(void *(*body)(void *), struct caller each) {
  struct caller callers[CALLERS];
  int good = 1;
  for (int i = 0; i < CALLERS; i++) {
    callers[i] = each;
    if (pthread_create(&callers[i].thread, NULL, body, &callers[i])) return 0;
  }
  for (int i = 0; i < CALLERS; i++) {
    pthread_join(callers[i].thread, NULL);
    good = good && callers[i].good;
  }
  return good;
}

static void test_shared_plan(struct tally *t, const struct work *expected, struct pool *pool) {
  rem_context *context = open_context(2, pool);
  for (int i = 0; context && i < n_test_cases; i++) {
    struct work original;
    int good = work_again(&original, context, &expected[i]) == 0;
    if (good) good = call_all(call_shared, (struct caller){.shared = &original, .expected = &expected[i]});
    count(t, good, "one plan in many threads", test_cases[i].name);
    work_free(&original);
  }
  rem_context_destroy(context);
}

/* ---- contexts and plans made by many threads at once ---- */

static void *call_alone(void *arg) {
  struct caller *c = arg;
  rem_context *context = open_context(2, c->pool);
  c->good = run_all(context, c->expected);
  rem_context_destroy(context);
  return NULL;
}

/* ---- fork ---- */

/* A child must neither hang nor differ, with its parent's context and with one of its own. */
static void test_fork(struct tally *t, const struct work *expected) {
  rem_context *context = open_context(2, NULL);
  if (!run_all(context, expected)) printf("FAIL parent before fork\n");
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    alarm(CHILD_SECONDS);
    int good = run_all(context, expected);
    rem_context *own = open_context(3, NULL);
    good = good && run_all(own, expected);
    fflush(stdout);
    _exit(good ? 0 : 1);
  }
  int status = -1;
  count(t, child > 0 && waitpid(child, &status, 0) == child && status == 0, "hangs, crashes or differs", "child of fork");
  count(t, run_all(context, expected), "differs after fork", "parent");
  rem_context_destroy(context);
}

int main(void) {
  struct tally t = {0, 0};
  struct work *expected = calloc((size_t)n_test_cases, sizeof *expected);
  rem_context *single = open_context(1, NULL);
  if (!expected || !single) return 1;
  for (int i = 0; i < n_test_cases; i++)
    count(&t, work_plan(&expected[i], single, &test_cases[i]) == 0 && work_run(&expected[i]) == 0, "one thread",
          test_cases[i].name);
  if (t.failed == 0) {
    struct pool *pool = pool_create(3, NULL);
    test_contexts(&t, expected);
    test_shared_plan(&t, expected, NULL);
    test_shared_plan(&t, expected, pool);
    count(&t, call_all(call_alone, (struct caller){.expected = expected}), "a context for each", "many threads");
    count(&t, call_all(call_alone, (struct caller){.expected = expected, .pool = pool}), "one pool", "many threads");
    pool_destroy(pool);
    if (!UNDER_TSAN) test_fork(&t, expected); /* TSan does not follow threads started after a fork */
  }
  for (int i = 0; i < n_test_cases; i++) work_free(&expected[i]);
  free(expected);
  rem_context_destroy(single);
  printf("%d passed, %d failed\n", t.passed, t.failed);
  return t.failed != 0;
}
