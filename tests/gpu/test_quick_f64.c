/* test_quick_f64.c: quick.inc in f64. */
#define REM_T f64
#include "quick.inc"
