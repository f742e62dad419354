/* many_buffers.c: checks the memory of a run of many members. What every buffer must be is checked one by one; whether outputs share
 * memory with others is seen by sorting all of them, as thousands cannot be compared in pairs; and buffers that come again, as those of
 * a model do at every step, are known. */
#include <string.h>

#include "core/describe.h"
#include "core/error.h"
#include "core/plan.h"

/* Buffer `at` of all: its member, and its slot there. */
struct one {
  const struct member *member;
  const struct span *span;
  int m, slot;
};
static struct one one_at(const rem_plan *plan, int at) {
  int n = plan->problem.n_slots, m = at / n;
  const struct member *member = &plan->many->member[m];
  return (struct one){member, &member->spans[at % n], m, at % n};
}

static int all_buffers(const rem_plan *plan) { return plan->many->n * plan->problem.n_slots; }

/* ---- each by itself ---- */

static rem_status check_each(const rem_plan *plan, const rem_buffer *buffers, rem_error *error) {
  const struct backend *backend = plan->context->backend;
  for (int i = 0; i < all_buffers(plan); i++) {
    struct one o = one_at(plan, i);
    if (!o.span->back) continue;
    rem_status status = span_check(plan->context, &o.member->problem, o.span, o.slot, &buffers[i], error);
    if (!status && backend->check_memory)
      status =
          backend->check_memory(plan->context, buffers[i].base, o.slot, slot_name(&o.member->problem, o.slot), error);
    if (status) return member_fail(error, o.m, plan->problem.n_slots, status);
  }
  return REM_OK;
}

/* ---- outputs and others ---- */

/* Whether a, an output, and b may be as they are. Their ranges meet. */
static enum overlap meeting(const rem_plan *plan, const rem_buffer *buffers, int a, int b) {
  struct one p = one_at(plan, a), q = one_at(plan, b);
  struct range in = buffer_range(plan->context, p.span, &buffers[a]),
               with = buffer_range(plan->context, q.span, &buffers[b]);
  if (buffers_apart(plan->context, buffers[a].base, buffers[b].base)) return OVERLAP_NONE;
  if (p.m == q.m && (p.span->in_place >> q.slot & 1) && in.low == with.low) return OVERLAP_NONE;
  return overlap_decide(&p.member->problem.views[p.slot], in, &q.member->problem.views[q.slot], with);
}

static rem_status meeting_fail(const rem_plan *plan, int a, int b, enum overlap found, rem_error *error) {
  struct one p = one_at(plan, a), q = one_at(plan, b);
  const char *output = slot_name(&p.member->problem, p.slot), *other = slot_name(&q.member->problem, q.slot);
  if (found == OVERLAP_CERTAIN)
    fail(error, REM_INVALID, AT_SLOT(p.slot), "%s: shares memory with %s of member %d", output, other, q.m);
  else
    fail(error, REM_UNSUPPORTED, AT_SLOT(p.slot),
         "%s: cannot tell whether it shares memory with %s of member %d, whose buffer it interleaves; give it its own",
         output, other, q.m);
  return member_fail(error, p.m, plan->problem.n_slots, found == OVERLAP_CERTAIN ? REM_INVALID : REM_UNSUPPORTED);
}

/* Every output with every tensor: the first pair that is wrong is named, of two outputs the one with the lower number. */
static rem_status check_pairs(const rem_plan *plan, const rem_buffer *buffers, rem_error *error) {
  int n = all_buffers(plan);
  for (int i = 0; i < n; i++) {
    struct one p = one_at(plan, i);
    if (!p.span->output) continue;
    struct range in = buffer_range(plan->context, p.span, &buffers[i]);
    for (int j = 0; j < n; j++) {
      struct one q = one_at(plan, j);
      if (j == i || !q.span->back || (q.span->output && j < i)) continue;
      struct range with = buffer_range(plan->context, q.span, &buffers[j]);
      if (in.low >= with.high || with.low >= in.high) continue;
      enum overlap found = meeting(plan, buffers, i, j);
      if (found != OVERLAP_NONE) return meeting_fail(plan, i, j, found, error);
    }
  }
  return REM_OK;
}

/* Sorts by where they lie: a heap, as no worst case shall be slow. */
static int below(const struct mark *a, const struct mark *b) {
  return a->base != b->base ? a->base < b->base : a->low < b->low;
}
static void sift(struct mark *marks, int64_t at, int64_t n) {
  struct mark top = marks[at];
  for (int64_t child; (child = 2 * at + 1) < n; at = child) {
    if (child + 1 < n && below(&marks[child], &marks[child + 1])) child++;
    if (!below(&top, &marks[child])) break;
    marks[at] = marks[child];
  }
  marks[at] = top;
}
static void sort(struct mark *marks, int64_t n) {
  for (int64_t i = n / 2; i-- > 0;) sift(marks, i, n);
  for (int64_t i = n; i-- > 1;) {
    struct mark last = marks[i];
    marks[i] = marks[0];
    marks[0] = last;
    sift(marks, 0, i);
  }
}

/* Whether no output meets another tensor where it may not; every pair whose ranges meet is looked at. */
static int all_apart(const rem_plan *plan, const rem_buffer *buffers, struct mark *marks) {
  int64_t n = 0;
  for (int i = 0; i < all_buffers(plan); i++) {
    struct one o = one_at(plan, i);
    if (!o.span->back) continue;
    struct range r = buffer_range(plan->context, o.span, &buffers[i]);
    marks[n++] = (struct mark){plan->context->handles ? (uintptr_t)buffers[i].base : 0, r.low, r.high, i};
  }
  sort(marks, n);
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = i + 1; j < n && marks[j].base == marks[i].base && marks[j].low < marks[i].high; j++) {
      int a = marks[i].at, b = marks[j].at, writes = one_at(plan, a).span->output, too = one_at(plan, b).span->output;
      if (!writes && !too) continue;
      if (meeting(plan, buffers, writes ? a : b, writes ? b : a) != OVERLAP_NONE) return 0;
    }
  return 1;
}

/* ---- all of it ---- */

/* What every run does, member by member: to find the member of a buffer would take a division for each. */
static int same_buffers(const rem_plan *plan, const rem_buffer *a, const rem_buffer *b) {
  int n = plan->problem.n_slots;
  for (int m = 0; m < plan->many->n; m++, a += n, b += n) {
    const struct span *spans = plan->many->member[m].spans;
    for (int i = 0; i < n; i++)
      if (spans[i].back && (a[i].base != b[i].base || a[i].offset != b[i].offset || a[i].bytes != b[i].bytes)) return 0;
  }
  return 1;
}

static rem_status check_all(const rem_plan *plan, const rem_buffer *buffers, struct mark *marks, rem_error *error) {
  rem_status status = check_each(plan, buffers, error);
  if (status || (marks && all_apart(plan, buffers, marks))) return status;
  return check_pairs(plan, buffers, error);
}

static rem_status check_buffers(const rem_plan *plan, const rem_buffer *buffers, rem_error *error) {
  struct memory_seen *seen = &plan->many->seen;
  if (atomic_flag_test_and_set_explicit(&seen->busy, memory_order_acquire))
    return check_all(plan, buffers, NULL, error);
  rem_status status = REM_OK;
  if (!seen->known || !same_buffers(plan, seen->buffers, buffers)) {
    status = check_all(plan, buffers, seen->marks, error);
    seen->known = !status;
    if (!status) memcpy(seen->buffers, buffers, (size_t)all_buffers(plan) * sizeof *buffers);
  }
  atomic_flag_clear_explicit(&seen->busy, memory_order_release);
  return status;
}

/* The workspace is written: it may touch no tensor. -1, or the first buffer that it touches. */
static int workspace_meets(const rem_plan *plan, const rem_buffer *buffers, const void *workspace) {
  const rem_context *context = plan->context;
  uintptr_t low = context->handles ? 0 : (uintptr_t)workspace, high = low + plan->planned.workspace_bytes;
  int n = plan->problem.n_slots;
  for (int m = 0; m < plan->many->n && low < high; m++, buffers += n) {
    const struct span *spans = plan->many->member[m].spans;
    for (int i = 0; i < n; i++) {
      if (!spans[i].back || buffers_apart(context, buffers[i].base, workspace)) continue;
      struct range r = buffer_range(context, &spans[i], &buffers[i]);
      if (r.low < high && low < r.high) return m * n + i;
    }
  }
  return -1;
}

static rem_status check_workspace(const rem_plan *plan, const rem_buffer *buffers, const void *workspace, size_t bytes,
                                  rem_error *error) {
  const rem_context *context = plan->context;
  rem_status status = workspace_check(plan, workspace, bytes, error);
  int at = status ? -1 : workspace_meets(plan, buffers, workspace);
  if (at >= 0) {
    struct one o = one_at(plan, at);
    fail(error, REM_INVALID, AT_SLOT(o.slot), "%s: shares memory with the workspace",
         slot_name(&o.member->problem, o.slot));
    return member_fail(error, o.m, plan->problem.n_slots, REM_INVALID);
  }
  if (!status && plan->planned.workspace_bytes && context->backend->check_memory)
    status = context->backend->check_memory(context, workspace, -1, "workspace", error);
  return status;
}

rem_status many_check(const rem_plan *plan, const rem_buffer *buffers, int n_buffers, const void *workspace,
                      size_t workspace_bytes, rem_error *error) {
  int n = all_buffers(plan);
  if (n_buffers != n)
    return fail(error, REM_INVALID, AT(-1, -1, n, n_buffers), "buffers: expected %d, found %d", n, n_buffers);
  if (!buffers) return fail(error, REM_INVALID, NOWHERE, "buffers: expected an array of %d, found NULL", n);
  rem_status status = check_buffers(plan, buffers, error);
  return status ? status : check_workspace(plan, buffers, workspace, workspace_bytes, error);
}
