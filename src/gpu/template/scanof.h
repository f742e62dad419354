/* scanof.h: the formulas of a scan as functions, forward or, with BACK, from the end. INDEXED: the position of the winner is kept
   beside the state, in fields that it does not use: its low 31 bits in t, the others in e. */

#define WIDE ((BACK ? BFIELDS_ : FIELDS_) & HAS_E) /* states hold wide numbers */
#define FEW_FIELDS(has) (((has)&HAS_T) == 0 && ((has) & (HAS_M | HAS_S)) != (HAS_M | HAS_S))
#define ONE_NUMBER FEW_FIELDS(BACK ? BFIELDS_ : FIELDS_) /* ... or one, and memory is what they wait for */
#define FIELDS ((BACK ? BFIELDS_ : FIELDS_) | (INDEXED ? HAS_T | (FAR_INDEX ? HAS_E : 0) : 0))

/* What the formulas may name at one element. Forward u is x, or u and v are a and b; from the end u is g and v is x. */
typedef struct {
  T u, v, y, xn, yb, start, startn;
  S before;
} scan_at;
typedef struct {
  T first, second, far;
} scan_out;

#if BACK

#define NAMES_ T g = at.u, x = at.v, y = at.y, xn = at.xn, yb = at.yb, start = at.start, startn = at.startn;
REM_FN S scan_lift(scan_at at, const int wide) {
  S r = state_zero();
  NAMES_
  BLIFT_
  return r;
}
REM_FN S scan_join(S a, S b, const int wide) {
  S r = state_zero();
  BJOIN_
  return r;
}
REM_FN S scan_identity(void) {
  S r = state_zero();
  BIDENTITY_
  return r;
}
REM_FN scan_out scan_finish(S r, scan_at at, const int wide) {
  T dx = K(0), da = K(0), db = K(0);
  S p = at.before;
  NAMES_
  BFINISH_
  scan_out v;
  v.first = INPUTS == 2 ? db : dx, v.second = da, v.far = r.e;
  return v;
}
/* The same where numbers do not lie far apart, with fewer steps; what is in doubt is made anew. */
#ifdef NEAR_BJOIN_
#define NEARBY 1
REM_FN S near_join(S a, S b, i32 *doubts) {
  S r = state_zero();
  i32 doubt;
  OPEN(NEAR_BJOIN_)
  *doubts |= doubt;
  return r;
}
REM_FN T near_finish(S r, scan_at at, i32 *doubts) {
  T dx;
  i32 doubt;
  NAMES_
  OPEN(NEAR_BFINISH_)
  *doubts |= doubt;
  return dx;
}
#else
#define NEARBY 0
#endif
REM_FN T scan_dinit(T a, T db, T g) {
  T dinit = K(0);
  INITGRAD_
  return dinit;
}

#else

#define NEARBY 0
REM_FN I scan_beats(T x, S p, I last) {
  I wins = 0;
  BEATS_
  return wins;
}
REM_FN S scan_lift(scan_at at, const int wide) {
  T in[2] = {at.u, at.v};
  S r = state_zero();
  INS_
  LIFT_
  return r;
}
REM_FN S scan_join(S a, S b, const int wide) {
  S r = state_zero();
  JOIN_
#if INDEXED
  I wins = scan_beats(b.m, a, LAST);
  r.t = wins ? b.t : a.t;
  r.e = wins ? b.e : a.e;
#endif
  return r;
}
REM_FN S scan_identity(void) {
  S r = state_zero();
  IDENTITY_
  return r;
}
#ifdef QUICK_FRONT_
#define QUICK_ENDS 1
REM_FN S scan_front(S r) {
  OPEN(QUICK_FRONT_)
  return r;
}
REM_FN T scan_value(S a, S b) {
  T y;
  OPEN(QUICK_VALUE_)
  return y;
}
#endif
REM_FN scan_out scan_finish(S r, scan_at at, const int wide) {
  T y;
  FINISH_
  scan_out v;
  v.first = y, v.second = K(0), v.far = r.e;
  return v;
}

#endif

#if INDEXED
REM_FN S scan_place(S r, i64 step) {
  r.t = real_((U)(step & 0x7fffffff));
  r.e = real_((U)(step >> 31));
  return r;
}
REM_FN i64 scan_step(S r) { return (i64)bits_(r.t) | (FAR_INDEX ? (i64)bits_(r.e) << 31 : 0); }
#endif

/* What formulas may name where there is one input and nothing beside it. */
REM_FN scan_at scan_of(T x) {
  scan_at in;
  in.u = x, in.v = K(0);
  return in;
}

/* Of `left` steps those that a segment has. */
REM_FN i32 scan_clamp(i32 left) { return left < 0 ? 0 : left < 8 ? left : 8; }

/* Joins of the segments of a block. Mantissas of so few products need not be brought back to below 2 each time, and rounding does not
   care; exponents of so few cannot get far, and that of zero is made anew at the end. */
#define PRODUCTS (WIDE && ((BACK ? BFIELDS_ : FIELDS_) & HAS_S) == 0)
REM_FN S tree_begin(S r) {
  if (PRODUCTS && r.m == K(0)) r.e = K(0);
  return r;
}
REM_FN S tree_join(S a, S b) {
  if (!PRODUCTS) return scan_join(a, b, 1);
  a.m = a.m * b.m, a.e = real_(bits_(a.e) + bits_(b.e));
  return a;
}
REM_FN S tree_end(S r) {
  W w = w_normal(r.m, w_exponent(r.e));
  if (PRODUCTS) r.m = w.m, r.e = w.e;
  return r;
}

#if NEARBY
/* Prefixes within a segment of eight; returns whether they are right. */
REM_FN i32 near_local(const scan_at *at, S *p) {
  i32 doubts = 0;
  UNROLL
  for (i32 i = 0; i < 8; i++) {
    S one = scan_lift(at[i], 1);
    p[i] = i ? near_join(p[i ? i - 1 : 0], one, &doubts) : one;
  }
  return !doubts;
}
/* Results of a segment behind its front, which may be nothing; returns whether they are right. */
REM_FN i32 near_results(S front, i32 nothing, const S *p, const scan_at *in, T *out) {
  i32 doubts = 0;
  if (nothing) front = scan_identity(), front.m = p[0].m; /* as near as any */
  UNROLL
  for (i32 k = 0; k < 8; k++) out[k] = near_finish(near_join(front, p[k], &doubts), in[k], &doubts);
  return !doubts;
}
/* One join. */
REM_FN S scan_behind(S a, S b) {
  i32 doubts = 0;
  S r = near_join(a, b, &doubts);
  return doubts ? scan_join(a, b, 1) : r;
}
#else
#define scan_behind(a, b) scan_join(a, b, 1)
#endif

/* The total of a segment of count elements, whose prefixes are p. */
REM_FN S scan_last(const S *p, i32 count) {
  S total = p[0];
  UNROLL
  for (i32 k = 1; k < 8; k++)
    if (k < count) total = p[k];
  return total;
}

/* Totals of segments become inclusive prefixes over the 32 of a block, which 32 threads have (Sklansky). Where these cannot shuffle, it is
   done in the room, of `count` states, from place `first` on. */
REM_FN S scan_block(S r, i32 there, LOCAL T *room, i32 count, i32 first) {
  i32 s = THREAD % 32;
  r = tree_begin(r);
  UNROLL
  for (i32 width = 1; width < 32; width *= 2) {
    i32 left = (s & ~(2 * width - 1)) | (width - 1), joins = (s & width) != 0 && (SHUFFLES || there);
    S other;
    if (SHUFFLES) {
      other = state_shuffle(r, FIELDS, left);
    } else {
      BARRIER;
      state_leave(room, FIELDS, count, first + s, r);
      BARRIER;
      other = state_fetch(room, FIELDS, count, first + left);
    }
    if (joins) r = tree_join(other, r);
  }
  if (!SHUFFLES) BARRIER;
  return tree_end(r);
}

/* A segment of 8-byte elements is 64 bytes. Threads that moved their own 16 bytes at a time would touch half of every sector, and twice
   as many lines as the same bytes need. So the threads of a team, up to 32 neighbours along a line, move neighbouring 16 bytes of a
   tile of whole segments, in four parts, part n * size + seg of the tile to thread seg of so many, and exchange them in the stage,
   where a segment has 80 bytes, so that threads meet in no bank. exchange_in makes of a thread's four parts its segment, as it lies in
   memory, exchange_out the opposite; operands run up, or down. All threads ask; those whose tile is not whole keep what they
   have. */
#define STAGE_PITCH 5
REM_FN i32 part_at(i32 part, const i32 size, const i32 up) { return (up ? part / 4 : size - 1 - part / 4) * STAGE_PITCH + part % 4; }
REM_FN void stage_part(LOCAL words4 *p, const u32 *w) {
  words4 v;
  v.x = w[0], v.y = w[1], v.z = w[2], v.w = w[3];
  *p = v;
}
REM_FN void staged_part(LOCAL const words4 *p, u32 *w) {
  words4 v = *p;
  w[0] = v.x, w[1] = v.y, w[2] = v.z, w[3] = v.w;
}
REM_FN void exchange_in(LOCAL words4 *team, const i32 size, i32 seg, const i32 up, i32 tiled, u32 *w) {
  if (tiled) {
    UNROLL
    for (i32 n = 0; n < 4; n++) stage_part(team + part_at(n * size + seg, size, up), w + 4 * n);
  }
  BARRIER_32;
  if (tiled) {
    UNROLL
    for (i32 n = 0; n < 4; n++) staged_part(team + seg * STAGE_PITCH + n, w + 4 * n);
  }
  BARRIER_32;
}
REM_FN void exchange_out(LOCAL words4 *team, const i32 size, i32 seg, const i32 up, i32 tiled, u32 *w) {
  if (tiled) {
    UNROLL
    for (i32 n = 0; n < 4; n++) stage_part(team + seg * STAGE_PITCH + n, w + 4 * n);
  }
  BARRIER_32;
  if (tiled) {
    UNROLL
    for (i32 n = 0; n < 4; n++) staged_part(team + part_at(n * size + seg, size, up), w + 4 * n);
  }
  BARRIER_32;
}

/* One more element, x, whose state is `one`. */
#if defined(STEP_X_) && !BACK
REM_FN S scan_take(S r, T x) {
  OPEN(STEP_X_)
  return r;
}
#define TAKEN(r, x, one) scan_take(r, x)
#else
#define TAKEN(r, x, one) scan_join(r, one, WIDE ? 0 : 1)
#endif

#define PRODUCT_TOP w_power((i32)sizeof(T) == 4 ? 7 : 60)
#define PRODUCT_LEAST w_power((i32)sizeof(T) == 4 ? -60 : -500)
/* Prefixes of a segment, whose factors that are not there are zero. If none is above PRODUCT_TOP, and the product not below
   PRODUCT_LEAST, all of them are normal: returns whether that is so. */
REM_FN i32 scan_products(const scan_at *at, S *p) {
  T top = K(0);
  UNROLL
  for (i32 i = 0; i < 8; i++) {
    T x = scan_lift(at[i], 0).m;
    p[i] = state_zero();
    p[i].m = i ? p[i ? i - 1 : 0].m * x : x;
    top = max_(top, size_(x));
  }
  return (top <= PRODUCT_TOP) & (size_(p[7].m) >= PRODUCT_LEAST);
}

/* Prefixes within a segment, of count elements. Plain numbers are tried first where states hold wide ones; returns whether
   they served. */
REM_FN i32 scan_local(const scan_at *at, i32 count, i64 step, S *p) {
  U far = 0;
  if (PRODUCTS && scan_products(at, p)) return 1;
  UNROLL
  for (i32 i = 0; i < 8; i++) {
    S one = scan_lift(at[i], WIDE ? 0 : 1);
#if INDEXED
    one = scan_place(one, step + i);
#endif
    p[i] = i ? TAKEN(p[i ? i - 1 : 0], at[i].u, one) : one;
    if (i < count) far |= bits_(p[i].e);
  }
  if (!WIDE) return 0;
  if (far == 0) return 1;
  UNROLL
  for (i32 i = 0; i < 8; i++) {
    S one = scan_lift(at[i], 1);
    p[i] = i ? scan_join(p[i ? i - 1 : 0], one, 1) : one;
  }
  return 0;
}
REM_FN S scan_wide(S r, i32 plain) { return WIDE && plain ? wide_state(r) : r; }

/* The results of a segment, of count elements, whose front is known. Plain numbers are tried first where they served for its prefixes. */
REM_FN void scan_results(S front, const S *p, const scan_at *in, i32 count, i32 plain, T *out, T *second) {
  U far = 1;
#if QUICK_ENDS
  if (plain) {
    S quick = scan_front(front);
    UNROLL
    for (i32 k = 0; k < 8; k++) out[k] = scan_value(quick, p[k]), second[k] = K(0);
    far = 0;
  }
#else
  if (WIDE && plain) {
    S near = plain_front(front);
    far = bits_(near.e);
    UNROLL
    for (i32 k = 0; k < 8; k++) {
      scan_out v = scan_finish(scan_join(near, p[k], 0), in[k], 0);
      out[k] = v.first, second[k] = v.second;
      if (k < count) far |= bits_(v.far);
    }
  }
#endif
  if (far != 0) {
    UNROLL
    for (i32 k = 0; k < 8; k++) {
      scan_out v = scan_finish(scan_join(front, scan_wide(p[k], plain), 1), in[k], 1);
      out[k] = v.first, second[k] = v.second;
    }
  }
}

/* ---- marks ----

   Which elements of a line take over from what lies before them is a bit of each, 8 of a segment of the forward scan in a byte. Bytes
   of a line lie `apart`. */

#define MARKS_AT(p, offset) (*((GLOBAL unsigned char *)(p) + (offset)))

#if OUT_MARKS
/* The byte of a segment of count elements; first: nothing lies before it. */
REM_FN u32 scan_marks(S front, const S *p, const scan_at *in, i32 count, i32 first) {
  u32 marks = first ? 1 : 0;
  UNROLL
  for (i32 k = 0; k < 8; k++)
    marks |= scan_beats(in[k].u, k ? scan_join(front, p[k ? k - 1 : 0], 1) : front, LAST) ? 1u << k : 0;
  return marks & ((1u << count) - 1);
}
#endif

#if BACK && MARKS
/* The marks of elements low to low + 8 of a line of n lie in two bytes, wherever n ends; in place of one that is not there stands 0. The
   first 8 are a segment from the end. They are held as they lie until they are used. */
#define MARKS_LOW ((OFFSET)a.n - 8 - (OFFSET)from - t0)
#define FETCH_MARKS(what, w)                                                                           \
  do {                                                                                                 \
    OFFSET low_ = MARKS_LOW >> 3, apart_ = (OFFSET)a.apart;                                            \
    (w)[0] = low_ >= 0 ? what(AT(4) + at[4], low_ * apart_) : 0;                                       \
    (w)[1] = low_ * 8 + 8 < (OFFSET)a.n ? what(AT(4) + at[4], low_ * apart_ + apart_) : 0;             \
  } while (0)
REM_FN u32 marks_of(u32 here, u32 next, u32 low) { return (here | next << 8) >> (low & 7); }
REM_FN void marks_take(u32 marks, scan_at *in) {
  UNROLL
  for (i32 k = 0; k < 8; k++) {
    in[k].start = marks >> (7 - k) & 1 ? K(1) : K(0);
    in[k].startn = marks >> (8 - k) & 1 ? K(1) : K(0);
  }
}
/* Whether one of the first steps took over, which prefixes have in t: one comparison in place of a sum. */
REM_FN void marks_sum(u32 marks, S *p) {
  UNROLL
  for (i32 k = 0; k < 8; k++) p[k].t = (marks & 511) >= 256u >> k ? K(1) : K(0);
}
#endif

#if BACK && FRONTS
/* The forward scan once more, within a segment whose front is known. */
#define AGAIN_FIELDS ((FIELDS_)&15)
#define AGAIN_WIDE ((FIELDS_)&HAS_E)
REM_FN S again_lift(T u, const int wide) {
  T in[1] = {u};
  S r = state_zero();
  INS_
  LIFT_
  return r;
}
REM_FN S again_join(S a, S b, const int wide) {
  S r = state_zero();
  JOIN_
  return r;
}
/* The states before elements 0 to 7 of a segment. */
REM_FN void again_before(const T *x, S front, S *before) {
  S p[8];
  U far = 0;
  UNROLL
  for (i32 i = 0; i < 7; i++) {
    S one = again_lift(x[i], AGAIN_WIDE ? 0 : 1);
    p[i] = i ? again_join(p[i ? i - 1 : 0], one, AGAIN_WIDE ? 0 : 1) : one;
    far |= bits_(p[i].e);
  }
  if (AGAIN_WIDE && far != 0) {
    UNROLL
    for (i32 i = 0; i < 7; i++) {
      S one = again_lift(x[i], 1);
      p[i] = i ? again_join(p[i ? i - 1 : 0], one, 1) : one;
    }
  } else if (AGAIN_WIDE) {
    UNROLL
    for (i32 i = 0; i < 7; i++) p[i] = wide_state(p[i]);
  }
  before[0] = front;
  UNROLL
  for (i32 i = 1; i < 8; i++) before[i] = again_join(front, p[i - 1], 1);
}
#endif
