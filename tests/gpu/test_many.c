/* test_many.c: plans of many on a GPU have the bits of plans of one on the CPU, whether memory is one allocation or very many; and few
 * launches. OpenCL, and CUDA where there is a device. */
#include "cases/batch.h"
#include "check.h"
#include "core/plan.h"
#include "gpu/gpu.h"

static const struct {
  const char *op;
  int pass;
} ops[] = {{"adamw", REM_FORWARD}, {"sgd", REM_FORWARD}, {"exp", REM_FORWARD}, {"exp", REM_BACKWARD}, {"norm2", REM_FORWARD},
         {"bce_with_logits_loss", REM_FORWARD}, {"bce_with_logits_loss", REM_BACKWARD}, {"mse_loss", REM_BACKWARD}};

static void compare(struct check *c, rem_context *alone, rem_context *together, int members) {
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
    struct batch b;
    if (!CHECK_INT(c, batch_create(&b, ops[i].op, ops[i].pass, members, (uint64_t)i), 0)) continue;
    for (int memory = 0; memory < BATCH_MEMORIES; memory++)
      CHECK_INT(c, batch_compare(&b, alone, together, (enum batch_memory)memory, 2), 0);
    batch_destroy(&b);
  }
}

/* A hundred alike are a handful of launches. */
static void test_launches(struct check *c, rem_context *context) {
  enum { MEMBERS = 100, VIEWS = 9 };
  rem_view views[VIEWS];
  rem_desc descs[MEMBERS];
  rem_plan *plan = NULL;
  int launches = 0;
  for (int i = 0; i < VIEWS; i++) views[i] = rem_view_packed(REM_F32, 1, (int64_t[]){1000});
  views[4] = rem_view_packed(REM_F32, 0, NULL);
  views[5] = rem_view_packed(REM_I64, 0, NULL);
  views[6].rank = REM_LEFT_OUT;
  for (int m = 0; m < MEMBERS; m++)
    descs[m] = (rem_desc){.size = sizeof descs[m], .op = "adamw", .views = views, .n_views = VIEWS};
  if (!CHECK_INT(c, rem_plan_create_many(context, descs, MEMBERS, &plan, NULL), REM_OK)) return;
  while (exec_step(plan->planned.exec, launches)) launches++;
  CHECK(c, launches <= (context->handles ? 16 : 3));
  CHECK(c, strstr(rem_plan_sku(plan), ".adamw.f32.many100.k") != NULL);
  CHECK(c, strstr(rem_plan_source(plan), "many_formula") != NULL);
  rem_plan_destroy(plan);
}

static void test_device(struct check *c, const char *device) {
  rem_context_desc desc = {.size = sizeof desc, .device = device};
  rem_context *alone = NULL, *together = NULL;
  rem_error error = {.size = sizeof error};
  static const int members[] = {1, 2, 9, 60};
  if (rem_context_create(&desc, &together, &error)) {
    printf("gpu/test_many: %s is left out: %s\n", device, error.text);
    return;
  }
  if (CHECK_INT(c, rem_context_create(NULL, &alone, NULL), REM_OK))
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) compare(c, alone, together, members[i]);
  test_launches(c, together);
  rem_context_destroy(alone);
  rem_context_destroy(together);
}

int main(void) {
  struct check c = {.name = "gpu/test_many"};
  test_device(&c, "opencl:0");
  test_device(&c, "cuda:0");
  return check_end(&c);
}
