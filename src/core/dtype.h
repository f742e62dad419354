/* dtype.h: which dtypes a kind of slot takes. */
#ifndef REM_DTYPE_H
#define REM_DTYPE_H

#include "core/entry.h"

uint32_t dtype_bits(enum slot_kind kind);         /* bit d: dtype d is of this kind */
int dtype_is(int32_t dtype, enum slot_kind kind); /* 0 too when there is no such dtype */

#endif
