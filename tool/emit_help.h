/* emit_help.h: the manual page of the program and what shells complete, from the tables that the commands read
 * their options from. */
#ifndef TOOL_EMIT_HELP_H
#define TOOL_EMIT_HELP_H

#include <stdio.h>

void emit_manual(FILE *to);

/* Returns 0, or -1: bash, zsh and fish are known. to must be stdout, on which commands write their own part. */
int emit_completion(FILE *to, const char *shell);

#endif
