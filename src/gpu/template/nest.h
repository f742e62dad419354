/* nest.h: every cell of dx is a nested sum over the places of dy that belong to it, innermost axis first; along an axis the
   places are joined by neighbours. Cells are counted as they lie in memory; a thread writes WIDTH of them.

   AXES          axes, in logical order; those that are not there come first and have one point
   ORDER         digit k, in base 8: the axis that is k-th in the memory of dx, outermost first
   ADJACENT      places that follow each other along the last axis are adjacent in dy
   PLACES        of a cell along the last axis: 1: that of image 1; 3: at most one of each image; 128: runs
   DEPTH         sums that can wait for their neighbour
   FAN FAN_AXIS  FAN places along that axis are read before the first is used; it has but one cell
   INDEX OFFSET  u32 and i32, where cells and offsets fit 31 bits; else u64 and i64 */

#define LAST (AXES - 1)
#define READ(at) ((T)PASTE(get_, D_1)((GLOBAL const RAW(1) *)from + (at)))

/* ---- one axis ---- */

REM_FN i32 in_zone(const struct nest_axis *x, OFFSET i, OFFSET n) {
  return i >= (OFFSET)x->zone[0] && i + n <= (OFFSET)x->zone[1];
}
REM_FN i32 in_image(const struct nest_axis *x, i32 k, OFFSET i) { return i >= (OFFSET)x->lo[k] && i < (OFFSET)x->hi[k]; }
/* Where the first place of image k lies; the middle one is never walked backwards. */
REM_FN OFFSET image_at(const struct nest_axis *x, i32 k, OFFSET i) {
  return ((OFFSET)x->place[k] + (k != 1 && x->run[k] < 0 ? -i : i)) * (OFFSET)x->from;
}
REM_FN i32 run_of(const struct nest_axis *x, i32 k, OFFSET i) { return !in_image(x, k, i) ? 0 : x->run[k] < 0 ? 1 : x->run[k]; }
REM_FN i32 places_of(const struct nest_axis *x, OFFSET i) { return run_of(x, 0, i) + run_of(x, 1, i) + run_of(x, 2, i); }

/* Where place t of index i lies. */
REM_FN OFFSET place_at(const struct nest_axis *x, OFFSET i, i32 t) {
  OFFSET at = 0;
  UNROLL
  for (i32 k = 0; k < 3; k++) {
    i32 run = run_of(x, k, i);
    if (t >= 0 && t < run) at = image_at(x, k, i) + t * (OFFSET)x->from;
    t -= run;
  }
  return at;
}

/* ---- the tree by neighbours, as a binary counter carries ---- */

/* How many pairs are complete once there are t items; how many joins are left after the last of n. */
REM_FN i32 carries(i32 t) {
  i32 n = 0;
  for (; !(t & 1); t >>= 1) n++;
  return n;
}
REM_FN i32 leftovers(i32 n) {
  i32 k = 0;
  for (n &= n - 1; n; n &= n - 1) k++;
  return k;
}

/* The sum over the last axis; `at` is where the axes outside lead. */
REM_FN T sum_last(GLOBAL const char *from, const struct nest_axis *x, OFFSET i, OFFSET at) {
#if PLACES == 1
  return READ(at + image_at(x, 1, i));
#elif PLACES == 3
  T sum = K(0);
  i32 any = 0;
  UNROLL
  for (i32 k = 0; k < 3; k++) {
    if (in_image(x, k, i)) {
      T v = READ(at + image_at(x, k, i));
      sum = any ? sum + v : v;
      any = 1;
    }
  }
  return sum;
#else
  T waiting[8];
  i32 n = places_of(x, i), top = 0;
  waiting[0] = K(0);
  for (i32 t = 0; t < n; t++) {
    waiting[top++] = READ(at + place_at(x, i, t));
    for (i32 joins = carries(t + 1) + (t + 1 == n ? leftovers(n) : 0); joins > 0; joins--) {
      top--;
      waiting[top - 1] = waiting[top - 1] + waiting[top];
    }
  }
  return waiting[0];
#endif
}

/* ---- the axes outside the last ---- */

/* The top of `waiting` is the sum of an item of the axis outside the last: joins what is complete with it, axis by axis.
   Returns whether that was all. */
REM_FN i32 join_item(const i32 *count, i32 *item, T (*waiting)[WIDTH], i32 *top) {
  i32 done = 1;
  UNROLL
  for (i32 k = LAST - 1; k >= 0; k--) {
    if (done) {
      done = ++item[k] == count[k];
      for (i32 joins = carries(item[k]) + (done ? leftovers(count[k]) : 0); joins > 0; joins--) {
        --*top;
        UNROLL
        for (i32 w = 0; w < WIDTH; w++) waiting[*top - 1][w] = waiting[*top - 1][w] + waiting[*top][w];
      }
      if (done) item[k] = 0;
    }
  }
  return done;
}

/* Joins the first n of FAN neighbours. */
REM_FN void join_fan(T (*fan)[WIDTH], i32 n) {
  UNROLL
  for (i32 d = 1; d < FAN; d *= 2) {
    UNROLL
    for (i32 f = 0; f + d < FAN; f += 2 * d) {
      if (f + d < n) UNROLL for (i32 w = 0; w < WIDTH; w++) fan[f][w] = fan[f][w] + fan[f + d][w];
    }
  }
}

/* The indices of a cell, and where it lies in dx. */
REM_FN OFFSET find_cell(const struct nest_args *a, INDEX cell, OFFSET *i) {
  OFFSET to = 0;
  UNROLL
  for (i32 k = LAST; k >= 0; k--) {
    i32 axis = ORDER >> 3 * k & 7;
    INDEX up = k ? PASTE(divide_, INDEX)(cell, a->axis[axis].extent) : 0;
    i[axis] = (OFFSET)(cell - up * (INDEX)a->axis[axis].extent.d);
    cell = up;
    to += i[axis] * (OFFSET)a->axis[axis].to;
  }
  return to;
}

/* ---- the kernel ---- */

/* n cells of the last axis, WIDTH or one; `row` is where the axes outside lead. */
#define LEAF(row, v)                                                                                       \
  if (ADJACENT && n == WIDTH && in_zone(last, i[LAST], WIDTH)) {                                           \
    GETS(1, (row) + image_at(last, 1, i[LAST]), v);                                                        \
  } else {                                                                                                 \
    UNROLL for (i32 w_ = 0; w_ < WIDTH; w_++) if (w_ < n)(v)[w_] = sum_last(AT(1), last, i[LAST] + w_, row); \
  }

KERNEL(THREADS)(OPERANDS(nest_args)) {
  const struct nest_axis *last = &a.axis[LAST], *fans = &a.axis[FAN_AXIS];
  i64 first = (BLOCK * THREADS + THREAD) * WIDTH;
  if (first >= a.cells) return;
  i32 some = a.cells - first < WIDTH ? (i32)(a.cells - first) : WIDTH, n;
  for (i32 j = 0; j < some; j += n) { /* all at once, or where they lie in several rows one by one */
    T v[WIDTH];
    OFFSET i[AXES], to = find_cell(&a, (INDEX)(first + j), i), row = 0;
    i32 single = 1;
    n = some == WIDTH && j == 0 && i[LAST] + WIDTH <= (OFFSET)last->extent.d ? WIDTH : 1;
    UNROLL
    for (i32 k = 0; k < LAST; k++) {
      single = single && in_zone(&a.axis[k], i[k], 1);
      row += image_at(&a.axis[k], 1, i[k]);
    }
    if (single) {
      LEAF(row, v)
    } else {
      T waiting[DEPTH][WIDTH], fan[FAN][WIDTH];
      i32 count[AXES], item[AXES], top = 0, done = 0;
      UNROLL
      for (i32 k = 0; k < LAST; k++) {
        count[k] = places_of(&a.axis[k], i[k]);
        if (FAN > 1 && k == FAN_AXIS) count[k] = (count[k] + FAN - 1) / FAN;
        done |= count[k] == 0;
        item[k] = 0;
      }
      UNROLL
      for (i32 w = 0; w < WIDTH; w++) waiting[0][w] = K(0);
      while (!done) {
        i32 rest = FAN > 1 ? fans->run[0] - item[FAN_AXIS] * FAN : 1;
        row = 0;
        UNROLL
        for (i32 k = 0; k < LAST; k++) row += place_at(&a.axis[k], i[k], item[k] * (FAN > 1 && k == FAN_AXIS ? FAN : 1));
        UNROLL
        for (i32 f = 0; f < FAN; f++) {
          if (f < rest) {
            LEAF(row + f * (OFFSET)fans->from, fan[f])
          }
        }
        join_fan(fan, rest);
        UNROLL
        for (i32 w = 0; w < WIDTH; w++) waiting[top][w] = fan[0][w];
        top++;
        done = join_item(count, item, waiting, &top);
      }
      UNROLL
      for (i32 w = 0; w < WIDTH; w++) v[w] = waiting[0][w];
    }
    if (n == WIDTH) PUTS(0, to, v);
    else PUT(0, to, v[0]);
  }
}
