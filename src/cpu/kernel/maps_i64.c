/* maps_i64.c: elementwise ops that compute in i64. */
#define REM_T i64
#define REM_INTEGERS 1
#include "maps.inc"
