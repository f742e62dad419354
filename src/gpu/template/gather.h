/* gather.h: every cell of y is one element of x, or a number. Cells are counted as they lie in memory; a thread writes WIDTH of
   them, which may lie in two rows, or in more where rows are short.

   AXES          axes; those that are not there come first and have one point
   PACKED        cells that follow each other are adjacent in y, rows included; 0: at most those of a row are
   ADJACENT      elements of x that follow each other along the last axis are adjacent
   FILLS         borders come from nowhere and get the number; else, as an axis is walked there, SIGN is the direction in x
   INDEX OFFSET  u32 and i32, where cells and offsets fit 31 bits; else u64 and i64 */

#define LAST (AXES - 1)

/* Where what belongs to index i lies in x; *filled is set where that is nowhere. */
REM_FN OFFSET source_at(const struct gather_axis *x, OFFSET i, i32 *filled) {
  i32 before = i < (OFFSET)x->edge[0], behind = i >= (OFFSET)x->edge[1];
  OFFSET at = (OFFSET)x->place + i;
  if (FILLS) {
    *filled |= before | behind;
  } else {
    at += before | behind ? (SIGN - 1) * i : 0;
    at += before ? (OFFSET)x->before : 0;
    at += behind ? (OFFSET)x->behind : 0;
  }
  return at * (OFFSET)x->from;
}

/* A cell: its column, and where its row begins in y and what belongs there in x. */
struct spot {
  OFFSET col, to, from;
  i32 filled;
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
    left = up;
    s.to += i * (OFFSET)x->to;
    s.from += source_at(x, i, &s.filled);
  }
  return s;
}

KERNEL(THREADS)(OPERANDS(gather_args)) {
  i64 first = (BLOCK * THREADS + THREAD) * WIDTH;
  if (first >= a.cells) return;
  i32 some = a.cells - first < WIDTH ? (i32)(a.cells - first) : WIDTH;
  struct spot s = spot_of(&a, (INDEX)first);
  const struct gather_axis *last = &a.axis[LAST];
  OFFSET extent = (OFFSET)last->extent.d, to = s.to + s.col * (OFFSET)last->to;
  i32 in_row = some == WIDTH && s.col + WIDTH <= extent, at_once = in_row || (PACKED && some == WIDTH);
  T v[WIDTH], value = real_((U)a.value);
  if (ADJACENT && !s.filled && some == WIDTH && s.col >= (OFFSET)last->edge[0] && s.col + WIDTH <= (OFFSET)last->edge[1]) {
    GETS(1, s.from + (OFFSET)last->place + s.col, v);
  } else {
    UNROLL
    for (i32 j = 0; j < WIDTH; j++) {
      v[j] = value;
      if (j < some) {
        if (j > 0 && s.col == extent) s = spot_of(&a, (INDEX)(first + j));
        i32 filled = s.filled;
        OFFSET from = s.from + source_at(last, s.col, &filled);
        if (!filled) v[j] = GET(1, from);
        if (!at_once) PUT(0, s.to + s.col * (OFFSET)last->to, v[j]);
        s.col++;
      }
    }
  }
  if (at_once) PUTS(0, to, v);
}
