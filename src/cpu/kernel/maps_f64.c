/* maps_f64.c: the formulas of elementwise ops that compute in f64. */
#define REM_T f64
#include "maps.inc"
