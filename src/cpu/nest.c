/* nest.c: nested sums of few items. */
#include "nest.h"

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
    sink_put(target->sink, to, strip, bytes);
  } else if (!target->sink->stream) {
    move->store(to, target->op.dtype, strip, e->t, n, 0, 0);
  } else {
    move->store(rounded, target->op.dtype, strip, e->t, n, 0, 0);
    sink_put(target->sink, to, rounded, bytes);
  }
}

void nest_write(const struct nest_target *target, const struct nest *nest, const char *from, int64_t at, int64_t n, char *to) {
  _Alignas(LINE_BYTES) char strip[NEST_STRIP * 8];
  int64_t size = dtype_bytes(target->op.dtype);
  for (int64_t i = 0; i < n; i += NEST_STRIP) {
    int64_t some = n - i < NEST_STRIP ? n - i : NEST_STRIP;
    target->exec->real->nest(nest, from, at + i, strip, some);
    strip_write(target, strip, some, to + i * size);
  }
}

void stretch_write(const struct nest_target *target, const char *from, int dtype, int64_t n, char *to) {
  _Alignas(LINE_BYTES) char strip[NEST_STRIP * 8];
  const struct exec *e = target->exec;
  int64_t size = dtype_bytes(target->op.dtype), from_size = dtype_bytes(dtype);
  if (dtype == target->op.dtype && !target->op.accumulate) {
    sink_put(target->sink, to, from, n * size);
    return;
  }
  for (int64_t i = 0; i < n; i += NEST_STRIP) {
    int64_t some = n - i < NEST_STRIP ? n - i : NEST_STRIP;
    const char *at = from + i * from_size;
    if (dtype != e->t) e->cpu->kernels->move->load(strip, e->t, at, dtype, some);
    strip_write(target, dtype == e->t ? at : strip, some, to + i * size);
  }
}
