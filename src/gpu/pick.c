#include "gpu.h"
void gpu_pick(struct planner *s) { plan_fail(s, REM_UNSUPPORTED, "not yet"); }
void gpu_pick_grad(struct planner *s) { plan_fail(s, REM_UNSUPPORTED, "not yet"); }
