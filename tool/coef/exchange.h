/* exchange.h: the exchange algorithm of Remez on a fixed fine grid, in 400-bit arithmetic, for the programs beside it.

   A program lays its points with `lay_grid`, sets target g and weight w at each, and calls `derive`, which finds the
   polynomial q that makes the largest |w (g - q)| smallest, rounds its coefficients and prints them. */
#ifndef REM_COEF_EXCHANGE_H
#define REM_COEF_EXCHANGE_H

#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 400, GRID = 6000, MAX_TERMS = 40, MAX_ROUNDS = 60, FIT_STEP = 12 };

/* Target g and weight w at every grid point: the error is w (g - q). */
static mpfr_t at[GRID], g[GRID], w[GRID], err[GRID];
static mpfr_t coef[MAX_TERMS + 1];

/* Chebyshev spacing: dense where extrema crowd, and never exactly zero. */
static void lay_grid(const char *lo, const char *hi) {
  mpfr_t a, b;
  mpfr_inits2(BITS, a, b, (mpfr_ptr)0);
  mpfr_set_str(a, lo, 0, MPFR_RNDN);
  mpfr_set_str(b, hi, 0, MPFR_RNDN);
  mpfr_sub(b, b, a, MPFR_RNDN);
  for (int i = 0; i < GRID; i++) {
    mpfr_inits2(BITS, at[i], g[i], w[i], err[i], (mpfr_ptr)0);
    mpfr_const_pi(at[i], MPFR_RNDN);
    mpfr_mul_ui(at[i], at[i], (unsigned)i, MPFR_RNDN);
    mpfr_div_ui(at[i], at[i], 2 * (GRID - 1), MPFR_RNDN);
    mpfr_sin(at[i], at[i], MPFR_RNDN);
    mpfr_sqr(at[i], at[i], MPFR_RNDN);
    mpfr_fma(at[i], at[i], b, a, MPFR_RNDN);
    if (fabs(mpfr_get_d(at[i], MPFR_RNDN)) < 1e-20) mpfr_set_d(at[i], 1e-20, MPFR_RNDN);
  }
  mpfr_clears(a, b, (mpfr_ptr)0);
}

/* The unknowns u of the n linear equations m[i][0] u[0] + ... = m[i][n]: Gauss with pivoting. */
static mpfr_t m[MAX_TERMS + 1][MAX_TERMS + 2];
static void eliminate(int n, mpfr_t *u) {
  mpfr_t f;
  mpfr_init2(f, BITS);
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (mpfr_cmpabs(m[i][k], m[best][k]) > 0) best = i;
    for (int j = 0; j <= n; j++) mpfr_swap(m[k][j], m[best][j]);
    for (int i = 0; i < n; i++) {
      if (i == k) continue;
      mpfr_div(f, m[i][k], m[k][k], MPFR_RNDN);
      mpfr_neg(f, f, MPFR_RNDN);
      for (int j = k; j <= n; j++) mpfr_fma(m[i][j], f, m[k][j], m[i][j], MPFR_RNDN);
    }
  }
  for (int k = 0; k < n; k++) mpfr_div(u[k], m[k][n], m[k][k], MPFR_RNDN);
  mpfr_clear(f);
}

/* The coefficients and the level E = coef[n] with w (g - q) = +-E at the n + 1 chosen points. */
static void solve(const int *point, int n) {
  for (int i = 0; i <= n; i++) {
    int p = point[i];
    mpfr_set_ui(m[i][0], 1, MPFR_RNDN);
    for (int j = 1; j < n; j++) mpfr_mul(m[i][j], m[i][j - 1], at[p], MPFR_RNDN);
    mpfr_ui_div(m[i][n], 1, w[p], MPFR_RNDN);
    if (i & 1) mpfr_neg(m[i][n], m[i][n], MPFR_RNDN);
    mpfr_set(m[i][n + 1], g[p], MPFR_RNDN);
  }
  eliminate(n + 1, coef);
}

/* The coefficients that make the sum of squares of w (g - q) smallest, over some of the grid. */
static void fit(int n) {
  mpfr_t row[MAX_TERMS + 1];
  for (int j = 0; j <= n; j++) mpfr_init2(row[j], BITS);
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= n; j++) mpfr_set_ui(m[i][j], 0, MPFR_RNDN);
  for (int p = 0; p < GRID; p += FIT_STEP) {
    mpfr_set(row[0], w[p], MPFR_RNDN);
    for (int j = 1; j < n; j++) mpfr_mul(row[j], row[j - 1], at[p], MPFR_RNDN);
    mpfr_mul(row[n], g[p], w[p], MPFR_RNDN);
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= n; j++) mpfr_fma(m[i][j], row[i], row[j], m[i][j], MPFR_RNDN);
  }
  eliminate(n, coef);
  for (int j = 0; j <= n; j++) mpfr_clear(row[j]);
}

/* The error at every grid point; returns the largest magnitude. */
static double measure(int n) {
  double worst = 0;
  for (int i = 0; i < GRID; i++) {
    mpfr_set_ui(err[i], 0, MPFR_RNDN);
    for (int k = n - 1; k >= 0; k--) mpfr_fma(err[i], err[i], at[i], coef[k], MPFR_RNDN);
    mpfr_sub(err[i], g[i], err[i], MPFR_RNDN);
    mpfr_mul(err[i], err[i], w[i], MPFR_RNDN);
    double e = fabs(mpfr_get_d(err[i], MPFR_RNDN));
    worst = e > worst ? e : worst;
  }
  return worst;
}

/* The largest error of each run of equal sign; keeps the n + 1 neighbours with the largest ones. Returns how many
   there are. */
static int exchange(int *point, int n) {
  static int peak[GRID];
  int peaks = 0;
  for (int i = 0; i < GRID; i++) {
    int fresh = peaks == 0 || mpfr_sgn(err[i]) * mpfr_sgn(err[peak[peaks - 1]]) < 0;
    if (fresh) peak[peaks++] = i;
    else if (mpfr_cmpabs(err[i], err[peak[peaks - 1]]) > 0) peak[peaks - 1] = i;
  }
  int first = 0;
  for (int left = peaks; left > n + 1; left--)
    if (mpfr_cmpabs(err[peak[first]], err[peak[first + left - 1]]) < 0) first++;
  for (int i = 0; i <= n && i < peaks; i++) point[i] = peak[first + i];
  return peaks;
}

/* Finds the n coefficients and the largest error; 0 where the error alternates too seldom. */
static int minimax(int n, double *worst) {
  int point[MAX_TERMS + 1];
  for (int i = 0; i <= n; i++) point[i] = (int)((i + 0.5) * GRID / (n + 1));
  for (int round = 0; round < MAX_ROUNDS; round++) {
    solve(point, n);
    *worst = measure(n);
    if (*worst <= fabs(mpfr_get_d(coef[n], MPFR_RNDN)) * 1.0001) return 1;
    if (exchange(point, n) < n + 1) return 0;
  }
  return 1;
}

/* Takes the lowest coefficient, rounded, off the target: what is left is a polynomial of one degree less, times v. */
static void settle_lowest(int bits) {
  mpfr_prec_round(coef[0], bits, MPFR_RNDN);
  for (int i = 0; i < GRID; i++) {
    mpfr_sub(g[i], g[i], coef[0], MPFR_RNDN);
    mpfr_div(g[i], g[i], at[i], MPFR_RNDN);
    mpfr_mul(w[i], w[i], at[i], MPFR_RNDN);
  }
}

/* Rounds the coefficients in turn: the higher ones are fitted anew after each, so that they make up for what its
   rounding cost. Returns the largest error of the rounded polynomial. */
static double round_each(int n, int bits, double *rounded) {
  static mpfr_t off[GRID]; /* weighted error of the polynomial before */
  double worst = 0;
  for (int i = 0; i < GRID; i++) {
    mpfr_init2(off[i], BITS);
    mpfr_set(off[i], err[i], MPFR_RNDN);
    mpfr_div(err[i], err[i], w[i], MPFR_RNDN);
    mpfr_sub(g[i], g[i], err[i], MPFR_RNDN);
  }
  for (int k = 0; k < n; k++) {
    fit(n - k);
    settle_lowest(bits);
    rounded[k] = mpfr_get_d(coef[0], MPFR_RNDN);
    mpfr_set_prec(coef[0], BITS);
  }
  for (int i = 0; i < GRID; i++) { /* g w is what rounding changed */
    mpfr_fma(err[i], g[i], w[i], off[i], MPFR_RNDN);
    worst = fmax(worst, fabs(mpfr_get_d(err[i], MPFR_RNDN)));
  }
  return worst;
}

/* Prints the coefficients, lowest power first, with the error before and after their rounding, and `command` in front.
   Returns 0, or 1 where no polynomial was found. */
static int derive(int n, int is_f32, const char *command) {
  double worst, found[MAX_TERMS];
  for (int k = 0; k <= MAX_TERMS; k++) mpfr_init2(coef[k], BITS);
  for (int i = 0; i <= MAX_TERMS; i++)
    for (int j = 0; j <= MAX_TERMS + 1; j++) mpfr_init2(m[i][j], BITS);
  for (int i = 0; i < GRID; i++) mpfr_abs(w[i], w[i], MPFR_RNDN);
  if (!minimax(n, &worst)) return fprintf(stderr, "the error alternates too seldom; try another degree\n"), 1;
  double rounded = round_each(n, is_f32 ? 24 : 53, found);
  printf("%s: error 2^%.2f, with rounded coefficients 2^%.2f\n", command, log2(worst), log2(rounded));
  for (int k = 0; k < n; k++) printf("  %a%s\n", found[k], is_f32 ? "f" : "");
  return 0;
}

#endif
