/* maps_f32.c: the formulas of elementwise ops that compute in f32. */
#define REM_T f32
#include "maps.inc"
