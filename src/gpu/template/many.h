/* many.h: elementwise over the tensors of many members, each of them adjacent elements; or over one member with any strides. A block
   works on one member; a thread computes WIDTH adjacent elements of every result, TURNS times.

   MEMBERS     at most so many                 WORDS_OF  words of a member: two, and one for each operand
   HAS_i       result i (0 to 3) or input i - 4 is there; PLACE_i is its word        STEP_i  0: it repeats
   AXES        0, or the axes of the one member there is; WIDTH is then 1
   STEPPING    1: an entry of step.def: OFS_ ATTRS_ FACTS_ RATES_ KEPT_ KEEPS_ KEEP_ ONCE_ RESULTS_ EACH_ GIVE_; result 3 is result 0
               once more. RATE_i its rate of rank 0: 0 left out, 1 a float, 2 an integer; RATE_PLACE_i its word, RATE_D_i its dtype
   STANDIN     else, a map: the input a number stands in for, or -1; INS_ ATTRS_ BODY_ TAKE_ as in map.h */

#undef AT
#define AT(i) p##i

#ifdef __CUDACC__
#define MANY_OPERANDS struct many_args a
#define LIES(word) ((GLOBAL char *)(word))
#define HANDLES_
#else
/* Memory is a handle, of which a launch has sixteen: a word is bytes from its start, and in its last four bits its number. */
#define MANY_OPERANDS                                                                                            \
  GLOBAL char *h0, GLOBAL char *h1, GLOBAL char *h2, GLOBAL char *h3, GLOBAL char *h4, GLOBAL char *h5,          \
      GLOBAL char *h6, GLOBAL char *h7, GLOBAL char *h8, GLOBAL char *h9, GLOBAL char *h10, GLOBAL char *h11,    \
      GLOBAL char *h12, GLOBAL char *h13, GLOBAL char *h14, GLOBAL char *h15, struct many_args a
#define HANDLES_ GLOBAL char *handle[16] = {h0, h1, h2, h3, h4, h5, h6, h7, h8, h9, h10, h11, h12, h13, h14, h15};
#define LIES(word) (handle[(word)&15] + ((word) >> 4))
#endif

#define OPERAND(i) GLOBAL char *p##i = HAS_##i ? LIES(a.word[base + PLACE_##i]) : (GLOBAL char *)0;
#define READ(i, k)                                                                                               \
  if (HAS_##k) {                                                                                                 \
    T v_[WIDTH];                                                                                                 \
    if (STEP_##k && some == WIDTH) {                                                                             \
      GETS(k, at[k], v_);                                                                                        \
    } else {                                                                                                     \
      UNROLL for (i32 j = 0; j < WIDTH; j++) v_[j] = j < some ? GET(k, at[k] + (STEP_##k ? j : 0)) : K(0);       \
    }                                                                                                            \
    UNROLL for (i32 j = 0; j < WIDTH; j++) in[j][i] = v_[j];                                                     \
  }
#define WRITE(k)                                                                                                 \
  if (HAS_##k) {                                                                                                 \
    T v_[WIDTH];                                                                                                 \
    UNROLL for (i32 j = 0; j < WIDTH; j++) v_[j] = out[j][k];                                                    \
    if (some == WIDTH) {                                                                                         \
      PUTS(k, at[k], v_);                                                                                        \
    } else {                                                                                                     \
      UNROLL for (i32 j = 0; j < WIDTH; j++) if (j < some) PUT(k, at[k] + j, v_[j]);                             \
    }                                                                                                            \
  }

#if STEPPING
#define RATE_OF(i)                                                                                               \
  (RATE_##i ? (T)PASTE(get_, RATE_D_##i)((GLOBAL const PASTE(RAW_, RATE_D_##i) *)LIES(a.word[base + RATE_PLACE_##i])) : (T)RATE_ELSE_##i)
REM_FN void many_once(const T *c_, const T *r_, T *k_) {
  ATTRS_ FACTS_ RATES_ KEEPS_ ONCE_ KEEP_
}
REM_FN void many_formula(const T *o, const T *c_, const T *r_, const T *k_, T *out) {
  OFS_ ATTRS_ FACTS_ RATES_ KEPT_ RESULTS_ EACH_ GIVE_
  out[3] = out[0];
}
#else
REM_FN void many_formula(const T *in, const T *c_, T *out) {
  INS_
  NAMES_
  BODY_
  TAKE_
}
#endif

KERNEL(THREADS)(MANY_OPERANDS) {
  HANDLES_
  i32 member = 0, beyond = (i32)a.members;
  while (beyond - member > 1) {
    i32 middle = (member + beyond) >> 1;
    if (a.word[middle * WORDS_OF] <= BLOCK) member = middle;
    else beyond = middle;
  }
  const i32 base = member * WORDS_OF;
  const i64 elems = a.word[base + 1], first = (BLOCK - a.word[base]) * (THREADS * TURNS * WIDTH) + THREAD * WIDTH;
  OPERAND(0) OPERAND(1) OPERAND(2) OPERAND(3) OPERAND(4) OPERAND(5) OPERAND(6) OPERAND(7)
  const T number[8] = {real_((U)a.number[0]), real_((U)a.number[1]), real_((U)a.number[2]), real_((U)a.number[3]),
                       real_((U)a.number[4]), real_((U)a.number[5]), real_((U)a.number[6]), real_((U)a.number[7])};
#if STEPPING
  const T rate[3] = {RATE_OF(0), RATE_OF(1), RATE_OF(2)};
  T kept[3] = {K(0), K(0), K(0)};
  many_once(number, rate, kept);
#endif
  UNROLL
  for (i32 turn = 0; turn < TURNS; turn++) {
    i64 e = first + turn * (THREADS * WIDTH);
    if (e < elems) {
      i32 some = elems - e < WIDTH ? (i32)(elems - e) : WIDTH;
      T in[WIDTH][4], out[WIDTH][4];
#if AXES
      OFFSET at[8] = {0, 0, 0, 0, 0, 0, 0, 0};
      DECODE(AXES, e, a.axis, 8, at);
#else
      const i64 at[8] = {e, e, e, e, STEP_4 ? e : 0, STEP_5 ? e : 0, STEP_6 ? e : 0, STEP_7 ? e : 0};
#endif
      UNROLL
      for (i32 j = 0; j < WIDTH; j++) UNROLL for (i32 i = 0; i < 4; i++) in[j][i] = STANDIN == i ? number[0] : K(1);
      READ(0, 4) READ(1, 5) READ(2, 6) READ(3, 7)
#if STEPPING
      UNROLL
      for (i32 j = 0; j < WIDTH; j++) many_formula(in[j], number, rate, kept, out[j]);
#else
      UNROLL
      for (i32 j = 0; j < WIDTH; j++) many_formula(in[j], number, out[j]);
#endif
      WRITE(0) WRITE(1) WRITE(2) WRITE(3)
    }
  }
}
