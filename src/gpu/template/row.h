/* row.h: reductions. The threads of a block are LINES lines x CT chunks x LT threads, each of which folds LP adjacent lanes of a
   chunk; then lanes and chunks are joined by the tree of docs/order.md. A line of more than CT chunks is done by several blocks,
   its units, whose states another launch joins.

   COLUMNS    1: lines are adjacent in memory, and threads run across them; 0: threads run along a line
   ACROSS     lines of a thread, adjacent ones, whose elements are loaded at once
   DIVIDES    joins divide by counts
   KEPT RUN   axes of the lines, axes of a line        BATCH  steps that are loaded before the first is used
   VECTOR     a thread's lanes are loaded at once; NEXT_i: those of input i of a map are; STILL_i: it is the same all along a line
   SOURCE     0: x  1: result OUT_I of a map  2: states of an earlier run  3: units
   ALSO_I     defined: another result of the map, which is not reduced, is written on the way: operand 2, whose vectors are adjacent
              where NEXT_ALSO
   END_Y      y (and mean, END_MEAN, or the position, INDEXED) is written: operand 4 (5), column COL_Y (3)
   END_POINT  the state goes to its point, END_UNIT that of a unit to its place: operand 6
   END_GRAD   the line is whole: dx is operand 1, dy 2; TAKES_Y, TAKES_MEAN: y is operand 3, mean 5. Columns 1 2 3 4
   HOLD       ... and still in the batch
   TIES       instead of the entry's monoid: how many elements tie with y, which is operand 3, column 3
   MARKS      ... and which: a bit each of bytes, operand 1, one for an element of each of a thread's lines. Column 1 counts elements
              across lines, of which ACROSS are a byte, and bytes along one
   SEEK       likewise: the first position, or with LAST the last, that ties with y, which is operand 3
              (TAKES_Y), or made from the state at its point, operand 7. It goes to operand 5 (END_Y) or 6 (END_POINT) */

#define PEELS (!HOLD && sizeof(T) == 4) /* a copy of the fold that begins: f64 has no registers for it */
#define FOLD(whole, begins)                                                                       \
  do {                                                                                            \
    T x_[BATCH * LP];                                                                             \
    UNROLL for (i32 k = 0; k < BATCH * LP; k++) x_[k] = SOURCE_AT(j, k);                          \
    joined[j] = row_fold(acc[j], x_, first[j], base, e0, s0, c, whole, begins);                   \
  } while (0)
#if SOURCE == 0
#define SOURCE_AT(j, k) LANE(held, j, k)
#elif SOURCE == 1
#define SOURCE_AT(j, k) mapped[k]
#define STILL(i, o) \
  if (STILL_##i && line < a.lines) still[i] = GET(o, at[o]);
#ifdef ALSO_I /* behind the loads, which it might be thought to change */
#define ALSO ALSO_I
#define WRITE_ALSO                                                                  \
  UNROLL for (i32 b = 0; b < BATCH; b++) {                                          \
    i32 e = e0 + b * STRIDE;                                                        \
    if (NEXT_ALSO && e + LP <= c) {                                                 \
      PUTS(2, at[2] + RUN_AT(2, base + e), also + b * LP);                          \
    } else {                                                                        \
      UNROLL for (i32 k = 0; k < LP; k++)                                           \
        if (e + k < c) PUT(2, at[2] + RUN_AT(2, base + e + k), also[b * LP + k]);   \
    }                                                                               \
  }
#else
#define ALSO OUT_I
#define WRITE_ALSO
#endif
/* Input i of a thread's lanes, elements e on, is operand o. Vectors of halves are held first: a conversion would let the next load wait. */
#define HOLDS_INPUT(i, o) (NEXT_##i && BYTES(o) < 4)
#define HOLD_INPUT(i, o)                                                            \
  u32 words##i[BATCH][WORDS(o)];                                                    \
  UNROLL for (i32 b = 0; HOLDS_INPUT(i, o) && b < BATCH; b++) {                     \
    i32 e = e0 + b * STRIDE;                                                        \
    if (e + LP <= c) HOLDS(o, at[o] + RUN_AT(o, base + e), words##i[b]);            \
  }
#define INPUT(i, o)                                                                 \
  if (STILL_##i) {                                                                  \
    UNROLL for (i32 k = 0; k < LP; k++) in[k][i] = still[i];                        \
  } else if (HOLDS_INPUT(i, o) && full) {                                           \
    UNROLL for (i32 k = 0; k < LP; k++) in[k][i] = HELD(o, words##i[b], k % WIDTH); \
  } else if (NEXT_##i && full) {                                                    \
    T v_[WIDTH < LP ? LP : WIDTH];                                                  \
    GETS(o, at[o] + RUN_AT(o, base + e), v_);                                       \
    UNROLL for (i32 k = 0; k < LP; k++) in[k][i] = v_[k];                           \
  } else {                                                                          \
    UNROLL for (i32 k = 0; k < LP; k++) {                                           \
      in[k][i] = STANDIN == i ? number[0] : K(1);                                   \
      if (USED_##i && e + k < c) in[k][i] = GET(o, at[o] + RUN_AT(o, base + e + k)); \
    }                                                                               \
  }
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

/* Lanes of a thread from groups of so many on, where `there` says that there are such as begin at l + w. */
#define JOIN_LANES(groups, there, na, nb)                                                               \
  do {                                                                                                  \
    UNROLL for (i32 w = groups; w < LP; w *= 2) {                                                       \
      UNROLL for (i32 i = 0; i + w < LP; i += 2 * w) {                                                  \
        i32 l = y * LP + i;                                                                             \
        if (there) acc[j][i] = r_join(acc[j][i], acc[j][i + w], na, nb);                                \
      }                                                                                                 \
    }                                                                                                   \
  } while (0)
#define EVEN_COUNT (T)((q + (rest != 0)) * w * a.each)
/* Lanes [l, l + w) with the next w. Those of a full chunk have as many elements as the compiler knows, and it divides. */
#define FULL_COUNT(w) (T)(SPAN / STRIDE * (w))
#define JOIN_NEXT(a, b, l, w)                                                                        \
  (full ? r_join(a, b, FULL_COUNT(w), FULL_COUNT(w)) : r_join(a, b, COUNT(l, w), COUNT((l) + (w), w)))

/* Where line j of this thread lies for column o, and its state in the room. */
#define LINE_AT(o) (at[o] + (ACROSS > 1 ? (own + j) * (OFFSET)a.axis[KEPT - 1].stride[o] : 0))
#define PLACE(j) (THREAD + (j)*THREADS)

/* Gradients of lines that are held: by the quicker formula, if there is one and it will do for all elements. */
#if HOLD && defined(QUICK_GRAD_)
#define SURELY 1
#define HELD_DX(x) (quick ? row_dx_quickly(x, v, h, r[0], &doubts) : row_dx(x, v, h, r[0]))
#else
#define SURELY 0
#define HELD_DX(x) row_dx(x, v, h, r[0])
#endif

/* Lines of halves that are held leave registers for four blocks; 512 threads for two, unless their states are wide. Steps that hardly
   wait for each other would take all registers there are. */
#define SLIM (sizeof(T) == 4 || FIELD_COUNT(FIELDS) == 1)
#define HELD_RESIDENT (BYTES(0) == 2 ? 4 : STEPPED && BATCH * LP > 16 ? 3 : STEPPED ? 5 : 0)
#define RESIDENT (THREADS == 512 && SLIM ? 2 : HOLD && THREADS == 256 ? (COLUMNS ? 2 : HELD_RESIDENT) : 0)

KERNEL_OF(THREADS, RESIDENT)(OPERANDS(row_args)) {
#if SOURCE == 1
  NUMBERS_
#endif
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
  i64 unit = a.units > 1 ? BLOCK % a.units : 0;
  i64 line = ((a.units > 1 ? BLOCK / a.units : BLOCK) * LINES + line_in) * ACROSS;
  i64 chunk = unit * CT + team, base = chunk * SPAN;
  OFFSET at[5] = {0, 0, 0, 0, 0};
  if (line < a.lines) DECODE(KEPT, line, a.axis, 5, at);
  i32 c = line < a.lines && chunk < a.chunks ? (i32)(a.n - base < SPAN ? a.n - base : SPAN) : 0;
  /* All threads of a block take as many turns as its first chunk needs. */
  i64 block_left = a.n - unit * CT * SPAN;
  i32 most_c = block_left < SPAN ? (i32)block_left : SPAN;

  T first[ACROSS]; /* of each line: its first element, or y */
  i32 own = 0;     /* the first of the lines that this thread has */
  R acc[ACROSS][LP], r[ACROSS];
  i32 joined[ACROSS]; /* each eight lanes already */
#if SOURCE == 0
  u32 held[ITEMS][WORDS(0)];
  i32 fits = WIDTH == 1 || (RUN == 1 && ALIGNED(ELEMENT(0, at[0]), BYTES(0) * WIDTH));
  if (ACROSS > 1) fits = fits && ALIGNED(a.axis[KEPT].stride[0] * BYTES(0), BYTES(0) * WIDTH);
#endif
  UNROLL
  for (i32 j = 0; j < ACROSS; j++) {
    first[j] = K(0);
    if (USES_FIRST && line < a.lines) first[j] = GET(0, LINE_AT(END_GRAD ? 0 : 1));
#if TIES && SOURCE == 0
    if (line < a.lines) first[j] = GET(3, LINE_AT(3));
#elif SEEK && SOURCE == 0
    if (line < a.lines) {
      if (TAKES_Y) first[j] = GET(3, LINE_AT(3));
      else first[j] = row_finish(state_read((GLOBAL const T *)AT(7), FIELDS, a.from, LINE_AT(4)), K(0), K(0), K(0)).y;
    }
#endif
    joined[j] = 0;
    UNROLL
    for (i32 i = 0; i < LP; i++) acc[j][i] = r_none();
  }

#if MARKS
  u32 tally[2 * QUADS];
  UNROLL
  for (i32 w = 0; w < 2 * QUADS; w++) tally[w] = 0;
#endif

#if SOURCE == 1
  T still[5] = {K(0), K(0), K(0), K(0), K(0)};
  STILL(0, 0) STILL(1, 1) STILL(2, 2) STILL(3, 3) STILL(4, 3)
#endif

  /* The lanes of this thread. */
  for (i32 s0 = 0; s0 * STRIDE < (HOLD ? 1 : most_c); s0 += BATCH) {
    i32 e0 = s0 * STRIDE + y * LP, whole = (s0 + BATCH) * STRIDE <= c || (BATCH == 1 && SOURCE < 2 && LT * LP <= c - s0 * STRIDE);
#if SOURCE == 0
    OFFSET from = at[0] + (RUN == 1 ? RUN_AT(0, base + e0) : 0);
    if (whole && fits) row_load(AT(0), from, &a, base, e0, c, 1, 1, held);
    else if (whole) row_load(AT(0), from, &a, base, e0, c, 1, 0, held);
    else row_load(AT(0), from, &a, base, e0, c, 0, fits, held);
#elif SOURCE == 1
    T mapped[BATCH * LP], also[BATCH * LP];
    HOLD_INPUT(0, 0) HOLD_INPUT(1, 1) HOLD_INPUT(2, 2) HOLD_INPUT(3, 3) HOLD_INPUT(4, 3)
    UNROLL
    for (i32 b = 0; b < BATCH; b++) {
      i32 e = e0 + b * STRIDE, full = e + LP <= c;
      T in[LP][5];
      INPUT(0, 0) INPUT(1, 1) INPUT(2, 2) INPUT(3, 3) INPUT(4, 3) /* a map that has the fifth has no g */
      UNROLL
      for (i32 k = 0; k < LP; k++) {
        T out[3];
        map_results(in[k], number, out);
        mapped[b * LP + k] = out[OUT_I], also[b * LP + k] = out[ALSO];
      }
    }
    WRITE_ALSO
#endif
#if MARKS
    if (whole) row_mark(AT(1), at[1] / ACROSS, &a, base, e0, c, 1, first, held, tally);
    else row_mark(AT(1), at[1] / ACROSS, &a, base, e0, c, 0, first, held, tally);
#elif SOURCE < 2
    UNROLL
    for (i32 j = 0; j < ACROSS; j++) {
      if (whole && PEELS && s0 > 0) FOLD(1, 0);
      else if (whole) FOLD(1, HOLD || PEELS || s0 == 0);
      else FOLD(0, HOLD || s0 == 0);
    }
#else
    UNROLL
    for (i32 k = 0; k < BATCH * LP; k++) {
      i32 b = k / LP, i = k % LP, e = e0 + b * STRIDE + i;
      if (e < c) {
        R one = r_get(AT(7), a.from, STATE_AT(base + e));
        acc[0][i] = s0 + b == 0 ? one : r_join(acc[0][i], one, (T)((s0 + b) * a.each), (T)a.each);
      }
    }
#endif
  }

  /* Lanes [l, l + w) and [l + w, l + 2 w) of m are joined. Where all of them have as many elements, so have all pairs of a level: what
     a join makes of the counts alone is made once. */
  i32 m = c < STRIDE ? c : STRIDE, q = c / STRIDE, rest = c % STRIDE;
  i32 full = DIVIDES && SOURCE < 2 && c == SPAN;
  i32 even = DIVIDES && COLUMNS && LP > 2 && SOURCE < 2 && rest % (LT * LP) == 0 && m == LT * LP;
  UNROLL
  for (i32 j = 0; j < ACROSS; j++) {
#if MARKS
    acc[j][0].t = (T)TALLIED(tally, j);
#else
    if (EIGHTS && joined[j]) JOIN_LANES(8, l + w < m, COUNT(l, w), COUNT(l + w, w));
    else if (full) JOIN_LANES(1, 1, FULL_COUNT(w), FULL_COUNT(w));
    else if (even) JOIN_LANES(1, 1, EVEN_COUNT, EVEN_COUNT);
    else JOIN_LANES(1, l + w < m, COUNT(l, w), COUNT(l + w, w));
#endif
    r[j] = acc[j][0];
  }
  /* Then those of the other threads: among 32 of them by shuffles, where there are any, else in place in the room. */
  UNROLL
  for (i32 w = 1; w < NEAR; w *= 2) {
    i32 l = (y - y % (2 * w)) * LP, joins = l + w * LP < m;
    if (w < SPREAD) {
      i32 kept = SPREAD / (2 * w), upper = (y & w) != 0;
      UNROLL
      for (i32 j = 0; j < kept; j++) {
        R mine = upper ? r[j + kept] : r[j], other = r_shuffle(upper ? r[j] : r[j + kept], (THREAD ^ w) & 31);
        r[j] = upper ? other : mine;
        if (joins) r[j] = JOIN_NEXT(r[j], upper ? mine : other, l, w * LP);
      }
      own += upper ? kept : 0;
    } else {
      UNROLL
      for (i32 j = 0; j < HAVE; j++) {
        R other = r_shuffle(r[j], (THREAD + w) & 31);
        if (y % (2 * w) < SPREAD && joins) r[j] = JOIN_NEXT(r[j], other, l, w * LP);
      }
    }
  }
  if (LT > NEAR || CT > 1) {
    UNROLL
    for (i32 j = 0; j < HAVE; j++) r_leave(room, PLACE(j), r[j]);
    UNROLL
    for (i32 w = NEAR; w < LT; w *= 2) {
      i32 l = (y - y % (2 * w)) * LP;
      BARRIER;
      if (y % (2 * w) < SPREAD && l + w * LP < m) {
        UNROLL
        for (i32 j = 0; j < HAVE; j++) {
          R other = r_fetch(room, PLACE(j) + (COLUMNS ? w * LINES : w));
          r[j] = JOIN_NEXT(r[j], other, l, w * LP);
          r_leave(room, PLACE(j), r[j]);
        }
      }
    }
    UNROLL
    for (i32 w = 1; w < CT; w *= 2) { /* chunks */
      i64 most = (i64)SPAN * w, left = a.n - (chunk + w) * SPAN;
      BARRIER;
      if (y < SPREAD && team % (2 * w) == 0 && line < a.lines && chunk + w < a.chunks) {
        UNROLL
        for (i32 j = 0; j < HAVE; j++) {
          R other = r_fetch(room, PLACE(j) + (COLUMNS ? w * LINES * LT : w * LT));
          r[j] = r_join(r[j], other, (T)(most * a.each), (T)((left < most ? left : most) * a.each));
          r_leave(room, PLACE(j), r[j]);
        }
      }
    }
  }

  i32 leads = y < SPREAD && team == 0 && line < a.lines;
  if (leads) {
    UNROLL
    for (i32 j = 0; j < HAVE; j++) {
#if END_UNIT
      r_set(AT(6), a.points, unit * a.lines + line + own + j, r[j]);
#endif
#if END_POINT
      r_set(AT(6), a.points, LINE_AT(4), r[j]);
#endif
#if SEEK && END_Y
      PUT_INDEX(5, LINE_AT(2), r[j]);
#elif END_Y
      T its_first = first[j];
      UNROLL
      for (i32 i = 1; i < SPREAD; i++) its_first = own == i ? first[i] : its_first;
      row_values v = row_finish(r[j], its_first, real_((U)a.all), real_((U)a.dof));
      PUT(4, LINE_AT(COL_Y), v.y);
#if INDEXED
      PUT_INDEX(5, LINE_AT(3), bits_(r[j].t));
#else
      if (END_MEAN) PUT(5, LINE_AT(3), v.mean);
#endif
#endif
    }
  }
#if END_GRAD
  BARRIER;
  if (leads) r_leave(room, line_in, r[0]);
  BARRIER;
  if (c == 0) return;
  r[0] = r_fetch(room, line_in);
  T n = real_((U)a.all), dof = real_((U)a.dof);
  row_values v = row_finish(r[0], first[0], n, dof);
  if (TAKES_Y) v.y = GET(3, at[3]);
  if (TAKES_MEAN) v.mean = GET(5, at[4]);
  T h = row_h(&r[0], GET(2, at[2]), v, n, dof);
  /* Of a line that is held it is asked beforehand whether the quicker formula will do for all of it: both at hand for each element
     would need more registers than there are. */
  I doubts = 0;
#if SURELY
  UNROLL
  for (i32 k = 0; k < BATCH * LP; k++) row_dx_quickly(LANE(held, 0, k), v, h, r[0], &doubts);
#endif
  /* There are registers for what is held, not for what was made of it. */
  UNROLL
  for (i32 k = 0; HOLD && (SURELY || BYTES(0) < 4) && k < ITEMS * WORDS(0); k++) ANEW(held[k / WORDS(0)][k % WORDS(0)]);
  OFFSET first_to = at[1] + RUN_AT(1, base + y * LP), next_to = STRIDE * (OFFSET)a.axis[KEPT].stride[1];
  UNROLL
  for (i32 quick = SURELY; quick >= 0; quick--) {
    if (SURELY && quick != !doubts) continue;
    for (i32 s0 = 0; s0 * STRIDE < (HOLD ? 1 : c); s0 += BATCH) {
      i32 e0 = s0 * STRIDE + y * LP;
      if (!HOLD) row_load(AT(0), at[0] + RUN_AT(0, base + e0), &a, base, e0, c, 0, fits, held);
      UNROLL
      for (i32 b = 0; b < BATCH; b++) {
        i32 e = e0 + b * STRIDE;
        OFFSET to = first_to + (s0 + b) * next_to;
        T dx[LP];
#if HOLD
        UNROLL
        for (i32 i = 0; i < LP; i++) dx[i] = HELD_DX(LANE(held, 0, b * LP + i));
#else
        ROW_DX(LP, dx, LANE(held, 0, b * LP + i), v, h, r[0]);
#endif
        if (VECTOR && e + LP <= c) {
          PUTS(1, to, dx);
        } else {
          UNROLL
          for (i32 i = 0; i < LP; i++)
            if (e + i < c) PUT(1, to + i * (OFFSET)a.axis[KEPT].stride[1], dx[i]);
        }
      }
    }
  }
#endif
}
