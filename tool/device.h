/* device.h: a test case on a device with memory of its own. */
#ifndef TOOL_DEVICE_H
#define TOOL_DEVICE_H

#include "tensors.h"

/* How help speaks of options that several commands which plan problems have. */
#define ON_HELP "device of problems without on=: cpu, cuda:N, opencl:N (cpu)"

#define PACK_HELP "kernels that 'remora pack' compiled, for devices (none)"
#define IMAGINE_HELP "plan for an imaginary CUDA device of N multiprocessors: needs no GPU"

/* Whether buffers of this context are host memory. */
int is_host(const rem_context *context);

/* Runs the plan on copies of the tensors and the workspace, guards and all, and copies everything back, so that what was
 * written where it should not have been is found as on the host. */
rem_status run_on_device(struct trial *t, rem_error *error);

#endif
