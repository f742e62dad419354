/* bench_case.c: makes a problem, or one plan of many, ready to be timed: plan, tensors with plausible values, streams of the same size. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "core/error.h"

/* A slot smaller than this part of the largest one is no stream: it stays in the cache. */
enum { STREAM_PART = 32, PLAN_TRIES = 64 };

static rem_status no_memory(rem_error *error) {
  return fail(error, REM_NO_MEMORY, NOWHERE, "no memory for the tensors of this problem");
}

/* ---- tensors ------------------------------------------------------------------------------------------ */

size_t view_bytes(const rem_view *v, size_t *offset) {
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

/* Gives a slot its buffer and fills inputs, and outputs too, so that every page is there. */
static rem_status open_tensor(struct bench_case *c, const struct problem *p, int slot, rem_buffer *buffer,
                              rem_error *error) {
  const rem_view *v = &p->views[slot];
  size_t offset, bytes = view_bytes(v, &offset);
  rem_buffer whole = {arena_take(&c->tensors, bytes), bytes, 0};
  struct domain domain = slot_domain(c, p, slot);
  if (!whole.base) return no_memory(error);
  *buffer = whole;
  buffer->offset = offset;
  return fill_tensor(c->context, whole, bytes, v->dtype, &domain, (uint64_t)slot + 1, error);
}

static rem_status open_tensors(struct bench_case *c, rem_error *error) {
  rem_status status = REM_OK;
  int n = c->plan->problem.n_slots;
  size_t all = 0, offset;
  for (int k = 0; k < c->n_slots; k++) {
    const rem_view *v = &case_problem(c, k / n)->views[k % n];
    if (v->rank >= 0) all += view_bytes(v, &offset) + 8192;
  }
  if (!arena_open(&c->tensors, all, n)) return no_memory(error);
  for (int k = 0; k < c->n_slots && !status; k++)
    if (case_problem(c, k / n)->views[k % n].rank >= 0)
      status = open_tensor(c, case_problem(c, k / n), k % n, &c->buffers[k], error);
  return status;
}

/* ---- streams ------------------------------------------------------------------------------------------ */

/* Whether the values of a slot must be read or written. */
static int is_moved(const struct problem *p, int slot) {
  const char *name = p->entry->slots[p->pass][slot].name;
  if (p->views[slot].rank < 0) return 0;
  if (p->entry->slots[p->pass][slot].role == REM_OUTPUT) return 1;
  if (problem_need(p, slot) == REM_IGNORED) return 0;
  return !is_saved(p, slot) || problem_uses_saved(p, name);
}

/* Of a table from which rows are picked, no more rows than there are numbers. */
static double slot_bytes(const struct problem *p, int slot) {
  const struct slot *s = &p->entry->slots[p->pass][slot];
  double bytes = is_moved(p, slot) ? view_elements(&p->views[slot]) * (double)rem_dtype_size(p->views[slot].dtype) : 0;
  if (p->entry->family != FAMILY_PICK || s->role == REM_OUTPUT || s->shape != SHAPE_X || !bytes) return bytes;
  double picked = view_elements(problem_view(p, "index"));
  return picked < (double)p->shape[0] ? bytes * picked / (double)p->shape[0] : bytes;
}

/* What must move of a slot, in all members: the inputs and, where they accumulate, the outputs are read, the outputs written. */
static double moved_bytes(const struct bench_case *c, int slot, int writes) {
  double bytes = 0;
  for (int m = 0; m < c->members; m++) {
    const struct problem *p = case_problem(c, m);
    int output = p->entry->slots[p->pass][slot].role == REM_OUTPUT, adds = p->accumulate >> slot & 1;
    if (writes ? output : !output || adds) bytes += slot_bytes(p, slot);
  }
  return bytes;
}

static double largest_slot(const struct bench_case *c) {
  double most = 0;
  for (int i = 0; i < 2 * c->plan->problem.n_slots; i++)
    if (moved_bytes(c, i / 2, i % 2) > most) most = moved_bytes(c, i / 2, i % 2);
  return most;
}

static double largest_elements(const struct problem *p) {
  double most = 0;
  for (int i = 0; i < p->n_slots; i++)
    if (p->views[i].rank >= 0 && view_elements(&p->views[i]) > most) most = view_elements(&p->views[i]);
  return most;
}

/* Returns its number. */
static int add_stream(struct bench_case *c, double bytes, int writes) {
  struct stream_set *s = &c->streams;
  int k = s->reads + s->writes;
  s->bytes[k] = (size_t)bytes;
  s->at[k] = c->moved.base ? arena_take(&c->moved, s->bytes[k]) : NULL;
  if (writes) s->writes++;
  else s->reads++;
  c->stream_bytes += (double)s->bytes[k];
  return k;
}

/* An output that accumulates is read and written at one place. */
static void count_streams(struct bench_case *c, double smallest) {
  int n = c->plan->problem.n_slots, read_at[REM_MAX_SLOTS];
  memset(&c->streams, 0, sizeof c->streams);
  c->bytes = c->stream_bytes = 0;
  for (int i = 0; i < 2 * n; i++) {
    int slot = i % n, writes = i / n;
    double bytes = moved_bytes(c, slot, writes);
    c->bytes += bytes;
    if (!writes) read_at[slot] = -1;
    if (bytes == 0 || bytes < smallest) continue;
    int k = add_stream(c, bytes, writes);
    if (!writes) read_at[slot] = k;
    else if (read_at[slot] >= 0) c->streams.at[read_at[slot]] = c->streams.at[k];
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
  double smallest = largest_slot(c) / STREAM_PART;
  for (int m = 0; m < c->members; m++) c->elements += largest_elements(case_problem(c, m));
  count_streams(c, smallest);
  if (yardstick < YARDSTICK_STREAMS) return REM_OK;
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

static rem_status make_plan(const struct bench_case *c, const rem_desc *descs, rem_plan **plan, rem_error *error) {
  return c->members > 1 ? rem_plan_create_many(c->context, descs, c->members, plan, error)
                        : rem_plan_create(c->context, descs, plan, error);
}

static rem_status open_plan(struct bench_case *c, const rem_desc *descs, rem_error *error) {
  double again[PLAN_TRIES], start = clock_seconds();
  rem_status status = make_plan(c, descs, &c->plan, error);
  c->plan_first = clock_seconds() - start;
  for (int i = 0; !status && i < PLAN_TRIES; i++) {
    rem_plan *plan;
    start = clock_seconds();
    status = make_plan(c, descs, &plan, error);
    again[i] = clock_seconds() - start;
    if (!status) rem_plan_destroy(plan);
  }
  if (status) return status;
  c->plan_again = spread_of(again, PLAN_TRIES).middle;
  c->n_slots = rem_plan_slots(c->plan);
  c->buffers = calloc(2 * (size_t)c->n_slots, sizeof *c->buffers);
  c->turn = c->buffers ? c->buffers + c->n_slots : NULL;
  return c->buffers ? REM_OK : no_memory(error);
}

/* Pages are touched, so that the first run finds them. */
static rem_status open_workspace(struct bench_case *c, rem_error *error) {
  size_t bytes, align;
  rem_plan_workspace(c->plan, &bytes, &align);
  if (bytes == 0) return REM_OK;
  rem_status status = rem_memory_create(c->context, bytes, &c->workspace, error);
  if (!status && !c->device) memset(c->workspace.base, 0, bytes);
  return status;
}

/* A device has memory that cases share, and a copy of as many bytes to compare with; a CPU large pages, and streams. */
static rem_status open_memory(struct bench_case *c, const rem_desc *descs, enum yardstick yardstick, rem_error *error) {
  rem_status status = c->device ? device_tensors(c, yardstick == YARDSTICK_CACHED, error) : open_tensors(c, error);
  if (!status) status = fill_saved(c, descs, error);
  if (!status) status = open_streams(c, c->device ? YARDSTICK_NONE : yardstick, error);
  if (!status && c->device && yardstick >= YARDSTICK_STREAMS) status = device_copy_open(c->device, c->bytes / 2, error);
  return status;
}

rem_status case_open(struct bench_case *c, const rem_desc *descs, int n, struct bench_device *device, int threads,
                     enum yardstick yardstick, int uniform, rem_error *error) {
  rem_context_desc context = {.size = sizeof context, .threads = threads};
  memset(c, 0, sizeof *c);
  c->members = n;
  c->threads = threads;
  c->uniform = uniform;
  c->sets = 1;
  c->device = device;
  rem_status status = REM_OK;
  if (device) c->context = device->context;
  else status = rem_context_create(&context, &c->context, error);
  if (!status) status = open_plan(c, descs, error);
  if (!status) status = open_workspace(c, error);
  if (!status) status = open_memory(c, descs, yardstick, error);
  if (status) case_close(c);
  return status;
}

const struct problem *case_problem(const struct bench_case *c, int member) {
  return c->plan->many ? &c->plan->many->member[member].problem : &c->plan->problem;
}

const rem_buffer *case_buffers(const struct bench_case *c, int set) {
  int n = c->plan->problem.n_slots;
  if (set == 0) return c->buffers;
  memcpy(c->turn, c->buffers, (size_t)c->n_slots * sizeof *c->turn);
  for (int k = 0; k < c->n_slots; k++) c->turn[k].offset += (size_t)set * c->step[k % n];
  return c->turn;
}

rem_status case_run(const struct bench_case *c, int set, rem_error *error) {
  return rem_plan_run(c->plan, case_buffers(c, set), c->n_slots, c->workspace.base, c->workspace.bytes, NULL, error);
}

void case_close(struct bench_case *c) {
  arena_close(&c->moved);
  arena_close(&c->tensors);
  rem_memory_destroy(c->context, &c->workspace);
  rem_plan_destroy(c->plan);
  free(c->buffers);
  if (!c->device) rem_context_destroy(c->context);
  memset(c, 0, sizeof *c);
}

int case_transcends(const struct bench_case *c) {
  const struct entry *e = c->plan->problem.entry;
  const char *formula = c->plan->problem.pass == REM_FORWARD ? e->forward : e->gradient;
  return formula && (formula_uses(formula, "exp_") || formula_uses(formula, "log_"));
}
