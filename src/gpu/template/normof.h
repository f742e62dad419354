/* normof.h: a sweep of ops/norm.def as functions, and what its three schedules share: norm.h along rows, norm_across.h across them,
   norm_join.h between.

   KEPT RUN   axes of the rows, axes of a row
   KIND       0 PEAK  1 SPREAD  2 SUMS  3 PLAIN, which has elements alone
   USED_k     operand k is there, else it is STANDIN_k; VARIES_k: along a row; VECTOR_k: WIDTH of its elements are adjacent, and
              loaded at once, else there is one
   STAGE      0: all of it, by one block  1: the states of units, which are sections, or chunks where there are but SUMS  3: the
              elements; norm_join.h comes between. 1 and 3 leave and find in operand 7: m and s by unit, then u and v by row
   EACH_P ALSO_P KEEP0_P KEEP1_P   which operand the elements, u (KEEP_FIRST: first + u) and v go to; EACH, ALSO, KEEP0, KEEP1: whether */

#define LANES 256
#define CHUNK 1024
#define SECTION 8192
#define PARTS 8 /* chunks of a section */
#define UNIT (KIND >= 2 && COLUMNS ? CHUNK : SECTION)

/* Numbers of operands that are words. */
#define PUT_AS(i, at, v) PUT(i, at, v)
#define PUTS_AS(quick, i, at, v) PUTS_IF(quick, i, at, v)
#define QUICK_AS(i, at) QUICK(i, at)

typedef struct {
  T p, q;
} sums_of;
typedef struct {
  T n, a[2];
} numbers_of;
#define NUMBERS_OF_ROW                                                                                               \
  numbers_of number;                                                                                                 \
  number.n = real_((U)a.all), number.a[0] = real_((U)a.number[0]), number.a[1] = real_((U)a.number[1]);
typedef struct {
  T z, e, f, u, v, first;
} each_of;

REM_FN T norm_z(const T *o, numbers_of number) {
  T z = K(0);
  OFS_
  NUM_
#if KIND < 2
  FORMULA_
#endif
  return z;
}
/* What is summed of one element. */
REM_FN sums_of norm_terms(const T *o, numbers_of number, T first, T middle) {
  T p = K(0), q = K(0);
#if KIND == 0
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
REM_FN sums_of norm_values(T m, T s, numbers_of number) {
  T n = number.n, u, v;
  NUM_
  VALUES_
  sums_of r;
  r.p = u, r.q = v;
  return r;
}
/* The elements made: out, also. */
REM_FN sums_of norm_out(const T *o, numbers_of number, each_of r_) {
  T n = number.n, out = K(0), also = K(0), z = r_.z, e = r_.e, f = r_.f, u = r_.u, v = r_.v, first = r_.first;
  OFS_
  NUM_
  EACH_
  sums_of r;
  r.p = out, r.q = also;
  return r;
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
#define QUICK(k, at) ALIGNED(ELEMENT(k, at), BYTES(k) * WIDTH)
#define QUICK_OF(k) &(!(USED_##k && VECTOR_##k) || QUICK(k, at[k]))

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
#define EVERY(k) 1
#define EARLY(k) (!LATE_##k)
#define LATER(k) LATE_##k
/* Element i of vector j. */
#define TAKE(k) o[k] = VARIES_##k ? HELD(k, held##k[SLOT(k)], VECTOR_##k ? i : 0) : FIXED(k);
