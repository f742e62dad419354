/* maps_i32.c: elementwise ops that compute in i32. */
#define REM_T i32
#define REM_INTEGERS 1
#include "maps.inc"
