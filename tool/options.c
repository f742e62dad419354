/* options.c: reads the options of a command, and prints its help. */
#include "options.h"

#include "help.h"
#include "nearest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int refuse(const struct command_help *help, const char *text, const char *word) {
  fprintf(stderr, "remora: %s '%s'\nusage: %s\n", text, word, help->usage);
  return OPTIONS_BAD;
}

/* Names the option that was probably meant. */
static int refuse_option(const struct command_help *help, const char *word, size_t length) {
  char typed[64], text[64];
  struct nearest near = {.word = typed};
  snprintf(typed, sizeof typed, "%.*s", (int)length, word);
  for (const struct option *o = help->options; o->name; o++) nearest_offer(&near, o->name);
  nearest_offer(&near, "--help");
  nearest_text(&near, text, sizeof text);
  fprintf(stderr, "remora: no such option: '%s'%s\nusage: %s\n", typed, text, help->usage);
  return OPTIONS_BAD;
}

static const struct option *find(const struct option *options, const char *word, size_t length) {
  for (; options->name; options++)
    if (strlen(options->name) == length && !memcmp(options->name, word, length)) return options;
  return NULL;
}

static int store(const struct option *o, const char *value) {
  char *end;
  struct texts *texts = o->target;
  switch (o->kind) {
    case OPTION_FLAG:
      *(int *)o->target = 1;
      return 0;
    case OPTION_INT:
      *(long long *)o->target = strtoll(value, &end, 0);
      return *end || end == value;
    case OPTION_TEXT:
      *(const char **)o->target = value;
      return 0;
    default:
      if (texts->n == MAX_TEXTS) return 1;
      texts->text[texts->n++] = value;
      return 0;
  }
}

/* Reads the option at argv[*i], with its value behind '=' or in the next word. */
static int read_option(const struct command_help *help, int argc, char **argv, int *i) {
  const char *word = argv[*i];
  size_t length = strcspn(word, "=");
  const struct option *o = find(help->options, word, length);
  if (!o) return refuse_option(help, word, length);
  const char *value = word[length] ? word + length + 1 : NULL;
  if (o->kind == OPTION_FLAG && value) return refuse(help, "this option takes no value:", word);
  if (o->kind != OPTION_FLAG && !value) value = *i + 1 < argc ? argv[++*i] : NULL;
  if (o->kind != OPTION_FLAG && !value) return refuse(help, "a value is missing after", word);
  return store(o, value) ? refuse(help, "not a value for this option:", value) : 0;
}

int options_read(const struct command_help *help, int argc, char **argv) {
  int n = 0;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) return help_write(help, "text", stdout), OPTIONS_HELPED;
    if (!strncmp(argv[i], "--help=", 7) && !help_write(help, argv[i] + 7, stdout)) return OPTIONS_HELPED;
    if (argv[i][0] != '-' || !argv[i][1]) {
      argv[1 + n++] = argv[i];
      continue;
    }
    if (read_option(help, argc, argv, &i)) return OPTIONS_BAD;
  }
  return n;
}

int options_exit(int rc) { return rc == OPTIONS_HELPED ? 0 : 2; }
