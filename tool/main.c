/* main.c: the program `remora`: finds the command and runs it. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"
#include "commands.h"
#include "math.h"
#include "remora/remora.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct command {
  const char *name, *help;
  int (*run)(int argc, char **argv);
} commands[] = {
    {"list", "the ops, their slots and attributes; the devices", cmd_list},
    {"explain", "what a plan says of itself: kernel, guarantee, workspace, reasons", cmd_explain},
    {"run", "run a problem on .npy files", cmd_run},
    {"check", "compare every element with the oracle, inside the plan's own bound", cmd_check},
    {"grad", "compare backward passes with differences of the forward oracle", cmd_grad},
    {"props", "what must hold without an oracle: adjoints, linearity, batches, scans against reductions", cmd_props},
    {"bits", "compare instruction sets, threads and layouts bit for bit, and with golden digests", cmd_bits},
    {"verify", "run the golden digests on every device and print one verdict", cmd_verify},
    {"bench", "time problems against the machine's own streaming kernels", cmd_bench},
    {"math", "measure the error of the elementary functions", cmd_math},
    {"source", "the text of a plan's kernels", cmd_source},
    {"pack", "compile the kernels of problems ahead of time, into one file", cmd_pack},
    {"emit", "write what is made from tables: ops-header, math-header, symbols, table", cmd_emit},
    {"demo", "a forward and a backward of each family, with what their plans promise", cmd_demo},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_help(FILE *file) {
  fprintf(file, "remora %s: tensor operators, forward and backward, with the same bits everywhere\n\n", rem_version());
  fprintf(file, "usage: remora COMMAND [PROBLEM|@FILE]... [options]     remora COMMAND --help\n\n");
  for (int i = 0; i < COMMANDS; i++) fprintf(file, "  %-8s %s\n", commands[i].name, commands[i].help);
  fprintf(file, "\nA problem is one line: remora check 'logsumexp.bwd axes=1 bf16[64,1000]'\n");
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
  for (int i = 0; i < COMMANDS; i++)
    if (!strcmp(argv[1], commands[i].name)) return commands[i].run(argc - 1, argv + 1);
  fprintf(stderr, "remora: no command '%s'; 'remora --help' lists them\n", argv[1]);
  return 2;
}
