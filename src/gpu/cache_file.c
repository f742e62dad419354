/* cache_file.c: whole files, read and written without trust in what lies there. */
#include "gpu/cache_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

const char *errno_words(int code) {
  switch (code) {
    case ENOENT:
      return "does not exist";
    case ENOTDIR:
      return "is no directory";
    case EISDIR:
      return "is a directory";
    case EINVAL:
      return "is no regular file";
    case EACCES:
    case EPERM:
    case EROFS:
      return "cannot be written or read with these rights";
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return "is full";
    case ENAMETOOLONG:
      return "has too long a name";
    case ENOMEM:
      return "does not fit the memory";
    default:
      return "cannot be used";
  }
}

static int read_all(int file, char *data, size_t bytes) {
  while (bytes > 0) {
    ssize_t n = read(file, data, bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    if (n == 0) return EIO; /* it shrank meanwhile */
    data += n;
    bytes -= (size_t)n;
  }
  return 0;
}

/* Without O_NONBLOCK, opening a pipe that somebody put there would wait for ever. */
int file_read(rem_context *context, int at, const char *path, char **data, size_t *bytes) {
  int file = openat(at, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), code = 0;
  struct stat about;
  char *memory = NULL;
  if (file < 0) return errno;
  if (fstat(file, &about) != 0) code = errno;
  else if (!S_ISREG(about.st_mode)) code = S_ISDIR(about.st_mode) ? EISDIR : EINVAL;
  if (!code && about.st_size > 0) {
    memory = context_allocate(context, (size_t)about.st_size);
    code = memory ? read_all(file, memory, (size_t)about.st_size) : ENOMEM;
  }
  close(file);
  if (code) {
    context_release(context, memory);
    return code;
  }
  *data = memory;
  *bytes = (size_t)about.st_size;
  return 0;
}

int file_write(int file, const void *data, size_t bytes) {
  const char *p = data;
  while (bytes > 0) {
    ssize_t n = write(file, p, bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    p += n;
    bytes -= (size_t)n;
  }
  return 0;
}

int file_create_beside(int at, const char *path, unsigned mode, char *name, size_t size) {
  int file = -1;
  for (int tries = 0; tries < 8; tries++) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if ((size_t)snprintf(name, size, "%s.%ld.%lx.tmp", path, (long)getpid(), (long)now.tv_nsec) >= size) {
      errno = ENAMETOOLONG;
      return -1;
    }
    file = openat(at, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, (mode_t)mode);
    if (file >= 0 || errno != EEXIST) break;
  }
  return file;
}
