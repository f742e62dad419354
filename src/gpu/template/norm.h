/* norm.h: sweeps along rows (ops/norm.def). The threads of a block are LINES rows x CT chunks x LT threads, each of which has G
   times WIDTH adjacent lanes of a chunk, 256 in all, and STEPS elements of each lane. A section is looked at once or twice, its
   lanes and chunks joined by the tree of docs/order.md; then the sections of the row are joined, and its elements made.

   ADJACENT   the elements of a row are, in all that varies
   FULL       every thread has all its elements
   STAYS      the row does, with the threads that loaded it; else it is loaded again for its elements
   CLUSTER    so many blocks have a row, each a section, and tell each other their states; 1: none do
   RESIDENT   blocks that are to find room on a multiprocessor
   MOST       sections of a row, where one block has them all: a power of two
   STREAM     blocks have rows one after the other, and each thread what it will need next on the way meanwhile; no CLUSTER
   ONLY       the formula says where in the row there is a weight
   GAPS       the formula of elements has gap_ (state.h), which is dear, and no look was taken before
   KIND 5     SOLVE: the row stays, its peak is found first, then its level, by LT x CT threads that have it alone (LINES rows: a
              warp, or a part of one, each)
   ANEW_      registers are dearer than what was made of operands: each look makes it again */

#define FIXED(k) fixed[k]
#define ROW_FIXED(k) fixed_[k] = FIXED_AT(k, at_);
/* Where a row lies, and what does not vary along it; past the last row, threads do as it does, and keep nothing. */
#define FIND_ROW(row, at_to, fixed_to)                                                                               \
  do {                                                                                                               \
    OFFSET *at_ = at_to;                                                                                             \
    T *fixed_ = fixed_to;                                                                                            \
    UNROLL for (i32 o_ = 0; o_ < 10; o_++) at_[o_] = 0;                                                              \
    DECODE(KEPT, (row) < a.lines ? (row) : a.lines - 1, a.axis, 10, at_);                                            \
    if (a.n > 0) { SIX(ROW_FIXED) }                                                                                  \
  } while (0)

#define LANES_OF(b, g) ((b)*LANES + ((g)*LT + y) * WIDTH)
#define VECTORS                                                                                                      \
  UNROLL for (i32 j = 0; j < STEPS * G; j++) {                                                                       \
    i32 g = j % G, e = LANES_OF(j / G, g);                                                                           \
    i64 pos = base + e;
#define LOAD                                                                                                         \
  if (quick) {                                                                                                       \
    VECTORS if (FULL || e < c) { SIX(LOAD_QUICK) }                                                                   \
  }                                                                                                                  \
  }                                                                                                                  \
  else {                                                                                                             \
    VECTORS if (FULL || e < c) { SIX(LOAD_SLOWLY) }                                                                  \
  }                                                                                                                  \
  }

/* What a thread will need of a turn of a row, on its way to where only that thread looks. */
#define STREAMS(k) (VARIES_##k && !LATE_##k)
#define STREAM_ROOM(k) LOCAL_ARRAY words4 stream##k[STREAMS(k) ? (STEPS * G * THREADS * WORDS(k) + 3) / 4 : 1];
#define STREAMED(k) ((char *)stream##k + (j * THREADS + THREAD) * (WORDS(k) * 4))
#define STREAM_ONE(k) \
  if (STREAMS(k)) STREAM_IN(STREAMED(k), ELEMENT(k, from_[k] + RUN_AT(k, pos)), BYTES(k) * WIDTH);
#define STREAM_ITEM(row, at_of, turn_)                                                                               \
  do {                                                                                                               \
    const OFFSET *from_ = at_of;                                                                                     \
    i64 base = ((i64)(turn_)*CT + team) * CHUNK;                                                                     \
    i32 c = (row) < a.lines && base < a.n ? (i32)norm_least(a.n - base, CHUNK) : 0;                                  \
    VECTORS if (FULL || e < c) { SIX(STREAM_ONE) }                                                                   \
    }                                                                                                                \
  } while (0)
#define TAKE_STREAMED(k) \
  if (STREAMS(k)) read_words(STREAMED(k), BYTES(k) * WIDTH, held##k[SLOT(k)]);

/* Vector `number` of what is late. */
#define LOAD_LATE(number, LOADER)                                                                                    \
  do {                                                                                                               \
    i32 next_ = number;                                                                                              \
    i32 j = next_, e = LANES_OF(j / G, j % G);                                                                       \
    i64 pos = base + e;                                                                                              \
    if (FULL || e < c) { SIX(LOADER) }                                                                               \
  } while (0)

/* Every element of a thread that is there: its operands are o, and l counts the thread's lanes. */
#define ELEMENTS(...)                                                                                                \
  VECTORS if (FULL || e < c) {                                                                                       \
    UNROLL for (i32 i = 0; i < WIDTH; i++) {                                                                         \
      i32 l = g * WIDTH + i;                                                                                         \
      T o[6];                                                                                                        \
      SIX(TAKE)                                                                                                      \
      number.k = (T)(i32)(pos + i);                                                                                  \
      __VA_ARGS__                                                                                                    \
    }                                                                                                                \
  }                                                                                                                  \
  }
/* Weights. One element of the row alone may have one; the threads of a block that has one row know it as one, but PoCL's barriers want to
   be met in any case. */
#define AS_ONE (SHUFFLES && LINES == 1)
#if ONLY
#define ONE_WEIGHS (only >= K(0) && a.n > 1)
/* Otherwise, which is less common, operands are fetched once more, in a loop that is as short as it can be: registers count. */
#define TAKE_BESIDE(k)                                                                                               \
  if (VARIES_##k && VECTOR_##k) GETS(k, at[k] + RUN_AT(k, pos), beside[k]);                                          \
  else UNROLL for (i32 i = 0; i < WIDTH; i++) TAKE_ALONE_AS(k, beside[k][i]);
#define WEIGHTS(...)                                                                                                 \
  ROLLED for (i32 b = 0; b < STEPS; b++) {                                                                           \
    UNROLL for (i32 g = 0; g < G; g++) {                                                                             \
      i32 e = LANES_OF(b, g);                                                                                        \
      i64 pos = base + e;                                                                                            \
      T beside[6][WIDTH];                                                                                            \
      if (FULL || e < c) {                                                                                           \
        SIX(TAKE_BESIDE)                                                                                             \
        UNROLL for (i32 i = 0; i < WIDTH; i++) {                                                                     \
          i32 l = g * WIDTH + i;                                                                                     \
          T o[6] = {beside[0][i], beside[1][i], beside[2][i], beside[3][i], beside[4][i], beside[5][i]};             \
          number.k = (T)(i32)(pos + i);                                                                              \
          __VA_ARGS__                                                                                                \
        }                                                                                                            \
      }                                                                                                              \
    }                                                                                                                \
  }
#else
#define ONE_WEIGHS 0
#define WEIGHTS ELEMENTS
#endif
#if STAYS
#define KEEP_WEIGHED weighed[j * WIDTH + i] = w
#else
#define KEEP_WEIGHED (void)0
#endif
#if ANEW_
#define AGAIN(k)                                                                                                     \
  UNROLL for (i32 j_ = 0; STREAMS(k) && j_ < STEPS * G; j_++) {                                                      \
    UNROLL for (i32 w_ = 0; w_ < WORDS(k); w_++) ANEW(held##k[j_][w_]);                                              \
  }
#define LOOK_AGAIN SIX(AGAIN)
#else
#define LOOK_AGAIN
#endif
#define BEGIN(acc, none) UNROLL for (i32 l_ = 0; l_ < G * WIDTH; l_++) acc[l_] = none;

/* x of the thread that differs from this one in bit w. */
#if SHUFFLES
#define OPPOSITE(to, x, w) to = SHUFFLE(x, (THREAD ^ (w)) & 31)
#else
#define OPPOSITE(to, x, w)                                                                                           \
  BARRIER;                                                                                                           \
  room[THREAD] = x;                                                                                                  \
  BARRIER;                                                                                                           \
  to = room[THREAD ^ (w)]
#endif
/* acc of the lanes of each thread becomes r of the chunk, for all its threads. */
#define CHUNK_OF(r, acc, JOINED)                                                                                     \
  do {                                                                                                               \
    UNROLL for (i32 w_ = 1; w_ < WIDTH; w_ *= 2) {                                                                   \
      UNROLL for (i32 l_ = 0; l_ < G * WIDTH; l_ += 2 * w_) acc[l_] = JOINED(acc[l_], acc[l_ + w_]);                 \
    }                                                                                                                \
    UNROLL for (i32 w_ = 1; w_ < LT; w_ *= 2) {                                                                      \
      UNROLL for (i32 g_ = 0; g_ < G; g_++) {                                                                        \
        T other_;                                                                                                    \
        OPPOSITE(other_, acc[g_ * WIDTH], w_);                                                                       \
        acc[g_ * WIDTH] = JOINED(acc[g_ * WIDTH], other_);                                                           \
      }                                                                                                              \
    }                                                                                                                \
    UNROLL for (i32 w_ = 1; w_ < G; w_ *= 2) {                                                                       \
      UNROLL for (i32 g_ = 0; g_ < G; g_ += 2 * w_)                                                                  \
          acc[g_ * WIDTH] = JOINED(acc[g_ * WIDTH], acc[(g_ + w_) * WIDTH]);                                         \
    }                                                                                                                \
    r = acc[0];                                                                                                      \
  } while (0)
/* r of each chunk becomes that of its section; two rooms take turns. */
#define SECTION_OF(r, room, JOINED, none)                                                                                 \
  if (CT > 1) {                                                                                                      \
    T part_[PARTS];                                                                                                  \
    i32 first_ = CT > PARTS ? team / PARTS * PARTS : 0;                                                                             \
    if (y == 0) room[line_in * CT + team] = c > 0 ? r : none;                                                        \
    BARRIER;                                                                                                         \
    UNROLL for (i32 i_ = 0; i_ < PARTS; i_++)                                                                        \
        part_[i_] = i_ < CT && (CT % PARTS == 0 || CT < PARTS || first_ + i_ < CT) ? room[line_in * CT + first_ + i_] : none; \
    UNROLL for (i32 w_ = 1; w_ < PARTS; w_ *= 2) {                                                                   \
      UNROLL for (i32 i_ = 0; i_ < PARTS; i_ += 2 * w_) part_[i_] = JOINED(part_[i_], part_[i_ + w_]);               \
    }                                                                                                                \
    r = part_[0];                                                                                                    \
  }

/* A number of each thread becomes that of all threads of its chunk. */
#if SHUFFLES && LT == 32
#define COUNT_OF(count) count = SUM_OF_32(count);
#elif SHUFFLES
#define COUNT_OF(count) UNROLL for (i32 w_ = 1; w_ < LT; w_ *= 2) count += SHUFFLE(count, (THREAD ^ w_) & 31);
#else
#define COUNT_OF(count)                                                                                              \
  for (i32 w_ = 1; w_ < LT; w_ *= 2) {                                                                               \
    BARRIER;                                                                                                         \
    counts[THREAD] = count;                                                                                          \
    BARRIER;                                                                                                         \
    count += counts[THREAD ^ w_];                                                                                    \
  }
#endif
/* r of each chunk becomes that of its row, which has a block, and so does a number of each; two rooms take turns. */
#if CT == 1
#define ROW_OF(r, JOINED, none, count)
#elif SHUFFLES
#define ROW_OF(r, JOINED, none, count)                                                                               \
  if (y == 0) room_a[side * CT + team] = r, room_n[side * CT + team] = count;                                        \
  BARRIER;                                                                                                           \
  i32 from_ = side * CT + (y % CHUNKS_ < CT ? y % CHUNKS_ : 0), is_ = y % CHUNKS_ < CT;                              \
  r = is_ ? room_a[from_] : none, count = is_ ? room_n[from_] : 0;                                                   \
  UNROLL for (i32 w_ = 1; w_ < CHUNKS_; w_ *= 2) {                                                                   \
    T other_ = SHUFFLE(r, (THREAD ^ w_) & 31);                                                                       \
    r = JOINED(r, other_), count += SHUFFLE(count, (THREAD ^ w_) & 31);                                              \
  }
#else
#define ROW_OF(r, JOINED, none, count)                                                                               \
  T part_[CHUNKS_];                                                                                                  \
  if (y == 0) room_a[side * CT + team] = r, room_n[side * CT + team] = count;                                        \
  BARRIER;                                                                                                           \
  count = 0;                                                                                                         \
  for (i32 i_ = 0; i_ < CHUNKS_; i_++) part_[i_] = i_ < CT ? room_a[side * CT + i_] : none;                          \
  for (i32 i_ = 0; i_ < CT; i_++) count += room_n[side * CT + i_];                                                   \
  for (i32 w_ = 1; w_ < CHUNKS_; w_ *= 2)                                                                            \
    for (i32 i_ = 0; i_ < CHUNKS_; i_ += 2 * w_) part_[i_] = JOINED(part_[i_], part_[i_ + w_]);                      \
  r = part_[0];
#endif
/* Whether any row does whose threads go on together. */
#if !SHUFFLES
#define ANY_ROW(does)                                                                                                \
  BARRIER;                                                                                                           \
  if (THREAD == 0) rises[0] = 0;                                                                                     \
  BARRIER;                                                                                                           \
  if (does) rises[0] = 1;                                                                                            \
  BARRIER;                                                                                                           \
  does = rises[0];
#elif LT < 32
#define ANY_ROW(does) does = ANY_OF_32(does);
#else
#define ANY_ROW(does)
#endif
/* Levels (KIND 5). The turns from -inf on are what is asked for, but of a row of thousands there are many. The level L of the largest
   elements of some threads lies below the row's, and turns from there are few. That both end alike is known if the last two counted the
   same elements, N of n, and none is near L. For let t be the level in exact numbers: the mean of those N is t + 1 / N, which the last turn
   has as L, with a relative error of E at most: each sum is of numbers of one sign. If no element lies between L - w and L + v, v > 2 E |t|:
   - Those N are the elements above t. No set of elements has a level above t, so that no turn comes beyond t + E |t| < L + v, and they
     always count.
   - A turn that counts one below L - w, and n elements at most, at level l, makes more than l + (t - l) N / n in exact numbers, which is
     above l after rounding if t - l, at least w - E |t|, is more than 1.05 E |t| n / N. So these turns end with the N alone.
   - What was found before that lies below t by (w - E |t|) / (N + 1) in exact numbers, which stays below L if w > E |t| (2.1 (N + 1) + 1).
   Else turns begin at -inf. E: a chunk has 3 + 8 sums, 32 of them 5; then m - 1 is rounded, and u. */
#define GUESSES (CT <= 8 ? CT : 8)
#define GUESS_TURNS 12
#define ERROR_ (sizeof(T) == 8 ? K(20 * 0x1p-53) : K(20 * 0x1p-24))
#define CHUNKS_ (CT <= 1 ? 1 : CT <= 2 ? 2 : CT <= 4 ? 4 : CT <= 8 ? 8 : CT <= 16 ? 16 : 32)

#if STAGE == 0
#define MOST_ MOST
#else
#define MOST_ 2
#endif
/* The exponential of an element: it stayed, or is worked out again; plainly, where the section's peak is less than +inf, as above. */
#if HAS_PEAK && STAYS
#define WEIGHED r.e = weighed[j * WIDTH + i]
#elif HAS_PEAK
#define WEIGHED r.e = NORM_WEIGHT(r.z, middle)
#else
#define WEIGHED (void)0
#endif
#define PLAINLY r.e = fall_some_(r.z - middle)
#if HAS_Z
#define Z_OF r.z = norm_z(o, number)
#elif KIND == 5
#define Z_OF r.z = zs[j * WIDTH + i]
#else
#define Z_OF (void)0
#endif
/* Makes every element; what is late comes AHEAD vectors before. */
#define MAKE(LOADER, WEIGH, MADE)                                                                                              \
  VECTORS                                                                                                            \
    T made[WIDTH], also[WIDTH];                                                                                      \
    if (FULL || e < c) {                                                                                             \
      UNROLL for (i32 i = 0; i < WIDTH; i++) {                                                                       \
        T o[6];                                                                                                      \
        SIX(TAKE)                                                                                                    \
        number.k = (T)(i32)(pos + i);                                                                                \
        Z_OF;                                                                                                        \
        WEIGH;                                                                                                       \
        sums_of both_ = MADE(o, number, r);                                                                          \
        made[i] = both_.p, also[i] = both_.q;                                                                        \
      }                                                                                                              \
    }                                                                                                                \
    if (j + AHEAD < STEPS * G) LOAD_LATE(j + AHEAD, LOADER);                                                         \
    if (FULL ? there : e < c) {                                                                                      \
      if (EACH) PUTS_AS(quick_out, EACH_P, at[6] + RUN_AT(6, pos), made);                                            \
      if (ALSO) PUTS_AS(quick_also, ALSO_P, at[7] + RUN_AT(7, pos), also);                                           \
    }                                                                                                                \
  }
#define BEGIN_LATE(LOADER) UNROLL for (i32 k_ = 0; k_ < AHEAD; k_++) LOAD_LATE(k_, LOADER);

#if CLUSTER > 1
KERNEL_AMONG(THREADS, RESIDENT, CLUSTER)(OPERANDS(norm_args)) {
#else
KERNEL_OF(THREADS, RESIDENT)(OPERANDS(norm_args)) {
#endif
#if !SHUFFLES
  LOCAL_ARRAY T room[THREADS];
#endif
#if STREAM
  SIX(STREAM_ROOM)
#endif
#if KIND == 5
  LOCAL_ARRAY T room_a[2 * CT];
  LOCAL_ARRAY i32 room_n[2 * CT];
#if CT > 1
  LOCAL_ARRAY T room_large[THREADS];
#endif
#if !SHUFFLES
  LOCAL_ARRAY i32 rises[1], counts[THREADS];
#endif
#else
  LOCAL_ARRAY T room_a[LINES * CT];
  LOCAL_ARRAY T room_b[LINES * CT];
#endif
#if STAGE == 0 && MOST > 1
  ROOMS_OF_STATES(LINES * MOST)
#if CLUSTER > 1
  LOCAL_ARRAY T told[4];
#elif HAS_PEAK
  LOCAL_ARRAY T room_peak[LINES * MOST];
#endif
#endif
  i32 y = THREAD % LT, team = THREAD / LT % CT, line_in = THREAD / (LT * CT);
  i64 unit = STAGE || CLUSTER > 1 ? THIS % a.units : 0, line = (STAGE || CLUSTER > 1 ? THIS / a.units : THIS) * LINES + line_in;
  OFFSET at[10];
  NUMBERS_OF_ROW
  T fixed[6] = {K(0), K(0), K(0), K(0), K(0), K(0)};
  FIND_ROW(line, at, fixed);
  i32 quick = 1;
#if WIDTH > 1
  quick = 1 QUICK_OF(0) QUICK_OF(1) QUICK_OF(2) QUICK_OF(3) QUICK_OF(4) QUICK_OF(5);
#endif
#if STREAM
  i64 step = BLOCKS * LINES;
  OFFSET next_at[10];
  T next_fixed[6];
  if (quick) STREAM_ITEM(line, at, 0);
  for (; line - line_in < a.lines; line += step) {
#endif
  i32 there = line < a.lines;
  T first = K(0);
#if KIND == 1
  if (a.n > 0) first = norm_z(fixed, number);
#endif
#if KIND == 4
  T only = norm_only(fixed, number);
#endif
  SIX(HELD_ROOM)
#if STAYS && HAS_PEAK
  T weighed[STEPS * G * WIDTH];
#endif
#if KIND == 5
  T zs[STEPS * G * WIDTH];
#endif
#if STAGE == 0 && CLUSTER == 1
  i32 turns = (i32)((a.chunks + CT - 1) / CT), from_turn = 0;
#else
  i32 turns = (i32)unit + 1, from_turn = (i32)unit;
#endif
#if STAGE && KIND != 3
  i64 count = a.units * a.lines;
  GLOBAL T *states = (GLOBAL T *)AT(7);
#endif
  T peak = K(0), m = K(0), s = K(0), p = K(0), q = K(0), u = K(0), v = K(0);

#if STAGE <= 1
  for (i32 turn = from_turn; turn < turns; turn++) {
    i64 chunk = (i64)turn * CT + team, base = chunk * CHUNK, section = chunk / PARTS;
    i32 c = there && chunk < a.chunks ? (i32)norm_least(a.n - base, CHUNK) : 0;
    T middle = K(0), acc[G * WIDTH];
#define WANTED_ EARLY
#if STREAM
    if (quick) {
      STREAM_AWAIT;
      VECTORS if (FULL || e < c) { SIX(TAKE_STREAMED) }
      }
    } else {
      VECTORS if (FULL || e < c) { SIX(LOAD_SLOWLY) }
      }
    }
    if (turn + 1 < turns) {
      if (quick) STREAM_ITEM(line, at, turn + 1);
    } else if (line - line_in + step < a.lines) {
      FIND_ROW(line + step, next_at, next_fixed);
      if (quick) STREAM_ITEM(line + step, next_at, 0);
    }
#else
    LOAD
#endif
#undef WANTED_
#if KIND == 5
    i32 side = 0, some = 0;
    BEGIN(acc, NO_PEAK)
    ELEMENTS(acc[l] = max_(acc[l], o[0]);)
    T large[GUESSES];
    large[0] = acc[0];
    UNROLL for (i32 l = 1; l < G * WIDTH; l++) large[0] = max_(large[0], acc[l]);
#if CT > 1
    room_large[THREAD] = large[0];
#endif
    CHUNK_OF(peak, acc, max_);
    {
      ROW_OF(peak, max_, NO_PEAK, some)
    }
    fixed[PEAK] = peak;
    UNROLL for (i32 i = 0; i < GUESSES; i++) {
      T o[6] = {large[0], fixed[1], fixed[2], fixed[3], fixed[4], fixed[5]};
#if CT > 1
      o[0] = room_large[i * CT / GUESSES * LT + y];
#endif
      large[i] = norm_z(o, number);
    }
    /* What is not there never counts. */
    UNROLL for (i32 i_ = 0; i_ < STEPS * G * WIDTH; i_++) zs[i_] = -INF_;
    if (peak - peak == K(0)) {
      ELEMENTS(zs[j * WIDTH + i] = norm_z_near(o, number);)
    } else {
      ELEMENTS(zs[j * WIDTH + i] = norm_z(o, number);)
    }
    /* A guess: the level of some large elements, and a little less, for it is below the row's. */
    T guess = -INF_, level = guess;
    i32 last = 0, sure = 0, rising = 1;
    for (i32 k = 0; k < GUESS_TURNS && rising; k++) {
      T sum = NO_SUM, counted = K(0);
      UNROLL for (i32 i = 0; i < GUESSES; i++) {
        sums_of r = norm_turn(large[i], guess);
        if (r.q != K(0)) sum = sum + large[i], counted = counted + K(1);
      }
      UNROLL for (i32 w = 1; w < LT; w *= 2) {
        T other, others;
        OPPOSITE(other, sum, w);
        OPPOSITE(others, counted, w);
        sum = sum + other, counted = counted + others;
      }
      T next = norm_values(norm_state(sum, counted, K(0), K(0)), number).u;
      rising = next > guess;
      guess = rising ? next : guess;
      ANY_ROW(rising)
    }
    guess = guess + guess * K(0x1p-10);
    rising = 1;
    for (i32 attempt = 0; attempt < 2 && rising; attempt++) {
      level = sure ? level : attempt ? -INF_ : guess;
      ROLLED while (rising) {
        T counted = K(0);
        BEGIN(acc, NO_SUM)
        UNROLL for (i32 j = 0; j < STEPS * G * WIDTH; j++) {
          sums_of r = norm_turn(zs[j], level);
          if (r.q != K(0)) acc[j % (G * WIDTH)] = acc[j % (G * WIDTH)] + zs[j], counted = counted + K(1);
        }
        side ^= 1, some = (i32)counted;
        CHUNK_OF(m, acc, SUM_OF);
        COUNT_OF(some)
        ROW_OF(m, SUM_OF, NO_SUM, some)
        T next = max_(level, norm_values(norm_state(m, (T)some, K(0), K(0)), number).u);
        rising = next > level;
        last = rising ? some : last, level = next;
        ANY_ROW(rising)
      }
      if (attempt == 0) {
        T below = ERROR_ * (K(1.1) * (T)(i32)a.n / (T)some + K(2.2) * (T)some + K(7)), above = K(3) * ERROR_;
        T low = level + below * level, high = level - above * level;
        i32 near = 0;
        UNROLL for (i32 j = 0; j < STEPS * G * WIDTH; j++) near |= (zs[j] >= low) & (zs[j] <= high);
        side ^= 1;
        COUNT_OF(near)
        ROW_OF(m, SUM_OF, NO_SUM, near)
        sure = (some == last) & (near == 0) & (level > guess);
        rising = !sure;
        ANY_ROW(rising)
      }
    }
    fixed[LEVEL] = level;
#elif HAS_PEAK
    BEGIN(acc, NO_PEAK)
    ELEMENTS(acc[l] = max_(acc[l], norm_z(o, number));)
    CHUNK_OF(peak, acc, max_);
    SECTION_OF(peak, room_a, max_, NO_PEAK)
    middle = NORM_BASE(peak);
    m = peak;
#elif KIND == 1
    BEGIN(acc, NO_SUM)
    ELEMENTS(acc[l] = acc[l] + (norm_z(o, number) - first);)
    CHUNK_OF(middle, acc, SUM_OF);
    SECTION_OF(middle, room_a, SUM_OF, NO_SUM)
    middle = middle / (T)(i32)norm_least(a.n - section * SECTION, SECTION);
    m = middle;
#endif
#if HAS_Z
    LOOK_AGAIN
#endif
#if KIND != 5
    BEGIN(acc, NO_SUM)
#endif
#if KIND == 2
    T acc_q[G * WIDTH];
    BEGIN(acc_q, NO_SUM)
    ELEMENTS(sums_of r = norm_terms(o, number, first, middle); acc[l] = acc[l] + r.p; acc_q[l] = acc_q[l] + r.q;)
#elif HAS_PEAK
    if (peak < INF_) { /* then z - middle is what gap_ is */
      ELEMENTS(T w = fall_some_(norm_z(o, number) - middle); KEEP_WEIGHED; acc[l] = acc[l] + w;)
    } else {
      ELEMENTS(T w = norm_terms(o, number, first, middle).p; KEEP_WEIGHED; acc[l] = acc[l] + w;)
    }
#elif KIND == 1
    ELEMENTS(acc[l] = acc[l] + norm_terms(o, number, first, middle).p;)
#endif
#if STAYS
#define WANTED_ LATER
    if (quick) {
      BEGIN_LATE(LOAD_QUICK)
    } else {
      BEGIN_LATE(LOAD_SLOWLY)
    }
#undef WANTED_
#endif
#if KIND == 2
    CHUNK_OF(m, acc, SUM_OF);
    SECTION_OF(m, room_a, SUM_OF, NO_SUM)
    CHUNK_OF(s, acc_q, SUM_OF);
    SECTION_OF(s, room_b, SUM_OF, NO_SUM)
#elif KIND != 5
    CHUNK_OF(s, acc, SUM_OF);
    SECTION_OF(s, room_b, SUM_OF, NO_SUM)
#endif
#if STATES > 2
    p = q = K(0);
    if (ONE_WEIGHS) {
      if (only >= (T)(section * SECTION) && only < (T)norm_least(a.n, (section + 1) * SECTION)) {
        T o[6];
        i64 pos = (i64)only;
        SIX(TAKE_ALONE)
        number.k = only;
        sums_of r = norm_weights(o, number, middle);
        p = r.p + K(0), q = r.q + K(0); /* and 0 of the others */
      }
    }
    if (!AS_ONE || !ONE_WEIGHS) {
      T p_ = p, q_ = q, acc_q[G * WIDTH];
      BEGIN(acc, NO_SUM)
      BEGIN(acc_q, NO_SUM)
      WEIGHTS(sums_of r = norm_weights(o, number, middle); acc[l] = acc[l] + r.p; acc_q[l] = acc_q[l] + r.q;)
      CHUNK_OF(p, acc, SUM_OF);
      SECTION_OF(p, room_a, SUM_OF, NO_SUM)
      CHUNK_OF(q, acc_q, SUM_OF);
      SECTION_OF(q, room_b, SUM_OF, NO_SUM)
      if (ONE_WEIGHS) p = p_, q = q_;
    }
#endif
#if STAGE == 1 || (MOST > 1 && CLUSTER == 1)
    if (y == 0 && c > 0 && chunk % PARTS == 0) {
#if STAGE == 1
      states[section * a.lines + line] = m;
      states[count + section * a.lines + line] = s;
#if STATES > 2
      states[2 * count + section * a.lines + line] = p;
      states[3 * count + section * a.lines + line] = q;
#endif
#else
      ROOM_PUT(line_in * MOST + section, m, s, p, q);
#if HAS_PEAK
      room_peak[line_in * MOST + section] = m;
#endif
#endif
    }
#endif
  }
#endif

#if STAGE == 0
#if CLUSTER > 1
  if (THREAD == 0) told[0] = m, told[1] = s, told[2] = p, told[3] = q;
  PEERS_WRITTEN;
  if (THREAD < CLUSTER) ROOM_PUT(THREAD, PEER(told[0], THREAD), PEER(told[1], THREAD), PEER(told[2], THREAD), PEER(told[3], THREAD));
  PEERS_ARRIVE;
#endif
#if MOST > 1
  /* The sections of each row. */
  BARRIER;
  i32 side = team * LT + y;
  for (i64 w = 1; w < a.units; w *= 2) {
    i64 to = side * 2 * w;
    if (there && to + w < a.units) {
      i64 left = line_in * MOST + to, right = left + w;
      S r = norm_pair(ROOM_STATE(left), ROOM_STATE(right), (T)(w * SECTION), (T)norm_least(a.n - (to + w) * SECTION, w * SECTION));
      ROOM_JOINED(left, r);
    }
    BARRIER;
  }
  S row = ROOM_STATE(line_in * MOST);
#else
  S row = norm_state(m, s, p, q);
#endif
  values_of values = norm_values(a.n > 0 ? row : state_zero(), number);
  u = values.u, v = values.v;
  if (a.n == 0) first = NAN_;
  if (there && team == 0 && y == 0 && unit == 0) KEEP_VALUES(values, first, 0);
#elif STAGE == 3 && KIND != 3
  u = there ? states[STATES * count + line] : K(0), v = there ? states[STATES * count + a.lines + line] : K(0);
#endif

#if (EACH || ALSO) && STAGE != 1
#if WIDTH > 1
  i32 quick_out = QUICK_AS(EACH_P, at[6]), quick_also = QUICK_AS(ALSO_P, at[7]);
#else
  i32 quick_out = 1, quick_also = 1;
#endif
#if GAPS
#define IS_FINITE(k) &(!USED_##k || VARIES_##k || fixed[k] - fixed[k] == K(0))
  i32 finite = 1 SIX(IS_FINITE);
#endif
  for (i32 turn = from_turn; turn < turns; turn++) {
    i64 chunk = (i64)turn * CT + team, base = chunk * CHUNK;
    i32 c = there && chunk < a.chunks ? (i32)norm_least(a.n - base, CHUNK) : 0;
    each_of r;
    r.z = r.e = r.f = K(0), r.u = u, r.v = v, r.first = first;
#if !STAYS
#define WANTED_ EARLY
    LOAD
#undef WANTED_
#endif
#if HAS_PEAK
#if STAGE == 3
    if (c > 0) peak = states[chunk / PARTS * a.lines + line];
#elif MOST > 1 && CLUSTER == 1
    if (c > 0) peak = room_peak[line_in * MOST + chunk / PARTS];
#endif
    r.f = MOST_ > 1 ? NORM_FACTOR(peak, u, v) : v;
    T middle = NORM_BASE(peak);
#endif
#if STAYS
    LOOK_AGAIN
#endif
#define WANTED_ LATER
#if !STAYS
    if (quick) {
      BEGIN_LATE(LOAD_QUICK)
    } else {
      BEGIN_LATE(LOAD_SLOWLY)
    }
#endif
#if HAS_PEAK && !STAYS
    if (quick && peak < INF_) {
      MAKE(LOAD_QUICK, PLAINLY, norm_out)
    } else
#endif
#if GAPS
    if (quick & finite) {
      MAKE(LOAD_QUICK, WEIGHED, norm_out_near)
    } else
#endif
    if (quick) {
      MAKE(LOAD_QUICK, WEIGHED, norm_out)
    } else {
      MAKE(LOAD_SLOWLY, WEIGHED, norm_out)
    }
#undef WANTED_
  }
#endif
#if CLUSTER > 1
  PEERS_READ;
#endif
#if STREAM
  UNROLL for (i32 o_ = 0; o_ < 10; o_++) at[o_] = next_at[o_];
  UNROLL for (i32 k_ = 0; k_ < 6; k_++) fixed[k_] = next_fixed[k_];
  }
#endif
}
