/* problem.h: reads one problem of the problem language (docs/problems.md) into a description. */
#ifndef TOOL_PROBLEM_H
#define TOOL_PROBLEM_H

#include "core/problem.h"

enum { LINE_BYTES = 4096, WORD_BYTES = 64, WHY_BYTES = 320 };

/* How a view lies in memory. An open view keeps its layout until its shape is known. */
enum layout { LAYOUT_PACKED, LAYOUT_T, LAYOUT_REV, LAYOUT_PAD, LAYOUT_BCAST, LAYOUT_STRIDES };

/* Everything a rem_desc points to, in storage of fixed size; plain data, may be copied. */
struct parsed {
  const struct entry *entry;
  int pass;
  int n_views; /* every slot of the pass */
  rem_view views[REM_MAX_SLOTS];
  int layouts[REM_MAX_SLOTS]; /* enum layout */
  uint32_t mentioned;         /* bit i: the line has a view of slot i  */
  uint32_t named;             /* bit i: the line says slot i's name    */
  uint32_t accumulate;
  int n_attrs;
  rem_attr attrs[MAX_ATTRS]; /* name and value are set by parsed_desc */
  char names[MAX_ATTRS][WORD_BYTES];
  char texts[MAX_ATTRS][WORD_BYTES];
  int64_t ints[MAX_ATTRS][REM_MAX_RANK];
  double reals[MAX_ATTRS][REM_MAX_RANK];
  char device[WORD_BYTES]; /* "cpu", "cuda:0"; empty: the line has no on= */
  int asks;                /* the line has ask= */
  rem_guarantee at_least;
  size_t max_workspace;
};

/* Reads one single problem (no sets, no ranges). Returns 0, or -1 with a sentence in why. */
int parse_problem(const char *line, struct parsed *out, char *why, size_t why_bytes);

/* A device as contexts call it: "cuda" and "opencl" are device 0 of theirs. Returns 0, or -1 when no word could be one. */
int device_text(const char *word, char device[WORD_BYTES]);

/* Points desc into p, which must outlive it. */
void parsed_desc(struct parsed *p, rem_desc *desc);

/* Lays view out in memory; its shape must be known. Returns 0, or -1 when a stride overflows. */
int view_lay_out(rem_view *view, int layout);

#endif
