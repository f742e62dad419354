/* peers.h: elementary functions of SLEEF and libmvec as loops over arrays, for one instruction set. */
#ifndef BENCH_MATH_PEERS_H
#define BENCH_MATH_PEERS_H

#include "tool/math/subject.h"

/* A function and its loops for f32 and f64; NULL: the peer has none. */
struct peer {
  const char *name;
  block_fn *sleef[2], *mvec[2];
};

/* Those with AVX2 and those with AVX-512; they end with a NULL name. peers.c is compiled once for each. */
extern const struct peer peers_avx2[], peers_avx512[];

/* Functions that the library runs with a quicker loop than the plain one; near.c is compiled once for each set. */
struct near {
  const char *name;
  block_fn *run[2];
};
extern const struct near near_avx2[], near_avx512[];

#endif
