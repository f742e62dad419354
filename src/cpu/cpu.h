/* cpu.h: the parts of the CPU backend, to each other. A family makes an executable from a problem and runs it. */
#ifndef REM_CPU_H
#define REM_CPU_H

#include <string.h>

#include "backend.h"
#include "core/checked.h"
#include "lines.h"

/* The backend's state of a context. */
struct cpu {
  const struct kernels *kernels; /* of the instruction set in use */
  int threads;                   /* tasks at once, at least 1     */
  int64_t cache_bytes;           /* of the last cache; see stream_limit */
  int64_t small_task;            /* elements for which another thread does not pay */
};

/* Common to every executable; the family's own struct starts with it. */
struct exec {
  const struct family_ops *family;
  const struct cpu *cpu;
  const struct real_kernels *real;
  int t; /* compute dtype */
  int64_t t_size;
};

struct family_ops {
  size_t size; /* of the executable */
  /* Fills an executable of zeroed memory, and planned's workspace, sku and notes. */
  rem_status (*plan)(const struct cpu *cpu, const struct problem *problem, struct exec *exec, struct planned *planned,
                     rem_error *error);
  void (*run)(rem_context *context, const struct exec *exec, char *const *elements, char *workspace);
};

/* Elementwise work in pieces, which any task may do in any order. */
struct pieces {
  int64_t count, work; /* pieces, and the elements of one     */
  size_t room_bytes;   /* of workspace, for each task         */
  int all;             /* they are all that the executable does */
};
struct piece_ops {
  struct pieces (*of)(const struct exec *exec);
  /* Pieces [from, to), in a room of the task's own. */
  void (*run)(const struct exec *exec, char *const *elements, char *room, int64_t from, int64_t to);
};
extern const struct piece_ops map_pieces, step_pieces;
/* All pieces, on the context's threads. */
void pieces_run(rem_context *context, const struct exec *exec, const struct piece_ops *ops, char *const *elements,
                char *workspace);

extern const struct family_ops cpu_map, cpu_row, cpu_row_grad, cpu_scan, cpu_scan_grad, cpu_pad, cpu_pad_grad,
    cpu_repeat, cpu_repeat_grad, cpu_norm, cpu_rival, cpu_tally, cpu_pick, cpu_pick_grad, cpu_step;

/* The backend's plan, of one; and of many, an executable of its own. */
rem_status cpu_plan(rem_context *context, const struct problem *p, struct planned *planned, rem_error *error);
rem_status many_plan(rem_context *context, const struct problem *const *problems, int n, struct planned *planned,
                     int *at, rem_error *error);
void many_run(rem_context *context, const struct exec *exec, const rem_buffer *buffers, char *workspace);
void many_forget(rem_context *context, struct exec *exec); /* what belongs to it; nothing where it is one */

/* An operand as a family sees it. */
struct operand {
  int slot; /* -1: not there */
  int dtype;
  int accumulate, stream;
  int64_t offset; /* elements from the first of the slot to the first of this */
};
/* Outputs of more bytes than this are written past the cache. */
int64_t stream_limit(const struct cpu *cpu);
struct operand operand_of(const struct cpu *cpu, const struct problem *p, const char *name);
/* Rows and columns of an operand, from element `at` of memory on. */
struct grid operand_grid(const struct operand *o, char *memory, int64_t at, int64_t row, int64_t col);

/* Tasks at once: what was asked for, or as many as OpenMP would use, or 1 where there is none. */
int threads_open(int asked);

/* Runs task(arg, i) for i in [0, tasks) on the context's threads, each with the IEEE floating-point state. */
void parallel(rem_context *context, int64_t tasks, void (*task)(void *arg, int64_t i), void *arg);
/* How many tasks to split `units` pieces of `work` elements each into. */
int64_t tasks_for(const struct cpu *cpu, int64_t units, int64_t work);

/* Parts of the workspace, handed out in order. Without a base it only counts. */
struct arena {
  char *base;
  size_t used;
};
enum { WORKSPACE_ALIGN = 64 };
/* Of numbers that are not negative; what no workspace can have becomes as much as that, and plan_check_limit refuses it. */
static inline int64_t arena_count(int64_t a, int64_t b) {
  int64_t n;
  return mul_fits(a, b, &n) && n < MOST_WORKSPACE ? n : MOST_WORKSPACE;
}
static inline char *arena_elems(struct arena *a, int64_t elems, int64_t elem_bytes) {
  char *at = a->base ? a->base + a->used : NULL;
  size_t bytes = (size_t)arena_count(elems, elem_bytes) + WORKSPACE_ALIGN - 1;
  if (a->used < (size_t)MOST_WORKSPACE) a->used += bytes / WORKSPACE_ALIGN * WORKSPACE_ALIGN;
  return at;
}
/* Rooms of tasks, one behind the other. */
static inline size_t arena_rooms(size_t room_bytes, int64_t tasks) { return (size_t)arena_count((int64_t)room_bytes, tasks); }
/* `count` states of the given fields; fields not kept point at one that is. */
static inline struct states arena_states(struct arena *a, int fields, int64_t count, int64_t elem_bytes) {
  struct states s = {{NULL, NULL, NULL, NULL}};
  char *some = NULL;
  for (int f = 0; f < 4; f++)
    if (fields & (1 << f)) some = s.field[f] = arena_elems(a, count, elem_bytes);
  for (int f = 0; f < 4; f++)
    if (!(fields & (1 << f))) s.field[f] = some;
  return s;
}
static inline struct states states_at(struct states s, int64_t elems, int64_t elem_bytes) {
  for (int f = 0; f < 4; f++)
    if (s.field[f]) s.field[f] += elems * elem_bytes; /* states without any field have no place */
  return s;
}
static inline void states_copy(struct states to, struct states from, int fields, int64_t elems, int64_t elem_bytes) {
  for (int f = 0; f < 4; f++)
    if (fields & (1 << f)) memcpy(to.field[f], from.field[f], (size_t)(elems * elem_bytes));
}

/* Adds a sentence to a plan's notes; what does not fit is left away. */
void note(struct planned *planned, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

#endif
