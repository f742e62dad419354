/* norm_join.h: the states of units of split rows become those of the rows, and their values. SIDE threads join the units of a row,
   each a run of a.span of them; LINES rows. */

KERNEL(THREADS)(OPERANDS(norm_args)) {
  LOCAL_ARRAY T room_m[THREADS];
  LOCAL_ARRAY T room_s[THREADS];
#if STATES > 2
  LOCAL_ARRAY T room_p[THREADS];
  LOCAL_ARRAY T room_q[THREADS];
#define ROOM_STATE(i) norm_state(room_m[i], room_s[i], room_p[i], room_q[i])
#else
#define ROOM_STATE(i) norm_state(room_m[i], room_s[i], K(0), K(0))
#endif
  i32 line_in = THREAD % LINES, side = THREAD / LINES;
  i64 line = BLOCK * LINES + line_in, count = a.units * a.lines, first_unit = side * a.span;
  GLOBAL T *from = (GLOBAL T *)AT(7);
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
    room_m[THREAD] = r.m, room_s[THREAD] = r.s;
#if STATES > 2
    room_p[THREAD] = r.e, room_q[THREAD] = r.t;
#endif
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
#define LOAD_FIXED(k) fixed[k] = USED_##k ? GET(k, at[k]) : K(STANDIN_##k);
    SIX(LOAD_FIXED)
    first = norm_z(fixed, number);
#endif
#if KEEP0
    PUT_AS(KEEP0_P, at[8], KEEP_FIRST ? first + values.u : values.u);
#endif
#if KEEP1
    PUT_AS(KEEP1_P, at[9], values.v);
#endif
#if KEEP2
    PUT_AS(KEEP2_P, at[6], values.g);
#endif
#if KEEP3
    PUT_AS(KEEP3_P, at[7], values.h);
#endif
  }
}
