/* subject.c: the functions of math.def with their references, and the instruction sets to run them with. */
#define _POSIX_C_SOURCE 200809L
#include "tool/math/subject.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/isa.h"

const format MATH_F32 = {"f32", FLT_MANT_DIG, FLT_MIN_EXP, FLT_MAX_EXP};
const format MATH_F64 = {"f64", DBL_MANT_DIG, DBL_MIN_EXP, DBL_MAX_EXP};

static const struct row {
  const char *name;
  int args;
  double ulp[2], absolute[2];
} rows[] = {
#define MATH_PART(...)
#define MATH(part, name, ulp32, ulp64) {#name, ARGS_ONE, {ulp32, ulp64}, {0, 0}},
#define MATH_TWO(part, name, ulp32, ulp64) {#name, ARGS_TWO, {ulp32, ulp64}, {0, 0}},
#define MATH_POWER(part, name, ulp32, ulp64) {#name, ARGS_POWER, {ulp32, ulp64}, {0, 0}},
#define MATH_ZEROS(part, name, ulp32, ulp64, abs32, abs64) {#name, ARGS_ONE, {ulp32, ulp64}, {abs32, abs64}},
#include "ops/math.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

int subject_get(int i, subject *s) {
  if (i < 0 || i >= 2 * ROWS) return 0;
  const struct row *r = &rows[i / 2];
  *s = (subject){r->name,
                 i % 2 ? &MATH_F64 : &MATH_F32,
                 r->args,
                 i / 2,
                 r->ulp[i % 2],
                 r->absolute[i % 2],
                 reference_find(r->name)};
  if (!s->ref) fprintf(stderr, "remora math: %s has no reference in tool/math/reference.c\n", r->name);
  return 1;
}

/* REM_EACH_ISA: as in src/cpu/isa.c. */
#define ISA(isa) extern const blocks math_blocks_##isa;
REM_EACH_ISA
#undef ISA
#define ISA(isa) &math_blocks_##isa,
static const blocks *const sets[] = {REM_EACH_ISA};
enum { SETS = sizeof sets / sizeof *sets };

/* Whether the library would run with this set here, if it were named. */
static int is_here(const char *isa) {
  const char *set = getenv("REM_CPU"), *wanted;
  char before[64];
  snprintf(before, sizeof before, "%s", set ? set : "");
  setenv("REM_CPU", isa, 1);
  int here = isa_choose(&wanted) != NULL;
  if (set) setenv("REM_CPU", before, 1);
  else unsetenv("REM_CPU");
  return here;
}

const blocks *blocks_get(int i) {
  const char *wanted = getenv("REM_CPU");
  for (int k = 0; k < SETS; k++) {
    if (wanted && *wanted && strcmp(wanted, sets[k]->isa)) continue;
    if (is_here(sets[k]->isa) && i-- == 0) return sets[k];
  }
  return NULL;
}

void subject_run(const subject *s, const blocks *with, const f64 *a, const f64 *b, f64 *y, int n) {
  block_fn *run = with->run[s->index][s->fmt == &MATH_F64];
  f32 a32[AT_ONCE] = {0}, b32[AT_ONCE] = {0}, y32[AT_ONCE];
  i32 power[AT_ONCE] = {0};
  for (int i = 0; s->args == ARGS_POWER && i < n; i++) power[i] = (i32)b[i];
  if (s->fmt == &MATH_F64) {
    run(a, s->args == ARGS_POWER ? (const void *)power : b, y, n);
    return;
  }
  for (int i = 0; i < n; i++) a32[i] = (f32)a[i];
  for (int i = 0; s->args == ARGS_TWO && i < n; i++) b32[i] = (f32)b[i];
  run(a32, s->args == ARGS_POWER ? (const void *)power : b32, y32, n);
  for (int i = 0; i < n; i++) y[i] = y32[i];
}

int math_is_wanted(const char *name, char **wanted, int n) {
  for (int i = 0; i < n; i++)
    if (!strcmp(wanted[i], name)) return 1;
  return n == 0;
}
