/* bench_device.c: times problems on a device, against copies within its memory. A sample is a number of runs enqueued one
 * behind the other and a read of a few bytes that waits for them, by the wall clock. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "core/error.h"

static const double SAMPLE_SECONDS = 20e-3; /* a sample takes at least this long */

/* Tensors smaller than LARGE_BYTES are run in turns on several sets, together as large as FOOTPRINT_BYTES: no cache of a
 * device holds them. */
enum { LARGE_BYTES = 64 << 20, FOOTPRINT_BYTES = 256 << 20, MAX_SETS = 4096, STEP_BYTES = 512, MAX_TIMES = 1 << 16 };
enum { MAX_ROUNDS = 101 };

/* ---- memory --------------------------------------------------------------------------------------------- */

/* At least so many bytes; what they are filled with is forgotten when they have to be taken anew. */
static rem_status take(struct bench_device *d, struct pooled *p, size_t bytes, rem_error *error) {
  if (p->memory.base && p->memory.bytes >= bytes) return REM_OK;
  rem_memory_destroy(d->context, &p->memory);
  *p = (struct pooled){0};
  return rem_memory_create(d->context, bytes, &p->memory, error);
}

static void let_go(struct bench_device *d, struct pooled *p) {
  rem_memory_destroy(d->context, &p->memory);
  *p = (struct pooled){0};
}

/* The same with values of a domain, written again only when others are there. */
static rem_status take_filled(struct bench_device *d, struct pooled *p, size_t bytes, int dtype,
                              const struct domain *domain, uint64_t seed, rem_error *error) {
  rem_status status = take(d, p, bytes, error);
  const struct domain *has = &p->domain;
  int same = has->on[0] == domain->on[0] && has->on[1] == domain->on[1] && has->often == domain->often;
  if (status || (p->dtype == dtype && same && p->filled >= bytes)) return status;
  p->dtype = 0;
  status = fill_tensor(d->context, p->memory, bytes, dtype, domain, seed, error);
  if (!status) *p = (struct pooled){p->memory, dtype, *domain, bytes};
  return status;
}

static size_t step_of(size_t bytes) { return (bytes + STEP_BYTES - 1) / STEP_BYTES * STEP_BYTES; }

static int sets_for(size_t largest, size_t all) {
  size_t sets = largest >= LARGE_BYTES || all == 0 ? 1 : FOOTPRINT_BYTES / all + 1;
  return sets > MAX_SETS ? MAX_SETS : (int)sets;
}

/* Bytes of a member's slot, and to its element (0,...,0); 0: it is left out. */
static size_t member_bytes(const struct bench_case *c, int m, int slot, size_t *offset) {
  const rem_view *v = &case_problem(c, m)->views[slot];
  return v->rank < 0 ? 0 : step_of(view_bytes(v, offset));
}

static void count_sets(struct bench_case *c, int one_set) {
  size_t offset, largest = 0, all = 0;
  for (int i = 0; i < c->plan->problem.n_slots; i++) {
    for (int m = 0; m < c->members; m++) c->step[i] += member_bytes(c, m, i, &offset);
    all += c->step[i];
    largest = c->step[i] > largest ? c->step[i] : largest;
  }
  c->sets = one_set ? 1 : sets_for(largest, all);
}

/* Members have dtypes and domains of their own: what they leave is not known afterwards. */
static rem_status fill_members(struct bench_case *c, struct pooled *p, int slot, rem_error *error) {
  rem_status status = REM_OK;
  rem_buffer to = p->memory;
  size_t offset;
  for (int k = 0; k < c->members * c->sets && !status; k++) {
    const struct problem *problem = case_problem(c, k % c->members);
    struct domain domain = slot_domain(c, problem, slot);
    size_t bytes = member_bytes(c, k % c->members, slot, &offset);
    if (bytes)
      status = fill_tensor(c->context, to, bytes, problem->views[slot].dtype, &domain, (uint64_t)slot + 1, error);
    to.offset += bytes;
  }
  p->dtype = 0;
  return status;
}

/* A slot of all members lies in one piece of memory, one behind the other; behind all of them the next set. */
static rem_status open_slot(struct bench_case *c, struct pooled *from, int slot, rem_error *error) {
  const struct problem *p = &c->plan->problem;
  size_t bytes = c->step[slot] * (size_t)c->sets, at = 0, offset = 0;
  struct domain domain = slot_domain(c, p, slot);
  rem_status status;
  bytes = bytes ? bytes : STEP_BYTES;
  if (c->members > 1) {
    status = take(c->device, from, bytes, error);
    if (!status) status = fill_members(c, from, slot, error);
  } else status = take_filled(c->device, from, bytes, p->views[slot].dtype, &domain, (uint64_t)slot + 1, error);
  for (int m = 0; m < c->members; m++, offset = 0) {
    rem_buffer *b = &c->buffers[m * p->n_slots + slot];
    size_t step = member_bytes(c, m, slot, &offset);
    *b = from->memory;
    b->offset = at + offset;
    at += step;
  }
  return status;
}

static int is_present(const struct bench_case *c, int slot) {
  for (int m = 0; m < c->members; m++)
    if (case_problem(c, m)->views[slot].rank >= 0) return 1;
  return 0;
}

/* Outputs, and saved tensors, which a forward run fills, lie apart from inputs, whose values are to last. */
rem_status device_tensors(struct bench_case *c, int one_set, rem_error *error) {
  const struct problem *p = &c->plan->problem;
  struct bench_device *d = c->device;
  rem_status status = REM_OK;
  count_sets(c, one_set);
  for (int i = 0; i < p->n_slots && !status; i++) {
    if (!is_present(c, i)) continue;
    int kept = p->entry->slots[p->pass][i].role == REM_INPUT && !is_saved(p, i);
    struct pooled *from = kept ? &d->inputs[i] : &d->outputs[i];
    if (!kept) from->dtype = 0;
    status = open_slot(c, from, i, error);
    if (!kept) from->dtype = 0;
  }
  return status;
}

rem_status device_open(struct bench_device *d, const char *device, rem_error *error) {
  rem_context_desc desc = {.size = sizeof desc, .device = device};
  *d = (struct bench_device){0};
  return rem_context_create(&desc, &d->context, error);
}

void device_close(struct bench_device *d) {
  rem_plan_destroy(d->copy);
  for (int i = 0; i < REM_MAX_SLOTS; i++) let_go(d, &d->inputs[i]), let_go(d, &d->outputs[i]);
  for (int i = 0; i < 2; i++) let_go(d, &d->copies[i]);
  rem_context_destroy(d->context);
  *d = (struct bench_device){0};
}

/* ---- the copy ------------------------------------------------------------------------------------------- */

/* Repeating once is a copy; in f32, which every device has. */
static rem_status plan_copy(struct bench_device *d, size_t bytes, rem_error *error) {
  int64_t elements = (int64_t)(bytes / 4), once = 1;
  rem_view views[2] = {rem_view_packed(REM_F32, 1, &elements), rem_view_packed(REM_F32, 1, &elements)};
  rem_attr repeats = {"repeats", REM_ATTR_INTS, 1, {.is = &once}};
  rem_desc desc = {.size = sizeof desc, .op = "repeat", .views = views, .n_views = 2, .attrs = &repeats, .n_attrs = 1};
  rem_plan_destroy(d->copy);
  d->copy = NULL;
  rem_status status = rem_plan_create(d->context, &desc, &d->copy, error);
  if (!status && d->copy->planned.workspace_bytes)
    status = fail(error, REM_INTERNAL, NOWHERE, "a copy on this device needs a workspace");
  return status;
}

/* Makes a copy of so many bytes ready, rounded to whole 16 bytes. */
rem_status device_copy_open(struct bench_device *d, double bytes, rem_error *error) {
  static const struct domain any = {{-1, 1}, 0};
  size_t n = bytes < 16 ? 16 : (size_t)bytes / 16 * 16;
  if (d->copy && d->copy_bytes == n) return REM_OK;
  rem_status status = plan_copy(d, n, error);
  d->copy_bytes = n;
  d->copy_step = step_of(n);
  d->copy_sets = sets_for(n, 2 * d->copy_step);
  for (int i = 0; i < 2 && !status; i++)
    status = take_filled(d, &d->copies[i], d->copy_step * (size_t)d->copy_sets, REM_F32, &any, (uint64_t)i + 1, error);
  return status;
}

/* ---- samples -------------------------------------------------------------------------------------------- */

/* What is timed: the plan, the library's own copy, the driver's. */
enum timed { THE_OP, OWN_COPY, DRIVERS_COPY, TIMED };
static const char *const copies[] = {[OWN_COPY] = "copy", [DRIVERS_COPY] = "driver"};

static rem_status run_copy(const struct bench_device *d, enum timed what, int turn, rem_error *error) {
  size_t offset = (size_t)(turn % d->copy_sets) * d->copy_step;
  rem_buffer buffers[2] = {d->copies[0].memory, d->copies[1].memory};
  buffers[0].offset = buffers[1].offset = offset;
  if (what == OWN_COPY) return rem_plan_run(d->copy, buffers, 2, NULL, 0, NULL, error);
  return d->context->backend->memory_copy(d->context, &buffers[1], &buffers[0], d->copy_bytes, NULL, error);
}

/* A read on the default stream waits for all that was enqueued before it. */
static rem_status wait_for(const struct bench_device *d, const rem_buffer *buffer, rem_error *error) {
  char last[4];
  rem_buffer from = *buffer;
  from.offset = 0;
  return rem_memory_read(d->context, last, &from, sizeof last, NULL, error);
}

rem_status device_wait(const struct bench_case *c, rem_error *error) {
  for (int i = 0; i < c->n_slots; i++)
    if (c->buffers[i].base) return wait_for(c->device, &c->buffers[i], error);
  return REM_OK;
}

/* Seconds of one of several runs. */
static rem_status sample(const struct bench_case *c, enum timed what, int times, double *seconds, rem_error *error) {
  rem_status status = REM_OK;
  double start = clock_seconds();
  for (int i = 0; i < times && !status; i++)
    status = what == THE_OP ? case_run(c, i % c->sets, error) : run_copy(c->device, what, i, error);
  if (!status)
    status = what == THE_OP ? device_wait(c, error) : wait_for(c->device, &c->device->copies[1].memory, error);
  *seconds = (clock_seconds() - start) / times;
  return status;
}

/* How often, for a sample to be long enough: the first run is not counted, and doubling ends where it is seen. */
static rem_status times_for(const struct bench_case *c, enum timed what, int *times, rem_error *error) {
  double seconds = 0;
  *times = 1;
  rem_status status = sample(c, what, 1, &seconds, error);
  while (!status) {
    status = sample(c, what, *times, &seconds, error);
    if (status || seconds * *times >= SAMPLE_SECONDS || *times >= MAX_TIMES) break;
    double factor = 1.25 * SAMPLE_SECONDS / (seconds * *times + 1e-9);
    *times = (int)(*times * (factor > 10 ? 10 : factor)) + 1;
  }
  return status;
}

/* ---- measuring ------------------------------------------------------------------------------------------ */

struct series {
  int times[TIMED];
  double op[TIMED][MAX_ROUNDS], copy[TIMED][MAX_ROUNDS], share[TIMED][MAX_ROUNDS];
};

/* Op and copy in turns, so that what slows the device down hits both. */
static rem_status measure_round(const struct bench_case *c, struct series *s, int from, int to, int round,
                                rem_error *error) {
  rem_status status = REM_OK;
  double copied = 2 * (double)c->device->copy_bytes;
  for (int k = from; k < to && !status; k++) {
    status = sample(c, THE_OP, s->times[THE_OP], &s->op[k][round], error);
    if (status || k == THE_OP) continue;
    status = sample(c, (enum timed)k, s->times[k], &s->copy[k][round], error);
    s->share[k][round] = c->bytes / s->op[k][round] / (copied / s->copy[k][round]);
  }
  return status;
}

/* The faster copy counts. */
static void conclude(struct bench_device *d, struct series *s, int from, int to, int rounds, struct measured *m) {
  double fastest = 0, rate;
  if (from == THE_OP) m->seconds = spread_of(s->op[THE_OP], rounds);
  for (int k = from; k < to && k > THE_OP; k++) {
    double middle = spread_of(s->copy[k], rounds).middle;
    if (k > OWN_COPY && middle >= fastest) continue;
    fastest = middle;
    rate = 2 * (double)d->copy_bytes / middle;
    d->best_rate = rate > d->best_rate ? rate : d->best_rate;
    m->yardstick = copies[k];
    m->share = spread_of(s->share[k], rounds);
    m->seconds = spread_of(s->op[k], rounds);
  }
}

rem_status device_measure(const struct bench_case *c, int rounds, int with_copy, struct measured *m, rem_error *error) {
  int from = with_copy ? OWN_COPY : THE_OP;
  int to = !with_copy ? OWN_COPY : c->context->backend->memory_copy ? TIMED : DRIVERS_COPY;
  rounds = rounds < 3 ? 3 : rounds > MAX_ROUNDS ? MAX_ROUNDS : rounds;
  struct series *s = malloc(sizeof *s);
  if (!s) return fail(error, REM_NO_MEMORY, NOWHERE, "no memory for the samples");
  *m = (struct measured){.rounds = rounds, .yardstick = "-"};
  rem_status status = times_for(c, THE_OP, &s->times[THE_OP], error);
  for (int k = from; k < to && !status; k++)
    if (k > THE_OP) status = times_for(c, (enum timed)k, &s->times[k], error);
  for (int i = 0; i < rounds && !status; i++) status = measure_round(c, s, from, to, i, error);
  if (!status) {
    conclude(c->device, s, from, to, rounds, m);
    m->rate = c->bytes / m->seconds.middle;
  }
  free(s);
  return status;
}
