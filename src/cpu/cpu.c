/* cpu.c: the CPU backend: its table, and what every family shares in planning. */
#include "cpu.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "isa.h"
#include "memory.h"

/* ---- the device ---- */

enum { SMALL_TASK = 32768 };
#define MOST_SIZE ((int64_t)1 << 40)

/* A size that the environment may give in place of what was found. Tests make caches and tasks small, so that small tensors go the ways of
 * large ones; bits do not depend on it. */
static rem_status size_given(const char *name, int64_t found, int64_t *size, rem_error *error) {
  const char *text = getenv(name);
  char *end;
  *size = text && *text ? strtoll(text, &end, 10) : found;
  if (text && *text && (*end || *size < 1 || *size > MOST_SIZE))
    return fail(error, REM_UNSUPPORTED, NOWHERE, "%s=%.32s: it takes a number from 1 to 2^40", name, text);
  return REM_OK;
}

static rem_status open_cpu(rem_context *context, const rem_context_desc *desc, void **device, rem_error *error) {
  const char *wanted;
  const struct kernels *kernels = isa_choose(&wanted);
  if (!kernels && (!wanted || !*wanted))
    return fail(error, REM_UNSUPPORTED, NOWHERE, "cpu: this build has no kernels for the instructions of this machine");
  if (!kernels)
    return fail(error, REM_UNSUPPORTED, NOWHERE, "REM_CPU=%.32s: this build or this machine does not have it", wanted);
  int64_t cache_bytes, small_task;
  rem_status status = size_given("REM_CPU_CACHE", isa_cache_bytes(), &cache_bytes, error);
  if (!status) status = size_given("REM_CPU_TASK", SMALL_TASK, &small_task, error);
  if (status) return status;
  struct cpu *cpu = context_allocate(context, sizeof *cpu);
  if (!cpu) return fail(error, REM_NO_MEMORY, NOWHERE, "no memory for a context");
  cpu->kernels = kernels;
  cpu->threads = threads_open(desc ? desc->threads : 0);
  cpu->cache_bytes = cache_bytes;
  cpu->small_task = small_task;
  *device = cpu;
  return REM_OK;
}

static void close_cpu(rem_context *context, void *device) { context_release(context, device); }

static void describe(const rem_context *context, char *text, size_t size) {
  const struct cpu *cpu = context->device;
  snprintf(text, size, "cpu %s %d thread%s", cpu->kernels->name, cpu->threads, cpu->threads == 1 ? "" : "s");
}

/* ---- planning ---- */

void note(struct planned *planned, const char *format, ...) {
  size_t used = strlen(planned->notes);
  va_list args;
  va_start(args, format);
  if (used && used + 1 < sizeof planned->notes) planned->notes[used++] = ' ', planned->notes[used] = 0;
  vsnprintf(planned->notes + used, sizeof planned->notes - used, format, args);
  va_end(args);
}

static int64_t view_bytes(const rem_view *v) {
  int64_t n = dtype_bytes(v->dtype);
  for (int i = 0; i < v->rank; i++) n *= v->shape[i];
  return n;
}

enum { STREAM_LIMIT = 16 << 20 }; /* caches that say they are larger are shared, and only part of one is ours */

int64_t stream_limit(const struct cpu *cpu) { return cpu->cache_bytes < STREAM_LIMIT ? cpu->cache_bytes : STREAM_LIMIT; }

struct grid operand_grid(const struct operand *o, char *memory, int64_t at, int64_t row, int64_t col) {
  return (struct grid){memory + at * dtype_bytes(o->dtype), o->dtype, row, col, NULL, 1, o->accumulate, o->stream};
}

struct operand operand_of(const struct cpu *cpu, const struct problem *p, const char *name) {
  struct operand o = {.slot = problem_has(p, name) ? problem_slot(p, name) : -1};
  if (o.slot < 0) return o;
  int output = p->entry->slots[p->pass][o.slot].role == REM_OUTPUT;
  o.dtype = problem_dtype(p, o.slot);
  o.accumulate = p->accumulate >> o.slot & 1;
  o.stream = output && !o.accumulate && view_bytes(&p->views[o.slot]) > stream_limit(cpu);
  return o;
}

static const struct family_ops *family_of(const struct problem *p) {
  static const struct family_ops *const layout[LAYOUT_OPS][2] = {
      [LAYOUT_pad] = {&cpu_pad, &cpu_pad_grad},
      [LAYOUT_repeat] = {&cpu_repeat, &cpu_repeat_grad},
  };
  static const struct family_ops *const families[][2] = {
      [FAMILY_MAP] = {&cpu_map, &cpu_map},         [FAMILY_ROW] = {&cpu_row, &cpu_row_grad},
      [FAMILY_SCAN] = {&cpu_scan, &cpu_scan_grad}, [FAMILY_NORM] = {&cpu_norm, &cpu_norm},
      [FAMILY_PICK] = {&cpu_pick, &cpu_pick_grad}, [FAMILY_STEP] = {&cpu_step, NULL},
  };
  if (problem_tally(p)) return &cpu_tally;
  if (p->entry->rival) return &cpu_rival;
  return p->entry->family == FAMILY_LAYOUT ? layout[p->entry->op][p->pass] : families[p->entry->family][p->pass];
}

/* sku: cpu.<isa>.<op>[.bwd].<compute dtype>.<schedule>.t<threads> */
static void finish_sku(const struct cpu *cpu, const struct problem *p, struct planned *planned) {
  char schedule[SKU_BYTES];
  memcpy(schedule, planned->sku, sizeof schedule);
  snprintf(planned->sku, sizeof planned->sku, "cpu.%s.%s%s.%s.%.64s.t%d", cpu->kernels->name, p->entry->name,
           p->pass == REM_BACKWARD ? ".bwd" : "", rem_dtype_name(p->compute), schedule, cpu->threads);
}

static const struct real_kernels *kernels_of(const struct kernels *k, int compute) {
  return compute == REM_F64 ? k->f64 : compute == REM_F32 ? k->f32 : compute == REM_I64 ? k->i64 : k->i32;
}

rem_status cpu_plan(rem_context *context, const struct problem *p, struct planned *planned, rem_error *error) {
  const struct cpu *cpu = context->device;
  const struct family_ops *family = family_of(p);
  struct exec *exec = context_allocate(context, family->size);
  if (!exec) return fail(error, REM_NO_MEMORY, NOWHERE, "no memory for a plan");
  memset(exec, 0, family->size);
  exec->family = family;
  exec->cpu = cpu;
  exec->t = p->compute;
  exec->t_size = dtype_bytes(p->compute);
  exec->real = kernels_of(cpu->kernels, p->compute);
  planned->repeat = REM_REPEAT_EVERYWHERE;
  planned->workspace_align = WORKSPACE_ALIGN;
  rem_status status = family->plan(cpu, p, exec, planned, error);
  if (status != REM_OK) {
    context_release(context, exec);
    return status;
  }
  finish_sku(cpu, p, planned);
  planned->exec = exec;
  return REM_OK;
}

static void forget(rem_context *context, void *exec) {
  many_forget(context, exec);
  context_release(context, exec);
}

static rem_status run(rem_context *context, const void *exec, const rem_buffer *buffers, char *const *elements,
                      void *workspace, void *stream, rem_error *error) {
  const struct exec *e = exec;
  (void)stream, (void)error;
  if (elements) e->family->run(context, e, elements, workspace);
  else many_run(context, e, buffers, workspace);
  return REM_OK;
}

const struct backend cpu_backend = {
    .name = "cpu",
    .open = open_cpu,
    .close = close_cpu,
    .describe = describe,
    .plan = cpu_plan,
    .plan_many = many_plan,
    .forget = forget,
    .run = run,
    .memory_create = cpu_memory_create,
    .memory_destroy = cpu_memory_destroy,
    .memory_write = cpu_memory_write,
    .memory_read = cpu_memory_read,
};
