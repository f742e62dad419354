/* test_many.c: plans of many on the CPU have the bits of plans of one, for any number of members and of threads. */
#include "cases/batch.h"
#include "check.h"

static const struct {
  const char *op;
  int pass;
} ops[] = {{"adamw", REM_FORWARD}, {"sgd", REM_FORWARD},  {"lion", REM_FORWARD}, {"lamb_update", REM_FORWARD}, {"lamb_apply", REM_FORWARD},
           {"exp", REM_FORWARD},   {"exp", REM_BACKWARD}, {"mul", REM_BACKWARD}, {"norm2", REM_FORWARD},       {"softmax", REM_FORWARD},
           {"bce_with_logits_loss", REM_FORWARD}, {"bce_with_logits_loss", REM_BACKWARD}, {"mse_loss", REM_BACKWARD}};

static void compare(struct check *c, int threads, int members, unsigned seed) {
  rem_context_desc one = {.size = sizeof one, .threads = 1}, some = {.size = sizeof some, .threads = threads};
  rem_context *alone = NULL, *together = NULL;
  if (!CHECK_INT(c, rem_context_create(&one, &alone, NULL), REM_OK)) return;
  if (CHECK_INT(c, rem_context_create(&some, &together, NULL), REM_OK))
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
      struct batch b;
      if (!CHECK_INT(c, batch_create(&b, ops[i].op, ops[i].pass, members, seed + (unsigned)i), 0)) continue;
      for (int memory = 0; memory < BATCH_MEMORIES; memory++)
        CHECK_INT(c, batch_compare(&b, alone, together, (enum batch_memory)memory, 2), 0);
      batch_destroy(&b);
    }
  rem_context_destroy(together);
  rem_context_destroy(alone);
}

int main(void) {
  struct check c = {.name = "cpu/test_many"};
  static const int threads[] = {1, 2, 3, 7}, members[] = {1, 2, 3, 5, 40, 300};
  for (size_t t = 0; t < sizeof threads / sizeof *threads; t++)
    for (size_t m = 0; m < sizeof members / sizeof *members; m++)
      compare(&c, threads[t], members[m], (unsigned)(97 * t + m));
  return check_end(&c);
}
