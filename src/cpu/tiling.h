/* tiling.h: a space cut into tiles of its two innermost axes, for elementwise work. */
#ifndef REM_CPU_TILING_H
#define REM_CPU_TILING_H

#include "schedule/space.h"

/* A tile has TILE_ELEMS elements, or, where an operand lies across it, TILE_DEEP rows of TILE_WIDE bytes: runs of several cache
 * lines on either side, and rows that are worth the calls for them. */
enum { TILE_COLS = 8192, TILE_FEW = 64, TILE_WIDE = 2048, TILE_DEEP = 64, TILE_ELEMS = 2048 };

/* Where elements only change places, few lines that lie across are read at a time, straight on: as many as caches keep whose places
 * differ by powers of two. */
enum { DOWN_COLS = 64, DOWN_ROWS = 128 };

struct tiling {
  struct space space; /* outer axes */
  int64_t rows, cols; /* extents of the two innermost axes, the rows and columns of tiles */
  int64_t row[MAX_OPERANDS], col[MAX_OPERANDS];
  int64_t tile_rows, tile_cols, row_tiles, col_tiles, tiles;
  int across; /* an operand is not adjacent along columns */
  int down;   /* a tile is followed by the one below it, and is of DOWN_ROWS x DOWN_COLS */
};

/* Takes the two innermost axes of a space that is sorted. */
void tiling_take(struct tiling *t);
/* Chooses tiles of elements of `size` bytes; `across` and `down` are set. */
void tiling_cut(struct tiling *t, int64_t size);

/* Elements of a copy of a tile. A tile of one row is copied only where it lies across. */
int64_t tiling_room(const struct tiling *t);

/* Tile u: where its operands begin, in elements, and how large it is. */
struct tile_place {
  int64_t at[MAX_OPERANDS], rows, cols;
};
struct tile_place tiling_place(const struct tiling *t, int64_t u, int operands);

#endif
