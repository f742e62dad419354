/* fuzz_describe.c: bytes as a description, buffers and a workspace, then infer, create, check and run, alone and as a member of many. Whatever the
 * bytes say: a status with a sentence or a result, nothing written but outputs, and the same result a second time. */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "must.h"
#include "core/plan.h"
#include "core/view.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_ELEMENTS = 1 << 14, MOST_BYTES = 1 << 20, SPARE = 64 };
enum { MOST_CLASSES = 2100 }; /* of lists, which may be as long: each is compared with each */

/* ---- bytes as choices; zeros when they run out ---- */

struct bytes {
  const uint8_t *at, *end;
};

static unsigned take(struct bytes *b) { return b->at < b->end ? *b->at++ : 0; }
static unsigned below(struct bytes *b, unsigned n) { return take(b) % n; }
static int rarely(struct bytes *b) { return take(b) >= 248; }

/* Any int64, most often a small one. */
static int64_t number(struct bytes *b) {
  static const int64_t hard[] = {INT64_MAX,           INT64_MIN,        INT64_MAX / 2, INT64_C(1) << 31,
                                 -(INT64_C(1) << 31), INT64_C(1) << 32, INT64_MAX / 8, 65537};
  unsigned kind = take(b);
  if (kind < 200) return (int64_t)(kind % 8);
  if (kind < 240) return -(int64_t)(kind % 8);
  if (kind < 248) return (int64_t)take(b) * 7 - 800;
  return hard[kind - 248];
}

/* ---- a description ---- */

struct call {
  struct bytes b;
  const struct entry *entry;
  rem_desc desc;
  rem_view views[REM_MAX_SLOTS + 2], space;
  rem_attr attrs[6];
  int64_t ints[6][REM_MAX_RANK + 1];
  double reals[6][REM_MAX_RANK + 1];
  rem_guarantee demand;
  unsigned skip; /* attributes before the first one given          */
  unsigned mask; /* axes that most short views lack and axes names */
};

static double real(struct bytes *b) {
  static const double values[] = {0, 1, 0.5, -0.0, 0.25, 1e300, -1, 0.75};
  return values[below(b, 8)];
}

/* The shape that most tensors of the call share. */
static void choose_space(struct call *c) {
  static const int64_t extents[] = {2, 3, 1, 4, 5, 0, 7, 16, 33, 130, 300, 1000, 4097, 9000};
  int k, rank = (int)below(&c->b, 5);
  if (rarely(&c->b)) rank = (int)below(&c->b, 9);
  c->space = (rem_view){.rank = rank, .dtype = 1 + (int32_t)below(&c->b, 4)};
  if (c->entry && (c->entry->ints || c->entry->tally) && below(&c->b, 2)) c->space.dtype = 1 + (int32_t)below(&c->b, REM_U32);
  for (k = 0; k < rank; k++) {
    unsigned e = take(&c->b);
    c->space.shape[k] = e < 252 ? extents[e % (rank < 2 ? 14 : rank < 3 ? 9 : 7)] : number(&c->b);
  }
  c->mask = take(&c->b);
}

static void choose_strides(struct call *c, rem_view *v) {
  int k, kind = (int)below(&c->b, 8);
  if (v->rank >= 0 && v->rank <= REM_MAX_RANK && kind != 7) *v = rem_view_packed(v->dtype, v->rank, v->shape);
  for (k = 0; k < v->rank && k < REM_MAX_RANK; k++) {
    int64_t s = v->stride[k];
    if (kind == 4) v->stride[k] = s > INT64_MAX / 2 ? s : -s;
    if (kind == 5) v->stride[k] = s > INT64_MAX / 4 ? s : 2 * s;
    if (kind == 6 && k == 0) v->stride[k] = 0;
    if (kind == 7) v->stride[k] = number(&c->b);
  }
}

/* Without, or with extent 1 at, the axes in mask. */
static void drop_axes(rem_view *v, unsigned mask, int keep) {
  int k, rank = 0;
  for (k = 0; k < v->rank; k++) {
    if (!(mask >> k & 1)) v->shape[rank++] = v->shape[k];
    else if (keep) v->shape[rank++] = 1;
  }
  v->rank = rank;
}

static rem_view choose_view(struct call *c) {
  rem_view v = c->space;
  unsigned kind = take(&c->b);
  if (kind < 20) return (rem_view){.rank = REM_LEFT_OUT};
  if (kind < 90) return (rem_view){.rank = REM_OPEN, .dtype = (int32_t)below(&c->b, REM_U32 + 1)};
  if (kind >= 160 && kind < 220) drop_axes(&v, rarely(&c->b) ? take(&c->b) : c->mask, kind & 1);
  if (kind >= 220 && kind < 240 && v.rank > 0) v.shape[below(&c->b, (unsigned)v.rank)] = number(&c->b);
  if (kind >= 240) v.rank = (int32_t)number(&c->b);
  if (kind & 1) v.dtype = 1 + (int32_t)below(&c->b, REM_U32);
  if (rarely(&c->b)) v.dtype = (int32_t)number(&c->b);
  choose_strides(c, &v);
  return v;
}

static void choose_attr(struct call *c, int i) {
  static const char *const words[] = {"split",     "all",      "first",     "last", "constant", "reflect",
                                      "replicate", "circular", "symmetric", "",     "mirror",   "none",
                                      "mean",      "sum",      "batchmean"};
  unsigned n = c->entry ? (unsigned)c->entry->n_attrs : 0, other = rarely(&c->b) ? take(&c->b) : 0;
  const struct attr_rule *rule = n ? &c->entry->attrs[((unsigned)i + other + c->skip) % n] : NULL;
  rem_attr *a = &c->attrs[i];
  int k, want = (int)below(&c->b, REM_MAX_RANK + 1);
  *a = (rem_attr){.name = rule && !rarely(&c->b) ? rule->name : "axis", .kind = rule ? rule->kind : 0};
  if (rarely(&c->b)) a->kind = (int32_t)below(&c->b, 8);
  if (want > c->space.rank && !rarely(&c->b)) want = c->space.rank < 0 ? 0 : c->space.rank;
  for (k = 0; k <= REM_MAX_RANK; k++) {
    c->ints[i][k] = k < want ? number(&c->b) : 0;
    c->reals[i][k] = (double)c->ints[i][k];
  }
  if (!strcmp(a->name, "axes") && a->kind == REM_ATTR_INTS && !rarely(&c->b))
    for (k = want = 0; k < c->space.rank; k++)
      if (c->mask >> k & 1) c->ints[i][want++] = k;
  switch (a->kind) {
    case REM_ATTR_INT:
      a->v.i = number(&c->b);
      break;
    case REM_ATTR_REAL:
      a->v.f = real(&c->b);
      break;
    case REM_ATTR_TEXT:
      a->v.s = words[below(&c->b, sizeof words / sizeof *words)];
      break;
    case REM_ATTR_INTS:
      a->n = want, a->v.is = c->ints[i];
      break;
    default:
      a->n = want, a->v.fs = c->reals[i];
  }
}

static void choose_demand(struct call *c) {
  c->demand = (rem_guarantee){.size = sizeof c->demand, .repeat = (int32_t)below(&c->b, 4), .ulp = -1, .sum = -1};
  if (rarely(&c->b)) c->demand.size = take(&c->b);
  if (take(&c->b) & 1) c->demand.ulp = real(&c->b);
  c->demand.compute = (int32_t)below(&c->b, 3);
  c->desc.at_least = &c->demand;
}

static void describe(struct call *c) {
  int i, n_ops = 0;
  while (entry_at(n_ops)) n_ops++;
  c->entry = entry_at((int)below(&c->b, (unsigned)n_ops + (c->b.end - c->b.at > 200)));
  c->desc =
      (rem_desc){.size = sizeof c->desc, .pass = (int32_t)below(&c->b, 2), .op = c->entry ? c->entry->name : "su"};
  choose_space(c);
  c->desc.n_views = c->entry ? c->entry->n_slots[c->desc.pass] : 2;
  if (rarely(&c->b)) c->desc.n_views = (int32_t)below(&c->b, REM_MAX_SLOTS + 2);
  c->desc.n_attrs = (int32_t)below(&c->b, 4);
  c->skip = take(&c->b);
  for (i = 0; i < c->desc.n_views; i++) c->views[i] = choose_view(c);
  if (c->entry && entry_reduces(c->entry) && below(&c->b, 2)) /* y and dy of a mean are numbers */
    for (i = 0; i < c->desc.n_views && i < c->entry->n_slots[c->desc.pass]; i++)
      if (c->entry->slots[c->desc.pass][i].shape == SHAPE_Y && c->views[i].rank > 0) c->views[i].rank = 0;
  for (i = 0; i < c->desc.n_attrs; i++) choose_attr(c, i);
  c->desc.views = c->views;
  c->desc.attrs = c->attrs;
  if (take(&c->b) >= 160) c->desc.accumulate = take(&c->b);
  if (take(&c->b) >= 240) choose_demand(c);
  if (rarely(&c->b)) c->desc.max_workspace = take(&c->b);
  if (rarely(&c->b)) c->desc.size += take(&c->b);
  if (rarely(&c->b)) c->desc.pass = (int32_t)number(&c->b);
}

/* ---- memory ---- */

/* Every block is exactly as large as the buffer says, so that one byte more is seen. Slots may share a block. */
struct memory {
  int n;
  rem_buffer buffers[REM_MAX_SLOTS];
  char *blocks[REM_MAX_SLOTS], *before[REM_MAX_SLOTS];
  size_t bytes[REM_MAX_SLOTS];
  char *workspace, *workspace_block;
  size_t workspace_bytes;
};

static void spoil(struct call *c, char *block, size_t bytes) {
  uint32_t state = take(&c->b) | take(&c->b) << 8;
  size_t i;
  for (i = 0; i < bytes; i++) {
    state = state * 1664525u + 1013904223u;
    block[i] = (char)(state >> 24);
  }
}

/* Half of the tensors hold tame numbers: wild bytes are mostly huge or NaN. */
static void fill(struct call *c, char *block, size_t bytes, int dtype) {
  size_t i, n = bytes / (rem_dtype_size(dtype) ? rem_dtype_size(dtype) : 1);
  unsigned kind = take(&c->b);
  spoil(c, block, bytes);
  for (i = 0; i < n && kind < 160; i++) {
    if (dtype == REM_F32) ((float *)block)[i] = (float)(i * 7 % 11) - 4;
    if (dtype == REM_F64) ((double *)block)[i] = (double)(i * 7 % 11) - 4;
    if (dtype == REM_I32) ((int32_t *)block)[i] = (int32_t)(i % 3);
    if (dtype == REM_I64) ((int64_t *)block)[i] = (int64_t)(i % 3);
  }
}

/* 0: too large to run here. */
static int size_of(const rem_view *v, int64_t *front, int64_t *back) {
  *front = *back = 0;
  if (v->rank < 0) return 1;
  if (view_elems(v) > MOST_ELEMENTS || !view_span(v, front, back)) return 0;
  return *front <= MOST_BYTES && *back <= MOST_BYTES;
}

/* The problem's own space may be large where every tensor is small: a gradient over repeats, a broadcast. */
static int small_enough(const rem_plan *plan) {
  const struct problem *p = &plan->problem;
  int64_t elems, front, back;
  int i;
  if (!shape_elems(p->rank, p->shape, &elems) || elems > MOST_ELEMENTS) return 0;
  if (p->entry->rival && problem_positions(p) > MOST_CLASSES) return 0;
  for (i = 0; i < p->n_slots; i++)
    if (!size_of(&p->views[i], &front, &back)) return 0;
  return plan->planned.workspace_bytes <= MOST_BYTES * 8;
}

static void give_buffers(struct call *c, const rem_plan *plan, struct memory *m) {
  int i;
  m->n = rem_plan_slots(plan);
  for (i = 0; i < m->n; i++) {
    const rem_view *v = &plan->problem.views[i];
    int64_t front, back;
    int share = i > 0 && take(&c->b) >= 224 ? (int)below(&c->b, (unsigned)i) : -1;
    size_of(v, &front, &back);
    m->bytes[i] = (size_t)(front + back);
    if (take(&c->b) >= 224) m->bytes[i] += below(&c->b, SPARE);
    m->blocks[i] = malloc(m->bytes[i] ? m->bytes[i] : 1);
    m->before[i] = malloc(m->bytes[i] ? m->bytes[i] : 1);
    MUST(m->blocks[i] && m->before[i]);
    fill(c, m->blocks[i], m->bytes[i], v->rank < 0 ? 0 : v->dtype);
    m->buffers[i] = (rem_buffer){m->blocks[i], m->bytes[i], (size_t)front};
    if (share >= 0) m->buffers[i] = m->buffers[share], m->buffers[i].offset += below(&c->b, SPARE);
    if (rarely(&c->b)) m->buffers[i].offset += (size_t)number(&c->b);
    if (rarely(&c->b)) m->buffers[i].bytes -= m->buffers[i].bytes ? below(&c->b, 2) : 0;
    if (rarely(&c->b)) m->buffers[i].base = NULL;
  }
}

static void give_workspace(struct call *c, const rem_plan *plan, struct memory *m) {
  size_t align;
  rem_plan_workspace(plan, &m->workspace_bytes, &align);
  MUST(align && (align & (align - 1)) == 0);
  if (align < sizeof(void *)) align = sizeof(void *);
  MUST(posix_memalign((void **)&m->workspace_block, align, m->workspace_bytes ? m->workspace_bytes : 1) == 0);
  m->workspace = m->workspace_block;
  spoil(c, m->workspace, m->workspace_bytes);
  if (rarely(&c->b) && m->workspace_bytes) m->workspace_bytes--;
  if (rarely(&c->b)) m->workspace = NULL;
}

static void remember(struct memory *m) {
  int i;
  for (i = 0; i < m->n; i++) memcpy(m->before[i], m->blocks[i], m->bytes[i]);
}

static void end_memory(struct memory *m) {
  int i;
  for (i = 0; i < m->n; i++) free(m->blocks[i]), free(m->before[i]);
  free(m->workspace_block);
}

/* ---- what must hold ---- */

static void must_say_why(rem_status status, const rem_error *e) {
  size_t length = strlen(e->text);
  MUST(status > REM_OK && status < REM_INTERNAL && e->status == (int)status && length > 0 && length < sizeof e->text);
  MUST(!strchr(e->text, '\n') && e->slot >= -1 && e->slot < REM_MAX_SLOTS);
}

/* Hands each element of an output in memory to a function. */
static void walk(const rem_plan *plan, const struct memory *m, int i, void (*visit)(char *element, size_t bytes)) {
  const rem_view *v = &plan->problem.views[i];
  int64_t index[REM_MAX_RANK] = {0}, size = (int64_t)rem_dtype_size(v->dtype);
  int k;
  if (v->rank < 0 || view_elems(v) == 0) return;
  for (;;) {
    int64_t at = (int64_t)m->buffers[i].offset;
    for (k = 0; k < v->rank; k++) at += index[k] * v->stride[k] * size;
    visit((char *)m->buffers[i].base + at, (size_t)size);
    for (k = v->rank - 1; k >= 0 && ++index[k] == v->shape[k]; k--) index[k] = 0;
    if (k < 0) return;
  }
}

static void clear(char *element, size_t bytes) { memset(element, 0x5a, bytes); }

/* The outputs; or only those in blocks of their own, not in the place of an input. */
static void each_output(const rem_plan *plan, const struct memory *m, int own, void (*visit)(char *element, size_t bytes)) {
  const struct problem *p = &plan->problem;
  int i;
  for (i = 0; i < m->n; i++)
    if (p->entry->slots[p->pass][i].role == REM_OUTPUT && (!own || m->buffers[i].base == m->blocks[i])) walk(plan, m, i, visit);
}

static void must_be_unchanged(const struct memory *m) {
  int i;
  for (i = 0; i < m->n; i++) MUST(!memcmp(m->before[i], m->blocks[i], m->bytes[i]));
}

/* Runs again over other rubbish: what was in outputs and workspace before does not show. */
static void must_repeat(const rem_plan *plan, struct memory *m) {
  char *first[REM_MAX_SLOTS];
  int i;
  for (i = 0; i < m->n; i++) {
    first[i] = malloc(m->bytes[i] ? m->bytes[i] : 1);
    MUST(first[i]);
    memcpy(first[i], m->blocks[i], m->bytes[i]);
    memcpy(m->blocks[i], m->before[i], m->bytes[i]);
  }
  each_output(plan, m, 1, clear);
  memset(m->workspace_block, 0x33, m->workspace_bytes);
  MUST(!rem_plan_run(plan, m->buffers, m->n, m->workspace, m->workspace_bytes, NULL, NULL));
  for (i = 0; i < m->n; i++) {
    MUST(!memcmp(first[i], m->blocks[i], m->bytes[i]));
    free(first[i]);
  }
}

/* A plan of this member alone runs to the same bytes, in a workspace of its own, and refuses the same buffers. */
static void must_run_as_member(const rem_plan *many, struct memory *m, const rem_error *refused) {
  struct memory own = *m;
  size_t align;
  rem_plan_workspace(many, &own.workspace_bytes, &align);
  if (align < sizeof(void *)) align = sizeof(void *);
  MUST(posix_memalign((void **)&own.workspace_block, align, own.workspace_bytes ? own.workspace_bytes : 1) == 0);
  own.workspace = own.workspace_block;
  if (!refused) must_repeat(many, &own);
  else if (refused->slot >= 0 && !strstr(refused->text, "workspace"))
    MUST(rem_plan_check(many, own.buffers, own.n, own.workspace, own.workspace_bytes, NULL) == (rem_status)refused->status);
  free(own.workspace_block);
}

static void run(struct call *c, const rem_plan *plan, const rem_plan *many) {
  struct memory m = {0};
  rem_error error = {.size = sizeof error}, dry = error;
  rem_status status, checked;
  give_buffers(c, plan, &m);
  give_workspace(c, plan, &m);
  remember(&m);
  checked = rem_plan_check(plan, m.buffers, m.n, m.workspace, m.workspace_bytes, &dry);
  status = rem_plan_run(plan, m.buffers, m.n, m.workspace, m.workspace_bytes, NULL, &error);
  MUST(status == checked);
  if (status) {
    must_say_why(status, &error);
    must_run_as_member(many, &m, &error);
    must_be_unchanged(&m);
  } else {
    if (!plan->problem.accumulate) must_repeat(plan, &m), must_run_as_member(many, &m, NULL);
    each_output(plan, &m, 0, clear); /* outputs made equal, nothing else may differ */
    for (int i = 0; i < m.n; i++) {
      char *now = m.blocks[i];
      m.blocks[i] = m.before[i], m.before[i] = now;
    }
    for (int i = 0; i < m.n; i++) /* the buffers' bases followed the blocks */
      for (int k = 0; k < m.n; k++)
        if (m.buffers[i].base == m.before[k]) {
          m.buffers[i].base = m.blocks[k];
          break;
        }
    each_output(plan, &m, 0, clear);
    must_be_unchanged(&m);
  }
  end_memory(&m);
}

static void must_agree(const rem_plan *plan, const rem_view *inferred) {
  rem_guarantee g = {.size = sizeof g};
  rem_view v;
  int i;
  MUST(!rem_plan_guarantee(plan, &g, NULL) && g.ulp >= 0 && g.sum >= 0);
  MUST(*rem_plan_sku(plan) && *rem_plan_problem(plan));
  for (i = 0; i < rem_plan_slots(plan); i++) {
    MUST(!rem_plan_view(plan, i, &v, NULL) && v.rank == inferred[i].rank && v.rank >= REM_LEFT_OUT);
    if (v.rank >= 0) MUST(v.dtype == inferred[i].dtype && !memcmp(v.shape, inferred[i].shape, 8 * (size_t)v.rank));
  }
}

/* Calls tasks in the other order, as a pool may. */
static void backwards(void *pool, int64_t count, void (*task)(void *arg, int64_t i), void *arg) {
  (void)pool;
  while (count-- > 0) task(arg, count);
}

static rem_context *open_context(int threads, rem_parallel_for pool) {
  rem_context_desc desc = {.size = sizeof desc, .threads = threads, .parallel_for = pool};
  rem_context *context = NULL;
  MUST(!rem_context_create(&desc, &context, NULL));
  return context;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static rem_context *contexts[2];
  struct call c = {.b = {data, data + size}};
  rem_view inferred[REM_MAX_SLOTS];
  rem_error error = {.size = sizeof error}, planning = error;
  rem_status status, created;
  rem_plan *plan = NULL, *many = NULL, *pair = NULL;
  rem_context *context;
  int n;
  if (!contexts[0]) contexts[0] = open_context(1, NULL), contexts[1] = open_context(3, backwards);
  describe(&c);
  n = c.entry && (c.desc.pass == 0 || c.desc.pass == 1) ? c.entry->n_slots[c.desc.pass] : 0;
  status = rem_infer(&c.desc, inferred, n, &error);
  if (status) must_say_why(status, &error);
  context = contexts[take(&c.b) & 1];
  created = rem_plan_create(context, &c.desc, &plan, &planning);
  MUST((created == REM_OK) == (plan != NULL) && (status == REM_OK || created == status));
  if (created) must_say_why(created, &planning);
  MUST(rem_plan_create_many(context, &c.desc, 1, &many, NULL) == created || c.desc.max_workspace > 1);
  if (plan && many) {
    rem_desc both[2] = {c.desc, c.desc};
    must_agree(plan, inferred);
    must_agree(many, inferred);
    MUST(!rem_plan_create_many(context, both, 2, &pair, NULL) && rem_plan_members(pair) == 2);
    MUST(rem_plan_slots(pair) == 2 * rem_plan_slots(plan));
    if (small_enough(plan)) run(&c, plan, many);
  }
  rem_plan_destroy(pair);
  rem_plan_destroy(many);
  rem_plan_destroy(plan);
  return 0;
}

#include "standalone.h"
