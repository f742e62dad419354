/* run.c: runs a plan on the arrays of a call: outputs, workspace, stream, and the GIL released where it pays. */
#define _POSIX_C_SOURCE 200809L
#include "call.h"

#include <stdlib.h>

enum { MOST_SPARE = 64 << 20 };

/* What a run is given beside its plan. */
struct run {
  void *workspace, *stream;
  size_t workspace_bytes;
  DLManagedTensorVersioned *scratch; /* the workspace, where the arrays' own allocator made it */
  rem_buffer owned;                  /* or where the library did */
  int wait, staged;                  /* staged: buffers on the device stand in for arrays of the host */
};

static struct where at_slot(const struct call *call, int slot) {
  return (struct where){call->state, call->op, call->request.pass, slot};
}

static int is_output(const struct call *call, int i) {
  return call->op->slots[call->request.pass][i].role == REM_OUTPUT;
}

static int slots_of(const struct job *job) { return job->n * job->n_slots; }

static int is_given(const struct job *job, int k) { return job->calls[k / job->n_slots].given >> k % job->n_slots & 1; }

static struct array *array_at(const struct job *job, int k) {
  return &job->calls[k / job->n_slots].arrays[k % job->n_slots];
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

/* The first array: it decides on the stream, and whose memory the workspace is. */
static struct call *leader(const struct job *job) {
  for (int m = 0; m < job->n; m++)
    if (job->calls[m].first >= 0) return &job->calls[m];
  return &job->calls[0];
}

/* All arrays lie on the plan's device, or all on the host and are copied. */
static int check_devices(const struct job *job, int *staged) {
  const struct call *first = leader(job);
  int device = job->whole->device, home = first->first < 0 ? device : first->arrays[first->first].device;
  *staged = home != device && home == DEVICE_CPU;
  for (int m = 0; m < job->n; m++)
    for (int i = 0; i < job->members[m]->n_slots; i++) {
      const struct call *call = &job->calls[m];
      if (!(call->given >> i & 1) || call->arrays[i].device == (*staged ? DEVICE_CPU : device)) continue;
      return refuse(call->state, call->op, call->request.pass, REM_INVALID, i,
                    "%s: expected memory of \"%s\", found \"%s\"", call->op->slots[call->request.pass][i].name,
                    device_name(*staged ? DEVICE_CPU : device), device_name(call->arrays[i].device));
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

static rem_status stage_in(const struct job *job, rem_context *context, void *stream, int k, rem_error *error) {
  const rem_buffer *host = &array_at(job, k)->buffer;
  rem_buffer whole;
  rem_status status;
  if (!host->bytes) return REM_OK;
  status = rem_memory_create(context, host->bytes, &job->buffers[k], error);
  if (status) return status;
  whole = job->buffers[k];
  job->buffers[k].offset += host->offset;
  return rem_memory_write(context, &whole, host->base, host->bytes, stream, error);
}

static rem_status stage_out(const struct job *job, rem_context *context, void *stream, int k, rem_error *error) {
  const rem_buffer *host = &array_at(job, k)->buffer;
  rem_buffer whole = job->buffers[k];
  if (!host->bytes) return REM_OK;
  whole.offset -= host->offset;
  return rem_memory_read(context, host->base, &whole, host->bytes, stream, error);
}

static rem_status run_plan(const struct job *job, struct run *run, rem_error *error) {
  return rem_plan_run(job->whole->plan, job->buffers, slots_of(job), run->workspace, run->workspace_bytes, run->stream,
                      error);
}

static rem_status run_staged(const struct job *job, struct run *run, rem_error *error) {
  rem_context *context = device_context(job->whole->device, error);
  rem_status status = REM_OK;
  int k, n = slots_of(job);
  for (k = 0; k < n; k++) job->buffers[k] = (rem_buffer){0};
  for (k = 0; k < n && !status; k++)
    if (is_given(job, k)) status = stage_in(job, context, run->stream, k, error);
  if (!status) status = run_plan(job, run, error);
  for (k = 0; k < n && !status; k++)
    if (is_given(job, k) && is_output(job->calls, k % job->n_slots))
      status = stage_out(job, context, run->stream, k, error);
  for (k = 0; k < n; k++) rem_memory_destroy(context, &job->buffers[k]);
  return status;
}

/* Reads one byte of an output behind the run. */
static rem_status wait_for(const struct job *job, struct run *run, rem_error *error) {
  char byte;
  for (int k = 0; k < slots_of(job); k++)
    if (is_given(job, k) && is_output(job->calls, k % job->n_slots) && job->buffers[k].bytes)
      return rem_memory_read(device_context(job->whole->device, error), &byte, &job->buffers[k], 1, run->stream, error);
  return REM_OK;
}

static rem_status run_here(const struct job *job, struct run *run, rem_error *error) {
  rem_buffer *to = job->buffers;
  for (int m = 0; m < job->n; m++)
    for (int i = 0; i < job->n_slots; i++)
      *to++ = job->calls[m].given >> i & 1 ? job->calls[m].arrays[i].buffer : (rem_buffer){0};
  rem_status status = run_plan(job, run, error);
  return status || !run->wait ? status : wait_for(job, run, error);
}

static int prepare(const struct job *job, struct run *run) {
  const struct planned *whole = job->whole;
  struct call *first = leader(job);
  if (check_devices(job, &run->staged)) return -1;
  for (int m = 0; m < job->n; m++)
    if (make_outputs(&job->calls[m], job->members[m], run->staged ? DEVICE_CPU : whole->device)) return -1;
  if (whole->device != DEVICE_CPU && !run->staged) {
    if (array_stream(at_slot(first, first->first), &first->arrays[first->first], &run->stream, &run->wait)) return -1;
    if (first->has_stream) run->stream = first->stream, run->wait = 0;
  }
  if (!whole->workspace_bytes) return 0;
  return whole->device == DEVICE_CPU ? spare_take(first->state, whole, run) : device_workspace(first, whole, run);
}

int job_run(const struct job *job) {
  const struct planned *whole = job->whole;
  struct call *call = &job->calls[0];
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
  rc = prepare(job, &run);
  if (!rc && whole->brief) {
    status = run_here(job, &run, &error);
  } else if (!rc) {
    Py_BEGIN_ALLOW_THREADS
    status = run.staged ? run_staged(job, &run, &error) : run_here(job, &run, &error);
    Py_END_ALLOW_THREADS
  }
  drop_workspace(call, whole, &run);
  if (status && error.slot >= 0) error.slot %= job->n_slots; /* the sentence says whose */
  if (status) raise_error(call->state, call->op, call->request.pass, &error);
  return rc || status ? -1 : 0;
}

/* ---- results ---- */

PyObject *call_results(struct call *call, const struct planned *planned) {
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

PyObject *call_run(struct call *call, struct planned *planned) {
  rem_buffer buffers[REM_MAX_SLOTS];
  struct job job = {call, &planned, planned, 1, planned->n_slots, buffers};
  return job_run(&job) ? NULL : call_results(call, planned);
}
