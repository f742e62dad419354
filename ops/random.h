/* random.h: random numbers from a counter: no state, so that a number depends on where it is wanted and on nothing else.

   Philox-4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011): ten rounds of two 32 x 32
   bit products over a counter of four words, keyed by two. docs/random.md says what becomes of the words. vocab.h comes first. */
#ifndef REM_RANDOM_H
#define REM_RANDOM_H

typedef struct {
  u32 a, b, c, d;
} words_of_4;

REM_FN words_of_4 philox_round(words_of_4 x, u32 key0, u32 key1) {
  u64 p = (u64)0xd2511f53u * x.a, q = (u64)0xcd9e8d57u * x.c;
  words_of_4 y;
  y.a = (u32)(q >> 32) ^ x.b ^ key0;
  y.b = (u32)q;
  y.c = (u32)(p >> 32) ^ x.d ^ key1;
  y.d = (u32)p;
  return y;
}

/* Written out: a loop here would keep one around it from being vectorised. */
REM_FN words_of_4 philox(words_of_4 x, u32 key0, u32 key1) {
  const u32 s = 0x9e3779b9u, t = 0xbb67ae85u;
  x = philox_round(x, key0, key1);
  x = philox_round(x, key0 + s, key1 + t);
  x = philox_round(x, key0 + 2 * s, key1 + 2 * t);
  x = philox_round(x, key0 + 3 * s, key1 + 3 * t);
  x = philox_round(x, key0 + 4 * s, key1 + 4 * t);
  x = philox_round(x, key0 + 5 * s, key1 + 5 * t);
  x = philox_round(x, key0 + 6 * s, key1 + 6 * t);
  x = philox_round(x, key0 + 7 * s, key1 + 7 * t);
  x = philox_round(x, key0 + 8 * s, key1 + 8 * t);
  return philox_round(x, key0 + 9 * s, key1 + 9 * t);
}

/* The words of elements 4 * block to 4 * block + 3. */
REM_FN words_of_4 random_block(u64 block, u64 seed, u64 offset) {
  words_of_4 x;
  x.a = (u32)block, x.b = (u32)(block >> 32), x.c = (u32)offset, x.d = (u32)(offset >> 32);
  return philox(x, (u32)seed, (u32)(seed >> 32));
}
REM_FN u32 word_at(words_of_4 x, u32 i) {
  u32 low = (i & 1) != 0 ? x.b : x.a, high = (i & 1) != 0 ? x.d : x.c;
  return (i & 2) != 0 ? high : low;
}
REM_FN u32 random_word(u64 element, u64 seed, u64 offset) {
  return word_at(random_block(element >> 2, seed, offset), (u32)element);
}

/* The upper 24 bits as a number from 0 to below 1: exact in f32 and f64. */
#define UNIT_OF(type, word) ((type)(i32)((word) >> 8) * (type)0x1p-24f)

#endif
