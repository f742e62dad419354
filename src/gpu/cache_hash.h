/* cache_hash.h: the hash of kernel heads, and the checksum of files. */
#ifndef REM_GPU_CACHE_HASH_H
#define REM_GPU_CACHE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Eight bytes a step, since every plan hashes a head. Each step is one-to-one in the word and in the hash so far: a change
 * within one word never goes unseen. Hashes of parts are chained through seed. Little-endian, like all that Remora runs on. */
static inline uint64_t hash_step(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 29;
}

static inline uint64_t hash_bytes(const void *data, size_t bytes, uint64_t seed) {
  const unsigned char *p = data;
  uint64_t hash = hash_step(seed, bytes), word;
  for (; bytes >= 8; p += 8, bytes -= 8) {
    memcpy(&word, p, 8);
    hash = hash_step(hash, word);
  }
  word = 0;
  memcpy(&word, p, bytes);
  hash = hash_step(hash, word);
  return hash_step(hash, hash >> 32);
}

#endif
