/* pick.h: what looking rows up and adding them up share: index, and its positions in the order of the rows that they name. */
#ifndef REM_CPU_PICK_H
#define REM_CPU_PICK_H

#include "cpu.h"
#include "schedule/pick.h"

/* Rows that come later are asked for, whole and into the second cache, as nothing but index knows where they lie: so many of
 * `bytes` each. */
enum { ASK_ROWS = 16, ASK_BYTES = 16384, ASK_LINE = 64 };
static inline int64_t rows_ahead(int64_t bytes) { return larger(1, smaller(ASK_ROWS, ASK_BYTES / bytes)); }
static inline void ask_row(const char *from, int64_t bytes) {
  for (int64_t b = 0; b < bytes; b += ASK_LINE) __builtin_prefetch(from + b, 0, 2);
}

/* n elements of index, `step` apart, as i64. */
enum { PLACES_MOST = 512 };
void places_read(const struct move_kernels *move, int dtype, const char *from, int64_t step, int64_t n, int64_t *to);

/* Positions sorted by row, then by position, each as one word: row << place_bits | position. Those that name no row, or the row that
 * gets no gradient, are left away. */
struct pick_sort {
  const struct cpu *cpu;
  const struct pick_space *space;
  int dtype;      /* of index                                */
  int place_bits; /* of a word, below those of the row       */
  int digit_bits, passes;
};

/* 0: rows and positions do not fit one word. */
int sort_plan(struct pick_sort *s, const struct cpu *cpu, const struct pick_space *space, int dtype);
size_t sort_bytes(const struct pick_sort *s); /* of workspace */
/* Returns the words, *count of them, in the workspace. */
const uint64_t *sort_run(rem_context *context, const struct pick_sort *s, const char *index, char *workspace,
                         int64_t *count);

#endif
