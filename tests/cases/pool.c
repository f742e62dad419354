/* pool.c: a thread pool on POSIX threads that shares out the indices of one loop. */
#include "cases/pool.h"

#include <pthread.h>
#include <stdlib.h>

/* One call of pool_run, on its caller's stack; linked while indices are left. */
struct loop {
  int64_t next, count, done;
  void (*task)(void *arg, int64_t i);
  void *arg;
  struct loop *after;
};

struct pool {
  pthread_mutex_t lock;
  pthread_cond_t work, finished;
  struct loop *first;
  void (*before)(void);
  int stop, workers;
  pthread_t threads[16];
};

static void unlink_loop(struct pool *p, struct loop *l) {
  struct loop **at = &p->first;
  while (*at != l) at = &(*at)->after;
  *at = l->after;
}

/* Takes one index of l and runs it; the lock is held before and after. */
static void step(struct pool *p, struct loop *l) {
  int64_t i = l->next++;
  if (l->next == l->count) unlink_loop(p, l);
  pthread_mutex_unlock(&p->lock);
  l->task(l->arg, i);
  pthread_mutex_lock(&p->lock);
  if (++l->done == l->count) pthread_cond_broadcast(&p->finished);
}

static void *worker(void *arg) {
  struct pool *p = arg;
  if (p->before) p->before();
  pthread_mutex_lock(&p->lock);
  while (!p->stop) {
    if (p->first) step(p, p->first);
    else pthread_cond_wait(&p->work, &p->lock);
  }
  pthread_mutex_unlock(&p->lock);
  return NULL;
}

struct pool *pool_create(int workers, void (*before)(void)) {
  struct pool *p = calloc(1, sizeof *p);
  if (!p) return NULL;
  pthread_mutex_init(&p->lock, NULL);
  pthread_cond_init(&p->work, NULL);
  pthread_cond_init(&p->finished, NULL);
  p->before = before;
  while (p->workers < workers && p->workers < 16)
    if (pthread_create(&p->threads[p->workers], NULL, worker, p)) break;
    else p->workers++;
  return p;
}

void pool_destroy(struct pool *p) {
  pthread_mutex_lock(&p->lock);
  p->stop = 1;
  pthread_cond_broadcast(&p->work);
  pthread_mutex_unlock(&p->lock);
  for (int i = 0; i < p->workers; i++) pthread_join(p->threads[i], NULL);
  pthread_cond_destroy(&p->finished);
  pthread_cond_destroy(&p->work);
  pthread_mutex_destroy(&p->lock);
  free(p);
}

void pool_run(void *pool, int64_t count, void (*task)(void *arg, int64_t i), void *arg) {
  struct pool *p = pool;
  struct loop l = {.count = count, .task = task, .arg = arg};
  if (count <= 0) return;
  pthread_mutex_lock(&p->lock);
  l.after = p->first;
  p->first = &l;
  pthread_cond_broadcast(&p->work);
  while (l.next < l.count) step(p, &l);
  while (l.done < l.count) pthread_cond_wait(&p->finished, &p->lock);
  pthread_mutex_unlock(&p->lock);
}
