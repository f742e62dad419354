/* special.c: derives the polynomial coefficients in ops/math/erf.h, ops/math/gamma.h and, for gelu, ops/math/exp.h.

     special FUNCTION DEGREE LO HI f32|f64 [K]

   finds the polynomial q of that degree that makes the largest error of the function on LO <= v <= HI smallest, rounds
   its coefficients to the dtype and prints them, lowest power first. TARGETS says what q(v) stands for and what the
   error is relative to. Build: cc -O2 special.c -lmpfr -lgmp -lm */
#include "exchange.h"

#define RND MPFR_RNDN

/* Sets the target y = q(v) and the weight of its error at v; k is the last argument. */
typedef void target_fn(mpfr_t y, mpfr_t weight, const mpfr_t v, const mpfr_t k);

static void reciprocal(mpfr_t y, const mpfr_t x) { mpfr_ui_div(y, 1, x, RND); }

static void target_erf(mpfr_t y, mpfr_t weight, const mpfr_t v, const mpfr_t k) {
  (void)k;
  mpfr_sqrt(weight, v, RND);
  mpfr_erf(y, weight, RND);
  mpfr_div(y, y, weight, RND);
  reciprocal(weight, y);
  mpfr_sub_ui(y, y, 1, RND);
}

static void target_erflog(mpfr_t y, mpfr_t weight, const mpfr_t v, const mpfr_t k) {
  (void)k;
  mpfr_erfc(weight, v, RND);
  mpfr_log2(y, weight, RND);
  mpfr_div(y, y, v, RND);
  mpfr_mul(weight, weight, v, RND);
}

static void target_exp2(mpfr_t y, mpfr_t weight, const mpfr_t v, const mpfr_t k) {
  (void)k;
  mpfr_exp2(weight, v, RND);
  mpfr_sub_ui(y, weight, 1, RND);
  mpfr_div(y, y, v, RND);
  mpfr_div(weight, v, weight, RND);
}

static void target_erfcx(mpfr_t y, mpfr_t weight, const mpfr_t v, const mpfr_t k) {
  mpfr_t x;
  mpfr_init2(x, BITS);
  mpfr_ui_sub(y, 1, v, RND);
  mpfr_add_ui(x, v, 1, RND);
  mpfr_div(x, x, y, RND);
  mpfr_mul(x, x, k, RND);
  mpfr_erfc(y, x, RND);
  mpfr_add(weight, x, k, RND);
  mpfr_mul(y, y, weight, RND);
  mpfr_sqr(x, x, RND);
  mpfr_exp(x, x, RND);
  mpfr_mul(y, y, x, RND);
  reciprocal(weight, y);
  mpfr_clear(x);
}

/* An error counts the less the further out it is, as rounding of x^2 / 2 does more there than it. */
static void target_mills(mpfr_t y, mpfr_t weight, const mpfr_t v, const mpfr_t k) {
  mpfr_t x, reach;
  mpfr_inits2(BITS, x, reach, (mpfr_ptr)0);
  mpfr_ui_sub(y, 1, v, RND);
  mpfr_add_ui(x, v, 1, RND);
  mpfr_div(x, x, y, RND);
  mpfr_mul(x, x, k, RND);
  mpfr_sqr(reach, x, RND);
  mpfr_div_2ui(reach, reach, 1, RND);
  mpfr_sqrt(weight, reach, RND);
  mpfr_erfc(y, weight, RND);
  mpfr_div_2ui(y, y, 1, RND);
  mpfr_add(weight, x, k, RND);
  mpfr_mul(y, y, weight, RND);
  mpfr_exp(x, reach, RND);
  mpfr_mul(y, y, x, RND);
  mpfr_add_ui(reach, reach, 1, RND);
  mpfr_mul(weight, y, reach, RND);
  reciprocal(weight, weight);
  mpfr_clears(x, reach, (mpfr_ptr)0);
}

/* z = erfinv x and x itself, where 1 - x^2 = e^-w: Newton's method on erfc z = 1 - x. */
static void inverse(mpfr_t z, mpfr_t x, const mpfr_t w) {
  mpfr_t c, t, slope;
  mpfr_inits2(BITS, c, t, slope, (mpfr_ptr)0);
  mpfr_neg(t, w, RND);
  mpfr_expm1(x, t, RND);
  mpfr_neg(x, x, RND);
  mpfr_sqrt(x, x, RND);
  mpfr_exp(c, t, RND);
  mpfr_add_ui(t, x, 1, RND);
  mpfr_div(c, c, t, RND);
  mpfr_set_d(z, 0.886 * mpfr_get_d(x, RND), RND);
  for (int i = 0; i < 60; i++) {
    mpfr_sqr(t, z, RND);
    mpfr_neg(t, t, RND);
    mpfr_exp(t, t, RND);
    mpfr_const_pi(slope, RND);
    mpfr_rec_sqrt(slope, slope, RND);
    mpfr_mul_2ui(slope, slope, 1, RND);
    mpfr_mul(slope, slope, t, RND);
    if (mpfr_cmp_d(x, 0.5) < 0) mpfr_erf(t, z, RND), mpfr_sub(t, x, t, RND);
    else mpfr_erfc(t, z, RND), mpfr_sub(t, t, c, RND);
    mpfr_div(t, t, slope, RND);
    mpfr_add(z, z, t, RND);
    if (mpfr_zero_p(t) || mpfr_get_exp(t) < mpfr_get_exp(z) - BITS / 2) break;
  }
  mpfr_clears(c, t, slope, (mpfr_ptr)0);
}

static void target_inverse(mpfr_t y, mpfr_t weight, const mpfr_t v, const mpfr_t k) {
  mpfr_t w;
  mpfr_init2(w, BITS);
  mpfr_add(w, v, k, RND);
  inverse(y, weight, w);
  mpfr_div(y, y, weight, RND);
  reciprocal(weight, y);
  mpfr_clear(w);
}

static void target_inverse_tail(mpfr_t y, mpfr_t weight, const mpfr_t v, const mpfr_t k) {
  mpfr_t w;
  mpfr_init2(w, BITS);
  mpfr_add(w, v, k, RND);
  mpfr_sqr(w, w, RND);
  reciprocal(w, w);
  inverse(y, weight, w);
  mpfr_sqrt(w, w, RND);
  mpfr_div(y, y, w, RND);
  reciprocal(weight, y);
  mpfr_clear(w);
}

static void log_gamma(mpfr_t y, const mpfr_t x) {
  int sign;
  mpfr_lgamma(y, &sign, x, RND);
}

static void target_lgamma2(mpfr_t y, mpfr_t weight, const mpfr_t v, const mpfr_t k) {
  (void)k;
  mpfr_add_ui(weight, v, 2, RND);
  log_gamma(y, weight);
  mpfr_div(y, y, v, RND);
  reciprocal(weight, y);
}

/* (x - 1/2)(log x - 1) + (log 2 pi - 1)/2 */
static void stirling(mpfr_t y, const mpfr_t x) {
  mpfr_t t;
  mpfr_init2(t, BITS);
  mpfr_log(y, x, RND);
  mpfr_sub_ui(y, y, 1, RND);
  mpfr_sub_d(t, x, 0.5, RND);
  mpfr_mul(y, y, t, RND);
  mpfr_const_pi(t, RND);
  mpfr_mul_2ui(t, t, 1, RND);
  mpfr_log(t, t, RND);
  mpfr_sub_ui(t, t, 1, RND);
  mpfr_div_2ui(t, t, 1, RND);
  mpfr_add(y, y, t, RND);
  mpfr_clear(t);
}

static void target_stirling(mpfr_t y, mpfr_t weight, const mpfr_t v, const mpfr_t k) {
  (void)k;
  mpfr_t x;
  mpfr_init2(x, BITS);
  mpfr_rec_sqrt(x, v, RND);
  log_gamma(weight, x);
  stirling(y, x);
  mpfr_sub(y, weight, y, RND);
  mpfr_mul(y, y, x, RND);
  mpfr_mul(weight, weight, x, RND);
  reciprocal(weight, weight);
  mpfr_clear(x);
}

static void target_sinpi(mpfr_t y, mpfr_t weight, const mpfr_t v, const mpfr_t k) {
  (void)k;
  mpfr_t f;
  mpfr_init2(f, BITS);
  mpfr_sqrt(f, v, RND);
  mpfr_const_pi(weight, RND);
  mpfr_mul(weight, weight, f, RND);
  mpfr_sin(y, weight, RND);
  mpfr_div(y, y, weight, RND);
  mpfr_div(weight, v, y, RND);
  mpfr_sub_ui(y, y, 1, RND);
  mpfr_div(y, y, v, RND);
  mpfr_clear(f);
}

/* The positive zero of digamma: Newton's method, the slope by a difference. */
static void digamma_zero(mpfr_t zero) {
  static mpfr_t found;
  static int ready;
  if (!ready) {
    mpfr_t y, h, slope;
    mpfr_inits2(2 * BITS, y, h, slope, (mpfr_ptr)0);
    mpfr_init2(found, 2 * BITS);
    mpfr_set_d(found, 1.4616, RND);
    for (int i = 0; i < 20; i++) {
      mpfr_set_ui_2exp(h, 1, -BITS / 2, RND);
      mpfr_add(h, h, found, RND);
      mpfr_digamma(slope, h, RND);
      mpfr_digamma(y, found, RND);
      mpfr_sub(slope, slope, y, RND);
      mpfr_mul_2si(slope, slope, BITS / 2, RND);
      mpfr_div(y, y, slope, RND);
      mpfr_sub(found, found, y, RND);
    }
    mpfr_clears(y, h, slope, (mpfr_ptr)0);
    ready = 1;
  }
  mpfr_set(zero, found, RND);
}

static void target_digamma(mpfr_t y, mpfr_t weight, const mpfr_t v, const mpfr_t k) {
  (void)k;
  digamma_zero(weight);
  mpfr_add(weight, weight, v, RND);
  mpfr_digamma(y, weight, RND);
  mpfr_div(y, y, v, RND);
  reciprocal(weight, y);
}

static void target_digamma_tail(mpfr_t y, mpfr_t weight, const mpfr_t v, const mpfr_t k) {
  (void)k;
  mpfr_t x, t;
  mpfr_inits2(BITS, x, t, (mpfr_ptr)0);
  mpfr_rec_sqrt(x, v, RND);
  mpfr_digamma(weight, x, RND);
  mpfr_log(y, x, RND);
  mpfr_sub(y, y, weight, RND);
  mpfr_mul_2ui(t, x, 1, RND);
  reciprocal(t, t);
  mpfr_sub(y, y, t, RND);
  mpfr_div(y, y, v, RND);
  mpfr_div(weight, v, weight, RND);
  mpfr_clears(x, t, (mpfr_ptr)0);
}

static void target_cotpi(mpfr_t y, mpfr_t weight, const mpfr_t v, const mpfr_t k) {
  (void)k;
  mpfr_sqrt(y, v, RND);
  mpfr_const_pi(weight, RND);
  mpfr_mul(weight, weight, y, RND);
  mpfr_cot(y, weight, RND);
  mpfr_mul(y, y, weight, RND);
  mpfr_sub_ui(y, y, 1, RND);
  mpfr_div(y, y, v, RND);
  mpfr_set(weight, v, RND);
}

static const struct {
  const char *name, *says;
  target_fn *fn;
} TARGETS[] = {
    {"erf", "erf x = x + x q(x^2), relative to erf x", target_erf},
    {"erflog", "log2 erfc v = v q(v), the error of erfc v", target_erflog},
    {"exp2", "2^v = 1 + v q(v), relative to 2^v", target_exp2},
    {"erfcx", "e^(x^2) erfc x = q(v) / (x + k) with v = (x - k) / (x + k), relative to itself", target_erfcx},
    {"mills", "e^(x^2/2) P(normal > x) = q(v) / (x + k) with v = (x - k) / (x + k), relative to itself and 1 + x^2/2", target_mills},
    {"inverse", "erfinv x = x q(v) with k + v = -log(1 - x^2), relative to itself", target_inverse},
    {"inverse_tail", "erfinv x = q(v) / (k + v) with k + v = 1 / sqrt(-log(1 - x^2)), relative to itself",
     target_inverse_tail},
    {"lgamma2", "lgamma(2 + v) = v q(v), relative to itself", target_lgamma2},
    {"stirling", "lgamma x = (x - 1/2)(log x - 1) + (log 2 pi - 1)/2 + q(v)/x with v = 1 / x^2, relative to lgamma x",
     target_stirling},
    {"sinpi", "sin(pi f) / pi = f + f v q(v) with v = f^2, relative to itself", target_sinpi},
    {"digamma", "digamma(z + v) = v q(v) with z the positive zero, relative to itself", target_digamma},
    {"digamma_tail", "digamma x = log x - 1 / 2x - v q(v) with v = 1 / x^2, relative to itself", target_digamma_tail},
    {"cotpi", "pi cot(pi f) = (1 + v q(v)) / f with v = f^2, relative to 1 / f", target_cotpi},
};
enum { N_TARGETS = sizeof TARGETS / sizeof TARGETS[0] };

static int usage(void) {
  fprintf(stderr, "usage: special FUNCTION DEGREE LO HI f32|f64 [K]\n");
  for (int i = 0; i < N_TARGETS; i++) fprintf(stderr, "  %-13s %s\n", TARGETS[i].name, TARGETS[i].says);
  return 2;
}

/* ---- rounding ---- */

enum { FIT_STEP = 12 };

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
  double found[MAX_TERMS], worst;
  for (int i = 0; i < GRID; i++) mpfr_abs(w[i], w[i], MPFR_RNDN);
  if ((worst = minimax(0, n)) < 0) return fprintf(stderr, "the error alternates too seldom; try another degree\n"), 1;
  double rounded = round_each(n, is_f32 ? 24 : 53, found);
  printf("%s: error 2^%.2f, with rounded coefficients 2^%.2f\n", command, log2(worst), log2(rounded));
  for (int k = 0; k < n; k++) printf("  %a%s\n", found[k], is_f32 ? "f" : "");
  return 0;
}

int main(int argc, char **argv) {
  char command[200];
  int i = 0;
  while (argc >= 6 && i < N_TARGETS && strcmp(argv[1], TARGETS[i].name) != 0) i++;
  if (argc < 6 || argc > 7 || i == N_TARGETS || atoi(argv[2]) + 1 >= MAX_TERMS) return usage();
  mpfr_t k;
  mpfr_init2(k, BITS);
  mpfr_set_str(k, argc == 7 ? argv[6] : "0", 0, RND);
  lay_grid(argv[3], argv[4]);
  for (int p = 0; p < GRID; p++) TARGETS[i].fn(g[p], w[p], at[p], k);
  snprintf(command, sizeof command, "special %s %s %s %s %s%s%s", argv[1], argv[2], argv[3], argv[4], argv[5],
           argc == 7 ? " " : "", argc == 7 ? argv[6] : "");
  return derive(atoi(argv[2]) + 1, strcmp(argv[5], "f32") == 0, command);
}
