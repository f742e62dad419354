/* launches.h: what every driver must do, for the tests of each: compile a kernel, load it, launch it, move bytes. */
#ifndef LAUNCHES_H
#define LAUNCHES_H

#include "check.h"
#include "gpu/driver.h"

#include <pthread.h>
#include <stdlib.h>

static void *allocate(void *user, size_t bytes) {
  __atomic_add_fetch((int64_t *)user, 1, __ATOMIC_RELAXED);
  return malloc(bytes);
}

static void release(void *user, void *memory) {
  __atomic_sub_fetch((int64_t *)user, 1, __ATOMIC_RELAXED);
  free(memory);
}

/* What a test works with. live counts allocations that were not given back. */
struct fixture {
  const struct driver *driver;
  const char *text; /* of the kernel y[i] = scale * x[i] + i, with struct args, x in pointer 0 and y in 5 */
  int64_t live;
  rem_context context;
  void *device;
  struct gpu_facts facts;
  rem_error error;
};

static inline rem_context_desc no_desc(void) { return (rem_context_desc){.size = sizeof(rem_context_desc)}; }

static inline rem_status open_fixture(struct fixture *f, const struct driver *driver, const char *text,
                                      const rem_context_desc *desc, int number) {
  *f = (struct fixture){.driver = driver, .text = text, .error = {.size = sizeof f->error}};
  f->context = (rem_context){.allocate = allocate, .release = release, .user = &f->live};
  return driver->open(&f->context, desc, number, &f->device, &f->facts, &f->error);
}

static inline void close_fixture(struct check *c, struct fixture *f) {
  f->driver->close(&f->context, f->device);
  CHECK_INT(c, f->live, 0);
}

struct args {
  int64_t offset[GPU_POINTERS];
  int64_t n;
  float scale;
};

enum { N = 1000, SHIFT = 16 };

static inline rem_status compile_and_load(struct fixture *f, void **kernel) {
  struct gpu_binary binary = {0};
  rem_status status = f->driver->compile(&f->context, f->device, f->facts.arch, f->text, &binary, &f->error);
  if (!status) status = f->driver->load(&f->context, f->device, binary.data, binary.bytes, kernel, &f->error);
  context_release(&f->context, binary.data);
  if (status) printf("%s\n", f->error.text);
  return status;
}

static inline rem_status run(struct fixture *f, void *kernel, const rem_buffer *x, const rem_buffer *y, float scale,
                             void *stream) {
  struct args args = {.n = N, .scale = scale};
  struct gpu_launch launch = {.blocks = (N + 63) / 64, .threads = 64, .args = &args, .args_bytes = sizeof args};
  launch.pointer[0] = (struct gpu_memory){x->base, (int64_t)x->offset};
  launch.pointer[5] = (struct gpu_memory){y->base, (int64_t)y->offset};
  return f->driver->launch(f->device, kernel, &launch, stream, &f->error);
}

static inline int differences(const float *x, const float *y, float scale) {
  int wrong = 0;
  for (int i = 0; i < N; i++) wrong += y[i] != scale * x[i] + (float)i;
  return wrong;
}

static inline void test_launch(struct check *c, struct fixture *f, void *stream) {
  const struct driver *driver = f->driver;
  float x[N], y[N];
  rem_buffer a = {0}, b = {0};
  void *kernel = NULL;
  for (int i = 0; i < N; i++) x[i] = (float)(i % 17), y[i] = -1;
  if (!CHECK_INT(c, compile_and_load(f, &kernel), REM_OK)) return;
  CHECK_INT(c, driver->memory_create(f->device, sizeof x + SHIFT, &a, &f->error), REM_OK);
  CHECK_INT(c, driver->memory_create(f->device, sizeof y + SHIFT, &b, &f->error), REM_OK);
  a.offset = SHIFT, b.offset = 4;
  CHECK_INT(c, driver->memory_write(f->device, &a, x, sizeof x, stream, &f->error), REM_OK);
  CHECK_INT(c, run(f, kernel, &a, &b, 3, stream), REM_OK);
  CHECK_INT(c, driver->memory_read(f->device, y, &b, sizeof y, stream, &f->error), REM_OK);
  CHECK_INT(c, differences(x, y, 3), 0);
  CHECK_INT(c, driver->memory_copy(f->device, &a, &b, sizeof y, stream, &f->error), REM_OK);
  CHECK_INT(c, driver->memory_read(f->device, x, &a, sizeof x, stream, &f->error), REM_OK);
  CHECK(c, memcmp(x, y, sizeof x) == 0);
  CHECK_INT(c, driver->check_memory(f->device, a.base, 0, "x", &f->error), REM_OK);
  driver->memory_destroy(f->device, &a);
  driver->memory_destroy(f->device, &b);
  driver->unload(&f->context, f->device, kernel);
}

/* ---- one kernel, many threads ---------------------------------------------------------------------------------- */

struct worker {
  struct fixture *f;
  void *kernel;
  float scale;
  int wrong;
};

static inline void *work(void *arg) {
  struct worker *w = arg;
  const struct driver *driver = w->f->driver;
  struct fixture own = {.driver = driver, .device = w->f->device, .error = {.size = sizeof own.error}};
  float x[N], y[N];
  rem_buffer a = {0}, b = {0};
  for (int i = 0; i < N; i++) x[i] = (float)i * w->scale;
  w->wrong += driver->memory_create(own.device, sizeof x, &a, &own.error) != REM_OK;
  w->wrong += driver->memory_create(own.device, sizeof y, &b, &own.error) != REM_OK;
  w->wrong += driver->memory_write(own.device, &a, x, sizeof x, NULL, &own.error) != REM_OK;
  for (int round = 0; round < 20; round++) {
    w->wrong += run(&own, w->kernel, &a, &b, w->scale, NULL) != REM_OK;
    w->wrong += driver->memory_read(own.device, y, &b, sizeof y, NULL, &own.error) != REM_OK;
    w->wrong += differences(x, y, w->scale);
  }
  driver->memory_destroy(own.device, &a);
  driver->memory_destroy(own.device, &b);
  return NULL;
}

static inline void test_threads(struct check *c, struct fixture *f) {
  pthread_t threads[4];
  struct worker workers[4];
  void *kernel = NULL;
  if (!CHECK_INT(c, compile_and_load(f, &kernel), REM_OK)) return;
  for (int i = 0; i < 4; i++) {
    workers[i] = (struct worker){f, kernel, (float)(i + 1), 0};
    CHECK_INT(c, pthread_create(&threads[i], NULL, work, &workers[i]), 0);
  }
  for (int i = 0; i < 4; i++) {
    pthread_join(threads[i], NULL);
    CHECK_INT(c, workers[i].wrong, 0);
  }
  f->driver->unload(&f->context, f->device, kernel);
}

static inline void say_facts(const struct gpu_facts *facts) {
  printf("%s, arch %s, compiler %s, %d units, %d threads, %" PRId64 " bytes local, f64 %d, exact %d\n", facts->name,
         facts->arch, facts->compiler, facts->units, facts->most_threads, facts->local_bytes, facts->has_f64,
         facts->exact);
}

#endif
