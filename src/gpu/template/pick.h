/* pick.h: rows of a table by number. A thread has WIDTH elements of a row of y, neighbours along its innermost axis, and looks up
   which row of the table they come from; where that is none, they are NaN.

   AXES          axes beyond the innermost one of a row; those that are not there come first and have one point
   ADJACENT      neighbours of y are neighbours in the table, and in memory
   INDEX OFFSET  u32 and i32, where groups and offsets fit 31 bits; else u64 and i64 */

KERNEL(THREADS)(OPERANDS(pick_args)) {
  i64 group = BLOCK * THREADS + THREAD;
  if (group < a.groups) {
    INDEX up = PASTE(divide_, INDEX)((INDEX)group, a.cols);
    OFFSET col = (OFFSET)((INDEX)group - up * (INDEX)a.cols.d), at[3] = {0, 0, 0};
    DECODE_QUICKLY(AXES, up, a.axis, 3, at);
    i64 row = (i64)GET_INDEX(2, at[2]);
    i32 some = col == (OFFSET)a.cols.d - 1 ? (i32)a.tail : WIDTH, there = (row >= 0) & (row < a.rows);
    OFFSET to = at[1] + col * WIDTH * (OFFSET)a.step[1];
    OFFSET from = at[0] + col * WIDTH * (OFFSET)a.step[0] + (there ? (OFFSET)row * (OFFSET)a.pitch : 0);
    T v[WIDTH], nan = real_((U)a.nan);
    UNROLL
    for (i32 w = 0; w < WIDTH; w++) v[w] = nan;
    if (there && ADJACENT && some == WIDTH) {
      GETS(0, from, v);
    } else if (there) {
      UNROLL
      for (i32 w = 0; w < WIDTH; w++)
        if (w < some) v[w] = GET(0, from + w * (OFFSET)a.step[0]);
    }
    if (ADJACENT && some == WIDTH) {
      PUTS(1, to, v);
    } else {
      UNROLL
      for (i32 w = 0; w < WIDTH; w++)
        if (w < some) PUT(1, to + w * (OFFSET)a.step[1], v[w]);
    }
  }
}
