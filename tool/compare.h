/* compare.h: one element against what it should be, inside a plan's guarantee. */
#ifndef TOOL_COMPARE_H
#define TOOL_COMPARE_H

#include "remora/remora.h"

/* What the guarantee allows an element of dtype whose exact value is value: ulp * ulp(value) + sum * eps * S. S is
 * the scale; where that is not 0, at least the smallest normal number of the accumulate dtype, below which every
 * operation rounds to a multiple of the smallest denormal. A scale that is not finite allows nothing. */
long double allowed_error(const rem_guarantee *g, int dtype, long double value, long double scale);

/* How far got is from value, in units of the allowed error: at most 1 is right. Infinity where they cannot be
 * compared: NaN, an infinity or an index that should be another one, a zero of the wrong sign where the result is
 * exact. */
double error_share(const rem_guarantee *g, int dtype, long double got, long double value, long double scale);

/* A value for a sentence: enough digits to tell it from its neighbours. */
void value_text(int dtype, long double value, char *text, size_t size);

#endif
