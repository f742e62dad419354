/* rival.h: losses of rows with a list of classes (ops/rival.def). The threads of a block are LINES rows x LT lanes of each; where a row
   has more than LT elements, it has a block, or several, which have some chunks each. The list is compared LT entries at a time, from the
   block's memory. Which classes are listed a thread finds out on the way: it compares each of its elements with all entries.

   PART       0: the sums of rows  1: sums of chunks become those of lines, a block for each  2: the sums of chunks of losses
              3: the slopes of elements that are not listed; of all, where a lane has a whole row's share (SHORT), else which are listed is
              kept for  4: the slopes of those that are
   KEPT RUN   axes of the rows, axes of a row
   SHORT      rows have LT elements at most
   LAST       a sum is divided by a.over and goes to operand 2; else to operand 4
   PLACE      an integer that holds a class */

#define LANES 256
#define CHUNK 1024
#define HOLDS (SHORT ? 1 : CHUNK / LANES) /* elements of a chunk that a thread has */
#define TEAM 32                           /* threads that an entry of the list has */

enum { DEEPEST = 40 }; /* of the tree of chunks */

REM_FN T rival_ahead(T x, T own) {
  T z;
  AHEAD_
  return z;
}
REM_FN T rival_cost(T z) { return z <= K(0) ? K(0) : z; }

/* Where element pos of a row lies, beyond the row's first, in the operand of a column. */
REM_FN OFFSET rival_along(const struct rival_args *a, i64 pos, i32 column) {
  OFFSET at[4] = {0, 0, 0, 0};
  DECODE(RUN, pos, a->axis + KEPT, 4, at);
  return at[column];
}

/* p of all lanes: each pair of threads that differ in bit w. */
#define JOIN_THROUGH_ROOM(w)                                                                                         \
  do {                                                                                                               \
    BARRIER;                                                                                                         \
    room[THREAD] = p;                                                                                                \
    BARRIER;                                                                                                         \
    p = p + room[THREAD ^ (w)];                                                                                      \
  } while (0)
#if SHUFFLES
#define JOIN_LANES                                                                                                   \
  UNROLL for (i32 w_ = 1; w_ < LT && w_ < 32; w_ *= 2) p = p + SHUFFLE(p, (THREAD ^ w_) & 31);                       \
  UNROLL for (i32 w_ = 32; w_ < LT; w_ *= 2) JOIN_THROUGH_ROOM(w_);
#else
#define JOIN_LANES UNROLL for (i32 w_ = 1; w_ < LT; w_ *= 2) JOIN_THROUGH_ROOM(w_);
#endif

/* Items are joined by neighbours as they come: a binary counter. */
#define PUSH(i, p)                                                                                                   \
  do {                                                                                                               \
    T one_ = p;                                                                                                      \
    for (i64 k_ = (i); k_ & 1; k_ >>= 1) {                                                                           \
      top--;                                                                                                         \
      one_ = stack[top] + one_;                                                                                      \
    }                                                                                                                \
    stack[top] = one_;                                                                                               \
    top++;                                                                                                           \
  } while (0)
#define JOIN_STACK(p)                                                                                                \
  do {                                                                                                               \
    p = K(0);                                                                                                        \
    if (top > 0) {                                                                                                   \
      top--;                                                                                                         \
      p = stack[top];                                                                                                \
    }                                                                                                                \
    while (top > 0) {                                                                                                \
      top--;                                                                                                         \
      p = stack[top] + p;                                                                                            \
    }                                                                                                                \
  } while (0)

/* ---- rows ---- */

#if PART == 0 || PART >= 3

KERNEL(THREADS)(OPERANDS(rival_args)) {
  LOCAL_ARRAY T owns[THREADS];
  LOCAL_ARRAY PLACE places[THREADS];
  LOCAL_ARRAY T room[THREADS];
  LOCAL_ARRAY i32 codes[THREADS];
  LOCAL_ARRAY i32 flag[1];
#if PART == 4
  LOCAL_ARRAY i64 all_lost[THREADS];
  LOCAL_ARRAY i64 all_same[THREADS];
#endif
  i32 y = THREAD % LT, base = THREAD - y, broken = 0, open = 1, going = 1;
  i64 unit = BLOCK * LINES + THREAD / LT, line = unit / a.parts, part = unit - line * a.parts, entries = 0, first = 0;
  i32 there = line < a.lines;
  OFFSET at[4] = {0, 0, 0, 0};
  /* Past the last row, threads do as it does, and keep nothing. */
  DECODE(KEPT, there ? line : a.lines - 1, a.axis, 4, at);

  /* How long the list is: up to the first number that is no class, which, if it is not negative, breaks the row. */
  while (going) {
    i64 j = first + y, k = -1;
    if (j < a.n) k = (i64)GET_INDEX(1, at[1] + rival_along(&a, j, 1));
    codes[THREAD] = k < 0 ? 2 * y : k >= a.n ? 2 * y + 1 : 2 * LT;
    BARRIER;
    for (i32 w = LT / 2; w > 0; w /= 2) {
      if (y < w && codes[THREAD + w] < codes[THREAD]) codes[THREAD] = codes[THREAD + w];
      BARRIER;
    }
    i32 least = codes[base];
    if (open && least < 2 * LT) entries = first + least / 2, broken = least & 1, open = 0;
    first += LT;
    if (THREAD == 0) flag[0] = 0;
    BARRIER;
    if (open) flag[0] = 1;
    BARRIER;
    going = flag[0];
    BARRIER;
  }
#if PART >= 3
  T held = GET(3, at[3]) / real_((U)a.share) / real_((U)a.all);
#endif

#if PART != 4
  i64 tiles = SHORT ? 1 : (entries + LT - 1) / LT, loaded = -1, end = a.chunks * (part + 1) / a.parts;
#if PART == 0
  T stack[DEEPEST];
  i32 top = 0;
#endif
  for (i64 chunk = a.chunks * part / a.parts; chunk < end; chunk++) {
    T x[HOLDS], term[HOLDS];
    i64 pos[HOLDS], count[HOLDS];
    i32 times[HOLDS], poor[HOLDS];
    UNROLL
    for (i32 q = 0; q < HOLDS; q++) {
      pos[q] = chunk * CHUNK + q * LANES + y;
      x[q] = term[q] = K(0), count[q] = 0, times[q] = poor[q] = 0;
      if (pos[q] < a.n) x[q] = GET(0, at[0] + rival_along(&a, pos[q], 0));
    }
    for (i64 tile = 0; tile < tiles; tile++) {
      i64 j = tile * LT + y, left = entries - tile * LT;
      i32 some = left < LT ? (i32)left : LT, counts[HOLDS];
      BARRIER;
      if (tile != loaded && j < entries) {
        i64 k = (i64)GET_INDEX(1, at[1] + rival_along(&a, j, 1));
        places[THREAD] = (PLACE)k;
        owns[THREAD] = GET(0, at[0] + rival_along(&a, k, 0));
      }
      BARRIER;
      loaded = tile;
      UNROLL
      for (i32 q = 0; q < HOLDS; q++) counts[q] = 0;
      for (i32 e = 0; e < some; e++) {
        T own = owns[base + e];
        PLACE k = places[base + e];
        UNROLL
        for (i32 q = 0; q < HOLDS; q++) {
          T z = rival_ahead(x[q], own);
          times[q] += k == (PLACE)pos[q];
#if PART == 0
          term[q] = term[q] + rival_cost(z);
#else
          counts[q] += z > K(0), poor[q] |= z != z;
#endif
        }
      }
      UNROLL
      for (i32 q = 0; q < HOLDS; q++) count[q] += counts[q];
    }
#if PART == 0
    T p = broken ? NAN_ : K(0);
    UNROLL
    for (i32 q = 0; q < HOLDS; q++) p = p + ((pos[q] < a.n) & (times[q] == 0) ? term[q] : K(0));
    JOIN_LANES
    if (LAST) PUSH(chunk, p);
    else if (there && y == 0) ((GLOBAL T *)AT(4))[line * a.chunks + chunk] = p;
#else
    UNROLL
    for (i32 q = 0; q < HOLDS; q++) {
      if (there && pos[q] < a.n) {
        T slope = (broken | poor[q]) ? NAN_ : held * (T)count[q];
        if (broken || times[q] == 0) PUT(2, at[2] + rival_along(&a, pos[q], 2), slope);
        if (!SHORT) ((GLOBAL unsigned char *)AT(6))[line * a.n + pos[q]] = times[q] != 0;
      }
    }
#if SHORT
    BARRIER;
    owns[THREAD] = x[0], places[THREAD] = (PLACE)((pos[0] < a.n) & (times[0] == 0));
    BARRIER;
    if (there && pos[0] < a.n && !broken && times[0] != 0) {
      i64 lost = 0;
      i32 none = 0;
      for (i32 e = 0; e < (i32)a.n; e++) {
        T z = rival_ahead(owns[base + e], x[0]);
        if (places[base + e]) lost += z > K(0), none |= z != z;
      }
      T slope = none ? NAN_ : held * -(T)(lost * times[0]);
      PUT(2, at[2] + rival_along(&a, pos[0], 2), slope);
    }
#endif
#endif
  }
#if PART == 0 && LAST
  T m;
  JOIN_STACK(m);
  if (there && y == 0) PUT(2, at[2], m / real_((U)a.over));
#endif

#else
  GLOBAL const unsigned char *listed = (GLOBAL const unsigned char *)AT(6) + line * a.n;
  i32 lane = THREAD % TEAM;
  i64 teams = THREADS / TEAM;
  if (broken) entries = 0;
  for (i64 begin = part * teams; begin < entries; begin += a.parts * teams) {
    i64 j = begin + THREAD / TEAM, k = 0, lost = 0, same = 0;
    i32 word = 0; /* bit 0: NaN; bit 1: listed before */
    if (j < entries) {
      k = (i64)GET_INDEX(1, at[1] + rival_along(&a, j, 1));
      T own = GET(0, at[0] + rival_along(&a, k, 0));
      for (i64 i = lane; i < entries; i += TEAM) {
        i32 equal = (i64)GET_INDEX(1, at[1] + rival_along(&a, i, 1)) == k;
        same += equal, word |= equal & (i < j) ? 2 : 0;
      }
      for (i64 i = lane; i < a.n; i += TEAM) {
        if (!listed[i]) {
          T z = rival_ahead(GET(0, at[0] + rival_along(&a, i, 0)), own);
          lost += z > K(0), word |= z != z;
        }
      }
    }
    all_lost[THREAD] = lost, all_same[THREAD] = same, codes[THREAD] = word;
    BARRIER;
    if (lane == 0 && j < entries) {
      for (i32 w = 1; w < TEAM; w++) lost += all_lost[THREAD + w], same += all_same[THREAD + w], word |= codes[THREAD + w];
      T slope = word & 1 ? NAN_ : held * -(T)(lost * same);
      if (!(word & 2)) PUT(2, at[2] + rival_along(&a, k, 2), slope);
    }
    BARRIER;
  }
#endif
}

#endif

/* ---- sums ---- */

#if PART == 1

KERNEL(THREADS)(OPERANDS(rival_args)) {
  LOCAL_ARRAY T room[THREADS];
  GLOBAL const T *from = (GLOBAL const T *)AT(5) + BLOCK * a.chunks;
  T stack[DEEPEST], p;
  i32 top = 0;
  OFFSET at[4] = {0, 0, 0, 0};
  DECODE(KEPT, BLOCK, a.axis, 4, at);
  for (i64 i = 0; i < a.span; i++)
    if (THREAD * a.span + i < a.chunks) PUSH(i, from[THREAD * a.span + i]);
  JOIN_STACK(p);
  for (i32 w = 1; w < THREADS; w *= 2) JOIN_THROUGH_ROOM(w);
  if (THREAD == 0) PUT(2, at[2], p / real_((U)a.over));
}

#endif

#if PART == 2

KERNEL(THREADS)(OPERANDS(rival_args)) {
  LOCAL_ARRAY T room[THREADS];
  T p = K(0);
  for (i32 q = 0; q < CHUNK / LANES; q++) {
    i64 pos = BLOCK * CHUNK + q * LANES + THREAD;
    if (pos < a.n) p = p + ((GLOBAL const T *)AT(5))[pos];
  }
  JOIN_LANES
  if (THREAD == 0) {
    if (LAST) PUT(2, 0, p / real_((U)a.over));
    else ((GLOBAL T *)AT(4))[BLOCK] = p;
  }
}

#endif
