/* steps_f32.c: the formulas of optimizers' steps that compute in f32. */
#define REM_T f32
#include "steps.inc"
