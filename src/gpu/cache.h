/* cache.h: compiled kernels: in memory, on disk, in packs. A kernel is found by its head, the short text of #defines that tells
 * it from every other; its whole text is only put together when it must be compiled, or is asked for. */
#ifndef REM_GPU_CACHE_H
#define REM_GPU_CACHE_H

#include "driver.h"

struct cache;

/* Where a kernel came from and what that cost. */
enum origin { ORIGIN_MEMORY, ORIGIN_PACK, ORIGIN_DISK, ORIGIN_COMPILED };

struct kernel {
  void *loaded;        /* the driver's */
  const char *head;
  const char *text;    /* the cache's own: ask cache_text */
  enum origin origin;  /* of the first time it was wanted */
  double seconds;      /* it took then */
  struct kernel *next; /* the cache's own */
};

/* desc->cache is the directory: NULL the default, "" none. desc->pack, where there is one, is a file that `remora pack` wrote. */
rem_status cache_open(rem_context *context, const struct driver *driver, void *device, const struct gpu_facts *facts,
                      const rem_context_desc *desc, struct cache **cache, rem_error *error);
void cache_close(rem_context *context, struct cache *cache);

/* Makes the whole text of a kernel from its head; the result is allocated with context_allocate. NULL: no memory. */
typedef char *make_text(rem_context *context, const char *head);

/* The kernel with this head: from memory, else the pack, else the disk, else compiled and written to the disk. The kernel lives
 * as long as the cache. Safe for many threads; two that want the same kernel at once wait for one compilation. */
rem_status cache_get(rem_context *context, struct cache *cache, const char *head, make_text *make,
                     const struct kernel **kernel, rem_error *error);

/* The whole text of a kernel, made now if it was not yet; lives as long as the cache. NULL: no memory. */
const char *cache_text(rem_context *context, struct cache *cache, const struct kernel *kernel, make_text *make);

/* Why the disk is not used, or not written: one sentence with a full stop, for notes; NULL: there is no trouble. It lives as
 * long as the cache and, once there, does not change. */
const char *cache_trouble(const struct cache *cache);

/* Every kernel in memory, in no order. each must not ask the cache for anything. */
void cache_each(struct cache *cache, void (*each)(void *arg, const struct kernel *kernel), void *arg);

/* Packs are written through src/gpu/pack.h. */

#endif
