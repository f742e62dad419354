/* fibers.c: the threads of a block, each with a stack of its own, of which one runs at a time until it waits. Blocks that start together
 * take turns as well, where all threads of one wait: what a block declares as its own lies in one place, and is exchanged. */
#define REM_EMULATOR_HOST
#include "emulator.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef __x86_64__
#error fibers are switched by x86-64 code
#endif

enum { MOST_THREADS = 1024, MOST_CLUSTER = 8, WARP = 32, STACK_BYTES = 96 << 10, SAVED = 6 };

/* Those of a block that wait for one event. */
struct waiting {
  int count, fiber[MOST_THREADS];
};

struct block {
  int threads, alive, left_32[WARP]; /* how many have not ended, in all and of each 32 */
  int head, tail, ready[MOST_THREADS + 1];
  struct waiting at_block, at_32[WARP], for_peers;
  char *memory;
  unsigned long long passed[MOST_THREADS];
  void *stack[MOST_THREADS]; /* where each goes on */
};

/* The one launch that is under way. */
static struct {
  const struct kernel_code *code;
  struct emulated *emulated;
  void **parameters;
  struct block *block; /* of the cluster */
  int cluster, here, begun, progress;
  char *stacks;
  void *scheduler;
} run;

/* Saves what a function has to, where it is; goes on where `to` was saved. */
void fiber_switch(void **from, void *to);
__asm__(
    ".text\n"
    ".globl fiber_switch\n"
    "fiber_switch:\n"
    "  push %rbx\n  push %rbp\n  push %r12\n  push %r13\n  push %r14\n  push %r15\n"
    "  mov %rsp, (%rdi)\n"
    "  mov %rsi, %rsp\n"
    "  pop %r15\n  pop %r14\n  pop %r13\n  pop %r12\n  pop %rbp\n  pop %rbx\n"
    "  ret\n");

/* ---- waiting ---- */

static struct block *here(void) { return &run.block[run.here]; }

static void make_ready(struct block *b, int fiber) {
  b->ready[b->tail] = fiber;
  b->tail = (b->tail + 1) % (MOST_THREADS + 1);
}

static void release(struct block *b, struct waiting *w) {
  for (int i = 0; i < w->count; i++) make_ready(b, w->fiber[i]);
  w->count = 0;
}

/* The fiber that runs waits: others go on until one makes it ready. */
static void wait_in(struct waiting *w) {
  struct block *b = here();
  int me = run.emulated->thread;
  w->fiber[w->count++] = me;
  fiber_switch(&b->stack[me], run.scheduler);
}

/* All who are left and come here wait for the last of them. */
static void meet(struct waiting *w, int expected) {
  struct block *b = here();
  if (w->count + 1 < expected) wait_in(w);
  else release(b, w);
}

static void wait_32(void) {
  int warp = run.emulated->thread / WARP;
  meet(&here()->at_32[warp], here()->left_32[warp]);
}
static void wait_block(void) { meet(&here()->at_block, here()->alive); }

static void wait_begun(void) {
  run.begun++, run.progress = 1;
  while (run.begun < run.cluster * here()->threads) wait_in(&here()->for_peers);
}
/* As many bytes as are still to come are in the word where they were asked for. */
static void wait_told(const void *asked) {
  while (*(const volatile uint64_t *)asked > 0) wait_in(&here()->for_peers);
  run.progress = 1;
}

static void tell(void *to, int peer, const void *value, unsigned bytes, void *asked) {
  char *memory = peer == run.here ? run.code->memory : run.block[peer].memory;
  uint64_t *left = (uint64_t *)(void *)(memory + ((char *)asked - run.code->memory));
  memcpy(memory + ((char *)to - run.code->memory), value, bytes);
  *left -= bytes;
  run.progress = 1;
}

/* ---- running ---- */

static void fiber_body(void) {
  run.code->entry(run.parameters);
  struct block *b = here();
  int me = run.emulated->thread, warp = me / WARP;
  void *nowhere;
  b->alive--, b->left_32[warp]--, run.progress = 1;
  if (b->alive && b->at_block.count == b->alive) release(b, &b->at_block);
  if (b->left_32[warp] && b->at_32[warp].count == b->left_32[warp]) release(b, &b->at_32[warp]);
  fiber_switch(&nowhere, run.scheduler);
}

static void begin_block(int i, int threads) {
  struct block *b = &run.block[i];
  char *memory = b->memory;
  memset(b, 0, sizeof *b);
  b->memory = memory, b->threads = b->alive = threads;
  for (int t = 0; t < threads; t++) {
    void **top = (void **)(void *)(run.stacks + ((size_t)i * MOST_THREADS + t + 1) * STACK_BYTES) - 3;
    *--top = (void *)(uintptr_t)fiber_body; /* 8 bytes past a multiple of 16 when it begins, as after a call */
    for (int k = 0; k < SAVED; k++) *--top = NULL;
    b->stack[t] = top, b->left_32[t / WARP]++;
    make_ready(b, t);
  }
}

/* Until all its threads have ended or wait. */
static void run_block(int i) {
  struct block *b = &run.block[i];
  run.here = i;
  run.emulated->passed = b->passed;
  if (run.cluster > 1) memcpy(run.code->memory, b->memory, run.code->memory_bytes);
  release(b, &b->for_peers);
  while (b->head != b->tail) {
    int fiber = b->ready[b->head];
    b->head = (b->head + 1) % (MOST_THREADS + 1);
    run.emulated->thread = fiber;
    fiber_switch(&run.scheduler, b->stack[fiber]);
  }
  if (run.cluster > 1) memcpy(b->memory, run.code->memory, run.code->memory_bytes);
}

static int run_cluster(long long first, int threads) {
  int alive = run.cluster;
  run.begun = 0;
  for (int i = 0; i < run.cluster; i++) begin_block(i, threads);
  while (alive) {
    run.progress = 0;
    for (int i = 0; i < run.cluster; i++) {
      run.emulated->block = first + i;
      if (!run.block[i].alive) continue;
      run_block(i);
      alive -= !run.block[i].alive;
    }
    if (alive && !run.progress) {
      fprintf(stderr, "emulator: %d of %d blocks from %lld on wait for ever, the first with %d of %d threads\n", alive,
              run.cluster, first, run.block[0].alive, threads);
      return -1;
    }
  }
  return 0;
}

int run_blocks(const struct kernel_code *code, struct emulated *emulated, long long blocks, int threads,
               void **parameters) {
  int bad = threads > MOST_THREADS || code->cluster > MOST_CLUSTER;
  memset(&run, 0, sizeof run);
  run.code = code, run.emulated = emulated, run.parameters = parameters, run.cluster = code->cluster;
  run.stacks = malloc((size_t)code->cluster * MOST_THREADS * STACK_BYTES);
  run.block = calloc((size_t)code->cluster, sizeof *run.block);
  for (int i = 0; run.block && i < code->cluster; i++)
    bad |= code->cluster > 1 && !(run.block[i].memory = calloc(1, code->memory_bytes + 1));
  *emulated = (struct emulated){.blocks = blocks,
                                .wait_32 = wait_32,
                                .wait_block = wait_block,
                                .wait_begun = wait_begun,
                                .wait_told = wait_told,
                                .tell = tell};
  bad |= !run.stacks || !run.block;
  for (long long first = 0; first < blocks && !bad; first += code->cluster) bad = run_cluster(first, threads);
  for (int i = 0; run.block && i < code->cluster; i++) free(run.block[i].memory);
  free(run.block);
  free(run.stacks);
  return bad ? -1 : 0;
}
