/* draw.h: numbers to draw, the same in every run: a sequence of its own for each seed, close ones included. */
#ifndef DRAW_H
#define DRAW_H

#include <stdint.h>

/* The next of the sequence (SplitMix64): any of its 64 bits will do, and so will a remainder. */
static inline uint64_t draw(uint64_t *seed) {
  uint64_t z = (*seed += UINT64_C(0x9E3779B97F4A7C15));
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

/* The seed that a text is. */
static inline uint64_t draw_seed(const char *text) {
  uint64_t h = UINT64_C(0xCBF29CE484222325);
  for (; *text; text++) h = (h ^ (unsigned char)*text) * UINT64_C(0x100000001B3);
  return h;
}

#endif
