/* norm_lines.c: sweeps along rows whose elements lie side by side, a batch of rows at a time. */
#include <string.h>

#include "norm.h"

/* ---- operands ---- */

/* Whether the elements of a line lie side by side, whatever axes other operands know. */
static int adjacent_along(const struct run *run, int i) {
  int64_t stride = 1;
  for (int a = run->axes.n - 1; a >= 0; stride *= run->axes.axis[a--].extent)
    if (run->axes.axis[a].stride[i] != stride) return 0;
  return 1;
}

/* n elements like the first, T. */
static void fill_like(const struct rows *k, char *at, int64_t n) {
  double value = k->mover.t == REM_F32 ? *(const float *)(const void *)at : *(const double *)(const void *)at;
  k->call->norm->exec.real->fill(at, n, value);
}
/* Elements [r, r + c) of line b of the batch, packed as T. */
static void load_line(const struct rows *k, int i, int64_t r, int64_t c, int64_t b) {
  const struct sweep_plan *s = k->call->s;
  struct grid g = strand_line(k, &s->in[i], i, run_stride(&s->run, i), b);
  char *to = k->room->in[i] + b * c * k->mover.t_size;
  for (int64_t done = 0, some; done < c; done += some) {
    char *at = to + done * k->mover.t_size;
    some = c - done;
    struct grid piece = g;
    piece.at += run_piece(&s->run, i, r + done, &some) * dtype_bytes(g.dtype);
    tile_copy(&k->mover, &piece, 0, g.row ? some : 1, 1, at);
    if (!g.row) fill_like(k, at, some);
  }
}

int norm_common(const struct sweep_plan *s, int i) {
  for (int a = 0; a < s->lines.kept.n; a++)
    if (s->lines.kept.axis[a].stride[i]) return 0;
  return 1;
}

/* Lines of adjacent elements at one pitch become T; what all lines share stays from batch to batch. */
static struct line_in load_lines(const struct rows *k, int i, const struct grid *g, int64_t r, int64_t c, int piece) {
  const struct mover *m = &k->mover;
  int common = norm_common(k->call->s, i) && !piece;
  int64_t have = r / NORM_SECTION + 1, pitch = k->g->step[i], size = dtype_bytes(g->dtype),
          lines = common ? 1 : k->cols;
  char *to = k->room->in[i];
  if (common && k->room->shared[i] == have) lines = 0;
  if (pitch == c) m->move->load(to, m->t, g->at, g->dtype, lines * c);
  else
    for (int64_t b = 0; b < lines; b++)
      m->move->load(to + b * c * m->t_size, m->t, g->at + b * pitch * size, g->dtype, c);
  k->room->shared[i] = common ? have : 0;
  return (struct line_in){to, common ? 0 : c, 1};
}

/* How operands are wanted: as T, which what is not so becomes in the room; as they were loaded when the section was looked at; or
 * as they lie, but for what all lines share. */
enum wanted { WANTED_T, WANTED_AGAIN, WANTED_RAW };
struct fetch {
  enum wanted wanted;
  uint32_t which; /* bit i: operand i is */
  int direct;     /* all lines of a group are at hand                               */
  int piece;      /* what is fetched lies along the innermost of several axes of the row */
};
/* Whether operand i is adjacent all along what is fetched. */
static int lies_along(const struct run *run, int i, const struct fetch *how) {
  return how->piece ? run_stride(run, i) == 1 : adjacent_along(run, i);
}
static struct line_in line_operand(const struct rows *k, int i, int64_t r, int64_t c, const struct fetch *how,
                                   struct sweep_lines *f) {
  const struct sweep_plan *s = k->call->s;
  int64_t some = c;
  int t = k->mover.t, piece = how->piece, common = norm_common(s, i) && !piece;
  enum wanted wanted = how->wanted;
  char *room = k->room->in[i];
  if (!(how->which >> i & 1)) return (struct line_in){k->room->first, 0, 0}; /* anything: no formula names it */
  if (s->in[i].from == NORM_NOWHERE) return (struct line_in){k->room->constant[i], 0, 0};
  if (s->in[i].from == NORM_LEVEL) return (struct line_in){k->room->level, 1, 0};
  if (wanted == WANTED_AGAIN && !(s->looks >> i & 1)) wanted = WANTED_T;
  struct grid g = strand_grid(k, &s->in[i], i, 0);
  int own = g.dtype == t, even = !g.off || k->cols == 1;
  if (k->cols == 1) g = strand_line(k, &s->in[i], i, 0, 0);
  if (piece) g.at += run_piece(&s->run, i, r, &some) * dtype_bytes(g.dtype);
  if (norm_repeats(&s->run, i) || (piece && run_stride(&s->run, i) == 0)) {
    if (own && even) return (struct line_in){g.at, g.col, 0};
    if (wanted != WANTED_AGAIN) tile_copy(&k->mover, &g, 0, 1, k->cols, room);
    return (struct line_in){room, 1, 0};
  }
  if (lies_along(&s->run, i, how) && even) {
    if (!piece) g.at += r * dtype_bytes(g.dtype);
    if (own) return (struct line_in){g.at, k->g->step[i], 1};
    if (wanted == WANTED_RAW && !common) {
      f->raw[i] = (struct line_raw){g.at, k->g->step[i], g.dtype, room};
      return (struct line_in){room, c, 1};
    }
    if (wanted == WANTED_AGAIN) return (struct line_in){room, common ? 0 : c, 1};
    return load_lines(k, i, &g, r, c, piece);
  }
  for (int64_t b = 0; b < k->cols && wanted != WANTED_AGAIN; b++) load_line(k, i, r, c, b);
  return (struct line_in){room, c, 1};
}

/* How much each pass asks for of what comes, in parts of LINE_WHOLE: [one batch or section, direct][looks twice, once at most][states
 * alone, each follows]. */
static const unsigned char asks[2][2][2][LINE_PASSES + 1] = {
    {{{0, 32, 64, 64}, {0, 16, 48, 64}}, {{0, 64, 64, 64}, {0, 32, 32, 64}}},
    {{{0, 0, 64, 64}, {0, 0, 32, 64}}, {{0, 64, 64, 64}, {0, 0, 0, 64}}}};

/* What comes after the batch, or after a section of a long line. */
static void look_ahead(const struct rows *k, struct sweep_lines *f, int64_t r, int64_t c, const struct fetch *how) {
  const struct sweep_plan *s = k->call->s;
  int once = s->how.kind == SWEEP_SUMS || s->how.kind == SWEEP_PLAIN;
  f->nexts = 0;
  memcpy(f->ask, asks[how->direct][once][s->each && s->sections == 1], sizeof f->ask);
  for (int i = 0; i < s->how.operands; i++) {
    if (s->in[i].from == NORM_NOWHERE || norm_repeats(&s->run, i) || !lies_along(&s->run, i, how)) continue;
    struct grid g = strand_grid(k, &s->in[i], i, 0);
    int64_t size = dtype_bytes(g.dtype), on = s->sections > 1 ? c : s->batch * (1 + how->direct) * g.col, some = c;
    if (g.off || g.col == 0) continue;
    int64_t at = on + (how->piece ? run_piece(&s->run, i, r, &some) : r);
    f->next[f->nexts++] = (struct line_next){g.at + at * size, g.col * size, size};
  }
}

static struct sweep_lines lines_of(const struct rows *k, int64_t r, int64_t c, const struct fetch *how) {
  const struct sweep_plan *s = k->call->s;
  const struct norm_room *room = k->room;
  struct sweep_lines f = {.how = &s->how,
                          .lines = k->cols,
                          .n = c,
                          .begin = r,
                          .acc = {room->acc[0], room->acc[1], room->acc[2]},
                          .half = {room->half[0], room->half[1]},
                          .first = room->first,
                          .middle = room->middle,
                          .factor = room->factor};

  memcpy(f.value, room->value, sizeof f.value);
  f.hold_pitch = whole_runs(s->n);
  f.hold = s->holds ? room->hold + r * k->mover.t_size : NULL;
  for (int i = 0; i < s->how.operands; i++) f.in[i] = line_operand(k, i, r, c, how, &f);
  look_ahead(k, &f, r, c, how);
  return f;
}

int norm_has_swift(const struct norm *norm, const struct sweep_plan *s) {
  const struct swift_kernels *swift = norm->exec.real->swift;
  return swift && swift->knows(&s->how);
}
void norm_lines_state(const struct rows *k, int64_t r, int64_t c, char *const *state) {
  const struct real_kernels *real = k->call->norm->exec.real;
  int swift = norm_has_swift(k->call->norm, k->call->s);
  struct fetch how = {.wanted = swift ? WANTED_RAW : WANTED_T, .which = k->call->s->looks};
  struct sweep_lines f = lines_of(k, r, c, &how);
  f.m = state[STATE_M], f.s = state[STATE_S], f.p = state[STATE_P], f.q = state[STATE_Q];
  k->room->loaded = !swift || !real->swift->line_state(&f);
  if (k->room->loaded) real->line_state(&f);
}

/* ---- its elements ---- */

/* Where lines go if their elements do not lie side by side. */
static void store_lines(const struct rows *k, const struct strand *o, int as, int64_t r, int64_t c, const char *room) {
  const struct sweep_plan *s = k->call->s;
  for (int64_t b = 0; b < k->cols; b++) {
    for (int64_t done = 0, some; done < c; done += some) {
      some = c - done;
      struct grid to = strand_line(k, o, as, 0, b);
      to.col = run_stride(&s->run, as);
      to.at += run_piece(&s->run, as, r + done, &some) * dtype_bytes(to.dtype);
      tile_store(&k->mover, &to, 0, 1, some, room + (b * c + done) * k->mover.t_size);
    }
  }
}

/* Their own memory, or room from where they are stored; at NULL: nowhere. */
static struct sink line_sink(const struct rows *k, const struct strand *o, int as, int64_t r, int64_t c, char *room,
                             int piece) {
  if (o->from == NORM_NOWHERE) return (struct sink){.at = NULL};
  struct grid to = strand_grid(k, o, as, 0);
  int direct = (piece || adjacent_along(&k->call->s->run, as)) && (!to.off || k->cols == 1);
  if (!direct) return (struct sink){room, k->mover.t, c, 0, 0};
  if (k->cols == 1) to = strand_line(k, o, as, 0, 0);
  int64_t at = piece ? run_piece(&k->call->s->run, as, r, &c) : r;
  return (struct sink){to.at + at * dtype_bytes(to.dtype), to.dtype, to.col, to.accumulate, to.stream};
}

/* Elements [r, r + c) as they are made: of one piece, or of whatever rows are. */
static struct sweep_lines makers_of(const struct rows *k, int64_t r, int64_t c, enum wanted wanted, int piece) {
  const struct sweep_plan *s = k->call->s;
  struct fetch how = {.wanted = wanted, .which = ~(uint32_t)0, .piece = piece};
  struct sweep_lines f = lines_of(k, r, c, &how);
  if (s->sections > 1) f.ask[LINE_EACH] = 0;
  f.out = line_sink(k, &s->out, NORM_OUT, r, c, k->room->out, piece);
  f.also = line_sink(k, &s->also, NORM_ALSO, r, c, k->room->also, piece);
  return f;
}
static void each_of(const struct rows *k, int64_t r, int64_t c, int piece) {
  const struct sweep_plan *s = k->call->s;
  const struct real_kernels *real = k->call->norm->exec.real;
  int again = s->sections == 1 && !s->split && s->how.kind != SWEEP_PLAIN && k->room->loaded && !piece;
  struct sweep_lines f;
  int made = 0;
  if (!again && norm_has_swift(k->call->norm, s)) {
    f = makers_of(k, r, c, WANTED_RAW, piece);
    made = real->swift->line_each(&f);
  }
  if (!made) {
    f = makers_of(k, r, c, again ? WANTED_AGAIN : WANTED_T, piece);
    real->line_each(&f);
  }
  if (f.out.at && f.out.at == k->room->out) store_lines(k, &s->out, NORM_OUT, r, c, k->room->out);
  if (f.also.at && f.also.at == k->room->also) store_lines(k, &s->also, NORM_ALSO, r, c, k->room->also);
}
void norm_lines_each(const struct rows *k, int64_t r, int64_t c) {
  const struct run *run = &k->call->s->run;
  int piece = k->call->s->pieces && k->cols == 1;
  for (int64_t done = 0, some; done < c; done += some) {
    some = c - done;
    if (piece) run_piece(run, 0, r + done, &some);
    each_of(k, r + done, some, piece);
  }
}

/* ---- lines that are one section ---- */

int norm_lines_direct(const struct sweep_plan *s) {
  if (!s->lines.solo || s->sections != 1 || s->split || s->solves) return 0;
  for (int i = 0; i < s->how.operands; i++)
    if (s->in[i].from != NORM_NOWHERE && !norm_repeats(&s->run, i) && !adjacent_along(&s->run, i)) return 0;
  if (s->out.from != NORM_NOWHERE && !adjacent_along(&s->run, NORM_OUT)) return 0;
  return s->also.from == NORM_NOWHERE || adjacent_along(&s->run, NORM_ALSO);
}

void norm_lines_whole(const struct rows *k) {
  const struct sweep_plan *s = k->call->s;
  char *const *state = k->state;
  struct fetch how = {.wanted = WANTED_RAW, .which = ~(uint32_t)0, .direct = 1};
  struct sweep_lines f = lines_of(k, 0, s->n, &how);
  f.batch = s->batch, f.each = s->each;
  f.m = state[STATE_M], f.s = state[STATE_S], f.p = state[STATE_P], f.q = state[STATE_Q];
  f.kept = s->keep_first ? k->room->kept : NULL;
  f.out = line_sink(k, &s->out, NORM_OUT, 0, s->n, NULL, 0);
  f.also = line_sink(k, &s->also, NORM_ALSO, 0, s->n, NULL, 0);
  const struct real_kernels *real = k->call->norm->exec.real;
  if (!real->swift || !real->swift->line_whole(&f)) real->line_whole(&f);
}
