/* plot.c: curves as a small SVG, in light and dark. */
#include "docs/plot.h"

#include "docs/document.h"

#include <math.h>
#include <string.h>

/* The picture, in tenths of a pixel, and the part of it that curves are in. */
enum { WIDTH = 5200, HEIGHT = 3000, LEFT = 480, RIGHT = 5080, TOP = 300, BOTTOM = 2640 };

static const char style[] =
    "<style>\n"
    "text{font:125px system-ui,sans-serif;fill:#57606a}\n"
    ".grid{stroke:#d8dee4;stroke-width:7}.axis{stroke:#8c959f;stroke-width:10}\n"
    ".c{fill:none;stroke-width:26;stroke-linejoin:round;stroke-linecap:round}.d{stroke-dasharray:50 "
    "55;stroke-width:22}\n"
    ".t{stroke-width:8}.c0{stroke:#0969da}.c1{stroke:#bc4c00}.c2{stroke:#1a7f37}.f0{fill:#0969da}.f1{fill:#bc4c00}"
    ".f2{fill:#1a7f37}\n"
    "@media(prefers-color-scheme:dark){text{fill:#9da7b1}.grid{stroke:#30363d}.axis{stroke:#6e7681}"
    ".c0{stroke:#58a6ff}.c1{stroke:#f0883e}.c2{stroke:#3fb950}.f0{fill:#58a6ff}.f1{fill:#f0883e}.f2{fill:#3fb950}}\n"
    "</style>\n";

/* What part of the values is shown. */
struct window {
  double lo, hi;
};

/* ---- which part of the values ---- */

/* Takes what lies between the limits into the window. */
static void widen(struct window *w, const struct plot *p, int dashed, double lo, double hi) {
  for (int c = 0; c < p->n_curves; c++)
    for (int i = 0; p->curves[c].dashed == dashed && i < p->n; i++) {
      double v = p->curves[c].y[i];
      if (!(v >= lo && v <= hi)) continue;
      w->lo = fmin(w->lo, v);
      w->hi = fmax(w->hi, v);
    }
}

/* How much of the functions lies between the limits. */
static double share(const struct plot *p, double lo, double hi) {
  int all = 0, inside = 0;
  for (int c = 0; c < p->n_curves; c++)
    for (int i = 0; !p->curves[c].dashed && i < p->n; i++) {
      double v = p->curves[c].y[i];
      all += v - v == 0;
      inside += v >= lo && v <= hi;
    }
  return all ? (double)inside / all : 0;
}

/* A curve that is partly between -4 and 4 is shown there, another one and points wholly; a derivative as far as it is
 * not much larger. */
static struct window window_of(const struct plot *p) {
  struct window w = {INFINITY, -INFINITY};
  double limit = !p->curves[0].dots && share(p, -4, 4) >= 0.2 ? 4 : 0x1.fffffffffffffp1023;
  widen(&w, p, 0, -limit, limit);
  if (!(w.lo <= w.hi)) w = (struct window){-1, 1};
  double reach = fmax(w.hi - w.lo, limit == 4 ? 3 : 0.5);
  widen(&w, p, 1, fmax(w.lo - reach, -limit), fmin(w.hi + reach, limit));
  if (w.hi - w.lo < 1e-3) w = (struct window){w.lo - 1, w.hi + 1};
  double margin = (w.hi - w.lo) / 20;
  return (struct window){w.lo - margin, w.hi + margin};
}

/* ---- axes ---- */

/* 1, 2 or 5 times a power of ten, at most seven of which fit. */
struct step {
  int digit, power;
};

static double times_step(struct step s, double k) {
  double ten = 1;
  for (int i = 0; i < s.power || i < -s.power; i++) ten *= 10;
  return k == 0 ? 0 : s.power < 0 ? k * s.digit / ten : k * s.digit * ten;
}

static struct step step_for(double span) {
  static const int digits[] = {1, 2, 5};
  for (int power = -6; power < 20; power++)
    for (int i = 0; i < 3; i++) {
      struct step s = {digits[i], power};
      if (times_step(s, 7) >= span) return s;
    }
  return (struct step){1, 20};
}

static long place(double v, double lo, double hi, long from, long to) {
  return lround((double)from + (v - lo) / (hi - lo) * (double)(to - from));
}

static void axes(FILE *file, const struct plot *p, struct window w) {
  struct step x = step_for(p->hi - p->lo), y = step_for(w.hi - w.lo);
  for (double k = ceil(p->lo / times_step(x, 1)); times_step(x, k) <= p->hi; k++) {
    long at = place(times_step(x, k), p->lo, p->hi, LEFT, RIGHT);
    fprintf(file, "<path class=\"%s\" d=\"M%ld %dV%d\"/>", k == 0 ? "axis" : "grid", at, TOP, BOTTOM);
    fprintf(file, "<text x=\"%ld\" y=\"%d\" text-anchor=\"middle\">%.6g</text>\n", at, BOTTOM + 170, times_step(x, k));
  }
  for (double k = ceil(w.lo / times_step(y, 1)); times_step(y, k) <= w.hi; k++) {
    long at = place(times_step(y, k), w.lo, w.hi, BOTTOM, TOP);
    fprintf(file, "<path class=\"%s\" d=\"M%d %ldH%d\"/>", k == 0 ? "axis" : "grid", LEFT, at, RIGHT);
    fprintf(file, "<text x=\"%d\" y=\"%ld\" text-anchor=\"end\">%.6g</text>\n", LEFT - 60, at + 45, times_step(y, k));
  }
  fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", (LEFT + RIGHT) / 2, HEIGHT - 30);
  html_text(file, p->across);
  fputs("</text>\n", file);
}

/* ---- curves ---- */

/* Whether a curve jumps between points i and i + 1: the step is large, and its neighbours are much smaller. */
static int jumps(const double *y, int n, int i, struct window w) {
  double span = w.hi - w.lo, step = fabs(y[i + 1] - y[i]);
  double before = i > 0 ? fabs(y[i] - y[i - 1]) : 0, after = i + 2 < n ? fabs(y[i + 2] - y[i + 1]) : 0;
  if ((y[i] > w.hi && y[i + 1] < w.lo) || (y[i] < w.lo && y[i + 1] > w.hi)) return 1;
  return step > span / 16 && !(before > step / 4) && !(after > step / 4);
}

/* A path is written as steps; equal ones in a row are joined. */
struct path {
  FILE *file;
  int open;
  long x, y, dx, dy, times;
};

static void path_flush(struct path *p) {
  if (p->times) fprintf(p->file, "%ld %ld%s", p->dx * p->times, p->dy * p->times, " ");
  p->times = 0;
}

static void path_to(struct path *p, long x, long y) {
  long dx = x - p->x, dy = y - p->y;
  if (!p->open) {
    fprintf(p->file, "M%ld %ldl", x, y);
    p->open = 1;
  } else if (p->times && dx == p->dx && dy == p->dy) {
    p->times++;
  } else {
    path_flush(p);
    p->dx = dx, p->dy = dy, p->times = 1;
  }
  p->x = x, p->y = y;
}

/* A pen that was set down and moved nowhere leaves a point. */
static void path_end(struct path *p) {
  if (p->open && !p->times) fputs("0 0 ", p->file);
  path_flush(p);
  p->open = 0;
}

static long height_of(double v, struct window w) {
  double span = w.hi - w.lo;
  return place(fmin(fmax(v, w.lo - span), w.hi + span), w.lo, w.hi, BOTTOM, TOP);
}

static void draw(FILE *file, const struct plot *p, const struct curve *c, struct window w) {
  struct path path = {.file = file};
  fprintf(file, "<path class=\"c c%d%s%s\" d=\"", c->colour, c->dashed ? " d" : "", c->dots ? " t" : "");
  for (int i = 0; i < p->n; i++) {
    if (c->y[i] - c->y[i] != 0) {
      path_end(&path);
      continue;
    }
    path_to(&path, place(i, 0, p->n - 1, LEFT, RIGHT), height_of(c->y[i], w));
    if (i + 1 < p->n && jumps(c->y, p->n, i, w)) path_end(&path);
  }
  path_end(&path);
  fputs("\"/>\n", file);
  for (int i = 0; c->dots && i < p->n; i++)
    if (c->y[i] - c->y[i] == 0)
      fprintf(file, "<circle class=\"f%d\" cx=\"%ld\" cy=\"%ld\" r=\"%d\"/>", c->colour,
              place(i, 0, p->n - 1, LEFT, RIGHT), height_of(c->y[i], w), c->dashed ? 26 : 36);
}

static void legend(FILE *file, const struct plot *p) {
  long x = LEFT;
  for (int i = 0; i < p->n_curves; i++) {
    const struct curve *c = &p->curves[i];
    if (!*c->label) continue;
    fprintf(file, "<path class=\"c c%d%s\" d=\"M%ld 150h260\"/><text x=\"%ld\" y=\"193\">", c->colour,
            c->dashed ? " d" : "", x, x + 320);
    html_text(file, c->label);
    fputs("</text>\n", file);
    x += 320 + 68 * (long)strlen(c->label) + 160;
  }
}

void plot_write(FILE *file, const struct plot *p) {
  struct window w = window_of(p);
  fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n", WIDTH,
          HEIGHT, WIDTH / 10, HEIGHT / 10);
  fputs(style, file);
  fprintf(file, "<clipPath id=\"in\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/></clipPath>\n", LEFT - 40,
          TOP - 20, RIGHT - LEFT + 80, BOTTOM - TOP + 40);
  axes(file, p, w);
  legend(file, p);
  fputs("<g clip-path=\"url(#in)\">\n", file);
  for (int i = 0; i < p->n_curves; i++) draw(file, p, &p->curves[i], w);
  fputs("</g>\n</svg>\n", file);
}
