/* pick_sum.h: sums of the rows of dy that go to one row of the table: CHUNK positions one after the other, chunks by neighbours. A
   thread has WIDTH elements of a row, neighbours along its innermost axis. Rows that more than a chunk go to are done in pieces,
   level by level: first sums of chunks, then of FAN of those, and so on, until at most FAN are left, which the last launch joins.

   PART          0: where each row's positions begin  1: pieces of chunks  2: pieces of pieces  3: rows of the table
   ROW_AXES      axes of a row beyond the innermost        PLACE_AXES  axes of index
   ADJACENT      neighbours along the innermost axis are neighbours in dy; ADJACENT_TO: and in the table
   KEY PLACE     integers that hold a row, and a position
   INDEX OFFSET  u32 and i32, where groups and offsets fit 31 bits; else u64 and i64 */

#define CHUNK 32
#define FAN 64
#define FAN_LEVELS 7
#define BATCH 4 /* rows of dy that are asked for before the first is used */

#if PART == 0

KERNEL(THREADS)(OPERANDS(pick_sum_args)) {
  i64 row = BLOCK * THREADS + THREAD;
  if (row <= a.rows) {
    GLOBAL const KEY *keys = (GLOBAL const KEY *)AT(2);
    i64 low = 0, high = (i64)*(GLOBAL const PLACE *)AT(7);
    while (low < high) {
      i64 middle = low + (high - low) / 2;
      if ((i64)keys[middle] < row) low = middle + 1;
      else high = middle;
    }
    ((GLOBAL PLACE *)AT(4))[row] = (PLACE)low;
  }
}

#else

/* Elements that a thread has: where they lie in the table's gradient, in a row of dy, and among the elements of a row. */
struct strip {
  OFFSET table, dy;
  i64 own;
  i32 some;
};

/* Where the row of dy at a position begins. */
REM_FN OFFSET place_at(const struct pick_sum_args *a, i64 place) {
  OFFSET at[1] = {0};
  DECODE_QUICKLY(PLACE_AXES, place, a->place, 1, at);
  return at[0];
}

REM_FN void read_row(const struct pick_sum_args *a, GLOBAL const char *dy, OFFSET at, i32 some, T *v) {
  if (ADJACENT && some == WIDTH) {
    GETS_FROM(1, dy, at, v);
  } else {
    UNROLL
    for (i32 w = 0; w < WIDTH; w++) v[w] = GET_FROM(1, dy, at + (w < some ? w : 0) * (OFFSET)a->step[1]);
  }
}

/* Positions [i, i + n), at most a chunk of them. */
REM_FN void sum_chunk(const struct pick_sum_args *a, GLOBAL const char *dy, GLOBAL const PLACE *places, const struct strip *s, i64 i,
                      i32 n, T *v) {
  T rows[BATCH][WIDTH];
  for (i32 t = 0; t < n; t += BATCH) {
    UNROLL
    for (i32 f = 0; f < BATCH; f++)
      if (t + f < n) read_row(a, dy, place_at(a, (i64)places[i + t + f]) + s->dy, s->some, rows[f]);
    UNROLL
    for (i32 f = 0; f < BATCH; f++) {
      if (t + f < n) {
        UNROLL
        for (i32 w = 0; w < WIDTH; w++) v[w] = t + f ? v[w] + rows[f][w] : rows[f][w];
      }
    }
  }
}

REM_FN void read_part(GLOBAL const char *parts, i64 at, i32 some, T *v) {
  if (some == WIDTH) {
    GETS_FROM(6, parts, at, v);
  } else {
    UNROLL
    for (i32 w = 0; w < WIDTH; w++) v[w] = GET_FROM(6, parts, at + (w < some ? w : 0));
  }
}

/* n sums of pieces, at most FAN, joined by neighbours. */
REM_FN void join_parts(const struct pick_sum_args *a, GLOBAL const char *parts, i64 at, i32 n, i32 some, T *v) {
  T level[FAN_LEVELS + 1][WIDTH];
  for (i32 t = 0; t < n; t++) {
    read_part(parts, at + t * a->elems, some, v);
    push_item(level, FAN_LEVELS + 1, t, v);
  }
  join_levels(level, FAN_LEVELS + 1, n, v);
}

KERNEL(THREADS)(OPERANDS(pick_sum_args)) {
  i64 group = BLOCK * THREADS + THREAD;
  if (group < a.groups) {
    INDEX rest = PASTE(divide_, INDEX)((INDEX)group, a.cols);
    OFFSET col = (OFFSET)((INDEX)group - rest * (INDEX)a.cols.d);
    i64 plane = 0, planes = 1;
    struct strip s;
    s.some = col == (OFFSET)a.cols.d - 1 ? (i32)a.tail : WIDTH;
    s.table = col * WIDTH * (OFFSET)a.step[0], s.dy = col * WIDTH * (OFFSET)a.step[1];
    UNROLL
    for (i32 k = ROW_AXES - 1; k >= 0; k--) {
      INDEX up = PASTE(divide_, INDEX)(rest, a.row[k].extent);
      OFFSET here = (OFFSET)(rest - up * (INDEX)a.row[k].extent.d);
      rest = up;
      s.table += here * (OFFSET)a.row[k].stride[0], s.dy += here * (OFFSET)a.row[k].stride[1];
      plane += here * planes, planes *= a.row[k].extent.d;
    }
    s.own = plane * a.inner + (i64)col * WIDTH;
    GLOBAL const PLACE *begin = (GLOBAL const PLACE *)AT(4);
    T v[WIDTH];
#if PART == 3
    i64 first = begin[rest], n = begin[rest + 1] - first;
    OFFSET to = (OFFSET)rest * (OFFSET)a.pitch + s.table;
    UNROLL
    for (i32 w = 0; w < WIDTH; w++) v[w] = K(0);
    if (n <= CHUNK) {
      sum_chunk(&a, AT(1), (GLOBAL const PLACE *)AT(3), &s, first, (i32)n, v);
    } else {
      i64 window = CHUNK;
      i32 level = 0;
      while (n > window * FAN) window *= FAN, level++;
      join_parts(&a, AT(6), a.from[level] + first / (window / 2) * a.elems + s.own, (i32)((n + window - 1) / window), s.some, v);
    }
    if (n > 0 || !ADD_0) {
      if (ADJACENT_TO && s.some == WIDTH) {
        PUTS(0, to, v);
      } else {
        UNROLL
        for (i32 w = 0; w < WIDTH; w++)
          if (w < s.some) PUT(0, to + w * (OFFSET)a.step[0], v[w]);
      }
    }
#else
    /* Of a window, as long as a piece, only the rows of its first and its last position can have more than one piece and one that
       begins here. */
    GLOBAL const KEY *keys = (GLOBAL const KEY *)AT(2);
    i64 count = (i64)*(GLOBAL const PLACE *)AT(7), low = (i64)rest * a.window, high = low + a.window;
    if (high > count) high = count;
    if (low < high) {
      i64 rows[2];
      rows[0] = keys[low], rows[1] = keys[high - 1];
      for (i32 k = 0; k < 2; k++) {
        i64 first = begin[rows[k]], last = begin[rows[k] + 1], skip = first < low ? (low - first + a.window - 1) / a.window : 0;
        i64 at = first + skip * a.window, n = last - at;
        if (n > a.window) n = a.window;
        if (last - first > a.window && at < high && n > 0 && (k == 0 || rows[1] != rows[0])) {
#if PART == 1
          sum_chunk(&a, AT(1), (GLOBAL const PLACE *)AT(3), &s, at, (i32)n, v);
#else
          i64 leaf = a.window / FAN;
          i64 leaves = a.from[0] + (first / (leaf / 2) + skip * FAN) * a.elems + s.own;
          join_parts(&a, AT(6), leaves, (i32)((n + leaf - 1) / leaf), s.some, v);
#endif
          i64 to = a.to + (first / (a.window / 2) + skip) * a.elems + s.own;
          if (s.some == WIDTH) {
            PUTS(5, to, v);
          } else {
            UNROLL
            for (i32 w = 0; w < WIDTH; w++)
              if (w < s.some) PUT(5, to + w, v[w]);
          }
        }
      }
    }
#endif
  }
}

#endif
