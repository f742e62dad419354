/* pick_sort.h: positions of index in the order of the rows that they name, equal ones in their own order: a radix sort, from the
   lowest digit of eight bits on. Three launches a digit: every block counts the digits of its positions; the counts of every digit
   are added up from block to block; every block moves its positions to where they belong. Nothing is added by atomics: a thread finds
   its place among the 32 of its group by comparing digits, four at a time.

   PART        0: count  1: add up  2: move
   FIRST       the first digit: positions come from index, and those that name no row, or the one left away, go no further
   AXES        of index
   KEY PLACE   integers that hold a row, and a position
   INDEX OFFSET  u32 and i32, where positions and offsets fit 31 bits; else u64 and i64 */

#define GROUP 32
#define GROUPS (THREADS / GROUP)
#define DIGITS 256

/* In each byte 1, where the byte of x is 0 and the one of mask is 0x80. */
REM_FN u32 zero_bytes(u32 x, u32 mask) { return (~(((x & 0x7f7f7f7fu) + 0x7f7f7f7fu) | x) & mask) >> 7; }
REM_FN i32 add_bytes(u32 x) { return (i32)((x * 0x01010101u) >> 24); }

/* The row that position i of index names; -1: none that counts. */
REM_FN i64 row_named(const struct pick_sort_args *a, GLOBAL const char *index, i64 i) {
  OFFSET at[1] = {0};
  DECODE_QUICKLY(AXES, i, a->axis, 1, at);
  i64 row = (i64)PASTE(get_, D_0)((GLOBAL const RAW(0) *)index + at[0]);
  return (row >= 0) & (row < a->rows) & (row != a->padding) ? row : -1;
}

#if PART == 1

KERNEL(THREADS)(OPERANDS(pick_sort_args)) {
  LOCAL_ARRAY i64 room[2][THREADS];
  GLOBAL PLACE *counts = (GLOBAL PLACE *)AT(5) + BLOCK * a.blocks;
  i64 before = 0;
  for (i64 first = 0; first < a.blocks; first += THREADS) {
    i64 i = first + THREAD, own = i < a.blocks ? counts[i] : 0;
    i32 now = 0;
    room[0][THREAD] = own;
    BARRIER;
    for (i32 w = 1; w < THREADS; w *= 2) {
      room[1 - now][THREAD] = room[now][THREAD] + (THREAD >= w ? room[now][THREAD - w] : 0);
      now = 1 - now;
      BARRIER;
    }
    if (i < a.blocks) counts[i] = (PLACE)(before + room[now][THREAD] - own);
    before += room[now][THREADS - 1];
    BARRIER;
  }
  if (THREAD == 0) ((GLOBAL PLACE *)AT(6))[BLOCK] = (PLACE)before;
}

#else

KERNEL(THREADS)(OPERANDS(pick_sort_args)) {
  LOCAL_ARRAY u32 digits[THREADS / 4];
  LOCAL_ARRAY u32 valid[THREADS / 4];
  LOCAL_ARRAY PLACE part[GROUPS][DIGITS];
  GLOBAL PLACE *counts = (GLOBAL PLACE *)AT(5);
  i32 group = THREAD / GROUP, lane = THREAD % GROUP;
  i64 n = FIRST ? a.n : (i64)*(GLOBAL const PLACE *)AT(7), end = (BLOCK + 1) * a.span;
  if (end > n) end = n;
  i64 base = 0; /* of digit THREAD: how many there were, or where the next one goes */
#if PART == 2
  GLOBAL const PLACE *totals = (GLOBAL const PLACE *)AT(6);
  i64 all = 0;
  for (i32 d = 0; d < DIGITS; d++) {
    if (d == THREAD) base = all;
    all += totals[d];
  }
  base += counts[THREAD * a.blocks + BLOCK];
  if (FIRST && BLOCK == 0 && THREAD == 0) *(GLOBAL PLACE *)AT(7) = (PLACE)all;
#endif
  for (i64 first = BLOCK * a.span; first < end; first += THREADS) {
    i64 i = first + THREAD, row = -1;
    if (i < end) row = FIRST ? row_named(&a, AT(0), i) : (i64)((GLOBAL const KEY *)AT(1))[i];
    u32 digit = (u32)((u64)row >> a.shift) & (DIGITS - 1);
    ((LOCAL unsigned char *)digits)[THREAD] = (unsigned char)digit;
    ((LOCAL unsigned char *)valid)[THREAD] = row >= 0 ? 0x80 : 0;
    for (i32 k = 0; k < GROUPS; k++) part[k][THREAD] = 0;
    BARRIER;
    u32 same = 0, before = 0;
    UNROLL
    for (i32 k = 0; k < GROUP / 4; k++) {
      u32 equal = zero_bytes(digits[group * (GROUP / 4) + k] ^ digit * 0x01010101u, valid[group * (GROUP / 4) + k]);
      same += equal;
      before += k < lane / 4 ? equal : k == lane / 4 ? equal & ((1u << 8 * (lane % 4)) - 1) : 0;
    }
    i32 rank = add_bytes(before), count = add_bytes(same);
    if (row >= 0 && rank == count - 1) part[group][digit] = (PLACE)count;
    BARRIER;
    for (i32 k = 0; k < GROUPS; k++) {
      PLACE some = part[k][THREAD];
      part[k][THREAD] = (PLACE)base;
      base += some;
    }
#if PART == 2
    BARRIER;
    if (row >= 0) {
      i64 to = (i64)part[group][digit] + rank;
      ((GLOBAL KEY *)AT(3))[to] = (KEY)row;
      ((GLOBAL PLACE *)AT(4))[to] = FIRST ? (PLACE)i : ((GLOBAL const PLACE *)AT(2))[i];
    }
#endif
    BARRIER;
  }
#if PART == 0
  counts[THREAD * a.blocks + BLOCK] = (PLACE)base;
#endif
}

#endif
