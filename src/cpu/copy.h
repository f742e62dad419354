/* copy.h: copies between strided boxes, and fills them, whatever their strides and dtypes: what pad and repeat do where no row is
 * contiguous on both sides. */
#ifndef REM_CPU_COPY_H
#define REM_CPU_COPY_H

#include "cpu.h"

enum { COPY_TO, COPY_FROM, COPY_OPERANDS }; /* operands of its space */

struct copy {
  const struct exec *exec;
  rem_context *context;
  struct space space;
  char *to;         /* element (0,...,0) of the box                */
  const char *from; /* NULL: fill with value                       */
  struct operand to_op, from_op;
  double value;
  char *workspace; /* copy_workspace bytes                        */
};

size_t copy_workspace(const struct exec *exec);
void copy_run(const struct copy *copy);

#endif
