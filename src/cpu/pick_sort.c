/* pick_sort.c: positions in the order of the rows that they name: a radix sort from the lowest digit on. Each task has a part of the
 * positions and counts its digits; parts in order, digit by digit, say where each one's words go. The result is the one stable order,
 * however many tasks there are. */
#include <string.h>

#include "pick.h"

enum { DIGIT_MOST = 11 };

struct sort_call {
  const struct pick_sort *s;
  const char *index;
  uint64_t *from, *to;
  int64_t *counts; /* [tasks][digits] */
  int64_t tasks, n;
  int shift; /* of the digit, in a row's number                   */
  int first; /* words are made from index: positions that count   */
};

int sort_plan(struct pick_sort *s, const struct cpu *cpu, const struct pick_space *space, int dtype) {
  int row_bits = pick_bits(space->rows);
  *s = (struct pick_sort){cpu, space, dtype, pick_bits(space->n), 1, 1};
  if (row_bits > 0) {
    s->passes = (row_bits + DIGIT_MOST - 1) / DIGIT_MOST;
    s->digit_bits = (row_bits + s->passes - 1) / s->passes;
  }
  return row_bits + s->place_bits <= 64 && space->n < INT64_MAX / 64;
}

static size_t lay_out(const struct pick_sort *s, char *base, struct sort_call *call) {
  struct arena a = {base, 0};
  call->from = (uint64_t *)(void *)arena_elems(&a, s->space->n, 8);
  call->to = (uint64_t *)(void *)arena_elems(&a, s->space->n, 8);
  call->counts = (int64_t *)(void *)arena_elems(&a, (int64_t)s->cpu->threads << s->digit_bits, 8);
  return a.used;
}

size_t sort_bytes(const struct pick_sort *s) {
  struct sort_call call;
  return lay_out(s, NULL, &call);
}

/* The next words of a part, from position `at` on, at most PLACES_MOST; *done positions are behind them. */
static int64_t make_words(const struct sort_call *call, int64_t at, int64_t most, uint64_t *words, int64_t *done) {
  const struct pick_space *space = call->s->space;
  int64_t place[PLACES_MOST], step = 0, n = smaller(most, PLACES_MOST), offset[MAX_OPERANDS] = {0}, count = 0;
  if (space->places.n) {
    const struct axis *inner = &space->places.axis[space->places.n - 1];
    n = smaller(n, inner->extent - at % inner->extent);
    step = inner->stride[PICK_INDEX];
  }
  space_seek(&space->places, at, PICK_COLUMNS, offset);
  const char *from = call->index + offset[PICK_INDEX] * dtype_bytes(call->s->dtype);
  places_read(call->s->cpu->kernels->move, call->s->dtype, from, step, n, place);
  for (int64_t i = 0; i < n; i++) {
    words[count] = (uint64_t)place[i] << call->s->place_bits | (uint64_t)(at + i);
    count += (uint64_t)place[i] < (uint64_t)space->rows && place[i] != space->padding;
  }
  *done = n;
  return count;
}

static const uint64_t *next_words(const struct sort_call *call, int64_t at, int64_t end, uint64_t *room, int64_t *count,
                                  int64_t *done) {
  if (!call->first) {
    *count = *done = end - at;
    return call->from + at;
  }
  *count = make_words(call, at, end - at, room, done);
  return room;
}

static uint64_t digit_of(const struct sort_call *call, uint64_t word) {
  return word >> (call->s->place_bits + call->shift) & (((uint64_t)1 << call->s->digit_bits) - 1);
}

static void count_task(void *arg, int64_t task) {
  const struct sort_call *call = arg;
  int64_t *counts = call->counts + (task << call->s->digit_bits), at = call->n * task / call->tasks;
  int64_t end = call->n * (task + 1) / call->tasks, count, done;
  uint64_t room[PLACES_MOST];
  memset(counts, 0, sizeof *counts << call->s->digit_bits);
  for (; at < end; at += done) {
    const uint64_t *words = next_words(call, at, end, room, &count, &done);
    for (int64_t i = 0; i < count; i++) counts[digit_of(call, words[i])]++;
  }
}

static void move_task(void *arg, int64_t task) {
  const struct sort_call *call = arg;
  int64_t *to = call->counts + (task << call->s->digit_bits), at = call->n * task / call->tasks;
  int64_t end = call->n * (task + 1) / call->tasks, count, done;
  uint64_t room[PLACES_MOST];
  for (; at < end; at += done) {
    const uint64_t *words = next_words(call, at, end, room, &count, &done);
    for (int64_t i = 0; i < count; i++) call->to[to[digit_of(call, words[i])]++] = words[i];
  }
}

/* Counts become places; returns how many words there are. */
static int64_t add_up(const struct sort_call *call) {
  int64_t total = 0, digits = (int64_t)1 << call->s->digit_bits;
  for (int64_t d = 0; d < digits; d++)
    for (int64_t t = 0; t < call->tasks; t++) {
      int64_t *count = &call->counts[t * digits + d], some = *count;
      *count = total;
      total += some;
    }
  return total;
}

const uint64_t *sort_run(rem_context *context, const struct pick_sort *s, const char *index, char *workspace,
                         int64_t *count) {
  struct sort_call call = {.s = s, .index = index, .n = s->space->n};
  lay_out(s, workspace, &call);
  for (int pass = 0; pass < s->passes; pass++) {
    call.first = pass == 0;
    call.shift = pass * s->digit_bits;
    call.tasks = tasks_for(s->cpu, call.n, 4);
    parallel(context, call.tasks, count_task, &call);
    int64_t words = add_up(&call);
    parallel(context, call.tasks, move_task, &call);
    call.n = words;
    uint64_t *sorted = call.to;
    call.to = call.from, call.from = sorted;
  }
  *count = call.n;
  return call.from;
}
