/* help.c: what is known of a command, written for people, as a part of the manual, or for a shell that completes
 * words. */
#include "help.h"

#include <string.h>

enum { COLUMNS = 80, LEFT = 24 };

/* ---- text ---- */

void help_wrap(FILE *to, const char *text, int at, int indent) {
  int begun = 0; /* whether the line has a word */
  while (*text) {
    int length = (int)strcspn(text, " \n");
    if (begun && at + 1 + length > COLUMNS) {
      fprintf(to, "\n%*s", indent, "");
      at = indent, begun = 0;
    }
    at += fprintf(to, "%s%.*s", begun ? " " : "", length, text);
    begun = 1;
    text += length;
    if (*text == '\n') {
      fprintf(to, "\n%*s", indent, "");
      at = indent, begun = 0;
    }
    text += *text != 0;
  }
  fprintf(to, "\n");
}

/* The name of a command: the second word of its usage. */
static int command_of(const struct command_help *help, const char **name) {
  *name = help->usage + strlen("remora ");
  return (int)strcspn(*name, " ");
}

static void write_text(const struct command_help *help, FILE *to) {
  static const struct option last = {"--help", NULL, "this text", OPTION_FLAG, NULL};
  help_wrap(to, help->usage, 0, 2);
  fprintf(to, "\n");
  help_wrap(to, help->says, 0, 0);
  fprintf(to, "\n");
  for (const struct option *o = help->options, *shown; o; o = o->name ? o + 1 : NULL) {
    shown = o->name ? o : &last;
    int at = fprintf(to, "  %s%s%s", shown->name, shown->value ? " " : "", shown->value ? shown->value : "");
    at += fprintf(to, "%*s", at < LEFT ? LEFT - at : 1, "");
    help_wrap(to, shown->help, at, LEFT);
  }
}

/* ---- man ---- */

void help_roff(FILE *to, const char *text) {
  for (int start = 1; *text; start = *text == '\n', text++) {
    if (start && (*text == '.' || *text == '\'')) fprintf(to, "\\&");
    if (*text == '\\') fprintf(to, "\\e");
    else if (*text == '-') fprintf(to, "\\-");
    else if (*text == '\'') fprintf(to, "\\(aq");
    else if (*text == '\n') fprintf(to, "\n.br\n");
    else fputc(*text, to);
  }
}

static void write_man(const struct command_help *help, FILE *to) {
  fprintf(to, ".SS ");
  help_roff(to, help->usage);
  fprintf(to, "\n");
  help_roff(to, help->says);
  fprintf(to, "\n");
  for (const struct option *o = help->options; o->name; o++) {
    fprintf(to, ".TP\n\\fB");
    help_roff(to, o->name);
    fprintf(to, "\\fR");
    if (o->value) fprintf(to, " \\fI"), help_roff(to, o->value), fprintf(to, "\\fR");
    fprintf(to, "\n");
    help_roff(to, o->help);
    fprintf(to, "\n");
  }
}

/* ---- shells ---- */

/* What can stand for a value: words with blanks between them, a file, or neither. */
enum value_kind { VALUE_ANY, VALUE_WORDS, VALUE_FILE };

static enum value_kind value_of(const struct option *o, char *words, size_t size) {
  if (strstr(o->value, "FILE") || !strcmp(o->value, "DIR")) return VALUE_FILE;
  if (!strcmp(o->value, "DEVICE")) snprintf(words, size, "cpu cuda opencl");
  else if (strchr(o->value, '|')) snprintf(words, size, "%s", o->value);
  else return VALUE_ANY;
  for (char *at = words; *at; at++)
    if (*at == '|') *at = ' ';
  return VALUE_WORDS;
}

static int takes_problems(const struct command_help *help) {
  return strstr(help->usage, "PROBLEM") || strstr(help->usage, "[OP]");
}

void help_quote(FILE *to, const char *text, const char *special) {
  for (; *text; text++) {
    if (*text == '\'') fprintf(to, "'\\''"); /* ends the quotes, says one, begins again */
    else fprintf(to, strchr(special, *text) ? "\\%c" : "%c", *text);
  }
}

/* Arms of a case over "COMMAND PREVIOUS-WORD". */
static void write_bash_values(const struct command_help *help, FILE *to) {
  const char *name;
  char words[128];
  int length = command_of(help, &name);
  for (const struct option *o = help->options; o->name; o++) {
    if (!o->value) continue;
    enum value_kind kind = value_of(o, words, sizeof words);
    fprintf(to, "    '%.*s %s') ", length, name, o->name);
    if (kind == VALUE_WORDS) fprintf(to, "words='%s' ;;\n", words);
    else fprintf(to, kind == VALUE_FILE ? "files=1 ;;\n" : "return ;;\n");
  }
}

/* An arm of a case over the command. */
static void write_bash_words(const struct command_help *help, FILE *to) {
  const char *name;
  int length = command_of(help, &name);
  fprintf(to, "      %.*s) words=\"", length, name);
  for (const struct option *o = help->options; o->name; o++) fprintf(to, "%s ", o->name);
  fprintf(to, "--help");
  if (help->words) fprintf(to, " %s", help->words);
  if (takes_problems(help)) fprintf(to, " $ops");
  fprintf(to, "\"%s ;;\n", strstr(help->usage, "FILE...") ? " files=1" : "");
}

static void write_zsh(const struct command_help *help, FILE *to) {
  const char *name;
  char words[128];
  int length = command_of(help, &name);
  fprintf(to, "    %.*s) _arguments", length, name);
  for (const struct option *o = help->options; o->name; o++) {
    fprintf(to, " \\\n      '*%s[", o->name);
    help_quote(to, o->help, "[]:\\");
    fprintf(to, "]");
    enum value_kind kind = o->value ? value_of(o, words, sizeof words) : VALUE_ANY;
    if (o->value)
      fprintf(to, ":value:%s%s%s", kind == VALUE_WORDS ? "(" : "", kind == VALUE_WORDS ? words : "",
              kind == VALUE_WORDS  ? ")"
              : kind == VALUE_FILE ? "_files"
                                   : " ");
    fprintf(to, "'");
  }
  fprintf(to, " \\\n      '--help[this text]'");
  if (help->words) fprintf(to, " '*:what:(%s)'", help->words);
  else if (takes_problems(help)) fprintf(to, " '*:problem:_remora_problem'");
  else if (strstr(help->usage, "FILE...")) fprintf(to, " '*:file:_files'");
  fprintf(to, " ;;\n");
}

static void write_fish(const struct command_help *help, FILE *to) {
  const char *name;
  char words[128];
  int length = command_of(help, &name);
  for (const struct option *o = help->options; o->name; o++) {
    int is_long = o->name[1] == '-';
    fprintf(to, "complete -c remora -n '__fish_seen_subcommand_from %.*s' -%c %s", length, name, is_long ? 'l' : 's',
            o->name + 1 + is_long);
    enum value_kind kind = o->value ? value_of(o, words, sizeof words) : VALUE_ANY;
    if (o->value) fprintf(to, kind == VALUE_FILE ? " -r -F" : " -x");
    if (o->value && kind == VALUE_WORDS) fprintf(to, " -a '%s'", words);
    fprintf(to, " -d '");
    help_quote(to, o->help, "\\");
    fprintf(to, "'\n");
  }
  if (takes_problems(help))
    fprintf(to, "complete -c remora -n '__fish_seen_subcommand_from %.*s' -a \"$__remora_ops\"\n", length, name);
  if (help->words)
    fprintf(to, "complete -c remora -f -n '__fish_seen_subcommand_from %.*s' -a '%s'\n", length, name, help->words);
}

/* ---- forms ---- */

static const struct {
  const char *name;
  void (*write)(const struct command_help *help, FILE *to);
} forms[] = {
    {"text", write_text}, {"man", write_man},  {"bash-values", write_bash_values}, {"bash-words", write_bash_words},
    {"zsh", write_zsh},   {"fish", write_fish}};

int help_write(const struct command_help *help, const char *form, FILE *to) {
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    if (!strcmp(form, forms[i].name)) {
      forms[i].write(help, to);
      return 0;
    }
  return -1;
}
