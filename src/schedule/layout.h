/* layout.h: where pad takes elements from and where they went, axis by axis: three images say so, each an affine function of the
 * index on a range; between the ends of those ranges the axis falls into pieces in which every index meets the same of them. */
#ifndef REM_LAYOUT_H
#define REM_LAYOUT_H

#include <stdint.h>

enum pad_mode { PAD_CONSTANT, PAD_REFLECT, PAD_REPLICATE, PAD_CIRCULAR, PAD_SYMMETRIC };

enum { MAX_TERMS = 3, MAX_PIECES = 8 };

/* Indices i of [lo, hi) meet the place `place + sign * i`; with a run, `run` neighbouring places from there on. */
struct image {
  int64_t lo, hi, place;
  int sign;    /* -1, 0 or 1 */
  int64_t run; /* 0: none    */
};

/* The images of an axis of y, in terms of x (n elements): low border, the middle, high border. They do not overlap; what lies
 * outside is filled. */
void pad_source_images(enum pad_mode mode, int64_t n, int64_t low, int64_t high, struct image images[MAX_TERMS]);

/* The images of an axis of x, in terms of y, in increasing order of place: in the low border, the middle, in the high border. */
void pad_target_images(enum pad_mode mode, int64_t n, int64_t low, int64_t high, struct image images[MAX_TERMS]);

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
