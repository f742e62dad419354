/* moderate_f64.c: scans of affine maps of moderate numbers that compute in f64. */
#define REM_T f64
#include "moderate.inc"
