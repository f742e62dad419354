/* pack_write.c: writes packs: entries as they come, to a file beside the one that is wanted; its header last. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/error.h"
#include "gpu/cache_file.h"
#include "gpu/pack.h"
#include "gpu/pack_format.h"
#include "gpu/source.h"

enum { PATH_BYTES = 4096 };

struct pack_writer {
  rem_context *context;
  int file;
  struct pack_header header;
  uint64_t checksum;       /* of the entries so far */
  int failed;              /* the errno of the first failure, 0: none */
  char path[PATH_BYTES];   /* as wanted */
  char beside[PATH_BYTES]; /* as written until the end */
};

static rem_status cannot(rem_error *error, const char *path, int code) {
  if (code == ENOMEM) return fail(error, REM_NO_MEMORY, NOWHERE, "pack \"%.100s\": no memory", path);
  return fail(error, REM_INVALID, NOWHERE, "pack \"%.100s\": its place %s", path, errno_words(code));
}

rem_status pack_write_begin(rem_context *context, const char *path, struct pack_writer **writer, rem_error *error) {
  struct pack_writer *w = context_allocate(context, sizeof *w);
  int code = w ? 0 : ENOMEM;
  if (!code) {
    memset(w, 0, sizeof *w);
    w->context = context;
    if ((size_t)snprintf(w->path, sizeof w->path, "%s", path) >= sizeof w->path) code = ENAMETOOLONG;
  }
  if (!code && (w->file = file_create_beside(AT_FDCWD, path, 0666, w->beside, sizeof w->beside)) < 0) code = errno;
  if (code) {
    context_release(context, w);
    return cannot(error, path, code);
  }
  memcpy(w->header.magic, PACK_MAGIC, sizeof w->header.magic);
  w->header.format = PACK_FORMAT;
  w->header.bytes = sizeof w->header;
  w->header.version = source_version();
  snprintf(w->header.library, sizeof w->header.library, "%s", rem_version());
  w->failed = file_write(w->file, &w->header, sizeof w->header); /* its place; the right one comes at the end */
  *writer = w;
  return REM_OK;
}

/* Puts an entry together; NULL: no memory. */
static char *make_entry(rem_context *context, const struct pack_entry *entry, const char *arch, const char *head,
                        const void *data) {
  size_t bytes = (size_t)pack_entry_bytes(entry);
  char *all = context_allocate(context, bytes), *texts = all + sizeof *entry;
  if (!all) return NULL;
  memset(all, 0, bytes);
  memcpy(all, entry, sizeof *entry);
  memcpy(texts, arch, entry->arch_bytes);
  memcpy(texts + entry->arch_bytes, head, entry->head_bytes);
  memcpy(all + pack_binary_at(entry), data, (size_t)entry->binary_bytes);
  return all;
}

rem_status pack_write_add(struct pack_writer *writer, const char *arch, const char *head, const void *data,
                          size_t bytes, rem_error *error) {
  struct pack_writer *w = writer;
  struct pack_entry entry = {(uint32_t)(strlen(arch) + 1), (uint32_t)(strlen(head) + 1), bytes};
  size_t all_bytes = (size_t)pack_entry_bytes(&entry);
  char *all = w->failed ? NULL : make_entry(w->context, &entry, arch, head, data);
  if (!w->failed) w->failed = all ? file_write(w->file, all, all_bytes) : ENOMEM;
  if (w->failed) {
    context_release(w->context, all);
    return cannot(error, w->path, w->failed);
  }
  w->checksum = hash_bytes(all, all_bytes, w->checksum);
  w->header.entries++;
  w->header.bytes += all_bytes;
  context_release(w->context, all);
  return REM_OK;
}

rem_status pack_write_end(struct pack_writer *writer, int keep, rem_error *error) {
  struct pack_writer *w = writer;
  rem_status status = REM_OK;
  int code = w->failed;
  w->header.checksum = pack_checksum(w->header, w->checksum);
  if (!code && lseek(w->file, 0, SEEK_SET) != 0) code = errno;
  if (!code) code = file_write(w->file, &w->header, sizeof w->header);
  if (close(w->file) != 0 && !code) code = errno;
  if (!code && keep && rename(w->beside, w->path) != 0) code = errno;
  if (code || !keep) unlink(w->beside);
  if (code && keep) status = cannot(error, w->path, code);
  context_release(w->context, w);
  return status;
}
