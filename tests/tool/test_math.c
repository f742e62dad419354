/* test_math.c: what the elementary functions are measured with: references that agree with each other, and a measure
   that finds a wrong result. */
#include "check.h"
#include "tool/math/exact.h"
#include "tool/math/subject.h"

enum { SAMPLES = 100000 };

static const char *const names[] = {
#define NAME(name) #name,
    REFERENCES(NAME)};

static int args_of(const char *name) {
  static const char *const two[] = {"pow", "hypot", "atan2"};
  for (int i = 0; i < 3; i++)
    if (!strcmp(name, two[i])) return ARGS_TWO;
  return strcmp(name, "powi") ? ARGS_ONE : ARGS_POWER;
}

static subject make(const char *name, const format *fmt) {
  int zeros = !strcmp(name, "lgamma") || !strcmp(name, "digamma");
  return (subject){.name = name,
                   .fmt = fmt,
                   .args = args_of(name),
                   .ulp = 1,
                   .absolute = !zeros             ? 0
                               : fmt == &MATH_F32 ? 0x1p-24
                                                  : 0x1p-51,
                   .ref = reference_find(name)};
}

/* The near reference rounded to f32, judged by the far one, and that rounded to f64, judged by MPFR, is within half an
   ulp and hardly more; and the quick measure never says less than the exact one. */
static void test_agree(struct check *c, const subject *s) {
  const inputs in = inputs_plan(s, 0, SAMPLES);
  f64 a[AT_ONCE], b[AT_ONCE], y[AT_ONCE], e[AT_ONCE];
  double worst = 0, low = 0, at = 0, and = 0;
  const uint64_t step = s->fmt == &MATH_F32 ? 4 * AT_ONCE : 32 * AT_ONCE + 1; /* MPFR is slow */
  for (uint64_t first = 0; first < in.spread + in.hard; first += step) {
    uint64_t left = in.spread + in.hard - first;
    int n = left < AT_ONCE ? (int)left : AT_ONCE;
    inputs_fill(&in, first, a, b, n);
    for (int i = 0; i < n; i++)
      y[i] = s->fmt == &MATH_F32 ? (f64)(f32)s->ref->near(a[i], b[i]) : (f64)s->ref->far(a[i], b[i]);
    subject_errors(s, a, b, y, e, n);
    for (int i = 0; i < n; i++) {
      double exact = subject_error(s, a[i], b[i], y[i]);
      if (exact - e[i] > low) low = exact - e[i];
      if (exact > worst) worst = exact, at = a[i], and = b[i];
    }
  }
  int good = CHECK(c, worst <= 0.505);
  good &= CHECK(c, low <= MARGIN / 2);
  if (!good)
    printf("  %s %s: %g at %a, %a (%g, %g); %g too low\n", s->name, s->fmt->name, worst, at, and, at, and, low);
}

/* A neighbour's error shows, and so does what is wrong in kind. */
static void test_wrong(struct check *c, const subject *s) {
  f64 a = s->args == ARGS_POWER || !strcmp(s->name, "acosh") ? 3 : 0.75, b = 3;
  f64 y = s->fmt == &MATH_F32 ? (f64)(f32)s->ref->far(a, b) : (f64)s->ref->far(a, b);
  f64 wrong[] = {y * (s->fmt == &MATH_F32 ? 1 + 0x1p-18 : 1 + 0x1p-47), NAN_f64, INF_f64, -y, 0.0}, quick;
  for (int i = 0; i < 5; i++) {
    subject_errors(s, &a, &b, &wrong[i], &quick, 1);
    if (!CHECK(c, subject_error(s, a, b, wrong[i]) > 1 && quick > 1))
      printf("  %s %s, case %d\n", s->name, s->fmt->name, i);
  }
}

int main(void) {
  struct check c = {"test_math", 0, 0};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    for (int k = 0; k < 2; k++) {
      subject s = make(names[i], k ? &MATH_F64 : &MATH_F32);
#ifndef HAVE_MPFR
      if (k) continue; /* far would be judged by itself */
#endif
      test_agree(&c, &s);
      test_wrong(&c, &s);
    }
  return check_end(&c);
}
