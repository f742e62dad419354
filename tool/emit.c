/* emit.c: `remora emit`: writes what is made from the op table, from ops/math, from the public header or from the
 * commands. */
#include "commands.h"
#include "docs/accuracy.h"
#include "docs/emit_docs.h"
#include "emit_help.h"
#include "emit_math.h"
#include "emit_ops.h"
#include "nearest.h"
#include "options.h"
#include "remora/remora.h"
#include "report.h"
#include "table.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct job {
  const char *header; /* remora.h, for symbols */
  const char *ops;    /* the folder, for math-header */
  const char *shell;  /* for completion; NULL: none was named */
  const char *out;    /* NULL: the screen */
  FILE *file;         /* out, unless it is a folder */
};

static int emit_header(const struct job *job) {
  emit_ops_header(job->file);
  return 0;
}

static int emit_math(const struct job *job) { return emit_math_header(job->file, job->ops); }

static int emit_docs(const struct job *job) {
  if (job->out) return emit_ops_docs(job->out);
  fprintf(stderr, "remora: ops-docs needs --out DIR\n");
  return 2;
}

static int emit_scales(const struct job *job) {
  scales_write(job->file);
  return 0;
}

static int emit_table(const struct job *job) {
  const char *op;
  for (int i = 0; (op = rem_op_list(i)); i++) {
    fprintf(job->file, "%s\n", i ? "," : "[");
    table_json_op(job->file, op);
  }
  fprintf(job->file, "\n]\n");
  return 0;
}

/* The function that a declaration names: the word in front of its first bracket. */
static int function_name(const char *line, char *name, size_t size) {
  const char *end = strchr(line, '(');
  const char *begin = end;
  while (begin && begin > line && (isalnum((unsigned char)begin[-1]) || begin[-1] == '_')) begin--;
  if (!begin || begin == end || strncmp(begin, "rem_", 4) || (size_t)(end - begin) >= size) return 0;
  memcpy(name, begin, (size_t)(end - begin));
  name[end - begin] = 0;
  return 1;
}

static int by_name(const void *a, const void *b) { return strcmp(a, b); }

/* Every function that the header declares with REM_API, sorted. */
static int emit_symbols(const struct job *job) {
  enum { MAX_SYMBOLS = 256, NAME_BYTES = 64 };
  static const char api[] = "REM_API ";
  char line[512], names[MAX_SYMBOLS][NAME_BYTES];
  size_t n = 0;
  FILE *header = fopen(job->header, "r");
  if (!header) {
    fprintf(stderr, "remora: %s: %s; say where it is with --header\n", job->header, strerror(errno));
    return 2;
  }
  while (fgets(line, sizeof line, header) && n < MAX_SYMBOLS)
    if (!strncmp(line, api, sizeof api - 1)) n += (size_t)function_name(line, names[n], NAME_BYTES);
  fclose(header);
  qsort(names, n, NAME_BYTES, by_name);
  for (size_t i = 0; i < n; i++) fprintf(job->file, "%s\n", names[i]);
  return 0;
}

static int emit_man(const struct job *job) {
  emit_manual(job->file);
  return 0;
}

static int emit_shell(const struct job *job) {
  if (job->shell && !emit_completion(job->file, job->shell)) return 0;
  fprintf(stderr, "remora: say for which shell: remora emit completion bash|zsh|fish\n");
  return 2;
}

static const struct thing {
  const char *name;
  int (*emit)(const struct job *job);
  int many;       /* writes files into a folder */
  int takes_word; /* one more */
} things[] = {{"ops-header", emit_header, 0, 0}, {"ops-docs", emit_docs, 1, 0}, {"math-header", emit_math, 0, 0},
              {"symbols", emit_symbols, 0, 0},   {"table", emit_table, 0, 0},   {"scales", emit_scales, 0, 0},
              {"man", emit_man, 0, 0},           {"completion", emit_shell, 0, 1}};

static const struct thing *find(int n, char **words) {
  for (size_t i = 0; n && i < sizeof things / sizeof *things; i++)
    if (!strcmp(words[0], things[i].name) && n <= 1 + things[i].takes_word) return &things[i];
  return NULL;
}

static int refuse(const char *word, const char *usage) {
  struct nearest near = {.word = word ? word : ""};
  char text[64];
  for (size_t i = 0; word && i < sizeof things / sizeof *things; i++) nearest_offer(&near, things[i].name);
  fprintf(stderr, "remora: say what to emit%s\nusage: %s\n", nearest_text(&near, text, sizeof text), usage);
  return 2;
}

int cmd_emit(int argc, char **argv) {
  struct job job = {.header = "include/remora/remora.h", .ops = "ops", .file = stdout};
  int json = 0;
  const struct option options[] = {
      {"--out", "FILE", "write to a file instead of the screen; ops-docs: the folder", OPTION_TEXT, &job.out},
      {"--header", "FILE", "symbols: the public header (include/remora/remora.h)", OPTION_TEXT, &job.header},
      {"--ops", "DIR", "math-header: the folder of the formulas (ops)", OPTION_TEXT, &job.ops},
      {"--json", NULL, "table: as JSON, which it always is", OPTION_FLAG, &json},
      {NULL, NULL, NULL, OPTION_FLAG, NULL}};
  const struct command_help help = {
      "remora emit ops-header|ops-docs|math-header|symbols|table|scales|man|completion SHELL [options]",
      "ops-header: remora_ops.h, the typed helpers, from the op table\nops-docs: the "
      "pages of docs/ops, from the op table\nmath-header: math.h, the elementary "
      "functions, from ops/math\nsymbols: the functions that the library exports\n"
      "table: the ops with slots and attributes\nscales: S of every elementwise guarantee, "
      "as JSON of NumPy's expressions\nman: the manual page of this program\n"
      "completion: its commands and options, for bash, zsh or fish",
      options, "ops-header ops-docs math-header symbols table scales man completion bash zsh fish"};
  int n = options_read(&help, argc, argv);
  if (n < 0) return options_exit(n);
  const struct thing *thing = find(n, argv + 1);
  if (!thing) return refuse(n ? argv[1] : NULL, help.usage);
  job.shell = n > 1 ? argv[2] : NULL;
  int opens = job.out && !thing->many;
  if (opens && !freopen(job.out, "w", stdout)) { /* commands print their own help there */
    fprintf(stderr, "remora: %s: %s\n", job.out, strerror(errno));
    return 2;
  }
  int rc = thing->emit(&job);
  return opens && fflush(stdout) ? 2 : rc;
}
