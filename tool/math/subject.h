/* subject.h: the elementary functions under measurement: how to call them, their inputs, what to compare them with. */
#ifndef TOOL_MATH_SUBJECT_H
#define TOOL_MATH_SUBJECT_H

#include <stdint.h>

#include "ops/vocab.h"
#ifdef HAVE_MPFR
#include <mpfr.h>
#endif

typedef long double wide;

typedef struct format {
  const char *name;
  int mantissa, min_exp, max_exp; /* bits; frexp exponents of the smallest and the largest normal number */
} format;

/* What a function takes: one number, two, or a number and an i32. */
enum { ARGS_ONE, ARGS_TWO, ARGS_POWER };

/* y[0 .. n) from operands of the function's dtype; b is not looked at, or holds i32, where args says so. */
typedef void block_fn(const void *a, const void *b, void *y, int n);

/* The loops of one instruction set, for f32 and f64, in the order of math.def. block.c is compiled once for each. */
typedef struct blocks {
  const char *isa;
  block_fn *const (*run)[2];
} blocks;

/* What to compare with. Operands and results travel as f64, which holds all of f32 and i32. */
typedef struct reference {
  const char *name;
  f64 (*near)(f64 a, f64 b);   /* fast, and good to 0.005 ulp of f32; NULL: `far` has to do */
  wide (*far)(wide a, wide b); /* good to 0.005 ulp of f64; right about zeros, infinities and NaN */
#ifdef HAVE_MPFR
  void (*exact)(mpfr_ptr y, mpfr_srcptr a, mpfr_srcptr b); /* where far is finite and not zero */
#endif
} reference;

typedef struct subject {
  const char *name;
  const format *fmt;
  int args, index;      /* index: its place in math.def */
  double ulp, absolute; /* the promise: |error| <= ulp * ulp(true value) + absolute */
  const reference *ref;
} subject;

extern const format MATH_F32, MATH_F64;

/* Subject i, f32 and f64 of each function in turn; 0 past the end. */
int subject_get(int i, subject *s);

/* The loops of every instruction set this machine has, best first; only the one that REM_CPU names, if it is set. NULL
   past the end. */
const blocks *blocks_get(int i);

/* Runs n <= AT_ONCE elements through f64. */
enum { AT_ONCE = 1024 };
void subject_run(const subject *s, const blocks *with, const f64 *a, const f64 *b, f64 *y, int n);

/* By name; NULL: there is none. */
const reference *reference_find(const char *name);

/* |y - true value| over ulp(true value) + absolute / ulp bound: at most the ulp bound where the promise is kept. */
double subject_error(const subject *s, f64 a, f64 b, f64 y);
/* The same for n of them, faster; perhaps too large, but never too small by more than MARGIN. */
#define MARGIN 0.01
void subject_errors(const subject *s, const f64 *a, const f64 *b, const f64 *y, f64 *error, int n);

/* ---- inputs: a list that depends on nothing but how long it is to be ---- */

typedef struct inputs {
  const subject *s;
  int all; /* every f32 in turn */
  uint64_t spread, hard,
      radius; /* how many are spread over all exponents, how many lie around hard cases, and how far */
} inputs;

/* samples 0: the default number. */
inputs inputs_plan(const subject *s, int exhaustive, uint64_t samples);
/* Exactly `total` of them, hard cases included. */
inputs inputs_of(const subject *s, uint64_t total);
/* n <= AT_ONCE of them from `first` on; b only where the function has it. */
void inputs_fill(const inputs *in, uint64_t first, f64 *a, f64 *b, int n);

/* ---- digests ---- */

/* A well-mixed function of the index. */
uint64_t mix_index(uint64_t i);

/* Sums a mix of every result's place and bits, NaN as one value. */
uint64_t digest_results(const f64 *y, int n, uint64_t first);

/* Digests over `total` inputs of all functions that are wanted, for every instruction set, through the op of the same
   name where there is one; device NULL: the CPU. Returns the exit code. */
int math_digests(const char *device, const char *golden, uint64_t total, char **wanted, int n_wanted);
int math_is_wanted(const char *name, char **wanted, int n); /* none named: all are */

#endif
