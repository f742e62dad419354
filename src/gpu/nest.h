/* nest.h: nested sums on a GPU: every cell of `to` sums the places of `from` that belong to it, innermost axis first. */
#ifndef REM_GPU_NEST_H
#define REM_GPU_NEST_H

#include "array.h"
#include "schedule/layout.h"

/* An axis: its extent and strides, and which places of from its indices meet. An axis of one cell may have a run of them. */
struct nest_part {
  int64_t extent, to, from;
  struct image image[MAX_TERMS];
};

enum { NEST_AXES = 6, NEST_RUN = 128 }; /* a longer run of places is not joined by neighbours alone */

/* In logical order: at least one axis, at most NEST_AXES. */
struct nest {
  int n;
  struct nest_part axis[MAX_AXES];
  struct array to, from; /* their strides are those of the axes */
};

void nest_step(struct planner *s, const struct nest *nest);

int64_t nest_places(const struct nest_part *a); /* most places of an index of the axis */
int nest_is_whole(const struct nest_part *a);   /* every index meets the place of the same number */
int nest_overlaps(const struct nest_part *a);   /* some index meets several images             */
void nest_zone(const struct nest_part *a, int64_t zone[2]); /* the longest range of indices that only image 1 meets */
struct nest_part nest_whole(int64_t extent, int64_t to, int64_t from);

/* Merges neighbours that are walked in step and drops axes of one point; at least one is left. */
void nest_pack(struct nest *nest);

int64_t nest_cells(const struct nest *nest);
/* Whether numbers of cells and offsets fit 31 bits; says INDEX and OFFSET. */
void nest_say_numbers(struct planner *s, const struct nest *nest);
/* Elements of a thread: 16 bytes of the wider dtype, where neighbours along the last axis are adjacent in `to`. */
int nest_width(const struct nest *nest);
int nest_width_along(const struct nest *nest, const struct nest_part *axis);

/* The same sums where every cell has as many places, along at most two runs. 0: it is not so, and there is no step. */
int copies_step(struct planner *s, const struct nest *nest);

#endif
