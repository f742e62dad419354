/* dtype.h: which dtypes a kind of slot takes, and what kind a dtype is. */
#ifndef REM_DTYPE_H
#define REM_DTYPE_H

#include <string.h>

#include "core/entry.h"

uint32_t dtype_bits(enum slot_kind kind);         /* bit d: dtype d may be in such a slot   */
int dtype_is(int32_t dtype, enum slot_kind kind); /* 0 too when there is no such dtype     */
const char *dtype_words(enum slot_kind kind);     /* "f32, f64, f16 or bf16"               */

int dtype_is_real(int32_t dtype); /* 0: it is an integer or bool, or there is no such dtype */
int dtype_width(int32_t dtype);   /* bits that its values differ in: 1 for bool             */

/* Of a REAL dtype: its largest finite number, the distance from 1 to the next, the least positive number. Zeros of others. */
struct dtype_facts {
  double largest, spacing, least;
};
struct dtype_facts dtype_facts(int32_t dtype);
/* The number of a REAL dtype that is nearest to value, of two the even one; infinity beyond the largest. */
double dtype_nearest(int32_t dtype, double value);

/* Copies an element, or two. Sizes are spelled out: a call costs more than the copy. */
static inline void element_copy(void *to, const void *from, size_t bytes) {
  switch (bytes) {
    case 1:
      memcpy(to, from, 1);
      break;
    case 2:
      memcpy(to, from, 2);
      break;
    case 4:
      memcpy(to, from, 4);
      break;
    case 8:
      memcpy(to, from, 8);
      break;
    case 16:
      memcpy(to, from, 16);
      break;
    default:
      memcpy(to, from, bytes);
  }
}

#endif
