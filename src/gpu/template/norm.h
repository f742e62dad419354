/* norm.h: sweeps along rows (ops/norm.def). The threads of a block are LINES rows x CT chunks x LT threads, each of which has LP
   lanes of a chunk, 128 in all, and up to STEPS elements of each lane. A chunk is looked at once or twice, its lanes joined by the
   tree of docs/order.md; then the chunks of the row are joined, and its elements made.

   COLUMNS   1: rows are adjacent in memory, and threads run across them; 0: threads run along a row
   KEPT RUN  axes of the rows, axes of a row
   KIND      0 PEAK  1 SPREAD  2 SUMS
   OPERANDS_ how many; USED_k: operand k is there, else it is STANDIN_k; VARIES_k: along a row
   VECTOR    the LP lanes of a thread are adjacent in all that varies, and loaded at once
   HOLD      the chunk is loaded once for both looks; STAYS: and for the elements, as a thread has one chunk
   STAGE     0: all of it, by one block  1: the states of chunks  2: those of rows, and their values  3: the elements; 1 to 3 leave
             what the next needs in operand 7: m and s by chunk, then u and v by row
   MOST      chunks of a row at most, where one block has them all
   EACH_P KEEP0_P KEEP1_P   which operand the elements, u (KEEP_FIRST: first + u) and v go to; EACH, KEEP0, KEEP1: whether */

#define CHUNK 4096
#define LANES 128

/* Numbers of operands that are words. */
#define PUT_AS(i, at, v) PUT(i, at, v)
#define PUTS_AS(i, at, v) PUTS(i, at, v)

typedef struct {
  T p, q;
} sums_of;
typedef struct {
  T z, e, f, u, v, first;
} each_of;

REM_FN T norm_z(const T *o, T number) {
  T z = K(0);
  OFS_
  NUM_
#if KIND != 2
  FORMULA_
#endif
  return z;
}
/* What is summed of one element. */
REM_FN sums_of norm_terms(const T *o, T number, T first, T middle) {
  T p = K(0), q = K(0);
#if KIND == 0
  p = exp_(gap_(norm_z(o, number), middle));
#elif KIND == 1
  T d = (norm_z(o, number) - first) - middle;
  p = d * d;
#else
  OFS_
  NUM_
  FORMULA_
#endif
  sums_of r;
  r.p = p, r.q = q;
  return r;
}
REM_FN sums_of norm_values(T m, T s, T n, T number) {
  T u, v;
  NUM_
  VALUES_
  sums_of r;
  r.p = u, r.q = v;
  return r;
}
REM_FN T norm_out(const T *o, T number, each_of r_) {
  T out = K(0), z = r_.z, e = r_.e, f = r_.f, u = r_.u, v = r_.v, first = r_.first;
  OFS_
  NUM_
  EACH_
  return out;
}
REM_FN S norm_pair(S a, S b, T na, T nb) {
  S r = state_zero();
#if KIND == 0
  NORM_PEAK_JOIN
#elif KIND == 1
  NORM_SPREAD_JOIN
#else
  NORM_SUMS_JOIN
#endif
  return r;
}
REM_FN S norm_state(T m, T s) {
  S r = state_zero();
  r.m = m, r.s = s;
  return r;
}
/* The smaller of what is left and what fits. */
REM_FN i64 norm_least(i64 left, i64 most) { return left < most ? left : most; }

/* Where element `pos` of a row lies for column o, from its first one. */
REM_FN OFFSET run_far(const struct norm_args *a, i32 o, i64 pos) {
  OFFSET at[9] = {0, 0, 0, 0, 0, 0, 0, 0, 0};
  DECODE(RUN, pos, (a->axis + KEPT), 9, at);
  return at[o];
}
#define RUN_AT(o, pos) (RUN == 1 ? (OFFSET)(pos) * (OFFSET)a.axis[KEPT].stride[o] : run_far(&a, o, pos))

/* ---- operands ---- */

#define HOLDS_OPERAND(k) (HOLD && VARIES_##k && BYTES(k) > 1)
#define HELD_ITEMS(k) (HOLDS_OPERAND(k) ? STEPS : 1)
#define HELD_ROOM(k) u32 held##k[HELD_ITEMS(k)][WORDS(k)];
#define FIXED(k) fixed[k] = USED_##k ? GET(k, at[k]) : K(STANDIN_##k);

/* The LP lanes of step b, elements e on, of a chunk of c. */
#define LOAD(k)                                                                                                      \
  if (HOLDS_OPERAND(k)) {                                                                                            \
    if (e + LP <= c) {                                                                                               \
      HOLDS(k, at[k] + RUN_AT(k, base + e), held##k[b]);                                                             \
    } else {                                                                                                         \
      UNROLL for (i32 w_ = 0; w_ < WORDS(k); w_++) held##k[b][w_] = 0;                                               \
      UNROLL for (i32 i_ = 0; i_ < LP; i_++) {                                                                       \
        u32 one_[2] = {0, 0};                                                                                        \
        if (e + i_ < c) {                                                                                            \
          read_words(ELEMENT(k, at[k] + RUN_AT(k, base + e + i_)), BYTES(k), one_);                                  \
          hold_element(held##k[b], 1, BYTES(k), i_, one_);                                                           \
        }                                                                                                            \
      }                                                                                                              \
    }                                                                                                                \
  }
#define LOAD_CHUNK                                                                                                   \
  UNROLL for (i32 b = 0; b < STEPS; b++) {                                                                           \
    i32 e = b * LANES + y * LP;                                                                                      \
    LOAD(0) LOAD(1) LOAD(2) LOAD(3) LOAD(4) LOAD(5)                                                                  \
  }
/* Operand k of element e = b * LANES + y * LP + i. */
#define TAKE(k)                                                                                                      \
  o[k] = !VARIES_##k ? fixed[k]                                                                                      \
                     : HOLDS_OPERAND(k) ? HELD(k, held##k[HOLDS_OPERAND(k) ? b : 0], i)                              \
                                        : GET(k, at[k] + RUN_AT(k, base + e));
#define TAKE_ALL TAKE(0) TAKE(1) TAKE(2) TAKE(3) TAKE(4) TAKE(5)

/* Every element of a thread's lanes that is there, with its operands in o. */
#if HOLD
#define STEPS_OF UNROLL for (i32 b = 0; b < STEPS; b++)
#else
#define STEPS_OF for (i32 b = 0; b * LANES < c; b++)
#endif
#define ELEMENTS(...)                                                                                                \
  STEPS_OF {                                                                                                         \
    UNROLL for (i32 i = 0; i < LP; i++) {                                                                            \
      i32 e = b * LANES + y * LP + i;                                                                                \
      if (e < c) {                                                                                                   \
        T o[6];                                                                                                      \
        TAKE_ALL                                                                                                     \
        __VA_ARGS__                                                                                                  \
      }                                                                                                              \
    }                                                                                                                \
  }

/* Where the peak of a chunk was left. */
#if STAGE == 0
#define PEAK_AT(chunk) room_peak[line_in * MOST + (chunk)]
#else
#define PEAK_AT(chunk) states[(chunk)*a.lines + line]
#endif

/* ---- lanes ---- */

#define NEAR (!SHUFFLES || COLUMNS ? 1 : LT < 32 ? LT : 32)
#define BESIDE (COLUMNS ? LINES : 1) /* threads of neighbouring lanes lie so far apart */
#define SUM_OF(a, b) ((a) + (b))

/* acc of the LP lanes of each thread become r of the chunk, for all its threads. lanes: how many there are. */
#define TREE(r, acc, JOINED)                                                                                         \
  do {                                                                                                               \
    i32 lanes_ = c < LANES ? c : LANES, l_ = y * LP;                                                                 \
    UNROLL for (i32 w_ = 1; w_ < LP; w_ *= 2) {                                                                      \
      UNROLL for (i32 i_ = 0; i_ + w_ < LP; i_ += 2 * w_) {                                                          \
        if (l_ + i_ + w_ < lanes_) acc[i_] = JOINED(acc[i_], acc[i_ + w_]);                                          \
      }                                                                                                              \
    }                                                                                                                \
    r = acc[0];                                                                                                      \
    UNROLL for (i32 w_ = 1; w_ < NEAR; w_ *= 2) {                                                                    \
      T other_ = SHUFFLE(r, (THREAD + w_) & 31);                                                                     \
      if (y % (2 * w_) == 0 && l_ + w_ * LP < lanes_) r = JOINED(r, other_);                                         \
    }                                                                                                                \
    BARRIER;                                                                                                         \
    room[THREAD] = r;                                                                                                \
    UNROLL for (i32 w_ = NEAR; w_ < LT; w_ *= 2) {                                                                   \
      BARRIER;                                                                                                       \
      if (y % (2 * w_) == 0 && l_ + w_ * LP < lanes_) {                                                              \
        r = JOINED(r, room[THREAD + w_ * BESIDE]);                                                                   \
        room[THREAD] = r;                                                                                            \
      }                                                                                                              \
    }                                                                                                                \
    BARRIER;                                                                                                         \
    r = room[THREAD - y * BESIDE];                                                                                   \
  } while (0)

/* ---- the kernel ---- */

#if STAGE == 2

/* SIDE threads join the chunks of a row, each a run of a.span of them; LINES rows. */
KERNEL(THREADS)(OPERANDS(norm_args)) {
  LOCAL_ARRAY T room_m[THREADS];
  LOCAL_ARRAY T room_s[THREADS];
  i32 line_in = THREAD % LINES, side = THREAD / LINES;
  i64 line = BLOCK * LINES + line_in, count = a.chunks * a.lines, first_chunk = side * a.span;
  GLOBAL T *from = (GLOBAL T *)AT(7);
  T number = real_((U)a.number), n = real_((U)a.all);
  OFFSET at[9] = {0, 0, 0, 0, 0, 0, 0, 0, 0};
  if (line < a.lines) DECODE(KEPT, line, a.axis, 9, at);
  i64 mine = line < a.lines ? norm_least(a.chunks - first_chunk, a.span) : 0;
  S stack[24], r = state_zero();
  i32 top = 0;
  for (i64 i = 0; i < mine; i++) { /* a binary counter */
    i64 chunk = first_chunk + i;
    S one = norm_state(from[chunk * a.lines + line], from[count + chunk * a.lines + line]);
    i64 w = 1;
    for (i64 k = i; k & 1; k >>= 1, w *= 2) {
      i64 start = chunk + 1 - 2 * w;
      one = norm_pair(stack[--top], one, (T)(w * CHUNK), (T)norm_least(a.n - (start + w) * CHUNK, w * CHUNK));
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
      i64 start = first_chunk + left - size;
      r = norm_pair(stack[--top], r, (T)(size * CHUNK), (T)norm_least(a.n - (start + size) * CHUNK, size * CHUNK));
      left -= size;
    }
  }
  for (i32 w = 1; w < SIDE; w *= 2) {
    BARRIER;
    room_m[THREAD] = r.m, room_s[THREAD] = r.s;
    BARRIER;
    i64 start = first_chunk + w * a.span;
    if (side % (2 * w) == 0 && side + w < SIDE && start < a.chunks && line < a.lines) {
      S other = norm_state(room_m[THREAD + w * LINES], room_s[THREAD + w * LINES]);
      r = norm_pair(r, other, (T)(w * a.span * CHUNK), (T)norm_least(a.n - start * CHUNK, w * a.span * CHUNK));
    }
  }
  if (side != 0 || line >= a.lines) return;
  sums_of v = norm_values(r.m, r.s, n, number);
  from[2 * count + line] = v.p;
  from[2 * count + a.lines + line] = v.q;
  T first = K(0);
#if KIND == 1 && KEEP_FIRST
  T o[6], fixed[6];
  FIXED(0) FIXED(1) FIXED(2) FIXED(3) FIXED(4) FIXED(5)
  UNROLL
  for (i32 k = 0; k < 6; k++) o[k] = fixed[k];
  first = norm_z(o, number);
#endif
#if KEEP0
  PUT_AS(KEEP0_P, at[7], KEEP_FIRST ? first + v.p : v.p);
#endif
#if KEEP1
  PUT_AS(KEEP1_P, at[8], v.q);
#endif
}

#else

KERNEL(THREADS)(OPERANDS(norm_args)) {
  LOCAL_ARRAY T room[THREADS];
#if STAGE == 0
  LOCAL_ARRAY T room_m[LINES * MOST];
  LOCAL_ARRAY T room_s[LINES * MOST];
#if KIND == 0
  LOCAL_ARRAY T room_peak[LINES * MOST];
#endif
#endif
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
  i32 there = line < a.lines;
  OFFSET at[9] = {0, 0, 0, 0, 0, 0, 0, 0, 0};
  if (there) DECODE(KEPT, line, a.axis, 9, at);
  T number = real_((U)a.number), n = real_((U)a.all), fixed[6] = {K(0), K(0), K(0), K(0), K(0), K(0)}, first = K(0);
  if (there && a.n > 0) {
    FIXED(0) FIXED(1) FIXED(2) FIXED(3) FIXED(4) FIXED(5)
#if KIND == 1
    first = norm_z(fixed, number);
#endif
  }
  HELD_ROOM(0) HELD_ROOM(1) HELD_ROOM(2) HELD_ROOM(3) HELD_ROOM(4) HELD_ROOM(5)
#if STAYS && KIND == 0
  T weighed[STEPS * LP];
#endif
#if STAGE == 0
  i32 turns = (i32)((a.chunks + CT - 1) / CT), from_turn = 0;
#else
  i32 turns = (i32)unit + 1, from_turn = (i32)unit;
  i64 count = a.chunks * a.lines;
  GLOBAL T *states = (GLOBAL T *)AT(7);
#endif
  T peak = K(0), u = K(0), v = K(0);

#if STAGE <= 1
  for (i32 turn = from_turn; turn < turns; turn++) {
    i64 chunk = (i64)turn * CT + team, base = chunk * CHUNK;
    i32 c = there && chunk < a.chunks ? (i32)norm_least(a.n - base, CHUNK) : 0;
    T middle = K(0), m, s, acc[LP];
    if (HOLD) {
      LOAD_CHUNK
    }
#if KIND == 0
    UNROLL
    for (i32 i = 0; i < LP; i++) acc[i] = -INF_;
    ELEMENTS(acc[i] = max_(acc[i], norm_z(o, number));)
    TREE(peak, acc, max_);
    middle = NORM_BASE(peak);
#elif KIND == 1
    UNROLL
    for (i32 i = 0; i < LP; i++) acc[i] = K(0);
    ELEMENTS(T d = norm_z(o, number) - first; acc[i] = b == 0 ? d : acc[i] + d;)
    TREE(middle, acc, SUM_OF);
    middle = middle / (T)c;
#endif
    UNROLL
    for (i32 i = 0; i < LP; i++) acc[i] = K(0);
#if KIND == 2
    T acc_q[LP];
    UNROLL
    for (i32 i = 0; i < LP; i++) acc_q[i] = K(0);
    ELEMENTS(sums_of r = norm_terms(o, number, first, middle); acc[i] = b == 0 ? r.p : acc[i] + r.p;
             acc_q[i] = b == 0 ? r.q : acc_q[i] + r.q;)
    TREE(m, acc, SUM_OF);
    TREE(s, acc_q, SUM_OF);
#else
#if STAYS && KIND == 0
    ELEMENTS(T w = norm_terms(o, number, first, middle).p; weighed[b * LP + i] = w; acc[i] = b == 0 ? w : acc[i] + w;)
#else
    ELEMENTS(T w = norm_terms(o, number, first, middle).p; acc[i] = b == 0 ? w : acc[i] + w;)
#endif
    TREE(s, acc, SUM_OF);
    m = KIND == 0 ? peak : middle;
#endif
    if (y == 0 && c > 0) {
#if STAGE == 0
      room_m[line_in * MOST + chunk] = m;
      room_s[line_in * MOST + chunk] = s;
#if KIND == 0
      room_peak[line_in * MOST + chunk] = m;
#endif
#else
      states[chunk * a.lines + line] = m;
      states[count + chunk * a.lines + line] = s;
#endif
    }
  }
#endif

#if STAGE == 0
  /* The chunks of each row. */
  BARRIER;
  i32 side = team * LT + y;
  for (i64 w = 1; w < a.chunks; w *= 2) {
    i64 to = side * 2 * w;
    if (there && to + w < a.chunks) {
      i64 p = line_in * MOST + to, q = p + w;
      S r = norm_pair(norm_state(room_m[p], room_s[p]), norm_state(room_m[q], room_s[q]), (T)(w * CHUNK),
                      (T)norm_least(a.n - (to + w) * CHUNK, w * CHUNK));
      room_m[p] = r.m, room_s[p] = r.s;
    }
    BARRIER;
  }
  if (!there) return;
  sums_of values = a.n > 0 ? norm_values(room_m[line_in * MOST], room_s[line_in * MOST], n, number) : norm_values(K(0), K(0), n, number);
  u = values.p, v = values.q;
  if (a.n == 0) first = NAN_;
  if (side == 0) {
#if KEEP0
    PUT_AS(KEEP0_P, at[7], KEEP_FIRST ? first + u : u);
#endif
#if KEEP1
    PUT_AS(KEEP1_P, at[8], v);
#endif
  }
#elif STAGE == 3
  if (!there) return;
  u = states[2 * count + line], v = states[2 * count + a.lines + line];
#endif

#if EACH && STAGE != 1
  for (i32 turn = from_turn; turn < turns; turn++) {
    i64 chunk = (i64)turn * CT + team, base = chunk * CHUNK;
    i32 c = chunk < a.chunks ? (i32)norm_least(a.n - base, CHUNK) : 0;
    if (HOLD && !STAYS) {
      LOAD_CHUNK
    }
    each_of r;
    r.z = r.e = r.f = K(0), r.u = u, r.v = v, r.first = first;
#if KIND == 0
    if (c > 0) peak = PEAK_AT(chunk);
    r.f = NORM_FACTOR(peak, u, v);
    T middle = NORM_BASE(peak);
#endif
    STEPS_OF {
      T made[LP];
      i32 e0 = b * LANES + y * LP;
      UNROLL
      for (i32 i = 0; i < LP; i++) {
        i32 e = e0 + i;
        made[i] = K(0);
        if (e < c) {
          T o[6];
          TAKE_ALL
#if KIND != 2
          r.z = norm_z(o, number);
#endif
#if KIND == 0
#if STAYS
          r.e = weighed[b * LP + i];
#else
          r.e = exp_(gap_(r.z, middle));
#endif
#endif
          made[i] = norm_out(o, number, r);
        }
      }
      if (VECTOR && e0 + LP <= c) {
        PUTS_AS(EACH_P, at[6] + RUN_AT(6, base + e0), made);
      } else {
        UNROLL
        for (i32 i = 0; i < LP; i++)
          if (e0 + i < c) PUT_AS(EACH_P, at[6] + RUN_AT(6, base + e0 + i), made[i]);
      }
    }
  }
#endif
}

#endif
