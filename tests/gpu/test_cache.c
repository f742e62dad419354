/* test_cache.c: the kernel cache, with a driver that compiles nothing: what is in memory, on disk, in packs, and what is
 * made of damaged files, odd directories, many threads and many processes. */
#include "check.h"
#include "gpu/cache.h"
#include "gpu/pack.h"
#include "gpu/pack_format.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- a driver -------------------------------------------------------------------------------------------------- */

/* The device of the fake driver: what it is to do, and what it did. */
struct fake {
  int compiles, loads, loaded;
  int compile_ms;
  rem_status compile_fails, load_fails; /* load_fails: once */
};

static rem_status say(rem_error *error, rem_status status, const char *text) {
  if (error) error->status = status, snprintf(error->text, sizeof error->text, "%s", text);
  return status;
}

static rem_status fake_compile(rem_context *context, void *device, const char *arch, const char *text,
                               struct gpu_binary *binary, rem_error *error) {
  struct fake *fake = device;
  struct timespec wait = {0, fake->compile_ms * 1000000L};
  __atomic_add_fetch(&fake->compiles, 1, __ATOMIC_RELAXED);
  if (fake->compile_ms) nanosleep(&wait, NULL);
  if (fake->compile_fails) return say(error, fake->compile_fails, "no compiler today");
  binary->bytes = strlen(arch) + strlen(text) + 6;
  binary->data = context_allocate(context, binary->bytes);
  snprintf(binary->data, binary->bytes, "BIN:%s %s", arch, text);
  return REM_OK;
}

static rem_status fake_load(rem_context *context, void *device, const void *data, size_t bytes, void **kernel,
                            rem_error *error) {
  struct fake *fake = device;
  rem_status fails = fake->load_fails;
  fake->load_fails = REM_OK;
  __atomic_add_fetch(&fake->loads, 1, __ATOMIC_RELAXED);
  if (fails) return say(error, fails, "the device does not take it");
  if (bytes < 5 || memcmp(data, "BIN:", 4) != 0) return say(error, REM_UNSUPPORTED, "no binary");
  *kernel = context_allocate(context, bytes);
  memcpy(*kernel, data, bytes);
  __atomic_add_fetch(&fake->loaded, 1, __ATOMIC_RELAXED);
  return REM_OK;
}

static void fake_unload(rem_context *context, void *device, void *kernel) {
  struct fake *fake = device;
  fake->loaded--;
  context_release(context, kernel);
}

static int fake_older(char arch[64]) { return arch[strlen(arch) - 1] != '0' && arch[strlen(arch) - 1]--; }

static const struct driver fake_driver = {
    .name = "fake", .compile = fake_compile, .load = fake_load, .unload = fake_unload, .older_arch = fake_older};

/* ---- a cache on it --------------------------------------------------------------------------------------------- */

static void *allocate(void *user, size_t bytes) {
  __atomic_add_fetch((int64_t *)user, 1, __ATOMIC_RELAXED);
  return malloc(bytes);
}

static void release(void *user, void *memory) {
  __atomic_sub_fetch((int64_t *)user, 1, __ATOMIC_RELAXED);
  free(memory);
}

static char *make(rem_context *context, const char *head) {
  size_t bytes = strlen(head) + 32;
  char *text = context_allocate(context, bytes);
  if (text) snprintf(text, bytes, "%s and all the rest", head);
  return text;
}

struct fixture {
  int64_t live; /* allocations not given back */
  rem_context context;
  struct fake fake;
  struct gpu_facts facts;
  struct cache *cache;
  rem_error error;
};

static rem_status open_packed(struct fixture *f, const char *directory, const char *pack) {
  rem_context_desc desc = {.size = sizeof desc, .cache = directory, .pack = pack};
  *f = (struct fixture){.facts = {.arch = "fake_90", .compiler = "1.0"}, .error = {.size = sizeof f->error}};
  f->context = (rem_context){.allocate = allocate, .release = release, .user = &f->live};
  return cache_open(&f->context, &fake_driver, &f->fake, &f->facts, &desc, &f->cache, &f->error);
}

static rem_status open_cache(struct fixture *f, const char *directory) { return open_packed(f, directory, NULL); }

static rem_status get(struct fixture *f, const char *head, const struct kernel **kernel) {
  return cache_get(&f->context, f->cache, head, make, kernel, &f->error);
}

static void close_cache(struct check *c, struct fixture *f) {
  cache_close(&f->context, f->cache);
  CHECK_INT(c, f->live, 0);
  CHECK_INT(c, f->fake.loaded, 0);
}

static int is_right(const struct kernel *kernel, const char *head) {
  char expected[512];
  snprintf(expected, sizeof expected, "BIN:fake_90 %s and all the rest", head);
  return strcmp(kernel->loaded, expected) == 0 && strcmp(kernel->head, head) == 0;
}

/* Opens a cache, gets one kernel, closes: where it came from, -1 if it was not to be had or wrong. */
static int origin_of(struct check *c, const char *directory, const char *pack, const char *head) {
  struct fixture f;
  const struct kernel *kernel = NULL;
  int origin = -1;
  if (!CHECK_INT(c, open_packed(&f, directory, pack), REM_OK)) return -1;
  if (get(&f, head, &kernel) == REM_OK && is_right(kernel, head)) origin = kernel->origin;
  close_cache(c, &f);
  return origin;
}

/* ---- directories ----------------------------------------------------------------------------------------------- */

static void make_path(char *path, size_t size, const char *directory, const char *name) {
  if (snprintf(path, size, "%s/%s", directory, name) >= (int)size) path[0] = '\0';
}

/* Counts the files whose names end so; the last of them goes to path, where it is not NULL. */
static int count_files(const char *directory, const char *end, char *path, size_t size) {
  DIR *d = opendir(directory);
  int n = 0;
  for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
    size_t length = strlen(e->d_name);
    if (length < strlen(end) || strcmp(e->d_name + length - strlen(end), end) != 0) continue;
    if (path) make_path(path, size, directory, e->d_name);
    n++;
  }
  if (d) closedir(d);
  return n;
}

static void empty_directory(const char *directory) {
  char path[512];
  DIR *d = opendir(directory);
  for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
    if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
    make_path(path, sizeof path, directory, e->d_name);
    if (unlink(path) != 0) rmdir(path);
  }
  if (d) closedir(d);
}

static size_t read_file(const char *path, char *data, size_t size) {
  int file = open(path, O_RDONLY);
  ssize_t n = file < 0 ? -1 : read(file, data, size);
  if (file >= 0) close(file);
  return n < 0 ? 0 : (size_t)n;
}

static void write_file(const char *path, const char *data, size_t bytes) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0 || write(file, data, bytes) != (ssize_t)bytes) printf("cannot write %s\n", path);
  if (file >= 0) close(file);
}

/* ---- memory ---------------------------------------------------------------------------------------------------- */

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void test_memory(struct check *c) {
  struct fixture f;
  const struct kernel *first = NULL, *again = NULL, *other = NULL;
  char head[800];
  double start;
  memset(head, 'h', sizeof head - 1);
  head[sizeof head - 1] = '\0';
  CHECK_INT(c, open_cache(&f, ""), REM_OK);
  CHECK(c, !cache_trouble(f.cache));
  CHECK_INT(c, get(&f, "#define A", &first), REM_OK);
  CHECK(c, is_right(first, "#define A") && first->origin == ORIGIN_COMPILED && first->seconds > 0);
  CHECK_INT(c, get(&f, "#define A", &again), REM_OK);
  CHECK_INT(c, get(&f, "#define B", &other), REM_OK);
  CHECK(c, again == first && other != first && is_right(other, "#define B"));
  CHECK_INT(c, f.fake.compiles, 2);
  CHECK_TEXT(c, cache_text(&f.context, f.cache, first, make), "#define A and all the rest");
  CHECK(c, cache_text(&f.context, f.cache, first, make) == cache_text(&f.context, f.cache, first, make));
  CHECK_INT(c, get(&f, head, &first), REM_OK);
  start = seconds_now();
  for (int i = 0; i < 100000; i++) get(&f, head, &again);
  printf("a hit of %zu bytes takes %.0f ns\n", strlen(head), (seconds_now() - start) / 100000 * 1e9);
  CHECK(c, again == first);
  close_cache(c, &f);
  cache_close(&f.context, NULL);
}

static void test_failures(struct check *c) {
  struct fixture f;
  const struct kernel *kernel = NULL;
  CHECK_INT(c, open_cache(&f, ""), REM_OK);
  f.fake.compile_fails = REM_UNSUPPORTED;
  CHECK_INT(c, get(&f, "head", &kernel), REM_UNSUPPORTED);
  CHECK_TEXT(c, f.error.text, "no compiler today");
  CHECK(c, cache_get(&f.context, f.cache, "head", make, &kernel, NULL) == REM_UNSUPPORTED && !kernel);
  f.fake.compile_fails = REM_OK;
  f.fake.load_fails = REM_NO_MEMORY;
  CHECK_INT(c, get(&f, "head", &kernel), REM_NO_MEMORY);
  CHECK_INT(c, get(&f, "head", &kernel), REM_OK);
  CHECK(c, kernel && is_right(kernel, "head"));
  CHECK_INT(c, f.fake.compiles, 4);
  close_cache(c, &f);
}

/* ---- disk ------------------------------------------------------------------------------------------------------ */

static void test_disk(struct check *c, const char *directory) {
  struct fixture f;
  const struct kernel *kernel = NULL;
  struct stat about;
  char path[512];
  CHECK_INT(c, origin_of(c, directory, NULL, "head"), ORIGIN_COMPILED);
  CHECK_INT(c, origin_of(c, directory, NULL, "head"), ORIGIN_DISK);
  CHECK_INT(c, origin_of(c, directory, NULL, "another"), ORIGIN_COMPILED);
  CHECK_INT(c, count_files(directory, ".kernel", path, sizeof path), 2);
  CHECK_INT(c, count_files(directory, "", NULL, 0), 4); /* "." and ".." */
  CHECK(c, stat(path, &about) == 0 && (about.st_mode & 0777) == 0600);
  CHECK(c, stat(directory, &about) == 0 && (about.st_mode & 0777) == 0700);

  CHECK_INT(c, open_cache(&f, directory), REM_OK); /* a binary that does not load is made anew */
  f.fake.load_fails = REM_UNSUPPORTED;
  CHECK_INT(c, get(&f, "head", &kernel), REM_OK);
  CHECK(c, kernel && kernel->origin == ORIGIN_COMPILED && f.fake.compiles == 1);
  close_cache(c, &f);
  CHECK_INT(c, open_cache(&f, directory), REM_OK); /* unless memory lacks */
  f.fake.load_fails = REM_NO_MEMORY;
  CHECK_INT(c, get(&f, "head", &kernel), REM_NO_MEMORY);
  CHECK_INT(c, get(&f, "head", &kernel), REM_OK);
  CHECK(c, kernel->origin == ORIGIN_DISK && f.fake.compiles == 0);
  close_cache(c, &f);
  empty_directory(directory);
}

/* A file that was changed is not believed, and is put right. */
static void expect_recompiled(struct check *c, const char *directory, const char *path, const char *data,
                              size_t bytes) {
  char now[1024];
  size_t n;
  CHECK_INT(c, origin_of(c, directory, NULL, "head"), ORIGIN_COMPILED);
  n = read_file(path, now, sizeof now);
  CHECK(c, n == bytes && memcmp(now, data, n) == 0);
}

static void test_damage(struct check *c, const char *directory) {
  char path[512], good[1024], bad[1024];
  size_t bytes;
  CHECK_INT(c, origin_of(c, directory, NULL, "head"), ORIGIN_COMPILED);
  CHECK_INT(c, count_files(directory, ".kernel", path, sizeof path), 1);
  bytes = read_file(path, good, sizeof good);
  CHECK(c, bytes > 50 && bytes < sizeof good);
  for (size_t i = 0; i < bytes; i++) {
    memcpy(bad, good, bytes);
    bad[i] ^= (char)(1 << i % 8);
    write_file(path, bad, bytes);
    expect_recompiled(c, directory, path, good, bytes);
    write_file(path, good, i);
    expect_recompiled(c, directory, path, good, bytes);
  }
  memcpy(bad, good, bytes);
  bad[bytes] = 0;
  write_file(path, bad, bytes + 1);
  expect_recompiled(c, directory, path, good, bytes);
  write_file(path, "This is a letter.", 17);
  expect_recompiled(c, directory, path, good, bytes);
  unlink(path);
  CHECK_INT(c, mkfifo(path, 0600), 0);
  expect_recompiled(c, directory, path, good, bytes);
  unlink(path);
  CHECK_INT(c, symlink("/dev/zero", path), 0);
  expect_recompiled(c, directory, path, good, bytes);
  empty_directory(directory);
}

/* A file of another arch, compiler or text under this one's name: a collision of hashes, or an attempt at one. */
static void test_stale(struct check *c, const char *directory) {
  struct fixture f;
  const struct kernel *kernel = NULL;
  char theirs[512], ours[512], data[1024];
  size_t bytes;
  rem_context_desc desc = {.size = sizeof desc, .cache = directory};
  CHECK_INT(c, open_cache(&f, ""), REM_OK);
  close_cache(c, &f);
  strcpy(f.facts.compiler, "0.9");
  CHECK_INT(c, cache_open(&f.context, &fake_driver, &f.fake, &f.facts, &desc, &f.cache, &f.error), REM_OK);
  CHECK_INT(c, get(&f, "head", &kernel), REM_OK);
  close_cache(c, &f);
  CHECK_INT(c, count_files(directory, ".kernel", theirs, sizeof theirs), 1);
  bytes = read_file(theirs, data, sizeof data);
  unlink(theirs);
  CHECK_INT(c, origin_of(c, directory, NULL, "head"), ORIGIN_COMPILED);
  CHECK_INT(c, count_files(directory, ".kernel", ours, sizeof ours), 1);
  CHECK(c, strcmp(theirs, ours) != 0);
  write_file(ours, data, bytes);
  CHECK_INT(c, origin_of(c, directory, NULL, "head"), ORIGIN_COMPILED);
  CHECK_INT(c, origin_of(c, directory, NULL, "head"), ORIGIN_DISK);
  empty_directory(directory);
}

/* ---- directories that are not used ----------------------------------------------------------------------------- */

/* The cache works, keeps nothing in the directory, and says why. */
static void expect_trouble(struct check *c, const char *directory, const char *what) {
  struct fixture f;
  const struct kernel *kernel = NULL;
  const char *trouble;
  if (!CHECK_INT(c, open_cache(&f, directory), REM_OK)) return;
  CHECK_INT(c, get(&f, "head", &kernel), REM_OK);
  CHECK(c, kernel && kernel->origin == ORIGIN_COMPILED && is_right(kernel, "head"));
  trouble = cache_trouble(f.cache);
  if (!CHECK(c, trouble && strstr(trouble, what))) printf("%s\n", trouble ? trouble : "no trouble");
  close_cache(c, &f);
}

static void test_directories(struct check *c, const char *directory) {
  char path[512], long_path[6000];
  make_path(path, sizeof path, directory, "file");
  write_file(path, "x", 1);
  expect_trouble(c, path, "is no directory");
  unlink(path);
  CHECK_INT(c, chmod(directory, 0770), 0);
  expect_trouble(c, directory, "can be written by others");
  CHECK_INT(c, chmod(directory, 0700), 0);
  if (geteuid() == 0) {
    CHECK_INT(c, chown(directory, 1, (gid_t)-1), 0);
    expect_trouble(c, directory, "belongs to somebody else");
    CHECK_INT(c, chown(directory, 0, (gid_t)-1), 0);
  } else {
    expect_trouble(c, "/", "belongs to somebody else");
    CHECK_INT(c, chmod(directory, 0500), 0);
    expect_trouble(c, directory, "cannot be written");
    CHECK_INT(c, chmod(directory, 0700), 0);
  }
  CHECK_INT(c, count_files(directory, ".kernel", NULL, 0), 0);
  expect_trouble(c, "/proc/nowhere/remora", "does not exist");
  memset(long_path, 'x', sizeof long_path - 1);
  long_path[0] = '/', long_path[sizeof long_path - 1] = '\0';
  expect_trouble(c, long_path, "has too long a name");
}

static void test_defaults(struct check *c, const char *directory) {
  char home[512], path[600];
  struct stat about;
  setenv("XDG_CACHE_HOME", directory, 1);
  CHECK_INT(c, origin_of(c, NULL, NULL, "head"), ORIGIN_COMPILED);
  CHECK_INT(c, origin_of(c, NULL, NULL, "head"), ORIGIN_DISK);
  make_path(path, sizeof path, directory, "remora");
  CHECK(c, stat(path, &about) == 0 && (about.st_mode & 0777) == 0700);
  CHECK_INT(c, count_files(path, ".kernel", NULL, 0), 1);
  empty_directory(path);
  setenv("XDG_CACHE_HOME", "relative", 1);
  make_path(home, sizeof home, directory, "home");
  setenv("HOME", home, 1);
  CHECK_INT(c, origin_of(c, NULL, NULL, "head"), ORIGIN_COMPILED);
  make_path(path, sizeof path, home, ".cache/remora");
  CHECK_INT(c, count_files(path, ".kernel", NULL, 0), 1);
  empty_directory(path);
  rmdir(path);
  make_path(path, sizeof path, home, ".cache");
  rmdir(path);
  unsetenv("XDG_CACHE_HOME");
  unsetenv("HOME");
  expect_trouble(c, NULL, "Neither XDG_CACHE_HOME nor HOME");
  empty_directory(directory);
}

/* A disk without room: a limit on the size of files gives the same answer to a write. */
static void test_full(struct check *c, const char *directory) {
  struct rlimit before, small;
  getrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, SIG_IGN);
  small = before;
  small.rlim_cur = 40;
  fflush(stdout);
  CHECK_INT(c, setrlimit(RLIMIT_FSIZE, &small), 0);
  expect_trouble(c, directory, "is full");
  setrlimit(RLIMIT_FSIZE, &before);
  CHECK_INT(c, count_files(directory, "", NULL, 0), 2); /* nothing is left behind */
}

/* ---- many at once ---------------------------------------------------------------------------------------------- */

enum { THREADS = 8, PROCESSES = 6, HEADS = 20 };

struct worker {
  struct fixture *f;
  const struct kernel *kernel;
  rem_status status;
  rem_error error;
};

static void *work(void *arg) {
  struct worker *w = arg;
  w->error = (rem_error){.size = sizeof w->error};
  w->status = cache_get(&w->f->context, w->f->cache, "head", make, &w->kernel, &w->error);
  return NULL;
}

static void run_workers(struct check *c, struct fixture *f, struct worker workers[THREADS]) {
  pthread_t threads[THREADS];
  f->fake.compile_ms = 50;
  for (int i = 0; i < THREADS; i++) {
    workers[i] = (struct worker){.f = f};
    CHECK_INT(c, pthread_create(&threads[i], NULL, work, &workers[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

static void test_threads(struct check *c, const char *directory) {
  struct fixture f;
  struct worker workers[THREADS];
  CHECK_INT(c, open_cache(&f, directory), REM_OK);
  f.fake.compile_fails = REM_DEVICE;
  run_workers(c, &f, workers);
  for (int i = 0; i < THREADS; i++) {
    CHECK_INT(c, workers[i].status, REM_DEVICE);
    CHECK_TEXT(c, workers[i].error.text, "no compiler today");
  }
  f.fake.compile_fails = REM_OK;
  f.fake.compiles = 0;
  run_workers(c, &f, workers);
  for (int i = 0; i < THREADS; i++) CHECK(c, workers[i].status == REM_OK && workers[i].kernel == workers[0].kernel);
  CHECK_INT(c, f.fake.compiles, 1);
  close_cache(c, &f);
  empty_directory(directory);
}

/* In a process of its own: every kernel is right, whoever compiled it. Returns how many were not. */
static int child(const char *directory) {
  struct check quiet = {.name = "child"};
  char head[32];
  int wrong = 0;
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < HEADS; i++) {
      snprintf(head, sizeof head, "#define HEAD %d", i);
      wrong += origin_of(&quiet, directory, NULL, head) < 0;
    }
  }
  return wrong + (int)quiet.failed;
}

static void test_processes(struct check *c, const char *directory) {
  pid_t children[PROCESSES];
  int status;
  char path[512];
  fflush(stdout);
  for (int i = 0; i < PROCESSES; i++) {
    children[i] = fork();
    if (children[i] == 0) _exit(child(directory) != 0);
    CHECK(c, children[i] > 0);
  }
  for (int round = 0; round < 50; round++) /* meanwhile somebody damages files */
    if (count_files(directory, ".kernel", path, sizeof path)) write_file(path, "torn", 4);
  for (int i = 0; i < PROCESSES; i++) {
    waitpid(children[i], &status, 0);
    CHECK(c, WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  CHECK_INT(c, count_files(directory, ".kernel", NULL, 0), HEADS);
  CHECK_INT(c, count_files(directory, ".tmp", NULL, 0), 0);
  empty_directory(directory);
}

/* ---- packs ----------------------------------------------------------------------------------------------------- */

static rem_status write_pack(struct fixture *f, const char *path, int keep) {
  static const char *const archs[] = {"fake_80", "fake_90"}, *const heads[] = {"head", "#define LONGER 1", "x"};
  struct pack_writer *writer = NULL;
  rem_status status = pack_write_begin(&f->context, path, &writer, &f->error);
  char binary[200];
  if (status) return status;
  for (int a = 0; a < 2; a++) {
    for (int h = 0; h < 3 && !status; h++) {
      int n = snprintf(binary, sizeof binary, "BIN:%s %s and all the rest", archs[a], heads[h]);
      status = pack_write_add(writer, archs[a], heads[h], binary, (size_t)n + 1, &f->error);
    }
  }
  if (status) keep = 0;
  return pack_write_end(writer, keep, &f->error);
}

/* A pack serves later archs of a generation too. */
static void test_older(struct check *c, const char *path) {
  struct fixture f = {.facts = {.arch = "fake_93", .compiler = "1.0"}, .error = {.size = sizeof f.error}};
  rem_context_desc desc = {.size = sizeof desc, .cache = "", .pack = path};
  const struct kernel *kernel = NULL;
  f.context = (rem_context){.allocate = allocate, .release = release, .user = &f.live};
  CHECK_INT(c, cache_open(&f.context, &fake_driver, &f.fake, &f.facts, &desc, &f.cache, &f.error), REM_OK);
  CHECK_INT(c, get(&f, "head", &kernel), REM_OK);
  CHECK(c, kernel && kernel->origin == ORIGIN_PACK && is_right(kernel, "head"));
  CHECK_INT(c, get(&f, "not in it", &kernel), REM_OK);
  CHECK(c, kernel->origin == ORIGIN_COMPILED);
  close_cache(c, &f);
}

static void test_pack(struct check *c, const char *directory) {
  struct fixture f, g;
  const struct kernel *kernel = NULL;
  char path[512];
  make_path(path, sizeof path, directory, "kernels.pack");
  CHECK_INT(c, open_cache(&f, ""), REM_OK);
  CHECK_INT(c, write_pack(&f, path, 0), REM_OK);
  CHECK_INT(c, count_files(directory, "", NULL, 0), 2);
  CHECK_INT(c, write_pack(&f, path, 1), REM_OK);
  CHECK_INT(c, write_pack(&f, path, 1), REM_OK);
  CHECK_INT(c, count_files(directory, "", NULL, 0), 3);
  CHECK_INT(c, origin_of(c, "", path, "head"), ORIGIN_PACK);
  CHECK_INT(c, origin_of(c, "", path, "#define LONGER 1"), ORIGIN_PACK);
  CHECK_INT(c, origin_of(c, "", path, "x"), ORIGIN_PACK);
  CHECK_INT(c, origin_of(c, "", path, "not in it"), ORIGIN_COMPILED);
  CHECK_INT(c, open_packed(&g, "", path), REM_OK); /* what the device does not take is compiled */
  g.fake.load_fails = REM_UNSUPPORTED;
  CHECK_INT(c, get(&g, "head", &kernel), REM_OK);
  CHECK(c, kernel->origin == ORIGIN_COMPILED && is_right(kernel, "head"));
  close_cache(c, &g);
  test_older(c, path);
  CHECK_INT(c, write_pack(&f, "/nowhere/at/all", 1), REM_INVALID);
  CHECK(c, strstr(f.error.text, "does not exist"));
  close_cache(c, &f);
}

static void expect_refused(struct check *c, const char *path, rem_status status, const char *what) {
  struct fixture f;
  CHECK_INT(c, open_packed(&f, "", path), status);
  if (!CHECK(c, strstr(f.error.text, what))) printf("%s\n", f.error.text);
  CHECK(c, f.live == 0 && f.cache == NULL);
}

static void test_bad_packs(struct check *c, const char *directory) {
  char path[512], good[4096], bad[4096 + 1];
  struct pack_header header;
  struct fixture f;
  rem_status status;
  size_t bytes;
  make_path(path, sizeof path, directory, "kernels.pack");
  bytes = read_file(path, good, sizeof good);
  CHECK(c, bytes > 500 && bytes < sizeof good);
  for (size_t i = 0; i < bytes; i++) {
    memcpy(bad, good, bytes);
    bad[i] ^= (char)(1 << i % 8);
    write_file(path, bad, bytes);
    status = open_packed(&f, "", path);
    CHECK(c, (status == REM_INVALID || status == REM_UNSUPPORTED) && f.live == 0);
    write_file(path, good, i);
    CHECK(c, open_packed(&f, "", path) == REM_INVALID && f.live == 0);
  }
  memcpy(bad, good, bytes);
  bad[bytes] = 0;
  write_file(path, bad, bytes + 1);
  expect_refused(c, path, REM_INVALID, "something was added");
  write_file(path, "A letter, longer than the header of a pack, which should be read by nobody as one.", 80);
  expect_refused(c, path, REM_INVALID, "is no pack");
  memcpy(&header, good, sizeof header); /* whole, but of other texts */
  header.version++;
  memcpy(header.library, "0.0.9", 6);
  memcpy(bad, &header, sizeof header);
  write_file(path, bad, bytes);
  expect_refused(c, path, REM_UNSUPPORTED, "was written by another Remora (0.0.9)");
  unlink(path);
  expect_refused(c, path, REM_INVALID, "does not exist");
  expect_refused(c, directory, REM_INVALID, "is a directory");
}

int main(void) {
  struct check c = {.name = "gpu/cache"};
  const char *tmp = getenv("TMPDIR");
  char directory[256];
  snprintf(directory, sizeof directory, "%.200s/remora-cache-XXXXXX", tmp && *tmp ? tmp : "/tmp");
  if (!CHECK(&c, mkdtemp(directory))) return check_end(&c);
  test_memory(&c);
  test_failures(&c);
  test_disk(&c, directory);
  test_damage(&c, directory);
  test_stale(&c, directory);
  test_directories(&c, directory);
  test_full(&c, directory);
  test_threads(&c, directory);
  test_processes(&c, directory);
  test_pack(&c, directory);
  test_bad_packs(&c, directory);
  test_defaults(&c, directory);
  CHECK_INT(&c, rmdir(directory), 0);
  return check_end(&c);
}
