/* fpstate.c: a caller with flush-to-zero, another rounding mode or trapping exceptions gets the same bits, and its own
 * floating-point state back. Worker threads of a pool are in that state too. */
#include "cases/cases.h"
#include "cases/pool.h"

#include <fenv.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(__x86_64__)
#include <immintrin.h>
static uint64_t get_state(void) { return _mm_getcsr(); }
static void set_state(uint64_t state) { _mm_setcsr((unsigned)state); }
enum { DEFAULT = 0x1f80, FLUSH = 0x8000, DENORMALS_ARE_ZERO = 0x0040 };
#define FLAGS UINT64_C(0x3f)
static const struct { const char *name; uint64_t state; } states[] = {
    {"default", DEFAULT},
    {"flush to zero", DEFAULT | FLUSH},
    {"denormals are zero", DEFAULT | DENORMALS_ARE_ZERO},
    {"both", DEFAULT | FLUSH | DENORMALS_ARE_ZERO},
    {"downward", DEFAULT | 0x2000},
    {"upward", DEFAULT | 0x4000},
    {"toward zero", DEFAULT | 0x6000},
    {"upward and flush to zero", DEFAULT | 0x4000 | FLUSH | DENORMALS_ARE_ZERO},
    {"sticky flags set", DEFAULT | FLAGS},
    {"invalid, division by zero and overflow trap", DEFAULT & ~UINT64_C(0x0680)},
};
#elif defined(__aarch64__)
static uint64_t get_state(void) {
  uint64_t state;
  __asm__ volatile("mrs %0, fpcr" : "=r"(state));
  return state;
}
#define FLAGS UINT64_C(0)
static void set_state(uint64_t state) { __asm__ volatile("msr fpcr, %0" ::"r"(state)); }
static const struct { const char *name; uint64_t state; } states[] = {
    {"default", 0},
    {"flush to zero", UINT64_C(1) << 24},
    {"default NaN", UINT64_C(1) << 25},
    {"upward", UINT64_C(1) << 22},
    {"downward", UINT64_C(2) << 22},
    {"toward zero", UINT64_C(3) << 22},
    {"upward and flush to zero", UINT64_C(1) << 22 | UINT64_C(1) << 24},
};
#else
#error "no floating-point state known for this processor"
#endif

enum { N_STATES = (int)(sizeof states / sizeof *states) };

static int passed, failed;
static uint64_t caller_state;

static void enter_state(void) { set_state(caller_state); }

static void count(int good, const char *state, const char *which, const char *what) {
  if (good) passed++;
  else failed++, printf("FAIL %s, %s: %s\n", which, state, what);
}

/* Plans and runs a case with the caller in a state; the comparison happens in the default one. */
static void test_case_in(const char *name, rem_context *context, const struct work *expected) {
  struct work w;
  uint64_t before = get_state();
  set_state(caller_state);
  int planned = work_again(&w, context, expected) == 0;
  uint64_t after_plan = get_state();
  set_state(before);
  work_spoil(&w);
  set_state(caller_state);
  int ran = planned && work_run(&w) == 0;
  uint64_t after_run = get_state();
  set_state(before);
  count(ran && work_equal(&w, expected), name, expected->which->name, "other bits");
  /* Planning may compute a few reals of its own: it leaves the modes alone, but may raise flags. */
  count(((after_plan ^ caller_state) & ~FLAGS) == 0 && after_run == caller_state, name, expected->which->name,
        "the caller's state was not given back");
  work_free(&w);
}

static void test_state(const char *name, uint64_t state, const struct work *expected) {
  caller_state = state;
  struct pool *pool = pool_create(2, enter_state);
  rem_context_desc one = {.size = sizeof one, .threads = 1}, several = {.size = sizeof several, .threads = 2};
  rem_context_desc pooled = {.size = sizeof pooled, .threads = 3, .parallel_for = pool_run, .pool = pool};
  const rem_context_desc *descs[] = {&one, &several, &pooled};
  for (int d = 0; d < 3; d++) {
    rem_context *context = NULL;
    if (rem_context_create(descs[d], &context, NULL)) {
      count(0, name, "context", "cannot be created");
      continue;
    }
    for (int i = 0; i < n_test_cases; i++) test_case_in(name, context, &expected[i]);
    rem_context_destroy(context);
  }
  pool_destroy(pool);
}

/* The same through the C library's own door. */
static void test_fesetround(const struct work *expected) {
  static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  for (int m = 0; m < 3; m++) {
    struct work w;
    if (work_share(&w, expected)) return;
    fesetround(modes[m]);
    int ran = work_run(&w) == 0, mode = fegetround();
    fesetround(FE_TONEAREST);
    count(ran && mode == modes[m] && work_equal(&w, expected), "fesetround", expected->which->name,
          "other bits or another mode");
    work_free(&w);
  }
}

int main(void) {
  struct work *expected = calloc((size_t)n_test_cases, sizeof *expected);
  rem_context *context = NULL;
  if (!expected || rem_context_create(NULL, &context, NULL)) return 1;
  for (int i = 0; i < n_test_cases; i++)
    count(work_plan(&expected[i], context, &test_cases[i]) == 0 && work_run(&expected[i]) == 0, "default",
          test_cases[i].name, "does not run");
  for (int s = 0; failed == 0 && s < N_STATES; s++) test_state(states[s].name, states[s].state, expected);
  for (int i = 0; failed == 0 && i < n_test_cases; i++) test_fesetround(&expected[i]);
  for (int i = 0; i < n_test_cases; i++) work_free(&expected[i]);
  free(expected);
  rem_context_destroy(context);
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
