/* map.h: elementwise: a thread computes WIDTH adjacent elements of every result, TURNS times.

   AXES        axes beyond the innermost        STEP_i  1: operand i is adjacent there, 0: it repeats, 2: neither
   WANTED_i    result i is wanted               USED_i  input i is read (operand 3 + i)
   STANDIN     the input a number stands in for, or -1
   COPIES      0, or how many copies of result 0 a thread writes at most; the outermost axis counts those batches
   DRAWN       defined: input 1 is drawn: the offset of operand 4 is the number of an element, operand 7 the seed
   FIFTH       defined: there is an input 4, operand 7
   PAIRED      defined: elements of operands 3 and 4 alternate, side by side, and so do those of 0 and 1
   INS_ ATTRS_ BODY_ TAKE_   the entry: names of the inputs in[], of its attributes, its formulas, results out[] */

#define READ(i, k, from)                                                            \
  if (USED_##i) {                                                                   \
    T v_[WIDTH];                                                                    \
    if (STEP_##k == 1) {                                                            \
      GETS(k, from, v_);                                                            \
    } else {                                                                        \
      UNROLL for (i32 j = 0; j < WIDTH; j++) v_[j] = GET(k, (from) + (STEP_##k ? j * (OFFSET)a.step[k] : 0)); \
    }                                                                               \
    UNROLL for (i32 j = 0; j < WIDTH; j++) in[j][i] = v_[j];                        \
  }
#define READ_SOME(i, k, from)                                                       \
  if (USED_##i) {                                                                   \
    UNROLL for (i32 j = 0; j < WIDTH; j++) if (j < some) in[j][i] = GET(k, (from) + j * (OFFSET)a.step[k]); \
  }
#define WRITE(i, to)                                                                \
  if (WANTED_##i) {                                                                 \
    T v_[WIDTH];                                                                    \
    UNROLL for (i32 j = 0; j < WIDTH; j++) v_[j] = out[j][i];                       \
    if (STEP_##i == 1) {                                                            \
      PUTS(i, to, v_);                                                              \
    } else {                                                                        \
      UNROLL for (i32 j = 0; j < WIDTH; j++) PUT(i, (to) + j * (OFFSET)a.step[i], v_[j]);   \
    }                                                                               \
  }
#define WRITE_SOME(i, to)                                                           \
  if (WANTED_##i) {                                                                 \
    UNROLL for (i32 j = 0; j < WIDTH; j++) if (j < some) PUT(i, (to) + j * (OFFSET)a.step[i], out[j][i]); \
  }

#ifdef PAIRED
#define READ_PAIRS                                                                  \
  T pairs_[2][WIDTH];                                                               \
  GETS(3, at[3], pairs_[0]);                                                        \
  GETS(3, at[3] + WIDTH, pairs_[1]);                                                \
  UNROLL for (i32 j = 0; j < 2 * WIDTH; j++) in[j / 2][j % 2] = pairs_[j / WIDTH][j % WIDTH];
#define WRITE_PAIRS                                                                 \
  T pairs_[2][WIDTH];                                                               \
  UNROLL for (i32 j = 0; j < 2 * WIDTH; j++) pairs_[j / WIDTH][j % WIDTH] = out[j / 2][j % 2]; \
  PUTS(0, at[0], pairs_[0]);                                                        \
  PUTS(0, at[0] + WIDTH, pairs_[1]);
#else
#define READ_PAIRS READ(0, 3, at[3]) READ(1, 4, at[4])
#define WRITE_PAIRS WRITE(0, at[0]) WRITE(1, at[1])
#endif

#ifdef FIFTH
#define READ_FIFTH READ(4, 7, at[7])
#define READ_SOME_FIFTH READ_SOME(4, 7, at[7])
#else
#define READ_FIFTH
#define READ_SOME_FIFTH
#endif

#ifdef DRAWN
/* WIDTH elements: those that follow each other and begin a block, or lie within one, share it. */
REM_FN void draw(u64 first, i64 step, u64 seed, u64 offset, T *u) {
  if (STEP_4 == 1 && (first & (WIDTH < 4 ? WIDTH - 1 : 3)) == 0) {
    UNROLL
    for (i32 j = 0; j < WIDTH; j += 4) {
      words_of_4 w = random_block((first + j) >> 2, seed, offset);
      u32 in_block = WIDTH < 4 ? (u32)first : 0;
      UNROLL
      for (i32 k = 0; k < 4 && k < WIDTH; k++) u[j + k] = UNIT_OF(T, word_at(w, in_block + k));
    }
  } else {
    UNROLL
    for (i32 j = 0; j < WIDTH; j++) u[j] = UNIT_OF(T, random_word(first + (u64)(j * step), seed, offset));
  }
}
#endif

KERNEL(THREADS)(OPERANDS(map_args)) {
  NUMBERS_
  UNROLL
  for (i32 turn = 0; turn < TURNS; turn++) {
    i64 group = (BLOCK * TURNS + turn) * THREADS + THREAD;
    if (group >= a.groups) return;
    OFFSET at[8] = {0, 0, 0, 0, 0, 0, 0, 0}, batch = 0;
    INDEX row = AXES ? PASTE(divide_, INDEX)((INDEX)group, a.cols) : 0;
    i64 col = (i64)((INDEX)group - row * (INDEX)a.cols.d);
    DECODE_OUTERMOST(AXES, row, a.axis, MAP_OPERANDS, at, batch);
    UNROLL
    for (i32 o = 0; o < MAP_OPERANDS; o++) at[o] += (OFFSET)(col * WIDTH) * (OFFSET)a.step[o];
    i32 some = col == a.cols.d - 1 ? (i32)a.tail : WIDTH;
    T in[WIDTH][5], out[WIDTH][3];
    UNROLL
    for (i32 j = 0; j < WIDTH; j++) UNROLL for (i32 i = 0; i < 5; i++) in[j][i] = STANDIN == i ? real_((U)a.number[0]) : K(1);
    if (some == WIDTH) {
      READ_PAIRS READ(2, 5, at[5]) READ(3, 6, at[6]) READ_FIFTH
    } else {
      READ_SOME(0, 3, at[3]) READ_SOME(1, 4, at[4]) READ_SOME(2, 5, at[5]) READ_SOME(3, 6, at[6]) READ_SOME_FIFTH
    }
#ifdef DRAWN
    T u[WIDTH];
    draw((u64)at[4], a.step[4], (u64)GET_INDEX(7, 0), (u64)a.number[2], u);
    UNROLL
    for (i32 j = 0; j < WIDTH; j++) in[j][1] = u[j];
#endif
    UNROLL
    for (i32 j = 0; j < WIDTH; j++) map_formula(in[j], number, out[j]);
#if COPIES
    i32 copies = a.copies - batch * COPIES < COPIES ? (i32)(a.copies - batch * COPIES) : COPIES;
    for (i32 c = 0; c < copies; c++, at[0] += (OFFSET)a.copy_step) {
      if (some == WIDTH) {
        WRITE(0, at[0])
      } else {
        WRITE_SOME(0, at[0])
      }
    }
#else
    if (some == WIDTH) {
      WRITE_PAIRS WRITE(2, at[2])
    } else {
      WRITE_SOME(0, at[0]) WRITE_SOME(1, at[1]) WRITE_SOME(2, at[2])
    }
#endif
  }
}
