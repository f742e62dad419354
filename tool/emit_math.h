/* emit_math.h: writes include/remora/math.h from ops/vocab.h and ops/math. */
#ifndef TOOL_EMIT_MATH_H
#define TOOL_EMIT_MATH_H

#include <stdio.h>

/* ops is the folder of vocab.h. Returns 0, or 2 with a sentence. */
int emit_math_header(FILE *file, const char *ops);

#endif
