/* bench_saved.c: saved tensors of a backward problem hold what the forward pass would have left in them. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "core/error.h"

int slot_named(const struct entry *entry, int pass, const char *name) {
  for (int i = 0; i < entry->n_slots[pass]; i++)
    if (!strcmp(entry->slots[pass][i].name, name)) return i;
  return -1;
}

int is_saved(const struct problem *p, int slot) {
  int k = p->pass == REM_BACKWARD ? slot_named(p->entry, 0, p->entry->slots[1][slot].name) : -1;
  return k >= 0 && p->entry->slots[0][k].role == REM_OUTPUT;
}

/* The forward problem whose outputs this backward problem takes; its attributes are those that it knows. */
struct forward {
  rem_view views[REM_MAX_SLOTS];
  rem_attr attrs[MAX_ATTRS];
  int from[REM_MAX_SLOTS];       /* the backward slot with the same tensor; -1: none     */
  int first;                     /* the member's slots begin there                       */
  rem_buffer own[REM_MAX_SLOTS]; /* tensors that the backward problem has not            */
  rem_buffer workspace;
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
static int forward_slots(struct forward *f, const struct problem *p) {
  int shared = 0;
  f->desc.n_views = p->entry->n_slots[0];
  for (int i = 0; i < f->desc.n_views; i++) {
    const struct slot *s = &p->entry->slots[0][i];
    int k = slot_named(p->entry, 1, s->name);
    f->views[i].rank = s->need == REM_REQUIRED ? REM_OPEN : REM_LEFT_OUT;
    f->from[i] = -1;
    if (k < 0 || p->views[k].rank < 0) continue;
    f->views[i] = p->views[k];
    f->from[i] = k;
    shared += s->role == REM_OUTPUT;
  }
  int x = slot_named(p->entry, 0, "x"), dx = slot_named(p->entry, 1, "dx");
  if (x >= 0 && dx >= 0 && f->views[x].rank < 0)
    f->views[x] = rem_view_packed(p->compute, p->views[dx].rank, p->views[dx].shape);
  return shared;
}

/* Memory for what the forward pass needs and the backward pass has not. */
static rem_status forward_memory(struct forward *f, const struct bench_case *c, const rem_plan *plan,
                                 rem_error *error) {
  rem_status status = REM_OK;
  size_t bytes, align;
  for (int i = 0; i < f->desc.n_views && !status; i++) {
    const rem_view *v = &plan->problem.views[i];
    size_t offset;
    if (v->rank < 0 || f->from[i] >= 0) continue;
    bytes = view_bytes(v, &offset);
    status = rem_memory_create(c->context, bytes, &f->own[i], error);
    struct domain domain = slot_domain(c, &plan->problem, i);
    if (!status) status = fill_tensor(c->context, f->own[i], bytes, v->dtype, &domain, (uint64_t)i + 1, error);
    f->own[i].offset = offset;
  }
  rem_plan_workspace(plan, &bytes, &align);
  if (bytes && !status) status = rem_memory_create(c->context, bytes, &f->workspace, error);
  return status;
}

/* Once for each set of tensors. */
static rem_status forward_run(const struct forward *f, const struct bench_case *c, const rem_plan *plan,
                              rem_error *error) {
  rem_status status = REM_OK;
  for (int set = 0; set < c->sets && !status; set++) {
    rem_buffer buffers[REM_MAX_SLOTS];
    const rem_buffer *all = case_buffers(c, set) + f->first;
    for (int i = 0; i < f->desc.n_views; i++) buffers[i] = f->from[i] >= 0 ? all[f->from[i]] : f->own[i];
    status = rem_plan_run(plan, buffers, f->desc.n_views, f->workspace.base, f->workspace.bytes, NULL, error);
  }
  return status;
}

static rem_status forward(struct forward *f, const struct bench_case *c, rem_error *error) {
  rem_plan *plan = NULL;
  char last;
  rem_status status = rem_plan_create(c->context, &f->desc, &plan, error);
  if (!status) status = forward_memory(f, c, plan, error);
  if (!status) status = forward_run(f, c, plan, error);
  for (int i = 0; i < f->desc.n_views && !status; i++) /* before its memory goes, all must have run */
    if (f->from[i] >= 0 && c->buffers[f->first + f->from[i]].base)
      status = rem_memory_read(c->context, &last, &c->buffers[f->first + f->from[i]], 1, NULL, error);
  rem_memory_destroy(c->context, &f->workspace);
  for (int i = 0; i < REM_MAX_SLOTS; i++) rem_memory_destroy(c->context, &f->own[i]);
  rem_plan_destroy(plan);
  return status;
}

rem_status fill_saved(const struct bench_case *c, const rem_desc *descs, rem_error *error) {
  rem_status status = REM_OK;
  for (int m = 0; m < c->members && descs->pass != REM_FORWARD && !status; m++) {
    const struct problem *p = case_problem(c, m);
    struct forward f = {.desc = {.size = sizeof f.desc, .op = descs[m].op}, .first = m * p->n_slots};
    f.desc.views = f.views;
    forward_attrs(&f, &descs[m]);
    if (forward_slots(&f, p)) status = forward(&f, c, error);
  }
  return status;
}
