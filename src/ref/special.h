/* special.h: functions in long double that libm has not, for the oracle and for the measure of elementary functions. */
#ifndef REM_SPECIAL_H
#define REM_SPECIAL_H

long double slopel(long double a, long double b);                /* a / hypot(a, b), 0 at the origin */
long double turnl(long double a, long double b, long double g);  /* g * a / (a * a + b * b)          */
long double erfinvl(long double x);
long double digammal(long double x);
long double trigammal(long double x);

/* Less exact and faster: two steps of Halley's method for the inverse of erf give 18 digits, three all of them; digamma is
 * shifted up to `least`, from where so many terms of its series are good (24 and 10 for all digits). */
long double erfinv_steps(long double x, int steps);
long double digamma_from(long double x, long double least, int terms);

#endif
