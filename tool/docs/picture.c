/* picture.c: what is plotted of an op: a map along one operand, a reduction along one element of its row, a scan over a
 * row. Layout ops have examples instead. */
#include "docs/picture.h"

#include "docs/plot.h"
#include "docs/sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 241 };

/* The part of the op's domain that is nearest to 0. */
static void domain(const struct entry *e, struct plot *p) {
  p->n = POINTS;
  p->lo = fmax(e->on[0], -6);
  p->hi = fmin(e->on[1], 6);
  if (!(p->lo < p->hi)) p->lo = e->on[0], p->hi = e->on[1];
}

static double point(const struct plot *p, int i) { return p->lo + (p->hi - p->lo) * i / (p->n - 1); }

static void add_curve(struct plot *p, const double *y, int colour, int dashed, const char *label) {
  if (!y || p->n_curves == MAX_CURVES) return;
  struct curve *c = &p->curves[p->n_curves++];
  *c = (struct curve){.colour = colour, .dashed = dashed, .y = y};
  snprintf(c->label, sizeof c->label, "%s", label);
}

/* ---- maps ---- */

/* Values of the last operand, one for each curve: up to three inside the domain. */
static int values_of(const struct entry *e, int dtype, double values[3]) {
  static const double reals[] = {-1, 0.5, 2, 1, 3}, integers[] = {1, 2, 3};
  int n = 0, real = dtype_is_real(dtype);
  for (int i = 0; n < 3 && i < (real ? 5 : 3); i++) {
    double v = real ? reals[i] : integers[i];
    if (v <= dtype_largest(dtype) && (!real || (v >= e->on[0] && v <= e->on[1]))) values[n++] = v;
  }
  for (int i = 1; i < n; i++) /* in order, as the legend names them */
    for (int k = i; k > 0 && values[k] < values[k - 1]; k--) {
      double swap = values[k];
      values[k] = values[k - 1], values[k - 1] = swap;
    }
  return n;
}

/* The operand that varies: the first that holds reals. */
static int varied(const struct sample *s) {
  for (int i = 0; i < s->inputs; i++)
    if (dtype_is_real(s->in[i].view.dtype)) return i;
  return -1;
}

/* An operand that neither varies nor has curves of its own. */
static double resting(const struct sample *s, int operand) {
  double lo = s->entry->on[0], hi = s->entry->on[1];
  return !dtype_is_real(s->in[operand].view.dtype) || (lo <= 1 && hi >= 1) ? 1 : (lo + hi) / 2;
}

/* The op along operand v, with `value` for the last of the others. */
static int run_map(struct sample *s, const struct entry *e, rem_context *context, const struct plot *p, double value) {
  const int64_t shape[] = {POINTS};
  if (sample_create(s, e, REM_F64, 1, shape)) return -1;
  int v = varied(s), last = s->inputs - 1 == v ? v - 1 : s->inputs - 1;
  for (int k = 0; k < s->inputs; k++)
    for (int i = 0; i < POINTS; i++) s->in[k].at[i] = k == v ? point(p, i) : k == last ? value : resting(s, k);
  return sample_run(s, context);
}

/* "op along a, and its derivative, b = 1": what rests. */
static void map_says(const struct sample *s, int v, int last, char *says, size_t size) {
  const char *op = s->entry->name;
  size_t n = (size_t)snprintf(says, size, "%s", op);
  if (s->inputs > 1) n += (size_t)snprintf(says + n, size - n, " along %s,", s->names[v]);
  if (s->d[v].at) n += (size_t)snprintf(says + n, size - n, " and its derivative");
  for (int i = 0; i < s->inputs && n < size; i++)
    if (i != v && i != last) n += (size_t)snprintf(says + n, size - n, ", %s = %g", s->names[i], resting(s, i));
}

static int map_picture(FILE *file, const struct entry *e, rem_context *context, char *says, size_t size) {
  struct plot p = {.across = ""};
  struct sample runs[3];
  double values[3] = {0};
  char label[48];
  int n = 1, done = 0, v, last;
  domain(e, &p);
  if (e->draws || sample_create(&runs[0], e, REM_F64, 1, (const int64_t[]){POINTS})) return 0; /* noise says little */
  v = varied(&runs[0]);
  last = runs[0].inputs - 1 == v ? v - 1 : runs[0].inputs - 1;
  if (runs[0].inputs > 1) n = values_of(e, runs[0].in[last].view.dtype, values);
  sample_destroy(&runs[0]);
  if (v < 0) return 0;
  for (; done < n && !run_map(&runs[done], e, context, &p, values[done]); done++) {
    struct sample *s = &runs[done];
    p.across = s->names[v];
    if (s->inputs > 1) snprintf(label, sizeof label, "y, %s = %g", s->names[last], values[done]);
    else snprintf(label, sizeof label, "y");
    add_curve(&p, s->y.at, done, 0, label);
  }
  for (int i = 0; i < done; i++) {
    snprintf(label, sizeof label, "%s%s", i ? "" : "d", i ? "" : runs[0].names[v]);
    add_curve(&p, runs[i].d[v].at, n > 1 ? i : 1, 1, label);
  }
  if (done == n) {
    map_says(&runs[0], v, last, says, size);
    plot_write(file, &p);
  }
  for (int i = 0; i < done + (done < n); i++) sample_destroy(&runs[i]);
  return done == n;
}

/* ---- reductions and scans ---- */

static int row_picture(FILE *file, const struct entry *e, rem_context *context, char *says, size_t size) {
  enum { ROW = 3 };
  static const int64_t axis[] = {1};
  double dx[POINTS];
  struct plot p = {.across = "x"};
  struct sample s;
  domain(e, &p);
  int rc = sample_create(&s, e, REM_F64, 2, (const int64_t[]){POINTS, ROW});
  s.attrs[s.n_attrs++] = (rem_attr){.name = "axes", .kind = REM_ATTR_INTS, .n = 1, .v.is = axis};
  for (int i = 0; !rc && i < POINTS; i++)
    for (int k = 0; k < ROW; k++) s.in[0].at[i * ROW + k] = k ? k : point(&p, i);
  rc = rc || sample_run(&s, context);
  if (!rc) {
    for (int i = 0; s.d[0].at && i < POINTS; i++) dx[i] = s.d[0].at[i * ROW];
    add_curve(&p, s.y.at, 0, 0, "y");
    add_curve(&p, s.d[0].at ? dx : NULL, 1, 1, "dx");
    snprintf(says, size, "%s of the row (x, 1, 2)", e->name);
    plot_write(file, &p);
  }
  sample_destroy(&s);
  return !rc;
}

static int scan_picture(FILE *file, const struct entry *e, rem_context *context, char *says, size_t size) {
  static const double row[] = {0.4, 0.9,  1.3,  0.7, -0.3, -0.9, -0.5, 0.2,  1.1,  1.5, 0.8, -0.4,
                               -1,  -1.2, -0.6, 0.1, 0.7,  1.2,  0.9,  -0.2, -0.8, 0.3, 1.4, 0.6};
  enum { ROW = sizeof row / sizeof *row };
  struct plot p = {.across = "position", .lo = 0, .hi = ROW - 1, .n = ROW};
  struct sample s;
  int rc = sample_create(&s, e, REM_F64, 1, (const int64_t[]){ROW}), last = s.inputs - 1;
  for (int k = 0; !rc && k < s.inputs; k++)
    for (int i = 0; i < ROW; i++) s.in[k].at[i] = k == last ? row[i] : 0.8;
  s.last_alone = 1;
  rc = rc || sample_run(&s, context);
  if (!rc) {
    char label[48];
    add_curve(&p, s.in[last].at, 2, 0, s.names[last]);
    add_curve(&p, s.y.at, 0, 0, "y");
    snprintf(label, sizeof label, "d%s of the last y", s.names[last]);
    add_curve(&p, s.d[last].at, 1, 1, label);
    for (int i = 0; i < p.n_curves; i++) p.curves[i].dots = 1;
    snprintf(says, size, "%s of a row%s, and the gradient of its last result", e->name, last ? ", a = 0.8" : "");
    plot_write(file, &p);
  }
  sample_destroy(&s);
  return !rc;
}

int picture_write(FILE *file, const struct entry *e, rem_context *context, char *says, size_t size) {
  static int (*const by_family[])(FILE *, const struct entry *, rem_context *, char *, size_t) = {
      [FAMILY_MAP] = map_picture, [FAMILY_ROW] = row_picture, [FAMILY_SCAN] = scan_picture, [FAMILY_LAYOUT] = NULL,
      [FAMILY_NORM] = NULL, [FAMILY_PICK] = NULL, [FAMILY_STEP] = NULL};
  return by_family[e->family] && e->op >= 0 ? by_family[e->family](file, e, context, says, size) : 0;
}
