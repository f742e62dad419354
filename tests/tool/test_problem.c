/* test_problem.c: what the problem language refuses, and with which sentence; how layouts become strides. */
#include "check.h"
#include "problem.h"

static const struct {
  const char *line, *says;
} bad[] = {
    {"", "empty"},
    {"   # nothing", "empty"},
    {"sm f32[3]", "'sm' is no op"},
    {"sum.fwd f32[3]", "op or op.bwd"},
    {"sum axis=1 f32[3]", "sum has no attribute 'axis'; it takes axes, keepdim"},
    {"sum axes=a f32[3]", "axes=a: expected a list"},
    {"sum axes=1,,2 f32[3]", "expected a list"},
    {"sum axes=0,1,2,3,4,5,6,7,8 f32[3]", "expected a list"},
    {"cumsum axis=1.5 f32[3]", "expected an integer"},
    {"cumsum axis=99999999999999999999 f32[3]", "expected an integer"},
    {"var correction=x f32[3]", "expected a number"},
    {"max ties= f32[3]", "expected a word"},
    {"sum f31[3]", "x: 'f31' is no dtype"},
    {"sum f32[3", "x: expected a shape"},
    {"sum f32[a]", "x: expected a shape"},
    {"sum f32[1,2,3,4,5,6,7,8,9]", "x: expected a shape"},
    {"sum f32[-1]", "x: axis 0 has the negative extent -1"},
    {"sum f32[3]@1,2", "x: expected 1 strides, found 2"},
    {"sum f32[3]@u", "'@u' is no layout"},
    {"sum f32[3]t", "x: expected @"},
    {"sum f32[3] z:f32[3]", "sum has no slot 'z'; its slots are x, y"},
    {"sum.bwd dw:f32[3]", "sum.bwd has no slot 'dw'"},
    {"sum f32[3] x:f32[3]", "x is given twice"},
    {"sum f32[3] f32[] f32[]", "one view too many"},
    {"sum f32[3] +z", "no slot 'z'"},
    {"sum f32[3] ask=always", "expected none, run or everywhere"},
    {"sum f32[3] ws=-1", "expected a number of bytes"},
    {"sum f32[3] on=", "expected a device"},
    {"sum f32[4294967296,4294967296,4294967296]", "overflow"},
};

static void test_refusals(struct check *c) {
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    struct parsed p;
    char why[WHY_BYTES] = "";
    CHECK_INT(c, parse_problem(bad[i].line, &p, why, sizeof why), -1);
    if (!CHECK(c, strstr(why, bad[i].says))) printf("  '%s' was refused with: %s\n", bad[i].line, why);
  }
}

static const struct {
  const char *line;
  int slot, rank;
  int64_t stride[3];
} layouts[] = {
    {"sum f32[2,3,4]", 0, 3, {12, 4, 1}},
    {"sum f32[2,3,4]@packed", 0, 3, {12, 4, 1}},
    {"sum f32[2,3,4]@t", 0, 3, {1, 2, 6}},
    {"sum f32[2,3,4]@rev", 0, 3, {-12, -4, -1}},
    {"sum f32[2,3,4]@pad", 0, 3, {21, 7, 1}},
    {"sum f32[2,3,4]@bcast", 0, 3, {0, 4, 1}},
    {"sum f32[1,3,4]@bcast", 0, 3, {4, 0, 1}},
    {"sum f32[2,3,4]@5,-6,0", 0, 3, {5, -6, 0}},
    {"sum axes=0 f32[2,3,4] y:f16@t", 1, 2, {1, 3, 0}},
    {"sum.bwd axes=0 f32[2,3,4] dx:@rev", 3, 3, {-12, -4, -1}},
    {"sum f32[0,3,4]", 0, 3, {12, 4, 1}},
};

static void test_layouts(struct check *c) {
  for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
    struct parsed p;
    char why[WHY_BYTES] = "";
    if (!CHECK_INT(c, parse_problem(layouts[i].line, &p, why, sizeof why), 0)) continue;
    const rem_view *v = &p.views[layouts[i].slot];
    CHECK_INT(c, v->rank, layouts[i].rank);
    for (int k = 0; k < layouts[i].rank; k++) CHECK_INT(c, v->stride[k], layouts[i].stride[k]);
  }
}

/* Which slots a line that does not speak of them opens ('o') or leaves out ('-'); given ones are 'g'. */
static const struct {
  const char *line, *slots;
} silent[] = {
    {"sum axes=1 f32[2,3]", "go"},
    {"max axes=1 f32[2,3]", "go-"},
    {"max axes=1 f32[2,3] index:i64", "goo"},
    {"lerp f32[3] f32[3] f32[3]", "gggo"},
    {"lerp weight=0.5 f32[3] f32[3]", "gg-o"},
    {"sum.bwd axes=1 f32[2,3]", "og-o"},
    {"logsumexp.bwd axes=1 f32[2,3]", "og-o"},
    {"logsumexp.bwd axes=1 f32[2,3] y:f32", "ogoo"},
    {"max.bwd axes=1 ties=first index:i64[2] dx:f32[2,3]", "o--gg"},
    {"lerp.bwd f32[3] f32[3] f32[3]", "ogggooo"},
    {"lerp.bwd weight=0.5 f32[3] f32[3]", "ogg-oo-"},
    {"lerp.bwd weight=0.25 dy:bf16[64,32] da:f32[64,1] +da", "g---g--"},
    {"linrec.bwd f32[2,3] f32[2,3]", "ogo-og-"},
    {"linrec.bwd f32[2,3] f32[2,3] f32[2]", "ogogogo"},
    {"pad.bwd low=1 high=1 f32[3]", "og"},
    {"sum f32[3] y:-", "g-"},
};

static void test_silent(struct check *c) {
  for (size_t i = 0; i < sizeof silent / sizeof *silent; i++) {
    struct parsed p;
    char why[WHY_BYTES] = "", found[REM_MAX_SLOTS + 1] = "";
    if (!CHECK_INT(c, parse_problem(silent[i].line, &p, why, sizeof why), 0)) continue;
    for (int k = 0; k < p.n_views; k++)
      found[k] = p.views[k].rank == REM_OPEN ? 'o' : p.views[k].rank == REM_LEFT_OUT ? '-' : 'g';
    if (!CHECK_TEXT(c, found, silent[i].slots)) printf("  in '%s'\n", silent[i].line);
  }
}

static void test_settings(struct check *c) {
  struct parsed p;
  rem_desc desc;
  char why[WHY_BYTES];
  CHECK_INT(c, parse_problem("sum axes=none f32[3] +y on=cuda:1 ask=everywhere ws=4096", &p, why, sizeof why), 0);
  parsed_desc(&p, &desc);
  CHECK_TEXT(c, p.device, "cuda:1");
  CHECK_INT(c, desc.max_workspace, 4096);
  CHECK_INT(c, desc.at_least->repeat, REM_REPEAT_EVERYWHERE);
  CHECK_INT(c, desc.accumulate, 2);
  CHECK_INT(c, desc.n_attrs, 1);
  CHECK_INT(c, desc.attrs[0].n, 0);
}

int main(void) {
  struct check c = {"problem", 0, 0};
  test_refusals(&c);
  test_layouts(&c);
  test_silent(&c);
  test_settings(&c);
  return check_end(&c);
}
