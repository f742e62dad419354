/* tile.h: elementwise where operands lie across each other: what is adjacent in one of them is not in the next. A block has a tile
   of TILE x TILE elements of the two axes along which they are; those that lie across, along the rows, are turned in the memory of
   the block, so that threads that are neighbours always meet neighbours.

   AXES        axes beyond the two              CROSS_o  operand o lies across; SLOT_o says where its tile is
   WANTED_i    result i is wanted               USED_i   input i is read (operand 3 + i)
   CROSSING    how many lie across              TURNED   whether a result is among them
   STANDIN     the input a number stands in for, or -1
   FIFTH       defined: there is an input 4, operand 7
   DRAWN       defined: input 1 is drawn: the offset of operand 4 is the number of an element, operand 7 the seed */

#define LANES (THREADS / TILE)
#define STEPS (TILE / LANES)

/* Operand o, across, into its tile. */
#define TAKE_IN(i, o)                                                               \
  if (USED_##i && CROSS_##o) {                                                      \
    T v_[STEPS];                                                                    \
    UNROLL for (i32 t = 0; t < STEPS; t++) {                                        \
      i32 c = y + t * LANES;                                                        \
      if (x < rows && c < cols) v_[t] = GET(o, at[o] + x * (OFFSET)a.row[o] + c * (OFFSET)a.col[o]); \
    }                                                                               \
    UNROLL for (i32 t = 0; t < STEPS; t++) room[SLOT_##o][y + t * LANES][x] = v_[t]; \
  }
#define HAND_OUT(o)                                                                 \
  if (WANTED_##o && CROSS_##o) {                                                    \
    UNROLL for (i32 t = 0; t < STEPS; t++) {                                        \
      i32 c = y + t * LANES;                                                        \
      if (x < rows && c < cols) PUT(o, at[o] + x * (OFFSET)a.row[o] + c * (OFFSET)a.col[o], room[SLOT_##o][c][x]); \
    }                                                                               \
  }
#define INPUT(i, o)                                                                 \
  if (USED_##i) in[i] = CROSS_##o ? room[SLOT_##o][x][r] : GET(o, at[o] + r * (OFFSET)a.row[o] + x * (OFFSET)a.col[o]);
#define RESULT(o)                                                                   \
  if (WANTED_##o) {                                                                 \
    if (CROSS_##o) room[SLOT_##o][x][r] = out[o];                                   \
    else PUT(o, at[o] + r * (OFFSET)a.row[o] + x * (OFFSET)a.col[o], out[o]);       \
  }

#ifdef FIFTH
#define TAKE_FIFTH TAKE_IN(4, 7)
#define INPUT_FIFTH INPUT(4, 7)
#else
#define TAKE_FIFTH
#define INPUT_FIFTH
#endif

KERNEL(THREADS)(OPERANDS(tile_args)) {
  LOCAL_ARRAY T room[CROSSING][TILE][TILE + 1];
  NUMBERS_
  OFFSET at[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  INDEX rest = (INDEX)BLOCK, up = PASTE(divide_, INDEX)(rest, a.col_tiles);
  OFFSET c0 = (OFFSET)(rest - up * (INDEX)a.col_tiles.d) * TILE;
  rest = up;
  up = PASTE(divide_, INDEX)(rest, a.row_tiles);
  OFFSET r0 = (OFFSET)(rest - up * (INDEX)a.row_tiles.d) * TILE;
  DECODE_QUICKLY(AXES, up, a.axis, MAP_OPERANDS, at);
  UNROLL
  for (i32 o = 0; o < MAP_OPERANDS; o++) at[o] += r0 * (OFFSET)a.row[o] + c0 * (OFFSET)a.col[o];
  i32 rows = a.rows - r0 < TILE ? (i32)(a.rows - r0) : TILE, cols = a.cols - c0 < TILE ? (i32)(a.cols - c0) : TILE;
  i32 x = THREAD % TILE, y = THREAD / TILE;
  TAKE_IN(0, 3) TAKE_IN(1, 4) TAKE_IN(2, 5) TAKE_IN(3, 6) TAKE_FIFTH
  BARRIER;
  UNROLL
  for (i32 t = 0; t < STEPS; t++) {
    i32 r = y + t * LANES;
    if (r < rows && x < cols) {
      T in[5] = {K(1), K(1), K(1), K(1), K(1)}, out[3] = {K(0), K(0), K(0)};
      if (STANDIN >= 0) in[STANDIN >= 0 ? STANDIN : 0] = number[0];
      INPUT(0, 3) INPUT(1, 4) INPUT(2, 5) INPUT(3, 6) INPUT_FIFTH
#ifdef DRAWN
      i64 element = (i64)at[4] + r * a.row[4] + x * a.col[4];
      in[1] = UNIT_OF(T, random_word((u64)element, (u64)GET_INDEX(7, 0), (u64)a.number[2]));
#endif
      map_formula(in, number, out);
      RESULT(0) RESULT(1) RESULT(2)
    }
  }
#if TURNED
  BARRIER;
  HAND_OUT(0) HAND_OUT(1) HAND_OUT(2)
#endif
}
