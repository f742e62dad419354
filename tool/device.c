/* device.c: a test case on a device with memory of its own: every allocation travels there as a whole, and back. */
#include "device.h"

int is_host(const rem_context *context) { return context->backend == &cpu_backend; }

/* The memory of a test case on the device. */
struct luggage {
  rem_context *context;
  rem_buffer slots[REM_MAX_SLOTS], workspace;
  char *workspace_from; /* what workspace is a copy of */
};

static rem_status send(rem_context *context, const char *memory, size_t bytes, rem_buffer *there, rem_error *error) {
  rem_status status = rem_memory_create(context, bytes, there, error);
  return status ? status : rem_memory_write(context, there, memory, bytes, NULL, error);
}

/* A workspace that is a handle begins with its first byte; one that is an address is aligned as promised, no better. */
static rem_status send_workspace(struct luggage *l, const struct trial *t, rem_error *error) {
  if (!t->workspace) return REM_OK;
  l->workspace_from = l->context->handles ? t->workspace : t->workspace_memory;
  size_t bytes = t->workspace_memory_bytes - (size_t)(l->workspace_from - t->workspace_memory);
  return send(l->context, l->workspace_from, bytes, &l->workspace, error);
}

static rem_status send_all(struct luggage *l, const struct trial *t, rem_error *error) {
  rem_status status = REM_OK;
  for (int i = 0; !status && i < t->problem->n_slots; i++)
    if (t->tensors[i].memory) status = send(l->context, t->tensors[i].memory, t->tensors[i].bytes, &l->slots[i], error);
  return status ? status : send_workspace(l, t, error);
}

static rem_status fetch_all(const struct luggage *l, struct trial *t, rem_error *error) {
  rem_status status = REM_OK;
  for (int i = 0; !status && i < t->problem->n_slots; i++)
    if (t->tensors[i].memory)
      status = rem_memory_read(l->context, t->tensors[i].memory, &l->slots[i], t->tensors[i].bytes, NULL, error);
  if (!status && t->workspace)
    status = rem_memory_read(l->context, l->workspace_from, &l->workspace, l->workspace.bytes, NULL, error);
  return status;
}

static rem_status run_there(const struct luggage *l, const struct trial *t, rem_error *error) {
  rem_buffer buffers[REM_MAX_SLOTS] = {{0}};
  char *workspace = l->workspace.base;
  for (int i = 0; i < t->problem->n_slots; i++)
    if (t->tensors[i].memory) {
      buffers[i] = l->slots[i];
      buffers[i].offset = (size_t)(t->tensors[i].element - t->tensors[i].memory);
    }
  if (workspace) workspace += t->workspace - l->workspace_from;
  return rem_plan_run(t->plan, buffers, t->problem->n_slots, workspace, t->workspace_bytes, NULL, error);
}

rem_status run_on_device(struct trial *t, rem_error *error) {
  struct luggage l = {.context = t->plan->context};
  rem_status status = send_all(&l, t, error);
  if (!status) status = run_there(&l, t, error);
  if (!status) status = fetch_all(&l, t, error);
  rem_memory_destroy(l.context, &l.workspace);
  for (int i = 0; i < REM_MAX_SLOTS; i++) rem_memory_destroy(l.context, &l.slots[i]);
  return status;
}
