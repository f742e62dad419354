/* norm_join.h: the states of units of split rows become those of the rows, and their values. SIDE threads join the units of a row,
   each a run of a.span of them; LINES rows. */

KERNEL(THREADS)(OPERANDS(norm_args)) {
  ROOMS_OF_STATES(THREADS)
  i32 line_in = THREAD % LINES, side = THREAD / LINES;
  i64 line = BLOCK * LINES + line_in, count = a.units * a.lines, first_unit = side * a.span;
  GLOBAL T *from = (GLOBAL T *)AT_AS(STATES_P);
  NUMBERS_OF_ROW
  OFFSET at[10] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  if (line < a.lines) DECODE(KEPT, line, a.axis, 10, at);
  i64 mine = line < a.lines ? norm_least(a.units - first_unit, a.span) : 0;
  S stack[24], r = state_zero();
  i32 top = 0;
  for (i64 i = 0; i < mine; i++) { /* a binary counter */
    i64 unit = first_unit + i;
    S one = norm_state_at(from + unit * a.lines + line, count);
    i64 w = 1;
    for (i64 k = i; k & 1; k >>= 1, w *= 2) {
      i64 start = unit + 1 - 2 * w;
      one = norm_pair(stack[--top], one, (T)(w * UNIT), (T)norm_least(a.n - (start + w) * UNIT, w * UNIT));
    }
    stack[top++] = one;
  }
  if (mine > 0) {
    /* What is left are subtrees of falling sizes: from the right. */
    r = stack[--top];
    i64 left = mine;
    i64 w = 1;
    while (!(left & w)) w *= 2;
    left -= w;
    while (top > 0) {
      i64 size = 1;
      while (!(left & size)) size *= 2;
      i64 start = first_unit + left - size;
      r = norm_pair(stack[--top], r, (T)(size * UNIT), (T)norm_least(a.n - (start + size) * UNIT, size * UNIT));
      left -= size;
    }
  }
  for (i32 w = 1; w < SIDE; w *= 2) {
    BARRIER;
    ROOM_JOINED(THREAD, r);
    BARRIER;
    i64 start = first_unit + w * a.span;
    if (side % (2 * w) == 0 && side + w < SIDE && start < a.units && line < a.lines) {
      S other = ROOM_STATE(THREAD + w * LINES);
      r = norm_pair(r, other, (T)(w * a.span * UNIT), (T)norm_least(a.n - start * UNIT, w * a.span * UNIT));
    }
  }
  if (side == 0 && line < a.lines) {
    values_of values = norm_values(r, number);
    from[STATES * count + line] = values.u;
    from[STATES * count + a.lines + line] = values.v;
    T first = K(0);
#if KIND == 1 && KEEP_FIRST
    T fixed[6];
#define LOAD_FIXED(k) fixed[k] = FIXED_AT(k, at);
    SIX(LOAD_FIXED)
    first = norm_z(fixed, number);
#endif
    KEEP_VALUES(values, first, 0);
  }
}
