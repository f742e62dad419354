/* gpu.c: the GPU backends: their tables, planning by family, and runs. */
#include "gpu.h"

#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "many.h"

/* ---- the device ---- */

rem_status gpu_open(rem_context *context, const rem_context_desc *desc, const struct driver *driver, void **device,
                    rem_error *error) {
  struct gpu *gpu = context_allocate(context, sizeof *gpu);
  if (!gpu) return fail(error, REM_NO_MEMORY, NOWHERE, "no memory for a device");
  memset(gpu, 0, sizeof *gpu);
  gpu->driver = driver;
  rem_status status = driver->open(context, desc, device_number(desc->device), &gpu->device, &gpu->facts, error);
  if (!status) {
    status = cache_open(context, driver, gpu->device, &gpu->facts, desc, &gpu->cache, error);
    if (status) driver->close(context, gpu->device);
  }
  if (status) {
    context_release(context, gpu);
    return status;
  }
  *device = gpu;
  context->handles = gpu->facts.handles;
  return REM_OK;
}
static rem_status open_cuda(rem_context *context, const rem_context_desc *desc, void **device, rem_error *error) {
  return gpu_open(context, desc, &cuda_driver, device, error);
}
static rem_status open_opencl(rem_context *context, const rem_context_desc *desc, void **device, rem_error *error) {
  return gpu_open(context, desc, &opencl_driver, device, error);
}

static void close_gpu(rem_context *context, void *device) {
  struct gpu *gpu = device;
  cache_close(context, gpu->cache);
  gpu->driver->close(context, gpu->device);
  context_release(context, gpu);
}

static void describe(const rem_context *context, char *text, size_t size) {
  const struct gpu *gpu = context->device;
  snprintf(text, size, "%s %s", gpu->driver->name, gpu->facts.name);
}

/* ---- planning ---- */

typedef void family_plan(struct planner *);
static family_plan *const families[][2] = {
    [FAMILY_MAP] = {gpu_map, gpu_map},
    [FAMILY_ROW] = {gpu_row, gpu_row_grad},
    [FAMILY_SCAN] = {gpu_scan, gpu_scan_grad},
    [FAMILY_NORM] = {gpu_norm, gpu_norm},
    [FAMILY_PICK] = {gpu_pick, gpu_pick_grad},
    [FAMILY_STEP] = {gpu_step, NULL}};
static family_plan *const layouts[][2] = {[LAYOUT_pad] = {gpu_pad, gpu_pad_grad},
                                          [LAYOUT_repeat] = {gpu_repeat, gpu_repeat_grad}};

static family_plan *family_of(const struct problem *p) {
  if (problem_tally(p)) return gpu_tally;
  if (p->entry->rival) return p->pass == REM_BACKWARD ? gpu_rival_grad : gpu_rival;
  return p->entry->family == FAMILY_LAYOUT ? layouts[p->entry->op][p->pass] : families[p->entry->family][p->pass];
}

/* One block holds the executable, its steps and their arguments. */
static struct exec *make_exec(struct planner *s, const struct step *step, int n, const char *pool, size_t pool_bytes) {
  size_t steps = (size_t)n * sizeof(struct step);
  char *block = context_allocate(s->context, sizeof(struct exec) + steps + pool_bytes);
  struct exec *exec = (struct exec *)(void *)block;
  if (!block) {
    plan_fail(s, REM_NO_MEMORY, "no memory for a plan");
    return NULL;
  }
  if (n) memcpy(block + sizeof *exec, step, steps);
  if (pool_bytes) memcpy(block + sizeof *exec + steps, pool, pool_bytes);
  *exec = (struct exec){s->context, s->gpu, s->p->n_slots, n, (const struct step *)(const void *)(block + sizeof *exec),
                        block + sizeof *exec + steps};
  return exec;
}

/* "2 kernels from the disk, 1 from the compiler: ready in 212.3 ms.": where they came from when they were first wanted. */
static void note_origins(struct planner *s, const struct step *step, int steps) {
  static const char *const places[] = {"memory", "the pack", "the disk", "the compiler"};
  char text[160] = "";
  int count[4] = {0}, used = 0;
  double seconds = 0;
  if (s->gpu->facts.imaginary) {
    plan_note(s, "%d kernel%s, none compiled.", steps, steps == 1 ? "" : "s");
    return;
  }
  for (int i = 0; i < steps; i++) {
    int again = 0;
    for (int k = 0; k < i && i < MAX_STEPS; k++) again |= step[k].kernel == step[i].kernel && step[i].members > 0;
    if (again || i >= MAX_STEPS) continue; /* launches over many share kernels */
    count[step[i].kernel->origin]++;
    seconds += step[i].kernel->seconds;
  }
  for (int k = 0; k < 4; k++)
    if (count[k])
      used += snprintf(text + used, sizeof text - (size_t)used, "%s%d%s from %s", used ? ", " : "", count[k],
                       used ? "" : count[k] == 1 ? " kernel" : " kernels", places[k]);
  if (used) plan_note(s, "%s: ready in %.1f ms.", text, seconds * 1e3);
  const char *trouble = cache_trouble(s->gpu->cache);
  if (trouble) plan_note(s, "%s", trouble);
}

/* Whether the elements of every slot, and as many of the workspace, can be told apart with 31 bits; some more are kept free for
 * what lies around them. */
static int offsets_near(const struct problem *p) {
  for (int i = 0; i < p->n_slots; i++) {
    const rem_view *v = &p->views[i];
    int64_t reach = 0, count = 1;
    for (int k = 0; k < v->rank && v->rank > 0; k++) {
      int64_t stride = v->stride[k] < 0 ? -v->stride[k] : v->stride[k];
      if (v->shape[k] == 0) return 1;
      if (v->shape[k] > INT32_MAX || (v->shape[k] > 1 && stride > INT32_MAX)) return 0;
      if (v->shape[k] > 1) reach += (v->shape[k] - 1) * stride;
      count *= v->shape[k];
      if (reach > INT32_MAX / 2 || count > INT32_MAX / 2) return 0;
    }
  }
  return 1;
}

/* Families name the schedule; device, op, compute dtype and the number of launches stand around it. */
static void finish_sku(struct planner *s, int steps) {
  char schedule[SKU_BYTES];
  const struct problem *p = s->p;
  memcpy(schedule, s->planned->sku, sizeof schedule);
  snprintf(s->planned->sku, sizeof s->planned->sku, "%s.%.32s.%s%s.%s.%.64s.k%d", s->gpu->driver->name,
           s->gpu->driver == &opencl_driver ? "cl12" : s->gpu->facts.arch, p->entry->name,
           p->pass == REM_BACKWARD ? ".bwd" : "", rem_dtype_name(p->compute), schedule, steps);
}

/* Integers may be cast to it. */
static int has_f64(const struct problem *p) {
  for (int i = 0; i < p->n_slots; i++)
    if (p->views[i].rank != REM_LEFT_OUT && p->views[i].dtype == REM_F64) return 1;
  return 0;
}

rem_status gpu_planner(struct planner *s, rem_context *context, const struct problem *p, struct planned *planned, rem_error *error) {
  const struct gpu *gpu = context->device;
  if (!gpu->facts.has_f64 && has_f64(p))
    return fail(error, REM_UNSUPPORTED, NOWHERE, "%s has no f64 arithmetic", gpu->facts.name);
  s->context = context, s->gpu = gpu, s->p = p, s->planned = planned, s->error = error;
  s->status = REM_OK;
  s->near = offsets_near(p);
  s->steps = 0;
  s->pool_used = s->workspace = s->head_used = 0;
  return REM_OK;
}

void gpu_family(struct planner *s) { family_of(s->p)(s); }

void gpu_finish(struct planner *s, const struct step *step, int steps, const char *pool, size_t pool_bytes) {
  note_origins(s, step, steps);
  finish_sku(s, steps);
  s->planned->exec = make_exec(s, step, steps, pool, pool_bytes);
  s->planned->workspace_align = 256;
  s->planned->repeat = s->gpu->facts.exact ? REM_REPEAT_EVERYWHERE : REM_REPEAT_RUN;
}

static rem_status plan(rem_context *context, const struct problem *p, struct planned *planned, rem_error *error) {
  struct planner s;
  rem_status status = gpu_planner(&s, context, p, planned, error);
  if (status) return status;
  gpu_family(&s);
  if (s.status) return s.status;
  planned->workspace_bytes = s.workspace;
  gpu_finish(&s, s.step, s.steps, s.pool, s.pool_used);
  return s.status;
}

static void forget(rem_context *context, void *exec) {
  context_release(context, exec);
}

/* ---- running ---- */

static struct gpu_memory memory_of(const struct place *place, const rem_buffer *buffers, void *workspace) {
  struct gpu_memory m = {NULL, 0};
  if (place->from == FROM_SLOT) {
    m.base = buffers[place->slot].base;
    m.offset = (int64_t)buffers[place->slot].offset + place->offset;
  } else if (place->from == FROM_WORKSPACE) {
    m.base = workspace;
    m.offset = place->offset;
  }
  return m;
}

static rem_status run(rem_context *context, const void *executable, const rem_buffer *buffers, char *const *elements,
                      void *workspace, void *stream, rem_error *error) {
  const struct exec *exec = executable;
  rem_status status = REM_OK;
  (void)context, (void)elements;
  for (int i = 0; i < exec->steps && !status; i++) {
    const struct step *step = &exec->step[i];
    if (step->members) {
      status = many_launch(exec, step, buffers, stream, error);
      continue;
    }
    struct gpu_launch launch = {.blocks = step->blocks,
                                .threads = step->threads,
                                .args = exec->pool + step->args_at,
                                .args_bytes = step->args_bytes};
    for (int k = 0; k < GPU_POINTERS; k++) launch.pointer[k] = memory_of(&step->place[k], buffers, workspace);
    status = exec->gpu->driver->launch(exec->gpu->device, step->kernel->loaded, &launch, stream, error);
  }
  return status;
}

/* ---- the text of kernels ---- */

/* That of the last step, which writes the results. */
static const char *source(const void *executable) {
  const struct exec *exec = executable;
  return exec->steps ? cache_text(exec->context, exec->gpu->cache, exec->step[exec->steps - 1].kernel, source_make) : NULL;
}

const struct step *exec_step(const void *executable, int i) {
  const struct exec *exec = executable;
  return i < exec->steps ? &exec->step[i] : NULL;
}

/* ---- memory ---- */

static rem_status memory_create(rem_context *context, size_t bytes, rem_buffer *buffer, rem_error *error) {
  const struct gpu *gpu = context->device;
  return gpu->driver->memory_create(gpu->device, bytes, buffer, error);
}
static void memory_destroy(rem_context *context, rem_buffer *buffer) {
  const struct gpu *gpu = context->device;
  gpu->driver->memory_destroy(gpu->device, buffer);
}
static rem_status memory_write(rem_context *context, const rem_buffer *to, const void *from, size_t bytes, void *stream,
                               rem_error *error) {
  const struct gpu *gpu = context->device;
  return gpu->driver->memory_write(gpu->device, to, from, bytes, stream, error);
}
static rem_status memory_read(rem_context *context, void *to, const rem_buffer *from, size_t bytes, void *stream,
                              rem_error *error) {
  const struct gpu *gpu = context->device;
  return gpu->driver->memory_read(gpu->device, to, from, bytes, stream, error);
}
static rem_status memory_copy(rem_context *context, const rem_buffer *to, const rem_buffer *from, size_t bytes, void *stream,
                              rem_error *error) {
  const struct gpu *gpu = context->device;
  return gpu->driver->memory_copy(gpu->device, to, from, bytes, stream, error);
}
static rem_status check_memory(const rem_context *context, const void *base, int slot, const char *slot_name,
                               rem_error *error) {
  const struct gpu *gpu = context->device;
  return gpu->driver->check_memory(gpu->device, base, slot, slot_name, error);
}

/* ---- the tables ---- */

#define GPU_BACKEND(title, opener)                                                                                      \
  {.name = title, .open = opener, .close = close_gpu, .describe = describe, .plan = plan, .plan_many = gpu_plan_many, .forget = forget, .run = run, \
   .source = source, .memory_create = memory_create, .memory_destroy = memory_destroy, .memory_write = memory_write,    \
   .memory_read = memory_read, .memory_copy = memory_copy, .check_memory = check_memory}
const struct backend cuda_backend = GPU_BACKEND("cuda", open_cuda), opencl_backend = GPU_BACKEND("opencl", open_opencl);
