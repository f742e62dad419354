/* tile.h: tiles of an operand: rows x cols elements, fetched into the compute dtype and written back, whatever their strides and
 * storage dtype. Where an operand already lies as a kernel wants it, its own memory is handed out instead of a copy. */
#ifndef REM_CPU_TILE_H
#define REM_CPU_TILE_H

#include "cpu/kernel.h"

/* Where rows x cols elements of an operand lie. Offsets count elements. */
struct grid {
  char *at; /* element of row 0, column 0                                       */
  int dtype;
  int64_t row;        /* from row to row                                                  */
  int64_t col;        /* from column to column, when off is NULL                          */
  const int64_t *off; /* offset of each column                                            */
  int64_t unit;       /* columns come in runs of `unit` adjacent elements; 1: alone       */
  int accumulate;     /* outputs: add to what is there                                    */
  int stream;         /* outputs: too large for the cache, write past it                  */
};

/* The compute dtype and how to move elements; raw is room for a tile in its storage dtype. */
struct mover {
  const struct move_kernels *move;
  int t;          /* REM_F32, REM_F64, REM_I32 or REM_I64 */
  int64_t t_size; /* bytes                                */
  char *raw;
};

/* Rows [r0, r0 + rows): the operand's own memory, or a copy in `tile`; *pitch is from row to row. */
const char *tile_load(const struct mover *m, const struct grid *g, int64_t r0, int64_t rows, int64_t cols, char *tile,
                      int64_t *pitch);
/* The same, always as a packed copy in `tile`, pitch = cols. */
void tile_copy(const struct mover *m, const struct grid *g, int64_t r0, int64_t rows, int64_t cols, char *tile);

/* Where a kernel may write rows [r0, r0 + rows): the operand's own memory, or `tile`. */
char *tile_target(const struct mover *m, const struct grid *g, int64_t r0, char *tile, int64_t cols, int64_t *pitch);
/* Brings what was written to `tile` home; nothing to do when the target was the operand itself. */
void tile_store(const struct mover *m, const struct grid *g, int64_t r0, int64_t rows, int64_t cols, const char *tile);

/* Elements of one operand into another of the same dtype, the mover's, as they are; `tile` is room for them. */
void tile_move(const struct mover *m, const struct grid *from, const struct grid *to, int64_t rows, int64_t cols, char *tile);

enum { WALKABLE = 16 }; /* shorter rows that do not touch are not walked one by one */

/* Rows [r0, r0 + rows) for kernels that convert on the way: the operand itself where its columns are adjacent or repeat, else a
 * packed copy in `tile`, as stored where that is not wider than T. */
struct source tile_source(const struct mover *m, const struct grid *g, int64_t r0, int64_t rows, int64_t cols,
                          char *tile);
/* And where they may write: the operand itself, or `tile`, which tile_store then brings home. */
struct sink tile_sink(const struct mover *m, const struct grid *g, int64_t r0, int64_t rows, int64_t cols, char *tile);

/* Index operands (i32 or i64): packed tiles of int64. */
void index_load(const struct grid *g, int64_t r0, int64_t rows, int64_t cols, int64_t *tile);
void index_store(const struct grid *g, int64_t r0, int64_t rows, int64_t cols, const int64_t *tile);

/* n elements of `bytes`, `step` bytes apart in memory, to or from packed ones: the loops a compiler likes. */
void strided_in(char *to, const char *from, int64_t n, int64_t step, int64_t bytes);
void strided_out(char *to, const char *from, int64_t n, int64_t step, int64_t bytes);

int64_t dtype_bytes(int dtype);

#endif
