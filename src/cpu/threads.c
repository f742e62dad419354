/* threads.c: tasks on the context's threads: the caller's pool, OpenMP, or the calling thread. */
#include "cpu.h"
#include "core/fpstate.h"

#ifdef _OPENMP
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#endif

int64_t tasks_for(const struct cpu *cpu, int64_t units, int64_t work) {
  int64_t small = cpu->small_task, worth = work >= small ? units : (units * work + small - 1) / small;
  int64_t tasks = cpu->threads < units ? cpu->threads : units;
  tasks = tasks < worth ? tasks : worth;
  return tasks < 1 ? 1 : tasks;
}

struct job {
  void (*task)(void *arg, int64_t i);
  void *arg;
};

/* Whoever hears that a task is done finds all its results: what went past the cache does not wait for a store behind it, and a pool of the
 * caller's may say so by a plain one. */
static void settle(void) {
#if defined(__x86_64__)
  _mm_sfence();
#endif
}

static void guarded(void *arg, int64_t i) {
  const struct job *job = arg;
  fpstate old = fpstate_enter();
  job->task(job->arg, i);
  settle();
  fpstate_leave(old);
}

#ifdef _OPENMP
/* OpenMP's threads do not survive fork, and using them in the child hangs. The process as a whole is what forks, so this flag,
 * alone in the library, belongs to the process: a child runs its tasks on the calling thread. */
static atomic_int forked;
static pthread_once_t watch = PTHREAD_ONCE_INIT;
static void after_fork(void) { atomic_store(&forked, 1); }
static void watch_forks(void) { pthread_atfork(NULL, NULL, after_fork); }
#endif

int threads_open(int asked) {
#ifdef _OPENMP
  pthread_once(&watch, watch_forks);
  int found = omp_get_max_threads();
#else
  int found = 1;
#endif
  return asked > 0 ? asked : found;
}

void parallel(rem_context *context, int64_t tasks, void (*task)(void *arg, int64_t i), void *arg) {
  struct job job = {task, arg};
  if (tasks == 1) {
    guarded(&job, 0);
  } else if (context->parallel_for) {
    context->parallel_for(context->pool, tasks, guarded, &job);
  } else {
#ifdef _OPENMP
#pragma omp parallel for schedule(static, 1) num_threads((int)tasks) if (!atomic_load(&forked))
#endif
    for (int64_t i = 0; i < tasks; i++) guarded(&job, i);
  }
}
