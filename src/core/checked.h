/* checked.h: int64 arithmetic that says when it does not fit. Each returns 1 and writes *r, or returns 0. */
#ifndef REM_CHECKED_H
#define REM_CHECKED_H

#include <stdint.h>

/* Of numbers that are not negative. */
static inline int mul_fits(int64_t a, int64_t b, int64_t *r) {
  if (b != 0 && a > INT64_MAX / b) return 0;
  *r = a * b;
  return 1;
}

/* Of any two numbers. */
static inline int add_fits(int64_t a, int64_t b, int64_t *r) {
  if (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b) return 0;
  *r = a + b;
  return 1;
}

/* a / b, rounded up, of any a that is not negative. */
static inline int64_t ceil_div(int64_t a, int64_t b) { return a / b + (a % b > 0); }

#endif
