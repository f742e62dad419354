/* whole.h: the oracle's integers: 128 bits, so that nothing of the library's dtypes overflows. */
#ifndef REM_REF_WHOLE_H
#define REM_REF_WHOLE_H

#include "ref/ref.h"

__extension__ typedef __int128 wide_int;

/* The low bits of n that a dtype keeps, as a number of it; 0 or 1 of bool. */
wide_int whole_wrapped(int dtype, wide_int n);

/* A real number as a cast stores it in an integer dtype or bool: towards 0, at most an end of the range, NaN as 0. */
long double whole_cast(int dtype, long double x);

/* Words of EXACT_INTS. x has `bits` bits. */
wide_int floor_quotient(wide_int a, wide_int b); /* 0 where b is 0 */
wide_int ones_of(wide_int x, int bits);
wide_int zeros_above(wide_int x, int bits);
wide_int zeros_below(wide_int x, int bits);

#endif
