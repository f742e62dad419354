/* rowmap.h: gradients of rows whose values are known. The threads of a block are LINES groups of lines x LT threads. Threads along
   a line make WIDTH adjacent elements of it, TURNS times; threads across lines make one element of each of WIDTH adjacent lines.
   All of this is done a.loops times, so that what is known of a row serves more elements.

   COLUMNS     1: lines are adjacent in memory, and threads run across them; 0: threads run along a line
   KEPT RUN    axes of the lines, axes of a line
   USES_X      x (operand 0) is read; dx is operand 1, dy 2
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

KERNEL(THREADS)(OPERANDS(rowmap_args)) {
  i32 line_in = COLUMNS ? THREAD % LINES : THREAD / LT, y = COLUMNS ? THREAD / LINES : THREAD % LT;
  i64 unit = a.units > 1 ? BLOCK % a.units : 0;
  i64 line = ((a.units > 1 ? BLOCK / a.units : BLOCK) * LINES + line_in) * ACROSS;
  if (line >= a.lines) return;
  OFFSET at[7] = {0, 0, 0, 0, 0, 0, 0};
  DECODE(KEPT, line, a.axis, 7, at);

  /* What is known of each row. */
#if PICK
  T g[ACROSS];
  i64 winner[ACROSS];
#else
  T n = real_((U)a.all), dof = real_((U)a.dof), h[ACROSS];
  S r[ACROSS];
  row_values v[ACROSS];
#endif
  UNROLL
  for (i32 j = 0; j < ACROSS; j++) {
#define VALUE_AT(o) (at[o] + j * (OFFSET)a.axis[KEPT - 1].stride[o])
#if PICK
    g[j] = GET(2, VALUE_AT(2));
    winner[j] = PICK == 1 ? (i64)GET_INDEX(4, VALUE_AT(4)) : ((GLOBAL const i64 *)AT(6))[VALUE_AT(6)];
#else
    T first = USES_FIRST ? GET(0, VALUE_AT(5)) : K(0);
    r[j] = state_zero();
    v[j].y = v[j].mean = K(0), v[j].count = K(1);
    if (STATES) {
      r[j] = state_read((GLOBAL const T *)AT(5), FIELDS, a.points, VALUE_AT(6));
      v[j] = row_finish(r[j], first, n, dof);
    }
    if (TAKES_Y) v[j].y = GET(3, VALUE_AT(3));
    if (TAKES_MEAN) v[j].mean = GET(4, VALUE_AT(4));
    h[j] = row_h(&r[j], GET(2, VALUE_AT(2)), v[j], n, dof);
#endif
  }

  /* In every turn all loads come before the first store, which might be thought to change what they read. */
  for (i32 loop = 0; loop < a.loops; loop++) {
    T x[TURNS][WIDTH];
    i64 pos0 = ((unit * a.loops + loop) * TURNS * LT + y) * ALONG;
    UNROLL
    for (i32 turn = 0; turn < TURNS; turn++) {
      i64 pos = pos0 + turn * LT * ALONG;
      if (USES_X && WIDTH > 1 && pos + ALONG <= a.n) {
        GETS(0, at[0] + RUN_AT(0, pos), x[turn]);
      } else {
        UNROLL
        for (i32 i = 0; i < WIDTH; i++) x[turn][i] = USES_X && pos + i < a.n ? GET(0, at[0] + RUN_AT(0, pos + i)) : K(0);
      }
    }
    UNROLL
    for (i32 turn = 0; turn < TURNS; turn++) {
      i64 pos = pos0 + turn * LT * ALONG;
      T dx[WIDTH];
      UNROLL
      for (i32 i = 0; i < WIDTH; i++) {
        i32 j = COLUMNS ? i : 0;
#if PICK
        dx[i] = pos + (COLUMNS ? 0 : i) == winner[j] ? g[j] : K(0);
#else
        dx[i] = row_dx(x[turn][i], v[j], h[j], r[j]);
#endif
      }
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
