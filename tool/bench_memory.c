/* bench_memory.c: memory in large pages, with buffers that do not shadow each other. */
#include <string.h>
#include <sys/mman.h>

#include "bench.h"

/* Ten lines apart, at most six buffers until the places repeat: a load waits for an earlier store whose address has
 * the same last 12 bits, whatever the rest of it. */
enum { LARGE_PAGE = 2 << 20, STAGGER = 640 };

static size_t padded(size_t bytes) { return (bytes + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE; }

int arena_open(struct arena *arena, size_t bytes, int buffers) {
  size_t all = padded(bytes) + (size_t)(buffers + 2) * LARGE_PAGE;
  void *memory = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 0;
#ifdef MADV_HUGEPAGE
  madvise(memory, all, MADV_HUGEPAGE);
#endif
  *arena = (struct arena){memory, all, (size_t) - (uintptr_t)memory % LARGE_PAGE, 0};
  return 1;
}

char *arena_take(struct arena *arena, size_t bytes) {
  size_t start = arena->used + (size_t)(arena->buffers % 6) * STAGGER;
  if (start + bytes > arena->bytes) return NULL;
  arena->used = (start + bytes + 4095) / 4096 * 4096;
  arena->buffers++;
  return arena->base + start;
}

void arena_close(struct arena *arena) {
  if (arena->base) munmap(arena->base, arena->bytes);
  memset(arena, 0, sizeof *arena);
}
