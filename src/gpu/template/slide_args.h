/* slide_args.h: the arguments of the slide schedule, on the host and on the device. Operand 0 is `to`, operand 1 `from`. */

/* Indices i of [lo[k], hi[k]) meet place[k] + sign[k] * i of from, and run[k] - 1 places behind it. */
struct slide_axis {
  struct divisor extent; /* of to                                           */
  i64 zone[2];           /* indices that image 1 meets, once, and no other  */
  i64 lo[3], hi[3], place[3];
  i32 sign[3], run[3];
  i64 to, from;          /* strides                                         */
};

struct slide_args {
  i64 at[8];              /* bytes from the start of each operand's memory: driver.h          */
  i64 rows;               /* along the last axis                                              */
  i64 tile;               /* of them: what `members` blocks have                              */
  i64 tiles, late;        /* how many; so many of the last begin first                        */
  struct divisor members; /* blocks of a tile: the first few have vectors, the others edges   */
  i64 vector_members;
  struct divisor slots;   /* of a row: its vectors go to that many threads, TURNS to each     */
  struct divisor edges;   /* of a row: cells that vectors do not reach go to that many threads */
  i64 from_lo, from_hi;   /* what belongs to from, as offsets                                 */
  i64 value;              /* bits of what cells without a place get                           */
  struct slide_axis axis[4]; /* in logical order                                              */
};
