/* rowmap.h: gradients of rows whose values are known. The threads of a block are LINES lines x LT threads, each of which makes
   WIDTH adjacent elements of a line, TURNS times.

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

KERNEL(THREADS)(OPERANDS(rowmap_args)) {
  i32 line_in = COLUMNS ? THREAD % LINES : THREAD / LT, y = COLUMNS ? THREAD / LINES : THREAD % LT;
  i64 unit = a.units > 1 ? BLOCK % a.units : 0, line = (a.units > 1 ? BLOCK / a.units : BLOCK) * LINES + line_in;
  if (line >= a.lines) return;
  OFFSET at[7] = {0, 0, 0, 0, 0, 0, 0};
  DECODE(KEPT, line, a.axis, 7, at);
  T g = GET(2, at[2]);
#if PICK
  i64 winner = PICK == 1 ? (i64)GET_INDEX(4, at[4]) : ((GLOBAL const i64 *)AT(6))[at[6]];
#else
  T n = real_((U)a.all), dof = real_((U)a.dof), first = K(0);
  S r = state_zero();
  row_values v;
  v.y = v.mean = K(0), v.count = K(1);
  if (USES_FIRST) first = GET(0, at[5]);
  if (STATES) {
    r = state_read((GLOBAL const T *)AT(5), FIELDS, a.points, at[6]);
    v = row_finish(r, first, n, dof);
  }
  if (TAKES_Y) v.y = GET(3, at[3]);
  if (TAKES_MEAN) v.mean = GET(4, at[4]);
  T h = row_h(&r, g, v, n, dof);
#endif
  UNROLL
  for (i32 turn = 0; turn < TURNS; turn++) {
    i64 pos = ((unit * TURNS + turn) * LT + y) * WIDTH;
    if (pos >= a.n) return;
    i32 whole = WIDTH > 1 && pos + WIDTH <= a.n;
    T x[WIDTH], dx[WIDTH];
    if (USES_X && whole) {
      GETS(0, at[0] + (OFFSET)pos, x);
    } else {
      UNROLL
      for (i32 i = 0; i < WIDTH; i++) x[i] = USES_X && pos + i < a.n ? GET(0, at[0] + RUN_AT(0, pos + i)) : K(0);
    }
    UNROLL
    for (i32 i = 0; i < WIDTH; i++) {
#if PICK
      dx[i] = pos + i == winner ? g : K(0);
#else
      dx[i] = row_dx(x[i], v, h, r);
#endif
    }
    if (whole) {
      PUTS(1, at[1] + (OFFSET)pos, dx);
    } else {
      UNROLL
      for (i32 i = 0; i < WIDTH; i++)
        if (pos + i < a.n) PUT(1, at[1] + RUN_AT(1, pos + i), dx[i]);
    }
  }
}
