/* pack_format.h: what a pack looks like: a header, then entries, each a multiple of 16 bytes long. */
#ifndef REM_GPU_PACK_FORMAT_H
#define REM_GPU_PACK_FORMAT_H

#include "gpu/cache_hash.h"

enum { PACK_FORMAT = 1, PACK_ALIGN = 16 };
#define PACK_MAGIC "REMPACK\n"

struct pack_header {
  char magic[8];
  uint32_t format;
  uint32_t entries;
  uint64_t bytes;    /* of the file                                                       */
  uint64_t version;  /* source_version: of all texts that kernels are made from           */
  char library[16];  /* rem_version, for the sentence                                     */
  uint64_t checksum; /* of the entries in their order, then of this header with 0 here    */
  uint64_t zero;
};

/* Followed by arch and head, each with its 0, padding, the binary, padding. */
struct pack_entry {
  uint32_t arch_bytes, head_bytes; /* with the 0 */
  uint64_t binary_bytes;
};

static inline uint64_t pack_round(uint64_t bytes) { return (bytes + PACK_ALIGN - 1) & ~(uint64_t)(PACK_ALIGN - 1); }

/* Where the binary begins and where the entry ends, from its start. */
static inline uint64_t pack_binary_at(const struct pack_entry *e) {
  return pack_round(sizeof *e + (uint64_t)e->arch_bytes + e->head_bytes);
}
static inline uint64_t pack_entry_bytes(const struct pack_entry *e) {
  return pack_binary_at(e) + pack_round(e->binary_bytes);
}

/* The checksum of the file, from that of its entries so far. */
static inline uint64_t pack_checksum(struct pack_header header, uint64_t of_entries) {
  header.checksum = 0;
  return hash_bytes(&header, sizeof header, of_entries);
}

#endif
