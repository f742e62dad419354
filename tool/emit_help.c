/* emit_help.c: the manual page of the program and what shells complete, from the tables that the commands read
 * their options from. */
#include "emit_help.h"

#include "commands.h"
#include "help.h"
#include "remora/remora.h"

#include <string.h>

/* Every command writes its own part, to stdout. */
static void ask_commands(const char *form) {
  char option[32];
  snprintf(option, sizeof option, "--help=%s", form);
  for (const struct command *c = command_table(); c->name; c++) {
    char name[32], *words[] = {name, option, NULL};
    snprintf(name, sizeof name, "%s", c->name);
    c->run(2, words);
  }
}

/* ---- the manual page ---- */

static const char opening[] =
    ".SH SYNOPSIS\n.B remora\n.I COMMAND\n[\\fIPROBLEM\\fR|@\\fIFILE\\fR]... [\\fIoptions\\fR]\n"
    ".SH DESCRIPTION\n"
    "Remora is a library of tensor operators, forward and backward, planned once and run many times, with the same "
    "bits on\n"
    "every machine. This program lists its ops, explains and runs plans, checks them against an oracle, compares "
    "devices\n"
    "bit for bit, and measures.\n"
    ".PP\n"
    "A problem is one line of text; sets, ranges and files give many:\n"
    ".PP\n.nf\n.RS\n"
    "logsumexp.bwd axes=1 bf16[64,1000]\n"
    "cumsum axis={0,1} {f32,f16,bf16}[2..4096*4,19]@{t,rev}\n"
    "lerp.bwd weight=0.25 dy:bf16[64,32] da:f32[64,1] +da\n"
    "@tests/problems/smoke.txt\n"
    ".RE\n.fi\n"
    ".SH COMMANDS\n";

static const char closing[] =
    ".SH EXIT STATUS\n"
    "0: all is well. 1: a result is wrong, or something could not be done. 2: the command line is wrong.\n"
    ".SH ENVIRONMENT\n"
    ".TP\n.B REM_CPU\nThe instruction set of CPU contexts: baseline, avx2, avx512, neon.\n"
    ".TP\n.B REM_CPU_CACHE\nBytes of the last cache, past which larger results are written, in place of what CPU contexts find: for tests.\n"
    ".TP\n.B REM_CPU_TASK\nElements for which another thread does not pay, likewise.\n"
    ".TP\n.B OMP_NUM_THREADS\nThreads, where no option says how many.\n"
    ".TP\n.B REMORA_NVRTC\nThe file of the CUDA compiler library, where it is not found by its name.\n"
    ".TP\n.B XDG_CACHE_HOME\nKernels compiled for devices are kept in remora/ there, else in ~/.cache/remora.\n"
    ".SH SEE ALSO\n"
    "The header remora/remora.h is the reference manual of the library.\n";

void emit_manual(FILE *to) {
  fprintf(to, ".\\\" Made by `remora emit man`.\n.TH REMORA 1 \"\" \"remora %s\" \"User Commands\"\n", rem_version());
  fprintf(to, ".SH NAME\nremora \\- tensor operators, forward and backward, with the same bits everywhere\n%s",
          opening);
  for (const struct command *c = command_table(); c->name; c++) {
    fprintf(to, ".TP\n.B %s\n", c->name);
    help_roff(to, c->says);
    fprintf(to, "\n");
  }
  fprintf(to, ".SH OPTIONS\n");
  ask_commands("man");
  fprintf(to, "%s", closing);
}

/* ---- completions ---- */

static void print_names(FILE *to) {
  for (const struct command *c = command_table(); c->name; c++) fprintf(to, "%s ", c->name);
}

static void print_ops(FILE *to) {
  const char *op;
  rem_slot_info slot;
  for (int i = 0; (op = rem_op_list(i)); i++) {
    fprintf(to, "%s%s", i ? " " : "", op);
    if (!rem_op_slot(op, REM_BACKWARD, NULL, 0, 0, &slot, NULL)) fprintf(to, " %s.bwd", op);
  }
}

static void emit_bash(FILE *to) {
  fprintf(to,
          "# Made by `remora emit completion bash`.\n_remora() {\n"
          "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}\n"
          "  local words= files= ops='");
  print_ops(to);
  fprintf(to,
          "'\n  COMPREPLY=()\n  ((COMP_CWORD == 1)) && previous=COMMAND\n"
          "  case \"$command $previous\" in\n    *' @') files=1 ;;\n    *' COMMAND') words='");
  print_names(to);
  fprintf(to, "--help --version' ;;\n");
  ask_commands("bash-values");
  fprintf(to, "    *) case $command in\n");
  ask_commands("bash-words");
  fprintf(to,
          "    esac ;;\n  esac\n"
          "  [ -n \"$words\" ] && COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
          "  [ -n \"$files\" ] && COMPREPLY+=($(compgen -f -- \"$current\"))\n"
          "  return 0\n}\ncomplete -F _remora remora\n");
}

static void emit_zsh(FILE *to) {
  fprintf(
      to,
      "#compdef remora\n# Made by `remora emit completion zsh`.\n_remora_problem() {\n  if [[ $PREFIX == @* ]]; then\n"
      "    compset -P @ && _files\n  else\n    compadd -- ");
  print_ops(to);
  fprintf(to, "\n  fi\n}\n_remora() {\n  local -a commands\n  commands=(");
  for (const struct command *c = command_table(); c->name; c++) {
    fprintf(to, "\n    '%s:", c->name);
    help_quote(to, c->says, ":\\");
    fprintf(to, "'");
  }
  fprintf(to,
          ")\n  if ((CURRENT == 2)); then\n    _describe command commands\n    return\n  fi\n"
          "  shift words\n  ((CURRENT--))\n  case $words[1] in\n");
  ask_commands("zsh");
  fprintf(to, "  esac\n}\nif [ \"$funcstack[1]\" = _remora ]; then _remora \"$@\"; else compdef _remora remora; fi\n");
}

static void emit_fish(FILE *to) {
  fprintf(to, "# Made by `remora emit completion fish`.\n");
  for (const struct command *c = command_table(); c->name; c++) {
    fprintf(to, "complete -c remora -f -n __fish_use_subcommand -a %s -d '", c->name);
    help_quote(to, c->says, "\\");
    fprintf(to, "'\n");
  }
  fprintf(to, "set -g __remora_ops '");
  print_ops(to);
  fprintf(to, "'\n");
  ask_commands("fish");
}

int emit_completion(FILE *to, const char *shell) {
  static const struct {
    const char *name;
    void (*emit)(FILE *to);
  } shells[] = {{"bash", emit_bash}, {"zsh", emit_zsh}, {"fish", emit_fish}};
  for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
    if (!strcmp(shell, shells[i].name)) {
      shells[i].emit(to);
      return 0;
    }
  return -1;
}
