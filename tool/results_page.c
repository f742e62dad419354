/* results_page.c: measurements as one HTML page that needs nothing else: data, style and script are inside. */
#include "results.h"

#include "remora/remora.h"
#include "revision.h"

#include <math.h>
#include <stdlib.h>

extern const char page_style[], page_body[], page_script[]; /* tool/page */

/* As JSON that may stand in a script: nothing in it ends one. */
static void print_text(FILE *to, const char *text) {
  fputc('"', to);
  for (; *text; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\') fprintf(to, "\\%c", c);
    else if (c < 32 || c == '<' || c == '>' || c == '&') fprintf(to, "\\u%04x", c);
    else fputc(c, to);
  }
  fputc('"', to);
}

static void print_texts(FILE *to, const char *const *keys, const char *const *texts, int n) {
  for (int i = 0; i < n; i++) {
    fprintf(to, "%s\"%s\":", i ? "," : "", keys[i]);
    print_text(to, texts[i]);
  }
}

static void print_number(FILE *to, const char *key, double number) {
  fprintf(to, ",\"%s\":%.10g", key, isfinite(number) ? number : 0);
}

static void print_cell(FILE *to, const struct cell *c, int last) {
  static const char *const keys[] = {"problem", "op",  "dtype", "device", "machine", "revision",
                                     "time",    "sku", "bar",   "binds",  "limitWhy"};
  const char *const texts[] = {c->problem, c->op,  c->dtype, c->device, c->machine,  c->revision,
                               c->time,    c->sku, c->bar,   c->binds,  c->limit_why};
  fprintf(to, "{");
  print_texts(to, keys, texts, sizeof keys / sizeof *keys);
  print_number(to, "threads", c->threads);
  print_number(to, "seconds", c->seconds);
  print_number(to, "low", c->seconds_low);
  print_number(to, "high", c->seconds_high);
  print_number(to, "bytes", c->bytes);
  print_number(to, "share", c->share);
  print_number(to, "shareLow", c->share_low);
  print_number(to, "shareHigh", c->share_high);
  print_number(to, "limit", c->limit);
  print_number(to, "ofLimit", c->of_limit);
  print_number(to, "cycles", c->cycles);
  print_number(to, "plan", c->plan_again);
  print_number(to, "compile", c->compile);
  print_number(to, "outer", (double)c->outer);
  print_number(to, "n", (double)c->n);
  print_number(to, "inner", (double)c->inner);
  fprintf(to, ",\"last\":%s}", last ? "true" : "false");
}

static void print_peer(FILE *to, const struct peer *p) {
  static const char *const keys[] = {"problem", "device", "name"};
  const char *const texts[] = {p->problem, p->device, p->name};
  fprintf(to, "{");
  print_texts(to, keys, texts, 3);
  print_number(to, "threads", p->threads);
  print_number(to, "ratio", p->ratio);
  fprintf(to, "}");
}

static void print_data(FILE *to, const struct results *r) {
  char *marks = calloc(r->n_cells + 1, 1);
  if (marks) latest(r, marks);
  fprintf(to, "{\"version\":\"%s\",\"revision\":\"%s\",\"cells\":[", rem_version(), tool_revision);
  for (size_t i = 0; i < r->n_cells; i++) {
    fprintf(to, "%s", i ? ",\n" : "\n");
    print_cell(to, &r->cells[i], !marks || marks[i]);
  }
  fprintf(to, "],\"peers\":[");
  for (size_t i = 0; i < r->n_peers; i++) {
    fprintf(to, "%s", i ? ",\n" : "\n");
    print_peer(to, &r->peers[i]);
  }
  fprintf(to, "]}");
  free(marks);
}

void results_page(const struct results *r, FILE *to) {
  fprintf(to,
          "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
          "content=\"width=device-width, initial-scale=1\">\n<title>Remora: report</title>\n<style>\n%s</style>\n"
          "</head>\n%s<script id=\"data\" type=\"application/json\">",
          page_style, page_body);
  print_data(to, r);
  fprintf(to, "</script>\n<script>\n%s</script>\n</body>\n</html>\n", page_script);
}
