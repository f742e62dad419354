/* plot.h: curves as a small SVG, in light and dark. Coordinates are whole numbers, and every machine writes the same.
 * */
#ifndef TOOL_DOCS_PLOT_H
#define TOOL_DOCS_PLOT_H

#include <stdio.h>

enum { MAX_CURVES = 6 };

struct curve {
  char label[48]; /* empty: not in the legend              */
  int colour;     /* 0, 1, 2                               */
  int dashed;     /* a derivative                          */
  int dots;       /* single points, joined by a thin line  */
  const double *y;
};

struct plot {
  const char *across; /* what runs along the axis */
  double lo, hi;      /* from where to where      */
  int n;              /* points of every curve    */
  int n_curves;
  struct curve curves[MAX_CURVES];
};

void plot_write(FILE *file, const struct plot *p);

#endif
