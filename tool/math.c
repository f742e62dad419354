/* math.c: measures the worst error of the elementary functions and holds them to the bounds in ops/math.def.

   Each function is called on a list of inputs that depends on nothing but the list's length, and compared with a
   wider one: f32 with long double, f64 with MPFR (or long double in a build without it, good to 0.001 ulp). The
   wider one is slow, so a nearer reference sorts out the inputs whose error cannot be the worst: it is itself wrong
   by far less than `MARGIN`.

   libm is reached through the compiler's builtins: <math.h> is not included, so that no search path can confuse it
   with ours. */
#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ops/vocab.h"
#include "ops/math.h"
#include "tool/math.h"

typedef long double wide;

#ifdef HAVE_MPFR
#include <mpfr.h>
enum { EXACT_BITS = 160 };
typedef int exact_fn(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
#define EXACT(name) mpfr_##name
#else
typedef void exact_fn(void);
#define EXACT(name) 0
#endif

#define MARGIN 0.01 /* ulp; long double libm is within 0.002, f64 libm within 1e-8 of an f32 ulp */
#define NAN_BITS ((u64)0x7ff8000000000000)
#define WRONG 1e30 /* the error of a result of the wrong kind: NaN, infinity or a zero's sign */

typedef struct format {
  const char *name;
  int mantissa, min_exp, max_exp; /* bits; frexp exponents of the smallest and the largest normal number */
} format;

enum { F32_LEAST = FLT_MIN_EXP };
static const format F32 = {"f32", FLT_MANT_DIG, FLT_MIN_EXP, FLT_MAX_EXP};
static const format F64 = {"f64", DBL_MANT_DIG, DBL_MIN_EXP, DBL_MAX_EXP};

enum { BLOCK = 1024 };
typedef void block_fn(const f64 *x, f64 *y, int n);

/* A function under test: everything goes through f64, which holds f32 arguments and results exactly. */
typedef struct subject {
  const char *name;
  const format *fmt;
  double bound;
  block_fn *run;
  f64 (*near)(f64); /* NULL: `far` has to do */
  wide (*far)(wide);
  exact_fn *exact; /* NULL: `far` is wide enough */
} subject;

/* Inlined with a known f, so that it becomes a vector loop as in the library. */
REM_FN void each(const f64 *x, f64 *y, int n, f64 (*f)(f64)) {
  for (int i = 0; i < n; i++) y[i] = f(x[i]);
}

#define MATH_PART(...)
#define MATH(part, name, ulp32, ulp64)                                                           \
  static f64 name##_run32(f64 x) { return name##_f32((f32)x); }                            \
  static f64 name##_run64(f64 x) { return name##_f64(x); }                                 \
  static void name##_block32(const f64 *x, f64 *y, int n) { each(x, y, n, name##_run32); } \
  static void name##_block64(const f64 *x, f64 *y, int n) { each(x, y, n, name##_run64); } \
  static f64 name##_near(f64 x) { return __builtin_##name(x); }                            \
  static wide name##_far(wide x) { return __builtin_##name##l(x); }
#include "ops/math.def"
#undef MATH

#define MATH(part, name, ulp32, ulp64)                                    \
  {#name, &F32, ulp32, name##_block32, name##_near, name##_far, 0}, \
      {#name, &F64, ulp64, name##_block64, 0, name##_far, EXACT(name)},
static const subject SUBJECTS[] = {
#include "ops/math.def"
};
#undef MATH_PART
#undef MATH
enum { N_SUBJECTS = sizeof SUBJECTS / sizeof SUBJECTS[0] };

/* ---- the inputs ---- */

typedef struct inputs {
  int is_f32, exhaustive;
  uint64_t spread, hard,
      radius; /* how many are spread over all exponents, how many lie around breakpoints, and how far */
} inputs;

/* Where some function changes its path or its value is special. 2/3 and 4/3 times powers of two, and half-odd
   multiples of ln 2, come on top. */
static const double SPECIAL[] = {
    0.0,
    -0.0,
    1.0,
    -1.0,
    -86.0,
    -104.0,
    -707.0,
    -746.0,
    -20.0,
    -40.0,
    0x1p-25,
    -0x1p-25,
    0x1p-54,
    -0x1p-54,
    0x1p-126,
    0x1p-1022,
    0x1p24,
    0x1p53,
    REM_EXP_MAX_f32,
    REM_EXP_MAX_f64,
    -0x1.9d1dap6,
    -0x1.74910d52d3051p9,
    __builtin_inf(),
    -__builtin_inf(),
    __builtin_nan(""),
    FLT_MAX,
    DBL_MAX,
};
enum { N_SPECIAL = sizeof SPECIAL / sizeof SPECIAL[0], EXPONENTS = 2200, N_BREAKS = N_SPECIAL + 3 * EXPONENTS };

static double breakpoint(int64_t i) {
  if (i < N_SPECIAL) return SPECIAL[i];
  i -= N_SPECIAL;
  int step = (int)(i % EXPONENTS) - EXPONENTS / 2;
  double third = __builtin_ldexp(4.0 / 3.0, step);
  return i < EXPONENTS ? (step + 0.5) * 0x1.62e42fefa39efp-1 : i < 2 * EXPONENTS ? third : third - 1.0;
}

/* A well-mixed function of the index. */
static uint64_t mix(uint64_t i) {
  i = (i + 1) * 0x9e3779b97f4a7c15u;
  i = (i ^ (i >> 30)) * 0xbf58476d1ce4e5b9u;
  i = (i ^ (i >> 27)) * 0x94d049bb133111ebu;
  return i ^ (i >> 31);
}

/* All signs and exponents in turn for f32. For f64 in one of four; the others lie between 2^-60 and 2^11, where it
   matters. */
static double spread_input(const inputs *in, uint64_t i) {
  uint64_t r = mix(i);
  if (in->is_f32) return real_f32((u32)(i & 511) << 23 | (u32)(r >> 41));
  uint64_t exponent = i % 4 == 0 ? (i / 4) % 2048 : 1023 - 60 + (r >> 52) % 71;
  return real_f64((r & 0x800fffffffffffff) | exponent << 52);
}

static double hard_input(const inputs *in, uint64_t i) {
  uint64_t width = 2 * in->radius + 1, off = i % width - in->radius;
  double x = breakpoint((int64_t)(i / width));
  return in->is_f32 ? (double)real_f32(bits_f32((f32)x) + (u32)off) : real_f64(bits_f64(x) + off);
}

static double input(const inputs *in, uint64_t i) {
  return i < in->spread ? spread_input(in, i) : hard_input(in, i - in->spread);
}

static void fill_block(const inputs *in, uint64_t first, f64 *x, int n) {
  if (in->exhaustive && in->is_f32)
    for (int i = 0; i < n; i++) x[i] = real_f32((u32)first + (u32)i);
  else
    for (int i = 0; i < n; i++) x[i] = input(in, first + (uint64_t)i);
}

/* samples 0: the default. */
static inputs plan_inputs(const format *fmt, int exhaustive, uint64_t samples) {
  inputs in = {.is_f32 = fmt == &F32, .exhaustive = exhaustive};
  if (exhaustive && in.is_f32) return in.spread = (uint64_t)1 << 32, in;
  in.radius = exhaustive ? 64 : 2;
  in.hard = N_BREAKS * (2 * in.radius + 1);
  in.spread = exhaustive ? 100000000 : samples ? samples : (uint64_t)1 << (in.is_f32 ? 22 : 20);
  return in;
}

/* ---- the error ---- */

/* |y - (hi + lo)| in ulp of hi + lo, by the book. A y that overflowed counts as 2^max_exp, the number rounding
   treats it as. */
static double ulp_error_any(const format *fmt, double y, wide hi, wide lo) {
  if (hi != hi || y != y) return hi != hi && y != y ? 0 : WRONG;
  if (hi == 0 || hi - hi != 0) return y == hi && !__builtin_signbit(y) == !__builtin_signbit(hi) ? 0 : WRONG;
  wide top = __builtin_ldexpl(1, fmt->max_exp), got = y;
  if (y - y != 0) got = y > 0 ? top : -top;
  if (y - y != 0 && __builtin_fabsl(hi) >= top) return (y > 0) == (hi > 0) ? 0 : WRONG;
  int e;
  (void)__builtin_frexpl(hi, &e);
  e = e < fmt->min_exp ? fmt->min_exp : e > fmt->max_exp ? fmt->max_exp : e;
  return (double)__builtin_ldexpl(__builtin_fabsl((got - hi) - lo), fmt->mantissa - e);
}

/* The same, without library calls where hi is an ordinary number: nowhere near the ends of the range, and not so
   near to a power of two that rounding it to f64 might change its exponent. */
static double ulp_error(const format *fmt, double y, wide hi, wide lo) {
  u64 u = bits_f64((f64)hi);
  int e = (int)(u >> 52 & 2047) - 1022;
  int ordinary = e > fmt->min_exp && e < fmt->max_exp && e > -900 && (u & 0x000fffffffffffff) != 0 && y - y == 0;
  if (!ordinary) return ulp_error_any(fmt, y, hi, lo);
  return (double)(__builtin_fabsl((y - hi) - lo) * pow2i_f64(fmt->mantissa - e));
}

/* For f32: the error against an f64 t. Too large by up to a factor of two where t is a power of two, and so the
   true value perhaps a little less; never too small. No branch, so that a loop over it vectorises; what it cannot
   judge is WRONG, which asks for the exact error. Equal numbers are right whatever they are, but for zeros, whose
   signs count. */
REM_FN double rough_error(double y, double t) {
  u64 size = bits_f64(abs_f64(t)), e = (size - 1) & 0x7ff0000000000000, least = (u64)(F32_LEAST + 1022) << 52;
  f64 unit = real_f64(sel_(e < least, least, e)) * 0x1p-23; /* 2^(e-24) for |t| in (2^(e-1), 2^e] */
  f64 err = abs_f64(y - t) / unit;
  err = sel_((abs_f64(t) < 0x1p127) & (t != 0.0) & (y - y == 0.0), err, WRONG);
  return sel_((bits_f64(y) == bits_f64(t)) | ((y != y) & (t != t)), 0.0, err);
}

static double exact_error(const subject *s, double x, double y) {
#ifdef HAVE_MPFR
  if (s->exact && x - x == 0) {
    mpfr_t t;
    mpfr_init2(t, EXACT_BITS);
    mpfr_set_d(t, x, MPFR_RNDN);
    s->exact(t, t, MPFR_RNDN);
    wide hi = mpfr_get_ld(t, MPFR_RNDN), lo = 0;
    if (hi - hi == 0) {
      mpfr_t low;
      mpfr_init2(low, EXACT_BITS);
      mpfr_set_ld(low, hi, MPFR_RNDN);
      mpfr_sub(low, t, low, MPFR_RNDN);
      lo = mpfr_get_ld(low, MPFR_RNDN);
      mpfr_clear(low);
    }
    mpfr_clear(t);
    return ulp_error(s->fmt, y, hi, lo);
  }
#endif
  return ulp_error(s->fmt, y, s->far((wide)x), 0);
}

/* ---- the measurement ---- */

typedef struct result {
  uint64_t count, digest; /* the digest sums a mix of every result's place and bits, NaN as one value */
  double worst, at;
} result;

static void merge(result *into, const result *part) {
  into->count += part->count;
  into->digest += part->digest;
  if (part->worst > into->worst) into->worst = part->worst, into->at = part->at;
}

static uint64_t block_digest(const f64 *y, int n, uint64_t first) {
  uint64_t sum = 0;
  for (int i = 0; i < n; i++) sum += mix((first + (uint64_t)i) ^ mix(sel_(y[i] != y[i], NAN_BITS, bits_f64(y[i]))));
  return sum;
}

/* An error for every input, perhaps too large but never too small by more than MARGIN. */
static void rough_errors(const subject *s, const f64 *x, const f64 *y, f64 *e, int n) {
  for (int i = 0; i < n; i++) e[i] = s->near ? s->near(x[i]) : ulp_error(s->fmt, y[i], s->far(x[i]), 0);
  for (int i = 0; s->near && i < n; i++) e[i] = rough_error(y[i], e[i]);
}

/* One block of at most BLOCK inputs. Only an error that may exceed the worst one known is measured exactly. */
static void measure_block(const subject *s, const inputs *in, uint64_t first, int n, result *r) {
  f64 x[BLOCK] = {0}, y[BLOCK], e[BLOCK];
  fill_block(in, first, x, n);
  s->run(x, y, n);
  r->digest += block_digest(y, n, first);
  rough_errors(s, x, y, e, n);
  for (int i = 0; i < n; i++) {
    if (e[i] <= r->worst - MARGIN) continue;
    double exact = exact_error(s, x[i], y[i]);
    if (exact > r->worst) r->worst = exact, r->at = x[i];
  }
}

static result measure_range(const subject *s, const inputs *in, uint64_t first, uint64_t end, double floor) {
  result r = {.count = end - first, .worst = floor};
  for (; first < end; first += BLOCK) measure_block(s, in, first, end - first < BLOCK ? (int)(end - first) : BLOCK, &r);
  return r;
}

static void show_progress(const subject *s, uint64_t done, uint64_t all) {
  fprintf(stderr, "\r%s %s %3.0f %% ", s->name, s->fmt->name, 100.0 * (double)done / (double)all);
  if (done >= all) fprintf(stderr, "\r%30s\r", "");
}

static result measure(const subject *s, const inputs *in) {
  const uint64_t all = in->spread + in->hard, chunk = (uint64_t)1 << 18;
  const int64_t chunks = (int64_t)((all + chunk - 1) / chunk);
  const int talk = isatty(2);
  result sum = {0};
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic) num_threads(2) if (in->exhaustive)
#endif
  for (int64_t c = 0; c < chunks; c++) {
    uint64_t first = (uint64_t)c * chunk, end = first + chunk < all ? first + chunk : all;
    double floor;
#ifdef _OPENMP
#pragma omp critical(rem_math_sum)
#endif
    floor = sum.worst;
    result part = measure_range(s, in, first, end, floor);
#ifdef _OPENMP
#pragma omp critical(rem_math_sum)
#endif
    {
      merge(&sum, &part);
      if (talk) show_progress(s, sum.count, all);
    }
  }
  return sum;
}

static void print_result(const subject *s, const result *r, int json, int first) {
  const char *verdict = r->worst <= s->bound ? "ok" : "bad";
  if (json)
    printf("%s  {\"fn\": \"%s\", \"dtype\": \"%s\", \"inputs\": %" PRIu64
           ", \"worst_ulp\": %.6g, \"at\": \"%a\", "
           "\"bound_ulp\": %g, \"digest\": \"%016" PRIx64 "\", \"ok\": %s}",
           first ? "" : ",\n", s->name, s->fmt->name, r->count, r->worst, r->at, s->bound, r->digest,
           r->worst <= s->bound ? "true" : "false");
  else
    printf("%-8s %-5s %11" PRIu64 "  %9.4f  %6.2f  %-4s %-24a %-14.7g %016" PRIx64 "\n", s->name, s->fmt->name,
           r->count, r->worst, s->bound, verdict, r->at, r->at, r->digest);
  fflush(stdout);
}

/* ---- the command ---- */

static int print_help(FILE *file) {
  fprintf(file, "usage: remora math [fn ...] [--exhaustive] [--samples N] [--json]\nfn:");
  for (int i = 0; i < N_SUBJECTS; i += 2) fprintf(file, " %s", SUBJECTS[i].name);
  fprintf(file, "\n");
  return 0;
}

static int usage(const char *why) {
  fprintf(stderr, "remora math: %s\n", why);
  print_help(stderr);
  return 2;
}

static int is_known(const char *name) {
  for (int i = 0; i < N_SUBJECTS; i++)
    if (strcmp(SUBJECTS[i].name, name) == 0) return 1;
  return 0;
}

/* No name wanted: all are. */
static int is_wanted(const char *name, char **wanted, int n) {
  for (int i = 0; i < n; i++)
    if (strcmp(wanted[i], name) == 0) return 1;
  return n == 0;
}

int cmd_math(int argc, char **argv) {
  int exhaustive = 0, json = 0, names = 0, over = 0, printed = 0;
  uint64_t samples = 0;
  char **wanted = argv + 1; /* names move to the front of the arguments */
  for (int i = 1; i < argc; i++) {
    char *end = "";
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return print_help(stdout);
    if (strcmp(argv[i], "--exhaustive") == 0) exhaustive = 1;
    else if (strcmp(argv[i], "--json") == 0) json = 1;
    else if (strcmp(argv[i], "--samples") == 0 && i + 1 < argc) samples = strtoull(argv[++i], &end, 10);
    else if (is_known(argv[i])) wanted[names++] = argv[i];
    else return usage(argv[i]);
    if (*end) return usage("--samples needs a number");
  }
  if (json) printf("[\n");
  else printf("function dtype      inputs  worst ulp   bound       at%37sdigest\n", "");
  for (int i = 0; i < N_SUBJECTS; i++) {
    const subject *s = &SUBJECTS[i];
    if (!is_wanted(s->name, wanted, names)) continue;
    inputs in = plan_inputs(s->fmt, exhaustive, samples);
    result r = measure(s, &in);
    print_result(s, &r, json, printed++ == 0);
    over |= r.worst > s->bound;
  }
  if (json) printf("\n]\n");
  return over;
}
