/* pool.h: a caller's own thread pool, as a program would hand it to Remora. */
#ifndef REM_TEST_POOL_H
#define REM_TEST_POOL_H

#include <stdint.h>

struct pool;

/* before runs once in each worker thread as it starts; it may be NULL. */
struct pool *pool_create(int workers, void (*before)(void));
void pool_destroy(struct pool *pool);

/* A rem_parallel_for. Several threads may call it at once. */
void pool_run(void *pool, int64_t count, void (*task)(void *arg, int64_t i), void *arg);

#endif
