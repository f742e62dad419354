/* scan.h: scans. The threads of a block are LINES lines x TL threads, each of which has a segment of 8 steps; together they take
   TL segments at a time, a tile, of up to 32 blocks, a group. A line of more than one group is done by several blocks, its units,
   in two launches: PHASE 1 leaves the totals of groups, PHASE 2 has what lies in front of them. PHASE 0: one group.

   COLUMNS  1: lines are adjacent in memory, and threads run across them; 0: threads run along a line
   KEPT     axes of the lines           RUNS_i  1, -1: operand i is adjacent along a line, upwards or downwards; else 0
   forward: operand 0 x or a, 1 b, 2 y, 3 init or index, 4 states before each element, 7 totals or fronts of units
   BACK: 0 dy, 1 x or a, 2 y, 3 init or index, 4 states before each element or dinit, 5 dx or db, 6 da, 7 as above
   OUT_Y OUT_INDEX OUT_BEFORE OUT_FRONTS OUT_MARKS OUT_DX OUT_DA OUT_DINIT   what is written
   SHIFT    forward: y is stored one step later, and in front stands what lies before the first element
   INIT     operand 3 is the value before the first element
   USES_X XN Y YB START BEFORE   what the formulas name from the end; YB_HERE: y lies one place later already
   FRONTS   operand 4 has the states before every segment instead, for lines of whole segments; what lies before elements is worked
            out from these
   MODERATE states of numbers of a moderate size are joined as plain ones: quick.h
   MARKS    operand 4 has a byte for every segment of the forward scan: which of its elements take over (scanof.h)
   FIRST_G  dinit adds dy one step further on */

#define SEGS (TL < 32 ? TL : 32)
#define TILE (TL * 8)
#define GROUP 8192
#define PITCH (TL + (COLUMNS ? 1 : 0))
#define ROOM (PITCH * LINES)
#define NEAR (SHUFFLES && !COLUMNS && TL <= 32) /* the threads of a line can shuffle, and nobody waits for others */

/* Eight steps of an operand, from step t0 of the unit on, of which `count` are there: all, if `whole`. RUNS_i: they are adjacent, upwards or downwards. */
#define STEP(i) (RUNS_##i != 0 ? (OFFSET)RUNS_##i : (OFFSET)a.stride[i])
#define STEP_AT(i, k) (at[i] + (OFFSET)(t0 + (k)) * STEP(i)) /* at: step 0 of the unit */
#define LOW_AT(i) STEP_AT(i, RUNS_##i > 0 ? 0 : 7)
#define TURNED(i, k) (RUNS_##i > 0 ? (k) : 7 - (k))
/* They are held as they lie in memory, packed where they are adjacent, and become numbers where they are used: a conversion waits
   for what it converts. */
#define ROOM_FOR(i) (RUNS_##i != 0 ? 2 * BYTES(i) : BYTES(i) > 4 ? 16 : 8)
/* A look at each step takes instructions, but lets its load wait: affine maps, which need the registers, were slower without in halves
   (linrec bf16 0.46 of a copy, 0.38), and in the gradient of two inputs; so were running maxima of f64 (0.86, 0.79). */
#define AT_ONCE(i) \
  (QUICK && !PRODUCTS ? BYTES(i) > 2 && !(BACK && INPUTS == 2) : !(ONE_NUMBER && !BACK && BYTES(i) == 8))
#define FETCH_SEGMENT(i, w)                                                                                \
  do {                                                                                                     \
    if (RUNS_##i != 0 && whole && ALIGNED(ELEMENT(i, LOW_AT(i)), 8 * BYTES(i))) {                          \
      read_words(ELEMENT(i, LOW_AT(i)), 8 * BYTES(i), w);                                                  \
    } else if (RUNS_##i == 0 && AT_ONCE(i) && whole) {                                                     \
      UNROLL for (i32 k = 0; k < 8; k++) {                                                                 \
        u32 e_[2] = {0, 0};                                                                                \
        read_words(ELEMENT(i, STEP_AT(i, k)), BYTES(i), e_);                                               \
        hold_element(w, 0, BYTES(i), k, e_);                                                               \
      }                                                                                                    \
    } else {                                                                                               \
      UNROLL for (i32 k = 0; k < ROOM_FOR(i); k++)(w)[k] = 0;                                              \
      UNROLL for (i32 k = 0; k < 8; k++) {                                                                 \
        u32 e_[2] = {0, 0};                                                                                \
        if (whole || k < count) read_words(ELEMENT(i, STEP_AT(i, k)), BYTES(i), e_);                       \
        hold_element(w, RUNS_##i != 0, BYTES(i), RUNS_##i != 0 ? TURNED(i, k) : k, e_);                    \
      }                                                                                                    \
    }                                                                                                      \
  } while (0)
#define TAKE_SEGMENT(i, w, v) \
  UNROLL for (i32 k = 0; k < 8; k++)(v)[k] = RUNS_##i != 0 ? HELD(i, w, TURNED(i, k)) : HELD(i, (w) + (BYTES(i) > 4 ? 2 * k : k), 0)
#define LEAVE_SEGMENT(i, v)                                                                    \
  do {                                                                                         \
    if (RUNS_##i != 0 && whole) {                                                         \
      T w_[8];                                                                                 \
      UNROLL for (i32 k = 0; k < 8; k++) w_[k] = (v)[TURNED(i, k)];                            \
      PUTS(i, LOW_AT(i), w_);                                                                  \
    } else if (whole) {                                                                   \
      UNROLL for (i32 k = 0; k < 8; k++) PUT(i, STEP_AT(i, k), (v)[k]);                        \
    } else {                                                                                   \
      UNROLL for (i32 k = 0; k < 8; k++) if (k < count) PUT(i, STEP_AT(i, k), (v)[k]);         \
    }                                                                                          \
  } while (0)
/* The same of one field of the states before each element, operand 4, whose array begins at p. */
#define FETCH_FIELD(p, to)                                                                     \
  do {                                                                                         \
    if (RUNS_4 != 0 && whole) {                                                           \
      T w_[8];                                                                                 \
      read_8((p) + LOW_AT(4), w_);                                                             \
      UNROLL for (i32 k = 0; k < 8; k++) in[k].before.to = w_[TURNED(4, k)];                   \
    } else {                                                                                   \
      UNROLL for (i32 k = 0; k < 8; k++) in[k].before.to = k < count ? (p)[STEP_AT(4, k)] : K(0); \
    }                                                                                          \
    (p) += a.before;                                                                           \
  } while (0)
#define LEAVE_FIELD(p, from)                                                                   \
  do {                                                                                         \
    if (RUNS_4 != 0 && whole) {                                                           \
      T w_[8];                                                                                 \
      UNROLL for (i32 k = 0; k < 8; k++) w_[TURNED(4, k)] = before[k].from;                    \
      write_8((p) + LOW_AT(4), w_);                                                            \
    } else {                                                                                   \
      UNROLL for (i32 k = 0; k < 8; k++) if (k < count)(p)[STEP_AT(4, k)] = before[k].from;    \
    }                                                                                          \
    (p) += a.before;                                                                           \
  } while (0)

/* Eight positions at p: adjacent ones in one go. */
#define INDEX_WORDS (BYTES(3) * 2)
#define FETCH_INDEX_SEGMENT(n)                                                                 \
  do {                                                                                         \
    GLOBAL const char *p_ = (GLOBAL const char *)((GLOBAL const RAW(3) *)AT(3) + LOW_AT(3));   \
    if (RUNS_3 != 0 && whole && ALIGNED(p_, 16)) {                                        \
      u32 w_[16];                                                                              \
      read_words(p_, 4 * INDEX_WORDS, w_);                                                     \
      UNROLL for (i32 k = 0; k < 8; k++)(n)[TURNED(3, k)] =                                    \
          BYTES(3) == 4 ? (i64)(i32)w_[k] : (i64)((u64)w_[2 * k & 15] | (u64)w_[(2 * k + 1) & 15] << 32); \
    } else {                                                                                   \
      UNROLL for (i32 k = 0; k < 8; k++)(n)[k] = k < count ? (i64)GET_INDEX(3, STEP_AT(3, k)) : -1; \
    }                                                                                          \
  } while (0)
#define LEAVE_INDEX_SEGMENT(n)                                                                 \
  do {                                                                                         \
    GLOBAL char *p_ = (GLOBAL char *)((GLOBAL RAW(3) *)AT(3) + LOW_AT(3));                     \
    if (RUNS_3 != 0 && whole && ALIGNED(p_, 16)) {                                        \
      u32 w_[16];                                                                              \
      UNROLL for (i32 k = 0; k < 8; k++) {                                                     \
        i64 n_ = (n)[TURNED(3, k)];                                                            \
        if (BYTES(3) == 4) w_[k] = (u32)n_;                                                    \
        else w_[2 * k & 15] = (u32)n_, w_[(2 * k + 1) & 15] = (u32)((u64)n_ >> 32);            \
      }                                                                                        \
      write_words(p_, 4 * INDEX_WORDS, w_);                                                    \
    } else {                                                                                   \
      UNROLL for (i32 k = 0; k < 8; k++) if (k < count) PUT_INDEX(3, STEP_AT(3, k), (n)[k]);   \
    }                                                                                          \
  } while (0)

/* Segments of 8-byte elements are exchanged, where formulas are short, which they were not worth otherwise: scanof.h. */
#define EXCHANGED(i) (ONE_NUMBER && RUNS_##i != 0 && BYTES(i) == 8 && !COLUMNS && TL >= 4)
#if EXCHANGED(0) || EXCHANGED(1) || EXCHANGED(2) || EXCHANGED(3) || EXCHANGED(5) || EXCHANGED(6)
#define EXCHANGES 1
#define TILE_LOW(i) STEP_AT(i, RUNS_##i > 0 ? -seg * 8 : (SEGS - seg) * 8 - 1)
#define TILED(i) (alive && from + t0 - seg * 8 + SEGS * 8 <= a.n && ALIGNED(ELEMENT(i, TILE_LOW(i)), 16))
#define PART_OF(i, n) ((GLOBAL char *)ELEMENT(i, TILE_LOW(i)) + ((n)*SEGS + seg) * 16)
#define FETCH_TILE_OF(i, w) \
  UNROLL for (i32 n = 0; n < 4; n++) read_words(PART_OF(i, n), 16, (w) + 4 * n)
#define LEAVE_TILE_OF(i, w) \
  UNROLL for (i32 n = 0; n < 4; n++) write_words(PART_OF(i, n), 16, (w) + 4 * n)

#define FETCH(i, w)                                                                            \
  do {                                                                                         \
    if (EXCHANGED(i) && TILED(i)) FETCH_TILE_OF(i, w);                                         \
    else FETCH_SEGMENT(i, w);                                                                  \
  } while (0)
#define TAKE(i, w, v)                                                                          \
  do {                                                                                         \
    if (EXCHANGED(i)) exchange_in(team, SEGS, seg, RUNS_##i > 0, TILED(i), w);                 \
    TAKE_SEGMENT(i, w, v);                                                                     \
  } while (0)
#define LEAVE(i, v)                                                                            \
  do {                                                                                         \
    if (EXCHANGED(i) && !ADD_##i) {                                                            \
      i32 tiled_ = TILED(i);                                                                   \
      u32 w_[16];                                                                              \
      UNROLL for (i32 k = 0; k < 4; k++)                                                       \
          PASTE(pack_, D_##i)(w_, k, (v)[TURNED(i, 2 * k)], (v)[TURNED(i, 2 * k + 1)], 1);     \
      exchange_out(team, SEGS, seg, RUNS_##i > 0, tiled_, w_);                                 \
      if (tiled_) LEAVE_TILE_OF(i, w_);                                                        \
      else LEAVE_SEGMENT(i, v);                                                                \
    } else {                                                                                   \
      LEAVE_SEGMENT(i, v);                                                                     \
    }                                                                                          \
  } while (0)
#define FETCH_INDEX(n)                                                                         \
  do {                                                                                         \
    i32 tiled_ = EXCHANGED(3) && TILED(3);                                                     \
    u32 w_[16];                                                                                \
    if (tiled_) FETCH_TILE_OF(3, w_);                                                          \
    if (EXCHANGED(3)) exchange_in(team, SEGS, seg, RUNS_3 > 0, tiled_, w_);                    \
    if (tiled_) UNROLL for (i32 k = 0; k < 8; k++)                                             \
        (n)[TURNED(3, k)] = (i64)((u64)w_[2 * k] | (u64)w_[2 * k + 1] << 32);                  \
    else FETCH_INDEX_SEGMENT(n);                                                               \
  } while (0)
#define LEAVE_INDEX(n)                                                                         \
  do {                                                                                         \
    i32 tiled_ = EXCHANGED(3) && TILED(3);                                                     \
    u32 w_[16];                                                                                \
    UNROLL for (i32 k = 0; k < 8; k++) {                                                       \
      u64 n_ = (u64)(n)[TURNED(3, k)];                                                         \
      w_[2 * k] = (u32)n_, w_[2 * k + 1] = (u32)(n_ >> 32);                                    \
    }                                                                                          \
    if (EXCHANGED(3)) exchange_out(team, SEGS, seg, RUNS_3 > 0, tiled_, w_);                   \
    if (tiled_) LEAVE_TILE_OF(3, w_);                                                          \
    else LEAVE_INDEX_SEGMENT(n);                                                               \
  } while (0)
#else
#define EXCHANGES 0
#define FETCH FETCH_SEGMENT
#define TAKE TAKE_SEGMENT
#define LEAVE LEAVE_SEGMENT
#define FETCH_INDEX FETCH_INDEX_SEGMENT
#define LEAVE_INDEX LEAVE_INDEX_SEGMENT
#endif

/* Totals of segments become inclusive prefixes over the segments of their block (Sklansky): thread THREAD has segment q of a
   line, which lie side by side. */
REM_FN S scan_tree(S r, i32 there, LOCAL T *room) {
  i32 q = THREAD % TL, s = q % 32;
  r = tree_begin(r);
  UNROLL
  for (i32 width = 1; width < SEGS; width *= 2) {
    i32 left = THREAD - s + (s & -width) - 1, joins = (s & width) != 0 && (SHUFFLES || there); /* nobody looks at those behind the last */
    S other;
    if (SHUFFLES) {
      other = state_shuffle(r, FIELDS, (THREAD & 31 & ~(2 * width - 1)) | (width - 1));
    } else {
      BARRIER;
      state_leave(room, FIELDS, ROOM, THREAD / TL * PITCH + q, r);
      BARRIER;
      other = state_fetch(room, FIELDS, ROOM, joins ? left / TL * PITCH + left % TL : 0);
    }
    if (joins) r = tree_join(other, r);
  }
  return tree_end(r);
}

#if NEARBY && SHUFFLES
/* The same where no two totals lie far apart, if that is so; all threads ask. */
REM_FN S near_tree(S total, i32 there, LOCAL T *room) {
  i32 s = THREAD % TL % 32, doubts = 0;
  S r = total;
  UNROLL
  for (i32 width = 1; width < SEGS; width *= 2) {
    S other = state_shuffle(r, FIELDS, (THREAD & 31 & ~(2 * width - 1)) | (width - 1));
    if ((s & width) != 0) r = near_join(other, r, &doubts);
  }
  return ANY_OF_32(doubts) ? scan_tree(total, there, room) : r;
}
#else
#define near_tree scan_tree
#endif

/* The prefix that ends with segment i of this thread's line, after the tree; all threads ask. */
#define SEGMENT_AT(i) \
  (NEAR ? state_shuffle(total, FIELDS, ((THREAD & ~(TL - 1)) + (i)) & 31) : state_fetch(room, FIELDS, ROOM, line_in * PITCH + (i)))

/* Steps of this thread's segment that are there. */
#define STEPS(t0) scan_clamp((alive ? span : 0) - (t0))
/* Whether all eight are. Not asked as count == 8: ptxas 13.0 takes the answer from the instruction that clamps, wrongly, and
   elements that are not there would be read. */
#define WHOLE(t0) (alive && from + (t0) + 8 <= a.n)
/* From the end: the element one step before the segment, and y one step behind it; what the forward scan kept of it. */
#define HAS_XN (USES_XN && count > 0 && from + t0 > 0)
#define HAS_YB (USES_YB && !YB_HERE && count > 0 && from + t0 + count < a.n)
#if BACK && FRONTS
#define FRONT_AT(segment) (at[4] + (OFFSET)(segment) * (OFFSET)a.apart)
#define SEGMENT_OF(t0) (((OFFSET)a.n >> 3) - 1 - (((OFFSET)from + (t0)) >> 3))
#define AGAIN_BEFORE                                                         \
  do {                                                                       \
    T x_[8];                                                                 \
    S before_[8];                                                            \
    UNROLL for (i32 k = 0; k < 8; k++) x_[7 - k] = v1[k];                    \
    again_before(x_, ahead, before_);                                        \
    UNROLL for (i32 k = 0; k < 8; k++) in[k].before = before_[7 - k];        \
  } while (0)
#define FETCH_FRONTS \
  if (count > 0) held_front = state_read((GLOBAL const T *)AT(4), AGAIN_FIELDS, a.before, FRONT_AT(SEGMENT_OF(t0)));
#elif BACK && MARKS
#define FETCH_FRONTS \
  if (count > 0) FETCH_MARKS(MARKS_AT, held_marks);
#else
#define FETCH_FRONTS
#endif
#if BACK
#define FETCH_TILE                                                           \
  FETCH(0, w0);                                                              \
  if (USES_X || USES_XN) FETCH(1, w1);                                       \
  if (USES_Y || USES_YB) FETCH(2, w2);                                       \
  if (HAS_XN) read_words(ELEMENT(1, STEP_AT(1, -1)), BYTES(1), n1);          \
  if (HAS_YB) read_words(ELEMENT(2, STEP_AT(2, count)), BYTES(2), n2);       \
  FETCH_FRONTS
#elif INPUTS == 2
#define FETCH_TILE FETCH(0, w0); FETCH(1, w1);
#else
#define FETCH_TILE FETCH(0, w0);
#endif

/* Where little is computed, as many threads as there can be wait for memory; compilers would rather take the registers of a few. */
#define SLIM (FIELD_COUNT(FIELDS) == 1)
#define EXCHANGING (SLIM && NEAR ? 1024 : SLIM || sizeof(T) == 4 ? 768 : !BACK && FIELD_COUNT(FIELDS) == 2 ? 512 : 0)
/* Wide numbers, which are seldom needed, would have 100 registers and more. To hold them to fewer pays until what is fetched ahead is
   spilled, which waits for it. */
#define QUICK_THREADS (PRODUCTS || sizeof(T) > 4 ? 0 : BACK ? 512 : BYTES(0) > 2 ? 0 : 768)
#if OUT_MARKS
#define SLIM_THREADS (BYTES(0) > 2 ? 1280 : 2048)
#else
#define SLIM_THREADS 2048
#endif
/* The way for numbers that lie far apart must not take warps from the other one. */
#define NEAR_RESIDENT ((BYTES(0) > 2 ? 768 : 1024) / THREADS)
#define RESIDENT                                         \
  (QUICK ? QUICK_THREADS / THREADS                       \
   : EXCHANGES ? EXCHANGING / THREADS                    \
   : NEARBY && NEAR && sizeof(T) == 4 ? NEAR_RESIDENT    \
   : FIELD_COUNT(FIELDS) > 1 || sizeof(T) > 4 || !NEAR ? 0 : SLIM_THREADS / THREADS)

KERNEL_OF(THREADS, RESIDENT)(OPERANDS(scan_args)) {
  LOCAL_ARRAY T room[(COLUMNS ? 2 : 1) * FIELD_COUNT(FIELDS) * ROOM];
  LOCAL T *totals = room + (COLUMNS ? FIELD_COUNT(FIELDS) * ROOM : 0);
#if EXCHANGES
  LOCAL_ARRAY words4 stage[THREADS * STAGE_PITCH];
#endif
  i32 line_in = COLUMNS ? THREAD % LINES : THREAD / TL, q = COLUMNS ? THREAD / LINES : THREAD % TL, seg = q % 32, block = q / 32;
#if EXCHANGES
  LOCAL words4 *team = stage + (THREAD - seg) * STAGE_PITCH;
#endif
  i64 unit = PHASE ? BLOCK % a.units : 0, line = (PHASE ? BLOCK / a.units : BLOCK) * LINES + line_in;
  OFFSET at[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  i64 from = unit * GROUP;
  i32 span = a.n - from < GROUP ? (i32)(a.n - from) : GROUP; /* steps of the unit, which begins at step `from` of the line */
  i32 alive = line < a.lines;
  if (alive) DECODE(KEPT, line, a.axis, 8, at);
  UNROLL
  for (i32 i = 0; i < 8; i++) at[i] += (OFFSET)a.start[i] + (OFFSET)from * (OFFSET)a.stride[i];

  /* What lies in front of the group, and then of the tile within it: of the line whose segments this thread joins. */
  i64 joined = QUICK ? line - line_in + THREAD / 32 : line;
  S upper = scan_identity();
  i32 has_upper = 0;
#if INIT && !BACK
  if (PHASE == 0) {
    OFFSET first[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    scan_at init;
    if (joined < a.lines) DECODE(KEPT, joined, a.axis, 8, first);
    init.u = K(1), init.v = joined < a.lines ? GET(3, first[3] + (OFFSET)a.start[3]) : K(0);
    upper = scan_lift(init, 1);
    has_upper = 1;
  }
#endif
#if PHASE == 2
  has_upper = unit > 0 || (INIT && !BACK);
  if (has_upper && joined < a.lines)
    upper = state_read((GLOBAL const T *)AT(7), FIELDS, a.units * a.lines, unit * a.lines + joined);
#endif
#if QUICK
  quick_carry carry = quick_begin(upper, has_upper);
#else
  S g0 = scan_identity();
  i32 has_g0 = 0;
#endif

  /* What a tile reads is fetched while the one before it is worked on. */
  u32 w0[ROOM_FOR(0)], w1[ROOM_FOR(1)], w2[ROOM_FOR(2)], n1[2] = {0, 0}, n2[2] = {0, 0};
#if BACK && FRONTS
  S held_front = state_zero();
#elif BACK && MARKS
  u32 held_marks[2] = {0, 0};
#endif
  i32 t0 = q * 8, count = STEPS(t0), whole = WHOLE(t0);
  FETCH_TILE
  for (i32 base = 0; base < span; base += TILE) {
    scan_at in[8];
    T v0[8], v1[8];
    TAKE(0, w0, v0);
    UNROLL
    for (i32 k = 0; k < 8; k++) in[k].u = v0[k];
#if BACK
    if (USES_X || USES_XN) {
      T before = HAS_XN ? HELD(1, n1, 0) : K(1);
      TAKE(1, w1, v1);
      UNROLL
      for (i32 k = 0; k < 8; k++) in[k].v = v1[k], in[k].xn = k ? v1[k ? k - 1 : 0] : before;
    }
    if (USES_Y || USES_YB) {
      T next = K(0), v2[8];
      if (HAS_YB) next = HELD(2, n2, 0);
      else if (USES_YB && !YB_HERE && count > 0) next = INIT ? GET(3, at[3]) : real_((U)a.front);
      TAKE(2, w2, v2);
      UNROLL
      for (i32 k = 0; k < 8; k++) in[k].y = v2[k], in[k].yb = YB_HERE ? v2[k] : k + 1 < count ? v2[k < 7 ? k + 1 : 7] : next;
    }
#if FRONTS
    S ahead = held_front;
    if (!QUICK && count > 0) AGAIN_BEFORE;
#elif MARKS
    u32 marks = marks_of(held_marks[0], held_marks[1], (u32)MARKS_LOW);
    marks_take(marks, in);
#else
    if (USES_START) {
      i64 won[8];
      FETCH_INDEX(won);
      i32 before = count > 0 && from + t0 > 0 && GET_INDEX(3, STEP_AT(3, -1)) == a.first + (from + t0 - 1) * a.direction;
      UNROLL
      for (i32 k = 0; k < 8; k++) {
        i32 here = won[k] == a.first + (from + t0 + k) * a.direction;
        in[k].start = here ? K(1) : K(0), in[k].startn = before ? K(1) : K(0);
        before = here;
      }
    }
    if (USES_BEFORE) {
      GLOBAL const T *p = (GLOBAL const T *)AT(4);
      UNROLL
      for (i32 k = 0; k < 8; k++) in[k].before = state_zero();
      if ((FIELDS_)&HAS_M) FETCH_FIELD(p, m);
      if ((FIELDS_)&HAS_E) FETCH_FIELD(p, e);
      if ((FIELDS_)&HAS_S) FETCH_FIELD(p, s);
      if ((FIELDS_)&HAS_T) FETCH_FIELD(p, t);
    }
#endif
#elif INPUTS == 2
    TAKE(1, w1, v1);
    UNROLL
    for (i32 k = 0; k < 8; k++) in[k].v = v1[k];
#endif
    if (base + TILE < span) {
      i32 here = t0, now = count, full = whole;
      t0 = here + TILE;
      count = STEPS(t0), whole = WHOLE(t0);
      FETCH_TILE
      t0 = here, count = now, whole = full;
    }

    /* Prefixes within segments, over segments, over blocks. */
#if QUICK
    S p[8], front;
    i32 near = quick_local(in, p) && whole, plain = 1;
    S total = p[7];
    if (PRODUCTS) total = wide_state(total);
    else total.e = real_(QUICK_TAG);
    if (!near && count > 0) {
      plain = scan_local(in, count, from + t0, p);
      total = scan_wide(scan_last(p, count), plain);
    }
    if (!alive) total.m = total.s = K(0.5);
    i32 segs = span - base < TILE ? (span - base + 7) / 8 : 32;
    if (COLUMNS) {
      state_leave(totals, FIELDS, ROOM, line_in * PITCH + q, total);
      BARRIER;
      total = state_fetch(totals, FIELDS, ROOM, THREAD / 32 * PITCH + THREAD % 32);
    }
    front = quick_fronts(total, segs, &carry);
#if PHASE == 1
    if (COLUMNS) BARRIER;
#else
    if (COLUMNS) {
      state_leave(room, QUICK_FRONT, ROOM, THREAD / 32 * PITCH + THREAD % 32, front);
      BARRIER;
      front = state_fetch(room, QUICK_FRONT, ROOM, line_in * PITCH + q);
    }
    T out[8], second[8];
#if PRODUCTS
    if (!plain || OUT_FRONTS || OUT_BEFORE) front = quick_tidy(front);
    if (OUT_Y) scan_results(front, p, in, count, plain, out, second);
#else
    i32 tagged = bits_(front.e) == QUICK_TAG, at_once;
#if QUICK_ENDED
    T x[8];
    UNROLL
    for (i32 k = 0; k < 8; k++) x[7 - k] = v1[k];
    at_once = near && tagged && quick_results(front.s, p, in, x, ahead, out, second);
#else
    at_once = near && tagged && quick_results(front.s, p, in, v0, front, out, second);
#endif
    if (!at_once && count > 0) {
#if BACK && FRONTS
      AGAIN_BEFORE;
#endif
      if (tagged) front = quick_wide(front.s);
      scan_results(front, p, in, count, plain, out, second);
    }
#endif
#endif
#else
    S p[8];
#if NEARBY
    i32 near = near_local(in, p) && whole, plain = 0;
    if (!near) scan_local(in, count, from + t0, p);
#else
    i32 plain = scan_local(in, count, from + t0, p);
#endif
#if BACK && MARKS
    marks_sum(marks, p);
#endif
    S total = p[7];
    if (!whole) total = scan_last(p, count);
    total = scan_wide(total, plain);
    if (COLUMNS) { /* a room of their own: whoever has passed one barrier is done with what the other one guards */
      state_leave(totals, FIELDS, ROOM, line_in * PITCH + q, total);
      BARRIER;
      total = state_fetch(totals, FIELDS, ROOM, THREAD / TL * PITCH + THREAD % TL);
    }
    total = near_tree(total, base + THREAD % TL * 8 < span, room);
    if (!NEAR) {
      if (!COLUMNS || !SHUFFLES) BARRIER;
      state_leave(room, FIELDS, ROOM, THREAD / TL * PITCH + THREAD % TL, total);
      BARRIER;
    }
    i32 segs = span - base < TILE ? (span - base + 7) / 8 : TL;
    S mine = g0;
    i32 has_mine = has_g0;
    for (i32 b = 0; b * 32 < (NEAR ? 1 : segs); b++) {
      i32 last = b * 32 + 31 < segs - 1 ? b * 32 + 31 : segs - 1;
      S t = SEGMENT_AT(last);
      if (b == block) mine = g0, has_mine = has_g0;
      g0 = has_g0 ? scan_behind(g0, t) : t;
      has_g0 = 1;
    }
#if PHASE != 1
    S front = has_upper ? (has_mine ? scan_join(upper, mine, 1) : upper) : has_mine ? mine : scan_identity();
    S before_it = SEGMENT_AT(count > 0 && seg > 0 ? q - 1 : 0);
    if (seg > 0) front = has_upper || has_mine ? scan_behind(front, before_it) : scan_join(front, before_it, 1);

    /* Results. */
    T out[8], second[8];
#if BACK && MARKS
    ANEW(marks);
    marks_take(marks, in), marks_sum(marks, p);
#endif
#if NEARBY
    if (!(near && near_results(front, !has_upper && !has_mine && seg == 0, p, in, out)))
#endif
    scan_results(front, p, in, count, plain, out, second);
#endif
#endif
#if PHASE != 1
#if BACK
    if (OUT_DX) LEAVE(5, out);
    if (OUT_DA) LEAVE(6, second);
    if (OUT_DINIT && count > 0 && from + t0 + count == a.n) {
      T db = out[0];
      UNROLL
      for (i32 k = 1; k < 8; k++)
        if (k < count) db = out[k];
      T g = FIRST_G ? GET(0, STEP_AT(0, count)) : -K(0);
      PUT(4, at[4], scan_dinit(GET(1, STEP_AT(1, count - 1)), db, g));
    }
#else
    if (OUT_Y && SHIFT) {
      UNROLL
      for (i32 k = 0; k < 8; k++)
        if (k < count && from + t0 + k + 1 < a.n) PUT(2, STEP_AT(2, k + 1), out[k]);
      if (from + t0 == 0 && count > 0) PUT(2, at[2], INIT ? GET(3, at[3]) : real_((U)a.front));
    } else if (OUT_Y) {
      LEAVE(2, out);
    }
    if (OUT_FRONTS && count > 0)
      state_write((GLOBAL T *)AT(4), (FIELDS_)&15, a.before, at[4] + (((OFFSET)from + t0) >> 3) * (OFFSET)a.apart, front);
#if OUT_MARKS
    if (count > 0) MARKS_AT(AT(4) + at[4], (((OFFSET)from + t0) >> 3) * (OFFSET)a.apart) = (unsigned char)scan_marks(front, p, in, count, from + t0 == 0);
#endif
    if (OUT_BEFORE) {
      GLOBAL T *to = (GLOBAL T *)AT(4);
      S before[8];
      UNROLL
      for (i32 k = 0; k < 8; k++) before[k] = k ? scan_join(front, scan_wide(p[k ? k - 1 : 0], plain), 1) : front;
      if ((FIELDS_)&HAS_M) LEAVE_FIELD(to, m);
      if ((FIELDS_)&HAS_E) LEAVE_FIELD(to, e);
      if ((FIELDS_)&HAS_S) LEAVE_FIELD(to, s);
      if ((FIELDS_)&HAS_T) LEAVE_FIELD(to, t);
    }
#if INDEXED
    if (OUT_INDEX) {
      i64 won[8];
      UNROLL
      for (i32 k = 0; k < 8; k++) won[k] = a.first + scan_step(scan_join(front, p[k], 1)) * a.direction;
      LEAVE_INDEX(won);
    }
#endif
#endif
#endif
    t0 += TILE;
    count = STEPS(t0), whole = WHOLE(t0);
  }
#if PHASE == 1
#if QUICK
  S g0 = quick_total(&carry);
#endif
  if ((QUICK ? THREAD % 32 : q) == 0 && joined < a.lines)
    state_write((GLOBAL T *)AT(7), FIELDS, a.units * a.lines, unit * a.lines + joined, g0);
#endif
}
