/* special.h: functions in long double that libm has not, for the oracle and for the measure of elementary functions. */
#ifndef REM_SPECIAL_H
#define REM_SPECIAL_H

long double slopel(long double a, long double b);                /* a / hypot(a, b), 0 at the origin */
long double turnl(long double a, long double b, long double g);  /* g * a / (a * a + b * b)          */
long double dampl(long double x, long double s);                 /* x * s, and 0 where s is 0 */
long double erfinvl(long double x);
long double digammal(long double x);
long double trigammal(long double x);

/* Quotients: cut, rounded down, and the remainder with the sign of b. */
long double truncated_quotientl(long double a, long double b);
long double floored_quotientl(long double a, long double b);
long double floored_remainderl(long double a, long double b);

long double signl(long double x);                   /* -1, 0 or 1; NaN of NaN */
long double upperl(long double a, long double b);   /* fmaxl, and +0 above -0 */
/* What a gets of the gradient g as the larger of two: NaN before everything, or after it. */
long double sharel(long double a, long double b, int nan_first, long double g);

/* The number after a in the direction of b, of a dtype with these facts. */
long double nextl(long double a, long double b, long double largest, long double spacing, long double least);

long double logisticl(long double x); /* 1 / (1 + exp(-x)) */
long double softplusl(long double x); /* log(1 + exp(x))   */
/* The probability that a normal number is less than x, or what gelu takes for it where tanh is not 0; its derivative. */
long double normal_belowl(long double x, long double tanh);
long double normal_densityl(long double x, long double tanh);
long double mish_densityl(long double x); /* the derivative of tanh(log(1 + exp(x))) */
/* log(p / (1 - p)) and g times its derivative; p is x, or x between eps and 1 - eps, rounded as T is, where eps is not below 0. */
long double logitl(long double x, long double eps, int f32);
long double logit_slopel(long double x, long double eps, int f32, long double g);
long double sincl(long double x); /* sin(pi x) / (pi x), and its derivative */
long double sinc_slopel(long double x);

/* Less exact and faster: two steps of Halley's method for the inverse of erf give 18 digits, three all of them; digamma is
 * shifted up to `least`, from where so many terms of its series are good (24 and 10 for all digits). */
long double erfinv_steps(long double x, int steps);
long double digamma_from(long double x, long double least, int terms);

#endif
