/* test_moderate_f32.c: moderate.inc in f32. */
#define REM_T f32
#include "moderate.inc"
