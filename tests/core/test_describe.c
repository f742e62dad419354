/* test_describe.c: what a description becomes, and which ones are refused, where and with which sentence. */
#include "check.h"
#include "core/describe.h"
#include "problem.h"

/* ---- lines that are accepted: the problem in full ---------------------------------------------------------- */

struct accepted {
  const char *line, *problem;
};
static const struct accepted accepted[] = {
    /* rows: axes, keepdim, dtypes */
    {"sum f32[2,3]", "sum x:f32[2,3] y:f32[]"},
    {"sum axes=1 f16[2,3]", "sum axes=1 x:f16[2,3] y:f16[2]"},
    {"sum axes=-1 keepdim=1 f64[2,3]", "sum axes=1 x:f64[2,3] y:f64[2,1]"},
    {"sum axes=2,0 f32[2,3,4]", "sum axes=0,2 x:f32[2,3,4] y:f32[3]"},
    {"sum axes=0,1 f32[2,3]", "sum x:f32[2,3] y:f32[]"},
    {"sum axes=none f32[2,3]", "sum axes=none x:f32[2,3] y:f32[2,3]"},
    {"sum axes=0 f32[]", "sum x:f32[] y:f32[]"},
    {"sum axes=-1 f32[]", "sum x:f32[] y:f32[]"},
    {"sum axes=1 f32[2,3] y:f64[2,1]", "sum axes=1 x:f32[2,3] y:f64[2,1]"},
    {"sum axes=1 keepdim=0 f32[2,3] y:f32[2]", "sum axes=1 x:f32[2,3] y:f32[2]"},
    {"sum axes=1 f32[2,3]@1,2 y:bf16", "sum axes=1 x:f32[2,3]@1,2 y:bf16[2]"},
    {"sum axes=1 f32[2,3]@0,-1", "sum axes=1 x:f32[2,3]@0,-1 y:f32[2]"},
    {"sum axes=1 f32[1,3]@77,1", "sum axes=1 x:f32[1,3] y:f32[1]"},
    {"sum axes=1 f32[1,3]@77,2", "sum axes=1 x:f32[1,3]@0,2 y:f32[1]"},
    {"sum f32[0,3] +y", "sum x:f32[0,3] y:f32[] +y"},
    {"max axes=0 f32[0,0]", "max axes=0 x:f32[0,0] y:f32[0]"},
    {"max axes=1 ties=last f32[2,3] index:i32[2,1]", "max axes=1 ties=last x:f32[2,3] y:f32[2,1] index:i32[2,1]"},
    {"max axes=1 f32[2,3] index:", "max axes=1 x:f32[2,3] y:f32[2] index:i64[2]"},
    {"max ties=split f32[2]", "max x:f32[2] y:f32[]"},
    {"sum u8[2,3]", "sum x:u8[2,3] y:i64[]"},
    {"prod axes=1 bool[2,3] y:i16", "prod axes=1 x:bool[2,3] y:i16[2]"},
    {"min axes=0 i8[2,3] index:", "min axes=0 x:i8[2,3] y:i8[3] index:i64[3]"},
    {"any axes=1 bf16[2,3]", "any axes=1 x:bf16[2,3] y:bool[2]"},
    {"count_nonzero keepdim=1 f32[2,3]", "count_nonzero x:f32[2,3] y:i64[1,1]"},
    {"argmax axes=0 u32[2,3] y:i32", "argmax axes=0 x:u32[2,3] y:i32[3]"},
    {"argmin axes=0 f32[0,0]", "argmin axes=0 x:f32[0,0] y:i64[0]"},
    {"var axes=1 correction=0.1 bf16[4,5] mean:f32", "var axes=1 correction=0.1 x:bf16[4,5] y:bf16[4] mean:f32[4]"},
    {"std correction=1 f32[5]", "std x:f32[5] y:f32[]"},
    {"logsumexp.bwd axes=1 bf16[64,1000]", "logsumexp.bwd axes=1 dy:bf16[64] x:bf16[64,1000] dx:bf16[64,1000]"},
    {"logsumexp.bwd axes=1 keepdim=1 f32[4,5]", "logsumexp.bwd axes=1 dy:f32[4,1] x:f32[4,5] dx:f32[4,5]"},
    {"logsumexp.bwd axes=1 f32[4,5] y:f32[4,1]", "logsumexp.bwd axes=1 dy:f32[4,1] x:f32[4,5] y:f32[4,1] dx:f32[4,5]"},
    {"sum.bwd axes=0 dy:f32[3] dx:f16[2,3]", "sum.bwd axes=0 dy:f32[3] dx:f16[2,3]"},
    {"sum.bwd axes=0 dx:f16[2,3] +dx", "sum.bwd axes=0 dy:f16[3] dx:f16[2,3] +dx"},
    {"max.bwd axes=0 ties=first index:i64[3] dx:f32[2,3]",
     "max.bwd axes=0 ties=first dy:f32[3] index:i64[3] dx:f32[2,3]"},
    {"max.bwd ties=all f32[2]", "max.bwd ties=all dy:f32[] x:f32[2] dx:f32[2]"},
    {"max.bwd axes=1 f32[2,0]", "max.bwd axes=1 dy:f32[2] x:f32[2,0] dx:f32[2,0]"},
    {"max.bwd f32[2] dx:-", "max.bwd dy:f32[] x:f32[2] dx:-"},
    /* scans */
    {"cumsum f32[2,3]", "cumsum x:f32[2,3] y:f32[2,3]"},
    {"cumsum axis=0 reverse=1 exclusive=1 f32[2,3]", "cumsum axis=0 reverse=1 exclusive=1 x:f32[2,3] y:f32[2,3]"},
    {"cumsum axis=-2 f32[2,3]", "cumsum axis=0 x:f32[2,3] y:f32[2,3]"},
    {"cumsum axis=1 reverse=0 f32[2,3]", "cumsum x:f32[2,3] y:f32[2,3]"},
    {"cumsum axis=0 f32[]", "cumsum x:f32[] y:f32[]"},
    {"cumsum y:f32[4]", "cumsum x:f32[4] y:f32[4]"},
    {"cumsum.bwd dy:f32[4]", "cumsum.bwd dy:f32[4] dx:f32[4]"},
    {"cummax ties=last f32[2,3] index:i32", "cummax ties=last x:f32[2,3] y:f32[2,3] index:i32[2,3]"},
    {"cummax.bwd index:i64[3] dy:f16[3]", "cummax.bwd dy:f16[3] index:i64[3] dx:f16[3]"},
    {"linrec f32[2,3] f16[2,3] f32[2]", "linrec a:f32[2,3] b:f16[2,3] init:f32[2] y:f32[2,3]"},
    {"linrec axis=0 f32[2,3] f16[2,3] f32[1,3]", "linrec axis=0 a:f32[2,3] b:f16[2,3] init:f32[1,3] y:f32[2,3]"},
    {"linrec f32[4] b:", "linrec a:f32[4] b:f32[4] y:f32[4]"},
    {"linrec.bwd f32[2,3] init:f32[2,1] da: db: dinit:",
     "linrec.bwd dy:f32[2,3] a:f32[2,3] y:f32[2,3] init:f32[2,1] da:f32[2,3] db:f32[2,3] dinit:f32[2,1]"},
    {"linrec.bwd f32[2,3] dinit: db:-", "linrec.bwd dy:f32[2,3] a:f32[2,3] da:- db:- dinit:f32[2]"},
    /* maps */
    {"lerp weight=0.25 f32[2,1] f32[3]", "lerp weight=0.25 a:f32[2,1] b:f32[3] y:f32[2,3]"},
    {"lerp weight=0 f32[2] f32[2]", "lerp weight=0 a:f32[2] b:f32[2] y:f32[2]"},
    {"lerp f32[] bf16[3] f64[2,1]", "lerp a:f32[] b:bf16[3] w:f64[2,1] y:f32[2,3]"},
    {"lerp weight=0.3 f32[0] f32[1]", "lerp weight=0.3 a:f32[0] b:f32[1] y:f32[0]"},
    {"lerp.bwd weight=0.25 dy:bf16[64,32] da:f32[64,1] +da",
     "lerp.bwd weight=0.25 dy:bf16[64,32] da:f32[64,1] db:- +da"},
    {"lerp.bwd weight=0.25 dy:bf16[64,32] da:f32[64,1] db:",
     "lerp.bwd weight=0.25 dy:bf16[64,32] da:f32[64,1] db:bf16[64,32]"},
    {"lerp.bwd f32[2,1] f32[3] f32[]",
     "lerp.bwd dy:f32[2,3] a:f32[2,1] b:f32[3] w:f32[] da:f32[2,1] db:f32[3] dw:f32[]"},
    {"lerp.bwd weight=1 f32[2] f32[2] dw:", "lerp.bwd weight=1 dy:f32[2] a:f32[2] b:f32[2] da:- db:- dw:f32[]"},
    /* layout */
    {"pad low=1,-1 high=2,0 f32[4,5]", "pad low=1,-1 high=2,0 x:f32[4,5] y:f32[7,4]"},
    {"pad low=0,0 high=0,0 value=0 f32[4,5]", "pad x:f32[4,5] y:f32[4,5]"},
    {"pad value=-0 f32[]", "pad value=-0 x:f32[] y:f32[]"},
    {"pad mode=reflect low=3 f32[4]", "pad mode=reflect low=3 x:f32[4] y:f32[7]"},
    {"pad mode=circular low=4 high=-1 f32[5]", "pad mode=circular low=4 high=-1 x:f32[5] y:f32[8]"},
    {"pad low=-5 f32[5]", "pad low=-5 x:f32[5] y:f32[0]"},
    {"pad low=2 f32[0]", "pad low=2 x:f32[0] y:f32[2]"},
    {"pad.bwd low=1 high=1 value=7 dy:f32[6]", "pad.bwd low=1 high=1 dy:f32[6] dx:f32[4]"},
    {"pad.bwd low=-1 high=1 dx:f32[6]", "pad.bwd low=-1 high=1 dy:f32[6] dx:f32[6]"},
    {"repeat repeats=2,3 f32[5]", "repeat repeats=2,3 x:f32[5] y:f32[2,15]"},
    {"repeat repeats=0 f32[5]", "repeat repeats=0 x:f32[5] y:f32[0]"},
    {"repeat repeats=none f32[]", "repeat repeats=none x:f32[] y:f32[]"},
    {"repeat.bwd repeats=2,3 dy:f32[2,15]", "repeat.bwd repeats=2,3 dy:f32[2,15] dx:f32[1,5]"},
    {"repeat.bwd repeats=2,0 dx:f32[4,5]", "repeat.bwd repeats=2,0 dy:f32[8,0] dx:f32[4,5]"},
    /* rows of a table */
    {"embedding f32[50,3,2] i32[7,5]", "embedding weight:f32[50,3,2] index:i32[7,5] y:f32[7,5,3,2]"},
    {"embedding padding_idx=-1 bf16[50] index:[] y:f32", "embedding weight:bf16[50] index:i64[] y:f32[]"},
    {"embedding.bwd padding_idx=49 bf16[50,4] u8[3]", "embedding.bwd padding_idx=49 dy:bf16[3,4] index:u8[3] dweight:bf16[50,4]"},
    {"embedding.bwd dy:f32[7,5,3] index:i32[7,5] dweight:-", "embedding.bwd dy:f32[7,5,3] index:i32[7,5] dweight:-"},
    /* extents beyond 2^31, and strides that do not nest but do not meet either */
    {"sum axes=1 f16[1,2147483656]@0,0 y:f32[1]", "sum axes=1 x:f16[1,2147483656]@0,0 y:f32[1]"},
    {"sum axes=2 f32[3,2,2] y:f32[3,2]@2,3", "sum axes=2 x:f32[3,2,2] y:f32[3,2]@2,3"},
    {"max f32[2147483647]@0 index:i32", "max x:f32[2147483647]@0 y:f32[] index:i32[]"},
};

/* Resolves a line. Returns what problem_resolve does. */
static rem_status resolve(struct check *c, const char *line, struct problem *p, rem_error *error) {
  struct parsed parsed;
  rem_desc desc;
  char why[WHY_BYTES];
  *error = (rem_error){.size = sizeof *error};
  if (parse_problem(line, &parsed, why, sizeof why)) {
    printf("FAIL %s: the line cannot be read: %s\n", line, why);
    c->failed++;
    return REM_INTERNAL;
  }
  parsed_desc(&parsed, &desc);
  return problem_resolve(&desc, p, error);
}

static void check_line(struct check *c, const char *line, const char *expected) {
  struct problem p;
  rem_error error;
  char text[1024] = "";
  rem_status status = resolve(c, line, &p, &error);
  if (status != REM_OK) printf("FAIL %s: %s\n", line, error.text);
  if (!check_count(c, status == REM_OK)) return;
  int length = problem_text(&p, text, sizeof text);
  CHECK_INT(c, length, (int64_t)strlen(text));
  CHECK_TEXT(c, text, expected);
}

/* Each line gives the problem, and the problem, read back, gives itself. */
static void test_accepted(struct check *c) {
  for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
    check_line(c, accepted[i].line, accepted[i].problem);
    check_line(c, accepted[i].problem, accepted[i].problem);
  }
}

/* ---- lines that are refused ---------------------------------------------------------------------------------- */

struct refused {
  const char *line;
  int slot, axis;
  const char *text;
};
static const struct refused refused[] = {
    {"sum axes=3 f32[2,3]", 0, 3, "x: axis 3 is out of range for rank 2"},
    {"sum axes=-3 f32[2,3]", 0, -3, "x: axis -3 is out of range for rank 2"},
    {"sum axes=1 f32[]", 0, 1, "x: axis 1 is out of range for rank 0"},
    {"sum axes=0,-2 f32[2,3]", 0, 0, "x: axis 0 is repeated in axes"},
    {"sum.bwd axes=2 dx:f32[2,3]", 3, 2, "dx: axis 2 is out of range for rank 2"},
    {"cumsum axis=2 f32[2,3]", 0, 2, "x: axis 2 is out of range for rank 2"},
    {"cumsum axis=1 f32[]", 0, 1, "x: axis 1 is out of range for rank 0"},
    {"cumsum axis=4294967296 f32[2]", 0, -1, "x: axis 4294967296 is out of range for rank 1"},
    {"sum axes=1 f32[64,1000] y:f32[63]", 1, 0, "y: expected shape [64], found [63]"},
    {"sum axes=1 f32[64,1000] y:f32[64,2]", 1, 1, "y: expected shape [64,1], found [64,2]"},
    {"sum axes=1 f32[64,1000] y:f32[64,1,1]", 1, -1, "y: expected shape [64], found [64,1,1]"},
    {"sum axes=1 keepdim=1 f32[64,1000] y:f32[64]", 1, -1, "y: keepdim=1 expects shape [64,1], found [64]"},
    {"sum axes=1 keepdim=0 f32[64,1000] y:f32[64,1]", 1, -1, "y: keepdim=0 expects shape [64], found [64,1]"},
    {"sum keepdim=2 f32[2]", -1, -1, "keepdim: expected 0 or 1, found 2"},
    {"logsumexp.bwd f32[64,1000] dx:f32[64,999]", 3, 1, "dx: expected shape [64,1000], found [64,999]"},
    {"sum.bwd dy:f32[]", 3, -1, "dx: its shape cannot be inferred; give x or the view of dx"},
    {"logsumexp.bwd dy:f32[] x:- dx:f32[3]", 1, -1, "x: is required and was left out"},
    {"max.bwd ties=first dy:f32[] x:- dx:f32[3]", 1, -1, "x: is required and was left out; index would do instead"},
    {"max.bwd x:- index:i64[] dx:f32[3]", 1, -1, "x: is required and was left out"},
    {"cummax.bwd x:- dx:f32[3]", 1, -1, "x: is required and was left out; index would do instead"},
    {"linrec.bwd f32[3] y:-", 2, -1, "y: is required and was left out"},
    {"linrec.bwd dy:f32[3] a:-", 1, -1, "a: is required and was left out"},
    {"sum.bwd dy:- x:f32[3]", 0, -1, "dy: is required and was left out"},
    {"sum f32[3] y:-", 1, -1, "y: is required and was left out"},
    {"sum x:- y:f32[]", 0, -1, "x: is required and was left out"},
    {"sum y:f32[]", 0, -1, "x: its shape cannot be inferred; give its view"},
    {"cumsum x:f32", 0, -1, "x: its shape cannot be inferred; give its view"},
    {"sum [3]", 0, -1, "x: no dtype is said"},
    {"mean i32[3]", 0, -1, "x: expected dtype f32, f64, f16 or bf16, found i32"},
    {"sum i32[3] y:f32", 1, -1, "y: expected an integer dtype as x has, found f32; cast first"},
    {"sum.bwd dy:i32[] x:i32[3]", 0, -1,
     "dy: expected dtype f32, f64, f16 or bf16, found i32; integers have no gradient"},
    {"argmax f32[3] y:i16", 1, -1, "y: expected dtype i32 or i64, found i16"},
    {"argmax f32[2147483648]@0 y:i32", 1, -1, "y: i32 holds at most 2147483647 positions, found 2147483648; use i64"},
    {"argmin axes=1 u8[2,0]", 0, 1, "x: axis 1 has extent 0, and argmin of no elements has no value"},
    {"max f32[3] index:f32", 2, -1, "index: expected dtype i32 or i64, found f32"},
    {"max f32[2147483648]@0 index:i32", 2, -1,
     "index: i32 holds at most 2147483647 positions, found 2147483648; use i64"},
    {"max f32[65536,65536]@0,0 index:i32", 2, -1,
     "index: i32 holds at most 2147483647 positions, found 4294967296; use i64"},
    {"cummax f32[2147483648]@0 y:f32[2147483648] index:i32", 2, -1,
     "index: i32 holds at most 2147483647 positions, found 2147483648; use i64"},
    {"max axes=1 f32[2,0]", 0, 1, "x: axis 1 has extent 0, and max of no elements has no value"},
    {"min f32[0]", 0, 0, "x: axis 0 has extent 0, and min of no elements has no value"},
    {"max ties=none f32[2]", -1, -1, "ties: expected split|all|first|last, found none"},
    {"cummax ties=split f32[2]", -1, -1, "ties: expected first|last, found split"},
    {"cummax exclusive=1 f32[2]", -1, -1, "exclusive: cummax has no exclusive scan, as no elements have no value"},
    {"cumsum f32[2] y:f32[3]", 1, 0, "y: expected shape [2], found [3]"},
    {"cumsum.bwd dy:f32[2] dx:f32[3]", 0, 0, "dy: expected shape [3], found [2]"},
    {"linrec f32[2,3] f32[2]", 1, -1, "b: expected shape [2,3], found [2]"},
    {"linrec f32[2,3] f32[2,3] f32[3]", 2, 0, "init: expected shape [2], found [3]"},
    {"lerp weight=1 f32[2] f32[3]", 1, 0, "b: axis 0 has extent 3, which does not broadcast with 2"},
    {"lerp weight=1 f32[2] f32[0]", 1, 0, "b: axis 0 has extent 0, which does not broadcast with 2"},
    {"lerp f32[2] f32[2]", 2, -1, "weight: is required when w is left out"},
    {"lerp weight=1 f32[2] f32[2] f32[2]", 2, -1, "weight: given beside w, for which it stands in"},
    {"lerp weight=1 f32[2] f32[2] y:f32[3,2]", 3, -1, "y: expected shape [2], found [3,2]"},
    {"lerp weight=1 f32[1] f32[1] y:f32[3]", 3, 0, "y: expected shape [1], found [3]"},
    {"lerp.bwd dy:f32[2] w:- da:f32[2]", 3, -1, "weight: is required when w is left out"},
    {"lerp.bwd weight=1 dy:f32[2] da:f32[3]", 0, 0, "dy: axis 0 has extent 2, which does not broadcast with 3"},
    {"lerp.bwd weight=1 dy:f32[2] a:f32[2] da:f32[1]", 4, 0, "da: expected shape [2], found [1]"},
    {"lerp.bwd weight=1 dy:f32[1] da:f32[2]", 0, 0, "dy: expected shape [2], found [1]"},
    {"lerp.bwd weight=1 da: db:", 0, -1, "dy: its shape cannot be inferred; give its view"},
    {"pad low=1 f32[2,3]", 0, -1, "low: expected 2 entries for rank 2, found 1"},
    {"pad low=-2 high=-2 f32[3]", 0, 0, "x: axis 0 has extent 3, less than low -2 and high -2 crop"},
    {"pad mode=reflect low=0,3 f32[9,3]", 0, 1,
     "x: axis 1 with 3 elements can be padded by at most 2 in mode reflect, found 3"},
    {"pad mode=symmetric high=4 f32[3]", 0, 0,
     "x: axis 0 with 3 elements can be padded by at most 3 in mode symmetric, found 4"},
    {"pad mode=circular low=4 high=-1 f32[4]", 0, 0,
     "x: axis 0 with 3 elements can be padded by at most 3 in mode circular, found 4"},
    {"pad mode=replicate low=1 f32[0]", 0, 0,
     "x: axis 0 with 0 elements can be padded by at most 0 in mode replicate, found 1"},
    {"pad mode=reflect low=1 f32[0]", 0, 0,
     "x: axis 0 with 0 elements can be padded by at most 0 in mode reflect, found 1"},
    {"pad low=9223372036854775807 f32[1]", 0, 0, "x: axis 0 grows past 2^63 elements"},
    {"pad mode=edge f32[1]", -1, -1, "mode: expected constant|reflect|replicate|circular|symmetric, found edge"},
    {"pad.bwd low=2 dy:f32[1]", 0, 0, "dy: axis 0 has extent 1, less than low 2 and high 0 pad"},
    {"pad.bwd low=2 dy:f32[5] dx:f32[4]", 0, 0, "dy: expected shape [6], found [5]"},
    {"repeat f32[2]", -1, -1, "repeats: is required"},
    {"embedding f32[50,4] f32[3]", 1, -1, "index: expected dtype an integer, found f32"},
    {"embedding f32[50,4] bool[3]", 1, -1, "index: expected dtype an integer, found bool"},
    {"embedding i32[50,4] i32[3]", 0, -1, "weight: expected dtype f32, f64, f16 or bf16, found i32"},
    {"embedding f32[] i32[3]", 0, -1, "weight: expected rows along axis 0, so rank 1 or more, found 0"},
    {"embedding f32[50,4]", 1, -1, "index: its shape cannot be inferred; give its view"},
    {"embedding f32[50,4,2] i32[1,1,1,1,1,1,3]", 1, -1, "index: 7 axes, and 2 of a row, are more than the 8 that y may have"},
    {"embedding f32[50,4] i32[3] y:f32[3,5]", 2, 1, "y: expected shape [3,4], found [3,5]"},
    {"embedding padding_idx=50 f32[50,4] i32[3]", 0, 0, "padding_idx: expected -1 or one of the 50 rows of weight, found 50"},
    {"embedding.bwd dy:f32[3,4] index:i32[3]", 2, -1, "dweight: its shape cannot be inferred; give its view"},
    {"embedding.bwd dy:f32[3] index:i32[3,2] dweight:-", 0, -1, "dy: expected shape [3,2], found [3]"},
    {"repeat repeats=2 f32[2,3]", -1, -1, "repeats: expected at least 2 entries for rank 2, found 1"},
    {"repeat repeats=2,-1 f32[2,3]", -1, 1, "repeats: axis 1 is repeated -1 times, expected 0 or more"},
    {"repeat repeats=4611686018427387904 f32[2]", 0, 0, "x: axis 0 grows past 2^63 elements"},
    {"repeat.bwd repeats=2 dy:f32[3]", 0, 0,
     "dy: axis 0 has extent 3, which 2 repeats do not tell the extent of x from"},
    {"repeat.bwd repeats=0 dy:f32[0]", 0, 0,
     "dy: axis 0 has extent 0, which 0 repeats do not tell the extent of x from"},
    {"repeat.bwd repeats=2,2 dy:f32[4]", 0, -1, "dy: expected rank 2, found 1"},
    {"sum f32[4294967296,4294967296]@0,0", 0, -1, "x: the product of its extents does not fit 63 bits"},
    {"sum f32[0,4294967296,4294967296]@0,0,0", 0, -1, "x: the product of its extents does not fit 63 bits"},
    {"sum f32[2305843009213693952]@1", 0, -1, "x: the bytes it spans do not fit 63 bits"},
    {"sum f64[3]@9223372036854775807", 0, -1, "x: the bytes it spans do not fit 63 bits"},
    {"sum f64[2,2]@-9223372036854775807,9223372036854775807", 0, -1, "x: the bytes it spans do not fit 63 bits"},
    {"sum f16[2]@-9223372036854775808", 0, -1, "x: the bytes it spans do not fit 63 bits"},
    {"cumsum f64[1152921504606846976]@0", 1, -1, "y: the bytes it spans do not fit 63 bits"},
    {"cumsum f32[4] y:f32[4]@0", 1, 0, "y: an output must not overlap itself, and with stride 0 on axis 0 it does"},
    {"cumsum f32[2,3] y:f32[2,3]@1,1", 1, 1,
     "y: an output must not overlap itself, and with stride 1 on axis 1 it does"},
    {"cumsum f32[2,2,2] y:f32[2,2,2]@6,2,4", 1, 0,
     "y: an output must not overlap itself, and with stride 6 on axis 0 it does"},
    {"sum f32[2] +x", 0, -1, "x: cannot accumulate, as it is an input"},
    {"max f32[2] index: +index", 2, -1, "index: cannot accumulate, as it holds positions"},
};

static void test_refused(struct check *c) {
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    const struct refused *r = &refused[i];
    struct problem p;
    rem_error error;
    int64_t before = c->failed;
    rem_status status = resolve(c, r->line, &p, &error);
    CHECK_INT(c, status, REM_INVALID);
    CHECK_INT(c, error.status, REM_INVALID);
    CHECK_INT(c, error.slot, r->slot);
    CHECK_INT(c, error.axis, r->axis);
    CHECK_TEXT(c, error.text, r->text);
    if (c->failed != before) printf("     in line: %s\n", r->line);
  }
}

/* ---- what no line can say ------------------------------------------------------------------------------------- */

static const int64_t three[] = {3}, two_three[] = {2, 3};

static void expect(struct check *c, const rem_desc *desc, const char *text, int line) {
  rem_error error = {.size = sizeof error};
  struct problem p;
  rem_status status = problem_resolve(desc, &p, &error);
  check_int(c, status, REM_INVALID, "status", __FILE__, line);
  check_text(c, error.text, text, "text", __FILE__, line);
}
#define EXPECT(c, desc, text) expect((c), (desc), (text), __LINE__)

static void test_desc(struct check *c) {
  rem_view x = rem_view_packed(REM_F32, 1, three), many[3] = {x, x, x};
  const rem_desc good = {.size = sizeof good, .op = "sum", .views = &x, .n_views = 1};
  struct problem p;
  rem_desc d = good;
  CHECK_INT(c, problem_resolve(&d, &p, NULL), REM_OK);
  EXPECT(c, NULL, "desc: expected a description, found NULL");
  d.size--;
  CHECK_INT(c, problem_resolve(&d, &p, NULL), REM_INVALID);
  d.size += 2;
  CHECK_INT(c, problem_resolve(&d, &p, NULL), REM_INVALID);
  d = good, d.reserved = 1, EXPECT(c, &d, "desc: reserved must be 0");
  d = good, d.pass = 2, EXPECT(c, &d, "desc: pass 2 is not known");
  d = good, d.op = NULL, EXPECT(c, &d, "op NULL is not known");
  d = good, d.op = "su\nm", EXPECT(c, &d, "op su?m is not known");
  d = good, d.op = "", EXPECT(c, &d, "op  is not known");
  d = good, d.n_views = -1, EXPECT(c, &d, "views: expected 0 to 2 of them, found -1");
  d = good, d.views = many, d.n_views = 3, EXPECT(c, &d, "views: expected 0 to 2 of them, found 3");
  d = good, d.views = NULL, EXPECT(c, &d, "views: expected 1 of them, found NULL");
  d = good, d.n_attrs = -1, EXPECT(c, &d, "attrs: expected a count, found a negative one");
  d = good, d.n_attrs = 1, EXPECT(c, &d, "attrs: expected a list, found NULL");
  d = good, d.accumulate = 1u << 9, EXPECT(c, &d, "accumulate: bit 9 is no slot of sum");
  d = good, d.accumulate = 1u << 31, EXPECT(c, &d, "accumulate: bit 31 is no slot of sum");
  d = good, d.op = "max", d.accumulate = 1u << 2, EXPECT(c, &d, "index: cannot accumulate, as it is left out");
}

static void test_views(struct check *c) {
  rem_view x = rem_view_packed(REM_F32, 2, two_three);
  rem_desc d = {.size = sizeof d, .op = "mean", .views = &x, .n_views = 1};
  x.rank = 9, EXPECT(c, &d, "x: expected rank 0 to 8, found 9");
  x.rank = -3, EXPECT(c, &d, "x: expected rank 0 to 8, found -3");
  x.rank = 2, x.shape[1] = -1, EXPECT(c, &d, "x: axis 1 has extent -1");
  x.shape[1] = 3, x.dtype = 77, EXPECT(c, &d, "x: expected dtype f32, f64, f16 or bf16, found number 77");
  x.dtype = -1, EXPECT(c, &d, "x: expected dtype f32, f64, f16 or bf16, found number -1");
}

static void test_attrs(struct check *c) {
  static const int64_t nine[9] = {0};
  rem_view x = rem_view_packed(REM_F32, 2, two_three);
  rem_attr a[2] = {{.name = "axes", .kind = REM_ATTR_INTS, .n = 1, .v = {.is = nine}}};
  rem_desc d = {.size = sizeof d, .op = "var", .views = &x, .n_views = 1, .n_attrs = 1, .attrs = a};
  struct problem p;
  a[1] = a[0];
  d.n_attrs = 2, EXPECT(c, &d, "axes: given twice");
  d.n_attrs = 1;
  a[0].n = 9, EXPECT(c, &d, "axes: expected at most 8 entries, found 9");
  a[0].n = -1, EXPECT(c, &d, "axes: expected at most 8 entries, found -1");
  a[0].n = 1, a[0].v.is = NULL, EXPECT(c, &d, "axes: expected a list, found NULL");
  a[0].kind = REM_ATTR_INT, EXPECT(c, &d, "axes: expected a list of ints, found an int");
  a[0].kind = 0, EXPECT(c, &d, "axes: expected a list of ints, found an unknown kind");
  a[0].name = NULL, EXPECT(c, &d, "var: an attribute has no name");
  a[0].name = "ties", EXPECT(c, &d, "var has no attribute ties");
  a[0] = (rem_attr){.name = "keepdim", .kind = REM_ATTR_REAL, .v = {.f = 1}};
  EXPECT(c, &d, "keepdim: expected an int, found a real");
  a[0] = (rem_attr){.name = "correction", .kind = REM_ATTR_TEXT, .v = {.s = "1"}};
  EXPECT(c, &d, "correction: expected a real, found a text");
  a[0] = (rem_attr){.name = "correction", .kind = REM_ATTR_INT, .v = {.i = 2}};
  if (CHECK_INT(c, problem_resolve(&d, &p, NULL), REM_OK)) CHECK(c, problem_attr(&p, "correction")->f == 2.0);
  a[0] = (rem_attr){.name = "ties", .kind = REM_ATTR_TEXT, .v = {.s = NULL}};
  d.op = "max", EXPECT(c, &d, "ties: expected a text, found NULL");
}

/* An error of another size, or none at all, is left alone. */
static void test_errors(struct check *c) {
  rem_desc d = {.size = sizeof d, .op = "no such op"};
  struct problem p;
  rem_error error = {.size = sizeof error - 1, .status = 123};
  CHECK_INT(c, problem_resolve(&d, &p, &error), REM_INVALID);
  CHECK_INT(c, error.status, 123);
  CHECK_TEXT(c, error.text, "");
  CHECK_TEXT(c, rem_status_name(REM_INVALID), "REM_INVALID");
  CHECK_TEXT(c, rem_status_name(REM_INTERNAL), "REM_INTERNAL");
  CHECK_TEXT(c, rem_status_name((rem_status)99), "unknown status");
  CHECK_TEXT(c, rem_version(), "0.1.0");
}

/* ---- inference through the public interface ------------------------------------------------------------------- */

static void test_infer(struct check *c) {
  rem_view views[3] = {
      rem_view_packed(REM_BF16, 2, two_three), {.rank = REM_OPEN}, {.rank = REM_OPEN, .dtype = REM_I32}};
  rem_desc d = {.size = sizeof d, .op = "max", .views = views, .n_views = 3};
  rem_error error = {.size = sizeof error};
  rem_view few[2];
  CHECK_INT(c, rem_infer(&d, views, 3, &error), REM_OK); /* in place */
  CHECK_INT(c, views[1].rank, 0);
  CHECK_INT(c, views[1].dtype, REM_BF16);
  CHECK_INT(c, views[2].dtype, REM_I32);
  CHECK_INT(c, rem_infer(&d, few, 2, &error), REM_OK);
  CHECK_INT(c, few[0].shape[1], 3);
  CHECK_INT(c, rem_infer(&d, NULL, 0, &error), REM_OK);
  CHECK_INT(c, rem_infer(&d, views, 4, &error), REM_INVALID);
  CHECK_TEXT(c, error.text, "views: expected room for 0 to 3, found 4");
  CHECK_INT(c, rem_infer(&d, NULL, 2, &error), REM_INVALID);
  CHECK_INT(c, rem_infer(&d, few, -1, &error), REM_INVALID);
}

/* Slots past n_views: the required ones are open, the others left out. */
static void test_unsaid(struct check *c) {
  rem_view views[2] = {{.rank = REM_OPEN}, rem_view_packed(REM_F32, 2, two_three)};
  rem_attr ties = {.name = "ties", .kind = REM_ATTR_TEXT, .v = {.s = "first"}};
  rem_desc d = {.size = sizeof d, .op = "max", .pass = REM_BACKWARD, .views = views, .n_views = 2};
  struct problem p;
  d.attrs = &ties, d.n_attrs = 1;
  if (CHECK_INT(c, problem_resolve(&d, &p, NULL), REM_OK)) {
    CHECK(c, !problem_has(&p, "y") && !problem_has(&p, "index") && problem_has(&p, "dx"));
    CHECK_INT(c, problem_view(&p, "dx")->shape[1], 3);
  }
  d.op = "linrec", d.n_attrs = 0;
  if (CHECK_INT(c, problem_resolve(&d, &p, NULL), REM_OK)) {
    CHECK(c, problem_has(&p, "y") && problem_has(&p, "da") && problem_has(&p, "db"));
    CHECK(c, !problem_has(&p, "init") && !problem_has(&p, "dinit"));
  }
  d.op = "lerp";
  EXPECT(c, &d, "weight: is required when w is left out");
  d.op = "cumsum", d.pass = REM_FORWARD, d.views = views + 1, d.n_views = 1;
  if (CHECK_INT(c, problem_resolve(&d, &p, NULL), REM_OK)) CHECK_INT(c, problem_view(&p, "y")->rank, 2);
}

/* The compute dtype is f64 as soon as one real slot is. */
static void test_compute(struct check *c) {
  struct problem p;
  rem_error error;
  if (CHECK_INT(c, resolve(c, "sum f16[2] y:f64", &p, &error), REM_OK)) CHECK_INT(c, p.compute, REM_F64);
  if (CHECK_INT(c, resolve(c, "sum f16[2] y:bf16", &p, &error), REM_OK)) CHECK_INT(c, p.compute, REM_F32);
  if (CHECK_INT(c, resolve(c, "max f16[2] index:i64", &p, &error), REM_OK)) CHECK_INT(c, p.compute, REM_F32);
}

/* The resolved problem, as backends see it. */
static void test_problem(struct check *c) {
  struct problem p;
  rem_error error;
  char text[8];
  if (CHECK_INT(c, resolve(c, "sum axes=-1,0 f32[2,3,4]", &p, &error), REM_OK)) {
    CHECK_INT(c, p.axes, 5);
    CHECK_INT(c, problem_attr(&p, "axes")->n, 2);
    CHECK_INT(c, problem_attr(&p, "axes")->is[1], 2);
    CHECK_INT(c, problem_text(&p, text, sizeof text), (int64_t)strlen("sum axes=0,2 x:f32[2,3,4] y:f32[3]"));
    CHECK_TEXT(c, text, "sum axe");
  }
  if (CHECK_INT(c, resolve(c, "cumsum f32[]", &p, &error), REM_OK)) {
    CHECK_INT(c, p.axes, 1);
    CHECK_INT(c, p.shape[0], 1);
  }
  if (CHECK_INT(c, resolve(c, "sum f32[]", &p, &error), REM_OK)) CHECK_INT(c, p.axes, 0);
  if (CHECK_INT(c, resolve(c, "pad mode=reflect f32[2,3]", &p, &error), REM_OK)) {
    CHECK_TEXT(c, problem_choice(&p, "mode"), "reflect");
    CHECK_INT(c, problem_attr(&p, "low")->n, 2);
    CHECK(c, problem_attr(&p, "axes") == NULL && problem_choice(&p, "value") == NULL);
  }
}

int main(void) {
  struct check c = {"core describe", 0, 0};
  test_accepted(&c);
  test_refused(&c);
  test_desc(&c);
  test_views(&c);
  test_attrs(&c);
  test_errors(&c);
  test_infer(&c);
  test_unsaid(&c);
  test_compute(&c);
  test_problem(&c);
  return check_end(&c);
}
