/* layout.h: where pad takes elements from and where they went. Each axis falls into pieces in which every index comes from, or
 * went to, the same few places, each of them an affine function of the index. */
#ifndef REM_LAYOUT_H
#define REM_LAYOUT_H

#include <stdint.h>

enum pad_mode { PAD_CONSTANT, PAD_REFLECT, PAD_REPLICATE, PAD_CIRCULAR, PAD_SYMMETRIC };

enum { MAX_TERMS = 3, MAX_PIECES = 8 };

/* Indices [from, from + n). Index from + i meets the places start + step * i of each term, in increasing order of place; with
 * a run, it meets `run` neighbouring places from start[0] on instead. No terms: nothing. */
struct piece {
  int64_t from, n;
  int terms;
  int64_t start[MAX_TERMS], step[MAX_TERMS];
  int64_t run; /* 0: none */
};

/* The pieces of an axis of y, in terms of x (n elements). Returns how many. */
int pad_sources(enum pad_mode mode, int64_t n, int64_t low, int64_t high, struct piece *pieces);

/* The pieces of an axis of x, in terms of y: where its elements went. Returns how many. */
int pad_targets(enum pad_mode mode, int64_t n, int64_t low, int64_t high, struct piece *pieces);

#endif
