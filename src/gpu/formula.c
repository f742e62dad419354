/* formula.c: the formulas of entries as text. The .def files are included once more, and every part becomes a #define. */
#include "gpu/formula.h"

#include <stddef.h>
#include <string.h>

/* Tables, and the macros that fill them, are laid out by hand. */
/* clang-format off */

#define PART(name, ...) "#define " name " " #__VA_ARGS__ "\n"
#define BARE(...) __VA_ARGS__ /* of its brackets */
#define SAYS(...)
#define STATE(...) PART("FIELDS_", __VA_ARGS__)
#define LIFT(...) PART("LIFT_", __VA_ARGS__)
#define JOIN(...) PART("JOIN_", __VA_ARGS__)
#define QUICK_JOIN(sure, step, tidy, ...) \
  PART("JOIN_", __VA_ARGS__) "#define SURE_ " #sure "\n#define STEP_X_ " #step "\n#define TIDY_ " #tidy "\n"
#define STEP_JOIN(step, ...) JOIN(__VA_ARGS__) "#define STEP_X_ " #step "\n"
#define GPU_JOIN(own, step, ...) JOIN_AS(BARE own) "#define STEP_X_ " #step "\n"
#define JOIN_AS(...) JOIN(__VA_ARGS__)
#define IDENTITY(...) PART("IDENTITY_", __VA_ARGS__)
#define FINISH(...) PART("FINISH_", __VA_ARGS__)
#define QUICK_FINISH(front, value, ...) \
  PART("FINISH_", __VA_ARGS__) "#define QUICK_FRONT_ " #front "\n#define QUICK_VALUE_ " #value "\n"
#define EMPTY(...)
#define EMPTY_REFUSED
#define FRONT(...)
#define FRONT_REFUSED
#define EXTRA(...)
#define BEATS(...) PART("BEATS_", __VA_ARGS__)
#define ROWGRAD(...) PART("ROWGRAD_", __VA_ARGS__)
#define GRAD(...) PART("GRAD_", __VA_ARGS__)
#define QUICK_GRAD(quick, ...) PART("GRAD_", __VA_ARGS__) "#define QUICK_GRAD_ " #quick "\n"
#define SHARE(...) SHARE_AS(SHARE_DX(__VA_ARGS__)) PART("PART_", __VA_ARGS__) MARKED_AS(SHARE_DX(part))
#define SHARE_AS(...) GRAD(__VA_ARGS__)
#define MARKED_AS(...) PART("MARKED_", __VA_ARGS__)
#define BSTATE(...) PART("BFIELDS_", __VA_ARGS__)
#define BLIFT(...) PART("BLIFT_", __VA_ARGS__)
#define BJOIN(...) PART("BJOIN_", __VA_ARGS__)
#define BIDENTITY(...) PART("BIDENTITY_", __VA_ARGS__)
#define BFINISH(...) PART("BFINISH_", __VA_ARGS__)
#define QUICK_BFINISH(value, ...) BFINISH(__VA_ARGS__) "#define QUICK_BVALUE_ " #value "\n"
#define NEAR_BJOIN(near, ...) BJOIN(__VA_ARGS__) "#define NEAR_BJOIN_ " #near "\n"
#define NEAR_BFINISH(near, ...) BFINISH(__VA_ARGS__) "#define NEAR_BFINISH_ " #near "\n"
#define INITGRAD(...) PART("INITGRAD_", __VA_ARGS__)
#define FWD(...) PART("FWD_", __VA_ARGS__)
#define FWD2(first, second) "#define FWD_ " #first " " #second "\n"
#define QUICK_FWD(quick, ...) PART("FWD_", __VA_ARGS__)
#define NO_FWD
#define INTS(...) PART("INTS_", __VA_ARGS__)
#define BITS INTS
#define ASKS INTS
#define CASTS INTS
#define EXACT_INTS(...)
/* Attributes are taken from the numbers in order. */
#define TAKEN_NUMBER(attr) "T " #attr " = *c_++; "
#define NUM(attr, ...) TAKEN_NUMBER(attr)
#define NUM_OR NUM
#define WHOLE NUM
#define FLAG NUM
#define CHANCE NUM
#define DECAY NUM
#define CHOICE NUM
#define ATTRS(...) "#define ATTRS_ " __VA_ARGS__ "\n"
#define STANDIN(...) "#define ATTRS_\n"
#define NO_ATTRS "#define ATTRS_\n"

/* The gradients of a map stand side by side, each a statement; as many as there are operands. */
#define GRADS(...) GRADS_(__VA_ARGS__, , , )
#define QUICK_GRADS(quick, ...) GRADS(__VA_ARGS__)
#define NO_GRADS ""
#define GRADS_(a, b, c, ...) "#define GRADS_ " #a " " #b " " #c "\n"

/* Names for the inputs of a map, and for its results backward. */
#define NAMED(i, name) "T " #name " = in[" #i "]; "
#define NONE(name) "T d" #name " = K(0); "
#define TAKEN(i, name) "out[" #i "] = d" #name "; "
#define IN0() "#define INS_\n#define OUTS_\n#define TAKE_GRADS_\n"
#define HALVES IN2
#define SPLIT_AXIS ""
#define DRAW_OFFSET ""
#define REDUCED ""
#define REDUCED_BY_BATCH ""
#define DRAWS(a, u, also) "#define INS_ " NAMED(0, a) NAMED(1, u) "\n#define OUTS_ " NONE(a) "\n#define TAKE_GRADS_ " TAKEN(0, a) "\n"
#define IN1(a) "#define INS_ " NAMED(0, a) "\n#define OUTS_ " NONE(a) "\n#define TAKE_GRADS_ " TAKEN(0, a) "\n"
#define IN2(a, b)                                                                     \
  "#define INS_ " NAMED(0, a) NAMED(1, b) "\n#define OUTS_ " NONE(a) NONE(b) \
  "\n#define TAKE_GRADS_ " TAKEN(0, a) TAKEN(1, b) "\n"
#define IN3(a, b, c)                                                                             \
  "#define INS_ " NAMED(0, a) NAMED(1, b) NAMED(2, c) "\n#define OUTS_ " NONE(a) NONE(b) NONE(c) \
  "\n#define TAKE_GRADS_ " TAKEN(0, a) TAKEN(1, b) TAKEN(2, c) "\n"
/* Backward the first two are the parts of dy. */
#define PAIRS(a, b, c, d)                                                                     \
  "#define INS_ " NAMED(0, a) NAMED(1, b) NAMED(2, c) NAMED(3, d) "\n#define OUTS_ " NAMED(0, g##a) NAMED(1, g##b) NONE(a) NONE(b) \
  "\n#define TAKE_GRADS_ " TAKEN(0, a) TAKEN(1, b) "\n"
#define IF2(c, a)                                                                           \
  "#define INS_ " NAMED(0, c) NAMED(1, a) "\n#define OUTS_ " NONE(a) "\n#define TAKE_GRADS_ " TAKEN(1, a) "\n"
#define IF3(c, a, b)                                                                        \
  "#define INS_ " NAMED(0, c) NAMED(1, a) NAMED(2, b) "\n#define OUTS_ " NONE(a) NONE(b) \
  "\n#define TAKE_GRADS_ " TAKEN(1, a) TAKEN(2, b) "\n"

/* Operands without a gradient behind those that have one; the fourth is in[4], as in[3] is g. */
#define LABEL2(a, t) \
  "#define INS_ " NAMED(0, a) NAMED(1, t) "\n#define OUTS_ " NONE(a) "\n#define TAKE_GRADS_ " TAKEN(0, a) "\n"
#define LABEL3(a, b, t)                                                                     \
  "#define INS_ " NAMED(0, a) NAMED(1, b) NAMED(2, t) "\n#define OUTS_ " NONE(a) NONE(b)  \
  "\n#define TAKE_GRADS_ " TAKEN(0, a) TAKEN(1, b) "\n"
#define WEIGHED3 LABEL3
#define WEIGHED4(a, b, c, d)                                                                \
  "#define INS_ " NAMED(0, a) NAMED(1, b) NAMED(2, c) NAMED(4, d) "\n#define OUTS_ " NONE(a) NONE(b) \
  "\n#define TAKE_GRADS_ " TAKEN(0, a) TAKEN(1, b) "\n"

/* Sweeps: names for the operands, the number, and the parts. */
#define NAMED_O(i, name) "T " #name " = o[" #i "]; "
#define OF1(a) "#define OFS_ " NAMED_O(0, a) "\n"
#define OF2(a, b) "#define OFS_ " NAMED_O(0, a) NAMED_O(1, b) "\n"
#define OF3(a, b, c) "#define OFS_ " NAMED_O(0, a) NAMED_O(1, b) NAMED_O(2, c) "\n"
#define OF4(a, b, c, d) "#define OFS_ " NAMED_O(0, a) NAMED_O(1, b) NAMED_O(2, c) NAMED_O(3, d) "\n"
#define OF5(a, b, c, d, e) "#define OFS_ " NAMED_O(0, a) NAMED_O(1, b) NAMED_O(2, c) NAMED_O(3, d) NAMED_O(4, e) "\n"
#define OF6(a, b, c, d, e, f) \
  "#define OFS_ " NAMED_O(0, a) NAMED_O(1, b) NAMED_O(2, c) NAMED_O(3, d) NAMED_O(4, e) NAMED_O(5, f) "\n"
#define NUM1(a) "#define NUM_ T " #a " = number.a[0];\n"
#define NUM2(a, b) "#define NUM_ T " #a " = number.a[0]; T " #b " = number.a[1];\n"
#define NO_NUM "#define NUM_\n"
#define PEAK(...) PART("FORMULA_", __VA_ARGS__)
#define SPREAD PEAK
#define SUMS PEAK
#define NUM3(a, b, c) \
  "#define NUM_ T " #a " = number.a[0]; T " #b " = number.a[1]; T " #c " = number.a[2];\n"
#define PLAIN ""
#define CROSS PEAK
#define SOLVE(of, ...) Z_OF(BARE of) PART("FORMULA_", __VA_ARGS__)
#define Z_OF(...) PART("Z_", __VA_ARGS__)
#define VALUES4 VALUES
#define VALUES(...) PART("VALUES_", __VA_ARGS__)
#define NO_VALUES "#define VALUES_ u = K(0); v = K(0);\n"
#define EACH(...) PART("EACH_", __VA_ARGS__)
#define EACH2 EACH
#define NO_EACH "#define EACH_\n"

/* Steps: names for tensors and results as above, for attributes and facts, for rates, and for what is kept of a run. */
#define OF4_SQUARES OF4
#define GIVES1(a) "#define RESULTS_ T " #a ";\n#define GIVE_ out[0] = " #a ";\n"
#define GIVES2(a, b) "#define RESULTS_ T " #a "; T " #b ";\n#define GIVE_ out[0] = " #a "; out[1] = " #b ";\n"
#define GIVES3(a, b, c) \
  "#define RESULTS_ T " #a "; T " #b "; T " #c ";\n#define GIVE_ out[0] = " #a "; out[1] = " #b "; out[2] = " #c ";\n"
#define FLAG NUM
#define FACT NUM
#define FACTS(...) "#define FACTS_ " __VA_ARGS__ "\n"
#define NO_FACTS "#define FACTS_\n"
#define RATE_(name) "T " #name " = *r_++; "
#define SCALE RATE_
#define COUNT RATE_
#define FREE_COUNT RATE_
#define NUMBERS(...) "#define RATES_ " __VA_ARGS__ "\n"
#define KEPT(i, a) "T " #a " = k_[" #i "]; "
#define KEPT1(a) "#define KEPT_ " KEPT(0, a) "\n#define KEEPS_ T " #a ";\n#define KEEP_ k_[0] = " #a ";\n"
#define KEPT2(a, b) \
  "#define KEPT_ " KEPT(0, a) KEPT(1, b) "\n#define KEEPS_ T " #a "; T " #b ";\n#define KEEP_ k_[0] = " #a "; k_[1] = " #b ";\n"
#define KEPT3(a, b, c)                                                                                                   \
  "#define KEPT_ " KEPT(0, a) KEPT(1, b) KEPT(2, c) "\n#define KEEPS_ T " #a "; T " #b "; T " #c ";\n#define KEEP_ k_[0] = " #a \
  "; k_[1] = " #b "; k_[2] = " #c ";\n"
#define ONCE(kept, ...) kept PART("ONCE_", __VA_ARGS__)

static const struct {
  const char *entry, *text;
} formulas[] = {
#define MAP(name, says, ins, attrs, fwd, grads, ...) {#name, ins attrs fwd grads},
#include "map.def"
#undef MAP
#define ROW(name, says, state, lift, join, finish, empty, extra, rowgrad, grad, ...) \
  {#name, state lift join finish rowgrad grad},
#include "row.def"
#undef ROW
#define SCAN(name, says, ins, state, lift, join, identity, finish, front, extra, beats, bstate, blift, bjoin, bidentity, \
             bfinish, initgrad, ...)                                                                                     \
  {#name, ins state lift join identity finish beats bstate blift bjoin bidentity bfinish initgrad},
#include "scan.def"
#undef SCAN
#define NORM(...)
#define SWEEP(name, of, num, kind, values, each) {#name, of num kind values each},
#include "norm.def"
#undef SWEEP
#undef NORM
#define AHEAD(...) PART("AHEAD_", __VA_ARGS__)
#define RIVAL(name, says, ahead, ...) {#name, ahead},
#include "rival.def"
#undef RIVAL
#define STEP(name, says, of, unless, gives, beside, numbers, attrs, facts, once, each, ...) \
  {#name, of gives numbers attrs facts once each},
#include "step.def"
#undef STEP
#define Y(...) PART("Y_", __VA_ARGS__)
#define INTS_OF(name, loop, y, exact) {"tally." #name, y},
#define TALLY(name, says, holds, loop, y, ...) {"tally." #name, y},
#include "tally.def"
#undef TALLY
#undef INTS_OF
};

const char *formula_text(const char *entry) {
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
    if (strcmp(formulas[i].entry, entry) == 0) return formulas[i].text;
  return NULL;
}
