/* turns.h: scans of long lines, made of one input, each element of which is read once. A block of threads does one unit of a strip of
   lines, TILES tiles of them, in the order in which blocks begin. It lets those behind it know the totals of its blocks of 256 steps
   and waits for those of the ones in front of it, which have begun. Totals of 32 blocks are folded into that of their group, those of
   32 groups again, and so on, LEVELS of them; whoever has the last of a group lets others know its total. So the order of
   docs/order.md is kept, whoever comes first.

   COLUMNS  1: the threads are LINES x 32, across strips of adjacent lines; 0: TL along one strip, of ACROSS lines
   ACROSS   adjacent lines of a thread, loaded at once; WIDTH is the same. RUNS: of one line, whose 8 steps are adjacent, upwards (1) or
            downwards (-1): WIDTH is 8
   STAGED   1, -1: the steps of a strip follow each other without gaps, upwards or downwards, and go through the memory of the block
   KEPT     axes of the lines
   forward: operand 0 x, 2 y; SHIFT: y is stored one step later, and in front stands what lies before the first element
   BACK: 0 dy, 5 dx

   Operand 7 begins with a word, how many blocks have begun; from byte 64 on there are the totals, 32 bits of each in a u64 whose upper
   half says that they are known. All are 0 before the launch. */

#define STRIP (LINES * ACROSS)      /* lines                                      */
#define TILE (TL * 8)
#define UNIT (TILES * TILE)
#define UNIT_BLOCKS (UNIT / 256)
#define PITCH (TL + 1)
#define ROOM (PITCH * STRIP)        /* prefixes of segments of a tile             */
#define LOOK (32 * STRIP)           /* totals of a level that a unit looks at     */
#define LOOKED (LEVELS * LOOK)
#define FRONT_ROOM (UNIT_BLOCKS * STRIP)

#define STEP(i) (RUNS != 0 ? (OFFSET)RUNS : (OFFSET)a.stride[i])
#define STEP_AT(i, k) (at[i] + (OFFSET)(t0 + (k)) * STEP(i)) /* at: step 0 of the unit */
#define LOW_AT(i) STEP_AT(i, RUNS > 0 ? 0 : 7)
#define TURNED(k) (RUNS > 0 ? (k) : 7 - (k))
#define STEPS(t0) scan_clamp((alive ? span : 0) - (t0))
#define WHOLE(t0) (alive && from + (t0) + 8 <= a.n) /* not STEPS(t0) == 8: scan.h says why */

/* Eight steps from t0 on, as they lie in memory: packed where they are adjacent, else a step of all lines to a row of `held`. */
#define ROWS (RUNS != 0 ? 1 : 8)
#define FETCH(held)                                                                                                 \
  do {                                                                                                              \
    if (RUNS != 0 && whole && ALIGNED(ELEMENT(0, LOW_AT(0)), 8 * BYTES(0))) {                                       \
      read_words(ELEMENT(0, LOW_AT(0)), 8 * BYTES(0), (held)[0]);                                                   \
    } else if (RUNS == 0 && whole && fits) {                                                                        \
      UNROLL for (i32 k = 0; k < 8; k++) read_words(ELEMENT(0, STEP_AT(0, k)), BYTES(0) * ACROSS, (held)[k % ROWS]); \
    } else {                                                                                                        \
      UNROLL for (i32 r = 0; r < ROWS; r++) UNROLL for (i32 w = 0; w < WORDS(0); w++)(held)[r][w] = 0;              \
      UNROLL for (i32 k = 0; k < 8; k++) UNROLL for (i32 j = 0; j < ACROSS; j++) {                                  \
        u32 e_[2] = {0, 0};                                                                                         \
        if (whole || k < count) read_words(ELEMENT(0, STEP_AT(0, k) + j), BYTES(0), e_);                            \
        hold_element((held)[k % ROWS], 1, BYTES(0), RUNS != 0 ? TURNED(k) : j, e_);                                 \
      }                                                                                                             \
    }                                                                                                               \
  } while (0)
#define TAKEN_AT(held, j, k) (RUNS != 0 ? HELD(0, (held)[0], TURNED(k)) : HELD(0, (held)[(k) % ROWS], j))

#if STAGED
/* A tile is a piece of memory: threads that are neighbours move neighbouring 16 bytes between it and the stage, where those of a
   thread's eight steps lie together. OPERAND_PARTS: 16 bytes of these. */
#define OPERAND_PARTS(i) (8 * ACROSS * BYTES(i) / 16)
#define STAGE_WORDS(i) (TL * (OPERAND_PARTS(i) + 1) * 4)
#define STAGE_AT(i, part) (((STAGED > 0 ? (part) / OPERAND_PARTS(i) : TL - 1 - (part) / OPERAND_PARTS(i)) * (OPERAND_PARTS(i) + 1) + \
                           (part) % OPERAND_PARTS(i)) * 4)
#define STEP_WORD(i, k) ((q * (OPERAND_PARTS(i) + 1) * 16 + (STAGED > 0 ? (k) : 7 - (k)) * ACROSS * BYTES(i)) / 4)
#define TILE_LOW(i) (at[i] + (OFFSET)(STAGED > 0 ? 0 : TILE - 1) * (OFFSET)a.stride[i])
#define STAGE_ROOM (BACK ? STAGE_WORDS(5) : STAGE_WORDS(2))
#define STAGES(i) (span == TILE && ALIGNED(ELEMENT(i, TILE_LOW(i)), 16))
#endif

/* Segments of 8-byte elements are exchanged among 32 threads: scanof.h. */
#define EXCHANGED(i) (ONE_NUMBER && RUNS != 0 && BYTES(i) == 8)
#if EXCHANGED(0) || EXCHANGED(2) || EXCHANGED(5)
#define EXCHANGES 1
#define SEG (q % 32)
#define TEAM_LOW(i) STEP_AT(i, RUNS > 0 ? -SEG * 8 : (32 - SEG) * 8 - 1)
#define TEAMED(i) (alive && from + t0 - SEG * 8 + 256 <= a.n && ALIGNED(ELEMENT(i, TEAM_LOW(i)), 16))
#define PART_OF(i, n) ((GLOBAL char *)ELEMENT(i, TEAM_LOW(i)) + ((n)*32 + SEG) * 16)
#else
#define EXCHANGES 0
#endif

/* ---- what blocks tell each other ---- */

/* Totals are counted in 32 bits: lines that have more of them do not take turns. */
#define FIELD_WORDS ((i32)sizeof(T) / 4)
#define TOLD (FIELD_COUNT(FIELDS) * FIELD_WORDS) /* words of a state */

/* The first total of a level, among a.all of a line. */
REM_FN u32 level_first(const struct scan_args *a, i32 level) {
  u32 first = 0, count = (u32)a->blocks;
  UNROLL
  for (i32 l = 0; l < level; l++) {
    first += count;
    count >>= 5;
  }
  return first;
}
/* The first word of total `item` of a line; the others lie a.all * a.lines further on each. */
REM_FN GLOBAL u64 *total_at(const struct scan_args *a, GLOBAL char *p, u32 item, u32 line) {
  return (GLOBAL u64 *)(p + 64) + (COLUMNS ? item * (u32)a->lines + line : line * (u32)a->all + item);
}
REM_FN void tell_field(GLOBAL u64 *p, i64 apart, T x) {
  u64 bits = (u64)bits_(x);
  UNROLL
  for (i32 i = 0; i < FIELD_WORDS; i++) TELL(p + i * apart, (u64)1 << 32 | (bits >> 32 * i & 0xffffffffu));
}
REM_FN void tell(const struct scan_args *a, GLOBAL char *base, u32 item, u32 line, S r) {
  GLOBAL u64 *p = total_at(a, base, item, line);
  i64 apart = a->all * a->lines;
  if ((FIELDS)&HAS_M) tell_field(p, apart, r.m), p += FIELD_WORDS * apart;
  if ((FIELDS)&HAS_E) tell_field(p, apart, r.e), p += FIELD_WORDS * apart;
  if ((FIELDS)&HAS_S) tell_field(p, apart, r.s), p += FIELD_WORDS * apart;
  if ((FIELDS)&HAS_T) tell_field(p, apart, r.t);
}
REM_FN T heard_field(const u64 *w) {
  u64 bits = 0;
  UNROLL
  for (i32 i = 0; i < FIELD_WORDS; i++) bits |= (w[i] & 0xffffffffu) << 32 * i;
  return real_((U)bits);
}
/* Waits until a total is known. */
REM_FN S hear(const struct scan_args *a, GLOBAL char *base, u32 item, u32 line) {
  GLOBAL const u64 *p = total_at(a, base, item, line);
  i64 apart = a->all * a->lines;
  u64 w[TOLD], known = 0;
  while (!known) {
    UNROLL
    for (i32 i = 0; i < TOLD; i++) w[i] = HEAR(p + i * apart);
    known = 1;
    UNROLL
    for (i32 i = 0; i < TOLD; i++) known &= w[i] >> 32;
  }
  S r = state_zero();
  i32 at = 0;
  if ((FIELDS)&HAS_M) r.m = heard_field(w + at), at += FIELD_WORDS;
  if ((FIELDS)&HAS_E) r.e = heard_field(w + at), at += FIELD_WORDS;
  if ((FIELDS)&HAS_S) r.s = heard_field(w + at), at += FIELD_WORDS;
  if ((FIELDS)&HAS_T) r.t = heard_field(w + at);
  return r;
}

/* Line i of a strip: where its prefixes of segments begin, tile by tile. */
#define PREFIX_AT(tile, i, segment) ((tile)*ROOM + (i)*PITCH + (segment))

/* The totals of a level, up to 31 of its group, that lie in front of block `block`. */
REM_FN void look_back(const struct scan_args *a, GLOBAL char *p, u32 block, u32 strip, const i32 level, LOCAL T *look) {
  u32 here = block >> 5 * level, n = here & 31, first = level_first(a, level) + here - n;
  UNROLL
  for (i32 i = THREAD; i < LOOK; i += THREADS) {
    u32 k = i / STRIP, line = strip * STRIP + i % STRIP;
    if (k < n && line < (u32)a->lines) state_leave(look, FIELDS, LOOKED, level * LOOK + i, hear(a, p, first + k, line));
  }
}
/* Folds those of line i. */
REM_FN S look_fold(LOCAL const T *look, i32 level, i32 n, i32 i) {
  S r = state_fetch(look, FIELDS, LOOKED, level * LOOK + i);
  for (i32 k = 1; k < n; k++) r = scan_join(r, state_fetch(look, FIELDS, LOOKED, level * LOOK + k * STRIP + i), 1);
  return r;
}

/* What lies between the group's beginning and each of the unit's blocks, of line i, to `fronts`; returns what lies before its end. */
REM_FN S fold_blocks(LOCAL const T *prefixes, LOCAL T *fronts, i32 segs, S before, u32 block, i32 i) {
  S r = before;
  UNROLL
  for (i32 b = 0; b < UNIT_BLOCKS; b++) {
    i32 last = b * 32 + 31;
    S its = state_fetch(prefixes, FIELDS, TILES * ROOM, PREFIX_AT(last / TL, i, last % TL));
    state_leave(fronts, FIELDS, FRONT_ROOM, b * STRIP + i, r);
    if (last < segs) r = ((block + b) & 31) != 0 ? scan_join(r, its, 1) : its;
  }
  return r;
}

/* ---- results ---- */

#define LEAVE_STEPS(i)                                                                                    \
  if (RUNS != 0 && whole) {                                                                               \
    T v_[WIDTH];                                                                                          \
    UNROLL for (i32 k = 0; k < 8; k++) v_[k % WIDTH] = out[0][TURNED(k)];                                 \
    PUTS(i, LOW_AT(i), v_);                                                                               \
  } else {                                                                                                \
    UNROLL for (i32 k = 0; k < 8; k++) {                                                                  \
      T v_[WIDTH];                                                                                        \
      UNROLL for (i32 j = 0; j < ACROSS; j++) v_[j] = out[j][k];                                          \
      if (RUNS == 0 && (whole || k < count)) PUTS(i, STEP_AT(i, k), v_);                                  \
      if (RUNS != 0 && k < count) PUT(i, STEP_AT(i, k), v_[0]);                                           \
    }                                                                                                     \
  }

#if STAGED
#define LEAVE_TILE(i)                                                                                     \
  if (STAGES(i) && !ADD_##i) {                                                                            \
    UNROLL for (i32 k = 0; k < 8; k++) {                                                                  \
      u32 w_[WORDS(i)];                                                                                   \
      UNROLL for (i32 j = 0; j < ACROSS; j += 2) PASTE(pack_, D_##i)(w_, j / 2, out[j][k], out[j + 1][k], 1); \
      UNROLL for (i32 w = 0; w < WORDS(i); w++) words[STEP_WORD(i, k) + w] = w_[w];                       \
    }                                                                                                     \
    BARRIER;                                                                                              \
    UNROLL for (i32 n = 0; n < OPERAND_PARTS(i); n++) {                                                   \
      u32 w_[4];                                                                                          \
      i32 part = n * THREADS + THREAD;                                                                    \
      UNROLL for (i32 w = 0; w < 4; w++) w_[w] = words[STAGE_AT(i, part) + w];                            \
      write_words((GLOBAL char *)ELEMENT(i, TILE_LOW(i)) + part * 16, 16, w_);                            \
    }                                                                                                     \
  } else {                                                                                                \
    LEAVE_STEPS(i)                                                                                        \
  }
#elif EXCHANGES
#define LEAVE_TILE(i)                                                                                     \
  if (EXCHANGED(i) && !ADD_##i) {                                                                         \
    i32 teamed = TEAMED(i);                                                                               \
    u32 w_[16];                                                                                           \
    UNROLL for (i32 k = 0; k < 4; k++)                                                                    \
        PASTE(pack_, D_##i)(w_, k, out[0][TURNED(2 * k)], out[0][TURNED(2 * k + 1)], 1);                  \
    exchange_out(team, 32, SEG, RUNS > 0, teamed, w_);                                                    \
    if (teamed) {                                                                                         \
      UNROLL for (i32 n = 0; n < 4; n++) write_words(PART_OF(i, n), 16, w_ + 4 * n);                      \
    } else {                                                                                              \
      LEAVE_STEPS(i)                                                                                      \
    }                                                                                                     \
  } else {                                                                                                \
    LEAVE_STEPS(i)                                                                                        \
  }
#else
#define LEAVE_TILE(i) LEAVE_STEPS(i)
#endif

/* As many threads as registers for what they hold allow. */
#define RESIDENT ((TILES * ACROSS * FIELD_COUNT(FIELDS) * sizeof(T) <= 16 ? 1024 : 512) / THREADS)

KERNEL_OF(THREADS, RESIDENT)(OPERANDS(scan_args)) {
  LOCAL_ARRAY T prefixes[FIELD_COUNT(FIELDS) * TILES * ROOM];
  LOCAL_ARRAY T look[FIELD_COUNT(FIELDS) * LOOKED];
  LOCAL_ARRAY T fronts[FIELD_COUNT(FIELDS) * FRONT_ROOM];
  LOCAL_ARRAY T uppers[FIELD_COUNT(FIELDS) * STRIP];
  LOCAL_ARRAY u32 turn[1];
#if STAGED
  LOCAL_ARRAY words4 stage[(STAGE_WORDS(0) > STAGE_ROOM ? STAGE_WORDS(0) : STAGE_ROOM) / 4];
#elif EXCHANGES
  LOCAL_ARRAY words4 stage[THREADS * STAGE_PITCH];
  LOCAL words4 *team = stage + (THREAD - THREAD % 32) * STAGE_PITCH;
#endif
  if (THREAD == 0) turn[0] = NEXT_TURN(AT(7));
  BARRIER;
  u32 strips = ((u32)a.lines + STRIP - 1) / STRIP, unit = turn[0] / strips, strip = turn[0] - unit * strips;
  i32 line_in = COLUMNS ? THREAD % LINES : 0, q = COLUMNS ? THREAD / LINES : THREAD;
  i64 line = (i64)strip * STRIP + line_in * ACROSS, from = (i64)unit * UNIT;
  i32 span = a.n - from < UNIT ? (i32)(a.n - from) : UNIT, alive = line < a.lines, segs = (span + 7) / 8;
  u32 block = unit * UNIT_BLOCKS, ended = block + UNIT_BLOCKS;
  OFFSET at[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  if (alive) DECODE(KEPT, line, a.axis, 8, at);
  UNROLL
  for (i32 i = 0; i < 8; i++) at[i] += (OFFSET)a.start[i] + (OFFSET)from * (OFFSET)a.stride[i];
  i32 fits = ALIGNED(ELEMENT(0, at[0]), BYTES(0) * WIDTH) && ALIGNED(a.stride[0] * BYTES(0), BYTES(0) * WIDTH);

  u32 held[TILES][ROWS][WORDS(0)];
#if STAGED
  LOCAL u32 *words = (LOCAL u32 *)stage;
  i32 staged = STAGES(0);
  if (staged) {
    UNROLL
    for (i32 n = 0; n < OPERAND_PARTS(0); n++) {
      u32 w[4];
      i32 part = n * THREADS + THREAD;
      read_words(ELEMENT(0, TILE_LOW(0)) + part * 16, 16, w);
      UNROLL
      for (i32 i = 0; i < 4; i++) words[STAGE_AT(0, part) + i] = w[i];
    }
    BARRIER;
    UNROLL
    for (i32 k = 0; k < 8; k++) {
      UNROLL
      for (i32 i = 0; i < WORDS(0); i++) held[0][k][i] = words[STEP_WORD(0, k) + i];
    }
    BARRIER;
  }
#else
  const i32 staged = 0;
#endif
  UNROLL
  for (i32 t = 0; t < TILES; t++) {
    i32 t0 = t * TILE + q * 8, count = STEPS(t0), whole = WHOLE(t0);
#if EXCHANGES
    if (EXCHANGED(0) && TEAMED(0)) {
      UNROLL
      for (i32 n = 0; n < 4; n++) read_words(PART_OF(0, n), 16, held[t][0] + 4 * n);
      continue;
    }
#endif
    if (!staged) FETCH(held[t]);
  }

  /* Prefixes within segments, and over the segments of blocks. */
  S p[TILES][ACROSS][8];
  u32 plain = 0; /* a bit to a tile and line */
  UNROLL
  for (i32 t = 0; t < TILES; t++) {
    i32 t0 = t * TILE + q * 8, count = STEPS(t0), whole = WHOLE(t0);
#if EXCHANGES
    if (EXCHANGED(0)) exchange_in(team, 32, SEG, RUNS > 0, TEAMED(0), held[t][0]);
#endif
    UNROLL
    for (i32 j = 0; j < ACROSS; j++) {
      scan_at in[8];
      UNROLL
      for (i32 k = 0; k < 8; k++) in[k] = scan_of(TAKEN_AT(held[t], j, k));
      i32 here = scan_local(in, count, from + t0, p[t][j]);
      S total = p[t][j][7];
      if (!whole) total = scan_last(p[t][j], count);
      plain |= here ? 1u << (t * ACROSS + j) : 0;
      total = scan_wide(total, here);
      i32 first = PREFIX_AT(t, line_in * ACROSS + j, q - q % 32);
      if (!COLUMNS) {
        total = scan_block(total, t0 < span, prefixes, TILES * ROOM, first);
        if (q % 32 == 31 && count > 0) tell(&a, AT(7), block + (t * TL + q) / 32, (u32)line + j, total);
      }
      state_leave(prefixes, FIELDS, TILES * ROOM, first + q % 32, total);
    }
  }
  BARRIER;
  if (COLUMNS) {
    UNROLL
    for (i32 t = 0; t < TILES; t++) {
      UNROLL
      for (i32 j = 0; j < ACROSS; j++) {
        i32 s = THREAD % 32, first = PREFIX_AT(t, THREAD / 32 + j * LINES, 0);
        S r = state_fetch(prefixes, FIELDS, TILES * ROOM, first + s);
        r = scan_block(r, t * TILE + s * 8 < span, prefixes, TILES * ROOM, first);
        state_leave(prefixes, FIELDS, TILES * ROOM, first + s, r);
        u32 its_line = strip * STRIP + THREAD / 32 + j * LINES;
        if (s == 31 && t * TILE + s * 8 < span && its_line < (u32)a.lines) tell(&a, AT(7), block + t, its_line, r);
      }
    }
    BARRIER;
  }

  /* What lies in front, level by level; a thread to a line tells of groups that end here, as soon as it knows. */
  i32 leads = THREAD < STRIP && strip * STRIP + THREAD < (u32)a.lines;
  S below[LEVELS], total = state_zero();
  UNROLL
  for (i32 l = 0; l < LEVELS; l++) {
    i32 n = (i32)(block >> 5 * l) & 31;
    below[l] = state_zero();
    look_back(&a, AT(7), block, strip, l, look);
    BARRIER;
    if (leads) {
      if (n > 0) below[l] = look_fold(look, l, n, THREAD);
      if (l == 0) total = fold_blocks(prefixes, fronts, segs, below[0], block, THREAD);
      else if (n > 0) total = scan_join(below[l], total, 1);
      if (l + 1 < LEVELS && (ended & ((1u << 5 * (l + 1)) - 1)) == 0 && ended <= (u32)a.blocks)
        tell(&a, AT(7), level_first(&a, l + 1) + (block >> 5 * (l + 1)), strip * STRIP + THREAD, total);
    }
  }
  if (leads) {
    S upper = scan_identity();
    i32 has = 0;
    UNROLL
    for (i32 l = LEVELS - 1; l > 0; l--)
      if ((block >> 5 * l & 31) != 0) upper = has ? scan_join(upper, below[l], 1) : below[l], has = 1;
    state_leave(uppers, FIELDS, STRIP, THREAD, upper);
  }
  BARRIER;

  /* Results. */
  UNROLL
  for (i32 t = 0; t < TILES; t++) {
    i32 t0 = t * TILE + q * 8, count = STEPS(t0), whole = WHOLE(t0), in_unit = (t * TL + q) / 32;
    T out[ACROSS][8], second[8];
    scan_at none[8];
    UNROLL
    for (i32 k = 0; k < 8; k++) none[k] = scan_of(K(0));
    UNROLL
    for (i32 j = 0; j < ACROSS; j++) {
      i32 i = line_in * ACROSS + j, here = plain >> (t * ACROSS + j) & 1;
      S front = state_fetch(uppers, FIELDS, STRIP, i), mine = state_fetch(fronts, FIELDS, FRONT_ROOM, in_unit * STRIP + i);
      if (((block + in_unit) & 31) != 0) front = block >= 32 ? scan_join(front, mine, 1) : mine;
      if (q % 32 > 0) front = scan_join(front, state_fetch(prefixes, FIELDS, TILES * ROOM, PREFIX_AT(t, i, q - 1)), 1);
      scan_results(front, p[t][j], none, count, here, out[j], second);
    }
#if BACK
    LEAVE_TILE(5)
#elif SHIFT
    UNROLL
    for (i32 j = 0; j < ACROSS; j++) {
      UNROLL
      for (i32 k = 0; k < 8; k++)
        if (k < count && from + t0 + k + 1 < a.n) PUT(2, STEP_AT(2, k + 1) + j, out[j][k]);
      if (from + t0 == 0 && count > 0) PUT(2, at[2] + j, real_((U)a.front));
    }
#else
    LEAVE_TILE(2)
#endif
  }
}
