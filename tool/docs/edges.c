/* edges.c: what an op gives at the edges, by running it: tables of zeros, denormals, infinities and NaN. */
#include "docs/edges.h"

#include "docs/sample.h"

#include <math.h>
#include <string.h>

enum { MAX_EDGES = 12, CELL_BYTES = 160 };
typedef char cell[CELL_BYTES];

static void number_text(double v, char *text, size_t size) {
  if (isnan(v)) snprintf(text, size, "NaN");
  else if (v == floor(v) && fabs(v) < 1e15) snprintf(text, size, "%.0f", v);
  else snprintf(text, size, "%.6g", v);
}

/* Numbers side by side: "1, -inf, NaN". */
static void list_text(const double *v, int64_t n, char *text, size_t size) {
  size_t used = (size_t)snprintf(text, size, "%s", n ? "" : "no elements");
  for (int64_t i = 0; i < n && used < size; i++) {
    char one[32];
    number_text(v[i], one, sizeof one);
    used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", one);
  }
}

static int real_edges(int dtype, int brief, double *v) {
  const double least = dtype_least(dtype), most = dtype_largest(dtype);
  const double all[] = {-INFINITY, -most, -1, -least, -0.0, 0, least, 1, most, INFINITY, NAN};
  const double few[] = {-INFINITY, -1, -0.0, 0, least, 1, INFINITY, NAN};
  int n = brief ? (int)(sizeof few / sizeof *few) : (int)(sizeof all / sizeof *all);
  memcpy(v, brief ? few : all, (size_t)n * sizeof *v);
  return n;
}

static int integer_edges(int dtype, double *v) {
  double lo = dtype_lowest(dtype), hi = dtype_largest(dtype);
  const double all[] = {lo, -2, -1, 0, 1, 2, hi};
  int n = 0;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i] >= lo && all[i] <= hi && (!n || v[n - 1] < all[i])) v[n++] = all[i];
  return n;
}

static int edges_of(int dtype, int brief, double *v) {
  return dtype_is_real(dtype) ? real_edges(dtype, brief, v) : integer_edges(dtype, v);
}

static void row_of(const struct document *d, int n, cell *cells) {
  const char *at[MAX_EDGES + 1];
  for (int i = 0; i < n; i++) at[i] = cells[i];
  doc_row(d, n, at);
}

/* One line of a table: a title, then n numbers that lie step apart. */
static void number_row(const struct document *d, const char *title, const double *v, int n, int header) {
  cell cells[MAX_EDGES + 1];
  const char *at[MAX_EDGES + 1];
  snprintf(cells[0], sizeof cells[0], "%s", title);
  for (int i = 0; i <= n && i <= MAX_EDGES; i++) {
    if (i) number_text(v[i - 1], cells[i], sizeof cells[i]);
    at[i] = cells[i];
  }
  if (header) doc_table(d, n + 1, at);
  else doc_row(d, n + 1, at);
}

/* ---- one operand ---- */

static void title(char *text, const char *before, const char *name) {
  snprintf(text, CELL_BYTES, "**%s%s**", before, name);
}

static void one_operand(const struct document *d, struct sample *s, int operand, rem_context *context) {
  cell name;
  if (sample_run(s, context)) {
    doc_text(d, "%s", s->error.text);
    return;
  }
  int n = (int)s->in[operand].n;
  title(name, "", s->names[operand]);
  number_row(d, name, s->in[operand].at, n, 1);
  number_row(d, "**y**", s->y.at, n, 0);
  for (int i = 0; i < s->inputs; i++) {
    title(name, "d", s->names[i]);
    if (s->d[i].at) number_row(d, name, s->d[i].at, n, 0);
  }
  doc_end(d);
}

/* Each operand in turn, the others at rest. */
static void each_operand(const struct document *d, const struct entry *e, int inputs, rem_context *context) {
  for (int k = 0; k < inputs; k++) {
    struct sample s;
    double v[MAX_EDGES];
    if (sample_create(&s, e, REM_F32, 1, (const int64_t[]){1})) return;
    int n = edges_of(s.in[k].view.dtype, 0, v), dtype = s.in[k].view.dtype;
    sample_destroy(&s);
    if (sample_create(&s, e, REM_F32, 1, (const int64_t[]){n})) return;
    for (int i = 0; i < inputs; i++)
      for (int j = 0; j < n; j++) s.in[i].at[j] = i == k ? v[j] : i + 1;
    if (inputs > 1) {
      char rest[CELL_BYTES];
      size_t used = 0;
      for (int i = 0; i < inputs; i++)
        if (i != k && used < sizeof rest)
          used += (size_t)snprintf(rest + used, sizeof rest - used, "%s`%s = %g`", used ? ", " : "", s.names[i],
                                   s.in[i].at[0]);
      doc_text(d, "In %s, where %s:", rem_dtype_name(dtype), rest);
    }
    one_operand(d, &s, k, context);
    sample_destroy(&s);
  }
}

/* ---- two operands: a down, b across ---- */

static void matrix(const struct document *d, const struct sample *s, const struct numbers *v, const char *name,
                   int rows, int columns) {
  cell corner;
  if (!v->at) return;
  snprintf(corner, sizeof corner, "**%s**: %s \\ %s", name, s->names[0], s->names[1]);
  number_row(d, corner, s->in[1].at, columns, 1);
  for (int i = 0; i < rows; i++) {
    cell text, label;
    number_text(s->in[0].at[i * columns], text, sizeof text);
    snprintf(label, sizeof label, "**%.32s**", text);
    number_row(d, label, v->at + i * columns, columns, 0);
  }
  doc_end(d);
}

static void two_operands(const struct document *d, const struct entry *e, rem_context *context) {
  struct sample s;
  double a[MAX_EDGES], b[MAX_EDGES];
  if (sample_create(&s, e, REM_F32, 1, (const int64_t[]){1})) return;
  int rows = edges_of(s.in[0].view.dtype, 1, a), columns = edges_of(s.in[1].view.dtype, 1, b);
  sample_destroy(&s);
  if (sample_create(&s, e, REM_F32, 1, (const int64_t[]){rows * columns})) return;
  for (int i = 0; i < rows * columns; i++) s.in[0].at[i] = a[i / columns], s.in[1].at[i] = b[i % columns];
  if (sample_run(&s, context)) doc_text(d, "%s", s.error.text);
  else matrix(d, &s, &s.y, "y", rows, columns);
  for (int k = 0; s.y.at && k < 2; k++) {
    cell name;
    snprintf(name, sizeof name, "d%s", s.names[k]);
    matrix(d, &s, &s.d[k], name, rows, columns);
  }
  sample_destroy(&s);
}

static void map_edges(const struct document *d, const struct entry *e, rem_context *context) {
  struct sample s;
  if (sample_create(&s, e, REM_F32, 1, (const int64_t[]){1})) return;
  int inputs = s.inputs;
  if (!inputs) {
    doc_text(d, "It reads nothing.");
    sample_destroy(&s);
    return;
  }
  int dtype = s.in[s.inputs - 1].view.dtype;
  if (!dtype_is_real(dtype)) doc_text(d, "By running it in %s.", rem_dtype_name(dtype));
  else
    doc_text(d, "By running it in %s, with dy = 1; %g is the smallest number above 0.", rem_dtype_name(dtype),
             dtype_least(dtype));
  if (e->draws) doc_text(d, "With seed 0, element by element.");
  if (e->split == SPLIT_PAIRS) doc_text(d, "y is what becomes of a.");
  sample_destroy(&s);
  if (inputs == 2) two_operands(d, e, context);
  else each_operand(d, e, inputs, context);
}

/* ---- rows: reductions and scans ---- */

/* Whether the backward pass gives that of an input. */
static int has_gradient(const struct entry *e, const char *name) {
  for (int i = 0; i < e->n_slots[REM_BACKWARD]; i++) {
    const struct slot *slot = &e->slots[REM_BACKWARD][i];
    if (slot->role == REM_OUTPUT && strcmp(slot->name + 1, name) == 0) return 1;
  }
  return 0;
}

/* What other inputs are: 1; of classes the first. */
static double at_rest(const struct numbers *in) { return dtype_is_real(in->view.dtype) ? 1 : 0; }

static void short_row(const struct document *d, const struct entry *e, const double *row, int n, rem_context *context) {
  struct sample s;
  cell cells[2 + MAX_INPUTS];
  int columns = 0;
  if (sample_create(&s, e, REM_F32, 1, (const int64_t[]){n})) return;
  for (int k = 0; k < s.inputs; k++)
    for (int64_t i = 0; i < s.in[k].n; i++) s.in[k].at[i] = k ? at_rest(&s.in[k]) : row[i];
  int refused = sample_run(&s, context);
  list_text(s.in[0].at, n, cells[columns++], sizeof *cells);
  if (refused) snprintf(cells[columns++], sizeof *cells, "refused");
  else list_text(s.y.at, s.y.n, cells[columns++], sizeof *cells);
  for (int k = 0; k < s.inputs; k++) {
    if (!has_gradient(e, s.names[k])) continue;
    if (s.d[k].at) list_text(s.d[k].at, s.d[k].n, cells[columns], sizeof *cells);
    else *cells[columns] = 0;
    columns++;
  }
  row_of(d, columns, cells);
  sample_destroy(&s);
}

static void row_edges(const struct document *d, const struct entry *e, rem_context *context) {
  static const struct {
    int n;
    double at[3];
  } rows[] = {{0, {0}},
              {1, {2}},
              {2, {-0.0, 0}},
              {2, {3, 3}},
              {2, {0x1p-149, 0x1p-149}},
              {2, {0x1.fffffep127, 0x1.fffffep127}},
              {2, {1, INFINITY}},
              {2, {1, -INFINITY}},
              {2, {INFINITY, INFINITY}},
              {2, {-INFINITY, -INFINITY}},
              {2, {INFINITY, -INFINITY}},
              {3, {1, NAN, 2}}};
  struct sample s;
  const char *titles[2 + MAX_INPUTS];
  cell names[MAX_INPUTS];
  if (sample_create(&s, e, REM_F32, 1, (const int64_t[]){1})) return;
  titles[0] = s.names[0], titles[1] = "y";
  int gradients = 0;
  char rest[CELL_BYTES] = "";
  for (int i = 0; i < s.inputs; i++) {
    size_t used = strlen(rest);
    if (i) snprintf(rest + used, sizeof rest - used, ", %s = %g", s.names[i], at_rest(&s.in[i]));
    if (!has_gradient(e, s.names[i])) continue;
    snprintf(names[gradients], sizeof *names, "d%s", s.names[i]);
    titles[2 + gradients] = names[gradients];
    gradients++;
  }
  doc_text(d, "By running it in %s%s%s.", rem_dtype_name(s.in[0].view.dtype), gradients ? ", with dy = 1" : "", rest);
  doc_table(d, 2 + gradients, titles);
  sample_destroy(&s);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) short_row(d, e, rows[i].at, rows[i].n, context);
  doc_end(d);
}

/* ---- layouts: what becomes of a row ---- */

static void layout_example(const struct document *d, const struct entry *e, const rem_attr_info *word,
                           const char *choice, rem_context *context) {
  static const int64_t two[] = {2};
  enum { ROW = 5 };
  struct sample s;
  rem_attr_info info;
  cell cells[3];
  if (sample_create(&s, e, REM_F32, 1, (const int64_t[]){ROW})) return;
  for (int i = 0; i < ROW; i++) s.in[0].at[i] = i + 1;
  for (int i = 0; !rem_op_attr(e->name, i, &info, NULL); i++)
    if (info.kind == REM_ATTR_INTS && strcmp(info.otherwise, "required"))
      s.attrs[s.n_attrs++] = (rem_attr){.name = info.name, .kind = info.kind, .n = 1, .v.is = two};
  if (word) sample_attr_text(&s, word->name, choice);
  int refused = sample_run(&s, context);
  snprintf(cells[0], sizeof *cells, "%s", choice);
  if (refused) snprintf(cells[1], sizeof *cells, "%.150s", s.error.text);
  else list_text(s.y.at, s.y.n, cells[1], sizeof *cells);
  if (s.d[0].at) list_text(s.d[0].at, s.d[0].n, cells[2], sizeof *cells);
  else *cells[2] = 0;
  row_of(d, 3, cells);
  sample_destroy(&s);
}

static void layout_edges(const struct document *d, const struct entry *e, rem_context *context) {
  rem_attr_info info;
  int i = 0, found = 0;
  while (!found && !rem_op_attr(e->name, i++, &info, NULL)) found = info.kind == REM_ATTR_TEXT;
  const char *const titles[] = {found ? info.name : "", "y", "dx"};
  doc_text(d, "What becomes of the row 1, 2, 3, 4, 5 where lists of integers are 2, with dy = 1.");
  doc_table(d, 3, titles);
  char choices[CELL_BYTES];
  snprintf(choices, sizeof choices, "%s", found && info.choices ? info.choices : "");
  if (!found) layout_example(d, e, NULL, "", context);
  for (char *one = choices; found && one;) {
    char *end = strchr(one, '|');
    if (end) *end = 0;
    layout_example(d, e, &info, one, context);
    one = end ? end + 1 : NULL;
  }
  doc_end(d);
}

/* ---- rows of a table: an index with one that comes twice, and some that are none ---- */

static void pick_example(const struct document *d, const struct entry *e, rem_context *context, const char *padding) {
  static const double table[] = {10, 20, 30, 40, 50}, index[] = {3, 1, 3, -1, 5};
  enum { ROW = sizeof table / sizeof *table };
  struct sample s;
  cell cells[4];
  if (sample_create(&s, e, REM_F32, 1, (const int64_t[]){ROW})) return;
  memcpy(s.in[0].at, table, sizeof table), memcpy(s.in[1].at, index, sizeof index);
  if (*padding) s.attrs[s.n_attrs++] = (rem_attr){.name = "padding_idx", .kind = REM_ATTR_INT, .v.i = *padding - '0'};
  if (!sample_run(&s, context)) {
    snprintf(cells[0], sizeof *cells, "%s", *padding ? padding : "-1");
    list_text(s.in[1].at, s.in[1].n, cells[1], sizeof *cells);
    list_text(s.y.at, s.y.n, cells[2], sizeof *cells);
    list_text(s.d[0].at, s.d[0].n, cells[3], sizeof *cells);
    row_of(d, 4, cells);
  }
  sample_destroy(&s);
}

static void pick_edges(const struct document *d, const struct entry *e, rem_context *context) {
  static const char *const titles[] = {"padding_idx", "index", "y", "dweight"};
  doc_text(d, "What is picked of a table of five rows of one element, 10, 20, 30, 40, 50, with dy = 1.");
  doc_table(d, 4, titles);
  pick_example(d, e, context, "");
  pick_example(d, e, context, "1");
  doc_end(d);
}

/* ---- rows with a list of classes ---- */

static void rival_example(const struct document *d, const struct entry *e, rem_context *context, const double *x,
                          const double *target) {
  enum { ROW = 4 };
  struct sample s;
  cell cells[4];
  if (sample_create(&s, e, REM_F32, 1, (const int64_t[]){ROW})) return;
  memcpy(s.in[0].at, x, ROW * sizeof *x), memcpy(s.in[1].at, target, ROW * sizeof *target);
  if (!sample_run(&s, context)) {
    const double *const lists[] = {s.in[0].at, s.in[1].at, s.y.at, s.d[0].at};
    for (int i = 0; i < 4; i++) list_text(lists[i], i == 2 ? s.y.n : ROW, cells[i], sizeof *cells);
    row_of(d, 4, cells);
  }
  sample_destroy(&s);
}

static void rival_edges(const struct document *d, const struct entry *e, rem_context *context) {
  static const char *const titles[] = {"x", "target", "y", "dx"};
  static const double some[][2][4] = {
      {{0.1, 0.2, 0.4, 0.8}, {3, 0, -1, 1}}, {{0.1, 0.2, 0.4, 0.8}, {3, 3, -1, 1}},
      {{0.1, 0.2, 0.4, 0.8}, {-1, 3, 0, 1}}, {{0.1, 0.2, 0.4, 0.8}, {0, 1, 2, 3}},
      {{0.1, 0.2, 0.4, 0.8}, {3, 4, -1, 1}}, {{0.1, 0.2, 0.4, 0.8}, {3, -1, 4, 1}},
      {{1, 0, 2, 0}, {0, -1, 0, 0}},         {{1, NAN, 2, 0}, {0, -1, 0, 0}},
      {{1, NAN, 2, 0}, {1, 0, -1, 0}},       {{INFINITY, INFINITY, 0, -INFINITY}, {0, -1, 0, 0}}};
  doc_text(d, "By running it in f32, with dy = 1.");
  doc_table(d, 4, titles);
  for (size_t i = 0; i < sizeof some / sizeof *some; i++) rival_example(d, e, context, some[i][0], some[i][1]);
  doc_end(d);
}

void edges_write(const struct document *d, const struct entry *e, rem_context *context) {
  static void (*const by_family[])(const struct document *, const struct entry *, rem_context *) = {
      [FAMILY_MAP] = map_edges,       [FAMILY_ROW] = row_edges,  [FAMILY_SCAN] = row_edges,
      [FAMILY_LAYOUT] = layout_edges, [FAMILY_NORM] = row_edges, [FAMILY_PICK] = pick_edges};
  (e->rival ? rival_edges : by_family[e->family])(d, e, context);
}
