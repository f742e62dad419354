/* pick.h: where rows of a table and what is made of them lie. Positions are the elements of index in logical order. */
#ifndef REM_PICK_H
#define REM_PICK_H

#include "core/problem.h"
#include "schedule/space.h"

/* The order of sums of rows: docs/order.md. */
enum { PICK_CHUNK = 32 };

enum { PICK_TABLE, PICK_Y, PICK_INDEX, PICK_COLUMNS }; /* operands of the spaces; PICK_Y is dy backward */

struct pick_space {
  int table, index, y; /* slots                                                             */
  struct space places; /* the axes of index: strides of y and index, in logical order       */
  struct space row;    /* the axes of a row: strides of the table and y, in any order       */
  int64_t n;           /* positions                                                         */
  int64_t rows, pitch; /* of the table, and from one to the next                            */
  int64_t elems;       /* of a row                                                          */
  int64_t padding;     /* the row that gets no gradient; -1: none                           */
};
void pick_spaces(const struct problem *p, struct pick_space *s);

/* Bits that tell `count` things apart; 0: there is but one. */
int pick_bits(int64_t count);

#endif
