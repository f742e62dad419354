/* monoid.h: the formulas of a reduction as functions. COUNTS: somebody counts ties. INDEXED: t is the bits of the position of what
   is kept in m, instead. TIES: y is known, and t counts the elements that take part in the gradient; `first` is y. */
#ifndef INDEXED
#define INDEXED 0
#endif
#ifndef TIES
#define TIES 0
#endif

/* A t that serves only to count ties is left out where nobody counts. */
#if TIES
#define FIELDS HAS_T
#else
#define FIELDS ((((FIELDS_)&15) & ~(((FIELDS_)&ONLY_COUNT) && !COUNTS ? HAS_T : 0)) | (INDEXED ? HAS_T : 0))
#endif

typedef struct {
  T y, mean, count;
} row_values;

#ifdef PART_
/* Whether x takes part in the gradient, and dx of an element of which no more than that is known. */
REM_FN I row_part(T x, T y) { return PART_; }
REM_FN T row_dx_marked(I part, T h) {
  T dx;
  MARKED_
  return dx;
}
#endif
REM_FN S row_lift(T x, T first) {
  S r = state_zero();
#if TIES
  r.t = row_part(x, first) ? K(1) : K(0);
#else
  LIFT_
#endif
  return r;
}
REM_FN S row_join(S a, S b, T na, T nb) {
  S r = state_zero();
#if TIES
  r.t = a.t + b.t;
#else
  JOIN_
#endif
  return r;
}
#ifdef STEP_X_
REM_FN S row_step(S r, T x, T first, T na, T q) {
  OPEN(STEP_X_)
  return r;
}
#endif
#ifdef SURE_
REM_FN I row_sure(T x) { return SURE_; }
REM_FN S row_tidy(S r) {
  OPEN(TIDY_)
  return r;
}
#endif
REM_FN row_values row_finish(S r, T first, T n, T dof) {
  T y = K(0), mean = K(0), count = K(1);
  FINISH_
  row_values v;
  v.y = y, v.mean = mean, v.count = COUNTS ? count : K(1);
  return v;
}
/* h, and the state as GRAD sees it. */
REM_FN T row_h(S *state, T g, row_values v, T n, T dof) {
  S r = *state;
  T y = v.y, mean = v.mean, count = v.count, h = K(0);
  ROWGRAD_
  *state = r;
  return h;
}
REM_FN T row_dx(T x, row_values v, T h, S r) {
  T y = v.y, mean = v.mean, dx;
  GRAD_
  return dx;
}
/* dx of `count` elements; i counts them in the names of what it is made of. A quicker formula comes first, where the entry has one;
   it says when it may have other bits, and then all of them are made again. */
#ifdef QUICK_GRAD_
REM_FN T row_dx_quickly(T x, row_values v, T h, S r, I *doubts) {
  T y = v.y, mean = v.mean, dx;
  I doubt = 1;
  OPEN(QUICK_GRAD_)
  *doubts |= doubt;
  return dx;
}
#define ROW_DX(count, dx, x, v, h, r)                                                       \
  do {                                                                                      \
    I doubts_ = 0;                                                                          \
    UNROLL for (i32 i = 0; i < (count); i++)(dx)[i] = row_dx_quickly(x, v, h, r, &doubts_); \
    if (doubts_) UNROLL for (i32 i = 0; i < (count); i++)(dx)[i] = row_dx(x, v, h, r);      \
  } while (0)
#else
#define ROW_DX(count, dx, x, v, h, r) UNROLL for (i32 i = 0; i < (count); i++)(dx)[i] = row_dx(x, v, h, r)
#endif
