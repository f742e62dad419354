/* commands.h: the commands of `remora`. Each gets its own name as argv[0] and returns the exit code: 0 all is well, 1
 * something failed, 2 the command line is wrong. */
#ifndef TOOL_COMMANDS_H
#define TOOL_COMMANDS_H

int cmd_list(int argc, char **argv);
int cmd_explain(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_grad(int argc, char **argv);
int cmd_props(int argc, char **argv);
int cmd_bits(int argc, char **argv);
int cmd_verify(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_source(int argc, char **argv);
int cmd_pack(int argc, char **argv);
int cmd_emit(int argc, char **argv);

/* All of them, with a line each; the last has no name. */
struct command {
  const char *name, *says;
  int (*run)(int argc, char **argv);
};
const struct command *command_table(void);

#endif
