/* copies.h: every cell of dx sums its copies in dy, which lie along two runs, the inner one first; along a run they are joined by
   neighbours. A thread has WIDTH adjacent cells.

   AXES              axes beyond the innermost
   ADJACENT          neighbours in dx are neighbours in dy, and all copies are aligned as the first is
   FAN               copies of the inner run that are read before the first is used; a power of two
   DEPTH_0 DEPTH_1   a run has at most 2^(DEPTH - 1) items; those of the inner one are fans
   INDEX OFFSET      u32 and i32, where groups and offsets fit 31 bits; else u64 and i64 */

/* WIDTH cells of some copies, `apart` from each other. Where cells are not read at once, those beyond the first `some` come from
   anywhere; else those of all copies are on their way before the first is converted. */
REM_FN void read_copies(const struct copies_args *a, GLOBAL const char *from, OFFSET at, i32 copies, i32 some, i32 at_once,
                        T fan[FAN][WIDTH]) {
  OFFSET apart = (OFFSET)a->step[1];
  if (at_once) {
    u32 held[FAN][WORDS(1)];
    UNROLL
    for (i32 f = 0; f < FAN; f++)
      if (f < copies) read_words(ELEMENT_OF(1, from, at + f * apart), BYTES(1) * WIDTH, held[f]);
    UNROLL
    for (i32 k = 0; k < FAN * WIDTH; k++)
      if (k / WIDTH < copies) fan[k / WIDTH][k % WIDTH] = HELD(1, held[k / WIDTH], k % WIDTH);
  } else {
    UNROLL
    for (i32 k = 0; k < FAN * WIDTH; k++) {
      i32 f = k / WIDTH, w = k % WIDTH;
      if (f < copies) fan[f][w] = GET_FROM(1, from, at + f * apart + (w < some ? w * (OFFSET)a->along[1] : 0));
    }
  }
}

REM_FN void sum_inner(const struct copies_args *a, GLOBAL const char *from, OFFSET at, i32 some, i32 at_once, T *v) {
  T level[DEPTH_1][WIDTH], fan[FAN][WIDTH];
  i32 n = (i32)a->n[1];
  for (i32 t = 0; t < n; t += FAN) {
    read_copies(a, from, at + (OFFSET)t * (OFFSET)a->step[1], n - t, some, at_once, fan);
    UNROLL
    for (i32 d = 1; d < FAN; d *= 2) {
      UNROLL
      for (i32 f = 0; f + d < FAN; f += 2 * d) {
        if (t + f + d < n) UNROLL for (i32 w = 0; w < WIDTH; w++) fan[f][w] = fan[f][w] + fan[f + d][w];
      }
    }
    push_item(level, DEPTH_1, t / FAN, fan[0]);
  }
  join_levels(level, DEPTH_1, (n + FAN - 1) / FAN, v);
}

REM_FN void sum_copies(const struct copies_args *a, GLOBAL const char *from, OFFSET at, i32 some, i32 at_once, T *v) {
  T level[DEPTH_0][WIDTH];
  i32 n = (i32)a->n[0];
  for (i32 t = 0; t < n; t++) {
    sum_inner(a, from, at + (OFFSET)t * (OFFSET)a->step[0], some, at_once, v);
    push_item(level, DEPTH_0, t, v);
  }
  join_levels(level, DEPTH_0, n, v);
}

KERNEL(THREADS)(OPERANDS(copies_args)) {
  i64 group = BLOCK * THREADS + THREAD;
  if (group >= a.groups) return;
  INDEX row = PASTE(divide_, INDEX)((INDEX)group, a.cols);
  OFFSET col = (OFFSET)((INDEX)group - row * (INDEX)a.cols.d);
  i32 some = col == (OFFSET)a.cols.d - 1 ? (i32)a.tail : WIDTH;
  OFFSET at[2];
  at[0] = col * WIDTH * (OFFSET)a.along[0], at[1] = col * WIDTH * (OFFSET)a.along[1];
  DECODE_QUICKLY(AXES, row, a.axis, 2, at);
  T v[WIDTH];
  if (ADJACENT && some == WIDTH && ALIGNED((GLOBAL const RAW(1) *)AT(1) + at[1], BYTES(1) * WIDTH)) {
    sum_copies(&a, AT(1), at[1], some, 1, v);
  } else {
    sum_copies(&a, AT(1), at[1], some, 0, v);
  }
  if (some == WIDTH) {
    PUTS(0, at[0], v);
  } else {
    UNROLL
    for (i32 w = 0; w < WIDTH; w++)
      if (w < some) PUT(0, at[0] + w * (OFFSET)a.along[0], v[w]);
  }
}
