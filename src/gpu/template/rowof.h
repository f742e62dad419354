/* rowof.h: what reductions are made of: states and how they are joined, and how a thread's lanes are loaded, marked and folded. row.h
   says what the words mean. */

#define CHUNK 4096
#define LANES 128
#ifndef MARKS
#define MARKS 0
#endif

#if SOURCE == 3
#define SPAN (LT * LP)
#define STRIDE SPAN
#else
#define SPAN CHUNK
#define STRIDE LANES
#endif

/* Threads of a line that lie among the same 32 and can shuffle. Each of them has ACROSS lines; while they join lanes they deal these out
   among SPREAD neighbours, so that none of them idles: HAVE are left to each. */
#define NEAR (!SHUFFLES || COLUMNS ? 1 : LT < 32 ? LT : 32)
#define SPREAD (NEAR < ACROSS ? 1 : ACROSS)
#define HAVE (ACROSS / SPREAD)

/* ---- what is joined ---- */

#if SEEK

typedef i64 R;
#define ROOM (HAVE * THREADS)
#define CELL i64
REM_FN R r_none(void) { return -1; }
REM_FN R r_join(R a, R b, T na, T nb) {
  if (LAST) return a > b ? a : b;
  return b < 0 || (a >= 0 && a < b) ? a : b;
}
REM_FN R r_get(GLOBAL const char *p, i64 count, i64 at) { return ((GLOBAL const i64 *)p)[at]; }
REM_FN void r_set(GLOBAL char *p, i64 count, i64 at, R r) { ((GLOBAL i64 *)p)[at] = r; }
REM_FN R r_fetch(LOCAL const CELL *room, i32 at) { return room[at]; }
REM_FN void r_leave(LOCAL CELL *room, i32 at, R r) { room[at] = r; }
REM_FN R r_shuffle(R r, i32 i) { return SHUFFLE(r, i); }
#define LIFTED(x, first, pos) (tie_(x, first) ? (pos) : -1) /* `first` is what is sought */

#else

typedef S R;
#define ROOM (FIELD_COUNT(FIELDS) * HAVE * THREADS)
#define CELL T
REM_FN R r_none(void) { return state_zero(); }
#if INDEXED
/* Of two that tie the first position counts, or with LAST the last, whatever the order in which they are joined. */
REM_FN R r_join(R a, R b, T na, T nb) {
  R r = row_join(a, b, na, nb);
  I left = tie_(a.m, r.m), right = tie_(b.m, r.m), swap = LAST ? bits_(a.t) < bits_(b.t) : bits_(b.t) < bits_(a.t);
  r.t = right && (swap || !left) ? b.t : a.t;
  return r;
}
REM_FN R r_lift(T x, T first, i64 pos) {
  R r = row_lift(x, first);
  r.t = real_((U)pos);
  return r;
}
#define LIFTED(x, first, pos) r_lift(x, first, pos)
#else
REM_FN R r_join(R a, R b, T na, T nb) { return row_join(a, b, na, nb); }
#define LIFTED(x, first, pos) row_lift(x, first)
#endif
REM_FN R r_get(GLOBAL const char *p, i64 count, i64 at) { return state_read((GLOBAL const T *)p, FIELDS, count, at); }
REM_FN void r_set(GLOBAL char *p, i64 count, i64 at, R r) { state_write((GLOBAL T *)p, FIELDS, count, at, r); }
REM_FN R r_fetch(LOCAL const CELL *room, i32 at) { return state_fetch(room, FIELDS, HAVE * THREADS, at); }
REM_FN void r_leave(LOCAL CELL *room, i32 at, R r) { state_leave(room, FIELDS, HAVE * THREADS, at, r); }
REM_FN R r_shuffle(R r, i32 i) { return state_shuffle(r, FIELDS, i); }

#endif

#if SOURCE == 1
REM_FN void map_results(const T *in, const T *c_, T *out) {
  INS_
  NAMES_
  BODY_
  TAKE_
}
#endif

/* Where item `pos` of a line lies for column o, from its first one. */
REM_FN OFFSET run_far(const struct row_args *a, i32 o, i64 pos) {
  OFFSET at[5] = {0, 0, 0, 0, 0};
  DECODE(RUN, pos, (a->axis + KEPT), 5, at);
  return at[o];
}
#define RUN_AT(o, pos) (RUN == 1 ? (OFFSET)(pos) * (OFFSET)a.axis[KEPT].stride[o] : run_far(&a, o, pos))

/* ---- lanes ---- */

#if SOURCE == 0
/* A batch of a thread's lanes: elements e0 + b * STRIDE + i of the chunk that begins at base; those from c on are not there, and
   with `whole` there are none such. from is where element e0 lies, if a line has one axis. They are held as they lie in memory:
   lanes that are loaded at once, or an element of each of a thread's lines; `fits` says that such are aligned. */
#define ITEMS (VECTOR ? BATCH : BATCH * LP)
#define LANE(held, j, k) (VECTOR ? HELD(0, (held)[(k) / LP], (k) % LP) : HELD(0, (held)[VECTOR ? 0 : (k)], j))
REM_FN void row_load(GLOBAL const char *p0, OFFSET from, const struct row_args *a, i64 base, i32 e0, i32 c, const i32 whole,
                     const i32 fits, u32 held[ITEMS][WORDS(0)]) {
  OFFSET stride = (OFFSET)a->axis[KEPT].stride[0];
  UNROLL
  for (i32 n = 0; n < ITEMS; n++) {
    i32 k = VECTOR ? n * STRIDE : n / LP * STRIDE + n % LP;
    if (VECTOR && fits && (whole || e0 + k + LP <= c)) {
      read_words(ELEMENT_OF(0, p0, from + k), BYTES(0) * WIDTH, held[n]);
      continue;
    }
    UNROLL
    for (i32 w = 0; w < WORDS(0); w++) held[n][w] = 0;
    UNROLL
    for (i32 i = 0; i < (VECTOR ? LP : 1); i++) {
      OFFSET at = RUN == 1 ? from + (k + i) * stride : from + run_far(a, 0, base + e0 + k + i);
      u32 e[2] = {0, 0};
      if (!(whole || e0 + k + i < c)) continue;
      if (ACROSS > 1 && fits) {
        read_words(ELEMENT_OF(0, p0, at), BYTES(0) * WIDTH, held[n]);
      } else if (ACROSS > 1) {
        HOLDS_FROM(0, p0, at, held[n]);
      } else {
        read_words(ELEMENT_OF(0, p0, at), BYTES(0), e);
        hold_element(held[n], 1, BYTES(0), i, e);
      }
    }
  }
}
#endif

#if MARKS
/* The marks of a batch go to the bytes at p1, from element 0 of the line on, and how many there are of each line is added to its half
   of a word of tally: a chunk has no more than fit, and sums of whole numbers are those of any order. What takes part is a
   byte each first, four to a word; a product moves them next to each other. */
#define QUADS ((ACROSS + 3) / 4)
#define TALLIED(tally, j) ((tally)[(j) / 4 * 2 + (j) % 2] >> (j) % 4 / 2 * 16 & 0xffffu)
REM_FN void row_mark(GLOBAL char *p1, OFFSET line, const struct row_args *a, i64 base, i32 e0, i32 c, const i32 whole,
                     const T *first, u32 held[ITEMS][WORDS(0)], u32 *tally) {
  u32 sum[QUADS];
  UNROLL
  for (i32 w = 0; w < QUADS; w++) sum[w] = 0;
  UNROLL
  for (i32 n = 0; n < ITEMS; n++) {
    i32 e = e0 + n / LP * STRIDE + n % LP;
    u32 part[QUADS], bits = 0;
    UNROLL
    for (i32 w = 0; w < QUADS; w++) part[w] = 0;
    UNROLL
    for (i32 j = 0; j < ACROSS; j++) part[j / 4] |= row_part(LANE(held, j, n), first[j]) ? 1u << j % 4 * 8 : 0;
    if (!(whole || e < c)) continue;
    UNROLL
    for (i32 w = 0; w < QUADS; w++) {
      sum[w] += part[w];
      bits |= (part[w] * 0x01020408u >> 24) << 4 * w;
    }
    p1[line + (RUN == 1 ? (OFFSET)(base + e) * (OFFSET)a->axis[KEPT].stride[1] : run_far(a, 1, base + e))] = (char)bits;
  }
  UNROLL
  for (i32 w = 0; w < QUADS; w++) tally[2 * w] += sum[w] & 0xff00ffu, tally[2 * w + 1] += sum[w] >> 8 & 0xff00ffu;
}
#endif

#if defined(STEP_X_) && !defined(SURE_)
#define STEPPED (sizeof(T) == 4)
#define TAKEN(r, x, one, first, na, nb, q) row_step(r, x, first, na, q)
#else
#define STEPPED 0
#define TAKEN(r, x, one, first, na, nb, q) r_join(r, one, na, nb)
#endif
/* 1 / (k + 1), for the step behind k others: of a line that is held the compiler knows k. */
#if DIVIDES && SOURCE < 2 && !HOLD
#define QUOTIENT(k) K(1) / K((k) + 1)
#define QUOTIENTS(k) QUOTIENT(k), QUOTIENT((k) + 1), QUOTIENT((k) + 2), QUOTIENT((k) + 3)
CONSTANT T quotient[CHUNK / LANES] = {QUOTIENTS(0),  QUOTIENTS(4),  QUOTIENTS(8),  QUOTIENTS(12),
                                      QUOTIENTS(16), QUOTIENTS(20), QUOTIENTS(24), QUOTIENTS(28)};
#define QUOTIENT_OF(k) quotient[k]
#else
#define QUOTIENT_OF(k) (DIVIDES ? K(1) / ((T)(k) + K(1)) : K(0))
#endif
#define EIGHTS (COLUMNS && BATCH == 1 && LP % 8 == 0 && SOURCE < 2)
#if SOURCE < 2
/* They are folded into their states, first to last; `begins`: there are none yet. `first` is the row's first element, or y. Returns
   whether each eight lanes have been joined, which happens where steps change m alone and a lane is one element. */
REM_FN i32 row_fold(R *acc, const T *x, T first, i64 base, i32 e0, i32 s0, i32 c, const i32 whole, const i32 begins) {
#if defined(SURE_) && !SEEK
  I sure = whole;
  UNROLL
  for (i32 k = 0; k < BATCH * LP; k++) sure &= row_sure(x[k]);
  if (sure && begins && EIGHTS) {
    UNROLL
    for (i32 i = 0; i < LP; i++) acc[i] = state_zero(), acc[i].m = x[i];
    UNROLL
    for (i32 w = 1; w < 8; w *= 2) {
      UNROLL
      for (i32 i = 0; i + w < LP; i += 2 * w) acc[i] = row_step(acc[i], acc[i + w].m, first, K(1), K(1));
    }
    UNROLL
    for (i32 i = 0; i < LP; i += 8) acc[i] = row_tidy(acc[i]);
    return 1;
  }
  if (sure) {
    UNROLL
    for (i32 i = 0; i < LP; i++) {
      R r = begins ? row_lift(x[i], first) : row_step(acc[i], x[i], first, K(1), K(1));
      UNROLL
      for (i32 b = 1; b < BATCH; b++) {
        if (b % QUICK_STEPS == 0) r = row_tidy(r);
        r = row_step(r, x[b * LP + i], first, K(1), K(1));
      }
      acc[i] = row_tidy(r);
    }
    return 0;
  }
#endif
  UNROLL
  for (i32 b = 0; b < BATCH; b++) {
    T na = (T)(s0 + b), nb = K(1), q = QUOTIENT_OF(s0 + b);
    UNROLL
    for (i32 i = 0; i < LP; i++) {
      i32 e = e0 + b * STRIDE + i;
      if (whole || e < c) {
        R one = LIFTED(x[b * LP + i], first, base + e);
        acc[i] = b == 0 && begins ? one : TAKEN(acc[i], x[b * LP + i], one, first, na, nb, q);
      }
    }
  }
  return 0;
}
#endif
