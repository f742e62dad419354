/* layout.c: where pad takes elements from and where they went. */
#include "layout.h"

/* An axis after cropping: m elements from x[at] on, then `low` in front and `high` behind. */
struct cropped {
  int64_t at, m, low, high;
};

static struct cropped crop(int64_t n, int64_t low, int64_t high) {
  struct cropped c = {low < 0 ? -low : 0, n, low > 0 ? low : 0, high > 0 ? high : 0};
  c.m = n - c.at - (high < 0 ? -high : 0);
  return c;
}

/* The source, within the cropped axis, of border cell 0 and the step from cell to cell. */
struct border {
  int64_t start, step;
};
static struct border low_border(enum pad_mode mode, const struct cropped *c) {
  switch (mode) {
    case PAD_REFLECT: return (struct border){c->low, -1};
    case PAD_SYMMETRIC: return (struct border){c->low - 1, -1};
    case PAD_CIRCULAR: return (struct border){c->m - c->low, 1};
    default: return (struct border){0, 0};
  }
}
static struct border high_border(enum pad_mode mode, const struct cropped *c) {
  switch (mode) {
    case PAD_REFLECT: return (struct border){c->m - 2, -1};
    case PAD_SYMMETRIC: return (struct border){c->m - 1, -1};
    case PAD_CIRCULAR: return (struct border){0, 1};
    default: return (struct border){c->m - 1, 0};
  }
}

static int add_source(struct piece *pieces, int k, int64_t from, int64_t n, int filled, struct border b, int64_t at) {
  if (n <= 0) return k;
  pieces[k] = (struct piece){.from = from, .n = n, .terms = !filled};
  pieces[k].start[0] = at + b.start;
  pieces[k].step[0] = b.step;
  return k + 1;
}

int pad_sources(enum pad_mode mode, int64_t n, int64_t low, int64_t high, struct piece *pieces) {
  struct cropped c = crop(n, low, high);
  int filled = mode == PAD_CONSTANT, k = 0;
  k = add_source(pieces, k, 0, c.low, filled, low_border(mode, &c), c.at);
  k = add_source(pieces, k, c.low, c.m, 0, (struct border){0, 1}, c.at);
  return add_source(pieces, k, c.low + c.m, c.high, filled, high_border(mode, &c), c.at);
}

/* ---- the other way ---- */

/* Elements [lo, hi) of the cropped axis appear in a border, element i at place + sign * i. */
struct image {
  int64_t lo, hi, place, sign;
};

static struct image image_of(struct border b, int64_t cells, int64_t first) {
  /* cell t holds element start + step * t, and lies at place first + t */
  if (b.step > 0) return (struct image){b.start, b.start + cells, first - b.start, 1};
  return (struct image){b.start - cells + 1, b.start + 1, first + b.start, -1};
}

static void add_term(struct piece *p, int64_t lo, const struct image *im) {
  if (lo < im->lo || lo >= im->hi) return;
  p->start[p->terms] = im->place + im->sign * lo;
  p->step[p->terms++] = im->sign;
}

static int64_t next_edge(int64_t at, int64_t end, const struct image *im) {
  for (int i = 0; i < 3; i++) {
    if (im[i].lo > at && im[i].lo < end) end = im[i].lo;
    if (im[i].hi > at && im[i].hi < end) end = im[i].hi;
  }
  return end;
}

static int add_targets(const struct cropped *c, const struct image *im, struct piece *pieces, int k) {
  for (int64_t at = 0, end; at < c->m; at = end) {
    end = next_edge(at, c->m, im);
    pieces[k] = (struct piece){.from = c->at + at, .n = end - at};
    for (int i = 0; i < 3; i++) add_term(&pieces[k], at, &im[i]);
    k++;
  }
  return k;
}

/* The first and the last element of a replicated axis went to a run of places each. */
static int add_replicated(const struct cropped *c, struct piece *pieces, int k) {
  int64_t first = c->m == 1 ? c->low + 1 + c->high : c->low + 1;
  pieces[k++] = (struct piece){.from = c->at, .n = 1, .terms = 1, .run = first};
  if (c->m > 2)
    pieces[k++] = (struct piece){.from = c->at + 1, .n = c->m - 2, .terms = 1, .start = {c->low + 1}, .step = {1}};
  if (c->m > 1)
    pieces[k++] = (struct piece){.from = c->at + c->m - 1, .n = 1, .terms = 1, .start = {c->low + c->m - 1}, .run = 1 + c->high};
  return k;
}

int pad_targets(enum pad_mode mode, int64_t n, int64_t low, int64_t high, struct piece *pieces) {
  struct cropped c = crop(n, low, high);
  int k = 0;
  int64_t none = c.low + c.m + c.high;
  if (c.at > 0) pieces[k++] = (struct piece){.from = 0, .n = c.at < n ? c.at : n};
  if (c.m > 0 && mode == PAD_REPLICATE && c.low + c.high > 0) {
    k = add_replicated(&c, pieces, k);
  } else if (c.m > 0) {
    struct image im[3] = {{0, 0, none, 1}, {0, c.m, c.low, 1}, {0, 0, none, 1}};
    if (mode != PAD_CONSTANT && c.low) im[0] = image_of(low_border(mode, &c), c.low, 0);
    if (mode != PAD_CONSTANT && c.high) im[2] = image_of(high_border(mode, &c), c.high, c.low + c.m);
    k = add_targets(&c, im, pieces, k);
  }
  int64_t end = c.at + (c.m > 0 ? c.m : 0);
  if (end < n && end >= c.at) pieces[k++] = (struct piece){.from = end, .n = n - end};
  return k;
}
