/* norm_across.h: sweeps along rows (ops/norm.def) that lie next to each other in memory. The threads of a block are LT times LINES,
   each of which has WIDTH adjacent rows, and of every chunk LP = 256 / LT neighbouring lanes, two at a time. Chunks are looked at
   one after the other, their lanes joined by the tree of docs/order.md.

   FULL       every thread has all its elements
   STAYS      CT chunks are all of a row, each with LT threads that have two lanes of it: what they load stays with them
   CLUSTER    ... or so many blocks have a row, a chunk each, and tell each other what they have found; 1: none do */

#define DEPTH_ 8 /* a thread has 2^8 lanes at most */
#define TWO 2    /* lanes at a time */
#define STEPS 4  /* elements of a lane */

/* What does not vary along the row. */
#define FIXED(k) fixed##k[VECTOR_##k ? i : 0]
#define FIXED_ROOM(k) T fixed##k[WIDTH];
#define LOAD_FIXED(k)                                                                                                \
  UNROLL for (i32 i = 0; i < WIDTH; i++) fixed##k[i] = USED_##k ? GET(k, at[k] + (VECTOR_##k ? i : 0)) : K(STANDIN_##k);

/* Vectors j of the steps of two lanes, of a chunk of c elements from step `base` on. */
#define VECTORS                                                                                                      \
  UNROLL for (i32 j = 0; j < TWO * STEPS; j++) {                                                                     \
    i32 e = lane + j / STEPS + j % STEPS * LANES;                                                                    \
    i64 pos = base + e;
#define ELEMENT_LANE (j / STEPS)
#define ELEMENT_PLACE pos

/* Item t joins those that wait; what is left of it is v. `depth` levels. */
REM_FN void push_sums(T (*level)[WIDTH], i32 depth, i32 t, T *v) {
  UNROLL
  for (i32 d = 0; d < DEPTH_; d++) {
    if (d >= depth) break;
    i32 waits = (t & ((1 << (d + 1)) - 1)) == (1 << (d + 1)) - 1, first = (t & ((1 << d) - 1)) == (1 << d) - 1;
    UNROLL
    for (i32 i = 0; i < WIDTH; i++) {
      if (waits) v[i] = level[d][i] + v[i];
      else if (first) level[d][i] = v[i];
    }
  }
}

/* v of every thread of a column becomes that of all of them, in all of them. */
#define BLOCK_OF(v, JOINED)                                                                                          \
  do {                                                                                                               \
    BARRIER;                                                                                                         \
    UNROLL for (i32 i_ = 0; i_ < WIDTH; i_++) room[(y * LINES + x) * WIDTH + i_] = v[i_];                            \
    UNROLL for (i32 w_ = 1; w_ < LT; w_ *= 2) {                                                                      \
      BARRIER;                                                                                                       \
      if (y % (2 * w_) == 0) UNROLL for (i32 i_ = 0; i_ < WIDTH; i_++) {                                             \
          v[i_] = JOINED(v[i_], room[((y + w_) * LINES + x) * WIDTH + i_]);                                          \
          room[(y * LINES + x) * WIDTH + i_] = v[i_];                                                                \
        }                                                                                                            \
    }                                                                                                                \
    BARRIER;                                                                                                         \
    UNROLL for (i32 i_ = 0; i_ < WIDTH; i_++) v[i_] = room[x * WIDTH + i_];                                          \
  } while (0)

#if STAYS
#define WARPS (THREADS / 32)
#define COLUMNS_ (LINES * WIDTH)
#if CLUSTER > 1
/* Blocks tell each other twice. What they found the first time may still be read then. `room` may not: every column comes from the warp that
   has read it there. The barrier repeats that for tools that look for races, and know none but barriers. */
#define FOUND(k, v) UNROLL for (i32 i_ = 0; i_ < CLUSTER; i_++) TELL_PEER(found[turn][team][k], i_, v, asked + turn);
#define ROWS_FOUND(v, JOINED)                                                                                        \
  PEERS_TOLD(asked + turn);                                                                                          \
  BARRIER;                                                                                                           \
  UNROLL for (i32 i_ = 0; i_ < WIDTH; i_++) {                                                                        \
    T part_[CLUSTER];                                                                                                \
    UNROLL for (i32 k_ = 0; k_ < CLUSTER; k_++) part_[k_] = found[turn][k_][x * WIDTH + i_];                         \
    UNROLL for (i32 w_ = 1; w_ < CLUSTER; w_ *= 2) {                                                                 \
      UNROLL for (i32 k_ = 0; k_ + w_ < CLUSTER; k_ += 2 * w_) part_[k_] = JOINED(part_[k_], part_[k_ + w_]);        \
    }                                                                                                                \
    v[i_] = part_[0];                                                                                                \
  }                                                                                                                  \
  turn++;
#else
#define FOUND(k, v) room_rows[k] = v;
#define ROWS_FOUND(v, JOINED) \
  BARRIER;                    \
  UNROLL for (i32 i_ = 0; i_ < WIDTH; i_++) v[i_] = room_rows[x * WIDTH + i_];
#endif
/* The same of all chunks: threads are joined by warps, then warps; or pair by pair. */
#if SHUFFLES
#define ROWS_OF(v, JOINED, none)                                                                                     \
  do {                                                                                                               \
    UNROLL for (i32 w_ = LINES; w_ < 32; w_ *= 2) {                                                                  \
      UNROLL for (i32 i_ = 0; i_ < WIDTH; i_++) {                                                                    \
        T other_ = SHUFFLE_ACROSS(v[i_], w_);                                                               \
        v[i_] = JOINED(v[i_], other_);                                                                               \
      }                                                                                                              \
    }                                                                                                                \
    if (THREAD % 32 < LINES) UNROLL for (i32 i_ = 0; i_ < WIDTH; i_++) room[(x * WIDTH + i_) * WARPS + THREAD / 32] = v[i_]; \
    BARRIER;                                                                                                         \
    for (i32 k_ = THREAD / 32; k_ < COLUMNS_; k_ += WARPS) {                                                         \
      T one_ = THREAD % 32 < WARPS ? room[k_ * WARPS + THREAD % 32] : none;                                          \
      UNROLL for (i32 w_ = 1; w_ < 32 && w_ < WARPS; w_ *= 2) {                                                      \
        T other_ = SHUFFLE_ACROSS(one_, w_);                                                                \
        one_ = JOINED(one_, other_);                                                                                 \
      }                                                                                                              \
      if (THREAD % 32 == 0) { FOUND(k_, one_) }                                                                      \
    }                                                                                                                \
    ROWS_FOUND(v, JOINED)                                                                                            \
  } while (0)
#else
#define ROWS_OF(v, JOINED, none)                                                                                     \
  do {                                                                                                               \
    BARRIER;                                                                                                         \
    for (i32 i_ = 0; i_ < WIDTH; i_++) room[THREAD * WIDTH + i_] = v[i_];                                            \
    for (i32 w_ = 1; w_ < LT * CT; w_ *= 2) {                                                                        \
      BARRIER;                                                                                                       \
      if (THREAD / LINES % (2 * w_) == 0 && THREAD / LINES + w_ < LT * CT)                                           \
        for (i32 i_ = 0; i_ < WIDTH; i_++) {                                                                         \
          v[i_] = JOINED(v[i_], room[(THREAD + w_ * LINES) * WIDTH + i_]);                                           \
          room[THREAD * WIDTH + i_] = v[i_];                                                                         \
        }                                                                                                            \
    }                                                                                                                \
    BARRIER;                                                                                                         \
    for (i32 i_ = 0; i_ < WIDTH; i_++) v[i_] = room[x * WIDTH + i_];                                                 \
  } while (0)
#endif
/* acc of two lanes of each thread becomes v of the row. */
#define BEGIN_HELD UNROLL for (i32 i_ = 0; i_ < TWO * WIDTH; i_++) acc[i_ / WIDTH][i_ % WIDTH] = NO_SUM;
#define SUM_HELD(v)                                                                                                  \
  UNROLL for (i32 i_ = 0; i_ < WIDTH; i_++) v[i_] = acc[0][i_] + acc[1][i_];                                         \
  ROWS_OF(v, SUM_OF, NO_SUM);
#endif

/* What was made of the operands is made again at the next look: registers are dearer. */
#define AGAIN(k)                                                                                                     \
  UNROLL for (i32 j_ = 0; USED_##k && VARIES_##k && j_ < HOLDS_; j_++) {                                             \
    UNROLL for (i32 w_ = 0; w_ < WORDS(k); w_++) ANEW(held##k[VARIES_##k ? j_ : 0][w_]);                             \
  }

/* Makes the elements of what was loaded. */
#define MAKE(WEIGHT)                                                                                                 \
  VECTORS                                                                                                            \
    T made[WIDTH], also[WIDTH];                                                                                      \
    if (FULL || e < c) {                                                                                                     \
      UNROLL for (i32 i = 0; i < WIDTH; i++) {                                                                       \
        TAKE_ELEMENT                                                                                                 \
        each_of r;                                                                                                   \
        r.z = r.e = K(0), r.f = factor[i], r.u = u[i], r.v = v[i], r.first = first[i];                               \
        if (HAS_Z) r.z = norm_z(o, number);                                                                          \
        if (HAS_PEAK) r.e = WEIGHT;                                                                                  \
        sums_of both = norm_out(o, number, r);                                                                       \
        made[i] = both.p, also[i] = both.q;                                                                          \
      }                                                                                                              \
      if (EACH) PUTS_AS(quick_out, EACH_P, at[6] + RUN_AT(6, pos), made);                                            \
      if (ALSO) PUTS_AS(quick_also, ALSO_P, at[7] + RUN_AT(7, pos), also);                                           \
    }                                                                                                                \
  }

/* Goes through the section from step `begin` on, chunk by chunk, and leaves in v what TERM makes of its elements, and in w, if
   BOTH, what it makes beside. */
#define FOLD(v, w, BOTH, ...)                                                                                        \
  do {                                                                                                               \
    T parts_[4][WIDTH], parts_w_[4][WIDTH];                                                                          \
    for (i32 part = 0; part < UNIT / CHUNK; part++) {                                                                \
      i64 base = begin + part * CHUNK;                                                                               \
      i32 c = there ? (i32)norm_least(a.n - base, CHUNK) : 0;                                                        \
      UNROLL for (i32 i_ = 0; i_ < WIDTH; i_++) v[i_] = w[i_] = NO_SUM;                                              \
      if (a.n > base) {                                                                                              \
        T level[DEPTH_][WIDTH], level_w[DEPTH_][WIDTH];                                                              \
        for (i32 t = 0; t < LP / TWO; t++) {                                                                         \
          i32 lane = y * LP + t * TWO;                                                                               \
          T acc[TWO][WIDTH], acc_w[TWO][WIDTH];                                                                      \
          UNROLL for (i32 i_ = 0; i_ < TWO * WIDTH; i_++)                                                            \
              acc[i_ / WIDTH][i_ % WIDTH] = acc_w[i_ / WIDTH][i_ % WIDTH] = NO_SUM;                                  \
          LOAD                                                                                                       \
          ELEMENTS(__VA_ARGS__)                                                                                      \
          UNROLL for (i32 i_ = 0; i_ < WIDTH; i_++) v[i_] = acc[0][i_] + acc[1][i_];                                 \
          push_sums(level, LOG_LP - 1, t, v);                                                                        \
          if (BOTH) {                                                                                                \
            UNROLL for (i32 i_ = 0; i_ < WIDTH; i_++) w[i_] = acc_w[0][i_] + acc_w[1][i_];                           \
            push_sums(level_w, LOG_LP - 1, t, w);                                                                    \
          }                                                                                                          \
        }                                                                                                            \
        BLOCK_OF(v, SUM_OF);                                                                                         \
        if (BOTH) BLOCK_OF(w, SUM_OF);                                                                               \
      }                                                                                                              \
      if (UNIT > CHUNK) push_sums(parts_, 3, part, v);                                                               \
      if (UNIT > CHUNK && BOTH) push_sums(parts_w_, 3, part, w);                                                     \
    }                                                                                                                \
  } while (0)

#if CLUSTER > 1
KERNEL_AMONG(THREADS, RESIDENT, CLUSTER)(OPERANDS(norm_args)) {
  LOCAL_ARRAY T found[2][CLUSTER][COLUMNS_];
  LOCAL_ARRAY u64 asked[2];
#else
KERNEL_OF(THREADS, RESIDENT)(OPERANDS(norm_args)) {
#endif
#if STAYS && SHUFFLES
  LOCAL_ARRAY T room[WARPS * COLUMNS_];
  LOCAL_ARRAY T room_rows[COLUMNS_];
#else
  LOCAL_ARRAY T room[THREADS * WIDTH];
#endif
#if STAGE == 0 && MOST > 1
  ROOMS_OF_STATES(LINES * WIDTH * MOST)
#if HAS_PEAK
  LOCAL_ARRAY T room_peak[LINES * WIDTH * MOST];
#endif
#endif
#if CLUSTER > 1
  i32 turn = 0;
  PEERS_ASK(asked, CLUSTER * COLUMNS_ * sizeof(T));
  PEERS_ASK(asked + 1, CLUSTER * COLUMNS_ * sizeof(T));
  PEERS_BEGIN;
#endif
  i32 x = THREAD % LINES, y = THREAD / LINES % LT, team = CLUSTER > 1 ? (i32)(BLOCK % CLUSTER) : THREAD / (LINES * LT);
  i64 unit = STAGE ? THIS % a.units : 0, line = ((STAGE ? THIS / a.units : THIS / CLUSTER) * LINES + x) * WIDTH;
  i32 there = line < a.lines;
  OFFSET at[10] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  DECODE(KEPT, there ? line : 0, a.axis, 10, at);
  NUMBERS_OF_ROW
  SIX(FIXED_ROOM)
  T first[WIDTH];
  UNROLL
  for (i32 i = 0; i < WIDTH; i++) first[i] = K(0);
  if (a.n > 0) {
    SIX(LOAD_FIXED)
#if KIND == 1
    UNROLL
    for (i32 i = 0; i < WIDTH; i++) {
      T o[6];
#define TAKE_FIRST(k) o[k] = fixed##k[VECTOR_##k ? i : 0];
      SIX(TAKE_FIRST)
      first[i] = norm_z(o, number);
    }
#endif
  }
  i32 quick = QUICK_ALL;
  SIX(HELD_ROOM)
#define WANTED_ EVERY
#if STAGE == 0
  i32 units = (i32)a.units, from_unit = 0;
#else
  i32 units = (i32)unit + 1, from_unit = (i32)unit;
#if KIND != 3
  i64 count = a.units * a.lines;
  GLOBAL T *states = (GLOBAL T *)AT_AS(STATES_P);
#endif
#endif
  T m[WIDTH], s[WIDTH], p[WIDTH], q[WIDTH], peak[WIDTH], u[WIDTH], v[WIDTH];
  UNROLL
  for (i32 i = 0; i < WIDTH; i++) m[i] = s[i] = p[i] = q[i] = peak[i] = u[i] = v[i] = K(0);

#if STAYS
  i32 lane = y * TWO;
  i64 base = team * CHUNK;
  i32 c = there ? (i32)norm_least(a.n - base, CHUNK) : 0;
  T middle[WIDTH], factor[WIDTH], weighed[TWO * STEPS][WIDTH], acc[TWO][WIDTH];
  LOAD
#if CLUSTER > 1
  PEERS_BEGUN;
#endif
  UNROLL
  for (i32 i = 0; i < WIDTH; i++) middle[i] = factor[i] = K(0);
#if HAS_PEAK
  i32 plain = 1;
  UNROLL
  for (i32 i = 0; i < WIDTH; i++) peak[i] = NO_PEAK;
  ELEMENTS(peak[i] = max_(peak[i], norm_z(o, number));)
  ROWS_OF(peak, max_, NO_PEAK);
  UNROLL
  for (i32 i = 0; i < WIDTH; i++) middle[i] = NORM_BASE(peak[i]), m[i] = peak[i], plain &= peak[i] < INF_;
  BEGIN_HELD
  if (plain) { /* then z - middle is what gap_ is */
    ELEMENTS(weighed[j][i] = fall_some_(norm_z(o, number) - middle[i]); acc[l][i] = acc[l][i] + weighed[j][i];)
  } else {
    ELEMENTS(weighed[j][i] = norm_terms(o, number, first[i], middle[i]).p; acc[l][i] = acc[l][i] + weighed[j][i];)
  }
  SUM_HELD(s)
#else
  BEGIN_HELD
  ELEMENTS(acc[l][i] = acc[l][i] + (norm_z(o, number) - first[i]);)
  SUM_HELD(middle)
  SIX(AGAIN)
  UNROLL
  for (i32 i = 0; i < WIDTH; i++) m[i] = middle[i] = middle[i] / (T)(i32)a.n;
  BEGIN_HELD
  ELEMENTS(acc[l][i] = acc[l][i] + norm_terms(o, number, first[i], middle[i]).p;)
  SUM_HELD(s)
  SIX(AGAIN)
#endif
#elif STAGE <= 1
  for (i32 at_unit = from_unit; at_unit < units; at_unit++) {
    i64 begin = (i64)at_unit * UNIT;
    T middle[WIDTH], other[WIDTH];
    UNROLL
    for (i32 i = 0; i < WIDTH; i++) middle[i] = other[i] = K(0);
#if HAS_PEAK
    UNROLL
    for (i32 i = 0; i < WIDTH; i++) peak[i] = NO_PEAK;
    for (i32 part = 0; part < PARTS; part++) {
      i64 base = begin + part * CHUNK;
      i32 c = there ? (i32)norm_least(a.n - base, CHUNK) : 0;
      for (i32 t = 0; t < LP / TWO && y * LP + t * TWO < c; t++) {
        i32 lane = y * LP + t * TWO;
        LOAD
        ELEMENTS(peak[i] = max_(peak[i], norm_z(o, number));)
      }
    }
    BLOCK_OF(peak, max_);
    UNROLL
    for (i32 i = 0; i < WIDTH; i++) middle[i] = NORM_BASE(peak[i]), m[i] = peak[i];
#elif KIND == 1
    FOLD(middle, other, 0, acc[l][i] = acc[l][i] + (norm_z(o, number) - first[i]););
    UNROLL
    for (i32 i = 0; i < WIDTH; i++) m[i] = middle[i] = middle[i] / (T)(i32)norm_least(a.n - begin, SECTION);
#endif
#if KIND == 2
    FOLD(m, s, 1, sums_of r = norm_terms(o, number, first[i], middle[i]); acc[l][i] = acc[l][i] + r.p;
         acc_w[l][i] = acc_w[l][i] + r.q;);
#else
    FOLD(s, other, 0, acc[l][i] = acc[l][i] + norm_terms(o, number, first[i], middle[i]).p;);
#endif
#if STATES > 2
    FOLD(p, q, 1, sums_of r = norm_weights(o, number, middle[i]); acc[l][i] = acc[l][i] + r.p; acc_w[l][i] = acc_w[l][i] + r.q;);
#endif
#if STAGE == 1 || MOST > 1
    if (y == 0 && there) {
      UNROLL
      for (i32 i = 0; i < WIDTH; i++) {
#if STAGE == 1
        states[at_unit * a.lines + line + i] = m[i];
        states[count + at_unit * a.lines + line + i] = s[i];
#if STATES > 2
        states[2 * count + at_unit * a.lines + line + i] = p[i];
        states[3 * count + at_unit * a.lines + line + i] = q[i];
#endif
#else
        i32 to = (x * WIDTH + i) * MOST + at_unit;
        ROOM_PUT(to, m[i], s[i], p[i], q[i]);
#if HAS_PEAK
        room_peak[to] = m[i];
#endif
#endif
      }
    }
#endif
  }
#endif

#if STAGE == 0
#if MOST > 1
  /* The units of each row, by the threads of its column. */
  BARRIER;
  for (i64 w = 1; w < a.units; w *= 2) {
    UNROLL
    for (i32 i = 0; i < WIDTH; i++) {
      for (i64 to = y * 2 * w; to + w < a.units; to += LT * 2 * w) {
        i64 left = (x * WIDTH + i) * MOST + to, right = left + w;
        S r = norm_pair(ROOM_STATE(left), ROOM_STATE(right), (T)(w * UNIT), (T)norm_least(a.n - (to + w) * UNIT, w * UNIT));
        ROOM_JOINED(left, r);
      }
    }
    BARRIER;
  }
#endif
  UNROLL
  for (i32 i = 0; i < WIDTH; i++) {
#if MOST > 1
    S row = ROOM_STATE((x * WIDTH + i) * MOST);
#else
    S row = norm_state(m[i], s[i], p[i], q[i]);
#endif
    values_of values = norm_values(a.n > 0 ? row : state_zero(), number);
    u[i] = values.u, v[i] = values.v;
    if (a.n == 0) first[i] = NAN_;
    if (y == 0 && team == 0 && there) KEEP_VALUES(values, first[i], i);
  }
#elif STAGE == 3 && KIND != 3
  if (there) {
    UNROLL
    for (i32 i = 0; i < WIDTH; i++)
      u[i] = states[STATES * count + line + i], v[i] = states[STATES * count + a.lines + line + i];
  }
#endif

#if (EACH || ALSO) && STAGE != 1
  i32 quick_out = QUICK_MADE(EACH_P), quick_also = QUICK_MADE(ALSO_P);
#if STAYS
  UNROLL
  for (i32 i = 0; i < WIDTH; i++) factor[i] = v[i];
  MAKE(weighed[j][i])
#else
  for (i32 at_unit = from_unit; at_unit < units; at_unit++) {
    T factor[WIDTH], middle[WIDTH];
    UNROLL
    for (i32 i = 0; i < WIDTH; i++) {
      factor[i] = middle[i] = K(0);
#if HAS_PEAK
#if STAGE == 3
      if (there) peak[i] = states[at_unit * a.lines + line + i];
#elif MOST > 1
      peak[i] = room_peak[(x * WIDTH + i) * MOST + at_unit];
#endif
      factor[i] = NORM_FACTOR(peak[i], u[i], v[i]);
      middle[i] = NORM_BASE(peak[i]);
#endif
    }
    for (i64 base = (i64)at_unit * UNIT; base < a.n && base < (i64)(at_unit + 1) * UNIT; base += CHUNK) {
      i32 c = there ? (i32)norm_least(a.n - base, CHUNK) : 0;
      for (i32 t = 0; t < LP / TWO && y * LP + t * TWO < c; t++) {
        i32 lane = y * LP + t * TWO;
        LOAD
        MAKE(NORM_WEIGHT(r.z, middle[i]))
      }
    }
  }
#endif
#endif
}
