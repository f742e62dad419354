/* tiling.h: a space cut into tiles of its two innermost axes, for elementwise work. */
#ifndef REM_CPU_TILING_H
#define REM_CPU_TILING_H

#include "schedule/space.h"

/* A tile has TILE_ELEMS elements, or TILE_COLS in rows of TILE_LONG and more. Where operands lie across it, it has rows for TILE_DEEP bytes
 * of the narrowest of them, of TILE_WIDE bytes each: rows that are worth the calls for them, and lines that are read on for several cache
 * lines. A tile is followed by the one below it then, where these lines go on. */
enum { TILE_COLS = 16384, TILE_LONG = 512, TILE_FEW = 64, TILE_WIDE = 2048, TILE_DEEP = 512, TILE_ELEMS = 2048 };

/* Where elements only change places, nothing is done once a row, and tiles are narrow. */
enum { DOWN_COLS = 64, DOWN_ROWS = 256 };

struct tiling {
  struct space space; /* outer axes */
  int64_t rows, cols; /* extents of the two innermost axes, the rows and columns of tiles */
  int64_t row[MAX_OPERANDS], col[MAX_OPERANDS];
  int64_t tile_rows, tile_cols, row_tiles, col_tiles, tiles;
  int across; /* an operand is not adjacent along columns; a tile is followed by the one below it */
  int moves;  /* across: elements only change places, in tiles of DOWN_ROWS x DOWN_COLS */
};

/* Takes the two innermost axes of a space that is sorted. */
void tiling_take(struct tiling *t);
/* Chooses tiles of elements of `size` bytes; `across` and `moves` are set, and the narrowest operand that lies across has `least`. */
void tiling_cut(struct tiling *t, int64_t size, int64_t least);

/* Elements of a copy of a tile. One whose rows are not short is copied only where it lies across. */
int64_t tiling_room(const struct tiling *t);

/* Tile u: where its operands begin, in elements, and how large it is. */
struct tile_place {
  int64_t at[MAX_OPERANDS], rows, cols;
};
struct tile_place tiling_place(const struct tiling *t, int64_t u, int operands);
/* Tiles from u on, before `end`, as one that is as large as they are together: *tiles of them. From memory a call for
 * each costs a sixth of the time. */
struct tile_place tiling_span(const struct tiling *t, int64_t u, int64_t end, int operands, int64_t *tiles);

#endif
