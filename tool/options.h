/* options.h: reads the options of a command, and prints its help. */
#ifndef TOOL_OPTIONS_H
#define TOOL_OPTIONS_H

enum option_kind { OPTION_FLAG, OPTION_INT, OPTION_TEXT, OPTION_TEXTS };
enum { MAX_TEXTS = 16 };

/* The values of an option that may be given several times. */
struct texts {
  int n;
  const char *text[MAX_TEXTS];
};

struct option {
  const char *name;  /* "--seeds"                                              */
  const char *value; /* how help calls its value: "N"; NULL: a flag            */
  const char *help;
  enum option_kind kind;
  void *target; /* int *, long long *, const char ** or struct texts *, by kind */
};

struct command_help {
  const char *usage; /* "remora check PROBLEM...|@file [options]" */
  const char *says;
  const struct option *options; /* ends with a NULL name */
  const char *words; /* what can follow the command, for shells: "man table"; NULL: problems, files or nothing */
};

enum { OPTIONS_HELPED = -2, OPTIONS_BAD = -1 };

/* Moves the words that are no options to the front of argv[1 ...] and returns how many there are. OPTIONS_HELPED:
 * --help, or --help=FORM (help.h), was there and was served; OPTIONS_BAD: a sentence was printed. */
int options_read(const struct command_help *help, int argc, char **argv);

/* The exit code for those two. */
int options_exit(int rc);

#endif
