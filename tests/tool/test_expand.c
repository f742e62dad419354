/* test_expand.c: sets, ranges, comments, files and command lines of the problem language. */
#include "check.h"
#include "draw_extents.h"
#include "expand.h"
#include "problem.h"

/* What came out, one problem after another, divided by '|'. */
static int collect(void *arg, const char *line) {
  char *all = arg;
  size_t used = strlen(all);
  snprintf(all + used, 1024 - used, "%s%s", used ? "|" : "", line);
  return 0;
}

static const struct {
  const char *line, *lines;
} good[] = {
    {"sum f32[3]", "sum f32[3]"},
    {"  sum\tf32[3]  # a comment", "sum\tf32[3]"},
    {"", ""},
    {"# {nothing", ""},
    {"{sum,max} f32[3]", "sum f32[3]|max f32[3]"},
    {"sum{,.bwd} f32[3]", "sum f32[3]|sum.bwd f32[3]"},
    {"{a,b}{c,d}", "ac|ad|bc|bd"},
    {"axes={0;1;0,1}", "axes=0|axes=1|axes=0,1"},
    {"{a,b{c,d}e}", "a|bce|bde"},
    {"{}", ""},
    {"x{}y", "xy"},
    {"f32[1..4]", "f32[1]|f32[2]|f32[3]|f32[4]"},
    {"f32[1..9+4]", "f32[1]|f32[5]|f32[9]"},
    {"f32[2..64*4]", "f32[2]|f32[8]|f32[32]"},
    {"low=-2..0", "low=-2|low=-1|low=0"},
    {"{f32,f16}[1..2,3]", "f32[1,3]|f32[2,3]|f16[1,3]|f16[2,3]"},
    {"n=9223372036854775806..9223372036854775807", "n=9223372036854775806|n=9223372036854775807"},
};

static const struct {
  const char *line, *says;
} bad[] = {
    {"sum {f32[3]", "brace"},
    {"sum f32}[3]", "brace"},
    {"f32[1..8*1]", "range"},
    {"f32[0..8*2]", "range"},
    {"f32[1..8+0]", "range"},
    {"f32[a..3]", "range"},
    {"f32[1..]", "range"},
    {"f32[5..4]", "range"},
    {"f32[1..99999999999999999999]", "range"},
    {"f32[?a]", "draw=N"},
    {"f32[3] draw=1", "?a to ?z"},
    {"f32[?] draw=1", "?a to ?z"},
    {"f32[?ab] draw=1", "?a to ?z"},
    {"f32[?a] draw=", "draw=N"},
    {"f32[?a] draw=x", "draw=N"},
    {"f32[?a] draw=1x", "draw=N"},
    {"?", "?[OP or family][.bwd] draw=N"},
    {"? draw=x", "draw=N"},
    {"? f32[3] draw=1", "draw=N"},
    {"?scan.fwd draw=1", "draw=N"},
    {"?nothing draw=1", "no such problem"},
    {"?argmax.bwd draw=1", "no such problem"},
    {"@no/such/file.txt", "no/such/file.txt"},
};

static void test_lines(struct check *c) {
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    char all[1024] = "", why[WHY_BYTES];
    if (!CHECK_INT(c, expand_line(good[i].line, collect, all, why, sizeof why), 0)) printf("  %s\n", why);
    CHECK_TEXT(c, all, good[i].lines);
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char all[1024] = "", why[WHY_BYTES] = "";
    CHECK_INT(c, expand_line(bad[i].line, collect, all, why, sizeof why), -1);
    CHECK(c, strstr(why, bad[i].says));
  }
}

/* Adds up, over problems "f32[A,B,A]", what is drawn. */
struct drawn {
  int lines, twins, full, edges, alike;
  long long last[2];
};

static int see_drawn(void *arg, const char *line) {
  struct drawn *d = arg;
  long long a, b, again;
  int end = 0;
  if (sscanf(line, "sum f32[%lld,%lld] f32[%lld]%n", &a, &b, &again, &end) != 3 || line[end]) return 1;
  d->lines++;
  d->twins += a == again;
  d->full += a >= 1 && b >= 1 && a * b <= DRAWN_ELEMS;
  d->edges += a == 1 || (a & (a - 1)) == 0 || (a & (a + 1)) == 0;
  d->alike += a == d->last[0] && b == d->last[1];
  d->last[0] = a, d->last[1] = b;
  return 0;
}

/* A letter is one extent, drawings differ, none is too large, many are at powers of two; and a line is always the same problem. */
static void test_drawn(struct check *c) {
  struct drawn d = {0};
  char why[WHY_BYTES], once[1024] = "", twice[1024] = "";
  CHECK_INT(c, expand_line("draw=1..400 sum f32[?a,?b] f32[?a]", see_drawn, &d, why, sizeof why), 0);
  CHECK_INT(c, d.lines, 400);
  CHECK_INT(c, d.twins, 400);
  CHECK_INT(c, d.full, 400);
  CHECK(c, d.edges > 120 && d.edges < 340);
  CHECK(c, d.alike < 20);
  CHECK_INT(c, expand_line("{sum,max} f32[?a,?z] draw=7", collect, once, why, sizeof why), 0);
  CHECK_INT(c, expand_line("{sum,max} f32[?a,?z] draw=7", collect, twice, why, sizeof why), 0);
  CHECK_TEXT(c, once, twice);
}

/* What came out of drawing whole problems. */
struct problems {
  int lines, backward, given, plans, strided, accumulating, families;
  char last[LINE_BYTES];
  int alike;
};

static int see_problem(void *arg, const char *line) {
  static const char *const families[] = {"map", "row", "scan", "layout", "norm", "pick", "step"};
  struct problems *s = arg;
  struct parsed p;
  rem_desc desc;
  rem_view views[REM_MAX_SLOTS];
  char why[WHY_BYTES];
  s->lines++;
  s->alike += !strcmp(s->last, line);
  snprintf(s->last, sizeof s->last, "%s", line);
  if (parse_problem(line, &p, why, sizeof why)) return printf("  %s: %s\n", line, why), 1;
  parsed_desc(&p, &desc);
  s->plans += rem_infer(&desc, views, p.n_views, NULL) == REM_OK;
  s->backward += p.pass == REM_BACKWARD;
  s->strided += strchr(line, '@') != NULL;
  s->accumulating += p.accumulate != 0;
  for (int i = 0; i < 7; i++) s->families |= !strcmp(rem_op_family(p.entry->name), families[i]) << i;
  return 0;
}

/* Every drawing is a problem that plans can be made of, of any op and family, and always the same one; names choose. */
static void test_drawn_problems(struct check *c) {
  struct problems all = {0}, scans = {0}, sums = {0};
  char why[WHY_BYTES] = "", once[1024] = "", twice[1024] = "";
  CHECK_INT(c, expand_line("? draw=1..600", see_problem, &all, why, sizeof why), 0);
  CHECK_INT(c, all.lines, 600);
  CHECK_INT(c, all.plans, 600);
  CHECK_INT(c, all.families, 127);
  CHECK(c, all.backward > 150 && all.backward < 450);
  CHECK(c, all.strided > 300 && all.accumulating > 50 && all.alike < 5);
  CHECK_INT(c, expand_line("?scan.bwd draw=1..50", see_problem, &scans, why, sizeof why), 0);
  CHECK(c, scans.backward == 50 && scans.families == 1 << 2);
  CHECK_INT(c, expand_line("?sum draw=1..50", see_problem, &sums, why, sizeof why), 0);
  CHECK(c, sums.lines == 50 && !strncmp(sums.last, "sum", 3));
  CHECK_INT(c, expand_line("?softmax draw=7", collect, once, why, sizeof why), 0);
  CHECK_INT(c, expand_line("?softmax draw=7", collect, twice, why, sizeof why), 0);
  CHECK_TEXT(c, once, twice);
}

static int stop_at_second(void *arg, const char *line) {
  (void)line;
  return ++*(int *)arg == 2 ? 7 : 0;
}

static void test_stop(struct check *c) {
  int n = 0;
  char why[WHY_BYTES];
  CHECK_INT(c, expand_line("f32[1..9]", stop_at_second, &n, why, sizeof why), 7);
  CHECK_INT(c, n, 2);
}

/* Problems may be quoted or not. */
static void test_arguments(struct check *c) {
  char *words[] = {"sum", "axes=1", "f32[4,5]", "max f32[3]", "{min,prod}", "f32[2]", "sm f32[1]"};
  char all[1024] = "", why[WHY_BYTES];
  CHECK_INT(c, expand_arguments(7, words, collect, all, why, sizeof why), 0);
  CHECK_TEXT(c, all, "sum axes=1 f32[4,5]|max f32[3]|min f32[2]|prod f32[2]|sm f32[1]");
}

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  if (!file) return;
  fputs(text, file);
  fclose(file);
}

static void test_files(struct check *c) {
  char all[1024] = "", why[WHY_BYTES] = "";
  write_file("expand_outer.tmp", "sum f32[1] # one\n\n@expand_inner.tmp\n");
  write_file("expand_inner.tmp", "max f32[{2,3}]\n");
  CHECK_INT(c, expand_line("@expand_outer.tmp", collect, all, why, sizeof why), 0);
  CHECK_TEXT(c, all, "sum f32[1]|max f32[2]|max f32[3]");
  write_file("expand_inner.tmp", "max f32[1]\nmax {f32[1]\n");
  CHECK_INT(c, expand_line("@expand_outer.tmp", collect, all, why, sizeof why), -1);
  CHECK(c, strstr(why, "expand_inner.tmp:2:"));
  write_file("expand_inner.tmp", "@expand_inner.tmp\n");
  CHECK_INT(c, expand_line("@expand_inner.tmp", collect, all, why, sizeof why), -1);
  remove("expand_outer.tmp");
  remove("expand_inner.tmp");
}

/* A line of sets alone must not run through the stack. */
static void test_depth(struct check *c) {
  char line[LINE_BYTES] = "", all[1024] = "", why[WHY_BYTES] = "";
  for (int i = 0; i < 1000; i++) strcat(line, "{a}");
  CHECK_INT(c, expand_line(line, collect, all, why, sizeof why), -1);
  CHECK(c, strstr(why, "sets and ranges"));
}

int main(void) {
  struct check c = {"expand", 0, 0};
  test_lines(&c);
  test_drawn(&c);
  test_drawn_problems(&c);
  test_stop(&c);
  test_arguments(&c);
  test_files(&c);
  test_depth(&c);
  return check_end(&c);
}
