#include "gpu.h"
#define STUB(n) void n(struct planner *s) { plan_fail(s, REM_UNSUPPORTED, #n " is not there yet"); }
STUB(gpu_pad_grad) STUB(gpu_repeat_grad)
