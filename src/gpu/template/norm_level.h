/* norm_level.h: SOLVE along rows that stay with the threads that loaded them (ops/norm.def): the peak is found first, then the level, by
   LT x CT threads that have the row alone; LINES rows, a warp or a part of one each, share a block. solve.h has other rows. */

/* A number of each thread becomes that of all threads of its chunk. */
#if SHUFFLES && LT == 32
#define COUNT_OF(count) count = SUM_OF_32(count);
#elif SHUFFLES
#define COUNT_OF(count) UNROLL for (i32 w_ = 1; w_ < LT; w_ *= 2) count += SHUFFLE_ACROSS(count, w_);
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
    T other_ = SHUFFLE_ACROSS(r, w_);                                                                       \
    r = JOINED(r, other_), count += SHUFFLE_ACROSS(count, w_);                                              \
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

#define Z_OF r.z = zs[j * WIDTH + i]

KERNEL_OF(THREADS, RESIDENT)(OPERANDS(norm_args)) {
#if !SHUFFLES
  LOCAL_ARRAY T room[THREADS];
  LOCAL_ARRAY i32 rises[1], counts[THREADS];
#endif
  LOCAL_ARRAY T room_a[2 * CT];
  LOCAL_ARRAY i32 room_n[2 * CT];
#if CT > 1
  LOCAL_ARRAY T room_large[THREADS];
#endif
  i32 y = THREAD % LT, team = THREAD / LT % CT, line_in = THREAD / (LT * CT);
  i64 line = BLOCK * LINES + line_in, base = team * CHUNK;
  OFFSET at[10];
  NUMBERS_OF_ROW
  T fixed[6] = {K(0), K(0), K(0), K(0), K(0), K(0)};
  FIND_ROW(line, at);
  KNOW_ROW
  i32 quick = QUICK_ALL, there = LINES == 1 || line < a.lines;
  i32 c = FULL ? CHUNK : there ? (i32)norm_least(a.n - base, CHUNK) : 0;
  SIX(HELD_ROOM)
  T peak, m, acc[G * WIDTH], zs[STEPS * G * WIDTH];
#define WANTED_ EARLY
  LOAD
#undef WANTED_
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

#define WANTED_ LATER
  i32 quick_out = QUICK_MADE(EACH_P), quick_also = QUICK_MADE(ALSO_P);
  each_of r;
  r.z = r.e = r.f = r.u = r.v = r.first = K(0);
  if (quick) {
    BEGIN_LATE(LOAD_QUICK)
    MAKE(LOAD_QUICK, (void)0, norm_out)
  } else {
    BEGIN_LATE(LOAD_SLOWLY)
    MAKE(LOAD_SLOWLY, (void)0, norm_out)
  }
}
