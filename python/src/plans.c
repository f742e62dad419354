/* plans.c: one context for each device and a cache of plans, for the whole process.
 *
 * They are the package's only globals: XLA calls its handlers with no pointer of ours. A lock guards them; it is held
 * for look-ups alone, never while a plan is made, and is free in the child of a fork. Contexts live as long as the
 * process. */
#define _POSIX_C_SOURCE 200809L
#include "plans.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SETS = 256, WAYS = 4, KEY_BYTES = 8192, BRIEF_ELEMS = 1024 };

struct device {
  char name[32];
  rem_context *context;
};

static struct {
  pthread_mutex_t lock;
  struct device devices[MAX_DEVICES];
  int n_devices;
  struct planned *plans[SETS][WAYS];
  unsigned next[SETS]; /* whose turn it is to go */
} shared = {.lock = PTHREAD_MUTEX_INITIALIZER, .devices = {{"cpu", NULL}}, .n_devices = 1};

static void lock(void) { pthread_mutex_lock(&shared.lock); }
static void unlock(void) { pthread_mutex_unlock(&shared.lock); }

__attribute__((constructor)) static void free_lock_in_children(void) { pthread_atfork(lock, unlock, unlock); }

/* ---- devices ---- */

/* "cpu", or a kind and a number: others are no device, and get no place in the table. */
static int well_formed(const char *name) {
  size_t kind = strcspn(name, ":"), digits = strlen(name) > kind ? strspn(name + kind + 1, "0123456789") : 0;
  if (!strcmp(name, "cpu")) return 1;
  if (strncmp(name, "cuda:", 5) && strncmp(name, "opencl:", 7)) return 0;
  return digits > 0 && digits < 5 && !name[kind + 1 + digits];
}

int device_number(const char *name) {
  int i;
  if (!well_formed(name)) return -1;
  lock();
  for (i = 0; i < shared.n_devices; i++)
    if (!strcmp(shared.devices[i].name, name)) break;
  if (i == shared.n_devices) {
    if (i == MAX_DEVICES) i = -1;
    else strcpy(shared.devices[shared.n_devices++].name, name);
  }
  unlock();
  return i;
}

const char *device_name(int device) { return shared.devices[device].name; }

/* A device that could not be opened is tried again: the driver may have come up. */
rem_context *device_context(int device, rem_error *error) {
  struct device *d = &shared.devices[device];
  rem_context_desc desc = {.size = sizeof desc, .device = d->name};
  rem_context *context, *made = NULL;
  lock();
  context = d->context;
  unlock();
  if (context || rem_context_create(&desc, &made, error)) return context;
  lock();
  if (!d->context) d->context = made, made = NULL;
  context = d->context;
  unlock();
  rem_context_destroy(made);
  return context;
}

/* ---- keys: a request as bytes, in words of 8 ---- */

struct key {
  size_t words;
  uint64_t word[KEY_BYTES / 8];
};

static void put(struct key *key, uint64_t word) {
  if (key->words < KEY_BYTES / 8) key->word[key->words] = word;
  key->words++;
}

static void put_bytes(struct key *key, const void *from, size_t bytes) {
  for (size_t i = 0; i < bytes; i += 8) {
    uint64_t word = 0;
    memcpy(&word, (const char *)from + i, bytes - i < 8 ? bytes - i : 8);
    put(key, word);
  }
}

static void put_view(struct key *key, const rem_view *view) {
  put(key, (uint64_t)(uint32_t)view->rank << 32 | (uint32_t)view->dtype);
  if (view->rank <= 0) return;
  put_bytes(key, view->shape, (size_t)view->rank * 8);
  put_bytes(key, view->stride, (size_t)view->rank * 8);
}

static void put_attr(struct key *key, const rem_attr *attr) {
  put(key, (uint64_t)(uint32_t)attr->kind << 32 | (uint32_t)attr->n);
  put_bytes(key, attr->name, strlen(attr->name) + 1);
  switch (attr->kind) {
    case REM_ATTR_TEXT:
      put_bytes(key, attr->v.s, strlen(attr->v.s) + 1);
      break;
    case REM_ATTR_INTS:
      put_bytes(key, attr->v.is, (size_t)attr->n * 8);
      break;
    case REM_ATTR_REALS:
      put_bytes(key, attr->v.fs, (size_t)attr->n * 8);
      break;
    default:
      put(key, (uint64_t)attr->v.i); /* a real has the same 8 bytes */
  }
}

/* A request that is too long for a key, which only a senseless one is, is never cached. */
static int key_make(struct key *key, const struct request *r) {
  key->words = 0;
  put(key, (uint64_t)(uintptr_t)r->op);
  put(key, (uint64_t)(uint32_t)r->device << 32 | (uint32_t)r->pass << 8 | (uint32_t)r->repeat);
  put(key, (uint64_t)r->accumulate << 32 | (uint32_t)r->n_attrs);
  put(key, r->max_workspace);
  for (int i = 0; i < r->n_views; i++) put_view(key, &r->views[i]);
  for (int i = 0; i < r->n_attrs; i++) put_attr(key, &r->attrs[i]);
  return key->words <= KEY_BYTES / 8;
}

static uint64_t key_hash(const struct key *key) {
  uint64_t h = 0x9E3779B97F4A7C15u;
  for (size_t i = 0; i < key->words; i++) h = (h ^ key->word[i]) * 0xD6E8FEB86659FD93u, h ^= h >> 32;
  return h;
}

/* ---- the cache ---- */

struct planned *planned_keep(struct planned *planned) {
  planned->references++;
  return planned;
}

void planned_drop(struct planned *planned) {
  if (!planned || --planned->references) return;
  rem_plan_destroy(planned->plan);
  free(planned);
}

/* With the lock held; a reference for the caller. */
static struct planned *look_up(const struct key *key, uint64_t hash) {
  for (int i = 0; i < WAYS; i++) {
    struct planned *p = shared.plans[hash % SETS][i];
    if (p && p->hash == hash && p->key_bytes == key->words * 8 && !memcmp(p->key, key->word, p->key_bytes))
      return planned_keep(p);
  }
  return NULL;
}

struct planned *plans_find(const struct request *request) {
  struct key key;
  struct planned *found;
  if (!key_make(&key, request)) return NULL;
  uint64_t hash = key_hash(&key);
  lock();
  found = look_up(&key, hash);
  unlock();
  return found;
}

/* Takes the oldest one's place. Another thread may have been faster: then its plan is the one. */
static struct planned *insert(const struct key *key, struct planned *made) {
  size_t set = made->hash % SETS;
  struct planned *gone, *there;
  lock();
  there = look_up(key, made->hash);
  if (there) {
    gone = made;
  } else {
    unsigned way = shared.next[set]++ % WAYS;
    gone = shared.plans[set][way];
    shared.plans[set][way] = there = planned_keep(made);
  }
  unlock();
  planned_drop(gone);
  return there;
}

rem_desc request_desc(const struct request *r) {
  return (rem_desc){.size = sizeof(rem_desc),
                    .pass = r->pass,
                    .op = r->op,
                    .views = r->views,
                    .n_views = r->n_views,
                    .attrs = r->attrs,
                    .n_attrs = r->n_attrs,
                    .accumulate = r->accumulate,
                    .max_workspace = r->max_workspace};
}

static int is_brief(const struct planned *p) {
  int64_t elems = 0;
  for (int i = 0; i < p->n_slots; i++) {
    int64_t n = p->views[i].rank < 0 ? 0 : 1;
    for (int k = 0; k < p->views[i].rank && n <= BRIEF_ELEMS; k++) n *= p->views[i].shape[k];
    elems += n;
  }
  return p->device == DEVICE_CPU && elems <= BRIEF_ELEMS;
}

static rem_status create(const struct request *r, struct planned *p, rem_error *error) {
  rem_guarantee least = {sizeof least, r->repeat, 0, 0, -1, -1};
  rem_desc desc = request_desc(r);
  desc.at_least = r->repeat ? &least : NULL;
  rem_context *context = device_context(r->device, error);
  rem_status status = context ? rem_plan_create(context, &desc, &p->plan, error) : (rem_status)error->status;
  if (status) return status;
  p->n_slots = rem_plan_slots(p->plan);
  rem_plan_workspace(p->plan, &p->workspace_bytes, &p->workspace_align);
  for (int i = 0; i < p->n_slots && !status; i++) status = rem_plan_view(p->plan, i, &p->views[i], error);
  p->brief = is_brief(p);
  return status;
}

static rem_status no_memory(rem_error *error) {
  error->status = REM_NO_MEMORY;
  error->slot = error->axis = -1;
  strcpy(error->text, "plan: the host has no memory left");
  return REM_NO_MEMORY;
}

struct planned *plans_make(const struct request *request, rem_error *error) {
  struct key key;
  int fits = key_make(&key, request);
  struct planned *p = calloc(1, sizeof *p + (fits ? key.words * 8 : 0));
  if (!p) {
    no_memory(error);
    return NULL;
  }
  p->references = 1;
  p->device = request->device;
  p->pass = request->pass;
  p->accumulate = request->accumulate;
  if (create(request, p, error)) {
    planned_drop(p);
    return NULL;
  }
  if (!fits) return p;
  p->hash = key_hash(&key);
  p->key_bytes = key.words * 8;
  memcpy(p->key, key.word, p->key_bytes);
  return insert(&key, p);
}

/* ---- many ---- */

static struct planned *planned_new(const struct request *r, rem_error *error) {
  struct planned *p = calloc(1, sizeof *p);
  if (!p) return no_memory(error), NULL;
  p->references = 1;
  p->device = r->device;
  p->pass = r->pass;
  p->accumulate = r->accumulate;
  return p;
}

static rem_status create_many(const struct request *const *requests, int n, rem_plan **plan, rem_error *error) {
  rem_desc *descs = calloc((size_t)n, sizeof *descs);
  rem_guarantee least = {sizeof least, requests[0]->repeat, 0, 0, -1, -1};
  rem_context *context = device_context(requests[0]->device, error);
  rem_status status = !descs ? no_memory(error) : context ? REM_OK : (rem_status)error->status;
  for (int i = 0; i < n && !status; i++) {
    descs[i] = request_desc(requests[i]);
    descs[i].at_least = requests[0]->repeat ? &least : NULL;
  }
  if (!status) status = rem_plan_create_many(context, descs, n, plan, error);
  free(descs);
  return status;
}

/* What a member has of the plan. */
static struct planned *member_of(const rem_plan *plan, const struct request *request, int m, int n_slots,
                                 rem_error *error) {
  struct planned *p = planned_new(request, error);
  rem_status status = REM_OK;
  if (p) p->n_slots = n_slots;
  for (int i = 0; p && i < n_slots && !status; i++) status = rem_plan_view(plan, m * n_slots + i, &p->views[i], error);
  if (!status) return p;
  planned_drop(p);
  return NULL;
}

struct planned *plans_make_many(const struct request *const *requests, int n, struct planned **members,
                                rem_error *error) {
  struct planned *whole = planned_new(requests[0], error);
  int made = 0;
  if (!whole) return NULL;
  if (!create_many(requests, n, &whole->plan, error)) {
    int n_slots = rem_plan_slots(whole->plan) / n;
    while (made < n && (members[made] = member_of(whole->plan, requests[made], made, n_slots, error))) made++;
    rem_plan_workspace(whole->plan, &whole->workspace_bytes, &whole->workspace_align);
  }
  if (made == n) return whole;
  while (made--) planned_drop(members[made]);
  planned_drop(whole);
  return NULL;
}
