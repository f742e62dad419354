/* help.h: what is known of a command, written for people, as a part of the manual, or for a shell that completes
 * words. */
#ifndef TOOL_HELP_H
#define TOOL_HELP_H

#include "options.h"

#include <stdio.h>

/* Writes a command's help in a form: text, man, bash-values, bash-words, zsh, fish. Returns 0, or -1: there is no
 * such form. Commands answer `COMMAND --help=FORM` with it; `remora emit` puts the manual and the completions
 * together from their answers. */
int help_write(const struct command_help *help, const char *form, FILE *to);

/* Text broken at blanks to lines of at most 80 characters, from the second on indented; the first begins at column
 * at. A line break in the text is one on the screen. */
void help_wrap(FILE *to, const char *text, int at, int indent);

/* Text between single quotes of a shell, with a backslash before special characters; and text of a manual page. */
void help_quote(FILE *to, const char *text, const char *special);
void help_roff(FILE *to, const char *text);

#endif
