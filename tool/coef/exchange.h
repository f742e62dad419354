/* exchange.h: the exchange algorithm of Remez on a fixed fine grid, in 400-bit arithmetic, for the programs beside it.

   A program lays its points with `lay_grid`, sets target g and weight w > 0 at each, and calls `minimax`, which finds the
   polynomial q, coef[0] + coef[1] r + ..., that makes the largest |w (g - q)| smallest. How its coefficients are rounded
   is the program's business. */
#ifndef REM_COEF_EXCHANGE_H
#define REM_COEF_EXCHANGE_H

#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 400, GRID = 6000, MAX_TERMS = 40, MAX_ROUNDS = 60 };

/* Target g and weight w at every grid point: the error is w (g - q). */
static mpfr_t at[GRID], g[GRID], w[GRID], err[GRID];
static mpfr_t coef[MAX_TERMS + 1], m[MAX_TERMS + 1][MAX_TERMS + 2];

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
  for (int i = 0; i <= MAX_TERMS; i++) {
    mpfr_init2(coef[i], BITS);
    for (int j = 0; j <= MAX_TERMS + 1; j++) mpfr_init2(m[i][j], BITS);
  }
}

/* The unknowns u of the n linear equations m[i][0] u[0] + ... = m[i][n]: Gauss with pivoting. */
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

/* r^first and g less the terms below it, at grid point p. */
static void start_row(mpfr_t power, mpfr_t rest, int p, int first) {
  mpfr_set_ui(power, 1, MPFR_RNDN);
  mpfr_set(rest, g[p], MPFR_RNDN);
  for (int k = 0; k < first; k++) {
    mpfr_fms(rest, power, coef[k], rest, MPFR_RNDN);
    mpfr_neg(rest, rest, MPFR_RNDN);
    mpfr_mul(power, power, at[p], MPFR_RNDN);
  }
}

/* The n coefficients from `first` on, given those below, and behind them the level E with w (g - q) = +-E at the n + 1
   chosen points. */
static void solve(const int *point, int first, int n) {
  for (int i = 0; i <= n; i++) {
    int p = point[i];
    start_row(m[i][0], m[i][n + 1], p, first);
    for (int j = 1; j < n; j++) mpfr_mul(m[i][j], m[i][j - 1], at[p], MPFR_RNDN);
    mpfr_ui_div(m[i][n], 1, w[p], MPFR_RNDN);
    if (i & 1) mpfr_neg(m[i][n], m[i][n], MPFR_RNDN);
  }
  eliminate(n + 1, coef + first);
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

/* The best coefficients from `first` to n - 1, given those below; returns their largest error, or -1 where it alternates too
   seldom. */
static double minimax(int first, int n) {
  int point[MAX_TERMS + 1], left = n - first;
  double worst = 0;
  for (int i = 0; i <= left; i++) point[i] = (int)((i + 0.5) * GRID / (left + 1));
  for (int round = 0; round < MAX_ROUNDS; round++) {
    solve(point, first, left);
    worst = measure(n);
    if (worst <= fabs(mpfr_get_d(coef[n], MPFR_RNDN)) * 1.0001) break;
    if (exchange(point, left) < left + 1) return -1;
  }
  return worst;
}

#endif
