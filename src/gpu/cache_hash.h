/* cache_hash.h: the hash of kernel heads, and the checksum of files. */
#ifndef REM_GPU_CACHE_HASH_H
#define REM_GPU_CACHE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Each step is one-to-one in the word and in the hash so far: a change within one word never goes unseen. */
static inline uint64_t hash_step(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 29;
}

static inline uint64_t hash_word(const unsigned char *p) {
  uint64_t word;
  memcpy(&word, p, sizeof word); /* little-endian, like all that Remora runs on */
  return word;
}

/* Four lanes of eight bytes, since every plan hashes a head and every pack is read whole. Hashes of parts are chained
 * through seed. */
static inline uint64_t hash_bytes(const void *data, size_t bytes, uint64_t seed) {
  const unsigned char *p = data;
  uint64_t hash = hash_step(seed, bytes), lane[4] = {hash, ~hash, hash << 1, hash >> 1}, word = 0;
  for (; bytes >= 32; p += 32, bytes -= 32)
    for (int i = 0; i < 4; i++) lane[i] = hash_step(lane[i], hash_word(p + 8 * i));
  for (int i = 0; i < 4; i++) hash = hash_step(hash, lane[i]);
  for (; bytes >= 8; p += 8, bytes -= 8) hash = hash_step(hash, hash_word(p));
  memcpy(&word, p, bytes);
  hash = hash_step(hash, word);
  return hash_step(hash, hash >> 32);
}

#endif
