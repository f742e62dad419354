/* bench_case.c: makes a problem ready to be timed: plan, tensors with plausible values, streams of the same size. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "core/error.h"

/* A slot smaller than this part of the largest one is no stream: it stays in the cache. */
enum { STREAM_PART = 32, PLAN_TRIES = 64 };

/* Values repeat after a prime number of elements, so that no line of a tensor holds one value many times. */
enum { PATTERN = 65521 };

static rem_status no_memory(rem_error *error) {
  return fail(error, REM_NO_MEMORY, NOWHERE, "no memory for the tensors of this problem");
}

/* ---- tensors ------------------------------------------------------------------------------------------ */

/* Bytes from the first to the last element of a view, and from the first byte to element (0,...,0). */
static size_t view_span(const rem_view *v, size_t *offset) {
  int64_t low = 0, high = 0;
  for (int i = 0; i < v->rank; i++) {
    int64_t reach = (v->shape[i] - 1) * v->stride[i];
    if (v->shape[i] == 0) return *offset = 0;
    if (reach < 0) low -= reach;
    else high += reach;
  }
  *offset = (size_t)low * rem_dtype_size(v->dtype);
  return (size_t)(low + high + 1) * rem_dtype_size(v->dtype);
}

/* Elements that exist in memory: axes that repeat count once. */
static double view_elements(const rem_view *v) {
  double n = 1;
  for (int i = 0; i < v->rank; i++)
    if (v->shape[i] == 0) return 0;
    else if (v->stride[i] != 0) n *= (double)v->shape[i];
  return n;
}

/* A normal float in a half type's range, cut off; smaller ones become 0. */
static uint16_t narrow_bits(uint32_t bits, int dtype) {
  int exponent = (int)(bits >> 23 & 255) - 127 + 15;
  uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
  if (dtype == REM_BF16) return (uint16_t)(bits >> 16);
  return exponent <= 0 ? sign : (uint16_t)(sign | exponent << 10 | (bits >> 13 & 0x3ff));
}

static void put_value(char *at, int dtype, double x) {
  float f = (float)x;
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  uint16_t narrow = narrow_bits(bits, dtype);
  if (dtype == REM_F64) memcpy(at, &x, sizeof x);
  else if (dtype == REM_F32) memcpy(at, &f, sizeof f);
  else if (dtype == REM_F16 || dtype == REM_BF16) memcpy(at, &narrow, sizeof narrow);
  else memset(at, 0, rem_dtype_size(dtype));
}

/* A few thousand values of the op's domain, over and over; indices are 0. */
static void fill(char *at, size_t bytes, int dtype, const double *on, uint64_t seed) {
  size_t size = rem_dtype_size(dtype), block = size * PATTERN;
  if (block > bytes) block = bytes;
  for (size_t i = 0; i + size <= block; i += size) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    put_value(at + i, dtype, on[0] + (on[1] - on[0]) * (double)(seed >> 40) * 0x1p-24);
  }
  for (size_t done = block; done < bytes; done += block)
    memcpy(at + done, at, bytes - done < block ? bytes - done : block);
}

/* Gives every slot its buffer and fills inputs, and outputs too, so that every page is there. */
static rem_status open_tensors(struct bench_case *c, rem_error *error) {
  const struct problem *p = &c->plan->problem;
  size_t all = 0, offset;
  for (int i = 0; i < p->n_slots; i++)
    if (p->views[i].rank >= 0) all += view_span(&p->views[i], &offset) + 8192;
  if (!arena_open(&c->tensors, all, p->n_slots)) return no_memory(error);
  for (int i = 0; i < p->n_slots; i++) {
    if (p->views[i].rank < 0) continue;
    size_t bytes = view_span(&p->views[i], &offset);
    char *at = arena_take(&c->tensors, bytes);
    if (!at) return no_memory(error);
    c->buffers[i] = (rem_buffer){at, bytes, offset};
    fill(at, bytes, p->views[i].dtype, p->entry->on, (uint64_t)i + 1);
  }
  return REM_OK;
}

/* ---- saved tensors ------------------------------------------------------------------------------------ */

/* Which slot of the other pass has this name. */
static int slot_named(const struct entry *entry, int pass, const char *name) {
  for (int i = 0; i < entry->n_slots[pass]; i++)
    if (!strcmp(entry->slots[pass][i].name, name)) return i;
  return -1;
}

/* The forward problem whose outputs this backward problem takes; its attributes are those that it knows. */
struct forward {
  rem_view views[REM_MAX_SLOTS];
  rem_buffer buffers[REM_MAX_SLOTS];
  rem_attr attrs[MAX_ATTRS];
  void *own[REM_MAX_SLOTS]; /* tensors that the backward problem has not */
  rem_desc desc;
};

static void forward_attrs(struct forward *f, const rem_desc *desc) {
  for (int i = 0; i < desc->n_attrs; i++) {
    rem_attr_info info;
    for (int k = 0; rem_op_attr(desc->op, k, &info, NULL) == REM_OK; k++)
      if (!strcmp(info.name, desc->attrs[i].name) && (info.passes & 1) && strcmp(info.name, "ties"))
        f->attrs[f->desc.n_attrs++] = desc->attrs[i];
  }
  f->desc.attrs = f->attrs;
}

/* Takes the tensors that both passes have; returns how many outputs they share. */
static int forward_slots(struct forward *f, const struct bench_case *c) {
  const struct problem *p = &c->plan->problem;
  int shared = 0;
  f->desc.n_views = p->entry->n_slots[0];
  for (int i = 0; i < f->desc.n_views; i++) {
    const struct slot *s = &p->entry->slots[0][i];
    int k = slot_named(p->entry, 1, s->name);
    f->views[i].rank = s->need == REM_REQUIRED ? REM_OPEN : REM_LEFT_OUT;
    if (k < 0 || p->views[k].rank < 0) continue;
    f->views[i] = p->views[k];
    f->buffers[i] = c->buffers[k];
    shared += s->role == REM_OUTPUT;
  }
  int x = slot_named(p->entry, 0, "x"), dx = slot_named(p->entry, 1, "dx");
  if (x >= 0 && dx >= 0 && f->views[x].rank < 0)
    f->views[x] = rem_view_packed(p->compute, p->views[dx].rank, p->views[dx].shape);
  return shared;
}

static rem_status forward_run(struct forward *f, const struct bench_case *c, rem_error *error) {
  rem_plan *plan = NULL;
  void *workspace = NULL;
  size_t bytes, align, offset;
  rem_status status = rem_plan_create(c->context, &f->desc, &plan, error);
  if (status) return status;
  for (int i = 0; i < f->desc.n_views; i++) {
    rem_view *v = &plan->problem.views[i];
    if (v->rank < 0 || f->buffers[i].base) continue;
    bytes = view_span(v, &offset);
    f->own[i] = malloc(bytes + 1);
    f->buffers[i] = (rem_buffer){f->own[i], bytes, offset};
    if (f->own[i]) fill(f->own[i], bytes, v->dtype, plan->problem.entry->on, (uint64_t)i + 1);
    else status = no_memory(error);
  }
  rem_plan_workspace(plan, &bytes, &align);
  if (bytes && posix_memalign(&workspace, align < 64 ? 64 : align, bytes)) status = no_memory(error);
  if (!status) status = rem_plan_run(plan, f->buffers, f->desc.n_views, workspace, bytes, NULL, error);
  free(workspace);
  rem_plan_destroy(plan);
  return status;
}

/* Saved tensors hold what the forward pass would have left in them. */
static rem_status fill_saved(struct bench_case *c, const rem_desc *desc, rem_error *error) {
  struct forward f = {.desc = {.size = sizeof f.desc, .op = desc->op, .views = f.views}};
  rem_status status = REM_OK;
  if (desc->pass == REM_FORWARD) return REM_OK;
  f.desc.views = f.views;
  forward_attrs(&f, desc);
  if (forward_slots(&f, c)) status = forward_run(&f, c, error);
  for (int i = 0; i < REM_MAX_SLOTS; i++) free(f.own[i]);
  return status;
}

/* ---- streams ------------------------------------------------------------------------------------------ */

/* Whether the values of a slot must be read or written. */
static int is_moved(const struct problem *p, int slot) {
  const char *name = p->entry->slots[p->pass][slot].name;
  if (p->views[slot].rank < 0) return 0;
  if (p->entry->slots[p->pass][slot].role == REM_OUTPUT) return 1;
  if (problem_need(p, slot) == REM_IGNORED) return 0;
  int from_forward = p->pass == REM_BACKWARD ? slot_named(p->entry, 0, name) : -1;
  int saved = from_forward >= 0 && p->entry->slots[0][from_forward].role == REM_OUTPUT;
  return !saved || problem_uses_saved(p, name);
}

static double slot_bytes(const struct problem *p, int slot) {
  return is_moved(p, slot) ? view_elements(&p->views[slot]) * (double)rem_dtype_size(p->views[slot].dtype) : 0;
}

static double largest_slot(const struct problem *p, double *elements) {
  double most = 0;
  *elements = 0;
  for (int i = 0; i < p->n_slots; i++) {
    if (slot_bytes(p, i) > most) most = slot_bytes(p, i);
    if (p->views[i].rank >= 0 && view_elements(&p->views[i]) > *elements) *elements = view_elements(&p->views[i]);
  }
  return most;
}

static void add_stream(struct bench_case *c, int slot, int reads) {
  struct stream_set *s = &c->streams;
  int k = s->reads + s->writes;
  s->bytes[k] = (size_t)slot_bytes(&c->plan->problem, slot);
  s->at[k] = c->moved.base ? arena_take(&c->moved, s->bytes[k]) : NULL;
  if (reads) s->reads++;
  else s->writes++;
  c->stream_bytes += (double)s->bytes[k];
}

/* What must move: the inputs and, where they accumulate, the outputs are read, the outputs are written. */
static void count_streams(struct bench_case *c, double smallest) {
  const struct problem *p = &c->plan->problem;
  int read_back[STREAM_MAX], n_back = 0;
  memset(&c->streams, 0, sizeof c->streams);
  c->bytes = c->stream_bytes = 0;
  for (int output = 0; output < 2; output++)
    for (int i = 0; i < p->n_slots; i++) {
      int role = p->entry->slots[p->pass][i].role, adds = (p->accumulate >> i & 1) && role == REM_OUTPUT;
      double bytes = slot_bytes(p, i);
      if ((role == REM_OUTPUT && output) || (!output && (role == REM_INPUT || adds))) c->bytes += bytes;
      else continue;
      if (bytes == 0 || bytes < smallest) continue;
      if (!output && adds) read_back[n_back++] = c->streams.reads + c->streams.writes;
      add_stream(c, i, !output);
    }
  /* An output that accumulates is read and written at one place. */
  for (int k = 0, w = c->streams.reads; k < n_back; k++, w++) {
    while (w < STREAM_MAX - 1 && c->streams.bytes[w] != c->streams.bytes[read_back[k]]) w++;
    c->streams.at[read_back[k]] = c->streams.at[w];
  }
}

/* Two streams, a read and a write, that together move what the op must. */
static void count_copy(struct bench_case *c) {
  size_t half = (size_t)(c->bytes / 2);
  c->streams = (struct stream_set){.reads = 1, .writes = 1, .bytes = {half, half}};
  c->stream_bytes = 2 * (double)half;
  for (int k = 0; k < 2; k++) c->streams.at[k] = arena_take(&c->moved, half);
}

/* Counts first, to know how much memory the streams need, and then again to lay them out. */
static rem_status open_streams(struct bench_case *c, enum yardstick yardstick, rem_error *error) {
  double smallest = largest_slot(&c->plan->problem, &c->elements) / STREAM_PART;
  count_streams(c, smallest);
  if (yardstick == YARDSTICK_NONE) return REM_OK;
  if (!arena_open(&c->moved, (size_t)c->bytes, STREAM_MAX)) return no_memory(error);
  if (yardstick == YARDSTICK_COPY) count_copy(c);
  else count_streams(c, smallest);
  for (int k = 0; k < c->streams.reads + c->streams.writes; k++) {
    if (!c->streams.at[k]) return no_memory(error);
    memset(c->streams.at[k], 1, c->streams.bytes[k]);
  }
  return REM_OK;
}

/* ---- the case ------------------------------------------------------------------------------------------ */

static rem_status open_plan(struct bench_case *c, const rem_desc *desc, rem_error *error) {
  double again[PLAN_TRIES], start = clock_seconds();
  rem_status status = rem_plan_create(c->context, desc, &c->plan, error);
  c->plan_first = clock_seconds() - start;
  for (int i = 0; !status && i < PLAN_TRIES; i++) {
    rem_plan *plan;
    start = clock_seconds();
    status = rem_plan_create(c->context, desc, &plan, error);
    again[i] = clock_seconds() - start;
    if (!status) rem_plan_destroy(plan);
  }
  if (!status) c->plan_again = spread_of(again, PLAN_TRIES).middle;
  return status;
}

static rem_status open_workspace(struct bench_case *c, rem_error *error) {
  size_t align;
  rem_plan_workspace(c->plan, &c->workspace_bytes, &align);
  if (c->workspace_bytes == 0) return REM_OK;
  if (posix_memalign(&c->workspace, align < 64 ? 64 : align, c->workspace_bytes)) {
    c->workspace = NULL;
    return no_memory(error);
  }
  memset(c->workspace, 0, c->workspace_bytes);
  return REM_OK;
}

rem_status case_open(struct bench_case *c, const rem_desc *desc, int threads, enum yardstick yardstick,
                     rem_error *error) {
  rem_context_desc context = {.size = sizeof context, .threads = threads};
  memset(c, 0, sizeof *c);
  c->threads = threads;
  rem_status status = rem_context_create(&context, &c->context, error);
  if (!status) status = open_plan(c, desc, error);
  if (!status) status = open_workspace(c, error);
  if (!status) status = open_tensors(c, error);
  if (!status) status = fill_saved(c, desc, error);
  if (!status) status = open_streams(c, yardstick, error);
  if (status) case_close(c);
  return status;
}

rem_status case_run(const struct bench_case *c, rem_error *error) {
  return rem_plan_run(c->plan, c->buffers, c->plan->problem.n_slots, c->workspace, c->workspace_bytes, NULL, error);
}

void case_close(struct bench_case *c) {
  arena_close(&c->moved);
  arena_close(&c->tensors);
  free(c->workspace);
  rem_plan_destroy(c->plan);
  rem_context_destroy(c->context);
  memset(c, 0, sizeof *c);
}

int case_transcends(const struct bench_case *c) {
  const struct entry *e = c->plan->problem.entry;
  const char *formula = c->plan->problem.pass == REM_FORWARD ? e->forward : e->gradient;
  return formula && (formula_uses(formula, "exp_") || formula_uses(formula, "log_"));
}
