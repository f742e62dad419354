/* math.h: the subcommand that measures the elementary functions. Search this folder with -iquote: -I would hide
   <math.h>. */
#ifndef REM_TOOL_MATH_H
#define REM_TOOL_MATH_H

/* Returns 0, 1 if a function is over its bound or has other bits somewhere, 2 for bad usage. */
int cmd_math(int argc, char **argv);

#endif
