/* emit_ops.h: writes include/remora/remora_ops.h from the op table. */
#ifndef TOOL_EMIT_OPS_H
#define TOOL_EMIT_OPS_H

#include <stdio.h>

void emit_ops_header(FILE *file);

#endif
