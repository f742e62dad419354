/* random.h: what an operand that is drawn is, for the oracle: docs/random.md, step by step. */
#ifndef REM_REF_RANDOM_H
#define REM_REF_RANDOM_H

#include <stdint.h>

void ref_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t words[4]);

/* From 0 to below 1. */
long double ref_draw(uint64_t seed, uint64_t offset, uint64_t element);

#endif
