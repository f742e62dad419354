/* tile.h: elementwise where operands lie across each other: what is adjacent in one of them is not in the next. A block has a tile
   of TILE x TILE elements of the two axes along which they are; those that lie across, along the rows, are turned in the memory of
   the block. A thread reads and writes WIDTH adjacent elements of every operand: down the tile of those that lie across, along it
   of the others, all of them before it waits for any.

   AXES        axes beyond the two              CROSS_o  operand o lies across; SLOT_o says where its tile is
   STEP_o      where its vectors go, operand o is adjacent (1), repeats (0), or neither (2)
   WANTED_i    result i is wanted               USED_i   input i is read (operand 3 + i)
   CROSSING    tiles that are turned at a time: inputs, and results in their places
   TURNED      whether a result is among them   STANDIN  the input a number stands in for, or -1
   FIFTH       defined: there is an input 4, operand 7
   DRAWN       defined: input 1 is drawn: the offset of operand 4 is the number of an element, operand 7 the seed */

#define VECTORS (TILE / WIDTH) /* that cross the tile; 8 at least */
#define PASSES ((TILE * VECTORS + THREADS - 1) / THREADS)
#define UNIT (16 / (i32)sizeof(T)) /* elements of the room that are read at once */
#define UNITS (TILE / UNIT)
#define PARTS (WIDTH > UNIT ? WIDTH / UNIT : 1)

/* Element (r, c) of a tile. Units of a row change places, so that 32 threads meet all banks of the memory both ways: with 8 vectors
   down the tile in 4 columns, an element of each at a time, and with vectors along it, a unit of each. Elements down a vector are
   TILE apart, units along it TILE / PARTS. */
REM_FN u32 room_at(u32 r, u32 c) {
  u32 unit = c / UNIT / PARTS + c / UNIT % PARTS * (UNITS / PARTS);
  return r * TILE + (unit ^ r / WIDTH % 8) * UNIT + c % UNIT;
}
REM_FN void room_get(LOCAL const T *p, T *v) {
  UNROLL
  for (i32 k = 0; k + UNIT <= WIDTH; k += UNIT) {
    words4 unit = *(LOCAL const words4 *)(p + k / UNIT * (TILE / PARTS));
    u32 w[4] = {unit.x, unit.y, unit.z, unit.w};
    UNROLL
    for (i32 i = 0; i < UNIT; i++) v[k + i] = PASTE(word_, REM_T)(w, i);
  }
  UNROLL
  for (i32 k = 0; k < WIDTH && WIDTH < UNIT; k++) v[k] = p[k];
}
REM_FN void room_put(LOCAL T *p, const T *v) {
  UNROLL
  for (i32 k = 0; k + UNIT <= WIDTH; k += UNIT) {
    words4 unit;
    u32 w[4];
    UNROLL
    for (i32 i = 0; 2 * i < UNIT; i++) PASTE(pack_, REM_T)(w, i, v[k + 2 * i], v[k + 2 * i + 1], 1);
    unit.x = w[0], unit.y = w[1], unit.z = w[2], unit.w = w[3];
    *(LOCAL words4 *)(p + k / UNIT * (TILE / PARTS)) = unit;
  }
  UNROLL
  for (i32 k = 0; k < WIDTH && WIDTH < UNIT; k++) p[k] = v[k];
}

/* Where vector s begins of an operand that lies across, and of one that does not; how much of it there is, and where it lies. */
#define ROW_OF(o, s) (CROSS_##o ? ((s) % 8 + (s) / 32 % (VECTORS / 8) * 8) * WIDTH : (s) / VECTORS)
#define COL_OF(o, s) (CROSS_##o ? (s) / 8 % 4 + (s) / 32 / (VECTORS / 8) * 4 : (s) % VECTORS * WIDTH)
#define SOME_OF(o, r, c) ((r) >= rows || (c) >= cols ? 0 : CROSS_##o ? rows - (r) : cols - (c))
#define PLACE(o, r, c) (at[o] + (OFFSET)(r) * (OFFSET)a.row[o] + (OFFSET)(c) * (OFFSET)a.col[o])
#define STRIDE(o) (OFFSET)(CROSS_##o ? a.row[o] : a.col[o])
#define FITS(o)                                                     \
  (STEP_##o == 1 && ALIGNED(ELEMENT(o, at[o]), BYTES(o) * WIDTH) && \
   ALIGNED((CROSS_##o ? a.col[o] : a.row[o]) * BYTES(o), BYTES(o) * WIDTH))
#define EACH_VECTOR(o)                                                       \
  UNROLL for (i32 pass = 0; pass < PASSES; pass++) {                         \
    i32 s = THREAD + pass * THREADS, r = ROW_OF(o, s), c = COL_OF(o, s), some = SOME_OF(o, r, c);
#define END_EACH }

/* Input i, held; of one that repeats, a single element. */
#define FETCH(i, o)                                                                       \
  u32 held_##o[PASSES][WORDS(o)];                                                         \
  if (USED_##i) {                                                                         \
    i32 fits = FITS(o);                                                                   \
    EACH_VECTOR(o)                                                                        \
      if (fits && some >= WIDTH) {                                                        \
        read_words(ELEMENT(o, PLACE(o, r, c)), BYTES(o) * WIDTH, held_##o[pass]);         \
      } else {                                                                            \
        UNROLL for (i32 k = 0; k < WORDS(o); k++) held_##o[pass][k] = 0;                  \
        UNROLL for (i32 k = 0; k < (STEP_##o ? WIDTH : 1); k++) {                         \
          u32 e[2] = {0, 0};                                                              \
          if (k < some) read_words(ELEMENT(o, PLACE(o, r, c) + k * STRIDE(o)), BYTES(o), e); \
          hold_element(held_##o[pass], 1, BYTES(o), k, e);                                \
        }                                                                                 \
      }                                                                                   \
    END_EACH                                                                              \
  }
/* It is turned, where it lies across; then it is in[][i] of a vector along the tile. */
#define TURN(i, o)                                                                        \
  if (USED_##i && CROSS_##o) {                                                            \
    EACH_VECTOR(o)                                                                        \
      LOCAL T *to = room + SLOT_##o * TILE * TILE + room_at(r, c);                        \
      UNROLL for (i32 k = 0; k < WIDTH; k++) if (c < TILE) to[k * TILE] = HELD(o, held_##o[pass], k); \
    END_EACH                                                                              \
  }
#define INPUT(i, o)                                                                       \
  if (USED_##i) {                                                                         \
    T v_[WIDTH];                                                                          \
    if (CROSS_##o) room_get(room + SLOT_##o * TILE * TILE + here, v_);                    \
    UNROLL for (i32 j = 0; j < WIDTH; j++) in[j][i] = CROSS_##o ? v_[j] : HELD(o, held_##o[pass], STEP_##o ? j : 0); \
  }
#define WRITE(o, v)                                                                       \
  if (STEP_##o == 1 && some >= WIDTH) {                                                   \
    PUTS(o, PLACE(o, r, c), v);                                                           \
  } else {                                                                                \
    UNROLL for (i32 k = 0; k < WIDTH; k++) if (k < some) PUT(o, PLACE(o, r, c) + k * STRIDE(o), (v)[k]); \
  }
#define RESULT(o)                                                                         \
  if (WANTED_##o) {                                                                       \
    T v_[WIDTH];                                                                          \
    UNROLL for (i32 j = 0; j < WIDTH; j++) v_[j] = out[j][o];                             \
    if (CROSS_##o) {                                                                      \
      room_put(room + SLOT_##o * TILE * TILE + here, v_);                                 \
    } else {                                                                              \
      WRITE(o, v_)                                                                        \
    }                                                                                     \
  }
#define HAND_OUT(o)                                                                       \
  if (WANTED_##o && CROSS_##o) {                                                          \
    EACH_VECTOR(o)                                                                        \
      LOCAL const T *from = room + SLOT_##o * TILE * TILE + room_at(r, c);                \
      T v_[WIDTH];                                                                        \
      UNROLL for (i32 k = 0; k < WIDTH; k++) v_[k] = c < TILE ? from[k * TILE] : K(0);    \
      WRITE(o, v_)                                                                        \
    END_EACH                                                                              \
  }

#ifdef FIFTH
#define FETCH_FIFTH FETCH(4, 7)
#define TURN_FIFTH TURN(4, 7)
#define INPUT_FIFTH INPUT(4, 7)
#else
#define FETCH_FIFTH
#define TURN_FIFTH
#define INPUT_FIFTH
#endif

KERNEL(THREADS)(OPERANDS(tile_args)) {
  LOCAL_ARRAY words4 units[CROSSING * TILE * UNITS];
  LOCAL T *room = (LOCAL T *)units;
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
  FETCH(0, 3) FETCH(1, 4) FETCH(2, 5) FETCH(3, 6) FETCH_FIFTH
  TURN(0, 3) TURN(1, 4) TURN(2, 5) TURN(3, 6) TURN_FIFTH
  BARRIER;
  UNROLL
  for (i32 pass = 0; pass < PASSES; pass++) {
    i32 s = THREAD + pass * THREADS, r = s / VECTORS, c = s % VECTORS * WIDTH, some = r < rows ? cols - c : 0;
    if (some > 0) {
      u32 here = room_at(r, c);
      T in[WIDTH][5], out[WIDTH][3];
      UNROLL
      for (i32 j = 0; j < WIDTH; j++) UNROLL for (i32 i = 0; i < 5; i++) in[j][i] = STANDIN == i ? number[0] : K(1);
      INPUT(0, 3) INPUT(1, 4) INPUT(2, 5) INPUT(3, 6) INPUT_FIFTH
      UNROLL
      for (i32 j = 0; j < WIDTH; j++) {
#ifdef DRAWN
        i64 element = (i64)at[4] + r * a.row[4] + (c + j) * a.col[4];
        in[j][1] = UNIT_OF(T, random_word((u64)element, (u64)GET_INDEX(7, 0), (u64)a.number[2]));
#endif
        out[j][0] = out[j][1] = out[j][2] = K(0);
        map_formula(in[j], number, out[j]);
      }
      RESULT(0) RESULT(1) RESULT(2)
    }
  }
#if TURNED
  BARRIER;
  HAND_OUT(0) HAND_OUT(1) HAND_OUT(2)
#endif
}
