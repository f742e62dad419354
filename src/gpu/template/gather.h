/* gather.h: every cell of y is one element of x, or a number. Cells are counted as they lie in memory; a thread writes WIDTH of
   them, which may lie in two rows, or in more where rows are short.

   AXES          axes; those that are not there come first and have one point
   PACKED        cells that follow each other are adjacent in y, rows included; 0: at most those of a row are
   ADJACENT      elements of x that follow each other along the last axis are adjacent
   INDEX OFFSET  u32 and i32, where cells and offsets fit 31 bits; else u64 and i64 */

#define LAST (AXES - 1)

REM_FN i32 piece_at(const struct gather_axis *x, OFFSET i) {
  return (i32)(i >= (OFFSET)x->edge[0]) + (i32)(i >= (OFFSET)x->edge[1]);
}
REM_FN i32 sign_of(const struct gather_axis *x, i32 piece) {
  return piece == 0 ? x->sign[0] : piece == 1 ? x->sign[1] : x->sign[2];
}
REM_FN OFFSET source_of(const struct gather_axis *x, i32 piece, OFFSET i) {
  OFFSET place = (OFFSET)(piece == 0 ? x->place[0] : piece == 1 ? x->place[1] : x->place[2]);
  return (place + (OFFSET)sign_of(x, piece) * i) * (OFFSET)x->from;
}

/* A cell: its column, and where its row begins in y and what belongs there in x. */
struct spot {
  OFFSET col, to, from;
  u32 filled;
};

REM_FN struct spot spot_of(const struct gather_args *a, INDEX cell) {
  struct spot s;
  INDEX left = AXES > 1 ? PASTE(divide_, INDEX)(cell, a->axis[LAST].extent) : 0;
  s.col = (OFFSET)(cell - left * (INDEX)a->axis[LAST].extent.d);
  s.to = s.from = 0;
  s.filled = 0;
  UNROLL
  for (i32 k = LAST - 1; k >= 0; k--) {
    const struct gather_axis *x = &a->axis[k];
    INDEX up = k ? PASTE(divide_, INDEX)(left, x->extent) : 0;
    OFFSET i = (OFFSET)(left - up * (INDEX)x->extent.d);
    i32 piece = piece_at(x, i);
    left = up;
    s.to += i * (OFFSET)x->to;
    s.from += source_of(x, piece, i);
    s.filled |= x->filled >> piece & 1;
  }
  return s;
}

KERNEL(THREADS)(OPERANDS(gather_args)) {
  i64 first = (BLOCK * THREADS + THREAD) * WIDTH;
  if (first >= a.cells) return;
  i32 some = a.cells - first < WIDTH ? (i32)(a.cells - first) : WIDTH;
  struct spot s = spot_of(&a, (INDEX)first);
  OFFSET extent = (OFFSET)a.axis[LAST].extent.d, step = (OFFSET)a.axis[LAST].to, to = s.to + s.col * step;
  i32 piece = piece_at(&a.axis[LAST], s.col), in_row = some == WIDTH && s.col + WIDTH <= extent;
  i32 at_once = in_row || (PACKED && some == WIDTH);
  T v[WIDTH], value = real_((U)a.value);
  if (ADJACENT && in_row && piece == piece_at(&a.axis[LAST], s.col + (WIDTH - 1)) && sign_of(&a.axis[LAST], piece) == 1 &&
      !(s.filled | (a.axis[LAST].filled >> piece & 1))) {
    GETS(1, s.from + source_of(&a.axis[LAST], piece, s.col), v);
  } else {
    UNROLL
    for (i32 j = 0; j < WIDTH; j++) {
      v[j] = value;
      if (j < some) {
        if (j > 0 && s.col == extent) s = spot_of(&a, (INDEX)(first + j));
        piece = piece_at(&a.axis[LAST], s.col);
        if (!(s.filled | (a.axis[LAST].filled >> piece & 1)))
          v[j] = GET(1, s.from + source_of(&a.axis[LAST], piece, s.col));
        if (!at_once) PUT(0, s.to + s.col * step, v[j]);
        s.col++;
      }
    }
  }
  if (at_once) PUTS(0, to, v);
}
