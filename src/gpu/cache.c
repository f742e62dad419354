/* cache.c: compiled kernels: found in memory, in a pack, on disk, or compiled, in that order. */
#include "gpu/cache.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/error.h"
#include "gpu/cache_disk.h"
#include "gpu/cache_hash.h"
#include "gpu/pack.h"
#include "gpu/source.h"

/* A kernel that somebody wanted, whether it could be had or not. It is never removed while the cache lives, so that a
 * pointer to it stays good without the lock. */
struct cell {
  struct kernel kernel; /* first: callers hold its address; kernel.next is the next cell of the bucket */
  uint64_t hash;
  enum { IDLE, BUSY, READY } state;
  unsigned attempts; /* that ended */
  rem_error failure; /* of the last of them, if the state is not READY */
};

enum { BUCKETS = 1024 };

struct cache {
  const struct driver *driver;
  void *device;
  struct gpu_facts facts;
  uint64_t version; /* of the texts */
  struct disk disk;
  struct pack *pack; /* NULL: none */
  pthread_mutex_t lock;
  pthread_cond_t ended; /* an attempt did */
  struct kernel *buckets[BUCKETS];
  _Atomic(const char *) trouble; /* the first sentence that could be said of the disk; it then stays as it is */
  char trouble_text[TROUBLE_BYTES];
};

/* ---- open and close -------------------------------------------------------------------------------------------- */

static rem_status make_locks(struct cache *cache, rem_error *error) {
  if (pthread_mutex_init(&cache->lock, NULL) != 0)
    return fail(error, REM_NO_MEMORY, NOWHERE, "cache: no memory for a mutex");
  if (pthread_cond_init(&cache->ended, NULL) == 0) return REM_OK;
  pthread_mutex_destroy(&cache->lock);
  return fail(error, REM_NO_MEMORY, NOWHERE, "cache: no memory for a condition variable");
}

rem_status cache_open(rem_context *context, const struct driver *driver, void *device, const struct gpu_facts *facts,
                      const rem_context_desc *desc, struct cache **cache, rem_error *error) {
  struct cache *c = context_allocate(context, sizeof *c);
  rem_status status;
  if (!c)
    return fail(error, REM_NO_MEMORY, AT(-1, -1, (int64_t)sizeof *c, 0), "cache: no memory for %zu bytes", sizeof *c);
  memset(c, 0, sizeof *c);
  c->driver = driver;
  c->device = device;
  c->facts = *facts;
  c->version = source_version();
  status = desc->pack && *desc->pack ? pack_open(context, desc->pack, &c->pack, error) : REM_OK;
  if (!status) status = make_locks(c, error);
  if (status) {
    pack_close(context, c->pack);
    context_release(context, c);
    return status;
  }
  disk_open(&c->disk, desc->cache, c->trouble_text);
  atomic_init(&c->trouble, c->trouble_text[0] ? c->trouble_text : NULL);
  *cache = c;
  return REM_OK;
}

void cache_close(rem_context *context, struct cache *cache) {
  if (!cache) return;
  for (size_t i = 0; i < BUCKETS; i++) {
    for (struct kernel *k = cache->buckets[i], *next; k; k = next) {
      next = k->next;
      if (k->loaded) cache->driver->unload(context, cache->device, k->loaded);
      context_release(context, (char *)k->text);
      context_release(context, k);
    }
  }
  pack_close(context, cache->pack);
  pthread_cond_destroy(&cache->ended);
  pthread_mutex_destroy(&cache->lock);
  context_release(context, cache);
}

const char *cache_trouble(const struct cache *cache) { return atomic_load(&cache->trouble); }

static void note_trouble(struct cache *cache, const char *text) {
  pthread_mutex_lock(&cache->lock);
  if (!atomic_load(&cache->trouble)) {
    snprintf(cache->trouble_text, sizeof cache->trouble_text, "%s", text);
    atomic_store(&cache->trouble, cache->trouble_text);
  }
  pthread_mutex_unlock(&cache->lock);
}

/* ---- where a kernel that is not in memory comes from ------------------------------------------------------------- */

/* What a binary depends on beside the device's own state. NULL: no memory. */
static char *make_key(rem_context *context, const struct cache *cache, const char *head) {
  static const char format[] = "%s\n%s\n%s\n%016" PRIx64 "\n%s";
  const char *driver = cache->driver->name, *arch = cache->facts.arch, *compiler = cache->facts.compiler;
  size_t size = (size_t)snprintf(NULL, 0, format, driver, arch, compiler, cache->version, head) + 1;
  char *key = context_allocate(context, size);
  if (key) snprintf(key, size, format, driver, arch, compiler, cache->version, head);
  return key;
}

static rem_status load(rem_context *context, struct cache *cache, const void *data, size_t bytes, void **loaded,
                       rem_error *error) {
  return cache->driver->load(context, cache->device, data, bytes, loaded, error);
}

/* REM_UNSUPPORTED from the next two: it is not there, or the device does not take it, and the next place is tried. */
static rem_status from_pack(rem_context *context, struct cache *cache, const char *head, void **loaded,
                            rem_error *error) {
  int (*older_arch)(char arch[64]) = cache->driver->older_arch;
  char arch[sizeof cache->facts.arch];
  const void *data;
  size_t bytes;
  if (!cache->pack) return REM_UNSUPPORTED;
  memcpy(arch, cache->facts.arch, sizeof arch);
  while (!pack_find(cache->pack, arch, head, &data, &bytes))
    if (!older_arch || !older_arch(arch)) return REM_UNSUPPORTED;
  return load(context, cache, data, bytes, loaded, error);
}

static rem_status from_disk(rem_context *context, struct cache *cache, const char *key, void **loaded,
                            rem_error *error) {
  struct gpu_binary binary;
  rem_status status;
  if (!disk_read(context, &cache->disk, key, &binary)) return REM_UNSUPPORTED;
  status = load(context, cache, binary.data, binary.bytes, loaded, error);
  context_release(context, binary.data);
  return status;
}

static rem_status from_compiler(rem_context *context, struct cache *cache, const char *head, const char *key,
                                make_text *make, void **loaded, rem_error *error) {
  struct gpu_binary binary = {0};
  char trouble[TROUBLE_BYTES];
  rem_status status;
  char *text = make(context, head);
  if (!text) return fail(error, REM_NO_MEMORY, NOWHERE, "kernel: no memory for its text");
  status = cache->driver->compile(context, cache->device, cache->facts.arch, text, &binary, error);
  context_release(context, text);
  if (status) return status;
  status = load(context, cache, binary.data, binary.bytes, loaded, error);
  if (!status && !disk_write(&cache->disk, key, &binary, trouble)) note_trouble(cache, trouble);
  context_release(context, binary.data);
  return status;
}

/* A binary that fails to load is tried afresh, unless memory is what lacks. */
static int is_settled(rem_status status) { return status == REM_OK || status == REM_NO_MEMORY; }

static rem_status fetch(rem_context *context, struct cache *cache, const char *head, make_text *make, void **loaded,
                        enum origin *origin, rem_error *error) {
  rem_status status = from_pack(context, cache, head, loaded, error);
  char *key;
  *origin = ORIGIN_PACK;
  if (is_settled(status)) return status;
  key = make_key(context, cache, head);
  if (!key) return fail(error, REM_NO_MEMORY, NOWHERE, "kernel: no memory for its key");
  *origin = ORIGIN_DISK;
  status = from_disk(context, cache, key, loaded, error);
  if (!is_settled(status)) {
    *origin = ORIGIN_COMPILED;
    status = from_compiler(context, cache, head, key, make, loaded, error);
  }
  context_release(context, key);
  return status;
}

/* ---- in memory ------------------------------------------------------------------------------------------------- */

static struct cell *find_cell(struct cache *cache, uint64_t hash, const char *head) {
  for (struct kernel *k = cache->buckets[hash % BUCKETS]; k; k = k->next) {
    struct cell *cell = (struct cell *)k;
    if (cell->hash == hash && strcmp(k->head, head) == 0) return cell;
  }
  return NULL;
}

static struct cell *add_cell(rem_context *context, struct cache *cache, uint64_t hash, const char *head,
                             size_t head_bytes) {
  struct cell *cell = context_allocate(context, sizeof *cell + head_bytes + 1);
  char *copy = (char *)(cell + 1);
  if (!cell) return NULL;
  memcpy(copy, head, head_bytes + 1);
  *cell = (struct cell){.kernel = {.head = copy, .next = cache->buckets[hash % BUCKETS]}, .hash = hash, .state = IDLE};
  cache->buckets[hash % BUCKETS] = &cell->kernel;
  return cell;
}

static rem_status repeat_failure(const struct cell *cell, rem_error *error) {
  if (error && error->size == sizeof *error) *error = cell->failure;
  return (rem_status)cell->failure.status;
}

/* Somebody else is at it: waits for the end of that attempt and shares what came of it. Called with the lock. */
static rem_status wait_for(struct cache *cache, struct cell *cell, rem_error *error) {
  unsigned attempts = cell->attempts;
  while (cell->attempts == attempts) pthread_cond_wait(&cache->ended, &cache->lock);
  return cell->state == READY ? REM_OK : repeat_failure(cell, error);
}

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Called with the lock, which is given up while the kernel is fetched. */
static rem_status attempt(rem_context *context, struct cache *cache, struct cell *cell, make_text *make,
                          rem_error *error) {
  rem_error failure = {.size = sizeof failure};
  enum origin origin;
  void *loaded = NULL;
  rem_status status;
  double start;
  cell->state = BUSY;
  pthread_mutex_unlock(&cache->lock);
  start = seconds_now();
  status = fetch(context, cache, cell->kernel.head, make, &loaded, &origin, &failure);
  pthread_mutex_lock(&cache->lock);
  cell->attempts++;
  cell->state = status ? IDLE : READY;
  cell->failure = failure;
  if (!status) {
    cell->kernel.loaded = loaded;
    cell->kernel.origin = origin;
    cell->kernel.seconds = seconds_now() - start;
  }
  pthread_cond_broadcast(&cache->ended);
  return status ? repeat_failure(cell, error) : REM_OK;
}

rem_status cache_get(rem_context *context, struct cache *cache, const char *head, make_text *make,
                     const struct kernel **kernel, rem_error *error) {
  size_t head_bytes = strlen(head);
  uint64_t hash = hash_bytes(head, head_bytes, 0);
  rem_status status = REM_OK;
  struct cell *cell;
  pthread_mutex_lock(&cache->lock);
  cell = find_cell(cache, hash, head);
  if (!cell) cell = add_cell(context, cache, hash, head, head_bytes);
  if (!cell) status = fail(error, REM_NO_MEMORY, NOWHERE, "kernel: no memory to remember it");
  else if (cell->state == BUSY) status = wait_for(cache, cell, error);
  else if (cell->state == IDLE) status = attempt(context, cache, cell, make, error);
  pthread_mutex_unlock(&cache->lock);
  if (!status) *kernel = &cell->kernel;
  return status;
}

/* The text is made outside the lock; of two that were made at once, one is dropped. */
const char *cache_text(rem_context *context, struct cache *cache, const struct kernel *kernel, make_text *make) {
  struct kernel *k = (struct kernel *)kernel;
  const char *text;
  char *made;
  pthread_mutex_lock(&cache->lock);
  text = k->text;
  pthread_mutex_unlock(&cache->lock);
  if (text) return text;
  made = make(context, k->head);
  pthread_mutex_lock(&cache->lock);
  if (!k->text) {
    k->text = made;
    made = NULL;
  }
  text = k->text;
  pthread_mutex_unlock(&cache->lock);
  context_release(context, made);
  return text;
}

void cache_each(struct cache *cache, void (*each)(void *arg, const struct kernel *kernel), void *arg) {
  pthread_mutex_lock(&cache->lock);
  for (size_t i = 0; i < BUCKETS; i++)
    for (const struct kernel *k = cache->buckets[i]; k; k = k->next)
      if (((const struct cell *)k)->state == READY) each(arg, k);
  pthread_mutex_unlock(&cache->lock);
}
