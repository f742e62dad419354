/* rival_grad.c: the gradients of a row that has a list of classes: what counts of each element, and of each entry. */
#include <math.h>

#include "cpu/rival.h"

static void put_slopes(const struct row *r, int64_t from, int64_t n, const double *count) {
  const struct rival *f = r->call->f;
  f->exec.real->rival_slopes(r->room->term, count, n, r->room->dy, (double)f->space.share, (double)f->space.n);
  rival_store(r, from, n, r->room->term);
}

/* How many pairs count of each of the elements of a chunk, and which are listed. */
static int64_t chunk_counts(struct row *r, int64_t chunk) {
  const struct rival *f = r->call->f;
  int64_t from = chunk * NORM_CHUNK, n = smaller(NORM_CHUNK, f->space.n - from);
  for (int64_t i = 0; i < n; i++) r->room->count[i] = r->broken ? (double)NAN : 0;
  rival_meet(r, from, n, f->op->counts);
  rival_mark(r, from, n, NULL);
  return n;
}

/* Elements that are not listed, in stretches; of a broken row all. */
static void chunk_slopes(struct row *r, int64_t chunk) {
  int64_t from = chunk * NORM_CHUNK, n = chunk_counts(r, chunk);
  for (int64_t i = 0, end; i < n; i = end + 1) {
    for (end = i; end < n && !r->room->listed[end];) end++;
    if (end > i) put_slopes(r, from + i, end - i, r->room->count + i);
  }
}

/* Takes what is listed out of the n elements of x: what is left is in any order. */
static int64_t take_out(const struct row *r, int64_t n) {
  const struct rival_room *room = r->room;
  int64_t size = r->call->f->exec.t_size, left = n;
  for (int64_t i = 0; i < left; i++) {
    if (!room->listed[i]) continue;
    while (left > i && room->listed[left - 1]) left--;
    if (left > i) memcpy(room->x + i * size, room->x + --left * size, (size_t)size);
  }
  return left;
}

/* How often the class of entry j is listed; 0: it was before. */
static int64_t times_listed(const struct row *r, int64_t j) {
  int64_t times = 0, own = r->room->place[j - r->read];
  for (int64_t first = 0, some; first < r->entries; first += some) {
    some = smaller(LIST_BLOCK, r->entries - first);
    const int64_t *place = rival_places(r, first, some);
    for (int64_t k = 0; k < some; k++) {
      if (place[k] == own && first + k < j) return 0;
      times += place[k] == own;
    }
  }
  return times;
}

/* A row of one chunk: what is listed is counted from x at hand, and all stored at once. Each entry takes what its class loses. */
static void short_slopes(struct row *r) {
  const struct rival *f = r->call->f;
  struct rival_room *room = r->room;
  int64_t n = chunk_counts(r, 0);
  struct rival_tile tile = {.x = room->x, .own = room->own, .n = r->entries ? take_out(r, n) : 0, .count = room->lost};
  for (int64_t i = 0; i < n; i++)
    if (room->listed[i]) room->count[i] = -0.0;
  for (int64_t first = 0; first < r->entries; first += LIST_BLOCK) {
    tile.entries = rival_need_block(r, first);
    memset(room->lost, 0, (size_t)tile.entries * sizeof *room->lost);
    f->op->own_counts(&tile);
    for (int64_t j = 0; j < tile.entries; j++) room->count[room->place[j]] -= room->lost[j];
  }
  put_slopes(r, 0, n, room->count);
}

/* Entries [from, to) of the list, a block of it at most: what their classes lose. */
static void block_slopes(struct row *r, int64_t from, int64_t to) {
  const struct rival *f = r->call->f;
  struct rival_room *room = r->room;
  int64_t skip = from % LIST_BLOCK, n = to - from, size = f->exec.t_size;
  rival_need_block(r, from - skip);
  struct rival_tile tile = {.x = room->x, .own = room->own + skip * size, .entries = n, .count = room->lost};
  memset(room->lost, 0, LIST_BLOCK * sizeof *room->lost);
  for (int64_t chunk = 0; chunk < f->chunks; chunk++) {
    int64_t begin = chunk * NORM_CHUNK, some = smaller(NORM_CHUNK, f->space.n - begin);
    rival_load(r, begin, some);
    rival_mark(r, begin, some, NULL);
    tile.n = take_out(r, some);
    f->op->own_counts(&tile);
  }
  for (int64_t j = 0; j < n; j++) {
    int64_t times = times_listed(r, from + j);
    double lost = -(room->lost[j] * (double)times);
    if (times) put_slopes(r, room->place[skip + j], 1, &lost);
  }
}

void rival_slopes_of(struct row *r, int64_t from, int64_t to, int64_t begin, int64_t end) {
  const struct rival *f = r->call->f;
  f->exec.cpu->kernels->move->load(r->room->dy, f->exec.t, rival_element(r, RIVAL_DY, 0), f->operand[RIVAL_DY].dtype,
                                   1);
  if (f->chunks == 1) {
    short_slopes(r);
    return;
  }
  for (int64_t chunk = from; chunk < to; chunk++) chunk_slopes(r, chunk);
  for (int64_t next; begin < end; begin = next) {
    next = smaller(end, (begin / LIST_BLOCK + 1) * LIST_BLOCK);
    block_slopes(r, begin, next);
  }
}
