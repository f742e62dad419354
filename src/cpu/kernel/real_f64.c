/* real_f64.c: the kernels that compute in f64. */
#define REM_T f64
#include "real.inc"
