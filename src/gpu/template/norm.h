/* norm.h: sweeps along rows (ops/norm.def), by threads as normalong.h lays them. A section is looked at once or twice, its lanes and
   chunks joined by the tree of docs/order.md; then the sections of the row are joined, and its elements made.

   STAYS      the row does, with the threads that loaded it; else it is loaded again for its elements
   CLUSTER    so many blocks have a row, each a section, and tell each other their states; 1: none do
   RESIDENT   blocks that are to find room on a multiprocessor
   MOST       sections of a row, where one block has them all: a power of two
   COMING     rows that lie a.span rows further on are brought to the cache of all meanwhile
   ONLY       the formula says where in the row there is a weight
   GAPS       the formula of elements has gap_ (state.h), which is dear, and no look was taken before
   ANEW_      registers are dearer than what was made of operands: each look makes it again
   SPANS      stages 1 and 3: blocks have several sections of a row, one after another; else one
   ONE_SUM    rows are looked at once, for one sum */

/* The same part of the row a.span rows further on, or LINES whole rows, which then follow each other. */
#define COME_ONE(k)                                                                                                  \
  if (VARIES_##k && EARLY(k) && VECTOR_##k && BYTES(k) * WIDTH % 16 == 0)                                            \
    PREFETCH(ELEMENT(k, next_[k] + (OFFSET)from_), part_ * BYTES(k));
#define COME                                                                                                         \
  do {                                                                                                               \
    i64 row_ = line - line_in + (BACK ? -a.span : a.span);                                                           \
    if (quick && row_ >= 0 && row_ + LINES <= a.lines) {                                                             \
      OFFSET next_[10] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};                                                             \
      i64 from_ = CLUSTER > 1 ? (i64)unit * SECTION : 0;                                                                  \
      i32 part_ = CLUSTER > 1 ? (i32)norm_least(a.n - from_, SECTION) : LINES * (i32)a.n;                            \
      DECODE(KEPT, row_, a.axis, 10, next_);                                                                         \
      SIX(COME_ONE)                                                                                                  \
    }                                                                                                                \
  } while (0)

/* Elements alone, of one section: what varies comes before what does not. With several there are no registers for that. */
#define ONCE (KIND == 3 && !SPANS)
#if KIND == 1
#define KNOW_ALL KNOW_ROW if (a.n > 0) first = norm_z(fixed, number);
#elif KIND == 4
#define KNOW_ALL KNOW_ROW only = norm_only(fixed, number);
#else
#define KNOW_ALL KNOW_ROW
#endif

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
  UNROLL for (i32 j_ = 0; VARIES_##k && EARLY(k) && j_ < STEPS * G; j_++) {                                                      \
    UNROLL for (i32 w_ = 0; w_ < WORDS(k); w_++) ANEW(held##k[j_][w_]);                                              \
  }
#define LOOK_AGAIN SIX(AGAIN)
#else
#define LOOK_AGAIN
#endif
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

/* What is late of a chunk begins to come. */
#define LATE_COMES                                                                                                   \
  if (quick) {                                                                                                       \
    BEGIN_LATE(LOAD_QUICK)                                                                                           \
  } else {                                                                                                           \
    BEGIN_LATE(LOAD_SLOWLY)                                                                                          \
  }
/* Elements of the chunk that begins at `base`, as this thread sees it. */
#define ELEMENTS_FROM(base) (FULL ? CHUNK : there && (base) < a.n ? (i32)norm_least(a.n - (base), CHUNK) : 0)

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
#else
#define Z_OF (void)0
#endif
#if CLUSTER > 1
KERNEL_AMONG(THREADS, RESIDENT, CLUSTER)(OPERANDS(norm_args)) {
#else
KERNEL_OF(THREADS, RESIDENT)(OPERANDS(norm_args)) {
#endif
#if !SHUFFLES
  LOCAL_ARRAY T room[THREADS];
#endif
  LOCAL_ARRAY T room_a[LINES * CT];
  LOCAL_ARRAY T room_b[LINES * CT];
#if STAGE == 0 && MOST > 1
  ROOMS_OF_STATES(LINES * MOST)
#if CLUSTER > 1
  LOCAL_ARRAY u64 asked[1];
#elif HAS_PEAK
  LOCAL_ARRAY T room_peak[LINES * MOST];
#endif
#endif
#if CLUSTER > 1
  PEERS_ASK(asked, CLUSTER * STATES * sizeof(T));
  PEERS_BEGIN;
#endif
  i32 y = THREAD % LT, team = LINES == 1 ? THREAD / LT : THREAD / LT % CT, line_in = LINES == 1 ? 0 : THREAD / (LT * CT);
  u32 block = (u32)THIS, parts = CLUSTER > 1 ? CLUSTER : STAGE ? (u32)a.parts : 1, unit = block % parts;
  i64 line = (i64)(block / parts) * LINES + line_in;
  OFFSET at[10];
  NUMBERS_OF_ROW
  T fixed[6] = {K(0), K(0), K(0), K(0), K(0), K(0)};
  FIND_ROW(line, at);
  i32 quick = QUICK_ALL;
  i32 there = LINES == 1 || line < a.lines;
  T first = K(0), only = -K(1);
#if !STAYS && !ONCE
  KNOW_ALL
#endif
  SIX(HELD_ROOM)
#if STAYS && HAS_PEAK
  T weighed[STEPS * G * WIDTH];
#endif
#if STAYS && CLUSTER == 1 && !ONE_SUM
  const i32 turns = 1, from_turn = 0;
#elif STAGE == 0 && CLUSTER == 1
  i32 turns = (i32)((a.chunks + CT - 1) / CT), from_turn = 0;
#else
#if STAGE
  i32 from_turn = (i32)(unit * a.span), turns = (i32)norm_least(a.units, from_turn + a.span);
#else
  i32 turns = (i32)unit + 1, from_turn = (i32)unit;
#endif
#endif
#if ONE_SUM
  ANEW(turns); /* or all that is made of operands is kept from the one look to the results, in registers that there are not */
#endif
#if STAGE && KIND != 3
  i64 count = a.units * a.lines;
  GLOBAL T *states = (GLOBAL T *)AT_AS(STATES_P);
#endif
  T peak = K(0), m = K(0), s = K(0), p = K(0), q = K(0), u = K(0), v = K(0);

#if STAGE <= 1
  for (i32 turn = from_turn; turn < turns; turn++) {
    i64 chunk = (i64)turn * CT + team, base = chunk * CHUNK, section = chunk / PARTS;
    i32 c = ELEMENTS_FROM(base);
    T middle = K(0), acc[G * WIDTH];
#define WANTED_ EARLY
    LOAD
#if COMING
    COME;
#endif
#undef WANTED_
#if STAYS
    KNOW_ALL
#endif
#if HAS_PEAK
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
    BEGIN(acc, NO_SUM)
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
    LATE_COMES
#undef WANTED_
#endif
#if KIND == 2
    CHUNK_OF(m, acc, SUM_OF);
    SECTION_OF(m, room_a, SUM_OF, NO_SUM)
    CHUNK_OF(s, acc_q, SUM_OF);
    SECTION_OF(s, room_b, SUM_OF, NO_SUM)
#else
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
  PEERS_BEGUN;
  if (THREAD < CLUSTER) {
    TELL_PEER(room_m[unit], THREAD, m, asked);
    TELL_PEER(room_s[unit], THREAD, s, asked);
#if STATES > 2
    TELL_PEER(room_p[unit], THREAD, p, asked);
    TELL_PEER(room_q[unit], THREAD, q, asked);
#endif
  }
  PEERS_TOLD(asked);
#endif
#if MOST > 1
  /* The sections of each row. */
#if CLUSTER == 1
  BARRIER;
#endif
  i32 side = team * LT + y;
  UNROLL for (i32 w = 1; w < MOST; w *= 2) {
    i32 to = side * 2 * w;
    if (there && to + w < (i32)a.units) {
      i32 left = line_in * MOST + to, right = left + w;
      S r = norm_pair(ROOM_STATE(left), ROOM_STATE(right), (T)(w * SECTION), (T)norm_least(a.n - (i64)(to + w) * SECTION, w * SECTION));
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
  i32 quick_out = QUICK_MADE(EACH_P), quick_also = QUICK_MADE(ALSO_P);
#if ONCE
#define WANTED_ LATER
  {
    i64 base = ((i64)from_turn * CT + team) * CHUNK;
    i32 c = ELEMENTS_FROM(base);
    LATE_COMES
  }
#undef WANTED_
  KNOW_ALL
#endif
#if GAPS
#define IS_FINITE(k) &(!USED_##k || VARIES_##k || fixed[k] - fixed[k] == K(0))
  i32 finite = 1 SIX(IS_FINITE);
#endif
  for (i32 turn = from_turn; turn < turns; turn++) {
    i64 chunk = (i64)turn * CT + team, base = chunk * CHUNK;
    i32 c = ELEMENTS_FROM(base);
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
#if !STAYS && !ONCE
    LATE_COMES
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
}
