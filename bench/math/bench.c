/* bench.c: the time of every elementary function on data in the first-level cache, beside SLEEF and libmvec.

     math_bench [FUNCTION]...

   Nanoseconds an element, one thread, the best of many rounds in which the three take turns; then Remora's time over
   SLEEF's. */
#define _POSIX_C_SOURCE 200809L
#include "peers.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { N = 2048, ROUNDS = 400, SETS = 3 };

/* Where a function is timed: operands lie evenly between lo and hi, and the second's between lo2 and hi2. */
static const struct domain {
  const char *name;
  double lo, hi, lo2, hi2;
} domains[] = {
    {"log", 0.01, 100, 0, 0}, {"log2", 0.01, 100, 0, 0},  {"log10", 0.01, 100, 0, 0}, {"log1p", -0.9, 100, 0, 0},
    {"acosh", 1, 100, 0, 0},  {"atanh", -1, 1, 0, 0},     {"asin", -1, 1, 0, 0},      {"acos", -1, 1, 0, 0},
    {"erfinv", -1, 1, 0, 0},  {"rsqrt", 0.01, 100, 0, 0}, {"lgamma", 0.1, 30, 0, 0},  {"digamma", 0.1, 30, 0, 0},
    {"erf", -4, 4, 0, 0},     {"erfc", -4, 8, 0, 0},      {"pow", 0.01, 10, -8, 8},   {"powi", 0.01, 10, -8, 8},
};

static struct domain domain_of(const char *name) {
  for (size_t i = 0; i < sizeof domains / sizeof *domains; i++)
    if (!strcmp(domains[i].name, name)) return domains[i];
  return (struct domain){name, -10, 10, -10, 10};
}

union numbers {
  f32 x[N];
  f64 z[N];
  i32 n[N];
};
struct data {
  union numbers a, b, y;
};

static void fill(struct data *d, const subject *s) {
  const struct domain at = domain_of(s->name);
  for (uint64_t i = 0; i < N; i++) {
    f64 a = at.lo + (at.hi - at.lo) * ((f64)(mix_index(2 * i) >> 11) * 0x1p-53);
    f64 b = at.lo2 + (at.hi2 - at.lo2) * ((f64)(mix_index(2 * i + 1) >> 11) * 0x1p-53);
    if (s->fmt == &MATH_F32) d->a.x[i] = (f32)a, d->b.x[i] = (f32)b;
    else d->a.z[i] = a, d->b.z[i] = b;
    if (s->args == ARGS_POWER) d->b.n[i] = (i32)b;
  }
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Nanoseconds an element of each of the loops; those that are NULL stay 0. */
static void time_all(struct data *d, block_fn *const run[SETS], double ns[SETS]) {
  for (int round = 0; round < ROUNDS; round++)
    for (int k = 0; k < SETS; k++) {
      if (!run[k]) continue;
      double begin = seconds();
      for (int times = 0; times < 4; times++) run[k](&d->a, &d->b, &d->y, N);
      double took = (seconds() - begin) * 1e9 / (4 * N);
      if (round == 0 || took < ns[k]) ns[k] = took;
    }
}

static const struct peer *find_peer(const struct peer *peers, const char *name) {
  static const struct peer none;
  for (; peers->name; peers++)
    if (!strcmp(peers->name, name)) return peers;
  return &none;
}

static void print_ns(double ns) {
  if (ns > 0) printf("%9.3f", ns);
  else printf("%9s", "-");
}

static block_fn *find_run(const subject *s, const blocks *with, const struct near *near, int wide) {
  for (; near->name; near++)
    if (!strcmp(near->name, s->name)) return near->run[wide];
  return with->run[s->index][wide];
}

static void bench(const subject *s, const blocks *with, const struct peer *peers, const struct near *near) {
  static struct data d;
  const int wide = s->fmt == &MATH_F64;
  const struct peer *p = find_peer(peers, s->name);
  double ns[SETS] = {0};
  fill(&d, s);
  time_all(&d, (block_fn *const[SETS]){find_run(s, with, near, wide), p->sleef[wide], p->mvec[wide]}, ns);
  printf("%-8s %-4s %-7s", s->name, s->fmt->name, with->isa);
  for (int k = 0; k < SETS; k++) print_ns(ns[k]);
  if (ns[1] > 0) printf("%9.2f", ns[0] / ns[1]);
  printf("\n");
  fflush(stdout);
}

int main(int argc, char **argv) {
  subject s;
  const blocks *with;
  printf("ns per element             remora    sleef  libmvec    ratio\n");
  for (int i = 0; subject_get(i, &s); i++) {
    if (!math_is_wanted(s.name, argv + 1, argc - 1)) continue;
    for (int k = 0; (with = blocks_get(k)); k++) {
      if (!strcmp(with->isa, "avx512")) bench(&s, with, peers_avx512, near_avx512);
      if (!strcmp(with->isa, "avx2")) bench(&s, with, peers_avx2, near_avx2);
    }
  }
  return 0;
}
