/* moderate_f32.c: scans of affine maps of moderate numbers that compute in f32. */
#define REM_T f32
#include "moderate.inc"
