/* gpu.h: the parts of the GPU backend, to each other. A family turns a problem into steps, each one launch of one kernel; a run
 * enqueues them in order. */
#ifndef REM_GPU_H
#define REM_GPU_H

#include "core/checked.h"
#include "cache.h"
#include "schedule/space.h"
#include "source.h"
#include "vocab.h"

/* The backend's state of a context. */
struct gpu {
  const struct driver *driver;
  void *device; /* the driver's */
  struct gpu_facts facts;
  struct cache *cache;
};

/* What the backends' open does, on a driver that need not be one of theirs. */
rem_status gpu_open(rem_context *context, const rem_context_desc *desc, const struct driver *driver, void **device,
                    rem_error *error);

/* Where one of a step's pointers leads. */
enum from { FROM_NOWHERE, FROM_SLOT, FROM_WORKSPACE };
struct place {
  enum from from;
  int slot;
  int64_t offset; /* bytes */
};

enum { MANY_SLOTS = 12 };
struct step {
  const struct kernel *kernel;
  int64_t blocks;
  int32_t threads;
  struct place place[GPU_POINTERS];
  size_t args_at, args_bytes; /* in the executable's pool */
  int members;                /* 0; else a launch over many tensors, src/gpu/many.c, whose places are not these       */
  size_t members_at;          /* in the pool, behind the arguments: their numbers, int32_t. A launch has args_bytes, of which
                                 the pool has those of these members                                                 */
  int operands;               /* of a member                                                                         */
  signed char slot[MANY_SLOTS]; /* of each                                                                           */
};

struct exec {
  rem_context *context;
  const struct gpu *gpu;
  int n_slots; /* of a member */
  int steps;
  const struct step *step;
  const char *pool;
};

/* Step i of what a plan runs, for those who want to look at it; NULL past the end. */
const struct step *exec_step(const void *executable, int i);

/* ---- planning ---- */

enum { MAX_STEPS = 40, POOL_BYTES = MAX_STEPS * 512 };

/* A plan in the making. Functions do nothing once status says that something failed. */
struct planner {
  rem_context *context;
  const struct gpu *gpu;
  const struct problem *p;
  struct planned *planned;
  rem_error *error;
  rem_status status;
  int near; /* every offset of every operand, in elements, fits 31 bits */
  int steps;
  size_t pool_used, workspace, head_used;
  char head[HEAD_BYTES];
  struct step step[MAX_STEPS];
  _Alignas(8) char pool[POOL_BYTES];
};

extern void gpu_map(struct planner *), gpu_row(struct planner *), gpu_row_grad(struct planner *), gpu_scan(struct planner *),
    gpu_scan_grad(struct planner *), gpu_pad(struct planner *), gpu_pad_grad(struct planner *), gpu_repeat(struct planner *),
    gpu_repeat_grad(struct planner *), gpu_norm(struct planner *), gpu_tally(struct planner *), gpu_pick(struct planner *),
    gpu_pick_grad(struct planner *), gpu_step(struct planner *), gpu_rival(struct planner *), gpu_rival_grad(struct planner *);

/* What every plan begins and ends with: a planner for p; its family's steps; the executable of so many steps, sku and notes. */
rem_status gpu_planner(struct planner *s, rem_context *context, const struct problem *p, struct planned *planned, rem_error *error);
void gpu_family(struct planner *s);
void gpu_finish(struct planner *s, const struct step *step, int steps, const char *pool, size_t pool_bytes);

/* A step: begin, then words, pointers and arguments in any order, then end. */
void step_begin(struct planner *s, const char *schedule, const char *entry);
void step_say(struct planner *s, const char *word, int64_t value);          /* #define WORD value                          */
void step_word(struct planner *s, const char *word, const char *text);      /* #define WORD text                           */
void step_say_at(struct planner *s, const char *word, int i, int64_t value); /* #define WORD_i value                       */
void step_pointer(struct planner *s, int i, struct place place, int dtype, int accumulate); /* i: not taken yet          */
void step_offsets(struct planner *s, int64_t count);                        /* OFFSET, and INDEX for a space of count     */
void *step_args(struct planner *s, size_t bytes);                           /* zeroed; never NULL                          */
void step_end(struct planner *s, int64_t blocks, int threads);
/* The last of the words, and the kernel that they tell from others, if the device has blocks of so many threads. */
void step_kernel(struct planner *s, int threads, const struct kernel **kernel);

struct place at_slot(int slot);
struct place in_workspace(int64_t offset);
int64_t take_workspace(struct planner *s, int64_t bytes); /* offset of room that is the plan's own, aligned to 256 bytes */
void plan_note(struct planner *s, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
void plan_sku(struct planner *s, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
rem_status plan_fail(struct planner *s, rem_status status, const char *text);

/* A slot of the problem as families see it. */
struct operand {
  int slot; /* -1: not there */
  int dtype, accumulate;
};
struct operand gpu_operand(const struct problem *p, const char *name);
const rem_view *operand_view(const struct problem *p, struct operand o); /* NULL: not there */

static inline int64_t dtype_bytes(int dtype) { return (int64_t)rem_dtype_size(dtype); }

/* Bits of v as the problem's compute dtype has it, for numbers that travel as arguments. */
int64_t real_bits(const struct problem *p, double v);

/* Blocks of a launch must fit 31 bits. */
int64_t most_blocks(void);

#endif
