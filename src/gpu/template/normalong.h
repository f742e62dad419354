/* normalong.h: what threads along rows share: norm.h, norm_level.h. The threads of a block are LINES rows x CT chunks x LT threads, each
   of which has G times WIDTH adjacent lanes of a chunk, 256 in all, and STEPS elements of each lane.

   ADJACENT   the elements of a row are, in all that varies
   FULL       every thread has all its elements */

#define FIXED(k) fixed[k]
#define ROW_FIXED(k) fixed[k] = FIXED_AT(k, at);
/* Where a row lies; past the last row, threads do as it does, and keep nothing. */
#define FIND_ROW(row, at_to)                                                                                         \
  do {                                                                                                               \
    OFFSET *at_ = at_to;                                                                                             \
    UNROLL for (i32 o_ = 0; o_ < 10; o_++) at_[o_] = 0;                                                              \
    DECODE(KEPT, (row) < a.lines ? (row) : a.lines - 1, a.axis, 10, at_);                                            \
  } while (0)
/* What does not vary along it. Threads that are all of one row wait for it at once: what varies had better be on its way. */
#define KNOW_ROW                                                                                                     \
  if (a.n > 0) { SIX(ROW_FIXED) }

#define LANES_OF(b, g) ((b)*LANES + ((g)*LT + y) * WIDTH)
#define VECTORS                                                                                                      \
  UNROLL for (i32 j = 0; j < STEPS * G; j++) {                                                                       \
    i32 g = j % G, e = LANES_OF(j / G, g);                                                                           \
    i64 pos = base + e;
#define ELEMENT_LANE (g * WIDTH + i)
#define ELEMENT_PLACE (pos + i)

/* Vector `number` of what is late. */
#define LOAD_LATE(number, LOADER)                                                                                    \
  do {                                                                                                               \
    i32 next_ = number;                                                                                              \
    i32 j = next_, e = LANES_OF(j / G, j % G);                                                                       \
    i64 pos = base + e;                                                                                              \
    if (FULL || e < c) { SIX(LOADER) }                                                                               \
  } while (0)

#define BEGIN(acc, none) UNROLL for (i32 l_ = 0; l_ < G * WIDTH; l_++) acc[l_] = none;

/* x of the thread that differs from this one in bit w. */
#if SHUFFLES
#define OPPOSITE(to, x, w) to = SHUFFLE_ACROSS(x, w)
#else
#define OPPOSITE(to, x, w)                                                                                           \
  BARRIER;                                                                                                           \
  room[THREAD] = x;                                                                                                  \
  BARRIER;                                                                                                           \
  to = room[THREAD ^ (w)]
#endif
/* acc of the lanes of each thread becomes r of the chunk, for all its threads. */
#define CHUNK_OF(r, acc, JOINED)                                                                                     \
  do {                                                                                                               \
    UNROLL for (i32 w_ = 1; w_ < WIDTH; w_ *= 2) {                                                                   \
      UNROLL for (i32 l_ = 0; l_ < G * WIDTH; l_ += 2 * w_) acc[l_] = JOINED(acc[l_], acc[l_ + w_]);                 \
    }                                                                                                                \
    UNROLL for (i32 w_ = 1; w_ < LT; w_ *= 2) {                                                                      \
      UNROLL for (i32 g_ = 0; g_ < G; g_++) {                                                                        \
        T other_;                                                                                                    \
        OPPOSITE(other_, acc[g_ * WIDTH], w_);                                                                       \
        acc[g_ * WIDTH] = JOINED(acc[g_ * WIDTH], other_);                                                           \
      }                                                                                                              \
    }                                                                                                                \
    UNROLL for (i32 w_ = 1; w_ < G; w_ *= 2) {                                                                       \
      UNROLL for (i32 g_ = 0; g_ < G; g_ += 2 * w_)                                                                  \
          acc[g_ * WIDTH] = JOINED(acc[g_ * WIDTH], acc[(g_ + w_) * WIDTH]);                                         \
    }                                                                                                                \
    r = acc[0];                                                                                                      \
  } while (0)
/* Makes every element; what is late comes AHEAD vectors before. */
#define MAKE(LOADER, WEIGH, MADE)                                                                                              \
  VECTORS                                                                                                            \
    T made[WIDTH], also[WIDTH];                                                                                      \
    if (FULL || e < c) {                                                                                             \
      UNROLL for (i32 i = 0; i < WIDTH; i++) {                                                                       \
        TAKE_ELEMENT                                                                                                 \
        Z_OF;                                                                                                        \
        WEIGH;                                                                                                       \
        sums_of both_ = MADE(o, number, r);                                                                          \
        made[i] = both_.p, also[i] = both_.q;                                                                        \
      }                                                                                                              \
    }                                                                                                                \
    if (j + AHEAD < STEPS * G) LOAD_LATE(j + AHEAD, LOADER);                                                         \
    if (FULL ? there : e < c) {                                                                                      \
      if (EACH) PUTS_AS(quick_out, EACH_P, at[6] + RUN_AT(6, pos), made);                                            \
      if (ALSO) PUTS_AS(quick_also, ALSO_P, at[7] + RUN_AT(7, pos), also);                                           \
    }                                                                                                                \
  }
#define BEGIN_LATE(LOADER) UNROLL for (i32 k_ = 0; k_ < AHEAD; k_++) LOAD_LATE(k_, LOADER);

