/* entry.h: an op as data. The table is built by including ops/ *.def; nothing else knows an op by name. */
#ifndef REM_ENTRY_H
#define REM_ENTRY_H

#include <string.h>

#include "remora/remora.h"

enum family { FAMILY_MAP, FAMILY_ROW, FAMILY_SCAN, FAMILY_LAYOUT, FAMILY_NORM, FAMILY_PICK, FAMILY_STEP };

/* The number of an op within its family, in the order of its .def file: the index of its kernels. */
enum map_op {
#define MAP(name, ...) MAP_##name,
#include "map.def"
#undef MAP
  MAP_OPS
};
enum row_op {
#define ROW(name, ...) ROW_##name,
#include "row.def"
#undef ROW
  ROW_OPS
};
enum scan_op {
#define SCAN(name, ...) SCAN_##name,
#include "scan.def"
#undef SCAN
  SCAN_OPS
};
enum layout_op {
#define LAYOUT(name, ...) LAYOUT_##name,
#include "layout.def"
#undef LAYOUT
  LAYOUT_OPS
};
enum norm_op {
#define SWEEP(...)
#define NORM(name, ...) NORM_##name,
#include "norm.def"
#undef SWEEP
#undef NORM
  NORM_OPS
};
enum pick_op {
#define PICK(name, ...) PICK_##name,
#include "pick.def"
#undef PICK
  PICK_OPS
};
enum rival_op {
#define RIVAL(name, ...) RIVAL_##name,
#include "rival.def"
#undef RIVAL
  RIVAL_OPS
};
enum step_op {
#define STEP(name, ...) STEP_##name,
#include "step.def"
#undef STEP
  STEP_OPS
};
/* What the ops of norm.def are made of. */
enum sweep_op {
#define NORM(...)
#define SWEEP(name, ...) SWEEP_##name,
#include "norm.def"
#undef SWEEP
#undef NORM
  SWEEPS
};

/* Reductions to whole numbers: ops of tally.def, and the integers of row.def. */
enum tally_op {
  TALLY_NONE,
#define INTS_OF(name, ...) TALLY_##name,
#define TALLY INTS_OF
#include "tally.def"
#undef TALLY
#undef INTS_OF
  TALLIES
};
enum tally_loop { TALLY_ADD, TALLY_MUL, TALLY_COUNT, TALLY_BEST, TALLY_LOOPS };
struct tally_entry {
  const char *name;
  enum tally_loop loop;
  int bottom; /* BEST: of the smallest */
  const char *y;
};

/* Which of its four reals a state keeps. HAS_TIES is a t that serves `count` alone: it is left out where nobody counts. */
enum { HAS_M = 1, HAS_E = 2, HAS_S = 4, HAS_T = 8, ONLY_COUNT = 16, HAS_TIES = HAS_T | ONLY_COUNT };

/* The numbers that the formulas of a map know by name: attributes, then facts of a dtype. */
enum { MAP_ATTRS = 3, MAP_NUMBERS = MAP_ATTRS + 3 };

/* Steps: their tensors, numbers in tensors of rank 0, results, and numbers that formulas know by name: attributes, then facts. */
enum { STEP_TENSORS = 4, STEP_RATES = 3, STEP_RESULTS = 3, STEP_NUMBERS = 8, STEP_KEPT = 3 };

/* What decides the shape of a slot. */
enum shape_rule {
  SHAPE_X,       /* the input: row, scan and layout; pick: the table; map: an operand, which broadcasts to y */
  SHAPE_Y,       /* the output of a map, layout or pick op                                  */
  SHAPE_ROW,     /* x without the reduced axes, or with extent 1 there                      */
  SHAPE_BEFORE,  /* x without the scanned axis, or with extent 1 there                      */
  SHAPE_PARAM,   /* norm: the axes of parameters, alone, or with extent 1 elsewhere          */
  SHAPE_CAST,    /* norm: anything that broadcasts to x                                     */
  SHAPE_TOTAL,   /* norm: one element; where nothing is added up, as SHAPE_ROW              */
  SHAPE_INDEX,   /* pick: the leading axes of y                                              */
  SHAPE_ONE      /* rank 0                                                                  */
};
/* Which dtypes a slot takes. The numbers of a problem are all floats, or all integers and bool. */
enum slot_kind {
  SLOT_REAL,    /* floats                                                                  */
  SLOT_INDEX,   /* positions: i32 or i64                                                   */
  SLOT_NUMBER,  /* any dtype, of the kind of the problem's first number                    */
  SLOT_TOTAL,   /* a number; i64 where none is said and the problem's are integers         */
  SLOT_INTEGER, /* integers and bool                                                       */
  SLOT_TRUTH,   /* a condition: bool, or u8 of which anything but 0 is true                */
  SLOT_ANSWER,  /* an output of 0 and 1: any dtype, bool where none is said                */
  SLOT_ANY,     /* any dtype, whatever the others are                                      */
  SLOT_SEED,    /* one i64, or i32, from which numbers are drawn: docs/random.md           */
  SLOT_PLACE,   /* numbers of rows, which are looked up: any integer                       */
  SLOT_SQUARE,  /* floats that are not negative                                            */
  SLOT_RATE,    /* one float                                                               */
  SLOT_COUNT    /* one i64, or i32: how often                                              */
};

/* A slot of one pass. saved is the name under which the gradient's formula speaks of it, so that its need can
 * be derived; NULL: the need is fixed. */
struct slot {
  const char *name;
  int role;            /* rem_role                                            */
  int need;            /* rem_need, where saved is NULL                       */
  enum shape_rule shape;
  enum slot_kind kind;
  const char *saved;
};

/* Which numbers an attribute may be: any, 0 or 1, integers that every compute dtype holds, reals from 0 to 1, or to below 1. */
enum attr_range { ATTR_ANY, ATTR_FLAG, ATTR_WHOLE, ATTR_CHANCE, ATTR_DECAY };
enum { WHOLE_MOST = 1 << 24 };

struct attr_rule {
  const char *name;
  int kind;              /* rem_attr_kind                     */
  int passes;            /* bit 0: forward, bit 1: backward   */
  const char *choices;   /* texts only                        */
  const char *otherwise; /* the default in words              */
  double standard;       /* the default as a number; for texts the choice's place */
  enum attr_range range; /* ints and reals                                        */
};

enum extra { EXTRA_NONE, EXTRA_INDEX, EXTRA_MEAN, EXTRA_INIT };

/* A sweep along rows, as the top of norm.def describes it. */
enum sweep_kind { SWEEP_PEAK, SWEEP_SPREAD, SWEEP_SUMS, SWEEP_PLAIN, SWEEP_CROSS, SWEEP_SOLVE };
enum { SWEEP_OPERANDS = 6, SWEEP_NUMBERS = 3, SWEEP_VALUES = 4 };
struct sweep_entry {
  const char *name;
  enum sweep_kind kind;
  const char *operand[SWEEP_OPERANDS]; /* NULL past the last                           */
  const char *number[SWEEP_NUMBERS];   /* the attributes its formulas name; NULL: none */
  const char *formula, *values, *each; /* each "": none                                */
};

/* What is normalised: the axes that the caller names; or, of x with channels along its second axis, groups of them in each sample,
 * each channel of each sample, each channel over all samples; or nothing is, and rows are samples. */
enum norm_space { ALONG_AXES, IN_GROUPS, IN_CHANNELS, OVER_SAMPLES, IN_SAMPLES };

/* A step of an op of norm.def: names of slots, or of values for later steps; NULL where there is none. */
enum sweep_over { OVER_AXES, OVER_OTHERS, OVER_PARAMS, OVER_ROWS };
struct norm_step {
  int sweep;
  enum sweep_over over;
  const char *keep[SWEEP_VALUES]; /* what becomes of u and v, and, where there are no elements, of g and h */
  int keep_first;        /* the first kept is first + u                           */
  const char *out;
  const char *unless[3]; /* slots that serve instead of what a value step leaves  */
  const char *also;      /* where the second of what is made of each goes         */
  const char *where;     /* an attribute: where it is 0, the step is left out     */
};
enum { NORM_STEPS = 6 };

/* Maps whose first two operands are parts of one input x along axis, the first attribute: y is as long as either, or as x. */
enum map_split { SPLIT_NONE, SPLIT_HALVES, SPLIT_PAIRS };

struct entry {
  const char *name, *says;
  enum family family;
  int op; /* map_op, row_op, scan_op, layout_op, norm_op, pick_op or step_op; rival_op where rival says so; -1: what tally says */
  enum tally_op tally; /* row: how integers are reduced; TALLY_NONE: not at all */
  const struct slot *slots[2];
  int n_slots[2];
  const struct attr_rule *attrs;
  int n_attrs;
  enum extra extra;
  int inputs;            /* input slots forward: operands of a map, but for one that is split; tensors of a step */
  enum map_split split;
  int conditions;        /* the first inputs of a map that have no gradients */
  int constants;         /* the last ones that have none                     */
  int weights;           /* the last of these that may be left out, and are then 1; the other operands have y's shape */
  int draws;             /* the last input of a map is a seed: its operand is a number drawn for each element, and `offset`,
                            its first attribute, belongs to the draw         */
  int results;           /* of a map, forward: 2 where there is a second formula: for the other half of y, or for the slot
                            behind y. Of a step: but for the one beside      */
  int beside;            /* step: the last slot is the first result once more */
  const char *unless[2]; /* step: a tensor that is not read where an attribute is 0; NULL: none */
  const char *standin;   /* attribute that stands in for the last operand  */
  int empty_refused;     /* row: no value for extent 0; scan: no exclusive */
  double empty;          /* row: value for extent 0; scan: the front       */
  int fields, bfields;   /* HAS_*: state forward, and backward for scans   */
  const char *forward;   /* the formulas as text: LIFT JOIN FINISH or FWD  */
  const char *ints;      /* map: the formula for integers; NULL: none      */
  const char *gradient;  /* ROWGRAD GRAD, BLIFT BJOIN BFINISH, or GRADS    */
  enum norm_space space; /* norm                                           */
  const struct norm_step *steps[2]; /* norm, by pass                       */
  int n_steps[2];
  int rival;             /* norm: no steps, but classes of a list against those that are not on it: rival.def */
  double on[2];          /* the domain tests draw from                     */
  double (*ulp[2])(double depth, double n);  /* the bounds, by pass */
  double (*sum[2])(double depth, double n);
};

/* Whether a map is one whose results may be added up: `reduction`, its first attribute, says so (docs/decisions/0017). */
static inline int entry_reduces(const struct entry *e) {
  return e->family == FAMILY_MAP && e->n_attrs > 0 && strcmp(e->attrs[0].name, "reduction") == 0;
}

/* Whether a map hands its operand on as it is, which its formula says. */
static inline int entry_moves(const struct entry *e, rem_pass pass) {
  const char *formula = pass == REM_FORWARD ? e->forward : e->gradient;
  return e->family == FAMILY_MAP && formula && strcmp(formula, pass == REM_FORWARD ? "y = x;" : "dx = g;") == 0;
}

/* Maps, backward: the slot of the gradient of operand i; -1: it has none. */
static inline int entry_gradient_slot(const struct entry *e, int i) {
  return i < e->conditions || i >= e->inputs - e->constants ? -1 : 1 + e->inputs + i - e->conditions;
}

/* Steps: how many slots of rank 0 there are, behind the tensors. */
static inline int entry_rates(const struct entry *e) { return e->n_slots[REM_FORWARD] - e->inputs - e->results - e->beside; }

const struct entry *entry_find(const char *name); /* NULL: no such op */
const struct entry *entry_at(int i);              /* NULL past the end */

/* Those of one .def file, in its order. */
struct entries {
  const struct entry *at;
  int n;
};
struct entries map_entries(void), row_entries(void), scan_entries(void), layout_entries(void), pick_entries(void),
    norm_entries(void), rival_entries(void), tally_entries(void), step_entries(void);

const struct sweep_entry *sweep_at(int sweep);
const struct tally_entry *tally_at(enum tally_op tally);

/* Whether formula text, or its first length characters, uses name as an identifier. */
int formula_uses(const char *text, const char *name);
int formula_part_uses(const char *text, size_t length, const char *name);

/* The part of a map's gradient that makes that of operand i; of length 0 where there is none. */
const char *gradient_part(const char *gradient, int i, size_t *length);

/* Whether the gradients of operands i and k of a map are one formula, but for the names of what it makes on the way: before they are
 * summed they are then the same numbers. */
int entry_same_gradient(const struct entry *e, int i, int k);

#endif
