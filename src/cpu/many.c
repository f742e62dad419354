/* many.c: a plan of many members. Those whose work is in pieces share one parallel region, in which every task has as many elements as
 * another, whosesoever they are; what is left runs member by member. */
#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "cpu.h"

struct many_member {
  struct exec *exec;           /* NULL: nothing to do                                     */
  const struct piece_ops *ops; /* NULL: it runs by itself                                 */
  struct pieces pieces;
  int64_t before; /* elements of members in front of it, in whole pieces     */
  uint32_t used;  /* bit i: slot i has elements                              */
};

/* An executable without a family is one of many. */
struct many_exec {
  struct exec exec;
  int n, n_slots;
  int64_t elems; /* of all pieces */
  size_t room_bytes;
  struct many_member member[];
};

static const struct many_exec *many_of(const struct exec *exec) { return (const struct many_exec *)(const void *)exec; }

/* ---- running ---- */

static void find_elements(const struct many_exec *many, int m, const rem_buffer *buffers, char **elements) {
  buffers += (size_t)m * (size_t)many->n_slots;
  for (int i = 0; i < many->n_slots; i++)
    elements[i] = many->member[m].used >> i & 1 ? (char *)buffers[i].base + buffers[i].offset : NULL;
}

struct many_call {
  const struct many_exec *many;
  const rem_buffer *buffers;
  char *workspace;
  int64_t tasks;
};

/* Of pieces of `work` elements, those that begin below `elems`. */
static int64_t pieces_below(const struct pieces *p, int64_t elems) {
  int64_t n = elems <= 0 ? 0 : ceil_div(elems, p->work);
  return n < p->count ? n : p->count;
}

/* Pieces that begin in the task's share of all elements. */
static void some_members(void *arg, int64_t task) {
  const struct many_call *c = arg;
  const struct many_exec *many = c->many;
  int64_t low = (int64_t)((double)many->elems * (double)task / (double)c->tasks);
  int64_t high =
      task + 1 == c->tasks ? many->elems : (int64_t)((double)many->elems * (double)(task + 1) / (double)c->tasks);
  for (int m = 0; m < many->n; m++) {
    const struct many_member *member = &many->member[m];
    char *elements[REM_MAX_SLOTS];
    if (!member->ops || member->before >= high) continue;
    int64_t from = pieces_below(&member->pieces, low - member->before),
            to = pieces_below(&member->pieces, high - member->before);
    if (from >= to) continue;
    find_elements(many, m, c->buffers, elements);
    member->ops->run(member->exec, elements, c->workspace + (size_t)task * many->room_bytes, from, to);
  }
}

void many_run(rem_context *context, const struct exec *exec, const rem_buffer *buffers, char *workspace) {
  const struct many_exec *many = many_of(exec);
  struct many_call call = {many, buffers, workspace, tasks_for(exec->cpu, many->elems, 1)};
  if (many->elems) parallel(context, call.tasks, some_members, &call);
  for (int m = 0; m < many->n; m++) {
    const struct many_member *member = &many->member[m];
    char *elements[REM_MAX_SLOTS];
    if (!member->exec || member->ops) continue;
    find_elements(many, m, buffers, elements);
    member->exec->family->run(context, member->exec, elements, workspace);
  }
}

/* ---- planning ---- */

static const struct piece_ops *pieces_of(const struct family_ops *family) {
  return family == &cpu_map ? &map_pieces : family == &cpu_step ? &step_pieces : NULL;
}

static uint32_t used_slots(const struct problem *p) {
  uint32_t used = 0;
  for (int i = 0; i < p->n_slots; i++) {
    int some = p->views[i].rank >= 0;
    for (int k = 0; k < p->views[i].rank; k++) some &= p->views[i].shape[k] > 0;
    used |= (uint32_t)some << i;
  }
  return used;
}

/* Whether the elements of a plan can still be counted: descriptions need not be of tensors that anyone has. */
static int elems_fit(const struct many_exec *many, const struct pieces *p) {
  int64_t most = INT64_MAX / 4 - many->elems;
  return p->work == 0 || p->count <= most / p->work;
}

static rem_status add_member(rem_context *context, struct many_exec *many, int m, const struct problem *p,
                             struct planned *planned, rem_error *error) {
  struct many_member *member = &many->member[m];
  struct planned own = {0};
  rem_status status = cpu_plan(context, p, &own, error);
  if (status) return status;
  member->exec = own.exec;
  member->used = used_slots(p);
  member->ops = pieces_of(member->exec->family);
  if (member->ops) member->pieces = member->ops->of(member->exec);
  if (!member->pieces.all || !elems_fit(many, &member->pieces)) member->ops = NULL;
  if (!member->ops && own.workspace_bytes > planned->workspace_bytes) planned->workspace_bytes = own.workspace_bytes;
  if (!planned->notes[0]) memcpy(planned->notes, own.notes, sizeof own.notes);
  if (!member->ops) return REM_OK;
  member->before = many->elems;
  many->elems += member->pieces.count * member->pieces.work;
  if (member->pieces.room_bytes > many->room_bytes) many->room_bytes = member->pieces.room_bytes;
  return REM_OK;
}

static void describe(const struct many_exec *many, const struct problem *p, struct planned *planned) {
  const struct cpu *cpu = many->exec.cpu;
  int shared = 0, alone = 0;
  for (int m = 0; m < many->n; m++)
    if (many->member[m].exec) *(many->member[m].ops ? &shared : &alone) += 1;
  snprintf(planned->sku, sizeof planned->sku, "cpu.%s.%s%s.%s.many%d.%s.t%d", cpu->kernels->name, p->entry->name,
           p->pass == REM_BACKWARD ? ".bwd" : "", rem_dtype_name(p->compute), many->n, rem_op_family(p->entry->name),
           cpu->threads);
  note(planned, "Of %d members %d share one parallel region, %d run by themselves.", many->n, shared, alone);
}

rem_status many_plan(rem_context *context, const struct problem *const *problems, int n, struct planned *planned,
                     int *at, rem_error *error) {
  const struct cpu *cpu = context->device;
  const struct problem *first = NULL;
  size_t bytes = sizeof(struct many_exec) + (size_t)n * sizeof(struct many_member);
  struct many_exec *many = context_allocate(context, bytes);
  rem_status status = REM_OK;
  if (!many) return fail(error, REM_NO_MEMORY, NOWHERE, "no memory for a plan");
  memset(many, 0, bytes);
  many->n = n;
  many->exec.cpu = cpu;
  for (*at = 0; *at < n; ++*at) {
    if (!problems[*at]) continue;
    if (!first) first = problems[*at], many->n_slots = first->n_slots;
    status = add_member(context, many, *at, problems[*at], planned, error);
    if (status) break;
  }
  if (status) {
    many_forget(context, &many->exec);
    context_release(context, many);
    return status;
  }
  size_t rooms = arena_rooms(many->room_bytes, cpu->threads);
  if (rooms > planned->workspace_bytes) planned->workspace_bytes = rooms;
  planned->workspace_align = WORKSPACE_ALIGN;
  planned->repeat = REM_REPEAT_EVERYWHERE;
  describe(many, first, planned);
  planned->exec = many;
  return REM_OK;
}

void many_forget(rem_context *context, struct exec *exec) {
  if (exec->family) return;
  const struct many_exec *many = many_of(exec);
  for (int m = 0; m < many->n; m++) context_release(context, many->member[m].exec);
}
