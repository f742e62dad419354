/* run.c: runs a plan on the arrays of a call: outputs, workspace, stream, and the GIL released where it pays. */
#define _POSIX_C_SOURCE 200809L
#include "call.h"

#include <stdlib.h>

enum { MOST_SPARE = 64 << 20 };

/* What a run is given beside its plan. Staged: buffers on the device that stand in for arrays of the host. */
struct run {
  rem_buffer buffers[REM_MAX_SLOTS];
  void *workspace, *stream;
  size_t workspace_bytes;
  DLManagedTensorVersioned *scratch; /* the workspace, where the arrays' own allocator made it */
  rem_buffer owned;                  /* or where the library did */
  int wait, staged;
};

static struct where at_slot(const struct call *call, int slot) {
  return (struct where){call->state, call->op, call->request.pass, slot};
}

static int is_output(const struct call *call, int i) {
  return call->op->slots[call->request.pass][i].role == REM_OUTPUT;
}

/* ---- arrays ---- */

static int make_outputs(struct call *call, const struct planned *planned, int device) {
  for (int i = 0; i < planned->n_slots; i++) {
    if (!is_output(call, i) || planned->views[i].rank < 0 || (call->given >> i & 1)) continue;
    if (call->first < 0)
      return refuse(call->state, call->op, call->request.pass, REM_INVALID, -1, "%s: expected an array, found none",
                    call->op->name);
    if (array_make(at_slot(call, i), call->arrays[call->first].kind, &planned->views[i], device, &call->arrays[i]))
      return -1;
    call->given |= (uint32_t)1 << i;
  }
  return 0;
}

/* All arrays lie on the plan's device, or all on the host and are copied. */
static int check_devices(struct call *call, const struct planned *planned, int *staged) {
  int home = call->first < 0 ? planned->device : call->arrays[call->first].device;
  *staged = home != planned->device && home == DEVICE_CPU;
  for (int i = 0; i < planned->n_slots; i++) {
    if (!(call->given >> i & 1) || call->arrays[i].device == (*staged ? DEVICE_CPU : planned->device)) continue;
    return refuse(call->state, call->op, call->request.pass, REM_INVALID, i,
                  "%s: expected memory of \"%s\", found \"%s\"", call->op->slots[call->request.pass][i].name,
                  device_name(*staged ? DEVICE_CPU : planned->device), device_name(call->arrays[i].device));
  }
  return 0;
}

/* ---- workspace ---- */

/* The host's: what an earlier run left, if it is large enough. */
static int spare_take(struct state *state, const struct planned *planned, struct run *run) {
  size_t align = planned->workspace_align > 64 ? planned->workspace_align : 64;
  while (state->n_spare) {
    struct spare spare = state->spare[--state->n_spare];
    if (spare.bytes >= planned->workspace_bytes && (uintptr_t)spare.base % align == 0) {
      run->workspace = spare.base;
      run->workspace_bytes = spare.bytes;
      return 0;
    }
    free(spare.base);
  }
  run->workspace_bytes = planned->workspace_bytes;
  if (posix_memalign(&run->workspace, align, run->workspace_bytes)) return PyErr_NoMemory(), -1;
  return 0;
}

static void spare_give(struct state *state, struct run *run) {
  if (state->n_spare < MAX_SPARE && run->workspace_bytes <= MOST_SPARE)
    state->spare[state->n_spare++] = (struct spare){run->workspace, run->workspace_bytes};
  else free(run->workspace);
}

/* The device's: from the arrays' allocator, which orders its memory by stream; else the library's, and then the call
 * waits. */
static int device_workspace(struct call *call, const struct planned *planned, struct run *run) {
  rem_error error = {.size = sizeof error};
  rem_context *context;
  run->workspace_bytes = planned->workspace_bytes;
  if (!run->staged && !call->has_stream)
    run->scratch = array_scratch(&call->arrays[call->first], planned->workspace_bytes);
  if (PyErr_Occurred()) return -1;
  if (run->scratch) {
    run->workspace = (char *)run->scratch->dl_tensor.data + run->scratch->dl_tensor.byte_offset;
    return 0;
  }
  run->wait = 1;
  context = device_context(planned->device, &error);
  if (!context || rem_memory_create(context, planned->workspace_bytes, &run->owned, &error))
    return raise_error(call->state, NULL, 0, &error);
  run->workspace = run->owned.base;
  return 0;
}

static void drop_workspace(struct call *call, const struct planned *planned, struct run *run) {
  rem_error error = {.size = sizeof error};
  if (run->scratch) run->scratch->deleter(run->scratch);
  else if (run->owned.base) rem_memory_destroy(device_context(planned->device, &error), &run->owned);
  else if (run->workspace) spare_give(call->state, run);
}

/* ---- running; without the GIL, or as if ---- */

static rem_status stage_in(struct call *call, rem_context *context, struct run *run, int i, rem_error *error) {
  const rem_buffer *host = &call->arrays[i].buffer;
  rem_buffer whole;
  rem_status status;
  if (!host->bytes) return REM_OK;
  status = rem_memory_create(context, host->bytes, &run->buffers[i], error);
  if (status) return status;
  whole = run->buffers[i];
  run->buffers[i].offset += host->offset;
  return rem_memory_write(context, &whole, host->base, host->bytes, run->stream, error);
}

static rem_status stage_out(struct call *call, rem_context *context, struct run *run, int i, rem_error *error) {
  const rem_buffer *host = &call->arrays[i].buffer;
  rem_buffer whole = run->buffers[i];
  if (!host->bytes) return REM_OK;
  whole.offset -= host->offset;
  return rem_memory_read(context, host->base, &whole, host->bytes, run->stream, error);
}

static rem_status run_staged(struct call *call, const struct planned *planned, struct run *run, rem_error *error) {
  rem_context *context = device_context(planned->device, error);
  rem_status status = REM_OK;
  int i;
  for (i = 0; i < planned->n_slots; i++) run->buffers[i] = (rem_buffer){0};
  for (i = 0; i < planned->n_slots && !status; i++)
    if (call->given >> i & 1) status = stage_in(call, context, run, i, error);
  if (!status)
    status = rem_plan_run(planned->plan, run->buffers, planned->n_slots, run->workspace, run->workspace_bytes,
                          run->stream, error);
  for (i = 0; i < planned->n_slots && !status; i++)
    if ((call->given >> i & 1) && is_output(call, i)) status = stage_out(call, context, run, i, error);
  for (i = 0; i < planned->n_slots; i++) rem_memory_destroy(context, &run->buffers[i]);
  return status;
}

/* Reads one byte of an output behind the run. */
static rem_status wait_for(struct call *call, const struct planned *planned, struct run *run, rem_error *error) {
  char byte;
  for (int i = 0; i < planned->n_slots; i++)
    if ((call->given >> i & 1) && is_output(call, i) && run->buffers[i].bytes)
      return rem_memory_read(device_context(planned->device, error), &byte, &run->buffers[i], 1, run->stream, error);
  return REM_OK;
}

static rem_status run_here(struct call *call, const struct planned *planned, struct run *run, rem_error *error) {
  rem_status status;
  for (int i = 0; i < planned->n_slots; i++)
    if (call->given >> i & 1) run->buffers[i] = call->arrays[i].buffer;
    else run->buffers[i] = (rem_buffer){0};
  status = rem_plan_run(planned->plan, run->buffers, planned->n_slots, run->workspace, run->workspace_bytes,
                        run->stream, error);
  return status || !run->wait ? status : wait_for(call, planned, run, error);
}

static int prepare(struct call *call, const struct planned *planned, struct run *run) {
  if (check_devices(call, planned, &run->staged)) return -1;
  if (make_outputs(call, planned, run->staged ? DEVICE_CPU : planned->device)) return -1;
  if (planned->device != DEVICE_CPU && !run->staged) {
    if (array_stream(at_slot(call, call->first), &call->arrays[call->first], &run->stream, &run->wait)) return -1;
    if (call->has_stream) run->stream = call->stream, run->wait = 0;
  }
  if (!planned->workspace_bytes) return 0;
  return planned->device == DEVICE_CPU ? spare_take(call->state, planned, run) : device_workspace(call, planned, run);
}

/* ---- results ---- */

static PyObject *results(struct call *call, const struct planned *planned) {
  PyObject *made[REM_MAX_SLOTS], *tuple;
  int n = 0;
  for (int i = 0; i < planned->n_slots; i++) {
    if (!is_output(call, i) || !(call->given >> i & 1)) continue;
    made[n] = array_give(at_slot(call, i), &call->arrays[i]);
    if (!made[n++]) goto failed;
  }
  if (n == 1) return made[0];
  tuple = PyTuple_New(n);
  if (!tuple) goto failed;
  for (int i = 0; i < n; i++) PyTuple_SetItem(tuple, i, made[i]);
  return tuple;
failed:
  while (n--) Py_XDECREF(made[n]);
  return NULL;
}

PyObject *call_run(struct call *call, const struct planned *planned) {
  rem_error error;
  struct run run;
  rem_status status = REM_OK;
  int rc;
  error.size = sizeof error;
  run.workspace = run.stream = NULL;
  run.workspace_bytes = 0;
  run.scratch = NULL;
  run.owned.base = NULL;
  run.wait = run.staged = 0;
  rc = prepare(call, planned, &run);
  if (!rc && planned->brief) {
    status = run_here(call, planned, &run, &error);
  } else if (!rc) {
    Py_BEGIN_ALLOW_THREADS
    status = run.staged ? run_staged(call, planned, &run, &error) : run_here(call, planned, &run, &error);
    Py_END_ALLOW_THREADS
  }
  drop_workspace(call, planned, &run);
  if (status) raise_error(call->state, call->op, call->request.pass, &error);
  return rc || status ? NULL : results(call, planned);
}
