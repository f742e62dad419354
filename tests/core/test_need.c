/* test_need.c: the op table as bindings see it, and what each gradient needs saved. */
#include "check.h"
#include "core/describe.h"
#include "problem.h"

/* ---- needs, as one letter for each slot in order: R required, O optional, - ignored ------------------------- */

struct need {
  const char *line, *needs;
};
static const struct need needs[] = {
    {"sum f32[3]", "RR"},
    {"max f32[3]", "RRO"},
    {"linrec f32[3] f32[3]", "RROR"},
    {"lerp f32[3] f32[3] f32[3]", "RROR"},
    {"lerp weight=1 f32[3] f32[3]", "RR-R"},
    /* dy x y (index or mean) dx */
    {"sum.bwd f32[3]", "R--R"},
    {"mean.bwd f32[3]", "R--R"},
    {"max.bwd f32[3]", "RRO-R"},
    {"max.bwd ties=all f32[3]", "RRO-R"},
    {"max.bwd ties=first f32[3]", "RROOR"},
    {"max.bwd ties=last f32[3] index:i64[]", "R--OR"},
    {"min.bwd ties=split f32[3] index:i64[]", "RRO-R"},
    {"prod.bwd f32[3]", "RR-R"},
    {"norm2.bwd f32[3]", "RROR"},
    {"logsumexp.bwd f32[3]", "RROR"},
    {"var.bwd f32[3]", "RR-OR"},
    {"std.bwd f32[3]", "RROOR"},
    {"cumsum.bwd f32[3]", "R--R"},
    {"cumprod.bwd f32[3]", "RR-R"},
    {"logcumsumexp.bwd f32[3]", "RROR"},
    {"cummax.bwd f32[3]", "RR-OR"},
    {"cummin.bwd ties=last f32[3] index:i32[3]", "R--OR"},
    /* dy a y init da db dinit */
    {"linrec.bwd f32[3]", "RRRORRO"},
    {"linrec.bwd dy:f32[3] a:f32[3] y:- da:- db:f32[3]", "RR-ORRO"},
    {"linrec.bwd dy:f32[3] a:f32[3] y:f32[3] init:f32[] da:- db:- dinit:f32[]", "RR-ORRO"},
    /* dy a b w da db dw */
    {"lerp.bwd f32[3] f32[3] f32[3]", "RRRRRRO"},
    {"lerp.bwd f32[3] f32[3] f32[3] da: db:", "R--RRRO"},
    {"lerp.bwd dy:f32[3] a:f32[3] b:f32[3] dw:f32[]", "RRR-RRO"},
    {"lerp.bwd weight=1 f32[3] f32[3] da: db:", "R---RRO"},
    {"pad.bwd f32[3]", "RR"},
    {"repeat.bwd repeats=2 dy:f32[4]", "RR"},
    {"embedding.bwd f32[4,2] i32[3]", "RRR"},
};

static rem_status resolve(struct check *c, const char *line, struct problem *p) {
  struct parsed parsed;
  rem_desc desc;
  rem_error error = {.size = sizeof error};
  char why[WHY_BYTES] = "";
  rem_status status = REM_INTERNAL;
  if (!parse_problem(line, &parsed, why, sizeof why)) {
    parsed_desc(&parsed, &desc);
    status = problem_resolve(&desc, p, &error);
  }
  if (status != REM_OK) printf("FAIL %s: %s%s\n", line, why, error.text);
  check_count(c, status == REM_OK);
  return status;
}

static void test_needs(struct check *c) {
  for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
    struct problem p;
    char found[REM_MAX_SLOTS + 1] = "";
    if (resolve(c, needs[i].line, &p) != REM_OK) continue;
    for (int k = 0; k < p.n_slots; k++) found[k] = "RO-"[problem_need(&p, k)];
    if (!CHECK_TEXT(c, found, needs[i].needs)) printf("     in line: %s\n", needs[i].line);
  }
}

/* ---- which saved tensors are used ------------------------------------------------------------------------------ */

struct use {
  const char *line, *slot;
  int used;
};
static const struct use uses[] = {
    {"logsumexp.bwd f32[3] y:f32", "y", 1},
    {"logsumexp.bwd f16[3] y:f32", "y", 1},
    {"logsumexp.bwd f16[3] y:f16", "y", 0},
    {"logsumexp.bwd f64[3] y:f32", "y", 0},
    {"logsumexp.bwd f32[3]", "y", 0},
    {"logsumexp.bwd f16[3]", "x", 1},
    {"prod.bwd f32[3] y:f32", "y", 0},
    {"var.bwd bf16[3] mean:f32", "mean", 1},
    {"var.bwd bf16[3] mean:bf16", "mean", 0},
    {"var.bwd f32[3] y:f32", "y", 0},
    {"logcumsumexp.bwd f32[3] y:f32", "y", 1},
    {"logcumsumexp.bwd exclusive=1 f32[3] y:f32", "y", 0},
    {"linrec.bwd f16[3] y:f16", "y", 1},
    {"linrec.bwd exclusive=1 f16[3] y:f16", "y", 1},
    {"linrec.bwd f16[3] y:f16[3] da:- db:f32[3]", "y", 0},
    {"linrec.bwd f32[3] init:f16[]", "init", 1},
    {"max.bwd ties=first f32[3] index:i32", "index", 1},
    {"max.bwd ties=first f32[3] index:i32", "x", 0},
    {"max.bwd f32[3] index:i32", "index", 0},
    {"cummax.bwd f32[3] index:i64", "index", 1},
    {"lerp.bwd f16[3] f16[3] f16[3]", "w", 1},
    {"sum f32[3]", "x", 0},
};

static void test_uses(struct check *c) {
  for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
    struct problem p;
    if (resolve(c, uses[i].line, &p) != REM_OK) continue;
    if (!CHECK_INT(c, problem_uses_saved(&p, uses[i].slot), uses[i].used)) printf("     in line: %s\n", uses[i].line);
  }
}

/* ---- gradients that are one formula ------------------------------------------------------------------------------ */

static const struct {
  const char *op;
  int i, k, same;
} twins[] = {
    {"add", 0, 1, 1},         {"bias_relu", 0, 1, 1}, {"bias_gelu", 0, 1, 1}, {"bias_silu", 0, 1, 1}, {"bias_tanh", 0, 1, 1},
    {"sub", 0, 1, 0},         {"mul", 0, 1, 0},       {"lerp", 0, 1, 0},      {"lerp", 0, 2, 0},      {"hypot", 0, 1, 0},
    {"maximum", 0, 1, 0},     {"fma", 0, 1, 0},       {"fma", 0, 2, 0},       {"where", 0, 1, 0},     {"where", 1, 2, 0},
    {"prelu", 0, 1, 0},       {"logaddexp", 0, 1, 0}, {"mse_loss", 0, 1, 0},  {"pow", 0, 1, 0},       {"clip", 1, 2, 0},
};

static void test_twins(struct check *c) {
  for (size_t i = 0; i < sizeof twins / sizeof *twins; i++)
    if (!CHECK_INT(c, entry_same_gradient(entry_find(twins[i].op), twins[i].i, twins[i].k), twins[i].same))
      printf("     of %s\n", twins[i].op);
}

/* ---- the table ---------------------------------------------------------------------------------------------------- */

static int times_listed(const char *op) {
  int times = 0;
  for (int i = 0; rem_op_list(i); i++) times += !strcmp(rem_op_list(i), op);
  return times;
}

static void test_ops(struct check *c) {
  static const char *const names[] = {"lerp",   "sum",       "mean",         "max",    "min",    "prod",
                                      "norm2",  "logsumexp", "var",          "std",    "cumsum", "cumprod",
                                      "cummax", "cummin",    "logcumsumexp", "linrec", "pad",    "repeat"};
  int n = 0, known = sizeof names / sizeof *names;
  while (rem_op_list(n)) n++;
  CHECK(c, n >= known && rem_op_list(-1) == NULL); /* further entries need no line here */
  for (int i = 0; i < known; i++) CHECK_INT(c, times_listed(names[i]), 1);
  CHECK_TEXT(c, rem_op_family("lerp"), "map");
  CHECK_TEXT(c, rem_op_family("std"), "row");
  CHECK_TEXT(c, rem_op_family("linrec"), "scan");
  CHECK_TEXT(c, rem_op_family("pad"), "layout");
  CHECK_TEXT(c, rem_op_says("sum"), "Sum over axes.");
  CHECK(c, !rem_op_says("no") && !rem_op_family("no") && !rem_op_says(NULL));
}

static void test_entries(struct check *c) {
  const struct entry *e = entry_find("sum");
  CHECK_TEXT(c, e->forward, "r.s = x; r.s = a.s + b.s; y = r.s;");
  CHECK_TEXT(c, e->gradient, "h = g; dx = h;");
  CHECK_INT(c, e->fields, HAS_S);
  CHECK_INT(c, e->empty_refused, 0);
  CHECK(c, e->ulp[0](9, 99) >= 0.5 && e->sum[0](20, 99) == 2 * e->sum[0](10, 99) && e->sum[1](10, 99) == 0.0);
  e = entry_find("max");
  CHECK(c, e->empty_refused && e->extra == EXTRA_INDEX && e->fields == (HAS_M | HAS_TIES));
  e = entry_find("linrec");
  CHECK(c, e->inputs == 2 && e->extra == EXTRA_INIT && e->op == SCAN_linrec && e->bfields == 15);
  e = entry_find("cumprod");
  CHECK(c, e->empty == 1.0 && e->sum[1](3, 100) > e->sum[1](3, 10) && e->on[0] == -2 && e->on[1] == 2);
  e = entry_find("lerp");
  CHECK(c, e->inputs == 3 && e->n_slots[0] == 4 && e->n_slots[1] == 7);
  CHECK_TEXT(c, e->standin, "weight");
  CHECK_TEXT(c, e->slots[1][6].name, "dw");
}

/* The tables in which an entry's parts meet agree: correction goes with formulas that use it, every choice has its
 * word, slots and attributes fit their arrays, an index decides ties. */
static void test_tables(struct check *c) {
  const struct entry *e;
  for (int i = 0; (e = entry_at(i)) != NULL; i++) {
    CHECK(c, e->n_attrs <= MAX_ATTRS && e->n_slots[0] <= REM_MAX_SLOTS && e->n_slots[1] <= REM_MAX_SLOTS);
    int dof = formula_uses(e->forward, "dof") || formula_uses(e->gradient, "dof");
    CHECK_INT(c, dof, attr_place(e, "correction") >= 0);
    CHECK_INT(c, e->extra == EXTRA_INDEX, attr_place(e, "ties") >= 0);
    for (int k = 0; k < e->n_attrs; k++) {
      const struct attr_rule *rule = &e->attrs[k];
      int choices = rule->choices != NULL;
      for (const char *s = rule->choices; s && *s; s++) choices += *s == '|';
      for (int w = 0; w < choices; w++) CHECK(c, attr_word(rule->choices, w) != NULL);
      if (choices) CHECK_TEXT(c, attr_word(rule->choices, 0), rule->otherwise);
    }
  }
}

static void test_formula(struct check *c) {
  CHECK(c, formula_uses("dx = x", "x") && !formula_uses("dx = xn", "x") && !formula_uses("dx = r.x", "x"));
  CHECK(c, formula_uses("p.m", "p") && formula_uses("f(x)", "x") && !formula_uses("x_", "x"));
  CHECK(c, formula_uses("xn x", "x") && !formula_uses("", "x"));
  CHECK(c, !formula_part_uses("a b", 2, "b") && formula_part_uses("a b", 3, "b") && formula_part_uses("ab", 1, "a"));
}

static void test_op_slot(struct check *c) {
  rem_attr ties = {.name = "ties", .kind = REM_ATTR_TEXT, .v = {.s = "first"}};
  rem_attr weight = {.name = "weight", .kind = REM_ATTR_REAL, .v = {.f = 0.5}};
  rem_error error = {.size = sizeof error};
  rem_slot_info info;
  CHECK_INT(c, rem_op_slot("max", REM_BACKWARD, NULL, 0, 3, &info, &error), REM_OK);
  CHECK_TEXT(c, info.name, "index");
  CHECK_INT(c, info.need, REM_IGNORED);
  CHECK_INT(c, info.dtypes, 1 << REM_I32 | 1 << REM_I64);
  CHECK_INT(c, rem_op_slot("max", REM_BACKWARD, &ties, 1, 3, &info, &error), REM_OK);
  CHECK_INT(c, info.need, REM_OPTIONAL);
  CHECK_INT(c, rem_op_slot("max", REM_FORWARD, &ties, 1, 1, &info, &error), REM_OK);
  CHECK_INT(c, info.role, REM_OUTPUT);
  CHECK_INT(c, info.dtypes, (1 << (REM_U32 + 1)) - 2); /* every one */
  CHECK_INT(c, rem_op_slot("mean", REM_FORWARD, NULL, 0, 1, &info, &error), REM_OK);
  CHECK_INT(c, info.dtypes, 1 << REM_F32 | 1 << REM_F64 | 1 << REM_F16 | 1 << REM_BF16);
  CHECK_INT(c, rem_op_slot("lerp", REM_BACKWARD, &weight, 1, 3, &info, &error), REM_OK);
  CHECK_INT(c, info.need, REM_IGNORED);
  CHECK_INT(c, info.in_place, 0);
  CHECK_INT(c, rem_op_slot("lerp", REM_FORWARD, NULL, 0, 3, &info, &error), REM_OK);
  CHECK_TEXT(c, info.name, "y");
  CHECK_INT(c, info.in_place, 7); /* over a, b or w */
  CHECK_INT(c, rem_op_slot("max", REM_FORWARD, NULL, 0, 3, &info, &error), REM_INVALID);
  CHECK_TEXT(c, error.text, "max: slot 3 is none of its 3");
  CHECK_INT(c, rem_op_slot("max", 2, NULL, 0, 0, &info, &error), REM_INVALID);
  CHECK_INT(c, rem_op_slot("max", REM_FORWARD, &weight, 1, 0, &info, &error), REM_INVALID);
  CHECK_TEXT(c, error.text, "max has no attribute weight");
  CHECK_INT(c, rem_op_slot("no", REM_FORWARD, NULL, 0, 0, &info, &error), REM_INVALID);
  CHECK_INT(c, rem_op_slot("max", REM_FORWARD, NULL, 0, 0, NULL, &error), REM_INVALID);
}

static void test_op_attr(struct check *c) {
  rem_error error = {.size = sizeof error};
  rem_attr_info info;
  CHECK_INT(c, rem_op_attr("max", 2, &info, &error), REM_OK);
  CHECK_TEXT(c, info.name, "ties");
  CHECK_TEXT(c, info.choices, "split|all|first|last");
  CHECK_INT(c, info.passes, 3);
  CHECK_INT(c, rem_op_attr("var", 2, &info, &error), REM_OK);
  CHECK_TEXT(c, info.name, "correction");
  CHECK_TEXT(c, info.otherwise, "1");
  CHECK_INT(c, info.kind, REM_ATTR_REAL);
  CHECK_INT(c, rem_op_attr("lerp", 0, &info, &error), REM_OK);
  CHECK_TEXT(c, info.otherwise, "required when w is left out");
  CHECK_INT(c, rem_op_attr("lerp", 1, &info, &error), REM_INVALID);
  CHECK_TEXT(c, error.text, "lerp: attribute 1 is none of its 1");
}

int main(void) {
  struct check c = {"core need", 0, 0};
  test_needs(&c);
  test_uses(&c);
  test_twins(&c);
  test_ops(&c);
  test_entries(&c);
  test_tables(&c);
  test_formula(&c);
  test_op_slot(&c);
  test_op_attr(&c);
  return check_end(&c);
}
