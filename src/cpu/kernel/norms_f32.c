/* norms_f32.c: sweeps that have loops of their own, computing in f32. */
#define REM_T f32
#include "norms.inc"
