/* bench_time.c: clocks, medians and quartiles. */
#include <stdlib.h>
#include <time.h>

#include "bench.h"

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

double clock_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double clock_busy(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double clock_cycles(void) {
#if defined(__x86_64__)
  return (double)__rdtsc();
#elif defined(__aarch64__)
  uint64_t count;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(count));
  return (double)count;
#else
  return 0;
#endif
}

double cycles_per_second(void) {
  double t0 = clock_seconds(), c0 = clock_cycles();
  while (clock_seconds() - t0 < 5e-3) continue;
  double t1 = clock_seconds(), c1 = clock_cycles();
  return (c1 - c0) / (t1 - t0);
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/* Between the two neighbours of a fractional place. */
static double quantile(const double *sorted, int n, double part) {
  double place = part * (n - 1);
  int i = (int)place;
  return i + 1 < n ? sorted[i] + (place - i) * (sorted[i + 1] - sorted[i]) : sorted[n - 1];
}

struct spread spread_of(double *sample, int n) {
  qsort(sample, (size_t)n, sizeof *sample, by_size);
  return (struct spread){quantile(sample, n, 0.25), quantile(sample, n, 0.5), quantile(sample, n, 0.75)};
}
