/* real_f32.c: the kernels that compute in f32. */
#define REM_T f32
#include "real.inc"
