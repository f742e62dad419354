/* nest.c: nested sums of few items. */
#include "nest.h"

#include <string.h>

void nest_leaf(struct nest *nest, int64_t off, int64_t step) {
  int k = nest->leaves++;
  nest->off[k] = off;
  nest->step[k] = step;
  nest->adds[k] = 0;
}

void nest_item(struct nest *nest, int64_t k, int64_t n) {
  unsigned char *adds = &nest->adds[nest->leaves - 1];
  *adds += (unsigned char)__builtin_ctzll((unsigned long long)(k + 1));
  if (k == n - 1) *adds += (unsigned char)(__builtin_popcountll((unsigned long long)n) - 1);
}

void strip_write(const struct nest_target *target, const char *strip, int64_t n, char *to) {
  const struct exec *e = target->exec;
  const struct move_kernels *move = e->cpu->kernels->move;
  _Alignas(LINE_BYTES) char rounded[NEST_STRIP * 4];
  int64_t bytes = n * dtype_bytes(target->op.dtype);
  if (target->op.accumulate) {
    move->store(to, target->op.dtype, strip, e->t, n, 1, 0);
  } else if (target->op.dtype == e->t) {
    drain_put(target->drain, to, strip, bytes);
  } else if (!target->drain->stream) {
    move->store(to, target->op.dtype, strip, e->t, n, 0, 0);
  } else {
    move->store(rounded, target->op.dtype, strip, e->t, n, 0, 0);
    drain_put(target->drain, to, rounded, bytes);
  }
}

static void write_strips(const struct nest_target *target, const struct nest *nest, const char *from, int64_t at,
                         int64_t n, char *to) {
  _Alignas(LINE_BYTES) char strip[NEST_STRIP * 8];
  int64_t size = dtype_bytes(target->op.dtype);
  for (int64_t i = 0; i < n; i += NEST_STRIP) {
    int64_t some = n - i < NEST_STRIP ? n - i : NEST_STRIP;
    target->exec->real->nest(nest, from, at + i, strip, some);
    strip_write(target, strip, some, to + i * size);
  }
}

/* Sums are written where they are made; past the cache they are from the first place on that begins a line. */
void nest_write(const struct nest_target *target, const struct nest *nest, const char *from, int64_t at, int64_t n,
                char *to) {
  int64_t size = dtype_bytes(target->op.dtype), head = 0, lines = 0;
  int stream = target->drain->stream;
  if (n * size >= NEST_STEP && nest->dtype == target->op.dtype && !target->op.accumulate) {
    if (stream) head = (int64_t)(-(uintptr_t)to % LINE_BYTES) / size;
    lines = target->exec->real->nest_lines(nest, from, at + head, to + head * size, n - head, stream);
    if (lines && head) write_strips(target, nest, from, at, head, to);
    if (lines) lines += head;
  }
  if (lines < n) write_strips(target, nest, from, at + lines, n - lines, to + lines * size);
}

void stretch_write(const struct nest_target *target, const char *from, int dtype, int64_t n, char *to) {
  _Alignas(LINE_BYTES) char strip[NEST_STRIP * 8];
  const struct exec *e = target->exec;
  int64_t size = dtype_bytes(target->op.dtype), from_size = dtype_bytes(dtype);
  if (dtype == target->op.dtype && !target->op.accumulate) {
    drain_put(target->drain, to, from, n * size);
    return;
  }
  for (int64_t i = 0; i < n; i += NEST_STRIP) {
    int64_t some = n - i < NEST_STRIP ? n - i : NEST_STRIP;
    const char *at = from + i * from_size;
    if (dtype != e->t) e->cpu->kernels->move->load(strip, e->t, at, dtype, some);
    strip_write(target, dtype == e->t ? at : strip, some, to + i * size);
  }
}

/* Elements that lie side by side, to places `pitch` bytes apart. */
static void spread(char *to, int64_t pitch, const char *from, int64_t n, int64_t size) {
  if (size == 2)
    for (int64_t i = 0; i < n; i++) memcpy(to + i * pitch, from + 2 * i, 2);
  else if (size == 4)
    for (int64_t i = 0; i < n; i++) memcpy(to + i * pitch, from + 4 * i, 4);
  else
    for (int64_t i = 0; i < n; i++) memcpy(to + i * pitch, from + 8 * i, 8);
}

void nest_column(const struct exec *exec, const struct nest *nest, const char *from, int64_t j, int64_t step,
                 int64_t rows, char *to, int dtype, int64_t pitch) {
  _Alignas(LINE_BYTES) char sums[NEST_STRIP * 8], rounded[NEST_STRIP * 8];
  struct nest down; /* filled as far as it is used */
  down.dtype = nest->dtype;
  down.leaves = nest->leaves;
  for (int k = 0; k < nest->leaves; k++) {
    down.off[k] = nest->off[k] + j * nest->step[k];
    down.step[k] = step;
    down.adds[k] = nest->adds[k];
  }
  exec->real->nest(&down, from, 0, sums, rows);
  if (dtype != exec->t) exec->cpu->kernels->move->store(rounded, dtype, sums, exec->t, rows, 0, 0);
  spread(to, pitch, dtype == exec->t ? sums : rounded, rows, dtype_bytes(dtype));
}
