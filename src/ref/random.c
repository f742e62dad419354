/* random.c: Philox-4x32-10 as its authors describe it: a network of ten rounds in which two words are multiplied, halves of the
 * products change places, and the key grows by constants. */
#include "ref/random.h"

#include <string.h>

enum { ROUNDS = 10 };
static const uint32_t multiplier[2] = {0xD2511F53, 0xCD9E8D57}, growth[2] = {0x9E3779B9, 0xBB67AE85};

void ref_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t words[4]) {
  uint32_t grown[2] = {key[0], key[1]};
  memcpy(words, counter, 4 * sizeof *words);
  for (int round = 0; round < ROUNDS; round++) {
    uint32_t high[2], low[2];
    for (int i = 0; i < 2; i++) {
      uint64_t product = (uint64_t)multiplier[i] * words[2 * i];
      high[i] = (uint32_t)(product >> 32);
      low[i] = (uint32_t)(product & 0xFFFFFFFF);
    }
    for (int i = 0; i < 2; i++) {
      words[2 * i] = high[1 - i] ^ words[2 * i + 1] ^ grown[i];
      words[2 * i + 1] = low[1 - i];
    }
    for (int i = 0; i < 2; i++) grown[i] += growth[i];
  }
}

long double ref_draw(uint64_t seed, uint64_t offset, uint64_t element) {
  uint64_t block = element / 4;
  uint32_t counter[4] = {(uint32_t)block, (uint32_t)(block >> 32), (uint32_t)offset, (uint32_t)(offset >> 32)};
  uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)}, words[4];
  ref_philox(counter, key, words);
  return (long double)(words[element % 4] / 256) / 16777216;
}
