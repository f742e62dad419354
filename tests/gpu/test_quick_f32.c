/* test_quick_f32.c: quick.inc in f32. */
#define REM_T f32
#include "quick.inc"
