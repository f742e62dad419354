/* plan.c: remora.Plan: a plan that is made once and run many times; and what the adapters ask of a description. */
#include "plan.h"

#include <stddef.h>
#include <string.h>

static PyObject *view_tuple(const rem_view *view) {
  PyObject *shape = PyTuple_New(view->rank), *strides = PyTuple_New(view->rank);
  for (int k = 0; shape && strides && k < view->rank; k++) {
    PyTuple_SetItem(shape, k, PyLong_FromLongLong(view->shape[k]));
    PyTuple_SetItem(strides, k, PyLong_FromLongLong(view->stride[k]));
  }
  return Py_BuildValue("(sNN)", rem_dtype_name(view->dtype), shape, strides);
}

/* ---- descriptions in words: slots and attributes as dictionaries ---- */

static int read_slot(struct call *call, PyObject *name, PyObject *value) {
  int slot = PyUnicode_Check(name) ? call_slot(call, name) : -1;
  if (slot < 0) {
    PyErr_Format(PyExc_TypeError, "%s() has no slot %R in this pass", call->op->name, name);
    return -1;
  }
  if (PyTuple_Check(value)) return call_view(call, slot, value);
  if (value == Py_None) return call->request.views[slot].rank = REM_LEFT_OUT, 0;
  if (value == Py_True || PyUnicode_Check(value) || call->op->slots[call->request.pass][slot].role == REM_OUTPUT)
    return call_output(call, slot, value);
  return call_take(call, slot, value);
}

static int read_accumulate(struct call *call, PyObject *names) {
  for (Py_ssize_t i = 0; i < PyTuple_Size(names); i++) {
    int slot = call_slot(call, PyTuple_GetItem(names, i));
    if (slot < 0) return PyErr_Format(PyExc_TypeError, "accumulate: %R is no slot", PyTuple_GetItem(names, i)), -1;
    call->request.accumulate |= (uint32_t)1 << slot;
  }
  return 0;
}

int description_read(struct state *state, PyObject *args, struct call *call) {
  PyObject *name, *slots, *attrs, *accumulate, *device, *key, *value;
  int backward, repeat;
  Py_ssize_t most, at = 0;
  struct op *op;
  if (!PyArg_ParseTuple(args, "OpO!O!O!Oin", &name, &backward, &PyDict_Type, &slots, &PyDict_Type, &attrs,
                        &PyTuple_Type, &accumulate, &device, &repeat, &most))
    return -1;
  op = op_find(state, name);
  if (!op) return -1;
  call_begin(call, state, op, backward ? REM_BACKWARD : REM_FORWARD);
  call->request.repeat = repeat;
  call->request.max_workspace = (size_t)most;
  int rc = call_device(call, device) || read_accumulate(call, accumulate) ? -1 : 0;
  while (!rc && PyDict_Next(slots, &at, &key, &value)) rc = read_slot(call, key, value);
  at = 0;
  while (!rc && PyDict_Next(attrs, &at, &key, &value)) rc = call_attr(call, key, value);
  if (rc) call_end(call);
  return rc;
}

static PyObject *wrap(struct state *state, const struct op *op, struct planned *planned) {
  PyTypeObject *type = (PyTypeObject *)state->plan_type;
  allocfunc make = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
  struct plan *plan = (struct plan *)make(type, 0);
  if (!plan) return planned_drop(planned), NULL;
  plan->state = state;
  plan->op = op;
  plan->planned = planned;
  return (PyObject *)plan;
}

PyObject *plan_make(PyObject *module, PyObject *args) {
  struct state *state = PyModule_GetState(module);
  struct call call;
  struct planned *planned;
  if (description_read(state, args, &call)) return NULL;
  planned = call_plan(&call);
  call_end(&call);
  return planned ? wrap(state, call.op, planned) : NULL;
}

/* {slot: (dtype, shape, strides)} of the slots that are not left out. */
PyObject *plan_infer(PyObject *module, PyObject *args) {
  struct state *state = PyModule_GetState(module);
  struct call call;
  rem_error error = {.size = sizeof error};
  PyObject *views = NULL;
  if (description_read(state, args, &call)) return NULL;
  call_gather(&call);
  struct request *r = &call.request;
  rem_desc desc = request_desc(r);
  if (rem_infer(&desc, r->views, r->n_views, &error)) raise_error(state, call.op, r->pass, &error);
  else views = PyDict_New();
  for (int i = 0; views && i < r->n_views; i++) {
    PyObject *tuple = r->views[i].rank < 0 ? NULL : view_tuple(&r->views[i]);
    if (tuple && PyDict_SetItem(views, call.op->slot_names[r->pass][i], tuple)) Py_CLEAR(views);
    Py_XDECREF(tuple);
  }
  call_end(&call);
  return views;
}

/* {slot: "required", "optional" or "ignored"} with these attributes. */
PyObject *plan_needs(PyObject *module, PyObject *args) {
  static const char *const needs[] = {"required", "optional", "ignored"};
  struct state *state = PyModule_GetState(module);
  struct call call;
  PyObject *result;
  if (description_read(state, args, &call)) return NULL;
  call_gather(&call);
  result = PyDict_New();
  for (int i = 0; result && i < call.request.n_views; i++) {
    rem_error error = {.size = sizeof error};
    rem_slot_info info;
    PyObject *need = NULL;
    if (rem_op_slot(call.op->name, call.request.pass, call.request.attrs, call.request.n_attrs, i, &info, &error))
      raise_error(state, call.op, call.request.pass, &error);
    else need = PyUnicode_FromString(needs[info.need]);
    if (!need || PyDict_SetItem(result, call.op->slot_names[call.request.pass][i], need)) Py_CLEAR(result);
    Py_XDECREF(need);
  }
  call_end(&call);
  return result;
}

/* (dtype, shape, strides, device) of an array. */
PyObject *plan_view(PyObject *module, PyObject *object) {
  struct array array;
  PyObject *tuple, *result;
  if (array_read((struct where){PyModule_GetState(module), NULL, 0, -1}, object, REM_INPUT, &array)) return NULL;
  tuple = view_tuple(&array.view);
  result = tuple ? Py_BuildValue("(OOOs)", PyTuple_GetItem(tuple, 0), PyTuple_GetItem(tuple, 1),
                                 PyTuple_GetItem(tuple, 2), device_name(array.device))
                 : NULL;
  Py_XDECREF(tuple);
  array_drop(&array);
  return result;
}

/* ---- running ---- */

static int words_of_view(const rem_view *view, char *text, size_t size) {
  int n = PyOS_snprintf(text, size, "%s[", rem_dtype_name(view->dtype));
  for (int k = 0; k < view->rank && n < (int)size - 24; k++)
    n += PyOS_snprintf(text + n, size - (size_t)n, "%s%lld", k ? "," : "", (long long)view->shape[k]);
  n += PyOS_snprintf(text + n, size - (size_t)n, "]@");
  for (int k = 0; k < view->rank && n < (int)size - 24; k++)
    n += PyOS_snprintf(text + n, size - (size_t)n, "%s%lld", k ? "," : "", (long long)view->stride[k]);
  return n;
}

static int check_views(const struct call *call, const struct planned *planned) {
  char expected[96], found[96];
  for (int i = 0; i < planned->n_slots; i++) {
    if (!(call->given >> i & 1) || array_same_view(&planned->views[i], &call->arrays[i].view)) continue;
    words_of_view(&planned->views[i], expected, sizeof expected);
    words_of_view(&call->arrays[i].view, found, sizeof found);
    return refuse(call->state, call->op, call->request.pass, REM_INVALID, i, "%s: the plan expects %s, found %s",
                  call->op->slots[call->request.pass][i].name, expected, found);
  }
  return 0;
}

/* Inputs in slot order, those left out excepted. */
static int take_arrays(struct call *call, const struct planned *planned, PyObject *const *args, Py_ssize_t n) {
  Py_ssize_t next = 0;
  for (int i = 0; i < planned->n_slots; i++) {
    if (planned->views[i].rank < 0 || call->op->slots[call->request.pass][i].role != REM_INPUT) continue;
    if (next < n && call_take(call, i, args[next])) return -1;
    next++;
  }
  if (next == n) return 0;
  PyErr_Format(PyExc_TypeError, "run() takes %zd arrays, %zd were given", next, n);
  return -1;
}

/* Outputs in slot order, those left out excepted. */
static int take_out(struct call *call, const struct planned *planned, PyObject *value) {
  int next = 0, n = PyTuple_Check(value) ? (int)PyTuple_Size(value) : 1;
  for (int i = 0; i < planned->n_slots; i++) {
    PyObject *item;
    if (planned->views[i].rank < 0 || call->op->slots[call->request.pass][i].role != REM_OUTPUT) continue;
    item = next >= n ? Py_None : PyTuple_Check(value) ? PyTuple_GetItem(value, next) : value;
    next++;
    if (item != Py_None && call_take(call, i, item)) return -1;
  }
  if (next >= n) return 0;
  PyErr_Format(PyExc_TypeError, "run(): out has %d arrays, there are %d outputs", n, next);
  return -1;
}

int plan_stream(struct call *call, PyObject *value) {
  if (value == Py_None) return 0;
  call->stream = PyLong_AsVoidPtr(value);
  call->has_stream = 1;
  return PyErr_Occurred() ? -1 : 0;
}

static int take_word(struct call *call, const struct planned *planned, PyObject *name, PyObject *value) {
  if (value == Py_None) return 0;
  if (same_word(name, call->state->words[OUT])) return take_out(call, planned, value);
  if (same_word(name, call->state->words[STREAM])) return plan_stream(call, value);
  PyErr_Format(PyExc_TypeError, "run() has no keyword %R", name);
  return -1;
}

/* A gradient that is added to has to come from the caller. */
static int check_accumulate(const struct call *call, const struct planned *planned) {
  uint32_t missing = planned->accumulate & ~call->given;
  for (int i = 0; i < planned->n_slots; i++)
    if (missing >> i & 1)
      return refuse(call->state, call->op, call->request.pass, REM_INVALID, i,
                    "%s: expected an array that is added to, in out, found none",
                    call->op->slots[call->request.pass][i].name);
  return 0;
}

int plan_check(const struct call *call, const struct planned *planned) {
  return check_views(call, planned) || check_accumulate(call, planned) ? -1 : 0;
}

void plan_begin(struct call *call, struct state *state, const struct op *op, const struct planned *planned) {
  call->state = state;
  call->op = op;
  call->request.pass = planned->pass;
  call->request.n_views = planned->n_slots;
  call->given = 0;
  call->first = -1;
  call->has_stream = 0;
}

static PyObject *plan_run(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *names) {
  struct plan *plan = (struct plan *)self;
  struct planned *planned = plan->planned;
  struct call call;
  PyObject *result = NULL;
  Py_ssize_t n_names = names ? PyTuple_Size(names) : 0;
  int rc;
  plan_begin(&call, plan->state, plan->op, planned);
  rc = take_arrays(&call, planned, args, n);
  for (Py_ssize_t i = 0; i < n_names && !rc; i++)
    rc = take_word(&call, planned, PyTuple_GetItem(names, i), args[n + i]);
  if (!rc && !plan_check(&call, planned)) result = call_run(&call, planned);
  call_end(&call);
  return result;
}

/* ---- what it says of itself ---- */

static PyObject *text(const char *s) { return PyUnicode_FromString(s ? s : ""); }
static rem_plan *of(PyObject *self) { return ((struct plan *)self)->planned->plan; }

static PyObject *get_sku(PyObject *self, void *x) { return (void)x, text(rem_plan_sku(of(self))); }
static PyObject *get_problem(PyObject *self, void *x) { return (void)x, text(rem_plan_problem(of(self))); }
static PyObject *get_notes(PyObject *self, void *x) { return (void)x, text(rem_plan_notes(of(self))); }
static PyObject *get_source(PyObject *self, void *x) { return (void)x, text(rem_plan_source(of(self))); }
static PyObject *get_device(PyObject *self, void *x) {
  return (void)x, text(device_name(((struct plan *)self)->planned->device));
}
static PyObject *get_workspace(PyObject *self, void *x) {
  return (void)x, PyLong_FromSize_t(((struct plan *)self)->planned->workspace_bytes);
}

static PyObject *get_guarantee(PyObject *self, void *x) {
  static const char *const repeats[] = {"none", "run", "everywhere"};
  rem_guarantee g = {.size = sizeof g};
  rem_error error = {.size = sizeof error};
  (void)x;
  if (rem_plan_guarantee(of(self), &g, &error)) return raise_error(((struct plan *)self)->state, NULL, 0, &error), NULL;
  return Py_BuildValue("{s:s,s:s,s:s,s:d,s:d}", "repeat", repeats[g.repeat], "compute", rem_dtype_name(g.compute),
                       "accumulate", rem_dtype_name(g.accumulate), "ulp", g.ulp, "sum", g.sum);
}

PyObject *plan_slots(const struct op *op, const struct planned *planned) {
  PyObject *views = PyDict_New();
  for (int i = 0; views && i < planned->n_slots; i++) {
    PyObject *tuple = planned->views[i].rank < 0 ? NULL : view_tuple(&planned->views[i]);
    if (tuple && PyDict_SetItem(views, op->slot_names[planned->pass][i], tuple)) Py_CLEAR(views);
    Py_XDECREF(tuple);
  }
  return views;
}

static PyObject *get_slots(PyObject *self, void *x) {
  return (void)x, plan_slots(((struct plan *)self)->op, ((struct plan *)self)->planned);
}

static PyObject *plan_repr(PyObject *self) {
  return PyUnicode_FromFormat("<remora.Plan %s on %s>", rem_plan_problem(of(self)),
                              device_name(((struct plan *)self)->planned->device));
}

static void plan_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  planned_drop(((struct plan *)self)->planned);
  release(self);
  Py_DECREF(type);
}

static PyMethodDef methods[] = {
    {"run", KEYWORDS(plan_run), METH_FASTCALL | METH_KEYWORDS,
     "run($self, /, *arrays, out=None, stream=None)\n--\n\n"
     "Runs the plan on its inputs, in slot order; returns its outputs. out: an array, or a tuple with one for each "
     "output.\n"
     "stream: the CUstream to enqueue on, as an integer; the arrays' current one where it is None."},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef gets[] = {
    {"sku", get_sku, NULL, "The kernel: docs/sku.md has the grammar.", NULL},
    {"problem", get_problem, NULL, "One line that remora.plan and the program remora read back.", NULL},
    {"notes", get_notes, NULL, "Why this kernel, what was not used and why.", NULL},
    {"source", get_source, NULL, "The text of the last kernel on a GPU, empty on the CPU.", NULL},
    {"device", get_device, NULL, "The device that it runs on.", NULL},
    {"workspace", get_workspace, NULL, "Bytes that a run needs beside its arrays; the package provides them.", NULL},
    {"guarantee", get_guarantee, NULL,
     "What it promises: |y - y*| <= ulp * ulp(y*) + sum * eps * S, and where the bits repeat.", NULL},
    {"slots", get_slots, NULL, "{slot: (dtype, shape, strides)} of the slots in use.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot slots[] = {
    {Py_tp_doc, "A problem made concrete for a device: made once, run many times, by any thread."},
    {Py_tp_dealloc, plan_dealloc},
    {Py_tp_repr, plan_repr},
    {Py_tp_methods, methods},
    {Py_tp_getset, gets},
    {0, NULL}};
PyType_Spec plan_spec = {"remora.Plan", sizeof(struct plan), 0,
                         Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
