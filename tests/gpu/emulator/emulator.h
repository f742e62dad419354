/* emulator.h: a CUDA device made of the processor, for machines without one. driver.c stands in for libcuda.so.1 and compiler.c for
 * NVRTC: kernels are compiled by the C compiler of the machine from the text that NVRTC would get, but for the words of dialect.h that
 * are CUDA's own (words.h), and the threads of a block are fibers (fibers.c) that take turns where they wait for each other. So what
 * PoCL cannot run, shuffles and blocks that tell their peers, has its bits compared without a GPU. It is no measure of time, finds no
 * race, and knows nothing of streams: a launch has ended when it returns.
 *
 * What a kernel and the fibers that run it know of each other; the kernel's file includes this text, too. */
#ifndef REM_EMULATOR_H
#define REM_EMULATOR_H

struct emulated {
  int thread; /* of its block */
  long long block, blocks;
  unsigned long long *passed; /* by each thread of the block to the others of its 32 */
  void (*wait_32)(void), (*wait_block)(void);
  void (*wait_begun)(void);             /* for all threads of the blocks that start together              */
  void (*wait_told)(const void *asked); /* until all has come that was asked for there                    */
  void (*tell)(void *to, int peer, const void *value, unsigned bytes, void *asked);
};

#ifdef REM_EMULATOR_HOST
#include <stddef.h>

struct kernel_code {
  void (*entry)(void **parameters);
  char *memory; /* of a block: what it declares as its own */
  size_t memory_bytes;
  int cluster; /* so many blocks start together */
};

/* Runs the blocks one by one, or cluster by cluster, in order. 0, or -1: no memory, or threads that wait for ever. */
int run_blocks(const struct kernel_code *code, struct emulated *emulated, long long blocks, int threads,
               void **parameters);
#endif

#endif
