/* cache_disk.h: compiled kernels in a directory that many processes share. */
#ifndef REM_GPU_CACHE_DISK_H
#define REM_GPU_CACHE_DISK_H

#include <limits.h>

#include "gpu/driver.h"

enum { TROUBLE_BYTES = 256 };

struct disk {
  char path[PATH_MAX]; /* absolute; "": no directory is used */
};

/* Finds or makes the directory that wanted names (NULL: the default one, "": none). Where it cannot be used, or not be
 * written, trouble gets a sentence; else "". */
void disk_open(struct disk *disk, const char *wanted, char trouble[TROUBLE_BYTES]);

/* The binary kept under key; 0: there is none, or what is there is torn, stale or foreign. */
int disk_read(rem_context *context, const struct disk *disk, const char *key, struct gpu_binary *binary);

/* Keeps the binary under key, in one step for whoever reads meanwhile. Returns 0 where it cannot, with a sentence. */
int disk_write(const struct disk *disk, const char *key, const struct gpu_binary *binary, char trouble[TROUBLE_BYTES]);

#endif
