/* order.c: how many joins lie between an element and the result in the canonical order. Guarantees are
 * computed from these numbers, so they are upper bounds. */
#include "core/problem.h"

enum { PICK_CHUNK = 32 };
enum { NORM_LANES = 256, NORM_CHUNK = 1024 };
enum { CHUNK = 4096, LANES = 128, SEGMENT = 8, SEGMENTS = 32, BLOCK = SEGMENT * SEGMENTS, GROUP = 32 };

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t parts(int64_t n, int64_t size) { return n / size + (n % size != 0); }

/* Levels of a binary tree over n leaves. */
static int64_t levels(int64_t n) {
  int64_t depth = 0;
  for (int64_t reach = 1; reach < n && depth < 62; reach *= 2) depth++;
  return depth;
}

/* A lane folds every 128th element of its chunk, the lanes are joined by neighbours, then the chunks are. */
int64_t order_row_depth(int64_t n) {
  if (n <= 1) return 0;
  return parts(least(n, CHUNK), LANES) - 1 + levels(least(n, LANES)) + levels(parts(n, CHUNK));
}

/* The same of rows that are normalised: a lane folds every 256th element of a chunk of 1024. */
int64_t order_norm_depth(int64_t n) {
  if (n <= 1) return 0;
  return parts(least(n, NORM_CHUNK), NORM_LANES) - 1 + levels(least(n, NORM_LANES)) + levels(parts(n, NORM_CHUNK));
}

/* Rows that go to one place: 32 of them one after the other, then chunks by neighbours. */
int64_t order_pick_depth(int64_t n) {
  return n <= 1 ? 0 : least(n, PICK_CHUNK) - 1 + levels(parts(n, PICK_CHUNK));
}

/* An element passes through its segment's sequential fold and the tree over the segments of its block; then,
 * for each level at which blocks (and groups of them) are grouped, through a sequential fold of at most 32
 * totals. On the way down there is one join for each of these levels and one for the segment's prefix with the
 * local one. An element that lies nearer to the result skips steps, never adds one. */
int64_t order_scan_depth(int64_t n) {
  if (n <= 1) return 0;
  int64_t depth = least(n, SEGMENT) - 1;
  if (n > SEGMENT) depth += levels(least(parts(n, SEGMENT), SEGMENTS)) + 1;
  for (int64_t units = parts(n, BLOCK); units > 1; units = parts(units, GROUP)) depth += least(units, GROUP);
  return depth;
}
