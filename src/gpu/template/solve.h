/* solve.h: sweeps that look for a number of each row (SOLVE of ops/norm.def), where rows are too long to stay with a block's threads
   (norm.h). The threads of a block are LINES rows x LT lanes of each; every thread learns the sums of its row, turn by turn, until no row of the block has a level that rises:
   more turns leave the level of a row as it is. All threads read that from the block's memory, behind a barrier. */

enum { DEEPEST = 40 }; /* of the tree of chunks */

#define FIXED(k) fixed[k]
#define LOAD_FIXED(k) fixed[k] = FIXED_AT(k, at);

/* p and q of all lanes: each pair of threads that differ in bit w. */
#define JOIN_THROUGH_ROOM(w)                                                                                         \
  do {                                                                                                               \
    BARRIER;                                                                                                         \
    room_p[THREAD] = p, room_q[THREAD] = q;                                                                          \
    BARRIER;                                                                                                         \
    p = p + room_p[THREAD ^ (w)], q = q + room_q[THREAD ^ (w)];                                                      \
  } while (0)
#if SHUFFLES
#define JOIN_LANES                                                                                                   \
  UNROLL for (i32 w_ = 1; w_ < LT && w_ < 32; w_ *= 2) {                                                             \
    T p_ = SHUFFLE(p, (THREAD ^ w_) & 31), q_ = SHUFFLE(q, (THREAD ^ w_) & 31);                                      \
    p = p + p_, q = q + q_;                                                                                          \
  }                                                                                                                  \
  UNROLL for (i32 w_ = 32; w_ < LT; w_ *= 2) JOIN_THROUGH_ROOM(w_);
#else
#define JOIN_LANES UNROLL for (i32 w_ = 1; w_ < LT; w_ *= 2) JOIN_THROUGH_ROOM(w_);
#endif

KERNEL(THREADS)(OPERANDS(norm_args)) {
  LOCAL_ARRAY T room_p[THREADS];
  LOCAL_ARRAY T room_q[THREADS];
  LOCAL_ARRAY i32 rises[1];
  i32 y = THREAD % LT, line_in = THREAD / LT;
  i64 line = BLOCK * LINES + line_in;
  i32 there = line < a.lines;
  OFFSET at[10] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  T fixed[6], level = -INF_, stack_p[DEEPEST], stack_q[DEEPEST];
  NUMBERS_OF_ROW
  /* Past the last row, threads do as it does, and keep nothing. */
  DECODE(KEPT, there ? line : a.lines - 1, a.axis, 10, at);
  SIX(LOAD_FIXED)
  i32 rising = 1;
  while (rising) {
    i32 top = 0;
    for (i64 chunk = 0; chunk < a.chunks; chunk++) { /* a binary counter */
      i64 base = chunk * CHUNK;
      T p = NO_SUM, q = NO_SUM;
      for (i32 e = y; e < CHUNK; e += LANES) {
        i64 pos = base + e;
        if (pos < a.n) {
          T o[6];
          SIX(TAKE_ALONE)
          number.k = (T)(i32)pos;
          sums_of r = norm_turn(norm_z(o, number), level);
          p = p + r.p, q = q + r.q;
        }
      }
      JOIN_LANES
      for (i64 k = chunk; k & 1; k >>= 1) {
        top--;
        p = stack_p[top] + p, q = stack_q[top] + q;
      }
      stack_p[top] = p, stack_q[top] = q, top++;
    }
    top--;
    T m = stack_p[top], s = stack_q[top];
    while (top > 0) {
      top--;
      m = stack_p[top] + m, s = stack_q[top] + s;
    }
    T next = max_(level, norm_values(norm_state(m, s, K(0), K(0)), number).u);
    i32 rose = next > level;
    level = next;
    BARRIER;
    if (THREAD == 0) rises[0] = 0;
    BARRIER;
    if (rose) rises[0] = 1;
    BARRIER;
    rising = rises[0];
  }
  fixed[LEVEL] = level;
  each_of r;
  r.z = r.e = r.f = r.u = r.v = r.first = K(0);
  for (i64 pos = y; pos < a.n && there; pos += LT) {
    T o[6];
    SIX(TAKE_ALONE)
    number.k = (T)(i32)pos;
    r.z = norm_z(o, number);
    sums_of made = norm_out(o, number, r);
    if (EACH) PUT_AS(EACH_P, at[6] + RUN_AT(6, pos), made.p);
    if (ALSO) PUT_AS(ALSO_P, at[7] + RUN_AT(7, pos), made.q);
  }
}
