/* tile_args.h: the arguments of the tile schedule, on the host and on the device. Operands 0 to 2 are results, 3 to 7 inputs. */
struct tile_args {
  i64 at[8];          /* bytes from the start of each operand's memory: driver.h */
  i64 tiles;          /* of the space                                            */
  i64 rows, cols;     /* extents of the two axes of a tile                       */
  struct divisor row_tiles, col_tiles;
  i64 number[6];      /* bits of the numbers that formulas know by name          */
  i64 row[8], col[8]; /* strides of the two axes                                 */
  struct {
    struct divisor extent;
    i64 stride[8];
  } axis[6];          /* the others, outermost first                             */
};
