/* results.c: `remora report`: what files of measurements say, as a table, as a page, against others. */
#include "results.h"

#include "commands.h"
#include "options.h"
#include "problem.h"

#include <errno.h>
#include <string.h>

static int write_page(const struct results *r, const char *path) {
  FILE *file = fopen(path, "w");
  if (file) results_page(r, file);
  if (file && !ferror(file) && !fclose(file)) return 0;
  fprintf(stderr, "remora: %s: %s\n", path, strerror(errno));
  return 2;
}

/* Returns 0, or -1 with a sentence printed. */
static int read_all(struct results *r, int n, char **paths) {
  char why[WHY_BYTES];
  for (int i = 0; i < n; i++)
    if (results_read(r, paths[i], why, sizeof why)) {
      fprintf(stderr, "remora: %s\n", why);
      return -1;
    }
  if (!n) fprintf(stderr, "remora: no file given; try: remora bench --bars --json >a.jsonl; remora report a.jsonl\n");
  return n ? 0 : -1;
}

static int show(struct results *r, const struct texts *only, const char *html, const char *against, double allowed) {
  results_keep(r, only->text, only->n);
  if (!r->n_cells && !r->n_peers) {
    fprintf(stderr, "remora: there is no measurement%s; 'remora bench --json' writes them\n",
            only->n ? " that has these words" : " in these files");
    return 2;
  }
  if (against) return results_against(r, against, allowed);
  if (html) return write_page(r, html);
  results_table(r, stdout);
  return 0;
}

int cmd_report(int argc, char **argv) {
  struct results r = {0};
  struct texts only = {0};
  const char *html = NULL, *against = NULL;
  long long percent = 10;
  const struct option options[] = {
      {"--html", "FILE", "write a page that stands alone: charts, filters, history, what to look at", OPTION_TEXT,
       &html},
      {"--against", "REV|FILE", "fail where a cell lost speed since a revision, or since another file", OPTION_TEXT,
       &against},
      {"--lost", "N", "how many percent it may lose (10)", OPTION_INT, &percent},
      {"--only", "WORD", "cells with this in their problem or device; may be repeated", OPTION_TEXTS, &only},
      {NULL, NULL, NULL, OPTION_FLAG, NULL}};
  const struct command_help help = {
      "remora report FILE... [options]",
      "What files of 'remora bench --json' and of bench/peers say: how each op stands against memory, what misses its "
      "bar, who is ahead. Of several measurements of a cell the last counts.",
      options, NULL};
  int n = options_read(&help, argc, argv);
  if (n < 0) return options_exit(n);
  int rc = read_all(&r, n, argv + 1) ? 2 : show(&r, &only, html, against, (double)percent / 100);
  results_free(&r);
  return rc;
}
