/* remez.c: derives the polynomial coefficients in ops/math, but those of erf.h and gamma.h.

     remez FUNCTION DEGREE LO HI f32|f64 [refit]

   finds the polynomial q of that degree that makes the largest relative error of the function smallest for q's
   argument in [LO, HI], where
     exp, expm1:       e^r     = 1 + r + r^2/2 + r^3 q(r)     relative to e^r or to e^r - 1
     log:              log1p r = r - r^2/2 + r^3 q(r)         relative to log1p r
     rise:             e^r     = 1 + r q(r)                   relative to e^r
     exp2:             2^r     = 1 + r ln 2 + r^2 q(r)        relative to 2^r
     log2, log10:      f(1+r)  = (r - r^2/2) f(e) + r^3 q(r)  relative to f(1 + r)
     cbrt:             q(r)    = r^(-1/3)                     relative to it
     sin, asin, atan, tanh, sinh:
                       f r     = r + r^3 q(r^2)               relative to f r
     cosh:             cosh r  = 1 + r^2/2 + r^4 q(r^2)       relative to cosh r
     atanh4:           atanh r = r + r^3/3 + r^5 q(r^2)       relative to atanh r
     atanh6:           atanh r = r + r^3/3 + r^5/5 + r^7 q(r^2)
     cos:              cos r   = 1 - r^2/2 + r^4 q(r^2)       relative to cos r
   then rounds its coefficients to the dtype and prints them, lowest power first, with the error before and after
   the rounding. With `refit` (LO must not be negative) they are rounded one by one, lowest power first, and those that
   are left make up for it as well as they can.

   Build: cc -O2 remez.c -lmpfr -lgmp -lm */
#include "exchange.h"

typedef int function(mpfr_t, const mpfr_t, mpfr_rnd_t);

/* (e^r - 1 - r - r^2/2) / r^3, and its weight r^3 / f(r). */
static void target_exp(mpfr_t y, mpfr_t weight, const mpfr_t r, function *f) {
  mpfr_t t, c;
  mpfr_inits2(BITS, t, c, (mpfr_ptr)0);
  mpfr_expm1(y, r, MPFR_RNDN);
  mpfr_sub(y, y, r, MPFR_RNDN);
  mpfr_sqr(t, r, MPFR_RNDN);
  mpfr_div_ui(c, t, 2, MPFR_RNDN);
  mpfr_sub(y, y, c, MPFR_RNDN);
  mpfr_mul(t, t, r, MPFR_RNDN);
  mpfr_div(y, y, t, MPFR_RNDN);
  f(c, r, MPFR_RNDN);
  mpfr_div(weight, t, c, MPFR_RNDN);
  mpfr_clears(t, c, (mpfr_ptr)0);
}

/* (f(r) - 1) / r, and its weight r / f(r). */
static void target_rise(mpfr_t y, mpfr_t weight, const mpfr_t r, function *f) {
  mpfr_t t;
  mpfr_init2(t, BITS);
  f(t, r, MPFR_RNDN);
  mpfr_sub_ui(y, t, 1, MPFR_RNDN);
  mpfr_div(y, y, r, MPFR_RNDN);
  mpfr_div(weight, r, t, MPFR_RNDN);
  mpfr_clear(t);
}

/* (log1p r - r + r^2/2) / r^3, and its weight r^3 / f(r). */
static void target_log(mpfr_t y, mpfr_t weight, const mpfr_t r, function *f) {
  mpfr_t t, c;
  mpfr_inits2(BITS, t, c, (mpfr_ptr)0);
  f(c, r, MPFR_RNDN);
  mpfr_sub(y, c, r, MPFR_RNDN);
  mpfr_sqr(t, r, MPFR_RNDN);
  mpfr_div_ui(weight, t, 2, MPFR_RNDN);
  mpfr_add(y, y, weight, MPFR_RNDN);
  mpfr_mul(t, t, r, MPFR_RNDN);
  mpfr_div(y, y, t, MPFR_RNDN);
  mpfr_div(weight, t, c, MPFR_RNDN);
  mpfr_clears(t, c, (mpfr_ptr)0);
}

/* An odd function with f(r) = r + ..., at r = sqrt z: (f(r) - r) / r^3, and its weight r^3 / f(r). */
static void target_odd(mpfr_t y, mpfr_t weight, const mpfr_t z, function *f) {
  mpfr_t r, t;
  mpfr_inits2(BITS, r, t, (mpfr_ptr)0);
  mpfr_sqrt(r, z, MPFR_RNDN);
  f(t, r, MPFR_RNDN);
  mpfr_sub(y, t, r, MPFR_RNDN);
  mpfr_mul(r, r, z, MPFR_RNDN);
  mpfr_div(y, y, r, MPFR_RNDN);
  mpfr_div(weight, r, t, MPFR_RNDN);
  mpfr_clears(r, t, (mpfr_ptr)0);
}

/* At r = sqrt z: (f(r) - 1 + z/2) / z^2, and its weight z^2 / f(r). */
static void target_cos(mpfr_t y, mpfr_t weight, const mpfr_t z, function *f) {
  mpfr_t t, c;
  mpfr_inits2(BITS, t, c, (mpfr_ptr)0);
  mpfr_sqrt(t, z, MPFR_RNDN);
  f(c, t, MPFR_RNDN);
  mpfr_div_ui(t, z, 2, MPFR_RNDN);
  mpfr_sub_ui(t, t, 1, MPFR_RNDN);
  mpfr_add(y, c, t, MPFR_RNDN);
  mpfr_sqr(t, z, MPFR_RNDN);
  mpfr_div(y, y, t, MPFR_RNDN);
  mpfr_div(weight, t, c, MPFR_RNDN);
  mpfr_clears(t, c, (mpfr_ptr)0);
}

/* The same with + z/2. */
static void target_cosh(mpfr_t y, mpfr_t weight, const mpfr_t z, function *f) {
  mpfr_t t, c;
  mpfr_inits2(BITS, t, c, (mpfr_ptr)0);
  mpfr_sqrt(t, z, MPFR_RNDN);
  f(c, t, MPFR_RNDN);
  mpfr_div_ui(t, z, 2, MPFR_RNDN);
  mpfr_add_ui(t, t, 1, MPFR_RNDN);
  mpfr_sub(y, c, t, MPFR_RNDN);
  mpfr_sqr(t, z, MPFR_RNDN);
  mpfr_div(y, y, t, MPFR_RNDN);
  mpfr_div(weight, t, c, MPFR_RNDN);
  mpfr_clears(t, c, (mpfr_ptr)0);
}

/* (f(r) - 1 - r ln 2) / r^2, and its weight r^2 / f(r). */
static void target_exp2(mpfr_t y, mpfr_t weight, const mpfr_t r, function *f) {
  mpfr_t t;
  mpfr_init2(t, BITS);
  f(weight, r, MPFR_RNDN);
  mpfr_sub_ui(y, weight, 1, MPFR_RNDN);
  mpfr_const_log2(t, MPFR_RNDN);
  mpfr_mul(t, t, r, MPFR_RNDN);
  mpfr_sub(y, y, t, MPFR_RNDN);
  mpfr_sqr(t, r, MPFR_RNDN);
  mpfr_div(y, y, t, MPFR_RNDN);
  mpfr_div(weight, t, weight, MPFR_RNDN);
  mpfr_clear(t);
}

/* (f(1 + r) - (r - r^2/2) f(e)) / r^3, and its weight r^3 / f(1 + r). */
static void target_log_base(mpfr_t y, mpfr_t weight, const mpfr_t r, function *f) {
  mpfr_t t, e;
  mpfr_inits2(BITS, t, e, (mpfr_ptr)0);
  mpfr_set_ui(e, 1, MPFR_RNDN);
  mpfr_exp(e, e, MPFR_RNDN);
  f(e, e, MPFR_RNDN);
  mpfr_sqr(t, r, MPFR_RNDN);
  mpfr_div_ui(t, t, 2, MPFR_RNDN);
  mpfr_sub(t, r, t, MPFR_RNDN);
  mpfr_mul(e, e, t, MPFR_RNDN);
  mpfr_add_ui(t, r, 1, MPFR_RNDN);
  f(t, t, MPFR_RNDN);
  mpfr_sub(y, t, e, MPFR_RNDN);
  mpfr_pow_ui(e, r, 3, MPFR_RNDN);
  mpfr_div(y, y, e, MPFR_RNDN);
  mpfr_div(weight, e, t, MPFR_RNDN);
  mpfr_clears(t, e, (mpfr_ptr)0);
}

/* 1 / f(r), and its weight f(r). */
static void target_inverse(mpfr_t y, mpfr_t weight, const mpfr_t r, function *f) {
  f(weight, r, MPFR_RNDN);
  mpfr_ui_div(y, 1, weight, MPFR_RNDN);
}

/* f(r) = atanh r at r = sqrt z, less its terms r^(2k+1)/(2k+1) for k < n, over r^(2n+1); and its weight. */
static void target_atanh(mpfr_t y, mpfr_t weight, const mpfr_t z, function *f, unsigned n) {
  mpfr_t r, t, power;
  mpfr_inits2(BITS, r, t, power, (mpfr_ptr)0);
  mpfr_sqrt(r, z, MPFR_RNDN);
  f(t, r, MPFR_RNDN);
  mpfr_set(y, t, MPFR_RNDN);
  mpfr_set(power, r, MPFR_RNDN);
  for (unsigned k = 0; k < n; k++) {
    mpfr_div_ui(r, power, 2 * k + 1, MPFR_RNDN);
    mpfr_sub(y, y, r, MPFR_RNDN);
    mpfr_mul(power, power, z, MPFR_RNDN);
  }
  mpfr_div(y, y, power, MPFR_RNDN);
  mpfr_div(weight, power, t, MPFR_RNDN);
  mpfr_clears(r, t, power, (mpfr_ptr)0);
}
static void target_atanh4(mpfr_t y, mpfr_t weight, const mpfr_t z, function *f) { target_atanh(y, weight, z, f, 2); }
static void target_atanh6(mpfr_t y, mpfr_t weight, const mpfr_t z, function *f) { target_atanh(y, weight, z, f, 3); }

typedef struct subject {
  const char *name;
  void (*target)(mpfr_t y, mpfr_t weight, const mpfr_t at, function *f);
  function *f;
} subject;
static const subject SUBJECTS[] = {
    {"exp", target_exp, mpfr_exp},          {"expm1", target_exp, mpfr_expm1},   {"log", target_log, mpfr_log1p},
    {"sin", target_odd, mpfr_sin},          {"cos", target_cos, mpfr_cos},       {"asin", target_odd, mpfr_asin},
    {"atan", target_odd, mpfr_atan},        {"tanh", target_odd, mpfr_tanh},     {"sinh", target_odd, mpfr_sinh},
    {"cosh", target_cosh, mpfr_cosh},       {"exp2", target_exp2, mpfr_exp2},    {"log2", target_log_base, mpfr_log2},
    {"log10", target_log_base, mpfr_log10}, {"cbrt", target_inverse, mpfr_cbrt}, {"atanh4", target_atanh4, mpfr_atanh},
    {"atanh6", target_atanh6, mpfr_atanh},  {"rise", target_rise, mpfr_exp},
};
enum { N_SUBJECTS = sizeof SUBJECTS / sizeof SUBJECTS[0] };

static const subject *find_subject(const char *name) {
  for (int i = 0; i < N_SUBJECTS; i++)
    if (strcmp(SUBJECTS[i].name, name) == 0) return &SUBJECTS[i];
  return NULL;
}

int main(int argc, char **argv) {
  const subject *s = argc == 6 || argc == 7 ? find_subject(argv[1]) : NULL;
  int refit = argc == 7 && strcmp(argv[6], "refit") == 0;
  if (!s || atoi(argv[2]) + 1 >= MAX_TERMS || (argc == 7 && !refit)) {
    fprintf(stderr, "usage: remez FUNCTION DEGREE LO HI f32|f64 [refit]\n");
    return 2;
  }
  int n = atoi(argv[2]) + 1, is_f32 = strcmp(argv[5], "f32") == 0;
  lay_grid(argv[3], argv[4]);
  for (int i = 0; i < GRID; i++) {
    s->target(g[i], w[i], at[i], s->f);
    mpfr_abs(w[i], w[i], MPFR_RNDN);
  }
  double worst = minimax(0, n), again = worst;
  for (int k = 0; k < n && again >= 0; k++) {
    mpfr_prec_round(coef[k], is_f32 ? 24 : 53, MPFR_RNDN);
    if (refit && k + 1 < n) again = minimax(k + 1, n);
  }
  if (again < 0) {
    fprintf(stderr, "remez: the error alternates too seldom; try another degree\n");
    return 1;
  }
  printf("remez %s %s %s %s %s%s: error 2^%.2f, with rounded coefficients 2^%.2f\n", argv[1], argv[2], argv[3], argv[4],
         argv[5], refit ? " refit" : "", log2(worst), log2(measure(n)));
  for (int k = 0; k < n; k++) printf("  %a%s\n", mpfr_get_d(coef[k], MPFR_RNDN), is_f32 ? "f" : "");
  return 0;
}
