/* dtype.h: which dtypes a kind of slot takes. */
#ifndef REM_DTYPE_H
#define REM_DTYPE_H

#include "core/entry.h"

uint32_t dtype_bits(enum slot_kind kind);         /* bit d: dtype d is of this kind */
/* Of a REAL dtype: its largest finite number, the distance from 1 to the next, the least positive number. Zeros of others. */
struct dtype_facts {
  double largest, spacing, least;
};
struct dtype_facts dtype_facts(int32_t dtype);
int dtype_is(int32_t dtype, enum slot_kind kind); /* 0 too when there is no such dtype */

#endif
