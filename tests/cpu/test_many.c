/* test_many.c: plans of many on the CPU have the bits of plans of one, for any number of members and of threads; and one plan serves
 * many threads at once. */
#include "cases/batch.h"
#include "check.h"

#include <pthread.h>

static const struct {
  const char *op;
  int pass;
} ops[] = {{"adamw", REM_FORWARD}, {"sgd", REM_FORWARD},  {"lion", REM_FORWARD}, {"lamb_update", REM_FORWARD}, {"lamb_apply", REM_FORWARD},
           {"exp", REM_FORWARD},   {"exp", REM_BACKWARD}, {"mul", REM_BACKWARD}, {"norm2", REM_FORWARD},       {"softmax", REM_FORWARD},
           {"bce_with_logits_loss", REM_FORWARD}, {"bce_with_logits_loss", REM_BACKWARD}, {"mse_loss", REM_BACKWARD}};

static void compare(struct check *c, int threads, int members, uint64_t seed) {
  rem_context_desc one = {.size = sizeof one, .threads = 1}, some = {.size = sizeof some, .threads = threads};
  rem_context *alone = NULL, *together = NULL;
  if (!CHECK_INT(c, rem_context_create(&one, &alone, NULL), REM_OK)) return;
  if (CHECK_INT(c, rem_context_create(&some, &together, NULL), REM_OK))
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
      struct batch b;
      if (!CHECK_INT(c, batch_create(&b, ops[i].op, ops[i].pass, members, seed + (uint64_t)i), 0)) continue;
      for (int memory = 0; memory < BATCH_MEMORIES; memory++)
        CHECK_INT(c, batch_compare(&b, alone, together, (enum batch_memory)memory, 2), 0);
      batch_destroy(&b);
    }
  rem_context_destroy(together);
  rem_context_destroy(alone);
}

/* ---- one plan, several threads: each with tensors of its own, which it changes from run to run ---- */

enum { RUNNERS = 4, ROUNDS = 300, PARTS = 20, LENGTH = 33 };

struct runner {
  const rem_plan *plan;
  pthread_t thread;
  int wrong;
  float x[2][PARTS][LENGTH], y[2][PARTS][LENGTH];
};

static void *run_often(void *arg) {
  struct runner *r = arg;
  _Alignas(64) char workspace[1 << 16];
  size_t bytes;
  rem_plan_workspace(r->plan, &bytes, NULL);
  for (int round = 0; round < ROUNDS; round++) {
    rem_buffer buffers[PARTS * 2];
    int side = round / 3 % 2; /* the same buffers three times, then others */
    for (int p = 0; p < PARTS; p++) {
      for (int k = 0; k < LENGTH; k++) r->x[side][p][k] = (float)(round + p + k);
      buffers[2 * p] = (rem_buffer){r->x[side][p], sizeof r->x[side][p], 0};
      buffers[2 * p + 1] = (rem_buffer){r->y[side][p], sizeof r->y[side][p], 0};
    }
    r->wrong |= bytes > sizeof workspace || rem_plan_run(r->plan, buffers, PARTS * 2, workspace, bytes, NULL, NULL);
    for (int p = 0; p < PARTS; p++)
      for (int k = 0; k < LENGTH; k++) r->wrong |= r->y[side][p][k] != -(float)(round + p + k);
  }
  return NULL;
}

static void test_threads(struct check *c) {
  static struct runner runners[RUNNERS];
  rem_context_desc one = {.size = sizeof one, .threads = 1};
  rem_context *context = NULL;
  rem_plan *plan = NULL;
  rem_view view = rem_view_packed(REM_F32, 1, (int64_t[]){LENGTH}), views[2] = {view, view};
  rem_desc descs[PARTS];
  for (int p = 0; p < PARTS; p++)
    descs[p] = (rem_desc){.size = sizeof descs[p], .op = "neg", .views = views, .n_views = 2};
  if (!CHECK_INT(c, rem_context_create(&one, &context, NULL), REM_OK)) return;
  if (CHECK_INT(c, rem_plan_create_many(context, descs, PARTS, &plan, NULL), REM_OK)) {
    for (int i = 0; i < RUNNERS; i++) {
      runners[i].plan = plan;
      CHECK_INT(c, pthread_create(&runners[i].thread, NULL, run_often, &runners[i]), 0);
    }
    for (int i = 0; i < RUNNERS; i++) CHECK_INT(c, pthread_join(runners[i].thread, NULL), 0);
    for (int i = 0; i < RUNNERS; i++) CHECK_INT(c, runners[i].wrong, 0);
  }
  rem_plan_destroy(plan);
  rem_context_destroy(context);
}

int main(void) {
  struct check c = {.name = "cpu/test_many"};
#ifdef REM_SANITIZED /* ten times as slow */
  static const int threads[] = {1, 3}, members[] = {1, 3, 40};
#else
  static const int threads[] = {1, 2, 3, 7}, members[] = {1, 2, 3, 5, 40, 300};
#endif
  for (size_t t = 0; t < sizeof threads / sizeof *threads; t++)
    for (size_t m = 0; m < sizeof members / sizeof *members; m++)
      compare(&c, threads[t], members[m], (unsigned)(97 * t + m));
  test_threads(&c);
  return check_end(&c);
}
