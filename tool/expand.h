/* expand.h: turns a line with sets, ranges and drawn extents, or a file of lines, into single problems. */
#ifndef TOOL_EXPAND_H
#define TOOL_EXPAND_H

#include <stddef.h>

/* Gets each single problem, in order; anything but 0 stops the expansion and is handed back. */
typedef int (*each_line)(void *arg, const char *line);

/* Sets {a,b}, {a;b} (where commas are part of an alternative) and ranges lo..hi, lo..hi+step, lo..hi*factor, the
 * leftmost varying slowest; then extents that are drawn, ?a with draw=N (draw_extents.h). "@file" reads lines; a file's
 * own @file lines are relative to its folder. Returns 0, what each returned, or -1 with a sentence in why. */
int expand_line(const char *line, each_line each, void *arg, char *why, size_t why_bytes);

/* The problems of a command line: an argument that begins with an op or with @ starts a new line, others continue it,
 * so that a problem may be quoted or not. */
int expand_arguments(int n, char **words, each_line each, void *arg, char *why, size_t why_bytes);

#endif
