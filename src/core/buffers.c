/* buffers.c: checks the memory of a run, and runs. Everything that depends on shapes alone was worked out when the
 * plan was made (spans_fill), so that a run of few elements pays little for its checks. */
#include <inttypes.h>

#include "core/describe.h"
#include "core/error.h"
#include "core/overlap.h"
#include "core/plan.h"
#include "core/view.h"

static int same_layout(const rem_view *a, const rem_view *b) {
  if (a->rank != b->rank || a->dtype != b->dtype) return 0;
  for (int k = 0; k < a->rank; k++)
    if (a->shape[k] != b->shape[k] || (a->shape[k] > 1 && a->stride[k] != b->stride[k])) return 0;
  return 1;
}

static uint32_t in_place_of(const struct problem *p, int i) {
  uint32_t allowed = slot_in_place(p->entry, p->pass, i), same = 0;
  for (int j = 0; j < p->n_slots; j++)
    if ((allowed >> j & 1) && same_layout(&p->views[i], &p->views[j])) same |= (uint32_t)1 << j;
  return same;
}

rem_status spans_fill(const struct problem *problem, struct span *spans, int *idle, rem_error *error) {
  int i;
  *idle = 1;
  for (i = 0; i < problem->n_slots; i++) {
    const rem_view *view = &problem->views[i];
    int64_t front, back;
    spans[i] = (struct span){0};
    if (view->rank < 0) continue;
    if (!view_span(view, &front, &back))
      return fail(error, REM_INVALID, AT_SLOT(i), "%s: its strides reach beyond 2^63 bytes", slot_name(problem, i));
    if (back == 0) continue;
    spans[i].front = (uint64_t)front;
    spans[i].back = (uint64_t)back;
    spans[i].element = rem_dtype_size(view->dtype);
    spans[i].output = problem->entry->slots[problem->pass][i].role == REM_OUTPUT;
    if (spans[i].output) *idle = 0;
    spans[i].in_place = in_place_of(problem, i);
  }
  return REM_OK;
}

/* The sum as a number that an error can hold. */
static int64_t saturate(uint64_t a, uint64_t b) {
  uint64_t sum;
  return __builtin_add_overflow(a, b, &sum) || sum > INT64_MAX ? INT64_MAX : (int64_t)sum;
}

/* Where memory begins, for ranges and alignment: handles say nothing of addresses, and each begins at 0. */
static uintptr_t origin(const rem_context *context, const void *base) { return context->handles ? 0 : (uintptr_t)base; }

/* Whether ranges that seem to meet lie in memory of different handles. (Handles of parts of one allocation, which an
 * OpenCL sub-buffer is, cannot be told from others.) */
int buffers_apart(const rem_context *context, const void *a, const void *b) { return context->handles && a != b; }

rem_status span_check(const rem_context *context, const struct problem *p, const struct span *s, int i,
                      const rem_buffer *buffer, rem_error *error) {
  const char *name = slot_name(p, i);
  uintptr_t base = origin(context, buffer->base);
  uint64_t rest;
  if (!buffer->base)
    return fail(error, REM_BUFFER_TOO_SMALL, AT(i, -1, saturate(s->front, s->back), 0),
                "%s: expected a buffer of %" PRIu64 " bytes, found NULL", name, s->front + s->back);
  if (buffer->bytes > UINTPTR_MAX - base)
    return fail(error, REM_INVALID, AT(i, -1, 0, 0), "%s: a buffer of %zu bytes runs past the end of the address space",
                name, buffer->bytes);
  if (buffer->offset < s->front)
    return fail(error, REM_BUFFER_TOO_SMALL, AT(i, -1, (int64_t)s->front, (int64_t)buffer->offset),
                "%s: needs %" PRIu64 " bytes in front of its first element, found an offset of %zu", name, s->front,
                buffer->offset);
  if (buffer->offset > buffer->bytes || s->back > buffer->bytes - buffer->offset)
    return fail(error, REM_BUFFER_TOO_SMALL, AT(i, -1, saturate(s->back, buffer->offset), saturate(buffer->bytes, 0)),
                "%s: needs %" PRIu64 " bytes from offset %zu on, found a buffer of %zu", name, s->back, buffer->offset,
                buffer->bytes);
  rest = (base + buffer->offset) & (s->element - 1);
  if (rest)
    return fail(error, REM_MISALIGNED, AT(i, -1, (int64_t)s->element, (int64_t)rest),
                "%s: expected an address that is a multiple of %" PRIu64 ", found remainder %" PRIu64, name, s->element,
                rest);
  return REM_OK;
}

rem_status workspace_check(const rem_plan *plan, const void *workspace, size_t bytes, rem_error *error) {
  size_t needed = plan->planned.workspace_bytes, align = plan->planned.workspace_align;
  uintptr_t base = origin(plan->context, workspace);
  if (!needed) return REM_OK;
  if (!workspace || bytes < needed)
    return fail(error, REM_WORKSPACE_TOO_SMALL, AT(-1, -1, (int64_t)needed, workspace ? (int64_t)bytes : 0),
                "workspace: expected %zu bytes, found %s%zu", needed, workspace ? "" : "NULL with ", bytes);
  if (base % align)
    return fail(error, REM_MISALIGNED, AT(-1, -1, (int64_t)align, (int64_t)(base % align)),
                "workspace: expected an address that is a multiple of %zu, found remainder %zu", align,
                (size_t)(base % align));
  if (needed > UINTPTR_MAX - base)
    return fail(error, REM_INVALID, NOWHERE, "workspace: %zu bytes run past the end of the address space", needed);
  return REM_OK;
}

struct range buffer_range(const rem_context *context, const struct span *s, const rem_buffer *buffer) {
  uintptr_t element = origin(context, buffer->base) + buffer->offset;
  return (struct range){element - (uintptr_t)s->front, element + (uintptr_t)s->back};
}

/* i is an output whose range meets that of j. */
static rem_status check_pair(const rem_plan *plan, const struct range *ranges, int i, int j, rem_error *error) {
  const struct problem *p = &plan->problem;
  if ((plan->spans[i].in_place >> j & 1) && ranges[i].low == ranges[j].low) return REM_OK;
  switch (overlap_decide(&p->views[i], ranges[i], &p->views[j], ranges[j])) {
    case OVERLAP_NONE:
      return REM_OK;
    case OVERLAP_CERTAIN:
      return fail(error, REM_INVALID, AT_SLOT(i), "%s: shares memory with %s", slot_name(p, i), slot_name(p, j));
    default:
      return fail(error, REM_UNSUPPORTED, AT_SLOT(i),
                  "%s: cannot tell whether it shares memory with %s, whose buffer it interleaves; give it its own",
                  slot_name(p, i), slot_name(p, j));
  }
}

/* Of two outputs the one with the lower number is named. Slots without elements have empty ranges. */
static rem_status check_overlap(const rem_plan *plan, const rem_buffer *buffers, const struct range *ranges,
                                rem_error *error) {
  int i, j, n = plan->problem.n_slots;
  for (i = 0; i < n; i++) {
    if (!plan->spans[i].output) continue;
    for (j = 0; j < n; j++) {
      rem_status status;
      if (ranges[i].low >= ranges[j].high || ranges[j].low >= ranges[i].high) continue;
      if (j == i || (plan->spans[j].output && j < i) || buffers_apart(plan->context, buffers[i].base, buffers[j].base)) continue;
      status = check_pair(plan, ranges, i, j, error);
      if (status) return status;
    }
  }
  return REM_OK;
}

/* The workspace is written: it may touch no tensor. Only the bytes that the plan uses count. */
static rem_status check_workspace_apart(const rem_plan *plan, const rem_buffer *buffers, const struct range *ranges,
                                        const void *workspace, rem_error *error) {
  uintptr_t low = origin(plan->context, workspace), high = low + plan->planned.workspace_bytes;
  int i;
  for (i = 0; i < plan->problem.n_slots; i++)
    if (ranges[i].low < high && low < ranges[i].high && !buffers_apart(plan->context, buffers[i].base, workspace))
      return fail(error, REM_INVALID, AT_SLOT(i), "%s: shares memory with the workspace", slot_name(&plan->problem, i));
  return REM_OK;
}

/* Asks the backend about every buffer that is used. */
static rem_status check_memory(const rem_plan *plan, const rem_buffer *buffers, const void *workspace,
                               rem_error *error) {
  const struct backend *backend = plan->context->backend;
  rem_status status = REM_OK;
  for (int i = 0; i < plan->problem.n_slots && !status; i++)
    if (plan->spans[i].back)
      status = backend->check_memory(plan->context, buffers[i].base, i, slot_name(&plan->problem, i), error);
  if (!status && plan->planned.workspace_bytes)
    status = backend->check_memory(plan->context, workspace, -1, "workspace", error);
  return status;
}

/* Checks everything and fills elements, one for each slot. */
static rem_status check(const rem_plan *plan, const rem_buffer *buffers, int n_buffers, const void *workspace,
                        size_t workspace_bytes, char **elements, rem_error *error) {
  struct range ranges[REM_MAX_SLOTS];
  rem_status status;
  int i, n;
  if (!plan) return fail(error, REM_INVALID, NOWHERE, "plan: expected a plan, found NULL");
  n = plan->problem.n_slots;
  if (n_buffers != n)
    return fail(error, REM_INVALID, AT(-1, -1, n, n_buffers), "buffers: expected %d, found %d", n, n_buffers);
  if (!buffers) return fail(error, REM_INVALID, NOWHERE, "buffers: expected an array of %d, found NULL", n);
  for (i = 0; i < n; i++) {
    elements[i] = NULL;
    ranges[i] = (struct range){0, 0};
    if (!plan->spans[i].back) continue;
    status = span_check(plan->context, &plan->problem, &plan->spans[i], i, &buffers[i], error);
    if (status) return status;
    elements[i] = (char *)((uintptr_t)buffers[i].base + buffers[i].offset); /* of a handle: no address, and not used */
    ranges[i] = buffer_range(plan->context, &plan->spans[i], &buffers[i]);
  }
  status = workspace_check(plan, workspace, workspace_bytes, error);
  if (!status) status = check_overlap(plan, buffers, ranges, error);
  if (!status && plan->planned.workspace_bytes) status = check_workspace_apart(plan, buffers, ranges, workspace, error);
  if (!status && plan->context->backend->check_memory) status = check_memory(plan, buffers, workspace, error);
  return status;
}

rem_status rem_plan_check(const rem_plan *plan, const rem_buffer *buffers, int32_t n_buffers, void *workspace,
                          size_t workspace_bytes, rem_error *error) {
  char *elements[REM_MAX_SLOTS];
  if (plan && plan->many) return many_check(plan, buffers, n_buffers, workspace, workspace_bytes, error);
  return check(plan, buffers, n_buffers, workspace, workspace_bytes, elements, error);
}

rem_status rem_plan_run(const rem_plan *plan, const rem_buffer *buffers, int32_t n_buffers, void *workspace,
                        size_t workspace_bytes, void *stream, rem_error *error) {
  char *elements[REM_MAX_SLOTS];
  int many = plan && plan->many;
  rem_status status = many ? many_check(plan, buffers, n_buffers, workspace, workspace_bytes, error)
                           : check(plan, buffers, n_buffers, workspace, workspace_bytes, elements, error);
  if (status || plan->idle) return status;
  return plan->context->backend->run(plan->context, plan->planned.exec, buffers, many ? NULL : elements, workspace, stream,
                                     error);
}
