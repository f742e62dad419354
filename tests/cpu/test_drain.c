/* test_drain.c: pieces of every length and place, with gaps between some, written past the cache and not: the bytes that
 * were put are there and no others. */
#include "check.h"
#include "cpu/isa.h"
#include "cpu/drain.h"
#include "draw.h"

#include <stdlib.h>

enum { BYTES = 1 << 14, UNTOUCHED = 0xa5 };

/* Most pieces touch the one before; lengths are mostly short, as borders are. */
static void fill(struct drain *s, char *to, const char *from, char *expected, uint64_t *state) {
  int64_t at = (int64_t)(draw(state) % 100);
  for (;;) {
    int64_t n = (int64_t)(draw(state) % (draw(state) % 4 ? 20 : 700));
    if (draw(state) % 8 == 0) at += (int64_t)(draw(state) % 90);
    if (at + n > BYTES) break;
    drain_put(s, to + at, from + at, n);
    memcpy(expected + at, from + at, (size_t)n);
    at += n;
  }
  drain_flush(s);
}

int main(void) {
  struct check c = {"cpu drain", 0, 0};
  const char *wanted;
  const struct kernels *kernels = isa_choose(&wanted);
  static char from[BYTES], expected[BYTES];
  char *to = aligned_alloc(LINE_BYTES, BYTES);
  uint64_t state = 1;
  if (!CHECK(&c, kernels && to)) return check_end(&c);
  for (int i = 0; i < BYTES; i++) from[i] = (char)draw(&state);
  for (int round = 0; round < 400; round++) {
    struct drain s = {.move = kernels->move, .stream = round % 4 != 0};
    memset(to, UNTOUCHED, BYTES);
    memset(expected, UNTOUCHED, BYTES);
    fill(&s, to, from, expected, &state);
    CHECK(&c, memcmp(to, expected, BYTES) == 0);
  }
  free(to);
  return check_end(&c);
}
