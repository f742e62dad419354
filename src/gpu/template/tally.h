/* tally.h: reductions to whole numbers, in any order. The threads of a block are LINES lines x LT threads; each folds WIDTH
   elements at a time, every one into a number of its own. A line may be done by several blocks, its units, whose results
   another launch joins.

   LOOP       0: added  1: multiplied  2: counted  3: the best and its position
   COLUMNS    1: lines are adjacent in memory: threads run across them, WIDTH lines each; 0: threads run along a line, WIDTH
              elements each
   KEPT RUN   axes of the lines, axes of a line        BATCH  loads that are asked for before the first is used
   SOURCE     0: x, operand 0, as the integers of its bits  1: units, operand 7
   REAL       x holds floats          NARROW  32 bits hold keys, and what a thread adds up
   END_Y      y is written: operand 4; INDEXED: the position, operand 5; FROM_END: it counts from the end. Else units:
              operand 6
   ELEMENT_   the element that has key r, of an integer dtype */

#define TURN (COLUMNS ? 1 : WIDTH) /* items of a line that a thread loads at once; CHUNKED: all threads of a line */
#define CHUNKED (LT * TURN)
#if NARROW
typedef i32 V;
typedef u32 UV;
#define V_LOWEST LOWEST_i32
#else
typedef i64 V;
typedef u64 UV;
#define V_LOWEST LOWEST_i64
#endif

/* ---- what is joined ---- */

typedef struct {
  i64 r, at;
} R;

REM_FN R r_nothing(void) {
  R r;
  r.r = LOOP == 3 ? LOWEST_i64 : LOOP == 1;
  r.at = HIGHEST_i64;
  return r;
}
REM_FN R r_join(R a, R b) {
  if (LOOP == 3) {
    I better = (b.r > a.r) | ((b.r == a.r) & (b.at < a.at));
    return better ? b : a;
  }
  a.r = LOOP == 1 ? mul_i64(a.r, b.r) : add_i64(a.r, b.r);
  return a;
}

/* An element as what is folded; flip and rim: schedule/tally.h. */
REM_FN V v_of(V x, V flip, V rim) {
  if (LOOP == 2) return (x & flip) != 0;
  if (LOOP != 3) return x;
  if (!REAL) return x ^ flip;
  V size = x & (V)(sizeof(V) == 8 || BYTES(0) == 4 ? ~V_LOWEST : 0x7fff);
  V k = (x < 0 ? (V)(0 - size) : size) ^ flip;
  return size > rim ? ~V_LOWEST : k;
}
/* One more element is folded into v; `at` is the item where the best was. */
REM_FN void v_fold(V *v, i32 *at, V x, i32 item) {
  if (LOOP == 3) {
    *at = x > *v ? item : *at;
    *v = x > *v ? x : *v;
  } else if (LOOP == 1) {
    *v = (V)((UV)*v * (UV)x);
  } else {
    *v = (V)((UV)*v + (UV)x);
  }
}

/* Where item `pos` of a line lies for column o, from its first one. */
REM_FN OFFSET run_far(const struct tally_args *a, i32 o, i64 pos) {
  OFFSET at[4] = {0, 0, 0, 0};
  DECODE(RUN, pos, (a->axis + KEPT), 4, at);
  return at[o];
}
#define RUN_AT(o, pos) (RUN == 1 ? (OFFSET)(pos) * (OFFSET)a.axis[KEPT].stride[o] : run_far(&a, o, pos))

/* `times` loads of WIDTH elements, all asked for before the first is used. */
#define FOLD(times)                                                                                               \
  do {                                                                                                            \
    u32 held[times][WORDS(0)];                                                                                    \
    UNROLL for (i32 b = 0; b < times; b++) HOLDS(0, at[0] + RUN_AT(0, from + e + b * CHUNKED), held[b]);          \
    UNROLL for (i32 b = 0; b < times; b++) UNROLL for (i32 k = 0; k < WIDTH; k++)                                 \
        v_fold(&v[k], &place[k], v_of((V)HELD(0, held[b], k), flip, rim), e + b * CHUNKED);                       \
  } while (0)

/* ---- the kernel ---- */

KERNEL(THREADS)(OPERANDS(tally_args)) {
  LOCAL_ARRAY i64 room[THREADS];
  LOCAL_ARRAY i64 places[THREADS];
  i32 line_in = COLUMNS ? THREAD % LINES : THREAD / LT, y = COLUMNS ? THREAD / LINES : THREAD % LT;
  i64 unit = a.units > 1 ? BLOCK % a.units : 0;
  i64 line = ((a.units > 1 ? BLOCK / a.units : BLOCK) * LINES + line_in) * (COLUMNS ? WIDTH : 1);
  i64 from = unit * a.span, left = line < a.lines ? a.n - from : 0;
  i32 count = (i32)(left < 0 ? 0 : left < a.span ? left : a.span), first = y * (COLUMNS ? 1 : WIDTH);
  OFFSET at[4] = {0, 0, 0, 0};
  if (line < a.lines) DECODE(KEPT, line, a.axis, 4, at);
  R r[WIDTH];
#if SOURCE == 0
  V v[WIDTH], flip = (V)a.flip, rim = (V)a.rim;
  i32 place[WIDTH], e = first;
  UNROLL
  for (i32 k = 0; k < WIDTH; k++) v[k] = LOOP == 3 ? V_LOWEST : (V)(LOOP == 1), place[k] = first;
  at[0] += (OFFSET)a.begin[0];
  for (; e + (BATCH - 1) * CHUNKED + TURN <= count; e += BATCH * CHUNKED) FOLD(BATCH);
  for (; e + TURN <= count; e += CHUNKED) FOLD(1);
  if (e < count) {
    UNROLL
    for (i32 k = 0; k < WIDTH; k++)
      if (e + k < count) v_fold(&v[k], &place[k], v_of((V)GET(0, at[0] + RUN_AT(0, from + e + k)), flip, rim), e);
  }
  UNROLL
  for (i32 k = 0; k < WIDTH; k++) {
    i32 here = place[k] + (COLUMNS ? 0 : k), some = first + (COLUMNS ? 0 : k) < count;
    r[k] = r_nothing();
    if (some) r[k].r = v[k];
    if (LOOP == 3 && some) r[k].at = (i64)RUN_AT(3, from + here);
  }
#else
  GLOBAL const i64 *states = (GLOBAL const i64 *)AT(7);
  r[0] = r_nothing();
  for (i32 e = first; e < count; e += LT) {
    R one;
    one.r = states[(from + e) * a.lines + line];
    one.at = LOOP == 3 ? states[(a.n + from + e) * a.lines + line] : 0;
    r[0] = r_join(r[0], one);
  }
#endif

  if (!COLUMNS) {
    UNROLL
    for (i32 k = 1; k < WIDTH; k++) r[0] = r_join(r[0], r[k]);
  }
  UNROLL
  for (i32 k = 0; k < (COLUMNS ? WIDTH : 1); k++) {
    for (i32 w = LT / 2; w > 0; w /= 2) {
      BARRIER;
      room[THREAD] = r[k].r;
      if (LOOP == 3) places[THREAD] = r[k].at;
      BARRIER;
      if (y < w) {
        R other;
        other.r = room[THREAD + (COLUMNS ? w * LINES : w)];
        other.at = LOOP == 3 ? places[THREAD + (COLUMNS ? w * LINES : w)] : 0;
        r[k] = r_join(r[k], other);
      }
    }
  }

  if (y == 0 && line < a.lines) {
    UNROLL
    for (i32 k = 0; k < (COLUMNS ? WIDTH : 1); k++) {
#if END_Y
      i64 key = r[k].r, at_first = FROM_END ? a.all - 1 - r[k].at : r[k].at;
      OFFSET step_y = COLUMNS ? k * (OFFSET)a.axis[KEPT - 1].stride[1] : 0;
      T y;
      {
        T r = LOOP == 3 ? (T)(ELEMENT_) : key, at = at_first, n = a.all;
        Y_
      }
      PUT(4, at[1] + step_y + (OFFSET)a.begin[1], y);
      if (INDEXED)
        PUT_INDEX(5, at[2] + (COLUMNS ? k * (OFFSET)a.axis[KEPT - 1].stride[2] : 0) + (OFFSET)a.begin[2], at_first);
#else
      GLOBAL i64 *states = (GLOBAL i64 *)AT(6);
      states[unit * a.lines + line + k] = r[k].r;
      if (LOOP == 3) states[(a.units + unit) * a.lines + line + k] = r[k].at;
#endif
    }
  }
}
