/* strip.h: scans of one input, along lines of halves that lie side by side: scan.h with COLUMNS, but a thread
   has ACROSS adjacent lines, which are loaded and stored at once. The threads of a block are LINES x 32, each with a segment
   of 8 steps of its lines; together they take a block of 256 steps at a time. Arguments, operands and phases are those of
   scan.h.

   ACROSS   adjacent lines of a thread; WIDTH is the same
   MARKS    from the end, beside dy: marks of adjacent lines are adjacent. OUT_MARKS: forward, what is written
   SHIFT    forward: y is stored one step later, and in front stands what lies before the first element */

#define TILE 256
#define GROUP 8192
#define PITCH 33
#define ROOM (PITCH * LINES * ACROSS)
#define PLACE(j) ((line_in + (j)*LINES) * PITCH) /* of line j of this thread in a room */

#define STEP_AT(i, k) (at[i] + (OFFSET)(t0 + (k)) * (OFFSET)a.stride[i]) /* at: step 0 of the unit */
#define FITS(i) (ALIGNED(ELEMENT(i, at[i]), BYTES(i) * WIDTH) && ALIGNED(a.stride[i] * BYTES(i), BYTES(i) * WIDTH))
#define STEPS(t0) scan_clamp((alive ? span : 0) - (t0))
#define WHOLE(t0) (alive && from + (t0) + 8 <= a.n) /* not STEPS(t0) == 8: scan.h says why */

/* Eight steps from t0 on, of which `count` are there, all if `whole`; as they lie in memory. */
#define FETCH_STEPS                                                                                          \
  if (whole && fits) {                                                                                       \
    UNROLL for (i32 k = 0; k < 8; k++) read_words(ELEMENT(0, STEP_AT(0, k)), BYTES(0) * WIDTH, held[k]);     \
  } else {                                                                                                   \
    UNROLL for (i32 k = 0; k < 8; k++) {                                                                     \
      UNROLL for (i32 w = 0; w < WORDS(0); w++) held[k][w] = 0;                                              \
      if (whole || k < count) HOLDS(0, STEP_AT(0, k), held[k]);                                              \
    }                                                                                                        \
  }                                                                                                          \
  FETCH_PAIRS
#if BACK && MARKS
#define FETCH_PAIRS \
  if (count > 0) FETCH_MARKS(PAIR_AT, pairs);
#else
#define FETCH_PAIRS
#endif
#define LEAVE_STEPS(i)                                                                                       \
  UNROLL for (i32 k = 0; k < 8; k++) {                                                                       \
    T v[ACROSS];                                                                                             \
    UNROLL for (i32 j = 0; j < ACROSS; j++) v[j] = strip_end(front[j], p[j][k], in[j][k]);                   \
    if (whole || k < count) PUTS(i, STEP_AT(i, k), v);                                                       \
  }

REM_FN T strip_end(S front, S p, scan_at in) {
  return scan_finish(scan_join(front, p, 1), in, 1).first;
}
#if ACROSS != 2
#error a thread has two lines
#endif
#define PAIR_AT(p, offset) (*(GLOBAL u16 *)((p) + (offset)))

KERNEL_OF(THREADS, 1024 / THREADS)(OPERANDS(scan_args)) {
  LOCAL_ARRAY T room[2 * FIELD_COUNT(FIELDS) * ROOM]; /* totals of segments; their prefixes */
  LOCAL T *prefixes = room + FIELD_COUNT(FIELDS) * ROOM;
  i32 line_in = THREAD % LINES, q = THREAD / LINES;
  i64 unit = PHASE ? BLOCK % a.units : 0, line = ((PHASE ? BLOCK / a.units : BLOCK) * LINES + line_in) * ACROSS;
  OFFSET at[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  i64 from = unit * GROUP;
  i32 span = a.n - from < GROUP ? (i32)(a.n - from) : GROUP, alive = line < a.lines;
  if (alive) DECODE(KEPT, line, a.axis, 8, at);
  UNROLL
  for (i32 i = 0; i < 8; i++) at[i] += (OFFSET)a.start[i] + (OFFSET)from * (OFFSET)a.stride[i];

  /* What lies in front of the group, and then of the block within it. */
  S upper[ACROSS], g0[ACROSS];
  i32 has_upper = PHASE == 2 && unit > 0;
  UNROLL
  for (i32 j = 0; j < ACROSS; j++) {
    upper[j] = g0[j] = scan_identity();
    if (has_upper && alive) upper[j] = state_read((GLOBAL const T *)AT(7), FIELDS, a.units * a.lines, unit * a.lines + line + j);
  }

  /* What a tile reads is fetched while the one before it is worked on. */
  u32 held[8][WORDS(0)], pairs[2] = {0, 0};
  i32 fits = FITS(0), t0 = q * 8, count = STEPS(t0), whole = WHOLE(t0);
  FETCH_STEPS
  for (i32 base = 0; base < span; base += TILE) {
    S p[ACROSS][8], front[ACROSS];
#if BACK && MARKS
    u32 marks[ACROSS], low = (u32)MARKS_LOW;
    marks[0] = marks_of(pairs[0] & 255, pairs[1] & 255, low), marks[1] = marks_of(pairs[0] >> 8, pairs[1] >> 8, low);
#endif
    scan_at in[ACROSS][8];
#if OUT_MARKS
    u32 now[8];
    UNROLL
    for (i32 k = 0; k < 8; k++) now[k] = held[k][0];
#endif
    UNROLL
    for (i32 j = 0; j < ACROSS; j++) {
      UNROLL
      for (i32 k = 0; k < 8; k++) in[j][k] = scan_of(HELD(0, held[k], j));
#if BACK && MARKS
      marks_take(marks[j], in[j]);
#endif
      UNROLL
      for (i32 k = 0; k < 8; k++) {
        S one = scan_lift(in[j][k], 1);
        p[j][k] = k ? scan_join(p[j][k ? k - 1 : 0], one, 1) : one;
      }
#if BACK && MARKS
      marks_sum(marks[j], p[j]);
#endif
      S total = p[j][7];
      if (!whole) total = scan_last(p[j], count);
      state_leave(room, FIELDS, ROOM, PLACE(j) + q, total);
    }
    if (base + TILE < span) {
      i32 here = t0, now = count, full = whole;
      t0 = here + TILE;
      count = STEPS(t0), whole = WHOLE(t0);
      FETCH_STEPS
      t0 = here, count = now, whole = full;
    }
    BARRIER;
    UNROLL
    for (i32 j = 0; j < ACROSS; j++) {
      i32 place = (THREAD / 32 + j * LINES) * PITCH, s = THREAD % 32;
      S r = scan_block(state_fetch(room, FIELDS, ROOM, place + s), base + s * 8 < span, prefixes, ROOM, place);
      state_leave(prefixes, FIELDS, ROOM, place + s, r);
    }
    BARRIER;
    i32 last = span - base < TILE ? (span - base + 7) / 8 - 1 : 31;
    UNROLL
    for (i32 j = 0; j < ACROSS; j++) {
      S over = has_upper ? (base ? scan_join(upper[j], g0[j], 1) : upper[j]) : base ? g0[j] : scan_identity();
      S all = state_fetch(prefixes, FIELDS, ROOM, PLACE(j) + last);
      front[j] = q ? scan_join(over, state_fetch(prefixes, FIELDS, ROOM, PLACE(j) + (q ? q - 1 : 0)), 1) : over;
      g0[j] = base ? scan_join(g0[j], all, 1) : all;
    }
#if PHASE != 1
#if BACK && MARKS
    UNROLL
    for (i32 j = 0; j < ACROSS; j++) {
      ANEW(marks[j]);
      marks_take(marks[j], in[j]), marks_sum(marks[j], p[j]);
    }
#endif
#if BACK
    LEAVE_STEPS(5)
#elif SHIFT
    UNROLL
    for (i32 j = 0; j < ACROSS; j++) {
      UNROLL
      for (i32 k = 0; k < 8; k++)
        if (k < count && from + t0 + k + 1 < a.n) PUT(2, STEP_AT(2, k + 1) + j, strip_end(front[j], p[j][k], in[j][k]));
      if (from + t0 == 0 && count > 0) PUT(2, at[2] + j, real_((U)a.front));
    }
#elif OUT_MARKS
    UNROLL
    for (i32 k = 0; k < 8; k++) {
      ANEW(now[k]);
      in[0][k] = scan_of(HELD(0, &now[k], 0)), in[1][k] = scan_of(HELD(0, &now[k], 1));
    }
    u32 both = scan_marks(front[0], p[0], in[0], count, from + t0 == 0) | scan_marks(front[1], p[1], in[1], count, from + t0 == 0) << 8;
    if (count > 0) PAIR_AT(AT(4) + at[4], (((OFFSET)from + t0) >> 3) * (OFFSET)a.apart) = (u16)both;
#else
    LEAVE_STEPS(2)
#endif
#endif
    t0 += TILE;
    count = STEPS(t0), whole = WHOLE(t0);
  }
#if PHASE == 1
  UNROLL
  for (i32 j = 0; j < ACROSS; j++)
    if (q == 0 && alive) state_write((GLOBAL T *)AT(7), FIELDS, a.units * a.lines, unit * a.lines + line + j, g0[j]);
#endif
}
