/* steps_f64.c: the formulas of optimizers' steps that compute in f64. */
#define REM_T f64
#include "steps.inc"
