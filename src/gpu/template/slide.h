/* slide.h: cells of `to` are nested sums over places of `from`, as in nest.h, where most cells have one place and rows are long:
   they are rows of from, slid along. Vectors of WIDTH cells that lie in the zone of the last axis, and are aligned in to, are one
   part of the work; the edges, all other cells of a row, are the other, and have blocks of their own.

   AXES     axes, in logical order; those that are not there come first and have one point
   ORDER    digit k, in base 8: the axis outside the last that is k-th in the memory of to, outermost first
   PLACES   of a cell along an axis: 1, 3: at most one of each image, or 128: runs
   DEPTH    with runs, the sums that can wait for their neighbour
   TURNS    vectors of a thread
   SAME     both operands have one dtype, and nothing is added to what is in to
   INDEX OFFSET  u32 and i32, where cells and offsets fit 31 bits; else u64 and i64 */

#define LAST (AXES - 1)
#define TWO 2 /* cells of an edge that a thread has at a time   */
#define FEW 4 /* places of a cell that are read at a time; sum_run has as many */

/* ---- one axis ---- */

REM_FN i32 in_zone(const struct slide_axis *x, OFFSET i) { return i >= (OFFSET)x->zone[0] && i < (OFFSET)x->zone[1]; }
REM_FN i32 in_image(const struct slide_axis *x, i32 k, OFFSET i) { return i >= (OFFSET)x->lo[k] && i < (OFFSET)x->hi[k]; }
REM_FN OFFSET image_at(const struct slide_axis *x, i32 k, OFFSET i) {
  return ((OFFSET)x->place[k] + (k == 1 ? i : (OFFSET)x->sign[k] * i)) * (OFFSET)x->from;
}
REM_FN i32 run_of(const struct slide_axis *x, i32 k, OFFSET i) { return in_image(x, k, i) ? x->run[k] : 0; }
REM_FN i32 places_of(const struct slide_axis *x, OFFSET i) { return run_of(x, 0, i) + run_of(x, 1, i) + run_of(x, 2, i); }

/* Where place t of index i lies. */
REM_FN OFFSET place_at(const struct slide_axis *x, OFFSET i, i32 t) {
  OFFSET at = 0;
  UNROLL
  for (i32 k = 0; k < 3; k++) {
    i32 run = run_of(x, k, i);
    if (t >= 0 && t < run) at = image_at(x, k, i) + t * (OFFSET)x->from;
    t -= run;
  }
  return at;
}

/* ---- reading ---- */

/* w[k] = w[k + n], for some. */
REM_FN void shift_words(u32 *w, i32 n) {
  UNROLL
  for (i32 k = 0; k + n < 2 * WORDS(1); k++) w[k] = w[k + n];
}

/* WIDTH adjacent elements are read, wherever they begin, from the two vectors around them, unless those reach beyond the operand:
   the first begins `ahead` elements earlier, and where that is 0 the second is not needed, and the same. */
REM_FN i32 ahead_of(GLOBAL const char *from, OFFSET at) {
  return (i32)((u64)((GLOBAL const RAW(1) *)from + at) / BYTES(1)) & (WIDTH - 1);
}
/* The vectors around the elements at `at` and at `end`, which are aligned alike, and all between. */
REM_FN i32 is_inside(const struct slide_args *a, OFFSET at, OFFSET end, i32 ahead) {
  return at - ahead >= (OFFSET)a->from_lo && end - ahead + (ahead ? 2 : 1) * WIDTH <= (OFFSET)a->from_hi;
}
REM_FN void read_around(GLOBAL const char *from, OFFSET at, i32 ahead, u32 *w) {
  GLOBAL const RAW(1) *p = (GLOBAL const RAW(1) *)from + (at - ahead);
  read_words((GLOBAL const char *)p, BYTES(1) * WIDTH, w);
  read_words((GLOBAL const char *)(p + (ahead ? WIDTH : 0)), BYTES(1) * WIDTH, w + WORDS(1));
}
REM_FN void slide_words(u32 *w, i32 ahead) {
  i32 bytes = ahead * BYTES(1);
  if (WORDS(1) > 2 && (bytes & 8)) shift_words(w, 2);
  if (BYTES(1) < 8 && (bytes & 4)) shift_words(w, 1);
  if (BYTES(1) < 4 && (bytes & 2)) {
    UNROLL
    for (i32 k = 0; k < WORDS(1); k++) w[k] = w[k] >> 16 | w[k + 1] << 16;
  }
}
REM_FN void read_slid(const struct slide_args *a, GLOBAL const char *from, OFFSET at, T *v) {
  i32 ahead = ahead_of(from, at);
  if (is_inside(a, at, at, ahead)) {
    u32 w[2 * WORDS(1)];
    read_around(from, at, ahead, w);
    slide_words(w, ahead);
    UNROLL
    for (i32 k = 0; k < WIDTH; k++) v[k] = PASTE(word_, D_1)(w, k);
  } else {
    UNROLL
    for (i32 k = 0; k < WIDTH; k++) v[k] = GET_FROM(1, from, at + k);
  }
}

/* `lanes` is 1 or WIDTH, and a constant. */
REM_FN void read_lanes(const struct slide_args *a, GLOBAL const char *from, OFFSET at, i32 lanes, T *v) {
  if (lanes == 1) v[0] = GET_FROM(1, from, at);
  else read_slid(a, from, at, v);
}

/* ---- sums ---- */

#if PLACES == 1

/* The cells at indices i of the first n axes, and at `at` along those inside. */
REM_FN void sum_places(const struct slide_args *a, GLOBAL const char *from, const OFFSET *i, i32 n, OFFSET at, i32 lanes, T *v) {
  i32 found = 1;
  UNROLL
  for (i32 k = 0; k < n; k++) {
    const struct slide_axis *x = &a->axis[k];
    OFFSET here = in_image(x, 1, i[k]) ? image_at(x, 1, i[k]) : in_image(x, 0, i[k]) ? image_at(x, 0, i[k]) : image_at(x, 2, i[k]);
    found &= in_image(x, 0, i[k]) | in_image(x, 1, i[k]) | in_image(x, 2, i[k]);
    at += here;
  }
  UNROLL
  for (i32 w = 0; w < lanes; w++) v[w] = real_((U)a->value);
  if (found) read_lanes(a, from, at, lanes, v);
}

#else

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

/* v is an item of axis k, its t-th. Up to three are added from left to right; those of runs are joined by neighbours. */
#if PLACES == 3
struct sums {
  T sum[AXES][WIDTH];
};
REM_FN void add_item(struct sums *s, i32 k, i32 t, i32 count, i32 lanes, T *v) {
  UNROLL
  for (i32 w = 0; w < lanes; w++) v[w] = s->sum[k][w] = t ? s->sum[k][w] + v[w] : v[w];
}
#else
struct sums {
  T sum[DEPTH][WIDTH];
  i32 top;
};
REM_FN void add_item(struct sums *s, i32 k, i32 t, i32 count, i32 lanes, T *v) {
  i32 joins = carries(t + 1) + (t + 1 == count ? leftovers(count) : 0);
  for (; joins > 0; joins--) {
    s->top--;
    UNROLL
    for (i32 w = 0; w < lanes; w++) v[w] = s->sum[s->top][w] + v[w];
  }
  if (t + 1 == count) return; /* it is an item of the axis outside */
  UNROLL
  for (i32 w = 0; w < lanes; w++) s->sum[s->top][w] = v[w];
  s->top++;
}
#endif

#if PLACES > 3
/* The first few of n places of one cell, from `at` on, each `apart` from the one before: all are read before the first is used. */
REM_FN T sum_run(GLOBAL const char *from, OFFSET at, i32 n, OFFSET apart) {
  T few[FEW];
  UNROLL
  for (i32 t = 0; t < FEW; t++)
    if (t < n) few[t] = GET_FROM(1, from, at + t * apart);
  if (n > 1) few[0] = few[0] + few[1];
  if (n > 3) few[2] = few[2] + few[3];
  return n > 2 ? few[0] + few[2] : few[0];
}
#endif

REM_FN void sum_places(const struct slide_args *a, GLOBAL const char *from, const OFFSET *i, i32 n, OFFSET at, i32 lanes, T *v) {
  struct sums s;
  i32 count[AXES], item[AXES], left = 1, run = 0;
#if PLACES == 3
#define PLACE_AT(k) place_at(&a->axis[k], i[k], item[k])
#else /* a cell is in one image of an axis, and its places there follow each other; along the last, few are an item */
  OFFSET start[AXES];
#define PLACE_AT(k) (start[k] + item[k] * (k == LAST ? FEW : 1) * (OFFSET)a->axis[k].from)
  s.top = 0;
#endif
  UNROLL
  for (i32 k = 0; k < n; k++) {
    count[k] = places_of(&a->axis[k], i[k]);
    item[k] = 0;
#if PLACES > 3
    start[k] = place_at(&a->axis[k], i[k], 0);
    if (k == LAST) run = count[k], count[k] = (run + FEW - 1) / FEW;
#endif
    left *= count[k];
  }
  UNROLL
  for (i32 w = 0; w < lanes; w++) v[w] = K(0);
  for (; left > 0; left--) {
    OFFSET here = at;
    i32 done = 1; /* an item is complete when all inside it are */
    UNROLL
    for (i32 k = n - 1; k >= 0; k--) here += PLACE_AT(k);
#if PLACES > 3
    if (n > LAST) v[0] = sum_run(from, here, run - item[LAST] * FEW, (OFFSET)a->axis[LAST].from);
    else
#endif
      read_lanes(a, from, here, lanes, v);
    UNROLL
    for (i32 k = n - 1; k >= 0; k--) {
      if (done) {
        add_item(&s, k, item[k], count[k], lanes, v);
        done = ++item[k] == count[k];
        if (done) item[k] = 0;
      }
    }
  }
}

#endif

/* A cell of an edge, at indices i. Where all axes outside have one place, which `at` leads to, few places along the last are read before
   the first is used. */
REM_FN T sum_edge(const struct slide_args *a, GLOBAL const char *from, const OFFSET *i, i32 single, OFFSET at) {
  T v[WIDTH];
#if PLACES > 1
  const struct slide_axis *x = &a->axis[LAST];
  OFFSET e = i[LAST];
#if PLACES == 3
  if (single) {
    T each[3], sum = K(0);
    i32 some = 0;
    UNROLL
    for (i32 k = 0; k < 3; k++)
      if (in_image(x, k, e)) each[k] = GET_FROM(1, from, at + image_at(x, k, e));
    UNROLL
    for (i32 k = 0; k < 3; k++) {
      if (in_image(x, k, e)) sum = some ? sum + each[k] : each[k], some = 1;
    }
    return sum;
  }
#else
  i32 n = places_of(x, e);
  if (single && n > 0 && n <= FEW) return sum_run(from, at + place_at(x, e, 0), n, (OFFSET)x->from);
#endif
#endif
  sum_places(a, from, i, AXES, 0, 1, v);
  return v[0];
}

/* ---- the kernel ---- */

/* The indices of a row outside the last axis; where it begins in to. */
REM_FN OFFSET find_row(const struct slide_args *a, INDEX row, OFFSET *i) {
  OFFSET to = 0;
  UNROLL
  for (i32 k = LAST - 1; k >= 0; k--) {
    i32 axis = ORDER >> 3 * k & 7;
    INDEX up = k ? PASTE(divide_, INDEX)(row, a->axis[axis].extent) : 0;
    i[axis] = (OFFSET)(row - up * (INDEX)a->axis[axis].extent.d);
    row = up;
    to += i[axis] * (OFFSET)a->axis[axis].to;
  }
  return to;
}

/* What few cells need must not take registers from threads that wait for memory. */
KERNEL_OF(THREADS, PLACES > 1 && sizeof(T) == 4 ? 1280 / THREADS : 0)(OPERANDS(slide_args)) {
  const struct slide_axis *last = &a.axis[LAST];
  INDEX tile = PASTE(divide_, INDEX)((INDEX)BLOCK, a.members);
  i32 member = (i32)((INDEX)BLOCK - tile * (INDEX)a.members.d);
  tile = tile < (INDEX)a.late ? tile + (INDEX)(a.tiles - a.late) : tile - (INDEX)a.late;
  i32 is_edge = member >= (i32)a.vector_members;
  u32 slot = (u32)(is_edge ? member - (i32)a.vector_members : member) * THREADS + (u32)THREAD;
  u32 in_tile = is_edge ? divide_u32(slot, a.edges) : divide_u32(slot, a.slots);
  INDEX row = tile * (INDEX)a.tile + in_tile;
  if (in_tile >= (u32)a.tile || row >= (INDEX)a.rows) return;
  OFFSET i[AXES], to = find_row(&a, row, i), zone = (OFFSET)last->zone[0];
  /* The first cell of the zone that is aligned. */
  u32 behind = (u32)((u64)((GLOBAL RAW(0) *)AT(0) + (to + zone)) / BYTES(0)) & (WIDTH - 1);
  OFFSET first = zone + (OFFSET)((WIDTH - behind) & (WIDTH - 1)), end = (OFFSET)last->zone[1], extent = (OFFSET)last->extent.d;
  OFFSET single_at = 0;
  i32 single = 1;
  UNROLL
  for (i32 k = 0; k < LAST; k++) {
    single = single && in_zone(&a.axis[k], i[k]);
    single_at += image_at(&a.axis[k], 1, i[k]);
  }
  if (is_edge) {
    if (first > end) first = end;
    OFFSET vectors = (end - first) / WIDTH * WIDTH, cells = extent - vectors, next = (OFFSET)a.edges.d;
    for (OFFSET cell = (OFFSET)(slot - in_tile * (u32)a.edges.d); cell < cells; cell += TWO * next) {
      T v[TWO];
      UNROLL
      for (i32 k = 0; k < TWO; k++) {
        OFFSET e = cell + k * next;
        i[LAST] = e < first ? e : e + vectors;
        if (e < cells) v[k] = sum_edge(&a, AT(1), i, single, single_at);
      }
      UNROLL
      for (i32 k = 0; k < TWO; k++) {
        OFFSET e = cell + k * next;
        if (e < cells) PUT(0, to + (e < first ? e : e + vectors), v[k]);
      }
    }
    return;
  }
  OFFSET col = first + (OFFSET)(slot - in_tile * (u32)a.slots.d) * WIDTH, apart = (OFFSET)a.slots.d * WIDTH;
  OFFSET at = image_at(last, 1, col);
  i32 count = 0;
  UNROLL
  for (i32 t = 0; t < TURNS; t++) count += col + t * apart + WIDTH <= end;
  single_at += at;
  i32 ahead = ahead_of(AT(1), single_at);
  if (single && is_inside(&a, single_at, single_at + (count - 1) * apart, ahead)) {
    u32 w[TURNS][2 * WORDS(1)];
    UNROLL
    for (i32 t = 0; t < TURNS; t++)
      if (t < count) read_around(AT(1), single_at + t * apart, ahead, w[t]);
    UNROLL
    for (i32 t = 0; t < TURNS; t++) {
      if (t < count) {
        slide_words(w[t], ahead);
#if SAME
        write_words((GLOBAL char *)((GLOBAL RAW(0) *)AT(0) + (to + col + t * apart)), BYTES(0) * WIDTH, w[t]);
#else
        T v[WIDTH];
        UNROLL
        for (i32 k = 0; k < WIDTH; k++) v[k] = PASTE(word_, D_1)(w[t], k);
        PUTS(0, to + col + t * apart, v);
#endif
      }
    }
  } else {
    for (i32 t = 0; t < count; t++, col += apart, at += apart) {
      T v[WIDTH];
      sum_places(&a, AT(1), i, LAST, at, WIDTH, v);
      PUTS(0, to + col, v);
    }
  }
}
