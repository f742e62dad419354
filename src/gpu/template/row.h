/* row.h: reductions. The threads of a block are LINES lines x CT chunks x LT threads, each of which folds LP adjacent lanes of a
   chunk; then lanes and chunks are joined by the tree of docs/order.md. A line of more than CT chunks is done by several blocks,
   its units, whose states another launch joins.

   COLUMNS    1: lines are adjacent in memory, and threads run across them; 0: threads run along a line
   KEPT RUN   axes of the lines, axes of a line        BATCH  steps that are loaded before the first is used
   VECTOR     a thread's lanes are loaded at once
   SOURCE     0: x  1: result OUT_I of a map  2: states of an earlier run  3: units
   END_Y      y (and mean: END_MEAN) is written: operand 4 (5), column COL_Y (3)
   END_POINT  the state goes to its point, END_UNIT that of a unit to its place: operand 6
   END_GRAD   the line is whole: dx is operand 1, dy 2; TAKES_Y, TAKES_MEAN: y is operand 3, mean 5. Columns 1 2 3 4
   HOLD       ... and still in the batch
   SEEK       instead of the entry's monoid: the first position, or with LAST the last, that ties with y, which is operand 3
              (TAKES_Y), or made from the state at its point, operand 7. It goes to operand 5 (END_Y) or 6 (END_POINT) */

#define CHUNK 4096
#define LANES 128

#if SOURCE == 3
#define SPAN (LT * LP)
#define STRIDE SPAN
#else
#define SPAN CHUNK
#define STRIDE LANES
#endif

/* ---- what is joined ---- */

#if SEEK

typedef i64 R;
#define ROOM THREADS
#define CELL i64
REM_FN R r_none(void) { return -1; }
REM_FN R r_join(R a, R b, T na, T nb) {
  if (LAST) return a > b ? a : b;
  return b < 0 || (a >= 0 && a < b) ? a : b;
}
REM_FN R r_get(GLOBAL const char *p, i64 count, i64 at) { return ((GLOBAL const i64 *)p)[at]; }
REM_FN void r_set(GLOBAL char *p, i64 count, i64 at, R r) { ((GLOBAL i64 *)p)[at] = r; }
REM_FN R r_fetch(LOCAL const CELL *room, i32 at) { return room[at]; }
REM_FN void r_leave(LOCAL CELL *room, i32 at, R r) { room[at] = r; }
REM_FN R r_shuffle(R r, i32 i) { return SHUFFLE(r, i); }
#define LIFTED(x, pos) (tie_(x, sought) ? (pos) : -1)

#else

typedef S R;
#define ROOM (FIELD_COUNT(FIELDS) * THREADS)
#define CELL T
REM_FN R r_none(void) { return state_zero(); }
REM_FN R r_join(R a, R b, T na, T nb) { return row_join(a, b, na, nb); }
REM_FN R r_get(GLOBAL const char *p, i64 count, i64 at) { return state_read((GLOBAL const T *)p, FIELDS, count, at); }
REM_FN void r_set(GLOBAL char *p, i64 count, i64 at, R r) { state_write((GLOBAL T *)p, FIELDS, count, at, r); }
REM_FN R r_fetch(LOCAL const CELL *room, i32 at) { return state_fetch(room, FIELDS, THREADS, at); }
REM_FN void r_leave(LOCAL CELL *room, i32 at, R r) { state_leave(room, FIELDS, THREADS, at, r); }
REM_FN R r_shuffle(R r, i32 i) { return state_shuffle(r, FIELDS, i); }
#define LIFTED(x, pos) row_lift(x, first)

#endif

/* Threads of a line that lie among the same 32 and can shuffle. */
#define NEAR (!SHUFFLES || COLUMNS ? 1 : LT < 32 ? LT : 32)

#if SOURCE == 1
REM_FN T map_result(const T *in) {
  T out[3];
  INS_
  BODY_
  TAKE_
  return out[OUT_I];
}
#endif

/* Where item `pos` of a line lies for column o, from its first one. */
REM_FN i64 run_far(const struct row_args *a, i32 o, i64 pos) {
  i64 at[5] = {0, 0, 0, 0, 0};
  DECODE(RUN, pos, (a->axis + KEPT), 5, at);
  return at[o];
}
#define RUN_AT(o, pos) (RUN == 1 ? (pos)*a.axis[KEPT].stride[o] : run_far(&a, o, pos))

/* ---- the kernel ---- */

#if SOURCE == 0
#define ITEM(pos) GET(0, at[0] + RUN_AT(0, pos))
#elif SOURCE == 1
#define INPUT(i, o, pos) (USED_##i ? GET(o, at[o] + RUN_AT(o, pos)) : STANDIN == i ? real_((U)a.standin) : K(0))
#endif
#if SOURCE == 3
#define STATE_AT(pos) ((pos)*a.lines + line)
/* Elements in units [l, l + w) of this span. */
#define COUNT(l, w) (T) row_count_units(a.total - (base + (l)) * a.each, (w)*a.each)
#else
#define STATE_AT(pos) (at[0] + RUN_AT(0, pos))
/* Elements in lanes [l, l + w) of this chunk. */
#define COUNT(l, w) (T)(((i64)q * (w) + row_clamp(rest - (l), w)) * a.each)
#endif
REM_FN i64 row_count_units(i64 left, i64 most) { return left < 0 ? 0 : left < most ? left : most; }
REM_FN i32 row_clamp(i32 x, i32 most) { return x < 0 ? 0 : x < most ? x : most; }

KERNEL(THREADS)(OPERANDS(row_args)) {
  LOCAL_ARRAY CELL room[ROOM];
  i32 line_in, team, y;
  if (COLUMNS) {
    line_in = THREAD % LINES;
    y = THREAD / LINES % LT;
    team = THREAD / (LINES * LT);
  } else {
    y = THREAD % LT;
    team = THREAD / LT % CT;
    line_in = THREAD / (LT * CT);
  }
  i64 unit = a.units > 1 ? BLOCK % a.units : 0, line = (a.units > 1 ? BLOCK / a.units : BLOCK) * LINES + line_in;
  i64 chunk = unit * CT + team, base = chunk * SPAN;
  i64 at[5] = {0, 0, 0, 0, 0};
  if (line < a.lines) DECODE(KEPT, line, a.axis, 5, at);
  i32 c = line < a.lines && chunk < a.chunks ? (i32)(a.n - base < SPAN ? a.n - base : SPAN) : 0;
  /* All threads of a block take as many turns as its first chunk needs. */
  i64 block_left = a.n - unit * CT * SPAN;
  i32 most_c = block_left < SPAN ? (i32)block_left : SPAN;

  T first = K(0), sought = K(0);
  if (USES_FIRST && line < a.lines) first = GET(0, at[END_GRAD ? 0 : 1]);
#if SEEK && SOURCE == 0
  if (line < a.lines) {
    if (TAKES_Y) sought = GET(3, at[3]);
    else sought = row_finish(state_read((GLOBAL const T *)AT(7), FIELDS, a.from, at[4]), K(0), K(0), K(0)).y;
  }
#endif

  /* The lanes of this thread. */
  R acc[LP];
  T x[BATCH * LP];
  UNROLL
  for (i32 i = 0; i < LP; i++) acc[i] = r_none();
  for (i32 s0 = 0; s0 * STRIDE < most_c; s0 += BATCH) {
#if SOURCE < 2
    UNROLL
    for (i32 b = 0; b < BATCH; b++) {
      i32 e = (s0 + b) * STRIDE + y * LP;
#if SOURCE == 0
      if (VECTOR && e + LP <= c) {
        GETS(0, at[0] + base + e, x + b * LP);
      } else {
        UNROLL
        for (i32 i = 0; i < LP; i++) x[b * LP + i] = e + i < c ? ITEM(base + e + i) : K(0);
      }
#else
      UNROLL
      for (i32 i = 0; i < LP; i++) {
        i64 pos = base + e + i;
        T in[4] = {K(0), K(0), K(0), K(0)};
        if (e + i < c) in[0] = INPUT(0, 0, pos), in[1] = INPUT(1, 1, pos), in[2] = INPUT(2, 2, pos), in[3] = INPUT(3, 3, pos);
        x[b * LP + i] = map_result(in);
      }
#endif
    }
#endif
    UNROLL
    for (i32 b = 0; b < BATCH; b++) {
      i32 e = (s0 + b) * STRIDE + y * LP;
      T na = (T)((s0 + b) * a.each), nb = (T)a.each;
      UNROLL
      for (i32 i = 0; i < LP; i++) {
        if (e + i < c) {
#if SOURCE < 2
          R one = LIFTED(x[b * LP + i], base + e + i);
#else
          R one = r_get(AT(7), a.from, STATE_AT(base + e + i));
#endif
          acc[i] = s0 + b == 0 ? one : r_join(acc[i], one, na, nb);
        }
      }
    }
  }

  /* Lanes [l, l + w) and [l + w, l + 2 w) of m are joined. */
  i32 m = c < STRIDE ? c : STRIDE, q = c / STRIDE, rest = c % STRIDE;
  UNROLL
  for (i32 w = 1; w < LP; w *= 2) {
    UNROLL
    for (i32 i = 0; i + w < LP; i += 2 * w) {
      i32 l = y * LP + i;
      if (l + w < m) acc[i] = r_join(acc[i], acc[i + w], COUNT(l, w), COUNT(l + w, w));
    }
  }
  /* Then those of the other threads: among 32 of them by shuffles, where there are any, else in place in the room. */
  R r = acc[0];
  UNROLL
  for (i32 w = 1; w < NEAR; w *= 2) {
    i32 l = y * LP;
    R other = r_shuffle(r, (THREAD + w) & 31);
    if (y % (2 * w) == 0 && l + w * LP < m) r = r_join(r, other, COUNT(l, w * LP), COUNT(l + w * LP, w * LP));
  }
  if (LT > NEAR || CT > 1) {
    r_leave(room, THREAD, r);
    UNROLL
    for (i32 w = NEAR; w < LT; w *= 2) {
      i32 l = y * LP;
      BARRIER;
      if (y % (2 * w) == 0 && l + w * LP < m) {
        r = r_join(r, r_fetch(room, THREAD + (COLUMNS ? w * LINES : w)), COUNT(l, w * LP), COUNT(l + w * LP, w * LP));
        r_leave(room, THREAD, r);
      }
    }
    UNROLL
    for (i32 w = 1; w < CT; w *= 2) { /* chunks */
      i64 most = (i64)SPAN * w, left = a.n - (chunk + w) * SPAN;
      BARRIER;
      if (y == 0 && team % (2 * w) == 0 && line < a.lines && chunk + w < a.chunks) {
        r = r_join(r, r_fetch(room, THREAD + (COLUMNS ? w * LINES * LT : w * LT)), (T)(most * a.each),
                   (T)((left < most ? left : most) * a.each));
        r_leave(room, THREAD, r);
      }
    }
  }

  i32 leads = y == 0 && team == 0 && line < a.lines;
#if END_UNIT
  if (leads) r_set(AT(6), a.points, unit * a.lines + line, r);
#endif
#if END_POINT
  if (leads) r_set(AT(6), a.points, at[4], r);
#endif
#if SEEK && END_Y
  if (leads) PUT_INDEX(5, at[2], r);
#elif END_Y
  if (leads) {
    row_values v = row_finish(r, first, real_((U)a.all), real_((U)a.dof));
    PUT(4, at[COL_Y], v.y);
    if (END_MEAN) PUT(5, at[3], v.mean);
  }
#endif
#if END_GRAD
  BARRIER;
  if (leads) r_leave(room, line_in, r);
  BARRIER;
  if (c == 0) return;
  r = state_fetch(room, FIELDS, THREADS, line_in);
  T n = real_((U)a.all), dof = real_((U)a.dof);
  row_values v = row_finish(r, first, n, dof);
  if (TAKES_Y) v.y = GET(3, at[3]);
  if (TAKES_MEAN) v.mean = GET(5, at[4]);
  T h = row_h(&r, GET(2, at[2]), v, n, dof);
  i64 to = at[1] + RUN_AT(1, base);
  for (i32 s0 = 0; s0 * STRIDE < most_c; s0 += BATCH) {
    UNROLL
    for (i32 b = 0; b < BATCH; b++) {
      i32 e = (s0 + b) * STRIDE + y * LP;
      T dx[LP];
      if (!HOLD) {
        if (VECTOR && e + LP <= c) {
          GETS(0, at[0] + base + e, x + b * LP);
        } else {
          UNROLL
          for (i32 i = 0; i < LP; i++) x[b * LP + i] = e + i < c ? ITEM(base + e + i) : K(0);
        }
      }
      UNROLL
      for (i32 i = 0; i < LP; i++) dx[i] = row_dx(x[b * LP + i], v, h, r);
      if (VECTOR && e + LP <= c) {
        PUTS(1, to + e, dx);
      } else {
        UNROLL
        for (i32 i = 0; i < LP; i++)
          if (e + i < c) PUT(1, to + RUN_AT(1, e + i), dx[i]);
      }
    }
  }
#endif
}
