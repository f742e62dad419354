/* quick.h: products and affine maps along lines whose segments 32 threads join by shuffles, with as few instructions as there can be.

   Products: mantissas are brought back to below 2 once a tile (scanof.h, tree_join).

   Affine maps of moderate numbers: the maps of a tile are joined as plain numbers, and whether that was right is looked at once for all of
   them; where it was not, or may not have been, they are joined as wide numbers. ops/state.h says when it is.

   Of what lies before the tile an offset is kept, and where the group is not all of the line, or a value stands in front of it, a factor
   too: by it, what lies in front of the group comes to the tile. */
#define QUICK_TAG ((U)0x7fffffff) /* in place of an exponent: the state is plain */

/* By 32 threads that shuffle. */
#define QUICK (MODERATE && ((BACK ? BFIELDS_ : FIELDS_) & HAS_E) && SHUFFLES && TL == 32)
#define QUICK_WHOLE (PHASE != 0 || (INIT && !BACK))
#if defined(QUICK_BVALUE_) && BACK && FRONTS
#define QUICK_ENDED 1
#endif

#ifndef REM_QUICK_FORMULAS /* a test has these alone */
#if QUICK && PRODUCTS

#define quick_local scan_products
/* The product of the group before the tile, and what lies in front of the group. */
typedef struct {
  S all, upper;
} quick_carry;
REM_FN quick_carry quick_begin(S upper, i32 has_upper) {
  quick_carry c;
  c.all = scan_identity(), c.upper = upper;
  return c;
}
REM_FN S quick_total(const quick_carry *c) { return c->all; }
REM_FN S quick_tidy(S r) { return tree_end(r); }
/* 32 threads have the totals of a tile's segments, of which segs are there: what lies before each, its mantissa not brought back. */
REM_FN S quick_fronts(S r, i32 segs, quick_carry *c) {
  i32 s = THREAD % 32;
  r = tree_begin(r);
  UNROLL
  for (i32 width = 1; width < 32; width *= 2) {
    S other = state_shuffle(r, FIELDS, (s & ~(2 * width - 1)) | (width - 1));
    if ((s & width) != 0) r = tree_join(other, r);
  }
  S all = state_shuffle(r, FIELDS, segs - 1), before = state_shuffle(r, FIELDS, (s - 1) & 31), front = c->all;
  if (QUICK_WHOLE) front = tree_join(c->upper, front);
  if (s) front = tree_join(front, before);
  c->all = quick_tidy(tree_join(c->all, all));
  return front;
}
#define QUICK_FRONT (HAS_M | HAS_E) /* what is kept of a front */

#elif QUICK

/* Prefixes within a segment of eight; returns whether it is moderate. */
REM_FN i32 quick_local(const scan_at *at, S *p) {
  S one = scan_lift(at[0], 0);
  T m = one.m, s = one.s, top = size_(m), low = K(1);
  UNROLL
  for (i32 i = 0; i < 8; i++) {
    if (i) one = scan_lift(at[i], 0), quick_step(&m, &s, one.m, one.s, &top, &low);
    p[i] = state_zero(), p[i].m = m, p[i].s = s;
  }
  return quick_moderate(m, s, top, low);
}

#define QUICK_FRONT (HAS_E | HAS_S | HAS_T) /* what is kept of a front */

/* What lies in the group before the tile. plain: its offset is s; else it is that of wide, whose factor is that of the group, if it is
   QUICK_WHOLE. In front of the group an offset alone matters: upper's, and top if it is near. */
typedef struct {
  S wide, upper;
  T s, top;
  i32 plain, has, has_upper, near;
} quick_carry;
REM_FN quick_carry quick_begin(S upper, i32 has_upper) {
  quick_carry c;
  S top = plain_front(upper);
  c.wide = scan_identity(), c.upper = upper;
  c.s = K(0), c.top = top.s;
  c.has = 0, c.has_upper = has_upper;
  c.near = !QUICK_WHOLE || !has_upper || (bits_(top.e) == 0 && size_(top.s) <= QUICK_MOST);
  c.plain = c.near;
  return c;
}
REM_FN S quick_wide(T s) { return affine_lift(K(1), s, 1); }
/* The group up to here, as a wide state. */
REM_FN S quick_total(const quick_carry *c) {
  S r = quick_wide(c->s);
  if (QUICK_WHOLE) r.m = c->wide.m, r.e = c->wide.e;
  return c->plain ? r : c->wide;
}
/* The factors of a tile's maps, in the order of the tree, to that of the group. */
REM_FN void quick_extend(T m, i32 there, quick_carry *c) {
  W f = w_near(m), group = w_make(c->wide.m, c->wide.e);
  i32 places = SUM_OF_32(there ? (i32)w_exponent(f.e) : 0);
  T all = there ? f.m : K(1);
  UNROLL
  for (i32 width = 1; width < 32; width *= 2) all *= SHUFFLE_ACROSS(all, width);
  group = quick_factor(group, all, (I)places);
  c->wide.m = group.m, c->wide.e = group.e;
}

/* As wide numbers. */
REM_FN S quick_not(S r, i32 segs, quick_carry *c) {
  i32 s = THREAD % 32;
  c->wide = quick_total(c);
  UNROLL
  for (i32 width = 1; width < 32; width *= 2) {
    S other = state_shuffle(r, FIELDS, (s & ~(2 * width - 1)) | (width - 1));
    if ((s & width) != 0) r = scan_join(other, r, 1);
  }
  S all = state_shuffle(r, FIELDS, segs - 1), before = state_shuffle(r, FIELDS, (s - 1) & 31), front = c->wide;
  if (QUICK_WHOLE && c->has_upper) front = c->has ? scan_join(c->upper, front, 1) : c->upper;
  if (s) front = scan_join(front, before, 1);
  c->wide = c->has ? scan_join(c->wide, all, 1) : all;
  S near = plain_front(c->wide);
  c->s = near.s, c->plain = c->near && bits_(near.e) == 0 && size_(near.s) <= QUICK_MOST, c->has = 1;
  return front;
}
/* 32 threads have the totals of a tile's segments, of which segs are there: what lies before each, tagged where it is plain. */
REM_FN S quick_fronts(S total, i32 segs, quick_carry *c) {
  i32 s = THREAD % 32, near = bits_(total.e) == QUICK_TAG;
  if (s >= segs) total.m = total.s = K(0.5), near = 1; /* nothing depends on it */
  if (!ANY_OF_32(!near) && c->plain && SUM_OF_32(quick_growth(total.m)) <= QUICK_GROWTH) {
    T m = total.m, x = total.s, low = K(1);
    UNROLL
    for (i32 width = 1; width < 32; width *= 2) {
      i32 left = (s & ~(2 * width - 1)) | (width - 1);
      T om = SHUFFLE(m, left), ox = SHUFFLE(x, left);
      if ((s & width) != 0) x = quick_join(ox, m, x, &low), m = om * m;
    }
    T all_m = SHUFFLE(m, segs - 1), all_x = SHUFFLE(x, segs - 1), before_m = SHUFFLE(m, (s - 1) & 31),
      before_x = SHUFFLE(x, (s - 1) & 31);
    T after = quick_join(c->s, all_m, all_x, &low), over = c->s;
    if (QUICK_WHOLE && PHASE != 1 && c->has_upper)
      over = c->has ? quick_join(c->top, quick_plain(w_make(c->wide.m, c->wide.e)), over, &low) : c->top;
    T front = over;
    if (PHASE != 1 && s) front = quick_join(over, before_m, before_x, &low);
    if (!ANY_OF_32(!(low >= QUICK_SURE) || !(size_(after) <= QUICK_MOST) || !(size_(front) <= QUICK_MOST))) {
      if (QUICK_WHOLE) quick_extend(total.m, s < segs, c);
      c->s = after, c->has = 1;
      total.e = real_(QUICK_TAG), total.s = front;
      return total;
    }
  }
  return quick_not(near ? wide_state(total) : total, segs, c);
}

#if QUICK_ENDED
/* Plain products of the elements before each of a segment, of the forward scan; returns whether they are as QUICK_BFINISH needs them. */
REM_FN i32 quick_before(const T *x, S *b) {
  T m = K(1), top = K(0);
  UNROLL
  for (i32 k = 0; k < 8; k++) {
    b[k] = state_zero(), b[k].m = m;
    if (k < 7) m = k ? m * x[k] : x[k], top = max_(top, size_(x[k]));
  }
  return (top <= QUICK_NEAR) & (size_(m) >= QUICK_SPAN);
}
REM_FN S quick_ahead(S r) {
  OPEN(QUICK_FRONT_)
  return r;
}
REM_FN T quick_value(S a, S b, S r) {
  T dx;
  OPEN(QUICK_BVALUE_)
  return dx;
}
#endif

/* Results of a moderate segment behind a plain offset, if they can be had so. x, ahead: of the forward scan, if it is looked at. */
REM_FN i32 quick_results(T front, const S *p, const scan_at *in, const T *x, S ahead, T *out, T *second) {
  T low = K(1);
  U far = 0;
#if QUICK_ENDED
  S b[8], a = quick_ahead(ahead);
  T least = K(1), most = K(1);
  i32 near = quick_before(x, b);
#endif
  UNROLL
  for (i32 k = 0; k < 8; k++) {
    S r = state_zero();
    T y = front * p[k].m;
    r.s = y + p[k].s;
#if QUICK_ENDED /* where that is large enough, so are its parts */
    least = min_(least, size_(r.s)), most = max_(most, size_(r.s));
    out[k] = quick_value(a, b[7 - k], r), second[k] = K(0);
#else
    low = min_(low, size_(y) + size_(p[k].s));
    scan_out v = scan_finish(r, in[k], 0);
    out[k] = v.first, second[k] = v.second;
    far |= bits_(v.far);
#endif
  }
#if QUICK_ENDED
  far = !(near & (least * QUICK_BOTH >= K(1)) & (most <= QUICK_BOTH));
#endif
  return (low >= QUICK_LOW) & (far == 0);
}
#endif
#endif
