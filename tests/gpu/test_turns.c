/* test_turns.c: lines whose blocks take turns, on a device of which OpenCL does not promise that they can: PoCL's threads take one
 * group of work-items after the other, so they do. The results are those of the CPU, and of blocks that do not wait. */
#include "gpu/gpu.h"
#include "plan_of.h"
#include "tensors.h"

static const char *const lines[] = {
    "cumsum axis=1 reverse=1 f32[2,300001]", /* a group of groups */
    "cumsum axis=1 exclusive=1 bf16[2,16640]",
    "cumsum axis=0 f32[9000,5]",
    "cumsum axis=0 bf16[9000,6]",
    "cumsum axis=0 exclusive=1 f32[8200,4]",
    "cumsum.bwd axis=0 f32[9000,37]",
    "cumprod axis=1 f64[2,8448]", /* 8-byte elements are exchanged, whole tiles of them */
    "cumsum axis=1 reverse=1 f64[2,20003]",
    "cumsum.bwd axis=1 f64[3,9000]",
    "cumsum axis=1 x:f32[2,9001] y:f64[2,9001] +y",
    "cumprod axis=0 f32[8456,2]",
    "logcumsumexp axis=0 f32[8200,20]",
};

static uint64_t digest_on(struct check *c, rem_context *context, const char *line) {
  struct trial t;
  rem_error error = {.size = sizeof error};
  char why[WHY_BYTES] = "";
  uint64_t digest = 0;
  rem_plan *plan = plan_of(c, context, line);
  if (!plan) return 0;
  if (CHECK_INT(c, trial_create(&t, plan, 1, why, sizeof why), 0) && CHECK_INT(c, trial_run(&t, &error), REM_OK)) {
    digest = trial_digest(&t);
    CHECK_INT(c, trial_intact(&t, why, sizeof why), 0);
  }
  trial_destroy(&t);
  rem_plan_destroy(plan);
  return digest;
}

int main(void) {
  struct check check = {.name = "gpu/turns"}, *c = &check;
  rem_context *cpu = NULL, *waits = NULL, *goes_on = NULL;
  rem_context_desc desc = {.size = sizeof desc, .device = "opencl:0"};
  if (rem_context_create(&desc, &goes_on, NULL)) {
    printf("no OpenCL device: skipped\n");
    return check_end(c);
  }
  CHECK_INT(c, rem_context_create(&desc, &waits, NULL), REM_OK);
  desc.device = "cpu";
  CHECK_INT(c, rem_context_create(&desc, &cpu, NULL), REM_OK);
  CHECK_INT(c, ((struct gpu *)goes_on->device)->facts.in_turn, 0);
  ((struct gpu *)waits->device)->facts.in_turn = 1;
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    uint64_t expected = digest_on(c, cpu, lines[i]), in_turn = digest_on(c, waits, lines[i]), apart = digest_on(c, goes_on, lines[i]);
    if (!CHECK(c, in_turn == expected) || !CHECK(c, apart == expected))
      printf("%s: %016llx %016llx %016llx\n", lines[i], (unsigned long long)expected, (unsigned long long)in_turn,
             (unsigned long long)apart);
  }
  rem_context_destroy(cpu);
  rem_context_destroy(waits);
  rem_context_destroy(goes_on);
  return check_end(c);
}
