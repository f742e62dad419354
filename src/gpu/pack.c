/* pack.c: reads packs. */
#include "gpu/pack.h"

#include <fcntl.h>
#include <string.h>

#include "core/error.h"
#include "gpu/cache_file.h"
#include "gpu/pack_format.h"
#include "gpu/source.h"

struct pack {
  char *file;
  size_t bytes;
  uint32_t entries;
  struct place {
    uint64_t hash; /* of arch and head */
    size_t at;     /* of the entry in the file */
  } * places;
};

static uint64_t hash_of(const char *arch, const char *head) {
  return hash_bytes(head, strlen(head), hash_bytes(arch, strlen(arch), 0));
}

static rem_status refuse(rem_error *error, const char *path, const char *why) {
  return fail(error, REM_INVALID, NOWHERE, "pack \"%.100s\" %s", path, why);
}

/* ---- checks ---------------------------------------------------------------------------------------------------- */

static rem_status check_header(const struct pack *pack, const char *path, struct pack_header *header,
                               rem_error *error) {
  if (pack->bytes < sizeof *header) return refuse(error, path, "is no pack, or a truncated one");
  memcpy(header, pack->file, sizeof *header);
  if (memcmp(header->magic, PACK_MAGIC, sizeof header->magic) != 0) return refuse(error, path, "is no pack");
  if (header->format != PACK_FORMAT || header->version != source_version())
    return fail(error, REM_UNSUPPORTED, NOWHERE,
                "pack \"%.100s\" was written by another Remora (%.16s), this is %s: pack again", path, header->library,
                rem_version());
  if (header->bytes != pack->bytes) return refuse(error, path, "is truncated, or something was added to it");
  if (header->entries > pack->bytes / sizeof(struct pack_entry)) return refuse(error, path, "is damaged");
  return REM_OK;
}

/* The bytes of the entry at a place, 0: they are not all there. */
static size_t entry_bytes(const struct pack *pack, size_t at, struct pack_entry *entry) {
  uint64_t left = pack->bytes - at;
  const char *head;
  if (left < sizeof *entry) return 0;
  memcpy(entry, pack->file + at, sizeof *entry);
  if (entry->binary_bytes > left || pack_entry_bytes(entry) > left || !entry->arch_bytes || !entry->head_bytes)
    return 0;
  head = pack->file + at + sizeof *entry + entry->arch_bytes;
  return head[-1] || head[entry->head_bytes - 1] ? 0 : (size_t)pack_entry_bytes(entry); /* both texts must end */
}

/* Checks all entries and notes where each is. */
static int read_entries(struct pack *pack, const struct pack_header *header) {
  uint64_t checksum = 0;
  size_t at = sizeof *header;
  for (uint32_t i = 0; i < header->entries; i++) {
    struct pack_entry entry;
    size_t bytes = entry_bytes(pack, at, &entry);
    const char *start = pack->file + at, *arch = start + sizeof entry;
    if (!bytes) return 0;
    pack->places[i] = (struct place){hash_of(arch, arch + entry.arch_bytes), at};
    checksum = hash_bytes(start, bytes, checksum);
    at += bytes;
  }
  pack->entries = header->entries;
  return at == pack->bytes && pack_checksum(*header, checksum) == header->checksum;
}

/* ---- open, find, close ----------------------------------------------------------------------------------------- */

static rem_status read_pack(rem_context *context, struct pack *pack, const char *path, rem_error *error) {
  struct pack_header header;
  size_t bytes;
  rem_status status;
  int code = file_read(context, AT_FDCWD, path, &pack->file, &pack->bytes);
  if (code) return refuse(error, path, errno_words(code));
  status = check_header(pack, path, &header, error);
  if (status) return status;
  bytes = (header.entries + (size_t)1) * sizeof *pack->places;
  pack->places = context_allocate(context, bytes);
  if (!pack->places)
    return fail(error, REM_NO_MEMORY, AT(-1, -1, (int64_t)bytes, 0), "pack: no memory for %zu bytes", bytes);
  return read_entries(pack, &header) ? REM_OK : refuse(error, path, "is damaged");
}

rem_status pack_open(rem_context *context, const char *path, struct pack **pack, rem_error *error) {
  struct pack *p = context_allocate(context, sizeof *p);
  rem_status status;
  if (!p)
    return fail(error, REM_NO_MEMORY, AT(-1, -1, (int64_t)sizeof *p, 0), "pack: no memory for %zu bytes", sizeof *p);
  *p = (struct pack){0};
  status = read_pack(context, p, path, error);
  if (status) pack_close(context, p);
  else *pack = p;
  return status;
}

void pack_close(rem_context *context, struct pack *pack) {
  if (!pack) return;
  context_release(context, pack->places);
  context_release(context, pack->file);
  context_release(context, pack);
}

int pack_find(const struct pack *pack, const char *arch, const char *head, const void **data, size_t *bytes) {
  uint64_t hash = hash_of(arch, head);
  for (uint32_t i = 0; i < pack->entries; i++) {
    const char *start = pack->file + pack->places[i].at, *texts = start + sizeof(struct pack_entry);
    struct pack_entry entry;
    if (pack->places[i].hash != hash) continue;
    memcpy(&entry, start, sizeof entry);
    if (strcmp(texts, arch) != 0 || strcmp(texts + entry.arch_bytes, head) != 0) continue;
    *data = start + pack_binary_at(&entry);
    *bytes = (size_t)entry.binary_bytes;
    return 1;
  }
  return 0;
}
