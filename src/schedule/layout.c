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
  int64_t start;
  int step;
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

/* ---- from x to y ---- */

void pad_source_images(enum pad_mode mode, int64_t n, int64_t low, int64_t high, struct image images[MAX_TERMS]) {
  struct cropped c = crop(n, low, high);
  int filled = mode == PAD_CONSTANT;
  int64_t end = c.low + c.m;
  struct border before = low_border(mode, &c), behind = high_border(mode, &c);
  images[0] = (struct image){0, filled ? 0 : c.low, c.at + before.start, before.step, 0};
  images[1] = (struct image){c.low, end, c.at - c.low, 1, 0};
  images[2] = (struct image){end, filled ? end : end + c.high, c.at + behind.start - behind.step * end, behind.step, 0};
}

/* ---- the other way ---- */

/* Border cell t holds element start + step * t of the cropped axis, and lies at place first + t. */
static struct image image_of(const struct cropped *c, struct border b, int64_t cells, int64_t first) {
  int64_t start = c->at + b.start;
  if (b.step > 0) return (struct image){start, start + cells, first - start, 1, 0};
  return (struct image){start - cells + 1, start + 1, first + start, -1, 0};
}

/* The first and the last element of a replicated axis went to a run of places each, if there is a border on their side. */
static void replicated_images(const struct cropped *c, struct image images[MAX_TERMS]) {
  int64_t end = c->at + c->m, place = c->low - c->at;
  int first = c->low > 0 || c->m == 1, last = c->high > 0 && c->m > 1;
  if (c->m == 0) return;
  images[1] = (struct image){c->at + first, end - last, place, 1, 0};
  if (first) images[0] = (struct image){c->at, c->at + 1, -c->at, 1, c->low + 1 + (c->m == 1 ? c->high : 0)};
  if (last) images[2] = (struct image){end - 1, end, place, 1, 1 + c->high};
}

void pad_target_images(enum pad_mode mode, int64_t n, int64_t low, int64_t high, struct image images[MAX_TERMS]) {
  struct cropped c = crop(n, low, high);
  images[0] = images[2] = (struct image){0};
  images[1] = (struct image){c.at, c.at + c.m, c.low - c.at, 1, 0};
  if (mode == PAD_CONSTANT || c.low + c.high == 0) return;
  if (mode == PAD_REPLICATE) {
    replicated_images(&c, images);
    return;
  }
  images[0] = image_of(&c, low_border(mode, &c), c.low, 0);
  images[2] = image_of(&c, high_border(mode, &c), c.high, c.low + c.m);
}

/* ---- pieces ---- */

static void add_term(struct piece *p, const struct image *im) {
  if (p->from < im->lo || p->from >= im->hi) return;
  p->start[p->terms] = im->place + im->sign * p->from;
  p->step[p->terms++] = im->run ? 0 : im->sign;
  p->run = im->run;
}

static int64_t next_edge(int64_t at, int64_t end, const struct image *im) {
  for (int i = 0; i < MAX_TERMS; i++) {
    if (im[i].lo == im[i].hi) continue;
    if (im[i].lo > at && im[i].lo < end) end = im[i].lo;
    if (im[i].hi > at && im[i].hi < end) end = im[i].hi;
  }
  return end;
}

/* Cuts an axis of `extent` indices where an image begins or ends. */
static int cut(int64_t extent, const struct image *images, struct piece *pieces) {
  int k = 0;
  for (int64_t at = 0, end; at < extent; at = end) {
    end = next_edge(at, extent, images);
    pieces[k] = (struct piece){.from = at, .n = end - at};
    for (int i = 0; i < MAX_TERMS; i++) add_term(&pieces[k], &images[i]);
    k++;
  }
  return k;
}

int pad_sources(enum pad_mode mode, int64_t n, int64_t low, int64_t high, struct piece *pieces) {
  struct image images[MAX_TERMS];
  pad_source_images(mode, n, low, high, images);
  return cut(n + low + high, images, pieces);
}

int pad_targets(enum pad_mode mode, int64_t n, int64_t low, int64_t high, struct piece *pieces) {
  struct image images[MAX_TERMS];
  pad_target_images(mode, n, low, high, images);
  return cut(n, images, pieces);
}
