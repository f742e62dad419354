/* normof.h: a sweep of ops/norm.def as functions, and what its schedules share: norm.h and norm_level.h along rows, norm_across.h across
   them, norm_join.h between; solve.h has some of its own.

   KEPT RUN   axes of the rows, axes of a row
   KIND       0 PEAK  1 SPREAD  2 SUMS  3 PLAIN, which has elements alone  4 CROSS, PEAK with two sums beside
              5 SOLVE: SUMS again and again; norm_level.h has rows that stay, solve.h others. LEVEL and PEAK say which operands those are
   USED_k     operand k is there, else it is STANDIN_k; VARIES_k: along a row; VECTOR_k: WIDTH of its elements are adjacent, and
              loaded at once, else there is one
   STAGE      0: all of it, by one block  1: the states of units, which are sections, or chunks where there are but SUMS  3: the
              elements; norm_join.h comes between. 1 and 3 leave and find in operand STATES_P: m and s (CROSS: p and q too) by unit, then u
              and v by row
   EACH_P ALSO_P KEEP0_P KEEP1_P   which operand the elements, u (KEEP_FIRST: first + u) and v, and KEEP2_P KEEP3_P, which g
              and h go to; EACH, ALSO, KEEP0 ...: whether */

#define LANES 256
#define CHUNK 1024
#define SECTION 8192
#define PARTS 8 /* chunks of a section */
#define UNIT ((KIND == 2 || KIND == 3) && COLUMNS ? CHUNK : SECTION)
#define HAS_PEAK (KIND == 0 || KIND == 4)
#define HAS_Z (KIND <= 1 || KIND == 4)
#if KIND != 5
#define Z_
#endif
#define STATES (KIND == 4 ? 4 : 2) /* numbers of a unit */

/* Which block this counts as. BACK: the last comes first, for the caches still have what the launch before it read last. */
#define THIS (BACK ? BLOCKS - 1 - BLOCK : BLOCK)

/* Numbers of operands that are words. */
#define AT_AS(i) AT(i)
#define PUT_AS(i, at, v) PUT(i, at, v)
#define PUTS_AS(quick, i, at, v) PUTS_IF(quick, i, at, v)

typedef struct {
  T p, q;
} sums_of;
typedef struct {
  T u, v, g, h;
} values_of;
/* n, k and what attributes say. */
typedef struct {
  T n, k, a[3];
} numbers_of;
#define NUMBERS_OF_ROW                                                                                               \
  numbers_of number;                                                                                                 \
  number.n = real_((U)a.all), number.k = K(0);                                                                       \
  for (i32 i_ = 0; i_ < 3; i_++) number.a[i_] = real_((U)a.number[i_]);
typedef struct {
  T z, e, f, u, v, first;
} each_of;

/* z, and w of CROSS. */
REM_FN sums_of norm_zw(const T *o, numbers_of number) {
  T z = K(0), w = K(0), only = K(0), n = number.n, k = number.k;
  OFS_
  NUM_
#if HAS_Z
  FORMULA_
#endif
  Z_
  sums_of r;
  r.p = z, r.q = w;
  return r;
}
#if KIND == 5
/* z of a row whose own operands are finite: then a gap is a difference. */
#define gap_(a, b) ((a) - (b))
REM_FN T norm_z_near(const T *o, numbers_of number) {
  T z, n = number.n, k = number.k;
  OFS_
  NUM_
  Z_
  return z;
}
#undef gap_
#endif
/* Which element of a row alone has a weight; -1: any may. */
REM_FN T norm_only(const T *o, numbers_of number) {
  T z = K(0), w = K(0), only = -K(1), n = number.n, k = number.k;
  OFS_
  NUM_
#if KIND == 4
  FORMULA_
#endif
  return only;
}
REM_FN T norm_z(const T *o, numbers_of number) { return norm_zw(o, number).p; }
/* What is summed of one element. */
REM_FN sums_of norm_terms(const T *o, numbers_of number, T first, T middle) {
  T p = K(0), q = K(0), n = number.n, k = number.k;
#if HAS_PEAK
  p = NORM_WEIGHT(norm_z(o, number), middle);
#elif KIND == 1
  T d = (norm_z(o, number) - first) - middle;
  p = d * d;
#elif KIND == 2
  OFS_
  NUM_
  FORMULA_
#endif
  sums_of r;
  r.p = p, r.q = q;
  return r;
}
#if KIND == 5
/* The same of one turn. */
REM_FN sums_of norm_turn(T z, T level) {
  T p = K(0), q = K(0);
  FORMULA_
  sums_of r;
  r.p = p, r.q = q;
  return r;
}
#endif
/* What the weight of an element adds to p and q. */
REM_FN sums_of norm_weights(const T *o, numbers_of number, T middle) {
  sums_of r = norm_zw(o, number);
  r.p = NORM_CROSS_TERM(r.p, r.q, middle);
  return r;
}
/* x is m, p, s and q of a row. */
REM_FN values_of norm_values(S x, numbers_of number) {
  T n = number.n, m = x.m, s = x.s, p = x.e, q = x.t, u, v, g = K(0), h = K(0);
  NUM_
  VALUES_
  values_of r;
  r.u = u, r.v = v, r.g = g, r.h = h;
  return r;
}
/* The elements made: out, also. */
#define OUT_OF_ROW(name)                                                                                             \
  REM_FN sums_of name(const T *o, numbers_of number, each_of r_) {                                                   \
    T n = number.n, k = number.k, w = K(0), out = K(0), also = K(0), z = r_.z, e = r_.e, f = r_.f, u = r_.u, v = r_.v, \
      first = r_.first;                                                                                              \
    OFS_                                                                                                             \
    NUM_                                                                                                             \
    EACH_                                                                                                            \
    sums_of r;                                                                                                       \
    r.p = out, r.q = also;                                                                                           \
    return r;                                                                                                        \
  }
OUT_OF_ROW(norm_out)
#if GAPS
/* The same of a row whose own operands are finite: then a gap is a difference. */
#define gap_(a, b) ((a) - (b))
OUT_OF_ROW(norm_out_near)
#undef gap_
#endif
REM_FN S norm_pair(S a, S b, T na, T nb) {
  S r = state_zero();
#if KIND == 0
  NORM_PEAK_JOIN
#elif KIND == 4
  NORM_CROSS_JOIN
#elif KIND == 1
  NORM_SPREAD_JOIN
#else
  NORM_SUMS_JOIN
#endif
  return r;
}
/* The state of a unit, whose numbers are `apart` from each other. */
REM_FN S norm_state(T m, T s, T p, T q) {
  S r = state_zero();
  r.m = m, r.s = s, r.e = p, r.t = q;
  return r;
}
REM_FN S norm_state_at(GLOBAL const T *at, i64 apart) {
  return norm_state(at[0], at[apart], STATES > 2 ? at[2 * apart] : K(0), STATES > 2 ? at[3 * apart] : K(0));
}
/* The states of units in rooms that threads share: declared, read as one, written. */
#if STATES > 2
#define ROOMS_OF_STATES(n)                                                                                           \
  LOCAL_ARRAY T room_m[n];                                                                                           \
  LOCAL_ARRAY T room_s[n];                                                                                           \
  LOCAL_ARRAY T room_p[n];                                                                                           \
  LOCAL_ARRAY T room_q[n];
#define ROOM_STATE(i) norm_state(room_m[i], room_s[i], room_p[i], room_q[i])
#define ROOM_PUT(i, m_, s_, p_, q_) (room_m[i] = m_, room_s[i] = s_, room_p[i] = p_, room_q[i] = q_)
#else
#define ROOMS_OF_STATES(n)                                                                                           \
  LOCAL_ARRAY T room_m[n];                                                                                           \
  LOCAL_ARRAY T room_s[n];
#define ROOM_STATE(i) norm_state(room_m[i], room_s[i], K(0), K(0))
#define ROOM_PUT(i, m_, s_, p_, q_) (room_m[i] = m_, room_s[i] = s_)
#endif
#define ROOM_JOINED(i, r) ROOM_PUT(i, (r).m, (r).s, (r).e, (r).t)

/* Values of a row go where they are kept; of rows side by side, row i. */
#define KEPT_AT(o, i) (at[o] + (i) * (OFFSET)a.axis[KEPT - 1].stride[o])
#define KEEP_VALUES(values, first, i)                                                                                \
  do {                                                                                                               \
    if (KEEP0) PUT_AS(KEEP0_P, KEPT_AT(8, i), KEEP_FIRST ? (first) + (values).u : (values).u);                       \
    if (KEEP1) PUT_AS(KEEP1_P, KEPT_AT(9, i), (values).v);                                                           \
    if (KEEP2) PUT_AS(KEEP2_P, KEPT_AT(6, i), (values).g);                                                           \
    if (KEEP3) PUT_AS(KEEP3_P, KEPT_AT(7, i), (values).h);                                                           \
  } while (0)

/* The smaller of what is left and what fits. */
REM_FN i64 norm_least(i64 left, i64 most) { return left < most ? left : most; }

/* What is added, or compared, and leaves the other as it is. */
#define NO_SUM (-K(0))
#define NO_PEAK (-INF_)
#define SUM_OF(a, b) ((a) + (b))

/* Where element `pos` of a row lies for column o, from its first one. */
REM_FN OFFSET run_far(const struct norm_args *a, i32 o, i64 pos) {
  OFFSET at[10] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  DECODE(RUN, pos, (a->axis + KEPT), 10, at);
  return at[o];
}
#if ADJACENT
#define RUN_AT(o, pos) ((OFFSET)(pos))
#else
#define RUN_AT(o, pos) (RUN == 1 ? (OFFSET)(pos) * (OFFSET)a.axis[KEPT].stride[o] : run_far(&a, o, pos))
#endif

/* ---- operands ---- */

#define SIX(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5)
/* HOLDS_ vectors of what varies, as they lie in memory; AHEAD of them, where operand k is LATE: of use to the
   elements alone. */
#define HELD_ROOM(k) u32 held##k[!VARIES_##k ? 1 : LATE_##k ? AHEAD : HOLDS_][WORDS(k)];
#define SLOT(k) (!VARIES_##k ? 0 : LATE_##k ? j % AHEAD : j)
#define BYTES_AT_ONCE(k) (VECTOR_##k ? BYTES(k) * WIDTH : BYTES(k))
/* Vectors lie apart by multiples of their size: the first tells of all. */
#define QUICK(k) ALIGNED(ELEMENT(k, 0), BYTES(k) * WIDTH)
#define QUICK_OF(k) &(!(USED_##k && VECTOR_##k) || QUICK(k))
#if WIDTH > 1
#define QUICK_ALL (1 SIX(QUICK_OF))
#define QUICK_MADE(i) QUICK(i)
#else
#define QUICK_ALL 1
#define QUICK_MADE(i) 1
#endif

/* Vector j of the operands, at `pos` of the row; where not all are aligned, element by element. */
#define LOAD_QUICK(k) \
  if (VARIES_##k && WANTED_(k)) read_words(ELEMENT(k, at[k] + RUN_AT(k, pos)), BYTES_AT_ONCE(k), held##k[SLOT(k)]);
#define LOAD_SLOWLY(k)                                                                                               \
  if (VARIES_##k && WANTED_(k)) {                                                                                    \
    u32 *to_ = held##k[SLOT(k)];                                                                          \
    UNROLL for (i32 w_ = 0; w_ < WORDS(k); w_++) to_[w_] = 0;                                                        \
    UNROLL for (i32 i_ = 0; i_ < (VECTOR_##k ? WIDTH : 1); i_++) {                                                   \
      u32 one_[2] = {0, 0};                                                                                          \
      read_words(ELEMENT(k, at[k] + RUN_AT(k, pos) + i_), BYTES(k), one_);                                           \
      hold_element(to_, 1, BYTES(k), i_, one_);                                                                      \
    }                                                                                                                \
  }
/* All vectors of a thread; VECTORS, of the schedule, opens the bracket of the one that has e and pos. */
#define LOAD                                                                                                         \
  if (quick) {                                                                                                       \
    VECTORS if (FULL || e < c) { SIX(LOAD_QUICK) }                                                                   \
  }                                                                                                                  \
  }                                                                                                                  \
  else {                                                                                                             \
    VECTORS if (FULL || e < c) { SIX(LOAD_SLOWLY) }                                                                  \
  }                                                                                                                  \
  }
#define EVERY(k) 1
#define EARLY(k) (!LATE_##k)
#define LATER(k) LATE_##k
/* Element i of vector j. */
#define TAKE(k) o[k] = VARIES_##k ? HELD(k, held##k[SLOT(k)], VECTOR_##k ? i : 0) : FIXED(k);
/* The operands o of element i of vector j, whose place in the row is ELEMENT_PLACE. */
#define TAKE_ELEMENT                                                                                                 \
  T o[6];                                                                                                            \
  SIX(TAKE)                                                                                                          \
  number.k = (T)(i32)ELEMENT_PLACE;
/* Every element of a thread that is there; l counts the thread's lanes. */
#define ELEMENTS(...)                                                                                                \
  VECTORS if (FULL || e < c) {                                                                                       \
    UNROLL for (i32 i = 0; i < WIDTH; i++) {                                                                         \
      i32 l = ELEMENT_LANE;                                                                                          \
      TAKE_ELEMENT                                                                                                   \
      __VA_ARGS__                                                                                                    \
    }                                                                                                                \
  }                                                                                                                  \
  }

/* What does not vary along the row that lies at `at`. */
#define FIXED_AT(k, at) (USED_##k ? GET(k, (at)[k]) : K(STANDIN_##k))
/* One element of the row, and nothing else of it. */
#define TAKE_ALONE_AS(k, to) to = VARIES_##k ? GET(k, at[k] + RUN_AT(k, pos)) : FIXED(k)
#define TAKE_ALONE(k) TAKE_ALONE_AS(k, o[k]);
