/* test_moderate_f64.c: moderate.inc in f64. */
#define REM_T f64
#include "moderate.inc"
