/* levels.h: sums of WIDTH elements joined by neighbours, as a binary counter carries: level d has the sum of 2^d items. */

/* Item t, of which v is left changed. There are at most 2^(depth - 1). */
REM_FN void push_item(T (*level)[WIDTH], i32 depth, i32 t, T *v) {
  i32 open = 1;
  UNROLL
  for (i32 d = 0; d < depth; d++) {
    if (open && d < depth - 1 && (t >> d & 1)) {
      UNROLL
      for (i32 w = 0; w < WIDTH; w++) v[w] = level[d][w] + v[w];
    } else if (open) {
      UNROLL
      for (i32 w = 0; w < WIDTH; w++) level[d][w] = v[w];
      open = 0;
    }
  }
}
/* What n items left, the latest first. */
REM_FN void join_levels(T (*level)[WIDTH], i32 depth, i32 n, T *v) {
  i32 any = 0;
  UNROLL
  for (i32 d = 0; d < depth; d++) {
    if (n >> d & 1) {
      UNROLL
      for (i32 w = 0; w < WIDTH; w++) v[w] = any ? level[d][w] + v[w] : level[d][w];
      any = 1;
    }
  }
}
