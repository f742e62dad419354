/* ties.h: gradients of which elements get a share or nothing (SHARE of row.def), of rows whose y is known. A row is read once; what is
   kept of it until its shares are counted is a bit for each element, in the memory of the block. The threads of a block are LT times
   LINES, each of which has WIDTH elements at a time: adjacent ones of a row, or across rows one of each of WIDTH adjacent ones.

   COLUMNS     1: rows are adjacent in memory, and threads run across them; 0: threads run along a row
   CLUSTER     so many blocks have the same rows and tell each other what they have counted; 1: none do
   KEPT        axes of the lines; a line has one
   MOST_WORDS  words of bits that there is room for; a thread needs a.loops of them
   Operands are those of rowmap.h: x, dx, dy, y; the row's values are made as there. */

#define ACROSS (COLUMNS ? WIDTH : 1)
#define ALONG (COLUMNS ? 1 : WIDTH)
#define LINE_OF(i) (COLUMNS ? (i) : 0)
#define VECTORS (32 / WIDTH) /* of a word */
#define LOADS 4              /* of them that are loaded before the first is used */
#define RUN_AT(o, pos) ((OFFSET)(pos) * (OFFSET)a.axis[KEPT].stride[o])
#define VALUE_AT(o) (at[o] + j * (OFFSET)a.axis[KEPT - 1].stride[o])
#define APART (LT * CLUSTER) /* threads of a row */
#define POS_AT(word, k) ((((word)*VECTORS + (k)) * APART + y) * ALONG)
#define HOLD(pos) /* vector k, where all is sure */ \
  read_words(ELEMENT(0, at[0] + RUN_AT(0, pos)), BYTES(0) * WIDTH, held[k % LOADS])
/* The bits of a word are kept, and counted. */
#define KEEP(word, bits)                                                                                              \
  do {                                                                                                                \
    marks[(word)*THREADS + THREAD] = bits;                                                                            \
    UNROLL for (i32 j = 0; j < ACROSS; j++) count[j] += ONES(COLUMNS ? (bits) & 0xffffffffu / ((1u << WIDTH) - 1) << j : (bits)); \
  } while (0)
#define FITS(o)                                                     \
  (ALIGNED(ELEMENT(o, at[o]), BYTES(o) * WIDTH) &&                  \
   (!COLUMNS || ALIGNED(a.axis[KEPT].stride[o] * BYTES(o), BYTES(o) * WIDTH)))

#define SHARES(dx) UNROLL for (i32 i = 0; i < WIDTH; i++)(dx)[i] = row_dx_marked(bits >> (k * WIDTH + i) & 1, h[LINE_OF(i)]);

/* Threads of a row that lie among the same 32 add up what they have; PARTS of a row are left. */
#define NEAR (!SHUFFLES ? 1 : COLUMNS ? (LINES < 32 ? 32 / LINES : 1) : LT < 32 ? LT : 32)
#define PARTS (LT / NEAR)

/* What all parts of the block have counted in a row. */
REM_FN i32 sum_of_parts(LOCAL const i32 *room, i32 row) {
  i32 sum = 0;
  for (i32 part = 0; part < PARTS; part++) sum += room[part * LINES * ACROSS + row];
  return sum;
}

#if CLUSTER > 1
KERNEL_AMONG(THREADS, 1024 / THREADS, CLUSTER)(OPERANDS(rowmap_args)) {
  LOCAL_ARRAY T found[CLUSTER][LINES * ACROSS];
  LOCAL_ARRAY u64 asked[1];
  PEERS_ASK(asked, CLUSTER * LINES * ACROSS * sizeof(T));
  PEERS_BEGIN;
#else
KERNEL_OF(THREADS, (COLUMNS ? 1024 : 1280) / THREADS)(OPERANDS(rowmap_args)) {
#endif
  LOCAL_ARRAY u32 marks[MOST_WORDS * THREADS];
  LOCAL_ARRAY i32 room[PARTS * LINES * ACROSS];
  i32 x = COLUMNS ? THREAD % LINES : THREAD / LT, near = COLUMNS ? THREAD / LINES : THREAD % LT;
  i32 peer = (i32)((u32)BLOCK % CLUSTER), y = peer * LT + near;
  i64 line = ((i64)((u32)BLOCK / CLUSTER) * LINES + x) * ACROSS;
  i32 n = line < a.lines ? (i32)a.n : 0, words = (i32)a.loops;
  OFFSET at[7] = {0, 0, 0, 0, 0, 0, 0};
  if (line < a.lines) DECODE(KEPT, line, a.axis, 7, at);
  /* Words of which all is there, whose vectors are aligned: most of them. What comes next is fetched as soon as there is room. */
  i32 sure = FITS(0) && FITS(1) ? (n / ALONG + APART - 1 - y) / APART / VECTORS : 0, plain = 1;
  u32 held[LOADS][WORDS(0)];
  if (sure > 0) {
    UNROLL
    for (i32 k = 0; k < LOADS; k++) HOLD(POS_AT(0, k));
  }
  T known[ACROSS], h[ACROSS];
  i32 count[ACROSS];
  UNROLL
  for (i32 j = 0; j < ACROSS; j++) known[j] = n ? GET(3, VALUE_AT(3)) : K(0), count[j] = 0, plain &= known[j] == known[j];

  if (plain) { /* then NaN is no tie, which a compiler need not look for */
    ROLLED
    for (i32 word = 0; word < sure; word++) {
      u32 bits = 0;
      UNROLL
      for (i32 k = 0; k < VECTORS; k++) {
        UNROLL
        for (i32 i = 0; i < WIDTH; i++)
          if (row_part(HELD(0, held[k % LOADS], i), known[LINE_OF(i)])) bits |= 1u << (k * WIDTH + i);
        if (k + LOADS < VECTORS || word + 1 < sure) HOLD(POS_AT(word, k + LOADS));
      }
      KEEP(word, bits);
    }
  }
  ROLLED
  for (i32 word = plain ? sure : 0; word < words; word++) {
    u32 bits = 0;
    ROLLED
    for (i32 first = 0; first < VECTORS; first += LOADS) {
      u32 some_bits = 0;
      UNROLL
      for (i32 k = 0; k < LOADS; k++) {
        i32 pos = POS_AT(word, first + k);
        if (pos + ALONG <= n) {
          HOLDS(0, at[0] + RUN_AT(0, pos), held[k]);
        } else {
          UNROLL
          for (i32 i = 0; i < WORDS(0); i++) held[k][i] = 0;
          UNROLL
          for (i32 i = 0; i < ALONG; i++) {
            u32 e[2] = {0, 0};
            if (pos + i < n) read_words(ELEMENT(0, at[0] + RUN_AT(0, pos + i)), BYTES(0), e);
            hold_element(held[k], 1, BYTES(0), i, e);
          }
        }
      }
      UNROLL
      for (i32 k = 0; k < LOADS; k++) {
        i32 there = n - POS_AT(word, first + k);
        UNROLL
        for (i32 i = 0; i < WIDTH; i++)
          if ((COLUMNS ? 0 : i) < there && row_part(HELD(0, held[k], i), known[LINE_OF(i)])) some_bits |= 1u << (k * WIDTH + i);
      }
      bits |= some_bits << first * WIDTH;
    }
    KEEP(word, bits);
  }

  /* Whole numbers: any order will do. */
  UNROLL
  for (i32 j = 0; j < ACROSS; j++) {
    UNROLL
    for (i32 w = 1; w < NEAR; w *= 2) count[j] += SHUFFLE(count[j], (THREAD ^ (COLUMNS ? w * LINES : w)) & 31);
    if (near % NEAR == 0) room[(near / NEAR * LINES + x) * ACROSS + j] = count[j];
  }
  BARRIER;
#if CLUSTER > 1
  PEERS_BEGUN;
  if (near < CLUSTER) { /* a thread for each of the blocks */
    UNROLL
    for (i32 j = 0; j < ACROSS; j++) TELL_PEER(found[peer][x * ACROSS + j], near, (T)sum_of_parts(room, x * ACROSS + j), asked);
  }
  PEERS_TOLD(asked);
#endif
  if (n == 0) return;
  T all = real_((U)a.all), dof = real_((U)a.dof);
  UNROLL
  for (i32 j = 0; j < ACROSS; j++) {
    S r = state_zero();
#if CLUSTER > 1
    UNROLL
    for (i32 k = 0; k < CLUSTER; k++) r.t += found[k][x * ACROSS + j]; /* exact, as all counts of lines that are kept */
#else
    r.t = (T)sum_of_parts(room, x * ACROSS + j);
#endif
    row_values v = row_finish(r, K(0), all, dof);
    v.y = known[j];
    h[j] = row_h(&r, GET(2, VALUE_AT(2)), v, all, dof);
  }

  ROLLED
  for (i32 word = 0; word < sure; word++) {
    u32 bits = marks[word * THREADS + THREAD];
    UNROLL
    for (i32 k = 0; k < VECTORS; k++) {
      T dx[WIDTH];
      SHARES(dx)
      PUTS_IF(1, 1, at[1] + RUN_AT(1, POS_AT(word, k)), dx);
    }
  }
  ROLLED
  for (i32 word = sure; word < words; word++) {
    u32 bits = marks[word * THREADS + THREAD];
    ROLLED
    for (i32 k = 0; k < VECTORS; k++) {
      i32 pos = POS_AT(word, k);
      T dx[WIDTH];
      SHARES(dx)
      if (pos + ALONG <= n) {
        PUTS(1, at[1] + RUN_AT(1, pos), dx);
      } else {
        UNROLL
        for (i32 i = 0; i < ALONG; i++)
          if (pos + i < n) PUT(1, at[1] + RUN_AT(1, pos + i), dx[i]);
      }
    }
  }
}
