/* divide.h: division by a number that is known when a plan is made, as a multiplication; on the host and on the device. */
struct divisor {
  i64 d;
  u32 factor, shift; /* n / d is n * factor >> shift, for n < 2^31 */
};

/* 2^shift / d, rounded up, has 32 bits: its error is too small to reach the next integer. */
REM_FN struct divisor divisor_of(i64 d) {
  struct divisor by;
  i32 bits = 0;
  by.d = d;
  by.factor = by.shift = 0; /* a d beyond 31 bits goes with an INDEX of 64 */
  if (d >> 31) return by;
  while ((i64)1 << bits < d) bits++;
  by.shift = (u32)(31 + bits);
  by.factor = (u32)((((u64)1 << by.shift) + (u64)d - 1) / (u64)d);
  return by;
}

REM_FN u32 divide_u32(u32 n, struct divisor by) { return (u32)((u64)n * by.factor >> by.shift); }
REM_FN u64 divide_u64(u64 n, struct divisor by) { return n / (u64)by.d; }

/* As DECODE, with axes whose extents are divisors: index along the last of `count` axes first, offsets added to at by column.
   `outermost` becomes the index along the first. */
#define DECODE_OUTERMOST(count, index, axes, columns, at, outermost)                                                 \
  do {                                                                                                               \
    INDEX left_ = (INDEX)(index);                                                                                    \
    UNROLL for (i32 k_ = (count)-1; k_ >= 0; k_--) {                                                                 \
      INDEX up_ = k_ ? PASTE(divide_, INDEX)(left_, (axes)[k_].extent) : 0;                                          \
      OFFSET here_ = (OFFSET)(left_ - up_ * (INDEX)(axes)[k_].extent.d);                                             \
      left_ = up_;                                                                                                   \
      if (k_ == 0) (outermost) = here_;                                                                              \
      UNROLL for (i32 o_ = 0; o_ < (columns); o_++)(at)[o_] += here_ * (OFFSET)(axes)[k_].stride[o_];                \
    }                                                                                                                \
  } while (0)
#define DECODE_QUICKLY(count, index, axes, columns, at)                                                              \
  do {                                                                                                               \
    OFFSET outermost_;                                                                                               \
    DECODE_OUTERMOST(count, index, axes, columns, at, outermost_);                                                   \
    (void)outermost_;                                                                                                \
  } while (0)
