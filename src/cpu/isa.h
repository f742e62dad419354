/* isa.h: the instruction sets this build has kernels for, and the one to use. */
#ifndef REM_CPU_ISA_H
#define REM_CPU_ISA_H

#include "cpu/kernel.h"

/* The kernels named by REM_CPU in the environment, else the best this machine has. NULL: REM_CPU names a set that this build or
 * machine lacks; *wanted is then that name. */
const struct kernels *isa_choose(const char **wanted);

/* The size of the last-level cache as far as the system tells, else a guess. */
int64_t isa_cache_bytes(void);

#endif
