/* main.c: the program `remora`: finds the command and runs it. */
#define _POSIX_C_SOURCE 200809L
#include "commands.h"
#include "help.h"
#include "nearest.h"
#include "remora/remora.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_help(FILE *file) {
  fprintf(file, "remora %s: tensor operators, forward and backward, with the same bits everywhere\n\n", rem_version());
  fprintf(file, "usage: remora COMMAND [PROBLEM|@FILE]... [options]     remora COMMAND --help\n\n");
  for (const struct command *c = command_table(); c->name; c++)
    help_wrap(file, c->says, fprintf(file, "  %-8s ", c->name), 11);
  fprintf(file, "\nA problem is one line: remora check 'logsumexp.bwd axes=1 bf16[64,1000]'\n");
}

static int refuse(const char *word) {
  struct nearest near = {.word = word};
  char text[64];
  for (const struct command *c = command_table(); c->name; c++) nearest_offer(&near, c->name);
  nearest_text(&near, text, sizeof text);
  fprintf(stderr, "remora: no command '%s'%s%s 'remora --help' lists them\n", word, text, *text ? "" : ";");
  return 2;
}

int main(int argc, char **argv) {
  setenv("POCL_WORK_GROUP_METHOD", "loops", 0); /* without it the library refuses PoCL: src/gpu/opencl/open.c */
  if (argc < 2 || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
    print_help(argc < 2 ? stderr : stdout);
    return argc < 2 ? 2 : 0;
  }
  if (!strcmp(argv[1], "--version")) {
    printf("remora %s\n", rem_version());
    return 0;
  }
  for (const struct command *c = command_table(); c->name; c++)
    if (!strcmp(argv[1], c->name)) return c->run(argc - 1, argv + 1);
  return refuse(argv[1]);
}
