/* scan_moderate.c: scans of affine maps whose numbers are moderate (ops/state.h). Segments, what they are joined to, and what lies before
 * them are plain numbers as long as that has the bits of wide ones; where it has not, wide ones take over, from the totals of the
 * segments up to there or from the inputs. */
#include <string.h>

#include "core/fpstate.h"
#include "scan.h"

static const struct moderate_kernels *kernels_of(const struct scan *s) { return s->exec.real->moderate; }

/* Maps of which nobody asks for the factor. */
static void widen_offsets(const struct scan *s, struct states wide, const char *offset, int64_t n) {
  char *at = (char *)(uintptr_t)offset; /* only read */
  kernels_of(s)->widen(wide, (struct states){{at, at, at, at}}, n);
}

moderate_results_fn *scan_moderate(const struct scan *s, int op) {
  const struct moderate_kernels *k = kernels_of(s);
  if (s->makes_before && s->n % SEGMENT) return NULL; /* segments of the two scans begin elsewhere */
  int init = !s->back && s->kind == EXTRA_INIT && s->op[SCAN_EXTRA].slot >= 0;
  return !k || s->divided || init ? NULL : (s->back ? k->back : k->scan)[op];
}

void moderate_lay_out(const struct scan *s, struct arena *a, struct scan_room *room) {
  int64_t size = s->exec.t_size, cols = s->span * s->tracks;
  struct moderate *m = &room->moderate;
  room->moderate_on = 0;
  if (!s->moderate) return;
  m->carry = arena_elems(a, cols, size), m->front = arena_elems(a, s->tracks, size);
  if (!s->steps) {
    m->past.keep = s->blocks > GROUP;
    m->past.far = arena_elems(a, s->tracks, size);
    m->past.near = arena_states(a, HAS_M | HAS_E | HAS_S, s->tracks, size);
    m->factor = arena_states(a, HAS_M | HAS_E, cols, size);
    return;
  }
  m->growth = arena_elems(a, s->tracks, size);
  m->total = arena_states(a, HAS_M | HAS_S, SEGMENTS * s->tracks, size),
  m->prefix = arena_states(a, HAS_M | HAS_S, s->tracks, size);
  for (int k = 0; k < CLIMB_GROUPS; k++) m->group[k] = arena_states(a, HAS_M | HAS_S, s->tracks, size);
}

int moderate_totals(const struct scan *s, const struct sheet *b, struct states total) {
  return b->rows == SEGMENT && kernels_of(s)->totals(b, s->back ? 3 : 0, s->back ? 0 : 1, total);
}

/* ---- adjacent lines, a sheet at a time ---- */

/* Whether the segment of this sheet is one of plain numbers; the last of a line, if it is short, stands behind a wide front. */
int moderate_local(const struct scan *s, struct scan_room *room, const struct scan_kernels *kernels,
                   const struct sheet *b, int64_t sheet) {
  struct moderate *m = &room->moderate;
  int64_t at = sheet * b->cols;
  if (moderate_at_once(s, b)) return 1;
  if (moderate_totals(s, b, states_at(m->total, at, s->exec.t_size))) return 1;
  if (b->rows < SEGMENT && sheet > 0) widen_offsets(s, room->front, m->front, b->cols);
  else if (sheet > 0) moderate_leave(s, room, kernels, sheet);
  return room->moderate_on = 0;
}

/* What lies before the block is known, as wide numbers. */
int moderate_begin(const struct scan *s, struct scan_room *room, const struct climb *c) {
  struct moderate *m = &room->moderate;
  m->cols = c->cols;
  memset(m->growth, 0, (size_t)(m->cols * s->exec.t_size));
  room->moderate_on = kernels_of(s)->narrow(m->carry, c->carry, m->cols);
  memcpy(m->front, m->carry, (size_t)(m->cols * s->exec.t_size));
  return room->moderate_on;
}

void moderate_climb(const struct scan *s, struct scan_room *room, const struct scan_kernels *kernels, int64_t segment) {
  struct moderate *m = &room->moderate;
  if (moderate_at_once(s, &room->sheet)) return;
  m->segment = segment;
  if (!kernels_of(s)->climb(m, 0, m->cols)) moderate_leave(s, room, kernels, segment + 1);
}

/* The total of a block. Its factor matters if groups of blocks come before others. */
void moderate_end(const struct scan *s, struct scan_room *room) {
  struct segments t = {room->moderate.total, SEGMENTS, room->moderate.cols, room->moderate.total};
  kernels_of(s)->widen(room->climb.total, room->moderate.prefix, room->moderate.cols);
  if (s->blocks > GROUP) kernels_of(s)->factors(&t, room->climb.total);
}

void moderate_leave(const struct scan *s, struct scan_room *room, const struct scan_kernels *kernels,
                    int64_t segments) {
  const struct moderate *m = &room->moderate;
  struct climb *c = &room->climb;
  room->moderate_on = 0;
  for (c->segment = 0; c->segment < segments; c->segment++) {
    kernels_of(s)->widen(c->total, states_at(m->total, c->segment * c->cols, s->exec.t_size), c->cols);
    kernels->climb(c);
  }
}

/* ---- blocks ---- */

static const struct scan_kernels *pass_kernels(const struct scan *s) { return s->back ? s->back : s->fwd; }

/* Whole groups: if they, and the group that is not, are to be told apart. */
static int whole_groups(const struct chain *chain) {
  int any = 0;
  for (int l = 1; l < chain->levels; l++) any |= chain->used[l];
  return any != 0;
}

int moderate_before(const struct scan *s, struct scan_room *room, int64_t tracks) {
  struct chain *chain = &room->chain;
  struct past *past = &room->moderate.past;
  int used = chain->used[0], plain = 1;
  past->groups = past->keep && whole_groups(chain);
  if (past->keep && used == 0) {
    s->exec.real->fill(past->near.field[0], tracks, 1);
    memset(past->near.field[1], 0, (size_t)(tracks * s->exec.t_size));
  } else if (past->keep) {
    states_copy(past->near, chain->level[0], HAS_M | HAS_E, tracks, s->exec.t_size);
  }
  if (used) plain = kernels_of(s)->narrow(past->near.field[2], chain->level[0], tracks);
  else s->exec.real->fill(past->near.field[2], tracks, 0);
  if (!past->groups || !plain) return plain;
  chain->used[0] = 0;
  pass_kernels(s)->get(chain, room->carry, tracks);
  chain->used[0] = used;
  return kernels_of(s)->narrow(past->far, room->carry, tracks);
}

/* The group is whole: one more for the levels above. */
static void push_group(const struct scan *s, struct chain *chain, int64_t tracks) {
  struct chain above = {.levels = chain->levels - 1};
  for (int l = 1; l < chain->levels; l++) above.level[l - 1] = chain->level[l], above.used[l - 1] = chain->used[l];
  pass_kernels(s)->push(&above, chain->level[0], tracks);
  for (int l = 1; l < chain->levels; l++) chain->used[l] = above.used[l - 1];
  chain->used[0] = 0;
}
void moderate_after(const struct scan *s, struct scan_room *room, int64_t blocks, int64_t tracks) {
  struct chain *chain = &room->chain;
  const struct past *past = &room->moderate.past;
  widen_offsets(s, chain->level[0], past->near.field[2], tracks);
  chain->used[0] += (int)blocks;
  if (!past->keep) return;
  states_copy(chain->level[0], past->near, HAS_M | HAS_E, tracks, s->exec.t_size);
  if (chain->used[0] == GROUP) push_group(s, chain, tracks);
}

/* ---- segments side by side ---- */

int moderate_part(const struct scan *s, struct scan_room *room, const struct part *p) {
  const struct moderate_kernels *k = kernels_of(s);
  struct moderate *m = &room->moderate;
  struct segments t = {room->total, p->segments, p->blocks * p->tracks, room->carry};
  struct states last = states_at(room->total, (p->segments - 1) * p->blocks * p->tracks, s->exec.t_size);
  int straddles = m->past.keep && room->chain.used[0] + p->blocks > GROUP;
  if (straddles || !moderate_before(s, room, p->tracks)) return room->moderate_on = 0;
  if (m->past.keep) k->factors(&t, m->factor);
  fpstate old = fpstate_flush();
  room->moderate_on =
      k->tree(&t) && k->carries(m->carry, last, m->factor, &m->past, p->blocks, p->tracks) && k->fronts(&t, m->carry);
  fpstate_leave(old);
  if (room->moderate_on) moderate_after(s, room, p->blocks, p->tracks);
  return room->moderate_on;
}

/* ---- results ---- */

int moderate_apply(const struct scan *s, struct scan_room *room, const struct sheet *b) {
  const char *front = s->steps ? room->moderate.front : b->front.field[2];
  if (s->moderate(b, front)) return 1;
  if (!s->steps) widen_offsets(s, b->front, front, b->cols);
  return 0;
}

/* ---- totals and results at once ---- */

int moderate_at_once(const struct scan *s, const struct sheet *b) { return s->at_once && b->rows == SEGMENT; }

/* Columns from `from` on; what no formula names has room for as many. */
static struct sheet columns_from(const struct scan *s, const struct sheet *b, int64_t from) {
  int64_t bytes = from * s->exec.t_size;
  struct sheet r = *b;
  r.cols -= from;
  r.front = states_at(b->front, from, s->exec.t_size), r.before = states_at(b->before, from, s->exec.t_size);
  for (int i = 0; i < 4; i++) r.in[i] += bytes;
  for (int i = 0; i < 3; i++) r.side[i] += bytes;
  for (int i = 0; i < 2; i++) r.out[i] += bytes;
  return r;
}

/* A few columns whose results alone are in doubt, by wide numbers. */
static void some_columns(const struct scan *s, struct scan_room *room, const struct part *p, const struct scan_kernels *kernels,
                         int fields, struct sheet *b, const char *front, int64_t sheet) {
  widen_offsets(s, b->front, front, b->cols);
  sheet_states(s, room, kernels, b, sheet);
  room->moderate_on = 0;
  sheet_apply(s, room, p, kernels, fields, b, sheet);
  room->moderate_on = 1;
}

/* As many columns as have totals of plain numbers, up to where these are no longer sure. Those of which the results are in doubt are done with wide ones. */
static int64_t plain_columns(const struct scan *s, struct scan_room *room, const struct part *p, const struct scan_kernels *kernels,
                             int fields, const struct sheet *b, struct states total, int64_t sheet) {
  struct moderate *m = &room->moderate;
  int64_t size = s->exec.t_size, at = 0;
  struct ahead none = {.areas = 0};
  for (;;) {
    struct sheet rest;
    if (at) rest = columns_from(s, b, at);
    at += s->at_once(at ? &rest : b, m, at);
    if (at == b->cols || !m->sure) return at;
    rest = columns_from(s, b, at);
    rest.cols = smaller(rest.cols, LINE_BYTES / size), rest.ahead = &none;
    if (!moderate_totals(s, &rest, states_at(total, at, size))) return at;
    some_columns(s, room, p, kernels, fields, &rest, m->front + at * size, sheet);
    m->sure = kernels_of(s)->climb(m, at, at + rest.cols);
    at += rest.cols;
    if (at == b->cols || !m->sure) return at;
  }
}

/* Where totals are in doubt, columns are done with wide numbers, as all of them are from the next segment of this block on. */
void moderate_steps(const struct scan *s, struct scan_room *room, const struct part *p,
                    const struct scan_kernels *kernels, int fields, struct sheet *b, int64_t sheet) {
  int64_t size = s->exec.t_size;
  struct states total = states_at(room->moderate.total, sheet * b->cols, size);
  room->moderate.segment = sheet;
  int64_t done = plain_columns(s, room, p, kernels, fields, b, total, sheet);
  if (done == b->cols && room->moderate.sure) return;
  moderate_leave(s, room, kernels, sheet);
  struct sheet rest = columns_from(s, b, done);
  struct part columns = *p;
  struct states all = room->total;
  columns.lanes = columns.tracks = rest.cols;
  kernels_of(s)->widen(all, total, done);
  if (rest.cols == 0) return;
  room->total = states_at(all, done, size);
  sheet_not_moderate(s, room, &columns, kernels, fields, &rest, sheet);
  room->total = all;
  sheet_apply(s, room, &columns, kernels, fields, &rest, sheet);
}
