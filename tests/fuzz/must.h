/* must.h: what a fuzzer demands. A failure says which and traps; fuzzers report a trap with the input that led there. */
#ifndef FUZZ_MUST_H
#define FUZZ_MUST_H

#include <stdio.h>

#define MUST(condition) ((condition) ? (void)0 : must_fail(#condition, __FILE__, __LINE__))

static inline void must_fail(const char *condition, const char *file, int line) {
  fprintf(stderr, "FAIL %s:%d: %s\n", file, line, condition);
  __builtin_trap();
}

#endif
