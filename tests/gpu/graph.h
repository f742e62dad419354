/* graph.h: the driver's functions that a program with CUDA graphs of its own uses. */
#ifndef GRAPH_H
#define GRAPH_H

#include "check.h"
#include "core/plan.h"
#include "gpu/gpu.h"

typedef void *handle;
typedef uint64_t cuda_ptr;

/* clang-format off */
#define FUNCTIONS(F) \
  F(cuInit, (unsigned)) \
  F(cuDevicePrimaryCtxRetain, (handle *, int)) \
  F(cuDevicePrimaryCtxRelease_v2, (int)) \
  F(cuDevicePrimaryCtxGetState, (int, unsigned *, int *)) \
  F(cuCtxCreate_v2, (handle *, unsigned, int)) \
  F(cuCtxDestroy_v2, (handle)) \
  F(cuCtxGetCurrent, (handle *)) \
  F(cuCtxPushCurrent_v2, (handle)) \
  F(cuCtxPopCurrent_v2, (handle *)) \
  F(cuStreamCreate, (handle *, unsigned)) \
  F(cuStreamDestroy_v2, (handle)) \
  F(cuStreamSynchronize, (handle)) \
  F(cuStreamBeginCapture_v2, (handle, int)) \
  F(cuStreamEndCapture, (handle, handle *)) \
  F(cuGraphGetNodes, (handle, handle *, size_t *)) \
  F(cuGraphInstantiateWithFlags, (handle *, handle, unsigned long long)) \
  F(cuGraphLaunch, (handle, handle)) \
  F(cuGraphExecDestroy, (handle)) \
  F(cuGraphDestroy, (handle)) \
  F(cuMemAlloc_v2, (cuda_ptr *, size_t)) \
  F(cuMemFree_v2, (cuda_ptr)) \
  F(cuMemcpyDtoH_v2, (void *, cuda_ptr, size_t))
/* clang-format on */
struct cuda {
#define DECLARE(name, arguments) int(*name) arguments;
  FUNCTIONS(DECLARE)
#undef DECLARE
};
static const struct library_function cuda_functions[] = {
#define LINE(name, arguments) {#name, offsetof(struct cuda, name), 0},
    FUNCTIONS(LINE)
#undef LINE
};
enum { NON_BLOCKING = 1, CAPTURE_GLOBAL = 0 };

/* Opens the driver. NULL, or why there is none: the test is to be skipped. library is to be closed in any case. */
static inline const char *cuda_open(struct cuda *cu, void **library) {
  *library = library_open("libcuda.so.1");
  const char *missing = "libcuda.so.1";
  if (*library)
    missing = library_functions(*library, cuda_functions, sizeof cuda_functions / sizeof *cuda_functions, cu);
  return missing ? missing : cu->cuInit(0) ? "a device" : NULL;
}

/* How many launches a plan is. */
static inline size_t steps_of(const rem_plan *plan) {
  size_t n = 0;
  while (exec_step(plan->planned.exec, (int)n)) n++;
  return n;
}

/* The graph of what run() enqueues on the stream, `steps` kernels; NULL: the capture failed, or recorded something else. In this mode,
 * a call of any thread that allocates or waits ends the capture. */
static inline handle cuda_capture(struct check *c, const struct cuda *cu, handle stream, size_t steps,
                                  int (*run)(const void *arg, handle stream), const void *arg) {
  handle graph = NULL, ready = NULL;
  size_t nodes = 0;
  CHECK_INT(c, cu->cuStreamBeginCapture_v2(stream, CAPTURE_GLOBAL), 0);
  CHECK(c, run(arg, stream));
  if (!CHECK_INT(c, cu->cuStreamEndCapture(stream, &graph), 0)) return NULL;
  CHECK_INT(c, cu->cuGraphGetNodes(graph, NULL, &nodes), 0);
  CHECK_INT(c, (int64_t)nodes, (int64_t)steps);
  CHECK_INT(c, cu->cuGraphInstantiateWithFlags(&ready, graph, 0), 0);
  CHECK_INT(c, cu->cuGraphDestroy(graph), 0);
  return ready;
}

#endif
