/* cache_disk.c: compiled kernels in a directory that many processes share. A file is named after the hash of its key and
 * repeats the whole key, so that a collision or a foreign file is seen; it is written beside and renamed, so that nobody
 * reads half of one. */
#include "gpu/cache_disk.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gpu/cache_file.h"
#include "gpu/cache_hash.h"
#include "gpu/driver.h"

/* ---- the directory --------------------------------------------------------------------------------------------- */

static void complain(char trouble[TROUBLE_BYTES], const char *path, const char *what) {
  const char *dots = strlen(path) > 120 ? "..." : "";
  snprintf(trouble, TROUBLE_BYTES, "The cache directory \"%.120s%s\" %s: kernels are kept in memory only.", path, dots,
           what);
}

/* Where kernels go unless the caller says otherwise; 0: nowhere. */
static int default_path(char *path, size_t size) {
  const char *cache = code_variable("XDG_CACHE_HOME"), *home = code_variable("HOME");
  int n = -1;
  if (cache && cache[0] == '/') /* the XDG specification has relative ones ignored */
    n = snprintf(path, size, "%s/remora", cache);
  else if (home && home[0] == '/') n = snprintf(path, size, "%s/.cache/remora", home);
  return n > 0 && (size_t)n < size;
}

/* Makes path and what leads to it. What fails here is seen when the directory is opened. */
static void make_directories(const char *path) {
  char part[PATH_MAX];
  size_t n = strlen(path);
  if (n >= sizeof part) return;
  memcpy(part, path, n + 1);
  for (size_t i = 1; i < n; i++) {
    if (part[i] != '/') continue;
    part[i] = '\0';
    mkdir(part, 0700);
    part[i] = '/';
  }
  mkdir(part, 0700);
}

/* Opens the directory if nobody else can write there: what lies in it runs on the device with our rights. NULL: all is
 * well; else what is wrong. */
static const char *open_directory(const char *path, int *directory) {
  struct stat about;
  const char *wrong = NULL;
  *directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (*directory < 0) return errno_words(errno);
  if (fstat(*directory, &about) != 0) wrong = errno_words(errno);
  else if (about.st_uid != geteuid()) wrong = "belongs to somebody else";
  else if (about.st_mode & (S_IWGRP | S_IWOTH)) wrong = "can be written by others";
  if (wrong) close(*directory);
  return wrong;
}

void disk_open(struct disk *disk, const char *wanted, char trouble[TROUBLE_BYTES]) {
  char path[PATH_MAX] = "";
  const char *wrong;
  int directory;
  disk->path[0] = trouble[0] = '\0';
  if (wanted && !*wanted) return;
  if (!wanted && !default_path(path, sizeof path)) {
    snprintf(trouble, TROUBLE_BYTES,
             "Neither XDG_CACHE_HOME nor HOME names a directory for the cache: kernels are kept in memory only.");
    return;
  }
  if (!wanted) wanted = path;
  make_directories(wanted);
  wrong = open_directory(wanted, &directory);
  if (!wrong) {
    close(directory);
    if (!realpath(wanted, disk->path)) wrong = errno_words(errno), disk->path[0] = '\0';
  }
  if (!wrong && access(disk->path, W_OK | X_OK) != 0) wrong = errno_words(errno); /* it may still be read */
  if (wrong) complain(trouble, wanted, wrong);
}

/* ---- files ----------------------------------------------------------------------------------------------------- */

enum { FORMAT = 1, NAME_BYTES = 32 };
static const char magic[8] = {'R', 'E', 'M', 'K', 'E', 'R', 'N', '\n'};

struct header {
  char magic[8];
  uint32_t format;
  uint32_t key_bytes;    /* follows the header */
  uint64_t binary_bytes; /* follows the key, and ends the file */
  uint64_t checksum;     /* of key and binary */
};

static struct header header_of(const char *key, const void *data, size_t bytes) {
  size_t key_bytes = strlen(key);
  struct header h = {.format = FORMAT, .key_bytes = (uint32_t)key_bytes, .binary_bytes = bytes};
  memcpy(h.magic, magic, sizeof magic);
  h.checksum = hash_bytes(data, bytes, hash_bytes(key, key_bytes, 0));
  return h;
}

static void name_of(const char *key, char name[NAME_BYTES]) {
  snprintf(name, NAME_BYTES, "%016" PRIx64 ".kernel", hash_bytes(key, strlen(key), 0));
}

/* Whether the file's bytes are what header_of says of a binary of this key; *start is where the binary begins. */
static int is_sound(const char *file, size_t bytes, const char *key, size_t *start) {
  size_t key_bytes = strlen(key);
  struct header found, expected;
  *start = sizeof found + key_bytes;
  if (bytes <= *start || memcmp(file + sizeof found, key, key_bytes) != 0) return 0;
  memcpy(&found, file, sizeof found);
  expected = header_of(key, file + *start, bytes - *start);
  return memcmp(&found, &expected, sizeof found) == 0;
}

int disk_read(rem_context *context, const struct disk *disk, const char *key, struct gpu_binary *binary) {
  char name[NAME_BYTES], *file = NULL;
  size_t bytes = 0, start = 0;
  int directory, code;
  if (!disk->path[0] || open_directory(disk->path, &directory)) return 0;
  name_of(key, name);
  code = file_read(context, directory, name, &file, &bytes);
  close(directory);
  if (code || !file) return 0;
  if (!is_sound(file, bytes, key, &start)) {
    context_release(context, file);
    return 0;
  }
  memmove(file, file + start, bytes - start); /* drivers want it aligned */
  *binary = (struct gpu_binary){file, bytes - start};
  return 1;
}

static int write_file(int directory, const char *name, const char *key, const struct gpu_binary *binary) {
  struct header h = header_of(key, binary->data, binary->bytes);
  char beside[2 * NAME_BYTES];
  int code, file = file_create_beside(directory, name, 0600, beside, sizeof beside);
  if (file < 0) return errno;
  code = file_write(file, &h, sizeof h);
  if (!code) code = file_write(file, key, strlen(key));
  if (!code) code = file_write(file, binary->data, binary->bytes);
  if (close(file) != 0 && !code) code = errno;
  if (!code && renameat(directory, beside, directory, name) != 0) code = errno;
  if (code) unlinkat(directory, beside, 0);
  return code;
}

int disk_write(const struct disk *disk, const char *key, const struct gpu_binary *binary, char trouble[TROUBLE_BYTES]) {
  char name[NAME_BYTES];
  const char *wrong;
  int directory, code;
  if (!disk->path[0]) return 1;
  wrong = open_directory(disk->path, &directory);
  if (!wrong) {
    name_of(key, name);
    code = write_file(directory, name, key, binary);
    close(directory);
    if (code) wrong = errno_words(code);
  }
  if (wrong) complain(trouble, disk->path, wrong);
  return !wrong;
}
