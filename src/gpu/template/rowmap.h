/* rowmap.h: gradients of rows whose values are known. The threads of a block are LINES groups of lines x LT threads. Threads along
   a line make WIDTH adjacent elements of it, TURNS times; threads across lines make one element of each of WIDTH adjacent lines.
   All of this is done a.loops times, so that what is known of a row serves more elements.

   COLUMNS     1: lines are adjacent in memory, and threads run across them; 0: threads run along a line
   KEPT RUN    axes of the lines, axes of a line
   USES_X      x (operand 0) is read; dx is operand 1, dy 2
   MARKS       operand 0 is not x but what row.h has marked of it: across lines, WIDTH elements are a byte
   STATES      the state of a row is at its point: operand 5; USES_FIRST: its formulas name the row's first element
   TAKES_Y TAKES_MEAN   y is operand 3, mean 4
   PICK        the gradient goes to one position: 1 of operand 4, 2 of the workspace, operand 6, by point */

REM_FN OFFSET run_far(const struct rowmap_args *a, i32 o, i64 pos) {
  OFFSET at[7] = {0, 0, 0, 0, 0, 0, 0};
  DECODE(RUN, pos, (a->axis + KEPT), 7, at);
  return at[o];
}
#define RUN_AT(o, pos) (RUN == 1 ? (OFFSET)(pos) * (OFFSET)a.axis[KEPT].stride[o] : run_far(&a, o, pos))

#define ACROSS (COLUMNS ? WIDTH : 1) /* lines of a thread         */
#define ALONG (COLUMNS ? 1 : WIDTH)  /* elements of each, in turn */
#define LINE_OF(i) (COLUMNS ? (i) : 0)

/* Element `turn` of thread y begins at position POS_AT(turn) of its line in this loop. */
#define POS_AT(turn) (((unit * a.loops + loop) * TURNS * LT + y + (turn) * LT) * ALONG)
#ifndef MARKS
#define MARKS 0
#endif
#if MARKS
#define HOLD(turn)                                                                                              \
  do {                                                                                                          \
    i64 pos = POS_AT(turn);                                                                                     \
    held[turn][0] = 0;                                                                                          \
    if (pos < a.n) read_words(AT(0) + at[0] / WIDTH + RUN_AT(0, pos), 1, held[turn]);                           \
  } while (0)
#else
#define HOLD(turn)                                                                                              \
  do {                                                                                                          \
    i64 pos = POS_AT(turn);                                                                                     \
    if (USES_X && fits && pos + ALONG <= a.n) {                                                                 \
      read_words(ELEMENT(0, at[0] + RUN_AT(0, pos)), BYTES(0) * WIDTH, held[turn]);                             \
    } else if (USES_X && WIDTH > 1 && pos + ALONG <= a.n) {                                                     \
      HOLDS(0, at[0] + RUN_AT(0, pos), held[turn]);                                                             \
    } else if (USES_X) {                                                                                        \
      UNROLL for (i32 k = 0; k < WORDS(0); k++) held[turn][k] = 0;                                              \
      UNROLL for (i32 k = 0; k < ALONG; k++) {                                                                  \
        u32 e[2] = {0, 0};                                                                                      \
        if (pos + k < a.n) read_words(ELEMENT(0, at[0] + RUN_AT(0, pos + k)), BYTES(0), e);                     \
        hold_element(held[turn], 1, BYTES(0), k, e);                                                            \
      }                                                                                                         \
    }                                                                                                           \
  } while (0)
#endif

#define VALUE_AT(o) (at[o] + j * (OFFSET)a.axis[KEPT - 1].stride[o])
#define VALUES(o, v)                                                                                            \
  do {                                                                                                          \
    if (ACROSS > 1 && a.axis[KEPT - 1].stride[o] == 1) {                                                        \
      GETS(o, at[o], v);                                                                                        \
    } else {                                                                                                    \
      UNROLL for (i32 j = 0; j < ACROSS; j++)(v)[j] = GET(o, VALUE_AT(o));                                      \
    }                                                                                                           \
  } while (0)

/* Two formulas in a row would take registers from threads that wait for memory; those of products are to leave room for two blocks. */
#ifdef QUICK_GRAD_
#define RESIDENT (sizeof(T) > 4 ? 0 : FIELDS & HAS_E ? 2 : TURNS == 1 ? 1280 / THREADS : TURNS == 2 ? 1024 / THREADS : 0)
#else
#define RESIDENT 0
#endif

KERNEL_OF(THREADS, RESIDENT)(OPERANDS(rowmap_args)) {
  i32 line_in = COLUMNS ? THREAD % LINES : THREAD / LT, y = COLUMNS ? THREAD / LINES : THREAD % LT;
  /* Neighbouring blocks have what lies next to each other: parts of a line, or the same part of adjacent lines. */
  u32 block = (u32)BLOCK, beside = COLUMNS ? (u32)((a.lines - 1) / (LINES * ACROSS)) + 1 : (u32)a.units;
  u32 outer = block / beside, inner = block % beside;
  i64 unit = COLUMNS ? outer : inner, line = ((i64)(COLUMNS ? inner : outer) * LINES + line_in) * ACROSS;
  if (line >= a.lines) return;
  OFFSET at[7] = {0, 0, 0, 0, 0, 0, 0};
  DECODE(KEPT, line, a.axis, 7, at);

  /* What a loop reads is fetched before what is known of the rows is worked out, and then one loop ahead, as soon as what was held has
     been converted: before the stores, which might be thought to change it. */
  u32 held[TURNS][MARKS ? 1 : WORDS(0)];
  i32 loop = 0, fits = RUN == 1 && ALIGNED(ELEMENT(0, at[0]), BYTES(0) * WIDTH);
  if (COLUMNS) fits = fits && ALIGNED(a.axis[KEPT].stride[0] * BYTES(0), BYTES(0) * WIDTH);
  UNROLL
  for (i32 turn = 0; turn < TURNS; turn++) HOLD(turn);

  /* What is known of each row; of adjacent rows in one go. */
  T g[ACROSS];
  VALUES(2, g);
#if PICK
  i64 winner[ACROSS];
#else
  T n = real_((U)a.all), dof = real_((U)a.dof), h[ACROSS], y_given[ACROSS], mean_given[ACROSS];
  if (TAKES_Y) VALUES(3, y_given);
  if (TAKES_MEAN) VALUES(4, mean_given);
  S r[ACROSS];
  row_values v[ACROSS];
#endif
  UNROLL
  for (i32 j = 0; j < ACROSS; j++) {
#if PICK
    winner[j] = PICK == 1 ? (i64)GET_INDEX(4, VALUE_AT(4)) : ((GLOBAL const i64 *)AT(6))[VALUE_AT(6)];
#else
    T first = USES_FIRST ? GET(0, VALUE_AT(5)) : K(0);
    r[j] = state_zero();
    v[j].y = v[j].mean = K(0), v[j].count = K(1);
    if (STATES) {
      r[j] = state_read((GLOBAL const T *)AT(5), FIELDS, a.points, VALUE_AT(6));
      v[j] = row_finish(r[j], first, n, dof);
    }
    if (TAKES_Y) v[j].y = y_given[j];
    if (TAKES_MEAN) v[j].mean = mean_given[j];
    h[j] = row_h(&r[j], g[j], v[j], n, dof);
#endif
  }

  for (i32 left = (i32)a.loops; left > 0; left--) {
    i64 pos0 = POS_AT(0);
    loop++;
    UNROLL
    for (i32 turn = 0; turn < TURNS; turn++) {
      i64 pos = pos0 + turn * LT * ALONG;
      T dx[WIDTH];
#if MARKS
      u32 marks = held[turn][0];
#else
      T x[WIDTH];
      UNROLL
      for (i32 i = 0; i < WIDTH; i++) x[i] = USES_X ? HELD(0, held[turn], i) : K(0);
#endif
      if (left > 1) HOLD(turn);
#if PICK
      UNROLL
      for (i32 i = 0; i < WIDTH; i++) dx[i] = pos + (COLUMNS ? 0 : i) == winner[LINE_OF(i)] ? g[LINE_OF(i)] : K(0);
#elif MARKS
      UNROLL
      for (i32 i = 0; i < WIDTH; i++) dx[i] = row_dx_marked(marks >> i & 1, h[i]);
#else
      ROW_DX(WIDTH, dx, x[i], v[LINE_OF(i)], h[LINE_OF(i)], r[LINE_OF(i)]);
#endif
      if (WIDTH > 1 && pos + ALONG <= a.n) {
        PUTS(1, at[1] + RUN_AT(1, pos), dx);
      } else if (ALONG > 1 || WIDTH == 1) {
        UNROLL
        for (i32 i = 0; i < ALONG; i++)
          if (pos + i < a.n) PUT(1, at[1] + RUN_AT(1, pos + i), dx[i]);
      }
    }
  }
}
